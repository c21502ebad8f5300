// Tells layouts from other TOML files, as the language server does.
const HEADER = /^[ \t]*(\[\[?)[ \t]*([a-zA-Z][\w-]*)[ \t]*(?:\.[^\]\n]*)?\]\]?[ \t]*(?:#.*)?\r?$/gm;
const COMPONENTS = ["board", "cards", "notes", "tiles", "counters", "page", "box"];
const KNOWN = [...COMPONENTS, "game", "directions", "colours", "icons", "fonts", "look", "places", "sheet", "furniture", "must"];

const isComponent = ({ name }) => COMPONENTS.includes(name);
// A name that begins as a known one may be mistyped.
const isSimilar = ({ name }) => KNOWN.some((known) => known.startsWith(name.slice(0, 3)));

// A list of components makes a layout. A table of one does so too, if the file has no table that a layout cannot have.
function isLayout(text) {
  const headers = [...text.matchAll(HEADER)].map(([, brackets, name]) => ({ isList: brackets === "[[", name }));
  return headers.some((header) => header.isList && isComponent(header))
    || (headers.some((header) => isComponent(header) || header.name === "game") && headers.every(isSimilar));
}

module.exports = { isLayout };
