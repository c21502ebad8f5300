//! Faults of a file as a whole.

use hexpress::check::Verdict;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};

use super::super::bench::edit_record;
use super::Wrong;
use super::board::{THING, wrongs};

fn with(edit: impl Fn(&mut Document)) -> Verdict {
    THING.judge(&THING.with(edit))
}

/// Changes every dictionary of the file.
fn dictionaries(file: &mut Document, edit: impl Fn(&mut Dictionary)) {
    for object in file.objects.values_mut() {
        match object {
            Object::Dictionary(dictionary) => edit(dictionary),
            Object::Stream(stream) => edit(&mut stream.dict),
            _ => {}
        }
    }
}

fn page(file: &mut Document, number: u32, edit: impl Fn(&mut Dictionary)) {
    let id = file.get_pages()[&number];
    edit(file.get_dictionary_mut(id).unwrap());
}

/// Converts a box from mm to points, both measured from the bottom left corner.
fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Object {
    [x0, y0, x1, y1].iter().map(|mm| Object::Real((mm * 72.0 / 25.4) as f32)).collect::<Vec<_>>().into()
}

/// Adds operators to a page's contents, and updates the record.
fn draw(file: &mut Document, number: u32, more: &[u8]) {
    let id = file.get_pages()[&number];
    let stream = file.get_page_contents(id)[0];
    let stream = file.get_object_mut(stream).unwrap().as_stream_mut().unwrap();
    let before = stream.get_plain_content().unwrap();
    let after = [&before, more].concat();
    stream.set_plain_content(after.clone());
    let sha = |bytes: &[u8]| hexpress::record::page_digest(bytes);
    edit_record(file, |json| json.replace(&sha(&before), &sha(&after)));
}

/// Adds a resource to a page, in addition to those that all pages share.
fn resource(file: &mut Document, number: u32, kind: &str, name: &str, object: lopdf::ObjectId) {
    let id = file.get_pages()[&number];
    let mut node = id;
    let resources = loop {
        let dictionary = file.get_dictionary(node).unwrap();
        if let Ok(resources) = dictionary.get(b"Resources") {
            break file.dereference(resources).unwrap().1.as_dict().unwrap().clone();
        }
        node = dictionary.get(b"Parent").unwrap().as_reference().unwrap();
    };
    let mut resources = resources;
    let mut known = match resources.get(kind.as_bytes()) {
        Ok(known) => file.dereference(known).unwrap().1.as_dict().unwrap().clone(),
        Err(_) => Dictionary::new(),
    };
    known.set(name, object);
    resources.set(kind, known);
    file.get_dictionary_mut(id).unwrap().set("Resources", resources);
}

/// Draws a picture of one pixel, 20 mm wide.
fn picture(file: &mut Document, number: u32) {
    let image = file.add_object(Stream::new(
        dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => 1, "Height" => 1, "ColorSpace" => "DeviceGray",
            "BitsPerComponent" => 8,
        },
        vec![128],
    ));
    resource(file, number, "XObject", "Wrong", image);
    draw(file, number, b"\nq 57 0 0 57 280 -400 cm /Wrong Do Q\n");
}

