// Shows the sheets of a layout and its findings: the same page for `hexpress preview`, whose server answers, and for
// the browser alone, where the program is a part of the page.
import * as backend from "./backend.js";
import * as choices from "./choices.js";
import { by, make, save, say } from "./dom.js";
import * as drop from "./drop.js";
import * as sheets from "./sheets.js";
import * as told from "./told.js";

const PATIENCE = 300; // Milliseconds after a change until the checker is asked.
let serial = 0;
let count = 0;
let before = {}; // Asks for the sheets of before, while there are mistakes.
let judging = null;
let drawing = false;
let again = false;

const json = ({ bytes }) => JSON.parse(new TextDecoder().decode(bytes));

// ------------------------------------------------------------------ sheets

// If the user types faster than sheets are drawn, the page shows each finished version, and finally the last one.
async function changed() {
  again = true;
  if (drawing) return;
  drawing = true;
  try {
    while (again) {
      again = false;
      await draw();
    }
  } finally {
    drawing = false;
  }
}

// Requests the visible sheets. While there are mistakes, the last good sheets stay, also after a reload of the page.
async function draw() {
  const mine = (serial += 1);
  judging?.abort();
  const ask = (more) => backend.ask("/sheets", { ...choices.query(), draw: sheets.inSight(), ...more });
  const answer = await ask();
  if (!answer.ok) return say("status", new TextDecoder().decode(answer.bytes), true);
  const state = json(answer);
  before = state.good ? {} : { before: 1 };
  if (state.good) show(state);
  else if (!count) {
    const last = await ask(before);
    if (last.ok) show(json(last));
  }
  document.title = `${state.good ? "" : "✗ "}${by("title").textContent} – hexpress`;
  tell(state, answer.of);
  downloads(state);
  by("desk").dataset.serial = mine;
  judge(state.good, mine);
  if (by("deck").open) figures();
}

function show(state) {
  if (!state.good) return;
  by("title").textContent = state.title;
  by("sheets").lang = state.language;
  count = state.sheets.length;
  choices.showSeed(state);
  sheets.show(state.sheets);
}

// Draws sheets that are about to become visible.
async function more(draw) {
  const mine = serial;
  const answer = await backend.ask("/sheets", { ...choices.query(), draw, ...before });
  if (mine !== serial || !answer.ok) return;
  const state = json(answer);
  if (!state.good) return before.before || tell(state);
  if (state.sheets.length === count) sheets.fill(state.sheets);
}

function tell(state, of) {
  told.list("mistakes", state.mistakes, goTo, backend.mend);
  backend.mark(state.mistakes, state.good ? of : null);
  const many = state.mistakes.length;
  by("count").textContent = many ? `(${many})` : "";
  if (state.good) {
    const all = count === 1 ? "1 sheet" : `${count} sheets`;
    const drawn = state.seed ? `${all}, drawn from seed ${state.seed.drawn}` : all;
    return say("status", `${drawn}. ${many ? "See the warnings." : "No mistakes."}`);
  }
  const place = state.mistakes[0]?.place;
  const where = !place ? "" : `, ${many === 1 ? "in" : "the first in"} ${place.file}, line ${place.line}`;
  const kept = count ? " The sheets show the last version without mistakes." : "";
  say("status", `${many === 1 ? "1 mistake" : `${many} mistakes`}${where}.${kept}`, true);
}

// ------------------------------------------------------------------ the checker

// Asks for the verdict of the checker, but not while the user is typing.
async function judge(good, mine) {
  by("check").hidden = !good;
  told.list("faults", []);
  sheets.ring([]);
  if (!good) return;
  say("verdict", "One moment …");
  const { signal } = (judging = new AbortController());
  try {
    await new Promise((done) => setTimeout(done, PATIENCE));
    if (signal.aborted) return;
    const answer = json(await backend.ask("/verdict", choices.query(), { signal, slow: true }));
    if (signal.aborted || mine !== serial) return;
    // A sheet that nobody has seen yet may have mistakes too.
    if (!answer.verdict) {
      by("check").hidden = true;
      return tell({ good: false, mistakes: answer.mistakes });
    }
    say("verdict", `${answer.verdict}.`, !answer.clean);
    told.list("faults", answer.faults, goTo);
    sheets.ring(answer.faults);
    const all = by("mistakes").childElementCount + answer.faults.length;
    by("count").textContent = all ? `(${all})` : "";
  } catch {
    // Something newer is shown, or nobody answers, which is told elsewhere.
  }
}

