//! Formats a layout: sorts its tables and keys, and corrects its spacing.
//!
//! - In: a layout as text, with or without mistakes.
//! - Out: the same layout. Its tables and keys are in the order of `docs/reference`, and the `=` signs
//!   in a table are aligned.
//! - Not here: sorting components, names that the game defines, or the keys of an element; breaking or
//!   joining the lines of a list.

use toml_edit::{Array, Decor, DocumentMut, InlineTable, Item, RawString, Table, TomlError, Value};

use super::schema::Node;
use hexpress_language::COMPONENTS;

/// The `=` after a key is aligned only if the key has at most this number of characters.
const MAX_ALIGNED_KEY_LENGTH: usize = 16;

/// Formats a layout. Keeps line endings and a byte order mark.
///
/// # Errors
/// The text is not valid TOML.
pub fn format(text: &str) -> Result<String, TomlError> {
    let (mark, text) = match text.strip_prefix(MARK) {
        Some(rest) => (MARK, rest),
        None => ("", text),
    };
    // A file may have both kinds of line endings. The more frequent kind is then used for all lines.
    let of_windows = text.matches("\r\n").count();
    let is_of_windows = 2 * of_windows > text.matches('\n').count();
    let formatted = format_lines(&text.replace("\r\n", "\n"))?;
    let lines = if is_of_windows { formatted.replace('\n', "\r\n") } else { formatted };
    Ok(format!("{mark}{lines}"))
}

const MARK: &str = "\u{feff}";

/// Formats a layout whose line endings are line feeds.
fn format_lines(text: &str) -> Result<String, TomlError> {
    let mut document: DocumentMut = text.parse()?;
    let mut header = take_header(document.as_table_mut());
    let mut last_position = 0;
    order_tables(document.as_table_mut(), &Node::root(), &mut last_position);
    if header.is_empty() {
        // Sorting may have moved another table to the front. If this table begins with a comment and a
        // blank line, the comment now counts as the comment of the file. Without this step, formatting
        // the result again would change it.
        header = take_header(document.as_table_mut());
    }
    format_table(document.as_table_mut(), &Node::root());
    let trailing = comments(document.trailing().as_str().unwrap_or_default(), 0, LeadingBlank::Keep);
    document.set_trailing(trailing);
    let body = document.to_string();
    let blank = if header.is_empty() { "" } else { "\n" };
    let joined = format!("{header}{blank}{}", body.trim_start_matches('\n'));
    let formatted = joined.trim_end();
    Ok(if formatted.is_empty() { String::new() } else { format!("{formatted}\n") })
}

/// Takes the comment of the file, such as a licence, out of the first table, and returns the comment.
///
/// The TOML parser counts all text above the first header as a part of the first table. Of this text,
/// the part before the last blank line is the comment of the file. It stays at the beginning of the
/// file, even if another table becomes the first.
fn take_header(root: &mut Table) -> String {
    if root.iter().any(|(_, item)| item.is_value()) {
        return String::new();
    }
    let mut first: Option<isize> = None;
    for_each_table(root, &mut |table| {
        if let Some(position) = header_position(table) {
            first = Some(first.map_or(position, |first| first.min(position)));
        }
    });
    let mut header = String::new();
    for_each_table(root, &mut |table| {
        if first.is_some() && header_position(table) == first && header.is_empty() {
            // Spaces are removed from the ends of lines, so that a line of spaces counts as blank.
            let lines: Vec<&str> =
                raw(table.decor().prefix()).trim_start().split('\n').map(str::trim_end).collect();
            let prefix = lines.join("\n");
            let (of_file, of_table) = prefix.rsplit_once("\n\n").unwrap_or((prefix.as_str(), ""));
            header = comments(of_file.trim_end(), 0, LeadingBlank::Drop);
            table.decor_mut().set_prefix(of_table.trim_start());
        }
    });
    header
}

/// Returns the position of a table in the file. Returns `None` if the table has no header.
fn header_position(table: &Table) -> Option<isize> {
    table.position().filter(|_| !table.is_implicit())
}

/// Visits every table inside a table. A table is visited before the tables inside it.
fn for_each_table(table: &mut Table, visit: &mut dyn FnMut(&mut Table)) {
    for (_, item) in table.iter_mut() {
        let inner_tables: Vec<&mut Table> = match item {
            Item::Table(inner) => vec![inner],
            Item::ArrayOfTables(list) => list.iter_mut().collect(),
            _ => Vec::new(),
        };
        for inner in inner_tables {
            visit(inner);
            for_each_table(inner, visit);
        }
    }
}

