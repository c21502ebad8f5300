//! A drawing held against a layout: which of its boards is which, however it is turned, and what is other than there.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::Rect;

use crate::base::hex::{Hex, Orientation, across_from_side};
use crate::base::units::Trimmed;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::{Evidence, Sheet, squeezed};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::{Severity, codes};
use crate::model::{Board, Body, CellSize, Component, Game, Kind};

/// How many cells of the larger of two boards the other must have as well, for both to be one board.
const ALIKE: f64 = 0.75;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        code: codes::AGAINST_LACKS,
        title: "a drawing has all cells of the layout it is held against",
        why: "Whoever drew the board forgot a cell, or drew it so that it is none.",
        right: "a layout of 61 cells, and a drawing of the same 61",
        wrong: "a layout of 61 cells, and a drawing of 60 of them",
        severity: Severity::Error,
        run: Run::All(lacks),
    },
    Rule {
        code: codes::AGAINST_EXTRA,
        title: "a drawing has no cell that the layout it is held against has not",
        why: "A cell too many is a place to move to that the game does not have.",
        right: "a layout of 61 cells, and a drawing of the same 61",
        wrong: "a layout of 61 cells, and a drawing of 62",
        severity: Severity::Error,
        run: Run::All(extra),
    },
    Rule {
        code: codes::AGAINST_KIND,
        title: "cells of one kind in the layout look alike in the drawing it is held against",
        why: "A cell that has the colour or the words of another kind is another cell to whoever plays.",
        right: "all hills of the layout tan in the drawing, and nothing else",
        wrong: "a hill of the layout that is green in the drawing, as plains are",
        severity: Severity::Error,
        run: Run::All(kinds),
    },
    Rule {
        code: codes::AGAINST_SIZE,
        title: "a drawing has cells of the size that the layout it is held against says",
        why: "Counters and tiles are made for a size of cells.",
        right: "across = \"20mm\", and hexagons that measure 20 mm from flat to flat",
        wrong: "across = \"20mm\", and hexagons that measure 19.4 mm",
        severity: Severity::Error,
        run: Run::All(size),
    },
    Rule {
        code: codes::AGAINST_MIRROR,
        title: "a drawing is not a mirror image of the layout it is held against",
        why: "Turned about, a board is the same for whoever walks round the table. In a mirror, left is right.",
        right: "a parallelogram 7 x 5 that leans left in the layout and in the drawing",
        wrong: "a parallelogram 7 x 5 that leans left in the layout and right in the drawing",
        severity: Severity::Warning,
        run: Run::All(mirror),
    },
    Rule {
        code: codes::AGAINST_NONE,
        title: "every board of a layout is among the drawings that are held against it",
        why: "What is not there cannot be right.",
        right: "a layout with a hexhex 5, and a drawing of a hexhex 5",
        wrong: "a layout with a hexhex 5, and a drawing of a rhombus 9 x 9",
        severity: Severity::Error,
        run: Run::All(none),
    },
];

/// What drawings are held against.
#[derive(Clone, Copy)]
pub struct Against<'a> {
    /// The game.
    pub game: &'a Game,
    /// As the user named it.
    pub shown: &'a str,
}

/// A board of a layout and the drawing of it.
pub struct Match<'e> {
    /// The board.
    pub board: &'e Board,
    /// Where its cells are looked for.
    pub sheet: &'e Sheet,
    /// The drawing.
    pub found: &'e FoundBoard,
    /// From the layout's addresses to the drawing's.
    pub way: Way,
}

/// From addresses of a layout to those of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// In a mirror first.
    pub mirrored: bool,
    /// Then turned clockwise by so many sixths.
    pub sixths: usize,
    /// Then moved.
    pub shift: Hex,
}

impl Way {
    fn turned(self, hex: Hex) -> Hex {
        let hex = if self.mirrored { Hex::new(hex.r, hex.q) } else { hex };
        (0..self.sixths).fold(hex, |hex, _| hex.turned())
    }

    /// Where a cell of the layout is in the drawing.
    #[must_use]
    pub fn there(self, hex: Hex) -> Hex {
        let hex = self.turned(hex);
        Hex::new(hex.q + self.shift.q, hex.r + self.shift.r)
    }

    /// Which cell of the layout a place of the drawing would be.
    fn back(self, hex: Hex) -> Hex {
        let hex = Hex::new(hex.q - self.shift.q, hex.r - self.shift.r);
        let hex = (0..(6 - self.sixths) % 6).fold(hex, |hex, _| hex.turned());
        if self.mirrored { Hex::new(hex.r, hex.q) } else { hex }
    }
}

/// What a cell looks like from afar: its colour, and its words, without spaces, if others have them too.
type Look = (Option<[u8; 3]>, String);

