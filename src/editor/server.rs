//! The language server protocol, version 3.17: what an editor asks, and what is answered.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::complete::{Known, complete, digits, header};
use super::cursor::{cursor, in_word};
use super::format::format;
use super::names::{Named, What, names, rows};
use super::place::{offset, path, range};
use super::schema::Node;
use crate::build::{self, Input};
use crate::diag::{self, Diagnostic, FileId, Report, Severity, Sources};
use crate::files::Files;
use crate::layout::attempt;
use crate::model::{Game, literal_colour};
use crate::record::{Options, RECORD};
use crate::spec::COMPONENTS;
use crate::text::Fonts;

/// The code of an answer that cannot be had.
const INTERNAL: i32 = -32603;

/// The longest message that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// Answers about layouts in a process with bounds.
pub struct Apart {
    /// Whether a layout needs bounds.
    pub needs: fn(&str) -> bool,
    /// Has a server in such a process read these messages, and returns what it sends.
    pub ask: Box<Ask>,
}

/// What asks a process with bounds about the layout at a path.
pub type Ask = dyn Fn(Option<&Path>, &[u8]) -> diag::Result<Vec<u8>>;

/// A layout that is open in the editor.
struct Document {
    text: String,
    /// The text without mistakes that it had last, if it is read in a process with bounds.
    good: Option<String>,
    /// What goes beyond the bounds of such a process.
    beyond: Option<Diagnostic>,
    path: Option<PathBuf>,
    files: Files,
    /// The game as it was when it could last be read.
    game: Option<Game>,
}

/// A server, and the layouts that are open.
pub struct Server {
    open: BTreeMap<String, Document>,
    fonts: Fonts,
    /// Folders that layouts may take files from beside their own.
    allowed: Vec<PathBuf>,
    /// None in a process that has bounds itself.
    apart: Option<Apart>,
    stopped: bool,
}

impl Server {
    /// A server without an open layout.
    pub fn new(allowed: Vec<PathBuf>, apart: Option<Apart>) -> Self {
        Self { open: BTreeMap::new(), fonts: Fonts::bundled(), allowed, apart, stopped: false }
    }

    /// Answers until the editor ends it or has gone; whether it was told to stop before.
    pub fn run(mut self, input: &mut dyn BufRead, send: &mut dyn FnMut(&[u8])) -> bool {
        while let Some(message) = read(input) {
            let method = message["method"].as_str().unwrap_or_default();
            if method == "exit" {
                break;
            }
            let params = &message["params"];
            if let Some(id) = message.get("id").filter(|_| !method.is_empty()) {
                let mut answer = json!({ "jsonrpc": "2.0", "id": id });
                let apart = self.answer_apart(&message);
                match apart.unwrap_or_else(|| self.answer(method, params)) {
                    Ok(result) => answer["result"] = result,
                    Err((code, message)) => answer["error"] = json!({ "code": code, "message": message }),
                }
                write(&answer, send);
            } else if let Some(told) = self.notice(method, params) {
                let told =
                    json!({ "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": told });
                write(&told, send);
            }
        }
        self.stopped
    }

    /// Takes note of what was opened or typed; the mistakes that are in it now.
    fn notice(&mut self, method: &str, params: &Value) -> Option<Value> {
        let about = &params["textDocument"];
        let uri = about["uri"].as_str()?.to_owned();
        let text = match method {
            "textDocument/didOpen" => about["text"].as_str()?,
            "textDocument/didChange" => params["contentChanges"].as_array()?.last()?["text"].as_str()?,
            "textDocument/didClose" => {
                self.open.remove(&uri);
                return Some(json!({ "uri": uri, "diagnostics": [] }));
            }
            // Files beside it may have been saved as well.
            "textDocument/didSave" => return self.mistakes(&uri),
            _ => return None,
        };
        let path = path(&uri);
        let before = self.open.remove(&uri);
        let (game, good) = before.map_or((None, None), |document| (document.game, document.good));
        let (text, files) = (text.to_owned(), Files::default());
        let document = Document { text, path, files, game, good, beyond: None };
        self.open.insert(uri.clone(), document);
        self.mistakes(&uri)
    }

    /// Whether answers about a layout come from a process with bounds.
    fn is_apart(&self, uri: &str) -> bool {
        let document = self.open.get(uri);
        self.apart.as_ref().zip(document).is_some_and(|(apart, document)| (apart.needs)(&document.text))
    }

