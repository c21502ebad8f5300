// hexpress for Node. The input is a layout as files in memory. The output is a PDF, or a verdict on any PDF or SVG.
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";

import { loadProgram } from "./program.js";

const here = (name) => new URL(name, import.meta.url);
const query = (path, values) => {
  const said = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return `${path}?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
};
const text = (bytes) => new TextDecoder().decode(bytes);

/** The error for a layout that cannot be built. `mistakes` has each mistake with its place. */
export class Mistakes extends Error {
  constructor(mistakes) {
    super(mistakes.map(line).join("\n"));
    this.name = "Mistakes";
    this.mistakes = mistakes;
  }
}

/** Returns a mistake or a fault as one line: `game.toml:3:8: error[HX018]: …`. */
export function line({ place, severity, code, message, hint }) {
  const at = place ? `${place.file}:${place.line}:${place.column}: ` : "";
  return `${at}${severity}[${code}]: ${message}${hint ? ` (${hint})` : ""}`;
}

/**
 * Creates a press, which builds and checks layouts. A press has no access to files, to the network or to a clock. It
 * reads only the files that are passed to it.
 */
export async function open() {
  const font = (name) => readFileSync(here(`fonts/${name}`));
  return new Press(await loadProgram(await WebAssembly.compile(await readFile(here("hexpress.wasm"))), font));
}

class Press {
  #program;

  constructor(program) {
    this.#program = program;
  }

  #ask(path, values, body) {
    const { ok, bytes } = this.#program.ask(query(path, values), body);
    if (!ok) throw new Error(text(bytes).trim());
    return bytes;
  }

  #json(path, values = {}, body) {
    return JSON.parse(text(this.#ask(path, values, body)));
  }

  /** Returns the names of the bundled games, of the games of the gallery, and of the starts. */
  names() {
    const { games, gallery, starts } = this.#json("/begin");
    return { games, gallery, starts: starts.map(({ name }) => name) };
  }

  /** Returns the files of a bundled game or of a start, as `{ layout, files }`, in the form that `build` takes. */
  files(name) {
    return this.#json("/begin", { like: name });
  }

  /**
   * Builds a layout. `files` has the layout and all files that it names, by name, as text or bytes. If there are
   * several `.toml` files, `layout` names the layout. `paper`, `ink`, `cut`, `backs` and `seed` are as on the command
   * line. `format` is `pdf`, `svg` or `png`. SVG and PNG sheets come as one ZIP file.
   */
  build(files, { layout, format = "pdf", ...options } = {}) {
    const layouts = Object.keys(files).filter((name) => name.endsWith(".toml"));
    const values = { ...options, layout: layout ?? layouts[0] };
    if (layout === undefined && layouts.length !== 1) throw new Error("say which file is the layout");
    const bytes = (value) => (typeof value === "string" ? new TextEncoder().encode(value) : value);
    this.#program.put(Object.entries(files).map(([name, value]) => [name, bytes(value)]));
    const { good, title, files: made, mistakes } = this.#json("/sheets", { ...values, draw: "" });
    if (!good) throw new Mistakes(mistakes);
    const take = (file) => ({ name: file, bytes: this.#ask("/take", { ...values, format, file }) });
    const taken = format === "pdf" ? made.map(({ name }) => take(name)) : [take(`sheets-${format}.zip`)];
    const { verdict, clean, faults } = this.#json("/verdict", values);
    return { title, files: taken, warnings: mistakes, verdict, clean, faults };
  }

  /**
   * Returns the verdict of the checker on a finished PDF or SVG, made by any program: `{ clean, verdict, faults, found,
   * unjudged }`.
   */
  check(name, bytes) {
    const { mistakes, ...told } = this.#json("/judge", { name, pictures: "none" }, bytes);
    if (mistakes.length > 0) throw new Mistakes(mistakes);
    return told;
  }
}
