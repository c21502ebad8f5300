//! Words that do not fit, and fonts that cannot be had.

use super::wrong;
use crate::run::Run;

const CJK: &[u8] = include_bytes!("../../fonts/cjk.otf");

/// The font with another licence: `fsType` of its table `OS/2`.
fn with_licence(bits: u16) -> Vec<u8> {
    let mut font = CJK.to_vec();
    let number = |at: usize| font[at..at + 4].iter().fold(0, |n, b| n << 8 | usize::from(*b));
    let table = (12..).step_by(16).find(|at| font[*at..].starts_with(b"OS/2")).unwrap();
    let at = number(table + 8) + 8;
    font[at..at + 2].copy_from_slice(&bits.to_be_bytes());
    font
}

/// Building this layout, beside fonts of all kinds, says this, and makes nothing.
#[track_caller]
fn mistake(layout: &str, said: &str) {
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
    wrong(run.args(["build", "x.toml"]), said);
}

#[test]
fn words_that_are_too_many_for_their_box() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "When a ship lands here, its owner may take two coins from the bank.", size = "30 x 6mm", font = "9pt" }]
"#,
        r#"
error[HX203]: cards/1: "When a ship lands here, its owner may…" is 8.3 mm too tall for 30 x 6 mm at 9 pt
 --> x.toml:4:9
  |
4 | face = [{ text = "When a ship lands here, its owner may take two coins from the bank.", size = "30 x 6mm", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a taller `size`, a smaller font, shrink = "…pt", or fewer words
"#,
    );
}

#[test]
fn words_that_are_too_many_even_when_they_shrink() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "When a ship lands here, its owner may take two coins from the bank.", size = "30 x 6mm", font = "9pt", shrink = "7pt" }]
"#,
        r#"
error[HX203]: cards/1: "When a ship lands here, its owner may…" is 2.2 mm too tall for 30 x 6 mm at 7 pt
 --> x.toml:4:9
  |
4 | ...= [{ text = "When a ship lands here, its owner may take two coins from the bank.", size = "30 x 6mm", font = "9pt", shrink = "7pt" }]
  |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a taller `size`, a smaller `shrink`, or fewer words
"#,
    );
}

#[test]
fn a_word_that_is_wider_than_its_box() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "By Donaudampfschifffahrt", size = "30 x 8mm", font = "12pt" }]
"#,
        r#"
error[HX203]: cards/1: "Donaudampfschifffahrt" in "By Donaudampfschifffahrt" is 11.2 mm too wide for 30 x 8 mm at 12 pt
 --> x.toml:4:9
  |
4 | face = [{ text = "By Donaudampfschifffahrt", size = "30 x 8mm", font = "12pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a wider `size`, a smaller font, shrink = "…pt", or a soft hyphen (\u00AD in "…") where the word may break
"#,
    );
}

#[test]
fn a_text_of_one_word_that_is_wider_than_its_box() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "Donaudampfschifffahrt", size = "30 x 8mm", font = "12pt", shrink = "9pt" }]
"#,
        r#"
error[HX203]: cards/1: "Donaudampfschifffahrt" is 0.9 mm too wide for 30 x 8 mm at 9 pt
 --> x.toml:4:9
  |
4 | face = [{ text = "Donaudampfschifffahrt", size = "30 x 8mm", font = "12pt", shrink = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a wider `size`, a smaller `shrink`, or a soft hyphen (\u00AD in "…") where the word may break
"#,
    );
}

#[test]
fn icons_that_touch_and_are_wider_than_their_box() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "**Pay** 3:coin::coin::coin:", size = "6 x 15mm", font = "9pt" }]
"#,
        r#"
error[HX203]: cards/1: "3:coin::coin::coin:" in "**Pay** 3:coin::coin::coin:" is 3.1 mm too wide for 6 x 15 mm at 9 pt
 --> x.toml:4:9
  |
4 | face = [{ text = "**Pay** 3:coin::coin::coin:", size = "6 x 15mm", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a wider `size`, a smaller font, shrink = "…pt", or a soft hyphen (\u00AD in "…") where the word may break
"#,
    );
}

#[test]
fn a_box_of_words_that_reaches_out_of_its_piece() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "Far away", size = "30 x 8mm", font = "9pt", at = "25 0mm" }]
"#,
        r#"
error[HX203]: cards/1: "Far away" at 9 pt reaches 10.328 mm outside its place
 --> x.toml:4:9
  |
4 | face = [{ text = "Far away", size = "30 x 8mm", font = "9pt", at = "25 0mm" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a smaller `size`, or a place further in
"#,
    );
}

#[test]
fn lines_that_reach_out_of_their_piece() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "One\nA rather long line of words", font = "12pt" }]
"#,
        r#"
error[HX203]: cards/1: "One A rather long line of words" at 12 pt reaches 2.502 mm outside its place
 --> x.toml:4:9
  |
4 | face = [{ text = "One\nA rather long line of words", font = "12pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a smaller font, shrink = "…pt", or fewer words
"#,
    );
}

