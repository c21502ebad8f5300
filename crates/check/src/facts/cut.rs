//! Measures the cuts of pieces, and finds the marks that show straight cuts.
//!
//! - In: a page.
//! - Out: cuts and crop marks.
//! - Not here: outlines, which `pieces` finds.

use std::sync::Arc;

use kurbo::{Affine, BezPath, ParamCurve, Point, Rect, Shape, Size};

use hexpress_base::cell_address::CellAddress;
use hexpress_base::contour::Contour;
use hexpress_base::identity::Identity;
use hexpress_game::Outline;
use hexpress_read::find::{Disc, Polygon};
use hexpress_read::{Item, ItemKind, Page};

/// The outline along which a piece is cut.
#[derive(Debug, Clone, PartialEq)]
pub enum Cut {
    /// A hexagon, or another regular polygon.
    Polygon(Polygon),
    Disc(Disc),
    Box {
        /// The box of the rectangle, in mm.
        rect: Rect,
        /// The radius of the corners, in mm. It is 0 for sharp corners.
        corner_radius: f64,
    },
    /// Any other outline.
    Path(Arc<PathCut>),
}

/// A cut along an outline of any form.
#[derive(Debug, Clone, PartialEq)]
pub struct PathCut {
    pub path: BezPath,
    pub contour: Contour,
}

impl PathCut {
    /// Returns a cut along a closed path.
    pub fn new(path: BezPath) -> Self {
        Self { contour: Contour::new(&path), path }
    }
}

impl Cut {
    /// Returns a cut that no line on the page shows. The cut has the form `outline` and the bounding box
    /// `rect`.
    pub fn undrawn(outline: &Outline, rect: Rect, is_back: bool) -> Self {
        // No item of the page draws this cut, so the field `item` gets an index that no item has.
        let (centre, item) = (rect.center(), usize::MAX);
        match *outline {
            Outline::Path(ref form) => {
                // A back is seen from the other side, so it is mirrored.
                let mirror = Affine::scale_non_uniform(if is_back { -1.0 } else { 1.0 }, 1.0);
                let place = Affine::translate(centre.to_vec2()) * mirror;
                Self::Path(Arc::new(PathCut::new(place * form.stretched(rect.size()))))
            }
            Outline::Rectangle(round) => Self::Box { rect, corner_radius: round },
            Outline::Disc => Self::Disc(Disc { centre, radius: rect.width() / 2.0, item, roundness: 0.0 }),
            Outline::Regular(tiling) => {
                let first = CellAddress::new(0, 0);
                let side = rect.width() / tiling.unit_bounds(first).width();
                let corners = tiling.unit_corners(first).iter().map(|corner| centre + *corner * side);
                Self::Polygon(Polygon::new(corners.collect::<Vec<_>>(), item))
            }
            Outline::Hexagon(stands) => {
                let scale = rect.width() / stands.unit_size().0;
                Self::Polygon(Polygon::new(stands.unit_corners().map(|corner| centre + corner * scale), item))
            }
        }
    }

    /// Returns the middle of the cut, in mm.
    pub fn centre(&self) -> Point {
        match self {
            Self::Polygon(hexagon) => hexagon.centre,
            Self::Disc(disc) => disc.centre,
            Self::Box { rect, .. } => rect.center(),
            Self::Path(form) => form.contour.bounds().center(),
        }
    }

    /// Returns the corners between straight edges. Discs and free forms have none.
    pub fn corners(&self) -> Vec<Point> {
        match self {
            Self::Polygon(polygon) => polygon.corners.to_vec(),
            Self::Box { rect, .. } => hexpress_base::geometry::corners(*rect).to_vec(),
            Self::Disc(_) | Self::Path(_) => Vec::new(),
        }
    }

    /// Returns the bounding box of the cut, in mm.
    pub fn bounds(&self) -> Rect {
        match self {
            Self::Polygon(hexagon) => hexpress_base::geometry::bounds_of_points(&hexagon.corners),
            Self::Disc(disc) => {
                Rect::from_center_size(disc.centre, Size::new(disc.radius, disc.radius) * 2.0)
            }
            Self::Box { rect, .. } => *rect,
            Self::Path(form) => form.contour.bounds(),
        }
    }

    /// Returns whether a triangular piece points down. Returns `None` for other outlines.
    pub fn points_down(&self, outline: &Outline) -> Option<bool> {
        let (Self::Polygon(polygon), &Outline::Regular(tiling)) = (self, outline) else { return None };
        let upright = tiling.degrees(CellAddress::new(0, 0));
        tiling.is_triangles().then(|| polygon.turned_from(upright).abs() > polygon.period() / 4.0)
    }

    /// Returns the distance of a point from the cut, in mm. The distance is negative outside the
    /// cut.
    pub fn depth(&self, point: Point) -> f64 {
        match self {
            Self::Polygon(hexagon) => hexagon.depth(point),
            Self::Disc(disc) => disc.radius - point.distance(disc.centre),
            Self::Path(form) => form.contour.depth(point),
            Self::Box { rect, corner_radius: radius } => {
                let (x, y) =
                    ((point.x - rect.x0).min(rect.x1 - point.x), (point.y - rect.y0).min(rect.y1 - point.y));
                if x < *radius && y < *radius && x > -radius && y > -radius {
                    radius - Point::new(x, y).distance(Point::new(*radius, *radius))
                } else {
                    x.min(y)
                }
            }
        }
    }

