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
use crate::locate::{Located, sharpness};
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
    let judged = judge_squares(located, &squares, &seen);
    let mut faults = moved(located, &squares, &seen, &judged, pieces);
    let mut marks = Marks::new(located.size);
    for (square, wrong) in squares.iter().zip(&judged) {
        if let Some(wrong) = wrong {
            marks.mark(*square, *wrong);
        }
    }
    if let Some(tones) = Tones::learn(&located.drawn, scan, &located.map) {
        mark_tiles(located, scan, &tones, &mut marks);
    }
    // What a moved piece leaves and covers belongs to it.
    for fault in &faults {
        marks.clear(fault.area.inflate(1.0, 1.0));
    }
    faults.extend(whole(marks.regions(), located, pieces));
    faults.truncate(MOST_FAULTS);
    faults
}

/// Joins the regions within one piece, and names them.
fn whole(regions: Vec<Region>, located: &Located, pieces: &[Piece]) -> Vec<Fault> {
    let mut named: Vec<(Option<&Piece>, Region)> = Vec::new();
    for region in regions {
        let piece = name(pieces, region.area).filter(|piece| piece.is_unit());
        let known = named
            .iter_mut()
            .find(|(other, _)| matches!((piece, other), (Some(piece), Some(other)) if piece.id == other.id));
        match known {
            Some((_, joined)) => joined.join(&region),
            None => named.push((piece, region)),
        }
    }
    named
        .into_iter()
        .map(|(piece, region)| {
            let kind = region.kind(located.size, piece);
            let id = piece.or_else(|| name(pieces, region.area)).map(|piece| Arc::clone(&piece.id));
            Fault { kind, area: region.area, id, shift: None }
        })
        .collect()
}

/// Returns the smallest drawing that contains most of an area.
fn name(pieces: &[Piece], area: Rect) -> Option<&Piece> {
    let covered = |piece: &&Piece| {
        let shared = piece.area.intersect(area);
        shared.area() > 0.6 * area.area().max(1e-6)
    };
    let units = pieces.iter().filter(|piece| piece.is_unit());
    let inside = units.clone().filter(|piece| piece.area.contains(area.center())).find(covered);
    inside.or_else(|| pieces.iter().find(covered))
}

/// Finds the pieces that are not in their places. A piece next to one that moved is measured
/// without what they share.
fn moved(
    located: &Located,
    squares: &[Rect],
    seen: &[Option<Seen>],
    judged: &[Option<Wrong>],
    pieces: &[Piece],
) -> Vec<Fault> {
    /// The share of blurred squares above which a displacement is a smear.
    const SMEARED: f64 = 0.25;
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
            let inside = || (0..squares.len()).filter(|index| area.contains(squares[*index].center()));
            let blurred = inside().filter(|index| judged[*index] == Some(Wrong::Blurred)).count();
            let all = inside().filter(|index| seen[*index].is_some()).count();
            found.push(if blurred as f64 > SMEARED * all as f64 {
                Fault { kind: Kind::Smeared, area, id, shift: None }
            } else {
                Fault { kind: Kind::Moved, area, id, shift: Some(shifted.by) }
            });
        }
    }
    found
}

