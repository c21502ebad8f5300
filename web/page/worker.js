// One press, in a thread of its own: what it draws does not hold the page up.
import { press } from "./press.js";

let ready = null;

onmessage = async ({ data: { module, files, serial, target, body } }) => {
  if (module) ready = press(module);
  const it = await ready;
  if (files) it.put(files);
  if (!target) return;
  let answer;
  try {
    answer = it.ask(target, body);
  } catch (error) {
    // What it could not do has left it in no state to go on.
    answer = { ok: false, broken: true, kind: "text/plain", bytes: new TextEncoder().encode(`That cannot be done here: ${error.message}`) };
  }
  postMessage({ serial, answer }, [answer.bytes.buffer]);
};
