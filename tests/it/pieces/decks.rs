//! Tests of random decks: every kind of tile occurs, no two tiles are alike, all are equally
//! likely, and a seed always gives the same deck.
//!
//! The tests count by brute force, and repeat the drawing of decks as `docs/decks.md` describes it.
//! They share no code with the generator.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use hexpress::diag::Sources;
use hexpress::files::Files;
use hexpress::game::Body;
use hexpress::record::{RECORD, Record};
use hexpress::resolve::LayoutInput;
use hexpress::text::Fonts;
use sha2::{Digest, Sha256};

use crate::support::measure::texts;
use crate::support::programs::leave_out;
use crate::support::run::{PROGRAM, Ran, Run};

const AUCTION: &str = "auction-hexes";
const SEVEN: &str = r#""indigo", "red", "gold", "skyblue", "blue", "grey", "orange""#;

fn layout(deck: &str) -> String {
    format!(
        "[[tiles]]\nname = \"deck\"\ncells = \"flat-top\"\nacross = \"40mm\"\nface = [{{ text = \"{{{{ number }}}}\", font = \"9pt\" }}]\n[tiles.deck]\n{deck}\n"
    )
}

fn csv(layout: &str, more: &[&str]) -> Ran {
    let args = ["deck", "x.toml", "--format", "csv"].into_iter().chain(more.iter().copied());
    Run::new().file("x.toml", layout).args(args).run()
}

/// Returns the columns `edge1` to `edge6` of each line. Checks that every line has these columns
/// and a number.
fn edges(csv: &str) -> Vec<Vec<&str>> {
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().starts_with("number,edge1,edge2,edge3,edge4,edge5,edge6"));
    let mut tiles = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[0].parse(), Ok(number));
        tiles.push(cells[1..7].to_vec());
    }
    tiles
}

/// Returns the rotation of a tile that sorts first. The result is the same for all rotations of the tile.
fn turned<T: Ord + Clone>(edges: &[T]) -> Vec<T> {
    (0..edges.len()).map(|by| [&edges[by..], &edges[..by]].concat()).min().unwrap()
}

fn different(edges: &[&str]) -> usize {
    edges.iter().filter(|edge| **edge != "-").collect::<BTreeSet<_>>().len()
}

/// Returns all tiles with six edges in these colours. Tiles that are rotations of each other count
/// as one tile. `wanted` selects tiles by their number of different colours.
fn by_force<'a>(words: &[&'a str], wanted: impl Fn(usize) -> bool) -> BTreeSet<Vec<&'a str>> {
    let mut all = BTreeSet::new();
    for code in 0..words.len().pow(6) {
        let tile = [0, 1, 2, 3, 4, 5].map(|edge| code / words.len().pow(edge) % words.len());
        let turns = (1..6).map(|by| {
            let mut turned = tile;
            turned.rotate_left(by);
            turned
        });
        if turns.into_iter().all(|turned| tile <= turned) {
            let tile = tile.map(|word| words[word]);
            if wanted(different(&tile)) {
                all.insert(turned(&tile));
            }
        }
    }
    all
}

#[test]
fn every_auction_hex_is_there_once() {
    let ran = Run::new()
        .args(["deck", AUCTION, "--count", "all", "--format", "csv"])
        .stderr("note[HX013]: CSV contains only one deck: `deck`\n |\n = help: for the others, write --only start")
        .run();
    let tiles = edges(&ran.stdout);
    assert_eq!(tiles.len(), 19_677);
    let colours = ["indigo", "red", "yellow", "sky", "blue", "grey", "orange"];
    let expected = by_force(&colours, |different| different >= 2);
    assert_eq!(expected.len(), 19_677);
    let drawn: BTreeSet<_> = tiles.iter().map(|tile| turned(tile)).collect();
    assert!(drawn == expected, "they are not the same tiles");
}

#[test]
fn blank_edges_make_more_tiles() {
    let deck = format!("count = \"all\"\nedges = [{SEVEN}]\nblank-edges = true\nat-least = \"2 colours\"");
    let ran = csv(&layout(&deck), &[]);
    let tiles = edges(&ran.stdout);
    assert_eq!(tiles.len(), 43_708);
    let drawn: BTreeSet<_> = tiles.iter().map(|tile| turned(tile)).collect();
    let words = ["indigo", "red", "gold", "skyblue", "blue", "grey", "orange", "-"];
    assert!(drawn == by_force(&words, |different| different >= 2), "they are not the same tiles");
}

