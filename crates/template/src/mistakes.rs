//! Creates the errors for templates that cannot be parsed or computed.
//!
//! - In: a template, a row, and an error of minijinja.
//! - Out: a message with a hint, in the terms of layouts.
//! - Not here: corrected conditions (`foreign.rs`).

use minijinja::{Environment, ErrorKind};

use crate::advice::{self, FieldPart, Syntax};
use crate::compiled::Template;
use crate::edges::edge_number;
use crate::fault::{Fault, bad};
use crate::limits::{MAX_BYTES, MAX_STEPS};
use crate::row::{Row, RowOwner};
use crate::syntax_error;
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::diag::{Diagnostic, Hint, near};
use hexpress_language::values::scalar::Scalar;

/// Returns the byte position of the first `{{`, `{%` or `{#` without closing braces, and the missing
/// closing braces. Returns `None` if all of them are closed.
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

/// Returns the byte position of a `{{` that is between another `{{` and its `}}`. Returns `None` if no
/// `{{` is nested in this way.
pub fn nested(source: &str) -> Option<usize> {
    let start = source.find("{{")? + 2;
    let rest = source.get(start..)?;
    let inside = rest.get(..rest.find("}}")?)?;
    inside.rfind("{{").map(|at| start + at)
}

/// Fields that elements of pieces can use, but `set`, `where` and `copies` cannot.
const ONLY_IN_ELEMENTS: [&str; 4] = ["edge", "number", "of", "title"];

/// The fields of the game. Hints about columns do not suggest them, because a user who mistypes a
/// column rarely means one of them.
const GAME_FIELDS: [&str; 5] = ["title", "author", "rights", "source", "version"];

/// The fields that copies of repeated elements have, and other elements do not have. Each entry contains
/// the name of the field, the end of the message about it, and a key that creates copies with this field.
const COPY_FIELDS: [(&str, &str, &str); 4] = [
    ("n", "a repeated element", "repeat = 6"),
    ("item", "an element that is repeated over a list", "repeat = { over = \"red blue\" }"),
    ("column", "an element that is repeated in a grid", "repeat = { grid = \"4 x 3\" }"),
    ("row", "an element that is repeated in a grid", "repeat = { grid = \"4 x 3\" }"),
];
/// The fields of cells. A row contains only the fields that texts of the layout use, but hints suggest
/// all of these fields.
const CELL_FIELDS: [&str; 5] = ["name", "kind", "label", "column", "row"];

/// Returns the fault for a name that is not a field of the row.
pub(crate) fn unknown(name: &str, row: &dyn Row) -> Fault {
    let owner = row.owner();
    let is_edge = name == "edge" || edge_number(name).is_some();
    match owner {
        RowOwner::Cell => {
            return Fault::new(format!(
                "unknown field `{name}`: the cells of this board have no rows of data"
            ));
        }
        RowOwner::Row if is_edge || ONLY_IN_ELEMENTS.contains(&name) => {
            return Fault::new(format!("`{name}` has a value only in elements, such as those of `face`"))
                .hint("in `set`, `where` and `copies`, use only fields of the row");
        }
        _ => {}
    }
    let mut names = row.names();
    if owner == RowOwner::DataCell {
        let unused = CELL_FIELDS.into_iter().filter(|field| !names.contains(field)).collect::<Vec<_>>();
        names.extend(unused);
    }
    if let Some((_, element, key)) = COPY_FIELDS.iter().find(|(field, ..)| *field == name) {
        let fault = Fault::new(format!("`{name}` has a value only in {element}"));
        let lists: Vec<&&str> = names.iter().filter(|field| is_list(field, row)).collect();
        let key = match lists.as_slice() {
            [field] if name == "item" => format!("repeat = {{ over = \"{{{{ {field} }}}}\" }}"),
            _ => (*key).to_owned(),
        };
        return fault.hint(format!("set {key} in the element, or use a field of the row"));
    }
    let is_of_piece = !matches!(owner, RowOwner::Sheet | RowOwner::DataCell | RowOwner::Edge);
    if is_edge && is_of_piece {
        return unknown_edge(name, names.contains(&"edges"));
    }
    let place = match owner {
        RowOwner::Sheet => "on a sheet",
        RowOwner::DataCell => "for this cell",
        RowOwner::Edge => "for this edge or corner",
        _ => "for this piece",
    };
    if owner == RowOwner::DataCell
        && let Some(fault) = missing_of_cell(name)
    {
        return fault;
    }
    let table = row.table();
    let message = match &table {
        Some((table, _)) => format!("`{table}` has no column `{name}`"),
        None => format!("unknown field `{name}` {place}"),
    };
    if let Some(hint) = known_hint(name, &names, owner) {
        return Fault::new(message).hint(hint);
    }
    let has_rows = table.is_none() && owner == RowOwner::Piece && names.contains(&GAME_FIELDS[0]);
    if let Some((_, columns)) = table {
        names.retain(|name| !GAME_FIELDS.contains(name) && !columns.contains(name));
        names.splice(0..0, columns);
    }
    let hint = match owner {
        RowOwner::BarePiece => {
            format!(
                "add a row with this field, such as rows = [{{ {name} = \"…\" }}]: this piece has no fields"
            )
        }
        _ if has_rows => {
            format!("choose one of: {}; or add `{name}` to the rows or to `set`", names.join(", "))
        }
        _ => format!("choose one of: {}", names.join(", ")),
    };
    let fault = Fault::new(message).hint(hint);
    if is_of_piece { fault.missing_field(name) } else { fault }
}

