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
    // The cuts are where make.sh cuts the pictures out: 180 mm wide, in the middle of the page.
    let heights = [108.0, 72.0, 36.0, 36.0, 195.0, 182.0, 81.0, 72.0, 72.0];
    // Rows of patterns are cut off where their area ends, which is not looked at here.
    for (page, height) in pages.iter().zip(heights).filter(|(_, height)| *height != 81.0) {
        let trim = page.items.iter().filter(|item| crate::support::measure::id(item).contains('/'));
        let of_pieces = trim.filter(|item| !crate::support::measure::id(item).contains("furniture"));
        let covered = of_pieces.map(crate::support::measure::covers).reduce(|a, b| a.union(b)).unwrap();
        let expected = kurbo::Rect::from_center_size((105.0, 148.5), (180.0, height));
        // A path ends beyond its edge, where it is cut off.
        assert!(crate::support::measure::inside(covered, expected) > -1.5, "{covered:?} in {expected:?}");
        // Pages of icons have no ground that goes to the edge.
        let short = if height > 180.0 { 5.0 } else { 0.5 };
        assert!(crate::support::measure::inside(expected, covered) > -short, "{covered:?} is {expected:?}");
    }
}
