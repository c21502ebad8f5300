//! Compares the grey values of a scan with the grey values of its page.
//!
//! - In: a page that was found in a scan, and the tones of the scan.
//! - Out: marks on the tiles that are too light or too dark.
//!
//! Ink, halftone dots and compression change fine drawings in ways that no model predicts. So each tile
//! is compared with other tiles of the page that are drawn alike. A tile is wrong if it differs from
//! these tiles.

use std::collections::BTreeMap;

use kurbo::{Point, Rect, Vec2};

use super::alike::mark_pieces;
use super::marks::Marks;
use super::scan_view::View;
use crate::fit::median_or_zero;
use crate::light;
use crate::named_drawings::NamedDrawing;
use crate::tone::Tones;

/// Marks the tiles that are lighter or darker in the scan than expected.
pub fn mark_tiles(view: &View<'_>, tones: &Tones, named_drawings: &[NamedDrawing], marks: &mut Marks) {
    let page = view.size.to_rect();
    let tiles: Vec<Rect> = (0..marks.wrong.len()).map(|tile| marks.rect(tile).intersect(page)).collect();
    let differences = hexpress_base::parallel::in_order(
        tiles.len(),
        || (),
        |(), index| difference(view, tones, tiles[index], Border::Whole),
    );
    // Tiles that are already marked are wrong, for example because their piece is absent. So they do not
    // show which differences are usual.
    let not_marked = differences.iter().enumerate().filter(|(index, _)| marks.wrong[*index].is_none());
    let usual = UsualDifferences::learn(not_marked.filter_map(|(_, difference)| difference.as_ref()));
    mark_pieces(&differences, named_drawings, marks);
    let excesses: Vec<Option<f64>> =
        differences.iter().map(|one| one.as_ref().map(|one| usual.excess(one))).collect();
    let most = largest_without_fault(excesses.iter().copied().flatten().collect());
    for (index, difference) in differences.iter().enumerate() {
        let (Some(difference), Some(excess)) = (difference, excesses[index]) else { continue };
        marks.is_bare[index] = difference.from_white > -MAX_BARE_DARKNESS;
        if excess > most {
            marks.mark_tone(index, excess > (CERTAIN_FACTOR * most).max(1.0));
        }
    }
    // Four neighbouring tiles that are all too dark, or all too light, are certainly wrong.
    let is_darker = |tile: usize| differences[tile].as_ref().map(|tile| tile.off < 0.0);
    for block in marks.blocks() {
        let is_wrong = |tile: &usize| marks.is_toned[*tile] && is_darker(*tile) == is_darker(block[0]);
        if block.iter().all(is_wrong) {
            block.into_iter().for_each(|tile| marks.mark_tone(tile, true));
        }
    }
}

/// Returns the largest difference of a tile without a fault, as a multiple of the allowed difference.
/// The result is between 0.5 and 1. In a good scan, nearly all tiles differ by much less than is
/// allowed, so the result is less than 1.
fn largest_without_fault(mut excesses: Vec<f64>) -> f64 {
    /// The fraction `share` of the tiles, those with the smallest differences, counts as free of faults.
    /// The result is at least `factor` times the largest difference of these tiles.
    struct PercentileLimit {
        share: f64,
        factor: f64,
    }
    const PERCENTILE_LIMITS: [PercentileLimit; 2] =
        [PercentileLimit { share: 0.995, factor: 2.5 }, PercentileLimit { share: 0.999, factor: 2.2 }];
    const MIN_DIFFERENCE: f64 = 0.5;
    /// With fewer tiles than this, the usual differences are unknown.
    const MIN_TILES: usize = 1000;
    if excesses.len() < MIN_TILES {
        return 1.0;
    }
    excesses.sort_by(f64::total_cmp);
    let beyond = PERCENTILE_LIMITS.map(|PercentileLimit { share, factor }| {
        let last = (excesses.len() as f64 * share) as usize;
        factor * excesses[last]
    });
    beyond.into_iter().fold(MIN_DIFFERENCE, f64::max).min(1.0)
}

/// A tile is certainly wrong if two conditions are met. Its difference is larger than allowed, and
/// this difference is more than `CERTAIN_FACTOR` times the largest difference of a tile without a fault.
const CERTAIN_FACTOR: f64 = 1.4;
/// How much darker than white paper a bare tile may be, in grey values.
const MAX_BARE_DARKNESS: f64 = 18.0;

/// The difference between the grey value of a tile and the expected grey value, and the largest
/// difference that is allowed.
pub struct Difference {
    pub off: f64,
    /// The grey value of the drawing.
    pub drawn: f64,
    allowed: f64,
    /// How much lighter the tile is than bare paper, in grey values. Negative if the tile is darker.
    from_white: f64,
    pub likeness: Likeness,
    block: Block,
    /// The grey values of the drawing in the four quarters of the tile.
    pub quarters: [f64; 4],
}

