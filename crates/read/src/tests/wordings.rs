//! Tests that a drawing is read in the same way, whatever program wrote it.

use std::sync::Mutex;

use kurbo::Affine;
use lopdf::dictionary;

use super::{SQUARE, Sample, square, string};
use crate::OpenFile;

/// Returns the tags and names in the contents of a page.
fn named(contents: &str) -> Vec<(String, String)> {
    let mut sample = Sample::new();
    let resources =
        dictionary! { "Properties" => dictionary! { "P" => dictionary! { "Id" => string("deck/7") } } };
    sample.page(SQUARE, contents, resources);
    let found = Mutex::new(Vec::new());
    let open = OpenFile::new(&sample.bytes()).unwrap();
    let correction = |_, named: &crate::DrawingNames<'_>| {
        let end = named.find(|tag, id| {
            let tag = String::from_utf8_lossy(tag).into_owned();
            found.lock().unwrap().push((tag, id.to_string()));
            (id.to_string() == "end").then_some(())
        });
        assert_eq!(end.is_some(), contents.contains("(end)"), "{contents}");
        Affine::IDENTITY
    };
    open.pages(Some(&correction), |_| ()).unwrap();
    found.into_inner().unwrap()
}

#[test]
fn names_are_found_however_they_are_written() {
    let words = [
        "/Piece <</Id (deck/7)>> BDC EMC",
        "/Piece<</Id(deck/7)>>BDC EMC",
        "/Piece\n<< /MCID 1 /Id\r\n<6465636B2F37> >>\nBDC EMC",
        "/Piece <</Id (deck\\0577)>> BDC EMC",
        "/Piece /P BDC EMC",
        "/Piece BMC /Other <</MCID 1>> BDC /Piece /P BDC EMC EMC EMC",
    ];
    for words in words {
        assert_eq!(named(words), [("Piece".to_owned(), "deck/7".to_owned())], "{words}");
    }
    assert_eq!(named("(/Piece <</Id (deck/7)>> BDC) pop /Piece /Q BDC EMC"), []);
    let both = "/Artifact <</Id (end)>> BDC EMC /Piece /P BDC EMC";
    assert_eq!(named(both), [("Artifact".to_owned(), "end".to_owned())]);
}

#[test]
fn outlines_of_an_area_need_not_be_closed() {
    let draw_style = |contents: &str| {
        let page = &square(contents).pages[0];
        (page.items[0].draw_style, page.items[0].effect)
    };
    // The areas are two triangles that run in the same direction, a ring, and a triangle inside another
    // triangle.
    let areas = [
        ["100 100 m 300 100 l 200 300 l", "100 100 m 200 10 l 300 100 l"],
        ["100 100 m 300 100 l 300 300 l 100 300 l", "150 150 m 150 250 l 250 250 l 250 150 l"],
        ["100 100 m 300 100 l 200 300 l", "180 120 m 220 120 l 200 180 l"],
    ];
    for [first, second] in areas {
        for turned in ["1 0 0 1 0 0", "-1 0 0 1 500 0", "1 0 0 -1 0 500", "0 1 -1 0 500 0"] {
            let read = |ends: [&str; 2], rule: &str| {
                draw_style(&format!("{turned} cm {first} {} {second} {} {rule}", ends[0], ends[1]))
            };
            let closed = read(["h", "h"], "f");
            for ends in [["h", ""], ["", "h"], ["", ""]] {
                assert_eq!(read(ends, "f"), closed, "{first} {second} {ends:?}");
            }
        }
    }
    let [first, second] = areas[2];
    assert_ne!(draw_style(&format!("{first} {second} f")), draw_style(&format!("{first} {second} f*")));
}