/// Returns the position of a table in the file. If the table has no header, returns the lowest position
/// of its inner tables.
fn first_position(table: &Table) -> isize {
    let inner = table.iter().flat_map(|(_, item)| match item {
        Item::Table(inner) => vec![first_position(inner)],
        Item::ArrayOfTables(list) => list.iter().map(first_position).collect(),
        _ => Vec::new(),
    });
    table.position().unwrap_or_else(|| inner.min().unwrap_or(isize::MAX))
}

/// A table inside another table, with the values by which it is sorted.
struct RankedTable<'t> {
    /// The position of the table's key in the order of `docs/reference`.
    rank: usize,
    /// The position of the table in the file.
    position: isize,
    key: String,
    table: &'t mut Table,
}

/// Sorts the tables inside a table, and numbers their positions. The numbers begin after
/// `last_position`.
fn order_tables(table: &mut Table, node: &Node, last_position: &mut isize) {
    let mut inner: Vec<RankedTable<'_>> = Vec::new();
    for (key, item) in table.iter_mut() {
        // All kinds of components get the rank of `board`, so that components keep the order that they
        // have in the file.
        let ranked = if COMPONENTS.contains(&key.get()) { "board" } else { key.get() };
        let rank = node.rank(ranked).unwrap_or(usize::MAX);
        let key = key.get().to_owned();
        match item {
            Item::Table(table) => {
                inner.push(RankedTable { rank, position: first_position(table), key, table });
            }
            Item::ArrayOfTables(list) => inner.extend(list.iter_mut().map(|table| RankedTable {
                rank,
                position: first_position(table),
                key: key.clone(),
                table,
            })),
            _ => {}
        }
    }
    inner.sort_by_key(|ranked| (ranked.rank, ranked.position));
    for RankedTable { key, table, .. } in inner {
        if !table.is_dotted() {
            *last_position += 1;
            table.set_position(Some(*last_position));
        }
        order_tables(table, &node.at(&key), last_position);
    }
}

/// Formats the keys and values of a table and of its inner tables.
fn format_table(table: &mut Table, node: &Node) {
    table.sort_values_by(|key, _, other, _| {
        let rank = node.rank(key.get()).unwrap_or(usize::MAX);
        rank.cmp(&node.rank(other.get()).unwrap_or(usize::MAX))
    });
    let widest = aligned_width(table);
    let mut is_first = true;
    for (mut key, item) in table.iter_mut() {
        let inside = node.at(key.get());
        match item {
            Item::Value(value) => {
                let width = key.display_repr().chars().count();
                let decor = key.leaf_decor_mut();
                let leading = if is_first { LeadingBlank::Drop } else { LeadingBlank::Keep };
                let before = comments(raw(decor.prefix()), 0, leading);
                decor.set_prefix(before);
                decor.set_suffix(" ".repeat(widest.saturating_sub(width) + 1));
                let after = comment_after(raw(value.decor().suffix()));
                *value.decor_mut() = Decor::new(" ", after);
                format_value(value, &inside, 0);
                is_first = false;
            }
            Item::Table(inner) => {
                format_header(inner);
                format_table(inner, &inside);
            }
            Item::ArrayOfTables(list) => {
                for inner in list.iter_mut() {
                    format_header(inner);
                    format_table(inner, &inside);
                }
            }
            Item::None => {}
        }
    }
}

/// Returns the common width of the keys of a table, in characters. Shorter keys are padded to this
/// width, so that the `=` signs are aligned.
fn aligned_width(table: &Table) -> usize {
    let keys = table.iter().filter(|(_, item)| item.is_value()).filter_map(|(key, _)| table.key(key));
    let widths = keys.map(|key| key.display_repr().chars().count());
    widths.filter(|width| *width <= MAX_ALIGNED_KEY_LENGTH).max().unwrap_or(0)
}

/// Puts one blank line before a header. Keeps the comments of the header.
fn format_header(table: &mut Table) {
    if table.position().is_none() {
        return;
    }
    let before = comments(raw(table.decor().prefix()), 0, LeadingBlank::Drop);
    let after = comment_after(raw(table.decor().suffix()));
    *table.decor_mut() = Decor::new(format!("\n{before}"), after);
}

fn format_value(value: &mut Value, node: &Node, indent: usize) {
    match value {
        Value::Array(list) => format_list(list, node, indent),
        Value::InlineTable(table) => format_inline_table(table, node, indent),
        _ => {}
    }
}

/// Formats an inline table. A table with line breaks is left unchanged.
fn format_inline_table(table: &mut InlineTable, node: &Node, indent: usize) {
    if has_line_breaks(table) {
        return;
    }
    let last = table.len().saturating_sub(1);
    for (index, (mut key, value)) in table.iter_mut().enumerate() {
        let inside = node.at(key.get());
        // The user may have aligned the keys of inline tables on consecutive lines with spaces. These
        // spaces are kept.
        let typed_spaces = raw(key.leaf_decor().prefix()).len();
        let spaces = if index == 0 { 1 } else { typed_spaces.max(1) };
        *key.leaf_decor_mut() = Decor::new(" ".repeat(spaces), " ");
        *value.decor_mut() = Decor::new(" ", if index == last { " " } else { "" });
        format_value(value, &inside, indent);
    }
    table.set_trailing_comma(false);
    table.set_trailing("");
}

