//! Tests that sheets are used well: no empty page at the end, pieces in the middle of the sheet,
//! and a few pieces on the sheet of a board if they fit there.

use hexpress::base::identity::Identity;
use hexpress::read::{Document, Page};
use kurbo::{Point, Rect, Size};

use crate::support::measure::{inside, texts, within_margins};
use crate::support::run::{Ran, Run};

/// The largest distance between two positions that count as the same, in mm.
const SAME_POSITION_MM: f64 = 0.0005;

/// Builds a layout in one file and checks that it is clean.
#[track_caller]
fn built(layout: &str, args: &[&str]) -> Ran {
    let typed = ["build", "x.toml", "--one-file"].iter().chain(args).copied();
    let ran = Run::new().checked().file("x.toml", layout).args(typed).any_stderr().run();
    assert!(ran.stdout.contains(": clean"), "{args:?} of\n{layout}\n{}", ran.stdout);
    ran
}

#[track_caller]
fn pdf(layout: &str, args: &[&str]) -> Document {
    let paper = args.iter().skip_while(|arg| **arg != "--paper").nth(1).unwrap_or(&"iso");
    built(layout, args).pdf(&format!("output/x-{paper}.pdf"))
}

fn is_piece(id: &Identity) -> bool {
    id.piece().is_some()
}

/// Returns the bounding boxes of all pieces on a page, each with the number of its piece.
fn pieces(page: &Page) -> Vec<(usize, Rect)> {
    let mut boxes: Vec<(usize, Rect)> = Vec::new();
    for item in &page.items {
        let Some(number) = item.id.as_deref().and_then(Identity::piece) else { continue };
        let Some(whole) = item.painted_bounds else { continue };
        match boxes.iter_mut().find(|(known, _)| *known == number) {
            Some((_, rect)) => *rect = rect.union(whole),
            None => boxes.push((number, whole)),
        }
    }
    boxes
}

/// Returns the bounding box of all pieces on a page.
fn block(page: &Page) -> Rect {
    pieces(page).into_iter().map(|(_, rect)| rect).reduce(|a, b| a.union(b)).unwrap()
}

/// Returns the bounding box of the board: everything except pieces and furniture.
fn board(page: &Page) -> Rect {
    let own_items = page.items.iter().filter(|item| {
        item.tag.as_deref().is_none_or(|tag| tag != "Artifact" && tag != "H1")
            && item.id.as_deref().is_some_and(|id| !is_piece(id) && id.component().is_some())
    });
    own_items.filter_map(|item| item.painted_bounds).reduce(|a, b| a.union(b)).unwrap()
}

const CARDS: &str = "[[cards]]\nname = \"cards\"\nsize = \"poker\"\ncopies = 4\nface = [{ fill = \"tan\" }]\n\
                     back = [{ fill = \"navy\" }]\n";
const DISCS: &str = "[[counters]]\nname = \"discs\"\nacross = \"20mm\"\ncopies = 14\nface = [{ disc = \"20mm\", fill = \"teal\" }]\n";

#[test]
fn a_file_ends_without_an_empty_page() {
    let empty = |layout: &str, args: &[&str]| -> Vec<bool> {
        let says = |page: &Page| texts(page).any(|(_, text)| text.string.contains("left empty"));
        pdf(layout, args).pages.iter().map(says).collect()
    };
    assert_eq!(empty(&format!("{CARDS}{DISCS}"), &[]), [false; 3]);
    // The cards must not be printed on the back of the discs.
    assert_eq!(empty(&format!("{DISCS}{CARDS}"), &[]), [false, true, false, false]);
    // The cut plans and the next copy must not be printed on the back of the discs either.
    assert_eq!(empty(&format!("{CARDS}{DISCS}"), &["--cut-plan"])[2..4], [false, true]);
    let twice = format!("{CARDS}print = 2\n{DISCS}print = 2\n");
    assert_eq!(empty(&twice, &[]), [false, false, false, true]);
    assert_eq!(empty(&format!("{CARDS}{DISCS}"), &["--backs", "fold"]), [false; 2]);
}

