//! Reads a flat box from a finished file, folds it in three dimensions, and checks that its sides meet.

use hexpress::read::{ItemKind, Page};
use kurbo::{BezPath, Line, PathEl, Point, Rect, Shape as _, Vec2};

use crate::support::measure::{id, paths};

/// The largest distance in mm between two edges that count as one closed edge.
const CLOSED: f64 = 0.002;
/// The largest distance in mm between two points of the flat box that count as the same point.
pub const SAME_POINT_MM: f64 = 0.01;
/// A distance from a fold, in mm. A point at this distance is certainly on one side of the fold.
const FOLD_SIDE_MM: f64 = 0.1;
/// The grey of cut lines.
const GREY: [u8; 3] = [0x99; 3];

/// Returns the grey lines with this id. Leaves out the white rims below them.
pub fn lines(page: &Page, name: &str) -> Vec<BezPath> {
    let grey = paths(page).filter(|(item, _)| {
        id(item) == name
            && matches!(&item.kind, ItemKind::Path { stroke: Some(stroke), .. } if stroke.colour.0 == GREY)
    });
    grey.map(|(_, path)| path.elements().collect()).collect()
}

pub fn straight(path: &BezPath) -> Line {
    let ends: Vec<Point> = path.elements().iter().filter_map(PathEl::end_point).collect();
    Line::new(ends[0], ends[ends.len() - 1])
}

/// Returns the corners of an outline. Curves become many corners.
pub fn corners(outline: &BezPath) -> Vec<Point> {
    let mut points = Vec::new();
    kurbo::flatten(outline, 0.0005, |element| match element {
        PathEl::MoveTo(point) | PathEl::LineTo(point) => points.push(point),
        _ => {}
    });
    points.dedup_by(|a, b| a.distance(*b) < 1e-6);
    if points.len() > 1 && points[0].distance(points[points.len() - 1]) < 1e-6 {
        points.pop();
    }
    points
}

/// A flat box: its panels, and the folds that join two of them.
pub struct FlatBox {
    pub panels: Vec<Vec<Point>>,
    pub folds: Vec<Line>,
}

impl FlatBox {
    /// Finds the panels of the box with this number on a page.
    pub fn read(page: &Page, number: usize) -> Self {
        let outline = corners(&lines(page, "cut")[number]);
        // A fold belongs to this box if points on both sides of the middle of the fold are inside
        // the outline. The middle itself is not tested: it may be as high as a corner of the
        // outline, and would then count as inside or outside by chance.
        let near = |line: &Line| {
            let along = (line.p1 - line.p0).normalize() * FOLD_SIDE_MM;
            let out = Vec2::new(-along.y, along.x);
            [-out, out].iter().all(|out| contains_any(&outline, &[line.midpoint() + *out]))
        };
        let slits: Vec<Line> = lines(page, "slit").iter().map(straight).collect();
        let folds: Vec<Line> = lines(page, "crease").iter().map(straight).filter(near).collect();
        let mut panels = vec![outline.clone()];
        for fold in &folds {
            // A fold with slits ends at the slits, and the slits end at the outline.
            let longer = |end: Point| {
                let slit = slits
                    .iter()
                    .find(|slit| slit.p0.distance(end).min(slit.p1.distance(end)) < SAME_POINT_MM);
                slit.map_or(end, |slit| if slit.p0.distance(end) < SAME_POINT_MM { slit.p1 } else { slit.p0 })
            };
            let chord = Line::new(longer(fold.p0), longer(fold.p1));
            let index = panels.iter().position(|panel| split(panel, chord).is_some());
            let index = index.unwrap_or_else(|| panic!("the fold {chord:?} does not divide a panel"));
            let [a, b] = split(&panels[index], chord).unwrap();
            panels[index] = a;
            panels.push(b);
        }
        Self { panels, folds }
    }

