// Tests what the page says while it loads, and in browsers in which it cannot run.
import assert from "node:assert/strict";
import { createReadStream, readFileSync } from "node:fs";
import { createServer } from "node:http";

import { Chromium } from "../../tests/browser/chromium.mjs";

const output = (name) => new URL(`../../output/web/${name}`, import.meta.url);

// Tests the page on a slow connection, and with missing files.
export async function loading({ step }) {
  // Uses a separate browser, because errors are expected here.
  const browser = await Chromium.start(process.env.CHROMIUM ?? "chromium");
  // The page must not use the files that its service worker has stored.
  await browser.ask("Network.enable");
  await browser.ask("Network.setBypassServiceWorker", { bypass: true });
  const see = (expression) => browser.see(expression);
  const until = (expression) => browser.until(`Boolean(${expression})`, 60000);
  const bytes = readFileSync(output("first.wasm"));
  let mode = "wrong";
  let hold = null;
  const held = []; // Delayed requests for the whole module.
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
    if (name === "first.wasm") {
      if (mode === "none") return void response.writeHead(404).end();
      if (mode !== "wrong") return void response.writeHead(200, { "Content-Type": "application/wasm" }).end(bytes);
      response.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": bytes.length });
      response.write(bytes.subarray(0, bytes.length >> 1));
      hold = () => response.end(bytes.subarray(bytes.length >> 1));
      return;
    }
    if (name === "hexpress.wasm" && mode === "first") return void response.writeHead(404).end();
    if (name === "hexpress.wasm" && mode === "held") return void held.push(() => createReadStream(output(name)).pipe(response));
    const kind = { js: "text/javascript", css: "text/css", html: "text/html", json: "application/json" }[name.split(".").at(-1)];
    const file = createReadStream(output(name));
    file.on("error", () => response.writeHead(404).end());
    file.once("open", () => response.writeHead(200, { "Content-Type": kind ?? "application/octet-stream" }));
    file.pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const here = `http://127.0.0.1:${server.address().port}/`;
  const choose = (text, name) => see(`{
    const chosen = new DataTransfer();
    chosen.items.add(new File([${JSON.stringify(text)}], "${name}"));
    const input = document.getElementById("open-files");
    input.files = chosen.files;
    input.dispatchEvent(new Event("change"));
  }`);
  try {
    await browser.ask("Page.navigate", { url: here });
    await until("/Loading hexpress: [\\d.]+ of [\\d.]+ MB/.test(document.getElementById('loading-words')?.textContent)");
    await choose('[game]\ntitle = "Early"\n[[cards]]\nsize = "poker"\nrows = [{ name = "a" }]\nface = [{ fill = "red" }]\n', "early.toml");
    assert.match(await see("document.getElementById('loading-note').textContent"), /opens as soon as/);
    hold();
    await until("document.getElementById('title').textContent === 'Early' && document.querySelector('.sheet svg')");
    step("loading has words and a measure, a wrong media type does no harm, and a file that is chosen early is opened");
    await see("document.getElementById('home').click()");
    await until("document.getElementById('start').checkVisibility()");
    await choose('[game]\ntitle = "Wrong"\n[[cards]]\nrows = []\nx', "wrong.toml");
    await until("document.querySelector('#mistakes li') && document.getElementById('title').textContent === 'wrong'");
    assert.equal(await see("document.getElementById('zoom').textContent"), "–");
    step("where the first layout has a mistake, no zoom is shown");
    mode = "first";
    await browser.ask("Page.navigate", { url: `${here}?first#game=hexemergo` });
    await until("/no hexpress\\.wasm .*404/s.test(document.getElementById('verdict').textContent)");
    assert.ok(await see("Boolean(document.querySelector('#sheets .sheet svg'))"), "the sheet is drawn all the same");
    step("where the whole module is missing, the verdict says so");
    mode = "held";
    await browser.ask("Page.navigate", { url: `${here}?held#game=hexemergo` });
    await until("document.querySelector('#sheets .sheet svg') && document.getElementById('title').textContent === 'Hexemergo'");
    const isJudged = "/: clean/.test(document.getElementById('verdict').textContent)";
    assert.equal(await see(isJudged), false, "a verdict without the whole module");
    for (let tries = 0; !held.length && tries < 200; tries += 1) await new Promise((done) => setTimeout(done, 50));
    mode = "whole";
    held.forEach((release) => release());
    await until(isJudged);
    step("the first module draws a sheet; the verdict comes with the whole module");
    mode = "none";
    await browser.ask("Page.navigate", { url: `${here}?none` });
    await until("document.getElementById('trouble')?.checkVisibility()");
    assert.match(await see("document.getElementById('trouble').innerText"), /no first\.wasm .*404/s);
    const old = await browser.ask("Page.addScriptToEvaluateOnNewDocument", { source: "delete globalThis.WebAssembly" });
    await browser.ask("Page.navigate", { url: `${here}?old` });
    await until("/no WebAssembly/.test(document.getElementById('trouble-why')?.textContent)");
    await browser.ask("Page.removeScriptToEvaluateOnNewDocument", old);
    const blocked = await browser.ask("Page.addScriptToEvaluateOnNewDocument", {
      source: "for (const name of ['localStorage']) Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError'); } })",
    });
    mode = "wrong";
    await browser.ask("Page.navigate", { url: `${here}?blocked` });
    await until("/Loading hexpress: /.test(document.getElementById('loading-words')?.textContent)");
    hold();
    await until("document.documentElement.dataset.ready === '' && document.querySelector('#starts button')");
    await see("document.getElementById('door-board').click()");
    await until("document.querySelector('.sheet svg')");
    await browser.ask("Page.removeScriptToEvaluateOnNewDocument", blocked);
    step("where the page cannot run it says why; with storage that is blocked it runs");
  } finally {
    await browser.stop();
    server.closeAllConnections();
    server.close();
  }
}

