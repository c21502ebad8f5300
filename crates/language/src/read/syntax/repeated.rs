//! Finds keys that are in a table twice, and components without a header.
//!
//! If the header of a component is missing, its keys seem to belong to the component above, and to
//! repeat the keys there.
//!
//! - In: the text of a layout, and the lines in which the parser found a repeated key.
//! - Out: a mistake for each run of lines that belongs to a component without a header, and hints for
//!   single keys.
//! - Not here: reporting single keys.

use std::ops::Range;

use super::parser_error::is_bare;
use crate::COMPONENTS;
use hexpress_base::diag::{Diagnostic, FileId, SourceSpan, codes};
use hexpress_base::units::count_with_noun;

/// The least number of repeated keys in a block. Fewer repeated keys are reported one by one.
const MIN_REPEATED_KEYS: usize = 2;

/// The last lines below the header of a component. These lines belong to another component, whose
/// header is missing.
pub(super) struct Block<'t> {
    component: &'t str,
    /// The first key that is repeated.
    first: Key<'t>,
    /// The earlier key with the same name as `first`, in the same component.
    earlier: Key<'t>,
    /// The number of keys that are repeated.
    count: usize,
    /// The lines of the block, counted from 0.
    pub(super) lines: Range<usize>,
}

/// A key at the start of a line.
#[derive(Clone, Copy)]
struct Key<'t> {
    name: &'t str,
    /// The line, counted from 0.
    line: usize,
    /// The byte offset of the key in the file.
    start: usize,
}

impl Key<'_> {
    fn place(&self, file: FileId) -> SourceSpan {
        SourceSpan::new(file, self.start..self.start + self.name.len())
    }
}

struct Line<'t> {
    /// The byte offset of the line in the file.
    start: usize,
    text: &'t str,
}

fn split_lines(text: &str) -> Vec<Line<'_>> {
    let mut end = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let start = end;
            end += line.len();
            Line { start, text: line }
        })
        .collect()
}

/// Finds all blocks in a text. `repeated` contains the lines in which the parser found a repeated key,
/// counted from 0.
pub(super) fn blocks<'t>(text: &'t str, repeated: &[usize]) -> Vec<Block<'t>> {
    let mut found = Vec::new();
    let lines = split_lines(text);
    let headers: Vec<usize> = (0..lines.len()).filter(|number| is_header(lines[*number].text)).collect();
    for (index, header) in headers.iter().enumerate() {
        let end = headers.get(index + 1).copied().unwrap_or(lines.len());
        let Some(component) = component_of_header(lines[*header].text) else { continue };
        let keys: Vec<Key<'t>> =
            (header + 1..end).filter_map(|number| key_at_start(&lines[number], number)).collect();
        found.extend(block(component, &keys, repeated, end));
    }
    found
}

/// Returns the component of a header such as `[[cards]]`. Returns `None` for any other line.
fn component_of_header(line: &str) -> Option<&'static str> {
    let name = line.strip_prefix("[[")?.split("]]").next()?.trim();
    COMPONENTS.into_iter().find(|component| *component == name)
}

