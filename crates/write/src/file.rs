//! Saving a set of files: each is complete or absent, and all take their places or none does.
//!
//! New contents are written into a hidden folder beside their places and reach the disk there; then each is renamed. What
//! they take the place of is kept in that folder until all are in place. The folder of a run that was killed is removed
//! by the next one that saves there: whoever saves has a lock on the folder, so what is found there then is nobody's.
//! Ctrl-C waits for a save to stop, which then leaves nothing behind.

use super::FileBytes;
use super::interrupt::{Held, is_asked};
use crate::base::map::Map;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// How the name of the hidden folder begins, and ends.
const STAGE: &str = ".hexpress-";
const STAGE_END: &str = ".part";
/// The most folders that a process may have in one folder, if nobody removes them.
const MOST_STAGES: u32 = 1000;
/// More files than are open at a time, and than each of them is waited for.
const MANY: usize = 16;
/// How long a lock is waited for. It is held for as long as a set of files takes to be written.
const PATIENCE: Duration = Duration::from_secs(20);

/// Held while files are saved.
static SAVING: Mutex<()> = Mutex::new(());

/// Ends this process, but not while it saves files: no hidden folder is left behind.
pub fn end_unless_saving(status: i32) -> ! {
    let _saving = SAVING.lock();
    std::process::exit(status)
}

/// Writes each of `files` to its path, making the folders they need.
///
/// # Errors
/// The path that could not be written, and what the system says; then nothing is left behind, and the files that were
/// there before are as they were.
pub fn save<C: Contents>(files: &[(PathBuf, C)]) -> Result<(), (&Path, io::Error)> {
    let _saving = SAVING.lock();
    let _held = Held::new();
    let mut saving = Saving::default();
    let written = files.iter().try_for_each(|(path, contents)| {
        let written =
            if is_asked() { Err(io::ErrorKind::Interrupted.into()) } else { saving.write(path, contents) };
        written.map_err(|error| (path.as_path(), error))
    });
    let first = files.first().map_or(Path::new(""), |(path, _)| path);
    let written = written.and_then(|()| saving.sync().map_err(|error| (first, error)));
    let saved = written.and_then(|()| {
        (0..files.len())
            .try_for_each(|index| saving.place(index).map_err(|error| (files[index].0.as_path(), error)))
    });
    saving.end(saved.is_ok());
    saved
}

/// What is in a file that is saved.
pub trait Contents {
    /// How many bytes it will have.
    fn length(&self) -> usize;

    /// Writes them.
    ///
    /// # Errors
    /// What the system says.
    fn write(&self, file: &mut File) -> io::Result<()>;
}

impl<B: AsRef<[u8]>> Contents for B {
    fn length(&self) -> usize {
        self.as_ref().len()
    }

    fn write(&self, file: &mut File) -> io::Result<()> {
        file.write_all(self.as_ref())
    }
}

impl Contents for &FileBytes {
    fn length(&self) -> usize {
        FileBytes::length(self)
    }

    fn write(&self, file: &mut File) -> io::Result<()> {
        FileBytes::write(self, file)
    }
}

/// A set of files on their way.
#[derive(Default)]
struct Saving {
    /// The hidden folder of each folder that files go to.
    stages: Map<PathBuf, Stage>,
    parts: Vec<Part>,
    /// The folders that had to be made, the outer ones first.
    made: Vec<PathBuf>,
}

struct Stage {
    folder: PathBuf,
    /// Held until the end; none where a system has no such locks.
    _lock: Option<File>,
}

struct Part {
    /// Where it goes.
    path: PathBuf,
    /// Where it is written.
    new: PathBuf,
    /// The same, open until the disk has it; none where there are many.
    file: Option<File>,
    /// Where the file is kept whose place it takes.
    old: PathBuf,
    /// What was there before it took its place; none where it has not done so.
    before: Option<Before>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    File,
    Nothing,
}

impl Saving {
    /// Writes a file beside its place.
    fn write(&mut self, path: &Path, contents: &impl Contents) -> io::Result<()> {
        within_limit(contents.length())?;
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        if !self.stages.contains_key(folder) {
            make_folder(folder, &mut self.made)?;
            self.stages.insert(folder.to_owned(), Stage::new(folder)?);
        }
        let Some(stage) = self.stages.get(folder) else { return Err(io::ErrorKind::NotFound.into()) };
        let number = self.parts.len();
        let [new, old] = ["new", "old"].map(|what| stage.folder.join(format!("{number}.{what}")));
        let mut file = File::create_new(&new)?;
        let written = contents.write(&mut file);
        let file = (number < MANY).then_some(file);
        self.parts.push(Part { path: path.to_owned(), new, file, old, before: None });
        written
    }

