//! The place that prints results and diagnostics.

use super::status::Status;
use std::borrow::Cow;
use std::io::{self, BufRead};

use serde_json::{Value, json};

use super::streams::{Stream, Streams};
use crate::diag::{Diagnostic, Report, Sources, codes, place_value, render, render_in_order};

/// Standard output and standard error, as the user wants them.
pub struct Output {
    streams: Streams,
    json: bool,
    quiet: bool,
    colour: bool,
    /// Whether somebody may watch a line change.
    watched: bool,
    results: Vec<Value>,
    diagnostics: Vec<Value>,
    /// Why not all could be written, if it could not.
    lost: Option<io::Error>,
}

impl Output {
    /// Results as text or as JSON; `quiet` leaves out all but mistakes.
    #[must_use]
    pub fn new(streams: Streams, json: bool, quiet: bool) -> Self {
        let colour = streams.terminal && !streams.no_colour;
        let watched = streams.terminal && !streams.dumb && !json && !quiet;
        Self {
            streams,
            json,
            quiet,
            colour,
            watched,
            results: Vec::new(),
            diagnostics: Vec::new(),
            lost: None,
        }
    }

    /// Whether results are for programs.
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Whether nothing but mistakes is to be said.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Colours, whatever standard error leads to.
    pub fn coloured(&mut self) {
        self.colour = true;
    }

    /// Whether what is said is coloured.
    #[must_use]
    pub fn is_coloured(&self) -> bool {
        self.colour
    }

    /// Passes on what another process said.
    pub fn pass_on(&self, result: &[u8], diagnostics: &[u8]) {
        let _ = self.streams.err.write(diagnostics);
        let _ = self.streams.out.write(result);
    }

    /// Whether to say how far a build is: on a terminal that can change a line, to whoever wants to hear it.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// A question to whoever types, or a word on the answer; the answer ends the line.
    pub fn ask(&self, text: &str) {
        let _ = self.streams.err.write(text.as_bytes());
    }

    /// The next line that somebody types, without its end; none where nobody types any more.
    pub fn answer(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.streams.input.read_line(&mut line).ok()?;
        (length > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned())
    }

    /// Where diagnostics go, for what several threads say.
    #[must_use]
    pub fn err(&self) -> Stream {
        self.streams.err.clone()
    }

    /// A result: text for people, a value for programs; null where there is only something to say to people.
    pub fn result(&mut self, text: &str, value: Value) {
        if self.json {
            if !value.is_null() {
                self.results.push(value);
            }
        } else if !self.quiet {
            self.write(&seen(text));
        }
    }

    /// Mistakes and warnings.
    pub fn report(&mut self, report: &Report, sources: &Sources) {
        if report.is_empty() {
            return;
        }
        if self.json {
            for d in report.sorted() {
                let (mut value, place) = (d.value(), place_value(sources, d.place));
                for key in ["file", "line", "column"] {
                    value[key] = place[key].clone();
                }
                value["also"] = d.also.as_ref().map_or(Value::Null, |beside| {
                    let mut also = place_value(sources, Some(beside.place));
                    also["what"] = beside.what.clone().into();
                    also
                });
                self.diagnostics.push(value);
            }
        } else {
            let text = render(report, sources, self.colour);
            let _ = self.streams.err.write(text.as_bytes());
        }
    }

    /// Findings of the checker, in their own order, for people; programs find them in the result.
    pub fn findings(&mut self, findings: &[&Diagnostic], sources: &Sources) {
        if !self.json {
            let text = render_in_order(findings, sources, self.colour);
            let _ = self.streams.err.write(text.as_bytes());
        }
    }

    /// Ends the output.
    pub fn finish(&mut self, status: Status) -> Status {
        if self.json {
            let results = std::mem::take(&mut self.results);
            let diagnostics = std::mem::take(&mut self.diagnostics);
            let value = json!({ "status": status as u8, "results": results, "diagnostics": diagnostics });
            self.write(&format!("{value:#}\n"));
        }
        match self.lost.take() {
            Some(error) => {
                let message = format!("the answer cannot be written: {error}");
                let report = Report::from(Diagnostic::error(codes::UNWRITABLE, message));
                let text = render(&report, &Sources::default(), self.colour);
                let _ = self.streams.err.write(text.as_bytes());
                Status::Wrong
            }
            None => status,
        }
    }

    fn write(&mut self, text: &str) {
        let written = self.streams.out.write(text.as_bytes());
        // A reader that has gone away has read enough; a full disk has not kept what is there.
        self.lost =
            written.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe).or(self.lost.take());
    }
}

/// A text as a terminal may have it: what a layout or the name of a file says must not steer it.
pub fn seen(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && c != '\n';
    match text.contains(steers) {
        true => Cow::Owned(text.replace(steers, "\u{FFFD}")),
        false => Cow::Borrowed(text),
    }
}
