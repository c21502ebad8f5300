//! The numbers behind the names: two for every cell, by scheme.

use std::collections::HashMap;

use super::{Corner, Scheme};
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::diag::Result;
use crate::model::address::lines::steps;
use crate::model::cells::{centre_cell, place_on_sheet, sort_for_reading};
use crate::spec::values::bad;

/// The two numbers of every cell, counted from nought, in the order of the cells.
///
/// # Errors
/// When the scheme does not suit the board, in one sentence.
pub fn indices(
    cells: &[Hex],
    tiling: Tiling,
    scheme: Scheme,
    from: Option<Corner>,
) -> Result<Vec<(i64, i64)>> {
    let pointy = tiling.has_rows_in_turn();
    let sheet = |hex: &Hex| {
        let (x, y) = place_on_sheet(tiling, *hex);
        (i64::from(x), i64::from(y))
    };
    let pairs: Vec<_> = if tiling.polygons() == 1 || tiling.is_triangles() {
        cells.iter().map(sheet).collect()
    } else {
        in_rows(cells, tiling)
    };
    let several = tiling.polygons() > 1 && !tiling.is_triangles();
    let on_sheet = |halves: (i64, i64), usual: Corner| {
        Turned::new(from, usual).map(|turned| turned.count(&pairs, halves))
    };
    let hexagons = tiling.lies_as_hexagons();
    let columns = if !hexagons {
        (1, 1)
    } else if pointy {
        (2, 1)
    } else {
        (1, 2)
    };
    match scheme {
        Scheme::Chess | Scheme::Go => on_sheet(columns, Corner::BottomLeft),
        Scheme::Ccrr => on_sheet(columns, Corner::TopLeft),
        Scheme::Doubled if several => {
            let Some(ranks) = tiling.ranks() else {
                let wrong = bad(format!("{tiling} cells lie in no columns and rows that could be counted"));
                return Err(wrong.hint("names = \"numbers\""));
            };
            let places = cells.iter().map(|hex| ranks.place(*hex));
            let places: Vec<_> = places.map(|(x, y)| (i64::from(x), i64::from(y))).collect();
            Ok(Turned::new(from, Corner::TopLeft)?.count(&places, (1, 1)))
        }
        Scheme::Hex | Scheme::Lines | Scheme::Railway | Scheme::Doubled | Scheme::Offset if !hexagons => {
            on_sheet(columns, Corner::TopLeft)
        }
        Scheme::Glinski if !hexagons => {
            Err(bad("glinski names need upright files: the cells must be flat-top"))
        }
        Scheme::Axial if tiling.polygons() > 1 => {
            Err(bad("axial names need hexagons or squares").hint("names = \"numbers\""))
        }
        Scheme::Draughts if tiling != Tiling::Square && !cells.is_empty() => {
            Err(bad("draughts names are those of dark squares: the cells must be squares"))
        }
        Scheme::Draughts => {
            let turned = Turned::new(from, Corner::TopLeft)?;
            let counted = turned.count(&pairs, (1, 1));
            // The square at the bottom left is dark.
            let (left, bottom) = (pairs.iter().map(|p| p.0).min(), pairs.iter().map(|p| p.1).max());
            let corner = left.unwrap_or(0) + bottom.unwrap_or(0);
            let is_dark = |i: usize| (pairs[i].0 + pairs[i].1 - corner) % 2 == 0;
            let mut dark: Vec<usize> = (0..cells.len()).filter(|i| is_dark(*i)).collect();
            dark.sort_by_key(|&i| (counted[i].1, counted[i].0));
            let mut numbers = vec![(-1, -1); cells.len()];
            dark.into_iter().zip(0..).for_each(|(i, number)| numbers[i] = (number, number));
            Ok(numbers)
        }
        Scheme::Snake => {
            let counted = Turned::new(from, Corner::BottomLeft)?.count(&pairs, (1, 1));
            let mut order: Vec<usize> = (0..cells.len()).collect();
            let along = |(x, y): (i64, i64)| if y % 2 == 0 { x } else { -x };
            order.sort_by_key(|&i| (counted[i].1, along(counted[i])));
            let mut numbers = vec![(0, 0); cells.len()];
            order.into_iter().zip(0..).for_each(|(i, number)| numbers[i] = (number, number));
            Ok(numbers)
        }
        Scheme::Hex => {
            let right = leans_right(cells, pointy);
            let usual = if right { Corner::BottomLeft } else { Corner::TopLeft };
            let pair = |hex: &Hex| {
                let (q, r) = (i64::from(hex.q), i64::from(hex.r));
                match (right, pointy) {
                    (false, _) => (q, r),
                    (true, true) => (q + r, r),
                    (true, false) => (q, q + r),
                }
            };
            let pairs: Vec<_> = cells.iter().map(pair).collect();
            Ok(Turned::new(from, usual)?.count(&pairs, (1, 1)))
        }
        Scheme::Lines => lines(cells, tiling, from),
        Scheme::Glinski => bent(cells, tiling, from),
        // Rows of pointy-top cells have letters, columns of flat-top ones.
        Scheme::Railway if pointy => {
            Ok(on_sheet((1, 1), Corner::TopLeft)?.into_iter().map(|(x, y)| (y, x)).collect())
        }
        Scheme::Railway | Scheme::Doubled => on_sheet((1, 1), Corner::TopLeft),
        Scheme::Offset => on_sheet(columns, Corner::TopLeft),
        Scheme::Axial => {
            if from.is_some() {
                return Err(bad("axial names are the coordinates themselves: they begin at no corner"));
            }
            Ok(cells.iter().map(|hex| (i64::from(hex.q), i64::from(hex.r))).collect())
        }
        Scheme::Ring => rings(cells, tiling, from),
        Scheme::Numbers => {
            let turned = Turned::new(from, Corner::TopLeft)?;
            let mirror =
                |(x, y): (i64, i64)| (if turned.bottom { -y } else { y }, if turned.right { -x } else { x });
            let mut order: Vec<usize> = (0..cells.len()).collect();
            order.sort_by_key(|&i| mirror(pairs[i]));
            let number: HashMap<Hex, i64> = order.into_iter().map(|i| cells[i]).zip(0..).collect();
            Ok(cells.iter().map(|hex| (number[hex], number[hex])).collect())
        }
    }
}

