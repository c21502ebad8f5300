//! What the parser of TOML did not understand, in words for somebody who has never heard of TOML.

use crate::diag::{FileId, Place, Report, codes};
use crate::spec::COMPONENTS;

mod brackets;
mod repeated;
mod signs;

/// What is wrong, and what would be right.
type Told = (String, Option<String>);

/// Every slip, one for each line: after the first in a line the parser stumbles on, and at the start of the next line
/// it misses the comma that no longer has its list.
pub fn mistakes(file: FileId, text: &str, errors: &[toml::de::Error]) -> Report {
    let mut report = Report::default();
    let mut lines = Vec::new();
    // The lines of a table that is there twice would be reported one by one.
    let mut in_twice = false;
    let mut open_text = None;
    let open_texts = open_texts(text, errors);
    let mut hashed: Vec<usize> = Vec::new();
    let unclosed = brackets::unclosed(text);
    for open in &unclosed {
        report.push(without_end(file, text, open));
    }
    let repeated: Vec<usize> =
        errors.iter().filter(|error| is_repeated(error)).map(|error| line_of(error, text)).collect();
    let blocks = if unclosed.is_empty() { repeated::blocks(text, &repeated) } else { Vec::new() };
    for block in &blocks {
        report.push(block.mistake(file));
    }
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        let before = text.get(..span.start).unwrap_or("");
        let line = before.matches('\n').count();
        // Behind a bracket without an end the parser takes everything for what it is not.
        if unclosed.iter().any(|open| open.line <= line) {
            continue;
        }
        let trailing = error.message().contains("missing comma") || error.message().contains("unclosed");
        let followed = trailing && line > 0 && lines.contains(&(line - 1));
        if lines.contains(&line) || followed {
            continue;
        }
        let hashes = hashes(file, text, line);
        if !hashes.is_empty() {
            // All of the table are reported at once; what else the parser says of it follows from them.
            for (at, wrong) in hashes.into_iter().filter(|(at, _)| !hashed.contains(at)).collect::<Vec<_>>() {
                hashed.push(at);
                report.push(wrong);
            }
            continue;
        }
        let typed = text.lines().nth(line).unwrap_or("");
        let is_twice = is_repeated(error);
        if is_twice && blocks.iter().any(|block| block.lines.contains(&line)) {
            continue;
        }
        let is_header = typed.trim_start().starts_with('[');
        if is_twice && in_twice && !is_header || open_text.is_some_and(|open| open + 1 == line) {
            open_text = None;
            continue;
        }
        in_twice = is_twice && (is_header || in_twice);
        // A text without an end takes the rest of its list for what it is not.
        if is_behind_open_text(text, &open_texts, line) {
            continue;
        }
        lines.push(line);
        let column = before.len() - before.rfind('\n').map_or(0, |n| n + 1);
        let said = error.message().trim().replace('\n', "; ");
        let (message, hint) = match is_twice {
            true => (said.clone(), Some(twice(text, line))),
            false => signs::bare_address(text.get(..span.start).unwrap_or_default(), typed)
                .unwrap_or_else(|| told(typed, column, &said)),
        };
        // A text between three quotes that ends with one of them goes on to the end of the file.
        let has_open = |quotes: &str| said.contains("unclosed") && text.matches(quotes).count() % 2 == 1;
        let is_open = said.contains("multi-line") || has_open("\"\"\"") || has_open("'''");
        let is_literal = said.contains("literal") || !said.contains("multi-line") && has_open("'''");
        let quotes = if is_literal { "'''" } else { "\"\"\"" };
        let (message, hint) = match is_open && !said.contains("multi-line") {
            true => (
                format!("a text that begins with {quotes} has no end"),
                Some(format!("{quotes} stands at its end as well")),
            ),
            false => (message, hint),
        };
        let goes_on = |line: Option<&str>| line.is_some_and(|line| line.matches('"').count() % 2 == 1);
        let is_cut = message.contains("has no end") && !is_open && goes_on(text.lines().nth(line + 1));
        open_text = is_cut.then_some(line);
        let hint = match is_cut {
            true => {
                Some("a text of several lines stands between \"\"\" and \"\"\", or has \\n in it".to_owned())
            }
            false => hint,
        };
        let place = match text.rfind(quotes).filter(|_| is_open) {
            // The parser stands at the end of the file; what has no end begins here.
            Some(open) => open..open + quotes.len(),
            None => span,
        };
        report.push(
            codes::SYNTAX
                .error(format!("this is not TOML: {message}"))
                .maybe_hint(hint)
                .at(Place::new(file, place)),
        );
        if is_open {
            // Everything behind is part of the text that has no end.
            break;
        }
    }
    report
}

