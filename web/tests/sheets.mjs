// Tests of the sheets of the page: what screen readers read, where the arrow keys go, and how soon the page shows a
// keystroke on large decks.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const BOARD = `[game]
title = "Market"

[[board]]
cells = "pointy-top"
across = "30mm"
map = '''
  a   a
a   s   a
  a   a
'''

[board.key]
a = { fill = "#CFE8CF" }
s = { label = "Sell", draw = [{ text = "£10", at = "bottom", inset = "5mm", font = "9pt" }] }

[[cards]]
name = "deck"
size = "63 x 88mm"
face = [{ text = "{{ name }}", at = "top", inset = "6mm", font = "bold 16pt" }, { text = "{{ words }}", font = "11pt", size = "50 x 40mm" }]
rows = [
  { name = "Sow", words = "Place a seed on a field next to any river." },
  { name = "Reap", words = "Take all grain from one field of yours." },
]
`;

// Puts the cursor in front of the last character of the first line that begins with this text.
export async function caretIn(browser, begins) {
  const at = await browser.see(`{
    const line = [...document.getElementById('editor').shadowRoot.querySelectorAll(".cm-line")].find((line) => line.textContent.startsWith('${begins}'));
    line.scrollIntoView({ block: "nearest" });
    const { left, top } = line.getBoundingClientRect();
    ({ x: left + 12, y: top + 8 });
  }`);
  for (const type of ["mousePressed", "mouseReleased"]) {
    await browser.ask("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
  }
  await browser.press("End");
  await browser.press("ArrowLeft");
}

// Opens a layout as a file from the disk.
async function open({ browser, until, folder, url }, name, text, title) {
  const file = join(folder, name);
  writeFileSync(file, text);
  await browser.ask("Page.navigate", { url: `${url}?${name}` });
  await until("document.querySelector('#starts button')");
  const { root } = await browser.ask("DOM.getDocument");
  const { nodeId } = await browser.ask("DOM.querySelector", { nodeId: root.nodeId, selector: "#open-files" });
  await browser.ask("DOM.setFileInputFiles", { nodeId, files: [file] });
  await until(`document.querySelector('.sheet svg') && document.getElementById('title').textContent === '${title}'`);
  await until("document.querySelector('.sheet').ariaBusy === 'false'");
}

// Returns what a screen reader reads on the sheets: the names of pictures, and texts outside pictures. The order is
// that of the screen reader.
async function heard(browser) {
  const { nodes } = await browser.ask("Accessibility.getFullAXTree");
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  const all = [];
  const walk = (node) => {
    const role = node.role?.value;
    if (!node.ignored && ["image", "img"].includes(role)) all.push(["piece", node.name.value]);
    else if (!node.ignored && role === "StaticText") all.push(["text", node.name.value]);
    else for (const child of node.childIds ?? []) if (known.has(child)) walk(known.get(child));
  };
  const { root } = await browser.ask("DOM.getDocument");
  const { nodeId } = await browser.ask("DOM.querySelector", { nodeId: root.nodeId, selector: "#sheets" });
  const { node: { backendNodeId } } = await browser.ask("DOM.describeNode", { nodeId });
  walk(nodes.find((node) => node.backendDOMNodeId === backendNodeId));
  return all;
}

export async function cells(page) {
  const { browser, see, until, step, accessible, shoot } = page;
  await open(page, "market.toml", BOARD, "Market");
  await until("document.querySelectorAll('.sheet[aria-busy=false] .pieces').length === 2");
  const all = await heard(browser);
  const pieces = all.filter(([what]) => what === "piece").map(([, name]) => name);
  const cells = pieces.filter((name) => /cell -?\d,-?\d/.test(name));
  assert.equal(cells.length, 7, pieces.join("\n"));
  assert.equal(new Set(cells).size, 7, "each cell is read once");
  assert.equal(cells.filter((name) => name === "£10, Sell, cell 0,1, s").length, 1, cells.join("\n"));
  assert.deepEqual(cells.map((name) => /cell ([-\d,]*\d)/.exec(name)[1]), ["0,0", "1,0", "-1,1", "0,1", "1,1", "-1,2", "0,2"]);
  assert.ok(pieces.includes("Sow, Place a seed on a field next to any river. deck 1"), pieces.join("\n"));
  assert.equal(all.filter(([, name]) => name.includes("seed on a field")).length, 1, "words are not read again");
  step("cells and pieces are read once, by their words and names, in reading order");

  const round = async (count) => {
    await see("document.querySelector('.paper').focus()");
    await browser.press("Enter");
    const visited = [];
    for (let i = 0; i < count; i += 1) {
      visited.push(await see("document.activeElement.getAttribute('aria-label')"));
      await browser.press("ArrowRight");
    }
    return visited;
  };
  const stops = await see("document.querySelectorAll('.sheet:first-child .pieces [tabindex]').length");
  const first = await round(stops);
  assert.equal(new Set(first).size, stops, first.join("\n"));
  assert.equal(first.filter((name) => name.includes("cell ")).length, 7);
  assert.deepEqual(await round(stops), first, "the second round is as the first");
  await browser.press("Home");
  await browser.press("ArrowRight");
  await shoot("focused-cell");
  await accessible("a cell with the focus");
  step(`the arrow keys visit each of ${stops} drawings once, twice in the same order`);
}

export async function lines(page) {
  const { until, step } = page;
  await open(page, "wide.toml", BOARD.replace('"Market"', '"Wide"'), "Wide");
  await page.caret("title");
  await page.type(`${" wide".repeat(25)}" y`);
  await until("document.querySelector('#mistakes mark')");
  await until(`(() => {
    const [mark, line] = ["mark", "pre"].map((tag) => document.querySelector("#mistakes " + tag).getBoundingClientRect());
    return line.width > 0 && line.width < 1200 && mark.left >= line.left && mark.right <= line.right;
  })()`);
  step("the mark of a mistake at the end of a long line is in sight");
}

