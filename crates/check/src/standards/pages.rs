//! HX711 to HX713: the boxes of pages, and fonts.

use kurbo::Rect;

use crate::facts::press::PressContext;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::press::{FileFeature, PressPage, PressPlace};
use hexpress_scene::print::setup::Standard::{PdfX1a, PdfX4};

pub const RULES: &[Rule] = &[
    Rule {
        title: "every page has either a trim box or an art box",
        why: "The trim box is the size after the cut. Without it, a shop cannot place the page.",
        right: "a trim box of 63 x 88 mm on a page of 69 x 94 mm",
        wrong: "a page with only a media box, or with a trim box and an art box",
        clauses: &[(PdfX4, "6.12"), (PdfX1a, "6.8")],
        ..Rule::error(codes::PRESS_BOXES, RuleFunction::Press(boxes))
    },
    Rule {
        title: "the trim box is inside the bleed box, and all boxes are inside the media box",
        why: "The bleed surrounds the trimmed page. If boxes cross, the shop has to guess which one is wrong.",
        right: "a bleed box that is 3 mm wider than the trim box on each side",
        wrong: "a bleed box that is smaller than the trim box",
        clauses: &[(PdfX4, "6.12"), (PdfX1a, "6.8")],
        ..Rule::error(codes::PRESS_BOXES_ASTRAY, RuleFunction::Press(nesting))
    },
    Rule {
        title: "a file for a print shop contains all fonts of its text",
        why: "A shop does not have the font, and would replace it with another one.",
        right: "a PDF that embeds each font, with the characters that it uses",
        wrong: "a PDF that names Helvetica and expects the shop to have it",
        clauses: &[(PdfX4, "6.5"), (PdfX1a, "6.3")],
        ..Rule::error(codes::PRESS_FONT, RuleFunction::Press(fonts))
    },
];

/// The largest rounding error of a box, in mm.
const ROUNDING: f64 = 0.02;

fn boxes(context: &PressContext<'_>, findings: &mut Findings) {
    for (number, page) in (1..).zip(&context.file.pages) {
        let place = PressPlace { page: Some(number), rect: None };
        match (page.trim, page.art) {
            (None, None) => {
                context.fault_at(findings, &place, "the page has neither a trim box nor an art box");
            }
            (Some(_), Some(_)) => {
                context.fault_at(findings, &place, "the page has a trim box and an art box");
            }
            _ => {}
        }
    }
}

/// Returns how far the box `inner` extends beyond the box `outer`, in mm. The result is negative if it
/// stays inside.
fn distance_beyond(inner: Rect, outer: Rect) -> f64 {
    [outer.x0 - inner.x0, outer.y0 - inner.y0, inner.x1 - outer.x1, inner.y1 - outer.y1]
        .into_iter()
        .fold(f64::MIN, f64::max)
}

fn nesting(context: &PressContext<'_>, findings: &mut Findings) {
    for (number, page) in (1..).zip(&context.file.pages) {
        let PressPage { media, crop, bleed, trim, art, .. } = page;
        let cut = trim.map(|trim| ("trim box", trim)).or(art.map(|art| ("art box", art)));
        let bleed = bleed.map(|bleed| ("bleed box", bleed));
        let crop = crop.map(|crop| ("crop box", crop));
        let media = ("media box", *media);
        let pairs =
            [(cut, bleed), (cut, crop), (cut, Some(media)), (bleed, Some(media)), (crop, Some(media))];
        for ((inner, rect), (outer, around)) in
            pairs.into_iter().filter_map(|(inner, outer)| inner.zip(outer))
        {
            let by = distance_beyond(rect, around);
            if by > ROUNDING {
                let message = format!("the {inner} extends {} beyond the {outer}", format_mm(by));
                let place = PressPlace { page: Some(number), rect: Some(rect) };
                context.fault_at(findings, &place, &message).deviation(by);
            }
        }
    }
}

fn fonts(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| match what {
        FileFeature::Font(name) if name.is_empty() => {
            Some("a font without a name is not in the file".to_owned())
        }
        FileFeature::Font(name) => Some(format!("the font {name} is not in the file")),
        _ => None,
    });
}
