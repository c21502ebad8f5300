//! The layout as it is at the moment, for all who look at the page.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::build::Input;
use crate::diag::{Result, codes};
use crate::page::{self, Answer, Asked, Target};
use crate::record::Options;
use crate::text::Fonts;

/// Reads the layout anew: the command line knows what was asked for.
pub type Reader = dyn Fn() -> Result<Source> + Send + Sync;

/// Has a process with bounds answer, to a file that was dropped on the page or, without one, of the layout. What travels
/// along is the files that the layout names.
pub type Helper = dyn Fn(&Target, Option<&[u8]>) -> Result<(Answer, Value)> + Send + Sync;

/// How an answer with sheets begins.
const GOOD: &[u8] = br#"{"good":true"#;

/// Where the layout is drawn.
#[derive(Clone)]
pub enum Source {
    /// In this process.
    Here(Arc<Input>),
    /// In one with bounds: what the file does to whoever reads it is not known.
    Apart,
}

impl Source {
    fn here(self) -> Result<Arc<Input>> {
        match self {
            Self::Here(input) => Ok(input),
            Self::Apart => Err(codes::NOTHING.error("the layout is read elsewhere")),
        }
    }
}

/// The layout on the desk. Shared by all connections.
pub struct Desk {
    reader: Box<Reader>,
    helper: Box<Helper>,
    /// Printer, margin and components; the rest is chosen on the page.
    options: Options,
    fonts: Fonts,
    now: Mutex<Now>,
    changed: Condvar,
    /// What takes long is done one after the other.
    turn: Mutex<()>,
}

struct Now {
    input: Result<Source>,
    /// The layout as it was when it last had no mistake, and its version: a page that is opened meanwhile shows its sheets.
    good: Option<Arc<Input>>,
    good_version: u64,
    /// The files that a layout names which is drawn apart, and how long they were.
    named: Vec<(PathBuf, Option<u64>)>,
    version: u64,
}

impl Desk {
    /// A desk with the layout on it that `reader` reads.
    pub fn new(reader: Box<Reader>, helper: Box<Helper>, options: Options) -> Self {
        let now = Now { input: reader(), good: None, good_version: 0, named: Vec::new(), version: 1 };
        let (fonts, now) = (Fonts::bundled(), Mutex::new(now));
        Self { reader, helper, options, fonts, now, changed: Condvar::new(), turn: Mutex::new(()) }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the layout again, and wakes whoever waits for a change.
    pub fn look_again(&self) {
        let input = (self.reader)();
        let mut now = self.now();
        now.input = input;
        now.version += 1;
        self.changed.notify_all();
    }

    /// Reads the layout again if it is not what lies on the desk: it may have been saved before anybody watched.
    pub fn look_if_changed(&self) {
        let same = match (&self.now().input, (self.reader)()) {
            (Ok(Source::Here(known)), Ok(Source::Here(input))) => known.text == input.text,
            (Ok(Source::Apart), Ok(Source::Apart)) => true,
            (Err(known), Err(told)) => *known == told,
            _ => false,
        };
        if !same {
            self.look_again();
        }
    }

    /// The files that the layout names, as far as is known, and how long they were.
    pub fn named_files(&self) -> Vec<(PathBuf, Option<u64>)> {
        let now = self.now();
        match &now.input {
            Ok(Source::Here(input)) => input.files.paths(),
            Ok(Source::Apart) => now.named.clone(),
            Err(_) => Vec::new(),
        }
    }

    /// What the page calls the version of the layout, as soon as it is another one than `known`, or after `patience`:
    /// another one after every change, and after every start.
    pub fn wait(&self, known: Option<&str>, patience: Duration) -> Answer {
        let tag = |now: &Now| format!("{}-{}", std::process::id(), now.version);
        let same = |now: &mut Now| known == Some(tag(now).as_str());
        let now = self.changed.wait_timeout_while(self.now(), patience, same);
        let (now, _) = now.unwrap_or_else(PoisonError::into_inner);
        Answer::json(&json!({ "version": tag(&now) }))
    }

    /// What the page asks; `dropped` is a file that lies on it.
    pub fn answer(&self, target: &Target, dropped: Option<&[u8]>) -> Answer {
        let (source, version) = {
            let now = self.now();
            (now.input.clone(), now.version)
        };
        let is_quick = ["/sheets", "/papers"].contains(&target.path.as_str());
        let _turn = (!is_quick).then(|| self.turn.lock().unwrap_or_else(PoisonError::into_inner));
        let is_apart = dropped.is_some() || matches!(source, Ok(Source::Apart));
        let mut input = source.and_then(Source::here);
        if !is_apart {
            if target.value("before").is_some() {
                input = self.now().good.clone().map_or(input, Ok);
                return self.here(target, &input, &[]);
            }
            let answer = self.here(target, &input, &[]);
            let mut now = self.now();
            // Another answer may have come later and be ready before.
            if answer.body.starts_with(GOOD) && version >= now.good_version {
                (now.good, now.good_version) = (input.ok(), version);
            }
            return answer;
        }
        match (self.helper)(target, dropped) {
            Ok((answer, named)) => {
                if dropped.is_none() {
                    self.now().named = files(&named);
                }
                answer
            }
            Err(wrong) => self.here(target, &Err(wrong), &[]),
        }
    }

    fn here(&self, target: &Target, input: &Result<Arc<Input>>, body: &[u8]) -> Answer {
        page::answer(&Asked { target, input, options: &self.options, fonts: &self.fonts, body })
    }

    /// What a process with bounds answers for whoever started it.
    pub fn bytes(&self, target: &Target, body: &[u8]) -> Vec<u8> {
        let input = self.now().input.clone().and_then(Source::here);
        let answer = self.here(target, &input, body);
        let named = self.named_files().into_iter();
        let named: Value = named.map(|(path, length)| json!([path.to_string_lossy(), length])).collect();
        answer.to_bytes(&named)
    }
}

/// The files that a process named, and how long they were.
fn files(named: &Value) -> Vec<(PathBuf, Option<u64>)> {
    let all = named.as_array().into_iter().flatten();
    all.filter_map(|file| Some((PathBuf::from(file[0].as_str()?), file[1].as_u64()))).collect()
}
