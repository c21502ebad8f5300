//! Compiles the elements of faces, backs and boards.
//!
//! - In: an element of the layout.
//! - Out: an [`Element`] with checked fixed values, compiled templates and resolved names.
//! - Not here: checking values that are computed from rows, which happens when a piece is drawn.

mod element_numbers;
pub(super) mod keys;
mod parts;
mod qr_code;
mod repeat;
pub(super) mod seats;
mod style;
mod template;
mod text_flow;
mod typesetting;

use kurbo::BezPath;

use crate::context::Resolver;
use hexpress_base::diag::{Reported, Result, SourceSpan, codes, near};
use hexpress_base::units::ShortNumber;
use hexpress_game::element::{
    Element, EndMark, Figure, GuillocheKind, Image, ImageFit, PerRow as Value, Shape, WovenLines,
    check_strands, check_swell, check_waves,
};
use hexpress_game::names::{Names, stroke};
use hexpress_game::numbers::{self, extent, whole_number};
use hexpress_game::path;
use hexpress_language::tables::element::Element as ElementTable;
use hexpress_language::values::per_row::{Numeral, PerRow, is_template};
use hexpress_language::values::spanned::{NameOr, Spanned};
use hexpress_language::values::value::{DrawnFor, ElementPlace, Extent, Measure, Pair};
use hexpress_template::Template;
use keys::KindSet;

/// The default distance between a woven border and the edge of the piece, in mm.
const BORDER_INSET: f64 = 2.0;

/// The default depth of edge bands and woven borders, in mm.
const DEFAULT_DEPTH: f64 = 5.0;

/// The default width of paths, in mm.
const DEFAULT_PATH_WIDTH: f64 = 3.0;

/// Returns whether a text is the name of a picture file.
fn is_picture(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["png", "jpg", "jpeg", "svg", "gif", "webp", "pdf"].contains(&extension.to_ascii_lowercase().as_str())
}

/// Returns whether the value of `size` is a single length in points. The user then probably means the
/// size of the font.
fn is_font_size(typed: &str) -> bool {
    typed.strip_suffix("pt").is_some_and(|number| number.trim().parse::<f64>().is_ok())
}

/// Returns the default of the key `inset`: the distance between an element and the edges of its
/// piece.
fn default_inset(shape: &Shape) -> Pair {
    match shape {
        // A border at the very edge would be damaged when the piece is cut out.
        Shape::Guilloche(lines) if lines.kind == GuillocheKind::Border => {
            Pair { x: BORDER_INSET, y: BORDER_INSET }
        }
        _ => Pair::default(),
    }
}

