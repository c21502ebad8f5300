// The browser alone: the program is WebAssembly in workers, files are in memory, and there is an editor.
import { by, make } from "./dom.js";
import * as kept from "./kept.js";

const PAUSE = 300; // Milliseconds after a change until the browser keeps it.
const WAIT = 20; // Milliseconds after a keystroke until the sheets are asked for: the next one may be on its way.
const PATIENCE = 20000; // Milliseconds that drawing may take, and six times that what takes long.
const LARGEST_SHARED = 6000; // The most signs of a layout that travels in an address.
const LARGEST_KEPT = 32 << 20; // The most bytes of a folder that is there again after a reload.

let module = null;
const fonts = new Map(); // Those that some worker has needed.
let files = new Map();
let version = 0; // Counts changes of the folder.
let good = null; // The folder as it was when its layout last had no mistake.
let layout = "";
let open = ""; // The file in the editor.
let editor = null;
let change = () => {};
let show = () => {};
let lineIs = () => {};
let timer = null;
let keeping = null;

// ------------------------------------------------------------------ workers

// A press in a worker; it is ended, and another one made, where what it does is not wanted any more.
class Press {
  #worker = null;
  #waiting = new Map();
  #serial = 0;
  #has = null; // The version of the folder that it knows.
  #patience;

  constructor(patience) {
    this.#patience = patience;
  }

  ask(target, folder, body, signal) {
    if (!this.#worker) {
      this.#worker = new Worker("worker.js", { type: "module" });
      this.#worker.onmessage = ({ data: { font, serial, answer } }) => {
        if (font) return fonts.set(...font);
        this.#waiting.get(serial)?.(answer);
        this.#waiting.delete(serial);
        if (answer.broken) this.#end("That cannot be done here.");
      };
      this.#worker.postMessage({ module, known: fonts });
      this.#has = null;
    }
    const serial = (this.#serial += 1);
    const given = this.#has === folder.version ? undefined : [...folder.files];
    this.#has = folder.version;
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
      this.#worker.postMessage({ files: given, serial, target, body });
    });
  }

  #end(why) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const done of this.#waiting.values()) done({ ok: false, kind: "text/plain", bytes: bytes(why) });
    this.#waiting.clear();
  }
}

const quick = new Press(PATIENCE);
const slow = new Press(6 * PATIENCE);

// What is asked, and how it is answered. With `before`, of the layout as it was when it last had no mistake.
export async function ask(path, values = {}, { body, signal, slow: isSlow } = {}) {
  const query = new URLSearchParams({ layout, ...values });
  const of = (values.before && good) || { files: new Map(files), version };
  return { of, ...(await (isSlow || body ? slow : quick).ask(`${path}?${query}`, of, body, signal)) };
}

const json = async (answer) => JSON.parse(new TextDecoder().decode((await answer).bytes));
const text = (bytes) => new TextDecoder().decode(bytes);
const bytes = (text) => new TextEncoder().encode(text);

// ------------------------------------------------------------------ the folder

const isText = (name) => /\.(toml|csv|tsv|json|svg|txt)$/i.test(name);
const isLayout = (name, contents) => /\.toml$/i.test(name) && /^\s*(\[game\]|\[\[(board|cards|notes|tiles|counters)\]\])/m.test(text(contents));

// Takes files as the folder; the layout is the one that is named, or the first there is. `was` is what they were when they
// had no mistake.
async function take(taken, named, was) {
  const all = new Map([...taken].sort(([a], [b]) => (a < b ? -1 : 1)));
  const found = named ?? [...all].find(([name, contents]) => isLayout(name, contents))?.[0];
  if (!found) {
    if (layout) {
      // Beside the layout that is open.
      for (const [name, contents] of all) files.set(name, contents);
      return edited();
    }
    return alert("There is no layout among these files: a .toml file that has a table such as [[cards]] or [[board]].");
  }
  good = was ? { files: was, version: (version += 1) } : null;
  files = all;
  layout = found;
  version += 1;
  keepSoon();
  show(true);
  by("piece").textContent = "Click a piece or a cell, or go to it with the arrow keys and press Enter.";
  await edit(layout);
  change();
}

// Puts a file into the editor.
async function edit(name) {
  open = name;
  by("file").replaceChildren(...[...files.keys()].filter(isText).map((file) => {
    const option = make("option", "", file);
    option.value = file;
    return option;
  }));
  by("file").value = name;
  if (!editor) {
    const { create } = await import("./editor.js");
    editor = create({ parent: by("editor"), changed: typed, moved: (line) => lineIs(open, line), ask });
  }
  editor.set(name, text(files.get(name)), name === layout);
}

function typed(contents) {
  files.set(open, bytes(contents));
  edited();
}

function edited() {
  version += 1;
  clearTimeout(timer);
  timer = setTimeout(() => change(), WAIT);
  keepSoon();
}

// Has the browser keep the folder, once nobody types.
function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    const size = [...files.values()].reduce((sum, contents) => sum + contents.length, 0);
    if (size <= LARGEST_KEPT) kept.keep({ layout, files, good: good?.files, address: location.href });
  }, PAUSE);
}

export function goTo(file, line, column) {
  if (!files.has(file) || !isText(file)) return false;
  (file === open ? Promise.resolve() : edit(file)).then(() => editor.goTo(line, column));
  return true;
}

// Mistakes under their signs; `drawn` is the folder if it could be drawn: the page goes back to it.
export function mark(mistakes, drawn) {
  if (drawn && good?.version !== drawn.version) {
    good = drawn;
    keepSoon();
  }
  editor?.mark(mistakes.flatMap((mistake) => [mistake.place, mistake.also].filter((place) => place?.file === open)
    .map((place) => ({ ...place, severity: mistake.severity, message: place.what ?? mistake.message,
      fix: place.what ? null : mistake.fix }))));
}

