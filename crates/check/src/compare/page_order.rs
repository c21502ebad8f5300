//! Matches the pages of a file with the pages that its layout makes.
//!
//! - In: the pages of both files.
//! - Out: what happened to each page.
//! - Not here: comparing drawings.

use std::collections::BTreeSet;

use crate::facts::without_spaces;
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::{ItemKind, Page};

/// How a page of the file relates to the layout. Numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageFate {
    /// The page is at its expected position.
    Same { found: usize, made: usize },
    /// The page is at another position.
    Moved { found: usize, made: usize },
    /// The page is a copy of another page.
    Twice { found: usize, made: usize },
    /// The file has a page that the layout does not make.
    Added { found: usize },
    /// The layout makes a page that the file does not have.
    Missing { made: usize },
}

/// The content of a page: the names of its drawings and their texts.
///
/// If drawings have no names, another program wrote the page and may have split texts differently. The
/// content then consists of the single letters, each with its count.
type Content = BTreeSet<String>;

/// Two pages may correspond only if more than this fraction of their content is the same.
const MIN_SHARE: f64 = 0.3;

fn content(page: &Page, has_names: bool) -> Content {
    let texts = page.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Text(text) if !text.invisible => Some(without_spaces(&text.string)),
        _ => None,
    });
    if has_names {
        let names = page.items.iter().filter_map(|item| item.id.as_ref().map(ToString::to_string));
        return names.chain(texts).collect();
    }
    let mut counts: SortedMap<char, usize> = SortedMap::new();
    texts.collect::<String>().chars().for_each(|letter| *counts.entry(letter).or_default() += 1);
    counts.iter().flat_map(|(letter, count)| (0..*count).map(move |nth| format!("{letter}{nth}"))).collect()
}

/// Returns the fraction of their content that two pages have in common, from 0 to 1.
fn shared(a: &Content, b: &Content) -> f64 {
    let all = a.union(b).count();
    if all == 0 { 1.0 } else { a.intersection(b).count() as f64 / all as f64 }
}

/// Returns what happened to each page. The pages of `found` come first, in their order. The missing
/// pages follow.
pub fn fates(found: &[Page], made: &[Page]) -> Vec<PageFate> {
    let has_names = found.iter().flat_map(|page| &page.items).any(|item| item.id.is_some());
    let mut assignment = Assignment::new(
        found.iter().map(|page| content(page, has_names)).collect(),
        made.iter().map(|page| content(page, has_names)).collect(),
    );
    assignment.assign_equal();
    assignment.assign_similar();
    assignment.fates()
}

/// Says which page of the layout corresponds to each page of a file.
struct Assignment {
    /// The content of each page of the file.
    found: Vec<Content>,
    /// The content of each page that the layout makes.
    made: Vec<Content>,
    /// For each page of the file, the page of the layout that corresponds to it.
    pages: Vec<Option<usize>>,
    /// For each page of the file, the page of the layout with the same content. If `pages` has no entry
    /// for a page of the file, but `copies` has one, the page is a copy.
    copies: Vec<Option<usize>>,
}

impl Assignment {
    /// Returns an assignment in which no pages correspond to each other yet.
    fn new(found: Vec<Content>, made: Vec<Content>) -> Self {
        let count = found.len();
        Self { found, made, pages: vec![None; count], copies: vec![None; count] }
    }

    /// Returns whether the two pages with the index `index`, one in the file and one in the layout, have
    /// the same content.
    fn is_in_place(&self, index: usize) -> bool {
        self.found.get(index).zip(self.made.get(index)).is_some_and(|(found, made)| found == made)
    }

    /// Assigns pages with equal content to each other, beginning with pages that are at their expected
    /// position. If all pages of the layout with this content are already assigned, the page of the
    /// file is a copy.
    fn assign_equal(&mut self) {
        let mut free: SortedMap<&Content, Vec<usize>> = SortedMap::new();
        for (index, content) in self.made.iter().enumerate().rev() {
            if !self.is_in_place(index) {
                free.entry(content).or_default().push(index);
            }
        }
        let mut pages: Vec<Option<usize>> =
            (0..self.found.len()).map(|index| self.is_in_place(index).then_some(index)).collect();
        for (page, content) in pages.iter_mut().zip(&self.found).filter(|(page, _)| page.is_none()) {
            *page = free.get_mut(content).and_then(Vec::pop);
        }
        let taken: SortedMap<&Content, usize> =
            pages.iter().flatten().filter_map(|&made| Some((self.made.get(made)?, made))).collect();
        self.copies = self.found.iter().map(|content| taken.get(content).copied()).collect();
        self.pages = pages;
    }

