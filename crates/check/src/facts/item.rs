//! Measures single drawings of a page.
//!
//! - In: an item.
//! - Out: its box, its area, its cell or its text.
//! - Not here: comparing items, except for two runs of letters.

use kurbo::{Line, ParamCurve as _, ParamCurveArea as _, PathEl, Point, Rect, Shape, Vec2};

use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::corners;
use hexpress_base::identity::Identity;
use hexpress_read::{Item, ItemKind, Page, Text};

/// The smallest width of the outline of a halo, in mm. A halo and its outline have the same colour. A
/// cell may have a line of the same width around it, but in another colour.
const MIN_HALO_WIDTH: f64 = 0.55;

/// Returns the lines that show where a sheet is folded.
pub fn fold_lines(page: &Page) -> Vec<Line> {
    let folds = page.items.iter().filter(|item| item.id.as_deref() == Some(&Identity::Fold));
    let lines = folds.filter_map(|item| match &item.kind {
        ItemKind::Path { path, .. } => {
            path.segments().next().map(|segment| Line::new(segment.start(), segment.end()))
        }
        _ => None,
    });
    lines.collect()
}

/// Returns the address of the cell in the id of an item: `board/cell:3,-1`. Returns `None` if the id contains
/// no address of a cell.
pub fn cell_of(item: &Item) -> Option<CellAddress> {
    item.id.as_deref()?.cell()
}

/// Returns a text without white space, because lines may be broken anywhere. The result is used for
/// comparisons.
pub fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns whether an item belongs to the sheet, and not to a board or a piece. Examples are rulers,
/// marks, lines of text, and the line with the page number.
///
/// The line with the page number is tagged as a heading. Headings of other programs have the same tag,
/// but no id.
pub fn is_furniture(item: &Item) -> bool {
    match item.tag.as_deref() {
        Some("Artifact") => true,
        Some("H1") => item.id.is_some(),
        _ => matches!(item.id.as_deref(), Some(Identity::Ruler(_))),
    }
}

/// Returns the box of the visible part of an item, including its line, in mm. Returns `None` if its
/// clip hides the whole item.
pub fn visible_bounds(item: &Item) -> Option<Rect> {
    match item.clip {
        None => item.painted_bounds,
        Some(clip) => {
            let visible = item.painted_bounds?.intersect(clip);
            (visible.width() > 0.0 && visible.height() > 0.0).then_some(visible)
        }
    }
}

/// Returns the area that a path encloses, in mm². Open parts of the path are closed first, because
/// otherwise the result would depend on the place of the path on the page.
pub fn area(path: &impl Shape) -> f64 {
    let (mut start, mut last, mut closing) = (Point::ORIGIN, Point::ORIGIN, 0.0);
    for element in path.path_elements(0.0) {
        match element {
            PathEl::MoveTo(point) => {
                closing += Line::new(last, start).signed_area();
                (start, last) = (point, point);
            }
            PathEl::ClosePath => last = start,
            other => last = other.end_point().unwrap_or(last),
        }
    }
    (path.area() + closing + Line::new(last, start).signed_area()).abs()
}

/// Returns the distance of a point from the edge of a convex outline, in mm. The distance is
/// negative outside. The corners are clockwise as seen on the sheet.
pub fn depth_in_outline(point: Point, corners: &[Point]) -> f64 {
    let Some(mut from) = corners.last().copied() else { return f64::INFINITY };
    let mut least = f64::INFINITY;
    for &to in corners {
        least = least.min((to - from).cross(point - from) / from.distance(to));
        from = to;
    }
    least
}

/// Returns whether [`depth_in_outline`] would return at least `least`. This check is faster, because it
/// stops at the first side that is too close.
pub fn is_deep(point: Point, corners: &[Point], least: f64) -> bool {
    let Some(mut from) = corners.last().copied() else { return true };
    corners.iter().all(|&to| {
        let across = (to - from).cross(point - from);
        let deep = if least == 0.0 { across } else { across / from.distance(to) };
        from = to;
        // `depth_in_outline` uses `f64::min`, which also ignores NaN.
        deep >= least || deep.is_nan()
    })
}

/// Returns the four corners around the letters of a text, clockwise. They fit upright text exactly. For
/// rotated text, they are slightly too far out.
pub fn tight_corners(text: &Text) -> [Point; 4] {
    let [a, b, c, d] = text.corners;
    if text.angle % 90.0 == 0.0 { corners(text.outline) } else { [d, c, b, a] }
}

/// Returns the visible texts of a page, each with its item and the index of the item.
pub fn texts(page: &Page) -> impl Iterator<Item = (usize, &Item, &Text)> {
    page.items.iter().enumerate().filter_map(|(i, item)| match &item.kind {
        ItemKind::Text(text) if !text.invisible && !text.string.trim().is_empty() => Some((i, item, &**text)),
        _ => None,
    })
}

/// Returns whether two runs of letters together form one character. An example is an equals sign
/// with a stroke through it.
pub fn is_one_sign(a: &Text, b: &Text) -> bool {
    let up = a.corners[3] - a.corners[0];
    let is_level = (b.origin - a.origin).dot(up).abs() <= 0.05 * a.size * up.hypot();
    let is_alike = (a.size - b.size).abs() <= 0.05 * a.size && (a.angle - b.angle).abs() < 0.1;
    is_level && is_alike && a.colour == b.colour && (may_be_sign_of(a, b) || may_be_sign_of(b, a))
}

/// Returns whether a text is a single character that may form one character together with the first
/// character of another text. Two letters never form one character.
fn may_be_sign_of(sign: &Text, text: &Text) -> bool {
    let mut characters = sign.string.trim().chars();
    let (Some(single), None) = (characters.next(), characters.next()) else { return false };
    let first = text.string.trim_start().chars().next();
    !(single.is_alphanumeric() && first.is_some_and(char::is_alphanumeric))
}

/// Returns whether a letter of one run extends into the space next to a letter of the other run. An
/// example is the raised A in the logo of LaTeX. Such runs have different baselines, and overlap by at
/// most the width of a letter.
pub fn is_kerned(a: &Text, b: &Text) -> bool {
    /// The width of a wide letter, as a fraction of the size of the font.
    const LETTER: f64 = 0.7;
    let along = a.corners[1] - a.corners[0];
    let unit = along / along.hypot();
    let [[left, right], [other_left, other_right]] = [a, b].map(|text| extent(text, a.corners[0], unit));
    let shared = right.min(other_right) - left.max(other_left);
    let size = a.size.max(b.size);
    let is_raised = (b.origin - a.origin).cross(unit).abs() > 0.05 * size;
    let is_alike = a.colour == b.colour && (a.angle - b.angle).abs() < 0.1;
    is_alike && is_raised && (is_single_letter(a) || is_single_letter(b)) && shared <= LETTER * size
}

fn is_single_letter(text: &Text) -> bool {
    text.string.trim().chars().count() == 1
}

/// Returns where a text starts and ends along the direction `unit`, as distances from `origin` in mm.
fn extent(text: &Text, origin: Point, unit: Vec2) -> [f64; 2] {
    let [a, b] = [0, 1].map(|corner| (text.corners[corner] - origin).dot(unit));
    [a.min(b), a.max(b)]
}

/// Returns whether an item may be the halo of a text: an area with a wide outline in its own colour.
pub fn is_halo(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Path { fill: Some(fill), stroke: Some(line), .. } => {
            line.colour == *fill && line.width >= MIN_HALO_WIDTH
        }
        _ => false,
    }
}
