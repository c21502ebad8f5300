//! Sees when a file is saved: by looking, several times a second, at its time and its size. That costs next to nothing
//! for a handful of files, and misses nothing on any kind of disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use super::Desk;

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(50);
/// How often a file that is gone is looked for before that is told: some editors move the old one away first.
const LOOKS: u32 = 6;

/// When a file was written and how long it is; none where there is no such file.
type Stamp = Option<(SystemTime, u64)>;

fn stamp(path: &PathBuf) -> Stamp {
    let about = fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Watches for ever.
pub fn run(desk: &Desk, file: Option<PathBuf>) {
    let mut known = stamps(desk, file.as_ref());
    desk.look_if_changed();
    let mut absent = 0;
    loop {
        thread::sleep(PAUSE);
        let now = stamps(desk, file.as_ref());
        // A file that is named for the first time has been read since.
        let changed = now.iter().any(|(path, stamp)| known.get(path).is_some_and(|known| known != stamp));
        if !changed {
            known = now;
            absent = 0;
            continue;
        }
        let gone =
            now.iter().any(|(path, stamp)| stamp.is_none() && known.get(path).is_some_and(Option::is_some));
        if gone && absent < LOOKS {
            absent += 1;
            continue;
        }
        absent = 0;
        known = now;
        desk.look_again();
    }
}

fn stamps(desk: &Desk, file: Option<&PathBuf>) -> BTreeMap<PathBuf, Stamp> {
    let files = desk.named_files().into_iter().chain(file.cloned());
    files.map(|path| (path.clone(), stamp(&path))).collect()
}
