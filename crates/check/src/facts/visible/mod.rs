//! What of a page is seen: what lies wholly under a later drawing, is clipped away, has the colour of its ground or is
//! made of words without ink is taken out before any rule looks at the page. What was hidden, and by which drawing, is
//! reported.

mod letters;
mod ours;
mod pale;

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use crate::base::map::Map;
use kurbo::{ParamCurve, ParamCurveDeriv, PathSeg, Point, Rect};

pub use self::ours::Ours;
pub use self::pale::Pale;
use super::board::side_counts_of_cells;
use super::item::{covers, is_furniture, tight_corners};
use super::poster::part::PosterPart;
use crate::base::box_index::BoxIndex;
use crate::base::geometry::winding;
use crate::base::hex::Hex;
use crate::base::identity::Identity;
use crate::find::{self, Polygon};
use crate::read::{ANNOTATION, Item, ItemKind, Page, Rgb, Text};

/// The most drawings of a page times those of them that may cover others.
const MANY: usize = 2_000_000_000;
/// What is not judged on a page with more.
const TOO_MANY: &str = "what lies under later drawings: there are too many of them";
/// Two drawings whose boxes are no farther apart are one that is drawn twice, in mm.
const TWICE: f64 = 0.06;
/// How far inside of a drawing's rim it is asked whether it is covered, in mm.
const INSIDE: f64 = 0.01;
/// The most segments of an outline that are looked at.
const SEGMENTS: usize = 64;
/// A drawing that covers a part of words is wider or higher than so many ems: a sign in a line of words is not.
const SIGN: f64 = 1.5;

/// What of a page is hidden.
#[derive(Debug, Clone, Default)]
pub struct Hidden {
    /// The drawings that hide words or cells, in drawing order.
    pub covers: Vec<Cover>,
    /// How many cells lie in part under later drawings.
    pub partly: usize,
    /// How many drawings are white on bare paper.
    pub white: usize,
    /// The cells that are hidden, and are on the page all the same.
    pub cells: BTreeSet<Hex>,
    /// Cells of which a clip takes a part away, while it leaves others whole: their boxes, in mm.
    pub clipped: Vec<Rect>,
    /// Whether words or cells lie under drawings that may be seen through.
    pub is_unsure: bool,
    /// Of what it is not known, if it was not looked at.
    pub unknown: Option<&'static str>,
    /// The figures in the colour of what they lie on, in drawing order.
    pub pale: Vec<Pale>,
}

/// A drawing that hides others.
#[derive(Debug, Clone, Default)]
pub struct Cover {
    /// Where it lies, in mm.
    pub rect: Rect,
    /// Whose drawing it is.
    pub id: Option<Arc<Identity>>,
    /// Its colour; none of a cover that was not found.
    pub colour: Option<Rgb>,
    /// The first of the words that it hides.
    pub first: Option<Box<Text>>,
    /// Whether an annotation draws it.
    pub is_annotation: bool,
    /// The words that it hides.
    pub words: Vec<String>,
    /// The words that it hides in part.
    pub partly: Vec<String>,
    /// How many cells it hides.
    pub cells: usize,
}

impl Hidden {
    /// Takes out of a page what is not seen on it.
    pub fn take_out(page: &mut Page) -> Self {
        let may_cover = page.items.iter().filter(|item| fill(item).is_some()).count();
        let mut hidden = Self::default();
        if page.items.len().saturating_mul(may_cover) > MANY {
            hidden.unknown = Some(TOO_MANY);
            return hidden;
        }
        // What both sheets show that meet is compared, and one has a part of it.
        if PosterPart::of(page).is_some() {
            hidden.unknown = Some("what lies under later drawings on the parts of posters");
            return hidden;
        }
        let mut pile = Pile::of(page);
        let hexagons = find::polygons_of(page, &side_counts_of_cells(page));
        hidden.clipped = clipped(page, &hexagons);
        let mut covers = Map::new();
        pile.words_and_cells(&hexagons, &mut covers, &mut hidden);
        pile.others();
        hidden.white = pile.white();
        hidden.covers = covers.into_values().collect();
        let gone = pile.gone;
        retain(page, &gone);
        hidden
    }
}

