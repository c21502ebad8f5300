//! Reports signs of a map that are between two cells. If a whole row is shifted, the row is reported
//! only once.
//!
//! - In: the positions of all signs.
//! - Out: one error for each shifted row, and one for each other sign between cells. If all rows except
//!   the first are shifted by the same amount, only the first row is reported.

use std::collections::HashSet;
use std::ops::Range;

use hexpress_base::diag::{FileId, Report, SourceSpan, codes};

/// A sign between two cells.
pub(super) struct Between {
    /// The distance to the right from the first sign of the map, in characters.
    pub across: i64,
    /// The distance downwards from the first sign of the map, in lines.
    pub down: i64,
    pub sign: String,
    /// The byte range of the sign in the file.
    pub span: Range<usize>,
}

/// The shifts that are tried for a row, in characters to the right. The first one that explains the
/// positions of all signs in the row is reported.
const TRIED_SHIFTS: [i64; 6] = [1, -1, 2, -2, 3, -3];

/// The rows of a map, and the positions at which cells can be.
pub(super) struct MapRows<'a> {
    /// The positions of the signs that are on cells, in characters and lines from the first sign of the
    /// map. `None` if the cells of the tiling have several shapes. Shifted rows are then not searched
    /// for.
    pub on_cells: Option<&'a [(i64, i64)]>,
    /// The byte range of the first row in the file.
    pub first_row: Range<usize>,
    /// Returns whether a cell can be at a position, in characters and lines from the first sign of the
    /// map.
    pub has_place: &'a dyn Fn(i64, i64) -> bool,
    /// A hint that explains where signs must be.
    pub hint: &'static str,
}

impl MapRows<'_> {
    /// Reports signs between cells. `between` must be in the order of the text.
    pub(super) fn report(&self, between: &[Between], file: FileId, report: &mut Report) {
        let rows: Vec<&[Between]> = between.chunk_by(|a, b| a.down == b.down).collect();
        let on_cells = self.on_cells.unwrap_or_default();
        // If all other rows are shifted by the same amount, the mistake is in the first row.
        if rows.len() > 1
            && on_cells.iter().all(|(_, down)| *down == 0)
            && let Some(shift) = self.shift(between)
        {
            let diagnostic = codes::BAD_MAP.error(
                "this row of the map is shifted: its characters are between the cells of the other rows",
            );
            report.push(
                diagnostic.at(SourceSpan::new(file, self.first_row.clone())).hint(self.move_hint(-shift)),
            );
            return;
        }
        let taken: HashSet<(i64, i64)> = on_cells.iter().copied().collect();
        let with_cells: HashSet<i64> = on_cells.iter().map(|(_, down)| *down).collect();
        for row in rows {
            if let [first, .., last] = row
                && !with_cells.contains(&first.down)
                && let Some(shift) = self.shift(row)
            {
                let diagnostic = codes::BAD_MAP.error(
                    "this row of the map is shifted: its characters are between the positions of cells",
                );
                let place = SourceSpan::new(file, first.span.start..last.span.end);
                report.push(diagnostic.at(place).hint(self.move_hint(shift)));
                continue;
            }
            for sign in row {
                let diagnostic =
                    codes::BAD_MAP.error(format!("`{}` is between two cells of the map", sign.sign));
                let hint = match self.shift_of_sign(sign, &taken) {
                    Some(shift) => self.move_hint(shift),
                    None => format!("move it: {}", self.hint),
                };
                report.push(diagnostic.at(SourceSpan::new(file, sign.span.clone())).hint(hint));
            }
        }
    }

    /// Returns a hint for a row or a sign that is shifted `shift` characters to the right.
    fn move_hint(&self, shift: i64) -> String {
        format!("move it {}; {}", move_back(shift), self.hint)
    }

    /// Returns the shift of a row, in characters to the right: if all signs are moved back by it, each of
    /// them is on a cell. Returns `None` if this is true for none of the [`TRIED_SHIFTS`].
    fn shift(&self, signs: &[Between]) -> Option<i64> {
        self.on_cells?;
        TRIED_SHIFTS
            .into_iter()
            .find(|shift| signs.iter().all(|one| (self.has_place)(one.across - shift, one.down)))
    }

    /// Returns the distance from the nearest free position to a sign, in characters to the right. `taken`
    /// contains the positions of other signs. Returns `None` if no free position is near, or if the
    /// nearest ones to the left and to the right are equally near.
    fn shift_of_sign(&self, sign: &Between, taken: &HashSet<(i64, i64)>) -> Option<i64> {
        self.on_cells?;
        let is_free = |shift: &i64| {
            let across = sign.across - shift;
            (self.has_place)(across, sign.down) && !taken.contains(&(across, sign.down))
        };
        let free: Vec<i64> = TRIED_SHIFTS.into_iter().filter(is_free).collect();
        match free[..] {
            [shift] => Some(shift),
            [nearest, next, ..] if nearest.abs() < next.abs() => Some(nearest),
            _ => None,
        }
    }
}

/// Explains how to move back a row or a sign that is shifted `shift` characters to the right.
fn move_back(shift: i64) -> String {
    let side = if shift > 0 { "left" } else { "right" };
    match shift.abs() {
        1 => format!("one character to the {side}"),
        count => format!("{count} characters to the {side}"),
    }
}

#[cfg(test)]
mod tests {
    use super::move_back;

    #[test]
    fn a_row_is_moved_against_its_shift() {
        assert_eq!(move_back(1), "one character to the left");
        assert_eq!(move_back(-1), "one character to the right");
        assert_eq!(move_back(-3), "3 characters to the right");
    }
}
