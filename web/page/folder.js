// The folder that is open: its files, its layout, and where it is kept.
import { bytes, isLayout, randomName, same, titleOf } from "./bytes.js";
import * as kept from "./kept.js";
import * as keeper from "./keeper.js";

const NOTHING = { id: "", rev: 0, name: "", layout: "", like: "", touched: false, disk: undefined, files: new Map(), good: null };

export let now = { ...NOTHING };
let version = 0; // Counts changes of the files.
let goodVersion = 0;
let told = {};

// `left` is called before a folder is left, `opened` with another folder, `changed` after each change of files, `replaced` with names of files that did not
// change here, `copied` with the files that two tabs have changed,
// `roomMade` with how many old versions went because the browser has no room.
export function begin(callbacks, state) {
  told = callbacks;
  keeper.begin({ state, took, copied: (names) => told.copied(names), roomMade: (count) => told.roomMade(count) });
}

export const isOpen = () => now.id !== "";
export const title = () => now.name || titleOf(now.layout, now.files.get(now.layout));

// The folder as a press takes it; `before` asks for it as it was when it last had no mistake.
export const asked = (before) => (before && now.good ? { files: now.good, version: goodVersion } : { files: now.files, version });

// ------------------------------------------------------------------ opening

const sorted = (files) => new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));

// The name of the layout among files, or undefined.
export const layoutAmong = (files) => [...sorted(files)].find(([name, contents]) => isLayout(name, contents))?.[0];

// Opens files as a folder of its own. The same bundled game that nobody has touched is not kept twice.
export async function openNew({ files, layout, like = "", disk, name = "" }) {
  if (!(await leave())) return false;
  const known = like && (await kept.all().catch(() => [])).find((record) => record.like === like && !record.touched);
  if (known && (await openKept(known.id))) return true;
  become({ ...NOTHING, id: randomName(), layout, like, disk, name, files: sorted(files), touched: !like });
  return true;
}

// Opens a folder that is kept, with what a page left of it. Answers whether it is there.
export async function openKept(id) {
  if (!(await leave())) return false;
  const record = await kept.read(id).catch(() => undefined);
  const left = kept.leftOf(id);
  if (!record && !left.length) return false;
  const next = { ...NOTHING, ...(record ?? { ...left[0], rev: 0, touched: true }) };
  next.files = sorted(next.files);
  const { changed, keys } = record ? await recovered(next, record, left) : { changed: [...next.files.keys()], keys: [left[0].key] };
  if (changed.length) next.touched = true;
  become(next, changed, keys);
  return true;
}

// Puts what pages left of a folder into it. What another tab has changed since becomes a folder of its own. Answers with the
// names of files that have changed, and the keys of what is not needed any more.
async function recovered(next, record, left) {
  const [changed, keys] = [[], []];
  for (const { key, rev, by, files, layout } of left.sort((a, b) => b.rev - a.rev)) {
    const news = [...files].filter(([name, contents]) => !same(record.files.get(name) ?? null, contents));
    const isTaken = news.some(([name, contents]) => changed.includes(name) && !same(next.files.get(name) ?? null, contents));
    if (isTaken || clashes(record, { rev, by }, news)) {
      // Without room for a copy it stays where it is.
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

// Whether another tab has changed a file since a page left it. What a page left is newer than all that it wrote.
const clashes = (record, since, news) => news.some(([name, contents]) => {
  const last = record.changes.get(name);
  return contents && last?.rev > since.rev && last.by !== since.by;
});

// What was typed in a tab that was closed, while another tab changed the same file: a folder of its own.
async function copyOf(folder, layout, changes) {
  const files = new Map([...folder.files, ...changes].filter(([, contents]) => contents));
  const name = `${folder.name || titleOf(layout, files.get(layout))} (copy)`;
  await kept.write({ ...folder, id: randomName(), rev: 0, name, layout, files, touched: true, disk: undefined }, new Set());
  told.copied(changes.map(([file]) => file), name);
  return true;
}

function become(next, changed, keys) {
  now = next;
  goodVersion = now.good ? (version += 1) : 0;
  version += 1;
  keeper.attach(now, changed, keys);
  told.opened();
}

// Answers whether the folder may be left: it is kept, or the user says so.
async function leave() {
  if (!isOpen()) return true;
  const mayLeave = (await keeper.settle()) || confirm(`${title()} is not kept in this browser. Leave the game, and lose the last changes?`);
  if (mayLeave) told.left();
  return mayLeave;
}

// Closes the folder. Answers whether it is closed: another one may have been opened meanwhile.
export async function close() {
  const { id } = now;
  if (!(await leave()) || now.id !== id) return false;
  now = { ...NOTHING };
  keeper.attach(null);
  return true;
}

// ------------------------------------------------------------------ changing

function changed(name) {
  version += 1;
  keeper.touch(name);
  told.changed(name);
}

// Puts a file into the folder, new or in place of one.
export function put(name, contents) {
  const isNew = !now.files.has(name);
  // What the press is given stays as it was.
  now.files = isNew ? sorted([...now.files, [name, contents]]) : new Map(now.files).set(name, contents);
  changed(name);
}

// Puts other files in the place of all, as they were in another version.
export function replaceAll(files, layout) {
  const names = [...new Set([...now.files.keys(), ...files.keys()])].filter((name) => !same(now.files.get(name), files.get(name)));
  now.files = sorted(files);
  if (now.layout !== layout) {
    now.layout = layout;
    keeper.restate();
  }
  names.forEach(keeper.touch);
  version += 1;
  told.replaced(names);
  told.changed();
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
    keeper.restate();
  }
  keeper.touch(from);
  changed(to);
  return contents;
}

// Writes a file's name anew where the layout has it between quotes. Answers whether it has.
export function renameInLayout(from, to, isTried = false) {
  const text = new TextDecoder().decode(now.files.get(now.layout));
  const next = text.replaceAll(`"${from}"`, `"${to}"`).replaceAll(`'${from}'`, `'${to}'`);
  if (next === text) return false;
  if (!isTried) {
    put(now.layout, bytes(next));
    told.replaced([now.layout]);
  }
  return true;
}

// The folder that could be drawn: the page goes back to it while there are mistakes.
export function isGood(drawn) {
  if (goodVersion === drawn.version) return;
  now.good = drawn.files;
  goodVersion = drawn.version;
  keeper.restate();
}

export function restate(values) {
  Object.assign(now, values);
  keeper.restate();
}

// Files that another tab wrote.
function took(news, { layout, name }) {
  now.files = sorted([...new Map([...now.files, ...news])].filter(([, contents]) => contents));
  if (layout && now.files.has(layout)) now.layout = layout;
  if (name !== undefined) now.name = name;
  if (!news.size) return;
  version += 1;
  told.replaced([...news.keys()]);
  told.changed();
}
