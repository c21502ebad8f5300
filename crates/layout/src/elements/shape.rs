//! What an element draws, by its shape.

use kurbo::{BezPath, Point, Shape as _, Size};

use super::{border, figure, guilloche};
use crate::base::round;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::frame::{Frame, turn};
use crate::layout::draw::painter::Painter;
use crate::layout::draw::placing::Placing;
use crate::model::template::{Row, Template};
use crate::model::{Element, Figure, FrameStyle, Guilloche, Icon, Mark, Resolve, Shape, Value};
use crate::scene::{Draw, Ink, Stroke};
use crate::spec::values::value::Extent;

/// A figure that is smaller is hardly seen, in mm.
const LEAST: f64 = 0.3;

impl Painter<'_, '_> {
    /// The colours of an element, for one row.
    pub fn paint(&self, element: &Element, row: &dyn Row) -> Result<Paint> {
        Ok(Paint {
            given: element.fill.is_some(),
            fill: self.optional(&element.fill, row)?.flatten(),
            line: self.optional(&element.line, row)?,
            colour: self.optional(&element.colour, row)?.unwrap_or_else(Ink::black),
        })
    }

    /// An element at one of its places.
    pub(super) fn shape(&mut self, at: &Placing<'_>) -> Result<Vec<Draw>> {
        let (element, row, frame) = (at.element, at.context.row, at.context.frame);
        let paint = self.paint(element, row)?;
        let size = self.optional(&element.size, row)?.map(|size| size.of(frame.size));
        match &element.shape {
            Shape::Text(words) => {
                let string = self.game.engine.render(&words.template, row)?;
                let ink = paint.colour;
                let set = self.text(words, &string, ink.clone(), at, size);
                set.map_err(|wrong| outwards(self.mended(wrong, words, (&string, &ink), (at, size)), element))
            }
            Shape::Fill => Ok(paint.all_over(frame)),
            Shape::Icon(template) => self.icon(template, size.unwrap_or(Size::new(5.0, 5.0)), &paint, at),
            Shape::Image(image) => {
                let space = self.optional(&element.size, row)?;
                let space = space.map_or(frame.size, |size| size.of_both(frame.size));
                self.image(image, space, at, row)
            }
            Shape::Path(path) => {
                let Paint { given, fill, line, colour } = paint;
                let stroke = line.or_else(|| (!given).then(|| Stroke::solid(0.3, colour)));
                let draws = vec![Draw::Path { path: path.clone(), fill, stroke }];
                Ok(at.placed(path.bounding_box().size(), draws))
            }
            Shape::EdgeBand(..) => {
                let message = "an edge band stands at an edge";
                Err(codes::BAD_ELEMENT.error(message).hint("at = \"each edge\""))
            }
            Shape::Paths(template, width) => self.ways(template, *width, &paint, at),
            Shape::Frame(style, depth) => framed(*style, *depth, size, paint, at),
            Shape::Board(name) => {
                let size = size.unwrap_or(frame.size);
                let draws = self.small_board(name, size, at.context)?;
                Ok(at.placed(size, draws))
            }
            Shape::Figure(Figure::Hexagon, extent, marks) => self.hexagon(extent, marks, paint, at),
            Shape::Figure(figure, extent, _) => {
                let size = self.value(extent, row)?.of(frame.size);
                let half = size.width.min(size.height) / 2.0;
                if *figure == Figure::Box && element.style.round > half + 1e-6 {
                    let message =
                        format!("corners cannot be rounded by more than half the box, {} mm", Trimmed(half));
                    let hint = format!("make it smaller: round = \"{}mm\"", Trimmed(half));
                    return Err(codes::BAD_SIZE.error(message).hint(hint));
                }
                let longest = size.width.max(size.height);
                if longest < LEAST {
                    let message =
                        format!("this figure is {} mm large: hardly anybody sees it", Trimmed(longest));
                    let hint = format!("if centimetres are meant, write \"{}cm\"", Trimmed(longest));
                    self.wrong(codes::BAD_SIZE.warning(message).hint(hint).at(element.place));
                }
                let path = match (figure, element.style.round) {
                    (Figure::Box, radius) if radius > 0.0 => Frame::rounded(size, radius).outline(),
                    _ => figure::outline(*figure, size),
                };
                Ok(at.placed(size, vec![paint.of_figure().draw(path)]))
            }
            Shape::Arrow(template) => {
                let name = self.game.engine.render(template, row)?;
                let degrees = self.game.names.direction(&name)?;
                let size = size.unwrap_or(Size::new(10.0, 10.0));
                let path = figure::arrow(size.width.min(size.height), degrees + element.turn);
                let fill = if paint.given { paint.fill } else { Some(paint.colour) };
                Ok(at.unturned(size, vec![Draw::Path { path, fill, stroke: paint.line }]))
            }
            Shape::Compass(words) => {
                let size = size.unwrap_or(Size::new(40.0, 40.0));
                let draws = self.compass(words, size, &paint.colour, at)?;
                Ok(at.unturned(size, draws))
            }
            Shape::Guilloche(parameters, second) => {
                let second = self.optional(second, row)?;
                let draws = guilloched(parameters, size, paint, second, at)?;
                Ok(at.placed(size.unwrap_or(frame.size), draws))
            }
        }
    }

