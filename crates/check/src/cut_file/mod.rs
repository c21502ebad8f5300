//! Compares a file of cut lines with the lines that a print needs.
//!
//! - In: the expected cuts of a sheet, the lines of a file, and the kind of knife that the file was made for.
//! - Out: the cuts that the file lacks, has in the wrong place or has twice. Also the cuts that the print
//!   does not need, and the largest error.
//! - Not here: reading files, and deciding what is cut.

mod nearest_line;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _};

use crate::fault::format_mm;
use hexpress_base::units::ShortNumber;
use hexpress_read::CutFile;
use hexpress_scene::print::cuts::{Blade, CutKind, CutPath, Cuts};
use nearest_line::{Doubled, Lines, Sample, samples};

/// The largest distance between a cut and its outline, in mm. A line that is farther away is not the
/// cut of this outline.
const MAX_CUT_DISTANCE_MM: f64 = 3.0;
/// If at least this fraction of the points on outlines has no exact cut, the whole file may be scaled
/// or moved.
const MIN_WRONG_SHARE: f64 = 0.6;
/// A scale is reported if it differs from 1 by more than this.
const MIN_SCALE_ERROR: f64 = 0.0005;
/// A line counts as cut twice only if the doubled part is longer than this, in mm.
const MIN_TWICE_CUT_MM: f64 = 1.5;

/// A piece with its name, for messages.
#[derive(Debug, Clone)]
pub struct NamedPlace {
    pub name: String,
    /// The box of the piece, in mm.
    pub bounds: Rect,
}

/// A difference between a file and a print.
#[derive(Debug, Clone, PartialEq)]
pub struct CutFault {
    pub message: String,
    /// Where the difference is, in mm from the top left corner of the sheet.
    pub at: Point,
}

/// The result of a comparison.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CutVerdict {
    pub faults: Vec<CutFault>,
    /// The largest distance of a cut from its outline, in mm. Cuts with faults do not count.
    pub largest: f64,
    /// The total length of the cuts that were compared, in mm.
    pub length: f64,
    /// The number of wrong points. These are the points on outlines without an exact cut, and the points
    /// on cuts that the print does not need.
    pub wrong: usize,
}

/// Compares a file with the cuts of a sheet. `tolerance` is the largest error that is not a fault,
/// in mm.
pub fn compare_cuts(
    expected: &Cuts,
    pieces: &[NamedPlace],
    file: &CutFile,
    blade: Blade,
    tolerance: f64,
) -> CutVerdict {
    let mut verdict = CutVerdict::default();
    if let Some(size) = file.sheet {
        let by = (size.width - expected.sheet.width).abs().max((size.height - expected.sheet.height).abs());
        if by > tolerance {
            let [is, should] = [size, expected.sheet].map(|size| {
                let [width, height] = [size.width, size.height].map(ShortNumber::hundredths);
                format!("{width} x {height} mm")
            });
            let message = format!("the sheet of the file is {is}; the sheet of the print is {should}");
            verdict.faults.push(CutFault { message, at: Point::ZERO });
        }
    }
    let made: Vec<CutPath> =
        file.lines.iter().map(|line| CutPath { kind: line.kind, path: tip_path(line, blade) }).collect();
    if let Some(fault) = fault_of_whole_file(&expected.lines, &made, tolerance) {
        verdict.faults.push(fault);
        verdict.wrong += 1;
        return verdict;
    }
    for kind in CutKind::ALL {
        let paths = |lines: &[CutPath]| -> Vec<BezPath> {
            lines.iter().filter(|line| line.kind == *kind).map(|line| line.path.clone()).collect()
        };
        let (needed, made) = (Lines::new(&paths(&expected.lines)), Lines::new(&paths(&made)));
        Comparison { kind: *kind, needed: &needed, made: &made, pieces, tolerance, blade }
            .judge(&mut verdict);
    }
    verdict
}

/// Returns the path on which the tip of the knife cuts.
fn tip_path(line: &CutPath, blade: Blade) -> BezPath {
    if line.kind == CutKind::Fold { line.path.clone() } else { blade.cut_by(&line.path) }
}

