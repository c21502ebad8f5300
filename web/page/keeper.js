// Has the browser keep the open folder while someone works on it, and says how that goes.
//
// A change is kept after a moment, at the latest a second later, also while typing goes on. Other tabs that show the same
// folder take it over. If both have changed one file, the folder of this tab becomes a copy: nothing is overwritten.
import { megabytes, randomName } from "./bytes.js";
import * as history from "./history.js";
import * as kept from "./kept.js";

const PAUSE = 400; // Milliseconds from the first change that is not kept until it is.
const AGAIN = 10000; // Milliseconds until keeping is tried again after it failed, if nothing changes meanwhile.
const tab = randomName();
const news = typeof BroadcastChannel === "function" ? new BroadcastChannel("hexpress") : null;

let folder = null; // { id, rev, name, layout, like, touched, disk, files, good }
let dirty = new Set(); // Names of files with changes that are not kept.
let writing = new Set(); // Names of files that are being written.
let restated = false; // Something else of the record has changed.
let timer = null;
let busy = null;
let isFailed = false; // The timer waits to try again.
let hasLeft = false; // This tab has left what is not kept for the next page.
let told = {};

// Leaves what is not kept where the next page finds it; answers whether that was possible.
function leaveAll(mine = folder) {
  hasLeft = true;
  return kept.leave(tab, mine, new Set([...dirty, ...writing]));
}

// `took` is called with files of another tab, `copied` with the names of files that two tabs have changed, `state` with
// how keeping goes: { when } or { problem }.
export function begin(callbacks) {
  told = callbacks;
  if (news) news.onmessage = ({ data: { id, rev } }) => folder?.id === id && rev > folder.rev && keep();
  addEventListener("pagehide", leave);
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());
  addEventListener("beforeunload", (event) => {
    // What is too large to be left is gone with the page.
    if (folder && isUnsaved() && !leaveAll()) event.preventDefault();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && folder && keep());
}

// Keeps this folder from now on. `changed` are names of files that are not kept yet; another page left them under `keys`.
export function attach(next, changed = [], keys = []) {
  // What was typed while the next folder was being read.
  if (folder && isUnsaved()) leaveAll();
  clearTimeout(timer);
  timer = null;
  folder = next;
  [dirty, writing] = [new Set(changed), new Set()];
  restated = Boolean(next) && !next.rev;
  told.state({});
  if (!next) return;
  hasLeft = false;
  if (!changed.length || leaveAll()) keys.forEach(kept.forget);
  if (restated || dirty.size) keep();
}

// Keeps what is not kept yet. Answers whether another page can find it now.
export async function settle() {
  if (!folder) return true;
  if (isUnsaved() || restated) await keep();
  return !isUnsaved() || leaveAll();
}

// A file has changed, or has gone.
export function touch(name) {
  if (!folder.touched) persist();
  folder.touched = true;
  dirty.add(name);
  soon();
}

// Asks that the browser does not clear what is kept when the disk is full. Chrome and Edge decide without a question.
function persist() {
  if (navigator.userAgentData) navigator.storage?.persist?.().catch(() => {});
}

// Something about the folder other than its files has changed.
export function restate() {
  restated = true;
  soon();
}

const isUnsaved = () => dirty.size > 0 || writing.size > 0;

function soon() {
  // What is typed after a failure is left as soon as what is kept would be.
  if (isFailed) clearTimeout(timer);
  timer = isFailed || !timer ? setTimeout(keep, PAUSE) : timer;
  isFailed = false;
}

export async function keep() {
  clearTimeout(timer);
  timer = null;
  isFailed = false;
  if (busy) {
    // A browser may take long to write a large folder, or never answer.
    if (isUnsaved()) leaveAll();
    return busy.then(() => (dirty.size || restated ? keep() : undefined));
  }
  if (!folder) return undefined;
  busy = write(folder).finally(() => (busy = null));
  return busy;
}

async function write(mine) {
  const size = [...mine.files.values()].reduce((sum, contents) => sum + contents.length, 0);
  if (size > kept.LARGEST) return fail(mine, `Not kept: the game has ${megabytes(size)}, and the browser keeps up to ${megabytes(kept.LARGEST)}. Save it as a ZIP file.`);
  const isRestated = restated;
  [writing, dirty, restated] = [dirty, new Set(), false];
  try {
    const { rev, news, clash, ...rest } = await kept.write({ ...mine, by: tab, files: new Map(mine.files) }, writing, isRestated);
    if (mine !== folder) return undefined;
    // What was typed while this was written counts too.
    const both = clash ?? [...news.keys()].filter((name) => dirty.has(name));
    if (both.length) return copy(mine, both);
    const isNew = rev > mine.rev;
    mine.rev = rev;
    // What was left must not become older than what is kept.
    if (!dirty.size) kept.forget(kept.keyLeft(tab, mine.id));
    else if (hasLeft) kept.leave(tab, mine, dirty);
    hasLeft &&= dirty.size > 0;
    writing = new Set();
    if (news.size || Object.keys(rest).length) told.took(news, rest);
    else if (isNew) share(mine);
    told.state({ when: Date.now() });
  } catch (error) {
    if (mine !== folder) return undefined;
    for (const name of writing) dirty.add(name);
    writing = new Set();
    restated ||= isRestated;
    const isFull = isNoRoom(error);
    const gone = isFull ? await history.makeRoom().catch(() => 0) : 0;
    if (mine !== folder) return undefined;
    if (gone) {
      leaveAll(mine);
      told.roomMade(gone);
      return soon();
    }
    return fail(mine, isFull ? "Not kept: the browser has no room. Delete a game that you no longer need, or save a ZIP file." : "Not kept: the browser keeps nothing here. Save a ZIP file.");
  }
  if (dirty.size || restated) soon();
  return undefined;
}

export const isNoRoom = (error) => error?.name === "QuotaExceededError" || /quota|disk|space/i.test(error?.message ?? "");

const share = ({ id, rev }) => news?.postMessage({ id, rev });

function fail(mine, problem) {
  leaveAll(mine);
  told.state({ problem });
  isFailed = true;
  timer ??= setTimeout(keep, AGAIN);
}

// Goes on with a folder of its own, in which nothing of the other tab is.
function copy(mine, names) {
  kept.forget(kept.keyLeft(tab, mine.id));
  mine.id = randomName();
  mine.rev = 0;
  mine.disk = undefined;
  dirty = new Set(mine.files.keys());
  writing = new Set();
  restated = true;
  told.copied(names);
  soon();
}

// The page may end at any moment: what is not kept is left where the next page finds it.
function leave() {
  if (!folder || !isUnsaved()) return;
  leaveAll();
  keep();
}
