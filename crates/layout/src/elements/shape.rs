//! Draws the shape of an element at one of its places.
//!
//! - In: a settled element (all its values are computed), and its place in the frame.
//! - Out: drawings in the frame of the element, or the error that the element does not fit.
//! - Not here: repeating the shape for places, seats and edges (`face`).

use kurbo::{Affine, BezPath, Point, Shape as _, Size};

use super::guilloche::{self, Field, Lines};
use super::paint::Paint;
use super::text_fixes::PlacedText;
use super::{border, figure};
use crate::draw::angle::turn;
use crate::draw::frame::Frame;
use crate::draw::painter::Painter;
use crate::draw::placing::Placing;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::round_shapes;
use hexpress_base::units::ShortNumber;
use hexpress_game::{EndMark, Figure, FrameStyle, Icon};
use hexpress_language::values::value::Extent;
use hexpress_scene::{Drawing, Group, Stroke};
use hexpress_settle::{EdgePath, Guilloche, InkedPath, SettledElement, SettledShape, SettledText, Swell};

/// The smallest size of a figure that is easy to see, in mm.
const MIN_VISIBLE_SIZE_MM: f64 = 0.3;
/// The default size of an icon, in mm.
const ICON_SIZE: Size = Size::new(5.0, 5.0);
/// The default size of an arrow, in mm.
const ARROW_SIZE: Size = Size::new(10.0, 10.0);
/// The default size of a compass, in mm.
const COMPASS_SIZE: Size = Size::new(40.0, 40.0);

impl Painter<'_, '_> {
    /// Draws an element at one of its places.
    ///
    /// # Errors
    /// The element does not fit.
    pub(super) fn shape(&mut self, at: &Placing<'_>) -> Result<Vec<Drawing>> {
        let (element, frame) = (at.element, at.context.frame);
        let paint = Paint::new(&element.colours);
        let size = element.size.map(|size| size.of(frame.size));
        match &element.shape {
            SettledShape::Text(SettledText { format, string, set }) => {
                let ink = paint.colour;
                self.text(format, set, ink.clone(), at, size).map_err(|diagnostic| {
                    let text = PlacedText { format, string, ink: &ink, at, area: size };
                    with_inset_hint(self.with_fix(diagnostic, text), element)
                })
            }
            SettledShape::Fill => Ok(paint.fill_piece(frame)),
            SettledShape::Icon(icon) => Ok(placed_icon(icon, size.unwrap_or(ICON_SIZE), &paint, at)),
            SettledShape::Image(image) => {
                let space = element.size.map_or(frame.size, |size| size.of_both(frame.size));
                Ok(self.image(image, space, at))
            }
            SettledShape::QrCode(code) => self.qr_code(code, size, paint, at),
            SettledShape::Path(path) => Ok(placed_path(path, size, paint, at)),
            // Bands along edges are drawn by `at_edge` in the module `face`.
            SettledShape::EdgeBand { .. } => Ok(Vec::new()),
            SettledShape::Paths { paths, width } => Ok(placed_paths(paths, *width, &paint, at)),
            SettledShape::Frame { style, corner_depth } => {
                placed_frame(*style, *corner_depth, size, paint, at)
            }
            SettledShape::Board { name, route } => {
                let board_size = size.unwrap_or(frame.size);
                let drawings = self.small_board(name, board_size, route, &paint, at.context);
                Ok(at.placed(board_size, drawings))
            }
            SettledShape::Parts(parts) => self.parts(parts, size, at),
            SettledShape::Figure { figure: Figure::Hexagon, extent, marks } => {
                Ok(self.hexagon(*extent, marks, paint, at))
            }
            SettledShape::Figure { figure, extent, .. } => self.figure(*figure, *extent, paint, at),
            SettledShape::Arrow { degrees } => {
                Ok(placed_arrow(*degrees, size.unwrap_or(ARROW_SIZE), paint, at))
            }
            SettledShape::Compass(format) => {
                let compass_size = size.unwrap_or(COMPASS_SIZE);
                let compass = self.compass(format, compass_size, &paint.colour, at)?;
                Ok(at.unturned(compass_size, compass))
            }
            SettledShape::Guilloche { lines, second, swell } => {
                placed_guilloche(lines, size, paint, (second.clone(), *swell), at)
            }
        }
    }

