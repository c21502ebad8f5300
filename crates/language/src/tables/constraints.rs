//! The tables and keys of `must`, which are rules that the checker tests on the printed game.

use crate::values::choice::{Alike, BoardIs};
use crate::values::count::CountCondition;
use crate::values::spanned::{NamedEntries, OneOrMany, Spanned};

toml_tables! {
    /// Rules for a board.
    pub struct BoardMust {
        /// What the whole board must be: `connected`, `without holes`, …
        /// Example: `be = ["connected", "without holes"]`.
        pub be: Option<Spanned<OneOrMany<BoardIs>>>,
        /// How many cells the board must have, in total and of each kind or mark.
        /// Example: `have = { cells = 61, hill = ">= 3" }`.
        pub have: NamedEntries<Spanned<CountCondition>>,
        /// The rotations and reflections that leave the board unchanged.
        /// Example: `match = { half-turn = {} }`.
        #[serde(rename = "match")]
        pub match_: Option<Spanned<Match>>,
        /// Marks and kinds that must not share a cell.
        /// Example: `apart = "start goal"`.
        pub apart: Option<Spanned<String>>,
        /// Whether names must be unique.
        /// Example: `names = "unique"`.
        pub names: Option<Spanned<NamesAre>>,
        /// The kind or mark that only the centre cell has.
        /// Example: `centre = "throne"`.
        pub centre: Option<Spanned<String>>,
        /// Whether the sides must go around the board without a gap.
        /// Example: `sides = "meet in turn"`.
        pub sides: Option<Spanned<SidesDo>>,
        /// Every cell must be part of a straight line of at least this many cells.
        /// Example: `lines = 5`.
        pub lines: Option<Spanned<u32>>,
        /// Checks that every cell can be reached by moves.
        /// Example: `reach = { from = "start", moves = "moves" }`.
        pub reach: Option<Spanned<Reach>>,
        /// Checks that every player can make a first move.
        /// Example: `open = { moves = "moves", from = { start = "North" } }`.
        pub open: Option<Spanned<Open>>,
        /// Checks that players can add a piece of each kind to the starting position.
        /// Example: `add = { of = "red blue", touching = "more others than its own" }`.
        pub add: Option<Spanned<Add>>,
    }

    /// The rotations and reflections that must leave a board unchanged. Each value is a table of
    /// the kinds and marks that swap places.
    pub struct Match {
        /// A rotation by 180 degrees, and the kinds and marks that it swaps.
        /// Example: `half-turn = { dark = "pale" }`.
        pub half_turn: Option<Spanned<NamedEntries<Spanned<String>>>>,
        /// A left-right reflection, and the kinds and marks that it swaps.
        /// Example: `mirror = { dark = "pale" }`.
        pub mirror: Option<Spanned<NamedEntries<Spanned<String>>>>,
        /// A rotation by 60 degrees, and the kinds and marks that it swaps.
        /// Example: `sixfold = {}`.
        pub sixfold: Option<Spanned<NamedEntries<Spanned<String>>>>,
        /// A rotation by 120 degrees, and what each kind or mark becomes.
        /// Example: `threefold = { red = "blue", blue = "gold", gold = "red" }`.
        pub threefold: Option<Spanned<NamedEntries<Spanned<String>>>>,
        /// A rotation by 90 degrees, and the kinds and marks that it swaps.
        /// Example: `fourfold = {}`.
        pub fourfold: Option<Spanned<NamedEntries<Spanned<String>>>>,
    }

    /// Checks that moves lead from every start to every cell.
    pub struct Reach {
        /// The marks or kinds of the cells where moves start.
        /// Example: `from = "start"`.
        pub from: Option<Spanned<String>>,
        /// The component whose pieces describe moves: a direction and a number of steps.
        /// Example: `moves = "moves"`.
        pub moves: Option<Spanned<String>>,
    }

    /// Checks that every start has a first move.
    pub struct Open {
        /// The component whose pieces describe moves: a direction and a number of steps.
        /// Example: `moves = "moves"`.
        pub moves: Option<Spanned<String>>,
        /// The mark or kind where each player starts, and the directions on that player's cards.
        /// Example: `from = { white-start = "South" }`.
        pub from: NamedEntries<Spanned<String>>,
        /// Marks or kinds that no move may cross.
        /// Default: none. Example: `blocked-by = "wall"`.
        pub blocked_by: Option<Spanned<String>>,
        /// Marks or kinds that no first move may end on.
        /// Default: none. Example: `never-end-on = "goal"`.
        pub never_end_on: Option<Spanned<String>>,
    }

    /// Checks that players can add a piece of each kind to the starting position.
    pub struct Add {
        /// The kinds that a piece may have.
        /// Example: `of = "white grey"`.
        pub of: Option<Spanned<String>>,
        /// Where a piece may be added. In the example, it must touch more pieces of other kinds than
        /// of its own kind.
        /// Example: `touching = "more others than its own"`.
        pub touching: Option<Spanned<Touching>>,
        /// The component with the pieces.
        /// Example: `pieces = "tiles"`.
        pub pieces: Option<Spanned<String>>,
        /// How many pieces of each kind must be left after the starting position is set up.
        /// Example: `left = ">= 1"`.
        pub left: Option<Spanned<CountCondition>>,
    }

    /// Rules for pieces.
    pub struct PiecesMust {
        /// How many pieces there must be, in total and with a certain value in a field.
        /// Example: `have = { pieces = 52 }`.
        pub have: NamedEntries<Spanned<CountCondition>>,
        /// No two pieces may be the same. The value says how pieces are compared.
        /// Example: `no-two-alike = "as drawn"`.
        pub no_two_alike: Option<Spanned<Alike>>,
        /// Rules for the colours of edges.
        /// Example: `edges = { colours = 3 }`.
        pub edges: Option<Spanned<EdgesMust>>,
        /// Text that must be on every piece.
        /// Example: `say = "Three Friends"`.
        pub say: Option<Spanned<OneOrMany<String>>>,
    }

    /// Rules for the colours of edges.
    pub struct EdgesMust {
        /// How many colours the edges of each piece must have.
        /// Example: `colours = ">= 2"`.
        pub colours: Option<Spanned<CountCondition>>,
        /// How many colours the edges of all pieces together must have.
        /// Example: `in-all = 7`.
        pub in_all: Option<Spanned<CountCondition>>,
        /// The words that the edges of each piece must have, each word once.
        /// Example: `words = "each of 1 to 6 once"`.
        pub words: Option<Spanned<String>>,
        /// On how many pieces each colour must occur.
        /// Example: `on = ">= 10"`.
        pub on: Option<Spanned<CountCondition>>,
    }

    /// Rules for the whole game.
    pub struct Must {
        /// Components whose pieces must look the same from behind and have the same size.
        /// Example: `same-back-and-size = ["heroes", "places"]`.
        pub same_back_and_size: Vec<Spanned<String>>,
    }
}

choices! {
    /// A rule for names.
    NamesAre {
        /// No two cells have the same name.
        Unique = "unique",
    }

    /// A rule for sides.
    SidesDo {
        /// Every side is unbroken and starts where the previous side ends.
        MeetInTurn = "meet in turn",
    }

    /// Where a piece may be added.
    Touching {
        /// Where the new piece touches more pieces of other kinds than of its own kind.
        MoreOthers = "more others than its own",
    }
}
