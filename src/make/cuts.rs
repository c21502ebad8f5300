//! Makes SVG files with the cut lines for a plotter. They contain nothing that is printed.
//!
//! - In: a plan.
//! - Out: an SVG for every sheet with cut lines, and the PDF page that it belongs to.

use kurbo::Shape as _;

use super::{Order, Output, OutputFile, Shows, folder, name_pages, stack_of_sheet};
use hexpress_base::diag::{Report, codes};
use hexpress_layout::{Content, Plan};
use hexpress_write::About;

/// The sheet that a file of cut lines belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct CutFile {
    /// The name of the PDF that prints the sheet.
    pub pdf: String,
    /// The number of the sheet's page in the PDF, from 1.
    pub page: usize,
    /// The number of pieces that are cut out.
    pub pieces: usize,
    /// Whether the sheet is folded and glued before it is cut.
    pub folded: bool,
    /// The total length of all lines, in mm.
    pub length: f64,
}

/// Draws the cut lines of a plan: `GAME-PAPER/NN-NAME.cut.svg` for every sheet that has cut lines.
///
/// # Errors
/// A sheet cannot be drawn, or the plan has no cut lines.
pub fn cuts(plan: &mut Plan<'_>, order: &Order<'_>) -> Result<Output, Report> {
    // The cut lines belong to the sheets of the PDF, so sheets have the same names and numbers as
    // in the PDF.
    name_pages(plan, order.stem, order.options);
    let digits = plan.sheets.len().to_string().len().max(2);
    let mut cache = plan.sheet_cache();
    let mut made = Vec::new();
    let mut files = Vec::new();
    let game = plan.game();
    for (index, (sheet, line)) in plan.sheets.iter().zip(&plan.files).enumerate() {
        let Some(cuts) = plan.cuts(index, &mut cache)? else { continue };
        let title = format!("{}: cuts of {}, page {} of {}", game.title, sheet.names(), line.page, line.name);
        let about = About::game(game, title);
        let name = format!("{:0digits$}-{}.cut.svg", index + 1, sheet.component.name);
        files.push(CutFile {
            pdf: line.name.clone(),
            page: line.page,
            pieces: cuts.pieces,
            folded: cuts.folded,
            length: cuts.lines.iter().map(|line| line.perimeter(0.001)).sum(),
        });
        made.push(OutputFile {
            stack: stack_of_sheet(plan, index),
            name: format!("{}/{name}", folder(order.stem, order.options)),
            bytes: hexpress_write::svg::cuts(&cuts, &about).into_bytes().into(),
        });
    }
    if made.is_empty() {
        let message = format!("the sheets of `{}` have no cuts, so there is no file of cuts", order.input.id);
        let has_posters = plan.sheets.iter().any(|sheet| matches!(sheet.content, Content::Poster(..)));
        let hint = match has_posters {
            true => "assemble posters first, then cut them by hand",
            false => "add cards, tiles or counters, which are cut out",
        };
        return Err(codes::BAD_OPTION.error(message).hint(hint).into());
    }
    Ok(Output { files: made, warnings: Report::default(), shows: Shows::Cuts(files), proof: None })
}
