//! The rules that a layout states for its boards and pieces.
//!
//! - In: the rules that `hexpress-resolve` compiles.
//! - Out: rules by component, with their places in the layout.
//! - Not here: the checks of these rules (`hexpress-check`).

use std::sync::Arc;

use hexpress_base::diag::Place;
use hexpress_base::identity::name_of_copies;

pub use hexpress_language::values::choice::{Alike, BoardIs};
pub use hexpress_language::values::count::{Bound, Count, Term};

/// A value, and its place in the layout.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stated<T> {
    pub value: T,
    pub place: Place,
}

#[derive(Debug, Clone, Default)]
pub struct Constraints {
    /// The rules of boards, by the name of the component.
    pub boards: Vec<(Arc<str>, BoardConstraints)>,
    /// The rules of pieces, by the name of the component.
    pub pieces: Vec<(Arc<str>, PiecesConstraints)>,
    /// The components whose pieces must have the same back and the same size.
    pub same: Option<Stated<Vec<Arc<str>>>>,
}

#[derive(Debug, Clone, Default)]
pub struct BoardConstraints {
    /// The properties that the whole board must have.
    pub be: Vec<Stated<BoardIs>>,
    /// How many cells the board must have.
    pub have: Vec<Have>,
    /// The symmetries that the board must have.
    pub matches: Vec<Matching>,
    /// Kinds and marks that exclude one another: a cell may have only one of them.
    pub apart: Option<Vec<Arc<str>>>,
    /// Where the layout requires unique names; `None` if it does not.
    pub names: Option<Place>,
    /// The kind or mark that only the centre cell must have.
    pub centre: Option<Stated<Arc<str>>>,
    /// Where the layout requires neighbouring sides to meet; `None` if it does not.
    pub sides: Option<Place>,
    /// The length of straight lines of cells. Every cell must be on a line of this length.
    pub lines: Option<u32>,
    /// The rule that every cell must be reachable by moves.
    pub reach: Option<Reach>,
    /// The rule that every player must have a first move.
    pub open: Option<Open>,
    /// The rule that a piece of every kind must fit somewhere.
    pub add: Option<Add>,
}

impl BoardConstraints {
    /// Returns the kinds and marks that occur in the rules.
    pub fn names(&self) -> Vec<&Arc<str>> {
        let have = self.have.iter().flat_map(|have| &have.names);
        let apart = self.apart.iter().flatten();
        let centre = self.centre.iter().map(|centre| &centre.value);
        let reach = self.reach.iter().flat_map(|reach| &reach.from);
        let open = self.open.iter().flat_map(|open| {
            open.from.iter().map(|start| &start.name).chain(&open.blocked).chain(&open.never_on)
        });
        let add = self.add.iter().flat_map(|add| &add.kinds);
        have.chain(apart).chain(centre).chain(reach).chain(open).chain(add).collect()
    }

    /// Returns whether any rule is checked on the drawn board.
    pub fn asks_anything(&self) -> bool {
        let concerns_all_cells = self.names.is_some() || self.sides.is_some() || self.lines.is_some();
        !self.be.is_empty() || !self.matches.is_empty() || !self.names().is_empty() || concerns_all_cells
    }
}

/// A rule on the number of cells or pieces.
#[derive(Debug, Clone)]
pub struct Have {
    pub counted: Counted,
    /// The names of the items to count.
    ///
    /// For cells, these are kinds and marks; for pieces, values of their rows. `cells` or `pieces`
    /// counts all of them. For copies, this is the name of the repeated element. The rule adds up
    /// the counts of all names.
    pub names: Vec<Arc<str>>,
    pub count: Count,
    pub place: Place,
}

impl Have {
    /// Returns whether the rule counts the copy with this name, such as `track/17`.
    pub fn is_of(&self, copy: &str) -> bool {
        let name = name_of_copies(copy);
        self.counted == Counted::Copies && self.names.iter().any(|counted| **counted == *name)
    }
}

/// What a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// The cells or pieces that have at least one of the names.
    Whole,
    /// The copies of a repeated element.
    Copies,
}

/// A rotation or a reflection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// A rotation by 180 degrees.
    HalfTurn,
    /// A reflection that swaps left and right.
    Mirror,
    /// A rotation by 60 degrees.
    Sixfold,
    /// A rotation by 120 degrees.
    Threefold,
    /// A rotation by 90 degrees.
    Fourfold,
}

/// A symmetry that a board must have.
#[derive(Debug, Clone)]
pub struct Matching {
    pub symmetry: Symmetry,
    /// The pairs of kinds and marks that the symmetry exchanges. A rotation by 120 degrees turns
    /// the first of a pair into the second.
    pub swaps: Vec<(Arc<str>, Arc<str>)>,
    pub place: Place,
}

/// The rule that every cell must be reachable by moves.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The marks or kinds of the cells where moves begin.
    pub from: Vec<Arc<str>>,
    /// The component whose cards describe the moves.
    pub moves: Arc<str>,
    pub place: Place,
}

/// The rule that every player must have a first move.
#[derive(Debug, Clone)]
pub struct Open {
    /// The component whose cards describe the moves.
    pub moves: Arc<str>,
    pub from: Vec<Start>,
    /// The marks or kinds of cells that no move crosses.
    pub blocked: Vec<Arc<str>>,
    /// The marks or kinds of cells on which no first move may end.
    pub never_on: Vec<Arc<str>>,
}

/// Where a player starts, and in which directions this player moves.
#[derive(Debug, Clone)]
pub struct Start {
    /// The mark or kind of the starting cell.
    pub name: Arc<str>,
    pub ways: Vec<Arc<str>>,
    pub place: Place,
}

/// The rule that a piece of every kind must fit somewhere on the board.
#[derive(Debug, Clone)]
pub struct Add {
    pub kinds: Vec<Arc<str>>,
    /// The component of the pieces.
    pub pieces: Option<Arc<str>>,
    /// How many pieces of each kind must be left over.
    pub left: Option<Count>,
    pub place: Place,
}

/// The rules for the pieces of a component.
#[derive(Debug, Clone, Default)]
pub struct PiecesConstraints {
    /// How many pieces the component must have.
    pub have: Vec<Have>,
    /// The rule by which two pieces count as equal. No two pieces may be equal.
    pub no_two_alike: Option<Alike>,
    /// How many different colours the edges of each piece must have.
    pub colours: Option<Count>,
    /// How many different colours the edges of all pieces together must have.
    pub in_all: Option<Stated<Count>>,
    /// How many pieces must have each colour.
    pub on: Option<Stated<Count>>,
    /// The words that must be at the edges of every piece. Each word must occur once.
    pub edge_words: Option<Vec<Arc<str>>>,
    /// The texts that every piece must have.
    pub say: Option<Vec<Arc<str>>>,
}
