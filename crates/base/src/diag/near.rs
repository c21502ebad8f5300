//! Finds the nearest names, for "did you mean".
//!
//! - In: a mistyped name, and the names that exist.
//! - Out: the names that are close to it.

use super::synonyms::{Typed, synonym};
use super::{Diagnostic, Hint, codes};

/// The longest name that is compared with others, in bytes.
const LONGEST: usize = 60;
/// The largest number of names that one name is compared with. The time grows with this limit and
/// with [`LONGEST`].
const MOST_OTHERS: usize = 2_000;

/// Returns the candidate that looks most like `typed`. Returns `None` if none is similar enough, or
/// if `typed` is very long.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = Some(typed).filter(|typed| !typed.is_empty() && typed.len() <= LONGEST)?.to_lowercase();
    let mut best: Option<(f64, f64, &str)> = None;
    for candidate in candidates.into_iter().filter(|name| name.len() <= LONGEST).take(MOST_OTHERS) {
        let lower = candidate.to_lowercase();
        let far = if typed.len() == lower.len() + 1 && typed.starts_with(&lower) {
            0.8
        } else if typed.len() >= 3 && lower.starts_with(&typed) {
            0.9
        } else {
            strsim::damerau_levenshtein(&typed, &lower) as f64
        };
        // Of two names at the same distance, the one with more letters in common is preferred:
        // `gren` means `green`, not `grey`.
        let unlike = -strsim::jaro_winkler(&typed, &lower);
        // Up to a third of the letters may be wrong, but never more than three.
        let limit = (typed.chars().count().max(lower.chars().count()) as f64 / 3.0).clamp(1.0, 3.0);
        if far <= limit && best.is_none_or(|(f, u, _)| (far, unlike) < (f, u)) {
            best = Some((far, unlike, candidate));
        }
    }
    best.map(|(_, _, name)| name)
}

/// Returns whether `typed` differs from `meant` by one slip: a wrong, missing or additional letter,
/// or two exchanged letters.
pub fn is_slip(typed: &str, meant: &str) -> bool {
    strsim::damerau_levenshtein(&typed.to_lowercase(), meant) == 1
}

/// Returns "did you mean `label`?", or `otherwise` if no candidate is near enough.
pub fn hint<'a, H: Into<Hint>>(
    typed: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> H,
) -> Hint {
    nearest(typed, candidates).map_or_else(|| otherwise().into(), |near| Hint::did_you_mean(typed, near))
}

/// Returns the hint for `typed` if it is a word of another program. Otherwise returns the result of
/// [`hint`].
pub fn hint_or_synonym<'a, H: Into<Hint>>(
    typed: &str,
    place: Typed<'_>,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> H,
) -> Hint {
    synonym(place, typed).unwrap_or_else(|| hint(typed, candidates, otherwise))
}

/// The largest number of names that a hint lists.
const MOST: usize = 30;

/// Returns "did you mean `label`?". If no name is near enough, returns `lead` and the names, as in
/// "it has: a, b".
pub fn among(typed: &str, names: &[impl AsRef<str>], lead: &str) -> Hint {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    hint(typed, names.iter().copied(), || {
        let more = if names.len() > MOST { ", …" } else { "" };
        format!("{lead} {}{more}", names[..names.len().min(MOST)].join(", "))
    })
}

/// Returns the value that belongs to the word `typed` in a table.
///
/// # Errors
/// The table does not have this word. `unknown` is the beginning of the message. The hint is the
/// nearest word of the table, or all of its words.
pub fn entry<T: Copy>(typed: &str, table: &[(&str, T)], unknown: &str) -> Result<T, Diagnostic> {
    table.iter().find(|(name, _)| *name == typed).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        codes::BAD_VALUE.error(format!("{unknown} `{typed}`")).hint(among(typed, &names, "choose one of:"))
    })
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_slips_of_the_finger() {
        assert_eq!(nearest("lable", ["label", "line", "fill"]), Some("label"));
        assert_eq!(nearest("Colour", ["colour", "corner"]), Some("colour"));
        assert_eq!(nearest("starting", ["starting-tiles"]), Some("starting-tiles"));
        assert_eq!(nearest("top-lft", ["top", "top-left"]), Some("top-left"));
        assert_eq!(nearest("gren", ["grey", "green"]), Some("green"));
        assert_eq!(nearest("xyzzy", ["label", "line"]), None);
        let long = |letters: usize| ["a".repeat(letters), "b".to_owned() + &"a".repeat(letters - 1)];
        let [typed, meant] = long(super::LONGEST);
        assert_eq!(nearest(&typed, [meant.as_str()]), Some(meant.as_str()));
        let [typed, meant] = long(super::LONGEST + 1);
        assert_eq!(nearest(&typed, [meant.as_str()]), None);
    }
}
