//! Finds shapes that are not on boards, such as pieces to be cut out.
//!
//! - In: a page and its boards.
//! - Out: hexagons, discs and rectangles, both as a list and as a count for each size.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use kurbo::{Point, Rect};

use super::covered_cells::CoveredCells;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::ShortNumber;
use hexpress_read::Page;
use hexpress_read::find::{self, LooseShape, Polygon};

/// The largest irregularity of a piece, as a fraction of its side.
const MAX_IRREGULARITY: f64 = 0.02;
/// The smallest radius of a disc that is a piece, in mm.
const MIN_RADIUS: f64 = 3.0;
/// The smallest width of a rectangle that is a piece, in mm.
const MIN_WIDTH: f64 = 8.0;
/// The largest width of a rectangle that is a piece, as a fraction of the sheet. A wider rectangle
/// is a frame.
const MAX_PIECE_WIDTH: f64 = 0.85;

/// The form and the size of loose shapes. Lengths are in tenths of a mm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ShapeSort {
    /// Hexagons, by the distance between opposite sides.
    Hexagon {
        across: i64,
    },
    /// Discs, by their diameter.
    Disc {
        diameter: i64,
    },
    Rectangle {
        width: i64,
        height: i64,
    },
}

impl ShapeSort {
    /// Returns the name and the size: `disc of 20 mm`.
    fn words(self) -> String {
        match self {
            Self::Hexagon { across } => format!("hexagon of {} mm across flats", mm(across)),
            Self::Disc { diameter } => format!("disc of {} mm", mm(diameter)),
            Self::Rectangle { width, height } => format!("rectangle of {} x {} mm", mm(width), mm(height)),
        }
    }
}

fn tenths(mm: f64) -> i64 {
    (mm * 10.0).round() as i64
}

fn mm(tenths: i64) -> ShortNumber {
    ShortNumber(tenths as f64 / 10.0)
}

/// The shapes of a page that are not on boards.
pub(super) struct LooseShapes {
    /// The forms and sizes that occur, such as `disc of 20 mm`, each with the number of shapes. The
    /// most frequent ones come first.
    pub(super) sorts: Vec<(usize, String)>,
    pub(super) shapes: Vec<LooseShape>,
}

impl LooseShapes {
    /// Returns the shapes of a page that are not on `boards`. `hexagons` are the hexagons that are not
    /// on boards.
    pub(super) fn new(page: &Page, hexagons: &[&Polygon], boards: &CoveredCells<'_>) -> Self {
        let mut found = FoundShapes::default();
        for hexagon in hexagons {
            if hexagon.irregularity() <= MAX_IRREGULARITY * hexagon.side()
                && found.is_new(hexagon.centre, hexagon.side())
            {
                let rect = hexpress_base::geometry::bounds_of_points(&hexagon.corners);
                let sort = ShapeSort::Hexagon { across: tenths(hexagon.across_flats()) };
                found.add(sort, LooseShape { what: "hexagon", rect });
            }
        }
        for disc in find::discs(page) {
            let diameter = 2.0 * disc.radius;
            if disc.radius > MIN_RADIUS
                && !boards.contain(disc.centre)
                && found.is_new(disc.centre, disc.radius)
            {
                let square = Rect::from_center_size(disc.centre, (diameter, diameter));
                let shape = LooseShape { what: "disc", rect: square };
                found.add(ShapeSort::Disc { diameter: tenths(diameter) }, shape);
            }
        }
        let widest = MAX_PIECE_WIDTH * page.media.width().min(page.media.height());
        for rectangle in find::rectangles(page) {
            let shorter = rectangle.width.min(rectangle.height);
            if shorter > MIN_WIDTH
                && shorter <= widest
                && !boards.contain(rectangle.centre)
                && found.is_new(rectangle.centre, shorter)
            {
                let (width, height) = (tenths(rectangle.width), tenths(rectangle.height));
                let what = if width == height { "square" } else { "rectangle" };
                let [a, b, c, d] = rectangle.corners;
                let bounds = Rect::from_points(a, c).union(Rect::from_points(b, d));
                found.add(ShapeSort::Rectangle { width, height }, LooseShape { what, rect: bounds });
            }
        }
        found.into_shapes()
    }
}

#[derive(Default)]
struct FoundShapes {
    counts: SortedMap<ShapeSort, usize>,
    shapes: Vec<LooseShape>,
    /// The centres and sizes of the shapes, in tenths of a mm.
    places: BTreeSet<[i64; 3]>,
}

impl FoundShapes {
    /// Records a shape. Returns true if it is the first shape of this size at this place. A piece that
    /// is drawn twice therefore counts only once.
    fn is_new(&mut self, centre: Point, size: f64) -> bool {
        self.places.insert([centre.x, centre.y, size].map(tenths))
    }

    fn add(&mut self, sort: ShapeSort, shape: LooseShape) {
        *self.counts.entry(sort).or_default() += 1;
        self.shapes.push(shape);
    }

    fn into_shapes(self) -> LooseShapes {
        let mut sorts: Vec<(usize, String)> =
            self.counts.into_iter().map(|(sort, count)| (count, sort.words())).collect();
        sorts.sort_by_key(|(count, _)| Reverse(*count));
        LooseShapes { sorts, shapes: self.shapes }
    }
}
