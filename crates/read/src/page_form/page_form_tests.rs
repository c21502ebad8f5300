//! Tests that copy a page of a PDF, and then read the copy.

use kurbo::{Rect, Size};
use lopdf::{Dictionary, Document as Lopdf, Object, Stream, dictionary};

use super::{PageFormError, PageForms, single_page_pdf};
use crate::limits::MAX_DEPTH;
use crate::tests::sample::{Sample, font, reals, string};
use crate::{Document, ItemKind, ReadError, Rgb, pdf};
use hexpress_base::units::Mm;
use hexpress_scene::picture::PageForm;

/// A page of 100 x 50 points.
const MEDIA: [f64; 4] = [0.0, 0.0, 100.0, 50.0];

fn form_of(bytes: &[u8], number: usize) -> Result<PageForm, PageFormError> {
    PageForms::open(bytes, "file".into())?.page(number)
}

/// Returns the copy of the only page of a sample.
fn form(sample: Sample) -> PageForm {
    form_of(&sample.bytes(), 1).unwrap()
}

fn read(form: &PageForm) -> Document {
    pdf(&single_page_pdf(form).unwrap()).unwrap()
}

/// Returns everything in a copy as text. The streams are decompressed.
fn text(form: &PageForm) -> String {
    let mut document = Lopdf::load_mem(&single_page_pdf(form).unwrap()).unwrap();
    document.decompress();
    document.objects.values().map(shown).collect()
}

fn shown(object: &Object) -> String {
    match object {
        Object::Stream(Stream { dict, content, .. }) => {
            format!("{dict:?}{}", String::from_utf8_lossy(content))
        }
        other => format!("{other:?}"),
    }
}

/// Returns the bounds of the areas that have this colour. They are in points, measured from the
/// lower left corner.
fn areas(document: &Document, colour: [u8; 3]) -> Vec<Rect> {
    let page = &document.pages[0];
    let areas = page
        .items
        .iter()
        .filter(|item| matches!(&item.kind, ItemKind::Path { fill: Some(fill), .. } if *fill == Rgb(colour)));
    let to_points = |mm: f64| (Mm(mm).to_pt() * 100.0).round() / 100.0;
    let height = page.media.height();
    areas
        .filter_map(|item| item.painted_bounds)
        .map(|area| {
            let [x0, y0, x1, y1] = [area.x0, height - area.y1, area.x1, height - area.y0].map(to_points);
            Rect::new(x0, y0, x1, y1)
        })
        .collect()
}

#[test]
fn a_page_begins_with_its_own_state() {
    let mut sample = Sample::new();
    sample.page(MEDIA, "10 10 20 20 re f Q Q q 1 0 0 rg", Dictionary::new());
    let text = text(&form(sample));
    assert!(text.contains("0 g\\n0 G") || text.contains("0 g 0 G 1 w"), "{text}");
    assert!(text.contains("10 10 20 20 re\nf\nq\n1 0 0 rg\nQ\n"), "{text}");
}

