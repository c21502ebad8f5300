// Shows what the server has, waits for the next version, and shows that. Sheets that are as they were stay untouched.
"use strict";

const by = (id) => document.getElementById(id);
const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const SVG = "http://www.w3.org/2000/svg";
const shape = (tag, attributes) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const main = by("sheets");
const PX_PER_MM = 96 / 25.4;
const PATIENCE = 300; // Milliseconds after a change until the checker is asked.
let paper = "";
let seed = ""; // What decks are drawn from; the layout's own if empty.
let known = null;
let waiting = null;
let shown = []; // For each sheet: its section, its heading, its paper, and what was last put there.
let told = "[]"; // The mistakes on the page.
let zoom = 1;
let fits = true;

// ------------------------------------------------------------------ sheets

function showSheets(sheets) {
  while (shown.length > sheets.length) shown.pop().section.remove();
  sheets.forEach((sheet, index) => {
    let place = shown[index];
    if (!place) {
      const section = make("section", "sheet");
      const heading = make("h2");
      heading.id = `sheet-${index + 1}`;
      section.setAttribute("aria-labelledby", heading.id);
      const holder = make("div", "paper");
      section.append(heading, holder);
      main.append(section);
      place = shown[index] = { section, heading, holder, svg: "", draft: "" };
    }
    place.width = sheet.width;
    const title = `${index + 1} of ${sheets.length}: ${sheet.name}, ${sheet.paper}`;
    if (place.heading.textContent !== title) place.heading.textContent = title;
    const draft = JSON.stringify(sheet.draft);
    if (place.svg !== sheet.svg) {
      place.holder.innerHTML = sheet.svg;
    } else if (place.draft !== draft) {
      place.holder.querySelector(".draft")?.remove();
    }
    if ((place.svg !== sheet.svg || place.draft !== draft) && sheet.draft) {
      place.holder.firstElementChild.append(drawDraft(sheet.draft));
    }
    place.svg = sheet.svg;
    place.draft = draft;
  });
  setZoom();
}

// What is not printed: names, cuts and safe zones.
function drawDraft(draft) {
  const group = shape("g", { class: "draft", "aria-hidden": "true" });
  group.append(shape("path", { class: "cuts", d: draft.cuts }));
  group.append(shape("path", { class: "safe", d: draft.safe }));
  const names = shape("g", { class: "names", "font-size": draft.letters });
  for (const [x, y, name] of draft.names) {
    const text = shape("text", { x, y });
    text.textContent = name;
    names.append(text);
  }
  group.append(names);
  return group;
}

function setZoom() {
  if (fits) {
    const widest = Math.max(1, ...shown.map((place) => place.width));
    zoom = Math.max(0.1, (main.clientWidth - 34) / (widest * PX_PER_MM));
  }
  for (const place of shown) {
    const svg = place.holder.firstElementChild;
    if (svg) svg.style.width = `${place.width * PX_PER_MM * zoom}px`;
  }
  by("zoom").textContent = `${Math.round(zoom * 100)} %`;
}

// Keeps what is in the middle of the window there.
function zoomTo(next) {
  const before = zoom;
  const x = main.scrollLeft + main.clientWidth / 2;
  const y = main.scrollTop + main.clientHeight / 2;
  fits = next === null;
  if (!fits) zoom = Math.min(16, Math.max(0.1, next));
  setZoom();
  main.scrollLeft = (x * zoom) / before - main.clientWidth / 2;
  main.scrollTop = (y * zoom) / before - main.clientHeight / 2;
}

// ------------------------------------------------------------------ random decks

const LARGEST_SEED = 18446744073709551615n;

function showSeed(state) {
  by("seeds").hidden = !state.seed;
  if (!state.seed) return;
  by("seed").placeholder = state.seed.own;
  if (by("seed").getAttribute("aria-invalid") !== "true") noteSeed();
}

function noteSeed() {
  const note = by("seed-note");
  const words = seed === "" ? "the layout’s own" : "";
  if (note.textContent !== words) note.textContent = words;
  note.classList.remove("bad");
  by("seed").removeAttribute("aria-invalid");
}

