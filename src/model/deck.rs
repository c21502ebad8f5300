//! Pieces: from a table of the layout to a deck, every row and size worked out.

use std::sync::Arc;

use kurbo::Size;

use super::compile::Compiler;
use super::pieces::{Deck, Outline};
use super::rows::{self, Rows};
use crate::diag::{Place, codes};
use crate::hex::Orientation;
use crate::spec::layout::Pieces;
use crate::spec::place::At;
use crate::spec::scalar::Scalar;
use crate::spec::value::Across;

/// The most pieces one component may have, copies counted.
pub const MOST_PIECES: usize = 1_000_000;

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
    family: Family,
    cells: &CellSizes,
    compiler: &mut Compiler<'_>,
) -> Option<Deck> {
    let place = compiler.place(given);
    let p = &given.value;
    let outline = outline(p, family, compiler, place);
    let size = size(p, outline, cells, compiler, place)?;
    let Rows { mut columns, mut rows, copies, origin } = rows::rows(p, compiler)?;
    edges(&mut columns, &mut rows, outline, place, compiler);
    let mut pieces = Vec::new();
    for (row, copies) in copies.iter().enumerate() {
        if pieces.len() + copies > MOST_PIECES {
            let message = format!("more than {MOST_PIECES} pieces in one component");
            compiler.wrong((codes::BAD_COUNT, message, None), place);
            return None;
        }
        pieces.extend(std::iter::repeat_n(u32::try_from(row).unwrap_or(u32::MAX), *copies));
    }
    if pieces.is_empty() {
        compiler.wrong((codes::NOTHING, "this component has no piece".into(), None), place);
    }
    let words = p.set.iter().map(|(name, value)| (name.value.as_str().into(), value.value.clone())).collect();
    let face = p.face.as_ref().map_or_else(Vec::new, |face| compiler.face(face));
    let back = p.back.as_ref().map_or_else(Vec::new, |back| compiler.face(back));
    let grid = p.grid.as_ref().map(|g| g.value);
    let of = pieces.len();
    Some(Deck { size, outline, grid, columns, rows, words, pieces, origin, picked: None, of, face, back })
}

fn outline(p: &Pieces, family: Family, compiler: &mut Compiler<'_>, place: Place) -> Outline {
    use crate::spec::layout::{Cells, Outline as Given};
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
        compiler.wrong((codes::BAD_SIZE, message, None), compiler.place(at));
    }
    match p.shape.as_ref().map_or(default, |s| s.value) {
        Given::Rectangle | Given::Square => Outline::Rectangle(round),
        Given::Disc => Outline::Disc,
        Given::Hexagon => match p.cells.as_ref().map(|c| c.value) {
            Some(Cells::PointyTop) => Outline::Hexagon(Orientation::PointyTop),
            Some(Cells::FlatTop) => Outline::Hexagon(Orientation::FlatTop),
            None => {
                let message = "hexagons must say which way they stand".to_owned();
                let hint = "cells = \"flat-top\" (a side at the top) or \"pointy-top\" (a corner at the top)";
                compiler.wrong((codes::MISSING_KEY, message, Some(hint.to_owned())), place);
                Outline::Hexagon(Orientation::FlatTop)
            }
        },
    }
}

/// The size of each board's cells from flat to flat, in mm, as far as it is fixed.
pub type CellSizes = Vec<(String, Option<f64>)>;

fn size(
    p: &Pieces,
    outline: Outline,
    cells: &CellSizes,
    compiler: &mut Compiler<'_>,
    place: Place,
) -> Option<Size> {
    let (size, at) = match (&p.size, &p.across) {
        (Some(size), Some(_)) => {
            let message = "`size` and `across` both say how large a piece is: leave one out".to_owned();
            compiler.wrong((codes::BAD_SIZE, message, None), compiler.place(size));
            return None;
        }
        (Some(size), None) => (size.value.of(Size::ZERO), compiler.place(size)),
        (None, Some(across)) => {
            let at = compiler.place(across);
            (across_size(across_mm(&across.value, cells, at, compiler)?, outline), at)
        }
        (None, None) => {
            let hint = match outline {
                Outline::Rectangle(_) => "size = \"63 x 88mm\"",
                _ => "across = \"40mm\"",
            };
            compiler.wrong((codes::MISSING_KEY, "pieces need a size".into(), Some(hint.to_owned())), place);
            return None;
        }
    };
    let size = match outline {
        Outline::Hexagon(_) if p.size.is_some() => across_size(size.width, outline),
        Outline::Disc => Size::new(size.width, size.width),
        _ => size,
    };
    let fits = |v: f64| (2.0..=2000.0).contains(&v);
    if fits(size.width) && fits(size.height) {
        return Some(size);
    }
    compiler.wrong((codes::BAD_SIZE, "a piece measures between 2mm and 2000mm each way".into(), None), at);
    None
}

/// Width and height of a piece that measures `across` from flat to flat.
fn across_size(across: f64, outline: Outline) -> Size {
    match outline {
        Outline::Hexagon(orientation) => {
            let (w, h) = orientation.unit_size();
            let side = crate::hex::side_from_across(across);
            Size::new(w * side, h * side)
        }
        Outline::Rectangle(_) | Outline::Disc => Size::new(across, across),
    }
}

fn across_mm(across: &Across, cells: &CellSizes, at: Place, compiler: &mut Compiler<'_>) -> Option<f64> {
    let (share, name) = match across {
        Across::Mm(mm) => return Some(*mm),
        Across::Share(share, name) => (share, name),
    };
    match cells.iter().find(|(board, _)| board == name) {
        Some((_, Some(mm))) => Some((mm * share).round() / 100.0),
        Some((_, None)) => {
            let message = format!(
                "`{name}` is as large as its sheet allows, so a share of it differs from paper to paper"
            );
            let hint = format!("give `{name}` a size of its own, across = \"38mm\", or give this one in mm");
            compiler.wrong((codes::BAD_SIZE, message, Some(hint)), at);
            None
        }
        None => {
            let names = cells.iter().map(|(board, _)| board.as_str());
            let hint = crate::diag::near::nearest(name, names).map(|near| format!("did you mean `{near}`?"));
            compiler.wrong((codes::UNKNOWN_NAME, format!("no board is called `{name}`"), hint), at);
            None
        }
    }
}

/// `edges = "red blue …"` as one value for each edge, `edge1` onwards, clockwise; `-` is a blank edge.
fn edges(
    columns: &mut Vec<Arc<str>>,
    rows: &mut [Vec<Option<Scalar>>],
    outline: Outline,
    place: Place,
    compiler: &mut Compiler<'_>,
) {
    let Some(column) = columns.iter().position(|c| c.as_ref() == "edges") else { return };
    let count = outline.edges();
    columns.extend((1..=count).map(|edge| Arc::from(format!("edge{edge}"))));
    for row in rows.iter_mut() {
        let text = row.get(column).and_then(Option::as_ref).map_or_else(String::new, ToString::to_string);
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() != count && !words.is_empty() {
            let message =
                format!("`edges = \"{text}\"` names {} edges, and the piece has {count}", words.len());
            compiler.wrong((codes::BAD_COUNT, message, Some("a blank edge is -".to_owned())), place);
        }
        for edge in 0..count {
            let word = words.get(edge).filter(|w| **w != "-").map_or("", |w| *w);
            row.push(Some(Scalar::Text(word.to_owned())));
        }
    }
}
