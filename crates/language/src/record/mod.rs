//! The record of a build, which is attached to the PDF. With the record, the same PDF can be built
//! again, and the file can be checked.
//!
//! - In: the options of a build, and the contents of its pages.
//! - Out: `hexpress.json`, with the options, the version of the program and a digest of each page.
//! - Not here: attaching files. The record is attached together with the layout and the files that the
//!   layout names.

mod as_text;
mod options;
pub mod seal;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use hexpress_base::files::{NotPlain, PlainName, PlainPath};

use as_text::{text, text_or_empty, texts};
pub use options::{DeckSize, Options};

/// The name of the attached record.
pub const RECORD: &str = "hexpress.json";

/// A key in the document information of a PDF. It says that the layout was left out on purpose, by
/// `embed = false`. If a PDF has neither this key nor a record, somebody has removed the record.
pub const LEFT_OUT: &str = "HexpressLayout";

/// A key in the document information of a PDF. Its value is [`Options::printer_json`], which describes
/// the printer whose distortions are corrected. Used only if the layout is left out.
pub const PRINTER: &str = "HexpressPrinter";

/// The attribute of `<metadata>` in an SVG. It contains the [digest](page_digest) of the rest of
/// the file.
pub const DIGEST: &str = "data-xxh3-128";

/// A key in the document information of a PDF. Its value consists of the [digests](page_digest) of all
/// pages, separated by spaces.
///
/// The key is used only if the layout is left out. Files of earlier versions lack it.
pub const PAGES: &str = "HexpressPages";

/// Returns the digest of the uncompressed contents of a page: XXH3 with 128 bits, in lower-case
/// hexadecimal digits.
///
/// The digest shows whether a page was changed by accident. Somebody who changes a page on purpose
/// can change the record as well, so a cryptographic digest would prove no more.
pub fn page_digest(contents: &[u8]) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(contents))
}

/// Returns the digest of a page that another program may have rewritten.
///
/// Returns the digest of the contents as they are. If `recorded` lacks it but contains the digest of the
/// `normalized` contents, returns that digest instead.
pub fn page_digest_of(contents: &[u8], recorded: &[String]) -> String {
    let digest = page_digest(contents);
    if recorded.is_empty() || recorded.contains(&digest) {
        return digest;
    }
    let normalized_digest = page_digest(&normalized(contents));
    if recorded.contains(&normalized_digest) { normalized_digest } else { digest }
}

