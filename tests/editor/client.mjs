// Tests the language server with the library that Visual Studio Code and other editors use:
// vscode-languageserver-protocol. The methods of this library send each request to the standard input of a
// process.
//
//   NODE_MODULES=FOLDER node tests/editor/client.mjs PATH-OF-HEXPRESS
//
// FOLDER is a `node_modules` that has the library, such as the one that `npm install` makes in editors/vscode.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const library = createRequire(join(resolve(process.env.NODE_MODULES ?? "node_modules"), "x.js"));
const lsp = library("vscode-languageserver-protocol/node");
const program = resolve(process.argv[2]);

const LAYOUT = `[game]
title = "Rivers"

[colours]
gold = "#D4A017"
rust = "sienna"

[look]
plain = [{ fill = "gold" }]

[[board]]
cells = "flat-top"
fit = "largest"
shape = "hexhex 3"
names = "lines"
[board.key]
H = { kind = "hill", fill = "rust" }
[board.at]
"a1" = { kind = "hill" }

[[cards]]
name = "people"
size = "poker"
data = "cards.csv"
face = [{ text = "{{ name }}", at = "0 0mm", font = "12pt", colour = "rust" }, { icon = "anchor" }]
back = "plain"

[[cards]]
like = "people"
name = "more"
`;

const folder = mkdtempSync(join(tmpdir(), "hexpress-client-"));
writeFileSync(join(folder, "cards.csv"), "Name,Cost\nAnn,3\n");
const uri = pathToFileURL(join(folder, "game.toml")).href;
const server = spawn(program, ["lsp"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
const connection = lsp.createProtocolConnection(
  new lsp.StreamMessageReader(server.stdout),
  new lsp.StreamMessageWriter(server.stdin),
);
connection.onError(([error]) => assert.fail(error));

let text = LAYOUT;
let version = 0;
const told = [];
const waiting = [];
connection.onNotification(lsp.PublishDiagnosticsNotification.type, (about) => (waiting.shift() ?? ((it) => told.push(it)))(about));
const mistakes = () => new Promise((take) => (told.length > 0 ? take(told.shift()) : waiting.push(take)));
const change = async (now) => {
  text = now;
  version += 1;
  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version },
    contentChanges: [{ text }],
  });
  return (await mistakes()).diagnostics;
};
/** The position after the first match of these words. */
const behind = (words) => {
  const at = text.indexOf(words);
  assert.ok(at >= 0, words);
  const before = text.slice(0, at + words.length).split("\n");
  return { textDocument: { uri }, position: { line: before.length - 1, character: before.at(-1).length } };
};
const offered = async (words) => {
  const answer = await connection.sendRequest(lsp.CompletionRequest.type, behind(words));
  return Array.isArray(answer) ? answer : answer.items;
};
const offers = async (words, label) => {
  const found = (await offered(words)).find((item) => item.label === label);
  assert.ok(found, `${label} is not offered behind ${words}`);
  return found;
};

try {
  connection.listen();
  const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  assert.ok(capabilities.completionProvider && capabilities.hoverProvider && capabilities.renameProvider);
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  const document = { uri, languageId: "toml", version, text };
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: document });
  assert.deepEqual((await mistakes()).diagnostics.filter((it) => it.severity === 1), []);
  console.log("ok: a layout is opened");

  const wrong = (await change(LAYOUT.replace("size =", "sise ="))).find((it) => it.code === "HX003");
  assert.equal(text.split("\n")[wrong.range.start.line].slice(wrong.range.start.character, wrong.range.end.character), "sise");
  await change(LAYOUT);
  console.log("ok: mistakes come as they are typed, and go");

  assert.equal((await offers('colour = "', "gold")).kind, lsp.CompletionItemKind.Color);
  for (const [words, label] of [
    ['name = "people"\nsi', "size"],
    ['cells = "', "pointy-top"],
    ['size = "', "poker"],
    ['icon = "', "castle"],
    ['back = "', "plain"],
    ['text = "{{ ', "cost"],
    ['[board.at]\n"', "c3"],
    ['like = "', "people"],
  ])
    await offers(words, label);
  console.log("ok: keys, words, colours, sizes, icons, columns and addresses are offered");

  const hover = await connection.sendRequest(lsp.HoverRequest.type, behind("cells"));
  assert.match(hover.contents.value, /cells/);
  console.log("ok: a key is explained");

  for (const [words, line] of [
    ['colour = "ru', /^rust/],
    ['back = "pl', /^plain/],
    ['like = "peo', /^name = "people"/],
  ]) {
    const found = await connection.sendRequest(lsp.DefinitionRequest.type, behind(words));
    assert.match(text.split("\n")[found.range.start.line], line, words);
  }
  const column = await connection.sendRequest(lsp.DefinitionRequest.type, behind("{{ na"));
  assert.match(column.uri, /cards\.csv$/);
  console.log("ok: names lead to where they are given");

  const at = behind('colour = "ru');
  assert.ok(await connection.sendRequest(lsp.PrepareRenameRequest.type, at));
  const edit = await connection.sendRequest(lsp.RenameRequest.type, { ...at, newName: "iron" });
  assert.equal(edit.changes[uri].length, 3);
  console.log("ok: a colour is renamed everywhere");

  const options = { tabSize: 2, insertSpaces: true };
  const formatted = await connection.sendRequest(lsp.DocumentFormattingRequest.type, { textDocument: { uri }, options });
  assert.ok(Array.isArray(formatted));
  console.log("ok: a layout is formatted");

  await connection.sendRequest(lsp.ShutdownRequest.type);
  await connection.sendNotification(lsp.ExitNotification.type);
  const [status] = await once(server, "exit");
  assert.equal(status, 0);
  console.log("ok: the server ends");
} finally {
  server.kill();
  connection.dispose();
  rmSync(folder, { recursive: true, force: true });
}
