//! How far a long build is: a line on the terminal that goes when the build is done.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::Stream;

/// A build that is done before says nothing of how far it is.
const LONG: Duration = Duration::from_millis(500);
/// How often the line changes, in milliseconds.
const EVERY: u64 = 100;

/// Sheets that are drawn, or checked, counted. The clock says when to show the line; nothing of it reaches a file.
pub struct Progress {
    began: Instant,
    /// What is done to each sheet: `drawing`, `checking`.
    doing: &'static str,
    sheets: usize,
    drawn: AtomicUsize,
    /// When the line was last shown, in milliseconds since the beginning; 0 for never.
    shown: AtomicU64,
    err: Stream,
}

impl Progress {
    /// Of a build that began at `began` and has so many sheets.
    pub fn new(began: Instant, doing: &'static str, sheets: usize, err: Stream) -> Self {
        Self { began, doing, sheets, drawn: AtomicUsize::new(0), shown: AtomicU64::new(0), err }
    }

    /// One more sheet is done; any thread may say so.
    pub fn sheet(&self) {
        let drawn = self.drawn.fetch_add(1, Ordering::Relaxed) + 1;
        let now = self.began.elapsed();
        if now < LONG {
            return;
        }
        let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        let shown = self.shown.load(Ordering::Relaxed);
        let due = now - shown.min(now) >= EVERY || drawn == self.sheets;
        // Of several threads for which it is due, one shows it.
        if due && self.shown.compare_exchange(shown, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.write(&format!("\r{}", self.line(drawn)));
        }
    }

    /// Takes the line away, if it is there.
    pub fn end(&self) {
        if self.shown.swap(0, Ordering::Relaxed) > 0 {
            let line = self.line(self.sheets).len();
            self.write(&format!("\r{:line$}\r", ""));
        }
    }

    fn write(&self, text: &str) {
        // A terminal that has gone needs no line.
        let _ = self.err.write(text.as_bytes());
    }

    fn line(&self, drawn: usize) -> String {
        // As long for every number, so that each covers the one before.
        let digits = self.sheets.to_string().len();
        format!("{} sheet {drawn:>digits$} of {}", self.doing, self.sheets)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn lines_are_equally_long() {
        let progress =
            Progress::new(Instant::now(), "drawing", 703, Stream::new(Arc::new(Mutex::new(Vec::new()))));
        assert_eq!(progress.line(312), "drawing sheet 312 of 703");
        assert_eq!(progress.line(7), "drawing sheet   7 of 703");
    }
}
