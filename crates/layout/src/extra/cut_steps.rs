//! Sorts straight cuts into numbered steps. Each step states its distance from an edge, and its
//! distance from the previous step.
//!
//! - In: the cuts of a block of pieces, and the size of the sheet.
//! - Out: the steps, sorted by their stages. The cuts of a stage may divide strips that earlier
//!   stages have cut apart. Within a stage, steps that are measured from the same place are sorted
//!   by their distance.
//! - Not here: drawing the steps (`cut_plan`).

use kurbo::{Point, Size};

use crate::impose::CutLine;

/// Cuts that are made together, because they have the same distance from the same place. If earlier cuts have
/// divided the sheet into strips, users stack the strips and cut all of them at once.
#[derive(Debug, Clone, PartialEq)]
pub struct CutStep {
    /// The place from which the distance of the cut is measured.
    pub from: MeasuredFrom,
    /// The distance of the cut from the place `from`, in mm.
    pub at: f64,
    /// The distance from the previous step of the same group, in mm. `None` for the first step of a
    /// group.
    pub step: Option<f64>,
    /// The number of the stage in which the cut is made, counted from 0 (see [`CutLine::stage`]).
    pub stage: u8,
    /// The number of the step's group, counted from 0. A group contains consecutive steps of one
    /// stage that are measured from the same place.
    pub group: usize,
    /// The indices of the cuts that are made together.
    pub lines: Vec<usize>,
}

/// The place from which the distance of a cut is measured. Within a stage, cuts are made in the order of
/// these variants: cuts that are measured from the top edge come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeasuredFrom {
    /// The top edge of the sheet.
    Top,
    /// The left edge of the sheet.
    Left,
    /// The top left corner of the sheet. The distance is measured at right angles to the cut.
    TopLeft,
    /// The bottom left corner of the sheet. The distance is measured at right angles to the cut.
    BottomLeft,
    /// The left end of each strip. The distance is measured along the middle of the strip.
    StripLeft {
        /// True if the right end of the cut is lower than its left end.
        falls: bool,
    },
    /// The upper end of each strip. The distance is measured along the middle of the strip.
    StripTop {
        /// True if the right end of the cut is lower than its left end.
        falls: bool,
    },
}

struct Measure {
    from: MeasuredFrom,
    /// The distance of the cut from the place `from`, in mm.
    at: f64,
}

impl MeasuredFrom {
    /// Returns the name of the place. It follows the words "measured from" in the cut plan.
    pub fn words(self) -> &'static str {
        match self {
            Self::Top => "the top edge",
            Self::Left => "the left edge",
            Self::TopLeft => "the top left corner, square to the cut",
            Self::BottomLeft => "the bottom left corner, square to the cut",
            Self::StripLeft { falls: true } => "the left, along each strip's middle; down to the right",
            Self::StripLeft { falls: false } => "the left, along each strip's middle; up to the right",
            Self::StripTop { falls: true } => "the top, along each strip's middle; down to the right",
            Self::StripTop { falls: false } => "the top, along each strip's middle; up to the right",
        }
    }
}

/// Sorts cuts into steps. Returns the steps in the order in which they are made.
///
/// If slanted cuts are made strip by strip, `strips` contains the middles of these strips. They are in mm
/// from the left or the top edge of the sheet. `strips` is empty if slanted cuts run through the whole sheet.
pub fn steps(cuts: &[CutLine], sheet: Size, strips: &[f64]) -> Vec<CutStep> {
    /// Two cuts are in the same step only if their distances differ by less than this length, in mm.
    const SAME_STEP_MM: f64 = 0.005;
    let mut steps: Vec<CutStep> = Vec::new();
    for (index, cut) in cuts.iter().enumerate() {
        let Measure { from, at } = measure(cut, sheet, strips);
        let same = steps
            .iter_mut()
            .find(|step| step.stage == cut.stage && step.from == from && (step.at - at).abs() < SAME_STEP_MM);
        match same {
            Some(step) => step.lines.push(index),
            None => {
                steps.push(CutStep { from, at, step: None, stage: cut.stage, group: 0, lines: vec![index] })
            }
        }
    }
    steps.sort_by(|a, b| (a.stage, a.from).cmp(&(b.stage, b.from)).then(a.at.total_cmp(&b.at)));
    for i in 1..steps.len() {
        let (at, group) = (steps[i - 1].at, steps[i - 1].group);
        if (steps[i].stage, steps[i].from) == (steps[i - 1].stage, steps[i - 1].from) {
            steps[i].step = Some(steps[i].at - at);
            steps[i].group = group;
        } else {
            steps[i].group = group + 1;
        }
    }
    steps
}

