//! Tests that read whole files.

mod at_limits;
mod qr_codes;
mod repeated_drawings;
pub(crate) mod sample;
mod wordings;

use kurbo::{Point, Rect};
use lopdf::{Dictionary, Object, dictionary};

use super::{Document, ItemKind, ReadError, Rgb, pdf, pdf_structure};
use crate::find;
use crate::limits::MAX_MARKS;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::pixel_size::PixelSize;
use hexpress_base::units::Mm;
use sample::{Sample, one_page, reals, string};

/// The box of a page of 200 by 200 mm, in points.
const SQUARE: [f64; 4] = [0.0, 0.0, 566.929_133_858_267_7, 566.929_133_858_267_7];

fn close(a: Point, b: Point) -> bool {
    // The tolerance is one micrometre.
    a.distance(b) < 0.001
}

fn read(bytes: &[u8]) -> Document {
    pdf(bytes).unwrap()
}

/// Returns a flat-top hexagon in points, for a page with the box [`SQUARE`]. All arguments are in
/// millimetres.
fn hexagon(cx: f64, cy: f64, side: f64, offset: (f64, f64)) -> String {
    let mut text = String::new();
    for (n, (x, y)) in find::sample::hexagon((cx, cy), side, 0.0).into_iter().enumerate() {
        let (x, y) = (Mm(x).to_pt() + offset.0, Mm(200.0 - y).to_pt() + offset.1);
        text += &format!("{x:.6} {y:.6} {} ", if n == 0 { "m" } else { "l" });
    }
    text + "h "
}

fn square(contents: &str) -> Document {
    let mut sample = Sample::new();
    sample.page(SQUARE, contents, Dictionary::new());
    read(&sample.bytes())
}

#[test]
fn a_hexagon_comes_back_to_the_micrometre() {
    let document = square(&format!("1 0 0 rg 0 0 1 RG 2 w {}B", hexagon(70.0, 80.0, 20.0, (0.0, 0.0))));
    let page = &document.pages[0];
    let [item] = &page.items[..] else { panic!("{:?}", page.items) };
    let ItemKind::Path { fill, stroke: Some(stroke), .. } = &item.kind else { panic!("{item:?}") };
    assert_eq!(*fill, Some(Rgb([255, 0, 0])));
    assert_eq!(stroke.colour, Rgb([0, 0, 255]));
    assert!((stroke.width - Mm::from_pt(2.0).0).abs() < 1e-9);
    let found = find::polygons(page, 6);
    assert_eq!(found.len(), 1);
    for (corner, expected) in found[0].corners.iter().zip(find::sample::hexagon((70.0, 80.0), 20.0, 0.0)) {
        assert!(close(*corner, expected.into()), "{corner:?} {expected:?}");
    }
    assert!(found[0].irregularity() < 0.001);
    assert!((page.media.width() - 200.0).abs() < 0.001 && page.media.x0 == 0.0 && page.media.y0 == 0.0);
}

#[test]
fn a_page_may_begin_anywhere() {
    let mut sample = Sample::new();
    let [_, _, w, h] = SQUARE;
    let contents = hexagon(70.0, 80.0, 20.0, (100.0, -50.0)) + "f";
    let page = sample.page([100.0, -50.0, w + 100.0, h - 50.0], &contents, Dictionary::new());
    sample.dict(page).set("TrimBox", reals(&[172.0, 22.0, 244.0, 58.0]));
    sample.dict(page).set("CropBox", reals(&[w + 100.0, h - 50.0, 100.0, -50.0]));
    let document = read(&sample.bytes());
    let page = &document.pages[0];
    assert!(close(find::polygons(page, 6)[0].centre, Point::new(70.0, 80.0)));
    // The trim box begins 1 inch from the left edge and 1.5 inches above the bottom edge.
    let trim = page.trim.unwrap();
    assert!(close(trim.origin(), Point::new(25.4, 200.0 - 38.1)));
    assert!((trim.width() - 25.4).abs() < 0.001 && (trim.height() - 12.7).abs() < 0.001);
    assert!(close(page.crop.unwrap().origin(), Point::ZERO));
    assert_eq!(page.bleed, None);
}

