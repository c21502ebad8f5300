//! Compiles the lines between the points of a board.
//!
//! - In: the cells of a draft, `lines`, `diagonals` and `links`.
//! - Out: links between points, and arcs.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use kurbo::Point;

use super::cells::{Draft, addressed};
use super::free_points::{
    ARROW, NamedPoint, ONLY_FREE, arrow_length, has_arrow_links, is_free, links_in_order,
};
use crate::context::Compiler;
use hexpress_base::cell_index::CellIndex;
use hexpress_base::diag::codes;
use hexpress_base::hex::CellAddress;
use hexpress_base::tiling::Tiling;
use hexpress_game::address::{AddressedBoard, Spot};
use hexpress_game::shape::BoardShape;
use hexpress_game::{Bow, Points};
use hexpress_language::tables::layout::{Board, Diagonals, PlayOn};
use hexpress_language::values::place::{At, NameOr};
use hexpress_scene::{Ink, Stroke};

/// The default width of lines between points, in mm.
const DEFAULT_LINES: f64 = 0.3;
/// The largest number of runs in `links`.
const MOST_RUNS: usize = 2000;

pub fn is_on_points(b: &Board) -> bool {
    b.play_on.as_deref() == Some(&PlayOn::Points) || !b.points.0.is_empty() || b.along.is_some()
}

/// Returns the lines of a board of points, or `None` if the board consists of cells.
pub fn points(draft: &Draft<'_>, compiler: &mut Compiler<'_>) -> Option<Points> {
    let b = draft.given;
    if !is_on_points(b) {
        idle_on_cells(b, compiler);
        return None;
    }
    if draft.free.is_none() {
        check_filled_icons(b, compiler);
    }
    let line = match &b.lines {
        Some(line) => compiler.board_stroke(line)?,
        None => Stroke::solid(DEFAULT_LINES, Ink::black()),
    };
    let place =
        b.lines.as_ref().map(|at| compiler.place(at)).or(b.links.as_ref().map(|at| compiler.place(at)));
    let Joined { links, bows, directed } = match &b.links {
        Some(_) => named_links(draft, compiler),
        None if is_free(b) => Joined::default(),
        None => Joined { links: neighbour_links(draft, compiler), ..Joined::default() },
    };
    if b.links.is_some() && !is_free(b) && !compiler.report.has_errors() {
        warn_of_unjoined(draft, &links, &bows, compiler);
    }
    let arrow_length = arrow_length(b, compiler);
    let arrows = directed.into_iter().filter(|_| arrow_length > 0.0).collect();
    let (links, bows) = (links.into_iter().collect(), bows.into_iter().collect());
    Some(Points { line, links, bows, arrows, arrow_length, place })
}

/// Reports keys for lines between points if the board consists of cells.
fn idle_on_cells(b: &Board, compiler: &mut Compiler<'_>) {
    const ON_POINTS: &str = "add play-on = \"points\"";
    let cell_line = b.lines.as_ref().map(|at| {
        let typed = compiler.text.get(at.span.clone()).unwrap_or("\"0.3mm black\"");
        format!(
            "for the line around each cell, write line = {typed}; for `lines` that join points, {ON_POINTS}"
        )
    });
    let road = format!(
        "to join cells, write a road: \"a1 .. a5\" = {{ road = \"2mm brown\" }}; for `links` that join \
            points, {ON_POINTS}"
    );
    let idle = [
        b.lines.as_ref().map(|at| (compiler.place(at), "lines", cell_line.unwrap_or_default())),
        b.diagonals.as_ref().map(|at| (compiler.place(at), "diagonals", ON_POINTS.to_owned())),
        b.links.as_ref().map(|at| (compiler.place(at), "links", road)),
        b.arrows.as_ref().map(|at| (compiler.place(at), "arrows", ONLY_FREE.to_owned())),
    ];
    for (place, key, hint) in idle.into_iter().flatten() {
        let message = format!("`{key}` has no effect on a board of cells");
        compiler.error_with_hint(codes::IDLE_KEY, place, message, hint);
    }
}

