//! Describes pages that the program of a cutting machine printed.
//!
//! - In: shapes and marks that were read from a PDF, or a capture that the record of a build contains.
//! - Out: a [`CapturedJob`], and the place of the cutting job on each page ([`CapturedPage::place`]).
//! - Not here: reading the PDF, and laying out pieces.
//!
//! A capture is made only once. The user opens a picture of the outlines in the program of the machine, and
//! prints the cutting job to a PDF. The shapes in the PDF show where the machine cuts. All other drawings are
//! marks by which the machine finds the sheet.

mod as_text;
mod outline;
mod place;

use kurbo::{BezPath, Point, Rect, Shape as _, Size, Vec2};

pub use outline::largest_distance;
pub use place::{JobPlace, Mismatch};

/// The colour of the shapes in the picture that users load into the program of a machine. Such programs use
/// other colours for their own marks.
pub const SETUP_COLOUR: [u8; 3] = [0xE6, 0x00, 0xC8];

/// The largest number of captured pages.
pub const MAX_PAGES: usize = 20;
/// The largest number of shapes on a captured page.
pub const MAX_SHAPES: usize = 500;
/// The largest total number of path elements in all shapes and marks.
pub const MAX_ELEMENTS: usize = 100_000;

/// The pages that the program of a cutting machine printed to a PDF.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CapturedJob {
    /// The name of the PDF.
    pub name: String,
    pub pages: Vec<CapturedPage>,
}

/// A page that the program of a cutting machine printed.
///
/// Lengths are in mm from the top left corner of the page, and are rounded by [`rounded`].
#[derive(Debug, Clone, PartialEq)]
pub struct CapturedPage {
    pub size: Size,
    /// The shapes in [`SETUP_COLOUR`], which the machine cuts out.
    pub shapes: Vec<CapturedShape>,
    /// Everything else that is visible on the page.
    pub marks: Vec<CapturedMark>,
}

/// A shape that the machine cuts out.
#[derive(Debug, Clone, PartialEq)]
pub struct CapturedShape {
    pub bounds: Rect,
    /// The area inside the outline in mm², not including holes.
    pub area: f64,
    /// If the shape was measured in a picture, the centroid of the area. If the shape was drawn as a path,
    /// the centre of `bounds`.
    pub centre: Point,
    /// The root mean square of the distances of the area's points from `centre`, horizontally and vertically,
    /// in mm. It is 0 if the shape was drawn as a path.
    pub spread: Vec2,
    /// The largest error of the measured position of a side, in mm. It is 0 if the shape was drawn as a path,
    /// because such shapes need not be measured.
    pub max_side_error_mm: f64,
    /// The outline and the holes. `None` if the shape was measured in a picture.
    pub path: Option<BezPath>,
}

/// A drawing by which the machine finds the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct CapturedMark {
    pub path: BezPath,
    /// The colour of the area inside the path, in sRGB. `None` if the area is not filled.
    pub fill: Option<[u8; 3]>,
    /// The width of the line along the path in mm, and its colour. `None` if there is no line.
    pub stroke: Option<(f64, [u8; 3])>,
}

impl CapturedShape {
    /// Returns a shape that was drawn as a path.
    pub fn drawn(path: BezPath) -> Self {
        let (bounds, area) = (path.bounding_box(), path.area().abs());
        Self {
            bounds,
            area,
            centre: bounds.center(),
            spread: Vec2::ZERO,
            max_side_error_mm: 0.0,
            path: Some(path),
        }
    }
}

impl CapturedMark {
    /// Returns a bounding box of each segment of the mark, in mm. For example, the boxes of a frame do not
    /// cover the space inside the frame.
    pub fn boxes(&self) -> Vec<Rect> {
        let half = self.stroke.map_or(0.0, |(width, _)| width / 2.0);
        self.path.segments().map(|segment| segment.bounding_box().inflate(half, half)).collect()
    }

