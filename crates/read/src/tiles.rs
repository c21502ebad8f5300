//! Fills areas with the tiles of a pattern.
//!
//! - In: the items of one tile, and an area.
//! - Out: the items of all tiles that are completely inside the area.
//! - Not here: hatchings and dots, which only affect the look of an area.

use kurbo::{Affine, BezPath, Rect, Shape, Vec2};

use super::Outline;
use super::item::{Item, ItemKind};

/// The smallest distance from one tile to the next, in mm. If the distance is smaller, the pattern is a
/// hatching or consists of dots, so its tiles are not drawn.
const MIN_TILE_DISTANCE_MM: f64 = 2.0;
/// The largest number of tiles in an area.
const MAX_TILES: f64 = 20_000.0;
/// The largest number of items in an area.
const MAX_ITEMS: f64 = 500_000.0;
/// An item may extend beyond the area by at most this, in mm.
const MAX_OVERHANG_MM: f64 = 0.05;

/// How a pattern repeats its tile.
pub(super) struct Tiling {
    /// The transform from the units of the pattern to mm on the page.
    pub to_page: Affine,
    /// The visible box of a tile, in the units of the pattern.
    pub tile: Rect,
    /// The horizontal and the vertical distance between neighbouring tiles, in the units of the pattern.
    pub step: Vec2,
}

impl Tiling {
    /// Returns the items of all tiles that are completely inside an area, or `None` if the tiles
    /// are too small or too many. `tile` contains the items of one tile, in mm.
    ///
    /// Tiles that the edge of the area cuts are left out, because they are only decoration.
    pub(super) fn fill(&self, tile: &[Item], area: Rect) -> Option<Vec<Item>> {
        let [a, b, c, d, ..] = self.to_page.as_coeffs();
        let step = Vec2::new(self.step.x.abs(), self.step.y.abs());
        let (across, down) = (Vec2::new(a, b) * step.x, Vec2::new(c, d) * step.y);
        let fits = [across.hypot(), down.hypot()]
            .iter()
            .all(|length| *length >= MIN_TILE_DISTANCE_MM && length.is_finite());
        let visible = self.to_page.inverse().transform_rect_bbox(area);
        if !fits || !visible.is_finite() {
            return None;
        }
        let (left, right) = ((visible.x0 - self.tile.x1) / step.x, (visible.x1 - self.tile.x0) / step.x);
        let (top, bottom) = ((visible.y0 - self.tile.y1) / step.y, (visible.y1 - self.tile.y0) / step.y);
        let count = (right.floor() - left.ceil() + 1.0) * (bottom.floor() - top.ceil() + 1.0);
        if !(1.0..=MAX_TILES).contains(&count) || count * tile.len() as f64 > MAX_ITEMS {
            return None;
        }
        let columns = left.ceil() as i64..=right.floor() as i64;
        let mut items = Vec::new();
        for row in top.ceil() as i64..=bottom.floor() as i64 {
            for column in columns.clone() {
                let by = across * column as f64 + down * row as f64;
                items.extend(tile.iter().filter_map(|item| {
                    let kind = moved_part(&item.kind, by, area.inflate(MAX_OVERHANG_MM, MAX_OVERHANG_MM))?;
                    Some(Item {
                        clip: Some(area),
                        painted_bounds: kind.painted_bounds(),
                        kind,
                        ..item.clone()
                    })
                }));
            }
        }
        Some(items)
    }
}

/// Moves an item, and returns the part of the moved item that is inside an area. Returns `None` if
/// nothing is inside.
fn moved_part(kind: &ItemKind, by: Vec2, area: Rect) -> Option<ItemKind> {
    let moved = kind.moved(by);
    match &moved {
        ItemKind::Path { path, .. } if is_inside(path, area) => Some(moved),
        ItemKind::Path { path, stroke, .. } => {
            // A part of a line may be inside the area, so each segment is checked separately.
            let stroke = stroke.clone()?;
            let mut inside = BezPath::new();
            for segment in path.segments().filter(|segment| area.contains_rect(segment.bounding_box())) {
                inside.extend(segment.to_path(0.01).elements().iter().copied());
            }
            let has_segments = !inside.is_empty();
            let (path, stroke) = (inside.into(), Some(stroke));
            has_segments.then_some(ItemKind::Path { path, fill: None, stroke })
        }
        ItemKind::Text(text) => area.contains_rect(text.outline).then_some(moved),
        ItemKind::Image { corners, .. } => {
            corners.iter().all(|corner| area.contains(*corner)).then_some(moved)
        }
    }
}

/// Returns whether all end points in an outline are inside an area.
fn is_inside(path: &Outline, area: Rect) -> bool {
    path.ends().all(|point| area.contains(point))
}
