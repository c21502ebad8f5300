//! `build --explain`: explains why this number of pieces fits on a sheet.
//!
//! - In: a plan.
//! - Out: for every component with pieces, the packing of its pieces, the other packings that were
//!   tried, and the space that is missing for one more piece.
//! - Not here: laying out sheets, except to try other packings.

use serde_json::{Value, json};

use super::ticket::TextAndJson;
use hexpress_base::units::{ShortNumber, count_with_noun};
use hexpress_game::PieceSet;
use hexpress_layout::{Content, Plan, Setup, SheetPacking, SheetPlan, candidate_packings};
use hexpress_scene::print::paper::sheet_name;

/// Describes the orientation of a sheet, and where it is folded.
fn orientation(packing: &SheetPacking) -> &'static str {
    let is_lying = packing.sheet.width > packing.sheet.height;
    let is_folded_across_width = packing.duplex.cut_sheet(packing.sheet).width < packing.sheet.width;
    match (is_lying, packing.duplex.fold, is_folded_across_width) {
        (false, false, _) => "portrait",
        (true, false, _) => "landscape",
        (false, true, true) => "portrait, folded down the middle",
        (false, true, false) => "portrait, folded across the middle",
        (true, true, true) => "landscape, folded down the middle",
        (true, true, false) => "landscape, folded across the middle",
    }
}

/// Explains a plan. The result has a paragraph and a JSON object for every component with pieces.
pub fn explain(plan: &Plan<'_>, setup: &Setup) -> TextAndJson {
    let mut text = String::new();
    let mut values = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    let parts = plan.sheets.iter().flat_map(|sheet| sheet.parts().map(move |part| (sheet, part)));
    for (sheet, part) in parts {
        let name = &*part.component.name;
        let Content::Fronts(deck, packing, run) = &part.content else { continue };
        if known.contains(&name) {
            continue;
        }
        known.push(name);
        values.push(if !sheet.other_parts.is_empty() {
            explain_shared(sheet, name, packing, run.count(), &mut text)
        } else {
            Packed { part, deck, packing, setup, pieces: run.count() }.explain(name, &mut text)
        });
    }
    TextAndJson { text, value: Value::Array(values) }
}

/// Explains the packing of a component that shares its sheet with other components.
fn explain_shared(
    sheet: &SheetPlan<'_>,
    name: &str,
    packing: &SheetPacking,
    pieces: usize,
    text: &mut String,
) -> Value {
    let others: Vec<&str> =
        sheet.parts().map(|part| &*part.component.name).filter(|other| *other != name).collect();
    let pattern = packing.pattern.description();
    text.push_str(&format!("  {name}: {pieces} in {pattern}, on one sheet with {}\n", others.join(", ")));
    json!({ "component": name, "packing": pattern, "on-one-sheet-with": others })
}

/// The pieces of a component that does not share its sheet with other components.
struct Packed<'p, 'a> {
    part: &'p SheetPlan<'a>,
    deck: &'p PieceSet,
    packing: &'p SheetPacking,
    setup: &'p Setup,
    /// The number of pieces on the sheet.
    pieces: usize,
}

impl Packed<'_, '_> {
    fn explain(&self, name: &str, text: &mut String) -> Value {
        let possible = candidate_packings(self.part, self.setup);
        // If the sheet is not full, its packing does not show how many pieces would fit. Then the first
        // packing that fills a sheet is explained instead.
        let packing = self.packing;
        let full = if packing.uses_whole_sheet() { packing } else { possible.first().unwrap_or(packing) };
        let pattern = full.pattern.description();
        text.push_str(&format!(
            "  {name}: {} on a sheet of {}, {}, in {pattern}; they cover {} % of it\n",
            full.slots.len(),
            sheet_name(full.sheet),
            orientation(full),
            (full.share() * 100.0).round(),
        ));
        let cuts = packing.cuts_of(self.pieces).count();
        if cuts > 0 {
            let stages = packing.cuts_of(self.pieces).map(|cut| cut.stage).max().map_or(0, |last| last + 1);
            let (cuts, directions) =
                (count_with_noun(cuts, "straight cut"), count_with_noun(usize::from(stages), "direction"));
            text.push_str(&format!("    cuts: {cuts} in {directions}\n"));
        }
        let tried = explain_tried(&possible, text);
        let one_more = self.explain_one_more(full, text);
        json!({
            "component": name,
            "pieces-a-sheet": full.slots.len(),
            "packing": pattern,
            "covered": full.share(),
            "cuts-a-sheet": cuts,
            "tried": tried,
            "one-more": one_more,
        })
    }

    /// Explains how many mm wider the sheet must be for one more column of pieces, and how many mm
    /// higher for one more row.
    fn explain_one_more(&self, full: &SheetPacking, text: &mut String) -> Value {
        if let Some(grid) = self.deck.grid {
            text.push_str(&format!(
                "    limit: the layout sets a grid of {} x {}\n",
                grid.columns, grid.rows
            ));
            return Value::Null;
        }
        let Some([across, down]) = full.one_more(full.room(self.deck, self.setup)) else {
            return Value::Null;
        };
        for (direction, one) in [("across", across), ("down", down)] {
            text.push_str(&format!(
                "    one more {direction}: needs {} mm, but {} mm are left: {} mm short\n",
                ShortNumber::hundredths(one.needs),
                ShortNumber::hundredths(one.left),
                ShortNumber::hundredths(one.missing_length())
            ));
        }
        json!({ "across-mm-short": across.missing_length(), "down-mm-short": down.missing_length() })
    }
}

/// Adds the list of other packings that were tried to `text`, and returns the packings as JSON.
fn explain_tried(tried: &[SheetPacking], text: &mut String) -> Vec<Value> {
    if !tried.is_empty() {
        let counts: Vec<_> = tried
            .iter()
            .map(|packing| {
                format!(
                    "{}, {}: {}",
                    packing.pattern.description(),
                    orientation(packing),
                    packing.slots.len()
                )
            })
            .collect();
        text.push_str(&format!("    tried: {}\n", counts.join("; ")));
    }
    tried
        .iter()
        .map(|packing| {
            json!({
                "packing": packing.pattern.description(),
                "sheet": orientation(packing),
                "pieces": packing.slots.len(),
            })
        })
        .collect()
}