/// Joins each point with its neighbours. Joins diagonal neighbours too, if the layout asks for it.
/// On a morris board, joins points along the squares.
fn neighbour_links(draft: &Draft<'_>, compiler: &mut Compiler<'_>) -> BTreeSet<[usize; 2]> {
    let hexes = draft.hexes();
    let index = CellIndex::of(&hexes);
    let diagonals = draft.given.diagonals.as_ref();
    if let Some(at) = diagonals.filter(|_| draft.tiling != Tiling::Square) {
        compiler.error(codes::BAD_VALUE, at, "only squares have diagonals");
        return BTreeSet::new();
    }
    if let Some((BoardShape::Morris(rings), ..)) = draft.shape {
        let links = BoardShape::morris_links(rings, diagonals.is_some());
        return links.into_iter().filter_map(|(a, b)| link(&index, a, b)).collect();
    }
    let sides = hexes.iter().flat_map(|&hex| draft.tiling.neighbours(hex).map(move |next| (hex, next)));
    let slanted =
        hexes.iter().filter(|hex| has_diagonals(**hex, &hexes, diagonals.map(|at| at.value))).flat_map(
            |&hex| [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(q, r)| (hex, hex + CellAddress::new(q, r))),
        );
    sides.chain(slanted).filter_map(|(a, b)| link(&index, a, b)).collect()
}

/// Returns whether diagonals begin at a point. With `alternate`, they begin at every second point,
/// counted from the first point of the board. Both ends of a diagonal are such points.
fn has_diagonals(cell: CellAddress, hexes: &[CellAddress], diagonals: Option<Diagonals>) -> bool {
    match diagonals {
        Some(Diagonals::All) => true,
        Some(Diagonals::Alternate) => {
            hexes.first().is_some_and(|first| (cell.q - first.q + cell.r - first.r) % 2 == 0)
        }
        None => false,
    }
}

/// Returns the indices of two points in ascending order. Returns `None` if the board lacks one of
/// them.
fn link(index: &CellIndex, a: CellAddress, b: CellAddress) -> Option<[usize; 2]> {
    let (a, b) = (index.get(a)?, index.get(b)?);
    Some([a.min(b), a.max(b)])
}

/// The links and arcs that runs of names describe.
#[derive(Default)]
struct Joined {
    /// The joined points. Each pair contains the indices of two points in ascending order.
    links: BTreeSet<[usize; 2]>,
    bows: BTreeSet<Bow>,
    /// The links with arrowheads, in the direction in which the runs list them.
    directed: BTreeSet<[usize; 2]>,
}

impl Joined {
    fn add(&mut self, [from, to]: [usize; 2], head: Head) {
        self.links.insert([from.min(to), from.max(to)]);
        if head == Head::Arrow {
            self.directed.insert([from, to]);
        }
    }
}

/// What is at the end of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Head {
    Plain,
    Arrow,
}

/// Replaces the separators in a run such as `a-b` or `a, b` with spaces. Returns `None` if the run
/// is not written like this.
fn without_separators(run: &str, board: &AddressedBoard<'_>) -> Option<String> {
    const SEPARATORS: [&str; 8] = ["..", "->", "-", "–", "|", ",", ">", "/"];
    let separator = SEPARATORS.into_iter().find(|separator| run.contains(separator))?;
    let points: Vec<&str> = run.split(separator).flat_map(str::split_whitespace).collect();
    let is_named = points.iter().all(|name| board.has(name.trim_matches(['(', ')'])));
    let is_right = run.split_whitespace().all(|name| board.has(name.trim_matches(['(', ')'])));
    (points.len() > 1 && is_named && !is_right).then(|| points.join(" "))
}

