//! Saves a set of files: either all of them, or none.
//!
//! - In: paths and contents.
//! - Out: the saved files. If saving fails, the old files are unchanged.
//! - Not here: creating the contents.
//!
//! In each output folder, the save creates a hidden folder. The new contents are written to files in this
//! folder, and synced there. Then the new files are moved to their paths. Old files stay in the hidden folder
//! until all new files are in place.
//!
//! A process locks the output folder while it saves. If the locked folder already contains hidden folders,
//! they are left over from processes that were killed. They are removed. A save that Ctrl-C interrupts leaves
//! no hidden folders behind.

use crate::FileBytes;
use crate::interrupt::{SignalGuard, is_interrupted};
use hexpress_base::sorted_map::SortedMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// The beginning of the name of every hidden folder. The end of the name is [`STAGE_END`].
const STAGE: &str = ".hexpress-";
const STAGE_END: &str = ".part";
/// The maximum number of names that a process tries for a hidden folder.
const MAX_STAGES: u32 = 1000;
/// The largest number of new files that stay open until they are synced. If a set has more files, the whole
/// file system is synced on Linux.
const MAX_OPEN_FILES: usize = 16;
/// If another process has locked a folder to save files, the longest time to wait for it. After that, the
/// files are saved without a lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(20);

/// A mutex that is locked while files are saved.
static SAVING: Mutex<()> = Mutex::new(());

/// Ends this process.
///
/// If files are being saved, first waits until they are saved, so that no hidden folder is left behind.
pub fn end_after_saving(status: i32) -> ! {
    let _saving = SAVING.lock();
    std::process::exit(status)
}

/// Saves files to their paths. Missing folders are created.
///
/// # Errors
/// A file cannot be written. The result contains the path of this file and the error of the system.
/// No file is changed, and no hidden folder is left behind.
pub fn save<C: Contents>(files: &[(PathBuf, C)]) -> Result<(), (&Path, io::Error)> {
    let _saving = SAVING.lock();
    let _held = SignalGuard::new();
    let mut saving = Saving::default();
    let saved = saving.save(files);
    saving.finish(if saved.is_ok() { Outcome::Saved } else { Outcome::Failed });
    saved
}

/// The contents of a file that is saved.
pub trait Contents {
    /// Returns the length of the contents, in bytes.
    fn length(&self) -> usize;

    /// Writes the contents to a file.
    ///
    /// # Errors
    /// The system reports an error.
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

/// A set of files that is being saved.
#[derive(Default)]
struct Saving {
    /// The hidden folder in each output folder. The key is the path of the output folder.
    stages: SortedMap<PathBuf, Stage>,
    parts: Vec<SavedFile>,
    /// The folders that this save has created. Outer folders come before inner folders.
    created: Vec<PathBuf>,
}

/// A hidden folder for the new and the old files.
struct Stage {
    folder: PathBuf,
    /// The lock on the output folder.
    ///
    /// `None` if the system cannot lock folders, or if another process keeps the folder locked.
    _lock: Option<File>,
}

/// A file of the set that is being saved.
struct SavedFile {
    path: PathBuf,
    /// The path of the new contents in the hidden folder.
    staged_path: PathBuf,
    /// The new file, which stays open until it is synced. `None` if too many files are open
    /// already.
    file: Option<File>,
    /// The path in the hidden folder where the old file is kept.
    kept_old_path: PathBuf,
    /// What the new file replaced. `None` until the new file is in place.
    replaced: Option<Replaced>,
}

/// What was at the path of a file before the save.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Replaced {
    File,
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Saved,
    Failed,
}

