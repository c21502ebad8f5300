//! Differences in words, and as faults: one for each drawing, or one for all that have one cause.

use crate::base::map::Map;
use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::how_drawn;
use super::left::{Left, Marks};
use super::marks::{ByViewer, Mark, What};
use super::moves::{Move, moves};
use super::pairs::{Difference, How, Pairs, is_same};
use crate::base::identity::{Feature, Identity};
use crate::check::color_vision::hex;
use crate::check::facts::{Expected, line};
use crate::check::fault::{Fault, Findings, Shift, mm};
use crate::diag::{Severity, codes};
use crate::model::Body;
use crate::read::{Page, Rgb, Strange};

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

/// Reports layers that are off.
pub fn layers(off: &[String]) -> Vec<Fault> {
    let mut out = Findings::new(codes::DIFFERS, Severity::Error);
    for layer in off {
        let message = format!("layer {layer} is off: what is on it is neither shown nor printed");
        out.fault(message).hint("turn the layer on, or build the file again from its layout");
    }
    out.faults
}

/// Reports a record that does not describe pages which are as they were made.
pub fn other_record(file: usize) -> Vec<Fault> {
    let mut out = Findings::new(codes::DIFFERS, Severity::Error);
    let message = "the pages are as they were made, and the record asks for others: it was changed, or another version \
                   of hexpress made the file";
    out.fault(message).at(file, 1, None).hint("build the file again from its layout");
    out.faults
}

/// What is said of something that no sheet of ours has.
pub fn not_followed(what: &str) -> String {
    format!("the sheet has {what}, which no layout draws: what they do to its look is not followed")
}

/// Reports what a sheet has that is not followed: at each piece that it concerns and that no other fault names. Of many
/// pieces the first is named, and how many there are.
pub fn strange(all: &[&Strange], faults: &[Fault], place: &OnPage<'_>) -> Vec<Fault> {
    let is_named = |one: &&Strange| faults.iter().any(|fault| one.piece.is_some() && fault.id == one.piece);
    let mut by_thing: Map<&str, Vec<&Strange>> = Map::new();
    for one in all {
        by_thing.entry(&one.what).or_default().push(one);
    }
    let mut out = Findings::new(codes::DIFFERS, Severity::Error);
    for (what, mut pieces) in by_thing {
        pieces.retain(|one| !is_named(one));
        let more = pieces.len().saturating_sub(ALIKE);
        let message = match more {
            0 => not_followed(what),
            _ => format!("{} (and {more} more pieces)", not_followed(what)),
        };
        for one in pieces.into_iter().take(ALIKE) {
            let id = one.piece.as_ref();
            let fault = out.fault(message.as_str()).at(place.file, place.page, None).about(id);
            fault.line(place.line(id));
        }
    }
    out.faults
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
    let parts = way_parts(way, "was printed at");
    if parts.is_empty() {
        let middle = (page / 2.0).to_vec2().to_point();
        let by = way * middle - middle;
        return format!("everything on the page lies {} of where it should", towards(by));
    }
    format!("the page {}", parts.join(" and "))
}

/// What became of a drawing that lies elsewhere as a whole, as words that follow its name. Its middle should be there.
fn moved(way: Affine, middle: Point) -> String {
    let mut parts = way_parts(way, "is drawn at");
    let by = way * middle - middle;
    // A drawing whose parts are not even about its middle is turned about another point.
    if parts.is_empty() || by.hypot() > 0.5 {
        parts.push(format!("lies {} of where it should", towards(by)));
    }
    parts.join(" and ")
}

/// How a way mirrors, turns and scales, each in words.
fn way_parts(way: Affine, scaled: &str) -> Vec<String> {
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
        parts.push(format!("{scaled} {wide:.2} % of its width and {high:.2} % of its height"));
    } else if (wide - 100.0).abs() > 0.01 {
        // As many digits as tell it from 100.
        let digits = if (wide - 100.0).abs() < 0.05 { 2 } else { 1 };
        parts.push(format!("{scaled} {wide:.digits$} %"));
    }
    parts
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
pub fn differences(pairs: &Pairs<'_>, marks: Marks<'_>, place: &OnPage<'_>, out: &mut Findings) {
    let wanted = marks.made;
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
    let ids: Vec<_> = drawings.keys().copied().flatten().collect();
    let moves = if few { moves(marks, &ids) } else { HashMap::new() };
    let mut causes: Map<Cause, Vec<Option<&Arc<Identity>>>> = Map::new();
    for (id, differences) in &drawings {
        let is_gone = |difference: &&Difference<'_>| difference.found.is_none();
        let all = id.and_then(|id| counts.get(&**id)).copied();
        let gone = differences.iter().filter(|difference| is_gone(difference)).count();
        let cause = match (id, id.and_then(|id| moves.get(id))) {
            (Some(_), Some(Move::Way { way, middle })) => Cause::Whole(moved(*way, *middle)),
            (Some(id), Some(Move::Swapped(other))) => {
                let names = [*id.min(other), *id.max(other)].map(|id| place.whole(id));
                Cause::Together(format!("{} have changed places", names.join(" and ")))
            }
            (Some(_), None) if all == Some(gone) => Cause::Whole("is missing".to_owned()),
            _ => Cause::Parts(changes(differences, place, wanted)),
        };
        causes.entry(cause).or_default().push(*id);
    }
    for (cause, ids) in causes {
        let is_one = ids.len() >= ALIKE || matches!(cause, Cause::Together(_));
        let each: Vec<_> = if is_one { vec![ids] } else { ids.into_iter().map(|id| vec![id]).collect() };
        for ids in each {
            place.tell(&cause, &ids, &drawings, out);
        }
    }
}

