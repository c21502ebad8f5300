// Shows the sheets of a layout and its findings: `hexpress preview` and the page without a server use the same file.
// In the preview, a server answers the requests. Without a server, the program is a part of the page. The page has
// two views: the start, where the user opens a game, and the desk, which shows the game.
import * as backend from "./backend.js";
import * as checkFile from "./check_file.js";
import * as choices from "./choices.js";
import { by, make, recall, remember, say } from "./dom.js";
import * as downloads from "./downloads.js";
import * as findings from "./findings.js";
import * as help from "./help.js";
import * as menus from "./menus.js";
import * as panes from "./panes.js";
import * as sheets from "./sheets.js";
import { announce } from "./typing_pause.js";

const PATIENCE = 300; // Milliseconds between a change and the request for the verdict of the checker.
let serial = 0;
let count = 0;
let before = {}; // Parameters that request older sheets: the last ones without mistakes, or those of an earlier version.
let judging = null;
let drawing = false;
let again = false;

const json = ({ bytes }) => JSON.parse(new TextDecoder().decode(bytes));

// ------------------------------------------------------------------ sheets

// If the user types faster than sheets are drawn, the page skips some versions of the layout, but always shows the
// last one.
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
  const other = backend.view?.();
  before = other ?? (state.good ? {} : { before: 1 });
  if (other) await showOther(ask);
  else if (state.good) show(state);
  else if (!count) {
    const last = await ask(before);
    if (last.ok) show(json(last));
    // Without sheets, the title of the game is unknown, so the page shows the name of the file.
    if (!count) by("title").textContent = (state.mistakes[0]?.place?.file ?? "New game").replace(/\.toml$/, "");
  }
  leaveFirst();
  document.title = `${state.good ? "" : "✗ "}${by("title").textContent} – hexpress`;
  tell(state, answer.of);
  downloads.offer(state);
  by("desk").dataset.serial = mine;
  judge(state.good, mine);
  if (by("deck").open) figures();
  backend.drawn?.();
}

async function showOther(ask) {
  const answer = await ask(before);
  if (answer.ok) show(json(answer));
}

// Removes the picture of the first sheet, which was shown while the program was loading.
function leaveFirst() {
  if (!by("first")) return;
  by("start").querySelector(".own").before(by("loading"));
  by("first").remove();
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
  findings.showFindings("mistakes", state.mistakes, goTo, backend.mend);
  backend.mark(state.mistakes, state.good ? of : null);
  const many = state.mistakes.length;
  panes.found("mistakes");
  // If the layout has a mistake, the visible sheets are older than the layout.
  by("sheets").classList.toggle("old", !state.good && count > 0);
  if (state.good) {
    const all = count === 1 ? "1 sheet" : `${count} sheets`;
    const drawn = state.seed ? `${all}, drawn from seed ${state.seed.drawn}` : all;
    say("status", `${drawn}. ${many ? "See the warnings." : "No mistakes."}`);
    return announce(`${state.title}: ${by("status").textContent}`);
  }
  const place = state.mistakes[0]?.place;
  const where = !place ? "" : `, ${many === 1 ? "in" : "the first in"} ${place.file}, line ${place.line}`;
  const kept = count ? " The sheets show the last version without mistakes." : "";
  say("status", `${many === 1 ? "1 mistake" : `${many} mistakes`}${where}.${kept}`, true);
  announce(`${many === 1 ? "1 mistake" : `${many} mistakes`}${where}.`);
}

// ------------------------------------------------------------------ the checker

// Asks for the verdict of the checker, but not while the user is typing.
async function judge(good, mine) {
  by("check").hidden = by("verdict").hidden = !good;
  findings.showFindings("faults", []);
  sheets.ring([]);
  if (!good) return;
  say("verdict", "One moment …");
  const { signal } = (judging = new AbortController());
  try {
    await new Promise((done) => setTimeout(done, PATIENCE));
    if (signal.aborted) return;
    const came = await backend.ask("/verdict", choices.query(), { signal, slow: true });
    if (signal.aborted || mine !== serial) return;
    if (!came.ok) return say("verdict", new TextDecoder().decode(came.bytes), true);
    const answer = json(came);
    // Without a verdict, the answer contains mistakes. The checker draws all sheets, so it may find mistakes on
    // sheets that were not drawn before.
    if (!answer.verdict) {
      by("check").hidden = by("verdict").hidden = true;
      return tell({ good: false, mistakes: answer.mistakes });
    }
    showVerdict(answer);
    findings.showFindings("faults", answer.faults, goTo);
    sheets.ring(answer.faults);
    panes.found("mistakes", "faults");
    announce(`${by("title").textContent}: ${by("status").textContent} ${answer.verdict}.`);
  } catch {
    // No message is needed. Either a newer request has replaced this one, or the server does not answer, and another
    // message says so.
  }
}

