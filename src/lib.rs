//! A printing press for board games.
pub mod find;
pub mod read;
pub mod units;