#[test]
fn starting_hexes_are_of_six_colours() {
    let options = ["deck", AUCTION, "--only", "start", "--count", "all", "--format", "csv"];
    let ran = Run::new().args(options).run();
    let tiles = edges(&ran.stdout);
    assert_eq!(tiles.len(), 840);
    assert!(tiles.iter().all(|tile| different(tile) == 6));
    assert_eq!(tiles.iter().map(|tile| turned(tile)).collect::<BTreeSet<_>>().len(), 840);
    assert!(ran.stdout.lines().skip(1).all(|line| line.ends_with(",0,0")));
}

/// Returns one entry for each edge of a path tile. An entry says how many edges farther the path from this
/// edge ends, and which colour the path has.
fn joined(paths: &str) -> Vec<(usize, String)> {
    let mut edges = vec![(0, String::new()); 6];
    for path in paths.trim_matches('"').split(", ") {
        let (ends, colour) = path.split_once(' ').unwrap();
        let (a, b) = ends.split_once('-').unwrap();
        let (a, b) = (a.parse::<usize>().unwrap() - 1, b.parse::<usize>().unwrap() - 1);
        edges[a] = ((b + 6 - a) % 6, colour.to_owned());
        edges[b] = ((a + 6 - b) % 6, colour.to_owned());
    }
    assert!(edges.iter().all(|(link, _)| *link > 0), "{paths}");
    edges
}

