// Lists the stored games on the start page.
import { by, make } from "./dom.js";
import * as folder from "./folder.js";
import { button, hideNotice, notice, question } from "./notice.js";
import { ago } from "./status.js";
import * as storage from "./storage.js";

const FIRST = 12; // The number of games that are listed until the user asks for all.
let isAll = false;

export function begin() {
  by("folders").classList.add("kept-games");
  storage.removeDeleted().catch(() => {});
}

// Lists the games, with the newest first.
export async function list() {
  const games = await storage.all().catch(() => []);
  const lost = storage.stashesOf().filter(({ id }) => !games.some((game) => game.id === id));
  const all = [...lost.map(({ id, name, layout }) => ({ id, title: name || layout, when: 0, files: [layout], layout })), ...games];
  by("again").hidden = !all.length;
  const shown = isAll ? all : all.slice(0, FIRST);
  by("folders").replaceChildren(...shown.map(item));
  if (shown.length === all.length) return;
  const more = make("li", "more-kept");
  more.append(button(`Show all ${all.length} games`, () => {
    isAll = true;
    list();
  }));
  by("folders").append(more);
}

function item(game) {
  const { id, title, picture, when, files, layout } = game;
  const [item, open, image, words] = [make("li"), button("", () => folder.openKept(id)), make("img"), make("span", "what")];
  open.className = "kept-game";
  open.dataset.id = id;
  image.alt = "";
  if (picture) image.src = picture;
  else image.className = "empty";
  const more = files.length > 1 ? `${layout} and ${files.length - 1} more` : layout;
  words.append(make("strong", "", title), make("span", "", when ? `Changed ${ago(when)}` : "Not kept yet"), make("span", "", more));
  open.append(image, words);
  const acts = make("span", "set");
  acts.append(button("Rename", () => rename(game), `Rename ${title}`), button("Delete", () => remove(game), `Delete ${title}`));
  item.append(open, acts);
  return item;
}

async function rename({ id, title }) {
  const name = await question({ title: "Rename the game in this list", label: "Name", value: title, yes: "Rename" });
  if (!name) return;
  await storage.rename(id, name);
  await list();
  document.querySelector(`[data-id="${id}"]`)?.focus();
}

async function remove({ id, title }) {
  const stashes = storage.stashesOf(id);
  await storage.remove(id).catch(() => {});
  for (const { key } of stashes) storage.forget(key);
  await list();
  (by("folders").querySelector("button") ?? by("start-title"))?.focus();
  notice(`${title} is deleted.`, "Undo", async () => {
    await storage.restore(id);
    hideNotice();
    await list();
    document.querySelector(`[data-id="${id}"]`)?.focus();
  });
}