// Takes what was typed; what is no seed is told, and the decks stay as they are.
function takeSeed() {
  const typed = by("seed").value.trim();
  if (typed !== "" && !(/^[0-9]+$/.test(typed) && BigInt(typed) <= LARGEST_SEED)) {
    by("seed").setAttribute("aria-invalid", "true");
    by("seed-note").classList.add("bad");
    by("seed-note").textContent = `A seed is a whole number from 0 to ${LARGEST_SEED}. The decks are those from before.`;
    return;
  }
  const next = typed === "" ? "" : String(BigInt(typed));
  by("seed").value = next;
  const same = next === seed;
  seed = next;
  noteSeed();
  if (!same) askAnew();
}

// As short as the one that `--seed random` takes.
function randomSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  by("seed").value = String(((BigInt(high) << 32n) + BigInt(low)) % 10000000000n);
  takeSeed();
}

// ------------------------------------------------------------------ mistakes

function showMistakes(mistakes) {
  // What stays as it is is not read out again.
  const text = JSON.stringify(mistakes);
  if (text === told) return;
  told = text;
  list("mistakes", mistakes);
}

function list(id, mistakes) {
  by(id).replaceChildren(...mistakes.map((mistake) => {
    const item = make("li", mistake.severity);
    const first = make("p");
    first.append(make("span", "kind", `${mistake.severity} ${mistake.code}: `), mistake.message);
    item.append(first);
    if (mistake.place) item.append(...lineOf(mistake.place));
    if (mistake.also) item.append(...lineOf(mistake.also));
    if (mistake.hint) item.append(make("p", "hint", `Help: ${mistake.hint}`));
    if (mistake.more) item.append(make("p", "more", `… and ${mistake.more} more like these`));
    return item;
  }));
}

// Where a mistake is, and the line that it is in.
function lineOf(place) {
  const what = place.what ? `: ${place.what}` : "";
  const where = make("p", "where", `${place.file}, line ${place.line}, column ${place.column}${what}`);
  const signs = [...place.text];
  const line = make("pre");
  line.tabIndex = 0;
  line.setAttribute("role", "group");
  line.setAttribute("aria-label", `${place.file}, line ${place.line}`);
  const marked = signs.slice(place.column - 1, place.column - 1 + place.length).join("");
  line.append(signs.slice(0, place.column - 1).join(""), make("mark", "", marked || " "),
    signs.slice(place.column - 1 + place.length).join(""));
  return [where, line];
}

function say(words, bad, id = "status") {
  const status = by(id);
  if (status.textContent !== words) status.textContent = words;
  status.classList.toggle("bad", bad);
}

// ------------------------------------------------------------------ the checker

let judging = null;

// Asks what the checker says of what is shown. Whoever goes on typing is not judged at every sign.
async function judge(good) {
  judging?.abort();
  by("check").hidden = !good;
  list("faults", []);
  if (!good) return;
  say("One moment …", false, "verdict");
  const { signal } = (judging = new AbortController());
  const asked = query();
  asked.set("known", known);
  try {
    await new Promise((done) => setTimeout(done, PATIENCE));
    if (signal.aborted) return;
    const answer = await fetch(`/verdict?${asked}`, { signal });
    const { verdict, clean, faults } = await answer.json();
    if (signal.aborted || !verdict) return;
    say(`${verdict}.`, !clean, "verdict");
    list("faults", faults);
  } catch {
    // Something newer is shown, or nobody answers, which is told elsewhere.
  }
}

