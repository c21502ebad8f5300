//! Decides which components share sheets.
//!
//! - In: the sheets of each component.
//! - Out: sheets that several components share, if this saves sheets. Components can share sheets only if
//!   they have the same paper, stock, number of sides and number of prints.
//!
//! The module `impose::choose_packing::blocks` places blocks on a sheet.

use std::ops::Range;
use std::sync::Arc;

use super::one_deck::as_one_deck;
use super::{Content, SheetPlan};
use crate::impose::{self, PieceLot, SheetPacking};
use crate::piece_run::PieceRun;
use crate::setup::Setup;
use hexpress_game::{Component, PieceSet, PieceSide, Sharing};
use hexpress_scene::print::setup::Backs;

/// The maximum number of components that are compared with one another. Comparing more components would
/// take too long.
const MAX_COMPONENTS: usize = 60;
/// On a sheet, a piece takes at least this fraction of the area of its bounding box. The boxes of
/// neighbouring pieces may overlap, so a piece may take less than its box: in a honeycomb, a quarter less.
const MIN_BOX_SHARE: f64 = 0.75;

/// A range of a component's pieces.
#[derive(Debug, Clone)]
pub struct PieceRange<'a> {
    pub component: &'a Component,
    pub deck: &'a PieceSet,
    /// The indices of the pieces in the deck, counted from 0.
    pub pieces: Range<usize>,
}

/// Pieces of the same size on a sheet.
#[derive(Debug, Clone)]
pub struct SheetBlock<'a> {
    pub parts: Vec<PieceRange<'a>>,
    pub packing: SheetPacking,
}

/// A sheet with one or more blocks.
struct SharedSheet<'a> {
    blocks: Vec<SheetBlock<'a>>,
    /// The cuts that separate the blocks.
    block_cuts: Arc<[impose::CutLine]>,
}

/// The sheets of all components.
#[derive(Debug)]
pub struct Sheets<'a> {
    /// The sheets, in printing order.
    pub sheets: Vec<SheetPlan<'a>>,
    /// The number of sheets that are saved because components share sheets.
    pub sheets_saved: usize,
}

/// The sheets of one component.
pub type SheetList<'a> = [SheetPlan<'a>];

/// Merges the sheets of all components. `sheets` contains a list of sheets for each component. In the result,
/// a shared sheet is at the position of the component that comes first on it.
pub fn share<'a>(sheets: Vec<Vec<SheetPlan<'a>>>, setup: &Setup) -> Sheets<'a> {
    let mut saved = 0;
    let mut lists: Vec<Option<Vec<SheetPlan<'a>>>> = sheets.into_iter().map(Some).collect();
    for group in groups(&lists, setup) {
        let together: Vec<&SheetList<'a>> =
            group.iter().filter_map(|index| lists[*index].as_deref()).collect();
        if let Some(fewer) = fewer_sheets(&together, setup) {
            saved += together.iter().map(|list| count_fronts(list)).sum::<usize>() - count_fronts(&fewer);
            group.iter().for_each(|index| lists[*index] = None);
            lists[group[0]] = Some(fewer);
        }
    }
    Sheets { sheets: lists.into_iter().flatten().flatten().collect(), sheets_saved: saved }
}

fn count_fronts(sheets: &SheetList<'_>) -> usize {
    sheets.iter().filter(|sheet| !sheet.is_back()).count()
}

/// Returns groups of at least two components that may share sheets. A group contains the indices of its
/// components in `lists`.
fn groups(lists: &[Option<Vec<SheetPlan<'_>>>], setup: &Setup) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Stock<'_>, Vec<usize>)> = Vec::new();
    for (index, list) in lists.iter().enumerate() {
        let Some(stock) = list.as_ref().and_then(|list| Stock::for_sharing(list, setup)) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == stock) {
            Some((_, group)) => group.push(index),
            None => groups.push((stock, vec![index])),
        }
    }
    let sizes = 2..=MAX_COMPONENTS;
    groups.into_iter().map(|(_, group)| group).filter(|group| sizes.contains(&group.len())).collect()
}

/// The properties that must be the same for all components that share sheets.
#[derive(PartialEq)]
struct Stock<'a> {
    paper: kurbo::Size,
    name: Option<&'a str>,
    /// The number of times that the sheets of the component are printed.
    print: u32,
    has_backs: bool,
}

