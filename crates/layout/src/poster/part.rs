//! One sheet of a poster: its part of the picture, what lies just beyond its seams, and what is said to whoever cuts and
//! glues it.

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};

use super::seam::{FAR, Seam, TAB, covered, on_sheet, turned};
use super::{Around, Axis, BLEED, Grid, Poster};
use crate::base::hex::polygon;
use crate::base::identity::{Feature, Identity, Single};
use crate::base::units::{Mm, letters};
use crate::layout::draw::painter::{Painter, line_of_text};
use crate::layout::draw::space::Edge;
use crate::layout::impose::lines::hairline;
use crate::layout::page::{Page, centred_words};
use crate::print::language::said;
use crate::scene::{CellSubject, Draw, Group, Ink, Leaf, Many, Placed, Role, Stroke, leaves};
use crate::text::Shaped;

/// Draws sheet `index` of a poster, and takes the room of it.
pub fn draw(poster: &Poster<'_>, index: usize, whole: &[Draw], page: &mut Page<'_, '_>) {
    let to_sheet = Affine::translate(poster.offset(index));
    let joins = joins(poster, index);
    let parts = whole.iter().flat_map(|draw| part_of(draw, poster, index, &page.painter));
    let mut shown: Vec<Draw> =
        parts.chain(joins.iter().map(|join| join.line(poster, &page.painter))).collect();
    // What is seen: up to the seams across, and up to those down.
    for axis in [Axis::Lying, Axis::Upright] {
        if let Some(clip) = strip(axis, poster.around(axis, index)) {
            shown = vec![Draw::Group(Group { clip: Some(clip), ..Group::plain(shown) })];
        }
    }
    page.draws.push(Draw::Group(Group { transform: to_sheet, ..Group::plain(shown) }));
    page.space.take(poster.window(index) + poster.offset(index));
    let said = joins.iter().flat_map(|join| join.words(poster, index, &page.painter));
    let said: Vec<Draw> = said.collect();
    if !said.is_empty() {
        page.push_marks(Single::PrinterMarks, to_sheet, said);
    }
    map(poster, index, page);
}

