// Makes cards from a table of the user: on the start page, or in the open folder. Also puts pictures on cards.
import { bytes, isData, isPicture, jsonOf, text } from "./bytes.js";
import { by, make } from "./dom.js";
import * as fileEditor from "./file_editor.js";
import * as folder from "./folder.js";
import { button, notice } from "./notice.js";
import * as workers from "./workers.js";

const STUB = "a-new-layout.toml"; // The name of a layout that does not exist yet. The program needs a name to make a layout for a table.
const MADE_OF = ["deck", "cards"]; // The start layouts that contain only cards.
let serial = 0;

// ------------------------------------------------------------------ a new game

// Asks the user for the source of the cards. `open` opens the sample.
export function choose(open) {
  const dialog = make("dialog", "question ways");
  dialog.id = "deck-ways";
  const head = make("h2", "", "A deck from a spreadsheet");
  head.id = "deck-ways-title";
  dialog.setAttribute("aria-labelledby", head.id);
  const done = (act) => {
    dialog.close();
    act();
  };
  const row = make("div", "set");
  row.append(button("Cancel", () => dialog.close()));
  dialog.append(head, make("p", "", "Each row becomes a card. The first row has the names of the columns."),
    chosen((list) => done(() => openFiles(list))),
    pasted((words) => done(() => openTable(namedTable(words)))),
    sample(() => done(open)), row);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function chosen(take) {
  const [around, field] = [make("label", "button file primary", "Choose your spreadsheet and pictures …"), make("input")];
  Object.assign(field, { type: "file", multiple: true, id: "deck-file", accept: ".csv,.tsv,.xlsx,.json,.png,.jpg,.jpeg,.webp,.svg" });
  field.addEventListener("change", () => field.files.length && take([...field.files]));
  around.append(field);
  return way(around, "CSV, XLSX or JSON, and pictures if you have some. A single picture is put on every card.");
}

function pasted(take) {
  const [around, field] = [make("label", "", "Paste a table"), make("textarea")];
  Object.assign(field, { id: "deck-paste", rows: 4, spellcheck: false, placeholder: "Copy the cells in your spreadsheet program, and paste them here" });
  around.append(field);
  const go = button("Make the cards", () => take(field.value));
  go.id = "deck-paste-go";
  go.disabled = true;
  field.addEventListener("input", () => (go.disabled = !field.value.trim()));
  const box = way(around, "");
  box.append(go);
  return box;
}

const sample = (take) => {
  const go = button("Try with a sample", take);
  go.id = "deck-sample";
  return way(go, "The cards of a small game, to look at. You can add your own table later.");
};

function way(first, words) {
  const box = make("div", "way");
  box.append(first);
  if (words) box.append(make("p", "", words));
  return box;
}

// A text that is pasted from a spreadsheet program has tabs between its cells.
const namedTable = (words) => [[words.includes("\t") ? "cards.tsv" : "cards.csv", bytes(`${words.replace(/^\n+|\s+$/g, "")}\n`)]];

const openFiles = async (list) => openTable(await Promise.all(list.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())])));

// Opens a table and its pictures as a game. Returns whether the files contain a table.
export async function openTable(files) {
  const table = files.find(([name]) => isData(name))?.[0];
  if (!table) return notice("There is no table among these files. Choose a CSV, XLSX or JSON file.");
  const made = await asked(table, files, [[STUB, bytes("")], ...files], STUB);
  if (!made) return false;
  return folder.openNew({ files: [...files, [made.file, bytes(made.text)]], layout: made.file });
}

const picturesOf = (files) => JSON.stringify([...files].map(([name]) => name).filter(isPicture));

// Returns the layout that the program makes from a table. If the table has a mistake, shows the mistake and makes
// nothing.
async function asked(data, among, files, layout, more = {}) {
  const query = new URLSearchParams({ layout, data, pictures: picturesOf(among), ...more });
  const made = await jsonOf(workers.quick.ask(`/from-table?${query}`, { files, version: `table ${(serial += 1)}` }));
  const wrong = made?.mistakes?.[0];
  if (made?.text) return made;
  notice(wrong ? `${data}: ${wrong.message}.${wrong.hint ? ` Help: ${wrong.hint}.` : ""}` : `${data} cannot be read.`);
  return null;
}

// ------------------------------------------------------------------ in the open folder

const here = (more) => [folder.now.files, folder.now.layout, more];
const layoutText = () => text(folder.now.files.get(folder.now.layout) ?? bytes(""));
const names = (name) => [`"${name}"`, `'${name}'`, `"${name}#`].some((words) => layoutText().includes(words));

// Says that files were added, and offers the next step.
export async function offer(added) {
  const words = `${joined(added)} ${added.length > 1 ? "are" : "is"} added.`;
  const isSample = await isUntouched();
  const table = added.find((name) => isData(name) && (isSample || !names(name)));
  const picture = added.find((name) => isPicture(name) && !names(name));
  if (table) return notice(words, "Make the cards from it", () => makeCards(table));
  if (picture) return notice(words, "Put it on the cards", () => putPicture(picture));
  return notice(words);
}

const joined = (list) => (list.length > 1 ? `${list.slice(0, -1).join(", ")} and ${list.at(-1)}` : list[0]);

// If the user has not changed the start layout, the cards replace it. Otherwise the cards are added after the existing
// components.
async function makeCards(table) {
  const { id } = folder.now;
  const [files, layout] = here();
  const made = await asked(table, files, files, layout, (await isUntouched()) ? {} : { part: "cards" });
  if (made && folder.now.id === id) await put(made.text);
}

// Replaces the layout. Clears the line about the selected piece, because the cards may come from another table.
function put(words) {
  fileEditor.forgetPiece();
  return fileEditor.replace(words);
}

async function isUntouched() {
  const { like, layout } = folder.now;
  if (!MADE_OF.includes(like)) return false;
  const { files } = await jsonOf(workers.quick.ask(`/begin?${new URLSearchParams({ like })}`, folder.forProgram()));
  return files[layout] === layoutText();
}

// Puts a picture on the cards. If the layout is unchanged since the program made it from a table, makes it again with a
// place for the picture. Otherwise, adds the picture as an element to a list.
export async function putPicture(picture) {
  by("all-files")?.close();
  const before = layoutText();
  const [files, layout] = here();
  const table = [...files.keys()].find((name) => isData(name) && names(name));
  const without = [...files].filter(([name]) => name !== picture);
  if (table && (await asked(table, without, files, layout))?.text === before) {
    const { text: words } = await asked(table, files, files, layout);
    // The new layout has a place for a picture only if the folder contains exactly one picture.
    if (words.includes("{ image = ")) return put(words);
  }
  const at = fileEditor.where()?.at;
  const query = new URLSearchParams({ layout, picture, ...(at === undefined ? {} : { at }) });
  const made = await jsonOf(workers.quick.ask(`/with-picture?${query}`, folder.forProgram()));
  if (made?.text) return put(made.text);
  return notice(`This layout has no list of elements that can take ${picture}. Put the cursor into a face, then choose Insert under Files.`);
}
