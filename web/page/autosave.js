// Stores the open folder in the browser while the user works on it, and reports problems.
//
// A change is stored within a second, even while the user continues to type. Other tabs that show the same folder take
// the change over. If two tabs have changed one file, the folder of this tab becomes a copy, so that nothing is
// overwritten.
//
// If the page may end before a change is stored, the change is stashed: it is written to localStorage, where the next
// page finds it.
import { megabytes, randomName } from "./bytes.js";
import * as history from "./history.js";
import * as storage from "./storage.js";

const PAUSE = 400; // Milliseconds from the first change until it is stored.
const AGAIN = 10000; // Milliseconds from a failed attempt to store until the next one, unless a change comes first.
const tab = randomName();
const news = typeof BroadcastChannel === "function" ? new BroadcastChannel("hexpress") : null;

let folder = null; // { id, rev, name, layout, like, touched, disk, files, good }
let dirty = new Set(); // Names of files whose changes are not stored.
let writing = new Set(); // Names of files that are being written.
let isRecordChanged = false; // True if something other than the files has changed, such as the name of the game.
let timer = null;
let busy = null;
let isFailed = false; // True if the last attempt failed, and the timer waits for the next one.
let hasStash = false; // True if unsaved changes of this tab may be in localStorage.
let callbacks = {};

// Stashes the unsaved changes: writes them to localStorage for the next page. Returns whether this was possible.
function stashAll(mine = folder) {
  hasStash = true;
  return storage.stash(tab, mine, new Set([...dirty, ...writing]));
}

// Sets the callbacks. `took` gets the files that another tab has changed. `copied` gets the names of files that both
// tabs have changed. `state` gets { when } after a success, or { problem }.
export function begin(given) {
  callbacks = given;
  if (news) news.onmessage = ({ data: { id, rev } }) => folder?.id === id && rev > folder.rev && keep();
  addEventListener("pagehide", stashAndKeep);
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && stashAndKeep());
  addEventListener("beforeunload", (event) => {
    // Changes that are too large for localStorage would be lost with the page, so the browser asks the user.
    if (folder && isUnsaved() && !stashAll()) event.preventDefault();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && folder && keep());
}

// Stores this folder from here on. `changed` has the names of files that are not stored yet. `keys` are the keys in
// localStorage under which another page has stashed these files.
export function attach(next, changed = [], keys = []) {
  // The user may have typed into the previous folder while the next one was being read.
  if (folder && isUnsaved()) stashAll();
  clearTimeout(timer);
  timer = null;
  folder = next;
  [dirty, writing] = [new Set(changed), new Set()];
  isRecordChanged = Boolean(next) && !next.rev;
  callbacks.state({});
  if (!next) return;
  hasStash = false;
  if (!changed.length || stashAll()) keys.forEach(storage.forget);
  if (isRecordChanged || dirty.size) keep();
}

// Stores the unsaved changes. If this fails, stashes them. Returns whether the next page can find them.
export async function settle() {
  if (!folder) return true;
  if (isUnsaved() || isRecordChanged) await keep();
  return !isUnsaved() || stashAll();
}

// Records that a file was changed or deleted.
export function markChanged(name) {
  if (!folder.touched) persist();
  folder.touched = true;
  dirty.add(name);
  soon();
}

// Asks the browser not to delete the stored games when the disk is full. Chrome and Edge decide this without a question
// to the user.
function persist() {
  if (navigator.userAgentData) navigator.storage?.persist?.().catch(() => {});
}

// Records that something other than the files of the folder has changed.
export function markRecordChanged() {
  isRecordChanged = true;
  soon();
}

const isUnsaved = () => dirty.size > 0 || writing.size > 0;

function soon() {
  // After a failure, a change does not wait for the next attempt, which is ten seconds later.
  if (isFailed) clearTimeout(timer);
  timer = isFailed || !timer ? setTimeout(keep, PAUSE) : timer;
  isFailed = false;
}

export async function keep() {
  clearTimeout(timer);
  timer = null;
  isFailed = false;
  if (busy) {
    // A browser may take long to write a large folder, or may never answer. So the unsaved changes are stashed
    // until they are stored.
    if (isUnsaved()) stashAll();
    return busy.then(() => (dirty.size || isRecordChanged ? keep() : undefined));
  }
  if (!folder) return undefined;
  busy = write(folder).finally(() => (busy = null));
  return busy;
}

async function write(mine) {
  const size = [...mine.files.values()].reduce((sum, contents) => sum + contents.length, 0);
  if (size > storage.LARGEST) return fail(mine, `Not kept: the game has ${megabytes(size)}, and the browser keeps up to ${megabytes(storage.LARGEST)}. Save it as a ZIP file.`);
  const wasRecordChanged = isRecordChanged;
  [writing, dirty, isRecordChanged] = [dirty, new Set(), false];
  try {
    const { rev, news, clash, ...rest } = await storage.write({ ...mine, by: tab, files: new Map(mine.files) }, writing, wasRecordChanged);
    if (mine !== folder) return undefined;
    // The user may also have changed a file of `news` during the writing.
    const both = clash ?? [...news.keys()].filter((name) => dirty.has(name));
    if (both.length) return copy(mine, both);
    const isNew = rev > mine.rev;
    mine.rev = rev;
    // The changes in localStorage must not be older than the stored files. So they are deleted, or replaced by the
    // changes that are still unsaved.
    if (!dirty.size) storage.forget(storage.stashKey(tab, mine.id));
    else if (hasStash) storage.stash(tab, mine, dirty);
    hasStash &&= dirty.size > 0;
    writing = new Set();
    if (news.size || Object.keys(rest).length) callbacks.took(news, rest);
    else if (isNew) share(mine);
    callbacks.state({ when: Date.now() });
  } catch (error) {
    if (mine !== folder) return undefined;
    for (const name of writing) dirty.add(name);
    writing = new Set();
    isRecordChanged ||= wasRecordChanged;
    const isFull = isNoRoom(error);
    const gone = isFull ? await history.makeRoom().catch(() => 0) : 0;
    if (mine !== folder) return undefined;
    if (gone) {
      stashAll(mine);
      callbacks.roomMade(gone);
      return soon();
    }
    return fail(mine, isFull ? "Not kept: the browser has no room. Delete a game that you no longer need, or save a ZIP file." : "Not kept: the browser keeps nothing here. Save a ZIP file.");
  }
  if (dirty.size || isRecordChanged) soon();
  return undefined;
}

export const isNoRoom = (error) => error?.name === "QuotaExceededError" || /quota|disk|space/i.test(error?.message ?? "");

const share = ({ id, rev }) => news?.postMessage({ id, rev });

function fail(mine, problem) {
  stashAll(mine);
  callbacks.state({ problem });
  isFailed = true;
  timer ??= setTimeout(keep, AGAIN);
}

// Continues with a copy of the folder, without the changes of the other tab.
function copy(mine, names) {
  storage.forget(storage.stashKey(tab, mine.id));
  mine.id = randomName();
  mine.rev = 0;
  mine.disk = undefined;
  dirty = new Set(mine.files.keys());
  writing = new Set();
  isRecordChanged = true;
  callbacks.copied(names);
  soon();
}

// The page may end at any moment, so the unsaved changes are stashed before they are stored.
function stashAndKeep() {
  if (!folder || !isUnsaved()) return;
  stashAll();
  keep();
}
