//! Compares the colours of a scan with the colours of its page.
//!
//! - In: a page that was found in a scan, with the colours of both.
//! - Out: pieces and cells with a wrong colour, and the ink that is missing.
//! - Not here: how light a part is (`tiles`).
//!
//! Printers and scanners change colours, but they change equal colours equally, and similar colours
//! similarly. So a part of a piece is compared with the other parts of the page that have the same
//! colour in the file. If there are too few such parts, the colour of the part is predicted from
//! the other colours of the page (`predict`). Only hues are compared.

mod inks;
mod parts;
mod predict;

use std::sync::Arc;

use kurbo::Rect;

use super::fault::{Fault, FaultKind, Ink};
use crate::colour_grid::{Colour, Colours, colourfulness, distance, hue_distance};
use crate::fit::median_or_zero;
use crate::locate::Located;
use crate::named_drawings::NamedDrawing;
use crate::tone::Tones;
pub use inks::missing_ink;
pub use parts::{EvenPart, parts};
use predict::Prediction;

/// Two parts have the same colour if each channel differs by at most this number of grey values in the
/// file.
const SAME_COLOUR: f64 = 8.0;
/// A group shows how its colour usually looks in the scan only if it has at least this number of parts.
const MIN_PARTS: usize = 3;

/// The parts that have the same colour in the file.
pub struct Group {
    pub drawn: Colour,
    /// The usual colour of these parts in the scan.
    pub scanned: Colour,
    /// The indices of the parts.
    members: Vec<usize>,
    /// The number of measured points in all parts.
    pub points: usize,
}

/// Returns the medians of the three channels.
fn middle(colours: impl Iterator<Item = Colour> + Clone) -> Colour {
    std::array::from_fn(|channel| {
        median_or_zero(&mut colours.clone().map(|it| it[channel]).collect::<Vec<_>>())
    })
}

/// Divides parts into groups. The largest part of each group comes first.
pub fn groups(parts: &[EvenPart]) -> Vec<Group> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|part| (std::cmp::Reverse(parts[*part].points), *part));
    let mut groups: Vec<Group> = Vec::new();
    for part in order {
        let EvenPart { drawn, scanned, points, .. } = parts[part];
        match groups.iter_mut().find(|group| distance(group.drawn, drawn) <= SAME_COLOUR) {
            Some(group) => {
                group.members.push(part);
                group.points += points;
            }
            None => groups.push(Group { drawn, scanned, members: vec![part], points }),
        }
    }
    for group in &mut groups {
        group.scanned = middle(group.members.iter().map(|part| parts[*part].scanned));
    }
    groups
}

/// Returns how colourful the scan is, as a fraction of the colourfulness of the file. The colours
/// of a grey scan are not judged.
fn share_of_colour(groups: &[Group]) -> f64 {
    /// Colours of the file with a smaller colourfulness are too grey to be compared.
    const MIN_COLOURFULNESS: f64 = 30.0;
    let colourful = groups.iter().filter(|group| colourfulness(group.drawn) > MIN_COLOURFULNESS);
    let mut shares: Vec<f64> =
        colourful.map(|group| colourfulness(group.scanned) / colourfulness(group.drawn)).collect();
    median_or_zero(&mut shares)
}

/// The result of judging the colours of a scan: a missing ink, or pieces with wrong colours.
#[derive(Default)]
pub struct ColourFindings {
    pub ink: Option<Ink>,
    pub faults: Vec<Fault>,
}

/// Judges the colours of a scan.
pub fn judge(
    located: &Located,
    scanned: &Colours,
    tones: &Tones,
    named_drawings: &[NamedDrawing],
) -> ColourFindings {
    /// The least colourfulness of a scan, as a fraction of the colourfulness of its page. A scan
    /// that is less colourful counts as grey.
    const MIN_RELATIVE_COLOURFULNESS: f64 = 0.12;
    let parts = parts(located, scanned, tones, named_drawings);
    let groups = groups(&parts);
    if let Some(ink) = missing_ink(&groups) {
        return ColourFindings { ink: Some(ink), faults: Vec::new() };
    }
    if share_of_colour(&groups) < MIN_RELATIVE_COLOURFULNESS {
        return ColourFindings::default();
    }
    let expected = ExpectedColours::new(&groups, &parts);
    let mut faults: Vec<Fault> = Vec::new();
    for (own, group) in groups.iter().enumerate() {
        for part in &group.members {
            let Some(fault) = expected.judge(own, &parts[*part], named_drawings) else { continue };
            match faults.iter_mut().find(|known| known.id == fault.id) {
                // A piece is reported only once. A fault that names another piece with the same
                // colour replaces a fault without such a name.
                Some(known) if known.like.is_none() && fault.like.is_some() => *known = fault,
                Some(_) => {}
                None => faults.push(fault),
            }
        }
    }
    faults.sort_by(|a, b| a.area.y0.total_cmp(&b.area.y0).then(a.area.x0.total_cmp(&b.area.x0)));
    ColourFindings { ink: None, faults }
}

/// The colours that the scan should show for the groups of parts.
struct ExpectedColours<'p> {
    groups: &'p [Group],
    parts: &'p [EvenPart],
    expected: Vec<ExpectedColour>,
    /// The colour of bare paper in the scan.
    paper: Colour,
}

/// The colour that the parts of a group should have in the scan.
struct ExpectedColour {
    colour: Colour,
    /// The largest difference of hue that is not a fault.
    allowed: f64,
}

