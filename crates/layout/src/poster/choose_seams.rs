//! Chooses the seams of a poster along one axis.
//!
//! - In: the possible seams of a picture.
//! - Out: the cheapest choice whose parts all fit on a sheet. The first aim is to cut no text, the
//!   second to cut no cell, and the third to make parts of similar size.
//!
//! The module `possible_seams` decides where seams can run.

use super::interval_index::Interval;
use super::possible_seams::SeamFinder;
use super::seam::{Course, Seam, TAB};
use crate::setup::TOLERANCE;

/// The cost of a seam that crosses cells, in mm². It is higher than the cost of any distance from
/// the ideal position.
const THROUGH_CELLS: f64 = 1e6;
/// The cost of each small drawing that a seam crosses, in mm².
const THROUGH_DRAWING: f64 = 1e5;

/// Returns the seams that divide a picture into `parts` parts of at most `room` mm. Returns `None`
/// if there are no such seams.
pub fn best_seams(finder: &SeamFinder<'_>, room: f64, parts: usize) -> Option<Vec<Seam>> {
    if parts == 1 {
        return (finder.content.height() <= room + TOLERANCE).then(Vec::new);
    }
    let choice = SeamChoice { finder, room, parts };
    let mut seams = finder.along_cells(&choice.stretches());
    if let Some(best) = choice.cheapest(&mut seams) {
        return Some(best);
    }
    let extent = choice.extent();
    let limits = (1..parts)
        .flat_map(|count| [extent.from + choice.reach_of(count), extent.to - choice.reach_of(count)]);
    seams.extend(finder.through_cells(limits));
    choice.cheapest(&mut seams)
}

/// The task of dividing a picture into parts that fit on sheets.
struct SeamChoice<'f, 'b> {
    finder: &'f SeamFinder<'b>,
    /// The length of a sheet that is available for a part and the strips beyond its seams, in mm.
    room: f64,
    /// The number of parts, at least 2.
    parts: usize,
}

/// The cheapest way to use a given seam as the k-th one.
#[derive(Debug, Clone, Copy)]
struct SeamStep {
    /// The cost of this seam and of all seams before it, in mm².
    cost: f64,
    /// The index of the previous seam.
    previous: usize,
}

impl SeamChoice<'_, '_> {
    /// Returns the extent of the picture across the seams.
    fn extent(&self) -> Interval {
        Interval { from: self.finder.content.y0, to: self.finder.content.y1 }
    }

    /// Returns the largest length that the first `count` parts can cover together, in mm.
    fn reach_of(&self, count: usize) -> f64 {
        self.room - TAB + (count - 1) as f64 * (self.room - 2.0 * TAB)
    }

    /// Returns the possible range of each seam. In this range, neither the parts before the seam
    /// nor the parts after it are too long for their sheets.
    fn stretches(&self) -> Vec<Interval> {
        let Interval { from, to } = self.extent();
        let slack = TOLERANCE * self.parts as f64;
        let stretch = |count: usize| Interval {
            from: to - self.reach_of(self.parts - count) - slack,
            to: from + self.reach_of(count) + slack,
        };
        (1..self.parts).map(stretch).collect()
    }

    /// Returns the cheapest choice of these seams, or `None` if no choice fits. Uses dynamic
    /// programming from the first seam to the last. Sorts the seams by their extents.
    fn cheapest(&self, seams: &mut [Seam]) -> Option<Vec<Seam>> {
        seams.sort_by(|a, b| {
            a.extent.from.total_cmp(&b.extent.from).then(a.extent.to.total_cmp(&b.extent.to))
        });
        let damages: Vec<f64> = seams.iter().map(|seam| self.damage(seam)).collect();
        let mut table: Vec<Vec<Option<SeamStep>>> = Vec::with_capacity(self.parts);
        for count in 1..self.parts {
            let row = seams.iter().zip(&damages).map(|(seam, damage)| {
                let cost = damage + self.distance_cost(seam, count);
                match table.last() {
                    None => self.first_fits(seam).then_some(SeamStep { cost, previous: 0 }),
                    Some(steps) => self.step_to(seam, cost, seams, steps),
                }
            });
            let steps = row.collect();
            table.push(steps);
        }
        let last_steps = table.last()?.iter().zip(&*seams).enumerate();
        let (mut index, _) = last_steps
            .filter(|(_, (_, seam))| self.last_fits(seam))
            .filter_map(|(index, (step, _))| Some((index, (*step)?.cost)))
            .min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let mut best = Vec::with_capacity(table.len());
        for steps in table.iter().rev() {
            best.push(seams.get(index)?.clone());
            index = (*steps.get(index)?)?.previous;
        }
        best.reverse();
        Some(best)
    }

