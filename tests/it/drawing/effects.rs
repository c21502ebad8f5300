//! Tests of gradients, opacity, frames, shadows, halos, letter forms, and texts along a curve.

use hexpress::read::{Item, ItemKind, Page, Rgb};
use kurbo::Shape as _;

use crate::support::measure::{paths, texts};
use crate::support::run::{Ran, Run};

const SIZE: &str = "[game]\ntitle = \"x\"\n\n[[cards]]\nsize = \"63 x 88mm\"\n";

fn card(face: &str, format: &str) -> Ran {
    let text = format!("{SIZE}face = [\n{face}\n]\n");
    Run::new().file("x.toml", &text).args(["build", "x.toml", "--format", format, "--no-check"]).run()
}

/// Returns a card as it is read back from its PDF and from its SVG.
fn both(face: &str) -> [Page; 2] {
    let pdf = card(face, "pdf").pdf("output/x-iso.pdf").pages.remove(0);
    let svg = card(face, "svg").bytes("output/x-iso/01-cards.svg");
    [pdf, hexpress::read::svg(&svg).unwrap().document.pages.remove(0)]
}

fn own(page: &Page) -> impl Iterator<Item = &Item> {
    paths(page)
        .map(|(item, _)| item)
        .filter(|item| item.id.as_ref().is_some_and(|id| id.to_string() == "cards/1"))
}

/// Returns what the checker says about a card.
fn output_of(face: &str, ink: &str) -> String {
    let text = format!("{SIZE}face = [\n{face}\n]\n");
    let ran = Run::new().file("x.toml", &text).args(["build", "x.toml", "--ink", ink]).checked();
    let ran = ran.any_stderr().any_status().run();
    format!("{}{}", ran.stdout, ran.stderr)
}

#[test]
fn colours_run_in_pdf_and_svg_and_their_mean_is_the_fill() {
    for page in both("{ disc = \"30mm\", fill = \"linear right black to #FF0000 to white\" },") {
        let runs: Vec<_> = own(&page).filter(|item| item.shades.is_some()).collect();
        let [item] = runs[..] else { panic!("{} areas run", runs.len()) };
        let shades = item.shades.as_ref().unwrap();
        assert_eq!((shades[0], shades[shades.len() - 1]), (Rgb([0; 3]), Rgb([255; 3])));
        assert!(shades.contains(&Rgb([255, 0, 0])), "{shades:?}");
        let ItemKind::Path { path, fill, .. } = &item.kind else { panic!("no path") };
        // The fill is the mean of the gradient: a quarter black, a half red and a quarter white.
        assert_eq!(*fill, Some(Rgb([191, 64, 64])));
        assert!((path.bounding_box().width() - 30.0).abs() < 0.01, "the area is the disc");
    }
}

#[test]
fn texts_are_compared_with_the_worst_colour_of_a_gradient() {
    let words = |fill: &str| {
        output_of(
            &format!(
                "{{ box = \"50 x 20mm\", fill = \"{fill}\" }},\n{{ text = \"Seen\", font = \"12pt\", colour = \"white\" }},"
            ),
            "full",
        )
    };
    assert!(words("linear navy to black").ends_with("clean\n"), "{}", words("linear navy to black"));
    let wrong = words("linear navy to white");
    assert!(wrong.contains("HX425") && wrong.contains("#FFFFFF on #FFFFFF"), "{wrong}");
}

#[test]
fn what_covers_in_part_is_read_as_that_and_words_on_it_are_judged() {
    let face = "{ box = \"50 x 50mm\", fill = \"black\" },\n\
        { box = \"40 x 40mm\", fill = \"white\", line = \"1mm red\", opacity = \"40%\" },";
    for page in both(face) {
        let covers: Vec<f64> = own(&page).map(|item| item.opacity).filter(|cover| *cover < 1.0).collect();
        assert!(!covers.is_empty() && covers.iter().all(|cover| (cover - 0.4).abs() < 0.005), "{covers:?}");
    }
    let on = |colour: &str| {
        output_of(&format!("{face}\n{{ text = \"Seen\", font = \"12pt\", colour = \"{colour}\" }},"), "full")
    };
    assert!(on("white").ends_with("clean\n"), "white on a dark grey: {}", on("white"));
    // The black box shows through the white box, so the text is on a dark grey. On white, black
    // would have enough contrast.
    assert!(on("black").contains("#000000 on #666666"), "{}", on("black"));
}

#[test]
fn the_contrast_of_texts_is_measured_against_their_halo() {
    let words = |halo: &str| {
        output_of(&format!("{{ text = \"Seen\", font = \"bold 20pt\", colour = \"white\"{halo} }},"), "full")
    };
    assert!(words("").contains("HX425"));
    assert!(words(", halo = \"0.7mm navy\"").ends_with("clean\n"), "{}", words(", halo = \"0.7mm navy\""));
}

