//! Stores the layout that `preview` shows. All connections of the server share it.
//!
//! - In: requests of the page, and a call each time that a file was saved.
//! - Out: answers, from this process or from a process with limits on time and memory.
//! - Not here: reading files; a [`Reader`] does.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::make::Input;
use crate::web_api::{self, Answer, PageRequest, Target};
use hexpress_base::diag::{Result, codes};
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

/// A function that reads the layout again. It knows the path of the layout.
pub type Reader = dyn Fn() -> Result<Source> + Send + Sync;

/// A function that sends a request to a process with limits.
///
/// The request is about the dropped file (the second argument), or about the layout if no file was
/// dropped. The function returns the answer, and a list of the files that the layout names.
pub type Helper = dyn Fn(&Target, Option<&[u8]>) -> Result<(Answer, Value)> + Send + Sync;

/// The beginning of the answer to `/sheets` if the layout has no mistakes.
const GOOD: &[u8] = br#"{"good":true"#;

/// Says which process reads and draws the layout.
#[derive(Clone)]
pub enum Source {
    /// This process, which has read the layout.
    Here(Arc<Input>),
    /// A process with limits, because reading the layout may take very long.
    Limited,
}

impl Source {
    /// Returns the layout, if it is read in this process.
    ///
    /// # Errors
    /// The layout is not read in this process.
    fn into_input(self) -> Result<Arc<Input>> {
        match self {
            Self::Here(input) => Ok(input),
            Self::Limited => Err(codes::NOTHING.error("the layout is read by another process")),
        }
    }
}

/// A file that the layout names.
#[derive(Clone)]
pub struct NamedFile {
    pub path: PathBuf,
    /// The length of the file when it was read, in bytes. `None` if the file did not exist.
    pub length: Option<u64>,
}

impl From<(PathBuf, Option<u64>)> for NamedFile {
    fn from((path, length): (PathBuf, Option<u64>)) -> Self {
        Self { path, length }
    }
}

/// The current layout, and the functions that answer requests about it.
pub struct PreviewServer {
    reader: Box<Reader>,
    helper: Box<Helper>,
    /// The options of a build. The page can change all of them except the printer, the margin and the
    /// components.
    options: Options,
    fonts: Fonts,
    current: Mutex<Current>,
    changed: Condvar,
    /// Locked while a slow request is answered, so that only one slow request is answered at a time.
    slow_request: Mutex<()>,
}

/// The layout as it was last read.
struct Current {
    input: Result<Source>,
    /// How many times the layout has been read.
    version: u64,
    /// The last version without mistakes. The page shows this version if the current version has
    /// mistakes.
    good: Option<Arc<Input>>,
    good_version: u64,
    /// The files that the layout names. Only used if a process with limits reads the layout.
    named: Vec<NamedFile>,
}

impl Current {
    /// Returns a text that identifies the current version of the layout. The text contains the id of
    /// the process, so it differs between two runs of the program.
    fn tag(&self) -> String {
        format!("{}-{}", std::process::id(), self.version)
    }
}

