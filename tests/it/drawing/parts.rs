//! Tests of shared sizes, groups, looks in elements, copies, stacks and baselines.

use hexpress::read::{Item, Page};
use kurbo::{Point, Rect, Vec2};

use crate::formats::png::decoded;
use crate::support::measure::{covers, id, paths, same_length, texts};
use crate::support::run::Run;

/// The table of a card of 60 x 90 mm, without its face.
const CARD: &str = "[[cards]]\nsize = \"60 x 90mm\"\n\
    rows = [{ name = \"Ann\", power = 3, symbols = \"star moon sun\" }]\n";

/// A look for elements of cards.
const LOOK: &str = "[look]\nseal = [{ disc = \"100%\", fill = \"black\" }, \
    { text = \"{{ power }}\", font = \"bold 50%\", colour = \"white\" }]\n\n";

fn layout(face: &str) -> String {
    let look = if face.contains("look =") { LOOK } else { "" };
    format!("[game]\ntitle = \"x\"\n\n{look}{CARD}face = [\n{face}\n]\n")
}

fn card(face: &str) -> Page {
    let run = Run::new().file("x.toml", layout(face)).args(["build", "x.toml", "--no-check"]);
    run.any_stderr().run().pdf("output/x-iso.pdf").pages.remove(0)
}

/// The shapes and texts on a card, in mm from its centre.
struct Drawn {
    figures: Vec<Rect>,
    /// The texts, each with the left end of its baseline.
    texts: Vec<(String, Point)>,
}

fn drawn(face: &str) -> Drawn {
    let page = card(&format!("{{ box = \"100% x 100%\", fill = \"white\" }},\n{face}"));
    let own = |item: &&Item| id(item) == "cards/1";
    let boxes: Vec<Rect> = paths(&page).map(|(item, _)| item).filter(own).map(covers).collect();
    let centre = boxes[0].center().to_vec2();
    let figures = boxes[1..].iter().map(|rect| *rect - centre).collect();
    let own_texts = texts(&page).filter(|(item, _)| own(item));
    let texts = own_texts.map(|(_, text)| (text.string.to_string(), text.origin - centre)).collect();
    Drawn { figures, texts }
}

fn figures(face: &str) -> Vec<Rect> {
    drawn(face).figures
}

fn middles(face: &str) -> Vec<(f64, f64)> {
    let rounded = |mm: f64| (mm * 100.0).round() / 100.0 + 0.0;
    figures(face).iter().map(|rect| (rounded(rect.center().x), rounded(rect.center().y))).collect()
}

fn strings(face: &str) -> Vec<(String, Point)> {
    drawn(face).texts
}

/// One face for each feature.
const FACES: &[&str] = &[
    "{ disc = \"20mm\", at = \"0 -20%\", line = \"2% black\", fill = \"white\" },",
    "{ text = \"{{ name }}\", font = \"display bold 20%\", shrink = \"8%\", tracking = \"1%\" },",
    "{ box = \"40%\", round = \"5%\", line = \"0.5mm black\", at = \"top-left\", inset = \"10% 5%\" },",
    "{ curve = \"M -50 0 L 50 0\", size = \"80% x 10%\", line = \"1% black\" },",
    "{ parts = [{ disc = \"100%\", fill = \"black\" }, { icon = \"star\", size = \"60%\", colour = \"white\" }], size = \"20mm\", turn = 15, at = \"left\", inset = \"4mm\" },",
    "{ look = \"seal\", size = \"20mm\" },",
    "{ look = \"seal\", size = \"20mm\", set = { power = \"{{ power + 1 }}\" }, opacity = \"90%\" },",
    "{ parts = [{ fill = \"black\" }], size = \"20 x 10mm\", clip = true },",
    "{ parts = [{ box = \"50mm\", fill = \"tan\" }, { text = \"ROUND THE RING\", font = \"bold 9pt\", bend = \"16mm\", at = \"0 -14mm\", knock-out = \"1mm\" }] },",
    "{ parts = [{ guilloche = \"rosette\", size = \"40mm\", line = \"0.2mm black\" }, { text = \"7\", font = \"30pt\", knock-out = \"1mm\" }] },",
    "{ box = \"3mm\", fill = \"black\", repeat = 6, step = { turn = 60 }, at = \"0 -15mm\" },",
    "{ text = \"{{ n }}\", font = \"9pt\", repeat = \"0..7\", by = \"6 0mm\" },",
    "{ disc = \"3mm\", fill = \"black\", repeat = \"{{ power }}\", by = \"0 5mm\", when = \"n != 2\" },",
    "{ text = \"{{ column }}{{ row }}\", font = \"9pt\", repeat = { grid = \"4 x 3\", by = \"9 9mm\", skip = [2, 7] } },",
    "{ icon = \"{{ item }}\", size = \"6mm\", repeat = { over = \"{{ symbols }}\" }, by = \"8 0mm\" },",
    "{ polygon = \"0 -1, 1 1, -1 1\", fill = \"black\", repeat = { along = \"M -20 0 C -10 -20 10 20 20 0\", count = 9, turn = \"along\" } },",
    "{ stack = [{ text = \"{{ name }}\", font = \"14pt\" }, { from = \"-15 0mm\", to = \"15 0mm\", line = \"0.4mm black\" }, { text = \"Take two of the cards that lie face up.\", font = \"9pt\", size = \"40 x 30mm\" }], gap = \"2mm\", at = \"top\", inset = \"8mm\" },",
    "{ stack = [{ icon = \"star\" }, { text = \"{{ power }}\", font = \"12pt\" }], across = true, gap = \"1mm\" },",
    "{ text = \"gap\", font = \"20pt\", align = \"baseline left\", at = \"-20 5mm\" }, { text = \"Ann\", font = \"9pt\", align = \"baseline left\", at = \"5 5mm\" },",
    "{ text = \"{{ name }}\", font = \"{% if power > 2 %}bold {% endif %}12pt\", letters = \"{{ 'small-capitals' if power > 2 else 'tabular' }}\" },",
];

