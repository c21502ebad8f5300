//! Compiles how a board looks: the size of its cells, its rim, its sides, the title strip above its
//! cells, and the names and labels of its cells.
//!
//! - In: the keys of `[[board]]`.
//! - Out: sizes, strokes and styles.
//! - Not here: placing or drawing anything.

use super::cells::BoardDraft;
use super::points::free_points::is_free;
use super::points::named_points::is_on_points;
use super::rectangle_cell_size::rectangle_cell_size;
use crate::context::Resolver;
use crate::elements::seats;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::tiling::Tiling;
use hexpress_base::units::Mm;
use hexpress_game::board::CellSize;
use hexpress_game::board_style::{Head, LabelStyle, NameStyle, ShowNames};
use hexpress_game::sides::Side;
use hexpress_game::{ColouredSide, Located};
use hexpress_language::tables::layout::{Board, Labels};
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::spanned::{NameOr, Spanned};
use hexpress_language::values::value::{Anchor, DrawnFor, ElementPlace, Extent, Font};
use hexpress_scene::text::FontId;
use hexpress_scene::{Ink, Stroke};

const DEFAULT_LABEL_PT: f64 = 9.0;
const DEFAULT_NAME_PT: f64 = 7.0;
/// The default width of the coloured bands along the sides of a board, in mm.
const DEFAULT_SIDES: f64 = 5.0;

/// The size of cells. `width_factor` is 1, except for stretched cells: with `cells = "square"` and
/// `size = "30 x 20mm"`, it is 1.5.
pub struct CellMeasure {
    pub size: CellSize,
    pub width_factor: f64,
}

/// Returns the size of a board's cells, which a key such as `across` or `size` sets.
pub fn size(draft: &BoardDraft<'_>, resolver: &mut Resolver<'_>, place: SourceSpan) -> CellMeasure {
    let (board, tiling) = (draft.table, draft.tiling);
    if let Some(cells) = &draft.free {
        let size = if board.fit.is_some() { CellSize::Largest } else { CellSize::Across(cells.height) };
        return CellMeasure { size, width_factor: cells.width_factor };
    }
    if is_free(board) {
        return CellMeasure { size: CellSize::Largest, width_factor: 1.0 };
    }
    let Some(value) = &board.size else {
        return CellMeasure { size: measure(board, tiling, resolver, place), width_factor: 1.0 };
    };
    if is_on_points(board) {
        let message =
            "points have no width and height: they take one length, the distance between neighbours";
        resolver.error_with_hint(codes::BAD_SIZE, value, message, "for example, write across = \"20mm\"");
        return CellMeasure { size: CellSize::Largest, width_factor: 1.0 };
    }
    rectangle(board, value, tiling).unwrap_or_else(|(message, hint)| {
        resolver.error_with_hint(codes::BAD_SIZE, value, message, hint);
        CellMeasure { size: CellSize::Largest, width_factor: 1.0 }
    })
}

const NOT_RECTANGLES: &str = "only `square` and `brick` cells take `size`; other cells take one length";

/// Returns the size of rectangular cells, or an error message and its hint.
fn rectangle(
    b: &Board,
    value: &Spanned<Extent>,
    tiling: Tiling,
) -> Result<CellMeasure, (String, &'static str)> {
    let others = [
        ("across", b.across.is_some()),
        ("side", b.side.is_some()),
        ("fit", b.fit.is_some()),
        ("corner-to-corner", b.corner_to_corner.is_some()),
    ];
    if let Some((other, _)) = others.into_iter().find(|(_, is_given)| *is_given) {
        let message = format!("`size` and `{other}` both set the size of the cells");
        return Err((message, "delete one of them"));
    }
    if !tiling.is_rectangles() {
        return Err((NOT_RECTANGLES.to_owned(), "for example, write across = \"20mm\" instead of `size`"));
    }
    let (width, height) =
        rectangle_cell_size(value).map_err(|message| (message, "for example, write size = \"20 x 30mm\""))?;
    let usual = tiling.unit_bounds(CellAddress::new(0, 0)).size();
    Ok(CellMeasure {
        size: CellSize::Across(height),
        width_factor: width / height * usual.height / usual.width,
    })
}