impl<'a> Stock<'a> {
    /// Returns the properties of the component with the sheets `sheets`. Returns `None` if the component must
    /// not share sheets.
    fn for_sharing(sheets: &SheetList<'a>, setup: &Setup) -> Option<Self> {
        let first = sheets.first()?;
        let (Content::Fronts(deck, ..), component) = (&first.content, first.component) else { return None };
        if component.share == Sharing::Nothing || deck.die_sheet.is_some() || !first.other_parts.is_empty() {
            return None;
        }
        Some(Self {
            paper: setup.paper.sheet(component.class),
            name: component.stock.as_deref(),
            print: component.print,
            has_backs: !deck.back.is_empty() && setup.print_setup.backs_or_default() != Backs::None,
        })
    }
}

/// Returns shared sheets for the components in `together`. Returns `None` if sharing saves no
/// sheet.
fn fewer_sheets<'a>(together: &[&SheetList<'a>], setup: &Setup) -> Option<Vec<SheetPlan<'a>>> {
    let separate: usize = together.iter().map(|list| fronts(list).count()).sum();
    let (mut full, mut rests) = (Vec::new(), Vec::new());
    for class in classes(together) {
        let blocks = as_one_deck(&class, setup)
            .unwrap_or_else(|| class.iter().flat_map(|list| separate_blocks(list)).collect());
        for block in blocks {
            if block.is_full() { full.push(block) } else { rests.push(block) }
        }
    }
    let shared = packed_rests(rests, setup);
    if full.len() + shared.len() >= separate {
        return None;
    }
    let mut sheets: Vec<SharedSheet<'a>> = full.into_iter().map(SharedSheet::single).chain(shared).collect();
    sheets.sort_by_cached_key(|sheet| position_of_first(sheet, together));
    let flips = matches!(setup.print_setup.backs_or_default(), Backs::FlipLong | Backs::FlipShort);
    Some(sheets.into_iter().flat_map(|sheet| sheet.plans(flips)).collect())
}

/// Finds the component that comes first on a sheet, and returns its position in `together`.
fn position_of_first(sheet: &SharedSheet<'_>, together: &[&SheetList<'_>]) -> usize {
    let first = sheet.blocks.first().and_then(|block| block.parts.first());
    let position = first
        .and_then(|first| together.iter().position(|list| list[0].component.name == first.component.name));
    position.unwrap_or_default()
}

/// Returns the pieces of each sheet of fronts, and how they are arranged. `list` contains all sheets of a
/// component.
pub fn fronts<'p, 'a>(list: &'p SheetList<'a>) -> impl Iterator<Item = (PieceRange<'a>, &'p SheetPacking)> {
    list.iter().filter_map(|sheet| match &sheet.content {
        Content::Fronts(deck, packing, run) => {
            Some((PieceRange { component: sheet.component, deck, pieces: run.as_range()? }, packing))
        }
        _ => None,
    })
}

/// Returns the blocks of a component that shares no sheets.
fn separate_blocks<'a>(list: &SheetList<'a>) -> impl Iterator<Item = SheetBlock<'a>> {
    fronts(list).map(|(part, packing)| SheetBlock { parts: vec![part], packing: packing.clone() })
}

/// Groups components into classes. All pieces in a class have the same size and outline, and are
/// packed and cut in the same way.
fn classes<'l, 'a>(together: &[&'l SheetList<'a>]) -> Vec<Vec<&'l SheetList<'a>>> {
    let mut classes: Vec<Vec<&SheetList<'a>>> = Vec::new();
    for list in together {
        match classes.iter_mut().find(|class| is_same_class(class[0], list)) {
            Some(class) => class.push(list),
            None => classes.push(vec![list]),
        }
    }
    classes
}

fn is_same_class(one: &SheetList<'_>, other: &SheetList<'_>) -> bool {
    let Some(((one, one_fit), (other, other_fit))) = fronts(one).next().zip(fronts(other).next()) else {
        return false;
    };
    let (a, b) = (one.deck, other.deck);
    one_fit.piece == other_fit.piece
        && a.outline == b.outline
        && a.pack == b.pack
        && a.marks.map(|marks| marks.value) == b.marks.map(|marks| marks.value)
        && (a.cut, a.cut_around) == (b.cut, b.cut_around)
        && a.grid == b.grid
        && a.bleed == b.bleed
        && a.back_bleed == b.back_bleed
}