async function figures() {
  const answer = await backend.ask("/deck", choices.query(), { slow: true });
  if (answer.ok) told.figures(json(answer));
}

// ------------------------------------------------------------------ places

function goTo(file, line, column = 1) {
  if (backend.goTo(file, line, column)) pane("edit");
}

function meant(name, [file, line]) {
  say("piece", `${name}: ${file}, line ${line}`);
  goTo(file, line);
}

function pane(name) {
  document.body.dataset.pane = name;
  for (const button of document.querySelectorAll(".panes button")) {
    button.setAttribute("aria-pressed", String(button.dataset.pane === name));
  }
}

// ------------------------------------------------------------------ what is taken away

// A button for each PDF: sheets of different sizes go into files of their own.
function downloads({ files, good }) {
  const names = good ? files.map(({ name }) => name).join("\n") : by("downloads").names;
  if (by("downloads").names !== names) {
    by("downloads").names = names;
    by("downloads").replaceChildren(...files.map(({ name, paper }, index) => {
      const button = make("button", "", files.length > 1 ? `Download ${paper} PDF` : "Download PDF");
      button.type = "button";
      button.id = index ? `download-${index + 1}` : "download";
      button.addEventListener("click", () => take({ format: "pdf", file: name }));
      return button;
    }));
  }
  for (const button of document.querySelectorAll("#downloads button, [data-format]")) button.disabled = !good;
}

async function take(what) {
  say("take-note", "One moment …");
  const answer = await backend.ask("/take", { ...choices.query(), ...what }, { slow: true });
  if (!answer.ok) return say("take-note", new TextDecoder().decode(answer.bytes), true);
  save(answer.name, answer.bytes, answer.kind);
  say("take-note", `${answer.name} is saved.`);
}

// ------------------------------------------------------------------ the page

// Shows the desk, or what stands before it.
export function showDesk(is) {
  for (const id of ["desk", "tools"]) by(id).hidden = !is;
  by("start").hidden = is;
  count = 0;
  sheets.show([]);
  if (!is) by("title").textContent = document.title = "hexpress";
}

async function begin() {
  sheets.begin({ need: more, go: meant });
  const started = backend.prepare ? await backend.prepare({ showDesk, lineIs: sheets.lineIs, say }) : showDesk(true);
  drop.begin(started?.open);
  choices.begin(json(await backend.ask("/papers")), changed);
  by("sight").addEventListener("change", () => {
    document.body.dataset.sight = by("sight").value;
  });
  for (const what of ["show-cuts", "show-safe", "show-names", "show-faults"]) {
    const set = () => document.body.classList.toggle(what, by(what).checked);
    by(what).addEventListener("change", set);
    set();
  }
  const acts = {
    smaller: () => sheets.zoomBy(1 / 1.25),
    larger: () => sheets.zoomBy(1.25),
    fit: () => sheets.fitTo("width"),
    page: () => sheets.fitTo("page"),
    actual: () => sheets.fitTo("true"),
    calibrate: sheets.calibrate,
  };
  const keys = { "-": "smaller", "+": "larger", "=": "larger", "0": "fit", "9": "page", "1": "actual" };
  for (const [id, act] of Object.entries(acts)) by(id).addEventListener("click", act);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const menu of document.querySelectorAll(".menu[open]")) menu.open = false;
    const typed = event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("select, input, #editor, dialog");
    if (typed || !keys[event.key]) return;
    event.preventDefault();
    acts[keys[event.key]]();
  });
  // One menu at a time, and none once somebody does something else.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  for (const button of document.querySelectorAll(".panes button")) button.addEventListener("click", () => pane(button.dataset.pane));
  for (const button of document.querySelectorAll("[data-format]")) {
    button.addEventListener("click", () => take({ format: button.dataset.format }));
  }
  by("deck").addEventListener("toggle", () => by("deck").open && figures());
  backend.begin({ changed, lost: (words) => say("status", words, true) });
}

begin();