#[test]
fn every_mechanism_is_checked_clean_and_built_again_from_its_file() {
    for face in FACES {
        for (paper, ink) in [("iso", "full"), ("us", "black")] {
            let args = ["build", "x.toml", "--paper", paper, "--ink", ink];
            let ran = Run::new().file("x.toml", layout(face)).args(args).checked().run();
            assert!(ran.stdout.ends_with("clean\n"), "{face}\n{}{}", ran.stdout, ran.stderr);
            let name = format!("output/x-{paper}.pdf");
            let first = ran.bytes(&name);
            let again = Run::new().file("mine.pdf", &first).args(["build", "mine.pdf"]).run();
            assert!(again.bytes(&name) == first, "{face} on {paper}");
        }
    }
}

#[test]
fn a_share_is_of_the_smaller_side_and_a_size_of_its_own_side() {
    // The card is 60 x 90 mm.
    assert_eq!(middles("{ disc = \"2mm\", fill = \"black\", at = \"10% -50%\" },"), [(6.0, -30.0)]);
    let corner = "{ box = \"2mm\", fill = \"black\", at = \"top-left\", inset = \"10% 20%\" },";
    assert_eq!(middles(corner), [(-23.0, -32.0)]);
    let half = figures("{ box = \"50% x 50%\", fill = \"black\" },")[0];
    same_length(half.width(), 30.0, "half of the width");
    same_length(half.height(), 45.0, "half of the height");
    let strip = figures("{ from = \"-25% 0mm\", to = \"25% 0mm\", line = \"5% black\" },")[0];
    same_length(strip.width(), 30.0, "half of the smaller side");
    same_length(strip.height(), 3.0, "a twentieth of the smaller side");
}

#[test]
fn a_share_in_a_group_is_of_the_group() {
    let face = "{ parts = [{ disc = \"2mm\", fill = \"black\", at = \"0 -50%\" }], size = \"40 x 20mm\", at = \"5 5mm\" },";
    assert_eq!(middles(face), [(5.0, -5.0)]);
    let turned =
        "{ parts = [{ disc = \"2mm\", fill = \"black\", at = \"0 -50%\" }], size = \"20mm\", turn = 90 },";
    assert_eq!(middles(turned), [(10.0, 0.0)]);
}

#[test]
fn with_a_size_a_curve_is_in_a_box_of_100() {
    let drawn =
        figures("{ polygon = \"-50 -50, 50 -50, 50 50, -50 50\", size = \"30 x 10mm\", fill = \"black\" },");
    same_length(drawn[0].width(), 30.0, "the width of the size");
    same_length(drawn[0].height(), 10.0, "the height of the size");
}

