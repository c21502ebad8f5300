//! What a new game is called: by its folder.

use std::path::Path;

use crate::base::units::capital;
use crate::cli::Workplace;
use crate::diag::{Result, codes};
use crate::files::{NotPlain, PlainName};

/// The most characters of a name, so that what is built from it has room for more.
const LONGEST: usize = 60;

/// A game's name, as its file has it and as people read it.
pub struct Name {
    /// Small letters, digits and `-`, as in `river-crossing`.
    pub stem: String,
    /// As in `River Crossing`.
    pub title: String,
}

impl Name {
    /// The name of the game in this folder, which need not be there yet.
    ///
    /// # Errors
    /// A folder whose name no file can have.
    pub fn of(dir: &Path, place: &Workplace) -> Result<Self> {
        let wrong = |message: String, hint: String| codes::BAD_OPTION.error(message).hint(hint);
        let example = || "name it with letters and digits: `hexpress new river-crossing`".to_owned();
        // `.` and `..` are folders with a name, but it is not in the path.
        let whole = dir.file_name().map_or_else(|| place.at(dir).canonicalize().ok(), |_| None);
        let Some(folder) = whole.as_deref().unwrap_or(dir).file_name() else {
            return Err(wrong(format!("`{}` has no name for a game", dir.display()), example()));
        };
        let folder = folder.to_string_lossy();
        if let Some(bare) = folder.strip_suffix(".toml") {
            let message = format!("`{folder}` is a file's name, and `new` makes a folder with a file in it");
            return Err(wrong(message, format!("leave out .toml: `hexpress new {bare}`")));
        }
        let stem = stem(&folder);
        if stem.is_empty() {
            return Err(wrong(format!("`{folder}` has no letter and no digit to name a file by"), example()));
        }
        let length = stem.chars().count();
        if length > LONGEST {
            let message = format!("a name of {length} letters is too long: at most {LONGEST}");
            return Err(wrong(message, "the whole title goes into the file".to_owned()));
        }
        if stem.parse::<PlainName>() == Err(NotPlain::Device) {
            let message = format!("no file can be called `{stem}` on Windows");
            return Err(wrong(message, format!("another name: `hexpress new {stem}-game`")));
        }
        Ok(Self { title: title(&folder), stem })
    }
}

/// Letters and digits in small, and one `-` for whatever is between them.
fn stem(folder: &str) -> String {
    let words = folder.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// With spaces between words; a name without capitals gets them.
fn title(folder: &str) -> String {
    let words = folder.split(|c: char| c.is_whitespace() || c.is_control() || c == '-' || c == '_');
    let words = words.filter(|word| !word.is_empty());
    if folder.chars().any(char::is_uppercase) {
        return words.collect::<Vec<_>>().join(" ");
    }
    words.map(capital).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_what_the_folder_says() {
        for (folder, stem, title) in [
            ("my-game", "my-game", "My Game"),
            ("games/River Crossing", "river-crossing", "River Crossing"),
            ("über_land", "über-land", "Über Land"),
            ("HX--2/", "hx-2", "HX 2"),
            ("it's \"it\"", "it-s-it", "It's \"it\""),
            ("two\nlines", "two-lines", "Two Lines"),
            ("com10", "com10", "Com10"),
        ] {
            let name = Name::of(Path::new(folder), &Workplace::default()).unwrap();
            assert_eq!((name.stem.as_str(), name.title.as_str()), (stem, title));
        }
        for folder in ["", "/", "???", "con", "LPT1", "x.toml", &"long".repeat(20)] {
            assert!(Name::of(Path::new(folder), &Workplace::default()).is_err(), "{folder}");
        }
    }
}
