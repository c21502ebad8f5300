//! Tests of SVG pictures as drawing programs write them: words, masks, patterns, blend modes,
//! filters and pictures inside them. The tests measure the finished file.

use hexpress::read::{Item, ItemKind, Page};
use kurbo::Shape as _;
use lopdf::{Document, Object};

use super::images::{bounds, card, number, page, picture, pictures, png, rows, samples, says, sheet};
use crate::support::run::{Ran, Run};

/// Builds a card that shows an SVG drawing with these elements. A unit of the drawing is 1 mm on the card.
fn drawn(inside: &str) -> Ran {
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 50\">{inside}</svg>");
    card("{ image = \"a.svg\" }", &[("a.svg", svg.as_bytes())])
}

/// Returns what the program reports about a picture that cannot be printed.
fn refused(name: &str, bytes: &[u8]) -> String {
    let layout = format!("[[cards]]\nsize = \"60 x 50mm\"\nface = [{{ image = \"{name}\" }}]\n");
    let run = Run::new().file(name, bytes).file("x.toml", layout).args(["build", "x.toml"]);
    run.any_stderr().status(2).run().stderr
}

fn texts(page: &Page) -> Vec<&Item> {
    page.items.iter().filter(|item| item.id.is_some() && matches!(item.kind, ItemKind::Text(_))).collect()
}

/// Returns all streams of the PDF, without compression.
fn contents(ran: &Ran) -> String {
    let file = Document::load_mem(&ran.bytes("output/x-iso.pdf")).unwrap();
    let streams = file.objects.values().filter_map(|object| object.as_stream().ok());
    let bytes = streams.map(|s| s.decompressed_content().unwrap_or_else(|_| s.content.clone()));
    bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}

/// Counts the dictionaries of the PDF in which `key` has the name `value`.
fn count_of(ran: &Ran, key: &[u8], value: &[u8]) -> usize {
    let file = Document::load_mem(&ran.bytes("output/x-iso.pdf")).unwrap();
    let has = |object: &Object| match object {
        Object::Dictionary(dict) => states(dict, key, value),
        Object::Stream(stream) => states(&stream.dict, key, value),
        _ => 0,
    };
    file.objects.values().map(has).sum()
}

fn states(dict: &lopdf::Dictionary, key: &[u8], value: &[u8]) -> usize {
    let own = usize::from(dict.get(key).and_then(Object::as_name).is_ok_and(|name| name == value));
    own + dict
        .iter()
        .filter_map(|(_, inner)| inner.as_dict().ok())
        .map(|dict| states(dict, key, value))
        .sum::<usize>()
}

#[test]
fn words_are_text_in_the_font_that_the_drawing_names() {
    let ran = drawn(
        "<text x=\"5\" y=\"20\" font-size=\"8\" font-family=\"Barlow Condensed\">Old <tspan font-weight=\"bold\">harbour</tspan></text>",
    );
    let page = page(&ran);
    assert!(says(&page, "harbour") && ran.stderr.is_empty(), "{}", ran.stderr);
    let ItemKind::Text(text) = &texts(&page)[0].kind else { panic!("no text") };
    // The font size is 8 units of the drawing, and a unit is 1 mm.
    assert!((text.size - 8.0).abs() < 0.01, "{}", text.size);
    assert!(contents(&ran).contains("BarlowCondensed-Bold") || count_fonts(&ran) >= 2);
}

fn count_fonts(ran: &Ran) -> usize {
    count_of(ran, b"Subtype", b"Type0")
}

#[test]
fn a_family_that_is_not_there_is_named_with_the_one_that_is_taken() {
    let ran = drawn("<text x=\"5\" y=\"20\" font-size=\"8\" font-family=\"Papyrus\">Ye olde</text>");
    let warning = &ran.stderr;
    assert!(
        warning.contains("HX212") && warning.contains("`Papyrus`") && warning.contains("`sans`"),
        "{warning}"
    );
    assert!(says(&page(&ran), "Ye olde"));
}

#[test]
fn words_with_a_line_are_curves_beside_their_words() {
    let ran = drawn("<text x=\"5\" y=\"20\" font-size=\"8\" stroke=\"red\">Rim</text>");
    assert!(contents(&ran).contains("ActualText <FEFF00520069006D>"));
}

