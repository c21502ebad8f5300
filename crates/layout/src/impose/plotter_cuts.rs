//! Computes the paths along which a plotter cuts. The paths follow the outlines of the pieces on a
//! sheet. Each line is cut only once, even if two pieces share it.
//!
//! - In: a sheet of a plan.
//! - Out: paths to cut, and the printed marks that the plotter uses for alignment.
//!
//! `hexpress-write` writes files for plotters.

use kurbo::{Affine, BezPath, Line, ParamCurve as _, PathSeg, Point, Rect, Shape as _, Vec2};

use super::sheet_packing::Marks;
use super::straight_cuts::clip_segment;
use crate::marks::crease;
use crate::overlay::SheetOverlay;
use crate::plan::{Content, Plan, SheetPlan};
use crate::sheet::SheetCache;
use hexpress_base::diag::Report;
use hexpress_base::geometry::is_curve;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::PieceSide;
use hexpress_scene::print::cuts::{CutKind, CutPath, Cuts};
use hexpress_scene::{Drawing, Role, leaves};

/// Two points count as the same if they are at most this far apart, in mm. Coordinates in plotter
/// files have this precision.
const SAME_POINT_MM: f64 = 0.002;
/// A mark counts as outside the box of a piece if it extends into the box by at most this length, in mm.
const BOX_RIM: f64 = 0.01;

impl<'a> Plan<'a> {
    /// Returns the cuts of the sheet with this index. Returns `None` for sheets without cuts, for
    /// die-cut sheets, and for sheets of backs. Backs are cut together with their fronts.
    ///
    /// # Errors
    /// A shape cannot be drawn.
    pub fn cuts(&self, index: usize, cache: &mut SheetCache<'a>) -> Result<Option<Cuts>, Report> {
        let Some(sheet) = self.sheets.get(index) else { return Ok(None) };
        // The pieces may share the sheet with a board.
        let duplex = sheet.parts().find_map(|part| match &part.content {
            Content::Fronts(deck, packing, _) if deck.die_sheet.is_none() => Some(packing.duplex),
            _ => None,
        });
        let Some(duplex) = duplex else { return Ok(None) };
        let size = duplex.cut_sheet(sheet.size);
        let mut boxes = Vec::new();
        let mut pieces = 0;
        let mut parts = CutParts::default();
        for part in sheet.parts() {
            let SheetOverlay { cuts: mut part_outlines, holes: mut part_holes, .. } =
                self.part_overlay(part).unwrap_or_default();
            if duplex.fold {
                // The backs are glued to their fronts before the pieces are cut. Cutting the outlines of the
                // fronts also cuts the backs, so only these outlines are kept.
                let is_on_front =
                    |outline: &BezPath| size.to_rect().contains(outline.bounding_box().center());
                part_outlines.retain(is_on_front);
                part_holes.retain(is_on_front);
            }
            // Marks inside the bounding boxes of pieces are left out. Marks at the corners of pieces
            // are an exception: they are always outside the pieces, but may be inside the bounding
            // boxes of hexagons.
            if !has_corner_marks(part) {
                let bounds = part_outlines.iter().map(|outline| outline.bounding_box());
                boxes.extend(bounds.map(|rect| rect.inflate(BOX_RIM, BOX_RIM)));
            }
            if let Content::Fronts(deck, packing, run) = &part.content {
                let slots = packing.component_slots(PieceSide::Front).take(run.count());
                parts.folds.extend(crease::lines(deck, packing, slots));
                parts.around.extend(deck.cut_around.and_then(|by| rectangle_around(&part_outlines, by)));
            }
            let kind = match &part.content {
                Content::Fronts(deck, ..) => deck.cut,
                _ => CutKind::Through,
            };
            pieces += part_outlines.len();
            let own = parts.of_kinds.entry(kind).or_default();
            own.0.extend(part_holes);
            own.1.extend(part_outlines);
        }
        if pieces == 0 {
            return Ok(None);
        }
        let drawn = self.sheet(index, cache)?;
        Ok(Some(Cuts {
            lines: parts.lines(),
            marks: marks_outside(&drawn.drawings, size.to_rect(), &boxes),
            pieces,
            sheet: size,
            folded: duplex.fold,
        }))
    }
}

/// The lines on a sheet, grouped by what a machine does along them: fold or cut.
#[derive(Default)]
struct CutParts {
    folds: Vec<BezPath>,
    /// For each kind of cut: first the holes in pieces, and then the outlines of pieces.
    of_kinds: SortedMap<CutKind, (Vec<BezPath>, Vec<BezPath>)>,
    /// The rectangles around all pieces of a component.
    around: Vec<BezPath>,
}

