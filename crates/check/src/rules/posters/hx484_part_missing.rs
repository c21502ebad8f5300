//! HX484: sheets of a poster that are missing or there twice.

use crate::facts::Facts;
use crate::facts::poster::OpenSeam;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

/// The rule behind HX484.
pub const RULE: Rule = Rule {
    title: "every part of a poster is there",
    why: "A board with a sheet less cannot be played on, nor can a card.",
    right: "a poster of three sheets, and three pages that meet at their seams",
    wrong: "a seam that only one page has",
    ..Rule::error(codes::PART_MISSING, RuleFunction::All(part_missing))
};

/// Reports sheets of a poster that are missing or there twice.
fn part_missing(facts: &Facts<'_>, out: &mut Findings) {
    for poster in &facts.posters {
        if poster.is_complete {
            continue;
        }
        if poster.lacks_files {
            out.not_judged("a board of which some sheets are in other files");
            continue;
        }
        for OpenSeam { sheet: index, name, count } in &poster.open_seams {
            let sheet = &facts.sheets[*index];
            let piece = sheet.poster_part().and_then(|part| part.piece.as_ref());
            let whose = piece.map_or_else(|| "the board".to_owned(), ToString::to_string);
            let message = match count {
                1 => format!("no other page has the seam {name}: a part of {whose} is missing"),
                _ => format!("{count} pages have the seam {name}, and two meet at it: a page is there twice"),
            };
            facts.page_fault(out, sheet, message).hint("build the file again from its layout");
        }
    }
}