/// The properties that two tiles share if they are drawn alike. `tone` is the grey value in steps of 16.
/// `edges` is 0 for a tile without edges, and grows by 1 each time the mean steepness doubles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Likeness {
    tone: u8,
    pub edges: u8,
}

/// How far grey values in the scan usually are from the expected grey values. Tiles that are drawn alike
/// form a group.
struct UsualDifferences {
    groups: BTreeMap<Likeness, Group>,
    /// For each value of [`Likeness::edges`], the largest usual distance of a tile from
    /// [`Group::middle`].
    all: BTreeMap<u8, f64>,
}

struct Group {
    middle: f64,
    /// The largest usual distance of the tiles of this group from `middle`, the median of their
    /// differences.
    max_usual_distance: f64,
    /// The number of tiles of the group in each block of the page, and their number on the whole
    /// page.
    blocks: BTreeMap<Block, usize>,
    count: usize,
}

impl Group {
    /// Returns whether enough tiles of the group are far from the given block. If most tiles of a group
    /// are near the block, they may all have the same fault.
    fn is_known_at(&self, Block(column, row): Block) -> bool {
        /// The smallest number of tiles that must be far from the block.
        const MIN_FAR_TILES: usize = 12;
        let around = (row - 1..=row + 1).flat_map(|row| {
            (column - 1..=column + 1).filter_map(move |column| self.blocks.get(&Block(column, row)))
        });
        let far = self.count - around.sum::<usize>();
        far >= MIN_FAR_TILES && 2 * far >= self.count
    }
}

/// A square of the page, by its column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Block(i32, i32);

impl Block {
    fn from_tile(tile: Rect) -> Self {
        /// The side of a block, in mm.
        const BLOCK_SIDE_MM: f64 = 8.0;
        let Point { x, y } = tile.center();
        Self((x / BLOCK_SIDE_MM) as i32, (y / BLOCK_SIDE_MM) as i32)
    }
}

/// Returns the largest usual distance of a value from the median. `sizes` contains the distances of all
/// values from the median.
fn usual(sizes: &mut [f64]) -> f64 {
    /// The result is the larger of two limits: `SURE_DEVIATIONS` standard deviations, and
    /// `PERCENTILE_FACTOR` times the distance that 95 % of the values do not exceed. A few values are
    /// faults, so the second limit is at most twice the first one.
    const SURE_DEVIATIONS: f64 = 6.0;
    const PERCENTILE_FACTOR: f64 = 2.5;
    sizes.sort_by(f64::total_cmp);
    let part = |percent: usize| sizes.get(sizes.len() * percent / 100).copied().unwrap_or(0.0);
    // The factor 1.4826 converts the median of distances to a standard deviation.
    let normal = SURE_DEVIATIONS * 1.4826 * part(50);
    normal.max((PERCENTILE_FACTOR * part(95)).min(2.0 * normal))
}

impl UsualDifferences {
    fn learn<'d>(differences: impl Iterator<Item = &'d Difference>) -> Self {
        let mut alike: BTreeMap<Likeness, Vec<f64>> = BTreeMap::new();
        let mut blocks: BTreeMap<Likeness, BTreeMap<Block, usize>> = BTreeMap::new();
        for Difference { likeness, block, off, .. } in differences {
            alike.entry(*likeness).or_default().push(*off);
            *blocks.entry(*likeness).or_default().entry(*block).or_default() += 1;
        }
        let mut groups = BTreeMap::new();
        let mut off: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
        for (likeness, mut values) in alike {
            let middle = median_or_zero(&mut values);
            let mut sizes: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
            off.entry(likeness.edges).or_default().extend(&sizes);
            let blocks = blocks.remove(&likeness).unwrap_or_default();
            let group = Group { middle, max_usual_distance: usual(&mut sizes), blocks, count: values.len() };
            groups.insert(likeness, group);
        }
        let all = off.into_iter().map(|(edges, mut sizes)| (edges, usual(&mut sizes)));
        Self { groups, all: all.collect() }
    }

    /// Returns how much a tile differs from tiles that are drawn alike, as a multiple of the allowed
    /// difference.
    fn excess(&self, difference: &Difference) -> f64 {
        /// The median difference of tiles that are drawn alike is not a fault, up to this multiple of
        /// the allowed difference.
        const MAX_USUAL_DIFFERENCE: f64 = 1.0;
        let all = self.all.get(&difference.likeness.edges).copied().unwrap_or(0.0);
        let (middle, usual) =
            match self.groups.get(&difference.likeness).filter(|group| group.is_known_at(difference.block)) {
                // In a small group, a fault makes the usual distance too large, so this distance is
                // limited.
                Some(group) => (group.middle, group.max_usual_distance.clamp(0.7 * all, 2.0 * all)),
                // There are too few similar tiles to know their usual difference.
                None => (0.0, 2.0 * all),
            };
        let most = MAX_USUAL_DIFFERENCE * difference.allowed;
        let off = difference.off - middle.clamp(-most, most);
        off.abs() / (difference.allowed + usual)
    }
}

