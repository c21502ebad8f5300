//! The numbers behind the names: two for every cell, by scheme.

use std::collections::HashMap;

use super::{Corner, Scheme};
use crate::base::hex::{Hex, Orientation};
use crate::diag::Result;
use crate::model::cells::{centre_cell, place_on_sheet};
use crate::spec::values::bad;

/// The two numbers of every cell, counted from nought, in the order of the cells.
///
/// # Errors
/// When the scheme does not suit the board, in one sentence.
pub fn indices(
    cells: &[Hex],
    orientation: Orientation,
    scheme: Scheme,
    from: Option<Corner>,
) -> Result<Vec<(i64, i64)>> {
    let pointy = orientation == Orientation::PointyTop;
    let sheet = |hex: &Hex| {
        let (x, y) = place_on_sheet(orientation, *hex);
        (i64::from(x), i64::from(y))
    };
    let on_sheet = |halves: (i64, i64)| {
        let pairs: Vec<_> = cells.iter().map(sheet).collect();
        Turned::new(from, Corner::TopLeft).map(|turned| turned.count(&pairs, halves))
    };
    match scheme {
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
        Scheme::Lines => lines(cells, orientation, from),
        Scheme::Glinski => bent(cells, orientation, from),
        // Rows of pointy-top cells have letters, columns of flat-top ones.
        Scheme::Railway if pointy => Ok(on_sheet((1, 1))?.into_iter().map(|(x, y)| (y, x)).collect()),
        Scheme::Railway | Scheme::Doubled => on_sheet((1, 1)),
        Scheme::Offset => on_sheet(if pointy { (2, 1) } else { (1, 2) }),
        Scheme::Axial => {
            if from.is_some() {
                return Err(bad("axial names are the coordinates themselves: they begin at no corner"));
            }
            Ok(cells.iter().map(|hex| (i64::from(hex.q), i64::from(hex.r))).collect())
        }
        Scheme::Ring => rings(cells, orientation, from),
        Scheme::Numbers => {
            let turned = Turned::new(from, Corner::TopLeft)?;
            let mirror =
                |(x, y): (i64, i64)| (if turned.bottom { -y } else { y }, if turned.right { -x } else { x });
            let mut order: Vec<Hex> = cells.to_vec();
            order.sort_by_key(|hex| mirror(sheet(hex)));
            let number: HashMap<Hex, i64> = order.into_iter().zip(0..).collect();
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
fn lines(cells: &[Hex], orientation: Orientation, from: Option<Corner>) -> Result<Vec<(i64, i64)>> {
    use Corner::{Bottom, BottomLeft, BottomRight, Left, Right, Top, TopLeft, TopRight};
    // The corners by the way from each to the opposite one: an index into the neighbours.
    let (corners, usual, wrong) = match orientation {
        Orientation::FlatTop => (
            [Bottom, BottomLeft, TopLeft, Top, TopRight, BottomRight],
            Bottom,
            "a board of flat-top cells has its corners at top and bottom, not left and right",
        ),
        Orientation::PointyTop => (
            [BottomRight, BottomLeft, Left, TopLeft, TopRight, Right],
            BottomLeft,
            "a board of pointy-top cells has its corners left and right, not at top and bottom",
        ),
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
fn bent(cells: &[Hex], orientation: Orientation, from: Option<Corner>) -> Result<Vec<(i64, i64)>> {
    if orientation == Orientation::PointyTop {
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
fn rings(cells: &[Hex], orientation: Orientation, from: Option<Corner>) -> Result<Vec<(i64, i64)>> {
    if from.is_some() {
        return Err(bad("ring names begin at the centre and at the top: they begin at no corner"));
    }
    if cells.is_empty() {
        return Ok(Vec::new());
    }
    let centre = centre_cell(cells)
        .ok_or_else(|| bad("ring names need one cell in the middle, and this board has none"))?;
    let top = if orientation == Orientation::PointyTop { 1 } else { 0 };
    let pair = |hex: &Hex| {
        let away = Hex::new(hex.q - centre.q, hex.r - centre.r);
        let ring = i64::from(centre.distance(*hex));
        for sixth in 0..6 {
            let (corner, along) =
                (Hex::NEIGHBOURS[(top + sixth) % 6], Hex::NEIGHBOURS[(top + sixth + 2) % 6]);
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
