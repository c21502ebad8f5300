//! Pieces: from a table of the layout to a deck.
//!
//! `[[cards]]`, `[[notes]]`, `[[tiles]]` or `[[counters]]` goes in; a deck with its rows, sizes and faces comes out. Elements
//! are compiled in `elements`, and sheets are filled elsewhere.

mod bare_fields;
mod colour_icons;
mod column_names;
pub(super) mod die_sheet;
mod doubled;
mod doubtful;
mod edges;
mod families;
mod field_values;
mod foreign_text;
mod hidden_rows;
mod mangled;
mod marks;
mod near_fields;
mod paths;
mod rows;
mod strips;
mod table_doubts;
mod unasked;

use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::Size;

use crate::context::{Compiler, DeckContext};
pub use families::families;
use hexpress_base::diag::{Diagnostic, Place, codes, near};
use hexpress_base::hex::Orientation;
use hexpress_base::tiling::Tiling;
use hexpress_base::units::Trimmed;
use hexpress_game::element::Element;
use hexpress_game::pieces::{BAD_PIECE, CellShare, Deck, MOST_PIECES, Outline, PieceSize, share_of_cell};
use hexpress_game::values::Values;
use hexpress_game::{CellSize, DieSheet};
use hexpress_language::tables::layout::{Outline as Figure, Pieces};
use hexpress_language::values::place::{At, NameOr};
use hexpress_language::values::value::{Across, Extent, OnSheet};
use rows::{CountedRows, UncountedRows};

/// The most elements that the faces and backs of all pieces of a layout have together.
const MOST_ELEMENTS: usize = 2_000_000;

/// Compiles one component of pieces. Returns `None` after an error without which no piece can be made.
pub fn deck(given: &At<Pieces>, name: &str, default: Figure, compiler: &mut Compiler<'_>) -> Option<Deck> {
    let place = compiler.place(given);
    let p = &given.value;
    let outline = outline(p, default, compiler, place);
    let die_sheet = die_sheet_of(p, compiler);
    let checked_size = piece_size(p, outline, die_sheet.as_deref(), compiler, place);
    let Faces { face, back, are_valid } = faces(p, compiler);
    let is_square = match (&checked_size, outline) {
        (Some(PieceSize::Fixed(size)), Outline::Rectangle(_)) => size.width == size.height,
        _ => true,
    };
    let mut needs = face.iter().chain(&back).flat_map(Element::needs);
    let asks_for_all_edges = needs.any(|need| ["edges", "paths"].contains(&need));
    let rows = rows::rows(p, DeckContext { name, outline, is_square, asks_for_all_edges }, compiler);
    edges_of_discs(outline, [&face, &back], compiler);
    if let Some(PieceSize::Fixed(size)) = checked_size {
        check_rounded_corners(p, outline, size, compiler);
        warn_of_tiny_pieces(p, default, size, compiler);
    }
    let strips::Strips { bleed, back_bleed, safe } = strips::strips(p, checked_size.as_ref(), compiler);
    let CountedRows { given: UncountedRows { mut values, origin, mut places, drawn, .. }, copies } = rows?;
    if let Some(origin) = origin.as_ref().filter(|_| are_valid) {
        let rows_with_copies = origin.rows.iter().zip(&copies).filter(|(_, copies)| **copies > 0);
        let printed: BTreeSet<usize> = rows_with_copies.map(|(row, _)| *row as usize).collect();
        hidden_rows::check(p, &origin.table, |row| printed.contains(&row), compiler);
    }
    // The edges and paths of drawn tiles are always valid.
    if drawn.is_none() {
        let sources = edges::Sources { component: place, places: &places, origin: origin.as_ref() };
        edges::edges(&mut values, outline, sources, compiler);
        paths::check(p, &face, outline.edges(), (&values, &places), compiler);
    }
    warn_of_theme_orientation(p, &values, outline, compiler);
    let size = checked_size?;
    doubtful::shows_no_row(p, [&face, &back], compiler);
    let pieces = pieces(&copies, face.len() + back.len(), place, compiler)?;
    places.words = p.set.iter().map(|(_, value)| compiler.place(value)).collect();
    let pack = marks::pack(p, outline, compiler);
    let marks = marks::marks(p, outline, compiler);
    let given_size = p.size.as_ref().map(|at| compiler.place(at));
    Some(Deck {
        size_place: given_size.or_else(|| p.across.as_ref().map(|at| compiler.place(at))),
        meant_in_mm: meant_in_mm(p, &size, compiler),
        size,
        share: p.across.as_ref().and_then(|across| share(across, compiler)),
        outline,
        grid: p.grid.as_ref().map(|grid| grid.value),
        die_sheet,
        pack,
        marks,
        values,
        places: Box::new(places),
        fields: p.set.iter().map(|(name, value)| (name.value.as_str().into(), value.value.clone())).collect(),
        total: pieces.len(),
        pieces,
        origin,
        drawn,
        picked: None,
        bleed,
        back_bleed,
        safe,
        face,
        back,
        alt: p.alt.as_ref().and_then(|text| compiler.stated_template(text)),
    })
}

