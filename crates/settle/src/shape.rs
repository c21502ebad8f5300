//! Computes the shape of an element for one row.
//!
//! - In: the shape of an element, and the row of a piece.
//! - Out: a shape with fixed numbers, colours, pictures and shaped texts.
//! - Not here: the place of the shape.

use std::borrow::Cow;

use super::element::{
    Guilloche, InkedPath, Location, SettledImage, SettledParts, SettledQrCode, SettledShape, SettledText,
    Swell,
};
use super::element_settler::ElementSettler;
use super::paths::{self, TypedPath};
use super::settler::Settler;
use super::shaped_texts::TextArea;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Result, codes};
use hexpress_base::units::Mm;
use hexpress_game::element::{
    Arrangement, GuillocheKind, Parts, QrCode, check_strands, check_swell, check_waves, encoded,
};
use hexpress_game::names::Resolve;
use hexpress_game::numbers::{extent, whole_number};
use hexpress_game::path;
use hexpress_game::typesetting::FixedTypesetting;
use hexpress_game::walk::walk_cells;
use hexpress_game::{Icon, Image, Shape, TextFormat, WovenLines};
use hexpress_language::values::shares::PercentWords;
use hexpress_language::values::style::Tracking;
use hexpress_language::values::value::{Extent, Pair};
use hexpress_scene::Ink;
use hexpress_template::{AddedField, Row, Template};

