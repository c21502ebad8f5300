// Tests of the folder of the page. Typed text is stored: in several games and tabs, after a reload, and without a
// network. Also tests files, sharing, and the disk.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Chromium } from "../../tests/browser/chromium.mjs";
import { cards, rows } from "./cards.mjs";
import { tableTexts } from "./csv.mjs";
import { desk, widen } from "./desk.mjs";
import { disk, early, refused, unkept } from "./disk.mjs";
import { first } from "./first.mjs";
import { serve } from "./serve.mjs";
import { versions } from "./versions.mjs";

const editor = "document.getElementById('editor').shadowRoot";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CABzGMSjNgCRYAt8pjnQuW8k4AAAAASUVORK5CYII=";
const picture = (name) => `() => [new File([Uint8Array.from(atob("${PNG}"), (sign) => sign.charCodeAt(0))], "${name}", { type: "image/png" })]`;

// Deletes the storage of the page from an address without the page, where no script has opened the storage.
export async function forget(browser, url) {
  const tab = desk(browser);
  await tab.see(`location.href = "${url}page.css"; 0`);
  await tab.until("location.pathname === '/page.css' && document.readyState === 'complete'");
  await tab.see(`localStorage.clear();
    new Promise((done, fail) => { const gone = indexedDB.deleteDatabase("hexpress"); gone.onsuccess = () => done(0); gone.onerror = fail; })`);
}

const LONG = ["huge"]; // Parts that take more than 15 s. They run only if they are named.

// Runs the parts that `only` names, or all except the long ones if `only` is empty. Each part starts with an empty
// storage.
export async function folder({ browser, url, step, accessible = async () => {}, shoot = async () => {}, only = "", program }) {
  const page = desk(browser);
  await widen(browser);
  const fresh = (query) => page.go(`${url}?${query}`);
  const given = { page, browser, url, program, accessible, shoot, fresh };
  for (const [name, part, what] of [
    ["texts", tableTexts, "a cell, a row or a column is changed in a table, and no other sign"],
    ["games", games, "each game has a record of its own, with title and picture; a game is renamed, deleted, and had back"],
    ["typed", typed, "what is typed without a pause is kept while typing goes on, and by a reload at once"],
    ["room", room, "a browser without room is reported, and nothing is lost"],
    ["large", large, "a folder with a picture of 40 MB is kept; its picture is not written again"],
    ["huge", huge, "a folder of 200 MB is kept, and comes back; of one byte more the page says that it is not kept"],
    ["tabs", twoTabs, "two tabs with one game take over what the other types; if both change a file, one goes on with a copy"],
    ["undo", undo, "undo works across files"],
    ["tables", tables, "cards are typed into a table: keys, a block, undo; quotes and line ends stay"],
    ["rows", rows, "the card of a row comes into sight when the user goes to the row, and at no other time"],
    ["files", files, "files are added, renamed, made and deleted, and a picture is put into a face"],
    ["versions", versions, "versions are kept and compared; what changed is framed and printed as the program prints it; the game goes back and forth"],
    ["cards", cards, "a table is chosen, pasted or added, and a picture is put on its cards: twelve cards without a finding, on a phone too"],
    ["first", first, "the first sheet of a game that an address names is there before the program"],
    ["sharing", sharing, "a deck is shared with its table, in the address or as a ZIP file; a refusing clipboard is reported"],
    ["disk", disk, "a folder of the disk is opened, saved back with its own folders, also after a reload; the page asks before it replaces what others changed"],
    ["early", early, "a folder that is chosen while the program loads opens once the program is there"],
    ["refused", refused, "files that are too many, too large or unreadable are refused in words"],
    ["unkept", unkept, "a game that is kept nowhere is left only after a question"],
    ["old", old, "folders that an older page kept are taken over"],
    ["hindered", hindered, "the page works without randomUUID, with blocked site data, and with a store that never answers"],
    ["offline", offline, "the page installs as an app, works without a server, and goes from one version to the next as a whole"],
  ]) {
    if (only ? !only.split(",").includes(name) : LONG.includes(name)) continue;
    await forget(browser, url);
    await part(given);
    step(what);
  }
}