#[test]
fn path_tiles_are_as_many_as_are_known() {
    for (deck, expected, colours) in [
        (r#"colours = ["red", "blue", "gold"]"#, 85, 1..=3),
        (
            r#"colours = ["red", "blue", "gold", "green"]
exactly = "3 colours""#,
            64,
            3..=3,
        ),
        (
            r#"colours = ["red", "blue", "gold", "green"]
exactly = "three colours"
without = "3 straight""#,
            56,
            3..=3,
        ),
    ] {
        let layout = layout(&format!("count = \"all\"\njoin = \"all edges in pairs\"\n{deck}"));
        let ran = csv(&layout, &[]);
        let mut lines = ran.stdout.lines();
        assert_eq!(lines.next(), Some("number,paths"));
        let mut tiles = BTreeSet::new();
        for line in lines {
            let edges = joined(line.split_once(',').unwrap().1);
            let bears: BTreeSet<_> = edges.iter().map(|(_, colour)| colour).collect();
            assert!(colours.contains(&bears.len()), "{line}");
            assert!(expected != 56 || edges.iter().any(|(link, _)| *link != 3), "{line}");
            assert!(tiles.insert(turned(&edges)), "{line}: twice");
        }
        assert_eq!(tiles.len(), expected);
    }
}

#[test]
fn every_tile_is_as_likely_and_turned_every_way() {
    // There are fourteen tiles in two colours. Each of 2,000 seeds draws three of them. With 13
    // degrees of freedom, chi-square exceeds 34.5 once in a thousand runs. Without replacement, the
    // value is slightly smaller.
    let text = layout("count = 3\nedges = [\"red\", \"blue\"]");
    let mut sources = Sources::default();
    let file = sources.add("x.toml", &text);
    let fonts = Fonts::bundled();
    let mut layout = hexpress::language::read(file, &sources).unwrap();
    let (mut tiles, mut turns) = (BTreeMap::<Vec<u8>, f64>::new(), [0.0; 6]);
    for seed in 0..2000 {
        layout.deck_overrides.seed = Some(seed);
        let game = hexpress::resolve::game(LayoutInput {
            id: "x",
            layout: &layout,
            file,
            sources: &sources,
            fonts: &fonts,
            files: &Files::default(),
        })
        .unwrap();
        let Body::Pieces(deck) = &game.components[0].body else { panic!() };
        for tile in &deck.random_tiles.as_ref().unwrap().tiles {
            let edges: Vec<u8> = tile.letters().iter().map(|letter| letter.colour).collect();
            let least = turned(&edges);
            *tiles.entry(least.clone()).or_default() += 1.0;
            // Skips symmetric tiles, because several rotations give the same tile.
            if let [by] =
                (0..6).filter(|by| [&least[*by..], &least[..*by]].concat() == edges).collect::<Vec<_>>()[..]
            {
                turns[by] += 1.0;
            }
        }
    }
    let chi = |counts: &[f64]| {
        let even = counts.iter().sum::<f64>() / counts.len() as f64;
        counts.iter().map(|n| (n - even) * (n - even) / even).sum::<f64>()
    };
    let counts: Vec<f64> = tiles.values().copied().collect();
    assert_eq!(counts.len(), 14);
    assert!(chi(&counts) < 34.5, "{tiles:?}");
    // With five degrees of freedom, chi-square exceeds 20.5 once in a thousand runs.
    assert!(chi(&turns) < 20.5, "{turns:?}");
}

#[test]
fn random_decks_are_even_and_have_no_equal_tiles() {
    for (count, spread) in [(60, 1), (63, 0), (700, 0), (5, 1)] {
        let deck = format!("count = {count}\nedges = [{SEVEN}]\nat-least = 2\nbalance = true");
        let ran = csv(&layout(&deck), &["--seed", "99"]);
        let tiles = edges(&ran.stdout);
        let mut colours: BTreeMap<&str, usize> = BTreeMap::new();
        tiles.iter().flatten().for_each(|colour| *colours.entry(colour).or_default() += 1);
        let (least, most) = (colours.values().min().unwrap(), colours.values().max().unwrap());
        assert_eq!((colours.len(), most - least), (7, spread), "{count}: {colours:?}");
        assert_eq!(tiles.iter().map(|tile| turned(tile)).collect::<BTreeSet<_>>().len(), count);
        assert!(tiles.iter().all(|tile| different(tile) >= 2));
    }
}

#[test]
fn reflected_tiles_may_not_be_equal() {
    let deck =
        "count = \"all\"\nedges = [\"red\", \"blue\", \"gold\"]\nno-two-alike = \"when turned or flipped\"";
    let ran = csv(&layout(deck), &[]);
    fn flipped<'a>(tile: &[&'a str]) -> Vec<&'a str> {
        tile.iter().rev().copied().collect()
    }
    let all = edges(&ran.stdout);
    let tiles: BTreeSet<_> =
        all.iter().map(|tile| turned(tile).min(turned(&flipped(tile)))).map(|tile| tile.join(" ")).collect();
    // 92 is the number of bracelets with six beads in three colours.
    assert_eq!((tiles.len(), ran.stdout.lines().count()), (92, 93));
    let alike =
        csv(&layout("count = 200\nedges = [\"red\", \"blue\"]\nno-two-alike = \"may be alike\""), &[]);
    assert_eq!(edges(&alike.stdout).len(), 200);
}

#[test]
fn a_deck_of_squares_has_four_edges() {
    let text = layout("count = \"all\"\nedges = [\"red\", \"blue\"]")
        .replace("cells = \"flat-top\"", "shape = \"square\"");
    let ran = csv(&text, &[]);
    // There are six necklaces of four beads in two colours. With the header, the output has seven
    // lines.
    assert_eq!(ran.stdout.lines().count(), 7);
    assert!(ran.stdout.starts_with("number,edge1,edge2,edge3,edge4\n"));
}

/// A deck with every kind of random value. It has only a few colours, so that [`by_hand`] can compute it
/// without the generator.
const SMALL_DECK: &str = r#"count = 9
edges = ["red", "blue", "gold"]
blank-edges = true
at-least = "2 colours"
balance = true
numbers = { cost = { from = 2, to = 12 }, upkeep = { 0 = 2, 1 = 4, 2 = 3 }, worth = "{{ colours * 2 + number }}" }"#;

/// The key stream for one purpose, as `docs/decks.md` defines it.
struct Key(ChaCha20Rng);

impl Key {
    fn new(seed: u64, purpose: &str) -> Self {
        let key: [u8; 32] = Sha256::digest(format!("hexpress deck 1\n{seed}\ndeck\n{purpose}")).into();
        Self(ChaCha20Rng::from_seed(key))
    }

    fn below(&mut self, n: u64) -> u64 {
        loop {
            let mut bytes = [0; 8];
            self.0.fill_bytes(&mut bytes);
            let product = u128::from(u64::from_le_bytes(bytes)) * u128::from(n);
            if product % (1 << 64) >= (1_u128 << 64) % u128::from(n) {
                return (product >> 64) as u64;
            }
        }
    }

