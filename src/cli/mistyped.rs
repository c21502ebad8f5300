//! Reports mistakes on the command line in the same form as all other mistakes.
//!
//! - In: an error of the argument parser.
//! - Out: a diagnostic with a hint, as text or JSON.

use std::ffi::OsString;
use std::num::ParseIntError;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};

use super::args::Args;
use super::io::{Output, Status, Streams};
use hexpress_base::diag::near::nearest;
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::diag::{Diagnostic, codes};

/// Reports an error of the parser. The report is JSON if `typed` contains `--json`.
pub fn report(error: &Error, typed: &[OsString], streams: Streams) -> Status {
    let words: Vec<&str> =
        typed.iter().skip(1).filter_map(|word| word.to_str()).take_while(|word| *word != "--").collect();
    let mut output = Output::new(streams, words.contains(&"--json"), false);
    let command = Args::command();
    // The user may have typed unknown words or options before the command, so all words are searched
    // for a command.
    let subcommand =
        words.iter().find(|word| command.get_subcommands().any(|known| known.get_name() == **word));
    let invocation = subcommand.map_or_else(|| "hexpress".to_owned(), |name| format!("hexpress {name}"));
    let mistyped = Mistyped { error, command: &invocation };
    output.report_failure(single_dash(error, &words).unwrap_or_else(|| mistyped.diagnostic()));
    output.finish()
}

/// Returns the error for a long option that was typed with one dash, such as `-paper`. The parser reads
/// such an option as several short options. Returns `None` for any other error.
fn single_dash(error: &Error, words: &[&str]) -> Option<Diagnostic> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let typed =
        words.iter().find(|word| word.len() > 2 && word.starts_with('-') && !word.starts_with("--"))?;
    let name = typed.trim_start_matches('-').split('=').next().unwrap_or_default().to_ascii_lowercase();
    let command = Args::command();
    let mut arguments =
        command.get_subcommands().chain([&command]).flat_map(|command| command.get_arguments());
    if !arguments.any(|argument| argument.get_long() == Some(name.as_str())) {
        return None;
    }
    let message = format!("`{typed}` has one dash, but options have two");
    Some(codes::BAD_OPTION.error(message).hint(did_you_mean(&format!("--{name}"))))
}

/// Returns a detail of an error from the parser as text, such as the argument that the error is about.
/// The text is empty if the error lacks this detail.
fn context(error: &Error, kind: ContextKind) -> String {
    error.get(kind).map(ToString::to_string).unwrap_or_default()
}

/// Returns a detail of an error from the parser as a list, such as the possible values.
fn context_values(error: &Error, kind: ContextKind) -> &[String] {
    match error.get(kind) {
        Some(ContextValue::Strings(all)) => all,
        Some(ContextValue::String(one)) => std::slice::from_ref(one),
        _ => &[],
    }
}

/// Returns the name of an argument without its value: `--cut` from `--cut <TOOL>`, `GAME` from
/// `<GAME>`.
fn argument_name(argument: &str) -> &str {
    let name = argument.split(" <").next().unwrap_or(argument);
    name.trim_end_matches("...").trim_matches(['<', '>', '[', ']'])
}

