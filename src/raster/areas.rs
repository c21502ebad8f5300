//! Plain areas as pixels: what an SVG paints.

use kurbo::Affine;

use super::canvas::{Canvas, Ink, Manner};
use crate::read::Painted;
use crate::read::hayro::{BlendMode, FillRule};

/// Draws areas on a canvas of so many pixels, `scale` of them to a millimetre, and hands it over in bands from the top, as
/// [`super::Pages::draw`] does. Whether there can be such a canvas.
pub fn draw_areas(areas: &[Painted], scale: f64, size: (u32, u32), mut take: impl FnMut(&[u8])) -> bool {
    super::in_bands(size, super::BAND, |mut canvas, top| {
        let place = Affine::translate((0.0, -f64::from(top))) * Affine::scale(scale);
        areas.iter().for_each(|area| draw(area, place, &mut canvas));
        take(canvas.rgba());
    })
}

fn draw(area: &Painted, place: Affine, canvas: &mut Canvas) {
    for clip in &area.clips {
        canvas.clip(&(place * (**clip).clone()), FillRule::NonZero);
    }
    let rule = if area.even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
    let manner = Manner { rule, blend: BlendMode::Normal, mask: None };
    canvas.fill(&(place * area.path.clone()), &Ink::Colour(area.colour), manner);
    area.clips.iter().for_each(|_| canvas.unclip());
}
