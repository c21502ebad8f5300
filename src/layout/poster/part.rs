//! One sheet of a poster: its part of the picture, what lies just beyond its seams, and what is said to whoever cuts and
//! glues it.

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};

use super::seam::{Axis, FAR, Seam, TAB, on_sheet};
use super::{BLEED, Poster};
use crate::base::hex::polygon;
use crate::base::identity::{Feature, Identity, Single};
use crate::base::units::Mm;
use crate::layout::draw::frame::turn;
use crate::layout::draw::painter::{Painter, line_of_text};
use crate::layout::draw::share::bounds;
use crate::layout::draw::space::{Edge, Space};
use crate::layout::impose::lines::hairline;
use crate::scene::{Draw, Group, Ink, Leaf, Role, Stroke, leaves};

/// Draws sheet `index` of a poster, and takes the room of it.
pub fn draw(
    poster: &Poster<'_>,
    index: usize,
    whole: &[Draw],
    painter: &Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    let offset = poster.offset(index);
    let window = poster.window(index);
    let mut shown: Vec<Draw> =
        whole.iter().flat_map(|draw| part_of(draw, poster, index, window, painter)).collect();
    let joins = joins(poster, index);
    shown.extend(joins.iter().map(|join| join.line(poster, painter)));
    // What is seen: up to the seams across, and up to those down.
    let (column, row) = poster.grid.place(index);
    for (axis, seams, at) in [(Axis::Down, &poster.down, row), (Axis::Across, &poster.across, column)] {
        if let Some(clip) = strip(axis, seams, at) {
            shown = vec![Draw::Group(Group { clip: Some(clip), ..Group::plain(shown) })];
        }
    }
    draws.push(Draw::Group(Group { transform: Affine::translate(offset), ..Group::plain(shown) }));
    space.take(window + offset);
    let mut said = Vec::new();
    for join in &joins {
        join.words(poster, index, painter, &mut said);
    }
    if !said.is_empty() {
        let id = painter.identity(Feature::Single(Single::PrinterMarks));
        let transform = Affine::translate(offset);
        draws.push(Draw::Group(Group { role: Role::PrinterMark, ..Group::piece(id, transform, said) }));
    }
    map(poster, index, painter, space, draws);
}

/// What of a drawing is seen on a sheet. Words, and icons that stand for words, are on one sheet alone: that of their
/// middles.
fn part_of(
    draw: &Draw,
    poster: &Poster<'_>,
    index: usize,
    window: Rect,
    painter: &Painter<'_, '_>,
) -> Vec<Draw> {
    let covered = bounds(std::slice::from_ref(draw)).map(|b| b.inflate(1.0, 1.0));
    if covered.is_none_or(|covered| covered.intersect(window).is_zero_area()) {
        return Vec::new();
    }
    let Draw::Group(group) = draw else { return vec![draw.clone()] };
    let own = |middle: Point| poster.owns(index, middle);
    let sifted = |words: &dyn Fn(Point) -> bool, rest: bool| {
        let draws = sift(&group.draws, words, rest, group.transform);
        (!draws.is_empty()).then(|| Group { draws, ..group.clone() })
    };
    let Some(cell) = group.id.as_ref().and_then(Identity::cell) else {
        return sifted(&own, true).map(Draw::Group).into_iter().collect();
    };
    let through_cells = poster.across.iter().chain(&poster.down).any(|seam| seam.through_cells);
    match own(group.transform.translation().to_point()) {
        true if through_cells => sifted(&own, true).map(Draw::Group).into_iter().collect(),
        // All of a cell that no seam goes through.
        true => vec![draw.clone()],
        // The cell is another sheet's: here is what lies beyond the seam.
        false => {
            let id = Some(painter.identity(Feature::Beyond(cell)));
            let beyond = sifted(&|_| false, true).map(|group| Group { id, ..group });
            let words = through_cells.then(|| sifted(&own, false)).flatten();
            beyond.into_iter().chain(words).map(Draw::Group).collect()
        }
    }
}

/// Of these drawings, the words with middles that are wanted, and all the rest if that is wanted.
fn sift(draws: &[Draw], words: &dyn Fn(Point) -> bool, rest: bool, to: Affine) -> Vec<Draw> {
    let wanted = |draw: &Draw| {
        let covered = bounds(std::slice::from_ref(draw)).map(|b| to.transform_rect_bbox(b));
        covered.is_some_and(|covered| words(covered.center()))
    };
    let sift_one = |draw: &Draw| match draw {
        Draw::Text(_) | Draw::Group(Group { says: Some(_), .. }) => wanted(draw).then(|| draw.clone()),
        Draw::Group(group) => {
            let draws = sift(&group.draws, words, rest, to * group.transform);
            (!draws.is_empty()).then(|| Draw::Group(Group { draws, ..group.clone() }))
        }
        Draw::Use { shared, transform } if has_words(&shared.draws) => {
            let draws = sift(&shared.draws, words, rest, to * *transform);
            let group = Group { transform: *transform, ..Group::plain(draws) };
            (!group.draws.is_empty()).then_some(Draw::Group(group))
        }
        Draw::Use { .. } | Draw::Path { .. } | Draw::EvenOdd { .. } | Draw::Image { .. } => {
            rest.then(|| draw.clone())
        }
    };
    draws.iter().filter_map(sift_one).collect()
}

