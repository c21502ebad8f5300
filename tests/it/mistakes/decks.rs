//! Random decks that cannot be drawn, and decks in files that are not what they should be.

use super::{CARDS, mistake, wrong};
use crate::run::Run;

/// A deck that is right.
const DECK: &str = r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
[tiles.deck]
count = 9
edges = ["red", "blue", "gold"]
numbers = { cost = { from = 2, to = 12 } }
"#;

/// A deck of paths that is right.
const PATHS: &str = r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
[tiles.deck]
count   = 9
join    = "all edges in pairs"
colours = ["red", "blue", "gold"]
"#;

/// A deck from a file, and the file; both are right.
const FILE: &str = r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
[tiles.deck]
data  = "tiles.csv"
edges = ["red", "blue", "gold"]
"#;
const FILE_TILES: &str = "number,edge1,edge2,edge3,edge4,edge5,edge6,cost\n\
    1,red,red,blue,gold,red,blue,3\n\
    2,red,gold,blue,gold,red,blue,5\n\
    ";

/// The deck with something else in the place of `old`.
#[track_caller]
fn deck(old: &str, new: &str) -> String {
    assert!(DECK.contains(old), "`{old}` is not in the deck");
    DECK.replacen(old, new, 1)
}

/// The deck of paths with something else in the place of `old`.
#[track_caller]
fn paths(old: &str, new: &str) -> String {
    assert!(PATHS.contains(old), "`{old}` is not in the deck");
    PATHS.replacen(old, new, 1)
}

#[test]
fn the_decks_are_right_before_something_is_changed() {
    for layout in [DECK, PATHS, FILE] {
        Run::new().file("x.toml", layout).file("tiles.csv", FILE_TILES).args(["build", "x.toml"]).run();
    }
}

#[test]
fn colours_that_cannot_be_even_are_a_warning() {
    let one = deck("count = 9", "count = 1\nbalance = true\nexactly = \"2 colours\"");
    let ran = Run::new().file("x.toml", one).args(["build", "x.toml"]).stderr(
        r##"warning[HX122]: the colours of `tiles` cannot be even: the most frequent one is on 3 edges more than the rarest
 --> x.toml:6:1
  |
6 | balance = true
  | ^^^^^^^
  |
  = help: other tiles may do: another seed, more of them, or fewer demands on each"##,
    );
    ran.run().pdf("output/x-iso.pdf");
}

#[test]
fn no_tiles() {
    mistake(
        &deck("count = 9", "count = 0"),
        r##"
error[HX111]: `count`: a deck has between 1 and 1000000 tiles
 --> x.toml:5:9
  |
5 | count = 0
  |         ^
"##,
    );
}

#[test]
fn fewer_than_no_tiles() {
    mistake(
        &deck("count = 9", "count = -3"),
        r##"
error[HX111]: `count`: a deck has between 1 and 1000000 tiles
 --> x.toml:5:9
  |
5 | count = -3
  |         ^^
"##,
    );
}

#[test]
fn a_huge_count() {
    mistake(
        &deck("count = 9", "count = 99999999999"),
        r##"
error[HX111]: `count`: a deck has between 1 and 1000000 tiles
 --> x.toml:5:9
  |
5 | count = 99999999999
  |         ^^^^^^^^^^^
"##,
    );
}

