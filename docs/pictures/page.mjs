// Takes the pictures of the page in the browser: its start, a game, and a mistake.
//
//   web/build && node docs/pictures/page.mjs [FOLDER OF THE PAGE]
//
// CHROMIUM names the browser. answers.py makes the pictures smaller.

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
await until("document.querySelectorAll('#games img[src]').length === 5");
await shoot("start");

await browser.see("[...document.querySelectorAll('#starts button')].find((one) => one.textContent === 'game').click()");
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

await browser.stop();
server.stop();