impl PreviewServer {
    /// Creates a server for the layout that `reader` returns.
    pub fn new(reader: Box<Reader>, helper: Box<Helper>, options: Options) -> Self {
        let current = Current { input: reader(), version: 1, good: None, good_version: 0, named: Vec::new() };
        Self {
            reader,
            helper,
            options,
            fonts: Fonts::bundled(),
            current: Mutex::new(current),
            changed: Condvar::new(),
            slow_request: Mutex::new(()),
        }
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the layout again, and wakes all requests that wait for a change.
    pub fn reload(&self) {
        let input = (self.reader)();
        let mut current = self.current();
        current.input = input;
        current.version += 1;
        self.changed.notify_all();
    }

    /// Reads the layout again if its file has changed. The watcher calls this once when it starts,
    /// because the user may have saved the file after the server first read it.
    pub fn reload_if_changed(&self) {
        let is_same = match (&self.current().input, (self.reader)()) {
            (Ok(Source::Here(known)), Ok(Source::Here(input))) => known.text == input.text,
            (Ok(Source::Limited), Ok(Source::Limited)) => true,
            (Err(known), Err(error)) => *known == error,
            _ => false,
        };
        if !is_same {
            self.reload();
        }
    }

    /// Returns the files that the layout names. Returns nothing if the layout cannot be read.
    pub fn named_files(&self) -> Vec<NamedFile> {
        let current = self.current();
        match &current.input {
            Ok(Source::Here(input)) => input.files.paths().into_iter().map(NamedFile::from).collect(),
            Ok(Source::Limited) => current.named.clone(),
            Err(_) => Vec::new(),
        }
    }

    /// Waits until the layout has another version than `known`, but not longer than `patience`. Returns
    /// the current version.
    pub fn wait(&self, known: Option<&str>, patience: Duration) -> Answer {
        let waited = self
            .changed
            .wait_timeout_while(self.current(), patience, |current| known == Some(current.tag().as_str()));
        let (current, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Answer::json(&json!({ "version": current.tag() }))
    }

    /// Answers a request of the page. `dropped` is a file that was dropped on the page.
    pub fn answer(&self, target: &Target, dropped: Option<&[u8]>) -> Answer {
        // The answer must be about the layout at the time of the request. Therefore the layout is taken
        // here, before this function waits for other requests.
        let (source, version) = {
            let current = self.current();
            (current.input.clone(), current.version)
        };
        let is_quick = ["/sheets", "/papers"].contains(&target.path.as_str());
        let _one_at_a_time =
            (!is_quick).then(|| self.slow_request.lock().unwrap_or_else(PoisonError::into_inner));
        if dropped.is_some() || matches!(source, Ok(Source::Limited)) {
            self.answer_apart(target, dropped)
        } else {
            self.answer_about(target, source.and_then(Source::into_input), version)
        }
    }

    /// Answers a request about one version of the layout in this process.
    ///
    /// If the request has a value `before`, the answer is about the last version without mistakes.
    fn answer_about(&self, target: &Target, input: Result<Arc<Input>>, version: u64) -> Answer {
        if target.value("before").is_some() {
            let good = self.current().good.clone();
            return self.answer_here(target, &good.map_or(input, Ok), &[]);
        }
        let answer = self.answer_here(target, &input, &[]);
        let mut current = self.current();
        // Another thread may already have stored a later version, which must not be replaced.
        if answer.body.starts_with(GOOD) && version >= current.good_version {
            current.good = input.ok();
            current.good_version = version;
        }
        answer
    }

    /// Answers in a process with limits.
    fn answer_apart(&self, target: &Target, dropped: Option<&[u8]>) -> Answer {
        match (self.helper)(target, dropped) {
            Ok((answer, named)) => {
                if dropped.is_none() {
                    self.current().named = named_files_from_json(&named);
                }
                answer
            }
            Err(error) => self.answer_here(target, &Err(error), &[]),
        }
    }

    fn answer_here(&self, target: &Target, input: &Result<Arc<Input>>, body: &[u8]) -> Answer {
        let (options, fonts) = (&self.options, &self.fonts);
        web_api::answer(&PageRequest { target, input, earlier: None, options, fonts, body })
    }

    /// Returns the answer, and the list of the files that the layout names, as bytes. A process with
    /// limits sends them to the process that started it.
    pub fn answer_to_bytes(&self, target: &Target, body: &[u8]) -> Vec<u8> {
        let input = self.current().input.clone().and_then(Source::into_input);
        let answer = self.answer_here(target, &input, body);
        let named: Value = self
            .named_files()
            .into_iter()
            .map(|NamedFile { path, length }| json!([path.to_string_lossy(), length]))
            .collect();
        answer.to_bytes(&named)
    }
}

/// Reads a list of the files that the layout names. A process with limits has sent the list.
fn named_files_from_json(named: &Value) -> Vec<NamedFile> {
    let files = named.as_array().into_iter().flatten();
    files
        .filter_map(|file| {
            Some(NamedFile { path: PathBuf::from(file[0].as_str()?), length: file[1].as_u64() })
        })
        .collect()
}
