// Reads and saves a folder on the disk, if the browser lets pages write to the disk. In other browsers, saves a ZIP
// file.
import { same } from "./bytes.js";
import { by, make, save } from "./dom.js";
import * as folder from "./folder.js";
import * as incoming from "./incoming.js";
import { button, notice, question } from "./notice.js";
import { MOST_FILES, read, unreadable } from "./reading.js";
import { zip } from "./zip.js";

export const isPossible = () => typeof window.showDirectoryPicker === "function";

const saved = new Map(); // The files of the folder `id`, as they are on the disk.
let id = "";

export function begin() {
  const row = make("span", "set");
  row.id = "disk";
  row.hidden = true;
  const mark = make("span", "unsaved");
  mark.id = "unsaved";
  const act = button("Save", store);
  act.id = "save";
  act.setAttribute("aria-keyshortcuts", "Control+S");
  row.append(mark, act);
  by("files").append(row);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s" || !folder.isOpen()) return;
    event.preventDefault();
    store();
  });
}

// Lets the user choose a folder, and opens it after the promise `isReady`. Calls `waits` if the page is not ready yet.
// A browser shows the dialog only right after a click, so the page waits after the dialog.
export async function choose(waits, isReady) {
  let handle;
  try {
    handle = await window.showDirectoryPicker({ id: "hexpress", mode: "readwrite" });
  } catch (error) {
    return error.name === "AbortError" ? undefined : notice(`The folder cannot be opened: ${error.message}`);
  }
  waits();
  await isReady;
  let files;
  try {
    files = await readAll(handle);
  } catch (error) {
    return notice(error.message);
  }
  if (await incoming.open(files, { disk: handle })) remember(files);
  return changed();
}

const readAll = async (handle) => read(await walked(handle));

// Returns the files of a folder and its subfolders. Stops if there are more files than the page opens.
async function walked(handle) {
  const [found, folders] = [[], [["", handle]]];
  for (const [under, folder] of folders) {
    let path = under || handle.name;
    try {
      for await (const [name, inner] of folder.entries()) {
        if (found.length > MOST_FILES) return found;
        if (name.startsWith(".") || (name === "output" && !under) || name === "node_modules") continue;
        path = `${under}${name}`;
        if (inner.kind === "directory") folders.push([`${path}/`, inner]);
        else found.push([path, await inner.getFile()]);
        path = under || handle.name;
      }
    } catch (error) {
      throw unreadable(path, error);
    }
  }
  return found;
}

function remember(files) {
  id = folder.now.id;
  saved.clear();
  for (const [name, contents] of files) saved.set(name, contents);
}

// After a reload, reads the folder on the disk, if the browser allows this without a question. Records the files that
// are the same on the disk and on the page. If a file differs, another program may have changed it, so saving asks
// before it replaces the file. Saving does not delete files that only the disk has.
export async function look() {
  changed();
  const { disk, id: mine } = folder.now;
  if (!disk || id === mine || (await disk.queryPermission?.({ mode: "read" })) !== "granted") return;
  const files = await readAll(disk).catch(() => null);
  if (!files || folder.now.id !== mine) return;
  remember(files.filter(([name, contents]) => same(contents, folder.now.files.get(name))));
  changed();
}

// Updates the button for saving, and shows whether the folder on the disk differs from the page.
export function changed() {
  const { disk } = folder.now;
  by("disk").hidden = !folder.isOpen();
  by("save").textContent = disk ? "Save" : "Save ZIP";
  by("save").title = disk ? `Save to the folder ${disk.name} (Ctrl-S)` : "Save the folder as a ZIP file (Ctrl-S)";
  const words = disk && isDifferent() ? "Not saved on disk" : "";
  if (by("unsaved").textContent !== words) by("unsaved").textContent = words;
}

const isDifferent = () => id !== folder.now.id || saved.size !== folder.now.files.size
  || [...folder.now.files].some(([name, contents]) => !same(saved.get(name), contents));

const slug = (title) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "game";

export async function saveZip() {
  const name = `${slug(folder.title())}.zip`;
  save(name, await zip(folder.now.files), "application/zip");
  notice(`${name} is saved. To continue with this game later, drop that file on this page.`);
}

async function store() {
  const { disk, files, id: mine } = folder.now;
  if (!disk) return saveZip();
  try {
    if (disk.requestPermission && (await disk.requestPermission({ mode: "readwrite" })) !== "granted") {
      return notice("The browser does not let this page write to the folder. Click Save again, and allow it.");
    }
    const changes = await changesOf(disk, files);
    if (!(await mayReplace(changes))) return undefined;
    for (const { name, contents } of changes) await (contents ? writeOne(disk, name, contents) : removeOne(disk, name));
    if (folder.now.id === mine) remember(files);
    changed();
    return notice(`Saved to the folder ${disk.name}.`);
  } catch (error) {
    return notice(`The folder ${disk.name} cannot be written: ${error.message}`);
  }
}

// Returns the changes that saving would make on the disk. A change without `contents` deletes a file. `isOther` is true
// if another program has changed the file after the page read it.
async function changesOf(disk, files) {
  const before = id === folder.now.id ? saved : new Map();
  const changes = [];
  for (const name of new Set([...files.keys(), ...before.keys()])) {
    const [contents, there] = [files.get(name), await readOne(disk, name)];
    if (there ? same(there, contents) : !contents) continue;
    changes.push({ name, contents, isOther: Boolean(there) && !same(there, before.get(name)) });
  }
  return changes;
}

// Asks the user before saving replaces or deletes a file that another program has changed.
async function mayReplace(changes) {
  const others = changes.filter(({ isOther }) => isOther).map(({ name }) => name);
  if (!others.length) return true;
  const title = `${others.join(", ")} ${others.length > 1 ? "are" : "is"} different on the disk`;
  return Boolean(await question({ title, words: "Another program may have changed the files since this page read them.", yes: "Replace them" }));
}

async function place(disk, name, create) {
  const parts = name.split("/");
  let at = disk;
  for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part, { create });
  return [at, parts.at(-1)];
}

async function readOne(disk, name) {
  try {
    const [at, last] = await place(disk, name, false);
    return new Uint8Array(await (await (await at.getFileHandle(last)).getFile()).arrayBuffer());
  } catch (error) {
    if (error.name === "NotFoundError") return null;
    throw error;
  }
}

async function writeOne(disk, name, contents) {
  const [at, last] = await place(disk, name, true);
  const stream = await (await at.getFileHandle(last, { create: true })).createWritable();
  await stream.write(contents);
  await stream.close();
}

async function removeOne(disk, name) {
  const [at, last] = await place(disk, name, false);
  await at.removeEntry(last).catch((error) => {
    if (error.name !== "NotFoundError") throw error;
  });
}
