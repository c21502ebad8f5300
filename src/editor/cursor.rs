//! Where the pointer stands in a layout that is being typed: what comes before it tells, whatever is wrong behind it.

/// A place in a layout.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The keys that lead from the whole layout to the table at hand; lists have no part in it.
    pub path: Vec<String>,
    /// The key whose value is typed; none where a key is.
    pub key: Option<String>,
    /// Where the text in quotes begins that is typed, if one is.
    pub quoted: Option<usize>,
    /// Where the word at hand begins.
    pub word: usize,
    /// Whether a header is typed, `[game]` or `[[cards]]`.
    pub header: bool,
}

/// A bracket that is open, and the key that stands before what is typed in it.
struct Open {
    list: bool,
    key: Option<String>,
}

/// Whether a sign can be part of a word.
pub fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

/// Where the end of `text` stands.
pub fn cursor(text: &str) -> Cursor {
    let mut base: Vec<String> = Vec::new();
    let mut open = vec![Open { list: false, key: None }];
    let mut last = String::new();
    let mut at = 0;
    let mut quoted = None;
    let mut line_begins = true;
    while let Some(c) = text[at..].chars().next() {
        let top = open.len() == 1;
        match c {
            '#' => {
                let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
                if end == text.len() {
                    // Nothing is typed in a remark.
                    return Cursor { word: text.len(), header: true, path: base, ..Cursor::default() };
                }
                at = end;
                continue;
            }
            '"' | '\'' => {
                let (begin, end) = string(text, at, c);
                let Some(end) = end else {
                    quoted = Some(begin);
                    break;
                };
                last = text[begin..end.0].to_owned();
                at = end.1;
                line_begins = false;
                continue;
            }
            '[' if top && line_begins => {
                let end = text[at..].find(['\n', ']']).map(|length| at + length);
                let Some(end) = end.filter(|end| text[*end..].starts_with(']')) else {
                    let word = text[at..].rfind(['[', '.']).map_or(at, |length| at + length + 1);
                    let outer = text[at..word].trim_matches(['[', '.']);
                    return Cursor { path: names(outer), word, header: true, ..Cursor::default() };
                };
                base = names(text[at..end].trim_start_matches('['));
                at = end + text[end..].bytes().take_while(|b| *b == b']').count();
                (last, line_begins) = (String::new(), false);
                continue;
            }
            '=' => set(&mut open, Some(std::mem::take(&mut last))),
            '{' | '[' => open.push(Open { list: c == '[', key: None }),
            '}' | ']' if !top => drop(open.pop()),
            ',' => set(&mut open, None),
            '\n' if top => set(&mut open, None),
            _ if in_word(c) || c == '.' => {
                let length = text[at..].find(|c: char| !in_word(c) && c != '.').unwrap_or(text.len() - at);
                last = text[at..at + length].to_owned();
                at += length;
                line_begins = false;
                continue;
            }
            _ => {}
        }
        line_begins = c == '\n' || (line_begins && c.is_whitespace());
        at += c.len_utf8();
    }
    let ends = text.char_indices().rev().take_while(|(_, c)| in_word(*c)).last();
    let word = ends.map_or(text.len(), |(at, _)| at).max(quoted.unwrap_or(0));
    let list = open.last().is_some_and(|open| open.list);
    let value = list || open.last().is_some_and(|open| open.key.is_some());
    let mut path: Vec<String> = open.into_iter().filter_map(|open| open.key).collect();
    let key = if value { path.pop() } else { None };
    base.extend(path);
    Cursor { path: base, key, quoted, word, header: false }
}

/// The key of the innermost table; commas in a list part its items.
fn set(open: &mut [Open], key: Option<String>) {
    if let Some(last) = open.last_mut().filter(|last| !last.list) {
        last.key = key;
    }
}

/// The names of a header, `board.key`.
fn names(header: &str) -> Vec<String> {
    let names = header.split('.').map(|name| name.trim().trim_matches(['"', '\'']));
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Where the contents of a text in quotes begin; where they end, and the quotes behind them, if they do.
fn string(text: &str, at: usize, quote: char) -> (usize, Option<(usize, usize)>) {
    let three = [quote; 3].iter().collect::<String>();
    if text[at..].starts_with(&three) {
        let begin = at + 3;
        return (begin, text[begin..].find(&three).map(|length| (begin + length, begin + length + 3)));
    }
    let begin = at + 1;
    let mut escaped = false;
    for (length, c) in text[begin..].char_indices() {
        match c {
            '\n' => return (begin, Some((begin + length, begin + length))),
            _ if std::mem::take(&mut escaped) => {}
            '\\' if quote == '"' => escaped = true,
            _ if c == quote => return (begin, Some((begin + length, begin + length + 1))),
            _ => {}
        }
    }
    (begin, None)
}

#[cfg(test)]
mod tests {
    use super::cursor;

    #[test]
    fn what_is_typed() {
        for (text, path, key, word) in [
            ("[[cards]]\nsi", "cards", None, "si"),
            ("[[cards]]\nsize = \"po", "cards", Some("size"), "po"),
            ("[[cards]]\nface = [\n  { text = \"a, { b\", al", "cards face", None, "al"),
            ("[[cards]]\nface = [{ fill = \"red\" }, { colour = \"", "cards face", Some("colour"), ""),
            ("[board.key]\nA = { kind = \"x\" } # it\nB = { fi", "board key B", None, "fi"),
            ("[tiles.deck]\nedges = [\"red\", \"bl", "tiles deck", Some("edges"), "bl"),
            ("x = '''\n[a]\n'''\n[game]\nti", "game", None, "ti"),
            ("[[boa", "", None, "boa"),
            ("[board.ke", "board", None, "ke"),
        ] {
            let found = cursor(text);
            assert_eq!((found.path.join(" ").as_str(), found.key.as_deref()), (path, key), "{text}");
            assert_eq!(&text[found.word..], word, "{text}");
        }
    }
}
