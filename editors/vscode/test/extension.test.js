// The extension with a stand-in for the editor, and with the program HEXPRESS if that is set.
const assert = require("node:assert/strict");
const { mkdtempSync, readFileSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { tmpdir } = require("node:os");
const path = require("node:path");
const test = require("node:test");

const manifest = JSON.parse(readFileSync(path.join(__dirname, "../package.json"), "utf8"));
const program = process.env.HEXPRESS && path.resolve(process.env.HEXPRESS);

// The parts of the editor that the extension uses, and what it did with them.
function standIn(documents) {
  const did = { languages: [], commands: {}, clients: [], panels: [], watchers: [] };
  const on = () => ({ dispose() {} });
  const vscode = {
    did,
    ViewColumn: { Beside: -2 },
    Uri: { parse: (text) => ({ toString: () => text }) },
    env: { openExternal: (uri) => (did.opened = uri.toString()) },
    workspace: {
      textDocuments: documents,
      getConfiguration: () => ({ get: () => program ?? "hexpress" }),
      createFileSystemWatcher: (glob) => did.watchers.push(glob),
      onDidOpenTextDocument: (call) => ((did.open = call), on()),
      onDidChangeTextDocument: (call) => ((did.change = call), on()),
    },
    languages: {
      setTextDocumentLanguage: async (document, id) => {
        document.languageId = id;
        did.languages.push([document.fileName, id]);
      },
    },
    commands: { registerCommand: (name, call) => ((did.commands[name] = call), on()), executeCommand() {} },
    window: {
      showErrorMessage: async (words) => (did.error = words),
      showInformationMessage: async (words) => (did.told = words),
      createWebviewPanel: (kind, title) => {
        const panel = {
          title, posted: [],
          webview: { postMessage: (message) => panel.posted.push(message), onDidReceiveMessage: (call) => (panel.send = call) },
          onDidDispose: (call) => (panel.closed = call),
          reveal() {},
          dispose: () => panel.closed(),
        };
        did.panels.push(panel);
        return panel;
      },
    },
  };
  class LanguageClient {
    constructor(id, name, server, options) {
      did.clients.push({ server, options });
    }

    async start() {}

    async stop() {}
  }
  return { vscode, "vscode-languageclient/node": { LanguageClient } };
}

const document = (fileName, text, languageId = "plaintext") => ({ fileName, languageId, getText: () => text, uri: { scheme: "file" } });

// Loads the extension anew, with the stand-in.
function load(documents = []) {
  const modules = standIn(documents);
  const real = Module._load;
  Module._load = (name, ...rest) => modules[name] ?? real(name, ...rest);
  try {
    for (const key of Object.keys(require.cache)) if (key.startsWith(path.join(__dirname, ".."))) delete require.cache[key];
    return { extension: require("../extension.js"), vscode: modules.vscode, did: modules.vscode.did };
  } finally {
    Module._load = real;
  }
}

const context = () => ({ subscriptions: [] });

test("it starts without waiting for a language that the editor may not have", () => {
  assert.ok(manifest.activationEvents.includes("onStartupFinished"));
  const [language] = manifest.contributes.languages;
  assert.deepEqual([language.id, language.extensions], ["hexpress", [".hexpress.toml"]]);
  assert.ok(new RegExp(language.firstLine).test("[[cards]]") && !new RegExp(language.firstLine).test("[game]"));
  assert.equal(manifest.contributes.grammars[0].language, language.id);
});

test("a layout gets the language, whichever it has, and other TOML files keep theirs", async () => {
  const layout = document("/a/my-game.toml", "# remark\n\n[game]\ntitle = \"T\"\n");
  const other = document("/a/b.toml", "[[cards]]\n", "toml");
  const cargo = document("/a/Cargo.toml", "[package]\nname = \"game\"\n", "toml");
  const notes = document("/a/notes.md", "[game]\n", "markdown");
  const { extension, did } = load([layout]);
  await extension.activate(context());
  await Promise.all([other, cargo, notes].map(did.open));
  assert.deepEqual(did.languages, [["/a/my-game.toml", "hexpress"], ["/a/b.toml", "hexpress"]]);
  assert.equal(cargo.languageId, "toml");
  const selected = did.clients[0].options.documentSelector.map(({ language }) => language);
  assert.deepEqual([...new Set(selected)], ["hexpress"], "the server hears of no other file");
});

test("the server starts with the first layout, and once", async () => {
  const { extension, did } = load([document("/a/Cargo.toml", "[package]\n", "toml")]);
  await extension.activate(context());
  assert.equal(did.clients.length, 0);
  for (const name of ["/a/b.toml", "/a/c.toml"]) await did.open(document(name, "[[cards]]\n", "toml"));
  await did.open(document("/a/d.hexpress.toml", "", "hexpress"));
  assert.equal(did.clients.length, 1);
});

test("files of other programs stay what they are", () => {
  const { isLayout } = require("../layouts");
  for (const text of ["[game]\n", "[board.key]\n", "  [[ tiles ]]\n", "[[box]]\n[other]\n", "[game]\n[furniture]\n", "[game]\n[colors]\n[[card]]\n", "[board]\nnames = [\n  [1],\n  [1]\n]\n"]) assert.ok(isLayout(text), text);
  for (const text of ["[games]\n", "# [game]\n", "[server]\n[notes]\n", "[game]\n[display]\n"]) assert.ok(!isLayout(text), text);
});

test("the grammar knows tables, keys, texts and comments", () => {
  const grammar = JSON.parse(readFileSync(path.join(__dirname, "../syntaxes/hexpress.tmLanguage.json"), "utf8"));
  const { header, key, comment, text } = grammar.repository;
  const matches = ({ match }, line) => new RegExp(match).exec(line);
  assert.equal(matches(header, "[[cards]]")[2], "cards");
  assert.equal(matches(key, "two-colours = { a1 = 1 }")[1], "two-colours");
  assert.equal(matches(key, '"d4" = 1')[1], '"d4"');
  assert.ok(matches(comment, "# a"));
  for (const { begin, end, match } of text.patterns) for (const one of [begin, end, match]) if (one) new RegExp(one);
});

test("the sheets come into a panel, and again when the file is saved", { skip: !program }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hexpress-vscode-"));
  const file = path.join(folder, "my-game.toml");
  const game = (title) => `[game]\ntitle = "${title}"\n\n[[cards]]\nsize = "poker"\nrows = [{ name = "Ann" }]\nface = [{ text = "{{ name }}", font = "12pt" }]\n`;
  writeFileSync(file, game("One"));
  const { extension, vscode, did } = load();
  const opened = context();
  await extension.activate(opened);
  vscode.window.activeTextEditor = { document: document(file, game("One"), "hexpress") };
  did.commands["hexpress.preview"]();
  const [panel] = did.panels;
  assert.match(panel.webview.html, /Content-Security-Policy" content="default-src 'none'/);
  const until = async (is) => {
    for (let times = 0; times < 600; times += 1) {
      if (panel.posted.some(is)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.fail(JSON.stringify(panel.posted).slice(0, 500));
  };
  await until(({ good, title, sheets }) => good && title === "One" && sheets[0].svg.startsWith("<svg"));
  writeFileSync(file, game("Two"));
  await until(({ title }) => title === "Two");
  did.commands["hexpress.browser"]();
  assert.match(did.opened, /^http:\/\/127\.0\.0\.1:\d+\/$/);
  for (const one of opened.subscriptions) one.dispose();
});