#[test]
fn letters_stand_apart_and_have_other_forms() {
    let wide = |keys: &str| {
        let [page, _] = both(&format!("{{ text = \"Abcd 1234\", font = \"12pt\"{keys} }},"));
        let (_, text) = texts(&page).find(|(_, text)| text.string.contains("bcd")).unwrap();
        (text.outline.width(), text.outline.height(), text.string.clone())
    };
    let (width, height, plain) = wide("");
    let (apart, _, string) = wide(", tracking = \"0.5mm\"");
    // Nine letters have eight gaps.
    assert!((apart - width - 4.0).abs() < 0.02, "{width} {apart}");
    assert_eq!(plain, string);
    let (_, small, string) = wide(", letters = \"small-capitals\"");
    assert!(small < height + 0.5 && string == plain, "what is said stays what is typed: {string}");
    let (_, old, _) = wide(", letters = \"old-style\"");
    assert!(old > height + 0.2, "old-style figures go below the line: {height} {old}");
    let wrong = output_of("{ text = \"A\", font = \"display 12pt\", letters = \"old-style\" },", "full");
    assert!(wrong.contains("has no old style") || wrong.ends_with("clean\n"), "{wrong}");
    let wrong = output_of("{ text = \"A\", font = \"12pt\", letters = \"smal-capitals\" },", "full");
    assert!(wrong.contains("small-capitals"), "{wrong}");
}

#[test]
fn words_stand_on_a_curve_and_stay_words() {
    let face = "{ text = \"upon a curve\", font = \"bold 12pt\", bend = \"25mm\" },";
    let [page, _] = both(face);
    let angles: Vec<f64> = texts(&page)
        .filter(|(item, text)| crate::support::measure::id(item) == "cards/1" && text.string != " ")
        .map(|(_, t)| t.angle)
        .collect();
    assert_eq!(angles.len(), "uponacurve".len());
    assert!(angles.iter().any(|angle| (300.0..355.0).contains(angle)), "{angles:?}");
    assert!(angles.iter().any(|angle| (5.0..60.0).contains(angle)), "{angles:?}");
    assert!(output_of(face, "full").ends_with("clean\n"), "{}", output_of(face, "full"));
}

#[test]
fn frames_have_two_lines_within_their_inset() {
    for style in ["double", "deco", "scallop", "cut"] {
        let [page, _] = both(&format!("{{ frame = \"{style}\", inset = \"4mm\", line = \"0.6mm navy\" }},"));
        let mut boxes: Vec<_> = own(&page).map(|item| item.painted_bounds.unwrap()).collect();
        boxes.sort_by(|a, b| b.width().total_cmp(&a.width()));
        let [outer, inner] = boxes[..] else { panic!("{style}: {} lines", boxes.len()) };
        assert!((outer.width() - (63.0 - 8.0 + 0.6)).abs() < 0.02, "{style}: {outer:?}");
        assert!(inner.width() < outer.width() - 2.0, "{style}: {inner:?}");
    }
}

#[test]
fn a_radial_gradient_begins_on_the_side_that_is_lit() {
    let begins = |fill: &str| -> [f32; 2] {
        let text = format!("{SIZE}face = [{{ disc = \"40mm\", fill = \"{fill}\" }}]\n");
        let ran = Run::new().file("x.toml", text).args(["build", "x.toml", "--no-check"]).run();
        let file = lopdf::Document::load_mem(&ran.bytes("output/x-iso.pdf")).unwrap();
        let shadings = file.objects.values().filter_map(|object| object.as_dict().ok());
        let mut radial = shadings.filter(|dict| dict.has(b"Coords")).map(|dict| dict.get(b"Coords").unwrap());
        let coords = radial.next_back().unwrap().as_array().unwrap();
        [0, 1].map(|index| coords[index].as_float().unwrap())
    };
    assert_eq!(begins("radial white to tan"), [0.0, 0.0]);
    let [x, y] = begins("radial left white to tan");
    assert!(x < -0.3 && y == 0.0, "{x} {y}");
    let [x, y] = begins("radial lower-right white to tan");
    assert!(x > 0.2 && y > 0.2, "{x} {y}");
}

#[test]
fn every_ink_prints_what_runs_and_covers() {
    let face = "{ box = \"50 x 70mm\", fill = \"linear #204060 to #6090C0\", round = \"4mm\" },\n\
        { disc = \"20mm\", fill = \"radial white to tan\", shadow = \"1 1mm #203040\" },\n\
        { star = \"12mm\", fill = \"gold\", opacity = \"60%\" },\n\
        { text = \"Name\", at = \"bottom\", inset = \"12mm\", font = \"bold 14pt\", colour = \"white\", halo = \"0.5mm black\" },";
    for ink in ["full", "low", "black"] {
        let output = output_of(face, ink);
        assert!(output.ends_with("clean\n"), "{ink}: {output}");
    }
}