pub const WRONGS: super::Wrongs = wrongs![
    "fonts left out of the file", "HX461", 0, "not in the file", &[], with(|file| dictionaries(file, |d| {
        for key in [&b"FontFile"[..], b"FontFile2", b"FontFile3"] { d.remove(key); }
    }));
    "fonts that do not say which letters they show", "HX466", 0, "characters", &["HX426", "HX445"],
        with(|file| dictionaries(file, |d| { d.remove(b"ToUnicode"); }));
    "a file that does not ask for printing at its true size", "HX463", 0, "100 %", &[],
        with(|file| dictionaries(file, |d| { d.remove(b"ViewerPreferences"); }));
    "a file that lets the program choose the scale", "HX463", 0, "100 %", &[], with(|file| {
        let catalogue = file.catalog_mut().unwrap();
        catalogue.set("ViewerPreferences", dictionary! { "PrintScaling" => "AppDefault" });
    });
    "a page changed after the file was made", "HX464", 2, "changed", &["HX450"], with(|file| {
        let id = file.get_pages()[&2];
        let stream = file.get_page_contents(id)[0];
        let stream = file.get_object_mut(stream).unwrap().as_stream_mut().unwrap();
        let before = stream.get_plain_content().unwrap();
        stream.set_plain_content([b"1 0 0 1 0 -0.02 cm\n", before.as_slice()].concat());
    });
    "one space added to a page", "HX464", 4, "changed", &[], with(|file| {
        let id = file.get_pages()[&4];
        let stream = file.get_page_contents(id)[0];
        let stream = file.get_object_mut(stream).unwrap().as_stream_mut().unwrap();
        let before = stream.get_plain_content().unwrap();
        stream.set_plain_content([before.as_slice(), b" "].concat());
    });
    "a digest in the record changed", "HX464", 1, "changed", &[], with(|file| edit_record(file, |json| {
        let at = json.find("pages-xxh3-128").unwrap();
        let digit = at + json[at..].find("[").unwrap();
        let first = digit + json[digit..].find('"').unwrap() + 1;
        let other = if &json[first..=first] == "0" { "1" } else { "0" };
        format!("{}{other}{}", &json[..first], &json[first + 1..])
    }));
    "a page taken out", "HX465", 0, "3 of 4", &[], with(|file| file.delete_pages(&[3]));
    "the first page taken out", "HX465", 0, "3 of 4", &[], with(|file| file.delete_pages(&[1]));
    "all pages but one taken out", "HX465", 0, "1 of 4", &[], with(|file| file.delete_pages(&[1, 2, 4]));
    "two pages that changed places", "HX465", 3, "is where page", &[], with(|file| {
        let pages = file.get_pages();
        let (a, b) = (pages[&3], pages[&4]);
        let parent = file.get_dictionary(a).unwrap().get(b"Parent").unwrap().as_reference().unwrap();
        let kids = file.get_dictionary_mut(parent).unwrap().get_mut(b"Kids").unwrap().as_array_mut().unwrap();
        let at = |kids: &[Object], id| kids.iter().position(|k| k.as_reference().unwrap() == id).unwrap();
        let (i, j) = (at(kids, a), at(kids, b));
        kids.swap(i, j);
    });
    "a page twice", "HX465", 0, "5 pages", &["HX452"], with(|file| {
        let id = file.get_pages()[&2];
        let copy = file.get_dictionary(id).unwrap().clone();
        let parent = copy.get(b"Parent").unwrap().as_reference().unwrap();
        let copy = file.add_object(copy);
        let pages = file.get_dictionary_mut(parent).unwrap();
        let count = pages.get(b"Count").unwrap().as_i64().unwrap();
        pages.set("Count", count + 1);
        pages.get_mut(b"Kids").unwrap().as_array_mut().unwrap().push(copy.into());
    });
    "a picture on the board that the layout does not name", "HX462", 1, "picture", &["HX427"], with(|file| picture(file, 1));
    "a picture on a page of cards", "HX462", 2, "picture", &[], with(|file| picture(file, 2));
    "a crop box that hides 10 mm", "HX444", 1, "crop box", &[],
        with(|file| page(file, 1, |p| p.set("CropBox", rect(10.0, 0.0, 297.0, 420.0))));
    "a crop box that hides 0.2 mm", "HX444", 2, "crop box", &[],
        with(|file| page(file, 2, |p| p.set("CropBox", rect(0.0, 0.2, 297.0, 210.0))));
    "a trim box inside the sheet", "HX444", 1, "trim box", &[],
        with(|file| page(file, 1, |p| p.set("TrimBox", rect(3.0, 3.0, 294.0, 417.0))));
    "a page without a trim box", "HX444", 3, "no trim box", &[], with(|file| page(file, 3, |p| { p.remove(b"TrimBox"); }));
    "a bleed box smaller than the trim box", "HX444", 1, "bleed box", &[],
        with(|file| page(file, 1, |p| p.set("BleedBox", rect(5.0, 5.0, 292.0, 415.0))));
    "a page of another size", "HX443", 2, "was requested", &["HX444"],
        with(|file| page(file, 2, |p| p.set("MediaBox", rect(0.0, 0.0, 300.0, 210.0))));
    "a page of A4 made a page of Letter", "HX443", 2, "was requested", &["HX444", "HX441", "HX442"], with(|file| page(file, 2, |p| {
        p.set("MediaBox", rect(0.0, 0.0, 279.4, 215.9));
        p.set("TrimBox", rect(0.0, 0.0, 279.4, 215.9));
    }));
    "a page enlarged to 102 % by its `UserUnit`", "HX443", 2, "was requested", &["HX445", "HX449"],
        with(|file| page(file, 2, |p| p.set("UserUnit", Object::Real(1.02))));
    "words added in a font that the file does not contain", "HX461", 0, "NoSuchFace", &[], with(|file| {
        let font = file.add_object(dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "NoSuchFace" });
        resource(file, 2, "Font", "Wrong", font);
        draw(file, 2, b"\nBT /Wrong 9 Tf 100 -100 Td (added) Tj ET\n");
    });
];
