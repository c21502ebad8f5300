//! Tests of QR codes. The tests write sheets as PNG pictures, and search the pictures for codes.

use std::collections::BTreeSet;

use hexpress::read::{ItemKind, Rgb};

use crate::support::measure::paths;
use crate::support::run::{Ran, Run};

const CARDS: &str = "[[cards]]\nname = \"cards\"\nsize = \"63 x 88mm\"\nrows = [{ name = \"Ann\" }, { name = \"Bob\", turn = 30 }]\n\
     face = [{ fill = \"tan\" }, { qr = \"https://example.org/{{ name }}\", size = \"22mm\", turn = \"{{ turn | default(0) }}\" }]\n\
     [[board]]\nsheet = \"small\"\ncells = \"square\"\nacross = \"30mm\"\nshape = \"rectangle 2 x 2\"\nnames = \"chess\"\n\
     at = { \"a1\" = { kind = \"home\", draw = [{ qr = \"CELL {{ kind }}\", size = \"20mm\" }] } }\n\
     [[board.draw]]\nrepeat = 2\nby = \"30 0mm\"\nat = \"-15 80mm\"\nqr = \"copy {{ n }}\"\nsize = \"15mm\"\n";

fn built(args: &[&str]) -> Ran {
    Run::new().file("x.toml", CARDS).args(["build", "x.toml"]).args(args.iter().copied()).checked().run()
}

/// Returns the texts of the QR codes in a picture. In a large picture, the library may mistake parts of
/// different codes for one code. So this function also searches parts of the picture.
fn found(png: &[u8]) -> BTreeSet<String> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let (width, height, samples) = (info.width as usize, info.height as usize, info.color_type.samples());
    let grey = |x: usize, y: usize| {
        let pixel = &pixels[(y * width + x) * samples..][..samples];
        (pixel.iter().map(|channel| u32::from(*channel)).sum::<u32>() / samples as u32) as u8
    };
    let search = |left: usize, top: usize, width: usize, height: usize| {
        let part = |x: usize, y: usize| grey(left + x, top + y);
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(width, height, part);
        picture.detect_grids().iter().filter_map(|grid| Some(grid.decode().ok()?.1)).collect::<Vec<_>>()
    };
    let halves =
        (0..9).flat_map(|part| search(part % 3 * width / 4, part / 3 * height / 4, width / 2, height / 2));
    search(0, 0, width, height).into_iter().chain(halves).collect()
}

#[test]
fn another_reader_finds_every_code() {
    let wanted = ["https://example.org/Ann", "https://example.org/Bob", "CELL home", "copy 1", "copy 2"];
    for args in [
        &["--format", "png", "--dpi", "300"][..],
        &["--format", "png", "--dpi", "150"],
        // The pictures of single pieces, for simulators and web pages.
        &["--format", "png", "--each", "piece", "--dpi", "150"],
    ] {
        let ran = built(args);
        let names: Vec<_> = ran.folder.all().into_iter().filter(|name| name.ends_with(".png")).collect();
        let texts: BTreeSet<String> = names.iter().flat_map(|name| found(&ran.bytes(name))).collect();
        assert_eq!(texts, wanted.map(str::to_owned).into(), "{args:?}");
    }
}

#[test]
fn the_checker_reads_the_codes_of_svg_files() {
    built(&["--format", "svg"]);
}

#[test]
fn a_code_is_one_black_path_with_little_ink() {
    for ink in ["full", "low", "black"] {
        let text = CARDS.replace("size = \"22mm\"", "size = \"22mm\", colour = \"navy\", fill = \"ivory\"");
        let run = Run::new().file("x.toml", &text).args(["build", "x.toml", "--ink", ink]).checked();
        let pages = run.run().pdf("output/x-iso.pdf").pages;
        let codes: Vec<_> = pages
            .iter()
            .flat_map(paths)
            .filter(|(item, path)| {
                item.id.as_ref().is_some_and(|id| id.piece() == Some(1)) && path.kinds().len() > 100
            })
            .collect();
        let [(item, _)] = codes[..] else { panic!("{ink}: {} paths", codes.len()) };
        let colour = if ink == "full" { Rgb([0, 0, 0x80]) } else { Rgb([0; 3]) };
        assert!(
            matches!(&item.kind, ItemKind::Path { fill: Some(fill), stroke: None, .. } if *fill == colour),
            "{ink}"
        );
    }
}

/// The digest in the code changes if the layout or one of its tables changes.
#[test]
fn a_sheet_can_have_a_code_with_the_digest_of_its_layout() {
    let layout = "[game]\nversion = \"0.3\"\n[furniture]\nqr = \"{{ version }}/{{ sheet }}/{{ sheets }}/{{ digest }}\"\n\
        [[cards]]\nsize = \"63 x 88mm\"\ndata = \"cards.csv\"\ngrid = \"1 x 1\"\nface = [{ text = \"{{ name }}\", font = \"9pt\" }]\n";
    let texts = |table: &str| -> BTreeSet<String> {
        let run = Run::new()
            .file("x.toml", layout)
            .file("cards.csv", table)
            .args(["build", "x.toml", "--format", "png"]);
        let ran = run.checked().run();
        let names = ran.folder.all().into_iter().filter(|name| name.ends_with(".png"));
        names.flat_map(|name| found(&ran.bytes(&name))).collect()
    };
    let [first, second] = ["name\nAnn\nBob\n", "name\nAnn\nBea\n"].map(texts);
    let digests = [&first, &second].map(|texts| {
        let starts = ["0.3/1/2/", "0.3/2/2/"];
        let ends: BTreeSet<&str> = texts
            .iter()
            .zip(starts)
            .map(|(text, start)| text.strip_prefix(start).unwrap_or_else(|| panic!("{texts:?}")))
            .collect();
        assert_eq!((texts.len(), ends.len()), (2, 1), "{texts:?}");
        let digest = (*ends.first().unwrap()).to_owned();
        assert!(digest.len() == 12 && digest.bytes().all(|digit| digit.is_ascii_hexdigit()), "{digest}");
        digest
    });
    assert_ne!(digests[0], digests[1]);
}
