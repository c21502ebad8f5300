//! Tests of files from other people: which other files they refer to, how much time they take, and which
//! parts are missing in them.

use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use hexpress::record::{RECORD, Record};
use lopdf::{Document, Object, Stream, dictionary};

use crate::games::{HEXAGONAL_THING, ISO};
use crate::support::run::{Folder, PROGRAM, Run};

/// A small PDF by hexpress that contains a data file.
static OWN: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let layout = "[game]\ntitle = \"Own\"\n[[cards]]\nsize = \"poker\"\ndata = \"art/a.csv\"\n\
                  face = [{ text = \"{{ word }}\", font = \"9pt\" }]\n";
    let run = Run::new().file("own.toml", layout).file("art/a.csv", "word\none\ntwo\n");
    run.args(["build", "own.toml", "--paper", "a4"]).run().bytes("output/own-a4.pdf")
});

/// Returns the streams of the attached files, with their names.
fn attached(document: &Document) -> Vec<(String, lopdf::ObjectId, lopdf::ObjectId)> {
    let specs = document.objects.iter().filter_map(|(id, object)| {
        let spec = object.as_dict().ok()?;
        let name = spec.get(b"UF").ok()?.as_str().ok()?;
        let file = spec.get(b"EF").ok()?.as_dict().ok()?.get(b"F").ok()?.as_reference().ok()?;
        Some((String::from_utf8_lossy(name).into_owned(), *id, file))
    });
    specs.collect()
}

fn saved(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

/// Returns the PDF with changed contents of one attached file, and optionally another name for it.
fn with(pdf: &[u8], name: &str, change: impl Fn(Vec<u8>) -> Vec<u8>, rename: Option<&str>) -> Vec<u8> {
    let mut document = Document::load_mem(pdf).unwrap();
    let (_, spec, file) = attached(&document).into_iter().find(|(is, ..)| is == name).unwrap();
    let stream = document.get_object_mut(file).unwrap().as_stream_mut().unwrap();
    let bytes = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
    *stream = Stream::new(dictionary! { "Type" => "EmbeddedFile" }, change(bytes));
    if let Some(new) = rename {
        let spec = document.get_object_mut(spec).unwrap().as_dict_mut().unwrap();
        for key in ["F", "UF"] {
            spec.set(key, Object::string_literal(new));
        }
    }
    saved(document)
}

/// Returns the PDF with a text in its record replaced.
fn with_record(pdf: &[u8], from: &str, to: &str) -> Vec<u8> {
    let change = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(from), "{text}");
        text.replacen(from, to, 1).into_bytes()
    };
    with(pdf, RECORD, change, None)
}

/// Returns the PDF without these attached files.
fn without(pdf: &[u8], names: &[&str]) -> Vec<u8> {
    let mut document = Document::load_mem(pdf).unwrap();
    let gone: Vec<_> =
        attached(&document).into_iter().filter(|(name, ..)| names.contains(&name.as_str())).collect();
    assert_eq!(gone.len(), names.len());
    for (_, spec, _) in gone {
        document.get_object_mut(spec).unwrap().as_dict_mut().unwrap().remove(b"EF");
    }
    saved(document)
}

/// Checks that `check` and `build` each report one error with this code, end with status 2, and
/// write nothing.
#[track_caller]
fn refused(pdf: &[u8], code: &str, words: &str) {
    for command in ["check", "build"] {
        let ran =
            Run::new().file("a/b/s.pdf", pdf).args([command, "a/b/s.pdf"]).any_stderr().status(2).no_files();
        let ran = ran.run();
        let output = ran.stderr;
        assert!(output.contains(code) && output.contains(words), "{command} said:\n{output}");
        assert_eq!(output.matches("error[").count(), 1, "{output}");
    }
}