    /// Shuffles the numbers 0 to `n` - 1 from the front, and returns the first `count` of them.
    fn shuffled(&mut self, n: u64, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..n as usize).collect();
        for i in 0..count {
            all.swap(i, i + self.below(n - i as u64) as usize);
        }
        all.truncate(count);
        all
    }
}

/// Returns the CSV of [`SMALL_DECK`], computed only from the documentation, without code of the program.
fn by_hand(seed: u64) -> String {
    const NAMES: [&str; 4] = ["-", "red", "blue", "gold"];
    let count = 9;
    let colours = |tile: &[usize]| tile.iter().copied().filter(|c| *c > 0).collect::<BTreeSet<_>>();
    // Lists all classes in the order of their numbers. A class consists of all tiles that count as
    // alike.
    let mut classes: BTreeSet<(usize, bool, Vec<usize>, Vec<usize>, Vec<usize>)> = BTreeSet::new();
    for code in 0..4096_usize {
        let tile = turned(&(0..6).map(|edge| code / 4_usize.pow(edge) % 4).collect::<Vec<_>>());
        let set: Vec<usize> = colours(&tile).into_iter().collect();
        if set.len() >= 2 {
            let small = |c: &usize| set.iter().position(|s| s == c).map_or(0, |at| at + 1);
            let pattern = turned(&tile.iter().map(small).collect::<Vec<_>>());
            classes.insert((set.len(), tile.contains(&0), set, pattern, tile));
        }
    }
    let classes: Vec<_> = classes
        .into_iter()
        .map(|(_, _, set, pattern, _)| {
            pattern.iter().map(|c| if *c > 0 { set[c - 1] } else { 0 }).collect::<Vec<_>>()
        })
        .collect();
    let numbers = Key::new(seed, "tiles").shuffled(classes.len() as u64, count);
    let mut turn = Key::new(seed, "turn");
    let mut tiles: Vec<Vec<usize>> = numbers
        .into_iter()
        .map(|number| {
            let mut tile = classes[number].clone();
            tile.rotate_left(turn.below(6) as usize);
            tile
        })
        .collect();
    let order = Key::new(seed, "balance").shuffled(count as u64, count);
    'even: loop {
        let on = |colour: usize| tiles.iter().flatten().filter(|c| **c == colour).count();
        let counts: Vec<usize> = (0..4).map(on).collect();
        let mut pairs = Vec::new();
        for often in 1..4 {
            for rarely in 1..4 {
                if counts[often] >= counts[rarely] + 2 {
                    pairs.push((usize::MAX - (counts[often] - counts[rarely]), often, rarely));
                }
            }
        }
        pairs.sort_unstable();
        for (_, often, rarely) in pairs {
            for &at in &order {
                for edge in 0..6 {
                    if tiles[at][edge] != often {
                        continue;
                    }
                    let mut changed = tiles[at].clone();
                    changed[edge] = rarely;
                    let like = |other: &Vec<usize>| turned(other) == turned(&changed);
                    if colours(&changed).len() >= 2 && !tiles.iter().any(like) {
                        tiles[at] = changed;
                        continue 'even;
                    }
                }
            }
        }
        break;
    }
    let (mut cost, mut upkeep) = (Key::new(seed, "number cost"), Key::new(seed, "number upkeep"));
    let mut csv = "number,edge1,edge2,edge3,edge4,edge5,edge6,cost,upkeep,worth\n".to_owned();
    for (number, tile) in (1..).zip(&tiles) {
        let edges: Vec<_> = tile.iter().map(|c| NAMES[*c]).collect();
        let cost = 2 + cost.below(11);
        let upkeep = match upkeep.below(9) {
            0..=1 => 0,
            2..=5 => 1,
            _ => 2,
        };
        let worth = colours(tile).len() * 2 + number;
        csv += &format!("{number},{},{cost},{upkeep},{worth}\n", edges.join(","));
    }
    csv
}

