// A table in which the user edits cards: the rows of a CSV or TSV file. Only the visible rows are drawn.
import { bytes, exact, same } from "./bytes.js";
import * as csv from "./csv.js";
import { make } from "./dom.js";
import * as folder from "./folder.js";
import { ROW, drawn, leftOf, scrolled, widthsOf } from "./grid.js";
import { button } from "./notice.js";

const MOST_STEPS = 200; // The maximum number of steps that can be undone.

let changed = () => {};
let moved = () => {}; // Called with the line of a row, and whether the user has just moved there from another row.
let grid, body, field;
let table = csv.parse("");
let name = "";
let contents = null;
let widths = [];
let at = { row: 0, column: 0 }; // The selected cell,
let from = at; // and the opposite corner, if several cells are selected.
const histories = new Map(); // For each file: the steps to undo and to redo, and the text that they belong to.
let history = null;
let marks = new Map(); // Mistakes, by the row and the column of their cells.
let tableBeforeTyping = null; // The table without the text that is being typed into a cell.

export function begin(container, callbacks) {
  ({ changed, moved } = callbacks);
  const acts = [["+ Row", () => step(csv.addRow(table, at.row + 1), { ...at, row: at.row + 1 })], ["− Row", deleteRows],
    ["+ Column", addColumn], ["− Column", deleteColumn], ["↶", () => undoOrRedo("undo", "redo")], ["↷", () => undoOrRedo("redo", "undo")]];
  const names = { "+ Row": "Add a row below", "− Row": "Delete the row", "+ Column": "Add a column to the right", "− Column": "Delete the column", "↶": "Undo", "↷": "Redo" };
  const bar = make("div", "set table-bar");
  bar.append(...acts.map(([words, act]) => {
    const made = button(words, () => {
      act();
      focus();
    }, names[words]);
    if (names[words]) made.title = names[words];
    return made;
  }));
  grid = make("div", "grid");
  grid.tabIndex = 0;
  grid.setAttribute("role", "grid");
  grid.setAttribute("aria-multiselectable", "true");
  body = make("div", "grid-body");
  field = make("textarea");
  field.hidden = true;
  field.spellcheck = false;
  body.append(field);
  grid.append(body);
  container.append(bar, grid);
  grid.addEventListener("scroll", draw);
  grid.addEventListener("keydown", keys);
  grid.addEventListener("mousedown", pressed);
  grid.addEventListener("dblclick", () => type());
  for (const what of ["copy", "cut", "paste"]) grid.addEventListener(what, board);
  field.addEventListener("keydown", fieldKeys);
  field.addEventListener("input", typed);
  field.addEventListener("blur", () => commit());
  new ResizeObserver(draw).observe(grid);
}

// Shows the text of a file. With `isKept`, the same cell stays selected.
export function show(file, given, isKept = false) {
  if (!isKept || file !== name) leave();
  const key = `${folder.now.id}/${file}`;
  const text = exact(given);
  if (!histories.has(key)) histories.set(key, { undo: [], redo: [], text });
  const isSame = history === histories.get(key) && isKept;
  history = histories.get(key);
  if (history.text !== text) remember(text);
  if (isSame && same(contents, given)) return;
  if (!isSame) marks = new Map();
  name = file;
  contents = given;
  if (!isSame) at = from = { row: Math.min(1, csv.parse(text).rows.length), column: 0 };
  read(text);
  // If another tab has written the file while the user types into a cell, the typed text goes into the new table.
  if (tableBeforeTyping) tableBeforeTyping = table;
  grid.setAttribute("aria-label", `${file}. Arrow keys move, Enter or F2 changes a cell, Tab goes on, Escape leaves.`);
  reveal();
}

// With `isTyping`, the columns keep their widths, because the input field covers the cell.
function read(text, isTyping = false) {
  table = csv.parse(text, /\.tsv$/i.test(name));
  if (!isTyping || widths.length !== table.width) widths = widthsOf(table);
  grid.setAttribute("aria-rowcount", String(table.rows.length));
  grid.setAttribute("aria-colcount", String(table.width + 1));
  body.style.height = `${(table.rows.length + 1) * ROW}px`;
  body.style.width = `${leftOf(widths, widths.length)}px`;
  draw();
}

const state = () => ({ table, widths, at, from, marks });
const draw = () => drawn(grid, body, field, state());

function reveal() {
  scrolled(grid, state());
  draw();
}

const focus = () => grid.focus({ preventScroll: true });

// ------------------------------------------------------------------ moving

