//! Rules of a layout about pieces: how many there are of a sort, that no two are the same, the texts on them, and their
//! backs.
//!
//! In go the fronts of components as they are found. Out come faults. Boards are judged in `counts`.

use crate::base::map::Map;
use crate::base::units::several;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::view::{Fronts, decks, fronts, is};
use crate::check::facts::cut::Cut;
use crate::check::facts::look::Edge;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{Facts, squeezed};
use crate::check::fault::{Findings, mm};
use crate::check::rules::text::label_count::times_printed;
use crate::model::constraints::{Alike, Stated};
use crate::model::template::Row;
use crate::read::Rgb;

/// Returns the words of a text, and the runs of letters and of digits in them, in lower case.
fn parts(text: &str) -> BTreeSet<String> {
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

/// Returns groups of pieces that look the same, as indexes in the list of all.
pub fn looks(fronts: &Fronts<'_>) -> Vec<Vec<usize>> {
    let mut order: Map<(u64, Vec<[u8; 3]>), Vec<Vec<usize>>> = Map::new();
    for (index, (_, piece)) in fronts.all.iter().enumerate() {
        let colours = piece.colours.iter().map(|&Rgb(rgb)| rgb).collect();
        let alike = order.entry((piece.shapes.what, colours)).or_default();
        match alike.iter_mut().find(|group| fronts.all[group[0]].1.shapes.same(&piece.shapes)) {
            Some(group) => group.push(index),
            None => alike.push(vec![index]),
        }
    }
    order.into_values().flatten().collect()
}

/// Whether a piece has a value in the rows of the layout: in `column`, or in any column if that is `None`.
fn has(fronts: &Fronts<'_>, piece: &FoundPiece, column: Option<&str>, value: &str) -> bool {
    let index = piece.number.unwrap_or(0).saturating_sub(1);
    let Some(row) = fronts.deck.piece(index) else { return false };
    let mut columns = fronts.deck.values.names().filter(|own| column.is_none_or(|column| column == *own));
    columns.any(|column| row.value(column).is_some_and(|own| own.to_string() == value))
}

/// Returns how many pieces bear one of some values: the pieces on which the value is printed, or, if there are none, those
/// that look like the layout's pieces of this value. Returns `None` if these cannot be distinguished from others.
pub fn bearing(fronts: &Fronts<'_>, names: &[Arc<str>], out: &mut Findings) -> Option<usize> {
    let mut bear: BTreeSet<usize> = BTreeSet::new();
    for name in names {
        let (column, value) = name.split_once(' ').map_or((None, &**name), |(c, value)| (Some(c), value));
        let lower = value.to_lowercase();
        let pieces = fronts.all.iter().enumerate();
        let labelled: Vec<usize> =
            pieces.filter(|(_, (_, piece))| parts(&piece.words).contains(&lower)).map(|(i, _)| i).collect();
        if !labelled.is_empty() {
            bear.extend(labelled);
            continue;
        }
        for group in looks(fronts) {
            let votes = group.iter().filter(|i| has(fronts, fronts.all[**i].1, column, value)).count();
            // The majority decides about pieces that differ from the rest by mistake.
            if votes * 3 > group.len() && votes * 3 < group.len() * 2 {
                let component = &fronts.component.name;
                let message = format!(
                    "rules of `{component}` are not judged: {name} looks the same as others on paper"
                );
                fronts.fault_of_all(out, message).warning().line(Some(fronts.component.place));
                return None;
            }
            if votes * 2 > group.len() {
                bear.extend(group);
            }
        }
    }
    Some(bear.len())
}

/// Checks that a component has as many pieces of a sort as the layout demands.
pub fn have(facts: &Facts<'_>, out: &mut Findings) {
    for (fronts, all) in decks(facts, out, |must| (!must.have.is_empty()).then_some(&must.have)) {
        let print = fronts.component.print as usize;
        for have in all {
            let every = have.names.iter().any(|name| &**name == "pieces");
            let n = if every { Some(fronts.all.len()) } else { bearing(&fronts, &have.names, out) };
            let Some(n) = n.map(|n| n * print) else { continue };
            if is(facts, &have.count, n, out) == Some(false) {
                let what = if every { String::new() } else { format!(" with {}", have.names.join(" or ")) };
                let component = &fronts.component.name;
                let message =
                    format!("`{component}` has {}{what}, and must have {}", several(n, "piece"), have.count);
                fronts.fault_of_all(out, message).line(Some(have.place));
            }
        }
    }
}

/// Checks that no two pieces are the same.
pub fn differ(facts: &Facts<'_>, out: &mut Findings) {
    for (fronts, alike) in decks(facts, out, |must| must.no_two_alike) {
        let bare = fronts.all.iter().all(|(_, piece)| piece.edges.iter().all(Edge::is_bare));
        if bare && alike != Alike::AsDrawn {
            let component = &fronts.component.name;
            out.not_judged(format!(
                "whether pieces of `{component}` are alike: nothing is seen at their edges"
            ));
            continue;
        }
        let (groups, how) = match alike {
            Alike::AsDrawn => (looks(&fronts), ""),
            Alike::Turned => (super::edges::alike(&fronts, false), " when it is turned"),
            Alike::Flipped => (super::edges::alike(&fronts, true), " when it is turned or flipped"),
        };
        for group in groups {
            let Some((first, others)) = group.split_first() else { continue };
            for other in others {
                let (a, b) = (fronts.all[*first], fronts.all[*other]);
                let [name, known] = [b, a].map(|(_, piece)| piece.name_or("a piece"));
                let message = format!("{name} is the same as {known}{how}");
                fronts.fault(out, b, message).line(Some(fronts.line(b.1, "edges")));
            }
        }
    }
}

/// Checks that the demanded texts are printed on every piece.
pub fn say(facts: &Facts<'_>, out: &mut Findings) {
    for (fronts, words) in decks(facts, out, |must| must.say.as_ref()) {
        for &(sheet, piece) in &fronts.all {
            let runs: Vec<String> = piece.words.split('\n').map(squeezed).collect();
            for word in words {
                if times_printed(&runs, &squeezed(word)) == 0 {
                    let message = format!("{} does not say \"{word}\"", piece.name_or("a piece"));
                    let fault = fronts.fault(out, (sheet, piece), message).line(Some(fronts.line(piece, "")));
                    let hint = format!("add an element that says so, or leave \"{word}\" out of `say`");
                    fault.cause(format!("does not say {word:?}")).hint(hint);
                }
            }
        }
    }
}

/// A piece, and its back.
#[derive(Clone, Copy)]
struct BothSides<'p> {
    component: &'p str,
    front: &'p FoundPiece,
    back: Option<&'p FoundPiece>,
}

