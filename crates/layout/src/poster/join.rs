//! Draws the joins of a poster, where two sheets are glued together.
//!
//! - In: a sheet of a poster.
//! - Out: the cut lines of the sheet, and instructions for cutting and gluing.
//!
//! The module `divider` chooses the position of the seams.

use kurbo::{Affine, Point};

use super::interval_index::Interval;
use super::seam::{Seam, TAB_WIDTH_MM};
use super::{Axis, BLEED, Grid, Poster, SeamPair};
use crate::draw::painter::Painter;
use crate::impose::straight_cuts::hairline;
use crate::sheet_builder::centred_words;
use hexpress_base::geometry::polygon;
use hexpress_base::identity::Feature;
use hexpress_base::units::{Mm, column_letters};
use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::print::language::translate_note;
use hexpress_scene::text::Shaped;
use hexpress_scene::{Drawing, Group, Ink, Role};

/// The height of the strip for instructions, in mm. The picture extends a little beyond the seam,
/// and the strip for instructions begins where the picture ends.
const INSTRUCTIONS_HEIGHT: f64 = TAB_WIDTH_MM - BLEED;
/// The size of the instructions, in points.
const INSTRUCTIONS_PT: f64 = 6.0;

/// How a sheet is joined to its neighbour at a seam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JoinRole {
    /// The sheet is cut along the seam. Its cut edge is glued onto the other sheet.
    Over,
    /// The sheet has a strip that is glued under the edge of the other sheet.
    Under,
}

/// A seam of a sheet, and how the sheet is joined to its neighbour there.
pub struct Join<'p> {
    /// The name of the seam between the two sheets, such as `A`.
    name: String,
    axis: Axis,
    seam: &'p Seam,
    /// The index of the sheet on the other side of the seam.
    neighbour_index: usize,
    role: JoinRole,
}

/// Returns the joins of the sheet at `index`. Seams get their names in the order of the sheets. For each
/// sheet, the seam at its right side is named first, and then the seam at its lower side.
pub fn joins<'p>(poster: &'p Poster<'_>, index: usize) -> Vec<Join<'p>> {
    let Grid { columns, rows, .. } = poster.grid;
    let mut joins = Vec::new();
    for (axis, step) in [(Axis::Vertical, 1), (Axis::Horizontal, columns)] {
        let SeamPair { before, after } = poster.seams_around(axis, index);
        let previous = before.map(|seam| (seam, index.saturating_sub(step), JoinRole::Under));
        let next = after.map(|seam| (seam, index + step, JoinRole::Over));
        for (seam, neighbour_index, role) in previous.into_iter().chain(next) {
            let first = index.min(neighbour_index);
            let number = match axis {
                Axis::Vertical => first - first / columns,
                Axis::Horizontal => (columns - 1) * rows + first,
            };
            joins.push(Join { name: column_letters(number), axis, seam, neighbour_index, role });
        }
    }
    joins
}

impl Join<'_> {
    /// Draws a line along the seam. The sheet that is glued on top is cut along this line. On the sheet
    /// below, the line shows where the cut edge must be after gluing.
    ///
    /// This line may be the only drawing of a piece on the sheet. Its identity therefore contains the side of
    /// the piece.
    pub fn cut_line(&self, poster: &Poster<'_>, painter: &Painter<'_, '_>) -> Drawing {
        let path = Drawing::Path { path: self.seam.path(self.axis), fill: None, stroke: Some(hairline()) };
        let id = painter.identity(Feature::Seam(poster.side(), self.name.as_str().into()));
        Drawing::Group(Group {
            role: Role::Cut(CutKind::Through),
            ..Group::piece(id, Affine::IDENTITY, vec![path])
        })
    }

    /// Draws the instructions for the seam in the strip beyond the seam, in the coordinates of the
    /// whole picture. Draws nothing if even the name of the seam is too long for the strip.
    pub fn instructions(&self, poster: &Poster<'_>, index: usize, painter: &Painter<'_, '_>) -> Vec<Drawing> {
        let stretch = self.free_stretch(poster, index);
        let size = Mm::from_pt(INSTRUCTIONS_PT).0;
        let room = stretch.to - stretch.from - 4.0;
        let language = &painter.game.language;
        let mut lines = self
            .wordings()
            .into_iter()
            .filter_map(|line| painter.shaper.plain(&translate_note(language, line)));
        match lines.find(|line| line.advance * size + 8.0 <= room) {
            Some(line) => self.draw_line(&line, size, f64::midpoint(stretch.from, stretch.to)),
            None => Vec::new(),
        }
    }

    /// Returns instructions for the seam in several lengths, from long to short. The last text is
    /// only the name of the seam.
    fn wordings(&self) -> Vec<String> {
        let (name, other) = (&self.name, self.neighbour_index + 1);
        match self.role {
            JoinRole::Over => {
                vec![format!("{name}: cut along the seam; this sheet goes over sheet {other}"), name.clone()]
            }
            JoinRole::Under => {
                let glue = format!("{name}: glue here; sheet {other} goes over it, its edge on the seam");
                // Users may also cut the lower sheet along the line, and tape the two sheets edge to edge.
                // The paper then has the same thickness everywhere.
                let tape = format!("{glue}; or cut here too, and tape both behind");
                vec![tape, glue, name.clone()]
            }
        }
    }

    /// Returns the part of the strip along the seam that does not overlap the strips of the other
    /// seams. The interval is measured along the seam.
    fn free_stretch(&self, poster: &Poster<'_>, index: usize) -> Interval {
        let window = self.axis.swap_rect(poster.window(index));
        let SeamPair { before, after } = poster.seams_around(self.axis.other(), index);
        Interval {
            from: before.map_or(window.x0, |seam| seam.extent.to),
            to: after.map_or(window.x1, |seam| seam.extent.from),
        }
    }

    /// Draws a line of text in the strip. An arrow at each end of the text points to the seam. `middle` is
    /// the position of the middle of the text along the seam.
    fn draw_line(&self, shaped: &Shaped, size: f64, middle: f64) -> Vec<Drawing> {
        let y = match self.role {
            JoinRole::Over => self.seam.extent.to + BLEED,
            JoinRole::Under => self.seam.extent.from - BLEED - INSTRUCTIONS_HEIGHT,
        } + INSTRUCTIONS_HEIGHT / 2.0;
        // Along a seam that runs from top to bottom, text runs from bottom to top.
        let degrees = if self.axis == Axis::Vertical { 270.0 } else { 0.0 };
        let half = shaped.advance * size / 2.0;
        let mut drawings = vec![centred_words(
            shaped,
            size,
            self.axis.swap_point(Point::new(middle, y)),
            degrees,
            Ink::black(),
        )];
        drawings.extend([middle - half - 3.0, middle + half + 3.0].map(|x| self.arrow(Point::new(x, y))));
        drawings
    }

    /// Draws an arrow that points to the seam. The middle of the arrow is at `centre`, in
    /// coordinates along the seam and at a right angle to it. The arrow is opposite an arrow on the
    /// other sheet.
    fn arrow(&self, centre: Point) -> Drawing {
        let to_seam = match self.role {
            JoinRole::Over => -1.0,
            JoinRole::Under => 1.0,
        };
        let corners = [(-1.0, -0.9), (1.0, -0.9), (0.0, 0.9)]
            .map(|(x, y)| self.axis.swap_point(Point::new(centre.x + x, centre.y + y * to_seam)));
        Drawing::Path { path: polygon(&corners), fill: Some(Ink::black()), stroke: None }
    }
}
