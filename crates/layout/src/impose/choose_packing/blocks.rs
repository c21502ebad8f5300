//! Pieces of several sizes on one sheet: each size in a block of columns and rows, with room for its marks, so that
//! straight cuts through the sheet, and then through what these leave, part the blocks.

use kurbo::{Rect, Size, Vec2};

use super::{Bed, Rule};
use crate::layout::impose::asked::Asked;
use crate::layout::impose::duplex::widest_bleed;
use crate::layout::impose::grid::turned;
use crate::layout::impose::lines::CutLine;
use crate::layout::impose::pack_fit::PackFit;
use crate::layout::impose::slot::Slot;
use crate::layout::setup::{Setup, TOLERANCE};
use crate::model::{Deck, Outline};
use crate::spec::values::value::Grid;

/// Pieces of one size that lie together.
#[derive(Debug, Clone, Copy)]
pub struct Lot<'d> {
    /// A deck with such pieces.
    pub deck: &'d Deck,
    /// Width and height of one, in mm.
    pub piece: Size,
    /// How many there are.
    pub count: usize,
}

/// What lies where on a sheet.
#[derive(Debug)]
pub struct Blocks {
    /// The block of each lot.
    pub fits: Vec<PackFit>,
    /// The cuts that part the blocks, in the order they are made.
    pub between: Vec<CutLine>,
}

/// Round a block and its bleed, in mm: a mark of 3 mm that begins 1 mm beside the pieces.
const RIM: f64 = 4.0;

/// A way for a lot to lie.
#[derive(Debug)]
struct Way {
    fit: PackFit,
    /// What it takes, with its bleed and its rim.
    size: Size,
}

/// How a place for a block is looked for.
#[derive(Debug, Clone, Copy)]
struct Taste {
    /// Whether the longest come first, or else the largest.
    longest: bool,
    /// Whether blocks fill the width or height of their place, or else are as small as they can be.
    snug: bool,
    /// Whether what is left beside a block is kept whole, or else what is left below it.
    beside: bool,
}

impl Taste {
    fn all() -> impl Iterator<Item = Self> {
        let both = || [false, true].into_iter();
        let all = both().flat_map(move |longest| both().map(move |snug| (longest, snug)));
        all.flat_map(move |(longest, snug)| both().map(move |beside| Self { longest, snug, beside }))
    }
}

/// All lots on one sheet; none where they do not fit.
pub fn blocks(lots: &[Lot<'_>], paper: Size, setup: &Setup) -> Option<Blocks> {
    let way = setup.print_setup.way();
    let first = lots.first()?.deck;
    let asked =
        lots.iter().map(|lot| Asked::of(lot.deck, &setup.print_setup).room(lot.deck)).fold(0.0, f64::max);
    Bed::all(first, paper, setup, -widest_bleed(first, way)).iter().find_map(|bed| {
        let ways: Vec<Vec<Way>> = lots.iter().map(|lot| ways(lot, bed, setup)).collect();
        // At the edge of the sheet marks are left out where they have no room, but for those that are asked for.
        [0.0, RIM - asked].into_iter().find_map(|more| {
            let area = bed.within.inflate(more, more);
            let taken = Taste::all().find_map(|taste| places(&ways, area, taste))?;
            Some(laid(&ways, &taken, area, bed))
        })
    })
}

/// The ways for a lot to lie: in one column, in two, and so on.
fn ways(lot: &Lot<'_>, bed: &Bed, setup: &Setup) -> Vec<Way> {
    let Lot { deck, piece, count } = *lot;
    let bleed = widest_bleed(deck, setup.print_setup.way());
    let around = bleed + RIM;
    // Pieces may come as near to the edge as they do on a sheet of their own.
    let within = bed.within.inset(-bleed);
    let own = Bed { within, bleed, ..*bed };
    let may_turn = matches!(deck.outline, Outline::Rectangle(_))
        && piece.width != piece.height
        && deck.grid.is_none()
        && deck.pack.is_none();
    let mut ways = Vec::new();
    for turn in 0..=u8::from(may_turn) {
        let size = if turn == 0 { piece } else { turned(piece) };
        let rule = Rule::of(deck, size, setup, Asked::of(deck, &setup.print_setup));
        for packing in rule.packings {
            let most = deck.grid.map_or(u32::MAX, |grid| grid.columns);
            let rows = deck.grid.map_or(u32::MAX, |grid| grid.rows);
            for columns in 1..=most.min(count as u32) {
                let Some(mut fit) = rule.packed(*packing, Some(Grid { columns, rows }), &own) else { break };
                if fit.slots.len() < count {
                    continue;
                }
                let slots = fit.slots.iter().take(count).map(|slot| Slot { turn: slot.turn + turn, ..*slot });
                fit = PackFit { slots: slots.collect(), piece, ..fit };
                let block = fit.block(false);
                if ways.last().is_some_and(|last: &Way| last.fit.block(false).width() >= block.width()) {
                    // No more columns fit.
                    break;
                }
                let size = block.inflate(around, around).size();
                ways.push(Way { fit, size });
            }
        }
    }
    ways
}

/// A place for each lot, and how it lies there.
type Taken = Vec<(usize, Rect)>;

fn places(ways: &[Vec<Way>], area: Rect, taste: Taste) -> Option<Taken> {
    let least = |ways: &Vec<Way>| {
        let measures = ways.iter().map(|way| match taste.longest {
            true => way.size.width.max(way.size.height),
            false => way.size.area(),
        });
        measures.fold(f64::INFINITY, f64::min)
    };
    let mut order: Vec<(f64, usize)> =
        ways.iter().enumerate().map(|(lot, ways)| (least(ways), lot)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut free = vec![area];
    let mut taken = vec![(0, Rect::ZERO); ways.len()];
    for (_, lot) in order {
        let (at, way) = best(&free, &ways[lot], taste)?;
        let (place, size) = (free.swap_remove(at), ways[lot][way].size);
        let rect = Rect::from_origin_size(place.origin(), size);
        taken[lot] = (way, rect);
        let (right, below) = (Rect { x0: rect.x1, ..place }, Rect { y0: rect.y1, ..place });
        free.extend(match taste.beside {
            true => [right, Rect { x1: rect.x1, ..below }],
            false => [Rect { y1: rect.y1, ..right }, below],
        });
    }
    Some(taken)
}

/// The best place for a lot, and how it lies there.
fn best(free: &[Rect], ways: &[Way], taste: Taste) -> Option<(usize, usize)> {
    let all = free.iter().enumerate().flat_map(|(at, place)| {
        ways.iter().enumerate().filter_map(move |(way, Way { size, .. })| {
            let (right, below) = (place.width() - size.width, place.height() - size.height);
            let spare = right.min(below);
            let rank = if taste.snug { (spare, size.area()) } else { (size.area(), spare) };
            (spare > -TOLERANCE).then_some((rank, (at, way)))
        })
    });
    all.min_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))).map(|(_, best)| best)
}

