//! The boards that have rules, as they are found: on a sheet of their own, or in small on a card.

use crate::base::map::Map;
use std::cell::OnceCell;
use std::sync::Arc;

use kurbo::Rect;

use super::kinds::Seen;
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{Expected, Facts, FoundSheet};
use crate::check::fault::{Fault, Findings};
use crate::diag::Place;
use crate::model::constraints::{BoardConstraints, BoardIs, Bound, Count, PiecesConstraints, Term};
use crate::model::template::Row;
use crate::model::{Board, Body, Component, Deck, cell_called};
use crate::read::Page;

/// A board with rules, and where it is found.
pub struct View<'e> {
    /// The component's name.
    pub name: &'e str,
    /// The component that it is.
    pub component: &'e Component,
    /// What the layout says of it.
    pub board: &'e Board,
    /// The page it is on.
    pub sheet: &'e FoundSheet,
    /// What is drawn there.
    pub page: &'e Page,
    /// The board as drawn.
    pub found: &'e FoundBoard,
    /// Its cells by where they lie.
    pub cells: Map<Hex, usize>,
    expected: Expected<'e>,
    seen: OnceCell<Seen>,
}

impl<'e> View<'e> {
    /// What is seen in the cells.
    pub fn seen(&self) -> &Seen {
        let seen = || Seen::of(self.board, self.page, self.found, self.expected);
        self.seen.get_or_init(|| seen().without(self.found, &self.sheet.hidden.cells))
    }

    /// Whether something of the colour `asked` in the layout may be of the colour `found` on this page.
    pub fn may_print(&self, asked: [u8; 3], found: [u8; 3]) -> bool {
        self.expected.may_print(asked, found)
    }

    /// What the cells are, as they are found.
    pub fn tiling(&self) -> Tiling {
        self.found.lattice.tiling
    }

    /// Where the cells lie, in order.
    pub fn hexes(&self) -> Vec<Hex> {
        self.cells.keys().copied().collect()
    }

    /// The cell there.
    pub fn cell(&self, hex: Hex) -> Option<&'e FoundCell> {
        self.found.cells.get(*self.cells.get(&hex)?)
    }

    /// Whether the cell there is of one of these kinds, or bears one of these marks.
    pub fn bears(&self, hex: Hex, names: &[Arc<str>]) -> bool {
        let seen = self.seen();
        self.cells.get(&hex).is_some_and(|&i| names.iter().any(|name| seen.bears[i].contains(name)))
    }

    /// The cells that are of one of these kinds, or bear one of these marks.
    pub fn all_bearing(&self, names: &[Arc<str>]) -> Vec<Hex> {
        self.cells.keys().copied().filter(|hex| self.bears(*hex, names)).collect()
    }

    /// Whether all of these can be told apart on paper: a rule of its own warns of those that cannot.
    pub fn is_clear(&self, names: &[Arc<str>]) -> bool {
        !names.iter().any(|name| self.seen().unclear.contains_key(name))
    }

    /// What a cell is called.
    pub fn name_of(&self, hex: Hex) -> String {
        let index = self.board.cell_at(hex);
        let name = index.and_then(|i| self.board.name(i));
        // Not the kind that the layout says, but that which is seen.
        let kind = || self.seen().kinds.get(*self.cells.get(&hex)?)?.as_deref();
        cell_called(name, if name.is_some() { None } else { kind() }, hex)
    }

    /// The line of the layout that says what a cell is.
    fn line_of(&self, hex: Hex) -> Option<Place> {
        self.board.cell_at(hex).map(|index| self.board.cells[index].place)
    }

    /// Something is wrong with the board as a whole: the rule is the line of the layout.
    pub fn fault<'f>(
        &self,
        out: &'f mut Findings,
        place: Place,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let rect = self.found.bounds();
        out.fault(message).at(self.sheet.file, self.sheet.number, Some(rect)).line(Some(place))
    }

    /// Something is wrong with a cell.
    pub fn cell_fault<'f>(
        &self,
        out: &'f mut Findings,
        hex: Hex,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let (file, page) = (self.sheet.file, self.sheet.number);
        let cell = self.cell(hex);
        let rect = cell.map_or_else(|| self.found.bounds(), FoundCell::bounds);
        let id = cell.and_then(|cell| cell.id.as_ref());
        out.fault(message).at(file, page, Some(rect)).about(id).line(self.line_of(hex))
    }
}

/// The boards for which `rule` finds something in the layout, as they are found, each with that. Says which are not
/// found.
pub fn views<'e, T: Copy>(
    facts: &'e Facts<'_>,
    out: &mut Findings,
    rule: impl Fn(&'e BoardConstraints) -> Option<T>,
) -> Vec<(View<'e>, T)> {
    let Some(expected) = facts.expected else { return Vec::new() };
    let mut views = Vec::new();
    for (name, must) in &expected.game.constraints.boards {
        let Some(rule) = rule(must) else { continue };
        let Some((index, component)) = expected.component(name) else { continue };
        let Body::Board(board) = &component.body else { continue };
        let view = |(sheet, found): (&'e FoundSheet, &'e FoundBoard)| {
            let page = sheet.page.as_ref()?;
            let cells = found.cells.iter().enumerate().map(|(i, cell)| (cell.hex, i)).collect();
            let seen = OnceCell::new();
            Some((View { name, component, board, sheet, page, found, cells, expected, seen }, rule))
        };
        let own = facts.sheets_of(index).filter_map(|sheet| Some((sheet, sheet.board.as_ref()?)));
        let small = facts.views().flat_map(|sheet| sheet.small.iter().map(move |s| (sheet, s)));
        let small = small.filter(|(_, (of, _))| *of == index).map(|(sheet, (_, board))| (sheet, board));
        let before = views.len();
        views.extend(own.filter_map(view));
        if views.len() == before {
            views.extend(small.take(1).filter_map(view));
        }
        if views.len() == before {
            out.not_judged(format!("rules of `{name}`: it is not on these pages"));
        }
    }
    views
}

