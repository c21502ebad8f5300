//! Tests of `hexpress build --since`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::measure::texts;
use crate::support::run::{Ran, Run, program};
use hexpress::base::identity::Identity;

/// A deck whose cards show their names and costs.
fn layout(keys: &str) -> String {
    format!(
        "[game]\ntitle = \"Deck\"\nshare = false\n\n[[cards]]\nname = \"deck\"\nsize = \"40 x 60mm\"\ndata = \"cards.csv\"\n{keys}\
         face = [{{ text = \"{{{{ name }}}}\", at = \"top\", inset = \"5mm\", font = \"9pt\" }}, {{ text = \"{{{{ cost }}}}\", font = \"14pt\" }}]\n"
    )
}

/// Returns a table of cards with their costs.
fn csv(cards: &[(String, usize)]) -> String {
    let rows = cards.iter().map(|(name, cost)| format!("{name},{cost}\n"));
    format!("name,cost\n{}", rows.collect::<String>())
}

fn cards(count: usize) -> Vec<(String, usize)> {
    (1..=count).map(|number| (format!("Card {number}"), number % 7)).collect()
}

fn run(folder: &str, keys: &str, cards: &[(String, usize)]) -> Run {
    let args = ["build", "deck.toml", "--output", folder, "--paper", "a4"];
    Run::new().file("deck.toml", layout(keys)).file("cards.csv", csv(cards)).args(args)
}

/// Changes the table of cards in a folder.
fn change(ran: &Ran, cards: &[(String, usize)]) {
    std::fs::write(ran.folder.path().join("cards.csv"), csv(cards)).unwrap();
}

/// Returns the texts on each piece of a PDF. The keys are the numbers of the pieces.
fn shown(folder: &Path, file: &str) -> BTreeMap<usize, Vec<String>> {
    let document = hexpress::read::pdf(&std::fs::read(folder.join(file)).unwrap()).unwrap();
    let mut pieces: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for page in &document.pages {
        for (item, text) in texts(page) {
            if let Some(number) = item.id.as_deref().and_then(Identity::piece) {
                pieces.entry(number).or_default().push(text.string.to_string());
            }
        }
    }
    pieces
}

#[test]
fn after_the_exchange_the_deck_is_that_of_a_whole_build() {
    exchange_is_complete(60, &[7, 30], &[45], 1);
}

/// Tests a large deck. To run this test, type `cargo test --test it a_large_deck -- --ignored`.
#[test]
#[ignore = "takes half a minute"]
fn a_large_deck_is_complete_after_the_exchange() {
    // 12 differences: 9 cards are changed, one is removed, and two are new.
    exchange_is_complete(3000, &[7, 30, 411, 612, 1000, 1001, 1999, 2500, 2998], &[1500], 1);
}

/// Changes the costs of some cards, removes others, and adds two. Then compares the deck after the
/// exchange with a whole build, piece by piece.
fn exchange_is_complete(count: usize, changed: &[usize], removed: &[usize], sheets: usize) {
    let mut table = cards(count);
    let ran = run("v1", "", &table).run();
    let folder = ran.folder.path();
    let before = shown(folder, "v1/deck-a4.pdf");
    for number in changed {
        table[number - 1].1 = 99;
    }
    let is_removed = |name: &str| removed.iter().any(|number| name == format!("Card {number}"));
    table.retain(|(name, _)| !is_removed(name));
    table.extend([("New".to_owned(), 3), ("Newer".to_owned(), 4)]);
    change(&ran, &table);
    let args =
        ["build", "deck.toml", "--since", "v1/deck-a4.pdf", "--output", "v2", "--paper", "a4", "--json"];
    let output = program(&args, folder);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let value: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    let exchange = &value["results"][0]["exchange"]["components"][0];
    let numbers = |key: &str| -> Vec<usize> {
        let listed = exchange[key].as_array().unwrap();
        listed.iter().map(|piece| piece["number"].as_u64().unwrap() as usize).collect()
    };
    let (out, into) = (numbers("take-out"), numbers("put-in"));
    assert_eq!(out.len(), changed.len() + removed.len());
    assert_eq!(into.len(), changed.len() + 2);
    assert_eq!(value["results"][0]["files"][0]["pages"], sheets);
    let printed = shown(folder, "v2/deck-a4.pieces.pdf");
    assert_eq!(printed.keys().copied().collect::<Vec<_>>(), into);
    program(&["build", "deck.toml", "--output", "whole", "--paper", "a4"], folder);
    let whole = shown(folder, "whole/deck-a4.pdf");
    let kept = before.into_iter().filter(|(number, _)| !out.contains(number)).map(|(_, shown)| shown);
    let mut exchanged: Vec<_> = kept.chain(printed.into_values()).collect();
    let mut whole: Vec<_> = whole.into_values().collect();
    exchanged.sort();
    whole.sort();
    assert_eq!(exchanged, whole);
}

