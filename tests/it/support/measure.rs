//! Measures finished pages as they are read back from their file.

use hexpress::read::{Item, ItemKind, Outline, Page, Rgb, Text};
use kurbo::{ParamCurve, Point, Rect, Shape};

/// The accuracy that hexpress promises: a length on paper is within 2 µm of its intended value.
pub const TOLERANCE_MM: f64 = 0.002;

#[track_caller]
pub fn same_length(got: f64, expected: f64, what: &str) {
    assert!((got - expected).abs() <= TOLERANCE_MM, "{what}: {got} mm instead of {expected} mm");
}

pub fn id(item: &Item) -> String {
    item.id.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// Returns the bounding box of an item, including half of its line width. Horizontal and vertical
/// strokes are not extended beyond their ends.
pub fn covers(item: &Item) -> Rect {
    match &item.kind {
        ItemKind::Path { path, stroke, .. } => {
            let half = stroke.as_ref().map_or(0.0, |s| s.width / 2.0);
            let closed = path.closes();
            let strokes = path.segments().map(|segment| {
                let bounds = segment.bounding_box();
                match (closed, bounds.width() < TOLERANCE_MM, bounds.height() < TOLERANCE_MM) {
                    (false, true, _) => bounds.inflate(half, 0.0),
                    (false, _, true) => bounds.inflate(0.0, half),
                    _ => bounds.inflate(half, half),
                }
            });
            strokes.reduce(|a, b| a.union(b)).unwrap_or_default()
        }
        ItemKind::Text(text) => text.outline,
        ItemKind::Image { .. } => panic!("a picture on a page"),
    }
}

/// Returns the bounding box of the printed part of an item.
pub fn printed(item: &Item) -> Rect {
    clipped(item, covers(item))
}

/// Returns the part of `bounds` that is inside the clip of the item.
fn clipped(item: &Item, bounds: Rect) -> Rect {
    item.clip.map_or(bounds, |clip| bounds.intersect(clip))
}

/// Returns the bounding box of the ink of an item. The white line below a cut line has no ink.
fn inked(item: &Item) -> Rect {
    match &item.kind {
        ItemKind::Path { path, stroke: Some(line), .. } if line.colour == Rgb([255; 3]) => {
            path.bounding_box()
        }
        _ => covers(item),
    }
}

pub fn texts(page: &Page) -> impl Iterator<Item = (&Item, &Text)> {
    page.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Text(text) => Some((item, &**text)),
        _ => None,
    })
}

pub fn paths(page: &Page) -> impl Iterator<Item = (&Item, &Outline)> {
    page.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Path { path, .. } => Some((item, path)),
        _ => None,
    })
}

/// Returns how many texts on a page are equal to `words`.
pub fn count(page: &Page, words: &str) -> usize {
    texts(page).filter(|(_, text)| text.string == words).count()
}

/// Returns the smallest distance between the sides of a box and the sides of the box around it. The result is
/// negative if the first box extends beyond the second one.
pub fn inside(inner: Rect, outer: Rect) -> f64 {
    let sides = [inner.x0 - outer.x0, inner.y0 - outer.y0, outer.x1 - inner.x1, outer.y1 - inner.y1];
    sides.into_iter().fold(f64::INFINITY, f64::min)
}

/// Returns how far two boxes overlap. The result is negative if they are apart.
pub fn overlap(a: Rect, b: Rect) -> f64 {
    (a.x1.min(b.x1) - a.x0.max(b.x0)).min(a.y1.min(b.y1) - a.y0.max(b.y0))
}

pub fn corners(rect: Rect) -> [Point; 4] {
    [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)].map(Point::from)
}

/// Returns how far a point is inside a convex outline. The corners must run clockwise, as seen on
/// the page.
pub fn depth_in(point: Point, outline: &[Point]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    let sides = outline.iter().zip(next).map(|(&a, &b)| (b - a).cross(point - a) / a.distance(b));
    sides.fold(f64::INFINITY, f64::min)
}