#[test]
fn only_what_draws_is_copied() {
    let mut sample = Sample::new();
    let script = dictionary! { "S" => "JavaScript", "JS" => string("app.alert(1)") };
    let hidden = sample.doc.add_object(dictionary! { "Type" => "OCG", "Name" => string("no") });
    let shown = sample.doc.add_object(dictionary! { "Type" => "OCG", "Name" => string("yes") });
    let off = sample.stream(
        dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => reals(&MEDIA), "OC" => hidden },
        b"0 0 1 rg 0 0 9 9 re f",
    );
    let on = sample.stream(
        dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => reals(&MEDIA), "OC" => shown,
            "PieceInfo" => dictionary! { "Secret" => string("secret") }, "Ref" => dictionary! {},
        },
        b"0 1 0 rg 50 0 9 9 re f",
    );
    let postscript = sample.stream(dictionary! { "Type" => "XObject", "Subtype" => "PS" }, b"showpage");
    let unused = sample.stream(dictionary! { "Subtype" => "Form", "BBox" => reals(&MEDIA) }, b"unused");
    let appearance =
        sample.stream(dictionary! { "Subtype" => "Form", "BBox" => reals(&MEDIA) }, b"appearance");
    let resources = dictionary! {
        "XObject" => dictionary! { "Off" => off, "On" => on, "PS" => postscript, "Unused" => unused },
        "Properties" => dictionary! { "No" => hidden, "Yes" => shown },
    };
    let contents = "/Off Do /On Do /PS Do /OC /No BDC 1 0 0 rg 0 0 5 5 re f EMC /OC /Yes BDC \
                    1 0 0 rg 20 0 5 5 re f EMC /Piece <</Id (a/1) /MCID 3>> BDC 0 0 1 1 re f EMC xyz 1 2 foo";
    let page = sample.page(MEDIA, contents, resources);
    let link = dictionary! {
        "Subtype" => "Stamp", "F" => 4, "Rect" => reals(&MEDIA), "AP" => dictionary! { "N" => appearance },
        "A" => script.clone(),
    };
    sample.dict(page).set("Annots", vec![Object::Dictionary(link)]);
    sample.dict(page).set("AA", dictionary! { "O" => script.clone() });
    let catalogue = sample.catalogue;
    sample.dict(catalogue).set("OpenAction", script);
    sample.dict(catalogue).set(
        "OCProperties",
        dictionary! {
            "OCGs" => vec![hidden.into(), shown.into()],
            "D" => dictionary! { "OFF" => vec![hidden.into()] },
        },
    );
    let form = form(sample);
    assert_eq!(form.left_out, ["a drawing in PostScript", "annotations"]);
    let text = text(&form);
    for absent in
        ["JavaScript", "secret", "Piece", "MCID", "OC", "showpage", "unused", "appearance", "foo", "Ref"]
    {
        assert!(!text.contains(absent), "{absent} in {text}");
    }
    let document = read(&form);
    assert_eq!(
        areas(&document, [255, 0, 0]),
        [Rect::new(20.0, 0.0, 25.0, 5.0), Rect::new(0.0, 0.0, 1.0, 1.0)]
    );
    assert_eq!(areas(&document, [0, 255, 0]), [Rect::new(50.0, 0.0, 59.0, 9.0)]);
    assert_eq!(areas(&document, [0, 0, 255]), []);
}

#[test]
fn the_box_of_a_page_is_its_smallest_sensible_one() {
    let made = |boxes: &[(&str, [f64; 4])], more: &[(&str, Object)]| {
        let mut sample = Sample::new();
        let page = sample.page(MEDIA, "1 0 0 rg 10 20 5 3 re f", Dictionary::new());
        boxes.iter().for_each(|(key, sides)| sample.dict(page).set(*key, reals(sides)));
        more.iter().for_each(|(key, value)| sample.dict(page).set(*key, value.clone()));
        form_of(&sample.bytes(), 1)
    };
    let size_and_areas = |boxes: &[(&str, [f64; 4])], more: &[(&str, Object)]| {
        let form = made(boxes, more).unwrap();
        let size = Size::new(form.size.width.round(), form.size.height.round());
        (size, areas(&read(&form), [255, 0, 0]))
    };
    let whole = (Size::new(100.0, 50.0), vec![Rect::new(10.0, 20.0, 15.0, 23.0)]);
    assert_eq!(size_and_areas(&[], &[]), whole);
    let (art, trim, crop) = ([5.0, 5.0, 40.0, 45.0], [8.0, 10.0, 90.0, 40.0], [0.0, 10.0, 80.0, 50.0]);
    let by_trim = (Size::new(82.0, 30.0), vec![Rect::new(2.0, 10.0, 7.0, 13.0)]);
    assert_eq!(size_and_areas(&[("ArtBox", art), ("TrimBox", trim), ("CropBox", crop)], &[]), by_trim);
    let by_art = (Size::new(35.0, 40.0), vec![Rect::new(5.0, 15.0, 10.0, 18.0)]);
    assert_eq!(size_and_areas(&[("ArtBox", art), ("CropBox", crop)], &[]), by_art);
    let by_crop = (Size::new(80.0, 40.0), vec![Rect::new(10.0, 10.0, 15.0, 13.0)]);
    assert_eq!(size_and_areas(&[("CropBox", crop)], &[]), by_crop);
    // The page is rotated by a quarter turn clockwise, so its left side is at the top.
    let turned = (Size::new(30.0, 82.0), vec![Rect::new(10.0, 75.0, 13.0, 80.0)]);
    assert_eq!(size_and_areas(&[("TrimBox", trim)], &[("Rotate", 90.into())]), turned);
    let large = (Size::new(200.0, 100.0), vec![Rect::new(20.0, 40.0, 30.0, 46.0)]);
    assert_eq!(size_and_areas(&[], &[("UserUnit", 2.into())]), large);
    assert_eq!(made(&[("TrimBox", [8.0, 10.0, 8.0, 40.0])], &[]), Err(PageFormError::Empty));
    assert_eq!(made(&[("TrimBox", [200.0, 0.0, 300.0, 40.0])], &[]), Err(PageFormError::Empty));
}

