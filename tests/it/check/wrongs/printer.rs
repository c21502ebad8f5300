//! Faults of files that are corrected for a printer, and of the sheets that measure a printer.

use std::sync::Arc;

use hexpress::check::{self, Expected, Opened, Verdict};
use hexpress::diag::Sources;
use hexpress::layout::plan;
use hexpress::make::{self, Input, OutputContext};
use hexpress::print::paper::PaperChoice;
use hexpress::print::setup::Backs;
use hexpress::record::{Options, page_digest};
use hexpress::text::Fonts;
use lopdf::Document;

use super::super::bench::edit_record;
use super::Wrong;
use super::board::wrongs;

/// Judges a calibration sheet with one page changed, and with the new digest of this page in the
/// attached record.
fn sheet(page: u32, edit: impl Fn(&str) -> String) -> Verdict {
    let paper = PaperChoice::parse("a4").unwrap();
    let bytes = make::calibration(&paper, Backs::FlipLong, &Fonts::bundled()).unwrap();
    let mut file = Document::load_mem(&bytes).unwrap();
    let id = file.get_pages()[&page];
    let stream = file.get_page_contents(id)[0];
    let stream = file.get_object_mut(stream).unwrap().as_stream_mut().unwrap();
    let before = stream.get_plain_content().unwrap();
    let text: String = before.iter().map(|b| char::from(*b)).collect();
    let after: Vec<u8> = edit(&text).chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    stream.set_plain_content(after.clone());
    edit_record(&mut file, |json| json.replace(&page_digest(&before), &page_digest(&after)));
    let mut bytes = Vec::new();
    file.save_to(&mut bytes).unwrap();
    check::judge(vec![Opened::new("sheet.pdf", &bytes).unwrap()], None, check::TOLERANCE).unwrap()
}

/// Moves the first line with this name to the right, in points.
fn moved(text: &str, name: &str, points: f64) -> String {
    let begin = format!("(calibration/{name})>> BDC\n");
    let from = text.find(&begin).unwrap() + begin.len();
    let to = from + text[from..].find("S\n").unwrap() + 2;
    let (line, back) = (&text[from..to], -points);
    format!("{}1 0 0 1 {points} 0 cm\n{line}1 0 0 1 {back} 0 cm\n{}", &text[..from], &text[to..])
}

/// Judges cards with this margin, in mm. Their printer prints 2 mm too low, and cannot print within 6 mm
/// of the edge of the paper.
fn cards(margin: f64) -> Verdict {
    let text = "[[cards]]\nsize = \"195 x 283mm\"\nface = [{ text = \"One\", font = \"9pt\" }]\n".to_owned();
    let input = Input {
        id: "cards".parse().unwrap(),
        file: "cards.toml".parse().unwrap(),
        display_name: "cards.toml".to_owned(),
        text,
        files: hexpress::files::Files::default(),
        options: None,
    };
    let fonts = Fonts::bundled();
    let mut sources = Sources::default();
    let profile = "name = \"Low\"\nreach = \"6mm\"\n[front]\noffset = \"0 2mm\"\n";
    let file = sources.add("low.toml", profile);
    let printer = Some(Arc::new(hexpress::language::tables::profile::read(file, &sources).unwrap()));
    let options = Options { printer, ..Options::new("a4", margin) };
    let ready = make::read(&input, options, &mut sources, &fonts).unwrap();
    let mut plan = plan(&ready.game, &ready.fonts, &ready.setup).unwrap();
    let order = OutputContext {
        stem: "cards-a4",
        input: &input,
        options: &ready.options,
        fonts: &ready.fonts,
        canvases: &[],
    };
    let made = make::pdf(&mut plan, &order).unwrap().files.remove(0);
    let opened = vec![Opened::new("cards.pdf", &made.bytes.in_memory().unwrap()).unwrap()];
    check::judge(opened, Some(Expected { game: &ready.game, options: &ready.options }), check::TOLERANCE)
        .unwrap()
}

pub const WRONGS: super::Wrongs = wrongs![
    "a correction that moves all drawings 2 mm up, although only 1 mm is free", "HX467", 1, "beyond this limit", &[], cards(7.0);
    "a calibration sheet made 3 % smaller", "HX468", 1, "readings", &[],
        sheet(1, |text| format!("0.97 0 0 0.97 0 0 cm\n{text}"));
    "the back of a calibration sheet moved by 0.1 mm", "HX468", 2, "readings", &[],
        sheet(2, |text| format!("1 0 0 1 0.2835 0 cm\n{text}"));
    "a scale of a calibration sheet moved by 0.2 mm", "HX468", 1, "lying", &[], sheet(1, |text| moved(text, "lying", 0.57));
    "a slanted line of a calibration sheet moved by 0.2 mm", "HX468", 2, "steep", &[],
        sheet(2, |text| moved(text, "steep", 0.57));
    "the marks at an edge of a calibration sheet moved by 0.5 mm", "HX468", 1, "edge-left", &[],
        sheet(1, |text| moved(text, "edge-left", 1.417));
];

#[test]
fn the_unchanged_files_are_clean() {
    for verdict in [sheet(1, str::to_owned), cards(8.0)] {
        assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
    }
}
