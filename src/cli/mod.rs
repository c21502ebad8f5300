//! The command line: arguments in, results on standard output, diagnostics on standard error.

mod args;
mod bounded;
mod build;
mod calibrate;
mod check;
mod deck;
mod explain;
mod file_errors;
mod folder;
mod input;
mod list;
mod making;
mod mistyped;
mod new;
mod output;
mod preview;
mod printer;
mod progress;
mod rules;
mod seed;
mod status;
mod ticket;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command, DeckFormat};
use output::Output;

/// Runs the program.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let typed: Vec<OsString> = arguments.collect();
    let args = match Args::try_parse_from(&typed) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => return ExitCode::from(mistyped::tell(&error, &typed) as u8),
        Err(error) => {
            // Help and version are results. A closed pipe ends it quietly.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
    };
    let json = matches!(&args.command, Some(Command::Deck(deck)) if deck.format == DeckFormat::Json);
    let mut output = Output::new(args.json || json, args.quiet);
    if args.coloured {
        output.coloured();
    }
    if args.bounded {
        bounded::lower();
    } else if let Some(work) = args.command.as_ref().and_then(bounded::Work::of)
        && let Some(status) = bounded::run(&work, &mut output)
    {
        return ExitCode::from(status as u8);
    }
    let status = match args.command {
        None => list::first_words(&mut output),
        Some(Command::List) => list::games(&mut output),
        Some(Command::Papers) => list::papers(&mut output),
        Some(Command::Sizes) => list::sizes(&mut output),
        Some(Command::Icons) => list::icons(&mut output),
        Some(Command::Fonts) => list::fonts(&mut output),
        Some(Command::Schema) => list::schema(&mut output),
        Some(Command::New(new)) => new::run(&new, &mut output),
        Some(Command::Build(build)) => build::run(&build, &mut output),
        Some(Command::Deck(deck)) => deck::run(&deck, &mut output),
        Some(Command::Check(check)) => check::run(&check, &mut output),
        Some(Command::Calibrate(calibrate)) => calibrate::run(&calibrate, &mut output),
        Some(Command::Rules(rules)) => rules::run(&rules, &mut output),
        Some(Command::Preview(preview)) => preview::run(&preview, &mut output),
    };
    ExitCode::from(status as u8)
}
