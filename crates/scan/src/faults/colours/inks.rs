//! Finds an ink that is missing on the whole page.
//!
//! - In: groups of parts with the same colour.
//! - Out: cyan, magenta or yellow, if the scan shows nothing of this ink.
//!
//! Cyan ink takes away red light, magenta ink green light, and yellow ink blue light. If all three
//! kinds of light are missing, black ink may be the reason. So an ink shows on the scan only if its
//! channel lacks more light than the other channels. An ink is missing if it does not show, although
//! another ink shows. If no ink shows, the print or the scan is grey.

use super::Group;
use crate::colour_grid::Colour;
use crate::faults::fault::Ink;

/// A group counts for an ink only if its colour in the file has at least this amount of the ink, from 0
/// to 1.
const MIN_INK: f64 = 0.12;
/// An ink is judged only if the groups that count for it have at least this number of points.
const MIN_POINTS: f64 = 60.0;
/// An ink is missing if the scan shows at most this fraction of the ink, and at least the fraction
/// `MIN_OTHER_FRACTION` of another ink.
const MAX_MISSING_FRACTION: f64 = 0.2;
const MIN_OTHER_FRACTION: f64 = 0.5;
/// A group counts for at most this number of points, so that a single large area does not decide.
const MAX_POINTS: usize = 400;

/// Returns the amounts of the three inks in a colour. The smallest amount is subtracted from all three,
/// because it may come from black ink. `paper` is the colour of bare paper.
fn inks(colour: Colour, paper: Colour) -> [f64; 3] {
    let lacking: [f64; 3] = std::array::from_fn(|channel| 1.0 - colour[channel] / paper[channel].max(1.0));
    let least = lacking.into_iter().fold(f64::INFINITY, f64::min);
    lacking.map(|it| it - least)
}

/// Returns the ink that is missing on the whole page. Returns `None` if no ink is missing.
pub fn missing_ink(groups: &[Group]) -> Option<Ink> {
    let whitest = groups.iter().max_by(|a, b| {
        let sum = |group: &&Group| group.drawn.iter().sum::<f64>();
        sum(a).total_cmp(&sum(b))
    })?;
    // If the page has no bare paper, the highest value of each channel in any group is used instead.
    let is_white = whitest.drawn.iter().all(|value| *value > 240.0);
    let paper = if is_white { whitest.scanned } else { brightest(groups) };
    let (mut drawn, mut scanned, mut points) = ([0.0; 3], [0.0; 3], [0.0; 3]);
    for group in groups {
        let count = group.points.min(MAX_POINTS) as f64;
        let [drawn_inks, scanned_inks] = [inks(group.drawn, [255.0; 3]), inks(group.scanned, paper)];
        for ink in 0..3 {
            if drawn_inks[ink] >= MIN_INK {
                drawn[ink] += count * drawn_inks[ink];
                scanned[ink] += count * scanned_inks[ink];
                points[ink] += count;
            }
        }
    }
    let is_known = |ink: usize| points[ink] >= MIN_POINTS;
    let share = |ink: usize| scanned[ink] / drawn[ink];
    let is_missing = |ink: &usize| {
        is_known(*ink)
            && share(*ink) < MAX_MISSING_FRACTION
            && (0..3).any(|other| other != *ink && is_known(other) && share(other) > MIN_OTHER_FRACTION)
    };
    (0..3).find(is_missing).map(|ink| Ink::ALL[ink])
}

/// Returns the highest value of each channel over all groups.
fn brightest(groups: &[Group]) -> Colour {
    std::array::from_fn(|channel| groups.iter().map(|group| group.scanned[channel]).fold(1.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: [Colour; 4] = [[255.0; 3], [60.0, 160.0, 70.0], [50.0, 80.0, 190.0], [240.0, 200.0, 90.0]];

    fn groups(scanned: fn(Colour) -> Colour) -> Vec<Group> {
        let group = |drawn: &Colour| Group {
            drawn: *drawn,
            scanned: scanned(*drawn),
            members: Vec::new(),
            points: 100,
        };
        DRAWN.iter().map(group).collect()
    }

    #[test]
    fn a_missing_ink_is_named_and_a_grey_scan_is_not() {
        assert_eq!(missing_ink(&groups(|colour| colour)), None);
        assert_eq!(missing_ink(&groups(|[_, green, blue]| [250.0, green, blue])), Some(Ink::Cyan));
        assert_eq!(missing_ink(&groups(|[red, green, _]| [red, green, 240.0])), Some(Ink::Yellow));
        let grey = |[red, green, blue]: Colour| [(red + green + blue) / 3.0; 3];
        assert_eq!(missing_ink(&groups(grey)), None);
        // If a printer prints all colours paler, no ink is missing.
        let pale = |colour: Colour| colour.map(|value| 120.0 + value * 0.5);
        assert_eq!(missing_ink(&groups(pale)), None);
    }
}