/// Returns the block in the last lines of a component. `end` is the line after the component.
///
/// The block begins at the first repeated key. Returns `None` if the block repeats fewer than
/// [`MIN_REPEATED_KEYS`] keys, or if the block itself contains a key twice.
fn block<'t>(component: &'t str, keys: &[Key<'t>], repeated: &[usize], end: usize) -> Option<Block<'t>> {
    let start = keys.iter().position(|key| repeated.contains(&key.line))?;
    let (above, block) = keys.split_at(start);
    let first = *block.first()?;
    let earlier = *above.iter().find(|key| key.name == first.name)?;
    let count = block.iter().filter(|key| has_key(above, key.name)).count();
    let has_twins = (1..block.len()).any(|index| has_key(&block[index..], block[index - 1].name));
    (count >= MIN_REPEATED_KEYS && !has_twins).then_some(Block {
        component,
        first,
        earlier,
        count,
        lines: first.line..end,
    })
}

fn has_key(keys: &[Key<'_>], name: &str) -> bool {
    keys.iter().any(|key| key.name == name)
}

impl Block<'_> {
    /// Returns the mistake for the block. Its place is the first repeated key.
    pub(super) fn mistake(&self, file: FileId) -> Diagnostic {
        let Self { component, first, earlier, count, .. } = self;
        let more = count_with_noun(count - 1, "more key");
        codes::SYNTAX
            .error(format!("`{}` and {more} are repeated: the line [[{component}]] is missing", first.name))
            .hint(format!("write [[{component}]] above line {}", first.line + 1))
            .at(first.place(file))
            .related_place(earlier.place(file), "first used here, in the component above")
    }
}

fn is_header(line: &str) -> bool {
    line.starts_with('[') && line.contains(']') && !line.contains('=')
}

/// Returns the key at the beginning of a line. Returns `None` for a line inside a list, because such a
/// line is indented or begins with a bracket.
fn key_at_start<'t>(line: &Line<'t>, number: usize) -> Option<Key<'t>> {
    let name = line.text.split_once('=')?.0.trim_end();
    let is_key = !name.is_empty() && name.chars().all(is_bare);
    is_key.then_some(Key { name, line: number, start: line.start })
}

/// Returns the correction for a line with a key or a header that already occurs further up.
pub(super) fn hint(text: &str, line: usize) -> String {
    let above: Vec<&str> = text.lines().take(line).collect();
    let typed = text.lines().nth(line).unwrap_or_default().trim();
    repeated_header(&above, typed)
        .or_else(|| key_and_header(&above, typed))
        .or_else(|| repeated_key(&above, typed))
        .unwrap_or_else(|| "use each key only once in a table".to_owned())
}

/// Recognises `[game]` below another `[game]`.
fn repeated_header(above: &[&str], typed: &str) -> Option<String> {
    let first = above.iter().position(|line| typed.starts_with('[') && line.trim() == typed)?;
    let name = typed.trim_matches(['[', ']']);
    Some(match COMPONENTS.contains(&name) {
        true => format!("write [[{name}]] with double brackets: a layout may have several of them"),
        false => {
            format!("move the keys below this line into the table that starts in line {}", first + 1)
        }
    })
}

/// Recognises a header such as `[board.cells]` below a board that has the key `cells`.
fn key_and_header(above: &[&str], typed: &str) -> Option<String> {
    let header = typed.strip_prefix('[')?.strip_suffix(']')?;
    let (outer, inner) = header.trim().rsplit_once('.')?;
    let start = above.iter().rposition(|line| line.trim().trim_matches(['[', ']']).trim() == outer);
    let first = first_with_key(above, start.unwrap_or(0), inner)?;
    let advice = match (outer, inner) {
        ("board", "cells") => "; describe single cells below [board.at]",
        _ => ": delete one of them",
    };
    Some(format!("line {} already sets `{inner}` in [[{outer}]]{advice}", first + 1))
}

/// Recognises `copies = 2` below another `copies`.
fn repeated_key(above: &[&str], typed: &str) -> Option<String> {
    let table = above.iter().rposition(|line| line.trim_start().starts_with('[')).unwrap_or(0);
    let first = first_with_key(above, table, key_before_equals(typed)?)?;
    Some(format!("line {} already has this key: delete one of them, or combine their values", first + 1))
}

/// Returns the index of the first line with the key `key`, from the line `start` on. Returns `None` if
/// no line has this key.
fn first_with_key(lines: &[&str], start: usize, key: &str) -> Option<usize> {
    (start..lines.len()).find(|number| key_before_equals(lines[*number]) == Some(key))
}

fn key_before_equals(line: &str) -> Option<&str> {
    line.split_once('=').map(|(key, _)| key.trim())
}