    /// Folds all panels by a right angle, away from the printed side. The largest panel stays flat.
    fn folded(&self) -> Vec<Vec<[f64; 3]>> {
        let mut poses: Vec<Option<Pose>> = vec![None; self.panels.len()];
        let largest =
            (0..self.panels.len()).max_by(|a, b| area(&self.panels[*a]).total_cmp(&area(&self.panels[*b])));
        poses[largest.unwrap()] = Some(Pose::FLAT);
        while poses.iter().any(Option::is_none) {
            let before = poses.clone();
            for fold in &self.folds {
                let beside: Vec<usize> = (0..self.panels.len())
                    .filter(|index| on_edge(&self.panels[*index], fold.midpoint()))
                    .collect();
                let side = |panel: &usize| {
                    let along = fold.p1 - fold.p0;
                    along.cross(centre(&self.panels[*panel]) - fold.p0.to_vec2()) > 0.0
                };
                let (left, right): (Vec<usize>, Vec<usize>) = beside.iter().partition(|panel| side(panel));
                // Where two parts are glued together, there is a third panel: the strip for glue is on the
                // same side as the panel above it.
                assert!(!left.is_empty() && !right.is_empty() && beside.len() <= 3, "{fold:?}: {beside:?}");
                for (parents, children) in [(&left, &right), (&right, &left)] {
                    let Some(pose) = parents.iter().find_map(|parent| poses[*parent]) else { continue };
                    for child in children {
                        if poses[*child].is_none() {
                            poses[*child] = Some(pose.then_folded(*fold, &self.panels[*child]));
                        }
                    }
                }
            }
            assert!(
                poses.iter().zip(&before).any(|(now, then)| now.is_some() != then.is_some()),
                "a loose panel"
            );
        }
        let placed = self.panels.iter().zip(poses);
        placed.map(|(panel, pose)| panel.iter().map(|point| pose.unwrap().of(*point)).collect()).collect()
    }
}

/// The place of a panel in space: where the origin and the axes of the flat box are after folding.
#[derive(Clone, Copy)]
struct Pose {
    origin: [f64; 3],
    axes: [[f64; 3]; 3],
}

impl Pose {
    const FLAT: Self = Self { origin: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    fn of(&self, point: Point) -> [f64; 3] {
        self.moved([point.x, point.y, 0.0])
    }

    fn moved(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|i| {
            self.origin[i] + self.axes[0][i] * x + self.axes[1][i] * y + self.axes[2][i] * z
        })
    }

    /// Returns the place of a panel that is folded back by a right angle along `fold`.
    fn then_folded(&self, fold: Line, panel: &[Point]) -> Self {
        let along = (fold.p1 - fold.p0).normalize();
        let normal = Vec2::new(-along.y, along.x);
        let out = if (centre(panel) - fold.p0.to_vec2()).dot(normal) > 0.0 { normal } else { -normal };
        // The rotation takes `out` to -z, and z to `out`. Lines along the fold stay.
        let turned = |v: [f64; 3]| {
            let flat = Vec2::new(v[0], v[1]);
            let (t, s) = (flat.dot(along), flat.dot(out));
            let on_sheet = along * t + out * v[2];
            [on_sheet.x, on_sheet.y, -s]
        };
        let corner = [fold.p0.x, fold.p0.y, 0.0];
        let back = turned(corner);
        let shift = std::array::from_fn(|i| corner[i] - back[i]);
        let linear = |v: [f64; 3]| -> [f64; 3] {
            std::array::from_fn(|i| self.axes[0][i] * v[0] + self.axes[1][i] * v[1] + self.axes[2][i] * v[2])
        };
        Self { origin: self.moved(shift), axes: Self::FLAT.axes.map(|axis| linear(turned(axis))) }
    }
}

/// Returns the mean of the corners of a panel.
pub fn centre(panel: &[Point]) -> Vec2 {
    panel.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / panel.len() as f64
}

pub fn area(panel: &[Point]) -> f64 {
    let next = panel.iter().cycle().skip(1);
    panel.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs() / 2.0
}

fn distance_to(from: Point, to: Point, point: Point) -> f64 {
    let along = to - from;
    let at = ((point - from).dot(along) / along.hypot2()).clamp(0.0, 1.0);
    from.lerp(to, at).distance(point)
}

pub fn on_edge(panel: &[Point], point: Point) -> bool {
    (0..panel.len()).any(|i| distance_to(panel[i], panel[(i + 1) % panel.len()], point) < SAME_POINT_MM)
}

