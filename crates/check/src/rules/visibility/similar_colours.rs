//! Pairs of colours that are hard to tell apart, and for whom.

use crate::check::color_vision::{APART, Differences, Sight, hex};
use crate::check::fault::Fault;
use crate::read::Rgb;

/// Two colours, and the way to see in which they are hardest to tell apart.
#[derive(Clone, Copy)]
pub(super) struct Alike {
    pub a: Rgb,
    pub b: Rgb,
    pub by: f64,
    pub sight: Sight,
}

impl Alike {
    pub fn of(a: Rgb, b: Rgb, (by, sight): (f64, Sight)) -> Self {
        Self { a, b, by, sight }
    }

    pub fn words(self) -> String {
        let (a, b, sight) = (hex(self.a), hex(self.b), self.sight.words());
        format!("{a} and {b} look alike {sight} (a difference of {:.1}; {APART} can be told apart)", self.by)
    }

    /// What is alike only on a laser printer, or almost, is worth a warning.
    pub fn soften(self, fault: &mut Fault) -> &mut Fault {
        if self.by >= APART / 2.0 || self.sight == Sight::Grey { fault.warning() } else { fault }
    }
}

/// Each of some things with each of those before it.
pub(super) fn pairs<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter().enumerate().flat_map(|(i, one)| all[..i].iter().map(move |other| (one, other)))
}

/// The pair of colours that is easiest to tell apart, of two drawings that are the same but for them; of those that can be
/// told apart, the first.
pub(super) fn clearest(pairs: impl Iterator<Item = (Rgb, Rgb)>, known: &mut Differences) -> Option<Alike> {
    let mut best: Option<Alike> = None;
    for (a, b) in pairs.filter(|(a, b)| a != b) {
        let one = Alike::of(a, b, known.apart(a, b));
        if one.by >= APART {
            return Some(one);
        }
        // Of two that differ as much, the first.
        if best.is_none_or(|best| one.by > best.by) {
            best = Some(one);
        }
    }
    best
}
