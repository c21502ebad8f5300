// Parses a text with cells between commas, semicolons or tabs into rows, and changes single cells. Everything else
// stays as it is written: quotes, separators and line ends.

// Finds the rows: each has the offsets of its cells in the text, and the number of its line.
export function parse(text, isTabbed = false) {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const separator = isTabbed ? "\t" : separatorOf(text);
  const rows = [];
  let [at, line] = [start, 1];
  while (at < text.length) {
    const row = { from: at, line, cells: [] };
    for (;;) {
      const cell = cellAt(text, at, separator);
      row.cells.push(cell);
      at = cell.to;
      for (let i = cell.from; i < cell.to; i += 1) if (text[i] === "\n") line += 1;
      if (text[at] !== separator) break;
      at += 1;
    }
    row.to = at;
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    row.end = at;
    line += 1;
    rows.push(row);
  }
  const first = rows[0];
  const lineEnd = (first && text.slice(first.to, first.end)) || "\n";
  return { text, separator, lineEnd, start, rows, width: Math.max(1, ...rows.map(({ cells }) => cells.length)) };
}

function cellAt(text, from, separator) {
  let at = from;
  if (text[at] === '"') {
    for (at += 1; at < text.length; at += 1) {
      if (text[at] !== '"') continue;
      if (text[at + 1] !== '"') break;
      at += 1;
    }
    at += 1;
  }
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return { from, to: at };
}

// Returns the separator that occurs most often in the first line, outside quotes. The program uses the same rule.
function separatorOf(text) {
  const counts = { ",": 0, ";": 0, "\t": 0 };
  let isQuoted = false;
  for (const sign of text.trimStart()) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "\n" || sign === "\r") break;
    else if (sign in counts) counts[sign] += 1;
  }
  return Object.keys(counts).reduce((most, sign) => (counts[sign] > counts[most] ? sign : most));
}

// Returns the text of a cell without quotes. Returns an empty text if the row has no such cell.
export function words({ text, rows }, row, column) {
  const cell = rows[row]?.cells[column];
  if (!cell) return "";
  const raw = text.slice(cell.from, cell.to);
  return /^"(?:[^"]|"")*"$/.test(raw) ? raw.slice(1, -1).replaceAll('""', '"') : raw;
}

const quoted = (words, separator, isQuoted) =>
  isQuoted || words.includes(separator) || /["\n\r]|^\s|\s$/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;

// Replaces parts of the text. The parts must not overlap. Starts with the last part, so that the offsets of the others
// stay correct.
const changed = (text, changes) => changes.sort((a, b) => b.from - a.from || b.at - a.at)
  .reduce((whole, { from, to, words }) => whole.slice(0, from) + words + whole.slice(to), text);

// Writes a block of cells into the table. Its first cell goes to this row and column. The table grows if necessary.
export function put(table, row, column, block) {
  const { rows, separator } = table;
  const wide = Math.max(table.width, column + Math.max(...block.map((line) => line.length)));
  const changes = [];
  for (const [index, line] of block.entries()) {
    const found = rows[row + index];
    if (!found) continue;
    const more = [];
    for (const [offset, value] of line.entries()) {
      const cell = found.cells[column + offset];
      if (!cell) {
        while (found.cells.length + more.length < column + offset) more.push("");
        more.push(quoted(value, separator));
      } else if (words(table, row + index, column + offset) !== value) {
        changes.push({ ...cell, words: quoted(value, separator, table.text[cell.from] === '"') });
      }
    }
    // If the table becomes wider, a row that has a cell in every old column also gets one in every new column.
    while (found.cells.length === table.width && found.cells.length + more.length < wide) more.push("");
    if (more.some((value) => value !== "") || wide > table.width) {
      for (const value of more) changes.push({ from: found.to, to: found.to, words: separator + value, at: changes.length });
    }
  }
  if (wide > table.width) {
    for (const [index, { cells, to }] of rows.entries()) {
      if (index >= row && index < row + block.length) continue;
      if (cells.length === table.width) changes.push({ from: to, to, words: separator.repeat(wide - table.width), at: changes.length });
    }
  }
  return changed(table.text, inOrder(changes)) + below(table, row, column, block, wide);
}

// Joins texts that are inserted at the same position, so that they keep their order.
function inOrder(changes) {
  const at = new Map();
  const rest = [];
  for (const change of changes) {
    if (change.from !== change.to || change.at === undefined) rest.push(change);
    else if (at.has(change.from)) at.get(change.from).words += change.words;
    else {
      at.set(change.from, { ...change });
      rest.push(at.get(change.from));
    }
  }
  return rest;
}

// Returns those rows of a block that are below the last row of the table, as text.
function below({ rows, separator, lineEnd, text }, row, column, block, wide) {
  const lines = [];
  for (let index = Math.max(0, rows.length - row); index < block.length; index += 1) {
    const cells = Array.from({ length: wide }, (_, at) => quoted(block[index][at - column] ?? "", separator));
    lines.push(cells.join(separator));
  }
  if (!lines.length) return "";
  const isEnded = !text.length || /[\n\r]$/.test(text);
  return (isEnded ? "" : lineEnd) + lines.map((line) => line + lineEnd).join("");
}

export function addRow(table, row) {
  const { text, rows, separator, lineEnd, width } = table;
  const empty = separator.repeat(width - 1);
  const at = rows[row]?.from ?? text.length;
  const isEnded = at === 0 || at === table.start || /[\n\r]/.test(text[at - 1]);
  return text.slice(0, at) + (isEnded ? "" : lineEnd) + empty + lineEnd + text.slice(at);
}

export const deleteRows = ({ text, rows }, first, last) => text.slice(0, rows[first].from) + text.slice(rows[last].end);

export function addColumn(table, column, name) {
  const changes = table.rows.filter(({ cells }) => cells.length >= column && cells.length > 0).map((row) => {
    const words = row === table.rows[0] ? quoted(name, table.separator) : "";
    const cell = row.cells[column];
    if (cell) return { from: cell.from, to: cell.from, words: words + table.separator };
    return { from: row.to, to: row.to, words: table.separator + words };
  });
  return changed(table.text, changes);
}

export function deleteColumn(table, column) {
  const changes = table.rows.filter(({ cells }) => cells[column]).map(({ cells }) => {
    const isLast = column === cells.length - 1;
    const from = isLast && column > 0 ? cells[column - 1].to : cells[column].from;
    return { from, to: isLast ? cells[column].to : cells[column + 1].from, words: "" };
  });
  return changed(table.text, changes);
}

// Parses a block of cells as a spreadsheet program copies it.
export const asBlock = (text) => {
  const table = parse(text.replace(/\r\n?/g, "\n"), true);
  return table.rows.map(({ cells }, row) => cells.map((_, column) => words(table, row, column)));
};

export const fromBlock = (block) => block.map((line) => line.map((words) => quoted(words, "\t")).join("\t")).join("\n");