/// Returns the size of cells from the key that sets it: `across`, `corner-to-corner`, `side` or `fit`.
/// If the board has none or several of these keys, reports this and returns [`CellSize::Largest`].
fn measure(b: &Board, tiling: Tiling, resolver: &mut Resolver<'_>, place: SourceSpan) -> CellSize {
    let keys = [
        ("across", &b.across, 1.0),
        ("corner-to-corner", &b.corner_to_corner, tiling.across_from_side(1.0 / tiling.unit_long())),
        ("side", &b.side, tiling.across_from_side(1.0)),
    ];
    let mut given = keys.into_iter().filter_map(|(name, mm, factor)| Some((name, mm.as_ref()?, factor)));
    let first = given.next();
    let second = given.next().map(|(name, _, _)| name).or(b.fit.as_ref().map(|_| "fit"));
    match (first, second) {
        (Some((name, at, _)), Some(other)) => {
            let message = format!("`{name}` and `{other}` both set the size of the cells");
            resolver.error_with_hint(codes::BAD_SIZE, at, message, "delete one of them");
            CellSize::Largest
        }
        (Some((_, at, factor)), None) => {
            let across = at.value.0 * factor;
            if !(1.0..=2000.0).contains(&across) {
                resolver.error(codes::BAD_SIZE, at, "a cell must be 1 to 2000 mm across");
            }
            CellSize::Across(across)
        }
        (None, Some(_)) => CellSize::Largest,
        (None, None) => {
            let hint = "add fit = \"largest\", or a size such as across = \"38mm\"";
            resolver.error_with_hint(codes::MISSING_KEY, place, "this board has no size for its cells", hint);
            CellSize::Largest
        }
    }
}

/// Returns the radius of the corners of cells, in mm.
pub fn round(b: &Board, resolver: &mut Resolver<'_>) -> f64 {
    let Some(value) = &b.round else { return 0.0 };
    let radius = value.value.0;
    if !(radius > 0.0 && radius <= 100.0) {
        resolver.error(codes::BAD_SIZE, value, "`round` must be greater than 0 and at most 100 mm");
    }
    if b.line.as_ref().is_some_and(|line| line.value.width == 0.0) {
        let hint =
            "add a line around the cells, for example in the colour of the paper: line = \"1mm white\"";
        let message = "`round` has no effect on cells without a line";
        resolver.error_with_hint(codes::IDLE_KEY, value, message, hint);
    }
    radius
}

/// Returns the line around the whole board. Returns `None` if the board has no `rim`, if the width of
/// the rim is 0, or after an error.
pub fn rim(b: &Board, resolver: &mut Resolver<'_>) -> Option<Stroke> {
    const MAX_RIM_WIDTH_MM: f64 = 20.0;
    let value = b.rim.as_ref()?;
    if value.value.width > MAX_RIM_WIDTH_MM {
        resolver.error(codes::BAD_SIZE, value, format!("a `rim` must be at most {MAX_RIM_WIDTH_MM} mm wide"));
    }
    resolver.board_stroke(value).filter(|rim| rim.width > 0.0)
}

pub fn names_ink(b: &Board, resolver: &mut Resolver<'_>) -> Option<Ink> {
    let given = b.names_colour.as_ref()?;
    let ink = resolver.names.colour(&given.value.0);
    resolver.ok_or_report(ink, given)
}

