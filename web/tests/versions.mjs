// Tests earlier versions in the page: they are stored, compared, printed and restored.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LAYOUT = `[game]
title = "Harbour"
[[cards]]
name = "deck"
size = "poker"
data = "cards.csv"
key  = "name"
face = [{ text = "{{ name }}", at = "top", inset = "8mm", font = "bold 14pt" }, { text = "{{ cost }}", font = "30pt" }]
[[board]]
cells = "square"
size  = "20 x 20mm"
sheet = "small"
map   = "a b\\nb a"
[board.key]
a = { fill = "#8bb" }
b = { fill = "#543" }
`;
const OLD = "name,cost,copies\nCrane,3,2\nLighthouse,5,1\nPier,2,3\nTug,4,1\n";
const NEW = "name,cost,copies\nCrane,3,2\nLighthouse,4,1\nPier,2,4\nFerry,6,1\n";

const COUNT = `new Promise((done) => { const open = indexedDB.open("hexpress"); open.onsuccess = () => {
  const asked = open.result.transaction("versions").objectStore("versions").count();
  asked.onsuccess = () => { open.result.close(); done(asked.result); };
}; })`;
const press = (words) => `[...document.querySelectorAll("button")].find((button) => button.textContent === "${words}" && button.checkVisibility()).click()`;
const file = (name) => `import("./folder.js").then(({ now }) => new TextDecoder().decode(now.files.get("${name}")))`;

export async function versions({ page, browser, program, accessible, shoot, fresh }) {
  const framed = async () => {
    const named = await page.see("[...document.querySelectorAll('.pieces [aria-description]')].map(({ dataset }) => dataset.piece).sort()");
    assert.equal(await page.see("document.querySelectorAll('.frames rect:not(.ground)').length"), named.length);
    return named;
  };
  const words = (pattern) => page.until(`${pattern}.test(document.getElementById("version-words").textContent)`);
  const put = (name, text) => page.see(`Promise.all([import("./folder.js"), import("./file_editor.js")]).then(([folder, fileEditor]) => { folder.put("${name}", new TextEncoder().encode(${JSON.stringify(text)})); return fileEditor.refresh(["${name}"]); })`);
  const saved = (act) => page.see(`new Promise((done) => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => { if (/pdf|zip/.test(blob.type)) { URL.createObjectURL = make; blob.arrayBuffer().then((buffer) => done(btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("")))); } return make(blob); };
    ${act};
  })`);

  await fresh("versions");
  await page.drop(`() => [new File([${JSON.stringify(LAYOUT)}], "harbour.toml"), new File([${JSON.stringify(OLD)}], "cards.csv")]`);
  await page.drawn();
  await page.click("versions-open");
  await words("/^No version/");
  assert.equal(await page.see("document.activeElement.id"), "versions-title");
  for (const name of ["first print", "same again"]) {
    await page.click("version-keep");
    await page.until("document.querySelector('dialog.question input')");
    await page.type(name);
    await page.press("Enter", 0, 13);
    await words("/^All pieces look the same/");
    await page.until(`document.getElementById("version-name").textContent.endsWith("(${name})")`);
  }
  assert.equal(await page.see(COUNT), 1, "equal versions are kept once");
  assert.deepEqual(await framed(), []);
  assert.equal(await page.see("document.getElementById('version-print').disabled"), true);

  await put("cards.csv", NEW);
  await put("harbour.toml", LAYOUT.replace("\\nb a", "\\na a"));
  await words("/^3 pieces and 1 cell on \\d sheets look different now/");
  assert.deepEqual(await framed(), ["board/cell:0,1", "deck/3", "deck/7", "deck/8"]);
  const table = await page.words("version-table");
  assert.match(table, /~ 3 +Lighthouse: cost 5 → 4\n {2}~ 7 +Pier: 3 copies → 4\n {2}\+ 8 +Ferry\n {2}- 7 +Tug/);
  assert.match(await page.words("version-exchange"), /deck: take out 3 \(Lighthouse\), 7 \(Tug\); put in 3 \(Lighthouse\), 7 \(Pier\), 8 \(Ferry\)\./);
  await accessible("versions");
  await shoot("versions");
  await browser.ask("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 1, mobile: false });
  assert.ok(await page.see("document.documentElement.scrollWidth <= innerWidth && document.getElementById('versions').scrollWidth <= innerWidth"), "a phone is too narrow");
  await accessible("versions on a phone");
  await shoot("versions-390");
  await browser.ask("Emulation.setDeviceMetricsOverride", { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false });
  await page.click("version-show");
  await page.until("document.querySelectorAll('.frames rect:not(.ground)').length === 3 && document.querySelector('.pieces [aria-label*=Tug][aria-description]')");
  await page.click("version-show");
  await page.until("document.querySelector('.pieces [aria-label*=Ferry][aria-description]')");

  // The page prints the same pieces as the program.
  const folder = mkdtempSync(join(tmpdir(), "hexpress-versions-"));
  try {
    const pdf = Buffer.from(await saved("document.getElementById('version-print').click()"), "base64");
    writeFileSync(join(folder, "changes.pdf"), pdf);
    for (const [name, text] of [["cards.csv", OLD], ["harbour.toml", LAYOUT]]) writeFileSync(join(folder, name), text);
    const run = (...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8" });
    run("build", "harbour.toml", "--output", "prints", "--quiet");
    writeFileSync(join(folder, "cards.csv"), NEW);
    writeFileSync(join(folder, "harbour.toml"), LAYOUT.replace("\\nb a", "\\na a"));
    run("build", "harbour.toml", "--since", "prints", "--output", "new", "--quiet");
    const [printed] = readdirSync(join(folder, "new")).filter((name) => name.endsWith(".pdf"));
    assert.ok(pdf.equals(readFileSync(join(folder, "new", printed))), "the page prints what the program prints");
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.until("document.getElementById('version-at').max === '2'");
  await page.see("{ const at = document.getElementById('version-at'); at.value = 2; at.dispatchEvent(new Event('input')); }");
  await words("/^All pieces look the same/");
  assert.match(await page.see("document.getElementById('version-at').getAttribute('aria-valuetext')"), / \(changes printed\), 2 of 2$/);

  // Makes a version with a mistake, and then goes back.
  await put("harbour.toml", `${LAYOUT}oops`);
  await words("/^The layout has mistakes now/");
  await page.click("version-keep");
  await page.until("document.querySelector('dialog.question input')");
  await page.press("Enter", 0, 13);
  await page.until("document.getElementById('version-at').max === '3'");
  await put("harbour.toml", LAYOUT);
  await words("/^This version cannot be built.*harbour.toml, line 17/");
  await page.see("{ const at = document.getElementById('version-at'); at.value = 1; at.dispatchEvent(new Event('input')); }");
  await page.until("document.getElementById('version-name').textContent.endsWith('(same again)') && !document.getElementById('version-back').disabled");
  await page.click("version-back");
  await page.until(`/The game is as it was/.test(document.getElementById("notice")?.textContent)`);
  assert.equal(await page.see(file("cards.csv")), OLD);
  await page.see(press("Undo"));
  await page.until("document.getElementById('notice').textContent === ''");
  await page.wait(300);
  assert.equal(await page.see(file("cards.csv")), NEW);
  await page.isKept();
  await page.reload();
  await page.drawn();
  assert.equal(await page.see(file("cards.csv")), NEW);

  // A new session of work begins, so the version before its first change is stored.
  const last = await page.see(COUNT);
  await put("cards.csv", `${NEW}Quay,1,1\n`);
  await page.see("{ const now = Date.now; Date.now = () => now() + 3600000; }");
  await put("cards.csv", `${NEW}Quay,2,1\n`);
  await put("cards.csv", NEW);
  await page.click("versions-open");
  await page.until("document.querySelector('#version-name').textContent.endsWith('(as it was opened)')");
  assert.equal(await page.see(COUNT), last + 1);

  // If the browser has no space, old versions are removed before any typed text is lost.
  const before = await page.see(COUNT);
  assert.ok(before >= 4, `${before} versions`);
  await page.see("window.put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (...given) { if (window.isFull) throw new DOMException('no room', 'QuotaExceededError'); return window.put.apply(this, given); }; window.isFull = true; 0");
  await put("cards.csv", `${NEW}Buoy,1,1\n`);
  await page.until("/no room: the \\d oldest versions are removed/.test(document.getElementById('notice')?.textContent)");
  await page.see("window.isFull = false; 0");
  await page.until("/^Kept/.test(document.querySelector('#kept .time').textContent)");
  assert.ok((await page.see(COUNT)) < before);
  await page.reload();
  await page.drawn();
  assert.match(await page.see(file("cards.csv")), /Buoy/);
}
