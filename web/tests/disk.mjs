// Tests of folders on the disk. A folder is opened, even while the program loads, and is saved again. Files that are
// too many, too large or unreadable are refused with a message. The page asks before it closes a game that the browser
// does not store.
import assert from "node:assert/strict";

import { desk, widen } from "./desk.mjs";

const LAYOUT = '[game]\ntitle = "On the disk"\n\n[[cards]]\nname = "a"\nsize = "poker"\nrows = [{}]\n';

// Makes a folder in the storage of the page, and lets the dialog for folders return it. `window.there` returns the
// contents of one of its files, or null. `window.change` writes another text into a file.
const FOLDER = (name, files) => `(async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(${JSON.stringify(name)}, { create: true });
  const file = async (path, create) => {
    const parts = path.split("/");
    let at = folder;
    for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part, { create });
    return at.getFileHandle(parts.at(-1), { create });
  };
  window.there = async (path) => {
    try {
      return await (await (await file(path, false)).getFile()).text();
    } catch (error) {
      return error.name === "NotFoundError" ? null : String(error);
    }
  };
  window.change = async (path, text) => {
    const stream = await (await file(path, true)).createWritable();
    await stream.write(text);
    await stream.close();
  };
  window.showDirectoryPicker = async () => (window.chosen = folder);
  for (const [path, text] of ${JSON.stringify(files)}) await window.change(path, text);
})()`;

const there = (page, path) => page.see(`window.there(${JSON.stringify(path)})`);
const saved = async (page) => {
  await page.press("s", 2, 83);
  await page.until("document.getElementById('unsaved').textContent === '' && /^Saved to the folder/.test(document.getElementById('notice').textContent)");
};
const isUnsaved = (page) => page.until("document.getElementById('unsaved').textContent === 'Not saved on disk'");
const said = (page, words) => page.until(`${words}.test(document.getElementById('notice')?.textContent)`);
const answer = (page, words) => page.see(`[...document.querySelectorAll("dialog.question button")].find((button) => button.textContent === "${words}").click()`);
const question = (page) => page.until("/is different on the disk/.test(document.querySelector('dialog.question h2')?.textContent)");

