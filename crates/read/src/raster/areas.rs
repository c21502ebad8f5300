//! Draws areas as pixels. Each area has a single colour.
//!
//! - In: the areas of an SVG, or areas with numbers.
//! - Out: rows of pixels, or the number of the topmost area at each pixel.
//! - Not here: paints of a PDF (`ink`).

use std::rc::Rc;

use kurbo::{Affine, BezPath, Rect, Shape as _};

use super::CanvasPart;
use super::canvas::{Canvas, FillStyle, Ink};
use crate::Painted;
use crate::hayro::{BlendMode, FillRule};
use hexpress_base::pixel_size::PixelSize;

/// Draws areas on a canvas with `scale` pixels per millimetre. Calls `take` with the pixels of each
/// band from top to bottom, like [`super::Pages::draw`]. Returns whether the canvas can be created.
pub fn draw_areas(areas: &[Painted], scale: f64, size: PixelSize, take: impl FnMut(&[u8])) -> bool {
    draw_areas_at(areas, Affine::scale(scale), size, take)
}

/// Draws areas on a canvas. `to_canvas` is the transform from millimetres to pixels. See
/// [`draw_areas`].
pub(super) fn draw_areas_at(
    areas: &[Painted],
    to_canvas: Affine,
    size: PixelSize,
    mut take: impl FnMut(&[u8]),
) -> bool {
    super::in_bands(size, super::MAX_BAND_PIXELS, |mut canvas, top| {
        let place = Affine::translate((0.0, -f64::from(top))) * to_canvas;
        paint_areas(areas, place, &mut canvas);
        take(canvas.rgba());
    })
}

/// Draws areas. If consecutive areas share clips, opens these clips only once.
fn paint_areas(areas: &[Painted], place: Affine, canvas: &mut Canvas) {
    let mut open: &[Rc<BezPath>] = &[];
    for area in areas {
        let shared = open.iter().zip(&area.clips).take_while(|(a, b)| Rc::ptr_eq(a, b)).count();
        open.iter().skip(shared).for_each(|_| canvas.unclip());
        for clip in area.clips.iter().skip(shared) {
            canvas.clip(&(place * (**clip).clone()), FillRule::NonZero);
        }
        open = &area.clips;
        let rule = if area.even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
        let style = FillStyle { rule, blend: BlendMode::Normal, mask: None, sharp: false };
        canvas.fill(&(place * area.path.clone()), &Ink::Colour(area.colour), style);
    }
}

/// An area that is identified by a number.
pub struct Numbered {
    /// The outline of the area, in mm.
    pub path: BezPath,
    /// The box outside which the area is not visible, in mm.
    pub within: Rect,
    /// The number of the area, from 1 to 2^24 - 1.
    pub number: u32,
}

/// The number of the topmost area at each pixel.
pub struct Topmost(Vec<u8>);

impl Topmost {
    /// Returns the number of the topmost area at a pixel. `at` is the index of the pixel, counted
    /// row by row. Returns 0 if there is no area at the pixel, and `None` outside the canvas.
    pub fn get(&self, at: usize) -> Option<u32> {
        let [red, green, blue, _] = *self.0.as_chunks::<4>().0.get(at)?;
        Some(u32::from_be_bytes([0, red, green, blue]))
    }
}

/// Finds the topmost area at each pixel in a part of a canvas. `scale` is the number of pixels per
/// millimetre. Later areas are drawn over earlier ones. Edges are not anti-aliased. Returns `None` if the
/// canvas cannot be created.
pub fn topmost(areas: impl Iterator<Item = Numbered>, scale: f64, part: CanvasPart) -> Option<Topmost> {
    let bounds = Rect::new(0.0, 0.0, f64::from(part.width), f64::from(part.height));
    let mut canvas = Canvas::new(PixelSize::new(part.width, part.height), bounds)?;
    let place = Affine::translate((-f64::from(part.left), -f64::from(part.top))) * Affine::scale(scale);
    for Numbered { path, within, number } in areas {
        let path = place * path;
        let within = place.transform_rect_bbox(within);
        let is_cut = !within.inflate(0.5, 0.5).contains_rect(path.control_box());
        if is_cut {
            canvas.clip(&super::canvas::whole_pixels(within).to_path(0.1), FillRule::NonZero);
        }
        let [_, red, green, blue] = number.to_be_bytes();
        let style = FillStyle { rule: FillRule::NonZero, blend: BlendMode::Normal, mask: None, sharp: true };
        canvas.fill(&path, &Ink::Colour([red, green, blue, u8::MAX]), style);
        if is_cut {
            canvas.unclip();
        }
    }
    Some(Topmost(canvas.rgba().to_vec()))
}
