// The random actions of a week with the page: typing, files, games, tabs, and failures.
import assert from "node:assert/strict";

import { desk, widen } from "./desk.mjs";

const SECOND = 1000;
const STARTS = ["start-cards", "start-deck", "start-notes"];
export const EDITOR_IS_THERE = "!document.getElementById('desk').hidden && document.getElementById('editor').shadowRoot?.querySelector('.cm-line')";
const FILES = "[...document.getElementById('file').options].map(({ value }) => value)";

export function weekActs(week) {
  return { ...typing(week), ...files(week), ...games(week), ...tabs(week), ...trouble(week), ...versions(week) };
}

// Starts a game, unless one is open.
async function ensure(week) {
  if (await week.isAtStart()) await begin(week, week.pick(STARTS));
}

async function begin({ page }, name) {
  await page.see(`document.getElementById("${name}").click()`);
  await page.until(`history.state?.folder && ${EDITOR_IS_THERE}`);
}

// Waits until the page shows the game that was open, or else the start page.
async function settle(week) {
  await week.page.ready();
  await week.page.until(`history.state?.folder ? ${EDITOR_IS_THERE} : document.querySelector('#starts button')`);
  await week.hinder();
}

// Shows a file whose name matches a pattern, if the game has one.
async function show(week, pattern) {
  const { page } = week;
  if (pattern.test(await week.file())) return true;
  const name = (await page.see(FILES)).find((name) => pattern.test(name));
  if (!name) return false;
  await page.file(name);
  await page.until(`document.getElementById("file").value === "${name}"`);
  return true;
}

function typing(week) {
  return {
    async type() {
      await ensure(week);
      await show(week, /\.(toml|txt)$/);
      const { page } = week;
      await page.atEnd();
      const words = week.words();
      // An undo takes back everything that was typed within half a second. The line is typed at once, so that one undo
      // takes back the whole line.
      await page.type(`\n# ${words}`);
      assert.ok((await page.text()).includes(words), `${words} was typed, and is not on the screen`);
      week.typed(words, await week.id(), await week.file());
      if (week.next() < 0.5) await page.wait(week.next() * 600);
    },
    // Types into a cell. In half of the cases, the cell stays open.
    async cell() {
      await ensure(week);
      const { page } = week;
      if (!(await show(week, /\.csv$/))) return;
      await page.see("document.querySelector('.grid').focus()");
      await page.press("End", 2, 35);
      await page.press("ArrowDown", 0, 40);
      await page.press("Enter", 0, 13);
      const words = week.words();
      await page.type(words);
      week.typed(words, await week.id(), await week.file());
      if (week.next() < 0.5) await page.press("Enter", 0, 13);
    },
    async undo() {
      await ensure(week);
      const { page } = week;
      await show(week, /\.(toml|txt)$/);
      await page.atEnd();
      const before = await page.text();
      await page.undo();
      await page.wait(30);
      const after = await page.text();
      const [game, file] = [await week.id(), await week.file()];
      for (const [words, line] of week.lines) {
        if (line.game === game && line.file === file && before.includes(words) && !after.includes(words)) week.lines.delete(words);
      }
    },
  };
}

function files(week) {
  const press = (name) => week.page.see(`[...document.querySelectorAll('#all-files button')].find((button) => (button.getAttribute('aria-label') ?? button.textContent) === '${name}').click()`);
  const shut = () => week.page.see("document.getElementById('all-files')?.close(); 0");
  const ofFile = (game, file) => [...week.lines].filter(([, line]) => line.game === game && line.file === file);
  // Returns a file that is not the layout, or undefined if there is none.
  const other = async () => {
    const layout = await week.page.see("import('./folder.js').then(({ now }) => now.layout)");
    return week.pick((await week.page.see(FILES)).filter((name) => name !== layout));
  };
  return {
    async change() {
      await ensure(week);
      await week.page.file(week.pick(await week.page.see(FILES)));
    },
    async create() {
      await ensure(week);
      const { page } = week;
      const name = `new-${(week.serial += 1)}.${week.pick(["csv", "txt"])}`;
      await page.click("files-open");
      await press("New file …");
      await page.type(name);
      await page.press("Enter", 0, 13);
      await page.until(`document.getElementById("file").value === "${name}"`);
    },
    async rename() {
      await ensure(week);
      const { page } = week;
      const from = await other();
      if (!from) return;
      const to = `renamed-${(week.serial += 1)}.${from.split(".").at(-1)}`;
      await page.click("files-open");
      await press(`Rename ${from}`);
      await page.type(to);
      await page.press("Enter", 0, 13);
      // If the layout names the file, the page asks whether to rename it there, too. Until the answer, an open file is
      // listed under its old name.
      const isThere = `[...document.getElementById("file").options].some(({ value }) => value === "${to}")`;
      const also = "[...document.querySelectorAll('dialog.question button')].find((button) => button.textContent === 'Rename it there')";
      await page.until(`${isThere} || ${also}`);
      await page.wait(50);
      await page.see(`${also}?.click(); 0`);
      await page.until(isThere);
      await page.wait(50);
      await shut();
      const game = await week.id();
      for (const [, line] of ofFile(game, from)) line.file = to;
    },
    // Deletes a file. In half of the cases, undoes this.
    async remove() {
      await ensure(week);
      const { page } = week;
      const name = await other();
      if (!name) return;
      await page.click("files-open");
      await press(`Delete ${name}`);
      const isBack = week.next() < 0.5;
      if (isBack) await page.see("[...document.querySelectorAll('#notice button')].find((button) => button.textContent === 'Undo').click()");
      await shut();
      await page.wait(50);
      if (isBack) return;
      const game = await week.id();
      for (const [words] of ofFile(game, name)) week.lines.delete(words);
    },
  };
}