const WORDS = "draw two cards then place a meeple on any field next to river the player with most sheep takes this and pays one coin to bank".split(" ");

// Returns a deck with this number of cards. Each card has 25 words and a back.
const deck = (count) => `[game]
title = "Fast"

[[cards]]
name = "deck"
size = "63 x 88mm"
face = [{ fill = "#F8D9C8" }, { text = "{{ name }}", at = "top", inset = "6mm", font = "bold 16pt" }, { text = "{{ words }}", font = "10pt", size = "50 x 40mm" }]
back = [{ fill = "navy" }, { text = "back", font = "12pt", colour = "white" }]
rows = [
${Array.from({ length: count }, (_, i) => `  { name = "Card ${i + 1}", words = "${WORDS.map((_, j) => WORDS[(i * 7 + j * 5) % WORDS.length]).slice(0, 25).join(" ")}" },`).join("\n")}
]
`;

// Returns the time in milliseconds from a keystroke until the sheets show it.
async function keyToPicture({ see, type }, title) {
  await see(`{
    window.took = new Promise((done) => {
      document.getElementById("editor").addEventListener("beforeinput", () => {
        const began = performance.now();
        const look = () => {
          const is = [...document.querySelectorAll(".sheet .pieces rect")].some((box) => box.getAttribute("aria-label").endsWith(" ${title}"));
          // The browser shows the change in the next frame.
          if (is) requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
          else if (performance.now() - began > 20000) done(Infinity);
          else setTimeout(look, 2);
        };
        look();
      }, { once: true, capture: true });
    });
    0;
  }`);
  await type("x");
  return see("window.took");
}

// Opens a deck of `count` cards. Returns the times of `keys` keystrokes, sorted from the shortest to the longest.
export async function keyTimes(page, count, keys) {
  await open(page, `fast-${count}.toml`, deck(count), "Fast");
  await page.caret("title");
  const times = [];
  for (let i = 0; i < keys; i += 1) {
    await page.see("new Promise((done) => setTimeout(done, 500))");
    times.push(await keyToPicture(page, `Fast${"x".repeat(i + 1)}`));
  }
  return times.sort((a, b) => a - b);
}

export async function fast(page) {
  const { step, slower } = page;
  for (const [count, promise] of [[60, 100], [300, 150], [3000, 400]]) {
    const times = await keyTimes(page, count, 5);
    const median = times[2];
    assert.ok(median < promise * slower, `${count} cards: ${times.map(Math.round)} ms`);
    step(`${count} cards with words: a keystroke is seen after ${Math.round(median)} ms (${times.map(Math.round).join(", ")})`);
  }
}
