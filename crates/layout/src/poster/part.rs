//! Draws one sheet of a poster.
//!
//! - In: the drawings of the whole picture.
//! - Out: the drawings of one sheet: its part of the picture, the strips beyond its seams, the cut lines, and
//!   instructions.
//!
//! The module `divider` chooses seams.

use kurbo::{Affine, BezPath, Point};

use super::join::joins;
use super::obstacles::covered;
use super::seam::OUTSIDE_MM;
use super::{Axis, BLEED, Poster, SeamPair, overview};
use crate::draw::painter::Painter;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::geometry::polygon;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_scene::{CellDrawings, CellRow, CellSubject, Drawing, Group, Leaf, leaves};

/// Draws the sheet at `index` of a poster on a page. The area of the drawings is marked as taken, so
/// that no printer's mark is placed there. `whole` contains the drawings of the whole picture.
pub fn draw(poster: &Poster<'_>, index: usize, whole: &[Drawing], page: &mut SheetBuilder<'_, '_>) {
    let to_sheet = Affine::translate(poster.offset(index));
    let joins = joins(poster, index);
    let part = PosterSheet { poster, index };
    let mut shown: Vec<Drawing> =
        whole.iter().flat_map(|drawing| part.parts_of(drawing, &page.painter)).collect();
    shown.extend(joins.iter().map(|join| join.cut_line(poster, &page.painter)));
    for axis in [Axis::Horizontal, Axis::Vertical] {
        if let Some(clip) = clip_between(axis, poster.seams_around(axis, index)) {
            shown = vec![Drawing::Group(Group { clip: Some(clip), ..Group::plain(shown) })];
        }
    }
    page.drawings.push(Drawing::Group(Group { transform: to_sheet, ..Group::plain(shown) }));
    page.space.take(poster.window(index) + poster.offset(index));
    let instructions: Vec<Drawing> =
        joins.iter().flat_map(|join| join.instructions(poster, index, &page.painter)).collect();
    if !instructions.is_empty() {
        page.push_marks(Single::PrinterMarks, to_sheet, instructions);
    }
    overview::draw(poster.grid, index, page);
}

/// The parts of a group that a sheet shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// All drawings, except texts that belong to other sheets.
    OwnTextsAndRest,
    /// Only the texts that belong to this sheet.
    OwnTexts,
    /// All drawings except texts.
    Rest,
}

/// The part of a poster on one sheet.
#[derive(Clone, Copy)]
pub(super) struct PosterSheet<'p, 'a> {
    pub poster: &'p Poster<'a>,
    pub index: usize,
}

impl PosterSheet<'_, '_> {
    /// Returns the parts of a drawing that the sheet shows. A text, or an icon that stands for words, appears
    /// only on the sheet that contains its centre.
    pub fn parts_of(self, drawing: &Drawing, painter: &Painter<'_, '_>) -> Vec<Drawing> {
        if let Drawing::Cells(cells) = drawing {
            return self.parts_of_cells(cells, painter);
        }
        let near = covered(drawing, Affine::IDENTITY).map(|rect| rect.inflate(1.0, 1.0));
        if near.is_none_or(|rect| rect.intersect(self.poster.window(self.index)).is_zero_area()) {
            return Vec::new();
        }
        let Drawing::Group(group) = drawing else { return vec![drawing.clone()] };
        let Some(cell) = group.id.as_ref().and_then(Identity::cell) else {
            return self.sifted_group(group, Kept::OwnTextsAndRest).map(Drawing::Group).into_iter().collect();
        };
        let through_cells = self.poster.goes_through_cells();
        if self.owns(group.transform.translation().to_point()) {
            if !through_cells {
                // No seam crosses cells, so the sheet shows the whole cell.
                return vec![drawing.clone()];
            }
            return self.sifted_group(group, Kept::OwnTextsAndRest).map(Drawing::Group).into_iter().collect();
        }
        // The cell belongs to another sheet. This sheet shows the part of the cell that is in the
        // strip beyond the seam.
        let id = Some(painter.identity(Feature::Beyond(cell)));
        let beyond = self.sifted_group(group, Kept::Rest).map(|rest| Group { id, ..rest });
        let texts = if through_cells { self.sifted_group(group, Kept::OwnTexts) } else { None };
        beyond.into_iter().chain(texts).map(Drawing::Group).collect()
    }

