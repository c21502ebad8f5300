//! Marks the parts of a page that are wrong, and groups them into regions.
//!
//! - In: what is wrong with each square (measured near edges) and with each tile (measured anywhere on
//!   the page).
//! - Out: regions of neighbouring tiles, each with its kind of fault.

use kurbo::Rect;

use super::fault::FaultKind;
use crate::named_drawings::NamedDrawing;

/// The side of the tiles, in mm.
pub const TILE_SIDE_MM: f64 = 1.0;

/// What is wrong with a square or a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// The grey value differs from the expected one.
    Toned,
    /// The edges of the drawing are missing.
    Unlike,
    /// The edges are blurred.
    Blurred,
}

/// The tiles of a page, with what is wrong with each of them.
pub struct Marks {
    pub columns: usize,
    pub rows: usize,
    pub wrong: Vec<Option<Defect>>,
    /// For each tile, whether the scan is as white as bare paper there.
    pub is_bare: Vec<bool>,
    /// For each tile, whether it has a wrong grey value. The tile may also be wrong in another way.
    pub is_toned: Vec<bool>,
    /// For each tile, whether its grey value is wrong beyond doubt.
    pub is_beyond_doubt: Vec<bool>,
}

/// A region of neighbouring wrong tiles. All fields except `area` are numbers of tiles.
pub struct Region {
    pub area: Rect,
    pub tiles: usize,
    pub toned: usize,
    pub unlike: usize,
    pub blurred: usize,
    pub bare: usize,
    pub beyond_doubt: usize,
}

impl Marks {
    pub fn new(page: kurbo::Size) -> Self {
        let (columns, rows) =
            ((page.width / TILE_SIDE_MM).ceil() as usize, (page.height / TILE_SIDE_MM).ceil() as usize);
        let count = columns * rows;
        Self {
            columns,
            rows,
            wrong: vec![None; count],
            is_bare: vec![false; count],
            is_toned: vec![false; count],
            is_beyond_doubt: vec![false; count],
        }
    }

    /// Returns the indices of the tiles that an area touches.
    pub fn tiles(&self, area: Rect) -> impl Iterator<Item = usize> + use<> {
        let bound = |mm: f64, most: usize| ((mm / TILE_SIDE_MM).max(0.0) as usize).min(most);
        let (left, right) =
            (bound(area.x0 + 1e-6, self.columns), bound((area.x1 - 1e-6).ceil(), self.columns));
        let (top, bottom) = (bound(area.y0 + 1e-6, self.rows), bound((area.y1 - 1e-6).ceil(), self.rows));
        let columns = self.columns;
        (top..bottom).flat_map(move |y| (left..right).map(move |x| y * columns + x))
    }

