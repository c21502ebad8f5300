//! Connects the program with the system: streams, the current folder, the exit status, and file
//! errors.

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
pub use workplace::{Workplace, has_extension, same_file};
