//! The choices of the person who prints: paper, margins, cutting, duplex, inks, and a printer's
//! profile.
//!
//! - In: words from the command line or a profile, and measured lengths.
//! - Out: sheets, colours on paper, and transforms that correct the errors of a printer.
//! - Not here: anything that a layout decides.

pub mod cuts;
pub mod furniture;
pub mod ink;
pub mod job;
pub mod language;
pub mod margins;
pub mod paper;
pub mod press;
pub mod profile;
pub mod registration;
pub mod setup;
