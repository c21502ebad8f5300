//! Generates pairs of posters, and finds in two ways which sheets differ: by digests, as `--since` does, and
//! by the pixels of an independent renderer. Only the pixels between the seams of a sheet are compared.

use std::collections::BTreeSet;

use super::pairs::Dice;
use hexpress::base::identity::{Feature, Identity};
use hexpress::base::pixel_size::PixelSize;
use hexpress::diag::Sources;
use hexpress::files::Files;
use hexpress::language::record::Options;
use hexpress::make::{self, Input};
use hexpress::raster::{CanvasPart, PageView, Pages};
use hexpress::read::{ItemKind, Page};
use hexpress::text::Fonts;
use hexpress::versions::{Change, DrawCheck, GameVersion, compare};
use kurbo::{Affine, Point, Rect};

/// The pixels per mm: about 100 pixels per inch.
const PIXELS: f64 = 4.0;
const POINTS: f64 = 72.0 / 25.4;
/// A distance from a seam, in mm. Pixels that are nearer to a seam are not compared, because they can show
/// both sheets.
const SEAM: f64 = 0.15;

/// A board that takes several sheets of A4.
#[derive(Clone)]
struct Board {
    cells: &'static str,
    points: bool,
    across: usize,
    rows: Vec<Vec<char>>,
    /// The value of `line`, such as `0.6mm navy`, for the cells with the letter `e` in `rows`.
    own_line: &'static str,
    head: &'static str,
    road: Option<[usize; 2]>,
    star: Option<[i32; 2]>,
    diagonals: bool,
}

const COLOURS: [&str; 4] = ["#F4EBD9", "#D9BC8C", "#BFD6E4", "tomato"];

impl Board {
    fn new(dice: &mut Dice) -> Self {
        let cells = dice.pick(&["pointy-top", "flat-top", "square", "square"]);
        let row = |dice: &mut Dice| (0..9).map(|_| ['a', 'b', 'c', 'e'][dice.roll(4)]).collect();
        Self {
            cells,
            points: cells == "square" && dice.roll(2) == 0,
            across: 34 + dice.roll(8),
            rows: (0..9).map(|_| row(dice)).collect(),
            own_line: "0.6mm navy",
            head: "A map",
            road: (dice.roll(2) == 0).then_some([3, 5]),
            star: None,
            diagonals: false,
        }
    }

    fn change(&mut self, dice: &mut Dice) {
        let (row, column) = (1 + dice.roll(7), 1 + dice.roll(7));
        match dice.roll(10) {
            0..4 => self.rows[row][column] = ['a', 'b', 'c', 'e'][dice.roll(4)],
            // Makes a hole in the board.
            4 => self.rows[row][column] = ' ',
            5 => self.own_line = dice.pick(&["0.6mm navy", "1.4mm navy", "0.6mm red"]),
            6 => self.head = dice.pick(&["A map", "The map"]),
            7 => self.road = (dice.roll(3) > 0).then(|| [2 + dice.roll(3), 5 + dice.roll(4)]),
            8 => self.star = Some([-150 + 40 * dice.roll(8) as i32, -140 + 35 * dice.roll(8) as i32]),
            _ => self.diagonals = self.points && !self.diagonals,
        }
    }

    fn toml(&self) -> String {
        let Self { cells, across, own_line, head, .. } = self;
        let is_square = *cells == "square";
        let line = |(number, row): (usize, &Vec<char>)| {
            let gap = if is_square { " " } else { "   " };
            let cells: Vec<String> = row.iter().map(char::to_string).collect();
            format!("{}{}", if is_square || number.is_multiple_of(2) { "" } else { "  " }, cells.join(gap))
        };
        // In a map of pointy-top cells, every second row is indented. In a map of flat-top cells, every
        // second column is one line lower.
        let map: Vec<String> = match *cells {
            "flat-top" => flat_map(&self.rows),
            _ => self.rows.iter().enumerate().map(line).collect(),
        };
        let points = match (self.points, self.diagonals) {
            (false, _) => "",
            (true, false) => "play-on = \"points\"\n",
            (true, true) => "play-on = \"points\"\ndiagonals = \"all\"\n",
        };
        let road = self.road.map_or_else(String::new, |[from, to]| {
            let [a, b] = [from.min(to), from.max(to)].map(|row| row + 1);
            format!("[board.at]\n\"c{a} .. c{b}\" = {{ road = \"3mm sienna\" }}\n")
        });
        let star = self.star.map_or_else(String::new, |[x, y]| {
            format!("draw = [{{ star = \"12mm\", fill = \"gold\", at = \"{x}mm {y}mm\" }}]\n")
        });
        let [a, b, c, e] = COLOURS;
        format!(
            "[game]\ntitle = \"A game\"\n\n[[board]]\nname = \"board\"\ncells = \"{cells}\"\nacross = \"{across}mm\"\n{points}\
             line = \"0.4mm black\"\nnames = \"chess\"\nhead = {{ height = \"12mm\", draw = [{{ text = \"{head}\", font = \"14pt\" }}] }}\n{star}\
             map = '''\n{}\n'''\n{road}[board.key]\na = {{ fill = \"{a}\" }}\nb = {{ fill = \"{b}\" }}\nc = {{ fill = \"{c}\" }}\n\
             e = {{ fill = \"{e}\", line = \"{own_line}\" }}\n",
            map.join("\n")
        )
    }

