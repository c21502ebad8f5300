// The choices of the user for the print: paper, ink, cutter, backs and seed.
import { by, make } from "./dom.js";

const LARGEST_SEED = 18446744073709551615n;
let paper = "";
let seed = ""; // The seed of random decks. If it is empty, the layout sets the seed.

// Returns the choices as parameters of a request.
export function query() {
  const chosen = { paper };
  if (seed !== "") chosen.seed = seed;
  for (const id of ["ink", "cut", "backs"]) if (by(id).value) chosen[id] = by(id).value;
  return chosen;
}

// Fills the list of papers and selects `first`. `changed` is called when the user chooses something else.
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
    // The new seed has as many digits as one of `--seed random`.
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    by("seed").value = String(((BigInt(high) << 32n) + BigInt(low)) % 10000000000n);
    take(changed);
  });
}

// Sets up the choices about how the page shows the sheets.
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

// Shows the field for the seed if the game has random decks.
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

// Uses the seed that was typed. If it is not a valid seed, shows a message and keeps the previous seed.
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
