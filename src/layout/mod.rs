//! Imposition: which piece lies on which sheet, and each sheet as drawings in millimetres.
//!
//! [`plan`] is pure arithmetic; afterwards "page m of n" is known, and [`Plan::sheet`] draws any one sheet by
//! itself, on any core.

mod block;
mod board;
mod cell_names;
mod details;
mod draft;
mod face;
mod faces;
mod figure;
mod fit;
mod frame;
mod furniture;
mod guilloche;
mod image;
mod marks;
mod names;
mod pack;
mod picture;
mod round;
mod share;
mod sides;
mod words;
mod workbench;

use std::cmp::Ordering;
use std::sync::Arc;

use kurbo::{Rect, Size};

use crate::diag::{Diagnostic, Report, codes};
use crate::hex::across_from_side;
use crate::house::House;
use crate::model::{BAD_PIECE, Board, Body, CellSize, Component, Deck, Game, PieceSize, share_of};
use crate::paper::{PAPERS, Paper, PaperChoice, SheetClass, sheet_name};
use crate::scene::Sheet;
use crate::text::{Fonts, Shaper};
use crate::units::Trimmed;

pub use draft::Draft;
pub use fit::BoardFit;
pub use pack::{PackFit, Slot};
pub use workbench::Workbench;

/// What belongs to the house rather than to the game.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The sheets at hand.
    pub paper: PaperChoice,
    /// The strip along each edge that the printer cannot reach, in mm.
    pub margin: f64,
    /// Components to print; all if empty.
    pub only: Vec<String>,
    /// What the house cuts with, and how its printer turns sheets over.
    pub house: House,
}

/// A quarter of an inch: what home printers reach at the worst.
pub const DEFAULT_MARGIN: f64 = 6.35;

impl Setup {
    /// A setup with the default margin, printing everything.
    #[must_use]
    pub fn new(paper: PaperChoice) -> Self {
        Self { paper, margin: DEFAULT_MARGIN, only: Vec::new(), house: House::default() }
    }
}

/// Every sheet that will be printed, not yet drawn.
#[derive(Debug)]
pub struct Plan<'a> {
    game: &'a Game,
    fonts: &'a Fonts,
    margin: f64,
    /// In printing order.
    pub sheets: Vec<SheetPlan<'a>>,
    /// The file each sheet goes to, as printed on it; set by whoever names the files.
    pub files: Vec<FileLine>,
    watch: Option<Watch<'a>>,
}

/// Called when a sheet is drawn.
#[derive(Clone, Copy)]
struct Watch<'a>(&'a (dyn Fn() + Sync));

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

/// What is printed on a sheet about the file it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLine {
    /// The file's name, without a folder.
    pub name: String,
    /// The sheet's number in it, from 1.
    pub page: usize,
    /// How many pages the file has.
    pub pages: usize,
}

/// One sheet to come.
#[derive(Debug)]
pub struct SheetPlan<'a> {
    /// What is on it.
    pub component: &'a Component,
    /// Width and height in mm.
    pub size: Size,
    /// Its number among the component's sheets, from 1, and how many those are.
    pub number: (usize, usize),
    /// What lies where.
    pub content: Content<'a>,
}

