// Shows what the program says about a word: the word below the pointer, or the word at the cursor.
import { EditorView, activateHover, closeHoverTooltips, hasHoverTooltips, hoverTooltip } from "@codemirror/view";

function tooltip({ words, picture, from, to }) {
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "explained";
    dom.textContent = words;
    if (picture) {
      const image = document.createElement("img");
      image.src = picture;
      image.alt = "";
      dom.append(image);
    }
    return { dom };
  };
  return { pos: from, end: to, create };
}

// Returns the extension and its keys. `answer(path, values)` sends a request to the program, and returns its answer or
// null.
export function explanations(answer) {
  let asked = null; // The answer of the program about the word at the cursor.
  const ofPointer = (at) => answer("/hover", { at }).then((found) => found && tooltip(found));
  const extension = hoverTooltip((view, at) => (asked ? tooltip(asked) : ofPointer(at)));

  async function explain(view) {
    const { doc, selection } = view.state;
    const at = selection.main.head;
    const found = await answer("/hover", { at }).catch(() => null);
    // If the user has typed or moved the cursor in the meantime, the answer is about another place.
    if (view.state.doc !== doc || !view.state.selection.eq(selection)) return;
    view.dispatch({ effects: EditorView.announce.of(found?.words ?? "There is no explanation of this place.") });
    if (!found) return;
    // Any change of the view would close a tooltip that still waits for its answer. So the answer is fetched before the
    // tooltip opens.
    asked = found;
    activateHover(view, at, 1, { tooltip: extension, until: (change) => change.docChanged || Boolean(change.selection) });
    asked = null;
  }

  function close(view) {
    if (!hasHoverTooltips(view.state)) return false;
    view.dispatch({ effects: closeHoverTooltips });
    return true;
  }

  const keys = [{ key: "Mod-k Mod-i", run: (view) => Boolean(explain(view)) }, { key: "Escape", run: close }];
  return { extension, keys };
}
