//! Tests that read QR codes from SVG files.

use super::*;
use hexpress_scene::qr_code::{Correction, QrModules};
use kurbo::Affine;

/// Returns the path of a code as SVG.
fn path(text: &str, place: Affine) -> String {
    (place * QrModules::encode(text, Correction::Medium).unwrap().outline()).to_svg()
}

/// Returns an SVG file of 100 x 100 mm with these elements.
fn file(body: &str) -> Vec<u8> {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 100\">{body}</svg>"
    )
    .into_bytes()
}

fn codes(most: usize, file: &[u8]) -> PageCodes {
    let page = hexpress_read::svg(file).unwrap().document.pages.remove(0);
    page_codes_within(most, &page, &FilePicture::Svg(file))
}

fn readings(body: &str) -> Vec<CodeResult> {
    codes(MAX_CODES, &file(body)).codes.into_iter().map(|code| code.reading).collect()
}

fn dark(text: &str, place: Affine) -> String {
    format!("<path d=\"{}\"/>", path(text, place))
}

#[test]
fn a_code_is_read_at_any_angle() {
    let text = "https://example.org/rules";
    // Each pair is the cosine and the sine of an angle.
    for [cos, sin] in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [0.6, 0.8], [0.96, 0.28]] {
        let turned = Affine::new([cos, sin, -sin, cos, 0.0, 0.0]);
        let place = Affine::translate((50.0, 50.0)) * turned * Affine::scale(0.4);
        assert_eq!(readings(&dark(text, place)), [CodeResult::Text(text.to_owned())], "{cos} {sin}");
    }
    let mirrored = Affine::translate((50.0, 50.0)) * Affine::scale_non_uniform(-0.4, 0.4);
    assert_eq!(readings(&dark(text, mirrored)), [CodeResult::Mirrored(text.to_owned())]);
}

#[test]
fn what_is_drawn_over_a_code_counts() {
    let code = dark("https://example.org/rules", Affine::translate((10.0, 10.0)));
    let with = |over: &str| readings(&format!("{code}{over}"));
    let corner = "<rect x=\"9\" y=\"9\" width=\"4\" height=\"4\" fill=\"white\"/>";
    assert_eq!(with(corner), [CodeResult::WithoutCorners]);
    let middle = "<rect x=\"18\" y=\"18\" width=\"10\" height=\"10\" fill=\"red\"/>";
    assert_eq!(with(middle), [CodeResult::Damaged]);
    let other = "<rect x=\"8\" y=\"8\" width=\"60\" height=\"60\" fill=\"white\"/>".to_owned()
        + &dark("https://example.org/other", Affine::translate((10.0, 10.0)));
    assert_eq!(with(&other), vec![CodeResult::Text("https://example.org/other".to_owned()); 2]);
}

#[test]
fn a_light_code_on_a_dark_ground_is_recognised() {
    let path = path("A", Affine::translate((10.0, 10.0)));
    let body = format!("<rect width=\"100\" height=\"100\"/><path fill=\"white\" d=\"{path}\"/>");
    assert_eq!(readings(&body), [CodeResult::Inverted]);
}

#[test]
fn a_code_may_consist_of_many_drawings() {
    let code = QrModules::encode("A", Correction::Low).unwrap();
    let mut body = String::new();
    for (column, row) in (0..code.side()).flat_map(|row| (0..code.side()).map(move |column| (column, row))) {
        if code.is_dark(column, row) {
            body.push_str(&format!("<rect x=\"{column}\" y=\"{row}\" width=\"1\" height=\"1\"/>"));
        }
    }
    let moved = format!("<g transform=\"translate(30 30)\">{body}</g>");
    assert_eq!(readings(&moved), [CodeResult::Text("A".to_owned())]);
}

#[test]
fn the_quiet_zone_and_the_contrast_are_measured() {
    let code = dark("A", Affine::translate((10.0, 10.0)));
    let measured = |body: &str| {
        let codes = codes(MAX_CODES, &file(body)).codes;
        (codes[0].quiet, (codes[0].contrast * 100.0).round())
    };
    assert_eq!(measured(&code), (4, 100.0));
    assert_eq!(measured(&format!("{code}<rect x=\"33\" width=\"1\" height=\"50\"/>")), (2, 100.0));
    let grey = format!("<rect width=\"100\" height=\"100\" fill=\"#808080\"/>{code}");
    assert_eq!(measured(&grey), (4, 22.0));
}

#[test]
fn a_page_has_at_most_the_codes_of_the_limit() {
    let three: String = [10.0, 40.0, 70.0]
        .iter()
        .map(|x| dark("A", Affine::translate((*x, 10.0)) * Affine::scale(0.5)))
        .collect();
    for (most, count, are_incomplete) in [(3, 3, false), (2, 2, true)] {
        let found = codes(most, &file(&three));
        assert_eq!((found.codes.len(), found.are_incomplete), (count, are_incomplete));
    }
}

#[test]
fn other_right_angled_drawings_are_no_codes() {
    let squares: String = (0..200)
        .map(|n| format!("<rect x=\"{}\" y=\"{}\" width=\"2\" height=\"2\"/>", n % 20 * 4, n / 20 * 4))
        .collect();
    assert_eq!(readings(&squares), []);
}
