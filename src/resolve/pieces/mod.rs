//! Pieces: from a table of the layout to a deck, every row and size worked out.

mod column_names;
pub(super) mod die_sheet;
mod doubtful;
mod edges;
mod marks;
mod rows;
mod strips;

use std::sync::Arc;

use kurbo::Size;

use super::context::{Compiler, Kind};
use crate::base::hex::Orientation;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, Place, codes};
use crate::model::DieSheet;
use crate::model::element::Element;
use crate::model::pieces::{BAD_PIECE, CellShare, Deck, MOST_PIECES, Outline, Pack, PieceSize, share_of};
use crate::spec::tables::layout::Pieces;
use crate::spec::values::place::At;
use crate::spec::values::value::{Across, Extent, OnSheet, Where};
use column_names as words;
use edges::edges;
use rows::Rows;

/// Which kind of pieces a table holds: they differ in what they are by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Rectangles.
    Cards,
    /// Hexagons.
    Tiles,
    /// Discs.
    Counters,
}

/// Compiles one component of pieces.
pub fn deck(
    given: &At<Pieces>,
    name: &str,
    family: Family,
    cells: &CellSizes,
    broken: &[String],
    compiler: &mut Compiler<'_>,
) -> Option<Deck> {
    let place = compiler.place(given);
    let p = &given.value;
    let outline = outline(p, family, compiler, place);
    let die_sheet = die_sheet_of(p, compiler);
    let on_blank = p.sheet.as_ref().is_some_and(|at| matches!(at.value, OnSheet::Named(_)));
    let size = match &die_sheet {
        // Something is wrong with the sheet, and has been told: it might say the size.
        None if on_blank && p.size.is_none() && p.across.is_none() => None,
        // Its places are as large as the pieces.
        Some(die_sheet) if p.size.is_none() && p.across.is_none() => {
            Some(PieceSize::Fixed(whole(outline, die_sheet.size)))
        }
        _ => size(p, outline, cells, broken, compiler, place),
    };
    if let (Some(die_sheet), Some(PieceSize::Fixed(size))) = (&die_sheet, &size) {
        fits_place(p, *size, die_sheet, compiler, place);
    }
    let ([face, back], well) = compiler.apart(|compiler| {
        [&p.face, &p.back].map(|face| face.as_ref().map_or_else(Vec::new, |face| compiler.face(face)))
    });
    if well {
        words::check(p, [&face, &back], compiler);
        doubtful::check(p, [&face, &back], compiler);
    }
    let square = match (&size, outline) {
        (Some(PieceSize::Fixed(size)), Outline::Rectangle(_)) => size.width == size.height,
        _ => true,
    };
    let one = |need: &&str| ["edges", "paths"].contains(need);
    let in_one = [&face, &back].into_iter().flatten().any(|element| element.needs().iter().any(one));
    let rows = rows::rows(p, Kind { name, outline, square, in_one }, compiler);
    edges_of_discs(outline, [&face, &back], compiler);
    if let Some(PieceSize::Fixed(size)) = size {
        rounded(p, outline, size, compiler);
    }
    let strips::Strips { bleed, back_bleed, safe } = strips::strips(p, size.as_ref(), compiler);
    let Rows { mut values, copies, origin, mut places, drawn } = rows?;
    // Those of tiles that were drawn are known.
    if drawn.is_none() {
        edges(&mut values, outline, (&places, origin.as_ref()), place, compiler);
    }
    let size = size?;
    let mut pieces = Vec::new();
    for (row, copies) in copies.iter().enumerate() {
        if compiler.pieces + pieces.len() + copies > MOST_PIECES {
            let whose = if compiler.pieces == 0 { "one component" } else { "one layout" };
            let message = format!("more than {MOST_PIECES} pieces in {whose}");
            compiler.wrong(Diagnostic::error(codes::BAD_COUNT, message), place);
            return None;
        }
        pieces.extend(std::iter::repeat_n(u32::try_from(row).unwrap_or(u32::MAX), *copies));
    }
    compiler.pieces += pieces.len();
    if pieces.is_empty() {
        compiler.wrong(Diagnostic::error(codes::NOTHING, "this component has no piece"), place);
    }
    places.words = p.set.iter().map(|(_, value)| compiler.place(value)).collect();
    let words = p.set.iter().map(|(name, value)| (name.value.as_str().into(), value.value.clone())).collect();
    let grid = p.grid.as_ref().map(|g| g.value);
    let pack = pack(p, outline, compiler);
    let marks = marks::marks(p, outline, compiler);
    let (of, places) = (pieces.len(), Box::new(places));
    let picked = None;
    Some(Deck {
        size,
        outline,
        grid,
        die_sheet,
        pack,
        marks,
        values,
        places,
        words,
        pieces,
        origin,
        drawn,
        picked,
        of,
        bleed,
        back_bleed,
        safe,
        face,
        back,
    })
}

