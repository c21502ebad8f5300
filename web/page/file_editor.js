// Shows a file in the editor: as a text, or as a table of cards.
import { bytes, exact, isTable, isText, text } from "./bytes.js";
import { by, make } from "./dom.js";
import * as folder from "./folder.js";
import * as table from "./table.js";

let editor = null;
let open = ""; // The name of the visible file.
let known = ""; // The id of the folder whose files the editor has shown.
let mistakes = []; // The mistakes of the last answer. Some may belong to files that are shown later.
let isAsTable = true; // Whether the user wants CSV files as tables.
let ask = null;
let lineIs = () => {};

export function begin(callbacks) {
  ({ ask, lineIs } = callbacks);
  by("file").addEventListener("change", () => edit(by("file").value));
  table.begin(by("table"), {
    changed: (contents) => folder.put(open, contents),
    moved: (line, isOwn) => lineIs(open, line, isOwn),
  });
}

export const shown = () => open;
export const isTableShown = () => !by("table").hidden;
export const where = () => (editor && open === folder.now.layout ? editor.where() : null);
// Scrolls to the cursor. If the cursor is not in the editor, nothing changes.
export const reveal = () => by("editor").contains(document.activeElement) && editor?.reveal();

export function forgetPiece() {
  by("piece").textContent = "Click a piece to find its line.";
}

// Fills the list of files that the editor can show.
export function list() {
  by("file").replaceChildren(...[...folder.now.files.keys()].filter(isText).map((file) => {
    const option = make("option", "", file);
    option.value = file;
    return option;
  }));
  by("file").value = open;
}

async function theEditor() {
  if (editor) return editor;
  const { create } = await import("./editor.js");
  return (editor ??= create({ parent: by("editor"), changed: typed, moved: (line) => lineIs(open, line), ask }));
}

// Shows a file.
export async function edit(name = open, isKept = false) {
  // Ends typing in a cell, because the text in this cell belongs to the file that is still visible.
  if (name !== open && known === folder.now.id) table.leave();
  const { id, files, layout } = folder.now;
  const it = await theEditor();
  if (id !== folder.now.id) return;
  if (known !== id) {
    it.forget();
    mistakes = [];
  }
  known = id;
  open = name;
  list();
  const isGrid = isTable(name) && isAsTable && exact(files.get(name)) !== null;
  by("table").hidden = !isGrid;
  by("editor").hidden = isGrid;
  by("as-text").hidden = !isTable(name);
  by("as-text").textContent = isGrid ? "Edit as text" : "Edit as table";
  if (isGrid) table.show(name, files.get(name), isKept);
  else it.set(name, text(files.get(name)), name === layout);
  mark();
}

export function switchTable() {
  isAsTable = !isAsTable;
  return edit();
}

// Updates the editor after something else has changed files.
export const refresh = (names) => {
  if (!folder.now.files.has(open)) return edit(folder.now.layout);
  if (names.includes(open)) return edit(open, true);
  return list();
};

// The editor uses one kind of line end and no byte order mark, so those of the file are restored.
function typed(contents) {
  const before = exact(folder.now.files.get(open)) ?? "";
  const ended = /\r\n/.test(before) && !/[^\r]\n/.test(before) ? contents.replaceAll("\n", "\r\n") : contents;
  folder.put(open, bytes(before.startsWith("\uFEFF") ? `\uFEFF${ended}` : ended));
}

export function goTo(file, line, column) {
  if (!folder.now.files.has(file) || !isText(file)) return false;
  (file === open ? Promise.resolve() : edit(file)).then(() => (isTableShown() ? table : editor).goTo(line, column));
  return true;
}

// Applies the correction of a mistake.
export async function mend(fix) {
  if (!folder.now.files.has(fix.file) || !isText(fix.file)) return;
  if (fix.file !== open) await edit(fix.file);
  if (isTableShown()) table.mend(fix);
  else editor.put(fix);
}

// Replaces the text of the layout. The user can undo this change.
export async function replace(words) {
  if (open !== folder.now.layout) await edit(folder.now.layout);
  editor.replace(words);
}

// Marks the mistakes of the file that is shown, in its text or in its cells.
export function mark(found = mistakes) {
  mistakes = found;
  const places = mistakes.flatMap((mistake) => [mistake.place, mistake.also].filter((place) => place?.file === open)
    .map((place) => ({ ...place, severity: mistake.severity, message: place.what ? `${place.what}: ${mistake.message}` : mistake.message, fix: place.what ? null : mistake.fix })));
  if (isTableShown()) table.mark(places);
  else editor?.mark(places);
}
