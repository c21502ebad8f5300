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
        let reported = self.hear();
        assert_eq!(reported["method"], "textDocument/publishDiagnostics");
        reported["params"]["diagnostics"].as_array().unwrap().clone()
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

    /// Sends a request about the position right after the first `what`.
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

    /// Returns the completions after `what`, each with its detail.
    fn offered(&mut self, what: &str) -> Vec<Value> {
        let answer = self.ask_at("textDocument/completion", what, Value::Null);
        answer["items"].as_array().unwrap().clone()
    }

    /// Returns the text of a range of the layout.
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
fn mistakes_are_reported_while_typing_and_go_when_they_are_fixed() {
    let (mut editor, mistakes) = Editor::open(&GAME.replace("size = \"poker\"", "sise = \"poker\""));
    let wrong = mistakes.iter().find(|wrong| editor.at(&wrong["range"]) == "sise").expect("the key");
    assert!(wrong["severity"] == 1 && wrong["code"] == "HX003", "{wrong}");
    assert!(wrong["message"].as_str().unwrap().contains("size"), "{wrong}");
    assert_eq!(editor.change(GAME), Vec::<Value>::new());
    let broken = editor.change("[game\n");
    assert!(broken.len() == 1 && broken[0]["range"]["start"]["line"] == 0, "{broken:?}");
    // A word is wider than its card. The server finds this mistake only when it draws the card.
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
    // Only addresses that exist are offered.
    let cells = editor.offered("[board.at]\n\"");
    assert!(labels(&cells).contains(&"c3") && !labels(&cells).contains(&"z9"), "{cells:?}");
    // While the user types, the layout is incomplete and cannot be parsed. Completions must work
    // nevertheless.
    editor.change(&GAME.replace("back = \"plain\"", "back = [{ icon = \"moun"));
    assert!(labels(&editor.offered("icon = \"moun")).contains(&"mountain"));
    editor.change(&GAME.replace("back = \"plain\"", "back = [{ al"));
    assert!(labels(&editor.offered("back = [{ al")).contains(&"align"));
    // Nothing is offered in a comment, even if the comment ends like the start of a table header.
    editor.change(&GAME.replace("fit   =", "# see [board.\nfit   ="));
    assert_eq!(editor.offered("# see [board."), Vec::<Value>::new());
    editor.end();
}