#[test]
fn copies_are_where_their_steps_lead() {
    let mark = "disc = \"1mm\", fill = \"black\"";
    let at = |keys: &str| middles(&format!("{{ {mark}, {keys} }},"));
    assert_eq!(at("repeat = 3, by = \"4 0mm\""), [(-4.0, 0.0), (0.0, 0.0), (4.0, 0.0)]);
    assert_eq!(at("repeat = 2, by = \"4 1mm\", at = \"2 2mm\""), [(2.0, 2.0), (6.0, 3.0)]);
    assert_eq!(at("repeat = 2, by = \"4 0mm\", at = \"right\", inset = \"1mm\""), [(24.5, 0.0), (28.5, 0.0)]);
    let ring = at("repeat = 4, step = { turn = 90 }, at = \"0 -10mm\"");
    assert_eq!(ring, [(0.0, -10.0), (10.0, 0.0), (0.0, 10.0), (-10.0, 0.0)]);
    let grid = at("repeat = { grid = \"2 x 2\", by = \"6 4mm\", skip = [3] }");
    assert_eq!(grid, [(-3.0, -2.0), (3.0, -2.0), (3.0, 2.0)]);
    let path = at("repeat = { along = \"M 0 0 H 9\", count = 4 }");
    assert_eq!(path, [(0.0, 0.0), (3.0, 0.0), (6.0, 0.0), (9.0, 0.0)]);
    assert_eq!(at("repeat = 1000, by = \"0.05 0mm\"").len(), 1000);
}

#[test]
fn texts_of_copies_have_their_numbers_and_items() {
    let output_of = |face: &str| strings(face).into_iter().map(|(string, _)| string).collect::<Vec<_>>();
    assert_eq!(
        output_of("{ text = \"{{ n }}\", font = \"9pt\", repeat = \"-1..1\", by = \"9 0mm\" },"),
        ["-1", "0", "1"]
    );
    let items = "{ text = \"{{ n }} {{ item }}\", font = \"9pt\", repeat = { over = \"{{ symbols }}\" }, by = \"0 9mm\" },";
    assert_eq!(output_of(items), ["1 star", "2 moon", "3 sun"]);
    let inner = "{ parts = [{ text = \"{{ n }}\", font = \"9pt\", repeat = 2, by = \"4 0mm\" }], size = \"9mm\", repeat = \"5..6\", by = \"0 9mm\" },";
    assert_eq!(output_of(inner), ["1", "2", "1", "2"], "the inner copies count");
    let set =
        "{ look = \"seal\", size = \"9mm\", set = { power = \"{{ n * 2 }}\" }, repeat = 2, by = \"0 9mm\" },";
    assert_eq!(output_of(set), ["2", "4"]);
}

#[test]
fn a_part_of_a_stack_follows_the_one_before_it() {
    let bar_below = |name: &str| {
        let face = format!(
            "{{ stack = [{{ text = \"{name}\", font = \"10pt\", size = \"30 x 40mm\" }}, {{ box = \"10 x 2mm\", \
             fill = \"black\" }}, {{ text = \"end\", font = \"10pt\" }}], gap = \"3mm\", at = \"top\", inset = \"5mm\" }},"
        );
        let Drawn { figures, texts } = drawn(&face);
        let bar = figures[0];
        let (last_line, end) = (&texts[texts.len() - 2], &texts[texts.len() - 1]);
        same_length(bar.y0 - last_line.1.y, 3.0, "from the last baseline to the bar");
        let capitals = end.1.y - bar.y1 - 3.0;
        assert!((2.0..3.0).contains(&capitals), "the capitals of 10 pt are {capitals} mm high");
        bar.y0
    };
    let one = bar_below("One");
    let several = bar_below("One and many more that need three lines of it all");
    assert!(several > one + 4.0, "the bar follows the lines: {one} and {several}");
}

#[test]
fn neighbours_stand_on_one_baseline() {
    let face = "{ text = \"gap\", font = \"20pt\", align = \"baseline left\", at = \"-20 5mm\" },\
        { text = \"Ann\", font = \"9pt\", align = \"baseline\", at = \"0 5mm\" },\
        { text = \"end\", font = \"9pt\", align = \"baseline right\", at = \"20 5mm\" },";
    let texts = strings(face);
    assert!(texts.iter().all(|(_, origin)| (origin.y - texts[0].1.y).abs() < 0.001), "{texts:?}");
    assert!(texts[0].1.x < texts[1].1.x && texts[1].1.x < texts[2].1.x);
}

