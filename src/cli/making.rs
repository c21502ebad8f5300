//! What a build makes: a PDF, sheets, pictures or cuts.

use std::path::Path;

use super::args::{Build, EachOf, Format};
use crate::build::{self, Making, Order};
use crate::diag::{Report, codes};
use crate::layout::{Each, Plan};
use crate::write::{Family, Stale, stale};

/// What is to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputKind {
    /// A PDF for each size of paper, one for each stack, or one.
    Pdf,
    /// An SVG for each sheet.
    Svg,
    /// A picture of each sheet, so many pixels to the inch.
    Png(Option<u32>),
    /// A picture of each piece or deck.
    Each(Each, Option<u32>),
    /// The cut lines of each sheet.
    Cuts,
}

/// How many pixels to the inch there may be.
const DPI: std::ops::RangeInclusive<u32> = 10..=2400;

impl OutputKind {
    /// What is asked for; mistakes go into the report. `has_length` says that a length stands among the games, which has been
    /// reported.
    pub fn of(args: &Build, has_length: bool, report: &mut Report) -> Self {
        let mut wrong = |message: String, hint: &'static str| {
            report.push(codes::BAD_OPTION.error(message).hint(hint));
        };
        let alone = match args.format {
            Format::Pdf => None,
            Format::Svg => Some("svg do not go together: each sheet has an SVG file of its own"),
            Format::Png => Some("png do not go together: each sheet has a picture of its own"),
            Format::CutSvg => {
                Some("cut-svg do not go together: the cuts of each sheet have a file of their own")
            }
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
            (Format::Pdf, _) => Self::Pdf,
            (Format::Svg, _) => Self::Svg,
            (Format::CutSvg, _) => Self::Cuts,
            (Format::Png, None) => Self::Png(dpi),
            (Format::Png, Some(EachOf::Piece)) if args.bleed => Self::Each(Each::Bled, dpi),
            (Format::Png, Some(EachOf::Piece)) => Self::Each(Each::Piece, dpi),
            (Format::Png, Some(EachOf::Deck)) => Self::Each(Each::Deck, dpi),
        }
    }

    /// Makes the files of a plan.
    ///
    /// # Errors
    /// Everything that cannot be made.
    pub fn make(self, plan: &mut Plan<'_>, order: &Order<'_>) -> Result<Making, Report> {
        match self {
            Self::Pdf => build::pdf(plan, order),
            Self::Svg => build::svg(plan, order),
            Self::Png(dpi) => build::png(plan, order, dpi),
            Self::Each(each, dpi) => build::each(plan, order, each, dpi),
            Self::Cuts => build::cuts(plan, order),
        }
    }

    /// The sheets of earlier builds that lie where these were written, and are of the same family; none of PDFs, which
    /// have no folder of their own.
    pub fn stale(self, written: &[&Path]) -> Stale {
        let family = match self {
            Self::Pdf => return Stale::default(),
            Self::Svg => Family::Svg,
            Self::Png(_) => Family::Png,
            Self::Each(Each::Piece | Each::Bled, _) => Family::Pieces,
            Self::Each(Each::Deck, _) => Family::Decks,
            Self::Cuts => Family::Cuts,
        };
        let mut folders: Vec<&Path> = written.iter().filter_map(|path| path.parent()).collect();
        folders.sort_unstable();
        folders.dedup();
        let mut all = Stale::default();
        for folder in folders {
            let Stale { ours, kept, .. } = stale(family, folder, written);
            all.ours.extend(ours);
            all.kept.extend(kept);
        }
        all
    }
}
