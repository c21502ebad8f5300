//! Tracks which areas of a sheet are taken, and where printer's marks still fit along the edges. An area is
//! taken if something is drawn there. No printer's mark may be placed in it.
//!
//! - In: the printable area, and the boxes of everything on the sheet.
//! - Out: free stretches along the edges, and the boxes that are reserved for marks.
//! - Not here: drawing marks.

use kurbo::{Point, Rect};

use crate::setup::TOLERANCE;
use hexpress_base::geometry::overhang;

/// The gap between printer's marks and anything else, in mm.
pub const CLEAR: f64 = 3.0;
/// If no edge of the sheet has enough space for the gap [`CLEAR`], a line of text keeps only this gap, in mm.
const TIGHT_GAP_MM: f64 = 1.0;
/// The additional gap between two printer's marks on one edge, in mm.
const MARK_GAP: f64 = 1.0;
/// The preferred gap between a name and a printer's mark, in mm. With a smaller gap, a reader could
/// mistake the number at the end of a ruler for a name.
const FAR_FROM_NAMES: f64 = 8.0;
/// The smallest gap between a name and a printer's mark, in mm.
const NEAR_NAMES: f64 = 4.0;

/// The areas of a sheet that are taken, and the gaps between these areas and printer's marks.
#[derive(Debug, Clone)]
pub struct Space {
    printable: Rect,
    taken: Vec<Rect>,
    /// The boxes of names. If possible, printer's marks keep the gap [`FAR_FROM_NAMES`] to these
    /// boxes.
    names: Vec<Rect>,
    /// The gap between printer's marks and anything else, in mm.
    clear: f64,
}

/// An edge of the printable area, and the strip along this edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SheetEdge {
    Bottom,
    Top,
    Left,
    Right,
}

/// The gap between printer's marks and anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    /// A gap of [`CLEAR`] mm.
    Clear,
    /// A gap of [`TIGHT_GAP_MM`] mm.
    Tight,
}

/// The gap between printer's marks and names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameGap {
    /// A gap of [`FAR_FROM_NAMES`] mm.
    Far,
    /// A gap of [`NEAR_NAMES`] mm.
    Near,
}

impl NameGap {
    /// Both gaps, starting with the preferred one.
    pub(crate) const ALL: [Self; 2] = [Self::Far, Self::Near];
}

/// A part of an edge, from one coordinate to another, in mm from the left or the top of the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stretch {
    pub(crate) from: f64,
    pub(crate) to: f64,
}

impl Stretch {
    pub(crate) fn length(self) -> f64 {
        self.to - self.from
    }
}

impl SheetEdge {
    fn is_level(self) -> bool {
        matches!(self, Self::Bottom | Self::Top)
    }

    /// Returns the stretch of the edge next to the box `rect`.
    fn along(self, rect: Rect) -> Stretch {
        match self.is_level() {
            true => Stretch { from: rect.x0, to: rect.x1 },
            false => Stretch { from: rect.y0, to: rect.y1 },
        }
    }
}

impl Space {
    /// Returns the space of an empty sheet, on which the whole area `printable` is free.
    pub fn new(printable: Rect) -> Self {
        Self { printable, taken: Vec::new(), names: Vec::new(), clear: CLEAR }
    }

    pub fn printable(&self) -> Rect {
        self.printable
    }

    /// Returns the boxes that are taken, without the first `count` of them.
    pub fn taken_since(&self, count: usize) -> &[Rect] {
        self.taken.get(count..).unwrap_or_default()
    }

    /// Returns the number of boxes that are taken.
    pub fn taken(&self) -> usize {
        self.taken.len()
    }

    /// Sets the gap between printer's marks and anything else. The gap applies to stretches and boxes
    /// that are claimed after this call.
    pub(crate) fn set_gap(&mut self, gap: Gap) {
        self.clear = match gap {
            Gap::Clear => CLEAR,
            Gap::Tight => TIGHT_GAP_MM,
        };
    }

    pub fn take_all(&mut self, rects: &[Rect]) {
        self.taken.extend_from_slice(rects);
    }

    pub fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Marks the box of a name as taken. The box is enlarged, so that printer's marks keep the gap
    /// [`NEAR_NAMES`] to the name.
    pub fn take_name(&mut self, rect: Rect) {
        let near = NEAR_NAMES - CLEAR;
        self.take(rect.inflate(near, near));
        self.names.push(rect);
    }

