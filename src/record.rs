//! The record: what a PDF of ours carries, so that it can be built again and checked.
//!
//! Two files are attached: `hexpress.json`, with the options, the program's version and a digest of each
//! page's contents, and the layout as it was typed;
//! beside them the data, pictures and fonts that it names.

use serde_json::{Value, json};

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
            "options": {
                "paper": self.options.paper,
                "margin-mm": self.options.margin,
                "only": self.options.only,
                "split": self.options.split,
            },
            "pages-xxh3-128": self.pages,
        });
        if !self.options.pieces.is_empty() {
            value["options"]["pieces"] = json!(self.options.pieces);
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
            },
            pages: strings(value.get("pages-xxh3-128")?)?,
        })
    }
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
            },
            pages: vec!["00ff".into()],
        };
        assert_eq!(Record::from_json(&record.to_json()), Some(record));
        assert_eq!(Record::from_json("{}"), None);
        assert_eq!(Record::from_json("not json"), None);
    }
}
