//! Describes the choices of the user who prints: paper, margins, cutting, printing on both sides, inks,
//! and the profile of the printer.
//!
//! - In: texts from the command line or from a profile, and measured lengths.
//! - Out: sheets, colours on paper, and transforms that correct the errors of a printer.
//! - Not here: the choices that the layout makes.

pub mod capture;
pub mod cuts;
pub mod demands;
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
