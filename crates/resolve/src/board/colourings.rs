//! Compiles the keys `two-colours` and `three-colours = { f6 = "tan", … }`. They give the cells two or
//! three colours, so that touching cells always have different colours.
//!
//! - In: cells that the layout names, each with a colour.
//! - Out: a colour for every cell. All cells of the same colour form a class, and the layout names one
//!   cell of each class.

use std::collections::HashMap;
use std::sync::Arc;

use super::cells::{BoardDraft, addressed};
use crate::context::Resolver;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::tiling::Tiling;
use hexpress_base::units::count_with_noun;
use hexpress_game::address::BoardPlace;
use hexpress_game::board::CellKind;
use hexpress_game::cells::{three_colouring, two_colouring};
use hexpress_language::values::spanned::{NamedEntries, Spanned};
use hexpress_language::values::value::ColourName;
use hexpress_scene::Ink;

/// The name of an entry in `two-colours` or `three-colours`. It sets the colour of the class in which the
/// layout names no cell.
const OTHER_CELLS_KEY: &str = "other";

/// A way of colouring cells so that neighbours have different colours. The cells that get the same
/// colour form a class.
#[derive(Clone, Copy)]
struct Scheme<'b> {
    key: &'static str,
    /// The cells that the layout names, one for each class, each with its colour. The key `other` may
    /// replace one of them.
    given: &'b NamedEntries<Spanned<ColourName>>,
    /// Returns the class of a cell. Returns `None` if cells of this tiling cannot be coloured in this
    /// way.
    class: fn(Tiling, CellAddress) -> Option<usize>,
    count: usize,
    /// The number of classes (`count`) as a word, such as `two`.
    number: &'static str,
    /// The tilings that can be coloured in this way, as text for messages.
    cells: &'static str,
}

/// A cell that the layout names. The colour of this cell becomes the colour of its whole class.
#[derive(Clone, Copy)]
struct NamedCell<'b> {
    key: &'b Spanned<String>,
    address: CellAddress,
}