    /// Assigns each remaining page of the file to the most similar page of the layout. If the page at
    /// the same position is similar enough, it is preferred. Each page of the layout is assigned only
    /// once.
    fn assign_similar(&mut self) {
        let mut free = self.missing();
        for index in 0..self.found.len() {
            if self.pages[index].is_some() || self.copies[index].is_some() {
                continue;
            }
            if let Some(made) = self.most_similar(index, &free) {
                free.remove(&made);
                self.pages[index] = Some(made);
            }
        }
    }

    fn most_similar(&self, index: usize, free: &BTreeSet<usize>) -> Option<usize> {
        let is_place_free = free.contains(&index);
        if is_place_free && self.share(index, index) > MIN_SHARE {
            return Some(index);
        }
        let best =
            free.iter().copied().max_by(|&a, &b| self.share(index, a).total_cmp(&self.share(index, b)));
        // If the file has as many pages as the layout makes, the page at this position may have
        // been replaced.
        let is_replaced = self.found.len() == self.made.len() && is_place_free;
        best.filter(|&made| self.share(index, made) > MIN_SHARE).or_else(|| is_replaced.then_some(index))
    }

    /// Returns the fraction of their content that a page of the file and a page of the layout have in
    /// common.
    fn share(&self, found: usize, made: usize) -> f64 {
        self.found.get(found).zip(self.made.get(made)).map_or(0.0, |(found, made)| shared(found, made))
    }

    /// Returns the pages of the layout that correspond to no page of the file.
    fn missing(&self) -> BTreeSet<usize> {
        (0..self.made.len()).filter(|made| !self.pages.contains(&Some(*made))).collect()
    }

    fn fates(&self) -> Vec<PageFate> {
        // If a page is missing or added, all later pages have other numbers. These later pages are
        // not reported as moved.
        let in_order = pages_in_order(&self.pages);
        let found = (0..self.found.len()).map(|found| match (self.pages[found], self.copies[found]) {
            (Some(made), _) if in_order.contains(&found) && !self.is_swapped(found, made) => {
                PageFate::Same { found, made }
            }
            (Some(made), _) => PageFate::Moved { found, made },
            (None, Some(made)) => PageFate::Twice { found, made },
            (None, None) => PageFate::Added { found },
        });
        found.chain(self.missing().into_iter().map(|made| PageFate::Missing { made })).collect()
    }

    /// Returns whether the page at position `found` and the page at position `made` were swapped.
    fn is_swapped(&self, found: usize, made: usize) -> bool {
        made != found && self.pages.get(made) == Some(&Some(found))
    }
}

/// Returns the pages of the file that are in the order of the layout. Usually, these are the pages at
/// their expected positions. If most pages are at other positions, returns the longest list of pages
/// whose numbers in the layout ascend.
fn pages_in_order(pages: &[Option<usize>]) -> BTreeSet<usize> {
    let in_place: BTreeSet<usize> = pages
        .iter()
        .enumerate()
        .filter(|(index, made)| **made == Some(*index))
        .map(|(index, _)| index)
        .collect();
    if in_place.len() * 2 > pages.iter().flatten().count() {
        return in_place;
    }
    // This finds the longest ascending sequence. For each length, `ends` contains the page at which an
    // ascending sequence of this length ends. If there are several such pages, `ends` contains the
    // page with the lowest number in the layout.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; pages.len()];
    for (index, made) in pages.iter().enumerate().filter(|(_, made)| made.is_some()) {
        let length = ends.partition_point(|&end| pages[end] < *made);
        before[index] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    std::iter::successors(ends.last().copied(), |&index| before[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::pages_in_order;

    #[test]
    fn the_longest_sequence_of_pages_is_in_order() {
        let of = |pages: &[usize]| pages_in_order(&pages.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(of(&[0, 1, 2]).len(), 3);
        // Two swapped pages count as two moved pages.
        assert_eq!(of(&[0, 2, 1, 3, 4]), [0, 3, 4].into());
        // If the first page is missing, all other pages are still in order.
        assert_eq!(of(&[1, 2, 3, 4]).len(), 4);
        assert_eq!(of(&[4, 1, 2, 3]), [1, 2, 3].into());
        assert!(of(&[]).is_empty());
    }
}
