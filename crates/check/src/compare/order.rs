//! Which page of a file is which of the pages that its layout makes.

use crate::base::map::Map;
use std::collections::BTreeSet;

use crate::check::facts::squeezed;
use crate::read::{ItemKind, Page};

/// What became of a page; numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// It is where it should be.
    Same { found: usize, made: usize },
    /// It is there, at another place.
    Moved { found: usize, made: usize },
    /// It is one that is there already.
    Twice { found: usize, made: usize },
    /// It is of no layout.
    Added { found: usize },
    /// It is not there.
    Missing { made: usize },
}

/// What a page shows: the names and the words of its drawings; without names, how often each letter stands on it: other
/// programs part words into other runs.
fn shows(page: &Page, named: bool) -> BTreeSet<String> {
    let words = page.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Text(text) if !text.invisible => Some(squeezed(&text.string)),
        _ => None,
    });
    if named {
        let names = page.items.iter().filter_map(|item| item.id.as_ref().map(ToString::to_string));
        return names.chain(words).collect();
    }
    let mut counts: Map<char, usize> = Map::new();
    words.collect::<String>().chars().for_each(|letter| *counts.entry(letter).or_default() += 1);
    counts.iter().flat_map(|(letter, count)| (0..*count).map(move |nth| format!("{letter}{nth}"))).collect()
}

/// How much of what two pages show is the same, from 0 to 1.
fn alike(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let all = a.union(b).count();
    if all == 0 { 1.0 } else { a.intersection(b).count() as f64 / all as f64 }
}

/// Finds out what became of each page.
pub fn turns(found: &[Page], made: &[Page]) -> Vec<Turn> {
    let named = found.iter().flat_map(|page| &page.items).any(|item| item.id.is_some());
    let all = |pages: &[Page]| pages.iter().map(|page| shows(page, named)).collect();
    let (there, wanted): (Vec<_>, Vec<_>) = (all(found), all(made));
    let is_home = |at: usize| match (there.get(at), wanted.get(at)) {
        (Some(there), Some(wanted)) => there == wanted,
        _ => false,
    };
    // What shows the same is the same page, first of all where it should be.
    let mut homes: Map<&BTreeSet<String>, Vec<usize>> = Map::new();
    for (index, shows) in wanted.iter().enumerate().filter(|(index, _)| !is_home(*index)).rev() {
        homes.entry(shows).or_default().push(index);
    }
    let mut of: Vec<Option<usize>> = (0..found.len()).map(|at| is_home(at).then_some(at)).collect();
    for (at, of) in of.iter_mut().enumerate().filter(|(_, of)| of.is_none()) {
        *of = there.get(at).and_then(|shows| homes.get_mut(shows)?.pop());
    }
    let taken: Map<&BTreeSet<String>, usize> =
        of.iter().flatten().filter_map(|&made| Some((wanted.get(made)?, made))).collect();
    let twice = |found: usize| there.get(found).and_then(|shows| taken.get(shows)).copied();
    let mut free: BTreeSet<usize> = (0..made.len()).filter(|made| !of.contains(&Some(*made))).collect();
    // The others by what they share, first of all with the page at their place.
    for (at, of) in of.iter_mut().enumerate().filter(|(at, of)| of.is_none() && twice(*at).is_none()) {
        let close = |made: usize| Some((made, alike(there.get(at)?, wanted.get(made)?)));
        let here = free.contains(&at).then(|| close(at)).flatten().filter(|(_, share)| *share > 0.3);
        let best =
            here.or_else(|| free.iter().filter_map(|&made| close(made)).max_by(|a, b| a.1.total_cmp(&b.1)));
        let best = best.filter(|(_, share)| *share > 0.3).map(|(made, _)| made);
        // A file of as many pages has one in place of another.
        let best = best.or_else(|| (found.len() == made.len() && free.contains(&at)).then_some(at));
        if let Some(made) = best {
            free.remove(&made);
            *of = Some(made);
        }
    }
    // A page that is missing or added moves all behind it, which is no fault of theirs.
    let rising = rising(&of);
    // Of two that changed places, each is where the other should be.
    let is_swapped = |found: usize, made: usize| made != found && of.get(made) == Some(&Some(found));
    let turn = |(found, made): (usize, &Option<usize>)| match *made {
        Some(made) if rising.contains(&found) && !is_swapped(found, made) => Turn::Same { found, made },
        Some(made) => Turn::Moved { found, made },
        None => match twice(found) {
            Some(made) => Turn::Twice { found, made },
            None => Turn::Added { found },
        },
    };
    let turns = of.iter().enumerate().map(turn);
    turns.chain(free.into_iter().map(|made| Turn::Missing { made })).collect()
}

/// The pages that are in order, as many as there can be.
fn rising(of: &[Option<usize>]) -> BTreeSet<usize> {
    let in_place: BTreeSet<usize> =
        of.iter().enumerate().filter(|(at, of)| **of == Some(*at)).map(|(at, _)| at).collect();
    if in_place.len() * 2 > of.iter().flatten().count() {
        return in_place;
    }
    // The longest rising sequence: for each length, the page that ends one with the lowest number.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), vec![None; of.len()]);
    for (at, made) in of.iter().enumerate().filter(|(_, made)| made.is_some()) {
        let length = ends.partition_point(|&end| of[end] < *made);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    std::iter::successors(ends.last().copied(), |&at| before[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::rising;

    #[test]
    fn as_many_pages_as_can_be_are_in_order() {
        let of = |pages: &[usize]| rising(&pages.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(of(&[0, 1, 2]).len(), 3);
        // Two that changed places moved, both of them.
        assert_eq!(of(&[0, 2, 1, 3, 4]), [0, 3, 4].into());
        // The first is gone: all behind it are in order.
        assert_eq!(of(&[1, 2, 3, 4]).len(), 4);
        assert_eq!(of(&[4, 1, 2, 3]), [1, 2, 3].into());
        assert!(of(&[]).is_empty());
    }
}
