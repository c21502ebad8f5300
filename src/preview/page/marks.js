// Draws marks that the page shows over a sheet, but that are not printed: names, cuts, safe zones, and rings around
// faults.
import { shape } from "./dom.js";

// Draws names, cuts and safe zones. Each has a white background, so that it is visible on every sheet.
export function drawDraft(draft) {
  const group = shape("g", { class: "draft", "aria-hidden": "true" });
  for (const [name, d] of [["cuts", draft.cuts], ["safe", draft.safe]]) {
    group.append(shape("path", { class: `${name} ground`, d }), shape("path", { class: name, d }));
  }
  const names = shape("g", { class: "names", "font-size": draft.letters });
  for (const [x, y, name] of draft.names) {
    const text = shape("text", { x, y });
    text.textContent = name;
    names.append(text);
  }
  group.append(names);
  return group;
}

const AROUND = 1; // Millimetres between a piece and its frame.

// Adds frames around pieces to a sheet, and removes its previous frames. Each frame is drawn on top of a wider white
// line, so that it is visible on every sheet.
export function drawFrames(svg, boxes) {
  svg.querySelector(".frames")?.remove();
  if (!boxes.length) return;
  const group = shape("g", { class: "frames", "aria-hidden": "true" });
  for (const box of boxes) {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
    const around = { x: x - AROUND, y: y - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND };
    group.append(shape("rect", { ...around, class: "ground" }), shape("rect", around));
  }
  svg.append(group);
}

// Draws rings around the faults on the visible sheets. The numbers are those in the list of faults.
export function drawRings(shown, faults) {
  for (const place of shown) place.holder.querySelector(".rings")?.remove();
  faults.forEach(({ spots = [] }, index) => {
    for (const { sheet, rect } of spots) {
      const svg = shown[sheet]?.holder.querySelector("svg");
      if (!svg) continue;
      let group = svg.querySelector(".rings");
      if (!group) svg.append((group = shape("g", { class: "rings", "aria-hidden": "true" })));
      const { width, height } = shown[sheet].sheet;
      group.append(...ringOf(rect ?? [2, 2, width - 4, height - 4], index + 1));
    }
  });
}

// Returns a ring around a box, and its number. The box is in mm.
export function ringOf([x, y, width, height], number) {
  const box = { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: Math.min(6, width / 2 + 2) };
  const text = shape("text", { x: x + width + 3, y: y - 1 });
  text.textContent = number;
  return [shape("rect", { ...box, class: "ground" }), shape("rect", box), text];
}
