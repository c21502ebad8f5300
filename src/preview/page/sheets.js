// The sheets: only what is near is drawn. Those that are as they were stay untouched.
import { by, make, recall, remember, shape, PX_PER_MM } from "./dom.js";

const main = by("sheets");
const KEPT = 24; // The most sheets that stay drawn though nobody sees them.
let shown = []; // For each sheet: its elements, what it is, and what was last drawn of it.
let zoom = 1;
let fits = "width"; // Or "page", "true", or null.
let pxPerMm = Number(recall("px-per-mm")) || PX_PER_MM;
let need = () => {}; // Called when a sheet comes near that is not drawn.
let go = () => {}; // Called with the name of a piece that is meant, and where it was made.
let rings = [];
let timer = null;

const near = new Set();
const listed = new Set();
const watch = (set, root, margin) => new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) set.add(entry.target.place);
    else set.delete(entry.target.place);
  }
  clearTimeout(timer);
  timer = setTimeout(wanted, 30);
}, { root, rootMargin: margin });
const inMain = watch(near, main, "50%");
const inList = watch(listed, by("list"), "10%");

export function begin(callbacks) {
  ({ need, go } = callbacks);
  main.addEventListener("click", (event) => meant(event.target.closest("[data-piece]")));
  main.addEventListener("keydown", keys);
  main.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(zoom * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  pinch();
  new ResizeObserver(() => fits && setZoom()).observe(main);
}

// ------------------------------------------------------------------ what is seen

const numbers = (places) => [...places].map((place) => place.index).filter((i) => i < shown.length);

// The sheets in sight, as they are asked for; the first where there are none yet.
export function inSight() {
  const seen = numbers(near).filter((index) => isSeen(shown[index].section));
  return seen.length ? seen.join(",") : "0-1";
}

function isSeen(section) {
  const [box, frame] = [section.getBoundingClientRect(), main.getBoundingClientRect()];
  return box.bottom > frame.top && box.top < frame.bottom;
}

// Asks for what is near and not drawn yet: what is seen first, then what is listed.
function wanted() {
  const stale = (index) => shown[index].stale && !shown[index].sheet.blank;
  const some = numbers(near).filter(stale);
  const more = some.length ? some : numbers(listed).filter(stale);
  if (more.length) need(more.slice(0, 4).join(","));
}

// ------------------------------------------------------------------ sheets

export function show(sheets) {
  while (shown.length > sheets.length) {
    const place = shown.pop();
    for (const set of [near, listed]) set.delete(place);
    place.section.remove();
    place.item.remove();
  }
  sheets.forEach((sheet, index) => {
    const place = shown[index] ?? add(index);
    place.sheet = sheet;
    place.stale = true;
    place.section.ariaBusy = "true";
    const title = `${index + 1} of ${sheets.length}: ${sheet.name}, ${sheet.paper}`;
    if (place.heading.textContent !== title) place.heading.textContent = title;
    place.caption.textContent = `${index + 1} ${sheet.name}`;
    place.section.classList.toggle("blank", sheet.blank);
    place.picture.style.aspectRatio = `${sheet.width} / ${sheet.height}`;
  });
  fill(sheets);
  setZoom();
}

function add(index) {
  const section = make("div", "sheet");
  const heading = make("h2");
  heading.id = `sheet-${index + 1}`;
  const holder = make("div", "paper");
  holder.tabIndex = 0;
  holder.setAttribute("role", "group");
  holder.setAttribute("aria-labelledby", heading.id);
  section.append(heading, holder);
  const [item, button, picture, caption] = [make("li"), make("button"), make("img"), make("span")];
  button.type = "button";
  picture.alt = "";
  button.append(picture, caption);
  item.append(button);
  const place = { index, section, heading, holder, item, button, picture, caption, svg: "", draft: "", stale: true };
  button.addEventListener("click", () => section.scrollIntoView());
  section.place = item.place = place;
  main.append(section);
  by("thumbs").append(item);
  inMain.observe(section);
  inList.observe(item);
  return (shown[index] = place);
}

// Draws those sheets that came with their drawing.
export function fill(sheets) {
  sheets.forEach((sheet, index) => {
    const place = shown[index];
    if (!place || sheet.svg === undefined) return;
    place.stale = false;
    place.section.ariaBusy = "false";
    place.lines = sheet.lines;
    const draft = JSON.stringify(sheet.draft);
    const same = place.svg === sheet.svg;
    if (!same) {
      place.holder.innerHTML = sheet.svg;
      label(place);
      thumb(place, sheet.svg);
    } else if (place.draft !== draft) {
      place.holder.querySelector(".draft")?.remove();
    }
    if ((!same || place.draft !== draft) && sheet.draft) drawing(place).append(drawDraft(sheet.draft));
    Object.assign(place, { svg: sheet.svg, draft });
  });
  setZoom();
  ring(rings);
  forget();
  clearTimeout(timer);
  timer = setTimeout(wanted, 30);
}

const drawing = (place) => place.holder.querySelector("svg");

// What is far away and was drawn long ago is given up.
function forget() {
  const drawn = shown.filter((place) => place.svg && !near.has(place));
  for (const place of drawn.slice(0, Math.max(0, drawn.length - KEPT))) {
    place.holder.replaceChildren();
    Object.assign(place, { svg: "", stale: true });
  }
}

function label(place) {
  const svg = drawing(place);
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-labelledby", place.heading.id);
  // Its words are text, and are read there.
  for (const letters of svg.querySelectorAll("[role=img]")) letters.setAttribute("aria-hidden", "true");
  for (const piece of svg.querySelectorAll("[data-piece]")) {
    piece.setAttribute("role", "group");
    piece.setAttribute("aria-label", piece.dataset.piece);
    if (place.lines?.[piece.dataset.piece]) piece.setAttribute("tabindex", "-1");
  }
}

// The picture in the list, which the browser draws by itself, and when it has time.
function thumb(place, svg) {
  URL.revokeObjectURL(place.picture.src);
  place.picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

// What is not printed: names, cuts and safe zones, each on a white ground, so that it is seen on any print.
function drawDraft(draft) {
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

// Rings round the places of faults, numbered as they are listed.
export function ring(faults) {
  rings = faults;
  for (const place of shown) place.holder.querySelector(".rings")?.remove();
  faults.forEach(({ spots = [] }, index) => {
    for (const { sheet, rect } of spots) {
      const svg = shown[sheet] && drawing(shown[sheet]);
      if (!svg) continue;
      let group = svg.querySelector(".rings");
      if (!group) svg.append((group = shape("g", { class: "rings", "aria-hidden": "true" })));
      const { width, height } = shown[sheet].sheet;
      group.append(...ringOf(rect ?? [2, 2, width - 4, height - 4], index + 1));
    }
  });
}

// A ring round a box in mm, and its number.
export function ringOf([x, y, width, height], number) {
  const box = { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: Math.min(6, width / 2 + 2) };
  const text = shape("text", { x: x + width + 3, y: y - 1 });
  text.textContent = number;
  return [shape("rect", { ...box, class: "ground" }), shape("rect", box), text];
}

// ------------------------------------------------------------------ pieces and lines

function meant(piece) {
  const place = shown.find(({ holder }) => piece && holder.contains(piece));
  const line = place?.lines?.[piece.dataset.piece];
  if (line) go(piece.dataset.piece, line);
}

// Shows which pieces a line of a file makes.
export function lineIs(file, line) {
  for (const place of shown) {
    for (const piece of place.holder.querySelectorAll("[data-piece]")) {
      const own = place.lines?.[piece.dataset.piece];
      piece.classList.toggle("meant", Boolean(own) && own[0] === file && own[1] === line);
    }
  }
}

// From piece to piece with the arrow keys; Enter goes to its line.
function keys(event) {
  const holder = event.target.closest?.(".paper");
  if (!holder) return;
  const piece = event.target.closest("[data-piece]");
  if (event.key === "Enter" && piece) return meant(piece);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Enter: 1 }[event.key];
  const pieces = [...holder.querySelectorAll("[data-piece][tabindex]")];
  if (!step || !pieces.length || (!piece && event.key !== "Enter")) return;
  event.preventDefault();
  pieces[Math.max(0, Math.min(pieces.length - 1, pieces.indexOf(piece) + step))].focus();
}

// ------------------------------------------------------------------ zoom

function setZoom() {
  // Another part of the page is shown.
  if (!main.clientWidth) return;
  if (!shown.length) return (by("zoom").textContent = "–");
  const widest = Math.max(1, ...shown.map(({ sheet }) => sheet.width));
  const highest = Math.max(1, ...shown.map(({ sheet }) => sheet.height));
  const wide = (main.clientWidth - 34) / (widest * PX_PER_MM);
  if (fits === "width") zoom = Math.max(0.1, wide);
  if (fits === "page") zoom = Math.max(0.1, Math.min(wide, (main.clientHeight - 60) / (highest * PX_PER_MM)));
  if (fits === "true") zoom = pxPerMm / PX_PER_MM;
  for (const { holder, sheet } of shown) {
    holder.style.width = `${sheet.width * PX_PER_MM * zoom}px`;
    holder.style.height = `${sheet.height * PX_PER_MM * zoom}px`;
  }
  by("zoom").textContent = `${Math.round(zoom * 100)} %`;
  for (const [id, mode] of [["fit", "width"], ["page", "page"], ["actual", "true"]]) {
    by(id).setAttribute("aria-pressed", String(fits === mode));
  }
}

export const fitTo = (mode) => {
  fits = mode;
  keep(main.clientWidth / 2, main.clientHeight / 2, setZoom);
};

export const zoomBy = (factor) => zoomTo(zoom * factor);

// Keeps what is under a point of the window there, or else what is in its middle.
function zoomTo(next, x, y) {
  const frame = main.getBoundingClientRect();
  fits = null;
  const at = [x === undefined ? main.clientWidth / 2 : x - frame.left, y === undefined ? main.clientHeight / 2 : y - frame.top];
  keep(...at, () => {
    zoom = Math.min(16, Math.max(0.1, next));
    setZoom();
  });
}

function keep(x, y, change) {
  const before = zoom;
  const [left, top] = [main.scrollLeft + x, main.scrollTop + y];
  change();
  main.scrollLeft = (left * zoom) / before - x;
  main.scrollTop = (top * zoom) / before - y;
}

// Two fingers on the sheets.
function pinch() {
  const fingers = new Map();
  let apart = 0;
  const measure = () => {
    const [a, b] = [...fingers.values()];
    return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const took = (event) => event.pointerType === "touch" && fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  main.addEventListener("pointerdown", (event) => {
    if (took(event) && fingers.size === 2) apart = measure().far;
  });
  main.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId) || !took(event) || fingers.size !== 2 || !apart) return;
    const { far, x, y } = measure();
    zoomTo((zoom * far) / apart, x, y);
    apart = far;
  });
  for (const end of ["pointerup", "pointercancel"]) main.addEventListener(end, (event) => fingers.delete(event.pointerId));
}

// A bank card is 85.6 mm wide (ISO/IEC 7810, ID-1).
const CARD = 85.6;
const CARD_HIGH = 53.98;
export function calibrate() {
  const frame = by("card-frame");
  const size = () => {
    frame.style.width = `${pxPerMm * CARD}px`;
    frame.style.height = `${pxPerMm * CARD_HIGH}px`;
  };
  by("card-size").value = (pxPerMm / PX_PER_MM) * 100;
  by("card-size").oninput = () => {
    pxPerMm = (by("card-size").value / 100) * PX_PER_MM;
    size();
  };
  by("card-done").onclick = () => {
    remember("px-per-mm", pxPerMm);
    by("card").close();
    fitTo("true");
  };
  size();
  by("card").showModal();
}
