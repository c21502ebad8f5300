//! One way to name places on a board: `"e5"`, `"a1 .. a11"`, `"ring 2 of e5"`, `"C5|C7"`, `"e5|e6|f6"`.
//!
//! An address is a list, with spaces or commas between its parts. A part is
//!
//! - a cell by its name;
//! - a straight run of cells, `a1 .. a11`, both ends included; where the board has no cell, it is passed over;
//! - `ring 2 of e5`, the cells two steps from a cell;
//! - `kind buy`, the cells of a kind; `kind 8-gon`, those with eight sides;
//! - `border`, the cells with an edge on the border of the board or of a hole; `all`, all cells;
//! - `C5|C7`, the edge between two neighbours; `e5|e6|f6`, the corner where these cells meet;
//! - `a1|out`, the edges of a cell on the border of the board; `a1|out2`, the second of them, clockwise from the top.
//!
//! Places come in the order of the address, each once.

pub mod lines;
mod meant;
mod words;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::cells::meeting_at;
use super::naming::extent_in_words;
use crate::base::cell_index::CellIndex;
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::diag::near;
use words::{RimEdge, rim_edge, split};

/// A place on a board. Cells are indices into the board's cells; edges and corners are numbered as in
/// [`crate::base::hex`]: edge `k` runs from corner `k` to corner `k + 1`, clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A cell.
    Cell(usize),
    /// An edge, seen from the cell that was named first.
    Edge {
        /// The cell.
        cell: usize,
        /// Its edge.
        edge: usize,
    },
    /// A corner, seen from the cell that was named first.
    Corner {
        /// The cell.
        cell: usize,
        /// Its corner.
        corner: usize,
    },
}

/// A board, as far as addresses are concerned: made once, however many addresses are read of it.
#[derive(Debug, Clone)]
pub struct AddressedBoard<'a> {
    tiling: Tiling,
    /// Where the cells are.
    pub cells: &'a [Hex],
    names: Vec<&'a str>,
    by_name: HashMap<&'a str, usize>,
    by_hex: CellIndex,
}

impl<'a> AddressedBoard<'a> {
    /// Where the cells are, and what they are called, in the same order; no names where they have none.
    pub fn new(tiling: Tiling, cells: &'a [Hex], names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let named = names.iter().enumerate().filter(|(_, name)| !name.is_empty());
        let by_name = named.map(|(i, name)| (*name, i)).collect();
        let by_hex = CellIndex::of(cells);
        Self { tiling, cells, names, by_name, by_hex }
    }
}

/// Something in an address that is not on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to write instead, if that is known.
    pub hint: Option<String>,
    /// The bytes of the address that it is about.
    pub span: Range<usize>,
}

/// The places that an address names. `kind` says of which kind a cell is.
///
/// # Errors
/// The first thing that names no place, with its bytes in the address.
pub fn spots<'k>(
    address: &str,
    board: &AddressedBoard<'_>,
    kind: &dyn Fn(usize) -> &'k str,
) -> Result<Vec<Spot>, Wrong> {
    let mut seen = HashSet::new();
    let mut found = in_order(address, board, kind)?;
    // An edge has two cells and a corner three: the same one may come by another name.
    found.retain(|&spot| seen.insert(place(board, spot)));
    Ok(found)
}

/// The same in the order of the address: what it names twice is there twice.
///
/// # Errors
/// The same.
pub fn in_order<'k>(
    address: &str,
    board: &AddressedBoard<'_>,
    kind: &dyn Fn(usize) -> &'k str,
) -> Result<Vec<Spot>, Wrong> {
    let reader = Reader::new(address, board, kind);
    let mut found = Vec::new();
    let mut at = 0;
    while at < reader.tokens.len() {
        let (spots, used) = reader.part(at)?;
        found.extend(spots);
        at += used;
    }
    if found.is_empty() {
        let message = "an address is missing: name a cell, a run such as \"a1 .. a5\", \"border\" or \"all\"";
        return Err(Wrong { message: message.to_owned(), hint: None, span: 0..address.len() });
    }
    Ok(found)
}

impl AddressedBoard<'_> {
    /// Whether a cell has this name.
    pub fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Returns the name of a cell; empty if it has none.
    pub fn name(&self, cell: usize) -> &str {
        self.names.get(cell).copied().unwrap_or_default()
    }
}

struct Reader<'a, 'k> {
    tokens: Vec<(&'a str, Range<usize>)>,
    board: &'a AddressedBoard<'a>,
    kind: &'a dyn Fn(usize) -> &'k str,
}

impl<'a, 'k> Reader<'a, 'k> {
    fn new(address: &'a str, board: &'a AddressedBoard<'a>, kind: &'a dyn Fn(usize) -> &'k str) -> Self {
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
        Self { tokens, board, kind }
    }

