//! Returns the colours below a text: of fills, lines, patterns and pictures, and of the paper.

use kurbo::{Line, ParamCurve as _, ParamCurveNearest as _, PathEl, Point};

use crate::base::box_index::BoxIndex;
use crate::base::geometry::winding;
use crate::check::facts::{PageContext, covers};
use crate::read::{Item, ItemKind, Outline, Rgb, Stroke};

/// The contrast that WCAG 2 asks for, level AA, and that of large words (success criterion 1.4.3).
pub(crate) const CONTRAST: f64 = 4.5;

/// The width of the thinnest line that words may stand on, in mm, and as a share of their height.
pub(crate) const WAY: f64 = 0.5;

const ON_WAY: f64 = 0.5;

const LINES: usize = 2;

/// How far rows of a pattern may be from being alike, in mm.
const SAME: f64 = 0.005;

/// So many drawings that cover in part may lie upon each other, and so many colours come of them.
const MOST_LAYERS: usize = 20;

const MOST_COLOURS: usize = 500;

/// What is seen below words.
pub(super) struct Grounds<'l> {
    pub context: &'l PageContext<'l>,
    pub pile: BoxIndex,
    /// Of patterns alone; none where there is no pattern.
    pub patterns: Option<BoxIndex>,
    /// What was found below the last point.
    pub under: Option<usize>,
    /// Where pieces stand by themselves: the first drawing of the piece that the last words were on.
    pub own: usize,
    /// And where those words were among the drawings.
    pub at: usize,
    pub paper: Rgb,
}

impl<'l> Grounds<'l> {
    pub fn on(context: &'l PageContext<'l>, paper: Rgb) -> Self {
        let items = &context.page.items;
        let patterns = (0..items.len()).any(|i| pattern(items, i).is_some()).then(BoxIndex::default);
        Self { context, pile: BoxIndex::default(), patterns, under: None, own: 0, at: 0, paper }
    }

    /// The colour of the lines of a pattern that lies over what was found below the same point.
    pub fn lines_below(&mut self, index: usize, point: Point) -> Option<Rgb> {
        let items = &self.context.page.items;
        let bounds = |i: usize| pattern(items, i).and_then(|_| covers(&items[i]));
        let lines = self.patterns.as_mut()?.topmost(0..index, point, bounds, |_| true)?;
        pattern(items, lines).filter(|_| self.under.is_none_or(|under| under < lines))
    }

    /// The colours that may be seen at a point before the item `index` is drawn, which is words of so many mm; none where
    /// they are not known. Items come in their order.
    pub fn below(&mut self, index: usize, point: Point, height: f64) -> Option<Vec<Rgb>> {
        let items = &self.context.page.items;
        // Pieces do not lie on each other, so what is below one is its own. In the drawing of another program an `id` names
        // a drawing, and no piece.
        if self.context.found.is_none() && self.context.sheet.foreign.is_none() {
            let other = |i: &usize| items[i - 1].id != items[index].id;
            self.own = (self.at.max(1)..=index).rev().find(other).unwrap_or(self.own);
            self.at = index;
        }
        // What covers in part, the uppermost first, above what covers all.
        let (mut layers, mut before) = (Vec::new(), index);
        loop {
            let found = self.topmost(before, point, height);
            if before == index {
                self.under = found;
            }
            let (own, layer) = match found {
                Some(under) => (colours(&items[under], point, height)?, under),
                None => (vec![self.paper], before),
            };
            if layer == before || items[layer].cover >= 1.0 {
                let onto = |lower: Vec<Rgb>, (own, cover): (Vec<Rgb>, f64)| {
                    let all = lower.iter().flat_map(|lower| own.iter().map(|own| mixed(*own, *lower, cover)));
                    all.take(MOST_COLOURS).collect()
                };
                return Some(layers.into_iter().rev().fold(own, onto));
            }
            layers.push((own, items[layer].cover));
            if layers.len() > MOST_LAYERS {
                return None;
            }
            before = layer;
        }
    }

