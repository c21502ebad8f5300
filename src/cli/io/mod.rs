//! What connects a run of the program with the system: streams, the current folder, the exit status, and errors of files.

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
