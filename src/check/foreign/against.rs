//! A drawing held against a layout: which of its boards is which, however it is turned, and what is other than there.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::Rect;

use crate::base::hex::{Hex, Orientation, across_from_side};
use crate::base::units::Trimmed;
use crate::check::facts::against::{Closest, Way, boards, closest, looks, usual};
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::{Facts, Sheet};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::{Severity, codes};
use crate::model::{Board, Body, CellSize, Component};

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

/// Each board of the layout with the drawing that comes closest.
fn matches<'e>(facts: &'e Facts<'_>) -> Vec<(&'e Component, Option<Match<'e>>)> {
    let Some(against) = facts.against else { return Vec::new() };
    let closest = facts.closest.get_or_init(|| closest(&facts.sheets, against.game));
    let found = |board, closest: &Closest| {
        let sheet = facts.sheets.get(closest.sheet)?;
        Some(Match { board, sheet, found: sheet.boards().nth(closest.board)?, way: closest.way })
    };
    let all = boards(against.game).zip(closest);
    all.map(|((component, board), own)| (component, own.as_ref().and_then(|own| found(board, own)))).collect()
}

/// How the drawings lie that were held against a layout, in words.
#[must_use]
pub fn told(facts: &Facts<'_>) -> Vec<String> {
    let Some(against) = facts.against else { return Vec::new() };
    let mut told = Vec::new();
    for (component, found) in matches(facts) {
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
        crate::base::hex::bounds(&self.found.lattice.corners(hex))
    }

    fn all(&self) -> Option<Rect> {
        Some(self.found.bounds())
    }
}

fn each(facts: &Facts<'_>, mut each: impl FnMut(&Component, &Match<'_>)) {
    for (component, found) in matches(facts) {
        if let Some(found) = found {
            each(component, &found);
        }
    }
}

fn lacks(facts: &Facts<'_>, out: &mut Findings) {
    each(facts, |_, own| {
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

fn extra(facts: &Facts<'_>, out: &mut Findings) {
    each(facts, |component, own| {
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

fn kinds(facts: &Facts<'_>, out: &mut Findings) {
    each(facts, |_, own| {
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

fn size(facts: &Facts<'_>, out: &mut Findings) {
    each(facts, |component, own| {
        let CellSize::Across(asked) = own.board.size else { return };
        let found = across_from_side(own.found.lattice.side);
        if out.measured((found - asked).abs(), facts.tolerance) {
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

fn mirror(facts: &Facts<'_>, out: &mut Findings) {
    each(facts, |component, own| {
        if own.way.mirrored {
            out.fault(format!("the drawing shows `{}` as it is seen in a mirror", component.name))
                .at(own.sheet.file, own.sheet.number, own.all())
                .line(Some(component.place));
        }
    });
}

fn none(facts: &Facts<'_>, out: &mut Findings) {
    let all = matches(facts);
    if let Some(against) = facts.against.filter(|_| all.is_empty()) {
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