    /// The last drawing before one that covers a point.
    pub fn topmost(&mut self, before: usize, point: Point, height: f64) -> Option<usize> {
        let items = &self.context.page.items;
        let bounds = |i: usize| match &items[i].kind {
            ItemKind::Path { fill: Some(_), .. } | ItemKind::Image { .. } => covers(&items[i]),
            ItemKind::Path { stroke: Some(line), .. } if line.width >= WAY => covers(&items[i]),
            _ => None,
        };
        let inked = |i: usize| match &items[i].kind {
            ItemKind::Path { path, fill, stroke } => {
                way_at(path, stroke.as_deref(), point, height).is_some()
                    || (fill.is_some() && winding(path, point) != 0)
            }
            _ => true,
        };
        self.pile.topmost(self.own..before, point, bounds, inked)
    }
}

/// The colours of a drawing that may be seen at a point; none of a picture, and of a pattern that cannot be read. Where along its run a colour stands is not
/// asked: words may stand on any of them.
fn colours(item: &Item, point: Point, height: f64) -> Option<Vec<Rgb>> {
    let ItemKind::Path { path, fill, stroke } = &item.kind else { return None };
    match (way_at(path, stroke.as_deref(), point, height), &item.shades) {
        (Some(line), _) => Some(vec![line]),
        (None, Some(shades)) => (!shades.is_empty()).then(|| shades.to_vec()),
        (None, None) => Some(vec![(*fill)?]),
    }
}

/// A colour that covers another one in part.
pub(super) fn mixed(Rgb(own): Rgb, Rgb(lower): Rgb, cover: f64) -> Rgb {
    let channel = |i: usize| f64::from(own[i]) * cover + f64::from(lower[i]) * (1.0 - cover);
    Rgb([0, 1, 2].map(|i| channel(i).round() as u8))
}

/// The colour of the lines or dots of a pattern: rows of them, one as the next, of which a part is seen.
fn pattern(items: &[Item], index: usize) -> Option<Rgb> {
    let item = &items[index];
    item.clip?;
    let own = row(item)?;
    let near = [index.checked_sub(1), Some(index + 1)].into_iter().flatten().filter_map(|i| items.get(i));
    let is_next = |next: &Item| {
        let (Some(a), Some(b)) = (item.whole, next.whole) else { return false };
        let by = b.origin() - a.origin();
        let straight = by.x.abs().min(by.y.abs()) < SAME && by.hypot() > SAME;
        let alike = (a.size() - b.size()).to_vec2().hypot() < SAME;
        straight && alike && next.clip == item.clip && next.id == item.id && row(next).as_ref() == Some(&own)
    };
    near.into_iter().any(is_next).then_some(own.colour)
}

/// Many lines or dots in one drawing.
#[derive(PartialEq)]
struct Row {
    colour: Rgb,
    elements: usize,
}

fn row(item: &Item) -> Option<Row> {
    let ItemKind::Path { path, fill, stroke } = &item.kind else { return None };
    let colour = stroke.as_ref().map(|line| line.colour).or(*fill);
    let elements = path.kinds().len();
    colour.filter(|_| path.parts() >= LINES).map(|colour| Row { colour, elements })
}

/// The colour of a line at a point, if words of this height can stand on it: a thinner one runs through them.
fn way_at(path: &Outline, stroke: Option<&Stroke>, point: Point, height: f64) -> Option<Rgb> {
    let line = stroke.filter(|line| line.width >= WAY.max(ON_WAY * height) && line.dash.is_empty())?;
    // Where it ends it is cut straight: what lies before its end is not on it.
    let is_open = !path.closes();
    let ends =
        || [path.segments().next().map(|one| one.start()), path.segments().last().map(|one| one.end())];
    let ends: Vec<Point> = is_open.then(ends).into_iter().flatten().flatten().collect();
    let (mut last, mut is_on) = (Point::ORIGIN, false);
    kurbo::flatten(path.elements(), 0.02, |element| {
        if let (PathEl::LineTo(end), false) = (element, is_on) {
            let part = Line::new(last, end);
            let nearest = part.nearest(point, 1e-3);
            let foot = part.eval(nearest.t);
            is_on = nearest.distance_sq <= (line.width / 2.0).powi(2)
                && !ends.iter().any(|end| end.distance(foot) < 1e-6);
        }
        last = element.end_point().unwrap_or(last);
    });
    is_on.then_some(line.colour)
}