    /// Draws a figure other than a hexagon.
    fn figure(
        &mut self,
        figure: Figure,
        extent: Extent,
        paint: Paint,
        at: &Placing<'_>,
    ) -> Result<Vec<Drawing>> {
        let element = at.element;
        let size = extent.of(at.context.frame.size);
        if figure == Figure::Box {
            check_round(element.round, size, "box")?;
        }
        let longest = size.width.max(size.height);
        if longest < MIN_VISIBLE_SIZE_MM {
            let message =
                format!("this {} measures only {} mm, too small to see", figure.name(), ShortNumber(longest));
            let hint = format!("if you mean centimetres, write \"{}cm\"", ShortNumber(longest));
            self.add_finding(codes::BAD_SIZE.warning(message).hint(hint).at(element.source.place));
        }
        let path = match figure {
            Figure::Box if element.round > 0.0 => Frame::rounded(size, element.round).outline(),
            _ => figure::outline(figure, size),
        };
        Ok(at.placed(size, vec![paint.of_figure().draw(path)]))
    }

    /// Draws a hexagon with small marks at its sides or corners.
    fn hexagon(&mut self, extent: Extent, marks: &[EndMark], paint: Paint, at: &Placing<'_>) -> Vec<Drawing> {
        let (frame, turn) = (at.context.frame, at.element.turn);
        // The size of a hexagon is the distance between opposite sides, even if the size is in percent.
        let whole = match frame.corners().len() {
            6 => Size::new(1.0, 1.0) * frame.size.width.min(frame.size.height),
            _ => frame.size,
        };
        let size = extent.of(whole);
        let mut drawings = vec![paint.of_figure().draw(figure::outline(Figure::Hexagon, size))];
        for EndMark { degrees, mark } in marks {
            // The direction of a mark is measured on the sheet. It stays the same if the hexagon is
            // rotated.
            let spot = figure::end_of_hexagon(size, turn, *degrees);
            drawings.extend(self.small_mark(&mark.element, size, turn, spot, at.context));
        }
        // The bounding box of a hexagon contains all corners, so it is larger than `size`, which gives the
        // distance between opposite sides.
        vec![Drawing::moved(at.transform(figure::hexagon_box(size, turn)), drawings)]
    }
}

/// Draws a path of the layout.
///
/// If the layout sets neither fill nor line, the path gets a line in its colour. If `size` is given,
/// the path is scaled: the square of 100 x 100 units around the origin gets this size.
fn placed_path(path: &BezPath, size: Option<Size>, paint: Paint, at: &Placing<'_>) -> Vec<Drawing> {
    let Paint { given, fill, line, colour } = paint;
    let stroke = line.or_else(|| (!given).then(|| Stroke::solid(0.3, colour)));
    let (path, object) = match size {
        Some(size) => (Affine::scale_non_uniform(size.width / 100.0, size.height / 100.0) * path, size),
        None => (path.clone(), path.bounding_box().size()),
    };
    at.placed(object, vec![Drawing::Path { path, fill, stroke }])
}

/// Draws an arrow that points in a direction of the sheet.
fn placed_arrow(degrees: f64, size: Size, paint: Paint, at: &Placing<'_>) -> Vec<Drawing> {
    let path = figure::arrow(size.width.min(size.height), degrees + at.element.turn);
    let fill = if paint.given { paint.fill } else { Some(paint.colour) };
    at.unturned(size, vec![Drawing::Path { path, fill, stroke: paint.line }])
}

/// Draws an icon. If the fill is `none`, only the lines of the icon are drawn.
fn placed_icon(icon: &Icon, size: Size, paint: &Paint, at: &Placing<'_>) -> Vec<Drawing> {
    let fill = paint.fill.as_ref().unwrap_or(&paint.colour);
    let mut drawings = icon.drawings(size.width.min(size.height), fill, paint.line.as_ref());
    let hollow = paint.given && paint.fill.is_none();
    for drawing in drawings.iter_mut().filter(|_| hollow) {
        if let Drawing::Path { fill, .. } = drawing {
            *fill = None;
        }
    }
    vec![Drawing::Group(Group { is_icon: true, transform: at.transform(size), ..Group::plain(drawings) })]
}