/// What a sheet shows.
#[derive(Debug)]
pub enum Content<'a> {
    /// A whole board.
    Board(&'a Board, BoardFit),
    /// Some of a deck's pieces, from the first to before the second; their fronts.
    Fronts(&'a Deck, PackFit, std::ops::Range<usize>),
    /// The backs of the pieces on the sheet before.
    Backs(&'a Deck, PackFit, std::ops::Range<usize>),
}

/// Works out every sheet.
///
/// # Errors
/// Components that do not fit their sheets.
pub fn plan<'a>(game: &'a Game, fonts: &'a Fonts, setup: &Setup) -> Result<Plan<'a>, Report> {
    let mut report = Report::default();
    for name in &setup.only {
        if !game.components.iter().any(|c| c.name.as_ref() == name) {
            let names: Vec<_> = game.components.iter().map(|c| c.name.as_ref()).collect();
            let near = crate::diag::near::nearest(name, names.iter().copied());
            let diagnostic =
                Diagnostic::error(codes::UNKNOWN_NAME, format!("`{}` has no component `{name}`", game.id));
            report.push(match near {
                Some(near) => diagnostic.hint(format!("did you mean `{near}`?")),
                None => diagnostic.hint(format!("it has: {}", names.join(", "))),
            });
        }
    }
    let sheets = sheets(game, setup, &mut report);
    if sheets.is_empty() && !report.has_errors() {
        report.push(Diagnostic::error(codes::NOTHING, format!("`{}` prints no sheet", game.id)));
    }
    let plan = Plan::of(game, fonts, setup, sheets);
    if report.has_errors() {
        plan.tell(&mut report);
        return Err(report);
    }
    Ok(plan)
}

/// What does not fit or cannot be drawn in a game of which some components are left out, because something else is
/// wrong with them.
#[must_use]
pub fn mistakes(game: &Game, fonts: &Fonts, setup: &Setup) -> Report {
    let mut report = Report::default();
    let sheets = sheets(game, setup, &mut report);
    Plan::of(game, fonts, setup, sheets).tell(&mut report);
    report
}

/// The sheets of all components that fit.
fn sheets<'a>(game: &'a Game, setup: &Setup, report: &mut Report) -> Vec<SheetPlan<'a>> {
    let mut sheets = Vec::new();
    let printed = |c: &&Component| setup.only.is_empty() || setup.only.iter().any(|o| *o == *c.name);
    for component in game.components.iter().filter(printed).filter(|c| c.print > 0) {
        match component_sheets(game, component, setup) {
            Ok(more) => sheets.extend(more),
            Err(diagnostic) => {
                let place = diagnostic.place.unwrap_or(component.place);
                report.push(diagnostic.at(place));
            }
        }
    }
    sheets
}

/// Width and height of a deck's pieces, in mm. A share of a fitted board is one of the cells that the board has
/// on its design sheet, whether or not the board is printed now.
fn piece_size(game: &Game, deck: &Deck, setup: &Setup) -> Result<Size, Diagnostic> {
    let (percent, name, place) = match &deck.size {
        PieceSize::Fixed(size) => return Ok(*size),
        PieceSize::Share(share) => (share.percent, &share.board, share.place),
    };
    let side = game.components.iter().find_map(|component| match &component.body {
        Body::Board(board) if component.name == *name => {
            Some(cell_side(component, board, &fit::Room::of(board, setup.margin), setup))
        }
        _ => None,
    });
    // Names of boards were looked up when the layout was read.
    let across = side.transpose()?.map_or(0.0, across_from_side);
    let size = deck.outline.across(share_of(percent, across));
    if PieceSize::allows(size) {
        Ok(size)
    } else {
        Err(Diagnostic::error(codes::BAD_SIZE, BAD_PIECE).at(place))
    }
}

/// The side of a board's cells on its design sheet, in mm.
fn cell_side(
    component: &Component,
    board: &Board,
    room: &fit::Room,
    setup: &Setup,
) -> Result<f64, Diagnostic> {
    let design = setup.paper.design_sheet(component.class);
    let side = fit::cell_side(board, room, design);
    if across_from_side(side) + TOLERANCE >= 1.0 {
        return Ok(side);
    }
    let message = format!(
        "on {}, the cells of `{}` would measure less than 1 mm across",
        sheet_name(design),
        component.name
    );
    let hint = "fewer cells, or less beside them: names, bands along the sides, margins";
    Err(Diagnostic::error(codes::NO_ROOM, message).at(component.place).hint(hint))
}

