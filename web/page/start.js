// Shows pictures of the games and of the start layouts, which are layouts to begin with. A picture is drawn when its
// card becomes visible.
import { by, make } from "./dom.js";

// The start layouts that draw pieces. The other ones draw boards.
const PIECES = ["cards", "deck", "notes", "tiles", "counters"];

// Titles of start layouts whose names do not say enough.
const TITLES = { game: "A whole game", hexhex: "Hexagon", morris: "Points and lines", deck: "Deck from a spreadsheet", notes: "Money" };

const text = ({ bytes }) => new TextDecoder().decode(bytes);

// Fills the start page. `draw` returns the first sheet of a game or of a start layout, and `open` opens it. `ways` asks
// how to begin a deck from a spreadsheet.
export async function startPage({ ask, draw, open, ways }) {
  const { games, gallery, starts } = JSON.parse(text(await ask("/begin")));
  const pictures = drawInSight(draw);
  const show = (id, cards) => {
    by(id).replaceChildren(...cards.map((card) => item(card, open)));
    for (const button of by(id).querySelectorAll("button")) pictures.observe(button);
  };
  const card = (name) => ({ name, title: titleOf(name), id: `game-${name}` });
  const begun = starts.map(({ name, what }) => ({ name, title: TITLES[name] ?? titleOf(name), what, id: `start-${name}` }));
  show("games", games.map(card));
  show("starts", begun.filter(({ name }) => !PIECES.includes(name)));
  show("start-pieces", begun.filter(({ name }) => PIECES.includes(name)));
  show("gallery", gallery.map(card));
  for (const door of document.querySelectorAll("[data-start]")) {
    door.disabled = false;
    door.addEventListener("click", () => (door.id === "door-deck" ? ways : open)(door.dataset.start));
  }
}

// Returns a name as a title, until the title of the game has arrived: `nine-mens-morris` becomes "Nine mens morris".
const titleOf = (name) => name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");

function item({ name, title, what, id }, open) {
  const [item, button, frame, picture, caption] = [make("li"), make("button"), make("span", "frame"), make("img"), make("span", "name", title)];
  button.type = "button";
  button.id = id;
  button.dataset.name = name;
  picture.alt = "";
  frame.append(picture);
  button.append(frame, caption);
  if (what) button.append(make("span", "what", what));
  button.addEventListener("click", () => open(name));
  item.append(button);
  return item;
}

// Draws the visible pictures, one after another.
function drawInSight(draw) {
  const waiting = new Set();
  let busy = false;
  const work = async () => {
    if (busy) return;
    busy = true;
    for (const button of waiting) {
      waiting.delete(button);
      pictures.unobserve(button);
      await fill(button, draw).catch(() => {});
    }
    busy = false;
  };
  const pictures = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) waiting.add(target);
      else waiting.delete(target);
    }
    work();
  }, { root: by("start"), rootMargin: "20%" });
  return pictures;
}

async function fill(button, draw) {
  const { title, sheets } = JSON.parse(text(await draw(button.dataset.name)));
  if (!sheets?.[0]?.svg) return;
  const picture = button.querySelector("img");
  picture.src = URL.createObjectURL(new Blob([sheets[0].svg], { type: "image/svg+xml" }));
  if (button.id.startsWith("game-")) button.querySelector(".name").textContent = title;
}
