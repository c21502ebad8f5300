// The browser alone: the program is WebAssembly in workers, files are in memory, and there is an editor.
import { answered, bytes, titleOf } from "./bytes.js";
import * as cards from "./cards.js";
import * as desk from "./desk.js";
import * as disk from "./disk.js";
import { by, make } from "./dom.js";
import { usualFonts } from "./early.js";
import * as files from "./files.js";
import * as folder from "./folder.js";
import * as home from "./home.js";
import * as incoming from "./incoming.js";
import { load } from "./module.js";
import { hush, notice } from "./notice.js";
import * as offline from "./offline.js";
import * as picture from "./picture.js";
import * as print from "./print.js";
import * as share from "./share.js";
import { startPage } from "./start.js";
import { state as kept } from "./status.js";
import * as versions from "./versions.js";
import * as workers from "./workers.js";

const WAIT = 20; // Milliseconds after a keystroke until the sheets are asked for: the next one may be on its way.

let change = () => {};
let show = () => {};
let timer = null;
let shown = ""; // The folder on the desk.
let begun = {}; // The folder that came from a start, and the title that the start gives it.
let ready = () => {};
const isReady = new Promise((done) => (ready = done)); // What is opened before that waits.

// What is asked, and how it is answered. With `before`, of the layout as it was when it last had no mistake; with `then`, of
// the earlier version that is chosen.
export async function ask(path, values = {}, { body, signal, slow } = {}) {
  const called = await ownName();
  const then = values.then ? versions.asked() : null;
  const query = new URLSearchParams({
    layout: then?.layout ?? folder.now.layout, ...(then && { numbers: then.numbers }), ...(called && { called }), ...values,
  });
  const of = then ?? folder.asked(values.before);
  const press = slow || body ? workers.slow : workers.quick;
  return { of, ...(await press.ask(`${path}?${query}`, of, body, signal)) };
}

// The text with which the names of the files begin: the title that the maker gave the game. Empty if the folder is not
// from a start, or has the title of the start: then the file name of the layout is used.
async function ownName() {
  const { id, layout, like, files } = folder.now;
  if (!like) return "";
  if (begun.id !== id) begun = { id, title: titleOfStart(like, layout) };
  const [title, first] = [titleOf(layout, files.get(layout)), await begun.title];
  if (first === undefined || first === title) return "";
  return title.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).join("-").slice(0, 60);
}

async function titleOfStart(like, layout) {
  const { files } = await answered(workers.quick.ask(`/begin?${new URLSearchParams({ like })}`, folder.asked())).catch(() => ({}));
  return files?.[layout] === undefined ? undefined : titleOf(layout, bytes(files[layout]));
}

export const { goTo, mend, reveal, where } = desk;
export const { drawn, taken, view } = versions;
export const isTaken = print.drop;

// Mistakes under their signs; `drawn` is the folder if it could be drawn: the page goes back to it.
export function mark(mistakes, drawn) {
  if (drawn) {
    folder.isGood(drawn);
    picture.soon();
  }
  desk.mark(mistakes);
}

// ------------------------------------------------------------------ the folder on the desk

// A folder was opened.
function opened() {
  share.enter(folder.now.id);
  shown = folder.now.id;
  show(true);
  desk.forgetPiece();
  files.list();
  disk.look();
  versions.opened();
  return desk.edit(folder.now.layout).then(() => change());
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(() => change(), WAIT);
  disk.changed();
  files.list();
  versions.changed();
}

// Two tabs have changed the same file.
function copied(names, name) {
  const words = `${names.join(" and ")} ${names.length > 1 ? "were" : "was"} changed in another tab at the same time.`;
  if (name) return notice(`${words} What this tab had is kept as “${name}”.`);
  folder.restate({ name: `${folder.title()} (copy)` });
  shown = folder.now.id;
  history.replaceState({ folder: folder.now.id }, "");
  return notice(`${words} This tab goes on with a copy: “${folder.title()}”.`);
}

// ------------------------------------------------------------------ the start

async function openGame(name) {
  const answer = await workers.quick.ask(`/begin?${new URLSearchParams({ like: name })}`, folder.asked());
  if (!answer.ok) return notice(`There is no game or start layout called “${name}”.`);
  const { layout, files } = await answered(answer);
  return folder.openNew({ layout, like: name, files: Object.entries(files).map(([file, contents]) => [file, bytes(contents)]) });
}

// The first sheet of a bundled game or of a start, for its picture.
async function drawnStart(name) {
  if (!by(`start-${name}`)) return ask("/sheets", { game: name, draw: "0" });
  const { layout, files } = await answered(ask("/begin", { like: name }));
  const contents = Object.entries(files).map(([file, contents]) => [file, bytes(contents)]);
  return workers.quick.ask(`/sheets?${new URLSearchParams({ layout, draw: "0" })}`, { files: contents, version: `start ${name}` });
}

// Shows the folder that the address or the history names, or the start.
async function route() {
  const { folder: id } = history.state ?? {};
  if (id && id === shown) return;
  if (id && (await folder.openKept(id))) return;
  if (await share.openAddress(openGame)) return;
  await goHome();
}

async function goHome() {
  const { id } = folder.now;
  await picture.take();
  // A game that was chosen meanwhile stays open.
  if (folder.now.id !== id || (shown && !(await folder.close()))) return;
  shown = "";
  versions.close();
  disk.changed();
  await home.list();
  if (!shown) show(false);
}

// ------------------------------------------------------------------ the page

// Containers for what is made here, if the page has none.
function furnish() {
  const style = make("link");
  Object.assign(style, { rel: "stylesheet", href: "folder.css" });
  document.head.append(style);
  const place = (id, tag, after) => by(id) ?? after.after(Object.assign(make(tag), { id }));
  place("kept", "span", by("title"));
  place("files", "div", by("edit").querySelector(".bar"));
  place("table", "div", by("editor"));
  place("versions", "section", by("look").querySelector(".bar"));
  by("table").hidden = true;
}

export async function prepare({ showDesk, lineIs, frame, nextFramed, progress = () => {}, waits = () => {} }) {
  show = showDesk;
  for (const id of ["edit", "pane-edit", "home", "share"]) by(id).hidden = false;
  showDesk(false);
  furnish();
  folder.begin({ left: hush, opened, changed, copied, replaced: desk.refresh, roomMade: versions.roomMade }, kept);
  files.begin();
  versions.begin({ frame, nextFramed, redraw: () => change() });
  disk.begin();
  desk.begin({ ask, lineIs });
  home.begin();
  by("home").addEventListener("click", () => {
    history.pushState(null, "", location.pathname + location.search);
    goHome();
  });
  by("share").addEventListener("click", () => share.share());
  print.begin();
  const taken = async (...given) => {
    await isReady;
    await incoming.take(...given);
  };
  incoming.begin(taken, waits, isReady);
  workers.quick.warm();
  const [first, fonts] = await Promise.all([load("first.wasm", progress), usualFonts]);
  workers.begin(first, fonts, () => load("hexpress.wasm", () => {}));
  return { open: taken };
}

export async function begin({ changed }) {
  change = changed;
  startPage({ ask, draw: drawnStart, open: openGame, ways: (name) => cards.choose(() => openGame(name)) });
  ready();
  for (const what of ["popstate", "hashchange"]) addEventListener(what, route);
  await route();
  offline.begin();
}
