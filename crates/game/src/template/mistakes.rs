//! What is said of a template that cannot be read or worked out.

use minijinja::{Environment, ErrorKind};

use super::advice;
use super::operators::PART;
use super::work::MOST_BYTES;
use super::{MOST_STEPS, Of, Row, Template, bad};
use crate::diag::synonyms::{Typed, synonym};
use crate::diag::{Diagnostic, near};
use crate::model::edges::edge_number;

/// Where the first `{{` or `{%` stands that has no end, and what would end it.
pub fn unclosed(source: &str) -> Option<(usize, &'static str)> {
    let mut at = 0;
    while let Some(open) = source.get(at..).and_then(|rest| rest.find('{')).map(|found| at + found) {
        let close = match source.get(open..open + 2) {
            Some("{{") => "}}",
            Some("{%") => "%}",
            Some("{#") => "#}",
            _ => {
                at = open + 1;
                continue;
            }
        };
        match source.get(open + 2..).and_then(|rest| rest.find(close)) {
            Some(end) => at = open + 2 + end + 2,
            None => return Some((open, close)),
        }
    }
    None
}

/// Where a `{{` stands within the braces of another one.
pub fn nested(source: &str) -> Option<usize> {
    let open = source.find("{{")?;
    let inside = source.get(open + 2..)?;
    let inside = inside.get(..inside.find("}}")?)?;
    inside.rfind("{{").map(|at| open + 2 + at)
}

/// The words of the game, which all pieces have.
const OF_GAME: [&str; 5] = ["title", "author", "rights", "source", "version"];

