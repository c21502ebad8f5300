// Finds and makes elements of the page.
export const by = (id) => document.getElementById(id);
export const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
export const shape = (tag, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
// Sets the text of an element, unless it already has this text. Otherwise, a screen reader would read the text twice.
export const say = (id, words, bad = false) => {
  if (by(id).textContent !== words) by(id).textContent = words;
  by(id).classList.toggle("bad", bad);
};
// Closes a modal dialog when the user clicks outside it, as a click outside a menu closes the menu.
export const closeBeside = (dialog) => dialog.addEventListener("click", ({ target, clientX, clientY }) => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  if (target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)) dialog.close();
});
// Saves bytes as a file in the downloads of the browser.
export const save = (name, bytes, kind) => {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};
export const PX_PER_MM = 96 / 25.4;
// Returns a choice of the user that the browser has stored. Returns null if there is none, or if the browser stores
// nothing.
export const recall = (name) => {
  try {
    return localStorage.getItem(`hexpress-${name}`);
  } catch {
    return null;
  }
};
export const remember = (name, value) => {
  try {
    localStorage.setItem(`hexpress-${name}`, value);
  } catch {
    // The browser stores nothing, so the choice is kept only until the page is closed.
  }
};
