//! The record: what a PDF of ours carries, so that it can be built again and checked.
//!
//! Two files are attached: `hexpress.json`, with the options, the program's version and a digest of each
//! page's contents, and the layout as it was typed;
//! beside them the data, pictures and fonts that it names.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::diag::Sources;
use crate::files::{NotPlain, PlainName, PlainPath};
use crate::print::profile::Profile;
use crate::print::setup::House;

/// The name of the attached record.
pub const RECORD: &str = "hexpress.json";

/// The key of a PDF's information that says that its layout was left out (`embed = false`): a PDF of ours that says
/// neither this nor has a record has lost it.
pub const LEFT_OUT: &str = "HexpressLayout";

/// The digest of a page's contents, uncompressed: XXH3 with 128 bits, in lower-case hex.
///
/// It finds out that a page was changed. Who changes a page can change the record too, so that a slower digest,
/// which nobody could forge, would prove no more.
#[must_use]
pub fn page_digest(contents: &[u8]) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(contents))
}

/// The digest of what travels beside the record: the layout, and the files that it names. XXH3 with 128 bits, in
/// lower-case hex, of each name, length and contents in the order of the names.
///
/// It finds out that one of them was replaced by another, as the digests of pages do for these.
#[must_use]
pub fn travels_digest<N: AsRef<str>>(layout: &str, files: &BTreeMap<N, Arc<[u8]>>) -> String {
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    let files = files.iter().map(|(name, bytes)| (name.as_ref(), &**bytes));
    for (name, bytes) in [("", layout.as_bytes())].into_iter().chain(files) {
        hash.update(&(name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    format!("{:032x}", hash.digest128())
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
            house: House::default(),
            printer: None,
            seed: None,
            count: None,
        }
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
    /// The game's id, which the names of its files begin with.
    pub game: PlainName,
    /// The name of the attached layout; none of a calibration sheet.
    pub layout: Option<PlainName>,
    /// The names of the other attached files, which the layout names.
    pub files: Vec<PlainPath>,
    /// The [digest](travels_digest) of the layout and these files; none of a file that carries the layout alone as text.
    pub travels: Option<String>,
    /// What the build was asked for.
    pub options: Options,
    /// The game's random decks.
    pub decks: Vec<RecordedDeck>,
    /// The [digest](page_digest) of each page's contents.
    pub pages: Vec<String>,
}

/// Why an attached record cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordError {
    /// It is no record, or one of a version that said other things.
    Unreadable,
    /// It names a file as no file can be called: what it names, how, and why not.
    Name(&'static str, String, NotPlain),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("it cannot be read"),
            Self::Name(what, name, why) => {
                // A name of any length and any signs.
                let name: String = name.chars().take(60).flat_map(char::escape_default).collect();
                write!(f, "`{name}` cannot be the name of {what}: {why}")
            }
        }
    }
}

impl Record {
    /// The attached file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut value = json!({
            "hexpress": self.version,
            "game": self.game.as_str(),
            "layout": self.layout.as_ref().map_or("", PlainName::as_str),
            "files": self.files.iter().map(PlainPath::as_str).collect::<Vec<_>>(),
            "options": {
                "paper": self.options.paper,
                "margin-mm": self.options.margin,
                "only": self.options.only,
                "split": self.options.split,
            },
            "pages-xxh3-128": self.pages,
        });
        let House { cut, backs, ink, marks, cut_plan, test_sheet } = self.options.house;
        if let Some(travels) = &self.travels {
            value["travels-xxh3-128"] = json!(travels);
        }
        // What nobody asked for is not told, so that the records of older versions read alike.
        if let Some(cut) = cut {
            value["options"]["cut"] = json!(cut.word());
        }
        if let Some(backs) = backs {
            value["options"]["backs"] = json!(backs.word());
        }
        if let Some(ink) = ink {
            value["options"]["ink"] = json!(ink.word());
        }
        if let Some(marks) = marks {
            value["options"]["marks"] = json!(marks.word());
        }
        if let Some(printer) = &self.options.printer {
            value["options"]["printer"] = json!(printer.text);
        }
        if cut_plan {
            value["options"]["cut-plan"] = json!(true);
        }
        if test_sheet {
            value["options"]["test-sheet"] = json!(true);
        }
        if !self.options.pieces.is_empty() {
            value["options"]["pieces"] = json!(self.options.pieces);
        }
        if !self.decks.is_empty() {
            let deck =
                |deck: &RecordedDeck| json!({ "name": deck.name, "seed": deck.seed, "sha256": deck.hash });
            value["decks"] = self.decks.iter().map(deck).collect();
        }
        if let Some(seed) = self.options.seed {
            value["options"]["seed"] = json!(seed);
        }
        if let Some(DeckCount { deck, tiles }) = &self.options.count {
            let tiles = tiles.map_or_else(|| json!("all"), |n| json!(n));
            value["options"]["count"] = json!({ "deck": deck, "tiles": tiles });
        }
        format!("{value:#}\n")
    }

    /// Reads an attached record.
    ///
    /// # Errors
    /// Why it cannot be used. Names are checked here, once for all: they become those of files.
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        let value: Value = serde_json::from_str(text).map_err(|_| RecordError::Unreadable)?;
        let names = Names::of(&value).ok_or(RecordError::Unreadable)?;
        let plain = |what: &'static str, name: &str| {
            name.parse::<PlainName>().map_err(|why| RecordError::Name(what, name.to_owned(), why))
        };
        let path = |name: &&str| {
            name.parse::<PlainPath>()
                .map_err(|why| RecordError::Name("an attached file", (*name).to_owned(), why))
        };
        let game = plain("a game", names.game)?;
        let layout = Some(names.layout).filter(|name| !name.is_empty());
        let layout = layout.map(|name| plain("a layout", name)).transpose()?;
        let files = names.files.iter().map(path).collect::<Result<_, _>>()?;
        Self::of_value(&value, game, layout, files).ok_or(RecordError::Unreadable)
    }

    fn of_value(
        value: &Value,
        game: PlainName,
        layout: Option<PlainName>,
        files: Vec<PlainPath>,
    ) -> Option<Self> {
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
            game,
            layout,
            files,
            travels: value.get("travels-xxh3-128").and_then(string),
            options: Options {
                paper: string(options.get("paper")?)?,
                margin: options.get("margin-mm")?.as_f64()?,
                only: strings(options.get("only")?)?,
                pieces: options.get("pieces").and_then(strings).unwrap_or_default(),
                split: options.get("split")?.as_bool()?,
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
            decks: decks.map(deck).collect::<Option<_>>()?,
            pages: strings(value.get("pages-xxh3-128")?)?,
        })
    }
}

