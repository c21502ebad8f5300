//! Computes the values of one element for one row.
//!
//! - In: an element, and the row of a piece.
//! - Out: places, colours, sizes and effects. Errors are added to a report.
//! - Not here: the shape of the element (`shape.rs`).

use std::borrow::Cow;
use std::sync::Arc;

use super::element::{Colours, Effects, Location, Places, SettledElement, SettledShape};
use super::paths;
use super::settler::{PieceContext, Settler};
use hexpress_base::diag::{Diagnostic, Report, Result, codes};
use hexpress_base::units::Mm;
use hexpress_game::alt_text::alt_text;
use hexpress_game::names::{Names, Resolve};
use hexpress_game::numbers::{distance, length, turn};
use hexpress_game::{Element, PerRow, Shape};
use hexpress_language::values::per_row::RowValue;
use hexpress_language::values::shares::PercentWords;
use hexpress_language::values::value::{ElementPlace, Extent, Pair};
use hexpress_template::Template;

/// Computes the values of one element for one row, and reports all errors.
pub(super) struct ElementSettler<'v, 'e, 'p, 'a> {
    pub settler: Settler<'p, 'a>,
    pub element: &'e Element,
    pub context: PieceContext<'v>,
    pub report: &'v mut Report,
}

impl<'v, 'e, 'p, 'a> ElementSettler<'v, 'e, 'p, 'a> {
    pub fn new(
        settler: Settler<'p, 'a>,
        element: &'e Element,
        context: PieceContext<'v>,
        report: &'v mut Report,
    ) -> Self {
        Self { settler, element, context, report }
    }

    /// Returns whether the element is drawn for this row. Returns `None` after an error.
    pub fn is_drawn(&mut self) -> Option<bool> {
        let Some(when) = &self.element.when else { return Some(true) };
        let holds = self.settler.game.engine.is_met(when, self.context.subject.row);
        self.reported(holds)
    }

