//! Tests of engraved drawings: grounds of waves, words around a note, and letters with wide spaces
//! between them.

use hexpress::read::{ItemKind, Page, Rgb};
use kurbo::Shape as _;

use crate::support::measure::{paths, texts};
use crate::support::run::{Ran, Run};

fn note(face: &str, args: &[&str]) -> Ran {
    let text = format!("[[notes]]\nsize = \"85 x 50mm\"\nrows = [{{ value = 5 }}]\nface = [\n{face}\n]\n");
    let run = Run::new().file("x.toml", &text).args(["build", "x.toml"]).args(args.iter().copied());
    let run = if args.contains(&"--no-check") { run } else { run.checked() };
    run.any_stderr().any_status().run()
}

fn page(face: &str) -> Page {
    note(face, &["--no-check"]).pdf("output/x-iso.pdf").pages.remove(0)
}

/// Returns the paths of the note: the box of each path in mm, its colour, and its number of path
/// elements.
fn own(page: &Page) -> Vec<(kurbo::Rect, Rgb, usize)> {
    let own_outlines =
        paths(page).filter(|(item, _)| item.id.as_ref().is_some_and(|id| id.to_string() == "notes/1"));
    own_outlines
        .filter_map(|(item, path)| match &item.kind {
            ItemKind::Path { fill, stroke, .. } => {
                let colour = stroke.as_ref().map(|stroke| stroke.colour).or(*fill)?;
                Some((path.bounding_box(), colour, path.elements().len()))
            }
            _ => None,
        })
        .collect()
}

const GROUND: &str = "{ guilloche = \"ground\", size = \"60 x 30mm\", waves = \"{{ value }}\", strands = 10, line = \"0.1mm #C0C8E0\", second = \"0.1mm #E0C0C8\" },";

#[test]
fn a_ground_is_two_families_of_waves_in_its_size() {
    let page = page(GROUND);
    let drawn = own(&page);
    let [(_, blue, parts), (_, red, others), (rim, edge, _)] = drawn[..] else { panic!("{drawn:?}") };
    assert_eq!((blue, red), (Rgb([0xC0, 0xC8, 0xE0]), Rgb([0xE0, 0xC0, 0xC8])));
    // A line has five waves. Each wave consists of four curves, and the line has one more element
    // for its start. Ten lines are inside the field. Two more lines extend into the field, from
    // above and from below.
    assert_eq!((parts, others), (12 * (5 * 4 + 1), 12 * (5 * 4 + 1)));
    // A line along the edge covers the ends of the waves.
    assert_eq!(edge, blue);
    assert!((rim.width() - 59.9).abs() < 0.01 && (rim.height() - 29.9).abs() < 0.01, "{rim:?}");
    let clips: Vec<_> = paths(&page).filter_map(|(item, _)| item.clip).collect();
    assert!(clips.len() >= 2 && clips.iter().all(|clip| (clip.width() - 60.0).abs() < 0.11), "{clips:?}");
}

#[test]
fn strands_that_swell_are_filled_and_end_with_their_figure() {
    let face = "{ guilloche = \"rosette\", size = \"30mm\", petals = 9, fill = \"white\", line = \"0.13mm navy\", swell = \"0.05 0.25mm\" },";
    let page = page(face);
    let drawn: Vec<_> = paths(&page)
        .filter(|(item, _)| item.id.as_ref().is_some_and(|id| id.to_string() == "notes/1"))
        .filter_map(|(item, path)| match &item.kind {
            ItemKind::Path { fill, stroke, .. } => Some((*fill, stroke.is_some(), path.clone())),
            _ => None,
        })
        .collect();
    let [(ground, false, flower), (Some(Rgb([0, 0, 0x80])), false, strands), (None, true, _)] = &drawn[..]
    else {
        panic!("{drawn:?}")
    };
    assert_eq!(*ground, Some(Rgb([255; 3])));
    let (outer, inner) = (flower.bounding_box(), strands.bounding_box());
    assert!(outer.contains_rect(inner) && outer.width() < 30.01, "{outer:?} {inner:?}");
}

