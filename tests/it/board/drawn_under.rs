//! Tests of drawings below the cells of a board.

use crate::board::addresses::{BOTH, board, rgb};
use crate::support::measure::{id, paths};
use hexpress::read::{ItemKind, Page};

/// Returns the indices of the items whose id `wanted` accepts. Items with higher indices are drawn later.
fn items(page: &Page, wanted: impl Fn(&str) -> bool) -> Vec<usize> {
    page.items.iter().enumerate().filter(|(_, item)| wanted(&id(item))).map(|(index, _)| index).collect()
}

#[test]
fn what_is_under_the_cells_is_drawn_before_them_and_what_is_not_after() {
    for cells in BOTH {
        let keys = "shape = \"hexhex 3\"\nnames = \"lines\"\ncell = { fill = \"ivory\" }\n\
            [[board.under]]\ndisc = \"70mm\"\nfill = \"red\"\n[[board.under]]\ndisc = \"60mm\"\nfill = \"blue\"\n\
            [[board.draw]]\ndisc = \"9mm\"\nfill = \"black\"\n";
        let page = board(cells, keys);
        let under: Vec<_> = (1..=2).map(|n| items(&page, |id| id == format!("board/under:{n}"))).collect();
        let cell = items(&page, |id| id.starts_with("board/cell:"));
        let over = items(&page, |id| id == "board/draw:1");
        assert!(under.iter().all(|items| items.len() == 1), "{cells}: {under:?}");
        assert!(under[0] < under[1] && under[1][0] < cell[0], "{cells}");
        assert!(cell[cell.len() - 1] < over[0], "{cells}");
    }
}

/// A cell without a colour is white, so that a coloured band along the sides of the board cannot show through
/// it. But if the board has elements in `[[board.under]]`, cells without a colour are transparent.
#[test]
fn cells_without_a_colour_let_it_be_seen() {
    let sides = "[board.sides]\ncolours = [\"red\", \"navy\", \"red\", \"navy\", \"red\", \"navy\"]\n";
    let white = |keys: &str| {
        let page = board("flat-top", &format!("shape = \"hexhex 3\"\n{keys}{sides}"));
        let filled = paths(&page).filter(|(item, _)| {
            let white = matches!(item.kind, ItemKind::Path { fill, .. } if fill == rgb(0xFF_FFFF));
            white && id(item).starts_with("board/cell:")
        });
        filled.count()
    };
    assert_eq!(white(""), 19);
    assert_eq!(white("[[board.under]]\ndisc = \"70mm\"\nfill = \"gold\"\n"), 0);
}