/// Leaves out the items of a page that are gone.
fn retain(page: &mut Page, gone: &[bool]) {
    if gone.contains(&true) {
        let mut gone = gone.iter();
        page.items.retain(|_| !gone.next().copied().unwrap_or(false));
    }
}

/// Returns the boxes of cells that a clip of their own cuts. A clip that many drawings share is the frame of a picture.
fn clipped(page: &Page, cells: &[Polygon]) -> Vec<Rect> {
    /// So many drawings may share the clip of a cell: its ground, its line and its words.
    const OWN: usize = 4;
    /// A clip that leaves so much of the width and of the height is taken for the rim's.
    const MOST: f64 = 0.9;
    let is_cut = |item: &&Item| {
        let Some((whole, left)) = item.whole.zip(covers(item)).filter(|_| item.clip.is_some()) else {
            return false;
        };
        left.width() < MOST * whole.width() || left.height() < MOST * whole.height()
    };
    let key = |clip: Rect| [clip.x0, clip.y0, clip.x1, clip.y1].map(f64::to_bits);
    let mut sharing: HashMap<[u64; 4], usize> = HashMap::new();
    for clip in page.items.iter().filter_map(|item| item.clip) {
        *sharing.entry(key(clip)).or_default() += 1;
    }
    let is_own = |item: &&Item| item.clip.is_some_and(|clip| sharing.get(&key(clip)) <= Some(&OWN));
    let cells = cells.iter().filter_map(|cell| page.items.get(cell.item));
    cells.filter(is_cut).filter(is_own).filter_map(|item| item.whole).collect()
}

/// The colour with which a drawing covers what was drawn before it; none of one that does not, or that may be seen
/// through.
fn fill(item: &Item) -> Option<Rgb> {
    match &item.kind {
        ItemKind::Path { fill, .. } if item.effect == 0 && item.shades.is_none() => *fill,
        _ => None,
    }
}

/// Whether a drawing may be seen through, or not: of pictures, patterns and what is blended or masked it is not known.
fn is_unclear(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Path { fill, .. } => fill.is_some() && (item.effect != 0 || item.shades.is_some()),
        ItemKind::Image { .. } => true,
        ItemKind::Text(_) => false,
    }
}

/// Whether a drawing shows where to cut, or is there for whoever prints: these may be under what they are for.
fn is_for_printer(item: &Item) -> bool {
    is_furniture(item) || matches!(item.id.as_deref(), Some(Identity::Cut | Identity::Fold))
}

/// The drawings of a page, upon each other.
struct Pile<'p> {
    items: &'p [Item],
    /// What is seen of each if nothing covers it.
    boxes: Vec<Option<Rect>>,
    /// Which of them are not seen.
    gone: Vec<bool>,
    /// Those that cover others.
    opaque: BoxIndex,
    /// For each, those that may cover it or lie below it; none if all may.
    near: Vec<Range<usize>>,
}

impl<'p> Pile<'p> {
    fn of(page: &'p Page) -> Self {
        // A crop box that cuts off the rim alone is told by its own rule.
        let cropped = page.crop.filter(|crop| {
            let shown = crop.intersect(page.media);
            shown.width() < page.media.width() - 0.1 || shown.height() < page.media.height() - 0.1
        });
        let is_in = |rect: &Rect| cropped.is_none_or(|crop| crop.overlaps(*rect));
        let boxes: Vec<_> = page.items.iter().map(|item| covers(item).filter(is_in)).collect();
        let is_inked = |item: &Item| !matches!(&item.kind, ItemKind::Text(text) if text.invisible);
        let gone = page.items.iter().zip(&boxes).map(|(item, rect)| rect.is_none() || !is_inked(item));
        let (gone, opaque, near) = (gone.collect(), BoxIndex::default(), Vec::new());
        Self { gone, items: &page.items, boxes, opaque, near }
    }

    /// The drawings that may lie upon or below one.
    fn near(&self, item: usize) -> Range<usize> {
        self.near.get(item).cloned().unwrap_or(0..self.items.len())
    }