#[test]
fn corners_of_a_ground_are_round() {
    let output = note(&GROUND.replace("waves", "round = \"16mm\", waves"), &[]);
    assert!(
        output.stderr.contains("`round` must be at most 15 mm, half the shorter side of the ground"),
        "{}",
        output.stderr
    );
    let drawn = own(&page(&GROUND.replace("waves", "round = \"15mm\", waves")));
    assert!(drawn.last().is_some_and(|(_, _, parts)| *parts > 6), "{drawn:?}");
}

#[test]
fn words_on_a_pale_ground_can_be_read_and_on_a_dark_one_are_told() {
    let words = "{ text = \"Five\", font = \"bold 30pt\" },";
    for ink in ["full", "low", "black"] {
        let output = note(&format!("{GROUND}\n{words}"), &["--ink", ink]);
        assert!(output.stdout.ends_with("clean\n"), "{ink}: {}{}", output.stdout, output.stderr);
    }
    let output =
        note(&format!("{}\n{words}", GROUND.replace("#C0C8E0", "black").replace("= 10", "= 16")), &[]);
    assert!(output.stderr.contains("fine lines cross"), "{}", output.stderr);
}

#[test]
fn words_along_sides_are_outlines_within_their_size() {
    let face = "{ text = \"River 5 \", along = \"sides\", size = \"70 x 40mm\", font = \"condensed bold 2pt\", colour = \"navy\" },";
    let page = page(face);
    assert!(texts(&page).all(|(_, text)| !text.string.contains("River")), "nobody reads it aloud");
    let drawn = own(&page);
    assert!(drawn.iter().all(|(_, colour, _)| *colour == Rgb([0, 0, 0x80])));
    let rect = drawn.iter().map(|(rect, ..)| *rect).reduce(|a, b| a.union(b)).unwrap();
    let parts: usize = drawn.iter().map(|(.., parts)| parts).sum();
    assert!(
        rect.width() <= 70.01 && rect.width() > 69.0 && rect.height() <= 40.01 && rect.height() > 39.0,
        "{rect:?}"
    );
    assert!(parts > 2000, "over and over: {parts}");
    let output = note(&face.replace("2pt", "90pt"), &[]);
    assert!(output.stderr.contains("HX203"), "{}", output.stderr);
    let output = note(&face.replace(", size = \"70 x 40mm\"", ""), &[]);
    assert!(output.stderr.contains("needs a `size`"), "{}", output.stderr);
}

#[test]
fn copies_of_words_along_sides_have_narrow_gaps_on_all_sides() {
    let face = "{ text = \"RIVER CROSSING \", along = \"sides\", size = \"60 x 28mm\", font = \"bold 1.5pt\", colour = \"navy\" },";
    let boxes: Vec<_> = own(&page(face)).into_iter().map(|(rect, ..)| rect).collect();
    let whole = boxes.iter().copied().reduce(|a, b| a.union(b)).unwrap();
    let gaps = |mut ends: Vec<(f64, f64)>| -> f64 {
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        ends.windows(2).map(|pair| pair[1].0 - pair[0].1).fold(0.0, f64::max)
    };
    let top = boxes.iter().filter(|rect| rect.width() > rect.height() && rect.y0 < whole.y0 + 1.0);
    let left = boxes.iter().filter(|rect| rect.width() < rect.height() && rect.x0 < whole.x0 + 1.0);
    for ends in [top.map(|rect| (rect.x0, rect.x1)).collect(), left.map(|rect| (rect.y0, rect.y1)).collect()]
    {
        let ends: Vec<_> = ends;
        assert!(ends.len() > 3);
        // In this font, a space is 0.1 mm wide.
        assert!(gaps(ends.clone()) < 0.35, "{ends:?}");
    }
}

