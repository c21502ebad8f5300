//! Which extra sheets a plan has: cut plans, and the test sheet.

use std::ops::Range;
use std::sync::Arc;

use super::piece_size::piece_size;
use super::{Content, Plan, SheetPlan};
use crate::diag::{Diagnostic, Report, codes};
use crate::layout::extra::test_sheet::CARD;
use crate::layout::extra::{self, Block, CutPlan, ExtraSheet, TestDeck, TestSheet};
use crate::layout::impose::Packing;
use crate::layout::setup::Setup;
use crate::model::{Body, Component, Game, Outline};
use crate::print::paper::SheetClass;

/// Adds a page for each kind of sheet of pieces: full ones, and the last one of each component. On sheets that are cut
/// already there is nothing to plan.
pub fn add_cut_plans(sheets: &mut Vec<SheetPlan<'_>>, setup: &Setup) {
    let mut plans: Vec<SheetPlan<'_>> = Vec::new();
    for sheet in sheets.iter() {
        let of = pieces_of(sheet);
        let known = plans.last().and_then(cut_plan).is_some_and(|last| last.components == of);
        let (between, blocks) = (Arc::clone(&sheet.between), blocks(sheet));
        if blocks.is_empty() || known {
            continue;
        }
        let (component, size) = (sheet.component, setup.paper.sheet(sheet.component.class));
        let content =
            Content::ExtraSheet(ExtraSheet::Cuts(CutPlan { components: of, between, blocks, pages: 1..=1 }));
        plans.push(SheetPlan::of(component, size, content));
    }
    sheets.append(&mut plans);
}

/// What is to be cut on a sheet of fronts, block by block.
fn blocks<'a>(sheet: &SheetPlan<'a>) -> Vec<Block<'a>> {
    let block = |parts: Vec<&SheetPlan<'a>>| match parts.last().map(|last| &last.content) {
        Some(Content::Fronts(deck, fit, range)) if fit.packing != Packing::Places => {
            Some(Block { deck, fit: fit.clone(), pieces: fit.taken + range.len() })
        }
        _ => None,
    };
    sheet.blocks().into_iter().filter_map(block).collect()
}

/// The components whose fronts are on a sheet, and how many of each.
fn pieces_of(sheet: &SheetPlan<'_>) -> Vec<(Arc<str>, usize)> {
    let own = sheet.parts().filter_map(|part| match &part.content {
        Content::Fronts(.., range) => Some((Arc::clone(&part.component.name), range.len())),
        _ => None,
    });
    own.collect()
}

/// The cut plan that a sheet is, if it is one.
fn cut_plan<'s, 'a>(sheet: &'s SheetPlan<'a>) -> Option<&'s CutPlan<'a>> {
    match &sheet.content {
        Content::ExtraSheet(ExtraSheet::Cuts(plan)) => Some(plan),
        _ => None,
    }
}

impl Plan<'_> {
    /// Says on the cut plans that end each file of which of its pages they are. `files` are the sheets of each.
    pub fn number_cut_plans(&mut self, files: &[Range<usize>]) {
        for file in files {
            let sheets = self.sheets.get_mut(file.clone()).unwrap_or_default();
            let is_plan = |sheet: &SheetPlan<'_>| cut_plan(sheet).is_some();
            let first_plan = sheets.iter().position(is_plan).unwrap_or(sheets.len());
            let (printed, plans) = sheets.split_at_mut(first_plan);
            for sheet in plans {
                let Content::ExtraSheet(ExtraSheet::Cuts(plan)) = &mut sheet.content else { continue };
                let of = |other: &SheetPlan<'_>| pieces_of(other) == plan.components;
                if let (Some(first), Some(last)) = (printed.iter().position(of), printed.iter().rposition(of))
                {
                    plan.pages = first + 1..=last + 1;
                }
            }
        }
    }

    /// What there is to say where cut plans are asked for, and none of them shows a cut.
    pub fn idle_cut_plans(&self, setup: &Setup) -> Option<Diagnostic> {
        if !setup.print_setup.cut_plan || setup.print_setup.test_sheet {
            return None;
        }
        let plans: Vec<&CutPlan<'_>> = self.sheets.iter().filter_map(cut_plan).collect();
        if plans.iter().any(|plan| plan.cuts().next().is_some()) {
            return None;
        }
        let is_poster = |sheet: &SheetPlan<'_>| match &sheet.content {
            Content::Poster(poster, _) => poster.side().is_some(),
            _ => false,
        };
        let id = &self.game.id;
        let is_hexagons = |block: &Block<'_>| matches!(block.deck.outline, Outline::Hexagon(_));
        let (what, hint) = if !plans.is_empty() {
            let hint = match plans.iter().flat_map(|plan| &plan.blocks).any(is_hexagons) {
                true => "--cut guillotine lays hexagons so that straight cuts part them",
                false => "leave it out, and take a punch, scissors, or a plotter: --format cut-svg",
            };
            (format!("no straight cut parts the pieces of `{id}`"), hint)
        } else if self.sheets.iter().any(is_poster) {
            let hint = "leave it out: their sheets say where to cut";
            (format!("the pieces of `{id}` are posters, which have no cuts to plan"), hint)
        } else {
            let hint = "leave it out: cards, tiles and counters are cut out, boards and labels are not";
            (format!("nothing is cut out of the sheets of `{id}`"), hint)
        };
        Some(codes::NO_CUT_TO_PLAN.warning(format!("--cut-plan: {what}")).hint(hint))
    }
}

/// The sheet; none where the game prints nothing.
pub fn test_sheet<'a>(game: &'a Game, setup: &Setup, report: &mut Report) -> Option<SheetPlan<'a>> {
    let printed = |c: &&Component| c.print > 0 && c.is_among(&setup.only);
    let mut decks = Vec::new();
    for component in game.components.iter().filter(printed) {
        let Body::Deck(deck) = &component.body else { continue };
        let size = report.keep(piece_size(game, deck, setup));
        decks.extend(size.map(|size| TestDeck { name: Arc::clone(&component.name), deck, size }));
    }
    let size = setup.paper.sheet(SheetClass::Small);
    let room = setup.margin.grown(extra::BORDER).inside(size);
    if room.width() < CARD.width + 60.0 || room.height() < 150.0 {
        let message = format!(
            "a test sheet needs {} x 150 mm within its margins, and there are {:.0} x {:.0} mm",
            CARD.width.ceil() + 60.0,
            room.width().max(0.0).floor(),
            room.height().max(0.0).floor(),
        );
        report.push(codes::NO_ROOM.error(message).hint("a larger paper: --paper a4"));
        return None;
    }
    // The widest first: they are the hardest to find room for.
    decks.sort_by(|a, b| (b.size.height * b.size.width).total_cmp(&(a.size.height * a.size.width)));
    let component = game.components.iter().find(printed)?;
    let content = Content::ExtraSheet(ExtraSheet::Test(TestSheet { game, decks }));
    Some(SheetPlan::of(component, size, content))
}
