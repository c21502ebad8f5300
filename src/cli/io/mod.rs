//! What a run of the program has to do with the world: streams, folder, exit status, files that cannot be read.

pub(crate) mod file_errors;
pub(crate) mod output;
pub(crate) mod place;
pub(crate) mod progress;
pub(crate) mod status;
pub(crate) mod streams;
