//! The games of hexagonal pieces: their decks read as data, their sheets measured on the finished files.

use std::collections::{BTreeMap, BTreeSet};

use hexpress::bundled::{self, GAMES};
use hexpress::find::{Hexagon, discs, hexagons};
use hexpress::read::{Document, Page};
use toml::Value;

use crate::measure::{TRUE, count, id, same_length, texts};
use crate::run::Run;

const AUCTION: &str = "auction-hexes";
const NUT: &str = "hex-nut";

fn built(game: &str) -> Vec<Document> {
    let one = |paper| {
        let ran = Run::new().args(["build", game, "--paper", paper]).run();
        ran.pdf(&format!("output/{game}-{paper}.pdf"))
    };
    ["iso", "us"].map(one).into()
}

/// The outlines that are cut.
fn cuts(page: &Page) -> Vec<Hexagon> {
    hexagons(page).into_iter().filter(|h| id(&page.items[h.item]).ends_with("cut")).collect()
}

fn regular(hexagons: &[Hexagon], across: f64) {
    for hexagon in hexagons {
        assert!(hexagon.irregularity() <= TRUE);
        same_length(hexagon.side() * 3.0_f64.sqrt(), across, "from flat to flat");
    }
}

/// The rows of one of the game's decks.
fn rows(layout: &Value, deck: &str) -> Vec<Value> {
    let tiles = layout["tiles"].as_array().unwrap();
    let deck = tiles.iter().find(|t| t["name"].as_str() == Some(deck)).unwrap();
    deck["rows"].as_array().unwrap().clone()
}

fn edges(row: &Value) -> Vec<&str> {
    row["edges"].as_str().unwrap().split_whitespace().collect()
}

/// The same for all tiles that are alike when turned.
fn turned<'a>(edges: &[&'a str]) -> Vec<&'a str> {
    let turn = |by: usize| [&edges[by..], &edges[..by]].concat();
    (0..edges.len()).map(turn).min().unwrap()
}

#[test]
fn the_deck_keeps_the_rules_of_its_game() {
    let layout: Value = toml::from_str(bundled::find(AUCTION).unwrap().text).unwrap();
    let deck = rows(&layout, "deck");
    let start = rows(&layout, "start");
    assert_eq!((deck.len(), start.len(), rows(&layout, "end").len()), (30, 5, 1));
    let mut tiles: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &deck {
        let colours: BTreeSet<&str> = edges(row).into_iter().collect();
        assert!(colours.len() >= 2, "{row:?}");
        assert!((2..=12).contains(&row["cost"].as_integer().unwrap()), "{row:?}");
        assert!((0..=3).contains(&row["upkeep"].as_integer().unwrap()), "{row:?}");
        colours.into_iter().for_each(|colour| *tiles.entry(colour).or_default() += 1);
    }
    assert_eq!(tiles.len(), 7);
    assert!(tiles.values().all(|n| *n >= 2), "each colour can be matched: {tiles:?}");
    for row in &start {
        assert_eq!(edges(row).into_iter().collect::<BTreeSet<_>>().len(), 6, "{row:?}");
        assert_eq!((row["cost"].as_integer(), row["upkeep"].as_integer()), (Some(0), Some(0)));
    }
    let all: BTreeSet<_> = deck.iter().chain(&start).map(|row| turned(&edges(row))).collect();
    assert_eq!(all.len(), 35, "no two are alike when turned");
}

#[test]
fn auction_tiles_are_regular_and_all_of_one_size() {
    for document in built(AUCTION) {
        let tiles: Vec<_> = document.pages[..3].iter().map(cuts).collect();
        assert_eq!(tiles.iter().map(Vec::len).collect::<Vec<_>>(), [30, 5, 1]);
        tiles.iter().for_each(|page| regular(page, 40.0));
        let money = &document.pages[3];
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
        // The start: four hexagons on the card.
        assert_eq!(hexagons(&document.pages[1]).len(), 4);
    }
}

#[test]
fn whose_game_it_is_stands_on_every_sheet() {
    for game in GAMES {
        let layout: Value = toml::from_str(game.text).unwrap();
        for document in built(game.id) {
            for page in &document.pages {
                for key in ["title", "rights", "source"] {
                    let words = layout["game"][key].as_str().unwrap();
                    let said = texts(page).any(|(_, text)| text.string.contains(words));
                    assert!(said, "{}, page {}: no `{words}`", game.id, page.number);
                }
            }
        }
    }
}
