// Finds and reads the inputs that the user typed: bundled games, layouts, folders of layouts, and finished files.
import { existsSync, statSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";

import { nearest, Problem, unreadable } from "./report.mjs";

/** Limits for the files that are read together with a layout: their number, and their size in bytes. */
const MOST_FILES = 2000;
const MOST_BYTES = 200e6;
/** The maximum number of names that a message lists. */
const MOST_LISTED = 8;
/** The tables of the layout language. Every layout has at least one of them. */
const TABLES = ["[game]", "[[board]]", "[[cards]]", "[[notes]]", "[[tiles]]", "[[counters]]"];
const FINISHED = [".pdf", ".svg"];
const NO_LAYOUT = "run `hexpress list` for the bundled games, or name your own .toml file";

const ending = (path) => extname(path).toLowerCase();
const isFolder = (path) => existsSync(path) && statSync(path).isDirectory();
const listed = (names) => names.slice(0, MOST_LISTED).join(", ") + (names.length > MOST_LISTED ? ", …" : "");

/** Returns whether a text has a table of the layout language, or `game.title = …` before any table. */
function isLayout(text) {
  let beforeTables = true;
  for (const indented of text.split("\n")) {
    const line = indented.replace(/^[\ufeff\ufffd \t]+/, "");
    const header = line.startsWith("[") ? line.slice(0, line.lastIndexOf("]") + 1).replace(/\s/g, "") : "";
    if (TABLES.some((table) => header.startsWith(table))) return true;
    if (beforeTables && /^game\s*[=.]/.test(line)) return true;
    beforeTables &&= !line.startsWith("[");
  }
  return false;
}

/** Returns the layouts in a folder, by name. Leaves out other TOML files. */
async function layoutsIn(folder) {
  const names = (await readdir(folder)).filter((name) => ending(name) === ".toml").sort();
  const found = [];
  for (const name of names) {
    const path = join(folder, name);
    if (statSync(path).isFile() && isLayout((await readFile(path, "utf8")).replaceAll("\0", ""))) found.push(path);
  }
  return found;
}

/** Returns the files in the folder of a layout and its subfolders, by their paths relative to this folder. */
async function besides(layout) {
  const root = dirname(layout);
  const files = {};
  let bytes = 0;
  const walk = async (at) => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.name.startsWith(".") || ["node_modules", "output"].includes(entry.name)) continue;
      if (entry.isDirectory()) await walk(path);
      if (!entry.isFile()) continue;
      bytes += (await stat(path)).size;
      if (Object.keys(files).length >= MOST_FILES || bytes > MOST_BYTES)
        throw new Error(`${root} has more than ${MOST_FILES} files or ${MOST_BYTES / 1e6} MB: put the layout into a folder of its own`);
      files[relative(root, path).split(sep).join("/")] = await readFile(path);
    }
  };
  await walk(root);
  return files;
}

/** Returns a layout and all files that it names. `shown` is the path of the layout as the user typed it. */
async function layout(path) {
  if (!existsSync(path)) throw await missing(path);
  return { shown: path, layout: basename(path), files: await besides(path) };
}

/**
 * Returns the error for a layout that does not exist. The error suggests a layout in the same folder with a similar
 * name.
 */
async function missing(path) {
  const { mistake } = unreadable(path, { code: "ENOENT" });
  const beside = isFolder(dirname(path)) ? await layoutsIn(dirname(path)) : [];
  const near = nearest(path, beside);
  const hint = near ? `did you mean \`${near}\`?` : beside.length > 0 ? `choose one of: ${listed(beside)}` : undefined;
  return new Problem(mistake.code, mistake.message, hint);
}

function bundledNames(press) {
  const { games, gallery } = press.names();
  return [...games, ...gallery];
}

function unknown(press, path) {
  if (existsSync(path)) return new Problem("HX007", `${path} is not a layout (.toml) or a PDF`);
  const file = [`${path}.toml`, `${path.slice(0, path.length - extname(path).length)}.toml`].find((name) => existsSync(name));
  const near = file ?? nearest(path, bundledNames(press));
  return new Problem("HX007", `unknown game \`${path}\``, near ? `did you mean \`${near}\`?` : NO_LAYOUT);
}

/** Returns the layouts that one argument of `build` names: a bundled game, a layout, or the layouts of a folder. */
async function one(press, path) {
  if (bundledNames(press).includes(path)) return [{ shown: `${path}.toml (bundled)`, ...press.files(path) }];
  if (isFolder(path)) {
    const found = await layoutsIn(path);
    const hint = "add a .toml file with [game], [[board]], [[cards]] or other pieces";
    if (found.length === 0) throw new Problem("HX103", `the folder ${path} contains no layout`, hint);
    return Promise.all(found.map(layout));
  }
  if (ending(path) === ".toml") return [await layout(path)];
  throw unknown(press, path);
}

/** Collects what `find` returns for each argument. All problems are thrown together. */
async function each(names, find) {
  const found = [];
  const problems = [];
  for (const name of names) {
    try {
      found.push(...(await find(name)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error);
    }
  }
  if (problems.length > 0) throw new AggregateError(problems);
  return found;
}

/** Returns the layouts that `build` makes. Without arguments, these are the layouts of the current folder. */
export async function toBuild(press, names) {
  if (names.length > 0) return each(names, (name) => one(press, name));
  const here = await layoutsIn(".");
  const hint = "run `hexpress build --all` for the bundled games, or `hexpress new my-game` for a game of your own";
  if (here.length === 0) throw new Problem("HX013", "`hexpress build` needs the name of a game: this folder contains no layout", hint);
  return Promise.all(here.map(layout));
}

/** Returns the inputs that `check` judges: layouts, and finished files as `{ finished }`. */
export async function toCheck(press, names) {
  if (names.length > 0) return each(names, (name) => judged(press, name));
  const here = await layoutsIn(".");
  if (here.length === 0) throw new Problem("HX013", "`hexpress check` needs the name of a file: this folder contains no layout", NO_LAYOUT);
  return Promise.all(here.map(layout));
}

async function judged(press, path) {
  if (FINISHED.includes(ending(path)) && !isFolder(path)) return [{ finished: path }];
  if (isFolder(path) && (await layoutsIn(path)).length === 0) {
    const finished = (await readdir(path)).filter((name) => FINISHED.includes(ending(name))).sort();
    if (finished.length > 0) return finished.map((name) => ({ finished: join(path, name) }));
  }
  if (existsSync(path) && !isFolder(path) && ending(path) !== ".toml")
    throw new Problem("HX007", `${path} is neither a layout (.toml) nor a finished file (.pdf, .svg)`);
  return one(press, path);
}
