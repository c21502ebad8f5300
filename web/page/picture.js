// Makes a small picture of the first sheet for the list of games.
import { jsonOf } from "./bytes.js";
import * as folder from "./folder.js";
import * as storage from "./storage.js";
import * as workers from "./workers.js";

const QUIET = 2000; // Milliseconds without a change until the picture is made.
const HEIGHT = 220; // Pixels.
let timer = null;
let isDue = false;

export function soon() {
  isDue = true;
  clearTimeout(timer);
  timer = setTimeout(() => take(), QUIET);
}

// Makes the picture if the folder has changed after the last picture.
export async function take() {
  clearTimeout(timer);
  if (!isDue || !folder.isOpen()) return;
  isDue = false;
  const { id, layout } = folder.now;
  try {
    const { sheets } = await jsonOf(workers.quick.ask(`/sheets?${new URLSearchParams({ layout, draw: "0" })}`, folder.forProgram(true)));
    if (sheets?.[0]?.svg) await storage.draw(id, await small(sheets[0]));
  } catch {
    // Without a picture, the list shows only the title of the game.
  }
}

async function small({ svg, width, height }) {
  const source = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: Math.round((HEIGHT * width) / height), height: HEIGHT });
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/webp", 0.8);
  } finally {
    URL.revokeObjectURL(source);
  }
}
