//! Draws the pieces and cells of a layout as pixels, to find out which of two versions look
//! different. Nothing here uses the digests of `hexpress diff`, so it can check them.

use std::collections::BTreeMap;

use hexpress::base::pixel_size::PixelSize;
use hexpress::diag::{Sources, render};
use hexpress::files::Files;
use hexpress::language::record::{BuildId, Options};
use hexpress::layout::{Picture, PictureContent, PictureSubject};
use hexpress::make::{self, Input};
use hexpress::print::job::Job;
use hexpress::raster::{CanvasPart, PageView, Pages};
use hexpress::template::Row;
use hexpress::text::Fonts;
use hexpress::write::{About, pdf};
use kurbo::{Affine, Point, Vec2};

/// The pixels per mm: about 130 pixels per inch.
const PIXELS: f64 = 5.0;
/// The points of a page per mm.
const POINTS: f64 = 72.0 / 25.4;
/// The radius of the circle that is compared in each cell, as a fraction of the inner radius of the
/// cell. Lines of neighbours may cover the rest of the cell.
const INNER: f64 = 0.8;
/// The radius of a circle around each cell, as a fraction of the inner radius of the cell. The rest
/// of the board is compared only outside of these circles.
const OUTER: f64 = 1.7;

/// What a layout looks like.
#[derive(Default)]
pub struct Seen {
    /// The pixels of all copies of each piece: the front, followed by the back. The keys are the
    /// names of the pieces. The copies are sorted.
    pub pieces: BTreeMap<String, Vec<Vec<u8>>>,
    /// The pixels of the inner part of each cell. The keys are the names of the cells.
    pub cells: BTreeMap<String, Vec<u8>>,
    /// The pixels of the board's sheet outside of its cells.
    pub rest: Vec<u8>,
    /// The middles of the cells in mm.
    pub middles: Vec<Point>,
    /// The size of cells in mm.
    pub across: String,
}

/// The largest number of pixels at the edge of a piece that can be opaque in only one of the two versions.
const EDGE: usize = 16;

/// Returns whether the copies of a piece look the same in two versions.
pub fn are_alike(old: &[Vec<u8>], new: &[Vec<u8>]) -> bool {
    let alike = |(old, new): (&Vec<u8>, &Vec<u8>)| {
        let differing = || old.chunks(4).zip(new.chunks(4)).filter(|(old, new)| old != new);
        // In pixels at the edge, all four channels are 0.
        let are_at_edge = differing().all(|(old, new)| old == [0; 4] || new == [0; 4]);
        old.len() == new.len() && are_at_edge && differing().count() <= EDGE
    };
    old.len() == new.len() && old.iter().zip(new).all(alike)
}

/// Returns the input of a layout with one data file.
pub fn input(toml: &str, csv: &str) -> Input {
    let files = [("cards.csv".parse().unwrap(), csv.as_bytes().into())].into();
    Input::layout("game.toml".as_ref(), toml.as_bytes(), Files::attached(files, "hexpress.json")).unwrap()
}

/// Draws all pieces and cells of a layout.
pub fn seen(input: &Input) -> Seen {
    let fonts = Fonts::bundled();
    let mut sources = Sources::default();
    let ready = make::read(input, Options::defaults(), &mut sources, &fonts)
        .unwrap_or_else(|report| panic!("{}\n{}", render(&report, &sources, false), input.text));
    let plan = hexpress::layout::plan(&ready.game, &ready.fonts, &ready.setup).unwrap();
    let pictures = plan.pictures(PictureSubject::Piece);
    let drawn = pdf::pages(&plan.pages_of(&pictures), Job::default(), &fonts, None);
    let drawn = drawn.unwrap_or_else(|report| panic!("{}\n{}", render(&report, &sources, false), input.text));
    let about = About::game(&ready.game, String::new());
    let file = pdf::bind(&about, BuildId::default(), drawn, &fonts, &[]).unwrap().in_memory().unwrap();
    let pages = Pages::open(file).unwrap();
    let mut seen = Seen::default();
    for (page, picture) in pictures.iter().enumerate() {
        add(&pages, page, picture, &mut seen);
    }
    seen.pieces.values_mut().for_each(|copies| copies.sort());
    seen
}

