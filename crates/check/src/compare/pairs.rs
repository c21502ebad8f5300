//! Which mark of a page is which of the page that it should be.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Rect, Vec2};

use super::marks::SAME;
use super::marks::{Mark, MarkKind, What, is_part_of};
use super::seen::{FAINT, PLAIN, Seen};
use crate::base::identity::Identity;
use crate::read::Rgb;

/// The sides of the squares by which marks are found, in mm.
const SQUARE: f64 = 1.0;
/// How far something is looked for that was moved, in mm.
const FARTHEST: f64 = 30.0;
/// So many marks without a partner are compared with as many others; of more, each is told as missing or added.
const MOST: usize = 2_000;
/// How far two shades may be apart that are the same, of 255: other programs count colours in other steps.
const SAME_SHADE: u8 = 2;

/// One difference.
#[derive(Debug)]
pub struct Difference<'m> {
    /// What was found, if anything.
    pub found: Option<&'m Mark>,
    /// What should be there, if anything.
    pub made: Option<&'m Mark>,
    /// In what the two differ.
    pub how: How,
    /// Whether what is seen may be the same for all that: it stands there a second time, or words are drawn as outlines.
    pub is_rewritten: bool,
    /// Whether what is seen may be the same because a line is drawn as a surface or in parts, or a surface as a line.
    pub is_expanded: bool,
}

impl<'m> Difference<'m> {
    fn new(found: Option<&'m Mark>, made: Option<&'m Mark>, how: How) -> Self {
        Self { found, made, how, is_rewritten: false, is_expanded: false }
    }
}

/// In what two marks differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum How {
    /// One of them is not there.
    Alone,
    /// It lies elsewhere.
    Moved(Vec2),
    /// It has another colour.
    Colour(Rgb, Rgb),
    /// It says something else.
    Words,
    /// Its line has another width, in mm: that which was found, and that which should be.
    Width(f64, f64),
    /// Its form, its size, or the manner in which it is drawn.
    Form,
}

/// The differences between two pages.
#[derive(Debug, Default)]
pub struct Pairs<'m> {
    /// Each difference, in the order of the page that should be.
    pub all: Vec<Difference<'m>>,
    /// What is drawn in another way that nobody sees.
    pub unseen: Vec<&'m Mark>,
    /// Whether all that both pages have lies exactly where it should.
    pub is_exact: bool,
    /// Whether marks lie upon each other in another order, or colours run over them: the pixels decide.
    is_open: bool,
}

/// The square of the page that the middle of a mark lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Square {
    x: i64,
    y: i64,
}

impl Square {
    fn of(mark: &Mark) -> Self {
        let at = mark.rect.center();
        Self { x: (at.x / SQUARE).floor() as i64, y: (at.y / SQUARE).floor() as i64 }
    }

    /// This one, and the eight about it.
    fn about(self) -> impl Iterator<Item = Self> {
        let Self { x, y } = self;
        [0, -1, 1].into_iter().flat_map(move |dx| [0, -1, 1].map(|dy| Self { x: x + dx, y: y + dy }))
    }
}

/// What is the same for two marks that may be the same: what they are of, and their sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Sort<'m> {
    id: Option<&'m Arc<Identity>>,
    kind: MarkKind,
}

/// The marks of a page, by what they are and where they lie.
struct MarkIndex<'m> {
    marks: &'m [Mark],
    by_place: HashMap<(Sort<'m>, Square), Vec<usize>>,
    /// Whether marks are of drawings: another program may have left that out.
    named: bool,
}

impl<'m> MarkIndex<'m> {
    fn new(marks: &'m [Mark], named: bool) -> Self {
        let mut index = Self { marks, by_place: HashMap::new(), named };
        for (at, mark) in marks.iter().enumerate() {
            index.by_place.entry((index.sort(mark), Square::of(mark))).or_default().push(at);
        }
        index
    }

