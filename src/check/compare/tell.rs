//! Differences in words, and as faults: one for each drawing, or one for all that have one cause.

use crate::base::map::Map;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use kurbo::{Affine, Rect, Size, Vec2};

use super::how_drawn;
use super::marks::{ByViewer, Mark, What};
use super::pairs::{Difference, How, Pairs};
use crate::base::identity::{Feature, Identity};
use crate::check::color_vision::hex;
use crate::check::facts::{Expected, line};
use crate::check::fault::{Findings, Shift, mm};
use crate::model::Body;
use crate::read::{Page, Rgb};

/// A page on which something differs.
pub struct OnPage<'a> {
    /// Which of the files that are judged together.
    pub file: usize,
    /// Its number, from 1.
    pub page: usize,
    /// What it should show.
    pub expected: Expected<'a>,
}

/// So many changes of one drawing are told; of more, how many there are.
const TOLD: usize = 3;
/// So many drawings that differ in the same way are one fault.
const ALIKE: usize = 4;

/// A page that is missing: its number, and the component that it shows.
pub fn page(number: usize, page: Option<&Page>) -> String {
    let name = page.and_then(|page| page.items.iter().find_map(|item| item.id.as_deref()?.component()));
    name.map_or_else(|| format!("page {number}"), |name| format!("page {number} ({name})"))
}

/// How far the sides of two boxes are apart, at most.
fn farthest(a: Rect, b: Rect) -> f64 {
    (a.x0 - b.x0).abs().max((a.y0 - b.y0).abs()).max((a.x1 - b.x1).abs()).max((a.y1 - b.y1).abs())
}

/// What is shown of a page.
fn shown(page: &Page) -> Rect {
    page.crop.unwrap_or(page.media)
}

/// Whether a page and what is shown of it are as large as they should be.
pub fn is_as_large(found: &Page, made: &Page) -> bool {
    farthest(found.media, made.media) <= 0.1 && farthest(shown(found), shown(made)) <= 0.1
}

/// In what the boxes of a page differ.
pub fn boxes(found: &Page, made: &Page) -> Option<String> {
    let (a, b) = (found.media.size(), made.media.size());
    if farthest(found.media, made.media) > 0.1 {
        return Some(format!(
            "the page is {:.1} x {:.1} mm, not {:.1} x {:.1} mm",
            a.width, a.height, b.width, b.height
        ));
    }
    if farthest(shown(found), shown(made)) > 0.1 {
        let size = shown(found).size();
        return Some(format!(
            "the crop box shows {:.1} x {:.1} mm of the page alone",
            size.width, size.height
        ));
    }
    let trims = [("trim", found.trim, made.trim), ("bleed", found.bleed, made.bleed)];
    let other = trims.into_iter().find(|(_, found, made)| match (found, made) {
        (Some(a), Some(b)) => farthest(*a, *b) > 0.1,
        _ => false,
    });
    other.map(|(name, ..)| format!("the {name} box of the page was changed"))
}

/// What became of a page that lies elsewhere as a whole.
pub fn whole(way: Affine, page: Size) -> String {
    let [a, b, c, d, ..] = way.as_coeffs();
    let (wide, high) = (a.hypot(b), c.hypot(d));
    let is_mirrored = way.determinant() < 0.0;
    let turned = libm::atan2(b, if is_mirrored { -a } else { a }).to_degrees();
    let mut parts = Vec::new();
    if is_mirrored {
        parts.push("is mirrored".to_owned());
    }
    if turned.abs() > 0.01 {
        let turned = if is_mirrored { -turned } else { turned };
        let way = if turned > 0.0 { "clockwise" } else { "counterclockwise" };
        let degrees = turned.abs();
        let near = (degrees - degrees.round()).abs() < 0.005;
        let degrees = if near { format!("{degrees:.0}") } else { format!("{degrees:.2}") };
        parts.push(format!("is turned by {degrees} degrees {way}"));
    }
    let (wide, high) = (wide * 100.0, high * 100.0);
    if (wide - high).abs() > 0.01 {
        parts.push(format!("was printed at {wide:.2} % of its width and {high:.2} % of its height"));
    } else if (wide - 100.0).abs() > 0.01 {
        // As many digits as tell it from 100.
        let digits = if (wide - 100.0).abs() < 0.05 { 2 } else { 1 };
        parts.push(format!("was printed at {wide:.digits$} %"));
    }
    if parts.is_empty() {
        let middle = (page / 2.0).to_vec2().to_point();
        let by = way * middle - middle;
        return format!("everything on the page lies {} of where it should", towards(by));
    }
    format!("the page {}", parts.join(" and "))
}

