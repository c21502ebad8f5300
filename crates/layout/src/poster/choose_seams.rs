//! Chooses the seams of a poster along one axis.
//!
//! - In: the possible seams of a picture.
//! - Out: the seams with the lowest cost. With these seams, every part fits on a sheet. The aims are, in this
//!   order: to cut no text, to cut no cell, and to get parts of similar size.
//!
//! The module `possible_seams` decides where seams can run.

use super::interval_index::Interval;
use super::possible_seams::SeamFinder;
use super::seam::{Course, Seam, TAB_WIDTH_MM};
use crate::setup::TOLERANCE;

/// The cost of crossing cells, in mm². It is higher than the cost of any distance between a seam
/// and its ideal position.
const THROUGH_CELLS: f64 = 1e6;
/// The cost of crossing one small drawing, in mm².
const THROUGH_DRAWING: f64 = 1e5;

/// Returns the seams that divide a picture into `parts` parts. Each part, with the strips beyond its
/// seams, fits into a length of `room` mm. Returns `None` if there are no such seams.
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
    /// The usable length of a sheet, in mm. A part and the strips beyond its seams must fit into
    /// this length.
    room: f64,
    /// The number of parts, at least 2.
    parts: usize,
}

/// The cheapest choice of seams that ends with a given seam. Stores the cost of this choice, and
/// the seam before the given seam.
#[derive(Debug, Clone, Copy)]
struct SeamStep {
    /// The cost of this seam and of all seams before it, in mm².
    cost: f64,
    /// The index of the previous seam in this choice.
    previous: usize,
}

impl SeamChoice<'_, '_> {
    /// Returns the interval that the picture covers, measured at a right angle to the seams.
    fn extent(&self) -> Interval {
        Interval { from: self.finder.content.y0, to: self.finder.content.y1 }
    }

    /// Returns the largest total length of `count` neighbouring parts at one end of the picture, in mm,
    /// without the strips beyond seams.
    fn reach_of(&self, count: usize) -> f64 {
        self.room - TAB_WIDTH_MM + (count - 1) as f64 * (self.room - 2.0 * TAB_WIDTH_MM)
    }

    /// Returns one interval for each seam, from the first to the last. Outside its interval, a seam
    /// would make the parts before or after it too long for their sheets.
    fn stretches(&self) -> Vec<Interval> {
        let Interval { from, to } = self.extent();
        let slack = TOLERANCE * self.parts as f64;
        let stretch = |count: usize| Interval {
            from: to - self.reach_of(self.parts - count) - slack,
            to: from + self.reach_of(count) + slack,
        };
        (1..self.parts).map(stretch).collect()
    }

    /// Returns the seams with the lowest total cost. Returns `None` if no choice of seams makes all parts
    /// fit. Sorts `seams` by their extent, and then uses dynamic programming from the first seam to the last.
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

    /// Returns the cost of all cells and drawings that a seam crosses, in mm².
    fn damage(&self, seam: &Seam) -> f64 {
        let cells = match seam.course {
            Course::ThroughCells => THROUGH_CELLS,
            Course::BetweenCells => 0.0,
        };
        cells + THROUGH_DRAWING * self.finder.drawings_crossed(seam) as f64
    }

    /// Returns the cost of the distance between a seam and its ideal position. The cost is the
    /// square of this distance, in mm². At the ideal position, all parts have the same size, and
    /// `count` parts are before the seam.
    fn distance_cost(&self, seam: &Seam, count: usize) -> f64 {
        let Interval { from, to } = self.extent();
        let ideal = from + (to - from) * count as f64 / self.parts as f64;
        let distance = f64::midpoint(seam.extent.from, seam.extent.to) - ideal;
        distance * distance
    }

    /// Returns the cheapest choice of seams that ends with `seam`. The previous seam is chosen
    /// among `seams`. `cost` is the cost of `seam` itself, without the cost of the seams before it.
    /// Returns `None` if no choice makes the parts fit.
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

    /// Returns whether the part before `seam` fits on a sheet if `seam` is the first seam.
    fn first_fits(&self, seam: &Seam) -> bool {
        let from = self.extent().from;
        seam.extent.from > from && seam.extent.to + TAB_WIDTH_MM - from <= self.room + TOLERANCE
    }

    /// Returns whether the part between two seams fits on a sheet.
    fn fits(&self, before: &Seam, after: &Seam) -> bool {
        let length = after.extent.to + TAB_WIDTH_MM - (before.extent.from - TAB_WIDTH_MM);
        after.extent.from > before.extent.to && length <= self.room + TOLERANCE
    }

    /// Returns whether the part after `seam` fits on a sheet if `seam` is the last seam.
    fn last_fits(&self, seam: &Seam) -> bool {
        let to = self.extent().to;
        seam.extent.to < to && to - (seam.extent.from - TAB_WIDTH_MM) <= self.room + TOLERANCE
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
        let finder = SeamFinder::new(picture, Axis::Horizontal, &Obstacles::default());
        assert_eq!(finder.content, picture);
        let best = |ys: &[f64]| {
            // With this `room`, the distance between two neighbouring seams is at most 31 mm.
            let choice = SeamChoice { finder: &finder, room: 31.0 + 2.0 * TAB_WIDTH_MM, parts: 3 };
            let mut seams: Vec<Seam> = ys.iter().copied().map(level).collect();
            choice
                .cheapest(&mut seams)
                .map(|best| best.iter().map(|seam| seam.extent.from).collect::<Vec<_>>())
        };
        // The ideal seams are at 30 and 60 mm. The cost of the seams at 30 and 56 mm is 0 + 16. The
        // cost of the seams at 32.5 and 62.5 mm is 6.25 + 6.25.
        assert_eq!(best(&[30.0, 32.5, 56.0, 62.5]), Some(vec![32.5, 62.5]));
        assert_eq!(best(&[30.0, 32.5, 58.0, 62.5]), Some(vec![30.0, 58.0]));
        assert_eq!(best(&[30.0, 62.5]), None);
    }

    #[test]
    fn a_seam_may_be_as_far_from_an_edge_as_one_sheet_reaches() {
        // A text covers the middle of the picture, so that the seam must be at one of its edges.
        let seam = |text: Rect| {
            let obstacles = Obstacles { texts: vec![text], ..Obstacles::default() };
            let picture = Rect::new(0.0, 0.0, 100.0, 100.0);
            let finder = SeamFinder::new(picture, Axis::Horizontal, &obstacles);
            best_seams(&finder, 51.0 + TAB_WIDTH_MM, 2).map(|seams| seams[0].extent.from)
        };
        assert_eq!(seam(Rect::new(10.0, 49.6, 90.0, 60.0)), Some(49.0));
        assert_eq!(seam(Rect::new(10.0, 40.0, 90.0, 50.4)), Some(51.0));
        assert_eq!(seam(Rect::new(10.0, 40.0, 90.0, 60.0)), None);
    }
}
