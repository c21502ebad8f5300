//! Plans the extra sheets: cut plans and the test sheet.
//!
//! - In: a game or the sheets of a plan.
//! - Out: extra sheets, or the reason why an extra sheet would be useless.
//!
//! The module `extra` draws them.

use std::ops::Range;
use std::sync::Arc;

use kurbo::Size;

use super::piece_size::piece_size;
use super::{Content, Plan, SheetPlan};
use crate::extra::test_sheet::CARD;
use crate::extra::{self, CutBlock, CutPlan, ExtraSheet, TestDeck, TestSheet};
use crate::impose::PackingPattern;
use crate::setup::Setup;
use hexpress_base::diag::{Diagnostic, Report, codes};
use hexpress_game::{Body, Component, Game, Outline};
use hexpress_scene::print::paper::SheetClass;

/// Every test sheet shows the outline of a bank card. Next to it, the sheet needs this width, in mm.
const NEXT_TO_CARD: f64 = 60.0;
/// The height that a test sheet needs, in mm.
const TEST_SHEET_HEIGHT: f64 = 150.0;

/// Adds a cut plan for each kind of sheet with pieces. The full sheets of a component are one kind. A
/// last sheet that is not full is another kind. Die-cut sheets need no cut plan.
pub fn add_cut_plans(sheets: &mut Vec<SheetPlan<'_>>, setup: &Setup) {
    let mut plans: Vec<SheetPlan<'_>> = Vec::new();
    for sheet in sheets.iter() {
        let of = pieces_on(sheet);
        let blocks = blocks(sheet);
        if blocks.is_empty() || plans.last().and_then(cut_plan).is_some_and(|last| last.components == of) {
            continue;
        }
        let between = Arc::clone(&sheet.block_cuts);
        let cut_plan = CutPlan { components: of, block_cuts: between, blocks, pages: 1..=1 };
        let content = Content::ExtraSheet(ExtraSheet::Cuts(cut_plan));
        let size = setup.paper.sheet(sheet.component.class);
        plans.push(SheetPlan::new(sheet.component, size, content));
    }
    sheets.append(&mut plans);
}

/// Returns the blocks of pieces on a sheet of fronts, with their cuts.
fn blocks<'a>(sheet: &SheetPlan<'a>) -> Vec<CutBlock<'a>> {
    sheet
        .blocks()
        .into_iter()
        .filter_map(|parts| match &parts.last()?.content {
            Content::Fronts(deck, packing, run) if packing.pattern != PackingPattern::DieCut => {
                Some(CutBlock { deck, packing: packing.clone(), pieces: packing.foreign_slots + run.count() })
            }
            _ => None,
        })
        .collect()
}

/// Returns the components whose fronts are on a sheet, each with the number of its pieces on this
/// sheet.
fn pieces_on(sheet: &SheetPlan<'_>) -> Vec<(Arc<str>, usize)> {
    let pieces = sheet.parts().filter_map(|part| match &part.content {
        Content::Fronts(.., run) => Some((Arc::clone(&part.component.name), run.count())),
        _ => None,
    });
    pieces.collect()
}

fn cut_plan<'s, 'a>(sheet: &'s SheetPlan<'a>) -> Option<&'s CutPlan<'a>> {
    match &sheet.content {
        Content::ExtraSheet(ExtraSheet::Cuts(plan)) => Some(plan),
        _ => None,
    }
}

