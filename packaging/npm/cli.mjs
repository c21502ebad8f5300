#!/usr/bin/env node
// The command `hexpress` of the npm package: builds and checks games in the current folder. It has the messages and the
// exit codes of the program: 0 if all is well, 1 if the checker finds errors, 2 if the input or the command line is
// wrong.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

import { Mistakes, open } from "./index.mjs";
import { toBuild, toCheck } from "./layouts.mjs";
import { nearest, Problem, shown, unreadable } from "./report.mjs";

const USAGE = `hexpress: the printing press for board games, as WebAssembly

  hexpress list                        the bundled games, the gallery, and what to begin from
  hexpress new FOLDER [--like START]   makes a folder with a layout to begin from
  hexpress build [GAME|FILE.toml|FOLDER] …
                                       makes PDFs in the folder output; without a name, of the layouts in this folder
      --paper iso|us|both|a4|letter|…  --ink full|low|black  --cut …  --backs …  --seed N  --output FOLDER
  hexpress check [GAME|FILE.toml|FILE.pdf|FILE.svg|FOLDER] …
                                       checks layouts and finished files
      --paper …  --deny warnings

The program itself does more: previews, pictures, calibration, a language server.`;
const WELL = 0;
const FAULTS = 1;
const WRONG = 2;

const told = (mistakes) => mistakes.forEach((mistake) => console.error(shown(mistake)));
const isError = ({ severity }) => severity === "error";

/**
 * Returns the mistake with the path that the user typed in its places. The module knows only file names in the folder
 * of the layout.
 */
function asTyped(mistake, { layout, shown: path }) {
  const from = (place) => (place?.file === layout ? { ...place, file: path } : place);
  return { ...mistake, place: from(mistake.place), also: from(mistake.also) };
}

/** Calls a function for every input. If one input has mistakes, the others are still processed. */
async function every(inputs, work) {
  let worst = WELL;
  for (const input of inputs) {
    try {
      worst = Math.max(worst, await work(input));
    } catch (error) {
      if (!(error instanceof Mistakes)) throw error;
      told(error.mistakes.map((mistake) => asTyped(mistake, input)));
      worst = WRONG;
    }
  }
  return worst;
}

async function build(press, names, { output = "output", quiet, deny, all, ...options }) {
  const inputs = await toBuild(press, all ? press.names().games : names);
  return every(inputs, async (input) => {
    const made = press.build(input.files, { ...options, layout: input.layout });
    told(made.warnings.map((warning) => asTyped(warning, input)));
    await mkdir(output, { recursive: true });
    for (const { name, bytes } of made.files) {
      await writeFile(join(output, name), bytes);
      if (!quiet) console.log(join(output, name));
    }
    if (!quiet) console.log(`checked: ${made.verdict}`);
    told(made.faults.map((fault) => asTyped(fault, input)));
    return made.clean ? WELL : FAULTS;
  });
}

async function check(press, names, { quiet, deny, output, ...options }) {
  return every(await toCheck(press, names), async (input) => {
    const { shown: name, layout, files, finished } = input;
    const made = finished ? press.check(basename(finished), await bytesOf(finished)) : press.build(files, { ...options, layout });
    const warnings = made.warnings ?? [];
    told(warnings.map((warning) => asTyped(warning, input)));
    if (!quiet) console.log(`${finished ?? name}: ${made.verdict}`);
    told(made.faults.map((fault) => asTyped(fault, input)));
    const isDenied = deny === "warnings" && (warnings.length > 0 || made.faults.some((fault) => !isError(fault)));
    return made.clean && !isDenied ? WELL : FAULTS;
  });
}

const bytesOf = (path) =>
  readFile(path).catch((error) => {
    throw unreadable(path, error);
  });

/** The title that the module gives to a new game. */
const NEW = "New game";

/**
 * Returns the name of the layout in a new folder: the name of the folder with only lower-case letters, digits and `-`.
 */
function stem(folder) {
  const words = basename(folder).toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.join("-");
}