#[test]
fn a_count_that_is_no_word() {
    mistake(
        &deck("count = 9", r#"count = "al""#),
        r##"
error[HX005]: `count` cannot be "al"
 --> x.toml:5:9
  |
5 | count = "al"
  |         ^^^^
  |
  = help: did you mean `all`?
"##,
    );
}

#[test]
fn no_count() {
    mistake(
        &deck("count = 9\n", ""),
        r##"
error[HX006]: a deck needs a number of tiles
 --> x.toml:4:1
  |
4 | [tiles.deck]
  | ^^^^^^^^^^^^
  |
  = help: count = 60, or count = "all"
"##,
    );
}

#[test]
fn more_tiles_than_there_are() {
    mistake(
        &deck("count = 9", "count = 20_000"),
        r##"
error[HX111]: `count`: 20000 different tiles are asked for, and there are only 130
 --> x.toml:5:9
  |
5 | count = 20_000
  |         ^^^^^^
  |
  = help: count = "all", more colours, or no-two-alike = "may be alike"
"##,
    );
}

#[test]
fn all_of_too_many() {
    mistake(
        &deck(
            "count = 9\nedges = [\"red\", \"blue\", \"gold\"]",
            "count = \"all\"\nedges = [\"black\", \"navy\", \"darkblue\", \"blue\", \"darkgreen\", \"green\", \"teal\", \"darkcyan\", \"lime\", \"cyan\", \"indigo\", \"red\", \"gold\", \"tan\", \"plum\", \"pink\", \"snow\"]",
        ),
        r##"
error[HX111]: `count`: there are 4023849 different tiles, and a deck has at most 1000000
 --> x.toml:5:9
  |
5 | count = "all"
  |         ^^^^^
"##,
    );
}

#[test]
fn one_colour_where_two_are_wished_for() {
    mistake(
        &deck(r#"["red", "blue", "gold"]"#, "[\"red\"]\nat-least = \"2 colours\""),
        r##"
error[HX111]: no tile has 2 different colours: this deck has only 1
 --> x.toml:7:12
  |
7 | at-least = "2 colours"
  |            ^^^^^^^^^^^
"##,
    );
}

#[test]
fn more_colours_than_edges() {
    mistake(
        &deck(
            r#"["red", "blue", "gold"]"#,
            "[\"red\", \"blue\", \"gold\", \"teal\", \"pink\", \"tan\", \"navy\"]\nexactly = 7",
        ),
        r##"
error[HX111]: no tile has 7 different colours: a tile has 6 edges
 --> x.toml:7:11
  |
7 | exactly = 7
  |           ^
"##,
    );
}

#[test]
fn more_colours_than_paths() {
    mistake(
        &paths(r#""gold"]"#, "\"gold\", \"teal\"]\nexactly = \"four colours\""),
        r##"
error[HX111]: no tile has 4 different colours: a tile has 3 paths
 --> x.toml:8:11
  |
8 | exactly = "four colours"
  |           ^^^^^^^^^^^^^^
"##,
    );
}

#[test]
fn two_wishes_for_colours() {
    mistake(
        &deck(r#""gold"]"#, "\"gold\"]\nat-least = 2\nexactly = 3"),
        r##"
error[HX005]: `at-least` and `exactly` both say how many colours a tile has: leave one out
 --> x.toml:8:1
  |
8 | exactly = 3
  | ^^^^^^^
"##,
    );
}

#[test]
fn a_wish_that_cannot_be_read() {
    mistake(
        &deck(r#""gold"]"#, "\"gold\"]\nat-least = \"many colours\""),
        r##"
error[HX005]: `at-least = "many colours"`: a number of colours is meant, such as "2 colours"
 --> x.toml:7:12
  |
7 | at-least = "many colours"
  |            ^^^^^^^^^^^^^^
"##,
    );
}

#[test]
fn no_tile_is_left() {
    mistake(
        &paths(r#""gold"]"#, "\"gold\"]\nwithout = [\"no straight\", \"one straight\", \"3 straight\"]"),
        r##"
error[HX103]: no tile is as this deck wants them
 --> x.toml:4:1
  |
4 | [tiles.deck]
  | ^^^^^^^^^^^^
"##,
    );
}

#[test]
fn straight_that_cannot_be_read() {
    mistake(
        &paths(r#""gold"]"#, "\"gold\"]\nwithout = \"three bends\""),
        r##"
error[HX005]: `without = "three bends"`: a number of straight paths is meant, such as "three straight"
 --> x.toml:8:11
  |
8 | without = "three bends"
  |           ^^^^^^^^^^^^^
"##,
    );
}

#[test]
fn more_straight_paths_than_there_can_be() {
    mistake(
        &paths(r#""gold"]"#, "\"gold\"]\nwithout = \"four straight\""),
        r##"
error[HX111]: no tile has more than 3 straight paths
 --> x.toml:8:11
  |
8 | without = "four straight"
  |           ^^^^^^^^^^^^^^^
"##,
    );
}

#[test]
fn an_unknown_colour() {
    mistake(
        &deck(r#""blue""#, r#""bleu""#),
        r##"
error[HX105]: no colour is called `bleu`
 --> x.toml:6:17
  |
6 | edges = ["red", "bleu", "gold"]
  |                 ^^^^^^
  |
  = help: did you mean `blue`?
"##,
    );
}

#[test]
fn a_colour_twice() {
    mistake(
        &deck(r#""blue""#, r#""red""#),
        r##"
error[HX104]: `red` stands twice in this list
 --> x.toml:6:17
  |
6 | edges = ["red", "red", "gold"]
  |                 ^^^^^
"##,
    );
}

#[test]
fn a_colour_of_several_words() {
    mistake(
        &deck(r#""blue""#, r#""blue 20% lighter""#),
        r##"
error[HX005]: the colours of a deck are single words, and `blue 20% lighter` is not
 --> x.toml:6:17
  |
6 | edges = ["red", "blue 20% lighter", "gold"]
  |                 ^^^^^^^^^^^^^^^^^^
  |
  = help: give it a name in [colours]
"##,
    );
}

#[test]
fn no_colours() {
    mistake(
        &deck(r#"["red", "blue", "gold"]"#, "[]"),
        r##"
error[HX103]: this list is empty, so there is no tile
 --> x.toml:6:9
  |
6 | edges = []
  |         ^^
"##,
    );
}

#[test]
fn edges_and_paths() {
    mistake(
        &deck(r#""gold"]"#, "\"gold\"]\njoin = \"all edges in pairs\"\ncolours = [\"red\"]"),
        r##"
error[HX005]: `edges` and `join` both say what the edges bear: leave one out
 --> x.toml:7:1
  |
7 | join = "all edges in pairs"
  | ^^^^
"##,
    );
}

#[test]
fn paths_without_colours() {
    mistake(
        &paths("colours = [\"red\", \"blue\", \"gold\"]\n", ""),
        r##"
error[HX006]: paths need colours
 --> x.toml:6:11
  |
6 | join    = "all edges in pairs"
  |           ^^^^^^^^^^^^^^^^^^^^
  |
  = help: colours = ["red", "blue"]
"##,
    );
}

#[test]
fn blank_paths() {
    mistake(
        &paths(r#""gold"]"#, "\"gold\"]\nblank-edges = true"),
        r##"
error[HX120]: `blank-edges` does nothing here
 --> x.toml:8:1
  |
8 | blank-edges = true
  | ^^^^^^^^^^^
  |
  = help: all edges are joined, so none is blank
"##,
    );
}

#[test]
fn colours_without_paths() {
    mistake(
        &deck(r#""gold"]"#, "\"gold\"]\ncolours = [\"red\"]\nwithout = \"3 straight\""),
        r##"
error[HX120]: `colours` does nothing here
 --> x.toml:7:1
  |
7 | colours = ["red"]
  | ^^^^^^^
  |
  = help: they are those of paths: join = "all edges in pairs"

error[HX120]: `without` does nothing here
 --> x.toml:8:1
  |
8 | without = "3 straight"
  | ^^^^^^^
  |
  = help: it leaves out tiles by their paths: join = "all edges in pairs"
"##,
    );
}

#[test]
fn weights_that_sum_to_nothing() {
    mistake(
        &deck("{ from = 2, to = 12 }", "{ 0 = 0, 1 = 0 }"),
        r##"
error[HX111]: these weights sum to nothing, so no value can be drawn
 --> x.toml:7:20
  |
7 | numbers = { cost = { 0 = 0, 1 = 0 } }
  |                    ^^^^^^^^^^^^^^^^
  |
  = help: value = weight: { 0 = 2, 1 = 4, 2 = 3 }
"##,
    );
}

#[test]
fn a_negative_weight() {
    mistake(
        &deck("{ from = 2, to = 12 }", "{ 0 = 3, 1 = -2 }"),
        r##"
error[HX111]: a weight lies between 0 and 1000000000
 --> x.toml:7:33
  |
7 | numbers = { cost = { 0 = 3, 1 = -2 } }
  |                                 ^^
"##,
    );
}

#[test]
fn a_weight_behind_a_word() {
    mistake(
        &deck("{ from = 2, to = 12 }", "{ few = 3, 007 = 2 }"),
        r##"
error[HX005]: `few` is not a whole number, and weights stand behind such
 --> x.toml:7:22
  |
7 | numbers = { cost = { few = 3, 007 = 2 } }
  |                      ^^^
  |
  = help: value = weight: { 0 = 2, 1 = 4, 2 = 3 }

error[HX005]: `007` is not a whole number, and weights stand behind such
 --> x.toml:7:31
  |
7 | numbers = { cost = { few = 3, 007 = 2 } }
  |                               ^^^
  |
  = help: value = weight: { 0 = 2, 1 = 4, 2 = 3 }
"##,
    );
}

#[test]
fn a_range_that_runs_backwards() {
    mistake(
        &deck("{ from = 2, to = 12 }", "{ from = 12, to = 2 }"),
        r##"
error[HX111]: this range runs backwards: from 12 to 2
 --> x.toml:7:20
  |
7 | numbers = { cost = { from = 12, to = 2 } }
  |                    ^^^^^^^^^^^^^^^^^^^^^
  |
  = help: { from = 2, to = 12 }
"##,
    );
}

#[test]
fn half_a_range() {
    mistake(
        &deck("{ from = 2, to = 12 }", "{ from = 12 }"),
        r##"
error[HX005]: a range has `from` and `to`, and nothing else
 --> x.toml:7:20
  |
7 | numbers = { cost = { from = 12 } }
  |                    ^^^^^^^^^^^^^
  |
  = help: { from = 2, to = 12 }
"##,
    );
}

#[test]
fn an_endless_range() {
    mistake(
        &deck("{ from = 2, to = 12 }", "{ from = 0, to = 99999999999 }"),
        r##"
error[HX111]: a range lies between -1000000000 and 1000000000
 --> x.toml:7:37
  |
7 | numbers = { cost = { from = 0, to = 99999999999 } }
  |                                     ^^^^^^^^^^^
"##,
    );
}

#[test]
fn a_formula_of_what_is_not_known() {
    mistake(
        &deck("{ from = 2, to = 12 }", r#""{{ upkeep * 2 }}""#),
        r##"
error[HX108]: for tile 1: `upkeep` is not known for this piece; known: colours, number
 --> x.toml:7:20
  |
7 | numbers = { cost = "{{ upkeep * 2 }}" }
  |                    ^^^^^^^^^^^^^^^^^^
"##,
    );
}

#[test]
fn a_formula_that_gives_no_number() {
    mistake(
        &deck("{ from = 2, to = 12 }", r#""{{ colours }} coins""#),
        r##"
error[HX108]: for tile 1: this gives `3 coins`, and a number is meant
 --> x.toml:7:20
  |
7 | numbers = { cost = "{{ colours }} coins" }
  |                    ^^^^^^^^^^^^^^^^^^^^^
"##,
    );
}

#[test]
fn a_number_whose_name_is_taken() {
    mistake(
        &deck("cost =", "edges ="),
        r##"
error[HX104]: `edges` has a meaning of its own for every tile
 --> x.toml:7:13
  |
7 | numbers = { edges = { from = 2, to = 12 } }
  |             ^^^^^
  |
  = help: give the number another name
"##,
    );
}

#[test]
fn a_number_that_cannot_be_asked_for() {
    mistake(
        &deck("cost =", "hit-points ="),
        r##"
error[HX005]: `hit-points` cannot be asked for in a text
 --> x.toml:7:13
  |
7 | numbers = { hit-points = { from = 2, to = 12 } }
  |             ^^^^^^^^^^
  |
  = help: names of numbers are small letters, digits and _, as in {{ hit_points }}
"##,
    );
}

#[test]
fn a_number_beside_the_deck() {
    mistake(
        &deck("numbers = { cost = { from = 2, to = 12 } }", "cost = { from = 2, to = 12 }"),
        r##"
error[HX003]: no key is called `cost` here
 --> x.toml:7:1
  |
7 | cost = { from = 2, to = 12 }
  | ^^^^
  |
  = help: a number of each tile stands in `numbers`: numbers = { cost = { from = 2, to = 12 } }
"##,
    );
}

#[test]
fn a_slip_in_a_key() {
    mistake(
        &deck("count = 9", "cuont = 9"),
        r##"
error[HX003]: no key is called `cuont` here
 --> x.toml:5:1
  |
5 | cuont = 9
  | ^^^^^
  |
  = help: did you mean `count`?
"##,
    );
}

#[test]
fn rows_beside_a_deck() {
    mistake(
        &deck("[tiles.deck]", "rows = [{ a = 1 }]\n[tiles.deck]"),
        r##"
error[HX005]: `rows` and `deck` both say which pieces there are: leave one out
 --> x.toml:4:8
  |
4 | rows = [{ a = 1 }]
  |        ^^^^^^^^^^^
"##,
    );
}

#[test]
fn where_and_copies_of_a_deck() {
    mistake(
        &deck("[tiles.deck]", "where = \"colours > 1\"\ncopies = 2\n[tiles.deck]"),
        r##"
error[HX120]: `where` chooses among rows, and a random deck has none
 --> x.toml:4:1
  |
4 | where = "colours > 1"
  | ^^^^^
  |
  = help: its `count` says how many tiles there are

error[HX120]: `copies` of the tiles of a random deck would be alike
 --> x.toml:5:1
  |
5 | copies = 2
  | ^^^^^^
  |
  = help: `print` prints whole sheets again, --pieces single tiles
"##,
    );
}

#[test]
fn a_deck_of_discs() {
    mistake(
        &deck(r#"cells  = "flat-top""#, r#"shape = "disc""#),
        r##"
error[HX005]: a disc has no edges, so its deck cannot be drawn
 --> x.toml:4:1
  |
4 | [tiles.deck]
  | ^^^^^^^^^^^^
  |
  = help: random decks are of hexagons or squares: shape = "square"
"##,
    );
}

#[test]
fn a_deck_of_long_cards() {
    mistake(
        &deck("cells  = \"flat-top\"\nacross = \"40mm\"", "shape = \"rectangle\"\nsize = \"41 x 63mm\""),
        r##"
error[HX005]: the tiles of a deck can be turned by one edge, and these are longer one way
 --> x.toml:4:1
  |
4 | [tiles.deck]
  | ^^^^^^^^^^^^
  |
  = help: random decks are of hexagons or squares: shape = "square"
"##,
    );
}

#[test]
fn a_seed_of_too_many_bits() {
    mistake(
        &deck("[[tiles]]", "[game]\nseed = 18446744073709551616\n[[tiles]]"),
        r##"
error[HX005]: `seed` is a whole number from 0 to 18446744073709551615
 --> x.toml:2:8
  |
2 | seed = 18446744073709551616
  |        ^^^^^^^^^^^^^^^^^^^^
"##,
    );
}

#[test]
fn a_negative_seed() {
    mistake(
        &deck("[[tiles]]", "[game]\nseed = -1\n[[tiles]]"),
        r##"
error[HX005]: `seed` is a whole number from 0 to 18446744073709551615
 --> x.toml:2:8
  |
2 | seed = -1
  |        ^^
"##,
    );
}

#[test]
fn a_seed_in_words() {
    mistake(
        &deck("[[tiles]]", "[game]\nseed = \"lucky\"\n[[tiles]]"),
        r##"
error[HX004]: `seed` is text, but a whole number is wanted
 --> x.toml:2:8
  |
2 | seed = "lucky"
  |        ^^^^^^^
"##,
    );
}

#[test]
fn a_count_of_nothing_is_typed() {
    wrong(
        Run::new().file("x.toml", DECK).args(["build", "x.toml", "--count", "0"]),
        r##"
error[HX013]: --count 0: a deck has between 1 and 1000000 tiles
"##,
    );
}

#[test]
fn a_negative_count_is_typed() {
    wrong(
        Run::new().file("x.toml", DECK).args(["build", "x.toml", "--count", "-3"]),
        r##"
error[HX013]: --count -3: a deck has between 1 and 1000000 tiles
"##,
    );
}

#[test]
fn a_huge_count_is_typed() {
    wrong(
        Run::new().file("x.toml", DECK).args(["deck", "x.toml", "--count", "99999999999999999999"]),
        r##"
error[HX013]: --count 99999999999999999999: a deck has between 1 and 1000000 tiles
"##,
    );
}

#[test]
fn more_than_there_are_is_typed() {
    wrong(
        Run::new().file("x.toml", DECK).args(["deck", "x.toml", "--count", "20000"]),
        r##"
error[HX111]: --count 20000: 20000 different tiles are asked for, and there are only 130
 |
 = help: --count all
"##,
    );
}

#[test]
fn a_count_in_words_is_typed() {
    wrong(
        Run::new().file("x.toml", DECK).args(["build", "x.toml", "--count", "many"]),
        r##"
error[HX013]: --count many: a number of tiles is meant, or `all`
"##,
    );
}

#[test]
fn a_seed_beyond_64_bits_is_typed() {
    wrong(
        Run::new().file("x.toml", DECK).args(["build", "x.toml", "--seed", "18446744073709551616"]),
        r##"
error[HX013]: --seed 18446744073709551616: a seed is a whole number from 0 to 18446744073709551615, or `random`
"##,
    );
}

#[test]
fn a_negative_seed_is_typed() {
    wrong(
        Run::new().file("x.toml", DECK).args(["deck", "x.toml", "--seed", "-1"]),
        r##"
error[HX013]: --seed -1: a seed is a whole number from 0 to 18446744073709551615, or `random`
"##,
    );
}

#[test]
fn a_count_for_a_game_without_decks() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--count", "9", "--seed", "3"]),
        r##"
error[HX013]: --seed: `x` has no random deck

error[HX013]: --count: `x` has no random deck
"##,
    );
}

#[test]
fn the_deck_of_a_game_without_any() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["deck", "x.toml"]),
        r##"
error[HX013]: `x` has no random deck
 |
 = help: [tiles.deck] draws tiles at random: docs/decks.md
"##,
    );
}

#[test]
fn the_deck_of_an_unknown_component() {
    wrong(
        Run::new().file("x.toml", DECK).args(["deck", "x.toml", "--only", "tile"]),
        r##"
error[HX112]: `x` has no component `tile`
 |
 = help: did you mean `tiles`?
"##,
    );
}

#[test]
fn a_seed_for_what_is_not_drawn() {
    wrong(
        Run::new()
            .file("x.toml", format!("{DECK}{CARDS}"))
            .args(["build", "x.toml", "--only", "cards", "--seed", "3"]),
        r##"
error[HX013]: --seed: of `x` no random deck is asked for
"##,
    );
}

#[test]
fn a_file_with_a_colour_too_many() {
    wrong(
        Run::new().file("x.toml", FILE).file("tiles.csv", "number,edge1,edge2,edge3,edge4,edge5,edge6,cost\n1,red,red,blue,gold,red,blue,3\n2,red,golf,blue,gold,red,blue,5\n").args(["build", "x.toml"]),
        r##"
error[HX105]: `golf` is no colour of this deck
 --> tiles.csv:3:7
  |
3 | 2,red,golf,blue,gold,red,blue,5
  |       ^^^^
  |
  = help: did you mean `gold`?
"##,
    );
}

#[test]
fn a_file_without_an_edge() {
    wrong(
        Run::new()
            .file("x.toml", FILE)
            .file("tiles.csv", "number,edge1,edge2,edge3,edge4\n1,red,red,blue,gold\n")
            .args(["build", "x.toml"]),
        r##"
error[HX121]: there is no column `edge5`
 --> tiles.csv:1:1
  |
1 | number,edge1,edge2,edge3,edge4
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: the edges stand in the columns edge1 to edge6
"##,
    );
}

#[test]
fn a_file_with_edges_too_many() {
    wrong(
        Run::new()
            .file("x.toml", FILE)
            .file(
                "tiles.csv",
                "number,edge1,edge2,edge3,edge4,edge5,edge6,edge7\n1,red,red,blue,gold,red,red,red\n",
            )
            .args(["build", "x.toml"]),
        r##"
error[HX121]: a tile has 6 edges, and there is a column `edge7`
 --> tiles.csv:1:1
  |
1 | number,edge1,edge2,edge3,edge4,edge5,edge6,edge7
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: the edges stand in the columns edge1 to edge6
"##,
    );
}

#[test]
fn a_file_with_a_tile_twice() {
    wrong(
        Run::new()
            .file("x.toml", FILE)
            .file("tiles.csv", format!("{FILE_TILES}3,blue,gold,red,blue,red,red,4\n"))
            .args(["build", "x.toml"]),
        r##"
error[HX121]: this tile is there twice: it can be turned into another one
 --> tiles.csv:4:1
  |
2 | 1,red,red,blue,gold,red,blue,3
  | ------------------------------ the other one
3 | 2,red,gold,blue,gold,red,blue,5
4 | 3,blue,gold,red,blue,red,red,4
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: no-two-alike = "may be alike" takes both
"##,
    );
}

#[test]
fn a_file_with_a_tile_that_is_not_wished_for() {
    wrong(
        Run::new()
            .file("x.toml", format!("{FILE}at-least = \"2 colours\"\n"))
            .file(
                "tiles.csv",
                format!("{FILE_TILES}3,red,red,red,red,red,red,4\n4,-,red,red,red,red,blue,4\n"),
            )
            .args(["build", "x.toml"]),
        r##"
error[HX121]: this tile is not as the deck wants them
 --> tiles.csv:4:1
  |
4 | 3,red,red,red,red,red,red,4
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: each has 2 to 3 different colours, and no blank edge

error[HX121]: this tile is not as the deck wants them
 --> tiles.csv:5:1
  |
5 | 4,-,red,red,red,red,blue,4
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: each has 2 to 3 different colours, and no blank edge
"##,
    );
}

#[test]
fn a_file_with_copies() {
    wrong(
        Run::new().file("x.toml", FILE).file("tiles.csv", "number,edge1,edge2,edge3,edge4,edge5,edge6,copies\n1,red,red,blue,gold,red,blue,3\n2,red,gold,blue,gold,red,blue,5\n").args(["build", "x.toml"]),
        r##"
error[HX121]: a deck has each tile once, and there is a column `copies`
 --> tiles.csv:1:1
  |
1 | number,edge1,edge2,edge3,edge4,edge5,edge6,copies
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: leave it out; `print` prints whole sheets again
"##,
    );
}

#[test]
fn a_file_of_a_deck_that_is_drawn_as_well() {
    wrong(
        Run::new()
            .file("x.toml", format!("{FILE}count = 9\nbalance = true\nnumbers = {{ cost = 3 }}\n"))
            .file("tiles.csv", FILE_TILES)
            .args(["build", "x.toml"]),
        r##"
error[HX120]: `count` does nothing beside `data`
 --> x.toml:7:1
  |
7 | count = 9
  | ^^^^^
  |
  = help: it is about tiles that are drawn, and these come from a file

error[HX120]: `balance` does nothing beside `data`
 --> x.toml:8:1
  |
8 | balance = true
  | ^^^^^^^
  |
  = help: it is about tiles that are drawn, and these come from a file

error[HX120]: `cost` is not drawn: the numbers of these tiles come from the file
 --> x.toml:9:13
  |
9 | numbers = { cost = 3 }
  |             ^^^^
  |
  = help: leave it out
"##,
    );
}

#[test]
fn a_file_of_paths_that_do_not_meet() {
    wrong(
        Run::new().file("x.toml", "[[tiles]]\ncells  = \"flat-top\"\nacross = \"40mm\"\n[tiles.deck]\ndata  = \"tiles.csv\"\njoin = \"all edges in pairs\"\ncolours = [\"red\", \"blue\", \"gold\"]\n").file("tiles.csv", "number,paths\n1,\"1-2 red, 3-4 red, 5-6 red\"\n2,\"1-2 red, 3-4 red, 5-5 red\"\n3,\"1-4 red, 2-3 tan, 5-6 blue\"\n").args(["build", "x.toml"]),
        r##"
error[HX121]: `1-2 red, 3-4 red, 5-5 red` does not join all edges in pairs
 --> tiles.csv:3:3
  |
3 | 2,"1-2 red, 3-4 red, 5-5 red"
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: 1-4 red, 2-3 blue, 5-6 red

error[HX105]: `tan` is no colour of this deck
 --> tiles.csv:4:3
  |
4 | 3,"1-4 red, 2-3 tan, 5-6 blue"
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: its colours: red, blue, gold
"##,
    );
}

#[test]
fn rows_with_words_for_four_edges() {
    wrong(
        Run::new()
            .file("x.toml", "[[tiles]]\ncells  = \"flat-top\"\nacross = \"40mm\"\ndata  = \"tiles.csv\"\n")
            .file("tiles.csv", "number,edge1,edge2,edge3,edge4\n1,red,red,blue,gold\n")
            .args(["build", "x.toml"]),
        r##"
error[HX111]: there are words for 4 edges, and the piece has 6
 --> tiles.csv:1:1
  |
1 | number,edge1,edge2,edge3,edge4
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: the columns are edge1 to edge6
"##,
    );
}

#[test]
fn a_row_of_a_deck_with_a_cell_too_few() {
    wrong(
        Run::new()
            .file("x.toml", FILE)
            .file("tiles.csv", format!("{FILE_TILES}3,red,blue\n"))
            .args(["build", "x.toml"]),
        r##"
error[HX121]: row 4 has 3 cells, and the header has 8
 --> tiles.csv:4:1
  |
4 | 3,red,blue
  | ^^^^^^^^^^
  |
  = help: a cell with a comma in it stands in quotes, and an empty cell needs its comma
"##,
    );
}

#[test]
fn csv_for_programs() {
    let run = Run::new().file("x.toml", DECK).args(["deck", "x.toml", "--format", "csv", "--json"]);
    let said = run.status(2).no_files().run().json();
    let told = &said["diagnostics"][0];
    assert_eq!(told["message"], "--json and --format csv do not go together");
    assert_eq!((&told["code"], &told["hint"]), (&"HX013".into(), &"leave one of them out".into()));
}

#[test]
fn a_key_of_a_deck_above_it() {
    mistake(
        &deck("[tiles.deck]", "balance = true\n[tiles.deck]"),
        r#"
error[HX003]: no key is called `balance` here
 --> x.toml:4:1
  |
4 | balance = true
  | ^^^^^^^
  |
  = help: it belongs to [tiles.deck]: type it below that line
"#,
    );
}

#[test]
fn a_file_that_is_not_there_and_a_count_beside_it() {
    let layout = "[[tiles]]\nname = \"t\"\nacross = \"30mm\"\ncells = \"flat-top\"\n\
        deck = { data = \"tiles.csv\", colours = [\"red\", \"tan\"], count = 9 }\nface = [{ fill = \"tan\" }]\n";
    mistake(
        layout,
        r#"
error[HX001]: `tiles.csv` cannot be read: there is no such file
 --> x.toml:5:17
  |
5 | deck = { data = "tiles.csv", colours = ["red", "tan"], count = 9 }
  |                 ^^^^^^^^^^^
  |
  = help: the path is taken from the folder of the layout: "art/picture.png"

error[HX120]: `count` does nothing beside `data`
 --> x.toml:5:64
  |
5 | deck = { data = "tiles.csv", colours = ["red", "tan"], count = 9 }
  |                                                                ^
  |
  = help: it is about tiles that are drawn, and these come from a file
"#,
    );
}
