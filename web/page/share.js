// Puts a folder into an address, so that the user can send it.
import { bytes, isLayout, text } from "./bytes.js";
import { by, make } from "./dom.js";
import * as disk from "./disk.js";
import * as folder from "./folder.js";
import { button, notice } from "./notice.js";
import { packed, unpacked } from "./zip.js";

const LONGEST = 16000; // The maximum number of characters of an address. Programs for mail and chat cut off longer ones.
const LARGEST = 4e6; // The maximum size of the unpacked folder, in bytes.

const forAddress = (packed) => {
  let signs = "";
  for (let at = 0; at < packed.length; at += 8192) signs += String.fromCharCode(...packed.subarray(at, at + 8192));
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};
const fromAddress = (coded) =>
  Uint8Array.from(atob(coded.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

let isArriving = false;

// Records the open folder in the history of the tab, so that a reload and Back find it. Removes a shared folder from
// the address, unless the open folder comes from it.
export function enter(id) {
  if (history.state?.folder === id) return;
  if (isArriving) history.replaceState({ folder: id }, "");
  else history.pushState({ folder: id }, "", location.pathname + location.search);
}

// Returns the part of the address that contains the folder. For a single file, this is its name and its text. Otherwise
// it is the name of the layout, the names and sizes of all files, and then their contents.
async function fragment({ layout, files }) {
  if (files.size === 1) return `#layout=${forAddress(await packed(bytes(`${layout}\n${text(files.get(layout))}`)))}`;
  const head = JSON.stringify({ layout, files: [...files].map(([name, contents]) => [name, contents.length]) });
  const whole = new Blob([`${head}\n`, ...files.values()]);
  return `#folder=${forAddress(await packed(new Uint8Array(await whole.arrayBuffer())))}`;
}

function parted(whole) {
  const end = whole.indexOf(10);
  const { layout, files } = JSON.parse(text(whole.subarray(0, end)));
  let at = end + 1;
  return { layout, files: files.map(([name, size]) => [String(name), whole.slice(at, (at += size))]) };
}

// Opens the folder or the game that the address of the page names. Returns whether the address names one.
export async function openAddress(openGame) {
  const [, what, value] = /^#(layout|folder|game|start)=([\w-]+)$/.exec(location.hash) ?? [];
  if (!what) return false;
  isArriving = true;
  try {
    if (what === "game" || what === "start") return Boolean(await openGame(value));
    const whole = await unpacked(fromAddress(value), LARGEST);
    const found = what === "folder" ? parted(whole) : ofLayout(whole);
    if (!found.files.some(([name, contents]) => name === found.layout && isLayout(name, contents))) throw new Error("no layout");
    return await folder.openNew({ ...found, like: location.hash });
  } catch {
    notice("The address is not complete: it may have been cut off on its way. Ask for it again, or for a ZIP file.");
    return false;
  } finally {
    isArriving = false;
  }
}

function ofLayout(whole) {
  const end = whole.indexOf(10);
  const layout = text(whole.subarray(0, end));
  return { layout, files: [[layout, whole.slice(end + 1)]] };
}

// Puts the folder into the address, copies the address, and shows it.
export async function share() {
  by("take-note").textContent = "";
  const part = await fragment(folder.now);
  const address = location.origin + location.pathname + part;
  if (address.length > LONGEST) return tooLong(address.length);
  history.replaceState(history.state, "", part);
  const isCopied = await copy(address);
  const words = isCopied ? "The address is copied. It contains the whole game." : "The browser does not let this page copy. Copy the address yourself:";
  return dialog(words, address, [button("Copy again", async () => {
    by("share-note").textContent = (await copy(address)) ? "The address is copied." : "The browser does not let this page copy.";
  })]);
}

async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}

const tooLong = (length) => dialog(
  `This game needs an address of ${length.toLocaleString("en")} characters. Programs for mail and chat pass on about ${LONGEST.toLocaleString("en")}. Send the ZIP file instead: this page opens it.`,
  "", [button("Save ZIP", () => disk.saveZip())],
);

function dialog(words, address, buttons) {
  const shown = make("dialog", "question");
  shown.id = "shared";
  shown.setAttribute("aria-labelledby", "shared-title");
  const head = make("h2", "", "Share");
  head.id = "shared-title";
  const note = make("p", "", words);
  note.id = "share-note";
  note.setAttribute("role", "status");
  shown.append(head, note);
  if (address) {
    const around = make("label", "", "Address");
    const field = make("input");
    Object.assign(field, { id: "share-address", value: address, readOnly: true, type: "text" });
    field.addEventListener("focus", () => field.select());
    around.append(field);
    shown.append(around);
  }
  const row = make("div", "set");
  row.append(...buttons, button("Close", () => shown.close()));
  shown.append(row);
  shown.addEventListener("close", () => shown.remove());
  by("shared")?.remove();
  document.body.append(shown);
  shown.showModal();
}