    /// Reads the part that begins at a token: its places, and how many tokens it took.
    fn part(&self, at: usize) -> Result<(Vec<Spot>, usize), Wrong> {
        let word = |k: usize| self.tokens.get(at + k).map(|token| token.0);
        let all = 0..self.board.cells.len();
        match word(0).unwrap_or("") {
            "all" => Ok((all.map(Spot::Cell).collect(), 1)),
            "border" => {
                let open = |&i: &usize| {
                    let mut beside = self.board.tiling.neighbours(self.board.cells[i]);
                    beside.any(|next| !self.board.by_hex.contains(next))
                };
                Ok((all.filter(open).map(Spot::Cell).collect(), 1))
            }
            "kind" => self.kind(at).map(|spots| (spots, 2)),
            "ring" => self.ring(at).map(|spots| (spots, 4)),
            sign @ (".." | "|") => Err(self.wrong(at, 1, format!("a cell is missing before `{sign}`"))),
            _ if word(1) == Some("..") => self.run(at).map(|spots| (spots, 3)),
            _ if word(1) == Some("|") && word(2).is_some_and(|rim| rim_edge(rim).is_some()) => {
                self.rim(at).map(|spots| (spots, 3))
            }
            _ if word(1) == Some("|") && word(3) == Some("|") => self.corner(at),
            _ if word(1) == Some("|") => self.edge(at).map(|spot| (vec![spot], 3)),
            _ => self.cell(at).map(|cell| (vec![Spot::Cell(cell)], 1)),
        }
    }

    fn cell(&self, at: usize) -> Result<usize, Wrong> {
        let Some((word, _)) = self.tokens.get(at) else {
            let sign = self.tokens.last().map_or("", |token| token.0);
            return Err(self.wrong(at - 1, 1, format!("a cell is missing after `{sign}`")));
        };
        if let Some(&cell) = self.board.by_name.get(word) {
            return Ok(cell);
        }
        if let Some(meant) = self.meant(word) {
            return Err(self.wrong(at, 1, format!("no cell is called `{word}`: {meant}")));
        }
        let near = self.near(word);
        let hint = self.line_of(at, word).filter(|_| near.is_none());
        let message = match (near, extent_in_words(&self.board.names)) {
            (Some(near), Some(extent)) => {
                format!("no cell is called `{word}`: did you mean `{near}`? The board has {extent}")
            }
            (None, Some(extent)) => format!("no cell is called `{word}`: the board has {extent}"),
            (_, None) if self.board.cells.is_empty() => {
                format!("no cell is called `{word}`: the board has no cells")
            }
            (_, None) => format!(
                "no cell is called `{word}`: the cells have no names yet, which names = \"lines\" would give them"
            ),
        };
        Err(Wrong { hint, ..self.wrong(at, 1, message) })
    }

    fn kind(&self, at: usize) -> Result<Vec<Spot>, Wrong> {
        // Those that there are, in the order of the cells.
        let kinds = || {
            let mut seen = HashSet::new();
            (0..self.board.cells.len()).map(self.kind).filter(|kind| seen.insert(*kind)).collect::<Vec<_>>()
        };
        let listed = |kinds: &[&str]| if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") };
        let Some((word, _)) = self.tokens.get(at + 1) else {
            let listed = listed(&kinds());
            return Err(self.wrong(at, 1, format!("which kind? Those on the board are: {listed}")));
        };
        let sides = word.strip_suffix("-gon").and_then(|sides| sides.parse::<usize>().ok());
        let is_of = |i: &usize| {
            (self.kind)(*i) == *word || sides == Some(self.board.tiling.edges(self.board.cells[*i]))
        };
        let of_kind = (0..self.board.cells.len()).filter(is_of);
        let found: Vec<Spot> = of_kind.map(Spot::Cell).collect();
        if found.is_empty() {
            let kinds = kinds();
            let hint = near::hint(word, kinds.iter().copied(), || {
                format!("those on the board are: {}", listed(&kinds))
            });
            return Err(self.wrong(at + 1, 1, format!("no cell is of a kind `{word}`: {hint}")));
        }
        Ok(found)
    }