#[test]
fn words_are_explained_and_names_lead_to_where_they_are_given() {
    let (mut editor, _) = Editor::open(GAME);
    let about = |editor: &mut Editor, what: &str| {
        let reported = editor.ask_at("textDocument/hover", what, Value::Null);
        reported["contents"]["value"].as_str().unwrap_or_default().to_owned()
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
    // The values of `[fonts]` are names of files. The value of `author` is not, even if a file with
    // this name exists.
    let with_fonts =
        editor.text.replace("[game]\n", "[fonts]\nplain = \"cards.csv\"\n\n[game]\nauthor = \"cards.csv\"\n");
    editor.change(&with_fonts);
    let found = editor.ask_at("textDocument/definition", "plain = \"ca", Value::Null);
    assert!(found["uri"].as_str().is_some_and(|uri| uri.ends_with("/cards.csv")), "{found}");
    assert_eq!(editor.ask_at("textDocument/definition", "author = \"ca", Value::Null), Value::Null);
    editor.change(GAME);
    // The definition of a field is the column in the table.
    let found = editor.ask_at("textDocument/definition", "{{ na", Value::Null);
    assert!(found["uri"].as_str().unwrap().ends_with("/cards.csv"), "{found}");
    // Positions in a line are counted in UTF-16 units, so the `£` in the column `Cost (£)` counts as one.
    editor.change(&GAME.replace("{{ na", "{{ copies }} {{ na"));
    let found = editor.ask_at("textDocument/definition", "{{ cop", Value::Null);
    assert_eq!(found["range"]["start"]["character"], 14, "{found}");
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

/// Templates are evaluated while the user types. The templates must stay within the usual memory
/// limit, and the server must answer the next keystroke.
#[test]
fn a_layout_that_asks_for_too_much_is_told_before_the_machine_is_full() {
    let (mut editor, _) = Editor::open("[game]\ntitle = \"T\"\n");
    let double = "{% set ns.x = ns.x ~ ns.x %}";
    let bomb = format!(
        "[[cards]]\nsize = \"poker\"\nface = [{{ text = '{{% set ns = namespace(x=\"aaaaaaaaaa\") %}}{}', font = \"9pt\" }}]\n",
        double.repeat(28)
    );
    for (text, code) in [(&*bomb, "HX016"), ("[game]\ntitle = \"T\"\n", "HX103")] {
        let reported = editor.change(text);
        assert_eq!(reported.len(), 1, "{reported:?}");
        assert_eq!(reported[0]["code"], code, "{reported:?}");
    }
    editor.end();
}

impl Editor {
    /// Opens another file next to the layout. Returns its URI and its mistakes.
    fn open_beside(&mut self, name: &str, text: &str) -> (String, Vec<Value>) {
        let uri = format!("file://{}/{name}", self.folder.path().display());
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        let mistakes = self.mistakes();
        (uri, mistakes)
    }

    fn ask_about(&mut self, method: &str, uri: &str, line: usize, character: usize) -> Value {
        let position = json!({ "line": line, "character": character });
        self.ask(method, json!({ "textDocument": { "uri": uri }, "position": position, "options": {} }))
    }

    /// Asks to rename the word at the position after `what`. Returns the edits or the error.
    fn rename(&mut self, what: &str, name: &str) -> Result<Vec<Value>, String> {
        let at = self.text.find(what).unwrap_or_else(|| panic!("no {what}")) + what.len();
        let before = &self.text[..at];
        let (line, character) = (before.matches('\n').count(), before.rsplit('\n').next().unwrap().len());
        self.last += 1;
        let params = json!({
            "textDocument": { "uri": self.uri() },
            "position": { "line": line, "character": character },
            "newName": name,
        });
        self.send(
            &json!({ "jsonrpc": "2.0", "id": self.last, "method": "textDocument/rename", "params": params }),
        );
        let answer = self.hear();
        if let Some(refusal) = answer["error"]["message"].as_str() {
            return Err(refusal.to_owned());
        }
        Ok(answer["result"]["changes"][self.uri()].as_array().cloned().unwrap_or_default())
    }

    fn edited(&self, edits: &[Value]) -> String {
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        let mut edits = edits.to_vec();
        edits.sort_by_key(|edit| {
            let start = &edit["range"]["start"];
            std::cmp::Reverse((start["line"].as_u64(), start["character"].as_u64()))
        });
        for edit in &edits {
            let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
            let line = &mut lines[start["line"].as_u64().unwrap() as usize];
            let number = |place: &Value| place["character"].as_u64().unwrap() as usize;
            line.replace_range(number(start)..number(end), edit["newText"].as_str().unwrap());
        }
        lines.join("\n") + "\n"
    }
}

#[test]
fn nothing_is_said_of_files_that_are_no_layouts() {
    let (mut editor, _) = Editor::open(GAME);
    for (name, text) in [
        ("Cargo.toml", "[package]\nname   = \"x\"\n\n\n[dependencies]\nserde={version=\"1\"}\n"),
        ("pyproject.toml", "[project]\nname=\"x\"\n"),
        ("book.toml", "[book]\ntitle=\"x\"\n[output.html]\n"),
        ("server.toml", "[server]\nport=1\n[notes]\ntext=\"x\"\n[game]\nmode=1\n"),
    ] {
        let (uri, mistakes) = editor.open_beside(name, text);
        assert!(mistakes.is_empty(), "{name}");
        for method in ["formatting", "completion", "hover", "definition", "documentSymbol", "documentColor"] {
            let answer = editor.ask_about(&format!("textDocument/{method}"), &uri, 1, 3);
            assert_eq!(answer, Value::Null, "{name}: {method}");
        }
    }
    // Opens a new file next to a layout, and a new file whose name says that it is a layout.
    for name in ["new.toml", "new.hexpress.toml"] {
        let (uri, mistakes) = editor.open_beside(name, "[");
        assert!(mistakes.is_empty(), "{name}");
        fs::write(editor.folder.path().join("game.toml"), GAME).unwrap();
        let answer = editor.ask_about("textDocument/completion", &uri, 0, 1);
        let offered = answer["items"].as_array().cloned().unwrap_or_default();
        assert!(labels(&offered).contains(&"cards"), "{name}: {answer}");
    }
    editor.end();
}

#[test]
fn a_message_that_cannot_be_read_is_answered_and_the_next_one_too() {
    let (mut editor, _) = Editor::open(GAME);
    for wrong in ["{", "[{\"jsonrpc\": \"2.0\"}", &" ".repeat((16 << 20) + 1)] {
        write!(editor.to, "Content-Length: {}\r\n\r\n{wrong}", wrong.len()).unwrap();
        editor.to.flush().unwrap();
        let answer = editor.hear();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32700), &Value::Null), "{answer}");
    }
    editor.send(&json!({ "jsonrpc": "2.0", "id": 99, "method": "workspace/nothing", "params": {} }));
    assert_eq!(editor.hear()["error"]["code"], -32601);
    let (_, mistakes) = editor.open_beside("odd", "[game]\n");
    assert!(!mistakes.is_empty());
    for uri in ["file://%C3%A9:/x.toml", "file://%", "%", "", "file:///%ff%fe"] {
        let document =
            json!({ "uri": uri, "languageId": "toml", "version": 1, "text": "[game]\ntitle = \"T\"\n" });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
        editor.mistakes();
    }
    editor.end();
}