#[test]
fn another_program_draws_the_same_from_the_page() {
    for seed in [1, 2, 3, 2013, u64::MAX] {
        let ran = csv(&layout(SMALL_DECK), &["--seed", &seed.to_string()]);
        assert_eq!(ran.stdout, by_hand(seed), "seed {seed}");
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn decks_are_the_same_for_ever() {
    let of = |args: &[&str]| Run::new().args(args.iter().copied()).any_stderr().run().stdout;
    let deck = of(&["deck", AUCTION, "--format", "csv"]);
    let all = of(&["deck", AUCTION, "--count", "all", "--seed", "7", "--format", "csv"]);
    let start = of(&["deck", AUCTION, "--only", "start", "--format", "csv"]);
    let hashes = [deck, all, start].map(|csv| sha256(&csv));
    assert_eq!(
        hashes,
        [
            "1adb837bc513ae1ebe15b4b87e417356ce95e02e4cceed720967b83441e86558",
            "9ffbfd09b5a555264f43c73e2e27cef9b4fa74f929021a610f9dbf79f2cd0256",
            "e0c3bb0f2d2635bd14d7df00943a6951eabfdc247f36d28df9ec9c26291bde94",
        ]
    );
}

#[test]
fn seed_and_hash_are_on_every_sheet_and_in_what_is_said() {
    let ran = Run::new().args(["build", AUCTION, "--seed", "7", "--json"]).run();
    let json = ran.json();
    let decks = &json["results"][0]["decks"];
    assert_eq!((decks["deck"]["seed"].as_u64(), decks["deck"]["tiles"].as_u64()), (Some(7), Some(60)));
    let options = ["deck", AUCTION, "--seed", "7", "--only", "deck", "--format", "csv"];
    let hash = sha256(&Run::new().args(options).run().stdout);
    assert_eq!(decks["deck"]["sha256"], hash.as_str());
    let document = ran.pdf("output/auction-hexes-iso.pdf");
    // A long text may continue on a second line.
    let lines = |page: usize| texts(&document.pages[page]).map(|(_, text)| text.string.as_str());
    let says = |page: usize, words: &str| lines(page).collect::<Vec<_>>().join(" ").contains(words);
    let deck = format!("seed 7 · deck {}", &hash[..8]);
    let start = format!("start {}", &decks["start"]["sha256"].as_str().unwrap()[..8]);
    assert_eq!([0, 1, 2].map(|page| says(page, &deck)), [true, true, false]);
    assert_eq!([0, 1, 2].map(|page| says(page, &start)), [false, true, false]);
    assert!(!says(2, "seed"));
    let file = document.attachments.iter().find(|file| file.name == RECORD).unwrap();
    let record = Record::from_json(std::str::from_utf8(&file.bytes).unwrap()).unwrap();
    let recorded: Vec<_> = record.decks.iter().map(|deck| (deck.name.as_str(), deck.seed)).collect();
    assert_eq!(recorded, [("deck", Some(7)), ("start", Some(7))]);
    assert_eq!(record.decks[0].hash, hash);
    let output = Run::new().args(["build", AUCTION, "--seed", "7"]).run().stdout;
    let line = format!("  deck: 60 of 19677 different tiles, seed 7, deck {}.\n", &hash[..8]);
    assert!(output.contains(&line), "{output}");
}

#[test]
fn a_pdf_remembers_what_it_was_drawn_from() {
    for more in [&["--seed", "5", "--count", "12"][..], &["--count", "all", "--only", "start"]] {
        let typed = ["build", AUCTION, "--split", "--output", "out"].iter().chain(more).copied();
        let ran = Run::new().args(typed).run();
        for name in ran.folder.files() {
            let bytes = ran.bytes(&name);
            let again = Run::new().file("x.pdf", &bytes).args(["build", "x.pdf", "--output", "out"]).run();
            assert_eq!(again.folder.files(), [name.as_str(), "x.pdf"]);
            assert!(again.bytes(&name) == bytes, "{name}");
        }
    }
    // An option on the command line takes precedence over the recorded one.
    let ran = Run::new().args(["build", AUCTION, "--seed", "5", "--quiet"]).run();
    let bytes = ran.bytes("output/auction-hexes-iso.pdf");
    let again = Run::new().file("x.pdf", bytes).args(["build", "x.pdf", "--seed", "6"]).run();
    assert!(again.stdout.contains("seed 6"), "{}", again.stdout);
}

#[test]
fn a_random_seed_is_said_and_draws_the_same_again() {
    let seeds = [(); 2].map(|()| {
        let ran = Run::new().args(["deck", AUCTION, "--seed", "random", "--only", "start", "--json"]).run();
        let deck = ran.json()["results"][0]["decks"][0].clone();
        let seed = deck["seed"].as_u64().unwrap();
        let typed = seed.to_string();
        let again = Run::new().args(["deck", AUCTION, "--seed", &typed, "--only", "start", "--json"]).run();
        assert_eq!(again.json()["results"][0]["decks"][0], deck);
        seed
    });
    assert_ne!(seeds[0], seeds[1]);
}

#[test]
fn one_core_makes_the_same_bytes_as_all() {
    // Runs the same program on a single core, if the system can limit it to one.
    let build = |program: &mut Command, folder: &std::path::Path| {
        program.args(["build", AUCTION, "--count", "300", "--seed", "3"]).current_dir(folder).output()
    };
    let (one, all) = (crate::support::run::Folder::new(), crate::support::run::Folder::new());
    match build(Command::new("taskset").args(["-c", "0", PROGRAM]), one.path()) {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => {
            leave_out("taskset", "it is not installed");
            return;
        }
    }
    assert!(build(&mut Command::new(PROGRAM), all.path()).unwrap().status.success());
    let read = |folder: &std::path::Path| std::fs::read(folder.join("output/auction-hexes-iso.pdf")).unwrap();
    assert!(read(one.path()) == read(all.path()));
}

#[test]
fn a_deck_that_was_written_is_printed_again() {
    let drawn = layout(SMALL_DECK);
    let ran = csv(&drawn, &[]);
    let pictures = |layout: &str, csv: &str| {
        let run = Run::new().file("x.toml", layout).file("tiles.csv", csv).args(["build", "x.toml"]).run();
        let document = run.pdf("output/x-iso.pdf");
        let page = &document.pages[0];
        texts(page).map(|(_, text)| text.string.clone()).collect::<Vec<_>>()
    };
    let face = r#"face = [
  { edge-band = "{{ edge }}", at = "each edge", depth = "4mm" },
  { text = "no. {{ number }} costs {{ cost }}, {{ upkeep }}, {{ worth }}; {{ colours }} of {{ edges }}", font = "4pt" },
]
"#;
    let with = |deck: &str| {
        let (head, _) = drawn.split_once("face").unwrap();
        format!("{head}{face}{deck}")
    };
    let own =
        |texts: Vec<String>| texts.into_iter().filter(|text| text.starts_with("no.")).collect::<Vec<_>>();
    let first = own(pictures(&with(&format!("[tiles.deck]\n{SMALL_DECK}")), ""));
    assert_eq!(first.len(), 9);
    // The CSV file can be used as plain rows, or as a deck with settings that the file must match. The
    // printed tiles must be the same.
    assert_eq!(own(pictures(&with("data = \"tiles.csv\"\n"), &ran.stdout)), first);
    let deck =
        "[tiles.deck]\ndata = \"tiles.csv\"\nedges = [\"red\", \"blue\", \"gold\"]\nblank-edges = true\n";
    assert_eq!(own(pictures(&with(deck), &ran.stdout)), first);
    let again = Run::new()
        .file("x.toml", with(deck))
        .file("tiles.csv", &ran.stdout)
        .args(["deck", "x.toml", "--format", "csv"])
        .run();
    assert_eq!(again.stdout, ran.stdout, "and so has the same hash");
}

#[test]
fn a_path_deck_that_was_written_is_read_again() {
    let deck = "count = 20\njoin = \"all edges in pairs\"\ncolours = [\"red\", \"blue\", \"gold\"]";
    let ran = csv(&layout(deck), &[]);
    let again = Run::new()
        .file("x.toml", layout(&deck.replace("count = 20", "data = \"tiles.csv\"")))
        .file("tiles.csv", &ran.stdout)
        .args(["deck", "x.toml", "--format", "csv"])
        .run();
    assert_eq!(again.stdout, ran.stdout);
}

#[test]
fn the_table_says_what_a_designer_asks() {
    let text =
        layout("count = 3\nedges = [\"red\", \"blue\"]\nnumbers = { cost = { from = 1, to = 6 }, fee = 2 }");
    let ran = Run::new().file("x.toml", &text).args(["deck", "x.toml"]).run();
    let expected = "deck: 3 of 14 different tiles, seed 1, deck 68bd67c9

  tile  edge 1  edge 2  edge 3  edge 4  edge 5  edge 6  cost  fee  worth
     1  red     blue    red     blue    blue    blue       2    2   3.17
     2  blue    blue    blue    blue    red     blue       2    2   3.00
     3  blue    red     red     red     blue    red        6    2   2.50

  seed                   1
  SHA-256                68bd67c91e13a297b961345b1fd0436eeabf08a50feb1b1519ad6183cded6e02
  certificate            3 tiles, no two alike however they are turned (every tile was compared with every other)
  edges of each colour   red 7, blue 11
  tiles by colours       2: 3
  two edges match        48.1 % of the time
  expected matching edges 1: 0.48, 2: 0.96, 3: 1.44, 4: 1.93, 5: 2.41, 6: 2.89
  cost against worth     -0.97 (from -1 to 1)
  fee against worth      nothing to compare: one of the two values is the same for all tiles
";
    // In the first tile, each of two red edges matches 5 of 12 other tiles, and each of four blue
    // edges matches 7 of them. The sum is 38 twelfths.
    assert_eq!(ran.stdout, expected);
    let json = Run::new().file("x.toml", &text).args(["deck", "x.toml", "--format", "json"]).run().json();
    let deck = &json["results"][0]["decks"][0];
    assert_eq!((deck["of"].as_u64(), deck["no-two-alike"].as_bool()), (Some(14), Some(true)));
    assert_eq!(deck["tiles"][0]["edges"].as_array().unwrap().len(), 6);
}

#[test]
fn a_component_like_another_draws_by_its_own_name() {
    let more = "\n[[tiles]]\nname = \"more\"\nlike = \"deck\"\n[tiles.deck]\ncount = 4\nnumbers = { cost = { 5 = 1 } }\n";
    let text =
        layout("count = 4\nedges = [\"red\", \"blue\"]\nnumbers = { cost = { from = 1, to = 3 } }") + more;
    let ran = Run::new().file("x.toml", &text).args(["deck", "x.toml", "--json"]).run();
    let json = ran.json();
    let decks = json["results"][0]["decks"].as_array().unwrap().clone();
    assert_eq!(decks.len(), 2);
    assert_ne!(decks[0]["tiles"], decks[1]["tiles"]);
    assert!(decks[1]["tiles"].as_array().unwrap().iter().all(|tile| tile["cost"] == 5));
}

/// A deck without colours of its own gets seven colours. Each colour has an icon, which helps people who
/// cannot distinguish the colours.
#[test]
fn a_deck_that_names_no_colours() {
    let layout = r##"[game]
title = "x"
[colours]
colour-3 = { fill = "#88CC44", icon = "moon" }
[[tiles]]
name = "deck"
cells = "flat-top"
across = "40mm"
face = [
  { edge-band = "{{ edge }}", at = "each edge", depth = "5mm", line = "0.5mm white" },
  { icon = "{{ edge | icon }}", at = "each edge", inset = "1mm", size = "3mm", colour = "{{ edge | contrast }}" },
]
[tiles.deck]
count = 40
at-least = "2 colours"
"##
    .replace("moon", "crescent");
    let ran = Run::new().file("x.toml", &layout).args(["deck", "x.toml", "--format", "csv"]).run();
    for colour in 1..=7 {
        assert!(ran.stdout.contains(&format!("colour-{colour}")), "{}", ran.stdout);
    }
    let run = Run::new().file("x.toml", layout).args(["build", "x.toml"]).checked().run();
    assert!(run.stdout.contains("clean"), "{}", run.stdout);
    let page = &run.pdf("output/x-iso.pdf").pages[0];
    let filled = |rgb: [u8; 3]| {
        let of = |kind: &hexpress::read::ItemKind| matches!(kind, hexpress::read::ItemKind::Path { fill: Some(fill), .. } if fill.0 == rgb);
        page.items.iter().any(|item| of(&item.kind))
    };
    // A colour of the game replaces the deck colour with the same name.
    assert!(filled([0x33, 0x22, 0x88]) && filled([0x88, 0xCC, 0x44]) && !filled([0xF0, 0xE4, 0x42]));
}
