// The storage in the browser: a record for each folder, its earlier versions (history.js), and the contents of large
// files. Equal contents are stored once.
//
// A record: { id, name, layout, like, rev, when, picture, touched, deleted, disk, files, gone, good }.
// - `rev` counts how often the record was written. Each file has the `rev` of its last change, and `by`, the tab that
//   made this change. `gone` has the `rev` at which each removed file was removed.
// - `name` is what the user calls the folder. If it is empty, the title of the game is shown.
// - `good` is the folder as it was when its layout last had no mistake.
import { bytes as coded, exact, isText, keyOf, randomName, same, titleOf } from "./bytes.js";

export const LARGEST = 200e6; // The maximum size of a stored folder, in bytes.
const LARGEST_TEXT = 1 << 20; // Larger texts, and pictures, are stored separately, so that a keystroke does not write them again.
const DAY = 24 * 3600 * 1000;
const PATIENCE = 5000; // Milliseconds that the browser may take to open the storage,
const AGAIN = 500; // and the same for further attempts if the browser gave no answer.

// Returns a promise of the result of a request to the storage.
export const resultOf = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

let opened = null;
let patience = PATIENCE;

function base() {
  return (opened ??= connection().catch((error) => {
    opened = null;
    throw error;
  }));
}

function connection() {
  return new Promise((done, fail) => {
    // A browser that is deleting its storage may never answer.
    const late = setTimeout(() => {
      patience = AGAIN;
      fail(new Error("no answer"));
    }, patience);
    const request = indexedDB.open("hexpress", 3);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 2) {
        request.result.createObjectStore("games", { keyPath: "id" });
        request.result.createObjectStore("contents");
      }
      request.result.createObjectStore("versions", { keyPath: "serial", autoIncrement: true });
      if (oldVersion === 1) takeOver(request.transaction);
    };
    request.onsuccess = () => {
      clearTimeout(late);
      patience = PATIENCE;
      const forget = () => (opened = null);
      // A newer version of the page in another tab wants to change the format of the storage, or the user wants to
      // clear the storage. Both must wait until all tabs have closed it.
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      request.result.onclose = forget;
      done(request.result);
    };
    request.onerror = () => fail(request.error);
    request.onblocked = () => fail(new Error("blocked"));
  });
}

// Converts folders of the first format, which had one record for each window, with all bytes in it.
function takeOver(transaction) {
  transaction.objectStore("folders").getAll().onsuccess = ({ target: { result } }) => {
    for (const { layout, files, good, when } of result) {
      if (!layout || !files) continue;
      const entries = (all) => [...all].map(([name, bytes]) => ({ name, rev: 1, size: bytes.length, bytes }));
      transaction.objectStore("games").put({
        id: randomName(), name: "", layout, rev: 1, when, picture: "", touched: true, gone: {},
        files: entries(files), good: good ? entries(good) : null,
      });
    }
    transaction.db.deleteObjectStore("folders");
  };
}

// Runs `work` in one transaction, and passes it the three stores. Either everything that `work` writes is stored, or
// nothing.
export async function inTransaction(mode, work) {
  const transaction = (await base()).transaction(["games", "contents", "versions"], mode);
  const ended = new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error ?? new Error("aborted"));
  });
  ended.catch(() => {});
  let result;
  try {
    result = await work(...["games", "contents", "versions"].map((name) => transaction.objectStore(name)));
  } catch (error) {
    try { transaction.abort(); } catch { /* It has ended by itself. */ }
    throw error;
  }
  transaction.commit?.();
  await ended;
  return result;
}

const load = async (entries, contents, isWithRemoved = false) => {
  const all = entries.map(async ({ name, bytes, key, removed }) => [name, bytes ?? (removed ? null : await resultOf(contents.get(key)))]);
  return new Map((await Promise.all(all)).filter(([, bytes]) => bytes || isWithRemoved));
};

const bytesOf = (record, name) => record.files.find((file) => file.name === name)?.bytes;

// Returns all folders without their files, the newest first.
export async function all() {
  const records = await inTransaction("readonly", (games) => resultOf(games.getAll()));
  return records.filter(({ deleted }) => !deleted).sort((a, b) => b.when - a.when).map((record) => ({
    ...record,
    title: record.name || titleOf(record.layout, bytesOf(record, record.layout)),
    files: record.files.map(({ name }) => name),
    good: null,
  }));
}

// Returns a folder with its files, or undefined if it is not stored.
export const read = (id) => inTransaction("readonly", async (games, contents) => {
  const record = await resultOf(games.get(id));
  if (!record || record.deleted) return undefined;
  const [files, good] = [await load(record.files, contents), record.good && (await load(record.good, contents))];
  return { ...record, files, good, changes: new Map(record.files.map(({ name, rev, by }) => [name, { rev, by }])) };
});

// Returns the entry of a file in the record. Large contents go into `apart`, by their key.
async function entry(name, bytes, apart) {
  const isApart = bytes.length > LARGEST_TEXT || (!isText(name) && bytes.length > 1 << 16);
  if (!isApart) return { name, size: bytes.length, bytes };
  const key = await keyOf(bytes);
  apart.set(key, bytes);
  return { name, size: bytes.length, key };
}

