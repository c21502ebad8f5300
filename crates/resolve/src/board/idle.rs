//! Signs of a board's key that nothing shows, and `cell` where every cell is of a kind.

use std::collections::BTreeSet;
use std::ops::Range;

use super::cells::Draft;
use crate::diag::{Place, codes};
use crate::model::board::LabelStyle;
use crate::model::shape::Shape;
use crate::model::{Detail, Shape as Drawn};
use crate::resolve::context::Compiler;
use crate::spec::values::value::{Pair, Where};

const UNSHOWN: &str = "put it on the map or into the column `kind`, or leave it out";
const UNMARKED: &str = "put it behind the sign of a cell, or leave it out";
const COVERED: &str = "a kind draws what its own sign says: say it there, or in [board.at]";

/// Notes which signs the cells have, whose kinds before any address changed them were `kinds`.
pub fn signs(draft: &Draft<'_>, kinds: &BTreeSet<usize>, compiler: &mut Compiler<'_>) {
    let b = draft.b;
    // A board with mistakes may have lost its cells.
    if draft.cells.is_empty() {
        return;
    }
    let places: BTreeSet<_> =
        kinds.iter().filter_map(|index| draft.kinds.kinds.get(*index)).map(|kind| kind.place).collect();
    let marked: BTreeSet<usize> = draft.cells.iter().flat_map(|cell| cell.marks.iter().copied()).collect();
    for (sign, entry) in b.key.iter() {
        let place = compiler.place(sign);
        let (name, why, shown) = match &entry.mark {
            None => {
                let name = entry.kind.as_deref().unwrap_or(&sign.value);
                let on_cell = places.contains(&compiler.place(entry));
                let named =
                    b.at.iter().any(|(_, at)| at.kind.as_ref().is_some_and(|kind| kind.value == *name));
                (format!("no cell is of the kind `{name}`"), UNSHOWN, on_cell || named)
            }
            Some(mark) => {
                let on_cell = draft.marks.iter().position(|key| *key.mark.name == *mark.value);
                let shown = on_cell.is_some_and(|index| marked.contains(&index));
                // Addresses, other boards and small hexagons may ask for it by its name.
                let named = compiler.text.matches(mark.value.as_str()).nth(1).is_some();
                (format!("no cell has the mark `{}`", mark.value), UNMARKED, shown || named)
            }
        };
        compiler.uses.sign(place, &name, why, shown || compiler.is_of_theme(entry));
    }
    if let Some(cell) = b.cell.as_ref().filter(|cell| !compiler.is_of_theme(cell)) {
        let place = compiler.place(cell);
        let message = "`cell` is for cells that nothing else says anything about, and there are none";
        let shown = places.contains(&place);
        compiler.uses.sign(place, message, COVERED, shown);
        let asks = |element: &&crate::spec::tables::element::Element| {
            element.text.as_ref().is_some_and(|text| text.value.contains("{{"))
        };
        let words = cell.draw.iter().map(|draw| &draw.value).filter(asks).count() > 0;
        if shown && words && places.len() > 1 && b.data.is_some() {
            let warning = codes::IDLE_KEY.warning("cells of a kind do not show what `cell` draws");
            compiler.warnings.push(warning.at(place).hint(COVERED));
        }
    }
}

const NOT_SHOWN: &str = "`show-names` prints names: show-names = \"inside\"";
const NO_LABEL: &str = "a cell says its own: \"d4\" = { label = \"Castle\" }";
const LEANS: &str = "only a rhombus and a parallelogram lean: shape = \"rhombus 7 x 7\"; leave it out";
const PUSHED: &str = "only the rows of a rectangle are pushed in: shape = \"rectangle 8 x 6\"; leave it out";

/// Notes keys for the look of names, labels and shapes that a board does not have.
pub fn keys(draft: &Draft<'_>, details: &[Detail], compiler: &mut Compiler<'_>) {
    let b = draft.b;
    if draft.cells.is_empty() {
        return;
    }
    // With `show-names = "none"`, the names are hidden for a while, and their keys are kept on purpose.
    let shown = b.show_names.is_some();
    let of_names = [
        ("names-font", b.names_font.as_ref().map(|at| at.span.clone())),
        ("names-colour", b.names_colour.as_ref().map(|at| at.span.clone())),
        ("names-halo", b.names_halo.as_ref().map(|at| at.span.clone())),
        ("names-at", b.names_at.as_ref().map(|at| at.span.clone())),
        ("names-for", b.names_for.as_ref().map(|at| at.span.clone())),
    ];
    for (key, span) in of_names {
        let Some(span) = span else { continue };
        let message = format!("`{key}` does nothing: no name is printed");
        // Details of a board may have labels in the font of names.
        let used = shown || (key == "names-font" && details.iter().any(|detail| !detail.label.is_empty()));
        note(span, &message, NOT_SHOWN, used, compiler);
    }
    if let Some(labels) = &b.labels {
        let kinds = draft.cells.iter().filter_map(|cell| draft.kinds.kinds.get(cell.kind));
        let any = kinds.into_iter().any(|kind| !kind.label.is_empty());
        note(
            labels.span.clone(),
            "[board.labels] does nothing: no cell has a `label`",
            NO_LABEL,
            any,
            compiler,
        );
    }
    let shape = draft.shape.as_ref().map(|(shape, ..)| shape);
    if let Some(lean) = &b.lean {
        let leans = matches!(shape, Some(Shape::Parallelogram { .. }));
        note(lean.span.clone(), "`lean` does nothing on this board", LEANS, leans, compiler);
    }
    if let Some(offset) = &b.offset {
        let pushed = matches!(shape, Some(Shape::Rectangle { .. })) || b.data.is_some();
        note(offset.span.clone(), "`offset` does nothing on this board", PUSHED, pushed, compiler);
    }
}

fn note(span: Range<usize>, message: &str, hint: &'static str, used: bool, compiler: &mut Compiler<'_>) {
    let theme = compiler.layout.game.as_ref().and_then(|about| about.theme.as_ref());
    let of_theme = theme.is_some_and(|theme| theme.span == span);
    let place = Place::new(compiler.file, span);
    compiler.uses.sign(place, message, hint, used || of_theme);
}

/// Warns of labels that cover an icon, because both are in the middle of their cell.
pub fn labels_on_icons(draft: &Draft<'_>, labels: &LabelStyle, compiler: &mut Compiler<'_>) {
    if labels.anchor != Where::CENTRE {
        return;
    }
    let used: BTreeSet<usize> = draft.cells.iter().map(|cell| cell.kind).collect();
    let kinds = used.iter().filter_map(|index| draft.kinds.kinds.get(*index));
    let mut reported = BTreeSet::new();
    for kind in kinds.filter(|kind| !kind.label.trim().is_empty()) {
        let icon = kind.draws.iter().find(|element| {
            let in_middle = element.places == [Where::CENTRE] && element.shift == Pair::default();
            matches!(element.shape, Drawn::Icon(_))
                && in_middle
                && !element.varies_in_form()
                && element.when.is_none()
        });
        if let Some(icon) = icon.filter(|icon| reported.insert(icon.place)) {
            let message = format!("the label `{}` lies on the icon of its cell", kind.label);
            let hint = "labels = { at = \"bottom\", inset = \"2mm\" } on the board, or at = \"top\" next to the icon";
            compiler.warnings.push(codes::LABEL_ON_ICON.warning(message).at(icon.place).hint(hint));
        }
    }
}
