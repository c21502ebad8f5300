//! HX701 to HX710: what a file states about itself, such as its version and its standard.

use crate::facts::press::PressContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::press::{FileFeature, OutputIntent, Profile};
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

/// Checks whether a text begins with a year, as a date does (ISO 32000-1, 7.9.4).
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