/// Converts the hexadecimal digits of strings such as `<00FF>` to upper case, and `\r\n` to `\n`.
///
/// Other programs write them differently. For example, qpdf writes lower-case digits.
fn normalized(contents: &[u8]) -> Vec<u8> {
    let (mut all, mut rest) = (Vec::with_capacity(contents.len()), contents);
    while let Some((&byte, after)) = rest.split_first() {
        let is_string = byte == b'<';
        let digits = after.iter().take_while(|digit| is_string && digit.is_ascii_hexdigit()).count();
        rest = after;
        match (byte, after.get(digits)) {
            (b'\r', _) if after.first() == Some(&b'\n') => {}
            // Without a `>` after the digits, this may be an SVG element such as `<defs>`.
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

/// Computes the [digest](page_digest) of contents that are added part by part.
#[derive(Default)]
pub struct PageDigest(Option<Box<xxhash_rust::xxh3::Xxh3>>);

impl PageDigest {
    pub fn add(&mut self, contents: &[u8]) {
        self.0.get_or_insert_default().update(contents);
    }

    pub fn text(self) -> String {
        format!("{:032x}", self.0.unwrap_or_default().digest128())
    }
}

/// Returns a digest of the layout and the files that it names. The record itself is not included.
///
/// The digest is XXH3 with 128 bits, in lower-case hexadecimal digits. It is computed from the
/// length and the bytes of each name and each file, in the order of the names.
pub fn attachments_digest<N: AsRef<str>>(layout: &str, files: &BTreeMap<N, Arc<[u8]>>) -> String {
    let mut digest = AttachmentsDigest::of_layout(layout);
    files.iter().for_each(|(name, bytes)| digest.add(name.as_ref(), bytes));
    digest.text()
}

/// Computes the [digest](attachments_digest) of the layout and its files. The files are added one by
/// one, in the order of their names.
#[derive(Default)]
pub struct AttachmentsDigest(xxhash_rust::xxh3::Xxh3);

impl AttachmentsDigest {
    pub fn of_layout(layout: &str) -> Self {
        let mut digest = Self::default();
        digest.add("", layout.as_bytes());
        digest
    }

    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        for part in [name.as_bytes(), bytes] {
            self.0.update(&(part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    pub fn text(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

/// The id of a build: a 64-bit XXH3 digest of the game's id and of the options.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BuildId(pub [u8; 8]);

/// The part of a build that is in one file, if the build has a file for each paper size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePart {
    /// The [word](hexpress_scene::print::paper::sheet_word) for the size of the sheets in the file.
    pub sheet: String,
    /// The names of the components whose sheets are in the file.
    pub components: Vec<String>,
    /// The words for the sheet sizes of all files of the build, one for each file.
    pub of: Vec<String>,
}

/// A random deck, as it is written in the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedDeck {
    pub name: String,
    /// The seed. `None` if the tiles come from a file.
    pub seed: Option<u64>,
    /// The SHA-256 digest of the tiles as CSV, in lower-case hexadecimal digits.
    #[serde(rename = "sha256")]
    pub hash: String,
}

/// The record of a build.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the program that made the file.
    #[serde(rename = "hexpress")]
    pub version: String,
    /// The id of the game. The names of the game's files begin with this id.
    #[serde(with = "text")]
    pub game: PlainName,
    /// The name of the attached layout. `None` for a calibration sheet.
    #[serde(with = "text_or_empty")]
    pub layout: Option<PlainName>,
    /// The names of the other attached files, to which the layout refers.
    #[serde(default, with = "texts")]
    pub files: Vec<PlainPath>,
    /// The [digest](attachments_digest) of the layout and `files`.
    ///
    /// It is `None` in an SVG, which contains the layout only as text, and in a calibration sheet.
    #[serde(default, rename = "travels-xxh3-128", skip_serializing_if = "Option::is_none")]
    pub layout_and_files: Option<String>,
    pub options: Options,
    /// The part of the build in this file.
    ///
    /// It is `None` if the build has only one file, or one file for each stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<FilePart>,
    /// Whether the first half of the PDF's identifier contains a [digest of all
    /// objects](seal::Seal::objects_match).
    ///
    /// It is false for files of earlier versions and for SVG files.
    #[serde(default, rename = "digest-in-id", skip_serializing_if = "std::ops::Not::not")]
    pub digest_in_id: bool,
    /// The [digest](page_digest) of each page's contents.
    #[serde(rename = "pages-xxh3-128")]
    pub pages: Vec<String>,
    /// The game's random decks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<RecordedDeck>,
}

/// The reason why a record cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordError {
    /// The text is not a record of this version or of an earlier one.
    Unreadable,
    /// A name in the record cannot be the name of a file.
    Name {
        /// The kind of file, for a message.
        kind: &'static str,
        /// The name in the record.
        name: String,
        /// The reason why the name is not allowed.
        why: NotPlain,
    },
}

/// The largest number of characters of a name that a message shows.
const MAX_SHOWN: usize = 60;

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("it cannot be read"),
            Self::Name { kind, name, why } => {
                // The name may be very long, and may contain control characters.
                let shown: String = name.chars().take(MAX_SHOWN).flat_map(char::escape_default).collect();
                write!(f, "`{shown}` cannot be the name of {kind}: {why}")
            }
        }
    }
}

impl Record {
    /// Returns the record as JSON.
    pub fn to_json(&self) -> String {
        // All fields are texts, numbers, or lists of texts and numbers, so writing them as JSON cannot
        // fail.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        format!("{text}\n")
    }

    /// Parses a record.
    ///
    /// # Errors
    /// The text is not a record, or a name in the record cannot be the name of a file.
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        let names: Names = serde_json::from_str(text).map_err(|_| RecordError::Unreadable)?;
        names.check()?;
        serde_json::from_str(text).map_err(|_| RecordError::Unreadable)
    }
}

/// The names in a record, which are not checked yet.
#[derive(Deserialize)]
struct Names {
    game: String,
    layout: String,
    #[serde(default)]
    files: Vec<String>,
}

impl Names {
    fn check(&self) -> Result<(), RecordError> {
        check_name::<PlainName>("a game", &self.game)?;
        if !self.layout.is_empty() {
            check_name::<PlainName>("a layout", &self.layout)?;
        }
        self.files.iter().try_for_each(|name| check_name::<PlainPath>("an attached file", name))
    }
}

