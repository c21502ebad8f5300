//! The cut lines alone, for a plotter.

use kurbo::Shape as _;

use super::{Made, Making, Order, Shows, alone, folder, name_pages};
use crate::diag::{Report, codes};
use crate::layout::{Content, Plan};
use crate::write;
use crate::write::About;

/// What a file of cuts holds.
#[derive(Debug, Clone, PartialEq)]
pub struct CutFile {
    /// The PDF that prints the sheet, and its page there.
    pub printed: (String, usize),
    /// The pieces that are cut out.
    pub pieces: usize,
    /// Whether the sheet is folded and glued before it is cut.
    pub folded: bool,
    /// How long all lines are together, in mm.
    pub length: f64,
}

/// The cut lines of a plan, one file for each sheet that has any: `GAME-PAPER/NN-NAME.cut.svg`.
///
/// # Errors
/// Everything that cannot be drawn, and a plan without a cut.
pub fn cuts(plan: &mut Plan<'_>, order: &Order<'_>) -> Result<Making, Report> {
    // What is printed on the sheets is as it is in the PDF: the cuts are made for that.
    name_pages(plan, order.stem, order.options);
    let digits = plan.sheets.len().to_string().len().max(2);
    let mut cache = plan.sheet_cache();
    let (mut made, mut files) = (Vec::new(), Vec::new());
    let game = plan.game();
    for (index, (sheet, line)) in plan.sheets.iter().zip(&plan.files).enumerate() {
        let Some(cuts) = plan.cuts(index, &mut cache)? else { continue };
        let title = format!("{}: cuts of {}, page {} of {}", game.title, sheet.names(), line.page, line.name);
        let about = About::game(game, title);
        let name = format!("{:0digits$}-{}.cut.svg", index + 1, sheet.component.name);
        files.push(CutFile {
            printed: (line.name.clone(), line.page),
            pieces: cuts.pieces,
            folded: cuts.folded,
            length: cuts.lines.iter().map(|line| line.perimeter(0.001)).sum(),
        });
        made.push(Made {
            stack: alone(plan, index),
            name: format!("{}/{name}", folder(order.stem, order.options)),
            bytes: write::svg::cuts(&cuts, &about).into_bytes().into(),
        });
    }
    if made.is_empty() {
        let message =
            format!("nothing is cut out of the sheets of `{}`, so there is no file of cuts", order.input.id);
        let posters = plan.sheets.iter().any(|sheet| matches!(sheet.content, Content::Poster(..)));
        let hint = if posters {
            "posters are put together first, and cut by hand"
        } else {
            "cards, tiles and counters are cut out"
        };
        return Err(codes::BAD_OPTION.error(message).hint(hint).into());
    }
    Ok(Making { made, warnings: Report::default(), shows: Shows::Cuts(files), proof: None })
}
