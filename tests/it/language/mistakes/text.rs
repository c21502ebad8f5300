//! Tests of fonts whose bytes the tests make, and of styles that a family does not have.

use super::wrong;
use crate::support::run::Run;

const CJK: &[u8] = include_bytes!("../../../fonts/cjk.otf");

/// Returns the font with another licence, which is set in `fsType` of its table `OS/2`.
fn with_licence(bits: u16) -> Vec<u8> {
    let mut font = CJK.to_vec();
    let number = |at: usize| font[at..at + 4].iter().fold(0, |n, b| n << 8 | usize::from(*b));
    let table = (12..).step_by(16).find(|at| font[*at..].starts_with(b"OS/2")).unwrap();
    let at = number(table + 8) + 8;
    font[at..at + 2].copy_from_slice(&bits.to_be_bytes());
    font
}

/// Checks that building this layout, next to fonts of all kinds, prints this message and writes no
/// files.
#[track_caller]
fn mistake(layout: &str, output: &str) {
    let run = Run::new()
        .file("x.toml", layout)
        .file("cjk.otf", CJK)
        .file("half.otf", &CJK[..300])
        .file("restricted.otf", with_licence(2))
        .file("whole.otf", with_licence(0x0100))
        .file("not.ttf", "[game]\n")
        .file("web.woff2", "wOF2 and so on")
        .file("many.ttc", "ttcf and so on")
        .file("art.ttf", b"\x89PNG\r\n\x1a\n");
    wrong(run.args(["build", "x.toml"]), output);
}

#[test]
fn a_font_in_a_style_that_its_family_does_not_have() {
    for (font, family, style, there) in [
        ("display italic 20pt", "display", "italic", "regular, bold"),
        ("display bold italic 20pt", "display", "bold italic", "regular, bold"),
        ("mine bold 20pt", "mine", "bold", "regular"),
        ("ours italic 20pt", "ours", "italic", "regular, bold"),
    ] {
        let line = format!("face = [{{ text = \"An old word\", font = \"{font}\" }}]");
        let layout = format!(
            "[fonts]\nmine = \"cjk.otf\"\nours = {{ regular = \"cjk.otf\", bold = \"cjk.otf\" }}\n\n[[cards]]\nsize = \"mini\"\n{line}\n"
        );
        mistake(
            &layout,
            &format!(
                "error[HX201]: the font family `{family}` has no {style}
 --> x.toml:7:40
  |
7 | {line}
  |                                        {}
  |
  = help: choose one of: {there}",
                "^".repeat(font.len() + 2)
            ),
        );
    }
    // This family has the style, so the style is accepted and used.
    let ran = Run::new()
        .file(
            "x.toml",
            "[[cards]]\nsize = \"mini\"\nface = [{ text = \"OLD\", font = \"display bold 12pt\" }]\n",
        )
        .args(["build", "x.toml"])
        .run();
    assert!(ran.pdf("output/x-iso.pdf").fonts.iter().any(|font| font.name.ends_with("Cinzel-Bold")));
}

#[test]
fn files_that_are_no_fonts() {
    mistake(
        r#"[fonts]
title = "not.ttf"
web = "web.woff2"
many = "many.ttc"
half = "half.otf"
art = "art.ttf"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "A", font = "title 9pt" }]
"#,
        r#"
error[HX204]: not.ttf is not a font: it seems to be plain text
 --> x.toml:2:9
  |
2 | title = "not.ttf"
  |         ^^^^^^^^^
  |
  = help: use a TrueType (.ttf) or OpenType (.otf) file

error[HX204]: web.woff2 is a web font (WOFF 2), which cannot be embedded
 --> x.toml:3:7
  |
3 | web = "web.woff2"
  |       ^^^^^^^^^^^
  |
  = help: use the same font as a .ttf, .otf or .woff file

error[HX204]: many.ttc contains several fonts
 --> x.toml:4:8
  |
4 | many = "many.ttc"
  |        ^^^^^^^^^^
  |
  = help: save one of them as a .ttf or .otf file of its own

error[HX204]: half.otf is a damaged font
 --> x.toml:5:8
  |
5 | half = "half.otf"
  |        ^^^^^^^^^^
  |
  = help: download it again

error[HX204]: art.ttf is not a font: it seems to be a picture
 --> x.toml:6:7
  |
6 | art = "art.ttf"
  |       ^^^^^^^^^
  |
  = help: use a TrueType (.ttf) or OpenType (.otf) file
"#,
    );
}

#[test]
fn fonts_that_may_not_stand_in_a_document() {
    mistake(
        r#"[fonts]
mine = "restricted.otf"
ours = "whole.otf"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "A", font = "mine 9pt" }]
"#,
        r#"
error[HX204]: restricted.otf must not be embedded in documents (restricted licence, OS/2 fsType)
 --> x.toml:2:8
  |
2 | mine = "restricted.otf"
  |        ^^^^^^^^^^^^^^^^
  |
  = help: ask for another licence, or use a font that may be embedded, such as one under the Open Font License

error[HX204]: whole.otf may be embedded only as a whole or as bitmaps (OS/2 fsType), which hexpress cannot do
 --> x.toml:3:8
  |
3 | ours = "whole.otf"
  |        ^^^^^^^^^^^
  |
  = help: ask for another licence, or use a font that may be embedded, such as one under the Open Font License
"#,
    );
}
