//! Signs of a map that stand between two cells, each by itself or with its whole row.
//!
//! The places of all signs go in; one mistake for each row, or for the row that makes all others wrong, goes to the report.

use std::collections::HashSet;
use std::ops::Range;

use crate::diag::{FileId, Place, Report, codes};

/// A sign between two cells.
pub(super) struct Between {
    /// Columns to the right of the first sign.
    pub across: i64,
    /// Lines below the first sign.
    pub down: i64,
    /// The sign.
    pub sign: String,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// How far a row may be shifted, in columns.
const SHIFTS: [i64; 6] = [1, -1, 2, -2, 3, -3];

/// Reports signs between cells. `on_cells` are the places of the others, none if rows of this tiling cannot be shifted;
/// `first_row` has the bytes of the first row.
pub(super) fn report(
    between: &[Between],
    on_cells: Option<&[(i64, i64)]>,
    first_row: Range<usize>,
    stands: &dyn Fn(i64, i64) -> bool,
    hint: &str,
    file: FileId,
    report: &mut Report,
) {
    let with_cells: HashSet<i64> = on_cells.unwrap_or_default().iter().map(|(_, down)| *down).collect();
    let fitting = |row: &[Between]| {
        let shift = |by: &&i64| row.iter().all(|one| stands(one.across - **by, one.down));
        SHIFTS.iter().find(shift).filter(|_| on_cells.is_some()).copied()
    };
    let mut tell = |span: Range<usize>, message: String, hint: String| {
        report.push(codes::BAD_MAP.error(message).at(Place::new(file, span)).hint(hint));
    };
    let rows: Vec<&[Between]> = between.chunk_by(|a, b| a.down == b.down).collect();
    // If all rows but the first are shifted alike, the first is.
    let is_first = on_cells.is_some_and(|all| rows.len() > 1 && all.iter().all(|(_, down)| *down == 0));
    if let Some(by) = fitting(between).filter(|_| is_first) {
        let message = "this row of the map stands between the cells of the other rows".to_owned();
        return tell(first_row, message, format!("move it {}; {hint}", way(-by)));
    }
    for row in rows {
        let whole = row.first().is_some_and(|first| !with_cells.contains(&first.down));
        match fitting(row).filter(|_| whole && row.len() > 1) {
            Some(by) => {
                let message = "this row of the map stands between two cells".to_owned();
                let start = row.first().map_or(0, |first| first.span.start);
                let end = row.last().map_or(start, |last| last.span.end);
                tell(start..end, message, format!("move it {}; {hint}", way(by)));
            }
            None => {
                for one in row {
                    let message = format!("`{}` stands between two cells", one.sign);
                    tell(one.span.clone(), message, hint.to_owned());
                }
            }
        }
    }
}

/// Which way a row has to be moved that is shifted to the right by so many columns.
fn way(by: i64) -> String {
    let side = if by > 0 { "left" } else { "right" };
    match by.abs() {
        1 => format!("one column to the {side}"),
        columns => format!("{columns} columns to the {side}"),
    }
}
