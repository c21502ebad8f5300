//! The colours of a deck that names none: seven that everyone can tell apart, each with an icon.

use std::sync::Arc;

use super::names::Names;
use crate::scene::Ink;

/// Their values in sRGB, and their icons.
///
/// By CIEDE2000, any two are 19.5 apart or more, to every eye: as most see, and simulated after Machado (2009), Viénot
/// (1999) and Brettel (1997). Printed in grey two of them are alike, and the icons tell them apart.
const SEVEN: [([u8; 3], &str); 7] = [
    ([0x33, 0x22, 0x88], "star"),
    ([0xA4, 0x01, 0x22], "circle"),
    ([0xF0, 0xE4, 0x42], "triangle"),
    ([0x99, 0xDD, 0xFF], "square"),
    ([0x44, 0x77, 0xAA], "diamond"),
    ([0x94, 0x94, 0x94], "cross"),
    ([0xE7, 0x63, 0x00], "drop"),
];

/// What they are called: `colour-1` to `colour-7`.
pub fn names() -> impl Iterator<Item = Arc<str>> {
    (1..=SEVEN.len()).map(|number| format!("colour-{number}").into())
}

/// Adds them to the colours of a game, but for those that it has by the same name.
pub fn add(to: &mut Names) {
    for (name, (rgb, icon)) in names().zip(SEVEN) {
        if to.colours.iter().all(|ink| ink.name != name) {
            to.colours.push(Ink::new(&name, rgb));
            to.icons.push(Some(icon.into()));
        }
    }
}
