//! The record: what a PDF of ours carries, so that it can be built again and checked.
//!
//! Two files are attached: `hexpress.json`, with the options, the program's version and a digest of each
//! page's contents, and the layout as it was typed;
//! beside them the data, pictures and fonts that it names.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::print::profile::Profile;
use crate::print::setup::{Backs, Cutter, House, Inking, Marking};

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
///
/// An option that is not asked for has no key in the record, so that builds without it read like older versions'.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// As typed: `iso`, `210x297mm`.
    pub paper: String,
    /// In mm.
    #[serde(rename = "margin-mm")]
    pub margin: f64,
    /// Components; all if empty.
    pub only: Vec<String>,
    /// Whether each stack has a file of its own.
    pub split: bool,
    /// Whether sheets of all sizes are in one file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not", rename = "one-file")]
    pub one_file: bool,
    /// What the house cuts with, and so on.
    #[serde(flatten, with = "Choices")]
    pub house: House,
    /// The printer that pages are corrected for.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "profile")]
    pub printer: Option<Arc<Profile>>,
    /// Pieces by their numbers, as in `deck:12,40-45`; all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// What random decks are drawn from, over what the layout says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many tiles one of the random decks has, over what the layout says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<DeckCount>,
}

/// The keys of a [`House`] among the options.
#[derive(Serialize, Deserialize)]
#[serde(remote = "House", rename_all = "kebab-case")]
struct Choices {
    #[serde(default, skip_serializing_if = "Option::is_none", with = "word")]
    cut: Option<Cutter>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "word")]
    backs: Option<Backs>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "word")]
    ink: Option<Inking>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "word")]
    marks: Option<Marking>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    cut_plan: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    test_sheet: bool,
}

/// How many tiles a deck has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeckCount {
    /// The component; the first that is printed and drawn at random, if none is named.
    pub deck: Option<String>,
    /// So many; all there are for none.
    #[serde(with = "tiles")]
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

    /// What PDFs of one game have in common that were asked for alike, whether in one file or in several.
    #[must_use]
    pub fn build_of(&self, game: &str) -> BuildId {
        // Every field is text, a number or a list of them, so this cannot fail.
        let asked = serde_json::to_string(&Self { one_file: false, ..self.clone() }).unwrap_or_default();
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The [word](crate::print::paper::sheet_word) of its sheets.
    pub sheet: String,
    /// The components whose sheets are in it.
    pub components: Vec<String>,
    /// The words of all files of the build, in order.
    pub of: Vec<String>,
}

/// A random deck, as the record names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedDeck {
    /// Its component.
    pub name: String,
    /// What it was drawn from; none where it was read from a file.
    pub seed: Option<u64>,
    /// SHA-256 of its tiles as CSV, in lower-case hex.
    #[serde(rename = "sha256")]
    pub hash: String,
}

/// The attached record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version that made the file.
    #[serde(rename = "hexpress")]
    pub version: String,
    /// The game's id.
    pub game: String,
    /// The name of the attached layout.
    pub layout: String,
    /// The names of the other attached files, which the layout names.
    #[serde(default)]
    pub files: Vec<String>,
    /// What the build was asked for.
    pub options: Options,
    /// Which of its files this is; none where there is one, or one for each stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// The [digest](page_digest) of each page's contents.
    #[serde(rename = "pages-xxh3-128")]
    pub pages: Vec<String>,
    /// The game's random decks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<RecordedDeck>,
}

impl Record {
    /// The attached file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Every field is text, a number or a list of them, so this cannot fail.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        format!("{text}\n")
    }

    /// Reads an attached record; none where it is not one.
    #[must_use]
    pub fn from_json(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

/// A word of the command line.
mod word {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<T: Display, S: Serializer>(word: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        word.as_ref().map(T::to_string).serialize(to)
    }

    pub(super) fn deserialize<'d, T: FromStr<Err = String>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        String::deserialize(from)?.parse().map(Some).map_err(D::Error::custom)
    }
}

/// A printer's profile, as it stood in its file.
mod profile {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use crate::diag::Sources;
    use crate::print::profile::Profile;

