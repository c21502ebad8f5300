//! Finds shapes in the setup colour, and dark marks, among pixels.
//!
//! - In: colours and alphas, row by row.
//! - Out: the boxes and areas of shapes, exact to a fraction of a pixel if the edges of the shapes
//!   are smooth.
//! - Not here: converting pixels to millimetres (`pictures`).
//!
//! A pixel at an edge mixes the setup colour with white, or is partly transparent. The share of the setup
//! colour in the pixel says how far the shape extends into it.

use hexpress_scene::print::capture::{MAX_SHAPES, SETUP_COLOUR};
use kurbo::{Point, Rect, Size, Vec2};

/// A pixel may differ by at most this, in each channel, from an exact mixture of the setup colour and white.
/// Otherwise it does not count as a mixture.
const SAME_COLOUR: f64 = 40.0;
/// A share of the setup colour that is smaller than this counts as 0. Shares are numbers from 0 to
/// 255.
const MIN_SHARE: u8 = 10;
/// A pixel belongs to a shape if its share of the setup colour is at least this. Shares are numbers
/// from 0 to 255.
const MIN_SHAPE_SHARE: u8 = 128;
/// The luma below which a pixel is dark. The luma is a number from 0 to 255.
const MAX_DARK_LUMA: f64 = 128.0;
/// Edges count as smooth if at least this many pixels have a mixed colour.
const MIN_MIXED_PIXELS: usize = 20;
/// The smallest area of a shape, in pixels. Smaller areas are noise.
const MIN_AREA: f64 = 50.0;
/// The largest number of boxes that cover dark pixels.
const MAX_BOXES: usize = 2000;

/// The share of the setup colour in each pixel of a picture, and which of its pixels are dark.
pub(super) struct PixelMask {
    width: usize,
    height: usize,
    /// The share of the setup colour in each pixel, from 0 to 255.
    shares: Vec<u8>,
    dark: Vec<bool>,
}

/// A connected area in the setup colour. All values are in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct PixelShape {
    pub bounds: Rect,
    pub area: f64,
    pub centre: Point,
    /// The root mean square of the distances from `centre` to the points of the area, horizontally and
    /// vertically.
    pub spread: Vec2,
}

/// An area that is being measured.
#[derive(Clone, Copy)]
struct Patch {
    /// The outermost columns and rows with a pixel that belongs to the area.
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
    area: f64,
    /// The sum of the coordinates of all pixels, and the sum of the squares of these coordinates. Both are
    /// weighted by the share of the setup colour in each pixel.
    sum: Vec2,
    squares: Vec2,
    /// Two shares for each side of the area, in the order left, top, right, bottom. The first share
    /// is the largest one in the outermost column or row of the area. The second share is the
    /// largest one in the column or row just outside.
    edges: [[u8; 2]; 4],
}

impl PixelMask {
    /// Creates the mask. `pixel` returns the colour and the alpha of each pixel. Returns `None` if
    /// a pixel is missing.
    pub(super) fn new(
        width: u32,
        height: u32,
        pixel: impl Fn(usize) -> Option<([u8; 3], u8)>,
    ) -> Option<Self> {
        let (width, height) = (width as usize, height as usize);
        let count = width.checked_mul(height).filter(|count| *count > 0)?;
        let (mut shares, mut dark) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for index in 0..count {
            let (colour, alpha) = pixel(index)?;
            let (share, is_dark) = share_and_darkness(colour, alpha);
            shares.push(share);
            dark.push(is_dark);
        }
        Some(Self { width, height, shares, dark })
    }

    pub(super) fn size(&self) -> Size {
        Size::new(self.width as f64, self.height as f64)
    }

    /// Returns the largest possible error in the position of a shape's side, in pixels. If fewer than
    /// [`MIN_MIXED_PIXELS`] pixels have a mixed colour, the side may be anywhere in the outermost pixel.
    pub(super) fn max_side_error(&self) -> f64 {
        let mixed = self.shares.iter().filter(|share| (MIN_SHARE..=255 - MIN_SHARE).contains(*share));
        if mixed.take(MIN_MIXED_PIXELS).count() == MIN_MIXED_PIXELS { 0.02 } else { 0.5 }
    }

