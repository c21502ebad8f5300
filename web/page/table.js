// A table of cards to type in: the rows of a CSV or TSV file. Only rows in sight are drawn.
import { bytes, exact, same } from "./bytes.js";
import * as csv from "./csv.js";
import { make } from "./dom.js";
import * as folder from "./folder.js";
import { button } from "./notice.js";

const ROW = 30; // Pixels of a row; folder.css has the same height.
const AROUND = 8; // Rows that are drawn above and below those in sight.
const MOST_STEPS = 200; // Steps that can be undone.

let changed = () => {};
let moved = () => {};
let grid, body, field;
let table = csv.parse("");
let name = "";
let contents = null;
let widths = [];
let at = { row: 0, column: 0 }; // The cell that keys act on,
let from = at; // and the other end of what is selected.
const histories = new Map(); // For each file: steps back and forth, and the text they belong to.
let history = null;

export function begin(container, callbacks) {
  ({ changed, moved } = callbacks);
  const acts = [["Add row", () => step(csv.addRow(table, at.row + 1), { ...at, row: at.row + 1 })],
    ["Delete row", deleteRows], ["Add column", addColumn], ["Delete column", deleteColumn], ["Undo", () => back("undo", "redo")], ["Redo", () => back("redo", "undo")]];
  const bar = make("div", "set table-bar");
  bar.append(...acts.map(([words, act]) => button(words, () => {
    act();
    focus();
  })));
  grid = make("div", "grid");
  grid.tabIndex = 0;
  grid.setAttribute("role", "grid");
  grid.setAttribute("aria-multiselectable", "true");
  body = make("div", "grid-body");
  field = make("textarea");
  field.hidden = true;
  field.spellcheck = false;
  grid.append(body);
  container.append(bar, grid);
  grid.addEventListener("scroll", draw);
  grid.addEventListener("keydown", keys);
  grid.addEventListener("mousedown", pressed);
  grid.addEventListener("dblclick", () => type());
  for (const what of ["copy", "cut", "paste"]) grid.addEventListener(what, board);
  field.addEventListener("keydown", fieldKeys);
  field.addEventListener("blur", () => commit());
  new ResizeObserver(draw).observe(grid);
}

// Shows the text of a file; where it `isKept` the cell stays that keys act on.
export function show(file, given, isKept = false) {
  const key = `${folder.now.id}/${file}`;
  const text = exact(given);
  if (!histories.has(key)) histories.set(key, { undo: [], redo: [], text });
  const isSame = history === histories.get(key) && isKept;
  history = histories.get(key);
  if (history.text !== text) remember(text);
  if (isSame && same(contents, given)) return;
  name = file;
  contents = given;
  if (!isSame) at = from = { row: Math.min(1, csv.parse(text).rows.length), column: 0 };
  read(text);
  grid.setAttribute("aria-label", `${file}. Arrow keys move, Enter or F2 changes a cell, Tab goes on, Escape leaves.`);
  reveal();
}

function read(text) {
  table = csv.parse(text, /\.tsv$/i.test(name));
  widths = Array.from({ length: table.width }, (_, column) => {
    const sample = table.rows.slice(0, 200).map((_, row) => Math.max(...csv.words(table, row, column).split("\n").map(({ length }) => length)));
    return Math.round(Math.min(34, Math.max(7, ...sample)) * 7.6 + 20);
  });
  grid.setAttribute("aria-rowcount", String(table.rows.length));
  grid.setAttribute("aria-colcount", String(table.width + 1));
  body.style.height = `${(table.rows.length + 1) * ROW}px`;
  body.style.width = `${widths.reduce((sum, width) => sum + width, 48)}px`;
  draw();
}

// ------------------------------------------------------------------ drawing

const selected = (row, column) => {
  const between = (a, b, at) => at >= Math.min(a, b) && at <= Math.max(a, b);
  return between(at.row, from.row, row) && between(at.column, from.column, column);
};

function draw() {
  const top = Math.max(1, Math.floor(grid.scrollTop / ROW) - AROUND);
  const bottom = Math.min(table.rows.length, Math.ceil((grid.scrollTop + grid.clientHeight) / ROW) + AROUND);
  const rows = [];
  if (table.rows.length) rows.push(line(0));
  for (let row = top; row < bottom; row += 1) rows.push(line(row));
  // An empty row below the last one takes what is typed there.
  rows.push(line(table.rows.length));
  if (at.row >= bottom && at.row < table.rows.length) rows.push(line(at.row));
  if (at.row > 0 && at.row < top) rows.push(line(at.row));
  body.replaceChildren(...rows, field);
  grid.setAttribute("aria-activedescendant", `cell-${at.row}-${at.column}`);
}

function line(row) {
  const made = make("div", row === 0 ? "grid-row grid-head" : "grid-row");
  made.setAttribute("role", "row");
  made.setAttribute("aria-rowindex", String(row + 1));
  if (row > 0) made.style.top = `${row * ROW}px`;
  const number = make("div", "grid-number", row === 0 ? "" : row === table.rows.length ? "+" : String(row));
  number.setAttribute("role", row === 0 ? "gridcell" : "rowheader");
  made.append(number);
  for (let column = 0; column < table.width; column += 1) made.append(cell(row, column));
  return made;
}

function cell(row, column) {
  const made = make("div", "grid-cell", csv.words(table, row, column).replaceAll("\n", " ⏎ "));
  made.id = `cell-${row}-${column}`;
  made.setAttribute("role", row === 0 ? "columnheader" : "gridcell");
  made.setAttribute("aria-colindex", String(column + 2));
  made.style.width = `${widths[column]}px`;
  made.dataset.row = row;
  made.dataset.column = column;
  if (selected(row, column)) made.setAttribute("aria-selected", "true");
  if (row === at.row && column === at.column) made.classList.add("at");
  return made;
}

