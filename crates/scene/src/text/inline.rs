//! Parses the markup inside a text.
//!
//! - In: a text as the user typed it. The markup is `**bold**`, `*italic*` and `:icon:`. A star
//!   or a colon after a backslash is a plain character.
//! - Out: runs of characters with one style, and names of icons.
//! - Not here: fonts, lines, and the appearance of icons.

use super::Style;

/// A run of characters with one style, or an icon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// A run of characters with one style.
    Words {
        string: String,
        /// The style that the surrounding stars set.
        style: Style,
    },
    /// The name of an icon, without its colons.
    Icon(String),
}

/// Returns whether a text could have several runs, several lines, or invisible characters.
///
/// Some texts for which it returns true are plain.
pub fn may_be_rich(string: &str) -> bool {
    string.chars().any(|c| match c {
        '*' | ':' | '\\' => true,
        c if c < ' ' => true,
        c => c >= '\u{80}' && (is_silent(c) || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}')),
    })
}

/// Returns whether a character is invisible: it only allows or forbids a line break.
pub fn is_silent(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// A character, an icon, or stars that may change the style.
enum Token {
    Char(char),
    Stars(Stars),
    Icon(String),
}

/// A sequence of one to three stars.
struct Stars {
    count: u8,
    /// Whether the stars may start a style.
    opens: bool,
    /// Whether the stars may end a style.
    closes: bool,
}

/// Divides a text into runs and icons.
///
/// Outside of words, a name between colons is always an icon. Inside a word, as in `a:b:c`, it is an icon
/// only if `is_icon` returns true for this name. Otherwise, the colons are plain characters.
pub fn read(string: &str, is_icon: impl Fn(&str) -> bool) -> Vec<Inline> {
    if !string.is_empty() && !string.contains(['*', ':', '\\']) {
        return vec![Inline::Words { string: string.to_owned(), style: Style::REGULAR }];
    }
    let tokens = Tokens { rest: string, before: ' ', is_icon }.read();
    let bold = paired_stars(&tokens, 2);
    let italic = paired_stars(&tokens, 1);
    let mut runs = Runs::default();
    for (index, token) in tokens.into_iter().enumerate() {
        match token {
            Token::Char(c) => runs.push(c),
            Token::Icon(name) => runs.inlines.push(Inline::Icon(name)),
            Token::Stars(stars) => {
                let toggles_bold = bold.binary_search(&index).is_ok();
                let toggles_italic = italic.binary_search(&index).is_ok();
                runs.style.bold ^= toggles_bold;
                runs.style.italic ^= toggles_italic;
                // Stars that do not belong to a pair are plain characters.
                let used = 2 * u8::from(toggles_bold) + u8::from(toggles_italic);
                (used..stars.count).for_each(|_| runs.push('*'));
            }
        }
    }
    runs.inlines
}

/// The runs that were read so far, and the style of the next character.
#[derive(Default)]
struct Runs {
    inlines: Vec<Inline>,
    style: Style,
}

impl Runs {
    fn push(&mut self, c: char) {
        match self.inlines.last_mut() {
            Some(Inline::Words { string, style }) if *style == self.style => string.push(c),
            _ => self.inlines.push(Inline::Words { string: c.to_string(), style: self.style }),
        }
    }
}

/// Returns the indices of the stars that start or end a style, in ascending order. The style is italic if
/// `count` is 1, and bold if `count` is 2. Three stars can start or end both styles.
fn paired_stars(tokens: &[Token], count: u8) -> Vec<usize> {
    let mut paired = Vec::new();
    let mut open = None;
    for (index, token) in tokens.iter().enumerate() {
        let Token::Stars(stars) = token else { continue };
        if stars.count != count && stars.count != 3 {
            continue;
        }
        match open {
            Some(start) if stars.closes => {
                paired.extend([start, index]);
                open = None;
            }
            _ if stars.opens => open = Some(index),
            _ => {}
        }
    }
    paired
}

/// Splits a text into tokens.
struct Tokens<'t, F> {
    rest: &'t str,
    /// The character before `rest`. At the start of the text, it is a space.
    before: char,
    is_icon: F,
}

impl<'t, F: Fn(&str) -> bool> Tokens<'t, F> {
    fn read(mut self) -> Vec<Token> {
        let mut tokens = Vec::with_capacity(self.rest.len());
        while let Some(c) = self.rest.chars().next() {
            let length = self.read_token(c, &mut tokens);
            self.before = self.rest[..length].chars().next_back().unwrap_or(' ');
            self.rest = &self.rest[length..];
        }
        tokens
    }

