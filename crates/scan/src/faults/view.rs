//! A scan and its page at the resolution at which faults are judged.

use kurbo::Size;

use crate::fit::Fitted;
use crate::locate::Located;
use crate::map::Map;
use crate::observe::{Drawn, Seen};
use crate::plane::Plane;

/// The side of the squares near edges, in mm.
pub const SQUARE: f64 = 2.0;
/// A square needs this many pixels near edges.
pub const LEAST_PIXELS: usize = 60;

/// A page that was found in a scan, at a resolution at which displaced pieces are within reach.
pub struct View<'l> {
    pub drawn: Drawn,
    pub scan: Plane,
    pub map: Map,
    pub size: Size,
    pub fitted: &'l Fitted,
    /// The usual blur of the scan, in mm².
    pub blur: f64,
    /// The light of bare paper in the drawing.
    pub white: f32,
}

impl<'l> View<'l> {
    pub fn new(located: &'l Located, scan: &Plane) -> Self {
        /// The resolution of the view, in pixels per mm, at most.
        const FINEST: f64 = 8.0;
        let (mut drawn, mut shown) = (located.drawn.plane().clone(), scan.clone());
        let mut growth = located.drawn.growth().clone();
        let (mut resolution, mut map) = (located.drawn.pixels_per_mm, located.map);
        while resolution > FINEST {
            (drawn, shown) = (drawn.halved(), shown.halved());
            growth = growth.halved();
            (resolution, map) = (resolution / 2.0, map.coarser(2.0));
        }
        let drawn = Drawn::new(drawn, growth, resolution);
        let white = drawn.plane().values.iter().copied().fold(0.0, f32::max);
        Self { drawn, scan: shown, map, size: located.size, fitted: &located.fitted, blur: 0.0, white }
    }
}

/// Returns the squares with enough pixels near edges.
pub fn sure(seen: &[Option<Seen>]) -> impl Iterator<Item = &Seen> {
    seen.iter().flatten().filter(|seen| seen.pixels >= LEAST_PIXELS)
}
