//! Where a plotter cuts: the outlines of the pieces on a sheet, each line once.

use crate::base::map::Map;
use kurbo::{Affine, BezPath, ParamCurve as _, PathEl, PathSeg, Point, Rect, Shape as _, Vec2};

use super::lines::clip_segment;
use super::pack_fit::Marks;
use crate::diag::Report;
use crate::layout::plan::{Content, Plan};
use crate::layout::sheet::SheetCache;
use crate::print::cuts::Cuts;
use crate::scene::{Draw, Role, leaves};

/// Points closer than this are one, in mm: what a file keeps of a coordinate.
const SAME: f64 = 0.002;

impl<'a> Plan<'a> {
    /// The cuts of the `index`-th sheet; none on a sheet from which nothing is cut out or that is cut already, and on
    /// backs, which are cut with their fronts.
    ///
    /// # Errors
    /// What cannot be drawn.
    pub fn cuts(&self, index: usize, cache: &mut SheetCache<'a>) -> Result<Option<Cuts>, Report> {
        let Some(sheet) = self.sheets.get(index) else { return Ok(None) };
        let (size, fit) = match &sheet.content {
            Content::Fronts(deck, fit, _) if deck.die_sheet.is_none() => (sheet.size, fit),
            _ => return Ok(None),
        };
        let behind = fit.duplex;
        let cut = behind.cut_sheet(size);
        let (mut outlines, mut boxes): (Vec<BezPath>, Vec<Rect>) = (Vec::new(), Vec::new());
        for part in sheet.parts() {
            let mut own = self.draft_of(part).map(|draft| draft.cuts).unwrap_or_default();
            // Backs are cut with the fronts that they are glued to.
            own.retain(|o| !behind.fold || cut.to_rect().contains(o.bounding_box().center()));
            // Marks at corners lie on no piece, but in the boxes of hexagons.
            let corners = matches!(&part.content, Content::Fronts(_, fit, _) if fit.marks == Marks::Corners);
            let apart = own.iter().filter(|_| !corners);
            boxes.extend(apart.map(|o| o.bounding_box().inflate(0.01, 0.01)));
            outlines.extend(own);
        }
        if outlines.is_empty() {
            return Ok(None);
        }
        let mut marks = BezPath::new();
        beside(&self.sheet(index, cache)?.draws, cut.to_rect(), &boxes, &mut marks);
        Ok(Some(Cuts {
            lines: lines(&outlines),
            marks,
            pieces: outlines.len(),
            sheet: cut,
            folded: behind.fold,
        }))
    }
}

/// The straight cut marks among some drawings that lie on the sheet and on none of its pieces.
fn beside(draws: &[Draw], sheet: Rect, pieces: &[Rect], marks: &mut BezPath) {
    for leaf in leaves(draws, Affine::IDENTITY).filter(|leaf| leaf.role == Role::Cut) {
        // Cut marks are drawn where they lie: their groups are not moved.
        let Draw::Path { path, stroke: Some(_), .. } = leaf.draw else { continue };
        for segment in path.segments() {
            let PathSeg::Line(line) = segment else { continue };
            let passes = |piece: &Rect| {
                clip_segment(line, *piece).is_some_and(|part| part.p0.distance(part.p1) > SAME)
            };
            if sheet.contains(line.midpoint()) && !pieces.iter().any(passes) {
                marks.move_to(line.p0);
                marks.line_to(line.p1);
            }
        }
    }
}

/// A straight stretch that lies on the line of all points whose product with its normal is `away`.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    /// Which way the line runs, of unit length, to the right or straight down.
    along: Vec2,
    /// How far the line is from the origin, in mm.
    away: f64,
    from: f64,
    to: f64,
}

impl Stretch {
    fn new(a: Point, b: Point) -> Option<Self> {
        let length = a.distance(b);
        if length < SAME {
            return None;
        }
        let mut along = (b - a) / length;
        if along.x < -1e-9 || (along.x.abs() <= 1e-9 && along.y < 0.0) {
            along = -along;
        }
        let [a_on, b_on] = [a, b].map(|p| p.to_vec2().dot(along));
        Some(Self { along, away: along.cross(a.to_vec2()), from: a_on.min(b_on), to: a_on.max(b_on) })
    }

    fn point(&self, on: f64) -> Point {
        (self.along * on + Vec2::new(-self.along.y, self.along.x) * self.away).to_point()
    }

    fn is_on_line_of(&self, other: &Self) -> bool {
        let turned = self.along - other.along;
        turned.x.abs().max(turned.y.abs()) < 1e-6 && (self.away - other.away).abs() < SAME
    }
}

