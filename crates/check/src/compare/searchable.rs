//! HX466: finds texts that look right on the page, but that searches and screen readers read as
//! other letters.
//!
//! - In: a page of the file, and the same page of the file that the layout makes.
//! - Out: faults for texts with the right outlines but other letters.

use std::collections::BTreeMap;

use super::on_page::OnPage;
use super::painted_items::SAME_PLACE_MM;
use crate::fault::{Fault, Findings, counted};
use hexpress_base::diag::{Severity, codes};
use hexpress_base::point_index::PointIndex;
use hexpress_read::{Item, ItemKind, Page, Text};

/// The largest number of differing texts that are reported for a page.
const MAX_REPORTED_TEXTS: usize = 3;
/// Two weights of letters count as equal if they differ by at most this. The weight of a text depends on
/// the shapes of its letters. It is a sum, and adding the same numbers in another order changes the sum
/// slightly.
const SAME_WEIGHT: f64 = 1e-6;

/// Compares a page with the page that the layout makes. Reports texts that look the same, but consist of
/// other letters.
pub fn other_letters(found: &Page, made: &Page, place: &OnPage<'_>) -> Vec<Fault> {
    let mut index = PointIndex::<2>::with_limit(SAME_PLACE_MM, 64);
    let wanted: Vec<&Text> = made.items.iter().filter_map(text).collect();
    for (at, text) in wanted.iter().enumerate() {
        index.insert([text.origin.x, text.origin.y], at);
    }
    let mut all: BTreeMap<(&str, &str), (&Item, usize)> = BTreeMap::new();
    for item in &found.items {
        let Some(own_text) = text(item) else { continue };
        let near = index.within(own_text.origin, SAME_PLACE_MM).filter_map(|at| wanted.get(at));
        let alike: Vec<&&Text> = near.filter(|other| is_alike(own_text, other)).collect();
        let Some(first) = alike.first().map(|other| other.string.as_str()) else { continue };
        if alike.iter().all(|other| letters(&other.string).ne(letters(&own_text.string))) {
            all.entry((&own_text.string, first)).or_insert((item, 0)).1 += 1;
        }
    }
    let more = all.len().saturating_sub(MAX_REPORTED_TEXTS);
    let mut findings = Findings::new(codes::NOT_SEARCHABLE, Severity::Warning);
    for ((is, should), (item, times)) in all.into_iter().take(MAX_REPORTED_TEXTS) {
        let mut message = format!("searches and screen readers find \"{is}\" where \"{should}\" is printed");
        if times > 1 {
            message.push_str(&format!(" ({times} times)"));
        }
        if more > 0 {
            let others = counted(more, "more text on this page is", "more texts on this page are");
            message.push_str(&format!("; {others} affected"));
        }
        let rect = text(item).map(|text| text.outline);
        let fault = findings.fault(message).at(place.file, place.page, rect).about(item.id.as_ref());
        fault.in_layout(place.layout_place_of(item.id.as_ref())).hint("build the file again from its layout");
    }
    findings.faults
}

fn text(item: &Item) -> Option<&Text> {
    match &item.kind {
        ItemKind::Text(text) => Some(text),
        _ => None,
    }
}

/// Returns the characters of a text without spaces.
fn letters(words: &str) -> impl Iterator<Item = char> {
    words.chars().filter(|c| !c.is_whitespace())
}

/// Returns whether two texts have the same outlines at the same place.
fn is_alike(one: &Text, other: &Text) -> bool {
    let (a, b) = (one.outline, other.outline);
    let sides = [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1];
    sides.iter().all(|far| far.abs() <= SAME_PLACE_MM)
        && (one.balance.weight - other.balance.weight).abs() < SAME_WEIGHT
}