    /// Marks the area of a convex polygon as taken. The polygon is divided into horizontal bands, so that the
    /// space next to slanted sides stays free.
    pub fn take_polygon(&mut self, corners: &[Point]) {
        const BANDS: u8 = 6;
        let top = corners.iter().map(|corner| corner.y).fold(f64::INFINITY, f64::min);
        let bottom = corners.iter().map(|corner| corner.y).fold(f64::NEG_INFINITY, f64::max);
        let height = (bottom - top) / f64::from(BANDS);
        for band in 0..BANDS {
            let (y0, y1) = (top + f64::from(band) * height, top + f64::from(band + 1) * height);
            if let Some(Stretch { from, to }) = band_extent(corners, y0, y1) {
                self.take(Rect::new(from, y0, to, y1));
            }
        }
    }

    /// Returns the box along a stretch of an edge. The box extends `depth` mm from the edge towards
    /// the middle of the sheet.
    fn strip(&self, edge: SheetEdge, depth: f64, Stretch { from, to }: Stretch) -> Rect {
        let p = self.printable;
        match edge {
            SheetEdge::Bottom => Rect::new(from, p.y1 - depth, to, p.y1),
            SheetEdge::Top => Rect::new(from, p.y0, to, p.y0 + depth),
            SheetEdge::Left => Rect::new(p.x0, from, p.x0 + depth, to),
            SheetEdge::Right => Rect::new(p.x1 - depth, from, p.x1, to),
        }
    }

    /// Returns the stretches of an edge along which a strip of `depth` mm is free.
    pub(crate) fn free(&self, edge: SheetEdge, depth: f64) -> Vec<Stretch> {
        self.stretches(edge, depth, NameGap::Near)
    }

    fn stretches(&self, edge: SheetEdge, depth: f64, gap: NameGap) -> Vec<Stretch> {
        let whole = edge.along(self.printable);
        let strip = self.strip(edge, depth, whole);
        let names: &[Rect] = if gap == NameGap::Far { &self.names } else { &[] };
        let mut blocked: Vec<Stretch> = self
            .taken
            .iter()
            .map(|taken| taken.inflate(self.clear, self.clear))
            .chain(names.iter().map(|name| name.inflate(FAR_FROM_NAMES, FAR_FROM_NAMES)))
            .filter(|near| {
                near.x0 < strip.x1 && near.x1 > strip.x0 && near.y0 < strip.y1 && near.y1 > strip.y0
            })
            .map(|near| edge.along(near))
            .collect();
        blocked.sort_by(|a, b| a.from.total_cmp(&b.from));
        blocked.push(Stretch { from: whole.to, to: whole.to });
        let mut free = Vec::new();
        let mut from = whole.from;
        for block in blocked {
            if block.from > from {
                free.push(Stretch { from, to: block.from.min(whole.to) });
            }
            from = from.max(block.to);
        }
        free
    }

    /// Reserves a box along the first of `edges` that has enough space. The box is `length` mm long and
    /// `depth` mm deep. Returns the box and its edge, or `None` if no edge has enough space.
    ///
    /// `preferred_share` is the preferred position along the edge, from 0 (left or top) to 1 (right or
    /// bottom). The box is placed as near to this position as possible. If possible, the box keeps
    /// the larger gap to names.
    pub(crate) fn claim(
        &mut self,
        edges: &[SheetEdge],
        preferred_share: f64,
        length: f64,
        depth: f64,
    ) -> Option<(Rect, SheetEdge)> {
        let far = if self.names.is_empty() {
            None
        } else {
            self.claim_at(edges, preferred_share, [length, depth], NameGap::Far)
        };
        far.or_else(|| self.claim_at(edges, preferred_share, [length, depth], NameGap::Near))
    }

    /// Reserves all of `rects` if all of them are free. Returns whether they were free.
    ///
    /// `gap` is the smallest allowed gap between the boxes and names.
    pub(crate) fn claim_all(&mut self, rects: &[Rect], gap: NameGap) -> bool {
        let names: &[Rect] = if gap == NameGap::Far { &self.names } else { &[] };
        let mut blocked = self
            .taken
            .iter()
            .map(|taken| taken.inflate(self.clear, self.clear))
            .chain(names.iter().map(|name| name.inflate(FAR_FROM_NAMES, FAR_FROM_NAMES)));
        let is_inside = rects.iter().all(|rect| overhang(*rect, self.printable) <= TOLERANCE);
        let is_free = !blocked.any(|near| rects.iter().any(|rect| near.overlaps(*rect)));
        if is_inside && is_free {
            self.take_all(rects);
        }
        is_inside && is_free
    }

