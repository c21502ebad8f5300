//! Puts texts into one line, and shortens texts and lists for messages.

use std::borrow::Borrow;

/// Returns a text without white space at its ends. White space inside the text becomes single spaces.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the first `most` characters of a text. An ellipsis stands for the rest.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Joins the first `most` names with commas. An ellipsis stands for the rest.
pub fn first_names(names: &[impl Borrow<str>], most: usize) -> String {
    match names.get(..most) {
        Some(first) if names.len() > most => format!("{}, …", first.join(", ")),
        _ => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_too_long_is_shortened() {
        assert_eq!(["é", "éé", "ééé"].map(|text| shortened(text, 2)), ["é", "éé", "éé…"]);
        let names = ["a", "b", "c"];
        assert_eq!([1, 2, 3].map(|count| first_names(&names[..count], 2)), ["a", "a, b", "a, b, …"]);
    }
}