impl Saving {
    /// Writes and syncs all files, and then moves them to their paths. If an error occurs, some
    /// files may already be in place.
    fn save<'f, C: Contents>(&mut self, files: &'f [(PathBuf, C)]) -> Result<(), (&'f Path, io::Error)> {
        for (path, contents) in files {
            let written = if is_interrupted() {
                Err(io::ErrorKind::Interrupted.into())
            } else {
                self.write(path, contents)
            };
            written.map_err(|error| (path.as_path(), error))?;
        }
        let first = files.first().map_or(Path::new(""), |(path, _)| path);
        self.sync().map_err(|error| (first, error))?;
        for (index, (path, _)) in files.iter().enumerate() {
            self.put_in_place(index).map_err(|error| (path.as_path(), error))?;
        }
        Ok(())
    }

    /// Writes a file to the hidden folder.
    fn write(&mut self, path: &Path, contents: &impl Contents) -> io::Result<()> {
        within_limit(contents.length())?;
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        if !self.stages.contains_key(folder) {
            create_folder(folder, &mut self.created)?;
            self.stages.insert(folder.to_owned(), Stage::new(folder)?);
        }
        let Some(stage) = self.stages.get(folder) else { return Err(io::ErrorKind::NotFound.into()) };
        let number = self.parts.len();
        let [staged_path, kept_old_path] =
            ["new", "old"].map(|kind| stage.folder.join(format!("{number}.{kind}")));
        let mut created = File::create_new(&staged_path)?;
        let written = contents.write(&mut created);
        let file = (number < MAX_OPEN_FILES).then_some(created);
        self.parts.push(SavedFile {
            path: path.to_owned(),
            staged_path,
            file,
            kept_old_path,
            replaced: None,
        });
        written
    }

    /// Waits until the contents of all new files are stored on the disk.
    fn sync(&mut self) -> io::Result<()> {
        // Syncing the whole file system is faster than syncing many files.
        #[cfg(target_os = "linux")]
        if self.parts.len() > MAX_OPEN_FILES {
            let mut stages = self.stages.values();
            return stages.try_for_each(|stage| Ok(rustix::fs::syncfs(File::open(&stage.folder)?)?));
        }
        self.parts.iter_mut().try_for_each(|part| match part.file.take() {
            Some(file) => file.sync_all(),
            None => File::options().write(true).open(&part.staged_path)?.sync_all(),
        })
    }

    /// Moves a new file from the hidden folder to its path.
    fn put_in_place(&mut self, index: usize) -> io::Result<()> {
        let is_last = index + 1 == self.parts.len();
        let Some(part) = self.parts.get_mut(index) else { return Ok(()) };
        // Once the last file is in place, nothing else can fail. The old contents of the last file are
        // therefore not kept.
        let replaced = if is_last { Replaced::Nothing } else { keep(&part.path, &part.kept_old_path)? };
        fs::rename(&part.staged_path, &part.path)?;
        part.replaced = Some(replaced);
        Ok(())
    }

    /// If the save failed, restores the old files. Then removes the hidden folders, and syncs the
    /// names of the files.
    ///
    /// Errors are ignored here, because only the first error of the save is reported.
    fn finish(self, outcome: Outcome) {
        for part in self.parts.iter().rev().filter(|_| outcome == Outcome::Failed) {
            drop(match part.replaced {
                Some(Replaced::File) => fs::rename(&part.kept_old_path, &part.path),
                Some(Replaced::Nothing) => fs::remove_file(&part.path),
                None => Ok(()),
            });
        }
        for part in &self.parts {
            let left: &[&PathBuf] = match part.replaced {
                Some(Replaced::File) => &[&part.kept_old_path],
                Some(Replaced::Nothing) => &[],
                None => &[&part.kept_old_path, &part.staged_path],
            };
            left.iter().for_each(|path| drop(fs::remove_file(path)));
        }
        for (folder, stage) in &self.stages {
            drop(fs::remove_dir(&stage.folder));
            sync_names(folder);
        }
        for folder in self.created.iter().rev() {
            match outcome {
                Outcome::Saved => folder.parent().into_iter().for_each(sync_names),
                // The system refuses to remove a folder that is not empty, so this folder is kept.
                Outcome::Failed => drop(fs::remove_dir(folder)),
            }
        }
    }
}

