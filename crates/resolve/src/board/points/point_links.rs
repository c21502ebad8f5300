//! Reads `links`: the lines and arcs that join the points of a board.
//!
//! - In: the cells of a draft, and the runs in `links`. A run is a sequence of names such as `a1 a3 c3`.
//! - Out: links (straight lines from a point to the next one), arcs, and the links that have
//!   arrowheads.
//! - Not here: the lines between neighbours, which are drawn if the layout has no `links`.

use std::collections::BTreeSet;

use kurbo::Point;

use super::super::cells::{BoardDraft, addressed};
use super::free_points::{ARROW, has_arrow_links, is_free, links_in_order};
use crate::context::Resolver;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::tiling::Tiling;
use hexpress_game::PointArc;
use hexpress_game::address::{AddressedBoard, BoardPlace};
use hexpress_language::values::spanned::Spanned;

/// The largest number of runs of names in `links`.
const MAX_RUNS: usize = 2000;

/// The links and arcs that the entries of `links` describe.
#[derive(Default)]
pub(super) struct Joined {
    /// The links, as pairs of points. Each pair contains the indices of two points, the smaller index
    /// first.
    pub links: BTreeSet<[usize; 2]>,
    pub arcs: BTreeSet<PointArc>,
    /// The links with arrowheads, as pairs of points. Each pair is in the order of the names in `links`:
    /// the arrowhead is at the second point.
    pub directed: BTreeSet<[usize; 2]>,
}

impl Joined {
    fn add(&mut self, [from, to]: [usize; 2], head: Head) {
        self.links.insert([from.min(to), from.max(to)]);
        if head == Head::Arrow {
            self.directed.insert([from, to]);
        }
    }
}

/// Whether a link has an arrowhead at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Head {
    Plain,
    Arrow,
}

/// Replaces the separators in a run such as `a-b` or `a, b` by spaces. Returns `None` if the run
/// has no such separators.
fn without_separators(run: &str, board: &AddressedBoard<'_>) -> Option<String> {
    const SEPARATORS: [&str; 8] = ["..", "->", "-", "–", "|", ",", ">", "/"];
    let separator = SEPARATORS.into_iter().find(|separator| run.contains(separator))?;
    let points: Vec<&str> = run.split(separator).flat_map(str::split_whitespace).collect();
    let is_named = points.iter().all(|name| board.has(name.trim_matches(['(', ')'])));
    let is_right = run.split_whitespace().all(|name| board.has(name.trim_matches(['(', ')'])));
    (points.len() > 1 && is_named && !is_right).then(|| points.join(" "))
}

/// Inserts spaces between the names in a run such as `a1b2`. Returns `None` if the run does not
/// consist of names.
fn split_names(run: &str, board: &AddressedBoard<'_>) -> Option<String> {
    let mut names = Vec::new();
    let mut rest = run.trim();
    if board.has(rest) {
        return None;
    }
    while !rest.is_empty() {
        // If several names fit at this position, the longest name is used.
        let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).collect::<Vec<_>>();
        let end = ends.into_iter().rev().find(|end| board.has(&rest[..*end]))?;
        names.push(&rest[..end]);
        rest = &rest[end..];
    }
    (names.len() > 1).then(|| names.join(" "))
}

/// Returns the links and arcs of the key `links`.
///
/// In `"a1 a3 c3"`, a straight line leads from each point to the next one, and also joins all points
/// between them. In `"a2 (b2) b1"`, an arc leads clockwise around b2.
pub(super) fn named_links(draft: &BoardDraft<'_>, resolver: &mut Resolver<'_>) -> Joined {
    let Some(value) = &draft.table.links else { return Joined::default() };
    let addresses = draft.addresses();
    // An error has left out some or all points. Names in `links` may be unknown only because of this
    // error, so `links` is not read.
    let placed = draft.table.points.0.len();
    if addresses.is_empty() || (placed > 0 && placed != addresses.len()) {
        return Joined::default();
    }
    let mut runs = value.texts();
    if runs.len() > MAX_RUNS {
        let message = format!("`links` can have at most {MAX_RUNS} entries");
        resolver.error(codes::BAD_COUNT, value, message);
        return Joined::default();
    }
    let mut reader = RunReader {
        draft,
        board: addressed(draft.tiling, &addresses, &draft.names).of_points(true),
        centres: addresses.iter().map(|address| draft.tiling.unit_centre(*address)).collect(),
        joined: Joined::default(),
        askew: Vec::new(),
    };
    // If any entry has an arrow, only the entries with an arrow get arrowheads. Otherwise, the key
    // `arrows` gives them to all entries.
    let has_arrow_links = has_arrow_links(draft.table);
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
            None => reader.read(run, head, resolver),
        }
    }
    // A single line that follows neither a row nor a diagonal is probably a typing mistake. Several
    // such lines are probably intended.
    if let [line] = reader.askew[..]
        && draft.table.points.0.is_empty()
        && !is_free(draft.table)
        && runs.len() > 1
    {
        reader.warn_of_askew(line, resolver);
    }
    reader.joined
}

