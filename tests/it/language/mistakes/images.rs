//! Tests of pictures that are missing or invalid. The tests make the bytes of these pictures.

use super::{cards, wrong};
use crate::drawing::images::{JPEG, png, rows};
use crate::support::run::Run;

fn small() -> Vec<u8> {
    png((4, 4), 8, 2, &[], &rows((4, 4), |x, y| vec![x as u8, y as u8, 9]))
}

fn with(image: &str) -> String {
    cards("text = \"{{ name }}\", font = \"bold 9pt\"", &format!("image = \"{image}\""))
}

/// Returns a run with a layout and files next to it.
fn beside(layout: &str, files: &[(&str, &[u8])]) -> Run {
    let run = files.iter().fold(Run::new(), |run, (name, bytes)| run.file(name, bytes));
    run.file("x.toml", layout).args(["build", "x.toml"])
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
  = help: save the file as `art/bob.png` in the folder of the layout, or correct this path
"#,
    );
}

/// Checks that this file causes this message and this hint.
#[track_caller]
fn file(bytes: &[u8], what: &str, hint: &str) {
    let output = format!(
        r#"
error[HX206]: `a` {what}
 --> x.toml:4:19
  |
4 | face = [{{ image = "a" }}]
  |                   ^^^
"#
    );
    let hint = if hint.is_empty() { String::new() } else { format!("  |\n  = help: {hint}\n") };
    wrong(beside(&with("a"), &[("a", bytes)]), &(output + &hint));
}

const AGAIN: &str = "open it in an image editor and save it again";

#[test]
fn pngs_that_are_broken() {
    let good = small();
    let broken = |how: &str| format!("is damaged: {how}");
    for cut in [good.len() - 1, good.len() - 12, 60, 20, 8] {
        file(&good[..cut], &broken("its end is missing"), AGAIN);
    }
    let mut changed = good.clone();
    changed[60] ^= 1;
    file(&changed, &broken("the checksum of its chunk IDAT is wrong"), AGAIN);
    file(&png((0, 4), 8, 2, &[], b""), &broken("it has 0 x 4 pixels"), AGAIN);
    file(&png((4, 4), 4, 2, &[], b""), &broken("its header has invalid values"), AGAIN);
    file(&png((4, 4), 8, 7, &[], b""), &broken("its colour type 7 is unknown"), AGAIN);
    file(&png((4, 4), 8, 3, &[], b""), &broken("it has no palette"), AGAIN);
    let odd: [(&[u8], &[u8]); 1] = [(b"PLTE", &[1, 2])];
    file(&png((4, 4), 8, 3, &odd, b""), &broken("its palette does not have 1 to 256 colours"), AGAIN);
    let few = png((4, 4), 8, 6, &[], &[0; 17]);
    file(&few, &broken("it has fewer pixels than its header says"), AGAIN);
    let many = png((4, 4), 8, 6, &[], &[0; 1000]);
    file(&many, &broken("it has more pixels than its header says"), AGAIN);
    let filters = png((1, 1), 8, 6, &[], &[9, 1, 2, 3, 4]);
    file(&filters, &broken("one of its rows has an unknown filter"), AGAIN);
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
        file(&JPEG[..cut], "is damaged: its end is missing", AGAIN);
    }
    let junk = [&JPEG[..20], b"xx", &JPEG[20..]].concat();
    file(&junk, "is damaged: byte 20 is not valid at its place in a JPEG", AGAIN);
    let save = "save it as an ordinary JPEG, or as PNG";
    let rare = "is a lossless or arithmetic-coded JPEG, which printers do not support";
    file(&change(frame, &[0xFF, 0xC3]), rare, save);
    let deep = "has 12 bits per colour; printers support only JPEGs with 8";
    file(&change(frame + 4, &[12]), deep, save);
    file(&change(frame + 5, &[0, 0]), "is damaged: it has 6 x 0 pixels", AGAIN);
    file(&change(frame + 9, &[2]), "is damaged: its pixels have 2 channels, not 1, 3 or 4", AGAIN);
    file(b"\xFF\xD8\xFF\xD9", "is damaged: it has no pixels", AGAIN);
}
