// Tests the page without a server in a real browser: everything that a user does with it.
//
//   node web/tests/page.mjs PATH-OF-HEXPRESS [FOLDER-FOR-PICTURES]
//
// The tests use output/web, which web/build makes. CHROMIUM names the browser. SLOWER multiplies the limits on times:
// it is 1 by default, and larger for a module that was built with less optimisation.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Chromium } from "../../tests/browser/chromium.mjs";
import { look as looked } from "./look.mjs";
import { folder, forget } from "./folder.mjs";
import { editing } from "./editor.mjs";
import { serve } from "./serve.mjs";
import { weekAlone } from "./week.mjs";
import { caretIn, cells, fast, lines } from "./sheets.mjs";

const program = resolve(process.argv[2] ?? "target/debug/hexpress");
const pictures = process.argv[3];
const slower = Number(process.env.SLOWER ?? 1);
const here = (path) => new URL(path, import.meta.url).pathname;
const axe = readFileSync(here("../node_modules/axe-core/axe.min.js"), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "hexpress-page-"));

let passed = 0;
let browser;
const step = (what) => console.log(`ok ${(passed += 1)}: ${what} (${Math.round(performance.now() / 1000)} s)`);
const see = (expression) => browser.see(expression);
const until = (expression, patience = 30000) => browser.until(`Boolean(${expression})`, patience);
const click = (id) => see(`document.getElementById("${id}").click()`);
const words = (id) => see(`document.getElementById("${id}").textContent`);
const size = (width, height = 950) =>
  browser.ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
const light = (is) =>
  browser.ask("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: is ? "light" : "dark" }] });
const shoot = async (name) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await see("new Promise((done) => setTimeout(done, 400))");
  writeFileSync(join(pictures, `${name}.png`), await browser.picture());
};
const judged = () => until("/: (clean|\\d+ (error|warning))/.test(document.getElementById('verdict').textContent)");
const choose = (id, value) => see(`{
  const select = document.getElementById("${id}");
  select.value = "${value}";
  select.dispatchEvent(new Event("change"));
}`);
const editor = "document.getElementById('editor').shadowRoot";
const type = (text) => browser.ask("Input.insertText", { text });

const caret = (begins) => caretIn(browser, begins);

