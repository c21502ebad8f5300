//! Faults against the rules of layouts: layouts that break their own rules, and pages that break
//! the rules of a correct layout.

use hexpress::check::Verdict;

use super::super::bench::make;
use super::Wrong;
use super::board::wrongs;
use crate::support::plain_games;

/// Makes each change once, at the first match in the text.
fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "no {from}");
        text.replacen(from, to, 1)
    })
}

pub fn own(text: &str, changes: &[(&str, &str)]) -> Verdict {
    let made = make("mine", &changed(text, changes), "iso");
    made.judge(&made.pdf)
}

/// Judges the plain version of a game with these changes.
fn game(id: &str, changes: &[(&str, &str)]) -> Verdict {
    own(plain_games::text(id), changes)
}

fn tiles(changes: &[(&str, &str)]) -> Verdict {
    own(OWN, changes)
}

fn small(changes: &[(&str, &str)]) -> Verdict {
    own(SMALL_BOARD, changes)
}

/// Builds pages from a changed layout, and judges them against the correct layout.
pub fn paper(text: &str, changes: &[(&str, &str)]) -> Verdict {
    let wrong = make("mine", &changed(text, changes), "iso");
    make("mine", text, "iso").judge(&wrong.pdf)
}

/// Tiles with paths. No two tiles are alike.
const WAYS: &str = r#"
[[tiles]]
name = "ways"
cells = "flat-top"
across = "40mm"
rows = [{ way = "1-3, 4-5" }, { way = "1-4, 2-3" }, { way = "1-2, 4-5" }]
face = [{ path = "{{ way }}", colour = "teal", width = "4mm", line = "0.4mm black" }]
[tiles.must]
no-two-alike = "when turned or flipped"
"#;

/// Tiles whose edges have each number once.
const EDGE_WORDS: &str = r#"[[tiles]]
name = "deck"
cells = "flat-top"
across = "40mm"
rows = [{ edges = "1 2 3 4 5 6" }, { edges = "1 3 5 2 4 6" }]
face = [{ text = "{{ edge }}", at = "each edge", inset = "3mm", font = "bold 10pt" }, { text = "3", font = "bold 10pt" }]
[tiles.must.edges]
words = "each of 1 to 6 once"
"#;

/// A board with three coloured corners. A rotation by 120 degrees maps each of them to the next
/// one.
const THIRDS: &str = r##"[[board]]
cells = "flat-top"
side = "12mm"
shape = "hexhex 4"
names = "lines"
[board.at]
"a1" = { kind = "red", fill = "#C8102E" }
"g4" = { kind = "blue", fill = "#1F3A6E" }
"d7" = { kind = "gold", fill = "#D9A300" }
[board.must.match]
threefold = { red = "gold", gold = "blue", blue = "red" }
"##;

pub const OWN: &str = r##"game = { seats = 2, share = false }

[colours]
red = { fill = "#A40122", icon = "circle" }
sky = { fill = "#99DDFF", icon = "square" }
ink = { fill = "#26262B", icon = "star" }
[look]
tile = [
  { edge-band = "{{ edge }}", at = "each edge", depth = "5mm", line = "0.7mm white" },
  { icon = "{{ edge | icon }}", at = "each edge", inset = "1mm", size = "3.2mm", colour = "{{ edge | contrast }}" },
  { text = "${{ cost }}", font = "bold 20pt" },
]
[[tiles]]
name = "deck"
cells = "flat-top"
across = "40mm"
face = "tile"
rows = [
  { cost = 1, edges = "red red sky sky ink ink" },
  { cost = 2, edges = "red sky red sky red sky" },
  { cost = 3, edges = "red red red ink ink ink" },
  { cost = 4, edges = "sky sky ink red red sky" },
]
[tiles.must]
have = { pieces = 4 }
no-two-alike = "when turned or flipped"
edges = { colours = ">= 2", in-all = 3, on = ">= 2" }
[[tiles]]
name = "start"
like = "deck"
rows = [{ cost = 0, edges = "red sky ink red sky ink" }, { cost = 0, edges = "ink red sky sky red red" }]
[tiles.must]
have = { pieces = "seats" }
no-two-alike = "when turned"
edges = { colours = 3 }
say = "$0"
[[tiles]]
name = "end"
like = "deck"
rows = [{ cost = 9, edges = "ink ink ink ink ink ink" }]
[tiles.must]
have = { pieces = 1 }
[must]
same-back-and-size = ["deck", "start", "end"]
"##;

