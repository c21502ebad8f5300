//! Groups pieces that look the same on paper.
//!
//! - In: the fronts of a component, as found on the pages.
//! - Out: groups of pieces that look the same, and the number of pieces with a certain value. Also a
//!   warning if pieces with and without a value look the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::piece_fronts::Fronts;
use crate::facts::pieces::FoundPiece;
use crate::fault::Findings;
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::Rgb;
use hexpress_template::Row;

/// Returns groups of pieces that look the same. A group contains the indices of its pieces in the list
/// of fronts.
pub fn same_looks(fronts: &Fronts<'_>) -> Vec<Vec<usize>> {
    let mut order: SortedMap<(u64, Vec<[u8; 3]>), Vec<Vec<usize>>> = SortedMap::new();
    for (index, (_, piece)) in fronts.all.iter().enumerate() {
        let colours = piece.colours.iter().map(|&Rgb(rgb)| rgb).collect();
        let alike = order.entry((piece.shapes.content_hash, colours)).or_default();
        match alike.iter_mut().find(|group| fronts.all[group[0]].1.shapes.looks_same_as(&piece.shapes)) {
            Some(group) => group.push(index),
            None => alike.push(vec![index]),
        }
    }
    order.into_values().flatten().collect()
}

/// Returns the number of pieces that have at least one of several values. Each of `names` is a value,
/// such as `gold`, or a column and a value, such as `metal gold`.
///
/// If a value is printed as text on any piece, counts the pieces with this text. Otherwise, looks
/// for the pieces that have the value in the layout, and counts all pieces that look like them.
/// Returns `None` if pieces with and without the value look the same.
pub fn count_bearing(fronts: &Fronts<'_>, names: &[Arc<str>], findings: &mut Findings) -> Option<usize> {
    let mut bearing: BTreeSet<usize> = BTreeSet::new();
    for name in names {
        let (column, value) = name.split_once(' ').map_or((None, &**name), |(c, value)| (Some(c), value));
        let lower = value.to_lowercase();
        let pieces = fronts.all.iter().enumerate();
        let labelled: Vec<usize> = pieces
            .filter(|(_, (_, piece))| words_and_parts(&piece.words).contains(&lower))
            .map(|(i, _)| i)
            .collect();
        if !labelled.is_empty() {
            bearing.extend(labelled);
            continue;
        }
        for group in same_looks(fronts) {
            let votes = group.iter().filter(|i| row_has(fronts, fronts.all[**i].1, column, value)).count();
            // Usually, nearly all pieces of a group have the value in the layout, or nearly none. The
            // others may be drawn wrongly, so the group is counted as a whole. In this group, between a
            // third and two thirds have the value. So it is unclear whether to count the group.
            if votes * 3 > group.len() && votes * 3 < group.len() * 2 {
                let component = &fronts.component.name;
                let message = format!(
                    "rules of `{component}` are not judged: pieces with and without `{name}` look the same"
                );
                fronts.fault_of_all(findings, message).warning().in_layout(Some(fronts.component.place));
                return None;
            }
            if votes * 2 > group.len() {
                bearing.extend(group);
            }
        }
    }
    Some(bearing.len())
}

/// Returns the words of a text in lower case, and the parts of each word that consist only of letters
/// or only of digits. For `2W`, these are `2w`, `2` and `w`.
fn words_and_parts(text: &str) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c: char| c.is_numeric() != first.is_numeric()).unwrap_or(rest.len());
            parts.insert(rest[..end].to_lowercase());
            rest = &rest[end..];
        }
        parts.insert(word.to_lowercase());
    }
    parts
}

/// Returns whether the row of a piece has the value `value` in the column `column`. If `column` is
/// `None`, the value may be in any column.
fn row_has(fronts: &Fronts<'_>, piece: &FoundPiece, column: Option<&str>, value: &str) -> bool {
    let index = piece.number.unwrap_or(0).saturating_sub(1);
    let Some(row) = fronts.deck.piece(index) else { return false };
    let mut columns = fronts.deck.values.names().filter(|name| column.is_none_or(|column| column == *name));
    columns.any(|column| row.value(column).is_some_and(|found| found.to_string() == value))
}
