// Connects the page to the program without a server. The program is WebAssembly in workers, the files are in memory,
// and the page has an editor.
import { bytes, jsonOf, titleOf } from "./bytes.js";
import * as cards from "./cards.js";
import * as checkPrint from "./check_print.js";
import * as disk from "./disk.js";
import { by, make } from "./dom.js";
import * as fileEditor from "./file_editor.js";
import * as files from "./files.js";
import * as folder from "./folder.js";
import * as incoming from "./incoming.js";
import { load } from "./module.js";
import { hideNotice, notice } from "./notice.js";
import * as offline from "./offline.js";
import * as picture from "./picture.js";
import * as share from "./share.js";
import { startPage } from "./start.js";
import { state as showStored } from "./status.js";
import * as storedGames from "./stored_games.js";
import { usualFonts } from "./usual_fonts.js";
import * as versions from "./versions.js";
import * as workers from "./workers.js";

const WAIT = 20; // Milliseconds after a keystroke until the sheets are requested, because the next keystroke may follow at once.

let change = () => {};
let show = () => {};
let timer = null;
let shown = ""; // The id of the folder that the desk shows.
let begun = {}; // For a folder that was made from a start layout: its id, and the title that this layout has.
let ready = () => {};
const isReady = new Promise((done) => (ready = done)); // A promise that the page is ready. A game that is opened earlier waits for it.

// Sends a request to the program, and returns its answer. The request is about the open layout. With `before`, it is
// about the last version of the layout without mistakes. With `then`, it is about the earlier version that the user has
// chosen.
export async function ask(path, values = {}, { body, signal, slow } = {}) {
  const called = await ownName();
  const then = values.then ? versions.forProgram() : null;
  const query = new URLSearchParams({
    layout: then?.layout ?? folder.now.layout, ...(then && { numbers: then.numbers }), ...(called && { called }), ...values,
  });
  const of = then ?? folder.forProgram(values.before);
  const worker = slow || body ? workers.slow : workers.quick;
  return { of, ...(await worker.ask(`${path}?${query}`, of, body, signal)) };
}

// Returns the text with which the names of saved files begin. This is the title of the game, if the user has changed
// the title of the start layout. Otherwise the text is empty, and the file name of the layout is used.
async function ownName() {
  const { id, layout, like, files } = folder.now;
  if (!like) return "";
  if (begun.id !== id) begun = { id, title: titleOfStart(like, layout) };
  const [title, first] = [titleOf(layout, files.get(layout)), await begun.title];
  if (first === undefined || first === title) return "";
  return title.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).join("-").slice(0, 60);
}

async function titleOfStart(like, layout) {
  const { files } = await jsonOf(workers.quick.ask(`/begin?${new URLSearchParams({ like })}`, folder.forProgram())).catch(() => ({}));
  return files?.[layout] === undefined ? undefined : titleOf(layout, bytes(files[layout]));
}

export const { goTo, mend, reveal, where } = fileEditor;
export const { drawn, onDownload, view } = versions;
export const isTaken = checkPrint.checkDroppedPicture;

// Marks mistakes in the editor. `drawn` is the folder if its sheets could be drawn. The page shows this version while
// later ones have mistakes.
export function mark(mistakes, drawn) {
  if (drawn) {
    folder.isGood(drawn);
    picture.soon();
  }
  fileEditor.mark(mistakes);
}

// ------------------------------------------------------------------ the folder on the desk

function opened() {
  share.enter(folder.now.id);
  shown = folder.now.id;
  show(true);
  fileEditor.forgetPiece();
  files.list();
  disk.look();
  versions.opened();
  return fileEditor.edit(folder.now.layout).then(() => change());
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(() => change(), WAIT);
  disk.changed();
  files.list();
  versions.changed();
}

// Reports files that were changed in two tabs at the same time. With `name`, one of the tabs was closed, and its
// changes are in a copy with this name. Without `name`, this tab continues with a copy, and the other tab keeps the
// original.
function copied(names, name) {
  const words = `${names.join(" and ")} ${names.length > 1 ? "were" : "was"} changed in another tab at the same time.`;
  if (name) return notice(`${words} What this tab had is kept as “${name}”.`);
  folder.changeRecord({ name: `${folder.title()} (copy)` });
  shown = folder.now.id;
  history.replaceState({ folder: folder.now.id }, "");
  return notice(`${words} This tab goes on with a copy: “${folder.title()}”.`);
}

// ------------------------------------------------------------------ the start

async function openGame(name) {
  const answer = await workers.quick.ask(`/begin?${new URLSearchParams({ like: name })}`, folder.forProgram());
  if (!answer.ok) return notice(`There is no game or start layout called “${name}”.`);
  const { layout, files } = await jsonOf(answer);
  return folder.openNew({ layout, like: name, files: Object.entries(files).map(([file, contents]) => [file, bytes(contents)]) });
}

// Draws the first sheet of a bundled game or of a start layout, for its picture.
async function drawnStart(name) {
  if (!by(`start-${name}`)) return ask("/sheets", { game: name, draw: "0" });
  const { layout, files } = await jsonOf(ask("/begin", { like: name }));
  const contents = Object.entries(files).map(([file, contents]) => [file, bytes(contents)]);
  return workers.quick.ask(`/sheets?${new URLSearchParams({ layout, draw: "0" })}`, { files: contents, version: `start ${name}` });
}

// Shows the folder that the address or the history names. If they name none, shows the start page.
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
  // If the user has chosen a game in the meantime, the game stays open.
  if (folder.now.id !== id || (shown && !(await folder.close()))) return;
  shown = "";
  versions.close();
  disk.changed();
  await storedGames.list();
  if (!shown) show(false);
}

// ------------------------------------------------------------------ the page

// Adds the containers that this module needs for the parts of the page, unless the page already has them.
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
  folder.begin({ beforeClose: hideNotice, opened, changed, copied, replaced: fileEditor.refresh, roomMade: versions.roomMade }, showStored);
  files.begin();
  versions.begin({ frame, nextFramed, redraw: () => change() });
  disk.begin();
  fileEditor.begin({ ask, lineIs });
  storedGames.begin();
  by("home").addEventListener("click", () => {
    history.pushState(null, "", location.pathname + location.search);
    goHome();
  });
  by("share").addEventListener("click", () => share.share());
  checkPrint.begin();
  const openGiven = async (...given) => {
    await isReady;
    await incoming.take(...given);
  };
  incoming.begin(openGiven, waits, isReady);
  workers.quick.warm();
  const [first, fonts] = await Promise.all([load("first.wasm", progress), usualFonts]);
  workers.begin(first, fonts, () => load("hexpress.wasm", () => {}));
  return { open: openGiven };
}

export async function begin({ changed }) {
  change = changed;
  startPage({ ask, draw: drawnStart, open: openGame, ways: (name) => cards.choose(() => openGame(name)) });
  ready();
  for (const what of ["popstate", "hashchange"]) addEventListener(what, route);
  await route();
  offline.begin();
}