// Writes the files in `dirty` and, with `isRecordChanged`, the rest of the record. Returns { rev, news }. `news` has
// the files that another tab has written after the revision `folder.rev`, and null for a file that it has removed. If
// both tabs have changed a file, writes nothing, and returns { clash } with the names of these files.
export async function write(folder, dirty, isRecordChanged = false) {
  const { id, name, layout, like, touched, disk, files, by } = folder;
  const apart = new Map();
  const entries = async (all) => Promise.all([...all].map(([file, bytes]) => entry(file, bytes, apart)));
  const [own, good] = [new Map((await entries(files)).map((file) => [file.name, file])), folder.good && (await entries(folder.good))];
  return inTransaction("readwrite", async (games, contents) => {
    const record = await resultOf(games.get(id));
    const known = record?.rev ?? 0;
    // If the record was deleted, it is written again with all files.
    const changed = record ? dirty : new Set(files.keys());
    const theirs = record ? await load(news(record, folder.rev), contents, true) : new Map();
    const both = [...theirs].filter(([file, bytes]) => changed.has(file) && bytes && !same(bytes, files.get(file)));
    const clash = both.map(([file]) => file).filter((file) => files.has(file));
    if (clash.length) return { clash };
    // If this tab has removed a file and the other tab has changed it, the file comes back.
    const back = both.map(([file]) => file);
    const fresh = new Map([...theirs].filter(([file]) => !changed.has(file) || back.includes(file)));
    const isNewer = folder.rev < known;
    if (record && !changed.size && !isRecordChanged) {
      return { rev: known, news: fresh, ...(isNewer && { layout: record.layout, name: record.name }) };
    }
    const rev = Math.max(known, folder.rev) + 1;
    const kept = new Map((record?.files ?? []).map((file) => [file.name, file]));
    const gone = { ...record?.gone };
    for (const file of changed) {
      if (back.includes(file)) continue;
      delete gone[file];
      if (own.has(file)) kept.set(file, { ...own.get(file), rev, by });
      else if (kept.delete(file)) gone[file] = rev;
    }
    for (const [key, bytes] of apart) if (!(await resultOf(contents.getKey(key)))) await resultOf(contents.put(bytes, key));
    // The name in the record is newer, because the user may have renamed the game in the list of games.
    await resultOf(games.put({
      id, name: record?.name ?? name, layout, like, rev, touched, disk, gone, good, files: [...kept.values()], picture: record?.picture ?? "",
      when: changed.size || !record ? Date.now() : record.when,
    }));
    return { rev, news: fresh };
  });
}

// Returns the entries that were written after a revision. An entry of a removed file has no contents.
const news = (record, since) => [
  ...record.files.filter(({ rev }) => rev > since),
  ...Object.entries(record.gone ?? {}).filter(([, rev]) => rev > since).map(([name]) => ({ name, removed: true })),
];

const change = (id, values) => inTransaction("readwrite", async (games) => {
  const record = await resultOf(games.get(id));
  if (record) await resultOf(games.put({ ...record, ...values }));
});

export const rename = (id, name) => change(id, { name });
export const draw = (id, picture) => change(id, { picture });
// Marks a folder as deleted. It can be restored until `removeDeleted` deletes it, at the first start of the page after
// a day.
export const remove = (id) => change(id, { deleted: Date.now() });
export const restore = (id) => change(id, { deleted: undefined });

// Permanently deletes the folders that were marked as deleted more than a day ago, or with `isAll` all marked folders.
// Also deletes contents that no folder needs.
export const removeDeleted = (isAll = false) => inTransaction("readwrite", async (games, contents, versions) => {
  const records = await resultOf(games.getAll());
  const isOver = ({ deleted }) => deleted && (isAll || Date.now() - deleted > DAY);
  for (const { id } of records.filter(isOver)) await resultOf(games.delete(id));
  const remaining = new Set(records.filter((record) => !isOver(record)).map(({ id }) => id));
  for (const { serial, folder } of await resultOf(versions.getAll())) if (!remaining.has(folder)) await resultOf(versions.delete(serial));
  await removeUnused(games, contents, versions);
});

// Deletes contents that no folder and no version needs.
export async function removeUnused(games, contents, versions) {
  const records = [...(await resultOf(games.getAll())), ...(await resultOf(versions.getAll()))];
  const used = new Set(records.flatMap(({ files, good }) => [...files, ...(good ?? [])]).map(({ key }) => key));
  for (const key of await resultOf(contents.getAllKeys())) if (!used.has(key)) await resultOf(contents.delete(key));
}

// ------------------------------------------------------------------ unsaved changes of closed pages

const MARK = "hexpress unsaved ";
const LARGEST_STASH = 2e6; // Characters. Browsers allow about 5 million for a whole site.

// Stashes the unsaved files in localStorage. Does not wait for anything, because the page may be closing. Returns
// whether this was possible.
export function stash(tab, folder, dirty) {
  const names = folder.rev ? [...dirty] : [...folder.files.keys()];
  const files = names.map((name) => [name, encoded(folder.files.get(name))]);
  const { id, rev, name, layout, like } = folder;
  const written = JSON.stringify({ id, rev, name, layout, like, files, by: tab });
  try {
    if (written.length > LARGEST_STASH) return false;
    localStorage.setItem(`${MARK}${id} ${tab}`, written);
    return true;
  } catch {
    return false;
  }
}

const encoded = (bytes) => {
  if (!bytes) return null;
  const words = exact(bytes);
  if (words !== null) return { text: words };
  return { coded: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
};

const decoded = (what) => {
  if (!what) return null;
  if (what.text !== undefined) return coded(what.text);
  return Uint8Array.from(atob(what.coded), (sign) => sign.charCodeAt(0));
};

// Returns the unsaved changes of all closed pages, or only those of one folder.
export function stashesOf(id = "") {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${MARK}${id}`)).map((key) => {
      const value = JSON.parse(localStorage.getItem(key));
      return { ...value, key, files: new Map(value.files.map(([name, what]) => [name, decoded(what)])) };
    });
  } catch {
    return [];
  }
}

export function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // If the browser stores nothing, no page has left unsaved changes.
  }
}

export const stashKey = (tab, id) => `${MARK}${id} ${tab}`;