#[test]
fn an_icon_in_words_with_a_slip() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "Pay 3 :cion:", font = "9pt" }]
"#,
        r#"
error[HX112]: cards/1: no icon is called `cion`, in "Pay 3 :cion:"
 --> x.toml:4:9
  |
4 | face = [{ text = "Pay 3 :cion:", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: did you mean `coin`?
"#,
    );
}

#[test]
fn an_icon_in_words_like_no_other() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "Pay 3 :sheep:", font = "9pt" }]
"#,
        r#"
error[HX112]: cards/1: no icon is called `sheep`, in "Pay 3 :sheep:"
 --> x.toml:4:9
  |
4 | face = [{ text = "Pay 3 :sheep:", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: there are: circle, dot, ring, triangle, square, diamond, star, cross, saltire, drop, hexagon, crescent, heart, spade, club, coin, bolt, crown, flag, print_setup, mountain, waves, dash, bars; a colon that is only a colon is `\\:` in "…"
"#,
    );
}

#[test]
fn a_colour_s_icon_with_a_slip() {
    mistake(
        r##"[colours]
red = { fill = "#A40122", icon = "dot" }

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "Pay 3 :rde:", font = "9pt" }]
"##,
        r##"
error[HX112]: cards/1: no icon is called `rde`, in "Pay 3 :rde:"
 --> x.toml:7:9
  |
7 | face = [{ text = "Pay 3 :rde:", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: did you mean `red`?
"##,
    );
}

#[test]
fn a_colour_without_an_icon_in_words() {
    mistake(
        r##"[colours]
red = "#A40122"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "Pay 3 :red:", font = "9pt" }]
"##,
        r##"
error[HX112]: cards/1: the colour `red` has no icon, in "Pay 3 :red:"
 --> x.toml:7:9
  |
7 | face = [{ text = "Pay 3 :red:", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: give it one in [colours]: red = { fill = "…", icon = "circle" }
"##,
    );
}

#[test]
fn a_style_that_a_family_does_not_have() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "An *old* word", font = "display 9pt" }]
"#,
        r#"
error[HX201]: cards/1: the family `display` has no italic, for "old"
 --> x.toml:4:9
  |
4 | face = [{ text = "An *old* word", font = "display 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: leave the stars out; a star that is only a star is `\\*` in "…"
"#,
    );
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
                "error[HX201]: the family `{family}` has no {style}
 --> x.toml:7:40
  |
7 | {line}
  |                                        {}
  |
  = help: it has: {there}",
                "^".repeat(font.len() + 2)
            ),
        );
    }
    // A style of its own is no mistake, and is printed in it.
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
fn words_from_right_to_left_in_a_box() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "שלום", size = "30 x 8mm", font = "9pt" }]
"#,
        r#"
error[HX110]: cards/1: words that run from right to left stand on one line of one style, and "שלום" does not
 --> x.toml:4:9
  |
4 | face = [{ text = "שלום", size = "30 x 8mm", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: make an element for each line, without `size`, stars and icons
"#,
    );
}

#[test]
fn sides_that_are_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [
  { text = "A", font = "9pt", align = "left topp" },
  { text = "A", font = "9pt", align = "center" },
  { text = "A", font = "9pt", align = "left right" },
  { text = "A", font = "9pt", align = "justify" },
  { text = "A", font = "9pt", align = "up" },
  { text = "A", font = "9pt", align = "" },
]
"#,
        r#"
error[HX005]: `align = "left topp"`: `topp` is no side: did you mean `top`?
 --> x.toml:5:39
  |
5 |   { text = "A", font = "9pt", align = "left topp" },
  |                                       ^^^^^^^^^^^

error[HX005]: `align = "center"`: `center` is spelt `centre` here
 --> x.toml:6:39
  |
6 |   { text = "A", font = "9pt", align = "center" },
  |                                       ^^^^^^^^

error[HX005]: `align = "left right"`: one word says how lines stand across, one how they stand down: "left top"
 --> x.toml:7:39
  |
7 |   { text = "A", font = "9pt", align = "left right" },
  |                                       ^^^^^^^^^^^^

error[HX005]: `align = "justify"`: lines are not stretched: left, centre or right
 --> x.toml:8:39
  |
8 |   { text = "A", font = "9pt", align = "justify" },
  |                                       ^^^^^^^^^

error[HX005]: `align = "up"`: `up` is no side: left, centre or right, and top, middle or bottom
 --> x.toml:9:39
  |
9 |   { text = "A", font = "9pt", align = "up" },
  |                                       ^^^^

error[HX005]: `align = ""`: a side is missing, such as "left top"
  --> x.toml:10:39
   |
10 |   { text = "A", font = "9pt", align = "" },
   |                                       ^^
"#,
    );
}

#[test]
fn lines_without_distance() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "A", font = "9pt", spacing = "0mm" }]
"#,
        r#"
