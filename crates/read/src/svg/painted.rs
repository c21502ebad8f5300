//! Computes the areas that a drawing paints. They are needed for rendering.
//!
//! - In: a path and the style of its element.
//! - Out: an area in mm.
//! - Not here: pixels (`raster`).

use std::rc::Rc;

use kurbo::{Affine, BezPath, Shape, Stroke, StrokeOpts};

use super::style::{State, StrokeStyle};
use super::values::PX_PER_INCH;
use crate::{ItemKind, Rgb};
use hexpress_base::units::MM_PER_INCH;

/// The largest distance between the painted and the exact edge of a line, in mm.
const MAX_EDGE_ERROR_MM: f64 = 0.005;
/// The largest number of dashes in a line. [`MIN_DASH_LENGTH`] is the shortest length of a dash
/// pattern, in mm. A line with more dashes, or with a shorter pattern, is painted solid.
const MAX_DASHES: f64 = 200_000.0;
const MIN_DASH_LENGTH: f64 = 0.01;

/// An area on a page that is painted. For a line, this is the area that the line covers.
#[derive(Debug, Clone)]
pub struct Painted {
    /// The outline of the area, in mm.
    pub path: BezPath,
    /// Whether the fill rule is `evenodd`.
    pub even_odd: bool,
    /// The colour as red, green, blue and alpha. Pictures, patterns, masks and filters are not
    /// drawn. An area with one of them has a colour that is computed from its digest, so that
    /// different pictures give different pixels.
    pub colour: [u8; 4],
    /// The clips, in mm. Only the parts of the area that are inside all clips are visible.
    pub clips: Vec<Rc<BezPath>>,
}

/// The paint of an area.
#[derive(Clone, Copy)]
pub struct Tint {
    pub colour: Rgb,
    /// The opacity, from 0 to 1.
    pub alpha: f64,
    /// A digest of the picture, pattern and effects, which are not drawn. It is 0 for a plain
    /// colour.
    pub effects: u64,
}

impl Tint {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
    fn rgba(self) -> [u8; 4] {
        let Rgb([r, g, b]) = self.colour;
        let alpha = (self.alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
        match self.effects.to_le_bytes() {
            _ if self.effects == 0 => [r, g, b, alpha],
            [r, g, b, ..] => [r, g, b, alpha],
        }
    }
}

/// Returns a painted area. `path` is the outline of the area, in mm.
pub fn area(path: BezPath, tint: Tint, state: &State) -> Painted {
    let path = outline_of(ItemKind::Path { path: path.into(), fill: None, stroke: None }.clamped());
    Painted { path, even_odd: state.is_even_odd, colour: tint.rgba(), clips: state.clip_paths.clone() }
}

/// If a coordinate of a line is at least this large, in mm, the line is not converted to the area that it
/// covers.
const MAX_COORDINATE_MM: f64 = 20_000.0;

/// Returns the area that a stroke along a path covers. The path is in user units. If the path
/// extends too far beyond the sheet, returns the area inside the path instead.
pub fn line(path: &BezPath, tint: Tint, state: &State) -> Painted {
    let reach = state.transform.transform_rect_bbox(path.control_box());
    let all = [reach.x0, reach.y0, reach.x1, reach.y1];
    if !all.iter().all(|end| end.abs() < MAX_COORDINATE_MM) {
        let placed = (state.transform * path.clone()).into();
        let kind = ItemKind::Path { path: placed, fill: None, stroke: None };
        return Painted { path: outline_of(kind.clamped()), ..area(BezPath::new(), tint, state) };
    }
    let scale = state.transform.determinant().abs().sqrt().max(1e-9);
    let StrokeStyle { width, dash_array, dash_offset, cap, join, miter_limit, non_scaling_stroke } =
        &state.stroke_style;
    let whole = dash_array.iter().sum::<f64>();
    let is_fine = whole * scale < MIN_DASH_LENGTH || path.perimeter(0.1 / scale) / whole > MAX_DASHES;
    let dashes: &[f64] = if is_fine { &[] } else { dash_array };
    let unit_style = Stroke::new(1.0)
        .with_caps(*cap)
        .with_join(*join)
        .with_miter_limit(*miter_limit)
        .with_dashes(*dash_offset, dashes.iter().copied());
    let options = StrokeOpts::default();
    let outline = if *non_scaling_stroke {
        let style = Stroke { width: width * MM_PER_INCH / PX_PER_INCH, ..unit_style };
        kurbo::stroke((state.transform * path.clone()).iter(), &style, &options, MAX_EDGE_ERROR_MM)
    } else {
        let style = Stroke { width: *width, ..unit_style };
        state.transform * kurbo::stroke(path.iter(), &style, &options, MAX_EDGE_ERROR_MM / scale)
    };
    Painted { path: outline, even_odd: false, colour: tint.rgba(), clips: state.clip_paths.clone() }
}

fn outline_of(kind: ItemKind) -> BezPath {
    match kind {
        ItemKind::Path { path, .. } => path.into_path(0.0),
        ItemKind::Text(_) | ItemKind::Image { .. } => BezPath::new(),
    }
}

/// Returns the area of a letter. `place` maps the units of the letter to mm on the page.
pub fn letter(path: &BezPath, place: Affine, tint: Tint, state: &State) -> Painted {
    Painted { even_odd: false, ..area(place * path.clone(), tint, state) }
}
