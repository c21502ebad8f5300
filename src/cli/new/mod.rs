//! `hexpress new`: a folder with a layout to begin from.

mod name;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::args::New;
use super::io::file_errors::unwritable;
use super::io::{Output, Workplace};
use crate::bundled::starts::{STARTS, Start};
use crate::bundled::{self, Bundled, GAMES};
use crate::diag::near::nearest;
use crate::diag::{Report, Result, codes};
use name::Name;

/// What a new layout is a copy of.
enum Model {
    /// One of the starts, under a title of its own.
    Start(&'static Start),
    /// A bundled game, letter by letter: it stays its author's.
    Game(&'static Bundled),
}

/// Makes the folder and what is in it, or nothing at all.
///
/// # Errors
/// What stands in the way.
pub fn run(args: &New, place: &Workplace, output: &mut Output) -> Result<(), Report> {
    let model = model(args.like.trim())?;
    let name = Name::of(&args.dir, place)?;
    empty(&args.dir, place)?;
    let path = args.dir.join(format!("{}.toml", name.stem));
    let (text, beside): (String, &[(&str, &str)]) = match model {
        Model::Start(start) => (start.titled(&name.title), start.beside),
        Model::Game(game) => (game.text.to_owned(), &[]),
    };
    let mut files: Vec<(PathBuf, Cow<'_, str>)> = vec![(path.clone(), text.as_str().into())];
    files.extend(beside.iter().map(|(file, text)| (args.dir.join(file), Cow::from(*text))));
    let tables = files.len();
    for (file, text) in GITHUB.iter().filter(|_| args.github) {
        let text = text.replace("TITLE", &name.title).replace("STEM", name.stem.as_str());
        files.push((args.dir.join(file), text.into()));
    }
    let files: Vec<(PathBuf, &str)> = files.iter().map(|(path, text)| (path.clone(), &**text)).collect();
    place.save(&files).map_err(|wrong| wrong.hint(OWN_FOLDER))?;
    let enter = (args.dir != Path::new(".")).then(|| format!("cd {}", typed(&args.dir)));
    let next: Vec<&str> = enter.as_deref().into_iter().chain([PREVIEW, BUILD]).collect();
    let value = json!({
        "game": name.stem,
        "like": model.name(),
        "files": files.iter().map(|(path, _)| path.display().to_string()).collect::<Vec<_>>(),
        "next": next,
    });
    output.result(&said(&path, &model, &files[1..tables], enter.as_deref(), args.github), value);
    Ok(())
}

/// The files of a repository on GitHub.
const GITHUB: [(&str, &str); 3] = [
    (".github/workflows/game.yml", include_str!("../../../layouts/starts/github/workflow.yml")),
    ("README.md", include_str!("../../../layouts/starts/github/README.md")),
    (".gitignore", include_str!("../../../layouts/starts/github/gitignore")),
];

/// What is to be done about a folder that cannot be written in.
const OWN_FOLDER: &str = "choose a folder that is yours to write in";

/// What to type in the new folder, to look at the game and to make it.
const PREVIEW: &str = "hexpress preview";
const BUILD: &str = "hexpress build";

/// What is there now, and what to type next: `enter` goes into the new folder.
fn said(path: &Path, model: &Model, beside: &[(PathBuf, &str)], enter: Option<&str>, github: bool) -> String {
    let what = match model {
        Model::Start(start) => format!("a layout to begin from: {}", start.what),
        Model::Game(game) => format!("a copy of {}", game.id),
    };
    let mut text = format!("{} is {what}.\n", path.display());
    for (path, _) in beside {
        text.push_str(&format!("{} is beside it: open it as a spreadsheet.\n", path.display()));
    }
    if github {
        text.push_str("Beside it is what GitHub needs to check and build it on every push: `git init`, and push it there.\n");
    }
    if matches!(model, Model::Game(game) if GAMES.contains(game)) {
        text.push_str("The game belongs to its author: `author` and `rights` in it say whose it is.\n");
    }
    text.push_str(&enter.map_or_else(String::new, |enter| format!("\n  {enter}")));
    text.push_str(&format!("\n  {PREVIEW}  shows it in the browser, drawn anew as you save it"));
    text.push_str(&format!("\n  {BUILD}    makes the PDF to print\n"));
    text.push_str("\nThen change a word in it, with any text editor.\n");
    text
}

impl Model {
    fn name(&self) -> &'static str {
        match self {
            Self::Start(start) => start.name,
            Self::Game(game) => game.id,
        }
    }
}

/// What `--like` names.
fn model(like: &str) -> Result<Model> {
    if let Some(start) = STARTS.iter().find(|start| start.name == like) {
        return Ok(Model::Start(start));
    }
    if let Some(game) = bundled::find(like) {
        return Ok(Model::Game(game));
    }
    let starts = || STARTS.iter().map(|start| start.name);
    let near = nearest(like, starts().chain(bundled::all().map(|game| game.id)));
    // "hexhex 5" is a shape with its size, which is for the file to say.
    let word = like.split_whitespace().next().filter(|word| starts().any(|name| name == *word));
    let hint = match (word, near) {
        (Some(word), _) => format!("`--like {word}`; its size is in the file then"),
        (None, Some(near)) => format!("did you mean `{near}`?"),
        (None, None) => {
            let all: Vec<_> = starts().collect();
            format!("{}, or a game that `hexpress list` names", all.join(", "))
        }
    };
    Err(codes::UNKNOWN_GAME.error(format!("there is no `{like}` to begin from")).hint(hint))
}

/// Nothing is ever overwritten. What is hidden does not count: systems put files of their own into folders.
fn empty(dir: &Path, place: &Workplace) -> Result<()> {
    let shown = dir.display();
    let another = "choose a folder that is not there yet";
    let unreadable = |error| unwritable(dir, &error).hint(OWN_FOLDER);
    match fs::metadata(place.at(dir)) {
        Ok(there) if !there.is_dir() => {
            let message = format!("{shown} is a file, and stays as it is");
            return Err(codes::UNWRITABLE.error(message).hint(another));
        }
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unreadable(error)),
    }
    let entries = fs::read_dir(place.at(dir)).map_err(unreadable)?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let names = names.collect::<Result<Vec<String>, _>>().map_err(unreadable)?;
    // One of the files that are there, the same on every system.
    let Some(first) = names.iter().filter(|name| !name.starts_with('.')).min() else { return Ok(()) };
    let message = format!("the folder {shown} is not empty: it has {first}, and stays as it is");
    Err(codes::UNWRITABLE.error(message).hint(another))
}

/// A path as it can be typed behind a command.
fn typed(path: &Path) -> String {
    quoted(&path.display().to_string(), cfg!(windows))
}

/// A word of a command line, in quotes if it needs them. The prompt of Windows knows double quotes only.
fn quoted(word: &str, on_windows: bool) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:~".contains(c) || (on_windows && c == '\\');
    let word = if word.starts_with('-') { format!("./{word}") } else { word.to_owned() };
    match word.chars().all(plain) {
        true => word,
        false if !on_windows && word.contains(['"', '$', '`', '!', '\\']) => {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
        false => format!("\"{word}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn paths_can_be_typed_again_on_every_system() {
        for (word, elsewhere, on_windows) in [
            ("a/b.toml", "a/b.toml", "a/b.toml"),
            (r"a\b.toml", r"'a\b.toml'", r"a\b.toml"),
            (r"C:\my games\b.toml", r"'C:\my games\b.toml'", r#""C:\my games\b.toml""#),
            ("my game.toml", "\"my game.toml\"", "\"my game.toml\""),
            ("cost $5.toml", "'cost $5.toml'", "\"cost $5.toml\""),
            ("-a.toml", "./-a.toml", "./-a.toml"),
        ] {
            assert_eq!([quoted(word, false), quoted(word, true)], [elsewhere, on_windows], "{word}");
        }
    }
}