async function games({ page, fresh, accessible, shoot }) {
  await fresh("games");
  await page.start("start-cards");
  await page.atEnd();
  await page.type("\n# letter one");
  await page.home();
  await page.start("game-auction-hexes");
  await page.home();
  assert.deepEqual((await page.kept()).filter((title) => title === "The auction hexes" || title === "New game").sort(), ["New game", "The auction hexes"]);
  await page.until("document.querySelectorAll('.kept-game img[src]').length >= 2");
  assert.match(await page.see("document.querySelector('#folders').textContent"), /Changed (just now|\d+ s ago)/);
  await accessible("the list of games");
  await shoot("kept-games");
  await page.drop("() => [new File(['[game]\\ntitle = \"Dropped\"\\n[[cards]]\\nname = \"a\"\\nsize = \"poker\"\\nrows = [{}]\\n'], 'dropped.toml')]");
  await page.drawn();
  await page.home();
  const count = (await page.kept()).length;
  await page.see("[...document.querySelectorAll('#folders button')].find((button) => button.getAttribute('aria-label') === 'Delete Dropped').click()");
  await page.until(`document.querySelectorAll('.kept-game').length === ${count - 1}`);
  await page.see("document.querySelector('#notice button').click()");
  await page.until(`document.querySelectorAll('.kept-game').length === ${count}`);
  await page.see("[...document.querySelectorAll('#folders button')].find((button) => button.getAttribute('aria-label') === 'Rename Dropped').click()");
  await page.type("Mine");
  await page.press("Enter", 0, 13);
  await page.until("[...document.querySelectorAll('.kept-game strong')].some((title) => title.textContent === 'Mine')");
  await page.open("New game");
  assert.match(await page.text(), /# letter one/);
}

async function typed({ page, fresh }) {
  await fresh("typed");
  await page.start("start-cards");
  await page.atEnd();
  const letters = "# abcdefghijklmnopqrstuvwx";
  for (const letter of `\n${letters}`) {
    await page.type(letter);
    await page.wait(20);
  }
  await page.reload();
  await page.drawn();
  assert.ok((await page.text()).includes(letters), "letters typed without a pause are there after a reload");
  await page.atEnd();
  for (let i = 0; i < 12; i += 1) {
    await page.type("y");
    await page.wait(100);
  }
  assert.match(await page.see("document.querySelector('#kept .time').textContent"), /^Kept (just now|\d s ago)/, "kept while typing goes on");
}

async function room({ page, fresh }) {
  await fresh("room");
  await page.start("start-cards");
  await page.isKept();
  await page.see("IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError'); }; 0");
  await page.atEnd();
  await page.type("\n# no room");
  await page.until("/^Not kept: the browser has no room/.test(document.querySelector('#kept .problem').textContent)");
  await page.reload();
  await page.drawn();
  assert.match(await page.text(), /# no room/, "what the store refuses is left for the next page");
  await page.isKept();
}

async function undo({ page, fresh }) {
  await fresh("undo");
  await page.start("start-deck");
  await page.atEnd();
  await page.type("\n# undo me");
  await page.file("cards.csv");
  await page.until("!document.getElementById('table').hidden");
  await page.file("deck.toml");
  await page.atEnd();
  await page.undo();
  assert.ok(!(await page.text()).includes("# undo me"), "undone after another file was shown");
}

async function large({ page, fresh }) {
  await fresh("large");
  await page.start("start-cards");
  await page.see("{ window.puts = 0; const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (value, ...key) { window.puts += key.length; return put.call(this, value, ...key); }; }");
  await page.drop("() => [new File([new Uint8Array(40e6).map((_, at) => at * 7)], 'large.png')]");
  await page.until("/large.png is added/.test(document.getElementById('notice')?.textContent)", 60000);
  await page.until("window.puts === 1", 60000);
  await page.atEnd();
  await page.type("\n# with a large picture");
  await page.wait(1200);
  assert.equal(await page.see("window.puts"), 1, "the picture is written once");
  await page.reload();
  await page.drawn();
  assert.match(await page.text(), /# with a large picture/);
  await page.click("files-open");
  assert.match(await page.words("all-files"), /large\.png40 MB/);
  await page.see("[...document.querySelectorAll('#all-files button')].find((button) => button.getAttribute('aria-label') === 'Delete large.png').click()");
  await page.see("document.getElementById('all-files').close()");
  await page.isKept(20000);
}

async function huge({ page, fresh }) {
  await fresh("huge");
  await page.start("start-cards");
  const layout = await page.see("import('./folder.js').then(({ now }) => now.files.get(now.layout).length)");
  const add = (name, size) => page.see(`import("./files.js").then(({ put }) => put([["${name}", new Uint8Array(${size}).map((_, at) => at * 7)]]))`);
  const limit = 200e6;
  await add("one.png", 120e6);
  await add("two.png", limit - 120e6 - layout - 1);
  await page.isKept(60000);
  await page.atEnd();
  await page.type("x");
  await page.wait(700);
  await page.isKept(60000);
  await page.atEnd();
  await page.type("y");
  await page.until("/^Not kept: the game has 201 MB, and the browser keeps up to 200 MB/.test(document.querySelector('#kept .problem').textContent)", 60000);
  await page.press("Backspace", 0, 8);
  await page.until("document.querySelector('#kept .problem').textContent === ''", 60000);
  await page.reload();
  await page.drawn();
  const sizes = await page.see("import('./folder.js').then(({ now }) => [...now.files.values()].map(({ length }) => length))");
  assert.equal(sizes.reduce((sum, size) => sum + size, 0), limit);
  assert.equal(await page.see("import('./folder.js').then(({ now }) => now.files.get('two.png').every((byte, at) => byte === ((at * 7) & 255)))"), true);
}

async function twoTabs({ page, browser, url }) {
  await page.go(`${url}?tabs`);
  await page.start("start-cards");
  await page.isKept();
  const id = await page.see("history.state.folder");
  const other = await browser.tab(url);
  await widen(other);
  const second = desk(other);
  await second.ready();
  // If a tab is duplicated, the new tab has the history of the first one.
  await second.see(`history.replaceState({ folder: "${id}" }, "")`);
  await second.reload();
  await second.drawn();
  await second.atEnd();
  await second.type("\n# from the second");
  await page.has("# from the second");
  // The first tab has taken over the text of the second one, and has drawn and stored it.
  await page.wait(1000);
  // Both tabs type before they receive the changes of the other one. The tab that is stored later continues with a
  // copy.
  for (const tab of [second, page]) {
    await tab.see("BroadcastChannel.prototype.postMessage = () => {}; 0");
    await tab.atEnd();
  }
  await Promise.all([second.type("\n# second again"), page.type("\n# first again")]);
  const isCopied = "/changed in another tab/.test(document.getElementById('notice')?.textContent)";
  let copied = null;
  for (let tries = 0; !copied; tries += 1) {
    assert.ok(tries < 300, "two tabs have changed a file, and neither says so");
    await page.wait(100);
    for (const tab of [page, second]) if (await tab.see(isCopied)) copied = tab;
  }
  const [own, others] = copied === page ? ["first", "second"] : ["second", "first"];
  const copyId = await copied.see("history.state.folder");
  await copied.isKept();
  await other.close();
  await page.home();
  const titles = await page.kept();
  assert.ok(titles.includes("New game (copy)"), titles.join());
  for (const [game, has, lacks] of [[copyId, own, others], [id, others, own]]) {
    await page.see(`document.querySelector('[data-id="${game}"]').click()`);
    await page.until(`history.state?.folder === "${game}"`);
    await page.drawn();
    const text = await page.text();
    assert.ok(text.includes(`# ${has} again`) && !text.includes(`# ${lacks} again`), text.slice(-80));
    await page.home();
  }
}

async function tables({ page, fresh, accessible, shoot }) {
  await fresh("tables");
  await page.start("start-deck");
  await page.file("cards.csv");
  const stored = () => page.see(`new Promise((done) => { indexedDB.open("hexpress").onsuccess = ({ target }) => {
    target.result.transaction("games").objectStore("games").get(history.state.folder).onsuccess = ({ target: { result } }) => {
      target.result; done(new TextDecoder().decode(result.files.find(({ name }) => name === "cards.csv").bytes));
    };
  }; })`);
  await page.see("document.querySelector('.grid').focus()");
  const before = await stored();
  await page.press("ArrowDown", 0, 40);
  await page.press("Enter", 0, 13);
  await page.type("Beacon");
  await page.press("Tab", 0, 9);
  assert.equal(await page.cell(2, 0), "Beacon");
  await page.until("[...document.querySelectorAll('.sheet')].some((sheet) => sheet.textContent.includes('Beacon') || sheet.innerHTML.includes('Beacon'))");
  await page.wait(900);
  assert.equal(await stored(), before.replace("Lighthouse", "Beacon"), "nothing else has changed");
  await page.see(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "land\\tanchor\\nsea\\tship");
    document.querySelector(".grid").dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
  assert.deepEqual([await page.cell(2, 1), await page.cell(2, 2), await page.cell(3, 1), await page.cell(3, 2)], ["land", "anchor", "sea", "ship"]);
  await page.undo();
  assert.equal(await page.cell(3, 2), "storm");
  await page.undo();
  assert.equal(await page.cell(2, 0), "Lighthouse");
  await page.wait(900);
  assert.equal(await stored(), before);
  // The text that is being typed into a cell is stored, too. Escape takes it back.
  const kind = await page.cell(2, 1);
  await page.press("Enter", 0, 13);
  await page.type("Half a wor");
  await page.wait(900);
  assert.equal(await stored(), before.replace(`Lighthouse,${kind}`, "Lighthouse,Half a wor"), "a cell that is open");
  await page.press("Escape", 0, 27);
  await page.wait(900);
  assert.equal(await stored(), before);
  // A mistake is marked in its cell, with its message.
  await page.press("Home", 2, 36);
  for (const [key, code] of [["ArrowDown", 40], ["ArrowRight", 39], ["ArrowRight", 39]]) await page.press(key, 0, code);
  await page.press("Enter", 0, 13);
  await page.type("harbuor");
  await page.press("Enter", 0, 13);
  await page.until("document.getElementById('cell-1-2').classList.contains('wrong')");
  assert.match(await page.see("document.getElementById('cell-1-2').getAttribute('aria-description')"), /harbuor/);
  await accessible("a mistake in a cell");
  await page.file("deck.toml");
  await page.file("cards.csv");
  assert.ok(await page.see("document.getElementById('cell-1-2').classList.contains('wrong')"), "also once it is shown again");
  await page.see("document.querySelector('.grid').focus()");
  await page.undo();
  await page.until("!document.querySelector('.grid-cell.wrong')");
  for (const [name, count] of [["Add a row below", 7], ["Delete the row", 6]]) {
    await page.see(`document.querySelector('.table-bar [aria-label="${name}"]').click()`);
    assert.equal(await page.see("document.querySelector('.grid').getAttribute('aria-rowcount')"), String(count));
  }
  await accessible("the table of cards");
  await shoot("table");
  await page.click("as-text");
  await page.until("document.getElementById('table').hidden");
  assert.match(await page.text(), /^Name,Kind,Sign/);
  await page.click("as-text");
  await page.until("!document.getElementById('table').hidden");
  const many = ["Name,Kind", ...Array.from({ length: 3000 }, (_, at) => `Card ${at + 1},sea`)].join("\r\n");
  await page.give("files-add", [["many.csv", many]]);
  await page.until("document.querySelector('.grid').getAttribute('aria-rowcount') === '3001'");
  assert.ok(await page.see("document.querySelectorAll('.grid-row').length < 80"), "only rows in sight are drawn");
  const took = await page.see(`{ const began = performance.now(); const grid = document.querySelector(".grid"); grid.focus();
    for (const key of ["End", "Delete", "ArrowLeft"]) grid.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: key === "End", bubbles: true })); performance.now() - began; }`);
  assert.equal(await page.cell(3000, 1), "");
  assert.ok(took < 400, `3,000 rows: ${took} ms`);
}

async function files({ page, browser, fresh, accessible, shoot }) {
  await fresh("files");
  await page.start("start-deck");
  await page.drop(picture("art.png"));
  await page.until("/art.png is added/.test(document.getElementById('notice')?.textContent)");
  await page.file("deck.toml");
  await page.see("[...document.querySelectorAll('#notice button')].find((button) => button.textContent === 'Put it on the cards').click()");
  await page.has('\n  { image = "art.png", at = "0% -8%", size = "60% x 32%" },\n]\n# ');
  await page.undo();
  await page.wait(100);
  assert.doesNotMatch(await page.text(), /art\.png/);
  await page.see(`{
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([Uint8Array.from(atob("${PNG}"), (sign) => sign.charCodeAt(0))], "image.png", { type: "image/png" }));
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
  await page.until("/picture.png is added/.test(document.getElementById('notice')?.textContent)");
  await page.click("files-open");
  await accessible("the files");
  await shoot("files");
  const press = (name) => page.see(`[...document.querySelectorAll('#all-files button')].find((button) => button.getAttribute('aria-label') === '${name}').click()`);
  await press("Rename cards.csv");
  await page.type("deck.csv");
  await page.press("Enter", 0, 13);
  await page.until("/in the layout too/.test(document.querySelector('dialog.question:last-of-type')?.textContent)");
  await page.press("Enter", 0, 13);
  await page.until("/deck\\.csv/.test(document.getElementById('all-files-list')?.textContent)");
  await press("Delete picture.png");
  assert.doesNotMatch(await page.words("all-files-list"), /picture\.png/);
  await page.see("[...document.querySelectorAll('#notice button')].find((button) => button.textContent === 'Undo').click()");
  await page.until("/picture\\.png/.test(document.getElementById('all-files-list')?.textContent)");
  await page.see("document.getElementById('all-files').close()");
  assert.match(await page.text(), /data += "deck\.csv"/);
  await page.until("/No mistakes/.test(document.getElementById('status').textContent)");
  // If a table is dropped on the editor, it is added as a file, and not as text.
  const before = await page.text();
  await page.drop(`() => [new File(["Name\\nAnn\\n"], "more.csv", { type: "text/csv" })]`, `${editor}.querySelector(".cm-content")`);
  await page.until("/more.csv is added/.test(document.getElementById('notice')?.textContent)");
  await page.wait(300);
  await page.file("deck.toml");
  assert.equal(await page.text(), before);
  // A click outside the list of files closes the list.
  await page.click("files-open");
  for (const type of ["mousePressed", "mouseReleased"]) {
    await browser.ask("Input.dispatchMouseEvent", { type, x: 8, y: 300, button: "left", buttons: 1, clickCount: 1 });
  }
  await page.until("!document.getElementById('all-files')");
}

async function sharing({ page, browser, url, accessible, shoot }) {
  await page.go(`${url}?share`);
  await page.start("start-deck");
  await page.see("Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) }, configurable: true }); 0");
  await page.click("share");
  await page.until("document.getElementById('share-address')?.value");
  const address = await page.see("document.getElementById('share-address').value");
  assert.match(await page.words("share-note"), /does not let this page copy/);
  await accessible("sharing");
  await shoot("share");
  await browser.ask("Page.navigate", { url: "about:blank" });
  await page.go(address);
  await page.drawn();
  await page.until("/No mistakes/.test(document.getElementById('status').textContent)");
  await page.file("cards.csv");
  assert.equal(await page.cell(1, 0), "Harbour");
  // Pastes an address into a tab that shows the page.
  await page.go(`${url}?share#game=hexemergo`);
  await page.until("document.getElementById('title').textContent === 'Hexemergo'");
  await page.see(`location.hash = ${JSON.stringify(new URL(address).hash)}; 0`);
  await page.until("document.getElementById('title').textContent === 'New game'");
  await page.see("window.was = history.state.folder; location.hash = '#start=deck'; 0");
  await page.until("history.state?.folder && history.state.folder !== window.was && document.getElementById('file').value === 'deck.toml'");
  // The folder is too large for an address, so a ZIP file contains it, and the page opens this file.
  await page.give("files-add", [["noise.txt", Array.from({ length: 30000 }, () => String.fromCharCode(33 + Math.random() * 90)).join("")]]);
  await page.until("/noise.txt is added/.test(document.getElementById('notice')?.textContent)");
  await page.click("share");
  await page.until("/Send the ZIP file/.test(document.getElementById('shared')?.textContent)");
  await page.see("document.getElementById('shared').close()");
  await page.see(`window.saved = new Promise((done) => { const make = URL.createObjectURL; URL.createObjectURL = (blob) => { if (blob.type === "application/zip") done(blob); return make(blob); }; }); document.getElementById("save").click()`);
  await page.see("window.was = history.state.folder; 0");
  await page.drop("async () => [new File([await window.saved], 'sent.zip')]");
  await page.until("history.state.folder !== window.was && document.getElementById('file').value === 'deck.toml' && [...document.getElementById('file').options].some(({ value }) => value === 'noise.txt')");
  await page.home();
  assert.ok((await page.kept()).length >= 4);
}

async function old({ page, url }) {
  await page.see(`new Promise((done) => {
    const request = indexedDB.open("hexpress", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("folders");
    request.onsuccess = () => {
      const transaction = request.result.transaction("folders", "readwrite");
      const bytes = new TextEncoder().encode('[game]\\ntitle = "Of old"\\n\\n[[cards]]\\nname = "a"\\nsize = "poker"\\nrows = [{}]\\n');
      transaction.objectStore("folders").put({ layout: "old.toml", files: new Map([["old.toml", bytes]]), good: null, address: "", when: 1000 }, "a window");
      transaction.oncomplete = () => { request.result.close(); done(0); };
    };
  })`);
  await page.go(`${url}?old`);
  await page.until("document.querySelector('.kept-game')");
  assert.deepEqual(await page.kept(), ["Of old"]);
  await page.open("Of old");
  assert.match(await page.text(), /Of old/);
}

// Tests browsers that block the storage or never answer. They run in separate tabs, which ask before they go to another
// address.
async function hindered({ browser, url }) {
  const blocked = `
    delete Crypto.prototype.randomUUID;
    for (const name of ["sessionStorage", "localStorage", "indexedDB"]) {
      Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); }, configurable: true });
    }`;
  const silent = "IDBFactory.prototype.open = () => ({});";
  for (const source of [blocked, silent]) {
    const tab = await browser.tab();
    await widen(tab);
    await tab.ask("Page.addScriptToEvaluateOnNewDocument", { source });
    const page = desk(tab);
    await page.go(`${url}?hindered`);
    await page.start("start-cards");
    await page.atEnd();
    await page.type("\n# typed");
    await page.until("/^Not kept: the browser keeps nothing here/.test(document.querySelector('#kept .problem').textContent)");
    await tab.close();
  }
}

// Tests the page without a network, in a separate browser and on a separate server, because both are stopped.
async function offline() {
  const root = mkdtempSync(join(tmpdir(), "hexpress-offline-"));
  // Leaves out the compressed copies, because the server would send the old copy of the changed file.
  cpSync(new URL("../../output/web", import.meta.url), root, { recursive: true, filter: (name) => !/\.(br|gz)$/.test(name) });
  const server = await serve(root);
  const browser = await Chromium.start(process.env.CHROMIUM ?? "chromium");
  try {
    await widen(browser);
    const page = desk(browser);
    await page.go(server.url);
    await page.until("navigator.serviceWorker.controller", 60000);
    const { errors } = await browser.ask("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const { installabilityErrors } = await browser.ask("Page.getInstallabilityErrors");
    assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId), []);
    // Makes a new version of one file.
    const list = JSON.parse(readFileSync(join(root, "files.json"), "utf8"));
    const next = `${readFileSync(join(root, "status.js"), "utf8")}// Newer.\n`;
    writeFileSync(join(root, "status.js"), next);
    writeFileSync(join(root, "files.json"), JSON.stringify({ ...list, "status.js": `sha256-${createHash("sha256").update(next).digest("base64")}` }));
    await page.reload();
    const isNew = () => page.see("fetch('status.js').then((answer) => answer.text()).then((text) => text.endsWith('// Newer.\\n'))");
    assert.equal(await isNew(), false, "a page has one version");
    await page.until("/A new version/.test(document.getElementById('notice')?.textContent)", 60000);
    assert.equal(await isNew(), false, "the next version waits");
    await page.see("window.isOld = true; document.querySelector('#notice button').click()");
    await page.until("window.isOld !== true && document.readyState === 'complete'");
    await page.ready();
    assert.equal(await isNew(), true);
    assert.equal(await page.see("caches.keys().then((names) => names.length)"), 1);
    server.stop();
    await page.go(`${server.url}?offline#game=hexemergo`);
    await page.until("document.getElementById('title').textContent === 'Hexemergo'");
    await page.drawn();
  } finally {
    await browser.stop();
    server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}
