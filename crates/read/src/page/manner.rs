//! The manner in which outlines are filled and lines are drawn: what changes their look beside place, width and colour.

use kurbo::{Affine, BezPath, Cap, Join, ParamCurve, ParamCurveDeriv, PathEl, Point, Rect, Shape};

use super::paint::Look;
use crate::read::glyphs::digest;
use crate::read::hayro::{DrawMode, FillRule, StrokeProps};
use crate::read::{Letters, Manner, Rgb};

/// The most outlines of one area whose sides are looked at.
const MOST: usize = 64;
/// How far beside an outline its sides are looked at, in mm.
const BESIDE: f64 = 0.002;
/// Outlines narrower than this, in mm, are left out: programs that round to hundredths of a point change their sides, and
/// nobody sees a hole of this width.
const FINE: f64 = 0.15;
/// How far the corners of lines reach that say nothing of it (ISO 32000-1, table 52).
const REACH: f32 = 10.0;

/// The manner in which a path is drawn.
pub(super) fn of_path(mode: &DrawMode, path: &BezPath) -> Look {
    match mode {
        DrawMode::Fill(rule) => of_area(path, *rule),
        DrawMode::Stroke(line) => of_line(line),
        DrawMode::FillAndStroke(rule, line) => {
            let (area, line) = (of_area(path, *rule), of_line(line));
            Look { digest: area.digest.wrapping_add(line.digest), manner: area.manner.and(line.manner) }
        }
        DrawMode::Invisible => Look::default(),
    }
}

/// The lines round letters.
pub(super) fn of_letters(mode: &DrawMode, frame: Affine, Rgb([r, g, b]): Rgb) -> Look {
    let (line, letters) = match mode {
        DrawMode::Stroke(line) => (line, Letters::Hollow),
        DrawMode::FillAndStroke(_, line) => (line, Letters::Rimmed),
        DrawMode::Fill(_) | DrawMode::Invisible => return Look::default(),
    };
    let width = f64::from(line.line_width) * frame.determinant().abs().sqrt();
    let own = of_line(line);
    let digest = digest(&[(width * 1e3) as u64, u64::from(r), u64::from(g), u64::from(b), own.digest]);
    Look { digest, manner: Manner { letters, ..own.manner } }
}

/// The ends and the corners of a line (ISO 32000-1, 8.4.3).
fn of_line(line: &StrokeProps) -> Look {
    let digest = match (line.line_cap, line.line_join) {
        (Cap::Butt, Join::Miter) if line.miter_limit == REACH => 0,
        (cap, join) => digest(&[cap as u64, join as u64, u64::from(line.miter_limit.to_bits())]),
    };
    Look { digest, manner: Manner { cap: line.line_cap, join: line.line_join, ..Manner::default() } }
}

/// Whether outlines of an area cut holes, or lie in it and cut none: which follows from their directions, or from the
/// rule by which it is filled (ISO 32000-1, 8.5.3.3).
fn of_area(path: &BezPath, rule: FillRule) -> Look {
    let starts = path.elements().iter().filter(|element| matches!(element, PathEl::MoveTo(_))).count();
    if !(2..=MOST).contains(&starts) {
        return Look::default();
    }
    let outlines = path.elements().chunk_by(|_, next| !matches!(next, PathEl::MoveTo(_)));
    let outlines: Vec<Outline> = outlines.map(Outline::of).collect();
    let is_filled = |point: Point| {
        let times: i32 = outlines.iter().map(|outline| outline.winding(point)).sum();
        match rule {
            FillRule::NonZero => times != 0,
            FillRule::EvenOdd => times % 2 != 0,
        }
    };
    let (mut holes, mut none) = (false, false);
    let is_wide = |outline: &&Outline| outline.reach.width().min(outline.reach.height()) >= FINE;
    for outline in outlines.iter().filter(is_wide) {
        let longest = outline.path.segments().max_by(|a, b| length(a).total_cmp(&length(b)));
        let Some(side) = longest else { continue };
        let (at, along) = (side.eval(0.5), side.to_cubic().deriv().eval(0.5).to_vec2());
        let aside = along.turn_90() * (BESIDE / along.hypot().max(f64::MIN_POSITIVE));
        let (a, b) = (at + aside, at - aside);
        let (inside, outside) = if outline.winding(a) != 0 { (a, b) } else { (b, a) };
        match (is_filled(inside), is_filled(outside)) {
            (true, false) => {}
            (false, true) => holes = true,
            _ => none = true,
        }
    }
    let manner = Manner { has_holes: holes, has_filled: none, ..Manner::default() };
    Look { digest: u64::from(holes) + 2 * u64::from(none), manner }
}

/// One of the outlines of an area, and a box that holds it.
struct Outline {
    path: BezPath,
    reach: Rect,
}

impl Outline {
    fn of(elements: &[PathEl]) -> Self {
        let mut path = BezPath::from_vec(elements.to_vec());
        // What is filled is closed, whether or not it says so.
        if path.elements().last() != Some(&PathEl::ClosePath) {
            path.close_path();
        }
        Self { reach: path.control_box(), path }
    }

    /// How often it goes round a point.
    fn winding(&self, point: Point) -> i32 {
        if self.reach.contains(point) { self.path.winding(point) } else { 0 }
    }
}

/// How far apart the ends of a segment are.
fn length(segment: &kurbo::PathSeg) -> f64 {
    segment.start().distance(segment.end())
}