function go(row, column, isSelecting = false, isOwn = false) {
  const earlier = at.row;
  at = { row: Math.max(0, Math.min(table.rows.length, row)), column: Math.max(0, Math.min(table.width - 1, column)) };
  if (!isSelecting) from = at;
  reveal();
  const { line } = table.rows[at.row] ?? {};
  if (line) moved(line, isOwn && at.row !== earlier);
}

// Selects a cell that the user has chosen in the table, with a key or with the mouse.
function choose(row, column, isSelecting) {
  go(row, column, isSelecting, true);
}

// Returns the cell at a position in the text.
function cellAt(line, column) {
  const row = Math.max(0, table.rows.findLastIndex((row) => row.line <= line));
  const place = (table.rows[row]?.from ?? 0) + column - 1;
  return { row, column: Math.max(0, table.rows[row]?.cells.findLastIndex((cell) => cell.from <= place) ?? 0) };
}

export function goTo(line, column) {
  const cell = cellAt(line, column);
  go(cell.row, cell.column);
  focus();
}

// Marks the cells with mistakes.
export function mark(places) {
  marks = new Map();
  for (const { line, column, severity, message } of places) {
    const cell = cellAt(line, column);
    const key = `${cell.row}-${cell.column}`;
    const known = marks.get(key);
    marks.set(key, { isError: severity === "error" || Boolean(known?.isError), words: known ? `${known.words}\n${message}` : message });
  }
  draw();
}

// Applies the correction of a mistake, unless the text at this place has changed.
export function mend({ line, column, typed, text }) {
  const row = table.rows.findLast((row) => row.line <= line);
  if (!row) return;
  const lines = table.text.slice(row.from).split("\n").slice(0, line - row.line);
  const start = row.from + lines.reduce((sum, { length }) => sum + length + 1, 0);
  const from = start + [...table.text.slice(start).split("\n", 1)[0]].slice(0, column - 1).join("").length;
  if (table.text.slice(from, from + typed.length) === typed) step(table.text.slice(0, from) + text + table.text.slice(from + typed.length));
}

// Selects the next cell for Tab, or the previous one if `by` is -1. After the last cell of a row comes the first cell
// of the next row.
function next(by) {
  const place = at.row * table.width + at.column + by;
  choose(Math.floor(place / table.width), ((place % table.width) + table.width) % table.width);
}

function keys(event) {
  if (event.target === field) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const page = Math.max(1, Math.floor(grid.clientHeight / ROW) - 1);
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-page, 0], PageDown: [page, 0] };
  const key = event.key;
  if (isCommand && /^[zy]$/i.test(key)) {
    if (key.toLowerCase() === "y" || event.shiftKey) undoOrRedo("redo", "undo");
    else undoOrRedo("undo", "redo");
  } else if (isCommand && key === "a") {
    from = { row: 0, column: 0 };
    go(table.rows.length - 1, table.width - 1, true);
  } else if (isCommand && (key === "Home" || key === "End")) choose(key === "Home" ? 0 : table.rows.length - 1, key === "Home" ? 0 : table.width - 1, event.shiftKey);
  else if (isCommand || event.altKey) return;
  else if (steps[key]) choose(at.row + steps[key][0], at.column + steps[key][1], event.shiftKey);
  else if (key === "Home" || key === "End") choose(at.row, key === "Home" ? 0 : table.width - 1, event.shiftKey);
  else if (key === "Tab" && grid.dataset.left !== "yes") next(event.shiftKey ? -1 : 1);
  else if (key === "Escape") {
    // After Escape, the next Tab key leaves the table.
    grid.dataset.left = "yes";
    return;
  } else if (key === "Enter" || key === "F2") type();
  else if (key === "Delete" || key === "Backspace") fill("");
  else if (key.length === 1) type(key);
  else return;
  delete grid.dataset.left;
  event.preventDefault();
  event.stopPropagation();
}

function pressed(event) {
  const found = event.target.closest?.(".grid-cell");
  if (!found || event.target === field) return;
  event.preventDefault();
  const [row, column] = [Number(found.dataset.row), Number(found.dataset.column)];
  const isAgain = row === at.row && column === at.column && document.activeElement === grid;
  commit();
  focus();
  choose(row, column, event.shiftKey);
  // On a phone, a second touch opens the cell for typing.
  if (isAgain && matchMedia("(pointer: coarse)").matches) type();
}

// ------------------------------------------------------------------ typing

