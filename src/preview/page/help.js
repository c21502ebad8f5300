// The help, which is shown next to the sheets. It shows the section of the reference that explains a key, and answers
// to everyday questions. It loads these texts from the same server as the page. If they are missing, as in the
// preview, the help explains only the page itself.
import * as backend from "./backend.js";
import { by, make } from "./dom.js";
import { keyAt } from "./key_at.js";
import { BOOK, SOURCE } from "./links.js";

const PIECES = ["cards", "notes", "tiles", "counters"];
const DRAWN = ["face", "back", "ground", "draw", "under", "key", "at", "look", "cell", "group", "elements"];
let book = null;
let texts = null; // The sections of the book, each with its text in lower case.
let schema = null;
let from = null; // The element that had the focus before the help was opened.
const past = []; // The pages that the help has shown, for the button Back.
let shown = null;

export function begin() {
  for (const id of ["open-help", "start-help"]) by(id).addEventListener("click", () => open(contents));
  by("help-here").addEventListener("click", atCursor);
  by("help-close").addEventListener("click", close);
  by("help-contents").addEventListener("click", () => show(contents));
  by("help-back").addEventListener("click", () => past.length && show(past.pop(), false));
  by("help-body").addEventListener("click", follow);
  document.addEventListener("keydown", (event) => {
    if (event.key === "F1") {
      event.preventDefault();
      if (by("help").contains(document.activeElement)) close();
      else atCursor();
    }
    if (event.key === "Escape" && !event.defaultPrevented && by("help").contains(document.activeElement)) close();
  });
  for (const [address, words] of [[BOOK, "The book"], [SOURCE, "Source code"]]) {
    if (!address) continue;
    const link = make("a", "", words);
    link.href = address;
    by("foot").append(link);
  }
}

async function open(page) {
  if (by("help").hidden) {
    from = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    past.length = 0;
  }
  by("help").hidden = false;
  // Moves the help into the visible view of the page: the desk with the sheets, or the start, where the user opens a
  // game.
  (by("desk").hidden ? by("start") : by("desk")).append(by("help"));
  await load();
  show(page);
}

export function close() {
  if (by("help").hidden) return;
  by("help").hidden = true;
  const back = from?.closest?.(".choices") ? from.closest(".menu").querySelector("summary") : from;
  from = null;
  if (back?.isConnected && back !== document.body) back.focus();
}

async function load() {
  const json = async (asked) => {
    const answer = await asked;
    return answer.ok ? answer : Promise.reject(new Error("there is none"));
  };
  book ??= await json(fetch("book/book.json")).then((answer) => answer.json()).catch(() => null);
  schema ??= await json(backend.ask("/schema")).then(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes))).catch(() => null);
}

function atCursor() {
  const place = backend.where?.();
  const way = place ? keyAt(place.text, place.at) : [];
  open(way.length ? () => ofKey(way) : contents);
}

function show(page, keep = true) {
  if (keep && shown && shown !== page) past.push(shown);
  shown = page;
  const { title, parts } = page();
  by("help-title").textContent = title;
  by("help-body").replaceChildren(...parts);
  by("help-back").hidden = !past.length;
  by("help-contents").hidden = !book || page === contents;
  by("help-body").scrollTop = 0;
  by("help-title").focus();
}

// ------------------------------------------------------------------ what is shown

const SHORTCUTS = [
  ["F1", "explains the key at the cursor; F1 or Escape closes the help"],
  ["Ctrl + Space", "completes keys and words in the editor"],
  ["Ctrl + K, then Ctrl + I", "shows a short explanation of the word at the cursor; Escape closes it"],
  ["Escape, then Tab", "leaves the editor"],
  ["Enter on a sheet", "goes to its pieces; arrow keys move, and Enter goes to the line of a piece"],
  ["+ −", "zoom; 0 is the width, 9 a whole sheet, 1 true to size. Menu, View turns these keys off"],
];

function contents() {
  const keys = make("dl");
  for (const [key, words] of SHORTCUTS) {
    const name = make("dt");
    name.append(make("kbd", "", key));
    keys.append(name, make("dd", "", words));
  }
  const own = [make("h3", "", "Keys of this page"), keys];
  if (!book) return { title: "Help", parts: own };
  const pages = book.parts.flatMap(({ title, pages }) => [make("h3", "", title), list(pages.map(fold), "contents")]);
  const rest = make("div");
  rest.append(...pages, ...own);
  return { title: "Help", parts: [...search(rest), rest] };
}

// Returns an element that unfolds: the title of a page, and below it the links to the sections of this page.
function fold(file) {
  const { title, sections } = book.pages[file];
  const all = make("details");
  all.append(make("summary", "", title), list(sections.filter(({ level }) => level === 2).map((section) => linkTo(file, section))));
  return all;
}

function list(items, name = "") {
  const all = make("ul", name);
  all.append(...items.map((item) => {
    const one = make("li");
    one.append(item);
    return one;
  }));
  return all;
}

const linkTo = (file, { id, html }) => link(`${file}#${id}`, html.slice(html.indexOf(">") + 1, html.indexOf("</h")));

// ------------------------------------------------------------------ the search

const MOST = 20; // The maximum number of sections that a search lists.

