//! Draws pages of 100 by 100 points, with one pixel per point.

use hexpress_base::pixel_size::PixelSize;
use lopdf::{Dictionary, Object, dictionary};

use super::*;
use crate::tests::sample::{Sample, reals};

/// The pixels of a page, without a background.
struct Drawn(Vec<u8>);

impl Drawn {
    /// Returns the pixel whose lower left corner is at a point of the page. The result is red,
    /// green, blue and alpha.
    fn at(&self, x: usize, y: usize) -> [u8; 4] {
        self.0.as_chunks().0[(99 - y) * 100 + x]
    }
}

fn drawn_in_bands(sample: Sample, band: u32) -> Drawn {
    let pages = Pages { band, ..Pages::open(sample.bytes()).unwrap() };
    let mut rgba = Vec::new();
    let view = pages.view(0, PixelSize::new(100, 100)).unwrap();
    assert!(pages.draw(&view, &pages.caches(), |band| rgba.extend_from_slice(band)));
    Drawn(rgba)
}

fn page(contents: &str, resources: Dictionary, mut sample: Sample) -> Drawn {
    sample.page([0.0, 0.0, 100.0, 100.0], contents, resources);
    drawn_in_bands(sample, MAX_BAND_PIXELS)
}

fn plain(contents: &str) -> Drawn {
    page(contents, Dictionary::new(), Sample::new())
}

const NOTHING: [u8; 4] = [0; 4];
const BLACK: [u8; 4] = [0, 0, 0, 255];
const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

#[track_caller]
fn near(found: [u8; 4], wanted: [u8; 4]) {
    let off = found.iter().zip(wanted).map(|(a, b)| a.abs_diff(b)).max().unwrap();
    assert!(off <= 2, "{found:?} is not {wanted:?}");
}

#[test]
fn areas_have_exact_edges_and_holes() {
    let drawn = plain("1 0 0 rg 10 10 20.5 20 re f 0 0 1 rg 50 50 40 40 re 60 60 20 20 re f*");
    assert_eq!((drawn.at(10, 10), drawn.at(29, 29)), (RED, RED));
    assert_eq!((drawn.at(9, 10), drawn.at(10, 9), drawn.at(31, 10)), (NOTHING, NOTHING, NOTHING));
    near(drawn.at(30, 20), [128, 0, 0, 128]);
    assert_eq!((drawn.at(55, 70), drawn.at(70, 70)), (BLUE, NOTHING));
    let wound = plain("50 50 40 40 re 60 60 20 20 re f");
    assert_eq!(wound.at(70, 70), BLACK, "both are wound the same way");
}

#[test]
fn lines_have_their_width_their_ends_and_their_dashes() {
    let drawn = plain("10 w 20 50 m 60 50 l S 2 J 20 80 m 60 80 l S 0 J 1 J 20 20 m 60 20 l S");
    assert_eq!((drawn.at(40, 45), drawn.at(40, 54)), (BLACK, BLACK));
    assert_eq!((drawn.at(40, 44), drawn.at(40, 55)), (NOTHING, NOTHING));
    assert_eq!((drawn.at(19, 50), drawn.at(60, 50)), (NOTHING, NOTHING), "butt ends");
    assert_eq!((drawn.at(15, 75), drawn.at(64, 84)), (BLACK, BLACK), "square ends");
    assert_eq!((drawn.at(15, 20), drawn.at(15, 15)), (BLACK, NOTHING), "round ends");
    let dashed = plain("10 w [20 10] 5 d 0 50 m 100 50 l S");
    let shown: Vec<bool> = (0..100).step_by(5).map(|x| dashed.at(x + 2, 50) == BLACK).collect();
    let wanted: Vec<bool> = (0..100).step_by(5).map(|x| (x + 2 + 5) % 30 < 20).collect();
    assert_eq!(shown, wanted);
    // A line with very short dashes is drawn solid, because drawing the dashes would take too long.
    let fine = plain("10 w [0.00001] 0 d 0 50 m 100 50 l S");
    assert_eq!(fine.at(50, 50), BLACK);
}

#[test]
fn the_thinnest_line_is_a_pixel() {
    let drawn = plain("0 w 0 50.5 m 100 50.5 l S");
    assert_eq!((drawn.at(50, 50), drawn.at(50, 49), drawn.at(50, 51)), (BLACK, NOTHING, NOTHING));
}

