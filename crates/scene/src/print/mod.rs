//! What belongs to whoever prints: paper, the setup of the print shop, inks, and the profile of a printer.

pub mod cuts;
pub mod ink;
pub mod job;
pub mod language;
pub mod margins;
pub mod paper;
pub mod profile;
pub mod setup;