#[test]
fn masks_patterns_and_blend_modes_stay_vectors() {
    let ran = drawn(
        "<defs><mask id=\"m\"><circle cx=\"15\" cy=\"15\" r=\"10\" fill=\"#fff\"/></mask>\
         <pattern id=\"p\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\"><circle cx=\"2.5\" cy=\"2.5\" r=\"2\"/></pattern></defs>\
         <rect width=\"30\" height=\"30\" fill=\"red\" mask=\"url(#m)\"/>\
         <rect x=\"30\" width=\"30\" height=\"20\" fill=\"url(#p)\"/>\
         <rect x=\"10\" y=\"10\" width=\"20\" height=\"20\" fill=\"#08f\" style=\"mix-blend-mode:multiply\"/>",
    );
    assert_eq!(count_of(&ran, b"S", b"Luminosity"), 1);
    assert_eq!(count_of(&ran, b"BM", b"Multiply"), 1);
    assert_eq!(count_of(&ran, b"Subtype", b"Image"), 0);
    let page = page(&ran);
    let discs = page.items.iter().filter(|item| {
        let ItemKind::Path { path, .. } = &item.kind else { return false };
        let size = path.bounding_box().size();
        (size.width - 4.0).abs() < 0.01 && (size.height - 4.0).abs() < 0.01
    });
    assert_eq!(discs.count(), 6 * 4);
}

#[test]
fn a_clip_by_the_even_odd_rule_leaves_its_hole() {
    let hole =
        "<clipPath id=\"c\"><path clip-rule=\"evenodd\" d=\"M5 5h30v30h-30zM15 15h10v10h-10z\"/></clipPath>";
    let ran = drawn(&format!("{hole}<rect width=\"60\" height=\"50\" clip-path=\"url(#c)\"/>"));
    assert!(contents(&ran).contains("W* n"));
    let empty = drawn(
        "<clipPath id=\"c\"/><rect width=\"60\" height=\"50\" fill=\"#123456\" clip-path=\"url(#c)\"/><path d=\"M0 0h1v1z\"/>",
    );
    let colour = |item: &Item| matches!(&item.kind, ItemKind::Path { fill: Some(rgb), .. } if rgb.0 == [0x12, 0x34, 0x56]);
    assert!(!page(&empty).items.iter().any(colour), "an empty clip hides everything");
}

#[test]
fn only_the_part_with_a_filter_becomes_pixels() {
    let ran = drawn(
        "<filter id=\"f\"><feGaussianBlur stdDeviation=\"1\"/></filter>\
         <rect x=\"10\" y=\"10\" width=\"10\" height=\"10\" filter=\"url(#f)\"/><rect x=\"30\" y=\"10\" width=\"20\" height=\"20\" fill=\"#00ff00\"/>",
    );
    assert!(ran.stderr.contains("HX213"), "{}", ran.stderr);
    let page = page(&ran);
    let [(corners, (width, _))] = pictures(&page)[..] else { panic!("not one picture") };
    let bounds = bounds(corners);
    // The filter extends beyond each side of the square by a tenth of the square's width.
    assert!((bounds.width() - 12.0).abs() < 0.3, "{bounds:?}");
    let dpi = f64::from(width) / bounds.width() * 25.4;
    assert!((300.0..390.0).contains(&dpi), "{dpi}");
    let green =
        |item: &Item| matches!(&item.kind, ItemKind::Path { fill: Some(rgb), .. } if rgb.0 == [0, 255, 0]);
    assert!(page.items.iter().any(green));
}

/// Builds a layout with these keys in `[game]` and a picture with a filter. Returns the resolution of the
/// filter, and the note about it.
fn filter_dpi(game: &str) -> (f64, String) {
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 50\"><filter id=\"f\"><feFlood/></filter>\
        <rect width=\"30\" height=\"30\" filter=\"url(#f)\"/></svg>";
    let face = "face = [{ image = \"a.svg\" }]";
    let layout = format!("[game]\n{game}\n[[cards]]\nsize = \"60 x 50mm\"\ngrid = \"1 x 1\"\n{face}\n");
    let ran = sheet(&layout, &[("a.svg", svg)]);
    let page = page(&ran);
    let [(corners, (width, _))] = pictures(&page)[..] else { panic!("not one picture") };
    (f64::from(width) / bounds(corners).width() * 25.4, ran.stderr)
}

#[test]
fn a_layout_sets_the_resolution_of_filters() {
    for (game, dpi) in [("", 300.0), ("dpi = 72", 72.0), ("dpi = 600", 600.0), ("dpi = 1200", 1200.0)] {
        let (drawn, note) = filter_dpi(game);
        // The number of pixels is rounded up, so that drawings of almost the same size can share
        // their pixels.
        assert!((dpi..=dpi + 256.0 * 25.4 / 60.0).contains(&drawn), "{game}: {drawn}");
        assert!(note.contains(&format!("at {dpi} dpi")), "{note}");
    }
}

