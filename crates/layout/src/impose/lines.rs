//! Straight cuts, from where pieces lie.

use kurbo::{Line, Point, Rect, Size, Vec2};

use super::duplex::Duplex;
use super::slot::Slot;
use crate::model::Outline;
use crate::scene::{Ink, Stroke};

/// A straight cut, from one end to the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CutLine {
    /// Where it begins, in mm.
    pub from: Point,
    /// Where it ends, in mm.
    pub to: Point,
    /// When it is made: those of 0 first, then those of 1, and so on. All of one stage run one way, side by side. The
    /// cuts of a later stage may end at those of an earlier one, and never the other way round.
    pub stage: u8,
}

/// Two lines closer together than this are one, in mm.
pub const ONE: f64 = 0.001;

impl CutLine {
    /// The way it runs, of length 1.
    pub fn way(&self) -> Vec2 {
        (self.to - self.from).normalize()
    }

    /// The same cut, seen from behind, or beyond the fold.
    pub fn behind(&self, behind: Duplex, sheet: Size) -> Self {
        let mirrored = |point: Point| behind.axis.mirrored(point, sheet);
        Self { from: mirrored(self.from), to: mirrored(self.to), ..*self }
    }

    /// Returns whether it runs along a side of a piece of this size and outline in this place, or bounds the row that
    /// its slanted sides end at.
    pub fn touches(&self, slot: &Slot, piece: Size, outline: Outline) -> bool {
        let (way, to) = (self.way(), slot.middle - self.from);
        let along = to.dot(way);
        let covers = slot.covers(piece).size();
        let away = to.cross(way).abs();
        let is_at = |half: f64| (away - half).abs() < 0.01;
        // The foot of the middle lies on the side itself.
        let is_beside = along >= 0.0 && along <= (self.to - self.from).hypot();
        is_beside
            && match outline {
                Outline::Hexagon(_) => is_at(covers.width.min(covers.height) / 2.0),
                // A triangle's middle is a quarter of its box from each side, and its apex twice as far.
                Outline::Regular(tiling) if tiling.is_triangles() => {
                    is_at(piece.height / 4.0) || (self.stage == 0 && is_at(piece.height / 2.0))
                }
                _ => is_at((way.y.abs() * covers.width + way.x.abs() * covers.height) / 2.0),
            }
    }
}

/// Width of a line along a cut, mm: a quarter of a point, as print shops draw them.
const HAIRLINE: f64 = 0.09;

/// How a line is drawn that is cut along. Solid black: of a grey, printers that have black alone print dots, and on thin
/// lines these are far apart.
pub fn hairline() -> Stroke {
    Stroke::solid(HAIRLINE, Ink::black())
}

/// The part of a segment that lies in a box; none where it does not come there.
pub fn clip_segment(line: Line, within: Rect) -> Option<Line> {
    let way = line.p1 - line.p0;
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (from, way, least, most) in
        [(line.p0.x, way.x, within.x0, within.x1), (line.p0.y, way.y, within.y0, within.y1)]
    {
        if way.abs() < 1e-12 {
            if from < least - ONE || from > most + ONE {
                return None;
            }
            continue;
        }
        let (a, b) = ((least - from) / way, (most - from) / way);
        (low, high) = (low.max(a.min(b)), high.min(a.max(b)));
    }
    (high > low).then(|| Line::new(line.p0 + way * low, line.p0 + way * high))
}

/// These values in order, those that are closer together than `apart` once.
pub fn distinct(values: impl Iterator<Item = f64>, apart: f64) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < apart);
    values
}

/// The cuts along both sides of pieces about these middles: sides that look along `normal`, and lie `half` from the
/// middle. Each is as long as `within` lets it be, and is there once.
pub fn along(
    middles: impl Iterator<Item = Point>,
    normal: Vec2,
    half: f64,
    within: Rect,
    stage: u8,
) -> Vec<CutLine> {
    let middles = distinct(middles.map(|middle| normal.dot(middle.to_vec2())), ONE);
    let sides = distinct(middles.iter().flat_map(|middle| [middle - half, middle + half]), ONE);
    // Longer than any sheet is wide.
    let way = Vec2::new(-normal.y, normal.x) * 1e5;
    let cut = |at: f64| {
        let middle = (normal * at).to_point();
        let Line { p0: from, p1: to } = clip_segment(Line::new(middle - way, middle + way), within)?;
        Some(CutLine { from, to, stage })
    };
    sides.into_iter().filter_map(cut).collect()
}
