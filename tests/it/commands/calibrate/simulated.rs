//! Simulates a calibration, from the sheet to the corrected print.
//!
//! A printer with every kind of error prints the sheet, and a user reads the scales on it to the
//! nearest half millimetre. With the resulting profile, prints must have the right size and
//! position.

use hexpress::base::piece_side::PieceSide;
use hexpress::print::profile::readings::COUNT;
use hexpress::print::profile::{Marks, PrintedSide, Profile, ScaleFactors, fit};
use hexpress::print::setup::Backs;
use hexpress::read::Page;
use kurbo::{Affine, ParamCurve, Point, Rect, Size, Vec2};

use crate::support::measure::{id, paths};
use crate::support::run::Run;

/// Pseudo-random numbers, the same on every machine (Steele, Lea and Flood 2014, SplitMix64).
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number between `-most` and `most`.
    fn within(&mut self, most: f64) -> f64 {
        (2.0 * self.throw() - 1.0) * most
    }
}

/// Returns the lines with this name on a page that was read back.
fn lines(page: &Page, name: &str) -> Vec<[Point; 2]> {
    let name = format!("calibration/{name}");
    let own_outlines = paths(page).filter(|(item, _)| id(item) == name);
    own_outlines
        .flat_map(|(_, path)| path.segments().map(|s| [s.start(), s.end()]).collect::<Vec<_>>())
        .collect()
}

/// Sorts lines in the order of the crosses: top left, top right, bottom left, bottom right.
fn in_order(mut lines: Vec<[Point; 2]>) -> [[Point; 2]; 4] {
    let middle = |line: &[Point; 2]| line[0].midpoint(line[1]);
    lines.sort_by(|a, b| {
        (middle(a).y.round(), middle(a).x).partial_cmp(&(middle(b).y.round(), middle(b).x)).unwrap()
    });
    lines.try_into().unwrap()
}

/// The lines on the front and the back of a sheet that was read back.
struct Sheet {
    size: Size,
    lying: [[Point; 2]; 4],
    upright: [[Point; 2]; 4],
    flat: Vec<[Point; 2]>,
    steep: Vec<[Point; 2]>,
}

impl Sheet {
    fn new(pages: &[Page]) -> Self {
        Self {
            size: pages[0].media.size(),
            lying: in_order(lines(&pages[0], "lying")),
            upright: in_order(lines(&pages[0], "upright")),
            flat: lines(&pages[1], "flat"),
            steep: lines(&pages[1], "steep"),
        }
    }
}

/// A printer, and the random error of each mark that it prints.
struct Printer {
    front: Affine,
    back: Affine,
    noise: f64,
    reach: [f64; 4],
}

fn half(mm: f64) -> f64 {
    (mm * 2.0).round() / 2.0
}

