//! Reads the parts of an address.
//!
//! - In: the tokens of an address, and the board.
//! - Out: the places that each part names, or a fault and the byte range of the part.
//! - Not here: hints for a name that no cell has (`guess.rs`).

use std::collections::HashSet;
use std::ops::Range;

use super::tokens::{BorderEdge, Token, split};
use super::{AddressError, AddressErrorKind, AddressedBoard, BoardPlace, KindOf, straight_lines};
use crate::cells::{self, meeting_at};
use crate::naming::names_in_words;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Hint, near};
use hexpress_base::tiling::Tiling;
use hexpress_base::units::count_with_noun;

/// Reads the parts of one address, whose tokens are in `tokens`.
pub(super) struct Reader<'a, 'k> {
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) board: &'a AddressedBoard<'a>,
    pub(super) kind_of: KindOf<'a, 'k>,
}

/// A part of an address: the places that it names, and the number of its tokens.
struct AddressPart {
    spots: Vec<BoardPlace>,
    tokens: usize,
}

impl AddressPart {
    const fn new(tokens: usize, spots: Vec<BoardPlace>) -> Self {
        Self { spots, tokens }
    }
}

impl<'a, 'k> Reader<'a, 'k> {
    pub(super) fn new(address: &'a str, board: &'a AddressedBoard<'a>, kind_of: KindOf<'a, 'k>) -> Self {
        let mut tokens = Vec::new();
        let mut start = None;
        for (i, c) in address.char_indices().chain([(address.len(), ' ')]) {
            match (c.is_whitespace(), start) {
                (true, Some(from)) => {
                    split(&address[from..i], from, &board.by_name, &mut tokens);
                    start = None;
                }
                (false, None) => start = Some(i),
                _ => {}
            }
        }
        Self { tokens, board, kind_of }
    }

    pub(super) fn spots(&self) -> Result<Vec<BoardPlace>, AddressError> {
        let mut found = Vec::new();
        let mut index = 0;
        while index < self.tokens.len() {
            let part = self.part(index)?;
            found.extend(part.spots);
            index += part.tokens;
        }
        Ok(found)
    }

