//! What a run reads and writes.

use std::env;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Somewhere to write; several threads may.
#[derive(Clone)]
pub struct Stream(Arc<Mutex<dyn Write + Send>>);

impl Stream {
    /// Writes into this.
    pub fn new(sink: Arc<Mutex<dyn Write + Send>>) -> Self {
        Self(sink)
    }

    /// Writes all of it, at once.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut sink = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sink.write_all(bytes).and_then(|()| sink.flush())
    }
}

/// The standard streams of a run, and what it is told of their reader.
pub struct Streams {
    /// Results.
    pub out: Stream,
    /// Diagnostics.
    pub err: Stream,
    /// Answers to questions.
    pub input: Box<dyn BufRead>,
    /// Whether `err` leads to a terminal.
    pub terminal: bool,
    /// Whether no colour is wanted: `NO_COLOR` is set and not empty.
    pub no_colour: bool,
    /// Whether the terminal cannot change a line: `TERM=dumb`.
    pub dumb: bool,
}

impl Streams {
    /// Those of this process.
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