#[test]
fn a_turned_page_is_read_as_it_is_seen() {
    for (rotate, corner) in
        [(0, (10.0, 20.0)), (90, (80.0, 10.0)), (180, (190.0, 80.0)), (270, (20.0, 190.0))]
    {
        let mut sample = Sample::new();
        // The page has a size of 200 by 100 mm. The line begins 10 mm from the left edge and 20 mm
        // from the top edge.
        let (x, y) = (Mm(10.0).to_pt(), Mm(80.0).to_pt());
        let contents = format!("{x} {y} m 100 100 l S");
        let page = sample.page([0.0, 0.0, SQUARE[2], SQUARE[3] / 2.0], &contents, Dictionary::new());
        sample.dict(page).set("Rotate", rotate);
        let document = read(&sample.bytes());
        let page = &document.pages[0];
        let ItemKind::Path { path, .. } = &page.items[0].kind else { panic!() };
        let start = path.ends().next().unwrap();
        assert!(close(start, corner.into()), "{rotate}: {start:?}");
        let upright = rotate % 180 == 0;
        assert_eq!(page.media.width() > page.media.height(), upright);
    }
}

#[test]
fn transforms_and_forms_are_resolved() {
    let mut sample = Sample::new();
    let form = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => reals(&[0.0, 0.0, 900.0, 900.0]),
        "Matrix" => reals(&[1.0, 0.0, 0.0, 1.0, 5.0, 0.0]),
    };
    let form = sample.stream(form, b"3 w [6 3] 0 d 0 0 10 20 re S");
    let resources = dictionary! { "XObject" => dictionary! { "F" => form } };
    // The form is rotated by 90 degrees to the left, doubled in size, and moved to (200, 300).
    sample.page([0.0, 0.0, 720.0, 720.0], "q 0 2 -2 0 200 300 cm /F Do Q", resources);
    let document = read(&sample.bytes());
    let page = &document.pages[0];
    let ItemKind::Path { stroke: Some(stroke), fill: None, .. } = &page.items[0].kind else { panic!() };
    assert!((stroke.width - Mm::from_pt(6.0).0).abs() < 1e-9);
    assert!((stroke.dash[0] - Mm::from_pt(12.0).0).abs() < 1e-6 && stroke.dash.len() == 2);
    let found = find::rectangles(page);
    let mm = |pt: f64| Mm::from_pt(pt).0;
    assert!((found[0].width - mm(40.0)).abs() < 1e-6 && (found[0].height - mm(20.0)).abs() < 1e-6);
    // The corner of the form at (5, 0) is drawn at (200, 310). The corner at (15, 20) is drawn at
    // (160, 330).
    assert!(close(found[0].centre, Point::new(mm(180.0), mm(720.0 - 320.0))));
}

#[test]
fn ids_come_from_the_innermost_mark() {
    let line = "0 0 m 50 50 l S ";
    let contents = format!(
        "{line}/Piece <</Id (board/cell:1,-1)>> BDC {line}/Part BMC {line}/Piece <</Id (inner)>> BDC {line}EMC EMC \
         {line}EMC EMC /Artifact BMC {line}EMC /Named /P BDC {line}EMC"
    );
    let mut sample = Sample::new();
    let resources =
        dictionary! { "Properties" => dictionary! { "P" => dictionary! { "Id" => string("named") } } };
    sample.page(SQUARE, &contents, resources);
    let document = read(&sample.bytes());
    let got: Vec<_> =
        document.pages[0].items.iter().map(|i| (i.id.as_deref().cloned(), i.tag.as_deref())).collect();
    let cell = Identity::Of("board".into(), Feature::Cell(CellAddress::new(1, -1)));
    let expected = [
        (None, None),
        (Some(cell.clone()), Some("Piece")),
        (Some(cell.clone()), Some("Part")),
        (Some(Identity::Foreign("inner".into())), Some("Piece")),
        (Some(cell), Some("Piece")),
        (None, Some("Artifact")),
        (Some(Identity::Foreign("named".into())), Some("Named")),
    ];
    assert_eq!(got, expected);
}

