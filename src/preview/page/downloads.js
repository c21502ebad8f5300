// Downloads: all PDFs with one button, each PDF from a menu, and other formats.
import * as backend from "./backend.js";
import { query } from "./choices.js";
import { by, make, save, say } from "./dom.js";

const SHOWN = 12000; // Milliseconds that a note stays visible.
let files = [];
let leave = null;

export function begin() {
  by("download").addEventListener("click", () => take(files.map(({ name }) => ({ format: "pdf", file: name }))));
  for (const button of document.querySelectorAll("[data-format]")) {
    button.addEventListener("click", () => take([{ format: button.dataset.format }]));
  }
  new MutationObserver(() => {
    clearTimeout(leave);
    by("take-note").title = by("take-note").textContent;
    if (by("take-note").textContent) leave = setTimeout(() => say("take-note", ""), SHOWN);
  }).observe(by("take-note"), { childList: true });
}

// Offers the files for download. Sheets of different sizes are in separate PDFs.
export function offer(state) {
  for (const button of document.querySelectorAll("#download, #downloads button, [data-format]")) button.disabled = !state.good;
  if (!state.good || JSON.stringify(files) === JSON.stringify(state.files)) return;
  files = state.files;
  const many = files.length > 1;
  by("download").textContent = many ? `Download ${files.length} PDFs` : "Download PDF";
  by("single").hidden = !many;
  by("downloads").replaceChildren(...(many ? files : []).map(({ name, paper }, index) => {
    const button = make("button", "", `Download ${paper} PDF`);
    button.type = "button";
    button.id = `download-${index + 1}`;
    button.addEventListener("click", () => take([{ format: "pdf", file: name }]));
    return button;
  }));
}

async function take(wishes) {
  say("take-note", "One moment …");
  const saved = [];
  let of = null;
  for (const wish of wishes) {
    const answer = await backend.ask("/take", { ...query(), ...wish }, { slow: true });
    if (!answer.ok) return say("take-note", new TextDecoder().decode(answer.bytes), true);
    save(answer.name, answer.bytes, answer.kind);
    saved.push(answer.name);
    of = answer.of;
  }
  if (wishes[0].format === "pdf") backend.onDownload?.(of);
  say("take-note", saved.length > 1 ? `${saved.length} files are saved.` : `${saved[0]} is saved.`);
}