#[test]
fn the_ticket_says_what_to_take_out_and_what_to_put_in() {
    let mut table = cards(9);
    let ran = run("v1", "", &table).run();
    table[6].1 = 99;
    table.push(("New".to_owned(), 3));
    table.remove(1);
    change(&ran, &table);
    let args = ["build", "deck.toml", "--since", "v1", "--output", "v2", "--paper", "a4"];
    let output = program(&args, ran.folder.path());
    let text = "  What to exchange since v1:\n    deck: take out 2 (Card 2), 7 (Card 7); put in 6 (Card 7), 9 (New).\n";
    assert!(output.stdout.contains(text), "{}", output.stdout);
    let saved = std::fs::read_to_string(ran.folder.path().join("v2/deck-a4.pieces.txt")).unwrap();
    assert!(saved.contains(text), "{saved}");
}

#[test]
fn the_pieces_of_a_deck_with_a_key_keep_their_numbers() {
    let number = ", { text = \"{{ number }}\", at = \"bottom\", inset = \"5mm\", font = \"9pt\" }]";
    let layout = layout("key = \"name\"\n").replace(" }]", &format!(" }}{number}"));
    let mut table = cards(12);
    let ran = Run::new()
        .file("deck.toml", layout)
        .file("cards.csv", csv(&table))
        .args(["build", "deck.toml", "--output", "v1", "--paper", "a4"])
        .run();
    let folder = ran.folder.path();
    table.insert(0, ("New".to_owned(), 3));
    change(&ran, &table);
    let output = program(&["build", "deck.toml", "--since", "v1", "--output", "v2", "--paper", "a4"], folder);
    assert!(output.stdout.contains("    deck: put in 13 (New).\n"), "{}{}", output.stdout, output.stderr);
    assert_eq!(
        shown(folder, "v2/deck-a4.pieces.pdf"),
        [(13, vec!["New".into(), "3".into(), "13".into()])].into()
    );
    // The file contains its layout, so the checker can compare the file with it.
    let checked = program(&["check", "v2/deck-a4.pieces.pdf"], folder);
    assert_eq!(checked.status, 0, "{}", checked.stderr);
    // The file shows only one card, but a build `--since` this file knows the numbers of all cards.
    table[5].1 = 77;
    change(&ran, &table);
    let args = ["build", "deck.toml", "--since", "v2/deck-a4.pieces.pdf", "--output", "v3", "--paper", "a4"];
    let output = program(&args, folder);
    assert!(
        output.stdout.contains("    deck: take out 5 (Card 5); put in 5 (Card 5).\n"),
        "{}",
        output.stdout
    );
}

#[test]
fn in_a_folder_each_piece_counts_as_it_was_printed_last() {
    let mut table = cards(12);
    let ran = run("prints", "", &table).run();
    let folder = ran.folder.path();
    std::fs::rename(folder.join("prints/deck-a4.pdf"), folder.join("prints/1.pdf")).unwrap();
    table[2].1 = 50;
    change(&ran, &table);
    // Prints card 3, which has changed, with `--pieces`. So only card 8, which changes later, has to be
    // exchanged.
    let args = ["build", "deck.toml", "--pieces", "deck:3", "--output", "prints", "--paper", "a4"];
    assert_eq!(program(&args, folder).status, 0);
    std::fs::rename(folder.join("prints/deck-a4.pieces.pdf"), folder.join("prints/10.pdf")).unwrap();
    table[7].1 = 60;
    change(&ran, &table);
    let output =
        program(&["build", "deck.toml", "--since", "prints", "--output", "v2", "--paper", "a4"], folder);
    assert!(
        output.stdout.contains("    deck: take out 8 (Card 8); put in 8 (Card 8).\n"),
        "{}",
        output.stdout
    );
    assert_eq!(shown(folder, "v2/deck-a4.pieces.pdf").into_keys().collect::<Vec<_>>(), [8]);
}

