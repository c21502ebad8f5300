//! A server of the language server protocol, version 3.17.
//!
//! - In: notifications and requests of an editor.
//! - Out: diagnostics and answers, from this process or from one with bounds on time and memory.
//! - Not here: reading or writing files, except those that a layout names.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::complete::{Completions, Known, complete};
use super::cursor::in_word;
use super::document::Document;
use super::format::format;
use super::message::{read, write};
use super::position::{offset, path, range};
use hexpress_base::diag::{self, Diagnostic, FileId, Severity, Sources};
use hexpress_scene::text::Fonts;

/// An error as the protocol has it.
#[derive(Debug)]
struct ResponseError {
    code: i32,
    message: String,
}

impl ResponseError {
    const METHOD_NOT_FOUND: i32 = -32601;
    const INVALID_PARAMS: i32 = -32602;
    const INTERNAL_ERROR: i32 = -32603;

    fn new(code: i32, message: String) -> Self {
        Self { code, message }
    }

    /// Reads an error that another server sent.
    fn from_json(error: &Value) -> Self {
        let code = error["code"].as_i64().and_then(|code| i32::try_from(code).ok());
        let message = error["message"].as_str().unwrap_or_default().to_owned();
        Self { code: code.unwrap_or(Self::INTERNAL_ERROR), message }
    }
}

/// Asks a process with bounds about layouts that may take very long to read.
pub struct Apart {
    /// Returns whether the text of a layout needs bounds.
    pub needs: fn(&str) -> bool,
    /// Passes messages to a server in such a process, and returns the messages that it sends.
    pub ask: Box<Ask>,
}

/// Asks a process with bounds about the layout at a path.
pub type Ask = dyn Fn(Option<&Path>, &[u8]) -> diag::Result<Vec<u8>>;

/// A server and the layouts that are open.
pub struct Server {
    /// By the URI of the file.
    open: BTreeMap<String, Document>,
    fonts: Fonts,
    /// Folders from which layouts may use files, in addition to their own.
    allowed: Vec<PathBuf>,
    /// `None` in a process that has bounds itself.
    apart: Option<Apart>,
    /// Whether the editor has asked the server to shut down.
    is_shut_down: bool,
}

impl Server {
    /// A server without an open layout.
    pub fn new(allowed: Vec<PathBuf>, apart: Option<Apart>) -> Self {
        Self { open: BTreeMap::new(), fonts: Fonts::bundled(), allowed, apart, is_shut_down: false }
    }

    /// Answers until the editor sends `exit` or closes the input. Returns whether it asked the
    /// server to shut down before.
    pub fn run(mut self, input: &mut dyn BufRead, send: &mut dyn FnMut(&[u8])) -> bool {
        while let Some(message) = read(input) {
            let method = message["method"].as_str().unwrap_or_default();
            if method == "exit" {
                break;
            }
            let params = &message["params"];
            if let Some(id) = message.get("id").filter(|_| !method.is_empty()) {
                let mut response = json!({ "jsonrpc": "2.0", "id": id });
                let from_apart = self.answer_apart(&message);
                match from_apart.unwrap_or_else(|| self.answer(method, params)) {
                    Ok(result) => response["result"] = result,
                    Err(ResponseError { code, message }) => {
                        response["error"] = json!({ "code": code, "message": message });
                    }
                }
                write(&response, send);
            } else if let Some(diagnostics) = self.notice(method, params) {
                let method = "textDocument/publishDiagnostics";
                write(&json!({ "jsonrpc": "2.0", "method": method, "params": diagnostics }), send);
            }
        }
        self.is_shut_down
    }

    /// Handles a notification. Returns the diagnostics of the layout that it is about.
    fn notice(&mut self, method: &str, params: &Value) -> Option<Value> {
        let document = &params["textDocument"];
        let uri = document["uri"].as_str()?.to_owned();
        let text = match method {
            "textDocument/didOpen" => document["text"].as_str()?,
            "textDocument/didChange" => params["contentChanges"].as_array()?.last()?["text"].as_str()?,
            "textDocument/didClose" => {
                self.open.remove(&uri);
                return Some(json!({ "uri": uri, "diagnostics": [] }));
            }
            // Files that the layout names may have been saved as well.
            "textDocument/didSave" => return self.diagnostics(&uri),
            _ => return None,
        };
        let before = self.open.remove(&uri);
        self.open.insert(uri.clone(), Document::new(text.to_owned(), path(&uri), before));
        self.diagnostics(&uri)
    }