export async function disk({ page, fresh }) {
  await fresh("disk");
  const files = [["mine.toml", LAYOUT], ["texts/rules/one.txt", "one"], ["texts/two.txt", "two"], ["output/old.pdf", "old"], [".git/config", "git"]];
  await page.see(FOLDER("my-game", files));
  await page.click("open-folder");
  await page.until("document.getElementById('title').textContent === 'On the disk'");
  assert.equal(await page.words("unsaved"), "");
  const names = () => page.see("import('./folder.js').then(({ now }) => [...now.files.keys()])");
  assert.deepEqual(await names(), ["mine.toml", "texts/rules/one.txt", "texts/two.txt"], "without what hexpress wrote, and without hidden files");
  await page.atEnd();
  await page.type("# saved");
  await isUnsaved(page);
  await saved(page);
  assert.match(await there(page, "mine.toml"), /# saved$/);

  // Changes, makes and deletes files in subfolders. Other files stay as they are.
  const put = (name, text) => page.see(`import("./files.js").then(({ put }) => put([["${name}", new TextEncoder().encode("${text}")]]))`);
  const replacing = put("texts/rules/one.txt", "three");
  await page.until("document.querySelector('dialog.question')");
  await answer(page, "Replace it");
  await replacing;
  await put("more/new.txt", "new");
  await page.click("files-open");
  await page.see("[...document.querySelectorAll('#all-files button')].find((button) => button.getAttribute('aria-label') === 'Delete texts/two.txt').click()");
  await page.see("document.getElementById('all-files').close()");
  await isUnsaved(page);
  assert.equal(await there(page, "texts/two.txt"), "two", "nothing is deleted before the game is saved");
  await saved(page);
  const after = { "texts/rules/one.txt": "three", "more/new.txt": "new", "texts/two.txt": null, "output/old.pdf": "old", ".git/config": "git" };
  for (const [path, text] of Object.entries(after)) assert.equal(await there(page, path), text, path);

  await replaced({ page });
  await reloaded({ page });
}

// Another program has changed a file, so the page asks before it replaces this file.
async function replaced({ page }) {
  await page.see("window.change('more/new.txt', 'by another program')");
  await put(page, "\n# mine");
  await isUnsaved(page);
  await page.press("s", 2, 83);
  await question(page);
  assert.match(await page.see("document.querySelector('dialog.question h2').textContent"), /^more\/new\.txt is different on the disk$/);
  await answer(page, "Cancel");
  await page.wait(300);
  assert.equal(await there(page, "more/new.txt"), "by another program");
  assert.doesNotMatch(await there(page, "mine.toml"), /# mine/, "nothing at all is written");
  assert.equal(await page.words("unsaved"), "Not saved on disk");
  await page.press("s", 2, 83);
  await question(page);
  await answer(page, "Replace them");
  await page.until("document.getElementById('unsaved').textContent === ''");
  assert.equal(await there(page, "more/new.txt"), "new");
  assert.match(await there(page, "mine.toml"), /# mine$/);

  // The page deletes a file that another program has changed.
  await page.see("window.change('more/new.txt', 'changed again')");
  await page.see("import('./folder.js').then(({ remove }) => remove('more/new.txt'))");
  await isUnsaved(page);
  await page.press("s", 2, 83);
  await question(page);
  await answer(page, "Replace them");
  await page.until("document.getElementById('unsaved').textContent === ''");
  assert.equal(await there(page, "more/new.txt"), null);

  await put(page, "\n# refused");
  await isUnsaved(page);
  await page.see("window.chosen.requestPermission = async () => 'denied'; 0");
  await page.press("s", 2, 83);
  await said(page, "/does not let this page write to the folder/");
  await page.see("delete window.chosen.requestPermission; window.chosen.getFileHandle = async () => { throw new Error('the disk is gone'); }; 0");
  await page.press("s", 2, 83);
  await said(page, "/^The folder my-game cannot be written: the disk is gone/");
  assert.equal(await page.words("unsaved"), "Not saved on disk");
  await page.see("delete window.chosen.getFileHandle; 0");
  await saved(page);
}

async function put(page, text) {
  await page.file("mine.toml");
  await page.atEnd();
  await page.type(text);
}

// After a reload, the page finds its folder. It does not know which program has changed the files there, so it asks.
async function reloaded({ page }) {
  await page.isKept();
  await page.reload();
  await page.drawn();
  await page.see(FOLDER("my-game", []));
  await page.until("document.getElementById('save').textContent === 'Save'");
  await page.wait(300);
  assert.equal(await page.words("unsaved"), "", "all is on the disk still");
  await put(page, "\n# after a reload");
  await isUnsaved(page);
  await saved(page);
  assert.match(await there(page, "mine.toml"), /# after a reload$/);
  await put(page, "\n# and again");
  await page.isKept();
  await page.see("window.change('added.txt', 'by another program')");
  await page.reload();
  await page.drawn();
  await isUnsaved(page);
  await page.see(FOLDER("my-game", []));
  await page.press("s", 2, 83);
  await page.until("/^mine.toml is different on the disk/.test(document.querySelector('dialog.question h2')?.textContent)");
  await answer(page, "Replace them");
  await page.until("document.getElementById('unsaved').textContent === ''");
  assert.match(await there(page, "mine.toml"), /# and again$/);
  assert.equal(await there(page, "added.txt"), "by another program", "what the page has never read stays");
}

// Chooses a folder while the program loads. This runs in a separate tab, in which the program is delayed.
export async function early({ browser, url }) {
  const tab = await browser.tab();
  await widen(tab);
  const { identifier } = await tab.ask("Page.addScriptToEvaluateOnNewDocument", { source: `{
    const whole = window.fetch;
    const held = new Promise((done) => (window.release = done));
    window.fetch = async (address, ...more) => {
      if (/first\\.wasm/.test(address)) await held;
      return whole(address, ...more);
    };
  }` });
  const page = desk(tab);
  await tab.ask("Page.navigate", { url: `${url}?early` });
  await page.until("window.release && document.getElementById('open-folder') && document.getElementById('loading')?.checkVisibility()");
  // When the pane of the editor exists, the scripts of the page have been loaded.
  await page.until("document.getElementById('files-open')");
  await page.see(FOLDER("early", [["early.toml", LAYOUT.replace("On the disk", "Early")]]));
  await page.click("open-folder");
  await page.until("/opens as soon as/.test(document.getElementById('loading-note').textContent)");
  await page.wait(700);
  assert.equal(await page.see("document.getElementById('desk').hidden && !document.getElementById('file').options.length"), true, "a folder waits for the program");
  await page.see("window.release()");
  await page.until("document.getElementById('title').textContent === 'Early' && document.querySelector('.sheet svg')");
  assert.equal(await page.see("document.getElementById('trouble').hidden && document.documentElement.dataset.ready === ''"), true);
  assert.equal(await page.words("unsaved"), "");
  await tab.ask("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  await tab.close();
}

// Files that are too large or unreadable are refused with a message, and nothing is opened.
export async function refused({ page, fresh }) {
  await fresh("refused");
  const choose = async (entries, words) => {
    await page.see("document.querySelector('#notice button')?.click()");
    await page.see(`{
      window.walked = 0;
      window.isRead = false;
      const folder = (name, entries) => ({ kind: "directory", name, entries });
      const file = (name, made) => [name, { kind: "file", name, getFile: async () => made(name) }];
      const of = (size) => () => ({ size, arrayBuffer: async () => ((window.isRead = true), new ArrayBuffer(0)) });
      const broken = () => { throw new DOMException("It is locked.", "NotReadableError"); };
      const layout = () => new File([${JSON.stringify(LAYOUT)}], "a.toml");
      window.showDirectoryPicker = async () => folder("large", ${entries});
    }`);
    await page.click("open-folder");
    await said(page, words);
    assert.ok(await page.see("document.getElementById('desk').hidden && !document.getElementById('start').hidden"), `${words}: nothing is opened`);
  };
  await choose(`async function* () {
    for (let at = 0; at < 20000; at += 1) yield ((window.walked += 1), file(at + ".txt", () => new File(["x"], "x")));
  }`, "/^These are more than 3000 files, .* Choose the folder of one game\\./");
  assert.ok((await page.see("window.walked")) < 3100, "the walk ends early");
  await choose(`async function* () { yield file("a.toml", layout); for (const name of ["1.png", "2.png", "3.png"]) yield file(name, of(150e6)); }`,
    "/^These files have 451 MB; the page reads up to 400 MB at once\\. None of them was read\\./");
  assert.equal(await page.see("window.isRead"), false, "nothing of it is read");
  await choose(`async function* () { yield file("a.toml", layout); yield ["art", folder("art", async function* () { yield file("1.png", broken); })]; }`,
    "/^art\\/1\\.png cannot be read: It is locked\\. ?Close/");
  await choose(`async function* () { yield file("a.toml", layout); yield file("1.png", () => ({ size: 1, arrayBuffer: async () => broken() })); }`,
    "/^1\\.png cannot be read: It is locked\\. ?Close/");
  await choose(`async function* () { yield file("a.toml", layout); yield ["art", folder("art", () => broken())]; }`,
    "/^art\\/ cannot be read: It is locked\\. ?Close/");

  await page.drop("() => Array.from({ length: 3001 }, (_, at) => new File(['x'], at + '.txt'))");
  await said(page, "/^These are more than 3000 files, /");
  await page.see("document.querySelector('#notice button').click()");
  await page.drop("() => { const part = new Blob([new Uint8Array(1e7)]); return [new File(Array(41).fill(part), 'large.png')]; }");
  await said(page, "/^These files have 410 MB; the page reads up to 400 MB at once\\. None of them was read\\./");
  await page.see("document.querySelector('#notice button').click()");
  await page.drop("() => [new File(['x'], 'a.png')]");
  await said(page, "/^There is no layout or table among these files\\./");
  assert.ok(await page.see("document.getElementById('desk').hidden"));
}

// Tests a game whose changes the browser can neither store nor leave in localStorage. This runs in a separate tab,
// because the browser asks before it closes such a tab.
export async function unkept({ browser, url }) {
  const tab = await browser.tab();
  await widen(tab);
  const page = desk(tab);
  await page.go(`${url}?unkept`);
  await page.start("start-cards");
  await page.isKept();
  const mayEnd = () => page.see("{ const event = new Event('beforeunload', { cancelable: true }); dispatchEvent(event); !event.defaultPrevented; }");
  assert.equal(await mayEnd(), true, "what is kept may be left without a question");
  await page.see(`{
    const field = document.getElementById("files-add");
    Object.defineProperty(field, "files", { configurable: true, get: () => Array.from({ length: 3001 }, (_, at) => new File(["x"], at + ".txt")) });
    field.dispatchEvent(new Event("change"));
    delete field.files;
  }`);
  await said(page, "/^These are more than 3000 files, /");
  await page.see("document.querySelector('#notice button').click()");
  await page.see(`{
    const full = () => { throw new DOMException("no room", "QuotaExceededError"); };
    IDBObjectStore.prototype.put = full;
    Storage.prototype.setItem = full;
    window.confirm = (words) => {
      window.asked = words;
      return window.answer;
    };
  }`);
  assert.equal(await mayEnd(), true, "nothing has changed yet");
  await page.atEnd();
  await page.type("\n# nowhere else");
  assert.equal(await mayEnd(), false, "the browser asks before what is typed is lost");
  await page.until("/^Not kept/.test(document.querySelector('#kept .problem').textContent)");
  assert.equal(await mayEnd(), false, "also once keeping has failed");
  await page.see("window.answer = false; 0");
  await page.click("home");
  await page.until("window.asked");
  assert.equal(await page.see("window.asked"), "New game is not kept in this browser. Leave the game, and lose the last changes?");
  await page.wait(300);
  assert.equal(await page.see("document.getElementById('desk').hidden"), false, "the game stays open");
  assert.match(await page.text(), /# nowhere else/);
  await page.see("window.answer = true; window.asked = ''; 0");
  await page.click("home");
  await page.until("window.asked && !document.getElementById('start').hidden");
  assert.equal(await mayEnd(), true, "nothing is open any more");
  await tab.close();
}
