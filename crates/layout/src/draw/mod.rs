//! What elements are drawn with: frames, places, bleed, and what is kept from sheet to sheet.

pub(crate) mod beyond_cut;
pub(crate) mod bleed;
pub(crate) mod frame;
pub(crate) mod inking;
pub(crate) mod painter;
pub(crate) mod pattern;
pub(crate) mod placing;
pub(crate) mod reach;
pub(crate) mod share;
pub(crate) mod space;
