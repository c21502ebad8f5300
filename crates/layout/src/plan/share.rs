//! Which components share sheets: those of one paper, stock, sides and number of prints, where that saves a sheet.

use std::ops::Range;
use std::sync::Arc;

use super::{Content, SheetPlan};
use crate::layout::impose::{self, Lot, PackFit};
use crate::layout::setup::Setup;
use crate::model::{Component, Deck};
use crate::print::setup::Backs;

/// More components than these are not looked through for what shares a sheet: it would take long.
const MOST: usize = 60;

/// Some pieces of one component.
#[derive(Debug, Clone)]
struct Part<'a> {
    component: &'a Component,
    deck: &'a Deck,
    pieces: Range<usize>,
}

/// Pieces of one size that a sheet is not full of, and how they lie if they have it to themselves.
#[derive(Debug, Clone)]
struct Rest<'a> {
    parts: Vec<Part<'a>>,
    fit: PackFit,
}

/// What lies together on a sheet.
struct Shared<'a> {
    blocks: Vec<Rest<'a>>,
    between: Arc<[impose::CutLine]>,
}

/// Sheets, and how many more there would be if each component had its own.
#[derive(Debug)]
pub struct Sheets<'a> {
    /// In printing order.
    pub sheets: Vec<SheetPlan<'a>>,
    /// How many are saved.
    pub saved: usize,
}

/// The sheets of all components, one list for each component; those that share some are one list, where the first of
/// them stands.
pub fn share<'a>(sheets: Vec<Vec<SheetPlan<'a>>>, setup: &Setup) -> Sheets<'a> {
    let mut saved = 0;
    let mut lists: Vec<Option<Vec<SheetPlan<'a>>>> = sheets.into_iter().map(Some).collect();
    let mut groups: Vec<(Like<'a>, Vec<usize>)> = Vec::new();
    for (index, list) in lists.iter().enumerate() {
        let Some(like) = list.as_ref().and_then(|list| Like::of(list, setup)) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == like) {
            Some((_, group)) => group.push(index),
            None => groups.push((like, vec![index])),
        }
    }
    for (_, group) in groups.into_iter().filter(|(_, group)| (2..=MOST).contains(&group.len())) {
        let together: Vec<&[SheetPlan<'a>]> = group.iter().filter_map(|i| lists[*i].as_deref()).collect();
        if let Some(fewer) = fewer(&together, setup) {
            let fronts = |sheets: &[SheetPlan<'a>]| sheets.iter().filter(|sheet| !sheet.is_back()).count();
            saved += together.iter().map(|list| fronts(list)).sum::<usize>() - fronts(&fewer);
            group.iter().for_each(|i| lists[*i] = None);
            lists[group[0]] = Some(fewer);
        }
    }
    Sheets { sheets: lists.into_iter().flatten().flatten().collect(), saved }
}

/// What components that share a sheet have in common.
#[derive(PartialEq)]
struct Like<'a> {
    paper: (f64, f64),
    stock: Option<&'a str>,
    print: u32,
    backs: bool,
}

impl<'a> Like<'a> {
    /// None where they have sheets of their own whatever else there is.
    fn of(sheets: &[SheetPlan<'a>], setup: &Setup) -> Option<Self> {
        let first = sheets.first()?;
        let (Content::Fronts(deck, ..), component) = (&first.content, first.component) else { return None };
        if !component.share || deck.die_sheet.is_some() || !first.beside.is_empty() {
            return None;
        }
        let paper = setup.paper.sheet(component.class);
        let backs = !deck.back.is_empty() && setup.print_setup.way() != Backs::None;
        let (stock, print) = (component.stock.as_deref(), component.print);
        Some(Self { paper: (paper.width, paper.height), stock, print, backs })
    }
}

/// The sheets of components that share them; none where that saves no sheet.
fn fewer<'a>(together: &[&[SheetPlan<'a>]], setup: &Setup) -> Option<Vec<SheetPlan<'a>>> {
    let alone: usize = together.iter().map(|list| fronts(list).count()).sum();
    let (mut sheets, mut rests) = (Vec::new(), Vec::new());
    for class in classes(together) {
        match one_deck(&class, setup) {
            Some(filled) => filled.sort(&mut sheets, &mut rests),
            None => class.iter().for_each(|list| Filled::of(list).sort(&mut sheets, &mut rests)),
        }
    }
    let shared = packed(rests, setup);
    if sheets.len() + shared.len() >= alone {
        return None;
    }
    let flips = matches!(setup.print_setup.way(), Backs::FlipLong | Backs::FlipShort);
    let full = sheets.into_iter().map(|rest| Shared { blocks: vec![rest], between: Arc::new([]) });
    let mut all: Vec<(usize, Shared<'a>)> = full
        .chain(shared)
        .map(|sheet| {
            let first = sheet.blocks.first().and_then(|block| block.parts.first());
            let is = |list: &&[SheetPlan<'a>]| {
                first.is_some_and(|first| list[0].component.name == first.component.name)
            };
            (together.iter().position(is).unwrap_or_default(), sheet)
        })
        .collect();
    all.sort_by_key(|(first, _)| *first);
    Some(all.into_iter().flat_map(|(_, sheet)| sheet.plans(flips)).collect())
}

