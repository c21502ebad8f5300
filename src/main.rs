//! The `hexpress` program. All code is in the library.

use std::process::ExitCode;

use hexpress::cli::{self, Streams, Workplace};

fn main() -> ExitCode {
    let workplace = Workplace { program: std::env::current_exe().ok(), ends: true, ..Workplace::default() };
    ExitCode::from(cli::run(std::env::args_os(), Streams::of_process(), &workplace) as u8)
}
