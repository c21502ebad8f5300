//! HX704 to HX708: what a file states about itself, such as its title, its dates and its standard.

use crate::facts::press::PressContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_scene::print::setup::Standard::{PdfX1a, PdfX4};

pub const RULES: &[Rule] = &[
    Rule {
        title: "the file has an identifier",
        why: "A shop tells versions of a file apart by the identifier in its trailer.",
        right: "a trailer with ID and two texts",
        wrong: "a trailer without ID",
        clauses: &[(PdfX4, "6.10"), (PdfX1a, "6.7")],
        ..Rule::error(codes::PRESS_NO_ID, RuleFunction::Press(identifier))
    },
    Rule {
        title: "the file states its standard",
        why: "Without the statement, a shop treats the file as any other PDF.",
        right: "GTS_PDFXVersion is PDF/X-4 in the XMP metadata, or PDF/X-1a:2003 in the document information",
        wrong: "a file without GTS_PDFXVersion, or with the version of another standard",
        clauses: &[(PdfX4, "6.11"), (PdfX1a, "6.7")],
        ..Rule::error(codes::PRESS_UNIDENTIFIED, RuleFunction::Press(statement))
    },
    Rule {
        title: "the file has a title, and the dates of its creation and its last change",
        why: "The job of a shop is named after the title, and the dates identify its version.",
        right: "dc:title, xmp:CreateDate and xmp:ModifyDate in the XMP metadata of PDF/X-4",
        wrong: "a file without a title",
        clauses: &[(PdfX4, "6.10"), (PdfX1a, "6.7")],
        ..Rule::error(codes::PRESS_METADATA, RuleFunction::Press(metadata))
    },
    Rule {
        title: "PDF/X-4 has a document ID in its metadata",
        why: "The ID, with the version, identifies the file in all copies.",
        right: "xmpMM:DocumentID, xmpMM:VersionID and xmpMM:RenditionClass in the XMP metadata",
        wrong: "metadata without xmpMM:DocumentID",
        clauses: &[(PdfX4, "6.10")],
        ..Rule::error(codes::PRESS_DOCUMENT_ID, RuleFunction::Press(document_id))
    },
    Rule {
        title: "the file states whether it is trapped (neighbouring inks overlap slightly)",
        why: "Trapping overlaps colours, so that misplaced plates leave no gaps. A shop must not trap a file twice.",
        right: "Trapped is False",
        wrong: "Trapped is missing or Unknown",
        clauses: &[(PdfX4, "6.9"), (PdfX1a, "6.6")],
        ..Rule::error(codes::PRESS_TRAPPED, RuleFunction::Press(trapped))
    },
];

fn identifier(context: &PressContext<'_>, findings: &mut Findings) {
    if !context.file.has_id {
        context.fault(findings, "the trailer has no identifier (ID)");
    }
}

fn statement(context: &PressContext<'_>, findings: &mut Findings) {
    let (place, found) = match context.is_x1a() {
        true => ("the document information", context.file.information.version.as_deref()),
        false => {
            let metadata = context.file.metadata.as_ref();
            ("the metadata", metadata.and_then(|metadata| metadata.value("pdfxid:GTS_PDFXVersion")))
        }
    };
    let expected = context.demands.standard.map_or("", |standard| standard.name());
    match found {
        Some(found) if found == expected => {}
        Some(found) => {
            context.fault(findings, &format!("GTS_PDFXVersion in {place} is {found}, not {expected}"));
        }
        None => {
            context.fault(findings, &format!("{place} has no GTS_PDFXVersion, which should be {expected}"));
        }
    }
}

fn metadata(context: &PressContext<'_>, findings: &mut Findings) {
    let information = &context.file.information;
    let xmp =
        |key: &str| context.file.metadata.as_ref().is_some_and(|metadata| metadata.value(key).is_some());
    let (place, found) = match context.is_x1a() {
        true => (
            "the document information",
            [
                ("Title", information.title.is_some()),
                ("CreationDate", is_date(information.created.as_deref())),
                ("ModDate", is_date(information.modified.as_deref())),
            ],
        ),
        false => {
            ("the metadata", ["dc:title", "xmp:CreateDate", "xmp:ModifyDate"].map(|key| (key, xmp(key))))
        }
    };
    for (key, _) in found.into_iter().filter(|(_, is_there)| !is_there) {
        context.fault(findings, &format!("{place} has no {key}"));
    }
}

/// Returns whether a text begins with a year, as a date does (ISO 32000-1, 7.9.4).
fn is_date(text: Option<&str>) -> bool {
    let digits = text.map(|text| text.strip_prefix("D:").unwrap_or(text));
    digits.is_some_and(|digits| digits.chars().take_while(char::is_ascii_digit).count() >= 4)
}

fn document_id(context: &PressContext<'_>, findings: &mut Findings) {
    for key in ["xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass"] {
        if context.file.metadata.as_ref().is_none_or(|metadata| metadata.value(key).is_none()) {
            context.fault(findings, &format!("the metadata has no {key}"));
        }
    }
}

fn trapped(context: &PressContext<'_>, findings: &mut Findings) {
    let information = context.file.information.trapped.as_deref();
    let metadata = context.file.metadata.as_ref().and_then(|metadata| metadata.value("pdf:Trapped"));
    let metadata = metadata.filter(|_| !context.is_x1a());
    for stated in [information, metadata].into_iter().flatten() {
        if !["True", "False"].contains(&stated) {
            context.fault(findings, &format!("Trapped is {stated}, not True or False"));
            return;
        }
    }
    match (information, metadata) {
        (None, None) => {
            context.fault(findings, "the file does not state whether it is trapped (Trapped)");
        }
        (Some(one), Some(other)) if one != other => {
            context.fault(
                findings,
                &format!("Trapped is {one} in the document information, and {other} in the metadata"),
            );
        }
        _ => {}
    }
}
