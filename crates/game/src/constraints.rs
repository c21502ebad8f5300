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

/// A value with its place in the layout.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stated<T> {
    pub value: T,
    /// The place of the value in the layout.
    pub place: Place,
}

/// The rules of a game.
#[derive(Debug, Clone, Default)]
pub struct Constraints {
    /// The rules of boards, by the name of the component.
    pub boards: Vec<(Arc<str>, BoardConstraints)>,
    /// The rules of pieces, by the name of the component.
    pub pieces: Vec<(Arc<str>, PiecesConstraints)>,
    /// The components whose pieces have equal backs and sizes.
    pub same: Option<Stated<Vec<Arc<str>>>>,
}

/// The rules of a board.
#[derive(Debug, Clone, Default)]
pub struct BoardConstraints {
    /// The properties of the whole board.
    pub be: Vec<Stated<BoardIs>>,
    /// The numbers of cells.
    pub have: Vec<Have>,
    /// The symmetries.
    pub matches: Vec<Matching>,
    /// The kinds and marks of which a cell may have only one.
    pub apart: Option<Vec<Arc<str>>>,
    /// Names must be unique.
    pub names: Option<Place>,
    /// The kind or mark that only the centre cell has.
    pub centre: Option<Stated<Arc<str>>>,
    /// Neighbouring sides must meet.
    pub sides: Option<Place>,
    /// The length of a straight line of cells that must run through every cell.
    pub lines: Option<u32>,
    /// Every cell must be reachable.
    pub reach: Option<Reach>,
    /// Every player must have a first move.
    pub open: Option<Open>,
    /// It must be possible to add a piece of every kind.
    pub add: Option<Add>,
}

impl BoardConstraints {
    /// Returns the kinds and marks that the rules name.
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

    /// Returns whether any rule is checked on the printed board.
    pub fn asks_anything(&self) -> bool {
        let concerns_all_cells = self.names.is_some() || self.sides.is_some() || self.lines.is_some();
        !self.be.is_empty() || !self.matches.is_empty() || !self.names().is_empty() || concerns_all_cells
    }
}

/// A rule on the number of cells or pieces.
#[derive(Debug, Clone)]
pub struct Have {
    /// What is counted.
    pub counted: Counted,
    /// The kinds and marks of cells, or values of rows, that are counted together; `cells` or
    /// `pieces` for all. Of copies, their name.
    pub names: Vec<Arc<str>>,
    /// The allowed numbers.
    pub count: Count,
    /// The place of the rule in the layout.
    pub place: Place,
}

impl Have {
    /// Returns whether it counts a copy that is called `track/17`.
    pub fn is_of(&self, copy: &str) -> bool {
        let name = name_of_copies(copy);
        self.counted == Counted::Copies && self.names.iter().any(|counted| **counted == *name)
    }
}

/// What a rule on a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// The cells or pieces with one of some names.
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

/// A symmetry of a board.
#[derive(Debug, Clone)]
pub struct Matching {
    /// The rotation or reflection.
    pub symmetry: Symmetry,
    /// The pairs of kinds and marks that it swaps. In a rotation by 120 degrees, the first of a pair
    /// becomes the second.
    pub swaps: Vec<(Arc<str>, Arc<str>)>,
    /// The place of the rule in the layout.
    pub place: Place,
}

/// The rule that every cell is reachable by moves.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The marks or kinds of the cells where moves begin.
    pub from: Vec<Arc<str>>,
    /// The component of the cards that have the moves.
    pub moves: Arc<str>,
    /// The place of the rule in the layout.
    pub place: Place,
}

/// The rule that every player has a first move.
#[derive(Debug, Clone)]
pub struct Open {
    /// The component of the cards that have the moves.
    pub moves: Arc<str>,
    /// The start of each player.
    pub from: Vec<Start>,
    /// The marks or kinds of cells that no move crosses.
    pub blocked: Vec<Arc<str>>,
    /// The marks or kinds of cells where no first move ends.
    pub never_on: Vec<Arc<str>>,
}

/// The start of a player.
#[derive(Debug, Clone)]
pub struct Start {
    /// The mark or kind of the cell.
    pub name: Arc<str>,
    /// The directions of the player's moves.
    pub ways: Vec<Arc<str>>,
    /// The place of the rule in the layout.
    pub place: Place,
}

/// The rule that a piece of each kind can be added.
#[derive(Debug, Clone)]
pub struct Add {
    pub kinds: Vec<Arc<str>>,
    /// The component of the pieces.
    pub pieces: Option<Arc<str>>,
    /// The number of pieces of each kind that are left.
    pub left: Option<Count>,
    /// The place of the rule in the layout.
    pub place: Place,
}

/// The rules of the pieces of a component.
#[derive(Debug, Clone, Default)]
pub struct PiecesConstraints {
    /// The numbers of pieces.
    pub have: Vec<Have>,
    /// The pieces that count as equal, of which there may be only one.
    pub no_two_alike: Option<Alike>,
    /// The number of colours on the edges of each piece.
    pub colours: Option<Count>,
    /// The number of colours on the edges of all pieces together.
    pub in_all: Option<Stated<Count>>,
    /// The number of pieces with each colour.
    pub on: Option<Stated<Count>>,
    /// The words at the edges of every piece, each once.
    pub edge_words: Option<Vec<Arc<str>>>,
    /// The texts on every piece.
    pub say: Option<Vec<Arc<str>>>,
}
