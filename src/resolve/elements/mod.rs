//! Drawing elements, compiled: fixed values read, templates prepared, names looked up.

mod curve;
pub(super) mod keys;
pub(super) mod seats;
mod template;

use std::sync::Arc;

use kurbo::BezPath;

use super::context::Compiler;
use crate::base::units::Trimmed;
use crate::diag::near;
use crate::diag::{Diagnostic, Place, codes};
use crate::model::Mark;
use crate::model::element::{Element, Figure, Guilloche, Image, Shape, Value, Words};
use crate::model::names::{Names, stroke};
use crate::spec;
use crate::spec::values::place::{At, TextOr};
use crate::spec::values::value::{Align, Extent, For, Pair, Templated, Where};
use keys::Kinds;

/// The largest length an element may have, in mm.
const LARGEST: f64 = crate::print::paper::MAX_SHEET;

impl Compiler<'_> {
    fn value<T, S: Clone>(
        &mut self,
        given: &At<Templated<S>>,
        fixed: impl FnOnce(&S, &Names) -> Result<T, Diagnostic>,
    ) -> Option<Value<T>> {
        let place = self.place(given);
        match &given.value {
            Templated::Fixed(value) => {
                fixed(value, self.names).map(Value::Fixed).map_err(|wrong| self.wrong(wrong, place)).ok()
            }
            Templated::Template(source) => self.template(source, place).map(Value::Each),
        }
    }

    fn extent(&mut self, given: &At<Templated<Extent>>) -> Option<Value<Extent>> {
        self.value(given, |extent, _| {
            let size = extent.of(kurbo::Size::new(100.0, 100.0));
            let fits = |v: f64| v > 0.0 && v <= LARGEST;
            if fits(size.width) && fits(size.height) {
                Ok(*extent)
            } else {
                let message = format!("a size lies above 0 and up to {}mm", Trimmed(LARGEST));
                Err(Diagnostic::error(codes::BAD_SIZE, message))
            }
        })
    }

    /// Compiles one element; mistakes go to the report.
    pub fn element(&mut self, given: &At<spec::tables::element::Element>) -> Option<Element> {
        let place = self.place(given);
        let placed = self.in_place(&given.value);
        let e = &placed;
        let shape = self.shape(e, &given.value, place)?;
        let fill = e.fill.as_ref().and_then(|f| self.value(f, |c, names| names.fill(&c.0)));
        let line = e.line.as_ref().and_then(|l| self.value(l, stroke));
        let colour = e.colour.as_ref().and_then(|c| self.value(c, |c, names| names.colour(&c.0)));
        let size = e.size.as_ref().and_then(|s| self.extent(s));
        let when = e.when.as_ref().and_then(|w| {
            let place = self.place(w);
            let compiled = self.engine.compile_condition(w);
            compiled.map_err(|wrong| self.wrong(wrong, place)).ok()
        });
        let turn = e.turn.as_ref().map_or(0.0, |t| t.value);
        if !turn.is_finite() {
            self.wrong(
                Diagnostic::error(codes::BAD_VALUE, "an angle must be a finite number of degrees"),
                place,
            );
        }
        let places = match &e.at {
            Some(at) => at.value.0.clone(),
            None => vec![Where::CENTRE],
        };
        if let (Some(seats), Shape::Text(_)) = (&e.for_, &shape)
            && e.shift.as_ref().is_none_or(|shift| shift.value == Pair::default())
        {
            let middle = places.iter().any(|at| crate::resolve::elements::seats::is_middle(*at));
            crate::resolve::elements::seats::check(middle, self.place(seats), self);
        }
        Some(Element {
            shape,
            places,
            inset: e.inset.as_ref().map_or_else(Pair::default, |p| p.value),
            size,
            shift: e.shift.as_ref().map_or_else(Pair::default, |p| p.value),
            turn,
            each_seat: e.for_.as_ref().is_some_and(|f| f.value == For::EachSeat),
            when,
            fill,
            line,
            colour,
            place,
        })
    }

    /// Compiles a face: its elements, or those of the `[look]` it names.
    pub fn face(&mut self, given: &At<TextOr<Vec<At<spec::tables::element::Element>>>>) -> Vec<Element> {
        let looks = self.looks;
        let elements = match &given.value {
            TextOr::Full(elements) => elements,
            TextOr::Text(name) => match looks.get(name) {
                Some(look) => &look.value,
                None => {
                    let known: Vec<_> = looks.names().collect();
                    let hint = near::hint(name, known.iter().copied(), || {
                        "a face is a list of elements, or the name of a [look]".to_owned()
                    });
                    let message = format!("no look is called `{name}`");
                    self.wrong(Diagnostic::error(codes::UNKNOWN_NAME, message).hint(hint), self.place(given));
                    return Vec::new();
                }
            },
        };
        elements.iter().filter_map(|e| self.element(e)).collect()
    }

    /// The element with what its named place adds.
    fn in_place(&mut self, e: &spec::tables::element::Element) -> spec::tables::element::Element {
        let mut e = e.clone();
        let Some(name) = &e.in_ else { return e };
        let places = self.places;
        match places.get(&name.value) {
            Some(place) => {
                let p = &place.value;
                e.at = e.at.or_else(|| p.at.clone());
                e.inset = e.inset.or_else(|| p.inset.clone());
                e.size = e.size.or_else(|| p.size.clone());
                e.shift = e.shift.or_else(|| p.shift.clone());
                e.turn = e.turn.or_else(|| p.turn.clone());
            }
            None => {
                let known: Vec<_> = places.names().collect();
                let hint =
                    near::hint(&name.value, known.iter().copied(), || "name it in [places]".to_owned());
                let message = format!("no place is called `{}`", name.value);
                let at = self.place(name);
                self.wrong(Diagnostic::error(codes::UNKNOWN_PLACE, message).hint(hint), at);
            }
        }
        e
    }

    /// What an element draws; `own` is the element without what its named place adds.
    fn shape(
        &mut self,
        e: &spec::tables::element::Element,
        own: &spec::tables::element::Element,
        place: Place,
    ) -> Option<Shape> {
        let kinds = Kinds::of(e);
        if kinds.count() > 1 {
            let named: Vec<_> = kinds.names().collect();
            let message = format!("one element draws one thing, and this one names {}", named.join(" and "));
            self.wrong(Diagnostic::error(codes::BAD_ELEMENT, message).hint("make two elements of it"), place);
            return None;
        }
        if kinds.count() == 1 || e.fill.is_some() {
            keys::check(own, kinds, self);
        }
        if let Some(text) = &e.text {
            return self.words(&text.value, self.place(text), e, place).map(Shape::Text);
        }
        if let Some((figure, size)) = e.figure() {
            let marks = if figure == Figure::Hexagon { self.marks_at(e) } else { Vec::new() };
            return Some(Shape::Figure(figure, self.extent(size)?, marks));
        }
        if let Some(arrow) = &e.arrow {
            let at = self.place(arrow);
            if !spec::values::value::is_template(arrow)
                && let Err(wrong) = self.names.direction(arrow)
            {
                self.wrong(wrong, at);
            }
            return self.template(arrow, at).map(Shape::Arrow);
        }
        if e.compass.is_some() {
            if self.names.directions.is_empty() {
                let message = "a compass needs the game's [directions]".to_owned();
                self.wrong(
                    Diagnostic::error(codes::MISSING_KEY, message).hint("[directions] North = \"up\""),
                    place,
                );
            }
            return self.words("", place, e, place).map(Shape::Compass);
        }
        if let Some(kind) = &e.guilloche {
            return self.guilloche(kind.value, e, place).map(Shape::Guilloche);
        }
        if let Some(shape) = self.drawn(e, place) {
            return shape;
        }
        if e.fill.is_some() {
            return Some(Shape::Fill);
        }
        let kinds: Vec<_> = Kinds::all().names().collect();
        let message = "this element says nothing to draw".to_owned();
        self.wrong(
            Diagnostic::error(codes::BAD_ELEMENT, message)
                .hint(format!("one of: {}, fill", kinds.join(", "))),
            place,
        );
        None
    }

    /// Icons, paths and pictures; none where the element is none of these.
    fn drawn(&mut self, e: &spec::tables::element::Element, place: Place) -> Option<Option<Shape>> {
        if let Some(icon) = &e.icon {
            let at = self.place(icon);
            if !spec::values::value::is_template(icon)
                && let Err(wrong) = self.pictures.icon(icon)
            {
                self.wrong(wrong, at);
            }
            return Some(self.template(icon, at).map(Shape::Icon));
        }
        if let Some(file) = &e.image {
            let place = self.place(file);
            if !spec::values::value::is_template(file)
                && let Err(wrong) = self.pictures.get(file)
            {
                self.wrong(wrong, place);
            }
            let crop = e.crop.as_ref().is_some_and(|c| c.value);
            return Some(self.template(file, place).map(|file| Shape::Image(Image { file, crop, place })));
        }
        if let Some(points) = &e.polygon {
            return Some(self.path(crate::resolve::elements::curve::polygon(points), points));
        }
        if let Some(curve) = &e.curve {
            return Some(self.path(crate::resolve::elements::curve::read(curve), curve));
        }
        if let (Some(from), Some(to)) = (&e.from, &e.to) {
            let mut path = BezPath::new();
            path.move_to((from.x, from.y));
            path.line_to((to.x, to.y));
            return Some(Some(Shape::Path(path)));
        }
        if e.from.is_some() || e.to.is_some() {
            let message = "a straight line has two ends, `from` and `to`".to_owned();
            self.wrong(Diagnostic::error(codes::MISSING_KEY, message), place);
            return Some(None);
        }
        if let Some(band) = &e.edge_band {
            let depth = self.positive(&e.depth, 5.0, "depth");
            return Some(self.template(band, self.place(band)).map(|t| Shape::EdgeBand(t, depth)));
        }
        if let Some(paths) = &e.path {
            let width = self.positive(&e.width, 3.0, "width");
            return Some(self.template(paths, self.place(paths)).map(|t| Shape::Paths(t, width)));
        }
        let board = e.board.as_ref()?;
        if self.boards.contains(&board.value) {
            return Some(Some(Shape::Board(board.value.as_str().into())));
        }
        let hint = if self.boards.is_empty() {
            "this file has no [[board]]".to_owned()
        } else {
            near::among(&board.value, &self.boards, "this file has:")
        };
        let message = format!("no board is called `{}`", board.value);
        self.wrong(Diagnostic::error(codes::UNKNOWN_NAME, message).hint(hint), self.place(board));
        Some(None)
    }

    fn path<T>(&mut self, path: Result<BezPath, String>, at: &At<T>) -> Option<Shape> {
        let place = self.place(at);
        let path = path.and_then(|path| {
            let bounds = kurbo::Shape::bounding_box(&path);
            let most = bounds.x0.abs().max(bounds.x1.abs()).max(bounds.y0.abs()).max(bounds.y1.abs());
            if most <= LARGEST {
                Ok(path)
            } else {
                Err(format!("this path reaches further than {} mm", Trimmed(LARGEST)))
            }
        });
        path.map(Shape::Path)
            .map_err(|what| self.wrong(Diagnostic::error(codes::BAD_VALUE, what), place))
            .ok()
    }

    fn positive(&mut self, given: &Option<At<crate::base::units::Mm>>, default: f64, name: &str) -> f64 {
        let Some(at) = given else { return default };
        if !(at.value.0 > 0.0 && at.value.0 <= LARGEST) {
            let message = format!("`{name}` lies above 0 and up to {}mm", Trimmed(LARGEST));
            self.wrong(Diagnostic::error(codes::BAD_SIZE, message), self.place(at));
        }
        at.value.0
    }

    fn words(
        &mut self,
        source: &str,
        source_place: Place,
        e: &spec::tables::element::Element,
        place: Place,
    ) -> Option<Words> {
        let template = self.template(source, source_place);
        let Some(font) = &e.font else {
            let message = "words need a font".to_owned();
            self.wrong(Diagnostic::error(codes::MISSING_KEY, message).hint("font = \"bold 9pt\""), place);
            return None;
        };
        let id = self.font(&font.value, self.place(font));
        let least = e.shrink.as_ref().map_or(font.value.size, |s| s.value.0);
        if let Some(shrink) = &e.shrink
            && !(shrink.value.0 > 0.0 && shrink.value.0 <= font.value.size)
        {
            let message = "`shrink` is the smallest size: above 0, and not above the font's own".to_owned();
            self.wrong(Diagnostic::error(codes::BAD_SIZE, message), self.place(shrink));
        }
        let align = e.align.as_ref().map_or_else(Align::default, |a| a.value);
        let size = font.value.size;
        let spacing = e.spacing.as_ref().map(|_| self.positive(&e.spacing, size, "spacing") / size);
        Some(Words { template: template?, font: id?, size, least, align, spacing })
    }

    fn marks_at(&mut self, e: &spec::tables::element::Element) -> Vec<(f64, Arc<Mark>)> {
        let mut marks = Vec::new();
        for (way, name) in e.marks.iter() {
            let found = self.marks.iter().find(|m| m.name.as_ref() == name.value).cloned();
            let degrees = self.names.direction(&way.value);
            match (degrees, found) {
                (Ok(degrees), Some(mark)) => marks.push((degrees, mark)),
                (Err(wrong), _) => self.wrong(wrong, self.place(way)),
                (_, None) => {
                    let known: Vec<_> = self.marks.iter().map(|mark| &mark.name).collect();
                    let hint = if known.is_empty() {
                        "no [board.key] of this file has a mark".to_owned()
                    } else {
                        near::among(&name.value, &known, "the boards of this file have:")
                    };
                    let message = format!("no mark is called `{}`", name.value);
                    self.wrong(Diagnostic::error(codes::UNKNOWN_NAME, message).hint(hint), self.place(name));
                }
            }
        }
        marks
    }

    fn guilloche(
        &mut self,
        kind: spec::tables::element::Guilloche,
        e: &spec::tables::element::Element,
        place: Place,
    ) -> Option<Guilloche> {
        if e.size.is_none() || e.line.is_none() {
            let message = "a guilloche needs a size and a line".to_owned();
            let hint = "size = \"34mm\", line = \"0.15mm navy\"".to_owned();
            self.wrong(Diagnostic::error(codes::MISSING_KEY, message).hint(hint), place);
            return None;
        }
        let mut count =
            |given: &Option<At<u32>>, default: u32, range: std::ops::RangeInclusive<u32>, name: &str| {
                let n = given.as_ref().map_or(default, |n| n.value);
                if let Some(at) = given
                    && !range.contains(&n)
                {
                    let message = format!("`{name}` lies between {} and {}", range.start(), range.end());
                    let place = Place::new(self.file, at.span.clone());
                    self.report.push(Diagnostic::error(codes::BAD_COUNT, message).at(place));
                }
                n.clamp(*range.start(), *range.end())
            };
        let strands = count(&e.strands, 6, 1..=60, "strands");
        Some(match kind {
            spec::tables::element::Guilloche::Border => {
                let waves = count(&e.waves, 44, 4..=400, "waves");
                let depth = e.depth.as_ref().map_or(5.0, |d| d.value.0);
                if !(depth > 0.0 && depth <= LARGEST) {
                    let place = e.depth.as_ref().map_or(place, |d| self.place(d));
                    self.wrong(Diagnostic::error(codes::BAD_SIZE, "`depth` must be above 0"), place);
                }
                Guilloche::Border { depth, waves, strands }
            }
            spec::tables::element::Guilloche::Rosette => {
                let petals = count(&e.petals, 16, 3..=120, "petals");
                Guilloche::Rosette { petals, strands, eye: self.eye(e) }
            }
        })
    }

    /// The clear middle of a rosette.
    fn eye(&mut self, e: &spec::tables::element::Element) -> Option<Extent> {
        let eye = e.eye.as_ref()?;
        let size = eye.value.of(kurbo::Size::new(100.0, 100.0));
        let fits = |v: f64| v > 0.0 && v <= LARGEST;
        if !(fits(size.width) && fits(size.height)) {
            let message = format!("`eye` lies above 0 and up to {}mm", Trimmed(LARGEST));
            self.wrong(Diagnostic::error(codes::BAD_SIZE, message), self.place(eye));
        }
        Some(eye.value)
    }
}
