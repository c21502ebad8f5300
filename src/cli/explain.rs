//! `build --explain`: how many pieces a sheet holds, what else was tried, and why not one more.

use serde_json::{Value, json};

use super::ticket::Told;
use crate::base::units::Trimmed;
use crate::layout::{Content, PackFit, Plan, Setup, candidate_fits};
use crate::print::paper::sheet_name;

/// How a sheet lies, and where it is folded.
fn lies(fit: &PackFit) -> &'static str {
    let lies = fit.sheet.width > fit.sheet.height;
    match (lies, fit.duplex.fold, fit.duplex.cut_sheet(fit.sheet).width < fit.sheet.width) {
        (false, false, _) => "upright",
        (true, false, _) => "lying",
        (false, true, true) => "upright and folded down the middle",
        (false, true, false) => "upright and folded across the middle",
        (true, true, true) => "lying and folded down the middle",
        (true, true, false) => "lying and folded across the middle",
    }
}

/// All of it, for people and for programs: one paragraph, and one object, for each component of pieces.
pub fn explain(plan: &Plan<'_>, setup: &Setup) -> Told {
    let (mut text, mut values) = (String::new(), Vec::new());
    let mut told: Vec<&str> = Vec::new();
    let parts = plan.sheets.iter().flat_map(|whole| whole.parts().map(move |part| (whole, part)));
    for (whole, sheet) in parts {
        let name = &*sheet.component.name;
        let Content::Fronts(deck, fit, range) = &sheet.content else { continue };
        if told.contains(&name) {
            continue;
        }
        told.push(name);
        if fit.bed.is_some() || fit.taken > 0 {
            let others = whole.parts().map(|part| &*part.component.name).filter(|other| *other != name);
            let others: Vec<&str> = others.collect();
            let (count, how, beside) = (range.len(), fit.packing.description(), others.join(", "));
            text.push_str(&format!("  {name}: {count} in {how}, on one sheet with {beside}\n"));
            values.push(json!({ "component": name, "packing": how, "on-one-sheet-with": others }));
            continue;
        }
        let share = (fit.share() * 100.0).round();
        text.push_str(&format!(
            "  {name}: {} on a sheet of {}, {}, in {}; they cover {share} % of it\n",
            fit.slots.len(),
            sheet_name(fit.sheet),
            lies(fit),
            fit.packing.description(),
        ));
        let cuts = fit.cuts_of(range.len()).count();
        if cuts > 0 {
            let stages = fit.cuts_of(range.len()).map(|cut| cut.stage).max().map_or(0, |last| last + 1);
            text.push_str(&format!("    cuts: {cuts} straight ones in {stages} directions\n"));
        }
        let all = candidate_fits(sheet, setup);
        if !all.is_empty() {
            let each: Vec<_> = all
                .iter()
                .map(|fit| format!("{}, {}: {}", fit.packing.description(), lies(fit), fit.slots.len()))
                .collect();
            text.push_str(&format!("    tried: {}\n", each.join("; ")));
        }
        let mut more = Value::Null;
        if let Some(grid) = deck.grid {
            text.push_str(&format!(
                "    no more: the layout asks for a grid of {} x {} at most\n",
                grid.columns, grid.rows
            ));
        } else if let Some([across, down]) = fit.one_more(fit.room(deck, setup)) {
            for (what, one) in [("across", across), ("down", down)] {
                text.push_str(&format!(
                    "    one more {what}: needs {} mm, and {} mm are left: {} mm short\n",
                    Trimmed::hundredths(one.needs),
                    Trimmed::hundredths(one.left),
                    Trimmed::hundredths(one.short())
                ));
            }
            more = json!({ "across-mm-short": across.short(), "down-mm-short": down.short() });
        }
        values.push(json!({
            "component": name,
            "pieces-a-sheet": fit.slots.len(),
            "packing": fit.packing.description(),
            "covered": fit.share(),
            "cuts-a-sheet": cuts,
            "tried": all.iter().map(|fit| json!({
                "packing": fit.packing.description(),
                "sheet": lies(fit),
                "pieces": fit.slots.len(),
            })).collect::<Vec<_>>(),
            "one-more": more,
        }));
    }
    Told { text, value: Value::Array(values) }
}
