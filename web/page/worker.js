// Runs the program in a separate thread, so that the page stays responsive.
import { Incomplete, loadProgram } from "./program.js";

let ready = null;

let fonts = new Map(); // The fonts that other workers have loaded.

// Loads a font from the server of the page. The module waits for it, which is allowed in a worker.
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
  if (module) ready = loadProgram(module, font);
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
    // After an unexpected error, the module is in an undefined state and cannot be used.
    answer = { ok: false, broken: true, kind: "text/plain", bytes: new TextEncoder().encode(`hexpress failed in this browser: ${error.message}`) };
  }
  postMessage({ serial, answer }, [answer.bytes.buffer]);
};
