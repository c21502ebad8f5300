// Completion: the module says what may be typed, and CodeMirror narrows it down while the word grows.

const KINDS = { key: "property", word: "enum", colour: "constant", name: "variable" };

// `answer(path, values)` is what the module says, or null.
export function completionFrom(answer) {
  return async ({ state, pos, explicit, aborted }) => {
    const typed = /[\w-]*$/.exec(state.sliceDoc(Math.max(0, pos - 100), pos))[0];
    // In a new pair of quotes the words come by themselves.
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
    // If there are too many, the next letter asks again; also if the word is complete.
    const validFor = (word) => found.complete && /^[\p{L}\p{N}_-]*$/u.test(word) && !isComplete(found.items, word);
    return { from: found.from, options, validFor };
  };
}

// Whether a word is typed whole, and is not the beginning of another one: a list of it alone would cover the next line.
function isComplete(items, word) {
  const fits = items.filter(({ label }) => label.startsWith(word));
  return fits.length === 1 && fits[0].label === word;
}

// The picture before a word: an icon, or a colour.
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
