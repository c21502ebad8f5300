//! Tests that the layout for the pictures of `docs/reference` builds, with one sheet for each
//! picture.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

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
    // make.sh cuts each picture out of the middle of its page. The pictures are 180 mm wide and
    // have these heights, in mm.
    let heights = [108.0, 72.0, 36.0, 36.0, 195.0, 182.0, 81.0, 72.0, 72.0];
    // The page of 81 mm shows patterns that are clipped to their area. This page is not tested
    // here.
    for (page, height) in pages.iter().zip(heights).filter(|(_, height)| *height != 81.0) {
        let trim = page.items.iter().filter(|item| crate::support::measure::id(item).contains('/'));
        let of_pieces = trim.filter(|item| !crate::support::measure::id(item).contains("furniture"));
        let covered = of_pieces.map(crate::support::measure::covers).reduce(|a, b| a.union(b)).unwrap();
        let expected = kurbo::Rect::from_center_size((105.0, 148.5), (180.0, height));
        // Paths that are clipped may extend up to 1.5 mm beyond the edge.
        assert!(crate::support::measure::inside(covered, expected) > -1.5, "{covered:?} in {expected:?}");
        // Pages of icons have no background that extends to the edge, so more free space is
        // allowed.
        let short = if height > 180.0 { 5.0 } else { 0.5 };
        assert!(crate::support::measure::inside(expected, covered) > -short, "{covered:?} is {expected:?}");
    }
}

/// A picture, and the part of it that differs from its top left pixel. All lengths are in pixels.
struct Picture {
    width: usize,
    height: usize,
    drawn_width: usize,
    drawn_height: usize,
}

impl Picture {
    fn read(file: &Path) -> Self {
        let mut decoder = png::Decoder::new(BufReader::new(File::open(file).unwrap()));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let (width, height) = (info.width as usize, info.height as usize);
        let background = pixels[..info.line_size / width].to_vec();
        let is_drawn = |(_, pixel): &(usize, &[u8])| *pixel != background;
        let drawn = pixels.chunks(background.len()).enumerate().filter(is_drawn).map(|(at, _)| at);
        let columns: BTreeSet<usize> = drawn.clone().map(|at| at % width).collect();
        let rows: BTreeSet<usize> = drawn.map(|at| at / width).collect();
        Self { width, height, drawn_width: extent(&columns), drawn_height: extent(&rows) }
    }
}

/// Returns the number of indices from the smallest to the largest one in the set.
fn extent(places: &BTreeSet<usize>) -> usize {
    places.first().zip(places.last()).map_or(0, |(first, last)| last + 1 - first)
}

#[test]
fn no_picture_is_blank() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_some_and(|extension| extension == "png") {
            let Picture { width, height, drawn_width, drawn_height } = Picture::read(&file);
            assert!(
                2 * drawn_width > width && 2 * drawn_height > height,
                "{}: only {drawn_width} x {drawn_height} of {width} x {height} pixels show something",
                file.display()
            );
            count += 1;
        }
    }
    assert!(count > 80, "{count} pictures");
}
