//! Tests of the key `language` of a game. It sets the language of the texts at the edge of sheets
//! and of numbers in words.

use std::fs;

use hexpress::read;

use crate::support::measure::texts;
use crate::support::run::{Folder, program};

const GAME: &str = r#"[game]
title    = "Inseln"
version  = "2"
language = "LANGUAGE"

[[board]]
name  = "meer"
cells = "flat-top"
across = "40mm"
shape = "hexhex 4"

[[cards]]
name  = "karten"
stock = "Karton"
size  = "poker"
rows  = [{ value = 21 }]
face  = [{ text = "{{ value | words }}", font = "12pt" }]
back  = [{ fill = "navy" }]

[[tiles]]
name   = "felder"
cells  = "flat-top"
across = "40mm"
[tiles.deck]
count = 3
edges = ["red", "blue", "gold"]
"#;

/// Builds the game. Returns all texts on its pages, and the output of the program.
fn words(language: &str, options: &[&str]) -> (String, String) {
    let folder = Folder::new();
    fs::write(folder.path().join("game.toml"), GAME.replace("LANGUAGE", language)).unwrap();
    let output = program(&[&["build", "game.toml"], options].concat(), folder.path());
    assert_eq!(output.status, 0, "{language}: {}{}", output.stdout, output.stderr);
    assert!(output.stdout.contains(": clean"), "{language}: {}{}", output.stdout, output.stderr);
    let mut words = String::new();
    for file in folder.files().into_iter().filter(|file| file.ends_with(".pdf")) {
        let bytes = fs::read(folder.path().join(file)).unwrap();
        for page in &read::pdf(&bytes).unwrap().pages {
            for (_, text) in texts(page) {
                words.push_str(&text.string);
                words.push('\n');
            }
        }
    }
    (words, output.stdout)
}

#[test]
fn sheets_speak_the_language_of_the_game() {
    for (language, flat, folded) in [
        (
            "de",
            [
                "Einmal drucken auf Karton",
                "einundzwanzig",
                "Seite 1 von",
                "Stapel",
                "Bogen 2 von",
                "an der Naht schneiden",
                "Version 2",
                "über die lange Kante",
            ],
            "hier falzen",
        ),
        (
            "fr",
            [
                "Imprimer une fois sur Karton",
                "vingt et un",
                "page 1 sur",
                "pioche",
                "feuille 2 sur",
                "couper le long du raccord",
                "version 2",
                "sur le bord long",
            ],
            "plier ici",
        ),
        (
            "es",
            [
                "Imprimir una vez en Karton",
                "veintiuno",
                "página 1 de",
                "mazo",
                "hoja 2 de",
                "cortar por la unión",
                "versión 2",
                "por el borde largo",
            ],
            "plegar aquí",
        ),
        (
            "it",
            [
                "Stampare una volta su Karton",
                "ventuno",
                "pagina 1 di",
                "mazzo",
                "foglio 2 di",
                "tagliare lungo la giunzione",
                "versione 2",
                "sul lato lungo",
            ],
            "piegare qui",
        ),
        (
            "en",
            [
                "Print once on Karton",
                "twenty-one",
                "page 1 of",
                "deck",
                "sheet 2 of",
                "cut along the seam",
                "version 2",
                "on the long edge",
            ],
            "fold here",
        ),
    ] {
        let (printed, _) = words(language, &["--paper", "a4"]);
        for wanted in flat {
            assert!(printed.contains(wanted), "{language}: no \"{wanted}\" in\n{printed}");
        }
        let (printed, _) = words(language, &["--backs", "fold", "--only", "karten"]);
        assert!(printed.contains(folded), "{language}: no \"{folded}\" in\n{printed}");
        if language != "en" {
            for english in ["Print", " page ", "seam", " sheet ", "glue"] {
                assert!(
                    !printed.contains(english) || language == "fr",
                    "{language}: {english} in\n{printed}"
                );
            }
        }
    }
}

#[test]
fn a_language_without_a_file_is_english() {
    let (printed, _) = words("nl", &["--only", "karten"]);
    assert!(printed.contains("Print once on Karton") && printed.contains("twenty-one"), "{printed}");
}

#[test]
fn tickets_speak_the_language_of_the_game() {
    for (language, reported) in [
        ("de", "einmal drucken; 1 Teil zu"),
        ("fr", "imprimer une fois; 1 pièce de"),
        ("es", "imprimir una vez; 1 pieza de"),
        ("it", "stampare una volta; 1 pezzo da"),
    ] {
        for options in
            [&["--paper", "a4"][..], &["--backs", "fold"], &["--paper", "a5"], &["--cut-plan"], &["--split"]]
        {
            let (_, output) = words(language, options);
            let ticket = output.split("checked:").next().unwrap();
            assert!(ticket.contains(reported), "{language} {options:?}: {ticket}");
            for english in [
                "Print at",
                "print once",
                "sheet",
                "cuts",
                "layout",
                "flip",
                "piece",
                "sided",
                "hexagon,",
                "inside",
            ] {
                assert!(!ticket.contains(english), "{language} {options:?}: {english}: {ticket}");
            }
        }
    }
}
