//! Measures how far parts of a print are displaced in a scan, compared with the drawn page.
//!
//! - In: the brightness of the drawn page and of the scan, and a map from the page to the scan.
//! - Out: for each part of the page, its displacement along one or two directions.
//!
//! A part of the scan is modelled as a sum of six terms: a constant, the drawn page, its curvature (the
//! scan is blurred), its two slopes (the scan is displaced) and its growth (ink spreads). Linear least
//! squares over the pixels of the part give the amount of each term. No shapes are recognized, so
//! lines, letters, pictures and edges of colour are all used. The more exactly one of them shows a
//! displacement, the larger is its weight.

use std::ops::Range;

use kurbo::{Point, Rect, Vec2};

use crate::light;
use crate::map::Map;
use crate::plane::{Plane, map_row, steep_row};
use hexpress_base::parallel;

/// The drawn page at some resolution.
pub struct Drawn {
    /// The amount of light of each pixel. The page is slightly blurred, because the model needs the slope
    /// at each pixel, and a sharp edge has no slope.
    plane: Plane,
    /// How much darker each pixel becomes for each mm that ink spreads. The values are blurred like
    /// those of `plane`.
    growth: Plane,
    /// For each pixel, whether it is near an edge. Only pixels near edges show whether the drawing
    /// is displaced.
    near_edge: Vec<bool>,
    pub pixels_per_mm: f64,
}

/// The smallest steepness of an edge, in grey values per pixel.
const MIN_STEEPNESS: f32 = 3.0;
/// The number of terms of the model. Least squares give the amount of each term in a part.
const AMOUNTS: usize = 6;
/// The number of products of two terms, without regard to their order.
const PAIRS: usize = AMOUNTS * (AMOUNTS + 1) / 2;
/// How many neighbouring pixels have the same error, because scans are blurred and compressed.
const ALIKE_PIXELS: f64 = 4.0;

impl Drawn {
    /// Creates a drawn page. Both planes must already be blurred.
    pub fn new(plane: Plane, growth: Plane, pixels_per_mm: f64) -> Self {
        const ROWS: usize = 64;
        let bands = parallel::in_order(
            plane.height.div_ceil(ROWS),
            || (),
            |(), band| near_edge(&plane, band * ROWS..((band + 1) * ROWS).min(plane.height)),
        );
        Self { near_edge: bands.concat(), plane, growth, pixels_per_mm }
    }

    pub fn plane(&self) -> &Plane {
        &self.plane
    }

    pub fn growth(&self) -> &Plane {
        &self.growth
    }

    pub fn is_near_edge(&self, x: usize, y: usize) -> bool {
        self.near_edge[y * self.plane.width + x]
    }
}

/// Returns, for each pixel of the given rows, whether it is within two pixels of an edge. The
/// outermost two rows and columns of the plane have no edges.
fn near_edge(plane: &Plane, rows: Range<usize>) -> Vec<bool> {
    const EDGE_REACH: usize = 2;
    let (width, height) = (plane.width, plane.height);
    let mut near = vec![false; rows.len() * width];
    let first = rows.start.saturating_sub(EDGE_REACH).max(EDGE_REACH);
    let last = (rows.end + EDGE_REACH).min(height.saturating_sub(EDGE_REACH));
    if first >= last {
        return near;
    }
    // Steepness is measured in grey values, because an edge between two dark tones hardly changes the
    // amount of light.
    let grey = |y: usize| {
        let mut grey = vec![0.0; width];
        map_row(plane.row(y), &mut grey, light::to_grey);
        grey
    };
    let (mut above, mut middle) = (grey(first - 1), grey(first));
    let mut steep = vec![0.0; width];
    for y in first..last {
        let below = grey(y + 1);
        steep_row([&above, &middle, &below], &mut steep);
        let reached = y.saturating_sub(EDGE_REACH).max(rows.start)..(y + EDGE_REACH + 1).min(rows.end);
        for x in (EDGE_REACH..width.saturating_sub(EDGE_REACH)).filter(|x| steep[*x] >= MIN_STEEPNESS) {
            for row in reached.clone() {
                let middle = (row - rows.start) * width + x;
                near[middle - EDGE_REACH..=middle + EDGE_REACH].fill(true);
            }
        }
        above = std::mem::replace(&mut middle, below);
    }
    near
}

/// The sums over the pixels of a part. The terms are those of the model. `products` contains the
/// sums of products of two terms. `with_scan` contains the sums of products of a term and the light
/// of the scan. `scan` is the sum of the light of the scan, and `squared` is the sum of the squares
/// of this light.
#[derive(Clone)]
struct Sums {
    products: [f64; PAIRS],
    with_scan: [f64; AMOUNTS],
    scan: f64,
    squared: f64,
    count: usize,
    places: Vec2,
    /// The number of pixels that the scan does not show.
    unseen: usize,
}

