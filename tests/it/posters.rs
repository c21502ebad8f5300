//! Posters: a board cut over several sheets is, put together again, the board drawn whole.

use std::collections::{BTreeMap, VecDeque};

use hexpress::check::Verdict;
use hexpress::read::{Document, Item, Kind, Page};
use kurbo::{Point, Rect, Vec2};

use crate::check::bench::{Made, bundled, make};
use crate::measure::{TRUE, covers, id, inside, within_margins};
use crate::run::Run;

/// The seams of a page: their corners, by name.
fn seams(page: &Page) -> BTreeMap<String, Vec<Point>> {
    let seam = |item: &Item| {
        let name = id(item).strip_prefix("seam:")?.to_owned();
        let Kind::Path { path, .. } = &item.kind else { return None };
        Some((name, path.elements().iter().filter_map(kurbo::PathEl::end_point).collect()))
    };
    page.items.iter().filter_map(seam).collect()
}

/// The ways from pages that meet at seams to the first of them.
fn ways(pages: &[&Page]) -> Vec<Vec2> {
    let all: Vec<_> = pages.iter().map(|page| seams(page)).collect();
    let mut ways: Vec<Option<Vec2>> = vec![None; pages.len()];
    ways[0] = Some(Vec2::ZERO);
    let mut queue = VecDeque::from([0]);
    while let Some(here) = queue.pop_front() {
        let own = ways[here].unwrap();
        for (name, corners) in &all[here] {
            let others: Vec<_> = (0..pages.len()).filter(|&p| p != here && all[p].contains_key(name)).collect();
            assert_eq!(others.len(), 1, "two sheets meet at the seam {name}");
            let way = own + (corners[0] - all[others[0]][name][0]);
            match ways[others[0]] {
                Some(known) => assert!((known - way).hypot() <= TRUE, "the seam {name} closes a ring"),
                None => {
                    ways[others[0]] = Some(way);
                    queue.push_back(others[0]);
                }
            }
        }
    }
    ways.into_iter().map(|way| way.expect("a seam leads to every sheet")).collect()
}

fn is_of_the_game(item: &Item) -> bool {
    item.tag.as_deref() == Some("Piece") && !id(item).ends_with("/bottom-line")
}

/// The places that say where a drawing lies.
fn places(item: &Item) -> Vec<Point> {
    match &item.kind {
        Kind::Path { path, .. } => path.elements().iter().filter_map(kurbo::PathEl::end_point).collect(),
        Kind::Text(text) => text.corners.to_vec(),
        Kind::Image { corners, .. } => corners.to_vec(),
    }
}

fn same(whole: &Item, part: &Item, way: Vec2) -> bool {
    let alike = match (&whole.kind, &part.kind) {
        (Kind::Path { fill: a, stroke: s, .. }, Kind::Path { fill: b, stroke: t, .. }) => {
            a == b && s.as_ref().map(|s| s.colour) == t.as_ref().map(|t| t.colour)
        }
        (Kind::Text(a), Kind::Text(b)) => a.string == b.string && a.colour == b.colour,
        (Kind::Image { .. }, Kind::Image { .. }) => true,
        _ => false,
    };
    let (a, b) = (places(whole), places(part));
    alike && a.len() == b.len() && a.iter().zip(&b).all(|(p, q)| p.distance(*q + way) <= TRUE)
}

/// The pages of a component.
fn of<'d>(document: &'d Document, component: &str) -> Vec<&'d Page> {
    let own = |page: &&Page| page.items.iter().any(|i| id(i).starts_with(&format!("{component}/")));
    document.pages.iter().filter(own).collect()
}

/// Holds a poster against the board drawn whole; gives how many sheets it has.
#[track_caller]
fn is_the_whole(poster: &[&Page], whole: &Page, what: &str) -> usize {
    let ways = ways(poster);
    let drawn: Vec<&Item> = whole.items.iter().filter(|item| is_of_the_game(item)).collect();
    // From the whole sheet to the first part.
    let first = drawn.iter().find_map(|item| {
        let twin = poster[0].items.iter().find(|other| id(other) == id(item))?;
        Some(places(twin)[0] - places(item)[0])
    });
    let first = first.unwrap_or_else(|| panic!("{what}: nothing of the board is on the first sheet"));
    let mut found = vec![0; drawn.len()];
    for (page, way) in poster.iter().zip(&ways) {
        let window = page.items.iter().find(|i| id(i).starts_with("seam:")).unwrap().clip.unwrap();
        for item in page.items.iter().filter(|item| is_of_the_game(item)) {
            let own = id(item).strip_suffix("/beyond").unwrap_or_else(|| id(item));
            let twin = (0..drawn.len()).find(|&i| id(drawn[i]) == own && same(drawn[i], item, *way - first));
            let twin = twin.unwrap_or_else(|| panic!("{what}, page {}: {own} is elsewhere", page.number));
            if own == id(item) {
                found[twin] += 1;
            }
            if let Kind::Text(text) = &item.kind {
                let room = inside(text.outline, window);
                assert!(room >= 0.0, "{what}, page {}: \"{}\" is cut", page.number, text.string);
                assert!(own == id(item), "{what}: \"{}\" stands on two sheets", text.string);
            }
        }
    }
    for (item, count) in drawn.iter().zip(&found) {
        match &item.kind {
            Kind::Text(text) => assert_eq!(*count, 1, "{what}: \"{}\" of {}", text.string, id(item)),
            _ if id(item).contains("/cell:") => assert_eq!(*count, 1, "{what}: {}", id(item)),
            _ => assert!(*count >= 1, "{what}: {} is on no sheet", id(item)),
        }
    }
    poster.len()
}

/// How many sheets each board takes.
const SHEETS: [(&str, &str, &str, &[(&str, usize)]); 12] = [
    ("hexagonal-thing", "board", "iso", &[("a4", 3), ("a5", 8)]),
    ("hexagonal-thing", "board", "us", &[("letter", 3), ("legal", 2), ("letter+a5", 3)]),
    ("hexagonal-thing", "board", "both", &[]),
    ("hexemergo", "board-61", "iso", &[]),
    ("hexemergo", "board-61", "us", &[]),
    ("hexemergo", "board-61", "both", &[]),
    ("hexemergo", "board-37", "iso", &[]),
    ("hexemergo", "board-37", "us", &[]),
    ("hexemergo", "board-37", "both", &[]),
    ("inphexion", "board", "iso", &[]),
    ("inphexion", "board", "us", &[]),
    ("inphexion", "board", "both", &[]),
];

#[test]
fn a_poster_put_together_is_the_board_drawn_whole() {
    for (game, component, large, papers) in SHEETS {
        let whole = Run::new().args(["build", game, "--paper", large, "--only", component]).run();
        let whole = whole.pdf(&format!("output/{game}-{large}.pdf"));
        for (paper, sheets) in papers {
            let what = format!("{game} {component} on {paper}");
            let ran = Run::new().args(["build", game, "--paper", paper, "--only", component]).run();
            let document = ran.pdf(&format!("output/{game}-{paper}.pdf"));
            for page in &document.pages {
                within_margins(page, 6.35);
            }
            assert_eq!(is_the_whole(&of(&document, component), &whole.pages[0], &what), *sheets, "{what}");
        }
    }
}
