//! Finds keys and signs of a board that have no effect. A sign is an entry of `[board.key]`.
//!
//! - In: a draft of the board, after all cells have their kinds.
//! - Out: records of which keys and signs are used.
//! - Not here: the warnings (`unused.rs`).
//!
//! For example, a sign has no effect if no cell has it. The key `cell` has no effect if every cell has
//! a kind. A font for names has no effect if no names are printed.

use std::collections::BTreeSet;
use std::ops::Range;

use super::cells::BoardDraft;
use crate::context::Resolver;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_game::board_style::LabelStyle;
use hexpress_game::shape::BoardShape;
use hexpress_game::{Detail, Shape};
use hexpress_language::tables::element::Sign;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::{ElementPlace, Pair};

const UNSHOWN_KIND_HINT: &str = "write the character of this kind on the map, or its name in the column `kind` of the data \
    file, or delete this line";
const UNUSED_MARK_HINT: &str = "write the mark on the map right after the character of a cell; or in [board.at]: \
    \"a1\" = { mark = \"…\" }; or delete this line";
const OVERRIDDEN_CELL_HINT: &str = "move it to the kinds in [board.key], or to addresses in [board.at]";
const ALL_COVERED: &str = "move its keys to the kinds in [board.key], or to addresses in [board.at]";

/// Records which signs of `[board.key]` are shown.
///
/// `kinds` contains the kinds that the cells had before `[board.at]` changed them. `details`
/// contains the edges and corners that a data file describes.
pub fn note_signs(
    draft: &BoardDraft<'_>,
    kinds: &BTreeSet<usize>,
    details: &[Detail],
    resolver: &mut Resolver<'_>,
) {
    let board = draft.table;
    // A board without cells is already an error. Without cells, it is unknown which signs the user wants
    // to use, so no sign is recorded as unused.
    if draft.cells.is_empty() {
        return;
    }
    let used = kinds.iter().filter_map(|index| draft.kinds.kinds.get(*index)).map(|kind| kind.place);
    let places: BTreeSet<_> = used.chain(details.iter().map(|detail| detail.place)).collect();
    let of_cells = draft.cells.iter().flat_map(|cell| &cell.marks);
    let marked: BTreeSet<usize> = of_cells.chain(&draft.edge_marks).copied().collect();
    for (sign, entry) in board.key.iter() {
        let place = resolver.place(sign);
        let (message, hint, is_shown) = match &entry.mark {
            None => {
                let name = entry.kind.as_deref().unwrap_or(&sign.value);
                let is_on_cell = places.contains(&resolver.place(entry));
                let is_named =
                    board.at.iter().any(|(_, at)| at.kind.as_ref().is_some_and(|kind| kind.value == *name));
                (format!("no cell has the kind `{name}`"), UNSHOWN_KIND_HINT, is_on_cell || is_named)
            }
            Some(mark) => {
                let index = draft.marks.iter().position(|key| *key.mark.name == *mark.value);
                let is_on_cell = index.is_some_and(|index| marked.contains(&index));
                // The name of a mark occurs once in the layout, where the mark is defined. If the name
                // occurs again, an address or another board probably uses the mark.
                let is_named = resolver.text.matches(mark.value.as_str()).nth(1).is_some();
                (format!("no cell has the mark `{}`", mark.value), UNUSED_MARK_HINT, is_on_cell || is_named)
            }
        };
        resolver.uses.note_sign(place, &message, hint, is_shown || resolver.is_of_theme(entry));
    }
    if let Some(cell) = board.cell.as_ref().filter(|cell| !resolver.is_of_theme(cell)) {
        plain_cells(cell, &places, resolver);
    }
}

/// Records whether at least one cell shows what the key `cell` sets. Cells with a kind show the
/// drawings of `cell` and have its fields, but not its fill, line and label.
fn plain_cells(cell: &Spanned<Sign>, kind_places: &BTreeSet<SourceSpan>, resolver: &mut Resolver<'_>) {
    let place = resolver.place(cell);
    let is_plain = kind_places.contains(&place);
    // Even an empty list in `draw` has an effect: it removes the drawings of the theme from all cells.
    let is_in_all = cell.draw.is_some() || cell.element().draws_something() || !cell.set.0.is_empty();
    if !is_in_all {
        let message = "`cell` has no effect: its fill, line and label apply only to cells without a kind, and every \
                cell of this board has a kind";
        resolver.uses.note_sign(place, message, ALL_COVERED, is_plain);
        return;
    }
    let only_plain = [
        ("fill", cell.fill.as_ref().map(|at| at.span.clone())),
        ("line", cell.line.as_ref().map(|at| at.span.clone())),
        ("label", cell.label.as_ref().map(|at| at.span.clone())),
    ];
    for (key, span) in only_plain {
        let Some(span) = span else { continue };
        let message = format!(
            "the `{key}` of `cell` has no effect: it applies only to cells without a kind, and every cell of \
                this board has one"
        );
        resolver.uses.note_sign(
            SourceSpan::new(resolver.file, span),
            &message,
            OVERRIDDEN_CELL_HINT,
            is_plain,
        );
    }
}

