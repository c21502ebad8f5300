//! Judges whether files meet the requirements that apply to the prints of all games. Each rule has
//! a file named after its code and subject.
//!
//! - In: what was found on the pages, and the layout if it is known.
//! - Out: findings with places and hints.
//! - Not here: reading files. Rules that only some layouts demand are in `game/`.

pub(crate) mod cells;
pub(crate) mod cuts;
pub(crate) mod duplex;
pub(crate) mod files;
pub(crate) mod pieces;
pub(crate) mod posters;
pub(crate) mod sheets;
pub(crate) mod text;
pub(crate) mod visibility;
