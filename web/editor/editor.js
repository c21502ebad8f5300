// The editor of a layout: CodeMirror. Completion, explanations, corrections and swatches are the answers that the language
// server gives, asked of the backend.
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

// Colours of the page, which are right in the light and in the dark.
const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--number)" },
  { tag: [tags.propertyName, tags.keyword], color: "var(--accent)" },
]);

// The editor stands in a tree of its own, so that its styles need no exception of the page's policy.
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

// `ask(path, values)` answers as the backend does.
export function create({ parent, changed, moved, ask }) {
  const states = new Map(); // By the name of the file: its text, its selection, and what can be undone.
  let shown = null; // The name of the file in the editor.
  let setting = false;
  let isLayout = true;
  let line = 0;
  // What the module says of the layout in the editor; null for other files, and while nobody answers.
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
    // Files that are dropped go into the folder; CodeMirror would put their text here.
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
    // Columns count signs, positions count halves of a surrogate pair.
    return Math.min(row.to, row.from + [...row.text].slice(0, column - 1).join("").length);
  };
  // Puts the text of a correction, unless the place has changed since. Returns whether it did.
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
    // Shows a file. If it was shown before and has the same text, its changes can still be undone.
    set(name, text, is) {
      isLayout = is;
      // The cursor is in no line of the new text yet, so any line that it goes to is told.
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
    // Forgets what can be undone in all files: another folder may have files of the same names.
    forget() {
      states.clear();
      shown = null;
    },
    goTo(line, column) {
      const at = offset({ line, column });
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    // Puts another text in the place of this one: what both have in common at the beginning and at the end stays.
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
    // Brings the cursor back into sight, as when the editor has become smaller.
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
