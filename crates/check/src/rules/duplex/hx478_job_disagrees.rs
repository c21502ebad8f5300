//! HX478: files with print settings that do not suit their pages: two-sided printing, or the number of
//! copies.

use super::sheet_sides::{backs_setup, is_back};
use crate::facts::text::folded;
use crate::facts::{Facts, Format, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_scene::print::setup::Backs;

pub const RULE: Rule = Rule {
    title: "the file requests the sides and copies that its pages need",
    why: "A print dialog shows what the file requests. If the paper turns over the wrong edge, all backs \
        are behind the wrong fronts.",
    right: "backs made for the long edge, and Duplex DuplexFlipLongEdge",
    wrong: "backs made for the long edge, and Duplex DuplexFlipShortEdge",
    ..Rule::error(codes::JOB_DISAGREES, RuleFunction::All(job_disagrees))
};

/// Returns a value of the key `Duplex` of a PDF with an explanation, such as `Simplex (one side)`.
fn described(duplex: &str) -> String {
    match duplex {
        "Simplex" => "Simplex (one side)".to_owned(),
        "DuplexFlipLongEdge" => "DuplexFlipLongEdge (flip on long edge)".to_owned(),
        "DuplexFlipShortEdge" => "DuplexFlipShortEdge (flip on short edge)".to_owned(),
        other => other.to_owned(),
    }
}

fn job_disagrees(facts: &Facts<'_>, findings: &mut Findings) {
    let (Some(backs), Some(expected)) = (backs_setup(facts), facts.expected) else { return };
    for (index, file) in facts.files.iter().enumerate() {
        if file.format == Format::Svg || file.record.is_none() {
            continue;
        }
        let own_sheets: Vec<&FoundSheet> = facts.sheets.iter().filter(|sheet| sheet.file == index).collect();
        let has_folded = own_sheets.iter().any(|sheet| folded::is_second_side(facts, sheet));
        let backs = if has_folded { folded::edge_of_folded(facts).unwrap_or(backs) } else { backs };
        let wanted = match (has_folded || own_sheets.iter().any(|sheet| is_back(sheet)), backs) {
            (false, _) => "Simplex",
            (true, Backs::FlipShort) => "DuplexFlipShortEdge",
            (true, _) => "DuplexFlipLongEdge",
        };
        let stated = file.document.duplex.as_deref();
        if stated.is_some_and(|stated| stated != wanted) {
            let message = format!(
                "{}: the file requests {}, but its pages are made for {}",
                file.name,
                described(stated.unwrap_or_default()),
                described(wanted)
            );
            findings.fault(message);
        } else if stated.is_none() && wanted != "Simplex" {
            findings
                .fault(format!("{}: the file does not request printing on both sides", file.name))
                .hint("choose two-sided printing in the print dialog")
                .warning();
        }
        let Some(copies) = file.document.copies else { continue };
        let views = own_sheets.into_iter().flat_map(FoundSheet::views);
        let mut components = views.filter_map(|sheet| expected.game.components.get(sheet.component?));
        if let Some(other) = components.find(|component| i64::from(component.print) != copies) {
            let [is, should] = [copies, other.print.into()].map(|count: i64| match count {
                1 => "1 copy".to_owned(),
                count => format!("{count} copies"),
            });
            findings
                .fault(format!(
                    "{}: the file requests {is}, but the layout requests {should} of `{}`",
                    file.name, other.name
                ))
                .in_layout(Some(other.place));
        }
    }
}
