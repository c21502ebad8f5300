//! Determines the kind of files that the arguments of `build` ask for.
//!
//! - In: `--format`, `--each`, `--dpi` and the options that depend on them.
//! - Out: an [`OutputKind`], and reports about options that conflict.

use super::build_args::{Build, EachOf, Format};
use crate::make::{CutFormat, OutputKind, POSSIBLE_DPI};
use hexpress_base::diag::{Report, Result, codes};
use hexpress_language::tables::shop::{Shop, ShopFormat};
use hexpress_layout::PictureSubject;

/// Returns the kind of files that the arguments ask for, and reports mistakes.
///
/// If `has_stray_length` is true, the user typed a length where a game is expected, as in `--bleed 3mm`.
/// That mistake is reported elsewhere.
pub fn output_kind(
    args: &Build,
    has_stray_length: bool,
    shop: Option<&Shop>,
    report: &mut Report,
) -> OutputKind {
    if let Some(shop) = shop {
        return match shop.format {
            ShopFormat::Png => OutputKind::Each(PictureSubject::Canvas, Some(shop.dpi)),
            ShopFormat::Pdf => OutputKind::ShopPdf(shop.shared_back),
        };
    }
    check_stacks(args, report);
    let dpi = args.dpi.as_deref().and_then(|typed| report.ok_or_report(parse_dpi(typed, args.format)));
    if args.each.is_some() && args.format != Format::Png {
        let error = codes::BAD_OPTION.error("--each requires --format png");
        report.push(error.hint("write --format png"));
    }
    if args.bleed {
        check_bleed(args, has_stray_length, report);
    }
    match (args.format, args.each) {
        (Format::Pdf, _) => OutputKind::Pdf,
        (Format::Svg, _) => OutputKind::Svg,
        (Format::CutSvg, _) => OutputKind::Cuts(CutFormat::Svg),
        (Format::CutDxf, _) => OutputKind::Cuts(CutFormat::Dxf),
        (Format::CutSetup, _) => OutputKind::CutSetup(dpi),
        (Format::Png, None) => OutputKind::Png(dpi),
        (Format::Png, Some(EachOf::Piece)) if args.bleed => OutputKind::Each(PictureSubject::Bled, dpi),
        (Format::Png, Some(EachOf::Piece)) => OutputKind::Each(PictureSubject::Piece, dpi),
        (Format::Png, Some(EachOf::Deck)) => OutputKind::Each(PictureSubject::Deck, dpi),
    }
}

/// Reports a mistake if the user typed `--split` or `--one-file`, but the format always makes a
/// separate file for each sheet.
fn check_stacks(args: &Build, report: &mut Report) {
    let why = match args.format {
        Format::Pdf => return,
        Format::Svg => "svg: each sheet becomes a separate SVG file",
        Format::Png => "png: each sheet becomes a separate picture",
        Format::CutSvg => "cut-svg: each sheet becomes a separate SVG file",
        Format::CutDxf => "cut-dxf: each sheet becomes a separate DXF file",
        Format::CutSetup => "cut-setup: each job becomes a separate picture",
    };
    let option = match (args.split, args.one_file) {
        (true, _) => "--split",
        (false, true) => "--one-file",
        (false, false) => return,
    };
    let message = format!("{option} cannot be used with --format {why}");
    report.push(codes::BAD_OPTION.error(message).hint(format!("delete {option}")));
}

/// Reads `--dpi`.
///
/// # Errors
/// The number is out of range, or the format has no pixels.
fn parse_dpi(typed: &str, format: Format) -> Result<u32> {
    if !matches!(format, Format::Png | Format::CutSetup) {
        let message = format!("--dpi {typed} has no effect: only pictures have pixels");
        return Err(codes::BAD_OPTION.error(message).hint("add --format png"));
    }
    typed.trim().parse().ok().filter(|number| POSSIBLE_DPI.contains(number)).ok_or_else(|| {
        let (least, most) = (POSSIBLE_DPI.start(), POSSIBLE_DPI.end());
        let message = format!("--dpi must be a whole number from {least} to {most}, not `{typed}`");
        codes::BAD_OPTION.error(message).hint("write --dpi 300, which print shops usually ask for")
    })
}

/// Reports a mistake if `--bleed` is typed and the build does not make pictures of pieces.
fn check_bleed(args: &Build, has_stray_length: bool, report: &mut Report) {
    match args.each {
        Some(EachOf::Deck) => {
            let why = "tabletop simulators divide the picture of a deck into pieces without bleed";
            let message = format!("--bleed and --each deck cannot be used together: {why}");
            report.push(codes::BAD_OPTION.error(message).hint("delete --bleed"));
        }
        None if !has_stray_length => {
            let message = "--bleed has no effect on sheets: it adds the bleed to pictures of single pieces";
            let hint = "for a bleed on sheets, write bleed = \"3mm\" in the layout; for pictures of single pieces \
                    with their bleed, add --format png --each piece";
            report.push(codes::BAD_OPTION.error(message).hint(hint));
        }
        Some(EachOf::Piece) | None => {}
    }
}
