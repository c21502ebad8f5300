//! Chooses the folds along which a flat box is divided into parts.
//!
//! - In: the outline of a flat box, its folds, and a function that returns whether a size fits on a sheet.
//! - Out: the parts, and the strips for glue along their edges.
//! - Not here: making components of the parts.
//!
//! A flat box is a tree of panels, so every fold that is cut adds one part. Sets of few folds are tried
//! first, because they give the fewest parts. Among sets with the same number of folds, those that cut off
//! the fewest flaps are preferred. If several such sets are left, the set with the smallest largest part is
//! chosen, so that the parts have similar sizes.

use kurbo::{Line, Rect, Size, Vec2};

use super::region::{Region, Strip, regions};

/// The largest number of parts of a box.
const MAX_PARTS: usize = 8;
/// Only this number of folds may be cut. If a box has more folds, the others are ignored, because there would
/// be too many sets of folds to try.
const MAX_SEAMS: usize = 20;
/// The largest width of a strip for glue, in mm.
const MAX_STRIP_WIDTH_MM: f64 = 12.0;
/// The largest width of a strip, as a fraction of the width of the panel that is glued over it. The
/// fraction is less than a half, so that two opposite strips fit behind one panel.
const SHARE: f64 = 0.4;
/// The largest difference between two areas that count as equal, in mm².
const SAME_AREA: f64 = 1e-3;

/// A fold along which a flat box may be divided.
#[derive(Debug, Clone, Copy)]
struct Seam {
    line: Line,
    /// The indices of the two panels that meet at the fold. The panel that is better suited to be glued
    /// over a strip comes first.
    panels: [usize; 2],
    /// Whether one of the panels is only a flap. A flap has a single fold, and is not a rectangle. The fold
    /// of a flap is cut only if no other set with the same number of folds gives parts that fit.
    is_of_flap: bool,
}

/// A flat box, and the folds along which it may be divided.
#[derive(Debug)]
pub struct Divider {
    panels: Vec<Region>,
    seams: Vec<Seam>,
    /// The width of the bleed in mm.
    bleed: f64,
}

/// A way to divide a flat box into parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Division {
    /// The indices of the seams that are cut.
    seams: Vec<usize>,
    /// For each seam in `seams`, the index of the panel that is glued over the strip.
    covers: Vec<usize>,
    /// For each part, the indices of its panels.
    parts: Vec<Vec<usize>>,
}

/// A seam at which two parts are glued together. `strip_of` is the index of the part with the strip for
/// glue. `over` is the index of the part that is glued over the strip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Join {
    pub strip_of: usize,
    pub over: usize,
    pub strip: Strip,
}

impl Divider {
    /// Divides the outline `whole` into panels. `seams` contains the folds along which the box may be
    /// divided.
    pub fn new(whole: &Region, seams: &[Line], bleed: f64) -> Self {
        let seams = seams.get(..MAX_SEAMS).unwrap_or(seams);
        let panels = regions(whole, seams.iter().copied());
        let links =
            |panel: &Region| seams.iter().filter(|seam| panel.has_on_outline(seam.midpoint())).count();
        let is_flap = |panel: &Region| links(panel) == 1 && panel.bounds.area() - panel.area() > SAME_AREA;
        let seams = seams.iter().filter_map(|line| {
            let mut sides: Vec<usize> =
                (0..panels.len()).filter(|index| panels[*index].has_on_outline(line.midpoint())).collect();
            // The better of the two panels is glued over the strip. Any other panel is better than a flap.
            // Then the panel with the wider strip is better, and then the panel with more folds: a panel with
            // few folds often already has flaps glued to it.
            let rank = |index: &usize| {
                let panel = &panels[*index];
                (!is_flap(panel), strip_width(*line, panel), links(panel), panel.area())
            };
            sides.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
            let [first, second] = sides[..] else { return None };
            let is_of_flap = is_flap(&panels[first]) || is_flap(&panels[second]);
            Some(Seam { line: *line, panels: [first, second], is_of_flap })
        });
        let seams: Vec<Seam> = seams.collect();
        Self { panels, seams, bleed }
    }

    /// Returns the sizes of the panels with their bleed, in mm.
    pub fn panel_sizes(&self) -> impl Iterator<Item = Size> {
        self.panels.iter().map(|panel| panel.bounds.inflate(self.bleed, self.bleed).size())
    }

