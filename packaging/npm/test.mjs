// Compares the command of the npm package with the program. The same command line must give the same exit code,
// mistakes, hints, verdicts and files.
//
//   node packaging/npm/test.mjs COMMAND-OF-THE-PACKAGE PATH-OF-HEXPRESS

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [npm, program] = process.argv.slice(2).map((path) => resolve(path));
const work = mkdtempSync(join(tmpdir(), "hexpress-npm-"));
const run = (file, typed, folder) => {
  const [first, ...rest] = file.endsWith(".mjs") ? [process.execPath, file, ...typed] : [file, ...typed];
  return spawnSync(first, rest, { cwd: folder, encoding: "utf8" });
};

const CARD = "[game]\ntitle = 'Ann'\n[[cards]]\nsize = 'poker'\nface = [{ text = 'Ann', font = '20pt' }]\n";
/** Creates the files that the command lines below use. */
function prepare(folder) {
  const files = {
    "one/ann.toml": CARD,
    "one/Cargo.toml": "[package]\nname = 'other'\n",
    "two/a.toml": CARD,
    "two/b c.toml": CARD,
    "deck/deck.toml": "[[cards]]\nsize = 'poker'\ndata = 'cards.csv'\nface = [{ text = '{{ name }}', font = '20pt' }]\n",
    "deck/cards.csv": "name,copies\nAnn,2\nBob,1\n",
    "wrong/wrong.toml": CARD.replace("size", "sise"),
    "tiny/tiny.toml": CARD.replace("20pt", "3pt"),
    "never/never.toml": CARD.replace("'20pt'", "'20pt', when = 'false'"),
    "none/notes.txt": "",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const made = run(program, ["build", "one/ann.toml", "--output", "made", "--quiet"], folder);
  assert.equal(made.status, 0, made.stderr);
  rmSync(join(folder, "made/ann-iso.txt"));
}

/** Command lines, each with the folder in which it runs. */
const LINES = [
  ["one", "build"],
  ["one", "build", "ann.toml", "--paper", "us"],
  [".", "build", "one"],
  [".", "build", "one", "two"],
  ["two", "build"],
  ["deck", "build", "--ink", "low"],
  [".", "build", "hex-nut"],
  ["none", "build"],
  [".", "build", "none"],
  [".", "build", "hex-nt"],
  [".", "build", "nothing-like-it"],
  ["one", "build", "an.toml"],
  ["one", "build", "ann"],
  ["two", "build", "zebra.toml"],
  ["one", "build", "Cargo.lock"],
  [".", "build", "wrong"],
  ["tiny", "build"],
  [".", "check", "one/ann.toml"],
  [".", "check", "deck/deck.toml"],
  ["one", "check"],
  ["none", "check"],
  [".", "check", "two"],
  [".", "check", "made"],
  [".", "check", "made/ann-iso.pdf"],
  [".", "check", "made/no.pdf"],
  [".", "check", "wrong/wrong.toml"],
  [".", "check", "tiny/tiny.toml"],
  [".", "check", "none/notes.txt"],
  ["never", "check"],
  ["never", "check", "--deny", "warnings"],
  [".", "check", "hex-nut", "--paper", "us"],
  [".", "new", "fresh", "--like", "deck"],
  [".", "new", "one"],
  [".", "new", "other", "--like", "gmae"],
  [".", "bulid"],
];

/** Returns the part of the output that must be equal: mistakes with their places and hints, and verdicts. */
const spoken = ({ stdout, stderr }) =>
  `${stdout}\n${stderr}`
    .split("\n")
    .filter((line) => /^(error|warning)\[|-->|= help:|worst deviation/.test(line.trim()))
    .map((line) => line.trim().replace(/^checked: /, "").replaceAll("\\", "/"))
    .sort();
const made = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.(pdf|toml|csv)$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name)).toString("base64")])
    .sort();

let passed = 0;
for (const [place, ...typed] of LINES) {
  const [ours, theirs] = ["npm", "program"].map((name) => join(work, `${passed}-${name}`));
  prepare(ours);
  cpSync(ours, theirs, { recursive: true });
  const [said, wanted] = [run(npm, typed, join(ours, place)), run(program, typed, join(theirs, place))];
  const line = `${place}: hexpress ${typed.join(" ")}`;
  assert.equal(said.status, wanted.status, `${line}\n${said.stdout}${said.stderr}\nprogram:\n${wanted.stdout}${wanted.stderr}`);
  assert.deepEqual(spoken(said), spoken(wanted), line);
  const [files, expected] = [made(ours), made(theirs)];
  assert.deepEqual(files.map(([name]) => name), expected.map(([name]) => name), line);
  files.forEach(([name, bytes], index) => assert.ok(bytes === expected[index][1], `${line}: ${name} differs`));
  passed += 1;
}
rmSync(work, { recursive: true });
console.log(`ok: ${passed} lines, typed to the package and to the program`);