/// Draws paths that run from edge to edge, or from an edge to the middle of the piece.
fn placed_paths(paths: &[InkedPath], width: f64, paint: &Paint, at: &Placing<'_>) -> Vec<Drawing> {
    let edges = at.context.frame.edges();
    // A thin line on both sides separates a path from the paths that it crosses.
    let line = paint.line.as_ref().filter(|line| line.width > 0.0);
    let rim = line.map(|line| Stroke { width: width + 2.0 * line.width, ..line.clone() });
    // Paths that meet in the middle form one figure. The lines along their sides are drawn below all paths,
    // so that no such line crosses the figure.
    let (mut below, mut drawings) = (Vec::new(), Vec::new());
    for InkedPath { path: EdgePath { from, to }, ink } in paths {
        let stroke = Stroke::solid(width, ink.as_ref().unwrap_or(&paint.colour).clone());
        if let Some(to) = to {
            let path = figure::edge_to_edge(&edges, *from, *to);
            drawings.extend(rim.iter().map(|rim| Drawing::stroked(path.clone(), rim.clone())));
            drawings.push(Drawing::stroked(path, stroke));
        } else {
            let path = figure::edge_to_middle(&edges, *from);
            below.extend(rim.iter().flat_map(|rim| to_middle(&path, rim)));
            drawings.extend(to_middle(&path, &stroke));
        }
    }
    below.extend(drawings);
    below
}

/// Draws a frame along the edge of the piece, or of a box.
///
/// # Errors
/// The corners are deeper than half of the frame.
fn placed_frame(
    style: FrameStyle,
    depth: Option<f64>,
    size: Option<Size>,
    paint: Paint,
    at: &Placing<'_>,
) -> Result<Vec<Drawing>> {
    let line = paint.line.unwrap_or_else(|| Stroke::solid(0.5, paint.colour));
    let area = match size {
        Some(size) => Frame::rectangle(size),
        None => at.context.frame.grown(-at.element.inset.x),
    };
    let most = area.size.width.min(area.size.height) / 2.0;
    if let Some(deep) = depth.filter(|deep| *deep > most) {
        let message = format!(
            "the corners of this frame are {} mm deep, but there is room for only {} mm",
            ShortNumber(deep),
            ShortNumber(most)
        );
        let hint =
            format!("write a smaller depth: depth = \"{}mm\"", ShortNumber((most * 100.0).floor() / 100.0));
        return Err(codes::BAD_SIZE.error(message).hint(hint));
    }
    let drawings = border::draw(style, &area, depth, paint.fill, &line);
    Ok(match size {
        Some(size) if size != Size::ZERO => at.placed(size, drawings),
        _ => vec![Drawing::moved(at.context.step.transform * turn(at.seat_turn), drawings)],
    })
}

/// Checks the radius of the corners of a box. `name` is the name of the box in messages.
///
/// # Errors
/// The radius is larger than half of the shorter side.
fn check_round(round: f64, size: Size, name: &str) -> Result<()> {
    let half = size.width.min(size.height) / 2.0;
    if round <= half + 1e-6 {
        return Ok(());
    }
    let message =
        format!("`round` must be at most {} mm, half the shorter side of the {name}", ShortNumber(half));
    let hint = format!("write a smaller radius: round = \"{}mm\"", ShortNumber(half));
    Err(codes::BAD_SIZE.error(message).hint(hint))
}

