// A week with the page: random actions of somebody at work, and afterwards no letter is lost.
//
//   node web/tests/week.mjs [ACTIONS] [SEED]
//
// Of output/web, which web/build makes. Each action types, changes the file, loads the page anew, closes the tab, opens a
// second one, fills the store, cuts the net, goes to another game, or undoes. Every line that was on the screen for a second
// must be in its game afterwards, unless it was undone.

import assert from "node:assert/strict";

import { Chromium } from "../../tests/browser/chromium.mjs";
import { desk, widen } from "./desk.mjs";
import { serve } from "./serve.mjs";

const SECOND = 1000;
const STARTS = ["start-cards", "start-deck", "start-notes"];

// Random numbers below 1 by a seed: the same in each run.
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// Runs the actions, and answers with how often each was done.
async function week({ browser, url, actions, seed, log = () => {} }) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const games = new Map(); // By the id of a folder: the lines that it must have, by file.
  const done = {};
  let [tab, page] = [browser, null];
  let second = null;
  let serial = 0;
  let isFull = false;
  let isOff = false;

  const turn = (to) => [tab, page] = [to, desk(to)];
  const id = () => page.see("history.state?.folder ?? ''");
  const file = () => page.see("document.getElementById('file').value");
  const lines = (game, name) => {
    if (!games.has(game)) games.set(game, new Map());
    if (!games.get(game).has(name)) games.get(game).set(name, []);
    return games.get(game).get(name);
  };
  // What hinders the page is set anew after each reload.
  const hinder = async () => {
    if (isFull) await page.see("window.put ??= IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError'); }; 0");
  };
  const unhinder = async () => {
    await page.see("if (window.put) { IDBObjectStore.prototype.put = window.put; delete window.put; } 0");
    isFull = false;
  };
  const settle = async () => {
    await page.ready();
    // The game that was open, or the start.
    await page.until("history.state?.folder ? !document.getElementById('desk').hidden && document.getElementById('editor').shadowRoot?.querySelector('.cm-line') : document.querySelector('#starts button')");
    await hinder();
  };
  const begin = async (name) => {
    await page.see(`document.getElementById("${name}").click()`);
    await page.until("history.state?.folder && !document.getElementById('desk').hidden && document.getElementById('editor').shadowRoot?.querySelector('.cm-line')");
  };
  const isAtStart = () => page.see("!document.getElementById('start').hidden");
  const ensure = async () => {
    if (await isAtStart()) await begin(pick(STARTS));
  };
  // What is on the screen and what must be there are compared.
  const check = async () => {
    const [game, name] = [await id(), await file()];
    if (!game || !name.endsWith(".toml")) return;
    const shown = await page.text();
    for (const line of lines(game, name)) {
      if (Date.now() - line.when > SECOND) assert.ok(shown.includes(line.words), `${line.words} is lost in ${name}; seed ${seed}, after ${serial} lines. It ends: ${shown.slice(-120)}`);
    }
  };

  const acts = {
    async type() {
      await ensure();
      if (!(await file()).endsWith(".toml")) await page.file(await page.see("[...document.getElementById('file').options].find(({ value }) => value.endsWith('.toml')).value"));
      await page.atEnd();
      const words = `# line ${(serial += 1)} of ${seed}`;
      // An undo takes back what was typed within half a second: a line is one step.
      await page.type(`\n${words}`);
      if (!(await page.text()).includes(words)) return;
      lines(await id(), await file()).push({ words, when: Date.now() });
      if (next() < 0.5) await page.wait(next() * 600);
    },
    async change() {
      await ensure();
      await page.file(pick(await page.see("[...document.getElementById('file').options].map(({ value }) => value)")));
    },
    async reload() {
      await page.see("window.isOld = true; 0");
      await tab.ask("Page.reload");
      await page.until("window.isOld !== true && document.readyState === 'complete'");
      await settle();
    },
    async close() {
      const game = await id();
      await page.see("0");
      await tab.ask("Page.navigate", { url: `${url}page.css` });
      await page.wait(50);
      await tab.ask("Page.navigate", { url: `${url}?${next()}` });
      await settle();
      if (!game) return;
      await page.until(`document.querySelector('[data-id="${game}"]')`);
      await page.see(`document.querySelector('[data-id="${game}"]').click()`);
      await page.until(`history.state?.folder === "${game}" && document.getElementById('editor').shadowRoot?.querySelector('.cm-line')`);
    },
    async tab() {
      if (second) return acts.join();
      await ensure();
      const game = await id();
      second = await browser.tab(url);
      const first = tab;
      await widen(second);
      turn(second);
      await page.ready();
      await page.see(`history.replaceState({ folder: "${game}" }, "")`);
      await acts.reload();
      await page.until(`history.state?.folder === "${game}" && document.getElementById('editor').shadowRoot?.querySelector('.cm-line')`);
      second.first = first;
      return undefined;
    },
    // The second tab is closed, and the first goes on.
    async join() {
      if (!second) return acts.type();
      const gone = second;
      await page.see("0");
      second = null;
      // A tab that is closed is told so before it goes.
      await gone.ask("Page.navigate", { url: "about:blank" });
      await gone.close();
      turn(browser);
      await browser.ask("Page.bringToFront");
      await page.wait(200);
      await hinder();
      return undefined;
    },
    async full() {
      if (isFull) return unhinder();
      isFull = true;
      return hinder();
    },
    async net() {
      isOff = !isOff;
      await tab.ask("Network.enable");
      await tab.ask("Network.emulateNetworkConditions", { offline: isOff, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    },
    async game() {
      if (!(await isAtStart())) {
        await page.click("home");
        await page.until("!document.getElementById('start').hidden");
      }
      const kept = await page.see("[...document.querySelectorAll('.kept-game')].map(({ dataset }) => dataset.id)");
      if (!kept.length || next() < 0.4) return begin(pick(STARTS));
      const game = pick(kept);
      await page.see(`document.querySelector('[data-id="${game}"]').click()`);
      return page.until(`history.state?.folder === "${game}" && !document.getElementById('desk').hidden && document.getElementById('editor').shadowRoot?.querySelector('.cm-line')`);
    },
    async undo() {
      await ensure();
      const name = await file();
      if (!name.endsWith(".toml")) return;
      await page.atEnd();
      const before = await page.text();
      await page.undo();
      await page.wait(30);
      const after = await page.text();
      const own = lines(await id(), name);
      own.splice(0, own.length, ...own.filter(({ words }) => after.includes(words) || !before.includes(words)));
    },
  };
  const weights = { type: 8, change: 2, reload: 3, close: 2, tab: 1, join: 1, full: 1, net: 1, game: 2, undo: 2 };
  const bag = Object.entries(weights).flatMap(([name, weight]) => Array(weight).fill(name));

  turn(browser);
  await widen(browser);
  await page.go(`${url}?week-${seed}`);
  await page.until("navigator.serviceWorker.controller", 60000);
  for (let action = 0; action < actions; action += 1) {
    const name = pick(bag);
    log(`${action + 1}: ${name}`);
    await acts[name]();
    done[name] = (done[name] ?? 0) + 1;
    await check();
  }
  // The end of the week: every game, from the list.
  if (isOff) await acts.net();
  if (second) await acts.join();
  if (isFull) await unhinder();
  await page.wait(SECOND);
  for (const [game, files] of games) {
    await page.go(`${url}?${next()}`);
    await page.until(`document.querySelector('[data-id="${game}"]')`);
    await page.see(`document.querySelector('[data-id="${game}"]').click()`);
    await page.until(`history.state?.folder === "${game}" && document.getElementById('editor').shadowRoot?.querySelector('.cm-line')`);
    for (const [name, all] of files) {
      await page.file(name);
      const shown = await page.text();
      for (const { words } of all) assert.ok(shown.includes(words), `${words} is lost in ${name} at the end; seed ${seed}`);
    }
  }
  return { done, lines: [...games.values()].flatMap((files) => [...files.values()].flat()).length };
}

// The same in a browser of its own: it complains of a net that is cut.
export async function weekAlone(actions, seed, log) {
  const server = await serve(new URL("../../output/web", import.meta.url).pathname);
  const browser = await Chromium.start(process.env.CHROMIUM ?? "chromium");
  try {
    return await week({ browser, url: server.url, actions, seed, log });
  } finally {
    await browser.stop();
    server.stop();
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [actions, seed] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 1)];
  try {
    const { done, lines } = await weekAlone(actions, seed, process.env.VERBOSE ? console.log : () => {});
    console.log(`seed ${seed}: ${actions} actions (${JSON.stringify(done)}), ${lines} lines, none is lost`);
  } catch (error) {
    console.error(`failed: ${error.stack}`);
    process.exit(1);
  }
}