/// From which of the four corners of the sheet.
struct Turned {
    right: bool,
    bottom: bool,
}

impl Turned {
    fn new(from: Option<Corner>, usual: Corner) -> Result<Self> {
        let (right, bottom) = match from.unwrap_or(usual) {
            Corner::TopLeft => (false, false),
            Corner::TopRight => (true, false),
            Corner::BottomLeft => (false, true),
            Corner::BottomRight => (true, true),
            Corner::Top | Corner::Bottom | Corner::Left | Corner::Right => {
                return Err(bad("these names begin at top-left, top-right, bottom-left or bottom-right"));
            }
        };
        Ok(Self { right, bottom })
    }

    /// Counts from the chosen corner, and so many half steps as one.
    fn count(&self, pairs: &[(i64, i64)], halves: (i64, i64)) -> Vec<(i64, i64)> {
        let first = from_end(pairs.iter().map(|p| p.0), self.right);
        let second = from_end(pairs.iter().map(|p| p.1), self.bottom);
        pairs.iter().map(|&(x, y)| (first(x) / halves.0, second(y) / halves.1)).collect()
    }
}

/// The distance from the least of some numbers, or from the greatest.
fn from_end(numbers: impl Iterator<Item = i64>, far: bool) -> impl Fn(i64) -> i64 {
    let (least, greatest) = numbers.fold((i64::MAX, i64::MIN), |(l, g), n| (l.min(n), g.max(n)));
    move |n| if far { greatest - n } else { n - least }
}

/// Whether a board fills a rhombus that leans right better than one that leans left.
fn leans_right(cells: &[Hex], pointy: bool) -> bool {
    let width = |of: fn(&Hex) -> i64| {
        let (least, greatest) =
            cells.iter().map(of).fold((i64::MAX, i64::MIN), |(l, g), n| (l.min(n), g.max(n)));
        greatest.saturating_sub(least)
    };
    // Both rhombi share the rows (pointy-top) or the columns (flat-top).
    let left = if pointy { width(|h| i64::from(h.q)) } else { width(|h| i64::from(h.r)) };
    width(|h| i64::from(h.s())) < left
}

/// Skew lines: both numbers grow by one on a step from the chosen corner to the opposite one.
fn lines(cells: &[Hex], tiling: Tiling, from: Option<Corner>) -> Result<Vec<(i64, i64)>> {
    use Corner::{Bottom, BottomLeft, BottomRight, Left, Right, Top, TopLeft, TopRight};
    // The corners by the way from each to the opposite one: an index into the neighbours.
    let (corners, usual, wrong) = match tiling {
        Tiling::FlatTop => (
            [Bottom, BottomLeft, TopLeft, Top, TopRight, BottomRight],
            Bottom,
            "a board of flat-top cells has its corners at top and bottom, not left and right",
        ),
        Tiling::PointyTop | Tiling::Brick => (
            [BottomRight, BottomLeft, Left, TopLeft, TopRight, Right],
            BottomLeft,
            "a board of pointy-top cells has its corners left and right, not at top and bottom",
        ),
        _ => return Err(bad("these names count along the lines of hexagons")),
    };
    let way = corners.iter().position(|corner| *corner == from.unwrap_or(usual));
    let way = way.ok_or_else(|| bad(wrong))?;
    let (letter, number) = (Hex::NEIGHBOURS[(way + 1) % 6], Hex::NEIGHBOURS[(way + 5) % 6]);
    // Every place is so many steps of one kind and so many of the other: Cramer's rule.
    let wedge = |a: Hex, b: Hex| i64::from(a.q) * i64::from(b.r) - i64::from(a.r) * i64::from(b.q);
    let unit = wedge(letter, number);
    let pairs: Vec<(i64, i64)> =
        cells.iter().map(|&hex| (wedge(hex, number) / unit, wedge(letter, hex) / unit)).collect();
    Ok(Turned { right: false, bottom: false }.count(&pairs, (1, 1)))
}