#[test]
fn without_a_difference_nothing_is_printed() {
    let ran = run("v1", "", &cards(9)).run();
    let output = program(&["build", "deck.toml", "--since", "v1", "--output", "v2"], ran.folder.path());
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert_eq!(output.stdout, "  Nothing to exchange since v1: all pieces look the same.\n");
    assert!(!ran.folder.path().join("v2").exists());
}

#[test]
fn another_size_prints_all_pieces_and_says_why() {
    let ran = run("v1", "", &cards(9)).run();
    let folder = ran.folder.path();
    std::fs::write(folder.join("deck.toml"), layout("").replace("40 x 60", "44 x 60")).unwrap();
    let output = program(&["build", "deck.toml", "--since", "v1", "--output", "v2", "--paper", "a4"], folder);
    let text = "    deck: print all of it, because its size changed from 40 x 60 mm to 44 x 60 mm.\n";
    assert!(output.stdout.contains(text), "{}{}", output.stdout, output.stderr);
    assert_eq!(shown(folder, "v2/deck-a4.pieces.pdf").len(), 9);
    // This deck was printed with little ink. All of its pieces look different, so all are exchanged.
    let low = ["build", "deck.toml", "--ink", "low", "--output", "low", "--paper", "a4"];
    assert_eq!(program(&low, folder).status, 0);
    let output =
        program(&["build", "deck.toml", "--since", "low", "--output", "v3", "--paper", "a4"], folder);
    let text = "    deck: print all of it, because it was printed with --ink low.\n";
    assert!(output.stdout.contains(text), "{}{}", output.stdout, output.stderr);
}

#[test]
fn copies_are_put_in_one_by_one_and_boards_are_printed_whole() {
    let layout = |copies: usize, map: &str| {
        format!(
            "[game]\ntitle = \"Game\"\n\n[[cards]]\nname = \"deck\"\nsize = \"40 x 60mm\"\n\
             rows = [{{ name = \"Ann\" }}, {{ name = \"Bob\", copies = {copies} }}]\nface = [{{ text = \"{{{{ name }}}}\", font = \"9pt\" }}]\n\n\
             [[board]]\nname = \"board\"\nsheet = \"small\"\ncells = \"square\"\nacross = \"14mm\"\nnames = \"chess\"\nmap = '''\n{map}\n'''\n\
             [board.key]\na = {{ fill = \"gold\" }}\nb = {{ fill = \"skyblue\" }}\n"
        )
    };
    let ran = Run::new()
        .file("game.toml", layout(3, "a b a"))
        .args(["build", "game.toml", "--output", "v1", "--paper", "a4"])
        .run();
    let folder = ran.folder.path();
    std::fs::write(folder.join("game.toml"), layout(4, "a b b")).unwrap();
    let output = program(&["build", "game.toml", "--since", "v1", "--output", "v2", "--paper", "a4"], folder);
    let text = "  What to exchange since v1:\n    deck: put in 5 (Bob).\n    board: replace the board: 1 cell changed.\n";
    assert!(output.stdout.contains(text), "{}{}", output.stdout, output.stderr);
    let printed = hexpress::read::pdf(&std::fs::read(folder.join("v2/game-a4.pieces.pdf")).unwrap()).unwrap();
    assert!(
        printed
            .pages
            .iter()
            .flat_map(|page| &page.items)
            .any(|item| { item.id.as_deref().and_then(Identity::cell).is_some() })
    );
    assert_eq!(program(&["check", "v2/game-a4.pieces.pdf"], folder).status, 0);
}