/// Returns where the straight lines through two pairs of points meet. The result is a position on
/// the first line: 0 is its first point, and 1 is its second point.
fn meeting([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    let (along, other) = (b - a, d - c);
    (c - a).cross(other) / along.cross(other)
}

/// Returns what a user would read from the paper.
fn read(sheet: &Sheet, printer: &Printer, through: Affine, dice: &mut Dice) -> [f64; COUNT] {
    let mut off = |p: Point| p + Vec2::new(dice.within(printer.noise), dice.within(printer.noise));
    let mut front = |line: [Point; 2]| line.map(|p| off(printer.front * p));
    let lying = sheet.lying.map(&mut front);
    let upright = sheet.upright.map(&mut front);
    // The marks on the back, as seen through the paper from the front.
    let mut seen = |line: &[Point; 2]| line.map(|p| through * off(printer.back * p));
    let flat: Vec<_> = sheet.flat.iter().map(&mut seen).collect();
    let steep: Vec<_> = sheet.steep.iter().map(&mut seen).collect();
    let nearest = |all: &[[Point; 2]], at: Point| {
        let far = |line: &[Point; 2]| line[0].midpoint(line[1]).distance(at);
        *all.iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap()
    };
    let middle = |line: [Point; 2]| line[0].midpoint(line[1]);
    let centre = |cross: usize| Point::new(middle(upright[cross]).x, middle(lying[cross]).y);
    // A printed scale runs from -16 to 16. `meeting` returns 0 at its start, and 1 at its end.
    let scale = |line: [Point; 2], other: [Point; 2]| half(32.0 * meeting(line, other) - 16.0);
    let mut all = [0.0; COUNT];
    all[0] = half(lying[0][0].distance(lying[1][1]));
    all[1] = half(upright[0][0].distance(upright[2][1]));
    all[2] = half(centre(0).x);
    all[3] = half(centre(0).y);
    all[4] = half(centre(1).y);
    all[5] = half(centre(0).distance(centre(3)));
    all[6] = half(centre(1).distance(centre(2)));
    for cross in 0..4 {
        all[7 + 2 * cross] = scale(lying[cross], nearest(&flat, centre(cross)));
        all[8 + 2 * cross] = scale(upright[cross], nearest(&steep, centre(cross)));
    }
    for (edge, reach) in printer.reach.iter().enumerate() {
        all[15 + edge] = (reach * 2.0).ceil() / 2.0;
    }
    all
}

/// Returns a printer with realistic errors. The scale is wrong by up to 3 %, and the offset is up to 3 mm
/// along each axis. The sheet is fed at an angle.
fn printer(size: Size, through: Affine, dice: &mut Dice) -> Printer {
    let front = PrintedSide {
        scale: ScaleFactors { across: 1.0 + dice.within(0.03), down: 1.0 + dice.within(0.03) },
        offset: Vec2::new(dice.within(3.0), dice.within(3.0)),
        skew: dice.within(0.9),
        angle: 90.0 + dice.within(0.15),
    };
    // The back has errors of its own, because the sheet has shrunk and is fed again.
    let apart = PrintedSide {
        scale: ScaleFactors { across: 1.0 + dice.within(0.004), down: 1.0 + dice.within(0.004) },
        offset: Vec2::new(dice.within(1.5), dice.within(1.5)),
        skew: dice.within(0.4),
        angle: 90.0 + dice.within(0.05),
    };
    let front = front.printed(size);
    let back = through * apart.printed(size) * front * through;
    let reach = [(); 4].map(|()| 3.0 + dice.throw() * 4.0);
    Printer { front, back, noise: 0.05, reach }
}

/// Returns points all over a sheet.
fn places(size: Size) -> impl Iterator<Item = Point> {
    let at = |n: u32, whole: f64| 8.0 + (whole - 16.0) * f64::from(n) / 8.0;
    (0..9).flat_map(move |i| (0..9).map(move |j| Point::new(at(i, size.width), at(j, size.height))))
}

/// Returns the largest error of a length, as a fraction, and the largest distance between a back
/// and its front, in mm.
fn errors(size: Size, printer: &Printer, profile: &Profile, through: Affine, flip: Backs) -> (f64, f64) {
    let landed = |side: PieceSide, p: Point| {
        let printer = if side.is_back() { printer.back } else { printer.front };
        printer * (profile.correction(side, size, Some(flip)) * p)
    };
    let (mut length, mut apart) = (0.0_f64, 0.0_f64);
    let corner = Point::new(8.0, 8.0);
    for place in places(size) {
        let front = landed(PieceSide::Front, place);
        let back = through * landed(PieceSide::Back, through * place);
        apart = apart.max(front.distance(back));
        let (on_page, on_paper) = (place.distance(corner), front.distance(landed(PieceSide::Front, corner)));
        if on_page > 0.0 {
            length = length.max((on_paper / on_page - 1.0).abs());
        }
    }
    (length, apart)
}

#[test]
fn lengths_and_backs_come_right_on_every_printer() {
    for (paper, flip) in [("a4", Backs::FlipLong), ("letter", Backs::FlipShort), ("a3", Backs::FlipLong)] {
        let ran = Run::new().args(["calibrate", "--paper", paper, "--backs", flip.word()]).run();
        let pages = ran.pdf(&format!("output/calibration-{paper}.pdf")).pages;
        let sheet = Sheet::new(&pages);
        let marks = Marks::on(sheet.size).unwrap();
        let through = marks.through(flip);
        let mut dice = Dice(7);
        let (mut length, mut apart, mut without) = (0.0_f64, 0.0_f64, 0.0_f64);
        for _ in 0..1500 {
            let printer = printer(sheet.size, through, &mut dice);
            let read = read(&sheet, &printer, through, &mut dice);
            let fitted = fit(&marks, &read, flip);
            let print_setup = hexpress::print::setup::PrintSetup { backs: Some(flip), ..Default::default() };
            let profile =
                Profile { print_setup, front: fitted.front, back: fitted.back, ..Profile::default() };
            let (by, off) = errors(sheet.size, &printer, &profile, through, flip);
            (length, apart) = (length.max(by), apart.max(off));
            without = without.max(errors(sheet.size, &printer, &Profile::default(), through, flip).1);
            assert!(fitted.worst.distance < 0.4, "readings that are right are doubted: {:?}", fitted.worst);
            // The correction moves everything that is inside the margin. The moved area must still be
            // printable as a whole.
            let margin = profile.margin_for(fitted.unprintable, sheet.size);
            let [left, top, right, bottom] = printer.reach;
            let room = Rect::new(left, top, sheet.size.width - right, sheet.size.height - bottom);
            for side in PieceSide::BOTH {
                let correction = profile.correction(side, sheet.size, Some(flip));
                let moved = correction.transform_rect_bbox(margin.inside(sheet.size));
                assert!(room.union(moved) == room, "{moved:?} is not in {room:?}");
            }
        }
        assert!(length < 0.003, "{paper}: a length is off by {:.2} %", length * 100.0);
        assert!(apart < 0.5, "{paper}: a back is {apart:.2} mm from its front");
        // Without a profile, backs are far from their fronts. So the limits above prove that the
        // profile corrects something.
        assert!(without > 2.0, "{paper}: without a profile backs are at most {without:.2} mm off");
    }
}

/// Runs the whole process once: the sheet, the readings that the user types, the profile, the cards and the
/// print.
#[test]
fn cards_of_a_corrected_file_are_true_on_paper() {
    // Four cards fill the sheet. The upper two are measured, because they are near the edges that
    // the user reads.
    let cards =
        super::CARDS.replace("\" }, { name = \"Bob\" }", "\", copies = 2 }, { name = \"Bob\", copies = 2 }");
    let sheet = Run::new().args(["calibrate"]).run();
    let sheet = Sheet::new(&sheet.pdf("output/calibration-a4.pdf").pages);
    let marks = Marks::on(sheet.size).unwrap();
    let through = marks.through(Backs::FlipLong);
    let plain =
        Run::new().file("x.toml", &cards).args(["build", "x.toml", "--paper", "a4", "--margin", "20mm"]);
    let plain = plain.run().pdf("output/x-a4.pdf").pages;
    for seed in 1..4 {
        let mut dice = Dice(seed);
        let printer = printer(sheet.size, through, &mut dice);
        let read = read(&sheet, &printer, through, &mut dice);
        let typed: Vec<_> =
            super::readings().zip(read).map(|(letter, mm)| format!("{letter}={mm}")).collect();
        let made = Run::new()
            .args(["calibrate", "--profile", "home.toml", "--readings", &typed.join(",")])
            .any_stderr()
            .run();
        let built = Run::new()
            .file("home.toml", made.bytes("home.toml"))
            .file("x.toml", &cards)
            .args(["build", "x.toml", "--printer", "home.toml", "--margin", "20mm"])
            .run();
        let corrected = built.pdf("output/x-a4.pdf").pages;
        assert_eq!(corrected.len(), 2);
        for (number, (page, wanted)) in corrected.iter().zip(&plain).enumerate() {
            let (on_paper, through) = match number {
                0 => (printer.front, Affine::IDENTITY),
                _ => (printer.back, through),
            };
            let of = |page: &Page| {
                let own_outlines = paths(page)
                    .filter(|(item, _)| ["deck/1", "deck/2"].iter().any(|card| id(item).starts_with(card)));
                own_outlines
                    .flat_map(|(_, path)| path.segments().map(|s| s.start()).collect::<Vec<_>>())
                    .collect::<Vec<_>>()
            };
            let (points, wanted) = (of(page), of(wanted));
            assert!(points.len() == wanted.len() && points.len() >= 8, "page {}", number + 1);
            for (a, b) in points.iter().zip(&wanted) {
                // The user reads the edges of the sheet with a ruler, to half a millimetre. Prints cannot be
                // more exact than this.
                let apart = (through * on_paper * *a).distance(through * *b);
                assert!(apart < 0.8, "page {}: {apart:.2} mm off", number + 1);
            }
            let (first, last) = (points[0], points[points.len() / 2]);
            let (on_page, landed) =
                (wanted[0].distance(wanted[wanted.len() / 2]), (on_paper * first).distance(on_paper * last));
            assert!((landed / on_page - 1.0).abs() < 0.003, "{landed} mm instead of {on_page} mm");
        }
    }
}
