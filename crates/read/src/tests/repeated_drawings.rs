//! Tests that a repeated drawing gives the same items, whether it is read only once or on each
//! page.

use kurbo::Point;
use lopdf::{Dictionary, Object, dictionary};

use super::sample::{self, Sample, string};
use super::{SQUARE, read};
use crate::{Item, ItemKind};

/// Operators that change every setting that a form may inherit.
const PEN: &str = ".4 .1 .8 rg .1 .9 .3 RG 3 w 1 J 2 j 2 M [4 2] 0 d BT /B 9 Tf 3 Tc 1 Tr ET ";
/// Operators that draw a form in five ways: moved, rotated, inside marked content, inside a clip,
/// and without a transform.
const PLACES: &str = "q 1 0 0 1 100 100 cm /F Do Q q 0 1 -1 0 300 120 cm /F Do Q 0 0 5 5 re f \
    /Piece <</Id (a/7)>> BDC q .5 .2 -.2 .5 50 400 cm /F Do Q EMC q 200 200 40 30 re W n 1 0 0 1 210 205 cm /F Do Q \
    q 1 0 0 1 100 300 cm /F Do Q /F Do 7 7 5 5 re f ";

/// Returns the items of a page that has a form. If `has_font` is set, the page also has fonts.
fn drawn(form: &str, has_font: bool, page: &str) -> Vec<Item> {
    let mut sample = Sample::new();
    sample.doc.trailer.set("Info", dictionary! { "Producer" => string("hexpress") });
    let font = sample::font(&mut sample, 'x');
    let lost = dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" };
    let fonts = dictionary! { "Font" => dictionary! { "A" => lost, "B" => font } };
    let own_dictionary = if has_font { fonts.clone() } else { Dictionary::new() };
    let dict = dictionary! {
        "Type" => "XObject", "Subtype" => "Form", "Resources" => own_dictionary,
        "BBox" => vec![(-40).into(), (-40).into(), 60.into(), 60.into()],
    };
    let form = sample.stream(dict, form.as_bytes());
    let mut resources = fonts;
    resources.set("XObject", dictionary! { "F" => form });
    let dashes = vec![Object::Array(vec![3.into()]), 0.into()];
    let state = dictionary! { "ca" => 0.5_f32, "CA" => 0.5_f32, "LW" => 5, "D" => dashes };
    resources.set("ExtGState", dictionary! { "G" => state });
    sample.page(SQUARE, page, resources);
    read(&sample.bytes()).pages.remove(0).items
}

fn points(item: &Item) -> Vec<Point> {
    match &item.kind {
        ItemKind::Path { path, .. } => path.ends().collect(),
        ItemKind::Text(text) => {
            text.corners.into_iter().chain([text.origin, text.outline.origin()]).collect()
        }
        ItemKind::Image { corners, .. } => corners.to_vec(),
    }
}

fn is_same(one: &Item, other: &Item) -> bool {
    let near =
        |a: &[Point], b: &[Point]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.distance(*b) < 1e-9);
    let rects = |item: &Item| -> Vec<Point> {
        let rects = [item.painted_bounds, item.clip].into_iter().flatten();
        rects.flat_map(|rect| [rect.origin(), Point::new(rect.x1, rect.y1)]).collect()
    };
    let is_alike = match (&one.kind, &other.kind) {
        (
            ItemKind::Path { fill, stroke, .. },
            ItemKind::Path { fill: other_fill, stroke: other_stroke, .. },
        ) => fill == other_fill && stroke == other_stroke,
        (ItemKind::Text(one), ItemKind::Text(other)) => one.string == other.string && one.size == other.size,
        _ => false,
    };
    let marks = |item: &Item| (item.id.clone(), item.tag.clone(), item.turn, item.effect);
    is_alike
        && marks(one) == marks(other)
        && near(&points(one), &points(other))
        && near(&rects(one), &rects(other))
}

#[test]
fn forms_draw_the_same_read_once_and_read_each_time() {
    for (form, has_font) in [
        ("1 0 0 rg 0 0 20 10 re f", false),
        (".2 .3 .4 RG 2 w [] 0 d 0 0 m 10 20 l 30 5 l S 0 g -90 0 20 90 re f", false),
        ("q 2 0 0 2 0 0 cm 0 g 1 1 15 25 re W n 0 0 m 9 9 l 60 60 70 2 1 1 c h f Q", false),
        ("0 0 1 rg 1 0 0 RG [] 0 d 1 w 5 5 20 10 re B", false),
        ("0 g BT /B 12 Tf 0 Tc 0 Tw 100 Tz 0 Tr 0 Ts 3 4 Td <00010001> Tj ET", true),
        ("/P <</Id (b/cell:1,2)>> BDC 0 g 0 0 5 5 re f EMC 1 g 0 0 4 4 re f /Q BMC 0 0 3 3 re f EMC", true),
        ("", false),
        // The following forms inherit settings from the page.
        ("0 0 10 10 re f", false),
        ("0 0 10 10 re S", false),
        ("0 G 0 0 10 10 re S", false),
        ("0 G 1 w 0 0 10 10 re S", false),
        ("0 G 1 w 0 J 0 j 10 M 0 0 10 10 re S", false),
        ("Q Q Q 0 0 9 9 re f", false),
        ("0 g /N BMC 0 0 9 9 re f EMC", false),
        ("0 g BT 3 4 Td <0001> Tj ET", true),
        ("0 g BT 3 4 Td <0001> Tj ET", false),
        ("0 g BT /B 12 Tf 3 4 Td <00010001> Tj ET", true),
    ] {
        for pen in ["", PEN, "/G gs ", "q /G gs q 0 0 5 5 re f Q /F Do Q "] {
            // A page that contains the tag of a placeholder is read without placeholders.
            let page = format!("{pen}{PLACES}");
            let (once, each) = (
                drawn(form, has_font, &page),
                drawn(form, has_font, &format!("{page}/HexpressPlaceholder BMC EMC")),
            );
            assert_eq!(once.len(), each.len(), "{pen}{form}");
            for (once, each) in once.iter().zip(&each) {
                assert!(is_same(once, each), "{pen}{form}: {once:#?} {each:#?}");
            }
        }
    }
}

#[test]
fn marks_with_the_tag_of_placeholders_hide_nothing() {
    let spoof = "/HexpressPlaceholder0 BMC 0 0 30 30 re f EMC ";
    let words = "BT /B 9 Tf ( q 0 g 0 0 5 5 re f Q ) Tj ET ".repeat(2);
    for (form, page) in [
        ("0 g 0 0 9 9 re f", format!("{spoof}{PLACES}")),
        // On the page, the text in parentheses looks like a block from `q` to `Q`. The form
        // contains the tag of a placeholder.
        (spoof, format!("{words}/F Do ")),
        ("0 g 0 0 9 9 re f", format!("BT /B 9 Tf (/F Do ) Tj ET {PLACES}")),
    ] {
        let (once, each) =
            (drawn(form, false, &page), drawn(form, false, &format!("{page}/HexpressPlaceholder BMC EMC")));
        assert!(
            once.len() == each.len() && once.iter().zip(&each).all(|(a, b)| is_same(a, b)),
            "{page}: {once:#?}"
        );
    }
}