fn component_sheets<'a>(
    game: &Game,
    component: &'a Component,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>, Diagnostic> {
    let paper = setup.paper.sheet(component.class);
    let room = |sheet: Size| Size::new(sheet.width - 2.0 * setup.margin, sheet.height - 2.0 * setup.margin);
    if room(paper).width < 10.0 || room(paper).height < 10.0 {
        let message =
            format!("margins of {} mm leave no room on {}", Trimmed(setup.margin), sheet_name(paper));
        return Err(Diagnostic::error(codes::NO_ROOM, message));
    }
    match &component.body {
        Body::Board(board) => {
            let needs = fit::Room::of(board, setup.margin);
            let side = cell_side(component, board, &needs, setup)?;
            let fit = fit::board(board, &needs, side, paper);
            let fit = fit.map_err(|needs| does_not_fit(component, needs, room(paper), setup))?;
            let size = fit.sheet;
            Ok(vec![SheetPlan { component, size, number: (1, 1), content: Content::Board(board, fit) }])
        }
        Body::Deck(deck) => {
            let piece = piece_size(game, deck, setup)?;
            let fit = pack::fit(deck, piece, paper, setup);
            let fit = fit.ok_or_else(|| does_not_fit(component, piece, room(paper), setup))?;
            let per_sheet = fit.slots.len();
            let sides = if deck.back.is_empty() { 1 } else { 2 };
            let count = deck.pieces.len().div_ceil(per_sheet) * sides;
            let sheets = (0..count).map(|i| {
                let first = i / sides * per_sheet;
                let range = first..(first + per_sheet).min(deck.pieces.len());
                let size = fit.sheet;
                let content = match i % sides {
                    0 => Content::Fronts(deck, fit.clone(), range),
                    _ => Content::Backs(deck, fit.clone(), range),
                };
                SheetPlan { component, size, number: (i + 1, count), content }
            });
            Ok(sheets.collect())
        }
    }
}

fn does_not_fit(component: &Component, needs: Size, room: Size, setup: &Setup) -> Diagnostic {
    let paper = setup.paper.sheet(component.class);
    let what = match &component.body {
        Body::Board(_) => format!("`{}`", component.name),
        Body::Deck(_) => format!("a piece of `{}`", component.name),
    };
    let message = format!(
        "{what} measures {} x {} mm, and {} has room for {} x {} mm",
        Trimmed(needs.width),
        Trimmed(needs.height),
        sheet_name(paper),
        Trimmed(room.width),
        Trimmed(room.height),
    );
    let diagnostic = Diagnostic::error(codes::DOES_NOT_FIT, message);
    let border = (paper.width - room.width, paper.height - room.height);
    let fits = |w: f64, h: f64| {
        let room = (w - border.0, h - border.1);
        let upright = needs.width <= room.0 + TOLERANCE && needs.height <= room.1 + TOLERANCE;
        let turned = needs.height <= room.0 + TOLERANCE && needs.width <= room.1 + TOLERANCE;
        upright || turned
    };
    let papers = PAPERS.iter().filter(|p| fits(p.size.0, p.size.1));
    // A paper of the other family only where none of this one will do.
    let cost = |p: &Paper| (p.family != setup.paper.family, p.size.0 * p.size.1);
    // A board that fills its sheet can fill a smaller one.
    let small = setup.paper.design_sheet(SheetClass::Small);
    let fills = matches!(&component.body, Body::Board(board) if board.size == CellSize::Largest)
        && component.class == SheetClass::Large
        && small.width <= paper.width
        && small.height <= paper.height;
    match papers.min_by(|a, b| cost(a).partial_cmp(&cost(b)).unwrap_or(Ordering::Equal)) {
        Some(best) => {
            let size = Size::new(best.size.0, best.size.1);
            let name = sheet_name(size);
            let mut hint = format!("{name} would do: --paper {}", with(best, component, setup));
            if fills {
                let small = sheet_name(small);
                hint.push_str(&format!("; or sheet = \"small\" in the layout: the board then fills {small}"));
            }
            diagnostic.hint(hint)
        }
        None => diagnostic.hint("no paper with a name is large enough; make it smaller"),
    }
}

