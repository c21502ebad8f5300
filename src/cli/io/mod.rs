//! Connects the program with the system: streams, the current folder, the exit status, and file
//! errors.

pub(super) mod file_errors;
mod output;
mod progress;
mod status;
mod streams;
mod run_context;

pub use output::Output;
pub use progress::Progress;
pub use status::Status;
pub use streams::{Stream, Streams};
pub use run_context::{RunContext, has_extension, same_file};