/// A way and how far: `0.30 mm to the right and 0.10 mm above`.
fn towards(by: Vec2) -> String {
    let along = [(by.x, "to the right", "to the left"), (by.y, "below", "above")];
    let parts = along.into_iter().filter(|(far, ..)| far.abs() >= 0.005);
    let parts: Vec<_> = parts
        .map(|(far, more, less)| format!("{} {}", mm(far), if far > 0.0 { more } else { less }))
        .collect();
    parts.join(" and ")
}

/// Tells the differences of a page.
pub fn differences(pairs: &Pairs<'_>, wanted: &[Mark], place: &OnPage<'_>, out: &mut Findings) {
    // Of very many differences nobody reads what each lies over.
    let few = pairs.all.len() <= 500;
    let mut drawings: Drawings<'_> = Map::new();
    for difference in &pairs.all {
        let below =
            || difference.found.filter(|_| few).and_then(|found| below(found, wanted).first().copied());
        drawings.entry(difference.id().or_else(below)).or_default().push(difference);
    }
    let mut counts: HashMap<&Identity, usize> = HashMap::new();
    wanted.iter().filter_map(|mark| mark.id.as_deref()).for_each(|id| *counts.entry(id).or_default() += 1);
    let mut causes: Map<Vec<String>, Vec<Option<&Arc<Identity>>>> = Map::new();
    for (id, differences) in &drawings {
        let is_gone = |difference: &&Difference<'_>| difference.found.is_none();
        let all = id.and_then(|id| counts.get(&**id)).copied();
        let gone = differences.iter().filter(|difference| is_gone(difference)).count();
        let changes = match id {
            Some(id) if all == Some(gone) => vec![format!("{} is missing", place.whole(id))],
            _ => changes(differences, place, wanted),
        };
        causes.entry(changes).or_default().push(*id);
    }
    for (changes, ids) in causes {
        let each: Vec<_> =
            if ids.len() >= ALIKE { vec![ids] } else { ids.into_iter().map(|id| vec![id]).collect() };
        for ids in each {
            place.tell(&changes, &ids, &drawings, out);
        }
    }
}

/// Differences by the drawing that they are of.
type Drawings<'m> = Map<Option<&'m Arc<Identity>>, Vec<&'m Difference<'m>>>;

impl OnPage<'_> {
    /// Tells what drawings have in common as one fault.
    fn tell(
        &self,
        changes: &[String],
        ids: &[Option<&Arc<Identity>>],
        drawings: &Drawings<'_>,
        out: &mut Findings,
    ) {
        let of = || ids.iter().filter_map(|id| drawings.get(id)).flatten();
        let rect = of().flat_map(|difference| difference.rects()).reduce(|a, b| a.union(b));
        let far = of().map(|difference| difference.far()).fold(0.0, f64::max);
        let more = match ids.len() {
            0 | 1 => String::new(),
            n => format!(", and so it is with {} more", n - 1),
        };
        let id = ids.first().copied().flatten();
        let is_whole =
            changes.first().is_some_and(|first| id.is_some_and(|id| first.starts_with(&self.whole(id))));
        let named = match id {
            Some(id) if !is_whole => format!("{}: ", self.called(id)),
            _ => String::new(),
        };
        let fault = out.fault(format!("{named}{}{more}", changes.join("; ")));
        fault.at(self.file, self.page, rect).about(id).line(self.line(id)).by(far);
        fault.shift = of().find_map(|difference| difference.shift());
    }
}

