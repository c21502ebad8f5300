// `hexpress preview` in a real browser: edits a layout on disk and looks at the page.
//
//   node tests/browser/preview.mjs PATH-OF-HEXPRESS [FOLDER-FOR-PICTURES]
//
// The variable CHROMIUM is the command of the browser, by default `chromium`. The variable SLOWEST is the
// maximum time in milliseconds until the page shows a change. A release build stays below the default, 200.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Chromium } from "./chromium.mjs";

const program = resolve(process.argv[2] ?? "target/release/hexpress");
const pictures = process.argv[3];
const slowest = Number(process.env.SLOWEST ?? 200);
const folder = mkdtempSync(join(tmpdir(), "hexpress-preview-"));
const file = join(folder, "deck.toml");

const rows = Array.from({ length: 60 }, (_, i) => `  { name = "Card ${i + 1}", value = ${i % 13} },`).join("\n");
const layout = (word) => `[game]
title = "Sixty"

[[board]]
cells = "flat-top"
fit = "largest"
map = '''
    a
a       a
    a
'''

[board.key]
a = { label = "A", fill = "#CFE8CF" }

[[cards]]
name = "deck"
size = "63 x 88mm"
rows = [
${rows}
]
face = [
  { fill = "#F8D9C8" },
  { text = "{{ name }}", at = "top", inset = "6mm", font = "bold 16pt" },
  { text = "${word} {{ value }}", font = "12pt" },
  { star = "30mm", at = "bottom", inset = "8mm", fill = "peru" },
]
`;
const tiles = `
[[tiles]]
cells = "flat-top"
across = "40mm"
face = [{ edge-band = "{{ edge }}", at = "each edge", depth = "5mm" }]
[tiles.deck]
count = 6
edges = ["olive", "gold", "tan"]
`;
// The files that `--paper us` makes, and the paper of each file.
const FILES = [["deck-us-tabloid.pdf", "11 x 17 in"], ["deck-us-letter.pdf", "Letter (8.5 x 11 in)"]];
const wrong = (text) => text.replace("63 x 88mm", "63 x 88");