/// Returns the total number of pieces in `parts`.
pub fn count_pieces(parts: &[PieceRange<'_>]) -> usize {
    parts.iter().map(|part| part.pieces.len()).sum()
}

/// Packs the rests of decks on shared sheets. A rest consists of pieces that do not fill a whole sheet.
///
/// The rests are packed in order of their area, starting with the largest. Each rest is placed on the
/// first sheet that has enough space for it.
fn packed_rests<'a>(mut rests: Vec<SheetBlock<'a>>, setup: &Setup) -> Vec<SharedSheet<'a>> {
    rests.sort_by(|a, b| b.area().total_cmp(&a.area()));
    let mut sheets: Vec<SharedSheet<'a>> = Vec::new();
    for rest in rests {
        let with_rest =
            sheets.iter().enumerate().find_map(|(index, sheet)| Some((index, sheet.with(&rest, setup)?)));
        match with_rest {
            Some((index, larger)) => sheets[index] = larger,
            None => sheets.push(SharedSheet::single(rest)),
        }
    }
    sheets
}

impl PieceRange<'_> {
    pub fn whole_deck(self) -> Self {
        Self { pieces: 0..self.deck.pieces.len(), ..self }
    }
}

impl SheetBlock<'_> {
    fn count(&self) -> usize {
        count_pieces(&self.parts)
    }

    fn is_full(&self) -> bool {
        self.count() >= self.packing.slots.len()
    }

    /// Returns the total area of the bounding boxes of all pieces, in mm².
    fn area(&self) -> f64 {
        self.count() as f64 * self.packing.piece.area()
    }
}

impl<'a> SharedSheet<'a> {
    fn single(block: SheetBlock<'a>) -> Self {
        Self { blocks: vec![block], block_cuts: Arc::new([]) }
    }

    /// Returns the sheet with an additional block, or `None` if there is no space for this block.
    fn with(&self, more: &SheetBlock<'a>, setup: &Setup) -> Option<Self> {
        let mut blocks: Vec<SheetBlock<'a>> = self.blocks.iter().chain([more]).cloned().collect();
        let first = more.parts.first()?;
        let paper = setup.paper.sheet(first.component.class);
        if blocks.iter().map(SheetBlock::area).sum::<f64>() * MIN_BOX_SHARE > paper.area() {
            return None;
        }
        let lots: Vec<PieceLot<'a>> = blocks
            .iter()
            .filter_map(|block| {
                let deck = block.parts.first()?.deck;
                Some(PieceLot { deck, piece: block.packing.piece, count: block.count() })
            })
            .collect();
        let placed = impose::pack_blocks(&lots, paper, setup)?;
        blocks.iter_mut().zip(placed.packings).for_each(|(block, packing)| block.packing = packing);
        // The blocks are in the order of the layout's components, because the name of a sheet begins with the
        // component of its first block.
        blocks.sort_by_key(|block| block.parts.first().map(|part| part.component.place.start));
        Some(Self { blocks, block_cuts: placed.block_cuts.into() })
    }

    /// Returns the sheet as plans: first its fronts, then its backs. The backs are included only if
    /// `flips` is true and the pieces have backs.
    fn plans(self, flips: bool) -> Vec<SheetPlan<'a>> {
        let mut parts = self.blocks.iter().flat_map(|block| &block.parts);
        let has_backs = flips && parts.any(|part| !part.deck.back.is_empty());
        let sides = if has_backs { &PieceSide::BOTH[..] } else { &[PieceSide::Front] };
        sides.iter().filter_map(|side| self.page(*side)).collect()
    }

    /// Returns the plan of one side of the sheet. Returns `None` if this side has no pieces.
    fn page(&self, side: PieceSide) -> Option<SheetPlan<'a>> {
        let mut parts = Vec::new();
        for block in &self.blocks {
            let mut taken = 0;
            for PieceRange { component, deck, pieces } in &block.parts {
                let packing = SheetPacking { foreign_slots: taken, ..block.packing.clone() };
                taken += pieces.len();
                let sheet = packing.sheet;
                let run = PieceRun::consecutive(pieces.clone());
                let content = Content::pieces(side, deck, packing, run);
                parts.push(SheetPlan::new(component, sheet, content));
            }
        }
        let mut rest = parts.into_iter();
        let first = rest.next()?;
        Some(SheetPlan { other_parts: rest.collect(), block_cuts: Arc::clone(&self.block_cuts), ..first })
    }
}