    /// The last drawing over `item` that covers a place and of which `fits` is true.
    fn over(&mut self, item: usize, at: Point, fits: impl Fn(usize, Rect) -> bool) -> Option<usize> {
        let until = self.near(item).end;
        let (items, boxes) = (self.items, &self.boxes);
        let bounds = |i: usize| boxes[i].filter(|_| fill(&items[i]).is_some());
        let fits = |i: usize| is_inside(&items[i], at) && boxes[i].is_some_and(|rect| fits(i, rect));
        self.opaque.topmost(item + 1..until, at, bounds, fits)
    }

    /// The later drawing that covers all of one.
    fn cover(&mut self, index: usize) -> Option<usize> {
        let own = self.boxes[index]?;
        let items = self.items;
        let rim = OnceCell::new();
        self.over(index, own.center(), |over, rect| {
            let is_same = [own.x0 - rect.x0, own.y0 - rect.y0, own.x1 - rect.x1, own.y1 - rect.y1]
                .iter()
                .all(|by| by.abs() <= TWICE);
            let points = || rim.get_or_init(|| points(&items[index], own));
            !is_same
                && rect.inflate(INSIDE, INSIDE).union(own) == rect.inflate(INSIDE, INSIDE)
                && points().iter().all(|point| is_inside(&items[over], *point))
        })
    }

    /// Looks for words and cells under later drawings.
    fn words_and_cells(&mut self, hexagons: &[Polygon], covers: &mut Map<usize, Cover>, hidden: &mut Hidden) {
        let mut unclear = BoxIndex::default();
        let any_unclear = self.items.iter().any(is_unclear);
        let mut cells = Map::new();
        cells.extend(hexagons.iter().map(|hexagon| (hexagon.item, hexagon)));
        for (index, item) in self.items.iter().enumerate() {
            let (Some(rect), false) = (self.boxes[index], self.gone[index] || is_for_printer(item)) else {
                continue;
            };
            let (cell, text) = (cells.get(&index), words(item));
            if cell.is_none() && text.is_none() {
                continue;
            }
            if let Some(over) = self.cover(index) {
                self.gone[index] = true;
                let cover = self.told(over, covers);
                cover.cells += usize::from(cell.is_some());
                cover.hide(text);
                continue;
            }
            if let Some(text) = text
                && let Some(over) = self.over_a_part(index, text)
                // Words over the edge of their cell are told.
                && !cells.contains_key(&over)
            {
                self.told(over, covers).hide_a_part(text);
            }
            hidden.partly += usize::from(cell.is_some_and(|cell| self.is_cell_in_part(index, cell)));
            if any_unclear && !hidden.is_unsure {
                let (items, boxes) = (self.items, &self.boxes);
                let bounds = |i: usize| boxes[i].filter(|_| is_unclear(&items[i]));
                let found = unclear.topmost(index + 1..items.len(), rect.center(), bounds, |_| true);
                hidden.is_unsure = found.is_some();
            }
        }
    }

