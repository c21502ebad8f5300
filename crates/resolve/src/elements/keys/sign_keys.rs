//! Reports keys of signs in `[board.key]` and `[board.at]` that are ambiguous or have no effect.
//!
//! - In: the keys of a sign, and whether the sign is on a cell, an edge or a corner.
//! - Out: an error for each such key.
//! - Not here: keys that a drawing does not support (`mod.rs`).

use super::sets::{KeySet, KindSet};
use super::{hints, report};
use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_language::tables::element::Element;
use hexpress_language::values::spanned::Spanned;

/// The place of a sign: a cell, an edge or a corner. A sign without a drawing changes this cell, edge
/// or corner itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignSpot {
    /// A cell, which supports a fill and a line.
    Cell,
    /// An edge, which supports a line.
    Edge,
    Corner,
}

/// Returns the keys that set how the label of a cell looks. They must be in `[board.labels]`, and
/// not in the sign.
fn keys_of_labels() -> KeySet {
    KeySet::AT | KeySet::INSET | KeySet::FONT | KeySet::SHRINK | KeySet::COLOUR | KeySet::FOR
}

impl SignSpot {
    fn name(self) -> &'static str {
        match self {
            Self::Cell => "a cell",
            Self::Edge => "an edge",
            Self::Corner => "a corner",
        }
    }

    /// Returns the keys that apply to the cell, edge or corner itself.
    fn keys(self) -> KeySet {
        match self {
            Self::Cell => KeySet::FILL | KeySet::LINE,
            Self::Edge => KeySet::LINE,
            Self::Corner => KeySet::EMPTY,
        }
    }
}

/// Reports keys of a sign that have no effect because the sign draws nothing. Keys for the cell, edge
/// or corner itself are not reported.
pub fn check_sign(
    element: &Element,
    spot: SignSpot,
    label: Option<&Spanned<String>>,
    resolver: &mut Resolver<'_>,
) {
    for (key, key_name) in (KeySet::of(element) - spot.keys()).each() {
        if label.is_some() && spot == SignSpot::Cell && keys_of_labels().intersects(key) {
            let message = format!("`{key_name}` has no effect together with `label`");
            let typed = key.span_in(element).and_then(|span| resolver.text.get(span)).unwrap_or("\"…\"");
            let hint = format!(
                "for all labels, write {key_name} = {typed} in [board.labels]; for this cell only, draw a separate text: draw = [{{ text = … }}]"
            );
            report(element, key, message, hint, resolver);
            continue;
        }
        let hint = if key == KeySet::COLOUR {
            colour_hint(spot, element, resolver)
        } else if (KeySet::PLACED | KeySet::SIZE).intersects(key) {
            "add a drawing: icon = \"star\" or disc = \"5mm\"".to_owned()
        } else {
            hints::takers(key)
        };
        let message = format!("`{key_name}` has no effect on {} without a drawing", spot.name());
        report(element, key, message, hint, resolver);
    }
}

/// Returns a hint for the key `colour` of a sign that draws nothing. The hint says which key to
/// write instead.
fn colour_hint(spot: SignSpot, e: &Element, resolver: &Resolver<'_>) -> String {
    let typed = KeySet::COLOUR.span_in(e).and_then(|span| resolver.text.get(span));
    let name = typed.map_or("tan", |typed| typed.trim_matches('"'));
    match spot {
        SignSpot::Cell => format!("to colour a cell, write fill = \"{name}\""),
        SignSpot::Edge => format!("write the colour of an edge in its `line`: line = \"1mm {name}\""),
        SignSpot::Corner => format!("add a drawing to the corner: disc = \"5mm\", fill = \"{name}\""),
    }
}

/// Removes and reports the keys `font` and `shrink` of a cell with a label, if the drawing on the cell
/// does not support them.
pub fn check_labelled(element: &mut Element, resolver: &mut Resolver<'_>) {
    let of_label = KeySet::FONT | KeySet::SHRINK;
    let stray = (KeySet::of(element) - KindSet::of(element).keys()) & of_label;
    for (key, name) in stray.each() {
        let typed = key.span_in(element).and_then(|span| resolver.text.get(span)).unwrap_or("\"…\"");
        let message = format!("`{name}` has no effect together with `label`");
        let hint = format!(
            "for all labels, write {name} = {typed} in [board.labels]; for this cell only, draw a separate text: draw = [{{ text = … }}]"
        );
        report(element, key, message, hint, resolver);
    }
    if stray.intersects(KeySet::FONT) {
        element.font = None;
    }
    if stray.intersects(KeySet::SHRINK) {
        element.shrink = None;
    }
}

/// Reports a `fill` or `line` that could be meant for the cell or for the drawing on the cell. If the
/// drawing has a `colour`, such a key is clearly meant for the cell. Icons and arrows always have a
/// `colour`, which is black by default.
pub fn check_cell(element: &Element, resolver: &mut Resolver<'_>) {
    let kinds = KindSet::of(element);
    let taken = (kinds - (KindSet::ICON | KindSet::ARROW)).keys();
    let given = KeySet::of(element) & taken;
    let shared = given & (KeySet::FILL | KeySet::LINE);
    if shared.is_empty() || given.intersects(KeySet::COLOUR) {
        return;
    }
    let kind = kinds.names().next().unwrap_or_default();
    let keys: Vec<&str> = shared.each().map(|(_, name)| name).collect();
    let message =
        format!("`{}` next to `{kind}` could apply to the cell or to the drawing", keys.join("` and `"));
    let of_drawing: String = keys.iter().map(|key| format!(", {key} = …")).collect();
    let of_cell: String = keys.iter().map(|key| format!("{key} = …, ")).collect();
    let hint = format!(
        "for the drawing, write draw = [{{ {kind} = …{of_drawing} }}]; for the cell, write {of_cell}draw = \
            [{{ {kind} = … }}]"
    );
    let first = if shared.intersects(KeySet::FILL) { KeySet::FILL } else { KeySet::LINE };
    if let Some(span) = first.span_in(element) {
        resolver.error_with_hint(codes::BAD_ELEMENT, resolver.key_place(&span), message, hint);
    }
}
