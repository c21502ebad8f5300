//! Draws groups with filters as pixels, because output files cannot contain filters. Also enlarges pictures
//! with few pixels, because their pixels would otherwise be visible as squares.
//!
//! - In: a node of the tree, or a picture. Also the resolution: the number of pixels per millimetre of
//!   the drawing.
//! - Out: a picture made of pixels, which replaces the node or the picture. The picture stores the words of
//!   the texts in the node.
//! - Not here: applying the filters, which resvg does.

use std::sync::Arc;

use kurbo::{Affine, Rect, Size};
use resvg::tiny_skia::{self, FilterQuality, IntSize, Paint, Pattern, Pixmap, SpreadMode, Transform};
use usvg::filter::{Filter, Input, Kind};
use usvg::{Group, Node};

use super::super::encode::{Extras, Rows, png, premultiplied};
use super::super::{Picture, read_pixels};
use super::tree::{Lettering, TreeDrawings, to_affine};
use super::unsupported::Unsupported;
use crate::{Drawing, Image, PixelSize};
use hexpress_base::deflate::Pack;
use hexpress_base::stored::Stored;

/// While a part of a drawing is drawn, several layers are in memory. This is the largest total number of
/// their pixels.
const MAX_LAYER_PIXELS: f64 = 64e6;

/// The largest total number of steps for the filters of a drawing. A step is a simple calculation for one
/// pixel. If a part of the drawing needs more steps than are left, the part is drawn with a lower resolution.
pub const MAX_STEPS: f64 = 1e9;

/// If the filters of a part of the drawing take too many steps, the resolution of the part is multiplied by
/// this factor. This is repeated until the steps are few enough.
const RESOLUTION_STEP: f64 = 0.9;

/// A part of the drawing is not reduced to fewer pixels than this. If its filters still take too many steps,
/// the drawing is rejected.
const MIN_PIXELS: f64 = 4096.0;

/// The largest number of pixels that a picture may have after it is enlarged.
const MAX_SMOOTHED_PIXELS: f64 = 4e6;

/// The largest factor by which a picture is enlarged.
const MAX_ENLARGEMENT: f64 = 16.0;

/// The width, in pixels, of a strip around the visible part. The strip is drawn too, because at each point,
/// filters also use the pixels around the point.
const MARGIN: f64 = 2.0;