fn measure(cut: &CutLine, sheet: Size, strips: &[f64]) -> Measure {
    /// A component of a direction counts as 0 if its absolute value is below this limit.
    const LEVEL: f64 = 1e-6;
    let direction = cut.direction();
    if direction.y.abs() < LEVEL {
        return Measure { from: MeasuredFrom::Top, at: cut.from.y };
    }
    if direction.x.abs() < LEVEL {
        return Measure { from: MeasuredFrom::Left, at: cut.from.x };
    }
    let falls = direction.x * direction.y > 0.0;
    // Steep cuts run through horizontal strips. Other slanted cuts run through vertical strips.
    let is_level = direction.y.abs() > direction.x.abs();
    let cut_middle = cut.from.midpoint(cut.to);
    let middle = if is_level { cut_middle.y } else { cut_middle.x };
    let nearest = strips.iter().min_by(|a, b| (**a - middle).abs().total_cmp(&(**b - middle).abs()));
    match nearest {
        Some(strip) if is_level => Measure {
            from: MeasuredFrom::StripLeft { falls },
            at: cut.from.x + direction.x / direction.y * (strip - cut.from.y),
        },
        Some(strip) => Measure {
            from: MeasuredFrom::StripTop { falls },
            at: cut.from.y + direction.y / direction.x * (strip - cut.from.x),
        },
        None => {
            let corner = if falls { Point::new(0.0, sheet.height) } else { Point::ORIGIN };
            let from = if falls { MeasuredFrom::BottomLeft } else { MeasuredFrom::TopLeft };
            Measure { from, at: direction.cross(corner - cut.from).abs() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slanted_cuts_are_measured_along_the_nearest_strip() {
        let sheet = Size::new(200.0, 300.0);
        let measured = |from: (f64, f64), to: (f64, f64), strips: &[f64]| {
            let cut = CutLine { from: from.into(), to: to.into(), stage: 0 };
            let Measure { from, at } = measure(&cut, sheet, strips);
            (from, (at * 1000.0).round() / 1000.0)
        };
        // Steep cuts cross horizontal strips, here at heights of 20 and 90 mm.
        assert_eq!(
            measured((10.0, 10.0), (20.0, 30.0), &[20.0, 90.0]),
            (MeasuredFrom::StripLeft { falls: true }, 15.0)
        );
        assert_eq!(
            measured((20.0, 10.0), (10.0, 30.0), &[20.0, 90.0]),
            (MeasuredFrom::StripLeft { falls: false }, 15.0)
        );
        // Flat cuts cross vertical strips.
        assert_eq!(
            measured((10.0, 10.0), (30.0, 20.0), &[20.0]),
            (MeasuredFrom::StripTop { falls: true }, 15.0)
        );
        // Without strips, the distance from a corner is measured.
        assert_eq!(measured((0.0, 50.0), (50.0, 0.0), &[]), (MeasuredFrom::TopLeft, 35.355));
        assert_eq!(measured((0.0, 250.0), (50.0, 300.0), &[]), (MeasuredFrom::BottomLeft, 35.355));
        assert_eq!(measured((0.0, 40.0), (50.0, 40.0), &[]), (MeasuredFrom::Top, 40.0));
        assert_eq!(measured((40.0, 0.0), (40.0, 50.0), &[]), (MeasuredFrom::Left, 40.0));
    }
}