/// Returns the size of pieces: that of `size` or `across`, or the largest one that a place of the die sheet has room for.
fn piece_size(
    p: &Pieces,
    outline: Outline,
    die_sheet: Option<&DieSheet>,
    compiler: &mut Compiler<'_>,
    place: Place,
) -> Option<PieceSize> {
    let names_die_sheet = p.sheet.as_ref().is_some_and(|at| matches!(at.value, OnSheet::Named(_)));
    let has_own_size = p.size.is_some() || p.across.is_some();
    let size = match die_sheet {
        // The die sheet has an error, which has been reported, so its places have no size.
        None if names_die_sheet && !has_own_size => None,
        Some(die_sheet) if !has_own_size => Some(PieceSize::Fixed(largest_in_place(outline, die_sheet.size))),
        _ => given_size(p, outline, compiler, place),
    };
    if let (Some(die_sheet), Some(PieceSize::Fixed(size))) = (die_sheet, &size) {
        check_fits_place(p, *size, die_sheet, compiler, place);
    }
    size
}

/// The elements of the pieces of a component.
struct Faces {
    /// The elements of `ground`, then those of `face`.
    face: Vec<Element>,
    back: Vec<Element>,
    /// Whether no element has an error.
    are_valid: bool,
}

/// Compiles the elements of a component. If they have no errors, warns of what is probably not meant.
fn faces(p: &Pieces, compiler: &mut Compiler<'_>) -> Faces {
    let ([ground, mut front, back], are_valid) = compiler.track_errors(|compiler| {
        let faces = [&p.ground, &p.face, &p.back]
            .map(|face| face.as_ref().map_or_else(Vec::new, |face| compiler.face(face)));
        bare_fields::mend(p, compiler);
        faces
    });
    if are_valid {
        doubtful::check(p, [&front, &back], compiler);
    }
    front.splice(0..0, ground);
    if are_valid {
        let first_doubt = compiler.doubts.doubted.len();
        column_names::check(p, [&front, &back], compiler);
        doubled::mend(p, [&front, &back], first_doubt, compiler);
    }
    Faces { face: front, back, are_valid }
}

/// Returns the index of the row of every piece, given the number of copies of each row. Reports too many pieces or elements, and a
/// component without pieces.
fn pieces(
    copies: &[usize],
    elements_of_piece: usize,
    place: Place,
    compiler: &mut Compiler<'_>,
) -> Option<Vec<u32>> {
    let mut pieces = Vec::new();
    for (row, copies) in copies.iter().enumerate() {
        if is_too_many(compiler.pieces + pieces.len() + copies) {
            let whose = if compiler.pieces == 0 { "one component" } else { "one layout" };
            let message = format!("more than {MOST_PIECES} pieces in {whose}");
            return compiler.error(codes::BAD_COUNT, place, message).none();
        }
        pieces.extend(std::iter::repeat_n(u32::try_from(row).unwrap_or(u32::MAX), *copies));
    }
    compiler.pieces += pieces.len();
    compiler.elements += pieces.len().saturating_mul(elements_of_piece);
    if compiler.elements > MOST_ELEMENTS {
        let too_many = format!("the faces of all pieces have more than {MOST_ELEMENTS} elements");
        return compiler.error(codes::BAD_COUNT, place, too_many).none();
    }
    if pieces.is_empty() {
        compiler.error(codes::NOTHING, place, "this component has no piece");
    }
    Some(pieces)
}

