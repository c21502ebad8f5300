// Completion of words. The program lists what the user may type, and CodeMirror shortens the list while the user types.

const KINDS = { key: "property", word: "enum", colour: "constant", name: "variable" };

// `answer(path, values)` sends a request to the program, and returns its answer or null.
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
    // Called after the user has typed more of the word. Returns whether the list can still be used; if not, the program
    // is asked again. A list that was cut off may lack the words that fit now. A complete word needs no list.
    const validFor = (word) => found.complete && /^[\p{L}\p{N}_-]*$/u.test(word) && !isComplete(found.items, word);
    return { from: found.from, options, validFor };
  };
}

// Returns whether a word is complete and does not begin a longer one. A list with only this word would needlessly cover
// the next line.
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
