//! Areas that are filled with a pattern: a small drawing, again and again.

use kurbo::{Affine, BezPath, Rect, Shape, Vec2};

use super::item::{Item, ItemKind};
use super::outline::Outline;

/// The narrowest tile that is repeated, in mm: narrower ones are hatchings and dots.
const NARROW: f64 = 2.0;
/// The most tiles of an area.
const MOST_TILES: f64 = 20_000.0;
/// The most drawings that an area is filled with.
const MOST_ITEMS: f64 = 500_000.0;
/// How far a drawing may reach out of the area and still be whole in it, in mm.
const OUT: f64 = 0.05;

/// How a tile is repeated.
pub(super) struct Tiling {
    /// From the units of the pattern to millimetres.
    pub to_page: Affine,
    /// What a tile shows, in the units of the pattern.
    pub tile: Rect,
    /// How far the next tiles lie across and down.
    pub step: Vec2,
}

impl Tiling {
    /// What an area shows that is filled with these tiles: of the drawings of a tile, all that are whole in the area. What
    /// the edge of the area cuts off is decoration. None where the tiles are too small or too many.
    pub(super) fn fill(&self, drawn: &[Item], area: Rect) -> Option<Vec<Item>> {
        let [a, b, c, d, ..] = self.to_page.as_coeffs();
        let step = Vec2::new(self.step.x.abs(), self.step.y.abs());
        let (across, down) = (Vec2::new(a, b) * step.x, Vec2::new(c, d) * step.y);
        let fits =
            [across.hypot(), down.hypot()].iter().all(|length| *length >= NARROW && length.is_finite());
        let seen = self.to_page.inverse().transform_rect_bbox(area);
        if !fits || !seen.is_finite() {
            return None;
        }
        let (left, right) = ((seen.x0 - self.tile.x1) / step.x, (seen.x1 - self.tile.x0) / step.x);
        let (top, bottom) = ((seen.y0 - self.tile.y1) / step.y, (seen.y1 - self.tile.y0) / step.y);
        let count = (right.floor() - left.ceil() + 1.0) * (bottom.floor() - top.ceil() + 1.0);
        if !(1.0..=MOST_TILES).contains(&count) || count * drawn.len() as f64 > MOST_ITEMS {
            return None;
        }
        let columns = left.ceil() as i64..=right.floor() as i64;
        let mut items = Vec::new();
        for row in top.ceil() as i64..=bottom.floor() as i64 {
            for column in columns.clone() {
                let by = across * column as f64 + down * row as f64;
                items.extend(drawn.iter().filter_map(|item| {
                    let kind = moved(&item.kind, by, area.inflate(OUT, OUT))?;
                    Some(Item { clip: Some(area), whole: kind.whole(), kind, ..item.clone() })
                }));
            }
        }
        Some(items)
    }
}

/// A drawing at another place; none where nothing of it is whole in the area.
fn moved(kind: &ItemKind, by: Vec2, area: Rect) -> Option<ItemKind> {
    let moved = kind.moved(by);
    match &moved {
        ItemKind::Path { path, .. } if is_inside(path, area) => Some(moved),
        ItemKind::Path { path, stroke, .. } => {
            // Of a line that leads out of the area, the parts that do not.
            let stroke = stroke.clone()?;
            let mut inside = BezPath::new();
            for segment in path.segments().filter(|segment| area.contains_rect(segment.bounding_box())) {
                let part = segment.to_path(0.01);
                inside.extend(part.elements().iter().copied());
            }
            let is_none = inside.is_empty();
            let (path, stroke) = (inside.into(), Some(stroke));
            (!is_none).then_some(ItemKind::Path { path, fill: None, stroke })
        }
        ItemKind::Text(text) => area.contains_rect(text.outline).then_some(moved),
        ItemKind::Image { corners, .. } => {
            corners.iter().all(|corner| area.contains(*corner)).then_some(moved)
        }
    }
}

/// Whether all points of an outline lie in an area.
fn is_inside(path: &Outline, area: Rect) -> bool {
    path.ends().all(|point| area.contains(point))
}
