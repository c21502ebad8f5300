//! Tests of pages of PDFs as pictures. The tests read the finished files back.

use hexpress::read::{Item, ItemKind, Rgb};
use kurbo::Rect;
use lopdf::{Document, Object};

use crate::formats::standards::faults;
use crate::support::measure::{id, same_length};
use crate::support::run::{Ran, Run};

/// Returns a PDF of these objects. The first one is the catalogue.
fn pdf(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let end =
        format!("trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{}\n%%EOF\n", objects.len() + 1, file.len());
    (file + &table + &end).into_bytes()
}

fn stream(head: &str, contents: &str) -> String {
    format!("<<{head}/Length {}>>stream\n{contents}\nendstream", contents.len())
}

/// Returns a PDF with pages of 180 x 120 points that have these contents.
pub fn pages(contents: &[&str], resources: &str) -> Vec<u8> {
    let mut objects = vec!["<</Type/Catalog/Pages 2 0 R>>".to_owned(), String::new()];
    let mut kids = String::new();
    for contents in contents {
        let number = objects.len() + 1;
        kids += &format!("{number} 0 R ");
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 180 120]/Contents {} 0 R/Resources<<{resources}>>>>",
            number + 1
        ));
        objects.push(stream("", contents));
    }
    objects[1] = format!("<</Type/Pages/Count {}/Kids[{kids}]>>", contents.len());
    pdf(&objects)
}

/// The contents of a page: a red square of 60 x 60 points at the left edge, in the middle of the page's
/// height.
const SQUARE: &str = "1 0 0 rg 0 30 60 60 re f";

/// Returns the layout of cards of 60 x 50 mm, each with the picture at its top.
fn layout(picture: &str, copies: usize) -> String {
    format!(
        "[[cards]]\nname = \"c\"\nsize = \"60 x 50mm\"\ncopies = {copies}\n\
         face = [{{ fill = \"#FFEEDD\" }}, {{ image = \"{picture}\", at = \"top\", size = \"45 x 30mm\", alt = \"a square\" }}]\n"
    )
}

fn build(layout: &str, file: &[u8], more: &[&str]) -> Ran {
    let args = ["build", "x.toml"].into_iter().chain(more.iter().copied());
    Run::new().file("x.toml", layout).file("art.pdf", file).args(args).any_stderr().run()
}

/// Returns the box of each area that has this colour, with the id of the area's piece.
fn areas(items: &[Item], colour: [u8; 3]) -> Vec<(String, Rect)> {
    let is_area =
        |item: &&Item| matches!(&item.kind, ItemKind::Path { fill: Some(fill), .. } if *fill == Rgb(colour));
    items.iter().filter(is_area).map(|item| (id(item), item.painted_bounds.unwrap())).collect()
}

#[test]
fn a_page_is_drawn_at_its_place_in_its_piece() {
    let ran = build(&layout("art.pdf", 2), &pages(&[SQUARE], ""), &[]);
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let cards = areas(&page.items, [0xFF, 0xEE, 0xDD]);
    let squares = areas(&page.items, [255, 0, 0]);
    assert_eq!(squares.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["c/1", "c/2"]);
    for ((_, card), (_, square)) in cards.iter().zip(&squares) {
        // The page of 180 x 120 points is shown 45 x 30 mm large, so one of its points is a quarter of a
        // millimetre.
        same_length(square.x0, card.center().x - 22.5, "left");
        same_length(square.y0, card.y0 + 7.5, "top");
        same_length(square.width(), 15.0, "width");
        same_length(square.height(), 15.0, "height");
    }
}

