//! Compares generated pairs of versions. `hexpress diff` must find the same differences as the pixels of an
//! independent renderer.

use std::collections::BTreeSet;

use super::pixels::{Seen, are_alike, input, seen};
use hexpress::diag::Sources;
use hexpress::language::record::Options;
use hexpress::text::Fonts;
use hexpress::versions::{Change, DrawCheck, GameVersion, WholeReason, compare};

/// Random numbers: a linear congruential generator with the constants of Knuth.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        dice.roll(2);
        dice
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    pub fn pick<'l>(&mut self, list: &[&'l str]) -> &'l str {
        list[self.roll(list.len())]
    }
}

const WORDS: [&str; 10] =
    ["river", "storm", "tower", "bridge", "lantern", "harbour", "winter", "market", "orchard", "mirror"];
const COLOURS: [&str; 5] = ["gold", "skyblue", "#D3DFBC", "tomato", "white"];
const SIZES: [&str; 3] = ["30 x 42mm", "32 x 42mm", "30 x 45mm"];
const OUTLINES: [&str; 3] = ["", "round = \"3mm\"\n", "round = \"4mm\"\n"];

#[derive(Clone)]
struct Card {
    name: String,
    cost: usize,
    text: String,
    /// A field that no card shows.
    note: usize,
    copies: usize,
}

impl Card {
    fn new(number: usize, dice: &mut Dice) -> Self {
        Self {
            name: format!("{}{number}", dice.pick(&WORDS)),
            cost: dice.roll(9),
            text: format!("{} {}", dice.pick(&WORDS), dice.pick(&WORDS)),
            note: dice.roll(100),
            copies: 1 + dice.roll(3) / 2,
        }
    }
}

/// A layout with cards and a board.
#[derive(Clone)]
struct Version {
    title: String,
    cards: Vec<Card>,
    next: usize,
    /// The name of the column that contains the names of the cards.
    column: &'static str,
    size: &'static str,
    outline: &'static str,
    bleed: &'static str,
    ground: &'static str,
    star: usize,
    back: &'static str,
    /// Whether each back shows the cost.
    shows_cost: bool,
    /// Whether fronts show their numbers.
    shows_number: bool,
    alt: bool,
    rows: Vec<Vec<char>>,
    kinds: [&'static str; 3],
    across: usize,
}

impl Version {
    fn new(dice: &mut Dice) -> Self {
        let count = 4 + dice.roll(5);
        Self {
            title: "A game".to_owned(),
            cards: (0..count).map(|number| Card::new(number, dice)).collect(),
            next: count,
            column: "name",
            size: SIZES[0],
            outline: OUTLINES[dice.roll(3)],
            bleed: "",
            ground: dice.pick(&COLOURS),
            star: 6,
            back: "navy",
            shows_cost: dice.roll(2) == 0,
            shows_number: dice.roll(4) == 0,
            alt: false,
            rows: vec!["abc".chars().collect(), "bca".chars().collect()],
            kinds: ["#F4EBD9", "#D9BC8C", "#BFD6E4"],
            across: 14,
        }
    }

