//! Compares a drawing by another program with boards that consist of points and lines.
//!
//! - In: drawings, and the boards of the layout, moved and rotated so that they fit on the drawings.
//! - Out: faults for lines that differ from the layout.
//! - Not here: the rules, see `against_cells` and `against_boards`.

use kurbo::{Point, Rect};

use crate::facts::closest_drawing::boards;
use crate::facts::laid_lines::{PlacedLineBoard, place_line_boards};
use crate::facts::{Facts, FoundSheet};
use crate::fault::{Fault, Findings};
use hexpress_base::units::ShortNumber;
use hexpress_game::{Board, CellSize, Component};

/// A box marks the place of a faulty line. Its edges are this far from the line, in mm.
const FAULT_BOX_MARGIN_MM: f64 = 1.5;

/// A board that consists of points and lines, and the drawing that shows it.
pub(super) struct LineMatch<'e> {
    pub component: &'e Component,
    board: &'e Board,
    pub sheet: &'e FoundSheet,
    /// The lines of the board, moved and rotated so that they fit on the drawing.
    pub laid: &'e PlacedLineBoard,
}

/// Returns the boards of the layout that consist of points and lines, each with the drawing that shows
/// it. Boards that no drawing shows are left out.
pub(super) fn line_matches<'e>(facts: &'e Facts<'_>) -> Vec<LineMatch<'e>> {
    let Some(against) = facts.against else { return Vec::new() };
    let laid = facts.laid.get_or_init(|| place_line_boards(&facts.sheets, against.game));
    let found = laid.iter().filter_map(|laid| {
        let (component, board) = boards(against.game).nth(laid.board)?;
        Some(LineMatch { component, board, sheet: facts.sheets.get(laid.sheet)?, laid })
    });
    found.collect()
}

/// Returns whether a sheet shows a board of the layout that consists of points and lines.
pub(super) fn is_compared(facts: &Facts<'_>, sheet: &FoundSheet) -> bool {
    line_matches(facts).iter().any(|own_match| std::ptr::eq(own_match.sheet, sheet))
}

/// Returns how many lines are compared with drawings. These are the lines of all boards of points and
/// lines that are found in the drawings.
pub fn lines_held(facts: &Facts<'_>) -> usize {
    line_matches(facts).iter().map(|own_match| own_match.laid.lines.links.len()).sum()
}

impl LineMatch<'_> {
    /// Returns the name of a line for messages. It consists of the names of its two ends, e.g. `from a1
    /// to a2`.
    fn name(&self, ends: [usize; 2]) -> String {
        let [from, to] = ends.map(|point| self.point_name(point));
        format!("from {from} to {to}")
    }

    /// Returns the name of a point. If the point has no name, returns its address.
    fn point_name(&self, point: usize) -> String {
        match (self.board.name(point), self.board.cells.get(point)) {
            (None, Some(cell)) => cell.address.to_string(),
            (name, _) => name.unwrap_or_default().to_owned(),
        }
    }

    /// Reports a fault of the line between the two points `ends`. `places` are points on this line, in
    /// the coordinates of the board in the layout.
    fn fault<'f>(
        &self,
        findings: &'f mut Findings,
        ends: [usize; 2],
        places: &[Point],
        message: String,
    ) -> &'f mut Fault {
        let rect = self.laid.on_page(places).inflate(FAULT_BOX_MARGIN_MM, FAULT_BOX_MARGIN_MM);
        let line = self.board.points.as_ref().and_then(|points| points.place);
        let [from, to] = ends
            .map(|end| self.laid.lines.points.get(end).map_or(Point::ORIGIN, |at| self.laid.transform * *at));
        let fault = findings.fault(message).at(self.sheet.file, self.sheet.number, Some(rect));
        fault.in_layout(line.or(Some(self.component.place))).deviation(from.distance(to))
    }

    /// Reports a fault of the whole board.
    fn whole_fault<'f>(&self, findings: &'f mut Findings, message: String) -> &'f mut Fault {
        let rect: Rect = self.laid.on_page(&self.laid.lines.points);
        findings
            .fault(message)
            .at(self.sheet.file, self.sheet.number, Some(rect))
            .in_layout(Some(self.component.place))
    }
}

/// Reports lines in the layout that are missing from the drawing.
pub(super) fn report_missing_lines(facts: &Facts<'_>, findings: &mut Findings) {
    for own_match in line_matches(facts) {
        for link in own_match.laid.missing.iter().filter_map(|link| own_match.laid.lines.links.get(*link)) {
            let what = if link.is_arc { "arc" } else { "line" };
            let message = format!(
                "the layout has the {what} {}, which is missing from the drawing",
                own_match.name(link.ends)
            );
            own_match.fault(findings, link.ends, &link.places, message);
        }
    }
}

/// Reports lines in the drawing that are not in the layout.
pub(super) fn report_extra_lines(facts: &Facts<'_>, findings: &mut Findings) {
    for own_match in line_matches(facts) {
        for ends in &own_match.laid.extra {
            let places: Vec<Point> =
                ends.iter().filter_map(|end| own_match.laid.lines.points.get(*end)).copied().collect();
            let message =
                format!("the drawing has the line {}, which is not in the layout", own_match.name(*ends));
            own_match.fault(findings, *ends, &places, message);
        }
    }
}

/// Reports boards whose points are closer together or farther apart than in the layout.
pub(super) fn size(facts: &Facts<'_>, findings: &mut Findings) {
    for own_match in line_matches(facts).into_iter().filter(|own_match| own_match.component.print > 0) {
        let CellSize::Across(in_layout) = own_match.board.size else { continue };
        let found = own_match.board.grid.tiling.across_from_side(own_match.laid.side);
        if findings.measured((found - in_layout).abs(), facts.tolerance) {
            let message = format!(
                "the points are spaced as for an `across` of {found:.2} mm; the layout says {} mm",
                ShortNumber(in_layout)
            );
            own_match.whole_fault(findings, message).deviation((found - in_layout).abs());
        }
    }
}

/// Reports drawings that are mirror images of their board.
pub(super) fn mirror(facts: &Facts<'_>, findings: &mut Findings) {
    for own_match in line_matches(facts).into_iter().filter(|own_match| own_match.laid.is_mirrored()) {
        let message = format!("the drawing is a mirror image of `{}`", own_match.component.name);
        own_match.whole_fault(findings, message);
    }
}
