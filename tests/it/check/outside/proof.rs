//! Tests of the comparison of pixels itself: it must notice reports that are missing, false or
//! empty.

use super::base::{Bases, Fault, Reported};
use super::pixel_check::{BaseSheets, PixelResult};

/// Removes a piece from a file, and compares the pixels with these invented reports.
fn pixel_result(faults: &[(&str, &str)]) -> PixelResult {
    let name = "corners";
    let bases = Bases::built([name].into_iter());
    let base = bases.of(name);
    let edit = ["remove", "round/1"].map(str::to_owned).to_vec();
    let files = base.edited(&[edit]).unwrap();
    let fault = |(piece, message): &(&str, &str)| {
        let (page, rect) = base.spot(piece);
        Fault {
            code: "HX469".to_owned(),
            error: true,
            message: (*message).to_owned(),
            piece: Some((*piece).to_owned()),
            page: Some(page),
            rect: Some(rect),
        }
    };
    let reported = Reported { status: 1, cells: 0, worst: 0.0, faults: faults.iter().map(fault).collect() };
    BaseSheets::default().compare(name, base, &files, &reported).unwrap()
}

#[test]
fn a_report_that_is_missing_false_or_empty_is_noticed() {
    let right = pixel_result(&[("round/1", "piece 1 of round is missing")]);
    assert!(
        right.visibly_differs
            && right.unreported.is_none()
            && right.false_report.is_none()
            && right.vague.is_none()
    );

    assert!(pixel_result(&[]).unreported.is_some());

    let false_report = pixel_result(&[("round/4", "piece 4 of round is missing")]);
    assert!(false_report.unreported.is_some() && false_report.false_report.is_some());

    let more =
        pixel_result(&[("round/1", "piece 1 of round is missing"), ("round/4", "it is blue, not red")]);
    assert!(more.unreported.is_none() && more.false_report.is_some());

    assert!(pixel_result(&[("round/1", "round/1 is drawn differently")]).vague.is_some());
}