fn outline(p: &Pieces, family: Family, compiler: &mut Compiler<'_>, place: Place) -> Outline {
    use crate::spec::tables::layout::{Cells, Outline as Given};
    let default = match family {
        Family::Cards => Given::Rectangle,
        Family::Tiles => Given::Hexagon,
        Family::Counters => Given::Disc,
    };
    let round = p.round.as_ref().map_or(0.0, |r| r.value.0);
    if let Some(at) = &p.round
        && !(0.0..=100.0).contains(&round)
    {
        let message = "`round` lies between 0 and 100mm".to_owned();
        compiler.wrong(Diagnostic::error(codes::BAD_SIZE, message), compiler.place(at));
    }
    let given = p.shape.as_ref().map_or(default, |s| s.value);
    if let (Some(at), false) = (&p.round, matches!(given, Given::Rectangle | Given::Square)) {
        let hint = "only rectangles have corners to round".to_owned();
        let message = format!("`round` does nothing on {}", many(given));
        compiler.wrong(Diagnostic::error(codes::IDLE_KEY, message).hint(hint), compiler.key_place(&at.span));
    }
    if let (Some(at), true) = (&p.cells, given != Given::Hexagon) {
        let hint = "it says which way hexagons stand".to_owned();
        let message = format!("`cells` does nothing on {}", many(given));
        compiler.wrong(Diagnostic::error(codes::IDLE_KEY, message).hint(hint), compiler.key_place(&at.span));
    }
    match given {
        Given::Rectangle | Given::Square => Outline::Rectangle(round),
        Given::Disc => Outline::Disc,
        Given::Hexagon => match p.cells.as_ref().map(|c| c.value) {
            Some(Cells::PointyTop) => Outline::Hexagon(Orientation::PointyTop),
            Some(Cells::FlatTop) => Outline::Hexagon(Orientation::FlatTop),
            None => {
                let message = "hexagons must say which way they stand".to_owned();
                let hint = "cells = \"flat-top\" (a side at the top) or \"pointy-top\" (a corner at the top)";
                compiler.wrong(Diagnostic::error(codes::MISSING_KEY, message).hint(hint.to_owned()), place);
                Outline::Hexagon(Orientation::FlatTop)
            }
        },
    }
}

/// The sheet with places that pieces lie on, if there is one of that name.
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
            let hint = "leave it out".to_owned();
            compiler.wrong(Diagnostic::error(codes::IDLE_KEY, message).hint(hint), compiler.key_place(&span));
        }
    }
    die_sheet::find(at, name, compiler)
}

/// A piece that fills a place, as far as its outline lets it.
fn whole(outline: Outline, place: Size) -> Size {
    match outline {
        Outline::Rectangle(_) => place,
        Outline::Disc => outline.across(place.width.min(place.height)),
        Outline::Hexagon(_) => {
            let unit = outline.across(1.0);
            let across = (place.width / unit.width).min(place.height / unit.height);
            outline.across(across)
        }
    }
}

/// A piece is at most as large as its place.
fn fits_place(p: &Pieces, size: Size, die_sheet: &DieSheet, compiler: &mut Compiler<'_>, place: Place) {
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
    let hint = "without a size, pieces are as large as the places".to_owned();
    compiler.wrong(Diagnostic::error(codes::LARGER_THAN_PLACE, message).hint(hint), at);
}

/// How pieces lie, if pieces of this outline can lie so.
fn pack(p: &Pieces, outline: Outline, compiler: &mut Compiler<'_>) -> Option<Pack> {
    let at = p.pack.as_ref()?;
    let (message, hint) = match (outline, at.value) {
        (Outline::Disc, Pack::Straight | Pack::Strips) => {
            ("no straight cut parts discs", "pack = \"close\" or \"apart\"")
        }
        (Outline::Rectangle(_), Pack::Strips) => {
            ("rectangles do not lie in strips: every cut of theirs is straight", "pack = \"straight\"")
        }
        _ => return Some(at.value),
    };
    compiler.wrong(
        Diagnostic::error(codes::BAD_PACK, message.to_owned()).hint(hint.to_owned()),
        compiler.place(at),
    );
    None
}

/// What a component's pieces are called when one speaks of them.
fn many(outline: crate::spec::tables::layout::Outline) -> &'static str {
    use crate::spec::tables::layout::Outline as Given;
    match outline {
        Given::Rectangle => "rectangles",
        Given::Square => "squares",
        Given::Hexagon => "hexagons",
        Given::Disc => "discs",
    }
}

/// The size says how far corners can be rounded.
fn rounded(p: &Pieces, outline: Outline, size: Size, compiler: &mut Compiler<'_>) {
    if let (Outline::Rectangle(radius), Some(at)) = (outline, &p.round)
        && radius > size.width.min(size.height) / 2.0
        && radius <= 100.0
    {
        let half = Trimmed(size.width.min(size.height) / 2.0);
        let message = format!("corners cannot be rounded by more than half the piece, {half} mm");
        compiler.wrong(Diagnostic::error(codes::BAD_SIZE, message), compiler.place(at));
    }
}

