// Starts `hexpress lsp` for layouts, and `hexpress preview` on demand.
const { workspace, commands, window } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

const program = () => workspace.getConfiguration("hexpress").get("path", "hexpress");

async function start() {
  const run = { command: program(), args: ["lsp"] };
  client = new LanguageClient("hexpress", "hexpress", run, {
    documentSelector: [
      { language: "hexpress", scheme: "file" },
      { language: "toml", scheme: "file" },
    ],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{csv,tsv}") },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`${program()} cannot be started: ${error.message}. The setting hexpress.path says where it is.`);
  }
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("hexpress.restart", async () => {
      await client?.stop();
      await start();
    }),
    commands.registerCommand("hexpress.preview", () => {
      const file = window.activeTextEditor?.document.fileName;
      if (!file) return;
      window.createTerminal({ name: "hexpress", shellPath: program(), shellArgs: ["preview", file] }).show(true);
    }),
  );
  await start();
}

const deactivate = () => client?.stop();

module.exports = { activate, deactivate };
