// Takes the pictures of the page in the browser: its start, a game, a mistake, and an earlier version. Also takes a picture
// of the page of `hexpress preview`.
//
//   web/build && node docs/pictures/page.mjs [FOLDER OF THE PAGE [PROGRAM]]
//
// CHROMIUM names the browser. answers.py makes the pictures smaller.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

import { Chromium } from "../../tests/browser/chromium.mjs";
import { serve } from "../../web/tests/serve.mjs";

const here = (path) => new URL(path, import.meta.url).pathname;
const server = await serve(process.argv[2] ?? here("../../output/web"));
const browser = await Chromium.start(process.env.CHROMIUM ?? "chromium");
const until = (expression) => browser.until(`Boolean(${expression})`, 60000);
const wait = () => browser.see("new Promise((done) => setTimeout(done, 1500))");
const shoot = async (name) => {
  await wait();
  writeFileSync(here(`page-${name}.png`), await browser.picture());
};
const judged = "/: (clean|\\d+ (error|warning))/.test(document.getElementById('verdict').textContent)";

await browser.ask("Emulation.setDeviceMetricsOverride", { width: 1180, height: 700, deviceScaleFactor: 1, mobile: false });
await browser.ask("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "light" }] });
await browser.ask("Page.navigate", { url: server.url });
await until("document.querySelector('#starts img[src]')");
await shoot("start");

await browser.see("document.getElementById('start-game').click()");
await until(judged);
await browser.see("document.getElementById('page').click()");
await shoot("game");

// A word is mistyped: `seat` in place of `seats`.
const line = "[...document.getElementById('editor').shadowRoot.querySelectorAll('.cm-line')].find((one) => one.textContent.startsWith('seats '))";
await wait();
const { x, y } = await browser.see(`{ const range = document.createRange(), walk = document.createTreeWalker(${line}, NodeFilter.SHOW_TEXT);
  const text = walk.nextNode(); range.setStart(text, 5); range.setEnd(text, 5);
  const { left, top } = range.getBoundingClientRect(); ({ x: left, y: top + 6 }) }`);
for (const type of ["mousePressed", "mouseReleased"]) {
  await browser.ask("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
}
await browser.press("Backspace");
await until("document.querySelectorAll('#mistakes li').length");
await shoot("mistake");

// A version is kept, and then three cards change.
await browser.see("document.getElementById('home').click()");
await until("document.querySelector('#folders li')");
await browser.see("document.getElementById('start-deck').click()");
await until("document.getElementById('file').value === 'deck.toml'");
await until(judged);
await browser.see("document.getElementById('versions-open').click()");
await wait();
const keep = async (name) => {
  await browser.see("document.getElementById('version-keep').click()");
  await until("document.querySelector('dialog.question input')");
  await browser.ask("Input.insertText", { text: name });
  await browser.press("Enter");
  await until(`document.getElementById('version-name').textContent.includes('${name}')`);
};
const change = (from, to) => browser.see(`Promise.all([import("./folder.js"), import("./file_editor.js")]).then(([folder, fileEditor]) => {
  const rows = new TextDecoder().decode(folder.now.files.get("cards.csv")).replace("${from}", "${to}");
  folder.put("cards.csv", new TextEncoder().encode(rows));
  return fileEditor.edit("cards.csv");
})`);
await keep("first evening");
await change("Take **one** coin", "Take **two** coins");
await until("document.querySelector('.frames rect')");
await keep("second evening");
await change("Lighthouse", "Beacon");
await browser.see("document.getElementById('fit').click()");
await until("document.querySelectorAll('.frames .ground').length === 1");
await wait();
await browser.see("document.querySelector('#notice button')?.click(); document.getElementById('sheets').scrollTop = 0");
await shoot("versions");

// The page of `hexpress preview`.
const preview = spawn(process.argv[3] ?? here("../../target/release/hexpress"), ["preview", "tidewrack", "--no-open", "--json"]);
try {
  let said = "";
  for await (const part of preview.stdout) {
    said += part;
    if (said.includes('"url"') && said.trim().endsWith("}")) break;
  }
  await browser.ask("Page.navigate", { url: JSON.parse(said).results[0].url });
  await until("document.querySelector('.sheet svg')");
  await until("document.getElementById('verdict').textContent.endsWith(': clean.')");
  await shoot("preview");
} finally {
  preview.kill();
}

await browser.stop();
server.stop();
