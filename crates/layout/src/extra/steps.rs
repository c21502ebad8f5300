//! Straight cuts as a person makes them: numbered, each with its distance from an edge and from the cut before.

use kurbo::{Point, Size};

use crate::layout::impose::CutLine;

/// One cut; where earlier cuts left strips that lie on each other, it goes through all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What it is measured from.
    pub from: From,
    /// How far from there, in mm.
    pub at: f64,
    /// How far from the cut before that is measured from there too, in mm; none for the first.
    pub step: Option<f64>,
    /// When its turn is.
    pub stage: u8,
    /// The number, from 0, of the run of steps with the same turn that are measured from the same.
    pub group: usize,
    /// The lines that it is made along, by their places among all.
    pub lines: Vec<usize>,
}

/// What a cut is measured from; cuts of one stage are made in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum From {
    /// The top edge of the sheet.
    Top,
    /// Its left edge.
    Left,
    /// Its top left corner, at right angles to the cut.
    TopLeft,
    /// Its bottom left corner, at right angles to the cut.
    BottomLeft,
    /// The left end of each strip, along its middle; the cut runs down to the right, or to the left.
    StripLeft {
        /// Whether it runs down to the right.
        falls: bool,
    },
    /// The upper end of each strip, along its middle.
    StripTop {
        /// Whether the cut runs down to the right.
        falls: bool,
    },
}

impl From {
    /// In words, after "measured from".
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

/// The steps of these cuts, in their order. `strips` are the middles of strips that are cut slantwise by themselves: how
/// far they lie from the left, or from the top; none where slanted cuts run through the whole sheet.
pub fn of(cuts: &[CutLine], sheet: Size, strips: &[f64]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (index, cut) in cuts.iter().enumerate() {
        let (from, at) = measure(cut, sheet, strips);
        let same = |s: &&mut Step| s.stage == cut.stage && s.from == from && (s.at - at).abs() < 0.005;
        match steps.iter_mut().find(same) {
            Some(step) => step.lines.push(index),
            None => steps.push(Step { from, at, step: None, stage: cut.stage, group: 0, lines: vec![index] }),
        }
    }
    // Stage by stage and, in each, from one end to the other.
    steps.sort_by(|a, b| (a.stage, a.from).cmp(&(b.stage, b.from)).then(a.at.total_cmp(&b.at)));
    for i in 1..steps.len() {
        if (steps[i].stage, steps[i].from) == (steps[i - 1].stage, steps[i - 1].from) {
            steps[i].step = Some(steps[i].at - steps[i - 1].at);
            steps[i].group = steps[i - 1].group;
        } else {
            steps[i].group = steps[i - 1].group + 1;
        }
    }
    steps
}

/// What a cut is measured from, and how far from there it is.
fn measure(cut: &CutLine, sheet: Size, strips: &[f64]) -> (From, f64) {
    const LEVEL: f64 = 1e-6;
    let way = cut.way();
    if way.y.abs() < LEVEL {
        return (From::Top, cut.from.y);
    }
    if way.x.abs() < LEVEL {
        return (From::Left, cut.from.x);
    }
    let falls = way.x * way.y > 0.0;
    // Strips run across where their cuts are steep.
    let across = way.y.abs() > way.x.abs();
    let middle = cut.from.midpoint(cut.to);
    let off = |strip: &&f64| (**strip - if across { middle.y } else { middle.x }).abs();
    match strips.iter().min_by(|a, b| off(a).total_cmp(&off(b))) {
        Some(strip) if across => {
            (From::StripLeft { falls }, cut.from.x + way.x / way.y * (strip - cut.from.y))
        }
        Some(strip) => (From::StripTop { falls }, cut.from.y + way.y / way.x * (strip - cut.from.x)),
        None => {
            let corner = if falls { Point::new(0.0, sheet.height) } else { Point::ORIGIN };
            let from = if falls { From::BottomLeft } else { From::TopLeft };
            (from, way.cross(corner - cut.from).abs())
        }
    }
}