    /// Waits until the disk has what was written.
    fn sync(&mut self) -> io::Result<()> {
        // For many files, to have the disk write all that it has yet to write takes less time.
        #[cfg(target_os = "linux")]
        if self.parts.len() > MANY {
            let mut stages = self.stages.values();
            return stages.try_for_each(|stage| Ok(rustix::fs::syncfs(File::open(&stage.folder)?)?));
        }
        self.parts.iter_mut().try_for_each(|part| match part.file.take() {
            Some(file) => file.sync_all(),
            None => File::options().write(true).open(&part.new)?.sync_all(),
        })
    }

    /// Gives a file its place.
    fn place(&mut self, index: usize) -> io::Result<()> {
        let is_last = index + 1 == self.parts.len();
        let Some(part) = self.parts.get_mut(index) else { return Ok(()) };
        // What the last one takes the place of need not be put back.
        let before = if is_last { Before::Nothing } else { keep(&part.path, &part.old)? };
        fs::rename(&part.new, &part.path)?;
        part.before = Some(before);
        Ok(())
    }

    /// Puts back what was there before if not all went well, has the disk remember the names, and leaves nothing behind.
    fn end(self, well: bool) {
        // What fails here, nobody can mend: the first error is the one to tell.
        for part in self.parts.iter().rev().filter(|_| !well) {
            let _ = match part.before {
                Some(Before::File) => fs::rename(&part.old, &part.path),
                Some(Before::Nothing) => fs::remove_file(&part.path),
                None => Ok(()),
            };
        }
        for part in &self.parts {
            let left: &[&PathBuf] = match part.before {
                Some(Before::File) => &[&part.old],
                Some(Before::Nothing) => &[],
                None => &[&part.old, &part.new],
            };
            left.iter().for_each(|path| drop(fs::remove_file(path)));
        }
        for (folder, stage) in &self.stages {
            let _ = fs::remove_dir(&stage.folder);
            remember(folder);
        }
        for folder in self.made.iter().rev() {
            if well {
                folder.parent().into_iter().for_each(remember);
            } else {
                // Only a folder that is empty can be removed like this.
                let _ = fs::remove_dir(folder);
            }
        }
    }
}

impl Stage {
    fn new(folder: &Path) -> io::Result<Self> {
        let lock = lock(folder);
        if lock.is_some() {
            let left = fs::read_dir(here(folder))?.filter_map(Result::ok);
            for entry in left.filter(|entry| entry.file_name().to_str().is_some_and(is_stage)) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let mut number = 0;
        loop {
            let stage = folder.join(format!("{STAGE}{}-{number}{STAGE_END}", std::process::id()));
            match fs::create_dir(&stage) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST_STAGES => {
                    number += 1
                }
                made => return made.map(|()| Self { folder: stage, _lock: lock }),
            }
        }
    }
}

/// Whether a folder of this name is one that a run writes in.
fn is_stage(name: &str) -> bool {
    let middle = name.strip_prefix(STAGE).and_then(|rest| rest.strip_suffix(STAGE_END));
    middle.is_some_and(|middle| middle.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
}

fn here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// A lock on a folder; none where a system has no such locks, or somebody keeps it.
fn lock(folder: &Path) -> Option<File> {
    let began = Instant::now();
    let file = File::open(here(folder)).ok()?;
    loop {
        match file.try_lock() {
            Ok(()) => return Some(file),
            Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE && !is_asked() => {
                thread::sleep(Duration::from_millis(10))
            }
            Err(_) => return None,
        }
    }
}

/// Keeps what lies at a place: under another name too, or as a copy where a file has one name alone.
fn keep(path: &Path, old: &Path) -> io::Result<Before> {
    match fs::hard_link(path, old) {
        Ok(()) => Ok(Before::File),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Before::Nothing),
        Err(_) => fs::copy(path, old).map(|_| Before::File),
    }
}

/// Has the disk remember the names in a folder, where a system can be asked for that.
fn remember(folder: &Path) {
    let _ = File::open(here(folder)).and_then(|folder| folder.sync_all());
}

/// Whether a process may write a file of this length: one that goes further is ended by a signal.
#[cfg(unix)]
fn within_limit(length: usize) -> io::Result<()> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
    match limit.is_some_and(|most| length as u64 > most) {
        true => Err(io::ErrorKind::FileTooLarge.into()),
        false => Ok(()),
    }
}

