//! Drawings of a page one by one: what each covers, whose it is, and what it says.

use kurbo::{Point, Rect, Shape};

use crate::base::geometry::corners;
use crate::base::identity::Identity;
use crate::read::{Item, ItemKind, Page, Text};

/// The ends of the line on a page that shows where to fold it.
pub fn fold_line(page: &Page) -> Option<(Point, Point)> {
    use kurbo::ParamCurve;
    let mut lines = page.items.iter().filter(|item| item.id.as_deref() == Some(&Identity::Fold));
    lines.find_map(|item| match &item.kind {
        ItemKind::Path { path, .. } => path.segments().next().map(|line| (line.start(), line.end())),
        _ => None,
    })
}

/// The cell that an item says it belongs to: `board/cell:3,-1`.
pub fn cell_of(item: &Item) -> Option<crate::base::hex::Hex> {
    item.id.as_deref()?.cell()
}

/// Words without spaces, for they may be broken anywhere.
pub fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether an item is there for whoever prints: a ruler, a mark, a line of text, the line that says which page it is. Other
/// programs have headings too, which bear no identity.
pub fn is_furniture(item: &Item) -> bool {
    match item.tag.as_deref() {
        Some("Artifact") => true,
        Some("H1") => item.id.is_some(),
        _ => matches!(item.id.as_deref(), Some(Identity::Ruler(_))),
    }
}

/// What an item covers, half of its line included, in mm; what a clip takes away is left out. Nothing where all of
/// it is clipped.
pub fn covers(item: &Item) -> Option<Rect> {
    match item.clip {
        None => item.whole,
        Some(clip) => {
            let seen = item.whole?.intersect(clip);
            (seen.width() > 0.0 && seen.height() > 0.0).then_some(seen)
        }
    }
}

/// The area that a path goes round, in mm². Parts that are open are closed: else it would be another at each place.
pub fn area(path: &impl Shape) -> f64 {
    use kurbo::{Line, ParamCurveArea, PathEl};
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

/// How deep a point lies in a convex outline whose corners run clockwise as seen, in mm; negative outside.
pub fn depth(point: Point, corners: &[Point]) -> f64 {
    let Some(mut from) = corners.last().copied() else { return f64::INFINITY };
    let mut least = f64::INFINITY;
    for &to in corners {
        least = least.min((to - from).cross(point - from) / from.distance(to));
        from = to;
    }
    least
}

/// Whether a point lies so deep in such an outline at least; of most points that do not, the first side says so.
pub fn is_deep(point: Point, corners: &[Point], least: f64) -> bool {
    let Some(mut from) = corners.last().copied() else { return true };
    corners.iter().all(|&to| {
        let across = (to - from).cross(point - from);
        let deep = if least == 0.0 { across } else { across / from.distance(to) };
        from = to;
        // What is no number says nothing, as above.
        deep >= least || deep.is_nan()
    })
}

/// The four corners round the letters of a text, clockwise, as tight as is known: letters that are turned have a box of
/// their own, which is a little larger than they are.
pub fn tight_corners(text: &Text) -> [Point; 4] {
    let [a, b, c, d] = text.corners;
    if text.angle % 90.0 == 0.0 { corners(text.outline) } else { [d, c, b, a] }
}

/// The words that are seen on a page, each with its place among what is drawn.
pub fn texts(page: &Page) -> impl Iterator<Item = (usize, &Item, &Text)> {
    page.items.iter().enumerate().filter_map(|(i, item)| match &item.kind {
        ItemKind::Text(text) if !text.invisible && !text.string.trim().is_empty() => Some((i, item, &**text)),
        _ => None,
    })
}

/// Whether two runs of letters are one sign that was put together: a stroke through an equals sign.
pub fn is_one_sign(a: &Text, b: &Text) -> bool {
    let lone = |text: &Text| {
        let mut letters = text.string.trim().chars();
        letters.next().filter(|_| letters.next().is_none())
    };
    let meets = |sign: &Text, on: &Text| {
        let first = on.string.trim_start().chars().next();
        let words = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        lone(sign).is_some_and(|sign| !(words(Some(sign)) && words(first)))
    };
    let up = a.corners[3] - a.corners[0];
    let level = (b.origin - a.origin).dot(up).abs() <= 0.05 * a.size * up.hypot();
    let alike = (a.size - b.size).abs() <= 0.05 * a.size && (a.angle - b.angle).abs() < 0.1;
    level && alike && a.colour == b.colour && (meets(a, b) || meets(b, a))
}

/// Returns whether a letter is kerned into the room beside a letter of another run, as the raised A of LaTeX: the runs
/// share less than a letter's width, and do not stand on one line.
pub fn is_kerned(a: &Text, b: &Text) -> bool {
    /// How wide most letters are at most, as a share of their size.
    const LETTER: f64 = 0.7;
    let is_lone = |text: &Text| text.string.trim().chars().count() == 1;
    let along = a.corners[1] - a.corners[0];
    let unit = along / along.hypot();
    let reach = |text: &Text| {
        let ways = [0, 1].map(|corner| (text.corners[corner] - a.corners[0]).dot(unit));
        (ways[0].min(ways[1]), ways[0].max(ways[1]))
    };
    let ((left, right), (other_left, other_right)) = (reach(a), reach(b));
    let shared = right.min(other_right) - left.max(other_left);
    let size = a.size.max(b.size);
    let is_raised = (b.origin - a.origin).cross(unit).abs() > 0.05 * size;
    let alike = a.colour == b.colour && (a.angle - b.angle).abs() < 0.1;
    alike && is_raised && (is_lone(a) || is_lone(b)) && shared <= LETTER * size
}
