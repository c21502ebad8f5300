//! What an element draws, by its shape.

use std::sync::Arc;

use kurbo::{BezPath, Point, Shape as _, Size};

use super::{border, figure, guilloche};
use crate::base::round;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::frame::{Frame, turn};
use crate::layout::draw::painter::Painter;
use crate::layout::draw::placing::Placing;
use crate::model::{Figure, FrameStyle, Icon, Mark};
use crate::scene::{Draw, Ink, Stroke};
use crate::settle::{Colours, Guilloche, SettledElement, SettledShape, SettledWay, SettledWords};
use crate::spec::values::value::Extent;

/// A figure that is smaller is hardly seen, in mm.
const LEAST: f64 = 0.3;

impl Painter<'_, '_> {
    /// An element at one of its places.
    ///
    /// # Errors
    /// What has no room.
    pub(super) fn shape(&mut self, at: &Placing<'_>) -> Result<Vec<Draw>> {
        let (element, frame) = (at.element, at.context.frame);
        let paint = Paint::of(&element.colours);
        let size = element.size.map(|size| size.of(frame.size));
        match &element.shape {
            SettledShape::Text(SettledWords { words, string, set }) => {
                let ink = paint.colour;
                let drawn = self.text(words, set, ink.clone(), at, size);
                drawn
                    .map_err(|wrong| outwards(self.mended(wrong, words, (string, &ink), (at, size)), element))
            }
            SettledShape::Fill => Ok(paint.all_over(frame)),
            SettledShape::Icon(icon) => Ok(drawn_icon(icon, size.unwrap_or(Size::new(5.0, 5.0)), &paint, at)),
            SettledShape::Image(image) => {
                let space = element.size.map_or(frame.size, |size| size.of_both(frame.size));
                Ok(self.image(image, space, at))
            }
            SettledShape::Path(path) => {
                let Paint { given, fill, line, colour } = paint;
                let stroke = line.or_else(|| (!given).then(|| Stroke::solid(0.3, colour)));
                let draws = vec![Draw::Path { path: BezPath::clone(path), fill, stroke }];
                Ok(at.placed(path.bounding_box().size(), draws))
            }
            // It is drawn at its edge.
            SettledShape::EdgeBand(..) => Ok(Vec::new()),
            SettledShape::Paths(list, width) => Ok(drawn_ways(list, *width, &paint, at)),
            SettledShape::Frame(style, depth) => framed(*style, *depth, size, paint, at),
            SettledShape::Board(name) => {
                let size = size.unwrap_or(frame.size);
                let draws = self.small_board(name, size, at.context);
                Ok(at.placed(size, draws))
            }
            SettledShape::Figure(Figure::Hexagon, extent, marks) => {
                Ok(self.hexagon(*extent, marks, paint, at))
            }
            SettledShape::Figure(figure, extent, _) => {
                let size = extent.of(frame.size);
                let half = size.width.min(size.height) / 2.0;
                if *figure == Figure::Box && element.round > half + 1e-6 {
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
                    self.wrong(codes::BAD_SIZE.warning(message).hint(hint).at(element.source.place));
                }
                let path = match (figure, element.round) {
                    (Figure::Box, radius) if radius > 0.0 => Frame::rounded(size, radius).outline(),
                    _ => figure::outline(*figure, size),
                };
                Ok(at.placed(size, vec![paint.of_figure().draw(path)]))
            }
            SettledShape::Arrow(degrees) => {
                let size = size.unwrap_or(Size::new(10.0, 10.0));
                let path = figure::arrow(size.width.min(size.height), degrees + element.turn);
                let fill = if paint.given { paint.fill } else { Some(paint.colour) };
                Ok(at.unturned(size, vec![Draw::Path { path, fill, stroke: paint.line }]))
            }
            SettledShape::Compass(words) => {
                let size = size.unwrap_or(Size::new(40.0, 40.0));
                let draws = self.compass(words, size, &paint.colour, at)?;
                Ok(at.unturned(size, draws))
            }
            SettledShape::Guilloche(parameters, second) => {
                let draws = guilloched(parameters, size, paint, second.clone(), at)?;
                Ok(at.placed(size.unwrap_or(frame.size), draws))
            }
        }
    }

    fn hexagon(
        &mut self,
        extent: Extent,
        marks: &[(f64, Arc<Mark>)],
        paint: Paint,
        at: &Placing<'_>,
    ) -> Vec<Draw> {
        let (frame, turn) = (at.context.frame, at.element.turn);
        // A share of a hexagon is one from flat to flat, as its size in mm is.
        let whole = match frame.corners().len() {
            6 => Size::new(1.0, 1.0) * frame.size.width.min(frame.size.height),
            _ => frame.size,
        };
        let size = extent.of(whole);
        let mut draws = vec![paint.of_figure().draw(figure::outline(Figure::Hexagon, size))];
        for (degrees, mark) in marks {
            // Marks stand where their direction points on the sheet, however the hexagon is turned.
            let spot = figure::end_of_hexagon(size, turn, *degrees);
            draws.extend(self.small_mark(&mark.element, size, turn, spot, at.context));
        }
        // Across its flats it is as wide as it says; from corner to corner it is wider.
        vec![Draw::moved(at.transform(figure::hexagon_box(size, turn)), draws)]
    }
}

fn drawn_icon(icon: &Icon, size: Size, paint: &Paint, at: &Placing<'_>) -> Vec<Draw> {
    let fill = paint.fill.as_ref().unwrap_or(&paint.colour);
    let mut draws = icon.draws(size.width.min(size.height), fill, paint.line.as_ref());
    let hollow = paint.given && paint.fill.is_none();
    for draw in draws.iter_mut().filter(|_| hollow) {
        if let Draw::Path { fill, .. } = draw {
            *fill = None;
        }
    }
    at.placed(size, draws)
}

/// Ways from edge to edge, or to the middle.
fn drawn_ways(list: &[SettledWay], width: f64, paint: &Paint, at: &Placing<'_>) -> Vec<Draw> {
    let edges = at.context.frame.edges();
    // What is seen of a rim on both sides of a way parts it from the ways below.
    let rim = paint.line.as_ref().filter(|line| line.width > 0.0);
    let rim = rim.map(|line| Stroke { width: width + 2.0 * line.width, ..line.clone() });
    // Ways that meet in the middle are one: what parts them from others lies below them all.
    let (mut below, mut draws) = (Vec::new(), Vec::new());
    for SettledWay { way, ink } in list {
        let stroke = Stroke::solid(width, ink.as_ref().unwrap_or(&paint.colour).clone());
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
    below
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
fn outwards(wrong: Diagnostic, element: &SettledElement<'_>) -> Diagnostic {
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
    /// The colours of an element of one piece.
    pub fn of(Colours { given, fill, line, colour }: &Colours) -> Self {
        let colour = colour.clone().unwrap_or_else(Ink::black);
        Self { given: *given, fill: fill.clone(), line: line.clone(), colour }
    }

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
