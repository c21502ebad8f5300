//! The command line.
//!
//! - In: arguments and the standard streams.
//! - Out: results on standard output, diagnostics on standard error, files, and an exit status.
//! - Not here: reading, laying out, drawing or judging games; the other modules and crates do this
//!   work.

mod args;
mod build;
mod calibrate;
mod check;
mod completions;
mod deck;
mod editor;
mod folder;
mod io;
mod limited_process;
mod list;
mod man_examples;
mod manual;
mod mistyped;
mod needs_limits;
mod new;
mod preview;
mod printer;
mod reach;
mod read_input;
mod rules;
mod seed;
mod versions;

use std::ffi::OsString;

use clap::Parser;

use args::{Args, Command, DeckFormat};
use io::Output;
pub use io::{RunContext, Status, Stream, Streams};

use hexpress_base::diag::Report;

/// Runs the program. The first item of `arguments` is the name of the program.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    streams: Streams,
    run_context: &RunContext,
) -> Status {
    let typed: Vec<OsString> = arguments.into_iter().collect();
    let args = match Args::try_parse_from(&typed) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => return mistyped::report(&error, &typed, streams),
        Err(error) => {
            // The parser reports `--help` and `--version` as errors. Their texts are results, so
            // they go to standard output.
            let mut output = Output::new(streams, false, false);
            output.result(&error.to_string(), serde_json::Value::Null);
            return output.finish();
        }
    };
    let allowed = args.command.as_ref().map(|command| command.allowed().to_vec()).unwrap_or_default();
    // A process with limits must not start another process.
    let program = run_context.program.clone().filter(|_| !args.bounded);
    let run_context = &RunContext { allowed, program, ..run_context.clone() };
    let json = matches!(&args.command, Some(Command::Deck(deck)) if deck.format == DeckFormat::Json);
    let mut output = Output::new(streams, args.json || json, args.quiet);
    output.colour |= args.coloured;
    if args.bounded {
        limited_process::limit_this_process();
        // `end_with_parent` reads standard input, and ends this process when the parent process closes
        // it. Commands that read standard input themselves notice its end, so they do not need the
        // function.
        if !args.command.as_ref().is_some_and(Command::reads_input) {
            limited_process::end_with_parent();
        }
    } else if let Some(work) =
        args.command.as_ref().and_then(|command| limited_process::Work::of_command(command, run_context))
    {
        match limited_process::run(&work, &typed, run_context, &mut output) {
            Some(status) => return status,
            // The system cannot start another process, so this process limits itself.
            None if run_context.process_ends_with_run => limited_process::limit_this_process(),
            None => {}
        }
    }
    if let Err(report) =
        run_context.check_allowed_folders().and_then(|()| command(args.command, run_context, &mut output))
    {
        output.report_failure(report);
    }
    output.finish()
}

/// Runs a command. Without a command, shows the first steps.
///
/// # Errors
/// The command has a mistake and does nothing.
fn command(command: Option<Command>, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    match command {
        None => list::first_steps(output),
        Some(Command::List(list)) => return list::games(list.all, output),
        Some(Command::Papers) => list::papers(output),
        Some(Command::Sizes) => list::sizes(output),
        Some(Command::Icons) => list::icons(output),
        Some(Command::Fonts) => list::fonts(output),
        Some(Command::Schema) => list::schema(output),
        Some(Command::New(new)) => return new::run(&new, run_context, output),
        Some(Command::Build(build)) => return build::run(&build, run_context, output),
        Some(Command::Deck(deck)) => return deck::run(&deck, run_context, output),
        Some(Command::Check(check)) => return check::run(&check, run_context, output),
        Some(Command::Diff(diff)) => return versions::diff(&diff, run_context, output),
        Some(Command::Which(which)) => return versions::which(&which, run_context, output),
        Some(Command::Calibrate(calibrate)) => return calibrate::run(&calibrate, run_context, output),
        Some(Command::Rules(rules)) => return rules::run(&rules, output),
        Some(Command::Preview(preview)) => return preview::run(&preview, run_context, output),
        Some(Command::Fmt(fmt)) => return editor::fmt(&fmt, run_context, output),
        Some(Command::Lsp) => editor::lsp(run_context, output),
        Some(Command::Completions(wanted)) => completions::completions(&wanted, output),
        Some(Command::Man(man)) => return manual::man(&man, run_context, output),
    }
    Ok(())
}
