//! Tests of the page that `preview` serves. The tests request it over plain TCP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use kurbo::Shape;
use serde_json::Value;

use crate::drawing::pdf_pages::pages;
use crate::support::run::{Folder, PROGRAM, Run};

const CARDS: &str = r#"[game]
title = "Three Friends"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }, { name = "Cleo" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }]
back = [{ fill = "navy" }]
"#;

/// A running preview, which ends with the test.
struct Preview {
    child: Child,
    port: u16,
    folder: Folder,
}

impl Preview {
    fn from_layout(layout: &str) -> Self {
        Self::with(layout, &[])
    }

    fn with(layout: &str, more: &[&str]) -> Self {
        let folder = Folder::new();
        std::fs::write(folder.path().join("x.toml"), layout).unwrap();
        let args: Vec<_> = ["x.toml"].iter().chain(more).copied().collect();
        let within = folder.path().to_owned();
        Self::within(folder, &within, &args)
    }

    /// Starts a preview in the folder `within`.
    fn within(folder: Folder, within: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["preview", "--no-open"]).args(args).current_dir(within);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, port) = line.trim().trim_end_matches('/').rsplit_once(':').expect(&line);
        let port = port.parse().expect(&line);
        Self { child, port, folder }
    }

    fn save(&self, layout: &str) {
        std::fs::write(self.folder.path().join("x.toml"), layout).unwrap();
    }

    /// Sends bytes. Returns the head and the body of the response.
    fn send(&self, bytes: &[u8]) -> (String, Vec<u8>) {
        let mut connection = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        connection.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
        (String::from_utf8(answer[..end].to_vec()).unwrap(), answer[end + 4..].to_vec())
    }

    fn get(&self, target: &str) -> (String, Vec<u8>) {
        self.send(format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port).as_bytes())
    }

    fn json(&self, target: &str) -> Value {
        let (head, body) = self.get(target);
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        serde_json::from_slice(&body).unwrap()
    }

    /// Returns the sheets, and the version number that `/wait` reports.
    fn state(&self, query: &str) -> Value {
        let version = self.json("/wait")["version"].take();
        let mut state = self.json(&format!("/sheets{query}"));
        state["version"] = version;
        state
    }

    /// Returns the first state that `holds` accepts. Panics if this takes too long.
    fn until(&self, holds: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        let mut state = self.state("");
        while !holds(&state) {
            assert!(began.elapsed() < Duration::from_secs(20), "{:?}", state["mistakes"]);
            self.json(&format!("/wait?known={}", state["version"].as_str().unwrap()));
            state = self.state("");
        }
        state
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn is_good(state: &Value) -> bool {
    state["good"] == true
}

#[test]
fn the_page_is_whole_and_asks_nobody_else() {
    let preview = Preview::from_layout(CARDS);
    let (head, page) = preview.get("/");
    let page = String::from_utf8(page).unwrap();
    assert!(head.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"), "{head}");
    assert!(
        head.contains(
            "\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';"
        )
    );
    for line in ["X-Content-Type-Options: nosniff", "Cache-Control: no-store", "Connection: close"] {
        assert!(head.contains(line), "{head}");
    }
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    // Requests the page, its styles, and every module that these files import.
    let mut parts: Vec<String> =
        ["page.js", "boot.js", "page.css", "desk.css", "start.css", "help.css"].map(str::to_owned).into();
    for attribute in ["src=\"", "href=\""] {
        for target in page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(target == "data:," || parts.iter().any(|part| part == target), "{target}");
        }
    }
    let mut seen = 0;
    while let Some(part) = parts.get(seen).cloned() {
        seen += 1;
        let (head, text) = preview.get(&format!("/{part}"));
        assert!(head.starts_with("HTTP/1.1 200"), "{part}");
        let text = String::from_utf8(text).unwrap();
        for named in text.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next()) {
            if !parts.iter().any(|part| part == named) {
                parts.push(named.to_owned());
            }
        }
    }
    assert_eq!(seen, 21, "{parts:?}");
    let (_, papers) = preview.get("/papers");
    let papers: Value = serde_json::from_slice(&papers).unwrap();
    assert_eq!(papers["first"], "iso");
    assert!(papers["papers"].as_array().unwrap().iter().any(|paper| paper["name"] == "letter"));
}

