//! Tests of the record (`hexpress.json`) in a PDF. The record contains the options of the build and a digest
//! of each page. With the record and the attached layout, the PDF can be built again.

use hexpress::read::{self, Document};
use hexpress::record::{RECORD, Record};

use crate::games::{HEXAGONAL_THING, ISO, US};
use crate::support::run::Run;

fn record(document: &Document) -> Record {
    let file = document.attachments.iter().find(|a| a.name == RECORD).expect("a record");
    Record::from_json(std::str::from_utf8(&file.bytes).unwrap()).expect("a record that can be read")
}

#[test]
fn the_layout_and_the_options_travel_along() {
    let record = record(&ISO.1);
    assert_eq!(record.version, env!("CARGO_PKG_VERSION"));
    assert_eq!((record.game.as_str(), record.options.paper.as_str()), (HEXAGONAL_THING, "iso"));
    let layout =
        ISO.1.attachments.iter().find(|a| a.name == record.layout.as_ref().unwrap().as_str()).unwrap();
    assert_eq!(layout.bytes, hexpress::bundled::find(HEXAGONAL_THING).unwrap().text.as_bytes());
    assert_eq!(layout.mime.as_deref(), Some("application/toml"));
}

#[test]
fn the_digests_are_those_of_the_pages() {
    for document in [&ISO.1, &US.1] {
        let pages: Vec<_> = document.pages.iter().map(|page| page.digest.clone()).collect();
        assert_eq!(record(document).pages, pages);
    }
}

#[test]
fn a_pdf_is_built_again_from_itself() {
    let ran = Run::new().file("mine.pdf", &ISO.0).args(["build", "mine.pdf"]).run();
    assert!(ran.bytes("output/hexagonal-thing-iso.pdf") == ISO.0);
}

#[test]
fn a_pdf_is_built_again_for_other_paper() {
    let ran = Run::new().file("mine.pdf", &ISO.0).args(["build", "mine.pdf", "--paper", "us"]).run();
    assert!(ran.bytes("output/hexagonal-thing-us.pdf") == US.0);
}

#[test]
fn each_of_the_split_files_is_built_again_as_it_was() {
    let options = ["build", HEXAGONAL_THING, "--split", "--margin", "8mm", "--output", "out"];
    let split = Run::new().args(options).run();
    let names = split.folder.files();
    assert_eq!(names.len(), 5);
    for name in names {
        let bytes = split.bytes(&name);
        let again = Run::new().file("mine.pdf", &bytes).args(["build", "mine.pdf", "--output", "out"]).run();
        assert_eq!(again.folder.files(), ["mine.pdf", &name]);
        assert!(again.bytes(&name) == bytes, "{name}");
    }
}

const PRIVATE: &str = r#"
[game]
title = "Private"
embed = false

[[cards]]
size = "41 x 63mm"
"#;

#[test]
fn a_layout_that_is_not_to_be_embedded_is_left_out() {
    let ran = Run::new().file("private.toml", PRIVATE).args(["build", "private.toml"]).run();
    assert!(!ran.stdout.contains("travels inside"));
    let pdf = ran.bytes("output/private-iso.pdf");
    assert_eq!(read::pdf(&pdf).unwrap().attachments, []);
    Run::new()
        .file("private.pdf", &pdf)
        .args(["build", "private.pdf"])
        .stderr(
            "error[HX012]: private.pdf does not contain its layout
 |
 = help: build from the layout itself, the .toml file",
        )
        .status(2)
        .no_files()
        .run();
}

#[test]
fn a_changed_page_is_seen_in_its_digest() {
    let mut file = lopdf::Document::load_mem(&ISO.0).unwrap();
    let page = file.get_pages()[&2];
    // Moves the printed card down by a tenth of a millimetre.
    let mut contents = b"1 0 0 1 0 -0.283 cm\n".to_vec();
    contents.extend(file.get_page_content(page));
    file.change_page_content(page, contents).unwrap();
    let mut changed = Vec::new();
    file.save_to(&mut changed).unwrap();
    let changed = read::pdf(&changed).unwrap();
    let same: Vec<_> = record(&changed)
        .pages
        .iter()
        .zip(&changed.pages)
        .map(|(reported, page)| *reported == page.digest)
        .collect();
    assert_eq!(same, [true, false, true, true, true]);
}