/// Whether the parser found a key that its table has further up.
fn is_repeated(error: &toml::de::Error) -> bool {
    error.message().contains("duplicate key")
}

/// Returns the line in which the parser stumbled, counted from 0.
fn line_of(error: &toml::de::Error, text: &str) -> usize {
    let start = error.span().map_or(0, |span| span.start);
    text.get(..start).unwrap_or_default().matches('\n').count()
}

/// The lines of lists in which a text has no end, as far as the parser stumbled there.
fn open_texts(text: &str, errors: &[toml::de::Error]) -> Vec<usize> {
    let mut lines: Vec<usize> = errors
        .iter()
        .filter_map(|error| Some(text.get(..error.span()?.start)?.matches('\n').count()))
        .filter(|line| {
            let typed = text.lines().nth(*line).unwrap_or_default();
            let quotes = typed.matches('"').count() - typed.matches("\\\"").count();
            quotes % 2 == 1 && !typed.contains("\"\"\"") && typed.starts_with([' ', '\t', '{'])
        })
        .collect();
    lines.dedup();
    lines
}

/// Whether a line is in the rest of a list in which a text has no end.
fn is_behind_open_text(text: &str, open_texts: &[usize], line: usize) -> bool {
    open_texts.iter().any(|open| {
        let between = text.lines().skip(open + 1).take(line.saturating_sub(*open));
        *open < line
            && between
                .into_iter()
                .all(|line| line.trim().is_empty() || line.starts_with([' ', '\t', '{', ']', '}', '#']))
    })
}

