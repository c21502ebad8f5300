//! Tests of PDF files that can be read only in part. The checker must not judge half a page as a
//! whole page.

use lopdf::{Dictionary, Document, Object, Stream, dictionary};

use crate::support::run::Run;

/// Returns the contents of a page that draws hexagons one after another.
fn contents() -> Vec<u8> {
    let mut text = String::new();
    for (_, at) in super::svg::cells() {
        for (n, (x, y)) in super::svg::corners((at.0 * 2.0, at.1 * 2.0), 24.0).iter().enumerate() {
            text.push_str(&format!("{x:.4} {y:.4} {} ", if n == 0 { "m" } else { "l" }));
        }
        text.push_str("h S\n");
    }
    text.into_bytes()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
    let mut out = vec![0; compressor.zlib_compress_bound(bytes.len())];
    let length = compressor.zlib_compress(bytes, &mut out).unwrap();
    out.truncate(length);
    out
}

/// Builds a PDF of one page. Its contents, or the contents of a form on it, are a stream with this
/// filter and these bytes.
fn pdf(filter: impl Into<Object>, bytes: Vec<u8>, in_form: bool) -> Vec<u8> {
    let mut document = Document::with_version("1.7");
    let pages = document.new_object_id();
    let mut dict = dictionary! { "Filter" => filter };
    let mut resources = Dictionary::new();
    if in_form {
        dict.extend(&dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => vec![0.into(), 0.into(), 600.into(), 850.into()]
        });
    }
    let mut stream = document.add_object(Stream::new(dict, bytes).with_compression(false));
    if in_form {
        resources.set("XObject", dictionary! { "Board" => stream });
        stream = document.add_object(Stream::new(Dictionary::new(), b"/Board Do".to_vec()));
    }
    let page = document.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => stream, "Resources" => resources,
        "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
    });
    let tree = dictionary! { "Type" => "Pages", "Count" => 1, "Kids" => vec![page.into()] };
    document.objects.insert(pages, tree.into());
    let catalogue = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalogue);
    let mut out = Vec::new();
    document.save_to(&mut out).unwrap();
    out
}

#[track_caller]
fn refused(bytes: &[u8], why: &str) {
    let expected = format!("error[HX001]: bad.pdf: {why}");
    Run::new().file("bad.pdf", bytes).args(["check", "bad.pdf"]).status(2).stdout("").stderr(&expected).run();
}

const DAMAGED: &str = "the contents of page 1 are damaged";

#[test]
fn whole_contents_are_read() {
    for in_form in [false, true] {
        // Many programs end a stream with a line break and include the break in the length.
        let bytes = [deflated(&contents()), b"\r\n".to_vec()].concat();
        let ran = Run::new()
            .file("good.pdf", pdf("FlateDecode", bytes, in_form))
            .args(["check", "good.pdf"])
            .status(0)
            .run();
        assert!(ran.stdout.contains("19 cells: hexhex 3"), "{}", ran.stdout);
    }
}

#[test]
fn contents_that_do_not_inflate() {
    for in_form in [false, true] {
        refused(&pdf("FlateDecode", vec![0, 17, 250, 3, 99, 7, 1], in_form), DAMAGED);
    }
}

#[test]
fn contents_that_end_too_soon() {
    let mut bytes = deflated(&contents());
    bytes.truncate(bytes.len() / 2);
    for in_form in [false, true] {
        refused(&pdf("FlateDecode", bytes.clone(), in_form), DAMAGED);
    }
}

#[test]
fn contents_with_other_bytes_in_them() {
    let mut bytes = deflated(&contents());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    refused(&pdf(vec!["FlateDecode".into()], bytes, false), DAMAGED);
}

/// Encodes every four bytes as five letters, as `ASCII85Decode` reads them.
fn letters(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for four in bytes.chunks(4) {
        let mut group = [0; 4];
        group[..four.len()].copy_from_slice(four);
        let mut rest = u32::from_be_bytes(group);
        let mut five = [0; 5];
        for letter in five.iter_mut().rev() {
            *letter = b'!' + (rest % 85) as u8;
            rest /= 85;
        }
        out.extend(&five[..=four.len()]);
        // Breaks lines at arbitrary positions.
        out.extend((out.len() % 7 == 0).then_some(b'\n'));
    }
    out.extend(b"~>");
    out
}

#[test]
fn contents_that_are_written_in_letters() {
    let filter = || vec!["ASCII85Decode".into(), "FlateDecode".into()];
    let bytes = deflated(&contents());
    let good = pdf(filter(), letters(&bytes), false);
    let ran = Run::new().file("good.pdf", good).args(["check", "good.pdf"]).status(0).run();
    assert!(ran.stdout.contains("19 cells: hexhex 3"), "{}", ran.stdout);
    refused(&pdf(filter(), letters(&bytes[..bytes.len() / 2]), false), DAMAGED);
}

#[test]
fn contents_that_are_coded_in_a_way_that_nobody_knows() {
    refused(&pdf("NoSuchDecode", contents(), false), DAMAGED);
}

#[test]
fn a_file_without_pages() {
    let mut document = Document::with_version("1.7");
    let tree = dictionary! { "Type" => "Pages", "Count" => 0, "Kids" => Vec::<Object>::new() };
    let pages = document.add_object(tree);
    let catalogue = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalogue);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    refused(&bytes, "this PDF has no pages");
}
