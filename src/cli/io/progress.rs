//! Shows the progress of a long build as a line on the terminal. The line disappears when the build
//! ends.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::Stream;

/// The time until the line appears.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two updates of the line, in milliseconds.
const INTERVAL: u64 = 100;

/// Counts the sheets that have been drawn or checked, and shows their number.
pub struct Progress {
    began: Instant,
    /// The word at the beginning of the line: `drawing` or `checking`.
    doing: &'static str,
    sheets: usize,
    drawn: AtomicUsize,
    /// The time of the last update, in milliseconds since the beginning. 0 if the line was never
    /// shown.
    shown: AtomicU64,
    err: Stream,
}

impl Progress {
    pub fn new(began: Instant, doing: &'static str, sheets: usize, err: Stream) -> Self {
        Self { began, doing, sheets, drawn: AtomicUsize::new(0), shown: AtomicU64::new(0), err }
    }

    /// Counts a sheet. May be called from any thread.
    pub fn sheet(&self) {
        let drawn = self.drawn.fetch_add(1, Ordering::Relaxed) + 1;
        let elapsed = self.began.elapsed();
        if elapsed < DELAY {
            return;
        }
        let now = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let shown = self.shown.load(Ordering::Relaxed);
        let due = now - shown.min(now) >= INTERVAL || drawn == self.sheets;
        // If several threads want to update the line at the same time, only one thread updates it.
        if due && self.shown.compare_exchange(shown, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.write(&format!("\r{}", self.line(drawn)));
        }
    }

    /// Removes the line from the terminal, if it is shown.
    pub fn end(&self) {
        if self.shown.swap(0, Ordering::Relaxed) > 0 {
            let width = self.line(self.sheets).len();
            self.write(&format!("\r{:width$}\r", ""));
        }
    }

    fn write(&self, text: &str) {
        // If writing fails, the terminal is closed. Nobody sees the line then, so the error is ignored.
        let _ = self.err.write(text.as_bytes());
    }

    fn line(&self, drawn: usize) -> String {
        // All lines have the same length, so each line covers the previous one.
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
