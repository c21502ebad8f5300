//! Tests of the bundled games, and of the board of Hexagonal Thing. The tests measure the finished
//! files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use hexpress::base::cell_address::CellAddress;
use hexpress::base::tiling::hex::Orientation;
use hexpress::bundled::GAMES;
use hexpress::find::{Polygon, adjacency, discs, polygons};
use hexpress::read::{Document, ItemKind, Page, Rgb, Text};
use kurbo::{Line, ParamCurveNearest, Point, Shape};

use crate::support::measure::{
    TOLERANCE_MM, corners, covers, depth_in, id, paths, ruler, rulers, same_length, texts, within_margins,
};
use crate::support::run::Run;

pub const HEXAGONAL_THING: &str = "hexagonal-thing";

/// The finished files for each family of paper. Each file is built once for all tests.
pub static ISO: LazyLock<(Vec<u8>, Document)> = LazyLock::new(|| built("iso"));
pub static US: LazyLock<(Vec<u8>, Document)> = LazyLock::new(|| built("us"));

fn built(paper: &str) -> (Vec<u8>, Document) {
    let ran = Run::new().args(["build", HEXAGONAL_THING, "--paper", paper, "--one-file"]).run();
    let name = format!("output/{HEXAGONAL_THING}-{paper}.pdf");
    (ran.bytes(&name), ran.pdf(&name))
}

pub fn both() -> [(&'static str, &'static Document); 2] {
    [("iso", &ISO.1), ("us", &US.1)]
}

#[test]
fn every_bundled_game_builds_the_same_bytes_twice() {
    for paper in ["iso", "us"] {
        let [first, second] = [(); 2].map(|()| Run::new().args(["build", "--all", "--paper", paper]).run());
        let names = first.folder.files();
        let of = |game: &str| {
            names.iter().filter(|name| name.starts_with(&format!("output/{game}-{paper}"))).count()
        };
        assert!(GAMES.iter().all(|game| of(game.id) > 0) && names.len() == 8, "{names:?}");
        for name in &names {
            assert!(first.bytes(name) == second.bytes(name), "{name} differs from build to build");
        }
    }
}

#[test]
fn pages_have_the_size_of_their_paper() {
    let inches = |w: f64, h: f64| (w * 25.4, h * 25.4);
    let large = [(297.0, 420.0), inches(11.0, 17.0)];
    let small = [(210.0, 297.0), inches(8.5, 11.0)];
    for ((paper, document), (large, small)) in both().into_iter().zip(large.into_iter().zip(small)) {
        assert_eq!(document.pages.len(), 5, "{paper}");
        for (page, expected) in document.pages.iter().zip([large, small, small, small, small]) {
            let (w, h) = (page.media.width(), page.media.height());
            same_length(w.min(h), expected.0, "the shorter side");
            same_length(w.max(h), expected.1, "the longer side");
            let trim = page.trim.expect("a trim box");
            for (a, b) in corners(trim).into_iter().zip(corners(page.media)) {
                assert!(a.distance(b) <= TOLERANCE_MM, "the trim box is not the sheet");
            }
        }
    }
}

#[test]
fn the_file_says_what_it_is_and_how_to_print_it() {
    for (_, document) in both() {
        assert_eq!(document.title.as_deref(), Some("Hexagonal Thing"));
        assert_eq!(document.author.as_deref(), Some("Julian D. A. Wiseman"));
        assert_eq!(document.language.as_deref(), Some("en"));
        assert_eq!(document.print_scaling.as_deref(), Some("None"));
        assert!(!document.dates, "a date makes every build another one");
        assert!(document.id.as_ref().is_some_and(|id| id.len() >= 16));
    }
    assert_ne!(ISO.1.id, US.1.id, "the identifier comes from the contents");
}

