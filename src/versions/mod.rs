//! Compares versions of a game by what their pieces and cells look like, not by how the layout
//! describes them.
//!
//! - In: layouts, or the layouts in finished PDFs.
//! - Out: the pieces and cells that were added, removed or changed, and the pieces that must be printed
//!   again.
//! - Not here: reading files, printing, and the command line.

mod change_report;
mod changes;
mod compare;
mod earlier_print;
mod exchange;
mod game_version;
mod guess_key;
mod match_rows;
mod numbers;
mod owned_pieces;

pub use change_report::{looks_json, numbered_runs};
pub use changes::{Comparison, LayoutWithOptions, PageSetup, VersionLayouts, VersionName, html, pdf};
pub use compare::{
    BoardChange, Change, ComponentChange, DeckChange, Difference, PieceChange, SheetChange, WholeReason,
    compare,
};
pub use earlier_print::{EarlierPrint, since};
pub use exchange::{BoardRepair, Exchange, exchange, not_compared};
pub use game_version::{
    BoardVersion, CellVersion, ComponentVersion, DeckVersion, DrawCheck, GameVersion, Parts, Piece,
    PieceForm, PieceRow,
};
pub use match_rows::MatchedBy;
pub use owned_pieces::on_the_table;
