// The open folder: its files, its layout, and where it is stored.
import * as autosave from "./autosave.js";
import { bytes, isLayout, randomName, same, titleOf } from "./bytes.js";
import * as storage from "./storage.js";

const NOTHING = { id: "", rev: 0, name: "", layout: "", like: "", touched: false, disk: undefined, files: new Map(), good: null };

export let now = { ...NOTHING };
let version = 0; // Grows with each change of the files.
let goodVersion = 0;
let callbacks = {};

// Sets the callbacks. `left` is called before a folder is closed, and `opened` after another one was opened. `changed`
// is called after each change of files. `replaced` gets the names of files that were changed outside the editor, for
// example by another tab. `copied` gets the files that two tabs have changed. `roomMade` gets the number of old
// versions that were removed because the browser has no space.
export function begin(given, state) {
  callbacks = given;
  autosave.begin({ state, took, copied: (names) => callbacks.copied(names), roomMade: (count) => callbacks.roomMade(count) });
}

export const isOpen = () => now.id !== "";
export const title = () => now.name || titleOf(now.layout, now.files.get(now.layout));

// Returns the folder in the form that the program takes. With `before`, returns its last version without mistakes.
export const forProgram = (before) => (before && now.good ? { files: now.good, version: goodVersion } : { files: now.files, version });

// ------------------------------------------------------------------ opening

const sorted = (files) => new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));

// Returns the name of the layout among these files, or undefined.
export const layoutAmong = (files) => [...sorted(files)].find(([name, contents]) => isLayout(name, contents))?.[0];

// Opens files as a new folder. If the user has an unchanged copy of the same bundled game, opens this copy instead.
export async function openNew({ files, layout, like = "", disk, name = "" }) {
  if (!(await leave())) return false;
  const known = like && (await storage.all().catch(() => [])).find((record) => record.like === like && !record.touched);
  if (known && (await openKept(known.id))) return true;
  become({ ...NOTHING, id: randomName(), layout, like, disk, name, files: sorted(files), touched: !like });
  return true;
}

// Opens a stored folder, together with unsaved changes that a closed page has stashed. Returns whether the folder
// exists.
export async function openKept(id) {
  if (!(await leave())) return false;
  const record = await storage.read(id).catch(() => undefined);
  const stashes = storage.stashesOf(id);
  if (!record && !stashes.length) return false;
  const next = { ...NOTHING, ...(record ?? { ...stashes[0], rev: 0, touched: true }) };
  next.files = sorted(next.files);
  const { changed, keys } = record ? await recovered(next, record, stashes) : { changed: [...next.files.keys()], keys: [stashes[0].key] };
  if (changed.length) next.touched = true;
  become(next, changed, keys);
  return true;
}

// Adds the unsaved changes of closed pages to a folder. If another tab has changed the same files, the changes go into
// a separate folder. Returns the names of the changed files, and the keys of the unsaved changes that can be deleted.
async function recovered(next, record, stashes) {
  const [changed, keys] = [[], []];
  for (const { key, rev, by, files, layout } of stashes.sort((a, b) => b.rev - a.rev)) {
    const news = [...files].filter(([name, contents]) => !same(record.files.get(name) ?? null, contents));
    const isTaken = news.some(([name, contents]) => changed.includes(name) && !same(next.files.get(name) ?? null, contents));
    if (isTaken || clashes(record, { rev, by }, news)) {
      // If the browser has no space for a copy, the unsaved changes stay where they are.
      if (await copyOf(next, layout, news).catch(() => false)) keys.push(key);
      continue;
    }
    for (const [name, contents] of news) {
      if (contents) next.files.set(name, contents);
      else next.files.delete(name);
      changed.push(name);
    }
    if (next.files.has(layout)) next.layout = layout;
    keys.push(key);
  }
  next.files = sorted(next.files);
  return { changed, keys };
}

// Returns whether another tab has changed one of the files in `news` after a page stashed these files. `since` has
// the revision that the page knew, and the name of its tab.
const clashes = (record, since, news) => news.some(([name, contents]) => {
  const last = record.changes.get(name);
  return contents && last?.rev > since.rev && last.by !== since.by;
});