fn fronts<'p, 'a>(list: &'p [SheetPlan<'a>]) -> impl Iterator<Item = (Part<'a>, &'p PackFit)> {
    list.iter().filter_map(|sheet| match &sheet.content {
        Content::Fronts(deck, fit, pieces) => {
            Some((Part { component: sheet.component, deck, pieces: pieces.clone() }, fit))
        }
        _ => None,
    })
}

/// Components whose pieces have the same size and outline, and lie and are cut alike.
fn classes<'l, 'a>(together: &[&'l [SheetPlan<'a>]]) -> Vec<Vec<&'l [SheetPlan<'a>]>> {
    let alike = |a: &[SheetPlan<'a>], b: &[SheetPlan<'a>]| {
        let (Some((a, one)), Some((b, other))) = (fronts(a).next(), fronts(b).next()) else { return false };
        let marks = |deck: &Deck| deck.marks.map(|marks| marks.what);
        let (a, b) = (a.deck, b.deck);
        one.piece == other.piece
            && (a.outline, a.pack, marks(a), a.grid) == (b.outline, b.pack, marks(b), b.grid)
            && (a.bleed, a.back_bleed) == (b.bleed, b.back_bleed)
    };
    let mut classes: Vec<Vec<&[SheetPlan<'a>]>> = Vec::new();
    for list in together {
        match classes.iter_mut().find(|class| alike(class[0], list)) {
            Some(class) => class.push(list),
            None => classes.push(vec![list]),
        }
    }
    classes
}

/// Sheets that are full, and what is left for a last one.
struct Filled<'a> {
    sheets: Vec<Rest<'a>>,
}

impl<'a> Filled<'a> {
    /// A component as it lies by itself.
    fn of(list: &[SheetPlan<'a>]) -> Self {
        let sheets = fronts(list).map(|(part, fit)| Rest { parts: vec![part], fit: fit.clone() });
        Self { sheets: sheets.collect() }
    }

    fn sort(self, full: &mut Vec<Rest<'a>>, rests: &mut Vec<Rest<'a>>) {
        for sheet in self.sheets {
            if sheet.count() < sheet.fit.slots.len() { rests.push(sheet) } else { full.push(sheet) }
        }
    }
}

/// Components of alike pieces laid out as if they were one; none where that saves no sheet.
fn one_deck<'a>(class: &[&[SheetPlan<'a>]], setup: &Setup) -> Option<Filled<'a>> {
    let (first, fit) = fronts(class.first()?).next()?;
    let all = class.iter().filter_map(|list| {
        let (part, _) = fronts(list).next()?;
        Some((part.component, part.deck))
    });
    let decks: Vec<(&Component, &Deck)> = all.collect();
    let count = decks.iter().map(|(_, deck)| deck.pieces.len()).sum();
    let paper = setup.paper.sheet(first.component.class);
    let fit = impose::fit_for(count, first.deck, fit.piece, paper, setup)?;
    let holds = fit.slots.len();
    let alone: usize = class.iter().map(|list| fronts(list).count()).sum();
    if count.div_ceil(holds) >= alone {
        return None;
    }
    let new = || Rest { parts: Vec::new(), fit: fit.clone() };
    let (mut sheets, mut rests): (Vec<Rest<'a>>, Vec<Part<'a>>) = (Vec::new(), Vec::new());
    for (component, deck) in decks {
        let (pieces, full) = (deck.pieces.len(), deck.pieces.len() / holds * holds);
        for from in (0..full).step_by(holds) {
            let parts = vec![Part { component, deck, pieces: from..from + holds }];
            sheets.push(Rest { parts, ..new() });
        }
        rests.extend((full < pieces).then_some(Part { component, deck, pieces: full..pieces }));
    }
    // Each rest on one sheet, if that takes no more of them.
    let mut whole: Vec<Rest<'a>> = Vec::new();
    for part in rests.iter().cloned() {
        match whole.iter_mut().find(|sheet| sheet.count() + part.pieces.len() <= holds) {
            Some(sheet) => sheet.parts.push(part),
            None => whole.push(Rest { parts: vec![part], ..new() }),
        }
    }
    if sheets.len() + whole.len() == count.div_ceil(holds) {
        sheets.append(&mut whole);
        return Some(Filled { sheets });
    }
    let first = sheets.len();
    for Part { component, deck, pieces } in rests {
        let mut from = pieces.start;
        while from < pieces.end {
            if sheets[first..].last().is_none_or(|last| last.count() == holds) {
                sheets.push(new());
            }
            let Some(last) = sheets.last_mut() else { break };
            let to = pieces.end.min(from + holds - last.count());
            last.parts.push(Part { component, deck, pieces: from..to });
            from = to;
        }
    }
    Some(Filled { sheets })
}

