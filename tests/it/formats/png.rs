//! Tests of sheets as PNG pictures. The tests read them with another decoder and measure pixels.

use std::process::Command;

use crate::support::programs::leave_out;
use crate::support::run::{PROGRAM, Run};

/// A PNG picture as another library decodes it.
pub struct Decoded {
    pub wide: u32,
    pub high: u32,
    /// The resolution in pixels per inch that the file states.
    pub dpi: u32,
    /// Whether the picture has an alpha channel.
    pub alpha: bool,
    /// The text chunks: keyword and text.
    pub texts: Vec<(String, String)>,
    pub bytes: Vec<u8>,
}

impl Decoded {
    /// Returns the red, green, blue and alpha values of a pixel.
    #[track_caller]
    pub fn at(&self, x: u32, y: u32) -> [u8; 4] {
        assert!(x < self.wide && y < self.high);
        let samples = if self.alpha { 4 } else { 3 };
        let at = (y as usize * self.wide as usize + x as usize) * samples;
        let pixel = &self.bytes[at..at + samples];
        [pixel[0], pixel[1], pixel[2], if self.alpha { pixel[3] } else { 255 }]
    }

    /// Returns the pixel at `x` and `y` mm from the top left corner.
    #[track_caller]
    pub fn at_mm(&self, x: f64, y: f64) -> [u8; 4] {
        let pixel = |mm: f64| (mm / 25.4 * f64::from(self.dpi)) as u32;
        self.at(pixel(x), pixel(y))
    }

    pub fn pixels(&self) -> impl Iterator<Item = [u8; 4]> + '_ {
        (0..self.high).flat_map(move |y| (0..self.wide).map(move |x| self.at(x, y)))
    }
}

#[track_caller]
pub fn decoded(file: &[u8]) -> Decoded {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    let info = reader.info();
    let alpha = match info.color_type {
        png::ColorType::Rgba => true,
        png::ColorType::Rgb => false,
        other => panic!("{other:?}"),
    };
    assert_eq!(info.bit_depth, png::BitDepth::Eight);
    let physical = info.pixel_dims.unwrap();
    assert_eq!((physical.unit, physical.xppu), (png::Unit::Meter, physical.yppu));
    assert!(info.srgb.is_some());
    let text = info.utf8_text.iter().map(|t| (t.keyword.clone(), t.get_text().unwrap()));
    Decoded {
        wide: frame.width,
        high: frame.height,
        dpi: (f64::from(physical.xppu) * 0.0254).round() as u32,
        alpha,
        texts: text.collect(),
        bytes,
    }
}

/// A red card and a blue card side by side, both with backs. Each card is 40 mm wide.
pub const CARDS: &str = "[game]\ntitle = \"Größe\"\nauthor = \"Ann\"\n[[cards]]\nname = \"deck\"\nsize = \"40 x 60mm\"\ngrid = \"2 x 1\"\n\
    rows = [{ c = \"#FF0000\" }, { c = \"#0000FF\" }]\nface = [{ fill = \"{{ c }}\" }]\nback = [{ fill = \"#00FF00\" }]\n";

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const WHITE: [u8; 4] = [255, 255, 255, 255];

/// A printer that prints on both sides needs an empty page behind the board. Pictures do not.
#[test]
fn pictures_of_two_sides_need_no_page_between() {
    let board =
        "[[board]]\nname = \"field\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n";
    let ran = Run::new()
        .file("x.toml", CARDS.replace("[[cards]]", &format!("{board}[[cards]]")))
        .args(["build", "x.toml", "--format", "png", "--dpi", "50"]);
    let ran = ran.checked().run();
    assert_eq!(ran.folder.files().iter().filter(|name| name.ends_with(".png")).count(), 3);
    assert!(ran.stdout.contains(": clean"), "{}", ran.stdout);
}