#[test]
fn a_page_is_in_the_file_once_and_its_numbers_choose_it() {
    let three = pages(&[SQUARE, "0 1 0 rg 0 30 60 60 re f", "0 0 1 rg 0 30 60 60 re f"], "");
    let forms = |bytes: &[u8]| {
        let file = Document::load_mem(bytes).unwrap();
        let streams = file.objects.values().filter_map(|object| object.as_stream().ok());
        let is_form = |dict: &lopdf::Dictionary| {
            dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Form")
                && dict.has(b"Matrix")
        };
        streams.filter(|stream| is_form(&stream.dict)).count()
    };
    let ran = build(&layout("art.pdf#2", 54), &three, &[]);
    assert_eq!(forms(&ran.bytes("output/x-iso.pdf")), 1);
    let pages = ran.pdf("output/x-iso.pdf").pages;
    assert_eq!(pages.iter().map(|page| areas(&page.items, [0, 255, 0]).len()).sum::<usize>(), 54);
    let rows = layout("art.pdf#{{ number }}", 1).replace("copies = 1", "rows = [{}, {}, {}]");
    let ran = build(&rows, &three, &[]);
    assert_eq!(forms(&ran.bytes("output/x-iso.pdf")), 3);
    let items = ran.pdf("output/x-iso.pdf").pages.remove(0).items;
    for (colour, piece) in [([255, 0, 0], "c/1"), ([0, 255, 0], "c/2"), ([0, 0, 255], "c/3")] {
        let found = areas(&items, colour);
        assert_eq!(found.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), [piece]);
    }
}

#[test]
fn pages_do_not_take_over_the_state_of_the_sheet() {
    // The page sets no colour, so its square is black.
    let ran = build(&layout("art.pdf", 1), &pages(&["0 30 60 60 re f"], ""), &[]);
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    assert_eq!(areas(&page.items, [0, 0, 0]).iter().filter(|(id, _)| id == "c/1").count(), 1);
}

#[test]
fn a_page_without_fonts_leaves_a_file_for_archives_and_screen_readers() {
    let ran = build(&layout("art.pdf", 1), &pages(&[SQUARE], ""), &[]);
    let bytes = ran.bytes("output/x-iso.pdf");
    assert_eq!(faults(&bytes), Vec::<String>::new());
    assert!(ran.stderr.is_empty(), "{}", ran.stderr);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("a square"));
    let cmyk = build(&layout("art.pdf", 1), &pages(&["0 1 1 0 k 0 30 60 60 re f"], ""), &[]);
    assert!(
        cmyk.stderr.contains("`art.pdf` has colours in CMYK without a colour profile"),
        "{}",
        cmyk.stderr
    );
    assert!(!String::from_utf8_lossy(&cmyk.bytes("output/x-iso.pdf")).contains("pdfaid:part"));
}

#[test]
fn a_translucent_page_mixes_as_a_whole() {
    let faint = layout("art.pdf", 1).replace("alt =", "opacity = \"50%\", alt =");
    let ran = build(&faint, &pages(&[SQUARE], ""), &[]);
    let file = Document::load_mem(&ran.bytes("output/x-iso.pdf")).unwrap();
    let groups = file.objects.values().filter_map(|object| object.as_stream().ok());
    assert_eq!(groups.filter(|stream| stream.dict.has(b"Group")).count(), 1);
}

#[test]
fn other_formats_show_the_pixels_of_a_page() {
    let ran = build(&layout("art.pdf", 1), &pages(&[SQUARE], ""), &["--format", "svg"]);
    let svg = String::from_utf8(ran.bytes("output/x-iso/01-c.svg")).unwrap();
    let (_, coded) = svg.split_once("data:image/png;base64,").unwrap();
    let (coded, _) = coded.split_once('"').unwrap();
    let png = base64::Engine::decode(&base64::prelude::BASE64_STANDARD, coded).unwrap();
    // The picture is 45 x 30 mm at 300 pixels per inch.
    assert_eq!(png[16..24], [531_u32.to_be_bytes(), 354_u32.to_be_bytes()].concat());
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut rows = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut rows).unwrap();
    let pixel = |x: usize, y: usize| rows[(y * 531 + x) * 4..][..4].to_vec();
    assert_eq!(pixel(50, 177), [255, 0, 0, 255]);
    assert_eq!(pixel(400, 177), [0; 4]);
}

#[test]
fn the_pdf_alone_builds_its_pages_again() {
    let ran = build(&layout("art.pdf", 1), &pages(&[SQUARE], ""), &[]);
    let first = ran.bytes("output/x-iso.pdf");
    let again = Run::new().file("x-iso.pdf", &first).args(["build", "x-iso.pdf"]).any_stderr().run();
    assert_eq!(again.bytes("output/x-iso.pdf"), first);
}

#[test]
fn colours_of_a_page_stay_with_other_inks() {
    for ink in ["low", "black"] {
        let ran = build(&layout("art.pdf", 1), &pages(&[SQUARE], ""), &["--ink", ink]);
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        assert_eq!(areas(&page.items, [255, 0, 0]).len(), 1, "{ink}");
    }
}