    fn sort(&self, mark: &'m Mark) -> Sort<'m> {
        Sort { id: mark.id.as_ref().filter(|_| self.named), kind: mark.kind() }
    }

    /// The marks that look the same and lie where this one lies.
    fn same_as(&self, mark: &'m Mark) -> impl Iterator<Item = usize> {
        self.alike(mark).filter(|&at| self.marks[at].has_manner_of(mark))
    }

    /// The marks of the same form and colour where this one lies, however they are blended, cut or shaded.
    fn alike(&self, mark: &'m Mark) -> impl Iterator<Item = usize> {
        let sort = self.sort(mark);
        let near = Square::of(mark).about().filter_map(move |square| self.by_place.get(&(sort, square)));
        let is_alike = |own: &Mark| {
            is_alike(own, mark) || !self.named && is_coloured_as(own, mark) && own.is_clipped_as(mark)
        };
        near.flatten().copied().filter(move |&at| is_alike(&self.marks[at]))
    }
}

/// Whether two marks look the same and lie at the same place.
pub fn is_same(a: &Mark, b: &Mark) -> bool {
    is_alike(a, b) && a.has_manner_of(b)
}

fn is_alike(a: &Mark, b: &Mark) -> bool {
    is_coloured_as(a, b) && a.lies_as(b) && a.is_formed_as(b)
}

/// Whether two marks have the same colour.
pub fn is_coloured_as(a: &Mark, b: &Mark) -> bool {
    match (a.colour(), b.colour()) {
        (Some(a), Some(b)) => a.0.iter().zip(b.0).all(|(a, b)| a.abs_diff(b) <= SAME_SHADE),
        (a, b) => a == b,
    }
}

impl<'m> Pairs<'m> {
    /// Pairs the marks of two pages. Those of a drawing are paired with those of the same drawing, unless another
    /// program left out what each is of.
    pub fn of(found: &'m [Mark], made: &'m [Mark]) -> Self {
        let named = found.iter().any(|mark| mark.id.is_some());
        let places = MarkIndex::new(found, named);
        let mut free = vec![true; found.len()];
        let (mut lacking, mut all) = (Vec::new(), Vec::new());
        let mut last = 0;
        let (mut is_open, mut is_exact, mut is_shaded) = (false, true, false);
        for mark in made {
            let Some(at) = places.same_as(mark).filter(|&at| free[at]).min() else {
                lacking.push(mark);
                continue;
            };
            free[at] = false;
            is_open |= at < last || mark.is_shaded && mark.run.is_none();
            is_shaded |= mark.is_shaded;
            is_exact &= found[at].lies_exactly_as(mark);
            last = at;
        }
        // How colours run over a surface is known at some places of it, and between these seen in pixels. Where another
        // program wrote the page anew, small letters on it differ there too.
        is_open |= is_shaded && named;
        // A clip or a mask is other numbers where another program puts points on a grid.
        lacking.retain(|mark| {
            let Some(at) = places.alike(mark).filter(|&at| free[at]).min() else { return true };
            free[at] = false;
            all.push(Difference::new(found.get(at), Some(mark), How::Form));
            false
        });
        let mut left: Vec<&Mark> =
            found.iter().zip(&free).filter(|(_, free)| **free).map(|(mark, _)| mark).collect();
        let few = lacking.len() * left.len() <= MOST * MOST;
        for made in lacking {
            let partner = if few { partner(made, &left, named) } else { None };
            let found = partner.map(|at| left.remove(at));
            let how = found.map_or(How::Alone, |found| how(found, made));
            all.push(Difference::new(found, Some(made), how));
        }
        let twins = MarkIndex::new(made, named);
        all.extend(left.into_iter().map(|found| {
            let is_rewritten = twins.same_as(found).next().is_some();
            Difference { is_rewritten, ..Difference::new(Some(found), None, How::Alone) }
        }));
        outlined(&mut all);
        expanded(&mut all);
        Self { all, unseen: Vec::new(), is_exact, is_open }
    }

    /// Whether the pages are the same.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && !self.is_open
    }

