// Takes files and folders that the user chooses, drops or pastes.
import { isData } from "./bytes.js";
import { openTable } from "./cards.js";
import * as disk from "./disk.js";
import { by } from "./dom.js";
import * as files from "./files.js";
import * as folder from "./folder.js";
import { notice } from "./notice.js";
import { MOST_FILES, read, unreadable } from "./reading.js";
import { isZip, unzip } from "./zip.js";

const isHidden = (path) => path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
// Returns the path of a file relative to the chosen folder.
const path = (file) => (file.webkitRelativePath ? file.webkitRelativePath.split("/").slice(1).join("/") : file.name);

// Sets up the buttons, dropping and pasting. `taken` is called with the files. `waits` is called if the page is not
// ready yet. `isReady` is a promise that the page is ready.
export function begin(taken, waits, isReady) {
  for (const id of ["open-folder", "open-files"]) {
    by(id).addEventListener("change", () => {
      waits();
      const list = [...by(id).files];
      by(id).value = "";
      taken(list, []);
    });
  }
  by("open-folder").addEventListener("click", (event) => {
    if (!disk.isPossible()) return;
    event.preventDefault();
    disk.choose(waits, isReady);
  });
  document.addEventListener("paste", (event) => {
    const list = [...(event.clipboardData?.files ?? [])];
    // Spreadsheet programs copy cells as a text and as a picture. The text is used, so the picture is ignored.
    if (!list.length || !folder.isOpen() || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    files.add(list.map((file) => [named(file), file]));
  });
}

// Every browser calls a pasted picture image.png, so the picture gets another name.
const named = (file) => (/^image\.\w+$/.test(file.name) ? files.free(file.name.replace("image", "picture")) : file.name);

// Takes files and folders. If they contain a layout, opens them. Otherwise, adds them to the open folder.
export async function take(list, entries = []) {
  let all;
  try {
    const found = entries.some((entry) => entry.isDirectory) ? await walked(entries) : [...list].map((file) => [path(file), file]);
    all = await read(found.filter(([name]) => !isHidden(name)), async (name, bytes) => (isZip(bytes) && /\.zip$/i.test(name) ? fromZip(bytes) : [[name, bytes]]));
  } catch (error) {
    return notice(error.message);
  }
  return open(all);
}

// Opens files that contain a layout. Adds other files to the open folder.
export async function open(all, more = {}) {
  const layout = folder.layoutAmong(all);
  if (layout) return folder.openNew({ files: all, layout, ...more });
  if (folder.isOpen()) return files.put(all);
  if (all.some(([name]) => isData(name))) return openTable(all);
  return notice("There is no layout or table among these files. A layout is a .toml file with a table such as [[cards]] or [[board]].");
}

// Returns the files of a ZIP file, except hidden files and PDFs in a folder `output`. If all files are in one folder,
// removes this folder from their names.
async function fromZip(bytes) {
  const all = [...(await unzip(bytes))].filter(([name]) => !isHidden(name) && !/^(.*\/)?output\/[^/]*\.pdf$/.test(name));
  const around = all.length && all[0][0].includes("/") ? all[0][0].slice(0, all[0][0].indexOf("/") + 1) : "";
  const isAround = around && all.every(([name]) => name.startsWith(around));
  return isAround ? all.map(([name, contents]) => [name.slice(around.length), contents]) : all;
}

async function walked(entries) {
  const found = [];
  const walk = async (entry, name) => {
    if (found.length > MOST_FILES) return undefined;
    if (entry.isFile) return found.push([name, await new Promise((done, fail) => entry.file(done, (error) => fail(unreadable(name, error))))]);
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, fail) => reader.readEntries(done, (error) => fail(unreadable(name || entry.name, error))));
      if (!some.length) return undefined;
      for (const inner of some) if (!isHidden(inner.name)) await walk(inner, name ? `${name}/${inner.name}` : inner.name);
    }
  };
  for (const entry of entries) await walk(entry, entry.isDirectory ? "" : entry.name);
  return found;
}