    fn icon(
        &mut self,
        template: &Template,
        size: Size,
        paint: &Paint,
        at: &Placing<'_>,
    ) -> Result<Vec<Draw>> {
        let name = self.game.engine.render(template, at.context.row)?;
        if name.is_empty() {
            return Ok(Vec::new());
        }
        let icon = self.game.pictures.icon(&name)?;
        if let Icon::Plain(_) = icon
            && let Some(why) = self.game.pictures.not_taken(&name)
        {
            let message = format!("`{name}` is the icon of the program, not your own");
            self.wrong(codes::IDLE_KEY.warning(message).hint(why).at(at.element.place));
        }
        let fill = paint.fill.as_ref().unwrap_or(&paint.colour);
        let mut draws = icon.draws(size.width.min(size.height), fill, paint.line.as_ref());
        let hollow = paint.given && paint.fill.is_none();
        for draw in draws.iter_mut().filter(|_| hollow) {
            if let Draw::Path { fill, .. } = draw {
                *fill = None;
            }
        }
        Ok(at.placed(size, draws))
    }

    /// Ways from edge to edge, or to the middle.
    fn ways(&self, template: &Template, width: f64, paint: &Paint, at: &Placing<'_>) -> Result<Vec<Draw>> {
        let edges = at.context.frame.edges();
        let list = self.game.engine.render(template, at.context.row)?;
        let fixed = at.element.colour.as_ref().map(|_| &paint.colour);
        // What is seen of a rim on both sides of a way parts it from the ways below.
        let rim = paint.line.as_ref().filter(|line| line.width > 0.0);
        let rim = rim.map(|line| Stroke { width: width + 2.0 * line.width, ..line.clone() });
        // Ways that meet in the middle are one: what parts them from others lies below them all.
        let (mut below, mut draws) = (Vec::new(), Vec::new());
        for way in figure::read_paths(&list, edges.len())? {
            let ink = match (fixed, way.colour) {
                (_, Some(name)) => Ink::resolve(name, &self.game.names)
                    .map_err(|wrong| wrong.prefixed(&format!("`{}`: ", way.typed)))?,
                (Some(fixed), None) => fixed.clone(),
                (None, None) => {
                    let message = format!("`{}` has no colour", way.typed);
                    let hint = format!("\"{} red\", or colour = \"red\" for all", way.typed);
                    return Err(codes::BAD_VALUE.error(message).hint(hint).about(way.typed));
                }
            };
            let stroke = Stroke::solid(width, ink);
            if let Some(to) = way.to {
                let path = figure::edge_to_edge(&edges, way.from, to);
                draws.extend(rim.iter().map(|rim| Draw::stroked(path.clone(), rim.clone())));
                draws.push(Draw::stroked(path, stroke));
            } else {
                let path = figure::edge_to_middle(&edges, way.from);
                below.extend(rim.iter().flat_map(|rim| to_middle(&path, rim)));
                draws.extend(to_middle(&path, &stroke));
            }
        }
        below.extend(draws);
        Ok(below)
    }

    fn hexagon(
        &mut self,
        extent: &Value<Extent>,
        marks: &[(f64, std::sync::Arc<Mark>)],
        paint: Paint,
        at: &Placing<'_>,
    ) -> Result<Vec<Draw>> {
        let (frame, turn) = (at.context.frame, at.element.turn);
        // A share of a hexagon is one from flat to flat, as its size in mm is.
        let whole = match frame.corners().len() {
            6 => Size::new(1.0, 1.0) * frame.size.width.min(frame.size.height),
            _ => frame.size,
        };
        let size = self.value(extent, at.context.row)?.of(whole);
        let mut draws = vec![paint.of_figure().draw(figure::outline(Figure::Hexagon, size))];
        for (degrees, mark) in marks {
            // Marks stand where their direction points on the sheet, however the hexagon is turned.
            let spot = figure::end_of_hexagon(size, turn, *degrees);
            draws.extend(self.small_mark(&mark.element, size, turn, spot, at.context)?);
        }
        // Across its flats it is as wide as it says; from corner to corner it is wider.
        Ok(vec![Draw::moved(at.transform(figure::hexagon_box(size, turn)), draws)])
    }
}

fn framed(
    style: FrameStyle,
    depth: Option<f64>,
    size: Option<Size>,
    paint: Paint,
    at: &Placing<'_>,
) -> Result<Vec<Draw>> {
    let line = paint.line.unwrap_or_else(|| Stroke::solid(0.5, paint.colour));
    let area = match size {
        Some(size) => Frame::rectangle(size),
        None => at.context.frame.grown(-at.element.inset.x),
    };
    let most = area.size.width.min(area.size.height) / 2.0;
    if let Some(deep) = depth.filter(|deep| *deep > most) {
        let message = format!(
            "corners {} mm deep meet in the middle of a frame that has room for {} mm",
            Trimmed(deep),
            Trimmed(most)
        );
        return Err(codes::BAD_SIZE.error(message).hint("a smaller `depth`"));
    }
    let draws = border::draw(style, &area, depth, paint.fill, &line);
    Ok(match size {
        Some(size) if size != Size::ZERO => at.placed(size, draws),
        _ => vec![Draw::moved(turn(at.seat_turn), draws)],
    })
}

