//! HX484: sheets of a poster that are missing, or that were given twice.

use crate::facts::Facts;
use crate::facts::poster::OpenSeam;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "every part of a poster is in the files",
    why: "A board or card is useless if one of its sheets is missing.",
    right: "a poster of three sheets, and three pages that meet at their seams",
    wrong: "a seam that is on only one page",
    ..Rule::error(codes::PART_MISSING, RuleFunction::All(part_missing))
};

fn part_missing(facts: &Facts<'_>, findings: &mut Findings) {
    for poster in &facts.posters {
        if poster.is_complete {
            continue;
        }
        if poster.lacks_files {
            findings.not_judged("a board with sheets that are not in these files");
            continue;
        }
        if poster.is_chosen {
            findings.not_judged("a board of which only some sheets were printed");
        }
        // If the user chose only some sheets, the neighbours of a sheet may be missing on purpose. So a
        // seam on only one sheet is then no fault.
        let unexpected = poster.open_seams.iter().filter(|seam| !poster.is_chosen || seam.count > 1);
        for OpenSeam { sheet: index, name, count } in unexpected {
            let sheet = &facts.sheets[*index];
            let piece = sheet.poster_part().and_then(|part| part.piece.as_ref());
            let whose = piece.map_or_else(|| "the board".to_owned(), ToString::to_string);
            let message = match count {
                1 => format!("no other page has the seam {name}: a part of {whose} is missing"),
                _ => format!(
                    "{count} pages have the seam {name}, but a seam joins only two: one page is \
                    there twice"
                ),
            };
            facts.page_fault(findings, sheet, message).hint("build the file again from its layout");
        }
    }
}
