//! `three-colours = { f6 = "tan", … }`: every cell in the colour of one of three cells that touch one another.

use std::collections::HashMap;
use std::sync::Arc;

use super::cells::{Draft, addressed};
use crate::base::hex::Hex;
use crate::diag::{Code, codes};
use crate::model::address::Spot;
use crate::model::board::Kind;
use crate::model::cells::three_colouring;
use crate::resolve::context::Compiler;
use crate::scene::Ink;
use crate::spec::values::place::At;

impl Draft<'_> {
    /// Gives every cell the colour of the named cell of its class; cells of one class never touch.
    pub fn three_colours(&mut self, compiler: &mut Compiler<'_>) {
        let Some(inks) = self.inks(compiler) else { return };
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        for cell in &mut self.cells {
            let class = three_colouring(cell.hex);
            let Some(ink) = inks.get(class) else { continue };
            let all = &mut self.kinds.kinds;
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
    fn inks(&self, compiler: &mut Compiler<'_>) -> Option<[Ink; 3]> {
        let (first, _) = self.b.three_colours.iter().next()?;
        let hexes = self.hexes();
        let board = addressed(&hexes, &self.names);
        let mut named: Vec<(&At<String>, Hex)> = Vec::new();
        let mut inks: [Option<Ink>; 3] = [None, None, None];
        let mut well = true;
        let wrong = |code: Code, at, message, named: &[(&At<String>, Hex)], compiler: &mut Compiler<'_>| {
            let hint = self.example(named);
            compiler.wrong(code.error(message).maybe_hint(hint), at)
        };
        for (key, colour) in self.b.three_colours.iter() {
            let found = self.spots(key, &board, compiler);
            let ink = compiler.ink(colour);
            match found[..] {
                [Spot::Cell(index)] => {
                    well &= ink.is_some();
                    inks[three_colouring(hexes[index])] = ink;
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
        if named.len() != 3 {
            let plural = if named.len() == 1 { "" } else { "s" };
            let message = format!(
                "`three-colours` names {} cell{plural}, and takes three that touch one another, each with its colour",
                named.len()
            );
            return wrong(codes::BAD_COUNT, first, message, &named, compiler).none();
        }
        for (i, (key, hex)) in named.iter().enumerate() {
            if let Some((other, _)) = named[..i].iter().find(|(_, other)| other.distance(*hex) != 1) {
                let message = format!(
                    "`{}` and `{}` do not touch: the three cells of `three-colours` touch one another",
                    other.value, key.value
                );
                return wrong(codes::BAD_VALUE, key, message, &named, compiler).none();
            }
        }
        let [Some(a), Some(b), Some(c)] = inks else { return None };
        Some([a, b, c])
    }

    /// Three cells of the board that touch one another, with as many of those that were named as can be.
    fn example(&self, named: &[(&At<String>, Hex)]) -> Option<String> {
        let names = self.names.as_ref()?;
        let index: HashMap<_, _> =
            self.cells.iter().zip(names).map(|(cell, name)| (cell.hex, name)).collect();
        let round = |hex: Hex| {
            let three = |k: usize| [hex, hex.neighbour(k), hex.neighbour(k + 1)];
            let there = |three: &[Hex; 3]| three.iter().all(|hex| index.contains_key(hex));
            let known =
                |three: &[Hex; 3]| three.iter().filter(|i| named.iter().any(|(_, n)| n == *i)).count();
            // Of equal ones, the first: the last that is not surpassed when they are seen from behind.
            (0..6).rev().map(three).filter(there).max_by_key(known)
        };
        let first = named.first().and_then(|(_, hex)| round(*hex));
        let three = first.or_else(|| self.cells.iter().find_map(|cell| round(cell.hex)))?;
        let [a, b, c] = three.map(|hex| index[&hex]);
        Some(format!("{a}, {b} and {c} touch one another"))
    }
}