    fn text(&self, index: usize) -> Option<&'a str> {
        self.tokens.get(index).map(|token| token.text)
    }

    fn last_text(&self) -> &'a str {
        self.tokens.last().map_or("", |token| token.text)
    }

    /// Reads the part of an address that begins with the token `start`.
    fn part(&self, start: usize) -> Result<AddressPart, AddressError> {
        match self.text(start).unwrap_or_default() {
            "all" => return Ok(AddressPart::new(1, self.cells_where(|_| true))),
            "border" => {
                let tiling = self.board.tiling;
                let is_outer =
                    |address| (0..tiling.edges(address)).any(|edge| self.board.is_border(address, edge));
                return Ok(AddressPart::new(1, self.cells_where(|cell| is_outer(self.board.cells[cell]))));
            }
            "kind" => return Ok(AddressPart::new(2, self.cells_of_kind(start)?)),
            "ring" => return Ok(AddressPart::new(4, self.ring(start)?)),
            sign @ (".." | "|") => {
                return Err(self.error(
                    start,
                    1,
                    format!("expected a {} before `{sign}`", self.board.place_word),
                ));
            }
            _ => {}
        }
        match self.text(start + 1) {
            Some("..") => Ok(AddressPart::new(3, self.straight_run(start)?)),
            Some("|") => match self.text(start + 2).and_then(BorderEdge::read) {
                Some(edge) => Ok(AddressPart::new(3, self.border_edges(start, edge)?)),
                None if self.text(start + 3) == Some("|") => self.corner(start),
                None => Ok(AddressPart::new(3, vec![self.edge(start)?])),
            },
            _ => Ok(AddressPart::new(1, vec![BoardPlace::Cell(self.cell(start)?)])),
        }
    }

    /// Returns the cells for which `condition` is true. The argument of `condition` is the index of
    /// a cell.
    fn cells_where(&self, condition: impl Fn(usize) -> bool) -> Vec<BoardPlace> {
        (0..self.board.cells.len()).filter(|&cell| condition(cell)).map(BoardPlace::Cell).collect()
    }

    /// Reads the token number `index`, which must be the name of a cell. Returns the index of this cell.
    fn cell(&self, index: usize) -> Result<usize, AddressError> {
        let Some(name) = self.text(index) else {
            let sign = self.last_text();
            return Err(self.error(
                index - 1,
                1,
                format!("expected a {} after `{sign}`", self.board.place_word),
            ));
        };
        self.board.by_name.get(name).copied().ok_or_else(|| self.unknown_cell(index, name))
    }

    fn unknown_cell(&self, index: usize, name: &str) -> AddressError {
        let word = self.board.place_word;
        if let Some(advice) = self.advice_for(name) {
            let kind = AddressErrorKind::UnknownCell { has_replacement: advice.is_replacement() };
            let error = self.error(index, 1, format!("unknown {word} `{name}`"));
            return AddressError { kind, hint: Some(advice.to_string().into()), ..error };
        }
        let near = self.similar_name(name);
        let names = names_in_words(name, &self.board.names);
        let hint = match near {
            Some(near) => Some(Hint::did_you_mean(name, near)),
            None if names.is_none() && !self.board.cells.is_empty() => {
                Some("add names = \"lines\" to the board".into())
            }
            None => self.line_hint(index, name).map(Hint::from),
        };
        let message = match names {
            Some(names) => format!("unknown {word} `{name}`: {names}"),
            None if self.board.cells.is_empty() => {
                format!("unknown {word} `{name}`: the board has no {word}s")
            }
            None => format!("unknown {word} `{name}`: the {word}s of the board have no names"),
        };
        let kind = AddressErrorKind::UnknownCell { has_replacement: near.is_some() };
        AddressError { hint, kind, ..self.error(index, 1, message) }
    }

    /// Returns the kinds on the board without repetitions, in the order of their first cells.
    fn kinds(&self) -> Vec<&'k str> {
        let mut known = HashSet::new();
        (0..self.board.cells.len()).map(self.kind_of).filter(|kind| known.insert(*kind)).collect()
    }

    /// Reads cells of a kind, such as `kind buy`.
    fn cells_of_kind(&self, start: usize) -> Result<Vec<BoardPlace>, AddressError> {
        let Some(word) = self.text(start + 1) else {
            let listed = listed_kinds(&self.kinds());
            return Err(self.error(
                start,
                1,
                format!("expected a kind after `kind`; the board has: {listed}"),
            ));
        };
        let sides = word.strip_suffix("-gon").and_then(|number| number.parse::<usize>().ok());
        let found = self.cells_where(|cell| {
            (self.kind_of)(cell) == word || sides == Some(self.board.tiling.edges(self.board.cells[cell]))
        });
        if found.is_empty() {
            let kinds = self.kinds();
            let hint = near::hint(word, kinds.iter().copied(), || match &kinds[..] {
                [only] => format!(
                    "all cells of this board have the kind `{only}`; to give a cell the kind `{word}`, write \
                        kind = \"{word}\" for this cell in [board.key] or in an earlier \
                        line of [board.at]"
                ),
                _ => format!("choose one of: {}", listed_kinds(&kinds)),
            });
            let error = self.error(start + 1, 1, format!("no cell has the kind `{word}`"));
            return Err(AddressError { hint: Some(hint), ..error });
        }
        Ok(found)
    }

    /// Reads a ring, such as `ring 2 of e5`.
    fn ring(&self, start: usize) -> Result<Vec<BoardPlace>, AddressError> {
        let [number, of, name] = [1, 2, 3].map(|offset| self.text(start + offset));
        let steps = number.and_then(|number| number.parse::<u32>().ok());
        let (Some(steps), Some("of"), Some(_)) = (steps, of, name) else {
            let cell = [of, name].into_iter().flatten().find(|word| self.board.has(word));
            let message = match steps.zip(cell) {
                Some((steps, cell)) => format!("expected `ring {steps} of {cell}`"),
                None => "expected a number after `ring` and a cell after `of`, such as \"ring 2 of e5\""
                    .to_owned(),
            };
            return Err(self.error(start, 4, message));
        };
        let centre = self.cell(start + 3)?;
        let distances = cells::steps(self.board.tiling, self.board.cells, self.board.cells[centre]);
        let found = self.cells_where(|cell| distances.get(&self.board.cells[cell]) == Some(&steps));
        if found.is_empty() {
            let distance = count_with_noun(steps as usize, "step");
            let message = format!("no cell is {distance} from `{}`", self.board.names[centre]);
            return Err(self.error(start, 4, message));
        }
        Ok(found)
    }

    /// Reads a straight run of cells, such as `a1 .. a11`.
    fn straight_run(&self, start: usize) -> Result<Vec<BoardPlace>, AddressError> {
        let (first, last) = (self.cell(start)?, self.cell(start + 2)?);
        if self.board.is_in_order {
            let cells = (first.min(last)..=first.max(last)).map(BoardPlace::Cell);
            return Ok(if first <= last { cells.collect() } else { cells.rev().collect() });
        }
        let [from, to] = [first, last].map(|cell| self.board.cells[cell]);
        let Some(line) = straight_lines::straight(self.board.tiling, self.board.cells, from, to) else {
            let [one, other] = [first, last].map(|cell| self.board.names[cell]);
            let message = format!("`{one}` and `{other}` are not on one straight line of cells");
            let hint = match self.bend(from, to) {
                Some(bend) => {
                    format!(
                        "write two straight lines: \"{one} .. {bend}, {bend} .. {other}\"; to name only these two cells, write \"{one} {other}\""
                    )
                }
                None => format!("to name only these two cells, delete the dots: \"{one} {other}\""),
            };
            return Err(AddressError { hint: Some(hint.into()), ..self.error(start, 3, message) });
        };
        Ok(line.iter().filter_map(|address| self.board.by_hex.get(*address).map(BoardPlace::Cell)).collect())
    }

    /// Returns the name of a cell at which a run from `from` to `to` can bend. The hint then proposes
    /// two runs, such as `a1 .. e5, e5 .. e9`. `from` and `to` must not be on one straight line.
    ///
    /// A straight line leads from `from` to the returned cell, and another one from the returned cell to
    /// `to`. If there are several such cells, returns the one with the fewest cells on its two lines.
    /// Returns `None` if there is no such cell. Also returns `None` on large boards, because the search
    /// would take too long.
    fn bend(&self, from: CellAddress, to: CellAddress) -> Option<&str> {
        const MAX_CELLS: usize = 400;
        let cells = self.board.cells;
        if cells.len() > MAX_CELLS {
            return None;
        }
        let bends = cells.iter().enumerate().filter_map(|(cell, &address)| {
            Some((self.cells_between(from, address)? + self.cells_between(address, to)?, cell))
        });
        bends.min().map(|(_, cell)| self.board.names[cell])
    }

    /// Returns the number of cells on the straight line from one cell to another, including both ends.
    ///
    /// Returns `None` if there is no such line on the board.
    fn cells_between(&self, from: CellAddress, to: CellAddress) -> Option<usize> {
        let line = straight_lines::straight(self.board.tiling, self.board.cells, from, to)?;
        line.iter().all(|address| self.board.by_hex.get(*address).is_some()).then_some(line.len())
    }

    /// Reads two cells, such as `C5|C7`. Returns the edge that they share. If they share only a corner,
    /// returns this corner.
    fn edge(&self, start: usize) -> Result<BoardPlace, AddressError> {
        let (cell, other) = (self.cell(start)?, self.cell(start + 2)?);
        let tiling = self.board.tiling;
        let (a, b) = (self.board.cells[cell], self.board.cells[other]);
        if let Some(edge) = tiling.neighbours(a).position(|next| next == b) {
            return Ok(BoardPlace::Edge { cell, edge });
        }
        let mut corners = 0..tiling.edges(a);
        match corners.find(|&corner| a != b && meeting_at(tiling, a, corner).contains(&b)) {
            Some(corner) => Ok(BoardPlace::Corner { cell, corner }),
            None => Err(self.no_common_edge(start, cell, other)),
        }
    }

    fn no_common_edge(&self, start: usize, cell: usize, other: usize) -> AddressError {
        let [one, two] = [cell, other].map(|index| self.board.names[index]);
        let message = if cell == other {
            format!("an edge is between two cells, but this one has `{one}` on both sides")
        } else {
            format!("`{one}` and `{two}` are not neighbours: there is no edge between them")
        };
        let neighbours = self.board.neighbours(self.board.cells[cell]);
        let neighbour_names: Vec<&str> = neighbours.iter().map(|&index| self.board.names[index]).collect();
        // If a third cell is a neighbour of both cells, the user may mean the edge between the first
        // cell and the third.
        let edges: Vec<String> = neighbours
            .iter()
            .copied()
            .filter(|&index| self.board.neighbours(self.board.cells[index]).contains(&other))
            .map(|index| format!("`{one}|{}`", self.board.names[index]))
            .collect();
        let listed = neighbour_names.join(", ");
        let hint: Option<Hint> = if neighbours.is_empty() {
            None
        } else if edges.is_empty() || cell == other {
            Some(format!("choose a neighbour of `{one}`: {listed}").into())
        } else {
            let words =
                format!("did you mean {}? The neighbours of `{one}` are {listed}", edges.join(" or "));
            Some(match edges.as_slice() {
                [edge] => Hint::replacing(words, &format!("{one}|{two}"), edge.trim_matches('`')),
                _ => words.into(),
            })
        };
        AddressError { hint, ..self.error(start, 3, message) }
    }

    /// Reads edges on the border of the board, such as `b2|out` or `b2|out2`.
    fn border_edges(&self, start: usize, wanted: BorderEdge) -> Result<Vec<BoardPlace>, AddressError> {
        let cell = self.cell(start)?;
        let address = self.board.cells[cell];
        let edges =
            edges_from_top(self.board.tiling, address).filter(|&edge| self.board.is_border(address, edge));
        let all: Vec<BoardPlace> = edges.map(|edge| BoardPlace::Edge { cell, edge }).collect();
        let count = all.len();
        let found = match wanted {
            BorderEdge::All => all,
            BorderEdge::Nth(number) => {
                number.checked_sub(1).and_then(|index| all.get(index)).copied().into_iter().collect()
            }
        };
        if found.is_empty() {
            let name = self.board.names[cell];
            let message = match count {
                0 => format!("`{name}` has no edge on the border of the board"),
                1 => format!("`{name}` has only one edge on the border of the board: `{name}|out`"),
                n => format!(
                    "`{name}` has only {n} edges on the border of the board: `{name}|out1` to `{name}|out{n}`"
                ),
            };
            return Err(self.error(start, 3, message));
        }
        Ok(found)
    }

    /// Reads three or more cells that meet at a corner, such as `e5|e6|f6`.
    fn corner(&self, start: usize) -> Result<AddressPart, AddressError> {
        let tiling = self.board.tiling;
        let mut cells = vec![self.cell(start)?];
        while self.text(start + 2 * cells.len() - 1) == Some("|") {
            if cells.len() == 3 && tiling.has_hexagon_neighbours() {
                let message = "an edge is between two cells and a corner between three, but this address \
                    names more";
                return Err(self.error(start, 7, message.to_owned()));
            }
            cells.push(self.cell(start + 2 * cells.len())?);
        }
        let tokens = 2 * cells.len() - 1;
        match self.common_corner(&cells) {
            Some(corner) => Ok(AddressPart::new(tokens, vec![BoardPlace::Corner { cell: cells[0], corner }])),
            None => {
                let names: Vec<String> =
                    cells.iter().map(|&cell| format!("`{}`", self.board.names[cell])).collect();
                let (last, rest) = names.split_last().unzip();
                let (last, rest) = (last.map_or("", String::as_str), rest.unwrap_or_default().join(", "));
                Err(self.error(start, tokens, format!("{rest} and {last} do not meet at one corner")))
            }
        }
    }

    /// Returns the corner at which all given cells meet, as a corner of the first cell.
    ///
    /// Returns `None` if there is no such corner, or if a cell is given twice.
    fn common_corner(&self, cells: &[usize]) -> Option<usize> {
        let are_different = (1..cells.len()).all(|i| !cells[..i].contains(&cells[i]));
        let first = self.board.cells[cells[0]];
        let mut corners = 0..self.board.tiling.edges(first);
        let corner = corners.find(|&corner| {
            let meeting = meeting_at(self.board.tiling, first, corner);
            cells.iter().all(|&cell| meeting.contains(&self.board.cells[cell]))
        });
        corner.filter(|_| are_different)
    }

    /// Returns an error that marks `count` tokens, beginning with the token `start`.
    ///
    /// If fewer tokens are left, it marks all remaining tokens.
    fn error(&self, start: usize, count: usize, message: String) -> AddressError {
        let end = (start + count).min(self.tokens.len()).saturating_sub(1);
        let span = match (self.tokens.get(start), self.tokens.get(end)) {
            (Some(first), Some(last)) => first.span.start..last.span.end.max(first.span.end),
            _ => Range::default(),
        };
        AddressError { message, hint: None, span, kind: AddressErrorKind::Other }
    }
}

fn listed_kinds(kinds: &[&str]) -> String {
    if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") }
}

/// Returns the edges of a cell in clockwise order, beginning with the edge that faces up. If no
/// edge faces up, begins with the next edge clockwise.
fn edges_from_top(tiling: Tiling, cell: CellAddress) -> impl Iterator<Item = usize> {
    let count = tiling.edges(cell);
    let angles: Vec<f64> = (0..count).map(|edge| angle_from_top(tiling, cell, edge)).collect();
    let first = (0..count).min_by(|&a, &b| angles[a].total_cmp(&angles[b])).unwrap_or(0);
    (0..count).map(move |step| (step + first) % count)
}

/// Returns the direction that an edge faces, in radians clockwise from straight up.
///
/// The angle is at least 0 and less than τ.
fn angle_from_top(tiling: Tiling, cell: CellAddress, edge: usize) -> f64 {
    let normal = tiling.edge_normal(cell, edge);
    let angle = libm::atan2(normal.x, -normal.y);
    // A rounding error may make an angle of 0 slightly negative. Such an angle must not become a full
    // turn.
    if angle < -1e-9 { angle + std::f64::consts::TAU } else { angle }
}