function games(week) {
  // Goes to the list of games. Returns their ids.
  const list = async () => {
    const { page } = week;
    if (!(await week.isAtStart())) {
      await page.see("document.getElementById('folders').replaceChildren()");
      await page.click("home");
      await page.until("!document.getElementById('start').hidden && document.querySelector('.kept-game')");
    }
    return page.see("[...document.querySelectorAll('.kept-game')].map(({ dataset }) => dataset.id)");
  };
  const press = (game, name) => week.page.see(`[...document.querySelector('[data-id="${game}"]').closest("li").querySelectorAll("button")].find((button) => button.textContent === "${name}").click()`);
  return {
    async game() {
      const kept = await list();
      if (!kept.length || week.next() < 0.4) return begin(week, week.pick(STARTS));
      return week.open(week.pick(kept));
    },
    async renameGame() {
      const kept = await list();
      if (!kept.length || week.isFull) return;
      const game = week.pick(kept);
      const { page } = week;
      await press(game, "Rename");
      await page.type(`Game ${(week.serial += 1)}`);
      await page.press("Enter", 0, 13);
      await page.until(`/^Game \\d+/.test(document.querySelector('[data-id="${game}"] strong')?.textContent)`);
    },
    // Deletes a game. In half of the cases, undoes this.
    async removeGame() {
      // If another tab shows the game, this tab could not store its changes.
      if (week.second) return;
      const kept = await list();
      if (!kept.length || week.isFull) return;
      const game = week.pick(kept);
      const { page } = week;
      // Deleting a game also deletes the unsaved changes of its tabs, so they are stored first.
      await week.open(game);
      await page.wait(SECOND);
      await list();
      await press(game, "Delete");
      await page.until(`!document.querySelector('[data-id="${game}"]')`);
      if (week.next() < 0.5) {
        await page.see("document.querySelector('#notice button').click()");
        await page.until(`document.querySelector('[data-id="${game}"]')`);
        return;
      }
      for (const [words, line] of week.lines) if (line.game === game) week.lines.delete(words);
    },
  };
}

function tabs(week) {
  const it = {
    // Opens the game in a second tab. Like a duplicated tab, this tab has the history of the first one.
    async tab() {
      if (week.second) return it.join();
      await ensure(week);
      const game = await week.id();
      // Only the first tab would have a full storage, not the second one. So the storage is made usable again.
      if (week.isFull) await week.unhinder();
      week.second = await week.browser.tab(week.url);
      await widen(week.second);
      week.turn(week.second);
      await week.page.ready();
      await week.page.see(`history.replaceState({ folder: "${game}" }, "")`);
      await week.page.reload();
      return settle(week);
    },
    // Closes the second tab. The first one continues.
    async join() {
      if (!week.second) return undefined;
      const wasFull = week.isFull;
      if (wasFull) await week.unhinder();
      const gone = week.second;
      week.second = null;
      // Before the tab closes, its page must receive the event `pagehide`.
      await gone.ask("Page.navigate", { url: "about:blank" });
      await gone.close();
      week.turn(week.browser);
      await week.browser.ask("Page.bringToFront");
      await week.page.wait(300);
      if (!wasFull) return undefined;
      // Changes that could not be stored come back only when their game is opened again.
      await week.page.reload();
      return settle(week);
    },
    // Types in both tabs at the same moment. If they show the same file, one of them continues with a copy.
    async both() {
      if (!week.second || week.isFull) return;
      const pair = [week.page, desk(week.browser)];
      for (const page of pair) {
        if (!(await page.see(`Boolean(${EDITOR_IS_THERE})`)) || (await page.see("!document.getElementById('table').hidden || !/toml|txt$/.test(document.getElementById('file').value)"))) return;
        await page.atEnd();
      }
      // Older unsaved changes would also go into the copy, so they are stored first.
      await week.page.wait(SECOND);
      const words = pair.map(() => week.words());
      await Promise.all(pair.map((page, at) => page.type(`\n# ${words[at]}`)));
      await week.page.wait(2 * SECOND);
      for (const [at, page] of pair.entries()) {
        const shown = await page.text();
        const where = [await week.id(page), await week.file(page)];
        assert.ok(shown.includes(words[at]), `${words[at]} was typed in one of two tabs, and is not there`);
        week.typed(words[at], ...where);
      }
    },
  };
  return it;
}

