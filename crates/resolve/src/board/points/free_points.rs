//! Compiles free points: points that the layout places in mm, or along a curve.
//!
//! - In: the key `points` with places in mm, or the keys `along` and `count`; and the size of the
//!   cells.
//! - Out: the names and coordinates of the points, and the size of the cell around each point.
//!   Coordinates are in steps of 0.01 mm.
//! - Not here: points on a grid (`named_points.rs`), and the lines between points (`point_links.rs`).

use kurbo::{PathEl, Point, Vec2};

use super::super::rectangle_cell_size::rectangle_cell_size;
use crate::context::Resolver;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::units::{ShortNumber, count_with_noun};
use hexpress_game::address::AddressedBoard;
use hexpress_game::path;
use hexpress_language::tables::layout::{Board, GivenNames};
use hexpress_language::values::choice::ShowNames;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::Measure;

/// The largest number of points that a layout may place in mm.
pub const MAX_POINTS: usize = 10_000;
/// The hint for arrowheads on a board whose points are not free.
pub const ONLY_FREE: &str =
    "delete `arrows`: only points with positions in mm, or points `along` a curve, can have arrowheads";
/// The arrow between two names in an entry of `links`, as in `6 -> 12`. The lines of such an entry get
/// arrowheads.
pub const ARROW: &str = "->";
/// The default length of an arrowhead, in mm.
const DEFAULT_ARROW: f64 = 3.0;
/// The longest arrowhead, in mm.
const MAX_ARROW_LENGTH_MM: f64 = 20.0;
/// The number of coordinate steps in 1 mm.
const STEPS_PER_MM: f64 = 100.0;
/// The height of a cell, in mm, before the board is scaled to fill its sheet.
const NOMINAL_CELL_MM: f64 = 10.0;
/// The default width of a cell, as a fraction of the smallest distance between two points.
const WIDTH_FRACTION: f64 = 0.8;
/// The allowed widths of cells, in mm.
const ALLOWED_WIDTHS_MM: std::ops::RangeInclusive<f64> = 1.0..=2000.0;
/// The smallest length of a curve, in mm. A shorter curve is reported.
const MIN_LENGTH: f64 = 1e-4;

/// A point of a board, and its name.
pub struct NamedPoint {
    pub address: CellAddress,
    pub name: String,
}

/// The cells around points that are placed in mm or along a curve.
#[derive(Debug, Clone, Copy)]
pub struct FreeCells {
    /// The height of a cell, in mm.
    pub height: f64,
    /// The ratio of a cell's width to its height.
    pub width_factor: f64,
    /// Whether the cells are discs. Otherwise they are boxes.
    pub has_discs: bool,
}

impl FreeCells {
    /// Returns the height of a cell, in coordinate steps.
    pub fn steps_per_side(&self) -> f64 {
        self.height * STEPS_PER_MM
    }
}

/// Points whose places the layout gives in mm or along a curve.
pub struct FreePoints {
    pub points: Vec<NamedPoint>,
    pub cells: FreeCells,
    /// Where the layout defines the points.
    pub place: SourceSpan,
}

/// Returns whether the points of a board are free. They are free if they are along a curve, or if at
/// least half of their places have a unit such as mm.
pub fn is_free(b: &Board) -> bool {
    let units = b.points.iter().filter(|(_, at)| has_unit(at)).count();
    b.along.is_some() || units > 0 && 2 * units >= b.points.0.len()
}

fn has_unit(text: &str) -> bool {
    text.contains(|c: char| c == '%' || c.is_alphabetic())
}

