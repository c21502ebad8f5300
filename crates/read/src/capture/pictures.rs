//! Finds shapes and marks in the pictures of a captured page.
//!
//! - In: an open PDF, and the number of a page.
//! - Out: the shapes and the marks that its pictures show, in mm.
//! - Not here: paths, and finding shapes among pixels (`pixel_shapes`).

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};

use super::pixel_shapes::{PixelMask, PixelShape};
use super::{CaptureError, Measured};
use crate::hayro::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, GlyphRun, Image, ImageData, ImageDrawProps,
    InterpreterCache, InterpreterSettings, LumaData, Paint, Pdf, SoftMask, TypedIter, interpret,
};
use crate::page::{UNITS_PER_MM, paint_colour};
use crate::{Rgb, structure};
use hexpress_scene::print::capture::{CapturedMark, CapturedShape, rounded};

/// The largest number of pixels of a picture, slightly more than an A4 sheet has at 600 pixels per
/// inch.
const MAX_PIXELS: u64 = 36 << 20;
/// The largest length that a clip may cut off at an edge of a picture, in mm. If a clip cuts off more,
/// the picture counts as cropped.
const CLIP_RIM: f64 = 0.05;

/// Returns the shapes and marks in the pictures of page `number`, counted from 1.
pub(super) fn of_page(pdf: &Pdf, number: usize) -> Result<Measured, CaptureError> {
    let Some(source) = number.checked_sub(1).and_then(|index| pdf.pages().get(index)) else {
        return Ok(Measured::default());
    };
    let (page, to_page) = structure::page(source, number)?;
    let contents = structure::contents(source, number)?;
    let mm_to_device = Affine::scale(UNITS_PER_MM);
    let cache = InterpreterCache::new();
    let bounds = mm_to_device.transform_rect_bbox(page.media);
    let settings = InterpreterSettings::default();
    let mut context = Context::new(mm_to_device * to_page, bounds, &cache, pdf.xref(), settings);
    let mut finder = PictureFinder::default();
    interpret(TypedIter::new(&contents), source.resources(), &mut context, &mut finder);
    match finder.error {
        Some(error) => Err(error),
        None => Ok(finder.found),
    }
}

/// Receives everything that a page draws, and measures the pictures on it.
#[derive(Default)]
struct PictureFinder {
    found: Measured,
    /// The boxes of all open clips, in mm.
    clips: Vec<Rect>,
    /// For each open group: whether the group has a mask.
    masks: Vec<bool>,
    /// The first reason why a picture cannot be measured. `None` if all pictures can be measured.
    error: Option<CaptureError>,
}

impl PictureFinder {
    fn measure(&mut self, mask: &PixelMask, to_mm: Affine, is_masked: bool) -> Result<(), CaptureError> {
        let shapes = mask.shapes().ok_or(CaptureError::TooComplex)?;
        let boxes = mask.dark_boxes().ok_or(CaptureError::TooComplex)?;
        if shapes.is_empty() && boxes.is_empty() {
            return Ok(());
        }
        let [a, b, c, d, ..] = to_mm.as_coeffs();
        let size = mask.size();
        let whole = to_mm.transform_rect_bbox(size.to_rect());
        if !shapes.is_empty() {
            if is_masked {
                return Err(CaptureError::Masked);
            }
            // A picture that is rotated slightly still counts as straight. The rotation may move the end of
            // its longer side by at most a hundredth of a pixel.
            let small = 0.01 / size.width.max(size.height);
            let is_straight = (b.abs() <= small * a.abs() && c.abs() <= small * d.abs())
                || (a.abs() <= small * b.abs() && d.abs() <= small * c.abs());
            if !is_straight {
                return Err(CaptureError::TurnedPicture(libm::atan2(b, a).to_degrees()));
            }
            if self.clips.iter().any(|clip| {
                let inner = whole.inset(-CLIP_RIM);
                clip.union(inner) != *clip
            }) {
                return Err(CaptureError::Cropped);
            }
        }
        let pixel = a.abs().max(b.abs()).max(c.abs()).max(d.abs());
        for PixelShape { bounds, area, centre, spread } in shapes {
            let Rect { x0, y0, x1, y1 } = to_mm.transform_rect_bbox(bounds);
            self.found.shapes.push(CapturedShape {
                bounds: Rect::new(rounded(x0), rounded(y0), rounded(x1), rounded(y1)),
                area: area * to_mm.determinant().abs(),
                centre: rounded_point(to_mm * centre),
                spread: rounded_point((spread_to_mm(to_mm, spread)).to_point()).to_vec2(),
                max_side_error_mm: rounded(mask.max_side_error() * pixel),
                path: None,
            });
        }
        let mut path = BezPath::new();
        for rect in boxes {
            let Rect { x0, y0, x1, y1 } = to_mm.transform_rect_bbox(rect);
            path.extend(Rect::new(rounded(x0), rounded(y0), rounded(x1), rounded(y1)).to_path(0.1));
        }
        if !path.is_empty() {
            self.found.marks.push(CapturedMark { path, fill: Some([0; 3]), stroke: None });
        }
        Ok(())
    }
}