/// Inserts spaces between the names in a run such as `a1b2`. Returns `None` if the run is not
/// written like this.
fn split_names(run: &str, board: &AddressedBoard<'_>) -> Option<String> {
    let mut names = Vec::new();
    let mut rest = run.trim();
    if board.has(rest) {
        return None;
    }
    while !rest.is_empty() {
        // The longest possible name is the right one.
        let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).collect::<Vec<_>>();
        let end = ends.into_iter().rev().find(|end| board.has(&rest[..*end]))?;
        names.push(&rest[..end]);
        rest = &rest[end..];
    }
    (names.len() > 1).then(|| names.join(" "))
}

/// Joins the points that `links = ["a1 a3 c3"]` names. A straight line leads from each point to the
/// next, and also joins the points in between. In `"a2 (b2) b1"`, an arc leads clockwise around b2.
fn named_links(draft: &Draft<'_>, compiler: &mut Compiler<'_>) -> Joined {
    let Some(given) = &draft.given.links else { return Joined::default() };
    let hexes = draft.hexes();
    // If an error made points incomplete, names in `links` may be unknown.
    let placed = draft.given.points.0.len();
    if hexes.is_empty() || (placed > 0 && placed != hexes.len()) {
        return Joined::default();
    }
    let mut runs = given.texts();
    if runs.len() > MOST_RUNS {
        let message = format!("`links` can have at most {MOST_RUNS} entries");
        compiler.error(codes::BAD_COUNT, given, message);
        return Joined::default();
    }
    let mut reader = RunReader {
        draft,
        board: addressed(draft.tiling, &hexes, &draft.names),
        centres: hexes.iter().map(|hex| draft.tiling.unit_centre(*hex)).collect(),
        joined: Joined::default(),
        askew: Vec::new(),
    };
    // If one entry has an arrow, entries without one are plain lines.
    let has_arrow_links = has_arrow_links(draft.given);
    let mut heads = Vec::new();
    for run in &mut runs {
        let is_arrow = !has_arrow_links || run.contains(ARROW);
        heads.push(if is_arrow { Head::Arrow } else { Head::Plain });
        if has_arrow_links {
            run.value = run.replace(ARROW, " ");
        }
    }
    for (run, head) in runs.iter().zip(heads) {
        match links_in_order(run, &reader.board) {
            Some(links) => links.into_iter().for_each(|link| reader.joined.add(link, head)),
            None => reader.read(run, head, compiler),
        }
    }
    // If only one line has a different direction than all others, it is probably a slip. Several
    // such lines are not.
    if let [line] = reader.askew[..]
        && draft.given.points.0.is_empty()
        && !is_free(draft.given)
        && runs.len() > 1
    {
        reader.warn_of_askew(line, compiler);
    }
    reader.joined
}

struct RunReader<'r> {
    draft: &'r Draft<'r>,
    board: AddressedBoard<'r>,
    /// The positions of the points. Neighbours have a distance of 1.
    centres: Vec<Point>,
    joined: Joined,
    /// The lines that follow neither a row of points nor a diagonal.
    askew: Vec<AskewLine<'r>>,
}

/// A line that follows neither a row of points nor a diagonal.
#[derive(Clone, Copy)]
struct AskewLine<'r> {
    run: &'r At<String>,
    ends: [usize; 2],
}

/// The points in a run.
#[derive(Default)]
struct Run {
    points: Vec<usize>,
    /// For each point, the centre of the arc that leads to the next point. `None` for a straight
    /// line.
    arc_centres: Vec<Option<usize>>,
}

impl<'r> RunReader<'r> {
    /// Adds the links and arcs of a run.
    fn read(&mut self, run: &'r At<String>, head: Head, compiler: &mut Compiler<'_>) {
        if let Some(right) = without_separators(run, &self.board).or_else(|| split_names(run, &self.board)) {
            let message = "the points of an entry of `links` must be separated by spaces";
            compiler.error_with_hint(codes::BAD_VALUE, run, message, format!("write \"{right}\""));
            return;
        }
        let Run { points, arc_centres } = self.points(run, compiler);
        check_length(run, &points, compiler);
        for (pair, arc_centre) in points.windows(2).zip(arc_centres) {
            let (from, to) = (pair[0], pair[1]);
            match arc_centre {
                Some(about) => self.add_arc(run, Bow { from, about, to }, compiler),
                None => self.add_line(run, [from, to], head),
            }
        }
    }