/// Returns the free points of a board. Returns `None` if an error leaves their places unknown.
pub fn free_points(b: &Board, resolver: &mut Resolver<'_>) -> Option<FreePoints> {
    report_idle(b, resolver);
    let (places, place) = match &b.along {
        Some(along) => (on_curve(b, along, resolver)?, resolver.place(along)),
        None => (given_places(b, resolver)?, resolver.place(&b.points.0.first()?.1)),
    };
    let names = names(b, places.len(), resolver)?;
    let spread = Spread { places: &places, names: &names, place, is_even: b.along.is_some() };
    let cells = spread.cells(b, resolver)?;
    // A board that fills its sheet has no fixed size. It is first scaled so that a cell has the
    // height `NOMINAL_CELL_MM`, which keeps the coordinates small.
    let scale = if b.fit.is_some() { NOMINAL_CELL_MM / cells.height } else { 1.0 };
    let steps = |mm: f64| (mm * scale * STEPS_PER_MM).round();
    let largest = places.iter().map(|at| steps(at.x).abs().max(steps(at.y).abs())).fold(0.0, f64::max);
    if largest > path::MAX_LENGTH_MM * STEPS_PER_MM {
        let message =
            format!("points must be at most {} mm from the middle", ShortNumber(path::MAX_LENGTH_MM));
        return resolver.error(codes::BAD_SIZE, place, message).none();
    }
    let points = places.iter().zip(names).map(|(at, name)| NamedPoint {
        address: CellAddress::new(steps(at.x) as i32, steps(at.y) as i32),
        name,
    });
    let cells = FreeCells { height: cells.height * scale, ..cells };
    Some(FreePoints { points: points.collect(), cells, place })
}

/// Reports `count` on a board without a curve.
pub fn check_count(b: &Board, resolver: &mut Resolver<'_>) {
    if let Some(count) = b.count.as_ref().filter(|_| b.along.is_none()) {
        let hint =
            "delete `count`, or place the points along a curve: along = \"M -80 0 C -80 -60 80 60 80 0\"";
        resolver.error_with_hint(codes::IDLE_KEY, count, "`count` has no effect without `along`", hint);
    }
}

/// Returns the length of the arrowheads in mm, or 0 if links have no arrowheads.
pub fn arrow_length(b: &Board, resolver: &mut Resolver<'_>) -> f64 {
    let Some(value) = &b.arrows else { return if has_arrow_links(b) { DEFAULT_ARROW } else { 0.0 } };
    if !is_free(b) {
        let message = "`arrows` has no effect on points without positions in mm";
        resolver.error_with_hint(codes::IDLE_KEY, value, message, ONLY_FREE);
    } else if b.links.is_none() {
        let message = "`arrows` has no effect without `links`";
        resolver.error_with_hint(codes::IDLE_KEY, value, message, "add links = \"next\", or delete `arrows`");
    } else if !(value.value.0 > 0.0 && value.value.0 <= MAX_ARROW_LENGTH_MM) {
        let message = format!("`arrows` must be greater than 0 and at most {MAX_ARROW_LENGTH_MM} mm");
        resolver.error(codes::BAD_SIZE, value, message);
    }
    value.value.0
}

/// Returns whether an entry of `links` asks for arrowheads, as in `6 -> 12`.
pub fn has_arrow_links(b: &Board) -> bool {
    is_free(b) && b.links.iter().flat_map(Spanned::texts).any(|run| run.contains(ARROW))
}

