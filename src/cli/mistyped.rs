//! What is typed wrong, told as every other mistake is.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};

use super::args::Args;
use super::io::{Output, Status, Streams};
use crate::diag::near::nearest;
use crate::diag::synonyms::{Typed, synonym};
use crate::diag::{Diagnostic, codes};

/// Tells what the parser of the command line found, for programs if `typed` asks for that.
pub fn tell(error: &Error, typed: &[OsString], streams: Streams) -> Status {
    let words = || typed.iter().skip(1).filter_map(|word| word.to_str()).take_while(|word| *word != "--");
    let as_json = words().any(|word| word == "--json");
    let mut output = Output::new(streams, as_json, false);
    let command = Args::command();
    // What stands before the command are words that it does not know, or options without a value.
    let named = words().find(|word| command.get_subcommands().any(|known| known.get_name() == *word));
    let command = named.map_or_else(|| "hexpress".to_owned(), |name| format!("hexpress {name}"));
    output.wrong(of_one_dash(error, words()).unwrap_or_else(|| diagnostic(error, &command)));
    output.finish()
}

/// An option that was typed with one dash, `-paper`, which the parser takes for several short ones.
fn of_one_dash<'w>(error: &Error, mut words: impl Iterator<Item = &'w str>) -> Option<Diagnostic> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let typed = words.find(|word| word.len() > 2 && word.starts_with('-') && !word.starts_with("--"))?;
    let name = typed.trim_start_matches('-').split('=').next().unwrap_or_default();
    let name = name.to_ascii_lowercase();
    let command = Args::command();
    let all = command.get_subcommands().chain([&command]).flat_map(|command| command.get_arguments());
    let mut long = all.filter_map(|argument| argument.get_long());
    let message = format!("`{typed}` has one dash, and options have two");
    long.any(|long| long == name)
        .then(|| codes::BAD_OPTION.error(message).hint(did_you_mean(&format!("--{name}"))))
}

/// What the parser knows of the mistake, as text; empty where it knows nothing.
fn known(error: &Error, kind: ContextKind) -> String {
    error.get(kind).map(ToString::to_string).unwrap_or_default()
}

/// The same, where it knows several.
fn all_known(error: &Error, kind: ContextKind) -> &[String] {
    match error.get(kind) {
        Some(ContextValue::Strings(all)) => all,
        Some(ContextValue::String(one)) => std::slice::from_ref(one),
        _ => &[],
    }
}

/// An argument as it is typed: `--cut` of `--cut <TOOL>`, `GAME` of `<GAME>`.
fn bare(argument: &str) -> &str {
    let name = argument.split(" <").next().unwrap_or(argument);
    name.trim_end_matches("...").trim_matches(['<', '>', '[', ']'])
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

fn diagnostic(error: &Error, command: &str) -> Diagnostic {
    let argument = known(error, ContextKind::InvalidArg);
    let (name, value) = (bare(&argument), known(error, ContextKind::InvalidValue));
    let help = || format!("`{command} --help` says what may be typed");
    let wrong = |message: String| codes::BAD_OPTION.error(message);
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            let words = all_known(error, ContextKind::ValidValue);
            let hint =
                if words.is_empty() { argument.clone() } else { format!("{name} {}", words.join(", or ")) };
            wrong(format!("{name} is not followed by its value")).hint(hint)
        }
        ErrorKind::InvalidValue => {
            let words = all_known(error, ContextKind::ValidValue);
            let near = nearest(&value, words.iter().map(String::as_str)).map(str::to_owned);
            let suggested =
                || Some(known(error, ContextKind::SuggestedValue)).filter(|word| !word.is_empty());
            wrong(format!("{name} takes {}, and not {value}", words.join(", ")))
                .maybe_hint(near.or_else(suggested).map(|near| did_you_mean(&near)))
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error);
            let (why, hint) = match why.and_then(|why| why.downcast_ref::<Diagnostic>()) {
                Some(why) => (why.message.clone(), why.hint.clone()),
                None => (why.map(ToString::to_string).unwrap_or_default(), None),
            };
            wrong(format!("{name} {value}: {why}")).maybe_hint(hint)
        }
        ErrorKind::UnknownArgument => {
            let what = if name.starts_with('-') { "has no option" } else { "takes nothing more:" };
            let near = known(error, ContextKind::SuggestedArg);
            let hint = match synonym(Typed::Option, name.trim_start_matches('-')) {
                Some(hint) if name.starts_with('-') => hint.to_owned(),
                _ if near.is_empty() => help(),
                _ => did_you_mean(bare(&near)),
            };
            wrong(format!("`{command}` {what} {name}")).hint(hint)
        }
        ErrorKind::InvalidSubcommand => {
            let name = known(error, ContextKind::InvalidSubcommand);
            let is_file = name.ends_with(".toml") || name.ends_with(".pdf");
            let meant = synonym(Typed::Command, &name);
            let hint = match all_known(error, ContextKind::SuggestedSubcommand).first() {
                _ if meant.is_some() => meant.unwrap_or_default().to_owned(),
                _ if is_file => did_you_mean(&format!("{command} build {name}")),
                Some(near) => did_you_mean(near),
                None => help(),
            };
            wrong(format!("there is no command `{name}`")).hint(hint)
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<_> =
                all_known(error, ContextKind::InvalidArg).iter().map(|one| bare(one)).collect();
            let usage = known(error, ContextKind::Usage);
            let usage = usage.trim_start_matches("Usage:").trim();
            let hint = if usage.is_empty() { help() } else { usage.to_owned() };
            wrong(format!("`{command}` needs {}", missing.join(" and "))).hint(hint)
        }
        ErrorKind::TooManyValues => {
            let wrong = wrong(format!("{name} takes no value, and {value} is given"));
            match name {
                "--bleed" => {
                    wrong.hint(format!("`bleed` in the layout says how far colours go: bleed = \"{value}\""))
                }
                name => wrong.hint(format!("leave the value out: {name}")),
            }
        }
        ErrorKind::ArgumentConflict => wrong(format!("{name} is given twice")),
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            wrong(line.trim_start_matches("error:").trim().to_owned()).hint(help())
        }
    }
}
