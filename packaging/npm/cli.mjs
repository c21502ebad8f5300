#!/usr/bin/env node
// `npx hexpress`: builds and checks in the folder that it is called in.
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { parseArgs } from "node:util";

import { line, Mistakes, open } from "./index.mjs";

const USAGE = `hexpress: the printing press for board games, as WebAssembly

  npx hexpress list                        the bundled games, the gallery, and what to begin from
  npx hexpress new FOLDER [--like START]   makes a folder with a layout to begin from
  npx hexpress build GAME|FILE.toml …      prints games to output/
      --paper iso|us|both|a4|letter|…  --ink full|low|black  --cut …  --backs …  --seed N  --output FOLDER
  npx hexpress check FILE.pdf|FILE.svg …   judges finished files

The program itself does more; https://rustup.rs and "cargo install" bring it.`;
/** What a folder may hold that is read along with a layout, in files and bytes. */
const MOST_FILES = 2000;
const MOST_BYTES = 200e6;

/** The files beside a layout and below, by their names in the folder. */
async function folder(layout) {
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
        throw new Error(`${root} holds more than ${MOST_FILES} files or ${MOST_BYTES / 1e6} MB: put the layout into a folder of its own`);
      files[relative(root, path).split(sep).join("/")] = await readFile(path);
    }
  };
  await walk(root);
  return files;
}

async function build(press, names, { output, quiet, ...options }) {
  let clean = true;
  for (const name of names) {
    const isFile = name.endsWith(".toml");
    const { layout, files } = isFile ? { layout: basename(name), files: await folder(name) } : press.files(name);
    const made = press.build(files, { ...options, layout });
    made.warnings.forEach((warning) => console.error(line(warning)));
    await mkdir(output, { recursive: true });
    for (const { name, bytes } of made.files) {
      await writeFile(join(output, name), bytes);
      if (!quiet) console.log(join(output, name));
    }
    clean &&= made.clean;
    if (!quiet) console.log(made.verdict);
    made.faults.filter(({ severity }) => severity === "error").forEach((fault) => console.error(line(fault)));
  }
  return clean ? 0 : 1;
}

async function check(press, names) {
  let clean = true;
  for (const name of names) {
    const told = press.check(basename(name), await readFile(name));
    clean &&= told.clean;
    console.log(`${name}: ${told.verdict}`);
    told.faults.forEach((fault) => console.log(line(fault)));
  }
  return clean ? 0 : 1;
}

async function start(press, [name], like = "game") {
  const { layout, files } = press.files(like);
  await mkdir(name);
  for (const [file, text] of Object.entries(files)) {
    const to = join(name, file === layout ? `${basename(name)}.toml` : file);
    await writeFile(to, text, { flag: "wx" });
    console.log(to);
  }
  return 0;
}

async function run() {
  const text = { type: "string" };
  const options = { paper: text, ink: text, cut: text, backs: text, seed: text, like: text };
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { ...options, output: { ...text, short: "o", default: "output" }, quiet: { type: "boolean", short: "q" }, help: { type: "boolean", short: "h" } },
  });
  const [command, ...names] = positionals;
  const { like, help, ...rest } = values;
  const known = { build, check, new: start, list: undefined };
  if (help || !Object.hasOwn(known, command ?? "") || (command !== "list" && names.length === 0)) {
    console.log(USAGE);
    return help ? 0 : 2;
  }
  const press = await open();
  if (command === "list") {
    const { games, gallery, starts } = press.names();
    console.log(`games: ${games.join(", ")}\ngallery: ${gallery.join(", ")}\nto begin from: ${starts.join(", ")}`);
    return 0;
  }
  return known[command](press, names, command === "new" ? like : rest);
}

/** What went wrong, in plain words. */
function said(error) {
  if (error instanceof Mistakes) return error.message;
  if (error.code === "ENOENT") return `error: ${error.path} cannot be read: there is no such file`;
  if (error.code === "EEXIST") return `error: ${error.path} is there already`;
  // What follows the first sentence are Node's own hints.
  if (error.code?.startsWith("ERR_PARSE_ARGS")) return `error: ${error.message.split(/[.\n]/)[0]}: npx hexpress --help lists the options`;
  return `error: ${error.message}`;
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(said(error));
  process.exitCode = 2;
}