    /// Computes the values of the element for all places that are not edges.
    ///
    /// Returns `None` if nothing is drawn, or after an error.
    pub fn off_edges(&mut self) -> Option<SettledElement<'e>> {
        let shape = self.shape(Location::AwayFromEdges);
        let places = self.places();
        let all_but_shape = self.all_but_shape(places)?;
        Some(all_but_shape.with_shape(shape?))
    }

    /// Computes the values of the element for one edge. The context must contain the row of this edge.
    ///
    /// Returns `None` if nothing is drawn, or after an error.
    pub fn at_edge(&mut self) -> Option<SettledElement<'e>> {
        let shape = self.shape(Location::AtEdge);
        // If no band is drawn, an error in the key `line` does not matter. So the other values are not
        // computed.
        if shape.is_none() && matches!(self.element.shape, Shape::EdgeBand { .. }) {
            return None;
        }
        let all_but_shape = self.all_but_shape(Some(Places::Own(Vec::new())))?;
        Some(all_but_shape.with_shape(shape?))
    }

    /// Computes all values of the element except its shape. `places` contains the places of the element, or
    /// is `None` after an error.
    fn all_but_shape(&mut self, places: Option<Places<'e>>) -> Option<AllButShape<'e>> {
        let element = self.element;
        let colours = self.colours();
        let size = self.optional(element.size.as_ref());
        let inset = self.pair(&element.inset);
        let shift = self.pair(&element.shift);
        let turn = self.value(&element.turn, turn);
        let round = self.length(&element.style.round, "`round`");
        Some(AllButShape {
            source: element,
            places: places?,
            inset: inset?,
            size: size?,
            shift: shift?,
            turn: turn?,
            colours: colours?,
            round: round?,
        })
    }

    fn places(&mut self) -> Option<Places<'e>> {
        let element = self.element;
        if let Some(on) = &element.on {
            let edges = self.context.edges;
            return self.computed(on, |list, _| paths::stops(list, edges)).map(Places::On);
        }
        if element.places.iter().all(|place| place.fixed().is_some()) {
            return Some(Places::Fixed(&element.places));
        }
        let places: Vec<_> =
            element.places.iter().map(|place| self.frame_relative(place, place_of)).collect();
        places.into_iter().collect::<Option<_>>().map(Places::Own)
    }

    fn colours(&mut self) -> Option<Colours> {
        let element = self.element;
        let fill = self.optional(element.fill.as_ref());
        let line = self.optional(element.line.as_ref());
        let colour = self.optional(element.colour.as_ref());
        Some(Colours { given: element.fill.is_some(), fill: fill?.flatten(), line: line?, colour: colour? })
    }

    /// Computes the effects and the alternative text. Returns `None` after an error.
    pub fn effects(&mut self) -> Option<Effects> {
        let Element { style, alt, .. } = self.element;
        let shadow = self.optional(style.shadow.as_ref());
        let halo = self.optional(style.halo.as_ref());
        let alt = match alt {
            Some(alt) => Some(self.computed(alt, |text, _| alt_text(text).map(Arc::from))?),
            None => None,
        };
        Some(Effects { opacity: style.opacity, shadow: shadow?, halo: halo?, alt })
    }

    /// Returns the value in `found`. If `found` is an error, reports it and returns `None`.
    pub fn reported<T>(&mut self, found: Result<T>) -> Option<T> {
        found.map_err(|diagnostic| self.add_error(diagnostic)).ok()
    }

    /// Reports an error, with the piece and the position of the wrong value.
    pub fn add_error(&mut self, diagnostic: Diagnostic) {
        self.report.push(self.context.subject.mistake(self.element, diagnostic));
    }

    /// Returns the text of a template for this row, or `None` after an error.
    pub fn text(&mut self, template: &Template) -> Option<String> {
        let text = self.settler.text(template, self.context.subject.row);
        self.reported(text)
    }

    /// Computes the text of a template for this row, and parses it with `read`.
    ///
    /// If the text is wrong, the error names the field that it comes from.
    pub fn computed<T>(
        &mut self,
        template: &Template,
        read: impl FnOnce(&str, &Settler<'_, '_>) -> Result<T>,
    ) -> Option<T> {
        let text = self.text(template)?;
        self.read(template, &text, read)
    }

    /// Parses `text`, which is the text of a template.
    pub fn read<T>(
        &mut self,
        template: &Template,
        text: &str,
        read: impl FnOnce(&str, &Settler<'_, '_>) -> Result<T>,
    ) -> Option<T> {
        match read(text, &self.settler) {
            Ok(value) => Some(value),
            Err(diagnostic) => {
                let field = template.source_field(text, diagnostic.part(), self.context.subject.row);
                self.add_error(diagnostic.in_field(field));
                None
            }
        }
    }

    /// Returns a value for this row.
    ///
    /// If the value comes from a template, `read` parses the text of the template.
    pub fn value<T: Clone>(
        &mut self,
        value: &PerRow<T>,
        read: impl FnOnce(&str, &Names) -> Result<T>,
    ) -> Option<T> {
        match value {
            PerRow::Fixed(value) => Some(value.clone()),
            computed => {
                let template = computed.template()?;
                self.computed(template, |text, settler| read(text, &settler.game.names))
            }
        }
    }

    /// Returns a value for this row. The value may be a percentage of the frame, such as `50%`. See
    /// [`Self::value`].
    pub fn frame_relative<T: Clone + RowValue>(
        &mut self,
        value: &PerRow<T>,
        read: impl FnOnce(&str) -> Result<T>,
    ) -> Option<T> {
        let side = self.context.side;
        self.value(value, |text, _| read(&T::SHARES.in_mm(text, side)))
    }

    /// Returns a value for this row. A value that is the same for all pieces is borrowed, and not
    /// copied.
    pub fn borrowed<T: Clone>(
        &mut self,
        value: &'e PerRow<T>,
        read: impl FnOnce(&str) -> Result<T>,
    ) -> Option<Cow<'e, T>> {
        match value {
            PerRow::Fixed(value) => Some(Cow::Borrowed(value)),
            computed => self.computed(computed.template()?, |text, _| read(text)).map(Cow::Owned),
        }
    }

    /// Returns a value that the layout may leave out.
    ///
    /// Returns `Some(None)` if the layout leaves the value out, and `None` after an error.
    pub fn optional<T: Resolve + Clone>(&mut self, value: Option<&PerRow<T>>) -> Option<Option<T>> {
        match value {
            Some(value) => {
                let side = self.context.side;
                self.value(value, |text, names| T::resolve(&T::SHARES.in_mm(text, side), names)).map(Some)
            }
            None => Some(None),
        }
    }

    /// Returns two lengths: a horizontal and a vertical length. Returns `None` after an error.
    pub fn pair(&mut self, pair: &PerRow<Pair>) -> Option<Pair> {
        self.frame_relative(pair, str::parse)
    }

    /// Returns a length in mm that is at least 0, or `None` after an error. `name` is the key of the length,
    /// for error messages.
    pub fn distance(&mut self, mm: &PerRow<f64>, name: &str) -> Option<f64> {
        let side = self.context.side;
        self.value(mm, |text, _| distance(PercentWords::Leading.in_mm(text, side).parse()?, name))
    }

    /// Returns a length in mm that is greater than 0, or `None` after an error. `name` is the key of the
    /// length, for error messages.
    pub fn length(&mut self, mm: &PerRow<f64>, name: &str) -> Option<f64> {
        let side = self.context.side;
        self.value(mm, |text, _| length(PercentWords::Leading.in_mm(text, side).parse::<Mm>()?, name))
    }
}

/// The values of an element, without its shape. The fields are those of [`SettledElement`].
struct AllButShape<'e> {
    source: &'e Element,
    places: Places<'e>,
    inset: Pair,
    size: Option<Extent>,
    shift: Pair,
    turn: f64,
    colours: Colours,
    round: f64,
}

impl<'e> AllButShape<'e> {
    fn with_shape(self, shape: SettledShape<'e>) -> SettledElement<'e> {
        let Self { source, places, inset, size, shift, turn, colours, round } = self;
        SettledElement { source, shape, places, inset, size, shift, turn, colours, round }
    }
}

/// Parses a place that was computed by a template.
fn place_of(text: &str) -> Result<ElementPlace> {
    let place: ElementPlace = text.parse()?;
    if place == ElementPlace::EachEdge {
        let message = "a place that comes from a field must be a single place or \"each corner\"";
        return Err(codes::BAD_VALUE
            .error(message)
            .hint("write at = \"each edge\" in a separate element, and choose its rows with `when`"));
    }
    Ok(place)
}
