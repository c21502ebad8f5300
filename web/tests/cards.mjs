// Tests that a table of the user becomes cards. The table is chosen, pasted, or added to an open game. Also puts a
// picture on the cards.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { widen } from "./desk.mjs";

const HERBS = ["Thyme", "Sage", "Mint", "Rosemary", "Basil", "Parsley", "Dill", "Chives", "Lovage", "Oregano", "Bay", "Chamomile"];
const ROWS = HERBS.map((name, at) => [name, `Herba ${at + 1}`, String((at % 4) + 1), ["Summer", "Spring", "All year"][at % 3], `Take ${at + 1} coins from the bank, then draw a card.`]);
const TABLE = [["Name", "Latin", "Cost", "Season", "What it does"], ...ROWS];
const csv = TABLE.map((row) => row.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(",")).join("\n");
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#59896E"/></svg>';

export async function cards({ page, browser, url, fresh, accessible, shoot }) {
  const folder = mkdtempSync(join(tmpdir(), "hexpress-cards-"));
  try {
    await browser.ask("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    const at = { page, browser, url, fresh, accessible, shoot, folder };
    await chosen(at);
    await added(at);
    await browser.ask("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
    await pasted(at);
    await refused(at);
  } finally {
    await widen(browser);
    rmSync(folder, { recursive: true, force: true });
  }
}

const act = (page, words) => page.see(`[...document.querySelectorAll("#notice button")].find((button) => button.textContent === ${JSON.stringify(words)}).click()`);
const ways = async (page) => {
  await page.click("door-deck");
  await page.until("document.getElementById('deck-ways')?.open");
};

// Checks that the checker finds nothing in the twelve cards, and that the downloaded PDF contains every name.
async function clean({ page, folder }, file) {
  await page.drawn();
  await page.until("/^12 pieces.*: clean\\.$/.test(document.getElementById('verdict').textContent)", 60000);
  assert.equal(await page.words("count"), "", "there is no finding");
  for (const old of readdirSync(folder)) rmSync(join(folder, old));
  await page.click("download");
  for (let i = 0; !existsSync(join(folder, file)); i += 1) {
    assert.ok(i < 400, `${file} does not come: ${readdirSync(folder)}`);
    await page.wait(50);
  }
  const words = execFileSync("pdftotext", [join(folder, file), "-"], { encoding: "utf8" });
  for (const name of HERBS) assert.ok(words.includes(name), `${name} is in ${file}`);
  assert.ok(words.includes(file), `the sheets of ${file} name it`);
  return readFileSync(join(folder, file));
}

async function chosen(at) {
  const { page, fresh, accessible, shoot } = at;
  await fresh("chosen");
  await ways(page);
  await accessible("three ways to a deck");
  await shoot("deck-ways");
  await page.give("deck-file", [["herbs.csv", csv], ["herb.svg", SVG]]);
  await clean(at, "herbs-iso.pdf");
  assert.match(await page.text(), /\{ image = "herb\.svg", at = "0 /);
  assert.equal(await page.words("title"), "Herbs");
  await shoot("deck-chosen");
}

async function added(at) {
  const { page, fresh, shoot } = at;
  await fresh("added");
  await page.start("start-deck");
  const before = await page.text();
  await page.give("files-add", [["herbs.csv", csv], ["herb.svg", SVG]]);
  await page.until("/^herbs\\.csv and herb\\.svg are added\\./.test(document.getElementById('notice')?.textContent)");
  await act(page, "Make the cards from it");
  await page.has('data  = "herbs.csv"');
  assert.doesNotMatch(await page.words("piece"), /cards\.csv/);
  await clean(at, "herbs-iso.pdf");
  await page.undo();
  await page.has("{{ kind }}");
  assert.equal(await page.text(), before, "one step undoes it");
  // If the user has changed the game, the cards are added below, and nothing is removed.
  await page.atEnd();
  await page.type("\n# mine");
  await page.give("files-add", [["other.csv", csv]]);
  await page.until("/^other\\.csv is added\\./.test(document.getElementById('notice')?.textContent)");
  await act(page, "Make the cards from it");
  await page.has('name  = "other"');
  assert.ok((await page.text()).startsWith(before.trimEnd()), "the cards follow");
  await page.until("/^21 pieces.*: clean\\.$/.test(document.getElementById('verdict').textContent)", 60000);
  await shoot("deck-added");
  // A suggestion for one game is not shown for another game.
  await page.give("files-add", [["third.csv", csv]]);
  await page.until("/^third\\.csv is added\\./.test(document.getElementById('notice')?.textContent)");
  await page.home();
  assert.equal(await page.notice(), "");
}

async function pasted(at) {
  const { page, fresh, accessible, shoot } = at;
  await fresh("pasted");
  await ways(page);
  assert.ok(await page.see("document.documentElement.scrollWidth <= innerWidth"), "a phone is too narrow");
  await accessible("three ways to a deck, on a phone");
  await shoot("deck-ways-phone");
  await page.see("document.getElementById('deck-paste').focus()");
  await page.type(TABLE.map((row) => row.join("\t")).join("\n"));
  await page.click("deck-paste-go");
  await clean(at, "cards-iso.pdf");
  assert.match(await page.text(), /data {2}= "cards\.tsv"/);
  // A picture that is added later gets its own place.
  await page.give("files-add", [["herb.svg", SVG]]);
  await page.until("/^herb\\.svg is added\\./.test(document.getElementById('notice')?.textContent)");
  await act(page, "Put it on the cards");
  await page.has('{ image = "herb.svg", at = "0 ');
  await clean(at, "cards-iso.pdf");
  await shoot("deck-pasted-phone");
  // If the user has changed the cards, the picture becomes another element.
  await page.give("files-add", [["leaf.svg", SVG]]);
  await page.until("/^leaf\\.svg is added\\./.test(document.getElementById('notice')?.textContent)");
  await act(page, "Put it on the cards");
  await page.has('\n  { image = "leaf.svg", at = "0% -8%", size = "60% x 32%" },\n');
  assert.match(await page.text(), /\{ image = "herb\.svg", at = "0 /, "the first picture stays");
}

// A table that cannot be read is reported, and no game is opened.
async function refused({ page, fresh }) {
  await fresh("refused");
  await ways(page);
  await page.give("deck-file", [["twice.csv", "Name,Name\nA,B\n"]]);
  await page.until("/two columns have the name `Name`/.test(document.getElementById('notice')?.textContent)");
  assert.ok(await page.see("!document.getElementById('start').hidden"));
}

const MANY = 120;

// If the user moves to another row in the table, the page scrolls to the card of this row. It never scrolls for other
// reasons.
export async function rows({ page, browser, fresh }) {
  await fresh("rows");
  const layout = '[game]\ntitle = "Rows"\n\n[[cards]]\nname = "deck"\nsize = "poker"\ndata = "cards.csv"\nface = [{ fill = "skyblue" }, { text = "{{ name }}", font = "12pt" }]\nback = [{ fill = "navy" }]\n';
  const table = ["name,kind", ...Array.from({ length: MANY }, (_, at) => `Card ${at + 1},sea`)].join("\n");
  await page.drop(`() => [new File([${JSON.stringify(layout)}], "rows.toml"), new File([${JSON.stringify(`${table}\n`)}], "cards.csv")]`);
  await page.until("document.getElementById('title').textContent === 'Rows' && document.querySelector('.sheet svg')");
  await page.file("cards.csv");
  await page.until("document.getElementById('cell-1-0')");
  await page.until("document.querySelector('.sheet').ariaBusy === 'false'");
  // The card is outlined, and the whole card is visible.
  const inSight = (number) => `(() => {
    const frame = document.getElementById("sheets").getBoundingClientRect();
    return [...document.querySelectorAll(".pieces .meant")].some((piece) => {
      const box = piece.getBoundingClientRect();
      return piece.dataset.piece === "deck/${number}" && box.top >= frame.top && box.bottom <= frame.bottom;
    });
  })()`;
  const top = () => page.see("document.getElementById('sheets').scrollTop");
  const down = () => page.press("ArrowDown", 0, 40);
  await page.see("document.querySelector('.grid').focus()");
  assert.equal(await page.see(inSight(20)), false);
  for (let at = 1; at < 20; at += 1) await down();
  await page.until(inSight(20));
  assert.ok((await top()) > 300, "the sheets were scrolled");
  assert.equal(await page.see("document.activeElement.className"), "grid", "the focus stays in the table");

  // The card is on a distant sheet that was never drawn.
  await page.press("End", 2, 35);
  await page.until(inSight(MANY));
  assert.equal(await page.see("document.activeElement.className"), "grid");
  await page.press("Home", 2, 36);
  await down();
  await page.until(inSight(1));

  // Another cell of the same row does not scroll the page, not even after the user has scrolled away.
  const wheel = () => browser.ask("Input.dispatchMouseEvent", { type: "mouseWheel", x: 1000, y: 400, deltaX: 0, deltaY: 2500 });
  await wheel();
  await page.until("document.getElementById('sheets').scrollTop > 1500");
  await page.wait(1200);
  const away = await top();
  await page.press("ArrowRight", 0, 39);
  await page.wait(500);
  assert.equal(await top(), away, "the row is the same");
  // While the user is scrolling, the page does not scroll by itself.
  await wheel();
  await page.until(`document.getElementById("sheets").scrollTop > ${away} + 1500`);
  const further = await top();
  await down();
  await page.wait(500);
  assert.equal(await top(), further, "somebody scrolls");
  await page.wait(900);
  await down();
  await page.until(inSight(3));

  // A click on a partly visible piece selects its row, and does not scroll the sheets.
  await page.see(`{
    const sheets = document.getElementById("sheets");
    const piece = sheets.querySelector('.drawn [data-piece="deck/1"]');
    sheets.scrollTop += piece.getBoundingClientRect().top - sheets.getBoundingClientRect().top + 60;
  }`);
  await page.wait(1000);
  const before = await top();
  await page.see("document.querySelector('.drawn [data-piece=\"deck/1\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))");
  await page.until("document.querySelector('.pieces .meant')?.dataset.piece === 'deck/1' && document.querySelector('.grid-cell.at').id.startsWith('cell-1-')");
  await page.wait(500);
  assert.equal(await top(), before, "the sheets stay");
}