// Shows a verdict. It consists of the measurements, a colon, and the result: "30 pieces, worst deviation 0.0001 mm:
// clean".
function showVerdict({ verdict, clean }) {
  say("verdict", `${verdict}.`, !clean);
  const colon = verdict.lastIndexOf(":");
  if (colon > 0) by("verdict").replaceChildren(make("span", "measure", verdict.slice(0, colon)), `${verdict.slice(colon)}.`);
}

async function figures() {
  const answer = await backend.ask("/deck", choices.query(), { slow: true });
  if (answer.ok) findings.showFigures(json(answer));
}

// ------------------------------------------------------------------ places

function goTo(file, line, column = 1) {
  if (backend.goTo(file, line, column)) panes.pane("edit");
}

function goToPiece(name, [file, line]) {
  say("piece", `${name}: ${file}, line ${line}`);
  goTo(file, line);
}

// ------------------------------------------------------------------ keys

const KEYS = { "-": "smaller", "+": "larger", "=": "larger", "0": "fit", "9": "page", "1": "actual" };
const TYPED = "select, input, textarea, [contenteditable], #editor, #table, dialog";

// Single keys such as `+` change the zoom. The user can turn these keys off, because speech input or trembling hands
// may press them by mistake.
function shortcuts(acts) {
  const names = [...document.querySelectorAll("#look [aria-keyshortcuts]")].map((button) => [button, button.getAttribute("aria-keyshortcuts")]);
  const set = () => {
    remember("keys", by("keys").checked ? "" : "off");
    for (const [button, key] of names) {
      if (by("keys").checked) button.setAttribute("aria-keyshortcuts", key);
      else button.removeAttribute("aria-keyshortcuts");
    }
  };
  by("keys").checked = recall("keys") !== "off";
  by("keys").addEventListener("change", set);
  set();
  document.addEventListener("keydown", (event) => {
    const typed = event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPED);
    if (typed || !by("keys").checked || !KEYS[event.key] || by("desk").hidden) return;
    event.preventDefault();
    acts[KEYS[event.key]]();
  });
}

// ------------------------------------------------------------------ the page

let cameFrom = null; // The element on the start that the user clicked to open the desk. The focus returns to it.

// Shows the desk if `is` is true. Otherwise shows the start.
export function showDesk(is) {
  if (!is && document.documentElement.dataset.ready !== undefined) leaveFirst();
  const focused = document.activeElement;
  if (is && by("start").contains(focused)) cameFrom = focused;
  const left = !is && !by("desk").hidden;
  if (is || left) help.close();
  for (const id of ["desk", "tools", "panes"]) by(id).hidden = !is;
  by("start").hidden = is;
  if (backend.prepare) by("home").hidden = !is;
  by("split").hidden = by("edit").hidden;
  count = 0;
  sheets.show([]);
  if (!is) by("title").textContent = document.title = "hexpress";
  menus.close();
  // The element that had the focus is hidden, so the focus moves.
  if (is) by("title").focus();
  else if (left) (cameFrom?.isConnected ? cameFrom : by("start-title")).focus();
}

// Shows how many bytes of the program have been loaded.
function progress(bytes, sum) {
  const mb = (size) => (size / 1e6).toFixed(1);
  by("loading-bar").max = sum || 1;
  if (sum) by("loading-bar").value = bytes;
  by("loading-words").textContent = `Loading hexpress: ${mb(bytes)} ${sum ? `of ${mb(sum)} ` : ""}MB`;
}

function waits() {
  if (document.documentElement.dataset.ready === undefined) say("loading-note", "Your file opens as soon as hexpress is loaded.");
}

async function begin() {
  const acts = {
    smaller: () => sheets.zoomBy(1 / 1.25),
    larger: () => sheets.zoomBy(1.25),
    fit: () => sheets.fitTo("width"),
    page: () => sheets.fitTo("page"),
    actual: () => sheets.fitTo("true"),
    calibrate: sheets.calibrate,
  };
  for (const [id, act] of Object.entries(acts)) by(id).addEventListener("click", act);
  for (const part of [menus, panes, help, downloads]) part.begin();
  shortcuts(acts);
  sheets.begin({ need: more, go: goToPiece });
  choices.beginView();
  by("deck").addEventListener("toggle", () => by("deck").open && figures());

  const prepared = (async () => backend.prepare?.({ showDesk, lineIs: sheets.lineIs, frame: sheets.frame, nextFramed: sheets.nextFramed, progress, waits }))();
  checkFile.begin({ open: async (...given) => (await prepared)?.open?.(...given), isTaken: backend.isTaken, ready: prepared, waits });
  await prepared;
  if (!backend.prepare) showDesk(true);
  choices.begin(json(await backend.ask("/papers")), changed);
  by("loading").hidden = true;
  document.documentElement.dataset.ready = "";
  backend.begin({ changed, lost: (words) => say("status", words, true) });
}

begin();