struct RunReader<'r> {
    draft: &'r BoardDraft<'r>,
    board: AddressedBoard<'r>,
    /// The positions of the points, in units of a cell's side length. For free points, the unit is a
    /// step of 0.01 mm.
    centres: Vec<Point>,
    joined: Joined,
    /// The lines that follow neither a row of points nor a diagonal.
    askew: Vec<AskewLine<'r>>,
}

/// A line that follows neither a row of points nor a diagonal.
#[derive(Clone, Copy)]
struct AskewLine<'r> {
    run: &'r Spanned<String>,
    ends: [usize; 2],
}

/// The points that a run (a sequence of names) stands for.
#[derive(Default)]
struct Run {
    points: Vec<usize>,
    /// For each point, the centre of the arc to the next point. `None` if the line to the next point is
    /// straight.
    arc_centres: Vec<Option<usize>>,
}

impl<'r> RunReader<'r> {
    /// Adds the links and arcs of a run.
    fn read(&mut self, run: &'r Spanned<String>, head: Head, resolver: &mut Resolver<'_>) {
        if let Some(right) = without_separators(run, &self.board).or_else(|| split_names(run, &self.board)) {
            let message = "expected spaces between the points in this entry of `links`";
            resolver.error_with_hint(codes::BAD_VALUE, run, message, format!("write \"{right}\""));
            return;
        }
        let Run { points, arc_centres } = self.points(run, resolver);
        check_length(run, &points, resolver);
        for (pair, arc_centre) in points.windows(2).zip(arc_centres) {
            let (from, to) = (pair[0], pair[1]);
            match arc_centre {
                Some(about) => self.add_arc(run, PointArc { from, centre: about, to }, resolver),
                None => self.add_line(run, [from, to], head),
            }
        }
    }

    /// Returns the points in a run. Reports unknown names, and names that stand for several points.
    fn points(&self, run: &Spanned<String>, resolver: &mut Resolver<'_>) -> Run {
        let mut read = Run::default();
        if let Some(name) = self.name_with_space(run) {
            let message =
                format!("`links` cannot name the point `{name}`, because its name contains a space");
            let hint = format!(
                "name the point without spaces, and print the text as its label: [board.at] {0} = {{ label = \
                    \"{name}\" }}",
                name.split_whitespace().collect::<Vec<_>>().join("-")
            );
            resolver.error_with_hint(codes::BAD_VALUE, run, message, hint);
            return read;
        }
        for word in run.split_whitespace() {
            let arc_centre = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
            let name = run.with(arc_centre.unwrap_or(word).to_owned());
            match self.draft.spots(&name, &self.board, resolver)[..] {
                [BoardPlace::Cell(point)] if arc_centre.is_some() => {
                    if let Some(last) = read.arc_centres.last_mut() {
                        *last = Some(point);
                    }
                }
                [BoardPlace::Cell(point)] => {
                    read.points.push(point);
                    read.arc_centres.push(None);
                }
                [] => {}
                _ => {
                    let message =
                        format!("expected a point, found `{word}`: an entry of `links` names points");
                    resolver.error(codes::BAD_VALUE, run, message);
                }
            }
        }
        read
    }

    /// Returns the first cell name with a space that occurs in a run. Returns `None` if there is no
    /// such name.
    fn name_with_space(&self, run: &str) -> Option<&str> {
        let names = self.draft.names.as_ref()?;
        names.iter().find(|name| name.contains(' ') && run.contains(*name))
    }

