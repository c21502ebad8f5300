// The editor of a layout: CodeMirror, with completion and hover from the JSON Schema.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, StreamLanguage, syntaxHighlighting, HighlightStyle } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { explain, suggest } from "./schema.js";

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
  ".cm-panels": { background: "var(--panel)", color: "var(--words)" },
});

export function create({ parent, schema, changed, moved }) {
  const states = new Map(); // By the name of the file: its text, its selection, and what can be undone.
  let shown = null; // The name of the file in the editor.
  let setting = false;
  let isLayout = true;
  let line = 0;
  const hover = hoverTooltip((view, at) => {
    const word = view.state.wordAt(at);
    const words = isLayout && word && explain(schema, view.state.doc.toString(), word.from, word.to);
    if (!words) return null;
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "explained";
      dom.textContent = words;
      return { dom };
    };
    return { pos: word.from, end: word.to, create };
  });
  const complete = ({ state, pos, explicit, matchBefore }) => {
    if (!isLayout) return null;
    const before = state.doc.sliceString(0, pos);
    const typed = /[\w-]*$/.exec(before)[0];
    if (!typed && !explicit) return null;
    const options = suggest(schema, before.slice(0, before.length - typed.length));
    return options.length ? { from: pos - typed.length, options, validFor: /^[\w-]*$/ } : null;
  };
  const listen = EditorView.updateListener.of((update) => {
    if (update.docChanged && !setting) changed(update.state.doc.toString());
    const now = update.state.doc.lineAt(update.state.selection.main.head).number;
    if (now !== line && (update.selectionSet || update.docChanged)) moved((line = now));
  });
  const extensions = [
    theme, lineNumbers(), lintGutter(), history(), drawSelection(), bracketMatching(), highlightActiveLine(),
    highlightSelectionMatches(), StreamLanguage.define(toml), syntaxHighlighting(style),
    autocompletion({ override: [complete] }), hover, listen,
    // Escape, then Tab, leaves the editor.
    keymap.of([indentWithTab, ...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap]),
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
  return {
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
    insert(words) {
      view.dispatch(view.state.replaceSelection(words));
      view.focus();
    },
    where() {
      return { text: view.state.doc.toString(), at: view.state.selection.main.head };
    },
    mark(places) {
      const found = places.map((place) => {
        const from = offset(place);
        const to = Math.min(view.state.doc.lineAt(from).to, offset({ ...place, column: place.column + place.length }));
        const severity = { error: "error", warning: "warning" }[place.severity] ?? "info";
        return { from, to: Math.max(from, to), severity, message: place.message };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
  };
}
