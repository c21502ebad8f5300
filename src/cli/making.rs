//! What the arguments of a build ask for: a PDF, sheets, pictures or cuts.

use super::args::{Build, EachOf, Format};
use crate::build::OutputKind;
use crate::diag::{Report, codes};
use crate::layout::Each;

/// How many pixels to the inch there may be.
const DPI: std::ops::RangeInclusive<u32> = 10..=2400;

/// Returns the kind of output that the arguments ask for; mistakes go into the report. `has_length` says that a length stands
/// among the games, which has been reported.
pub fn output_kind(args: &Build, has_length: bool, report: &mut Report) -> OutputKind {
    let mut wrong = |message: String, hint: &'static str| {
        report.push(codes::BAD_OPTION.error(message).hint(hint));
    };
    let alone = match args.format {
        Format::Pdf => None,
        Format::Svg => Some("svg do not go together: each sheet has an SVG file of its own"),
        Format::Png => Some("png do not go together: each sheet has a picture of its own"),
        Format::CutSvg => Some("cut-svg do not go together: the cuts of each sheet have a file of their own"),
    };
    match alone {
        Some(why) if args.split => wrong(format!("--split and --format {why}"), "leave out --split"),
        Some(why) if args.one_file => {
            wrong(format!("--one-file and --format {why}"), "leave out --one-file");
        }
        _ => {}
    }
    let dpi = args.dpi.as_deref().and_then(|typed| {
        if args.format != Format::Png {
            let message = format!("--dpi {typed} has no effect: only pictures have pixels");
            wrong(message, "add --format png");
            return None;
        }
        let number = typed.trim().parse().ok().filter(|n| DPI.contains(n));
        if number.is_none() {
            let (least, most) = (DPI.start(), DPI.end());
            let message =
                format!("--dpi {typed}: pixels to the inch are a whole number from {least} to {most}");
            wrong(message, "300 is what print shops ask for");
        }
        number
    });
    if args.each.is_some() && args.format != Format::Png {
        wrong("--each makes pictures, so it needs --format png".to_owned(), "add --format png");
    }
    match args.each.filter(|_| args.bleed) {
        Some(EachOf::Deck) => {
            let why = "a simulator cuts a grid at the edges of its pieces";
            wrong(format!("--bleed and --each deck do not go together: {why}"), "leave out --bleed");
        }
        None if args.bleed && !has_length => {
            let why = "sheets always have the bleed that their layout asks for";
            let hint = "leave it out: `bleed` in the layout sets it, bleed = \"3mm\"; or add --format png --each piece";
            wrong(format!("--bleed has no effect: {why}"), hint);
        }
        Some(EachOf::Piece) | None => {}
    }
    match (args.format, args.each) {
        (Format::Pdf, _) => OutputKind::Pdf,
        (Format::Svg, _) => OutputKind::Svg,
        (Format::CutSvg, _) => OutputKind::Cuts,
        (Format::Png, None) => OutputKind::Png(dpi),
        (Format::Png, Some(EachOf::Piece)) if args.bleed => OutputKind::Each(Each::Bled, dpi),
        (Format::Png, Some(EachOf::Piece)) => OutputKind::Each(Each::Piece, dpi),
        (Format::Png, Some(EachOf::Deck)) => OutputKind::Each(Each::Deck, dpi),
    }
}