/// A measured displacement of a part along one direction.
#[derive(Debug, Clone, Copy)]
pub struct Observation {
    pub at: Point,
    pub direction: Vec2,
    /// The distance along the direction, in mm, from the content in the scan to its correct place. It
    /// is negative if the content is displaced in this direction.
    pub shift: f64,
    /// How many mm the edges seem to move along `direction` if ink spreads by 1 mm. It is 1 or -1 if the
    /// ink is on the same side of all edges. It is 0 if the ink is equally often on both sides.
    pub polarity: f64,
    /// The variance of the shift. It includes only the noise of the pixels.
    pub variance: f64,
    /// The index of the part in the list of parts.
    pub part: usize,
}

/// The measurement of a part: how the scan differs from the drawing there.
#[derive(Debug, Clone, Copy)]
pub struct PartMeasurement {
    pub at: Point,
    /// The number of pixels near edges that the scan shows.
    pub pixels: usize,
    pub unseen: usize,
    /// The contrast of the scan, as a fraction of the contrast of the drawing. It is about 1 if
    /// there is no fault.
    pub contrast: f64,
    /// The standard deviation of the contrast. It includes only the noise of the pixels.
    pub contrast_error: f64,
    /// The fraction of the variance of the scan that the model explains, from 0 to 1.
    pub explained_share: f64,
    /// The standard deviation of the light of the scan in the part. Light is from 0 to 255.
    pub scan_deviation: f64,
    /// The variance of the light of the drawing in the part.
    pub drawing_variance: f64,
    /// The mean light of the drawing in the part, from 0 to 255.
    pub drawing_light: f64,
    /// The amount of curvature, in mm²: half the variance of the additional blur.
    pub blur: f64,
    /// The standard deviation of the blur, in mm². It includes only the noise of the pixels.
    pub blur_error: f64,
    pub observations: [Option<Observation>; 2],
}

impl PartMeasurement {
    /// Returns the variance of the scan that the model does not explain.
    pub fn rest(&self) -> f64 {
        self.scan_deviation * self.scan_deviation * (1.0 - self.explained_share)
    }
}

/// Measures the parts of a page. Each part is a rectangle in mm. An item is `None` if its part cannot
/// be measured.
pub fn observe(drawn: &Drawn, scan: &Plane, map: &Map, parts: &[Rect]) -> Vec<Option<PartMeasurement>> {
    const PARTS_PER_TASK: usize = 32;
    let chunks: Vec<&[Rect]> = parts.chunks(PARTS_PER_TASK).collect();
    let measurements = parallel::in_order(
        chunks.len(),
        || (),
        |(), chunk| -> Vec<Option<PartMeasurement>> {
            let first = chunk * PARTS_PER_TASK;
            let parts = (first..).zip(chunks[chunk]);
            parts.map(|(index, part)| sum_pixels(drawn, scan, map, *part)?.measurement(index)).collect()
        },
    );
    measurements.into_iter().flatten().collect()
}

/// Divides a page into squares with the given side, in mm.
pub fn squares(page: kurbo::Size, side: f64) -> Vec<Rect> {
    let (columns, rows) = ((page.width / side).ceil() as usize, (page.height / side).ceil() as usize);
    let square = |index: usize| {
        let corner = Point::new((index % columns) as f64 * side, (index / columns) as f64 * side);
        Rect::from_origin_size(corner, (side, side)).intersect(page.to_rect())
    };
    (0..columns * rows).map(square).collect()
}

