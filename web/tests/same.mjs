// Tests that the module and the program make the same PDFs, byte for byte. Also tests that `first.wasm`, which is in
// the folder of the module, draws the same first sheets.
//
//   node web/tests/same.mjs MODULE.wasm PATH-OF-HEXPRESS

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { loadProgram } from "../page/program.js";

const [file, program] = process.argv.slice(2).map((path) => resolve(path));
const bytes = readFileSync(file);
const size = (length) => `${(length / 1e6).toFixed(1)} MB`;
console.log(`the module: ${size(bytes.length)}, ${size(gzipSync(bytes, { level: 9 }).length)} with gzip`);
const compiled = await WebAssembly.compile(bytes);
// With wasm-bindgen, the module would have more imports. This happens if the crates in web/stubs are not used because
// their versions differ from Cargo.lock.
assert.deepEqual(WebAssembly.Module.imports(compiled), [{ module: "page", name: "bring", kind: "function" }]);
// printpdf has a colour profile that must not be passed on.
assert.ok(!bytes.includes("Coated FOGRA39"), "the colour profile of printpdf is linked");
const fonts = new Set();
const font = (name) => fonts.add(name) && readFileSync(new URL(`../../crates/scene/fonts/${name}`, import.meta.url));
const it = await loadProgram(compiled, font);
const first = await loadProgram(await WebAssembly.compile(readFileSync(join(dirname(file), "first.wasm"))), font);
const json = ({ ok, bytes }) => {
  const text = new TextDecoder().decode(bytes);
  assert.ok(ok, text);
  return JSON.parse(text);
};
const folder = mkdtempSync(join(tmpdir(), "hexpress-same-"));
try {
  const { games, starts } = json(it.ask("/begin"));
  execFileSync(program, ["build", ...games, "--output", folder, "--quiet", "--no-check"]);
  let compared = 0;
  for (const game of games) {
    // Puts the files of the bundled game into the folder. Its PDFs must be those that the program makes from the
    // bundled game.
    const { layout, files } = json(it.ask(`/begin?like=${game}`));
    it.put(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]));
    const began = performance.now();
    const { files: pdfs, title } = json(it.ask(`/sheets?layout=${layout}&draw=`));
    first.put(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]));
    const [sheets, same] = [it, first].map((one) => json(one.ask(`/sheets?layout=${layout}&paper=iso&draw=0`)));
    assert.deepEqual(sheets, same, `${game}: the first module draws another sheet`);
    for (const { name } of pdfs) {
      const made = it.ask(`/take?layout=${layout}&format=pdf&file=${name}`);
      assert.ok(Buffer.from(made.bytes).equals(readFileSync(join(folder, name))), `${name}: the bytes differ`);
      compared += 1;
    }
    console.log(`ok: ${title}, ${pdfs.length} PDFs, ${Math.round(performance.now() - began)} ms`);
  }
  assert.equal(compared, readdirSync(folder).filter((name) => name.endsWith(".pdf")).length);
  // Every start layout can be drawn. A mistake in a request or a layout is part of the answer, and does not throw an
  // error.
  for (const { name } of starts) {
    const { layout, files } = json(it.ask(`/begin?like=${name}`));
    it.put(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]));
    assert.equal(json(it.ask(`/sheets?layout=${layout}&draw=0`)).good, true, name);
  }
  it.put([["x.toml", new TextEncoder().encode("[[cards]]\nsise = 1\n")]]);
  assert.match(json(it.ask("/sheets?layout=x.toml")).mistakes[0].message, /sise/);
  assert.match(json(it.ask("/sheets?layout=y.toml")).mistakes[0].message, /not in the folder/);
  assert.match(json(it.ask("/judge?name=x.pdf", new TextEncoder().encode("%PDF-1.7"))).mistakes[0].message, /x\.pdf/);
  const verdict = json(it.ask(`/verdict?game=${games[0]}`));
  assert.equal(verdict.clean, true, verdict.verdict);
  console.log(`ok: ${starts.length} starts, mistakes, a verdict: ${verdict.verdict}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