/// Components whose pieces have different outlines or sizes. None of these components fills a sheet.
const NOT_A_FULL_SHEET: [(&str, &str, usize); 9] = [
    ("cards", "size = \"poker\"", 4),
    ("cards", "size = \"44 x 62mm\"\nround = \"3mm\"", 5),
    ("cards", "size = \"70 x 110mm\"", 1),
    ("cards", "size = \"poker\"\ngrid = \"3 x 3\"", 4),
    ("counters", "across = \"20mm\"", 14),
    ("counters", "shape = \"square\"\nacross = \"15mm\"", 13),
    ("tiles", "cells = \"flat-top\"\nacross = \"30mm\"", 7),
    ("tiles", "cells = \"pointy-top\"\nacross = \"30mm\"", 5),
    ("tiles", "shape = \"octagon\"\nacross = \"30mm\"", 5),
];

fn few((kind, keys, count): (&str, &str, usize)) -> String {
    format!("[[{kind}]]\n{keys}\ncopies = {count}\nface = [{{ fill = \"tan\" }}]\n")
}

#[test]
fn few_pieces_are_in_the_middle() {
    for kind in NOT_A_FULL_SHEET {
        for (cut, margins) in [("knife", "6.35mm"), ("guillotine", "8 20 30 5mm"), ("scissors", "10mm")] {
            let document = pdf(&few(kind), &["--paper", "a4", "--cut", cut, "--margin", margins]);
            let [page] = &*document.pages else { panic!("{kind:?}: {} pages", document.pages.len()) };
            let sheet = page.media.size();
            // The margins are those of the upright sheet: top, right, bottom and left.
            let centre = match margins {
                "8 20 30 5mm" if sheet.width > sheet.height => None,
                "8 20 30 5mm" => Some(Point::new((5.0 + 190.0) / 2.0, (8.0 + 267.0) / 2.0)),
                _ => Some(Rect::from_origin_size((0.0, 0.0), sheet).center()),
            };
            let Some(centre) = centre else { continue };
            let off = block(page).center() - centre;
            assert!(off.hypot() < SAME_POSITION_MM, "{kind:?}, --cut {cut}, --margin {margins}: {off:?}");
            assert_eq!(pieces(page).len(), kind.2);
        }
    }
}

#[test]
fn a_last_sheet_is_in_the_middle_and_full_sheets_stay() {
    let pages = |copies: usize| pdf(&few(("cards", "size = \"poker\"", copies)), &["--paper", "a4"]).pages;
    let (full, more) = (pages(9), pages(11));
    assert_eq!((full.len(), more.len()), (1, 2));
    assert_eq!(block(&full[0]), block(&more[0]));
    let off = block(&more[1]).center() - Point::new(105.0, 148.5);
    assert!(off.hypot() < SAME_POSITION_MM, "{off:?}");
}

#[test]
fn backs_are_behind_pieces_in_the_middle() {
    for kind in NOT_A_FULL_SHEET {
        let layout = few(kind) + "back = [{ fill = \"navy\" }]\n";
        for flip in ["flip-long", "flip-short"] {
            let pages = pdf(&layout, &["--paper", "a4", "--backs", flip]).pages;
            let [fronts, backs] = &*pages else { panic!("{kind:?}: {} pages", pages.len()) };
            let Size { width, height } = fronts.media.size();
            let over = |at: Point| match (flip == "flip-long") == (height >= width) {
                true => Point::new(width - at.x, at.y),
                false => Point::new(at.x, height - at.y),
            };
            let backs = pieces(backs);
            assert_eq!(backs.len(), kind.2);
            for (number, front) in pieces(fronts) {
                let (_, back) = backs.iter().find(|(other, _)| *other == number).unwrap();
                let off = over(front.center()) - back.center();
                assert!(off.hypot() < SAME_POSITION_MM, "{kind:?}, {flip}, {number}: {off:?}");
            }
        }
    }
}