/// Returns whether the value of a field is probably a list of items, such as `sun moon`.
fn is_list(field: &str, row: &dyn Row) -> bool {
    let is_possible = |text: &str| {
        text.trim().contains(' ') && text.chars().all(|c| c.is_alphanumeric() || " ,-".contains(c))
    };
    field != "name"
        && !GAME_FIELDS.contains(&field)
        && row.value(field).is_some_and(|value| is_possible(&value.to_string()))
}

/// Returns the fault for a field of cells that this cell does not have, or that cannot be used in this
/// text.
///
/// For example, a cell of a board without `names` has no `name`, and a label cannot contain `label`.
/// Returns `None` for a name that is not a field of cells.
fn missing_of_cell(name: &str) -> Option<Fault> {
    Some(match name {
        "name" => Fault::new("unknown field `name`: the cells of this board have no names")
            .hint("add names = \"lines\" to the board, or define the field in `set`"),
        "column" | "row" => Fault::new(format!("unknown field `{name}`: this board has no columns and rows"))
            .hint("use `name`, or define the field in `set`"),
        "label" => Fault::new("`label` cannot be used in a label or in `set`: the label is computed last")
            .hint("use another field of the cell, or a field of `set`"),
        _ => return None,
    })
}

fn unknown_edge(name: &str, has_edges: bool) -> Fault {
    match (name, has_edges) {
        ("edge", true) => Fault::new("`edge` has a value only in an element at an edge")
            .hint("use {{ edge }} in an element with at = \"each edge\""),
        (_, true) => Fault::new(format!("unknown field `{name}`: this piece has fewer edges")),
        (_, false) => Fault::new(format!("unknown field `{name}` for this piece: its row has no `edges`"))
            .hint("add `edges` to the row, with a value for each edge, such as \"red - blue -\"")
            .missing_field(name),
    }
}

/// Returns a hint for an unknown name in three cases: it is similar to a known name, other programs use
/// it, or the table seems to have no row with column names. Otherwise returns `None`.
fn known_hint(name: &str, names: &[&str], owner: RowOwner) -> Option<Hint> {
    let typed = identifier(name);
    let mut dashed = names.iter().filter(|other| other.contains(['-', ' '])).map(|other| identifier(other));
    if let Some(other) = dashed.find(|other| other.starts_with(&typed)) {
        return Some(
            format!(
                "use the name `{other}` in the rows and in texts: the name of a field cannot contain `-` \
                or a space"
            )
            .into(),
        );
    }
    let near = near::nearest(name, names.iter().copied());
    if matches!(owner, RowOwner::Piece | RowOwner::Row)
        && names.iter().any(|name| is_data(name))
        && near.is_none()
    {
        return Some(
            "add a row with the names of the columns at the top of the table: the first row seems to be data"
                .into(),
        );
    }
    if let Some(near) = near {
        return Some(Hint::did_you_mean(name, near));
    }
    let is_piece = matches!(owner, RowOwner::Piece | RowOwner::BarePiece);
    synonym(Typed::Value("field"), name).filter(|_| is_piece)
}