/// What to type so that `component` gets the paper `best` and small components keep theirs.
fn with(best: &Paper, component: &Component, setup: &Setup) -> String {
    let small = setup.paper.small;
    let other = PAPERS.iter().find(|p| Size::new(p.size.0, p.size.1) == small && p.size != best.size);
    match (component.class, other.map(|p| p.name)) {
        (SheetClass::Large, Some("a4")) if best.name == "a3" => "iso".to_owned(),
        (SheetClass::Large, Some("letter")) if best.name == "tabloid" => "us".to_owned(),
        (SheetClass::Large, Some(other)) => format!("{}+{other}", best.name),
        _ => best.name.to_owned(),
    }
}

/// Room that floating point may take from a sheet that is exactly full, in mm.
pub const TOLERANCE: f64 = 1e-6;

impl<'a> Plan<'a> {
    fn of(game: &'a Game, fonts: &'a Fonts, setup: &Setup, sheets: Vec<SheetPlan<'a>>) -> Self {
        let pages = sheets.len();
        let files = (1..=pages).map(|page| FileLine { name: String::new(), page, pages }).collect();
        Self { game, fonts, margin: setup.margin, sheets, files, watch: None }
    }

    /// Adds what cannot be drawn on any sheet.
    fn tell(&self, report: &mut Report) {
        let mut bench = self.workbench();
        for index in 0..self.sheets.len() {
            if let Err(wrong) = self.sheet(index, &mut bench) {
                report.extend(wrong);
            }
        }
    }

    /// Has `watch` called each time a sheet is drawn, by whichever core draws it.
    pub fn watch(&mut self, watch: &'a (dyn Fn() + Sync)) {
        self.watch = Some(Watch(watch));
    }

    /// The game that is printed.
    #[must_use]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// What [`Plan::sheet`] draws with; one for each core.
    #[must_use]
    pub fn workbench(&self) -> Workbench<'a> {
        Workbench::new(Shaper::new(self.fonts), self.sheets.len())
    }

    /// Draws the `index`-th sheet.
    ///
    /// # Errors
    /// What cannot be drawn: a name that a row does not have, a text that does not fit.
    pub fn sheet(&self, index: usize, bench: &mut Workbench<'a>) -> Result<Sheet, Report> {
        let (Some(sheet), Some(file)) = (self.sheets.get(index), self.files.get(index)) else {
            return Err(Diagnostic::error(codes::NOTHING, format!("there is no sheet {}", index + 1)).into());
        };
        let Workbench { shaper, faces, rulers } = bench;
        let mut painter = face::Painter::new(self.game, shaper, Arc::clone(&sheet.component.name));
        let printable = Rect::from_origin_size((0.0, 0.0), sheet.size).inset(-self.margin);
        let mut space = furniture::Space::new(printable);
        let mut draws = Vec::new();
        match &sheet.content {
            Content::Board(board, fit) => {
                board::draw(board, fit, printable, &mut painter, &mut space, &mut draws);
            }
            Content::Fronts(deck, fit, range) | Content::Backs(deck, fit, range) => {
                let back = matches!(sheet.content, Content::Backs(..));
                let faces = faces.of(&sheet.component.name, deck, back, fit.piece);
                let side = pack::Side { deck, fit, range: range.clone(), back };
                pack::draw(&side, faces, &mut painter, &mut space, &mut draws);
            }
        }
        furniture::draw(sheet, file, rulers, &mut painter, &mut space, &mut draws);
        let component = Arc::clone(&sheet.component.name);
        let drawn = painter.finish(component, sheet.size, draws);
        if let Some(Watch(watch)) = self.watch {
            watch();
        }
        drawn
    }
}