impl CutParts {
    /// Returns all lines in the order in which the machine processes them.
    fn lines(self) -> Vec<CutPath> {
        let mut lines: Vec<CutPath> = Vec::new();
        let mut add = |kind: CutKind, paths: Vec<BezPath>| {
            lines.extend(paths.into_iter().map(|path| CutPath { kind, path }));
        };
        add(CutKind::Fold, self.folds);
        for (kind, (holes, outlines)) in self.of_kinds {
            // A piece can move after it is cut out, so its holes are cut before its outline.
            add(kind, holes);
            add(kind, cut_paths(&outlines));
        }
        add(CutKind::Through, self.around);
        lines.sort_by_key(|line| line.kind);
        lines
    }
}

/// Returns a rectangle around all outlines, at a distance of `by` mm. Returns `None` if there are no
/// outlines.
fn rectangle_around(outlines: &[BezPath], by: f64) -> Option<BezPath> {
    let all = outlines.iter().map(|outline| outline.bounding_box()).reduce(|a, b| a.union(b))?;
    Some(all.inflate(by, by).to_path(0.1))
}

fn has_corner_marks(part: &SheetPlan<'_>) -> bool {
    matches!(&part.content, Content::Fronts(_, packing, _) if packing.marks == Marks::Corners)
}

/// Returns the straight cut marks among some drawings. Marks outside the sheet or inside a piece are
/// left out.
fn marks_outside(drawings: &[Drawing], sheet: Rect, pieces: &[Rect]) -> BezPath {
    let mut marks = BezPath::new();
    for leaf in leaves(drawings, Affine::IDENTITY).filter(|leaf| matches!(leaf.role, Role::Cut(_))) {
        // Groups of cut marks have no transform, so the coordinates are already those of the sheet.
        let Drawing::Path { path, stroke: Some(_), .. } = leaf.draw else { continue };
        for segment in path.segments() {
            let PathSeg::Line(line) = segment else { continue };
            if sheet.contains(line.midpoint()) && !pieces.iter().any(|piece| passes_through(line, *piece)) {
                marks.move_to(line.p0);
                marks.line_to(line.p1);
            }
        }
    }
    marks
}

fn passes_through(line: Line, piece: Rect) -> bool {
    clip_segment(line, piece).is_some_and(|inside| inside.p0.distance(inside.p1) > SAME_POINT_MM)
}

/// Returns the paths that cut all outlines. If two outlines share a line, the line is cut only once.
/// Lines that meet are joined to one path, so that the plotter does not have to lift the knife between
/// them.
fn cut_paths(outlines: &[BezPath]) -> Vec<BezPath> {
    let (round, straight): (Vec<&BezPath>, Vec<&BezPath>) =
        outlines.iter().partition(|outline| has_curves(outline));
    let segments = straight.iter().flat_map(|outline| outline.segments());
    let stretches = segments.filter_map(|segment| CutStretch::new(segment.start(), segment.end())).collect();
    let lines: Vec<Line> = join_stretches(stretches).iter().map(CutStretch::line).collect();
    let mut paths: Vec<BezPath> = round.into_iter().cloned().collect();
    paths.extend(chains(&lines));
    paths
}

fn has_curves(outline: &BezPath) -> bool {
    outline.elements().iter().any(is_curve)
}

/// A part of a straight line.
#[derive(Debug, Clone, Copy)]
struct CutStretch {
    /// The unit vector along the line. It points to the right, or straight down.
    along: Vec2,
    /// The distance from the origin to the line, in mm. The sign is different for lines on opposite
    /// sides of the origin.
    offset: f64,
    /// The position on the line where the stretch starts, in mm.
    from: f64,
    /// The position on the line where the stretch ends, in mm.
    to: f64,
}

impl CutStretch {
    /// Returns the stretch between two points, or `None` if the points are the same.
    fn new(a: Point, b: Point) -> Option<Self> {
        let length = a.distance(b);
        if length < SAME_POINT_MM {
            return None;
        }
        let mut along = (b - a) / length;
        if along.x < -1e-9 || (along.x.abs() <= 1e-9 && along.y < 0.0) {
            along = -along;
        }
        let [a_on, b_on] = [a, b].map(|end| end.to_vec2().dot(along));
        Some(Self { along, offset: along.cross(a.to_vec2()), from: a_on.min(b_on), to: a_on.max(b_on) })
    }

    fn point(&self, on: f64) -> Point {
        (self.along * on + Vec2::new(-self.along.y, self.along.x) * self.offset).to_point()
    }

    fn line(&self) -> Line {
        Line::new(self.point(self.from), self.point(self.to))
    }

    fn is_on_line_of(&self, other: &Self) -> bool {
        let turned = self.along - other.along;
        turned.x.abs().max(turned.y.abs()) < 1e-6 && (self.offset - other.offset).abs() < SAME_POINT_MM
    }

    /// Returns a sort key: the direction and the offset of the line, rounded to hundredths. Nearly
    /// identical lines have the same key.
    fn line_key(&self) -> [i64; 3] {
        [self.along.x, self.along.y, self.offset + SAME_POINT_MM].map(hundredths)
    }
}

