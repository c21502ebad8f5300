// Tests the list of the files of the page, and their compressed copies: node web/tests/finish.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const script = new URL("../finish.mjs", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "hexpress-finish-"));
const finish = (...options) => execFileSync(process.execPath, [script, folder, ...options]);
const read = (name) => readFileSync(join(folder, name));
const files = { "page.js": "const a = 1;\n".repeat(500), "fonts/a/b.ttf": "words ".repeat(900), "tiny.txt": "x" };
for (const [name, text] of Object.entries(files)) {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text);
}

finish();
const list = JSON.parse(read("files.json"));
assert.deepEqual(Object.keys(list), ["fonts/a/b.ttf", "page.js", "tiny.txt"], "every file, sorted, without the list");
for (const [name, digest] of Object.entries(list)) {
  assert.equal(digest, `sha256-${createHash("sha256").update(read(name)).digest("base64")}`, name);
}
assert.ok(!existsSync(join(folder, "page.js.br")), "tests need no copies");

finish("--compress");
for (const name of ["page.js", "fonts/a/b.ttf"]) {
  assert.ok(brotliDecompressSync(read(`${name}.br`)).equals(read(name)), `${name}.br`);
  assert.ok(gunzipSync(read(`${name}.gz`)).equals(read(name)), `${name}.gz`);
}
assert.ok(!existsSync(join(folder, "tiny.txt.gz")), "a copy that is not smaller is left out");
const before = [read("files.json"), read("page.js.br"), read("page.js.gz")];
finish("--compress");
const after = [read("files.json"), read("page.js.br"), read("page.js.gz")];
before.forEach((bytes, index) => assert.ok(bytes.equals(after[index]), "the same again, and no copies of copies"));
writeFileSync(join(folder, "page.js"), "changed");
finish();
assert.ok(!existsSync(join(folder, "page.js.br")), "no old copy of a file that was changed");
rmSync(folder, { recursive: true });
console.log("ok: the list of files and their compressed copies");
