// The service worker: answers with the files of one version of the page, all of them or none.
//
// Its address has the version, which is the digest of files.json. A page that was loaded with one version keeps it until
// it is loaded anew with the next one.
const PREFIX = "hexpress-";
const version = PREFIX + location.search.slice(1);
const root = new URL("./", location.href).href;

addEventListener("install", (event) => event.waitUntil(install()));

// Fetches all files. A file that another version has with the same digest is copied; a file whose digest is not the one of
// the list belongs to a newer version, and ends the installation.
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

// Files of other versions, by address and digest.
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
  // The first version also answers the page that brought it.
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(root)) return;
  const address = url.split(/[?#]/)[0].replace(/index\.html$/, "");
  if (address === `${root}files.json`) return;
  event.respondWith(caches.open(version).then((cache) => cache.match(address)).then((found) => found ?? fetch(event.request)));
});