    /// Returns the cost of everything that a seam cuts, in mm².
    fn damage(&self, seam: &Seam) -> f64 {
        let cells = match seam.course {
            Course::ThroughCells => THROUGH_CELLS,
            Course::BetweenCells => 0.0,
        };
        cells + THROUGH_DRAWING * self.finder.drawings_crossed(seam) as f64
    }

    /// Returns the cost of the distance between a seam and its ideal position, in mm². The cost is
    /// the square of the distance. At the ideal position, `count` parts are before the seam and all
    /// parts have the same size.
    fn distance_cost(&self, seam: &Seam, count: usize) -> f64 {
        let Interval { from, to } = self.extent();
        let ideal = from + (to - from) * count as f64 / self.parts as f64;
        let distance = f64::midpoint(seam.extent.from, seam.extent.to) - ideal;
        distance * distance
    }

    /// Returns the cheapest step to a seam from one of the previous seams. `cost` is the cost of
    /// the seam itself.
    fn step_to(
        &self,
        seam: &Seam,
        cost: f64,
        seams: &[Seam],
        steps: &[Option<SeamStep>],
    ) -> Option<SeamStep> {
        let earlier = seams.iter().zip(steps).enumerate().filter(|(_, (other, _))| self.fits(other, seam));
        let ways = earlier.filter_map(|(previous, (_, step))| {
            let before = (*step)?.cost;
            Some(SeamStep { cost: before + cost, previous })
        });
        ways.min_by(|a, b| a.cost.total_cmp(&b.cost))
    }

    /// Returns whether the part before a seam fits on a sheet. The seam is the first one.
    fn first_fits(&self, seam: &Seam) -> bool {
        let from = self.extent().from;
        seam.extent.from > from && seam.extent.to + TAB - from <= self.room + TOLERANCE
    }

    /// Returns whether the part between two seams fits on a sheet.
    fn fits(&self, before: &Seam, after: &Seam) -> bool {
        let length = after.extent.to + TAB - (before.extent.from - TAB);
        after.extent.from > before.extent.to && length <= self.room + TOLERANCE
    }

    /// Returns whether the part after a seam fits on a sheet. The seam is the last one.
    fn last_fits(&self, seam: &Seam) -> bool {
        let to = self.extent().to;
        seam.extent.to < to && to - (seam.extent.from - TAB) <= self.room + TOLERANCE
    }
}

#[cfg(test)]
mod tests {
    use kurbo::{Point, Rect};

    use super::super::obstacles::Obstacles;
    use super::*;
    use crate::impose::duplex::Axis;

    fn level(y: f64) -> Seam {
        Seam::new(vec![Point::new(0.0, y), Point::new(100.0, y)], Course::BetweenCells)
    }

    #[test]
    fn two_seams_slightly_off_are_better_than_one_that_is_far_off() {
        let picture = Rect::new(0.0, 0.0, 100.0, 90.0);
        let finder = SeamFinder::new(picture, Axis::Lying, &Obstacles::default());
        assert_eq!(finder.content, picture);
        let best = |ys: &[f64]| {
            // Two seams can be at most 31 mm apart.
            let choice = SeamChoice { finder: &finder, room: 31.0 + 2.0 * TAB, parts: 3 };
            let mut seams: Vec<Seam> = ys.iter().copied().map(level).collect();
            choice
                .cheapest(&mut seams)
                .map(|best| best.iter().map(|seam| seam.extent.from).collect::<Vec<_>>())
        };
        // With equal parts, the seams would be at 30 and 60 mm. The sums of squares are 0 + 16 for
        // one choice and 6.25 + 6.25 for the other.
        assert_eq!(best(&[30.0, 32.5, 56.0, 62.5]), Some(vec![32.5, 62.5]));
        assert_eq!(best(&[30.0, 32.5, 58.0, 62.5]), Some(vec![30.0, 58.0]));
        assert_eq!(best(&[30.0, 62.5]), None);
    }
}
