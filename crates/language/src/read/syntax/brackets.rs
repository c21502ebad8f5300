//! Lists and tables without an end: where each begins, and where its bracket belongs.
//!
//! The text of a file goes in. The parser of TOML reads on to the end of the file, so it cannot say either.

use super::CURLY;

/// A bracket that is opened and never closed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unclosed {
    /// The byte of the bracket.
    pub(super) at: usize,
    /// The line of the bracket, from 0.
    pub(super) line: usize,
    /// What begins with it.
    pub(super) what: &'static str,
    /// What to do.
    pub(super) hint: String,
    /// The bytes of what follows it, if something does.
    pub(super) before: Option<std::ops::Range<usize>>,
    /// Whether it is a list that begins with the bracket of a table.
    pub(super) is_brace: bool,
}

struct Open {
    at: usize,
    line: usize,
    indent: usize,
    is_list: bool,
}

impl Open {
    fn close(&self) -> char {
        if self.is_list { ']' } else { '}' }
    }

    fn unclosed(&self, hint: String, before: Option<std::ops::Range<usize>>) -> Unclosed {
        let what = if self.is_list { "list" } else { "table" };
        Unclosed { at: self.at, line: self.line, what, hint, before, is_brace: false }
    }
}

/// Finds what has no end. None of a text in which quotes are missing or curly, or a `#` stands for a value: brackets that
/// they swallow are there.
pub(super) fn unclosed(text: &str) -> Vec<Unclosed> {
    Scanner { text, open: Vec::new(), found: Vec::new(), last: (0, '\n', 0), stopped: false }
        .run()
        .unwrap_or_default()
}

struct Scanner<'t> {
    text: &'t str,
    open: Vec<Open>,
    found: Vec<Unclosed>,
    /// The last sign that is no blank: its byte, itself, and its line.
    last: (usize, char, usize),
    /// Whether the rest cannot be told apart.
    stopped: bool,
}

impl Scanner<'_> {
    fn run(mut self) -> Option<Vec<Unclosed>> {
        let (mut at, mut line) = (0, 0);
        let mut is_start = true;
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            if is_start {
                is_start = false;
                let typed = rest.lines().next().unwrap_or_default();
                if self.begin_line(typed, at, line) {
                    at += typed.len();
                    continue;
                }
            }
            let sign = rest.chars().next()?;
            match sign {
                '\n' => (line, is_start) = (line + 1, true),
                '#' if self.last.1 == '=' && self.last.2 == line => return None,
                '#' => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                '"' | '\'' => {
                    let long = text_length(rest, sign)?;
                    let lines = rest.get(..long)?.matches('\n').count();
                    line += lines;
                    self.last = (at + long - 1, sign, line);
                    at += long;
                    continue;
                }
                '[' | '{' => {
                    self.opened(sign, at, line)?;
                    if self.stopped {
                        return Some(std::mem::take(&mut self.found));
                    }
                }
                '(' if self.last.1 == '=' && self.last.2 == line => {
                    let open = Open { at, line, indent: 0, is_list: true };
                    let hint = "write [ and ] round the list, in place of ( and )".to_owned();
                    self.found.push(Unclosed { is_brace: true, ..open.unclosed(hint, None) });
                    return Some(std::mem::take(&mut self.found));
                }
                ']' | '}' => self.closed(sign, at),
                _ if CURLY.contains(&sign) => return None,
                _ => {}
            }
            if !sign.is_whitespace() {
                self.last = (at, sign, line);
            }
            at += sign.len_utf8();
        }
        let last = self.last.2 + 1;
        for open in std::mem::take(&mut self.open) {
            let hint = format!("write {} below line {last}, where it ends", open.close());
            self.found.push(open.unclosed(hint, None));
        }
        Some(self.found)
    }

    /// What the beginning of a line says of what is open; whether it is the header of a table.
    fn begin_line(&mut self, typed: &str, at: usize, line: usize) -> bool {
        let indent = typed.len() - typed.trim_start().len();
        let place = at + indent..at + typed.trim_end().len();
        if is_header(typed) || self.open.is_empty() && typed.trim_start().starts_with('[') {
            let above = format!("above line {}: {}", line + 1, shortened(typed.trim()));
            // What stands in a list or table without an end may have its own.
            if let Some(open) = self.open.drain(..).next() {
                let hint = format!("write {} {above}", open.close());
                self.found.push(open.unclosed(hint, Some(place)));
            }
            return true;
        }
        let Some(key) = key_of(typed) else { return false };
        let ends = |open: &Open| open.is_list || indent <= open.indent;
        let first = self.open.iter().position(|open| ends(open) && open.line < line);
        if let Some(open) = first.and_then(|first| self.open.drain(first..).next()) {
            let hint = format!("write {} above `{key}`, in line {}", open.close(), line + 1);
            let place = place.start..place.start + key.len();
            self.found.push(open.unclosed(hint, Some(place)));
        }
        false
    }

    fn opened(&mut self, sign: char, at: usize, line: usize) -> Option<()> {
        let (_, last, above) = self.last;
        if sign == '{' && last == '{' {
            // A template without quotes has both in one line.
            let open = self.open.last().filter(|_| above < line)?;
            let hint = "write [ and ] round the tables of a list, in place of { and }".to_owned();
            let wrong = Unclosed { what: "list", is_brace: true, ..open.unclosed(hint, Some(at..at + 1)) };
            self.found.push(wrong);
            self.stopped = true;
            return Some(());
        }
        // An element begins where the one before it is still open.
        if sign == '{' && last != '=' && self.open.last().is_some_and(|open| !open.is_list) {
            let open = self.open.pop()?;
            let hint = match above == line {
                true => "write } before the next {".to_owned(),
                false => format!("write }} at the end of line {}", above + 1),
            };
            self.found.push(open.unclosed(hint, Some(at..at + 1)));
        }
        let start = self.text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
        let typed = self.text.get(start..at)?;
        let indent = typed.len() - typed.trim_start().len();
        self.open.push(Open { at, line, indent, is_list: sign == '[' });
        Some(())
    }

    fn closed(&mut self, sign: char, at: usize) {
        let is_list = sign == ']';
        match self.open.last() {
            Some(open) if open.is_list == is_list => {
                self.open.pop();
            }
            // What is around it ends here.
            Some(_) if self.open.iter().any(|open| open.is_list == is_list) => {
                while let Some(open) = self.open.pop().filter(|open| open.is_list != is_list) {
                    let line = self.last.2 + 1;
                    let hint =
                        match self.text.get(self.last.0..at).is_some_and(|between| between.contains('\n')) {
                            true => format!("write {} at the end of line {line}", open.close()),
                            false => format!("write {} before this {sign}", open.close()),
                        };
                    self.found.push(open.unclosed(hint, Some(at..at + 1)));
                }
            }
            _ => {}
        }
    }
}

