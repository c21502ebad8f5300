//! The input of the library.
//!
//! - In: texts and bytes, each with a file name.
//! - Out: the input of a build.
//! - Not here: reading files, or understanding the layout.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::make::Input;
use crate::record;
use hexpress_base::diag::{Report, codes};
use hexpress_base::files::{Files, PlainName, PlainPath};

/// A layout, and the files that it names.
///
/// ```
/// let game = hexpress::Source::layout("three", "[game]\ntitle = 'Three'\n[[cards]]\nsize = 'poker'\ndata = 'cards.csv'\n")
///     .with("cards.csv", "name\nAnn\nBob\nCleo\n");
/// # let _ = game;
/// ```
#[derive(Debug, Clone, Default)]
pub struct Source {
    name: String,
    text: String,
    files: BTreeMap<String, Arc<[u8]>>,
}

impl Source {
    /// Creates a source from the text of a layout.
    ///
    /// `name` is a file name without its extension. The names of all finished files begin with it.
    #[must_use]
    pub fn layout(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), files: BTreeMap::new() }
    }

    /// Adds a file that the layout names: a table, a picture or a font. `name` is a path relative
    /// to the layout, with `/` between folders.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        self.files.insert(name.into(), bytes.as_ref().into());
        self
    }

    pub(super) fn input(&self) -> Result<Input, Report> {
        let mut files = BTreeMap::new();
        for (name, bytes) in &self.files {
            let path = name.parse::<PlainPath>().map_err(|why| unsafe_name(name, &why))?;
            files.insert(path, Arc::clone(bytes));
        }
        let file = format!("{}.toml", self.name);
        Ok(Input {
            id: plain_name(&self.name)?,
            file: plain_name(&file)?,
            display_name: file,
            text: self.text.clone(),
            files: Files::attached(files, record::RECORD),
            options: None,
        })
    }
}

fn plain_name(name: &str) -> Result<PlainName, Report> {
    name.parse().map_err(|why| unsafe_name(name, &why))
}

fn unsafe_name(name: &str, why: &dyn fmt::Display) -> Report {
    codes::UNSAFE_NAME.error(format!("`{name}`: {why}")).into()
}