    /// Whether a process with bounds answers about a layout.
    fn is_apart(&self, uri: &str) -> bool {
        let document = self.open.get(uri);
        self.apart.as_ref().zip(document).is_some_and(|(apart, document)| (apart.needs)(&document.text))
    }

    /// Returns what a process with bounds sends about a layout and a request about it; `None` if
    /// the layout is not open.
    fn ask(&mut self, uri: &str, request: Option<&Value>) -> Option<diag::Result<Vec<Value>>> {
        let (apart, document) = (self.apart.as_ref()?, self.open.get_mut(uri)?);
        // While a line is being typed, names are known from the text that had no mistakes.
        let texts = document.good.iter().filter(|_| request.is_some()).chain([&document.text]);
        let mut messages: Vec<Value> = texts
            .map(|text| {
                let params = json!({ "textDocument": { "uri": uri, "text": text } });
                json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params })
            })
            .collect();
        messages.extend(request.cloned());
        messages.push(json!({ "jsonrpc": "2.0", "id": "end", "method": "shutdown" }));
        messages.push(json!({ "jsonrpc": "2.0", "method": "exit" }));
        let mut bytes = Vec::new();
        for message in &messages {
            write(message, &mut |part| bytes.extend_from_slice(part));
        }
        Some(match (apart.ask)(document.path.as_deref(), &bytes) {
            Ok(sent) => {
                let mut rest = sent.as_slice();
                Ok(std::iter::from_fn(|| read(&mut rest)).collect())
            }
            Err(exceeded) => Err(document.exceeded.insert(exceeded).clone()),
        })
    }

    /// Answers a request about a layout that needs bounds; `None` for any other request.
    fn answer_apart(&mut self, request: &Value) -> Option<Result<Value, ResponseError>> {
        let uri = request["params"]["textDocument"]["uri"].as_str()?.to_owned();
        if !self.is_apart(&uri) {
            return None;
        }
        let sent = match self.open.get(&uri)?.exceeded.clone() {
            Some(exceeded) => Err(exceeded),
            None => self.ask(&uri, Some(request))?,
        };
        Some(match sent.map(|sent| sent.into_iter().find(|answer| answer["id"] == request["id"])) {
            Ok(Some(answer)) if answer["error"].is_object() => {
                Err(ResponseError::from_json(&answer["error"]))
            }
            Ok(answer) => Ok(answer.map_or(Value::Null, |answer| answer["result"].clone())),
            Err(exceeded) => Err(ResponseError::new(ResponseError::INTERNAL_ERROR, exceeded.message)),
        })
    }

    /// Returns the diagnostics of a layout that needs bounds.
    fn diagnostics_apart(&mut self, uri: &str) -> Option<Value> {
        let sent = self.ask(uri, None)?;
        let document = self.open.get_mut(uri)?;
        let mut published = match sent {
            Ok(sent) => sent.into_iter().rfind(|message| message["params"]["diagnostics"].is_array())?,
            Err(exceeded) => {
                let diagnostic = to_json(&exceeded, uri, &document.text, &Sources::default());
                return Some(json!({ "uri": uri, "diagnostics": [diagnostic] }));
            }
        };
        let params = published["params"].take();
        let has_errors = params["diagnostics"]
            .as_array()
            .is_some_and(|all| all.iter().any(|diagnostic| diagnostic["severity"] == ERROR));
        if !has_errors {
            document.good = Some(document.text.clone());
        }
        Some(params)
    }

    /// Returns the diagnostics of a layout.
    fn diagnostics(&mut self, uri: &str) -> Option<Value> {
        if self.is_apart(uri) {
            return self.diagnostics_apart(uri);
        }
        let document = self.open.get_mut(uri)?;
        let mut sources = Sources::default();
        let report = document.check(&self.allowed, &mut sources, &self.fonts);
        let diagnostics: Vec<Value> =
            report.sorted().into_iter().map(|found| to_json(found, uri, &document.text, &sources)).collect();
        Some(json!({ "uri": uri, "diagnostics": diagnostics }))
    }

    /// Answers a request.
    fn answer(&mut self, method: &str, params: &Value) -> Result<Value, ResponseError> {
        match method {
            "initialize" => return Ok(capabilities()),
            "shutdown" => {
                self.is_shut_down = true;
                return Ok(Value::Null);
            }
            _ => {}
        }
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let Some(document) = self.open.get(uri) else { return Ok(Value::Null) };
        let offset = offset(&document.text, &params["position"]);
        Ok(match method {
            "textDocument/completion" => self.completion(document, offset),
            "textDocument/hover" => document.hover(offset).unwrap_or_default(),
            "textDocument/definition" => document.definition(uri, offset).unwrap_or_default(),
            "textDocument/prepareRename" => {
                document.renamable(offset).map(|named| range(&document.text, named.range)).unwrap_or_default()
            }
            "textDocument/rename" => {
                let name = params["newName"].as_str().unwrap_or_default();
                if name.is_empty() || !name.chars().all(in_word) {
                    let message = format!("`{name}` cannot be a name: use letters, digits, - and _");
                    return Err(ResponseError::new(ResponseError::INVALID_PARAMS, message));
                }
                document.rename(uri, offset, name).unwrap_or_default()
            }
            "textDocument/formatting" => match format(&document.text) {
                Ok(text) => {
                    json!([{ "range": range(&document.text, 0..document.text.len()), "newText": text }])
                }
                Err(_) => Value::Null,
            },
            _ => {
                let message = format!("unknown method `{method}`");
                return Err(ResponseError::new(ResponseError::METHOD_NOT_FOUND, message));
            }
        })
    }

    fn completion(&self, document: &Document, offset: usize) -> Value {
        let known = Known { game: document.game.as_ref(), files: &document.files, fonts: &self.fonts };
        let Completions { word_start, mut items } = complete(&document.text, offset, &known);
        let place = range(&document.text, word_start..offset);
        for item in &mut items {
            let text = item.get("insertText").unwrap_or(&item["label"]).clone();
            item["textEdit"] = json!({ "range": place, "newText": text });
        }
        json!({ "isIncomplete": false, "items": items })
    }
}