/// Sheets of the rests: each takes those that still fit beside what lies there, the largest first.
fn packed<'a>(mut rests: Vec<Rest<'a>>, setup: &Setup) -> Vec<Shared<'a>> {
    rests.sort_by(|a, b| b.area().total_cmp(&a.area()));
    let mut sheets: Vec<Shared<'a>> = Vec::new();
    'rests: for rest in rests {
        for sheet in &mut sheets {
            if let Some(more) = sheet.with(&rest, setup) {
                *sheet = more;
                continue 'rests;
            }
        }
        sheets.push(Shared { blocks: vec![rest], between: Arc::new([]) });
    }
    sheets
}

impl<'a> Rest<'a> {
    fn count(&self) -> usize {
        self.parts.iter().map(|part| part.pieces.len()).sum()
    }

    /// Of the boxes round its pieces, in mm².
    fn area(&self) -> f64 {
        self.count() as f64 * self.fit.piece.area()
    }
}

impl<'a> Shared<'a> {
    /// The same with some pieces more; none where they have no room.
    fn with(&self, rest: &Rest<'a>, setup: &Setup) -> Option<Self> {
        let mut blocks: Vec<Rest<'a>> = self.blocks.iter().chain([rest]).cloned().collect();
        let first = rest.parts.first()?;
        let paper = setup.paper.sheet(first.component.class);
        // Of a honeycomb, a quarter of each box is shared with the next pieces.
        if blocks.iter().map(Rest::area).sum::<f64>() * 0.75 > paper.area() {
            return None;
        }
        let lots: Vec<Lot<'a>> = blocks
            .iter()
            .filter_map(|block| {
                let deck = block.parts.first()?.deck;
                Some(Lot { deck, piece: block.fit.piece, count: block.count() })
            })
            .collect();
        let laid = impose::blocks(&lots, paper, setup)?;
        blocks.iter_mut().zip(laid.fits).for_each(|(block, fit)| block.fit = fit);
        // The sheet is called after the first of its components.
        blocks.sort_by_key(|block| block.parts.first().map(|part| part.component.place.start));
        Some(Self { blocks, between: laid.between.into() })
    }

    /// Its pages: fronts and, on its other side, backs.
    fn plans(self, flips: bool) -> Vec<SheetPlan<'a>> {
        let Self { blocks, between } = self;
        let two =
            flips && blocks.iter().flat_map(|block| &block.parts).any(|part| !part.deck.back.is_empty());
        let page = |back: bool| {
            let mut parts = blocks.iter().flat_map(|block| {
                let mut taken = 0;
                block.parts.iter().map(move |Part { component, deck, pieces }| {
                    let fit = PackFit { taken, ..block.fit.clone() };
                    taken += pieces.len();
                    let (size, pieces) = (fit.sheet, pieces.clone());
                    let content = if back {
                        Content::Backs(deck, fit, pieces)
                    } else {
                        Content::Fronts(deck, fit, pieces)
                    };
                    SheetPlan::of(component, size, content)
                })
            });
            let first = parts.next()?;
            Some(SheetPlan { beside: parts.collect(), between: Arc::clone(&between), ..first })
        };
        [Some(false), two.then_some(true)].into_iter().flatten().filter_map(page).collect()
    }
}
