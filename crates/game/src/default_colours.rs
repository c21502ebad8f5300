//! The default colours of random decks. Each colour has an icon. Colour-blind players can tell the
//! colours apart.

use std::sync::Arc;

use crate::names::Names;
use hexpress_scene::Ink;

/// The sRGB channels of the colours, and their icons.
///
/// Any two colours differ by at least 19.5 in CIEDE2000. This is true for usual vision, and for colour
/// blindness as simulated by Machado (2009), Viénot (1999) and Brettel (1997). In a grey print, two of
/// the seven colours are the same grey, and differ only in their icons.
const DEFAULT_COLOURS: [([u8; 3], &str); 7] = [
    ([0x33, 0x22, 0x88], "star"),
    ([0xA4, 0x01, 0x22], "circle"),
    ([0xF0, 0xE4, 0x42], "triangle"),
    ([0x99, 0xDD, 0xFF], "square"),
    ([0x44, 0x77, 0xAA], "diamond"),
    ([0x94, 0x94, 0x94], "cross"),
    ([0xE7, 0x63, 0x00], "drop"),
];

/// Returns the names of the colours, `colour-1` to `colour-7`.
pub fn names() -> impl Iterator<Item = Arc<str>> {
    (1..=DEFAULT_COLOURS.len()).map(|number| format!("colour-{number}").into())
}

/// Adds the default colours to the colours of a game. Leaves out a colour if the game already uses its
/// name.
pub fn add(to: &mut Names) {
    for (name, (rgb, icon)) in names().zip(DEFAULT_COLOURS) {
        if to.colours.iter().all(|ink| ink.name != name) {
            to.colours.push(Ink::new(&name, rgb));
            to.icons.push(Some(icon.into()));
        }
    }
}