    /// Returns the shapes, from top to bottom. Returns `None` if there are too many.
    pub(super) fn shapes(&self) -> Option<Vec<PixelShape>> {
        let labels = Labels::from_mask(self);
        let mut patches: Vec<Option<Patch>> = vec![None; labels.count];
        for (index, label) in labels.indices().filter(|(_, label)| *label > 0) {
            let (x, y) = (index % self.width, index / self.width);
            let patch = patches.get_mut(label - 1)?.get_or_insert(Patch::at(x, y));
            patch.left = patch.left.min(x);
            patch.right = patch.right.max(x);
            patch.bottom = y;
            patch.add(x, y, self.shares[index]);
        }
        for (index, share) in self.shares.iter().enumerate().filter(|(_, share)| **share >= MIN_SHARE) {
            let (x, y) = (index % self.width, index / self.width);
            let own = labels.at(index);
            let Some(label) = (if own > 0 { Some(own) } else { self.neighbour(&labels, x, y) }) else {
                continue;
            };
            let Some(patch) = patches.get_mut(label - 1)?.as_mut() else { continue };
            if own == 0 {
                patch.add(x, y, *share);
            }
            patch.see_edge(x, y, *share);
        }
        let found: Vec<PixelShape> =
            patches.iter().flatten().filter(|patch| patch.area >= MIN_AREA).map(Patch::shape).collect();
        (found.len() <= MAX_SHAPES).then_some(found)
    }

    /// Returns the number of an area that has a pixel next to (`x`, `y`). Diagonal neighbours count, too.
    /// Returns `None` if there is no such area.
    fn neighbour(&self, labels: &Labels, x: usize, y: usize) -> Option<usize> {
        let columns = x.saturating_sub(1)..=(x + 1).min(self.width - 1);
        let rows = y.saturating_sub(1)..=(y + 1).min(self.height - 1);
        let around = rows.flat_map(|row| columns.clone().map(move |column| row * self.width + column));
        around.map(|index| labels.at(index)).find(|label| *label > 0)
    }

    /// Returns boxes that cover all dark pixels, from top to bottom. Returns `None` if there are too
    /// many.
    pub(super) fn dark_boxes(&self) -> Option<Vec<Rect>> {
        let (mut done, mut open): (Vec<Rect>, Vec<Rect>) = (Vec::new(), Vec::new());
        for (y, row) in self.dark.chunks_exact(self.width).enumerate() {
            let mut next: Vec<Rect> = Vec::new();
            let mut x = 0;
            while x < row.len() {
                let length = row[x..].iter().take_while(|is_dark| **is_dark).count();
                if length > 0 {
                    let (left, right, bottom) = (x as f64, (x + length) as f64, (y + 1) as f64);
                    let above = open.iter().position(|rect| rect.x0 == left && rect.x1 == right);
                    let top = above.map_or(y as f64, |index| open.swap_remove(index).y0);
                    next.push(Rect::new(left, top, right, bottom));
                }
                x += length + 1;
            }
            done.append(&mut open);
            open = next;
            if done.len() + open.len() > MAX_BOXES {
                return None;
            }
        }
        done.append(&mut open);
        Some(done)
    }
}

/// Returns the share of the setup colour in a pixel, and whether the pixel is dark.
fn share_and_darkness(colour: [u8; 3], alpha: u8) -> (u8, bool) {
    let on_white = colour.map(|channel| 255.0 - (255.0 - f64::from(channel)) * f64::from(alpha) / 255.0);
    // The setup colour contains no green. So a pixel with less green has a larger share of the setup colour.
    let share = (255.0 - on_white[1]) / 255.0;
    let mixed = SETUP_COLOUR.map(|channel| 255.0 - (255.0 - f64::from(channel)) * share);
    let is_setup = on_white.iter().zip(mixed).all(|(own, mixed)| (own - mixed).abs() <= SAME_COLOUR);
    let [r, g, b] = on_white;
    // The weights of the channels are those of Rec. 601.
    let is_dark = !is_setup && 0.299 * r + 0.587 * g + 0.114 * b < MAX_DARK_LUMA;
    let share = if is_setup { (share * 255.0).round() as u8 } else { 0 };
    (if share < MIN_SHARE { 0 } else { share }, is_dark)
}