impl Resolver<'_> {
    /// Returns a width and a height. Each of them is in mm or is a percentage of the piece. Returns
    /// `None` after an error.
    fn extent(&mut self, value: &Spanned<PerRow<Extent>>) -> Option<Value<Extent>> {
        self.value(value, |size, _| extent(*size, "this size"))
    }

    /// Compiles one element. Reports an element that draws nothing, and returns `None`.
    pub fn element(&mut self, given_element: &Spanned<ElementTable>) -> Option<Element> {
        let place = self.place(given_element);
        let placed_element = &self.with_named_place(&given_element.value);
        let shape = self.shape(placed_element, &given_element.value, place)?;
        let fill = placed_element.fill.as_ref().and_then(|f| self.value(f, |c, names| names.fill(&c.0)));
        let line = placed_element.line.as_ref().and_then(|l| self.value(l, stroke));
        let colour =
            placed_element.colour.as_ref().and_then(|c| self.value(c, |c, names| names.colour(&c.0)));
        let size = placed_element.size.as_ref().and_then(|s| self.extent(s));
        let when =
            placed_element.when.as_ref().and_then(|w| self.ok_or_report(self.engine.compile_condition(w), w));
        let alt = placed_element.alt.as_ref().and_then(|alt| self.template(alt, self.place(alt)));
        let turn = self.turn(placed_element);
        let on = placed_element.on.as_ref().and_then(|on| self.template(on, self.place(on)));
        if let (Some(at), Some(_)) = (&given_element.at, &placed_element.on) {
            let message = "`at` and `on` both set the place of the element";
            self.error_with_hint(codes::BAD_ELEMENT, at, message, "delete one of them");
        }
        let inset = self.pair(placed_element.inset.as_ref(), default_inset(&shape));
        let shift = self.pair(placed_element.shift.as_ref(), Pair::default());
        let places = if placed_element.on.is_some() {
            vec![Value::Fixed(ElementPlace::CENTRE)]
        } else {
            self.places(placed_element)
        };
        if let (Some(each), Shape::Text(..)) = (&placed_element.for_, &shape)
            && shift == Pair::default()
        {
            seats::check(places.iter().filter_map(Value::fixed).copied(), each, self);
        }
        let repeat = self.repeat(placed_element).map(Box::new);
        let typesetting = self.typesetting(placed_element);
        let style = self.style(placed_element);
        let named = placed_element.in_.as_ref().and_then(|name| self.layout.places.get(&name.value));
        let named_place = named.map(|table| self.place(table));
        let element = Element {
            shape,
            places,
            on,
            inset,
            size,
            shift,
            turn,
            each_seat: placed_element.for_.as_ref().is_some_and(|f| f.value == DrawnFor::EachSeat),
            repeat: None,
            when,
            alt,
            fill,
            line,
            colour,
            typesetting,
            style,
            place,
            named_place,
        };
        if let (Some(repeat), Some(at)) = (&repeat, placed_element.repeat.as_deref()) {
            self.report_copies_on_each_other(&element, repeat, self.place(at));
        }
        Some(Element { repeat, ..element })
    }

    /// Returns the rotation of an element. Warns about a rotation by more than 360°.
    fn turn(&mut self, e: &ElementTable) -> Value<f64> {
        let read = |numeral: &Numeral<f64>, names: &Names| match numeral {
            Numeral::Quoted(text) => numbers::turn(text, names),
            Numeral::Number(turn) if turn.is_finite() => Ok(*turn),
            Numeral::Number(_) => Err(codes::BAD_VALUE.error("an angle must be a finite number of degrees")),
        };
        let turn = e.turn.as_ref().and_then(|turn| self.value(turn, read));
        if let (Some(at), Some(turn)) =
            (&e.turn, turn.as_ref().and_then(Value::fixed).copied().filter(|turn| turn.abs() > 360.0))
        {
            let message = format!("`turn = {}` is more than a full turn of 360 degrees", ShortNumber(turn));
            let diagnostic = codes::BAD_VALUE.warning(message).at(self.place(at));
            self.warnings.push(
                diagnostic
                    .hint(format!("write turn = {}, which is the same rotation", ShortNumber(turn % 360.0))),
            );
        }
        turn.unwrap_or_default()
    }

    /// Returns the places in `at`. If the key is missing, returns the centre.
    fn places(&mut self, e: &ElementTable) -> Vec<Value<ElementPlace>> {
        let Some(at) = &e.at else { return vec![Value::Fixed(ElementPlace::CENTRE)] };
        let places = at.value.0.iter();
        places.filter_map(|place| self.value(&at.with(place.clone()), |place, _| Ok(*place))).collect()
    }

    /// Compiles a face. The layout lists the elements of the face, or names a `[look]` that lists
    /// them.
    pub fn face(&mut self, value: &Spanned<NameOr<Vec<Spanned<ElementTable>>>>) -> Vec<Element> {
        let elements = match &value.value {
            NameOr::Full(elements) => elements,
            NameOr::Name(name) => match self.look(name, value, |resolver| resolver.no_look_hint(name)) {
                Some(look) => &look.value,
                None => return Vec::new(),
            },
        };
        elements.iter().filter_map(|e| self.element(e)).collect()
    }

    /// Returns a hint for a text that is not the name of a `[look]`.
    fn no_look_hint(&self, name: &str) -> String {
        if is_picture(name) {
            format!("write the picture as an element: [{{ image = \"{name}\" }}]")
        } else if ["none", "no", "false", "off", "blank", "empty", ""].contains(&name) {
            "to draw nothing, delete the key; to remove what a theme or `like` draws, write an empty list: []"
                .to_owned()
        } else if self.names.colour(name).is_ok() {
            format!("write the fill as an element: [{{ fill = \"{name}\" }}]")
        } else if name.contains("{{") {
            format!("write the text as an element: [{{ text = \"{name}\", font = \"9pt\" }}]")
        } else {
            "write a list of elements, or the name of a [look]".to_owned()
        }
    }

    /// Returns a copy of an element with the keys of its named place, which is an entry of `[places]`. If
    /// the element itself has one of these keys, it keeps its own value. Reports an unknown place.
    fn with_named_place(&mut self, e: &ElementTable) -> ElementTable {
        let mut element = e.clone();
        let Some(name) = &element.in_ else { return element };
        let places = &self.layout.places;
        self.uses.places.insert(name.value.clone());
        match places.get(&name.value) {
            Some(place) => {
                let p = &place.value;
                element.at = element.at.or_else(|| p.at.clone());
                element.inset = element.inset.or_else(|| p.inset.clone());
                element.size = element.size.or_else(|| p.size.clone());
                element.shift = element.shift.or_else(|| p.shift.clone());
                element.turn = element.turn.or_else(|| p.turn.clone());
            }
            None => {
                let hint = near::hint(name, places.names(), || {
                    "define it in [places], as in title = { at = \"top\", inset = \"5mm\" }".to_owned()
                });
                let message = format!("unknown place `{}`", name.value);
                self.error_with_hint(codes::UNKNOWN_PLACE, name, message, hint);
            }
        }
        element
    }

    /// Returns what an element draws. `typed_element` is the element as the layout defines it. `element`
    /// also has the keys of its named place. Returns `None` after an error.
    fn shape(
        &mut self,
        element: &ElementTable,
        typed_element: &ElementTable,
        place: SourceSpan,
    ) -> Option<Shape> {
        let kinds = KindSet::of(element);
        if kinds.count() > 1 {
            let named: Vec<_> = kinds.names().collect();
            let message =
                format!("an element draws only one thing, but this one has `{}`", named.join("` and `"));
            let hint = format!("write separate elements: {{ {} = … }}", named.join(" = … }, { "));
            return self.error_with_hint(codes::BAD_ELEMENT, place, message, hint).none();
        }
        if kinds.count() == 0 && element.fill.is_none() {
            let hint = format!("add one of: {}, fill", KindSet::ALL.names().collect::<Vec<_>>().join(", "));
            let message = "this element has no key that says what to draw";
            return self.error_with_hint(codes::BAD_ELEMENT, place, message, hint).none();
        }
        keys::check(typed_element, kinds, self);
        if kinds.count() == 0 {
            return Some(Shape::Fill);
        }
        self.only_shape(element, typed_element, place)
    }

    /// Returns what an element draws. The element must have exactly one kind: a key that decides what is
    /// drawn, such as `text`. Returns `None` after an error.
    fn only_shape(
        &mut self,
        element: &ElementTable,
        typed_element: &ElementTable,
        place: SourceSpan,
    ) -> Option<Shape> {
        if let Some(text) = &element.text {
            let template = self.template(&text.value, self.place(text));
            let format = self.text_format(element, typed_element, place);
            return Some(Shape::Text(template?, format?));
        }
        if let Some((figure, size)) = element.figure() {
            self.one_measure(figure, size);
            let marks = if figure == Figure::Hexagon { self.marks_at(element) } else { Vec::new() };
            return Some(Shape::Figure { figure, extent: self.extent(size)?, marks });
        }
        if let Some(arrow) = &element.arrow {
            return self.name_template(arrow, |c| c.names.direction(arrow)).map(Shape::Arrow);
        }
        if element.compass.is_some() {
            if self.names.directions.is_empty() {
                let hint = "add a table [directions] with North = \"up\"";
                let message = "a `compass` needs the [directions] of the game";
                self.error_with_hint(codes::MISSING_KEY, place, message, hint);
            }
            return self.text_format(element, typed_element, place).map(Shape::Compass);
        }
        if let Some(kind) = &element.guilloche {
            return self.guilloche(kind.value, element, place).map(|lines| Shape::Guilloche(Box::new(lines)));
        }
        if let Some(style) = &element.frame {
            let corner_depth = element.depth.as_ref().map(|depth| self.length(Some(depth), 0.0, "`depth`"));
            return Some(Shape::Frame { style: style.value, corner_depth });
        }
        if let Some(icon) = &element.icon {
            return self.name_template(icon, |c| c.pictures.icon(icon)).map(Shape::Icon);
        }
        if let Some(at) = &element.image {
            let (fit, place) = (ImageFit::from(element.crop.as_deref().copied()), self.place(at));
            let file = self.name_template(at, |c| c.pictures.get(at));
            return file.map(|file| Shape::Image(Image { file, fit, place }));
        }
        if let Some(text) = element.qr.as_deref() {
            return self.qr_code(text, element);
        }
        if let Some(points) = &element.polygon {
            return Some(Shape::Polygon(self.path(points, path::polygon)));
        }
        if let Some(curve) = &element.curve {
            return Some(Shape::Curve(self.path(curve, path::curve)));
        }
        if element.from.is_some() || element.to.is_some() {
            return self.straight_line(element, place);
        }
        if let Some(band) = &element.edge_band {
            let depth = self.length(element.depth.as_ref(), DEFAULT_DEPTH, "`depth`");
            return self.single_value(band, self.place(band)).map(|fill| Shape::EdgeBand { fill, depth });
        }
        if let Some(paths) = &element.path {
            let width = self.length(element.width.as_ref(), DEFAULT_PATH_WIDTH, "`width`");
            return self.template(paths, self.place(paths)).map(|list| Shape::Paths { list, width });
        }
        if element.parts.is_some() || element.look.is_some() || element.stack.is_some() {
            return self.parts_shape(element, place);
        }
        self.board_shape(element, element.board.as_ref()?)
    }

    /// Returns the straight line that the keys `from` and `to` describe. Reports a missing key. Returns
    /// `None` after an error.
    fn straight_line(&mut self, e: &ElementTable, place: SourceSpan) -> Option<Shape> {
        if e.from.is_none() || e.to.is_none() {
            let message = "a `line` needs both `from` and `to`";
            return self.error(codes::MISSING_KEY, place, message).none();
        }
        Some(Shape::Line([&e.from, &e.to].map(|end| self.pair(end.as_ref(), Pair::default()))))
    }

    /// Returns a small drawing of a whole board. Reports an unknown board. Returns `None` after an
    /// error.
    fn board_shape(&mut self, e: &ElementTable, board: &Spanned<String>) -> Option<Shape> {
        let walk = match e.walk.as_deref() {
            Some(walk) => Some(self.template(walk, self.place(walk))?),
            None => None,
        };
        if self.boards.contains(&board.value) {
            return Some(Shape::Board { name: board.value.as_str().into(), walk });
        }
        let hint = if self.boards.is_empty() {
            "add a [[board]] to this file, because it has none".into()
        } else {
            near::among(&board.value, &self.boards, "choose one of:")
        };
        self.error_with_hint(codes::UNKNOWN_NAME, board, format!("unknown board `{}`", board.value), hint)
            .none()
    }

    /// Reports a `size` with two different lengths for a figure that has only one length, such as the
    /// diameter of a disc.
    fn one_measure(&mut self, figure: Figure, size: &Spanned<PerRow<Extent>>) {
        let PerRow::Fixed(Extent { width, height: Some(height) }) = size.value else { return };
        if !matches!(figure, Figure::Disc | Figure::Star | Figure::Hexagon) || height == width {
            return;
        }
        let name = figure.name();
        let other = if figure == Figure::Disc { "; for two lengths, use `ellipse`" } else { "" };
        let message = format!("`{name}` takes one length, not two");
        let hint = match width {
            Measure::Mm(mm) => format!("write {name} = \"{}mm\"{other}", ShortNumber(mm)),
            Measure::Percent(share) => format!("write {name} = \"{}%\"{other}", ShortNumber(share)),
        };
        self.error_with_hint(codes::BAD_SIZE, size, message, hint);
    }

    /// Compiles a name, which may be a template. A fixed name is looked up with `find`, and is reported
    /// if it is unknown. The name from a template is looked up when a piece is drawn.
    fn name_template<T>(
        &mut self,
        name: &Spanned<String>,
        find: impl FnOnce(&Self) -> Result<T>,
    ) -> Option<Template> {
        if !is_template(name) {
            self.ok_or_report(find(self), name);
        }
        self.template(name, self.place(name))
    }

    /// Returns a path. If the path is invalid, reports the mistake and returns an empty path.
    fn path(&mut self, value: &Spanned<String>, read: fn(&str) -> Result<BezPath>) -> Value<BezPath> {
        let path = if is_template(value) {
            self.template(value, self.place(value)).map(Value::Template)
        } else {
            self.ok_or_report(read(value), value).map(Value::Fixed)
        };
        path.unwrap_or_default()
    }

    /// Returns whether the mark with this name contains other marks.
    fn shows_marks(&self, name: &str) -> bool {
        let mut keys = self.layout.board.iter().flat_map(|board| board.key.iter());
        keys.any(|(_, key)| {
            key.mark.as_ref().is_some_and(|mark| mark.value == name) && key.marks.iter().next().is_some()
        })
    }

    /// Returns the marks at the sides or corners of a hexagon. For each mark, the key `marks` sets the
    /// direction from the centre of the hexagon.
    fn marks_at(&mut self, e: &ElementTable) -> Vec<EndMark> {
        let mut marks = Vec::new();
        for (direction, name) in e.marks.iter() {
            let found = self.marks.iter().find(|mark| mark.name.as_ref() == name.value).cloned();
            match (self.names.direction(direction), found) {
                (Ok(degrees), Some(mark)) => marks.push(EndMark { degrees, mark }),
                (Err(diagnostic), _) => drop(self.add_error(diagnostic, direction)),
                (_, None) => drop(self.unknown_mark(name)),
            }
        }
        marks
    }

    /// Reports a mark that does not exist. Also reports a mark that contains other marks, because
    /// such a mark is not compiled yet.
    fn unknown_mark(&mut self, name: &Spanned<String>) -> Reported {
        if self.shows_marks(&name.value) {
            let shows_marks =
                format!("`marks` cannot show `{0}`, because `{0}` is itself drawn with `marks`", name.value);
            let hint = "choose a mark that is drawn without `marks`";
            return self.error_with_hint(codes::BAD_ELEMENT, name, shows_marks, hint);
        }
        let mut message = format!("unknown mark `{}`", name.value);
        let sign = format!("\"*\" = {{ mark = \"{}\", disc = \"5mm\" }}", name.value);
        let known: Vec<_> = self.marks.iter().map(|mark| &mark.name).collect();
        let hint = if self.layout.board.is_empty() {
            message.push_str(": only a [[board]] defines marks, and this layout has none");
            format!("delete `marks`, or add a [[board]] that defines the mark in its [board.key]: {sign}")
                .into()
        } else if known.is_empty() {
            format!("define it in the [board.key] of a [[board]]: {sign}").into()
        } else {
            near::among(&name.value, &known, "choose one of:")
        };
        self.error_with_hint(codes::UNKNOWN_NAME, name, message, hint)
    }

    /// Returns the woven lines of a guilloche. Returns `None` after an error.
    fn guilloche(
        &mut self,
        kind: GuillocheKind,
        element: &ElementTable,
        place: SourceSpan,
    ) -> Option<WovenLines> {
        let (size, line) = ("size = \"34mm\"", "line = \"0.15mm navy\"");
        let missing = match (&element.size, &element.line) {
            (None, None) => Some(("a guilloche needs a `size` and a `line`", format!("{size}, {line}"))),
            (None, Some(_)) => Some(("a guilloche needs a `size`", size.to_owned())),
            (Some(_), None) => Some(("a guilloche needs a `line`", line.to_owned())),
            (Some(_), Some(_)) => None,
        };
        if let Some((message, hint)) = missing {
            return self.error_with_hint(codes::MISSING_KEY, place, message, format!("add {hint}")).none();
        }
        let mut lines = WovenLines::default_for(kind);
        lines.second = element.second.as_ref().and_then(|line| self.value(line, stroke));
        let swell = element.swell.as_deref();
        lines.swell = swell.and_then(|swell| self.value(swell, |pair, _| check_swell(*pair)));
        let waves = match kind {
            GuillocheKind::Border => {
                lines.depth = self.length(element.depth.as_ref(), DEFAULT_DEPTH, "`depth`");
                &element.waves
            }
            GuillocheKind::Ground => &element.waves,
            GuillocheKind::Rosette => {
                let eye = element.eye.as_ref();
                lines.eye = eye.and_then(|eye| self.value(eye, |eye, _| extent(*eye, "`eye`")));
                &element.petals
            }
        };
        let around = self.number(waves.as_deref(), whole_number, |number| check_waves(kind, number));
        lines.around = around.unwrap_or(lines.around);
        lines.strands =
            self.number(element.strands.as_deref(), whole_number, check_strands).unwrap_or(lines.strands);
        Some(lines)
    }
}
