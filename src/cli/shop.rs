//! `--for`: reads the preset of a print shop.

use std::path::Path;

use super::io::Workplace;
use crate::shops::SHOPS;
use hexpress_base::diag::{Report, Sources, codes, near};
use hexpress_language::tables::shop::{self, Shop};

/// The largest preset, in bytes.
const LARGEST_PRESET: u64 = 1 << 20;

/// Reads the preset that `--for` names: a bundled one, or a file.
///
/// # Errors
/// No shop has this name, the file cannot be read, or the preset has mistakes.
pub fn named(typed: Option<&Path>, place: &Workplace, sources: &mut Sources) -> Result<Option<Shop>, Report> {
    let Some(typed) = typed else { return Ok(None) };
    let shown = typed.display().to_string();
    let is_file = typed.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    if !is_file {
        let name = shown.to_ascii_lowercase();
        let Some(found) = SHOPS.iter().find(|shop| shop.id == name) else {
            let ids: Vec<&str> = SHOPS.iter().map(|shop| shop.id).collect();
            let error = codes::BAD_OPTION.error(format!("no preset is called `{shown}`"));
            let hint = near::among(&name, &ids, "name your own preset, a .toml file, or one of:");
            return Err(error.hint(hint).into());
        };
        let file = sources.add(found.file, found.text);
        return shop::read(file, sources).map(Some);
    }
    let text = String::from_utf8(place.read(typed, LARGEST_PRESET)?).map_err(|_| {
        codes::UNREADABLE
            .error(format!("{shown} is not UTF-8 text"))
            .hint("name the .toml file of a shop's preset")
    })?;
    let file = sources.add(shown, text);
    let mut read = shop::read(file, sources)?;
    if read.name.is_empty() {
        read.name = typed.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(Some(read))
}