/// Adds up the pixels of a part. Returns `None` if the part has too few pixels near
/// the edges of drawings.
fn sum_pixels(drawn: &Drawn, scan: &Plane, map: &Map, part: Rect) -> Option<Sums> {
    /// A part with fewer pixels near the edges of drawings is not measured.
    const MIN_PIXELS: usize = 20;
    let plane = &drawn.plane;
    let scale = drawn.pixels_per_mm;
    let bound = |mm: f64, most: usize| ((mm * scale).round().max(1.0) as usize).min(most.saturating_sub(1));
    let (left, right) = (bound(part.x0, plane.width), bound(part.x1, plane.width));
    let (top, bottom) = (bound(part.y0, plane.height), bound(part.y1, plane.height));
    if left >= right || top >= bottom {
        return None;
    }
    let mut sums = Sums {
        products: [0.0; PAIRS],
        with_scan: [0.0; AMOUNTS],
        scan: 0.0,
        squared: 0.0,
        count: 0,
        places: Vec2::ZERO,
        unseen: 0,
    };
    // The map is nearly affine within a part, so it is computed only at the middle.
    let centre = part.center();
    let origin = map.apply(centre);
    let [across, down] = map.steps(centre);
    for y in top..bottom {
        let near = &drawn.near_edge[y * plane.width..(y + 1) * plane.width];
        if !near[left..right].contains(&true) {
            continue;
        }
        let (above, row, below) = (plane.row(y - 1), plane.row(y), plane.row(y + 1));
        let growth = drawn.growth.row(y);
        let dy = (y as f64 + 0.5) / scale - centre.y;
        for x in left..right {
            if !near[x] {
                continue;
            }
            let dx = (x as f64 + 0.5) / scale - centre.x;
            let at = origin + across * dx + down * dy;
            let Some(value) = scan.sample_smooth(at.x, at.y) else {
                sums.unseen += 1;
                continue;
            };
            let slope_x = f64::from(row[x + 1] - row[x - 1]) / 2.0;
            let slope_y = f64::from(below[x] - above[x]) / 2.0;
            let curvature = f64::from(row[x + 1] + row[x - 1] + above[x] + below[x] - 4.0 * row[x]);
            let growth = f64::from(growth[x]);
            let terms = [1.0, f64::from(row[x]), curvature, slope_x, slope_y, growth];
            sums.add(&terms, f64::from(value), Vec2::new(dx, dy));
        }
    }
    if sums.count < MIN_PIXELS {
        return None;
    }
    sums.places = sums.places / sums.count as f64 + centre.to_vec2();
    sums.scale_slopes(scale);
    Some(sums)
}

/// Returns the index of the product of two terms. The products are stored as a triangle, because
/// their order does not matter.
const fn pair(row: usize, column: usize) -> usize {
    let (row, column) = if row < column { (column, row) } else { (row, column) };
    row * (row + 1) / 2 + column
}

impl Sums {
    fn add(&mut self, terms: &[f64; AMOUNTS], value: f64, place: Vec2) {
        let mut index = 0;
        for row in 0..AMOUNTS {
            for column in 0..=row {
                self.products[index] += terms[row] * terms[column];
                index += 1;
            }
            self.with_scan[row] += terms[row] * value;
        }
        self.scan += value;
        self.squared += value * value;
        self.count += 1;
        self.places += place;
    }

    /// Converts the slopes and the curvature from units of pixels to units of mm.
    fn scale_slopes(&mut self, scale: f64) {
        let factors = [1.0, 1.0, scale * scale, scale, scale, 1.0];
        for row in 0..AMOUNTS {
            for column in 0..=row {
                self.products[pair(row, column)] *= factors[row] * factors[column];
            }
            self.with_scan[row] *= factors[row];
        }
    }

    /// Computes the amounts of the terms. Returns `None` if the equations cannot be solved. If the
    /// contrast is too small, the result has no observations.
    fn measurement(&self, part: usize) -> Option<PartMeasurement> {
        /// The smallest contrast with which places can be measured.
        const MIN_CONTRAST: f64 = 0.2;
        let count = self.count as f64;
        let mut matrix = [0.0; AMOUNTS * AMOUNTS];
        for row in 0..AMOUNTS {
            for column in 0..AMOUNTS {
                matrix[row * AMOUNTS + column] = self.products[pair(row, column)];
            }
            // Two terms may look the same in a part, such as a slope and the growth of a single
            // edge. A small value keeps the equations solvable.
            matrix[row * AMOUNTS + row] += self.products[pair(row, row)] * 1e-4 + 1e-9;
        }
        let factored = crate::fit::solve::Factored::new(&matrix, AMOUNTS)?;
        let amounts = factored.solve(&self.with_scan);
        let mean = self.scan / count;
        let total = (self.squared / count - mean * mean).max(1e-6);
        let fitted: f64 = amounts.iter().zip(&self.with_scan).map(|(a, b)| a * b).sum();
        let rest = ((self.squared - fitted) / count).clamp(0.25, total.max(0.25));
        let contrast = amounts[1];
        let light = self.products[pair(0, 1)] / count;
        let inverse = factored.inverse();
        let error = |amount: usize| (ALIKE_PIXELS * rest * inverse[amount * AMOUNTS + amount]).sqrt();
        let mut measurement = PartMeasurement {
            at: self.places.to_point(),
            pixels: self.count,
            unseen: self.unseen,
            contrast,
            contrast_error: error(1),
            explained_share: (1.0 - rest / total).max(0.0),
            scan_deviation: total.sqrt(),
            drawing_variance: (self.products[pair(1, 1)] / count - light * light).max(0.0),
            drawing_light: light,
            blur: amounts[2] / contrast.max(MIN_CONTRAST),
            blur_error: error(2) / contrast.max(MIN_CONTRAST),
            observations: [None; 2],
        };
        if contrast >= MIN_CONTRAST {
            let reduced = self.reduced()?;
            measurement.observations = reduced.observations(&amounts, rest, measurement.at, part);
        }
        Some(measurement)
    }

