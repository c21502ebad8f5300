//! The `hexpress` program. All code is in the library.

use std::process::ExitCode;

use hexpress::cli::{self, RunContext, Streams};

fn main() -> ExitCode {
    let run_context = RunContext {
        program: std::env::current_exe().ok(),
        process_ends_with_run: true,
        ..RunContext::default()
    };
    ExitCode::from(cli::run(std::env::args_os(), Streams::of_process(), &run_context) as u8)
}