// Stores the unsaved changes of a closed tab in a folder of their own, because another tab has changed the same file.
async function copyOf(folder, layout, changes) {
  const files = new Map([...folder.files, ...changes].filter(([, contents]) => contents));
  const name = `${folder.name || titleOf(layout, files.get(layout))} (copy)`;
  await storage.write({ ...folder, id: randomName(), rev: 0, name, layout, files, touched: true, disk: undefined }, new Set());
  callbacks.copied(changes.map(([file]) => file), name);
  return true;
}

function become(next, changed, keys) {
  now = next;
  goodVersion = now.good ? (version += 1) : 0;
  version += 1;
  autosave.attach(now, changed, keys);
  callbacks.opened();
}

// Returns whether the folder may be closed: it is stored, or the user agrees to lose the last changes.
async function leave() {
  if (!isOpen()) return true;
  const mayLeave = (await autosave.settle()) || confirm(`${title()} is not kept in this browser. Leave the game, and lose the last changes?`);
  if (mayLeave) callbacks.beforeClose();
  return mayLeave;
}

// Closes the folder. Returns false if the folder stays open, or if another one was opened in the meantime.
export async function close() {
  const { id } = now;
  if (!(await leave()) || now.id !== id) return false;
  now = { ...NOTHING };
  autosave.attach(null);
  return true;
}

// ------------------------------------------------------------------ changing

function changed(name) {
  version += 1;
  autosave.markChanged(name);
  callbacks.changed(name);
}

// Adds a file to the folder, or replaces it.
export function put(name, contents) {
  const isNew = !now.files.has(name);
  // Makes a new map, because a worker may still use the old one.
  now.files = isNew ? sorted([...now.files, [name, contents]]) : new Map(now.files).set(name, contents);
  changed(name);
}

// Replaces all files by those of another version.
export function replaceAll(files, layout) {
  const names = [...new Set([...now.files.keys(), ...files.keys()])].filter((name) => !same(now.files.get(name), files.get(name)));
  now.files = sorted(files);
  if (now.layout !== layout) {
    now.layout = layout;
    autosave.markRecordChanged();
  }
  names.forEach(autosave.markChanged);
  version += 1;
  callbacks.replaced(names);
  callbacks.changed();
}

export function remove(name) {
  now.files = new Map([...now.files].filter(([file]) => file !== name));
  changed(name);
}

export function rename(from, to) {
  const contents = now.files.get(from);
  now.files = sorted([...now.files].map(([name, contents]) => [name === from ? to : name, contents]));
  if (now.layout === from) {
    now.layout = to;
    autosave.markRecordChanged();
  }
  autosave.markChanged(from);
  changed(to);
  return contents;
}

// Replaces the name of a file in the layout, if the name is between quotes. Returns whether the layout contains the
// name. With `isTried`, changes nothing.
export function renameInLayout(from, to, isTried = false) {
  const text = new TextDecoder().decode(now.files.get(now.layout));
  const next = text.replaceAll(`"${from}"`, `"${to}"`).replaceAll(`'${from}'`, `'${to}'`);
  if (next === text) return false;
  if (!isTried) {
    put(now.layout, bytes(next));
    callbacks.replaced([now.layout]);
  }
  return true;
}

// Records the last version whose sheets could be drawn. The page shows this version while the layout has mistakes.
export function isGood(drawn) {
  if (goodVersion === drawn.version) return;
  now.good = drawn.files;
  goodVersion = drawn.version;
  autosave.markRecordChanged();
}

export function changeRecord(values) {
  Object.assign(now, values);
  autosave.markRecordChanged();
}

// Takes over files that another tab has written.
function took(news, { layout, name }) {
  now.files = sorted([...new Map([...now.files, ...news])].filter(([, contents]) => contents));
  if (layout && now.files.has(layout)) now.layout = layout;
  if (name !== undefined) now.name = name;
  if (!news.size) return;
  version += 1;
  callbacks.replaced([...news.keys()]);
  callbacks.changed();
}
