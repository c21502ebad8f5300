//! Runs the program once, in a new folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::{fs, io, thread};

use hexpress::cli::{self, RunContext, Stream, Streams};
use hexpress::read::{self, Document};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_hexpress");

/// A new folder that is removed after the test.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("hexpress-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the paths of all files in the folder and its subfolders, sorted. Leaves out the job
    /// tickets, which every build writes.
    pub fn files(&self) -> Vec<String> {
        let mut files = self.all();
        let all = files.clone();
        // A ticket has the name of the file or folder that it describes.
        let is_ticket = |file: &String| {
            let stem = file.strip_suffix(".txt").map(|stem| stem.trim_end_matches(".pieces"));
            stem.is_some_and(|stem| all.iter().any(|other| other != file && other.starts_with(stem)))
        };
        files.retain(|file| !is_ticket(file));
        files
    }

    /// Returns the paths of all files in the folder and its subfolders, sorted. Includes hidden
    /// files, because a half-written file is hidden.
    pub fn all(&self) -> Vec<String> {
        let mut files = Vec::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&self.0).unwrap().to_string_lossy();
                    files.push(name.replace('\\', "/"));
                }
            }
        }
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Files that remain in the temporary folder of the system are not a fault of the program.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The output and the status of a run.
pub struct Said {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs the program in a folder, within this process, without input and without a terminal.
pub fn program(args: &[impl AsRef<str>], folder: &Path) -> Said {
    program_for(&Reader::default(), args, folder)
}

/// The input and the terminal of the user who runs the program.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reader<'a> {
    /// The answers that the user types when the program asks.
    pub answers: &'a str,
    /// Whether standard error is a terminal.
    pub terminal: bool,
    /// Whether `NO_COLOR` is set.
    pub no_colour: bool,
    /// Whether `TERM` is `dumb`.
    pub dumb: bool,
}

/// Runs the program in a folder, within this process, with the input and the terminal of `reader`.
pub fn program_for(reader: &Reader<'_>, args: &[impl AsRef<str>], folder: &Path) -> Said {
    let (out, err) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
    let run_context =
        RunContext { folder: folder.to_owned(), program: Some(PROGRAM.into()), ..RunContext::default() };
    let typed = ["hexpress"].into_iter().chain(args.iter().map(AsRef::as_ref)).map(OsString::from);
    let typed: Vec<OsString> = typed.collect();
    let run = || {
        let streams = Streams {
            out: Stream::new(out.clone()),
            err: Stream::new(err.clone()),
            input: Box::new(io::Cursor::new(reader.answers.to_owned())),
            terminal: reader.terminal,
            no_colour: reader.no_colour,
            dumb: reader.dumb,
        };
        cli::run(typed, streams, &run_context) as i32
    };
    // The usual stack size of a main thread.
    let main = thread::Builder::new().stack_size(8 << 20);
    let status = thread::scope(|scope| main.spawn_scoped(scope, run).unwrap().join().unwrap());
    let text = |sink: &Mutex<Vec<u8>>| String::from_utf8(sink.lock().unwrap().clone()).unwrap();
    Said { status, stdout: text(&out), stderr: text(&err) }
}

/// A run of the program: the existing files, the command line, and the expected result.
#[must_use]
pub struct Run {
    folder: Folder,
    given: Vec<String>,
    args: Vec<String>,
    stdout: Option<String>,
    stderr: Option<String>,
    status: i32,
    no_files: bool,
    any_status: bool,
    checked: bool,
}

impl Run {
    pub fn new() -> Self {
        Self {
            folder: Folder::new(),
            given: Vec::new(),
            args: Vec::new(),
            stdout: None,
            stderr: Some(String::new()),
            status: 0,
            no_files: false,
            any_status: false,
            checked: false,
        }
    }

    /// Leaves the checker on, so that `build` ends with a verdict. Without this call, `build` skips the
    /// checker, because most tests do not test the verdict.
    pub fn checked(mut self) -> Self {
        self.checked = true;
        self
    }

    /// Returns the folder in which the program runs.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Adds a file to the folder before the run.
    pub fn file(mut self, name: &str, contents: impl AsRef<[u8]>) -> Self {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
        self.given.push(name.to_owned());
        self
    }

    pub fn args<'a>(mut self, args: impl IntoIterator<Item = &'a str>) -> Self {
        self.args.extend(args.into_iter().map(str::to_owned));
        self
    }

    /// Expects exactly this text on standard output.
    pub fn stdout(mut self, text: &str) -> Self {
        self.stdout = Some(text.to_owned());
        self
    }

    /// Expects exactly this text on standard error, except for empty lines at both ends. Without
    /// this call, standard error must be empty.
    pub fn stderr(mut self, text: &str) -> Self {
        self.stderr = Some(text.to_owned());
        self
    }

    /// Accepts any text on standard error.
    pub fn any_stderr(mut self) -> Self {
        self.stderr = None;
        self
    }

    pub fn status(mut self, status: i32) -> Self {
        self.status = status;
        self
    }

    pub fn any_status(mut self) -> Self {
        self.any_status = true;
        self
    }

    /// Expects that the run leaves no new files.
    pub fn no_files(mut self) -> Self {
        self.no_files = true;
        self
    }

    /// Runs the program and checks all expectations.
    #[track_caller]
    pub fn run(mut self) -> Ran {
        let has = |word: &str| self.args.iter().any(|arg| arg == word);
        if has("build") && !self.checked && !has("--help") && !has("--no-check") {
            self.args.push("--no-check".to_owned());
        }
        let Said { status, stdout, stderr } = program(&self.args, self.folder.path());
        let typed = self.args.join(" ");
        let status_expected = if self.any_status { status } else { self.status };
        assert_eq!(status, status_expected, "status of `{typed}`; it said:\n{stdout}{stderr}");
        if let Some(expected) = &self.stderr {
            same(expected, &stderr, "standard error", &typed);
        }
        if let Some(expected) = &self.stdout {
            same(expected, &stdout, "standard output", &typed);
        }
        if self.no_files {
            let mut given = self.given.clone();
            given.sort();
            assert_eq!(self.folder.all(), given, "`{typed}` left files behind");
        }
        Ran { folder: self.folder, stdout, stderr }
    }
}

#[track_caller]
fn same(expected: &str, got: &str, which: &str, typed: &str) {
    let (expected, got) = (expected.trim_matches('\n'), got.trim_matches('\n'));
    assert!(expected == got, "{which} of `{typed}` should be\n{expected}\n--- and is\n{got}\n---");
}

pub struct Ran {
    pub folder: Folder,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(name))
            .unwrap_or_else(|e| panic!("{name}: {e}; there are {:?}", self.folder.files()))
    }

    pub fn pdf(&self, name: &str) -> Document {
        read::pdf(&self.bytes(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e} in {}", self.stdout))
    }
}