    /// Returns a closed path along the cut.
    pub fn path(&self) -> BezPath {
        match self {
            Self::Polygon(hexagon) => hexpress_base::geometry::polygon(&hexagon.corners),
            Self::Disc(disc) => hexpress_base::round_shapes::circle(disc.centre, disc.radius),
            Self::Box { rect, .. } => rect.to_path(0.01),
            Self::Path(form) => form.path.clone(),
        }
    }

    /// Returns how far two outlines overlap, in mm. Returns 0 or less if they do not overlap. Two discs
    /// or two polygons are measured exactly, all other outlines by their bounding boxes.
    pub fn overlap(&self, other: &Self) -> f64 {
        let (r, s) = (self.bounds(), other.bounds());
        let boxes = (r.x1.min(s.x1) - r.x0.max(s.x0)).min(r.y1.min(s.y1) - r.y0.max(s.y0));
        match (self, other) {
            (Self::Disc(one), Self::Disc(other)) => {
                one.radius + other.radius - one.centre.distance(other.centre)
            }
            (Self::Polygon(one), Self::Polygon(other)) => {
                boxes.min(depth_beyond_sides(one, other)).min(depth_beyond_sides(other, one))
            }
            _ => boxes,
        }
    }
}

/// Returns how deep the convex polygon `other` extends into `of`, in mm. The depth is measured inwards
/// from each side of `of`, and the smallest value is returned. It is 0 or less if all of `other` is
/// beyond one of these sides.
fn depth_beyond_sides(of: &Polygon, other: &Polygon) -> f64 {
    let sides = of.corners.iter().zip(of.corners.iter().cycle().skip(1)).zip(&of.sides);
    let depths = sides.map(|((from, to), length)| {
        let direction = (*to - *from) / *length;
        // Corners run clockwise, so the cross product is positive on the inner side.
        other.corners.iter().map(|corner| direction.cross(*corner - *from)).fold(f64::NEG_INFINITY, f64::max)
    });
    depths.fold(f64::INFINITY, f64::min)
}

/// The direction of a straight cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    Horizontal,
    Vertical,
}

/// A straight mark that shows where to cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CropMark {
    /// One end of the mark, in mm.
    pub from: Point,
    /// The other end of the mark, in mm.
    pub to: Point,
    /// The width of the mark, in mm.
    pub width: f64,
}

impl CropMark {
    /// Returns the axis of the mark, which is also the axis of the cut.
    pub fn axis(&self) -> Axis {
        let is_vertical = (self.from.x - self.to.x).abs() < (self.from.y - self.to.y).abs();
        if is_vertical { Axis::Vertical } else { Axis::Horizontal }
    }

    /// Returns whether the mark is slanted on purpose. A mark with only a slight slant counts as
    /// horizontal or vertical, because the slant is a mistake.
    pub fn slanted(&self) -> bool {
        let (dx, dy) = ((self.from.x - self.to.x).abs(), (self.from.y - self.to.y).abs());
        dx.min(dy) > 0.3 * dx.max(dy)
    }

    /// Returns the position of the cut, in mm. This is the x coordinate of a vertical mark, and the y
    /// coordinate of a horizontal mark.
    pub fn position(&self) -> f64 {
        match self.axis() {
            Axis::Vertical => f64::midpoint(self.from.x, self.to.x),
            Axis::Horizontal => f64::midpoint(self.from.y, self.to.y),
        }
    }

    /// Returns the box that the mark covers, in mm.
    pub fn bounds(&self) -> Rect {
        let half = self.width / 2.0;
        let rect = Rect::from_points(self.from, self.to);
        match self.axis() {
            Axis::Vertical => rect.inflate(half, 0.0),
            Axis::Horizontal => rect.inflate(0.0, half),
        }
    }
}

/// Returns whether an item shows where to cut.
pub fn is_cut(item: &Item) -> bool {
    item.id.as_deref() == Some(&Identity::Cut)
}

/// Returns whether an item is a closed line to cut along.
pub fn is_closed_cut(item: &Item) -> bool {
    is_cut(item) && matches!(&item.kind, ItemKind::Path { path, .. } if path.closes())
}

/// Returns the crop marks of a page: lines that are exactly or nearly horizontal or vertical.
pub fn crop_marks(page: &Page) -> Vec<CropMark> {
    straight_lines(page).into_iter().filter(|mark| !mark.slanted()).collect()
}

/// Returns all lines of a page that show a straight cut.
pub fn straight_lines(page: &Page) -> Vec<CropMark> {
    let mut marks = Vec::new();
    for item in page.items.iter().filter(|item| is_cut(item)) {
        let ItemKind::Path { path, stroke: Some(stroke), .. } = &item.kind else { continue };
        if path.closes() {
            continue;
        }
        for line in path.segments() {
            marks.push(CropMark { from: line.start(), to: line.end(), width: stroke.width });
        }
    }
    marks
}

/// The largest distance between marks that show the same cut, in mm.
pub const ONE_CUT: f64 = 1.0;

/// Returns the positions of cuts along an axis, in mm. Marks that show the same cut are merged.
pub fn cut_positions(marks: &[CropMark], axis: Axis) -> Vec<f64> {
    let mut all: Vec<f64> = marks.iter().filter(|mark| mark.axis() == axis).map(CropMark::position).collect();
    all.sort_by(f64::total_cmp);
    let runs = all.chunk_by(|a, b| b - a <= ONE_CUT);
    runs.map(|run| run.iter().sum::<f64>() / run.len() as f64).collect()
}
