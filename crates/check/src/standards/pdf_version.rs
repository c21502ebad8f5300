//! HX701 to HX703: the version of PDF that a file has, and features that its standard does not have.

use crate::facts::press::PressContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::press::FileFeature;
use hexpress_scene::print::setup::Standard::{PdfX1a, PdfX4};

pub const RULES: &[Rule] = &[
    Rule {
        title: "the version of PDF is the one that the standard allows",
        why: "Machines of print shops read the versions that their standard names.",
        right: "PDF 1.6 for PDF/X-4, PDF 1.4 for PDF/X-1a",
        wrong: "PDF 1.7 for PDF/X-4",
        clauses: &[(PdfX4, "6.1"), (PdfX1a, "6.1")],
        ..Rule::error(codes::PRESS_VERSION, RuleFunction::Press(version))
    },
    Rule {
        title: "PDF/X-1a has only features of PDF 1.4",
        why: "PDF/X-1a is based on PDF 1.4. Machines for PDF/X-1a cannot read later features.",
        right: "a file with a table of all objects at its end",
        wrong: "layers, packed objects, JPEG 2000, or pictures with 16 bits per channel",
        clauses: &[(PdfX1a, "6.1")],
        ..Rule::error(codes::PRESS_LATER_FEATURE, RuleFunction::Press(later_features))
    },
    Rule {
        title: "the file is not encrypted",
        why: "A print shop must be able to read and process the file without a password.",
        right: "a file that was saved without a password",
        wrong: "a file that forbids changes, even if it opens without a password",
        clauses: &[(PdfX4, "6.15"), (PdfX1a, "6.11")],
        // An encrypted file cannot be read. Encryption is therefore checked before all rules, and
        // the function of this rule is empty.
        ..Rule::error(codes::PRESS_ENCRYPTED, RuleFunction::Press(|_, _| {}))
    },
];

fn version(context: &PressContext<'_>, findings: &mut Findings) {
    let (major, minor) = context.file.version;
    let last = if context.is_x1a() { (1, 4) } else { (1, 6) };
    if (major, minor) > last {
        let message =
            format!("the version is PDF {major}.{minor}, which is later than {}.{}", last.0, last.1);
        let fault = context.fault(findings, &message);
        // According to ISO 15930-4, clause 5, the version number alone does not make a file invalid.
        if context.is_x1a() {
            fault.warning();
        }
    }
}

fn later_features(context: &PressContext<'_>, findings: &mut Findings) {
    if context.file.is_packed {
        context.fault(findings, "the objects are packed into streams, which PDF 1.4 cannot read");
    }
    context.forbid(findings, |what| {
        Some(match what {
            FileFeature::Layers => "there are layers, which PDF 1.4 does not have".to_owned(),
            FileFeature::SixteenBits => "a picture has 16 bits per channel; PDF 1.4 allows 8".to_owned(),
            FileFeature::Filter("JPEG 2000") => "a picture is compressed with JPEG 2000".to_owned(),
            _ => return None,
        })
    });
}
