//! The outlines and sizes of pieces.

use std::ops::RangeInclusive;
use std::sync::Arc;

use kurbo::{Point, Size};

use super::path_outline::PathOutline;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::contour::Contour;
use hexpress_base::diag::{Diagnostic, SourceSpan, codes};
use hexpress_base::geometry::{corners, polygon};
use hexpress_base::round_shapes::circle;
use hexpress_base::tiling::Tiling;
use hexpress_base::tiling::hex::{Orientation, side_from_across};
use hexpress_language::values::value::{Extent, Measure};

/// The outline of a piece.
#[derive(Debug, Clone, PartialEq)]
pub enum Outline {
    /// A rectangle. The value is the radius of its corners, in mm.
    Rectangle(f64),
    /// A regular hexagon.
    Hexagon(Orientation),
    /// A regular triangle or octagon: the shape of the first cell of this tiling.
    Regular(Tiling),
    Disc,
    /// Any other shape. It is stretched to the size of the piece.
    Path(Arc<PathOutline>),
}

#[derive(Debug, Clone, PartialEq)]
pub enum PieceSize {
    /// A width and height in mm.
    Fixed(Size),
    /// A percentage of the size of a board's cells. The size of these cells depends on the paper.
    Share(Box<CellShare>),
}

/// A size as a percentage of the size of a board's cells. Cells are measured between opposite
/// sides.
#[derive(Debug, Clone, PartialEq)]
pub struct CellShare {
    pub percent: f64,
    /// The name of the board.
    pub board: Arc<str>,
    /// The place where the layout sets the percentage.
    pub place: SourceSpan,
}

/// The allowed widths and heights of a piece, in mm.
const ALLOWED_SIZES_MM: RangeInclusive<f64> = 2.0..=2000.0;

/// The message for a piece that is too small or too large.
pub const BAD_PIECE: &str = "the width and height of a piece must be 2 to 2000 mm";

impl PieceSize {
    /// Returns the error for a size that is not allowed. `extent` is the size from the layout.
    pub fn error(extent: Extent) -> Diagnostic {
        let measures = [Some(extent.width), extent.height];
        if measures.into_iter().flatten().any(|measure| matches!(measure, Measure::Percent(_))) {
            let message = "the `size` of a piece is a length on paper, so it cannot be a percentage";
            let hint = "write it in mm: size = \"63 x 88mm\"";
            return codes::BAD_SIZE.error(message).hint(hint);
        }
        codes::BAD_SIZE.error(BAD_PIECE)
    }

    /// Returns whether a piece may have this size.
    pub fn allows(size: Size) -> bool {
        ALLOWED_SIZES_MM.contains(&size.width) && ALLOWED_SIZES_MM.contains(&size.height)
    }
}

/// Returns `percent` percent of the cell size `across`, in mm and rounded to hundredths.
pub fn share_of_cell(percent: f64, across: f64) -> f64 {
    (across * percent).round() / 100.0
}

impl Outline {
    /// Returns the word that messages use for a piece with this outline, such as `hexagon`.
    pub fn called(&self) -> &'static str {
        match self {
            Self::Rectangle(_) | Self::Path(_) => "piece",
            Self::Hexagon(_) => "hexagon",
            Self::Regular(tiling) if tiling.is_triangles() => "triangle",
            Self::Regular(_) => "octagon",
            Self::Disc => "disc",
        }
    }

    /// Returns the ratio of the bleed at a corner to the bleed at a side.
    ///
    /// The ratio is 1 except for triangles and octagons.
    pub fn corner_bleed_ratio(&self) -> f64 {
        match self {
            Self::Regular(tiling) => tiling.corner_to_edge_ratio(),
            _ => 1.0,
        }
    }

    /// Converts the width and height of a piece to its size across, in mm.
    ///
    /// A triangle is measured from a side to the opposite corner. Other pieces are measured between
    /// opposite sides.
    pub fn across_of(&self, size: Size) -> f64 {
        match self {
            Self::Regular(tiling) => {
                let unit = tiling.unit_bounds(CellAddress::new(0, 0)).width();
                tiling.across_from_side(size.width / unit)
            }
            _ => size.width.min(size.height),
        }
    }

    /// Converts the size across of a piece, in mm, to its width and height.
    ///
    /// A triangle is measured from a side to the opposite corner, and hexagons and octagons between
    /// opposite sides. For other shapes, the size across is the width.
    pub fn across(&self, across: f64) -> Size {
        match self {
            Self::Hexagon(orientation) => {
                let (w, h) = orientation.unit_size();
                let side = side_from_across(across);
                Size::new(w * side, h * side)
            }
            Self::Regular(tiling) => {
                // The middle of a triangle is farther from its corners than from its sides. The box of
                // a piece is centred on the middle, so the box is twice as high as the distance to a
                // corner.
                let side = tiling.side_from_across(across);
                let Size { width, height } = tiling.unit_bounds(CellAddress::new(0, 0)).size();
                let box_height = if tiling.is_triangles() { tiling.unit_long() } else { height };
                Size::new(width * side, box_height * side)
            }
            Self::Rectangle(_) | Self::Disc => Size::new(across, across),
            Self::Path(form) => form.size() * (across / form.size().width),
        }
    }

    /// Returns the number of edges of a piece. Returns 0 for discs and other shapes without
    /// straight edges.
    pub fn edges(&self) -> usize {
        match self {
            Self::Rectangle(_) => 4,
            Self::Hexagon(_) => 6,
            Self::Regular(tiling) => tiling.edges(CellAddress::new(0, 0)),
            Self::Disc | Self::Path(_) => 0,
        }
    }

    /// Returns the outline of a piece, with sharp corners. The middle of the piece is the origin.
    pub fn contour(&self, size: Size) -> Contour {
        let path = match self {
            Self::Rectangle(_) => polygon(&corners(size.to_rect() - size.to_vec2() / 2.0)),
            Self::Disc => circle(Point::ORIGIN, size.width / 2.0),
            Self::Hexagon(orientation) => {
                let side = size.width / orientation.unit_size().0;
                polygon(&orientation.unit_corners().map(|corner| (corner * side).to_point()))
            }
            Self::Regular(tiling) => {
                let first = CellAddress::new(0, 0);
                let side = size.width / tiling.unit_bounds(first).width();
                let corners = tiling.unit_corners(first).iter().map(|corner| (*corner * side).to_point());
                polygon(&corners.collect::<Vec<_>>())
            }
            Self::Path(form) => form.stretched(size),
        };
        Contour::new(&path)
    }
}