    fn ring(&self, at: usize) -> Result<Vec<Spot>, Wrong> {
        let word = |k: usize| self.tokens.get(at + k).map(|token| token.0);
        let (Some(Ok(steps)), Some("of"), Some(_)) = (word(1).map(str::parse::<u32>), word(2), word(3))
        else {
            let cell =
                [word(2), word(3)].into_iter().flatten().find(|name| self.board.by_name.contains_key(name));
            let message = match (word(1).map(str::parse::<u32>), cell) {
                (Some(Ok(steps)), Some(cell)) => format!("a ring is written `ring {steps} of {cell}`"),
                _ => "a ring is so many steps from a cell, such as \"ring 2 of e5\"".to_owned(),
            };
            return Err(self.wrong(at, 4, message));
        };
        let centre = self.cell(at + 3)?;
        let far = lines::steps(self.board.tiling, self.board.cells, self.board.cells[centre]);
        let around = |&i: &usize| far.get(&self.board.cells[i]) == Some(&steps);
        let found: Vec<Spot> = (0..self.board.cells.len()).filter(around).map(Spot::Cell).collect();
        if found.is_empty() {
            let message = format!("no cell is {steps} steps from `{}`", self.board.names[centre]);
            return Err(self.wrong(at, 4, message));
        }
        Ok(found)
    }

    fn run(&self, at: usize) -> Result<Vec<Spot>, Wrong> {
        let (first, last) = (self.cell(at)?, self.cell(at + 2)?);
        let (a, b) = (self.board.cells[first], self.board.cells[last]);
        let Some(line) = lines::straight(self.board.tiling, self.board.cells, a, b) else {
            let (first, last) = (self.board.names[first], self.board.names[last]);
            let message = format!("`{first}` and `{last}` are not on one straight line of cells");
            let hint = format!("to name only these two, leave out the dots: \"{first} {last}\"");
            return Err(Wrong { hint: Some(hint), ..self.wrong(at, 3, message) });
        };
        Ok(line.iter().filter_map(|hex| self.board.by_hex.get(*hex).map(Spot::Cell)).collect())
    }

    fn edge(&self, at: usize) -> Result<Spot, Wrong> {
        let (cell, other) = (self.cell(at)?, self.cell(at + 2)?);
        let tiling = self.board.tiling;
        let (a, b) = (self.board.cells[cell], self.board.cells[other]);
        if let Some(edge) = tiling.neighbours(a).position(|next| next == b) {
            return Ok(Spot::Edge { cell, edge });
        }
        // Squares that lie corner to corner have that in common.
        if let Some(corner) = (0..tiling.edges(a)).find(|&k| a != b && meeting_at(tiling, a, k).contains(&b))
        {
            return Ok(Spot::Corner { cell, corner });
        }
        let (one, two) = (&self.board.names[cell], &self.board.names[other]);
        let message = if cell == other {
            format!("an edge lies between two cells, and `{one}` stands on both sides of this one")
        } else {
            format!("`{one}` and `{two}` are not neighbours: no edge lies between them")
        };
        let beside = tiling.neighbours(a).filter_map(|next| self.board.by_hex.get(next));
        let beside: Vec<usize> = beside.collect();
        let listed =
            |cells: &[usize]| cells.iter().map(|cell| self.board.names[*cell]).collect::<Vec<_>>().join(", ");
        // The cells between both: an edge towards `two` is one of theirs.
        let touches = |cell: &&usize| tiling.neighbours(self.board.cells[**cell]).any(|next| next == b);
        let between: Vec<usize> = beside.iter().filter(touches).copied().collect();
        let edges: Vec<String> =
            between.iter().map(|cell| format!("`{one}|{}`", self.board.names[*cell])).collect();
        let hint = match edges.is_empty() || cell == other {
            _ if beside.is_empty() => None,
            true => Some(format!("the neighbours of `{one}` are {}", listed(&beside))),
            false => Some(format!(
                "did you mean {}? The neighbours of `{one}` are {}",
                edges.join(" or "),
                listed(&beside)
            )),
        };
        Err(Wrong { hint, ..self.wrong(at, 3, message) })
    }

    /// `b2|out`, `b2|out2`: the edges of a cell on the border of the board, clockwise from the top, or one of them.
    fn rim(&self, at: usize) -> Result<Vec<Spot>, Wrong> {
        let cell = self.cell(at)?;
        let word = self.tokens.get(at + 2).map_or("", |token| token.0);
        let (tiling, hex) = (self.board.tiling, self.board.cells[cell]);
        let open = |edge: &usize| !self.board.by_hex.contains(tiling.neighbour(hex, *edge));
        // Edges are counted from the top, or the first after it.
        let first = first_edge(tiling, hex);
        let count = tiling.edges(hex);
        let all = (0..count).map(|k| (k + first) % count).filter(open);
        let all: Vec<Spot> = all.map(|edge| Spot::Edge { cell, edge }).collect();
        let found = match rim_edge(word) {
            Some(RimEdge::Nth(number)) => {
                number.checked_sub(1).and_then(|i| all.get(i)).copied().into_iter().collect()
            }
            Some(RimEdge::All) | None => all.clone(),
        };
        if found.is_empty() {
            let name = &self.board.names[cell];
            let message = match all.len() {
                0 => format!("`{name}` has no edge on the border of the board"),
                1 => format!("`{name}` has one edge on the border of the board: `{name}|out`"),
                n => format!(
                    "`{name}` has {n} edges on the border of the board: `{name}|out1` to `{name}|out{n}`"
                ),
            };
            return Err(self.wrong(at, 3, message));
        }
        Ok(found)
    }