// Brings the cell into sight.
function reveal() {
  const left = widths.slice(0, at.column).reduce((sum, width) => sum + width, 48);
  const y = at.row * ROW;
  if (at.row > 0 && y - ROW < grid.scrollTop) grid.scrollTop = y - ROW;
  if (y + ROW > grid.scrollTop + grid.clientHeight) grid.scrollTop = y + ROW - grid.clientHeight;
  if (left - 48 < grid.scrollLeft) grid.scrollLeft = left - 48;
  if (left + (widths[at.column] ?? 0) > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = left + widths[at.column] - grid.clientWidth;
  draw();
}

const focus = () => grid.focus({ preventScroll: true });

// ------------------------------------------------------------------ moving

function go(row, column, isSelecting = false) {
  at = { row: Math.max(0, Math.min(table.rows.length, row)), column: Math.max(0, Math.min(table.width - 1, column)) };
  if (!isSelecting) from = at;
  reveal();
  const { line } = table.rows[at.row] ?? {};
  if (line) moved(line);
}

export function goTo(line, column) {
  const row = Math.max(0, table.rows.findLastIndex((row) => row.line <= line));
  const place = (table.rows[row]?.from ?? 0) + column - 1;
  go(row, Math.max(0, table.rows[row]?.cells.findLastIndex((cell) => cell.from <= place) ?? 0));
  focus();
}

// Tab goes on to the next cell, and from the last one to the next row.
function next(by) {
  const place = at.row * table.width + at.column + by;
  go(Math.floor(place / table.width), ((place % table.width) + table.width) % table.width);
}

function keys(event) {
  if (event.target === field) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const page = Math.max(1, Math.floor(grid.clientHeight / ROW) - 1);
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-page, 0], PageDown: [page, 0] };
  const key = event.key;
  if (isCommand && /^[zy]$/i.test(key)) {
    if (key.toLowerCase() === "y" || event.shiftKey) back("redo", "undo");
    else back("undo", "redo");
  } else if (isCommand && key === "a") {
    from = { row: 0, column: 0 };
    go(table.rows.length - 1, table.width - 1, true);
  } else if (isCommand && (key === "Home" || key === "End")) go(key === "Home" ? 0 : table.rows.length - 1, key === "Home" ? 0 : table.width - 1, event.shiftKey);
  else if (isCommand || event.altKey) return;
  else if (steps[key]) go(at.row + steps[key][0], at.column + steps[key][1], event.shiftKey);
  else if (key === "Home" || key === "End") go(at.row, key === "Home" ? 0 : table.width - 1, event.shiftKey);
  else if (key === "Tab" && grid.dataset.left !== "yes") next(event.shiftKey ? -1 : 1);
  else if (key === "Escape") {
    // The next Tab leaves the table.
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
  go(row, column, event.shiftKey);
  // On a phone a second touch types.
  if (isAgain && matchMedia("(pointer: coarse)").matches) type();
}

// ------------------------------------------------------------------ typing

// Opens the cell for typing, with what it has or with the key that was pressed.
function type(key) {
  field.value = key ?? csv.words(table, at.row, at.column);
  field.hidden = false;
  field.setAttribute("aria-label", `Row ${at.row}, ${csv.words(table, 0, at.column) || `column ${at.column + 1}`}`);
  field.style.top = `${at.row * ROW}px`;
  field.style.left = `${widths.slice(0, at.column).reduce((sum, width) => sum + width, 48)}px`;
  field.style.width = `${Math.max(widths[at.column], Math.min(320, field.value.length * 7.6 + 30))}px`;
  field.style.height = `${Math.min(6, Math.ceil((field.value.length * 7.6) / 300) + field.value.split("\n").length - 1 || 1) * 20 + 10}px`;
  field.focus();
  if (key === undefined) field.select();
}

function commit(isTaken = true) {
  if (field.hidden) return;
  const { value } = field;
  field.hidden = true;
  if (isTaken && value !== csv.words(table, at.row, at.column)) step(csv.put(table, at.row, at.column, [[value]]));
}

function fieldKeys(event) {
  event.stopPropagation();
  if (event.isComposing || !["Enter", "Tab", "Escape"].includes(event.key) || (event.key === "Enter" && event.altKey)) {
    if (event.key === "Enter") {
      field.setRangeText("\n", field.selectionStart, field.selectionEnd, "end");
      event.preventDefault();
    }
    return;
  }
  event.preventDefault();
  commit(event.key !== "Escape");
  focus();
  if (event.key === "Enter") go(at.row + (event.shiftKey ? -1 : 1), at.column);
  if (event.key === "Tab") next(event.shiftKey ? -1 : 1);
}

const corners = () => [Math.min(at.row, from.row), Math.min(at.column, from.column), Math.max(at.row, from.row), Math.max(at.column, from.column)];

// Puts the same words into all cells that are selected.
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

// Goes on with another text; it can be undone.
function step(text, to = at, other = to) {
  if (text === table.text) return;
  remember(text);
  tell(text, to, other);
}

function tell(text, to, other = to) {
  contents = bytes(text);
  read(text);
  go(to.row, to.column);
  from = { row: Math.min(other.row, table.rows.length), column: Math.min(other.column, table.width - 1) };
  draw();
  changed(contents);
}

function back(here, there) {
  if (!history?.[here].length) return;
  history[there].push(history.text);
  history.text = history[here].pop();
  tell(history.text, at);
}
