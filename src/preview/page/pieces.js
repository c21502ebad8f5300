// The pieces and cells of a sheet by name, for screen readers and the arrow keys. Each piece or cell has a box over
// its drawings. Screen readers skip the drawings: a cell has several, and the name of its box already contains their
// words.
import { shape } from "./dom.js";

// Returns the SVG of a sheet with its drawings hidden from screen readers.
export const hidden = (svg) => svg.replace(">", '><g class="drawn" aria-hidden="true">').replace(/<\/svg>\s*$/, "</g></svg>");

// Adds the boxes, in reading order. The arrow keys skip a box if no line of a file makes its piece.
export function addNames(svg, pieces, lines) {
  const group = shape("g", { class: "pieces" });
  for (const [identity, name, x, y, width, height] of pieces) {
    const box = shape("rect", { x, y, width, height, role: "img", "aria-label": name });
    if (identity) box.dataset.piece = identity;
    if (lines[identity]) box.setAttribute("tabindex", "-1");
    group.append(box);
  }
  svg.append(group);
}

// Returns the box that gets the focus if the user presses `key` while `piece`, or the sheet, has the focus. Returns
// null if the key does not move the focus.
export function next(holder, piece, key) {
  const boxes = [...holder.querySelectorAll(".pieces [tabindex]")];
  const at = boxes.indexOf(piece);
  const last = boxes.length - 1;
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last, Enter: 0 }[key];
  if (to === undefined || last < 0 || (at < 0 && key !== "Enter")) return null;
  return boxes[Math.max(0, Math.min(last, to))];
}

// Drawing a sheet again removes the focus from its pieces. Returns a function that then focuses the same piece again.
export function keepFocus(holder) {
  const identity = holder.contains(document.activeElement) && document.activeElement.dataset.piece;
  if (!identity) return () => {};
  return () => [...holder.querySelectorAll(".pieces [tabindex]")].find((box) => box.dataset.piece === identity)?.focus({ preventScroll: true });
}
