//! Computes the place of each sheet of a poster from its seams.
//!
//! - In: the sheets with their seams.
//! - Out: the place of each sheet on the whole poster, and how much the two drawings of each seam
//!   differ. Also the seams that are not on exactly two sheets.
//! - Not here: drawings that are not seams.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use kurbo::{Rect, Vec2};

use super::part::Seam;
use super::{OpenSeam, PlacedSheet, SeamDifference};
use crate::facts::sheet::FoundSheet;

/// The sheets of a poster, placed by their seams.
pub struct PlacedBySeams {
    pub sheets: Vec<PlacedSheet>,
    pub open_seams: Vec<OpenSeam>,
    /// The differences between the two drawings of each seam.
    pub differences: Vec<SeamDifference>,
}

impl PlacedBySeams {
    /// Computes the places of the sheets with these indices. The shift of the first sheet is 0. From
    /// each sheet whose place is known, the search goes across its seams to the neighbouring sheets.
    pub fn new(sheets: &[FoundSheet], indexes: &[usize]) -> Self {
        let mut sharing: BTreeMap<&Arc<str>, Vec<usize>> = BTreeMap::new();
        for &index in indexes {
            sheets[index].seams().for_each(|(name, _)| sharing.entry(name).or_default().push(index));
        }
        let open_seams =
            sharing.iter().filter(|(_, sheets)| sheets.len() != 2).filter_map(|(name, sheets)| {
                Some(OpenSeam { sheet: *sheets.first()?, name: Arc::clone(name), count: sheets.len() })
            });
        let open_seams = open_seams.collect();
        let mut differences = Vec::new();
        let first = indexes.first().copied();
        let mut shifts: BTreeMap<usize, Vec2> = first.map(|index| (index, Vec2::ZERO)).into_iter().collect();
        let mut queue: VecDeque<usize> = first.into_iter().collect();
        while let Some(index) = queue.pop_front() {
            let shift = shifts.get(&index).copied().unwrap_or_default();
            for (name, own_seam) in sheets[index].seams() {
                for &other in sharing.get(name).into_iter().flatten().filter(|other| **other != index) {
                    let Some(theirs) = sheets[other].poster_part().and_then(|part| part.seams.get(name))
                    else {
                        continue;
                    };
                    let (Some(a), Some(b)) = (own_seam.corners.first(), theirs.corners.first()) else {
                        continue;
                    };
                    let other_shift = shift + (*a - *b);
                    let distance_at_seam = largest_distance(own_seam, shift, theirs, other_shift);
                    // If the other sheet already has a place, it must agree with the place that follows
                    // from this seam.
                    let distance = shifts.get(&other).map_or(distance_at_seam, |known| {
                        distance_at_seam.max((other_shift - *known).hypot())
                    });
                    if let Entry::Vacant(free) = shifts.entry(other) {
                        free.insert(other_shift);
                        queue.push_back(other);
                    }
                    if index < other {
                        let (rect, id) = (Rect::from_points(*b, *b), Arc::clone(&theirs.id));
                        differences.push(SeamDifference { sheet: other, rect, id, distance });
                    }
                }
            }
        }
        let placed = indexes.iter().map(|&index| PlacedSheet { index, shift: shifts.get(&index).copied() });
        Self { sheets: placed.collect(), open_seams, differences }
    }
}

/// Returns the largest distance between corresponding corners of the two drawings of a seam, in mm.
/// `shift` and `other_shift` are the shifts of the two sheets.
///
/// The distance is infinite if the drawings have different numbers of corners.
fn largest_distance(own_seam: &Seam, shift: Vec2, theirs: &Seam, other_shift: Vec2) -> f64 {
    if own_seam.corners.len() != theirs.corners.len() {
        return f64::INFINITY;
    }
    let pairs = own_seam.corners.iter().zip(&theirs.corners);
    pairs.map(|(p, q)| ((*p + shift) - (*q + other_shift)).hypot()).fold(0.0, f64::max)
}
