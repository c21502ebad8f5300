//! Sees when a file is saved: by looking, several times a second, at its time and its size. That costs next to nothing
//! for a handful of files, and misses nothing on any kind of disk.

use crate::base::map::Map;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use super::Desk;

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(50);
/// How often a file that is gone is looked for before that is told: some editors move the old one away first, others
/// empty it.
const LOOKS: u32 = 6;

/// When a file was written and how long it is; none where there is no such file.
type Stamp = Option<(SystemTime, u64)>;

/// Whether there is nothing to read: a file that is empty is most likely being written.
fn is_gone(stamp: Stamp) -> bool {
    stamp.is_none_or(|(_, length)| length == 0)
}

fn stamp(path: &PathBuf) -> Stamp {
    let about = fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Watches for ever.
pub fn run(desk: &Desk, file: Option<PathBuf>) {
    let mut looked = SystemTime::now();
    let mut known = stamps(desk, file.as_ref());
    desk.look_if_changed();
    let mut absent = 0;
    loop {
        thread::sleep(PAUSE);
        let now = stamps(desk, file.as_ref());
        let changed = now.iter().any(|(path, seen)| match known.get(path) {
            Some(known) => known.stamp != seen.stamp,
            // Named for the first time: it was read after the last look, and may have been saved since.
            None => {
                seen.stamp.map(|(_, length)| length) != seen.read
                    || seen.stamp.is_some_and(|(saved, _)| saved > looked)
            }
        });
        if !changed {
            known = now;
            absent = 0;
            continue;
        }
        let was = |path: &PathBuf| known.get(path).is_some_and(|known| !is_gone(known.stamp));
        let gone = now.iter().any(|(path, seen)| is_gone(seen.stamp) && was(path));
        if gone && absent < LOOKS {
            absent += 1;
            continue;
        }
        absent = 0;
        (known, looked) = (now, SystemTime::now());
        desk.look_again();
    }
}

/// A file as it is at the moment.
struct Seen {
    stamp: Stamp,
    /// How long it was when the layout was read; for the layout itself, as it is.
    read: Option<u64>,
}

fn stamps(desk: &Desk, file: Option<&PathBuf>) -> Map<PathBuf, Seen> {
    let named = desk.named_files().into_iter().map(|(path, read)| {
        let stamp = stamp(&path);
        (path, Seen { stamp, read })
    });
    let layout = file.map(|path| {
        let stamp = stamp(path);
        (path.clone(), Seen { stamp, read: stamp.map(|(_, length)| length) })
    });
    named.chain(layout).collect()
}
