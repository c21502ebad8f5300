// Measures how soon the page shows a keystroke, how much memory it takes, and how soon it starts over a slow
// connection. Run this script by hand, with a module that web/build made without PROFILE.
//
//   node web/tests/speed.mjs [KEYS]

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Chromium } from "../../tests/browser/chromium.mjs";
import { serve } from "./serve.mjs";
import { caretIn, keyTimes } from "./sheets.mjs";

const keys = Number(process.argv[2] ?? 15);
const MEGABIT = 1e6 / 8; // Bytes a second.
const scratch = mkdtempSync(join(tmpdir(), "hexpress-speed-"));
const server = await serve(process.env.PAGE ?? new URL("../../output/web", import.meta.url).pathname);
const wait = (time) => new Promise((done) => setTimeout(done, time));

// Returns the memory of the page's processes, in MiB. Shared memory is divided among the processes that share it.
async function memory(browser) {
  const { processInfo } = await browser.ask("SystemInfo.getProcessInfo");
  const sizes = processInfo.filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))[1]) / 1024);
  return Math.max(...sizes);
}

async function inBrowser(work) {
  const browser = await Chromium.start(process.env.CHROMIUM ?? "chromium");
  try {
    await browser.ask("DOM.enable");
    await browser.ask("Emulation.setDeviceMetricsOverride", { width: 1600, height: 950, deviceScaleFactor: 1, mobile: false });
    await work(browser);
  } finally {
    await browser.stop();
  }
}

for (const count of [60, 300, 3000]) {
  await inBrowser(async (browser) => {
    const page = {
      browser, folder: scratch, url: server.url,
      see: (expression) => browser.see(expression),
      until: (expression) => browser.until(`Boolean(${expression})`, 120000),
      type: (text) => browser.ask("Input.insertText", { text }),
      caret: (begins) => caretIn(browser, begins),
    };
    const times = await keyTimes(page, count, keys);
    await page.until("/: (clean|\\d+ (error|warning))/.test(document.getElementById('verdict').textContent)");
    await wait(3000);
    const used = await memory(browser);
    await wait(27000); // Until the browser has freed the memory that is no longer needed.
    console.log(`${count} cards: ${Math.round(times[Math.floor(keys / 2)])} ms from key to picture (${times.map(Math.round).join(", ")}); ${Math.round(used)} MiB, and ${Math.round(await memory(browser))} MiB half a minute later`);
  });
}

await inBrowser(async (browser) => {
  await browser.ask("Network.enable");
  await browser.ask("Network.emulateNetworkConditions", { offline: false, latency: 40, downloadThroughput: 10 * MEGABIT, uploadThroughput: 10 * MEGABIT });
  const began = performance.now();
  await browser.ask("Page.navigate", { url: `${server.url}#game=hex-nut` });
  // The page first shows a picture of the sheet, and replaces it by the drawing of the program.
  const seen = (what) => browser.until(`Boolean([...document.querySelectorAll(".sheet .paper > *")].some(${what}))`, 120000);
  const after = () => ((performance.now() - began) / 1000).toFixed(1);
  await seen("(one) => one.matches('#first img') ? one.complete && one.naturalWidth > 0 : one.matches('svg')");
  const which = (await browser.see("Boolean(document.querySelector('#first img'))")) ? "the picture that web/build drew" : "the drawing of the program";
  console.log(`10 Mbit/s, 40 ms: the first sheet after ${after()} s (${which})`);
  await seen("(one) => one.matches('svg')");
  console.log(`  the drawing of the program after ${after()} s`);
  const sizes = await browser.see("performance.getEntriesByType('resource').map(({ name, encodedBodySize, responseEnd }) => [name.split('/').at(-1), encodedBodySize, Math.round(responseEnd)])");
  for (const [name, size, end] of sizes.filter(([, size]) => size > 30000)) console.log(`  ${name}: ${size} bytes, at ${end} ms`);
});
server.stop();
rmSync(scratch, { recursive: true });