// Checks the page with axe, a checker for accessibility.
async function accessible(what) {
  await see(`${axe}; 0`);
  const found = await see(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ target, failureSummary }) => target + " " + failureSummary).join("; ")))`);
  assert.deepEqual(found, [], what);
}

async function start(url) {
  const began = performance.now();
  await browser.ask("Page.navigate", { url });
  await until("document.querySelector('.cards img[src]')");
  const took = performance.now() - began;
  await see("document.getElementById('games').scrollIntoView()");
  await until("document.querySelectorAll('#games img[src]').length === 5");
  await see("document.getElementById('start').scrollTop = 0");
  assert.ok(took < 2000 * slower, `the first sheet takes ${took} ms`);
  step(`the games are shown as pictures, the first after ${Math.round(took)} ms`);
  for (const [width, is] of [[1600, true], [800, false], [360, true]]) {
    await size(width);
    await light(is);
    assert.ok(await see("document.documentElement.scrollWidth <= innerWidth"), `${width} px is too narrow`);
    if (width !== 800) await accessible(`start, ${width} px`);
    await shoot(`start-${width}`);
  }
  await size(1600);
  await light(true);
  step("axe has no complaint of the first page");
}

async function edit() {
  await see("document.getElementById('game-hex-nut').focus()");
  await browser.press("Enter");
  await until("document.querySelectorAll('.sheet svg').length === 2");
  assert.equal(await words("title"), "Hex Nut");
  await judged();
  assert.match(await words("verdict"), /: clean\.$/);
  step("a game is chosen by the keyboard, drawn, and judged");

  await caret("title");
  await type(" Two");
  await until("document.getElementById('title').textContent === 'Hex Nut Two'");
  await until("[...document.querySelectorAll('.sheet .words text')].some((text) => text.textContent.includes('Hex Nut Two'))");
  assert.ok(await see("window.find('Hex Nut Two')"), "words of a sheet can be found");
  step("a word is changed and seen, as words that can be found");

  await browser.press("End");
  await type("x");
  await until("document.querySelector('#mistakes mark')");
  assert.match(await words("status"), /^1 mistake, in hex-nut\.toml, line 15\. The sheets show the last version without mistakes\.$/);
  await until(`${editor}.querySelector(".cm-lintRange-error")`);
  assert.equal(await see("document.querySelectorAll('.sheet svg').length"), 2);
  await shoot("mistake");
  await accessible("a mistake");
  await see("new Promise((done) => setTimeout(done, 1000))");
  await see("window.isOld = true; 0");
  await browser.ask("Page.reload");
  await until(`!window.isOld && document.querySelectorAll('.sheet svg').length === 2 && ${editor}?.querySelector(".cm-lintRange-error")`);
  assert.equal(await words("title"), "Hex Nut Two");
  assert.match(await words("status"), /^1 mistake, .* The sheets show the last version without mistakes\.$/);
  step("the page is loaded anew: what was typed and the last good sheets are there still");

  await caret("title");
  await browser.press("End");
  await browser.press("Backspace");
  await until("!document.querySelector('#mistakes li')");
  await judged();
  step("a mistake is told under its sign, the last sheets stay, and it goes once it is mended");
}

async function take() {
  const downloads = join(scratch, "downloads");
  await browser.ask("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
  const got = async (id, name) => {
    await click(id);
    for (let i = 0; !existsSync(join(downloads, name)); i += 1) {
      assert.ok(i < 600 * slower, `${name} does not come`);
      await new Promise((done) => setTimeout(done, 50));
    }
    return readFileSync(join(downloads, name));
  };
  const layout = readFileSync(here("../../layouts/hex-nut.toml"), "utf8").replace('"Hex Nut"', '"Hex Nut Two"');
  // The title was changed, so the files are named after it. From the layout in the PDF, the program makes the same PDF.
  const pdf = await got("download", "hex-nut-two-iso.pdf");
  execFileSync(program, ["build", join(downloads, "hex-nut-two-iso.pdf"), "--quiet", "--no-check"], { cwd: scratch });
  assert.ok(pdf.equals(readFileSync(join(scratch, "output", "hex-nut-two-iso.pdf"))), "the PDFs differ");
  step("the PDF is the program's, byte for byte");

  for (const [id, name, part] of [["take-svg", "hex-nut-two-iso-svg.zip", "02-set-up.svg"], ["take-png", "hex-nut-two-iso-png.zip", "02-set-up.png"], ["take-folder", "hex-nut-two.zip", "hex-nut.toml"]]) {
    const zip = await got(id, name);
    assert.ok(zip.subarray(0, 2).equals(Buffer.from("PK")) && zip.includes(part), name);
    if (id === "take-folder") assert.ok(zip.includes(layout), "the layout is in the folder");
  }
  step("sheets as SVG and PNG, and the folder, are taken away");

  await choose("ink", "black");
  await until("[...document.querySelectorAll('.words text')].some((text) => /black and greys/.test(text.textContent))");
  await choose("ink", "");
  await choose("paper", "us");
  await until("document.querySelector('.sheet h2').textContent.includes('8.5 x 11')");
  await choose("paper", "iso");
  await until("document.querySelector('.sheet h2').textContent.includes('A4')");
  step("ink and paper are chosen");
}

async function look() {
  const width = "document.querySelector('.paper').getBoundingClientRect().width";
  await click("actual");
  assert.ok(Math.abs((await see(width)) - (210 * 96) / 25.4) < 1);
  await browser.ask("Input.dispatchMouseEvent", { type: "mouseWheel", x: 900, y: 500, deltaX: 0, deltaY: -100, modifiers: 2 });
  await until(`${width} > 900`);
  await click("calibrate");
  assert.ok(await see("document.getElementById('card').open"));
  await accessible("the card");
  await see("{ const range = document.getElementById('card-size'); range.value = 110; range.oninput(); }");
  await click("card-done");
  assert.ok(Math.abs((await see(width)) - (210 * 96 * 1.1) / 25.4) < 1, "true size follows the card");
  await click("page");
  assert.ok(await see("document.querySelector('.paper').getBoundingClientRect().height <= document.getElementById('sheets').clientHeight"));
  await click("fit");
  step("width, page, true size by a card, and Ctrl-wheel");

  await see("document.querySelector('.paper').focus()");
  await browser.press("Enter");
  const first = await see("document.activeElement.dataset.piece");
  await browser.press("ArrowRight");
  const name = await see("document.activeElement.dataset.piece");
  assert.ok(name && name !== first, `from ${first} to ${name}`);
  await browser.press("Enter");
  await until(`document.getElementById("piece").textContent.startsWith("${name}: hex-nut.toml, line ")`);
  assert.ok(await see(`${editor}.activeElement?.classList.contains("cm-content")`), "the line is in the editor");
  await until("document.querySelector('.meant')");
  step("from a piece to its line by the keyboard, and back to what the line makes");

  // If the user chooses a game before the start page is complete, the game stays open.
  await see("document.getElementById('home').click(); document.getElementById('game-auction-hexes').click()");
  // The picture of the first sheet is visible before the game is open.
  await until("!document.getElementById('seeds').hidden && document.getElementById('status').textContent.includes('seed 2013.')");
  await see("{ document.getElementById('seed').value = '7'; document.getElementById('seed').dispatchEvent(new Event('change')); }");
  await until("document.getElementById('status').textContent.includes('seed 7.')");
  await see("document.getElementById('deck').open = true");
  await until("document.querySelectorAll('#figures tr').length > 5");
  assert.match(await words("figures"), /no two alike *yes/);
  step("a seed is chosen, and the numbers of its deck are told");
  for (const id of ["show-cuts", "show-safe", "show-names"]) await click(id);
  for (const [wide, is] of [[1600, true], [1600, false], [800, true], [800, false], [360, true], [360, false]]) {
    await size(wide, wide === 360 ? 740 : 950);
    await light(is);
    assert.ok(await see("document.documentElement.scrollWidth <= innerWidth"), `${wide} px is too narrow`);
    // The light and the dark mode differ only in colours, so most sizes are checked in one mode.
    if (is || wide === 800) await accessible(`desk, ${wide} px`);
    await shoot(`desk-${wide}-${is ? "light" : "dark"}`);
  }
  for (const pane of ["edit", "told", "sheets"]) {
    await click(`pane-${pane}`);
    await shoot(`narrow-${pane}`);
  }
  await size(1600);
  await light(true);
  for (const id of ["show-cuts", "show-safe", "show-names"]) await click(id);
  step("axe has no complaint of the desk at three widths, light and dark");
}

async function check() {
  const board = readFileSync(here("../../tests/foreign/cairo-one-vertex.pdf")).toString("base64");
  await see(`{
    const bytes = Uint8Array.from(atob("${board}"), (sign) => sign.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "board.pdf", { type: "application/pdf" }));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }`);
  await until("document.querySelector('#judged-pages .rings rect')");
  assert.match(await words("judged-verdict"), /error/);
  assert.match(await see("document.querySelector('#judged-faults li').textContent"), /^1\. error HX\d+: /);
  await accessible("a judged file");
  await shoot("judged");
  await size(360, 740);
  await shoot("judged-360");
  await size(1600);
  await click("judged-close");
  step("a wrong board that is dropped on the page is ringed");
}

async function print() {
  await see("document.getElementById('home').click(); document.getElementById('game-hex-nut').click()");
  await until("document.querySelectorAll('.sheet svg').length === 2");
  execFileSync(program, ["build", "hex-nut", "--format", "png", "--dpi", "100", "--output", "prints", "--quiet", "--no-check"], { cwd: scratch });
  const [first] = readdirSync(join(scratch, "prints"), { recursive: true }).filter((name) => name.endsWith(".png")).sort();
  const sheet = readFileSync(join(scratch, "prints", first)).toString("base64");
  // A scan of the first sheet. A part of the board is missing in it.
  await see(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${sheet}";
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: image.width + 60, height: image.height + 60 });
    const context = canvas.getContext("2d");
    context.fillStyle = "#555";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 30, 30);
    context.fillStyle = "#fff";
    context.fillRect(canvas.width / 2 - 40, canvas.height / 2 - 40, 80, 80);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    const transfer = new DataTransfer();
    transfer.items.add(new File([blob], "scan.png", { type: "image/png" }));
    document.getElementById("print-sheet").value = "1";
    const input = document.getElementById("print-scan");
    input.files = transfer.files;
    input.dispatchEvent(new Event("change"));
  })()`);
  const began = performance.now();
  await until("document.querySelector('#judged-pages .print-rings path')", 120000 * slower);
  const took = Math.round(performance.now() - began);
  assert.match(await words("judged-verdict"), /^scan\.png: page 1 of hex-nut/);
  assert.match(await words("judged-found"), /scale: .* ink spreads by/s);
  assert.match(await see("document.querySelector('#judged-faults li').textContent"), /error HX63[24]: /);
  assert.equal(await see("document.getElementById('print-photo').getAttribute('capture')"), "environment");
  await accessible("a judged print");
  await shoot("print");
  for (const [width, height] of [[1024, 768], [360, 740]]) {
    await size(width, height);
    assert.ok(await see("document.getElementById('judged').scrollWidth <= document.getElementById('judged').clientWidth"), `${width} px is too narrow`);
    await shoot(`print-${width}`);
  }
  await size(1600);
  await click("judged-close");
  step(`a scan is judged in the page, and its fault is ringed (${took} ms)`);
}

