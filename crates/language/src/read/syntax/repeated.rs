//! Keys that repeat in a `[[…]]` table because the header of a second component is missing above them.
//!
//! The text of a layout goes in, with the lines in which the parser found a repeated key. One mistake comes out for each
//! block of such lines. A single repeated key is a slip, and not the subject here.

use std::ops::Range;

use crate::base::units::several;
use crate::diag::{Diagnostic, FileId, Place, codes};
use crate::spec::COMPONENTS;

/// A block of keys that begins a second component without a header.
pub struct Block<'t> {
    component: &'t str,
    /// The first key that repeats.
    first: Key<'t>,
    /// The same key further up.
    earlier: Key<'t>,
    /// The number of keys that repeat.
    count: usize,
    /// The lines of the block, counted from 0.
    pub lines: Range<usize>,
}

/// A key at the start of a line.
#[derive(Clone, Copy)]
struct Key<'t> {
    name: &'t str,
    line: usize,
    /// The byte at which it begins.
    at: usize,
}

/// The fewest repeated keys that are a second component.
const FEWEST: usize = 2;

/// Returns the blocks of a text, if `repeated` are the lines of repeated keys.
pub fn blocks<'t>(text: &'t str, repeated: &[usize]) -> Vec<Block<'t>> {
    let mut found = Vec::new();
    let mut at = 0;
    let lines: Vec<(usize, &str)> = text
        .split_inclusive('\n')
        .map(|line| {
            at += line.len();
            (at - line.len(), line)
        })
        .collect();
    let headers: Vec<usize> = (0..lines.len()).filter(|line| is_header(lines[*line].1)).collect();
    for (index, header) in headers.iter().enumerate() {
        let end = headers.get(index + 1).copied().unwrap_or(lines.len());
        let name = lines[*header].1.trim().trim_start_matches("[[").split("]]").next().unwrap_or_default();
        let is_list = lines[*header].1.starts_with("[[");
        if let Some(component) = COMPONENTS.iter().find(|component| is_list && **component == name.trim()) {
            let keys: Vec<Key<'t>> =
                (header + 1..end).filter_map(|line| key(lines[line].1, line, lines[line].0)).collect();
            found.extend(block(component, &keys, repeated, end));
        }
    }
    found
}

/// Returns the block at the end of a component, if every key that repeats is in it, and no key is twice within it.
fn block<'t>(component: &'t str, keys: &[Key<'t>], repeated: &[usize], end: usize) -> Option<Block<'t>> {
    let start = keys.iter().position(|key| repeated.contains(&key.line))?;
    let (above, block) = keys.split_at(start);
    let first = *block.first()?;
    let earlier = above.iter().find(|key| key.name == first.name)?;
    let is_above = |key: &&Key<'_>| above.iter().any(|other| other.name == key.name);
    let count = block.iter().filter(is_above).count();
    let is_twice = |key: &Key<'_>| block.iter().filter(|other| other.name == key.name).count() > 1;
    (count >= FEWEST && !block.iter().any(is_twice)).then_some(Block {
        component,
        first,
        earlier: *earlier,
        count,
        lines: first.line..end,
    })
}

impl Block<'_> {
    /// Returns the mistake, at the first key that repeats.
    pub fn mistake(&self, file: FileId) -> Diagnostic {
        let Self { component, first, earlier, count, .. } = self;
        let more = several(count - 1, "more key");
        let place = |key: &Key<'_>| Place::new(file, key.at..key.at + key.name.len());
        codes::SYNTAX
            .error(format!(
                "`{}` and {more} stand a second time: the line [[{component}]] is missing above them",
                first.name
            ))
            .hint(format!("write [[{component}]] above line {}", first.line + 1))
            .at(place(first))
            .also(place(earlier), "the component above has it here")
    }
}

/// Whether a line is the header of a table.
fn is_header(line: &str) -> bool {
    line.starts_with('[') && line.contains(']') && !line.contains('=')
}

/// Returns the key that a line begins with. Lines of a list are indented, or begin with a bracket.
fn key(text: &str, line: usize, at: usize) -> Option<Key<'_>> {
    let name = text.split_once('=')?.0.trim_end();
    let is_key = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    is_key.then_some(Key { name, line, at })
}