    /// Returns the points in a run. Reports names that are unknown or stand for several points.
    fn points(&self, run: &At<String>, compiler: &mut Compiler<'_>) -> Run {
        let mut read = Run::default();
        if let Some(name) = self.name_with_space(run) {
            let message =
                format!("`links` cannot name the point `{name}`, because its name contains a space");
            let hint = format!(
                "name the point without spaces, and print the text as its label: [board.at] {0} = {{ label = \
                    \"{name}\" }}",
                name.split_whitespace().collect::<Vec<_>>().join("-")
            );
            compiler.error_with_hint(codes::BAD_VALUE, run, message, hint);
            return read;
        }
        for word in run.split_whitespace() {
            let arc_centre = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
            let name = run.with(arc_centre.unwrap_or(word).to_owned());
            match self.draft.spots(&name, &self.board, compiler)[..] {
                [Spot::Cell(point)] if arc_centre.is_some() => {
                    if let Some(last) = read.arc_centres.last_mut() {
                        *last = Some(point);
                    }
                }
                [Spot::Cell(point)] => {
                    read.points.push(point);
                    read.arc_centres.push(None);
                }
                [] => {}
                _ => {
                    let message =
                        format!("expected a point, found `{word}`: an entry of `links` names points");
                    compiler.error(codes::BAD_VALUE, run, message);
                }
            }
        }
        read
    }

    /// Returns the first name with a space that a run contains.
    fn name_with_space(&self, run: &str) -> Option<&str> {
        let names = self.draft.names.as_ref()?;
        names.iter().find(|name| name.contains(' ') && run.contains(*name))
    }

    /// Adds an arc. Reports an arc if its ends have different distances from the centre.
    fn add_arc(&mut self, run: &At<String>, arc: Bow, compiler: &mut Compiler<'_>) {
        let centre = self.centres[arc.about];
        let [from, to] = [arc.from, arc.to].map(|point| self.centres[point].distance(centre));
        // Places in mm are rounded to whole steps.
        let allowed = if is_free(self.draft.given) { 2.0 } else { 1e-6 };
        if (from - to).abs() > allowed || from < 1e-6 {
            let message = "the centre of an arc must be equally far from both of its ends";
            compiler.error(codes::BAD_VALUE, run, message);
        }
        self.joined.bows.insert(arc);
    }

    /// Adds the links along a straight line, from each point on the line to the next.
    fn add_line(&mut self, run: &'r At<String>, [from, to]: [usize; 2], head: Head) {
        let stops = stops(&self.centres, from, to);
        if stops.len() == 2 && is_askew(self.draft.tiling, self.board.cells[from], self.board.cells[to]) {
            self.askew.push(AskewLine { run, ends: [from, to] });
        }
        stops.windows(2).for_each(|pair| self.joined.add([pair[0], pair[1]], head));
    }

    /// Warns about a line that follows neither a row nor a diagonal. Called if there is only one
    /// such line.
    fn warn_of_askew(&self, line: AskewLine<'_>, compiler: &mut Compiler<'_>) {
        let [from, to] = line.ends.map(|point| self.board.name(point));
        let message =
            format!("the line from `{from}` to `{to}` is oblique and passes through no other point");
        let warning = codes::BAD_VALUE.warning(message).at(compiler.place(line.run));
        compiler.warnings.push(warning.hint("choose two ends on one row, column or diagonal"));
    }
}

