//! Ctrl-C and other requests to end: they take effect at once, but not while files are saved.
//!
//! A request that comes during a save makes the save stop and put back what was there. The process then ends as it would
//! have ended without the save. On systems without such signals a request ends the process at once.

#[cfg(unix)]
use unix as system;

/// Holds requests to end off until it is dropped. Give it to one save at a time.
pub struct Held;

impl Held {
    /// Begins to hold requests off.
    pub fn new() -> Self {
        system::hold();
        Self
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        system::release();
    }
}

/// Returns whether a request is waiting.
pub fn is_asked() -> bool {
    system::is_asked()
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
        /// Whether a request ends the process at once.
        at_once: Arc<AtomicBool>,
        /// The signal that is waiting; 0 for none.
        waiting: Arc<AtomicUsize>,
    }

    static REQUESTS: LazyLock<Requests> = LazyLock::new(|| {
        let (at_once, waiting) = (Arc::new(AtomicBool::new(true)), Arc::<AtomicUsize>::default());
        let ignored = ignored();
        for signal in SIGNALS.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0) {
            let number = usize::try_from(signal).unwrap_or_default();
            // The first one is asked first. Where neither can be had, the system ends the process as before.
            if flag::register_conditional_default(signal, Arc::clone(&at_once)).is_ok() {
                let _ = flag::register_usize(signal, Arc::clone(&waiting), number);
            }
        }
        Requests { at_once, waiting }
    });

    /// The signals that the process passes over, as bits: in the background of a script, and below `nohup`. Only Linux says so.
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
            let _ = emulate_default_handler(signal);
        }
    }

    pub fn is_asked() -> bool {
        REQUESTS.waiting.load(Ordering::SeqCst) != 0
    }
}

#[cfg(not(unix))]
mod system {
    pub fn hold() {}

    pub fn release() {}

    pub fn is_asked() -> bool {
        false
    }
}
