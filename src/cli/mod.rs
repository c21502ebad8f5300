//! The command line: arguments in, results on standard output, diagnostics on standard error.

mod args;
mod bounded;
mod build;
mod calibrate;
mod check;
mod deck;
mod explain;
mod folder;
mod input;
pub(crate) mod io;
mod list;
mod making;
mod mistyped;
mod new;
mod preview;
mod printer;
mod rules;
mod seed;
mod ticket;

use std::ffi::OsString;

use clap::Parser;

use args::{Args, Command, DeckFormat};
use io::output::Output;
pub use io::place::Place;
pub use io::status::Status;
pub use io::streams::{Stream, Streams};

/// Runs the program: `arguments` begin with its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>, streams: Streams, place: &Place) -> Status {
    let typed: Vec<OsString> = arguments.into_iter().collect();
    let args = match Args::try_parse_from(&typed) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => return mistyped::tell(&error, &typed, streams),
        Err(error) => {
            // Help and version are results. A closed pipe ends it quietly.
            let _ = streams.out.write(error.to_string().as_bytes());
            return Status::Well;
        }
    };
    let json = matches!(&args.command, Some(Command::Deck(deck)) if deck.format == DeckFormat::Json);
    let mut output = Output::new(streams, args.json || json, args.quiet);
    if args.coloured {
        output.coloured();
    }
    if args.bounded {
        bounded::lower();
    } else if let Some(work) = args.command.as_ref().and_then(|command| bounded::Work::of(command, place))
        && let Some(status) = bounded::run(&work, &typed, place, &mut output)
    {
        return status;
    }
    match args.command {
        None => list::first_words(&mut output),
        Some(Command::List) => list::games(&mut output),
        Some(Command::Papers) => list::papers(&mut output),
        Some(Command::Sizes) => list::sizes(&mut output),
        Some(Command::Icons) => list::icons(&mut output),
        Some(Command::Fonts) => list::fonts(&mut output),
        Some(Command::Schema) => list::schema(&mut output),
        Some(Command::New(new)) => new::run(&new, place, &mut output),
        Some(Command::Build(build)) => build::run(&build, place, &mut output),
        Some(Command::Deck(deck)) => deck::run(&deck, place, &mut output),
        Some(Command::Check(check)) => check::run(&check, place, &mut output),
        Some(Command::Calibrate(calibrate)) => calibrate::run(&calibrate, place, &mut output),
        Some(Command::Rules(rules)) => rules::run(&rules, &mut output),
        Some(Command::Preview(preview)) => preview::run(&preview, place, &mut output),
    }
}
