// Helpers for tests of the page in one tab: type, choose, wait.
const editor = "document.getElementById('editor').shadowRoot";

// Makes the tab wide enough for the editor next to the sheets, and gives it the focus.
export async function widen(tab) {
  await tab.ask("Emulation.setDeviceMetricsOverride", { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false });
  await tab.ask("Emulation.setFocusEmulationEnabled", { enabled: true });
}

export function desk(tab) {
  const see = (expression) => tab.see(expression);
  const until = (expression, patience = 30000) => tab.until(`Boolean(${expression})`, patience);
  const it = {
    see,
    until,
    click: (id) => see(`document.getElementById("${id}").click()`),
    words: (id) => see(`document.getElementById("${id}").textContent`),
    wait: (time) => new Promise((done) => setTimeout(done, time)),
    type: (text) => tab.ask("Input.insertText", { text }),
    async go(url) {
      await tab.ask("Page.navigate", { url });
      await it.ready();
    },
    async reload() {
      await see("window.isOld = true; 0");
      await tab.ask("Page.reload");
      await until("window.isOld !== true && document.readyState === 'complete'");
      await it.ready();
    },
    // Waits until the page shows the start page or a game.
    ready: () => until("document.querySelector('#starts button') && document.documentElement.dataset.ready !== undefined"),
    drawn: () => until("document.querySelector('.sheet .paper > *') && document.querySelector('.sheet').ariaBusy === 'false'"),
    async start(name) {
      await see(`document.getElementById("${name}").click()`);
      await it.drawn();
      await until(`${editor}?.querySelector(".cm-line")`);
    },
    async home() {
      await see("document.getElementById('folders').replaceChildren()");
      await it.click("home");
      await until("!document.getElementById('start').hidden && document.querySelector('#folders li')");
    },
    // Opens a game in the list of stored games.
    async open(title) {
      await see(`[...document.querySelectorAll(".kept-game")].find((game) => game.querySelector("strong").textContent === ${JSON.stringify(title)}).click()`);
      await it.drawn();
    },
    kept: () => see("[...document.querySelectorAll('.kept-game strong')].map((title) => title.textContent)"),
    async file(name) {
      await see(`{ const file = document.getElementById("file"); file.value = "${name}"; file.dispatchEvent(new Event("change")); }`);
      await it.wait(60);
    },
    // Moves the cursor to the end of the text in the editor.
    async atEnd() {
      await see(`${editor}.querySelector(".cm-content").focus()`);
      await it.press("End", 2, 35);
    },
    async press(key, modifiers = 0, code = 0) {
      const event = { key, code: key, modifiers, windowsVirtualKeyCode: code, text: key === "Enter" ? "\r" : undefined };
      await tab.ask("Input.dispatchKeyEvent", { type: "keyDown", ...event });
      await tab.ask("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    undo: () => it.press("z", 2, 90),
    // Returns the whole text in the editor, including the part that is not visible.
    text: () => see(`${editor}.querySelector(".cm-content").cmTile.root.view.state.doc.toString()`),
    has: (words) => until(`${editor}.querySelector(".cm-content").cmTile.root.view.state.doc.toString().includes(${JSON.stringify(words)})`),
    cell: (row, column) => see(`document.getElementById("cell-${row}-${column}")?.textContent ?? null`),
    notice: () => see("document.getElementById('notice')?.textContent ?? ''"),
    // Gives files to a field, or drops them on the page.
    give: (id, files) => see(`{
      const dataTransfer = new DataTransfer();
      for (const [name, text] of ${JSON.stringify(files)}) dataTransfer.items.add(new File([text], name));
      const field = document.getElementById("${id}");
      field.files = dataTransfer.files;
      field.dispatchEvent(new Event("change"));
    }`),
    drop: (made, on = "document") => see(`(async () => {
      const dataTransfer = new DataTransfer();
      for (const file of await (${made})()) dataTransfer.items.add(file);
      ${on}.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, composed: true }));
    })()`),
    isKept: (patience) => until("/^Kept/.test(document.querySelector('#kept .time')?.textContent)", patience),
  };
  return it;
}