fn check_name<T: FromStr<Err = NotPlain>>(kind: &'static str, name: &str) -> Result<(), RecordError> {
    match name.parse::<T>() {
        Ok(_) => Ok(()),
        Err(why) => Err(RecordError::Name { kind, name: name.to_owned(), why }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_scene::print::setup::{Backs, Cutter, Inking, Marking, Order, PrintSetup, Standard};

    #[test]
    fn digits_and_line_breaks_of_other_programs_do_not_change_the_digest() {
        let recorded = [page_digest(b"[<053A> 21] TJ\n<defs>\n")];
        assert_eq!(page_digest_of(b"[<053a> 21] TJ\r\n<defs>\r\n", &recorded), recorded[0]);
        for other in
            [&b"[<053b> 21] TJ\n<defs>\n"[..], b"[<053A> 21] TJ\n<DEFs>\n", b"[<053A> 21] tj\n<defs>\n"]
        {
            assert_ne!(page_digest_of(other, &recorded), recorded[0]);
        }
    }

    #[test]
    fn a_record_is_the_same_after_writing_and_reading() {
        let mut sources = hexpress_base::diag::Sources::default();
        let file = sources.add("", "name = \"one\"\n[back]\noffset = \"1 2mm\"\n");
        let printer = Arc::new(crate::tables::profile::read(file, &sources).unwrap());
        let record = Record {
            version: "0.1.0".into(),
            game: "a-game".parse().unwrap(),
            layout: "a-game.toml".parse().ok(),
            files: vec!["art/a.png".parse().unwrap()],
            layout_and_files: Some("0ff0".into()),
            options: Options {
                paper: "a3+a4".into(),
                margin: 6.35.into(),
                only: vec!["board".into()],
                pieces: vec!["deck:12,40-45".into()],
                numbers: Vec::new(),
                exchange: true,
                split: true,
                one_file: true,
                print_setup: PrintSetup {
                    cut: Some(Cutter::Plotter),
                    backs: Some(Backs::FlipShort),
                    ink: Some(Inking::Black),
                    marks: Some(Marking::Corner),
                    cut_plan: true,
                    test_sheet: true,
                    order: Some(Order::Stack),
                    standard: Some(Standard::PdfX4),
                    press: None,
                },
                printer: Some(printer),
                capture: CAPTURE.parse().ok().map(Arc::new),
                seed: Some(u64::MAX),
                count: Some(DeckSize { deck: Some("deck".into()), tiles: Some(60) }),
            },
            part: Some(FilePart { sheet: "a4".into(), components: vec!["b".into()], of: vec!["a3".into()] }),
            decks: vec![RecordedDeck { name: "deck".into(), seed: Some(7), hash: "00ff".into() }],
            pages: vec!["00ff".into()],
            digest_in_id: true,
        };
        assert_eq!(record.to_json(), FULL);
        assert_eq!(Record::from_json(FULL).as_ref(), Ok(&record));
        let all = DeckSize { deck: Some("deck".into()), tiles: None };
        let all = Record { options: Options { count: Some(all), ..record.options.clone() }, ..record };
        assert!(all.to_json().contains("\"tiles\": \"all\""));
        assert_eq!(Record::from_json(&all.to_json()), Ok(all.clone()));
        assert_eq!(Record::from_json("{}"), Err(RecordError::Unreadable));
        assert_eq!(Record::from_json("not json"), Err(RecordError::Unreadable));
        // All names in the record are checked, because each of them may become the name of a file.
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
            assert!(matches!(Record::from_json(&changed), Err(RecordError::Name { .. })), "{to}");
        }
        assert_eq!(Record::from_json(&json.replacen("\"art/a.png\"", "7", 1)), Err(RecordError::Unreadable));
    }

    fn digest(layout: &str, files: &[(&str, &str)]) -> String {
        let files: BTreeMap<&str, Arc<[u8]>> =
            files.iter().map(|(name, text)| (*name, text.as_bytes().into())).collect();
        attachments_digest(layout, &files)
    }

    #[test]
    fn another_layout_or_file_has_another_digest() {
        let all = [
            digest("ab", &[]),
            digest("a", &[]),
            digest("a", &[("b", "")]),
            digest("a", &[("b", "c")]),
            digest("a", &[("bc", "")]),
        ];
        assert_eq!(std::collections::BTreeSet::from(all.clone()).len(), all.len());
    }
    #[test]
    fn an_option_that_is_not_used_has_no_key() {
        let record = Record {
            version: "0.1.0".into(),
            game: "a-game".parse().unwrap(),
            layout: "a-game.toml".parse().ok(),
            files: Vec::new(),
            layout_and_files: None,
            options: Options::new("iso", 6.0),
            part: None,
            decks: Vec::new(),
            digest_in_id: false,
            pages: Vec::new(),
        };
        assert_eq!(record.to_json(), PLAIN);
        assert_eq!(Record::from_json(PLAIN), Ok(record.clone()));
        // Keys of newer versions are ignored. Records of the first version have no key `files`.
        let other =
            PLAIN.replace("\"files\": [],", "\"new\": 1,").replace("\"only\"", "\"newer\": {}, \"only\"");
        assert_eq!(Record::from_json(&other).as_ref(), Ok(&record));
        // One margin is different from the others.
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

    const CAPTURE: &str = "name a.pdf\npage 100 50\nshape 1 2 3 4 4 2 3 0 0 0 M1,2 L3,2 L3,4 Z\n";
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
    "order": "stack",
    "standard": "pdfx-4",
    "printer": "name = \"one\"\n[back]\noffset = \"1 2mm\"\n",
    "capture": "name a.pdf\npage 100 50\nshape 1 2 3 4 4 2 3 0 0 0 M1,2 L3,2 L3,4 Z\n",
    "pieces": [
      "deck:12,40-45"
    ],
    "exchange": true,
    "seed": 18446744073709551615,
    "count": {
      "deck": "deck",
      "tiles": 60
    }
  },
  "part": {
    "sheet": "a4",
    "components": [
      "b"
    ],
    "of": [
      "a3"
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