    /// Eliminates the constant, the contrast and the blur from the equations. The two displacements and
    /// the spread of the ink remain. Returns `None` if the equations cannot be solved.
    fn reduced(&self) -> Option<Reduced> {
        let mut first = [0.0; 9];
        for row in 0..3 {
            for column in 0..3 {
                first[row * 3 + column] = self.products[pair(row, column)];
            }
            first[row * 3 + row] += self.products[pair(row, row)] * 1e-6 + 1e-9;
        }
        let factored = crate::fit::solve::Factored::new(&first, 3)?;
        let right = factored.solve(&self.with_scan[..3]);
        let mut reduced = Reduced { information: [[0.0; 3]; 3], with_scan: [0.0; 3] };
        let solved: Vec<Vec<f64>> = (3..AMOUNTS)
            .map(|column| factored.solve(&[0, 1, 2].map(|row| self.products[pair(row, column)])))
            .collect();
        for row in 0..3 {
            for (column, solved) in solved.iter().enumerate() {
                let through: f64 = (0..3).map(|k| self.products[pair(row + 3, k)] * solved[k]).sum();
                reduced.information[row][column] = self.products[pair(row + 3, column + 3)] - through;
            }
            let through: f64 = (0..3).map(|k| self.products[pair(row + 3, k)] * right[k]).sum();
            reduced.with_scan[row] = self.with_scan[row + 3] - through;
        }
        Some(reduced)
    }
}

/// The normal equations for three unknowns: the displacements along both axes, and the spread of
/// the ink.
struct Reduced {
    information: [[f64; 3]; 3],
    with_scan: [f64; 3],
}

impl Reduced {
    /// Returns the displacements along two directions. The part shows displacements most exactly along
    /// the first direction, and least exactly along the second. A displacement that the part hardly
    /// shows is `None`.
    fn observations(&self, amounts: &[f64], rest: f64, at: Point, part: usize) -> [Option<Observation>; 2] {
        let [[xx, xy, xg], [_, yy, yg], _] = self.information;
        let contrast = amounts[1];
        // The two directions are the eigenvectors of the matrix `[[xx, xy], [xy, yy]]`. Its eigenvalues
        // say how exactly the part shows displacements along them.
        let half = (xx - yy) / 2.0;
        let root = (half * half + xy * xy).sqrt();
        let middle = (xx + yy) / 2.0;
        let along = if half > 0.0 { Vec2::new(half + root, xy) } else { Vec2::new(xy, root - half) };
        let length = along.hypot();
        let along = if length > 0.0 { along / length } else { Vec2::new(1.0, 0.0) };
        let strongest = middle + root;
        [(along, strongest), (Vec2::new(-along.y, along.x), middle - root)].map(|(direction, strength)| {
            // If the part hardly shows displacements along this direction, errors along the other
            // direction would hide the result.
            if strength < strongest * 0.01 || strength <= 0.0 {
                return None;
            }
            let [x, y] = [direction.x / strength, direction.y / strength];
            Some(Observation {
                at,
                direction,
                shift: (x * self.with_scan[0] + y * self.with_scan[1]) / contrast,
                polarity: x * xg + y * yg,
                variance: ALIKE_PIXELS * rest / (strength * contrast * contrast),
                part,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_within_two_pixels_of_an_edge_are_near_it() {
        const SIDE: usize = 14;
        // The lower half of the plane is light. The edge is between the rows 6 and 7.
        let plane = Plane::from_rows(SIDE, SIDE, |y, row| row.fill(if y < SIDE / 2 { 0.0 } else { 255.0 }));
        let near = near_edge(&plane, 0..SIDE);
        let rows: Vec<usize> = (0..SIDE).filter(|y| near[y * SIDE + SIDE / 2]).collect();
        assert_eq!(rows, [4, 5, 6, 7, 8, 9]);
        // The result does not depend on how the rows are divided into bands.
        for border in 1..SIDE {
            assert_eq!([near_edge(&plane, 0..border), near_edge(&plane, border..SIDE)].concat(), near);
        }
    }
}