impl BothSides<'_> {
    /// Whether two pieces look the same from behind.
    fn has_back_of(&self, other: &Self) -> bool {
        match self.back.zip(other.back) {
            Some((a, b)) => a.shapes.same(&b.shapes) && a.colours == b.colours,
            None => self.back.is_none() && other.back.is_none(),
        }
    }
}

/// Checks that pieces cannot be distinguished by their backs or their sizes.
pub fn same_back(facts: &Facts<'_>, out: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    let Some(Stated { value: names, place }) = &expected.game.constraints.same else { return };
    let mut first: Option<BothSides<'_>> = None;
    for name in names {
        let Some(fronts) = fronts(facts, name, out) else { continue };
        let Some((index, _)) = expected.component(name) else { continue };
        let pieces = facts.sheets_of(index).flat_map(|sheet| &sheet.pieces);
        let backs: Vec<_> = pieces.filter(|piece| piece.back && piece.id.is_some()).collect();
        for (i, &(sheet, piece)) in fronts.all.iter().enumerate() {
            let own = BothSides { component: name, front: piece, back: backs.get(i).copied() };
            let Some(first) = first else {
                first = Some(own);
                continue;
            };
            let (id, component) = (piece.name_or("a piece"), first.component);
            let size = size_difference(piece.cut.as_ref(), first.front.cut.as_ref(), facts.tolerance);
            if let Some(by) = size {
                let message =
                    format!("{id} is larger or smaller than the pieces of `{component}` by {}", mm(by));
                fronts.fault(out, (sheet, piece), message).line(Some(*place)).by(by);
            }
            if !own.has_back_of(&first) {
                let message = format!("{id} has another back than the pieces of `{component}`");
                fronts.fault(out, (sheet, piece), message).line(Some(*place));
            }
        }
    }
}

/// Returns by how much two outlines differ in size, in mm; `None` if that is within twice the tolerance.
fn size_difference(a: Option<&Cut>, b: Option<&Cut>, tolerance: f64) -> Option<f64> {
    let (a, b) = (a?.bounds(), b?.bounds());
    let by = (a.width() - b.width()).abs().max((a.height() - b.height()).abs());
    (by > 2.0 * tolerance).then_some(by)
}
