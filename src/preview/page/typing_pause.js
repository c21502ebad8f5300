// Delays things until the user has stopped typing: changes of the page that would distract the user, and texts that a
// screen reader reads aloud.
import { by } from "./dom.js";

const PAUSE = 1500; // Milliseconds without a key press after which the page assumes that the user has stopped typing.
const LEAST = 400; // Milliseconds to wait even if nobody types, so that several calls become one.
const waiting = new Map();
let typed = -PAUSE;
let timer = null;

for (const event of ["keydown", "input", "paste"]) {
  document.addEventListener(event, () => (typed = performance.now()), true);
}

// Calls `act` when nobody is typing. A later call with the same name replaces an earlier one.
export function afterTyping(name, act) {
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

// Has a screen reader read `words` aloud. Only the newest words are read, and the same words are not read twice in a
// row.
export function announce(words) {
  afterTyping("announce", () => {
    if (words && by("announce").textContent !== words) by("announce").textContent = words;
  });
}
