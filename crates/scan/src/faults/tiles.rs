//! Compares the grey values of a scan with those of its page.
//!
//! - In: a page that was found in a scan, and the tones of the scan.
//! - Out: marks on the tiles that are too light or too dark.

use kurbo::{Rect, Vec2};

use super::View;
use super::marks::{Marks, Wrong};
use crate::tone::Tones;

/// Marks the tiles whose grey value is not the one that the page has there.
pub fn mark_tiles(view: &View<'_>, tones: &Tones, marks: &mut Marks) {
    let page = view.size.to_rect();
    let tiles: Vec<Rect> = (0..marks.wrong.len()).map(|tile| marks.rect(tile).intersect(page)).collect();
    let differences = hexpress_base::parallel::in_order(
        tiles.len(),
        || (),
        |(), index| difference(view, tones, tiles[index]),
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

fn difference(view: &View<'_>, tones: &Tones, tile: Rect) -> Option<Difference> {
    /// How far every grey value may be off, because light and ink are uneven.
    const UNEVEN: f64 = 12.0;
    /// The share of the effect of blur that may be wrong.
    const BLURRED: f64 = 0.3;
    /// How far edges may be off without a fault, in mm.
    const SLACK: f64 = 0.1;
    let (plane, scale) = (view.drawn.plane(), view.drawn.pixels_per_mm);
    let bound = |mm: f64, most: usize| ((mm * scale).round().max(1.0) as usize).min(most.saturating_sub(1));
    /// Paper ends somewhere near the edge of the page, in mm.
    const BORDER: f64 = 4.0;
    let (mut sum, mut spread, mut steep, mut count) = (0.0, 0.0, 0.0, 0.0_f64);
    let (mut doubt, mut darkest, mut shown, mut bent) = (0.0, 255.0_f32, 0.0, 0.0);
    let middle = tile.center();
    let origin = view.map.apply(middle);
    let [across, down] = view.map.steps(middle);
    for y in bound(tile.y0, plane.height)..bound(tile.y1, plane.height) {
        for x in bound(tile.x0, plane.width)..bound(tile.x1, plane.width) {
            let from = Vec2::new((x as f64 + 0.5) / scale, (y as f64 + 0.5) / scale) - middle.to_vec2();
            let at = origin + across * from.x + down * from.y;
            let value = view.scan.sample(at.x, at.y)?;
            let drawn = plane.at(x, y);
            let slope_x = f64::from(plane.at(x + 1, y) - plane.at(x - 1, y)) / 2.0;
            let slope_y = f64::from(plane.at(x, y + 1) - plane.at(x, y - 1)) / 2.0;
            let steepness = (slope_x * slope_x + slope_y * slope_y).sqrt() * scale;
            let around = plane.at(x + 1, y) + plane.at(x - 1, y) + plane.at(x, y + 1) + plane.at(x, y - 1);
            let bend = view.blur * scale * scale * f64::from(around - 4.0 * drawn);
            let blurred = (f64::from(drawn) + bend).clamp(0.0, 255.0) as f32;
            let right = f64::from(tones.predict(blurred, &view.map, middle)) - view.fitted.spread * steepness;
            bent += bend.abs();
            sum += f64::from(value) - right;
            shown += f64::from(value);
            spread += f64::from(tones.spread(drawn));
            steep += steepness;
            doubt += f64::from(tones.doubt(drawn));
            darkest = darkest.min(drawn);
            count += 1.0;
        }
    }
    let is_inside = view.size.to_rect().inset(-BORDER).contains(middle);
    if count < 4.0 || (!is_inside && darkest > 250.0) {
        return None;
    }
    // Neighbouring pixels share their noise.
    let noise = spread / count / (count / 8.0).max(1.0).sqrt();
    let allowed = UNEVEN + 6.0 * noise + (SLACK * steep + doubt + BLURRED * bent) / count;
    let white = f64::from(tones.predict(255.0, &view.map, middle));
    Some(Difference { mean: sum / count, allowed, from_white: shown / count - white })
}
