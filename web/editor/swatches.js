// Small pictures (swatches) before colours and icons in the text. They are only decoration: the text says the same.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";

const PAUSE = 250; // Milliseconds after a change until the swatches are requested.

class Swatch extends WidgetType {
  constructor(colour, picture) {
    super();
    this.colour = colour;
    this.picture = picture;
  }

  eq(other) {
    return other.colour === this.colour && other.picture === this.picture;
  }

  toDOM() {
    const swatch = document.createElement(this.picture ? "img" : "span");
    swatch.className = this.picture ? "swatch" : "swatch colour";
    swatch.setAttribute("aria-hidden", "true");
    if (this.picture) {
      swatch.src = this.picture;
      swatch.alt = "";
    } else swatch.style.background = this.colour;
    return swatch;
  }
}

const found = StateEffect.define();

const field = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    let shown = marks.map(change.changes);
    for (const effect of change.effects) if (effect.is(found)) shown = effect.value;
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations({ colours, icons }, length) {
  const all = [...colours, ...icons].filter(({ to }) => to <= length);
  const marks = all.map(({ from, colour, picture }) => Decoration.widget({ widget: new Swatch(colour, picture), side: -1 }).range(from));
  return Decoration.set(marks, true);
}

// `answer(path, values)` sends a request to the program, and returns its answer or null.
export function swatches(answer) {
  const asking = ViewPlugin.fromClass(class {
    constructor(view) {
      this.view = view;
      this.later();
    }

    update(update) {
      if (update.docChanged) this.later();
    }

    later() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.look().catch(() => {}), PAUSE);
    }

    async look() {
      const asked = this.view.state.doc;
      const answered = await answer("/colours");
      // If the text has changed or another file is shown in the meantime, the positions in the answer are wrong.
      if (this.gone || this.view.state.doc !== asked) return;
      this.view.dispatch({ effects: found.of(answered ? decorations(answered, asked.length) : Decoration.none) });
    }

    destroy() {
      this.gone = true;
      clearTimeout(this.timer);
    }
  });
  return [field, asking];
}
