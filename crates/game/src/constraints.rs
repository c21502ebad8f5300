//! What must hold of boards, pieces and the game as a whole: the rules of a layout.

use std::sync::Arc;

use crate::diag::Place;

pub use crate::spec::values::choice::{Alike, BoardIs};
pub use crate::spec::values::count::{Bound, Count, Term};

/// What a layout says, and the place where it does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stated<T> {
    /// What is said.
    pub what: T,
    /// Where.
    pub place: Place,
}

/// The rules of a game.
#[derive(Debug, Clone, Default)]
pub struct Constraints {
    /// Of boards, by the name of the component.
    pub boards: Vec<(Arc<str>, BoardConstraints)>,
    /// Of pieces, by the name of the component.
    pub pieces: Vec<(Arc<str>, PiecesConstraints)>,
    /// Components whose pieces cannot be told apart from behind, nor by their size.
    pub same: Option<Stated<Vec<Arc<str>>>>,
}

/// What must hold of a board; with its place what is told at the layout's own line.
#[derive(Debug, Clone, Default)]
pub struct BoardConstraints {
    /// What it is as a whole.
    pub be: Vec<Stated<BoardIs>>,
    /// How many cells there are.
    pub have: Vec<Have>,
    /// Turns and mirrors that leave it as it is.
    pub matches: Vec<Matching>,
    /// Kinds and marks no two of which are on one cell.
    pub apart: Option<Vec<Arc<str>>>,
    /// Names are unique.
    pub names: Option<Place>,
    /// The kind or the mark of the cell in the middle alone.
    pub centre: Option<Stated<Arc<str>>>,
    /// Sides meet in turn.
    pub sides: Option<Place>,
    /// Through every cell goes a straight line of so many.
    pub lines: Option<u32>,
    /// Every cell can be reached.
    pub reach: Option<Reach>,
    /// Everybody has a first move.
    pub open: Option<Open>,
    /// Everybody can add a piece.
    pub add: Option<Add>,
}

impl BoardConstraints {
    /// The kinds and marks that are counted, or looked for in cells.
    pub fn names(&self) -> Vec<&Arc<str>> {
        let have = self.have.iter().flat_map(|have| &have.names);
        let apart = self.apart.iter().flatten();
        let centre = self.centre.iter().map(|centre| &centre.what);
        let reach = self.reach.iter().flat_map(|reach| &reach.from);
        let open = self.open.iter().flat_map(|open| {
            open.from.iter().map(|start| &start.name).chain(&open.blocked).chain(&open.never_on)
        });
        let add = self.add.iter().flat_map(|add| &add.of);
        have.chain(apart).chain(centre).chain(reach).chain(open).chain(add).collect()
    }

    /// Whether there is any rule that is judged on paper.
    pub fn asks_anything(&self) -> bool {
        let whole = self.names.is_some() || self.sides.is_some() || self.lines.is_some();
        !self.be.is_empty() || !self.matches.is_empty() || !self.names().is_empty() || whole
    }
}

/// How many there are of some things, counted together.
#[derive(Debug, Clone)]
pub struct Have {
    /// Kinds and marks of cells, or values of rows; `cells` or `pieces` for all.
    pub names: Vec<Arc<str>>,
    /// How many.
    pub count: Count,
    /// Where the layout says so.
    pub place: Place,
}

/// A turn or a mirror.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// By a half.
    HalfTurn,
    /// Left and right change places.
    Mirror,
    /// By a sixth.
    Sixfold,
    /// By a quarter.
    Fourfold,
}

/// A turn or a mirror that leaves a board as it is.
#[derive(Debug, Clone)]
pub struct Matching {
    /// Which.
    pub symmetry: Symmetry,
    /// Kinds and marks that change places.
    pub swaps: Vec<(Arc<str>, Arc<str>)>,
    /// Where the layout says so.
    pub place: Place,
}

/// Every cell can be reached from cells by moves.
#[derive(Debug, Clone)]
pub struct Reach {
    /// Marks or kinds to begin from.
    pub from: Vec<Arc<str>>,
    /// The component of the cards that say moves.
    pub moves: Arc<str>,
    /// Where the layout says so.
    pub place: Place,
}

/// There is a first move from cells.
#[derive(Debug, Clone)]
pub struct Open {
    /// The component of the cards that say moves.
    pub moves: Arc<str>,
    /// Where players begin.
    pub from: Vec<Start>,
    /// Marks or kinds that no move goes over.
    pub blocked: Vec<Arc<str>>,
    /// Marks or kinds that no first move ends on.
    pub never_on: Vec<Arc<str>>,
}

/// Where a player begins.
#[derive(Debug, Clone)]
pub struct Start {
    /// The mark or the kind of the cell.
    pub name: Arc<str>,
    /// The directions that the player holds.
    pub ways: Vec<Arc<str>>,
    /// Where the layout says so.
    pub place: Place,
}

/// A piece of each kind can be added.
#[derive(Debug, Clone)]
pub struct Add {
    /// The kinds.
    pub of: Vec<Arc<str>>,
    /// The component of the pieces.
    pub pieces: Option<Arc<str>>,
    /// How many of each kind are left.
    pub left: Option<Count>,
    /// Where the layout says so.
    pub place: Place,
}

/// What must hold of pieces.
#[derive(Debug, Clone, Default)]
pub struct PiecesConstraints {
    /// How many there are.
    pub have: Vec<Have>,
    /// No two are the same.
    pub no_two_alike: Option<Alike>,
    /// How many colours the edges of each have.
    pub colours: Option<Count>,
    /// How many colours the edges of all have together.
    pub in_all: Option<Stated<Count>>,
    /// On how many pieces each colour is.
    pub on: Option<Stated<Count>>,
    /// Words on every piece.
    pub say: Option<Vec<Arc<str>>>,
}
