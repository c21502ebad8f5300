// Tests of the layout of the page: the start, the area for sheets, dividers, help, focus, and texts that are read
// aloud.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { loading, trouble } from "./trouble.mjs";

const WORDS = { Escape: 27, Tab: 9 };
const output = (name) => new URL(`../../output/web/${name}`, import.meta.url);

export const ALL = [places, doors, phone, strip, room, help, focus, calm, keys, little, loading, trouble];

export async function look({ browser, url, step, accessible }, parts = ALL) {
  const see = (expression) => browser.see(expression);
  const until = (expression, patience = 30000) => browser.until(`Boolean(${expression})`, patience);
  const click = (id) => see(`document.getElementById("${id}").click()`);
  const focused = () => see("document.activeElement.id || document.activeElement.className || document.activeElement.tagName");
  const box = (id) => see(`(({ x, y, width, height }) => ({ x, y, width, height }))(document.getElementById("${id}").getBoundingClientRect())`);
  const size = (width, height) =>
    browser.ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  const seen = (features) => browser.ask("Emulation.setEmulatedMedia", { features });
  const key = async (name) => {
    const event = { key: name, code: name, windowsVirtualKeyCode: { F1: 112, ArrowUp: 38, ArrowDown: 40, Delete: 46, ...WORDS }[name] ?? 0 };
    await browser.ask("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await browser.ask("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  };
  const go = async (address) => {
    await browser.ask("Page.navigate", { url: "about:blank" });
    await browser.ask("Page.navigate", { url: address });
    await until("document.documentElement?.dataset.ready === '' && document.querySelector('.cards button')");
  };
  const open = async (id, title) => {
    await see(`document.getElementById("${id}").focus()`);
    await browser.press("Enter");
    await until(`document.getElementById("title").textContent === "${title}" && document.querySelector(".sheet svg")`);
  };
  const things = { browser, see, until, click, focused, box, size, key, go, open, seen, url, step, accessible };
  for (const part of parts) await part(things);
  await size(1600, 950);
}

// Tests that `keyAt` returns the key at a position of a layout, and that a section of the reference explains each key.
async function places({ step }) {
  const { keyAt } = await import(`data:text/javascript,${encodeURIComponent(readFileSync(output("key_at.js"), "utf8"))}`);
  const text = `[game]\ntitle = "A # sign" # a remark
[[board]]
map = '''\n= [ {\n'''
[board.key]
"*" = { icon = "star" }
[[cards]]
face = [
  { text = "{{ name }}", at = "0 2mm" }, # more
  { fi
`;
  const found = (part, more = 1) => keyAt(text, text.indexOf(part) + more).join(".");
  const expected = {
    title: "game.title", "# sign": "game.title", "[[board]]": "board", "= [ {": "board.map", star: "board.key.*.icon",
    face: "cards.face", "{{ name": "cards.face.text", mm: "cards.face.at", "fi\n": "cards.face.fi",
  };
  for (const [part, way] of Object.entries(expected)) assert.equal(found(part), way, part);
  for (const odd of ["", "=", "]", "a = '", "[[", "\u{1F600} = [", text]) {
    for (let at = 0; at <= odd.length + 1; at += 1) assert.ok(Array.isArray(keyAt(odd, at)));
  }
  const { pages, keys } = JSON.parse(readFileSync(output("book/book.json"), "utf8"));
  assert.ok(keys.length > 250, `${keys.length} keys`);
  for (const [key, , to] of keys) {
    const [file, id] = to.split("#");
    assert.ok(pages[file]?.sections.some((section) => section.id === id), `${key}: ${to}`);
  }
  step("the key at any place of a layout is found, and every key has a section");
}

async function doors({ see, until, size, go, open, url, step }) {
  await size(390, 844);
  await go(`${url}?look`);
  for (const id of ["door-board", "door-deck", "door-check"]) {
    const bottom = await see(`document.getElementById("${id}").getBoundingClientRect().bottom`);
    assert.ok(bottom <= 844, `${id} ends at ${bottom} px of a phone`);
    assert.ok(await see(`document.querySelector("#${id} svg").checkVisibility()`), `${id} has a picture`);
  }
  assert.ok(await see("document.documentElement.scrollWidth <= innerWidth"), "a phone is too narrow");
  const drawn = "document.querySelectorAll('#gallery img[src]').length";
  assert.equal(await see(drawn), 0, "what nobody sees is not drawn");
  await see("document.getElementById('gallery').scrollIntoView()");
  await until(`${drawn} > 0`);
  assert.ok((await see(drawn)) < 34, "only what is in sight is drawn");
  await see("document.getElementById('door-deck').click()");
  await open("deck-sample", "New game");
  assert.ok(await see("[...document.getElementById('file').options].some(({ value }) => value === 'cards.csv')"));
  step("a phone shows three doors at first sight, and one opens a deck from a spreadsheet");
}

// On a phone, the page shows one part at a time, and little space is lost above this part.
async function phone({ see, click, size, go, open, url, step }) {
  const [width, height] = [390, 844];
  await size(width, height);
  await go(`${url}?phone`);
  await open("game-hex-nut", "Hex Nut");
  const parts = ["edit", "look", "told"];
  const inSight = () => see(`${JSON.stringify(parts)}.filter((id) => {
    const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
    return document.getElementById(id).checkVisibility() && right - left > 300 && bottom - top > 300 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  })`);
  const hidden = () => see(`${JSON.stringify(parts)}.filter((id) => !document.getElementById(id).checkVisibility())`);
  for (const [button, part] of [["edit", "edit"], ["told", "told"], ["sheets", "look"]]) {
    await click(`pane-${button}`);
    assert.deepEqual(await inSight(), [part], `after ${button}`);
    assert.deepEqual(await hidden(), parts.filter((other) => other !== part), `after ${button}`);
    const pressed = await see("[...document.querySelectorAll('#panes button')].filter((one) => one.ariaPressed === 'true').map(({ id }) => id)");
    assert.deepEqual(pressed, [`pane-${button}`]);
    const header = await see("document.querySelector('header').getBoundingClientRect().height");
    assert.ok(header <= 0.15 * height, `the header has ${header} px of ${height}`);
    assert.ok(await see(`document.getElementById("panes").getBoundingClientRect().bottom <= ${height}`), "the bar is in sight");
    assert.ok(await see("document.documentElement.scrollWidth <= innerWidth"), `${button} is too wide for a phone`);
  }
  step("a phone shows exactly one part for each button of the bar, below a header of at most 15 % of its height");
}

// Tests the divider above the findings, which works like the one next to the editor.
async function strip({ browser, see, until, box, size, key, go, open, url, step }) {
  await size(1024, 768);
  await go(`${url}?strip`);
  await open("game-hex-nut", "Hex Nut");
  assert.equal(await see("document.getElementById('strip').checkVisibility()"), false, "a strip that is folded has no height to set");
  // Types mistakes, so that the strip has more findings than it can show.
  const type = async (text) => {
    await see("document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus()");
    await browser.ask("Input.insertText", { text });
  };
  await type(`\n${Array.from({ length: 12 }, (_, at) => `wrong${at} = ${at}`).join("\n")}\n`);
  await until("document.getElementById('told-body').scrollHeight > 600");
  const desk = (await box("desk")).height;
  const high = async () => (await box("told")).height;
  const before = await high();
  assert.ok(Math.abs(before - 0.38 * desk) < 3, `the strip begins with ${before} px of ${desk}`);
  await see("document.getElementById('strip').focus()");
  for (const name of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown"]) await key(name);
  const after = await high();
  assert.ok(Math.abs(after - before - 0.04 * desk) < 8, `${before} px, then ${after} px`);
  assert.equal(await see("Number(document.getElementById('strip').getAttribute('aria-valuenow'))"), Math.round((100 * after) / desk));
  await see("new Promise((done) => setTimeout(done, 1000))");
  await see("window.old = true");
  await browser.ask("Page.reload");
  await until("!window.old && document.querySelector('.sheet svg') && document.getElementById('told-body')?.scrollHeight > 600");
  await until(`Math.abs(document.getElementById('told').offsetHeight - ${after}) < 2`);
  const { y } = await box("strip");
  for (const [type, to] of [["mousePressed", y], ["mouseMoved", 400], ["mouseReleased", 400]]) {
    await browser.ask("Input.dispatchMouseEvent", { type, x: 100, y: to, button: "left", buttons: 1, clickCount: 1 });
  }
  await until("Math.abs(document.getElementById('strip').getBoundingClientRect().y - 400) < 4");
  await see("document.getElementById('strip').focus()");
  await key("Delete");
  await until(`Math.abs(document.getElementById('told').offsetHeight - ${before}) < 2`);
  step("the divider above the findings follows the mouse and the arrow keys, and is remembered");
}

// Returns the visible buttons that are filled with a colour: their red, green and blue values differ, and they are
// nearly opaque.
const COLOURED = `(() => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const isColoured = (element) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return alpha > 100 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60;
  };
  const visible = [...document.querySelectorAll("button, .button, summary")].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  return { count: visible.length, coloured: visible.filter(isColoured).map((element) => element.id || element.textContent) };
})()`;

async function room({ browser, see, until, click, box, size, key, go, open, url, step, accessible }) {
  await size(1024, 768);
  await go(`${url}?room`);
  await open("game-hex-nut", "Hex Nut");
  const paper = () => see("document.querySelector('.paper').getBoundingClientRect().width");
  assert.ok((await paper()) >= 0.55 * 1024, `the sheet has ${await paper()} px of 1024`);
  assert.equal(await see("document.getElementById('list').checkVisibility()"), false, "thumbnails are folded");
  await click("fold-list");
  assert.equal(await see("document.getElementById('list').checkVisibility()"), true);
  await click("fold-list");
  assert.equal(await see("document.getElementById('fold-list').getAttribute('aria-expanded')"), "false");
  const buttons = await see(COLOURED);
  assert.ok(buttons.count >= 12, `${buttons.count} buttons are visible`);
  assert.deepEqual(buttons.coloured, ["download"], "one button has a colour");
  step("at 1024 x 768 the sheet has more than 55 % of the width, and one button of all has a colour");

  const before = (await box("edit")).width;
  await see("document.getElementById('split').focus()");
  await browser.press("ArrowLeft");
  await browser.press("ArrowLeft");
  const after = (await box("edit")).width;
  assert.ok(Math.abs(before - after - 0.04 * 1024) < 8, `${before} px, then ${after} px`);
  assert.equal(await see("Number(document.getElementById('split').getAttribute('aria-valuenow'))"), Math.round((100 * after) / 1024));
  await see("window.old = true");
  await browser.ask("Page.reload");
  await until("!window.old && document.querySelector('.sheet svg')");
  assert.ok(Math.abs((await box("edit")).width - after) < 2, "the width is remembered");
  const line = await box("split");
  for (const [type, x] of [["mousePressed", line.x], ["mouseMoved", 512], ["mouseReleased", 512]]) {
    await browser.ask("Input.dispatchMouseEvent", { type, x, y: 400, button: "left", buttons: 1, clickCount: 1 });
  }
  await until("Math.abs(document.getElementById('edit').offsetWidth - 512) < 4");
  await see("document.getElementById('split').focus()");
  await key("Delete");
  await until(`Math.abs(document.getElementById('edit').offsetWidth - ${before}) < 2`);
  step("dividers follow the mouse and the arrow keys, and are remembered");

  assert.equal(await see("document.getElementById('told-body').checkVisibility()"), false, "nothing to say: the strip is folded");
  await see("document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus()");
  await browser.ask("Input.insertText", { text: "x" });
  await until("document.querySelector('#mistakes mark')");
  await until("document.getElementById('told-body').checkVisibility()");
  assert.ok((await paper()) >= 0.55 * 1024, "the findings take nothing of the sheet");
  const { y, height } = await box("told");
  assert.ok(y + height <= 769 && height < 0.4 * 768, `the strip has ${height} px`);
  await accessible("a strip of findings");
  await click("fold-told");
  assert.equal(await see("document.getElementById('told-body').checkVisibility()"), false);
  await click("fold-told");
  await see("document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus()");
  await browser.press("Backspace");
  await until("!document.getElementById('told-body').checkVisibility()");
  // If the user folds the findings, they stay folded until no mistake is left. The next mistake unfolds them.
  await browser.ask("Input.insertText", { text: "x" });
  await until("document.getElementById('told-body').checkVisibility()");
  assert.match(await see("getComputedStyle(document.querySelector('#thumbs img')).filter"), /grayscale/, "the small sheets are old too");
  await click("fold-told");
  await see("document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus()");
  await browser.ask("Input.insertText", { text: "y" });
  await see("new Promise((done) => setTimeout(done, 2500))");
  assert.equal(await see("document.getElementById('told-body').checkVisibility()"), false);
  await browser.press("Backspace");
  await browser.press("Backspace");
  await until("/No mistakes/.test(document.getElementById('status').textContent)");
  await browser.ask("Input.insertText", { text: "x" });
  await until("document.getElementById('told-body').checkVisibility()");
  await browser.press("Backspace");
  await until("!document.getElementById('told-body').checkVisibility()");
  step("the findings are a strip that opens when there is something");
}

// Moves the cursor to a line that begins with a key of `[game]`. The lines may move while the editor changes its
// layout.
async function lineOf({ browser, see }) {
  for (let tries = 0; tries < 40; tries += 1) {
    const at = await see(`{
      const root = document.querySelector('#editor').shadowRoot;
      const line = [...root.querySelectorAll(".cm-line")].find((line) => /^(title|author)/.test(line.textContent));
      line?.scrollIntoView({ block: "center" });
      const box = line?.getBoundingClientRect();
      box && { x: box.left + 12, y: box.top + 8, word: /^[a-z]+/.exec(line.textContent)[0] };
    }`);
    if (!at) await see("document.querySelector('#editor').shadowRoot.querySelector('.cm-scroller').scrollTop += 200");
    for (const type of at ? ["mousePressed", "mouseReleased"] : []) {
      await browser.ask("Input.dispatchMouseEvent", { type, x: at.x, y: at.y, button: "left", clickCount: 1 });
    }
    await new Promise((done) => setTimeout(done, 100));
    const active = await see("document.querySelector('#editor').shadowRoot.querySelector('.cm-activeLine')?.textContent");
    if (at && active?.startsWith(at.word)) return at;
  }
  throw new Error("the cursor does not come into the line");
}

async function help({ browser, see, until, click, focused, box, size, key, accessible, step }) {
  await size(1440, 900);
  const at = await lineOf({ browser, see });
  await key("F1");
  await until("document.getElementById('help-title').textContent !== 'Help'");
  assert.match(await see("document.getElementById('help-title').textContent"), new RegExp(`^${at.word}`));
  assert.ok((await see("document.getElementById('help-body').innerText")).length > 200, "a section of the reference is shown");
  const [aside, sheets] = [await box("help"), await box("sheets")];
  assert.ok(sheets.x + sheets.width <= aside.x + 1, "the help is next to the sheets");
  await accessible("help");
  await see("document.querySelector('#help-body a')?.click()");
  await click("help-contents");
  await until("document.querySelectorAll('#help-body .contents > li').length > 10");
  await accessible("the contents of the help");
  await searched({ see, until, accessible });
  await see("document.getElementById('help-title').focus()");
  await key("Escape");
  assert.equal(await see("document.getElementById('help').hidden"), true);
  assert.equal(await focused(), "editor");
  step("F1 opens the section of the key at the cursor, and Escape returns to the editor");
}

// The search in the help lists first the questions whose headings contain the words. It says so if it finds nothing.
async function searched({ see, until, accessible }) {
  const search = (words) => see(`{
    const field = document.getElementById("help-search");
    field.value = ${JSON.stringify(words)};
    field.dispatchEvent(new Event("input"));
  }`);
  const body = "document.getElementById('help-body')";
  await search("Round  corners");
  assert.equal(await see(`${body}.querySelector("ul a").textContent`), "How do I make round corners?");
  await accessible("a search in the help");
  await search("round zebras");
  assert.equal(await see(`${body}.querySelector("[role=status]").textContent`), "No section has all these words.");
  assert.equal(await see(`[...${body}.querySelectorAll("a")].filter((link) => link.checkVisibility()).length`), 0);
  await search("");
  assert.ok(await see(`${body}.querySelector(".contents").checkVisibility()`), "an empty field shows the contents");
  await search("round corners");
  await see(`${body}.querySelector("ul a").click()`);
  await until("document.getElementById('help-title').textContent === 'Cards'");
  assert.match(await see(`${body}.innerText`), /corner punch/);
}

async function focus({ browser, see, until, click, focused, key, step }) {
  await see("document.querySelector('#more summary').focus()");
  await browser.press("Enter");
  await browser.press("Tab");
  assert.equal(await focused(), "paper");
  await key("Escape");
  assert.equal(await see("document.activeElement === document.querySelector('#more summary')"), true, "Escape in a menu");
  await see("document.getElementById('more').open = true; document.getElementById('calibrate').focus()");
  await browser.press("Enter");
  await until("document.getElementById('card').open");
  await key("Escape");
  await until("!document.getElementById('card').open");
  assert.equal(await focused(), "calibrate", "Escape in a dialog of a menu");
  await key("Escape");
  assert.equal(await see("document.activeElement === document.querySelector('#more summary')"), true);
  await click("home");
  await until("document.getElementById('start').checkVisibility() && document.getElementById('start').contains(document.activeElement)");
  await see("document.getElementById('game-hex-nut').focus()");
  await browser.press("Enter");
  await until("document.querySelector('.sheet svg')");
  assert.equal(await focused(), "title", "a game is open");
  await see("document.getElementById('home').focus()");
  await browser.press("Enter");
  await until("document.activeElement.id === 'game-hex-nut'");
  await browser.press("Enter");
  await until("document.querySelector('.sheet svg')");
  step("the focus returns to where it came from");
}

async function calm({ browser, see, until, step }) {
  await until("document.getElementById('announce').textContent.includes('No mistakes')");
  await see(`{
    window.heard = [];
    const live = document.querySelectorAll("[aria-live]:not([aria-live=off]), [role=status], [role=alert]");
    for (const one of live) new MutationObserver(() => window.heard.push(one.id + ": " + one.textContent)).observe(one, { childList: true, characterData: true, subtree: true });
    document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus();
  }`);
  for (const letter of "[game\nseats 2") {
    await browser.ask("Input.dispatchKeyEvent", { type: "keyDown", key: letter === "\n" ? "Enter" : letter, text: letter === "\n" ? "\r" : letter });
    await browser.ask("Input.dispatchKeyEvent", { type: "keyUp", key: letter });
    await new Promise((done) => setTimeout(done, 350));
  }
  assert.deepEqual(await see("window.heard"), [], "nothing is read while somebody types");
  await until("window.heard.length > 0");
  await new Promise((done) => setTimeout(done, 600));
  const heard = await see("window.heard");
  assert.ok(heard.length <= 3, heard.join("\n"));
  assert.ok(heard.every((words) => words.length < 160), heard.join("\n"));
  step(`13 slow keystrokes are announced ${heard.length} times`);
  for (let i = 0; i < 13; i += 1) await browser.press("Backspace");
  await until("!document.querySelector('#mistakes li')");
}

async function keys({ browser, see, click, step }) {
  const zoom = () => see("document.getElementById('zoom').textContent");
  await see("document.getElementById('sheets').focus()");
  const first = await zoom();
  await browser.press("+");
  const second = await zoom();
  assert.notEqual(second, first);
  await click("keys");
  await see("document.getElementById('sheets').focus()");
  await browser.press("+");
  assert.equal(await zoom(), second, "single keys are off");
  assert.equal(await see("document.querySelectorAll('#look [aria-keyshortcuts]').length"), 0);
  await see("window.old = true");
  await browser.ask("Page.reload");
  await browser.until("Boolean(!window.old && document.querySelector('.sheet svg'))", 30000);
  assert.equal(await see("document.getElementById('keys').checked"), false, "and stay off");
  await click("keys");
  step("single keys can be turned off, which is remembered");
}

async function little({ see, until, size, seen, box, accessible, step }) {
  // This is a window of 1280 x 1024 at a zoom of 400 %.
  await size(320, 256);
  await until("document.getElementById('sheets').clientWidth > 0");
  const { width, height } = await box("sheets");
  assert.ok(width * height >= 0.5 * 320 * 256, `the sheets have ${width} x ${height} px of 320 x 256`);
  assert.ok(await see("document.documentElement.scrollWidth <= innerWidth"));
  await accessible("a zoom of 400 %");
  await seen([{ name: "prefers-color-scheme", value: "dark" }]);
  await accessible("a zoom of 400 %, dark");
  await seen([{ name: "prefers-color-scheme", value: "light" }, { name: "forced-colors", value: "active" }]);
  assert.notEqual(await see("getComputedStyle(document.querySelector('.paper')).borderTopStyle"), "none", "the edge of the paper");
  const ground = (id) => see(`getComputedStyle(document.getElementById("${id}")).backgroundColor`);
  assert.notEqual(await ground("pane-sheets"), await ground("pane-told"), "the pressed state");
  await seen([{ name: "prefers-color-scheme", value: "light" }]);
  assert.equal(await see("document.querySelectorAll('#sheets section, #sheets [role=region]').length"), 0, "sheets are no landmarks");
  step("a zoom of 400 % leaves half for the sheet; forced colours keep edges and pressed states");
}