impl<'e> ElementSettler<'_, 'e, '_, '_> {
    /// Returns the shape of the element at an edge, or at other places.
    ///
    /// Returns `None` if nothing is drawn, or after an error.
    pub(super) fn shape(&mut self, location: Location) -> Option<SettledShape<'e>> {
        let element = self.element;
        Some(match &element.shape {
            Shape::Text(template, format) => SettledShape::Text(self.words(template, format)?),
            Shape::Fill => SettledShape::Fill,
            Shape::Figure { figure, extent, marks } => {
                SettledShape::Figure { figure: *figure, extent: self.value(extent, Extent::resolve)?, marks }
            }
            Shape::Arrow(direction) => SettledShape::Arrow {
                degrees: self.computed(direction, |name, settler| settler.game.names.direction(name))?,
            },
            Shape::Compass(format) => SettledShape::Compass(self.typeset(format)?),
            Shape::Guilloche(lines) => {
                let second = self.optional(lines.second.as_ref());
                let swell = match &lines.swell {
                    Some(swell) => Some(self.frame_relative(swell, |text| check_swell(text.parse()?))?),
                    None => None,
                };
                let swell = swell.map(|Pair { x, y }| Swell { least: x, most: y });
                SettledShape::Guilloche { lines: self.guilloche(lines)?, second: second?, swell }
            }
            Shape::Icon(name) => SettledShape::Icon(self.icon(name)?),
            Shape::Image(image) => SettledShape::Image(self.image(image)?),
            Shape::QrCode(code) => SettledShape::QrCode(self.qr_code(code)?),
            Shape::Polygon(points) => SettledShape::Path(self.borrowed(points, path::polygon)?),
            Shape::Curve(curve) => SettledShape::Path(self.borrowed(curve, path::curve)?),
            Shape::Line([from, to]) => {
                let [from, to] = [self.pair(from), self.pair(to)];
                let (from, to) = (from?, to?);
                let line = kurbo::Line::new((from.x, from.y), (to.x, to.y));
                SettledShape::Path(Cow::Owned(kurbo::Shape::to_path(&line, 0.1)))
            }
            Shape::EdgeBand { .. } if location == Location::AwayFromEdges => {
                let message = "an `edge-band` must be at an edge";
                let diagnostic = codes::BAD_ELEMENT.error(message).hint("write at = \"each edge\"");
                self.add_error(diagnostic);
                return None;
            }
            Shape::EdgeBand { fill, depth } => {
                let name = self.text(fill)?;
                if name.is_empty() {
                    return None;
                }
                let ink =
                    self.read(fill, &name, |name, settler| Option::<Ink>::resolve(name, &settler.game.names));
                let depth = self.length(depth, "`depth`");
                SettledShape::EdgeBand { fill: ink??, depth: depth? }
            }
            Shape::Paths { list, width } => {
                let (paths, width) = (self.paths(list), self.length(width, "`width`"));
                SettledShape::Paths { paths: paths?, width: width? }
            }
            Shape::Frame { style, corner_depth } => SettledShape::Frame {
                style: *style,
                corner_depth: match corner_depth {
                    Some(depth) => Some(self.length(depth, "`depth`")?),
                    None => None,
                },
            },
            Shape::Board { name, walk } => {
                SettledShape::Board { name, route: self.route(name, walk.as_ref())? }
            }
            Shape::Parts(parts) => SettledShape::Parts(self.parts(parts)?),
        })
    }

    /// Returns the cells of a route (the key `walk`) on a board, or no cells if no route is given. Returns
    /// `None` after an error.
    fn route(&mut self, board: &str, walk: Option<&Template>) -> Option<Vec<CellAddress>> {
        let Some((walk, board)) = walk.zip(self.settler.game.board(board)) else { return Some(Vec::new()) };
        let text = self.text(walk)?;
        if text.trim().is_empty() {
            return Some(Vec::new());
        }
        self.read(walk, &text, |text, settler| walk_cells(text, board, &settler.game.names))
    }

    fn words(&mut self, template: &Template, nominal: &'e TextFormat) -> Option<SettledText<'e>> {
        let format = self.typeset(nominal)?;
        let area = if self.element.size.is_some() { TextArea::Box } else { TextArea::Line };
        let string = self.text(template)?;
        // This error is about the total length of all texts, so it must not name a field of this
        // row.
        if let Err(diagnostic) = self.settler.count(&string) {
            self.report.push(diagnostic.of_piece(self.context.subject.name).at(self.element.place));
            return None;
        }
        let set = self.read(template, &string, |string, settler| settler.words(&format, string, area))??;
        Some(SettledText { format, string, set })
    }

    fn parts(&mut self, parts: &'e Parts) -> Option<SettledParts<'e>> {
        let (engine, row) = (&self.settler.game.engine, self.context.subject.row);
        let fields: Option<Vec<AddedField>> =
            parts.fields.iter().map(|field| self.reported(field.added(engine, row))).collect();
        let arrangement = match &parts.arrangement {
            Arrangement::Free { clipped } => Arrangement::Free { clipped: *clipped },
            Arrangement::Stack { axis, gap } => {
                Arrangement::Stack { axis: *axis, gap: self.distance(gap, "`gap`")? }
            }
        };
        Some(SettledParts { elements: &parts.elements, fields: fields?, arrangement })
    }

    /// Returns the font, size and other settings of a text, with values for one row. If no setting is
    /// computed from the row, returns `nominal`. Returns `None` after an error.
    fn typeset(&mut self, nominal: &'e TextFormat) -> Option<Cow<'e, TextFormat>> {
        let Some(typesetting) = &self.element.typesetting else { return Some(Cow::Borrowed(nominal)) };
        let font = self.frame_relative(&typesetting.font, str::parse)?;
        let frame = self.context.side;
        let lengths = [
            (&typesetting.shrink, frame),
            (&typesetting.spacing, font.size),
            (&typesetting.bend, frame),
            (&typesetting.gutter, frame),
        ];
        let [shrink, spacing, bend, gutter] = lengths.map(|(length, whole)| match length {
            Some(length) => {
                let settled = self
                    .value(length, |text, _| Ok(PercentWords::Leading.in_mm(text, whole).parse::<Mm>()?));
                settled.map(Some)
            }
            None => Some(None),
        });
        let tracking = match &typesetting.tracking {
            Some(tracking) => self.value(tracking, |text, _| tracking_of(text, font.size)).map(Some),
            None => Some(None),
        };
        let align = self.frame_relative(&typesetting.align, str::parse);
        let letters = self.frame_relative(&typesetting.letters, str::parse);
        let fixed = FixedTypesetting {
            font,
            shrink: shrink?,
            spacing: spacing?,
            tracking: tracking?,
            bend: bend?,
            gutter: gutter?,
            align: align?,
            letters: letters?,
        };
        let words = fixed.text_format(self.settler.shaper.fonts(), nominal);
        self.reported(words).map(Cow::Owned)
    }

    fn icon(&mut self, template: &Template) -> Option<Icon> {
        let name = self.text(template)?;
        if name.is_empty() {
            return None;
        }
        let icon = self.read(template, &name, |name, settler| settler.game.pictures.icon(name))?;
        if let Icon::Plain(_) = icon
            && let Some(why) = self.settler.game.pictures.not_taken(&name)
        {
            let message = format!("`{name}` is drawn as the bundled icon, not as your own");
            self.report.push(codes::IDLE_KEY.warning(message).hint(why).at(self.element.place));
        }
        Some(icon)
    }

    /// Returns a picture from a file. The template computes the name of the file. Returns `None` if the
    /// name is empty.
    ///
    /// If the file cannot be used, reports an error and returns `None`. The error is at the place in the
    /// layout that names the file.
    fn image(&mut self, image: &Image) -> Option<SettledImage> {
        let name = self.text(&image.file)?;
        if name.is_empty() {
            return None;
        }
        match self.settler.game.pictures.get(&name) {
            Ok(picture) => Some(SettledImage { name, picture, fit: image.fit, place: image.place }),
            Err(diagnostic) => {
                let subject = self.context.subject;
                let needs: Vec<&str> = image.file.needs().collect();
                let diagnostic =
                    diagnostic.of_piece(&named(subject.name, &image.file, subject.row)).at(image.place);
                self.report.push(match subject.row.origin(&needs) {
                    Some((cell, what)) => diagnostic.related_place(cell, what),
                    None => diagnostic,
                });
                None
            }
        }
    }

    fn qr_code(&mut self, code: &QrCode) -> Option<SettledQrCode> {
        let QrCode { text: template, correction, quiet } = code;
        let text = self.text(template)?.trim().to_owned();
        let modules = self.read(template, &text, |text, _| {
            let mut needs = template.needs();
            encoded(text, *correction).map_err(|diagnostic| match (needs.next(), needs.next()) {
                (Some(field), None) if text.is_empty() => diagnostic.hint(format!(
                    "fill in `{field}`, or add when = \"{field}\" to the element to print no code if it is empty"
                )),
                _ => diagnostic,
            })
        })?;
        Some(SettledQrCode { text, modules, quiet: *quiet })
    }

    fn paths(&mut self, template: &Template) -> Option<Vec<InkedPath>> {
        let edges = self.context.edges;
        let common = self.element.colour.is_some();
        self.computed(template, |list, settler| {
            let paths = paths::read(list, edges)?.into_iter();
            let settled = paths.map(|typed| {
                path_in_colour(typed, common, settler)
                    .map_err(|diagnostic| diagnostic.within(list, typed.typed))
            });
            settled.collect()
        })
    }

    fn guilloche(&mut self, lines: &WovenLines) -> Option<Guilloche> {
        let kind = lines.kind;
        let around = self.value(&lines.around, |text, _| check_waves(kind, whole_number(text)?));
        let count = self.value(&lines.strands, |text, _| check_strands(whole_number(text)?));
        let depth = self.length(&lines.depth, "`depth`");
        let eye = match &lines.eye {
            Some(eye) => Some(self.value(eye, |text, _| extent(text.parse()?, "`eye`"))?),
            None => None,
        };
        let (around, strands, depth) = (around?, count?, depth?);
        Some(match kind {
            GuillocheKind::Border => Guilloche::Border { depth, waves: around, strands },
            GuillocheKind::Ground => Guilloche::Ground { waves: around, strands },
            GuillocheKind::Rosette => Guilloche::Rosette { petals: around, strands, eye },
        })
    }
}

/// Returns a path with its colour.
///
/// `common` is true if the element sets a colour for all paths. If it is false, a path without its own
/// colour is an error.
fn path_in_colour(
    TypedPath { path, rest, typed }: TypedPath<'_>,
    common: bool,
    settler: &Settler<'_, '_>,
) -> Result<InkedPath> {
    let ink = match rest {
        Some(name) => {
            let found = Ink::resolve(name, &settler.game.names);
            Some(
                found
                    .map_err(|diagnostic| diagnostic.within(typed, name).prefixed(&format!("`{typed}`: ")))?,
            )
        }
        None if common => None,
        None => {
            let hint = format!("write \"{typed} red\", or colour = \"red\" for all paths");
            return Err(codes::BAD_VALUE.error(format!("`{typed}` has no colour")).hint(hint));
        }
    };
    Ok(InkedPath { path, ink })
}

/// Parses the tracking (the space between letters) that was computed for one row.
///
/// The text is a length, a percentage of the font size, or a number of thousandths of the font
/// size. `size` is the font size.
fn tracking_of(text: &str, size: f64) -> Result<Tracking> {
    match text.trim().parse() {
        Ok(number) => Ok(Tracking::Thousandths(number)),
        Err(_) => PercentWords::Leading.in_mm(text, size).parse(),
    }
}

/// Returns the name of a piece for messages, such as `cards/2 (art = crow)`. The brackets contain the
/// fields that determine the name of the picture's file.
fn named(who: &str, template: &Template, row: &dyn Row) -> String {
    let fields = template.needs().filter_map(|name| {
        let value = row.value(name)?.to_string();
        Some(if value.is_empty() {
            format!("the field `{name}` is empty")
        } else {
            format!("{name} = {value}")
        })
    });
    let values: Vec<_> = fields.collect();
    match (who, values.as_slice()) {
        ("", _) => String::new(),
        (who, []) => who.to_owned(),
        (who, values) => format!("{who} ({})", values.join(", ")),
    }
}
