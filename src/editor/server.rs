//! A server of the language server protocol, version 3.17.
//!
//! - In: notifications and requests of an editor.
//! - Out: diagnostics and answers. If reading a layout may take long, another process with limits
//!   on time and memory makes the diagnostics and answers.
//! - Not here: writing files, or reading files that no layout names.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::colour_swatches::{document_colours, presentations};
use super::complete::{Completions, Known, complete};
use super::definition::{definition, references};
use super::document::Document;
use super::fixes::{actions, data};
use super::format::format;
use super::hover::{Hover, hover};
use super::message::{ResponseError, read, write};
use super::outline::outline;
use super::position::{beside, offset, path, range};
use super::rename::rename;
use hexpress_base::diag::{self, Diagnostic, FileId, Severity, Sources};
use hexpress_scene::text::Fonts;

/// The connection to processes with limits. These processes answer requests about layouts that may take
/// very long to read.
pub struct LimitedProcess {
    /// Returns whether the text of a layout needs limits.
    pub needs: fn(&str) -> bool,
    /// Sends messages to a server in a process with limits. Returns the messages that this server sends
    /// back.
    pub ask: Box<Ask>,
}

/// A function that sends messages to a process with limits. All messages are about one layout. The
/// first argument is the path of this layout.
pub type Ask = dyn Fn(Option<&Path>, &[u8]) -> diag::Result<Vec<u8>>;

/// A server with its open layouts.
pub struct Server {
    /// The open layouts. The keys are the URIs of their files.
    open: BTreeMap<String, Document>,
    fonts: Fonts,
    /// The folders from which layouts may use files, in addition to their own folders.
    allowed: Vec<PathBuf>,
    /// The connection to processes with limits, which read layouts. `None` if this process itself
    /// has limits.
    limited_process: Option<LimitedProcess>,
    /// Whether the editor can notify the server when a file changes.
    can_watch: bool,
    /// Whether the editor has requested that the server shuts down.
    is_shut_down: bool,
    is_over: bool,
}

impl Server {
    pub fn new(allowed: Vec<PathBuf>, limited_process: Option<LimitedProcess>) -> Self {
        Self {
            open: BTreeMap::new(),
            fonts: Fonts::bundled(),
            allowed,
            limited_process,
            can_watch: false,
            is_shut_down: false,
            is_over: false,
        }
    }

    /// Handles messages until the editor sends `exit` or closes the input.
    ///
    /// Returns whether the editor sent `shutdown` before that, as the protocol requires.
    pub fn run(mut self, input: &mut dyn BufRead, send: &mut dyn FnMut(&[u8])) -> bool {
        while !self.is_over
            && let Some(message) = read(input)
        {
            match message {
                Err(wrong) => {
                    let error = ResponseError::new(ResponseError::PARSE_ERROR, wrong);
                    write(&error.response(&Value::Null), send);
                }
                // All responses to a batch are sent in one message. A batch of notifications gets no
                // response.
                Ok(Value::Array(batch)) if !batch.is_empty() => {
                    let responses: Vec<Value> =
                        batch.iter().filter_map(|message| self.handle(message, send)).collect();
                    if !responses.is_empty() {
                        write(&responses.into(), send);
                    }
                }
                Ok(message) => {
                    if let Some(response) = self.handle(&message, send) {
                        write(&response, send);
                    }
                }
            }
        }
        self.is_shut_down
    }

    /// Handles one message. Returns the response if the message is a request.
    ///
    /// Other messages to the editor, such as diagnostics, are sent directly.
    fn handle(&mut self, message: &Value, send: &mut dyn FnMut(&[u8])) -> Option<Value> {
        let params = &message["params"];
        let id = message.get("id");
        match message["method"].as_str() {
            Some("exit") => self.is_over = true,
            Some(method) => {
                let Some(id) = id else {
                    self.notice(method, params).iter().for_each(|message| write(message, send));
                    return None;
                };
                let answer = match METHODS.contains(&method) {
                    true => {
                        self.answer_in_limited_process(message).unwrap_or_else(|| self.answer(method, params))
                    }
                    false => Err(ResponseError::unknown_method(method)),
                };
                return Some(match answer {
                    Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
                    Err(error) => error.response(id),
                });
            }
            // The message is the editor's answer to a request of the server. Nothing has to be done.
            None if message.get("result").or(message.get("error")).is_some() => {}
            None => {
                let what = "the message is not a request, a notification or a response".to_owned();
                let error = ResponseError::new(ResponseError::INVALID_REQUEST, what);
                return Some(error.response(id.unwrap_or(&Value::Null)));
            }
        }
        None
    }