#[test]
fn only_fill_and_stroke_of_one_path_are_one_item() {
    let count = |contents: &str| square(contents).pages[0].items.len();
    let path = "10 10 m 60 10 l 40 50 l h ";
    assert_eq!(count(&format!("{path}B")), 1);
    assert_eq!(count(&format!("{path}f {path}S")), 1);
    assert_eq!(count(&format!("{path}S {path}f")), 2);
    assert_eq!(count(&format!("{path}f 11 10 m 60 10 l 40 50 l h S")), 2);
    assert_eq!(count(&format!("{path}f /A BMC {path}S EMC")), 2);
    assert_eq!(count(&format!("{path}B {path}S")), 2);
}

#[test]
fn pictures_are_counted_and_placed() {
    let mut sample = Sample::new();
    let image = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => 2, "Height" => 1,
        "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8,
    };
    let image = sample.stream(image, &[0, 255]);
    let resources = dictionary! { "XObject" => dictionary! { "I" => image } };
    sample.page([0.0, 0.0, 720.0, 720.0], "144 0 0 72 72 72 cm /I Do", resources);
    let document = read(&sample.bytes());
    assert_eq!(document.images, 1);
    let ItemKind::Image { corners, pixels } = &document.pages[0].items[0].kind else { panic!() };
    assert_eq!(*pixels, PixelSize::new(2, 1));
    let expected = [(25.4, 203.2), (76.2, 203.2), (76.2, 228.6), (25.4, 228.6)];
    assert!(corners.iter().zip(expected).all(|(c, e)| close(*c, e.into())), "{corners:?}");
}

#[test]
fn a_picture_of_ours_is_its_pixels_however_they_are_written() {
    let effect = |grey: u8, compressed: bool, inverted: bool| {
        let mut sample = Sample::new();
        let info = sample.doc.add_object(dictionary! { "Producer" => string("hexpress 1") });
        sample.doc.trailer.set("Info", info);
        let mut image = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => 64, "Height" => 64,
            "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8,
        };
        if inverted {
            image.set("Decode", vec![1.into(), 0.into()]);
        }
        let pixels = [grey; 64 * 64];
        let image = match compressed {
            true => sample.stream(image, &pixels),
            false => sample.doc.add_object(lopdf::Stream::new(image, pixels.to_vec())),
        };
        let resources = dictionary! { "XObject" => dictionary! { "I" => image } };
        sample.page(SQUARE, "40 0 0 40 9 9 cm /I Do", resources);
        read(&sample.bytes()).pages[0].items[0].effect
    };
    let plain = effect(90, true, false);
    assert_ne!(plain, 0);
    assert_eq!(plain, effect(90, false, false));
    assert_eq!(plain, effect(255 - 90, false, true));
    assert_ne!(plain, effect(90, true, true));
    assert_ne!(plain, effect(91, true, false));
}

#[test]
fn a_picture_of_another_program_is_the_bytes_of_the_picture_and_of_its_mask() {
    let effect = |pixels: [u8; 2], mask: [u8; 2]| {
        let mut sample = Sample::new();
        let mut image = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => 2, "Height" => 1,
            "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8,
        };
        let mask = sample.stream(image.clone(), &mask);
        image.set("SMask", mask);
        let image = sample.stream(image, &pixels);
        sample.page(
            SQUARE,
            "40 0 0 40 9 9 cm /I Do",
            dictionary! { "XObject" => dictionary! { "I" => image } },
        );
        read(&sample.bytes()).pages[0].items[0].effect
    };
    let plain = effect([0, 90], [9, 255]);
    assert_eq!(plain, effect([0, 90], [9, 255]));
    assert_ne!(plain, effect([0, 91], [9, 255]));
    assert_ne!(plain, effect([0, 90], [8, 255]));
}

