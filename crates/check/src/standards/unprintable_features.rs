//! HX720 to HX727: features that a print shop cannot print, or that need other files.

use crate::facts::press::PressContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::press::FileFeature;
use hexpress_scene::print::setup::Standard::{PdfX1a, PdfX4};

pub const RULES: &[Rule] = &[
    Rule {
        title: "no transfer function changes the inks",
        why: "A transfer function is made for one machine, and changes the colours on all others.",
        right: "graphics states without TR",
        wrong: "a graphics state with TR",
        clauses: &[(PdfX4, "6.13"), (PdfX1a, "6.9")],
        ..Rule::error(codes::PRESS_TRANSFER, RuleFunction::Press(transfer))
    },
    Rule {
        title: "the file contains no PostScript",
        why: "PostScript is a program that only some machines run.",
        right: "pictures and forms",
        wrong: "an XObject of the subtype PS",
        clauses: &[(PdfX4, "6.14"), (PdfX1a, "6.10")],
        ..Rule::error(codes::PRESS_POSTSCRIPT, RuleFunction::Press(postscript))
    },
    Rule {
        title: "no picture has alternates",
        why: "An alternate may be printed in place of the picture that you saw.",
        right: "one version of each picture",
        wrong: "a picture with Alternates",
        clauses: &[(PdfX4, "6.16"), (PdfX1a, "6.12")],
        ..Rule::error(codes::PRESS_ALTERNATE, RuleFunction::Press(alternates))
    },
    Rule {
        title: "no picture is replaced by another one in the shop (OPI)",
        why: "OPI replaces coarse pictures by files that the shop may not have.",
        right: "pictures in their full resolution",
        wrong: "a picture with OPI comments",
        clauses: &[(PdfX4, "6.3"), (PdfX1a, "6.4")],
        ..Rule::error(codes::PRESS_OPI, RuleFunction::Press(opi))
    },
    Rule {
        title: "the file needs no other file",
        why: "A shop gets only this file.",
        right: "a file that contains all its pictures",
        wrong: "a form that shows a page of another file",
        clauses: &[(PdfX4, "6.7"), (PdfX1a, "6.4")],
        ..Rule::error(codes::PRESS_EXTERNAL, RuleFunction::Press(external))
    },
    Rule {
        title: "nothing is compressed with LZW, and nothing in PDF/X-1a with JBIG2",
        why: "Patents protected LZW, so many machines did not read it. JBIG2 is newer than many machines.",
        right: "FlateDecode, or DCTDecode for photographs",
        wrong: "LZWDecode",
        clauses: &[(PdfX4, "6.8"), (PdfX1a, "6.5")],
        ..Rule::error(codes::PRESS_COMPRESSION, RuleFunction::Press(compression))
    },
    Rule {
        title: "page contents use only operators that PDF defines",
        why: "Programs skip unknown operators, and drawings are then missing.",
        right: "operators such as re and f",
        wrong: "an operator of another program between BX and EX",
        clauses: &[(PdfX4, "6.19"), (PdfX1a, "6.15")],
        ..Rule::error(codes::PRESS_OPERATOR, RuleFunction::Press(operators))
    },
    Rule {
        title: "every rendering intent is one that PDF defines",
        why: "The intent says how colours are converted. Machines ignore unknown names.",
        right: "RelativeColorimetric",
        wrong: "Relative",
        clauses: &[(PdfX4, "6.23")],
        ..Rule::error(codes::PRESS_RENDERING, RuleFunction::Press(rendering))
    },
];

fn transfer(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| match what {
        FileFeature::Transfer(key) => Some(format!("a graphics state has a transfer function ({key})")),
        _ => None,
    });
}

fn postscript(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| {
        (*what == FileFeature::PostScript).then(|| "there is PostScript".to_owned())
    });
}

fn alternates(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| {
        (*what == FileFeature::Alternate).then(|| "a picture has alternates".to_owned())
    });
}

fn opi(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| {
        (*what == FileFeature::Opi).then(|| "a picture or a form has OPI comments".to_owned())
    });
}

fn external(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| match what {
        FileFeature::External(what) => Some(format!("{what} is in another file")),
        _ => None,
    });
    if context.file.has_attachments {
        findings.not_judged(
            "whether the standard allows attached files: its text is not public; if a shop refuses the file, \
             build it with embed = false",
        );
    }
}

fn compression(context: &PressContext<'_>, findings: &mut Findings) {
    let is_x1a = context.is_x1a();
    context.forbid(findings, |what| match what {
        FileFeature::Filter(filter @ ("LZW" | "Crypt")) => Some(format!("data is compressed with {filter}")),
        FileFeature::Filter("JBIG2") if is_x1a => Some("data is compressed with JBIG2".to_owned()),
        _ => None,
    });
}

fn operators(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| match what {
        FileFeature::Operator(name) => Some(format!("PDF has no operator `{name}`")),
        _ => None,
    });
}

fn rendering(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| match what {
        FileFeature::Rendering(name) => Some(format!("PDF has no rendering intent {name}")),
        _ => None,
    });
}