// Returns a search field and its results. `rest` is shown while the field is empty.
function search(rest) {
  const label = make("label", "search", "Search the help");
  const field = make("input");
  Object.assign(field, { id: "help-search", type: "search", autocomplete: "off" });
  label.append(field);
  const resultCount = make("p", "quiet");
  resultCount.setAttribute("role", "status");
  const results = make("div");
  field.addEventListener("input", () => {
    const searchedWords = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    rest.hidden = searchedWords.length > 0;
    const found = searchedWords.length ? sectionsWith(searchedWords) : [];
    results.replaceChildren(...(found.length ? [list(found.slice(0, MOST).map(([file, section]) => linkTo(file, section)))] : []));
    resultCount.textContent = searchedWords.length ? counted(found.length) : "";
  });
  return [label, resultCount, results];
}

function counted(count) {
  if (count > MOST) return `The first ${MOST} of ${count} sections.`;
  return count === 0 ? "No section has all these words." : `${count} ${count === 1 ? "section" : "sections"}.`;
}

// Returns the sections that contain all these words, in the order of the book. Sections with all words in the heading
// come first.
function sectionsWith(searchedWords) {
  texts ??= Object.entries(book.pages).flatMap(([file, { sections }]) => sections.map((section) => [file, section, plain(section.html)]));
  const headed = ([, { html }]) => (searchedWords.every((word) => plain(html.slice(0, html.indexOf("</h"))).includes(word)) ? 0 : 1);
  return texts.filter(([, , text]) => searchedWords.every((word) => text.includes(word))).sort((a, b) => headed(a) - headed(b));
}

const plain = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent.toLowerCase();

function link(to, html) {
  const one = make("a");
  one.href = `#help=${to}`;
  one.dataset.to = to;
  one.innerHTML = html;
  return one;
}

// Shows the section of a link in the panel of the help, if the link leads to the reference.
function follow(event) {
  const to = event.target.closest("a")?.dataset.to;
  if (!to) return;
  event.preventDefault();
  show(() => ofSection(to));
}

function ofKey(way) {
  const { words, example } = described(way);
  const brief = make("div", "brief", words || "The reference has no key of this name.");
  const to = placeInBook(way);
  const section = to ? ofSection(to, way.at(-1)) : { parts: [] };
  return { title: nameOf(way), parts: [...(words || !to ? [brief] : []), ...(example ? [make("pre", "", example)] : []), ...section.parts] };
}

const nameOf = (way) => (way.length > 1 ? `${way.at(-1)} in ${way.at(-2)}` : way[0]);

// Returns a section of the reference with its subsections. The line about the key is marked.
function ofSection(to, key) {
  const [file, id] = to.split("#");
  const { title, sections } = book.pages[file];
  const first = Math.max(0, sections.findIndex((section) => section.id === id));
  const { level } = sections[first];
  const next = sections.findIndex((section, at) => at > first && section.level <= level);
  const box = make("div");
  box.innerHTML = sections.slice(first, next < 0 ? sections.length : next).map(({ html }) => html).join("");
  const here = key && [...box.querySelectorAll("li > code:first-child, li > a:first-child > code, td:first-child > code")].find((code) => code.textContent === key);
  here?.closest("li, tr").classList.add("here");
  return { title, parts: [...box.childNodes] };
}

// ------------------------------------------------------------------ where a key is explained

// Returns the section of the book that explains the last key of the path `way`. If several tables have a key with
// this name, chooses the table that fits the rest of the path best.
function placeInBook(way) {
  const key = way.at(-1);
  const around = way.slice(0, -1);
  const fit = ([, where]) => {
    const name = where.replaceAll(/[[\]`]/g, "");
    if (name === around.join(".")) return 4;
    if (name === "file") return around.length ? 0 : 4;
    if (name === "pieces") return around.length === 1 && PIECES.includes(around[0]) ? 3 : 0;
    if (name === "elements") return around.length > 1 && around.some((one) => DRAWN.includes(one)) ? 2 : 0;
    return name.split(".").at(-1) === around.at(-1) ? 3 : 0;
  };
  const rows = (book?.keys ?? []).filter(([name]) => name === key);
  const best = rows.map((row) => [fit(row), row]).sort(([a], [b]) => b - a)[0];
  if (best?.[0]) return best[1][2];
  // The last key is a name that the user has chosen, such as the name of a colour. The table that contains it is
  // explained instead.
  if (around.length) return placeInBook(around);
  return best?.[1][2] ?? null;
}

// Returns `part` and all parts of the schema that it leads to: through references, alternatives and the entries of
// lists.
function parts(part, seen = new Set()) {
  if (!part || typeof part !== "object" || seen.has(part)) return [];
  seen.add(part);
  const more = [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])];
  if (part.$ref) more.push(part.$ref.split("/").slice(1).reduce((at, step) => at?.[step], schema));
  if (part.items) more.push(part.items);
  return [part, ...more.flatMap((one) => parts(one, seen))];
}

// Returns the description of the last key of a path in the schema, and its example.
function described(way) {
  let here = parts(schema);
  for (const step of way) {
    const own = here.map((part) => part.properties?.[step]).filter(Boolean);
    const other = here.map((part) => part.additionalProperties).filter((part) => typeof part === "object");
    here = (own.length ? own : other).flatMap((part) => parts(part));
  }
  const words = here.map(({ description }) => description?.trim()).find(Boolean) ?? "";
  const [said, example] = words.split(/\n?Example: /);
  return { words: said.trim(), example: example?.replaceAll("`", "").replace(/\.$/, "") };
}
