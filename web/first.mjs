// Draws the first sheet of each bundled game and start, which the page shows while the program loads.
//
//   node web/first.mjs FOLDER
//
// In: the folder of the page, with the module and the fonts.
// Out: `first/NAME.svg` for each address `#game=NAME` and `#start=NAME`.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { press } from "./page/press.js";

const [folder] = process.argv.slice(2);
const read = (name) => new Uint8Array(readFileSync(join(folder, name)));
const bytes = (text) => new TextEncoder().encode(text);
const it = await press(await WebAssembly.compile(read("hexpress.wasm")), (name) => read(`fonts/${name}`));
const ask = (path, values) => JSON.parse(new TextDecoder().decode(it.ask(`${path}?${new URLSearchParams(values)}`).bytes));

mkdirSync(join(folder, "first"), { recursive: true });
const { games, gallery, starts } = ask("/begin", {});
for (const name of [...games, ...gallery, ...starts.map(({ name }) => name)]) {
  const { layout, files } = ask("/begin", { like: name });
  it.put(Object.entries(files).map(([file, text]) => [file, bytes(text)]));
  const { sheets, mistakes } = ask("/sheets", { layout, draw: "0" });
  if (!sheets?.[0]?.svg) throw new Error(`${name} has no first sheet: ${JSON.stringify(mistakes)}`);
  writeFileSync(join(folder, "first", `${name}.svg`), sheets[0].svg);
}
