//! The table of the rules that a layout asks for.

use super::{add, bands, counts, edges, hang, moves, names, pieces, symmetry, unseen};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rules of this group. Each is run where a layout asks for it.
pub const RULES: &[Rule] = &[
    Rule {
        title: "a board that must be connected is",
        why: "A cell that touches no other can neither be left nor entered. Such a cell is easily made by a slip in a \
              map.",
        right: "be = [\"connected\"], and a board in one piece",
        wrong: "be = [\"connected\"], and a map whose last row stands one row too low",
        ..Rule::error(codes::MUST_CONNECT, Run::All(hang::connected))
    },
    Rule {
        title: "a board that must be without holes is",
        why: "A hole is a wall in the middle of a board: moves that should go on end there.",
        right: "be = [\"without holes\"], and cells all over",
        wrong: "be = [\"without holes\"], and a map with a sign left out in the middle",
        ..Rule::error(codes::MUST_HOLE, Run::All(hang::whole))
    },
    Rule {
        title: "a board has as many cells of each kind and mark as it must",
        why: "A map is easily mistyped by one sign, and a game for seven stars is another game with six.",
        right: "have = { star = 7, buy = \">= 1\" }, and a star in seven cells",
        wrong: "have = { star = 7 }, and a star in six cells",
        ..Rule::error(codes::MUST_HAVE, Run::All(counts::have))
    },
    Rule {
        title: "turns and mirrors that must leave a board as it is do",
        why: "Where two players sit face to face, only a board that is the same from both sides is fair.",
        right: "match = { half-turn = { white-start = \"black-start\" } }, and one start opposite the other",
        wrong: "the same, and a sell cell in the one half where the other half has a change cell",
        ..Rule::error(codes::MUST_MATCH, Run::All(symmetry::matches))
    },
    Rule {
        title: "marks that must be apart are on different cells",
        why: "Two things cannot stand on one cell when the game begins.",
        right: "apart = \"star white-start\", and no star on the start",
        wrong: "apart = \"star white-start\", and a sign for both behind one letter of the map",
        ..Rule::error(codes::MUST_APART, Run::All(counts::apart))
    },
    Rule {
        title: "names that must be unique are, and every cell has one",
        why: "A move that is written down by the names of cells must mean one cell.",
        right: "names = \"unique\", and letters and numbers beside the board, one for each line",
        wrong: "names = \"unique\", and the letter c beside two lines",
        ..Rule::error(codes::MUST_NAMES, Run::All(names::unique))
    },
    Rule {
        title: "the cell in the middle is marked, and no other",
        why: "A rule about the central cell needs a board that has one, and that shows it.",
        right: "centre = \"goal\", and the mark goal in the cell that a half-turn leaves in its place",
        wrong: "centre = \"goal\", and the mark one cell beside the middle",
        ..Rule::error(codes::MUST_CENTRE, Run::All(counts::centre))
    },
    Rule {
        title: "sides that must meet in turn do",
        why: "A player must see to the last cell which side is hers: a gap belongs to nobody, and two sides of one \
              colour that touch are one side.",
        right: "sides = \"meet in turn\", and four bands of colour round the board",
        wrong: "sides = \"meet in turn\", and two neighbouring sides of one colour",
        ..Rule::error(codes::MUST_SIDES, Run::All(bands::in_turn))
    },
    Rule {
        title: "a board on which one player must win has four sides in turn, and no hole",
        why: "On cells that meet by three, between four sides of two colours in turn, one player's sides are always \
              joined, and never both players'. A hole, a waist of one cell, or sides in another order undo that.",
        right: "be = [\"every filling has exactly one winner\"], and a rhombus with sides white, black, white, black",
        wrong: "the same, and sides white, white, black, black",
        ..Rule::error(codes::MUST_WIN, Run::All(bands::one_winner))
    },
    Rule {
        title: "through every cell goes a straight line that is long enough",
        why: "A jump over a neighbour needs three cells in a row: a cell without such a row is dead.",
        right: "lines = 3, and a board of 37 cells in a hexagon",
        wrong: "lines = 3, and a cell that hangs on the board by a corner of the map",
        ..Rule::error(codes::MUST_LINE, Run::All(counts::lines))
    },
    Rule {
        title: "every cell can be reached from the start by the moves of the cards",
        why: "A cell that no move leads to is printed for nothing, and who stands on it never gets away.",
        right: "reach = { from = \"start\", moves = \"cards\" }, and cards for one step each way",
        wrong: "the same, and only cards for two steps: every other cell is left out",
        ..Rule::error(codes::MUST_REACH, Run::All(moves::reach))
    },
    Rule {
        title: "everybody has a first move",
        why: "A player who cannot move when the game begins has lost by the layout alone.",
        right: "open = { moves = \"cards\", from = { start = \"North\" } }, and free cells north of the start",
        wrong: "the same, blocked-by = \"star\", and a star beside the start",
        ..Rule::error(codes::MUST_OPEN, Run::All(moves::open))
    },
    Rule {
        title: "to a start that must be added to, everybody can add a piece, and has pieces left",
        why: "Where a piece may be added only beside more of the others than of its own, a start may leave one player \
              nothing to do.",
        right: "two white and two grey pieces in a rhombus, like colours at opposite corners",
        wrong: "one grey piece in a ring of six white ones: white finds no place",
        ..Rule::error(codes::MUST_ADD, Run::All(add::add))
    },
    Rule {
        title: "what a layout asks of a board can be seen on it",
        why: "Two kinds that look the same are one kind to whoever plays, and no rule about them can be judged on paper.",
        right: "have = { star = 7 }, and a star in seven cells",
        wrong: "have = { rook = 2 }, and two cells of the kind rook that look as all others do",
        ..Rule::warning(codes::MUST_SHOW, Run::All(unseen::all_is_seen))
    },
    Rule {
        title: "there are as many pieces of each sort as there must be",
        why: "Half a turn before the end of a game is a bad time to find that a disc is missing.",
        right: "have = { white = 25, pieces = \">= cells of board\" }, and copies = 25",
        wrong: "have = { white = 25 }, and copies = 24",
        ..Rule::error(codes::MUST_PIECES, Run::All(pieces::have))
    },
    Rule {
        title: "no two pieces that must differ are the same",
        why: "A tile can be laid any way round: two tiles that are the same when one is turned are one tile twice. The \
              edges are compared: their colours, their signs, and the lines that join two of them.",
        right: "no-two-alike = \"when turned\", and red red blue beside red blue blue",
        wrong: "no-two-alike = \"when turned\", and red blue blue beside blue red blue",
        ..Rule::error(codes::MUST_DIFFER, Run::All(pieces::differ))
    },
    Rule {
        title: "the edges of every piece have as many colours as they must",
        why: "A tile of one colour fits everywhere or nowhere.",
        right: "edges = { colours = \">= 2\" }, and a tile with red and blue edges",
        wrong: "edges = { colours = \">= 2\" }, and a tile with red edges all round",
        ..Rule::error(codes::MUST_COLOURS, Run::All(edges::each))
    },
    Rule {
        title: "every colour is on as many pieces as it must be",
        why: "A colour on one tile alone can never be matched.",
        right: "edges = { in-all = 3, on = \">= 2\" }, and three colours, each on two tiles",
        wrong: "edges = { in-all = 3, on = \">= 2\" }, and a colour on one tile",
        ..Rule::error(codes::MUST_EACH, Run::All(edges::on))
    },
    Rule {
        title: "every piece says what it must",
        why: "A starting tile that costs something cannot be given away when the game begins.",
        right: "say = \"$0\", and $0 on every tile",
        wrong: "say = \"$0\", and a tile with $1",
        ..Rule::error(codes::MUST_SAY, Run::All(pieces::say))
    },
    Rule {
        title: "pieces that must not be told apart from behind, or by their size, cannot be",
        why: "A card that is known before it is turned over is no secret.",
        right: "same-back-and-size = [\"deck\", \"end\"], and tiles of 40 mm with plain backs in both",
        wrong: "same-back-and-size = [\"deck\", \"end\"], and an ending tile of 41 mm",
        ..Rule::error(codes::MUST_SAME_BACK, Run::All(pieces::same_back))
    },
];