fn hundredths(value: f64) -> i64 {
    (value * 100.0).round() as i64
}

/// Joins stretches that are on the same line and overlap or touch.
fn join_stretches(mut stretches: Vec<CutStretch>) -> Vec<CutStretch> {
    stretches.sort_by(|a, b| a.line_key().cmp(&b.line_key()).then(a.from.total_cmp(&b.from)));
    let mut joined: Vec<CutStretch> = Vec::new();
    for stretch in stretches {
        match joined.last_mut() {
            Some(last) if stretch.is_on_line_of(last) && stretch.from < last.to + SAME_POINT_MM => {
                last.to = last.to.max(stretch.to);
            }
            _ => joined.push(stretch),
        }
    }
    joined
}

/// The corners where lines meet.
#[derive(Debug, Default)]
struct Corners {
    points: Vec<Point>,
    /// The number of each corner. The plane is divided into squares with sides of 0.01 mm. The key is
    /// the square that contains the corner.
    by_place: SortedMap<[i64; 2], usize>,
    /// The numbers of the lines that meet at each corner.
    lines: Vec<Vec<usize>>,
}

impl Corners {
    /// Adds the end `point` of the line with the number `line`. Returns the number of the corner at
    /// this point.
    fn add(&mut self, point: Point, line: usize) -> usize {
        let corner = self.find(point).unwrap_or_else(|| {
            let corner = self.points.len();
            self.points.push(point);
            self.lines.push(Vec::new());
            self.by_place.insert([point.x, point.y].map(hundredths), corner);
            corner
        });
        self.lines[corner].push(line);
        corner
    }

    fn find(&self, point: Point) -> Option<usize> {
        let [x, y] = [point.x, point.y].map(hundredths);
        // The neighbouring squares are also searched, because a corner near the border of its square may be
        // stored under one of them.
        let places = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| [x, y]));
        let mut known = places.filter_map(|place| self.by_place.get(&place).copied());
        known.find(|corner| self.points[*corner].distance(point) < SAME_POINT_MM * 2.0)
    }
}

/// Joins lines into paths where their ends meet. The plotter then lifts the knife less often.
fn chains(lines: &[Line]) -> Vec<BezPath> {
    let mut corners = Corners::default();
    let ends: Vec<[usize; 2]> = lines
        .iter()
        .enumerate()
        .map(|(index, line)| [corners.add(line.p0, index), corners.add(line.p1, index)])
        .collect();
    let mut is_left = vec![true; lines.len()];
    let mut paths = Vec::new();
    // Where an odd number of lines meet, a path must begin or end. The first paths therefore begin at these
    // corners. The remaining lines form closed paths.
    let odd = (0..corners.points.len()).filter(|corner| corners.lines[*corner].len() % 2 == 1);
    let starts: Vec<usize> = odd.chain(ends.iter().map(|[start, _]| *start)).collect();
    for start in starts {
        let mut path = BezPath::new();
        let mut tip = start;
        while let Some(next) = corners.lines[tip].iter().copied().find(|line| is_left[*line]) {
            is_left[next] = false;
            if path.is_empty() {
                path.move_to(corners.points[tip]);
            }
            let [a, b] = ends[next];
            tip = if a == tip { b } else { a };
            if tip == start && !corners.lines[tip].iter().any(|line| is_left[*line]) {
                path.close_path();
                break;
            }
            path.line_to(corners.points[tip]);
        }
        if !path.is_empty() {
            paths.push(path);
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::PathEl;

    fn rect(x: f64, y: f64) -> BezPath {
        Rect::new(x, y, x + 10.0, y + 20.0).to_path(0.1)
    }

    fn length(paths: &[BezPath]) -> f64 {
        paths.iter().map(|path| path.perimeter(0.01)).sum()
    }

    #[test]
    fn a_shared_edge_is_cut_once_and_in_one_go() {
        let paths = cut_paths(&[rect(0.0, 0.0), rect(10.0, 0.0), rect(0.0, 20.0), rect(10.0, 20.0)]);
        // The outer path surrounds all pieces. The other two paths form a cross.
        assert_eq!(paths.len(), 3, "{paths:?}");
        assert!((length(&paths) - 3.0 * (20.0 + 40.0)).abs() < 1e-9);
    }

    #[test]
    fn pieces_with_a_gap_are_cut_separately() {
        let paths = cut_paths(&[rect(0.0, 0.0), rect(10.5, 0.0)]);
        assert_eq!(paths.len(), 2);
        assert!(paths.iter().all(|path| path.elements().last() == Some(&PathEl::ClosePath)));
    }

    #[test]
    fn points_closer_than_the_precision_of_files_are_one() {
        assert!(CutStretch::new(Point::ZERO, Point::new(SAME_POINT_MM / 2.0, 0.0)).is_none());
        assert!(CutStretch::new(Point::ZERO, Point::new(SAME_POINT_MM * 2.0, 0.0)).is_some());
    }
}
