//! The record: what a PDF of ours carries, so that it can be built again and checked.
//!
//! Two files are attached: `hexpress.json`, with the options, the program's version and a digest of each
//! page's contents, and the layout as it was typed;
//! beside them the data, pictures and fonts that it names.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::diag::Sources;
use crate::print::profile::Profile;
use crate::print::setup::House;

/// The name of the attached record.
pub const RECORD: &str = "hexpress.json";

/// The digest of a page's contents, uncompressed: XXH3 with 128 bits, in lower-case hex.
///
/// It finds out that a page was changed. Who changes a page can change the record too, so that a slower digest,
/// which nobody could forge, would prove no more.
#[must_use]
pub fn page_digest(contents: &[u8]) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(contents))
}

/// What a build was asked for, as far as it changes what is printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// As typed: `iso`, `210x297mm`.
    pub paper: String,
    /// In mm.
    pub margin: f64,
    /// Components; all if empty.
    pub only: Vec<String>,
    /// Pieces by their numbers, as in `deck:12,40-45`; all if empty.
    pub pieces: Vec<String>,
    /// Whether each stack has a file of its own.
    pub split: bool,
    /// Whether sheets of all sizes are in one file.
    pub one_file: bool,
    /// What the house cuts with, and so on.
    pub house: House,
    /// The printer that pages are corrected for.
    pub printer: Option<Arc<Profile>>,
    /// What random decks are drawn from, over what the layout says.
    pub seed: Option<u64>,
    /// How many tiles one of the random decks has, over what the layout says.
    pub count: Option<DeckCount>,
}

/// How many tiles a deck has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckCount {
    /// The component; the first that is printed and drawn at random, if none is named.
    pub deck: Option<String>,
    /// So many; all there are for none.
    pub tiles: Option<i64>,
}

impl Options {
    /// Everything as it is if nothing is asked for.
    #[must_use]
    pub fn new(paper: &str, margin: f64) -> Self {
        Self {
            paper: paper.to_owned(),
            margin,
            only: Vec::new(),
            pieces: Vec::new(),
            split: false,
            one_file: false,
            house: House::default(),
            printer: None,
            seed: None,
            count: None,
        }
    }

    /// As the record has them.
    fn to_json(&self) -> Value {
        let mut value = json!({
            "paper": self.paper,
            "margin-mm": self.margin,
            "only": self.only,
            "split": self.split,
        });
        let House { cut, backs, ink, marks, cut_plan, test_sheet } = self.house;
        // What nobody asked for is not told, so that the records of older versions read alike.
        if self.one_file {
            value["one-file"] = json!(true);
        }
        if let Some(cut) = cut {
            value["cut"] = json!(cut.word());
        }
        if let Some(backs) = backs {
            value["backs"] = json!(backs.word());
        }
        if let Some(ink) = ink {
            value["ink"] = json!(ink.word());
        }
        if let Some(marks) = marks {
            value["marks"] = json!(marks.word());
        }
        if let Some(printer) = &self.printer {
            value["printer"] = json!(printer.text);
        }
        if cut_plan {
            value["cut-plan"] = json!(true);
        }
        if test_sheet {
            value["test-sheet"] = json!(true);
        }
        if !self.pieces.is_empty() {
            value["pieces"] = json!(self.pieces);
        }
        if let Some(seed) = self.seed {
            value["seed"] = json!(seed);
        }
        if let Some(DeckCount { deck, tiles }) = &self.count {
            let tiles = tiles.map_or_else(|| json!("all"), |n| json!(n));
            value["count"] = json!({ "deck": deck, "tiles": tiles });
        }
        value
    }

    /// What PDFs of one game have in common that were asked for alike, whether in one file or in several.
    #[must_use]
    pub fn build_of(&self, game: &str) -> BuildId {
        let asked = Self { one_file: false, ..self.clone() }.to_json();
        BuildId(xxhash_rust::xxh3::xxh3_64(format!("{game}\n{asked}").as_bytes()).to_be_bytes())
    }

    /// The same with what a printer's profile says.
    #[must_use]
    pub fn on(self, printer: &Arc<Profile>) -> Self {
        Self {
            paper: printer.paper.clone().unwrap_or(self.paper),
            margin: printer.margin.unwrap_or(self.margin),
            house: House {
                cut: printer.house.cut.or(self.house.cut),
                backs: printer.house.backs.or(self.house.backs),
                ink: printer.house.ink.or(self.house.ink),
                marks: printer.house.marks.or(self.house.marks),
                ..self.house
            },
            printer: Some(Arc::clone(printer)),
            ..self
        }
    }
}

/// Tells files of one build from those of another: XXH3 with 64 bits of the game's id and the options.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BuildId(pub [u8; 8]);

/// Which of several files one is, where a build has one for each size of paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The [word](crate::print::paper::sheet_word) of its sheets.
    pub sheet: String,
    /// The components whose sheets are in it.
    pub components: Vec<String>,
    /// The words of all files of the build, in order.
    pub of: Vec<String>,
}

/// A random deck, as the record names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedDeck {
    /// Its component.
    pub name: String,
    /// What it was drawn from; none where it was read from a file.
    pub seed: Option<u64>,
    /// SHA-256 of its tiles as CSV, in lower-case hex.
    pub hash: String,
}

/// The attached record.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The version that made the file.
    pub version: String,
    /// The game's id.
    pub game: String,
    /// The name of the attached layout.
    pub layout: String,
    /// The names of the other attached files, which the layout names.
    pub files: Vec<String>,
    /// What the build was asked for.
    pub options: Options,
    /// Which of its files this is; none where there is one, or one for each stack.
    pub part: Option<Part>,
    /// The game's random decks.
    pub decks: Vec<RecordedDeck>,
    /// The [digest](page_digest) of each page's contents.
    pub pages: Vec<String>,
}