/// If all cuts of a file are scaled or moved, returns the fault of the file. Otherwise returns `None`.
fn fault_of_whole_file(expected: &[CutPath], made: &[CutPath], tolerance: f64) -> Option<CutFault> {
    let all = |lines: &[CutPath]| lines.iter().map(|line| line.path.clone()).collect::<Vec<_>>();
    let (needed, found) = (all(expected), all(made));
    let bounds = |paths: &[BezPath]| paths.iter().map(BezPath::bounding_box).reduce(|a, b| a.union(b));
    let (from, to) = (bounds(&needed)?, bounds(&found)?);
    let wrong = |paths: &[BezPath]| {
        let lines = Lines::new(paths);
        let points = samples(&needed);
        let count = points.iter().filter(|at| lines.nearest(at.at, tolerance).is_none()).count();
        count as f64 / points.len().max(1) as f64
    };
    if wrong(&found) < MIN_WRONG_SHARE {
        return None;
    }
    let (across, down) = (to.width() / from.width(), to.height() / from.height());
    let by = to.center() - from.center();
    let back = Affine::scale_about(1.0, from.center())
        * Affine::translate(from.center().to_vec2())
        * Affine::scale_non_uniform(1.0 / across, 1.0 / down)
        * Affine::translate(-to.center().to_vec2());
    let undone: Vec<BezPath> = found.iter().map(|path| back * path).collect();
    // If the lines still do not fit after the scale and the motion are undone, they belong to another
    // print.
    if !(across.is_finite() && down.is_finite()) || wrong(&undone) > 0.1 {
        return None;
    }
    let message = if (across - 1.0).abs() > MIN_SCALE_ERROR || (down - 1.0).abs() > MIN_SCALE_ERROR {
        let [x, y] = [across, down].map(|scale| ShortNumber::hundredths(scale * 100.0).to_string());
        match x == y {
            true => format!("all cuts are scaled to {x} %"),
            false => format!("all cuts are scaled to {x} % across and {y} % down"),
        }
    } else {
        let [x, y] = [by.x.abs(), by.y.abs()].map(ShortNumber::hundredths);
        let (side, down) =
            (if by.x < 0.0 { "left" } else { "right" }, if by.y < 0.0 { "up" } else { "down" });
        format!("all cuts are moved by {x} mm to the {side} and {y} mm {down}")
    };
    Some(CutFault { message, at: to.origin() })
}

/// The data for comparing the lines of one kind, such as folds.
struct Comparison<'c> {
    kind: CutKind,
    needed: &'c Lines,
    made: &'c Lines,
    pieces: &'c [NamedPlace],
    tolerance: f64,
    blade: Blade,
}

