//! Draws small versions of a board's marks. They are used in the cells of a small board, and at the
//! sides and corners of a hexagon.
//!
//! - In: a mark of the game, and the size of the shape that contains it.
//! - Out: marks with thin lines. All marks have about the same size.
//! - Not here: drawing marks on a board (`board::cell_parts`).

use kurbo::{Affine, Point, Size};

use super::figure;
use super::mini_board::NOMINAL_CELL;
use super::paint::Paint;
use crate::draw::angle::turn;
use crate::draw::bounds::bounds;
use crate::draw::frame::Frame;
use crate::draw::painter::{Context, Painter};
use hexpress_base::tiling::hex::{Orientation, SQRT_3};
use hexpress_game::{Element, Figure, PerRow, Shape};
use hexpress_language::values::value::ElementPlace;
use hexpress_scene::{Drawing, Ink, Stroke, luminance};
use hexpress_settle::{SettledElement, SettledShape};

/// The largest width of a line of a small mark, in mm.
pub const MAX_LINE_WIDTH_MM: f64 = 0.3;
/// The size of a small mark, as a fraction of the width of the shape that contains it.
pub const MARK_SIZE: f64 = 0.13;
/// A mark gets an outline if its contrast with the cell behind it is lower than this value. The contrast is
/// the ratio of WCAG 2, from 1 to 21.
const MIN_CONTRAST: f64 = 1.4;

/// A scaled mark around the origin, before it is moved to its place.
struct ScaledMark {
    transform: Affine,
    drawings: Vec<Drawing>,
}

impl Painter<'_, '_> {
    /// Draws a small mark in a hexagon, with its middle at `spot`. The hexagon has the size `size`, and
    /// is rotated by `turned` degrees.
    ///
    /// The mark stays upright. All marks have about the same size here, even if they have different
    /// sizes on the board.
    pub fn small_mark(
        &mut self,
        mark: &Element,
        size: Size,
        turned: f64,
        spot: Point,
        context: Context<'_>,
    ) -> Vec<Drawing> {
        let scaled = match &mark.shape {
            Shape::Figure { figure, .. } if mark.repeat.is_none() => {
                self.scaled_figure(mark, *figure, size, context)
            }
            _ => self.scaled_drawing(mark, size, context),
        };
        let Some(ScaledMark { transform, drawings }) = scaled else { return Vec::new() };
        let to_spot = turn(-turned) * Affine::translate(spot.to_vec2());
        vec![Drawing::moved(to_spot * transform, drawings)]
    }

    /// Draws a figure at the size of a small mark. Returns `None` if the figure has an error.
    fn scaled_figure(
        &mut self,
        mark: &Element,
        figure: Figure,
        size: Size,
        context: Context<'_>,
    ) -> Option<ScaledMark> {
        let settled = self.settled_mark(mark, context)?;
        let SettledShape::Figure { extent, .. } = settled.shape else { return None };
        let Paint { fill, line, .. } = Paint::new(&settled.colours).of_figure();
        let real = extent.of(size);
        let scale = size.width * MARK_SIZE / real.width.max(real.height).max(0.001);
        let stroke = line.map(|line| Stroke { width: line.width.min(MAX_LINE_WIDTH_MM), ..line });
        let path = figure::outline(figure, real * scale);
        Some(ScaledMark {
            transform: turn(settled.turn),
            drawings: vec![Drawing::Path { path, fill, stroke }],
        })
    }

    /// Draws an element in a cell of the width [`NOMINAL_CELL`], and then scales the drawing to the
    /// size of a small mark. Returns `None` if the element draws nothing.
    fn scaled_drawing(&mut self, mark: &Element, size: Size, context: Context<'_>) -> Option<ScaledMark> {
        let frame = Frame::hexagon(Orientation::FlatTop, NOMINAL_CELL / SQRT_3);
        let mut drawings = self.element(&centred(mark), Context { frame: &frame, edge: None, ..context });
        let covered = bounds(&drawings)?;
        let scale = size.width * MARK_SIZE / covered.width().max(covered.height()).max(0.001);
        limit_lines(&mut drawings, MAX_LINE_WIDTH_MM / scale);
        let transform = Affine::scale(scale) * Affine::translate(-covered.center().to_vec2());
        Some(ScaledMark { transform, drawings })
    }

    /// Computes the values of a mark. Returns `None` if the mark has an error.
    fn settled_mark<'e>(&mut self, mark: &'e Element, context: Context<'_>) -> Option<SettledElement<'e>> {
        self.settler().off_edges(mark, context.piece_context(), self.report())
    }

    /// Returns the length of the longer side of a mark, in mm, on a board whose cells are `across` mm
    /// wide. Returns 0 if the mark has no size.
    pub fn mark_extent(&mut self, mark: &Element, across: f64, context: Context<'_>) -> f64 {
        let frame = Frame::hexagon(Orientation::FlatTop, across / SQRT_3);
        if mark.repeat.is_some() || matches!(mark.shape, Shape::Parts(_)) {
            let drawings = self.element(&centred(mark), Context { frame: &frame, edge: None, ..context });
            return bounds(&drawings).map_or(0.0, |covered| covered.width().max(covered.height()));
        }
        if mark.size.is_none() && !matches!(mark.shape, Shape::Figure { .. }) {
            return 0.0;
        }
        let Some(settled) = self.settled_mark(mark, context) else { return 0.0 };
        let extent = match settled.shape {
            SettledShape::Figure { extent, .. } => Some(extent),
            _ => settled.size,
        };
        let size = extent.map(|extent| extent.of(frame.size));
        size.map_or(0.0, |size| size.width.max(size.height))
    }
}

/// Returns a copy of a mark, moved to the middle of its cell. The mark is then drawn only once, not once for
/// each reader around the board.
///
/// Two kinds of marks keep their places: a mark at the edges of its cell, and the copies of a repeated mark.
fn centred(mark: &Element) -> Element {
    if mark.repeat.is_some() {
        return Element { each_seat: false, ..mark.clone() };
    }
    let edges = mark.is_at_edges();
    let place = if edges { ElementPlace::EachEdge } else { ElementPlace::CENTRE };
    let (inset, shift) = if edges { (mark.inset.clone(), mark.shift.clone()) } else { Default::default() };
    Element { places: vec![PerRow::Fixed(place)], inset, shift, each_seat: false, ..mark.clone() }
}

/// Limits the width of the lines to `widest` mm.
fn limit_lines(drawings: &mut [Drawing], widest: f64) {
    for drawing in drawings {
        match drawing {
            Drawing::Path { stroke: Some(stroke), .. } => stroke.width = stroke.width.min(widest),
            Drawing::Group(group) => limit_lines(&mut group.drawings, widest),
            _ => {}
        }
    }
}

/// Adds a line around areas whose contrast to the ground is too low. The line is `width` mm wide.
pub fn outline_on(ground: Option<&Ink>, width: f64, drawings: &mut [Drawing]) {
    let ground = ground.map_or([0xFF; 3], |ink| ink.rgb);
    for drawing in drawings {
        match drawing {
            Drawing::Path { fill: Some(fill), stroke: stroke @ None, .. } => {
                let (a, b) = (luminance(fill.rgb) + 0.05, luminance(ground) + 0.05);
                let is_hard_to_see = a.max(b) / a.min(b) < MIN_CONTRAST;
                *stroke = is_hard_to_see
                    .then(|| Stroke::solid(width, if fill.is_light() { Ink::black() } else { Ink::white() }));
            }
            Drawing::Group(group) => outline_on(Some(&Ink::from_rgb(ground)), width, &mut group.drawings),
            _ => {}
        }
    }
}