fn add(pages: &Pages, page: usize, picture: &Picture<'_>, seen: &mut Seen) {
    match &picture.shows {
        PictureContent::Pieces { deck, range, side, packing, .. } => {
            let piece = deck.piece(range.start).unwrap();
            let name =
                ["name", "title"].into_iter().find_map(|field| piece.value(field)).unwrap().to_string();
            let [width, height] =
                [packing.piece.width, packing.piece.height].map(|mm| (mm * PIXELS).round() as u32);
            // The head has four bytes for each number, so that pixels begin at a multiple of four.
            let mut bytes = [width, height].map(u32::to_be_bytes).concat();
            bytes.extend(cut_out(pages, page, PixelSize::new(width, height)));
            let copies = seen.pieces.entry(name).or_default();
            // The back of a piece follows its front.
            if side.is_back() { copies.last_mut().unwrap().extend(bytes) } else { copies.push(bytes) }
        }
        PictureContent::Board(board, fit) => {
            let inner = fit.grid.across(fit.side) / 2.0;
            let names = board.names.as_ref().unwrap();
            for (index, cell) in board.cells.iter().enumerate() {
                let mid = fit.centre(cell.address);
                let side = (2.0 * inner * PIXELS).ceil();
                let to_middle = Vec2::new(side / 2.0, side / 2.0) - mid.to_vec2() * PIXELS;
                let size = PixelSize::new(side as u32, side as u32);
                let mut bytes = pixels(pages, page, Affine::translate(to_middle), size);
                let centre = Point::new(side / 2.0, side / 2.0);
                keep(&mut bytes, size, |at| at.distance(centre) < INNER * inner * PIXELS);
                seen.cells.insert(names.get(index).unwrap().to_owned(), bytes);
                seen.middles.push(mid);
            }
            let size = PixelSize::new((fit.sheet.width * PIXELS) as u32, (fit.sheet.height * PIXELS) as u32);
            seen.rest = pixels(pages, page, Affine::IDENTITY, size);
            let middles: Vec<Point> =
                seen.middles.iter().map(|at| (at.to_vec2() * PIXELS).to_point()).collect();
            keep(&mut seen.rest, size, |at| {
                middles.iter().all(|mid| mid.distance(at) > OUTER * inner * PIXELS)
            });
            seen.across = fit.grid.measure(fit.side);
        }
    }
}

/// Draws a part of a page on white paper. `placed` maps pixels to pixels of the picture.
fn pixels(pages: &Pages, page: usize, placed: Affine, size: PixelSize) -> Vec<u8> {
    let to_canvas = placed * Affine::scale(PIXELS / POINTS);
    let part = CanvasPart { left: 0, top: 0, width: size.width, height: size.height };
    let mut all = Vec::new();
    let view = PageView { page, to_canvas, part };
    assert!(pages.draw(&view, &pages.caches(), |band| all.extend_from_slice(band)));
    let on_white = |rgba: &[u8]| [0, 1, 2].map(|channel| rgba[channel].saturating_add(255 - rgba[3]));
    all.chunks(4).flat_map(on_white).collect()
}

/// Draws a picture of a piece. The area outside the piece is transparent.
fn cut_out(pages: &Pages, page: usize, size: PixelSize) -> Vec<u8> {
    let mut all = Vec::new();
    let view = pages.view(page, size).unwrap();
    assert!(pages.draw(&view, &pages.caches(), |band| all.extend_from_slice(band)));
    // At the edge, a drawing that was clipped twice is paler than a drawing that was clipped once.
    // So the pixels at the edge are set to 0, and only their positions are compared.
    let (width, height) = (size.width as usize, size.height as usize);
    let is_opaque = |x: usize, y: usize| all[(y * width + x) * 4 + 3] == 0xFF;
    let is_inside = |x: usize, y: usize| {
        (1..width - 1).contains(&x)
            && (1..height - 1).contains(&y)
            && (x - 1..=x + 1).all(|x| (y - 1..=y + 1).all(|y| is_opaque(x, y)))
    };
    let inside: Vec<bool> =
        (0..width * height).map(|index| is_inside(index % width, index / width)).collect();
    let edge = all.chunks_mut(4).zip(inside).filter(|(_, is_inside)| !is_inside);
    edge.for_each(|(pixel, _)| pixel.fill(0));
    all
}

/// Makes all pixels white except those that `is_kept` accepts.
fn keep(bytes: &mut [u8], size: PixelSize, is_kept: impl Fn(Point) -> bool) {
    for (index, pixel) in bytes.chunks_mut(3).enumerate() {
        let (x, y) = (index as u32 % size.width, index as u32 / size.width);
        if !is_kept(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5)) {
            pixel.fill(0xFF);
        }
    }
}
