//! Finds names that are similar to a mistyped name, for "did you mean".
//!
//! - In: a mistyped name, and the names that exist.
//! - Out: the names that are most similar to the mistyped name.

use super::synonyms::{Typed, synonym};
use super::{Diagnostic, Hint, codes};
use crate::text::first_names;

/// The length of the longest name that is compared with others, in bytes.
const MAX_NAME_BYTES: usize = 60;
/// The largest number of names that a mistyped name is compared with. Together with [`MAX_NAME_BYTES`], this
/// limits the time for finding a similar name.
const MAX_COMPARED_NAMES: usize = 2_000;

/// Returns the candidate that is most similar to `typed`. Returns `None` if no candidate is similar
/// enough, or if `typed` is very long.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed =
        Some(typed).filter(|typed| !typed.is_empty() && typed.len() <= MAX_NAME_BYTES)?.to_lowercase();
    let mut best: Option<(f64, f64, &str)> = None;
    for candidate in
        candidates.into_iter().filter(|name| name.len() <= MAX_NAME_BYTES).take(MAX_COMPARED_NAMES)
    {
        let lower = candidate.to_lowercase();
        // Two mistakes count as less than one wrong letter: an additional letter at the end of `typed`, and
        // letters that are missing at its end.
        let far = if typed.len() == lower.len() + 1 && typed.starts_with(&lower) {
            0.8
        } else if typed.len() >= 3 && lower.starts_with(&typed) {
            0.9
        } else {
            strsim::damerau_levenshtein(&typed, &lower) as f64
        };
        // If two names are equally near, the one that has more letters in common with `typed` is
        // preferred: `gren` means `green` and not `grey`.
        let unlike = -strsim::jaro_winkler(&typed, &lower);
        // Up to a third of the letters may be wrong. One wrong letter is always allowed, and more than three
        // never. But if both names have only one letter, this letter must be right, because any other name
        // would only be a guess.
        let limit = match typed.chars().count().max(lower.chars().count()) {
            1 => 0.0,
            letters => (letters as f64 / 3.0).clamp(1.0, 3.0),
        };
        if far <= limit && best.is_none_or(|(f, u, _)| (far, unlike) < (f, u)) {
            best = Some((far, unlike, candidate));
        }
    }
    best.map(|(_, _, name)| name)
}

/// Returns whether `typed` differs from `intended` by a single typing mistake: a wrong, missing or
/// additional letter, or two exchanged letters.
pub fn is_slip(typed: &str, intended: &str) -> bool {
    strsim::damerau_levenshtein(&typed.to_lowercase(), intended) == 1
}

/// Returns a hint such as "did you mean `label`?", with the most similar candidate. If no candidate is
/// similar enough, returns the result of `otherwise`.
pub fn hint<'a, H: Into<Hint>>(
    typed: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> H,
) -> Hint {
    nearest(typed, candidates).map_or_else(|| otherwise().into(), |near| Hint::did_you_mean(typed, near))
}

/// Returns the hint in the table of synonyms for `typed`. If the table has no hint for this word at this
/// place, returns the result of [`hint`].
pub fn hint_or_synonym<'a, H: Into<Hint>>(
    typed: &str,
    place: Typed<'_>,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> H,
) -> Hint {
    synonym(place, typed).unwrap_or_else(|| hint(typed, candidates, otherwise))
}

/// The largest number of names that a hint lists.
const MAX_LISTED_NAMES: usize = 30;

/// Returns a hint such as "did you mean `label`?". If no name is similar enough, returns `lead` and
/// then the first `MAX_LISTED_NAMES` names, as in "it has: a, b".
pub fn among(typed: &str, names: &[impl AsRef<str>], lead: &str) -> Hint {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    hint(typed, names.iter().copied(), || format!("{lead} {}", first_names(&names, MAX_LISTED_NAMES)))
}

/// Returns the value that a table has for the word `typed`.
///
/// # Errors
/// The table does not contain this word. The message begins with the text of the parameter `unknown`.
/// The hint contains the most similar word in the table, or all words of the table.
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
        assert_eq!(nearest("b", ["a", "c"]), None);
        let long = |letters: usize| ["a".repeat(letters), "b".to_owned() + &"a".repeat(letters - 1)];
        let [typed, intended] = long(super::MAX_NAME_BYTES);
        assert_eq!(nearest(&typed, [intended.as_str()]), Some(intended.as_str()));
        let [typed, intended] = long(super::MAX_NAME_BYTES + 1);
        assert_eq!(nearest(&typed, [intended.as_str()]), None);
    }
}
