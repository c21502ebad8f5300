// Tests of the editor: completion, explanations, corrections, swatches, and undoing in several files.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const editor = "document.getElementById('editor').shadowRoot";

const GAME = `[game]
title = "Editor"

[colours]
sea = { fill = "#24537F", icon = "ship" }

[[cards]]
size = "poker"
data = "cards.csv"
face = [{ fill = "sea" }, { text = "{{ name }}", font = "12pt", colour = "white" }, { icon = "anchor", at = "bottom", size = "9mm", colour = "white" }]
`;

// `folder` is a folder for files. The other arguments are helpers of page.mjs.
export async function editing({ browser, see, until, type, step, accessible, folder, url }) {
  const key = async (key, code, modifiers = 0) => {
    for (const type of ["keyDown", "keyUp"]) {
      await browser.ask("Input.dispatchKeyEvent", { type, key, code: `Key${key.toUpperCase()}`, windowsVirtualKeyCode: code, modifiers });
    }
  };
  const all = async () => {
    await see(`${editor}.querySelector(".cm-content").focus()`);
    await key("a", 65, 2);
  };
  const text = () => see(`[...${editor}.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\\n")`);
  const put = async (words) => {
    await all();
    // Deletes the selection first. Otherwise the typed text would take over the styles of the selection.
    await browser.press("Backspace");
    await type(words);
  };
  const offered = () => see(`[...${editor}.querySelectorAll(".cm-completionLabel")].map((label) => label.textContent)`);

  const files = { "my-game.toml": GAME, "cards.csv": "name,cost\nAnn,1\n" };
  for (const [name, words] of Object.entries(files)) writeFileSync(join(folder, name), words);
  await browser.ask("Page.navigate", { url: `${url}?editor` });
  await until("document.querySelector('#starts button')");
  const { root } = await browser.ask("DOM.getDocument");
  const { nodeId } = await browser.ask("DOM.querySelector", { nodeId: root.nodeId, selector: "#open-files" });
  await browser.ask("DOM.setFileInputFiles", { nodeId, files: Object.keys(files).map((name) => join(folder, name)) });
  await until(`document.querySelector(".sheet svg") && ${editor}?.querySelector(".cm-line")`);
  await until(`${editor}.querySelectorAll(".swatch.colour").length > 1 && ${editor}.querySelector("img.swatch")`);
  await accessible("the editor with swatches");
  step("colours and icons have swatches in the editor");

  const wrong = '[game]\ntitle = "T"\n\n[[cards]]\nsize = "poker"\nrows = [{ name = "Ann" }]\nface = [{ fill = "gren" }]\n';
  await put(wrong);
  await until("document.querySelector('#mistakes .fix')");
  assert.match(await see("document.querySelector('#mistakes .fix').getAttribute('aria-label')"), /^Fix: Replace `gren` with `green`$/);
  await accessible("a mistake with a correction");
  await see("document.querySelector('#mistakes .fix').click()");
  await until("!document.querySelector('#mistakes li.error')");
  assert.ok((await text()).includes('fill = "green"'));
  step("a mistake is mended by its button");

  await key("z", 90, 2);
  await until("document.querySelector('#mistakes .fix')");
  step("the correction is undone like what is typed");

  await put('[[cards]]\nsize = "poker"\nface = [{ icon = "');
  await until(`${editor}.querySelector(".cm-completionLabel")`);
  assert.ok((await offered()).length > 20);
  assert.ok(await see(`${editor}.querySelector(".cm-tooltip-autocomplete img")`), "icons are drawn");
  await type("moun");
  await until(`[...${editor}.querySelectorAll(".cm-completionLabel")].some((label) => label.textContent === "mountain")`);
  await browser.press("Escape");
  step("icons are completed, with their drawings");

  await put('[[cards]]\nsize = "poker"\nface = [{ fill = "te');
  await until(`[...${editor}.querySelectorAll(".cm-completionLabel")].some((label) => label.textContent === "teal")`);
  await browser.press("Escape");
  await type("al");
  await until(`!${editor}.querySelector(".cm-tooltip-autocomplete")`);
  await browser.press("Backspace");
  await until(`[...${editor}.querySelectorAll(".cm-completionLabel")].some((label) => label.textContent === "teal")`);
  await type("l");
  await until(`!${editor}.querySelector(".cm-tooltip-autocomplete")`);
  step("colours are completed, and nothing is offered for a whole word");

  await explained({ browser, see, until, key, put, type, step, accessible });

  const show = (name) => see(`{
    const select = document.getElementById("file");
    select.value = "${name}";
    select.dispatchEvent(new Event("change"));
  }`);
  await put(wrong);
  await show("cards.csv");
  await see("document.getElementById('as-text').click()");
  await until(`!${editor}.querySelector(".cm-content").textContent.includes("[[cards]]")`);
  await show("my-game.toml");
  await until(`${editor}.querySelector(".cm-content").textContent.includes("gren")`);
  await see(`${editor}.querySelector(".cm-content").focus()`);
  await key("z", 90, 2);
  await until(`!${editor}.querySelector(".cm-content").textContent.includes("gren")`);
  step("changes are undone after another file was shown");
}