    /// Returns all blocks of 2 x 2 tiles, each as the indices of its four tiles.
    pub fn blocks(&self) -> impl Iterator<Item = [usize; 4]> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        let corners = (1..rows).flat_map(move |y| (1..columns).map(move |x| y * columns + x));
        corners.map(move |tile| [tile, tile - 1, tile - columns, tile - columns - 1])
    }

    pub fn mark(&mut self, area: Rect, defect: Defect) {
        for tile in self.tiles(area) {
            self.wrong[tile].get_or_insert(defect);
        }
    }

    /// Marks a tile with a wrong grey value.
    pub fn mark_tone(&mut self, tile: usize, is_beyond_doubt: bool) {
        self.wrong[tile].get_or_insert(Defect::Toned);
        self.is_toned[tile] = true;
        self.is_beyond_doubt[tile] |= is_beyond_doubt;
    }

    pub fn clear(&mut self, area: Rect) {
        for tile in self.tiles(area) {
            self.wrong[tile] = None;
        }
    }

    /// Returns the regions of wrong tiles that are certainly faults, the largest first. Two wrong tiles
    /// belong to the same region if at most one tile is between them.
    pub fn regions(&self) -> Vec<Region> {
        let mut known = vec![false; self.wrong.len()];
        let mut regions = Vec::new();
        for first in 0..self.wrong.len() {
            if known[first] || self.wrong[first].is_none() {
                continue;
            }
            known[first] = true;
            let mut open = vec![first];
            let mut region = Region::new(self.rect(first));
            while let Some(tile) = open.pop() {
                region.tiles += 1;
                region.toned += usize::from(self.is_toned[tile]);
                region.unlike += usize::from(self.wrong[tile] == Some(Defect::Unlike));
                region.beyond_doubt += usize::from(self.is_beyond_doubt[tile]);
                region.bare += usize::from(self.is_bare[tile]);
                region.blurred += usize::from(self.wrong[tile] == Some(Defect::Blurred));
                let rect = self.rect(tile);
                region.area = region.area.union(rect);
                for next in self.tiles(rect.inflate(2.0 * TILE_SIDE_MM, 2.0 * TILE_SIDE_MM)) {
                    if !known[next] && self.wrong[next].is_some() {
                        known[next] = true;
                        open.push(next);
                    }
                }
            }
            regions.push(region);
        }
        regions.retain(Region::is_certain);
        regions.sort_by_key(|region| std::cmp::Reverse(region.tiles));
        regions
    }

    /// Returns whether bare paper is seen where a part of a piece should be, but not where most of the piece
    /// should be. Only the ellipse in `area` is examined, because the corners may belong to other pieces.
    pub fn is_partly_bare(&self, area: Rect) -> bool {
        const MIN_TILES: usize = 12;
        /// Fewer tiles than this fraction do not change the mean colour.
        const MIN_SHARE: f64 = 0.03;
        const MAX_SHARE: f64 = 0.7;
        let is_inside = |tile: &usize| {
            let from = self.rect(*tile).center() - area.center();
            let [x, y] = [2.0 * from.x / area.width(), 2.0 * from.y / area.height()];
            x * x + y * y < 1.0
        };
        let tiles: Vec<usize> = self.tiles(area).filter(is_inside).collect();
        let bare = tiles.iter().filter(|tile| self.wrong[**tile].is_some() && self.is_bare[**tile]).count();
        let share = bare as f64 / tiles.len().max(1) as f64;
        bare >= MIN_TILES && (MIN_SHARE..MAX_SHARE).contains(&share)
    }

    pub fn rect(&self, tile: usize) -> Rect {
        let corner =
            ((tile % self.columns) as f64 * TILE_SIDE_MM, (tile / self.columns) as f64 * TILE_SIDE_MM);
        Rect::from_origin_size(corner, (TILE_SIDE_MM, TILE_SIDE_MM))
    }
}

impl Region {
    fn new(area: Rect) -> Self {
        Self { area, tiles: 0, toned: 0, unlike: 0, blurred: 0, bare: 0, beyond_doubt: 0 }
    }

    /// Returns whether the region is certainly a fault. A single wrong square covers four tiles and
    /// proves nothing, so several squares must be wrong. A few tiles with a wrong tone count only if
    /// some of them are wrong beyond doubt.
    fn is_certain(&self) -> bool {
        let is_toned = (self.toned >= 4 && self.beyond_doubt >= 2) || self.toned >= 10;
        is_toned || self.unlike >= 12 || self.blurred >= 16
    }

    pub fn join(&mut self, other: &Self) {
        self.area = self.area.union(other.area);
        self.tiles += other.tiles;
        self.toned += other.toned;
        self.unlike += other.unlike;
        self.blurred += other.blurred;
        self.bare += other.bare;
        self.beyond_doubt += other.beyond_doubt;
    }

