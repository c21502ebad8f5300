//! Judges a scan of a printed sheet against the page that was printed.
//!
//! - In: a finished PDF, and the brightness of the pixels of a scan.
//! - Out: which page the scan shows, and how the scale, the rotation and the place of the print differ
//!   from the file. Also what is missing, moved or covered. Each measured value has an uncertainty.
//! - Not here: files of pictures (`hexpress-scene` reads them), and messages.
//!
//! # Words
//!
//! - A *part* is a rectangle of the page that is compared with the scan as a whole, usually a square.
//! - An *observation* is the measured displacement of a part along one direction.
//! - A *map* says which point of the scan shows a point of the page. It is fitted to the observations.
//! - The *figures* are the scale, the rotation and the skew of the print.
//! - A *tone* is the grey value that the scan shows for a grey value of the page.
//! - Faults are found in *squares* of 2 mm near edges, and in *tiles* of 1 mm anywhere on the page.

pub mod card;
pub mod colour_grid;
mod displaced;
pub mod faults;
pub mod figures;
mod fit;
pub mod judge;
pub mod light;
pub mod locate;
pub mod map;
pub mod named_drawings;
mod observe;
pub mod page;
pub mod paper;
pub mod photo;
pub mod plane;
pub mod reduce;
mod rough;
pub mod sheet;
mod single_places;
pub mod strips;
mod tone;
pub mod turned;