/// Returns a name as templates write it: in lower case, with `_` in place of dashes and spaces.
fn identifier(name: &str) -> String {
    name.to_lowercase().replace(['-', ' '], "_")
}

/// Returns whether the name of a column looks like data, such as `_3` for the heading `3`. If so, the
/// table probably has no row of headings.
fn is_data(name: &str) -> bool {
    name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the fault for a name that is typed with dashes or spaces, such as `{{ card-name }}` for
/// `card_name`.
fn dashed_name(typed: &str, row: &dyn Row) -> Option<Fault> {
    let source = typed.to_lowercase();
    row.names().into_iter().filter(|name| name.contains('_')).find_map(|name| {
        let written = ["-", " - ", " "]
            .map(|sign| name.replace('_', sign))
            .into_iter()
            .find(|one| source.contains(one))?;
        let fault = Fault::new(format!(
            "`{written}` is not the name of a field: in names of fields, dashes and spaces become `_`"
        ));
        Some(fault.hint(format!("write {{{{ {name} }}}}")))
    })
}

/// Returns the error for a template or condition that cannot be compiled.
pub(crate) fn compile_error(error: &minijinja::Error, source: &str, syntax: Syntax) -> Diagnostic {
    let is_strange = error.detail() == Some("unexpected character");
    if let Some((sign, hint)) = advice::strange_sign(source, syntax).filter(|_| is_strange) {
        // The hints are written for templates. Conditions have no braces, so the braces are removed.
        let fitting_hint = hint.map(|hint| match syntax {
            Syntax::Condition => hint.replace("{{ ", "").replace(" }}", ""),
            Syntax::Template => hint.to_owned(),
        });
        return bad(format!("unexpected `{sign}`")).maybe_hint(fitting_hint);
    }
    match spaced_name(source).filter(|_| syntax == Syntax::Template) {
        Some((typed, name)) => {
            let diagnostic = bad(format!("`{typed}` is two words, but the name of a field must be one word"));
            diagnostic.hint(format!("write `_` instead of a space: {{{{ {name} }}}}"))
        }
        None => describe(error).into_diagnostic(),
    }
}

/// Returns the first name that contains a space, such as `card name`, and the same name with `_`.
fn spaced_name(source: &str) -> Option<(&str, String)> {
    const KEYWORDS: [&str; 7] = ["if", "else", "and", "or", "not", "in", "is"];
    source.split("{{").skip(1).find_map(|rest| {
        let inside = rest.split("}}").next()?.trim();
        let words: Vec<&str> = inside.split_whitespace().collect();
        let are_names = words.iter().all(|word| {
            word.chars().all(|c| c.is_alphanumeric() || c == '_')
                && !word.starts_with(|c: char| c.is_ascii_digit())
                && !KEYWORDS.contains(word)
        });
        (words.len() > 1 && are_names).then(|| (inside, words.join("_").to_lowercase()))
    })
}

/// Returns the fault for a template that cannot be computed.
///
/// If the template contains an unknown name, reports this name, because it may be the cause. Otherwise
/// reports the operation or filter that failed.
pub(crate) fn explain(
    error: &minijinja::Error,
    environment: &Environment<'_>,
    template: &Template,
    row: &dyn Row,
) -> Fault {
    let source = template.source();
    let known: Vec<&str> = template.needs().filter(|name| row.value(name).is_some()).collect();
    if let Some(fault) = missing_in_table(error.kind(), template, row) {
        return fault;
    }
    if advice::may_be_missing_part(error.kind())
        && let Some(part) = advice::part_of_field(source, &known)
    {
        return missing_part(&part);
    }
    match error.kind() {
        ErrorKind::MissingArgument => match advice::without_arguments(source) {
            Some(filter) => {
                Fault::new(format!("`{}` needs {}", filter.name, filter.arguments)).hint(filter.hint)
            }
            None => Fault::new(format!(
                "a filter in `{}` needs a value in parentheses after its name",
                shortened(source)
            )),
        },
        ErrorKind::UndefinedError | ErrorKind::InvalidOperation => {
            let mut unknown_names = template.needs().filter(|name| row.value(name).is_none());
            match unknown_names.find(|name| environment.globals().all(|(global, _)| global != *name)) {
                Some(name) => unknown_in(source, name, row),
                None if error.kind() == ErrorKind::UndefinedError => no_value(template, row),
                None => describe(error),
            }
        }
        ErrorKind::WriteFailure => Fault::new(too_long(source)),
        ErrorKind::OutOfFuel => {
            Fault::new(format!("`{}` takes more than {MAX_STEPS} steps to compute", shortened(source)))
        }
        _ => describe(error),
    }
}

/// Returns the fault for a template that looks up a missing entry of a table. For example, in
/// `angle[way]`, the table `angle` has no entry with the value of `way`. Layouts define such tables with
/// `set`.
fn missing_in_table(kind: ErrorKind, template: &Template, row: &dyn Row) -> Option<Fault> {
    if kind != ErrorKind::UndefinedError || template.needs().any(|name| row.value(name).is_none()) {
        return None;
    }
    let (name, fields) = template.needs().find_map(|name| match row.value(name)? {
        Scalar::Table(fields) => Some((name, fields)),
        _ => None,
    })?;
    let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
    let source = shortened(template.source());
    // In `angle[way]`, the value of `way` is the name of the missing entry.
    let naming = template.needs().filter(|need| template.source().contains(&format!("[{need}]")));
    let missing = naming
        .filter_map(|need| Some((need, row.value(need)?.to_string())))
        .find(|(_, value)| !value.is_empty() && !names.contains(&value.as_str()));
    let why = match missing {
        Some((need, value)) => {
            format!("`{need}` is `{value}`, and the table `{name}` has no field `{value}`")
        }
        None => format!("the table `{name}` does not have this field"),
    };
    let fault = Fault::new(format!("`{source}` has no value: {why}"));
    Some(fault.hint(format!("use one of the fields of `{name}`: {}", names.join(", "))))
}

fn missing_part(FieldPart { field, part }: &FieldPart<'_>) -> Fault {
    let filter = match synonym(Typed::Value("filter"), part) {
        Some(hint) => hint.split('`').nth(1).map(str::to_owned),
        None => near::nearest(part, SUGGESTED_FILTERS.split(", ")).map(str::to_owned),
    };
    let hint = match (synonym(Typed::Value("part"), part), filter) {
        (Some(hint), _) => hint.replace("FIELD", field),
        (None, Some(filter)) => format!("write a filter after `|`: {{{{ {field} | {filter} }}}}"),
        (None, None) => format!("write only the field: {{{{ {field} }}}}"),
    };
    Fault::new(format!("`{field}` is a single value, so it has no part `{part}`")).hint(hint)
}

fn unknown_in(source: &str, name: &str, row: &dyn Row) -> Fault {
    // In `kind == ship`, the name `ship` is meant as a text, but has no quotes.
    if is_compared(source, name) {
        let hint = synonym(Typed::Value("compared"), name)
            .unwrap_or_else(|| format!("put text in quotes: '{name}'").into());
        return Fault::new(format!("unknown field `{name}`")).hint(hint);
    }
    prefixed_field(source, name, row)
        .or_else(|| dashed_name(source, row))
        .unwrap_or_else(|| unknown(name, row))
}

/// Returns the fault for a field that is typed with a name before it, such as `row.cost` for `cost`.
fn prefixed_field(source: &str, prefix: &str, row: &dyn Row) -> Option<Fault> {
    let FieldPart { part, .. } = advice::part_of_field(source, &[prefix])?;
    row.names().contains(&part).then(|| {
        let message = format!("unknown field `{prefix}.{part}`: `{part}` needs no `{prefix}.` before it");
        Fault::new(message).hint(format!("write only the name of the field: `{part}`"))
    })
}

fn no_value(template: &Template, row: &dyn Row) -> Fault {
    let source = shortened(template.source());
    let mut names = template.needs();
    Fault::new(match names.find(|name| row.value(name).is_some_and(|value| value.to_string().is_empty())) {
        Some(name) => format!("`{name}` is empty here, so `{source}` has no value"),
        None => format!("`{source}` has no value"),
    })
}

/// Returns whether a name follows `==` or `!=`.
fn is_compared(source: &str, name: &str) -> bool {
    let behind = source.split("==").skip(1).chain(source.split("!=").skip(1));
    behind.map(str::trim_start).any(|rest| {
        rest.strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_-.[".contains(c)))
    })
}

/// Returns the message for a template that produces too much text.
pub(crate) fn too_long(source: &str) -> String {
    format!("`{}` makes more than {} MiB of text", shortened(source), MAX_BYTES >> 20)
}

/// Returns a template for messages. A long template is cut, and `…` is added.
pub fn shortened(source: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    match source.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", source.get(..end).unwrap_or(source).trim_end()),
        None => source.to_owned(),
    }
}

/// The filters that messages suggest in place of an unknown filter.
const SUGGESTED_FILTERS: &str = "words, plural, icon, contrast, upper, lower, title, number, first, last, capitalize, trim, replace, \
    join, length, default, round, abs, int";

/// Converts an error of minijinja to a fault.
pub(crate) fn describe(error: &minijinja::Error) -> Fault {
    let detail = error.detail().unwrap_or_default();
    let mut words = detail.split_whitespace();
    match error.kind() {
        ErrorKind::UnknownFilter => {
            if let Some(name) = words.nth(1) {
                return unknown_filter(name);
            }
        }
        ErrorKind::UnknownFunction => {
            if let Some(name) = words.next() {
                return unknown_function(name);
            }
        }
        ErrorKind::UnknownTest => {
            if let Some(name) = words.nth(1) {
                let hint = synonym(Typed::Value("test"), name)
                    .unwrap_or_else(|| format!("to compare, write kind == '{name}'").into());
                return Fault::new(format!("unknown test `{name}`")).hint(hint);
            }
        }
        ErrorKind::SyntaxError => return Fault::new(syntax_error::message(detail)),
        _ => {}
    }
    match error.detail() {
        // minijinja has the fixed limit of 100,000 numbers.
        Some("range has too many elements") => {
            Fault::new("`range` makes more than 100,000 numbers").hint("use a smaller range")
        }
        Some(detail) if Fault::wrote(detail) => Fault::from_text(detail),
        Some(detail) => Fault::from_text(&format!("{}: {detail}", error.kind())),
        None => Fault::new(error.kind().to_string()),
    }
}

fn unknown_filter(name: &str) -> Fault {
    let hint = match synonym(Typed::Value("filter"), name) {
        Some(hint) => hint,
        None => {
            let filters: Vec<&str> = SUGGESTED_FILTERS.split(", ").collect();
            near::among(name, &filters, "choose one of:")
        }
    };
    Fault::new(format!("unknown filter `{name}`")).hint(hint)
}

fn unknown_function(name: &str) -> Fault {
    let is_operator = |hint: String| Fault::new(format!("`{name}` is not a function")).hint(hint);
    match name.to_ascii_lowercase().as_str() {
        word @ ("and" | "or") => {
            is_operator(format!("write `{word}` between the conditions, as in cost > 1 {word} cost < 9"))
        }
        "not" => is_operator("write `not` without parentheses, as in not sold".to_owned()),
        "if" => is_operator("write {{ 'dear' if cost > 3 else 'cheap' }}".to_owned()),
        _ => Fault::new(format!("unknown function `{name}`")).hint("for a filter, write {{ name | upper }}"),
    }
}
