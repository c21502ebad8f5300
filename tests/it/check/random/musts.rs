//! Random boards with rules (`must`): how the boards may be rotated, where moves lead, and what may
//! be added.

use super::Dice;
use super::board::FILLS;
use super::layout::Parts;

/// Adds one of the four boards of this module to the layout.
pub fn write(dice: &mut Dice, parts: &mut Parts) {
    match dice.below(4) {
        0 => turns(dice, parts),
        1 => sixfold(dice, parts),
        2 => moves(dice, parts),
        _ => adds(dice, parts),
    }
}

/// Adds a board with two start cells. A rotation by 180 degrees maps one of them to the other.
fn turns(dice: &mut Dice, parts: &mut Parts) {
    let (across, fill) = (18 + dice.below(8), dice.of(&FILLS));
    let mirror = if dice.once_in(2) { "mirror = {}\n" } else { "" };
    parts.text.push_str(&format!(
        "[[board]]\nname = \"turns\"\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"{across}mm\"\n\
         map = '''\n    Ao\nA       A\n    A*\nA       A\n    Ax\n'''\n\
         [board.key]\nA = {{ kind = \"field\", fill = \"{fill}\" }}\n{STARTS}\
         [board.must]\nhave = {{ field = 7, star = 1, \"white-start or black-start\" = 2 }}\n\
         apart = \"star white-start black-start\"\ncentre = \"star\"\n\
         [board.must.match]\nhalf-turn = {{ white-start = \"black-start\" }}\n{mirror}"
    ));
    parts.pieces.push("turns".to_owned());
}

const STARTS: &str = "\"o\" = { mark = \"white-start\", disc = \"6mm\", fill = \"white\", line = \"0.5mm black\" }\n\
\"x\" = { mark = \"black-start\", disc = \"6mm\", fill = \"black\" }\n\
\"*\" = { mark = \"star\", star = \"8mm\", fill = \"#777777\" }\n";

/// Adds a hexagon of hexagons that a sixth of a turn does not change. A line goes through each of
/// its cells.
fn sixfold(dice: &mut Dice, parts: &mut Parts) {
    let side = 2 + dice.below(3);
    let (cells, fill) = (dice.of(&["flat-top", "pointy-top"]), dice.of(&FILLS));
    let corner = match dice.below(3) {
        0 => "\"0,0|1,0|0,1\" = { disc = \"4mm\", fill = \"white\", line = \"0.4mm black\" }\n",
        1 => "\"0,0|1,0|0,1\" = { label = \"40\" }\n",
        _ => {
            "\"0,0|1,0|0,1\" = { mark = \"harbour\" }\n\"0,0|-1,0\" = { label = \"7\", line = \"1mm sea\" }\n"
        }
    };
    parts.text.push_str(&format!(
        "[[board]]\nname = \"sixfold\"\nsheet = \"small\"\ncells = \"{cells}\"\nside = \"12mm\"\n\
         shape = \"hexhex {side}\"\nnames = \"axial\"\nshow-names = \"none\"\ncell = {{ fill = \"{fill}\" }}\n\
         [board.key]\n\"h\" = {{ mark = \"harbour\", disc = \"5mm\", fill = \"navy\" }}\n\
         [board.at]\n{corner}\
         [board.must]\nbe = \"connected\"\nlines = {side}\nmatch = {{ sixfold = {{}} }}\n"
    ));
    parts.pieces.push("sixfold".to_owned());
}

/// Adds a street of cells, and the cards that say how far to move.
fn moves(dice: &mut Dice, parts: &mut Parts) {
    let between = 1 + dice.below(2);
    let cells = std::iter::once("Ao")
        .chain(std::iter::repeat_n("A", between))
        .chain(["A*"])
        .chain(std::iter::repeat_n("A", between))
        .chain(["Ax"]);
    let street = cells.collect::<Vec<_>>().join("\n\n");
    let (across, fill) = (18 + dice.below(8), dice.of(&FILLS));
    let font = dice.of(&["bold 12pt", "10pt", "italic 11pt"]);
    parts.text.push_str(&format!(
        "[[board]]\nname = \"street\"\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"{across}mm\"\n\
         map = '''\n{street}\n'''\n\
         [board.key]\nA = {{ kind = \"field\", fill = \"{fill}\" }}\n{STARTS}\
         [board.must]\nreach = {{ from = \"white-start black-start\", moves = \"moves\" }}\n\
         [board.must.open]\nmoves = \"moves\"\nfrom = {{ white-start = \"South\", black-start = \"North\" }}\n\
         blocked-by = \"star\"\nnever-end-on = \"star\"\n\
         [[cards]]\nname = \"moves\"\nsize = \"41 x 63mm\"\neach = {{ steps = [1, 2], direction = [\"North\", \"South\"] }}\n\
         face = [{{ text = \"{{{{ steps }}}} {{{{ direction }}}}\", font = \"{font}\" }}]\n\
         [cards.must]\nhave = {{ pieces = 4, 2 = 2, \"direction North\" = 2 }}\nno-two-alike = \"as drawn\"\n"
    ));
    parts.pieces.push("street".to_owned());
}

/// Adds a board that is printed only on a card, and the tiles that players add to this board.
fn adds(dice: &mut Dice, parts: &mut Parts) {
    let copies = 6 + dice.below(6);
    let (all, left) = (2 * copies, copies - 2);
    parts.text.push_str(&format!(
        "[[board]]\nname = \"begin\"\nprint = 0\ncells = \"flat-top\"\nacross = \"20mm\"\n\
         map = '''\n    W\nG       G\n    W\n'''\n\
         [board.key]\nW = {{ kind = \"white\", fill = \"white\" }}\nG = {{ kind = \"grey\", fill = \"#888888\" }}\n\
         [board.must]\nhave = {{ white = 2, grey = 2 }}\n\
         add = {{ of = \"white grey\", touching = \"more others than its own\", pieces = \"added\", left = \">= {left}\" }}\n\
         [[tiles]]\nname = \"added\"\ncells = \"flat-top\"\nacross = \"40mm\"\ncopies = {copies}\n\
         rows = [{{ colour = \"white\" }}, {{ colour = \"grey\" }}]\n\
         face = [\n  {{ hexagon = \"36mm\", fill = \"#888888\", line = \"0.5mm black\", when = \"colour == 'grey'\" }},\n  \
         {{ hexagon = \"36mm\", fill = \"white\", line = \"0.5mm black\", when = \"colour == 'white'\" }},\n]\n\
         [tiles.must]\nhave = {{ pieces = {all}, white = {copies}, \"colour grey\" = {copies} }}\n\
         [[cards]]\nname = \"beginning\"\nsize = \"74 x 105mm\"\nface = [{{ board = \"begin\", size = \"50 x 50mm\" }}]\n"
    ));
}
