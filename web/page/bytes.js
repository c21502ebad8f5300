// Converts bytes to text and back, and recognises the kind of a file by its extension.
export const text = (bytes) => new TextDecoder().decode(bytes);
export const bytes = (text) => new TextEncoder().encode(text);
// Returns the text with its byte order mark, or null if the bytes are not text in UTF-8.
export function exact(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
// Returns the JSON of an answer of the program.
export const jsonOf = async (answer) => JSON.parse(text((await answer).bytes));

export const isText = (name) => /\.(toml|csv|tsv|json|svg|txt|md)$/i.test(name);
export const isTable = (name) => /\.(csv|tsv)$/i.test(name);
export const isData = (name) => /\.(csv|tsv|xlsx|json)$/i.test(name);
export const isPicture = (name) => /\.(png|jpe?g|webp|svg)$/i.test(name);

const HAS_COMPONENT = /^\s*(\[game\]|\[\[(board|cards|notes|tiles|counters|page|box)\]\])/m;
export const isLayout = (name, contents) => /\.toml$/i.test(name) && HAS_COMPONENT.test(text(contents));

// Returns the title that a layout gives its game. Without a title, returns the name of the file.
export function titleOf(layout, contents) {
  const game = /^\s*\[game\][^\n]*\n((?:(?!\s*\[)[^\n]*(?:\n|$))*)/m.exec(text(contents ?? new Uint8Array()))?.[1] ?? "";
  const [, double, single] = /^\s*title\s*=\s*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')/m.exec(game) ?? [];
  const title = double?.replace(/\\(["\\])/g, "$1") ?? single ?? "";
  return title.trim() || layout.replace(/\.toml$/i, "");
}

export const same = (a, b) => a === b || (a && b && a.length === b.length && a.every((byte, at) => byte === b[at]));

export const megabytes = (size) => `${Math.ceil(size / 1e6)} MB`;
export const amount = (size) => (size < 1000 ? `${size} B` : size < 1e6 ? `${Math.round(size / 1000)} kB` : megabytes(size));

// Returns a unique name. `crypto.randomUUID` is missing if the page comes over plain http.
export const randomName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Returns a key for the contents of a file: equal contents have equal keys.
const keys = new WeakMap();
export async function keyOf(contents) {
  if (!keys.has(contents)) keys.set(contents, `${contents.length}-${await digest(contents)}`);
  return keys.get(contents);
}

async function digest(contents) {
  const words = crypto.subtle ? new Uint32Array(await crypto.subtle.digest("SHA-256", contents)) : mixed(contents);
  return [...words].map((word) => word.toString(16).padStart(8, "0")).join("");
}

// Over plain http, browsers offer no digests. Four sums with different factors are enough to distinguish the pictures
// of one user.
function mixed(contents) {
  const sums = Uint32Array.of(0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f);
  const factors = [0x01000193, 0x5bd1e995, 0x1b873593, 0xcc9e2d51];
  for (const byte of contents) {
    for (let at = 0; at < 4; at += 1) {
      const sum = Math.imul(sums[at] ^ byte, factors[at]);
      sums[at] = sum ^ (sum >>> (13 + at));
    }
  }
  return sums;
}