#[test]
fn every_sheet_is_an_element_of_its_own() {
    let preview = Preview::from_layout(CARDS);
    let state = preview.state("");
    assert_eq!((&state["title"], &state["good"]), (&"Three Friends".into(), &true.into()));
    let sheets = state["sheets"].as_array().unwrap();
    let names: Vec<_> = sheets.iter().map(|sheet| sheet["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["cards", "cards (backs)"]);
    let mut page = String::from("<page>");
    sheets.iter().for_each(|sheet| page.push_str(sheet["svg"].as_str().unwrap()));
    page.push_str("</page>");
    let document = roxmltree::Document::parse(&page).unwrap();
    let mut ids: Vec<_> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "no id stands on two sheets");
    assert!(ids.contains(&"s1-cards.1") && ids.contains(&"s2-cards.1.back"), "{ids:?}");
    // The draft contains the name, the cut and the safe zone of each card. It contains no names for the parts
    // of a card.
    let draft = &sheets[0]["draft"];
    let names: Vec<_> = draft["names"].as_array().unwrap().iter().map(|n| n[2].as_str().unwrap()).collect();
    assert_eq!(names, ["cards/1", "cards/2", "cards/3"]);
    for outlines in ["cuts", "safe"] {
        let path = kurbo::BezPath::from_svg(draft[outlines].as_str().unwrap()).unwrap();
        let boxes: Vec<_> = path.subpaths().map(|p| p.bounding_box().size()).collect();
        let by = if outlines == "safe" { 3.0 } else { 0.0 };
        let right = |s: &kurbo::Size| {
            (s.width - 41.0 + 2.0 * by).abs() < 0.01 && (s.height - 63.0 + 2.0 * by).abs() < 0.01
        };
        assert!(boxes.len() == 3 && boxes.iter().all(right), "{outlines}: {boxes:?}");
    }
}

#[test]
fn a_saved_file_is_seen_and_so_is_a_mistake() {
    let preview = Preview::from_layout(CARDS);
    let first = preview.until(is_good);
    preview.save(&CARDS.replace("Cleo", "Zoë"));
    let second = preview.until(|state| state["version"] != first["version"]);
    assert!(second["sheets"][0]["words"].as_str().unwrap().contains(">Zoë</text>"));
    preview.save(&CARDS.replace("41 x 63mm", "41 x 63"));
    let wrong = preview.until(|state| !is_good(state));
    assert_eq!(wrong["sheets"], Value::Array(Vec::new()), "the page keeps the last good ones");
    let mistake = &wrong["mistakes"][0];
    assert_eq!((&mistake["code"], &mistake["severity"]), (&"HX005".into(), &"error".into()));
    let place = &mistake["place"];
    assert_eq!((&place["file"], &place["line"], &place["column"]), (&"x.toml".into(), &5.into(), &8.into()));
    assert_eq!((&place["text"], &place["length"]), (&"size = \"41 x 63\"".into(), &9.into()));
    let (head, _) = preview.get("/take");
    assert!(head.starts_with("HTTP/1.1 409 Conflict\r\n"), "{head}");
    preview.save(CARDS);
    let mended = preview.until(is_good);
    assert_eq!((&mended["sheets"], &mended["mistakes"]), (&first["sheets"], &Value::Array(Vec::new())));
}

#[test]
fn a_file_that_the_layout_names_is_followed_too() {
    let preview =
        Preview::from_layout(&CARDS.replace(
            "{ text = \"{{ name }}\", font = \"bold 9pt\" }",
            "{ image = \"a.jpg\", size = \"1mm\" }",
        ));
    let path = preview.folder.path().join("a.jpg");
    let absent = preview.state("");
    assert_eq!(absent["good"], false, "{absent}");
    std::fs::write(&path, crate::drawing::images::JPEG).unwrap();
    let there = preview.until(is_good);
    assert!(there["sheets"][0]["svg"].as_str().unwrap().contains("data:image/jpeg;base64,/9j/"));
    std::fs::write(&path, [crate::drawing::images::JPEG, b"more"].concat()).unwrap();
    preview.until(|state| is_good(state) && state["version"] != there["version"]);
}

#[test]
fn a_browser_with_the_latest_version_waits_for_the_next() {
    let preview = Preview::from_layout(CARDS);
    let known = preview.state("")["version"].as_str().unwrap().to_owned();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let began = Instant::now();
            (preview.json(&format!("/wait?known={known}")), began.elapsed())
        });
        thread::sleep(Duration::from_millis(400));
        preview.save(&CARDS.replace("Cleo", "Dora"));
        let (state, waited) = waiting.join().unwrap();
        assert!(waited >= Duration::from_millis(400), "{waited:?}");
        assert_ne!(state["version"], known.as_str());
    });
}