/// What cells look like, by their addresses.
fn looks(sheet: &Sheet, found: &FoundBoard) -> BTreeMap<Hex, Look> {
    let words =
        |cell: &FoundCell| sheet.page.as_ref().map_or_else(String::new, |page| squeezed(&cell.words(page)));
    let all: Vec<(Hex, Option<[u8; 3]>, String)> =
        found.cells.iter().map(|cell| (cell.hex, cell.fill.map(|fill| fill.0), words(cell))).collect();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().for_each(|(.., words)| *uses.entry(words).or_default() += 1);
    let shared = |words: &String| if uses[words.as_str()] > 1 { words.clone() } else { String::new() };
    all.iter().map(|(hex, fill, words)| (*hex, (*fill, shared(words)))).collect()
}

/// How well a drawing agrees with a board's kinds, laid over it in one way: for each kind, how many of its cells look
/// as most of them do; and once more for each cell that says its own label.
fn agreement(board: &Board, labels: &[String], looks: &BTreeMap<Hex, Look>, way: Way) -> usize {
    let mut of: BTreeMap<usize, BTreeMap<&Look, usize>> = BTreeMap::new();
    let mut said = 0;
    for cell in &board.cells {
        let Some(look) = looks.get(&way.there(cell.hex)) else { continue };
        *of.entry(cell.kind).or_default().entry(look).or_default() += 1;
        said += usize::from(!look.1.is_empty() && labels.get(cell.kind) == Some(&look.1));
    }
    said + of.values().filter_map(|looks| looks.values().max()).sum::<usize>()
}

/// The way of laying a board over a drawing in which most cells agree, and how many do.
fn laid(board: &Board, sheet: &Sheet, found: &FoundBoard) -> Option<(usize, usize, Way)> {
    let cells: BTreeSet<Hex> = found.cells.iter().map(|cell| cell.hex).collect();
    let looks = looks(sheet, found);
    let words = |kind: &Kind| kind.words().map_or_else(String::new, |words| squeezed(&words));
    let labels: Vec<String> = board.kinds.iter().map(words).collect();
    let mut best: Option<(usize, usize, Way)> = None;
    for (mirrored, sixths) in [false, true].into_iter().flat_map(|m| [0, 3, 1, 5, 2, 4].map(|k| (m, k))) {
        let turned = Way { mirrored, sixths, shift: Hex::new(0, 0) };
        let laid: Vec<Hex> = board.cells.iter().map(|cell| turned.turned(cell.hex)).collect();
        for shift in shifts(&laid, &cells) {
            let way = Way { shift, ..turned };
            let there = |hex: &&Hex| cells.contains(&Hex::new(hex.q + shift.q, hex.r + shift.r));
            let count = laid.iter().filter(there).count();
            if best.is_some_and(|(most, ..)| count < most) {
                continue;
            }
            let agreed = agreement(board, &labels, &looks, way);
            if best.is_none_or(|(most, also, _)| (count, agreed) > (most, also)) {
                best = Some((count, agreed, way));
            }
        }
    }
    best
}

/// The ways of moving one set of cells onto another in which some of their ends meet.
fn shifts(laid: &[Hex], cells: &BTreeSet<Hex>) -> BTreeSet<Hex> {
    let ends = |all: &mut dyn Iterator<Item = Hex>| {
        let mut low = [i32::MAX; 3];
        let mut high = [i32::MIN; 3];
        for hex in all {
            for (axis, value) in [hex.q, hex.r, hex.s()].into_iter().enumerate() {
                low[axis] = low[axis].min(value);
                high[axis] = high[axis].max(value);
            }
        }
        [low, high]
    };
    if laid.is_empty() || cells.is_empty() {
        return BTreeSet::new();
    }
    let (own, other) = (ends(&mut cells.iter().copied()), ends(&mut laid.iter().copied()));
    let by = |end: usize, axis: usize| own[end][axis] - other[end][axis];
    let mut shifts = BTreeSet::new();
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        shifts.insert(Hex::new(by(a, 0), by(b, 1)));
        shifts.insert(Hex::new(by(a, 0), -by(a, 0) - by(b, 2)));
        shifts.insert(Hex::new(-by(a, 1) - by(b, 2), by(a, 1)));
    }
    shifts
}

/// The boards of a game.
pub fn boards(game: &Game) -> impl Iterator<Item = (&Component, &Board)> {
    game.components.iter().filter_map(|component| match &component.body {
        Body::Board(board) => Some((component, board.as_ref())),
        Body::Deck(_) => None,
    })
}

