//! Pictures and icons that are not there, or are not what they should be.

use super::{cards, mistake, wrong};
use crate::images::{JPEG, png, rows};
use crate::run::Run;

fn small() -> Vec<u8> {
    png((4, 4), 8, 2, &[], &rows((4, 4), |x, y| vec![x as u8, y as u8, 9]))
}

/// Cards with this picture.
fn with(image: &str) -> String {
    cards("text = \"{{ name }}\", font = \"bold 9pt\"", &format!("image = \"{image}\""))
}

/// A layout and files beside it.
fn beside(layout: &str, files: &[(&str, &[u8])]) -> Run {
    let run = files.iter().fold(Run::new(), |run, (name, bytes)| run.file(name, bytes));
    run.file("x.toml", layout).args(["build", "x.toml"])
}

#[test]
fn no_such_file_but_one_that_is_near() {
    wrong(
        beside(&with("art/dragom.png"), &[("art/dragon.png", &small())]),
        r#"
error[HX205]: there is no file `art/dragom.png`
 --> x.toml:4:19
  |
4 | face = [{ image = "art/dragom.png" }]
  |                   ^^^^^^^^^^^^^^^^
  |
  = help: did you mean `art/dragon.png`?
"#,
    );
}

#[test]
fn no_such_file_at_all() {
    mistake(
        &with("a.png"),
        r#"
error[HX205]: there is no file `a.png`
 --> x.toml:4:19
  |
4 | face = [{ image = "a.png" }]
  |                   ^^^^^^^
  |
  = help: the path is taken from the folder of the layout: "art/picture.png"
"#,
    );
}

#[test]
fn a_row_whose_file_is_not_there() {
    let large = png((400, 400), 1, 0, &[], &vec![0; 51 * 400]);
    wrong(
        beside(&with("art/{{ name | lower }}.png"), &[("art/ann.png", &large)]),
        r#"
error[HX205]: cards/2 (name = Bob): there is no file `art/bob.png`
 --> x.toml:4:19
  |
4 | face = [{ image = "art/{{ name | lower }}.png" }]
  |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: the path is taken from the folder of the layout: "art/picture.png"
"#,
    );
}

#[test]
fn a_path_that_only_this_machine_has() {
    mistake(
        &with("/art/a.png"),
        r#"
error[HX205]: `/art/a.png` cannot be had: the path begins at the root of this machine
 --> x.toml:4:19
  |
4 | face = [{ image = "/art/a.png" }]
  |                   ^^^^^^^^^^^^
  |
  = help: the path is taken from the folder of the layout: "art/picture.png"
"#,
    );
}

#[test]
fn a_folder_is_no_picture() {
    wrong(
        beside(&with("art"), &[("art/a.png", &small())]),
        r#"
error[HX205]: `art` cannot be had: it is a folder
 --> x.toml:4:19
  |
4 | face = [{ image = "art" }]
  |                   ^^^^^
"#,
    );
}

#[test]
fn names_that_the_pdf_needs_itself() {
    for name in ["hexpress.json", "x.toml"] {
        let line = "^".repeat(name.len() + 2);
        let run = match name {
            "x.toml" => beside(&with(name), &[]),
            _ => beside(&with(name), &[(name, b"{}")]),
        };
        wrong(
            run,
            &format!(
                r#"
error[HX205]: `{name}` cannot be had: the PDF carries something of its own by this name
 --> x.toml:4:19
  |
4 | face = [{{ image = "{name}" }}]
  |                   {line}
  |
  = help: give the file another name
"#
            ),
        );
    }
}