    /// Three cells that meet in a corner, or more; and how many words name them.
    fn corner(&self, at: usize) -> Result<(Vec<Spot>, usize), Wrong> {
        let tiling = self.board.tiling;
        let mut cells = vec![self.cell(at)?];
        while self.tokens.get(at + 2 * cells.len() - 1).is_some_and(|token| token.0 == "|") {
            if cells.len() == 3 && tiling.lies_as_hexagons() {
                let message = "an edge has two cells and a corner three; here are more";
                return Err(self.wrong(at, 7, message.to_owned()));
            }
            cells.push(self.cell(at + 2 * cells.len())?);
        }
        let first = self.board.cells[cells[0]];
        let all_meet = |&corner: &usize| {
            let meeting = meeting_at(tiling, first, corner);
            cells.iter().all(|&cell| meeting.contains(&self.board.cells[cell]))
        };
        let are_different = (1..cells.len()).all(|i| !cells[..i].contains(&cells[i]));
        let words = 2 * cells.len() - 1;
        let corner = (0..tiling.edges(first)).find(all_meet).filter(|_| are_different);
        corner.map(|corner| (vec![Spot::Corner { cell: cells[0], corner }], words)).ok_or_else(|| {
            let names: Vec<String> =
                cells.iter().map(|&cell| format!("`{}`", self.board.names[cell])).collect();
            let (last, rest) =
                names.split_last().map_or(("", String::new()), |(l, r)| (l.as_str(), r.join(", ")));
            self.wrong(at, words, format!("{rest} and {last} do not meet in one corner"))
        })
    }

    fn wrong(&self, at: usize, count: usize, message: String) -> Wrong {
        let last = (at + count).min(self.tokens.len()).saturating_sub(1);
        let span = match (self.tokens.get(at), self.tokens.get(last)) {
            (Some((_, first)), Some((_, last))) => first.start..last.end.max(first.end),
            _ => 0..0,
        };
        Wrong { message, hint: None, span }
    }
}

/// The cells or places that touch a spot, sorted: equal for equal spots only.
fn place(board: &AddressedBoard<'_>, spot: Spot) -> Vec<Hex> {
    let mut touching = match spot {
        Spot::Cell(cell) => vec![board.cells[cell]],
        Spot::Edge { cell, edge } => {
            let hex = board.cells[cell];
            vec![hex, board.tiling.neighbour(hex, edge)]
        }
        Spot::Corner { cell, corner } => meeting_at(board.tiling, board.cells[cell], corner),
    };
    touching.sort_unstable();
    touching
}

/// Whether two spots are cells that have an edge or a corner in common, or a cell and an edge or a corner of it.
pub fn touch(board: &AddressedBoard<'_>, one: Spot, other: Spot) -> bool {
    match (one, other) {
        (Spot::Cell(a), Spot::Cell(b)) => {
            let (tiling, hex) = (board.tiling, board.cells[a]);
            let meets = |corner: usize| meeting_at(tiling, hex, corner).contains(&board.cells[b]);
            a != b && (0..tiling.edges(hex)).any(meets)
        }
        (Spot::Cell(cell), spot) | (spot, Spot::Cell(cell)) => {
            place(board, spot).contains(&board.cells[cell])
        }
        _ => false,
    }
}

/// The edge of a cell that looks up, or is the first clockwise from there.
fn first_edge(tiling: Tiling, hex: Hex) -> usize {
    let turn = |edge: usize| {
        let normal = tiling.edge_normal(hex, edge);
        // Clockwise from straight up, from nothing to a whole turn; rounding must not make a turn of nothing.
        let turn = libm::atan2(normal.x, -normal.y);
        if turn < -1e-9 { turn + std::f64::consts::TAU } else { turn }
    };
    (0..tiling.edges(hex)).min_by(|a, b| turn(*a).total_cmp(&turn(*b))).unwrap_or(0)
}

#[cfg(test)]
mod tests;