    /// What a process with bounds sends about a layout and what is asked about it.
    fn ask(&mut self, uri: &str, asked: Option<&Value>) -> Option<diag::Result<Vec<Value>>> {
        let (apart, document) = (self.apart.as_ref()?, self.open.get_mut(uri)?);
        let mut messages = Vec::new();
        let mut send = |message: &Value| write(message, &mut |bytes| messages.extend_from_slice(bytes));
        // The text before is what names are known from while a line is being typed.
        for text in document.good.iter().filter(|_| asked.is_some()).chain([&document.text]) {
            let params = json!({ "textDocument": { "uri": uri, "text": text } });
            send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params }));
        }
        asked.into_iter().for_each(&mut send);
        send(&json!({ "jsonrpc": "2.0", "id": "end", "method": "shutdown" }));
        send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
        let sent = (apart.ask)(document.path.as_deref(), &messages);
        Some(sent.map_err(|beyond| document.beyond.insert(beyond).clone()).map(|sent| {
            let mut rest = sent.as_slice();
            std::iter::from_fn(|| read(&mut rest)).collect()
        }))
    }

    /// The answer to a request about a layout that needs bounds; none for any other request.
    fn answer_apart(&mut self, message: &Value) -> Option<Result<Value, (i32, String)>> {
        let uri = message["params"]["textDocument"]["uri"].as_str()?.to_owned();
        if !self.is_apart(&uri) {
            return None;
        }
        let beyond = self.open.get(&uri)?.beyond.clone();
        let sent = beyond.map_or_else(|| self.ask(&uri, Some(message)), |beyond| Some(Err(beyond)))?;
        Some(match sent.map(|sent| sent.into_iter().find(|answer| answer["id"] == message["id"])) {
            Ok(Some(answer)) if answer["error"].is_object() => {
                let error = &answer["error"];
                let code = error["code"].as_i64().and_then(|code| i32::try_from(code).ok());
                Err((code.unwrap_or(INTERNAL), error["message"].as_str().unwrap_or_default().to_owned()))
            }
            Ok(answer) => Ok(answer.map_or(Value::Null, |answer| answer["result"].clone())),
            Err(beyond) => Err((INTERNAL, beyond.message)),
        })
    }

    /// The mistakes of a layout that needs bounds.
    fn mistakes_apart(&mut self, uri: &str) -> Option<Value> {
        let sent = self.ask(uri, None)?;
        let document = self.open.get_mut(uri)?;
        let found = match sent {
            Ok(sent) => sent.into_iter().rfind(|message| message["params"]["diagnostics"].is_array())?,
            Err(beyond) => {
                let told = told(&beyond, uri, &document.text, &Sources::default());
                return Some(json!({ "uri": uri, "diagnostics": [told] }));
            }
        };
        let found = found["params"].clone();
        let is_error = |told: &Value| told["severity"] == 1;
        if !found["diagnostics"].as_array().is_some_and(|all| all.iter().any(is_error)) {
            document.good = Some(document.text.clone());
        }
        Some(found)
    }

    fn mistakes(&mut self, uri: &str) -> Option<Value> {
        if self.is_apart(uri) {
            return self.mistakes_apart(uri);
        }
        let document = self.open.get_mut(uri)?;
        document.files = match &document.path {
            Some(path) => Files::beside(path, &self.allowed, RECORD),
            None => Files::default(),
        };
        let mut sources = Sources::default();
        let report = if is_layout(&document.text) {
            read_layout(document, &mut sources, &self.fonts)
        } else {
            Report::default()
        };
        let told: Vec<Value> =
            report.sorted().into_iter().map(|mistake| told(mistake, uri, &document.text, &sources)).collect();
        Some(json!({ "uri": uri, "diagnostics": told }))
    }

    fn answer(&mut self, method: &str, params: &Value) -> Result<Value, (i32, String)> {
        match method {
            "initialize" => return Ok(abilities()),
            "shutdown" => {
                self.stopped = true;
                return Ok(Value::Null);
            }
            _ => {}
        }
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let Some(document) = self.open.get(uri) else { return Ok(Value::Null) };
        let at = offset(&document.text, &params["position"]);
        Ok(match method {
            "textDocument/completion" => self.completion(document, at),
            "textDocument/hover" => hover(document, at).unwrap_or_default(),
            "textDocument/definition" => definition(document, uri, at).unwrap_or_default(),
            "textDocument/prepareRename" => {
                renamed(document, at).map(|named| range(&document.text, named.range)).unwrap_or_default()
            }
            "textDocument/rename" => {
                let name = params["newName"].as_str().unwrap_or_default();
                if name.is_empty() || !name.chars().all(in_word) {
                    return Err((-32602, format!("`{name}` cannot be a name: letters, digits, - and _")));
                }
                rename(document, uri, at, name).unwrap_or_default()
            }
            "textDocument/formatting" => match format(&document.text) {
                Ok(text) => {
                    json!([{ "range": range(&document.text, 0..document.text.len()), "newText": text }])
                }
                Err(_) => Value::Null,
            },
            _ => return Err((-32601, format!("{method} is not known here"))),
        })
    }

    fn completion(&self, document: &Document, at: usize) -> Value {
        let known = Known { game: document.game.as_ref(), files: &document.files, fonts: &self.fonts };
        let (word, mut items) = complete(&document.text, at, &known);
        let place = range(&document.text, word..at);
        for item in &mut items {
            let text = item.get("insertText").unwrap_or(&item["label"]).clone();
            item["textEdit"] = json!({ "range": place, "newText": text });
        }
        json!({ "isIncomplete": false, "items": items })
    }
}

