//! Measures the colours of the parts of pieces and cells.
//!
//! - In: a page that was found in a scan.
//! - Out: the parts of each piece whose colour is even. Each part has its colour in the file and its
//!   colour in the scan.

use kurbo::{Point, Rect, Vec2};

use crate::colour_grid::{Colour, Colours, distance};
use crate::locate::Located;
use crate::named_drawings::NamedDrawing;
use crate::tone::Tones;

use super::{SAME_COLOUR, middle};

/// The distance between neighbouring points that are measured, in mm.
const POINT_DISTANCE_MM: f64 = 0.5;
/// The distance around a point within which the colour in the file must be even.
const EVEN_RADIUS_MM: f64 = 0.7;
/// The largest change of an even colour within the distance `EVEN_RADIUS_MM`, in grey values.
const MAX_EVEN_CHANGE: f64 = 7.0;
/// The smallest number of points that a part may have.
const MIN_POINTS: usize = 8;
/// Only the middle of a cell is measured: this fraction of its width and of its height. The rectangle
/// around a cell also contains parts of its neighbours.
const MIDDLE_OF_CELL: f64 = 0.6;
/// A strip along the edges of a piece is not measured. This is the width of the strip, in mm.
const LEFT_OUT_EDGE_MM: f64 = 1.0;

/// A part of a piece or of a cell. The part has an even colour in the file.
#[derive(Debug, Clone, Copy)]
pub struct EvenPart {
    /// The index of the piece or cell in the list of named drawings.
    pub piece: usize,
    /// The area on the page, in mm.
    pub area: Rect,
    pub points: usize,
    /// The colour in the file.
    pub drawn: Colour,
    /// The colour that the scan would show in even light.
    pub scanned: Colour,
    /// Whether the part has more than half of the measured points of the piece.
    pub is_most: bool,
}

/// A measured point of a page.
#[derive(Clone, Copy)]
struct Sample {
    at: Point,
    drawn: Colour,
    scanned: Colour,
    is_even: bool,
}

/// Returns the parts of all pieces.
pub fn parts(
    located: &Located,
    scanned: &Colours,
    tones: &Tones,
    named_drawings: &[NamedDrawing],
) -> Vec<EvenPart> {
    let of_pieces = hexpress_base::parallel::in_order(
        named_drawings.len(),
        || (),
        |(), index| {
            let piece = &named_drawings[index];
            if !piece.is_piece_or_cell() {
                return Vec::new();
            }
            of_piece(index, &samples(located, scanned, tones, inner(piece, located)))
        },
    );
    of_pieces.into_iter().flatten().collect()
}

/// Returns which area of a piece is measured, in mm on the page.
fn inner(piece: &NamedDrawing, located: &Located) -> Rect {
    let area = match piece.is_cell() {
        true => {
            let by = (1.0 - MIDDLE_OF_CELL) / 2.0;
            piece.area.inset((-by * piece.area.width(), -by * piece.area.height()))
        }
        false => piece.area.inset(-LEFT_OUT_EDGE_MM),
    };
    area.intersect(located.size.to_rect().inset(-LEFT_OUT_EDGE_MM))
}

fn samples(located: &Located, scanned: &Colours, tones: &Tones, area: Rect) -> Vec<Sample> {
    let count = |mm: f64| if mm > 0.0 { (mm / POINT_DISTANCE_MM) as usize + 1 } else { 0 };
    let (columns, rows) = (count(area.width()), count(area.height()));
    let corner =
        area.center() - Vec2::new(columns as f64 - 1.0, rows as f64 - 1.0) * (POINT_DISTANCE_MM / 2.0);
    let sample = |index: usize| -> Option<Sample> {
        let at = corner + Vec2::new((index % columns) as f64, (index / columns) as f64) * POINT_DISTANCE_MM;
        let drawn = located.colours.at(at)?;
        let around =
            [(EVEN_RADIUS_MM, 0.0), (-EVEN_RADIUS_MM, 0.0), (0.0, EVEN_RADIUS_MM), (0.0, -EVEN_RADIUS_MM)];
        let near = |(x, y): (f64, f64)| located.colours.at(at + Vec2::new(x, y));
        let is_even =
            around.into_iter().all(|by| near(by).is_some_and(|it| distance(it, drawn) < MAX_EVEN_CHANGE));
        let brightness = f64::from(tones.brightness(&located.map, at)).max(0.1);
        let scanned = scanned.at(located.map.apply(at))?.map(|value| value / brightness);
        Some(Sample { at, drawn, scanned, is_even })
    };
    if columns == 0 || rows == 0 { Vec::new() } else { (0..columns * rows).filter_map(sample).collect() }
}

/// Divides the points of a piece into parts. If a piece has a pattern, there may be no point with
/// an even colour around it. In this case, the whole piece becomes one part with its mean colours.
fn of_piece(piece: usize, samples: &[Sample]) -> Vec<EvenPart> {
    let mut groups: Vec<Vec<Sample>> = Vec::new();
    for sample in samples.iter().filter(|sample| sample.is_even) {
        match groups.iter_mut().find(|group| distance(group[0].drawn, sample.drawn) <= SAME_COLOUR) {
            Some(group) => group.push(*sample),
            None => groups.push(vec![*sample]),
        }
    }
    groups.retain(|group| group.len() >= MIN_POINTS);
    let part = |group: &[Sample]| {
        let first = Rect::from_points(group[0].at, group[0].at);
        let area = group.iter().fold(first, |area, sample| area.union_pt(sample.at));
        EvenPart {
            piece,
            area: area.inflate(POINT_DISTANCE_MM, POINT_DISTANCE_MM),
            points: group.len(),
            drawn: middle(group.iter().map(|sample| sample.drawn)),
            scanned: middle(group.iter().map(|sample| sample.scanned)),
            is_most: 2 * group.len() > samples.len(),
        }
    };
    let mut parts: Vec<EvenPart> = groups.iter().map(|group| part(group)).collect();
    if parts.is_empty() && samples.len() >= MIN_POINTS {
        let mean = |of: fn(&Sample) -> Colour| -> Colour {
            let sums = samples.iter().map(of).fold([0.0; 3], |sum, it| [0, 1, 2].map(|at| sum[at] + it[at]));
            sums.map(|sum| sum / samples.len() as f64)
        };
        let whole = part(samples);
        parts.push(EvenPart { drawn: mean(|it| it.drawn), scanned: mean(|it| it.scanned), ..whole });
    }
    parts
}
