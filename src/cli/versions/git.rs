//! Reads layouts from the history of a git repository.
//!
//! - In: a revision and the path of a layout, such as `HEAD~3:my-game.toml`.
//! - Out: the layout and the files in its folder, as they were in that revision.
//! - Not here: parsing the objects of git. The program `git` does that.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use crate::cli::io::RunContext;
use crate::cli::limited_process;
use crate::make::Input;
use hexpress_base::diag::{Diagnostic, Result, codes, escape_name};
use hexpress_base::files::{Files, PlainPath};
use hexpress_language::record::RECORD;

/// The longest time that one command of git may take, in seconds.
const MAX_COMMAND_SECONDS: u64 = 60;
/// The largest output of a command of git that lists revisions or files, in bytes. For the contents of
/// files, see [`MAX_BYTES`].
const MAX_LIST_BYTES: u64 = 16 << 20;
/// The largest total size of the files of a layout in one revision, in bytes.
const MAX_BYTES: u64 = 128 << 20;
/// The largest number of revisions of a layout that are searched.
pub const MAX_REVISIONS: usize = 200;
/// The extensions of files that a layout can use.
const NAMED: [&str; 14] =
    ["csv", "tsv", "json", "xlsx", "png", "jpg", "jpeg", "webp", "svg", "pdf", "ttf", "otf", "woff", "toml"];

/// A layout in a revision.
pub struct Revision {
    revision: String,
    path: PathBuf,
}

/// A file in a revision.
struct Entry {
    id: String,
    size: u64,
    /// The path from the current folder.
    path: String,
}

impl Revision {
    /// Parses `REVISION:FILE.toml`. Returns `None` for any other argument, such as the path of a file.
    pub fn parse(argument: &Path, run_context: &RunContext) -> Option<Self> {
        let (revision, path) = argument.to_str()?.split_once(':')?;
        let is_layout = path.to_lowercase().ends_with(".toml");
        // An argument that begins with a hyphen would be read as an option by git. A single letter
        // before the colon is the name of a Windows drive, as in `C:game.toml`.
        let is_revision = revision.len() > 1 && !revision.starts_with('-');
        if !is_layout || !is_revision || run_context.at(argument).exists() {
            return None;
        }
        Some(Self { revision: revision.to_owned(), path: PathBuf::from(path.trim_start_matches("./")) })
    }

    /// Reads the layout, and the files in its folder.
    ///
    /// # Errors
    /// git is missing or does not know the revision, or the files are too large.
    pub fn read(&self, run_context: &RunContext) -> Result<Input> {
        let Self { revision, path } = self;
        let folder = path.parent().unwrap_or(Path::new(""));
        let spec = if folder == Path::new("") { ".".to_owned() } else { folder.display().to_string() };
        let listed =
            git(run_context, &["ls-tree", "-r", "-l", "-z", revision, "--", &spec], b"", MAX_LIST_BYTES)?;
        let entries = entries(&String::from_utf8_lossy(&listed));
        let own = path.to_string_lossy().replace('\\', "/");
        let display_name = format!("{revision}:{own}");
        let Some(layout) = entries.iter().find(|entry| entry.path == own) else {
            let message = format!("the revision {} has no file {own}", escape_name(revision));
            return Err(codes::UNREADABLE.error(message).hint("write the path from the current folder"));
        };
        let named: Vec<&Entry> = entries.iter().filter(|entry| is_named(&entry.path)).collect();
        allow_bytes(&display_name, named.iter().chain([&layout]).map(|entry| entry.size))?;
        let mut ids: Vec<&str> = named.iter().map(|entry| entry.id.as_str()).collect();
        ids.push(&layout.id);
        let contents = contents(run_context, &ids)?;
        let mut files: BTreeMap<PlainPath, Arc<[u8]>> = BTreeMap::new();
        let prefix = if spec == "." { String::new() } else { format!("{}/", spec.replace('\\', "/")) };
        for (entry, bytes) in named.iter().zip(&contents) {
            let name = entry.path.strip_prefix(&prefix).unwrap_or(&entry.path);
            // A layout can only use files with plain names; see [`PlainPath`]. Other files are skipped.
            if let Ok(name) = name.parse::<PlainPath>() {
                files.insert(name, Arc::clone(bytes));
            }
        }
        let text = contents.last().cloned().unwrap_or_default();
        Ok(Input { display_name, ..Input::layout(path, &text, Files::attached(files, RECORD))? })
    }
}

