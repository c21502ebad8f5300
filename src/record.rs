//! The record: what a PDF of ours carries, so that it can be built again and checked.
//!
//! Two files are attached: `hexpress.json`, with the options, the program's version and a digest of each
//! page's contents, and the layout as it was typed;
//! beside them the data, pictures and fonts that it names.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::files::{NotPlain, PlainName, PlainPath};
use crate::print::profile::Profile;
use crate::print::setup::{Backs, Cutter, House, Inking, Marking};

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
    /// The game's id, which the names of its files begin with.
    #[serde(with = "text")]
    pub game: PlainName,
    /// The name of the attached layout; none of a calibration sheet.
    #[serde(with = "text_or_empty")]
    pub layout: Option<PlainName>,
    /// The names of the other attached files, which the layout names.
    #[serde(default, with = "texts")]
    pub files: Vec<PlainPath>,
    /// The [digest](travels_digest) of the layout and these files; none of a file that carries the layout alone as text.
    #[serde(default, rename = "travels-xxh3-128", skip_serializing_if = "Option::is_none")]
    pub travels: Option<String>,
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
        // Every field is text, a number or a list of them, so this cannot fail.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        format!("{text}\n")
    }

    /// Reads an attached record.
    ///
    /// # Errors
    /// Why it cannot be used. Names are checked here, once for all: they become those of files.
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        let names: Names = serde_json::from_str(text).map_err(|_| RecordError::Unreadable)?;
        names.check()?;
        serde_json::from_str(text).map_err(|_| RecordError::Unreadable)
    }
}

/// The names in a record, as they stand there: one that no file can have is told as such.
#[derive(Deserialize)]
struct Names {
    game: String,
    layout: String,
    #[serde(default)]
    files: Vec<String>,
}

impl Names {
    fn check(&self) -> Result<(), RecordError> {
        plain::<PlainName>("a game", &self.game)?;
        if !self.layout.is_empty() {
            plain::<PlainName>("a layout", &self.layout)?;
        }
        self.files.iter().try_for_each(|name| plain::<PlainPath>("an attached file", name))
    }
}

fn plain<T: FromStr<Err = NotPlain>>(what: &'static str, name: &str) -> Result<(), RecordError> {
    name.parse::<T>().map(|_| ()).map_err(|why| RecordError::Name(what, name.to_owned(), why))
}

/// A value as its text.
mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(super) fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Values as their texts.
mod texts {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<T: Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(T::to_string))
    }

    pub(super) fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

/// A value as its text, or an empty text for none.
mod text_or_empty {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<T: Display, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.collect_str(value),
            None => to.serialize_str(""),
        }
    }

    pub(super) fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        let text = String::deserialize(from)?;
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(D::Error::custom) }
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

    pub(super) fn deserialize<'d, T: FromStr<Err: std::fmt::Display>, D: Deserializer<'d>>(
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
        assert_eq!(Record::from_json(FULL).as_ref(), Ok(&record));
        let all = DeckCount { deck: Some("deck".into()), tiles: None };
        let all = Record { options: Options { count: Some(all), ..record.options.clone() }, ..record };
        assert!(all.to_json().contains("\"tiles\": \"all\""));
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

    #[test]
    fn what_nobody_asked_for_has_no_key() {
        let record = Record {
            version: "0.1.0".into(),
            game: "a-game".parse().unwrap(),
            layout: "a-game.toml".parse().ok(),
            files: Vec::new(),
            travels: None,
            options: Options::new("iso", 6.0),
            part: None,
            decks: Vec::new(),
            pages: Vec::new(),
        };
        assert_eq!(record.to_json(), PLAIN);
        assert_eq!(Record::from_json(PLAIN), Ok(record.clone()));
        // Keys of newer versions are passed over, and the first version had no files.
        let other =
            PLAIN.replace("\"files\": [],", "\"new\": 1,").replace("\"only\"", "\"newer\": {}, \"only\"");
        assert_eq!(Record::from_json(&other), Ok(record));
        for broken in [
            "\"margin-mm\": \"6\"",
            "\"margin-mm\": 6.0, \"cut\": \"teeth\"",
            "\"margin-mm\": 6.0, \"printer\": \"x\"",
        ] {
            let broken_record = PLAIN.replace("\"margin-mm\": 6.0", broken);
            assert_eq!(Record::from_json(&broken_record), Err(RecordError::Unreadable), "{broken}");
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
  "travels-xxh3-128": "0ff0",
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
