//! Pixels that no reported difference explains, and whose they are.
//!
//! In go both pages as pixels, their marks, and what is reported of them. Out come groups of the other pixels: on each page
//! the topmost mark there. Nothing here decides how a mark differs.

use kurbo::{BezPath, Cap, Join, Rect, Shape as _, Stroke, StrokeOpts};

use super::marks::{Mark, What};
use super::pairs::is_same;
use super::seen::{FEW, Seen};
use crate::base::identity::Identity;
use crate::raster::{Numbered, Topmost};

/// How far what is reported explains pixels beyond its own edge, in mm.
const REACH: f64 = 0.5;
/// How far what another program may have drawn in another way is, in mm.
const EDGE: f64 = 0.2;

/// An edge of a group has fewer of its pixels than one of so many.
const SHARE: usize = 50;
/// So many groups of pixels are held against each other, the largest first.
const MOST: usize = 2_000;
/// What reaches farther beyond its visible part, in mm, is taken for the box of that.
const FARTHEST: f64 = 2_000.0;

/// What is known of each pixel.
const TOLERATED: u32 = 1;
const EXPLAINED: u32 = 2;

/// The marks of two pages.
#[derive(Clone, Copy)]
pub struct Marks<'m> {
    pub found: &'m [Mark],
    pub made: &'m [Mark],
}

/// What is known of a page before its pixels are held to it.
#[derive(Default)]
pub struct Known<'m> {
    /// What is reported.
    pub explained: Vec<&'m Mark>,
    /// What is drawn in another way that nobody sees.
    pub tolerated: Vec<&'m Mark>,
    /// Whether all that both pages have lies exactly where it should: no other program drew it anew.
    pub is_exact: bool,
}

/// Pixels of one cause: the topmost mark of each page there.
#[derive(Debug, Clone, Copy)]
pub struct Left<'m> {
    /// Where they are, in mm.
    pub rect: Rect,
    /// How many there are.
    pub count: usize,
    pub found: Option<&'m Mark>,
    pub made: Option<&'m Mark>,
}

impl Left<'_> {
    /// Whether the same mark is on top of both pages.
    pub fn is_same(&self) -> bool {
        self.found.zip(self.made).is_some_and(|(found, made)| is_same(found, made))
    }

    /// The drawing that the page shows there, and the one that it should show.
    fn ids(&self) -> [Option<&Identity>; 2] {
        [self.found, self.made].map(|mark| mark.and_then(|mark| mark.id.as_deref()))
    }
}

/// Returns the pixels that differ without a reason, by the marks that lie there; most pixels first.
pub fn left<'m>(seen: &Seen, marks: Marks<'m>, known: &Known<'_>) -> Vec<Left<'m>> {
    if !seen.differs_at_all() {
        return Vec::new();
    }
    let tolerated = known.tolerated.iter().flat_map(|mark| areas(mark, EDGE, TOLERATED));
    let explained = known.explained.iter().flat_map(|mark| areas(mark, REACH, EXPLAINED));
    let Some(levels) = seen.topmost(tolerated.chain(explained)) else { return Vec::new() };
    let is_open = |at: usize| levels.get(at).is_some_and(|level| level < EXPLAINED);
    let is_exact = |at: usize| known.is_exact && levels.get(at) == Some(0);
    let pixels = seen.unexplained(is_open, is_exact);
    if pixels.all.len() < FEW {
        return Vec::new();
    }
    // What covers all that is below it tells more than what is transparent on top of it.
    let opaque = Owners::of(seen, marks, pixels.part, |mark| mark.cover >= 1.0);
    let all = Owners::of(seen, marks, pixels.part, |_| true);
    let pair = |[found, made]: [Option<usize>; 2]| Left {
        rect: Rect::ZERO,
        count: 0,
        found: found.and_then(|at| marks.found.get(at)),
        made: made.and_then(|at| marks.made.get(at)),
    };
    let own = |at: usize| match (&opaque, &all) {
        (Some(opaque), Some(all)) => {
            let own = opaque.at(at);
            if own == [None, None] || pair(own).is_same() { all.at(at) } else { own }
        }
        _ => [None, None],
    };
    let mut owned: Vec<_> = pixels.all.iter().map(|&at| (own(at), at)).collect();
    owned.sort_unstable();
    let groups = owned.chunk_by(|a, b| a.0 == b.0).map(|group| {
        let rect = group.iter().map(|(_, at)| seen.pixel(*at)).reduce(|a, b| a.union(b));
        let own = group.first().map_or([None, None], |first| first.0);
        Left { rect: rect.unwrap_or_default(), count: group.len(), ..pair(own) }
    });
    by_drawing(groups.collect())
}

