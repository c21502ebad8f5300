//! Derives the name of a new game from its folder.
//!
//! - In: the path of the folder.
//! - Out: a name for files, and a title for people.

use std::path::Path;

use crate::cli::RunContext;
use hexpress_base::diag::{Result, codes};
use hexpress_base::files::{NotPlain, PlainName};
use hexpress_base::units::capital;

/// The largest length of a name, in characters. The names of finished files are longer, because
/// they begin with this name.
const MAX_NAME_LENGTH: usize = 60;

/// The name of a game.
pub struct Name {
    /// The file name of the layout without its extension, such as `river-crossing`.
    ///
    /// The name consists of lower-case letters, digits and `-`.
    pub stem: String,
    /// The title for people, such as `River Crossing`.
    pub title: String,
}

impl Name {
    /// Derives the name of a game from its folder. The folder need not exist.
    ///
    /// # Errors
    /// The folder has no name, or its name has characters that a file name cannot have.
    pub fn from_folder(dir: &Path, run_context: &RunContext) -> Result<Self> {
        // The paths `.` and `..` do not contain the name of the folder, so the full path is used.
        let full = if dir.file_name().is_none() { run_context.at(dir).canonicalize().ok() } else { None };
        let Some(name) = full.as_deref().unwrap_or(dir).file_name() else {
            let message = format!("`{}` cannot be the name of a game", dir.display());
            return Err(codes::BAD_OPTION.error(message).hint(EXAMPLE));
        };
        let folder = name.to_string_lossy();
        if let Some(bare) = folder.strip_suffix(".toml") {
            let message = format!("`{folder}` is the name of a file, but `new` makes a folder");
            let hint = format!("write `hexpress new {bare}`");
            return Err(codes::BAD_OPTION.error(message).hint(hint));
        }
        let stem = stem(&folder);
        if stem.is_empty() {
            let message = format!("`{folder}` has no letters or digits, so it cannot name a file");
            return Err(codes::BAD_OPTION.error(message).hint(EXAMPLE));
        }
        let length = stem.chars().count();
        if length > MAX_NAME_LENGTH {
            let message = format!("the name has {length} characters; the limit is {MAX_NAME_LENGTH}");
            return Err(codes::BAD_OPTION
                .error(message)
                .hint("choose a short name, and write the whole title into the layout"));
        }
        if stem.parse::<PlainName>() == Err(NotPlain::Device) {
            let message = format!("Windows does not allow a file named `{stem}`");
            let hint = format!("choose another name: `hexpress new {stem}-game`");
            return Err(codes::BAD_OPTION.error(message).hint(hint));
        }
        Ok(Self { title: title(&folder), stem })
    }
}

/// A hint for a folder whose name cannot be the name of a game.
const EXAMPLE: &str = "use letters and digits: `hexpress new river-crossing`";

/// Returns the words of a name in lower case, joined with `-`.
fn stem(folder: &str) -> String {
    let words = folder.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// Returns the words of a name, joined with spaces. Words are capitalized if the name has no
/// capital letter.
fn title(folder: &str) -> String {
    let words = folder
        .split(|c: char| c.is_whitespace() || c.is_control() || c == '-' || c == '_')
        .filter(|word| !word.is_empty());
    if folder.chars().any(char::is_uppercase) {
        return words.collect::<Vec<_>>().join(" ");
    }
    words.map(capital).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_named_after_its_folder() {
        for (folder, stem, title) in [
            ("my-game", "my-game", "My Game"),
            ("games/River Crossing", "river-crossing", "River Crossing"),
            ("über_land", "über-land", "Über Land"),
            ("HX--2/", "hx-2", "HX 2"),
            ("it's \"it\"", "it-s-it", "It's \"it\""),
            ("two\nlines", "two-lines", "Two Lines"),
            ("com10", "com10", "Com10"),
        ] {
            let name = Name::from_folder(Path::new(folder), &RunContext::default()).unwrap();
            assert_eq!((name.stem.as_str(), name.title.as_str()), (stem, title));
        }
        for folder in ["", "/", "???", "con", "LPT1", "x.toml", &"long".repeat(20)] {
            assert!(Name::from_folder(Path::new(folder), &RunContext::default()).is_err(), "{folder}");
        }
    }
}
