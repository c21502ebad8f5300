//! The boards that have rules, as they are found: on a sheet of their own, or in small on a card.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::Rect;

use super::kinds::Seen;
use crate::base::hex::Hex;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{Expected, Facts, Sheet};
use crate::check::fault::{Fault, Findings};
use crate::diag::Place;
use crate::model::constraints::{BoardConstraints, Bound, Count, PiecesConstraints, Term};
use crate::model::{Board, Body, Component, Deck, Game, cell_called};
use crate::read::Page;

/// A board with rules, and where it is found.
pub struct View<'e> {
    /// The component's name.
    pub name: &'e str,
    /// What the layout says of it.
    pub board: &'e Board,
    /// Its rules.
    pub must: &'e BoardConstraints,
    /// The page it is on.
    pub sheet: &'e Sheet,
    /// What is drawn there.
    pub page: &'e Page,
    /// The board as drawn.
    pub found: &'e FoundBoard,
    /// Its cells by where they lie.
    pub cells: BTreeMap<Hex, usize>,
    expected: Expected<'e>,
    seen: OnceCell<Seen>,
}

impl<'e> View<'e> {
    fn new(
        expected: Expected<'e>,
        (name, board, must): (&'e str, &'e Board, &'e BoardConstraints),
        sheet: &'e Sheet,
        found: &'e FoundBoard,
    ) -> Option<Self> {
        let page = sheet.page.as_ref()?;
        let cells = found.cells.iter().enumerate().map(|(i, cell)| (cell.hex, i)).collect();
        Some(Self { name, board, must, sheet, page, found, cells, expected, seen: OnceCell::new() })
    }

    /// What is seen in the cells.
    pub fn seen(&self) -> &Seen {
        self.seen.get_or_init(|| Seen::of(self.board, self.page, self.found, self.expected))
    }

    /// Whether something of the colour `asked` in the layout may be of the colour `found` on this page.
    pub fn may_print(&self, asked: [u8; 3], found: [u8; 3]) -> bool {
        self.expected.may_print(asked, found)
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

    /// Whether all of these can be told on paper; says so if not.
    pub fn clear(&self, names: &[Arc<str>], out: &mut Findings) -> bool {
        let unclear = names.iter().find_map(|name| self.seen().unclear.get(name));
        if let Some(why) = unclear {
            out.not_judged(format!("rules of `{}`: {why}", self.name));
        }
        unclear.is_none()
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

/// The boards with a rule that `asks` finds, as they are found. Says which are not.
pub fn views<'e>(
    facts: &'e Facts<'_>,
    out: &mut Findings,
    asks: impl Fn(&BoardConstraints) -> bool,
) -> Vec<View<'e>> {
    let Some(expected) = facts.expected else { return Vec::new() };
    let mut views = Vec::new();
    for (name, must) in expected.game.constraints.boards.iter().filter(|(_, must)| asks(must)) {
        let Some((index, component)) = expected.component(name) else { continue };
        let Body::Board(board) = &component.body else { continue };
        let own = facts.sheets_of(index).filter_map(|sheet| Some((sheet, sheet.board.as_ref()?)));
        let small = || {
            let all = facts.sheets.iter().flat_map(|sheet| sheet.small.iter().map(move |s| (sheet, s)));
            all.filter(|(_, (of, _))| *of == index).map(|(sheet, (_, board))| (sheet, board))
        };
        let before = views.len();
        let mut see = |(sheet, found)| views.extend(View::new(expected, (name, board, must), sheet, found));
        own.for_each(&mut see);
        if views.len() == before {
            let view = |(sheet, found)| View::new(expected, (name, board, must), sheet, found);
            views.extend(small().take(1).filter_map(view));
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
    pub all: Vec<(&'e Sheet, &'e FoundPiece)>,
}

impl<'e> Fronts<'e> {
    /// The line of the layout that made a piece.
    pub fn line(&self, piece: &FoundPiece, column: &str) -> Place {
        use crate::model::template::Row;
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
        (sheet, piece): (&Sheet, &FoundPiece),
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let rect = piece.cut.as_ref().map(crate::check::facts::cut::Cut::bounds).or(piece.covers);
        out.fault(message).at(sheet.file, sheet.number, rect).about(piece.id.as_ref())
    }

    /// Something is wrong with all of them: told at the first page.
    pub fn fault_of_all<'f>(&self, out: &'f mut Findings, message: impl Into<String>) -> &'f mut Fault {
        let fault = out.fault(message);
        match self.all.first() {
            Some((sheet, _)) => {
                let whole = Rect::from_origin_size((0.0, 0.0), sheet.size);
                fault.at(sheet.file, sheet.number, Some(whole))
            }
            None => fault,
        }
    }
}

/// The fronts of the component `name`; says so where not all of them are there to be judged.
pub fn fronts<'e>(facts: &'e Facts<'_>, name: &str, out: &mut Findings) -> Option<Fronts<'e>> {
    let expected = facts.expected?;
    let Some((index, component)) = expected.component(name) else {
        out.not_judged(format!("rules of `{name}`: it is not on these pages"));
        return None;
    };
    let Body::Deck(deck) = &component.body else { return None };
    if deck.picked.is_some() {
        out.not_judged(format!("rules of `{name}`: only some of its pieces were printed"));
        return None;
    }
    let fronts = facts.fronts_of(index);
    let all: Vec<_> = fronts.filter(|(_, piece)| piece.id.is_some()).collect();
    if all.is_empty() {
        out.not_judged(format!("rules of `{name}`: it is not on these pages"));
        return None;
    }
    if !whole(facts) {
        out.not_judged(format!("rules of `{name}`: not all of its sheets are here"));
        return None;
    }
    Some(Fronts { component, deck, all })
}

/// Whether all sheets are there: of a build of one sheet to a file, as many as there are.
fn whole(facts: &Facts<'_>) -> bool {
    let sheets = facts.files.iter().filter_map(|file| file.sheet);
    let mut here: Vec<usize> = sheets.clone().map(|(number, _)| number).collect();
    here.sort_unstable();
    here.dedup();
    sheets.map(|(_, of)| of).max().is_none_or(|of| here.len() >= of)
}

/// The pieces with a rule that `asks` finds.
pub fn decks<'e>(
    facts: &'e Facts<'_>,
    out: &mut Findings,
    asks: impl Fn(&PiecesConstraints) -> bool,
) -> Vec<(&'e PiecesConstraints, Fronts<'e>)> {
    let Some(expected) = facts.expected else { return Vec::new() };
    let all = expected.game.constraints.pieces.iter().filter(|(_, must)| asks(must));
    all.filter_map(|(name, must)| Some((must, fronts(facts, name, out)?))).collect()
}

/// Whether so many are what a count asks for; says so where that cannot be known.
pub fn is(facts: &Facts<'_>, count: &Count, n: usize, out: &mut Findings) -> Option<bool> {
    let mut all = true;
    for (bound, term) in &count.0 {
        let wanted = match term {
            Term::Number(number) => *number as usize,
            Term::Seats => facts.expected?.game.seats as usize,
            Term::Cells(board) => match cells_of(facts, facts.expected?.game, board) {
                Some(cells) => cells,
                None => {
                    out.not_judged(format!(
                        "rules that count the cells of `{board}`: it is not on these pages"
                    ));
                    return None;
                }
            },
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

fn cells_of(facts: &Facts<'_>, game: &Game, board: &str) -> Option<usize> {
    let index = game.components.iter().position(|c| *c.name == *board)?;
    let mut found = facts.sheets_of(index).filter_map(|sheet| sheet.board.as_ref());
    found.next().map(|board| board.cells.len())
}
