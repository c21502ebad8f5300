//! Handles Ctrl-C and other signals that end the process.
//!
//! - In: signals from the system.
//! - Out: the process ends, either at once or, while files are saved, after the save.
//! - Not here: saving files.
//!
//! If a signal arrives while new files are being written, the save is cancelled, and the old files stay
//! unchanged. The process then ends as the signal requires. On systems without such signals, Ctrl-C always
//! ends the process at once.

#[cfg(unix)]
use unix as system;

/// Delays signals until this value is dropped. Only one `SignalGuard` may exist at a time.
pub struct SignalGuard;

impl SignalGuard {
    /// Starts to delay signals.
    pub fn new() -> Self {
        system::hold();
        Self
    }
}

impl Drop for SignalGuard {
    fn drop(&mut self) {
        system::release();
    }
}

/// Returns whether a signal arrived while signals were delayed.
pub fn is_interrupted() -> bool {
    system::is_interrupted()
}

#[cfg(unix)]
mod unix {
    use std::ffi::c_int;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, LazyLock};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::low_level::emulate_default_handler;

    const SIGNALS: [c_int; 3] = [SIGINT, SIGTERM, SIGHUP];

    struct Requests {
        /// True if signals end the process at once.
        at_once: Arc<AtomicBool>,
        /// The number of the signal that was delayed, or 0.
        waiting: Arc<AtomicUsize>,
    }

    static REQUESTS: LazyLock<Requests> = LazyLock::new(|| {
        let (at_once, waiting) = (Arc::new(AtomicBool::new(true)), Arc::<AtomicUsize>::default());
        let ignored = ignored();
        for signal in SIGNALS.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0) {
            let number = usize::try_from(signal).unwrap_or_default();
            // The first handler ends the process if `at_once` is true. If it is false, the second handler
            // stores the signal, so it must run after the first. If the first handler cannot be registered,
            // the system ends the process when the signal arrives.
            if flag::register_conditional_default(signal, Arc::clone(&at_once)).is_ok() {
                drop(flag::register_usize(signal, Arc::clone(&waiting), number));
            }
        }
        Requests { at_once, waiting }
    });

    /// Returns the signals that the process ignores. Each signal is a bit of the result.
    ///
    /// For example, a process that was started with `nohup` ignores some signals. Only Linux reports which
    /// signals are ignored. On other systems, the result is 0.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
    }

    pub fn hold() {
        REQUESTS.at_once.store(false, Ordering::SeqCst);
    }

    pub fn release() {
        REQUESTS.at_once.store(true, Ordering::SeqCst);
        let waiting = REQUESTS.waiting.load(Ordering::SeqCst);
        if let Some(signal) = c_int::try_from(waiting).ok().filter(|signal| *signal != 0) {
            drop(emulate_default_handler(signal));
        }
    }

    pub fn is_interrupted() -> bool {
        REQUESTS.waiting.load(Ordering::SeqCst) != 0
    }
}

#[cfg(not(unix))]
mod system {
    pub fn hold() {}

    pub fn release() {}

    pub fn is_interrupted() -> bool {
        false
    }
}