#[test]
fn clips_leave_what_is_inside_all_of_them() {
    let drawn = plain(
        "q 10 10 50 80 re W n 50 0 m 100 50 l 50 100 l 0 50 l h W n 0 1 0 rg 0 0 100 100 re f Q 1 0 0 rg 90 0 10 10 re f",
    );
    assert_eq!((drawn.at(30, 50), drawn.at(59, 50)), (GREEN, GREEN));
    assert_eq!((drawn.at(60, 50), drawn.at(12, 12), drawn.at(5, 50)), (NOTHING, NOTHING, NOTHING));
    assert_eq!(drawn.at(95, 5), RED, "a clip that is closed clips no more");
    // The mask of one clip is reused by the next one.
    let twice = plain(
        "q 0 0 m 50 0 l 0 50 l h W n 1 0 0 rg 0 0 100 100 re f Q q 100 100 m 50 100 l 100 50 l h W n 0 0 1 rg 0 0 100 100 re f Q",
    );
    assert_eq!((twice.at(5, 5), twice.at(95, 95), twice.at(40, 40)), (RED, BLUE, NOTHING));
    let nowhere = plain("q 10 10 20 20 re W n 50 50 20 20 re W n 0 0 100 100 re f Q");
    assert!(nowhere.0.iter().all(|byte| *byte == 0));
}

#[test]
fn clips_that_are_not_convex_combine_with_convex_ones() {
    // The inner clip is an arrow whose notch is at the left. The outer clip hides the lower half of the
    // arrow.
    let arrow = "10 10 m 90 50 l 10 90 l 50 50 l h W n";
    let drawn = plain(&format!("q 0 50 100 50 re W n {arrow} 0 1 0 rg 0 0 100 100 re f Q"));
    assert_eq!((drawn.at(60, 55), drawn.at(20, 80)), (GREEN, GREEN));
    assert_eq!((drawn.at(60, 45), drawn.at(20, 55), drawn.at(95, 55)), (NOTHING, NOTHING, NOTHING));
    // Drawings are cut along the sides of an octagonal clip. A clip with nine corners becomes a mask.
    for corners in [8_u32, 9] {
        let corner = |n: u32| {
            let angle = f64::from(n) / f64::from(corners) * std::f64::consts::TAU;
            let (x, y) = (50.0 + 40.0 * libm::cos(angle), 50.0 + 40.0 * libm::sin(angle));
            format!("{x:.3} {y:.3} {} ", if n == 0 { "m" } else { "l" })
        };
        let polygon: String = (0..corners).map(corner).collect();
        let drawn = plain(&format!("{polygon} h W n 0 1 0 rg 0 0 100 100 re f"));
        assert_eq!(
            (drawn.at(50, 50), drawn.at(85, 50), drawn.at(92, 50)),
            (GREEN, GREEN, NOTHING),
            "{corners}"
        );
        assert_eq!(drawn.at(3, 97), NOTHING, "{corners}");
    }
    // Drawings are cut along up to 16 rectangular clips. A 17th clip becomes a mask.
    for count in [16, 17] {
        let drawn = plain(&format!("{} 0 1 0 rg 0 0 100 100 re f", "20 20 60 60 re W n ".repeat(count)));
        assert_eq!((drawn.at(21, 50), drawn.at(18, 50)), (GREEN, NOTHING), "{count}");
    }
}

#[test]
fn a_clip_cuts_every_part_of_a_path() {
    // The hole stays a hole, and the line after `h` starts at the first corner of the closed part.
    let drawn = plain(
        "50 0 m 100 50 l 50 100 l 0 50 l h W n 0 0 1 rg -10 -10 m 110 -10 l 110 110 l -10 110 l h 40 40 20 20 re f*",
    );
    assert_eq!((drawn.at(30, 50), drawn.at(70, 50)), (BLUE, BLUE));
    assert_eq!((drawn.at(50, 50), drawn.at(5, 5), drawn.at(95, 95)), (NOTHING, NOTHING, NOTHING));
    // A huge curve becomes a polygon with few corners.
    let curve =
        "0 0 m 0 99999999999999999999 99999999999999999999 99999999999999999999 99999999999999999999 0 c f";
    assert_eq!(plain(&format!("20 20 60 60 re W n {curve}")).at(10, 10), NOTHING);
    let after = plain("20 0 60 100 re W n 1 0 0 rg 0 0 m 100 0 l 100 20 l h 100 100 l 0 100 l f");
    assert_eq!((after.at(70, 5), after.at(30, 90), after.at(10, 90)), (RED, RED, NOTHING));
}

#[test]
fn a_group_is_as_opaque_as_a_whole() {
    let mut sample = Sample::new();
    let group = dictionary! {
        "Type" => "XObject", "Subtype" => "Form", "BBox" => reals(&[0.0, 0.0, 100.0, 100.0]),
        "Group" => dictionary! { "S" => "Transparency" },
    };
    let group = sample.stream(group, b"1 0 0 rg 0 0 60 60 re f 0 0 1 rg 40 40 60 60 re f");
    let resources = dictionary! {
        "XObject" => dictionary! { "G" => group },
        "ExtGState" => dictionary! { "H" => dictionary! { "ca" => 0.5 } },
    };
    let drawn = page("/H gs 0 0 100 100 re W n /G Do", resources, sample);
    near(drawn.at(10, 10), [128, 0, 0, 128]);
    near(drawn.at(50, 50), [0, 0, 128, 128]);
}

