// One press, in a thread of its own: what it draws does not hold the page up.
import { Incomplete, press } from "./press.js";

let ready = null;

let fonts = new Map(); // What other workers brought.

// A font, from where the page came from. The module waits for it, which a worker may.
function font(name) {
  if (!fonts.has(name)) {
    fonts.set(name, brought(name));
    postMessage({ font: [name, fonts.get(name)] });
  }
  return fonts.get(name);
}

function brought(name) {
  const request = new XMLHttpRequest();
  request.open("GET", `fonts/${name}`, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`the font ${name} cannot be loaded`);
  return new Uint8Array(request.response);
}

onmessage = async ({ data: { module, known, earlier, files, more, serial, target, body } }) => {
  if (known) fonts = known;
  if (module) ready = press(module, font);
  const it = await ready;
  if (earlier) it.setAside(earlier);
  if (files) it.put(files);
  if (more) it.add(more);
  if (!target) return;
  let answer;
  try {
    answer = it.ask(target, body);
  } catch (error) {
    if (error instanceof Incomplete) return postMessage({ serial, isIncomplete: true });
    // What it could not do has left it in no state to go on.
    answer = { ok: false, broken: true, kind: "text/plain", bytes: new TextEncoder().encode(`hexpress failed in this browser: ${error.message}`) };
  }
  postMessage({ serial, answer }, [answer.bytes.buffer]);
};