/// Returns the outline of pieces. Reports `round` and `cells` on outlines that do not have them.
fn outline(p: &Pieces, default: Figure, compiler: &mut Compiler<'_>, place: Place) -> Outline {
    let round = p.round.as_ref().map_or(0.0, |r| r.value.0);
    if let Some(at) = &p.round
        && !(0.0..=100.0).contains(&round)
    {
        compiler.error(codes::BAD_SIZE, at, "`round` lies between 0 and 100mm");
    }
    let given = p.shape.as_ref().map_or(default, |s| s.value);
    if let (Some(at), false) = (&p.round, matches!(given, Figure::Rectangle | Figure::Square)) {
        let wrong = codes::IDLE_KEY.error(format!("`round` does nothing on {}", plural(given)));
        compiler.add_error(wrong.hint("only rectangles have corners to round"), compiler.key_place(&at.span));
    }
    if let (Some(at), true) = (&p.cells, given != Figure::Hexagon) {
        let wrong = codes::IDLE_KEY.error(format!("`cells` does nothing on {}", plural(given)));
        compiler.add_error(wrong.hint("it says which way hexagons stand"), compiler.key_place(&at.span));
    }
    match given {
        Figure::Rectangle | Figure::Square => Outline::Rectangle(round),
        Figure::Disc => Outline::Disc,
        Figure::Triangle => Outline::Regular(Tiling::Triangles),
        Figure::Octagon => Outline::Regular(Tiling::T488),
        Figure::Hexagon => {
            let needs = "hexagons must say which way they stand";
            Outline::Hexagon(compiler.orientation(&p.cells, place, needs))
        }
    }
}

/// Warns of hexagons with `paths` whose orientation comes from the theme, because the numbers of edges depend on it.
fn warn_of_theme_orientation(p: &Pieces, values: &Values, outline: Outline, compiler: &mut Compiler<'_>) {
    let Some(cells) = p.cells.as_ref().filter(|at| compiler.is_of_theme(at)) else { return };
    let Outline::Hexagon(orientation) = outline else { return };
    if let Some(paths) = p.rows.as_ref().filter(|_| values.names().any(|name| name == "paths")) {
        let [own, other] = match orientation {
            Orientation::FlatTop => ["flat-top", "pointy-top"],
            Orientation::PointyTop => ["pointy-top", "flat-top"],
        };
        let message =
            format!("`cells` is missing, and the theme says {own}: `paths` count edges from the top");
        let hint = format!("write cells = \"{own}\" or \"{other}\"");
        let warning = codes::MISSING_KEY.warning(message).at(compiler.place(paths)).hint(hint);
        compiler.warnings.push(warning.also(compiler.place(cells), "this theme"));
    }
}

/// Returns the cut sheet of a component.
fn die_sheet_of(p: &Pieces, compiler: &mut Compiler<'_>) -> Option<Arc<DieSheet>> {
    let at = p.sheet.as_ref()?;
    let OnSheet::Named(name) = &at.value else { return None };
    let spans = [
        ("grid", p.grid.as_ref().map(|g| g.span.clone())),
        ("pack", p.pack.as_ref().map(|g| g.span.clone())),
        ("marks", p.marks.as_ref().map(|g| g.span.clone())),
    ];
    for (key, span) in spans {
        if let Some(span) = span {
            let message = format!("`{key}` does nothing on a sheet with places of its own");
            compiler.error_with_hint(codes::IDLE_KEY, compiler.key_place(&span), message, "leave it out");
        }
    }
    die_sheet::find(at, name, compiler)
}

/// Returns the size of the largest piece of an outline that has room in a place of a die sheet.
fn largest_in_place(outline: Outline, place: Size) -> Size {
    match outline {
        Outline::Rectangle(_) => place,
        Outline::Disc => outline.across(place.width.min(place.height)),
        Outline::Hexagon(_) | Outline::Regular(_) => {
            let unit = outline.across(1.0);
            let across = (place.width / unit.width).min(place.height / unit.height);
            outline.across(across)
        }
    }
}

/// Reports pieces that are larger than the places of their die sheet.
fn check_fits_place(p: &Pieces, size: Size, die_sheet: &DieSheet, compiler: &mut Compiler<'_>, place: Place) {
    if size.width <= die_sheet.size.width + 0.001 && size.height <= die_sheet.size.height + 0.001 {
        return;
    }
    let at = match (&p.size, &p.across) {
        (Some(size), _) => compiler.place(size),
        (_, Some(across)) => compiler.place(across),
        _ => place,
    };
    let message = format!(
        "a piece measures {} x {} mm, and the places of `{}` {} x {} mm",
        Trimmed(size.width),
        Trimmed(size.height),
        die_sheet.name,
        Trimmed(die_sheet.size.width),
        Trimmed(die_sheet.size.height)
    );
    let hint = "without a size, pieces are as large as the places";
    compiler.error_with_hint(codes::LARGER_THAN_PLACE, at, message, hint);
}

