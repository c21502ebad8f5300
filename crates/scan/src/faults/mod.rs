//! Finds what is wrong with parts of a print: they may be missing, moved, covered, smeared or cut
//! off, or have streaks or wrong colours.
//!
//! - In: a page that was found in a scan, and the pieces of the page.
//! - Out: faults with their kinds, places and names.
//!
//! Faults are found by two measurements. Small squares near edges show whether the scan has the
//! contrast, the sharpness and the place of the drawing. Small tiles anywhere on the page show
//! whether the scan has the expected grey value.

mod absent;
mod alike;
mod colours;
mod displacement;
mod fault;
mod marks;
mod moved;
mod moved_sides;
mod scan_view;
mod squares;
mod tiles;
mod usual_shift;

use std::sync::Arc;

use kurbo::{Rect, Size};

use crate::fit::median_or_zero;
use crate::locate::{Located, Scan};
use crate::named_drawings::NamedDrawing;
use crate::observe::{PartMeasurement, observe, squares};
use crate::tone::Tones;
use absent::absent;
use alike::mark_parts;
pub use fault::{Fault, FaultKind, Ink, MIN_MOVE};
use marks::{Defect, Marks, Region};
use moved::moved;
use scan_view::{PIECE_STRIP_MM, SQUARE_SIDE_MM, View, reliable};
use squares::judge_squares;
use tiles::mark_tiles;

/// Finds the faults of a print.
pub fn faults(located: &Located, scan: &Scan, named_drawings: &[NamedDrawing]) -> Vec<Fault> {
    let mut view = View::new(located, scan.finest());
    let squares = squares(view.size, SQUARE_SIDE_MM);
    let measurements = observe(&view.drawn, &view.scan, &view.map, &squares);
    let mut blurs: Vec<f64> = reliable(&measurements).map(|measurement| measurement.blur).collect();
    view.blur = median_or_zero(&mut blurs).max(0.0);
    let page = Observed { view, squares, measurements };
    let mut absent = absent(&page.view, &page.measurements, named_drawings);
    let faults = page.faults(located, scan, named_drawings, &absent);
    // A neighbour of a missing piece may wrongly seem to be displaced or smeared. If there is such a
    // neighbour, the scan is judged again without the squares that touch the missing piece.
    let mut missing = missing_beside_displaced(&faults, named_drawings);
    missing.retain(|area| !absent.contains(area));
    if missing.is_empty() {
        return faults;
    }
    absent.extend(missing);
    page.faults(located, scan, named_drawings, &absent)
}

/// Returns the areas of missing pieces that have a displaced or smeared neighbour.
fn missing_beside_displaced(faults: &[Fault], named_drawings: &[NamedDrawing]) -> Vec<Rect> {
    let is_displaced = |fault: &&Fault| matches!(fault.kind, FaultKind::Moved | FaultKind::Smeared);
    let displaced: Vec<Rect> = faults.iter().filter(is_displaced).map(|fault| fault.area).collect();
    let missing = faults.iter().filter(|fault| fault.kind == FaultKind::Missing);
    missing
        .filter_map(|fault| {
            named_drawings
                .iter()
                .find(|piece| piece.is_piece_or_cell() && Some(&piece.id) == fault.id.as_ref())
        })
        .map(|piece| piece.area)
        .filter(|area| {
            displaced.iter().any(|other| area.inflate(PIECE_STRIP_MM, PIECE_STRIP_MM).overlaps(*other))
        })
        .collect()
}

/// A page that is divided into squares, and the measurement of each square.
struct Observed<'v> {
    view: View<'v>,
    squares: Vec<Rect>,
    measurements: Vec<Option<PartMeasurement>>,
}

