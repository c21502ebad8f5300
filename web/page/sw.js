// The service worker. It answers requests with the files of one version of the page. A version is stored with all its
// files, or not at all.
//
// Its address has the version, which is the digest of files.json. A page uses the version with which it was loaded
// until the user reloads it.
const PREFIX = "hexpress-";
const version = PREFIX + location.search.slice(1);
const root = new URL("./", location.href).href;

addEventListener("install", (event) => event.waitUntil(install()));

// Fetches all files. If another version has a file with the same digest, the file is copied. If the digest of a file
// differs from the list, the file belongs to a newer version, and the installation ends.
async function install() {
  const list = await (await fetch(`${root}files.json`, { cache: "no-store" })).json();
  const next = await caches.open(version);
  const names = Object.keys(list).filter((name) => name !== "sw.js" && name !== "files.json");
  const have = await known();
  await Promise.all(names.map(async (name) => {
    const address = root + (name === "index.html" ? "" : name);
    const integrity = list[name].startsWith("sha256-") ? list[name] : undefined;
    const old = have.get(`${address} ${list[name]}`);
    const response = old ?? (await fetch(address, { cache: "no-cache", integrity }));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    await next.put(address, response);
  }));
  await next.put(`${root}files.json`, new Response(JSON.stringify(list)));
}

// Returns the files of other versions, by address and digest.
async function known() {
  const have = new Map();
  for (const name of (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== version)) {
    const cache = await caches.open(name);
    const list = await (await cache.match(`${root}files.json`))?.json();
    for (const [file, digest] of Object.entries(list ?? {})) {
      const address = root + (file === "index.html" ? "" : file);
      const response = await cache.match(address);
      if (response) have.set(`${address} ${digest}`, response);
    }
  }
  return have;
}

addEventListener("message", ({ data }) => data === "use" && skipWaiting());

addEventListener("activate", (event) => event.waitUntil((async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== version);
  await Promise.all(names.map((name) => caches.delete(name)));
  // Otherwise, the page that installs the first service worker would be answered by the network until a reload.
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(root)) return;
  const address = url.split(/[?#]/)[0].replace(/index\.html$/, "");
  if (address === `${root}files.json`) return;
  event.respondWith(caches.open(version).then((cache) => cache.match(address)).then((found) => found ?? fetch(event.request)));
});
