//! Computes the picture of a sheet as seen from straight above.
//!
//! - In: a photo and the view of its camera.
//! - Out: a picture of the sheet and of a narrow strip around it, like a scan.

use kurbo::Point;

use super::camera_view::View;
use crate::colour_grid::Colours;
use crate::plane::Plane;

/// The width of the strip around the sheet that the picture also shows.
const MARGIN_MM: f64 = 4.0;
/// The distance in pixels between points whose places are computed exactly. The places of the points in
/// between are interpolated.
const EXACT_POINT_DISTANCE: usize = 16;
/// The finest resolution of the picture, in pixels per mm.
const MAX_PIXELS_PER_MM: f64 = 12.0;
/// The largest number of pixels of the picture.
const MAX_PIXELS: f64 = 30e6;

/// The picture of a sheet as seen from straight above.
pub struct Flat {
    pub plane: Plane,
    pub flattening: Flattening,
}

/// The map between a photo and the picture of its sheet as seen from straight above.
#[derive(Debug, Clone, Copy)]
pub struct Flattening {
    pub view: View,
    pub pixels_per_mm: f64,
}

impl Flattening {
    /// Converts a pixel of the picture from above to the pixel of the photo that shows the same
    /// point.
    pub fn to_photo(&self, pixel: Point) -> Point {
        self.view.to_photo(on_sheet(pixel, self.pixels_per_mm))
    }

    /// Converts a pixel of the photo to the pixel of the picture from above that shows the same
    /// point.
    pub fn from_photo(&self, pixel: Point) -> Point {
        let at = self.view.to_sheet(pixel);
        Point::new((at.x + MARGIN_MM) * self.pixels_per_mm, (at.y + MARGIN_MM) * self.pixels_per_mm)
    }
}

/// Returns the point of the sheet that a pixel shows, in mm.
fn on_sheet(at: Point, pixels_per_mm: f64) -> Point {
    Point::new(at.x / pixels_per_mm - MARGIN_MM, at.y / pixels_per_mm - MARGIN_MM)
}

/// Converts the colours of a photo into the colours of the sheet as seen from straight above.
pub fn flatten_colours(photo: &Colours, flattening: &Flattening) -> Colours {
    /// The resolution, in pixels per mm.
    const PER_MM: f64 = 3.0;
    let per_unit = (PER_MM / flattening.pixels_per_mm).min(1.0);
    let per_mm = per_unit * flattening.pixels_per_mm;
    let pixels = |mm: f64| ((mm + 2.0 * MARGIN_MM) * per_mm).round() as usize;
    let (width, height) = (pixels(flattening.view.paper.width), pixels(flattening.view.paper.height));
    let planes = [0, 1, 2].map(|channel: usize| {
        Plane::from_rows(width, height, |row, out| {
            for (column, value) in out.iter_mut().enumerate() {
                let at = Point::new(column as f64 + 0.5, row as f64 + 0.5);
                let at = flattening.view.to_photo(on_sheet(at, per_mm)).to_vec2() * photo.per_unit;
                *value = photo.planes[channel].sample(at.x, at.y).unwrap_or(0.0);
            }
        })
    });
    Colours { planes, per_unit }
}

/// Computes the picture of a sheet as seen from straight above, at the mean resolution of its
/// photo.
pub fn flatten(photo: &Plane, view: View) -> Flat {
    let most = (MAX_PIXELS / (view.paper.width * view.paper.height).max(1.0)).sqrt();
    let pixels_per_mm = view.pixels_per_mm().min(MAX_PIXELS_PER_MM).min(most);
    let pixels = |mm: f64| ((mm + 2.0 * MARGIN_MM) * pixels_per_mm).round() as usize;
    let (width, height) = (pixels(view.paper.width), pixels(view.paper.height));
    let place = |column: usize, row: usize| {
        view.to_photo(on_sheet(Point::new(column as f64 + 0.5, row as f64 + 0.5), pixels_per_mm))
    };
    let plane = Plane::from_rows(width, height, |row, out| {
        let mut from = place(0, row);
        for (block, values) in out.chunks_mut(EXACT_POINT_DISTANCE).enumerate() {
            let to = place((block + 1) * EXACT_POINT_DISTANCE, row);
            for (index, value) in values.iter_mut().enumerate() {
                let at = from.lerp(to, index as f64 / EXACT_POINT_DISTANCE as f64);
                *value = photo.sample_smooth(at.x, at.y).unwrap_or(0.0).clamp(0.0, 255.0);
            }
            from = to;
        }
    });
    Flat { plane, flattening: Flattening { view, pixels_per_mm } }
}
