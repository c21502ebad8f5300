// The panel for earlier versions. It compares the open folder with an earlier version, prints the changed pieces, and
// restores the version.
import { isNoRoom } from "./autosave.js";
import { text } from "./bytes.js";
import { query } from "./choices.js";
import { by, make, save } from "./dom.js";
import * as folder from "./folder.js";
import * as history from "./history.js";
import { button, notice, question } from "./notice.js";
import { pane } from "./panes.js";
import { afterTyping, announce } from "./typing_pause.js";
import * as workers from "./workers.js";

const REST = 150; // Milliseconds without a movement of the slider until a version is compared.
const SESSION = 30 * 60 * 1000; // Milliseconds without a change after which a new session of work begins.
const WHY = { opened: "as it was opened", downloaded: "PDF downloaded", printed: "changes printed", before: "before going back" };

let show = () => {};
let redraw = () => {};
let all = []; // The versions of the folder, the oldest first.
let chosenVersion = null; // The chosen version: { serial, layout, numbers, files, version, called }.
let found = null; // The differences from the chosen version.
let chosenSerial = 0; // The serial number of the chosen version, also while its files are being read.
let reading = null;
let comparing = null;
let known = null; // The folder after its last change,
let last = 0; // and the time of this change.

export function begin({ frame, nextFramed, redraw: drawAnew }) {
  [show, redraw] = [frame, drawAnew];
  const open = button("Versions …", toggle);
  open.id = "versions-open";
  open.setAttribute("aria-controls", "versions");
  open.setAttribute("aria-expanded", "false");
  by("files-open").after(open);
  furnish(nextFramed);
}

function furnish(nextFramed) {
  const panel = by("versions");
  panel.hidden = true;
  panel.setAttribute("aria-labelledby", "versions-title");
  const head = make("h2", "", "Versions");
  Object.assign(head, { id: "versions-title", tabIndex: -1 });
  const shut = button("×", leave, "Close versions");
  const top = make("div", "set");
  top.append(head, act("version-keep", "Keep this version …", keepNamed), shut);
  const slider = make("input");
  Object.assign(slider, { type: "range", id: "version-at", min: 1, step: 1 });
  slider.addEventListener("input", () => choose(all[slider.value - 1], REST));
  const label = make("label", "", "Compare with");
  label.htmlFor = slider.id;
  const row = make("div", "set version-row");
  row.append(label, slider, Object.assign(make("strong"), { id: "version-name" }));
  const words = make("p");
  words.id = "version-words";
  const lists = make("div", "version-lists");
  lists.append(listOf("version-exchange", "What to exchange"), listOf("version-table", "What changed"));
  const acts = make("div", "set");
  const sheets = make("label");
  const box = make("input");
  Object.assign(box, { type: "checkbox", id: "version-show" });
  box.addEventListener("change", () => {
    frame();
    redraw();
  });
  sheets.append(box, " Show its sheets");
  const print = act("version-print", "Print what changed", printChanges);
  print.classList.add("primary");
  acts.append(print, act("version-next", "Next changed sheet", nextFramed), sheets, act("version-back", "Go back to this version", goBack));
  acts.id = "version-acts";
  panel.append(top, row, words, acts, lists);
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    leave();
  });
}

function listOf(id, label) {
  const made = make("pre");
  Object.assign(made, { id, tabIndex: 0, hidden: true });
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", label);
  return made;
}

function act(id, words, does) {
  const made = button(words, does);
  made.id = id;
  return made;
}

const isOpen = () => !by("versions").hidden;

// ------------------------------------------------------------------ called by the page

// Returns the chosen version in the form that the program takes.
export const forProgram = () => chosenVersion;
// Returns the parameters that request the sheets of this version, if the user wants to see them.
export const view = () => (isOpen() && chosenVersion && by("version-show").checked ? { then: chosenVersion.serial } : undefined);
// Called after sheets were drawn, because something may have changed.
export const drawn = () => isOpen() && afterTyping("versions", compare);

// Called after another folder was opened. If the user has never changed it, opening counts as its last change, so that
// the next change stores no version.
export function opened() {
  close();
  known = current();
  last = folder.now.touched ? (folder.now.when ?? 0) : Date.now();
}

