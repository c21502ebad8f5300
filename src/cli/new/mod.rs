//! `hexpress new`: makes a folder with a layout to begin with.
//!
//! - In: the path of the folder, and the source of the layout: a start layout, a bundled game, or a
//!   table to make cards from.
//! - Out: a layout and the files that it names. With `--github` also the files of a repository.
//! - Not here: changing a folder that already has files.

mod name;
mod table;

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::args::New;
use super::io::file_errors::unwritable;
use super::io::{Output, RunContext};
use crate::bundled::starts::{STARTS, Start};
use crate::bundled::{self, Bundled, GAMES};
use crate::from_table::is_picture;
use hexpress_base::diag::near::nearest;
use hexpress_base::diag::{Report, Result, codes};
use name::Name;
use table::CopiedTable;

/// The source from which a new layout is made.
enum Model {
    /// A start layout. The copy gets its own title.
    Start(&'static Start),
    /// A bundled game. The copy is exact, with the original author and rights.
    Game(&'static Bundled),
    /// The user's table. The layout draws each column of the table as an element of the cards.
    Table(CopiedTable),
}

/// Makes the folder and its files. Makes nothing if there is an error.
///
/// # Errors
/// The start layout or the game is unknown, the folder is not empty, or a file cannot be written.
pub fn run(args: &New, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    let name = Name::from_folder(&args.dir, run_context)?;
    let mut model = match &args.data {
        Some(table) => Model::Table(CopiedTable::read(table, &name.title, run_context)?),
        None => model(args.like.trim())?,
    };
    expect_empty(&args.dir, run_context)?;
    let path = args.dir.join(format!("{}.toml", name.stem));
    let mut files: Vec<(PathBuf, Cow<'_, [u8]>)> = vec![(path.clone(), model.layout(&name.title))];
    for (file, bytes) in model.take_files() {
        files.push((args.dir.join(file), bytes));
    }
    let table_paths: Vec<PathBuf> =
        files[1..].iter().map(|(path, _)| path.clone()).filter(|path| !is_picture_path(path)).collect();
    for (file, text) in GITHUB.iter().filter(|_| args.github) {
        let filled = [
            ("STEM", name.stem.as_str()),
            ("REPOSITORY", REPOSITORY),
            ("VERSION", VERSION),
            ("TITLE", &name.title),
        ]
        .into_iter()
        .fold((*text).to_owned(), |text, (word, value)| text.replace(word, value));
        files.push((args.dir.join(file), filled.into_bytes().into()));
    }
    let contents: Vec<(PathBuf, &[u8])> =
        files.iter().map(|(path, bytes)| (path.clone(), &**bytes)).collect();
    run_context.save(&contents).map_err(|error| error.hint(OWN_FOLDER))?;
    let enter = (args.dir != Path::new(".")).then(|| format!("cd {}", as_argument(&args.dir)));
    let next: Vec<&str> = enter.as_deref().into_iter().chain([PREVIEW, BUILD]).collect();
    let value = json!({
        "game": name.stem,
        (if args.data.is_some() { "data" } else { "like" }): model.name(),
        "files": files.iter().map(|(path, _)| path.display().to_string()).collect::<Vec<_>>(),
        "next": next,
    });
    let made = NewFolder { layout: path, model, tables: table_paths, has_repository: args.github, enter };
    output.result(&made.text(), value);
    Ok(())
}

/// The files that make the new folder a GitHub repository. Each entry has a path and the contents.
const GITHUB: [(&str, &str); 3] = [
    (".github/workflows/game.yml", include_str!("../../../layouts/starts/github/workflow.yml")),
    ("README.md", include_str!("../../../layouts/starts/github/README.md")),
    (".gitignore", include_str!("../../../layouts/starts/github/gitignore")),
];

/// The address from which the workflow downloads hexpress.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
/// The placeholder for the owner in [`REPOSITORY`]. It stays in the address until hexpress is
/// published.
const NO_OWNER: &str = "-OWNER-";
/// The version of hexpress that the workflow uses.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A hint for a folder in which the user cannot write files.
const OWN_FOLDER: &str = "choose another folder, on a disk that you can write to";

/// The command that shows the game in the new folder.
const PREVIEW: &str = "hexpress preview";
/// The command that builds the game in the new folder.
const BUILD: &str = "hexpress build";

/// A new folder and its contents.
struct NewFolder {
    layout: PathBuf,
    model: Model,
    tables: Vec<PathBuf>,
    /// Whether the folder contains the files of a GitHub repository.
    has_repository: bool,
    /// The command that changes to the new folder, such as `cd my-game`. `None` if the new folder is
    /// the current folder.
    enter: Option<String>,
}

impl NewFolder {
    /// Describes the files, and says what to type next.
    fn text(&self) -> String {
        let what = match &self.model {
            Model::Start(start) => format!("a layout to start from: {}", start.what),
            Model::Game(game) => format!("a copy of {}", game.id),
            Model::Table(CopiedTable { name, .. }) => {
                format!("a layout of cards: one for each row of {name}")
            }
        };
        let mut text = format!("{} is {what}.\n", self.layout.display());
        for path in &self.tables {
            let program = if is_markdown(path) { "any text editor" } else { "a spreadsheet" };
            text.push_str(&format!("{} is in the same folder: open it in {program}.\n", path.display()));
        }
        if let Model::Table(CopiedTable { missing, .. }) = &self.model
            && !missing.is_empty()
        {
            text.push_str(&format!(
                "The table names pictures that are not next to it: {}. Copy them into the folder.\n",
                missing.join(", ")
            ));
        }
        if self.has_repository {
            text.push_str(
                "The folder also has the files that GitHub needs to check and build the game on \
                every push: run `git init`, then push the folder.\n",
            );
            if REPOSITORY.contains(NO_OWNER) {
                text.push_str(&format!(
                    "hexpress has no address yet: replace {NO_OWNER} in .github/workflows/game.yml by the owner of its repository.\n"
                ));
            }
        }
        if matches!(self.model, Model::Game(game) if GAMES.contains(game)) {
            text.push_str("The game belongs to its author: keep `author` and `rights` in the layout.\n");
        }
        if let Some(enter) = &self.enter {
            text.push_str(&format!("\n  {enter}"));
        }
        text.push_str(&format!("\n  {PREVIEW}  shows it in the browser, redrawn whenever you save it"));
        text.push_str(&format!("\n  {BUILD}    makes the PDF to print\n"));
        text.push_str("\nThen change the layout in any text editor.\n");
        text
    }
}

impl Model {
    /// Returns the name of the start layout or of the game, or the file name of the table.
    fn name(&self) -> &str {
        match self {
            Self::Start(start) => start.name,
            Self::Game(game) => game.id,
            Self::Table(table) => &table.name,
        }
    }

    /// Returns the layout as text. A start layout gets the title `title`; the other models keep theirs.
    fn layout(&self, title: &str) -> Cow<'static, [u8]> {
        match self {
            Self::Start(start) => start.titled(title).into_bytes().into(),
            Self::Game(game) => game.text.as_bytes().into(),
            Self::Table(table) => table.layout.clone().into_bytes().into(),
        }
    }

    /// Returns the files that the layout names. If the model is a table, this moves the files out of
    /// the model, so a second call returns none.
    fn take_files(&mut self) -> Vec<(String, Cow<'static, [u8]>)> {
        match self {
            Self::Start(start) => owned_files(start.beside),
            Self::Game(game) => owned_files(game.beside),
            Self::Table(table) => std::mem::take(&mut table.files)
                .into_iter()
                .map(|(name, bytes)| (name, bytes.into()))
                .collect(),
        }
    }
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

fn owned_files(files: &[(&str, &'static str)]) -> Vec<(String, Cow<'static, [u8]>)> {
    files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().into())).collect()
}

fn is_picture_path(path: &Path) -> bool {
    path.to_str().is_some_and(is_picture)
}

/// Returns the start layout or the bundled game that `--like` names.
///
/// # Errors
/// The name is unknown.
fn model(like: &str) -> Result<Model> {
    if let Some(start) = STARTS.iter().find(|start| start.name == like) {
        return Ok(Model::Start(start));
    }
    if let Some(game) = bundled::find(like) {
        return Ok(Model::Game(game));
    }
    let starts: Vec<&str> = STARTS.iter().map(|start| start.name).collect();
    let near = nearest(like, starts.iter().copied().chain(bundled::all().map(|game| game.id)));
    // The user may have typed a size after the name, as in `hexhex 5`. The size has to be set in the
    // layout.
    let word = like.split_whitespace().next().filter(|word| starts.contains(word));
    let hint = match (word, near) {
        (Some(word), _) => format!("write `--like {word}`, then set the size in the file"),
        (None, Some(near)) => format!("did you mean `{near}`?"),
        (None, None) => {
            format!("choose one of: {}; or a game from `hexpress list`", starts.join(", "))
        }
    };
    Err(codes::UNKNOWN_GAME.error(format!("unknown start layout or game `{like}`")).hint(hint))
}

/// Checks that a folder is empty or does not exist, so that nothing is overwritten.
///
/// Hidden files do not count, because systems add such files to folders.
///
/// # Errors
/// The path names a file, the folder is not empty, or the folder cannot be read.
fn expect_empty(dir: &Path, run_context: &RunContext) -> Result<()> {
    const ANOTHER: &str = "choose a folder that does not exist yet";
    let shown = dir.display();
    match fs::metadata(run_context.at(dir)) {
        Ok(metadata) if !metadata.is_dir() => {
            let message = format!("{shown} is a file, not a folder");
            return Err(codes::UNWRITABLE.error(message).hint(ANOTHER));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unwritable(dir, &error).hint(OWN_FOLDER)),
    }
    let names = file_names(&run_context.at(dir)).map_err(|error| unwritable(dir, &error).hint(OWN_FOLDER))?;
    // The message names the alphabetically first file, so that it is the same on every system.
    let Some(first) = names.iter().filter(|name| !name.starts_with('.')).min() else { return Ok(()) };
    let message = format!("the folder {shown} is not empty: it contains {first}");
    Err(codes::UNWRITABLE.error(message).hint(ANOTHER))
}

fn file_names(dir: &Path) -> io::Result<Vec<String>> {
    fs::read_dir(dir)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// Returns a path as the user would type it after a command.
fn as_argument(path: &Path) -> String {
    Shell::CURRENT.quoted(&path.display().to_string())
}

/// The kind of shell for which a command line is written.
#[derive(Clone, Copy, PartialEq)]
enum Shell {
    /// The Windows command prompt. It knows only double quotes, and uses `\` in paths.
    Windows,
    Unix,
}

impl Shell {
    const CURRENT: Self = if cfg!(windows) { Self::Windows } else { Self::Unix };

    /// Returns whether a word can contain this character without quotes.
    fn is_plain(self, c: char) -> bool {
        c.is_alphanumeric() || "-_./:~".contains(c) || (self == Self::Windows && c == '\\')
    }

    /// Returns a word of a command line, in quotes if necessary. A word that begins with `-` gets `./`
    /// in front, so that it is not read as an option.
    fn quoted(self, word: &str) -> String {
        let argument = if word.starts_with('-') { format!("./{word}") } else { word.to_owned() };
        if argument.chars().all(|c| self.is_plain(c)) {
            argument
        } else if self == Self::Unix && argument.contains(['"', '$', '`', '!', '\\']) {
            format!("'{}'", argument.replace('\'', r"'\''"))
        } else {
            format!("\"{argument}\"")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shell;

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
            assert_eq!(
                [Shell::Unix.quoted(word), Shell::Windows.quoted(word)],
                [elsewhere, on_windows],
                "{word}"
            );
        }
    }
}