/// JSON-RPC 2.0, section 6: the response to a batch is an array. Notifications have no response,
/// and an invalid request has an error of its own.
#[test]
fn a_batch_is_answered_as_a_batch() {
    let (mut editor, _) = Editor::open(GAME);
    let uri = editor.uri();
    let about = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
    let request =
        |id: Value, method: &str| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": about });
    let notification = json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} });
    let batch = json!([
        request(json!(7), "textDocument/documentSymbol"),
        notification,
        request(json!("x"), "nothing"),
        1
    ]);
    editor.send(&batch);
    let answers = editor.hear();
    let answers = answers.as_array().unwrap_or_else(|| panic!("{answers}"));
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert!(answers[0]["id"] == 7 && answers[0]["result"].is_array(), "{answers:?}");
    assert!(answers[1]["id"] == "x" && answers[1]["error"]["code"] == -32601, "{answers:?}");
    assert!(answers[2]["id"].is_null() && answers[2]["error"]["code"] == -32600, "{answers:?}");
    // A batch of notifications has no response. An empty batch, or a value that is not a request,
    // has one error.
    editor.send(&json!([notification]));
    for wrong in [json!([]), json!(1), json!({})] {
        editor.send(&wrong);
        let answer = editor.hear();
        assert!(answer["id"].is_null() && answer["error"]["code"] == -32600, "{wrong}: {answer}");
    }
    editor.send(&json!([request(json!(8), "shutdown"), { "jsonrpc": "2.0", "method": "exit" }]));
    assert_eq!(editor.hear()[0]["id"], 8);
    assert!(editor.server.wait().unwrap().success());
}

