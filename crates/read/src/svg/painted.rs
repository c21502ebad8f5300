//! The areas that a drawing paints, for whoever makes pixels of them.

use std::rc::Rc;

use kurbo::{Affine, BezPath, Shape, Stroke, StrokeOpts};

use super::style::State;
use crate::base::units::MM_PER_INCH;
use crate::read::svg::paint::PX_PER_INCH;
use crate::read::{ItemKind, Rgb};

/// How far the edge of a line may be from where it belongs, in mm.
const TOLERANCE: f64 = 0.005;
/// Lines of more dashes, or of shorter ones in mm, are painted solid.
const MOST_DASHES: f64 = 200_000.0;
const FINEST_DASHES: f64 = 0.01;

/// One area on a page, as it is painted. A line is the area that it covers.
#[derive(Debug, Clone)]
pub struct Painted {
    /// Its outline, in mm.
    pub path: BezPath,
    /// Whether what two parts of its outline go round is outside of it.
    pub even_odd: bool,
    /// Red, green, blue and alpha. What is not plain (a picture, a pattern, what lies behind a mask) has a colour that no
    /// other picture, pattern or mask has.
    pub colour: [u8; 4],
    /// Nothing of it is seen outside of these, in mm.
    pub clips: Vec<Rc<BezPath>>,
}

/// What something is painted with.
#[derive(Clone, Copy)]
pub struct Tint {
    pub colour: Rgb,
    /// From 0 to 1.
    pub alpha: f64,
    /// The digest of what is not followed; 0 for a plain colour.
    pub veil: u64,
}

impl Tint {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
    fn rgba(self) -> [u8; 4] {
        let Rgb([r, g, b]) = self.colour;
        let alpha = (self.alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
        match self.veil.to_le_bytes() {
            _ if self.veil == 0 => [r, g, b, alpha],
            [r, g, b, ..] => [r, g, b, alpha],
        }
    }
}

/// An area, its outline on the page.
pub fn area(path: BezPath, tint: Tint, state: &State) -> Painted {
    let path = outline_of(ItemKind::Path { path: path.into(), fill: None, stroke: None }.clamped());
    Painted { path, even_odd: state.even_odd, colour: tint.rgba(), clips: state.clips.clone() }
}

/// Points of a page lie no farther than this from its corner, in mm, before a line along them is made an area.
const FARTHEST: f64 = 20_000.0;

/// A line along a path in the units of its element. One that leads far away from any sheet is
/// painted as what it goes round.
pub fn line(path: &BezPath, tint: Tint, state: &State) -> Painted {
    let reach = state.transform.transform_rect_bbox(path.control_box());
    let all = [reach.x0, reach.y0, reach.x1, reach.y1];
    if !all.iter().all(|end| end.abs() < FARTHEST) {
        let path = (state.transform * path.clone()).into();
        let path = ItemKind::Path { path, fill: None, stroke: None };
        return Painted { path: outline_of(path.clamped()), ..area(BezPath::new(), tint, state) };
    }
    let scale = state.transform.determinant().abs().sqrt().max(1e-9);
    let whole = state.dash.iter().sum::<f64>();
    let is_fine = whole * scale < FINEST_DASHES || path.perimeter(0.1 / scale) / whole > MOST_DASHES;
    let dashes: &[f64] = if is_fine { &[] } else { &state.dash };
    let style = |width: f64| {
        Stroke::new(width)
            .with_caps(state.ends.cap)
            .with_join(state.ends.join)
            .with_miter_limit(state.ends.miter)
            .with_dashes(state.phase, dashes.iter().copied())
    };
    let stroke = |path: &BezPath, width: f64, scale: f64| {
        kurbo::stroke(path.iter(), &style(width), &StrokeOpts::default(), TOLERANCE / scale)
    };
    // A line that keeps its width is as wide on paper as in pixels.
    let outline = match state.fixed {
        true => stroke(&(state.transform * path.clone()), state.width * MM_PER_INCH / PX_PER_INCH, 1.0),
        false => state.transform * stroke(path, state.width, scale),
    };
    Painted { path: outline, even_odd: false, colour: tint.rgba(), clips: state.clips.clone() }
}

fn outline_of(kind: ItemKind) -> BezPath {
    match kind {
        ItemKind::Path { path, .. } => path.into_path(0.0),
        ItemKind::Text(_) | ItemKind::Image { .. } => BezPath::new(),
    }
}

/// A letter, `place` from its units to the page.
pub fn letter(path: &BezPath, place: Affine, tint: Tint, state: &State) -> Painted {
    Painted { even_odd: false, ..area(place * path.clone(), tint, state) }
}