// Called after the folder has changed. If a new session of work begins, stores the folder as it was before this change.
export function changed() {
  const before = known;
  const isSession = before.id === folder.now.id && Date.now() - last >= SESSION;
  known = current();
  last = Date.now();
  if (isSession) keep(before, { why: "opened" });
}

// Called after the user has downloaded a PDF of the whole folder. Stores this version.
export function onDownload({ files }) {
  const { id, layout } = folder.now;
  keep({ id, layout, files }, { why: "downloaded", numbers: [] });
}

export function roomMade(count) {
  notice(`The browser has no room: ${count === 1 ? "the oldest version is" : `the ${count} oldest versions are`} removed. Your game stays.`);
  if (isOpen()) list();
}

// ------------------------------------------------------------------ keeping

// Stores a version. If there is no space, removes old ones. Returns { serial, gone }, or null if the version cannot be
// stored.
async function keep(of, what) {
  for (;;) {
    try {
      const kept = await history.keep(of, what);
      if (isOpen()) await list();
      return kept;
    } catch (error) {
      const count = isNoRoom(error) ? await history.makeRoom().catch(() => 0) : 0;
      if (count) roomMade(count);
      else {
        notice("This version is not kept: the browser has no room. Delete a game that you no longer need, or save a ZIP file.");
        return null;
      }
    }
  }
}

const current = () => ({ id: folder.now.id, layout: folder.now.layout, files: folder.now.files });

async function keepNamed() {
  const name = await question({ title: "Keep this version", label: "Name", value: `Version ${all.length + 1}`, yes: "Keep it" });
  if (!name) return;
  const kept = await keep(current(), { name });
  if (!kept) return;
  await list(kept.serial);
  const most = kept.gone ? ` A game has at most ${history.MOST} versions: the oldest is gone.` : "";
  notice(`This version is kept as “${name}”.${most}`);
}

// ------------------------------------------------------------------ the panel

async function toggle() {
  if (isOpen()) return leave();
  by("versions").hidden = false;
  by("versions-open").setAttribute("aria-expanded", "true");
  pane("sheets");
  await list();
  by(all.length > 1 ? "version-at" : "versions-title").focus();
}

function leave() {
  close();
  redraw();
  (by("versions-open").checkVisibility() ? by("versions-open") : by("title")).focus();
}

export function close() {
  by("versions").hidden = true;
  by("versions-open").setAttribute("aria-expanded", "false");
  by("version-show").checked = false;
  comparing?.abort();
  [all, chosenVersion, found, chosenSerial] = [[], null, null, 0];
  show();
}

// Lists the versions, and selects one: the version that was selected, or the newest one.
async function list(serial = chosenSerial) {
  const { id } = folder.now;
  const listed = await history.list(id).catch(() => []);
  if (id !== folder.now.id) return;
  all = listed;
  const at = all.findIndex((version) => version.serial === serial);
  const to = at < 0 ? all.length - 1 : at;
  Object.assign(by("version-at"), { max: Math.max(1, all.length), value: to + 1, hidden: all.length < 2 });
  for (const part of document.querySelectorAll("#versions .version-row, #version-acts")) part.hidden = !all.length;
  if (all.length) return choose(all[to]);
  chosenVersion = found = null;
  tell("No version of this game is kept yet. One is kept when you download a PDF, when you go on with the game another day, and when you ask for it here.");
}

const dated = (when) => {
  const year = new Date(when).getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return new Date(when).toLocaleString("en-GB", { day: "numeric", month: "short", year, hour: "2-digit", minute: "2-digit" });
};
const named = ({ when, name, why }) => (name || why ? `${dated(when)} (${name || WHY[why]})` : dated(when));

// Selects a version, and compares it after a moment.
function choose(version, rest = 0) {
  const called = named(version);
  by("version-name").textContent = called;
  by("version-at").setAttribute("aria-valuetext", `${called}, ${all.indexOf(version) + 1} of ${all.length}`);
  if (chosenVersion?.serial === version.serial) return compare();
  chosenSerial = version.serial;
  comparing?.abort();
  chosenVersion = found = null;
  setActs();
  clearTimeout(reading);
  reading = setTimeout(() => load(version, called), rest);
  return undefined;
}