pub const SMALL_BOARD: &str = r##"[[board]]
cells = "flat-top"
across = "20mm"
map = """
    A
A       A
    A
A       A
    A
"""
[board.key]
A = { kind = "field", fill = "#E4DDF2" }
[board.must]
be = ["connected", "without holes"]
have = { cells = 7 }
"##;

pub const WRONGS: super::Wrongs = wrongs![
    "a star left out of the map", "HX503", 1, "`board` shows 6 cells with `star`, but must have 7", &["HX504"],
        game("hexagonal-thing", &[("P       B*      B*      B\n", "P       B       B*      B\n")]);
    "a star too many", "HX503", 1, "`board` shows 8 cells with `star`, but must have 7", &["HX504"],
        game("hexagonal-thing", &[("P       B*      B*      B\n", "P       B*      B*      B*\n")]);
    "a star moved to the next cell", "HX504", 1, "board/cell:0,2", &[],
        game("hexagonal-thing", &[("    C       D       S\nS       S", "    C       D*      S\nS       S"), ("    B*      B*      B*", "    B*      B       B*")]);
    "a Sell and a Change swapped", "HX504", 1, "board/cell:-1,3", &[],
        game("hexagonal-thing", &[("S       S       C       C\n", "S       C       S       C\n")]);
    "a Buy turned into a Sell", "HX503", 1, "`board` shows 8 cells with `buy`, but must have 9", &["HX504"],
        game("hexagonal-thing", &[("P       B*      B*      B\n", "P       B*      B*      S\n")]);
    "a Change turned into a Sell", "HX503", 1, "`board` shows 11 cells with `sell`, but must have 10", &["HX504"],
        game("hexagonal-thing", &[("        C       P\n", "        S       P\n")]);
    "a £10 cell turned into a $20 cell", "HX503", 1, "`board` shows 3 cells with `pounds`, but must have 4", &["HX504"],
        game("hexagonal-thing", &[("        P       C\n", "        D       C\n")]);
    "a cell left out at the border", "HX503", 1, "`board` shows 36 cells, but must have 37", &["HX504"],
        game("hexagonal-thing", &[("P       B*      B*      B\n", "        B*      B*      B\n")]);
    "the uppermost cell left out", "HX503", 1, "`board` shows 36 cells, but must have 37", &["HX504", "HX512"],
        game("hexagonal-thing", &[("            J^\n", "\n")]);
    "a cell too many", "HX503", 1, "`board` shows 38 cells, but must have 37", &["HX504"],
        game("hexagonal-thing", &[("            Jv\n'''", "            Jv\n\n            S\n'''")]);
    "the middle cell left out", "HX502", 1, "board/cell:0,2", &["HX503"],
        game("hexagonal-thing", &[("    B*      B*      B*\n", "    B*              B*\n")]);
    "the last row of the map one row too low", "HX501", 1, "board/cell:0,7", &["HX504", "HX511", "HX512"],
        game("hexagonal-thing", &[("            Jv\n'''", "\n\n            Jv\n'''")]);
    "white begins where black does", "HX512", 1, "board/cell:0,6", &[],
        game("hexagonal-thing", &[("            J^", "            J#"), ("            Jv", "            J^"), ("            J#", "            Jv")]);
    "white's starting cell one cell further down", "HX504", 1, "board/cell:-1,1", &[],
        game("hexagonal-thing", &[("            J^\n        P       C\n", "            J\n        P^      C\n")]);
    "a second starting cell for white", "HX512", 1, "board/cell:1,5", &["HX503", "HX504"],
        game("hexagonal-thing", &[("        C       P\n            Jv", "        C       P^\n            Jv")]);
    "a star on a starting cell", "HX505", 1, "board/cell:0,0", &["HX503", "HX504"],
        game("hexagonal-thing", &[("            J^\n", "            J^*\n")]);
    "stars on both starting cells, and none on two other cells", "HX505", 1, "board/cell:0,0", &[],
        game("hexagonal-thing", &[("            J^\n", "            J^*\n"), ("            Jv\n", "            Jv*\n"), ("P       B*      B*      B\n", "P       B*      B       B\n"), ("B       B*      B*      P", "B       B       B*      P")]);
    "no starting cell for black", "HX512", 1, "no cell of `board` is marked `black-start`", &["HX503", "HX504"],
        game("hexagonal-thing", &[("            Jv\n", "            J\n")]);
    "white has only cards with the direction Up", "HX512", 1, "board/cell:0,0", &[],
        game("hexagonal-thing", &[(r#"white-start = "South, Down, West", black"#, r#"white-start = "Up", black"#)]);
    "all first moves of white blocked", "HX512", 1, "board/cell:0,0", &[],
        game("hexagonal-thing", &[(r#"blocked-by   = "star""#, r#"blocked-by   = "sell change pounds buy""#)]);
    "only cards for three steps", "HX511", 1, "board/cell:-3,4", &[],
        game("hexagonal-thing", &[("steps = [1, 2, 3], direction", "steps = [3, 3, 3], direction"), ("have = { pieces = 18, West = 3, Down = 3, South = 3, East = 3, Up = 3, North = 3, 1 = 6, 2 = 6, 3 = 6 }", ""), ("no-two-alike = \"as drawn\"\n\n", "\n")]);
    "a direction left out of the cards", "HX521", 2, "`movement` has 6 pieces with `Down`, but must have 3", &["HX522"],
        game("hexagonal-thing", &[(r#""South", "East", "Up", "North"] }"#, r#""South", "East", "Up", "North"] }"#), (r#"each  = { steps = [1, 2, 3], direction = ["West", "Down","#, r#"each  = { steps = [1, 2, 3], direction = ["Down", "Down","#), (", West = 3", "")]);
    "two cards with the same steps and direction", "HX522", 3, "movement/23", &["HX521"],
        game("hexagonal-thing", &[("steps = [1, 2, 3], direction", "steps = [1, 2, 3, 3], direction")]);
    "starting cells that do not change places when the board is turned", "HX504", 1, "board/cell:0,0", &[],
        game("hexagonal-thing", &[(r#"half-turn = { white-start = "black-start" }"#, "half-turn = {}")]);
    "a mirror symmetry that the board does not have", "HX504", 1, "board/cell:-3,3", &[],
        game("hexagonal-thing", &[(r#"half-turn = { white-start = "black-start" }"#, r#"mirror = { white-start = "black-start" }"#)]);
    "a symmetry by a sixth of a turn that the board does not have", "HX504", 1, "board/cell:-3,3", &[],
        game("hexagonal-thing", &[(r#"half-turn = { white-start = "black-start" }"#, r#"sixfold = { white-start = "black-start" }"#)]);
    "Buy cells with stars, although a rule forbids them", "HX505", 1, "board/cell:-2,4", &[],
        game("hexagonal-thing", &[(r#"apart = "star white-start"#, r#"apart = "star buy white-start"#)]);
    "a rule that requires six stars, on a board with seven", "HX503", 1, "`board` shows 7 cells with `star`, but must have 6", &[],
        game("hexagonal-thing", &[("star = 7", "star = 6")]);
    "two neighbouring sides of the same colour", "HX508", 1, "2 sides are visible along the border of `board`; the layout has 4", &["HX509"],
        game("inphexion", &[(r#"["white", "black", "white", "black"]"#, r#"["white", "black", "black", "white"]"#)]);
    "four sides of one colour", "HX509", 1, "a full `board` does not always have exactly one winner: clockwise, its sides are black", &["HX508"],
        game("inphexion", &[(r#"["white", "black", "white", "black"]"#, r#"["black", "black", "black", "black"]"#)]);
    "three colours of sides", "HX509", 1, "a full `board` does not always have exactly one winner: clockwise, its sides are white, black, white, moss", &[],
        game("inphexion", &[(r#"["white", "black", "white", "black"]"#, r#"["white", "black", "white", "moss"]"#)]);
    "six rows in place of seven", "HX503", 1, "`board` shows 42 cells, but must have 49", &[],
        game("inphexion", &[("rhombus 7 x 7", "parallelogram 7 x 6")]);
    "eight rows in place of seven", "HX503", 1, "`board` shows 56 cells, but must have 49", &["HX521"],
        game("inphexion", &[("rhombus 7 x 7", "parallelogram 7 x 8")]);
    "a hole in the board", "HX509", 1, "a full `board` does not always have exactly one winner: it has a hole", &["HX502", "HX503", "HX508"],
        game("inphexion", &[(r#"shape  = "rhombus 7 x 7""#, "shape  = \"rhombus 7 x 7\"\nwithout = \"c3\"")]);
    "a corner without a cell", "HX508", 1, "board/cell:-1,1", &["HX503", "HX509"],
        game("inphexion", &[(r#"shape  = "rhombus 7 x 7""#, "shape  = \"rhombus 7 x 7\"\nwithout = \"a7\"")]);
    "a board of another shape", "HX503", 1, "`board` shows 37 cells, but must have 49", &["HX509"],
        game("inphexion", &[("shape  = \"rhombus 7 x 7\"\nlean   = \"right\"", r#"shape  = "hexhex 4""#), (r#"colours = ["white", "black", "white", "black"]"#, r#"colours = ["white", "black", "white", "black", "white", "black"]"#), (r#"names  = "hex""#, r#"names  = "lines""#)]);
    "a white disc too few", "HX521", 2, "`discs` has 24 pieces with `owner white`, but must have 25", &[],
        game("inphexion", &[(r#"mark = "black", copies = 25"#, r#"mark = "black", copies = 24"#)]);
    "a black disc too many", "HX521", 2, "`discs` has 26 pieces with `owner black`, but must have 25", &[],
        game("inphexion", &[(r#"owner = "black", mark = "white", copies = 25"#, r#"owner = "black", mark = "white", copies = 26"#)]);
    "two neutral discs", "HX521", 2, "`discs` has 2 pieces with `owner moss`, but must have 1", &[],
        game("inphexion", &[(r#"owner = "moss",  mark = "white", copies = 1"#, r#"owner = "moss",  mark = "white", copies = 2"#)]);
    "all sheets of discs printed twice", "HX521", 2, "`discs` has 50 pieces with `owner white`, but must have 25", &[],
        game("inphexion", &[(r#"across = "76% of board""#, "across = \"76% of board\"\nprint = 2")]);
    "the mark of the middle one cell too low", "HX507", 1, "board/cell:0,0", &[],
        game("hexemergo", &[(r#""e5" = { kind"#, r#""e4" = { kind"#)]);
    "a second cell marked as the middle", "HX507", 1, "board/cell:1,0", &["HX503"],
        game("hexemergo", &[(r#""e5" = { kind"#, r#""e5 e4" = { kind"#)]);
    "another cell of the smaller board marked as its middle", "HX507", 2, "board-37/cell:0,0", &[],
        game("hexemergo", &[(r#""d4" = { kind"#, r#""c3" = { kind"#)]);
    "a larger board on which the old middle is still marked", "HX507", 1, "board/cell:0,0", &["HX503"],
        game("hexemergo", &[(r#"shape  = "hexhex 5""#, r#"shape  = "hexhex 6""#)]);
    "a corner cell of the board left out", "HX503", 1, "`board` shows 60 cells, but must have 61", &["HX507"],
        game("hexemergo", &[(r#"shape  = "hexhex 5""#, "shape  = \"hexhex 5\"\nwithout = \"a1\"")]);
    "a rule that requires lines of ten cells", "HX510", 1, "board/cell:-4,0", &[],
        game("hexemergo", &[("lines  = 3\n\n[[board]]", "lines  = 10\n\n[[board]]")]);
    "a white man too few", "HX521", 3, "`men` has 11 pieces with `owner white`, but must have 12", &[],
        game("hexemergo", &[("mark = \"black\", copies = 12 },\n  { owner = \"black\", mark = \"white\", copies = 12 },\n]\nface = [\n  { fill = \"{{ owner }}\" },\n  { disc", "mark = \"black\", copies = 11 },\n  { owner = \"black\", mark = \"white\", copies = 12 },\n]\nface = [\n  { fill = \"{{ owner }}\" },\n  { disc")]);
    "more men than cells", "HX521", 3, "`men` has 40 pieces, but must have fewer than `board` has cells and fewer than `board-37` has cells", &[],
        game("hexemergo", &[("mark = \"black\", copies = 12 },\n  { owner = \"black\", mark = \"white\", copies = 12 },\n]\nface = [\n  { fill = \"{{ owner }}\" },\n  { disc", "mark = \"black\", copies = 20 },\n  { owner = \"black\", mark = \"white\", copies = 20 },\n]\nface = [\n  { fill = \"{{ owner }}\" },\n  { disc"), (r#""owner white" = 12, "owner black" = 12, "#, "")]);
    "a rim for a man too few", "HX521", 3, "`rims` has 11 pieces with `word black`, but must have 12", &[],
        game("hexemergo", &[(r#"word = "black", copies = 12"#, r#"word = "black", copies = 11"#)]);
    "nine pieces of each colour", "HX513", 2, "`start` uses 2 of the 9 white pieces of `pieces`: 7 are left, but `left` requires 8", &["HX521"],
        game("hex-nut", &[("copies = 10", "copies = 9")]);
    "nine white pieces", "HX513", 2, "`start` uses 2 of the 9 white pieces of `pieces`: 7 are left, but `left` requires 8", &["HX521"],
        game("hex-nut", &[(r#"groove = "ink" }"#, r#"groove = "ink", copies = 9 }"#)]);
    "three white pieces in the starting position", "HX503", 2, "`start` shows 3 cells with `white`, but must have 2", &["HX513"],
        game("hex-nut", &[("G*      G*", "Wo      G*")]);
    "a starting position in two parts", "HX501", 2, "set-up/1", &[],
        game("hex-nut", &[("G*      G*\n    Wo", "G*      G*\n\n\n    Wo")]);
    "a starting position to which white cannot add a piece", "HX513", 2, "no white piece can be added: no place next to `start` touches more pieces of other kinds than white pieces", &["HX503"],
        game("hex-nut", &[("    Wo\nG*      G*\n    Wo\n", "            Wo\n        Wo      Wo\n    Wo      G*      Wo\n        Wo      Wo\n")]);
    "a rule that requires more remaining pieces than there are", "HX513", 2, "`start` uses 2 of the 10 white pieces of `pieces`: 8 are left, but `left` requires at least 9", &[],
        game("hex-nut", &[("left = 8", r#"left = ">= 9""#)]);
    "a kind of cells that looks like another kind", "HX514", 1, "the kinds `field` and `other` look the same on paper", &[],
        small(&[("    A\n", "    B\n"), ("[board.must]", "B = { kind = \"other\", fill = \"#E4DDF2\" }\n[board.must]"), ("cells = 7", "other = 1")]);
    "two tiles that look the same", "HX522", 1, "deck/2", &[],
        tiles(&[(r#"cost = 2, edges = "red sky red sky red sky""#, r#"cost = 2, edges = "red red sky sky ink ink""#)]);
    "a tile like another when it is rotated", "HX522", 1, "deck/2", &[],
        tiles(&[(r#"cost = 2, edges = "red sky red sky red sky""#, r#"cost = 2, edges = "sky sky ink ink red red""#)]);
    "a tile like another when it is flipped", "HX522", 1, "deck/2", &[],
        tiles(&[(r#"cost = 2, edges = "red sky red sky red sky""#, r#"cost = 2, edges = "red red ink ink sky sky""#)]);
    "a tile with roads that is like another when it is rotated", "HX522", 1, "ways/3", &[], own(WAYS, &[("1-2, 4-5", "3-5, 6-1")]);
    "a tile with roads that is like another when it is flipped", "HX522", 1, "ways/3", &[], own(WAYS, &[("1-2, 4-5", "1-5, 3-4")]);
    "a tile of one colour", "HX523", 1, "deck/3", &[],
        tiles(&[(r#""red red red ink ink ink""#, r#""ink ink ink ink ink ink""#)]);
    "a tile of one colour and blank edges", "HX523", 1, "deck/3", &[],
        tiles(&[(r#""red red red ink ink ink""#, r#""red - - red - -""#)]);
    "a starting tile with two colours", "HX523", 2, "start/1", &[],
        tiles(&[(r#""red sky ink red sky ink""#, r#""red sky red red sky sky""#)]);
    "a colour on one tile only", "HX524", 1, "ink is on 1 piece of `deck`, but must be on at least 2", &[],
        tiles(&[(r#""red red sky sky ink ink""#, r#""red red sky sky red red""#), (r#""sky sky ink red red sky""#, r#""sky sky sky red red red""#)]);
    "a colour on no tile", "HX524", 1, "the edges of `deck` have 2 colours in all, but must have 3", &[],
        tiles(&[(r#""red red sky sky ink ink""#, r#""red red sky sky red sky""#), (r#""sky sky ink red red sky""#, r#""sky sky sky sky red red""#), (r#""red red red ink ink ink""#, r#""red red red sky sky sky""#)]);
    "a starting tile that costs something", "HX525", 2, "start/2", &[],
        tiles(&[(r#"{ cost = 0, edges = "ink"#, r#"{ cost = 5, edges = "ink"#)]);
    "a rule that requires words that no starting tile shows", "HX525", 2, "start/1", &[],
        tiles(&[(r#"say = "$0""#, r#"say = ["$0", "upkeep 0"]"#)]);
    "a tile with the same word at two of its edges", "HX527", 1, "deck/1", &[],
        own(EDGE_WORDS, &[("1 2 3 4 5 6", "1 2 3 4 5 5")]);
    "a tile that lacks a word that its edges must have", "HX527", 1, "deck/2", &[],
        own(EDGE_WORDS, &[("1 3 5 2 4 6", "1 3 5 2 4 7")]);
    "a home that is not a third of a turn from the next", "HX504", 1, "", &[],
        own(THIRDS, &[("\"g4\"", "\"g5\"")]);
    "two ending tiles", "HX521", 3, "`end` has 2 pieces, but must have 1", &[],
        tiles(&[("rows = [{ cost = 9, edges", "rows = [{ cost = 9, copies = 2, edges")]);
    "a player without a starting tile", "HX521", 2, "`start` has 2 pieces, but must have as many as there are seats", &[],
        tiles(&[("seats = 2", "seats = 3")]);
    "two starting tiles that look the same", "HX522", 2, "start/2", &[],
        tiles(&[(r#""ink red sky sky red red""#, r#""ink red sky ink red sky""#)]);
    "an ending tile that is larger", "HX526", 3, "end/1", &[],
        tiles(&[("name = \"end\"\nlike = \"deck\"", "name = \"end\"\nlike = \"deck\"\nacross = \"41mm\"")]);
    "an ending tile with a back of its own", "HX526", 5, "end/1", &[],
        tiles(&[("name = \"end\"\nlike = \"deck\"", "name = \"end\"\nlike = \"deck\"\nback = [{ disc = \"9mm\", fill = \"ink\" }]")]);
    "backs of two colours", "HX526", 5, "end/1", &[],
        tiles(&[("name = \"end\"\nlike = \"deck\"", "name = \"end\"\nlike = \"deck\"\nback = [{ disc = \"9mm\", fill = \"red\" }]"), ("across = \"40mm\"\nface", "across = \"40mm\"\nback = [{ disc = \"9mm\", fill = \"ink\" }]\nface")]);
    "a cell that touches no other", "HX501", 1, "board/cell:0,3", &[],
        small(&[("    A\n\"\"\"", "\n\n    A\n\"\"\"")]);
    "a ring with a hole", "HX502", 1, "board/cell:0,0", &[],
        small(&[("    A\nA       A\n    A\nA", "    A\nA       A\n\nA"), ("have = { cells = 7 }", "")]);
    "cells that are on no line of four cells", "HX510", 1, "board/cell:-1,1", &[],
        small(&[("have = { cells = 7 }", "have = { cells = 7 }\nlines = 4")]);
    "a board without a middle", "HX507", 1, "`board` has no middle cell: a half-turn moves every cell", &[],
        small(&[("have = { cells = 7 }", r#"centre = "field""#), ("A       A\n    A\n\"\"\"", "A       A\n\"\"\"")]);
    "on paper, one star fewer than in the layout", "HX503", 1, "6 cells with `star`", &["HX428", "HX504"],
        paper(plain_games::text("hexagonal-thing"), &[("P       B*      B*      B\n", "P       B       B*      B\n")]);
    "on paper, a Sell in place of a Change", "HX504", 1, "board/cell:-1,3", &["HX426", "HX427", "HX503"],
        paper(plain_games::text("hexagonal-thing"), &[("S       S       C       C\n", "S       C       C       C\n")]);
    "on paper, both starting cells exchanged", "HX512", 1, "board/cell:0,6", &["HX427", "HX428"],
        paper(plain_games::text("hexagonal-thing"), &[("J^", "J#"), ("Jv", "J^"), ("J#", "Jv")]);
    "on paper, a black disc in place of a white one", "HX521", 2, "24 pieces with `owner white`", &[],
        paper(plain_games::text("inphexion"), &[("copies = 25 },\n  { owner = \"black\", mark = \"white\", copies = 25", "copies = 24 },\n  { owner = \"black\", mark = \"white\", copies = 26")]);
    "on paper, the sides in another order", "HX509", 1, "its sides are", &["HX508"],
        paper(plain_games::text("inphexion"), &[(r#"["white", "black", "white", "black"]"#, r#"["white", "black", "black", "white"]"#)]);
    "on paper, the middle marked one cell too low", "HX507", 1, "board/cell:0,0", &["HX427", "HX503"],
        paper(plain_games::text("hexemergo"), &[(r#""e5" = { kind"#, r#""e4" = { kind"#)]);
    "on paper, no names next to the board", "HX506", 1, "no name is printed", &[],
        paper(plain_games::text("hexemergo"), &[("show-names = \"outside\"", "show-names = \"none\"")]);
    "on paper, a white piece of the starting position in grey", "HX503", 2, "1 cell with `white`", &["HX513"],
        paper(plain_games::text("hex-nut"), &[("    Wo\nG*      G*", "    G*\nG*      G*")]);
    "on paper, a tile with one colour", "HX523", 1, "deck/3", &[],
        paper(OWN, &[("red red red ink ink ink", "ink ink ink ink ink ink")]);
    "on paper, a tile like another", "HX522", 1, "deck/2", &[],
        paper(OWN, &[("red sky red sky red sky", "ink ink red red sky sky")]);
    "on paper, a starting tile that costs something", "HX525", 2, "start/2", &[],
        paper(OWN, &[(r#"{ cost = 0, edges = "ink"#, r#"{ cost = 7, edges = "ink"#)]);
];