/// Returns the revisions that changed anything in the folder of a layout, the latest first. If the
/// layout was moved or renamed, the revisions of its earlier folders come after these.
///
/// # Errors
/// git is missing, or the folder is not in a repository.
pub fn revisions(path: &Path, run_context: &RunContext) -> Result<Vec<PathBuf>> {
    let mut places = vec![path.display().to_string().replace('\\', "/")];
    places.extend(earlier_places(path, run_context)?);
    let mut found: Vec<PathBuf> = Vec::new();
    for layout in places {
        let parent = Path::new(&layout).parent().filter(|folder| *folder != Path::new(""));
        let folder = parent.unwrap_or(Path::new(".")).to_string_lossy().replace('\\', "/");
        let most = format!("--max-count={MAX_REVISIONS}");
        let listed = git(run_context, &["log", "--format=%h", &most, "--", &folder], b"", MAX_LIST_BYTES)?;
        let listed = String::from_utf8_lossy(&listed);
        found.extend(listed.lines().map(|id| PathBuf::from(format!("{id}:{layout}"))));
    }
    found.truncate(MAX_REVISIONS);
    Ok(found)
}

/// Returns the earlier paths of a layout that was moved or renamed, the latest first.
fn earlier_places(path: &Path, run_context: &RunContext) -> Result<Vec<String>> {
    let own = path.display().to_string();
    let most = format!("--max-count={MAX_REVISIONS}");
    let moves = ["log", "--follow", "--diff-filter=R", "--name-status", "--format=", "-z", &most, "--", &own];
    let moves = git(run_context, &moves, b"", MAX_LIST_BYTES)?;
    let root = git(run_context, &["rev-parse", "--show-cdup"], b"", MAX_LIST_BYTES)?;
    let inner = git(run_context, &["rev-parse", "--show-prefix"], b"", MAX_LIST_BYTES)?;
    let [root, inner] = [root, inner].map(|line| String::from_utf8_lossy(&line).trim_end().to_owned());
    let moves = String::from_utf8_lossy(&moves);
    // For each move, git lists three fields: a status, the old path and the new path. The paths start
    // at the root of the repository.
    let fields: Vec<&str> = moves.split('\0').map(str::trim).filter(|field| !field.is_empty()).collect();
    let before = fields.chunks(3).filter_map(|fields| fields.get(1));
    let from_here = before.map(|path| match path.strip_prefix(inner.as_str()) {
        Some(below) => below.to_owned(),
        None => format!("{root}{path}"),
    });
    Ok(from_here.collect())
}

/// Returns whether the repository lacks a part of its history (a shallow clone).
pub fn is_shallow(run_context: &RunContext) -> bool {
    git(run_context, &["rev-parse", "--is-shallow-repository"], b"", MAX_LIST_BYTES)
        .is_ok_and(|answer| answer.starts_with(b"true"))
}

/// Returns the entries of `git ls-tree -l -z` that are files.
fn entries(listed: &str) -> Vec<Entry> {
    let entry = |line: &str| {
        let (properties, path) = line.split_once('\t')?;
        let mut properties = properties.split_ascii_whitespace();
        let (mode, kind) = (properties.next()?, properties.next()?);
        let (id, size) = (properties.next()?.to_owned(), properties.next()?.parse().ok()?);
        // git also lists symbolic links as blobs, but with another mode.
        let is_file = kind == "blob" && mode.starts_with("100");
        is_file.then(|| Entry { id, size, path: path.to_owned() })
    };
    listed.split('\0').filter_map(entry).collect()
}