/// Reports keys that have no effect on a board of free points.
fn report_idle(board: &Board, resolver: &mut Resolver<'_>) {
    let cells = board.cells.as_ref().filter(|at| !resolver.is_of_theme(at));
    let outside =
        board.show_names.as_ref().filter(|at| matches!(at.value, ShowNames::Outside | ShowNames::Edge));
    let keys = [
        ("map", board.map.as_ref().map(|at| resolver.place(at))),
        ("shape", board.shape.as_ref().map(|at| resolver.place(at))),
        ("cells", cells.map(|at| resolver.place(at))),
        ("add", board.add.as_ref().map(|at| resolver.place(at))),
        ("without", board.without.as_ref().map(|at| resolver.place(at))),
        ("diagonals", board.diagonals.as_ref().map(|at| resolver.place(at))),
        (
            "round",
            board
                .round
                .as_ref()
                .filter(|at| board.size.is_none() && !resolver.is_of_theme(at))
                .map(|at| resolver.place(at)),
        ),
        ("side", board.side.as_ref().map(|at| resolver.place(at))),
        ("corner-to-corner", board.corner_to_corner.as_ref().map(|at| resolver.place(at))),
        ("two-colours", board.two_colours.0.first().map(|(at, _)| resolver.place(at))),
        ("three-colours", board.three_colours.0.first().map(|(at, _)| resolver.place(at))),
    ];
    for (key, place) in keys {
        let Some(place) = place else { continue };
        let message = match key {
            "round" => "`round` has no effect: discs have no corners".to_owned(),
            _ if board.along.is_some() => format!("`{key}` has no effect on a board with `along`"),
            _ => format!("`{key}` has no effect on a board with [board.points]"),
        };
        let hint = match key {
            "side" | "corner-to-corner" => {
                "write across = \"12mm\" for discs, or size = \"20 x 12mm\" for rectangles"
            }
            "round" => {
                "delete it; for rectangles with round corners, write size = \"20 x 12mm\" instead of `across`"
            }
            _ => "delete it",
        };
        resolver.error_with_hint(codes::IDLE_KEY, place, message, hint);
    }
    if let (Some(along), Some((name, _))) = (&board.along, board.points.0.first()) {
        let message = "`along` and [board.points] both set the places of the points";
        let place = resolver.place(name);
        let error = codes::BAD_VALUE.error(message).related_place(place, "the other places");
        resolver.add_error(error.hint("delete one of them"), along);
    }
    if let Some(at) = outside {
        let message =
            "points at given places have no rows, so their names cannot be printed outside the board";
        resolver.error_with_hint(codes::BAD_VALUE, at, message, "write show-names = \"inside\"");
    }
}

/// Returns the places that the key `points` contains, in mm from the centre of the board.
fn given_places(b: &Board, resolver: &mut Resolver<'_>) -> Option<Vec<Point>> {
    if b.points.0.len() > MAX_POINTS {
        let message = format!("a board can have at most {MAX_POINTS} points at given places");
        return resolver.error(codes::BAD_COUNT, &b.points.0[MAX_POINTS].1, message).none();
    }
    let (places, is_valid) = resolver.track_errors(|resolver| {
        let places = b.points.iter().filter_map(|(_, at)| given_place(b, at, resolver));
        places.collect::<Vec<Point>>()
    });
    is_valid.then_some(places)
}

/// Returns the length of the shorter side of the cells in mm, if the layout sets it.
fn cell_side(b: &Board) -> Option<f64> {
    match (&b.size, &b.across) {
        (Some(size), _) => rectangle_cell_size(size).ok().map(|(width, height)| width.min(height)),
        (None, across) => across.as_ref().map(|across| across.value.0),
    }
}

/// Reads a place: `20 10mm`, `2cm 10mm` or `20 10%`. Returns `None` after an error.
fn given_place(board: &Board, at: &Spanned<String>, resolver: &mut Resolver<'_>) -> Option<Point> {
    const EXAMPLE: &str = "for example, write \"20 -10mm\": 20 mm to the right of the middle and 10 mm up";
    let words: Vec<&str> = at.split_whitespace().collect();
    let [x, y] = words.as_slice() else {
        let message = format!("expected two lengths, to the right and down, found `{}`", at.value);
        return resolver.error_with_hint(codes::BAD_VALUE, at, message, EXAMPLE).none();
    };
    let unit = y.trim_start_matches(|c: char| !(c == '%' || c.is_alphabetic()));
    let x = if has_unit(x) { (*x).to_owned() } else { format!("{x}{unit}") };
    if !has_unit(y) {
        let message = format!("expected a length with a unit, found `{y}`");
        return resolver.error_with_hint(codes::BAD_VALUE, at, message, EXAMPLE).none();
    }
    let mut coordinate = |text: &str| match resolver.ok_or_report(text.parse::<Measure>(), at)? {
        Measure::Mm(mm) => Some(mm),
        // On a board that fills its sheet, only the proportions of lengths matter.
        Measure::Percent(share) if board.fit.is_some() => Some(share),
        Measure::Percent(share) => match cell_side(board) {
            Some(side) => Some(side * share / 100.0),
            None => {
                let message =
                    "a percentage in `points` refers to the size of a cell, but the cells have no size";
                let hint = "add across = \"12mm\", or fit = \"largest\" for a board that fills its sheet";
                resolver.error_with_hint(codes::BAD_VALUE, at, message, hint).none()
            }
        },
    };
    Some(Point::new(coordinate(&x)?, coordinate(y)?))
}

