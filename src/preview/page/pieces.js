// The pieces and cells of a sheet by name, for screen readers and the arrow keys. Each is a box over the drawing, which
// itself is hidden from screen readers: a cell has several drawings, and its words are in its name.
import { shape } from "./dom.js";

// The element of a sheet from its drawings: they are hidden from screen readers.
export const hidden = (svg) => svg.replace(">", '><g class="drawn" aria-hidden="true">').replace(/<\/svg>\s*$/, "</g></svg>");

// Adds the boxes, in reading order. Those with a line of a file can be reached with the arrow keys.
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

// The box that the key leads to from a piece, or from the sheet around it; null if there is none.
export function next(holder, piece, key) {
  const boxes = [...holder.querySelectorAll(".pieces [tabindex]")];
  const at = boxes.indexOf(piece);
  const last = boxes.length - 1;
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last, Enter: 0 }[key];
  if (to === undefined || last < 0 || (at < 0 && key !== "Enter")) return null;
  return boxes[Math.max(0, Math.min(last, to))];
}

// The piece that has the focus on a sheet, as a function that focuses it again once the sheet is drawn anew.
export function keepFocus(holder) {
  const identity = holder.contains(document.activeElement) && document.activeElement.dataset.piece;
  if (!identity) return () => {};
  return () => [...holder.querySelectorAll(".pieces [tabindex]")].find((box) => box.dataset.piece === identity)?.focus({ preventScroll: true });
}
