//! Compares an earlier version with the current version of the folder that a web page shows.
//!
//! - In: two layouts with their files.
//! - Out: the changes as text, and a PDF of the pieces to print again. Also the identities of the
//!   drawings that differ, and the indices of the sheets that show them.
//! - Not here: storing earlier versions.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Answer, Target, mistakes};
use crate::make::{self, BuildJob, Input, OutputKind};
use crate::versions::{
    BoardChange, BoardRepair, Change, ComponentVersion, Difference, DrawCheck, EarlierPrint, Exchange,
    GameVersion, Parts, PieceChange, compare, since,
};
use hexpress_base::diag::{Report, Result, Sources};
use hexpress_base::identity::{Feature, Identity, NumberedSide};
use hexpress_base::piece_side::PieceSide;
use hexpress_language::record::Options;
use hexpress_layout::{Content, SheetPlan};
use hexpress_scene::text::Fonts;
use hexpress_write::zip;

/// Two versions to compare.
pub struct Compared<'c> {
    pub earlier: &'c Result<Arc<Input>>,
    pub input: &'c Result<Arc<Input>>,
    pub options: Options,
    /// The path and the query of the request. Two values of the query are about the earlier version,
    /// and may be missing:
    ///
    /// - `called`: the name of this version in texts for the user.
    /// - `earlier-numbers`: the numbers of its pieces. If this value is missing, the pieces are
    ///   numbered in the order of the rows.
    pub target: &'c Target,
    pub fonts: &'c Fonts,
}

/// One of the two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ComparedVersion {
    Earlier,
    Current,
}

/// The mistakes of one version, and the files in which they are.
struct VersionMistakes {
    side: ComparedVersion,
    report: Report,
    sources: Sources,
}

