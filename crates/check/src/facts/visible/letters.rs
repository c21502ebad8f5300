//! Finds letters that a later drawing covers in part. Words and the drawings after them go in; the drawing comes out. Drawings
//! through the middle of words are found elsewhere.

use super::{Pile, fill, is_inside};
use crate::check::facts::item::tight_corners;
use crate::read::Text;

/// The most drawings after a word that are searched.
const NEXT: usize = 64;
/// A thinner drawing, in ems, is a line, such as an underline.
const THIN: f64 = 0.25;
/// The distance between sampled places in a word, in ems, and the most samples.
const STEP: f64 = 0.1;
const MOST_COLUMNS: f64 = 100.0;
/// A part of words that is covered is as large as a good part of a letter, in square ems.
const LETTER: f64 = 0.06;

impl Pile<'_> {
    /// The next drawing that covers about half of a letter, wherever in the words that is.
    pub(super) fn over_a_letter(&self, index: usize, text: &Text) -> Option<usize> {
        let own = self.boxes[index]?;
        let [a, b, c, d] = tight_corners(text);
        let until = self.near(index).end.min(index + 1 + NEXT);
        let thin = THIN * text.size;
        (index + 1..until).rev().find(|&over| {
            let Some(rect) = self.boxes[over].filter(|_| fill(&self.items[over]).is_some()) else {
                return false;
            };
            let shared = rect.intersect(own);
            if shared.width() < thin || shared.height() < thin || rect.width().min(rect.height()) < thin {
                return false;
            }
            // A square for each place of a grid over the words.
            let columns = (a.distance(b) / (STEP * text.size)).ceil().clamp(1.0, MOST_COLUMNS);
            let rows = (a.distance(d) / (STEP * text.size)).ceil().clamp(1.0, MOST_COLUMNS);
            let share = |n: f64, of: f64| (n + 0.5) / of;
            let places =
                (0..rows as u32).flat_map(|row| (0..columns as u32).map(move |column| (row, column)));
            let covered = places.filter(|(row, column)| {
                let across = share(f64::from(*column), columns);
                let point = a.lerp(b, across).lerp(d.lerp(c, across), share(f64::from(*row), rows));
                rect.contains(point) && is_inside(&self.items[over], point)
            });
            let square = a.distance(b) / columns * a.distance(d) / rows;
            covered.count() as f64 * square > LETTER * text.size * text.size
        })
    }
}