#[test]
fn tiles_of_a_filter_are_as_far_apart_as_in_the_file() {
    // The tiles are 1 mm wide, which is 11.8 pixels. Half of each tile is black.
    let ran = drawn(
        "<filter id=\"f\" x=\"0\" y=\"0\" width=\"1\" height=\"1\" primitiveUnits=\"userSpaceOnUse\">\
         <feFlood x=\"0\" y=\"0\" width=\".5\" height=\"1\" result=\"a\"/><feMerge x=\"0\" y=\"0\" width=\"1\" height=\"1\"><feMergeNode/></feMerge>\
         <feTile/></filter><rect width=\"50\" height=\"10\" filter=\"url(#f)\"/>",
    );
    let (_, opacity) = picture(&ran.bytes("output/x-iso.pdf"));
    let opacity = opacity.unwrap();
    let width = number(&opacity.dict, "Width") as usize;
    let rows = samples(&opacity);
    let row = &rows[rows.len() / 2 / width * width..][..width];
    let starts: Vec<usize> = (1..width).filter(|x| row[x - 1] < 128 && row[*x] >= 128).collect();
    let [first, .., last] = starts[..] else { panic!("{starts:?}") };
    let apart = (last - first) as f64 / (starts.len() - 1) as f64
        * bounds(pictures(&page(&ran))[0].0).width()
        / width as f64;
    assert!((apart - 1.0).abs() < 0.005, "{apart}");
}

#[test]
fn the_relief_of_light_does_not_depend_on_the_resolution() {
    let contrast = |game: &str| {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 50\"><filter id=\"f\" color-interpolation-filters=\"sRGB\">\
            <feGaussianBlur stdDeviation=\"4\"/><feDiffuseLighting surfaceScale=\"9\"><feDistantLight azimuth=\"0\" elevation=\"45\"/>\
            </feDiffuseLighting></filter><rect x=\"20\" y=\"15\" width=\"20\" height=\"20\" filter=\"url(#f)\"/></svg>";
        let layout = format!(
            "[game]\n{game}\n[[cards]]\nsize = \"60 x 50mm\"\ngrid = \"1 x 1\"\nface = [{{ image = \"a.svg\" }}]\n"
        );
        let ran = sheet(&layout, &[("a.svg", svg.as_bytes())]);
        let (colours, _) = picture(&ran.bytes("output/x-iso.pdf"));
        let grey = samples(&colours);
        grey.iter().max().unwrap() - grey.iter().min().unwrap()
    };
    let (coarse, fine) = (contrast("dpi = 72"), contrast("dpi = 300"));
    assert!(coarse > 100 && coarse.abs_diff(fine) < 12, "{coarse} {fine}");
}

#[test]
fn pictures_next_to_a_drawing_are_shown_and_others_are_named() {
    let photo = png((600, 500), 8, 2, &[], &rows((600, 500), |_, _| vec![9, 8, 7]));
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 50\"><image href=\"photo.png\" width=\"60\" height=\"50\"/></svg>";
    let ran = card("{ image = \"art/a.svg\" }", &[("art/a.svg", svg), ("art/photo.png", &photo)]);
    assert_eq!(count_of(&ran, b"Subtype", b"Image"), 1);
    assert!(refused("art/a.svg", svg).contains("line 1, but `photo.png`"));
}

#[test]
fn a_webp_keeps_its_pixels() {
    // A lossless picture of 6 x 4 pixels, with a gradient from red at the top to blue at the
    // bottom.
    const WEBP: &[u8] = &[
        0x52, 0x49, 0x46, 0x46, 0x2e, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x4c, 0x22,
        0x00, 0x00, 0x00, 0x2f, 0x05, 0xc0, 0x00, 0x00, 0x1f, 0x10, 0x53, 0xf5, 0xd5, 0xff, 0xf9, 0x0f, 0x27,
        0x81, 0x82, 0x46, 0x92, 0x9a, 0xef, 0x1d, 0x50, 0x87, 0x49, 0x4c, 0x62, 0x23, 0xa2, 0xff, 0xf1, 0xcf,
        0xab, 0xab, 0x00,
    ];
    let ran = card("{ image = \"a.webp\", size = \"0.7 x 0.5mm\" }", &[("a.webp", WEBP)]);
    let file = Document::load_mem(&ran.bytes("output/x-iso.pdf")).unwrap();
    let images = file.objects.values().filter_map(|object| object.as_stream().ok());
    let image = images
        .into_iter()
        .find(|s| s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Image"));
    let rows = image.unwrap().decompressed_content().unwrap();
    assert_eq!((&rows[..3], rows.len()), (&[255, 0, 0][..], 4 * 18));
    assert_eq!(rows[rows.len() - 3..], [0, 0, 255]);
    assert!(refused("a.webp", &WEBP[..40]).contains("HX206"));
}
