// The list of the files in the folder: add, create, rename and delete files.
import { amount, bytes, isPicture, isText } from "./bytes.js";
import * as cards from "./cards.js";
import { by, closeBeside, make } from "./dom.js";
import * as fileEditor from "./file_editor.js";
import * as folder from "./folder.js";
import { button, notice, question } from "./notice.js";
import { read } from "./reading.js";

let pictures = []; // The addresses of the pictures in the list.

export function begin() {
  const asText = button("Edit as text", () => fileEditor.switchTable());
  asText.id = "as-text";
  asText.hidden = true;
  const open = button("Files …", show);
  open.id = "files-open";
  by("files").classList.add("set");
  by("files").append(open, adder("Add …", "files-add"), asText);
}

// Returns a button with which the user chooses files to add.
function adder(words, id) {
  const [around, field] = [make("label", "button file", words), make("input")];
  Object.assign(field, { type: "file", multiple: true, id });
  field.addEventListener("change", () => {
    const list = [...field.files];
    field.value = "";
    add(list.map((file) => [file.name, file]));
  });
  around.append(field);
  return around;
}

// Returns an unused file name that is similar to the name the user wants.
export function free(name) {
  const [, stem, ending] = /^(.*?)(\.[^.]*)?$/.exec(name);
  for (let number = 1; ; number += 1) {
    const wished = number === 1 ? name : `${stem}-${number}${ending ?? ""}`;
    if (!folder.now.files.has(wished)) return wished;
  }
}

export async function add(list) {
  let all;
  try {
    all = await read(list);
  } catch (error) {
    return notice(error.message);
  }
  return put(all);
}

// Puts files into the folder. If a name is already used, the user decides.
export async function put(list) {
  const added = [];
  const { id } = folder.now;
  for (const [name, contents] of list) {
    const as = folder.now.files.has(name) ? await taken(name) : name;
    if (!as) continue;
    folder.put(as, contents);
    added.push(as);
  }
  if (!added.length) return;
  await fileEditor.refresh(added);
  listAll();
  await cards.offer(added);
  if (folder.now.id !== id) return;
  fileEditor.forgetPiece();
  const text = added.find(isText);
  if (text && !added.some(isPicture)) await fileEditor.edit(text);
}

async function taken(name) {
  const other = free(name);
  const answer = await question({
    title: `There is a ${name} already`, yes: "Replace it", second: `Add as ${other}`,
  });
  return answer === "second" ? other : answer && name;
}

// ------------------------------------------------------------------ the list

function show() {
  by("all-files")?.remove();
  const shown = make("dialog", "question");
  shown.id = "all-files";
  shown.setAttribute("aria-labelledby", "all-files-title");
  const head = make("h2", "", "Files");
  head.id = "all-files-title";
  const all = make("ul");
  all.id = "all-files-list";
  const row = make("div", "set");
  row.append(adder("Add files …", "files-add-2"), button("New file …", create), button("Close", () => shown.close()));
  shown.append(head, all, row);
  shown.addEventListener("close", () => {
    forgetPictures();
    shown.remove();
  });
  closeBeside(shown);
  document.body.append(shown);
  listAll();
  shown.showModal();
}

function forgetPictures() {
  for (const address of pictures) URL.revokeObjectURL(address);
  pictures = [];
}

// Updates the list of texts in the editor, if the file in the editor still exists.
export function list() {
  if (fileEditor.shown() && folder.now.files.has(fileEditor.shown())) fileEditor.list();
}

function listAll() {
  if (!by("all-files-list")) return;
  forgetPictures();
  by("all-files-list").replaceChildren(...[...folder.now.files].map(item));
}

function item([name, contents]) {
  const [item, acts, words] = [make("li"), make("span", "set"), make("span", "file-name", name)];
  words.append(make("span", "", `${amount(contents.length)}${name === folder.now.layout ? ", the layout" : ""}`));
  if (isPicture(name)) item.append(thumbnail(name, contents));
  item.append(words, acts);
  if (isPicture(name)) acts.append(button("Insert", () => cards.putPicture(name), `Insert ${name} into a face`));
  if (isText(name)) {
    acts.append(button("Open", () => {
      by("all-files").close();
      fileEditor.edit(name);
    }, `Open ${name}`));
  }
  acts.append(button("Rename", () => rename(name), `Rename ${name}`));
  if (name !== folder.now.layout) acts.append(button("Delete", () => remove(name), `Delete ${name}`));
  return item;
}

function thumbnail(name, contents) {
  const image = make("img");
  image.alt = "";
  const kind = /\.svg$/i.test(name) ? "image/svg+xml" : "";
  image.src = URL.createObjectURL(new Blob([contents], { type: kind }));
  pictures.push(image.src);
  return image;
}

const isName = (name) => name && !/^[/.]|[\\<>:"|?*]|\/\.|\/$|\/\//.test(name);

// Returns why a file cannot have this name, and what to do.
const refusal = (name) => (folder.now.files.has(name)
  ? `There is already a file called ${name}. Choose another name.`
  : `A file cannot be called ${name}. Choose a name that does not begin with a dot, without the characters \\ < > : " | ? *`);

async function create() {
  const name = await question({ title: "New file", label: "Name", value: free("cards.csv"), yes: "Make it" });
  if (!name) return;
  if (!isName(name) || folder.now.files.has(name)) return notice(refusal(name));
  folder.put(name, bytes(/\.[ct]sv$/i.test(name) ? `Name${/tsv$/i.test(name) ? "\t" : ","}Copies\n` : ""));
  by("all-files")?.close();
  await fileEditor.edit(name);
}

async function rename(from) {
  const to = await question({ title: `Rename ${from}`, label: "Name", value: from, yes: "Rename" });
  if (!to || to === from) return;
  if (!isName(to) || folder.now.files.has(to)) return notice(refusal(to));
  if (from === folder.now.layout && !/\.toml$/i.test(to)) return notice("The name of a layout must end in .toml.");
  folder.rename(from, to);
  if (from !== folder.now.layout && folder.renameInLayout(from, to, true)) {
    const also = await question({ title: "Rename it in the layout too?", words: `The layout names ${from}.`, yes: "Rename it there" });
    if (also) folder.renameInLayout(from, to);
  }
  await fileEditor.edit(fileEditor.shown() === from ? to : fileEditor.shown(), true);
  listAll();
}

function remove(name) {
  const contents = folder.now.files.get(name);
  const { id } = folder.now;
  folder.remove(name);
  fileEditor.refresh([name]);
  listAll();
  by("all-files-list")?.querySelector("button")?.focus();
  notice(`${name} is deleted.`, "Undo", () => {
    if (folder.now.id !== id || folder.now.files.has(name)) return;
    folder.put(name, contents);
    fileEditor.refresh([name]);
    listAll();
  });
}

