// The sheets: only sheets near the visible area are drawn. While the user types, only visible sheets are drawn. Sheets
// that did not change are not drawn again.
import { by, make, recall, remember, PX_PER_MM } from "./dom.js";
import { drawDraft, drawFrames, drawRings } from "./marks.js";
import { addNames, hidden, keepFocus, next } from "./pieces.js";

export { ringOf } from "./marks.js";

const main = by("sheets");
const KEPT = 8; // The maximum number of distant sheets that stay drawn.
const KEPT_THUMBS = 40; // The maximum number of thumbnails outside the visible part of the list that are kept.
const CALM = 350; // Milliseconds after a change until sheets near the visible area are drawn.
const LONG_CALM = 1500; // Milliseconds after a change until thumbnails are drawn again, which needs much memory.
const SCROLLING = 800; // Milliseconds after the user has scrolled until the page may scroll to a piece.
let shown = []; // For each sheet: its elements, its description, and its last drawing.
let zoom = 1;
let fits = "width"; // What the zoom fits: "width", "page" or "true" (true size). Null if the user has set another zoom.
let pxPerMm = Number(recall("px-per-mm")) || PX_PER_MM;
let need = () => {}; // Called with sheets that come near the visible area and are not drawn yet.
let go = () => {}; // Called with the name of a piece that the user has chosen, and the line that makes this piece.
let rings = [];
let framed = { pieces: new Set(), sheets: new Set() }; // The pieces and sheets that differ in another version.
let cursor = []; // The file and the line of the cursor in the editor, or of the row in the table.
let isSought = false; // True while the page looks for the piece that comes from the line in `cursor`, to scroll to it.
let isAsked = false; // True while the page waits for sheets that may show the piece.
let scrolled = -Infinity; // When the user last scrolled the sheets.
let timer = null;
let changed = -Infinity; // When the sheets last changed.
let room = { width: 0, height: 0 }; // The size of the area for sheets. It is stored, because measuring it makes the browser lay out all sheets, which is slow.

const near = new Set();
const listed = new Set();
const watch = (set, root, margin) => new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) set.add(entry.target.place);
    else set.delete(entry.target.place);
  }
  soon();
}, { root, rootMargin: margin });
const inMain = watch(near, main, "50%");
const inList = watch(listed, by("list"), "10%");

