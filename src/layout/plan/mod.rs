//! Which sheets there are: what fits on a sheet, and what is said where it does not.

pub(crate) mod empty_page;
pub(crate) mod fit;
pub(crate) mod no_fit;
pub(crate) mod sheets;
pub(crate) mod space;