#[test]
fn fonts_and_pictures_come_along_and_are_shared() {
    let mut sample = Sample::new();
    let bars = font(&mut sample, 'x');
    let resources = || dictionary! { "Font" => dictionary! { "F" => bars } };
    sample.page(MEDIA, "BT /F 10 Tf 5 5 Td <0001> Tj ET", resources());
    sample.page(MEDIA, "BT /F 20 Tf 5 5 Td <0001> Tj ET", resources());
    let bytes = sample.bytes();
    let forms = PageForms::open(&bytes, "file".into()).unwrap();
    let [one, two] = [1, 2].map(|number| forms.page(number).unwrap());
    assert!(!one.is_legible && one.missing_fonts.is_empty() && !one.has_transparency);
    assert_eq!(one.obstacles[0].why, "has fonts of its own, and does not state that it is PDF/A or PDF/X");
    let document = read(&two);
    let ItemKind::Text(text) = &document.pages[0].items[0].kind else { panic!("{document:?}") };
    assert_eq!(text.string, "x");
    // Only the forms of the pages differ. The form comes first in each list of objects.
    let keys = |form: &PageForm| form.objects.iter().map(|object| object.key).collect::<Vec<_>>();
    assert_eq!(keys(&one)[1..], keys(&two)[1..]);
    assert_ne!(keys(&one)[0], keys(&two)[0]);
    assert_eq!(one.objects[1..], two.objects[1..]);
}

#[test]
fn letters_that_are_drawings_keep_their_resources() {
    let mut sample = Sample::new();
    let dot = sample.stream(
        dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => reals(&MEDIA) },
        b"0 0 500 500 re f",
    );
    let form_letter = sample.stream(Dictionary::new(), b"600 0 d0 /Dot Do");
    let picture = b"600 0 0 0 500 500 d1 500 0 0 500 0 0 cm BI /W 1 /H 1 /BPC 1 /IM true ID \0 EI";
    let picture_letter = sample.stream(Dictionary::new(), picture);
    let type3 = sample.doc.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type3", "FontBBox" => reals(&[0.0, 0.0, 600.0, 600.0]),
        "FontMatrix" => reals(&[0.001, 0.0, 0.0, 0.001, 0.0, 0.0]), "FirstChar" => 97, "LastChar" => 98,
        "Widths" => reals(&[600.0, 600.0]),
        "Encoding" => dictionary! { "Differences" => vec![97.into(), "a".into(), "b".into()] },
        "CharProcs" => dictionary! { "a" => form_letter, "b" => picture_letter },
        "Resources" => dictionary! { "XObject" => dictionary! { "Dot" => dot, "Unused" => dot } },
    });
    let resources = dictionary! { "Font" => dictionary! { "T" => type3 } };
    sample.page(MEDIA, "1 0 0 rg BT /T 20 Tf 10 10 Td (ab) Tj ET", resources);
    let form = form(sample);
    let text = text(&form);
    assert!(text.contains("/Dot Do") && text.contains("Dot") && !text.contains("Unused"), "{text}");
    assert!(text.contains("ImageMask"), "{text}");
    assert!(!form.is_legible && form.missing_fonts.is_empty());
    assert!(!read(&form).pages[0].items.is_empty());
}

