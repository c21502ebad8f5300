// Stores earlier versions of a folder in the browser.
//
// A version: { serial, folder, when, name, why, layout, numbers, digest, files }. The files are stored separately, by
// their keys, so that versions share equal files. `numbers` has the numbers of the pieces if they differ from those of
// the table.
import { bytes, keyOf } from "./bytes.js";
import { inTransaction, removeUnused, resultOf } from "./storage.js";

export const MOST = 30; // The maximum number of versions of a folder,
const LARGEST = 50e6; // and the maximum size in bytes of the files that only old versions need.

const digestOf = (layout, files) => keyOf(bytes(JSON.stringify([layout, ...files.map(({ name, key }) => [name, key])])));
const of = (all, folder) => all.filter((version) => version.folder === folder);

// Returns the versions of a folder without their files, the oldest first.
export const list = (folder) => inTransaction("readonly", async (games, contents, versions) => of(await resultOf(versions.getAll()), folder));

// Returns the files of a version, or null if the version was removed.
export const read = (serial) => inTransaction("readonly", async (games, contents, versions) => {
  const version = await resultOf(versions.get(serial));
  if (!version) return null;
  const files = await Promise.all(version.files.map(async ({ name, key }) => [name, await resultOf(contents.get(key))]));
  return files.every(([, bytes]) => bytes) ? new Map(files) : null;
});

// Stores the folder as it is. If an equal version is already stored, it becomes the newest one, and gets the name if
// one is given. Returns the serial number of the version, and the number of old versions that were removed.
export async function keep({ id, layout, files }, { name = "", why = "", numbers }) {
  const entries = await Promise.all([...files].map(async ([file, bytes]) => ({ name: file, size: bytes.length, key: await keyOf(bytes) })));
  const digest = await digestOf(layout, entries);
  return inTransaction("readwrite", async (games, contents, versions) => {
    const all = of(await resultOf(versions.getAll()), id);
    const same = all.find((version) => version.digest === digest);
    // A version from before a change is not needed if an equal version is already stored.
    if (same && !name && (why === "opened" || why === "before")) return { serial: same.serial, gone: 0 };
    if (same) await resultOf(versions.delete(same.serial));
    for (const { key, name: file } of entries) if (!(await resultOf(contents.getKey(key)))) await resultOf(contents.put(files.get(file), key));
    const serial = await resultOf(versions.put({
      folder: id, layout, digest, files: entries, when: Date.now(), name: name || same?.name || "", why: why || same?.why || "",
      numbers: numbers ?? same?.numbers ?? [],
    }));
    const left = [...all.filter((version) => version !== same), { serial, files: entries }];
    const gone = await dropOldest(left, versions);
    if (gone || same) await removeUnused(games, contents, versions);
    return { serial, gone };
  });
}

// Removes the oldest versions while there are too many, or while they need too much space. The newest version stays.
async function dropOldest(all, versions) {
  let first = 0;
  while (first < all.length - 1 && (all.length - first > MOST || sizeOf(all.slice(first)) > LARGEST)) {
    await resultOf(versions.delete(all[first].serial));
    first += 1;
  }
  return first;
}

// Returns the total size, in bytes, of the files that only older versions need.
function sizeOf(all) {
  const newest = new Set(all.at(-1).files.map(({ key }) => key));
  const sizes = new Map(all.flatMap(({ files }) => files).filter(({ key }) => !newest.has(key)).map(({ key, size }) => [key, size]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

// Removes the older half of all versions if the browser has no space. Returns the number of removed versions.
export const makeRoom = () => inTransaction("readwrite", async (games, contents, versions) => {
  const all = await resultOf(versions.getAllKeys());
  const old = all.slice(0, Math.ceil(all.length / 2));
  for (const serial of old) await resultOf(versions.delete(serial));
  if (old.length) await removeUnused(games, contents, versions);
  return old.length;
});