/// Returns points at equal distances along a curve, from its start to its end. On a closed curve, the
/// end is left out, because it is at the same place as the start. Returns `None` after an error.
fn on_curve(b: &Board, along: &Spanned<String>, resolver: &mut Resolver<'_>) -> Option<Vec<Point>> {
    let Some(given) = &b.count else {
        let message = "missing `count`: the number of points along the curve";
        return resolver
            .error_with_hint(codes::MISSING_KEY, along, message, "for example, add count = 63")
            .none();
    };
    let count = given.value as usize;
    if !(1..=MAX_POINTS).contains(&count) {
        let message = format!("`count` must be 1 to {MAX_POINTS}");
        return resolver.error(codes::BAD_COUNT, given, message).none();
    }
    let curve = resolver.ok_or_report(path::curve(along), along)?;
    if curve.elements().iter().filter(|element| matches!(element, PathEl::MoveTo(_))).count() > 1 {
        let message = "`along` must be one curve, but this one has several parts";
        return resolver.error_with_hint(codes::BAD_VALUE, along, message, "write M only once").none();
    }
    if path::along::length(&curve) < MIN_LENGTH {
        let message = "this curve has no length";
        return resolver
            .error_with_hint(codes::NOTHING, along, message, "for example, write along = \"M -80 0 L 80 0\"")
            .none();
    }
    Some(path::along::evenly_spaced(&curve, count).iter().map(|stop| stop.point).collect())
}

/// Returns the names of the points. They are taken from the key `names`, or else from the table
/// `points`. Without both, the names are 1, 2, 3 and so on. Returns `None` after an error.
fn names(board: &Board, count: usize, resolver: &mut Resolver<'_>) -> Option<Vec<String>> {
    let own = board.points.0.iter().map(|(name, _)| name.value.clone());
    let Some(given) = &board.names else {
        let is_named = board.along.is_none();
        return Some(if is_named { own.collect() } else { (1..=count).map(|n| n.to_string()).collect() });
    };
    let names: Vec<String> = match &given.value {
        GivenNames::Text(text) => text.split_whitespace().flat_map(numbers).take(MAX_POINTS + 1).collect(),
        GivenNames::List(names) => names.iter().map(|name| name.value.clone()).collect(),
        GivenNames::Scheme(_) => Vec::new(),
    };
    if names.len() != count {
        let [points, given_names] =
            [(count, "point"), (names.len(), "name")].map(|(n, word)| count_with_noun(n, word));
        let missing = match count.checked_sub(names.len()) {
            Some(1) => ": 1 name is missing".to_owned(),
            Some(missing) => format!(": {missing} names are missing"),
            None => String::new(),
        };
        let message = format!("the board has {points}, but `names` has {given_names}{missing}");
        let hint = match &board.along {
            Some(_) => {
                "write a name for each point, in order and separated by spaces, or delete `names` to number the \
                    points from 1"
            }
            None => {
                "write a name for each point, or delete `names`: points then have the keys of [board.points], \
                    or numbers from 1"
            }
        };
        return resolver.error_with_hint(codes::BAD_COUNT, given, message, hint).none();
    }
    if names.iter().any(|name| name.trim().is_empty()) {
        let hint = "write a name for each point, or delete `names`";
        return resolver.error_with_hint(codes::BAD_VALUE, given, "one of the `names` is empty", hint).none();
    }
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = format!("two points have the name `{}`", pair[0]);
        return resolver.error_with_hint(codes::SAME_NAME, given, message, "rename one of them").none();
    }
    Some(names)
}

