//! Drawing elements, compiled: fixed values read, templates prepared, names looked up.

mod curve;
pub(super) mod keys;
pub(super) mod seats;
mod style;
mod template;

use std::ops::RangeInclusive;
use std::sync::Arc;

use kurbo::BezPath;

use super::context::Compiler;
use crate::base::units::{Mm, Trimmed};
use crate::diag::{Place, Result, codes, near};
use crate::model::element::{Element, Figure, Guilloche, Image, Mark, STRANDS, Shape, Value, Words, within};
use crate::model::names::{Names, Resolve as _, stroke};
use crate::model::template::Template;
use crate::spec::tables::element::{Element as Given, Guilloche as GuillocheKind};
use crate::spec::values::place::{At, TextOr};
use crate::spec::values::value::{Extent, For, Pair, Templated, Where, is_template};
use keys::Kinds;

/// The largest length an element may have, in mm.
const LARGEST: f64 = crate::print::paper::MAX_SHEET;

/// How far a border of woven lines lies inside its piece if nothing is said, in mm.
const BORDER_INSET: f64 = 2.0;

impl Compiler<'_> {
    fn value<T, S: Clone>(
        &mut self,
        given: &At<Templated<S>>,
        fixed: impl FnOnce(&S, &Names) -> Result<T>,
    ) -> Option<Value<T>> {
        match &given.value {
            Templated::Fixed(value) => self.found(fixed(value, &self.names), given).map(Value::Fixed),
            Templated::Template(source) => self.template(source, self.place(given)).map(Value::Each),
        }
    }

    fn extent(&mut self, given: &At<Templated<Extent>>) -> Option<Value<Extent>> {
        self.value(given, |extent, _| {
            let message = || format!("a size lies above 0 and up to {}mm", Trimmed(LARGEST));
            fits(*extent).then_some(*extent).ok_or_else(|| codes::BAD_SIZE.error(message()))
        })
    }

    /// Compiles one element; mistakes go to the report.
    pub fn element(&mut self, given: &At<Given>) -> Option<Element> {
        let place = self.place(given);
        let placed = self.in_place(&given.value);
        let e = &placed;
        let shape = self.shape(e, &given.value, place)?;
        let fill = e.fill.as_ref().and_then(|f| self.value(f, |c, names| names.fill(&c.0)));
        let line = e.line.as_ref().and_then(|l| self.value(l, stroke));
        let colour = e.colour.as_ref().and_then(|c| self.value(c, |c, names| names.colour(&c.0)));
        let size = e.size.as_ref().and_then(|s| self.extent(s));
        let when = e.when.as_ref().and_then(|w| self.found(self.engine.compile_condition(w), w));
        let turn = e.turn.as_deref().copied().unwrap_or_default();
        if !turn.is_finite() {
            self.error(codes::BAD_VALUE, place, "an angle must be a finite number of degrees");
        }
        // Woven lines on the cut would be cut through.
        let own_inset = match shape {
            Shape::Guilloche(Guilloche::Border { .. }, _) => Pair { x: BORDER_INSET, y: BORDER_INSET },
            _ => Pair::default(),
        };
        let on = e.on.as_ref().and_then(|on| self.template(on, self.place(on)));
        if let (Some(at), Some(_)) = (&given.at, &e.on) {
            let message = "`at` and `on` both say where it stands: leave one out";
            self.error(codes::BAD_ELEMENT, at, message);
        }
        let at = e.at.as_ref().filter(|_| e.on.is_none());
        let places = at.map_or_else(|| vec![Where::CENTRE], |at| at.value.0.clone());
        if let (Some(each), Shape::Text(_)) = (&e.for_, &shape)
            && e.shift.as_ref().is_none_or(|shift| shift.value == Pair::default())
        {
            seats::check(&places, each, self);
        }
        Some(Element {
            shape,
            places,
            on,
            inset: e.inset.as_deref().copied().unwrap_or(own_inset),
            size,
            shift: e.shift.as_deref().copied().unwrap_or_default(),
            turn,
            each_seat: e.for_.as_ref().is_some_and(|f| f.value == For::EachSeat),
            when,
            fill,
            line,
            colour,
            style: self.style(e),
            place,
        })
    }

    /// Compiles a face: its elements, or those of the `[look]` it names.
    pub fn face(&mut self, given: &At<TextOr<Vec<At<Given>>>>) -> Vec<Element> {
        let looks = &self.layout.look;
        let elements = match &given.value {
            TextOr::Full(elements) => elements,
            TextOr::Text(name) => match looks.get(name) {
                Some(look) => &look.value,
                None => {
                    let otherwise = "a face is a list of elements, or the name of a [look]";
                    let hint = near::hint(name, looks.names(), || otherwise.to_owned());
                    self.hinted(codes::UNKNOWN_NAME, given, format!("no look is called `{name}`"), hint);
                    return Vec::new();
                }
            },
        };
        elements.iter().filter_map(|e| self.element(e)).collect()
    }

    /// The element with what its named place adds.
    fn in_place(&mut self, e: &Given) -> Given {
        let mut e = e.clone();
        let Some(name) = &e.in_ else { return e };
        let places = &self.layout.places;
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
                let hint = near::hint(name, places.names(), || "name it in [places]".to_owned());
                self.hinted(codes::UNKNOWN_PLACE, name, format!("no place is called `{}`", name.value), hint);
            }
        }
        e
    }

    /// What an element draws; `own` is the element without what its named place adds.
    fn shape(&mut self, e: &Given, own: &Given, place: Place) -> Option<Shape> {
        let kinds = Kinds::of(e);
        if kinds.count() > 1 {
            let named: Vec<_> = kinds.names().collect();
            let message = format!("one element draws one thing, and this one names {}", named.join(" and "));
            return self.hinted(codes::BAD_ELEMENT, place, message, "make two elements of it").none();
        }
        if kinds.count() == 0 && e.fill.is_none() {
            let hint = format!("one of: {}, fill", Kinds::all().names().collect::<Vec<_>>().join(", "));
            return self.hinted(codes::BAD_ELEMENT, place, "this element says nothing to draw", hint).none();
        }
        keys::check(own, kinds, self);
        if kinds.count() == 0 {
            return Some(Shape::Fill);
        }
        if let Some(text) = &e.text {
            return self.words(&text.value, self.place(text), e, place).map(Shape::Text);
        }
        if let Some((figure, size)) = e.figure() {
            let marks = if figure == Figure::Hexagon { self.marks_at(e) } else { Vec::new() };
            return Some(Shape::Figure(figure, self.extent(size)?, marks));
        }
        if let Some(arrow) = &e.arrow {
            return self.known(arrow, |c| c.names.direction(arrow)).map(Shape::Arrow);
        }
        if e.compass.is_some() {
            if self.names.directions.is_empty() {
                let message = "a compass needs the game's [directions]";
                self.hinted(codes::MISSING_KEY, place, message, "[directions] North = \"up\"");
            }
            return self.words("", place, e, place).map(Shape::Compass);
        }
        if let Some(kind) = &e.guilloche {
            let second = e.second.as_ref().and_then(|line| self.value(line, stroke));
            return Some(Shape::Guilloche(self.guilloche(kind.value, e, place)?, second));
        }
        if let Some(style) = &e.frame {
            let depth = e.depth.as_ref().map(|_| self.positive(&e.depth, 0.0, "depth"));
            return Some(Shape::Frame(style.value, depth));
        }
        if let Some(icon) = &e.icon {
            return self.known(icon, |c| c.pictures.icon(icon)).map(Shape::Icon);
        }
        if let Some(at) = &e.image {
            let (crop, place) = (e.crop.as_deref().copied().unwrap_or_default(), self.place(at));
            let file = self.known(at, |c| c.pictures.get(at));
            return file.map(|file| Shape::Image(Image { file, crop, place }));
        }
        if let Some(points) = &e.polygon {
            return self.path(curve::polygon(points), points);
        }
        if let Some(curve) = &e.curve {
            return self.path(curve::read(curve), curve);
        }
        match (&e.from, &e.to) {
            (Some(from), Some(to)) => {
                let line = kurbo::Line::new((from.x, from.y), (to.x, to.y));
                return Some(Shape::Path(kurbo::Shape::to_path(&line, 0.1)));
            }
            (None, None) => {}
            _ => {
                let message = "a straight line has two ends, `from` and `to`";
                return self.error(codes::MISSING_KEY, place, message).none();
            }
        }
        if let Some(band) = &e.edge_band {
            let depth = self.positive(&e.depth, 5.0, "depth");
            return self.template(band, self.place(band)).map(|t| Shape::EdgeBand(t, depth));
        }
        if let Some(paths) = &e.path {
            let width = self.positive(&e.width, 3.0, "width");
            return self.template(paths, self.place(paths)).map(|t| Shape::Paths(t, width));
        }
        let board = e.board.as_ref()?;
        if self.boards.contains(&board.value) {
            return Some(Shape::Board(board.value.as_str().into()));
        }
        let hint = if self.boards.is_empty() {
            "this file has no [[board]]".to_owned()
        } else {
            near::among(&board.value, &self.boards, "this file has:")
        };
        self.hinted(codes::UNKNOWN_NAME, board, format!("no board is called `{}`", board.value), hint).none()
    }

    /// The template of a name, which must be known unless it is worked out for each piece.
    fn known<T>(&mut self, name: &At<String>, find: impl FnOnce(&Self) -> Result<T>) -> Option<Template> {
        if !is_template(name) {
            self.found(find(self), name);
        }
        self.template(name, self.place(name))
    }

    fn path<T>(&mut self, path: Result<BezPath, String>, at: &At<T>) -> Option<Shape> {
        let path = path.and_then(|path| {
            let bounds = kurbo::Shape::bounding_box(&path);
            let most = bounds.x0.abs().max(bounds.x1.abs()).max(bounds.y0.abs()).max(bounds.y1.abs());
            let message = || format!("this path reaches further than {} mm", Trimmed(LARGEST));
            if most <= LARGEST { Ok(Shape::Path(path)) } else { Err(message()) }
        });
        self.found(path.map_err(|what| codes::BAD_VALUE.error(what)), at)
    }

    fn positive(&mut self, given: &Option<At<Mm>>, default: f64, name: &str) -> f64 {
        let Some(at) = given else { return default };
        if !(at.value.0 > 0.0 && at.value.0 <= LARGEST) {
            let message = format!("`{name}` lies above 0 and up to {}mm", Trimmed(LARGEST));
            self.error(codes::BAD_SIZE, at, message);
        }
        at.value.0
    }

    fn words(&mut self, source: &str, source_place: Place, e: &Given, place: Place) -> Option<Words> {
        let template = self.template(source, source_place);
        let Some(font) = &e.font else {
            return self.hinted(codes::MISSING_KEY, place, "words need a font", "font = \"bold 9pt\"").none();
        };
        let id = self.font(&font.value, self.place(font));
        let size = font.size;
        let least = e.shrink.as_ref().map_or(size, |s| s.value.0);
        if let Some(shrink) = e.shrink.as_ref().filter(|_| !(least > 0.0 && least <= size)) {
            let message = "`shrink` is the smallest size: above 0, and not above the font's own";
            self.error(codes::BAD_SIZE, shrink, message);
        }
        let align = e.align.as_deref().copied().unwrap_or_default();
        let spacing = e.spacing.as_ref().map(|_| self.positive(&e.spacing, size, "spacing") / size);
        let (manner, bend) = (self.manner(e, id, size), self.bend(e, place));
        let along = e.along.is_some();
        if along && e.size.is_none() {
            let message = "words along sides need the size that has them";
            self.hinted(codes::MISSING_KEY, place, message, "size = \"70 x 40mm\"");
        }
        Some(Words { template: template?, font: id?, size, least, align, spacing, manner, bend, along })
    }

    fn marks_at(&mut self, e: &Given) -> Vec<(f64, Arc<Mark>)> {
        let mut marks = Vec::new();
        for (way, name) in e.marks.iter() {
            let found = self.marks.iter().find(|m| m.name.as_ref() == name.value).cloned();
            match (self.names.direction(way), found) {
                (Ok(degrees), Some(mark)) => marks.push((degrees, mark)),
                (Err(wrong), _) => drop(self.wrong(wrong, way)),
                (_, None) => {
                    let known: Vec<_> = self.marks.iter().map(|mark| &mark.name).collect();
                    let hint = if known.is_empty() {
                        "no [board.key] of this file has a mark".to_owned()
                    } else {
                        near::among(&name.value, &known, "the boards of this file have:")
                    };
                    let message = format!("no mark is called `{}`", name.value);
                    self.hinted(codes::UNKNOWN_NAME, name, message, hint);
                }
            }
        }
        marks
    }

    fn guilloche(&mut self, kind: GuillocheKind, e: &Given, place: Place) -> Option<Guilloche<Value<u32>>> {
        if e.size.is_none() || e.line.is_none() {
            let message = "a guilloche needs a size and a line";
            let hint = "size = \"34mm\", line = \"0.15mm navy\"";
            return self.hinted(codes::MISSING_KEY, place, message, hint).none();
        }
        let strands = self.number(&e.strands, 6, STRANDS, "strands");
        Some(match kind {
            GuillocheKind::Border => {
                let depth = e.depth.as_ref().map_or(5.0, |d| d.value.0);
                if !(depth > 0.0 && depth <= LARGEST) {
                    let place = e.depth.as_ref().map_or(place, |d| self.place(d));
                    self.error(codes::BAD_SIZE, place, "`depth` must be above 0");
                }
                Guilloche::Border { depth, waves: self.number(&e.waves, 44, 4..=400, "waves"), strands }
            }
            GuillocheKind::Ground => {
                Guilloche::Ground { waves: self.number(&e.waves, 8, 1..=100, "waves"), strands }
            }
            GuillocheKind::Rosette => {
                let petals = self.number(&e.petals, 16, 3..=120, "petals");
                Guilloche::Rosette { petals, strands, eye: self.eye(e) }
            }
        })
    }

    /// A number of a guilloche: fixed, or worked out for each piece.
    fn number(
        &mut self,
        given: &Option<At<TextOr<u32>>>,
        default: u32,
        range: RangeInclusive<u32>,
        name: &str,
    ) -> Value<u32> {
        let Some(at) = given else { return Value::Fixed(default) };
        let fixed = match &at.value {
            TextOr::Full(number) => *number,
            TextOr::Text(text) if is_template(text) => {
                return self.template(text, self.place(at)).map_or(Value::Fixed(default), Value::Each);
            }
            TextOr::Text(text) => match self.found(u32::resolve(text, &self.names), at) {
                Some(number) => number,
                None => return Value::Fixed(default),
            },
        };
        Value::Fixed(self.found(within(fixed, &range, name), at).unwrap_or(default))
    }

    /// The clear middle of a rosette.
    fn eye(&mut self, e: &Given) -> Option<Extent> {
        let eye = e.eye.as_ref()?;
        if !fits(eye.value) {
            self.error(codes::BAD_SIZE, eye, format!("`eye` lies above 0 and up to {}mm", Trimmed(LARGEST)));
        }
        Some(eye.value)
    }
}

/// Whether a size lies above 0 and is not too large; a share of the piece is taken of 100 mm.
fn fits(extent: Extent) -> bool {
    let size = extent.of(kurbo::Size::new(100.0, 100.0));
    let fits = |mm: f64| mm > 0.0 && mm <= LARGEST;
    fits(size.width) && fits(size.height)
}