/// The sums over the pixels of a tile. `expected` is the light that the scan should have, and `scanned` is
/// the light that it has. `steep` is the steepness of the drawing, and `bent` is the effect of blur.
/// `doubt` and `spread` are those of [`Tones`].
#[derive(Default)]
struct Sums {
    drawn: f64,
    expected: f64,
    scanned: f64,
    steep: f64,
    bent: f64,
    doubt: f64,
    spread: f64,
    count: f64,
}

/// The light of the drawing in a quarter of a tile.
#[derive(Clone, Copy, Default)]
struct Quarter {
    light: f64,
    count: f64,
}

impl Quarter {
    fn add(&mut self, light: f32) {
        self.light += f64::from(light);
        self.count += 1.0;
    }

    fn grey(self) -> f64 {
        f64::from(light::to_grey((self.light / self.count.max(1.0)) as f32))
    }
}

/// The weight of the pixels near the border of a part.
#[derive(Debug, Clone, Copy)]
pub enum Border {
    /// The same weight as all other pixels.
    Whole,
    /// A weight that decreases towards the border. The border of a part cuts halftone dots. With
    /// equal weights, the mean grey value of a small part would depend on where these dots are.
    Tapered,
}

impl Border {
    /// Returns the weight of a pixel. `from` is the vector from the middle of the part to the pixel, in
    /// mm.
    fn weight(self, from: Vec2, part: Rect) -> f64 {
        /// The width of the strip with smaller weights, in mm: the period of halftone dots on a screen
        /// of 85 lines per inch at 45°.
        const EDGE_STRIP_MM: f64 = 0.42;
        match self {
            Self::Whole => 1.0,
            Self::Tapered => [part.width() / 2.0 - from.x.abs(), part.height() / 2.0 - from.y.abs()]
                .map(|inside| (inside / EDGE_STRIP_MM).clamp(0.0, 1.0))
                .into_iter()
                .product(),
        }
    }
}

/// Returns the light of a point after the ink next to it has spread. `lost` is the light that an edge without
/// end would lose. Ink may fill a thin light line completely, but the line never becomes darker than the ink
/// around it.
fn light_between_ink(light: f64, lost: f64, ink: f64) -> f64 {
    (light - lost).max(ink.min(light))
}