#[test]
fn a_deleted_file_is_reported_and_read_again_when_it_returns() {
    let preview = Preview::from_layout(CARDS);
    let path = preview.folder.path().join("x.toml");
    std::fs::remove_file(&path).unwrap();
    let gone = preview.until(|state| !is_good(state));
    assert_eq!(gone["mistakes"].as_array().unwrap().len(), 1);
    preview.save(CARDS);
    preview.until(is_good);
}

#[test]
fn a_layout_that_is_wrong_from_the_start_is_shown_with_its_mistakes() {
    let preview = Preview::from_layout("[[cards]]\nsise = \"41 x 63mm\"\n");
    let state = preview.state("");
    assert_eq!((&state["good"], &state["sheets"]), (&false.into(), &Value::Array(Vec::new())));
    assert_eq!(state["mistakes"][0]["code"], "HX003");
    preview.save(CARDS);
    preview.until(is_good);
}

#[test]
fn the_pdf_is_the_one_that_build_writes_on_any_paper() {
    let preview = Preview::with(CARDS, &["--paper", "us"]);
    for paper in ["us", "a3+a4"] {
        let target = if paper == "us" { "/take".to_owned() } else { "/take?paper=a3%2Ba4".to_owned() };
        let (head, bytes) = preview.get(&target);
        assert!(head.contains("\r\nContent-Type: application/pdf\r\n"), "{head}");
        assert!(head.contains(&format!("attachment; filename=\"x-{paper}.pdf\"")), "{head}");
        let built = Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", paper]).run();
        assert!(built.bytes(&format!("output/x-{paper}.pdf")) == bytes, "{paper}: the bytes differ");
    }
    let wrong = preview.state("?paper=a44");
    assert_eq!((&wrong["good"], &wrong["mistakes"][0]["code"]), (&false.into(), &"HX008".into()));
}

#[test]
fn the_checker_is_asked_for_what_is_shown() {
    let preview = Preview::from_layout(CARDS);
    let verdict = |query: &str| preview.json(&format!("/verdict{query}"));
    let state = preview.until(is_good);
    let clean = verdict("?paper=us");
    assert_eq!(clean["clean"], true);
    let line = clean["verdict"].as_str().unwrap();
    assert!(line.starts_with("3 pieces") && line.ends_with(": clean"), "{line}");
    assert_eq!(clean["faults"], Value::Array(Vec::new()));
    preview.save(&CARDS.replace("bold 9pt", "bold 2pt"));
    preview.until(|now| is_good(now) && now["version"] != state["version"]);
    let faults = verdict("");
    assert_eq!(faults["clean"], false);
    let first = &faults["faults"][0];
    assert!(first["message"].as_str().unwrap().starts_with("page 1 at "), "{first}");
    assert_eq!((&first["severity"], &first["place"]["file"]), (&"error".into(), &"x.toml".into()), "{first}");
    assert_eq!(first["spots"][0]["sheet"], 0, "{first}");
    assert_eq!(first["spots"][0]["rect"].as_array().map(Vec::len), Some(4), "{first}");
    preview.save("[[cards]]\n");
    preview.until(|state| !is_good(state));
    let wrong = verdict("");
    assert_eq!((&wrong["verdict"], wrong["mistakes"].as_array().unwrap().is_empty()), (&Value::Null, false));
}

/// The page requests only one sheet. The checker nevertheless reports a mistake on another sheet.
#[test]
fn only_what_is_asked_for_is_drawn() {
    let preview = Preview::from_layout(
        &CARDS.replace("back = [{ fill = \"navy\" }]", "back = [{ fill = \"{{ ink }}\" }]"),
    );
    let front = preview.state("?draw=0");
    assert_eq!((&front["good"], front["sheets"].as_array().unwrap().len()), (&true.into(), 2));
    assert!(front["sheets"][0]["svg"].is_string() && front["sheets"][1]["svg"].is_null());
    // Each card refers to the row that made it.
    assert_eq!(front["sheets"][0]["lines"]["cards/2"], serde_json::json!(["x.toml", 6]));
    assert_eq!(preview.state("?draw=1")["good"], false);
    assert!(preview.json("/verdict")["mistakes"].to_string().contains("ink"));
}

