//! Draws shapes that are filled with one colour. The result is a PNG file with a transparent
//! background.
//!
//! - In: outlines in mm, in which areas and holes run in opposite directions.
//! - Out: the bytes of a file. The alpha of a pixel is the share of the pixel that the shapes
//!   cover.

use kurbo::{Affine, BezPath, Line, PathSeg, Rect};

use super::encode::{Rows, file};
use crate::About;
use hexpress_scene::PixelSize;

/// The largest distance between a curve and the polygon that is drawn in its place, in pixels.
const FLATNESS: f64 = 0.01;

/// Returns a picture of the part of the shapes that is inside `area`.
pub fn solid(
    shapes: &[BezPath],
    area: Rect,
    size: PixelSize,
    dpi: u32,
    colour: [u8; 3],
    about: &About,
) -> Vec<u8> {
    let scale = Affine::scale_non_uniform(
        f64::from(size.width) / area.width(),
        f64::from(size.height) / area.height(),
    );
    let to_pixels = scale * Affine::translate(-area.origin().to_vec2());
    let mut lines: Vec<Line> = Vec::new();
    for shape in shapes {
        let mut flat = BezPath::new();
        kurbo::flatten(to_pixels * shape, FLATNESS, |element| flat.push(element));
        lines.extend(flat.segments().filter_map(|segment| match segment {
            PathSeg::Line(line) if line.p0.y != line.p1.y => Some(line),
            _ => None,
        }));
    }
    lines.sort_by(|a, b| a.p0.y.min(a.p1.y).total_cmp(&b.p0.y.min(b.p1.y)));
    let mut rows = Rows::new(size, true);
    let (mut open, mut next): (Vec<Line>, usize) = (Vec::new(), 0);
    for row in 0..size.height {
        let (top, bottom) = (f64::from(row), f64::from(row + 1));
        while let Some(line) = lines.get(next).filter(|line| line.p0.y.min(line.p1.y) < bottom) {
            open.push(*line);
            next += 1;
        }
        open.retain(|line| line.p0.y.max(line.p1.y) > top);
        rows.push(&pixels(&open, top, size.width as usize, colour));
    }
    file(&rows, dpi, about)
}

/// Returns a row of pixels. The colours are multiplied by alpha.
fn pixels(lines: &[Line], top: f64, width: usize, colour: [u8; 3]) -> Vec<u8> {
    // For each pixel: its covered share minus the covered share of the pixel on its left. To get the covered
    // share of a pixel, all changes up to this pixel are added.
    let mut changes = vec![0.0; width + 2];
    lines.iter().for_each(|line| add(*line, top, &mut changes));
    let mut covered = 0.0;
    let alphas = changes.iter().take(width).map(|change| {
        covered += change;
        (f64::clamp(f64::abs(covered), 0.0, 1.0) * 255.0).round() as u8
    });
    alphas
        .flat_map(|alpha| {
            let [r, g, b] = colour.map(|channel| ((u32::from(channel) * u32::from(alpha) + 127) / 255) as u8);
            [r, g, b, alpha]
        })
        .collect()
}

/// Adds the effect of a line to `changes`, for the row from `top` to `top + 1`.
///
/// A line that runs down increases the covered share of every pixel to its right. A line that runs up reduces
/// it.
fn add(line: Line, top: f64, changes: &mut [f64]) {
    let (upper, lower, sign) =
        if line.p0.y < line.p1.y { (line.p0, line.p1, 1.0) } else { (line.p1, line.p0, -1.0) };
    let [from, to] = [upper.y.max(top), lower.y.min(top + 1.0)];
    if to <= from {
        return;
    }
    let slope = (lower.x - upper.x) / (lower.y - upper.y);
    let at = |y: f64| upper.x + (y - upper.y) * slope;
    let most = (changes.len() - 2) as f64;
    let (a, b) = (at(from).clamp(0.0, most), at(to).clamp(0.0, most));
    let (left, right) = (a.min(b), a.max(b));
    let height = (to - from) * sign;
    // If the line crosses a pixel, only the part of the pixel on the right of the line changes. The rest of
    // the change is added to the next pixel, so that all pixels farther right change completely.
    let mut x = left;
    loop {
        let column = x.floor();
        let end = right.min(column + 1.0);
        let share = if right > left { (end - x) / (right - left) } else { 1.0 };
        let middle = f64::midpoint(x, end) - column;
        let index = column as usize;
        changes[index] += height * share * (1.0 - middle);
        changes[index + 1] += height * share * middle;
        if end >= right {
            return;
        }
        x = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Shape as _;

    #[test]
    fn alpha_is_the_share_of_a_pixel_that_is_covered() {
        let shape = Rect::new(1.25, 0.0, 3.5, 4.0).to_path(0.1);
        let lines: Vec<Line> = shape
            .segments()
            .filter_map(|segment| if let PathSeg::Line(line) = segment { Some(line) } else { None })
            .collect();
        let row = pixels(&lines, 1.0, 5, [255, 0, 0]);
        let alphas: Vec<u8> = row.as_chunks::<4>().0.iter().map(|[.., alpha]| *alpha).collect();
        assert_eq!(alphas, [0, 191, 255, 128, 0]);
    }

    #[test]
    fn a_slanted_line_is_spread_over_its_pixels() {
        let mut changes = vec![0.0; 8];
        add(Line::new((1.0, 0.0), (4.0, 1.0)), 0.0, &mut changes);
        let covered: Vec<f64> = changes
            .iter()
            .scan(0.0, |sum, change| {
                *sum += change;
                Some((*sum * 1000.0_f64).round() / 1000.0)
            })
            .collect();
        assert_eq!(covered, [0.0, 0.167, 0.5, 0.833, 1.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn a_shape_may_be_larger_than_the_picture() {
        let colour = [0; 3];
        let shape = Rect::new(-9.0, -9.0, 90.0, 90.0).to_path(0.1);
        let lines: Vec<Line> = shape
            .segments()
            .filter_map(|segment| if let PathSeg::Line(line) = segment { Some(line) } else { None })
            .collect();
        assert_eq!(pixels(&lines, 1.0, 3, colour), [0, 0, 0, 255].repeat(3));
    }
}
