// Controls a headless Chromium over a pipe. This needs only Node.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Chromium {
  #child;
  #folder = mkdtempSync(join(tmpdir(), "hexpress-chromium-"));
  #last = 0;
  #open = new Map();
  #heard = [];
  #session;

  static async start(program) {
    const browser = new Chromium();
    const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--remote-debugging-pipe", `--user-data-dir=${browser.#folder}`, "about:blank"];
    browser.#child = spawn(program, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.#child.on("error", (error) => { throw error; });
    let rest = "";
    browser.#child.stdio[4].on("data", (data) => {
      const parts = (rest + data).split("\0");
      rest = parts.pop();
      for (const part of parts) browser.#hear(JSON.parse(part));
    });
    const { targetInfos } = await browser.ask("Target.getTargets");
    const { targetId } = targetInfos.find((target) => target.type === "page");
    browser.#session = (await browser.ask("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const part of ["Page", "Runtime", "Log"]) await browser.ask(`${part}.enable`);
    return browser;
  }

  #hear(message) {
    const open = this.#open.get(message.id);
    if (!open) return void this.#heard.push(message);
    this.#open.delete(message.id);
    if (message.error) open.fail(new Error(`${open.method}: ${message.error.message}`));
    else open.done(message.result);
  }

  // Opens another tab. Returns functions that control this tab.
  async tab(url = "about:blank") {
    const { targetId } = await this.ask("Target.createTarget", { url });
    const { sessionId } = await this.ask("Target.attachToTarget", { targetId, flatten: true });
    for (const part of ["Page", "Runtime", "Log"]) await this.ask(`${part}.enable`, {}, sessionId);
    return {
      ask: (method, params) => this.ask(method, params, sessionId),
      see: (expression) => this.see(expression, sessionId),
      until: (expression, patience) => this.until(expression, patience, sessionId),
      crash: () => this.crash(sessionId),
      close: () => this.ask("Target.closeTarget", { targetId }),
    };
  }

  ask(method, params = {}, session = this.#session) {
    const id = ++this.#last;
    const browserWide = /^(Target|Browser|SystemInfo)\./.test(method);
    const sessionId = browserWide ? undefined : session;
    this.#child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((done, fail) => this.#open.set(id, { done, fail, method }));
  }

  // Evaluates a JavaScript expression in the page, and returns its value.
  async see(expression, session) {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.ask("Runtime.evaluate", asked, session);
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  // Evaluates an expression again and again until it is true. Returns its value and the time in
  // milliseconds. The expression may fail while the page loads.
  async until(expression, patience = 10000 * Math.min(Number(process.env.SLOWER ?? 1), 3), session = undefined) {
    const began = performance.now();
    for (;;) {
      let failure = "";
      const value = await this.see(expression, session).catch((error) => {
        failure = error.message;
      });
      const took = performance.now() - began;
      if (value) return { value, took };
      if (took > patience) {
        const page = await this.see("document.body.innerText.slice(0, 600)", session);
        throw new Error(`never: ${expression}\n${failure}\nThe page says: ${page}`);
      }
      await new Promise((done) => setTimeout(done, 5));
    }
  }

  // Crashes the process that runs the page. If the tab opens an address after that, a new
  // process starts.
  async crash(session = this.#session) {
    await this.ask("Inspector.enable", {}, session);
    const before = this.#heard.length;
    this.ask("Page.crash", {}, session).catch(() => {});
    const isGone = ({ method, sessionId }) => method === "Inspector.targetCrashed" && sessionId === session;
    while (!this.#heard.slice(before).some(isGone)) await new Promise((done) => setTimeout(done, 10));
  }

  // `modifiers`: 2 is Control, 8 is Shift.
  async press(key, modifiers = 0) {
    const text = key.length === 1 && !modifiers ? key : undefined;
    const codes = { Backspace: 8, Tab: 9, Enter: 13, Escape: 27, " ": 32, End: 35, Home: 36, ArrowLeft: 37, ArrowRight: 39, ArrowDown: 40 };
    const code = codes[key] ?? 0;
    const event = { key, code: key, modifiers, text: key === "Enter" ? "\r" : text, windowsVirtualKeyCode: code };
    await this.ask("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await this.ask("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  async picture() {
    return Buffer.from((await this.ask("Page.captureScreenshot")).data, "base64");
  }

  // Returns the errors that the page has reported.
  complaints() {
    const said = ({ method, params }) => {
      if (method === "Runtime.exceptionThrown") return params.exceptionDetails.exception?.description;
      if (method === "Log.entryAdded" && params.entry.level === "error") return params.entry.text;
      return undefined;
    };
    return this.#heard.map(said).filter(Boolean);
  }

  async stop() {
    const ended = new Promise((done) => this.#child.once("exit", done));
    await Promise.race([this.ask("Browser.close").catch(() => {}), ended]);
    await Promise.race([ended, new Promise((done) => setTimeout(done, 3000))]);
    this.#child.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