/// Returns the plural of the name of an outline, for messages.
fn plural(outline: Figure) -> &'static str {
    match outline {
        Figure::Rectangle => "rectangles",
        Figure::Square => "squares",
        Figure::Hexagon => "hexagons",
        Figure::Triangle => "triangles",
        Figure::Octagon => "octagons",
        Figure::Disc => "discs",
    }
}

/// Reports corners whose radius is more than half the width or the height of a piece.
fn check_rounded_corners(p: &Pieces, outline: Outline, size: Size, compiler: &mut Compiler<'_>) {
    if let (Outline::Rectangle(radius), Some(at)) = (outline, &p.round)
        && radius > size.width.min(size.height) / 2.0
        && radius <= 100.0
    {
        let half = Trimmed(size.width.min(size.height) / 2.0);
        let message = format!("corners cannot be rounded by more than half the piece, {half} mm");
        compiler.error(codes::BAD_SIZE, at, message);
    }
}

/// A `size` that is typed on a line of its own below the header of an element, so that it is the size of the element.
struct StrayedSize {
    /// The key and the value, as typed.
    line: String,
    /// The header of the element, such as `[[cards.face]]`.
    header: String,
    place: Place,
}

/// Returns the first `size` below the header of an element.
fn strayed_size(p: &Pieces, compiler: &Compiler<'_>) -> Option<StrayedSize> {
    let faces = [&p.face, &p.back].into_iter().flatten();
    let elements = faces.filter_map(|face| match &face.value {
        NameOr::Full(elements) => Some(elements),
        NameOr::Name(_) => None,
    });
    elements.flatten().find_map(|element| {
        let size = element.value.size.as_ref()?;
        let header = compiler.text.get(element.span.clone())?.lines().next()?.trim();
        let start = compiler.text.get(..size.span.start)?.rfind('\n')? + 1;
        let line = compiler.text.get(start..)?.lines().next()?.trim();
        let is_table = header.starts_with("[[") && line.starts_with("size");
        let typed = compiler.text.get(size.span.clone())?;
        is_table.then(|| StrayedSize {
            line: format!("size = {typed}"),
            header: header.to_owned(),
            place: compiler.place(size),
        })
    })
}

/// Warns of cards and notes whose size may be meant in centimetres.
fn warn_of_tiny_pieces(p: &Pieces, default: Figure, size: Size, compiler: &mut Compiler<'_>) {
    /// The least width or height of usual cards, in mm, whichever is larger.
    const SMALLEST: f64 = 15.0;
    let Some(at) = p.size.as_ref().filter(|at| !compiler.is_of_theme(at)) else { return };
    if default != Figure::Rectangle || size.width.max(size.height) >= SMALLEST {
        return;
    }
    let (width, height) = (Trimmed(size.width), Trimmed(size.height));
    let message = format!("these pieces measure {width} x {height} mm");
    let hint = format!("if centimetres are meant, write size = \"{width} x {height}cm\"");
    compiler.warnings.push(codes::BAD_SIZE.warning(message).at(compiler.place(at)).hint(hint));
}

/// Returns the size in millimetres, if it is typed in centimetres and larger than most sheets.
fn meant_in_mm(p: &Pieces, size: &PieceSize, compiler: &Compiler<'_>) -> Option<Arc<str>> {
    /// The width and the height in mm above which a piece is larger than most sheets.
    const LARGEST: f64 = 300.0;
    let PieceSize::Fixed(size) = size else { return None };
    let typed = compiler.text.get(p.size.as_ref()?.span.clone())?;
    let is_slip = size.width.min(size.height) > LARGEST && typed.contains("cm");
    is_slip.then(|| typed.replace("cm", "mm").into())
}

/// Reports elements at the edges of a piece without edges.
fn edges_of_discs(outline: Outline, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    for element in faces.into_iter().flatten() {
        if outline.edges() == 0 && element.is_at_edges() {
            let message = "a disc has no edges, so this is never drawn";
            let hint = "give it a place of its own: at = \"top\", at = \"0 -5mm\"";
            compiler.error_with_hint(codes::BAD_ELEMENT, element.place, message, hint);
        }
    }
}