/// What of a drawing is seen on a sheet. Words, and icons that stand for words, are on one sheet alone: that of their
/// middles.
fn part_of(draw: &Draw, poster: &Poster<'_>, index: usize, painter: &Painter<'_, '_>) -> Vec<Draw> {
    let window = poster.window(index);
    if let Draw::Many(many) = draw {
        return part_of_many(many, poster, index, painter);
    }
    let covered = covered(draw, Affine::IDENTITY).map(|b| b.inflate(1.0, 1.0));
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
    let through_cells = poster.goes_through_cells();
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

/// The same of many cells: those that are seen as they are stay together.
fn part_of_many(many: &Many, poster: &Poster<'_>, index: usize, painter: &Painter<'_, '_>) -> Vec<Draw> {
    let reach = many.reach() + 1.0;
    let window = poster.window(index).inflate(reach, reach);
    // What no seam reaches is seen as it is; the words of cells that seams go through are parted from them everywhere.
    let is_plain = many.subject == CellSubject::Name || !poster.goes_through_cells();
    let mut parts: Vec<Draw> = Vec::new();
    for placed in &many.places {
        let middle = many.lattice.middle(placed.hex);
        if !window.contains(middle) {
            continue;
        }
        if is_plain && poster.owns_round(index, middle, reach) {
            add_whole(&mut parts, many, *placed);
            continue;
        }
        let whole = Draw::Group(many.group(*placed));
        for part in part_of(&whole, poster, index, painter) {
            if part == whole {
                add_whole(&mut parts, many, *placed);
            } else {
                parts.push(part);
            }
        }
    }
    parts
}

/// Adds one of many cells that is seen as it is.
fn add_whole(parts: &mut Vec<Draw>, many: &Many, placed: Placed) {
    match parts.last_mut() {
        Some(Draw::Many(last)) => last.places.push(placed),
        _ => parts.push(Draw::Many(Many { places: vec![placed], ..many.without_places() })),
    }
}

/// Of these drawings, the words with middles that are wanted, and all the rest if that is wanted.
fn sift(draws: &[Draw], words: &dyn Fn(Point) -> bool, rest: bool, to: Affine) -> Vec<Draw> {
    let wanted = |draw: &Draw| covered(draw, to).is_some_and(|covered| words(covered.center()));
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
        Draw::Use { .. } | Draw::Many(_) | Draw::Path { .. } | Draw::EvenOdd { .. } | Draw::Image { .. } => {
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
fn strip(axis: Axis, Around { before, after }: Around<'_>) -> Option<BezPath> {
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
    let Grid { columns, rows, .. } = poster.grid;
    let mut joins = Vec::new();
    for (axis, step) in [(Axis::Upright, 1), (Axis::Lying, columns)] {
        let Around { before, after } = poster.around(axis, index);
        let sides = [(before, index.saturating_sub(step), false), (after, index + step, true)];
        for (seam, other, over) in sides {
            let Some(seam) = seam else { continue };
            let first = index.min(other);
            let number = match axis {
                Axis::Upright => first - first / columns,
                Axis::Lying => (columns - 1) * rows + first,
            };
            joins.push(Join { name: letters(number), axis, seam, other, over });
        }
    }
    joins
}

impl Join<'_> {
    /// The line to cut along, or to lay the other sheet's edge on. Its identity says what the poster shows, for a sheet
    /// may show nothing else of it.
    fn line(&self, poster: &Poster<'_>, painter: &Painter<'_, '_>) -> Draw {
        let path = Draw::Path { path: self.seam.path(self.axis), fill: None, stroke: Some(hairline()) };
        let id = painter.identity(Feature::Seam(poster.side(), self.name.as_str().into()));
        Draw::Group(Group { role: Role::Cut, ..Group::piece(id, Affine::IDENTITY, vec![path]) })
    }

    /// What to do at the seam, beyond it, in the frame of the whole sheet.
    fn words(&self, poster: &Poster<'_>, index: usize, painter: &Painter<'_, '_>) -> Vec<Draw> {
        let (name, other) = (&self.name, self.other + 1);
        let long = if self.over {
            format!("{name}: cut along the seam; this sheet goes over sheet {other}")
        } else {
            format!("{name}: glue here; sheet {other} goes over it, its edge on the seam")
        };
        // The strip between what is seen of the picture and the end of the sheet's own room.
        let letters = TAB - BLEED;
        let y = if self.over { self.seam.hi + BLEED } else { self.seam.lo - BLEED - letters } + letters / 2.0;
        // From where to where, along the seam, the sheet has the poster to itself.
        let (across, window) = (self.axis.other(), turned(self.axis, poster.window(index)));
        let Around { before, after } = poster.around(across, index);
        let from = before.map_or(window.x0, |seam| seam.hi);
        let to = after.map_or(window.x1, |seam| seam.lo);
        let size = Mm::from_pt(6.0).0;
        // Who would rather have no step in the board cuts both sheets, and lays them edge to edge.
        let both = (!self.over).then(|| format!("{long}; or cut here too, and tape both behind"));
        let lines = both.into_iter().chain([long, name.clone()]);
        let language = &painter.game.language;
        let mut shaped = lines.filter_map(|line| painter.shaper.plain(&said(language, line)));
        let fits = |shaped: &Shaped| shaped.advance * size + 8.0 <= to - from - 4.0;
        let Some(shaped) = shaped.find(fits) else { return Vec::new() };
        let half = shaped.advance * size / 2.0;
        let at = |x: f64, y: f64| on_sheet(self.axis, Point::new(x, y));
        // Words beside a seam that runs down are read from the right.
        let degrees = if self.axis == Axis::Upright { 270.0 } else { 0.0 };
        let middle = f64::midpoint(from, to);
        let mut said = vec![centred_words(&shaped, size, at(middle, y), degrees)];
        // Arrows at both ends point to the seam, opposite each other on both sheets.
        let to_seam = if self.over { -1.0 } else { 1.0 };
        for x in [middle - half - 3.0, middle + half + 3.0] {
            let corners = [(-1.0, -0.9), (1.0, -0.9), (0.0, 0.9)];
            let corners = corners.map(|(dx, dy)| at(x + dx, y + dy * to_seam));
            said.push(Draw::Path { path: polygon(&corners), fill: Some(Ink::black()), stroke: None });
        }
        said
    }
}

/// A small picture of all sheets, with this one in it.
fn map(poster: &Poster<'_>, index: usize, page: &mut Page<'_, '_>) {
    let (shaper, space) = (page.painter.shaper, &mut page.space);
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
        let white = Ink::new("white", [0xFF; 3]);
        let (fill, number) = match sheet == index {
            true => (Some(Ink::black()), white),
            false => (None, Ink::black()),
        };
        let stroke = Some(Stroke::solid(0.15, Ink::black()));
        content.push(Draw::Path { path: one.inset(-0.075).to_path(0.1), fill, stroke });
        let size = Mm::from_pt(5.0).0;
        let shaped = shaper.plain(&(sheet + 1).to_string()).filter(|_| w.min(h) >= 3.0);
        let Some(shaped) = shaped else { continue };
        let middle = one.center() - Vec2::new(shaped.advance / 2.0, shaped.ink.center().y) * size;
        content.push(line_of_text(&shaped, size, middle, number));
    }
    page.push_marks(Single::PrinterMarks, Affine::IDENTITY, content);
}
