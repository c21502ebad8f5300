// Finds the key at a position in the text of a layout, as a list of names from the root, such as `cards`, `face`,
// `text`. The parser knows only tables, keys, brackets and texts of TOML. In a layout with a mistake, the result is a
// guess.

const OPEN = { "{": "}", "[": "]" };

export function keyAt(text, at) {
  // The whole word at the cursor is read, including the part after the cursor.
  let end = Math.min(at, text.length);
  while (/[\w-]/.test(text[end] ?? "")) end += 1;
  let table = [];
  const around = []; // The keys whose values begin with a bracket that is still open.
  let key = []; // The key whose value follows.
  let word = []; // The names that become the key if an equals sign follows.
  let spot = 0;
  const past = () => spot >= end;
  while (!past()) {
    const sign = text[spot];
    const fence = ["'''", '"""'].find((fence) => text.startsWith(fence, spot));
    if (fence) {
      const close = text.indexOf(fence, spot + 3);
      spot = close < 0 ? text.length : close + 3;
    } else if (sign === '"' || sign === "'") {
      const close = endOfText(text, spot);
      if (!key.length) word.push(text.slice(spot + 1, close));
      spot = close + 1;
    } else if (sign === "#") {
      spot = endOfLine(text, spot);
    } else if (sign === "[" && !key.length && !around.length) {
      const head = /^\[\[?([^\]\n]*)/.exec(text.slice(spot))[1];
      table = head.split(".").map((name) => name.trim().replaceAll(/["']/g, "")).filter(Boolean);
      word = [];
      spot = endOfLine(text, spot);
      if (past()) return table;
    } else if (sign === "=") {
      key = word;
      word = [];
      spot += 1;
    } else if (OPEN[sign]) {
      around.push(key);
      key = [];
      word = [];
      spot += 1;
    } else if (sign === "}" || sign === "]") {
      key = around.pop() ?? [];
      word = [];
      spot += 1;
    } else if (sign === "," || (sign === "\n" && !around.length)) {
      key = [];
      word = [];
      spot += 1;
    } else if (/[\w-]/.test(sign)) {
      const name = /^[\w-]+/.exec(text.slice(spot))[0];
      if (text[spot - 1] !== "." && text[spot - 1] !== '"') word = [];
      word.push(name);
      spot += name.length;
    } else spot += 1;
  }
  const way = [...table, ...around.flat()];
  if (key.length) return [...way, ...key];
  // The word at the cursor counts as a key, even if its equals sign is not typed yet.
  return word.length && /[\w"'-]/.test(text[at - 1] ?? text[at] ?? "") ? [...way, ...word] : way;
}

function endOfText(text, from) {
  let end = from + 1;
  while (end < text.length && text[end] !== text[from] && text[end] !== "\n") end += text[from] === '"' && text[end] === "\\" ? 2 : 1;
  return end;
}

function endOfLine(text, from) {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