fn has_words(draws: &[Draw]) -> bool {
    let is_word = |leaf: Leaf<'_>| leaf.says || matches!(leaf.draw, Draw::Text(_));
    leaves(draws, Affine::IDENTITY).with_shared().any(is_word)
}

/// What lies between the seams round a row or column, and a little beyond; none where there are no seams.
fn strip(axis: Axis, seams: &[Seam], at: usize) -> Option<BezPath> {
    let (before, after) = (at.checked_sub(1).and_then(|i| seams.get(i)), seams.get(at));
    if before.is_none() && after.is_none() {
        return None;
    }
    let edge = |y: f64| vec![Point::new(-FAR, y), Point::new(FAR, y)];
    let mut corners = before.map_or_else(|| edge(-FAR), |seam| seam.moved(-BLEED));
    corners.extend(after.map_or_else(|| edge(FAR), |seam| seam.moved(BLEED)).into_iter().rev());
    let corners: Vec<Point> = corners.into_iter().map(|p| on_sheet(axis, p)).collect();
    Some(polygon(&corners))
}

/// Where a sheet meets another one.
struct Join<'p> {
    /// What it is called: `A`.
    name: String,
    axis: Axis,
    seam: &'p Seam,
    /// The other sheet, from 0.
    other: usize,
    /// Whether this is the sheet that is cut and goes over the other.
    over: bool,
}

/// The seams round a sheet. Seams between two sheets are named in the order of the sheets: first those to the right,
/// then those below.
fn joins<'p>(poster: &'p Poster<'_>, index: usize) -> Vec<Join<'p>> {
    let grid = poster.grid;
    let (column, row) = grid.place(index);
    let to_right = |column: usize, row: usize| row * (grid.columns - 1) + column;
    let below = |column: usize, row: usize| (grid.columns - 1) * grid.rows + row * grid.columns + column;
    let mut joins = Vec::new();
    let mut join = |axis, seams: &'_ [Seam], at: usize, number: usize, other: usize, over: bool| {
        seams.get(at).map(|_| joins.push((axis, at, number, other, over)))
    };
    if column > 0 {
        join(Axis::Across, &poster.across, column - 1, to_right(column - 1, row), index - 1, false);
    }
    join(Axis::Across, &poster.across, column, to_right(column, row), index + 1, true);
    if row > 0 {
        join(Axis::Down, &poster.down, row - 1, below(column, row - 1), index - grid.columns, false);
    }
    join(Axis::Down, &poster.down, row, below(column, row), index + grid.columns, true);
    joins
        .into_iter()
        .filter_map(|(axis, at, number, other, over)| {
            let seams = if axis == Axis::Across { &poster.across } else { &poster.down };
            Some(Join { name: crate::base::units::letters(number), axis, seam: seams.get(at)?, other, over })
        })
        .collect()
}

