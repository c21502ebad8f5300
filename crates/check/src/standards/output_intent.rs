//! HX709, HX710: the printing condition for which a file is made, and its colour profile.

use crate::facts::press::PressContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::press::{OutputIntent, Profile};
use hexpress_scene::print::setup::Standard::{PdfX1a, PdfX4};

pub const RULES: &[Rule] = &[
    Rule {
        title: "the file has one output intent for PDF/X, with the name of a printing condition",
        why: "The same inks look different on another press or paper. The intent says what they are made for.",
        right: "an output intent GTS_PDFX with OutputConditionIdentifier FOGRA39",
        wrong: "a file without an output intent, or with the intent of PDF/A only",
        clauses: &[(PdfX4, "6.4"), (PdfX1a, "6.2")],
        ..Rule::error(codes::PRESS_OUTPUT_INTENT, RuleFunction::Press(intent))
    },
    Rule {
        title: "the output intent has the colour profile of a printing press",
        why: "The profile says what the inks look like. PDF/X-1a may name a registered condition instead.",
        right: "an embedded profile of class prtr in CMYK",
        wrong: "the profile of a monitor, or a damaged profile",
        clauses: &[(PdfX4, "6.4"), (PdfX1a, "6.2")],
        ..Rule::error(codes::PRESS_PROFILE, RuleFunction::Press(profile))
    },
];

/// The highest major version of colour profiles that PDF 1.6 allows.
const LAST_PROFILE: u8 = 4;

fn intent(context: &PressContext<'_>, findings: &mut Findings) {
    let count = context.file.intents.iter().filter(|intent| intent.standard == "GTS_PDFX").count();
    if count > 1 {
        context.fault(findings, &format!("there are {count} output intents for PDF/X; one is allowed"));
    }
    let Some(OutputIntent { condition, info, registry, .. }) = context.file.intent() else {
        if count == 0 {
            context.fault(findings, "there is no output intent for PDF/X (GTS_PDFX)");
        }
        return;
    };
    if condition.is_none() {
        context.fault(
            findings,
            "the output intent does not name its printing condition (OutputConditionIdentifier)",
        );
    }
    if registry.is_none() && info.is_none() {
        context.fault(findings, "the output intent has neither RegistryName nor Info");
    }
}

fn profile(context: &PressContext<'_>, findings: &mut Findings) {
    let Some(intent) = context.file.intent() else { return };
    let Some(Profile { is_valid, version, class, space, channels }) = &intent.profile else {
        let is_registered = intent.registry.is_some() && intent.condition.is_some();
        if context.is_x1a() && is_registered {
            return;
        }
        let why = if intent.is_referenced { ": it names a file with a profile" } else { "" };
        context.fault(findings, &format!("the output intent has no embedded colour profile{why}"));
        return;
    };
    if !is_valid {
        context.fault(findings, "the colour profile of the output intent cannot be read");
        return;
    }
    if class != "prtr" {
        context.fault(findings, &format!("the profile of the output intent has the class {class}, not prtr"));
    }
    let expected = match space.as_str() {
        "CMYK" => Some(4),
        "RGB" if !context.is_x1a() => Some(3),
        "GRAY" if !context.is_x1a() => Some(1),
        _ => None,
    };
    match expected {
        None => {
            let allowed = if context.is_x1a() { "CMYK" } else { "CMYK, RGB or GRAY" };
            context
                .fault(findings, &format!("the profile of the output intent is for {space}, not {allowed}"));
        }
        Some(count) if *channels != Some(count) => {
            let message =
                format!("the profile of the output intent has {count} channels, but N is not {count}");
            context.fault(findings, &message);
        }
        Some(_) => {}
    }
    if *version > LAST_PROFILE {
        let limit = format!("the latest allowed version is {LAST_PROFILE}");
        context
            .fault(findings, &format!("the profile of the output intent has the version {version}; {limit}"));
    }
}
