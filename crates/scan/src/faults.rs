//! Finds what is wrong with a print in places: missing, moved, covered, smeared, cut off, streaks.
//!
//! - In: a page that was found in a scan, and the pieces of the page.
//! - Out: faults with their kinds, places and names.
//!
//! Two measurements find faults. Small squares near edges say whether the scan has the contrast,
//! the sharpness and the place of the drawing. Small squares anywhere say whether the scan has the
//! grey value that it should have.

use std::sync::Arc;

use kurbo::{Rect, Vec2};

use crate::fit::median;
use crate::locate::Located;
use crate::observe::{Seen, observe, squares};
use crate::pieces::Piece;
use crate::plane::Plane;
use crate::tone::Tones;
use hexpress_base::identity::Identity;

/// The side of the squares near edges, in mm.
const SQUARE: f64 = 2.0;
/// The side of the squares whose grey values are compared, in mm.
const TILE: f64 = 1.0;
/// The least displacement of a piece that is a fault, in mm.
pub const LEAST_MOVE: f64 = 0.1;
/// The largest number of faults that are returned.
const MOST_FAULTS: usize = 200;

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The paper is bare where the page draws something.
    Missing,
    /// A piece is not in its place.
    Moved,
    /// Something else is in this place.
    Covered,
    /// Edges are much less sharp than elsewhere.
    Smeared,
    /// Everything up to an edge of the sheet is missing.
    CutOff,
    /// A long and narrow strip is too light or too dark.
    Streak,
}

/// A fault of a print.
#[derive(Debug, Clone)]
pub struct Fault {
    pub kind: Kind,
    /// The area on the page, in mm.
    pub area: Rect,
    /// The smallest piece, cell or mark that contains the fault.
    pub id: Option<Arc<Identity>>,
    /// How far a piece moved, in mm on the page.
    pub shift: Option<Vec2>,
}

/// Finds the faults of a print.
pub fn faults(located: &Located, scan: &Plane, pieces: &[Piece]) -> Vec<Fault> {
    let squares = squares(located.size, SQUARE);
    let seen = observe(&located.drawn, scan, &located.map, &squares);
    let mut faults = moved(located, &squares, &seen, pieces);
    let mut marks = Marks::new(located.size);
    mark_squares(located, &squares, &seen, &mut marks);
    if let Some(tones) = Tones::learn(&located.drawn, scan, &located.map) {
        mark_tiles(located, scan, &tones, &mut marks);
    }
    // What a moved piece leaves and covers belongs to it.
    for fault in &faults {
        marks.clear(fault.area.inflate(1.0, 1.0));
    }
    for region in marks.regions() {
        let area = region.area;
        let kind = region.kind(located.size);
        faults.push(Fault { kind, area, id: name(pieces, area), shift: None });
    }
    faults.truncate(MOST_FAULTS);
    faults
}

/// Returns the smallest drawing that contains most of an area.
fn name(pieces: &[Piece], area: Rect) -> Option<Arc<Identity>> {
    let covered = |piece: &&Piece| {
        let shared = piece.area.intersect(area);
        shared.area() > 0.6 * area.area().max(1e-6)
    };
    let units = pieces.iter().filter(|piece| piece.is_unit());
    let inside = units.clone().filter(|piece| piece.area.contains(area.center())).find(covered);
    let any = inside.or_else(|| pieces.iter().find(covered));
    any.map(|piece| Arc::clone(&piece.id))
}

/// Finds the pieces that are not in their places. A piece next to one that moved is measured
/// without what they share.
fn moved(located: &Located, squares: &[Rect], seen: &[Option<Seen>], pieces: &[Piece]) -> Vec<Fault> {
    let mut taken: Vec<Rect> = Vec::new();
    let mut found = Vec::new();
    let mut shifts: Vec<(usize, Shifted)> = pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.is_unit())
        .filter_map(|(index, piece)| Some((index, shift_of(located, squares, seen, piece.area, &[])?)))
        .filter(|(_, shifted)| shifted.is_fault())
        .collect();
    shifts.sort_by(|(_, a), (_, b)| b.by.hypot().total_cmp(&a.by.hypot()));
    for (index, _) in shifts {
        let area = pieces[index].area;
        let Some(shifted) = shift_of(located, squares, seen, area, &taken) else { continue };
        if shifted.is_fault() && shifted.share > 0.5 {
            taken.push(area.inflate(0.3, 0.3));
            let id = Some(Arc::clone(&pieces[index].id));
            found.push(Fault { kind: Kind::Moved, area, id, shift: Some(shifted.by) });
        }
    }
    found
}

