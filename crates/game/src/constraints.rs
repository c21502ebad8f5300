//! The rules that a layout states for its boards and pieces.
//!
//! - In: the rules that `hexpress-resolve` compiles.
//! - Out: rules, grouped by component, with their places in the layout.
//! - Not here: checking these rules (`hexpress-check`).

use std::sync::Arc;

use hexpress_base::diag::SourceSpan;
use hexpress_base::identity::name_of_copies;

pub use hexpress_language::values::choice::{Alike, BoardIs};
pub use hexpress_language::values::count::{Bound, CountCondition, Term};

/// A value, and its place in the layout.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Located<T> {
    pub value: T,
    pub place: SourceSpan,
}

#[derive(Debug, Clone, Default)]
pub struct Constraints {
    /// The rules for each board, with the name of its component.
    pub boards: Vec<(Arc<str>, BoardConstraints)>,
    /// The rules for the pieces of each component, with the name of the component.
    pub pieces: Vec<(Arc<str>, PiecesConstraints)>,
    /// The components whose pieces must have the same back and the same size.
    pub same: Option<Located<Vec<Arc<str>>>>,
}

#[derive(Debug, Clone, Default)]
/// The rules for a board. If the layout does not set a rule, the field of this rule is empty or `None`.
pub struct BoardConstraints {
    /// The properties that the whole board must have.
    pub be: Vec<Located<BoardIs>>,
    /// The numbers of cells that the board must have.
    pub have: Vec<CountRule>,
    /// The symmetries that the board must have.
    pub matches: Vec<Matching>,
    /// Kinds and marks that exclude each other: a cell has at most one of them.
    pub apart: Option<Vec<Arc<str>>>,
    /// The place, in the layout file, of the rule that the names of cells must be unique.
    pub names: Option<SourceSpan>,
    /// The kind or mark that the centre cell must have, and no other cell may have.
    pub centre: Option<Located<Arc<str>>>,
    /// The place, in the layout file, of the rule that the coloured sides must go around the board
    /// without a gap.
    pub sides: Option<SourceSpan>,
    /// The rule that every cell must be on a straight line of at least this number of cells.
    pub lines: Option<u32>,
    /// The rule that players must be able to reach every cell by moves.
    pub reach: Option<ReachRule>,
    /// The rule that every player must be able to make a first move.
    pub open: Option<FirstMoveRule>,
    /// The rule that a piece of each kind can be put somewhere on the board.
    pub add: Option<AddRule>,
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

    /// Returns whether the layout states at least one rule for the board.
    pub fn has_rules(&self) -> bool {
        let concerns_all_cells = self.names.is_some() || self.sides.is_some() || self.lines.is_some();
        !self.be.is_empty() || !self.matches.is_empty() || !self.names().is_empty() || concerns_all_cells
    }
}

/// A rule on the number of cells or pieces.
#[derive(Debug, Clone)]
pub struct CountRule {
    pub counted: Counted,
    /// The names of the items that are counted. If several of these names apply to an item, it is
    /// counted only once.
    ///
    /// Cells are counted by the names of kinds and marks, or `cells` for all cells. Pieces are counted
    /// by values in their rows, or `pieces` for all pieces. Copies are counted by the names of repeated
    /// elements.
    pub names: Vec<Arc<str>>,
    pub count: CountCondition,
    pub place: SourceSpan,
}

impl CountRule {
    /// Returns whether the rule counts a copy with this name, such as `track/17`.
    pub fn is_of(&self, copy: &str) -> bool {
        let name = name_of_copies(copy);
        self.counted == Counted::Copies && self.names.iter().any(|counted| **counted == *name)
    }
}

/// The items that a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Cells of a board, or pieces of a component. [`CountRule::names`] says which ones.
    CellsOrPieces,
    /// Copies of a repeated element.
    Copies,
}

/// A rotation or a reflection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// A rotation by 180 degrees.
    HalfTurn,
    /// A reflection that exchanges left and right.
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
    /// The pairs of kinds and marks that the symmetry exchanges. Under a rotation by 120 degrees, the
    /// first of a pair becomes the second, but the second does not become the first.
    pub swaps: Vec<(Arc<str>, Arc<str>)>,
    pub place: SourceSpan,
}

/// The rule that players must be able to reach every cell by moves.
#[derive(Debug, Clone)]
pub struct ReachRule {
    /// The marks or kinds of the cells where moves begin.
    pub from: Vec<Arc<str>>,
    /// The component whose cards describe the moves.
    pub moves: Arc<str>,
    pub place: SourceSpan,
}

/// The rule that every player must be able to make a first move.
#[derive(Debug, Clone)]
pub struct FirstMoveRule {
    /// The component whose cards describe the moves.
    pub moves: Arc<str>,
    pub from: Vec<Start>,
    /// No move passes through cells with these marks or kinds.
    pub blocked: Vec<Arc<str>>,
    /// No first move ends on cells with these marks or kinds.
    pub never_on: Vec<Arc<str>>,
}

/// The cell where a player begins, and the directions in which this player moves.
#[derive(Debug, Clone)]
pub struct Start {
    /// The mark or kind of the starting cell.
    pub name: Arc<str>,
    pub ways: Vec<Arc<str>>,
    pub place: SourceSpan,
}

/// The rule that a piece of each kind can be put somewhere on the board.
#[derive(Debug, Clone)]
pub struct AddRule {
    pub kinds: Vec<Arc<str>>,
    /// The component that contains the pieces. `None` if the layout does not name it.
    pub pieces: Option<Arc<str>>,
    /// How many pieces of each kind must be left after the board has been set up.
    pub left: Option<CountCondition>,
    pub place: SourceSpan,
}

/// The rules for the pieces of a component. If the layout does not set a rule, the field of this rule
/// is empty or `None`.
#[derive(Debug, Clone, Default)]
pub struct PiecesConstraints {
    /// How many pieces the component must have.
    pub have: Vec<CountRule>,
    /// How pieces are compared, to check that no two pieces of the component are equal. `None` if
    /// pieces may be equal.
    pub no_two_alike: Option<Alike>,
    /// The number of different colours that each piece must have at its edges.
    pub colours: Option<CountCondition>,
    /// The number of different colours that all pieces together must have at their edges.
    pub in_all: Option<Located<CountCondition>>,
    /// Each colour must occur on this number of pieces.
    pub on: Option<Located<CountCondition>>,
    /// The words that every piece must have at its edges, each exactly once.
    pub edge_words: Option<Vec<Arc<str>>>,
    /// The texts that every piece must contain.
    pub say: Option<Vec<Arc<str>>>,
}