function showState(state) {
  known = state.version;
  if (state.title) {
    by("title").textContent = state.title;
    document.title = `${state.good ? "" : "✗ "}${state.title} – hexpress`;
  }
  showSheets(state.sheets);
  showSeed(state);
  showMistakes(state.mistakes);
  const count = state.sheets.length === 1 ? "1 sheet" : `${state.sheets.length} sheets`;
  const sheets = state.seed ? `${count}, drawn from seed ${state.seed.drawn}` : count;
  if (state.good) {
    say(`${sheets}. ${state.mistakes.length ? "There is something to look at." : "No mistakes."}`, false);
  } else {
    const count = state.mistakes.length === 1 ? "1 mistake" : `${state.mistakes.length} mistakes`;
    const place = state.mistakes[0]?.place;
    const where = !place ? "" : state.mistakes.length === 1 ? `, in ${place.file}, line ${place.line}` : `, the first in ${place.file}, line ${place.line}`;
    const kept = state.sheets.length ? " The sheets are those from before." : "";
    say(`${count}${where}.${kept}`, true);
  }
  showDownloads(state);
  judge(state.good);
}

// A link to each PDF: sheets of different sizes go into files of their own.
function showDownloads({ files, good }) {
  const links = files.map(({ name, paper }, index) => {
    const link = document.createElement("a");
    link.id = index ? `download-${index + 1}` : "download";
    link.className = "button";
    link.download = "";
    const asked = query();
    asked.set("file", name);
    link.href = `/pdf?${asked}`;
    link.textContent = files.length > 1 ? `Download ${paper} PDF` : "Download PDF";
    link.setAttribute("aria-disabled", String(!good));
    return link;
  });
  const old = [...by("downloads").children];
  const same = old.length === links.length && old.every((link, i) => link.textContent === links[i].textContent);
  if (!links.length) {
    for (const link of old) link.setAttribute("aria-disabled", String(!good));
  } else if (same) {
    // Whoever stands on a link stays there.
    old.forEach((link, i) => {
      link.href = links[i].href;
      link.setAttribute("aria-disabled", String(!good));
    });
  } else {
    by("downloads").replaceChildren(...links);
  }
}

// ------------------------------------------------------------------ asking

// What is chosen, as the server is asked for it.
function query() {
  const query = new URLSearchParams({ paper });
  if (seed !== "") query.set("seed", seed);
  return query;
}

function askAnew() {
  known = null;
  waiting?.abort();
}

async function follow() {
  for (;;) {
    waiting = new AbortController();
    const asked = query();
    const chosen = asked.toString();
    if (known) asked.set("known", known);
    try {
      const answer = await fetch(`/state?${asked}`, { signal: waiting.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      const state = await answer.json();
      if (chosen === query().toString() && state.version !== known) showState(state);
    } catch (error) {
      if (error.name === "AbortError") continue;
      say("hexpress does not answer: it has ended. This page goes on as soon as it is back at this address.", true);
      known = null;
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

async function begin() {
  const { first, papers } = await (await fetch("/papers")).json();
  paper = first;
  for (const { name, note } of papers) {
    const option = make("option", "", note ? `${name} (${note})` : name);
    option.value = name;
    by("paper").append(option);
  }
  by("paper").value = first;
  by("paper").addEventListener("change", () => {
    paper = by("paper").value;
    askAnew();
  });
  by("seed").addEventListener("change", takeSeed);
  by("random").addEventListener("click", randomSeed);
  by("sight").addEventListener("change", () => {
    document.body.dataset.sight = by("sight").value;
  });
  for (const what of ["show-cuts", "show-safe", "show-names"]) {
    const set = () => document.body.classList.toggle(what, by(what).checked);
    by(what).addEventListener("change", set);
    set();
  }
  const zooms = {
    smaller: () => zoomTo(zoom / 1.25),
    larger: () => zoomTo(zoom * 1.25),
    fit: () => zoomTo(null),
    actual: () => zoomTo(1),
  };
  const keys = { "-": "smaller", "+": "larger", "=": "larger", "0": "fit", "1": "actual" };
  for (const [id, act] of Object.entries(zooms)) by(id).addEventListener("click", act);
  document.addEventListener("keydown", (event) => {
    const typed = event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("select, input");
    if (typed || !keys[event.key]) return;
    event.preventDefault();
    zooms[keys[event.key]]();
  });
  by("downloads").addEventListener("click", (event) => {
    if (event.target.getAttribute("aria-disabled") === "true") event.preventDefault();
  });
  window.addEventListener("resize", () => fits && setZoom());
  follow();
}

begin();