    /// Makes one random change.
    fn change(&mut self, dice: &mut Dice) {
        let card = dice.roll(self.cards.len());
        match dice.roll(22) {
            0 | 1 => {
                let new = Card::new(self.next, dice);
                self.cards.insert(dice.roll(self.cards.len() + 1), new);
                self.next += 1;
            }
            2 if self.cards.len() > 2 => drop(self.cards.remove(card)),
            3 => self.cards.sort_by(|a, b| a.text.cmp(&b.text)),
            4 => self.cards.reverse(),
            5 => self.cards[card].cost += 1,
            6 => self.cards[card].text.push_str(" again"),
            7 => self.cards[card].note += 1,
            8 => self.cards[card].copies = 1 + dice.roll(3),
            9 => self.column = if self.column == "name" { "title" } else { "name" },
            10 => self.ground = dice.pick(&COLOURS),
            11 => self.star += dice.roll(2),
            12 => self.back = dice.pick(&["navy", "teal", "navy"]),
            13 => self.size = dice.pick(&SIZES),
            14 => self.outline = OUTLINES[dice.roll(3)],
            15 => self.bleed = dice.pick(&["", "bleed = \"2mm\"\n", "bleed = \"3mm\"\n"]),
            16 => self.alt = !self.alt,
            17 => {
                let row = dice.roll(self.rows.len());
                let column = dice.roll(self.rows[row].len());
                self.rows[row][column] = ['a', 'b', 'c'][dice.roll(3)];
            }
            18 => self.kinds[dice.roll(3)] = dice.pick(&COLOURS),
            19 => self.rows.push("ab".chars().collect()),
            20 => self.across = 14 + dice.roll(2),
            _ => self.title.push_str(" more"),
        }
    }

    fn toml(&self) -> String {
        let Self { title, column, size, outline, bleed, ground, star, back, across, .. } = self;
        let shown = if self.shows_cost {
            ", { text = \"{{ cost }}\", font = \"bold 12pt\", colour = \"white\" }"
        } else {
            ""
        };
        let number = if self.shows_number {
            ", { text = \"{{ number }}\", font = \"6pt\", at = \"top-right\", inset = \"1mm\" }"
        } else {
            ""
        };
        let alt = if self.alt {
            format!("alt = \"{{{{ {column} }}}} costs {{{{ cost }}}}\"\n")
        } else {
            String::new()
        };
        let map: Vec<String> = self
            .rows
            .iter()
            .map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let kinds: Vec<String> = ["a", "b", "c"]
            .iter()
            .zip(self.kinds)
            .map(|(sign, fill)| {
                format!(
                    "{sign} = {{ fill = \"{fill}\", draw = [{{ text = \"{sign}\", font = \"7pt\" }}] }}\n"
                )
            })
            .collect();
        format!(
            "[game]\ntitle = \"{title}\"\n\n[[cards]]\nname = \"deck\"\nsize = \"{size}\"\ndata = \"cards.csv\"\n{outline}{bleed}{alt}\
             face = [{{ fill = \"{ground}\" }}, {{ text = \"{{{{ {column} }}}}\", at = \"top\", inset = \"4mm\", font = \"bold 7pt\" }}, \
             {{ star = \"{star}mm\", fill = \"gold\" }}, {{ text = \"{{{{ cost }}}}\", at = \"0 8mm\", font = \"9pt\" }}, \
             {{ text = \"{{{{ text }}}}\", at = \"bottom\", inset = \"4mm\", size = \"22 x 8mm\", font = \"6pt\" }}{number}]\n\
             back = [{{ fill = \"{back}\" }}{shown}]\n\n\
             [[board]]\nname = \"board\"\nsheet = \"small\"\ncells = \"square\"\nacross = \"{across}mm\"\nline = \"0.3mm black\"\n\
             names = \"chess\"\nshow-names = \"none\"\nhead = {{ height = \"12mm\", draw = [{{ text = \"{{{{ title }}}}\", font = \"9pt\" }}] }}\n\
             map = '''\n{}\n'''\n[board.key]\n{}",
            map.join("\n"),
            kinds.concat()
        )
    }

    fn csv(&self) -> String {
        let rows = self
            .cards
            .iter()
            .map(|card| format!("{},{},{},{},{}\n", card.name, card.cost, card.text, card.note, card.copies));
        format!("{},cost,text,note,copies\n{}", self.column, rows.collect::<String>())
    }