/// Parts of a sheet, as cuts leave them.
struct Parts {
    /// What each lot has for itself of the sheet, and of what may be covered.
    own: Vec<[Rect; 2]>,
    between: Vec<CutLine>,
}

/// Each block in the middle of its part of the sheet; what is free is shared out between them.
fn laid(ways: &[Vec<Way>], taken: &Taken, area: Rect, bed: &Bed) -> Blocks {
    let whole = bed.duplex.cut_sheet(bed.sheet).to_rect();
    let mut parts = Parts { own: vec![[whole, area]; taken.len()], between: Vec::new() };
    let lots: Vec<(usize, Rect)> = taken.iter().enumerate().map(|(lot, (_, rect))| (lot, *rect)).collect();
    parts.divide(&lots, [whole, area], 0);
    let fits = taken.iter().zip(ways).zip(&parts.own).map(|(((way, _), ways), [own, area])| {
        let fit = &ways[*way].fit;
        let by: Vec2 = area.center() - fit.block(false).center();
        let slots = fit.slots.iter().map(|slot| Slot { middle: slot.middle + by, ..*slot });
        let mut fit = PackFit { slots: slots.collect(), bed: Some(*own), ..fit.clone() };
        fit.cut();
        fit
    });
    Blocks { fits: fits.collect(), between: parts.between }
}

impl Parts {
    /// Cuts between lots, across if they can be parted so, else from top to bottom.
    fn divide(&mut self, lots: &[(usize, Rect)], [whole, area]: [Rect; 2], stage: u8) {
        if let [(lot, _)] = lots {
            self.own[*lot] = [whole, area];
            return;
        }
        for across in [true, false] {
            let ends = |r: &Rect| if across { (r.y0, r.y1) } else { (r.x0, r.x1) };
            let cropped = |r: Rect, from: f64, to: f64| match across {
                true => Rect { y0: from, y1: to, ..r },
                false => Rect { x0: from, x1: to, ..r },
            };
            let mut sorted = lots.to_vec();
            sorted.sort_by(|(_, a), (_, b)| ends(a).0.total_cmp(&ends(b).0));
            // Lots between which no cut goes.
            let mut groups: Vec<(f64, f64, Vec<(usize, Rect)>)> = Vec::new();
            for (lot, rect) in sorted {
                let (from, to) = ends(&rect);
                match groups.last_mut() {
                    Some((_, end, group)) if from < *end - TOLERANCE => {
                        *end = end.max(to);
                        group.push((lot, rect));
                    }
                    _ => groups.push((from, to, vec![(lot, rect)])),
                }
            }
            if groups.len() < 2 {
                continue;
            }
            let needs: f64 = groups.iter().map(|(from, to, _)| to - from).sum();
            let (start, end) = ends(&area);
            let more = (end - start - needs) / groups.len() as f64;
            let (mut at, mut cut, last) = (start, ends(&whole).0, groups.len() - 1);
            for (i, (from, to, group)) in groups.into_iter().enumerate() {
                let next = at + to - from + more;
                let until = if i == last { ends(&whole).1 } else { next };
                let own = cropped(whole, cut, until);
                self.divide(&group, [own, cropped(area, at, next)], stage + 1);
                if i < last {
                    let line = cropped(whole, until, until);
                    let (from, to) = (line.origin(), kurbo::Point::new(line.x1, line.y1));
                    self.between.push(CutLine { from, to, stage });
                }
                (at, cut) = (next, until);
            }
            return;
        }
    }
}
