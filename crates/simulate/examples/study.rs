//! Scans pages of PDFs in a simulation and compares what is found with the truth.
//!
//! Arguments: the number of scans of each page, the resolution, the conditions (`plain`, `mono`, `poor` or `hard`), and
//! PDFs, each with an optional `#PAGE`.

use std::time::Instant;

use hexpress_read::raster::Pages;
use hexpress_scan::figures::{figures, nearest_linear};
use hexpress_scan::locate::{Scan, find_page, locate};
use hexpress_simulate::print::{Original, Planted, Printer};
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Scanner, scan};
use kurbo::{Point, Vec2};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, dpi, condition, files @ ..] = arguments.as_slice() else {
        panic!("COUNT DPI CONDITION FILE…")
    };
    let count: u64 = count.parse().expect("a number");
    let dpi: f64 = dpi.parse().expect("a number");
    let mut all: Vec<f64> = Vec::new();
    let mut units: [Vec<f64>; 4] = Default::default();
    for file in files {
        let (path, page) = file.split_once('#').unwrap_or((file, "1"));
        let page = page.parse::<usize>().expect("a page") - 1;
        let bytes = std::sync::Arc::new(std::fs::read(path).expect("a file"));
        let pages = Pages::open(std::sync::Arc::clone(&bytes)).expect("a PDF");
        let original = Original::draw(&pages, page).expect("a page");
        let mut errors = Vec::new();
        let (mut lost, mut seconds, mut text) = (0, [0.0_f64; 2], String::new());
        for seed in 0..count {
            let random = &mut Random::new(seed * 7919 + dpi as u64);
            let printer = Printer {
                scale: [0.985 + 0.002 * random.normal(), 0.990 + 0.002 * random.normal()],
                skew: 0.1 * random.normal(),
                turn: 0.3 * random.normal(),
                offset: Vec2::new(random.normal(), random.normal()),
                warp: 0.1,
                phase: random.between(0.0, 6.0),
                jitter: 0.04,
                gain: random.between(0.0, 0.06),
                halftone: condition == "mono",
                ..Printer::default()
            };
            let mut scanner = Scanner {
                dpi,
                quarters: random.below(4) as u8,
                turn: 1.3 + 0.3 * random.normal(),
                offset: Vec2::new(random.normal(), random.normal()),
                lid: if random.unit() < 0.5 { 90.0 } else { 250.0 },
                ..Scanner::default()
            };
            if condition == "poor" {
                scanner = Scanner { blur: 2.0, noise: 12.0, jpeg: Some(40), ..scanner };
            }
            let planted =
                if std::env::var("PLANT").is_ok() { plant(&bytes, page, random) } else { Vec::new() };
            let scanned = scan(&original, &printer, &scanner, &planted, random);
            if let Ok(folder) = std::env::var("SAVE") {
                let stem = std::path::Path::new(path).file_stem().expect("a name").to_string_lossy();
                save(&format!("{folder}/{stem}-{}-{seed}.png", page + 1), &scanned.plane, dpi);
            }
            let per_mm = dpi / 25.4;
            let start = Instant::now();
            let shown = Scan::new(scanned.plane.clone(), per_mm);
            let sizes: Vec<f64> = (0..13).map(|i| 0.90 + 0.015 * f64::from(i)).collect();
            let Some(rough) = find_page(&pages, page, &shown, &sizes) else {
                lost += 1;
                continue;
            };
            seconds[0] += start.elapsed().as_secs_f64();
            let found = locate(&pages, &rough, &shown);
            seconds[1] += start.elapsed().as_secs_f64();
            let Some(found) = found else {
                lost += 1;
                continue;
            };
            let grid = found.seen.iter().flatten().map(|seen| seen.at);
            let mut own: Vec<f64> =
                grid.map(|at| found.map.apply(at).distance(scanned.truth(at)) / per_mm).collect();
            own.sort_by(f64::total_cmp);
            let middle = own[own.len() / 2];
            if middle > 1.0 {
                lost += 1;
                text.push_str(&format!(" seed {seed} lost (rough {:.2})", rough.quality));
                continue;
            }
            if std::env::var("FAULTS").is_ok() {
                let pieces = pieces(&bytes, page);
                text.push_str(&format!("\n  planted {planted:.1?}"));
                let start = Instant::now();
                let faults = hexpress_scan::faults::faults(&found, shown.finest(), &pieces);
                let paper = hexpress_scan::paper::on_paper(&found, shown.finest());
                text.push_str(&format!(
                    "\n  seed {seed}: {} faults in {:.2} s, gain {:.3}, paper {:?}",
                    faults.len(),
                    start.elapsed().as_secs_f64(),
                    printer.gain,
                    paper.map(|it| (
                        it.right.value - printer.offset.x,
                        it.down.value - printer.offset.y,
                        it.turn.value - printer.turn
                    ))
                ));
                for fault in &faults {
                    text.push_str(&format!(
                        "\n    {:?} {:.0?} {} {:?}",
                        fault.kind,
                        fault.area,
                        fault.id.as_ref().map(|id| id.to_string()).unwrap_or_default(),
                        fault.shift
                    ));
                }
            }
            if let Some(figures) = figures(&found, per_mm) {
                let truth = nearest_linear(figures.area, per_mm, |at: Point| scanned.truth(at)).parts();
                let mut turn = truth[2] - 90.0 * f64::from(figures.quarters);
                turn -= 360.0 * (turn / 360.0).round();
                let found = [figures.across, figures.down, figures.turn, figures.skew];
                let truth = [truth[0], truth[1], turn, truth[3]];
                text.push_str(&format!("\n  {seed}:"));
                for ((units, found), truth) in units.iter_mut().zip(found).zip(truth) {
                    text.push_str(&format!(" {:+.5}±{:.5}", found.value - truth, found.fit));
                    units.push((found.value - truth) / found.fit * 1.96);
                }
            }
            text.push_str(&format!(
                " [{:.3} {:.3} sc{:.3} g{:.3} q{:.2}]",
                middle,
                own[own.len() * 95 / 100],
                found.fitted.scatter,
                found.fitted.spread,
                found.quality
            ));
            errors.extend(own);
        }
        errors.sort_by(f64::total_cmp);
        let share = |part: usize| {
            errors
                .get((errors.len() * part / 1000).min(errors.len().saturating_sub(1)))
                .copied()
                .unwrap_or(f64::NAN)
        };
        println!(
            "{file}: lost {lost} of {count}, mm 50 % {:.4} 95 % {:.4} 100 % {:.4}, {:.2} s rough, {:.2} s all{text}",
            share(500),
            share(950),
            share(1000),
            seconds[0] / count as f64,
            seconds[1] / count as f64
        );
        all.extend(errors);
    }
    all.sort_by(f64::total_cmp);
    if !all.is_empty() {
        println!(
            "all: 50 % {:.4} 95 % {:.4} 100 % {:.4}",
            all[all.len() / 2],
            all[all.len() * 95 / 100],
            all[all.len() - 1]
        );
    }
    for (name, units) in ["across", "down", "turn", "skew"].iter().zip(&units) {
        let count = units.len().max(1) as f64;
        let inside = units.iter().filter(|unit| unit.abs() <= 1.96).count() as f64;
        let size = (units.iter().map(|unit| unit * unit).sum::<f64>() / count).sqrt();
        println!(
            "{name}: {:.1} % of {count} within the interval, errors {size:.2} of the stated ones",
            100.0 * inside / count
        );
    }
}

