//! `three-colours = { f6 = "tan", … }`: every hexagon in the colour of one of three that touch one another; and
//! `two-colours` where two are enough.

use std::collections::HashMap;
use std::sync::Arc;

use super::cells::{Draft, addressed};
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::base::units::several;
use crate::diag::{Code, codes};
use crate::model::address::Spot;
use crate::model::board::Kind;
use crate::model::cells::{three_colouring, two_colouring};
use crate::resolve::context::Compiler;
use crate::scene::Ink;
use crate::spec::values::place::{At, Named};
use crate::spec::values::value::ColourName;

/// The word for the colour that is left.
const OTHER: &str = "other";

/// Colours of which no cell has that of its neighbours.
struct Scheme<'b> {
    /// The key of the layout.
    key: &'static str,
    /// A cell's name for each.
    given: &'b Named<At<ColourName>>,
    /// Which of them a cell has.
    class: fn(Tiling, Hex) -> Option<usize>,
    count: usize,
    /// The number in words, and the cells that it is for.
    words: [&'static str; 2],
}

impl Draft<'_> {
    /// Gives every cell the colour of the named cell of its class; cells of one class never touch.
    pub fn coloured(&mut self, compiler: &mut Compiler<'_>) {
        let b = self.b;
        let schemes = [
            Scheme {
                key: "three-colours",
                given: &b.three_colours,
                class: three_colouring,
                count: 3,
                words: ["three", "hexagons, bricks, 4.8.8 and 4.6.12"],
            },
            Scheme {
                key: "two-colours",
                given: &b.two_colours,
                class: two_colouring,
                count: 2,
                words: ["two", "squares, triangles, 3.6.3.6 and 3.4.6.4"],
            },
        ];
        for scheme in schemes {
            let Some(inks) = self.inks(&scheme, compiler) else { continue };
            let first = scheme.given.iter().next().map(|(first, _)| compiler.place(first));
            let mut known: HashMap<(usize, usize), usize> = HashMap::new();
            for cell in &mut self.cells {
                let class = (scheme.class)(self.tiling, cell.hex).unwrap_or(0);
                let Some(ink) = inks.get(class) else { continue };
                let all = &mut self.kinds.kinds;
                cell.kind = *known.entry((cell.kind, class)).or_insert_with(|| {
                    let base = all.get(cell.kind).cloned();
                    let mut kind = base.unwrap_or_else(|| Kind::plain("cell", cell.place));
                    kind.fill = Some(ink.clone());
                    if kind.name.as_ref() == "cell" {
                        kind.name = Arc::clone(&ink.name);
                        kind.place = first.unwrap_or(kind.place);
                    }
                    all.push(kind);
                    all.len() - 1
                });
            }
        }
    }

    /// The colour of each class; none where the layout names none, or not as many cells that touch one another.
    fn inks(&self, scheme: &Scheme<'_>, compiler: &mut Compiler<'_>) -> Option<Vec<Ink>> {
        let Scheme { key, given, class, count, words: [number, cells] } = *scheme;
        let (first, _) = given.iter().next()?;
        let class = |hex: Hex| class(self.tiling, hex).unwrap_or(0);
        if (scheme.class)(self.tiling, Hex::new(0, 0)).is_none() {
            let message = format!("`{key}` is for boards of {cells}");
            return compiler.error(codes::BAD_VALUE, first, message).none();
        }
        let hexes = self.hexes();
        let board = addressed(self.tiling, &hexes, &self.names);
        let mut named: Vec<(&At<String>, Hex)> = Vec::new();
        let mut inks: Vec<Option<Ink>> = vec![None; count];
        let (mut well, mut other) = (true, None);
        let wrong = |code: Code, at, message, named: &[(&At<String>, Hex)], compiler: &mut Compiler<'_>| {
            let hint = self.example(named, count);
            compiler.wrong(code.error(message).maybe_hint(hint), at)
        };
        for (key, colour) in given.iter() {
            let ink = compiler.ink(colour);
            // The colour of all cells that no other key names a like of.
            if key.value == OTHER {
                well &= ink.is_some();
                other = ink;
                continue;
            }
            let found = self.spots(key, &board, compiler);
            match found[..] {
                [Spot::Cell(index)] => {
                    well &= ink.is_some();
                    inks[class(hexes[index])] = ink;
                    named.push((key, hexes[index]));
                }
                // A wrong address has been reported.
                [] => well = false,
                _ => {
                    well = false;
                    let message =
                        format!("`{}` is not one cell: each colour is named by one cell", key.value);
                    wrong(codes::BAD_VALUE, key, message, &named, compiler);
                }
            }
        }
        if !well {
            return None;
        }
        let left = usize::from(other.is_some());
        if named.len() + left != count {
            let cells = several(named.len(), "cell");
            let message = format!(
                "`{key}` names {cells}, and takes {number} that touch one another, each with its colour"
            );
            return wrong(codes::BAD_COUNT, first, message, &named, compiler).none();
        }
        for (i, (own, hex)) in named.iter().enumerate() {
            if let Some((other, _)) = named[..i].iter().find(|(_, other)| !self.tiling.touch(*other, *hex)) {
                let message = format!(
                    "`{}` and `{}` do not touch: the {number} cells of `{key}` touch one another",
                    other.value, own.value
                );
                return wrong(codes::BAD_VALUE, own, message, &named, compiler).none();
            }
        }
        inks.into_iter().map(|ink| ink.or_else(|| other.clone())).collect()
    }

    /// Cells of the board that touch one another, with as many of those that were named as can be.
    fn example(&self, named: &[(&At<String>, Hex)], count: usize) -> Option<String> {
        let (names, tiling) = (self.names.as_ref()?, self.tiling);
        let index: HashMap<_, _> =
            self.cells.iter().zip(names.iter()).map(|(cell, name)| (cell.hex, name)).collect();
        let round = |hex: Hex| {
            let together = |k: usize| match count == 3 {
                true => vec![hex, tiling.neighbour(hex, k), tiling.neighbour(hex, k + 1)],
                false => vec![hex, tiling.neighbour(hex, k)],
            };
            let there = |cells: &Vec<Hex>| {
                cells.iter().all(|hex| index.get(hex).is_some_and(|name| !name.is_empty()))
            };
            let known =
                |cells: &Vec<Hex>| cells.iter().filter(|i| named.iter().any(|(_, n)| n == *i)).count();
            // Of equal ones, the first: the last that is not surpassed when they are seen from behind.
            (0..tiling.edges(hex)).rev().map(together).filter(there).max_by_key(known)
        };
        let first = named.first().and_then(|(_, hex)| round(*hex));
        let together = first.or_else(|| self.cells.iter().find_map(|cell| round(cell.hex)))?;
        let names: Vec<&str> = together.iter().map(|hex| index[hex]).collect();
        let (last, rest) = names.split_last()?;
        Some(format!("{} and {last} touch one another", rest.join(", ")))
    }
}
