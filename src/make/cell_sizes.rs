//! Warns about cells that are very large, because the user probably typed the wrong unit, such as cm
//! instead of mm.
//!
//! - In: a game and the text of its layout.
//! - Out: warnings with a corrected length.

use hexpress_base::diag::{Diagnostic, FileId, Report, SourceSpan, codes};
use hexpress_base::units::{ShortNumber, count_with_noun};
use hexpress_game::Game;
use hexpress_language::tables::layout::Layout;
use hexpress_layout::{Setup, board_sheets};
use hexpress_scene::text::Fonts;

/// Cells of at most this size, in mm, cause no warning.
const MAX_CELL_SIZE_MM: f64 = 120.0;

/// A board on at most this number of sheets causes no warning, even if its cells are large.
const FEW_SHEETS: usize = 12;

/// The data that is needed to check the units of lengths.
pub(super) struct SuspectUnits<'u> {
    pub game: &'u Game,
    pub layout: &'u Layout,
    pub file: FileId,
    /// The text of the layout.
    pub text: &'u str,
}

impl SuspectUnits<'_> {
    /// Returns a warning for every board that needs many sheets because its cells are large.
    pub fn warnings(&self, fonts: &Fonts, setup: &Setup) -> Report {
        let mut report = Report::default();
        for table in &self.layout.board {
            let Some(across) = table.across.as_ref().filter(|across| across.value.0 > MAX_CELL_SIZE_MM)
            else {
                continue;
            };
            let table_place = SourceSpan::new(self.file, table.span.clone());
            let named = self.game.components.iter().find(|component| component.place == table_place);
            let Some(component) = named.filter(|component| component.is_among(&setup.only)) else {
                continue;
            };
            let Some(board) = component.board() else { continue };
            let sheets = board_sheets(self.game, fonts, component, board, setup);
            let Some(sheets) = sheets.filter(|sheets| *sheets > FEW_SHEETS) else { continue };
            let size = ShortNumber(across.value.0);
            let message =
                format!("with cells of {size} mm, the board takes {}", count_with_noun(sheets, "sheet"));
            let typed = self.text.get(across.span.clone()).unwrap_or_default();
            let place = SourceSpan::new(self.file, across.span.clone());
            report.push(ten_times_too_long(message, across.value.0, typed).at(place));
        }
        report
    }
}

/// Returns the warning for a length that is probably ten times too long. `typed` is the length as
/// the user typed it.
fn ten_times_too_long(message: String, mm: f64, typed: &str) -> Diagnostic {
    let reason = match typed.contains("cm") {
        true => "if you mean millimetres",
        false => "if the size has a digit too many",
    };
    let hint = format!("{reason}, write across = \"{}mm\"", ShortNumber((mm * 10.0).round() / 100.0));
    codes::BAD_SIZE.warning(message).hint(hint)
}
