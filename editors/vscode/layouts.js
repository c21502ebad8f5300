// Tells layouts from other TOML files, as the language server does.
const HEADER = /^[ \t]*(\[\[?)[ \t]*([^\].\s]+)[ \t]*[\].]/gm;
const COMPONENTS = ["board", "cards", "notes", "tiles", "counters", "page", "box"];
const OTHERS = ["game", "directions", "colours", "icons", "fonts", "look", "places", "sheet", "furniture", "must"];

// A list of components makes a layout. A table of one does so too, if the file has no table that a layout cannot have.
function isLayout(text) {
  const headers = [...text.matchAll(HEADER)].map(([, brackets, name]) => ({ isList: brackets === "[[", name }));
  const isComponent = ({ name }) => COMPONENTS.includes(name);
  return headers.some((header) => header.isList && isComponent(header))
    || (headers.some((header) => isComponent(header) || header.name === "game")
      && headers.every((header) => isComponent(header) || OTHERS.includes(header.name)));
}

module.exports = { isLayout };