/// Whether a drawing has the same cells as a board, and its kinds look as different as they are there.
#[must_use]
pub fn is_board(board: &Board, sheet: &Sheet, found: &FoundBoard) -> bool {
    if found.cells.len() != board.cells.len() {
        return false;
    }
    let Some((count, agreed, way)) = laid(board, sheet, found) else { return false };
    let looks = looks(sheet, found);
    let usual = usual(board, &looks, way);
    let different: BTreeSet<&Look> = usual.values().copied().collect();
    count == board.cells.len() && agreed * 10 >= count * 9 && different.len() * 4 >= usual.len() * 3
}

/// What most cells of each kind look like.
fn usual<'l>(board: &Board, looks: &'l BTreeMap<Hex, Look>, way: Way) -> BTreeMap<usize, &'l Look> {
    let mut of: BTreeMap<usize, BTreeMap<&Look, usize>> = BTreeMap::new();
    for cell in &board.cells {
        if let Some(look) = looks.get(&way.there(cell.hex)) {
            *of.entry(cell.kind).or_default().entry(look).or_default() += 1;
        }
    }
    let most = |looks: BTreeMap<&'l Look, usize>| looks.into_iter().max_by_key(|(_, count)| *count);
    of.into_iter().filter_map(|(kind, looks)| Some((kind, most(looks)?.0))).collect()
}

/// The drawing that comes closest to a board.
#[derive(Debug, Clone, Copy)]
pub struct Closest {
    /// The number of its sheet.
    sheet: usize,
    /// Which of the boards on that.
    board: usize,
    way: Way,
}

/// For each board of the layout the drawing that comes closest.
fn closest(evidence: &Evidence<'_>, game: &Game) -> Vec<Option<Closest>> {
    let mut taken: BTreeSet<(usize, usize)> = BTreeSet::new();
    boards(game)
        .map(|(_, board)| {
            let sheets = evidence.sheets.iter().enumerate();
            let all = sheets.flat_map(|(i, sheet)| {
                sheet.boards().enumerate().map(move |(k, found)| ((i, k), sheet, found))
            });
            let free = all.filter(|(place, ..)| !taken.contains(place));
            let fits = free.take(50).filter_map(|(place, sheet, found)| {
                let (count, agreed, way) = laid(board, sheet, found)?;
                let most = found.cells.len().max(board.cells.len());
                let fits = count as f64 >= ALIKE * most as f64;
                fits.then_some((count, agreed, place, way))
            });
            let (.., place, way) = fits.max_by_key(|(count, agreed, ..)| (*count, *agreed))?;
            taken.insert(place);
            Some(Closest { sheet: place.0, board: place.1, way })
        })
        .collect()
}

/// Each board of the layout with the drawing that comes closest.
fn matches<'e>(evidence: &'e Evidence<'_>) -> Vec<(&'e Component, Option<Match<'e>>)> {
    let Some(against) = evidence.against else { return Vec::new() };
    let closest = evidence.closest.get_or_init(|| closest(evidence, against.game));
    let found = |board, closest: &Closest| {
        let sheet = evidence.sheets.get(closest.sheet)?;
        Some(Match { board, sheet, found: sheet.boards().nth(closest.board)?, way: closest.way })
    };
    let all = boards(against.game).zip(closest);
    all.map(|((component, board), own)| (component, own.as_ref().and_then(|own| found(board, own)))).collect()
}

/// How the drawings lie that were held against a layout, in words.
#[must_use]
pub fn told(evidence: &Evidence<'_>) -> Vec<String> {
    let Some(against) = evidence.against else { return Vec::new() };
    let mut told = Vec::new();
    for (component, found) in matches(evidence) {
        let Some(Match { board, sheet, found, way }) = found else { continue };
        let first = |orientation| if orientation == Orientation::FlatTop { 30.0 } else { 0.0 };
        let turned = first(found.lattice.orientation) + found.lattice.turned + 60.0 * way.sixths as f64
            - first(board.orientation);
        let turned = 180.0 - (180.0 - turned).rem_euclid(360.0);
        let how = match (way.mirrored, turned.abs() < 0.05) {
            (true, _) => "seen in a mirror".to_owned(),
            (false, true) => "upright".to_owned(),
            (false, false) => format!("turned {turned:.1}°"),
        };
        told.push(format!(
            "page {}: held against `{}` of {}: {how}",
            sheet.number, component.name, against.shown
        ));
    }
    told
}

impl Match<'_> {
    /// What a cell of the layout is called.
    fn name(&self, index: usize) -> String {
        self.board.cell_name(index).unwrap_or_else(|| "a cell".to_owned())
    }

    fn rect(&self, hex: Hex) -> Rect {
        let shift = self.found.shift;
        crate::base::hex::bounds(&self.found.lattice.corners(Hex::new(hex.q - shift.q, hex.r - shift.r)))
    }

    fn all(&self) -> Option<Rect> {
        Some(self.found.bounds())
    }
}

