//! How a board looks: size, labels, names, sides.

use super::cells::Laid;
use crate::base::hex::{Orientation, across_from_side};
use crate::base::units::Mm;
use crate::diag::{Diagnostic, Place, codes};
use crate::model::ColouredSide;
use crate::model::board::{CellSize, LabelStyle, NameStyle, ShowNames};
use crate::resolve::context::Compiler;
use crate::scene::Ink;
use crate::spec;
use crate::spec::values::value::{Anchor, Font, For, Pair, Where};

const DEFAULT_LABEL_PT: f64 = 9.0;
const DEFAULT_NAME_PT: f64 = 7.0;
const DEFAULT_SIDES: f64 = 5.0;
const CENTRE: Anchor = Anchor { column: 1, row: 1 };
const FOOT: Anchor = Anchor { column: 1, row: 2 };

/// How large the cells are, by whichever of their measures the layout gives.
pub fn size(b: &spec::tables::layout::Board, compiler: &mut Compiler<'_>, place: Place) -> CellSize {
    let given = [
        ("across", &b.across, 1.0),
        ("corner-to-corner", &b.corner_to_corner, across_from_side(0.5)),
        ("side", &b.side, across_from_side(1.0)),
    ];
    let mut given = given.into_iter().filter_map(|(name, mm, factor)| Some((name, mm.as_ref()?, factor)));
    let first = given.next();
    let second = given.next().map(|(name, _, _)| name).or(b.fit.as_ref().map(|_| "fit"));
    match (first, second) {
        (Some((name, at, _)), Some(other)) => {
            let message = format!("`{name}` and `{other}` both say how large the cells are: leave one out");
            compiler.wrong(Diagnostic::error(codes::BAD_SIZE, message), compiler.place(at));
            CellSize::Largest
        }
        (Some((_, at, factor)), None) => {
            let across = at.value.0 * factor;
            if !(1.0..=2000.0).contains(&across) {
                let message = "a cell measures between 1mm and 2000mm across".to_owned();
                compiler.wrong(Diagnostic::error(codes::BAD_SIZE, message), compiler.place(at));
            }
            CellSize::Across(across)
        }
        (None, Some(_)) => CellSize::Largest,
        (None, None) => {
            let message = "a board must say how large its cells are".to_owned();
            let hint = "fit = \"largest\", or across = \"38mm\"".to_owned();
            compiler.wrong(Diagnostic::error(codes::MISSING_KEY, message).hint(hint), place);
            CellSize::Largest
        }
    }
}

/// The coloured sides, and how wide their band is.
pub fn sides(
    b: &spec::tables::layout::Board,
    orientation: Orientation,
    laid: &Laid,
    compiler: &mut Compiler<'_>,
) -> (Vec<ColouredSide>, f64) {
    let Some(given) = &b.sides else { return (Vec::new(), 0.0) };
    let place = compiler.place(given);
    let width = given.width.as_ref().map_or(DEFAULT_SIDES, |w| w.value.0);
    if let Some(at) = &given.width
        && !(width > 0.0 && width <= 50.0)
    {
        let message = "the `width` of sides lies above 0 and up to 50mm".to_owned();
        compiler.wrong(Diagnostic::error(codes::BAD_SIZE, message), compiler.place(at));
    }
    let Some((shape, lean, offset)) = laid.shape else {
        let message = "only a board with a `shape` has sides".to_owned();
        compiler.wrong(Diagnostic::error(codes::BAD_VALUE, message), place);
        return (Vec::new(), 0.0);
    };
    let found = shape.sides(orientation, lean, offset, &laid.hexes());
    let names: Vec<&str> = found.iter().map(|s| s.name).collect();
    if found.is_empty() {
        let message = "this shape has no sides to colour".to_owned();
        compiler.wrong(Diagnostic::error(codes::BAD_VALUE, message), place);
        return (Vec::new(), 0.0);
    }
    let Some(colours) = &given.colours else {
        compiler.wrong(Diagnostic::error(codes::MISSING_KEY, "sides need colours"), place);
        return (Vec::new(), 0.0);
    };
    if colours.value.len() != found.len() {
        let message =
            format!("this board has {} sides, and {} colours are given", found.len(), colours.value.len());
        let hint = format!("clockwise: {}", names.join(", "));
        compiler.wrong(Diagnostic::error(codes::BAD_COUNT, message).hint(hint), compiler.place(colours));
    }
    let mut sides = Vec::new();
    for (side, colour) in found.into_iter().zip(&colours.value) {
        if let Some(ink) = compiler.ink(colour) {
            let (name, edges, shares_first) = (side.name, side.edges, side.shares_first);
            sides.push(ColouredSide { name, edges, shares_first, ink });
        }
    }
    (sides, width)
}