/// Tells where pages look different although their marks are the same.
pub fn rest(squares: &[Rect], wanted: &[Mark], place: &OnPage<'_>, out: &mut Findings) {
    let Some(all) = squares.iter().copied().reduce(|a, b| a.union(b)) else { return };
    let near = wanted.iter().filter(|mark| squares.iter().any(|square| square.overlaps(mark.rect)));
    let ids: BTreeSet<_> = near.filter_map(|mark| mark.id.as_ref()).collect();
    let names: Vec<_> = ids.iter().take(TOLD).map(|id| place.called(id)).collect();
    let more = match ids.len().saturating_sub(TOLD) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let what = if names.is_empty() { "the page".to_owned() } else { names.join(", ") };
    let id = ids.first().copied();
    out.fault(format!("{what}{more}: what is seen here is not what the layout draws"))
        .at(place.file, place.page, Some(all))
        .about(id)
        .line(place.line(id));
}

/// The changes of one drawing in words, each once.
fn changes(differences: &[&Difference<'_>], place: &OnPage<'_>, wanted: &[Mark]) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for text in differences.iter().map(|difference| difference.told(place, wanted)) {
        match counts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => counts.push((text, 1)),
        }
    }
    let more = counts.len().saturating_sub(TOLD);
    let told = counts.into_iter().take(TOLD).map(|(text, count)| match count {
        1 => text,
        n => format!("{text} ({n} times)"),
    });
    told.chain((more > 0).then(|| format!("{more} more changes"))).collect()
}

/// The drawings that a mark lies over, each once, first of all the one that it covers most of.
fn below<'m>(mark: &Mark, wanted: &'m [Mark]) -> Vec<&'m Arc<Identity>> {
    // What only touches it, as neighbours do, is not below it.
    let rect = mark.rect.inflate(0.01, 0.01);
    let touch = |size: f64| 0.5_f64.min(size / 2.0);
    let mut areas: Map<&Arc<Identity>, f64> = Map::new();
    for other in wanted {
        let Some(id) = &other.id else { continue };
        let both = other.rect.inflate(0.01, 0.01).intersect(rect);
        if both.width() > touch(rect.width()) && both.height() > touch(rect.height()) {
            *areas.entry(id).or_default() += both.area();
        }
    }
    let mut all: Vec<_> = areas.into_iter().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.into_iter().map(|(id, _)| id).collect()
}

impl Difference<'_> {
    fn told(&self, place: &OnPage<'_>, wanted: &[Mark]) -> String {
        match (self.found, self.made) {
            (Some(found), Some(made)) => self.changed(found, made, place),
            (None, Some(made)) => format!("{} is missing", place.mark(made)),
            (Some(found), None) => {
                let over = match below(found, wanted).as_slice() {
                    [_, second, rest @ ..] if found.id.is_none() => match rest.len() {
                        0 => format!(", also over {}", place.called(second)),
                        n => format!(", also over {} and {n} more", place.called(second)),
                    },
                    _ => String::new(),
                };
                format!("{} is there that the layout does not draw{over}", place.mark(found))
            }
            (None, None) => String::new(),
        }
    }

    fn changed(&self, found: &Mark, made: &Mark, place: &OnPage<'_>) -> String {
        let mark = place.mark(made);
        match self.how {
            How::Words => {
                let words = |mark: &Mark| place.mark(mark);
                format!("{} stands where {} should", words(found), words(made))
            }
            How::Colour(_, should) if found.is_patterned => {
                format!("{mark} is filled with a pattern, not {}", place.colour(should))
            }
            How::Colour(is, should) => {
                format!("{mark} is {}, not {}", place.colour(is), place.colour(should))
            }
            How::Width(is, should) => format!("{mark} is {} wide, not {}", mm(is), mm(should)),
            How::Moved(by) => format!("{mark} lies {} of where it should", towards(by)),
            How::Alone | How::Form => {
                let (a, b) = (found.rect.size(), made.rect.size());
                let far = (a.width - b.width).abs().max((a.height - b.height).abs());
                match far > 0.01 {
                    true => format!("{mark} is {}", sized(found)),
                    false => format!("{mark} {}", how_drawn::difference(found, made)),
                }
            }
        }
    }

    /// Where something is that only lies elsewhere, and where it should be.
    fn shift(&self) -> Option<Shift> {
        let (How::Moved(by), Some(found)) = (self.how, self.found) else { return None };
        let is = found.corner()?;
        Some(Shift { is, should: is - by })
    }

    /// How far something is from right, in mm.
    fn far(&self) -> f64 {
        match self.how {
            How::Moved(by) => by.hypot(),
            How::Width(is, should) => (is - should).abs(),
            How::Form => self.found.zip(self.made).map_or(0.0, |(is, should)| farthest(is.rect, should.rect)),
            _ => 0.0,
        }
    }
}

