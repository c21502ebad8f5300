// Draws a table of cells: only rows in sight, and the row that keys act on.
import * as csv from "./csv.js";
import { make } from "./dom.js";

export const ROW = 30; // Pixels of a row; folder.css has the same height.
const NUMBER = 48; // Pixels of the column with the numbers of rows; folder.css has the same width.
const AROUND = 8; // Rows that are drawn above and below those in sight.
const SAMPLE = 200; // Rows that the width of a column follows.
const LETTER = 7.6; // Pixels of a letter.

// The widths of the columns, in pixels.
export const widthsOf = (table) => Array.from({ length: table.width }, (_, column) => {
  const lengths = table.rows.slice(0, SAMPLE).flatMap((_, row) => csv.words(table, row, column).split("\n").map(({ length }) => length));
  return Math.round(Math.min(34, Math.max(7, ...lengths)) * LETTER + 20);
});

// The left edge of a column.
export const leftOf = (widths, column) => widths.slice(0, column).reduce((sum, width) => sum + width, NUMBER);

const isBetween = (a, b, at) => at >= Math.min(a, b) && at <= Math.max(a, b);

// Draws the rows into `body`, which `grid` scrolls; `field` stays where it is.
export function drawn(grid, body, field, state) {
  const { table, at } = state;
  const count = table.rows.length;
  const top = Math.max(1, Math.floor(grid.scrollTop / ROW) - AROUND);
  const bottom = Math.min(count, Math.ceil((grid.scrollTop + grid.clientHeight) / ROW) + AROUND);
  // The header, those in sight, the one that keys act on, and an empty one that takes what is typed below.
  const rows = new Set([0, ...Array.from({ length: Math.max(0, bottom - top) }, (_, index) => top + index), at.row, count]);
  // A field that is moved loses the focus.
  for (const child of [...body.children]) if (child !== field) child.remove();
  body.prepend(...[...rows].sort((a, b) => a - b).map((row) => line(row, state)));
  grid.setAttribute("aria-activedescendant", `cell-${at.row}-${at.column}`);
}

function line(row, state) {
  const made = make("div", row === 0 ? "grid-row grid-head" : "grid-row");
  made.setAttribute("role", "row");
  made.setAttribute("aria-rowindex", String(row + 1));
  if (row > 0) made.style.top = `${row * ROW}px`;
  const number = make("div", "grid-number", row === 0 ? "" : row === state.table.rows.length ? "+" : String(row));
  number.setAttribute("role", row === 0 ? "gridcell" : "rowheader");
  made.append(number);
  for (let column = 0; column < state.table.width; column += 1) made.append(cell(row, column, state));
  return made;
}

function cell(row, column, { table, widths, at, from, marks }) {
  const made = make("div", "grid-cell", csv.words(table, row, column).replaceAll("\n", " ⏎ "));
  made.id = `cell-${row}-${column}`;
  made.setAttribute("role", row === 0 ? "columnheader" : "gridcell");
  made.setAttribute("aria-colindex", String(column + 2));
  made.style.width = `${widths[column]}px`;
  made.dataset.row = row;
  made.dataset.column = column;
  if (isBetween(at.row, from.row, row) && isBetween(at.column, from.column, column)) made.setAttribute("aria-selected", "true");
  if (row === at.row && column === at.column) made.classList.add("at");
  const mark = marks.get(`${row}-${column}`);
  if (mark) {
    made.classList.add(mark.isError ? "wrong" : "doubtful");
    made.title = mark.words;
    made.setAttribute("aria-invalid", "true");
    made.setAttribute("aria-description", mark.words);
  }
  return made;
}

// Scrolls the cell that keys act on into sight.
export function scrolled(grid, { widths, at }) {
  const [left, y, width] = [leftOf(widths, at.column), at.row * ROW, widths[at.column] ?? 0];
  if (at.row > 0 && y - ROW < grid.scrollTop) grid.scrollTop = y - ROW;
  if (y + ROW > grid.scrollTop + grid.clientHeight) grid.scrollTop = y + ROW - grid.clientHeight;
  if (left - NUMBER < grid.scrollLeft) grid.scrollLeft = left - NUMBER;
  if (left + width > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = left + width - grid.clientWidth;
}