    /// Keeps what an eye can see, and what is not among the pixels.
    pub fn retain_seen(&mut self, seen: &Seen) {
        let (kept, dropped): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.all).into_iter().partition(|difference| {
                if difference.found.is_some_and(|mark| mark.by_viewer.is_some()) {
                    return true;
                }
                let one = difference.one();
                let is_words = one.is_some_and(Mark::is_words);
                let is_line = one.is_some_and(|mark| matches!(mark.what, What::Line(..)));
                let is_picture = one.is_some_and(|mark| matches!(mark.what, What::Picture(..)));
                difference.rects().any(|rect| match difference.how {
                    // A shade is seen where it fills pixels; an edge that moves a little fills a part of some.
                    How::Colour(..) => seen.differs(rect, SAME_SHADE),
                    How::Alone | How::Form if difference.is_expanded => {
                        seen.differs_in_letters(rect) || seen.differs_inside(rect, SAME_SHADE)
                    }
                    // Other programs draw letters in other ways, and put them and clips on a grid.
                    How::Form if is_words => seen.differs_in_letters(rect),
                    // The same letters, of which another program says that they are others.
                    How::Words if difference.has_same_letters() => seen.differs_in_letters(rect),
                    How::Alone if difference.is_rewritten && !difference.is_transparent() => {
                        seen.differs_in_letters(rect)
                    }
                    // Other ends make a line longer by less than a pixel.
                    How::Form if difference.is_in_place() && is_line => seen.differs(rect, PLAIN),
                    How::Form if difference.is_in_place() => {
                        seen.differs_beside(rect, FAINT) || seen.differs_inside(rect, SAME_SHADE)
                    }
                    // Another program leaves out what clips hide.
                    How::Alone if one.is_some_and(|mark| mark.cuts.is_some()) => {
                        let shows = |place| one.is_some_and(|mark| mark.shows_at(place));
                        seen.differs_where(rect, FAINT, shows)
                            || seen.differs_inside_where(rect, SAME_SHADE, shows)
                    }
                    _ if is_picture => seen.differs(rect, FAINT),
                    _ => seen.differs(rect, FAINT) || seen.differs_inside(rect, SAME_SHADE),
                })
            });
        self.all = kept;
        // A surface that is drawn once more may hide what lies over the first: its pixels decide.
        let is_surface = |one: &Mark| matches!(one.what, What::Surface(..));
        let hides = |one: &Difference<'_>| {
            one.is_rewritten && one.made.is_none() && one.found.is_some_and(is_surface)
        };
        let unseen = dropped.iter().filter(|one| !hides(one));
        self.unseen = unseen.flat_map(|one| one.found.into_iter().chain(one.made)).collect();
    }

    /// Adds a surface over which colours run in another way.
    pub fn add_shaded(&mut self, found: Option<&'m Mark>, made: Option<&'m Mark>) {
        self.all.push(Difference::new(found, made, How::Form));
    }

    /// The marks that are reported.
    pub fn marks(&self) -> impl Iterator<Item = &'m Mark> {
        self.all.iter().flat_map(|one| one.found.into_iter().chain(one.made))
    }

    /// The part of a page that has to be looked at as pixels.
    pub fn part(&self, page: Rect) -> Rect {
        let all = self.rects().reduce(|a, b| a.union(b));
        all.filter(|_| !self.is_open).map_or(page, |all| all.inflate(1.0, 1.0).intersect(page))
    }

    /// Where the differences are.
    pub fn rects(&self) -> impl Iterator<Item = Rect> + '_ {
        self.all.iter().flat_map(Difference::rects)
    }
}

impl<'m> Difference<'m> {
    /// Where it is, on either page.
    pub fn rects(&self) -> impl Iterator<Item = Rect> + use<'m> {
        self.found.into_iter().chain(self.made).map(|mark| mark.rect)
    }

    /// The mark that it is about: that which should be, if there is one.
    fn one(&self) -> Option<&'m Mark> {
        self.made.or(self.found)
    }

    /// Whether the same outline lies at the same place.
    fn is_in_place(&self) -> bool {
        self.found.zip(self.made).is_some_and(|(found, made)| found.lies_as(made) && found.is_formed_as(made))
    }

    /// Whether what is below shows through, so that it is seen to be drawn twice.
    fn is_transparent(&self) -> bool {
        self.one().is_some_and(|mark| mark.cover < 1.0)
    }

    /// Whether the same outlines of letters stand at the same places.
    fn has_same_letters(&self) -> bool {
        self.found.zip(self.made).is_some_and(|(found, made)| {
            let (What::Words(a), What::Words(b)) = (&found.what, &made.what) else { return false };
            found.has_manner_of(made)
                && found.lies_as(made)
                && (a.balance.middle - b.balance.middle).hypot() <= SAME / 2.0
        })
    }

    /// The drawing that it is of.
    pub fn id(&self) -> Option<&'m Arc<Identity>> {
        self.made.and_then(|mark| mark.id.as_ref()).or_else(|| self.found?.id.as_ref())
    }
}