/// All outlines, with what two of them share cut once, and what lies in one line cut in one go.
fn lines(outlines: &[BezPath]) -> Vec<BezPath> {
    let (round, straight): (Vec<&BezPath>, Vec<&BezPath>) = outlines
        .iter()
        .partition(|o| o.elements().iter().any(|e| matches!(e, PathEl::CurveTo(..) | PathEl::QuadTo(..))));
    let segments = straight.iter().flat_map(|outline| outline.segments());
    let mut stretches: Vec<Stretch> = segments.filter_map(|s| Stretch::new(s.start(), s.end())).collect();
    // By line, and along each line; lines are told apart coarsely here, so that what is nearly one stays together.
    let coarse = |value: f64| (value * 100.0).round() as i64;
    stretches.sort_by(|a, b| {
        let key = |s: &Stretch| (coarse(s.along.x), coarse(s.along.y), coarse(s.away + SAME));
        key(a).cmp(&key(b)).then(a.from.total_cmp(&b.from))
    });
    let mut joined: Vec<Stretch> = Vec::new();
    for stretch in stretches {
        match joined.last_mut() {
            Some(last) if stretch.is_on_line_of(last) && stretch.from < last.to + SAME => {
                last.to = last.to.max(stretch.to);
            }
            _ => joined.push(stretch),
        }
    }
    let mut lines: Vec<BezPath> = round.into_iter().cloned().collect();
    lines.extend(chains(&joined.iter().map(|s| (s.point(s.from), s.point(s.to))).collect::<Vec<_>>()));
    lines
}

/// The corners that lines share.
#[derive(Debug, Default)]
struct Corners {
    points: Vec<Point>,
    /// By their place on a raster of a hundredth of a millimetre.
    known: Map<(i64, i64), usize>,
    /// The lines that meet in each.
    meet: Vec<Vec<usize>>,
}

impl Corners {
    /// The number of a corner, where line `line` ends too.
    fn of(&mut self, point: Point, line: usize) -> usize {
        let cell = |value: f64| (value * 100.0).round() as i64;
        let (x, y) = (cell(point.x), cell(point.y));
        // A point on the border of its cell may have been met in the next one.
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let near = |at: &usize| self.points[*at].distance(point) < SAME * 2.0;
        let found = around.filter_map(|cell| self.known.get(&cell).copied()).find(near);
        let corner = found.unwrap_or_else(|| {
            self.points.push(point);
            self.meet.push(Vec::new());
            self.known.insert((x, y), self.points.len() - 1);
            self.points.len() - 1
        });
        self.meet[corner].push(line);
        corner
    }
}

/// Lines that begin where others end are cut without lifting the knife.
fn chains(lines: &[(Point, Point)]) -> Vec<BezPath> {
    let mut corners = Corners::default();
    let ends: Vec<(usize, usize)> =
        lines.iter().enumerate().map(|(i, (a, b))| (corners.of(*a, i), corners.of(*b, i))).collect();
    let mut left = vec![true; lines.len()];
    let mut paths = Vec::new();
    // From where an odd number of lines meet, for there a path must begin or end; what is left then closes.
    let odd = (0..corners.points.len()).filter(|c| corners.meet[*c].len() % 2 == 1);
    let starts: Vec<usize> = odd.chain(ends.iter().map(|(a, _)| *a)).collect();
    for start in starts {
        let mut path = BezPath::new();
        let mut tip = start;
        while let Some(next) = corners.meet[tip].iter().copied().find(|line| left[*line]) {
            left[next] = false;
            if path.is_empty() {
                path.move_to(corners.points[tip]);
            }
            let (a, b) = ends[next];
            tip = if a == tip { b } else { a };
            if tip == start && !corners.meet[tip].iter().any(|line| left[*line]) {
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

    fn rect(x: f64, y: f64) -> BezPath {
        Rect::new(x, y, x + 10.0, y + 20.0).to_path(0.1)
    }

    fn length(lines: &[BezPath]) -> f64 {
        lines.iter().map(|line| line.perimeter(0.01)).sum()
    }

    #[test]
    fn a_shared_edge_is_cut_once_and_in_one_go() {
        let lines = lines(&[rect(0.0, 0.0), rect(10.0, 0.0), rect(0.0, 20.0), rect(10.0, 20.0)]);
        // The outside, and a cross of two cuts.
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!((length(&lines) - 3.0 * (20.0 + 40.0)).abs() < 1e-9);
    }

    #[test]
    fn what_lies_apart_is_cut_apart() {
        let lines = lines(&[rect(0.0, 0.0), rect(10.5, 0.0)]);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.elements().last() == Some(&PathEl::ClosePath)));
    }
}