/// Puts groups together that are of the same two drawings, under the marks that most of their pixels are of; a few pixels
/// at the edge of others are theirs.
fn by_drawing(mut groups: Vec<Left<'_>>) -> Vec<Left<'_>> {
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups.truncate(MOST);
    let mut all: Vec<Left<'_>> = Vec::new();
    for group in groups {
        let is_shaded = |one: &Left<'_>| one.is_same() && one.made.is_some_and(|mark| mark.is_shaded);
        let of_same = |known: &&mut Left<'_>| known.ids() == group.ids() && !is_shaded(&group);
        match all.iter_mut().find(of_same) {
            Some(known) => {
                known.rect = known.rect.union(group.rect);
                known.count += group.count;
            }
            None => all.push(group),
        }
    }
    all.sort_by_key(|group| std::cmp::Reverse(group.count));
    // An edge that two drawings share has some pixels of each.
    let larger = all.clone();
    let is_edge = |group: &Left<'_>| {
        larger
            .iter()
            .take_while(|other| other.count / SHARE >= group.count)
            .any(|other| other.rect.inflate(REACH, REACH).contains_rect(group.rect))
    };
    all.retain(|group| group.count >= FEW && !is_edge(group));
    all
}

/// The topmost mark of each page at each pixel: its number from 1.
struct Owners {
    found: Topmost,
    made: Topmost,
}

impl Owners {
    /// Of the wanted marks, where they lie on a part of the page.
    fn of(seen: &Seen, marks: Marks<'_>, part: Rect, wanted: impl Fn(&Mark) -> bool) -> Option<Self> {
        let one = |marks: &[Mark]| {
            let wanted = marks.iter().zip(1..).filter(|(mark, _)| wanted(mark) && mark.rect.overlaps(part));
            seen.topmost(wanted.flat_map(|(mark, number)| areas(mark, 0.0, number)))
        };
        Some(Self { found: one(marks.found)?, made: one(marks.made)? })
    }

    fn at(&self, at: usize) -> [Option<usize>; 2] {
        [&self.found, &self.made].map(|owners| {
            let number = owners.get(at).unwrap_or(0);
            usize::try_from(number).ok()?.checked_sub(1)
        })
    }
}

/// What a mark covers, and so much about it, in mm.
fn areas(mark: &Mark, reach: f64, number: u32) -> impl Iterator<Item = Numbered> + use<> {
    // The ends of a line are no part of its box.
    let ends = if let What::Line(_, stroke) = &mark.what { stroke.width / 2.0 } else { 0.0 };
    let within = mark.rect.inflate(reach + ends, reach + ends);
    let reaches_far = |path: &BezPath| !within.inflate(FARTHEST, FARTHEST).contains_rect(path.control_box());
    let (path, edge) = match &mark.what {
        What::Surface(path, _) | What::Line(path, _) if reaches_far(path) => (within.to_path(0.1), None),
        What::Surface(path, _) => (path.clone(), (reach > 0.0).then(|| line(path, 2.0 * reach, Join::Round))),
        // Corners may be sharp.
        What::Line(path, stroke) => (line(path, stroke.width + 2.0 * reach, Join::Miter), None),
        What::Words(_) => (within.to_path(0.1), None),
        What::Picture([a, b, c, d]) => {
            let mut path = BezPath::new();
            path.move_to(*a);
            [b, c, d].into_iter().for_each(|corner| path.line_to(*corner));
            path.close_path();
            (path, (reach > 0.0).then(|| within.to_path(0.1)))
        }
    };
    [Some(path), edge].into_iter().flatten().map(move |path| Numbered { path, within, number })
}

/// The area of a line of so many mm along an outline.
fn line(path: &BezPath, width: f64, join: Join) -> BezPath {
    /// How far the edge may be from where it belongs, in mm.
    const NEAR: f64 = 0.02;
    /// The thinnest line is a pixel.
    const THINNEST: f64 = 0.15;
    let style = Stroke::new(width.max(THINNEST)).with_caps(Cap::Square).with_join(join);
    kurbo::stroke(path, &style, &StrokeOpts::default(), NEAR)
}