/// Compares a part of the page with the scan. Returns `None` if the scan does not show the whole part.
pub fn difference(view: &View<'_>, tones: &Tones, tile: Rect, border: Border) -> Option<Difference> {
    /// The difference in grey values that is always allowed, because light and ink are uneven.
    const MIN_ALLOWED_DIFFERENCE: f64 = 12.0;
    /// How uncertain the effect of blur on a grey value is, as a fraction of this effect.
    const BLUR_UNCERTAINTY: f64 = 0.3;
    /// How far an edge may be displaced without a fault.
    const EDGE_SLACK_MM: f64 = 0.1;
    /// The width of a strip along the edge of the page, in mm. The scan may end inside this strip, and
    /// show something other than paper.
    const UNCERTAIN_BORDER_MM: f64 = 5.0;
    let (plane, growth, scale) = (view.drawn.plane(), view.drawn.growth(), view.drawn.pixels_per_mm);
    let bound = |mm: f64, most: usize| ((mm * scale).round().max(1.0) as usize).min(most.saturating_sub(1));
    let mut sums = Sums::default();
    let mut darkest = 255.0_f32;
    let mut quarters = [Quarter::default(); 4];
    let centre = tile.center();
    let brightness = tones.brightness(&view.map, centre);
    let origin = view.map.apply(centre);
    let [across, down] = view.map.steps(centre);
    for y in bound(tile.y0, plane.height)..bound(tile.y1, plane.height) {
        for x in bound(tile.x0, plane.width)..bound(tile.x1, plane.width) {
            let from = Vec2::new((x as f64 + 0.5) / scale, (y as f64 + 0.5) / scale) - centre.to_vec2();
            let at = origin + across * from.x + down * from.y;
            let scanned = view.scan.sample(at.x, at.y)?;
            let drawn = plane.at(x, y);
            let slope_x = f64::from(plane.at(x + 1, y) - plane.at(x - 1, y)) / 2.0;
            let slope_y = f64::from(plane.at(x, y + 1) - plane.at(x, y - 1)) / 2.0;
            let steepness = (slope_x * slope_x + slope_y * slope_y).sqrt() * scale;
            let around = [plane.at(x + 1, y), plane.at(x - 1, y), plane.at(x, y + 1), plane.at(x, y - 1)];
            let bend = view.blur * scale * scale * f64::from(around.iter().sum::<f32>() - 4.0 * drawn);
            let blurred = (f64::from(drawn) + bend).clamp(0.0, 255.0) as f32;
            let weight = border.weight(from, tile);
            let darkest_around = around.into_iter().fold(drawn.min(blurred), f32::min);
            let expected = light_between_ink(
                f64::from(tones.predict(blurred, brightness)),
                view.fitted.spread * f64::from(growth.at(x, y)),
                f64::from(tones.predict(darkest_around, brightness)),
            );
            sums.expected += weight * expected;
            sums.drawn += weight * f64::from(drawn);
            quarters[usize::from(from.x > 0.0) + 2 * usize::from(from.y > 0.0)].add(drawn);
            sums.scanned += weight * f64::from(scanned);
            sums.bent += weight * bend.abs();
            sums.steep += weight * steepness;
            sums.spread += weight * f64::from(tones.spread(drawn));
            sums.doubt += weight * f64::from(tones.doubt(drawn));
            sums.count += weight;
            darkest = darkest.min(drawn);
        }
    }
    let is_inside = view.size.to_rect().inset(-UNCERTAIN_BORDER_MM).contains(centre);
    let count = sums.count;
    if count < 4.0 || (!is_inside && light::to_grey(darkest) > light::to_grey(view.white) - 6.0) {
        return None;
    }
    // Neighbouring pixels have similar noise, so eight pixels count as one.
    let noise = sums.spread / count / (count / 8.0).max(1.0).sqrt();
    let grey = |sum: f64| f64::from(light::to_grey((sum / count) as f32));
    let (expected, scanned) = (grey(sums.expected), grey(sums.scanned));
    // The change of the grey value per change of light. It is the derivative of the curve in [`light`],
    // limited for dark tiles.
    let per_light = 1.0 / (2.2 * libm::pow(expected.max(60.0) / 255.0, 1.2));
    let uncertain = (EDGE_SLACK_MM * sums.steep + BLUR_UNCERTAINTY * sums.bent) / count * per_light;
    let white = f64::from(light::to_grey(tones.predict(view.white, brightness)));
    let edges = libm::log2((sums.steep / count * per_light / 2.0).max(1.0)).min(20.0);
    Some(Difference {
        off: scanned - expected,
        drawn: grey(sums.drawn),
        allowed: MIN_ALLOWED_DIFFERENCE + 6.0 * noise + sums.doubt / count + uncertain,
        from_white: scanned - white,
        likeness: Likeness { tone: (grey(sums.drawn) / 16.0) as u8, edges: edges as u8 },
        block: Block::from_tile(tile),
        quarters: quarters.map(Quarter::grey),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_fills_a_thin_line_and_makes_it_no_darker() {
        let light = |lost: f64| light_between_ink(60.0, lost, 12.0);
        assert_eq!([0.0, 30.0, 48.0, 49.0, 80.0].map(light), [60.0, 30.0, 12.0, 12.0, 12.0]);
        // Ink that shrinks makes the line lighter.
        assert_eq!(light(-10.0), 70.0);
    }

    #[test]
    fn pixels_near_a_tapered_border_count_less() {
        let part = Rect::new(10.0, 10.0, 12.0, 12.0);
        let at = |x: f64| Border::Tapered.weight(Vec2::new(x, 0.0), part);
        assert_eq!((at(0.0), at(0.58), at(1.0)), (1.0, 1.0, 0.0));
        assert!((at(0.79) - 0.5).abs() < 1e-9 && (at(-0.79) - 0.5).abs() < 1e-9);
        let down = |y: f64| Border::Tapered.weight(Vec2::new(0.0, y), Rect::new(10.0, 10.0, 12.0, 13.0));
        assert!((down(1.29) - 0.5).abs() < 1e-9 && (down(1.07), down(1.5)) == (1.0, 0.0));
        assert_eq!(Border::Whole.weight(Vec2::new(1.0, 1.0), part), 1.0);
    }

    #[test]
    fn good_scans_have_a_lower_limit() {
        let scan = |usual: f64, count: usize| {
            let faults = count / 1001;
            largest_without_fault([vec![usual; count - faults], vec![9.0; faults]].concat())
        };
        assert!((scan(0.3, 3001) - 0.75).abs() < 1e-9);
        assert_eq!((scan(0.1, 3001), scan(0.9, 3001)), (0.5, 1.0));
        assert_eq!((scan(0.1, 1000), scan(0.1, 999)), (0.5, 1.0));
    }
}
