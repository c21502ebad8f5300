//! Measures how long each step from a layout to a PDF takes: `cargo bench -p hexpress-benches`.
//!
//! The layouts `w1.toml` to `w4.toml` next to this file never change. `beside.py` measures whole runs
//! of hexpress and of other programs. The benchmarks only measure, so they cannot fail because a
//! machine is busy.

#![allow(clippy::panic, reason = "a pinned drawing that has mistakes cannot be measured")]

use hexpress::diag::Sources;
use hexpress::files::Files;
use hexpress::layout::{self, DEFAULT_MARGIN, Plan};
use hexpress::make::{self, Input, OutputContext, PreparedGame};
use hexpress::record::Options;
use hexpress::text::Fonts;
use hexpress::tiles::classes::DeckRules;
use hexpress::tiles::necklaces::EdgeMarking;
use hexpress::tiles::{Classes, Stream, TileEquality, draw};
use hexpress::write::pdf::{ContentWriter, FigureScope};

fn main() {
    divan::main();
}

/// Returns the layout with the name `id`, such as `w1`, as the input of a build.
#[allow(clippy::unwrap_used, reason = "the names stand here")]
fn input(id: &str) -> Input {
    let text = match id {
        "w1" => include_str!("w1.toml"),
        "w3" => include_str!("w3.toml"),
        _ => include_str!("w4.toml"),
    };
    let (text, display_name, files, options) =
        (text.to_owned(), format!("{id}.toml"), Files::default(), None);
    Input { id: id.parse().unwrap(), file: display_name.parse().unwrap(), display_name, text, files, options }
}

fn read<'f>(input: &Input, fonts: &'f Fonts) -> PreparedGame<'f> {
    let options = Options::new("iso", DEFAULT_MARGIN);
    match make::read(input, options, &mut Sources::default(), fonts) {
        Ok(ready) => ready,
        Err(report) => panic!("a pinned drawing has {} mistakes", report.len()),
    }
}

fn planned<'a>(ready: &'a PreparedGame<'_>) -> Plan<'a> {
    match layout::plan(&ready.game, &ready.fonts, &ready.setup) {
        Ok(plan) => plan,
        Err(report) => panic!("a pinned drawing has {} mistakes", report.len()),
    }
}

/// Describes tiles with six edges in seven colours. Every tile has at least two colours.
fn rules() -> DeckRules {
    DeckRules {
        edges: 6,
        colours: 7,
        marking: EdgeMarking::Edges { blank: false },
        distinct: 2..=6,
        alike: TileEquality::Turned,
        without_straight: Vec::new(),
    }
}

/// Counts and numbers 19,677 classes of tiles. A class consists of the rotations of one tile.
#[divan::bench]
fn enumerate_classes(bencher: divan::Bencher) {
    bencher.bench(|| Classes::new(divan::black_box(rules())).map(|classes| classes.count()));
}

/// Draws `count` tiles at random.
#[divan::bench(args = [60, 1000, 19_677])]
fn draw_tiles(bencher: divan::Bencher, count: u64) {
    let Some(classes) = Classes::new(rules()) else { return };
    bencher.bench(|| {
        let mut stream = Stream::new(1, "tiles", "tiles");
        let numbers = draw::without_replacement(classes.count(), count, &mut stream);
        draw::tiles(&classes, &numbers, &mut Stream::new(1, "tiles", "turn"))
    });
}

/// Reads a layout from TOML and builds the game from it.
#[divan::bench(args = ["w1", "w3", "w4"])]
fn read_layout(bencher: divan::Bencher, id: &str) {
    let (fonts, input) = (Fonts::bundled(), input(id));
    bencher.bench(|| read(&input, &fonts));
}

/// Lays out a sheet of 28 tiles.
///
/// The ninth sheet is measured. When it is drawn, the cache already contains the drawings that all
/// sheets share.
#[divan::bench]
fn lay_out_a_sheet(bencher: divan::Bencher) {
    let fonts = Fonts::bundled();
    let ready = read(&input("w3"), &fonts);
    let plan = planned(&ready);
    let mut cache = plan.sheet_cache();
    for sheet in 0..8 {
        let _ = plan.sheet(sheet, &mut cache);
    }
    bencher.bench_local(|| plan.sheet(8, &mut cache));
}

/// Writes the ninth sheet as the operators of a PDF page.
#[divan::bench]
fn write_a_page(bencher: divan::Bencher) {
    let fonts = Fonts::bundled();
    let ready = read(&input("w3"), &fonts);
    let plan = planned(&ready);
    let Ok(sheet) = plan.sheet(8, &mut plan.sheet_cache()) else { return };
    let mut writer = ContentWriter::new(&fonts, FigureScope::Piece, None);
    bencher.bench_local(|| writer.page(&sheet).contents.len());
}

/// Turns TOML into the bytes of a PDF.
#[divan::bench(args = ["w1", "w4", "w3"], sample_count = 20)]
fn whole_pdf(bencher: divan::Bencher, id: &str) {
    let (fonts, input) = (Fonts::bundled(), input(id));
    bencher.bench(|| {
        let ready = read(&input, &fonts);
        let mut plan = planned(&ready);
        let order = OutputContext {
            stem: "w-iso",
            input: &input,
            options: &ready.options,
            fonts: &fonts,
            canvases: &[],
        };
        make::pdf(&mut plan, &order).is_ok_and(|making| making.files.len() == 1)
    });
}