#[test]
fn a_name_in_a_record_is_one_plain_component() {
    for name in ["../../x", "/tmp/x", "..", "a\\\\b", "C:x", "a\\nb", "", "con", "COM1.a", "a.", "a "] {
        let pdf = with_record(&OWN, "\"game\": \"own\"", &format!("\"game\": \"{name}\""));
        refused(&pdf, "HX018", "cannot be the name of a game");
    }
    refused(
        &with_record(&OWN, "\"game\": \"own\"", &format!("\"game\": \"{}\"", "n".repeat(200))),
        "HX018",
        "it has more than 120 bytes",
    );
    for name in ["../own.toml", "/own.toml", "a/own.toml"] {
        let pdf = with_record(&OWN, "\"layout\": \"own.toml\"", &format!("\"layout\": \"{name}\""));
        let pdf = with(&pdf, "own.toml", |bytes| bytes, Some(name));
        refused(&pdf, "HX018", "cannot be the name of a layout");
    }
    for name in ["../a.csv", "/etc/a.csv", "art/../../a.csv", "./a.csv", "art//a.csv"] {
        let pdf = with_record(&OWN, "\"art/a.csv\"", &format!("\"{name}\""));
        let pdf = with(&pdf, "art/a.csv", |bytes| bytes, Some(name));
        refused(&pdf, "HX018", "cannot be the name of an attached file");
    }
    // The unchanged file can be built again.
    let again = Run::new().file("own.pdf", &*OWN).args(["build", "own.pdf"]).run();
    assert!(again.bytes("output/own-a4.pdf") == *OWN);
}

#[test]
fn a_paper_in_a_record_does_not_steer_names_of_files() {
    let pdf = with_record(&OWN, "\"paper\": \"a4\"", "\"paper\": \"210\\nx297mm\"");
    Run::new().file("s.pdf", pdf).args(["build", "s.pdf"]).any_stderr().status(2).no_files().run();
}

#[test]
fn a_layout_is_called_as_its_files_can_be() {
    let cards = "[[cards]]\nsize = \"poker\"\n";
    for name in ["con.toml", "Lpt1.toml", "a .toml"] {
        let ran = Run::new().file(name, cards).args(["build", name]).any_stderr().status(2).no_files().run();
        assert!(ran.stderr.contains("HX018"), "{}", ran.stderr);
    }
    let named = "[[cards]]\nname = \"nul\"\nsize = \"poker\"\n";
    for more in [&["--split"][..], &["--format", "svg"], &["--format", "png", "--each", "piece"]] {
        let args = ["build", "g.toml"].into_iter().chain(more.iter().copied());
        let ran = Run::new().file("g.toml", named).args(args).any_stderr().status(2).no_files().run();
        assert!(ran.stderr.contains("HX005"), "{}", ran.stderr);
    }
}

#[test]
fn a_layout_names_files_below_its_folder_alone() {
    let layout = "[[cards]]\nsize = \"poker\"\ndata = \"../secret.csv\"\n";
    let run = Run::new().file("g/g.toml", layout).file("secret.csv", "word\none\n");
    let ran = run.args(["build", "g/g.toml"]).any_stderr().status(2).no_files().run();
    assert!(ran.stderr.contains("HX001") && ran.stderr.contains("../secret.csv"), "{}", ran.stderr);
}

#[test]
fn what_is_missing_damaged_or_foreign_is_an_error() {
    refused(
        &without(&ISO.0, &["hexagonal-thing.toml"]),
        "HX017",
        "names the layout hexagonal-thing.toml, which is missing",
    );
    refused(&without(&ISO.0, &[RECORD]), "HX017", "(hexpress.json) is missing");
    refused(&without(&ISO.0, &[RECORD, "hexagonal-thing.toml"]), "HX017", "(hexpress.json) is missing");
    refused(&without(&OWN, &["art/a.csv"]), "HX017", "names the file art/a.csv, which is missing");
    let garbage = |_: Vec<u8>| b"garbage \xff".to_vec();
    refused(&with(&ISO.0, "hexagonal-thing.toml", garbage, None), "HX017", "is not UTF-8 text");
    refused(&with(&ISO.0, RECORD, garbage, None), "HX017", "the record inside it is damaged");
    let text = |_: Vec<u8>| b"garbage".to_vec();
    refused(&with(&ISO.0, "hexagonal-thing.toml", text, None), "HX017", "was changed after the build");
    let other = |_: Vec<u8>| hexpress::bundled::GAMES[1].text.as_bytes().to_vec();
    assert_ne!(hexpress::bundled::GAMES[1].id, HEXAGONAL_THING);
    refused(&with(&ISO.0, "hexagonal-thing.toml", other, None), "HX017", "was changed after the build");
    refused(
        &with(&OWN, "art/a.csv", |_| b"word\nsix\n".to_vec(), None),
        "HX017",
        "a file of that layout, was changed",
    );
}

