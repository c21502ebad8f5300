//! `hexpress completions`: writes scripts that complete commands, options and values in a shell.
//!
//! - In: the definition of the arguments, and the names that the program knows.
//! - Out: the script for one shell, such as bash.
//! - Not here: names in a user's files. Shells complete file names themselves.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::Shell;
use serde_json::json;

use super::args::{Args, Completions};
use super::io::Output;
use crate::bundled::{self, starts::STARTS};
use hexpress_base::diag::codes;
use hexpress_scene::print::paper::{Family, PAPERS};
use hexpress_scene::print::setup::{Backs, Cutter, Inking, Order};

/// Prints the script that completes commands, options and values in a shell.
pub fn completions(wanted: &Completions, output: &mut Output) {
    let mut command = Args::command().mut_subcommands(|command| command.mut_args(with_values));
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut command, "hexpress", &mut script);
    let text = with_games(wanted.shell, &String::from_utf8_lossy(&script));
    output.result(&text, json!({ "shell": wanted.shell.to_string(), "script": text }));
}

/// Returns an argument with the values that a shell suggests to the user.
///
/// Only the scripts use these values. The program itself accepts other values too.
fn with_values(arg: Arg) -> Arg {
    let name = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    match name.as_deref().unwrap_or_default() {
        "PAPER" => offering(arg, papers()),
        "GAME" | "WHAT" if arg.is_positional() => offering(arg, games()),
        "GAME|FILE.toml" => arg.value_hint(ValueHint::FilePath),
        "SHAPE|GAME" => offering(arg, STARTS.iter().map(|start| start.name).chain(games()).collect()),
        "TOOL|JOB.pdf" => arg.value_hint(ValueHint::FilePath),
        "TOOL" => offering(arg, Cutter::ALL.iter().map(|tool| tool.word()).collect()),
        "WAY" => offering(arg, Backs::ALL.iter().map(|way| way.word()).collect()),
        "ORDER" => offering(arg, Order::ALL.iter().map(|order| order.word()).collect()),
        "INK" => offering(arg, Inking::ALL.iter().map(|ink| ink.word()).collect()),
        "CODE" => offering(arg, rule_codes()),
        "DIR" | "FOLDER" => arg.value_hint(ValueHint::DirPath),
        "FILE" | "FILE.toml" | "PROFILE.toml" | "OLD" | "NEW" => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    }
}

fn offering(arg: Arg, values: Vec<&'static str>) -> Arg {
    arg.value_parser(PossibleValuesParser::new(values))
}

fn papers() -> Vec<&'static str> {
    let families = Family::ALL.iter().map(|family| family.word());
    families.chain(PAPERS.iter().map(|paper| paper.name)).collect()
}

/// Returns all codes. clap needs texts with the lifetime `'static`, so the texts are leaked. This is
/// harmless, because the program ends soon.
fn rule_codes() -> Vec<&'static str> {
    codes::ALL.iter().map(|(code, _)| &*code.to_string().leak()).collect()
}

fn games() -> Vec<&'static str> {
    bundled::all().map(|game| game.id).collect()
}

/// Corrects the scripts of clap's generator for arguments that name a game. Such an argument can be a
/// bundled game or a file, but the generated scripts offer only one of the two.
fn with_games(shell: Shell, script: &str) -> String {
    let games = games().join(" ");
    match shell {
        // The generated script for zsh offers only the list of games, and no files.
        Shell::Zsh => {
            let both = format!("{{_alternative \"games:game:({games})\" \"files:file:_files\"}}");
            script.replace(&format!(":({games})'"), &format!(":{both}'"))
        }
        // For fish, clap's generator leaves out the values of positional arguments.
        Shell::Fish => {
            let commands = Args::command();
            let takes_game = |command: &&Command| {
                let mut places = command.get_positionals().filter_map(Arg::get_value_names).flatten();
                places.any(|name| ["GAME", "WHAT"].contains(&name.as_str()))
            };
            let lines = commands.get_subcommands().filter(takes_game).map(|command| {
                let using = format!("__fish_hexpress_using_subcommand {}", command.get_name());
                format!("complete -c hexpress -n \"{using}\" -a \"{games}\"\n")
            });
            lines.fold(script.to_owned(), |script, line| script + &line)
        }
        _ => script.to_owned(),
    }
}
