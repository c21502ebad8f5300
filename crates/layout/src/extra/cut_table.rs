//! Draws the table of a cut plan. The table has a row for each step, and a heading for each group of
//! steps. The steps of a group are measured from the same place.
//!
//! - In: the steps of a cut plan, and the width of the page.
//! - Out: columns of rows. The columns are as short as possible.
//! - Not here: measuring the cuts (`cut_steps`).

use kurbo::{Point, Rect};

use super::cut_plan::{group_ink, group_line};
use super::cut_steps::CutStep;
use super::text_pen::{TextPen, TextSide};
use hexpress_base::units::Mm;

/// The smallest width of a column, in mm.
const MIN_COLUMN_WIDTH: f64 = 56.0;
const MAX_COLUMNS: usize = 3;
/// If every group has at most this number of lines, including its heading, each group gets its own column. If
/// a group has more lines, or if there are more groups than columns, groups may continue in the next column.
const MAX_UNSPLIT_LINES: usize = 14;
/// The length of the sample line in a heading, in mm. The sample looks like the cut lines of the group.
const SAMPLE: f64 = 12.6;
/// The usual height of a line of the table, in mm.
const ROW: f64 = 4.0;
/// The smallest height of a line of the table, in mm.
const MIN_ROW_HEIGHT: f64 = 2.3;
/// The number of lines that a heading takes.
const HEADING: usize = 2;
/// The empty space below the table, in mm.
const SPACE_BELOW_MM: f64 = 4.0;

#[derive(Debug, Clone, Copy, PartialEq)]
struct CellPlace {
    column: usize,
    line: usize,
    /// Whether there is a heading directly above the row of the step.
    has_heading: bool,
}

/// How groups of steps are distributed over columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnRule {
    /// Every group begins a new column.
    GroupPerColumn,
    /// Columns are filled one after the other. A group may continue in the next column.
    Filled,
}

pub struct CutTable<'s> {
    steps: &'s [CutStep],
    columns: usize,
    /// The number of lines in the longest column.
    lines: usize,
    /// The place of each step, in the order of the steps.
    places: Vec<CellPlace>,
}

impl<'s> CutTable<'s> {
    /// Distributes steps over columns, for a page that is `width` mm wide.
    pub fn new(steps: &'s [CutStep], width: f64) -> Self {
        let columns = ((width / MIN_COLUMN_WIDTH) as usize).clamp(1, MAX_COLUMNS);
        let groups: Vec<usize> = steps.chunk_by(|a, b| a.group == b.group).map(<[CutStep]>::len).collect();
        let all = steps.len() + HEADING * groups.len();
        let longest = groups.iter().map(|group| group + HEADING).max().unwrap_or_default();
        // Each group gets its own column, unless the table would then become much longer.
        let rule = match groups.len() <= columns && longest <= MAX_UNSPLIT_LINES {
            true => ColumnRule::GroupPerColumn,
            false => ColumnRule::Filled,
        };
        let fewest = match rule {
            ColumnRule::GroupPerColumn => longest,
            ColumnRule::Filled => all.div_ceil(columns).max(4),
        };
        let mut lines = fewest;
        loop {
            let places = places(&groups, lines, rule);
            let is_narrow = places.last().is_none_or(|last| last.column < columns);
            if is_narrow || lines >= all.max(fewest) {
                return Self { steps, columns, lines: if is_narrow { lines } else { all }, places };
            }
            lines += 1;
        }
    }

    /// Returns the height of the table in mm if its lines have the usual height. Returns 0 if there
    /// are no steps.
    pub fn height(&self) -> f64 {
        if self.steps.is_empty() { 0.0 } else { self.lines as f64 * ROW + SPACE_BELOW_MM }
    }

    /// Draws the table in `room`. If there is not enough space for lines of the usual height, the
    /// lines are closer together.
    pub fn draw(&self, room: Rect, pen: &mut TextPen<'_, '_>) {
        let width = room.width() / self.columns as f64;
        let row = ROW.min(room.height() / self.lines as f64).max(MIN_ROW_HEIGHT);
        let points = (row * 2.1).clamp(5.0, 8.5);
        for ((number, step), place) in (1..).zip(self.steps).zip(&self.places) {
            pen.ink = group_ink(step);
            let x = room.x0 + place.column as f64 * width;
            let baseline = |line: usize| Point::new(x, room.y0 + (line as f64 + 0.8) * row);
            if place.has_heading {
                let [first, second] = [HEADING, 1].map(|above| baseline(place.line - above));
                draw_heading(step, first, second, points, width, pen);
            }
            draw_row(number, step, baseline(place.line), points, pen);
        }
    }
}

/// Returns the places of steps in columns with at most `lines` lines. `groups` contains the number
/// of steps of each group.
fn places(groups: &[usize], lines: usize, rule: ColumnRule) -> Vec<CellPlace> {
    let mut places = Vec::new();
    let (mut column, mut line) = (0, 0);
    for group in groups {
        if rule == ColumnRule::GroupPerColumn && line > 0 {
            (column, line) = (column + 1, 0);
        }
        for i in 0..*group {
            let heading = if i == 0 { HEADING } else { 0 };
            // A heading must be followed by at least one row in the same column.
            if line + heading + 1 > lines {
                (column, line) = (column + 1, 0);
            }
            line += heading;
            places.push(CellPlace { column, line, has_heading: i == 0 });
            line += 1;
        }
    }
    places
}

/// Draws the two text lines of a heading, and a short sample that looks like the cut lines of the
/// group.
fn draw_heading(
    step: &CutStep,
    first: Point,
    second: Point,
    points: f64,
    width: f64,
    pen: &mut TextPen<'_, '_>,
) {
    let length = pen.write("mm from", points, first, TextSide::Right);
    let sample = Point::new(first.x + length + 2.0, first.y - Mm::from_pt(points).0 * 0.25);
    pen.drawings.push(group_line(step, sample, sample + (SAMPLE, 0.0)));
    let words = step.from.words();
    let fits = (width - 3.0) / pen.length(words, 1.0);
    pen.write(words, (points * 0.86).min(fits), second, TextSide::Right);
}

/// Draws a row: the number of a step, its distance, its distance from the previous step, and the
/// number of strips that are cut.
fn draw_row(number: usize, step: &CutStep, baseline: Point, points: f64, pen: &mut TextPen<'_, '_>) {
    let mut write = |text: &str, offset: f64, side: TextSide| {
        pen.write(text, points, Point::new(baseline.x + offset, baseline.y), side);
    };
    write(&number.to_string(), 5.0, TextSide::Left);
    write(&tenths(step.at), 19.0, TextSide::Left);
    if let Some(more) = step.step {
        write(&format!("+ {}", tenths(more)), 33.0, TextSide::Left);
    }
    if step.lines.len() > 1 {
        write(&format!("in {} strips", step.lines.len()), 36.0, TextSide::Right);
    }
}

/// Returns a length in mm with one decimal place.
fn tenths(mm: f64) -> String {
    format!("{:.1}", (mm * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_never_the_last_line_of_a_column() {
        let places = places(&[2, 1], 5, ColumnRule::Filled);
        assert_eq!(
            places.iter().map(|place| (place.column, place.line)).collect::<Vec<_>>(),
            [(0, 2), (0, 3), (1, 2)]
        );
        assert!(places[2].has_heading);
    }
}
