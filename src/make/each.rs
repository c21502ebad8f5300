//! Each piece, or each deck, in a file of its own, cut out: for shops and simulators.

use super::pictures::{DPI, Shown, size, undrawable};
use super::{Made, Making, Order, Stack, folder};
use crate::base::units::Trimmed;
use crate::diag::{Report, Result, codes};
use crate::layout::{Each, Picture, Plan, Shows};
use crate::print::job::Job;
use crate::record::BuildId;
use crate::write::png::Wish;
use crate::write::{self, About};

/// A deck in one picture is so many pixels at the most, across and down, where nobody asks for others: every machine
/// that a simulator runs on shows that many.
const GRID_PIXELS: u32 = 4096;

/// A picture that becomes a file.
struct Chosen {
    /// Which of all pictures.
    index: usize,
    /// Its name below the build's folder.
    name: String,
    /// The numbers of its pieces.
    pieces: Vec<usize>,
    /// Columns and rows, where it is a grid.
    grid: Option<(usize, usize)>,
    /// Whether it is the back of all pieces.
    of_all: bool,
}

impl Chosen {
    /// A picture of pieces, or of a board, that is no grid.
    fn new(index: usize, name: String, pieces: Vec<usize>) -> Self {
        Self { index, name, pieces, grid: None, of_all: false }
    }
}

/// Each piece, or each deck, as a picture of its own: `GAME-PAPER/COMPONENT/007.png`, `GAME-PAPER/COMPONENT/deck.png`;
/// a board as `GAME-PAPER/COMPONENT.png`.
///
/// # Errors
/// Everything that cannot be drawn, and pictures that would be too large.
pub fn each(plan: &Plan<'_>, order: &Order<'_>, each: Each, dpi: Option<u32>) -> Result<Making, Report> {
    plan.game().pictures.leave_unpacked();
    let mut pictures = plan.pictures(each);
    let dpi = dpi.unwrap_or_else(|| if each == Each::Deck { modest(&pictures) } else { DPI });
    let grids = pictures.len();
    if each == Each::Deck {
        // Whether one back is enough for a deck, its backs one by one say.
        pictures.extend(plan.pictures(Each::Piece).into_iter().filter(is_back));
    }
    for picture in &pictures {
        pixels(picture, dpi)?;
    }
    let pages = write::pdf::pages(&plan.pages_of(&pictures), Job::default(), order.fonts, Some(plan.game()))?;
    let mut warnings = Report::default();
    // What is said of every copy is said once.
    let mut said = Vec::new();
    for warning in pages.warnings.sorted() {
        if !said.contains(&(warning.code, warning.place)) {
            said.push((warning.code, warning.place));
            warnings.push(warning.clone());
        }
    }
    if each == Each::Bled {
        without_bleed(plan, &pictures, &mut warnings);
    }
    let chosen = match each {
        Each::Piece | Each::Bled => by_piece(&pictures, &pages.digests),
        Each::Deck => by_deck(&pictures, grids, &pages.digests),
    };
    let about = About::game(plan.game(), plan.game().title.clone());
    let pdf = write::pdf::bind(&about, BuildId::default(), pages, order.fonts, &[])?;
    let mut wishes = Vec::with_capacity(chosen.len());
    let mut shows = Vec::with_capacity(chosen.len());
    for one in &chosen {
        let picture = &pictures[one.index];
        let pixels = pixels(picture, dpi)?;
        let title = format!("{}: {}", plan.game().title, one.name.trim_end_matches(".png"));
        let (see_through, about) = (picture.is_see_through(), About::game(plan.game(), title));
        wishes.push(Wish { page: one.index, pixels, dpi, see_through, about });
        shows.push(Shown {
            component: picture.component.name.to_string(),
            pixels,
            dpi,
            size: picture.size,
            pieces: one.pieces.clone(),
            times: picture.component.print,
            grid: one.grid,
            back: is_back(picture),
            of_all: one.of_all,
            bleed: match &picture.shows {
                Shows::Board(..) => 0.0,
                Shows::Pieces { bleed, .. } => *bleed,
            },
        });
    }
    let files = write::png::pictures(pdf.in_memory()?, &wishes).ok_or_else(undrawable)?;
    let folder = folder(order.stem, order.options);
    let made = chosen.into_iter().zip(files).map(|(one, bytes)| Made {
        stack: Stack { name: None, part: None, components: Vec::new(), sheets: 0..0 },
        name: format!("{folder}/{}", one.name),
        bytes: bytes.into(),
    });
    let shows = super::Shows::Pictures(shows);
    Ok(Making { made: made.collect(), shows, warnings, proof: None })
}

/// Pieces that have no bleed, where it was asked for, are told.
fn without_bleed(plan: &Plan<'_>, pictures: &[Picture<'_>], warnings: &mut Report) {
    for component in &plan.game().components {
        let own = |picture: &&Picture<'_>| picture.component.name == component.name;
        let first = pictures.iter().find(own);
        if first.is_some_and(|p| matches!(p.shows, Shows::Pieces { bleed: 0.0, .. })) {
            let message = format!(
                "`{}` has no `bleed`, so its pictures end at the cut in spite of --bleed",
                component.name
            );
            let warning = codes::WITHOUT_BLEED.warning(message).at(component.place);
            warnings.push(warning.hint("bleed = \"3mm\", or what the shop asks for"));
        }
    }
}

fn is_back(picture: &Picture<'_>) -> bool {
    matches!(picture.shows, Shows::Pieces { back: true, .. })
}