    pub(super) fn serialize<S: Serializer>(printer: &Option<Arc<Profile>>, to: S) -> Result<S::Ok, S::Error> {
        printer.as_ref().map(|printer| &printer.text).serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Arc<Profile>>, D::Error> {
        let mut sources = Sources::default();
        let file = sources.add("", &String::deserialize(from)?);
        let profile = crate::spec::tables::profile::read(file, &sources);
        profile.map(|profile| Some(Arc::new(profile))).map_err(|_| D::Error::custom("no profile"))
    }
}

/// How many tiles, or `all`.
mod tiles {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(tiles: &Option<i64>, to: S) -> Result<S::Ok, S::Error> {
        match tiles {
            Some(tiles) => to.serialize_i64(*tiles),
            None => to.serialize_str("all"),
        }
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<i64>, D::Error> {
        Ok(serde_json::Value::deserialize(from)?.as_i64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_as_it_was() {
        let mut sources = crate::diag::Sources::default();
        let file = sources.add("", "name = \"one\"\n[back]\noffset = \"1 2mm\"\n");
        let printer = Arc::new(crate::spec::tables::profile::read(file, &sources).unwrap());
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
                printer: Some(printer),
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
        assert_eq!(record.to_json(), FULL);
        assert_eq!(Record::from_json(FULL).as_ref(), Some(&record));
        let all = DeckCount { deck: Some("deck".into()), tiles: None };
        let all = Record { options: Options { count: Some(all), ..record.options.clone() }, ..record };
        assert!(all.to_json().contains("\"tiles\": \"all\""));
        assert_eq!(Record::from_json(&all.to_json()), Some(all));
        assert_eq!(Record::from_json("{}"), None);
        assert_eq!(Record::from_json("not json"), None);
    }

    #[test]
    fn what_nobody_asked_for_has_no_key() {
        let record = Record {
            version: "0.1.0".into(),
            game: "a-game".into(),
            layout: "a-game.toml".into(),
            files: Vec::new(),
            options: Options::new("iso", 6.0),
            part: None,
            decks: Vec::new(),
            pages: Vec::new(),
        };
        assert_eq!(record.to_json(), PLAIN);
        assert_eq!(Record::from_json(PLAIN), Some(record.clone()));
        // Keys of newer versions are passed over, and the first version had no files.
        let other =
            PLAIN.replace("\"files\": [],", "\"new\": 1,").replace("\"only\"", "\"newer\": {}, \"only\"");
        assert_eq!(Record::from_json(&other), Some(record));
        for broken in [
            "\"margin-mm\": \"6\"",
            "\"margin-mm\": 6.0, \"cut\": \"teeth\"",
            "\"margin-mm\": 6.0, \"printer\": \"x\"",
        ] {
            assert_eq!(Record::from_json(&PLAIN.replace("\"margin-mm\": 6.0", broken)), None, "{broken}");
        }
    }

    const PLAIN: &str = r#"{
  "hexpress": "0.1.0",
  "game": "a-game",
  "layout": "a-game.toml",
  "files": [],
  "options": {
    "paper": "iso",
    "margin-mm": 6.0,
    "only": [],
    "split": false
  },
  "pages-xxh3-128": []
}
"#;

    const FULL: &str = r#"{
  "hexpress": "0.1.0",
  "game": "a-game",
  "layout": "a-game.toml",
  "files": [
    "art/a.png"
  ],
  "options": {
    "paper": "a3+a4",
    "margin-mm": 6.35,
    "only": [
      "board"
    ],
    "split": true,
    "one-file": true,
    "cut": "plotter",
    "backs": "flip-short",
    "ink": "black",
    "marks": "corner",
    "cut-plan": true,
    "test-sheet": true,
    "printer": "name = \"one\"\n[back]\noffset = \"1 2mm\"\n",
    "pieces": [
      "deck:12,40-45"
    ],
    "seed": 18446744073709551615,
    "count": {
      "deck": "deck",
      "tiles": 60
    }
  },
  "part": {
    "sheet": "a4",
    "components": [
      "board"
    ],
    "of": [
      "a3",
      "a4"
    ]
  },
  "pages-xxh3-128": [
    "00ff"
  ],
  "decks": [
    {
      "name": "deck",
      "seed": 7,
      "sha256": "00ff"
    }
  ]
}
"#;
}
