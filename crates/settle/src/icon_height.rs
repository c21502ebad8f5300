//! Decides whether an icon in a text is as high as capitals and digits, or as lower-case letters.

use hexpress_scene::text::inline::Inline;

/// Returns whether the characters around an icon are as high as capitals.
///
/// This is true if the icon has at least one of these neighbours:
/// - a digit before or after the icon
/// - a capital before the icon
/// - a word in capitals after the icon
///
/// Spaces and other icons are skipped.
pub fn is_among_capitals(inlines: &[Inline], icon: usize) -> bool {
    let mut before = inlines[..icon].iter().rev().flat_map(|inline| text_of(inline).chars().rev());
    let behind = inlines[icon..].iter().flat_map(|inline| text_of(inline).chars());
    let is_seen = |c: &char| c.is_alphanumeric() || *c == '\n';
    let is_tall = |c: char| c.is_numeric() || c.is_uppercase();
    let mut next = behind.skip_while(|c| !is_seen(c)).take(2);
    let next_is_tall = match (next.next(), next.next()) {
        (Some(first), second) if first.is_uppercase() => second.is_none_or(|second| !second.is_lowercase()),
        (Some(first), _) => first.is_numeric(),
        (None, _) => false,
    };
    before.find(is_seen).is_some_and(is_tall) || next_is_tall
}

fn text_of(inline: &Inline) -> &str {
    match inline {
        Inline::Words { string, .. } => string,
        Inline::Icon(_) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_scene::text::inline::read;

    #[test]
    fn figures_and_capitals_are_tall() {
        for (text, is_tall) in [
            ("Pay 3 :coin:.", true),
            ("3:coin::coin:", true),
            (":coin: 5", true),
            ("AP :coin:", true),
            (":coin: AP", true),
            ("gain a :coin: now", false),
            ("Gain :coin: Then draw", false),
            ("a :coin: for 3", false),
            (":coin:", false),
        ] {
            let inlines = read(text, |_| true);
            let icon = inlines.iter().position(|inline| matches!(inline, Inline::Icon(_))).unwrap();
            assert_eq!(is_among_capitals(&inlines, icon), is_tall, "{text}");
        }
    }
}
