//! HX463: files that do not request printing at true size.

use crate::facts::{Facts, File, Format};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_language::record::Record;

pub const RULE: Rule = Rule {
    title: "the file requests printing at its true size",
    why: "Otherwise many programs print with \"fit to page\", which is 3 to 6 % too small.",
    right: "ViewerPreferences with PrintScaling None",
    wrong: "a file that lost its ViewerPreferences when pages were removed",
    ..Rule::error(codes::PRINT_SCALING, RuleFunction::All(print_scaling))
};

fn print_scaling(facts: &Facts<'_>, findings: &mut Findings) {
    for file in &facts.files {
        if file.format == Format::Svg {
            findings.not_judged("the scale of printing: an SVG cannot request one");
            if !file.document.ignored_features.is_empty() {
                let what = file.document.ignored_features.join(", ");
                findings.not_judged(format!("the effect of {what} on {}", file.name));
            }
            if file.document.in_pixels && file.record.is_none() {
                findings.not_judged(format!(
                    "the printed size of {}, which the file does not specify: an inch is assumed to have 96 \
                     pixels; to be certain, give width and height in mm",
                    file.name
                ));
            }
            continue;
        }
        print_requests(file, findings);
        if file.document.print_scaling.as_deref() != Some("None") {
            // Other programs rarely write this setting, so its absence is not a fault in their files.
            if file.record.is_none() {
                findings.not_judged(format!(
                    "the print scale of {}: the file does not specify one; print it at \"actual size\"",
                    file.name
                ));
                continue;
            }
            let unscaled = format!("{}: the file does not request printing at 100 %", file.name);
            let fault =
                findings.fault(unscaled).hint("print it at \"actual size\", never with \"fit to page\"");
            // The file was rewritten by another program, but its drawings have already been compared
            // with the layout. So the missing setting is only a warning.
            if file.is_compared && !file.document.is_ours() {
                fault.warning();
            }
        }
    }
}

/// Reports settings other than the scale that affect how a viewer prints the file.
fn print_requests(file: &File, findings: &mut Findings) {
    if file.document.runs_scripts {
        let message = format!("{}: the file runs a script when it is opened or printed", file.name);
        findings.fault(message).hint("remove the script from the file: it may change the scale");
    }
    if file.document.asks_for_pages {
        findings
            .fault(format!("{}: the file requests that only some of its pages are printed", file.name))
            .hint("print all pages, or build the file again from its layout");
    }
    for what in file.document.print_effects.iter().filter(|_| file.record.is_some()) {
        findings
            .fault(format!("{}: the file {what}", file.name))
            .hint("build the file again from its layout");
    }
    let is_for_screen = |record: &Record| record.options.print_setup.standard.is_none();
    if file.document.has_spot_inks && file.record.as_ref().is_some_and(is_for_screen) {
        findings
            .fault(format!("{}: the file has a spot colour, which no layout uses", file.name))
            .hint("build the file again from its layout")
            .warning();
    }
}
