// Serves static files on this machine for the tests.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";

const KINDS = { html: "text/html; charset=utf-8", css: "text/css", js: "text/javascript", wasm: "application/wasm", svg: "image/svg+xml", png: "image/png", json: "application/json" };

export async function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    // Browsers request this file if a document names no icon.
    if (path === "/favicon.ico") return void response.writeHead(204).end();
    const file = join(folder, path === "/" ? "index.html" : path);
    if (path.includes("..") || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    const kind = KINDS[file.split(".").at(-1)] ?? "application/octet-stream";
    // Serves the compressed copies that web/build makes.
    const small = [["br", ".br"], ["gzip", ".gz"]].find(([coding, end]) => request.headers["accept-encoding"]?.includes(coding) && existsSync(file + end));
    response.writeHead(200, { "Content-Type": kind, ...(small && { "Content-Encoding": small[0] }) });
    createReadStream(file + (small?.[1] ?? "")).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() && server.closeAllConnections() };
}
