// Completion. The module says what the user may type, and CodeMirror reduces the list while the word grows.

const KINDS = { key: "property", word: "enum", colour: "constant", name: "variable" };

// `answer(path, values)` returns the answer of the module, or null.
export function completionFrom(answer) {
  return async ({ state, pos, explicit, aborted }) => {
    const typed = /[\w-]*$/.exec(state.sliceDoc(Math.max(0, pos - 100), pos))[0];
    // In an empty pair of quotes, the list opens by itself.
    const before = state.sliceDoc(Math.max(0, pos - 1), pos);
    if (!typed && !explicit && before !== '"') return null;
    const found = await answer("/complete", { at: pos });
    if (aborted || !found?.items.length || isComplete(found.items, state.sliceDoc(found.from, pos))) return null;
    const options = found.items.map(({ label, insert, meaning, picture, kind }) => ({
      label,
      apply: insert,
      detail: kind === "key" ? undefined : meaning.split("\n")[0],
      info: kind === "key" ? meaning || undefined : undefined,
      type: KINDS[kind],
      picture,
    }));
    // If there are more words than the list holds, the next letter asks the module again. The same applies if the word
    // is complete.
    const validFor = (word) => found.complete && /^[\p{L}\p{N}_-]*$/u.test(word) && !isComplete(found.items, word);
    return { from: found.from, options, validFor };
  };
}

// Returns whether a word is complete and is not the beginning of another one. A list with only this word would cover
// the next line for no use.
function isComplete(items, word) {
  const fits = items.filter(({ label }) => label.startsWith(word));
  return fits.length === 1 && fits[0].label === word;
}

// Returns the picture in front of a word in the list: an icon, or a colour.
export const picture = {
  position: 20,
  render({ picture }) {
    if (!picture) return null;
    const image = document.createElement("img");
    image.src = picture;
    image.alt = "";
    return image;
  },
};
