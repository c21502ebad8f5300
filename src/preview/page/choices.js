// What is chosen: paper, ink, cutter, backs and seed.
import { by, make } from "./dom.js";

const LARGEST_SEED = 18446744073709551615n;
let paper = "";
let seed = ""; // What decks are drawn from; the layout's own if empty.

// What is chosen, as it is asked for.
export function query() {
  const chosen = { paper };
  if (seed !== "") chosen.seed = seed;
  for (const id of ["ink", "cut", "backs"]) if (by(id).value) chosen[id] = by(id).value;
  return chosen;
}

// Begins with these papers; `changed` is called when something else is chosen.
export function begin({ first, papers }, changed) {
  paper = first;
  by("paper").replaceChildren(...papers.map(({ name, note }) => {
    const words = note && note.toLowerCase() !== name ? `${note} (${name})` : note || name;
    const option = make("option", "", words);
    option.value = name;
    return option;
  }));
  by("paper").value = first;
  by("paper").addEventListener("change", () => {
    paper = by("paper").value;
    changed();
  });
  for (const id of ["ink", "cut", "backs"]) by(id).addEventListener("change", changed);
  by("seed").addEventListener("change", () => take(changed));
  by("random").addEventListener("click", () => {
    // As short as the one that `--seed random` takes.
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    by("seed").value = String(((BigInt(high) << 32n) + BigInt(low)) % 10000000000n);
    take(changed);
  });
}

// How the sheets are shown.
export function beginView() {
  by("sight").addEventListener("change", () => {
    document.body.dataset.sight = by("sight").value;
  });
  for (const what of ["show-cuts", "show-safe", "show-names", "show-faults"]) {
    const set = () => document.body.classList.toggle(what, by(what).checked);
    by(what).addEventListener("change", set);
    set();
  }
}

// Shows the field for the seed where decks are drawn from one.
export function showSeed(state) {
  by("seeds").hidden = !state.seed;
  if (!state.seed) return;
  by("seed").placeholder = state.seed.own;
  if (by("seed").getAttribute("aria-invalid") !== "true") note();
}

function note() {
  const words = seed === "" ? "from the layout" : "";
  if (by("seed-note").textContent !== words) by("seed-note").textContent = words;
  by("seed-note").classList.remove("bad");
  by("seed").removeAttribute("aria-invalid");
}

// Takes what was typed; what is no seed is told, and the decks stay as they are.
function take(changed) {
  const typed = by("seed").value.trim();
  if (typed !== "" && !(/^[0-9]+$/.test(typed) && BigInt(typed) <= LARGEST_SEED)) {
    by("seed").setAttribute("aria-invalid", "true");
    by("seed-note").classList.add("bad");
    by("seed-note").textContent = `The seed must be a whole number from 0 to ${LARGEST_SEED}. The decks still use the previous seed.`;
    return;
  }
  const next = typed === "" ? "" : String(BigInt(typed));
  by("seed").value = next;
  const same = next === seed;
  seed = next;
  note();
  if (!same) changed();
}
