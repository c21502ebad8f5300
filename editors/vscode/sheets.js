// The sheets of a layout in a panel beside the text. `hexpress preview` draws them; its page can be opened in a browser,
// but not in a frame, so the panel shows the drawings only.
const { spawn } = require("node:child_process");
const path = require("node:path");
const vscode = require("vscode");

const { page } = require("./panel");

const PAUSE = 1000; // Milliseconds until a server that does not answer is asked again.

// A layout whose sheets are shown: its server, and its panel.
class Shown {
  #server;
  #panel;
  #address = null;
  #said = "";
  #isClosed = false;
  #known = "";

  constructor(program, file, closed) {
    this.#panel = vscode.window.createWebviewPanel("hexpress.sheets", `Sheets of ${path.basename(file)}`,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true, retainContextWhenHidden: true });
    this.#panel.webview.html = page();
    this.#panel.onDidDispose(() => {
      this.#isClosed = true;
      this.#server.kill();
      closed();
    });
    this.#panel.webview.onDidReceiveMessage(({ need }) => need && this.#draw(need));
    this.#server = spawn(program, ["preview", "--no-open", "--port", "0", file], { cwd: path.dirname(file) });
    for (const stream of [this.#server.stdout, this.#server.stderr]) stream.on("data", (data) => this.#hear(String(data)));
    this.#server.on("error", (error) => this.#tell(`${program} cannot be started: ${error.message}`));
    this.#server.on("exit", () => this.#isClosed || this.#tell(this.#said || "hexpress has ended."));
  }

  get address() {
    return this.#address;
  }

  reveal() {
    this.#panel.reveal(undefined, true);
  }

  close() {
    this.#panel.dispose();
  }

  #hear(words) {
    this.#said = (this.#said + words).slice(-4000);
    const found = /http:\/\/(?:127\.0\.0\.1|localhost):\d+\//.exec(this.#said);
    if (!found || this.#address) return;
    this.#address = found[0];
    this.#follow();
  }

  #tell(words) {
    if (!this.#isClosed) this.#panel.webview.postMessage({ words });
  }

  async #ask(target, values) {
    const answer = await fetch(new URL(`${target}?${new URLSearchParams(values)}`, this.#address));
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  // Draws the sheets now, and whenever a file was saved.
  async #follow() {
    while (!this.#isClosed) {
      try {
        const { version } = await this.#ask("wait", this.#known ? { known: this.#known } : {});
        if (version !== this.#known) {
          this.#known = version;
          await this.#draw("0");
        }
      } catch (error) {
        if (this.#isClosed) return;
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
  }

  // Asks for sheets by their numbers, separated by commas. While there are mistakes the last good ones stay.
  async #draw(numbers) {
    const state = await this.#ask("sheets", { draw: numbers });
    if (this.#isClosed) return;
    const { good, title, mistakes } = state;
    const sheets = (state.sheets ?? []).map(({ name, paper, width, height, svg }) => ({ name, paper, width, height, svg }));
    this.#panel.webview.postMessage({ good, title, mistakes: mistakes.length, sheets, version: this.#known });
  }
}

class Sheets {
  #program;
  #open = new Map(); // By the path of the layout.

  constructor(program) {
    this.#program = program;
  }

  show(file) {
    const known = this.#open.get(file);
    if (known) return known.reveal();
    this.#open.set(file, new Shown(this.#program(), file, () => this.#open.delete(file)));
  }

  // The address of the whole page, if the sheets of a layout are shown.
  address(file) {
    return this.#open.get(file)?.address ?? null;
  }

  dispose() {
    for (const shown of [...this.#open.values()]) shown.close();
  }
}

module.exports = { Sheets };