/// A board that leaves a strip of its sheet free.
const BOARD: &str = "[[board]]\nsheet = \"large\"\nstock = \"white card\"\ncells = \"square\"\nacross = \"25mm\"\n\
                     shape = \"rectangle 8 x 8\"\n";

fn with_board(pieces: &str, keys: &str) -> String {
    format!("{BOARD}{pieces}{keys}")
}

#[test]
fn few_pieces_are_on_the_sheet_of_the_board() {
    let same = "stock = \"white card\"\n";
    let card = "[[cards]]\nname = \"help\"\nsize = \"a7\"\nface = [{ fill = \"ivory\" }]\n";
    for (pieces, kinds) in
        [(DISCS.to_owned(), 14), (card.to_owned(), 1), (format!("{DISCS}{same}{card}"), 15)]
    {
        for paper in ["iso", "us"] {
            for cut in ["knife", "guillotine", "plotter"] {
                let args = ["--paper", paper, "--cut", cut];
                let document = pdf(&with_board(&pieces, same), &args);
                let [page] = &*document.pages else { panic!("{pieces}: {} pages", document.pages.len()) };
                within_margins(page, 6.35);
                let (board, all) = (board(page), block(page));
                // A straight cut separates the board from the pieces, with 4 mm on each side.
                let apart = [board.x0 - all.x1, all.x0 - board.x1, board.y0 - all.y1, all.y0 - board.y1];
                assert!(apart.into_iter().any(|gap| gap > 7.9), "{pieces}: {board:?} {all:?}");
                assert!(texts(page).any(|(_, text)| text.string.contains("board, ")));
                let cells = |id: &Identity| id.cell().is_some();
                assert!(page.items.iter().filter_map(|item| item.id.as_deref()).any(cells));
                let on_page: usize = page
                    .items
                    .iter()
                    .filter_map(|item| item.id.as_deref().filter(|id| is_piece(id)).map(ToString::to_string))
                    .collect::<std::collections::BTreeSet<_>>()
                    .len();
                assert_eq!(on_page, kinds);
                assert!(inside(all, Rect::from_origin_size((0.0, 0.0), page.media.size())) > 6.0);
            }
        }
    }
}

#[test]
fn a_cut_plan_begins_with_the_cut_next_to_the_board() {
    let card =
        "[[cards]]\nname = \"help\"\nsize = \"a7\"\nface = [{ fill = \"ivory\" }]\nstock = \"white card\"\n";
    let ran = built(&with_board(card, ""), &["--cut-plan"]);
    // The plan has four cuts around the card, and one cut next to the board.
    assert!(ran.stdout.contains("1 piece of 74 x 105 mm, 5 cuts a sheet"), "{}", ran.stdout);
    assert!(ran.stdout.contains("board, help"), "{}", ran.stdout);
    assert_eq!(ran.pdf("output/x-iso.pdf").pages.len(), 2);
}

#[test]
fn pieces_move_to_a_board_only_if_the_layout_allows_it() {
    let pages = |layout: &str| pdf(layout, &[]).pages.len();
    let same = "stock = \"white card\"\n";
    assert_eq!(pages(&with_board(DISCS, same)), 1);
    for keys in ["", "stock = \"red card\"\n"] {
        assert_eq!(pages(&with_board(DISCS, keys)), 2, "{keys}");
        // `share = true` puts the pieces on the stock of the board.
        assert_eq!(pages(&with_board(DISCS, &format!("{keys}share = true\n"))), 1, "{keys}");
    }
    for key in ["share = false\n", "print = 2\n"] {
        assert_eq!(pages(&with_board(DISCS, &format!("{same}{key}"))), 2, "{key}");
    }
    assert_eq!(pages(&format!("[game]\nshare = false\n{}", with_board(DISCS, same))), 2);
    // Pieces with backs need a page of backs, so they are not on the sheet of the board.
    assert_eq!(pages(&with_board(CARDS, same)), 4);
    // The strip has no space for this many pieces.
    let many = DISCS.replace("copies = 14", "copies = 60");
    assert_eq!(pages(&with_board(&many, same)), 2);
}