impl Join<'_> {
    /// The line to cut along, or to lay the other sheet's edge on. Its identity says what the poster shows, for a sheet
    /// may show nothing else of it.
    fn line(&self, poster: &Poster<'_>, painter: &Painter<'_, '_>) -> Draw {
        let stroke = hairline();
        let path = Draw::Path { path: self.seam.path(self.axis), fill: None, stroke: Some(stroke) };
        let id = painter.identity(Feature::Seam(poster.side(), self.name.as_str().into()));
        Draw::Group(Group { role: Role::Cut, ..Group::piece(id, Affine::IDENTITY, vec![path]) })
    }

    /// What to do at the seam, beyond it, in the frame of the whole sheet.
    fn words(&self, poster: &Poster<'_>, index: usize, painter: &Painter<'_, '_>, said: &mut Vec<Draw>) {
        let Some(font) = painter.shaper.default_font() else { return };
        let (name, other) = (&self.name, self.other + 1);
        let long = if self.over {
            format!("{name}: cut along the seam; this sheet goes over sheet {other}")
        } else {
            format!("{name}: glue here; sheet {other} goes over it, its edge on the seam")
        };
        // The strip between what is seen of the picture and the end of the sheet's own room.
        let letters = TAB - BLEED;
        let y = if self.over { self.seam.hi + BLEED } else { self.seam.lo - BLEED - letters } + letters / 2.0;
        let (from, to) = own_span(poster, index, self.axis);
        let room = to - from - 4.0;
        let size = Mm::from_pt(6.0).0;
        // Who would rather have no step in the board cuts both sheets, and lays them edge to edge.
        let both = (!self.over).then(|| format!("{long}; or cut here too, and tape both behind"));
        let lines = both.into_iter().chain([long.clone(), name.clone()]);
        let fitting = lines.into_iter().find_map(|line| {
            let shaped = painter.shaper.plain(font, &line).ok()?;
            (shaped.advance * size + 8.0 <= room).then_some(shaped)
        });
        let Some(shaped) = fitting else { return };
        let half = shaped.advance * size / 2.0;
        let text =
            line_of_text(&shaped, font, size, Point::new(-half, -shaped.ink.center().y * size), Ink::black());
        let at = |x: f64| on_sheet(self.axis, Point::new(x, y));
        // Words beside a seam that runs down are read from the right.
        let turned = if self.axis == Axis::Across { turn(270.0) } else { Affine::IDENTITY };
        let middle = f64::midpoint(from, to);
        let transform = Affine::translate(at(middle).to_vec2()) * turned;
        said.push(Draw::Group(Group { transform, ..Group::plain(vec![text]) }));
        // Arrows at both ends point to the seam, opposite each other on both sheets.
        let to_seam = if self.over { -1.0 } else { 1.0 };
        for x in [middle - half - 3.0, middle + half + 3.0] {
            let corners = [(-1.0, -0.9), (1.0, -0.9), (0.0, 0.9)];
            let corners = corners.map(|(dx, dy)| at(x + dx) + on_axis(self.axis, dy * to_seam));
            said.push(Draw::Path { path: polygon(&corners), fill: Some(Ink::black()), stroke: None });
        }
    }
}

fn white() -> Ink {
    Ink::new("white", [0xFF; 3])
}

fn on_axis(axis: Axis, across: f64) -> Vec2 {
    on_sheet(axis, Point::new(0.0, across)).to_vec2()
}

/// From where to where, along seams of this axis, a sheet has the poster to itself.
fn own_span(poster: &Poster<'_>, index: usize, axis: Axis) -> (f64, f64) {
    let (column, row) = poster.grid.place(index);
    let window = poster.window(index);
    let (seams, at, from, to) = match axis {
        Axis::Across => (&poster.down, row, window.y0, window.y1),
        Axis::Down => (&poster.across, column, window.x0, window.x1),
    };
    let from = at.checked_sub(1).and_then(|i| seams.get(i)).map_or(from, |seam| seam.hi);
    (from, seams.get(at).map_or(to, |seam| seam.lo))
}

/// A small picture of all sheets, with this one in it.
fn map(
    poster: &Poster<'_>,
    index: usize,
    painter: &Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    let grid = poster.grid;
    let (columns, rows) = (grid.columns as f64, grid.rows as f64);
    let aspect = grid.sheet.width / grid.sheet.height;
    let claimed = [5.0, 4.0, 3.0, 2.0, 1.5].into_iter().find_map(|least: f64| {
        // The shorter side of one sheet in it.
        let (w, h) = if aspect > 1.0 { (least * aspect, least) } else { (least, least / aspect) };
        let (all_w, all_h) = (w * columns, h * rows);
        let level = space.claim(&[Edge::Top, Edge::Bottom], 1.0, all_w, all_h);
        let found = level.or_else(|| space.claim(&[Edge::Right, Edge::Left], 0.0, all_h, all_w));
        found.map(|(rect, _)| (rect, w, h))
    });
    let Some((rect, w, h)) = claimed else { return };
    let mut content = Vec::new();
    for sheet in 0..grid.count() {
        let (column, row) = grid.place(sheet);
        let corner = rect.origin() + Vec2::new(w * column as f64, h * row as f64);
        let one = Rect::from_origin_size(corner, (w, h)).inset(-0.1);
        let (fill, number) =
            if sheet == index { (Some(Ink::black()), white()) } else { (None, Ink::black()) };
        let stroke = Some(Stroke::solid(0.15, Ink::black()));
        content.push(Draw::Path { path: one.inset(-0.075).to_path(0.1), fill, stroke });
        let size = Mm::from_pt(5.0).0;
        let Some(font) = painter.shaper.default_font().filter(|_| w.min(h) >= 3.0) else { continue };
        let Ok(shaped) = painter.shaper.plain(font, &(sheet + 1).to_string()) else { continue };
        let middle = one.center() - Vec2::new(shaped.advance / 2.0, shaped.ink.center().y) * size;
        content.push(line_of_text(&shaped, font, size, middle, number));
    }
    let id = painter.identity(Feature::Single(Single::PrinterMarks));
    let group = Group { role: Role::PrinterMark, ..Group::piece(id, Affine::IDENTITY, content) };
    draws.push(Draw::Group(group));
}
