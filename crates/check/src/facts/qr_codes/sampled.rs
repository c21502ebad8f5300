//! Reads the modules of a QR code from the pixels of a page.
//!
//! - In: the place of a code, and the page as pixels.
//! - Out: the text of the code, its quiet zone and its contrast.
//! - Not here: the drawings of the page.

use kurbo::Point;

use super::candidates::Candidate;
use super::{CodeResult, QUIET_ZONE_MODULES};
use hexpress_read::raster::Shades;
use hexpress_read::{DecodedQr, decode_qr};

/// The number of modules along the side of a square in a corner of a code.
const CORNER: usize = 7;
/// The largest number of wrong modules in a square in a corner.
const MAX_WRONG_MODULES: usize = 2;
/// A code can be read only if its dark and its light shades differ by at least this, out of 255.
const MIN_DIFFERENCE: u8 = 20;

/// The shades of the modules of a code, and of the zone around it.
pub struct Sampled {
    /// The number of modules along each side of the code.
    side: usize,
    /// The shades of the modules from 0 to 255, row by row. The zone around the code is included, with
    /// a width of [`QUIET_ZONE_MODULES`] modules on every side.
    shades: Vec<u8>,
    /// The shade halfway between the darkest and the lightest shade. Modules with a darker shade are
    /// dark.
    threshold: u8,
    difference: u8,
}

/// The corners of a code, clockwise from the top left. Each corner says whether it is on the right, and
/// whether it is at the bottom.
const CORNERS: [[bool; 2]; 4] = [[false, false], [true, false], [true, true], [false, true]];

impl Sampled {
    pub fn new(candidate: &Candidate, page: &Shades) -> Self {
        let width = candidate.side + 2 * QUIET_ZONE_MODULES;
        let middle = |index: usize| index as f64 - QUIET_ZONE_MODULES as f64 + 0.5;
        let places = (0..width).flat_map(|row| (0..width).map(move |column| (column, row)));
        // The zone around a code must be light and on the paper. So modules beyond the edge of the paper
        // count as dark.
        let shades: Vec<u8> = places
            .map(|(column, row)| {
                page.at(candidate.to_page * Point::new(middle(column), middle(row))).unwrap_or(0)
            })
            .collect();
        let inner = shades
            .chunks_exact(width)
            .skip(QUIET_ZONE_MODULES)
            .take(candidate.side)
            .flat_map(|row| row.iter().skip(QUIET_ZONE_MODULES).take(candidate.side));
        let (darkest, lightest) =
            inner.fold((u8::MAX, 0), |(low, high), shade| (low.min(*shade), high.max(*shade)));
        Self {
            side: candidate.side,
            shades,
            threshold: darkest.midpoint(lightest),
            difference: lightest.saturating_sub(darkest),
        }
    }

    /// Returns whether a module is dark. Columns and rows are counted from the outer edge of the quiet
    /// zone.
    fn is_dark_at(&self, column: usize, row: usize) -> bool {
        let width = self.side + 2 * QUIET_ZONE_MODULES;
        self.shades.get(row * width + column).is_some_and(|shade| *shade < self.threshold)
    }

    /// Returns whether a module is dark. Columns and rows are counted from the edge of the code.
    fn is_dark(&self, column: usize, row: usize) -> bool {
        self.is_dark_at(column + QUIET_ZONE_MODULES, row + QUIET_ZONE_MODULES)
    }

    /// Returns the result of reading the code.
    pub fn read(&self) -> CodeResult {
        if self.difference < MIN_DIFFERENCE {
            return CodeResult::WithoutCorners;
        }
        let wrong = CORNERS.map(|corner| self.wrong_modules(corner));
        // A code has squares in three of its corners. So the corner with the most wrong modules is the
        // one without a square.
        let Some(fourth) = (0..CORNERS.len()).max_by_key(|corner| wrong[*corner]) else {
            return CodeResult::Damaged;
        };
        let others = || (0..CORNERS.len()).filter(|corner| *corner != fourth);
        if !others().all(|corner| wrong[corner] <= MAX_WRONG_MODULES) {
            let all = CORNER * CORNER;
            let inverted = wrong.iter().filter(|wrong| **wrong >= all - MAX_WRONG_MODULES).count();
            return if inverted == 3 { CodeResult::Inverted } else { CodeResult::WithoutCorners };
        }
        match decode_qr(self.side, |column, row| self.is_dark_upright(fourth, column, row)) {
            Some(DecodedQr { text, is_mirrored: false }) => CodeResult::Text(text),
            Some(DecodedQr { text, is_mirrored: true }) => CodeResult::Mirrored(text),
            None => CodeResult::Damaged,
        }
    }

    /// Returns whether a module is dark after the code is rotated to its upright position. `fourth` is
    /// the corner without a square. In the upright code, this corner is at the bottom right.
    fn is_dark_upright(&self, fourth: usize, column: usize, row: usize) -> bool {
        let last = self.side - 1;
        let (column, row) = match fourth {
            0 => (last - column, last - row),
            1 => (row, last - column),
            2 => (column, row),
            _ => (last - row, column),
        };
        self.is_dark(column, row)
    }

    /// Returns the number of modules in a corner that differ from the expected square. The expected
    /// square has a dark middle, a light ring around it, and a dark ring at its edge.
    fn wrong_modules(&self, [is_right, is_bottom]: [bool; 2]) -> usize {
        let from = |is_far: bool| if is_far { self.side - CORNER } else { 0 };
        let (left, top) = (from(is_right), from(is_bottom));
        let places = (0..CORNER).flat_map(|row| (0..CORNER).map(move |column| (column, row)));
        places
            .filter(|(column, row)| {
                let ring = [*column, *row].into_iter().map(|at| at.abs_diff(CORNER / 2)).max();
                self.is_dark(left + column, top + row) == (ring == Some(2))
            })
            .count()
    }

    /// Returns the width of the quiet zone around the code, in modules.
    pub fn quiet(&self) -> usize {
        (1..=QUIET_ZONE_MODULES).take_while(|ring| self.is_light_ring(*ring)).count()
    }

    /// Returns whether all modules of the ring at this distance from the code are light.
    fn is_light_ring(&self, distance: usize) -> bool {
        let (first, last) = (QUIET_ZONE_MODULES - distance, QUIET_ZONE_MODULES + self.side + distance - 1);
        (first..=last).all(|at| {
            [(at, first), (at, last), (first, at), (last, at)]
                .into_iter()
                .all(|(column, row)| !self.is_dark_at(column, row))
        })
    }

    /// Returns the difference between the reflectances of the lightest and the darkest module.
    pub fn contrast(&self) -> f64 {
        f64::from(self.difference) / 255.0
    }
}