    /// Adds an arc. Reports the arc if its two ends are not at the same distance from its centre.
    fn add_arc(&mut self, run: &Spanned<String>, arc: PointArc, resolver: &mut Resolver<'_>) {
        let centre = self.centres[arc.centre];
        let [from, to] = [arc.from, arc.to].map(|point| self.centres[point].distance(centre));
        // Places in mm are rounded to whole steps, so a small difference is allowed.
        let allowed = if is_free(self.draft.table) { 2.0 } else { 1e-6 };
        if (from - to).abs() > allowed || from < 1e-6 {
            let [centre, from, to] = [arc.centre, arc.from, arc.to].map(|point| self.board.name(point));
            let message = format!(
                "`{centre}`, the centre of this arc, must be equally far from its ends, `{from}` and `{to}`"
            );
            resolver.error(codes::BAD_VALUE, run, message);
        }
        self.joined.arcs.insert(arc);
    }

    /// Adds the links of a straight line. A link leads from each point on the line to the next one.
    fn add_line(&mut self, run: &'r Spanned<String>, [from, to]: [usize; 2], head: Head) {
        let stops = stops(&self.centres, from, to);
        if stops.len() == 2 && is_askew(self.draft.tiling, self.board.cells[from], self.board.cells[to]) {
            self.askew.push(AskewLine { run, ends: [from, to] });
        }
        stops.windows(2).for_each(|pair| self.joined.add([pair[0], pair[1]], head));
    }

    /// Warns about a line that follows neither a row nor a diagonal. The warning is only for boards
    /// with exactly one such line.
    fn warn_of_askew(&self, line: AskewLine<'_>, resolver: &mut Resolver<'_>) {
        let [from, to] = line.ends.map(|point| self.board.name(point));
        let message =
            format!("the line from `{from}` to `{to}` is oblique and passes through no other point");
        let warning = codes::BAD_VALUE.warning(message).at(resolver.place(line.run));
        resolver.warnings.push(warning.hint("choose two ends on one row, column or diagonal"));
    }
}

/// Reports a run that has fewer than two points. Also reports a run that begins or ends with the centre
/// of an arc.
fn check_length(run: &Spanned<String>, points: &[usize], resolver: &mut Resolver<'_>) {
    let names = run.split_whitespace().filter(|word| !word.starts_with('('));
    // A run with only unknown names has already been reported.
    let is_known = !points.is_empty() || run.trim().is_empty();
    let is_short = is_known && names.count() < 2;
    if is_short || run.trim_start().starts_with('(') || run.trim_end().ends_with(')') {
        let hint = "for example, write links = [\"a1 d1 g1\", \"a1 a4 a7\", \"b1 (a1) a2\"]";
        let message = "an entry of `links` must name at least two points";
        resolver.error_with_hint(codes::BAD_VALUE, run, message, hint);
    }
}

/// Returns whether the line between two cells follows neither a row of cells nor a diagonal.
fn is_askew(tiling: Tiling, one: CellAddress, other: CellAddress) -> bool {
    let (across, down) = (other.q - one.q, other.r - one.r);
    match tiling {
        Tiling::Square => across != 0 && down != 0 && across.abs() != down.abs(),
        Tiling::FlatTop | Tiling::PointyTop => {
            // Hexagons have three axial coordinates. In a row, one of them stays the same. On a
            // diagonal, two of them change by the same amount.
            let along = [across, down, across + down];
            let diagonal = [across - down, 2 * across + down, across + 2 * down];
            !along.contains(&0) && !diagonal.contains(&0)
        }
        _ => false,
    }
}

/// Returns all points on the straight line between two points, in the order from `from` to `to`. The two
/// points are included.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_diagonals_are_not_askew() {
        let is_askew_to = |tiling, q, r| {
            is_askew(
                tiling,
                CellAddress { q: 4, r: 4, polygon: 0 },
                CellAddress { q: 4 + q, r: 4 + r, polygon: 0 },
            )
        };
        for (q, r) in [(3, 0), (0, -3), (3, -3), (2, 2), (1, -2), (-2, 4), (2, -1), (-4, 2)] {
            assert!(!is_askew_to(Tiling::PointyTop, q, r), "{q} {r}");
        }
        assert!([(2, 1), (1, 2), (3, -1), (1, -3)].iter().all(|(q, r)| is_askew_to(Tiling::FlatTop, *q, *r)));
        assert!(!is_askew_to(Tiling::Square, 3, -3) && is_askew_to(Tiling::Square, 3, 2));
    }
}