    /// Reads the next token and adds it to `tokens`. Returns the length of the token in bytes.
    ///
    /// `c` is the first character of the token.
    fn read_token(&self, c: char, tokens: &mut Vec<Token>) -> usize {
        let length = c.len_utf8();
        let after = self.rest[length..].chars().next();
        match c {
            '\\' if matches!(after, Some('*' | ':')) => {
                tokens.extend(after.map(Token::Char));
                return length + 1;
            }
            '*' => return self.read_stars(tokens),
            ':' => {
                if let Some(name) = self.icon_name() {
                    tokens.push(Token::Icon(name.to_owned()));
                    return name.len() + 2;
                }
                tokens.push(Token::Char(':'));
            }
            // Windows ends lines with `\r\n`. The `\r` is left out.
            '\r' if after == Some('\n') => {}
            '\t' => tokens.push(Token::Char(' ')),
            c => tokens.push(Token::Char(c)),
        }
        length
    }

    /// Reads the stars at the start of `rest`. Returns their number.
    fn read_stars(&self, tokens: &mut Vec<Token>) -> usize {
        let after_stars = self.rest.trim_start_matches('*');
        let length = self.rest.len() - after_stars.len();
        let after = after_stars.chars().next().unwrap_or(' ');
        // In `2*3`, the star is a multiplication sign.
        let is_inside_word = self.before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric();
        match u8::try_from(length) {
            Ok(count @ 1..=3) => tokens.push(Token::Stars(Stars {
                count,
                opens: !is_inside_word && !after.is_whitespace(),
                closes: !is_inside_word && !self.before.is_whitespace(),
            })),
            _ => tokens.extend((0..length).map(|_| Token::Char('*'))),
        }
        length
    }

    /// Returns the name of the icon at the start of `rest`. Returns `None` if there is no icon.
    fn icon_name(&self) -> Option<&'t str> {
        let inside = self.rest.strip_prefix(':')?;
        let end = inside.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))?;
        let name = inside.get(..end)?;
        let after = inside.get(end..)?.strip_prefix(':')?;
        if !name.starts_with(char::is_alphabetic) {
            return None;
        }
        let is_inside_word = self.before.is_alphabetic()
            || self.before == ':'
            || after.starts_with(|c: char| c.is_alphanumeric() || c == ':');
        ((self.is_icon)(name) || !is_inside_word).then_some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the runs of a text as `b(…)`, `i(…)` and `bi(…)`, and its icons as `<…>`.
    fn written(string: &str) -> String {
        let runs = read(string, |name| name == "coin").into_iter();
        runs.map(|run| match run {
            Inline::Icon(name) => format!("<{name}>"),
            Inline::Words { string, style: Style::REGULAR } => string,
            Inline::Words { string, style: Style { bold, italic } } => {
                format!("{}{}({string})", if bold { "b" } else { "" }, if italic { "i" } else { "" })
            }
        })
        .collect()
    }

    #[test]
    fn stars_come_in_pairs() {
        for (typed, read) in [
            ("**Pay** *now*", "b(Pay) i(now)"),
            ("***Both***, **bold *both***", "bi(Both), b(bold )bi(both)"),
            ("a*b*c 2*3*4 5 * 6", "a*b*c 2*3*4 5 * 6"),
            ("a *lone and a *pair*", "a *lone and a i(pair)"),
            ("(*so*)", "(i(so))"),
            ("**", "**"),
            ("** x **", "** x **"),
            ("*****", "*****"),
            (r"\*not\* \:coin\: \n", r"*not* :coin: \n"),
            ("*two\nlines*", "i(two\nlines)"),
            ("*日本*語", "i(日本)語"),
        ] {
            assert_eq!(written(typed), read, "{typed}");
        }
    }

    #[test]
    fn colons_are_icons_only_around_a_name() {
        for (typed, read) in [
            ("3:coin:", "3<coin>"),
            (":coin::coin:", "<coin><coin>"),
            ("at 12:30:45", "at 12:30:45"),
            ("Cost: 3", "Cost: 3"),
            ("a:b:c x::y::z", "a:b:c x::y::z"),
            ("pay :sheep:!", "pay <sheep>!"),
            ("Note:sheep: no", "Note:sheep: no"),
            ("https://x.org:80/", "https://x.org:80/"),
            ("**:coin:**", "<coin>"),
        ] {
            assert_eq!(written(typed), read, "{typed}");
        }
    }

    #[test]
    fn a_text_without_signs_is_plain() {
        assert!(!may_be_rich("Ann of Cleves, 3 (£7) é"));
        for rich in ["a*b", "a:b", "a\nb", "a\u{ad}b", "a\\b", "a\u{200b}b"] {
            assert!(may_be_rich(rich), "{rich}");
        }
    }
}