/// What is wrong with drawings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// Words that follow the name of each: `is missing`.
    Whole(String),
    /// A sentence about all of them.
    Together(String),
    /// Changes of its parts.
    Parts(Vec<String>),
}

/// Differences by the drawing that they are of.
type Drawings<'m> = Map<Option<&'m Arc<Identity>>, Vec<&'m Difference<'m>>>;

impl OnPage<'_> {
    /// Tells what drawings have in common as one fault.
    fn tell(
        &self,
        cause: &Cause,
        ids: &[Option<&Arc<Identity>>],
        drawings: &Drawings<'_>,
        out: &mut Findings,
    ) {
        let of = || ids.iter().filter_map(|id| drawings.get(id)).flatten();
        let rect = of().flat_map(|difference| difference.places()).reduce(|a, b| a.union(b));
        let far = of().map(|difference| difference.far()).fold(0.0, f64::max);
        let more = match (ids.len(), cause) {
            (0 | 1, _) | (_, Cause::Together(_)) => String::new(),
            (n, _) => format!(", and so it is with {} more", n - 1),
        };
        let id = ids.first().copied().flatten();
        let said = match (cause, id) {
            (Cause::Whole(said), Some(id)) => format!("{} {said}", self.whole(id)),
            (Cause::Whole(said) | Cause::Together(said), _) => said.clone(),
            (Cause::Parts(changes), Some(id)) => format!("{}: {}", self.called(id), changes.join("; ")),
            (Cause::Parts(changes), None) => changes.join("; "),
        };
        let fault = out.fault(format!("{said}{more}"));
        fault.at(self.file, self.page, rect).about(id).line(self.line(id)).by(far);
        fault.shift = of().find_map(|difference| difference.shift());
    }
}

/// Tells where a page looks different although its marks are the same.
pub fn other(left: &Left<'_>, place: &OnPage<'_>, out: &mut Findings) {
    let ids = [left.found, left.made].map(|mark| mark.and_then(|mark| mark.id.as_ref()));
    let id = ids.into_iter().flatten().next();
    let name = id.map_or_else(|| "the page".to_owned(), |id| place.called(id));
    let what = match (left.found, left.made) {
        (Some(found), Some(made)) if !left.is_same() => {
            let of = ids[1]
                .filter(|_| ids[0] != ids[1])
                .map_or_else(String::new, |id| format!(" of {}", place.called(id)));
            format!("{} lies over {}{of}, which should be seen here", place.mark(found), place.mark(made))
        }
        (None, Some(made)) => format!("{} is not seen here", place.mark(made)),
        (Some(mark), _) => format!("what is seen of {} is not what the layout draws", place.mark(mark)),
        (None, None) => "what is seen here is not what the layout draws".to_owned(),
    };
    out.fault(format!("{name}: {what}"))
        .at(place.file, place.page, Some(left.rect))
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
            // A line covers what it is drawn on, and not the box round it.
            *areas.entry(id).or_default() += both.area() * other.share();
        }
    }
    let mut all: Vec<_> = areas.into_iter().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.into_iter().map(|(id, _)| id).collect()
}

/// The mark that a copy of an earlier one hides, if what is drawn once more lies over what should be seen there.
fn hidden<'m>(copy: &Mark, wanted: &'m [Mark]) -> Option<&'m Mark> {
    let is_hidden = |mark: &&Mark| mark.id == copy.id && mark.rect.overlaps(copy.rect);
    let mut later = wanted.iter().skip_while(|mark| mark.id != copy.id || !is_same(mark, copy)).skip(1);
    later.find(is_hidden).filter(|_| copy.cover >= 1.0 && matches!(copy.what, What::Surface(..)))
}

impl Difference<'_> {
    /// Where it is reported, on either page: the ends of a line reach beyond its box.
    fn places(&self) -> impl Iterator<Item = Rect> {
        let ends = |mark: &Mark| match (&mark.what, self.how) {
            (What::Line(_, stroke), How::Form) => stroke.width / 2.0,
            _ => 0.0,
        };
        self.found.into_iter().chain(self.made).map(move |mark| mark.rect.inflate(ends(mark), ends(mark)))
    }

    fn told(&self, place: &OnPage<'_>, wanted: &[Mark]) -> String {
        match (self.found, self.made) {
            (Some(found), Some(made)) => self.changed(found, made, place),
            (None, Some(made)) => format!("{} is missing", place.mark(made)),
            (Some(found), None) if self.is_rewritten && wanted.iter().any(|own| is_same(own, found)) => {
                let over =
                    hidden(found, wanted).map(|below| format!(", and lies over {}", place.mark(below)));
                format!("{} is drawn once more{}", place.mark(found), over.unwrap_or_default())
            }
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
                match how_drawn::count(found, made).filter(|_| far > 0.01) {
                    Some(count) => format!("{mark} {count}"),
                    None if far > 0.01 => format!("{mark} is {}", sized(found)),
                    None => format!("{mark} {}", how_drawn::difference(found, made)),
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

    pub fn line(&self, id: Option<&Arc<Identity>>) -> Option<crate::diag::Place> {
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
            _ if mark.by_viewer == Some(ByViewer::OwnWay) => format!("an annotation {}", sized(mark)),
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
