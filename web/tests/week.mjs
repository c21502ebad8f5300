// Simulates a week with the page: a user does random things, and afterwards all typed text must still exist.
//
//   node web/tests/week.mjs [ACTIONS] [SEED]
//
// The test uses output/web, which web/build makes. VERBOSE=1 prints each action. After a second without an action,
// everything on the screen must be in the storage of the browser. Every line that was typed must be in some game at the
// end, unless it was undone, deleted, or typed in the second before the tab crashed.

import assert from "node:assert/strict";

import { Chromium } from "../../tests/browser/chromium.mjs";
import { desk, widen } from "./desk.mjs";
import { serve } from "./serve.mjs";
import { EDITOR_IS_THERE, weekActs } from "./week-acts.mjs";

const SECOND = 1000;
const WEIGHTS = {
  type: 12, cell: 4, change: 4, undo: 3, create: 2, rename: 2, remove: 2, reload: 4, close: 3, crash: 2,
  tab: 2, join: 2, both: 3, full: 2, net: 1, game: 3, renameGame: 1, removeGame: 1,
  version: 3, goBack: 3,
};

// Returns random numbers below 1. The same seed gives the same numbers in each run.
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// Returns all texts in the storage of the browser, by game and file: those of the records, and the unsaved changes in
// localStorage. The test does not use the code of the page for this.
const KEPT = `(async () => {
  const base = await new Promise((done, fail) => {
    const request = indexedDB.open("hexpress");
    [request.onsuccess, request.onerror] = [() => done(request.result), fail];
  });
  const get = (store, key) => new Promise((done) => {
    const asked = base.transaction(store).objectStore(store);
    (key ? asked.get(key) : asked.getAll()).onsuccess = ({ target }) => done(target.result);
  });
  const games = {};
  const add = (game, name, text) => ((games[game] ??= {})[name] ??= []).push(text);
  for (const { id, deleted, files } of await get("games")) {
    for (const { name, bytes, key } of deleted ? [] : files) add(id, name, new TextDecoder().decode(bytes ?? (await get("contents", key))));
  }
  base.close();
  for (const key of Object.keys(localStorage).filter((key) => key.startsWith("hexpress unsaved "))) {
    const { id, files } = JSON.parse(localStorage.getItem(key));
    for (const [name, what] of files) if (what) add(id, name, what.text);
  }
  return games;
})()`;

class Week {
  lines = new Map(); // The typed lines, each with its game, its file and its time.
  serial = 0;
  copied = 0; // The number of lines that went into a copy.
  isFull = false;
  isOff = false;
  second = null; // A second tab, if there is one.

  constructor(browser, url, seed) {
    Object.assign(this, { browser, url, seed, next: random(seed), tab: browser, page: desk(browser) });
  }

  pick = (list) => list[Math.floor(this.next() * list.length)];
  turn = (tab) => Object.assign(this, { tab, page: desk(tab) });
  id = (page = this.page) => page.see("history.state?.folder ?? ''");
  file = (page = this.page) => page.see("document.getElementById('file').value");
  isAtStart = () => this.page.see("!document.getElementById('start').hidden");
  words = () => `line ${(this.serial += 1)} of ${this.seed}.`;
  typed = (words, game, file) => this.lines.set(words, { game, file, when: Date.now() });

  // Returns the text on the screen: in the editor, or in the table together with the cell that is being typed.
  async screen(page = this.page) {
    const isTable = await page.see("!document.getElementById('table').hidden");
    if (!isTable) return page.text();
    return page.see(`import("./folder.js").then(({ now }) => new TextDecoder().decode(now.files.get(document.getElementById("file").value)))`);
  }

  // Makes the storage full again, because each reload of the page undoes this.
  async hinder() {
    if (this.isFull) await this.page.see("window.put ??= IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError'); }; 0");
  }

  async unhinder() {
    await this.page.see("if (window.put) { IDBObjectStore.prototype.put = window.put; delete window.put; } 0");
    this.isFull = false;
  }

  // Opens a game in the list of stored games.
  async open(game) {
    const more = "document.querySelector('.more-kept button')";
    await this.page.until(`document.querySelector('[data-id="${game}"]') || ${more}`);
    await this.page.see(`${more}?.click(); 0`);
    await this.page.until(`document.querySelector('[data-id="${game}"]')`);
    await this.page.see(`document.querySelector('[data-id="${game}"]').click()`);
    await this.page.until(`history.state?.folder === "${game}" && ${EDITOR_IS_THERE}`);
  }

