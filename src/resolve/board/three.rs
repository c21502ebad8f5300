//! `three-colours = { f6 = "tan", … }`: every cell in the colour of one of three cells that touch one another.

use std::collections::HashMap;
use std::sync::Arc;

use super::cells::{self, Laid, spots};
use super::kinds::Kinds;
use crate::diag::{Diagnostic, codes};
use crate::model::address;
use crate::model::board::Kind;
use crate::model::cells::three_colouring;
use crate::resolve::context::Compiler;
use crate::scene::Ink;
use crate::spec::tables::layout::Board;
use crate::spec::values::place::At;

/// Gives every cell the colour of the named cell of its class; cells of one class never touch.
pub fn three_colours(
    b: &Board,
    names: Option<&[Arc<str>]>,
    laid: &mut Laid,
    kinds: &mut Kinds,
    compiler: &mut Compiler<'_>,
) {
    let Some(inks) = inks(b, names, laid, kinds, compiler) else { return };
    let mut known: HashMap<(usize, usize), usize> = HashMap::new();
    for cell in &mut laid.cells {
        let class = three_colouring(cell.hex);
        let Some(ink) = inks.get(class) else { continue };
        let all = &mut kinds.kinds;
        cell.kind = *known.entry((cell.kind, class)).or_insert_with(|| {
            let base = all.get(cell.kind).cloned();
            let mut kind = base.unwrap_or_else(|| Kind::plain("cell", cell.place));
            kind.fill = Some(ink.clone());
            if kind.name.as_ref() == "cell" {
                kind.name = Arc::clone(&ink.name);
            }
            all.push(kind);
            all.len() - 1
        });
    }
}

/// The colour of each class; none where the layout names none, or not three cells that touch one another.
fn inks(
    b: &Board,
    names: Option<&[Arc<str>]>,
    laid: &Laid,
    kinds: &Kinds,
    compiler: &mut Compiler<'_>,
) -> Option<[Ink; 3]> {
    let (first, _) = b.three_colours.iter().next()?;
    let hexes = laid.hexes();
    let board = cells::named(&hexes, names);
    let mut named: Vec<(&At<String>, usize)> = Vec::new();
    let mut inks: [Option<Ink>; 3] = [None, None, None];
    let mut wrong = false;
    for (key, colour) in b.three_colours.iter() {
        let found = spots(key, &key.value, &board, &|cell| kinds.name_of(laid, cell), compiler);
        let ink = compiler.ink(colour);
        match found[..] {
            [address::Spot::Cell(index)] => {
                named.push((key, index));
                wrong |= ink.is_none();
                if let Some(cell) = laid.cells.get(index) {
                    inks[three_colouring(cell.hex)] = ink;
                }
            }
            // What is no address was told already.
            [] => wrong = true,
            _ => {
                wrong = true;
                let message = format!("`{}` is not one cell: each colour is named by one cell", key.value);
                let hint = example(names, laid, &named);
                compiler.wrong(
                    Diagnostic::error(codes::BAD_VALUE, message).maybe_hint(hint),
                    compiler.place(key),
                );
            }
        }
    }
    if wrong {
        return None;
    }
    if named.len() != 3 {
        let plural = if named.len() == 1 { "" } else { "s" };
        let message = format!(
            "`three-colours` names {} cell{plural}, and takes three that touch one another, each with its colour",
            named.len()
        );
        let hint = example(names, laid, &named);
        compiler.wrong(Diagnostic::error(codes::BAD_COUNT, message).maybe_hint(hint), compiler.place(first));
        return None;
    }
    for (i, (key, index)) in named.iter().enumerate() {
        for (other_key, other) in &named[..i] {
            let (Some(a), Some(b)) = (laid.cells.get(*other), laid.cells.get(*index)) else { continue };
            if a.hex.distance(b.hex) != 1 {
                let message = format!(
                    "`{}` and `{}` do not touch: the three cells of `three-colours` touch one another",
                    other_key.value, key.value
                );
                let hint = example(names, laid, &named);
                compiler.wrong(
                    Diagnostic::error(codes::BAD_VALUE, message).maybe_hint(hint),
                    compiler.place(key),
                );
                return None;
            }
        }
    }
    let [Some(a), Some(b), Some(c)] = inks else { return None };
    Some([a, b, c])
}

/// Three cells of the board that touch one another, with as many of those that were named as can be.
fn example(names: Option<&[Arc<str>]>, laid: &Laid, named: &[(&At<String>, usize)]) -> Option<String> {
    let names = names?;
    let index: HashMap<_, _> = laid.cells.iter().enumerate().map(|(i, cell)| (cell.hex, i)).collect();
    let round = |i: usize| {
        let hex = laid.cells.get(i).map(|cell| cell.hex);
        let three =
            |k: usize| Some([i, *index.get(&hex?.neighbour(k))?, *index.get(&hex?.neighbour(k + 1))?]);
        let known = |three: &[usize; 3]| three.iter().filter(|i| named.iter().any(|(_, n)| n == *i)).count();
        // Of equal ones, the first: the last that is not surpassed when they are seen from behind.
        (0..6).rev().filter_map(three).max_by_key(known)
    };
    let first = named.first().and_then(|(_, i)| round(*i));
    let [a, b, c] = first.or_else(|| (0..laid.cells.len()).find_map(round))?;
    Some(format!("{}, {} and {} touch one another", names.get(a)?, names.get(b)?, names.get(c)?))
}