/// The bytes of the text that begins here, quotes included; none if it has no end.
fn text_length(rest: &str, quote: char) -> Option<usize> {
    let three = [quote; 3].iter().collect::<String>();
    let (quotes, is_long) = match rest.starts_with(&three) {
        true => (three.as_str(), true),
        false => (&three[..1], false),
    };
    let mut at = quotes.len();
    loop {
        let inside = rest.get(at..)?;
        if let Some(behind) = inside.strip_prefix(quotes) {
            let more = behind.chars().take_while(|c| is_long && *c == quote).count();
            return Some(at + quotes.len() + more);
        }
        let sign = inside.chars().next().filter(|sign| is_long || *sign != '\n')?;
        at += sign.len_utf8();
        if sign == '\\' && quote == '"' {
            at += rest.get(at..)?.chars().next()?.len_utf8();
        }
    }
}

/// Whether a line is the header of a table, and no list in a list.
fn is_header(typed: &str) -> bool {
    let line = typed.split('#').next().unwrap_or_default().trim();
    let inner = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inner =
        inner.map(|inner| inner.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(inner));
    inner.is_some_and(|inner| {
        inner.starts_with(|c: char| c.is_ascii_alphabetic())
            && inner.chars().all(|c| c.is_ascii_alphanumeric() || "-_. \"".contains(c))
    })
}

/// The key that a line begins with.
fn key_of(typed: &str) -> Option<&str> {
    let (key, value) = typed.split_once('=')?;
    let key = key.trim();
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    (is_key && !value.starts_with('=')).then_some(key)
}

fn shortened(text: &str) -> &str {
    text.char_indices().nth(40).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::unclosed;

    #[test]
    fn a_bracket_belongs_before_what_follows() {
        for (text, begins, hint) in [
            ("face = [\n  { a = 1 },\nback = [\n]\n", "[", "write ] above `back`, in line 3"),
            ("face = [\n  { a = 1 },\n[cards.must]\nb = 1\n", "[", "write ] above line 3: [cards.must]"),
            ("face = [\n  { a = 1 ,\n  { b = 2 },\n]\n", "{ a", "write } at the end of line 2"),
            ("face = [\n  { a = 1\n]\n", "{ a", "write } at the end of line 2"),
            ("face = [{ a = 1 ]\n", "{ a", "write } before this ]"),
            ("face = [\n  { a = 1 },\n", "[", "write ] below line 2, where it ends"),
            ("a = { b = 1\nc = 2\n", "{", "write } above `c`, in line 2"),
        ] {
            let found = unclosed(text);
            assert_eq!(found.len(), 1, "{text}{found:?}");
            assert_eq!(found[0].hint, hint);
            assert!(text[found[0].at..].starts_with(begins), "{text}");
        }
    }

    #[test]
    fn brackets_in_texts_and_remarks_are_none() {
        for text in [
            "[[cards]]\na = '[' # [\nb = \"\\\"{\"\n",
            "a = '''\n[ {\n'''\nb = [\n  1,\n  [2, 3],\n]\n",
            "a = \"[\nb = 2\n",
            "a = { b = #1F4E9E }\n",
            "a = {{ name }}\n",
            "a = “[”\n",
            "a = {\n  b = 1,\n}\n",
        ] {
            assert_eq!(unclosed(text), [], "{text}");
        }
    }
}