impl Plan<'_> {
    /// Sets, in each cut plan, the numbers of the pages to which the plan applies. `files` contains the range
    /// of sheets in each file. Cut plans are at the end of their file.
    pub fn number_cut_plans(&mut self, files: &[Range<usize>]) {
        for file in files {
            let sheets = self.sheets.get_mut(file.clone()).unwrap_or_default();
            let first_plan = sheets.iter().position(|sheet| cut_plan(sheet).is_some());
            let (printed, plans) = sheets.split_at_mut(first_plan.unwrap_or(sheets.len()));
            for sheet in plans {
                let Content::ExtraSheet(ExtraSheet::Cuts(plan)) = &mut sheet.content else { continue };
                let first = printed.iter().position(|sheet| pieces_on(sheet) == plan.components);
                let last = printed.iter().rposition(|sheet| pieces_on(sheet) == plan.components);
                if let Some((first, last)) = first.zip(last) {
                    plan.pages = first + 1..=last + 1;
                }
            }
        }
    }

    /// Returns a warning if cut plans were requested, but no sheet has a cut. Otherwise, returns `None`.
    pub fn idle_cut_plans(&self, setup: &Setup) -> Option<Diagnostic> {
        if !setup.print_setup.cut_plan || setup.print_setup.test_sheet {
            return None;
        }
        let plans: Vec<&CutPlan<'_>> = self.sheets.iter().filter_map(cut_plan).collect();
        if plans.iter().any(|plan| plan.cuts().next().is_some()) {
            return None;
        }
        let id = &self.game.id;
        let (reason, hint) = if plans.iter().flat_map(|plan| &plan.blocks).any(is_of_hexagons) {
            let hint = "add --cut guillotine, which arranges hexagons so that straight cuts separate them";
            (format!("no straight cut separates the pieces of `{id}`"), hint)
        } else if !plans.is_empty() {
            let hint = "delete --cut-plan, and use a punch, scissors, or a plotter (--format cut-svg)";
            (format!("no straight cut separates the pieces of `{id}`"), hint)
        } else if self.sheets.iter().any(is_piece_poster) {
            let hint = "delete --cut-plan: the sheets of a poster show where to cut";
            (format!("the pieces of `{id}` are posters, which have no cuts to plan"), hint)
        } else {
            let hint =
                "delete --cut-plan: cards, tiles and counters are cut out, but boards and labels are not";
            (format!("nothing is cut out of the sheets of `{id}`"), hint)
        };
        Some(codes::NO_CUT_TO_PLAN.warning(format!("--cut-plan: {reason}")).hint(hint))
    }
}

fn is_of_hexagons(block: &CutBlock<'_>) -> bool {
    matches!(block.deck.outline, Outline::Hexagon(_))
}

fn is_piece_poster(sheet: &SheetPlan<'_>) -> bool {
    matches!(&sheet.content, Content::Poster(poster, _) if poster.side().is_some())
}

/// Returns the test sheet of a game. Returns `None` if the game prints nothing. If the paper is too
/// small, reports this and also returns `None`.
pub fn test_sheet<'a>(game: &'a Game, setup: &Setup, report: &mut Report) -> Option<SheetPlan<'a>> {
    let printed: Vec<&Component> = game
        .components
        .iter()
        .filter(|component| component.print > 0 && component.is_among(&setup.only))
        .collect();
    let mut decks = Vec::new();
    for component in &printed {
        if let Body::Pieces(deck) = &component.body
            && let Some(size) = report.ok_or_report(piece_size(game, deck, setup))
        {
            decks.push(TestDeck { name: Arc::clone(&component.name), deck, size });
        }
    }
    let size = setup.paper.sheet(SheetClass::Small);
    if let Some(diagnostic) = no_room_for_test_sheet(size, setup) {
        report.push(diagnostic);
        return None;
    }
    // The largest pieces come first, because they are the hardest to place.
    decks.sort_by(|a, b| b.size.area().total_cmp(&a.size.area()));
    let content = Content::ExtraSheet(ExtraSheet::Test(TestSheet { game, decks }));
    Some(SheetPlan::new(printed.first()?, size, content))
}

/// Returns an error if a sheet is too small for a test sheet. Otherwise, returns `None`.
fn no_room_for_test_sheet(sheet: Size, setup: &Setup) -> Option<Diagnostic> {
    let room = setup.margin.grown(extra::BORDER).inside(sheet);
    if room.width() >= CARD.width + NEXT_TO_CARD && room.height() >= TEST_SHEET_HEIGHT {
        return None;
    }
    let message = format!(
        "a test sheet needs {} x {TEST_SHEET_HEIGHT} mm within its margins, but only {:.0} x {:.0} mm are \
            available",
        CARD.width.ceil() + NEXT_TO_CARD,
        room.width().max(0.0).floor(),
        room.height().max(0.0).floor(),
    );
    Some(codes::NO_ROOM.error(message).hint("use larger paper: --paper a4"))
}
