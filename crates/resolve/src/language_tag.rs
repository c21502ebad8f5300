//! Checks the language of a game.

use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_base::diag::synonyms::{Typed, synonym};

/// Reports a `language` that is not a valid language tag. Examples of valid tags are `en` and
/// `de-CH`.
pub fn check_language(resolver: &mut Resolver<'_>) {
    let language = resolver.layout.game.as_ref().and_then(|about| about.language.as_ref());
    if let Some(language) = language.filter(|language| !is_language(&language.value)) {
        let message = format!("`{}` is not the code of a language", language.value);
        let hint = synonym(Typed::Value("language"), &language.value).unwrap_or_else(|| {
            "write two or three letters, and a country if you need it, such as `en` or `de-CH`".into()
        });
        resolver.error_with_hint(codes::BAD_VALUE, language, message, hint);
    }
}

/// Returns whether a text is a valid language tag: two or three letters, and then parts that
/// consist of letters and digits.
///
/// Source: RFC 5646, section 2.1. Languages with four or more letters are not supported.
fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.bytes().all(|b| b.is_ascii_alphabetic())
        && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::is_language;

    #[test]
    fn tags_of_languages_have_two_or_three_letters_first() {
        assert!(["en", "de-CH", "gsw", "zh-Hant-TW"].into_iter().all(is_language));
        assert!(!["", "e", "germ", "de_CH", "de-", "en-123456789"].into_iter().any(is_language));
    }
}
