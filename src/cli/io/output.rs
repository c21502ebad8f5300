//! What a run says, and how it ends: the only code that prints results and diagnostics.

use std::io::{self, BufRead, Read};

use serde_json::{Value, json};

use super::{Status, Stream, Streams};
use crate::diag::{
    Diagnostic, Report, Sources, codes, place_value, render, render_in_order, seen, seen_json,
};
use crate::files::LARGEST_LAYOUT;

/// Standard output and standard error, as the user wants them.
pub struct Output {
    streams: Streams,
    /// Whether results are JSON, for programs.
    pub json: bool,
    /// Whether only mistakes are printed.
    pub quiet: bool,
    /// Whether diagnostics are coloured.
    pub colour: bool,
    /// Whether progress is shown: standard error is a terminal that can change a line, and the output is for people.
    pub watched: bool,
    /// The files that diagnostics point into.
    pub sources: Sources,
    /// The worst status so far.
    status: Status,
    results: Vec<Value>,
    diagnostics: Vec<Value>,
    /// Why not all could be written, if it could not.
    lost: Option<io::Error>,
}

impl Output {
    /// Results as text or as JSON; `quiet` leaves out all but mistakes.
    pub fn new(streams: Streams, json: bool, quiet: bool) -> Self {
        let colour = streams.terminal && !streams.no_colour && !streams.dumb;
        let watched = streams.terminal && !streams.dumb && !json && !quiet;
        let (sources, status) = (Sources::default(), Status::Well);
        let (results, diagnostics, lost) = (Vec::new(), Vec::new(), None);
        Self { streams, json, quiet, colour, watched, sources, status, results, diagnostics, lost }
    }

    /// Passes on all that another process said: there is nothing to add.
    pub fn pass_on(&mut self, result: &[u8], diagnostics: &[u8]) {
        let _ = self.streams.err.write(diagnostics);
        self.write(result);
    }

    /// A question to whoever types, or a word on the answer; the answer ends the line.
    pub fn ask(&self, text: &str) {
        let _ = self.streams.err.write(seen(text).as_bytes());
    }

    /// The next line that somebody types, without its end; none where nobody types any more.
    pub fn answer(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.streams.input.read_line(&mut line).ok()?;
        (length > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned())
    }

    /// The bytes of standard input, one more than a layout may have at most.
    pub fn all_input(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let _ = (&mut self.streams.input).take(LARGEST_LAYOUT + 1).read_to_end(&mut bytes);
        bytes
    }

    /// Hands standard input and output to whoever speaks a protocol over them.
    pub fn serve<T>(&mut self, serve: impl FnOnce(&mut dyn BufRead, &mut dyn FnMut(&[u8])) -> T) -> T {
        let out = self.streams.out.clone();
        serve(&mut self.streams.input, &mut |bytes| drop(out.write(bytes)))
    }

    /// Where diagnostics go, for what several threads say.
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
            self.write(seen(text).as_bytes());
        }
    }

    /// Whether programs are told; else nobody looks at the values of results, and large ones need not be made.
    pub fn tells_values(&self) -> bool {
        self.json
    }

    /// The run ends with this status, or with a worse one.
    pub fn worsen(&mut self, status: Status) {
        self.status = self.status.max(status);
    }

    /// Mistakes for which something is not done.
    pub fn wrong(&mut self, report: impl Into<Report>) {
        self.report(&report.into());
        self.worsen(Status::Wrong);
    }

    /// Mistakes and warnings.
    pub fn report(&mut self, report: &Report) {
        let sources = &self.sources;
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
    pub fn findings(&mut self, findings: &[&Diagnostic]) {
        if !self.json {
            let text = render_in_order(findings, &self.sources, self.colour);
            let _ = self.streams.err.write(text.as_bytes());
        }
    }

    /// Ends the output; how the run ended.
    pub fn finish(&mut self) -> Status {
        if self.json {
            let results = std::mem::take(&mut self.results);
            let diagnostics = std::mem::take(&mut self.diagnostics);
            let value =
                json!({ "status": self.status as u8, "results": results, "diagnostics": diagnostics });
            self.write(seen_json(&format!("{value:#}\n")).as_bytes());
        }
        if let Some(error) = self.lost.take() {
            let message = format!("the answer cannot be written: {error}");
            self.json = false;
            self.wrong(codes::UNWRITABLE.error(message));
        }
        self.status
    }

    fn write(&mut self, bytes: &[u8]) {
        let written = self.streams.out.write(bytes);
        // A reader that has gone away has read enough; a full disk has not kept what is there.
        self.lost =
            written.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe).or(self.lost.take());
    }
}