impl Record {
    /// The attached file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut value = json!({
            "hexpress": self.version,
            "game": self.game,
            "layout": self.layout,
            "files": self.files,
            "options": self.options.to_json(),
            "pages-xxh3-128": self.pages,
        });
        if let Some(Part { sheet, components, of }) = &self.part {
            value["part"] = json!({ "sheet": sheet, "components": components, "of": of });
        }
        if !self.decks.is_empty() {
            let deck =
                |deck: &RecordedDeck| json!({ "name": deck.name, "seed": deck.seed, "sha256": deck.hash });
            value["decks"] = self.decks.iter().map(deck).collect();
        }
        format!("{value:#}\n")
    }

    /// Reads an attached record; none where it is not one.
    #[must_use]
    pub fn from_json(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let string = |v: &Value| v.as_str().map(str::to_owned);
        let strings = |v: &Value| v.as_array().map(|a| a.iter().filter_map(string).collect::<Vec<_>>());
        let options = value.get("options")?;
        let deck = |deck: &Value| {
            let seed = deck.get("seed").and_then(Value::as_u64);
            Some(RecordedDeck { name: string(deck.get("name")?)?, seed, hash: string(deck.get("sha256")?)? })
        };
        let decks = value.get("decks").and_then(Value::as_array).into_iter().flatten();
        Some(Self {
            version: string(value.get("hexpress")?)?,
            game: string(value.get("game")?)?,
            layout: string(value.get("layout")?)?,
            files: value.get("files").and_then(strings).unwrap_or_default(),
            options: Options {
                paper: string(options.get("paper")?)?,
                margin: options.get("margin-mm")?.as_f64()?,
                only: strings(options.get("only")?)?,
                pieces: options.get("pieces").and_then(strings).unwrap_or_default(),
                split: options.get("split")?.as_bool()?,
                one_file: options.get("one-file").map_or(Some(false), Value::as_bool)?,
                house: house(options)?,
                printer: match options.get("printer") {
                    Some(text) => Some(printer(text)?),
                    None => None,
                },
                seed: options.get("seed").and_then(Value::as_u64),
                count: options.get("count").map(|count| DeckCount {
                    deck: count.get("deck").and_then(string),
                    tiles: count.get("tiles").and_then(Value::as_i64),
                }),
            },
            part: match value.get("part") {
                Some(part) => Some(Part {
                    sheet: string(part.get("sheet")?)?,
                    components: strings(part.get("components")?)?,
                    of: strings(part.get("of")?)?,
                }),
                None => None,
            },
            decks: decks.map(deck).collect::<Option<_>>()?,
            pages: strings(value.get("pages-xxh3-128")?)?,
        })
    }
}

/// What the record says of the house: what it does not say is as nobody asked.
fn house(options: &Value) -> Option<House> {
    fn word<T: std::str::FromStr>(options: &Value, key: &str) -> Option<Option<T>> {
        match options.get(key) {
            None => Some(None),
            Some(value) => value.as_str()?.parse().ok().map(Some),
        }
    }
    let flag = |key: &str| options.get(key).map_or(Some(false), Value::as_bool);
    Some(House {
        cut: word(options, "cut")?,
        backs: word(options, "backs")?,
        ink: word(options, "ink")?,
        marks: word(options, "marks")?,
        cut_plan: flag("cut-plan")?,
        test_sheet: flag("test-sheet")?,
    })
}

/// The profile that stands in the record as it stood in its file.
fn printer(text: &Value) -> Option<Arc<Profile>> {
    let mut sources = Sources::default();
    let file = sources.add("", text.as_str()?);
    crate::spec::tables::profile::read(file, &sources).ok().map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_as_it_was() {
        let record = Record {
            version: "0.1.0".into(),
            game: "a-game".into(),
            layout: "a-game.toml".into(),
            files: vec!["art/a.png".into()],
            options: Options {
                paper: "a3+a4".into(),
                margin: 6.35,
                only: vec!["board".into()],
                pieces: vec!["deck:12,40-45".into()],
                split: true,
                one_file: true,
                house: House {
                    cut: Some(crate::print::setup::Cutter::Plotter),
                    backs: Some(crate::print::setup::Backs::FlipShort),
                    ink: Some(crate::print::setup::Inking::Black),
                    marks: Some(crate::print::setup::Marking::Corner),
                    cut_plan: true,
                    test_sheet: true,
                },
                printer: printer(&json!("name = \"one\"\n[back]\noffset = \"1 2mm\"\n")),
                seed: Some(u64::MAX),
                count: Some(DeckCount { deck: Some("deck".into()), tiles: Some(60) }),
            },
            part: Some(Part {
                sheet: "a4".into(),
                components: vec!["board".into()],
                of: vec!["a3".into(), "a4".into()],
            }),
            decks: vec![RecordedDeck { name: "deck".into(), seed: Some(7), hash: "00ff".into() }],
            pages: vec!["00ff".into()],
        };
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Some(&record));
        let all = DeckCount { deck: Some("deck".into()), tiles: None };
        let all = Record { options: Options { count: Some(all), ..record.options.clone() }, ..record };
        assert_eq!(Record::from_json(&all.to_json()), Some(all));
        assert_eq!(Record::from_json("{}"), None);
        assert_eq!(Record::from_json("not json"), None);
    }
}