const NOT_SHOWN: &str = "add show-names = \"inside\" to print the names";
const NO_LABEL: &str = "add a label to a cell in [board.at]: \"d4\" = { label = \"Castle\" }";
const LEANING_SHAPE_HINT: &str =
    "delete it: `lean` applies only to shapes such as \"rhombus 7 x 7\" and \"parallelogram 7 x 5\"";
const SHIFTED_ROW_HINT: &str = "delete it: `offset` applies only to rectangles of hexagons or bricks, such as \
    shape = \"rectangle 8 x 6\"";

/// Records whether keys for names, labels and shapes have an effect on the board.
pub fn note_keys(draft: &BoardDraft<'_>, details: &[Detail], resolver: &mut Resolver<'_>) {
    let board = draft.table;
    if draft.cells.is_empty() {
        return;
    }
    // If the layout has the key `show-names`, even with the value `none`, the keys for names count as
    // used. The user may want to hide the names only temporarily.
    let has_names = board.show_names.is_some();
    let of_names = [
        ("names-font", board.names_font.as_ref().map(|at| at.span.clone())),
        ("names-colour", board.names_colour.as_ref().map(|at| at.span.clone())),
        ("names-halo", board.names_halo.as_ref().map(|at| at.span.clone())),
        ("names-at", board.names_at.as_ref().map(|at| at.span.clone())),
        ("names-for", board.names_for.as_ref().map(|at| at.span.clone())),
    ];
    for (key, span) in of_names {
        let Some(span) = span else { continue };
        let message = format!("`{key}` has no effect: no name is printed");
        // Labels of edges and corners are also set in the font of names.
        let is_used =
            has_names || (key == "names-font" && details.iter().any(|detail| !detail.label.is_empty()));
        note_key(span, &message, NOT_SHOWN, is_used, resolver);
    }
    if let Some(labels) = &board.labels {
        let kinds = draft.cells.iter().filter_map(|cell| draft.kinds.kinds.get(cell.kind));
        let has_label = kinds.into_iter().any(|kind| !kind.label.is_empty());
        let message = "[board.labels] has no effect: no cell has a `label`";
        note_key(labels.span.clone(), message, NO_LABEL, has_label, resolver);
    }
    let shape = draft.shape.as_ref().map(|(shape, ..)| shape);
    if let Some(lean) = &board.lean {
        let leans = matches!(shape, Some(BoardShape::Parallelogram { .. }));
        note_key(
            lean.span.clone(),
            "`lean` has no effect on this board",
            LEANING_SHAPE_HINT,
            leans,
            resolver,
        );
    }
    if let Some(offset) = &board.offset {
        let pushed = matches!(shape, Some(BoardShape::Rectangle { .. })) || board.data.is_some();
        note_key(
            offset.span.clone(),
            "`offset` has no effect on this board",
            SHIFTED_ROW_HINT,
            pushed,
            resolver,
        );
    }
}

/// Records whether a key of the board has an effect. A key from the theme always counts as used.
fn note_key(
    span: Range<usize>,
    message: &str,
    hint: &'static str,
    is_used: bool,
    resolver: &mut Resolver<'_>,
) {
    let is_of_theme = resolver.is_theme_span(&span);
    let place = SourceSpan::new(resolver.file, span);
    resolver.uses.note_sign(place, message, hint, is_used || is_of_theme);
}

/// Warns about labels that cover an icon, if both are in the centre of a cell.
pub fn labels_on_icons(draft: &BoardDraft<'_>, labels: &LabelStyle, resolver: &mut Resolver<'_>) {
    if labels.anchor != ElementPlace::CENTRE {
        return;
    }
    let used: BTreeSet<usize> = draft.cells.iter().map(|cell| cell.kind).collect();
    let kinds = used.iter().filter_map(|index| draft.kinds.kinds.get(*index));
    let mut reported = BTreeSet::new();
    for kind in kinds.filter(|kind| !kind.label.trim().is_empty()) {
        let icon = kind.draws.iter().find(|element| {
            let in_middle = element.places == [ElementPlace::CENTRE] && element.shift == Pair::default();
            matches!(element.shape, Shape::Icon(_))
                && in_middle
                && !element.varies_in_form()
                && element.when.is_none()
        });
        if let Some(icon) = icon.filter(|icon| reported.insert(icon.place)) {
            let message = format!("the label `{}` covers the icon of its cell", kind.label);
            let hint =
                "add labels = { at = \"bottom\", inset = \"2mm\" } to the board, or at = \"top\" to the icon";
            resolver.warnings.push(codes::LABEL_ON_ICON.warning(message).at(icon.place).hint(hint));
        }
    }
}
