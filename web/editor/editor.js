// The editor of a layout: CodeMirror. The backend provides completion, explanations, corrections and swatches. It gives
// the same answers as the language server.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, StreamLanguage, syntaxHighlighting, HighlightStyle } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { completionFrom, picture } from "./completion.js";
import { explanations } from "./hover.js";
import { swatches } from "./swatches.js";

// Uses the colours of the page, which suit both the light and the dark mode.
const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--number)" },
  { tag: [tags.propertyName, tags.keyword], color: "var(--accent)" },
]);

// The editor is in a shadow tree, so that its styles need no exception in the security policy of the page.
const theme = EditorView.theme({
  "&": { height: "100%", fontSize: ".9rem", color: "var(--words)", background: "var(--panel)" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace" },
  ".cm-gutters": { background: "var(--panel)", color: "var(--quiet)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--accent) 9%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--words)" },
  ".cm-content": { caretColor: "var(--words)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  ".cm-tooltip": { background: "var(--panel)", color: "var(--words)", border: "1px solid var(--line)", maxWidth: "26rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--accent)", color: "var(--panel)" },
  ".cm-diagnostic": { color: "var(--words)" },
  ".explained": { padding: ".3rem .5rem", whiteSpace: "pre-wrap" },
  ".explained img": { display: "block", marginTop: ".3rem", height: "2.5rem" },
  ".cm-tooltip-autocomplete img": { height: "1.1em", marginRight: ".4em", verticalAlign: "-.2em" },
  ".swatch": { display: "inline-block", height: ".9em", marginRight: ".25em", verticalAlign: "-.1em", borderRadius: ".15em" },
  ".swatch.colour": { width: ".9em", border: "1px solid var(--line)" },
  ".cm-diagnosticAction": { background: "var(--accent)", color: "var(--panel)" },
  ".cm-panels": { background: "var(--panel)", color: "var(--words)" },
});

// `ask(path, values)` sends a request to the backend, and returns its answer.
export function create({ parent, changed, moved, ask }) {
  const states = new Map(); // For each file name: the text, the selection, and the changes that can be undone.
  let shown = null; // The name of the file in the editor.
  let setting = false;
  let isLayout = true;
  let line = 0;
  // Returns the answer of the program about the layout in the editor. Returns null for other files, and if the request
  // fails.
  const answer = async (path, values = {}) => {
    if (!isLayout || !ask) return null;
    const { ok, bytes } = await ask(path, values);
    return ok ? JSON.parse(new TextDecoder().decode(bytes)) : null;
  };
  const listen = EditorView.updateListener.of((update) => {
    if (update.docChanged && !setting) changed(update.state.doc.toString());
    const now = update.state.doc.lineAt(update.state.selection.main.head).number;
    if (now !== line && (update.selectionSet || update.docChanged)) moved((line = now));
  });
  const explained = explanations(answer);
  const extensions = [
    theme, lineNumbers(), lintGutter(), history(), drawSelection(), bracketMatching(), highlightActiveLine(),
    highlightSelectionMatches(), StreamLanguage.define(toml), syntaxHighlighting(style),
    autocompletion({ override: [completionFrom(answer)], icons: false, addToOptions: [picture] }),
    explained.extension, swatches(answer), listen,
    // Files that are dropped go into the folder. Otherwise CodeMirror would insert their text here.
    EditorView.domEventHandlers({ drop: (event) => event.dataTransfer?.files.length > 0 }),
    // Escape, then Tab, leaves the editor.
    keymap.of([indentWithTab, ...explained.keys, ...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Layout. Escape, then Tab, leaves it." }),
    EditorView.lineWrapping,
  ];
  const root = parent.attachShadow({ mode: "open" });
  const view = new EditorView({ parent: root, root, state: EditorState.create({ extensions }) });
  const offset = ({ line, column = 1 }) => {
    const row = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    // A column counts characters. A position counts UTF-16 units, of which some characters need two.
    return Math.min(row.to, row.from + [...row.text].slice(0, column - 1).join("").length);
  };
  // Inserts the text of a correction, unless this place has changed. Returns whether the text was inserted.
  const put = ({ line, column, typed, text }) => {
    const from = offset({ line, column });
    const to = from + typed.length;
    if (view.state.sliceDoc(from, to) !== typed) return false;
    view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length }, userEvent: "input.fix",
      effects: EditorView.scrollIntoView(from, { y: "center" }) });
    return true;
  };
  return {
    put,
    // Shows a file. If the file was shown earlier and has the same text, its changes can still be undone.
    set(name, text, is) {
      isLayout = is;
      // No line has the number 0, so `moved` is called for the first line in which the cursor is.
      line = 0;
      if (shown !== null) states.set(shown, view.state);
      shown = name;
      const known = states.get(name);
      const goesOn = known?.doc.eq(Text.of(text.split(/\r\n?|\n/)));
      setting = true;
      view.setState(goesOn ? known : EditorState.create({ doc: text, extensions }));
      view.dispatch({ effects: EditorView.scrollIntoView(goesOn ? known.selection.main.head : 0) });
      setting = false;
    },
    // Forgets the changes that can be undone in all files, because another folder may have files of the same names.
    forget() {
      states.clear();
      shown = null;
    },
    goTo(line, column) {
      const at = offset({ line, column });
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    // Replaces the text, and moves the cursor to the end of the changed part. Equal parts at the beginning and at the
    // end are not replaced.
    replace(words) {
      const before = view.state.doc.toString();
      const most = Math.min(before.length, words.length);
      let from = 0;
      while (from < most && before[from] === words[from]) from += 1;
      let same = 0;
      while (same < most - from && before.at(-1 - same) === words.at(-1 - same)) same += 1;
      const insert = words.slice(from, words.length - same);
      view.dispatch({ changes: { from, to: before.length - same, insert }, selection: { anchor: from + insert.length }, userEvent: "input.fix",
        effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
    // Scrolls to the cursor, for example after the editor has become smaller.
    reveal() {
      view.requestMeasure({ read() {}, write: () => view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) }) });
    },
    where() {
      return { text: view.state.doc.toString(), at: view.state.selection.main.head };
    },
    mark(places) {
      const found = places.map((place) => {
        const from = offset(place);
        const to = Math.min(view.state.doc.lineAt(from).to, offset({ ...place, column: place.column + place.length }));
        const severity = { error: "error", warning: "warning" }[place.severity] ?? "info";
        const actions = place.fix ? [{ name: "Fix", apply: () => put(place.fix) }] : [];
        return { from, to: Math.max(from, to), severity, message: place.message, actions };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
  };
}