/// How far a piece is from its place.
struct Shifted {
    by: Vec2,
    /// The standard deviation along the less certain axis, in mm.
    error: f64,
    /// The share of its squares that were used.
    share: f64,
}

impl Shifted {
    fn is_fault(&self) -> bool {
        self.by.hypot() > LEAST_MOVE.max(5.0 * self.error)
    }
}

/// Measures a piece from its squares, without those that touch `taken`.
fn shift_of(located: &Located, squares: &[Rect], seen: &[Option<Seen>], area: Rect, taken: &[Rect]) -> Option<Shifted> {
    let scatter = located.fitted.scatter;
    let mut equations: Vec<(Vec2, f64, f64)> = Vec::new();
    let (mut used, mut all) = (0.0, 0.0);
    for (square, seen) in squares.iter().zip(seen) {
        let Some(seen) = seen else { continue };
        if !area.contains(seen.at) {
            continue;
        }
        all += seen.pixels as f64;
        if taken.iter().any(|rect| rect.overlaps(*square)) {
            continue;
        }
        used += seen.pixels as f64;
        for one in seen.observations.iter().flatten() {
            let shift = one.shift + one.polarity * located.fitted.spread;
            // Small squares scatter more than the parts of the fit.
            equations.push((one.direction, shift, 1.0 / (one.variance + 4.0 * scatter * scatter + 1e-4)));
        }
    }
    let mut by = Vec2::ZERO;
    let mut error = f64::INFINITY;
    for _ in 0..5 {
        let (mut xx, mut xy, mut yy, mut right) = (0.0, 0.0, 0.0, Vec2::ZERO);
        for (direction, shift, weight) in &equations {
            let off = (shift - direction.dot(by)).abs() * weight.sqrt();
            let weight = if off > 3.0 { weight * 3.0 / off } else { *weight };
            xx += weight * direction.x * direction.x;
            xy += weight * direction.x * direction.y;
            yy += weight * direction.y * direction.y;
            right += *direction * (weight * shift);
        }
        let area = xx * yy - xy * xy;
        if area <= 1e-9 * (xx + yy) * (xx + yy) {
            return None;
        }
        by = Vec2::new(yy * right.x - xy * right.y, xx * right.y - xy * right.x) / area;
        error = (xx.max(yy) / area).sqrt();
    }
    (equations.len() >= 6).then(|| Shifted { by, error, share: used / f64::max(all, 1.0) })
}

/// What is wrong with a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Lighter,
    Darker,
    Blurred,
}

/// The tiles of a page that are wrong.
struct Marks {
    columns: usize,
    rows: usize,
    wrong: Vec<Option<Wrong>>,
}

/// Neighbouring wrong tiles.
struct Region {
    area: Rect,
    tiles: usize,
    lighter: usize,
    blurred: usize,
}

impl Marks {
    fn new(page: kurbo::Size) -> Self {
        let (columns, rows) = ((page.width / TILE).ceil() as usize, (page.height / TILE).ceil() as usize);
        Self { columns, rows, wrong: vec![None; columns * rows] }
    }

    /// Returns the indices of the tiles that an area touches.
    fn tiles(&self, area: Rect) -> impl Iterator<Item = usize> + use<> {
        let bound = |mm: f64, most: usize| ((mm / TILE).max(0.0) as usize).min(most);
        let (left, right) = (bound(area.x0 + 1e-6, self.columns), bound((area.x1 - 1e-6).ceil(), self.columns));
        let (top, bottom) = (bound(area.y0 + 1e-6, self.rows), bound((area.y1 - 1e-6).ceil(), self.rows));
        let columns = self.columns;
        (top..bottom).flat_map(move |y| (left..right).map(move |x| y * columns + x))
    }