impl Patch {
    fn at(x: usize, y: usize) -> Self {
        let sum = Vec2::ZERO;
        Self { left: x, right: x, top: y, bottom: y, area: 0.0, sum, squares: sum, edges: [[0; 2]; 4] }
    }

    /// Adds a pixel to the area and to the sums. The pixel is weighted by its share of the setup colour.
    fn add(&mut self, x: usize, y: usize, share: u8) {
        /// The variance of the points of a pixel along one axis: the mean square of their distances from the
        /// middle of the pixel.
        const PIXEL_VARIANCE: f64 = 1.0 / 12.0;
        let (share, x, y) = (f64::from(share) / 255.0, x as f64 + 0.5, y as f64 + 0.5);
        self.area += share;
        self.sum += Vec2::new(x, y) * share;
        self.squares += Vec2::new(x * x + PIXEL_VARIANCE, y * y + PIXEL_VARIANCE) * share;
    }

    fn shape(&self) -> PixelShape {
        let (centre, mean) = (self.sum / self.area, self.squares / self.area);
        let spread = |mean: f64, middle: f64| (mean - middle * middle).max(0.0).sqrt();
        PixelShape {
            bounds: self.bounds(),
            area: self.area,
            centre: centre.to_point(),
            spread: Vec2::new(spread(mean.x, centre.x), spread(mean.y, centre.y)),
        }
    }

    /// Updates `edges` with a pixel. Only pixels in the outermost columns and rows of the area count, and
    /// pixels in the columns and rows just outside.
    fn see_edge(&mut self, x: usize, y: usize, share: u8) {
        let beyond = [
            self.left as isize - x as isize,
            self.top as isize - y as isize,
            x as isize - self.right as isize,
            y as isize - self.bottom as isize,
        ];
        for (edge, beyond) in self.edges.iter_mut().zip(beyond) {
            if let Some(largest) = usize::try_from(beyond).ok().and_then(|beyond| edge.get_mut(beyond)) {
                *largest = share.max(*largest);
            }
        }
    }

    /// Returns the bounding box. For each side, `edges` says how far the shape extends into the outermost
    /// column or row, and into the one just outside. For example, the shares 255 and 51 mean 1 pixel and 0.2
    /// pixels.
    fn bounds(&self) -> Rect {
        let [left, top, right, bottom] =
            self.edges.map(|edge| edge.iter().map(|share| f64::from(*share) / 255.0).sum::<f64>());
        Rect::new(
            (self.left + 1) as f64 - left,
            (self.top + 1) as f64 - top,
            self.right as f64 + right,
            self.bottom as f64 + bottom,
        )
    }
}

/// The number of the connected area to which each pixel belongs. Areas are counted from 1, and 0 means that
/// the pixel is in no area. Pixels first get labels, row by row. If two labels meet, they belong to the same
/// area and are merged (union-find).
struct Labels {
    /// The label of each pixel, or 0 if the pixel is in no area. An area may have several labels.
    labels: Vec<u32>,
    /// For each label, the number of its area.
    areas: Vec<u32>,
    count: usize,
}

impl Labels {
    fn from_mask(mask: &PixelMask) -> Self {
        let mut labels = vec![0_u32; mask.shares.len()];
        // `parents[label]` is another label of the same area, or the label itself.
        let mut parents: Vec<u32> = vec![0];
        for (index, _) in mask.shares.iter().enumerate().filter(|(_, share)| **share >= MIN_SHAPE_SHARE) {
            let left = if index % mask.width > 0 { labels[index - 1] } else { 0 };
            let above = index.checked_sub(mask.width).map_or(0, |above| labels[above]);
            labels[index] = match (left, above) {
                (0, 0) => {
                    let label = u32::try_from(parents.len()).unwrap_or(u32::MAX);
                    parents.push(label);
                    label
                }
                (0, label) | (label, 0) => label,
                (left, above) => {
                    let (a, b) = (root(&mut parents, left), root(&mut parents, above));
                    parents[a.max(b) as usize] = a.min(b);
                    a.min(b)
                }
            };
        }
        let mut areas = vec![0; parents.len()];
        let mut count = 0;
        for label in 1..parents.len() {
            let root = root(&mut parents, label as u32) as usize;
            if areas[root] == 0 {
                count += 1;
                areas[root] = count;
            }
            areas[label] = areas[root];
        }
        Self { labels, areas, count: count as usize }
    }

