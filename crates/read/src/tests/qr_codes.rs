//! Tests of the decoder of QR codes.

use crate::{DecodedQr, decode_qr, nearest_qr_side};
use hexpress_scene::qr_code::{Correction, QrModules};

fn code() -> QrModules {
    QrModules::encode("https://example.org/rules?é", Correction::Medium).unwrap()
}

#[test]
fn a_code_is_read_and_its_mirror_image_is_recognised() {
    let code = code();
    let text = "https://example.org/rules?é".to_owned();
    let found = decode_qr(code.side(), |column, row| code.is_dark(column, row));
    assert_eq!(found, Some(DecodedQr { text: text.clone(), is_mirrored: false }));
    let mirrored = decode_qr(code.side(), |column, row| code.is_dark(row, column));
    assert_eq!(mirrored, Some(DecodedQr { text, is_mirrored: true }));
}

#[test]
fn damaged_modules_are_corrected_up_to_a_limit() {
    let code = code();
    let damaged = |columns: usize| {
        decode_qr(code.side(), |column, row| {
            code.is_dark(column, row) != ((10..10 + columns).contains(&column) && row > 9)
        })
    };
    assert!(damaged(1).is_some());
    assert!(damaged(6).is_none());
}

#[test]
fn only_the_sides_of_the_standard_are_codes() {
    for (modules, side) in [
        (20.9, Some(21)),
        (17.0, None),
        (22.9, Some(21)),
        (177.4, Some(177)),
        (190.0, None),
        (f64::NAN, None),
    ] {
        assert_eq!(nearest_qr_side(modules), side, "{modules}");
    }
    assert_eq!(decode_qr(20, |_, _| true), None);
}
