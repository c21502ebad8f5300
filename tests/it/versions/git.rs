//! Tests of `hexpress which --git` with real repositories.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::programs::leave_out;
use crate::support::run::{Folder, PROGRAM, program};
use hexpress::diag::Sources;
use hexpress::files::Files;
use hexpress::language::record::Options;
use hexpress::make::Input;
use hexpress::text::Fonts;
use hexpress::versions::{DrawCheck, GameVersion, Parts};

const DECK: &str = "[game]\ntitle = \"Deck\"\n\n[[cards]]\nname = \"deck\"\nsize = \"poker\"\ndata = \"cards.csv\"\nversion-mark = true\n\
    face = [{ text = \"{{ name }}\", at = \"top\", inset = \"8mm\", font = \"14pt\" }, { text = \"{{ cost }}\", font = \"20pt\" }]\n";
/// The tables of the commits, from the first to the last. The second table is sorted. In the third
/// and the last table, values are changed, and the last table also has a new row.
const TABLES: [&str; 4] = [
    "name,cost\nCleo,5\nAnn,3\nBob,4\n",
    "name,cost\nAnn,3\nBob,4\nCleo,5\n",
    "name,cost\nAnn,3\nBob,9\nCleo,5\n",
    "name,cost\nAnn,1\nBob,9\nCleo,5\nDan,2\n",
];

/// Runs git with fixed names and dates. Returns `None` without git.
fn git(folder: &Path, args: &[&str]) -> Option<Output> {
    let identity =
        ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "protocol.file.allow=always"];
    let date = "2026-03-01T12:00:00Z";
    let mut command = Command::new("git");
    command.current_dir(folder).args(identity).args(args);
    command
        .env("GIT_AUTHOR_DATE", date)
        .env("GIT_COMMITTER_DATE", date)
        .env("GIT_CONFIG_GLOBAL", "/dev/null");
    let output = command.output().ok()?;
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(output)
}

fn commit(folder: &Path, message: &str) -> String {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-qm", message]);
    let output = git(folder, &["rev-parse", "--short", "HEAD"]).unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A repository, and the ids of its commits.
struct Repository {
    folder: Folder,
    ids: Vec<String>,
}

impl Repository {
    /// Makes a repository whose layout moves from `old` to `game` after the second commit. Returns
    /// `None` without git.
    fn new() -> Option<Self> {
        let folder = Folder::new();
        git(folder.path(), &["init", "-q"])?;
        let mut ids = Vec::new();
        for (index, table) in TABLES.iter().enumerate() {
            if index == 2 {
                git(folder.path(), &["mv", "old", "game"]);
                ids.push(commit(folder.path(), "move"));
            }
            let place = folder.path().join(if index < 2 { "old" } else { "game" });
            std::fs::create_dir_all(&place).unwrap();
            std::fs::write(place.join("deck.toml"), DECK).unwrap();
            std::fs::write(place.join("cards.csv"), table).unwrap();
            ids.push(commit(folder.path(), "edit"));
        }
        Some(Self { folder, ids })
    }
}

/// Returns the version mark of a card.
fn mark(table: &str, name: &str) -> String {
    let files =
        Files::attached([("cards.csv".parse().unwrap(), table.as_bytes().into())].into(), "hexpress.json");
    let input = Input::layout("deck.toml".as_ref(), DECK.as_bytes(), files).unwrap();
    let options = Options::defaults();
    let fonts = Fonts::bundled();
    let edition =
        GameVersion::read(&input, &options, &mut Sources::default(), &fonts, DrawCheck::Built, &|_| {})
            .unwrap();
    let Parts::Deck(deck) = &edition.parts[0].contents else { panic!() };
    deck.pieces.iter().find(|piece| piece.row.name() == name).unwrap().digest().short()
}

#[test]
fn which_finds_pieces_in_the_history_of_a_layout() {
    let Some(Repository { folder, ids }) = Repository::new() else {
        return leave_out("git", "it is not installed");
    };
    let which = |mark: &str, folder: &Path| program(&["which", mark, "game/deck.toml", "--git"], folder);
    let [first, second, moved, third, last] = &ids[..] else { panic!() };
    // Sorting the rows changes the number of Ann's card, but not its version mark.
    let ann = mark(TABLES[0], "Ann");
    assert_eq!(ann, mark(TABLES[1], "Ann"));
    let output = which(&ann, folder.path());
    let expected = format!(
        "{ann}: deck 1 (Ann) in {third}:game/deck.toml\n{ann}: deck 1 (Ann) in {moved}:game/deck.toml\n\
         {ann}: deck 1 (Ann) in {second}:old/deck.toml\n{ann}: deck 2 (Ann) in {first}:old/deck.toml\n"
    );
    assert_eq!((output.stdout.as_str(), output.status), (expected.as_str(), 0), "{}", output.stderr);
    let dan = mark(TABLES[3], "Dan");
    let output = which(&dan, folder.path());
    let expected =
        format!("{dan}: deck 4 (Dan) in game/deck.toml\n{dan}: deck 4 (Dan) in {last}:game/deck.toml\n");
    assert_eq!((output.stdout, output.status), (expected, 0));
    // The command also works in another folder of the repository.
    let inner = program(&["which", &ann, "deck.toml", "--git"], &folder.path().join("game"));
    assert!(
        inner.stdout.contains(&format!("in {second}:../old/deck.toml\n")),
        "{}{}",
        inner.stdout,
        inner.stderr
    );
    shallow_clones_are_reported(&folder, &ann);
}

fn shallow_clones_are_reported(folder: &Folder, mark: &str) {
    let clones = Folder::new();
    let source = format!("file://{}", folder.path().display());
    git(clones.path(), &["clone", "-q", "--depth", "1", &source, "clone"]);
    let output = program(&["which", mark, "game/deck.toml", "--git"], &clones.path().join("clone"));
    assert_eq!(
        (output.status, output.stdout),
        (1, format!("{mark}: no piece of these versions has this mark\n"))
    );
    let note = "note[HX001]: this clone has only the latest revisions, so earlier ones were not searched";
    assert!(output.stderr.starts_with(note), "{}", output.stderr);
}

#[test]
fn which_says_why_there_is_no_history() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("deck.toml"), DECK).unwrap();
    std::fs::write(folder.path().join("cards.csv"), TABLES[0]).unwrap();
    let run = |path: &str| {
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args(["which", "3F7K", "deck.toml", "--git"]);
        command.env("PATH", path).env("GIT_CEILING_DIRECTORIES", "/");
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, program_output) = run("");
    assert_eq!(status, Some(2));
    assert!(program_output.starts_with("error[HX001]: git cannot be started: "), "{program_output}");
    assert!(program_output.contains("help: install git, or name a layout or a PDF"), "{program_output}");
    if git(folder.path(), &["--version"]).is_none() {
        return leave_out("git", "it is not installed");
    }
    let (status, program_output) = run(&std::env::var("PATH").unwrap());
    assert_eq!(status, Some(2));
    assert!(
        program_output.starts_with("error[HX001]: git cannot read the history: not a git repository"),
        "{program_output}"
    );
}