/** Returns the title of the game in a new folder: the words of the folder's name, with capitals if it has none. */
function title(folder) {
  const name = basename(folder);
  const words = name.split(/[\s\p{Cc}_-]+/u).filter(Boolean);
  return (/\p{Lu}/u.test(name) ? words : words.map((word) => word[0].toUpperCase() + word.slice(1))).join(" ");
}

async function start(press, [folder], { like = "game", quiet }) {
  if (!folder) throw new Problem("HX013", "`hexpress new` needs DIR", "write `hexpress new my-game`");
  const { games, gallery, starts } = press.names();
  if (![...games, ...gallery, ...starts].includes(like)) {
    const near = nearest(like, [...starts, ...games, ...gallery]);
    const hint = near ? `did you mean \`${near}\`?` : `choose one of: ${starts.join(", ")}; or a game from \`hexpress list\``;
    throw new Problem("HX007", `unknown start layout or game \`${like}\``, hint);
  }
  const there = existsSync(folder) ? (await readdir(folder)).filter((name) => !name.startsWith(".")).sort() : [];
  if (there.length > 0) throw new Problem("HX009", `the folder ${folder} is not empty: it contains ${there[0]}`, "choose a folder that does not exist yet");
  const { layout, files } = press.files(like);
  // A copy of a game keeps its title. A JSON string is also a TOML string.
  if (starts.includes(like)) files[layout] = files[layout].replace(JSON.stringify(NEW), () => JSON.stringify(title(folder)));
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    const to = join(folder, file === layout ? `${stem(folder)}.toml` : file);
    await writeFile(to, text, { flag: "wx" });
    if (!quiet) console.log(to);
  }
  return WELL;
}

async function list(press) {
  const { games, gallery, starts } = press.names();
  console.log(`games: ${games.join(", ")}\ngallery: ${gallery.join(", ")}\nto begin from: ${starts.join(", ")}`);
  return WELL;
}

const COMMANDS = { build, check, new: start, list };
/** The options of each command. */
const PRINT = ["paper", "ink", "cut", "backs", "seed"];
const TAKES = { build: [...PRINT, "output", "all"], check: ["paper", "deny"], new: ["like"], list: [] };

async function run() {
  const text = { type: "string" };
  const flag = { type: "boolean" };
  const texts = Object.fromEntries([...PRINT, "like", "deny"].map((name) => [name, text]));
  const flags = { all: flag, quiet: { ...flag, short: "q" }, help: { ...flag, short: "h" }, version: { ...flag, short: "V" } };
  const options = { ...texts, ...flags, output: { ...text, short: "o" } };
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [command, ...names] = positionals;
  const { help, version, ...rest } = values;
  if (version) console.log(`hexpress ${JSON.parse(await readFile(new URL("package.json", import.meta.url), "utf8")).version}`);
  if (help || (command === undefined && !version)) console.log(USAGE);
  if (help || command === undefined) return WELL;
  if (!Object.hasOwn(COMMANDS, command)) {
    const near = nearest(command, Object.keys(COMMANDS));
    const hint = near ? `did you mean \`${near}\`?` : "run `hexpress --help` for all commands";
    throw new Problem("HX013", `unknown command \`${command}\``, hint);
  }
  const stray = Object.keys(rest).find((name) => name !== "quiet" && !TAKES[command].includes(name));
  if (stray) throw new Problem("HX013", `\`hexpress ${command}\` has no option --${stray}`, "run `hexpress --help` for all options");
  return COMMANDS[command](await open(), names, rest);
}

/** Prints an error. */
function tell(error) {
  if (error instanceof AggregateError) error.errors.forEach(tell);
  else if (error instanceof Problem) told([error.mistake]);
  else if (error.code?.startsWith("ERR_PARSE_ARGS"))
    // After the first sentence, the message has hints of Node, which are left out.
    told([new Problem("HX013", error.message.split(/[.\n]/)[0], "run `hexpress --help` for all options").mistake]);
  else console.error(`error: ${error.message}`);
}

try {
  process.exitCode = await run();
} catch (error) {
  tell(error);
  process.exitCode = WRONG;
}
