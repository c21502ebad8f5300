//! Writes the hints for keys that have no effect.
//!
//! - In: a key, and what its element draws.
//! - Out: a text that says what the user can write instead.

use super::sets::{DrawnKeys, KeySet, KindSet};

/// Returns a hint for a key that has no effect on a drawing. The hint says what to write instead,
/// or lists elements that support the key.
pub fn stray_key(key: KeySet, drawing: DrawnKeys) -> String {
    instead(key, drawing.kind).unwrap_or_else(|| takers(key))
}

/// Returns a hint with the elements that support a key.
pub fn takers(key: KeySet) -> String {
    /// The largest number of elements that a hint lists.
    const MAX_LISTED: usize = 10;
    let drawings = DrawnKeys::all().filter(|drawing| drawing.keys.intersects(key));
    let names: Vec<_> = drawings.map(|drawing| drawing.name).collect();
    match names.as_slice() {
        [] => "delete it".to_owned(),
        [one] => format!("delete it, or move it to an element with `{one}`"),
        names if names.len() > MAX_LISTED => "delete it, or move it to another element".to_owned(),
        [rest @ .., last] => {
            format!("delete it, or move it to an element with `{}` or `{last}`", rest.join("`, `"))
        }
    }
}

/// Returns a text that says what to write instead of a key. Returns `None` if this use of the key is
/// not a common mistake.
fn instead(key: KeySet, kind: KindSet) -> Option<String> {
    let of_place = KeySet::AT | KeySet::IN | KeySet::INSET | KeySet::SHIFT | KeySet::TURN | KeySet::FOR;
    Some(match key {
        KeySet::FILL if kind.intersects(KindSet::TEXT | KindSet::COMPASS) => {
            "write `colour`: it sets the colour of text".to_owned()
        }
        KeySet::FILL | KeySet::COLOUR if kind.intersects(KindSet::FROM | KindSet::GUILLOCHE) => {
            "write the colour in `line`: line = \"0.3mm navy\"".to_owned()
        }
        KeySet::SIZE if kind.intersects(KindSet::FIGURES) => {
            let name = kind.names().next().unwrap_or("fill");
            format!("write the size in `{name}`: {name} = \"10mm\"")
        }
        KeySet::WIDTH => return instead_of_width(kind),
        KeySet::FILL if kind == KindSet::EDGE_BAND => {
            "write the colour in `edge-band`: edge-band = \"{{ edge }}\"".to_owned()
        }
        KeySet::FILL if kind == KindSet::PATH => "write the colours in `path`: path = \"1-4 red\"".to_owned(),
        _ if kind.is_empty() && (of_place | KeySet::SIZE).intersects(key) => {
            "add a shape, such as box = \"20 x 10mm\" or disc = \"5mm\": a `fill` without a shape covers \
                the whole piece"
                .to_owned()
        }
        _ if kind == KindSet::PATH && of_place.intersects(key) => {
            "delete it: a path always runs from edge to edge of the whole piece".to_owned()
        }
        KeySet::SHIFT | KeySet::TURN | KeySet::FOR if kind == KindSet::EDGE_BAND => {
            "delete it: a band always fills its edge; `inset` moves it away from the edge, and `depth` sets how deep it is"
                .to_owned()
        }
        _ => return None,
    })
}

/// Returns a text that says what to write instead of the key `width`. Returns `None` if this kind of
/// element has no other key for its width.
fn instead_of_width(kind: KindSet) -> Option<String> {
    let sized =
        KindSet::ICON | KindSet::IMAGE | KindSet::QR | KindSet::ARROW | KindSet::BOARD | KindSet::FRAME;
    let lined = KindSet::FROM | KindSet::CURVE | KindSet::POLYGON | KindSet::FIGURES;
    let hint = if kind == KindSet::TEXT {
        "to set the width of the lines, write size = \"30 x 20mm\""
    } else if kind.intersects(sized) {
        "write the width and height in `size`: size = \"30 x 20mm\""
    } else if kind.intersects(lined) {
        "write the width in `line`: line = \"0.3mm navy\""
    } else {
        return None;
    };
    Some(hint.to_owned())
}