    /// Handles a notification. Returns messages for the editor, mostly the new diagnostics of the
    /// layouts that the notification is about.
    fn notice(&mut self, method: &str, params: &Value) -> Vec<Value> {
        let document = &params["textDocument"];
        let text = match method {
            "initialized" if self.can_watch => return vec![watch_data()],
            // Any open layout may use the files that changed.
            "workspace/didChangeWatchedFiles" => {
                let uris: Vec<String> = self.open.keys().cloned().collect();
                return uris.iter().filter_map(|uri| self.publish(uri)).collect();
            }
            "textDocument/didOpen" => document["text"].as_str(),
            "textDocument/didChange" => params["contentChanges"]
                .as_array()
                .and_then(|changes| changes.last())
                .and_then(|change| change["text"].as_str()),
            "textDocument/didClose" | "textDocument/didSave" => None,
            _ => return Vec::new(),
        };
        let Some(uri) = document["uri"].as_str().map(str::to_owned) else { return Vec::new() };
        match (method, text) {
            ("textDocument/didClose", _) => {
                self.open.remove(&uri);
                return vec![published(&json!({ "uri": uri, "diagnostics": [] }))];
            }
            // The user may also have saved other files that the layout uses. Reading the layout may
            // then succeed, so it is read again, even if it has exceeded the limits.
            ("textDocument/didSave", _) => {
                if let Some(document) = self.open.get_mut(&uri) {
                    document.exceeded = None;
                }
            }
            (_, Some(text)) => {
                let before = self.open.remove(&uri);
                let exceeded = before.as_ref().and_then(|document| document.exceeded.clone());
                let mut new = Document::new(text.to_owned(), path(&uri), before)
                    .in_language(document["languageId"].as_str());
                // If a layout exceeded the limits, it is not read again until it is saved.
                new.exceeded = exceeded;
                self.open.insert(uri.clone(), new);
            }
            _ => return Vec::new(),
        }
        self.publish(&uri).into_iter().collect()
    }

    fn publish(&mut self, uri: &str) -> Option<Value> {
        let params = self.diagnostics(uri)?;
        if let Some(document) = self.open.get_mut(uri) {
            document.published = params["diagnostics"].as_array().cloned().unwrap_or_default();
        }
        Some(published(&params))
    }

    /// Returns whether a process with limits must answer requests about a layout.
    fn needs_limited_process(&self, uri: &str) -> bool {
        let document = self.open.get(uri);
        self.limited_process
            .as_ref()
            .zip(document)
            .is_some_and(|(limited_process, document)| (limited_process.needs)(&document.text))
    }

    /// Sends a layout to a process with limits, optionally with a request about this layout.
    ///
    /// Returns the messages of the process, or `None` if the layout is not open.
    fn ask(&mut self, uri: &str, request: Option<&Value>) -> Option<diag::Result<Vec<Value>>> {
        let (limited_process, document) = (self.limited_process.as_ref()?, self.open.get_mut(uri)?);
        // Before a request, two texts are sent: the last one without mistakes, and the current one. The
        // current text often has a mistake in the line that the user is typing. The process then
        // suggests names from the first of the two texts.
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
        Some(match (limited_process.ask)(document.path.as_deref(), &bytes) {
            Ok(sent) => {
                let mut rest = sent.as_slice();
                Ok(std::iter::from_fn(|| read(&mut rest)).filter_map(Result::ok).collect())
            }
            Err(exceeded) => Err(document.exceeded.insert(exceeded).clone()),
        })
    }

