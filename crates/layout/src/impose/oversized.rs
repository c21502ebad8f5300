//! Reports elements that are too large for their piece.
//!
//! - In: an element, with its drawings on one piece.
//! - Out: a finding if the element extends outside the piece.
//!
//! Not here: texts, because they are measured when they are broken into lines. Finished files are not
//! measured here either, but by the checker.

use kurbo::Affine;

use crate::draw::frame::Frame;
use crate::draw::overhang;
use crate::draw::painter::{OVERSHOOT, Painter};
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::units::{ShortNumber, width_and_height};
use hexpress_game::repeat::{Copies, Repeat};
use hexpress_game::value_for;
use hexpress_game::{Element, Figure, PerRow, Shape};
use hexpress_language::values::value::{ElementPlace, Pair};
use hexpress_scene::Drawing;
use hexpress_template::Row;

/// An element is reported if it is wider or higher than its piece with bleed by more than this length, in mm.
/// Smaller differences are allowed, because some designers let elements extend beyond the bleed on both
/// sides.
const MAX_EXCESS_MM: f64 = 6.0;

/// An element on a piece without bleed. On pieces with bleed, elements may extend outside the piece.
pub struct ElementOnPiece<'e> {
    pub element: &'e Element,
    /// The drawings of the element. Coordinates are relative to the middle of the piece.
    pub drawings: &'e [Drawing],
    pub frame: &'e Frame,
}

impl ElementOnPiece<'_> {
    /// Returns an error if a shape extends outside its piece. Otherwise, returns `None`.
    pub fn outside_error(&self) -> Option<Diagnostic> {
        let what = shape_name(self.element)?;
        let distance = overhang::of_drawings(self.drawings, Affine::IDENTITY, self.frame);
        if distance <= OVERSHOOT {
            return None;
        }
        let message = format!("this {what} extends {} mm beyond its piece", ShortNumber(distance));
        let hint = self.hint_to_count_from_middle().unwrap_or_else(|| {
            let correction = self.correction();
            format!("{correction}: the part beyond the edge would be printed on the next piece")
        });
        Some(codes::FIGURE_TOO_LARGE.error(message).hint(hint))
    }

    /// Returns what the user can change so that the element stays on its piece.
    fn correction(&self) -> &'static str {
        match self.element.repeat.as_deref() {
            Some(Repeat { copies: Copies::Along { .. }, .. }) => {
                "shorten the path in `along`, or make the element smaller"
            }
            Some(repeat) if repeat.by != PerRow::Fixed(Pair::default()) => {
                "use fewer copies or a smaller distance in `by`, or move the first copy"
            }
            _ => "make the element smaller or move it inwards",
        }
    }

    /// The user may have measured the position from the upper left corner, but layouts measure positions from
    /// the middle of the piece. If the shape fits where the user probably meant it, returns a hint with this
    /// position, measured from the middle. Otherwise, returns `None`.
    fn hint_to_count_from_middle(&self) -> Option<String> {
        let [PerRow::Fixed(ElementPlace::Offset(offset))] = self.element.places.as_slice() else {
            return None;
        };
        let corner = self.frame.size.to_vec2() / 2.0;
        if overhang::of_drawings(self.drawings, Affine::translate(-corner), self.frame) > OVERSHOOT {
            return None;
        }
        let [x, y] = [offset.x - corner.x, offset.y - corner.y].map(ShortNumber::hundredths);
        Some(format!("measure `at` from the middle of the piece, to the right and down: at = \"{x} {y}mm\""))
    }

    /// Returns an error if the box of an icon is larger than its piece. This is an error even if the drawing
    /// of the icon, which is usually smaller than its box, is inside the piece. Returns `None` if the element
    /// is not an icon, or if its box is small enough.
    pub fn large_icon_error(&self, painter: &Painter<'_, '_>, piece: &dyn Row) -> Option<Diagnostic> {
        if !matches!(self.element.shape, Shape::Icon(_)) || self.drawings.is_empty() {
            return None;
        }
        let size = value_for(self.element.size.as_ref()?, painter.game, piece).ok()?.of(self.frame.size);
        let (icon, whole) = (size.min_side(), self.frame.size.min_side());
        if icon <= whole + OVERSHOOT {
            return None;
        }
        let message = format!(
            "this icon is {} mm wide, but its piece is only {} mm",
            ShortNumber(icon),
            ShortNumber(whole)
        );
        let smaller = ShortNumber((whole * 0.8).floor().max(0.5));
        let hint = format!("make it smaller: size = \"{smaller}mm\"");
        Some(codes::FIGURE_TOO_LARGE.error(message).hint(hint))
    }
}

/// Returns a warning if a box or picture is much larger than its piece with bleed, because much of it would
/// be cut off. Otherwise, returns `None`.
pub fn larger_than_bleed(
    element: &Element,
    frame: &Frame,
    painter: &Painter<'_, '_>,
    piece: &dyn Row,
) -> Option<Diagnostic> {
    let (what, key, size) = match &element.shape {
        Shape::Figure { figure: Figure::Box, extent, .. } => ("box", "box", extent),
        Shape::Image(_) => ("picture", "size", element.size.as_ref()?),
        _ => return None,
    };
    let bled = frame.bled().size;
    let own_size = value_for(size, painter.game, piece).ok()?.of(frame.size);
    if own_size.width <= bled.width + MAX_EXCESS_MM && own_size.height <= bled.height + MAX_EXCESS_MM {
        return None;
    }
    let message = format!(
        "this {what} measures {} mm, but the piece and its bleed measure only {} mm",
        width_and_height(own_size),
        width_and_height(bled)
    );
    let hint =
        format!("write {key} = \"100% x 100%\" to fill the piece and its bleed; anything larger is cut off");
    Some(codes::FIGURE_TOO_LARGE.warning(message).hint(hint))
}

/// Returns the name that messages use for a shape. Returns `None` for texts, and for shapes that
/// never extend beyond their piece.
fn shape_name(element: &Element) -> Option<&'static str> {
    match &element.shape {
        Shape::Figure { figure, .. } => Some(figure.name()),
        Shape::Icon(_) => Some("icon"),
        Shape::Arrow(_) => Some("arrow"),
        Shape::QrCode(_) => Some("QR code"),
        Shape::Polygon(_) => Some("polygon"),
        Shape::Curve(_) => Some("curve"),
        Shape::Line(_) => Some("line"),
        _ => None,
    }
}
