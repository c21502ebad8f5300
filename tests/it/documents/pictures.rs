//! Tests that the layout for the pictures of `docs/reference` builds, with one sheet for each
//! picture.

use crate::support::run::Run;

#[test]
fn the_layout_of_the_pictures_prints() {
    let ran = Run::new()
        .file("elements.toml", include_str!("../../../docs/pictures/elements.toml"))
        .file("ship.svg", include_str!("../../../docs/pictures/ship.svg"))
        .args(["build", "elements.toml", "--quiet"])
        .run();
    let pages = ran.pdf("output/elements-iso.pdf").pages;
    assert_eq!(pages.len(), 9);
    // make.sh cuts out the pictures at these positions: 180 mm wide, centred on the page.
    let heights = [108.0, 72.0, 36.0, 36.0, 195.0, 182.0, 81.0, 72.0, 72.0];
    // The page of 81 mm shows patterns that are clipped to their area. It is not tested here.
    for (page, height) in pages.iter().zip(heights).filter(|(_, height)| *height != 81.0) {
        let trim = page.items.iter().filter(|item| crate::support::measure::id(item).contains('/'));
        let of_pieces = trim.filter(|item| !crate::support::measure::id(item).contains("furniture"));
        let covered = of_pieces.map(crate::support::measure::covers).reduce(|a, b| a.union(b)).unwrap();
        let expected = kurbo::Rect::from_center_size((105.0, 148.5), (180.0, height));
        // A clipped path extends beyond the edge.
        assert!(crate::support::measure::inside(covered, expected) > -1.5, "{covered:?} in {expected:?}");
        // Pages of icons have no background that reaches the edge.
        let short = if height > 180.0 { 5.0 } else { 0.5 };
        assert!(crate::support::measure::inside(expected, covered) > -short, "{covered:?} is {expected:?}");
    }
}
