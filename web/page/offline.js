// Makes the page work without a network: a service worker stores all files of one version of the page.
import * as autosave from "./autosave.js";
import { make } from "./dom.js";
import { notice } from "./notice.js";

const WAIT = 1500; // Milliseconds until the service worker starts, so that it does not delay the first picture.

export function begin() {
  describe();
  if (!navigator.serviceWorker) return;
  setTimeout(() => look().catch(() => {}), WAIT);
}

// Adds the names and icons that an installed page has.
function describe() {
  const link = (rel, href) => document.head.append(Object.assign(make("link"), { rel, href }));
  document.querySelector('link[rel="icon"]')?.remove();
  link("icon", "icon.svg");
  link("manifest", "manifest.json");
  link("apple-touch-icon", "icon-192.png");
}

// Looks for a version of the page that is not stored yet.
async function look() {
  const list = await fetch("files.json", { cache: "no-store" });
  if (!list.ok) return;
  const version = await digest(await list.text());
  const isFirst = !navigator.serviceWorker.controller;
  const registration = await navigator.serviceWorker.register(`sw.js?${version}`, { updateViaCache: "none" });
  const offer = (worker) => {
    if (worker?.state === "installed" && !isFirst) notice("A new version of this page is here.", "Use it", () => use(worker));
  };
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => offer(worker));
  });
  registration.installing?.addEventListener("statechange", ({ target }) => offer(target));
}

async function use(worker) {
  await autosave.settle();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  worker.postMessage("use");
}

async function digest(words) {
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words));
  return [...new Uint8Array(sum)].slice(0, 16).map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