    /// Returns whether the mark may cover a part of a box.
    pub fn meets(&self, area: Rect) -> bool {
        let is_inside = self.fill.is_some() && self.path.contains(area.center());
        is_inside || self.boxes().iter().any(|rect| rect.overlaps(area))
    }
}

/// Rounds a length to the precision of a capture, 0.1 µm.
pub fn rounded(mm: f64) -> f64 {
    (mm * 1e4).round() / 1e4
}

/// Divides a path into its subpaths.
pub fn parts(path: &BezPath) -> Vec<BezPath> {
    let mut all: Vec<BezPath> = Vec::new();
    for element in path.elements() {
        match (element, all.last_mut()) {
            (kurbo::PathEl::MoveTo(_), _) | (_, None) => {
                all.push(BezPath::from_vec(vec![*element]));
            }
            (_, Some(last)) => last.push(*element),
        }
    }
    all.retain(|part| part.elements().len() > 1);
    all
}

/// Combines outlines into shapes. An outline inside another outline becomes a hole. The shapes are in
/// the order of their outer outlines. The holes of a shape run in the opposite direction to its outer
/// outline.
pub fn shapes_of(outlines: &[BezPath]) -> Vec<BezPath> {
    let boxes: Vec<Rect> = outlines.iter().map(|outline| outline.bounding_box()).collect();
    let starts: Vec<_> = outlines.iter().map(|outline| outline.elements().first()?.end_point()).collect();
    let is_inside = |inner: usize, outer: usize| {
        inner != outer
            && boxes[outer].area() > boxes[inner].area()
            && boxes[outer].union(boxes[inner]) == boxes[outer]
            && starts[inner].is_some_and(|start| outlines[outer].contains(start))
    };
    let around: Vec<Vec<usize>> = (0..outlines.len())
        .map(|inner| (0..outlines.len()).filter(|outer| is_inside(inner, *outer)).collect())
        .collect();
    let mut shapes: Vec<(usize, BezPath)> = Vec::new();
    for index in (0..outlines.len()).filter(|index| around[*index].len().is_multiple_of(2)) {
        shapes.push((index, directed(&outlines[index], 1.0)));
    }
    for index in (0..outlines.len()).filter(|index| !around[*index].len().is_multiple_of(2)) {
        // Several nested outlines may surround this outline. The innermost of them is the one that most
        // outlines surround.
        let nearest = around[index].iter().max_by_key(|outer| around[**outer].len());
        if let Some((_, shape)) = shapes.iter_mut().find(|(outer, _)| Some(outer) == nearest) {
            shape.extend(directed(&outlines[index], -1.0));
        }
    }
    shapes.into_iter().map(|(_, shape)| shape).collect()
}

/// Returns the outline, reversed if necessary, so that its signed area has the sign of `sign`.
fn directed(outline: &BezPath, sign: f64) -> BezPath {
    if outline.area() * sign < 0.0 { outline.reverse_subpaths() } else { outline.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, side: f64) -> BezPath {
        Rect::new(x, x, x + side, x + side).to_path(0.1)
    }

    #[test]
    fn an_outline_in_another_one_is_a_hole() {
        let shapes = shapes_of(&[square(2.0, 2.0), square(0.0, 10.0), square(20.0, 5.0), square(2.5, 1.0)]);
        let areas: Vec<f64> = shapes.iter().map(|shape| shape.area().abs()).collect();
        assert_eq!(areas, [96.0, 25.0, 1.0]);
    }

    #[test]
    fn the_inside_of_a_frame_is_free() {
        let frame = CapturedMark { path: square(0.0, 100.0), fill: None, stroke: Some((1.0, [0; 3])) };
        assert_eq!(frame.boxes().len(), 4);
        assert!(frame.boxes().iter().all(|rect| rect.width().min(rect.height()) <= 1.0));
        assert_eq!(frame.boxes()[0].x0, -0.5);
    }
}