/// Returns the size of `size` or `across`. Reports both keys, neither, and a size that no piece may have.
fn given_size(p: &Pieces, outline: Outline, compiler: &mut Compiler<'_>, place: Place) -> Option<PieceSize> {
    let (measured, at) = match (&p.size, &p.across) {
        (Some(size), Some(_)) => {
            let message = "`size` and `across` both say how large a piece is: leave one out";
            return compiler.error(codes::BAD_SIZE, size, message).none();
        }
        (Some(size), None) => {
            one_measure(p, size, outline, compiler);
            (size.value.of(Size::ZERO), compiler.place(size))
        }
        (None, Some(across)) => {
            let at = compiler.place(across);
            match measure(across, compiler)? {
                Measured::Mm(mm) => (outline.across(mm), at),
                Measured::Share(share) => return Some(PieceSize::Share(share)),
            }
        }
        (None, None) => {
            return compiler.add_error(no_size(p, outline, compiler), place).none();
        }
    };
    let size = match outline {
        Outline::Hexagon(_) | Outline::Regular(_) if p.size.is_some() => outline.across(measured.width),
        Outline::Disc => Size::new(measured.width, measured.width),
        _ => measured,
    };
    if PieceSize::allows(size) {
        return Some(PieceSize::Fixed(size));
    }
    compiler.error(codes::BAD_SIZE, at, BAD_PIECE).none()
}

/// Returns the error for pieces without a size.
fn no_size(p: &Pieces, outline: Outline, compiler: &Compiler<'_>) -> Diagnostic {
    let wrong = codes::MISSING_KEY.error("pieces need a size");
    match (strayed_size(p, compiler), outline) {
        (Some(StrayedSize { line, header, place }), _) => wrong
            .hint(format!("move {line} above the first {header}"))
            .also(place, "this is the size of the element above it"),
        (None, Outline::Rectangle(_)) => wrong.hint("size = \"63 x 88mm\""),
        (None, _) => wrong.hint("across = \"40mm\""),
    }
}

/// Reports a width and a height of pieces with one measure.
fn one_measure(p: &Pieces, size: &At<Extent>, outline: Outline, compiler: &mut Compiler<'_>) {
    let Some(height) = size.value.height else { return };
    let what = match outline {
        Outline::Rectangle(_) if p.shape.as_ref().is_none_or(|s| s.value != Figure::Square) => return,
        Outline::Hexagon(_) => "a hexagon",
        Outline::Regular(tiling) if tiling.is_triangles() => "a triangle",
        Outline::Regular(_) => "an octagon",
        _ if height == size.value.width => return,
        Outline::Rectangle(_) => "a square",
        Outline::Disc => "a disc",
    };
    let width = Trimmed(size.value.width.of(0.0));
    let message = format!("{what} has one measure, and this gives two");
    compiler.error_with_hint(codes::BAD_SIZE, size, message, format!("across = \"{width}mm\""));
}

/// Returns the share of the size of a board's cells that `across` asks for, if any.
fn share(across: &At<Across>, compiler: &Compiler<'_>) -> Option<Box<CellShare>> {
    let Across::Share(percent, name) = &across.value else { return None };
    Some(Box::new(CellShare {
        percent: *percent,
        board: name.as_str().into(),
        place: compiler.place(across),
    }))
}

/// The width of pieces that `across` gives.
enum Measured {
    Mm(f64),
    /// A share of the cells of a board whose size is not known before it is fitted to its sheet.
    Share(Box<CellShare>),
}

/// Returns the width that `across` gives. Reports an unknown board.
fn measure(across: &At<Across>, compiler: &mut Compiler<'_>) -> Option<Measured> {
    let (percent, name) = match &across.value {
        Across::Mm(mm) => return Some(Measured::Mm(*mm)),
        Across::Share(percent, name) => (*percent, name),
    };
    match compiler.cell_sizes.get(name) {
        Some(CellSize::Across(mm)) => Some(Measured::Mm(share_of_cell(percent, *mm))),
        Some(CellSize::Largest) => share(across, compiler).map(Measured::Share),
        // The board has errors, which have been reported.
        None if compiler.boards.contains(name) => None,
        None => {
            let boards = &compiler.boards;
            let hint = if boards.is_empty() {
                "this file has no [[board]]: give the size in mm".to_owned()
            } else {
                near::among(name, boards, "this file has:")
            };
            compiler
                .error_with_hint(codes::UNKNOWN_NAME, across, format!("no board is called `{name}`"), hint)
                .none()
        }
    }
}

fn is_too_many(pieces: usize) -> bool {
    pieces > MOST_PIECES
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_layout_has_at_most_the_pieces_of_the_limit() {
        assert!(!super::is_too_many(super::MOST_PIECES) && super::is_too_many(super::MOST_PIECES + 1));
    }
}