impl Observed<'_> {
    /// Finds the faults of a print. `absent` contains the areas of the missing pieces.
    fn faults(
        &self,
        located: &Located,
        scan: &Scan,
        named_drawings: &[NamedDrawing],
        absent: &[Rect],
    ) -> Vec<Fault> {
        let Self { view, squares, measurements } = self;
        let mut faults = moved(view, squares, measurements, named_drawings, absent);
        let mut marks = Marks::new(view.size);
        absent.iter().for_each(|area| marks.mark(*area, Defect::Unlike));
        for (square, defect) in squares.iter().zip(judge_squares(measurements)) {
            if let Some(defect) = defect {
                marks.mark(*square, defect);
            }
        }
        let tones = Tones::learn(&view.drawn, &view.scan, &view.map, absent);
        let found = match (&tones, &scan.colours) {
            (Some(tones), Some(colours)) => colours::judge(located, colours, tones, named_drawings),
            _ => colours::ColourFindings::default(),
        };
        // Without an ink, whole pieces have another tone, and are not covered.
        let tones = tones.map(|tones| if found.ink.is_some() { tones } else { tones.with_limits() });
        if let Some(tones) = &tones {
            mark_tiles(view, tones, named_drawings, &mut marks);
            let moved = faults.iter().map(|fault| fault.area);
            let wrong: Vec<Rect> = absent.iter().copied().chain(moved).collect();
            mark_parts(view, tones, named_drawings, &wrong, &mut marks);
        }
        // The tiles that a moved piece leaves or covers belong to the fault of the piece, so they are not
        // reported again.
        for fault in &faults {
            marks.clear(fault.area.inflate(1.0, 1.0));
        }
        if let Some(ink) = found.ink {
            // If an ink is missing, nothing on the page has its usual tone. So this is a fault of the whole
            // page.
            faults.push(Fault::new(FaultKind::WithoutInk(ink), view.size.to_rect(), None));
        }
        // The mean colour of a piece that is partly missing is a mixture with the colour of the paper.
        let is_mixed = |fault: &Fault| fault.kind == FaultKind::Coloured && marks.is_partly_bare(fault.area);
        let coloured: Vec<Fault> = found.faults.into_iter().filter(|fault| !is_mixed(fault)).collect();
        // If a piece has the colour of another piece, it is not also reported as covered.
        for fault in coloured.iter().filter(|fault| fault.like.is_some()) {
            if !colours::is_known(fault, &faults) {
                marks.clear(fault.area.inflate(1.0, 1.0));
                faults.push(fault.clone());
            }
        }
        faults.extend(whole(marks.regions(), view.size, named_drawings));
        for fault in coloured.into_iter().filter(|fault| fault.like.is_none()) {
            if !colours::is_known(&fault, &faults) {
                faults.push(fault);
            }
        }
        faults
    }
}

/// Converts regions of wrong tiles to faults. All regions in the same piece become one fault.
fn whole(regions: Vec<Region>, page: Size, named_drawings: &[NamedDrawing]) -> Vec<Fault> {
    let mut named: Vec<(Option<&NamedDrawing>, Region)> = Vec::new();
    for region in regions {
        let piece = name(named_drawings, region.area).filter(|piece| piece.is_piece_or_cell());
        let known = named
            .iter_mut()
            .find(|(other, _)| matches!((piece, other), (Some(piece), Some(other)) if piece.id == other.id));
        match known {
            Some((_, joined)) => joined.join(&region),
            None => named.push((piece, region)),
        }
    }
    named
        .into_iter()
        .map(|(piece, region)| {
            let kind = region.kind(page, piece);
            let id = piece.or_else(|| name(named_drawings, region.area)).map(|piece| Arc::clone(&piece.id));
            Fault::new(kind, region.area, id)
        })
        .collect()
}

/// Returns the smallest named drawing that contains most of an area. Prefers cells and pieces to marks
/// and lines. Returns `None` if no named drawing contains most of the area.
fn name(named_drawings: &[NamedDrawing], area: Rect) -> Option<&NamedDrawing> {
    let covered = |piece: &&NamedDrawing| piece.area.intersect(area).area() > 0.6 * area.area().max(1e-6);
    let units = named_drawings.iter().filter(|piece| piece.is_piece_or_cell());
    let inside = units.clone().filter(|piece| piece.area.contains(area.center())).find(covered);
    inside.or_else(|| named_drawings.iter().find(covered))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_piece_is_left_out_if_its_neighbour_seems_to_be_displaced() {
        let area = |x: f64| Rect::new(x, 0.0, x + 10.0, 10.0);
        let piece = |x: f64, id: &str| NamedDrawing { id: Arc::new(id.parse().unwrap()), area: area(x) };
        let named_drawings = [piece(0.0, "men/1"), piece(10.0, "men/2"), piece(60.0, "men/3")];
        let fault = |kind, index: usize| {
            Fault::new(kind, named_drawings[index].area, Some(Arc::clone(&named_drawings[index].id)))
        };
        let missing = |faults: &[Fault]| missing_beside_displaced(faults, &named_drawings);
        assert_eq!(missing(&[fault(FaultKind::Missing, 0), fault(FaultKind::Smeared, 1)]), [area(0.0)]);
        assert_eq!(missing(&[fault(FaultKind::Missing, 0), fault(FaultKind::Moved, 2)]), []);
        assert_eq!(missing(&[fault(FaultKind::Covered, 0), fault(FaultKind::Moved, 1)]), []);
    }
}