/// Files from left to right, and ranks that go down from the middle file to both sides.
fn bent(cells: &[Hex], tiling: Tiling, from: Option<Corner>) -> Result<Vec<(i64, i64)>> {
    if tiling.has_rows_in_turn() {
        return Err(bad("glinski names need upright files: the cells must be flat-top"));
    }
    let turned = Turned::new(from, Corner::BottomLeft)?;
    let (least, greatest) =
        cells.iter().fold((i64::MAX, i64::MIN), |(l, g), h| (l.min(h.q.into()), g.max(h.q.into())));
    if !cells.is_empty() && (greatest - least) % 2 != 0 {
        let files = greatest - least + 1;
        return Err(bad(format!(
            "glinski ranks bend at the middle file, and a board of {files} files has none"
        )));
    }
    let middle = least.saturating_add(greatest) / 2;
    let pair = |hex: &Hex| {
        let (file, r) = (i64::from(hex.q), i64::from(hex.r));
        // A rank follows r on one wing and s on the other; which, depends on the end it is counted from.
        let skew = r + file - middle;
        (file, if turned.bottom { r.max(skew) } else { r.min(skew) })
    };
    Ok(turned.count(&cells.iter().map(pair).collect::<Vec<_>>(), (1, 1)))
}

/// Steps from the centre cell, and clockwise round it, from straight up or the first corner after it.
fn rings(cells: &[Hex], tiling: Tiling, from: Option<Corner>) -> Result<Vec<(i64, i64)>> {
    if from.is_some() {
        return Err(bad("ring names begin at the centre and at the top: they begin at no corner"));
    }
    if cells.is_empty() {
        return Ok(Vec::new());
    }
    let centre = centre_cell(tiling, cells)
        .ok_or_else(|| bad("ring names need one cell in the middle, and this board has none"))?;
    if !tiling.lies_as_hexagons() {
        let far = steps(tiling, cells, centre);
        return Ok(rings_by_angle(cells, tiling, centre, &far));
    }
    let top = if tiling.has_rows_in_turn() { 1 } else { 0 };
    let pair = |hex: &Hex| {
        let away = Hex::new(hex.q - centre.q, hex.r - centre.r);
        let ring = i64::from(centre.distance(*hex));
        for sixth in 0..6 {
            let corner = Hex::NEIGHBOURS[(top + sixth) % 6];
            let along = Hex::NEIGHBOURS[(top + sixth + 2) % 6];
            let rest = (
                i64::from(away.q) - ring * i64::from(corner.q),
                i64::from(away.r) - ring * i64::from(corner.r),
            );
            let steps = rest.0.abs().max(rest.1.abs());
            let reached = (steps * i64::from(along.q), steps * i64::from(along.r));
            if rest == reached && steps < ring {
                return (ring, sixth as i64 * ring + steps);
            }
        }
        (0, 0)
    };
    Ok(cells.iter().map(pair).collect())
}

/// The same on other cells: by the angle clockwise from straight up.
fn rings_by_angle(cells: &[Hex], tiling: Tiling, centre: Hex, far: &HashMap<Hex, u32>) -> Vec<(i64, i64)> {
    let angle = |hex: Hex| {
        let way = tiling.unit_centre(hex) - tiling.unit_centre(centre);
        libm::atan2(-way.x, way.y) + std::f64::consts::PI
    };
    // Straight up is the end of a turn as well as its beginning.
    let begin = |angle: f64| if angle > std::f64::consts::TAU - 1e-9 { 0.0 } else { angle };
    let ring = |hex: Hex| {
        let far = far.get(&hex).copied();
        i64::from(far.unwrap_or_else(|| tiling.distance(centre, hex)))
    };
    let mut order: Vec<usize> = (0..cells.len()).collect();
    let key = |i: usize| (ring(cells[i]), begin(angle(cells[i])));
    order.sort_by(|&a, &b| key(a).0.cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1)));
    let mut numbers = vec![(0, 0); cells.len()];
    for ring_of in order.chunk_by(|&a, &b| ring(cells[a]) == ring(cells[b])) {
        ring_of.iter().zip(0..).for_each(|(&i, n)| numbers[i] = (ring(cells[i]), n));
    }
    numbers
}

/// Cells of several sorts by the rows that their middles make: the place in the row, and the row.
fn in_rows(cells: &[Hex], tiling: Tiling) -> Vec<(i64, i64)> {
    let mut order: Vec<Hex> = cells.to_vec();
    sort_for_reading(&mut order, tiling);
    let height = |hex: &Hex| (tiling.unit_centre(*hex).y * 1000.0).round();
    let rows = order.chunk_by(|a, b| height(a) == height(b));
    let places: HashMap<Hex, (i64, i64)> = (0..)
        .zip(rows)
        .flat_map(|(row, cells)| (0..).zip(cells).map(move |(n, hex)| (*hex, (n, row))))
        .collect();
    cells.iter().map(|hex| places.get(hex).copied().unwrap_or_default()).collect()
}
