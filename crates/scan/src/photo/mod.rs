//! Converts a photo of a sheet into a picture that looks like a scan.
//!
//! - In: the brightness of the pixels of a photo, and the size of the sheet of paper.
//! - Out: the sheet as seen from straight above, and the view of the camera.
//! - Not here: judging the sheet. A photo does not show how large the sheet is, so everything is
//!   measured against the edges of the paper.

mod camera_view;
mod edges;
mod flat;
mod outline;

use kurbo::Size;

use crate::plane::Plane;
pub use camera_view::{Projection, View};
use edges::SheetEdges;
pub use flat::{Flat, Flattening, flatten, flatten_colours};

/// How far the sides of a sheet may differ from their nominal lengths, in mm: the tolerances of ISO
/// 216 for sides up to 150 mm, up to 600 mm, and longer ones.
const PAPER_TOLERANCES: [(f64, f64); 3] = [(150.0, 1.5), (600.0, 2.0), (f64::INFINITY, 3.0)];

/// Returns how far a side of a sheet may differ from its nominal length, as a fraction.
pub fn paper_tolerance(side: f64) -> f64 {
    let tolerance = PAPER_TOLERANCES.iter().find(|(most, _)| side <= *most).map_or(3.0, |(_, by)| *by);
    tolerance / side.max(1.0)
}

/// Finds a sheet of paper in a photo. Returns `None` unless all four edges are seen and everything
/// around the sheet is darker than the paper.
pub fn find_sheet(photo: &Plane, paper: Size) -> Option<View> {
    let outline = outline::find(photo)?;
    let mut view = View::through(&outline.corners_for(paper), photo, paper)?;
    // The first search for the edges of the sheet reaches far, because the lens bends these edges.
    let widest = outline.max_bend();
    for reach in [widest, widest / 3.0, widest / 8.0] {
        let edges = SheetEdges::measure(photo, &view, reach.max(edges::MIN_REACH_PIXELS), outline.threshold)?;
        view = view.fitted(&edges)?;
    }
    Some(view)
}
