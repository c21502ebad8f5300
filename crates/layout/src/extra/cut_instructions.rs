//! Writes the instructions of a cut plan. The instructions say what is on the sheet, and what users
//! should know before they cut the sheet.
//!
//! - In: a cut plan and its steps.
//! - Out: paragraphs in English.
//! - Not here: listing the steps (`cut_table`).

use super::cut_plan::{CutBlock, CutPlan};
use super::cut_steps::CutStep;
use hexpress_base::units::{ShortNumber, count_with_noun};
use hexpress_game::Outline;
use hexpress_scene::print::paper::sheet_name;

impl CutPlan<'_> {
    /// Returns the paragraphs that are printed above the small picture of the sheet.
    pub(super) fn instructions(&self, steps: &[CutStep]) -> Vec<String> {
        let Some(CutBlock { packing, .. }) = self.blocks.first() else { return Vec::new() };
        let (paper, is_folded) = (sheet_name(packing.sheet), packing.duplex.fold);
        let folded = if is_folded { ", folded" } else { "" };
        let blocks: Vec<String> = self.blocks.iter().map(CutBlock::description).collect();
        let contents = match blocks.as_slice() {
            [one] => one.replacen(": ", &format!(" on {paper}{folded}: "), 1),
            more => format!("On {paper}{folded}: {}", more.join("; ")),
        };
        if steps.is_empty() {
            return std::iter::once(format!("{contents}.")).chain(self.other_tools()).collect();
        }
        let made: usize = steps.iter().map(|step| step.lines.len()).sum();
        let mut cuts = count_with_noun(steps.len(), "cut");
        if made > steps.len() {
            cuts += &format!(" ({made} if strips are cut one by one)");
        }
        let sheet = if is_folded {
            "folded sheet, glued and dry, with the fold on the right or below"
        } else {
            "sheet as it is printed, with this side up"
        };
        let mut paragraphs = vec![
            format!("{contents}. {cuts}, in the order of their numbers."),
            format!(
                "Distances are millimetres on the {sheet}, before anything was cut off; what a cut leaves stays where it was, or \
                 strips are stacked edge to edge."
            ),
        ];
        paragraphs.extend(self.other_tools());
        for CutBlock { deck, packing, pieces } in self.blocks.iter().filter(|block| block.has_cuts()) {
            if packing.gap > 0.0 && *pieces > 1 {
                let gap = ShortNumber::hundredths(packing.gap);
                paragraphs.push(format!("Between two pieces lie {gap} mm, so that two cuts part them."));
            }
            if let Outline::Rectangle(radius) = deck.outline
                && radius > 0.0
            {
                let radius = ShortNumber::hundredths(radius);
                paragraphs.push(format!("Last of all the corners: with a corner punch of {radius} mm."));
            }
        }
        paragraphs
    }

    /// Returns a sentence for each block whose pieces cannot be separated by straight cuts. The sentence says
    /// how else to separate them.
    fn other_tools(&self) -> impl Iterator<Item = String> {
        // If there is only one block, the word `them` is clear, so the sentence does not name the pieces
        // again.
        let pronoun = (self.blocks.len() == 1).then_some("them");
        self.blocks.iter().filter(|block| !block.has_cuts()).map(move |block| {
            let outline = &block.deck.outline;
            other_tool(outline, &pronoun.map_or_else(|| plural(outline), str::to_owned))
        })
    }
}

/// Returns a text that says how to separate pieces of this outline without straight cuts. `them` is
/// the word that the text uses for the pieces.
fn other_tool(outline: &Outline, them: &str) -> String {
    match outline {
        Outline::Disc => {
            format!("No straight cut parts {them}: take a punch or scissors, or have a plotter cut them.")
        }
        Outline::Regular(_) | Outline::Path(_) => {
            format!("Cut {them} out with a knife and a ruler, with scissors, or on a plotter.")
        }
        Outline::Hexagon(_) => {
            "No straight cut runs through the sheet without cutting into a hexagon: take a knife and a \
             ruler, scissors or a plotter. Built with --cut guillotine, they lie so that straight cuts part them."
                .to_owned()
        }
        Outline::Rectangle(_) => format!("No straight cuts part {them}: take a knife and a ruler."),
    }
}

/// Returns the plural noun for pieces with this outline, such as `the discs`.
fn plural(outline: &Outline) -> String {
    match outline {
        Outline::Rectangle(_) => "the rectangles".to_owned(),
        _ => format!("the {}s", outline.called()),
    }
}

impl CutBlock<'_> {
    /// Returns a text that says how many pieces there are, and how they are packed.
    fn description(&self) -> String {
        format!(
            "{}: {}",
            count_with_noun(self.pieces, self.deck.outline.called()),
            self.packing.pattern.description()
        )
    }
}
