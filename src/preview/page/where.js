// The key of a layout at a place of its text: a list of names from the root, such as `cards`, `face`, `text`.
// It follows tables, keys, brackets and texts of TOML, and no more. A text with a mistake gives a good guess.

const OPEN = { "{": "}", "[": "]" };

export function keyAt(text, at) {
  // The rest of the word at the cursor belongs to it.
  let end = Math.min(at, text.length);
  while (/[\w-]/.test(text[end] ?? "")) end += 1;
  let table = [];
  const around = []; // Keys whose value is an open bracket.
  let key = []; // The key whose value comes now.
  let word = []; // What may become a key.
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
  // A word at the cursor that an equals sign follows, now or once it is typed.
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