/// The fronts of a component as they are found.
pub struct Fronts<'e> {
    /// The component.
    pub component: &'e Component,
    /// What the layout says of it.
    pub deck: &'e Deck,
    /// Each with the page it is on, in order.
    pub all: Vec<(&'e FoundSheet, &'e FoundPiece)>,
}

impl<'e> Fronts<'e> {
    /// The line of the layout that made a piece.
    pub fn line(&self, piece: &FoundPiece, column: &str) -> Place {
        let index = piece.number.unwrap_or(0).saturating_sub(1);
        let place = self.deck.piece(index).and_then(|piece| {
            piece.place(column).or_else(|| piece.names().into_iter().find_map(|name| piece.place(name)))
        });
        place.unwrap_or(self.component.place)
    }

    /// Something is wrong with a piece.
    pub fn fault<'f>(
        &self,
        out: &'f mut Findings,
        (sheet, piece): (&FoundSheet, &FoundPiece),
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let rect = piece.cut.as_ref().map(Cut::bounds).or(piece.covers);
        out.fault(message).at(sheet.file, sheet.number, rect).about(piece.id.as_ref())
    }

    /// Something is wrong with all of them: told at the first page.
    pub fn fault_of_all<'f>(&self, out: &'f mut Findings, message: impl Into<String>) -> &'f mut Fault {
        let fault = out.fault(message);
        if let Some((sheet, _)) = self.all.first() {
            let whole = Rect::from_origin_size((0.0, 0.0), sheet.size);
            fault.at(sheet.file, sheet.number, Some(whole));
        }
        fault
    }
}

/// The fronts of the component `name`; says so where not all of them are there to be judged.
pub fn fronts<'e>(facts: &'e Facts<'_>, name: &str, out: &mut Findings) -> Option<Fronts<'e>> {
    let mut not_judged = |why: &str| {
        out.not_judged(format!("rules of `{name}`: {why}"));
        None
    };
    let Some((index, component)) = facts.expected?.component(name) else {
        return not_judged("it is not on these pages");
    };
    let Body::Deck(deck) = &component.body else { return None };
    if deck.picked.is_some() {
        return not_judged("only some of its pieces were printed");
    }
    let all: Vec<_> = facts.fronts_of(index).filter(|(_, piece)| piece.id.is_some()).collect();
    if all.is_empty() {
        return not_judged("it is not on these pages");
    }
    if !whole(facts) {
        return not_judged("not all of its sheets are here");
    }
    Some(Fronts { component, deck, all })
}

/// Where the layout says that a board is this.
pub fn place(must: &BoardConstraints, is: BoardIs) -> Option<Place> {
    must.be.iter().find(|be| be.value == is).map(|be| be.place)
}

/// Whether all sheets are there: of a build of one sheet to a file, as many as there are.
fn whole(facts: &Facts<'_>) -> bool {
    let sheets = facts.files.iter().filter_map(|file| file.sheet);
    let mut here: Vec<usize> = sheets.clone().map(|(number, _)| number).collect();
    here.sort_unstable();
    here.dedup();
    sheets.map(|(_, of)| of).max().is_none_or(|of| here.len() >= of)
}

/// The pieces for which `rule` finds something in the layout, each with that.
pub fn decks<'e, T>(
    facts: &'e Facts<'_>,
    out: &mut Findings,
    rule: impl Fn(&'e PiecesConstraints) -> Option<T>,
) -> Vec<(Fronts<'e>, T)> {
    let all = facts.expected.iter().flat_map(|expected| &expected.game.constraints.pieces);
    all.filter_map(|(name, must)| rule(must).and_then(|rule| Some((fronts(facts, name, out)?, rule))))
        .collect()
}

/// Whether so many are what a count asks for; says so where that cannot be known.
pub fn is(facts: &Facts<'_>, count: &Count, n: usize, out: &mut Findings) -> Option<bool> {
    let mut all = true;
    for (bound, term) in &count.0 {
        let wanted = match term {
            Term::Number(number) => *number as usize,
            Term::Seats => facts.expected?.game.seats as usize,
            Term::Cells(board) => {
                let Some(cells) = cells_of(facts, board) else {
                    let why = "it is not on these pages";
                    out.not_judged(format!("rules that count the cells of `{board}`: {why}"));
                    return None;
                };
                cells
            }
        };
        all &= match bound {
            Bound::Exactly => n == wanted,
            Bound::AtLeast => n >= wanted,
            Bound::AtMost => n <= wanted,
            Bound::More => n > wanted,
            Bound::Fewer => n < wanted,
        };
    }
    Some(all)
}

fn cells_of(facts: &Facts<'_>, board: &str) -> Option<usize> {
    let (index, _) = facts.expected?.component(board)?;
    Some(facts.sheets_of(index).find_map(|sheet| sheet.board.as_ref())?.cells.len())
}
