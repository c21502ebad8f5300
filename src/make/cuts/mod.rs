//! Makes SVG and DXF files with cut lines for a plotter. The files contain cut lines, but nothing to
//! print.
//!
//! - In: a plan.
//! - Out: a file for every sheet with cut lines. Each file is linked to the PDF and the page that
//!   prints its sheet.

pub mod setup;

use kurbo::{Shape as _, Size};

use super::{
    CutFormat, FileContents, MadeFiles, OutputContext, OutputFile, folder, name_pages, single_sheet,
};
use hexpress_base::diag::{Report, codes};
use hexpress_layout::{Content, Plan};
use hexpress_scene::print::cuts::CutKind;
use hexpress_write::About;

/// A file of cut lines: what it contains, and the sheet that it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct CutFile {
    /// The name of the PDF that prints the sheet.
    pub pdf: String,
    /// The number of the sheet's page in the PDF, counted from 1.
    pub page: usize,
    /// The number of pieces that are cut out.
    pub pieces: usize,
    /// The size of the sheet when it is cut, in mm. A folded sheet has its size after folding.
    pub sheet: Size,
    /// Whether the sheet is folded and glued before it is cut.
    pub folded: bool,
    /// The total length of all lines that are cut, in mm.
    pub length: f64,
    /// What the machine does along the lines, such as cutting through or scoring.
    pub kinds: Vec<CutKind>,
}

/// Draws the cut lines of a plan. Makes a file `GAME-PAPER/NN-NAME.cut.svg` or `.cut.dxf` for every
/// sheet with cut lines.
///
/// # Errors
/// A sheet cannot be drawn, or the plan has no cut lines.
pub fn cuts(
    plan: &mut Plan<'_>,
    context: &OutputContext<'_>,
    format: CutFormat,
) -> Result<MadeFiles, Report> {
    // Each file of cut lines states the PDF and the page that print its sheet. Therefore the sheets get
    // the same file names and page numbers as in a build of PDFs.
    name_pages(plan, context.stem, context.options);
    let digits = plan.sheets.len().to_string().len().max(2);
    let mut cache = plan.sheet_cache();
    let mut made = Vec::new();
    let mut files = Vec::new();
    let game = plan.game();
    let blade = context.options.printer.as_ref().map(|printer| printer.blade).unwrap_or_default();
    for (index, (sheet, line)) in plan.sheets.iter().zip(&plan.page_labels).enumerate() {
        let Some(cuts) = plan.cuts(index, &mut cache)? else { continue };
        let cuts = cuts.for_blade(blade);
        let text = match format {
            CutFormat::Svg => {
                let (names, page) = (sheet.names(), line.page);
                let title = format!("{}: cuts of {names}, page {page} of {}", game.title, line.name);
                hexpress_write::svg::cuts(&cuts, &About::game(game, title))
            }
            CutFormat::Dxf => hexpress_write::dxf::cuts(&cuts),
        };
        let name = format!("{:0digits$}-{}.{}", index + 1, sheet.component.name, format.extension());
        files.push(CutFile {
            pdf: line.name.clone(),
            page: line.page,
            pieces: cuts.pieces,
            sheet: cuts.sheet,
            folded: cuts.folded,
            length: cuts
                .lines
                .iter()
                .filter(|line| line.kind != CutKind::Fold)
                .map(|line| line.path.perimeter(0.001))
                .sum(),
            kinds: cuts.kinds().collect(),
        });
        made.push(OutputFile {
            sheets: single_sheet(plan, index),
            name: format!("{}/{name}", folder(context.stem, context.options)),
            bytes: text.into_bytes().into(),
        });
    }
    if made.is_empty() {
        let message = format!(
            "the sheets of `{}` have no cuts, so there is nothing to write for a cutting machine",
            context.input.id
        );
        let has_posters = plan.sheets.iter().any(|sheet| matches!(sheet.content, Content::Poster(..)));
        let hint = match has_posters {
            true => "assemble posters first, then cut them by hand",
            false => "add cards, tiles or counters, which are cut out",
        };
        return Err(codes::BAD_OPTION.error(message).hint(hint).into());
    }
    Ok(MadeFiles {
        files: made,
        warnings: Report::default(),
        shows: FileContents::Cuts(format, files),
        proof: None,
    })
}