#[test]
fn pictures_with_gradients_and_opacity_stay_vectors() {
    let picture = |inside: &str| {
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>{inside}</svg>");
        let text = format!("{SIZE}face = [{{ image = \"a.svg\", size = \"40mm\" }}]\n");
        Run::new()
            .file("x.toml", text)
            .file("a.svg", svg)
            .args(["build", "x.toml"])
            .any_stderr()
            .any_status()
            .run()
    };
    let run = "<linearGradient id='g'><stop stop-color='#ff0000'/><stop offset='1' stop-color='#0000ff'/></linearGradient>";
    let good = picture(&format!(
        "{run}<rect width='9' height='9' fill='url(#g)'/><g opacity='.5'><circle cx='3' cy='3' r='3'/><circle cx='5' cy='5' r='3'/></g>"
    ));
    let document = good.pdf("output/x-iso.pdf");
    assert_eq!(document.images, 0, "{}", good.stderr);
    let page = &document.pages[0];
    assert!(own(page).any(|item| item.shades.as_ref().is_some_and(|all| all.contains(&Rgb([255, 0, 0])))));
    assert_eq!(own(page).filter(|item| (item.opacity - 0.5).abs() < 0.01).count(), 2);
    let repeated = picture(
        "<linearGradient id='g' spreadMethod='repeat' x2='.5'><stop stop-color='#ff0000'/><stop offset='1' stop-color='#0000ff'/></linearGradient>\
         <rect width='9' height='9' fill='url(#g)'/>",
    );
    let document = repeated.pdf("output/x-iso.pdf");
    assert_eq!(document.images, 0, "{}", repeated.stderr);
    let has =
        |rgb| own(&document.pages[0]).any(|item| item.shades.as_ref().is_some_and(|all| all.contains(&rgb)));
    assert!(has(Rgb([255, 0, 0])) && has(Rgb([0, 0, 255])));
    let faded = picture(
        "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='tan' stop-opacity='0'/></linearGradient>\
         <rect width='9' height='9' fill='url(#g)'/>",
    );
    assert_eq!(faded.pdf("output/x-iso.pdf").images, 0, "{}", faded.stderr);
}

#[test]
fn numbers_of_a_guilloche_are_worked_out_for_each_piece_and_it_may_have_two_inks() {
    let notes = |keys: &str| {
        format!(
            "[[notes]]\nsize = \"90 x 50mm\"\nrows = [{{ value = 5 }}, {{ value = 9 }}]\nface = [{{ guilloche = \"rosette\", \
             size = \"40mm\", line = \"0.15mm navy\", {keys} }}]\n"
        )
    };
    let keys = "petals = \"{{ value + 6 }}\", strands = 4, second = \"0.15mm red\"";
    let ran = Run::new().file("x.toml", notes(keys)).args(["build", "x.toml", "--no-check"]).run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let lines = |note: &str| -> Vec<(usize, Rgb)> {
        let own_outlines =
            paths(&page).filter(|(item, _)| item.id.as_ref().is_some_and(|id| id.to_string() == note));
        own_outlines
            .filter_map(|(item, path)| match &item.kind {
                ItemKind::Path { stroke: Some(line), .. } => Some((path.elements().len(), line.colour)),
                _ => None,
            })
            .collect()
    };
    let (five, nine) = (lines("notes/1"), lines("notes/2"));
    assert_eq!((five.len(), nine.len()), (2, 2));
    assert!(nine[0].0 > five[0].0, "{five:?} {nine:?}");
    assert_eq!((five[0].1, five[1].1), (Rgb([0, 0, 128]), Rgb([255, 0, 0])));
    let wrong = Run::new().file("x.toml", notes("petals = \"{{ value - 4 }}\"")).args(["build", "x.toml"]);
    let wrong = wrong.any_stderr().status(2).run().stderr;
    assert!(wrong.contains("`petals` must be 3 to 120"), "{wrong}");
}

#[test]
fn cells_have_round_corners_between_lines_of_the_paper() {
    let text = "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"30mm\"\nshape = \"hexhex 2\"\n\
        cell = { kind = \"field\", fill = \"wheat\" }\nline = \"1.2mm white\"\nround = \"4mm\"\n";
    let ran = Run::new().file("x.toml", text).args(["build", "x.toml"]).checked().run();
    assert!(ran.stdout.ends_with("clean\n"), "{}", ran.stdout);
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let white = |item: &Item| matches!(item.kind, ItemKind::Path { fill: Some(Rgb([255, 255, 255])), .. });
    let corners: Vec<_> = paths(&page).filter(|(item, _)| white(item)).collect();
    assert_eq!(corners.len(), 7, "one drawing for the corners of each cell");
    // In a corner of 120°, a circle of radius r leaves out an area of (1/√3 - π/6) r². Here r is 4
    // mm.
    let area = corners[0].1.area().abs();
    let expected = 6.0 * 16.0 * (1.0 / 3f64.sqrt() - std::f64::consts::PI / 6.0);
    assert!((area - expected).abs() < 0.02 * expected, "{area} {expected}");
}