/// Returns whether an inline table has a line break between its keys and values.
fn has_line_breaks(table: &InlineTable) -> bool {
    let is_key_broken = |name| table.key(name).is_some_and(|key| is_broken(key.leaf_decor()));
    table.iter().any(|(name, value)| is_broken(value.decor()) || is_key_broken(name))
        || table.trailing().as_str().is_some_and(|text| text.contains('\n'))
}

fn is_broken(decor: &Decor) -> bool {
    raw(decor.prefix()).contains('\n') || raw(decor.suffix()).contains('\n')
}

/// Formats a list. Keeps the line breaks between its values.
fn format_list(list: &mut Array, node: &Node, indent: usize) {
    let inner_indent = " ".repeat(indent + 2);
    let last = list.len().saturating_sub(1);
    let mut end = list.trailing().as_str().unwrap_or_default().to_owned();
    for (index, value) in list.iter_mut().enumerate() {
        let typed_before = raw(value.decor().prefix());
        let typed_after = raw(value.decor().suffix());
        let before = match typed_before.contains('\n') {
            true => format!("{}{inner_indent}", lines_between(typed_before, indent + 2)),
            false if index == 0 => String::new(),
            false => " ".to_owned(),
        };
        let after = if index == last {
            // A comma is added after the last value. A comment on the same line must come after this
            // comma, so the comment is moved to `end`.
            end = format!("{typed_after}{end}");
            String::new()
        } else if typed_after.contains('#') {
            typed_after.to_owned()
        } else {
            String::new()
        };
        *value.decor_mut() = Decor::new(before, after);
        format_value(value, node, indent + 2);
    }
    let is_broken = end.contains('\n');
    list.set_trailing_comma(is_broken && !list.is_empty());
    list.set_trailing(match is_broken {
        true => format!("{}{}", lines_between(&end, indent + 2), " ".repeat(indent)),
        false => String::new(),
    });
}

/// Formats the text between two values of a list.
///
/// The text begins on the line of the first value, where it may contain a comment. After that, it may
/// contain whole lines of comments.
fn lines_between(text: &str, indent: usize) -> String {
    let (after, rest) = text.split_once('\n').unwrap_or((text, ""));
    format!("{}\n{}", comment_after(after), comments(rest, indent, LeadingBlank::Keep))
}

/// Formats a comment at the end of a line. Keeps the spaces before the comment, or writes two spaces if
/// there are fewer.
fn comment_after(text: &str) -> String {
    let trimmed = text.trim_end();
    let Some(start) = trimmed.find('#') else { return String::new() };
    format!("{}{}", " ".repeat(start.max(2)), &trimmed[start..])
}

/// Whether blank lines before the first comment are kept.
#[derive(Clone, Copy, PartialEq)]
enum LeadingBlank {
    /// One blank line stays.
    Keep,
    /// All blank lines are removed.
    Drop,
}

/// Formats lines with comments. All lines get the indent `indent`. Several blank lines between two
/// comments become one.
fn comments(text: &str, indent: usize, leading: LeadingBlank) -> String {
    let mut lines: Vec<&str> = text.split('\n').map(str::trim).collect();
    // The last line contains only the indent of the next item.
    lines.pop_if(|last| last.is_empty());
    let mut kept = String::new();
    let mut was_blank = false;
    for line in lines {
        if line.is_empty() {
            was_blank = leading == LeadingBlank::Keep || !kept.is_empty();
            continue;
        }
        let blank = if std::mem::take(&mut was_blank) { "\n" } else { "" };
        kept.push_str(&format!("{blank}{}{line}\n", " ".repeat(indent)));
    }
    kept + if was_blank { "\n" } else { "" }
}

/// Returns spaces and comments as the user typed them.
fn raw(text: Option<&RawString>) -> &str {
    text.and_then(RawString::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_before_comments_are_kept_or_dropped() {
        assert_eq!(comments("\n\n # a\n\n\n# b\n", 0, LeadingBlank::Keep), "\n# a\n\n# b\n");
        assert_eq!(comments("\n\n # a\n\n\n# b\n", 2, LeadingBlank::Drop), "  # a\n\n  # b\n");
        assert_eq!(comments("", 0, LeadingBlank::Keep), "");
    }

    #[test]
    fn a_comment_after_a_value_keeps_its_distance() {
        assert_eq!(comment_after("# a  "), "  # a");
        assert_eq!(comment_after("    # a"), "    # a");
        assert_eq!(comment_after("   "), "");
    }
}