/// Changes the layout in a file whose record has no digest of the attached files. Earlier versions
/// wrote such records.
#[test]
fn a_layout_that_cannot_be_read_is_an_error_without_a_digest_too() {
    let json = |bytes: Vec<u8>| {
        let record = Record::from_json(std::str::from_utf8(&bytes).unwrap()).unwrap();
        Record { layout_and_files: None, ..record }.to_json().into_bytes()
    };
    let earlier = with(&ISO.0, RECORD, json, None);
    let again = Run::new().file("e.pdf", &earlier).args(["build", "e.pdf"]).run();
    assert!(again.bytes("output/hexagonal-thing-iso.pdf") == ISO.0);
    let pdf = with(&earlier, "hexagonal-thing.toml", |_| b"garbage".to_vec(), None);
    let ran = Run::new().file("s.pdf", &pdf).args(["check", "s.pdf"]).any_stderr().status(2).run();
    assert!(
        ran.stderr.contains("HX017") && ran.stderr.contains("cannot be read, so the pages cannot be checked"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_record_of_another_file_is_an_error_that_says_so() {
    let of = |name: &str, pdf: &[u8]| {
        let document = Document::load_mem(pdf).unwrap();
        let (.., file) = attached(&document).into_iter().find(|(is, ..)| is == name).unwrap();
        let stream = document.get_object(file).unwrap().as_stream().unwrap();
        stream.decompressed_content().unwrap_or_else(|_| stream.content.clone())
    };
    let (record, layout) = (of(RECORD, &OWN), of("own.toml", &OWN));
    // Combines the pages of one game with all the attached files of another one.
    let pdf = with(&ISO.0, RECORD, |_| record.clone(), None);
    let pdf = with(&pdf, "hexagonal-thing.toml", |_| layout.clone(), Some("own.toml"));
    let pdf = {
        let mut document = Document::load_mem(&pdf).unwrap();
        let data = document.add_object(Stream::new(dictionary! {}, of("art/a.csv", &OWN)));
        let name = Object::string_literal("art/a.csv");
        let spec =
            dictionary! { "F" => name.clone(), "UF" => name.clone(), "EF" => dictionary! { "F" => data } };
        let spec = document.add_object(spec);
        let catalogue = document.catalog_mut().unwrap();
        let tree = catalogue.get_mut(b"Names").unwrap().as_dict_mut().unwrap();
        let files = tree.get_mut(b"EmbeddedFiles").unwrap().as_dict_mut().unwrap();
        files.get_mut(b"Names").unwrap().as_array_mut().unwrap().extend([name, Object::Reference(spec)]);
        saved(document)
    };
    let ran = Run::new().file("s.pdf", &pdf).args(["build", "s.pdf"]).any_stderr().status(2).no_files().run();
    assert!(ran.stderr.contains("HX017") && ran.stderr.contains("belongs to another file"), "{}", ran.stderr);
    let ran = Run::new().file("s.pdf", &pdf).args(["check", "s.pdf"]).any_stderr().status(1).run();
    assert!(ran.stderr.contains("HX469") && ran.stderr.contains("belongs to another file"), "{}", ran.stderr);
}

#[test]
fn a_layout_that_was_left_out_is_none_that_is_missing() {
    let private = "[game]\ntitle = \"P\"\nembed = false\n[[cards]]\nsize = \"poker\"\n";
    let made = Run::new().file("p.toml", private).args(["build", "p.toml"]).run();
    let pdf = made.bytes("output/p-iso.pdf");
    let ran = Run::new().file("p.pdf", &pdf).args(["check", "p.pdf"]).any_stderr().run();
    assert!(!ran.stderr.contains("HX017"), "{}", ran.stderr);
    let ran = Run::new().file("p.pdf", &pdf).args(["build", "p.pdf"]).any_stderr().status(2).no_files().run();
    assert!(ran.stderr.contains("HX012"), "{}", ran.stderr);
    // Without the entry `HexpressLayout`, the checker treats the file as one whose record was
    // removed.
    let mut document = Document::load_mem(&pdf).unwrap();
    let info = document.trailer.get(b"Info").unwrap().as_reference().unwrap();
    assert!(document.get_dictionary_mut(info).unwrap().remove(b"HexpressLayout").is_some());
    refused(&saved(document), "HX017", "is missing");
}

fn bomb(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bombs").join(name);
    path.to_str().unwrap().to_owned()
}

/// Runs the program. Returns its standard error and its status.
///
/// The program must end by itself, even in a debug build on a busy machine.
#[track_caller]
fn ends(args: &[&str]) -> (i32, String) {
    let folder = Folder::new();
    let began = Instant::now();
    let output = std::process::Command::new(PROGRAM).args(args).current_dir(folder.path()).output().unwrap();
    let took = began.elapsed();
    assert!(took < Duration::from_secs(70), "{args:?} took {took:?}");
    let program_output = String::from_utf8(output.stderr).unwrap();
    for word in ["panicked", "memory allocation", "overflow"] {
        assert!(!program_output.contains(word), "{args:?}: {program_output}");
    }
    (output.status.code().unwrap_or(-1), program_output)
}

/// Checks that a run prints one message with this code and ends with status 2.
#[track_caller]
fn one_message(args: &[&str], code: &str) {
    let (status, output) = ends(args);
    assert_eq!((status, output.matches("error[").count()), (2, 1), "{args:?}: {output}");
    assert!(output.contains(code), "{args:?}: {output}");
}

#[test]
fn templates_that_unfold_end_in_one_message() {
    for (name, code) in [
        ("tpl-fmt.toml", "HX108"),
        ("tpl-indent.toml", "HX108"),
        ("tpl-join.toml", "HX108"),
        ("tpl-replace.toml", "HX108"),
        #[cfg(target_os = "linux")]
        ("tpl-double.toml", "HX016"),
    ] {
        for command in ["build", "check"] {
            one_message(&[command, &bomb(name)], code);
        }
    }
}

#[test]
fn pictures_that_unfold_end_in_one_message() {
    for name in ["svg-dash/g.toml", "svg-far/g.toml"] {
        one_message(&["build", &bomb(name)], "HX206");
        one_message(&["check", &bomb(name)], "HX206");
    }
}

#[test]
fn finished_files_that_unfold_end_in_one_message() {
    one_message(&["check", &bomb("content-2GB.pdf")], "HX001");
    one_message(&["build", &bomb("content-2GB.pdf")], "HX001");
    one_message(&["preview", &bomb("content-2GB.pdf"), "--no-open"], "HX001");
    one_message(&["preview", &bomb("rec-tpl-double.pdf"), "--no-open"], "HX017");
    one_message(&["check", &bomb("dash-picture.pdf"), "--picture", "x.png"], "HX001");
    // Shapes far away must not take longer to compare and judge than shapes nearby.
    let (status, output) = ends(&["check", &bomb("check-oom.svg")]);
    assert!(status == 1 && output.contains("HX469"), "{output}");
}

/// Returns a PDF of hexpress that contains this layout.
fn carrying(layout: &str) -> Vec<u8> {
    let record = |bytes: Vec<u8>| {
        let record = Record::from_json(std::str::from_utf8(&bytes).unwrap()).unwrap();
        let own = hexpress::read::pdf_structure(&OWN).unwrap();
        let pages = own.pages.into_iter().map(|page| page.digest).collect();
        Record { layout_and_files: None, files: Vec::new(), pages, ..record }.to_json().into_bytes()
    };
    let pdf = with(&OWN, "own.toml", |_| layout.as_bytes().to_vec(), None);
    with(&pdf, RECORD, record, None)
}

#[cfg(target_os = "linux")]
#[test]
fn a_layout_in_a_pdf_is_built_within_bounds() {
    let bomb = std::fs::read_to_string(bomb("tpl-double.toml")).unwrap();
    let folder = Folder::new();
    let path = folder.path().join("s.pdf");
    std::fs::write(&path, carrying(&bomb)).unwrap();
    one_message(&["build", path.to_str().unwrap()], "HX016");
}

#[test]
fn attachments_and_contents_are_inflated_within_bounds() {
    let deflated = |bytes: &[u8]| {
        let mut stream = Stream::new(dictionary! {}, bytes.to_vec());
        stream.compress().unwrap();
        stream
    };
    // An attachment with 65 MiB of spaces exceeds the limit for all attachments together.
    let mut document = Document::load_mem(&OWN).unwrap();
    let (.., file) = attached(&document).into_iter().find(|(name, ..)| name == "own.toml").unwrap();
    document.objects.insert(file, Object::Stream(deflated(&vec![b' '; 65 << 20])));
    let pdf = saved(document);
    assert!(pdf.len() < 1 << 20);
    refused(&pdf, "HX001", "attachments of more than 64 MiB");
    // The contents of a page are 257 MiB of spaces.
    let mut document = Document::load_mem(&OWN).unwrap();
    let page = document.get_pages()[&1];
    let contents = document.add_object(deflated(&vec![b' '; 257 << 20]));
    document.get_object_mut(page).unwrap().as_dict_mut().unwrap().set("Contents", contents);
    refused(&saved(document), "HX001", "compressed data");
}

#[test]
fn a_layout_has_a_hundred_thousand_pieces_at_most() {
    let cards = |n| format!("[[cards]]\nname = \"c{n}\"\nsize = \"poker\"\ncopies = 10_000\n");
    let layout: String = (0..11).map(cards).collect();
    let ran =
        Run::new().file("g.toml", layout).args(["build", "g.toml"]).any_stderr().status(2).no_files().run();
    assert!(
        ran.stderr.contains("HX111") && ran.stderr.contains("this layout has more than 100000 pieces"),
        "{}",
        ran.stderr
    );
}

/// A separate process builds layouts with computed texts. The printed texts must be the same.
#[test]
fn layouts_that_compute_print_what_they_say() {
    let layout = "[game]\ntitle = \"C\"\n[[cards]]\nsize = \"poker\"\nrows = [{ n = 3 }]\n\
                  face = [{ text = \"{% if n > 2 %}{{ n * 2 }} of {{ 'ab' * n }}{% endif %}\", font = \"9pt\" }]\n";
    let ran = Run::new().file("c.toml", layout).args(["build", "c.toml"]).run();
    let document = ran.pdf("output/c-iso.pdf");
    let words = document.pages[0].items.iter().filter_map(|item| match &item.kind {
        hexpress::read::ItemKind::Text(text) => Some(text.string.clone()),
        _ => None,
    });
    assert!(words.collect::<Vec<_>>().contains(&"6 of ababab".to_owned()));
}

/// A child process with limits must end when its parent process is killed.
#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    let folder = Folder::new();
    let endless = "[[cards]]\nsize = \"poker\"\nface = [{ text = '''{% set ns = namespace(x=[1]) %}\
                   {% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x == ns.x }}\
                   {% set a = namespace(x=[1]) %}{% for i in range(60) %}{% set a.x = [a.x, a.x] %}{% endfor %}\
                   {{ ns.x == a.x }}''', font = \"9pt\" }]\n";
    let path = folder.path().join("endless.toml");
    std::fs::write(&path, endless).unwrap();
    let mut parent = std::process::Command::new(PROGRAM)
        .args(["build", path.to_str().unwrap()])
        .current_dir(folder.path())
        .stdin(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let runs = || {
        let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let commands = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
        let needle = path.to_str().unwrap().as_bytes().to_vec();
        commands.filter(|line| line.windows(needle.len()).any(|part| part == needle)).count()
    };
    let waits = |count: usize| {
        let began = Instant::now();
        while runs() != count && began.elapsed() < Duration::from_secs(8) {
            std::thread::sleep(Duration::from_millis(20));
        }
        runs()
    };
    assert_eq!(waits(2), 2);
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert_eq!(waits(0), 0);
}