  // Compares the screen with the typed lines. In some cases, waits a second and also compares the screen with the
  // storage.
  async check() {
    const isCalm = this.next() < 0.4;
    if (isCalm) await this.page.wait(SECOND);
    for (const page of [this.page, this.second && desk(this.browser)].filter(Boolean)) {
      const [game, name] = [await this.id(page), await page.see("document.getElementById('desk').hidden ? '' : document.getElementById('file').value")];
      if (!game || !name) continue;
      const shown = await this.screen(page);
      for (const [words, line] of this.lines) {
        if (line.game !== game || line.file !== name || page !== this.page || shown.includes(words)) continue;
        assert.ok(await this.moved(words, line), `${words} is not on the screen, in ${name}, which ends: ${shown.slice(-200)}`);
      }
      if (!isCalm) continue;
      const kept = (await page.see(KEPT))[game]?.[name] ?? [];
      assert.ok(kept.some((text) => text.replaceAll("\r\n", "\n") === shown.replaceAll("\r\n", "\n")),
        `what is on the screen in ${name} is not kept: ${shown.slice(-200)}\nkept: ${kept.map((text) => text.slice(-200)).join("\n")}`);
    }
  }

  // Looks for a line that is missing in its game: if two tabs have changed a file, the line may be in a copy. Returns
  // whether the line was found.
  async moved(words, line) {
    for (const [game, files] of Object.entries(await this.page.see(KEPT))) {
      for (const [file, texts] of Object.entries(files)) {
        if (game === line.game || !texts.some((text) => text.includes(words))) continue;
        Object.assign(line, { game, file });
        this.copied += 1;
        return true;
      }
    }
    return false;
  }

  // Ends the week: opens every game in the list, and looks for every line.
  async end(acts) {
    if (this.isOff) await acts.net();
    if (this.second) await acts.join();
    if (this.isFull) await this.unhinder();
    await this.page.wait(SECOND);
    for (const game of new Set([...this.lines.values()].map((line) => line.game))) {
      await this.page.go(`${this.url}?${this.next()}`);
      await this.open(game);
      const own = [...this.lines].filter(([, line]) => line.game === game);
      for (const file of new Set(own.map(([, line]) => line.file))) {
        await this.page.file(file);
        const shown = await this.screen();
        for (const [words, line] of own) {
          if (line.file !== file || shown.includes(words)) continue;
          assert.ok(await this.moved(words, line), `${words} is lost in ${file} at the end`);
        }
      }
    }
  }
}

// Runs the actions. Returns how often each action was done, and the number of lines.
async function run(week, actions, log) {
  const acts = weekActs(week);
  const done = {};
  const bag = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array(weight).fill(name));
  await widen(week.browser);
  await week.page.go(`${week.url}?week-${week.seed}`);
  await week.page.until("navigator.serviceWorker.controller", 60000);
  for (let action = 1; action <= actions; action += 1) {
    const name = week.pick(bag);
    const before = week.serial;
    try {
      await acts[name]();
      log(`${action}: ${name} in ${(await week.id()).slice(0, 4) || "the start"}, ${await week.file()}${week.second ? ", second tab" : ""}${week.isFull ? ", full" : ""}${week.serial > before ? `, ${week.serial}` : ""}`);
      await week.check();
    } catch (error) {
      error.message = `seed ${week.seed}, action ${action}, ${name}: ${error.message}`;
      throw error;
    }
    done[name] = (done[name] ?? 0) + 1;
  }
  await week.end(acts);
  return { done, lines: week.lines.size, copied: week.copied };
}

// Runs a week in a separate browser, because this browser reports errors when the network is cut off.
export async function weekAlone(actions, seed, log = () => {}) {
  const server = await serve(new URL("../../output/web", import.meta.url).pathname);
  const browser = await Chromium.start(process.env.CHROMIUM ?? "chromium");
  try {
    return await run(new Week(browser, server.url, seed), actions, log);
  } finally {
    await browser.stop();
    server.stop();
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [actions, seed] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 1)];
  try {
    const { done, lines, copied } = await weekAlone(actions, seed, process.env.VERBOSE ? console.log : undefined);
    console.log(`seed ${seed}: ${actions} actions (${JSON.stringify(done)}), ${lines} lines, ${copied} of them in copies, none is lost`);
  } catch (error) {
    console.error(`failed: ${error.stack}`);
    process.exit(1);
  }
}
