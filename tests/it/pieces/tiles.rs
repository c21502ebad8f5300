//! Tests of the games with hexagonal pieces: their random decks, and their sheets in the finished
//! files.

use std::collections::{BTreeMap, BTreeSet};

use hexpress::bundled::GAMES;
use hexpress::find::{Polygon, discs, polygons};
use hexpress::read::{Document, Page};
use toml::Value;

use crate::support::measure::{TOLERANCE_MM, count, id, same_length, texts};
use crate::support::run::Run;

const AUCTION: &str = "auction-hexes";
const NUT: &str = "hex-nut";

fn built(game: &str) -> Vec<Document> {
    let one = |paper| {
        let ran = Run::new().args(["build", game, "--paper", paper, "--one-file"]).run();
        ran.pdf(&format!("output/{game}-{paper}.pdf"))
    };
    ["iso", "us"].map(one).into()
}

/// Returns the outlines that are cut. Leaves out the backgrounds of tiles, which may have the same
/// outline.
fn cuts(page: &Page) -> Vec<Polygon> {
    let mut lines = page.clone();
    lines.items.retain(|item| id(item) == "cut");
    polygons(&lines, 6)
}

/// Returns each outline of a tile once.
///
/// A tile with dark edges shows its outline twice: as a white line along the cut, and as the cut.
fn outlines(page: &Page, across: f64) -> Vec<Polygon> {
    let mut found = polygons(page, 6);
    found.retain(|hexagon| (hexagon.side() * 3.0_f64.sqrt() - across).abs() < 0.1);
    let mut known: Vec<kurbo::Point> = Vec::new();
    found.retain(|hexagon| {
        let is_new = known.iter().all(|centre| centre.distance(hexagon.centre) > 1.0);
        known.extend(is_new.then_some(hexagon.centre));
        is_new
    });
    found
}

fn regular(hexagons: &[Polygon], across: f64) {
    for hexagon in hexagons {
        assert!(hexagon.irregularity() <= TOLERANCE_MM);
        same_length(hexagon.side() * 3.0_f64.sqrt(), across, "from flat to flat");
    }
}

/// Returns the tiles of a deck: the edges, the price and the upkeep of each.
fn deck(only: &str) -> Vec<(Vec<String>, i64, i64)> {
    let ran = Run::new().args(["deck", AUCTION, "--only", only, "--json"]).run();
    let tiles = ran.json()["results"][0]["decks"][0]["tiles"].as_array().unwrap().clone();
    let words = |tile: &serde_json::Value| {
        let edges = tile["edges"].as_array().unwrap();
        edges.iter().map(|edge| edge.as_str().unwrap().to_owned()).collect()
    };
    let whole = |tile: &serde_json::Value, name: &str| tile[name].as_i64().unwrap();
    tiles.iter().map(|tile| (words(tile), whole(tile, "cost"), whole(tile, "upkeep"))).collect()
}

/// Returns the rotation of a tile that sorts first. The result is the same for all rotations of the tile.
fn turned(edges: &[String]) -> Vec<String> {
    let turn = |by: usize| [&edges[by..], &edges[..by]].concat();
    (0..edges.len()).map(turn).min().unwrap()
}

#[test]
fn the_deck_keeps_the_rules_of_its_game() {
    let (tiles, start) = (deck("deck"), deck("start"));
    assert_eq!((tiles.len(), start.len()), (60, 5));
    let mut on: BTreeMap<&str, usize> = BTreeMap::new();
    for (edges, cost, upkeep) in &tiles {
        assert!(edges.iter().collect::<BTreeSet<_>>().len() >= 2, "{edges:?}");
        assert!((2..=12).contains(cost) && (0..=3).contains(upkeep), "{edges:?}");
        edges.iter().for_each(|colour| *on.entry(colour).or_default() += 1);
    }
    assert_eq!(on.len(), 7);
    assert!(on.values().all(|n| (51..=52).contains(n)), "each colour as often as the others: {on:?}");
    for (edges, cost, upkeep) in &start {
        assert_eq!(edges.iter().collect::<BTreeSet<_>>().len(), 6, "{edges:?}");
        assert_eq!((*cost, *upkeep), (0, 0));
    }
    for deck in [&tiles, &start] {
        let different: BTreeSet<_> = deck.iter().map(|(edges, _, _)| turned(edges)).collect();
        assert_eq!(different.len(), deck.len(), "no two are alike when turned");
    }
}

#[test]
fn auction_tiles_are_regular_and_all_of_one_size() {
    for document in built(AUCTION) {
        let [sheets @ .., money, _rules] = &document.pages[..] else { panic!() };
        let tiles: Vec<_> = sheets.iter().map(|page| outlines(page, 38.0)).collect();
        assert_eq!(tiles.iter().map(Vec::len).sum::<usize>(), 60 + 5 + 1);
        tiles.iter().for_each(|page| regular(page, 38.0));
        assert_eq!((count(money, "$1"), count(money, "$5")), (60, 36));
        let coins = discs(money).into_iter().filter(|d| id(&money.items[d.item]).ends_with("cut"));
        assert_eq!(coins.count(), 96);
    }
}

#[test]
fn nuts_are_regular_and_all_of_one_size() {
    for document in built(NUT) {
        let nuts = cuts(&document.pages[0]);
        assert_eq!(nuts.len(), 20);
        regular(&nuts, 45.0);
        let grounds = outlines(&document.pages[0], 45.0);
        assert_eq!(grounds.len(), 20);
        for (nut, ground) in nuts.iter().zip(&grounds) {
            assert!(nut.centre.distance(ground.centre) <= TOLERANCE_MM, "a nut is cut beside its ground");
        }
        // The start card shows the four nuts of the set-up.
        assert_eq!(polygons(&document.pages[1], 6).len(), 4);
    }
}

#[test]
fn whose_game_it_is_stands_on_every_sheet_of_pieces() {
    for game in GAMES {
        let layout: Value = toml::from_str(game.text).unwrap();
        for document in built(game.id) {
            // The last page has the rules. This page states the game's title, rights and source in
            // another wording.
            for page in &document.pages[..document.pages.len() - 1] {
                for key in ["title", "rights", "source"] {
                    let words = layout["game"][key].as_str().unwrap();
                    let output = texts(page).any(|(_, text)| text.string.contains(words));
                    assert!(output, "{}, page {}: no `{words}`", game.id, page.number);
                }
            }
        }
    }
}