impl<'p> ExpectedColours<'p> {
    fn new(groups: &'p [Group], parts: &'p [EvenPart]) -> Self {
        let prediction = Prediction::new(groups);
        let expected = (0..groups.len()).map(|own| Self::expected(own, groups, parts, &prediction)).collect();
        let whitest = groups.iter().max_by(|a, b| {
            let sum = |group: &Group| group.drawn.iter().sum::<f64>();
            sum(a).total_cmp(&sum(b))
        });
        Self { groups, parts, expected, paper: whitest.map_or([255.0; 3], |group| group.scanned) }
    }

    fn expected(own: usize, groups: &[Group], parts: &[EvenPart], prediction: &Prediction) -> ExpectedColour {
        /// In a group with enough parts, a hue may differ from the usual hue of the group. The largest
        /// allowed difference is `MIN_ALLOWED_DIFFERENCE` plus `SURE_DEVIATIONS` times the usual
        /// difference in the group.
        const MIN_ALLOWED_DIFFERENCE: f64 = 12.0;
        const SURE_DEVIATIONS: f64 = 8.0;
        /// The hue of a predicted colour may differ by the sum of three values. The first is this
        /// constant. The second is `DISTANCE_FACTOR` times the distance from the most similar colour on
        /// the page. The third is `SURE_OF_MODEL` times the usual error of predictions.
        const MIN_MODEL_DIFFERENCE: f64 = 20.0;
        const DISTANCE_FACTOR: f64 = 0.35;
        const SURE_OF_MODEL: f64 = 5.0;
        let group = &groups[own];
        if group.members.len() >= MIN_PARTS {
            let mut off: Vec<f64> =
                group.members.iter().map(|part| hue_distance(parts[*part].scanned, group.scanned)).collect();
            // The factor 1.4826 converts the median of distances to a standard deviation.
            let allowed = MIN_ALLOWED_DIFFERENCE + SURE_DEVIATIONS * 1.4826 * median_or_zero(&mut off);
            return ExpectedColour { colour: group.scanned, allowed };
        }
        let others = groups.iter().enumerate().filter(|(at, _)| *at != own);
        let nearest = others.map(|(_, other)| distance(other.drawn, group.drawn)).fold(255.0, f64::min);
        let allowed = MIN_MODEL_DIFFERENCE + DISTANCE_FACTOR * nearest + SURE_OF_MODEL * prediction.error;
        ExpectedColour { colour: prediction.without[own], allowed }
    }

    /// Judges a part of the group `own`. Returns `None` if the hue of the part is allowed.
    fn judge(&self, own: usize, part: &EvenPart, named_drawings: &[NamedDrawing]) -> Option<Fault> {
        /// A part has the colour of another group if two conditions are met. Its distance from that colour is
        /// less than `MAX_SAME_COLOUR_DISTANCE`, and less than `MAX_SAME_COLOUR_FRACTION` times its distance
        /// from the expected colour.
        const MAX_SAME_COLOUR_DISTANCE: f64 = 24.0;
        const MAX_SAME_COLOUR_FRACTION: f64 = 0.5;
        /// A part counts as bare if its distance from the colour of the paper is less than this.
        const MAX_BARE_DISTANCE: f64 = 16.0;
        let ExpectedColour { colour, allowed } = &self.expected[own];
        let off = hue_distance(part.scanned, *colour);
        if off <= *allowed {
            return None;
        }
        let piece = &named_drawings[part.piece];
        let kind = if distance(part.scanned, self.paper) < MAX_BARE_DISTANCE {
            FaultKind::Missing
        } else {
            FaultKind::Coloured
        };
        let full = distance(part.scanned, *colour);
        let near = |group: &&Group| distance(part.scanned, group.scanned);
        let others = self.groups.iter().enumerate().filter(|(at, _)| *at != own).map(|(_, group)| group);
        let like = others
            .min_by(|a, b| near(a).total_cmp(&near(b)))
            .filter(|group| {
                kind == FaultKind::Coloured
                    && near(group) < MAX_SAME_COLOUR_DISTANCE.min(MAX_SAME_COLOUR_FRACTION * full)
            })
            .and_then(|group| {
                let right = group.members.iter().map(|member| &self.parts[*member]);
                let right = right.filter(|other| {
                    distance(other.scanned, group.scanned) < MAX_SAME_COLOUR_DISTANCE
                        && other.piece != part.piece
                });
                let nearest = right.min_by(|a, b| {
                    let far = |other: &EvenPart| other.area.center().distance(part.area.center());
                    far(a).total_cmp(&far(b))
                });
                nearest.map(|other| Arc::clone(&named_drawings[other.piece].id))
            });
        let area = if part.is_most { piece.area } else { part.area };
        Some(Fault {
            kind,
            area,
            id: Some(Arc::clone(&piece.id)),
            shift: None,
            like,
            colours: (kind == FaultKind::Coloured).then_some([part.scanned, *colour]),
        })
    }
}

/// Returns whether one of the other faults is in the same piece as `fault`, or covers much of its area.
pub fn is_known(fault: &Fault, others: &[Fault]) -> bool {
    let overlaps = |other: &Fault| {
        let both: Rect = other.area.intersect(fault.area);
        both.area() > 0.3 * fault.area.area()
    };
    others.iter().any(|other| other.id == fault.id || overlaps(other))
}