/// Finds words that are missing where surfaces of their colour are: they may be drawn as outlines.
fn outlined(all: &mut [Difference<'_>]) {
    let is_missing_word = |one: &Difference<'_>| one.found.is_none() && one.made.is_some_and(Mark::is_words);
    let (mut words, others): (Vec<_>, Vec<_>) = all.iter_mut().partition(|one| is_missing_word(one));
    let is_surface = |mark: &&Mark| matches!(mark.what, What::Surface(..));
    let is_more =
        |one: &&mut Difference<'_>| one.made.is_none() && one.found.as_ref().is_some_and(is_surface);
    let mut surfaces: Vec<_> = others.into_iter().filter(is_more).collect();
    if words.len() * surfaces.len() > MOST * MOST {
        return;
    }
    for surface in &mut surfaces {
        for word in &mut words {
            let (Some(made), Some(found)) = (word.made, surface.found) else { continue };
            if made.rect.inflate(SAME, SAME).contains_rect(found.rect) && is_coloured_as(made, found) {
                (word.is_rewritten, surface.is_rewritten) = (true, true);
            }
        }
    }
}

/// A mark of a difference.
struct Side<'m> {
    /// The place of the difference among all.
    at: usize,
    mark: &'m Mark,
    /// Whether it is on the page that was found.
    is_found: bool,
}

/// Finds lines that are drawn as surfaces or in parts, and surfaces that are drawn as lines.
fn expanded(all: &mut [Difference<'_>]) {
    let mut sides = Vec::new();
    for (at, one) in all.iter().enumerate() {
        if matches!(one.how, How::Alone | How::Form) {
            sides.extend(one.found.map(|mark| Side { at, mark, is_found: true }));
            sides.extend(one.made.map(|mark| Side { at, mark, is_found: false }));
        }
    }
    sides.retain(|side| [MarkKind::Surface, MarkKind::Line].contains(&side.mark.kind()));
    let lines: Vec<&Side<'_>> = sides.iter().filter(|side| side.mark.kind() == MarkKind::Line).collect();
    if lines.len() * sides.len() > MOST * MOST {
        return;
    }
    let mut expanded = Vec::new();
    for one in &sides {
        // The two of one difference are not parts of each other: they have other ends, or dashes.
        for line in lines.iter().filter(|line| line.is_found != one.is_found && line.at != one.at) {
            if line.mark.rect.inflate(SAME, SAME).contains_rect(one.mark.rect)
                && is_part_of(one.mark, line.mark)
            {
                expanded.extend([one.at, line.at]);
            }
        }
    }
    for at in expanded {
        all[at].is_expanded = true;
    }
}

/// Which of the marks without a partner stands for one that should be there.
fn partner(made: &Mark, left: &[&Mark], named: bool) -> Option<usize> {
    let fits = left.iter().enumerate().filter(|(_, mark)| {
        mark.kind() == made.kind() && (!named || mark.id.is_none() || mark.id == made.id)
    });
    let reach = FARTHEST.min(2.0 + made.rect.width().max(made.rect.height()));
    let words = made.words();
    let cost = |mark: &Mark| {
        let apart = mark.rect.center().distance(made.rect.center());
        if apart > reach {
            return None;
        }
        let (a, b) = (mark.rect.size(), made.rect.size());
        let size = (a.width - b.width).abs() + (a.height - b.height).abs();
        let other =
            f64::from(u8::from(!is_coloured_as(mark, made))) + f64::from(u8::from(mark.words() != words));
        Some(apart + size + other)
    };
    let costs = fits.filter_map(|(index, mark)| Some((index, cost(mark)?)));
    costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
}

fn how(found: &Mark, made: &Mark) -> How {
    if found.words() != made.words() {
        return How::Words;
    }
    if let (false, Some(a), Some(b)) = (is_coloured_as(found, made), found.colour(), made.colour()) {
        return How::Colour(a, b);
    }
    if let (What::Line(_, a), What::Line(_, b)) = (&found.what, &made.what)
        && (a.width - b.width).abs() > 0.005
    {
        return How::Width(a.width, b.width);
    }
    if found.is_formed_as(made) && !found.lies_as(made) {
        return How::Moved(found.anchor() - made.anchor());
    }
    How::Form
}
