//! Prints results and diagnostics, and remembers the exit status. Nothing else in the program
//! prints.
//!
//! - In: results as text and as values, and reports.
//! - Out: text or one JSON object on standard output; diagnostics on standard error.

use std::io::{self, BufRead, Read};

use serde_json::{Value, json};

use super::{Status, Stream, Streams};
use hexpress_base::diag::{
    Diagnostic, Report, Sources, codes, place_to_json, render, render_in_order, seen, seen_json,
};
use hexpress_base::files::LARGEST_LAYOUT;

/// Standard output and standard error, as the user wants them.
pub struct Output {
    streams: Streams,
    /// Whether results are JSON, for programs.
    pub json: bool,
    /// Whether only mistakes are printed.
    pub quiet: bool,
    /// Whether diagnostics are coloured.
    pub colour: bool,
    /// Whether progress is shown: standard error is a terminal that can change a line, and the
    /// output is for people.
    pub watched: bool,
    /// The files that diagnostics point into.
    pub sources: Sources,
    /// The worst status so far.
    status: Status,
    results: Vec<Value>,
    diagnostics: Vec<Value>,
    /// The error of a result that could not be written.
    lost: Option<io::Error>,
}

impl Output {
    /// An output of results as text or, with `json`, as JSON. `quiet` leaves out everything but
    /// mistakes.
    pub fn new(streams: Streams, json: bool, quiet: bool) -> Self {
        let colour = streams.terminal && !streams.no_colour && !streams.dumb;
        let watched = streams.terminal && !streams.dumb && !json && !quiet;
        Self {
            streams,
            json,
            quiet,
            colour,
            watched,
            sources: Sources::default(),
            status: Status::Well,
            results: Vec::new(),
            diagnostics: Vec::new(),
            lost: None,
        }
    }

    /// Passes on what another process wrote.
    pub fn pass_on(&mut self, result: &[u8], diagnostics: &[u8]) {
        let _ = self.streams.err.write(diagnostics);
        self.write(result);
    }

    /// Asks the user a question, or comments on an answer. The user's answer ends the line.
    pub fn ask(&self, text: &str) {
        let _ = self.streams.err.write(seen(text).as_bytes());
    }

    /// Returns the next line that the user types, without its end; `None` at the end of the input.
    pub fn answer(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.streams.input.read_line(&mut line).ok()?;
        (length > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned())
    }

    /// Returns the bytes of standard input, up to one byte more than a layout may have.
    pub fn all_input(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let _ = (&mut self.streams.input).take(LARGEST_LAYOUT + 1).read_to_end(&mut bytes);
        bytes
    }

    /// Returns the first bytes of standard input, which stays open; fewer if there are no more.
    pub fn first_input(&mut self, length: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let _ = (&mut self.streams.input).take(length).read_to_end(&mut bytes);
        bytes
    }

    /// Calls a server of a protocol over standard input and output.
    pub fn serve<T>(&mut self, serve: impl FnOnce(&mut dyn BufRead, &mut dyn FnMut(&[u8])) -> T) -> T {
        let out = self.streams.out.clone();
        serve(&mut self.streams.input, &mut |bytes| drop(out.write(bytes)))
    }

    /// Returns standard error, for several threads.
    pub fn err(&self) -> Stream {
        self.streams.err.clone()
    }

    /// Prints a result: the text for people, or the value for programs. A null value is left out.
    pub fn result(&mut self, text: &str, value: Value) {
        if self.json {
            if !value.is_null() {
                self.results.push(value);
            }
        } else if !self.quiet {
            self.write(seen(text).as_bytes());
        }
    }

    /// Returns whether results are printed as values. If not, large values need not be made.
    pub fn tells_values(&self) -> bool {
        self.json
    }

    /// Sets the exit status of the run to this status, unless it is worse already.
    pub fn worsen(&mut self, status: Status) {
        self.status = self.status.max(status);
    }

    /// Reports the mistakes that prevented a part of the work.
    pub fn report_failure(&mut self, report: impl Into<Report>) {
        self.report(&report.into());
        self.worsen(Status::Wrong);
    }

    /// Reports mistakes and warnings.
    pub fn report(&mut self, report: &Report) {
        let sources = &self.sources;
        if report.is_empty() {
            return;
        }
        if self.json {
            for diagnostic in report.sorted() {
                let mut value = diagnostic.value();
                let place = place_to_json(sources, diagnostic.place);
                for key in ["file", "line", "column"] {
                    value[key] = place[key].clone();
                }
                value["also"] = diagnostic.also.as_ref().map_or(Value::Null, |related| {
                    let mut also = place_to_json(sources, Some(related.place));
                    also["what"] = related.remark.clone().into();
                    also
                });
                self.diagnostics.push(value);
            }
        } else {
            let text = render(report, sources, self.colour);
            let _ = self.streams.err.write(text.as_bytes());
        }
    }

    /// Reports findings of the checker for people, in this order. In JSON they are part of the
    /// result.
    pub fn findings(&mut self, findings: &[&Diagnostic]) {
        if !self.json {
            let text = render_in_order(findings, &self.sources, self.colour);
            let _ = self.streams.err.write(text.as_bytes());
        }
    }

    /// Ends the output, and returns the exit status.
    pub fn finish(&mut self) -> Status {
        if self.json {
            let results = std::mem::take(&mut self.results);
            let diagnostics = std::mem::take(&mut self.diagnostics);
            let value =
                json!({ "status": self.status as u8, "results": results, "diagnostics": diagnostics });
            self.write(seen_json(&format!("{value:#}\n")).as_bytes());
        }
        if let Some(error) = self.lost.take() {
            let message = format!("the output cannot be written: {error}");
            self.json = false;
            self.report_failure(codes::UNWRITABLE.error(message));
        }
        self.status
    }

    fn write(&mut self, bytes: &[u8]) {
        let written = self.streams.out.write(bytes);
        // A closed pipe is not an error: a program such as `head` has read enough. A full disk is
        // an error.
        self.lost =
            written.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe).or(self.lost.take());
    }
}
