// Explanations: what the module says of the word below the pointer.

// `answer(path, values)` is what the module says, or null.
export const hoverFrom = (answer) => async (view, at) => {
  const found = await answer("/hover", { at });
  if (!found) return null;
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "explained";
    dom.textContent = found.words;
    if (found.picture) {
      const image = document.createElement("img");
      image.src = found.picture;
      image.alt = "";
      dom.append(image);
    }
    return { dom };
  };
  return { pos: found.from, end: found.to, create };
};
