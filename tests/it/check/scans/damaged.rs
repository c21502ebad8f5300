//! Tests of pictures that cannot be judged. The program prints a message for each picture.

use hexpress_simulate::random::Random;

use super::{game, png};
use crate::support::run::Run;

/// Returns what the program says about a file that is not a good scan.
fn output_of(name: &str, file: Vec<u8>, more: &[&str]) -> String {
    let run = Run::new().file("small.pdf", game().pdf.clone()).file(name, file);
    let ran = run
        .args(["check", name, "--against", "small.pdf"])
        .args(more.iter().copied())
        .any_stderr()
        .any_status()
        .run();
    assert!(ran.stderr.contains("error[HX"), "{}{}", ran.stdout, ran.stderr);
    ran.stderr
}

#[test]
fn pictures_that_show_no_page_are_named() {
    let random = &mut Random::new(1);
    let noise: Vec<u8> = (0..600 * 850).map(|_| random.below(256) as u8).collect();
    assert!(
        output_of("noise.png", png(600, 850, &noise, Some(100.0)), &[])
            .contains("error[HX630]: noise.png shows no page")
    );
    assert!(output_of("white.png", png(600, 850, &vec![255; 600 * 850], None), &[]).contains("HX630"));
    assert!(
        output_of("small.png", png(60, 85, &[7; 60 * 85], None), &[])
            .contains("error[HX206]: small.png has 60 x 85 pixels")
    );
    assert!(output_of("text.png", b"a text".to_vec(), &[]).contains("error[HX206]: text.png is not a PNG"));
    let photo = output_of("noise.png", png(600, 850, &noise, None), &["--photo"]);
    assert!(photo.contains("error[HX630]: noise.png does not show the four edges of a sheet"), "{photo}");
    let page = output_of("white.png", png(600, 850, &vec![255; 600 * 850], None), &["--page", "3"]);
    assert!(page.contains("error[HX013]: --page 3: small.pdf has 2 pages"), "{page}");
    let svg = output_of("white.png", png(600, 850, &vec![255; 600 * 850], None), &["--picture", "a.png"]);
    assert!(svg.contains("error[HX013]: a.png: the picture of a scan must end with .svg"), "{svg}");
}

#[test]
fn damaged_pictures_end_in_a_message() {
    let random = &mut Random::new(2);
    let values: Vec<u8> = (0..600 * 850).map(|index| (index % 251) as u8).collect();
    let good = png(600, 850, &values, Some(100.0));
    for round in 0..12 {
        let mut file = good.clone();
        match round % 3 {
            0 => file.truncate(random.below(file.len())),
            1 => (0..4).for_each(|_| {
                let at = random.below(file.len());
                file[at] = random.below(256) as u8;
            }),
            _ => file.splice(0..8, [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1]).for_each(drop),
        }
        output_of("scan.png", file, if round % 2 == 0 { &[] } else { &["--photo"] });
    }
}