    /// Divides the box into as few parts as possible. `fits` returns whether a part of a given size,
    /// including its bleed, fits on a sheet.
    ///
    /// Returns `None` if no division gives parts that fit.
    pub fn divide(&self, fits: &dyn Fn(Size) -> bool) -> Option<Division> {
        if !self.panel_sizes().all(fits) {
            return None;
        }
        (1..MAX_PARTS.min(self.seams.len() + 1)).find_map(|count| {
            let mut best: Option<(Division, (usize, f64))> = None;
            for seams in combinations(self.seams.len(), count) {
                let flaps = seams.iter().filter(|seam| self.seams[**seam].is_of_flap).count();
                let parts = self.parts(&seams);
                let largest = parts.iter().map(|part| self.area(part)).fold(0.0, f64::max);
                let is_better = best.as_ref().is_none_or(|(_, (most_flaps, least))| {
                    flaps < *most_flaps || flaps == *most_flaps && largest < least - SAME_AREA
                });
                if is_better && let Some(division) = self.choose_covers(seams, parts, fits) {
                    best = Some((division, (flaps, largest)));
                }
            }
            best.map(|(division, _)| division)
        })
    }

    /// Cuts the box along the seams `cut`, and returns the panels of each resulting part.
    fn parts(&self, cut: &[usize]) -> Vec<Vec<usize>> {
        let mut part_of: Vec<usize> = (0..self.panels.len()).collect();
        for (index, seam) in self.seams.iter().enumerate() {
            if !cut.contains(&index) {
                let [a, b] = seam.panels.map(|panel| part_of[panel]);
                part_of.iter_mut().filter(|part| **part == b).for_each(|part| *part = a);
            }
        }
        let mut parts = vec![Vec::new(); self.panels.len()];
        part_of.iter().enumerate().for_each(|(panel, part)| parts[*part].push(panel));
        parts.retain(|part| !part.is_empty());
        parts
    }

    fn area(&self, part: &[usize]) -> f64 {
        part.iter().map(|panel| self.panels[*panel].area()).sum()
    }

    /// Chooses, for each seam, the panel that is glued over the strip. Returns `None` if no choice
    /// makes all parts fit with their strips and their bleed.
    fn choose_covers(
        &self,
        seams: Vec<usize>,
        parts: Vec<Vec<usize>>,
        fits: &dyn Fn(Size) -> bool,
    ) -> Option<Division> {
        let boxes: Vec<Rect> = parts.iter().map(|part| self.bounds(part)).collect();
        let fits_with_bleed = |rect: &Rect| fits(rect.inflate(self.bleed, self.bleed).size());
        if !boxes.iter().all(fits_with_bleed) {
            return None;
        }
        let covers = (0..1_usize << seams.len()).find_map(|choice| {
            let covers: Vec<usize> =
                (0..seams.len()).map(|n| self.seams[seams[n]].panels[choice >> n & 1]).collect();
            let mut grown = boxes.clone();
            for (seam, cover) in seams.iter().zip(&covers) {
                let under = self.other(*seam, *cover);
                let part = parts.iter().position(|part| part.contains(&under))?;
                let Strip { edge, out, width } = self.strip(*seam, *cover);
                let strip = Rect::from_points(edge.p0, edge.p1 + out * width);
                grown[part] = grown[part].union(strip);
            }
            grown.iter().all(fits_with_bleed).then_some(covers)
        })?;
        Some(Division { seams, covers, parts })
    }

    fn bounds(&self, part: &[usize]) -> Rect {
        let boxes = part.iter().map(|panel| self.panels[*panel].bounds);
        boxes.reduce(|a, b| a.union(b)).unwrap_or_default()
    }

    /// Returns the panel on the other side of a seam.
    fn other(&self, seam: usize, panel: usize) -> usize {
        let [first, second] = self.seams[seam].panels;
        if panel == first { second } else { first }
    }

    /// Returns the strip for glue at a seam. The panel `cover` is glued over this strip.
    fn strip(&self, seam: usize, cover: usize) -> Strip {
        let (edge, panel) = (self.seams[seam].line, &self.panels[cover]);
        Strip { edge, out: into_panel(edge, panel), width: strip_width(edge, panel) }
    }

    /// Returns the folds that are cut.
    pub fn lines(&self, division: &Division) -> Vec<Line> {
        division.seams.iter().map(|seam| self.seams[*seam].line).collect()
    }

    /// Returns a point inside each part: the middle of one of its panels.
    pub fn middles(&self, division: &Division) -> Vec<kurbo::Point> {
        division.parts.iter().map(|part| self.panels[part[0]].bounds.center()).collect()
    }