/// Returns a list of values for a message, such as `` `a`, `b` or `c` ``.
fn listed_with_or(values: &[String]) -> String {
    match values {
        [rest @ .., last] if !rest.is_empty() => format!("`{}` or `{last}`", rest.join("`, `")),
        _ => format!("`{}`", values.join("`, `")),
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

fn bad_option(message: String) -> Diagnostic {
    codes::BAD_OPTION.error(message)
}

/// An error of the parser, and the command that the user tried to run.
struct Mistyped<'e> {
    error: &'e Error,
    /// The command that was typed, with the name of the program, e.g. `hexpress build`. Only `hexpress`
    /// if no command was typed.
    command: &'e str,
}

impl Mistyped<'_> {
    fn diagnostic(&self) -> Diagnostic {
        let Self { error, command } = *self;
        let argument = context(error, ContextKind::InvalidArg);
        let (name, value) = (argument_name(&argument), context(error, ContextKind::InvalidValue));
        match error.kind() {
            ErrorKind::InvalidValue if value.is_empty() => self.missing_value(&argument),
            ErrorKind::InvalidValue => self.invalid_value(name, &value),
            ErrorKind::ValueValidation => self.rejected_value(name, &value),
            ErrorKind::UnknownArgument => self.unknown_argument(name),
            ErrorKind::InvalidSubcommand => self.unknown_command(),
            ErrorKind::MissingRequiredArgument => {
                let missing: Vec<_> = context_values(error, ContextKind::InvalidArg)
                    .iter()
                    .map(|name| argument_name(name))
                    .collect();
                let usage = context(error, ContextKind::Usage);
                let hint = match usage.trim_start_matches("Usage:").trim() {
                    _ if missing == ["GAME"] => format!("for example, write {command} my-game.toml"),
                    "" => self.help(),
                    usage => format!("write {usage}"),
                };
                let needed = match missing.join(" and ") {
                    name if name == "GAME" => "the name of a game".to_owned(),
                    names => format!("a value for {names}"),
                };
                bad_option(format!("`{command}` needs {needed}")).hint(hint)
            }
            ErrorKind::TooManyValues => {
                let diagnostic = bad_option(format!("{name} takes no value, found `{value}`"));
                diagnostic.hint(match name {
                    "--bleed" => {
                        format!(
                            "write {name} without a value, and set `bleed` in the layout: bleed = \"{value}\""
                        )
                    }
                    name => format!("write {name} without a value"),
                })
            }
            ErrorKind::ArgumentConflict => {
                let others = context_values(error, ContextKind::PriorArg);
                match others.iter().map(|other| argument_name(other)).find(|other| *other != name) {
                    Some(other) => bad_option(format!("{name} and {other} cannot be used together"))
                        .hint(format!("delete {name} or {other}")),
                    None => bad_option(format!("{name} is repeated")).hint(format!("write {name} only once")),
                }
            }
            _ => {
                let text = error.to_string();
                let line = text.lines().next().unwrap_or_default();
                bad_option(line.trim_start_matches("error:").trim().to_owned()).hint(self.help())
            }
        }
    }

    fn help(&self) -> String {
        format!("run `{} --help` for all options", self.command)
    }

    fn missing_value(&self, argument: &str) -> Diagnostic {
        let name = argument_name(argument);
        let values = context_values(self.error, ContextKind::ValidValue);
        let hint = match values.is_empty() {
            true if name == "--paper" => "for example, write --paper a4".to_owned(),
            true => format!("write {argument}"),
            false => format!("write {name} with one of: {}", values.join(", ")),
        };
        bad_option(format!("{name} needs a value")).hint(hint)
    }

    fn invalid_value(&self, name: &str, value: &str) -> Diagnostic {
        let values = context_values(self.error, ContextKind::ValidValue);
        let suggested = match nearest(value, values.iter().map(String::as_str)) {
            Some(near) => near.to_owned(),
            None => context(self.error, ContextKind::SuggestedValue),
        };
        let hint = (!suggested.is_empty()).then(|| did_you_mean(&suggested));
        bad_option(format!("{name} must be {}, not `{value}`", listed_with_or(values))).maybe_hint(hint)
    }

    /// Returns the error for a value that cannot be parsed as the type of its argument.
    fn rejected_value(&self, name: &str, value: &str) -> Diagnostic {
        let source = std::error::Error::source(self.error);
        if source.is_some_and(|source| source.is::<ParseIntError>()) {
            let message = format!("{name} must be a whole number, not `{value}`");
            return bad_option(message).hint(format!("write a number, for example {name} 1"));
        }
        let (why, hint) = match source.and_then(|source| source.downcast_ref::<Diagnostic>()) {
            Some(why) => (why.message.clone(), why.hint.clone()),
            None => (source.map(ToString::to_string).unwrap_or_default(), None),
        };
        bad_option(format!("`{name} {value}`: {why}")).maybe_hint(hint)
    }

    fn unknown_argument(&self, name: &str) -> Diagnostic {
        let what = match name.starts_with('-') {
            true => format!("has no option {name}"),
            false => format!("does not expect `{name}`"),
        };
        let near = context(self.error, ContextKind::SuggestedArg);
        let hint = match synonym(Typed::Option, name.trim_start_matches('-')) {
            Some(hint) if name.starts_with('-') => hint.words,
            _ if near.is_empty() => self.help(),
            _ => did_you_mean(argument_name(&near)),
        };
        bad_option(format!("`{}` {what}", self.command)).hint(hint)
    }

    fn unknown_command(&self) -> Diagnostic {
        let name = context(self.error, ContextKind::InvalidSubcommand);
        let is_file = name.ends_with(".toml") || name.ends_with(".pdf");
        // The parser suggests nothing for `help biuld`.
        let suggested = context_values(self.error, ContextKind::SuggestedSubcommand).first().cloned();
        let suggested = suggested.or_else(|| {
            let command = Args::command();
            nearest(&name, command.get_subcommands().map(clap::Command::get_name)).map(str::to_owned)
        });
        let hint = match (synonym(Typed::Command, &name), suggested) {
            (Some(hint), _) => hint.words,
            (None, _) if is_file => did_you_mean(&format!("{} build {name}", self.command)),
            (None, Some(near)) => did_you_mean(&near),
            (None, None) => format!("run `{} --help` for all commands", self.command),
        };
        bad_option(format!("unknown command `{name}`")).hint(hint)
    }
}