pub fn head(b: &Board, resolver: &mut Resolver<'_>) -> Head {
    const MAX_HEAD_HEIGHT_MM: f64 = 200.0;
    let Some(value) = &b.head else { return Head::default() };
    let strip = match &value.value {
        NameOr::Name(word) if word == "none" => return Head::default(),
        NameOr::Name(word) => {
            let no_strip = format!("`head` must be a table or \"none\", not `{word}`");
            let hint = "for example, write head = { height = \"14mm\", draw = [{ text = \"{{ title }}\", font = \"bold 20pt\" }] }";
            resolver.error_with_hint(codes::BAD_VALUE, value, no_strip, hint);
            return Head::default();
        }
        NameOr::Full(head) => head,
    };
    let height = strip.height.as_ref().map_or(0.0, |height| height.value.0);
    if !(height > 0.0 && height <= MAX_HEAD_HEIGHT_MM) {
        let place = strip.height.as_ref().map_or(resolver.place(value), |height| resolver.place(height));
        let message =
            format!("the `height` of `head` must be greater than 0 and at most {MAX_HEAD_HEIGHT_MM} mm");
        resolver.error(codes::BAD_SIZE, place, message);
    }
    // If the title strip comes from the theme and makes the board need more sheets, the strip is left
    // out.
    let elements: Vec<_> = strip.draw.iter().flat_map(|list| &list.value).collect();
    let height_span = strip.height.iter().map(|height| &height.span);
    let mut spans = height_span.chain(elements.iter().map(|element| &element.span));
    let gives_way = resolver.theme_place().is_some() && spans.all(|span| resolver.is_theme_span(span));
    let draw = elements.into_iter().filter_map(|element| resolver.element(element)).collect();
    Head { height, draw, gives_way }
}

/// Returns the sides of a board with their colours. Returns `None` if the board has no `sides`, or after
/// an error.
pub fn sides(draft: &BoardDraft<'_>, resolver: &mut Resolver<'_>) -> Option<Vec<ColouredSide>> {
    let given = draft.table.sides.as_ref()?;
    if let Some(at) = given.width.as_ref().filter(|at| !(at.value.0 > 0.0 && at.value.0 <= 50.0)) {
        resolver.error(
            codes::BAD_SIZE,
            at,
            "the `width` in [board.sides] must be greater than 0 and at most \
            50 mm",
        );
    }
    let Some((shape, lean, offset)) = draft.shape else {
        // The `shape` is invalid, which has already been reported.
        if draft.table.shape.is_some() {
            return None;
        }
        return resolver
            .error(codes::BAD_VALUE, given, "[board.sides] applies only to a board with a `shape`")
            .none();
    };
    let found = shape.sides(draft.tiling, lean, offset, &draft.addresses());
    if found.is_empty() {
        let message = "this shape has no sides to colour";
        return resolver.error_with_hint(codes::BAD_VALUE, given, message, "delete [board.sides]").none();
    }
    let Some(colours) = &given.colours else {
        let names: Vec<&str> = found.iter().map(|s| s.name).collect();
        let hint = format!(
            "add colours = [\"red\", …], with one colour for each side, clockwise: {}",
            names.join(", ")
        );
        return resolver
            .error_with_hint(codes::MISSING_KEY, given, "[board.sides] needs `colours`", hint)
            .none();
    };
    if colours.len() != found.len() {
        let message = format!("this board has {} sides, but `colours` has {}", found.len(), colours.len());
        let names: Vec<&str> = found.iter().map(|s| s.name).collect();
        let hint = format!("write one colour for each side, clockwise: {}", names.join(", "));
        resolver.error_with_hint(codes::BAD_COUNT, colours, message, hint);
    }
    let coloured = found.into_iter().zip(&colours.value).filter_map(|(side, colour)| {
        let Side { name, edges, shares_first, .. } = side;
        Some(ColouredSide { name, edges, shares_first, ink: resolver.area(colour)? })
    });
    Some(coloured.collect())
}

/// Returns the width of the bands along the sides of a board, in mm. Returns 0 if the board has no
/// `sides`.
pub fn sides_width(b: &Board) -> f64 {
    let Some(sides) = &b.sides else { return 0.0 };
    sides.width.as_ref().map_or(DEFAULT_SIDES, |width| width.value.0)
}

/// A font face, and the size of its em in mm.
struct Face {
    id: FontId,
    size: f64,
}

