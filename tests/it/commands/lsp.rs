//! Tests of `hexpress lsp`. The tests send requests to a process as an editor does.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::support::run::{Folder, PROGRAM};

/// An editor with one layout open.
struct Editor {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    folder: Folder,
    last: u64,
    text: String,
}

impl Editor {
    fn open(text: &str) -> (Self, Vec<Value>) {
        let folder = Folder::new();
        fs::write(folder.path().join("cards.csv"), "Name,Cost (£),copies\nAnn,3,1\n").unwrap();
        let mut server = Command::new(PROGRAM)
            .arg("lsp")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (server.stdin.take().unwrap(), BufReader::new(server.stdout.take().unwrap()));
        let mut editor = Self { server, to, from, folder, last: 0, text: text.to_owned() };
        let can = editor.ask("initialize", json!({ "capabilities": {} }))["capabilities"].clone();
        for ability in ["hoverProvider", "definitionProvider", "completionProvider", "renameProvider"] {
            assert!(!can[ability].is_null(), "{can}");
        }
        editor.tell("initialized", json!({}));
        let document = json!({ "uri": editor.uri(), "languageId": "toml", "version": 1, "text": text });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
        let mistakes = editor.mistakes();
        (editor, mistakes)
    }

    fn uri(&self) -> String {
        format!("file://{}/game.toml", self.folder.path().display())
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params }));
        let answer = self.hear();
        assert_eq!(answer["id"], self.last, "{answer}");
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    fn hear(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has gone");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                _ => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn mistakes(&mut self) -> Vec<Value> {
        let told = self.hear();
        assert_eq!(told["method"], "textDocument/publishDiagnostics");
        told["params"]["diagnostics"].as_array().unwrap().clone()
    }

    fn change(&mut self, text: &str) -> Vec<Value> {
        self.text = text.to_owned();
        let about = json!({ "uri": self.uri(), "version": 2 });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": about, "contentChanges": [{ "text": text }] }),
        );
        self.mistakes()
    }

    /// Asks of the place just behind the first `what`.
    fn ask_at(&mut self, method: &str, what: &str, more: Value) -> Value {
        let at = self.text.find(what).unwrap_or_else(|| panic!("no {what}")) + what.len();
        let before = &self.text[..at];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
        let mut params = json!({
            "textDocument": { "uri": self.uri() },
            "position": { "line": line, "character": character },
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.ask(method, params)
    }

    /// What is offered behind `what`, each with its detail.
    fn offered(&mut self, what: &str) -> Vec<Value> {
        let answer = self.ask_at("textDocument/completion", what, Value::Null);
        answer["items"].as_array().unwrap().clone()
    }

    /// The text of a range of the layout.
    fn at<'t>(&'t self, range: &Value) -> &'t str {
        let line = self.text.lines().nth(range["start"]["line"].as_u64().unwrap() as usize).unwrap();
        let number = |end: &str| range[end]["character"].as_u64().unwrap() as usize;
        &line[number("start")..number("end")]
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

fn labels(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["label"].as_str().unwrap()).collect()
}

const GAME: &str = r##"[game]
title = "Rivers"

[colours]
gold = { fill = "#D4A017", icon = "dot" }
rust = "sienna"

[look]
plain = [{ fill = "gold" }]

[places]
foot = { at = "bottom", inset = "5mm" }

[[board]]
sheet = "small"
cells = "flat-top"
fit   = "largest"
names = "lines"
shape = "hexhex 3"
[board.key]
H = { kind = "hill", fill = "rust" }
[board.at]
"a1" = { kind = "hill", fill = "tan" }
"kind hill" = { label = "Hill" }

[[cards]]
size = "poker"
data = "cards.csv"
face = [{ text = "{{ name }}", in = "foot", font = "12pt", colour = "rust" }]
back = "plain"

[[cards]]
like = "cards"
name = "more"
set  = { owner = "gold" }
face = [{ fill = "{{ owner }}" }, { text = "Pay :gold: {{ cost }}", font = "9pt" }]
"##;

#[test]
fn mistakes_are_told_as_they_are_typed_and_go_when_they_are_mended() {
    let (mut editor, mistakes) = Editor::open(&GAME.replace("size = \"poker\"", "sise = \"poker\""));
    let wrong = mistakes.iter().find(|wrong| editor.at(&wrong["range"]) == "sise").expect("the key");
    assert!(wrong["severity"] == 1 && wrong["code"] == "HX003", "{wrong}");
    assert!(wrong["message"].as_str().unwrap().contains("size"), "{wrong}");
    assert_eq!(editor.change(GAME), Vec::<Value>::new());
    let broken = editor.change("[game\n");
    assert!(broken.len() == 1 && broken[0]["range"]["start"]["line"] == 0, "{broken:?}");
    // What only the drawing tells: words that are wider than their card.
    let wide = editor.change(&GAME.replace("\"12pt\"", "\"300pt\""));
    assert!(!wide.is_empty());
    assert_eq!(editor.change("[package]\nname = \"x\"\n"), Vec::<Value>::new());
    editor.end();
}

