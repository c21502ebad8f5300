// Checks a PDF or an SVG of any program, and shows rings around its faults.
import { ask } from "./backend.js";
import { by, closeBeside, make, say, shape, PX_PER_MM } from "./dom.js";
import { showFindings } from "./findings.js";
import { ringOf } from "./sheets.js";

export const isFinished = (name) => /\.(pdf|svgz?)$/i.test(name);

let ready = null; // A promise that resolves when the page is ready. A dropped file waits for it.

export async function judge(file) {
  const dialog = by("judged");
  by("judged-title").textContent = file.name;
  showFindings("judged-faults", []);
  for (const id of ["judged-pages", "judged-found"]) by(id).replaceChildren();
  say("judged-verdict", "One moment …");
  if (!dialog.open) dialog.showModal();
  await ready;
  const body = new Uint8Array(await file.arrayBuffer());
  const answer = await ask("/judge", { name: file.name }, { body });
  const text = new TextDecoder().decode(answer.bytes);
  if (!answer.ok) return say("judged-verdict", text.trim(), true);
  const { verdict, clean, faults = [], found = [], unjudged = [], mistakes = [], pages = [] } = JSON.parse(text);
  say("judged-verdict", verdict ? `${verdict}.` : "The file cannot be checked.", !clean);
  const notes = [...found.map((what) => `Found: ${what}.`), ...unjudged.map((why) => `Not judged: ${why}.`)];
  by("judged-found").replaceChildren(...notes.map((words) => make("li", "", words)));
  showFindings("judged-faults", [...mistakes, ...faults]);
  const shown = pages.length ? pages.map(ofPicture) : [await ofSvg(body, file.name)];
  by("judged-pages").replaceChildren(...shown.filter(Boolean).map((page) => ringed(page, faults)));
}

const ofPicture = ({ sheet, width, height, png }) => ({ sheet, width, height, source: `data:image/png;base64,${png}` });

// Returns an SVG as a picture that the browser draws. Scripts in the SVG do not run.
async function ofSvg(bytes, name) {
  if (!/\.svg$/i.test(name)) return null;
  const source = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" }));
  const picture = new Image();
  picture.src = source;
  await picture.decode().catch(() => {});
  return { sheet: 0, width: picture.naturalWidth / PX_PER_MM, height: picture.naturalHeight / PX_PER_MM, source };
}

function ringed({ sheet, width, height, source }, faults) {
  const figure = make("figure");
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Page ${sheet + 1}` });
  svg.append(shape("image", { href: source, width, height }));
  const rings = shape("g", { class: "rings" });
  faults.forEach(({ spots = [] }, index) => {
    for (const spot of spots) {
      if (spot.sheet === sheet) rings.append(...ringOf(spot.rect ?? [2, 2, width - 4, height - 4], index + 1));
    }
  });
  svg.append(rings);
  figure.append(svg, make("figcaption", "", `Page ${sheet + 1}`));
  return figure;
}

// Handles files that the user drops on the page. If `isTaken` returns true for the event, other code handles the
// files. A finished file is checked, and all other files are passed to `open`.
export function begin({ open, isTaken, ready: isReady, waits }) {
  ready = isReady;
  for (const id of ["judge-file", "judge-first"]) {
    by(id).addEventListener("change", () => {
      if (by(id).files[0]) judge(by(id).files[0]);
      by(id).value = "";
    });
  }
  by("judged-close").addEventListener("click", () => by("judged").close());
  closeBeside(by("judged"));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (isTaken?.(event)) return;
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [...event.dataTransfer.files];
    waits();
    if (files.length === 1 && isFinished(files[0].name)) judge(files[0]);
    else open?.(files, entries);
  });
}