/// Returns the face for a font of the board. If `value` is `None`, returns the default font in a size
/// of `default_pt` points.
fn face(
    value: Option<&Spanned<OfWhole<Font>>>,
    default_pt: f64,
    resolver: &mut Resolver<'_>,
) -> Option<Face> {
    let default = Font { family: None, bold: false, italic: false, size: Mm::from_pt(default_pt).0 };
    let font = value.map_or(&default, |font| &font.value.value);
    let place = value.map_or(SourceSpan::new(resolver.file, 0..0), |font| resolver.place(font));
    Some(Face { id: resolver.font(font, place)?, size: font.size })
}

pub fn names(board: &Board, board_place: SourceSpan, resolver: &mut Resolver<'_>) -> Option<NameStyle> {
    let show = board.show_names.as_deref().copied().unwrap_or(ShowNames::None);
    let has_names = board.names.is_some() || !board.points.0.is_empty() || is_free(board);
    if let Some(at) = board.show_names.as_ref().filter(|_| show != ShowNames::None && !has_names) {
        let message = "the cells have no names to print";
        resolver.error_with_hint(codes::MISSING_KEY, at, message, "add names = \"lines\"");
    }
    let each_seat = board.names_for.as_deref() == Some(&DrawnFor::EachSeat);
    let usual = if is_free(board) { ElementPlace::CENTRE } else { ElementPlace::Anchor(Anchor::BOTTOM) };
    let at = board.names_at.as_ref().map_or(usual, |at| at.value.value);
    let wrong = match at {
        ElementPlace::EachCorner | ElementPlace::EachEdge => Some((
            "`names-at` must be one place in the cell, not every corner or every edge",
            "write names-at = \"bottom\"; to print each name once for every player at the table, add names-for = \"each seat\"",
        )),
        ElementPlace::CENTRE if each_seat => Some((
            "the names for all seats are in the middle of the cell, where they overlap",
            "write names-at = \"bottom\": each name is then on the side of the cell that faces its seat",
        )),
        _ => None,
    };
    if let (Some(value), Some((message, hint))) = (&board.names_at, wrong) {
        resolver.error_with_hint(codes::BAD_VALUE, value, message, hint);
    }
    let shown = board.names_font.as_ref().map(|at| resolver.place(at));
    let place =
        shown.or_else(|| board.show_names.as_ref().map(|at| resolver.place(at))).unwrap_or(board_place);
    let Face { id, size } = face(board.names_font.as_ref(), DEFAULT_NAME_PT, resolver)?;
    Some(NameStyle { show, font: id, size, anchor: at, each_seat, place })
}

pub fn labels(board: &Board, resolver: &mut Resolver<'_>) -> Option<LabelStyle> {
    let unsaid = Labels::default();
    let given = board.labels.as_deref().unwrap_or(&unsaid);
    let Face { id, size } = face(given.font.as_ref(), DEFAULT_LABEL_PT, resolver)?;
    let ink = match &given.colour {
        Some(colour) => resolver.ink(colour)?,
        None => Ink::black(),
    };
    let halo = given.halo.as_ref().and_then(|halo| resolver.halo(halo));
    let at = given.at.as_ref().map_or(ElementPlace::CENTRE, |at| at.value.value);
    if let Some(each) = &given.for_ {
        seats::check(std::iter::once(at), each, resolver);
    }
    let clear_of = given.clear_of.as_ref().and_then(|size| match size.value.0 {
        mm if mm > 0.0 => Some(Located { value: mm, place: resolver.place(size) }),
        _ => {
            let message = "`clear-of` must be greater than 0 mm: it is the size of a counter";
            resolver.error(codes::BAD_SIZE, size, message).none()
        }
    });
    Some(LabelStyle {
        clear_of,
        anchor: at,
        inset: given.inset.as_ref().map(|inset| inset.value.value).unwrap_or_default(),
        font: id,
        size,
        min_size: given.shrink.as_ref().map_or(size, |s| s.value.0),
        ink,
        halo,
        each_seat: given.for_.as_deref() == Some(&DrawnFor::EachSeat),
        place: given
            .at
            .as_ref()
            .map(|at| resolver.place(at))
            .or_else(|| board.labels.as_ref().map(|l| resolver.place(l))),
    })
}