    fn input(&self) -> Input {
        let files = Files::attached([].into(), "hexpress.json");
        Input::layout("game.toml".as_ref(), self.toml().as_bytes(), files).unwrap()
    }
}

/// Returns the map of flat-top cells, whose odd columns are one line lower.
fn flat_map(rows: &[Vec<char>]) -> Vec<String> {
    let width = rows[0].len();
    let mut lines = vec![vec![' '; 4 * width]; 2 * rows.len() + 1];
    for (number, row) in rows.iter().enumerate() {
        for (column, cell) in row.iter().enumerate() {
            lines[2 * number + column % 2][4 * column] = *cell;
        }
    }
    lines.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

/// Returns the sheets of a poster: a file that can be drawn as pixels, and the pages that were read back from
/// it.
fn sheets(board: &Board) -> (Pages, Vec<Page>) {
    let (fonts, mut sources) = (Fonts::bundled(), Sources::default());
    let built = make::build_pdfs(&board.input(), Options::new("a4", 6.35), &mut sources, &fonts, |_| Ok(()));
    let built = built.unwrap_or_else(|report| panic!("{}", hexpress::diag::render(&report, &sources, false)));
    let bytes = built.files.into_iter().next().unwrap().bytes;
    let pages = hexpress::read::pdf(&bytes).unwrap().pages;
    (Pages::open(bytes).unwrap(), pages)
}

/// A seam on a page, in mm.
struct Seam {
    corners: Vec<Point>,
    runs_down: bool,
}

impl Seam {
    fn all(page: &Page) -> Vec<Self> {
        let seams = page.items.iter().filter_map(|item| match (item.id.as_deref()?, &item.kind) {
            (Identity::Of(_, Feature::Seam(..)), ItemKind::Path { path, .. }) => {
                let corners: Vec<Point> = path.ends().collect();
                let bounds = corners
                    .iter()
                    .fold(Rect::from_points(corners[0], corners[0]), |all, corner| all.union_pt(*corner));
                Some(Self { corners, runs_down: bounds.height() > bounds.width() })
            }
            _ => None,
        });
        seams.collect()
    }

    /// Returns how far a point is to the right of the seam or below it, in mm. Beyond its ends, the
    /// seam continues straight across or straight down.
    fn distance(&self, at: Point) -> f64 {
        let swap = |point: Point| if self.runs_down { Point::new(point.y, point.x) } else { point };
        let at = swap(at);
        let pairs = self.corners.windows(2).map(|pair| [swap(pair[0]), swap(pair[1])]);
        let mut y = swap(self.corners[0]).y;
        for [from, to] in pairs {
            if at.x >= from.x.min(to.x) && at.x <= from.x.max(to.x) && from.x != to.x {
                y = from.y + (to.y - from.y) * (at.x - from.x) / (to.x - from.x);
                break;
            }
            y = to.y;
        }
        at.y - y
    }
}

/// Returns the numbers of the sheets that look different between their seams. Returns `None` if the
/// seams moved.
fn in_pixels(old: &Board, new: &Board) -> Option<BTreeSet<usize>> {
    let [(old_file, old_pages), (new_file, new_pages)] = [old, new].map(sheets);
    let mut differing = BTreeSet::new();
    for (index, page) in new_pages.iter().enumerate() {
        let seams = Seam::all(page);
        let others = Seam::all(old_pages.get(index)?);
        if seams.iter().zip(&others).any(|(new, old)| new.corners != old.corners) {
            return None;
        }
        let media = page.media.size();
        let centre = Point::new(media.width / 2.0, media.height / 2.0);
        let size = PixelSize::new((media.width * PIXELS) as u32, (media.height * PIXELS) as u32);
        let [old, new] = [&old_file, &new_file].map(|file| pixels(file, index, size));
        let mut pairs = old.chunks(3).zip(new.chunks(3)).enumerate();
        let differs = pairs.any(|(at, (old, new))| {
            let (x, y) = (at as u32 % size.width, at as u32 / size.width);
            let at = Point::new((f64::from(x) + 0.5) / PIXELS, (f64::from(y) + 0.5) / PIXELS);
            let apart = old.iter().zip(new).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
            let is_inside = || {
                seams.iter().all(|seam| {
                    let [here, there] = [at, centre].map(|point| seam.distance(point));
                    here.abs() > SEAM && here.signum() == there.signum()
                })
            };
            apart > 8 && is_inside()
        });
        if differs {
            differing.insert(index + 1);
        }
    }
    Some(differing)
}

fn pixels(file: &Pages, page: usize, size: PixelSize) -> Vec<u8> {
    let part = CanvasPart { left: 0, top: 0, width: size.width, height: size.height };
    let view = PageView { page, to_canvas: Affine::scale(PIXELS / POINTS), part };
    let mut all = Vec::new();
    assert!(file.draw(&view, &file.caches(), |band| all.extend_from_slice(band)));
    let on_white = |rgba: &[u8]| [0, 1, 2].map(|channel| rgba[channel].saturating_add(255 - rgba[3]));
    all.chunks(4).flat_map(on_white).collect()
}

/// Returns what the layout prints. Returns `None` if the layout has a mistake, such as a road across a
/// hole.
fn edition(board: &Board) -> Option<GameVersion> {
    let (fonts, mut sources) = (Fonts::bundled(), Sources::default());
    GameVersion::read(
        &board.input(),
        &Options::new("a4", 6.35),
        &mut sources,
        &fonts,
        DrawCheck::Built,
        &|_| {},
    )
    .ok()
}

/// Returns the numbers of the sheets that differ according to `--since`. Returns `None` if the seams moved.
fn by_digests(old: &GameVersion, new: &GameVersion) -> Option<BTreeSet<usize>> {
    let Change::Board(board) = &compare(&old.parts, &new.parts).components[0].change else { panic!() };
    board.sheets.why_all_sheets.is_none().then(|| board.sheets.differing.iter().copied().collect())
}

/// Compares pairs of posters. No sheet that looks different may be missed.
///
/// A few sheets may be reported although they look the same. For example, the line of a cell may
/// extend over a seam, below the lines of other cells. A change of this line is then reported,
/// although the line is hidden.
fn compare_posters(seeds: std::ops::Range<u64>) {
    let (mut differing, mut moved, mut hidden, mut wrong) = (0, 0, 0, 0);
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let old = Board::new(&mut dice);
        let mut new = old.clone();
        for _ in 0..1 + dice.roll(2) {
            new.change(&mut dice);
        }
        let (Some(before), Some(after)) = (edition(&old), edition(&new)) else {
            wrong += 1;
            continue;
        };
        let found = by_digests(&before, &after);
        let shown = in_pixels(&old, &new);
        let is_complete = match (&found, &shown) {
            (Some(found), Some(shown)) => shown.is_subset(found),
            _ => found == shown,
        };
        let pair = || format!("{}---\n{}", old.toml(), new.toml());
        assert!(is_complete, "seed {seed}: {found:?} by digests, and {shown:?} in pixels\n{}", pair());
        moved += usize::from(found.is_none());
        differing += shown.as_ref().map_or(0, BTreeSet::len);
        let more = found.map_or(0, |found| found.len()) - shown.map_or(0, |shown| shown.len());
        if more > 0 {
            println!("seed {seed}: {more} sheets look the same\n{}", pair());
        }
        hidden += more;
    }
    println!(
        "{differing} sheets differ; {hidden} more differ only in what is hidden; in {moved} posters, the seams \
         moved; {wrong} layouts have mistakes"
    );
    assert!(20 * hidden <= differing, "{hidden} sheets look the same, and {differing} look different");
}

#[test]
fn sheets_that_differ_are_those_of_pixels() {
    compare_posters(0..2);
}

/// Run this test with `cargo test --test it all_posters -- --ignored --nocapture`. To compare only some
/// posters, set the variables `FROM=20 TO=40`.
#[test]
#[ignore = "takes minutes"]
fn all_posters_differ_by_pixels() {
    let number = |name: &str, usual| std::env::var(name).map_or(usual, |number| number.parse().unwrap());
    compare_posters(number("FROM", 0)..number("TO", 60));
}