#[test]
fn the_file_speaks_of_itself() {
    let mut sample = Sample::new();
    let page = sample.page(SQUARE, "0 0 m", Dictionary::new());
    let more = sample.stream(Dictionary::new(), b"n");
    let first = sample.dict(page).get(b"Contents").unwrap().clone();
    sample.dict(page).set("Contents", vec![first, more.into()]);
    sample.page(SQUARE, "", Dictionary::new());
    let info = sample.doc.add_object(dictionary! {
        "Title" => Object::String(b"\xFE\xFF\x00A\x26\x6F".to_vec(), lopdf::StringFormat::Hexadecimal),
        "Author" => string("Ada"), "Producer" => string("press"), "ModDate" => string("D:2020"),
    });
    sample.doc.trailer.set("Info", info);
    sample.doc.trailer.set("ID", vec![string("0123456789abcdef"), string("x")]);
    let file = dictionary! { "Type" => "EmbeddedFile", "Subtype" => "text/plain" };
    let file = sample.stream(file, b"hello");
    let spec = dictionary! { "F" => string("a.txt"), "EF" => dictionary! { "F" => file } };
    let leaf = sample.doc.add_object(dictionary! { "Names" => vec![string("key"), spec.into()] });
    let tree = sample.doc.add_object(dictionary! { "Kids" => vec![leaf.into(), leaf.into()] });
    let catalogue = sample.catalogue;
    let catalogue = sample.dict(catalogue);
    catalogue.set("Lang", string("en"));
    catalogue.set("Names", dictionary! { "EmbeddedFiles" => tree });
    catalogue.set("ViewerPreferences", dictionary! { "PrintScaling" => "None" });
    let bytes = sample.bytes();
    let document = pdf_structure(&bytes).unwrap();
    assert_eq!(document.title.as_deref(), Some("A\u{266F}"));
    assert_eq!(document.author.as_deref(), Some("Ada"));
    assert_eq!(document.producer.as_deref(), Some("press"));
    assert_eq!(document.language.as_deref(), Some("en"));
    assert_eq!(document.print_scaling.as_deref(), Some("None"));
    assert!(document.dates);
    assert_eq!(document.id.as_deref(), Some(&b"0123456789abcdef"[..]));
    let [file] = &document.attachments[..] else { panic!("{:?}", document.attachments) };
    assert_eq!((file.name.as_str(), file.mime.as_deref()), ("a.txt", Some("text/plain")));
    assert_eq!(file.bytes, b"hello");
    // These digests come from the reference implementation of XXH3. The second digest is for empty contents.
    assert_eq!(document.pages[0].digest, "5446eedf4dfbecc714fc9d87623917df");
    assert_eq!(document.pages[1].digest, "99aa06d3014798d86001c324468d497f");
    assert_eq!(document.pages.iter().map(|p| p.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(document.pages[1].media, read(&bytes).pages[1].media);
}

#[test]
fn a_plain_file_says_nothing() {
    let document = read(&one_page(""));
    assert_eq!((document.title, document.id, document.dates), (None, None, false));
    assert_eq!((document.fonts.len(), document.images, document.attachments.len()), (0, 0, 0));
    let a4 = Rect::new(0.0, 0.0, 210.0, 297.0);
    let media = document.pages[0].media;
    assert!((media.x1 - a4.x1).abs() < 0.001 && (media.y1 - a4.y1).abs() < 0.001);
}

#[test]
fn what_is_no_pdf_or_only_a_part_of_one_is_refused() {
    assert_eq!(pdf(b"").unwrap_err(), ReadError::NotPdf);
    assert_eq!(pdf(b"hello").unwrap_err(), ReadError::NotPdf);
    assert_eq!(pdf(b"%PDF-1.7\n").unwrap_err(), ReadError::Incomplete);
    let whole = one_page(&hexagon(70.0, 80.0, 20.0, (0.0, 0.0)).repeat(20));
    let end = whole.windows(9).rposition(|w| w == b"startxref").unwrap();
    for length in 0..end + 9 {
        assert!(pdf(&whole[..length]).is_err(), "{length}");
    }
    assert!(pdf(&whole).is_ok());
}

#[test]
fn no_damage_makes_it_panic() {
    let whole = one_page("/Piece <</Id (x)>> BDC 0 0 m 10 0 l 5 9 l h B EMC q 1 0 0 1 3 3 cm (x) Tj Q");
    for at in 0..whole.len() {
        for byte in [b' ', b'9', b'<', b'\xFF'] {
            let mut damaged = whole.clone();
            damaged[at] = byte;
            // Both an error and a document are correct results. The test fails only if the reader
            // panics.
            let _ = pdf(&damaged);
        }
    }
}

#[test]
fn a_wrong_count_of_pages_is_damage() {
    let whole = one_page("");
    let at = whole.windows(7).position(|w| w == b"/Count ").unwrap() + 7;
    let mut damaged = whole;
    damaged[at] = b'2';
    assert_eq!(pdf(&damaged).unwrap_err(), ReadError::PageCount { promised: 2, found: 1 });
}

#[test]
fn drawings_without_end_are_refused() {
    let form =
        || dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => reals(&[0.0, 0.0, 9.0, 9.0]) };
    // There are thirty forms. Each of them draws the previous one twice.
    let mut sample = Sample::new();
    let mut last = sample.stream(form(), b"0 0 5 5 re f");
    for _ in 0..30 {
        let mut next = form();
        next.set("Resources", dictionary! { "XObject" => dictionary! { "F" => last } });
        last = sample.stream(next, b"/F Do /F Do");
    }
    sample.page(SQUARE, "/F Do", dictionary! { "XObject" => dictionary! { "F" => last } });
    assert_eq!(pdf(&sample.bytes()).unwrap_err(), ReadError::TooMuchOnPage(1));
    // The form draws itself, with the resources of the page.
    let mut sample = Sample::new();
    let own = sample.stream(form(), b"/F Do");
    sample.page(SQUARE, "/F Do", dictionary! { "XObject" => dictionary! { "F" => own } });
    assert_eq!(pdf(&sample.bytes()).unwrap_err(), ReadError::DEEP_DRAWINGS);
}

#[test]
fn marks_nested_too_deep_are_refused() {
    let mut sample = Sample::new();
    sample.page(SQUARE, &"/A BMC ".repeat(MAX_MARKS + 1), Dictionary::new());
    assert_eq!(pdf(&sample.bytes()).unwrap_err(), ReadError::TooDeep(1));
}

/// Returns the text items of a page. `/F` is the font [`sample::font`]. Its only glyph is a bar.
fn texts(contents: &str) -> Vec<super::Text> {
    let mut sample = Sample::new();
    let font = sample::font(&mut sample, '\u{2660}');
    sample.page([0.0, 0.0, 720.0, 720.0], contents, dictionary! { "Font" => dictionary! { "F" => font } });
    let document = read(&sample.bytes());
    let [font] = &document.fonts[..] else { panic!("{:?}", document.fonts) };
    assert_eq!(font.name, "Bars");
    assert!(font.embedded && font.subset && font.to_unicode);
    assert_eq!(document.unread_fonts, 0);
    let text = |kind| match kind {
        ItemKind::Text(text) => *text,
        other => panic!("{other:?}"),
    };
    document.pages.into_iter().flat_map(|p| p.items).map(|i| text(i.kind)).collect()
}

#[test]
fn text_is_measured() {
    // The font size is 20 points. The second glyph is moved back by a tenth of an em.
    let found = texts("BT /F 20 Tf 0 1 0 rg 72 144 Td [<0001> 100 <0001>] TJ ET");
    let [text] = &found[..] else { panic!("{found:?}") };
    let at = |x: f64, y: f64| Point::new(Mm::from_pt(x).0, Mm::from_pt(720.0 - y).0);
    assert_eq!((text.string.as_str(), &*text.font), ("\u{2660}\u{2660}", "Bars"));
    assert!((text.size - Mm::from_pt(20.0).0).abs() < 1e-9);
    assert_eq!((text.angle, text.colour, text.invisible), (0.0, Rgb([0, 255, 0]), false));
    assert!(close(text.origin, at(72.0, 144.0)));
    // The box begins at the origin of the first glyph. Its width is two advances of 12 points minus
    // 2 points, and its height is 14 points.
    let corners = [at(72.0, 144.0), at(94.0, 144.0), at(94.0, 158.0), at(72.0, 158.0)];
    assert!(text.corners.iter().zip(corners).all(|(c, e)| close(*c, e)), "{:?}", text.corners);
    // The outlines begin 2 points after the origin of the first glyph, and end 10 points after the
    // origin of the second glyph.
    assert!(close(text.outline.origin(), at(74.0, 158.0)));
    assert!(close(Point::new(text.outline.x1, text.outline.y1), at(92.0, 144.0)));
}

#[test]
fn turned_text_is_measured_along_its_baseline() {
    // The text is rotated by 30 degrees to the left, which is 330 degrees clockwise. Its size is
    // halved by the transform of the page.
    let turn = "0.866025 0.5 -0.5 0.866025 72 144 Tm";
    let found = texts(&format!("0.5 0 0 0.5 0 0 cm BT /F 20 Tf {turn} <0001> Tj ET"));
    let [text] = &found[..] else { panic!("{found:?}") };
    assert!((text.angle - 330.0).abs() < 1e-4, "{}", text.angle);
    assert!((text.size - Mm::from_pt(10.0).0).abs() < 1e-5);
    let [a, b, _, d] = text.corners;
    assert!((a.distance(b) - Mm::from_pt(6.0).0).abs() < 1e-5);
    assert!((a.distance(d) - Mm::from_pt(7.0).0).abs() < 1e-5);
    assert!(d.y < a.y && d.x < a.x && b.y < a.y);
    // Before the rotation, the outline is 4 points wide and 7 points high. Both values affect the
    // width after the rotation.
    let width = Mm::from_pt(4.0 * 0.866_025 + 7.0 * 0.5).0;
    assert!((text.outline.width() - width).abs() < 1e-5);
}

#[test]
fn text_filled_and_stroked_is_one_item_and_unseen_text_is_known() {
    assert_eq!(texts("BT /F 20 Tf 2 Tr <0001> Tj ET").len(), 1);
    let found = texts("BT /F 20 Tf <0001> Tj 3 Tr <0001> Tj ET");
    assert_eq!(found.iter().map(|t| t.invisible).collect::<Vec<_>>(), [false, true]);
    assert_eq!(texts("BT /F 20 Tf <0002> Tj ET")[0].string, "\u{FFFD}");
}

#[test]
fn a_font_that_is_not_embedded_is_reported() {
    let mut sample = Sample::new();
    let font = dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" };
    let resources = dictionary! { "Font" => dictionary! { "F" => font } };
    sample.page(SQUARE, "BT /F 9 Tf (seen by nobody) Tj ET", resources);
    let document = read(&sample.bytes());
    assert_eq!(document.unread_fonts, 1);
    assert!(document.pages[0].items.is_empty());
    let [font] = &document.fonts[..] else { panic!() };
    assert!(font.name == "Helvetica" && !font.embedded && !font.subset && !font.to_unicode);
}