export function begin(callbacks) {
  ({ need, go } = callbacks);
  main.addEventListener("click", (event) => goToPiece(event.target.closest("[data-piece]")));
  main.addEventListener("keydown", keys);
  main.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(zoom * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  pinch();
  // These events mean that the user scrolls. The event `scroll` also occurs when sheets are drawn, so it is not used.
  for (const event of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    main.addEventListener(event, () => {
      scrolled = performance.now();
      isSought = false;
    }, { passive: true });
  }
  new ResizeObserver(() => {
    room = { width: main.clientWidth, height: main.clientHeight };
    if (fits) setZoom();
  }).observe(main);
}

// ------------------------------------------------------------------ what is seen

const numbers = (places) => [...places].map((place) => place.index).filter((i) => i < shown.length);

// Returns the numbers of the visible sheets for a request, or the first two sheets if none is visible yet.
export function inSight() {
  const seen = numbers(near).filter((index) => isSeen(shown[index].section));
  return seen.length ? seen.join(",") : "0-1";
}

function isSeen(section) {
  const [box, frame] = [section.getBoundingClientRect(), main.getBoundingClientRect()];
  return box.bottom > frame.top && box.top < frame.bottom;
}

// Calls `wanted` after `pause` milliseconds. If something changes before, the pause begins again.
function soon(pause = CALM) {
  clearTimeout(timer);
  timer = setTimeout(drawPending, Math.max(30, changed + pause - performance.now()));
}

// Completes the sheets near the visible area: first their texts, then the missing drawings, and then the thumbnails
// in the list.
function drawPending() {
  for (const place of near) complete(place);
  const asked = (index, is) => is && !shown[index].sheet.blank;
  const far = numbers(near).filter((index) => asked(index, shown[index].stale));
  const old = numbers(listed).filter((index) => asked(index, shown[index].old || !shown[index].thumb));
  if (performance.now() < changed + LONG_CALM) {
    if (old.length && !far.length) soon(LONG_CALM);
    return askFor(far);
  }
  for (const index of old) if (!shown[index].stale) thumb(shown[index], shown[index].svg);
  askFor(far.length ? far : old.filter((index) => shown[index].stale));
  forget();
}

function askFor(indices) {
  if (indices.length) need(indices.slice(0, 4).join(","));
}

// Adds the texts of a sheet, so that the user can find and copy them. They come after the drawings, because the
// browser needs as much time for the texts as for the drawings.
function complete(place) {
  if (place.stale) return;
  if (place.words) drawing(place).querySelector(".drawn").insertAdjacentHTML("beforeend", place.words);
  place.words = "";
  place.section.ariaBusy = "false";
}

// ------------------------------------------------------------------ sheets

export function show(sheets) {
  if (shown.length) changed = performance.now();
  while (shown.length > sheets.length) {
    const place = shown.pop();
    for (const set of [near, listed]) set.delete(place);
    place.section.remove();
    place.item.remove();
  }
  isAsked = false;
  sheets.forEach((sheet, index) => {
    const place = shown[index] ?? add(index);
    Object.assign(place, { sheet, stale: true, old: true, isKnown: false });
    place.section.ariaBusy = String(!sheet.blank);
    const title = `${index + 1} of ${sheets.length}: ${sheet.name}, ${sheet.paper}`;
    const facts = `${title}, ${sheet.blank}, ${sheet.width} / ${sheet.height}`;
    if (place.facts === facts) return;
    place.facts = facts;
    place.heading.textContent = title;
    place.caption.textContent = `${index + 1} ${sheet.name}`;
    place.section.classList.toggle("blank", sheet.blank);
    place.picture.style.aspectRatio = `${sheet.width} / ${sheet.height}`;
  });
  fill(sheets);
  showFramedSheets();
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
  const place = { index, section, heading, holder, item, button, picture, caption, svg: "", words: "", thumb: "", draft: "", stale: true };
  button.addEventListener("click", () => section.scrollIntoView());
  section.place = item.place = place;
  main.append(section);
  by("thumbs").append(item);
  inMain.observe(section);
  inList.observe(item);
  return (shown[index] = place);
}

// Draws the sheets whose drawings have arrived. For a distant sheet, draws only the thumbnail.
export function fill(sheets) {
  const came = shown.filter(({ index }) => sheets[index]?.svg !== undefined);
  for (const place of came) Object.assign(place, { lines: sheets[place.index].lines, isKnown: true });
  for (const place of came.filter((place) => place.index < 2 || near.has(place) || isSeen(place.section))) {
    draw(place, sheets[place.index]);
  }
  for (const place of came) if (place.stale) thumb(place, sheets[place.index].svg);
  setZoom();
  drawRings(shown, rings);
  soon();
  isAsked = false;
  seek();
}

function draw(place, { svg, words, pieces, lines, draft }) {
  const same = place.svg === svg;
  const marks = JSON.stringify(draft);
  if (!same) {
    const focus = keepFocus(place.holder);
    place.holder.innerHTML = hidden(svg);
    drawing(place).setAttribute("role", "none");
    addNames(drawing(place), pieces, lines);
    focus();
    place.words = words;
  } else if (place.draft !== marks) {
    place.holder.querySelector(".draft")?.remove();
  }
  if ((!same || place.draft !== marks) && draft) drawing(place).append(drawDraft(draft));
  Object.assign(place, { svg, draft: marks, stale: false });
  showMade(place);
  showFramed(place);
  if (!place.words) place.section.ariaBusy = "false";
}

const drawing = (place) => place.holder.querySelector("svg");

// Removes the drawings of distant sheets, the oldest first.
function forget() {
  const drawn = shown.filter((place) => place.svg && !near.has(place));
  for (const place of drawn.slice(0, Math.max(0, drawn.length - KEPT))) {
    place.holder.replaceChildren();
    Object.assign(place, { svg: "", words: "", stale: true });
  }
  const pictures = shown.filter((place) => place.thumb && !listed.has(place));
  for (const place of pictures.slice(0, Math.max(0, pictures.length - KEPT_THUMBS))) thumb(place, "");
}

// Sets the thumbnail of a sheet. It is an image, which the browser draws when it has time.
function thumb(place, svg) {
  place.old = false;
  if (place.thumb === svg) return;
  place.thumb = svg;
  URL.revokeObjectURL(place.picture.src);
  if (svg) place.picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  else place.picture.removeAttribute("src");
}

// Draws rings around the faults. The numbers are those in the list of faults.
export function ring(faults) {
  rings = faults;
  drawRings(shown, rings);
}

// ------------------------------------------------------------------ pieces and lines

function goToPiece(piece) {
  const place = shown.find(({ holder }) => piece && holder.contains(piece));
  const line = place?.lines?.[piece.dataset.piece];
  if (line) go(piece.dataset.piece, line);
}

// Marks the pieces that come from a line of a file. The mark stays when the pieces are drawn again. If `brings` is
// true, scrolls to the first of these pieces, unless the user is scrolling.
export function lineIs(file, line, brings = false) {
  cursor = [file, line];
  shown.forEach(showMade);
  isSought = brings && room.width > 0 && performance.now() > scrolled + SCROLLING;
  isAsked = false;
  seek();
}

// Scrolls to the piece that comes from the line in `cursor`. The lines of a sheet's pieces are known only after its
// drawing has arrived. Therefore other sheets are requested until one of them has the line.
function seek() {
  if (!isSought) return;
  const fronts = shown.filter(({ sheet }) => !sheet.blank && !sheet.name.endsWith(" (backs)"));
  const has = ({ isKnown, lines }, isRight) => isKnown && Object.values(lines ?? {}).some(([file, line]) => file === cursor[0] && isRight(line));
  const place = fronts.find((place) => has(place, (line) => line === cursor[1]));
  if (place) {
    const piece = place.holder.querySelector(".pieces .meant");
    // The piece exists only when its sheet is drawn. This happens when the sheet becomes visible.
    (piece ?? place.section).scrollIntoView({ block: "nearest", inline: "nearest" });
    isSought = !piece && place.stale;
    return;
  }
  // The pieces of a component are in the order of their rows. So the wanted sheet is probably between a sheet with
  // earlier rows and one with later rows. If several components use the same rows, it may be anywhere.
  const after = fronts.find((place) => has(place, (line) => line > cursor[1]))?.index ?? shown.length;
  const until = fronts.findLast((place) => place.index < after && has(place, (line) => line < cursor[1]))?.index ?? -1;
  const unknown = fronts.filter(({ isKnown }) => !isKnown);
  const likely = unknown.filter(({ index }) => index > until && index < after);
  const between = likely.length ? likely : unknown;
  isSought = between.length > 0;
  if (!isSought || isAsked) return;
  isAsked = true;
  const some = between.filter((_, at) => at % Math.ceil(between.length / 4) === 0);
  askFor(some.map(({ index }) => index));
}

function showMade({ holder, lines }) {
  for (const piece of holder.querySelectorAll(".pieces [data-piece]")) {
    const own = lines?.[piece.dataset.piece];
    piece.classList.toggle("meant", Boolean(own) && own[0] === cursor[0] && own[1] === cursor[1]);
  }
}

// Draws frames around the pieces with these names, and marks the sheets that contain them. Screen readers read `words`
// for these pieces.
export function frame({ pieces = [], sheets = [], words = "" } = {}) {
  framed = { pieces: new Set(pieces), sheets: new Set(sheets), words };
  shown.forEach(showFramed);
  showFramedSheets();
}

function showFramed({ holder }) {
  const boxes = [...holder.querySelectorAll(".pieces [data-piece]")].filter((piece) => {
    const is = framed.pieces.has(piece.dataset.piece);
    if (is) piece.setAttribute("aria-description", framed.words);
    else piece.removeAttribute("aria-description");
    return is;
  });
  const svg = holder.querySelector("svg");
  if (svg) drawFrames(svg, boxes);
}

function showFramedSheets() {
  for (const { index, item } of shown) item.classList.toggle("framed", framed.sheets.has(index));
}

// Goes to the next sheet with a frame. After the last one, goes to the first one.
export function nextFramed() {
  const top = main.getBoundingClientRect().top;
  const all = shown.filter(({ index }) => framed.sheets.has(index));
  const next = all.find(({ section }) => section.getBoundingClientRect().top > top + 20) ?? all[0];
  next?.section.scrollIntoView();
  next?.holder.focus({ preventScroll: true });
}

// The arrow keys move the focus between pieces. Enter goes to the line that makes the piece.
function keys(event) {
  const holder = event.target.closest?.(".paper");
  if (!holder) return;
  const piece = event.target.closest("[data-piece]");
  if (event.key === "Enter" && piece) return goToPiece(piece);
  const to = next(holder, piece, event.key);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

// ------------------------------------------------------------------ zoom

function setZoom() {
  // The area for sheets is hidden: on a small screen, another part of the page is visible.
  if (!room.width) return;
  if (!shown.length) return (by("zoom").textContent = "–");
  const widest = Math.max(1, ...shown.map(({ sheet }) => sheet.width));
  const highest = Math.max(1, ...shown.map(({ sheet }) => sheet.height));
  const wide = (room.width - 34) / (widest * PX_PER_MM);
  if (fits === "width") zoom = Math.max(0.1, wide);
  if (fits === "page") zoom = Math.max(0.1, Math.min(wide, (room.height - 60) / (highest * PX_PER_MM)));
  if (fits === "true") zoom = pxPerMm / PX_PER_MM;
  for (const place of shown) {
    const { holder, sheet } = place;
    const size = [sheet.width, sheet.height].map((mm) => `${mm * PX_PER_MM * zoom}px`);
    if (place.size === size.join()) continue;
    place.size = size.join();
    [holder.style.width, holder.style.height] = size;
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

// Changes the zoom. The point at `x` and `y` of the window stays in its place, or the centre if no point is given.
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

// Two fingers on the sheets change the zoom.
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