// The word below the pointer is explained. A key explains the word at the cursor.
async function explained({ browser, see, until, key, put, type, step, accessible }) {
  const shown = `${editor}.querySelector(".cm-tooltip .explained")`;
  const point = (at) => browser.ask("Input.dispatchMouseEvent", { type: "mouseMoved", ...at });
  // Returns the centre of a word in the editor.
  const place = (word) => see(`{
    const lines = [...${editor}.querySelectorAll(".cm-line")];
    const texts = lines.flatMap((line) => {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const all = [];
      while (walker.nextNode()) all.push(walker.currentNode);
      return all;
    });
    const text = texts.find((text) => text.textContent.includes("${word}"));
    const range = new Range();
    range.setStart(text, text.textContent.indexOf("${word}"));
    range.setEnd(text, range.startOffset + ${word.length});
    const { left, right, top, bottom } = range.getBoundingClientRect();
    ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  }`);
  await put('[game]\ntitle = "T"\n\n[[cards]]\nsize = "poker"\nrows = [{ name = "Ann" }]\nface = [{ icon = "anchor" }]\n');
  await browser.press("Escape");
  await until("/No mistakes/.test(document.getElementById('status').textContent)");
  assert.equal(await see(`Boolean(${shown})`), false);
  await point(await place("size"));
  await until(shown);
  const words = await see(`${shown}.textContent`);
  assert.match(words, /size/i);
  await accessible("an explanation");
  await point({ x: 1400, y: 500 });
  await until(`!${shown}`);
  await point(await place("anchor"));
  await until(`${shown}?.querySelector("img")?.naturalWidth > 0`);
  await browser.press("Escape");
  await until(`!${shown}`);
  step("the word below the pointer is explained, with the picture of an icon, until the pointer leaves or Escape is pressed");

  const at = await place("size");
  await point({ x: 1400, y: 500 });
  const click = async ({ x, y }) => {
    for (const type of ["mousePressed", "mouseReleased"]) await browser.ask("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    await point({ x: 1400, y: 500 });
  };
  const ask = async () => {
    await key("k", 75, 2);
    await key("i", 73, 2);
  };
  await click(at);
  await new Promise((done) => setTimeout(done, 600));
  assert.equal(await see(`Boolean(${shown})`), false, "the pointer is elsewhere");
  await ask();
  await until(shown);
  assert.equal(await see(`${shown}.textContent`), words, "the same as for the pointer");
  await until(`[...${editor}.querySelectorAll("[aria-live]")].some((live) => live.textContent === ${JSON.stringify(words)})`);
  assert.ok(await see(`${editor}.activeElement.classList.contains("cm-content")`), "the focus stays in the text");
  await browser.press("Escape");
  await until(`!${shown}`);
  await ask();
  await until(shown);
  await browser.press("ArrowDown");
  await until(`!${shown}`);
  await click(at);
  await ask();
  await until(shown);
  await type("x");
  await until(`!${shown}`);
  await browser.press("Backspace");
  await see("document.getElementById('open-help').click()");
  await until("document.getElementById('help-contents') && document.getElementById('help-body').textContent.includes('Ctrl + K, then Ctrl + I')");
  await see("document.getElementById('help-close').click()");
  step("Ctrl + K, then Ctrl + I, explains the word at the cursor, reads it aloud, and is in the list of keys");
}
