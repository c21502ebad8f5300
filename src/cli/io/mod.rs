//! What a run of the program has to do with the world: streams, folder, exit status, files that cannot be read.

pub(super) mod file_errors;
mod output;
mod place;
mod progress;
mod status;
mod streams;

pub use output::Output;
pub use place::{Workplace, same_file};
pub use progress::Progress;
pub use status::Status;
pub use streams::{Stream, Streams};
