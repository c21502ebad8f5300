//! Numbers of an element that are worked out for each piece, and then take their place in it.

use std::borrow::Cow;

use kurbo::{PathEl, Point, Size};

use super::element::{Element, Guilloche, STRANDS, Shape, within};
use super::path::{self, LARGEST};
use super::template::{Engine, Row, Template};
use crate::base::units::{Mm, Trimmed};
use crate::diag::{Diagnostic, Result, codes};
use crate::spec::values::value::{Extent, Pair, Where};

/// A number of an element that is worked out for each piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Worked {
    /// Which.
    pub slot: Slot,
    /// What gives it.
    pub template: Template,
}

/// The numbers of an element that may be worked out for each piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// One more place.
    At,
    /// `inset`
    Inset,
    /// `shift`
    Shift,
    /// `turn`
    Turn,
    /// `from` (0) or `to` (1)
    End(usize),
    /// `curve`
    Curve,
    /// `polygon`
    Polygon,
    /// `depth`
    Depth,
    /// `width`
    Width,
    /// `round`
    Round,
    /// `eye`
    Eye,
    /// `waves`
    Waves,
    /// `strands`
    Strands,
    /// `petals`
    Petals,
}

impl Element {
    /// Whether it stands anywhere else than at each edge.
    pub fn stands_off_edges(&self) -> bool {
        self.places.iter().any(|place| *place != Where::EachEdge)
            || self.worked.iter().any(|worked| worked.slot == Slot::At)
    }

    /// The element with all that is worked out for this row.
    ///
    /// # Errors
    /// What is wrong: a template, or the text it gives.
    pub fn settled(&self, engine: &Engine, row: &dyn Row) -> Result<Cow<'_, Self>> {
        if self.worked.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let mut element = self.clone();
        for Worked { slot, template } in std::mem::take(&mut element.worked) {
            let text = engine.render(&template, row)?;
            slot.put(&text, &mut element).map_err(|wrong| wrong.about(&text))?;
        }
        Ok(Cow::Owned(element))
    }
}

impl Slot {
    /// Reads the number, and puts it into its place.
    fn put(self, text: &str, element: &mut Element) -> Result<()> {
        match (self, &mut element.shape) {
            (Self::At, _) => {
                let place: Where = text.parse()?;
                if place == Where::EachEdge {
                    let message = "a place that is worked out for each piece is one place, or each corner";
                    return Err(codes::BAD_VALUE.error(message).hint("at = \"each edge\", and a `when`"));
                }
                element.places.push(place);
            }
            (Self::Inset, _) => element.inset = text.parse()?,
            (Self::Shift, _) => element.shift = text.parse()?,
            (Self::Turn, _) => element.turn = degrees(text)?,
            (Self::Round, _) => element.style.round = length(text.parse()?, "`round`")?,
            (Self::Curve, Shape::Path(path)) => *path = path::curve(text)?,
            (Self::Polygon, Shape::Path(path)) => *path = path::polygon(text)?,
            (Self::End(end), Shape::Path(path)) => {
                let to: Pair = text.parse()?;
                if let Some(PathEl::MoveTo(point) | PathEl::LineTo(point)) = path.elements_mut().get_mut(end)
                {
                    *point = Point::new(to.x, to.y);
                }
            }
            (Self::Width, Shape::Paths(_, width)) => *width = length(text.parse()?, "`width`")?,
            (
                Self::Depth,
                Shape::EdgeBand(_, depth)
                | Shape::Frame(_, Some(depth))
                | Shape::Guilloche(Guilloche::Border { depth, .. }, _),
            ) => *depth = length(text.parse()?, "`depth`")?,
            (Self::Eye, Shape::Guilloche(Guilloche::Rosette { eye, .. }, _)) => {
                *eye = Some(extent(text.parse()?, "`eye`")?);
            }
            (Self::Waves | Self::Petals, Shape::Guilloche(guilloche, _)) => {
                let (range, name) = guilloche.bounds();
                *guilloche.around() = within(whole(text)?, &range, name)?;
            }
            (Self::Strands, Shape::Guilloche(guilloche, _)) => {
                *guilloche.strands() = within(whole(text)?, &STRANDS, "strands")?;
            }
            // No such number is worked out for another shape.
            _ => {}
        }
        Ok(())
    }
}

/// Degrees, as text.
///
/// # Errors
/// It is no finite number.
pub fn degrees(text: &str) -> Result<f64> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let digits = text.trim().trim_end_matches("degrees").trim_end_matches("deg").trim_end_matches('°').trim();
    let meant = digits.parse::<f64>().ok().map_or_else(|| "30".to_owned(), |_| digits.to_owned());
    let wrong = || {
        codes::BAD_VALUE.error(format!("`{text}` is no number of degrees")).hint(format!("turn = {meant}"))
    };
    number.ok_or_else(wrong)
}

/// A whole number, as text.
///
/// # Errors
/// It is none.
pub fn whole(text: &str) -> Result<u32> {
    let wrong = || codes::BAD_VALUE.error(format!("`{text}` is no whole number")).about(text);
    text.trim().parse().map_err(|_| wrong())
}

/// A length above 0 that an element may have, in mm; `name` is what it is called.
///
/// # Errors
/// It is none.
pub fn length(Mm(mm): Mm, name: &str) -> Result<f64> {
    if mm > 0.0 && mm <= LARGEST { Ok(mm) } else { Err(beyond(name)) }
}

/// A size above 0 that an element may have; a share of the piece is taken of 100 mm.
///
/// # Errors
/// It is none.
pub fn extent(extent: Extent, name: &str) -> Result<Extent> {
    let size = extent.of(Size::new(100.0, 100.0));
    let fits = |mm: f64| mm > 0.0 && mm <= LARGEST;
    if fits(size.width) && fits(size.height) { Ok(extent) } else { Err(beyond(name)) }
}

fn beyond(what: &str) -> Diagnostic {
    codes::BAD_SIZE.error(format!("{what} lies above 0 and up to {}mm", Trimmed(LARGEST)))
}