/// Random tiles depend on the positions of their colours in the layout, not on the names of the
/// colours.
#[test]
fn a_new_name_of_a_colour_draws_the_same_random_deck() {
    // hexpress cannot rename a colour if an expression computes the names of colours.
    let text = fs::read_to_string("layouts/auction-hexes.toml").unwrap().replace("{{ tone }}-mark", "black");
    let (mut editor, _) = Editor::open(&text);
    let deck = |editor: &Editor, text: &str| {
        fs::write(editor.folder.path().join("game.toml"), text).unwrap();
        let mut command = Command::new(PROGRAM);
        command
            .args(["deck", "game.toml", "--format", "csv", "--only", "deck"])
            .current_dir(editor.folder.path());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let before = deck(&editor, &text);
    assert!(before.contains("indigo"), "{before}");
    for name in ["aaa", "zzz"] {
        let edits = editor.rename("edges = [\"in", name).unwrap();
        assert!(edits.len() > 1, "{edits:?}");
        let renamed = editor.edited(&edits);
        assert_eq!(deck(&editor, &renamed), before.replace("indigo", name), "{name}");
    }
    editor.end();
}

#[test]
fn a_proposal_is_a_quick_fix() {
    let broken = GAME
        .replace("size = \"poker\"", "sise = \"poker\"")
        .replace("colour = \"rust\"", "colour = \"rsut\"");
    let (mut editor, mistakes) = Editor::open(&broken);
    let fixes: Vec<(String, String)> = mistakes
        .iter()
        .filter(|wrong| wrong["data"].is_object())
        .map(|wrong| {
            let fix = &wrong["data"];
            (editor.at(&fix["range"]).to_owned(), fix["newText"].as_str().unwrap().to_owned())
        })
        .collect();
    assert!(fixes.contains(&("sise".to_owned(), "size".to_owned())), "{mistakes:?}");
    let wrong = mistakes.iter().find(|wrong| wrong["data"]["newText"] == "size").unwrap();
    let params = json!({ "textDocument": { "uri": editor.uri() }, "range": wrong["range"], "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["kind"], "quickfix");
    assert_eq!(actions[0]["title"], "Replace `sise` with `size`");
    let edits = actions[0]["edit"]["changes"][editor.uri()].as_array().unwrap().clone();
    let mended = editor.edited(&edits);
    let left = editor.change(&mended);
    // The mistake in the colour is found only after the key is corrected.
    let wrong =
        left.iter().find(|wrong| wrong["data"]["newText"] == "rust").unwrap_or_else(|| panic!("{left:?}"));
    assert_eq!(editor.at(&wrong["data"]["range"]), "rsut");
    editor.end();
}

#[test]
fn many_cells_are_offered_as_they_are_typed() {
    for shape in ["hexhex 20", "rectangle 440 x 440"] {
        let board = format!(
            "[game]\ntitle = \"T\"\n[[board]]\nsheet = \"large\"\ncells = \"flat-top\"\nfit = \"largest\"\nnames = \"offset\"\nshape = \"{shape}\"\n[board.at]\n"
        );
        let (mut editor, _) = Editor::open(&board);
        editor.change(&format!("{board}\"\" = {{}}\n"));
        let answer = editor.ask_at("textDocument/completion", "[board.at]\n\"", Value::Null);
        let offered = answer["items"].as_array().unwrap();
        assert!(answer["isIncomplete"] == true && offered.len() <= 300, "{shape}: {} items", offered.len());
        editor.end();
    }
}

#[test]
fn printed_words_keep_their_colours_names() {
    let text = "[game]\ntitle = \"T\"\n\n[colours]\nwater = \"#6AA4C0\"\nsand = \"tan\"\n\n[[cards]]\nsize = \"poker\"\nrows = [{ name = \"water\", ink = \"water\", water = \"sand\", words = \"Move over water.\" }]\nface = [\n  { fill = \"{{ ink }}\" },\n  { disc = \"9mm\", fill = \"{{ water }}\" },\n  { text = \"over water {{ words }} {{ name }}\", font = \"9pt\", colour = \"sand\", line = \"1mm water\" },\n]\n";
    let text = text.replace(", line = \"1mm water\"", "").replace(
        "{ fill = \"{{ ink }}\" },",
        "{ fill = \"{{ ink }}\" }, { disc = \"5mm\", line = \"1mm water\" },",
    );
    let (mut editor, mistakes) = Editor::open(&text);
    let errors: Vec<_> = mistakes.iter().filter(|wrong| wrong["severity"] == 1).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let edits = editor.rename("\nwat", "röd").unwrap();
    let renamed = editor.edited(&edits);
    assert!(renamed.contains("\"röd\" = \"#6AA4C0\""), "{renamed}");
    let row = "name = \"water\", ink = \"röd\", water = \"sand\", words = \"Move over water.\"";
    assert!(renamed.contains(row) && renamed.contains("fill = \"{{ water }}\""), "{renamed}");
    assert!(
        renamed.contains("text = \"over water {{") && renamed.contains("line = \"1mm röd\""),
        "{renamed}"
    );
    assert!(editor.change(&renamed).iter().all(|wrong| wrong["severity"] != 1));
    editor.change(&text);
    for (name, why) in [
        ("sand", "already defined"),
        ("red", "CSS colour"),
        ("none", "already has a meaning"),
        ("-", "begin with a letter"),
        ("1", "begin with a letter"),
        ("", "empty"),
        ("a b", "` `"),
    ] {
        let refusal = editor.rename("\nwat", name).expect_err(name);
        assert!(refusal.contains(why), "{name}: {refusal}");
    }
    editor.end();
}

#[test]
fn colours_outline_references_and_files_are_found() {
    let (mut editor, _) = Editor::open(GAME);
    let uri = editor.uri();
    let colours = editor.ask_about("textDocument/documentColor", &uri, 0, 0);
    let found: Vec<&str> = colours.as_array().unwrap().iter().map(|one| editor.at(&one["range"])).collect();
    assert_eq!(found, ["#D4A017", "sienna", "gold", "rust", "tan", "rust"]);
    let first = colours[0].clone();
    let params = json!({ "textDocument": { "uri": uri }, "range": first["range"], "color": { "red": 1, "green": 0, "blue": 0, "alpha": 1 } });
    assert_eq!(editor.ask("textDocument/colorPresentation", params)[0]["label"], "#FF0000");
    let outline = editor.ask_about("textDocument/documentSymbol", &uri, 0, 0);
    let names: Vec<&str> =
        outline.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["game", "colours", "look", "places", "board", "cards", "more"]);
    let places = editor.ask_at(
        "textDocument/references",
        "colour = \"ru",
        json!({ "context": { "includeDeclaration": true } }),
    );
    assert_eq!(places.as_array().unwrap().len(), 3, "{places}");
    let file = editor.ask_at("textDocument/definition", "data = \"ca", Value::Null);
    assert!(file["uri"].as_str().unwrap().ends_with("/cards.csv"), "{file}");
    for (what, meaning) in [
        ("size = \"po", "63.5 x 88.9 mm"),
        ("fill = \"ta", "#D2B48C"),
        ("icon = \"do", "data:image/svg+xml,"),
    ] {
        let reported = editor.ask_at("textDocument/hover", what, Value::Null);
        assert!(
            reported["contents"]["value"].as_str().unwrap_or_default().contains(meaning),
            "{what}: {reported}"
        );
    }
    editor.end();
}

#[test]
fn a_changed_table_is_looked_at() {
    let (mut editor, mistakes) = Editor::open(GAME);
    assert!(mistakes.iter().all(|wrong| wrong["severity"] != 1));
    let table = editor.folder.path().join("cards.csv");
    fs::write(&table, "Nome,Cost (£),copies\nAnn,3,1\n").unwrap();
    let change = json!({ "uri": format!("file://{}", table.display()), "type": 2 });
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    assert!(editor.mistakes().iter().any(|wrong| wrong["severity"] == 1));
    editor.end();
}