async function share(url) {
  await browser.ask("Page.navigate", { url: `${url}?share` });
  await until("document.querySelector('#starts button')");
  await see("document.querySelector('#starts button').click()");
  await until("document.querySelector('.sheet svg')");
  await click("share");
  await until("location.hash.startsWith('#layout=')");
  const address = await see("location.href");
  await browser.ask("Page.navigate", { url: "about:blank" });
  await browser.ask("Page.navigate", { url: address });
  await until("document.querySelector('.sheet svg')");
  assert.equal(await words("title"), "New game");
  step("an address carries a layout");
}

// Each section begins at a separate address, so several sections can run at the same time.
const sections = {
  async first(url) {
    await start(url);
    await edit();
    await take();
    await look();
    await check();
    await print();
    await share(url);
  },
  async folder(url) {
    // PARTS=games,tabs runs only these parts.
    await folder({ browser, url, step, accessible, program, only: process.env.PARTS });
    const week = await weekAlone(25, 1);
    step(`25 random actions of somebody at work: none of ${week.lines} lines is lost`);
  },
  async look(url) {
    await forget(browser, url);
    await size(1600);
    await looked({ browser, url, step, accessible });
  },
  async editor(url) {
    const page = { browser, see, until, words, type, caret, step, accessible, shoot, folder: scratch, slower, url };
    await cells(page);
    await lines(page);
    await editing(page);
    await fast(page);
  },
};
// SECTIONS=first,editor runs only these sections.
const wanted = process.env.SECTIONS?.split(",");

const late = setTimeout(() => {
  console.error("failed: it takes too long");
  process.exit(1);
}, 300000 * Math.min(slower, 3));
const server = await serve(here("../../output/web"));
let failed = 0;
try {
  browser = await Chromium.start(process.env.CHROMIUM ?? "chromium");
  await browser.ask("DOM.enable");
  await size(1600);
  for (const [name, section] of Object.entries(sections)) if (!wanted || wanted.includes(name)) await section(server.url);
  assert.deepEqual(browser.complaints(), []);
  step("the page complains of nothing");
} catch (error) {
  failed = 1;
  console.error(`failed: ${error.stack}`);
  await shoot("failed").catch(() => {});
} finally {
  await browser?.stop();
  server.stop();
  rmSync(scratch, { recursive: true, force: true });
  clearTimeout(late);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed);
