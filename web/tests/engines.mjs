// Tests the page in Firefox and in WebKit: start, typing, reload, download, two tabs, and use without a network. Run
// these tests by hand.
//
//   node web/tests/engines.mjs geckodriver|WebKitWebDriver [PATH OF THE DRIVER]
//
// The tests use output/web, which web/build makes. They control the browser by WebDriver (W3C). geckodriver is on
// crates.io. WebKitWebDriver is in the Debian package webkit2gtk-driver, and needs a display (xvfb-run).

import assert from "node:assert/strict";
import { spawn } from "node:child_process";

import { serve } from "./serve.mjs";

const [kind, program = kind] = process.argv.slice(2);
const PORT = 14444;
const PATIENCE = 60000;
const OPTIONS = {
  geckodriver: { "moz:firefoxOptions": { args: ["-headless"], prefs: { "browser.download.folderList": 2 } } },
  WebKitWebDriver: { "webkitgtk:browserOptions": { binary: process.env.MINIBROWSER ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", args: ["--automation"] } },
};

let session = "";

async function ask(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${PORT}${session}${path}`, { method, headers: { "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
}

// Returns the value of an expression on the page. Waits for a promise.
async function see(expression) {
  // Sends the expression as a script, because the security policy of the page forbids `eval`.
  const script = `const done = arguments[arguments.length - 1]; new Promise((value) => value((${expression}))).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
  const { value, error } = await ask("POST", "/execute/async", { script, args: [] });
  if (error) throw new Error(`${expression}: ${error}`);
  return value;
}

async function until(expression) {
  const began = performance.now();
  for (;;) {
    const is = await see(`Boolean(${expression})`).catch(() => false);
    if (is) return Math.round(performance.now() - began);
    if (performance.now() - began > PATIENCE) throw new Error(`never: ${expression}\n${await see("document.body.innerText.slice(0, 600)")}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const wait = (time) => new Promise((done) => setTimeout(done, time));
const EDITOR = "document.getElementById('editor').shadowRoot";
const TEXT = `${EDITOR}.querySelector(".cm-content").cmTile.root.view.state.doc.toString()`;
const READY = "document.querySelector('#starts button') && document.documentElement.dataset.ready !== undefined";
const DRAWN = "document.querySelector('.sheet .paper > *') && document.querySelector('.sheet').ariaBusy === 'false'";
const CONTROL = "\uE009";
const END = "\uE010";

async function keys(...pressed) {
  const actions = pressed.flatMap((key) => {
    const all = [key].flat();
    return [...all.map((value) => ({ type: "keyDown", value })), ...all.reverse().map((value) => ({ type: "keyUp", value }))];
  });
  await ask("POST", "/actions", { actions: [{ type: "key", id: "keys", actions }] });
}

// Types a line at the end of the layout.
async function typeLine(words) {
  await see(`${EDITOR}.querySelector(".cm-content").focus()`);
  await keys([CONTROL, END]);
  await keys("\uE006", ...words);
}

const reload = async () => {
  await see("window.isOld = true");
  await ask("POST", "/refresh", {});
  await until(`window.isOld !== true && ${READY}`);
};

let passed = 0;
const step = (what) => console.log(`ok ${(passed += 1)}: ${what} (${Math.round(performance.now() / 1000)} s)`);

async function run(server) {
  await ask("POST", "/timeouts", { script: PATIENCE, pageLoad: PATIENCE });
  await ask("POST", "/url", { url: server.url });
  step(`the page starts in ${await until(READY)} ms: ${await see("navigator.userAgent")}`);
  await see("document.getElementById('start-cards').click()");
  await until(`${DRAWN} && ${EDITOR}?.querySelector(".cm-line")`);
  await typeLine("# from the first tab");
  await until(`${TEXT}.includes("# from the first tab")`);
  await reload();
  await until(`${EDITOR}?.querySelector(".cm-line") && ${TEXT}.includes("# from the first tab")`);
  step("what is typed is there after a reload at once");
  await until("/: clean/.test(document.getElementById('verdict').textContent)");
  await see(`window.saved = new Promise((done) => { const make = URL.createObjectURL; URL.createObjectURL = (blob) => { if (blob.type === "application/pdf") done(blob); return make(blob); }; }), 0`);
  await see("document.getElementById('download').click()");
  const [begins, size] = await see("window.saved.then(async (blob) => [await blob.slice(0, 8).text(), blob.size])");
  assert.match(begins, /^%PDF-1/);
  step(`a PDF of ${size} bytes is downloaded`);

  const id = await see("history.state.folder");
  const first = await ask("GET", "/window");
  const { handle: second } = await ask("POST", "/window/new", { type: "window" });
  await ask("POST", "/window", { handle: second });
  await ask("POST", "/url", { url: server.url });
  await until(READY);
  await until(`document.querySelector('[data-id="${id}"]')`);
  await see(`document.querySelector('[data-id="${id}"]').click()`);
  await until(`${DRAWN} && ${EDITOR}?.querySelector(".cm-line")`);
  await typeLine("# from the second tab");
  await wait(1500);
  await ask("POST", "/window", { handle: first });
  await until(`${TEXT}.includes("# from the second tab")`);
  step("the first tab takes over what the second one types");
  await ask("POST", "/window", { handle: second });
  await ask("DELETE", "/window");
  await ask("POST", "/window", { handle: first });

  await until("navigator.serviceWorker?.controller");
  await wait(1000);
  server.stop();
  await ask("POST", "/url", { url: `${server.url}?offline` });
  await until(READY);
  await until(`document.querySelector('[data-id="${id}"]')`);
  await see(`document.querySelector('[data-id="${id}"]').click()`);
  await until(`${EDITOR}?.querySelector(".cm-line") && ${TEXT}.includes("# from the second tab")`);
  await until(DRAWN);
  // Reloads by a script, because the driver's own reload bypasses the service worker.
  await see("(window.isOld = true, setTimeout(() => location.reload(), 50), 0)");
  await until(`window.isOld !== true && ${EDITOR}?.querySelector(".cm-line") && ${TEXT}.includes("# from the second tab")`);
  step("the page works without its server, also after a reload");
}

const driver = spawn(program, kind === "geckodriver" ? ["--port", String(PORT)] : [`--port=${PORT}`], { stdio: "ignore" });
const server = await serve(new URL("../../output/web", import.meta.url).pathname);
let failed = 0;
try {
  await wait(1500);
  const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: OPTIONS[kind] } });
  session = `/session/${sessionId}`;
  await run(server);
} catch (error) {
  failed = 1;
  console.error(`failed: ${error.stack}`);
} finally {
  await ask("DELETE", "").catch(() => {});
  driver.kill();
  server.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed);