fn guilloched(
    parameters: &Guilloche,
    size: Option<Size>,
    paint: Paint,
    second: Option<Stroke>,
    at: &Placing<'_>,
) -> Result<Vec<Draw>> {
    let frame = at.context.frame;
    let own = size.unwrap_or(frame.size);
    let bled = at.covers_piece(own).then(|| frame.bled().size);
    let (whole, mut size) = (bled.unwrap_or(frame.size), bled.unwrap_or(own));
    // A border keeps its inset on all four sides.
    if let Guilloche::Border { depth, .. } = parameters {
        let inset = at.element.inset;
        if bled.is_none() && (own.width > whole.width + 1e-6 || own.height > whole.height + 1e-6) {
            let [w, h, width, height] = [own.width, own.height, whole.width, whole.height]
                .map(|mm| Trimmed((mm * 100.0).round() / 100.0));
            let message = format!("this border is {w} x {h} mm, and its piece {width} x {height} mm");
            return Err(codes::FIGURE_TOO_LARGE
                .error(message)
                .hint("make it smaller: size = \"100% x 100%\""));
        }
        size.width = size.width.min(whole.width - 2.0 * inset.x);
        size.height = size.height.min(whole.height - 2.0 * inset.y);
        // What the bleed adds is cut off: the band is as deep as it says inside of the cut.
        let most = size.width.min(size.height) / 2.0;
        if most <= 0.0 {
            let message =
                format!("an `inset` of {} mm leaves nothing of this border", Trimmed(inset.x.max(inset.y)));
            let half = whole.width.min(whole.height) / 2.0;
            // Half of the piece is left for the band, on each side.
            let fits = half.floor() / 2.0;
            let fits = if fits > 0.0 { fits.min(2.5) } else { half / 2.0 };
            let hint = format!("make it smaller: inset = \"{}mm\"", Trimmed((fits * 100.0).floor() / 100.0));
            return Err(codes::BAD_SIZE.error(message).hint(hint));
        }
        if *depth > most + 1e-6 {
            let message = format!(
                "this border is {} mm deep, and it is {} mm from its edge to the middle",
                Trimmed(*depth),
                Trimmed((most * 100.0).round() / 100.0)
            );
            let hint = format!("make it less deep: depth = \"{}mm\"", Trimmed((most / 4.0).ceil().min(most)));
            return Err(codes::BAD_SIZE.error(message).hint(hint));
        }
    }
    let line = paint.line.unwrap_or_else(|| Stroke::solid(0.15, paint.colour));
    let stroke = Stroke { round: true, ..line };
    Ok(guilloche::draw(parameters, size, [&stroke, second.as_ref().unwrap_or(&stroke)]))
}

/// Words that reach out of their piece because they were moved there want another place, not a smaller font.
fn outwards(wrong: Diagnostic, element: &Element) -> Diagnostic {
    let moved = wrong.code == codes::TEXT_TOO_LARGE && (element.inset.x < 0.0 || element.inset.y < 0.0);
    let inwards = "`inset` counts from the edge inwards, and a negative one moves the words out";
    if moved { wrong.hint(inwards) } else { wrong }
}

/// What an element is drawn in.
#[derive(Debug, Clone)]
pub struct Paint {
    /// Whether a fill is given: one that is `none` takes the place of what is drawn where none is given.
    pub given: bool,
    /// Inside.
    pub fill: Option<Ink>,
    /// Along its outline.
    pub line: Option<Stroke>,
    /// Of what has neither fill nor line of its own; black if not given.
    pub colour: Ink,
}

impl Paint {
    /// What a plain figure is drawn in: without fill and line it would not be seen, so it is filled with its colour.
    pub fn of_figure(self) -> Self {
        let is_bare = !self.given && self.line.is_none();
        Self { fill: if is_bare { Some(self.colour.clone()) } else { self.fill }, ..self }
    }

    fn draw(self, path: BezPath) -> Draw {
        Draw::Path { path, fill: self.fill, stroke: self.line }
    }

    /// A fill covers the piece, whatever its anchor, and a line shows where the piece ends.
    fn all_over(self, frame: &Frame) -> Vec<Draw> {
        if frame.bleed == 0.0 {
            return vec![self.draw(frame.outline())];
        }
        let area = Draw::Path { path: frame.bled().outline(), fill: self.fill, stroke: None };
        let rim = self.line.map(|line| Draw::stroked(frame.outline(), line));
        [area].into_iter().chain(rim).collect()
    }
}

/// A way that ends in the middle: a disc there closes the gap between several.
fn to_middle(path: &BezPath, stroke: &Stroke) -> [Draw; 2] {
    let end = Draw::filled(round::circle(Point::ZERO, stroke.width / 2.0), stroke.ink.clone());
    [Draw::stroked(path.clone(), stroke.clone()), end]
}