/// Converts a [`PixelShape::spread`] from pixels to mm. The transform may rotate only by multiples
/// of 90°.
fn spread_to_mm(to_mm: Affine, spread: Vec2) -> Vec2 {
    let [a, b, c, d, ..] = to_mm.as_coeffs().map(f64::abs);
    Vec2::new(a * spread.x + c * spread.y, b * spread.x + d * spread.y)
}

fn rounded_point(point: Point) -> Point {
    Point::new(rounded(point.x), rounded(point.y))
}

/// Reads the pixels of a picture. Returns `None` if they cannot be read.
fn pixels_of(image: &Image<'_, '_>) -> Option<PixelMask> {
    let mut mask = None;
    match image {
        Image::Stencil(stencil) => stencil.with_stencil(
            |luma, paint: &Paint<'_>| {
                let colour = paint_colour(paint).unwrap_or(Rgb::PATTERN);
                mask =
                    PixelMask::new(luma.width, luma.height, |index| Some((colour.0, *luma.data.get(index)?)));
            },
            None,
        ),
        Image::Raster(raster) => raster.with_rgba(|data, alpha| mask = coloured(&data, alpha.as_ref()), None),
    }
    mask
}

fn coloured(data: &ImageData, alpha: Option<&LumaData>) -> Option<PixelMask> {
    let (width, height) = (data.width(), data.height());
    // The picture and its mask may differ in size, but both are stretched to the same area. The pixels
    // of the finer one are measured.
    let fine = alpha.filter(|alpha| alpha.width > width || alpha.height > height);
    let (columns, rows) = fine.map_or((width, height), |alpha| (alpha.width, alpha.height));
    let at = |index: usize, of: (u32, u32)| {
        let (x, y) = (index as u64 % u64::from(columns), index as u64 / u64::from(columns));
        let x = x * u64::from(of.0) / u64::from(columns);
        let y = y * u64::from(of.1) / u64::from(rows);
        (y * u64::from(of.0) + x) as usize
    };
    PixelMask::new(columns, rows, |index| {
        let place = at(index, (width, height));
        let colour = match data {
            ImageData::Rgb(rgb) => *rgb.data.as_chunks::<3>().0.get(place)?,
            ImageData::Luma(luma) => [*luma.data.get(place)?; 3],
        };
        let alpha = match alpha {
            Some(alpha) => *alpha.data.get(at(index, (alpha.width, alpha.height)))?,
            None => 255,
        };
        Some((colour, alpha))
    })
}

impl<'a> Device<'a> for PictureFinder {
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {}

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        if self.error.is_some() {
            return;
        }
        if u64::from(image.width()) * u64::from(image.height()) > MAX_PIXELS {
            self.error = Some(CaptureError::PictureTooLarge);
            return;
        }
        let size = (f64::from(image.width()), f64::from(image.height()));
        let Some(mask) = pixels_of(&image) else { return };
        // `mask` has more pixels than the picture if the transparency mask of the picture is finer (see
        // `pixels_of`). `finer` scales the pixels of `mask` to the pixels of the picture.
        let finer = Affine::scale_non_uniform(size.0 / mask.size().width, size.1 / mask.size().height);
        let to_mm = Affine::scale(UNITS_PER_MM.recip()) * props.transform * finer;
        let is_masked = props.soft_mask.is_some() || self.masks.contains(&true);
        self.error = self.measure(&mask, to_mm, is_masked).err();
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.clips.push(clip.path.bounding_box().scale_from_origin(UNITS_PER_MM.recip()));
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn push_transparency_group(&mut self, _: f32, mask: Option<SoftMask<'a>>, _: BlendMode) {
        self.masks.push(mask.is_some());
    }

    fn pop_transparency_group(&mut self) {
        self.masks.pop();
    }
}
