// Elements, made and found.
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
// Says something, and once only: what stays as it is is not read out again.
export const say = (id, words, bad = false) => {
  if (by(id).textContent !== words) by(id).textContent = words;
  by(id).classList.toggle("bad", bad);
};
// A click beside a dialog closes it, as it closes a menu: nothing else on the page can be reached meanwhile.
export const closeBeside = (dialog) => dialog.addEventListener("click", ({ target, clientX, clientY }) => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  if (target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)) dialog.close();
});
// Saves what was answered as a file.
export const save = (name, bytes, kind) => {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};
export const PX_PER_MM = 96 / 25.4;
// What the browser remembers of the user's choices; nothing where it may not keep anything.
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
    // The choice holds until the page is closed.
  }
};
