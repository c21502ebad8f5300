//! Whether words can be read: how large they are, what they are printed on, and whether they can be told from it.

use std::collections::BTreeSet;

use kurbo::{Line, ParamCurve, ParamCurveNearest, PathEl, Point};

use crate::base::box_index::BoxIndex;
use crate::base::geometry::winding;
use crate::base::units::PT_PER_MM;
use crate::check::color_vision::{Contrasts, contrast, hex};
use crate::check::facts::{PageContext, Words, covers, is_furniture, texts};
use crate::check::fault::Findings;
use crate::check::mend::readable_on;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{Item, ItemKind, Outline, Rgb, Stroke, Text};

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "words measure 5 points at least",
        why: "Smaller letters break up on a home printer, and older players cannot read them at all.",
        right: "font = \"6pt\"",
        wrong: "font = \"9pt\" and shrink = \"3pt\", and so many words that they shrink to 3 points",
        alike: true,
        ..Rule::error(codes::TEXT_TOO_SMALL, Run::Whole(legible))
    },
    Rule {
        title: "words stand out against what is below them",
        why: "Grey on grey may look good on a screen. On paper and by lamplight it cannot be read. The ratio is that of \
              WCAG 2, which asks for 4.5, and for 3 of large words: of 18 points, or of 14 points in bold. Of words over the lines \
              of a pattern, 2.5 is asked to these.",
        right: "#26262B on #CFE8CF, a ratio of 11.6",
        wrong: "white on #F0E442, a ratio of 1.3",
        alike: true,
        ..Rule::error(codes::LOW_CONTRAST, Run::Whole(readable))
    },
];

/// The smallest em that most people read without a lens, in points.
const LEAST_PT: f64 = 5.0;

/// The contrast that WCAG 2 asks for, level AA, and that of large words (success criterion 1.4.3).
const CONTRAST: f64 = 4.5;
const OF_LARGE: f64 = 3.0;
/// From so many points on words are large, and from so many in bold.
const LARGE_PT: f64 = 18.0;
const LARGE_BOLD_PT: f64 = 14.0;

/// The width of the thinnest line that words may stand on, in mm, and as a share of their height.
const WAY: f64 = 0.5;
const ON_WAY: f64 = 0.5;

/// The contrast that words keep to thin lines of a pattern that they stand on, and how many lines a row has.
const OVER_LINES: f64 = 2.5;
const LINES: usize = 2;
/// How far rows of a pattern may be from being alike, in mm.
const SAME: f64 = 0.005;

/// Words of a drawing times its drawings, beyond which one does not look at each pair of a word and what may lie
/// below it.
const MANY: usize = 200_000_000;

/// Words that are too small. Small print beside the cells of another program's drawing may be meant.
pub fn legible(context: &PageContext<'_>, out: &mut Findings) {
    let cells = context.sheet.boards().flat_map(|board| &board.cells);
    let in_cells: BTreeSet<usize> = match context.sheet.foreign {
        Some(_) => cells.flat_map(|cell| cell.items.iter().copied()).collect(),
        None => BTreeSet::new(),
    };
    for (index, item, text) in texts(context.page).filter(|(_, item, _)| !is_furniture(item)) {
        // A hundredth of a point is how finely files give sizes. A size of 0 is not known.
        let size = text.size * PT_PER_MM;
        if size > 0.0 && size < LEAST_PT - 0.01 {
            let message = format!("\"{}\" measures {size:.1} points; {LEAST_PT} can be read", text.string);
            let by = (LEAST_PT - size) / PT_PER_MM;
            let fault =
                context.fault_of_words(out, &Words { rect: text.outline, item, text }, message).by(by);
            if context.sheet.foreign.is_some() && !in_cells.contains(&index) {
                fault.note();
            }
        }
    }
}

/// So many drawings that cover in part may lie upon each other, and so many colours come of them.
const MOST_LAYERS: usize = 20;
const MOST_COLOURS: usize = 500;

