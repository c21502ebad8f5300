//! The program: everything is in the library.

use std::process::ExitCode;

use hexpress::cli::{self, Place, Streams};

fn main() -> ExitCode {
    let place = Place { program: std::env::current_exe().ok(), ends: true, ..Place::default() };
    ExitCode::from(cli::run(std::env::args_os(), Streams::of_process(), &place) as u8)
}
