//! Reports signs of a map that are between two cells, as single signs or as whole rows.
//!
//! - In: the places of all signs.
//! - Out: one error for each shifted row, or one for the first row if all others are shifted alike,
//!   and one for every other sign.

use std::collections::HashSet;
use std::ops::Range;

use hexpress_base::diag::{FileId, Place, Report, codes};

/// A sign between two cells.
pub(super) struct Between {
    /// Characters to the right of the first sign.
    pub across: i64,
    /// Lines below the first sign.
    pub down: i64,
    pub sign: String,
    /// The bytes of the sign in the file.
    pub span: Range<usize>,
}

/// How far a row may be shifted to the right, in characters. The first shift that fits is reported.
const SHIFTS: [i64; 6] = [1, -1, 2, -2, 3, -3];

/// The rows of a map, in which shifted rows are searched.
pub(super) struct MapRows<'a> {
    /// The places of signs on cells, in characters and lines. `None` if rows of this tiling cannot
    /// be shifted.
    pub on_cells: Option<&'a [(i64, i64)]>,
    /// The bytes of the first row in the file.
    pub first_row: Range<usize>,
    /// Whether a cell can be at a place, in characters and lines.
    pub has_place: &'a dyn Fn(i64, i64) -> bool,
    /// The rule for the places of signs.
    pub hint: &'static str,
}

impl MapRows<'_> {
    /// Reports signs between cells, which are in the order of the text.
    pub(super) fn report(&self, between: &[Between], file: FileId, report: &mut Report) {
        let rows: Vec<&[Between]> = between.chunk_by(|a, b| a.down == b.down).collect();
        let on_cells = self.on_cells.unwrap_or_default();
        // If all rows but the first are shifted alike, the first is wrong.
        if rows.len() > 1
            && on_cells.iter().all(|(_, down)| *down == 0)
            && let Some(shift) = self.shift(between)
        {
            let wrong = codes::BAD_MAP.error(
                "this row of the map is shifted: its characters are between the cells of the other rows",
            );
            report.push(wrong.at(Place::new(file, self.first_row.clone())).hint(self.move_hint(-shift)));
            return;
        }
        let with_cells: HashSet<i64> = on_cells.iter().map(|(_, down)| *down).collect();
        for row in rows {
            if let [first, .., last] = row
                && !with_cells.contains(&first.down)
                && let Some(shift) = self.shift(row)
            {
                let wrong = codes::BAD_MAP
                    .error("this row of the map is shifted: its characters are between the places of cells");
                let place = Place::new(file, first.span.start..last.span.end);
                report.push(wrong.at(place).hint(self.move_hint(shift)));
                continue;
            }
            for sign in row {
                let wrong =
                    codes::BAD_MAP.error(format!("`{}` is between the places of two cells", sign.sign));
                report.push(wrong.at(Place::new(file, sign.span.clone())).hint(self.hint));
            }
        }
    }

    /// Returns a hint for a row that is shifted to the right by a number of characters.
    fn move_hint(&self, shift: i64) -> String {
        format!("move it {}; {}", move_back(shift), self.hint)
    }

    /// Returns how many characters signs are shifted to the right, if one of [`SHIFTS`] explains
    /// all of them.
    fn shift(&self, signs: &[Between]) -> Option<i64> {
        self.on_cells?;
        SHIFTS
            .into_iter()
            .find(|shift| signs.iter().all(|one| (self.has_place)(one.across - shift, one.down)))
    }
}

/// Returns where to move a row that is shifted to the right by a number of characters.
fn move_back(shift: i64) -> String {
    let side = if shift > 0 { "left" } else { "right" };
    match shift.abs() {
        1 => format!("one column to the {side}"),
        columns => format!("{columns} columns to the {side}"),
    }
}

#[cfg(test)]
mod tests {
    use super::move_back;

    #[test]
    fn a_row_is_moved_against_its_shift() {
        assert_eq!(move_back(1), "one column to the left");
        assert_eq!(move_back(-1), "one column to the right");
        assert_eq!(move_back(-3), "3 columns to the right");
    }
}
