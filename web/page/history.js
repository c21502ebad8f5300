// The earlier versions of a folder, in the browser.
//
// A version: { serial, folder, when, name, why, layout, numbers, digest, files }. Its files are kept apart, by their keys, so
// that versions share what is the same. `numbers` are those of the pieces if they differ from those of the table.
import { bytes, keyOf } from "./bytes.js";
import { done, removeUnused, within } from "./kept.js";

export const MOST = 30; // The most versions of a folder,
const LARGEST = 50e6; // and the most bytes that only they need.

const digestOf = (layout, files) => keyOf(bytes(JSON.stringify([layout, ...files.map(({ name, key }) => [name, key])])));
const of = (all, folder) => all.filter((version) => version.folder === folder);

// The versions of a folder, the oldest first, without their files.
export const list = (folder) => within("readonly", async (games, contents, versions) => of(await done(versions.getAll()), folder));

// The files of a version; null if it has gone.
export const read = (serial) => within("readonly", async (games, contents, versions) => {
  const version = await done(versions.get(serial));
  if (!version) return null;
  const files = await Promise.all(version.files.map(async ({ name, key }) => [name, await done(contents.get(key))]));
  return files.every(([, bytes]) => bytes) ? new Map(files) : null;
});

// Keeps a folder as it is now. The same version is kept once: it becomes the newest, and may get a name. Answers with its
// serial, and how many old versions went.
export async function keep({ id, layout, files }, { name = "", why = "", numbers }) {
  const entries = await Promise.all([...files].map(async ([file, bytes]) => ({ name: file, size: bytes.length, key: await keyOf(bytes) })));
  const digest = await digestOf(layout, entries);
  return within("readwrite", async (games, contents, versions) => {
    const all = of(await done(versions.getAll()), id);
    const same = all.find((version) => version.digest === digest);
    // What was only opened says nothing new about a version that is there.
    if (same && !name && (why === "opened" || why === "before")) return { serial: same.serial, gone: 0 };
    if (same) await done(versions.delete(same.serial));
    for (const { key, name: file } of entries) if (!(await done(contents.getKey(key)))) await done(contents.put(files.get(file), key));
    const serial = await done(versions.put({
      folder: id, layout, digest, files: entries, when: Date.now(), name: name || same?.name || "", why: why || same?.why || "",
      numbers: numbers ?? same?.numbers ?? [],
    }));
    const left = [...all.filter((version) => version !== same), { serial, files: entries }];
    const gone = await dropOldest(left, versions);
    if (gone || same) await removeUnused(games, contents, versions);
    return { serial, gone };
  });
}

// Removes the oldest versions while there are too many, or they need too much. The newest stays.
async function dropOldest(all, versions) {
  let first = 0;
  while (first < all.length - 1 && (all.length - first > MOST || sizeOf(all.slice(first)) > LARGEST)) {
    await done(versions.delete(all[first].serial));
    first += 1;
  }
  return first;
}

// The bytes that versions need next to the newest.
function sizeOf(all) {
  const newest = new Set(all.at(-1).files.map(({ key }) => key));
  const sizes = new Map(all.flatMap(({ files }) => files).filter(({ key }) => !newest.has(key)).map(({ key, size }) => [key, size]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

// Makes room where the browser has none: removes the older half of all versions. Answers with how many went.
export const makeRoom = () => within("readwrite", async (games, contents, versions) => {
  const all = await done(versions.getAllKeys());
  const old = all.slice(0, Math.ceil(all.length / 2));
  for (const serial of old) await done(versions.delete(serial));
  if (old.length) await removeUnused(games, contents, versions);
  return old.length;
});