impl Compared<'_> {
    /// Returns what changed. If a version has mistakes, returns these mistakes instead.
    pub fn changes(&self) -> Value {
        self.compared().unwrap_or_else(|wrong| {
            let which = if wrong.side == ComparedVersion::Earlier { "earlier" } else { "current" };
            json!({ "good": false, "which": which, "mistakes": mistakes::to_json(&wrong.report, &wrong.sources) })
        })
    }

    fn compared(&self) -> Result<Value, VersionMistakes> {
        let (earlier, current) =
            (self.version(ComparedVersion::Earlier)?, self.version(ComparedVersion::Current)?);
        let difference = compare(&earlier.parts, &current.parts);
        let mut options = self.options.clone();
        let exchange = self.exchange(&earlier, &mut options)?;
        Ok(json!({
            "good": true,
            "same": difference.is_empty(),
            "table": difference.table(),
            "exchange": exchange.describe().text,
            "prints": !exchange.pieces.is_empty(),
            "numbers": options.numbers,
            "earlier": self.differing(ComparedVersion::Earlier, &earlier, &difference)?,
            "current": self.differing(ComparedVersion::Current, &current, &difference)?,
        }))
    }

    /// Makes a PDF of the pieces that changed. If they need sheets of several sizes, returns a ZIP file
    /// with a PDF for each size.
    pub fn take(&self) -> Answer {
        let made = self.version(ComparedVersion::Earlier).and_then(|earlier| self.print(&earlier));
        made.unwrap_or_else(|_| Answer::error(409, "one of the versions has mistakes"))
    }

    fn print(&self, earlier: &GameVersion) -> Result<Answer, VersionMistakes> {
        let mut options = self.options.clone();
        let exchange = self.exchange(earlier, &mut options)?;
        if exchange.pieces.is_empty() {
            return Ok(Answer::error(409, "nothing to print: no piece that is printed looks different"));
        }
        options.pieces.clone_from(&exchange.pieces);
        options.exchange = true;
        let input = self.input(ComparedVersion::Current)?;
        let ticket = exchange.describe();
        let job = BuildJob {
            input: &input,
            options,
            kind: OutputKind::Pdf,
            check: false,
            explain: false,
            exchange: Some(&ticket),
            shop: None,
            folder: Path::new(""),
        };
        let mut sources = Sources::default();
        let built = job.run(&mut sources, self.fonts, &());
        let outcome =
            built.map_err(|report| VersionMistakes { side: ComparedVersion::Current, report, sources })?;
        let stem = outcome.stem;
        let mut files = Vec::new();
        for (name, file) in outcome.files {
            let Ok(bytes) = file.in_memory() else {
                return Ok(Answer::error(500, "the file cannot be made"));
            };
            files.push((name, bytes));
        }
        // `files` contains the PDFs, and the ticket at the end. A single PDF is returned without the
        // ticket.
        if let [(name, pdf), _] = &mut files[..] {
            return Ok(Answer::file(std::mem::take(name), "application/pdf", std::mem::take(pdf)));
        }
        Ok(match zip(&files) {
            Some(zipped) => Answer::file(format!("{stem}-changes.zip"), "application/zip", zipped),
            None => Answer::error(500, "there are too many files for a ZIP file"),
        })
    }

    fn input(&self, side: ComparedVersion) -> Result<Arc<Input>, VersionMistakes> {
        let input = if side == ComparedVersion::Earlier { self.earlier } else { self.input };
        let wrong =
            |error| VersionMistakes { side, report: Report::from(error), sources: Sources::default() };
        input.clone().map_err(wrong)
    }

    /// Returns the options with which a version is laid out.
    fn options(&self, side: ComparedVersion) -> Options {
        let numbers = self.target.value("earlier-numbers").filter(|_| side == ComparedVersion::Earlier);
        let numbers = numbers.unwrap_or_default().lines().map(str::to_owned).collect();
        Options { numbers, ..self.options.clone() }
    }

    fn version(&self, side: ComparedVersion) -> Result<GameVersion, VersionMistakes> {
        let (input, options) = (self.input(side)?, self.options(side));
        let mut sources = Sources::default();
        let read = GameVersion::read(&input, &options, &mut sources, self.fonts, DrawCheck::Unknown, &|_| ());
        read.map_err(|report| VersionMistakes { side, report, sources })
    }

    fn exchange(&self, earlier: &GameVersion, options: &mut Options) -> Result<Exchange, VersionMistakes> {
        let name = self.target.value("called").unwrap_or("the earlier version").to_owned();
        let printed =
            EarlierPrint { parts: &earlier.parts, name, options: None, repair: BoardRepair::Sheets };
        let input = self.input(ComparedVersion::Current)?;
        let mut sources = Sources::default();
        let decided = since(&printed, &input, options, &mut sources, self.fonts, &|_| ());
        decided.map_err(|report| VersionMistakes { side: ComparedVersion::Current, report, sources })
    }

    /// Returns the identities of the drawings that only the version `side` has, and the indices of the
    /// sheets that show them.
    fn differing(
        &self,
        side: ComparedVersion,
        version: &GameVersion,
        difference: &Difference,
    ) -> Result<Value, VersionMistakes> {
        let mut drawn = Drawn::default();
        for component in &difference.components {
            let name = &component.name;
            match &component.change {
                Change::Deck(deck) => deck.rows.iter().for_each(|row| drawn.add_row(name, row, side)),
                Change::Board(board) => drawn.add_board(version.part(name), board, side),
            }
        }
        let (input, mut sources) = (self.input(side)?, Sources::default());
        let sheets = drawn.sheets(&input, self.options(side), &mut sources, self.fonts);
        let sheets = sheets.map_err(|report| VersionMistakes { side, report, sources })?;
        let pieces: Vec<String> = drawn.identities.iter().map(Identity::to_string).collect();
        Ok(json!({ "pieces": pieces, "sheets": sheets }))
    }
}

/// A list of the drawings that only one of the versions has.
#[derive(Default)]
struct Drawn {
    identities: BTreeSet<Identity>,
    /// The components that contain these drawings, and the boards that differ outside of their cells.
    components: BTreeSet<Arc<str>>,
}