// Opens the cell for typing, with its text or with the key that was pressed.
function type(key) {
  tableBeforeTyping = table;
  field.value = key ?? csv.words(table, at.row, at.column);
  field.hidden = false;
  field.setAttribute("aria-label", `Row ${at.row}, ${csv.words(table, 0, at.column) || `column ${at.column + 1}`}`);
  field.style.top = `${at.row * ROW}px`;
  field.style.left = `${leftOf(widths, at.column)}px`;
  field.style.width = `${Math.max(widths[at.column], Math.min(320, field.value.length * 7.6 + 30))}px`;
  field.style.height = `${Math.min(6, Math.ceil((field.value.length * 7.6) / 300) + field.value.split("\n").length - 1 || 1) * 20 + 10}px`;
  field.focus();
  if (key === undefined) field.select();
  else typed();
}

// Puts the typed text into the table after each key, because the page may end at any moment. All this typing becomes
// one step to undo when the user leaves the cell.
function typed() {
  if (!tableBeforeTyping) return;
  const { row, column } = at;
  const text = field.value === csv.words(tableBeforeTyping, row, column) ? tableBeforeTyping.text : csv.put(tableBeforeTyping, row, column, [[field.value]]);
  if (text === table.text) return;
  contents = bytes(text);
  read(text, true);
  changed(contents);
}

// Ends typing. Without `isTaken`, as after Escape, the cell gets its old text back.
function commit(isTaken = true) {
  if (!tableBeforeTyping) return;
  if (!isTaken) field.value = csv.words(tableBeforeTyping, at.row, at.column);
  typed();
  tableBeforeTyping = null;
  field.hidden = true;
  if (table.text !== history.text) remember(table.text);
  read(table.text);
}

// Ends typing before another file is shown.
export const leave = () => commit();

function fieldKeys(event) {
  event.stopPropagation();
  if (event.isComposing || !["Enter", "Tab", "Escape"].includes(event.key) || (event.key === "Enter" && event.altKey)) {
    if (event.key === "Enter") {
      field.setRangeText("\n", field.selectionStart, field.selectionEnd, "end");
      typed();
      event.preventDefault();
    }
    return;
  }
  event.preventDefault();
  commit(event.key !== "Escape");
  focus();
  if (event.key === "Enter") choose(at.row + (event.shiftKey ? -1 : 1), at.column);
  if (event.key === "Tab") next(event.shiftKey ? -1 : 1);
}

const corners = () => [Math.min(at.row, from.row), Math.min(at.column, from.column), Math.max(at.row, from.row), Math.max(at.column, from.column)];

// Puts the same text into all selected cells.
function fill(words) {
  const [top, left, bottom, right] = corners();
  const rows = Math.min(bottom, table.rows.length - 1) - top + 1;
  if (rows > 0) step(csv.put(table, top, left, Array.from({ length: rows }, () => Array(right - left + 1).fill(words))), at, from);
}

function board(event) {
  if (event.target === field) return;
  event.preventDefault();
  event.stopPropagation();
  const [top, left, bottom, right] = corners();
  if (event.type === "paste") {
    const block = csv.asBlock(event.clipboardData.getData("text/plain"));
    if (block.length) step(csv.put(table, top, left, block), { row: top, column: left }, { row: top + block.length - 1, column: left + block[0].length - 1 });
    return;
  }
  const rows = Array.from({ length: bottom - top + 1 }, (_, row) => Array.from({ length: right - left + 1 }, (_, column) => csv.words(table, top + row, left + column)));
  event.clipboardData.setData("text/plain", csv.fromBlock(rows));
  if (event.type === "cut") fill("");
}

// ------------------------------------------------------------------ changing

function deleteRows() {
  const [top, , bottom] = corners();
  if (top < table.rows.length) step(csv.deleteRows(table, top, Math.min(bottom, table.rows.length - 1)), { row: top, column: at.column });
}

function addColumn() {
  step(csv.addColumn(table, at.column + 1, `Column ${table.width + 1}`), { row: 0, column: at.column + 1 });
}

function deleteColumn() {
  if (table.width > 1) step(csv.deleteColumn(table, at.column), { ...at, column: Math.max(0, at.column - 1) });
}

function remember(text) {
  history.undo.push(history.text);
  if (history.undo.length > MOST_STEPS) history.undo.shift();
  history.redo = [];
  history.text = text;
}

// Replaces the text of the table. The user can undo this step. Afterwards, the cells from `to` to `other` are selected.
function step(text, to = at, other = to) {
  if (text === table.text) return;
  remember(text);
  applyText(text, to, other);
}

function applyText(text, to, other = to) {
  contents = bytes(text);
  read(text);
  go(to.row, to.column);
  from = { row: Math.min(other.row, table.rows.length), column: Math.min(other.column, table.width - 1) };
  draw();
  changed(contents);
}

function undoOrRedo(source, target) {
  if (!history?.[source].length) return;
  history[target].push(history.text);
  history.text = history[source].pop();
  applyText(history.text, at);
}