    /// Returns the joins in the order in which the parts are glued together. Each join adds one part to the
    /// parts that are already joined.
    ///
    /// In the joins, parts are numbered in this order. The largest part comes first and has the number 0. The
    /// second list contains, for each of these numbers, the index of the part in `division`.
    pub fn joins(&self, division: &Division) -> (Vec<Join>, Vec<usize>) {
        let part_of = |panel: usize| division.parts.iter().position(|part| part.contains(&panel));
        let largest = (0..division.parts.len())
            .rev()
            .max_by(|a, b| self.area(&division.parts[*a]).total_cmp(&self.area(&division.parts[*b])));
        let mut order: Vec<usize> = largest.into_iter().collect();
        let (mut joins, mut next) = (Vec::new(), 0);
        while let Some(&current) = order.get(next) {
            for (seam, cover) in division.seams.iter().zip(&division.covers) {
                let sides = [self.other(*seam, *cover), *cover].map(part_of);
                let [Some(strip_of), Some(over)] = sides else { continue };
                let other = if strip_of == current { over } else { strip_of };
                if ![strip_of, over].contains(&current) || order.contains(&other) {
                    continue;
                }
                order.push(other);
                let (own, last) = (next, order.len() - 1);
                let [strip_of, over] = if strip_of == current { [own, last] } else { [last, own] };
                joins.push(Join { strip_of, over, strip: self.strip(*seam, *cover) });
            }
            next += 1;
        }
        (joins, order)
    }
}

/// Returns the unit vector that points from an edge of a panel into the panel.
fn into_panel(edge: Line, panel: &Region) -> Vec2 {
    let along = (edge.p1 - edge.p0).normalize();
    let normal = Vec2::new(-along.y, along.x);
    let into = panel.bounds.center() - edge.midpoint();
    if into.dot(normal) < 0.0 { -normal } else { normal }
}

/// Returns the width of the strip for glue at an edge of `panel`, in mm. The panel is glued over the
/// strip.
fn strip_width(edge: Line, panel: &Region) -> f64 {
    let out = into_panel(edge, panel);
    let depth = if out.x.abs() > out.y.abs() { panel.bounds.width() } else { panel.bounds.height() };
    let length = edge.p0.distance(edge.p1);
    MAX_STRIP_WIDTH_MM.min(SHARE * depth).min(length / 3.0)
}

/// Returns all sets of `count` numbers below `below`, in ascending order.
fn combinations(below: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next: Option<Vec<usize>> = (count <= below).then(|| (0..count).collect());
    std::iter::from_fn(move || {
        let current = next.take()?;
        let movable = (0..count).rev().find(|place| current[*place] < below - count + place);
        next = movable.map(|place| {
            let first = current[place] + 1;
            let moved = (0..count - place).map(|step| first + step);
            current[..place].iter().copied().chain(moved).collect()
        });
        Some(current)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::BezPath;

    #[test]
    fn combinations_are_all_sets() {
        let all: Vec<Vec<usize>> = combinations(4, 2).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(combinations(2, 3).count(), 0);
    }

    /// Four panels in a row, which are 60, 40, 40 and 60 mm wide.
    #[test]
    fn the_fewest_and_most_even_parts_are_chosen() {
        let whole = Region::new(&BezPath::from_svg("M 0 0 H 200 V 50 H 0 Z").unwrap());
        let folds = [60.0, 100.0, 140.0].map(|x| Line::new((x, 0.0), (x, 50.0)));
        let divider = Divider::new(&whole, &folds, 0.0);
        let at = |room: f64| {
            let division = divider.divide(&|size: Size| size.width <= room)?;
            let mut folds: Vec<f64> = divider.lines(&division).iter().map(|line| line.p0.x).collect();
            folds.sort_by(f64::total_cmp);
            Some(folds)
        };
        assert_eq!(at(112.0), Some(vec![100.0]));
        assert_eq!(at(99.0), Some(vec![60.0, 140.0]));
        assert_eq!(at(59.0), None);
        let division = divider.divide(&|size: Size| size.width <= 99.0).unwrap();
        let (joins, order) = divider.joins(&division);
        assert_eq!((joins.len(), order.len()), (2, 3));
        for (index, Join { strip_of, over, .. }) in joins.iter().enumerate() {
            assert_eq!(*strip_of.max(over), index + 1);
        }
    }
}