    fn mark(&mut self, area: Rect, wrong: Wrong) {
        for tile in self.tiles(area) {
            self.wrong[tile].get_or_insert(wrong);
        }
    }

    fn clear(&mut self, area: Rect) {
        for tile in self.tiles(area) {
            self.wrong[tile] = None;
        }
    }

    /// Returns the regions of wrong tiles, the largest first. Tiles one tile apart belong together.
    fn regions(&self) -> Vec<Region> {
        let mut known = vec![false; self.wrong.len()];
        let mut regions = Vec::new();
        for first in 0..self.wrong.len() {
            if known[first] || self.wrong[first].is_none() {
                continue;
            }
            known[first] = true;
            let mut open = vec![first];
            let mut region = Region { area: self.rect(first), tiles: 0, lighter: 0, blurred: 0 };
            while let Some(tile) = open.pop() {
                region.tiles += 1;
                region.lighter += usize::from(self.wrong[tile] == Some(Wrong::Lighter));
                region.blurred += usize::from(self.wrong[tile] == Some(Wrong::Blurred));
                let rect = self.rect(tile);
                region.area = region.area.union(rect);
                for next in self.tiles(rect.inflate(2.0 * TILE, 2.0 * TILE)) {
                    if !known[next] && self.wrong[next].is_some() {
                        known[next] = true;
                        open.push(next);
                    }
                }
            }
            regions.push(region);
        }
        regions.retain(|region| region.tiles >= 2);
        regions.sort_by(|a, b| b.tiles.cmp(&a.tiles));
        regions
    }

    fn rect(&self, tile: usize) -> Rect {
        let corner = ((tile % self.columns) as f64 * TILE, (tile / self.columns) as f64 * TILE);
        Rect::from_origin_size(corner, (TILE, TILE))
    }
}

impl Region {
    fn kind(&self, page: kurbo::Size) -> Kind {
        /// How much longer than wide a streak is.
        const STREAK: f64 = 8.0;
        /// The distance from the edge of the page at which something may be cut off, in mm.
        const EDGE: f64 = 12.0;
        let (width, height) = (self.area.width(), self.area.height());
        let is_lighter = 2 * self.lighter > self.tiles;
        if 2 * self.blurred > self.tiles {
            return Kind::Smeared;
        }
        let is_at_edge = self.area.x1 < EDGE
            || self.area.y1 < EDGE
            || self.area.x0 > page.width - EDGE
            || self.area.y0 > page.height - EDGE;
        if is_lighter && is_at_edge {
            return Kind::CutOff;
        }
        if width.max(height) > 20.0 && width.max(height) > STREAK * width.min(height) {
            return Kind::Streak;
        }
        if is_lighter { Kind::Missing } else { Kind::Covered }
    }
}

/// Marks the squares that lack the contrast or the sharpness of the drawing.
fn mark_squares(located: &Located, squares: &[Rect], seen: &[Option<Seen>], marks: &mut Marks) {
    /// A square without this share of the usual contrast is missing or covered.
    const LEAST_CONTRAST: f64 = 0.3;
    /// The least additional blur of a smear, in mm².
    const LEAST_BLUR: f64 = 0.012;
    let sure = || seen.iter().flatten().filter(|seen| seen.pixels >= 60);
    let usual_contrast = median(&mut sure().map(|seen| seen.contrast).collect::<Vec<_>>());
    let usual_blur = median(&mut sure().map(|seen| seen.blur).collect::<Vec<_>>());
    let mut blurs: Vec<f64> = sure().map(|seen| (seen.blur - usual_blur).abs()).collect();
    let most_blur = usual_blur + (8.0 * median(&mut blurs)).max(LEAST_BLUR);
    for (square, seen) in squares.iter().zip(seen) {
        let Some(seen) = seen else { continue };
        // Edges of little contrast drown in the noise of the scan.
        let drawn_variety = variety(located, *square);
        if seen.pixels < 60 || drawn_variety < 12.0 || seen.unseen > seen.pixels / 4 {
            continue;
        }
        if seen.contrast < LEAST_CONTRAST * usual_contrast {
            marks.mark(*square, Wrong::Lighter);
        } else if seen.blur > most_blur && seen.explained > 0.3 {
            marks.mark(*square, Wrong::Blurred);
        }
    }
}