    /// Works like [`Space::claim`], but always keeps the gap `gap` to names. Returns `None` if no edge has
    /// enough space.
    fn claim_at(
        &mut self,
        edges: &[SheetEdge],
        preferred_share: f64,
        [length, depth]: [f64; 2],
        gap: NameGap,
    ) -> Option<(Rect, SheetEdge)> {
        for &edge in edges {
            let whole = edge.along(self.printable);
            let preferred = whole.from + (whole.length() - length) * preferred_share;
            let nearest = self
                .stretches(edge, depth, gap)
                .into_iter()
                .filter(|free| free.length() >= length - 1e-9)
                .map(
                    |Stretch { from, to }| {
                        if to - length < from { from } else { preferred.clamp(from, to - length) }
                    },
                )
                .min_by(|a, b| (a - preferred).abs().total_cmp(&(b - preferred).abs()));
            let Some(from) = nearest else { continue };
            let rect = self.strip(edge, depth, Stretch { from, to: from + length });
            // Printer's marks keep a larger gap to one another than to the drawings of the game.
            self.take(if edge.is_level() {
                rect.inflate(MARK_GAP, 0.0)
            } else {
                rect.inflate(0.0, MARK_GAP)
            });
            return Some((rect, edge));
        }
        None
    }
}

/// Returns the horizontal extent of a convex polygon between the heights `y0` and `y1`, from its leftmost to
/// its rightmost point there. Returns `None` if no part of the polygon is between these heights.
fn band_extent(corners: &[Point], y0: f64, y1: f64) -> Option<Stretch> {
    let mut crossings = Vec::new();
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        if a.y >= y0 - 1e-9 && a.y <= y1 + 1e-9 {
            crossings.push(a.x);
        }
        for y in [y0, y1] {
            if (a.y - y) * (b.y - y) < 0.0 {
                crossings.push(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
            }
        }
    }
    let from = crossings.iter().copied().reduce(f64::min)?;
    let to = crossings.iter().copied().reduce(f64::max)?;
    Some(Stretch { from, to })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_takes_only_free_room() {
        let mut space = Space::new(Rect::new(0.0, 0.0, 200.0, 100.0));
        space.take(Rect::new(0.0, 10.0, 200.0, 96.0));
        let (rect, edge) = space.claim(&[SheetEdge::Bottom, SheetEdge::Top], 0.5, 100.0, 4.0).unwrap();
        assert_eq!(edge, SheetEdge::Top);
        assert_eq!(rect, Rect::new(50.0, 0.0, 150.0, 4.0));
        assert!(space.claim(&[SheetEdge::Top], 0.5, 100.0, 4.0).is_none());
        assert!(space.claim(&[SheetEdge::Top], 0.0, 40.0, 4.0).is_some());
    }

    #[test]
    fn a_polygon_leaves_the_room_next_to_its_slanted_sides() {
        let mut space = Space::new(Rect::new(-30.0, -30.0, 30.0, 30.0));
        let corners =
            hexpress_base::tiling::hex::Orientation::PointyTop.unit_corners().map(|c| (c * 30.0).to_point());
        space.take_polygon(&corners);
        assert!(space.claim(&[SheetEdge::Top], 0.0, 3.0, 2.0).is_some());
        assert!(space.claim(&[SheetEdge::Left], 0.5, 10.0, 2.0).is_none());
    }

    #[test]
    fn a_band_is_as_wide_as_the_polygon_there() {
        let rhombus = [(0.0, -10.0), (10.0, 0.0), (0.0, 10.0), (-10.0, 0.0)].map(Point::from);
        for (y0, y1, half) in [(-5.0, -3.0, 7.0), (3.0, 5.0, 7.0), (-5.0, 5.0, 10.0)] {
            let extent = band_extent(&rhombus, y0, y1).unwrap();
            assert!((extent.from + half).abs() < 1e-9 && (extent.to - half).abs() < 1e-9, "{y0} to {y1}");
        }
        assert!(band_extent(&rhombus, 11.0, 12.0).is_none());
    }
}