#[test]
fn colours_mix_as_they_are_told_to() {
    let mode = |name: &str| dictionary! { "BM" => Object::Name(name.into()) };
    let resources = dictionary! { "ExtGState" => dictionary! {
        "M" => mode("Multiply"), "S" => mode("Screen"), "D" => mode("Difference"),
    } };
    let contents = "1 0.5 0 rg 0 0 100 50 re f 0.5 1 1 rg /M gs 0 0 30 100 re f /S gs 30 0 30 100 re f /D gs 60 0 30 100 re f";
    let drawn = page(contents, resources, Sample::new());
    near(drawn.at(10, 10), [128, 128, 0, 255]);
    near(drawn.at(40, 10), [255, 255, 255, 255]);
    near(drawn.at(70, 10), [127, 127, 255, 255]);
    // Blend modes have no effect on an empty background.
    near(drawn.at(40, 80), [128, 255, 255, 255]);
}

/// Returns a gradient from the colour `from` at the left to the colour `to` at the right.
fn ramp(space: &'static str, from: &[f64], to: &[f64]) -> Dictionary {
    dictionary! {
        "ShadingType" => 2, "ColorSpace" => space, "Coords" => reals(&[0.0, 0.0, 100.0, 0.0]),
        "Function" => dictionary! {
            "FunctionType" => 2, "Domain" => reals(&[0.0, 1.0]), "C0" => reals(from), "C1" => reals(to), "N" => 1,
        },
    }
}

#[test]
fn a_soft_mask_shows_as_much_as_it_is_light_or_opaque() {
    let mut sample = Sample::new();
    let form = || {
        dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => reals(&[0.0, 0.0, 100.0, 100.0]),
            "Group" => dictionary! { "S" => "Transparency", "CS" => "DeviceGray" },
        }
    };
    let mut light = form();
    let shading = dictionary! { "R" => ramp("DeviceGray", &[0.0], &[1.0]) };
    light.set("Resources", dictionary! { "Shading" => shading });
    let light = sample.stream(light, b"/R sh");
    let opaque = sample.stream(form(), b"0 0 50 100 re f");
    let mask = |kind: &str, group| {
        dictionary! { "SMask" => dictionary! { "S" => Object::Name(kind.into()), "G" => group } }
    };
    let states = dictionary! { "L" => mask("Luminosity", light), "A" => mask("Alpha", opaque) };
    let contents = "q /L gs 1 0 0 rg 0 50 100 50 re f Q q /A gs 50 0 m 100 25 l 50 50 l 0 25 l h W n 0 0 1 rg 0 0 100 50 re f Q";
    let drawn = page(contents, dictionary! { "ExtGState" => states }, sample);
    for x in [0, 25, 50, 75, 99] {
        let part = ((x as f64 + 0.5) * 2.55).round() as u8;
        near(drawn.at(x, 75), [part, 0, 0, part]);
    }
    assert_eq!((drawn.at(40, 25), drawn.at(60, 25), drawn.at(2, 2)), (BLUE, NOTHING, NOTHING));
}

#[test]
fn shadings_and_tiles_are_where_the_page_has_them() {
    let mut sample = Sample::new();
    let tile = dictionary! {
        "PatternType" => 1, "PaintType" => 1, "TilingType" => 1, "BBox" => reals(&[0.0, 0.0, 10.0, 10.0]),
        "XStep" => 10, "YStep" => 20, "Resources" => Dictionary::new(), "Matrix" => reals(&[1.0, 0.0, 0.0, 1.0, 3.0, 0.0]),
    };
    let tile = sample.stream(tile, b"0 1 0 rg 0 0 5 10 re f");
    let shading = ramp("DeviceRGB", &[1.0, 0.0, 0.0], &[0.0, 0.0, 1.0]);
    let resources = dictionary! { "Pattern" => dictionary! {
        "T" => tile, "R" => dictionary! { "PatternType" => 2, "Shading" => shading },
    } };
    let drawn = page("/Pattern cs /T scn 0 0 100 50 re f /R scn 0 60 100 40 re f", resources, sample);
    assert_eq!(
        (drawn.at(3, 5), drawn.at(7, 5), drawn.at(8, 5), drawn.at(12, 5)),
        (GREEN, GREEN, NOTHING, NOTHING)
    );
    assert_eq!(
        (drawn.at(13, 5), drawn.at(53, 25), drawn.at(53, 15), drawn.at(53, 55)),
        (GREEN, GREEN, NOTHING, NOTHING)
    );
    near(drawn.at(25, 80), [190, 0, 65, 255]);
    near(drawn.at(99, 61), [1, 0, 254, 255]);
}