error[HX106]: `spacing` lies above 0 and up to 5080mm
 --> x.toml:4:47
  |
4 | face = [{ text = "A", font = "9pt", spacing = "0mm" }]
  |                                               ^^^^^
"#,
    );
}

#[test]
fn a_character_that_another_font_has() {
    mistake(
        r#"[fonts]
cjk = "cjk.otf"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "日本", font = "9pt" }]
"#,
        r#"
error[HX202]: cards/1: the font has no `日` (U+65E5), in "日本"
 --> x.toml:7:9
  |
7 | face = [{ text = "日本", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: the family `cjk` has it
"#,
    );
}

#[test]
fn a_font_with_a_slip() {
    mistake(
        r#"[fonts]
title = "cjk.otf"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "A", font = "tilte 9pt" }]
"#,
        r#"
error[HX201]: no font family is called `tilte`
 --> x.toml:7:30
  |
7 | face = [{ text = "A", font = "tilte 9pt" }]
  |                              ^^^^^^^^^^^
  |
  = help: did you mean `title`?
"#,
    );
}

#[test]
fn fonts_that_are_not_there() {
    mistake(
        r#"[fonts]
title = "cjk.oft"
body = "fonts/none.ttf"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "日本", font = "title 9pt" }]
"#,
        r#"
error[HX001]: the font cjk.oft cannot be read: there is no such file
 --> x.toml:2:9
  |
2 | title = "cjk.oft"
  |         ^^^^^^^^^
  |
  = help: did you mean `cjk.otf`?

error[HX001]: the font fonts/none.ttf cannot be read: there is no such file
 --> x.toml:3:8
  |
3 | body = "fonts/none.ttf"
  |        ^^^^^^^^^^^^^^^^
  |
  = help: the path is taken from the folder of the layout: "art/picture.png"
"#,
    );
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
error[HX204]: not.ttf is not a font
 --> x.toml:2:9
  |
2 | title = "not.ttf"
  |         ^^^^^^^^^
  |
  = help: a TrueType (.ttf) or OpenType (.otf) file is wanted

error[HX204]: web.woff2 is a font for web pages (WOFF)
 --> x.toml:3:7
  |
3 | web = "web.woff2"
  |       ^^^^^^^^^^^
  |
  = help: take the same font as a .ttf or .otf file

error[HX204]: many.ttc holds several fonts
 --> x.toml:4:8
  |
4 | many = "many.ttc"
  |        ^^^^^^^^^^
  |
  = help: take one of them as a .ttf or .otf file of its own

error[HX204]: half.otf is not a font that is whole
 --> x.toml:5:8
  |
5 | half = "half.otf"
  |        ^^^^^^^^^^
  |
  = help: a TrueType (.ttf) or OpenType (.otf) file is wanted

error[HX204]: art.ttf is not a font: it seems to be a picture
 --> x.toml:6:7
  |
6 | art = "art.ttf"
  |       ^^^^^^^^^
  |
  = help: a TrueType (.ttf) or OpenType (.otf) file is wanted
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
error[HX204]: restricted.otf says that it may not stand in a document (restricted licence, OS/2 fsType)
 --> x.toml:2:8
  |
2 | mine = "restricted.otf"
  |        ^^^^^^^^^^^^^^^^
  |
  = help: ask for another licence, or take a font that may stand in a PDF, such as one under the Open Font License

error[HX204]: whole.otf says that no part of it may stand in a document (OS/2 fsType)
 --> x.toml:3:8
  |
3 | ours = "whole.otf"
  |        ^^^^^^^^^^^
  |
  = help: ask for another licence, or take a font that may stand in a PDF, such as one under the Open Font License
"#,
    );
}

#[test]
fn names_that_no_font_may_have() {
    mistake(
        r#"[fonts]
bold = "cjk.otf"
sans = "cjk.otf"
"my font" = "cjk.otf"
body = { bold = "cjk.otf" }

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }]
face = [{ text = "A", font = "body 9pt" }]
"#,
        r#"
error[HX005]: `bold` cannot be a font's name
 --> x.toml:2:1
  |
2 | bold = "cjk.otf"
  | ^^^^
  |
  = help: one word that begins with a letter, and not bold, italic or regular: "title"

error[HX104]: `sans` is a font of the program
 --> x.toml:3:1
  |
3 | sans = "cjk.otf"
  | ^^^^
  |
  = help: give yours another name: body, title

error[HX005]: `my font` cannot be a font's name
 --> x.toml:4:1
  |
4 | "my font" = "cjk.otf"
  | ^^^^^^^^^
  |
  = help: one word that begins with a letter, and not bold, italic or regular: "title"

error[HX006]: a family needs a regular font
 --> x.toml:5:8
  |
5 | body = { bold = "cjk.otf" }
  |        ^^^^^^^^^^^^^^^^^^^^
  |
  = help: { regular = "fonts/Name.ttf", bold = "fonts/Name-Bold.ttf" }
"#,
    );
}
