//! What stands inside a text: `**bold**`, `*italic*`, `:icon:`, and `\*` and `\:` for the signs themselves.

/// A run of one style, or an icon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Words.
    Words {
        /// The characters.
        string: String,
        /// Between two stars.
        bold: bool,
        /// Between single stars.
        italic: bool,
    },
    /// The name between two colons.
    Icon(String),
}

/// Whether a text may hold more than one run of words on one line: any of the signs, the end of a line, a
/// character that shows nothing. It may say so too often.
pub fn may_be_rich(string: &str) -> bool {
    string.chars().any(|c| match c {
        '*' | ':' | '\\' => true,
        c if c < ' ' => true,
        c => c >= '\u{80}' && (is_silent(c) || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}')),
    })
}

/// Characters that are only there to say where lines may break, or may not.
pub fn is_silent(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// A character, or a sign that may change the style of those that follow.
enum Token {
    Char(char),
    /// So many stars, and whether they may begin a style or end one.
    Stars(u8, bool, bool),
    Icon(String),
}

/// Reads a text. `is_icon` says whether there is an icon of this name: where there is none, colons within
/// words are plain colons, and others are taken for an icon that is missing.
pub fn read(string: &str, is_icon: impl Fn(&str) -> bool) -> Vec<Inline> {
    if !string.is_empty() && !string.contains(['*', ':', '\\']) {
        return vec![Inline::Words { string: string.to_owned(), bold: false, italic: false }];
    }
    let tokens = tokens(string, is_icon);
    let bold = pairs(&tokens, 2);
    let italic = pairs(&tokens, 1);
    let mut out: Vec<Inline> = Vec::new();
    let (mut is_bold, mut is_italic) = (false, false);
    let push = |c: char, bold: bool, italic: bool, out: &mut Vec<Inline>| match out.last_mut() {
        Some(Inline::Words { string, bold: b, italic: i }) if (*b, *i) == (bold, italic) => string.push(c),
        _ => out.push(Inline::Words { string: c.to_string(), bold, italic }),
    };
    for (index, token) in tokens.into_iter().enumerate() {
        match token {
            Token::Char(c) => push(c, is_bold, is_italic, &mut out),
            Token::Icon(name) => out.push(Inline::Icon(name)),
            Token::Stars(count, ..) => {
                let paired = |all: &[usize]| all.binary_search(&index).is_ok();
                let (b, i) = (paired(&bold), paired(&italic));
                is_bold ^= b;
                is_italic ^= i;
                // Stars that have no partner are stars.
                let used = if b { 2 } else { 0 } + u8::from(i);
                for _ in used..count {
                    push('*', is_bold, is_italic, &mut out);
                }
            }
        }
    }
    out
}

/// The runs of stars that begin or end a style of `stars` stars and have a partner, in their order.
fn pairs(tokens: &[Token], stars: u8) -> Vec<usize> {
    let mut paired = Vec::new();
    let mut open = None;
    for (index, token) in tokens.iter().enumerate() {
        let Token::Stars(count, opens, closes) = token else { continue };
        if *count != stars && *count != 3 {
            continue;
        }
        match open {
            Some(start) if *closes => {
                paired.extend([start, index]);
                open = None;
            }
            _ if *opens => open = Some(index),
            _ => {}
        }
    }
    paired
}

fn tokens(string: &str, is_icon: impl Fn(&str) -> bool) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(string.len());
    let mut before = ' ';
    let mut rest = string;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        let after = rest.get(length..).and_then(|r| r.chars().next());
        match c {
            '\\' if matches!(after, Some('*' | ':')) => {
                tokens.extend(after.map(Token::Char));
                length += 1;
            }
            '*' => {
                length = rest.len() - rest.trim_start_matches('*').len();
                let after = rest[length..].chars().next().unwrap_or(' ');
                // `2*3` is a sum.
                let inside = before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric();
                let opens = !inside && !after.is_whitespace();
                let closes = !inside && !before.is_whitespace();
                match u8::try_from(length) {
                    Ok(count @ 1..=3) => tokens.push(Token::Stars(count, opens, closes)),
                    _ => tokens.extend((0..length).map(|_| Token::Char('*'))),
                }
            }
            ':' => match icon(rest, before, &is_icon) {
                Some(name) => {
                    length = name.len() + 2;
                    tokens.push(Token::Icon(name.to_owned()));
                }
                None => tokens.push(Token::Char(':')),
            },
            // Files of some systems end their lines with both.
            '\r' if after == Some('\n') => {}
            '\t' => tokens.push(Token::Char(' ')),
            c => tokens.push(Token::Char(c)),
        }
        before = rest[..length].chars().next_back().unwrap_or(' ');
        rest = &rest[length..];
    }
    tokens
}

/// The name of the icon that `rest` begins with.
fn icon(rest: &str, before: char, is_icon: impl Fn(&str) -> bool) -> Option<&str> {
    let inside = rest.strip_prefix(':')?;
    let end = inside.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))?;
    let name = inside.get(..end)?;
    let after = inside.get(end..)?.strip_prefix(':')?;
    if !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let joined = |c: char| c.is_alphanumeric() || c == ':';
    let within = before.is_alphabetic() || before == ':' || after.starts_with(joined);
    (is_icon(name) || !within).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs as `b(…)`, `i(…)`, `bi(…)`, icons as `<…>`.
    fn say(string: &str) -> String {
        let runs = read(string, |name| name == "coin").into_iter();
        runs.map(|run| match run {
            Inline::Icon(name) => format!("<{name}>"),
            Inline::Words { string, bold: false, italic: false } => string,
            Inline::Words { string, bold, italic } => {
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
            assert_eq!(say(typed), read, "{typed}");
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
            assert_eq!(say(typed), read, "{typed}");
        }
    }

    #[test]
    fn a_plain_text_is_seen_to_be_plain() {
        assert!(!may_be_rich("Ann of Cleves, 3 (£7) é"));
        for rich in ["a*b", "a:b", "a\nb", "a\u{ad}b", "a\\b", "a\u{200b}b"] {
            assert!(may_be_rich(rich), "{rich}");
        }
    }
}
