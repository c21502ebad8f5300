//! Connects a run of the program with the system: streams, the current folder, the exit status, and
//! errors of files.

pub(super) mod file_errors;
mod output;
mod progress;
mod status;
mod streams;
mod workplace;

pub use output::Output;
pub use progress::Progress;
pub use status::Status;
pub use streams::{Stream, Streams};
pub use workplace::{Workplace, same_file};
