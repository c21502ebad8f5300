//! Everything that can be wrong with what is typed, one failing example each, and the whole of what is said:
//! file, line, column, code, hint. Always status 2, and nothing left behind.

mod boards;
mod columns;
mod counts;
mod cut_sheets;
mod data;
mod decks;
mod disk;
mod doubtful;
mod faces;
mod files;
mod hints;
mod idle;
mod images;
mod language;
mod left_out;
mod maps;
mod marks;
mod mistyped;
mod must;
mod pictures;
mod pieces;
mod places;
mod reading;
mod rounds;
mod rows;
mod sheets;
mod sizes;
mod strips;
mod templates;
mod text;
mod traps;
mod typed;
mod values;
mod words;

use crate::run::Run;

/// A board of four cells that is right.
const BOARD: &str = r#"[[board]]
cells = "flat-top"
fit   = "largest"
map   = '''
    a
a       a
    a
'''

[board.key]
a = { label = "A" }
"#;

/// Two cards that are right.
const CARDS: &str = r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }]
"#;

/// The board with something else in the place of `old`.
#[track_caller]
fn board(old: &str, new: &str) -> String {
    assert!(BOARD.contains(old), "`{old}` is not in the board");
    BOARD.replacen(old, new, 1)
}

/// The cards with something else in the place of `old`.
#[track_caller]
fn cards(old: &str, new: &str) -> String {
    assert!(CARDS.contains(old), "`{old}` is not in the cards");
    CARDS.replacen(old, new, 1)
}

/// Building this layout says this, and makes nothing.
#[track_caller]
fn mistake(layout: &str, said: &str) {
    wrong(Run::new().file("x.toml", layout).args(["build", "x.toml"]), said);
}

/// This run says this, and makes nothing.
#[track_caller]
fn wrong(run: Run, said: &str) {
    run.stdout("").stderr(said).status(2).no_files().run();
}

#[test]
fn the_examples_are_right_before_something_is_changed() {
    for layout in [BOARD, CARDS] {
        Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    }
}
