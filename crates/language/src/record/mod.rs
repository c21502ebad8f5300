//! The record: what a PDF of ours carries, so that it can be built again and checked.
//!
//! Two files are attached: `hexpress.json`, with the options, the program's version and a digest of each
//! page's contents, and the layout as it was typed;
//! beside them the data, pictures and fonts that it names.

mod as_text;
mod options;
pub mod seal;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::files::{NotPlain, PlainName, PlainPath};

use as_text::{text, text_or_empty, texts};
pub use options::{DeckCount, Options};

/// The name of the attached record.
pub const RECORD: &str = "hexpress.json";

/// The key of a PDF's information that says that its layout was left out (`embed = false`): a PDF of ours that says
/// neither this nor has a record has lost it.
pub const LEFT_OUT: &str = "HexpressLayout";

/// The key of a PDF's information that says which printer its pages are corrected for, where its layout was left out:
/// [`Options`] with nothing but that, as JSON.
pub const PRINTER: &str = "HexpressPrinter";

/// The attribute of an SVG's `<metadata>` that holds the [digest](page_digest) of all that follows it.
pub const DIGEST: &str = "data-xxh3-128";

/// The key of a PDF's information that holds the [digest](page_digest) of each page, parted by spaces, where its layout was
/// left out. Files of earlier versions have none.
pub const PAGES: &str = "HexpressPages";

/// The digest of a page's contents, uncompressed: XXH3 with 128 bits, in lower-case hex.
///
/// It finds out that a page was changed. Whoever changes a page can change the record too, so that a slower,
/// cryptographic digest would prove no more.
pub fn page_digest(contents: &[u8]) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(contents))
}

/// The digest of a page's contents that another program may have written in other letters: as they would be with the digits
/// and ends of lines of ours, if one of `told` is the digest of these.
pub fn page_digest_of(contents: &[u8], told: &[String]) -> String {
    let digest = page_digest(contents);
    if told.is_empty() || told.contains(&digest) {
        return digest;
    }
    let own = page_digest(&in_our_letters(contents));
    if told.contains(&own) { own } else { digest }
}

/// Contents with the hex digits of strings in capitals, which qpdf writes small, and with lines that end in a line feed only.
fn in_our_letters(contents: &[u8]) -> Vec<u8> {
    let (mut all, mut rest) = (Vec::with_capacity(contents.len()), contents);
    while let Some((&byte, after)) = rest.split_first() {
        let is_string = byte == b'<';
        let digits = after.iter().take_while(|digit| is_string && digit.is_ascii_hexdigit()).count();
        rest = after;
        match (byte, after.get(digits)) {
            (b'\r', _) if after.first() == Some(&b'\n') => {}
            // A tag of an SVG is no string, though its name may begin so: `<defs>`.
            (b'<', Some(b'>')) => {
                all.push(byte);
                all.extend(after.iter().take(digits).map(u8::to_ascii_uppercase));
                rest = after.get(digits..).unwrap_or_default();
            }
            _ => all.push(byte),
        }
    }
    all
}

/// The same of contents that come piece by piece.
#[derive(Default)]
pub struct PageDigest(Option<Box<xxhash_rust::xxh3::Xxh3>>);

impl PageDigest {
    /// The next piece of them.
    pub fn add(&mut self, contents: &[u8]) {
        self.0.get_or_insert_default().update(contents);
    }

    /// The digest.
    pub fn text(self) -> String {
        format!("{:032x}", self.0.unwrap_or_default().digest128())
    }
}

/// The digest of what travels beside the record: the layout, and the files that it names. XXH3 with 128 bits, in
/// lower-case hex, of each name, length and contents in the order of the names.
///
/// It finds out that one of them was replaced by another, as the digests of pages do for these.
pub fn travels_digest<N: AsRef<str>>(layout: &str, files: &BTreeMap<N, Arc<[u8]>>) -> String {
    let mut digest = TravelsDigest::of(layout);
    files.iter().for_each(|(name, bytes)| digest.add(name.as_ref(), bytes));
    digest.text()
}

/// The same while files are added to it, in the order of their names.
#[derive(Default)]
pub struct TravelsDigest(xxhash_rust::xxh3::Xxh3);

impl TravelsDigest {
    /// Of a layout without files.
    pub fn of(layout: &str) -> Self {
        let mut digest = Self::default();
        digest.add("", layout.as_bytes());
        digest
    }

    /// Adds a file.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        for part in [name.as_bytes(), bytes] {
            self.0.update(&(part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    /// As it is written.
    pub fn text(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

/// Tells files of one build from those of another: XXH3 with 64 bits of the game's id and the options.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BuildId(pub [u8; 8]);

/// Which of several files one is, where a build has one for each size of paper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePart {
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
    pub part: Option<FilePart>,
    /// Whether the identifier's first half holds a [digest of all objects](seal::Seal::objects). Files of earlier versions
    /// have none, nor has an SVG.
    #[serde(default, rename = "digest-in-id", skip_serializing_if = "std::ops::Not::not")]
    pub digest_in_id: bool,
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

/// The names in a record, as they stand there: one that no file can have gets an error of its own.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::setup::PrintSetup;

    #[test]
    fn digits_and_ends_of_lines_of_other_programs_are_no_change() {
        let told = [page_digest(b"[<053A> 21] TJ\n<defs>\n")];
        assert_eq!(page_digest_of(b"[<053a> 21] TJ\r\n<defs>\r\n", &told), told[0]);
        for other in
            [&b"[<053b> 21] TJ\n<defs>\n"[..], b"[<053A> 21] TJ\n<DEFs>\n", b"[<053A> 21] tj\n<defs>\n"]
        {
            assert_ne!(page_digest_of(other, &told), told[0]);
        }
    }

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
                margin: 6.35.into(),
                only: vec!["board".into()],
                pieces: vec!["deck:12,40-45".into()],
                split: true,
                one_file: true,
                print_setup: PrintSetup {
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
            part: Some(FilePart {
                sheet: "a4".into(),
                components: vec!["board".into()],
                of: vec!["a3".into(), "a4".into()],
            }),
            decks: vec![RecordedDeck { name: "deck".into(), seed: Some(7), hash: "00ff".into() }],
            digest_in_id: true,
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
            digest_in_id: false,
            pages: Vec::new(),
        };
        assert_eq!(record.to_json(), PLAIN);
        assert_eq!(Record::from_json(PLAIN), Ok(record.clone()));
        // Keys of newer versions are passed over, and the first version had no files.
        let other =
            PLAIN.replace("\"files\": [],", "\"new\": 1,").replace("\"only\"", "\"newer\": {}, \"only\"");
        assert_eq!(Record::from_json(&other).as_ref(), Ok(&record));
        // One of the margins differs from the others.
        let four = Options { margin: "6 6 20.5 6mm".parse().unwrap(), ..record.options.clone() };
        let four = Record { options: four, ..record };
        let list = "\"margin-mm\": [\n      6.0,\n      6.0,\n      20.5,\n      6.0\n    ]";
        assert_eq!(four.to_json(), PLAIN.replace("\"margin-mm\": 6.0", list));
        assert_eq!(Record::from_json(&four.to_json()), Ok(four));
        for broken in [
            "\"margin-mm\": \"6\"",
            "\"margin-mm\": -0.5",
            "\"margin-mm\": 100.5",
            "\"margin-mm\": [5, 5, 100.5, 30]",
            "\"margin-mm\": [5, 5, 20]",
            "\"margin-mm\": [5, 5, 20, 30, 5]",
            "\"margin-mm\": [5, 5, 20, \"30\"]",
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
  "digest-in-id": true,
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
