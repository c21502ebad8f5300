// Starts `hexpress lsp` for layouts, and shows their sheets beside the text.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const { isLayout } = require("./layouts");
const { Sheets } = require("./sheets");

const LANGUAGE = "hexpress";
const PAUSE = 500; // Milliseconds after a change until a file is looked at again.

let client;
let starting; // A promise that the server runs.

const program = () => vscode.workspace.getConfiguration("hexpress").get("path", "hexpress");

async function start() {
  client = new LanguageClient("hexpress", "hexpress", { command: program(), args: ["lsp"] }, {
    documentSelector: [{ language: LANGUAGE, scheme: "file" }, { language: LANGUAGE, scheme: "untitled" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{csv,tsv,xlsx,json,png,jpg,jpeg,svg,toml}") },
  });
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(
      `${program()} cannot be started: ${error.message}. The setting hexpress.path says where it is.`, "Open settings");
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "hexpress.path");
  }
}

// Finds layouts among `.toml` files, whichever language another extension gives them. The first layout starts the server.
async function recognise(document) {
  const isOther = document.languageId !== LANGUAGE;
  if (isOther && !(document.fileName.endsWith(".toml") && isLayout(document.getText()))) return;
  if (isOther) await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
  starting ??= start();
  await starting;
}

async function activate(context) {
  const sheets = new Sheets(program);
  const timers = new Map();
  const changed = ({ document }) => {
    if (document.languageId === LANGUAGE || !document.fileName.endsWith(".toml")) return;
    clearTimeout(timers.get(document));
    timers.set(document, setTimeout(() => {
      timers.delete(document);
      recognise(document);
    }, PAUSE));
  };
  context.subscriptions.push(
    sheets,
    vscode.workspace.onDidOpenTextDocument(recognise),
    vscode.workspace.onDidChangeTextDocument(changed),
    vscode.commands.registerCommand("hexpress.restart", async () => {
      await client?.stop();
      starting = start();
      await starting;
    }),
    vscode.commands.registerCommand("hexpress.preview", () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document?.uri.scheme === "file") return sheets.show(document.fileName);
      return vscode.window.showInformationMessage("Open a layout first, and save it.");
    }),
    vscode.commands.registerCommand("hexpress.browser", () => {
      const file = vscode.window.activeTextEditor?.document.fileName;
      const address = file && sheets.address(file);
      if (address) return vscode.env.openExternal(vscode.Uri.parse(address));
      return vscode.window.showInformationMessage("Show the sheets beside the text first.");
    }),
  );
  await Promise.all(vscode.workspace.textDocuments.map(recognise));
}

const deactivate = () => client?.stop();

module.exports = { activate, deactivate };