#[test]
fn a_sheet_is_as_many_pixels_as_its_paper_is_inches() {
    let ran =
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--format", "png", "--dpi", "100"]).run();
    assert_eq!(ran.folder.files(), ["output/x-iso/01-deck.png", "output/x-iso/02-deck-back.png", "x.toml"]);
    let front = decoded(&ran.bytes("output/x-iso/01-deck.png"));
    assert_eq!((front.wide, front.high, front.dpi, front.alpha), (827, 1169, 100, false));
    let reports_of = |name: &str| front.texts.iter().find(|(key, _)| key == name).unwrap().1.as_str();
    assert_eq!(reports_of("Title"), "Größe: deck, sheet 1 of 2");
    assert_eq!(
        (reports_of("Author"), reports_of("Software")),
        ("Ann", concat!("hexpress ", env!("CARGO_PKG_VERSION")))
    );
    // Two cards are edge to edge in the centre of A4.
    assert_eq!((front.at_mm(85.0, 148.5), front.at_mm(125.0, 148.5)), (RED, BLUE));
    let back = decoded(&ran.bytes("output/x-iso/02-deck-back.png"));
    assert_eq!(back.at_mm(85.0, 148.5), GREEN);
    // The edges are at the same positions as in the PDF, to the pixel.
    let inside = |x: f64| front.at_mm(x, 148.5);
    assert_eq!((inside(64.6), inside(65.4), inside(104.6), inside(105.4)), (WHITE, RED, RED, BLUE));
    assert_eq!((inside(144.6), inside(145.4)), (BLUE, WHITE));
    assert_eq!((front.at_mm(85.0, 118.1), front.at_mm(85.0, 118.9)), (WHITE, RED));
    assert_eq!((front.at_mm(85.0, 178.1), front.at_mm(85.0, 178.9)), (RED, WHITE));
    assert!(ran.stdout.contains("\n               01-deck.png … 02-deck-back.png\n"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("travels inside"), "{}", ran.stdout);
}

#[test]
fn three_hundred_pixels_are_an_inch_unless_others_are_asked_for() {
    let card = "[[cards]]\nname = \"a\"\nsize = \"20 x 30mm\"\nface = [{ fill = \"tan\" }]\n";
    let ran =
        Run::new().file("x.toml", card).args(["build", "x.toml", "--paper", "a6", "--format", "png"]).run();
    let sheet = decoded(&ran.bytes("output/x-a6/01-a.png"));
    assert_eq!((sheet.wide.min(sheet.high), sheet.wide.max(sheet.high), sheet.dpi), (1240, 1748, 300));
}

/// Letters are black in the middle of their strokes, at the positions that the PDF has.
#[test]
fn words_and_lines_are_drawn() {
    let card = "[[cards]]\nname = \"a\"\nsize = \"40 x 60mm\"\ngrid = \"1 x 1\"\nface = [\n  { text = \"I\", font = \"bold 40pt\" },\n  \
                { box = \"30 x 50mm\", line = \"2mm teal\" },\n]\n";
    let ran =
        Run::new().file("x.toml", card).args(["build", "x.toml", "--format", "png", "--dpi", "120"]).run();
    let sheet = decoded(&ran.bytes("output/x-iso/01-a.png"));
    let centre = (f64::from(sheet.wide) / 120.0 * 12.7, f64::from(sheet.high) / 120.0 * 12.7);
    let [r, g, b, _] = sheet.at_mm(centre.0, centre.1);
    assert!(r < 60 && g < 60 && b < 60, "the letter is {r} {g} {b}");
    assert_eq!(sheet.at_mm(centre.0 - 15.0, centre.1), [0, 128, 128, 255]);
}

#[test]
fn the_same_bytes_on_one_core_and_on_all() {
    let ran =
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--format", "png", "--dpi", "60"]).run();
    let alone = ran.folder.path().join("alone");
    let one_core =
        format!("taskset -c 0 {PROGRAM} build x.toml --format png --dpi 60 --no-check --output alone");
    let done = Command::new("sh").args(["-c", &one_core]).current_dir(ran.folder.path()).output().unwrap();
    if !done.status.success() {
        leave_out("taskset", "it does not run");
        return;
    }
    for name in ["01-deck.png", "02-deck-back.png"] {
        let one = std::fs::read(alone.join("x-iso").join(name)).unwrap();
        assert!(one == ran.bytes(&format!("output/x-iso/{name}")), "{name}");
    }
}

#[test]
fn sheets_of_an_earlier_build_go_but_not_those_that_were_changed() {
    let run = |layout: &str| {
        Run::new().file("x.toml", layout).args(["build", "x.toml", "--format", "png", "--dpi", "40"])
    };
    let ours = run(CARDS).run().bytes("output/x-iso/01-deck.png");
    let mut changed = ours.clone();
    let at = changed.len() - 30;
    changed[at] ^= 1;
    let ran = run(CARDS)
        .file("output/x-iso/07-gone.png", &ours)
        .file("output/x-iso/08-changed.png", &changed)
        .file("output/x-iso/09-gone.svg", "<svg/>")
        .file("output/x-iso/photo.png", &ours)
        .stderr(
            "warning[HX015]: output/x-iso/08-changed.png is not from this build, and is kept because it was changed
 |
 = help: move it to another folder",
        )
        .run();
    let left = ["01-deck.png", "02-deck-back.png", "08-changed.png", "09-gone.svg", "photo.png"];
    let mut left = left.map(|name| format!("output/x-iso/{name}")).to_vec();
    left.push("x.toml".to_owned());
    assert_eq!(ran.folder.files(), left);
}

/// The checker judges the PDF that the pictures are drawn from.
#[test]
fn a_build_of_pictures_ends_with_the_verdict() {
    let ran = Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--format", "png", "--dpi", "20"]);
    let output = ran.checked().run().stdout;
    assert!(output.ends_with(": clean\n"), "{output}");
}
