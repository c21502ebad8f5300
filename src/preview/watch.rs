//! Notices that a file was saved, by comparing times and sizes several times a second.
//!
//! This costs almost nothing for a few files, and it works on every kind of disk, even over a network.
//!
//! - In: the path of the layout, and the files that the [`PreviewServer`] lists.
//! - Out: calls of [`PreviewServer::reload`].

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use super::PreviewServer;
use super::preview_server::NamedFile;
use hexpress_base::sorted_map::SortedMap;

/// The time between two comparisons.
const INTERVAL: Duration = Duration::from_millis(50);
/// If a file is missing or empty in more successive comparisons than this, it counts as changed.
///
/// Some editors move the old file away before they write the new one. Other editors make the old
/// file empty first.
const PATIENCE: u32 = 6;

/// The time and the size of a file, as the file system states them.
#[derive(Clone, Copy, PartialEq)]
struct Stamp {
    saved: SystemTime,
    /// The length of the file in bytes.
    length: u64,
}

impl Stamp {
    /// Reads the state of a file. Returns `None` if the file does not exist.
    fn read(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self { saved: metadata.modified().ok()?, length: metadata.len() })
    }
}

/// The state of a file at one comparison.
struct WatchedFile {
    stamp: Option<Stamp>,
    /// The length of the file in bytes, as it was when the layout was last read. For the layout itself,
    /// this is the current length.
    read_length: Option<u64>,
}

impl WatchedFile {
    /// Returns whether the file is missing or empty. An empty file is probably being written.
    fn is_missing(&self) -> bool {
        self.stamp.is_none_or(|stamp| stamp.length == 0)
    }

    fn has_changed(&self, before: Option<&Self>, last_look: SystemTime) -> bool {
        match before {
            Some(before) => before.stamp != self.stamp,
            // This file is new to the watcher, because an earlier layout did not name it. It counts as
            // changed if it was saved after the layout was read.
            None => {
                self.stamp.map(|stamp| stamp.length) != self.read_length
                    || self.stamp.is_some_and(|stamp| stamp.saved > last_look)
            }
        }
    }
}

type WatchedFiles = SortedMap<PathBuf, WatchedFile>;

/// Watches the file `layout` and the files that `preview_server` lists, until the program ends.
pub fn run(preview_server: &PreviewServer, layout: Option<PathBuf>) {
    let mut last_look = SystemTime::now();
    let mut known = look(preview_server, layout.as_deref());
    preview_server.reload_if_changed();
    let mut missed = 0;
    loop {
        thread::sleep(INTERVAL);
        let found = look(preview_server, layout.as_deref());
        if !found.iter().any(|(path, file)| file.has_changed(known.get(path), last_look)) {
            known = found;
            missed = 0;
            continue;
        }
        let has_lost_one = found.iter().any(|(path, file)| {
            file.is_missing() && known.get(path).is_some_and(|before| !before.is_missing())
        });
        if has_lost_one && missed < PATIENCE {
            missed += 1;
            continue;
        }
        missed = 0;
        known = found;
        last_look = SystemTime::now();
        preview_server.reload();
    }
}

fn look(preview_server: &PreviewServer, layout: Option<&Path>) -> WatchedFiles {
    let named = preview_server.named_files().into_iter().map(|NamedFile { path, length }| {
        let stamp = Stamp::read(&path);
        (path, WatchedFile { stamp, read_length: length })
    });
    let layout = layout.map(|path| {
        let stamp = Stamp::read(path);
        (path.to_owned(), WatchedFile { stamp, read_length: stamp.map(|stamp| stamp.length) })
    });
    named.chain(layout).collect()
}