/// Saves a scan as a PNG with its resolution.
fn save(path: &str, plane: &hexpress_scan::plane::Plane, dpi: f64) {
    let bytes: Vec<u8> = plane.values.iter().map(|value| *value as u8).collect();
    let file = std::fs::File::create(path).expect("a file");
    let mut encoder =
        png::Encoder::new(std::io::BufWriter::new(file), plane.width as u32, plane.height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&bytes)).expect("written");
}

fn pieces(bytes: &std::sync::Arc<Vec<u8>>, page: usize) -> Vec<hexpress_scan::pieces::Piece> {
    let reference = hexpress_scan::judge::Reference::open(std::sync::Arc::clone(bytes)).expect("a PDF");
    reference.pieces(page).expect("pieces")
}

/// Plants one fault in a piece or a cell.
fn plant(bytes: &std::sync::Arc<Vec<u8>>, page: usize, random: &mut Random) -> Vec<Planted> {
    let pieces: Vec<_> = pieces(bytes, page).into_iter().filter(|piece| piece.is_unit()).collect();
    let area = pieces[random.below(pieces.len())].area;
    let angle = random.between(0.0, 6.28);
    vec![match random.below(5) {
        0 | 1 => {
            Planted::Moved(area, Vec2::new(libm::cos(angle), libm::sin(angle)) * random.between(0.15, 0.4))
        }
        2 => Planted::Erased(area),
        3 => Planted::Covered(area.center(), random.between(2.0, 5.0), random.between(0.0, 230.0) as f32),
        _ => Planted::Smeared(area, random.between(0.8, 2.0)),
    }]
}