/// The names in a record, as they stand there.
struct Names<'a> {
    game: &'a str,
    layout: &'a str,
    files: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn of(value: &'a Value) -> Option<Self> {
        let files = value.get("files").and_then(Value::as_array).into_iter().flatten();
        Some(Self {
            game: value.get("game")?.as_str()?,
            layout: value.get("layout")?.as_str()?,
            files: files.map(Value::as_str).collect::<Option<_>>()?,
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
            game: "a-game".parse().unwrap(),
            layout: "a-game.toml".parse().ok(),
            files: vec!["art/a.png".parse().unwrap()],
            travels: Some("0ff0".into()),
            options: Options {
                paper: "a3+a4".into(),
                margin: 6.35,
                only: vec!["board".into()],
                pieces: vec!["deck:12,40-45".into()],
                split: true,
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
            decks: vec![RecordedDeck { name: "deck".into(), seed: Some(7), hash: "00ff".into() }],
            pages: vec!["00ff".into()],
        };
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
        let all = DeckCount { deck: Some("deck".into()), tiles: None };
        let all = Record { options: Options { count: Some(all), ..record.options.clone() }, ..record };
        assert_eq!(Record::from_json(&all.to_json()), Ok(all.clone()));
        assert_eq!(Record::from_json("{}"), Err(RecordError::Unreadable));
        assert_eq!(Record::from_json("not json"), Err(RecordError::Unreadable));
        // Each name is one that a file may have.
        let json = all.to_json();
        for (from, to) in [
            ("\"a-game\"", "\"../../x\""),
            ("\"a-game\"", "\"/x\""),
            ("\"a-game\"", "\"\""),
            ("\"a-game\"", "\"nul\""),
            ("\"a-game.toml\"", "\"..\\\\a.toml\""),
            ("\"a-game.toml\"", "\"a/b.toml\""),
            ("\"art/a.png\"", "\"../a.png\""),
            ("\"art/a.png\"", "\"/a.png\""),
        ] {
            let changed = json.replacen(from, to, 1);
            assert_ne!(changed, json, "{from}");
            assert!(matches!(Record::from_json(&changed), Err(RecordError::Name(..))), "{to}");
        }
        assert_eq!(Record::from_json(&json.replacen("\"art/a.png\"", "7", 1)), Err(RecordError::Unreadable));
    }

    #[test]
    fn another_layout_or_file_has_another_digest() {
        let bytes = |text: &str| Arc::<[u8]>::from(text.as_bytes());
        let digest = |layout: &str, files: &[(&str, &str)]| {
            let files = files.iter().map(|(name, text)| (*name, bytes(text))).collect::<BTreeMap<_, _>>();
            travels_digest(layout, &files)
        };
        let all = [
            digest("ab", &[]),
            digest("a", &[]),
            digest("a", &[("b", "")]),
            digest("a", &[("b", "c")]),
            digest("a", &[("bc", "")]),
        ];
        let different: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }
}
