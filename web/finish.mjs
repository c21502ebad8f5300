// Finishes the folder of the page: lists its files, and writes compressed copies next to them.
//
//   node web/finish.mjs FOLDER [--compress]
//
// In: the folder with all its files.
//
// Out: `files.json`, which maps the name of each file to its digest, sorted by name. A digest has the form of the
// attribute `integrity`: `sha256-…`. With --compress, also a `.br` and a `.gz` copy of each file, if the copy is
// smaller by more than a tenth.
//
// The list contains neither itself nor the pictures of first sheets. It also leaves out the compressed copies, because
// browsers never request them by name.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const LIST = "files.json";
const COPY = /\.(br|gz)$/;

/** Returns the names of all files below a folder, with `/` between folders. The order is the same on every system. */
function names(folder) {
  const entries = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  const files = entries.filter((path) => statSync(path).isFile());
  return files.map((path) => relative(folder, path).split(sep).join("/")).sort((a, b) => (a < b ? -1 : 1));
}

const digest = (bytes) => `sha256-${createHash("sha256").update(bytes).digest("base64")}`;

/**
 * Returns both compressed copies of a file. They do not depend on the time or on the system: the header of the gzip
 * copy has no name and no date.
 */
function copies(bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: 9 }) };
}

const [folder, compress] = process.argv.slice(2);
names(folder).filter((name) => COPY.test(name)).forEach((name) => rmSync(join(folder, name)));
const all = names(folder).filter((name) => name !== LIST);
// The service worker fetches all listed files in advance. A visitor needs at most one picture of a first sheet, so
// these pictures are not listed.
const listed = all.filter((name) => !name.startsWith("first/"));
const digests = listed.map((name) => [name, digest(readFileSync(join(folder, name)))]);
writeFileSync(join(folder, LIST), `${JSON.stringify(Object.fromEntries(digests), null, 1)}\n`);
if (compress === "--compress") {
  for (const name of [...all, LIST]) {
    const bytes = readFileSync(join(folder, name));
    for (const [ending, packed] of Object.entries(copies(bytes))) {
      if (packed.length < bytes.length * 0.9) writeFileSync(join(folder, `${name}.${ending}`), packed);
    }
  }
}
