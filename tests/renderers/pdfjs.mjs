// Draws the pages of a PDF with pdf.js: node pdfjs.mjs FOLDER-OF-node_modules FILE.pdf DPI OUT
// Writes OUT-1.ppm, OUT-2.ppm and so on.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, file, dpi, out] = process.argv.slice(2);
const require = createRequire(pathToFileURL(join(modules, "from-here.js")));
const { createCanvas } = require("@napi-rs/canvas");
const main = require.resolve("pdfjs-dist/legacy/build/pdf.mjs");
const { getDocument } = await import(pathToFileURL(main));
const fonts = join(dirname(dirname(dirname(main))), "standard_fonts/");
const data = new Uint8Array(readFileSync(file));
const pdf = await getDocument({ data, standardFontDataUrl: fonts, verbosity: 0 }).promise;
for (let number = 1; number <= pdf.numPages; number++) {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: dpi / 72 });
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
  const canvas = createCanvas(width, height);
  await page.render({ canvas, canvasContext: canvas.getContext("2d"), viewport, background: "white" }).promise;
  const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
  const rows = Buffer.alloc(width * height * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    for (let part = 0; part < 3; part++) rows[to++] = pixels[from + part];
  }
  writeFileSync(`${out}-${number}.ppm`, Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), rows]));
}