/// `at = "each edge"` on a piece that has none would draw nothing.
fn edges_of_discs(outline: Outline, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    for element in faces.into_iter().flatten() {
        if outline.edges() == 0 && element.places.contains(&Where::EachEdge) {
            let message = "a disc has no edges, so this is never drawn".to_owned();
            let hint = "give it a place of its own: at = \"top\", at = \"0 -5mm\"".to_owned();
            compiler.wrong(Diagnostic::error(codes::BAD_ELEMENT, message).hint(hint), element.place);
        }
    }
}

/// The size of each board's cells from flat to flat, in mm; none where it is worked out for the sheet.
pub type CellSizes = Vec<(String, Option<f64>)>;

fn size(
    p: &Pieces,
    outline: Outline,
    cells: &CellSizes,
    broken: &[String],
    compiler: &mut Compiler<'_>,
    place: Place,
) -> Option<PieceSize> {
    let (size, at) = match (&p.size, &p.across) {
        (Some(size), Some(_)) => {
            let message = "`size` and `across` both say how large a piece is: leave one out".to_owned();
            compiler.wrong(Diagnostic::error(codes::BAD_SIZE, message), compiler.place(size));
            return None;
        }
        (Some(size), None) => {
            one_measure(p, size, outline, compiler);
            (size.value.of(Size::ZERO), compiler.place(size))
        }
        (None, Some(across)) => {
            let at = compiler.place(across);
            match across_of(&across.value, cells, broken, at, compiler)? {
                Ok(mm) => (outline.across(mm), at),
                Err(share) => return Some(share),
            }
        }
        (None, None) => {
            let hint = match outline {
                Outline::Rectangle(_) => "size = \"63 x 88mm\"",
                _ => "across = \"40mm\"",
            };
            compiler.wrong(
                Diagnostic::error(codes::MISSING_KEY, "pieces need a size").hint(hint.to_owned()),
                place,
            );
            return None;
        }
    };
    let size = match outline {
        Outline::Hexagon(_) if p.size.is_some() => outline.across(size.width),
        Outline::Disc => Size::new(size.width, size.width),
        _ => size,
    };
    if PieceSize::allows(size) {
        return Some(PieceSize::Fixed(size));
    }
    compiler.wrong(Diagnostic::error(codes::BAD_SIZE, BAD_PIECE), at);
    None
}

/// Pieces that are as high as they are wide take no height of their own.
fn one_measure(p: &Pieces, size: &At<Extent>, outline: Outline, compiler: &mut Compiler<'_>) {
    use crate::spec::tables::layout::Outline as Given;
    let Some(height) = size.value.height else { return };
    let what = match outline {
        Outline::Rectangle(_) if p.shape.as_ref().is_none_or(|s| s.value != Given::Square) => return,
        Outline::Hexagon(_) => "a hexagon",
        _ if height == size.value.width => return,
        Outline::Rectangle(_) => "a square",
        Outline::Disc => "a disc",
    };
    let width = Trimmed(size.value.width.of(0.0));
    let message = format!("{what} has one measure, and this gives two");
    let hint = format!("across = \"{width}mm\"");
    compiler.wrong(Diagnostic::error(codes::BAD_SIZE, message).hint(hint), compiler.place(size));
}

/// A measure in mm, or the share of a fitted board that it is.
fn across_of(
    across: &Across,
    cells: &CellSizes,
    broken: &[String],
    place: Place,
    compiler: &mut Compiler<'_>,
) -> Option<Result<f64, PieceSize>> {
    let (percent, name) = match across {
        Across::Mm(mm) => return Some(Ok(*mm)),
        Across::Share(percent, name) => (*percent, name),
    };
    match cells.iter().find(|(board, _)| board == name) {
        // Something is wrong with the board itself, and has been told.
        _ if broken.contains(name) => None,
        Some((_, Some(mm))) => Some(Ok(share_of(percent, *mm))),
        Some((_, None)) => {
            let share = CellShare { percent, board: name.as_str().into(), place };
            Some(Err(PieceSize::Share(Box::new(share))))
        }
        // The board has mistakes of its own, which are told already.
        None if compiler.boards.contains(name) => None,
        None => {
            let boards = &compiler.boards;
            let hint = if boards.is_empty() {
                "this file has no [[board]]: give the size in mm".to_owned()
            } else {
                crate::diag::near::among(name, boards, "this file has:")
            };
            compiler.wrong(
                Diagnostic::error(codes::UNKNOWN_NAME, format!("no board is called `{name}`")).hint(hint),
                place,
            );
            None
        }
    }
}