/// Divides a panel along a line whose ends are on its edge.
fn split(panel: &[Point], chord: Line) -> Option<[Vec<Point>; 2]> {
    let mut with_ends = Vec::new();
    for (i, from) in panel.iter().enumerate() {
        with_ends.push(*from);
        let to = panel[(i + 1) % panel.len()];
        let mut inside: Vec<Point> = [chord.p0, chord.p1]
            .into_iter()
            .filter(|end| distance_to(*from, to, *end) < SAME_POINT_MM)
            .filter(|end| end.distance(*from) >= SAME_POINT_MM && end.distance(to) >= SAME_POINT_MM)
            .collect();
        inside.sort_by(|a, b| a.distance(*from).total_cmp(&b.distance(*from)));
        with_ends.extend(inside);
    }
    let at = |end: Point| with_ends.iter().position(|point| point.distance(end) < SAME_POINT_MM);
    let (a, b) = (at(chord.p0)?, at(chord.p1)?);
    let (first, last) = (a.min(b), a.max(b));
    let one = with_ends[first..=last].to_vec();
    let other = [&with_ends[last..], &with_ends[..=first]].concat();
    (area(&one) > 0.1 && area(&other) > 0.1).then_some([one, other])
}

/// Returns the boxes of the white areas for glue.
pub fn areas(page: &Page) -> Vec<Rect> {
    let glue = paths(page).filter(|(item, _)| id(item) == "glue");
    let white = glue.filter(
        |(item, _)| matches!(&item.kind, ItemKind::Path { fill: Some(fill), .. } if fill.0 == [0xFF; 3]),
    );
    white.map(|(_, path)| path.bounding_box()).collect()
}

pub fn contains_any(panel: &[Point], points: &[Point]) -> bool {
    let mut path = BezPath::new();
    path.move_to(panel[0]);
    panel[1..].iter().for_each(|point| path.line_to(*point));
    path.close_path();
    points.iter().any(|point| path.winding(*point) != 0)
}

/// Returns the smallest and the largest coordinate of the points along each of the three axes.
fn bounds(points: impl IntoIterator<Item = [f64; 3]>) -> [[f64; 2]; 3] {
    points.into_iter().fold([[f64::INFINITY, f64::NEG_INFINITY]; 3], |bounds, point| {
        std::array::from_fn(|i| [bounds[i][0].min(point[i]), bounds[i][1].max(point[i])])
    })
}

/// Folds a box, and checks that `open` of its six sides stay open and all others close. `is_glued` has one
/// value for each panel: whether the panel has an area for glue.
#[track_caller]
pub fn closes(keys: &str, flat: &FlatBox, is_glued: &[bool], inside: [f64; 3], open: usize) {
    let panels = flat.folded();
    let whole = bounds(panels.iter().flatten().copied());
    let mut sizes = whole.map(|[from, to]| to - from);
    let mut expected = inside;
    sizes.sort_by(f64::total_cmp);
    expected.sort_by(f64::total_cmp);
    for (size, expected) in sizes.iter().zip(expected) {
        assert!((size - expected).abs() <= CLOSED, "{keys}: {sizes:?} instead of {expected:?}");
    }
    let mut closed = 0;
    for axis in 0..3 {
        for side in 0..2 {
            let plane = whole[axis][side];
            let is_in_plane =
                |panel: &&Vec<[f64; 3]>| panel.iter().all(|p| (p[axis] - plane).abs() <= CLOSED);
            // Leaves out flaps with glue, because each is below another flap of its side.
            let free = panels.iter().zip(is_glued).filter(|(_, glued)| !**glued).map(|(panel, _)| panel);
            let on_side: Vec<[[f64; 2]; 3]> =
                free.filter(is_in_plane).map(|panel| bounds(panel.iter().copied())).collect();
            let is_whole = |panel: &&[[f64; 2]; 3]| {
                (0..3).all(|i| i == axis || (0..2).all(|end| (panel[i][end] - whole[i][end]).abs() <= CLOSED))
            };
            closed += usize::from(on_side.iter().any(|panel| is_whole(&panel)));
            // The other flaps of a side must not overlap.
            let flaps: Vec<_> = on_side.iter().filter(|panel| !is_whole(panel)).collect();
            for (index, a) in flaps.iter().enumerate() {
                for b in &flaps[index + 1..] {
                    let overlap = (0..3)
                        .filter(|i| *i != axis)
                        .all(|i| a[i][1].min(b[i][1]) - a[i][0].max(b[i][0]) > CLOSED);
                    assert!(!overlap, "{keys}: two flaps collide: {a:?} {b:?}");
                }
            }
        }
    }
    assert_eq!(closed, 6 - open, "{keys}");
    for panel in &panels {
        let flat = (0..3).any(|axis| {
            (0..2).any(|side| panel.iter().all(|p| (p[axis] - whole[axis][side]).abs() <= CLOSED))
        });
        assert!(flat, "{keys}: a panel is not on a side of the box: {panel:?}");
    }
}