/// The severity of an error, in the protocol.
const ERROR: u8 = 1;
/// The severity of a warning.
const WARNING: u8 = 2;

/// Returns what the server can do.
fn capabilities() -> Value {
    json!({
        "capabilities": {
            "textDocumentSync": { "openClose": true, "change": 1, "save": true },
            "completionProvider": { "triggerCharacters": ["\"", "[", ".", "{", " ", "|"] },
            "hoverProvider": true,
            "definitionProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentFormattingProvider": true,
        },
        "serverInfo": { "name": "hexpress", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// Returns a diagnostic of the protocol. A mistake in another file is shown at the beginning of the
/// layout.
fn to_json(found: &Diagnostic, uri: &str, text: &str, sources: &Sources) -> Value {
    let mut message = found.full_message().into_owned();
    let mut span = 0..0;
    if let Some(place) = found.place {
        if place.file == LAYOUT {
            span = place.start as usize..place.end as usize;
        } else if let Some(other) = sources.get(place.file) {
            message = format!("{}: {message}", other.name);
        }
    }
    let hint = found.hint.as_ref().map_or_else(String::new, |hint| format!("\n{hint}"));
    let mut diagnostic = json!({
        "range": range(text, span),
        "severity": if found.severity == Severity::Error { ERROR } else { WARNING },
        "code": found.code.to_string(),
        "source": "hexpress",
        "message": format!("{message}{hint}"),
    });
    if let Some(related) = found.also.as_ref().filter(|related| related.place.file == LAYOUT) {
        let there = related.place.start as usize..related.place.end as usize;
        diagnostic["relatedInformation"] =
            json!([{ "location": { "uri": uri, "range": range(text, there) }, "message": related.remark }]);
    }
    diagnostic
}

/// The layout among the sources of its diagnostics: it is read first.
const LAYOUT: FileId = FileId(0);