impl TreeDrawings<'_> {
    /// Draws a group as pixels, and adds the picture. `to_drawing` maps the coordinates outside the group
    /// to those of the drawing.
    pub fn add_pixels(&mut self, node: &Node, group: &Group, to_drawing: Affine) -> Result<(), Unsupported> {
        let PixelAxes { to_drawing, to_axes, group_to_axes } = pixel_axes(group, to_drawing);
        let own_rect = group.layer_bounding_box();
        let [x0, y0, x1, y1] =
            [own_rect.left(), own_rect.top(), own_rect.right(), own_rect.bottom()].map(f64::from);
        let whole = group_to_axes.transform_rect_bbox(Rect::new(x0, y0, x1, y1));
        let [a, b, c, d, ..] = to_drawing.as_coeffs();
        let [across, down] = [a.hypot(b) * self.density, c.hypot(d) * self.density];
        let can_be_seen = to_drawing.determinant() != 0.0 && to_drawing.is_finite() && whole.is_finite();
        let Some(corner) = node.abs_layer_bounding_box().filter(|_| can_be_seen && across * down > 0.0)
        else {
            return Ok(());
        };
        let page = to_drawing.inverse().transform_rect_bbox(self.visible);
        let part = whole.intersect(page.inflate(MARGIN / across, MARGIN / down));
        if !(part.width() > 0.0 && part.height() > 0.0) {
            return Ok(());
        }
        self.has_pixels = true;
        let pixels = part.width() * across * part.height() * down;
        // resvg draws layers that are at most five times as wide and as high as the visible part.
        let layer =
            pixels * (whole.width() / part.width()).min(5.0) * (whole.height() / part.height()).min(5.0);
        let layers = layers(group);
        let mut resolution: f64 = 1.0;
        let [across, down] = loop {
            let fitting = fit_tiles(group, group_to_axes, [across * resolution, down * resolution]);
            let [more_across, more_down] = [fitting[0] / across, fitting[1] / down];
            let drawn = layer * more_across * more_down;
            let steps = drawn * cost(group, across.max(down) * resolution);
            if steps <= self.steps_left && drawn * layers <= MAX_LAYER_PIXELS {
                self.steps_left -= steps;
                break fitting;
            }
            resolution *= RESOLUTION_STEP;
            if pixels * resolution * resolution < MIN_PIXELS.min(pixels) || steps.is_nan() {
                return Err(Unsupported::Limit("has filters that take too many steps"));
            }
        };
        let size = PixelSize {
            width: (part.width() * across).ceil().max(1.0) as u32,
            height: (part.height() * down).ceil().max(1.0) as u32,
        };
        let Some(mut pixmap) = Pixmap::new(size.width, size.height) else { return Ok(()) };
        let to_pixels = Affine::scale_non_uniform(across, down)
            * Affine::translate((-part.x0, -part.y0))
            * to_axes
            // `render_node` moves the corner of the node to the origin, so this factor moves the corner back.
            * Affine::translate((f64::from(corner.x()), f64::from(corner.y())));
        let [sx, ky, kx, sy, tx, ty] = to_pixels.as_coeffs().map(|cell| cell as f32);
        resvg::render_node(node, Transform { sx, ky, kx, sy, tx, ty }, &mut pixmap.as_mut());
        if pixmap.pixels().iter().all(|pixel| pixel.alpha() == 0) {
            return Ok(());
        }
        let image = from_pixmap(&pixmap, self.pack);
        let image = image.ok_or(Unsupported::Limit("has a filter whose pixels cannot be written"))?;
        let square = Affine::scale_non_uniform(f64::from(size.width) / across, f64::from(size.height) / down);
        let transform = to_drawing * Affine::translate((part.x0, part.y0)) * square;
        self.drawings.push(self.with_words(group, Drawing::Image { image, transform }));
        Ok(())
    }

    /// Returns a copy of a picture with more pixels. Returns `None` if the pixels are already too small to be
    /// visible as squares, or if the copy would have too many pixels. `transform` maps the unit square of the
    /// picture to the drawing.
    pub fn smoothed(&mut self, image: &Image, transform: Affine) -> Option<Arc<Image>> {
        let [a, b, c, d, ..] = transform.as_coeffs();
        let pixels = image.pixels()?;
        let PixelSize { width, height } = pixels.size;
        let across = a.hypot(b) * self.density / f64::from(width);
        let down = c.hypot(d) * self.density / f64::from(height);
        let room = MAX_SMOOTHED_PIXELS / (f64::from(width) * f64::from(height));
        let factor = across.max(down).min(room.sqrt()).min(MAX_ENLARGEMENT).floor();
        if factor.is_nan() || factor < 2.0 {
            return None;
        }
        self.has_pixels = true;
        let factor = factor as u32;
        let size = PixelSize { width: width * factor, height: height * factor };
        let bytes = premultiplied(pixels)?;
        let small = Pixmap::from_vec(bytes, IntSize::from_wh(width, height)?)?;
        let scale = Transform::from_scale(factor as f32, factor as f32);
        let shader =
            Pattern::new(small.as_ref(), SpreadMode::Pad, FilterQuality::Bicubic, 1.0, Transform::identity());
        let paint = Paint { shader, anti_alias: false, ..Paint::default() };
        let mut large = Pixmap::new(size.width, size.height)?;
        let whole = tiny_skia::Rect::from_xywh(0.0, 0.0, width as f32, height as f32)?;
        large.fill_rect(whole, &paint, scale, None);
        from_pixmap(&large, self.pack)
    }

    /// Returns `picture` together with the words of the group that it replaces. If texts are drawn as
    /// outlines, returns only `picture`.
    fn with_words(&self, group: &Group, picture: Drawing) -> Drawing {
        let mut words = Vec::new();
        add_words(group, &mut words);
        let words = words.join(" ");
        if words.is_empty() || self.lettering == Lettering::Outlines {
            return picture;
        }
        let actual_text = Some(words.into());
        Drawing::Group(crate::Group { actual_text, ..crate::Group::plain(vec![picture]) })
    }
}

/// A coordinate system for a group that resvg draws as pixels. The rows and columns of the pixels are
/// parallel to its axes. Its unit is not a pixel.
struct PixelAxes {
    /// Maps this coordinate system to that of the drawing.
    to_drawing: Affine,
    /// Maps the coordinates outside the group to this coordinate system.
    to_axes: Affine,
    /// Maps the coordinates inside the group to this coordinate system.
    group_to_axes: Affine,
}

/// Returns the coordinate system for the pixels of a group. If the group is rotated or skewed, it is the
/// coordinate system inside the group. Otherwise, it is the one outside the group.
fn pixel_axes(group: &Group, to_drawing: Affine) -> PixelAxes {
    let own_transform = to_affine(group.transform());
    let [_, b, c, ..] = own_transform.as_coeffs();
    let is_turned = (b != 0.0 || c != 0.0) && own_transform.determinant() != 0.0;
    if is_turned {
        PixelAxes {
            to_drawing: to_drawing * own_transform,
            to_axes: own_transform.inverse(),
            group_to_axes: Affine::IDENTITY,
        }
    } else {
        PixelAxes { to_drawing, to_axes: Affine::IDENTITY, group_to_axes: own_transform }
    }
}

/// How much narrower and lower the tiles of `feTile` are made, in pixels. Otherwise, resvg could round a side
/// such as 8.000001 pixels up to 9 pixels.
const TILE_ROUNDING: f64 = 0.01;