impl Drawn {
    fn add_row(&mut self, name: &Arc<str>, row: &PieceChange, side: ComparedVersion) {
        let numbers = if side == ComparedVersion::Earlier { &row.take_out } else { &row.put_in };
        // If a piece exists in only one version, both of its sides are listed.
        let sides: &[PieceSide] = match (row.front, row.back) {
            (true, false) => &[PieceSide::Front],
            (false, true) => &[PieceSide::Back],
            _ => &[PieceSide::Front, PieceSide::Back],
        };
        let identity = |number: u32, side| {
            Identity::Of(Arc::clone(name), Feature::Piece(NumberedSide { number: number as usize, side }))
        };
        let all = numbers.iter().flat_map(|number| sides.iter().map(move |side| identity(*number, *side)));
        let before = self.identities.len();
        self.identities.extend(all);
        if self.identities.len() > before {
            self.components.insert(Arc::clone(name));
        }
    }

    fn add_board(&mut self, part: Option<&ComponentVersion>, change: &BoardChange, side: ComparedVersion) {
        let Some((name, Parts::Board(board))) = part.map(|part| (&part.name, &part.contents)) else { return };
        let one_sided = if side == ComparedVersion::Earlier { &change.removed } else { &change.added };
        let names: BTreeSet<&String> = one_sided.iter().chain(&change.changed).collect();
        let cells = board.cells.iter().filter(|cell| change.whole.is_some() || names.contains(&cell.name));
        let before = self.identities.len();
        self.identities.extend(cells.map(|cell| Identity::Of(Arc::clone(name), Feature::Cell(cell.place))));
        if change.rest || self.identities.len() > before {
            self.components.insert(Arc::clone(name));
        }
    }

    /// Returns the indices of the sheets that show the drawings.
    fn sheets(
        &self,
        input: &Input,
        options: Options,
        sources: &mut Sources,
        fonts: &Fonts,
    ) -> Result<Vec<usize>, Report> {
        let ready = make::read(input, options, sources, fonts)?;
        let plan = hexpress_layout::plan(&ready.game, &ready.fonts, &ready.setup)?;
        let shown = plan.sheets.iter().enumerate().filter(|(_, sheet)| self.is_on(sheet));
        Ok(shown.map(|(index, _)| index).collect())
    }

    fn is_on(&self, sheet: &SheetPlan<'_>) -> bool {
        sheet.parts().any(|part| {
            let name = &part.component.name;
            let (deck, run, side) = match &part.content {
                Content::Fronts(deck, _, run) => (deck, run, PieceSide::Front),
                Content::Backs(deck, _, run) => (deck, run, PieceSide::Back),
                Content::Board(..) | Content::Poster(..) | Content::Page(..) => {
                    return self.components.contains(name);
                }
                Content::Blank | Content::ExtraSheet(_) => return false,
            };
            run.indices().any(|index| {
                let piece = NumberedSide { number: deck.number(index), side };
                self.identities.contains(&Identity::Of(Arc::clone(name), Feature::Piece(piece)))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_component_of_a_changed_piece_is_noted() {
        let mut drawn = Drawn::default();
        let change = PieceChange {
            old: None,
            new: None,
            take_out: Vec::new(),
            put_in: vec![3],
            copies: [0, 1],
            samples: [None, None],
            fields: Vec::new(),
            front: true,
            back: false,
        };
        let name: Arc<str> = Arc::from("deck");
        drawn.add_row(&name, &change, ComparedVersion::Earlier);
        assert!(drawn.identities.is_empty() && drawn.components.is_empty());
        drawn.add_row(&name, &change, ComparedVersion::Current);
        let front = Feature::Piece(NumberedSide { number: 3, side: PieceSide::Front });
        assert_eq!(drawn.identities, BTreeSet::from([Identity::Of(Arc::clone(&name), front)]));
        assert_eq!(drawn.components, BTreeSet::from([name]));
    }
}