    /// Lets a process with limits answer a request. Returns `None` if this process can answer it
    /// itself. It can if the layout needs no limits, or if the answer depends only on the text of the
    /// layout.
    fn answer_in_limited_process(&mut self, request: &Value) -> Option<Result<Value, ResponseError>> {
        let uri = request["params"]["textDocument"]["uri"].as_str()?.to_owned();
        let needs_game = request["method"].as_str().is_some_and(|method| NEED_GAME.contains(&method));
        if !needs_game || !self.needs_limited_process(&uri) {
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

    /// Returns the diagnostics of a layout that needs limits. Returns `None` if the layout is not open,
    /// or if the process sends no diagnostics.
    fn diagnostics_from_limited_process(&mut self, uri: &str) -> Option<Value> {
        let sent = match self.open.get(uri)?.exceeded.clone() {
            Some(exceeded) => Err(exceeded),
            None => self.ask(uri, None)?,
        };
        let document = self.open.get_mut(uri)?;
        let mut published = match sent {
            Ok(sent) => sent.into_iter().rfind(|message| message["params"]["diagnostics"].is_array())?,
            Err(mut exceeded) => {
                exceeded.hint = Some("save the file to check it again".to_owned());
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

    fn diagnostics(&mut self, uri: &str) -> Option<Value> {
        if self.needs_limited_process(uri) {
            return self.diagnostics_from_limited_process(uri);
        }
        let document = self.open.get_mut(uri)?;
        let mut sources = Sources::default();
        let report = document.check(&self.allowed, &mut sources, &self.fonts);
        let diagnostics: Vec<Value> =
            report.sorted().into_iter().map(|found| to_json(found, uri, &document.text, &sources)).collect();
        Some(json!({ "uri": uri, "diagnostics": diagnostics }))
    }

    fn answer(&mut self, method: &str, params: &Value) -> Result<Value, ResponseError> {
        match method {
            "initialize" => {
                let watched = &params["capabilities"]["workspace"]["didChangeWatchedFiles"];
                self.can_watch = watched["dynamicRegistration"].as_bool().unwrap_or(false);
                return Ok(capabilities());
            }
            "shutdown" => {
                self.is_shut_down = true;
                return Ok(Value::Null);
            }
            _ => {}
        }
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let Some(document) = self.open.get(uri) else { return Ok(Value::Null) };
        let text = &document.text;
        let offset = offset(text, &params["position"]);
        if method == "textDocument/completion" && document.has_completions() {
            return Ok(self.completion(document, offset));
        }
        // The server ignores TOML files that are not layouts.
        if !document.is_layout() {
            return Ok(Value::Null);
        }
        Ok(match method {
            "textDocument/hover" => self.hover(document, offset).unwrap_or_default(),
            "textDocument/definition" => definition(document, uri, offset).unwrap_or_default(),
            "textDocument/references" => {
                let with_definitions = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
                references(document, uri, offset, with_definitions).unwrap_or_default()
            }
            "textDocument/documentSymbol" => outline(text),
            "textDocument/documentColor" => document_colours(text),
            "textDocument/colorPresentation" => presentations(text, params),
            "textDocument/codeAction" => actions(&document.published, uri, params),
            "textDocument/prepareRename" => {
                document.renamable(offset).map(|named| range(text, named.range)).unwrap_or_default()
            }
            "textDocument/rename" => {
                let name = params["newName"].as_str().unwrap_or_default();
                let check = |text: &str| document.check_text(text, &self.allowed, &self.fonts);
                let edits = rename(document, uri, offset, name, &check);
                edits
                    .map_err(|refusal| ResponseError::new(ResponseError::INVALID_PARAMS, refusal))?
                    .unwrap_or_default()
            }
            "textDocument/formatting" => match format(text) {
                Ok(formatted) if formatted == *text => json!([]),
                Ok(formatted) => json!([{ "range": range(text, 0..text.len()), "newText": formatted }]),
                Err(_) => Value::Null,
            },
            _ => Value::Null,
        })
    }

    fn known<'k>(&'k self, document: &'k Document) -> Known<'k> {
        Known { game: document.game.as_ref(), files: &document.files, fonts: &self.fonts }
    }

    fn completion(&self, document: &Document, offset: usize) -> Value {
        let Completions { word_start, items, is_complete } =
            complete(&document.text, offset, &self.known(document));
        let place = range(&document.text, word_start..offset);
        let items: Vec<Value> = items.iter().map(|item| item.to_json(&place)).collect();
        json!({ "isIncomplete": !is_complete, "items": items })
    }

    fn hover(&self, document: &Document, offset: usize) -> Option<Value> {
        let Hover { range: word, mut markdown, picture } =
            hover(&document.text, offset, &self.known(document))?;
        if let Some(picture) = picture {
            markdown.push_str(&format!("\n\n![]({picture})"));
        }
        let place = range(&document.text, word);
        Some(json!({ "contents": { "kind": "markdown", "value": markdown }, "range": place }))
    }
}

const METHODS: [&str; 13] = [
    "initialize",
    "shutdown",
    "textDocument/codeAction",
    "textDocument/colorPresentation",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentColor",
    "textDocument/documentSymbol",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/prepareRename",
    "textDocument/references",
    "textDocument/rename",
];

/// The requests that need more than the text of the layout, such as the compiled game.
const NEED_GAME: [&str; 5] = [
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/rename",
];

fn published(params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params })
}

/// Returns a request to the editor to notify the server when a table, picture or theme changes.
fn watch_data() -> Value {
    let watchers = json!([{ "globPattern": "**/*.{csv,tsv,xlsx,json,png,jpg,jpeg,svg,toml}" }]);
    let registration = json!({
        "id": "files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": { "watchers": watchers },
    });
    json!({
        "jsonrpc": "2.0",
        "id": "watch",
        "method": "client/registerCapability",
        "params": { "registrations": [registration] },
    })
}

const ERROR: u8 = 1;
const WARNING: u8 = 2;

fn capabilities() -> Value {
    json!({
        "capabilities": {
            "textDocumentSync": { "openClose": true, "change": 1, "save": true },
            "completionProvider": { "triggerCharacters": ["\"", "[", ".", "{", " ", "|"] },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentSymbolProvider": true,
            "colorProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll.hexpress"] },
            "renameProvider": { "prepareProvider": true },
            "documentFormattingProvider": true,
        },
        "serverInfo": { "name": "hexpress", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// Returns a diagnostic in the form of the protocol.
///
/// If the mistake is in another file, the diagnostic is shown at the beginning of the layout.
fn to_json(found: &Diagnostic, uri: &str, text: &str, sources: &Sources) -> Value {
    let mut message = found.full_message().into_owned();
    let mut span = 0..0;
    let mut related = Vec::new();
    let mut fix = Value::Null;
    if let Some(place) = found.place {
        let bytes = place.start as usize..place.end as usize;
        if place.file == LAYOUT {
            span = bytes;
            fix = data(found, text);
        } else if let Some(other) = sources.get(place.file) {
            message = format!("{}: {message}", other.name);
            if let Some(there) = beside(uri, &other.name) {
                let location = json!({ "uri": there, "range": range(other.text(), bytes) });
                related.push(json!({ "location": location, "message": "the mistake is here" }));
            }
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
    if let Some(related_place) =
        found.related_place.as_ref().filter(|related_place| related_place.place.file == LAYOUT)
    {
        let there = related_place.place.start as usize..related_place.place.end as usize;
        let location = json!({ "uri": uri, "range": range(text, there) });
        related.push(json!({ "location": location, "message": related_place.remark }));
    }
    if !related.is_empty() {
        diagnostic["relatedInformation"] = related.into();
    }
    if !fix.is_null() {
        diagnostic["data"] = fix;
    }
    diagnostic
}

/// The id of the layout's file. The layout is always the first file that is added to [`Sources`].
const LAYOUT: FileId = FileId(0);