/// Returns the standard deviation of the drawn page near its edges in an area.
fn variety(located: &Located, area: Rect) -> f64 {
    let (plane, scale) = (located.drawn.plane(), located.drawn.pixels_per_mm);
    let bound = |mm: f64, most: usize| ((mm * scale).max(0.0) as usize).min(most);
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0_f64);
    for y in bound(area.y0, plane.height)..bound(area.y1, plane.height) {
        for x in bound(area.x0, plane.width)..bound(area.x1, plane.width) {
            if located.drawn.is_near_edge(x, y) {
                let value = f64::from(plane.at(x, y));
                (sum, squares, count) = (sum + value, squares + value * value, count + 1.0);
            }
        }
    }
    let mean = sum / count.max(1.0);
    (squares / count.max(1.0) - mean * mean).max(0.0).sqrt()
}

/// Marks the tiles whose grey value is not the one that the page has there.
fn mark_tiles(located: &Located, scan: &Plane, tones: &Tones, marks: &mut Marks) {
    let page = located.size.to_rect();
    let tiles: Vec<Rect> = (0..marks.wrong.len()).map(|tile| marks.rect(tile).intersect(page)).collect();
    let differences = hexpress_base::parallel::in_order(
        tiles.len(),
        || (),
        |(), index| difference(located, scan, tones, tiles[index]),
    );
    for (tile, difference) in tiles.iter().zip(differences) {
        let Some(Difference { mean, allowed }) = difference else { continue };
        if mean.abs() > allowed {
            marks.mark(*tile, if mean > 0.0 { Wrong::Lighter } else { Wrong::Darker });
        }
    }
}

/// How far the grey value of a tile is from the right one, and how far it may be.
struct Difference {
    mean: f64,
    allowed: f64,
}

fn difference(located: &Located, scan: &Plane, tones: &Tones, tile: Rect) -> Option<Difference> {
    /// How far every grey value may be off, because light and ink are uneven.
    const UNEVEN: f64 = 12.0;
    /// How far edges may be off without a fault, in mm.
    const SLACK: f64 = 0.1;
    let (plane, scale) = (located.drawn.plane(), located.drawn.pixels_per_mm);
    let bound = |mm: f64, most: usize| ((mm * scale).round().max(1.0) as usize).min(most.saturating_sub(1));
    let (mut sum, mut spread, mut steep, mut count) = (0.0, 0.0, 0.0, 0.0_f64);
    let middle = tile.center();
    let origin = located.map.apply(middle);
    let [across, down] = located.map.steps(middle);
    for y in bound(tile.y0, plane.height)..bound(tile.y1, plane.height) {
        for x in bound(tile.x0, plane.width)..bound(tile.x1, plane.width) {
            let from = Vec2::new((x as f64 + 0.5) / scale, (y as f64 + 0.5) / scale) - middle.to_vec2();
            let at = origin + across * from.x + down * from.y;
            let value = scan.sample(at.x, at.y)?;
            let drawn = plane.at(x, y);
            let slope_x = f64::from(plane.at(x + 1, y) - plane.at(x - 1, y)) / 2.0;
            let slope_y = f64::from(plane.at(x, y + 1) - plane.at(x, y - 1)) / 2.0;
            let steepness = (slope_x * slope_x + slope_y * slope_y).sqrt() * scale;
            let right = f64::from(tones.predict(drawn, &located.map, middle)) - located.fitted.spread * steepness;
            sum += f64::from(value) - right;
            spread += f64::from(tones.spread(drawn));
            steep += steepness;
            count += 1.0;
        }
    }
    if count < 4.0 {
        return None;
    }
    // Neighbouring pixels share their noise.
    let noise = spread / count / (count / 8.0).max(1.0).sqrt();
    let allowed = UNEVEN + 6.0 * noise + SLACK * steep / count;
    Some(Difference { mean: sum / count, allowed })
}