impl OnPage<'_> {
    /// What a drawing is called.
    fn called(&self, id: &Identity) -> String {
        let name = match id {
            Identity::Of(component, Feature::Cell(hex)) => {
                self.expected.component(component).and_then(|(_, component)| match &component.body {
                    Body::Board(board) => board.cell_name(board.cell_at(*hex)?),
                    Body::Deck(_) => None,
                })
            }
            _ => None,
        };
        name.unwrap_or_else(|| id.to_string())
    }

    /// A drawing as a whole: `piece 7 of movement`, `the back of piece 2 of heroes`.
    fn whole(&self, id: &Identity) -> String {
        match id {
            Identity::Of(component, Feature::Piece(side)) if side.back => {
                format!("the back of piece {} of {component}", side.number)
            }
            Identity::Of(component, Feature::Piece(side)) => format!("piece {} of {component}", side.number),
            _ => self.called(id),
        }
    }

    fn line(&self, id: Option<&Arc<Identity>>) -> Option<crate::diag::Place> {
        let component = id.and_then(|id| self.expected.component(id.component()?)).map(|(at, _)| at);
        line(self.expected.game, component, id.map(|id| &**id))
    }

    /// A colour as the layout calls it, else in hex digits.
    fn colour(&self, Rgb(rgb): Rgb) -> String {
        let known = self.expected.game.names.colours.iter().find(|ink| ink.rgb == rgb);
        match (known, rgb) {
            (Some(ink), _) => ink.name.to_string(),
            (None, [255, 255, 255]) => "white".to_owned(),
            (None, [0, 0, 0]) => "black".to_owned(),
            (None, _) => hex(Rgb(rgb)),
        }
    }

    /// A mark in words: `` `2S` ``, `a line of 40.0 mm`, `a red surface of 30.0 x 20.0 mm`.
    fn mark(&self, mark: &Mark) -> String {
        let colour = mark.colour().map_or_else(String::new, |colour| format!("{} ", self.colour(colour)));
        let article = if colour.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        match &mark.what {
            _ if mark.by_viewer == Some(ByViewer::LayerOff) => {
                format!("an annotation {} on a layer that is off, which some programs print,", sized(mark))
            }
            _ if mark.by_viewer.is_some() => format!("an annotation {}", sized(mark)),
            What::Words(text) => clipped(text.string.trim()),
            What::Line(..) => format!("{article} {colour}line {}", sized(mark)),
            What::Surface(..) => format!("{article} {colour}surface {}", sized(mark)),
            What::Picture(..) => format!("a picture {}", sized(mark)),
        }
    }
}

/// How large a mark is: `of 40.0 mm`, `of 30.0 x 20.0 mm`.
fn sized(mark: &Mark) -> String {
    let size = mark.rect.size();
    let (long, short) = (size.width.max(size.height), size.width.min(size.height));
    match short < 1.0 {
        true => format!("of {}", mm(long)),
        false => format!("of {:.1} x {}", size.width, mm(size.height)),
    }
}

/// Words as they are quoted: not more than fit on a line.
fn clipped(words: &str) -> String {
    match words.char_indices().nth(40) {
        Some((end, _)) => format!("`{}…`", words.get(..end).unwrap_or_default()),
        None => format!("`{words}`"),
    }
}
