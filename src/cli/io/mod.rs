//! Connects the program with the system: streams, the current folder, the exit status, and file
//! errors.

pub(super) mod file_errors;
mod output;
mod progress;
mod run_context;
mod status;
mod streams;

pub use output::Output;
pub use progress::Progress;
pub use run_context::{RunContext, has_extension, same_file};
pub use status::Status;
pub use streams::{Stream, Streams};