#[test]
fn ink_cutter_and_backs_are_chosen() {
    let preview = Preview::from_layout(CARDS);
    let (_, bytes) = preview.get("/take?ink=black&backs=flip-short&cut=scissors");
    let built = Run::new().file("x.toml", CARDS);
    let args = ["build", "x.toml", "--ink", "black", "--backs", "flip-short", "--cut", "scissors"];
    assert!(built.args(args).run().bytes("output/x-iso.pdf") == bytes);
    assert_eq!(preview.state("?backs=none")["sheets"].as_array().unwrap().len(), 1);
    assert!(preview.get("/sheets?ink=blue").0.starts_with("HTTP/1.1 400 "));
}

/// The user can download the folder of the game as a ZIP file. It has the unchanged layout, and the
/// PDF exactly as `build` writes it.
#[test]
fn the_folder_and_the_sheets_are_taken_away() {
    let preview = Preview::from_layout(CARDS);
    let holds = |all: &[u8], part: &[u8]| all.windows(part.len()).any(|window| window == part);
    let (_, pdf) = preview.get("/take");
    let (head, folder) = preview.get("/take?format=folder");
    assert!(head.contains("filename=\"x.zip\"") && folder.starts_with(b"PK"), "{head}");
    assert!(holds(&folder, CARDS.as_bytes()) && holds(&folder, b"output/x-iso.pdf"));
    assert!(folder.len() > pdf.len() && folder == preview.get("/take?format=folder").1);
    let (_, sheets) = preview.get("/take?format=svg");
    assert!(holds(&sheets, b"x-iso/01-cards.svg") && holds(&sheets, b"x-iso/02-cards-back.svg"));
    assert!(preview.get("/take?format=exe").0.starts_with("HTTP/1.1 404 "));
}

/// A drawing that is dropped on the page can come from anybody, so a process with limits judges it. The board
/// in this drawing has one cell too many for its shape.
#[test]
fn a_file_that_is_dropped_on_the_page_is_judged() {
    let preview = Preview::from_layout(CARDS);
    let judge = |name: &str, bytes: &[u8], more: &str| {
        let head = format!(
            "POST /judge?name={name} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{more}Content-Length: {}\r\n\r\n",
            preview.port,
            bytes.len()
        );
        preview.send(&[head.as_bytes(), bytes].concat())
    };
    let json = |answer: (String, Vec<u8>)| -> Value {
        assert!(answer.0.starts_with("HTTP/1.1 200 OK"), "{}", answer.0);
        serde_json::from_slice(&answer.1).unwrap()
    };
    let drawn = include_bytes!("../../foreign/cairo-one-vertex.pdf");
    let judged = json(judge("board.pdf", drawn, ""));
    assert_eq!(judged["clean"], false, "{judged}");
    assert!(judged["faults"][0]["spots"][0]["rect"].is_array());
    let page = &judged["pages"][0];
    assert!(page["png"].as_str().unwrap().starts_with("iVBOR") && page["width"].as_f64().unwrap() > 50.0);
    // A PDF by hexpress is compared with its own layout.
    let own_value = json(judge("x.pdf", &preview.get("/take").1, ""));
    assert_eq!(
        (&own_value["clean"], &own_value["verdict"].as_str().unwrap().starts_with("3 pieces")),
        (&true.into(), &true)
    );
    // Words in a font that is not in the file are shown in a similar font, and the page says so.
    let font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
    let words = json(judge("words.pdf", &pages(&["BT /F 24 Tf 20 50 Td (Dragon) Tj ET"], font), ""));
    let found = words["found"].as_array().unwrap().iter().filter_map(Value::as_str);
    assert!(found.into_iter().any(|found| found.contains("in a similar font")), "{words}");
    let nothing = json(judge("x.pdf", b"%PDF-1.7", ""));
    assert!(nothing["mistakes"][0]["message"].as_str().unwrap().starts_with("x.pdf: "), "{nothing}");
    let elsewhere = judge("x.pdf", drawn, "Origin: http://example.org\r\n").0;
    assert!(elsewhere.starts_with("HTTP/1.1 403 "), "{elsewhere}");
    let left = std::fs::read_dir(std::env::temp_dir()).unwrap().filter_map(Result::ok);
    let prefix = format!("hexpress-{}-", preview.child.id());
    assert_eq!(left.filter(|file| file.file_name().to_string_lossy().starts_with(&prefix)).count(), 0);
}

