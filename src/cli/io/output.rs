//! Prints results and diagnostics, and stores the exit status. No other module prints.
//!
//! - In: results as text and as values, and reports.
//! - Out: text or one JSON object on standard output; diagnostics on standard error.

use std::io::{self, BufRead, Read};

use serde_json::{Value, json};

use super::{Status, Stream, Streams};
use hexpress_base::diag::{
    Diagnostic, Report, Sources, codes, escape_control, escape_json, place_to_json, render, render_in_order,
};
use hexpress_base::files::MAX_LAYOUT_BYTES;

/// Standard output and standard error, with the user's output options.
pub struct Output {
    streams: Streams,
    /// Whether results are printed as JSON.
    pub json: bool,
    /// Whether only mistakes are printed.
    pub quiet: bool,
    /// Whether diagnostics are coloured.
    pub colour: bool,
    /// Whether progress is shown.
    ///
    /// Progress is shown if results are printed as text, `quiet` is false, and standard error is a
    /// terminal that can overwrite a line.
    pub shows_progress: bool,
    /// The files that diagnostics refer to.
    pub sources: Sources,
    /// The worst status of the run.
    status: Status,
    results: Vec<Value>,
    diagnostics: Vec<Value>,
    /// The error that occurred when a result could not be printed.
    write_error: Option<io::Error>,
}

impl Output {
    /// Creates an output. Results are printed as JSON if `json` is true, otherwise as text.
    ///
    /// If `quiet` is true, only mistakes are printed.
    pub fn new(streams: Streams, json: bool, quiet: bool) -> Self {
        let colour = streams.terminal && !streams.no_colour && !streams.dumb;
        let watched = streams.terminal && !streams.dumb && !json && !quiet;
        Self {
            streams,
            json,
            quiet,
            colour,
            shows_progress: watched,
            sources: Sources::default(),
            status: Status::Ok,
            results: Vec::new(),
            diagnostics: Vec::new(),
            write_error: None,
        }
    }

    /// Prints the results and diagnostics of another process.
    pub fn pass_on(&mut self, result: &[u8], diagnostics: &[u8]) {
        let _ = self.streams.err.write(diagnostics);
        self.write(result);
    }

    /// Prints a question, or a remark about an answer. Adds no line break, because the user ends the
    /// line with the Enter key.
    pub fn ask(&self, text: &str) {
        let _ = self.streams.err.write(escape_control(text).as_bytes());
    }

    /// Returns the next line that the user types, without its line break. Returns `None` at the end
    /// of the input.
    pub fn answer(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.streams.input.read_line(&mut line).ok()?;
        (length > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned())
    }

    /// Reads all of standard input, but at most one byte more than the largest layout. If callers get
    /// this additional byte, they know that the input is too long.
    pub fn all_input(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let _ = (&mut self.streams.input).take(MAX_LAYOUT_BYTES + 1).read_to_end(&mut bytes);
        bytes
    }

    /// Reads the first `length` bytes of standard input, or fewer if it ends earlier. Standard
    /// input stays open.
    pub fn first_input(&mut self, length: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let _ = (&mut self.streams.input).take(length).read_to_end(&mut bytes);
        bytes
    }

    /// Runs a server on standard input and standard output.
    pub fn serve<T>(&mut self, serve: impl FnOnce(&mut dyn BufRead, &mut dyn FnMut(&[u8])) -> T) -> T {
        let out = self.streams.out.clone();
        serve(&mut self.streams.input, &mut |bytes| drop(out.write(bytes)))
    }

    /// Returns standard error as a stream that several threads can use.
    pub fn err(&self) -> Stream {
        self.streams.err.clone()
    }

    /// Prints a result: `value` with `--json`, otherwise `text`. If `value` is null, nothing is printed
    /// with `--json`.
    pub fn result(&mut self, text: &str, value: Value) {
        if self.json {
            if !value.is_null() {
                self.results.push(value);
            }
        } else if !self.quiet {
            self.write(escape_control(text).as_bytes());
        }
    }

    /// Returns whether results are printed as JSON. If not, callers need not compute large JSON values,
    /// which takes time.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Sets the exit status of the run, unless the current status is worse.
    pub fn raise_status(&mut self, status: Status) {
        self.status = self.status.max(status);
    }

    /// Reports mistakes that prevented a part of the work.
    pub fn report_failure(&mut self, report: impl Into<Report>) {
        self.report(&report.into());
        self.raise_status(Status::Wrong);
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
                value["also"] = diagnostic.related_place.as_ref().map_or(Value::Null, |related| {
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

    /// Prints findings of the checker as text, in the given order. With `--json`, prints nothing,
    /// because the JSON result contains the findings.
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
            self.write(escape_json(&format!("{value:#}\n")).as_bytes());
        }
        if let Some(error) = self.write_error.take() {
            let message = format!("the output cannot be written: {error}");
            self.json = false;
            self.report_failure(codes::UNWRITABLE.error(message));
        }
        self.status
    }

    fn write(&mut self, bytes: &[u8]) {
        let written = self.streams.out.write(bytes);
        // A closed pipe is not an error, because a program such as `head` stops reading early. A
        // full disk is an error.
        self.write_error = written
            .err()
            .filter(|error| error.kind() != io::ErrorKind::BrokenPipe)
            .or(self.write_error.take());
    }
}