    /// What is told of a drawing that hides others.
    fn told<'c>(&self, over: usize, covers: &'c mut Map<usize, Cover>) -> &'c mut Cover {
        covers.entry(over).or_insert_with(|| Cover {
            rect: self.boxes[over].unwrap_or_default(),
            id: self.items[over].id.clone(),
            colour: fill(&self.items[over]),
            is_annotation: self.items[over].tag.as_deref() == Some(ANNOTATION),
            ..Cover::default()
        })
    }

    /// The later drawing that covers a part of words, and is more than a sign among them.
    fn over_a_part(&mut self, index: usize, text: &Text) -> Option<usize> {
        let [a, b, c, d] = tight_corners(text);
        let in_the_middle = [0.05, 0.3, 0.5, 0.7, 0.95].into_iter().find_map(|share| {
            let point = a.midpoint(d).lerp(b.midpoint(c), share);
            self.over(index, point, |_, rect| rect.width().max(rect.height()) > SIGN * text.size)
        });
        in_the_middle.or_else(|| self.over_a_letter(index, text))
    }

    /// Whether a later drawing, that is no cell and goes beyond this one, covers a part of it.
    fn is_cell_in_part(&mut self, index: usize, cell: &Polygon) -> bool {
        let Some(own) = self.boxes[index] else { return false };
        let side = cell.side();
        let next = cell.corners.iter().cycle().skip(1);
        let rim = cell.corners.iter().zip(next).flat_map(|(a, b)| [*a, a.midpoint(*b)]);
        let covered = rim.filter(|point| {
            let point = point.lerp(cell.centre, 0.1);
            let other = |rect: Rect| {
                (rect.width() - own.width()).abs() > 0.2 * side
                    && own.inflate(0.1 * side, 0.1 * side).union(rect) != own.inflate(0.1 * side, 0.1 * side)
            };
            self.over(index, point, |_, rect| other(rect)).is_some()
        });
        covered.count() >= 3
    }

    /// Takes out all else that a later drawing covers.
    fn others(&mut self) {
        for (index, item) in self.items.iter().enumerate() {
            if !self.gone[index] && !is_for_printer(item) && self.cover(index).is_some() {
                self.gone[index] = true;
            }
        }
    }

    /// Takes out what is white on bare paper, and returns how many drawings that are. Words stay, whose contrast is told, and
    /// so does the point that stands for a piece which shows nothing.
    fn white(&mut self) -> usize {
        let mut count = 0;
        let mut inked = BoxIndex::default();
        for (index, item) in self.items.iter().enumerate() {
            let (Some(rect), true) = (self.boxes[index], is_white(item)) else { continue };
            if self.gone[index]
                || is_for_printer(item)
                || item.id.as_deref().is_some_and(|id| id.piece().is_some())
            {
                continue;
            }
            let (items, boxes, gone) = (self.items, &self.boxes, &self.gone);
            let bounds = |i: usize| boxes[i].filter(|_| !gone[i] && !is_white(&items[i]));
            let points = points(item, rect);
            let mut is_bare = |point: &Point| inked.topmost(0..index, *point, bounds, |_| true).is_none();
            if points.iter().all(&mut is_bare) && is_bare(&rect.center()) {
                self.gone[index] = true;
                count += 1;
            }
        }
        count
    }
}

impl Cover {
    fn hide(&mut self, text: Option<&Text>) {
        self.first = self.first.take().or_else(|| text.cloned().map(Box::new));
        self.words.extend(text.map(|text| text.string.trim().to_owned()));
    }

    fn hide_a_part(&mut self, text: &Text) {
        self.first.get_or_insert_with(|| Box::new(text.clone()));
        self.partly.push(text.string.trim().to_owned());
    }
}

/// Whether all of a drawing is white.
fn is_white(item: &Item) -> bool {
    const WHITE: Rgb = Rgb([0xFF; 3]);
    match &item.kind {
        ItemKind::Path { fill, stroke, .. } => {
            // The effect of a line alone is how it ends.
            (item.effect == 0 || fill.is_none())
                && item.shades.is_none()
                && fill.is_none_or(|fill| fill == WHITE)
                && stroke.as_ref().is_none_or(|stroke| stroke.colour == WHITE)
        }
        _ => false,
    }
}

/// The words of a drawing that are seen.
fn words(item: &Item) -> Option<&Text> {
    match &item.kind {
        ItemKind::Text(text) if !text.invisible && !text.string.trim().is_empty() => Some(text),
        _ => None,
    }
}

/// Whether a place lies in an outline, whichever way its inside is reckoned.
fn is_inside(item: &Item, at: Point) -> bool {
    matches!(&item.kind, ItemKind::Path { path, .. } if winding(path, at) % 2 != 0)
}

/// Points just inside the rim of what is seen of a drawing.
fn points(item: &Item, seen: Rect) -> Vec<Point> {
    let mut all = Vec::new();
    match &item.kind {
        ItemKind::Path { path, stroke, .. } => {
            let half = stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
            let step = path.kinds().len() / SEGMENTS + 1;
            for segment in path.segments().step_by(step) {
                let shares: &[f64] = if matches!(segment, PathSeg::Line(_)) {
                    &[0.0, 0.5, 1.0]
                } else {
                    &[0.0, 0.25, 0.5, 0.75, 1.0]
                };
                all.extend(shares.iter().flat_map(|&t| beside(segment, t, half)));
            }
        }
        ItemKind::Text(text) => all.extend(around(tight_corners(text))),
        ItemKind::Image { corners, .. } => all.extend(around(**corners)),
    }
    let centre = seen.center();
    let inner = |point: Point| {
        let point = Point::new(point.x.clamp(seen.x0, seen.x1), point.y.clamp(seen.y0, seen.y1));
        let far = point.distance(centre);
        if far > INSIDE { point.lerp(centre, INSIDE / far) } else { centre }
    };
    all.into_iter().map(inner).collect()
}

