//! Judges whether files meet the requirements for the prints of any game. Each rule has its own file,
//! which is named after the rule's code and subject.
//!
//! - In: what was found on the pages, and the layout if it is known.
//! - Out: findings with places and hints.
//! - Not here: reading files, and rules that only some layouts demand (`must/`).

pub(crate) mod cells;
pub(crate) mod cuts;
pub(crate) mod duplex;
pub(crate) mod files;
pub(crate) mod pieces;
pub(crate) mod posters;
pub(crate) mod sheets;
pub(crate) mod text;
pub(crate) mod visibility;