/// Reports a run that has fewer than two points, or whose first or last name is the centre of an
/// arc.
fn check_length(run: &At<String>, points: &[usize], compiler: &mut Compiler<'_>) {
    let names = run.split_whitespace().filter(|word| !word.starts_with('('));
    // If all names are unknown, they have already been reported.
    let is_known = !points.is_empty() || run.trim().is_empty();
    let is_short = is_known && names.count() < 2;
    if is_short || run.trim_start().starts_with('(') || run.trim_end().ends_with(')') {
        let hint = "for example, write links = [\"a1 d1 g1\", \"a1 a4 a7\", \"b1 (a1) a2\"]";
        compiler.error_with_hint(
            codes::BAD_VALUE,
            run,
            "an entry of `links` must name at least two points",
            hint,
        );
    }
}

/// Returns whether the line between two cells follows neither a row of cells nor a diagonal.
fn is_askew(tiling: Tiling, one: CellAddress, other: CellAddress) -> bool {
    let (across, down) = (other.q - one.q, other.r - one.r);
    match tiling {
        Tiling::Square => across != 0 && down != 0 && across.abs() != down.abs(),
        Tiling::FlatTop | Tiling::PointyTop => {
            let along = [across, down, across + down];
            let diagonal = [across - down, 2 * across + down, across + 2 * down];
            !along.contains(&0) && !diagonal.contains(&0)
        }
        _ => false,
    }
}

/// Reports an icon on a point that has a `fill` but no `colour`. The fill would apply to the square
/// around the point.
fn check_filled_icons(b: &Board, compiler: &mut Compiler<'_>) {
    for (_, entry) in b.at.iter().chain(b.key.iter()) {
        let element = entry.element();
        if let (Some(_), Some(fill), None) = (&element.icon, &element.fill, &element.colour) {
            let typed = compiler.text.get(fill.span.clone()).unwrap_or("\"red\"");
            let message = "this `fill` colours the square around the point, not the icon";
            let hint = format!("to colour the icon, write colour = {typed}");
            compiler.error_with_hint(codes::BAD_ELEMENT, fill, message, hint);
        }
    }
}

/// Warns about points without links, unless the board has roads or leaps.
fn warn_of_unjoined(
    draft: &Draft<'_>,
    links: &BTreeSet<[usize; 2]>,
    bows: &BTreeSet<Bow>,
    compiler: &mut Compiler<'_>,
) {
    let has_roads = draft.given.at.iter().any(|(_, entry)| entry.road.is_some() || entry.leap.is_some());
    let Some(given) = draft.given.links.as_ref().filter(|_| !links.is_empty() && !has_roads) else { return };
    let joined: BTreeSet<usize> =
        links.iter().flatten().copied().chain(bows.iter().flat_map(|bow| [bow.from, bow.to])).collect();
    let unjoined: Vec<&str> = draft
        .names
        .iter()
        .flat_map(|names| names.iter().enumerate())
        .filter(|(point, _)| !joined.contains(point))
        .map(|(_, name)| name)
        .collect();
    if let Some(first) = unjoined.first() {
        let message = match unjoined.len() {
            1 => format!("no entry of `links` contains the point `{first}`"),
            n => format!("no entry of `links` contains these {n} points: {}", first_names(&unjoined)),
        };
        let other = draft.names.iter().flat_map(|names| names.iter()).find(|name| !unjoined.contains(name));
        let hint = match draft.given.points.0.is_empty() {
            true => with_neighbours(draft, given),
            false => format!("add an entry that contains this point: \"{} {first}\"", other.unwrap_or("a1")),
        };
        compiler.warnings.push(codes::IDLE_KEY.warning(message).at(compiler.place(given)).hint(hint));
    }
}

