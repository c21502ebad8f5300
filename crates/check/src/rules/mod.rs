//! Judges everything that a print of any game needs. Each rule has a file named after its code and
//! subject.
//!
//! - In: what was found on the pages, and the layout if it is known.
//! - Out: findings with places and hints.
//! - Not here: reading files, and rules for a single game, see `game/`.

pub(crate) mod cells;
pub(crate) mod cuts;
pub(crate) mod duplex;
pub(crate) mod files;
pub(crate) mod pieces;
pub(crate) mod posters;
pub(crate) mod sheets;
pub(crate) mod text;
pub(crate) mod visibility;
