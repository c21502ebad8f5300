// The program in workers: one for what is quick, one for what takes long.
import { bytes } from "./bytes.js";

const PATIENCE = 20000; // Milliseconds that drawing may take, and six times that what takes long.
const REST = 1500; // Milliseconds after its last answer until a worker for what takes long is ended: memory only grows.

let module = null;
const fonts = new Map(); // Those that some worker has needed.

// `known` are fonts that have arrived already.
export function begin(compiled, known) {
  module = compiled;
  for (const [name, font] of known) fonts.set(name, font);
}

// A press in a worker. The worker is ended, and another one made, if nobody wants its answer any more.
class Press {
  #worker = null;
  #warm = null; // A worker without a module.
  #waiting = new Map();
  #serial = 0;
  #version = null; // The version of the folder that it knows,
  #has = null; // and its files,
  #earlier = null; // and the version of the earlier folder.
  #patience;
  #isKept;
  #resting = null;

  // A press that `isKept` stays for the next question.
  constructor(patience, isKept) {
    [this.#patience, this.#isKept] = [patience, isKept];
  }

  ask(target, folder, body, signal) {
    clearTimeout(this.#resting);
    if (!this.#worker) this.#make();
    const serial = (this.#serial += 1);
    const given = this.#news(folder);
    return new Promise((done, fail) => {
      const late = setTimeout(() => this.#end("That takes too long."), this.#patience);
      this.#waiting.set(serial, (answer) => {
        clearTimeout(late);
        done(answer);
      });
      signal?.addEventListener("abort", () => {
        clearTimeout(late);
        if (!this.#waiting.delete(serial)) return;
        if (!this.#waiting.size) this.#end("");
        fail(new DOMException("given up", "AbortError"));
      });
      this.#worker.postMessage({ ...given, serial, target, body });
    });
  }

  // Loads the scripts of the worker while the module is on its way.
  warm() {
    this.#warm ??= new Worker("worker.js", { type: "module" });
  }

  #make() {
    this.warm();
    [this.#worker, this.#warm] = [this.#warm, null];
    this.#worker.onmessage = ({ data: { font, serial, answer } }) => {
      if (font) return fonts.set(...font);
      this.#waiting.get(serial)?.(answer);
      this.#waiting.delete(serial);
      if (answer.broken) this.#end("That cannot be done here.");
      if (!this.#isKept && !this.#waiting.size) this.#resting = setTimeout(() => this.#end(""), REST);
    };
    this.#worker.postMessage({ module, known: fonts });
    this.#version = this.#has = this.#earlier = null;
  }

  // What the worker does not know of a folder: only the files that changed, unless one has gone. A folder with `earlier` is
  // compared with that one.
  #news(folder) {
    const { earlier } = folder;
    if (earlier && earlier.version !== this.#earlier) {
      this.#earlier = earlier.version;
      [this.#version, this.#has] = [folder.version, new Map(folder.files)];
      return { earlier: [...earlier.files], files: [...folder.files] };
    }
    if (this.#version === folder.version) return {};
    const [has, files] = [this.#has, new Map(folder.files)];
    [this.#version, this.#has] = [folder.version, files];
    if (!has || [...has.keys()].some((name) => !files.has(name))) return { files: [...files] };
    return { more: [...files].filter(([name, contents]) => has.get(name) !== contents) };
  }

  #end(why) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const done of this.#waiting.values()) done({ ok: false, kind: "text/plain", bytes: bytes(why) });
    this.#waiting.clear();
  }
}

export const quick = new Press(PATIENCE, true);
export const slow = new Press(6 * PATIENCE, false);
export const comparing = new Press(6 * PATIENCE, false); // Two versions, while the checker judges one.
