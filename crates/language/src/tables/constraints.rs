//! The rules of a game that the checker can find in what is printed, as keys of the components that they are about.

use crate::values::choice::{Alike, BoardIs};
use crate::values::count::Count;
use crate::values::place::{At, Named, OneOrMany};

tables! {
    /// What must hold of a board.
    pub struct BoardMust {
        /// What the board is as a whole.
        pub be: Option<At<OneOrMany<BoardIs>>>,
        /// How many cells there are, of each kind and with each mark.
        pub have: Named<At<Count>>,
        /// Which turns and mirrors leave the board as it is.
        #[serde(rename = "match")]
        pub match_: Option<At<Match>>,
        /// Marks and kinds no two of which are on one cell.
        pub apart: Option<At<String>>,
        /// Every cell has a name of its own.
        pub names: Option<At<NamesAre>>,
        /// The kind or the mark of the cell in the middle, and of no other.
        pub centre: Option<At<String>>,
        /// The sides go round the board without a gap, one after the other.
        pub sides: Option<At<SidesDo>>,
        /// Through every cell goes a straight line of so many cells.
        pub lines: Option<At<u32>>,
        /// Every cell can be reached.
        pub reach: Option<At<Reach>>,
        /// Everybody has a first move.
        pub open: Option<At<Open>>,
        /// Everybody can add a piece to those that lie here.
        pub add: Option<At<Add>>,
    }

    /// Turns and mirrors that leave a board as it is; a table says which kinds and marks change places.
    pub struct Match {
        /// Turned half round.
        pub half_turn: Option<At<Named<At<String>>>>,
        /// Left and right change places.
        pub mirror: Option<At<Named<At<String>>>>,
        /// Turned by a sixth.
        pub sixfold: Option<At<Named<At<String>>>>,
        /// A quarter of a turn, and what changes places.
        pub fourfold: Option<At<Named<At<String>>>>,
    }

    /// Every cell can be reached from each of some cells by moves.
    pub struct Reach {
        /// Marks or kinds of the cells to begin from.
        pub from: Option<At<String>>,
        /// The cards that say a direction and a number of steps.
        pub moves: Option<At<String>>,
    }

    /// There is a first move from each of some cells.
    pub struct Open {
        /// The cards that say a direction and a number of steps.
        pub moves: Option<At<String>>,
        /// For each mark or kind to begin from, the directions that its player holds.
        pub from: Named<At<String>>,
        /// Marks or kinds that no move goes over.
        pub blocked_by: Option<At<String>>,
        /// Marks or kinds that no first move ends on.
        pub never_end_on: Option<At<String>>,
    }

    /// Everybody can add a piece to those that lie on the board.
    pub struct Add {
        /// The kinds that pieces may be.
        pub of: Option<At<String>>,
        /// Where a piece may be added.
        pub touching: Option<At<Touching>>,
        /// The pieces.
        pub pieces: Option<At<String>>,
        /// How many pieces of each kind are left when those of the board have been laid.
        pub left: Option<At<Count>>,
    }

    /// What must hold of pieces.
    pub struct PiecesMust {
        /// How many pieces there are, and how many with a value of the rows.
        pub have: Named<At<Count>>,
        /// No two pieces are the same.
        pub no_two_alike: Option<At<Alike>>,
        /// The colours of the edges.
        pub edges: Option<At<EdgesMust>>,
        /// Words that stand on every piece.
        pub say: Option<At<OneOrMany<String>>>,
    }

    /// Colours of edges.
    pub struct EdgesMust {
        /// How many colours each piece has.
        pub colours: Option<At<Count>>,
        /// How many colours all pieces have together.
        pub in_all: Option<At<Count>>,
        /// On how many pieces each colour is.
        pub on: Option<At<Count>>,
    }

    /// What must hold of the whole game.
    pub struct Must {
        /// Components whose pieces cannot be told apart from behind, nor by their size.
        pub same_back_and_size: Vec<At<String>>,
    }
}

choices! {
    /// What names are.
    NamesAre {
        /// No two cells have one name.
        Unique = "unique",
    }

    /// What sides do.
    SidesDo {
        /// Each is in one piece, and begins where the one before ends.
        MeetInTurn = "meet in turn",
    }

    /// Where a piece may be added.
    Touching {
        /// Where it touches more pieces of other kinds than of its own.
        MoreOthers = "more others than its own",
    }
}