/// Returns the names for one word of the key `names`. The word `0..100` gives the whole numbers from 0
/// to 100. Any other word is itself a name.
fn numbers(word: &str) -> Box<dyn Iterator<Item = String> + '_> {
    let ends = word
        .split_once("..")
        .and_then(|(from, to)| Some((from.parse::<i32>().ok()?, to.parse::<i32>().ok()?)));
    match ends {
        Some((from, to)) if from <= to => Box::new((from..=to).map(|n| n.to_string())),
        Some((from, to)) => Box::new((to..=from).rev().map(|n| n.to_string())),
        None => Box::new(std::iter::once(word.to_owned())),
    }
}

/// The points of a board, used to find the distances between them.
struct Spread<'p> {
    /// The places of the points on the board, in mm.
    places: &'p [Point],
    names: &'p [String],
    /// Where the layout defines the points.
    place: SourceSpan,
    /// Whether the points are at equal distances along a curve.
    is_even: bool,
}

impl Spread<'_> {
    /// Returns the cells around the points. The key `size` makes them boxes of this size. The key
    /// `across` makes them discs of this width. Without both keys, they are discs that are small enough
    /// not to touch each other. Returns `None` after an error.
    fn cells(&self, board: &Board, resolver: &mut Resolver<'_>) -> Option<FreeCells> {
        let (width, height, key, place) = match (&board.size, &board.across) {
            (Some(size), Some(across)) => {
                let error = codes::BAD_SIZE.error("`size` and `across` both set the size of the cells");
                resolver.add_error(error.hint("delete one of them"), across);
                let _ = size;
                return None;
            }
            (Some(size), None) => {
                let (width, height) = resolver.ok_or_report(
                    rectangle_cell_size(size).map_err(|message| {
                        codes::BAD_SIZE.error(message).hint("for example, write size = \"20 x 30mm\"")
                    }),
                    size,
                )?;
                (width, height, "size", resolver.place(size))
            }
            (None, Some(across)) => (across.value.0, across.value.0, "across", resolver.place(across)),
            (None, None) => return self.discs(board, resolver),
        };
        if !ALLOWED_WIDTHS_MM.contains(&width) || !ALLOWED_WIDTHS_MM.contains(&height) {
            return resolver.error(codes::BAD_SIZE, place, "a cell must be 1 to 2000 mm across").none();
        }
        let has_discs = board.size.is_none();
        // Coordinates are rounded to steps of 0.01 mm, so each point moves by up to half a step along
        // each axis. An overlap of up to two steps is therefore not an error.
        let overlap = self.nearest(|apart| match has_discs {
            true => apart.hypot() / width,
            false => (apart.x.abs() / width).max(apart.y.abs() / height),
        });
        if let Some(pair) = overlap.filter(|pair| pair.measure < 1.0 - 2.0 / STEPS_PER_MM / width) {
            let message = format!(
                "the cells of {} overlap: the points are {} mm apart",
                self.called(pair),
                ShortNumber::hundredths(self.distance(pair))
            );
            let smaller = (width * pair.measure * 10.0).floor() / 10.0;
            let hint = match has_discs && smaller >= 1.0 {
                true => format!("write across = \"{}mm\", or {}", ShortNumber(smaller), self.farther()),
                false => format!("make `{key}` smaller, or {}", self.farther()),
            };
            return resolver.error_with_hint(codes::BAD_SIZE, place, message, hint).none();
        }
        Some(FreeCells { height, width_factor: width / height, has_discs })
    }

    /// Returns discs around the points. Their diameter is 80 % of the distance between the two nearest
    /// points, so no discs touch. Returns `None` after an error.
    fn discs(&self, board: &Board, resolver: &mut Resolver<'_>) -> Option<FreeCells> {
        let Some(pair) = self.nearest(Vec2::hypot) else {
            let message =
                "missing `across` or `size`: a single point has no neighbour to set the size of its cell";
            let hint = "add across = \"12mm\" for a disc, or size = \"20 x 12mm\" for a rectangle";
            return resolver.error_with_hint(codes::MISSING_KEY, self.place, message, hint).none();
        };
        let height = if board.fit.is_some() {
            pair.measure * WIDTH_FRACTION
        } else {
            (pair.measure * WIDTH_FRACTION * 100.0).floor() / 100.0
        };
        let span = self.places.iter().map(|at| (*at - self.places[0]).hypot()).fold(0.0, f64::max);
        let least = if board.fit.is_some() { span * 1e-5 } else { *ALLOWED_WIDTHS_MM.start() };
        if height < least.max(1e-9) {
            let apart = ShortNumber::hundredths(pair.measure);
            let limit = match board.fit {
                Some(_) => "too close for a board of this size".to_owned(),
                None => format!(
                    "the minimum is {} mm",
                    ShortNumber((least / WIDTH_FRACTION * 100.0).ceil() / 100.0)
                ),
            };
            let message = format!("{} are {apart} mm apart; {limit}", self.called(pair));
            return resolver.error_with_hint(codes::BAD_SIZE, self.place, message, self.farther()).none();
        }
        Some(FreeCells { height: height.min(*ALLOWED_WIDTHS_MM.end()), width_factor: 1.0, has_discs: true })
    }

    /// Returns the two points that are closest to each other. Returns `None` if there is only one point.
    ///
    /// `measure` returns the length of the vector from one point to another. The search goes from left to
    /// right. For each point, it stops at the first point whose horizontal distance is not smaller than
    /// the smallest distance found. So `measure` must never return less for a vector than for the
    /// horizontal part of the vector.
    fn nearest(&self, measure: impl Fn(Vec2) -> f64) -> Option<Pair> {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        let at = |index: usize| self.places[index];
        order.sort_by(|a, b| at(*a).x.total_cmp(&at(*b).x).then(a.cmp(b)));
        let mut least: Option<Pair> = None;
        for (from, one) in order.iter().enumerate() {
            for other in &order[from + 1..] {
                let apart = at(*other) - at(*one);
                if least.is_some_and(|least| measure(Vec2::new(apart.x, 0.0)) >= least.measure) {
                    break;
                }
                let found = Pair { points: [*one.min(other), *one.max(other)], measure: measure(apart) };
                // If several pairs have the same distance, the first pair is returned.
                if least.is_none_or(|least| found.measure < least.measure - 1e-6) {
                    least = Some(found);
                }
            }
        }
        least
    }

    /// Returns a hint that says how to move points farther apart.
    fn farther(&self) -> &'static str {
        if self.is_even { "lengthen the curve, or reduce `count`" } else { "move the points apart" }
    }

    fn distance(&self, pair: Pair) -> f64 {
        let [one, other] = pair.points.map(|point| self.places[point]);
        one.distance(other)
    }

    /// Returns the part of a message that contains the names of two points.
    fn called(&self, pair: Pair) -> String {
        let [one, other] = pair.points.map(|point| &self.names[point]);
        format!("the points `{one}` and `{other}`")
    }
}

/// The indices of two points.
#[derive(Debug, Clone, Copy)]
struct Pair {
    points: [usize; 2],
    /// The distance between the points, as [`Spread::nearest`] measured it.
    measure: f64,
}

/// Returns the links for `links = "next"`: from each point to the next one. For `next, closed`,
/// adds a link from the last point to the first. Returns `None` for any other value of `links`.
pub fn links_in_order(run: &str, board: &AddressedBoard<'_>) -> Option<Vec<[usize; 2]>> {
    let words: Vec<&str> = run.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let is_closed = match words.as_slice() {
        ["next"] if !board.has("next") => false,
        ["next", "closed"] if !board.has("next") => true,
        _ => return None,
    };
    let count = board.cells.len();
    let last = (is_closed && count > 2).then(|| [count - 1, 0]);
    Some((1..count).map(|point| [point - 1, point]).chain(last).collect())
}
