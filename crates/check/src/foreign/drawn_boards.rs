//! Pairs the boards of a layout with the drawings that show them.
//!
//! - In: drawings by other programs, and the boards of the layout.
//! - Out: each board with its most similar drawing, and a description of how the drawing is rotated.
//! - Not here: boards that consist of points and lines, see `against_lines`.

use kurbo::Rect;

use super::against_lines::{LineMatch, line_matches};
use crate::facts::board::FoundBoard;
use crate::facts::closest_drawing::{AddressMap, Closest, ReferenceLayout, boards, closest};
use crate::facts::lattice::row_angle;
use crate::facts::shape::within_half_a_turn;
use crate::facts::{Facts, FoundSheet};
use crate::fault::{Fault, Findings};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::SourceSpan;
use hexpress_game::{Board, Component};

/// A board of a layout, and the drawing that shows it.
pub(super) struct DrawnBoard<'e> {
    pub component: &'e Component,
    pub board: &'e Board,
    /// The sheet with the drawing.
    pub sheet: &'e FoundSheet,
    pub found: &'e FoundBoard,
    /// The map from addresses in the layout to addresses in the drawing.
    pub map: AddressMap,
}

/// Returns the boards of the layout that are drawn, each with its most similar drawing.
pub(super) fn drawn_boards<'e>(facts: &'e Facts<'_>) -> Vec<DrawnBoard<'e>> {
    let Some(against) = facts.against else { return Vec::new() };
    let closest = facts.closest.get_or_init(|| closest(&facts.sheets, against.game));
    let found = boards(against.game).zip(closest).filter_map(|((component, board), closest)| {
        let Closest { sheet, board: number, map } = *closest.as_ref()?;
        let sheet = facts.sheets.get(sheet)?;
        Some(DrawnBoard { component, board, sheet, found: sheet.boards().nth(number)?, map })
    });
    found.collect()
}

/// Describes how each drawing is rotated and mirrored, in comparison with its board in the layout.
pub fn descriptions(facts: &Facts<'_>) -> Vec<String> {
    let Some(against) = facts.against else { return Vec::new() };
    let mut descriptions = Vec::new();
    for DrawnBoard { component, board, sheet, found, map } in drawn_boards(facts) {
        let least = 360.0 / board.grid.tiling.turns() as f64;
        let turned = row_angle(found.lattice.grid.tiling) + found.lattice.turned + least * map.turns() as f64
            - row_angle(board.grid.tiling);
        let posture = Orientation { is_mirrored: map.is_mirrored(), turned: within_half_a_turn(turned) };
        descriptions.push(posture.describe(sheet, component, against));
    }
    for LineMatch { component, sheet, laid, .. } in line_matches(facts) {
        let posture = Orientation { is_mirrored: laid.is_mirrored(), turned: laid.turned() };
        descriptions.push(posture.describe(sheet, component, against));
    }
    descriptions
}

/// The rotation and mirroring of a drawing relative to its board in the layout.
struct Orientation {
    is_mirrored: bool,
    /// The rotation, clockwise in degrees.
    turned: f64,
}

impl Orientation {
    /// Describes how the drawing is rotated or mirrored. The text begins with the page and the name of
    /// the board.
    fn describe(&self, sheet: &FoundSheet, component: &Component, against: ReferenceLayout<'_>) -> String {
        let how = match (self.is_mirrored, self.turned.abs() < 0.05) {
            (true, _) => "mirrored".to_owned(),
            (false, true) => "upright".to_owned(),
            (false, false) => format!("rotated by {:.1}°", self.turned),
        };
        format!("page {}: compared with `{}` of {}: {how}", sheet.number, component.name, against.shown)
    }
}

impl DrawnBoard<'_> {
    /// Returns the box around a cell in the drawing, in mm. `cell` is an address in the drawing.
    pub fn rect(&self, cell: CellAddress) -> Rect {
        hexpress_base::geometry::bounds_of_points(&self.found.lattice.corners(cell))
    }

    /// Returns the name of a kind of cell in the layout.
    pub fn kind_name(&self, kind: usize) -> &str {
        self.board.kinds.get(kind).map_or("", |kind| &*kind.name)
    }

    /// Reports a fault at a place in the drawing. `line` is the related place in the layout.
    pub fn fault<'f>(
        &self,
        findings: &'f mut Findings,
        rect: Rect,
        line: SourceSpan,
        message: String,
    ) -> &'f mut Fault {
        findings.fault(message).at(self.sheet.file, self.sheet.number, Some(rect)).in_layout(Some(line))
    }
}
