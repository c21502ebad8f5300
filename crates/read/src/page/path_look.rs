//! Finds the looks of paths: holes in areas, and the ends and corners of lines.
//!
//! - In: a path, and the mode in which it is drawn: filled, stroked or both.
//! - Out: a digest and a style.
//! - Not here: colours and widths (`paint`).

use kurbo::{Affine, BezPath, Cap, Join, ParamCurve, ParamCurveDeriv, PathEl, Point, Rect};

use crate::digest;
use crate::hayro::{DrawMode, FillRule, StrokeProps};
use crate::item::Look;
use crate::{DrawStyle, Letters, Rgb};
use hexpress_base::geometry::winding;

/// An area with more outlines than this is not checked for holes.
const MAX_OUTLINES: usize = 64;
/// Two points next to an outline are checked, one on each side. This is their distance from the outline, in
/// mm.
const SAMPLE_DISTANCE: f64 = 0.002;
/// The smallest width of an outline that is checked for being a hole, in mm. A narrower hole is invisible.
/// Also, rounding to hundredths of a point may exchange the inside and the outside of a narrower outline.
const MIN_WIDTH: f64 = 0.15;
/// The default miter limit (ISO 32000-1, table 52).
const MITER_LIMIT: f32 = 10.0;

pub(super) fn of_path(mode: &DrawMode, path: &BezPath) -> Look {
    match mode {
        DrawMode::Fill(rule) => of_area(path, *rule),
        DrawMode::Stroke(line) => of_line(line),
        DrawMode::FillAndStroke(rule, line) => {
            let (area, line) = (of_area(path, *rule), of_line(line));
            Look {
                digest: area.digest.wrapping_add(line.digest),
                draw_style: area.draw_style.and(line.draw_style),
            }
        }
        DrawMode::Invisible => Look::default(),
    }
}

/// Returns the look of letters: whether they have lines along their outlines, and the look of these
/// lines.
pub(super) fn of_letters(mode: &DrawMode, frame: Affine, Rgb([r, g, b]): Rgb) -> Look {
    let (line, letters) = match mode {
        DrawMode::Stroke(line) => (line, Letters::Hollow),
        DrawMode::FillAndStroke(_, line) => (line, Letters::Rimmed),
        DrawMode::Fill(_) | DrawMode::Invisible => return Look::default(),
    };
    let width = f64::from(line.line_width) * frame.determinant().abs().sqrt();
    let own_look = of_line(line);
    let digest = digest::of_numbers(&[
        (width * 1e3) as u64,
        u64::from(r),
        u64::from(g),
        u64::from(b),
        own_look.digest,
    ]);
    Look { digest, draw_style: DrawStyle { letters, ..own_look.draw_style } }
}

/// Returns the look of the ends and the corners of a line (ISO 32000-1, 8.4.3).
fn of_line(line: &StrokeProps) -> Look {
    let digest = match (line.line_cap, line.line_join) {
        (Cap::Butt, Join::Miter) if line.miter_limit == MITER_LIMIT => 0,
        (cap, join) => digest::of_numbers(&[cap as u64, join as u64, u64::from(line.miter_limit.to_bits())]),
    };
    Look {
        digest,
        draw_style: DrawStyle { cap: line.line_cap, join: line.line_join, ..DrawStyle::default() },
    }
}

/// Returns the look of an area. The look says whether outlines inside the area are holes. This depends
/// on the directions of the outlines and on the fill rule (ISO 32000-1, 8.5.3.3). Two points next to
/// each outline are checked, one inside and one outside. If only the outside is filled, the outline is a
/// hole. If both are filled, the outline is inside a filled area.
fn of_area(path: &BezPath, rule: FillRule) -> Look {
    let starts = path.elements().iter().filter(|element| matches!(element, PathEl::MoveTo(_))).count();
    if !(2..=MAX_OUTLINES).contains(&starts) {
        return Look::default();
    }
    let parts = path.elements().chunk_by(|_, next| !matches!(next, PathEl::MoveTo(_)));
    let area = Area { outlines: parts.map(Subpath::from_elements).collect(), rule };
    let (mut has_holes, mut has_filled) = (false, false);
    for outline in area.outlines.iter().filter(|outline| outline.is_wide()) {
        let longest = outline.path.segments().max_by(|a, b| length(a).total_cmp(&length(b)));
        let Some(side) = longest else { continue };
        let (at, along) = (side.eval(0.5), side.to_cubic().deriv().eval(0.5).to_vec2());
        let aside = along.turn_90() * (SAMPLE_DISTANCE / along.hypot().max(f64::MIN_POSITIVE));
        let (a, b) = (at + aside, at - aside);
        let (inside, outside) = if outline.winding(a) != 0 { (a, b) } else { (b, a) };
        match (area.contains(inside), area.contains(outside)) {
            (true, false) => {}
            (false, true) => has_holes = true,
            _ => has_filled = true,
        }
    }
    let draw_style = DrawStyle { has_holes, has_filled, ..DrawStyle::default() };
    Look { digest: u64::from(has_holes) + 2 * u64::from(has_filled), draw_style }
}

/// The outlines of an area, and its fill rule.
struct Area {
    outlines: Vec<Subpath>,
    rule: FillRule,
}

impl Area {
    /// Returns whether a point is filled.
    fn contains(&self, point: Point) -> bool {
        let windings: i32 = self.outlines.iter().map(|outline| outline.winding(point)).sum();
        match self.rule {
            FillRule::NonZero => windings != 0,
            FillRule::EvenOdd => windings % 2 != 0,
        }
    }
}

/// One outline of an area, and the bounding box of this outline.
struct Subpath {
    path: BezPath,
    bounds: Rect,
}

impl Subpath {
    fn from_elements(elements: &[PathEl]) -> Self {
        let mut path = BezPath::from_vec(elements.to_vec());
        // Filling closes every outline, even without a closing operator.
        if path.elements().last() != Some(&PathEl::ClosePath) {
            path.close_path();
        }
        Self { bounds: path.control_box(), path }
    }

    /// Returns whether the outline is wide enough for checking points inside it.
    fn is_wide(&self) -> bool {
        self.bounds.width().min(self.bounds.height()) >= MIN_WIDTH
    }

    /// Returns how many times the outline goes around a point.
    fn winding(&self, point: Point) -> i32 {
        if self.bounds.contains(point) { winding(&self.path, point) } else { 0 }
    }
}

/// Returns the distance between the ends of a segment.
fn length(segment: &kurbo::PathSeg) -> f64 {
    segment.start().distance(segment.end())
}