function versions(week) {
  // When the button gets the focus, typing in a cell ends.
  const press = (id) => week.page.see(`{ const button = document.getElementById("${id}"); button.focus(); button.click(); }`);
  const open = async () => {
    await ensure(week);
    if (await week.page.see("document.getElementById('versions').hidden")) await press("versions-open");
  };
  return {
    async version() {
      await open();
      const { page } = week;
      await press("version-keep");
      await page.until("document.querySelector('dialog.question input')");
      await page.press("Enter", 0, 13);
      await page.until("!document.querySelector('dialog.question') && /This version is (not )?kept/.test(document.getElementById('notice')?.textContent)");
    },
    // Goes back to some version. In half of the cases, undoes this.
    async goBack() {
      await open();
      const { page } = week;
      await page.wait(300);
      if (await page.see("document.getElementById('version-acts').hidden")) return;
      const share = week.next();
      await page.see(`{ const at = document.getElementById("version-at"); at.value = 1 + Math.floor(${share} * at.max); at.dispatchEvent(new Event("input")); }`);
      await page.until("!document.getElementById('version-back').disabled");
      const texts = "import('./folder.js').then(({ now }) => Object.fromEntries([...now.files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])))";
      const before = JSON.stringify(await page.see(texts));
      await press("version-back");
      const said = "document.getElementById('notice')?.textContent ?? ''";
      await page.until(`/^The game is as it was/.test(${said})`);
      if (week.next() < 0.5) {
        await page.see("[...document.querySelectorAll('#notice button')].find((button) => button.textContent === 'Undo').click()");
        for (let tries = 0; JSON.stringify(await page.see(texts)) !== before; tries += 1) {
          assert.ok(tries < 100, "going back was undone, and the game is not as it was");
          await page.wait(50);
        }
        return;
      }
      const game = await week.id();
      const files = await page.see(texts);
      for (const [words, line] of week.lines) if (line.game === game && !files[line.file]?.includes(words)) week.lines.delete(words);
    },
  };
}

function trouble(week) {
  const again = async (game) => {
    await week.tab.ask("Page.navigate", { url: `${week.url}?${week.next()}` });
    await settle(week);
    if (game) await week.open(game);
  };
  return {
    async reload() {
      await week.page.reload();
      await settle(week);
    },
    async close() {
      const game = await week.id();
      await week.tab.ask("Page.navigate", { url: `${week.url}page.css` });
      await week.page.wait(50);
      await again(game);
    },
    // The tab crashes. The text that was typed in the last second may be lost.
    async crash() {
      const game = await week.id();
      const when = Date.now();
      await week.tab.crash();
      const young = [...week.lines].filter(([, line]) => when - line.when < SECOND);
      await week.tab.ask("Page.navigate", { url: `${week.url}?${week.next()}` });
      await widen(week.tab);
      await settle(week);
      // The list of games appears after the rest of the start page, and may show only the first games.
      const there = `document.querySelector('[data-id="${game}"]')`;
      const isThere = await week.page.until(`${there} || (document.querySelector('.more-kept button')?.click(), ${there})`, 5000).then(() => true, () => false);
      if (!isThere) {
        for (const [words, line] of young) if (line.game === game) week.lines.delete(words);
        assert.ok(![...week.lines.values()].some((line) => line.game === game), "a game is lost with its tab");
        return;
      }
      await week.open(game);
      for (const [words, { game: own, file }] of young) {
        if (own !== game) continue;
        const has = await week.page.see(`import("./folder.js").then(({ now }) => new TextDecoder().decode(now.files.get(${JSON.stringify(file)}) ?? new Uint8Array()).includes(${JSON.stringify(words)}))`);
        if (!has) week.lines.delete(words);
      }
    },
    async full() {
      if (week.isFull) return week.unhinder();
      week.isFull = true;
      return week.hinder();
    },
    async net() {
      week.isOff = !week.isOff;
      await week.tab.ask("Network.enable");
      await week.tab.ask("Network.emulateNetworkConditions", { offline: week.isOff, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    },
  };
}
