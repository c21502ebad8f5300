//! Pieces: how many there are of each sort, that no two are the same, what they say, and what they look like from
//! behind.

use crate::base::map::Map;
use crate::base::units::several;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::view::{Fronts, decks, fronts, is};
use crate::check::facts::cut::Cut;
use crate::check::facts::look::Edge;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{Facts, FoundSheet, squeezed};
use crate::check::fault::{Findings, mm};
use crate::check::rules::text::label_count::times_printed;
use crate::model::constraints::{Alike, Stated};
use crate::model::template::Row;
use crate::read::Rgb;

/// The parts of a text: runs of letters, runs of figures.
fn parts(text: &str) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let other = |c: char| c.is_numeric() != first.is_numeric();
            let end = rest.find(other).unwrap_or(rest.len());
            parts.insert(rest[..end].to_lowercase());
            rest = &rest[end..];
        }
        parts.insert(word.to_lowercase());
    }
    parts
}

/// Pieces that look the same, as places in the list of all.
pub fn looks(fronts: &Fronts<'_>) -> Vec<Vec<usize>> {
    let key = |rgb: &[Rgb]| rgb.iter().map(|c| c.0).collect::<Vec<_>>();
    let mut order: Map<(u64, Vec<[u8; 3]>), Vec<Vec<usize>>> = Map::new();
    for (index, (_, piece)) in fronts.all.iter().enumerate() {
        let alike = order.entry((piece.shapes.what, key(&piece.colours))).or_default();
        match alike.iter_mut().find(|group| fronts.all[group[0]].1.shapes.same(&piece.shapes)) {
            Some(group) => group.push(index),
            None => alike.push(vec![index]),
        }
    }
    order.into_values().flatten().collect()
}

/// Whether a piece has this value in the rows of the layout, in this column or in any.
fn has(fronts: &Fronts<'_>, piece: &FoundPiece, column: Option<&str>, value: &str) -> bool {
    let index = piece.number.unwrap_or(0).saturating_sub(1);
    let Some(row) = fronts.deck.piece(index) else { return false };
    let mut columns = fronts.deck.values.names().filter(|own| column.is_none_or(|column| column == *own));
    columns.any(|column| row.value(column).is_some_and(|own| own.to_string() == value))
}

/// How many pieces bear one of these values: the pieces that say the word, or, where none does, those that look as
/// the layout's pieces of this value look. None where that cannot be seen.
pub fn bearing(fronts: &Fronts<'_>, names: &[Arc<str>], out: &mut Findings) -> Option<usize> {
    let mut bear: BTreeSet<usize> = BTreeSet::new();
    for name in names {
        let (column, value) = name.split_once(' ').map_or((None, &**name), |(c, value)| (Some(c), value));
        let lower = value.to_lowercase();
        let says = |piece: &FoundPiece| parts(&piece.words).contains(&lower);
        let say: Vec<usize> = (0..fronts.all.len()).filter(|&i| says(fronts.all[i].1)).collect();
        if !say.is_empty() {
            bear.extend(say);
            continue;
        }
        for group in looks(fronts) {
            let of = |i: &usize| has(fronts, fronts.all[*i].1, column, value);
            let votes = group.iter().filter(|i| of(i)).count();
            // Some that differ from the rest by mistake are told by the majority.
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

/// So many pieces as the layout says.
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

/// No two pieces are the same.
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
                let name = |piece: &FoundPiece| piece.name_or("a piece");
                let message = format!("{} is the same as {}{how}", name(b.1), name(a.1));
                fronts.fault(out, b, message).line(Some(fronts.line(b.1, "edges")));
            }
        }
    }
}

/// Words stand on every piece.
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

/// Pieces cannot be told apart from behind, nor by their size.
pub fn same_back(facts: &Facts<'_>, out: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    let Some(Stated { what: names, place }) = &expected.game.constraints.same else { return };
    let mut first: Option<(&Arc<str>, &FoundSheet, &FoundPiece, Option<&FoundPiece>)> = None;
    for name in names {
        let Some(fronts) = fronts(facts, name, out) else { continue };
        let Some((index, _)) = expected.component(name) else { continue };
        let pieces = facts.sheets_of(index).flat_map(|sheet| &sheet.pieces);
        let backs: Vec<_> = pieces.filter(|piece| piece.back && piece.id.is_some()).collect();
        for (i, &(sheet, piece)) in fronts.all.iter().enumerate() {
            let back = backs.get(i).copied();
            let Some((of, _, other, other_back)) = first else {
                first = Some((name, sheet, piece, back));
                continue;
            };
            let id = piece.name_or("a piece");
            if let Some(by) = unlike(piece.cut.as_ref(), other.cut.as_ref(), facts.tolerance) {
                let message = format!("{id} is larger or smaller than the pieces of `{of}` by {}", mm(by));
                fronts.fault(out, (sheet, piece), message).line(Some(*place)).by(by);
            }
            let same = match back.zip(other_back) {
                Some((a, b)) => a.shapes.same(&b.shapes) && a.colours == b.colours,
                None => back.is_none() && other_back.is_none(),
            };
            if !same {
                let message = format!("{id} has another back than the pieces of `{of}`");
                fronts.fault(out, (sheet, piece), message).line(Some(*place));
            }
        }
    }
}

/// By how much two outlines differ in size, in mm; none where that is little.
fn unlike(a: Option<&Cut>, b: Option<&Cut>, tolerance: f64) -> Option<f64> {
    let (a, b) = (a?.bounds(), b?.bounds());
    let by = (a.width() - b.width()).abs().max((a.height() - b.height()).abs());
    (by > 2.0 * tolerance).then_some(by)
}
