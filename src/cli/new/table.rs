//! Reads the user's table, and the pictures that the table names.
//!
//! - In: the path of the table.
//! - Out: a layout of cards, and the files that the layout uses.

use std::path::Path;

use crate::cli::RunContext;
use crate::from_table::TableDeck;
use hexpress_base::diag::{Report, Sources, codes, escape_name};
use hexpress_base::files::{MAX_FILE_BYTES, PlainName};

/// The contents of a new folder whose cards are made from a table.
pub struct CopiedTable {
    /// The file name of the table.
    pub name: String,
    pub layout: String,
    /// The name and the contents of each file. The table comes first, then its pictures.
    pub files: Vec<(String, Vec<u8>)>,
    /// The pictures that the table names, but that cannot be read.
    pub missing: Vec<String>,
}

impl CopiedTable {
    /// Reads a table, and writes a layout with this title.
    ///
    /// # Errors
    /// The table cannot be read, has a mistake, or has no rows.
    pub fn read(path: &Path, title: &str, run_context: &RunContext) -> Result<Self, Report> {
        let shown = escape_name(&path.display().to_string()).into_owned();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Err(why) = file.parse::<PlainName>() {
            let message = format!("{shown}: a layout cannot name this table: {why}");
            return Err(codes::UNSAFE_NAME.error(message).hint("rename the file").into());
        }
        let bytes = run_context.read(path, MAX_FILE_BYTES).map_err(|error| {
            error.hint("write the path of a table that exists: hexpress new my-game --data cards.csv")
        })?;
        // The pictures are in the folder of the table. `beside` expects the path of a layout in this
        // folder, so it gets an invented path. The real layout is written to a new folder.
        let files = run_context.files_for(&path.with_file_name("new-layout.toml"));
        let sources = &mut Sources::default();
        let find = TableDeck { table: &file, files: &files, pictures: &[] };
        let named = find.named_pictures(sources)?;
        let (mut copied, mut missing) = (vec![(file.clone(), bytes)], Vec::new());
        for picture in named {
            match files.get(&picture) {
                Ok(bytes) => copied.push((picture, bytes.to_vec())),
                Err(_) => missing.push(picture),
            }
        }
        let pictures: Vec<String> = copied[1..].iter().map(|(name, _)| name.clone()).collect();
        let deck = TableDeck { table: &file, files: &files, pictures: &pictures };
        let layout = deck.layout(title, sources)?;
        Ok(Self { name: file, layout, files: copied, missing })
    }
}