/// Returns a hint that adds lines between neighbours to `links`. On squares, the hint has a run for
/// each row and column.
fn with_neighbours(draft: &Draft<'_>, given: &At<NameOr<Vec<At<String>>>>) -> String {
    const MOST: usize = 40;
    let instead = "`links` replaces the lines between neighbours";
    let Some(names) = draft.names.as_ref().filter(|_| draft.tiling == Tiling::Square) else {
        return format!("{instead}: delete it, or add an entry for each of these points");
    };
    let mut lines: BTreeMap<(bool, i32), Vec<(i32, &str)>> = BTreeMap::new();
    for (hex, name) in draft.hexes().iter().zip(names.iter()) {
        lines.entry((false, hex.r)).or_default().push((hex.q, name));
        lines.entry((true, hex.q)).or_default().push((hex.r, name));
    }
    let ends = lines.values_mut().filter_map(|line| {
        line.sort_unstable();
        Some(format!("\"{} {}\"", line.first()?.1, line.last()?.1)).filter(|_| line.len() > 1)
    });
    let typed = given.texts().into_iter().map(|run| format!("\"{}\"", run.value));
    let runs: Vec<String> = ends.chain(typed).collect();
    match runs.len() <= MOST {
        true => format!(
            "to keep the lines between neighbours, delete `links`, or add them: links = [{}]",
            runs.join(", ")
        ),
        false => {
            format!("{instead}: delete it, or add an entry for each row and column of these points")
        }
    }
}

/// Joins up to ten names. `…` stands for the other names.
fn first_names(names: &[&str]) -> String {
    const MOST: usize = 10;
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("{}{more}", names[..names.len().min(MOST)].join(", "))
}

/// Returns all points on a straight line in order, including the two ends.
fn stops(centres: &[Point], from: usize, to: usize) -> Vec<usize> {
    let start = centres[from];
    let line = centres[to] - start;
    let mut on_line: Vec<usize> = (0..centres.len())
        .filter(|point| {
            let offset = centres[*point] - start;
            line.cross(offset).abs() < 1e-6 * line.hypot().max(1e-9)
                && (0.0..=line.hypot2() + 1e-6).contains(&offset.dot(line))
        })
        .collect();
    on_line.sort_by(|i, j| (centres[*i] - start).dot(line).total_cmp(&(centres[*j] - start).dot(line)));
    on_line
}

/// The largest number of steps from the origin to a point of `[board.points]`, along each axis.
const MOST_STEPS: i32 = 1000;

/// Returns the points of `[board.points]`. The layout gives each point as two whole numbers: steps
/// to the right and steps down.
pub fn named_points(b: &Board, compiler: &mut Compiler<'_>) -> Vec<NamedPoint> {
    let mut known = HashSet::new();
    let mut points = Vec::new();
    for (name, at) in b.points.iter() {
        let mut steps =
            at.split_whitespace().map(|n| n.parse::<i32>().ok().filter(|n| n.abs() <= MOST_STEPS));
        let (Some(Some(across)), Some(Some(down)), None) = (steps.next(), steps.next(), steps.next()) else {
            let message = format!(
                "expected two whole numbers up to {MOST_STEPS} (steps to the right, steps down), found `{}`",
                at.value
            );
            compiler.error_with_hint(codes::BAD_VALUE, at, message, steps_hint(&name.value, at));
            continue;
        };
        let hex = CellAddress::new(across, down);
        if known.insert(hex) {
            points.push(NamedPoint { hex, name: name.value.clone() });
        } else {
            compiler.error(codes::SAME_NAME, at, format!("another point is already at {across} {down}"));
        }
    }
    points
}

/// Returns a hint for a text that is not the position of a point.
fn steps_hint(name: &str, typed: &str) -> String {
    let numbers = typed.split(|c: char| !c.is_ascii_digit() && !"-.".contains(c));
    let steps: Vec<&str> = numbers
        .filter(|number| number.parse::<f64>().is_ok_and(|n| n.abs() <= f64::from(MOST_STEPS)))
        .collect();
    match steps[..] {
        [across, down] if !typed.contains('.') && !typed.contains("mm") => {
            format!("write {name} = \"{across} {down}\"")
        }
        [..] if typed.contains('.') => {
            "write whole numbers; if you need shorter steps, make `across` smaller".to_owned()
        }
        [..] if typed.contains("mm") => {
            "write the steps without a unit; `across` sets the length of a step".to_owned()
        }
        _ => "write two whole numbers, for example a1 = \"0 6\"".to_owned(),
    }
}
