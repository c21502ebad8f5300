// Draws the first sheet of each bundled game and start layout, which the page shows while the program loads. Also makes
// a smaller module, which can draw these sheets. The page loads this module first.
//
//   node web/first.mjs FOLDER [--split]
//
// In: the folder of the page, with the module `hexpress.wasm` and the fonts. --split needs the program wasm-split
// (package binaryen).
//
// Out: `first/NAME.svg` for each address `#game=NAME` and `#start=NAME`, and `first.wasm`. With --split, `first.wasm`
// has only the functions that this script has called. If the page needs another function, it loads `hexpress.wasm`.
// Without --split, `first.wasm` is the same as `hexpress.wasm`.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { loadProgram } from "./page/program.js";

const LARGEST_PROFILE = 4_000_000; // Bytes. A profile has four bytes for each function.

const [folder, isSplit] = process.argv.slice(2);
const read = (name) => new Uint8Array(readFileSync(join(folder, name)));
const bytes = (text) => new TextEncoder().encode(text);
const [whole, first] = ["hexpress.wasm", "first.wasm"].map((name) => join(folder, name));
const scratch = mkdtempSync(join(tmpdir(), "hexpress-first-"));
const split = (...values) => execFileSync("wasm-split", ["--all-features", whole, ...values], { stdio: ["ignore", "inherit", "inherit"] });

async function programOf(file) {
  return loadProgram(await WebAssembly.compile(readFileSync(file)), (name) => read(`fonts/${name}`));
}

function drawAll(it) {
  const ask = (path, values) => JSON.parse(new TextDecoder().decode(it.ask(`${path}?${new URLSearchParams(values)}`).bytes));
  mkdirSync(join(folder, "first"), { recursive: true });
  // Sends the same requests as the page, so that the first module has all functions that these requests need.
  ask("/papers", { layout: "" });
  const { games, gallery, starts } = ask("/begin", {});
  for (const name of [...games, ...gallery, ...starts.map(({ name }) => name)]) {
    const { layout, files } = ask("/begin", { like: name });
    it.put(Object.entries(files).map(([file, text]) => [file, bytes(text)]));
    const { sheets, mistakes } = ask("/sheets", { layout, paper: "iso", draw: "0-1" });
    if (!sheets?.[0]?.svg) throw new Error(`${name} has no first sheet: ${JSON.stringify(mistakes)}`);
    writeFileSync(join(folder, "first", `${name}.svg`), sheets[0].svg);
    ask("/colours", { layout });
  }
}

// Writes a profile: a list of the functions that were called in an instrumented module.
function writeProfile({ exports }, file) {
  const at = exports.reserve(LARGEST_PROFILE);
  const size = exports.__write_profile(at, LARGEST_PROFILE);
  if (size > LARGEST_PROFILE) throw new Error(`the profile has ${size} bytes, more than ${LARGEST_PROFILE}`);
  writeFileSync(file, new Uint8Array(exports.memory.buffer, at, size));
}

try {
  if (isSplit === "--split") {
    const [instrumented, profile] = ["instrumented.wasm", "profile"].map((name) => join(scratch, name));
    split("--instrument", "-o", instrumented);
    const it = await programOf(instrumented);
    drawAll(it);
    writeProfile(it, profile);
    split(`--profile=${profile}`, "--export-prefix=%", "-o1", first, "-o2", join(scratch, "rest.wasm"));
    console.log(`the first sheets need ${statSync(first).size} of ${statSync(whole).size} bytes of the module`);
  } else {
    drawAll(await programOf(whole));
    copyFileSync(whole, first);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