impl Comparison<'_> {
    fn judge(&self, verdict: &mut CutVerdict) {
        let mut wrong: Vec<(Sample, Option<f64>)> = Vec::new();
        for sample in self.needed.samples() {
            match self.made.nearest(sample.at, MAX_CUT_DISTANCE_MM) {
                Some(by) if by <= self.tolerance => verdict.largest = verdict.largest.max(by),
                other => wrong.push((sample, other)),
            }
        }
        verdict.length += self.needed.length();
        verdict.wrong += wrong.len();
        for (name, at, found) in self.by_piece(&wrong) {
            let what = self.what();
            let message = match found {
                Some(by) => format!("{name}: {what} is {} away from the outline", format_mm(by)),
                None => format!("{name}: {what} is missing"),
            };
            verdict.faults.push(CutFault { message, at });
        }
        self.report_extra(&wrong, verdict);
        self.report_doubled(verdict);
    }

    fn what(&self) -> &'static str {
        match self.kind {
            CutKind::Fold => "a fold",
            CutKind::Perforation => "a perforation",
            CutKind::Kiss => "a kiss cut",
            CutKind::Through => "a cut",
        }
    }

    /// Groups wrong points by piece. For each piece, returns its name, its first wrong point, and the
    /// largest distance of the cut from the outline. The distance is `None` if a part of the outline
    /// has no cut.
    fn by_piece(&self, wrong: &[(Sample, Option<f64>)]) -> Vec<(String, Point, Option<f64>)> {
        let mut found: Vec<(String, Point, Option<f64>)> = Vec::new();
        for (sample, by) in wrong {
            let name = self.name_at(sample.at);
            match found.iter_mut().find(|(known, ..)| *known == name) {
                Some((.., most)) => *most = most.zip(*by).map(|(a, b)| a.max(b)),
                None => found.push((name, sample.at, *by)),
            }
        }
        found
    }

    /// Returns the name of the piece that is nearest to a point.
    fn name_at(&self, at: Point) -> String {
        let away = |place: &NamedPlace| {
            let beyond = |low: f64, high: f64, value: f64| (low - value).max(value - high);
            let rect = place.bounds;
            let (x, y) = (beyond(rect.x0, rect.x1, at.x), beyond(rect.y0, rect.y1, at.y));
            (x.max(y).abs(), rect.center().distance(at))
        };
        let nearest = self.pieces.iter().min_by(|a, b| {
            let (a, b) = (away(a), away(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        nearest.map_or_else(|| "the sheet".to_owned(), |place| place.name.clone())
    }

    /// Reports lines of the file that the print does not need. Leaves out lines near an outline whose
    /// cut is already reported as out of place.
    fn report_extra(&self, wrong: &[(Sample, Option<f64>)], verdict: &mut CutVerdict) {
        let mut paths: Vec<(usize, Point, usize)> = Vec::new();
        for sample in self.made.samples() {
            match self.needed.nearest(sample.at, MAX_CUT_DISTANCE_MM) {
                Some(by) if by <= self.tolerance => verdict.largest = verdict.largest.max(by),
                other => {
                    let is_known = other.is_some()
                        && wrong.iter().any(|(known, by)| {
                            by.is_some() && known.at.distance(sample.at) <= 2.0 * MAX_CUT_DISTANCE_MM
                        });
                    verdict.wrong += 1;
                    if is_known {
                        continue;
                    }
                    match paths.iter_mut().find(|(path, ..)| *path == sample.path) {
                        Some((.., count)) => *count += 1,
                        None => paths.push((sample.path, sample.at, 1)),
                    }
                }
            }
        }
        for (_, at, _) in paths {
            let message = format!("the file has {} that the print does not need", self.what());
            verdict.faults.push(CutFault { message, at });
        }
    }

    /// Reports lines that are cut twice. A closed cut may go past its start on purpose, so a short
    /// doubled length is allowed.
    fn report_doubled(&self, verdict: &mut CutVerdict) {
        let past_start = if self.kind == CutKind::Fold { 0.0 } else { Blade::MAX_OVERCUT_MM };
        for Doubled { at, own_length, other_length } in self.made.doubled(self.tolerance.min(0.02)) {
            let allowed = 2.0 * (past_start + self.blade.offset);
            if own_length > allowed + MIN_TWICE_CUT_MM || other_length > MIN_TWICE_CUT_MM {
                let length = ShortNumber::hundredths(own_length.max(other_length));
                let message = format!("{} is made twice along {length} mm", self.what());
                verdict.faults.push(CutFault { message, at });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kurbo::Size;

    use super::*;

    #[test]
    fn another_sheet_is_a_fault_from_the_tolerance_on() {
        let sheet = Size::new(200.0, 100.0);
        let cuts = Cuts { lines: Vec::new(), marks: BezPath::new(), pieces: 0, sheet, folded: false };
        let faults = |width: f64, height: f64| {
            let file = CutFile { sheet: Some(Size::new(width, height)), lines: Vec::new() };
            let verdict = compare_cuts(&cuts, &[], &file, Blade { overcut: 0.0, offset: 0.0 }, 0.5);
            verdict.faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>()
        };
        assert!(faults(200.0, 100.0).is_empty());
        assert!(faults(200.5, 99.5).is_empty());
        let message = "the sheet of the file is 201 x 100 mm; the sheet of the print is 200 x 100 mm";
        assert_eq!(faults(201.0, 100.0), [message]);
        assert_eq!(faults(200.0, 99.0).len(), 1);
    }
}