/// Returns a resolution at which the sides of a filter's tiles are whole numbers of pixels. At other
/// resolutions, resvg rounds the sides up, and the tiles would be too far apart.
fn fit_tiles(group: &Group, group_to_axes: Affine, [across, down]: [f64; 2]) -> [f64; 2] {
    let Some(tile) = group.filters().iter().find_map(tile_size) else { return [across, down] };
    let [a, _, _, d, ..] = group_to_axes.as_coeffs();
    let fit = |resolution: f64, side: f64| {
        let pixels = (resolution * side).round().max(1.0) - TILE_ROUNDING;
        if side > 0.0 { pixels / side } else { resolution }
    };
    [fit(across, tile.width * a.abs()), fit(down, tile.height * d.abs())]
}

/// Returns the size of the tiles of a filter, in units of its group. Returns `None` if the filter has no
/// tiles.
fn tile_size(filter: &Arc<Filter>) -> Option<Size> {
    let steps = filter.primitives();
    let (index, input) = steps.iter().enumerate().find_map(|(index, step)| match step.kind() {
        Kind::Tile(tile) => Some((index, tile.input())),
        _ => None,
    })?;
    let (mut before, mut input) = (&steps[..index], input);
    while let Input::Reference(name) = input {
        let index = before.iter().rposition(|step| step.result() == name)?;
        match before[index].kind() {
            // In resvg, `feOffset` has the same region as its input, so the search continues at this input.
            Kind::Offset(offset) if matches!(offset.input(), Input::Reference(_)) => input = offset.input(),
            _ => {
                let rect = before[index].rect();
                return Some(Size::new(f64::from(rect.width()), f64::from(rect.height())));
            }
        }
        before = &before[..index];
    }
    None
}

fn add_words(group: &Group, out: &mut Vec<String>) {
    for node in group.children() {
        match node {
            Node::Group(child) => add_words(child, out),
            Node::Text(text) => {
                let words: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
                out.push(words.trim().to_owned());
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

/// Returns a picture with the pixels of a pixmap. Returns `None` if it cannot be stored as a
/// picture.
pub fn from_pixmap(pixmap: &Pixmap, pack: Pack) -> Option<Arc<Image>> {
    let colours = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
    let bytes = colours.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]).collect();
    let size = PixelSize { width: pixmap.width(), height: pixmap.height() };
    let file: Arc<[u8]> = png(&Rows { size, samples: 4, bytes }, &Extras::default(), pack).into();
    match read_pixels(&file, &Stored::new(Arc::clone(&file)), pack).ok()? {
        Picture::Pixels { image, .. } => Some(image),
        Picture::Page { .. } | Picture::Drawing { .. } => None,
    }
}

/// Returns the number of steps per pixel that the filters in a group take. `scale` is the number of
/// pixels per unit of the coordinates outside the group.
fn cost(group: &Group, scale: f64) -> f64 {
    let [a, b, c, d, ..] = to_affine(group.transform()).as_coeffs();
    let scale = scale * a.hypot(b).max(c.hypot(d));
    let own = group.filters().iter().flat_map(|filter| filter.primitives());
    let own: f64 = own.map(|primitive| primitive_cost(primitive.kind(), scale)).sum();
    let mut inside = 0.0;
    for node in group.children() {
        if let Node::Group(child) = node {
            inside += cost(child, scale);
        }
        node.subroots(|root| inside += cost(root, scale));
    }
    1.0 + own + inside
}

/// Returns an upper bound of the number of layers that are needed at the same time to draw a group.
fn layers(group: &Group) -> f64 {
    let own: usize = group.filters().iter().map(|filter| filter.primitives().len()).sum();
    let mut inside: f64 = 0.0;
    for node in group.children() {
        if let Node::Group(child) = node {
            inside = inside.max(layers(child));
        }
        node.subroots(|root| inside = inside.max(layers(root)));
    }
    let isolated = if group.should_isolate() { 2.0 } else { 0.0 };
    1.0 + own as f64 + isolated + inside
}

/// Returns an estimate of the number of steps per pixel that a part of a filter takes. `scale` is the
/// number of pixels per unit inside the group.
fn primitive_cost(kind: &Kind, scale: f64) -> f64 {
    match kind {
        Kind::Morphology(fe) => {
            let [x, y] = [fe.radius_x(), fe.radius_y()].map(|radius| f64::from(radius.get()) * scale);
            (2.0 * x + 1.0) * (2.0 * y + 1.0)
        }
        Kind::ConvolveMatrix(fe) => f64::from(fe.matrix().columns()) * f64::from(fe.matrix().rows()),
        Kind::Turbulence(fe) => 50.0 + 50.0 * f64::from(fe.num_octaves()),
        Kind::Image(fe) => 10.0 + cost(fe.root(), scale),
        Kind::Merge(fe) => 5.0 * fe.inputs().len() as f64,
        _ => 20.0,
    }
}
