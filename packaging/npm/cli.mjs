#!/usr/bin/env node
// `npx hexpress`: the program as WebAssembly (WASI), in the folder that it is called in. Beside it lies hexpress.wasm,
// the program built for wasm32-wasip1; where that is not there, the `hexpress` of the PATH is run.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const module = fileURLToPath(new URL("hexpress.wasm", import.meta.url));
const typed = process.argv.slice(2);

if (existsSync(module)) {
  process.removeAllListeners("warning");
  const { WASI } = await import("node:wasi");
  const wasi = new WASI({
    version: "preview1",
    args: ["hexpress", ...typed],
    env: { NO_COLOR: process.env.NO_COLOR ?? "", TERM: process.env.TERM ?? "" },
    // Nothing but the folder at hand can be seen.
    preopens: { ".": process.cwd() },
  });
  const compiled = await WebAssembly.compile(await readFile(module));
  const instance = await WebAssembly.instantiate(compiled, wasi.getImportObject());
  process.exitCode = wasi.start(instance);
} else {
  const ran = spawnSync("hexpress", typed, { stdio: "inherit" });
  if (ran.error) console.error("hexpress.wasm is not in this package, and no `hexpress` is in the PATH");
  process.exitCode = ran.status ?? 2;
}
