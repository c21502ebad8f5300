// Draws a table of cells. Only the visible rows and the row of the selected cell are drawn.
import * as csv from "./csv.js";
import { make } from "./dom.js";

export const ROW = 30; // The height of a row in pixels. It must be the same in folder.css.
const NUMBER = 48; // The width of the column with the row numbers, in pixels. It must be the same in folder.css.
const AROUND = 8; // The number of rows that are drawn above and below the visible ones.
const SAMPLE = 200; // The number of rows from which the width of a column is computed.
const LETTER = 7.6; // The width of a letter in pixels.

// Returns the widths of the columns, in pixels.
export const widthsOf = (table) => Array.from({ length: table.width }, (_, column) => {
  const lengths = table.rows.slice(0, SAMPLE).flatMap((_, row) => csv.words(table, row, column).split("\n").map(({ length }) => length));
  return Math.round(Math.min(34, Math.max(7, ...lengths)) * LETTER + 20);
});

// Returns the left edge of a column, in pixels.
export const leftOf = (widths, column) => widths.slice(0, column).reduce((sum, width) => sum + width, NUMBER);

const isBetween = (a, b, at) => at >= Math.min(a, b) && at <= Math.max(a, b);

// Draws the rows into `body`, which is inside the scrolled element `grid`. The input `field` stays where it is.
export function drawn(grid, body, field, state) {
  const { table, at } = state;
  const count = table.rows.length;
  const top = Math.max(1, Math.floor(grid.scrollTop / ROW) - AROUND);
  const bottom = Math.min(count, Math.ceil((grid.scrollTop + grid.clientHeight) / ROW) + AROUND);
  // Draws the header, the visible rows, the row of the selected cell, and an empty row in which the user can add cells.
  const rows = new Set([0, ...Array.from({ length: Math.max(0, bottom - top) }, (_, index) => top + index), at.row, count]);
  // The field is not moved, because it would lose the focus.
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

// Scrolls to the selected cell.
export function scrolled(grid, { widths, at }) {
  const [left, y, width] = [leftOf(widths, at.column), at.row * ROW, widths[at.column] ?? 0];
  if (at.row > 0 && y - ROW < grid.scrollTop) grid.scrollTop = y - ROW;
  if (y + ROW > grid.scrollTop + grid.clientHeight) grid.scrollTop = y + ROW - grid.clientHeight;
  if (left - NUMBER < grid.scrollLeft) grid.scrollLeft = left - NUMBER;
  if (left + width > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = left + width - grid.clientWidth;
}
