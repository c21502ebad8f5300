//! Words hints for keys that have no effect.
//!
//! - In: a key, and what its element draws.
//! - Out: what to write instead.

use super::sets::{Drawing, KeySet, KindSet};

/// Returns a hint for a key that a drawing does not take: what to write instead, or what takes the
/// key.
pub fn stray_key(key: KeySet, drawing: Drawing) -> String {
    instead(key, drawing.kind).unwrap_or_else(|| takers(key))
}

/// Returns a hint with the elements that take a key.
pub fn takers(key: KeySet) -> String {
    let drawings = Drawing::all().filter(|drawing| drawing.keys.meets(key));
    let names: Vec<_> = drawings.map(|drawing| drawing.name).collect();
    match names.as_slice() {
        [one] => format!("it belongs to: {one}"),
        _ => format!("it belongs to one of: {}", names.join(", ")),
    }
}

/// Returns what to write instead of a key, for common errors.
fn instead(key: KeySet, kind: KindSet) -> Option<String> {
    let of_place = KeySet::AT | KeySet::IN | KeySet::INSET | KeySet::SHIFT | KeySet::TURN | KeySet::FOR;
    Some(match key {
        KeySet::FILL if kind.meets(KindSet::TEXT | KindSet::COMPASS) => "words have a `colour`".to_owned(),
        KeySet::FILL | KeySet::COLOUR if kind.meets(KindSet::FROM | KindSet::GUILLOCHE) => {
            "its colour stands in its line: line = \"0.3mm navy\"".to_owned()
        }
        KeySet::SIZE if kind.meets(KindSet::FIGURES) => {
            let name = kind.names().next().unwrap_or("fill");
            format!("its size stands in `{name}` itself: {name} = \"10mm\"")
        }
        KeySet::WIDTH => return instead_of_width(kind),
        KeySet::FILL if kind == KindSet::EDGE_BAND => {
            "its colour stands in it: edge-band = \"{{ edge }}\"".to_owned()
        }
        KeySet::FILL if kind == KindSet::PATH => "its colours stand in it: path = \"1-4 red\"".to_owned(),
        _ if kind.is_empty() && (of_place | KeySet::SIZE).meets(key) => {
            "a fill alone covers the whole piece: draw a figure, box = \"20 x 10mm\" or disc = \"5mm\""
                .to_owned()
        }
        _ if kind == KindSet::PATH && of_place.meets(key) => {
            "ways run from edge to edge of the whole piece".to_owned()
        }
        KeySet::SHIFT | KeySet::TURN | KeySet::FOR if kind == KindSet::EDGE_BAND => {
            "a band fills its edge; `inset` says how far in it begins, `depth` how deep it is".to_owned()
        }
        _ => return None,
    })
}

/// Returns what to write instead of `width`.
fn instead_of_width(kind: KindSet) -> Option<String> {
    let sized = KindSet::ICON | KindSet::IMAGE | KindSet::ARROW | KindSet::BOARD | KindSet::FRAME;
    let lined = KindSet::FROM | KindSet::CURVE | KindSet::POLYGON | KindSet::FIGURES;
    let hint = if kind == KindSet::TEXT {
        "words that break into lines have a box: size = \"30 x 20mm\""
    } else if kind.meets(sized) {
        "its `size` says how wide and how high it is: size = \"30 x 20mm\""
    } else if kind.meets(lined) {
        "a line's width stands in it: line = \"0.3mm navy\""
    } else {
        return None;
    };
    Some(hint.to_owned())
}