/// A displacement of a piece along a direction, in mm.
struct Equation {
    direction: Vec2,
    shift: f64,
    weight: f64,
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
fn shift_of(
    located: &Located,
    squares: &[Rect],
    seen: &[Option<Seen>],
    area: Rect,
    taken: &[Rect],
) -> Option<Shifted> {
    let scatter = located.fitted.scatter;
    let mut equations: Vec<Equation> = Vec::new();
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
            // The content of a place comes from where the observation says; the piece went the other way.
            let shift = -(one.shift + one.polarity * located.fitted.spread);
            // Small squares scatter more than the parts of the fit.
            let weight = 1.0 / (one.variance + 4.0 * scatter * scatter + 1e-4);
            equations.push(Equation { direction: one.direction, shift, weight });
        }
    }
    let mut by = Vec2::ZERO;
    let mut error = f64::INFINITY;
    for _ in 0..5 {
        let (mut xx, mut xy, mut yy, mut right) = (0.0, 0.0, 0.0, Vec2::ZERO);
        for Equation { direction, shift, weight } in &equations {
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

/// What is wrong with a square or a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrong {
    /// The grey value is another one.
    Toned,
    /// The edges of the drawing are not there.
    Unlike,
    /// The edges are blurred.
    Blurred,
}

/// The tiles of a page that are wrong.
struct Marks {
    columns: usize,
    rows: usize,
    wrong: Vec<Option<Wrong>>,
    /// Whether a tile of the scan is as white as bare paper.
    bare: Vec<bool>,
}

/// Neighbouring wrong tiles.
struct Region {
    area: Rect,
    tiles: usize,
    toned: usize,
    blurred: usize,
    bare: usize,
}

impl Marks {
    fn new(page: kurbo::Size) -> Self {
        let (columns, rows) = ((page.width / TILE).ceil() as usize, (page.height / TILE).ceil() as usize);
        let count = columns * rows;
        Self { columns, rows, wrong: vec![None; count], bare: vec![false; count] }
    }

    /// Returns the indices of the tiles that an area touches.
    fn tiles(&self, area: Rect) -> impl Iterator<Item = usize> + use<> {
        let bound = |mm: f64, most: usize| ((mm / TILE).max(0.0) as usize).min(most);
        let (left, right) =
            (bound(area.x0 + 1e-6, self.columns), bound((area.x1 - 1e-6).ceil(), self.columns));
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
            let mut region = Region { area: self.rect(first), tiles: 0, toned: 0, blurred: 0, bare: 0 };
            while let Some(tile) = open.pop() {
                region.tiles += 1;
                region.toned += usize::from(self.wrong[tile] == Some(Wrong::Toned));
                region.bare += usize::from(self.bare[tile]);
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
        // A square is four tiles. What a single square says is not certain.
        regions.retain(|region| region.toned >= 2 || region.tiles >= 8);
        regions.sort_by(|a, b| b.tiles.cmp(&a.tiles));
        regions
    }

    fn rect(&self, tile: usize) -> Rect {
        let corner = ((tile % self.columns) as f64 * TILE, (tile / self.columns) as f64 * TILE);
        Rect::from_origin_size(corner, (TILE, TILE))
    }
}

impl Region {
    fn join(&mut self, other: &Self) {
        self.area = self.area.union(other.area);
        self.tiles += other.tiles;
        self.toned += other.toned;
        self.blurred += other.blurred;
        self.bare += other.bare;
    }

    /// Returns the kind of a region, which may be a part of a piece.
    fn kind(&self, page: kurbo::Size, piece: Option<&Piece>) -> Kind {
        /// How much longer than wide a streak is, and how long it is at least, in mm.
        const STREAK: f64 = 8.0;
        const LEAST_STREAK: f64 = 20.0;
        /// The distance from the edge of the page at which something may be cut off, in mm, and how
        /// long the part is at least.
        const EDGE: f64 = 12.0;
        const LEAST_EDGE: f64 = 15.0;
        let (width, height) = (self.area.width(), self.area.height());
        let is_bare = 2 * self.bare > self.tiles;
        if 2 * self.blurred > self.tiles {
            return Kind::Smeared;
        }
        let along_side = (self.area.x1 < EDGE || self.area.x0 > page.width - EDGE) && height > LEAST_EDGE;
        let along_end = (self.area.y1 < EDGE || self.area.y0 > page.height - EDGE) && width > LEAST_EDGE;
        if is_bare && (along_side || along_end) {
            return Kind::CutOff;
        }
        let is_piece = piece.is_some_and(|piece| self.area.area() > 0.5 * piece.area.area());
        if !is_piece && width.max(height) > LEAST_STREAK && width.max(height) > STREAK * width.min(height) {
            return Kind::Streak;
        }
        if is_bare { Kind::Missing } else { Kind::Covered }
    }
}

/// A square needs this many pixels near edges.
const LEAST_PIXELS: usize = 60;

/// Finds the squares that lack the contrast or the sharpness of the drawing.
fn judge_squares(located: &Located, squares: &[Rect], seen: &[Option<Seen>]) -> Vec<Option<Wrong>> {
    /// A square is missing or covered if the drawing explains less than this share of what it
    /// should explain.
    const LEAST_EXPLAINED: f64 = 0.25;
    let sure = || seen.iter().flatten().filter(|seen| seen.pixels >= LEAST_PIXELS);
    let rest = |seen: &Seen| seen.variety * seen.variety * (1.0 - seen.explained);
    let usual_rest = median(&mut sure().map(rest).collect::<Vec<_>>());
    let most_blur = sharpness(seen, LEAST_PIXELS);
    let judge = |square: &Rect, seen: &Seen| {
        // Edges of little contrast drown in the noise of the scan.
        let drawn = variety(located, *square);
        let expected = drawn * drawn / (drawn * drawn + 4.0 * usual_rest);
        if seen.pixels < LEAST_PIXELS || expected < 0.6 || seen.unseen > seen.pixels / 4 {
            return None;
        }
        if seen.explained < LEAST_EXPLAINED * expected || seen.contrast < 0.0 {
            return Some(Wrong::Unlike);
        }
        (seen.blur > most_blur && seen.explained > 0.3).then_some(Wrong::Blurred)
    };
    squares.iter().zip(seen).map(|(square, seen)| judge(square, seen.as_ref()?)).collect()
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
    for (index, difference) in differences.into_iter().enumerate() {
        let Some(Difference { mean, allowed, from_white }) = difference else { continue };
        marks.bare[index] = from_white > -MOST_GREY;
        if mean.abs() > allowed {
            marks.wrong[index].get_or_insert(Wrong::Toned);
        }
    }
}

/// How much darker than white paper a bare tile may be.
const MOST_GREY: f64 = 18.0;

/// How far the grey value of a tile is from the right one, and how far it may be.
struct Difference {
    mean: f64,
    allowed: f64,
    /// How much lighter the tile is than bare paper.
    from_white: f64,
}

fn difference(located: &Located, scan: &Plane, tones: &Tones, tile: Rect) -> Option<Difference> {
    /// How far every grey value may be off, because light and ink are uneven.
    const UNEVEN: f64 = 12.0;
    /// How far edges may be off without a fault, in mm.
    const SLACK: f64 = 0.1;
    let (plane, scale) = (located.drawn.plane(), located.drawn.pixels_per_mm);
    let bound = |mm: f64, most: usize| ((mm * scale).round().max(1.0) as usize).min(most.saturating_sub(1));
    /// Paper ends somewhere near the edge of the page, in mm.
    const BORDER: f64 = 4.0;
    let (mut sum, mut spread, mut steep, mut count) = (0.0, 0.0, 0.0, 0.0_f64);
    let (mut doubt, mut darkest, mut shown) = (0.0, 255.0_f32, 0.0);
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
            let right =
                f64::from(tones.predict(drawn, &located.map, middle)) - located.fitted.spread * steepness;
            sum += f64::from(value) - right;
            shown += f64::from(value);
            spread += f64::from(tones.spread(drawn));
            steep += steepness;
            doubt += f64::from(tones.doubt(drawn));
            darkest = darkest.min(drawn);
            count += 1.0;
        }
    }
    let is_inside = located.size.to_rect().inset(-BORDER).contains(middle);
    if count < 4.0 || (!is_inside && darkest > 250.0) {
        return None;
    }
    // Neighbouring pixels share their noise.
    let noise = spread / count / (count / 8.0).max(1.0).sqrt();
    let allowed = UNEVEN + 6.0 * noise + SLACK * steep / count + doubt / count;
    let white = f64::from(tones.predict(255.0, &located.map, middle));
    Some(Difference { mean: sum / count, allowed, from_white: shown / count - white })
}
