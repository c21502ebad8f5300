//! Sheets with two sides as a printer gets them: what the file asks for, pages in step, and folds.

use kurbo::Rect;

use super::backs::{has_backs, has_fronts, is_back, way};
use crate::check::facts::{Facts, Format, FoundSheet};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::print::setup::Backs;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "the file asks for as many sides and copies as its pages do",
        why: "The printer's window shows what the file asks for. Turned over the wrong edge, all backs are behind other \
              pieces.",
        right: "backs that are laid out for the longer edge, and Duplex DuplexFlipLongEdge",
        wrong: "backs that are laid out for the longer edge, and Duplex DuplexFlipShortEdge",
        ..Rule::error(codes::JOB_DISAGREES, Run::All(job))
    },
    Rule {
        title: "in a file with backs each sheet has its two pages",
        why: "A printer that uses both sides prints pages 1 and 2 on one sheet, 3 and 4 on the next. One page too few, \
              and all backs after it are on the wrong side.",
        right: "a board, an empty page, cards and their backs",
        wrong: "a board, cards and their backs: the cards come on the back of the board",
        ..Rule::error(codes::OUT_OF_STEP, Run::All(in_step))
    },
    Rule {
        title: "a sheet that is folded shows where, and pieces keep away from there",
        why: "Paper that is folded a little off the line takes the ink beside it round the corner.",
        right: "a line from edge to edge, and no piece within 5 mm of it",
        wrong: "a line along the side of a card",
        ..Rule::error(codes::FOLD_WRONG, Run::All(fold))
    },
];

/// Between a fold and the nearest bleed, in mm.
const FOLD_ROOM: f64 = 5.0;

/// The file asks for the sides and the copies that its pages are made for.
pub fn job(facts: &Facts<'_>, out: &mut Findings) {
    let (Some(way), Some(expected)) = (way(facts), facts.expected) else { return };
    for (index, file) in facts.files.iter().enumerate() {
        if file.format == Format::Svg || file.record.is_none() {
            continue;
        }
        let own = || facts.sheets.iter().filter(|sheet| sheet.file == index);
        let wanted = match (own().any(is_back), way) {
            (false, _) => "Simplex",
            (true, Backs::FlipShort) => "DuplexFlipShortEdge",
            (true, _) => "DuplexFlipLongEdge",
        };
        let asked = file.document.duplex.as_deref();
        if asked.is_some_and(|asked| asked != wanted) {
            let message = format!(
                "{}: the file asks for {}, and its pages are made for {wanted}",
                file.name,
                asked.unwrap_or_default()
            );
            out.fault(message);
        } else if asked.is_none() && wanted != "Simplex" {
            let message = format!("{}: the file does not ask to be printed on both sides", file.name);
            out.fault(message).hint("choose two-sided in the printer's window").warning();
        }
        let Some(copies) = file.document.copies else { continue };
        let component = |sheet: &FoundSheet| expected.game.components.get(sheet.component?);
        if let Some(other) =
            own().flat_map(FoundSheet::views).filter_map(component).find(|c| i64::from(c.print) != copies)
        {
            let message = format!(
                "{}: the file asks for {copies} copies, and `{}` is printed {} times",
                file.name, other.name, other.print
            );
            out.fault(message).line(Some(other.place));
        }
    }
}

/// Each sheet of a file with backs has its two pages.
pub fn in_step(facts: &Facts<'_>, out: &mut Findings) {
    if facts.expected.is_none() || facts.proof {
        return;
    }
    for sheet in facts.sheets.iter().filter(|sheet| sheet.says_empty && sheet.drawings > 0) {
        facts.page_fault(out, sheet, "the page says that it is left empty, and is not");
    }
    for (index, file) in facts.files.iter().enumerate() {
        let own = || facts.sheets.iter().filter(|sheet| sheet.file == index);
        if file.format == Format::Svg || file.record.is_none() || !own().any(is_back) {
            continue;
        }
        let mut after_plan = false;
        for sheet in own() {
            // Nobody minds what is behind a cut plan, but another one.
            let plans = std::mem::replace(&mut after_plan, sheet.is_cut_plan) && sheet.is_cut_plan;
            let (front, back) = (sheet.number % 2 == 1, is_back(sheet));
            if front && back {
                facts.page_fault(out, sheet, "backs come on the front of a sheet");
            } else if !front && !back && sheet.drawings > 0 && !sheet.says_empty && !plans {
                let name = sheet.name.as_deref().unwrap_or("a page");
                let message = format!("{name} is printed on the back of page {}", sheet.number - 1);
                facts.page_fault(out, sheet, message);
            }
        }
    }
}

/// A sheet that is folded shows where.
pub fn fold(facts: &Facts<'_>, out: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for sheet in facts.views().filter(|sheet| has_backs(sheet) && has_fronts(sheet)) {
        let Some((from, to)) = sheet.fold else {
            let message = "fronts and backs lie on one side, and no line shows where to fold";
            facts.page_fault(out, sheet, message);
            continue;
        };
        let line = Rect::from_points(from, to);
        let askew = line.width().min(line.height());
        if out.measured(askew, facts.tolerance) {
            let message = format!("the line to fold along is askew by {}", mm(askew));
            facts.fault(out, sheet, (Some(line), None), message).by(askew);
        }
        let deck = sheet.component.and_then(|i| expected.game.components.get(i)?.deck());
        let bleed = |back: bool| deck.map_or(0.0, |deck| deck.bleed_of(back));
        let cuts = sheet.pieces.iter().filter_map(|piece| Some((piece, piece.cut.as_ref()?.bounds())));
        let away = cuts.map(|(piece, r)| {
            let away = if line.width() < line.height() {
                (line.x0 - r.x1).max(r.x0 - line.x1)
            } else {
                (line.y0 - r.y1).max(r.y0 - line.y1)
            };
            (away - bleed(piece.back), piece)
        });
        let Some((away, piece)) = away.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        if away < FOLD_ROOM - facts.tolerance {
            let message = format!("{} comes within {away:.2} mm of the fold", piece.name());
            facts.piece_fault(out, (sheet, piece), message).by(FOLD_ROOM - away);
        }
    }
}