    /// Returns the parts of many cells that the sheet shows. Cells that are completely visible stay
    /// together in one [`CellDrawings`].
    fn parts_of_cells(self, cells: &CellDrawings, painter: &Painter<'_, '_>) -> Vec<Drawing> {
        let max_distance = cells.max_distance() + 1.0;
        let window = self.poster.window(self.index).inflate(max_distance, max_distance);
        // If seams may cross cells, a cell must be divided into its drawings, because the texts of
        // a cell may belong to another sheet.
        let may_be_whole = cells.subject == CellSubject::Name || !self.poster.goes_through_cells();
        let mut parts: Vec<Drawing> = Vec::new();
        for placed in &cells.places {
            let centre = cells.lattice.centre(placed.address);
            if !window.contains(centre) {
                continue;
            }
            if may_be_whole && self.poster.owns_circle(self.index, centre, max_distance) {
                push_whole_cell(&mut parts, cells, *placed);
                continue;
            }
            let whole = Drawing::Group(cells.group(*placed));
            for part in self.parts_of(&whole, painter) {
                if part == whole {
                    push_whole_cell(&mut parts, cells, *placed);
                } else {
                    parts.push(part);
                }
            }
        }
        parts
    }

    fn owns(self, point: Point) -> bool {
        self.poster.owns(self.index, point)
    }

    /// Returns a group that contains only the drawings that are kept. Returns `None` if no drawing
    /// is kept.
    fn sifted_group(self, group: &Group, kept: Kept) -> Option<Group> {
        let drawings = self.sifted(&group.drawings, kept, group.transform);
        (!drawings.is_empty()).then(|| Group { drawings, ..group.clone() })
    }

    /// Returns the drawings that are kept. `transform` maps the drawings to the whole picture.
    fn sifted(self, drawings: &[Drawing], kept: Kept, transform: Affine) -> Vec<Drawing> {
        drawings.iter().filter_map(|drawing| self.sifted_draw(drawing, kept, transform)).collect()
    }

    fn sifted_draw(self, drawing: &Drawing, kept: Kept, transform: Affine) -> Option<Drawing> {
        match drawing {
            Drawing::Text(_) | Drawing::Group(Group { actual_text: Some(_), .. }) => {
                let is_own = kept != Kept::Rest
                    && covered(drawing, transform).is_some_and(|rect| self.owns(rect.center()));
                is_own.then(|| drawing.clone())
            }
            Drawing::Group(group) => {
                let inner = self.sifted(&group.drawings, kept, transform * group.transform);
                (!inner.is_empty()).then(|| Drawing::Group(Group { drawings: inner, ..group.clone() }))
            }
            Drawing::Use { shared, transform: own_transform } if has_texts(&shared.drawings) => {
                let inner = self.sifted(&shared.drawings, kept, transform * *own_transform);
                (!inner.is_empty())
                    .then(|| Drawing::Group(Group { transform: *own_transform, ..Group::plain(inner) }))
            }
            Drawing::Use { .. }
            | Drawing::Cells(_)
            | Drawing::Path { .. }
            | Drawing::EvenOdd { .. }
            | Drawing::Image { .. } => (kept != Kept::OwnTexts).then(|| drawing.clone()),
        }
    }
}

/// Adds a cell that is completely visible. If the previous drawing is a table of such cells, adds the
/// cell to this table.
fn push_whole_cell(parts: &mut Vec<Drawing>, cells: &CellDrawings, placed: CellRow) {
    match parts.last_mut() {
        Some(Drawing::Cells(last)) => last.places.push(placed),
        _ => parts.push(Drawing::Cells(CellDrawings { places: vec![placed], ..cells.without_places() })),
    }
}

fn has_texts(drawings: &[Drawing]) -> bool {
    let is_text = |leaf: Leaf<'_>| leaf.in_actual_text || matches!(leaf.draw, Drawing::Text(_));
    leaves(drawings, Affine::IDENTITY).with_shared().any(is_text)
}

/// Returns the outline of the area between two seams, extended by [`BLEED`] beyond each seam.
/// Returns `None` if there are no seams.
fn clip_between(axis: Axis, SeamPair { before, after }: SeamPair<'_>) -> Option<BezPath> {
    if before.is_none() && after.is_none() {
        return None;
    }
    let mut corners = before.map_or_else(|| straight_edge(-OUTSIDE_MM), |seam| seam.extended(-BLEED));
    corners.extend(
        after.map_or_else(|| straight_edge(OUTSIDE_MM), |seam| seam.extended(BLEED)).into_iter().rev(),
    );
    let on_sheet: Vec<Point> = corners.into_iter().map(|corner| axis.swap_point(corner)).collect();
    Some(polygon(&on_sheet))
}

fn straight_edge(y: f64) -> Vec<Point> {
    vec![Point::new(-OUTSIDE_MM, y), Point::new(OUTSIDE_MM, y)]
}