/// The mistake that a list or a table has no end, where it begins.
fn without_end(file: FileId, text: &str, open: &brackets::Unclosed) -> crate::diag::Diagnostic {
    let start = text.get(..open.at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let key = key_before(line, open.at - start).filter(|(_, begins)| *begins == open.at - start);
    let named = key.map_or_else(|| "that begins here".to_owned(), |(key, _)| format!("`{key}`"));
    if open.is_brace {
        let message = format!("this is not TOML: the list {named} has other brackets than [ and ]");
        return codes::SYNTAX.error(message).hint(&*open.hint).at(Place::new(file, open.at..open.at + 1));
    }
    let message = format!("this is not TOML: the {} {named} has no end", open.what);
    let wrong = codes::SYNTAX.error(message).hint(&*open.hint).at(Place::new(file, open.at..open.at + 1));
    match &open.before {
        Some(next) => wrong.also(Place::new(file, next.clone()), "its bracket is missing before this"),
        None => wrong,
    }
}

/// The lines of the table at hand in which a colour without quotes begins a remark: the parser stumbles further down, where
/// it misses what that remark has swallowed.
fn hashes(file: FileId, text: &str, line: usize) -> Vec<(usize, crate::diag::Diagnostic)> {
    /// A list of elements is no longer.
    const MOST: usize = 200;
    let all: Vec<&str> = text.lines().collect();
    let header =
        |line: &&str| line.trim_start().starts_with('[') && line.contains(']') && !line.contains('=');
    let above = all.get(..=line.min(all.len().saturating_sub(1))).unwrap_or_default();
    let start = above.iter().rposition(header).unwrap_or(0).max(line.saturating_sub(MOST));
    let length = all.get(line + 1..).unwrap_or_default().iter().take(MOST).position(header);
    let end = length.map_or(all.len().min(line + MOST), |length| line + 1 + length);
    let is_above = (start..=line).any(|at| all.get(at).is_some_and(|line| unquoted_hash(line).is_some()));
    if !is_above {
        return Vec::new();
    }
    let begins = |at: usize| text.split_inclusive('\n').take(at).map(str::len).sum::<usize>();
    let wrong = |at: usize| {
        let typed = all.get(at)?;
        let sign = unquoted_hash(typed)?;
        let (colour, (key, _)) = (word_at(typed, sign), key_before(typed, sign)?);
        let message = format!("this is not TOML: `{key}` has no value");
        let hint = format!("put it in quotes, for # begins a remark: {key} = \"{colour}\"");
        let from = begins(at) + sign;
        let place = Place::new(file, from..from + colour.len());
        Some((at, codes::SYNTAX.error(message).hint(hint).at(place)))
    };
    (start..end).filter_map(wrong).collect()
}

/// Where a line has a `#` right behind a `=`, outside of quotes.
fn unquoted_hash(line: &str) -> Option<usize> {
    let mut open = None;
    let mut last = ' ';
    for (at, c) in line.char_indices() {
        match (c, open) {
            ('"' | '\'', None) => open = Some(c),
            (c, Some(quote)) if c == quote => open = None,
            ('#', None) => return (last == '=').then_some(at),
            _ => {}
        }
        if !c.is_whitespace() {
            last = c;
        }
    }
    None
}

/// The word that begins here, up to what may follow a value.
fn word_at(line: &str, at: usize) -> &str {
    let rest = line.get(at..).unwrap_or_default();
    let end = rest.find([',', ' ', '}', ']', '\t']).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// The key whose value stands at this byte of a line, and where the value begins.
fn key_before(line: &str, at: usize) -> Option<(&str, usize)> {
    let equals = line.get(..at.min(line.len()))?.rfind('=')?;
    let key = line.get(..equals)?.trim_end();
    let start = key.rfind(['{', ',', '[', ' ', '\t']).map_or(0, |at| at + 1);
    let begins = equals + 1 + line.get(equals + 1..)?.len() - line.get(equals + 1..)?.trim_start().len();
    Some((key.get(start..)?, begins)).filter(|(key, _)| !key.is_empty())
}

/// What to do about a key that stands in this line, counted from 0, and above it in the same table.
fn twice(text: &str, line: usize) -> String {
    let key = |line: &str| line.split_once('=').map(|(key, _)| key.trim().to_owned());
    let above: Vec<&str> = text.lines().take(line).collect();
    let own = text.lines().nth(line).and_then(key);
    let table = above.iter().rposition(|line| line.trim_start().starts_with('[')).unwrap_or(0);
    let named = text.lines().nth(line).unwrap_or("").trim();
    if let Some(first) = above.iter().position(|line| named.starts_with('[') && line.trim() == named) {
        let name = named.trim_matches(['[', ']']);
        if COMPONENTS.contains(&name) {
            return format!("a layout may have several of them, each with two brackets: [[{name}]]");
        }
        return format!("line {} begins this table too: put into that one what stands below this", first + 1);
    }
    // `[board.cells]` where `cells` is a key of the board.
    let of_header = named.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if let Some((outer, inner)) = of_header.and_then(|header| header.trim().rsplit_once('.')) {
        let begins = |line: &&str| line.trim().trim_matches(['[', ']']).trim() == outer;
        let start = above.iter().rposition(begins).unwrap_or(0);
        if let Some(first) = (start..above.len()).find(|at| key(above[*at]).as_deref() == Some(inner)) {
            let places = match (outer, inner) {
                ("board", "cells") => "; what some cells are stands in [board.at]",
                _ => ": leave one of them out",
            };
            return format!("line {} has `{inner}` of [[{outer}]]{places}", first + 1);
        }
    }
    let first = (table..above.len()).find(|at| own.is_some() && key(above[*at]) == own);
    match first {
        Some(first) => format!("line {} has it too: leave one of them out, or make one of both", first + 1),
        None => "each key may stand once in a table".to_owned(),
    }
}

/// A mistake in this line, at this byte of it, of which the parser said this.
fn told(line: &str, column: usize, said: &str) -> Told {
    let just = |message: &str, hint: &str| (message.to_owned(), Some(hint.to_owned()));
    if let Some(told) = signs::told(line, column, said) {
        return told;
    }
    let header = line.trim();
    if header.starts_with('[')
        && header.ends_with("]]")
        && !header.starts_with("[[")
        && !header.contains([',', '=', '{'])
    {
        let hint = format!("write [{header}");
        return ("a header has as many [ as ]".to_owned(), Some(hint));
    }
    if header.starts_with('[')
        && header.ends_with(']')
        && !header.contains([',', '=', '{'])
        && !said.contains("unclosed")
    {
        return just(
            "a table begins here, and a list or a table further up has no end",
            "close it above this line, with ] or }",
        );
    }
    // In a text without an end both are letters.
    let is_open = line.matches('"').count() % 2 == 1;
    if line.trim_end().ends_with(';') && !is_open {
        return just("a line has no ; at its end", "leave it out");
    }
    if let Some((comma, point)) = decimal_comma(line).filter(|_| !is_open) {
        let hint = match comma.rsplit(',').next().is_some_and(|last| last.len() == 3) {
            true => format!(
                "a number has no comma: {}; to print the comma, put it in quotes: \"{comma}\"",
                comma.replace(',', "")
            ),
            false => format!("a decimal has a point: {point}"),
        };
        return (format!("`{comma}` has a comma"), Some(hint));
    }
    let equals = line.find('=').unwrap_or(line.len());
    let (key, value) = (line[..equals].trim(), line.get(equals + 1..).unwrap_or("").trim());
    let has = |words: &str| said.contains(words);
    if has("escape") || has("unicode") {
        if let Some(file) = file_of_windows(line, column) {
            let message = "between \" and \" a \\ gives the letter after it another meaning";
            return (message.to_owned(), Some(file));
        }
        return just(
            "between \" and \" a \\ gives the letter after it another meaning",
            "folders are parted by /; and between ' and ' a \\ is a \\",
        );
    }
    if has("multi-line") {
        let quotes = if has("literal") { "'''" } else { "\"\"\"" };
        return (
            format!("a text that begins with {quotes} has no end"),
            Some(format!("{quotes} stands below it as well, in a line of its own")),
        );
    }
    let is_bad_key = has("invalid unquoted key") && !key.is_empty();
    if column <= equals && equals < line.len() && (is_bad_key || !key.is_empty() && !key.chars().all(bare)) {
        return (format!("`{key}` cannot be a key as it stands"), Some(quoted(key)));
    }
    if line.trim_start().starts_with('[') && has("unclosed") {
        return just(said, "there are as many ] as [: [game], [[cards]]");
    }
    let quotes = line.matches('"').count() - line.matches("\\\"").count();
    if quotes % 2 == 1 && line.contains(CURLY) {
        return just("a text in this line has no end, and a curly quote ends none", STRAIGHT);
    }
    if quotes % 2 == 1 {
        return just("a text in this line has no end", "it ends with the \" that it begins with: \"…\"");
    }
    if has("key with no value") && line.contains(':') {
        return just(
            "a key and its value have a = between them",
            "size = \"41 x 63mm\", not size: \"41 x 63mm\"",
        );
    }
    if has("missing comma") || has("invalid inline table") {
        let end = if has("array") { ']' } else { '}' };
        return (said.to_owned(), Some(format!("a comma belongs here, or the {end} before it is missing")));
    }
    let braces = column.saturating_sub(1);
    if let Some((key, begins)) =
        key_before(line, braces).filter(|_| line.get(braces..).is_some_and(|rest| rest.starts_with("{{")))
    {
        let hint = format!("a text stands in quotes: {key} = \"{}\"", value_at(line, begins));
        return (format!("`{key}` has a text without quotes"), Some(hint));
    }
    if has("leading zero") {
        let (key, begins) = key_before(line, column).unwrap_or((key, 0));
        let typed = value_at(line, begins);
        let hint = format!("in quotes, zeros are kept: {key} = \"{typed}\"; a number has none before it");
        return ("a number begins with 0".to_owned(), Some(hint));
    }
    if has("quoted") || has("boolean") || has("number") || has("float") || has("integer") || has("datetime") {
        return match key_before(line, column).filter(|(key, _)| !key.contains(['"', '\''])) {
            Some((key, begins)) => no_value(key, value_at(line, begins), said),
            None => no_value(key, line[equals..].trim_start_matches('=').trim(), said),
        };
    }
    if value.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return just(said, IN_QUOTES);
    }
    (said.to_owned(), None)
}

/// What to write for a path of Windows in a text that has this byte of a line: `"C:\Users\ada\cards.csv"`.
fn file_of_windows(line: &str, column: usize) -> Option<String> {
    let (key, begins) = key_before(line, line.get(..column.min(line.len()))?.rfind('"')?)?;
    let path = line.get(begins..)?.strip_prefix('"')?.split('"').next()?;
    let (_, end) = path.rsplit_once('.')?;
    let is_file = (2..=4).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let absolute = path.as_bytes().get(1) == Some(&b':') || path.starts_with(['\\', '/']);
    let name = path.rsplit(['\\', '/']).next().filter(|_| is_file)?;
    Some(match absolute {
        true => format!("copy the file into the layout's folder, and name it by itself: {key} = \"{name}\""),
        false => format!("folders are parted by /: {key} = \"{}\"", path.replace('\\', "/")),
    })
}

/// The first number behind a `=` that has a decimal comma, as in `spacing = 4,5`, and the same with a point.
fn decimal_comma(line: &str) -> Option<(String, String)> {
    let values = line.split('=').skip(1).map(str::trim_start);
    values.filter(|value| value.starts_with(|c: char| c.is_ascii_digit() || c == '-')).find_map(|value| {
        let end = value.find(|c: char| !(c.is_ascii_digit() || "-,".contains(c))).unwrap_or(value.len());
        // The comma behind the value is that of the list.
        let (whole, part) = value.get(..end)?.trim_end_matches(',').split_once(',')?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = digits(whole.trim_start_matches('-')) && digits(part);
        is_number.then(|| (format!("{whole},{part}"), format!("{whole}.{part}")))
    })
}

/// Quotes for reading, which word processors put in the place of straight ones.
const CURLY: [char; 7] = ['“', '”', '„', '«', '»', '‘', '’'];

const STRAIGHT: &str = "write straight ones, \", with a plain text editor rather than a word processor";

const IN_QUOTES: &str = "text stands in quotes: size = \"41 x 63mm\"";

/// The value that begins here, up to the comma or the bracket that ends it.
fn value_at(line: &str, begins: usize) -> &str {
    let rest = line.get(begins..).unwrap_or_default();
    let end = match rest.strip_prefix("{{").and_then(|inside| inside.find("}}")) {
        Some(close) => close + 4,
        None => rest.find([',', '}', ']', '#']).unwrap_or(rest.len()),
    };
    rest.get(..end).unwrap_or_default().trim()
}

/// What stands behind a `=` and is no value.
fn no_value(key: &str, value: &str, said: &str) -> Told {
    let typed = value.split_whitespace().next().unwrap_or("");
    if typed.starts_with('#') {
        let hint = format!("put it in quotes, for # begins a remark: {key} = \"{typed}\"");
        return (format!("`{key}` has no value"), Some(hint));
    }
    if typed.is_empty() {
        return (format!("`{key}` has no value"), Some("a text, in quotes, or a number".to_owned()));
    }
    if typed.starts_with(CURLY) {
        return ("these quotes are for reading".to_owned(), Some(STRAIGHT.to_owned()));
    }
    match typed.to_ascii_lowercase().as_str() {
        word @ ("true" | "false") => (said.to_owned(), Some(format!("in small letters: {word}"))),
        "yes" | "on" => (format!("`{typed}` is no value"), Some(format!("{key} = true; a text has quotes"))),
        "no" | "off" => (format!("`{typed}` is no value"), Some(format!("{key} = false; a text has quotes"))),
        _ if value.len() <= 60 && !value.contains(['"', '\'', '[']) => {
            (said.to_owned(), Some(format!("text stands in quotes: {key} = \"{value}\"")))
        }
        _ => (said.to_owned(), Some(IN_QUOTES.to_owned())),
    }
}

/// What a key may be made of without quotes; those, blanks and dots between keys are not in the way.
fn bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_\"' []{}".contains(c)
}

fn quoted(key: &str) -> String {
    let key = key.replace('\\', "\\\\").replace('"', "\\\"");
    format!("all but letters, digits, - and _ needs quotes: \"{key}\" = …")
}