// Tests what the page says if it cannot run: the reason, and what helps. In each case, a script disables a part of the
// browser before the scripts of the page run.
export async function trouble({ step, url }) {
  const browser = await Chromium.start(process.env.CHROMIUM ?? "chromium");
  const until = (expression) => browser.until(`Boolean(${expression})`, 60000);
  const refuses = (name, message) => `globalThis.${name} = class { constructor() { throw new DOMException("${message}", "SecurityError"); } };`;
  // Returns the text of the page at an address. The script `source` runs before the scripts of the page.
  const told = async (address, source = "") => {
    const { identifier } = await browser.ask("Page.addScriptToEvaluateOnNewDocument", { source });
    await browser.ask("Page.navigate", { url: "about:blank" });
    await browser.ask("Page.navigate", { url: address });
    await until("document.getElementById('trouble')?.checkVisibility()");
    await browser.ask("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    assert.ok(await browser.see("document.getElementById('loading').hidden && !document.getElementById('first')"), `${address}: it does not load any more`);
    return browser.see(`[document.getElementById("trouble-why").textContent, ...[...document.querySelectorAll("#trouble-help li")].map((item) => item.textContent)]`);
  };
  const CURRENT = "Use a current version of Firefox, Chrome, Edge or Safari.";
  const HTTP = "This page comes from another computer over http. On such pages, browsers turn off what hexpress needs. Use an https address, or open the page as http://localhost on that computer.";
  const BLOCKED = "This browser blocks site data. Allow cookies and site data for this page, or leave the private window.";
  const FILE = "Browsers do not run programs from a file. Start a server in this folder, such as python3 -m http.server, and open http://localhost:8000.";
  const PART = "A part of this page was not loaded.";
  try {
    assert.deepEqual(await told(`${url}?old`, "delete HTMLScriptElement.prototype.noModule;"), ["This browser is too old for this page.", CURRENT]);
    const plain = `${refuses("Worker", "no workers")} Object.defineProperty(globalThis, "isSecureContext", { get: () => false });`;
    const http = await told(`${url}?http`, plain);
    assert.deepEqual(http.slice(0, 3), ["no workers", CURRENT, HTTP]);
    assert.deepEqual(await told(`${url}?blocked`, refuses("Worker", "The operation is insecure.")), ["The operation is insecure.", CURRENT, BLOCKED]);
    step("an old browser, plain http and blocked site data are explained, each by its own words");

    assert.deepEqual(await told(output("index.html").href), [PART, FILE]);
    await browser.ask("Network.enable");
    await browser.ask("Network.setBypassServiceWorker", { bypass: true });
    await browser.ask("Network.setBlockedURLs", { urls: ["*/versions.js"] });
    const [why, ...help] = await told(`${url}?part#game=hex-nut`);
    assert.equal(why, PART);
    assert.match(help.join(), /^Load the page again\. If you host it, upload the whole folder that web\/build makes, and serve \.js files as text\/javascript\.$/);
    await browser.ask("Network.setBlockedURLs", { urls: [] });
    step("a page that is opened as a file, and a script that is missing, are explained");

    await browser.ask("Page.navigate", { url: "about:blank" });
    await browser.ask("Page.navigate", { url: `${url}?unknown#game=no-such-game` });
    await until("document.documentElement?.dataset.ready === '' && document.querySelector('#starts button')");
    await until("/^There is no game or start layout called “no-such-game”\\./.test(document.getElementById('notice')?.textContent)");
    await until("document.getElementById('start').checkVisibility() && !document.getElementById('first') && document.getElementById('loading').hidden");
    assert.ok(await browser.see("document.getElementById('desk').hidden && document.getElementById('trouble').hidden"));
    await browser.see("document.getElementById('start-cards').click()");
    await until("document.querySelector('.sheet svg')");
    step("an address with a game that does not exist says so, and the page goes on");
  } finally {
    await browser.stop();
  }
}