    fn input(&self) -> hexpress::make::Input {
        input(&self.toml(), &self.csv())
    }
}

/// The names of pieces and cells that differ. `rest` says whether something else on the board
/// differs.
#[derive(Debug, Default, PartialEq, Eq)]
struct Differing {
    pieces: BTreeSet<String>,
    cells: BTreeSet<String>,
    rest: bool,
}

/// Returns the pieces and cells whose pixels differ.
fn in_pixels(old: &Seen, new: &Seen) -> Differing {
    let names: BTreeSet<&String> = old.pieces.keys().chain(new.pieces.keys()).collect();
    let copies = |seen: &Seen, name: &str| seen.pieces.get(name).cloned().unwrap_or_default();
    let pieces = names.into_iter().filter(|name| !are_alike(&copies(old, name), &copies(new, name))).cloned();
    let cells: BTreeSet<&String> = old.cells.keys().chain(new.cells.keys()).collect();
    let is_resized = old.across != new.across;
    let cells = cells.into_iter().filter(|name| is_resized || old.cells.get(*name) != new.cells.get(*name));
    Differing { pieces: pieces.collect(), cells: cells.cloned().collect(), rest: old.rest != new.rest }
}

/// Returns the pieces and cells that differ according to `hexpress diff`.
fn by_digests(old: &Version, new: &Version) -> Differing {
    let fonts = Fonts::bundled();
    let edition = |version: &Version| {
        let options = Options::defaults();
        GameVersion::read(
            &version.input(),
            &options,
            &mut Sources::default(),
            &fonts,
            DrawCheck::Unknown,
            &|_| {},
        )
        .unwrap()
    };
    let (old, new) = (edition(old), edition(new));
    let mut differing = Differing::default();
    for component in compare(&old.parts, &new.parts).components {
        match component.change {
            Change::Deck(deck) => differing.pieces.extend(deck.rows.iter().map(|row| row.name())),
            Change::Board(board) => {
                if let Some(WholeReason::Size { .. }) = board.whole {
                    let all = |edition: &GameVersion| match &edition.part("board").unwrap().contents {
                        hexpress::versions::Parts::Board(board) => board.cells.clone(),
                        hexpress::versions::Parts::Deck(_) => Vec::new(),
                    };
                    let cells = all(&old).into_iter().chain(all(&new));
                    differing.cells.extend(cells.map(|cell| cell.name));
                }
                differing.cells.extend([board.added, board.removed, board.changed].concat());
                differing.rest = board.rest;
            }
        }
    }
    differing
}

/// Compares pairs of versions by digests and by pixels.
fn compare_pairs(seeds: std::ops::Range<u64>) {
    let (mut pieces, mut cells, mut same) = (0, 0, 0);
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let old = Version::new(&mut dice);
        let mut new = old.clone();
        for _ in 0..1 + dice.roll(3) {
            new.change(&mut dice);
        }
        let (old_seen, new_seen) = (seen(&old.input()), seen(&new.input()));
        let mut shown = in_pixels(&old_seen, &new_seen);
        let found = by_digests(&old, &new);
        if old_seen.middles != new_seen.middles {
            // If cells moved, the pixels around them differ even if nothing else changed. So `rest` is not
            // compared.
            shown.rest = found.rest;
        }
        let texts = || format!("{}{}\n---\n{}{}", old.toml(), old.csv(), new.toml(), new.csv());
        assert_eq!(found, shown, "seed {seed}: by digests, and in pixels\n{}", texts());
        pieces += found.pieces.len();
        cells += found.cells.len();
        same += usize::from(found == Differing::default());
    }
    println!("{pieces} rows and {cells} cells differ; {same} pairs show the same");
}

#[test]
fn differences_are_those_of_pixels() {
    compare_pairs(0..8);
}

/// Run this test with `cargo test --test it all_pairs -- --ignored --nocapture`. To compare only some pairs,
/// set the variables `FROM=100 TO=150`.
#[test]
#[ignore = "takes minutes"]
fn all_pairs_differ_by_pixels() {
    let number = |name: &str, usual| std::env::var(name).map_or(usual, |number| number.parse().unwrap());
    compare_pairs(number("FROM", 0)..number("TO", 200));
}