/// The corners of a figure, and the middles of its sides.
fn around(corners: [Point; 4]) -> impl Iterator<Item = Point> {
    let [a, b, c, d] = corners;
    [a, a.midpoint(b), b, b.midpoint(c), c, c.midpoint(d), d, d.midpoint(a)].into_iter()
}

/// Both sides of a line at a place of it; the place itself of a rim without a line.
fn beside(segment: PathSeg, t: f64, half: f64) -> [Point; 2] {
    let at = segment.eval(t);
    let way = match segment {
        PathSeg::Line(line) => line.p1 - line.p0,
        PathSeg::Quad(quad) => quad.deriv().eval(t).to_vec2(),
        PathSeg::Cubic(cubic) => cubic.deriv().eval(t).to_vec2(),
    };
    let length = way.hypot();
    let across =
        if length > 0.0 { kurbo::Vec2::new(-way.y, way.x) * (half / length) } else { kurbo::Vec2::ZERO };
    [at + across, at - across]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with these drawings, in mm.
    fn page(body: &str) -> Page {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 100\">{body}</svg>"
        );
        crate::read::svg(text.as_bytes()).unwrap().document.pages.remove(0)
    }

    /// How many drawings are seen.
    fn seen(mut page: Page) -> usize {
        Hidden::take_out(&mut page);
        page.items.len()
    }

    const DISC: &str =
        "<circle cx=\"50\" cy=\"50\" r=\"10\" fill=\"red\" stroke=\"black\" stroke-width=\"1\"/>";

    #[test]
    fn what_a_later_drawing_covers_whole_is_not_seen() {
        for (over, count) in [
            ("<rect x=\"39\" y=\"39\" width=\"22\" height=\"22\" fill=\"blue\"/>", 1),
            // Half of the line is left, all round.
            ("<rect x=\"39.8\" y=\"39.8\" width=\"20.4\" height=\"20.4\" fill=\"blue\"/>", 2),
            ("<circle cx=\"50\" cy=\"50\" r=\"10.6\" fill=\"blue\"/>", 1),
            ("<circle cx=\"50\" cy=\"50\" r=\"10.4\" fill=\"blue\"/>", 2),
            // A frame round it.
            ("<path d=\"M0 0H100V100H0ZM5 5V95H95V5Z\" fill=\"blue\"/>", 2),
            // The same again is no cover: it is one drawing.
            (DISC, 2),
        ] {
            assert_eq!(seen(page(&format!("{DISC}{over}"))), count, "{over}");
        }
    }

    #[test]
    fn white_on_bare_paper_is_not_seen() {
        let white = "<rect x=\"48\" y=\"48\" width=\"4\" height=\"4\" fill=\"white\"/>";
        assert_eq!(seen(page(white)), 0);
        assert_eq!(seen(page(&format!("{DISC}{white}"))), 2);
        assert_eq!(seen(page(&format!("{white}{DISC}"))), 1);
    }

    #[test]
    fn what_is_clipped_away_or_outside_the_crop_box_is_not_seen() {
        let mut cropped = page(DISC);
        cropped.crop = Some(Rect::new(0.0, 0.0, 30.0, 100.0));
        assert_eq!(seen(cropped), 0);
        let mut clipped = page(DISC);
        clipped.items[0].clip = Some(Rect::new(0.0, 0.0, 30.0, 100.0));
        assert_eq!(seen(clipped), 0);
        let mut words = page("<text x=\"10\" y=\"10\" font-size=\"4\">Wood</text>");
        assert_eq!(seen(words.clone()), 1);
        let ItemKind::Text(text) = &mut words.items[0].kind else { panic!() };
        text.invisible = true;
        assert_eq!(seen(words), 0);
    }
}