#[test]
fn pictures_in_contents_become_objects_without_lzw() {
    let mut sample = Sample::new();
    // The LZW code of a single red pixel: the code that clears the table, three bytes, and the end code.
    let lzw = [0x80, 0x3F, 0xC0, 0x00, 0x08, 0x08];
    let mut contents = b"q 20 0 0 20 5 5 cm BI /W 1 /H 1 /BPC 8 /CS /RGB /F /LZW ID ".to_vec();
    contents.extend(lzw);
    contents.extend(b" EI Q");
    let page = sample.page(MEDIA, "", Dictionary::new());
    let stream = sample.doc.add_object(Stream::new(Dictionary::new(), contents));
    sample.dict(page).set("Contents", stream);
    let form = form(sample);
    let text = text(&form);
    assert!(text.contains("/Inline1-0 Do") && text.contains("DeviceRGB") && !text.contains("LZW"), "{text}");
    let document = read(&form);
    assert_eq!(document.images, 1);
    assert!(matches!(document.pages[0].items[..], [crate::Item { kind: ItemKind::Image { .. }, .. }]));
}

#[test]
fn features_for_readers_are_recorded() {
    let noticed = |contents: &str, resources: Dictionary| {
        let mut sample = Sample::new();
        sample.page(MEDIA, contents, resources);
        form(sample)
    };
    let plain = noticed("0.5 g 0 0 5 5 re f", Dictionary::new());
    assert!(
        plain.obstacles.is_empty()
            && plain.is_legible
            && !plain.has_transparency
            && plain.left_out.is_empty()
    );
    let cmyk = noticed("1 0 0 0 k 0 0 5 5 re f", Dictionary::new());
    assert_eq!(cmyk.obstacles[0].why, "has colours in CMYK without a colour profile");
    let inks = |attributes: Option<Dictionary>| {
        let tint = dictionary! {
            "FunctionType" => 2, "Domain" => vec![0.into(), 1.into()], "C0" => reals(&[1.0, 1.0, 1.0]),
            "C1" => reals(&[1.0, 0.0, 0.0]), "N" => 1,
        };
        let names = Object::from(vec!["Gold".into()]);
        let mut space: Vec<Object> = vec!["DeviceN".into(), names, "DeviceRGB".into(), tint.clone().into()];
        space.extend(attributes.map(|_| {
            let gold: Vec<Object> = vec!["Separation".into(), "Gold".into(), "DeviceRGB".into(), tint.into()];
            Object::from(dictionary! { "Colorants" => dictionary! { "Gold" => gold } })
        }));
        noticed("/N cs 1 scn 0 0 5 5 re f", dictionary! { "ColorSpace" => dictionary! { "N" => space } })
    };
    assert_eq!(inks(None).obstacles[0].why, "mixes spot colours without describing each of them");
    assert!(inks(Some(Dictionary::new())).obstacles.is_empty());
    let state = |state: Dictionary| dictionary! { "ExtGState" => dictionary! { "G" => state } };
    let sheer = noticed("/G gs 0 0 5 5 re f", state(dictionary! { "ca" => 0.5 }));
    assert!(sheer.has_transparency && text(&sheer).contains("Transparency"));
    assert!(!noticed("0 0 5 5 re f", state(dictionary! { "ca" => 0.5 })).has_transparency);
    assert!(noticed("/G gs", state(dictionary! { "BM" => "Multiply" })).has_transparency);
    assert!(!noticed("/G gs", state(dictionary! { "BM" => "Normal", "ca" => 1 })).has_transparency);
    let curve = dictionary! { "FunctionType" => 2, "Domain" => vec![0.into(), 1.into()], "N" => 2 };
    let pressed = noticed("/G gs", state(dictionary! { "TR" => curve }));
    assert_eq!(pressed.left_out, ["a transfer curve for a printing press"]);
    assert!(!text(&pressed).contains("TR"));
    let helvetica = dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" };
    let fonts = dictionary! { "Font" => dictionary! { "F" => helvetica } };
    let missing = noticed("BT /F 9 Tf (a) Tj ET", fonts);
    assert_eq!(missing.missing_fonts, ["Helvetica"]);
    assert_eq!(missing.obstacles[0].why, "does not contain its font Helvetica");
}

