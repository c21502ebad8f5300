//! Judges a scan of a printed sheet against the page that was printed.
//!
//! - In: a finished PDF, and the brightness of the pixels of a scan.
//! - Out: which page the scan shows, how its scale, turn and place differ from the file, and what
//!   is missing, moved or covered. Each measured value has an uncertainty.
//! - Not here: files of pictures (`hexpress-scene` reads them), and messages.

pub mod card;
pub mod colours;
mod displaced;
pub mod faults;
pub mod figures;
mod fit;
pub mod judge;
pub mod light;
pub mod locate;
pub mod map;
mod observe;
pub mod page;
pub mod paper;
pub mod photo;
pub mod pieces;
pub mod plane;
pub mod reduce;
mod rough;
pub mod sheet;
mod solve;
pub mod strips;
mod tone;
pub mod turned;