/// A name for which there is no value.
pub(super) fn unknown(name: &str, row: &dyn Row) -> String {
    let names = row.names();
    let of = row.of();
    if of == Of::Cell {
        return format!("`{name}` is not known here: cells have no words of their own");
    }
    let is_of_piece = ["edge", "number", "of", "title"].contains(&name) || edge_number(name).is_some();
    if of == Of::Row && is_of_piece {
        return format!(
            "`{name}` is known on pieces; `set`, `where` and `copies` have only the fields of the row"
        );
    }
    let piece = match of {
        Of::Sheet => "on a sheet",
        Of::DataCell => "for this cell",
        _ => "for this piece",
    };
    if !matches!(of, Of::Sheet | Of::DataCell) && (name == "edge" || edge_number(name).is_some()) {
        return match (name, names.contains(&"edges")) {
            ("edge", true) => "`edge` is the word of the edge at hand, which only an element that stands at = \"each edge\" has".to_owned(),
            (_, true) => format!("`{name}` is not known for this piece: it has fewer edges"),
            (_, false) => format!("`{name}` is not known for this piece: its row has no `edges`, a word for each edge such as \"red - blue -\""),
        };
    }
    let plain = |other: &str| other.to_lowercase().replace(['-', ' '], "_");
    let spelt =
        names.iter().find(|other| plain(other).starts_with(&plain(name)) && other.contains(['-', ' ']));
    if let Some(other) = spelt {
        return format!(
            "`{name}` is not known {piece}: a name has no `-` and no blank; write `{}` in the rows and in texts",
            plain(other)
        );
    }
    let is_data = |name: &&str| {
        name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    if matches!(of, Of::Piece | Of::Row)
        && names.iter().any(is_data)
        && near::nearest(name, names.iter().copied()).is_none()
    {
        let own: Vec<&str> = names.iter().copied().filter(|own| !OF_GAME.contains(own)).collect();
        return format!(
            "`{name}` is not known {piece}: the first row of a table must name its columns, and here it seems to be data: {}",
            own.join(", ")
        );
    }
    let hint = near::hint(name, names.iter().copied(), || match of {
        Of::Piece | Of::BarePiece if synonym(Typed::Value("field"), name).is_some() => {
            synonym(Typed::Value("field"), name).unwrap_or_default().to_owned()
        }
        Of::BarePiece => "its words come from `rows`, `each`, `data` or `set`, and it has none".to_owned(),
        _ => format!("there are: {}", names.join(", ")),
    });
    format!("`{name}` is not known {piece}: {hint}")
}

/// That a dash subtracts, where a template has a name with dashes that is known with `_`: `{{ card-name }}`.
fn dashed(source: &str, row: &dyn Row) -> Option<String> {
    let source = source.to_lowercase();
    row.names().into_iter().filter(|name| name.contains('_')).find_map(|name| {
        let written = ["-", " - ", " "]
            .map(|sign| name.replace('_', sign))
            .into_iter()
            .find(|one| source.contains(one))?;
        Some(format!("`{written}` is no name, for names have _{PART}write {{{{ {name} }}}}"))
    })
}

/// What could not be compiled; `whole` where all of the text is one expression.
pub(super) fn uncompiled(error: &minijinja::Error, source: &str, whole: bool) -> Diagnostic {
    let strange = error.detail() == Some("unexpected character");
    match advice::strange_sign(source, whole).filter(|_| strange) {
        Some((sign, instead)) => {
            // Conditions have no braces.
            let bare =
                |hint: &str| if whole { hint.replace("{{ ", "").replace(" }}", "") } else { hint.to_owned() };
            bad(format!("`{sign}` means nothing here")).maybe_hint(instead.map(bare))
        }
        None => match spaced_name(source).filter(|_| !whole) {
            Some((typed, name)) => {
                let wrong = bad(format!("`{typed}` is two words, and the name of a field is one"));
                wrong.hint(format!("`_` stands for a blank: {{{{ {name} }}}}"))
            }
            None => bad(describe(error)),
        },
    }
}

/// The first `{{ card name }}` of a text, and the name that may be meant.
fn spaced_name(source: &str) -> Option<(&str, String)> {
    const WORDS: [&str; 7] = ["if", "else", "and", "or", "not", "in", "is"];
    source.split("{{").skip(1).find_map(|rest| {
        let inside = rest.split("}}").next()?.trim();
        let words: Vec<&str> = inside.split_whitespace().collect();
        let is_name = |word: &&str| {
            word.chars().all(|c| c.is_alphanumeric() || c == '_')
                && !word.starts_with(|c: char| c.is_ascii_digit())
        };
        let is_field = words.len() > 1 && words.iter().all(|word| is_name(word) && !WORDS.contains(word));
        is_field.then(|| (inside, words.join("_").to_lowercase()))
    })
}

/// What could not be evaluated. An unknown name is reported rather than its consequence: a filter may fail on it first.
pub(super) fn explain(
    error: &minijinja::Error,
    environment: &Environment<'_>,
    template: &Template,
    row: &dyn Row,
) -> String {
    let built_in = |name: &str| environment.globals().any(|(global, _)| global == name);
    let mut needs = template.needs();
    let known: Vec<&str> = template.needs().filter(|name| row.value(name).is_some()).collect();
    if advice::is_of_a_part(error.kind())
        && let Some((name, part)) = advice::part_of(template.source(), &known)
    {
        let filters: Vec<&str> = FILTERS.split(", ").collect();
        let filter = match synonym(Typed::Value("filter"), part) {
            Some(hint) => hint.split('`').nth(1),
            None => near::nearest(part, filters.iter().copied()),
        };
        let instead = match filter {
            _ if synonym(Typed::Value("part"), part).is_some() => {
                synonym(Typed::Value("part"), part).unwrap_or_default().replace("FIELD", name)
            }
            Some(filter) => format!("a filter stands behind a bar: {{{{ {name} | {filter} }}}}"),
            None => format!("a field stands by itself: {{{{ {name} }}}}"),
        };
        return format!("`{name}` is one value, without a part `{part}`{PART}{instead}");
    }
    match error.kind() {
        ErrorKind::MissingArgument => match advice::without_values(template.source()) {
            Some((filter, what, instead)) => format!("`{filter}` needs {what}{PART}{instead}"),
            None => "a filter needs a value in brackets behind its name".to_owned(),
        },
        ErrorKind::UndefinedError | ErrorKind::InvalidOperation => {
            match needs.find(|name| row.value(name).is_none() && !built_in(name)) {
                // `kind == ship`: the second is no name.
                Some(name) if is_compared(template.source(), name) => {
                    let hint = synonym(Typed::Value("compared"), name).map(str::to_owned);
                    let hint = hint.unwrap_or_else(|| format!("put a text in quotes: '{name}'"));
                    format!("`{name}` is not known: {hint}")
                }
                Some(name) => dashed(template.source(), row).unwrap_or_else(|| unknown(name, row)),
                None if error.kind() == ErrorKind::UndefinedError => {
                    let source = shortened(template.source());
                    let is_empty =
                        |name: &&str| row.value(name).is_some_and(|value| value.to_string().is_empty());
                    match template.needs().find(is_empty) {
                        Some(name) => format!("`{name}` is empty here, so `{source}` has no value"),
                        None => format!("`{source}` asks for something that is not there"),
                    }
                }
                None => describe(error),
            }
        }
        ErrorKind::WriteFailure => too_long(template.source()),
        ErrorKind::OutOfFuel => {
            format!("`{}` takes more than {MOST_STEPS} steps to work out", shortened(template.source()))
        }
        _ => describe(error),
    }
}

/// A mistake. Names that are like none of the fields of a piece have one cause: its rows lack what the face asks for.
pub(super) fn unlike_all(message: &str) -> Diagnostic {
    const LACKS: [&str; 3] = [": there are: ", "and it has none", "its row has no `edges`"];
    let name = message.split('`').nth(1);
    let name = name.filter(|_| message.contains("is not known for this piece"));
    match name.filter(|_| LACKS.iter().any(|lacks| message.contains(lacks))) {
        Some(name) => bad(message).cause("fields that the rows lack", name),
        None => bad(message),
    }
}

/// A mistake with its hint, and the field that has the value which an operator refuses.
pub(super) fn told(what: &str, template: &Template, row: &dyn Row) -> Diagnostic {
    let mut parts = what.split(PART);
    let wrong = unlike_all(parts.next().unwrap_or_default());
    let hint = parts.next().filter(|hint| !hint.is_empty()).map(str::to_owned);
    let wrong = wrong.maybe_hint(hint);
    let field = parts.next().and_then(|operand| template.field_with(operand, row));
    wrong.in_field(field)
}

/// Whether a name stands behind `==` or `!=`.
fn is_compared(source: &str, name: &str) -> bool {
    let behind = source.split("==").skip(1).chain(source.split("!=").skip(1));
    behind.map(str::trim_start).any(|rest| {
        rest.strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_-.[".contains(c)))
    })
}

/// A text that is longer than any may be.
pub(super) fn too_long(source: &str) -> String {
    format!("`{}` makes more than {} MiB of text", shortened(source), MOST_BYTES >> 20)
}

/// The beginning of a template, for messages.
pub fn shortened(source: &str) -> String {
    const MOST: usize = 60;
    match source.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", source.get(..end).unwrap_or(source).trim_end()),
        None => source.to_owned(),
    }
}

/// Filters that are offered where one is misspelt.
const FILTERS: &str = "words, plural, icon, contrast, upper, lower, title, number, first, last, capitalize, trim, replace, \
    join, length, default, round, abs, int";

/// What minijinja says, in this program's words where that is shorter.
pub(super) fn describe(error: &minijinja::Error) -> String {
    if error.kind() == ErrorKind::UnknownFilter
        && let Some(name) = error.detail().and_then(|d| d.split_whitespace().nth(1))
    {
        let filters: Vec<&str> = FILTERS.split(", ").collect();
        let hint = synonym(Typed::Value("filter"), name);
        let hint = hint.map_or_else(|| near::among(name, &filters, "among others there are:"), str::to_owned);
        return format!("no filter is called `{name}`: {hint}");
    }
    if error.kind() == ErrorKind::UnknownFunction
        && let Some(name) = error.detail().and_then(|d| d.split_whitespace().next())
    {
        return match name.to_ascii_lowercase().as_str() {
            "and" | "or" => {
                format!("`{name}` stands between two parts: cost > 1 {} cost < 9", name.to_lowercase())
            }
            "not" => "`not` has no brackets of its own: not sold".to_owned(),
            "if" => "`if` stands between two values: {{ 'dear' if cost > 3 else 'cheap' }}".to_owned(),
            _ => format!("there is no function `{name}`; filters stand behind a bar: {{{{ name | upper }}}}"),
        };
    }
    if error.kind() == ErrorKind::UnknownTest
        && let Some(name) = error.detail().and_then(|d| d.split_whitespace().nth(1))
    {
        return match synonym(Typed::Value("test"), name) {
            Some(hint) => format!("nothing is `{name}`: {hint}"),
            None => format!("nothing is `{name}`: an equals sign compares, as in kind == '{name}'"),
        };
    }
    if error.kind() == ErrorKind::SyntaxError {
        return unreadable(error.detail().unwrap_or_default());
    }
    match error.detail() {
        Some(detail) if detail.starts_with('`') => detail.to_owned(),
        Some(detail) => format!("{}: {detail}", error.kind()),
        None => error.kind().to_string(),
    }
}

/// Why something cannot be read, where the reader of templates says `unexpected integer, expected end of input`.
fn unreadable(detail: &str) -> String {
    let plain = |word: &str| match word {
        "end of input" => "the end".to_owned(),
        "end of variable block" => "`}}`".to_owned(),
        "end of block" => "`%}`".to_owned(),
        "start of variable block" => "`{{`".to_owned(),
        "start of block" => "`{%`".to_owned(),
        "identifier" => "a name".to_owned(),
        "expression" => "a value".to_owned(),
        "integer" | "float" => "a number".to_owned(),
        "string" => "a text".to_owned(),
        "template-data" => "plain text".to_owned(),
        other => other.to_owned(),
    };
    match detail {
        "unexpected input after expression" => {
            return "this goes on behind its end: are `and` or `or` missing, or an operator such as `==`?"
                .to_owned();
        }
        "unexpected end of string" => return "a quotation mark has no partner".to_owned(),
        "unexpected character" => return "there is a sign in it that means nothing here".to_owned(),
        _ => {}
    }
    let Some(found) = detail.strip_prefix("unexpected ") else {
        return format!("this cannot be read: {detail}");
    };
    match found.split_once(", expected ") {
        Some(("end of input" | "end of variable block", wanted)) => {
            format!("something is missing at the end: {}", plain(wanted))
        }
        Some((found, wanted)) => format!("{} does not fit there: {} is meant", plain(found), plain(wanted)),
        None if found == "end of input" => "something is missing at the end".to_owned(),
        None => format!("{} does not fit there", plain(found)),
    }
}