#[test]
fn what_cannot_be_read_is_refused() {
    let mut sample = Sample::new();
    sample.page(MEDIA, "0 0 5 5 re f", Dictionary::new());
    let bytes = sample.bytes();
    assert_eq!(form_of(&bytes, 0), Err(PageFormError::NoPage { pages: 1 }));
    assert_eq!(form_of(&bytes, 2), Err(PageFormError::NoPage { pages: 1 }));
    assert_eq!(form_of(b"%PDF-1.7", 1), Err(ReadError::Incomplete.into()));
    let mut encrypted = Sample::new();
    encrypted.page(MEDIA, "", Dictionary::new());
    let lock = encrypted.doc.add_object(dictionary! { "Filter" => "Standard", "V" => 1, "R" => 2 });
    encrypted.doc.trailer.set("Encrypt", lock);
    assert_eq!(form_of(&encrypted.bytes(), 1), Err(ReadError::Encrypted.into()));
    // These forms are nested one level deeper than the limit.
    let mut deep = Sample::new();
    let form = |sample: &mut Sample, inner: Option<lopdf::ObjectId>| {
        let mut own_dictionary =
            dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => reals(&MEDIA) };
        let objects: Dictionary = inner.iter().map(|id| (b"X".to_vec(), Object::from(*id))).collect();
        own_dictionary.set("Resources", dictionary! { "XObject" => objects });
        sample.stream(own_dictionary, b"/X Do")
    };
    let mut last = form(&mut deep, None);
    for _ in 0..MAX_DEPTH {
        last = form(&mut deep, Some(last));
    }
    deep.page(MEDIA, "/X Do", dictionary! { "XObject" => dictionary! { "X" => last } });
    assert_eq!(form_of(&deep.bytes(), 1), Err(ReadError::DEEP_DRAWINGS.into()));
}

#[test]
fn a_file_that_states_a_standard_has_fonts_that_follow_it() {
    let mut sample = Sample::new();
    let bars = font(&mut sample, 'x');
    let resources = dictionary! { "Font" => dictionary! { "F" => bars } };
    sample.page(MEDIA, "BT /F 10 Tf 5 5 Td <0001> Tj ET", resources);
    let metadata = sample.stream(Dictionary::new(), b"<x:xmpmeta><pdfaid:part>2</pdfaid:part></x:xmpmeta>");
    let catalogue = sample.catalogue;
    sample.dict(catalogue).set("Metadata", metadata);
    let form = form(sample);
    assert!(form.is_legible && form.obstacles.is_empty(), "{:?}", form.obstacles);
}

/// Returns the form of a page with `depth` functions that are nested in one another.
fn nested(depth: usize) -> Result<PageForm, PageFormError> {
    let mut sample = Sample::new();
    let ends = || vec![0.into(), 1.into()];
    let mut function = dictionary! { "FunctionType" => 2, "Domain" => ends(), "N" => 1 };
    for _ in 1..depth {
        function = dictionary! {
            "FunctionType" => 3, "Domain" => ends(), "Bounds" => Vec::new(), "Encode" => ends(),
            "Functions" => function,
        };
    }
    let shading = dictionary! {
        "ShadingType" => 2, "ColorSpace" => "DeviceGray", "Coords" => reals(&MEDIA), "Function" => function,
    };
    sample.page(MEDIA, "/S sh", dictionary! { "Shading" => dictionary! { "S" => shading } });
    form_of(&sample.bytes(), 1)
}

#[test]
fn objects_may_be_nested_as_deep_as_the_limit() {
    // The shading and the numbers of the innermost function count as levels of nesting, too.
    let most = super::copy::MAX_OBJECT_DEPTH - 3;
    assert!(nested(most).is_ok());
    let too_deep = ReadError::TooMuchNesting { what: "objects", most: super::copy::MAX_OBJECT_DEPTH };
    assert_eq!(nested(most + 1), Err(too_deep.into()));
}