/// How large a picture is.
fn pixels(picture: &Picture<'_>, dpi: u32) -> Result<(u32, u32)> {
    let name = &picture.component.name;
    let (w, h) = (Trimmed(picture.size.width), Trimmed(picture.size.height));
    let (cell, grid) = picture.cells();
    size(cell, grid, dpi, &format!("a picture of `{name}`, {w} x {h} mm,"))
}

/// As many pixels to the inch as may be, so that no picture is larger than a simulator should be given.
fn modest(pictures: &[Picture<'_>]) -> u32 {
    let fits = |dpi: &u32| {
        let large = |picture| pixels(picture, *dpi).map_or(true, |(w, h)| w.max(h) > GRID_PIXELS);
        !pictures.iter().any(large)
    };
    (10..=DPI).rev().find(fits).unwrap_or(10)
}

/// A picture, and where it stands among all.
type Placed<'p, 'a> = (usize, &'p Picture<'a>);

/// Pictures of one component, one after another.
fn components<'p, 'a>(pictures: &'p [Picture<'a>]) -> Vec<Vec<Placed<'p, 'a>>> {
    let all: Vec<Placed<'_, '_>> = pictures.iter().enumerate().collect();
    let runs = all.chunk_by(|(_, a), (_, b)| a.component.name == b.component.name);
    runs.map(<[Placed<'_, '_>]>::to_vec).collect()
}

/// The numbers of the pieces on a picture; none on a board.
fn numbers(picture: &Picture<'_>) -> Vec<usize> {
    match &picture.shows {
        Shows::Board(..) => Vec::new(),
        Shows::Pieces { deck, range, .. } => range.clone().map(|i| deck.number(i)).collect(),
    }
}

/// The one back that all pieces of a component have; none where backs differ.
fn one_back(backs: &[Placed<'_, '_>], digests: &[String]) -> Option<Chosen> {
    let ((index, first), rest) = backs.split_first()?;
    if rest.iter().any(|(other, _)| digests.get(*other) != digests.get(*index)) {
        return None;
    }
    let name = format!("{}/back.png", first.component.name);
    let pieces = backs.iter().flat_map(|(_, picture)| numbers(picture)).collect();
    Some(Chosen { of_all: true, ..Chosen::new(*index, name, pieces) })
}

/// Each different piece once, with its back; a back that all have once.
fn by_piece(pictures: &[Picture<'_>], digests: &[String]) -> Vec<Chosen> {
    let mut chosen = Vec::new();
    for run in components(pictures) {
        let (backs, fronts): (Vec<_>, Vec<_>) = run.into_iter().partition(|(_, picture)| is_back(picture));
        let one_back = one_back(&backs, digests);
        // The first of those that look alike, the numbers of all of them, and its back.
        let mut different: Vec<(Placed<'_, '_>, Vec<usize>, Option<usize>)> = Vec::new();
        let mut known = crate::base::map::Map::new();
        for (index, picture) in fronts {
            let is_there = |next: &usize| backs.binary_search_by_key(next, |(back, _)| *back).is_ok();
            let back = Some(index + 1).filter(is_there);
            let look = (digests.get(index), back.and_then(|back| digests.get(back)));
            let at = *known.entry(look).or_insert_with(|| {
                different.push(((index, picture), Vec::new(), back));
                different.len() - 1
            });
            different[at].1.extend(numbers(picture));
        }
        for ((index, picture), pieces, back) in different {
            let name = &picture.component.name;
            let Shows::Pieces { deck, .. } = &picture.shows else {
                chosen.push(Chosen::new(index, format!("{name}.png"), pieces));
                continue;
            };
            let digits = deck.total.to_string().len().max(3);
            let copies = pieces.len() * picture.component.print as usize;
            let copies = if copies > 1 { format!("-x{copies}") } else { String::new() };
            let stem = format!("{name}/{:0digits$}{copies}", pieces.first().copied().unwrap_or(0));
            chosen.push(Chosen::new(index, format!("{stem}.png"), pieces.clone()));
            let back = back.filter(|_| one_back.is_none());
            chosen.extend(back.map(|back| Chosen::new(back, format!("{stem}-back.png"), pieces)));
        }
        chosen.extend(one_back);
    }
    chosen
}

/// The grids of each deck; those of its backs only if they differ, else one back. From `grids` on stand backs by
/// themselves.
fn by_deck(pictures: &[Picture<'_>], grids: usize, digests: &[String]) -> Vec<Chosen> {
    let mut chosen = Vec::new();
    for run in components(&pictures[..grids]) {
        let name = &run[0].1.component.name;
        let backs = pictures.iter().enumerate().skip(grids);
        let backs: Vec<_> = backs.filter(|(_, picture)| picture.component.name == *name).collect();
        let one_back = one_back(&backs, digests);
        let fronts = run.iter().filter(|(_, picture)| !is_back(picture)).count();
        let mut number = 0;
        for (index, picture) in run {
            let Shows::Pieces { grid, back, .. } = &picture.shows else {
                chosen.push(Chosen::new(index, format!("{name}.png"), Vec::new()));
                continue;
            };
            number += usize::from(!back);
            if *back && one_back.is_some() {
                continue;
            }
            let which = if fronts > 1 { format!("-{number}") } else { String::new() };
            let side = if *back { "-back" } else { "" };
            let one = Chosen::new(index, format!("{name}/deck{which}{side}.png"), numbers(picture));
            chosen.push(Chosen { grid: Some(*grid), ..one });
        }
        chosen.extend(one_back);
    }
    chosen
}