/// Draws a guilloche. A guilloche that covers the whole piece also covers the bleed.
///
/// `second` is the line of the second strand, the fourth strand, and so on. `swell` contains the
/// smallest and the largest width of strands that swell.
///
/// # Errors
/// A border does not fit (see [`border_size`]), or the radius of the corners is too large.
fn placed_guilloche(
    parameters: &Guilloche,
    size: Option<Size>,
    paint: Paint,
    (second, swell): (Option<Stroke>, Option<Swell>),
    at: &Placing<'_>,
) -> Result<Vec<Drawing>> {
    let own_size = size.unwrap_or(at.context.frame.size);
    let drawn_size = match parameters {
        Guilloche::Border { depth, .. } => border_size(*depth, own_size, at)?,
        _ if at.covers_piece(own_size) => at.context.frame.bled().size,
        _ => own_size,
    };
    let line = paint.line.unwrap_or_else(|| Stroke::solid(0.15, paint.colour));
    let stroke = Stroke { round: true, ..line };
    let round = at.element.round;
    check_round(round, own_size, "ground")?;
    // A guilloche of the kind `ground` gets the outline of the piece if it is as large as the piece.
    let frame = at.context.frame;
    let is_whole = own_size.width >= frame.size.width - 1e-6 && own_size.height >= frame.size.height - 1e-6;
    let field = match round == 0.0 && is_whole && at.covers_frame(own_size) {
        true => Field::new(frame.bled(), false),
        false => Field::new(Frame::rounded(drawn_size, round), true),
    };
    let second = second.as_ref().unwrap_or(&stroke);
    let lines = Lines { fill: paint.fill, stroke: &stroke, second, swell };
    Ok(at.placed(own_size, guilloche::draw(parameters, drawn_size, &field, lines)))
}

/// Returns the size of a border. Its distance from each edge of the piece is at least its inset.
///
/// # Errors
/// The border is larger than its piece, is too deep, or has an inset that leaves no space for it.
fn border_size(depth: f64, own_size: Size, at: &Placing<'_>) -> Result<Size> {
    let frame = at.context.frame;
    let covers = at.covers_piece(own_size);
    let whole = if covers { frame.bled().size } else { frame.size };
    if !covers && (own_size.width > whole.width + 1e-6 || own_size.height > whole.height + 1e-6) {
        let [w, h, width, height] =
            [own_size.width, own_size.height, whole.width, whole.height].map(ShortNumber::hundredths);
        let message = format!("this border is {w} x {h} mm, but its piece is {width} x {height} mm");
        return Err(codes::FIGURE_TOO_LARGE.error(message).hint("make it smaller: size = \"100% x 100%\""));
    }
    let inset = at.element.inset;
    let widest = if covers { whole } else { own_size };
    let size = Size::new(
        widest.width.min(whole.width - 2.0 * inset.x),
        widest.height.min(whole.height - 2.0 * inset.y),
    );
    let most = size.width.min(size.height) / 2.0;
    if most <= 0.0 {
        let message =
            format!("an `inset` of {} mm leaves no room for this border", ShortNumber(inset.x.max(inset.y)));
        let half = whole.width.min(whole.height) / 2.0;
        // The hint proposes an inset that leaves at least half of the piece for the border.
        let fits = if half >= 1.0 { (half.floor() / 2.0).min(2.5) } else { half / 2.0 };
        let hint =
            format!("write a smaller inset: inset = \"{}mm\"", ShortNumber((fits * 100.0).floor() / 100.0));
        return Err(codes::BAD_SIZE.error(message).hint(hint));
    }
    if depth > most + 1e-6 {
        let message = format!(
            "this border is {} mm deep, but its middle is only {} mm from its edge",
            ShortNumber(depth),
            ShortNumber::hundredths(most)
        );
        let hint =
            format!("write a smaller depth: depth = \"{}mm\"", ShortNumber((most / 4.0).ceil().min(most)));
        return Err(codes::BAD_SIZE.error(message).hint(hint));
    }
    Ok(size)
}

/// Adds a hint about the inset to the error, if a negative inset has moved a text out of its piece.
fn with_inset_hint(diagnostic: Diagnostic, element: &SettledElement<'_>) -> Diagnostic {
    let is_moved =
        diagnostic.code == codes::TEXT_TOO_LARGE && (element.inset.x < 0.0 || element.inset.y < 0.0);
    let hint =
        "use a positive `inset`: it counts from the edge inwards, and a negative one moves the text out";
    if is_moved { diagnostic.hint(hint) } else { diagnostic }
}

/// Draws a path that ends in the middle of the piece. A disc is added in the middle, because several
/// such paths would leave gaps there.
fn to_middle(path: &BezPath, stroke: &Stroke) -> [Drawing; 2] {
    let end = Drawing::filled(round_shapes::circle(Point::ZERO, stroke.width / 2.0), stroke.ink.clone());
    [Drawing::stroked(path.clone(), stroke.clone()), end]
}