#[test]
fn a_frame_has_the_same_corner_at_all_corners_of_a_hexagon() {
    for style in ["deco", "scallop", "cut"] {
        let face =
            format!("{{ frame = \"{style}\", inset = \"2mm\", depth = \"3mm\", line = \"0.5mm navy\" }}");
        let text = format!("[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\nface = [{face}]\n");
        let ran = Run::new().file("x.toml", text).args(["build", "x.toml", "--no-check"]).run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        let of_tile = |id: &str| id.starts_with("tiles/1");
        let lines =
            paths(&page).filter(|(item, _)| item.id.as_ref().is_some_and(|id| of_tile(&id.to_string())));
        let navy = lines.filter(|(item, _)| match &item.kind {
            ItemKind::Path { stroke: Some(stroke), .. } => stroke.colour == Rgb([0, 0, 0x80]),
            _ => false,
        });
        let mut count = 0;
        for (_, path) in navy {
            let points: Vec<_> = path.segments().map(|segment| kurbo::ParamCurve::start(&segment)).collect();
            let centre = path.bounding_box().center();
            let (sine, cosine) = libm::sincos(60.0_f64.to_radians());
            let about = kurbo::Affine::translate(centre.to_vec2());
            let turn = about * kurbo::Affine::new([cosine, sine, -sine, cosine, 0.0, 0.0]) * about.inverse();
            for point in &points {
                let turned = turn * *point;
                assert!(points.iter().any(|other| other.distance(turned) < 0.01), "{style}: {point}");
            }
            count += 1;
        }
        assert!(count >= 2, "{style}: {count} lines");
    }
}

#[test]
fn letters_that_stand_apart_say_their_words() {
    let says = |face: &str| {
        let bytes = note(face, &["--no-check"]).bytes("output/x-iso.pdf");
        let file = lopdf::Document::load_mem(&bytes).unwrap();
        let page = file.get_pages()[&1];
        let content = String::from_utf8_lossy(&file.get_page_content(page)).into_owned();
        // The letters of `Far`, in UTF-16.
        content.matches("/ActualText <FEFF004600610072").count()
    };
    assert_eq!(says("{ text = \"Far apart\", font = \"12pt\" },"), 0);
    assert_eq!(says("{ text = \"Far apart\", font = \"12pt\", tracking = \"2mm\" },"), 1);
    assert_eq!(
        says("{ text = \"Far apart\", font = \"12pt\", tracking = \"2mm\", size = \"70 x 20mm\" },"),
        1
    );
}

#[test]
fn shapes_that_are_too_wide_or_too_deep_are_reported() {
    let output_of = |element: &str| note(element, &[]).stderr;
    let reported = output_of("{ frame = \"deco\", depth = \"30mm\", line = \"0.4mm black\" },");
    assert!(reported.contains("30 mm deep") && reported.contains("room for only 25 mm"), "{reported}");
    let reported = output_of("{ text = \"A\", font = \"12pt\", halo = \"12mm white\" },");
    assert!(reported.contains("at most 10 mm"), "{reported}");
    let board = "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 3\"\nnames = \"lines\"\n";
    let build = |more: &str| {
        let run = Run::new().file("x.toml", format!("{board}{more}")).args(["build", "x.toml", "--no-check"]);
        run.any_stderr().any_status().run()
    };
    assert!(build("rim = \"30mm black\"\n").stderr.contains("at most 20 mm"));
    let page =
        build("show-names = \"inside\"\nnames-colour = \"navy\"\n").pdf("output/x-iso.pdf").pages.remove(0);
    let (_, name) = texts(&page).find(|(_, text)| text.string == "c3").unwrap();
    assert_eq!(name.colour, Rgb([0, 0, 0x80]));
}

#[test]
fn a_share_of_a_hexagon_is_one_from_flat_to_flat() {
    for cells in ["flat-top", "pointy-top"] {
        let turn = if cells == "flat-top" { 0 } else { 30 };
        let text = format!(
            "[[tiles]]\ncells = \"{cells}\"\nacross = \"40mm\"\nface = [{{ hexagon = \"50%\", turn = {turn}, fill = \"tan\" }}]\n"
        );
        let ran = Run::new().file("x.toml", text).args(["build", "x.toml", "--no-check"]).run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        let own = paths(&page).find(|(item, _)| matches!(item.kind, ItemKind::Path { fill: Some(_), .. }));
        let rect = own.unwrap().1.bounding_box();
        assert!((rect.width().min(rect.height()) - 20.0).abs() < 0.01, "{cells}: {rect:?}");
    }
}
