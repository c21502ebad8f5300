//! The choices of the person who prints: paper, margins, cutting, duplex, inks, and the profile of a
//! printer.
//!
//! - In: words of the command line or of a profile, and measured lengths.
//! - Out: sheets, colours on paper, and transforms that correct the errors of a printer.
//! - Not here: anything that a layout decides.

pub mod cuts;
pub mod furniture;
pub mod ink;
pub mod job;
pub mod language;
pub mod margins;
pub mod paper;
pub mod profile;
pub mod setup;