#[cfg(not(unix))]
fn within_limit(_: usize) -> io::Result<()> {
    Ok(())
}

/// Makes the folder of files, and notes in `made` which had to be made, the outer ones first.
fn make_folder(folder: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    if here(folder).is_dir() {
        return Ok(());
    }
    let missing = folder.ancestors().take_while(|f| !f.as_os_str().is_empty() && !f.exists());
    let mut missing: Vec<_> = missing.map(Path::to_path_buf).collect();
    missing.reverse();
    made.extend(missing);
    fs::create_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("hexpress-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn writes_all_or_nothing() {
        let folder = folder("save");
        let path = folder.join("deep").join("a.pdf");
        save(&[(path.clone(), b"one")]).unwrap();
        save(&[(path.clone(), b"two")]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(&folder.join("deep")), ["a.pdf"]);
        // A file where a folder should be: the file written before it is not put in its place either.
        let files =
            [(path.clone(), b"six"), (folder.join("new/deep/b.pdf"), b"six"), (path.join("c.pdf"), b"six")];
        assert_eq!(save(&files).unwrap_err().0, path.join("c.pdf"));
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(&folder), ["deep"]);
        // A folder in the place of the last one: those before it are not put in their places either.
        let blocked = folder.join("deep/blocked.pdf");
        fs::create_dir_all(blocked.join("inside")).unwrap();
        let files = [(path.clone(), b"six"), (folder.join("new.pdf"), b"six"), (blocked.clone(), b"six")];
        assert_eq!(save(&files).unwrap_err().0, blocked);
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(
            (names(&folder), names(&folder.join("deep"))),
            (vec!["deep".into()], vec!["a.pdf".into(), "blocked.pdf".into()])
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn puts_back_what_was_there_when_a_later_place_cannot_be_taken() {
        let folder = folder("back");
        let [one, two, three] = ["1.pdf", "2.pdf", "3.pdf"].map(|name| folder.join(name));
        fs::write(&one, "old").unwrap();
        let mut saving = Saving::default();
        for path in [&one, &two, &three] {
            saving.write(path, &b"new").unwrap();
        }
        saving.place(0).unwrap();
        saving.place(1).unwrap();
        // It comes into the way while the others are written.
        fs::create_dir(&three).unwrap();
        assert!(saving.place(2).is_err());
        assert_eq!((fs::read(&one).unwrap(), fs::read(&two).unwrap()), (b"new".to_vec(), b"new".to_vec()));
        saving.end(false);
        assert_eq!(
            (fs::read(&one).unwrap(), names(&folder)),
            (b"old".to_vec(), vec!["1.pdf".into(), "3.pdf".into()])
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn removes_what_a_killed_run_left_behind_and_nothing_else() {
        let folder = folder("left");
        for name in [".hexpress-1-0.part", ".hexpress-notes.part", ".hexpress-7"] {
            fs::create_dir(folder.join(name)).unwrap();
            fs::write(folder.join(name).join("0.new"), "half").unwrap();
        }
        save(&[(folder.join("a.pdf"), b"whole")]).unwrap();
        assert_eq!(names(&folder), [".hexpress-7", ".hexpress-notes.part", "a.pdf"]);
        // What somebody is writing at the moment stays.
        let mut other = Saving::default();
        other.write(&folder.join("b.pdf"), &b"half").unwrap();
        let locked = File::open(&folder).unwrap();
        assert!(matches!(locked.try_lock(), Err(TryLockError::WouldBlock)));
        other.end(false);
        assert!(!folder.join("b.pdf").exists() && locked.try_lock().is_ok());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn several_at_once_leave_the_files_of_one() {
        let folder = folder("several");
        let write = &|what: usize| {
            let contents = format!("{what}").repeat(1000);
            let files: Vec<_> = (0..5).map(|n| (folder.join(format!("{n}.pdf")), contents.clone())).collect();
            (0..10).for_each(|_| save(&files).unwrap());
        };
        thread::scope(|scope| {
            let all: Vec<_> = (0..3).map(|what| scope.spawn(move || write(what))).collect();
            all.into_iter().for_each(|one| one.join().unwrap());
        });
        let first = fs::read(folder.join("0.pdf")).unwrap();
        assert!((1..5).all(|n| fs::read(folder.join(format!("{n}.pdf"))).unwrap() == first));
        assert_eq!(names(&folder).len(), 5);
        fs::remove_dir_all(&folder).unwrap();
    }
}
