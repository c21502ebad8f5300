//! Chooses how reports describe the orientation of a board that another program drew.
//!
//! - In: a lattice, and the angle of the texts on its page.
//! - Out: the same lattice, described as flat-top or pointy-top with a small angle.

use crate::facts::lattice::Lattice;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Tiling;
use hexpress_read::{ItemKind, Page};

/// A board and its texts count as rotated together if their angles differ by at most this, in degrees.
const SAME_ANGLE_DEGREES: f64 = 1.5;
/// Texts count as rotated if their angle is larger than this, in degrees.
const MIN_ROTATION_DEGREES: f64 = 0.3;

/// Returns the angle of most texts on a page, in degrees. Multiples of 90 degrees are subtracted, so
/// the angle is from -45 to 45. Returns `None` if the angle is about 0, or if no angle is shared by
/// more than half of the texts.
pub(super) fn angle_of_texts(page: &Page) -> Option<f64> {
    let mut votes: SortedMap<i64, usize> = SortedMap::new();
    let mut all = 0;
    for item in &page.items {
        if let ItemKind::Text(text) = &item.kind {
            all += 1;
            *votes.entry((text.angle * 10.0).round() as i64).or_default() += 1;
        }
    }
    let (tenths, count) = votes.into_iter().max_by_key(|(_, count)| *count)?;
    let angle = (tenths as f64 / 10.0 + 45.0).rem_euclid(90.0) - 45.0;
    (count * 2 > all && angle.abs() > MIN_ROTATION_DEGREES).then_some(angle)
}

/// Describes a lattice of hexagons as flat-top or pointy-top, with a rotation from -10 to 20 degrees.
/// If the texts are rotated together with the lattice, the rotation is close to the angle of the texts
/// instead, for example 40 degrees.
pub(super) fn orient(lattice: &mut Lattice, text_angle: Option<f64>) {
    if !lattice.grid.tiling.is_hexagons() {
        return lattice.reorient(lattice.grid.tiling, lattice.turned);
    }
    // Rotating a lattice of hexagons by 60 degrees changes only the addresses of its cells. A pointy-top
    // lattice is a flat-top lattice that is rotated by 30 degrees.
    let flat_top_turn = lattice.turned + if lattice.grid.tiling == Tiling::FlatTop { 0.0 } else { 30.0 };
    let turn = flat_top_turn.rem_euclid(60.0);
    // `rest` is the difference between the rotations of the lattice and of the texts. Multiples of 30
    // degrees are left out.
    let with_texts = text_angle.and_then(|angle| {
        let rest = (turn - angle + SAME_ANGLE_DEGREES).rem_euclid(30.0) - SAME_ANGLE_DEGREES;
        let is_pointy = (turn - angle + 15.0).rem_euclid(60.0) >= 30.0;
        let tiling = if is_pointy { Tiling::PointyTop } else { Tiling::FlatTop };
        (rest.abs() <= SAME_ANGLE_DEGREES).then_some((tiling, angle + rest))
    });
    let (tiling, turned) = with_texts.unwrap_or(match turn {
        t if t <= 20.0 => (Tiling::FlatTop, t),
        t if t <= 50.0 => (Tiling::PointyTop, t - 30.0),
        t => (Tiling::FlatTop, t - 60.0),
    });
    lattice.reorient(tiling, turned);
}
