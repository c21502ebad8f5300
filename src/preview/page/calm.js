// Waits until the user has stopped typing: for changes of the page that would distract, and for what is read aloud.
import { by } from "./dom.js";

const PAUSE = 1500; // Milliseconds without a key.
const LEAST = 400; // Milliseconds until something is done though nobody types: several reasons become one.
const waiting = new Map();
let typed = -PAUSE;
let timer = null;

for (const event of ["keydown", "input", "paste"]) {
  document.addEventListener(event, () => (typed = performance.now()), true);
}

// Does something once nobody types; a later call with the same name takes its place.
export function whenCalm(name, act) {
  waiting.set(name, act);
  wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (performance.now() - typed < PAUSE) return wait();
    const acts = [...waiting.values()];
    waiting.clear();
    for (const act of acts) act();
  }, Math.max(LEAST, PAUSE - (performance.now() - typed)));
}

// Has the newest words read aloud, once; what was read last is not read again.
export function announce(words) {
  whenCalm("announce", () => {
    if (words && by("announce").textContent !== words) by("announce").textContent = words;
  });
}
