//! HX728 to HX734: interactive features, which are useful only on a screen.

use crate::facts::press::{PressContext, Weight};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::press::{FileFeature, PressPage, PressPlace};
use hexpress_scene::print::setup::Standard::{PdfX1a, PdfX4};

pub const RULES: &[Rule] = &[
    Rule {
        title: "annotations are outside the bleed box",
        why: "Some machines print annotations, and others do not.",
        right: "a comment next to the page, beyond the bleed",
        wrong: "a comment or a link on the page",
        clauses: &[(PdfX4, "6.17"), (PdfX1a, "6.13")],
        ..Rule::error(codes::PRESS_ANNOTATION, RuleFunction::Press(annotations))
    },
    Rule {
        title: "the file contains no scripts",
        why: "A script can change the pages after the shop approved them.",
        right: "a file without JavaScript",
        wrong: "a file that runs JavaScript when it is opened",
        clauses: &[(PdfX4, "6.18"), (PdfX1a, "6.14")],
        ..Rule::error(codes::PRESS_SCRIPT, RuleFunction::Press(scripts))
    },
    Rule {
        title: "the file contains no actions",
        why: "Actions are for readers at a screen. Bookmarks need none.",
        right: "a bookmark with a destination",
        wrong: "a link that opens a web page",
        clauses: &[(PdfX4, "6.18"), (PdfX1a, "6.14")],
        ..Rule::error(codes::PRESS_ACTION, RuleFunction::Press(actions))
    },
    Rule {
        title: "the file contains no form in XFA",
        why: "A program redraws the pages of such a form.",
        right: "pages with plain drawings",
        wrong: "an AcroForm with XFA",
        clauses: &[(PdfX4, "6.26"), (PdfX1a, "6.13")],
        ..Rule::error(codes::PRESS_FORM, RuleFunction::Press(forms))
    },
    Rule {
        title: "no layer is switched automatically",
        why: "The shop must print the layers that you saw.",
        right: "layers that are all visible",
        wrong: "layers that are hidden when the file is printed (AS)",
        clauses: &[(PdfX4, "6.24")],
        ..Rule::error(codes::PRESS_LAYERS, RuleFunction::Press(layers))
    },
    Rule {
        title: "viewers show and print the bleed box or the media box, if the file chooses a box",
        why: "A viewer that shows less hides the bleed in a proof.",
        right: "a file that chooses no box",
        wrong: "PrintArea is TrimBox",
        clauses: &[(PdfX4, "6.21"), (PdfX1a, "6.17")],
        ..Rule::warning(codes::PRESS_VIEW, RuleFunction::Press(view))
    },
    Rule {
        title: "the file is not a slide show",
        why: "A slide show can present the pages in another way than they are printed.",
        right: "plain pages",
        wrong: "a file with AlternatePresentations",
        clauses: &[(PdfX4, "6.22")],
        ..Rule::error(codes::PRESS_SLIDES, RuleFunction::Press(slides))
    },
];

/// The types of annotations that print shops themselves add: marks outside the trimmed page, and a trap
/// network.
const OF_SHOPS: [&str; 2] = ["PrinterMark", "TrapNet"];

fn annotations(context: &PressContext<'_>, findings: &mut Findings) {
    for (number, page) in (1..).zip(&context.file.pages) {
        let PressPage { media, bleed, trim, art, annotations, .. } = page;
        let printed = bleed.or(*trim).or(*art).unwrap_or(*media);
        for annotation in annotations {
            let area = printed.intersect(annotation.rect);
            let is_of_shop = OF_SHOPS.contains(&annotation.kind.as_str());
            if area.width() > 0.0 && area.height() > 0.0 && !is_of_shop {
                let message = format!("an annotation ({}) is inside the bleed box", annotation.kind);
                let place = PressPlace { page: Some(number), rect: Some(annotation.rect) };
                context.fault_at(findings, &place, &message).cause(message.clone());
            }
        }
    }
}

fn scripts(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| {
        (*what == FileFeature::Script).then(|| "there is a script (JavaScript)".to_owned())
    });
}

fn actions(context: &PressContext<'_>, findings: &mut Findings) {
    let weight = if context.is_x1a() { Weight::Error } else { Weight::Warning };
    context.judge(findings, |what| match what {
        FileFeature::Action(kind) => Some((format!("there is an action ({kind})"), weight)),
        _ => None,
    });
}

fn forms(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| (*what == FileFeature::Xfa).then(|| "there is a form in XFA".to_owned()));
}

fn layers(context: &PressContext<'_>, findings: &mut Findings) {
    context.judge(findings, |what| {
        (*what == FileFeature::AutomaticLayers)
            .then(|| ("layers are switched automatically (AS)".to_owned(), Weight::Warning))
    });
}

fn view(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| match what {
        FileFeature::ViewBox(key, name) if !["MediaBox", "BleedBox"].contains(&name.as_str()) => {
            Some(format!("{key} is {name}, not MediaBox or BleedBox"))
        }
        _ => None,
    });
}

fn slides(context: &PressContext<'_>, findings: &mut Findings) {
    context
        .forbid(findings, |what| (*what == FileFeature::Slides).then(|| "there is a slide show".to_owned()));
}
