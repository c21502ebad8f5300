//! Sets of polygons that lie side by side and are no board: tiles to be cut out, and what lines close by chance. The input is
//! the polygons of a set; the output says whether they are one of these.

use std::collections::BTreeSet;

use kurbo::Rect;

use super::area;
use crate::base::hex::Hex;
use crate::base::point_index::PointIndex;
use crate::check::facts::item::covers;
use crate::check::facts::lattice::Lattice;
use crate::find::Polygon;
use crate::read::Page;

/// Returns whether hexagons are tiles to be cut out: their bleed lies over that of the next one, or they lie in one line with
/// room between them.
pub(super) fn is_sheet_of_tiles(own: &[Polygon], lattice: &Lattice) -> bool {
    /// How far the next one lies over a tile, or away from it, as a share of the way from edge to edge.
    const OVER: f64 = 0.05;
    const AWAY: f64 = 0.03;
    if !lattice.tiling.is_hexagons() {
        return false;
    }
    let reach = own.iter().map(Polygon::step).fold(0.0, f64::max) * 1.2;
    let index = PointIndex::of(own.iter().map(|own| own.centre).enumerate(), reach);
    let next = |(number, tile): (usize, &Polygon)| {
        let far = |other: usize| tile.centre.distance(own[other].centre);
        let others = index.within(tile.centre, reach).take(64);
        // What lies almost on the same place is drawn twice.
        let others = others.filter(|other| *other != number && far(*other) > 0.5 * tile.step());
        let other = others.min_by(|a, b| far(*a).total_cmp(&far(*b)))?;
        let way = (own[other].centre - tile.centre).normalize();
        let ends =
            |polygon: &Polygon| polygon.corners.iter().map(|p| p.to_vec2().dot(way)).collect::<Vec<_>>();
        let last = ends(tile).into_iter().fold(f64::NEG_INFINITY, f64::max);
        let first = ends(&own[other]).into_iter().fold(f64::INFINITY, f64::min);
        Some((first - last) / tile.step())
    };
    let mut rooms: Vec<f64> = own.iter().enumerate().filter_map(next).collect();
    rooms.sort_by(f64::total_cmp);
    let Some(usual) = rooms.get(rooms.len() / 2) else { return false };
    *usual < -OVER || *usual > AWAY && is_line(lattice)
}

/// Whether cells lie in one line.
fn is_line(lattice: &Lattice) -> bool {
    let one =
        |of: fn(&Hex) -> i32| lattice.addresses.iter().flatten().map(of).collect::<BTreeSet<_>>().len() < 2;
    one(|hex| hex.q) || one(|hex| hex.r) || one(|hex| hex.s())
}

/// Returns whether a few crooked cells in a corner of a large drawing came about by chance, as roads that meet do.
pub(super) fn is_chance(page: &Page, own: &[Polygon], sheet: Rect) -> bool {
    /// Cells that meet by chance: at most this many, on at most this share of the drawing, crooked by at least this share of a
    /// side.
    const FEW: usize = 9;
    const SMALL: f64 = 0.25;
    const CROOKED: f64 = 0.01;
    let crooked = own.iter().filter(|own| own.irregularity() > CROOKED * own.side()).count();
    if own.len() > FEW || crooked * 2 <= own.len() {
        return false;
    }
    let seen = page.items.iter().filter_map(covers).map(|rect| rect.intersect(sheet));
    let drawn = seen.reduce(|a, b| a.union(b)).unwrap_or_default();
    area(own.iter()) < SMALL * drawn.area()
}