async function load({ serial, layout, numbers }, called) {
  const files = await history.read(serial).catch(() => null);
  if (!isOpen() || chosenSerial !== serial) return undefined;
  chosenVersion = files && { serial, layout, numbers: numbers.join("\n"), files, version: `then ${serial}`, called };
  if (!files) return tell("The browser has removed this version, so it cannot be compared.");
  setActs();
  if (by("version-show").checked) redraw();
  return compare();
}

const target = (path) => `${path}?${new URLSearchParams({
  ...query(), layout: folder.now.layout, earlier: chosenVersion.layout, "earlier-numbers": chosenVersion.numbers, called: `the version of ${chosenVersion.called}`,
})}`;
const asPair = () => ({ ...folder.forProgram(), earlier: chosenVersion });

async function compare() {
  comparing?.abort();
  if (!isOpen() || !chosenVersion) return;
  const { signal } = (comparing = new AbortController());
  const mine = chosenVersion;
  try {
    const answer = await workers.comparing.ask(target("/changes"), asPair(), undefined, signal);
    if (signal.aborted || mine !== chosenVersion) return;
    if (!answer.ok) return tell(text(answer.bytes));
    showChanges(JSON.parse(text(answer.bytes)));
  } catch {
    // A newer comparison has replaced this one.
  }
}

function showChanges(answer) {
  found = answer.good ? answer : null;
  if (!answer.good) return tell(wrong(answer));
  const { table, exchange, same, prints } = answer;
  by("version-exchange").textContent = exchange.replace(/^ {2}/gm, "").trimEnd();
  by("version-table").textContent = table.trimEnd();
  tell(same ? "All pieces look the same as they do now." : `${counted(answer.current)} different now.`, prints);
}

function counted({ pieces, sheets }) {
  const several = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
  const all = [...new Set(pieces.map((piece) => piece.replace(/\/back$/, "")))];
  const cells = all.filter((piece) => piece.includes("/cell:")).length;
  const parts = [[all.length - cells, "piece"], [cells, "cell"]].filter(([count]) => count);
  if (!parts.length) return "Something other than pieces and cells looks";
  return `${parts.map((part) => several(...part)).join(" and ")} on ${several(sheets.length, "sheet")} ${all.length === 1 ? "looks" : "look"}`;
}

// Returns why the two versions cannot be compared: which of them cannot be built, and its first mistake.
function wrong({ which, mistakes }) {
  const first = mistakes[0];
  const where = first?.place ? ` (${first.place.file}, line ${first.place.line})` : "";
  const what = first ? ` ${first.message}${where}.` : "";
  if (which === "current") return `The layout has mistakes now, so nothing can be compared. Mend them first.${what}`;
  return `This version cannot be built, so nothing can be compared. You can still go back to it.${what}`;
}

function tell(words, prints = false) {
  by("version-words").textContent = words;
  for (const id of ["version-exchange", "version-table"]) by(id).hidden = !found || found.same;
  setActs(prints);
  frame();
  announce(chosenVersion ? `${chosenVersion.called}: ${words}` : words);
}

function setActs(prints = false) {
  by("version-print").disabled = !prints;
  by("version-next").disabled = !found || found.same;
  by("version-back").disabled = !chosenVersion;
}

// Draws frames around the differences on the sheets of the visible version.
function frame() {
  const of = found?.[by("version-show").checked ? "earlier" : "current"];
  show(of ? { ...of, words: "differs between the versions" } : undefined);
}

// ------------------------------------------------------------------ printing and going back

async function printChanges() {
  const { files } = folder.now;
  const { numbers } = found;
  by("version-print").disabled = true;
  const answer = await workers.comparing.ask(target("/take-changes"), asPair());
  by("version-print").disabled = false;
  if (!answer.ok) return tell(text(answer.bytes), true);
  const name = answer.name.replace(/(\.pieces|-changes)?(\.\w+)$/, "-changes$2");
  save(name, answer.bytes, answer.kind);
  await keep({ ...current(), files }, { why: "printed", numbers });
  notice(`${name} is saved. What to exchange is listed under Versions.`);
}

async function goBack() {
  const [before, to] = [current(), chosenVersion];
  await keep(before, { why: "before" });
  if (folder.now.id !== before.id) return;
  folder.replaceAll(to.files, to.layout);
  notice(`The game is as it was: ${to.called}.`, "Undo", async () => {
    if (folder.now.id !== before.id) return;
    await keep(current(), { why: "before" });
    folder.replaceAll(before.files, before.layout);
  });
}