#[test]
fn fonts_are_embedded_and_nothing_is_a_picture() {
    for (_, document) in both() {
        assert_eq!(document.fonts.len(), 6, "{:?}", document.fonts);
        for font in &document.fonts {
            assert!(font.embedded && font.subset && font.to_unicode, "{font:?}");
        }
        assert_eq!((document.unread_fonts, document.images), (0, 0));
        let drawn = document.pages.iter().flat_map(|page| &page.items);
        assert!(drawn.clone().all(|item| !matches!(item.kind, ItemKind::Image { .. })));
        assert!(drawn.clone().all(|item| !matches!(&item.kind, ItemKind::Text(t) if t.invisible)));
    }
}

#[test]
fn everything_is_inside_the_margins_and_rulers_are_exact() {
    for (_, document) in both() {
        for page in &document.pages {
            within_margins(page, 6.35);
            // The page with the rules has no text for the person who prints.
            if page.number == 5 {
                continue;
            }
            let output_of = |words: &str| texts(page).any(|(_, text)| text.string.contains(words));
            assert!(output_of("at 100 % (actual size)"));
            assert!(output_of(&format!("page {} of 5", page.number)));
        }
        // The board leaves space for a ruler above it, and the cards leave space for a ruler next
        // to them. The notes leave space for both rulers.
        let [board, cards, notes @ .., _rules] = &document.pages[..] else { panic!() };
        for (page, expected) in [(board, [Some(50.0), None]), (cards, [None, Some(50.0)])] {
            let found = ["ruler-across", "ruler-down"].map(|name| ruler(page, name).map(f64::round));
            assert_eq!(found, expected, "page {}", page.number);
        }
        for page in notes {
            assert_eq!(rulers(page).map(f64::round), [50.0, 50.0]);
        }
    }
}

// ------------------------------------------------------------------ the board

/// The ink colour of Hexagonal Thing.
pub const INK: [u8; 3] = [0x26; 3];

/// Returns the cells on a board page by their coordinates. Checks that the hexagons of a cell's drawing
/// have the same centre as the cell, and are smaller.
fn cells(page: &Page) -> BTreeMap<CellAddress, Polygon> {
    let mut hexagons: BTreeMap<CellAddress, Vec<Polygon>> = BTreeMap::new();
    for hexagon in polygons(page, 6) {
        let name = id(&page.items[hexagon.item]);
        let Some(place) = name.strip_prefix("board/cell:") else { continue };
        let (q, r) = place.split_once(',').unwrap();
        hexagons.entry(CellAddress::new(q.parse().unwrap(), r.parse().unwrap())).or_default().push(hexagon);
    }
    let cell = |(address, mut hexagons): (CellAddress, Vec<Polygon>)| {
        hexagons.sort_by(|a, b| b.side().total_cmp(&a.side()));
        let drawing = hexagons.split_off(1);
        let cell = hexagons.remove(0);
        assert!(!drawing.is_empty(), "{address:?} has no drawing");
        for hexagon in drawing {
            assert!(hexagon.centre.distance(cell.centre) <= TOLERANCE_MM, "{address:?}");
            assert!(hexagon.side() < cell.side(), "{address:?}");
        }
        (address, cell)
    };
    hexagons.into_iter().map(cell).collect()
}

/// Returns the letters of the curved word in a cell as two lists. The first list is upright for the
/// player at the bottom of the sheet, and the second one for the player opposite.
fn letters(page: &Page, own: &str) -> [Vec<Text>; 2] {
    let all = texts(page).filter(|(item, _)| id(item) == own).map(|(_, text)| text.clone());
    let (near, far) = all.partition(|text| libm::cos(text.angle.to_radians()) > 0.0);
    [near, far]
}

#[test]
fn the_board_is_37_regular_hexagons_of_one_size() {
    for (paper, document) in both() {
        let cells = cells(&document.pages[0]);
        assert_eq!(cells.len(), 37);
        let side = cells.values().next().unwrap().side();
        for (address, cell) in &cells {
            assert!(
                cell.irregularity() <= TOLERANCE_MM,
                "{address:?} is irregular by {} mm",
                cell.irregularity()
            );
            for &cell_side in &cell.sides {
                same_length(cell_side, side, "a side");
            }
            assert!(cell.turn_degrees() < 0.01 || cell.turn_degrees() > 59.99, "{paper}: not flat-top");
            let expected = Orientation::FlatTop.unit_centre(*address)
                - Orientation::FlatTop.unit_centre(CellAddress::new(0, 0));
            let got = cell.centre - cells[&CellAddress::new(0, 0)].centre;
            assert!(
                (got - expected * side).hypot() <= 2.0 * TOLERANCE_MM,
                "{address:?} does not lie where its id says"
            );
        }
    }
}