/// What is seen below words.
struct Grounds<'l> {
    context: &'l PageContext<'l>,
    pile: BoxIndex,
    /// Of patterns alone; none where there is no pattern.
    patterns: Option<BoxIndex>,
    /// What was found below the last point.
    under: Option<usize>,
    /// Where pieces stand by themselves: the first drawing of the piece that the last words were on.
    own: usize,
    /// And where those words were among the drawings.
    at: usize,
    paper: Rgb,
}

impl<'l> Grounds<'l> {
    fn on(context: &'l PageContext<'l>, paper: Rgb) -> Self {
        let items = &context.page.items;
        let patterns = (0..items.len()).any(|i| pattern(items, i).is_some()).then(BoxIndex::default);
        Self { context, pile: BoxIndex::default(), patterns, under: None, own: 0, at: 0, paper }
    }

    /// The colour of the lines of a pattern that lies over what was found below the same point.
    fn lines_below(&mut self, index: usize, point: Point) -> Option<Rgb> {
        let items = &self.context.page.items;
        let bounds = |i: usize| pattern(items, i).and_then(|_| covers(&items[i]));
        let lines = self.patterns.as_mut()?.topmost(0..index, point, bounds, |_| true)?;
        pattern(items, lines).filter(|_| self.under.is_none_or(|under| under < lines))
    }

