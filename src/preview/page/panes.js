// The parts of the desk: the dividers between them, the thumbnails, and the strip of findings. On a small screen,
// only one part is visible at a time.
import * as backend from "./backend.js";
import { by, recall, remember } from "./dom.js";
import { afterTyping } from "./typing_pause.js";

const desk = by("desk");

// Shows one part of the desk on a screen that has space for only one.
export function pane(name) {
  document.body.dataset.pane = name;
  for (const button of document.querySelectorAll(".panes button")) {
    button.setAttribute("aria-pressed", String(button.dataset.pane === name));
  }
}

export function begin() {
  for (const button of document.querySelectorAll(".panes button")) button.addEventListener("click", () => pane(button.dataset.pane));
  divider(by("split"), { name: "edit", of: by("edit"), least: 15, most: 70 });
  divider(by("strip"), { name: "told", of: by("told"), least: 12, most: 75 });
  thumbnails();
  isNarrow.addEventListener("change", () => fold(open));
  fold(false);
  by("fold-told").addEventListener("click", () => choose(open ? "folded" : "open"));
}

// ------------------------------------------------------------------ dividers

// Sets up a divider that the user drags, or moves with arrow keys. Its position is stored as a percentage of the desk.
// A double click or Delete restores the default position.
function divider(line, { name, of, least, most }) {
  const upright = line.getAttribute("aria-orientation") === "vertical";
  const size = () => (upright ? desk.clientWidth : desk.clientHeight);
  const share = () => (100 * (upright ? of.offsetWidth : of.offsetHeight)) / Math.max(1, size());
  const tell = (now) => {
    for (const [key, value] of [["min", least], ["max", most], ["now", Math.round(now)]]) line.setAttribute(`aria-value${key}`, value);
    line.setAttribute("aria-valuetext", `${Math.round(now)} %`);
  };
  const set = (percent, keep = true) => {
    const now = Math.min(most, Math.max(least, percent));
    desk.style.setProperty(`--${name}`, `${now}%`);
    tell(now);
    if (keep) remember(`share-${name}`, now.toFixed(1));
  };
  const reset = () => {
    desk.style.removeProperty(`--${name}`);
    remember(`share-${name}`, "");
    tell(share());
  };
  const moved = (event) => {
    const box = desk.getBoundingClientRect();
    set((100 * (upright ? event.clientX - box.left : box.bottom - event.clientY)) / size());
  };
  line.addEventListener("pointerdown", (event) => {
    line.setPointerCapture(event.pointerId);
    line.classList.add("dragged");
    event.preventDefault();
    line.focus();
  });
  line.addEventListener("pointermove", (event) => line.hasPointerCapture(event.pointerId) && moved(event));
  line.addEventListener("lostpointercapture", () => line.classList.remove("dragged"));
  line.addEventListener("dblclick", reset);
  line.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -2, ArrowRight: 2, ArrowUp: 2, ArrowDown: -2 }[event.key];
    const to = { Home: least, End: most }[event.key] ?? (step === undefined ? undefined : share() + step);
    if (event.key === "Delete") reset();
    else if (to !== undefined) set(to);
    else return;
    event.preventDefault();
  });
  const kept = Number(recall(`share-${name}`));
  if (kept) set(kept, false);
  new ResizeObserver(() => tell(share())).observe(of);
}

// ------------------------------------------------------------------ thumbnails

// On small screens, the thumbnails are folded until the user shows them.
function thumbnails() {
  const wide = matchMedia("(min-width: 80rem)");
  const show = () => {
    const is = (recall("thumbnails") || (wide.matches ? "shown" : "folded")) === "shown";
    by("list").hidden = !is;
    by("fold-list").setAttribute("aria-expanded", String(is));
  };
  by("fold-list").addEventListener("click", () => {
    remember("thumbnails", by("list").hidden ? "shown" : "folded");
    show();
  });
  wide.addEventListener("change", show);
  show();
}

// ------------------------------------------------------------------ the strip of findings

// The state of the strip of findings that the user has chosen: "open", "folded", or "" for no choice. Without a
// choice, the strip opens if there are findings. The choice "folded" is forgotten when there are no findings, so that
// the user sees the next ones.
let chosenState = recall("findings") === "folded" ? "folded" : "";
let many = 0;
let open = false;
const isNarrow = matchMedia("(max-width: 52rem)"); // On a screen as narrow as this, the strip is a separate part.

function fold(is) {
  open = is;
  by("fold-told").setAttribute("aria-expanded", String(open || isNarrow.matches));
  by("strip").hidden = !open;
  if (open) backend.reveal?.();
}

function choose(what) {
  // If the strip would be in the chosen state anyway, no choice is stored.
  setChoice(what === (many ? "open" : "folded") ? "" : what);
  fold(what === "open");
}

function setChoice(what) {
  chosenState = what;
  remember("findings", what === "folded" ? "folded" : "");
}

// Shows how many findings there are. While the user types, the strip neither opens nor closes. The number is red only
// if one of the findings is an error. `lists` are the ids of the lists whose findings count.
export function found(...lists) {
  const all = lists.flatMap((id) => [...by(id).children]);
  many = all.length;
  if (!many && chosenState === "folded") setChoice("");
  const worst = all.some((item) => item.classList.contains("error")) ? "error" : "warning";
  for (const id of ["count", "pane-count"]) {
    by(id).textContent = many ? String(many) : "";
    by(id).className = many ? worst : "";
  }
  afterTyping("findings", () => chosenState || fold(many > 0));
}