#[test]
fn keys_words_and_names_are_completed() {
    let (mut editor, _) = Editor::open(GAME);
    let offered = editor.offered("[[cards]]\nsi");
    let size = offered.iter().find(|item| item["label"] == "size").expect("size");
    assert_eq!(size["textEdit"]["newText"], "size = ");
    assert!(!labels(&offered).contains(&"fit"));
    assert!(labels(&editor.offered("cells = \"")).contains(&"flat-top"));
    assert!(labels(&editor.offered("size = \"")).contains(&"poker"));
    let colours = editor.offered("colour = \"");
    let gold = colours.iter().find(|item| item["label"] == "gold").expect("gold");
    assert!(gold["kind"] == 16 && gold["documentation"] == "#D4A017", "{gold}");
    assert!(labels(&editor.offered("in = \"")).contains(&"foot"));
    assert!(labels(&editor.offered("back = \"")).contains(&"plain"));
    assert!(labels(&editor.offered("text = \"{{ ")).contains(&"cost"));
    // Addresses that exist.
    let cells = editor.offered("[board.at]\n\"");
    assert!(labels(&cells).contains(&"c3") && !labels(&cells).contains(&"z9"), "{cells:?}");
    // In the midst of typing, when nothing can be read.
    editor.change(&GAME.replace("back = \"plain\"", "back = [{ icon = \"moun"));
    assert!(labels(&editor.offered("icon = \"moun")).contains(&"mountain"));
    editor.change(&GAME.replace("back = \"plain\"", "back = [{ al"));
    assert!(labels(&editor.offered("back = [{ al")).contains(&"align"));
    editor.end();
}

#[test]
fn words_are_explained_and_names_lead_to_where_they_are_given() {
    let (mut editor, _) = Editor::open(GAME);
    let about = |editor: &mut Editor, what: &str| {
        let told = editor.ask_at("textDocument/hover", what, Value::Null);
        told["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert!(
        about(&mut editor, "\nfit").contains("largest") || about(&mut editor, "\nfit").contains("**fit**")
    );
    assert!(about(&mut editor, "cells = \"flat").contains("side at the top"));
    assert!(about(&mut editor, "colour = \"ru").contains("sienna"));
    for (what, line) in [
        ("colour = \"ru", "rust = "),
        ("in = \"fo", "foot = "),
        ("back = \"pl", "plain = "),
        ("\"kind hi", "H = "),
        ("{{ own", "set  = "),
    ] {
        let found = editor.ask_at("textDocument/definition", what, Value::Null);
        let number = found["range"]["start"]["line"].as_u64().unwrap_or_else(|| panic!("{what}: {found}"));
        let text = editor.text.lines().nth(number as usize).unwrap();
        assert!(text.starts_with(line), "{what}: {text}");
    }
    // A column of a table.
    let found = editor.ask_at("textDocument/definition", "{{ na", Value::Null);
    assert!(found["uri"].as_str().unwrap().ends_with("/cards.csv"), "{found}");
    editor.end();
}

#[test]
fn a_colour_and_a_kind_are_called_otherwise_everywhere() {
    let (mut editor, _) = Editor::open(GAME);
    for (what, old, new, times) in
        [("colour = \"ru", "rust", "iron", 3), ("\"kind hi", "hill", "moor", 3), ("\ngo", "gold", "amber", 4)]
    {
        let range = editor.ask_at("textDocument/prepareRename", what, Value::Null);
        assert_eq!(editor.at(&range), old);
        let edits = editor.ask_at("textDocument/rename", what, json!({ "newName": new }));
        let edits = edits["changes"][editor.uri()].as_array().unwrap().clone();
        assert_eq!(edits.len(), times, "{old}: {edits:?}");
        let mut lines: Vec<String> = editor.text.lines().map(str::to_owned).collect();
        for edit in edits.iter().rev() {
            assert_eq!(editor.at(&edit["range"]), old);
            let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
            let line = &mut lines[start["line"].as_u64().unwrap() as usize];
            let number = |place: &Value| place["character"].as_u64().unwrap() as usize;
            line.replace_range(number(start)..number(end), new);
        }
        let text = lines.join("\n") + "\n";
        assert_eq!(editor.change(&text), Vec::<Value>::new(), "{text}");
    }
    let formatted = editor
        .ask("textDocument/formatting", json!({ "textDocument": { "uri": editor.uri() }, "options": {} }));
    assert_eq!(formatted[0]["newText"], hexpress::editor::format(&editor.text).unwrap());
    editor.end();
}

/// Its templates are worked out as one types: they may take no more memory than anybody's file may, and the next
/// keystroke is answered.
#[test]
fn a_layout_that_asks_for_too_much_is_told_before_the_machine_is_full() {
    let (mut editor, _) = Editor::open("[game]\ntitle = \"T\"\n");
    let double = "{% set ns.x = ns.x ~ ns.x %}";
    let bomb = format!(
        "[[cards]]\nsize = \"poker\"\nface = [{{ text = '{{% set ns = namespace(x=\"aaaaaaaaaa\") %}}{}', font = \"9pt\" }}]\n",
        double.repeat(28)
    );
    for (text, code) in [(&*bomb, "HX016"), ("[game]\ntitle = \"T\"\n", "HX103")] {
        let told = editor.change(text);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0]["code"], code, "{told:?}");
    }
    editor.end();
}