#[test]
fn neighbours_share_their_edges() {
    for (_, document) in both() {
        let cells = cells(&document.pages[0]);
        let hexes: Vec<_> = cells.values().cloned().collect();
        let names: Vec<_> = cells.keys().collect();
        let pairs: Vec<_> = adjacency(&hexes, 0.1).collect();
        assert_eq!(pairs.len(), 90);
        for pair in pairs {
            assert!(pair.gap <= TOLERANCE_MM, "a gap of {} mm", pair.gap);
            assert_eq!(names[pair.a].distance(*names[pair.b]), 1);
        }
    }
}

#[test]
fn the_board_is_as_large_as_the_sheet_allows() {
    for (_, document) in both() {
        let page = &document.pages[0];
        let cells = cells(page);
        let all = cells.values().flat_map(|cell| cell.corners.iter().copied());
        let (left, right) = all.clone().fold((f64::MAX, 0.0_f64), |(a, b), p| (a.min(p.x), b.max(p.x)));
        // At both sides of the cells are the margin of the sheet, the margin of the plate (the area
        // below the board), and the rim.
        let room = page.media.width() - 2.0 * (6.35 + 10.1 + 0.95);
        // The distance across flats is a whole number of hundredths of a millimetre. Eleven sides
        // are in a row, so up to 0.07 mm are left over.
        assert!((0.0..0.07).contains(&(room - (right - left))), "{} mm are left over", room - (right - left));
    }
}

#[test]
fn every_label_is_there_once_for_each_seat() {
    let labels = [("Buy", 9), ("Sell", 10), ("Change", 10), ("£10", 4), ("$20", 2), ("JustVisiting", 2)];
    for (_, document) in both() {
        let page = &document.pages[0];
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for address in cells(page).keys() {
            let [near, far] = letters(page, &format!("board/cell:{},{}", address.q, address.r));
            let [word, other] = [&near, &far].map(|word| {
                let word: String = word.iter().map(|letter| letter.string.as_str()).collect();
                word.replace(' ', "")
            });
            assert_eq!(word, other, "{address:?}");
            // The two words are the same, rotated by 180 degrees.
            for (a, b) in near.iter().zip(&far) {
                assert!(((b.angle - a.angle).rem_euclid(360.0) - 180.0).abs() < 0.01, "{address:?}: {word}");
            }
            // The word follows a curve, and its middle is upright.
            let turns = near.iter().map(|letter| (letter.angle + 180.0).rem_euclid(360.0) - 180.0);
            let turns: Vec<f64> = turns.collect();
            assert!(turns.is_sorted(), "{word}: {turns:?}");
            let middle = (turns[0] + turns[turns.len() - 1]) / 2.0;
            assert!(middle.abs() < 8.0, "{word} is turned by {middle} degrees");
            *found.entry(word).or_default() += 1;
        }
        let expected = labels.map(|(label, times)| (label.to_owned(), times));
        assert_eq!(found, BTreeMap::from(expected));
    }
}

#[test]
fn labels_stay_inside_their_cells_and_clear_of_a_counter() {
    const COUNTER: f64 = 24.0 / 2.0;
    for (_, document) in both() {
        let page = &document.pages[0];
        for (address, cell) in cells(page) {
            let own = format!("board/cell:{},{}", address.q, address.r);
            for letter in letters(page, &own).concat().iter().filter(|letter| letter.string != " ") {
                for corner in letter.corners {
                    let depth = depth_in(corner, &cell.corners);
                    assert!(depth > 0.5, "{own}: `{}` comes within {depth} mm of its edge", letter.string);
                }
                let [a, b, c, d] = letter.corners;
                let sides = [Line::new(a, b), Line::new(b, c), Line::new(c, d), Line::new(d, a)];
                let nearest = |side: &Line| side.nearest(cell.centre, 1e-6).distance_sq.sqrt();
                let clear = sides.iter().map(nearest).fold(f64::INFINITY, f64::min) - COUNTER;
                assert!(clear > 0.0, "{own}: a counter covers {} mm of `{}`", -clear, letter.string);
            }
        }
    }
}