impl BoardDraft<'_> {
    /// Gives every cell the colour of the named cell in its class.
    pub fn coloured(&mut self, resolver: &mut Resolver<'_>) {
        let b = self.table;
        let schemes = [
            Scheme {
                key: "three-colours",
                given: &b.three_colours,
                class: three_colouring,
                count: 3,
                number: "three",
                cells: "hexagons, bricks, 4.8.8 and 4.6.12",
            },
            Scheme {
                key: "two-colours",
                given: &b.two_colours,
                class: two_colouring,
                count: 2,
                number: "two",
                cells: "squares, triangles, 3.6.3.6 and 3.4.6.4",
            },
        ];
        for scheme in schemes {
            let Some(inks) = self.inks(&scheme, resolver) else { continue };
            let first = scheme.given.iter().next().map(|(first, _)| resolver.place(first));
            let mut known: HashMap<(usize, usize), usize> = HashMap::new();
            for cell in &mut self.cells {
                let class = (scheme.class)(self.tiling, cell.address).unwrap_or(0);
                let Some(ink) = inks.get(class) else { continue };
                let all = &mut self.kinds.kinds;
                cell.kind = *known.entry((cell.kind, class)).or_insert_with(|| {
                    let base = all.get(cell.kind).cloned();
                    let mut kind = base.unwrap_or_else(|| CellKind::plain("cell", cell.place));
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

    /// Returns the colour of each class. Returns `None` if the board lacks the key of the scheme, or
    /// after an error.
    fn inks(&self, scheme: &Scheme<'_>, resolver: &mut Resolver<'_>) -> Option<Vec<Ink>> {
        let Scheme { key, given: table, count, number, cells, .. } = *scheme;
        let (first, _) = table.iter().next()?;
        if (scheme.class)(self.tiling, CellAddress::new(0, 0)).is_none() {
            let message = format!("`{key}` applies only to boards of {cells}");
            return resolver.error(codes::BAD_VALUE, first, message).none();
        }
        let addresses = self.addresses();
        let board = addressed(self.tiling, &addresses, &self.names);
        let mut named: Vec<NamedCell<'_>> = Vec::new();
        let mut inks: Vec<Option<Ink>> = vec![None; count];
        let mut is_valid = true;
        let mut other = None;
        for (key, colour) in table.iter() {
            let ink = resolver.ink(colour);
            if key.value == OTHER_CELLS_KEY {
                is_valid &= ink.is_some();
                other = ink;
                continue;
            }
            match self.spots(key, &board, resolver)[..] {
                [BoardPlace::Cell(index)] => {
                    is_valid &= ink.is_some();
                    inks[(scheme.class)(self.tiling, addresses[index]).unwrap_or(0)] = ink;
                    named.push(NamedCell { key, address: addresses[index] });
                }
                // An invalid address has already been reported.
                [] => is_valid = false,
                _ => {
                    is_valid = false;
                    let hint = self.touching_cells(&named, count);
                    resolver.add_error(not_one_cell(&key.value).maybe_hint(hint), key);
                }
            }
        }
        if !is_valid {
            return None;
        }
        if named.len() + usize::from(other.is_some()) != count {
            let cells = count_with_noun(named.len(), "cell");
            let wrong_count = codes::BAD_COUNT.error(format!(
                "`{key}` names {cells}, but must name {number} cells that touch one another, each with its \
                    own colour"
            ));
            let hint = self.touching_cells(&named, count);
            return resolver.add_error(wrong_count.maybe_hint(hint), first).none();
        }
        for (index, cell) in named.iter().enumerate() {
            let mut earlier = named[..index].iter();
            if let Some(distant) =
                earlier.find(|earlier| !self.tiling.share_edge(earlier.address, cell.address))
            {
                let (one, other) = (&distant.key.value, &cell.key.value);
                let diagnostic = codes::BAD_VALUE.error(format!(
                    "`{one}` and `{other}` do not touch: the {number} cells of `{key}` must touch one another"
                ));
                let hint = self.touching_cells(&named, count);
                return resolver.add_error(diagnostic.maybe_hint(hint), cell.key).none();
            }
        }
        inks.into_iter().map(|ink| ink.or_else(|| other.clone())).collect()
    }

    /// Returns a hint with the names of `count` cells that all touch each other. Prefers cells around
    /// the first cell in `named`. Returns `None` if the board has no such cells with names.
    fn touching_cells(&self, named: &[NamedCell<'_>], count: usize) -> Option<String> {
        let cell_names = self.names.as_ref()?;
        let by_hex: HashMap<CellAddress, &str> =
            self.cells.iter().zip(cell_names.iter()).map(|(cell, name)| (cell.address, name)).collect();
        let first = named.first().and_then(|cell| self.touching(cell.address, named, count, &by_hex));
        let cells = first.or_else(|| {
            self.cells.iter().find_map(|cell| self.touching(cell.address, named, count, &by_hex))
        })?;
        let names: Vec<&str> = cells.iter().map(|address| by_hex[address]).collect();
        let (last, rest) = names.split_last()?;
        Some(format!("for example, name {} and {last}, which touch one another", rest.join(", ")))
    }

    /// Returns the cell `address` and `count - 1` of its neighbours. All of these cells touch each other
    /// and have names. Prefers cells that are in `named`. Returns `None` if there are too few such cells.
    fn touching(
        &self,
        address: CellAddress,
        named: &[NamedCell<'_>],
        count: usize,
        by_hex: &HashMap<CellAddress, &str>,
    ) -> Option<Vec<CellAddress>> {
        // The order is reversed because `max_by_key` returns the last of several equal candidates,
        // but the first one is needed.
        let candidates = (0..self.tiling.edges(address)).rev().map(|edge| {
            let neighbours = (0..count - 1).map(|next| self.tiling.neighbour(address, edge + next));
            std::iter::once(address).chain(neighbours).collect::<Vec<_>>()
        });
        candidates
            .filter(|cells| {
                cells.iter().all(|address| by_hex.get(address).is_some_and(|name| !name.is_empty()))
            })
            .max_by_key(|cells| {
                cells.iter().filter(|address| named.iter().any(|cell| cell.address == **address)).count()
            })
    }
}

/// Returns the error for a key that names an edge, a corner or several cells.
fn not_one_cell(key: &str) -> Diagnostic {
    codes::BAD_VALUE
        .error(format!("`{key}` must name only one cell, because each colour belongs to one cell"))
}
