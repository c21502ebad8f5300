//! The standard streams of a run. Tests replace them.

use std::env;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A stream that several threads can write to.
#[derive(Clone)]
pub struct Stream(Arc<Mutex<dyn Write + Send>>);

impl Stream {
    pub fn new(sink: Arc<Mutex<dyn Write + Send>>) -> Self {
        Self(sink)
    }

    /// Writes all bytes at once, so that no other thread writes between them.
    ///
    /// # Errors
    /// The system reports an error.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut sink = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sink.write_all(bytes).and_then(|()| sink.flush())
    }
}

/// The standard streams of a run, and the properties of the terminal.
pub struct Streams {
    /// The stream for results.
    pub out: Stream,
    /// The stream for diagnostics.
    pub err: Stream,
    /// The input stream, with the user's answers to questions.
    pub input: Box<dyn BufRead>,
    /// Whether `err` is a terminal.
    pub terminal: bool,
    /// Whether the environment turns colours off, because `NO_COLOR` is set and not empty.
    pub no_colour: bool,
    /// Whether the terminal cannot overwrite a line (`TERM=dumb`).
    pub dumb: bool,
}

impl Streams {
    /// Returns the streams of this process.
    pub fn of_process() -> Self {
        Self {
            out: Stream::new(Arc::new(Mutex::new(io::stdout()))),
            err: Stream::new(Arc::new(Mutex::new(io::stderr()))),
            input: Box::new(BufReader::new(io::stdin())),
            terminal: io::stderr().is_terminal(),
            no_colour: env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()),
            dumb: env::var_os("TERM").is_some_and(|term| term == "dumb"),
        }
    }
}