    /// Returns the kind of fault of a region. `piece` is the piece that contains the region, if there
    /// is one.
    pub fn kind(&self, page: kurbo::Size, piece: Option<&NamedDrawing>) -> FaultKind {
        /// The length of a streak is at least this many times its width, and at least
        /// `MIN_STREAK_MM` mm.
        const MIN_STREAK_RATIO: f64 = 8.0;
        const MIN_STREAK_MM: f64 = 20.0;
        /// The largest distance of a cut-off part from the edge of the page, in mm. The part must
        /// also be at least `MIN_CUT_OFF_MM` mm long.
        const MAX_EDGE_DISTANCE_MM: f64 = 12.0;
        const MIN_CUT_OFF_MM: f64 = 15.0;
        let (width, height) = (self.area.width(), self.area.height());
        let is_bare = 2 * self.bare > self.tiles;
        if 2 * self.blurred > self.tiles {
            return FaultKind::Smeared;
        }
        let along_side = (self.area.x1 < MAX_EDGE_DISTANCE_MM
            || self.area.x0 > page.width - MAX_EDGE_DISTANCE_MM)
            && height > MIN_CUT_OFF_MM;
        let along_end = (self.area.y1 < MAX_EDGE_DISTANCE_MM
            || self.area.y0 > page.height - MAX_EDGE_DISTANCE_MM)
            && width > MIN_CUT_OFF_MM;
        if is_bare && (along_side || along_end) {
            return FaultKind::CutOff;
        }
        let is_piece = piece.is_some_and(|piece| self.area.area() > 0.5 * piece.area.area());
        if !is_piece
            && width.max(height) > MIN_STREAK_MM
            && width.max(height) > MIN_STREAK_RATIO * width.min(height)
        {
            return FaultKind::Streak;
        }
        if is_bare { FaultKind::Missing } else { FaultKind::Covered }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_tone_counts_even_where_edges_are_missing() {
        let square = Rect::new(4.0, 4.0, 6.0, 6.0);
        let mut marks = Marks::new(kurbo::Size::new(10.0, 10.0));
        marks.mark(square, Defect::Unlike);
        assert_eq!(marks.regions().len(), 0);
        for tile in marks.tiles(square) {
            marks.mark_tone(tile, true);
        }
        assert_eq!(marks.regions().len(), 1);
    }

    #[test]
    fn blocks_are_squares_of_neighbours() {
        let marks = Marks::new(kurbo::Size::new(3.0, 2.0));
        let blocks: Vec<_> = marks.blocks().collect();
        assert_eq!(blocks, [[4, 3, 1, 0], [5, 4, 2, 1]]);
    }

    #[test]
    fn bare_strips_along_the_edges_of_the_page_are_cut_off() {
        let page = kurbo::Size::new(200.0, 300.0);
        let kind = |area: Rect| Region { tiles: 10, bare: 9, ..Region::new(area) }.kind(page, None);
        let strips = [
            (0.0, 50.0, 8.0, 90.0),
            (192.0, 50.0, 200.0, 90.0),
            (50.0, 0.0, 90.0, 8.0),
            (50.0, 292.0, 90.0, 300.0),
        ];
        for (x0, y0, x1, y1) in strips {
            assert_eq!(kind(Rect::new(x0, y0, x1, y1)), FaultKind::CutOff);
        }
        assert_eq!(kind(Rect::new(20.0, 50.0, 28.0, 90.0)), FaultKind::Missing);
        assert_eq!(kind(Rect::new(20.0, 50.0, 23.0, 90.0)), FaultKind::Streak);
    }

    #[test]
    fn a_piece_with_a_hole_is_partly_bare() {
        let page = kurbo::Size::new(40.0, 40.0);
        let with_hole = |hole: Rect| {
            let mut marks = Marks::new(page);
            marks.mark(hole, Defect::Unlike);
            let tiles: Vec<usize> = marks.tiles(hole).collect();
            tiles.into_iter().for_each(|tile| marks.is_bare[tile] = true);
            marks.is_partly_bare(Rect::new(10.0, 10.0, 30.0, 30.0))
        };
        assert!(with_hole(Rect::new(10.0, 12.0, 16.0, 28.0)));
        // The hole is elsewhere, in a corner, too small, or as large as the piece.
        assert!(!with_hole(Rect::new(31.0, 12.0, 36.0, 28.0)) && !with_hole(Rect::new(8.0, 8.0, 12.0, 12.0)));
        assert!(!with_hole(Rect::new(18.0, 18.0, 20.0, 20.0)) && !with_hole(Rect::new(9.0, 9.0, 31.0, 31.0)));
    }
}