// Makes the correction of a mistake.
export async function mend(fix) {
  if (!files.has(fix.file) || !isText(fix.file)) return;
  if (fix.file !== open) await edit(fix.file);
  editor.put(fix);
}

// ------------------------------------------------------------------ the start

const opener = (name) => async () => {
  const { layout: named, files } = await json(ask("/begin", { like: name }));
  take(Object.entries(files).map(([file, contents]) => [file, bytes(contents)]), named);
};

// What was on the desk before, to go on with.
async function earlier() {
  const folders = (await kept.all()).filter(({ layout }) => layout);
  by("again").hidden = !folders.length;
  by("folders").replaceChildren(...folders.map((folder) => {
    const [item, button] = [make("li"), make("button", "", folder.layout)];
    button.type = "button";
    button.addEventListener("click", () => take(folder.files, folder.layout, folder.good));
    item.append(button, make("span", "", new Date(folder.when).toLocaleString()));
    return item;
  }));
}

async function startPage() {
  earlier();
  const { games, gallery, starts } = await json(ask("/begin"));
  by("starts").replaceChildren(...starts.map(({ name, what }) => {
    const [item, button] = [make("li"), make("button", "", name)];
    button.type = "button";
    button.addEventListener("click", opener(name));
    item.append(button, make("span", "", what));
    return item;
  }));
  by("more-games").addEventListener("toggle", () => cards("gallery", gallery), { once: true });
  await cards("games", games);
}

// Games as pictures of their first sheets.
async function cards(id, games) {
  const cards = games.map((name) => {
    const [item, button, picture, caption] = [make("li"), make("button"), make("img"), make("span", "", name)];
    button.type = "button";
    button.id = `game-${name}`;
    picture.alt = "";
    button.append(picture, caption);
    button.addEventListener("click", opener(name));
    item.append(button);
    return { name, item, picture, caption };
  });
  by(id).replaceChildren(...cards.map(({ item }) => item));
  for (const { name, picture, caption } of cards) {
    const { title, sheets } = await json(ask("/sheets", { game: name, draw: "0" }));
    picture.src = URL.createObjectURL(new Blob([sheets[0].svg], { type: "image/svg+xml" }));
    caption.textContent = title;
  }
}

const contents = async (file) => new Uint8Array(await file.arrayBuffer());
// Below the folder that was chosen.
const path = (file) => (file.webkitRelativePath ? file.webkitRelativePath.split("/").slice(1).join("/") : file.name);

async function openFiles(list) {
  const plain = [...list].filter((file) => !path(file).split("/").some((part) => part.startsWith(".")) && file.size <= 64 << 20);
  await take(await Promise.all(plain.map(async (file) => [path(file), await contents(file)])));
}

// Files and folders that were dropped on the page.
async function dropped(list, entries) {
  if (!entries.some((entry) => entry.isDirectory)) return openFiles(list);
  const found = [];
  const walk = async (entry, name) => {
    if (entry.isFile) found.push([name, await contents(await new Promise((done, fail) => entry.file(done, fail)))]);
    else {
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((done, fail) => reader.readEntries(done, fail));
        if (!some.length) break;
        for (const inner of some) if (!inner.name.startsWith(".")) await walk(inner, name ? `${name}/${inner.name}` : inner.name);
      }
    }
  };
  for (const entry of entries) await walk(entry, entry.isDirectory ? "" : entry.name);
  await take(found);
}

// ------------------------------------------------------------------ an address with a layout in it

const through = async (stream, given) =>
  new Uint8Array(await new Response(new Blob([given]).stream().pipeThrough(stream)).arrayBuffer());

async function share(say) {
  const own = text(files.get(layout));
  if (own.length > LARGEST_SHARED) return say("take-note", `A layout of more than ${LARGEST_SHARED} signs does not fit in an address.`, true);
  const packed = await through(new CompressionStream("deflate-raw"), bytes(`${layout}\n${own}`));
  const coded = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  history.replaceState(null, "", `#layout=${coded}`);
  keepSoon();
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  say("take-note", "The address carries the layout now. It is copied.");
}

// After a reload, the folder is there as it was; another address brings its own.
async function again() {
  const folder = await kept.mine();
  if (!folder || folder.address !== location.href) return false;
  await take(folder.files, folder.layout, folder.good);
  return true;
}

async function shared() {
  const coded = /^#layout=([\w-]+)$/.exec(location.hash)?.[1];
  if (!coded) return;
  const packed = Uint8Array.from(atob(coded.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  // No more than could have been put there.
  const whole = text(await through(new DecompressionStream("deflate-raw"), packed)).slice(0, 4 * LARGEST_SHARED);
  const end = whole.indexOf("\n");
  await take([[whole.slice(0, end), bytes(whole.slice(end + 1))]], whole.slice(0, end));
}

// ------------------------------------------------------------------ the page

export async function prepare({ showDesk, lineIs: chosen, say }) {
  show = showDesk;
  lineIs = chosen;
  for (const id of ["edit", "pane-edit", "home", "share"]) by(id).hidden = false;
  showDesk(false);
  module = await WebAssembly.compileStreaming(fetch("hexpress.wasm"));
  by("file").addEventListener("change", () => edit(by("file").value));
  by("home").addEventListener("click", () => {
    history.replaceState(null, "", location.pathname);
    kept.close();
    showDesk(false);
    earlier();
  });
  by("share").addEventListener("click", () => share(say));
  for (const id of ["open-folder", "open-files"]) {
    by(id).addEventListener("change", () => openFiles(by(id).files));
  }
  return { open: dropped };
}

export async function begin({ changed }) {
  change = changed;
  startPage();
  if (!(await again().catch(() => false))) await shared().catch(() => {});
}