/// Returns an error if the total size of the files is too large.
fn allow_bytes(display_name: &str, sizes: impl Iterator<Item = u64>) -> Result<()> {
    if sizes.fold(0, u64::saturating_add) <= MAX_BYTES {
        return Ok(());
    }
    let message = format!("{display_name} and the files next to it have more than {} MiB", MAX_BYTES >> 20);
    Err(codes::UNREADABLE.error(message).hint("check out the revision, and name the layout"))
}

fn is_named(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    extension.is_some_and(|end| NAMED.contains(&end.as_str()))
}

/// Reads the contents of files. `ids` are the ids of their blobs.
fn contents(run_context: &RunContext, ids: &[&str]) -> Result<Vec<Arc<[u8]>>> {
    let asked = format!("{}\n", ids.join("\n"));
    let most = MAX_BYTES + MAX_LIST_BYTES;
    let answer = git(run_context, &["cat-file", "--batch"], asked.as_bytes(), most)?;
    let mut rest = answer.as_slice();
    let mut contents = Vec::with_capacity(ids.len());
    while contents.len() < ids.len() {
        let (bytes, after) = next_object(rest).ok_or_else(|| unexpected("cat-file"))?;
        contents.push(Arc::from(bytes));
        rest = after;
    }
    Ok(contents)
}

/// Splits the output of `git cat-file --batch`. Returns the contents of the first object, and the rest
/// of the output. Returns `None` if the output is not complete.
fn next_object(answer: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = answer.iter().position(|byte| *byte == b'\n')?;
    let size: usize = str::from_utf8(&answer[..end]).ok()?.rsplit(' ').next()?.parse().ok()?;
    let after = &answer[end + 1..];
    // A line break follows each object.
    Some((after.get(..size)?, after.get(size + 1..)?))
}

fn git(run_context: &RunContext, arguments: &[&str], input: &[u8], most: u64) -> Result<Vec<u8>> {
    let mut command = Command::new("git");
    command.args(["--no-pager", "--literal-pathspecs"]).args(arguments);
    // git must not ask for a password, fetch objects, or write to the repository.
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_NO_LAZY_FETCH", "1").env("GIT_OPTIONAL_LOCKS", "0");
    if !run_context.folder.as_os_str().is_empty() {
        command.current_dir(&run_context.folder);
    }
    let ran =
        limited_process::run_other(command, input.to_vec(), most, Duration::from_secs(MAX_COMMAND_SECONDS));
    let other = ran.map_err(|error| {
        let message = format!("git cannot be started: {error}");
        codes::UNREADABLE.error(message).hint("install git, or name a layout or a PDF")
    })?;
    match other {
        Ok(result) => Ok(result),
        Err(said) => {
            let line = said.lines().next().unwrap_or_default().trim_start_matches("fatal: ").to_owned();
            let what = if line.is_empty() { "it was stopped".to_owned() } else { line };
            Err(codes::UNREADABLE.error(format!("git cannot read the history: {}", escape_name(&what))))
        }
    }
}

fn unexpected(command: &str) -> Diagnostic {
    codes::UNREADABLE.error(format!("git {command} gave an answer that hexpress does not understand"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_files_leaves_out_links_and_folders() {
        let listed =
            "100644 blob 1a  12\ta b.toml\x00120000 blob 1b 3\tlink.csv\x00160000 commit 1c -\tsub\0";
        let found: Vec<_> = entries(listed).into_iter().map(|entry| (entry.path, entry.size)).collect();
        assert_eq!(found, [("a b.toml".to_owned(), 12)]);
    }

    #[test]
    fn files_of_a_revision_may_be_as_large_as_the_limit() {
        assert!(allow_bytes("x", [MAX_BYTES - 1, 1].into_iter()).is_ok());
        assert!(allow_bytes("x", [MAX_BYTES, 1].into_iter()).is_err());
    }

    #[test]
    fn objects_follow_each_other() {
        let (first, rest) = next_object(b"1a blob 3\na\nb\n1b blob 0\n\n").unwrap();
        assert_eq!((first, rest), (&b"a\nb"[..], &b"1b blob 0\n\n"[..]));
        assert_eq!(next_object(rest), Some((&b""[..], &b""[..])));
        assert_eq!(next_object(b"1a missing\n"), None);
    }
}
