// The findings about a layout: mistakes, faults of the checker, and figures.
import * as backend from "./backend.js";
import { by, make } from "./dom.js";

// Fills a list with findings. `go` is called with a place that the user clicks, and `mend` with the correction of a
// finding.
export function showFindings(id, findings, go, mend) {
  const text = JSON.stringify(findings);
  if (by(id).shownFindings === text) return;
  by(id).shownFindings = text;
  by(id).replaceChildren(...findings.map((finding, index) => {
    const item = make("li", finding.severity);
    const first = make("p");
    const number = finding.spots ? `${index + 1}. ` : "";
    first.append(make("span", "kind", `${number}${finding.severity} ${finding.code}: `), finding.message);
    item.append(first);
    for (const place of [finding.place, finding.also]) if (place) item.append(...lineOf(place, go));
    if (finding.hint) item.append(make("p", "hint", `Help: ${finding.hint}`));
    if (finding.fix && mend) item.append(fixOf(finding.fix, mend));
    if (finding.more) item.append(make("p", "more", `… and ${finding.more} more like these`));
    return item;
  }));
}

// A finding shows a line of a file. A line that is too long is scrolled to its mark. This is repeated when the width
// of the page changes.
const MARGIN = 24; // Pixels that stay visible on either side of a mark.
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) showMark(target);
});

function showMark(line) {
  const [box, mark] = [line.getBoundingClientRect(), line.querySelector("mark").getBoundingClientRect()];
  const [before, after] = [mark.left - box.left - MARGIN, mark.right - box.right + MARGIN];
  if (before < 0) line.scrollLeft += before;
  else if (after > 0) line.scrollLeft += Math.min(after, before);
}

// Returns the button that applies a correction.
function fixOf(fix, mend) {
  const button = make("button", "fix", "Fix");
  button.type = "button";
  button.title = fix.title;
  button.setAttribute("aria-label", `Fix: ${fix.title}`);
  button.addEventListener("click", () => mend(fix));
  return button;
}

// Returns a button with the place of a finding, and the line of the file with a mark.
function lineOf(place, go) {
  const what = place.what ? `: ${place.what}` : "";
  const where = make("button", "where", `${place.file}, line ${place.line}, column ${place.column}${what}`);
  where.type = "button";
  if (backend.copiesPlaces) {
    // This page has no editor, but most editors can go to a place that is pasted.
    where.title = "Copy this place for your editor";
    where.addEventListener("click", () => copy(`${place.file}:${place.line}:${place.column}`, where));
  } else where.addEventListener("click", () => go?.(place.file, place.line, place.column));
  const signs = [...place.text];
  const line = make("pre");
  line.tabIndex = 0;
  line.setAttribute("role", "group");
  line.setAttribute("aria-label", `${place.file}, line ${place.line}`);
  const marked = signs.slice(place.column - 1, place.column - 1 + place.length).join("");
  line.append(signs.slice(0, place.column - 1).join(""), make("mark", "", marked || " "),
    signs.slice(place.column - 1 + place.length).join(""));
  sizes.observe(line);
  return [where, line];
}

// Copies a place to the clipboard, and says so on the button. If the browser refuses, the button shows the place, so
// that the user can copy it.
async function copy(place, button) {
  const copied = await navigator.clipboard.writeText(place).then(() => true, () => false);
  button.textContent = copied ? `Copied ${place}` : place;
}

// Shows how many cells or pieces each component has, and statistics of the random decks.
export function showFigures({ counts, decks }) {
  const rows = counts.map(({ name, cells, pieces, different }) =>
    [name, cells !== undefined ? `${cells} cells` : `${pieces} pieces, ${different} different`]);
  for (const deck of decks) {
    rows.push([`${deck.component}: tiles`, `${deck.count} of ${deck.of}`]);
    rows.push(["no two alike", deck["no-two-alike"] ? "yes" : "no"]);
    const colours = Object.entries(deck["edges-of-each-colour"]).map(([colour, n]) => `${colour} ${n}`);
    rows.push(["edges of each colour", colours.join(", ")]);
    const by = Object.entries(deck["tiles-by-colours"]).map(([n, tiles]) => `${n}: ${tiles}`);
    rows.push(["tiles by colours", by.join(", ")]);
    const chance = deck["two-edges-match"];
    if (chance !== null) rows.push(["two edges match", `${(chance * 100).toFixed(1)} % of the time`]);
    for (const [name, c] of Object.entries(deck["against-worth"])) {
      rows.push([`${name} against worth`, c === null ? "nothing to compare" : c.toFixed(2)]);
    }
  }
  const table = make("table");
  for (const [name, value] of rows) {
    const row = make("tr");
    const head = make("th", "", name);
    head.scope = "row";
    row.append(head, make("td", "", value));
    table.append(row);
  }
  by("figures").replaceChildren(table);
}
