// What lay on the desk, kept by the browser on this machine: it is there again when the page is loaded anew.
const MOST = 6; // Folders that are kept; the oldest gives way.

// A name for this window, the same after a reload.
const own = (sessionStorage.hexpress ??= crypto.randomUUID());

const done = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

async function store(mode) {
  const request = indexedDB.open("hexpress", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("folders");
  return (await done(request)).transaction("folders", mode).objectStore("folders");
}

// All folders by the names of their windows, the newest first. A browser that keeps nothing has none.
export async function all() {
  try {
    const folders = await store("readonly");
    const [names, kept] = await Promise.all([done(folders.getAllKeys()), done(folders.getAll())]);
    return kept.map((folder, at) => ({ name: names[at], ...folder })).sort((a, b) => b.when - a.when);
  } catch {
    return [];
  }
}

// The folder of this window; none where it showed the start.
export const mine = async () => sessionStorage.hexpressOpen && (await all()).find(({ name }) => name === own);

// Keeps the folder of this window: its layout, its files, and the files as they were when they had no mistake.
export async function keep(folder) {
  sessionStorage.hexpressOpen = "yes";
  try {
    const folders = await store("readwrite");
    await done(folders.put({ ...folder, when: Date.now() }, own));
    for (const { name } of (await all()).slice(MOST)) await done((await store("readwrite")).delete(name));
  } catch {
    // There is no room, or the browser keeps nothing: a reload begins anew.
  }
}

// This window shows the start again.
export const close = () => delete sessionStorage.hexpressOpen;