impl Stage {
    /// Locks an output folder and creates a hidden folder in it.
    ///
    /// If the folder can be locked, first removes all hidden folders that killed processes have left in it.
    fn new(folder: &Path) -> io::Result<Self> {
        let lock = lock(folder);
        if lock.is_some() {
            let left = fs::read_dir(non_empty(folder))?.filter_map(Result::ok);
            for entry in left.filter(|entry| entry.file_name().to_str().is_some_and(is_stage)) {
                drop(fs::remove_dir_all(entry.path()));
            }
        }
        let mut number = 0;
        loop {
            let stage = folder.join(format!("{STAGE}{}-{number}{STAGE_END}", std::process::id()));
            match fs::create_dir(&stage) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MAX_STAGES => {
                    number += 1
                }
                created => return created.map(|()| Self { folder: stage, _lock: lock }),
            }
        }
    }
}

/// Returns whether a name is that of a hidden folder.
fn is_stage(name: &str) -> bool {
    let middle = name.strip_prefix(STAGE).and_then(|rest| rest.strip_suffix(STAGE_END));
    middle.is_some_and(|middle| middle.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
}

/// Returns the folder. For an empty path, which means the current folder, returns `.`.
fn non_empty(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Locks a folder. Returns `None` if the system cannot lock folders, or if another process keeps
/// the folder locked for too long.
fn lock(folder: &Path) -> Option<File> {
    let began = Instant::now();
    let file = File::open(non_empty(folder)).ok()?;
    loop {
        match file.try_lock() {
            Ok(()) => return Some(file),
            Err(TryLockError::WouldBlock) if began.elapsed() < LOCK_TIMEOUT && !is_interrupted() => {
                thread::sleep(Duration::from_millis(10))
            }
            Err(_) => return None,
        }
    }
}

/// Keeps an old file in the hidden folder: as a hard link, or as a copy if the file system has no
/// hard links.
fn keep(path: &Path, old: &Path) -> io::Result<Replaced> {
    match fs::hard_link(path, old) {
        Ok(()) => Ok(Replaced::File),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Replaced::Nothing),
        Err(_) => fs::copy(path, old).map(|_| Replaced::File),
    }
}

/// Syncs the names of the files in a folder, if the system can do this.
fn sync_names(folder: &Path) {
    drop(File::open(non_empty(folder)).and_then(|folder| folder.sync_all()));
}

/// Checks that the process may write a file of this length. If the file exceeded the limit of the system, a
/// signal would end the process.
///
/// # Errors
/// The file is too large.
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

/// Creates a folder, and all missing folders that contain it. Adds all new folders to `created`. Outer
/// folders come before inner folders.
fn create_folder(folder: &Path, created: &mut Vec<PathBuf>) -> io::Result<()> {
    if non_empty(folder).is_dir() {
        return Ok(());
    }
    let missing = folder.ancestors().take_while(|f| !f.as_os_str().is_empty() && !f.exists());
    let mut outer_first: Vec<_> = missing.map(Path::to_path_buf).collect();
    outer_first.reverse();
    created.extend(outer_first);
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
        // The last file cannot be saved, because there is a file at the path of its folder. So the other
        // files must not be put in place either.
        let files =
            [(path.clone(), b"six"), (folder.join("new/deep/b.pdf"), b"six"), (path.join("c.pdf"), b"six")];
        assert_eq!(save(&files).unwrap_err().0, path.join("c.pdf"));
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(&folder), ["deep"]);
        // The last file cannot be saved, because there is a folder at its path. So the other files must not
        // be put in place either.
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
        saving.put_in_place(0).unwrap();
        saving.put_in_place(1).unwrap();
        // This folder is created while the other files are put in place.
        fs::create_dir(&three).unwrap();
        assert!(saving.put_in_place(2).is_err());
        assert_eq!((fs::read(&one).unwrap(), fs::read(&two).unwrap()), (b"new".to_vec(), b"new".to_vec()));
        saving.finish(Outcome::Failed);
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
        // The other hidden folder belongs to a process that is still writing. It must not be
        // removed.
        let mut other = Saving::default();
        other.write(&folder.join("b.pdf"), &b"half").unwrap();
        let locked = File::open(&folder).unwrap();
        assert!(matches!(locked.try_lock(), Err(TryLockError::WouldBlock)));
        other.finish(Outcome::Failed);
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