#[test]
fn a_picture_beside_another_drawing() {
    wrong(
        beside(&with("a.png").replace("{ image", "{ icon = \"star\", image"), &[("a.png", &small())]),
        r#"
error[HX110]: one element draws one thing, and this one names icon and image
 --> x.toml:4:9
  |
4 | face = [{ icon = "star", image = "a.png" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: make two elements of it
"#,
    );
}

#[test]
fn cropped_in_a_word() {
    mistake(
        &with("a.png").replace("a.png\"", "a.png\", crop = \"yes\""),
        r#"
error[HX004]: `crop` is text, but true or false is wanted
 --> x.toml:4:35
  |
4 | face = [{ image = "a.png", crop = "yes" }]
  |                                   ^^^^^
"#,
    );
}

#[test]
fn cropped_and_no_picture() {
    mistake(
        &with("a.png").replace("image = \"a.png\"", "box = \"20mm\", crop = true"),
        r#"
error[HX120]: `crop` does nothing on `box`
 --> x.toml:4:25
  |
4 | face = [{ box = "20mm", crop = true }]
  |                         ^^^^
  |
  = help: it belongs to: image
"#,
    );
}

#[test]
fn an_own_icon_that_reaches_outside() {
    let ring = SWORD.replace("<path ", "<path fill-rule=\"evenodd\" ");
    let layout =
        icon("sword").replace("icon = \"sword\"", "icon = \"sword\", size = \"10mm\", at = \"20 0mm\"");
    wrong(
        beside(&layout, &[("icons/sword.svg", ring.as_bytes())]),
        r#"
error[HX210]: cards/1: this icon reaches 4.5 mm outside its piece
 --> x.toml:7:9
  |
7 | face = [{ icon = "sword", size = "10mm", at = "20 0mm" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: what reaches outside is printed on the piece beside it
"#,
    );
}

/// This file says this of itself, and this is what would help.
#[track_caller]
fn file(bytes: &[u8], what: &str, hint: &str) {
    let said = format!(
        r#"
error[HX206]: `a` {what}
 --> x.toml:4:19
  |
4 | face = [{{ image = "a" }}]
  |                   ^^^
"#
    );
    let hint = if hint.is_empty() { String::new() } else { format!("  |\n  = help: {hint}\n") };
    wrong(beside(&with("a"), &[("a", bytes)]), &(said + &hint));
}

const KINDS: &str = "pictures are PNG, JPEG or SVG files";
const AGAIN: &str = "open it in a picture program and save it again";
const TAKEN: &str = "areas and lines in plain colours are taken; export the rest as PNG, or words as paths";

#[test]
fn files_that_are_something_else() {
    let seems = |kind: &str| format!("is no picture that can be printed: it seems to be {kind}");
    let cases: [(&[u8], &str); 12] = [
        (b"GIF89a....", "a GIF"),
        (b"BM......", "a Windows bitmap (BMP)"),
        (b"II*\0....", "a TIFF"),
        (b"%PDF-1.7", "a PDF"),
        (b"RIFF....WEBPVP8 ", "a WebP"),
        (b"\0\0\0\x20ftypavif", "an AVIF"),
        (b"\0\0\0\x20ftypheic", "a HEIC photo"),
        (b"\x1F\x8B\x08....", "compressed with gzip (perhaps an SVGZ)"),
        (b"PK\x03\x04....", "a ZIP file, or a document that is one inside"),
        (b"<!DOCTYPE html><p>404", "a web page"),
        (b"\xFF\xFE<\0s\0v\0g\0", "text in UTF-16, not UTF-8"),
        (b"version https://git-lfs", "plain text"),
    ];
    for (bytes, kind) in cases {
        file(bytes, &seems(kind), KINDS);
    }
    file(b"", "is empty", KINDS);
    file(b"\x80\x81\x82\x83", "is no picture", KINDS);
}

#[test]
fn pngs_that_are_broken() {
    let good = small();
    let broken = |how: &str| format!("is broken: {how}");
    for cut in [good.len() - 1, good.len() - 12, 60, 20, 8] {
        file(&good[..cut], &broken("its end is missing"), AGAIN);
    }
    let mut changed = good.clone();
    changed[60] ^= 1;
    file(&changed, &broken("its part IDAT is not as it was written"), AGAIN);
    file(&png((0, 4), 8, 2, &[], b""), &broken("it has 0 x 4 pixels"), AGAIN);
    file(&png((4, 4), 4, 2, &[], b""), &broken("its header says what cannot be"), AGAIN);
    file(&png((4, 4), 8, 7, &[], b""), &broken("it has no kind of pixels called 7"), AGAIN);
    file(&png((4, 4), 8, 3, &[], b""), &broken("it has no palette"), AGAIN);
    let odd: [(&[u8], &[u8]); 1] = [(b"PLTE", &[1, 2])];
    file(&png((4, 4), 8, 3, &odd, b""), &broken("its palette is not of 1 to 256 colours"), AGAIN);
    let few = png((4, 4), 8, 6, &[], &[0; 17]);
    file(&few, &broken("it has fewer pixels than it says"), AGAIN);
    let many = png((4, 4), 8, 6, &[], &[0; 1000]);
    file(&many, &broken("its pixels cannot be unpacked"), AGAIN);
    let filters = png((1, 1), 8, 6, &[], &[9, 1, 2, 3, 4]);
    file(&filters, &broken("its pixels are filtered by no rule"), AGAIN);
}

#[test]
fn pictures_beyond_all_measure() {
    let hint = "make it smaller: 300 pixels to the inch print well";
    let bomb = png((60_000, 60_000), 8, 2, &[], b"");
    file(&bomb, "has 60000 x 60000 pixels, and 100 million are the most", hint);
}

#[test]
fn jpegs_that_are_broken_or_of_a_rare_kind() {
    let frame = JPEG.windows(2).position(|w| w == [0xFF, 0xC0]).unwrap();
    let change = |at: usize, bytes: &[u8]| {
        let mut changed = JPEG.to_vec();
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        changed
    };
    for cut in [JPEG.len() - 1, JPEG.len() - 3, 100, 4] {
        file(&JPEG[..cut], "is broken: its end is missing", AGAIN);
    }
    let junk = [&JPEG[..20], b"xx", &JPEG[20..]].concat();
    file(&junk, "is broken: byte 20 is none that can stand there in a JPEG", AGAIN);
    let save = "save it as an ordinary JPEG, or as PNG";
    let rare = "is a kind of JPEG that printers do not take (lossless or arithmetic)";
    file(&change(frame, &[0xFF, 0xC3]), rare, save);
    let deep = "has 12 bits a colour, and a JPEG that printers take has 8";
    file(&change(frame + 4, &[12]), deep, save);
    file(&change(frame + 5, &[0, 0]), "is broken: it has 6 x 0 pixels", AGAIN);
    file(&change(frame + 9, &[2]), "is broken: its pixels have 2 parts, not 1, 3 or 4", AGAIN);
    file(b"\xFF\xD8\xFF\xD9", "is broken: it has no pixels", AGAIN);
}

#[test]
fn what_is_not_taken_from_an_svg() {
    let gradient = r##"<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient>"##;
    let cases = [
        (format!("{gradient}\n<rect id=\"sky\" width=\"9\" height=\"9\" fill=\"url(#g)\"/>"), "line 3, <rect id=\"sky\">: a gradient"),
        (format!("<style>.a {{ fill: url(#g) }}</style>\n{gradient}<path class=\"a\" d=\"M0 0h9v9z\"/>"), "line 2, <style>: a gradient"),
        ("<pattern id=\"p\" width=\".1\" height=\".1\"><path d=\"M0 0h1v1z\"/></pattern>\n<path d=\"M0 0h9v9z\" fill=\"url(#p)\"/>".into(), "line 3, <path>: a pattern"),
        ("<text id=\"t\" y=\"5\">Hi</text>".into(), "line 2, <text id=\"t\">: words"),
        ("<image href=\"a.png\" width=\"5\" height=\"5\"/>".into(), "line 2, <image>: a picture of pixels"),
        ("<foreignObject width=\"5\" height=\"5\"/>".into(), "line 2, <foreignObject>: a foreign object"),
        ("<g opacity=\"0.5\">\n<path d=\"M0 0h9v9z\"/></g>".into(), "line 2, <g>: something half seen through (opacity)"),
        ("<g>\n<path style=\"fill-opacity:.5\" d=\"M0 0h9v9z\"/></g>".into(), "line 3, <path>: something half seen through (opacity)"),
        ("<filter id=\"f\"><feGaussianBlur stdDeviation=\"1\"/></filter>\n<path d=\"M0 0h9v9z\" filter=\"url(#f)\"/>".into(), "line 3, <path>: a filter"),
        ("<mask id=\"m\"><path d=\"M0 0h9v9z\" fill=\"#fff\"/></mask>\n<path d=\"M0 0h9v9z\" mask=\"url(#m)\"/>".into(), "line 3, <path>: a mask"),
        ("<path d=\"M0 0h9v9z\"/>\n<path d=\"M0 0h9v9z\" style=\"mix-blend-mode:multiply\"/>".into(), "line 3, <path>: a blend mode"),
        ("<clipPath id=\"c\"><path clip-rule=\"evenodd\" d=\"M0 0h5v5h-5z\"/></clipPath>\n<path d=\"M0 0h9v9z\" clip-path=\"url(#c)\"/>".into(), "line 2, <path>: a clip by the even-odd rule"),
    ];
    for (inside, what) in cases {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\n{inside}\n</svg>");
        file(svg.as_bytes(), &format!("shows what is not taken from an SVG: {what}"), TAKEN);
    }
}

#[test]
fn svgs_that_are_broken() {
    let svg = |head: &str, inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {head}>{inside}</svg>").into_bytes()
    };
    let cut = svg("viewBox=\"0 0 9 9\"", "<rect>");
    file(&cut, "is broken: expected 'rect' tag, not 'svg' at 1:65", AGAIN);
    let flat = svg("width=\"0\" height=\"9\"", "<path d=\"M0 0h9v9z\"/>");
    file(&flat, "is broken: its width or height is zero", AGAIN);
    file(&svg("viewBox=\"0 0 9 9\"", ""), "shows nothing", "");
    let deep = format!("{}<path d=\"M0 0h9v9z\"/>{}", "<g>".repeat(400), "</g>".repeat(400));
    file(&svg("viewBox=\"0 0 9 9\"", &deep), "has elements nested more than 200 deep", "");
    let mut wide = String::from("<defs><path id=\"u0\" d=\"M0 0h9v9z\"/>");
    for i in 1..60 {
        wide += &format!("<g id=\"u{i}\"><use href=\"#u{}\"/><use href=\"#u{}\"/></g>", i - 1, i - 1);
    }
    let wide = svg("viewBox=\"0 0 9 9\"", &(wide + "</defs><use href=\"#u59\"/>"));
    file(&wide, "has too many elements, or uses them too often or too deep", "");
}

// ------------------------------------------------------------------ icons

const SWORD: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>";

/// Cards with this icon, and own icons in `icons`.
fn icon(name: &str) -> String {
    let cards = cards("text = \"{{ name }}\", font = \"bold 9pt\"", &format!("icon = \"{name}\""));
    format!("[icons]\nfolder = \"icons\"\n\n{cards}")
}

#[test]
fn no_folder_of_icons() {
    mistake(
        &icon("star"),
        r#"
error[HX205]: there is no folder `icons` beside the layout
 --> x.toml:2:10
  |
2 | folder = "icons"
  |          ^^^^^^^
  |
  = help: it holds the game's own icons, each an SVG file: folder = "icons"
"#,
    );
}

#[test]
fn an_own_icon_misspelt() {
    wrong(
        beside(&icon("swrod"), &[("icons/sword.svg", SWORD.as_bytes())]),
        r#"
error[HX112]: no icon is called `swrod`
 --> x.toml:7:18
  |
7 | face = [{ icon = "swrod" }]
  |                  ^^^^^^^
  |
  = help: did you mean `sword`?
"#,
    );
}

#[test]
fn an_icon_in_two_colours() {
    let two = SWORD.replace("</svg>", "<path fill=\"white\" d=\"M0 0h9v9z\"/></svg>");
    wrong(
        beside(&icon("sword"), &[("icons/sword.svg", two.as_bytes())]),
        r##"
error[HX206]: `icons/sword.svg` has 2 colours, and an icon has one
 --> x.toml:7:18
  |
7 | face = [{ icon = "sword" }]
  |                  ^^^^^^^
  |
  = help: it has #000000, #ffffff; image = "icons/sword.svg" draws it as it is
"##,
    );
}

#[test]
fn an_icon_of_pixels() {
    wrong(
        beside(&icon("sword"), &[("icons/sword.svg", &small())]),
        r#"
error[HX206]: `icons/sword.svg` is made of pixels, and an icon is a drawing (SVG)
 --> x.toml:7:18
  |
7 | face = [{ icon = "sword" }]
  |                  ^^^^^^^
  |
  = help: image = "…" draws any picture
"#,
    );
}