/// What the server can do.
fn abilities() -> Value {
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

/// Whether a file is a layout at all, mistakes or not.
fn is_layout(text: &str) -> bool {
    let header = |line: &str| {
        line.trim_start_matches('[').split([']', '.']).next().unwrap_or_default().trim().to_owned()
    };
    let headers = text.lines().filter(|line| line.starts_with('[')).map(header);
    headers.into_iter().any(|name| name == "game" || COMPONENTS.contains(&name.as_str()))
}

/// All mistakes of a layout; the game, if there are none.
fn read_layout(document: &mut Document, sources: &mut Sources, fonts: &Fonts) -> Report {
    let file = document.path.as_ref().and_then(|path| path.file_name());
    let file = file.map_or_else(|| "layout.toml".to_owned(), |name| name.to_string_lossy().into_owned());
    let (Ok(id), Ok(name)) = (file.trim_end_matches(".toml").parse(), file.parse()) else {
        return Report::default();
    };
    let input = Input {
        id,
        file: name,
        shown: file,
        text: document.text.clone(),
        files: document.files.clone(),
        options: None,
    };
    match build::read(&input, Options::usual(), sources, fonts) {
        Ok(ready) => {
            let mut report = ready.warnings;
            let (plan, unfit) = attempt(&ready.game, ready.fonts.as_ref(), &ready.setup);
            report.extend(unfit);
            report.extend(plan.check());
            drop(plan);
            document.game = Some(ready.game);
            report
        }
        Err(report) => report,
    }
}

/// A mistake as an editor shows it; one in another file stands at the head of the layout.
fn told(mistake: &Diagnostic, uri: &str, text: &str, sources: &Sources) -> Value {
    let place = mistake.place.filter(|place| place.file == FileId(0));
    let span = place.map_or(0..0, |place| place.start as usize..place.end as usize);
    let mut message = mistake.said().into_owned();
    if let Some(other) =
        mistake.place.filter(|place| place.file != FileId(0)).and_then(|place| sources.get(place.file))
    {
        message = format!("{}: {message}", other.name);
    }
    let about = mistake.also.as_ref().filter(|also| also.place.file == FileId(0)).map(|also| {
        let there = also.place.start as usize..also.place.end as usize;
        json!([{ "location": { "uri": uri, "range": range(text, there) }, "message": also.what }])
    });
    let hint = mistake.hint.as_ref().map_or_else(String::new, |hint| format!("\n{hint}"));
    let mut told = json!({
        "range": range(text, span),
        "severity": if mistake.severity == Severity::Error { 1 } else { 2 },
        "code": mistake.code.to_string(),
        "source": "hexpress",
        "message": format!("{message}{hint}"),
    });
    if let Some(about) = about {
        told["relatedInformation"] = about;
    }
    told
}

/// The name at a place.
fn at_name(all: &[Named], at: usize) -> Option<&Named> {
    all.iter().find(|named| named.range.start <= at && at <= named.range.end)
}

/// The word at a place.
fn word(text: &str, at: usize) -> std::ops::Range<usize> {
    let before = text[..at].char_indices().rev().take_while(|(_, c)| in_word(*c)).last();
    let after = text[at..].find(|c: char| !in_word(c)).unwrap_or(text.len() - at);
    before.map_or(at, |(start, _)| start)..at + after
}

fn hover(document: &Document, at: usize) -> Option<Value> {
    let text = &document.text;
    let all = names(text);
    if let Some(named) = at_name(&all, at) {
        let given =
            all.iter().find(|other| other.given && other.what == named.what && other.name == named.name);
        let line = given.and_then(|given| text[given.range.start..].lines().next().map(|rest| (given, rest)));
        if let Some((given, rest)) = line {
            let start = text[..given.range.start].rfind('\n').map_or(0, |at| at + 1);
            let line = format!("{}{rest}", &text[start..given.range.start]);
            return Some(shown(text, named.range.clone(), &format!("```toml\n{}\n```", line.trim())));
        }
    }
    let word = word(text, at);
    let typed = &text[word.clone()];
    let cursor = cursor(&text[..word.start]);
    let mut node = Node::root();
    for key in &cursor.path {
        node = node.at(key);
    }
    if cursor.header || cursor.key.is_none() {
        let meaning = node.meaning(typed);
        return (!meaning.is_empty()).then(|| shown(text, word, &format!("**{typed}**: {meaning}")));
    }
    let node = node.at(&cursor.key?);
    let known = node.words().find(|known| known.word == typed);
    let meaning = known.map(|known| known.meaning.to_owned());
    let colour = || literal_colour(typed).map(digits);
    let meaning = meaning.filter(|meaning| !meaning.is_empty()).or_else(colour)?;
    Some(shown(text, word, &format!("**{typed}**: {meaning}")))
}

fn shown(text: &str, word: std::ops::Range<usize>, markdown: &str) -> Value {
    json!({ "contents": { "kind": "markdown", "value": markdown }, "range": range(text, word) })
}

fn definition(document: &Document, uri: &str, at: usize) -> Option<Value> {
    let text = &document.text;
    let all = names(text);
    if let Some(named) = at_name(&all, at) {
        let given =
            all.iter().find(|other| other.given && other.what == named.what && other.name == named.name)?;
        return Some(json!({ "uri": uri, "range": range(text, given.range.clone()) }));
    }
    // A word of the rows, in a template or a condition.
    let typed = &text[word(text, at)];
    let rows = rows(text, at);
    if let Some((_, there)) = rows.words.iter().find(|(word, _)| word == typed) {
        return Some(json!({ "uri": uri, "range": range(text, there.clone()) }));
    }
    let data = rows.data?;
    let (_, column) = header(&data, &document.files).into_iter().find(|(name, _)| name == typed)?;
    let folder = &uri[..uri.rfind('/')?];
    let place = json!({ "line": 0, "character": column });
    Some(json!({ "uri": format!("{folder}/{data}"), "range": { "start": place, "end": place } }))
}

/// The name at a place, if it can have another one.
fn renamed(document: &Document, at: usize) -> Option<Named> {
    let all = names(&document.text);
    let named = at_name(&all, at)?;
    let given = all.iter().any(|other| other.given && other.what == named.what && other.name == named.name);
    (given && matches!(named.what, What::Colour | What::Kind)).then(|| named.clone())
}

fn rename(document: &Document, uri: &str, at: usize, name: &str) -> Option<Value> {
    let named = renamed(document, at)?;
    let all = names(&document.text);
    let same = all.iter().filter(|other| other.what == named.what && other.name == named.name);
    let edits: Vec<Value> = same
        .map(|other| json!({ "range": range(&document.text, other.range.clone()), "newText": name }))
        .collect();
    Some(json!({ "changes": { uri: edits } }))
}

/// The next message; none where the other side has gone, or says nothing that can be read.
fn read(input: &mut dyn BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if (&mut *input).take(4096).read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (key, value) = line.split_once(':')?;
        if key.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let mut bytes = Vec::new();
    input.take(length.filter(|length| *length <= LONGEST)?).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

fn write(message: &Value, send: &mut dyn FnMut(&[u8])) {
    let body = message.to_string();
    send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
}