#[test]
fn pictures_and_stencils_fill_their_squares() {
    let mut sample = Sample::new();
    let image = |width: i64, height: i64| {
        dictionary! { "Type" => "XObject", "Subtype" => "Image", "Width" => width, "Height" => height }
    };
    let mut mask = image(1, 2);
    mask.extend(&dictionary! { "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8 });
    let mask = sample.stream(mask, &[255, 128]);
    let mut two = image(2, 1);
    two.extend(&dictionary! { "ColorSpace" => "DeviceRGB", "BitsPerComponent" => 8, "SMask" => mask });
    let two = sample.stream(two, &[255, 0, 0, 0, 0, 255]);
    let mut many = image(400, 4);
    many.extend(&dictionary! { "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8 });
    let stripes: Vec<u8> = (0..1600).map(|i| if i % 2 == 0 { 0 } else { 255 }).collect();
    let many = sample.stream(many, &stripes);
    let mut stencil = image(2, 2);
    stencil.extend(&dictionary! { "ImageMask" => true, "BitsPerComponent" => 1 });
    let stencil = sample.stream(stencil, &[0b0100_0000, 0b1000_0000]);
    let resources = dictionary! { "XObject" => dictionary! { "I" => two, "M" => many, "S" => stencil } };
    let contents =
        "q 40 0 0 40 0 0 cm /I Do Q q 40 0 0 40 50 0 cm /M Do Q q 0 1 0 rg 40 0 0 40 0 50 cm /S Do Q";
    let drawn = page(contents, resources, sample);
    assert_eq!((drawn.at(0, 39), drawn.at(19, 20), drawn.at(39, 39)), (RED, RED, BLUE));
    near(drawn.at(0, 0), [128, 0, 0, 128]);
    near(drawn.at(39, 19), [0, 0, 128, 128]);
    assert_eq!((drawn.at(40, 20), drawn.at(20, 40)), (NOTHING, NOTHING));
    near(drawn.at(70, 20), [128, 128, 128, 255]);
    assert_eq!((drawn.at(10, 80), drawn.at(30, 80)), (GREEN, NOTHING));
    assert_eq!((drawn.at(10, 60), drawn.at(30, 60)), (NOTHING, GREEN));
}

#[test]
fn bands_leave_no_seam() {
    let made = |band| {
        let mut sample = Sample::new();
        let clips =
            "q 50 5 m 95 50 l 50 95 l 5 50 l h W n 0.2 0.6 0.3 rg 10 10 80 80 re f 3 w 10 30 m 90 77 l S Q";
        let contents = format!("{clips} 0 0 1 RG 1.5 w [7 3] 0 d 3 3 m 20 90 60 -40 97 97 c S");
        sample.page([0.0, 0.0, 100.0, 100.0], &contents, Dictionary::new());
        drawn_in_bands(sample, band).0
    };
    let whole = made(MAX_BAND_PIXELS);
    for rows in [7, 64] {
        let bands = made(rows * 100);
        assert_eq!(whole.len(), bands.len());
        // The border of a band cuts a curve in two, and the coordinates of both parts are rounded.
        // This changes one or two of the 16 samples of a pixel.
        let off: Vec<u8> =
            whole.iter().zip(&bands).map(|(a, b)| a.abs_diff(*b)).filter(|off| *off > 0).collect();
        assert!(off.len() < 400 && off.iter().all(|off| *off <= 40), "bands of {rows} rows: {off:?}");
    }
}

#[test]
fn the_topmost_area_is_known_at_each_pixel() {
    let square = |from: f64, number: u32| Numbered {
        path: kurbo::Shape::to_path(&Rect::new(from, from, from + 4.0, from + 4.0), 0.1),
        within: Rect::new(0.0, 0.0, 5.0, 10.0),
        number,
    };
    let part = CanvasPart { left: 2, top: 2, width: 16, height: 16 };
    let numbers = topmost([square(1.0, 7), square(3.0, 70_000)].into_iter(), 2.0, part).unwrap();
    // Each millimetre has two pixels. The part begins 1 mm from the corner of the page.
    let at = |x: usize, y: usize| numbers.get((2 * y - 2) * 16 + 2 * x - 2).unwrap();
    assert_eq!((at(1, 1), at(2, 4), at(3, 3), at(4, 6)), (7, 7, 70_000, 70_000));
    assert_eq!((at(5, 5), at(1, 6), at(4, 8)), (0, 0, 0), "outside of the box, and of both");
}