    fn at(&self, index: usize) -> usize {
        self.areas[self.labels[index] as usize] as usize
    }

    fn indices(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.labels.len()).map(|index| (index, self.at(index)))
    }
}

/// Returns the smallest label of the area that `label` belongs to. Shortens the chain of parents
/// between the two labels.
fn root(parents: &mut [u32], label: u32) -> u32 {
    let mut at = label;
    while parents[at as usize] != at {
        let next = parents[at as usize];
        parents[at as usize] = parents[next as usize];
        at = next;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a picture of rectangles, drawn with smooth edges on white.
    fn picture(rects: &[Rect], width: u32, height: u32) -> PixelMask {
        PixelMask::new(width, height, |index| {
            let (x, y) = ((index as u32 % width) as f64, (index as u32 / width) as f64);
            let pixel = Rect::new(x, y, x + 1.0, y + 1.0);
            let share: f64 = rects.iter().map(|rect| rect.intersect(pixel).area().max(0.0)).sum();
            Some((SETUP_COLOUR.map(|c| (255.0 - (255.0 - f64::from(c)) * share).round() as u8), 255))
        })
        .unwrap()
    }

    #[test]
    fn smooth_edges_are_measured_to_a_fraction_of_a_pixel() {
        let rects = [Rect::new(3.3, 4.75, 40.6, 30.2), Rect::new(50.0, 10.5, 70.5, 60.0)];
        let mask = picture(&rects, 80, 70);
        let shapes = mask.shapes().unwrap();
        assert_eq!((shapes.len(), mask.max_side_error()), (2, 0.02));
        for (shape, rect) in shapes.iter().zip(rects) {
            let (found, expected) = (shape.bounds, rect);
            for by in [
                found.x0 - expected.x0,
                found.y0 - expected.y0,
                found.x1 - expected.x1,
                found.y1 - expected.y1,
            ] {
                assert!(by.abs() < 0.01, "{found:?} {expected:?}");
            }
            assert!((shape.area - rect.area()).abs() < 0.5, "{} {}", shape.area, rect.area());
        }
    }

    #[test]
    fn hard_edges_leave_half_a_pixel_of_doubt() {
        let mask = picture(&[Rect::new(3.0, 4.0, 40.0, 30.0)], 50, 50);
        assert_eq!(mask.max_side_error(), 0.5);
    }

    #[test]
    fn dark_pixels_become_boxes() {
        let dark = |index: usize| {
            let (x, y) = (index % 20, index / 20);
            let is_dark = (2..4).contains(&x) && (2..12).contains(&y) || (2..12).contains(&x) && y == 2;
            Some((if is_dark { [0; 3] } else { [255; 3] }, 255))
        };
        let mask = PixelMask::new(20, 20, dark).unwrap();
        assert_eq!(
            mask.dark_boxes().unwrap(),
            [Rect::new(2.0, 2.0, 12.0, 3.0), Rect::new(2.0, 3.0, 4.0, 12.0)]
        );
        assert!(mask.shapes().unwrap().is_empty());
    }

    #[test]
    fn noise_has_an_end() {
        let noise = PixelMask::new(200, 200, |index| {
            Some(([if (index + index / 200) % 2 == 0 { 0 } else { 255 }; 3], 255))
        });
        assert!(noise.unwrap().dark_boxes().is_none());
    }

    #[test]
    fn as_many_dark_boxes_as_the_limit_are_returned() {
        // Every second pixel of a column is dark.
        let boxes = |count: usize| {
            let column = |index: usize| Some(([if index.is_multiple_of(2) { 0 } else { 255 }; 3], 255));
            let mask = PixelMask::new(1, u32::try_from(2 * count).unwrap(), column).unwrap();
            mask.dark_boxes().map(|boxes| boxes.len())
        };
        assert_eq!(boxes(MAX_BOXES), Some(MAX_BOXES));
        assert_eq!(boxes(MAX_BOXES + 1), None);
    }
}