    /// The colours that may be seen at a point before the item `index` is drawn, which is words of so many mm; none where
    /// they are not known. Items come in their order.
    fn below(&mut self, index: usize, point: Point, height: f64) -> Option<Vec<Rgb>> {
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
    fn topmost(&mut self, before: usize, point: Point, height: f64) -> Option<usize> {
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
fn mixed(Rgb(own): Rgb, Rgb(lower): Rgb, cover: f64) -> Rgb {
    let channel = |i: usize| f64::from(own[i]) * cover + f64::from(lower[i]) * (1.0 - cover);
    Rgb([0, 1, 2].map(|i| channel(i).round() as u8))
}

/// The colour of the halo that words have, letters with a line of their own colour round them: that is what the letters
/// are seen against.
fn halo(context: &PageContext<'_>, index: usize, text: &Text) -> Option<Rgb> {
    /// So many drawings before the words, one for each run of letters and one for each shadow, it may stand.
    const NEAR: usize = 64;
    /// A line parts letters from what is below where it is as wide as this share of their size.
    const PARTS: f64 = 0.04;
    let items = &context.page.items;
    let before = items.get(index.saturating_sub(NEAR)..index)?;
    let mut own = before.iter().rev().take_while(|item| context.are_of_one(item, &items[index]));
    own.find_map(|item| match &item.kind {
        ItemKind::Path { fill: Some(fill), stroke: Some(line), .. } => {
            let inner = item.whole?.inflate(-line.width / 2.0, -line.width / 2.0);
            let near = |a: f64, b: f64| (a - b).abs() < 0.05;
            let same = near(inner.x0, text.outline.x0) && near(inner.x1, text.outline.x1);
            let same = same && near(inner.y0, text.outline.y0) && near(inner.y1, text.outline.y1);
            let wide = line.width / 2.0 >= PARTS * text.size;
            (same && wide && line.colour == *fill && item.cover >= 1.0).then_some(*fill)
        }
        _ => None,
    })
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

/// How many stretches of fine woven lines run through the middle of words, if they are so many that they disturb; what
/// hides them below the words is seen to.
fn woven(context: &PageContext<'_>, index: usize, text: &Text) -> Option<usize> {
    /// A drawing of fewer parts is no lace, and so many of its stretches may touch words.
    const LACE: usize = 200;
    /// So many drawings before the words are looked at.
    const NEAR: usize = 400;
    const MAY: usize = 8;
    let middle = text.outline.inflate(-0.1 * text.outline.width(), -0.2 * text.outline.height());
    let items = &context.page.items;
    let before = items.get(index.saturating_sub(NEAR)..index)?;
    let own = before.iter().rev().take_while(|item| context.are_of_one(item, &items[index]));
    let mut below = own.filter(|item| item.whole.is_some_and(|rect| rect.overlaps(text.outline)));
    let lines = below.find_map(|item| match &item.kind {
        ItemKind::Path { fill: Some(_), path, .. } if winding(path, middle.center()) != 0 => Some(0),
        ItemKind::Path { path, stroke: Some(line), .. }
            if line.width < WAY
                && path.kinds().len() >= LACE
                && contrast(text.colour, line.colour) < CONTRAST =>
        {
            let through = path.ends().filter(|end| middle.contains(*end)).count();
            (through > MAY).then_some(through)
        }
        _ => None,
    });
    lines.filter(|lines| *lines > 0)
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

/// The paper that a component is printed on, as far as its name says a colour: `pale green` is. None of a colour that
/// may be anything, as `green` may; where there are several, of the darkest.
fn paper(context: &PageContext<'_>) -> Option<Rgb> {
    const WHITE: Rgb = Rgb([0xFF; 3]);
    let Some(stock) = context.component().and_then(|component| component.stock.as_deref()) else {
        return Some(WHITE);
    };
    let mut darkest = WHITE;
    for one in stock.to_ascii_lowercase().split(" or ") {
        let words = || one.split(|c: char| !c.is_alphanumeric());
        let Some(rgb) = words().find_map(crate::model::literal_colour) else { continue };
        let said = words().any(|word| ["pale", "light", "pastel"].contains(&word));
        let paper = if said {
            // As pale as coloured paper for office printers is: an eighth of the colour.
            Rgb(rgb.map(|channel| 0xFF - (0xFF - channel) / 8))
        } else if contrast(Rgb(rgb), WHITE) < 1.3 {
            // Ivory and its like are pale themselves.
            Rgb(rgb)
        } else {
            return None;
        };
        if contrast(paper, WHITE) > contrast(darkest, WHITE) {
            darkest = paper;
        }
    }
    Some(darkest)
}

/// Returns a ratio that is too small with one digit, or with two where one digit would make it seem large enough.
fn below(ratio: f64, least: f64) -> String {
    let told = format!("{ratio:.1}");
    if told.parse().is_ok_and(|told: f64| told < least) { told } else { format!("{ratio:.2}") }
}

/// The least contrast of words; none where it depends on their weight, and their file does not say that.
fn asked(text: &Text) -> Option<f64> {
    // A hundredth of a point is how finely files give sizes.
    let size = text.size * PT_PER_MM + 0.01;
    // The style is the last part of a font's name: `SourceSans3-BoldIt`.
    let style = text.font.rsplit(['-', ',']).next().unwrap_or_default();
    let bold = ["Bold", "Black", "Heavy"].iter().any(|weight| style.contains(weight));
    match size {
        size if size >= LARGE_PT => Some(OF_LARGE),
        size if size >= LARGE_BOLD_PT && text.font.is_empty() => None,
        size if size >= LARGE_BOLD_PT && bold => Some(OF_LARGE),
        _ => Some(CONTRAST),
    }
}

/// Points along the middle of a line of words.
fn middles(text: &Text) -> [Point; 3] {
    let [a, b, c, d] = text.corners;
    [0.1, 0.5, 0.9].map(|t| a.midpoint(d).lerp(b.midpoint(c), t))
}

/// Points in words near both of their ends, their foot and their head: what is below them may end there.
fn rims(text: &Text) -> [Point; 6] {
    /// How far in from the ends of a line they are, as a share of its height; and from its foot and head.
    const ENDS: f64 = 0.15;
    const FOOT: f64 = 0.12;
    let [a, b, c, d] = text.corners;
    let end = (ENDS * a.distance(d) / a.distance(b).max(1e-9)).min(0.1);
    let at = |across: f64, up: f64| a.lerp(b, across).lerp(d.lerp(c, across), up);
    let (quarters, heights) = ([0.25, 0.75], [FOOT, 1.0 - FOOT]);
    let [low, high] = heights.map(|up| quarters.map(|across| at(across, up)));
    [at(end, 0.5), at(1.0 - end, 0.5), low[0], low[1], high[0], high[1]]
}

/// Words that cannot be told from what they are printed on.
pub fn readable(context: &PageContext<'_>, out: &mut Findings) {
    if texts(context.page).count().saturating_mul(context.page.items.len()) > MANY
        && context.sheet.foreign.is_some()
    {
        out.not_judged("the contrast of words: there are too many of them on too many drawings");
        return;
    }
    let paper = paper(context);
    if paper.is_none() {
        let stock = context.component().and_then(|component| component.stock.as_deref()).unwrap_or_default();
        out.not_judged(format!("the contrast of words on bare paper that is {stock}"));
    }
    let mut grounds = Grounds::on(context, paper.unwrap_or(Rgb([0xFF; 3])));
    let mut contrasts = Contrasts::default();
    for (index, item, text) in texts(context.page) {
        let [a, _, _, d] = text.corners;
        let height = a.distance(d);
        let mut worst: Option<(f64, Rgb)> = None;
        let mut lines: Option<(f64, Rgb)> = None;
        let own = halo(context, index, text).map(|ground| vec![ground]);
        let bare = own.is_none();
        for point in middles(text) {
            let Some(all) = own.clone().or_else(|| grounds.below(index, point, height)) else {
                out.not_judged("the contrast of words on pictures");
                continue;
            };
            let over = grounds.lines_below(index, point).filter(|_| bare);
            let over = over.map(|over| (contrasts.of(text.colour, over), over));
            lines = over.filter(|(ratio, _)| lines.is_none_or(|(least, _)| *ratio < least)).or(lines);
            for ground in all {
                // Most words stand on one colour.
                if worst.is_some_and(|(_, known)| known == ground) {
                    continue;
                }
                let ratio = contrasts.of(mixed(text.colour, ground, item.cover), ground);
                if worst.is_none_or(|(least, _)| ratio < least) {
                    worst = Some((ratio, ground));
                }
            }
        }
        if let Some(lines) = woven(context, index, text) {
            let message = format!("\"{}\" stands on fine lines: {lines} of them cross it", text.string);
            let words = Words { rect: text.outline, item, text };
            context
                .fault_of_words(out, &words, message)
                .warning()
                .hint("a larger `eye`, or a plate below the words");
        }
        let least = asked(text);
        if least.is_none() && worst.is_some_and(|(ratio, _)| (OF_LARGE..CONTRAST).contains(&ratio)) {
            out.not_judged("the contrast of words that are large if they are bold: the file does not say it");
        }
        let least = least.unwrap_or(OF_LARGE);
        if bare && worst.is_some_and(|(ratio, _)| ratio >= least) {
            let mut off = rims(text).into_iter().filter_map(|point| {
                let all = grounds.below(index, point, height)?.into_iter();
                let ratio =
                    all.map(|ground| (contrasts.of(mixed(text.colour, ground, item.cover), ground), ground));
                ratio.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(ratio, _)| *ratio < least - 0.005)
            });
            // One alone may be beside the ink of a letter.
            worst = off.next().zip(off.next()).map(|(one, _)| one).or(worst);
        }
        let Some((ratio, ground)) = worst.filter(|(ratio, _)| *ratio < least - 0.005) else {
            if let Some((ratio, lines)) = lines.filter(|(ratio, _)| *ratio < OVER_LINES) {
                // Rounded down, so that it stays below what can be read.
                let words = hex(mixed(text.colour, lines, item.cover));
                let lines = hex(lines);
                let told = (ratio * 10.0).floor() / 10.0;
                let message = format!(
                    "\"{}\", {words} over lines of {lines}, has a contrast of {told:.1} to them; {OVER_LINES} can be read",
                    text.string
                );
                let fault = context.fault_of_words(out, &Words { rect: text.outline, item, text }, message);
                fault.hint("paler lines, with a colour behind the pattern's name, or a box below the words");
            }
            continue;
        };
        let colours = format!("{} on {}", hex(mixed(text.colour, ground, item.cover)), hex(ground));
        let ratio = below(ratio, least);
        let message =
            format!("\"{}\", {colours}, has a contrast of {ratio}; {least} can be read", text.string);
        let hint = readable_on(context, (item, text), ground, least);
        let fault =
            context.fault_of_words(out, &Words { rect: text.outline, item, text }, message).hint(hint);
        // Another program may set each letter by itself.
        if context.sheet.foreign.is_some() {
            fault.cause(colours);
        }
    }
}