#[test]
fn stars_and_starting_circles_stand_in_the_middle_of_their_cells() {
    let centre = CellAddress::new(0, 3);
    // The cell in the centre, and the six cells that its corners point at. Each of the six cells is
    // two steps away from the centre.
    let stars: BTreeSet<CellAddress> = [(0, 0), (-1, -1), (1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1)]
        .map(|(q, r)| CellAddress::new(centre.q + q, centre.r + r))
        .into();
    for (_, document) in both() {
        let page = &document.pages[0];
        let cells = cells(page);
        // A star consists of ten triangles, each with a corner in the middle of the cell.
        let mut facets: BTreeMap<CellAddress, usize> = BTreeMap::new();
        for (item, path) in paths(page).filter(|(item, _)| id(item).starts_with("board/cell:")) {
            let corners: Vec<Point> = path.segments().map(|s| kurbo::ParamCurve::start(&s)).collect();
            if corners.len() != 3 {
                continue;
            }
            let middle = cells
                .iter()
                .find(|(_, cell)| corners.iter().any(|at| cell.centre.distance(*at) <= 2.0 * TOLERANCE_MM));
            let Some((address, _)) = middle else { continue };
            assert_eq!(id(item), format!("board/cell:{},{}", address.q, address.r));
            assert!(covers(item).width() < 17.0);
            *facets.entry(*address).or_default() += 1;
        }
        assert!(facets.values().all(|&count| count == 10), "{facets:?}");
        let found: BTreeSet<CellAddress> = facets.into_keys().collect();
        assert_eq!(found, stars);
        for (address, colour) in [(CellAddress::new(0, 0), [255; 3]), (CellAddress::new(0, 6), INK)] {
            // Several discs may have this centre. The last one is the starting circle of the
            // counter.
            let mut all = discs(page).into_iter();
            let disc = all.rfind(|d| d.centre.distance(cells[&address].centre) <= TOLERANCE_MM).unwrap();
            same_length(disc.radius, 0.21 * cells[&address].side(), "the radius of a starting circle");
            let ItemKind::Path { fill, .. } = &page.items[disc.item].kind else { unreachable!() };
            assert_eq!(*fill, Some(Rgb(colour)), "{address:?}");
        }
    }
}

#[test]
fn each_player_can_read_a_compass() {
    for (_, document) in both() {
        let page = &document.pages[0];
        for (compass, facing) in [("board/draw:1", 0.0), ("board/draw:2", 180.0)] {
            let letters: Vec<&Text> =
                texts(page).filter(|(item, _)| id(item) == compass).map(|(_, text)| text).collect();
            let all: String = letters.iter().map(|letter| letter.string.as_str()).collect();
            for word in ["Up", "North", "East", "Down", "South", "West"] {
                // The words follow a circle. Inside the circle, the first letter of each word is upright.
                assert!(all.contains(word), "{compass}: no `{word}` in {all}");
                let initial = &word[..1];
                let is_upright =
                    |letter: &&&Text| letter.string == initial && (letter.angle.abs() - facing).abs() < 0.01;
                assert_eq!(letters.iter().filter(is_upright).count(), 1, "{compass}: `{initial}`");
            }
        }
        // The two compasses are near opposite corners of the sheet.
        let [a, b] = ["board/draw:1", "board/draw:2"].map(|compass| {
            let drawn = paths(page).filter(|(item, _)| id(item) == compass);
            drawn.map(|(_, path)| path.bounding_box()).reduce(|a, b| a.union(b)).unwrap().center()
        });
        assert!((a.x - b.x).abs() > 150.0 && (a.y - b.y).abs() > 150.0);
    }
}