#[test]
fn a_decorated_cell_is_as_large_as_its_board_allows() {
    let text = "[game]\ntitle = \"x\"\n[[board]]\ncells = \"flat-top\"\nshape = \"hexhex 2\"\nfit = \"largest\"\n\
        cell = { draw = [{ disc = \"50%\", fill = \"black\" }, { disc = \"2%\", fill = \"white\", at = \"0 -20%\" }] }\n";
    let widths = ["a3+a4", "tabloid+letter"].map(|paper| {
        let args = ["build", "x.toml", "--paper", paper, "--no-check"];
        let ran = Run::new().file("x.toml", text).args(args).any_stderr().run();
        let name = ran.folder.files().into_iter().find(|name| name.ends_with(".pdf")).unwrap();
        let page = ran.pdf(&name).pages.remove(0);
        let cell = page.items.iter().filter(|item| id(item).starts_with("board/cell"));
        let sizes: Vec<f64> = cell.map(|item| covers(item).height()).collect();
        let (large, small) =
            (sizes.iter().copied().fold(0.0, f64::max), sizes.iter().copied().fold(1e9, f64::min));
        (large, small)
    });
    for (cell, dot) in widths {
        // The size of a `disc` is a percentage of the width of the cell, which is measured from
        // corner to corner.
        let width = cell * 2.0 / 3.0_f64.sqrt();
        assert!((dot / width - 0.02).abs() < 0.001, "the dot is a fiftieth of the cell: {dot} of {width}");
    }
    assert!((widths[0].0 - widths[1].0).abs() > 0.5, "the papers have other sizes");
}

/// `knock-out` around a text on a circle clears only a part of a ring, and not everything inside the
/// circle. The text is tested on the outside and on the inside of the circle.
#[test]
fn a_text_on_a_circle_is_spared_as_a_ring() {
    const GREY: [u8; 3] = [0xDD; 3];
    // For each radius of the text: the distances from the centre of the circle at which the picture
    // is white, and the distances at which it is grey. The letters are 3.175 mm high.
    for (bend, free, grey) in
        [(16.0, [14.3, 19.8], [13.4, 20.7, 8.0]), (-16.0, [12.2, 17.7], [11.3, 18.6, 6.0])]
    {
        let text = format!(
            "{{ text = \"ROUND THE RING\", font = \"bold 9pt\", bend = \"{bend}mm\", knock-out = \"1mm\" }}"
        );
        let face = format!("{{ parts = [{{ box = \"56 x 70mm\", fill = \"#DDDDDD\" }}, {text}] }}");
        let args = ["build", "x.toml", "--format", "png", "--dpi", "300", "--no-check"];
        let ran = Run::new().file("x.toml", layout(&face)).args(args).any_stderr().run();
        let files = ran.folder.all();
        let name = files.iter().find(|name| name.ends_with(".png")).unwrap();
        let picture = decoded(&ran.bytes(name));
        let mm = |pixels: u32| (f64::from(pixels) + 0.5) * 25.4 / 300.0;
        let is_grey = |x: u32, y: u32| picture.at(x, y)[..3] == GREY;
        let all = (0..picture.high).flat_map(|y| (0..picture.wide).map(move |x| (x, y)));
        let boxed = all.filter(|(x, y)| is_grey(*x, *y)).map(|(x, y)| Rect::new(mm(x), mm(y), mm(x), mm(y)));
        let mid = boxed.reduce(|a, b| a.union(b)).unwrap().center();
        // `mid` is the middle of the capitals, 1.05 mm above their baseline. The baseline is on the circle.
        // The centre of the circle is below the text if `bend` is positive, and above the text otherwise.
        let centre = mid + Vec2::new(0.0, bend + 1.05);
        // Returns the colour of a point. `sine` and `cosine` give the angle of the point, measured
        // from the middle of the text.
        let at = |[sine, cosine]: [f64; 2], radius: f64| {
            let point = centre + Vec2::new(sine, -cosine * f64::signum(bend)) * radius;
            let pixel = picture.at_mm(point.x, point.y);
            [pixel[0], pixel[1], pixel[2]]
        };
        for angle in [[-0.6, 0.8], [0.0, 1.0], [0.6, 0.8]] {
            assert_eq!(free.map(|radius| at(angle, radius)), [[255; 3]; 2], "{bend} {angle:?}");
        }
        assert_eq!(grey.map(|radius| at([0.0, 1.0], radius)), [GREY; 3], "{bend}");
        assert_eq!([at([0.96, 0.28], 16.0), at([-0.96, 0.28], 16.0)], [GREY; 2], "{bend}");
    }
}