let passed = 0;
let browser;
let server;
const step = (what) => {
  passed += 1;
  console.log(`ok ${passed}: ${what}`);
};
const shoot = async (name) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.png`), await browser.picture());
};
const labels = (word) => `document.querySelectorAll('#sheets [aria-label*="${word} "]').length`;
const choose = (id, value) => browser.see(`{
  const select = document.getElementById("${id}");
  select.value = "${value}";
  select.dispatchEvent(new Event("change"));
}`);

async function begin() {
  server = spawn(program, ["preview", "deck.toml", "--no-open", "--json"], { cwd: folder });
  server.stderr.pipe(process.stderr);
  let said = "";
  for await (const part of server.stdout) {
    said += part;
    try {
      return JSON.parse(said).results[0].url;
    } catch {
      // The JSON is not complete yet.
    }
  }
  throw new Error(`preview ended: ${said}`);
}

async function run() {
  writeFileSync(file, layout("before"));
  const url = await begin();
  browser = await Chromium.start(process.env.CHROMIUM ?? "chromium");
  await browser.ask("Emulation.setDeviceMetricsOverride", { width: 1400, height: 950, deviceScaleFactor: 1, mobile: false });
  await browser.ask("Page.navigate", { url });
  await browser.until(`${labels("before")} > 0`);
  const cards = await browser.see(labels("before"));
  assert.equal(await browser.see("document.querySelectorAll('.sheet').length"), 1 + Math.ceil(60 / 9));
  assert.ok(await browser.see("document.querySelectorAll('.sheet svg').length < 8"), "what nobody sees is not drawn");
  assert.equal(await browser.see("document.getElementById('status').textContent"), "8 sheets. No mistakes.");
  step(`the page shows every sheet (${cards} drawings of the word)`);
  await browser.until("document.getElementById('verdict').textContent.endsWith(': clean.')");
  assert.equal(await browser.see("document.querySelectorAll('#faults li').length"), 0);
  step("once the sheets are there, the checker says that they are clean");
  await shoot("light");

  await browser.see("document.getElementById('actual').click()");
  await browser.until("document.querySelector('.sheet:nth-child(2) svg')?.isConnected");
  const width = await browser.see("document.querySelector('.sheet:nth-child(2) svg').getBoundingClientRect().width");
  assert.ok(Math.abs(width - (297 * 96) / 25.4) < 0.5 || Math.abs(width - (210 * 96) / 25.4) < 0.5, `${width} px`);
  await browser.press("+");
  assert.equal(await browser.see("document.getElementById('zoom').textContent"), "125 %");
  await browser.press("0");
  step("zoom is true to size at 100 %, and follows the keys");

  const times = [];
  for (const [index, word] of ["after", "again", "thrice"].entries()) {
    await new Promise((done) => setTimeout(done, 150 + 37 * index));
    writeFileSync(file, layout(word));
    times.push((await browser.until(`${labels(word)} > 0`)).took);
  }
  const took = Math.max(...times);
  assert.ok(took <= slowest, `a change took ${times.map(Math.round)} ms to be seen`);
  step(`a change on the disk is seen after ${times.map(Math.round).join(", ")} ms`);

  writeFileSync(file, wrong(layout("thrice")));
  await browser.until("document.querySelector('#mistakes mark')");
  const line = layout("x").split("\n").findIndex((text) => text.startsWith("size")) + 1;
  const told = await browser.see("document.getElementById('mistakes').innerText");
  assert.match(told, new RegExp(`deck\\.toml, line ${line}, column`));
  assert.match(told, /error HX005/);
  assert.equal(await browser.see("document.querySelector('#mistakes mark').textContent"), '"63 x 88"');
  assert.match(await browser.see("document.getElementById('status').textContent"), new RegExp(`^1 mistake, in \\S+, line ${line}\\. The sheets`));
  assert.ok(await browser.see(`${labels("thrice")} > 0`), "the last good sheets are still there");
  assert.equal(await browser.see("document.getElementById('download').disabled"), true);
  step("a mistake is told with its line, and the last good sheets stay");
  await browser.ask("Page.reload");
  await browser.until(`document.querySelector('#mistakes mark') && ${labels("thrice")} > 0`);
  assert.match(await browser.see("document.getElementById('status').textContent"), /The sheets show the last version without mistakes\.$/);
  step("the page is loaded anew, and the last good sheets are there still");
  await browser.ask("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "dark" }] });
  await shoot("dark-mistake");
  await browser.ask("Emulation.setEmulatedMedia", { features: [] });

  writeFileSync(file, layout("mended"));
  await browser.until(`${labels("mended")} > 0`);
  assert.equal(await browser.see("document.querySelectorAll('#mistakes li').length"), 0);
  step("once mended, the mistake is gone and the sheets are new");

  writeFileSync(file, layout("mended").replace("12pt", "2pt"));
  await browser.until("document.querySelector('#faults li')");
  assert.match(await browser.see("document.getElementById('verdict').innerText"), /: \d+ errors?/);
  assert.equal(await browser.see("document.getElementById('verdict').className"), "bad");
  assert.match(await browser.see("document.querySelector('#faults li').innerText"), /HX\d+: deck-iso-a4\.pdf, page \d+/);
  assert.equal(await browser.see("document.querySelectorAll('#mistakes li').length"), 0);
  await shoot("faults");
  writeFileSync(file, wrong(layout("mended")));
  await browser.until("document.querySelector('#mistakes mark')");
  assert.equal(await browser.see("document.getElementById('check').checkVisibility()"), false);
  writeFileSync(file, layout("mended"));
  await browser.until("document.getElementById('verdict').textContent.endsWith(': clean.')");
  step("what the checker finds wrong is told with its place, and goes once it is mended");

  await browser.see("for (const id of ['show-cuts', 'show-safe', 'show-names']) document.getElementById(id).click()");
  await browser.see("[...document.querySelectorAll('.sheet')].at(-1).scrollIntoView()");
  await browser.until("[...document.querySelectorAll('.draft .names text')].some((name) => name.textContent === 'deck/60')");
  assert.equal(await browser.see("getComputedStyle(document.querySelector('.draft .names')).display"), "inline");
  await browser.see("document.querySelectorAll('.sheet')[1].scrollIntoView()");
  await shoot("draft");
  step("names, cuts and safe zones are shown");
  for (const sight of ["grey", "protan", "deutan", "tritan"]) {
    await choose("sight", sight);
    assert.match(await browser.see("getComputedStyle(document.querySelector('.paper')).filter"), new RegExp(`sight-${sight}`));
    await shoot(sight);
  }
  await choose("sight", "colour");
  step("the sheets are shown as others see them");

  await choose("paper", "us");
  await browser.until("document.querySelector('.sheet h2').textContent.includes('11 x 17')");
  step("another paper is chosen");

  const downloads = join(folder, "downloads");
  await browser.ask("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
  // Sheets of two sizes are in two files. Each link shows the paper of its file.
  const links = "[...document.querySelectorAll('#downloads button')].map((link) => link.textContent)";
  await browser.until(`${links}.length === 2`);
  assert.deepEqual(await browser.see(links), FILES.map(([, paper]) => `Download ${paper} PDF`));
  const download = async (args) => {
    for (const [index, [name]] of FILES.entries()) {
      const got = join(downloads, name);
      rmSync(got, { force: true });
      await browser.see(`document.querySelectorAll('#downloads button')[${index}].click()`);
      for (let i = 0; !existsSync(got); i += 1) {
        assert.ok(i < 200, "no PDF came");
        await new Promise((done) => setTimeout(done, 50));
      }
    }
    execFileSync(program, ["build", "deck.toml", "--paper", "us", "--quiet", ...args], { cwd: folder });
    for (const [name] of FILES) {
      const [got, made] = [join(downloads, name), join(folder, "output", name)];
      assert.ok(readFileSync(got).equals(readFileSync(made)), `${name}: the PDFs differ`);
    }
  };
  await download([]);
  step("the PDFs that are downloaded are those that build writes");

  await browser.see("document.activeElement.blur(); window.getSelection().removeAllRanges()");
  await browser.see("document.querySelector('#more summary').focus()");
  const order = [];
  for (let i = 0; i < 6; i += 1) {
    await browser.press("Tab");
    order.push(await browser.see("document.activeElement.id || document.activeElement.parentElement.id"));
  }
  assert.deepEqual(order, ["fold-list", "smaller", "larger", "fit", "page", "actual"]);
  await browser.see("document.querySelector('#more summary').focus()");
  await browser.press("Enter");
  const opened = [];
  for (let i = 0; i < 4; i += 1) {
    await browser.press("Tab");
    opened.push(await browser.see("document.activeElement.id"));
  }
  assert.deepEqual(opened, ["paper", "ink", "cut", "backs"]);
  await browser.press("Escape");
  assert.equal(await browser.see("document.getElementById('more').open"), false);
  const { nodes } = await browser.ask("Accessibility.getFullAXTree");
  const controls = ["button", "link", "combobox", "checkbox", "main", "navigation", "region", "group"];
  const silent = nodes.filter((node) => !node.ignored && controls.includes(node.role?.value) && !node.name?.value && node.role.value !== "main");
  assert.deepEqual(silent.map((node) => node.role.value), [], "controls without a name");
  step("everything is reached by the keyboard, in order, and has a name");

  await browser.see("document.getElementById('more').open = true");
  assert.equal(await browser.see("document.getElementById('seeds').checkVisibility()"), false);
  writeFileSync(file, layout("mended") + tiles);
  await browser.until("document.getElementById('seeds').checkVisibility()");
  const status = () => browser.see("document.getElementById('status').textContent");
  const note = () => browser.see("document.getElementById('seed-note').textContent");
  // The page draws sheets outside the window later than visible ones. `fresh` is true once the last sheet is
  // drawn.
  const fresh = "[...document.querySelectorAll('.sheet')].at(-1).ariaBusy === 'false'";
  const drawnFrom = (seed) => browser.until(`document.getElementById('status').textContent.includes('seed ${seed}.') && ${fresh}`);
  const type = async (text) => {
    // An earlier download opened another menu, and this closed the menu `more`. So `more` is opened again.
    await browser.see("{ document.getElementById('more').open = true; const seed = document.getElementById('seed'); seed.focus(); seed.select(); }");
    await browser.ask("Input.insertText", { text });
    await browser.press("Tab");
  };
  await browser.see("[...document.querySelectorAll('.sheet')].at(-1).scrollIntoView()");
  await drawnFrom(1);
  assert.equal(await note(), "from the layout");
  assert.equal(await browser.see("document.getElementById('seed').placeholder"), "1");
  // Returns the drawing of the last sheet without the rings of the checker, which appear and disappear.
  const last = "(() => { const all = [...document.querySelectorAll('.sheet .paper')].at(-1).cloneNode(true); all.querySelector('.rings')?.remove(); return all.innerHTML; })()";
  const own = await browser.see(last);
  await type("042");
  await drawnFrom(42);
  assert.equal(await browser.see("document.getElementById('seed').value"), "42");
  assert.equal(await browser.see("document.activeElement.id"), "random");
  assert.equal(await note(), "");
  const of42 = await browser.see(last);
  assert.notEqual(of42, own);
  await shoot("seed");
  step("another seed is typed, and its decks are drawn");

  for (const text of ["x7", "-1", "18446744073709551616"]) {
    await type(text);
    assert.match(await note(), /^The seed must be a whole number from 0 to 18446744073709551615\./);
    assert.equal(await browser.see("document.getElementById('seed').getAttribute('aria-invalid')"), "true");
    assert.equal(await browser.see(last), of42);
  }
  await shoot("seed-wrong");
  const { nodes: around } = await browser.ask("Accessibility.getFullAXTree");
  const field = around.find((node) => node.role?.value === "textbox" && node.name?.value === "Seed");
  assert.match(field?.description?.value ?? "", /^The seed must be a whole number/);
  assert.ok(around.some((node) => node.role?.value === "button" && node.name?.value === "Random seed"));
  step("what is no seed is told, beside the field and to a screen reader");

  await browser.see("document.getElementById('random').click()");
  const random = await browser.see("document.getElementById('seed').value");
  assert.match(random, /^[0-9]{1,10}$/);
  assert.equal(await note(), "");
  await drawnFrom(random);
  assert.notEqual(await browser.see(last), of42);
  await download(["--seed", random]);
  await type("");
  await drawnFrom(1);
  assert.equal(await browser.see(last), own);
  step("a random seed is taken, its PDFs are those that build writes, and an empty field is the layout's own");

  writeFileSync(file, layout("mended"));
  await browser.until("!document.getElementById('seeds').checkVisibility()");
  step("the field goes with the deck");

  assert.deepEqual(browser.complaints(), []);
  step("the page complains of nothing");
}

const late = setTimeout(() => {
  console.error("failed: it takes too long");
  process.exit(1);
}, 120000);
let failed = 0;
try {
  await run();
} catch (error) {
  failed = 1;
  console.error(`failed: ${error.stack}`);
} finally {
  await browser?.stop();
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
  clearTimeout(late);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed);