/// How names are printed.
pub fn names(
    b: &spec::tables::layout::Board,
    board: Place,
    compiler: &mut Compiler<'_>,
) -> Option<NameStyle> {
    let default = Font { family: None, bold: false, italic: false, size: Mm::from_pt(DEFAULT_NAME_PT).0 };
    let (font, place) = match &b.names_font {
        Some(font) => (font.value.clone(), compiler.place(font)),
        None => (default, Place::new(compiler.file, 0..0)),
    };
    let show = b.show_names.as_ref().map_or(ShowNames::None, |s| s.value);
    if let (Some(at), None) = (&b.show_names, &b.names)
        && at.value != ShowNames::None
    {
        let hint = "names = \"lines\"";
        compiler.wrong(
            Diagnostic::error(codes::MISSING_KEY, "the cells have no names to show").hint(hint),
            compiler.place(at),
        );
    }
    let each_seat = b.names_for.as_ref().is_some_and(|f| f.value == For::EachSeat);
    let at = b.names_at.as_ref().map_or(Where::Anchor(FOOT), |at| at.value);
    if let Some(given) = &b.names_at {
        let each = matches!(at, Where::EachCorner | Where::EachEdge);
        let wrong = match at {
            Where::EachCorner | Where::EachEdge => Some("a name stands once in its cell"),
            Where::Anchor(CENTRE) if each_seat => {
                Some("in the middle of a cell, the names for all seats would lie on one another")
            }
            _ => None,
        };
        let hint = if each {
            "names-at = \"bottom\", and names-for = \"each seat\""
        } else {
            "names-at = \"bottom\""
        };
        if let Some(message) = wrong {
            compiler.wrong(
                Diagnostic::error(codes::BAD_VALUE, message.to_owned()).hint(hint.to_owned()),
                compiler.place(given),
            );
        }
    }
    // What names look like is said by the first of these.
    let shown = b.names_font.as_ref().map(|at| compiler.place(at));
    let shown = shown.or_else(|| b.show_names.as_ref().map(|at| compiler.place(at))).unwrap_or(board);
    Some(NameStyle { show, font: compiler.font(&font, place)?, size: font.size, at, each_seat, place: shown })
}

/// How labels are printed.
pub fn labels(b: &spec::tables::layout::Board, compiler: &mut Compiler<'_>) -> Option<LabelStyle> {
    let default_font = Font {
        family: None,
        bold: false,
        italic: false,
        size: crate::base::units::Mm::from_pt(DEFAULT_LABEL_PT).0,
    };
    let given = b.labels.as_ref().map(|l| &l.value);
    let (font, place) = match given.and_then(|l| l.font.as_ref()) {
        Some(font) => (font.value.clone(), compiler.place(font)),
        None => (default_font, Place::new(compiler.file, 0..0)),
    };
    let id = compiler.font(&font, place)?;
    let ink = match given.and_then(|l| l.colour.as_ref()) {
        Some(colour) => compiler.ink(colour)?,
        None => Ink::black(),
    };
    let seats = given.and_then(|l| l.for_.as_ref());
    let at = given.and_then(|l| l.at.as_ref()).map_or(Where::Anchor(CENTRE), |w| w.value);
    if let Some(seats) = seats {
        crate::resolve::elements::seats::check(
            crate::resolve::elements::seats::is_middle(at),
            compiler.place(seats),
            compiler,
        );
    }
    let least = given.and_then(|l| l.shrink.as_ref()).map_or(font.size, |s| s.value.0);
    let clear_of = given.and_then(|l| l.clear_of.as_ref()).and_then(|size| {
        let place = compiler.place(size);
        if size.value.0 > 0.0 {
            return Some((size.value.0, place));
        }
        compiler.wrong(Diagnostic::error(codes::BAD_SIZE, "a counter is larger than nothing"), place);
        None
    });
    Some(LabelStyle {
        clear_of,
        at,
        inset: given.and_then(|l| l.inset.as_ref()).map_or_else(Pair::default, |p| p.value),
        font: id,
        size: font.size,
        least,
        ink,
        each_seat: seats.is_some_and(|f| f.value == For::EachSeat),
    })
}