/// Returns the straight cuts that the crop marks of a page show, sorted: x of vertical cuts and y
/// of horizontal cuts.
pub fn cuts(page: &Page) -> (Vec<f64>, Vec<f64>) {
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for (_, path) in paths(page).filter(|(item, _)| id(item) == "cut") {
        for mark in path.segments() {
            let (a, b) = (mark.start(), mark.end());
            if (a.x - b.x).abs() < TOLERANCE_MM { xs.push(a.x) } else { ys.push(a.y) }
        }
    }
    for list in [&mut xs, &mut ys] {
        list.sort_by(f64::total_cmp);
        list.dedup_by(|a, b| (*a - *b).abs() < TOLERANCE_MM);
    }
    (xs, ys)
}

/// Returns the boxes between the cuts on a page, row by row.
pub fn boxes(page: &Page) -> Vec<Rect> {
    let (xs, ys) = cuts(page);
    let rows = ys.windows(2);
    rows.flat_map(|y| xs.windows(2).map(move |x| Rect::new(x[0], y[0], x[1], y[1]))).collect()
}

/// Checks that the crop marks on a page touch none of these boxes and are tagged as artifacts.
#[track_caller]
pub fn marks_touch_nothing(page: &Page, boxes: &[Rect]) {
    let mut marks = 0;
    for (item, path) in paths(page).filter(|(item, _)| id(item) == "cut") {
        assert_eq!(item.tag.as_deref(), Some("Artifact"));
        let ItemKind::Path { stroke: Some(stroke), fill: None, .. } = &item.kind else { panic!("{item:?}") };
        for mark in path.segments() {
            let mark = mark.bounding_box().inflate(stroke.width / 2.0, stroke.width / 2.0);
            let nearest = boxes.iter().map(|b| overlap(mark, *b)).fold(f64::NEG_INFINITY, f64::max);
            assert!(nearest < -0.5, "page {}: the mark {mark:?} comes too near a piece", page.number);
            marks += 1;
        }
    }
    assert!(marks > 0, "page {} has no crop marks", page.number);
}

/// Checks that everything on the page is within its margins.
#[track_caller]
pub fn within_margins(page: &Page, margin: f64) {
    within(page, page.media.inset(-margin));
}

/// Checks that everything on the page is within the printable area.
#[track_caller]
pub fn within(page: &Page, printable: Rect) {
    for item in &page.items {
        let room = inside(clipped(item, inked(item)), printable);
        // Pieces may extend to the margin. If a piece has no space for marks, half of its hairline
        // is beyond the margin.
        let hairline = if id(item) == "cut" { 0.05 } else { 0.0 };
        assert!(
            room >= -TOLERANCE_MM - hairline,
            "page {}: `{}` reaches {} mm over the margin: {item:?}",
            page.number,
            id(item),
            -room
        );
    }
}

/// Checks that both rulers exist, and that each is exactly as long as it states. Returns their
/// lengths in whole centimetres.
#[track_caller]
pub fn rulers(page: &Page) -> [f64; 2] {
    ["ruler-across", "ruler-down"]
        .map(|name| ruler(page, name).unwrap_or_else(|| panic!("page {} has no {name}", page.number)))
}

/// Checks that a ruler is exactly as long as it states. Returns its length in whole centimetres, or
/// `None` if there is no ruler.
#[track_caller]
pub fn ruler(page: &Page, name: &str) -> Option<f64> {
    let (_, path) = paths(page).find(|(item, _)| id(item) == name)?;
    let size = path.bounding_box().size();
    let length = size.width.max(size.height);
    let tens = (length / 10.0).round();
    assert!(tens >= 1.0);
    same_length(length, tens * 10.0, name);
    let label = format!("{} mm", tens * 10.0);
    assert!(
        texts(page).any(|(item, t)| id(item) == name && t.string == label),
        "{name} is not labelled {label}"
    );
    Some(length)
}
