// Runs the program in workers: one for quick requests, and others for slow ones.
import { bytes } from "./bytes.js";

const PATIENCE = 20000; // Milliseconds that drawing may take. Slow requests may take six times as long.
const REST = 1500; // Milliseconds without a request until a worker for slow requests is ended, because its memory never becomes smaller.

let first = null; // The module that draws the first sheets. This module lacks some functions.
let whole = null; // The module with all functions.
let loading = null; // A promise of the whole module.
let loadWhole = null;
const fonts = new Map(); // The fonts that some worker has needed.

// `known` has the fonts that have already arrived. `load` loads the whole module.
export function begin(compiled, known, load) {
  [first, loadWhole] = [compiled, load];
  for (const [name, font] of known) fonts.set(name, font);
}

// Loads the whole module when a request needs it. If the module does not arrive, the next request tries again.
function wholeIsThere() {
  loading ??= loadWhole().then((compiled) => {
    [first, whole] = [null, compiled];
    quick.renew();
  });
  return loading.catch((error) => {
    loading = null;
    throw error;
  });
}

const failed = (why) => ({ ok: false, kind: "text/plain", bytes: bytes(why) });

// An instance of the program in a worker. If all its requests are cancelled, the worker is ended, and the next request
// makes another one.
class ProgramWorker {
  #worker = null;
  #warm = null; // A worker that has no module yet.
  #module = null; // The module of the worker.
  #last = null; // The last request.
  #waiting = new Map();
  #serial = 0;
  #version = null; // The version of the folder in the worker,
  #has = null; // the files of this version,
  #earlier = null; // and the version of the earlier folder.
  #patience;
  #isKept;
  #resting = null;

  // With `isKept`, the worker stays for the next request.
  constructor(patience, isKept) {
    [this.#patience, this.#isKept] = [patience, isKept];
  }

  async ask(target, folder, body, signal) {
    // Slow requests need the whole module. Only quick requests start with the first module.
    if (!this.#isKept) {
      try {
        await wholeIsThere();
      } catch (error) {
        return failed(error.message);
      }
      if (signal?.aborted) throw new DOMException("given up", "AbortError");
    }
    clearTimeout(this.#resting);
    if (!this.#worker) this.#make();
    const serial = (this.#serial += 1);
    return new Promise((done, fail) => {
      this.#send(serial, { target, folder, body, done });
      signal?.addEventListener("abort", () => {
        clearTimeout(this.#waiting.get(serial)?.late);
        if (!this.#waiting.delete(serial)) return;
        if (!this.#waiting.size) this.#end("");
        fail(new DOMException("given up", "AbortError"));
      });
    });
  }

  #send(serial, question) {
    const { target, folder, body } = question;
    clearTimeout(question.late);
    question.late = setTimeout(() => this.#end("hexpress takes too long for this in the browser. Use the program, or a smaller layout."), this.#patience);
    this.#waiting.set(serial, question);
    this.#last = question;
    this.#worker.postMessage({ ...this.#news(folder), serial, target, body });
  }

  // Replaces the first module by the whole one when no request is waiting. The new worker gets the last request again,
  // so that the browser compiles the functions that the next request needs.
  renew() {
    if (!this.#worker || this.#module === whole || this.#waiting.size) return;
    this.#worker.terminate();
    this.#make();
    this.#send(0, { ...this.#last, done: () => {} });
  }

  // Called if the first module lacks a function. Sends all requests again when the whole module has arrived.
  #startAgain() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { late } of this.#waiting.values()) clearTimeout(late);
    wholeIsThere().then(() => {
      this.#worker?.terminate();
      this.#make();
      for (const [serial, question] of this.#waiting) this.#send(serial, question);
    }, (error) => this.#end(error.message));
  }

  // Loads the scripts of the worker while the module is still loading.
  warm() {
    this.#warm ??= new Worker("worker.js", { type: "module" });
  }

  #make() {
    this.warm();
    [this.#worker, this.#warm] = [this.#warm, null];
    this.#module = whole ?? first;
    this.#worker.onmessage = ({ data: { font, serial, answer, isIncomplete } }) => {
      if (font) return fonts.set(...font);
      if (isIncomplete) return this.#startAgain();
      const question = this.#waiting.get(serial);
      clearTimeout(question?.late);
      question?.done(answer);
      this.#waiting.delete(serial);
      if (answer.broken) this.#end("hexpress failed in this browser.");
      if (!this.#isKept && !this.#waiting.size) this.#resting = setTimeout(() => this.#end(""), REST);
      if (whole) this.renew();
    };
    this.#worker.postMessage({ module: this.#module, known: fonts });
    this.#version = this.#has = this.#earlier = null;
  }

  // Returns what the worker does not know of a folder: only the changed files, or all files if one was removed. A
  // folder with `earlier` is compared with this earlier version.
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
    for (const { done, late } of this.#waiting.values()) {
      clearTimeout(late);
      done(failed(why));
    }
    this.#waiting.clear();
  }
}

export const quick = new ProgramWorker(PATIENCE, true);
export const slow = new ProgramWorker(6 * PATIENCE, false);
export const comparing = new ProgramWorker(6 * PATIENCE, false); // Compares two versions while another worker runs the checker.