fn each(evidence: &Evidence<'_>, mut each: impl FnMut(&Component, &Match<'_>)) {
    for (component, found) in matches(evidence) {
        if let Some(found) = found {
            each(component, &found);
        }
    }
}

fn lacks(evidence: &Evidence<'_>, out: &mut Findings) {
    each(evidence, |_, own| {
        let cells: BTreeSet<Hex> = own.found.cells.iter().map(|cell| cell.hex).collect();
        for (index, cell) in own.board.cells.iter().enumerate() {
            let there = own.way.there(cell.hex);
            if !cells.contains(&there) {
                let message = format!("{} of the layout is not in the drawing", own.name(index));
                let side = 2.0 * own.found.lattice.side;
                out.fault(message)
                    .at(own.sheet.file, own.sheet.number, Some(own.rect(there)))
                    .line(Some(cell.place))
                    .by(side);
            }
        }
    });
}

fn extra(evidence: &Evidence<'_>, out: &mut Findings) {
    each(evidence, |component, own| {
        let asked: BTreeSet<Hex> = own.board.cells.iter().map(|cell| cell.hex).collect();
        for cell in &own.found.cells {
            if !asked.contains(&own.way.back(cell.hex)) {
                let name = cell.name.as_deref().unwrap_or("a cell");
                let message = format!("{name} of the drawing is not in the layout");
                out.fault(message)
                    .at(own.sheet.file, own.sheet.number, Some(cell.bounds()))
                    .line(Some(component.place))
                    .by(2.0 * own.found.lattice.side);
            }
        }
    });
}

fn kinds(evidence: &Evidence<'_>, out: &mut Findings) {
    each(evidence, |_, own| {
        let looks = looks(own.sheet, own.found);
        let usual = usual(own.board, &looks, own.way);
        // Of cells at one place the first.
        let drawn: BTreeMap<Hex, &FoundCell> =
            own.found.cells.iter().rev().map(|cell| (cell.hex, cell)).collect();
        for cell in &own.board.cells {
            let there = own.way.there(cell.hex);
            let (Some(look), Some(asked)) = (looks.get(&there), usual.get(&cell.kind)) else { continue };
            if look == *asked {
                continue;
            }
            let name = |kind: usize| own.board.kinds.get(kind).map_or("", |kind| &*kind.name);
            let other = usual.iter().find(|(_, usual)| **usual == look).map(|(kind, _)| name(*kind));
            let looks = match other {
                Some(other) => format!("looks like the {other} cells"),
                None => format!("looks unlike the other {} cells", name(cell.kind)),
            };
            let called =
                drawn.get(&there).and_then(|cell| cell.name.clone()).unwrap_or_else(|| "a cell".into());
            out.fault(format!("{called} {looks}, and the layout has {} there", name(cell.kind)))
                .at(own.sheet.file, own.sheet.number, Some(own.rect(there)))
                .line(Some(cell.place));
        }
    });
}

fn size(evidence: &Evidence<'_>, out: &mut Findings) {
    each(evidence, |component, own| {
        let CellSize::Across(asked) = own.board.size else { return };
        let found = across_from_side(own.found.lattice.side);
        if out.measured((found - asked).abs(), evidence.tolerance) {
            let message = format!(
                "the cells measure {found:.2} mm from flat to flat, and the layout says {} mm",
                Trimmed(asked)
            );
            out.fault(message)
                .at(own.sheet.file, own.sheet.number, own.all())
                .line(Some(component.place))
                .by((found - asked).abs());
        }
    });
}

fn mirror(evidence: &Evidence<'_>, out: &mut Findings) {
    each(evidence, |component, own| {
        if own.way.mirrored {
            out.fault(format!("the drawing shows `{}` as it is seen in a mirror", component.name))
                .at(own.sheet.file, own.sheet.number, own.all())
                .line(Some(component.place));
        }
    });
}

fn none(evidence: &Evidence<'_>, out: &mut Findings) {
    let all = matches(evidence);
    if let Some(against) = evidence.against.filter(|_| all.is_empty()) {
        out.not_judged(format!("the drawing against {}: that has no board", against.shown));
    }
    for (component, found) in all {
        if found.is_none() {
            let cells = boards_cells(component);
            out.fault(format!(
                "no drawing is the board `{}` of the layout, of {cells} cells",
                component.name
            ))
            .line(Some(component.place));
        }
    }
}

fn boards_cells(component: &Component) -> usize {
    match &component.body {
        Body::Board(board) => board.cells.len(),
        Body::Deck(_) => 0,
    }
}