/// If the head of a request is refused, the rest is never read.
#[test]
fn a_head_is_judged_before_the_file_arrives() {
    let preview = Preview::from_layout(CARDS);
    let port = preview.port;
    let head = |host: &str, more: &str| {
        preview.send(format!("POST /judge HTTP/1.1\r\nHost: {host}\r\n{more}\r\n").as_bytes()).0
    };
    let own = format!("127.0.0.1:{port}");
    let elsewhere = head(&own, "Sec-Fetch-Site: cross-site\r\nContent-Length: 67108864\r\n");
    assert!(elsewhere.starts_with("HTTP/1.1 403 "), "{elsewhere}");
    for host in [format!("127.0.0.1:+{port}"), format!("127.0.0.1:0{port}"), "example.org".to_owned()] {
        let refused = head(&host, "Content-Length: 67108864\r\n");
        assert!(refused.starts_with("HTTP/1.1 403 "), "{host}: {refused}");
    }
    for more in ["Content-Length: +5\r\n", "Sec-Fetch-Site : cross-site\r\nContent-Length: 5\r\n"] {
        let refused = head(&own, more);
        assert!(refused.starts_with("HTTP/1.1 400 "), "{more}: {refused}");
    }
}

#[test]
fn slow_browsers_do_not_keep_others_out() {
    let preview = Preview::from_layout(CARDS);
    let slow = |text: &str| {
        let mut connection = TcpStream::connect(("127.0.0.1", preview.port)).unwrap();
        connection.write_all(text.as_bytes()).unwrap();
        connection
    };
    let file = format!(
        "POST /judge HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 67108864\r\n\r\n%P",
        preview.port
    );
    let _open: Vec<_> = (0..40).map(|number| slow(if number % 2 == 0 { &file } else { "GET /" })).collect();
    let began = Instant::now();
    let answer = preview.get("/").0;
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

const DECK: &str = r#"[game]
title = "Meadows"
seed = 2013

[[tiles]]
cells = "flat-top"
across = "40mm"
face = [{ edge-band = "{{ edge }}", at = "each edge", depth = "5mm" }]
[tiles.deck]
count = 6
edges = ["olive", "gold", "tan"]
"#;

#[test]
fn a_seed_draws_other_decks_and_the_pdf_is_the_one_of_that_seed() {
    let preview = Preview::from_layout(DECK);
    let seed = |query: &str| preview.state(query)["seed"].clone();
    assert_eq!(seed(""), serde_json::json!({ "own": "2013", "drawn": "2013" }));
    assert_eq!(seed("?seed="), seed(""), "an empty field is the layout's own");
    // This seed is so large that a number in JavaScript cannot represent it exactly.
    let large = u64::MAX.to_string();
    assert_eq!(seed(&format!("?seed={large}")), serde_json::json!({ "own": "2013", "drawn": large }));
    let sheets = |query: &str| preview.state(query)["sheets"].clone();
    let own_value = sheets("");
    assert_eq!(own_value, sheets("?seed=2013"));
    assert_ne!(own_value, sheets("?seed=2014"));
    assert!(sheets("?seed=2014").to_string().contains("seed 2014"), "the furniture says it");
    for (query, args) in
        [("", ["--paper", "iso"]), ("?seed=42", ["--seed", "42"]), ("?seed=2013", ["--seed", "2013"])]
    {
        let (_, bytes) = preview.get(&format!("/take{query}"));
        let built = Run::new().file("x.toml", DECK).args(["build", "x.toml"]).args(args).run();
        assert!(built.bytes("output/x-iso.pdf") == bytes, "{query}: the bytes differ");
    }
    for what in ["sheets", "take"] {
        for wrong in ["-1", "1.5", "x", "18446744073709551616"] {
            let (head, body) = preview.get(&format!("/{what}?seed={wrong}"));
            assert!(head.starts_with("HTTP/1.1 400 "), "{head}");
            assert_eq!(body, b"a seed must be a whole number from 0 to 18446744073709551615\n");
        }
    }
    // A game without `seed` has a default seed. A game without a random deck has no seed, even if a
    // seed is requested.
    preview.save(&DECK.replace("seed = 2013\n", ""));
    preview.until(|state| state["seed"]["own"] == "1");
    preview.save(CARDS);
    preview.until(|state| state["title"] == "Three Friends");
    assert!(seed("").is_null() && seed("?seed=5").is_null());
    let built = Run::new().file("x.toml", CARDS).args(["build", "x.toml"]).run();
    assert!(built.bytes("output/x-iso.pdf") == preview.get("/take?seed=5").1);
}

#[test]
fn each_pdf_can_be_had() {
    let layout =
        format!("{CARDS}\n[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n");
    let preview = Preview::from_layout(&layout);
    let files = preview.state("?paper=us")["files"].clone();
    let built =
        Run::new().file("x.toml", &layout).args(["build", "x.toml", "--paper", "us"]).any_stderr().run();
    let names = ["x-us-letter.pdf", "x-us-tabloid.pdf"];
    for (n, (name, paper)) in names.into_iter().zip(["Letter (8.5 x 11 in)", "11 x 17 in"]).enumerate() {
        assert_eq!(files[n], serde_json::json!({ "name": name, "paper": paper }));
        let (head, bytes) = preview.get(&format!("/take?paper=us&file={name}"));
        assert!(head.contains(&format!("filename=\"{name}\"")), "{head}");
        assert!(built.bytes(&format!("output/{name}")) == bytes, "{name}: the bytes differ");
    }
    assert!(preview.get("/take?paper=us&file=y.pdf").0.starts_with("HTTP/1.1 404 "));
}

#[test]
fn only_this_machine_under_its_own_name_is_answered() {
    let preview = Preview::from_layout(CARDS);
    let port = preview.port;
    let asked =
        |host: &str| preview.send(format!("GET /sheets HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).0;
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}")] {
        assert!(asked(&host).starts_with("HTTP/1.1 200"), "{host}");
    }
    for host in [format!("example.org:{port}"), "127.0.0.1".to_owned(), format!("127.0.0.1:{}", port ^ 1)] {
        assert!(asked(&host).starts_with("HTTP/1.1 403"), "{host}");
    }
}

#[test]
fn what_is_no_proper_request_is_refused_and_the_next_one_answered() {
    let preview = Preview::from_layout(CARDS);
    let host = format!("Host: 127.0.0.1:{}\r\n\r\n", preview.port);
    for (request, status) in [
        (format!("POST / HTTP/1.1\r\n{host}"), "405"),
        (format!("GET /nothing HTTP/1.1\r\n{host}"), "404"),
        (format!("GET /../x.toml HTTP/1.1\r\n{host}"), "404"),
        ("nonsense\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), "400"),
        (format!("GET /{} HTTP/1.1\r\n{host}", "a".repeat(20_000)), "431"),
    ] {
        let (head, _) = preview.send(request.as_bytes());
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
    }
    // Silent connections do not block other connections.
    let silent: Vec<_> = (0..20).map(|_| TcpStream::connect(("127.0.0.1", preview.port)).unwrap()).collect();
    assert!(preview.get("/").0.starts_with("HTTP/1.1 200"));
    drop(silent);
}

#[test]
fn more_than_a_browser_asks_at_once_is_turned_away() {
    let preview = Preview::from_layout(CARDS);
    let silent: Vec<_> = (0..128).map(|_| TcpStream::connect(("127.0.0.1", preview.port)).unwrap()).collect();
    thread::sleep(Duration::from_millis(200));
    assert!(preview.get("/").0.starts_with("HTTP/1.1 503"));
    drop(silent);
    thread::sleep(Duration::from_millis(200));
    assert!(preview.get("/").0.starts_with("HTTP/1.1 200"));
}

#[test]
fn the_folder_of_a_layout_stands_for_the_layout() {
    for (within, args) in [(".", &["games"][..]), ("games", &[])] {
        let folder = Folder::new();
        std::fs::create_dir(folder.path().join("games")).unwrap();
        std::fs::write(folder.path().join("games/a.toml"), CARDS).unwrap();
        std::fs::write(folder.path().join("games/printer.toml"), "name = \"x\"\n").unwrap();
        let inside = folder.path().join(within);
        let preview = Preview::within(folder, &inside, args);
        assert_eq!(preview.state("")["title"], "Three Friends");
        // The preview watches the file, not the folder.
        let changed = CARDS.replace("Three Friends", "Four Friends");
        std::fs::write(preview.folder.path().join("games/a.toml"), changed).unwrap();
        preview.until(|state| state["title"] == "Four Friends");
    }
}

#[test]
fn files_that_cannot_be_shown_are_reported_at_once() {
    let wrong = |args: &[&str], output: &str| {
        let run = Run::new().file("games/a.toml", CARDS).file("games/b.toml", CARDS);
        let run = run.args(["preview", "--no-open"]).args(args.iter().copied());
        run.stdout("").stderr(output).status(2).no_files().run();
    };
    wrong(
        &["games"],
        "error[HX013]: games contains 2 layouts, but `preview` takes only one
 |
 = help: name one of them: games/a.toml, games/b.toml",
    );
    wrong(&["c.toml"], "error[HX001]: c.toml cannot be read: the file does not exist");
    wrong(
        &["games/c.toml"],
        "error[HX001]: games/c.toml cannot be read: the file does not exist
 |
 = help: did you mean `games/a.toml`?",
    );
    wrong(
        &["games/a.toml", "--paper", "a44"],
        "error[HX008]: unknown paper `a44`
 |
 = help: did you mean `a4`? Run `hexpress papers` for all names",
    );
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    wrong(
        &["games/a.toml", "--port", &port.to_string()],
        &format!(
            "error[HX013]: port {port} is not available: another program uses it
 |
 = help: delete --port to use a free port"
        ),
    );
}

/// If the templates of a layout compute something, a separate process with limits answers each
/// request. If this process fails, the failure is reported like any other mistake.
#[test]
fn a_layout_that_computes_is_drawn_within_bounds() {
    let plain = Preview::from_layout(CARDS).state("");
    let computing = CARDS.replace("{{ name }}", "{% if true %}{{ name }}{% endif %}");
    let preview = Preview::from_layout(&computing);
    let state = preview.state("");
    assert!(is_good(&state), "{}", state["mistakes"]);
    assert_eq!((&state["title"], &state["sheets"]), (&plain["title"], &plain["sheets"]));
    let (_, verdict) = preview.get("/verdict");
    let verdict: Value = serde_json::from_slice(&verdict).unwrap();
    assert_eq!(verdict["clean"], true, "{verdict}");
    let (head, pdf) = preview.get("/take?paper=a4");
    assert!(pdf.starts_with(b"%PDF-") && head.contains("x-a4.pdf"), "{head}");
    if cfg!(target_os = "linux") {
        preview.save(include_str!("../../bombs/tpl-double.toml"));
        let state = preview.until(|state| !is_good(state));
        assert!(state["mistakes"].to_string().contains("HX016"), "{}", state["mistakes"]);

        preview.save(CARDS);
        preview.until(is_good);
    }
}

/// The preview draws the first layout itself. The second layout has a loop, so another process draws it. In
/// both cases, a mistake in a table is reported with the row of the table.
#[test]
fn a_table_in_an_allowed_folder_is_shown_and_so_is_its_row() {
    for text in ["{{ word }}", "{% for n in range(1) %}{{ word }}{% endfor %}"] {
        let folder = Folder::new();
        for name in ["game", "shared"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        let layout = format!(
            "[[cards]]\nsize = \"41 x 63mm\"\ndata = \"a.csv\"\n\
             face = [{{ text = \"{text}\", font = \"9pt\" }}, {{ fill = \"{{{{ ink }}}}\" }}]\n"
        );
        std::fs::write(folder.path().join("game/x.toml"), layout).unwrap();
        std::fs::write(folder.path().join("shared/a.csv"), "word,ink\nAnn,navy\n").unwrap();
        let within = folder.path().to_owned();
        let rows = within.join("shared/a.csv");
        let preview = Preview::within(folder, &within, &["game/x.toml", "--allow", "shared"]);
        assert_eq!(preview.state("")["sheets"].as_array().unwrap().len(), 1);
        std::fs::write(rows, "word,ink\nAnn,navi\n").unwrap();
        let began = Instant::now();
        let mistake = loop {
            let state = preview.state("");
            match state["mistakes"].as_array().and_then(|all| all.first()) {
                Some(mistake) => break mistake.clone(),
                None => assert!(began.elapsed() < Duration::from_secs(20), "the change is not seen"),
            }
            thread::sleep(Duration::from_millis(100));
        };
        assert_eq!(
            (&mistake["place"]["file"], &mistake["place"]["line"]),
            (&"game/x.toml".into(), &4.into())
        );
        assert_eq!(
            (&mistake["also"]["file"], &mistake["also"]["text"]),
            (&"a.csv".into(), &"Ann,navi".into())
        );
    }
}
