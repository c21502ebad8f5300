//! Writes the errors for unknown colours.
//!
//! - In: a name that is not a colour, and the colours of the game.
//! - Out: an error that suggests the colour, pattern or theme that the user probably means.
//! - Not here: deciding whether a name is a colour (`mod.rs`).

use super::{Names, css, literal_colour};
use hexpress_base::diag::near;
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::diag::{Diagnostic, Hint, codes};
use hexpress_scene::{MOTIFS, Motif};

/// Names of colours that exist only in themes.
const THEME_COLOURS: [&str; 5] = ["paper", "shade", "rule", "words", "accent"];

/// The colours that a hint prefers if several names are equally similar.
const COMMON_COLOURS: [&str; 18] = [
    "black", "white", "grey", "gray", "silver", "red", "maroon", "orange", "gold", "yellow", "green",
    "olive", "teal", "blue", "navy", "purple", "brown", "pink",
];

impl Names {
    /// Returns the error for a name that is not a colour.
    pub(super) fn unknown_colour(&self, name: &str) -> Diagnostic {
        if name.starts_with('#') {
            let hint = css::with_alpha(name)
                .unwrap_or_else(|| "write three or six hex digits, such as #FA3 or #FFAA33".to_owned());
            return codes::UNKNOWN_COLOUR.error(format!("`{name}` is not a colour")).hint(hint);
        }
        if name.contains(' ') && name.split(' ').any(|word| Motif::from_name(word).is_some()) {
            let message = format!("`{name}` has a pattern, but this key takes only a plain colour");
            return codes::UNKNOWN_COLOUR
                .error(message)
                .hint("write a plain colour; only `fill` takes a pattern");
        }
        let diagnostic = codes::UNKNOWN_COLOUR.error(format!("unknown colour `{name}`"));
        if THEME_COLOURS.contains(&name) {
            let hint = format!(
                "define `{name}` in [colours], or use a theme that defines it: theme = \"parchment\" in \
                    [game]"
            );
            return diagnostic.hint(hint).cause("theme", name);
        }
        diagnostic.hint(self.colour_hint(name))
    }

    fn colour_hint(&self, name: &str) -> Hint {
        if let Some(hint) = css::colour(name) {
            return hint.into();
        }
        let digits = format!("#{name}");
        if name.contains(|c: char| c.is_ascii_digit()) && literal_colour(&digits).is_some() {
            return Hint::did_you_mean(name, &digits);
        }
        if let Some(hint) = name.split([' ', '(']).find_map(|word| synonym(Typed::Colour, word)) {
            return hint;
        }
        near::hint(name, self.similar_names(name), || match nearest_pattern(name) {
            Some(pattern) => Hint::did_you_mean(name, &pattern),
            None if name.contains(' ') => {
                "write one colour, such as \"red\", \"red 20% darker\", \"red 20% lighter\" or \"#CFE8CF\""
                    .into()
            }
            None => "define it in [colours], or write hex digits such as #CFE8CF".into(),
        })
    }

    /// Returns the names of colours that a hint may suggest.
    fn similar_names(&self, name: &str) -> Vec<&str> {
        let own_names: Vec<&str> = self.colours.iter().map(|ink| ink.name.as_ref()).collect();
        let known: Vec<&str> = COMMON_COLOURS.into_iter().chain(palette::named::names()).collect();
        // A longer name, such as `turquoise` for `turq`, is suggested only if two conditions are met. No
        // other name begins with the typed text, and no colour of the game has a similar name.
        let mut longer = known.iter().filter(|other| other.starts_with(name));
        let first = longer.next();
        let is_vague = near::nearest(name, own_names.iter().copied()).is_some()
            || longer.any(|other| Some(other) != first);
        let clear = known.into_iter().filter(|other| !(is_vague && other.starts_with(name)));
        own_names.into_iter().chain(clear).collect()
    }
}

/// Corrects the mistyped name of a pattern at the end of a text. Returns `None` if the last word is not
/// similar to the name of a pattern.
fn nearest_pattern(name: &str) -> Option<String> {
    let (ground, word) = name.rsplit_once(' ')?;
    let motif = near::nearest(word, MOTIFS.iter().map(|motif| motif.name))?;
    Some(format!("{ground} {motif}"))
}
