//! Imposition: which piece lies on which sheet, and each sheet as drawings in millimetres.
//!
//! [`plan`] is pure arithmetic; afterwards "page m of n" is known, and [`Plan::sheet`] draws any one sheet by
//! itself, on any core.

mod alone;
mod aside;
mod behind;
mod beyond;
mod bleed;
mod block;
mod board;
pub mod calibration;
mod cell_names;
mod cuts;
mod details;
mod draft;
mod empty;
mod face;
mod faces;
mod figure;
mod fit;
mod frame;
mod furniture;
mod guilloche;
mod image;
mod inking;
mod marks;
mod names;
mod no_fit;
mod pack;
mod picture;
mod placing;
mod poster;
mod reach;
mod round;
mod share;
mod sides;
mod space;
mod words;
mod workbench;

use std::sync::Arc;

use kurbo::{Affine, Rect, Size};

use crate::diag::{Diagnostic, Report, codes};
use crate::hex::across_from_side;
use crate::house::{Backs, House, Inking};
use crate::model::{BAD_PIECE, Board, Body, Component, Deck, Game, PieceSize, share_of};
use crate::paper::{PaperChoice, SheetClass, sheet_name};
use crate::printer::Profile;
use crate::scene::{Draw, Sheet};
use crate::text::{Fonts, Shaper};
use crate::units::Trimmed;

pub use alone::{Each, Picture, Shows};
pub use aside::Aside;
pub use behind::{Behind, Job, Sides};
pub use cuts::Cuts;
pub use draft::Draft;
pub use fit::BoardFit;
pub use pack::{CutLine, Marks, OneMore, PackFit, Packing, Slot};
pub use poster::Poster;
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
    /// What its printer does to sheets, if that is to be corrected.
    pub printer: Option<Arc<Profile>>,
}

/// A quarter of an inch: what home printers reach at the worst.
pub const DEFAULT_MARGIN: f64 = 6.35;

impl Setup {
    /// A setup with the default margin, printing everything.
    #[must_use]
    pub fn new(paper: PaperChoice) -> Self {
        Self { paper, margin: DEFAULT_MARGIN, only: Vec::new(), house: House::default(), printer: None }
    }
}

/// Every sheet that will be printed, not yet drawn.
#[derive(Debug)]
pub struct Plan<'a> {
    game: &'a Game,
    fonts: &'a Fonts,
    margin: f64,
    backs: Backs,
    /// What colours become; none where they stay as they are.
    inking: Option<Inking>,
    /// In printing order.
    pub sheets: Vec<SheetPlan<'a>>,
    /// The file each sheet goes to, as printed on it; set by whoever names the files.
    pub files: Vec<FileLine>,
    printer: Option<Arc<Profile>>,
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
    /// Part of a board that is larger than its sheet: which, from 0.
    Poster(&'a Board, Arc<Poster>, usize),
    /// Some of a deck's pieces, from the first to before the second; their fronts, and on a sheet that is folded their
    /// backs.
    Fronts(&'a Deck, PackFit, std::ops::Range<usize>),
    /// The backs of the pieces on the sheet before.
    Backs(&'a Deck, PackFit, std::ops::Range<usize>),
    /// Nothing, behind a sheet with one side, so that the sheets after it keep their two.
    Blank,
    /// Something for whoever prints and cuts.
    Aside(Aside<'a>),
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
    let sheets = sheets(game, fonts, setup, &mut report);
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
    let sheets = sheets(game, fonts, setup, &mut report);
    Plan::of(game, fonts, setup, sheets).tell(&mut report);
    report
}

/// The sheets of all components that fit.
fn sheets<'a>(game: &'a Game, fonts: &Fonts, setup: &Setup, report: &mut Report) -> Vec<SheetPlan<'a>> {
    if setup.house.test_sheet {
        return aside::test_sheet(game, setup, report).into_iter().collect();
    }
    let mut sheets = Vec::new();
    let printed = |c: &&Component| setup.only.is_empty() || setup.only.iter().any(|o| *o == *c.name);
    for component in game.components.iter().filter(printed).filter(|c| c.print > 0) {
        match component_sheets(game, fonts, component, setup) {
            Ok(more) => sheets.extend(more),
            Err(diagnostic) => {
                let place = diagnostic.place.unwrap_or(component.place);
                report.push(diagnostic.at(place));
            }
        }
    }
    if setup.house.cut_plan {
        aside::add_cut_plans(&mut sheets, setup);
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
    if !PieceSize::allows(size) {
        return Err(Diagnostic::error(codes::BAD_SIZE, BAD_PIECE).at(place));
    }
    match deck.safe.fits(size) {
        Ok(()) => Ok(size),
        Err(message) => Err(Diagnostic::error(codes::BAD_SIZE, message).at(deck.safe.place.unwrap_or(place))),
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
    fonts: &Fonts,
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
            let Ok(fit) = fit::board(board, &needs, side, paper) else {
                let design = setup.paper.design_sheet(component.class);
                let margin = setup.margin;
                let needs = &needs;
                let plan = poster::Plan { game, fonts, component, board, needs, side, design, paper, margin };
                let poster = Arc::new(plan.poster()?);
                let count = poster.grid.count();
                let part = |index| SheetPlan {
                    component,
                    size: poster.grid.sheet,
                    number: (index + 1, count),
                    content: Content::Poster(board, Arc::clone(&poster), index),
                };
                return Ok((0..count).map(part).collect());
            };
            let size = fit.sheet;
            Ok(vec![SheetPlan { component, size, number: (1, 1), content: Content::Board(board, fit) }])
        }
        Body::Deck(deck) => {
            let piece = piece_size(game, deck, setup)?;
            let fit = match &deck.blank {
                Some(blank) => pack::in_places(deck, blank, piece, paper, setup)?,
                None => pack::fit(deck, piece, paper, setup)
                    .ok_or_else(|| no_fit::no_fit(component, deck, piece, room(paper), setup))?,
            };
            let per_sheet = fit.slots.len();
            let flips = matches!(setup.house.way(), Backs::FlipLong | Backs::FlipShort);
            let sides = if deck.back.is_empty() || !flips { 1 } else { 2 };
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

/// Every packing that comes into question for the pieces of a sheet, the one that was taken first. None for a board,
/// and for a sheet that is cut already.
#[must_use]
pub fn tried(sheet: &SheetPlan<'_>, setup: &Setup) -> Vec<PackFit> {
    match &sheet.content {
        Content::Fronts(deck, fit, _) | Content::Backs(deck, fit, _) if deck.blank.is_none() => {
            pack::tried(deck, fit.piece, setup.paper.sheet(sheet.component.class), setup)
        }
        _ => Vec::new(),
    }
}

/// How many boards ask for large sheets, and how many sheets of `paper` they take if nothing larger is at hand; none
/// where one of them cannot be printed so.
#[must_use]
pub fn boards_on(game: &Game, setup: &Setup, paper: &PaperChoice) -> Option<(usize, usize)> {
    let printed = |c: &&Component| setup.only.is_empty() || setup.only.iter().any(|o| *o == *c.name);
    let own = game.components.iter().filter(printed);
    let own = own.filter(|c| c.print > 0 && c.class == SheetClass::Large);
    let boards = own.filter_map(|component| match &component.body {
        Body::Board(board) => Some((component, board)),
        Body::Deck(_) => None,
    });
    let setup = Setup { paper: paper.clone(), ..setup.clone() };
    let count = |(component, board): (&Component, &Board)| {
        let needs = fit::Room::of(board, setup.margin);
        let side = cell_side(component, board, &needs, &setup).ok()?;
        let design = setup.paper.design_sheet(component.class);
        let paper = setup.paper.sheet(component.class);
        let count = poster::sheets(board, &needs, side, design, paper, setup.margin)?;
        (count <= poster::MOST).then_some(count)
    };
    let counts = boards.map(|(component, board)| count((component, board))).collect::<Option<Vec<_>>>()?;
    Some((counts.len(), counts.iter().sum()))
}

/// Room that floating point may take from a sheet that is exactly full, in mm.
pub const TOLERANCE: f64 = 1e-6;

impl<'a> Plan<'a> {
    fn of(game: &'a Game, fonts: &'a Fonts, setup: &Setup, sheets: Vec<SheetPlan<'a>>) -> Self {
        let pages = sheets.len();
        let files = (1..=pages).map(|page| FileLine { name: String::new(), page, pages }).collect();
        let (margin, backs) = (setup.margin, setup.house.way());
        let printer = setup.printer.clone();
        let inking = setup.house.ink.filter(|ink| *ink != Inking::Full);
        Self { game, fonts, margin, backs, inking, sheets, files, printer, watch: None }
    }

    /// Numbers all sheets anew, as if they went into one file without a name.
    fn number_files(&mut self) {
        let pages = self.sheets.len();
        self.files = (1..=pages).map(|page| FileLine { name: String::new(), page, pages }).collect();
        self.number_cut_plans(std::slice::from_ref(&(0..pages)));
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

    /// The sheets that go to the same file as the `index`-th.
    #[must_use]
    pub fn file_of(&self, index: usize) -> std::ops::Range<usize> {
        let Some(file) = self.files.get(index) else { return 0..0 };
        let first = (index + 1).saturating_sub(file.page);
        first..first + file.pages
    }

    /// The game that is printed.
    #[must_use]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// What a writer does to all of the `index`-th sheet, in mm, y down, so that the printer makes it right.
    #[must_use]
    pub fn correction(&self, index: usize) -> Option<Affine> {
        let printer = self.printer.as_ref()?;
        let sheet = self.sheets.get(index)?;
        Some(printer.correction(matches!(sheet.content, Content::Backs(..)), sheet.size, Some(self.backs)))
    }

    /// What [`Plan::sheet`] draws with; one for each core.
    #[must_use]
    pub fn workbench(&self) -> Workbench<'a> {
        self.workbench_for(self.sheets.len())
    }

    /// The same, where so many pages go into one file.
    #[must_use]
    pub fn workbench_for(&self, pages: usize) -> Workbench<'a> {
        Workbench::new(Shaper::new(self.fonts), pages)
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
        painter.inking = self.inking;
        let printable = Rect::from_origin_size((0.0, 0.0), sheet.size).inset(-self.margin);
        let mut space = space::Space::new(printable);
        let mut draws = Vec::new();
        let mut rims = Vec::new();
        match &sheet.content {
            Content::Board(board, fit) => {
                board::draw(board, fit, printable, &mut painter, &mut space, &mut draws);
            }
            Content::Poster(_, poster, index) => {
                let whole = poster.drawn()?;
                // What there is to look at is told once.
                if *index == 0 {
                    whole.warnings.iter().for_each(|warning| painter.wrong(warning.clone()));
                }
                poster::draw(poster, *index, &whole.draws, &painter, &mut space, &mut draws);
            }
            Content::Fronts(deck, fit, range) | Content::Backs(deck, fit, range) => {
                let back = matches!(sheet.content, Content::Backs(..));
                let mut side = |back: bool, draws: &mut Vec<Draw>| {
                    let faces = faces.of(&sheet.component.name, deck, back, fit);
                    let side = pack::Side { deck, fit, range: range.clone(), back };
                    rims.extend(pack::draw(&side, faces, &mut painter, &mut space, draws));
                };
                side(back, &mut draws);
                if fit.behind.fold {
                    side(true, &mut draws);
                    behind::fold(fit.behind.axis, fit.sheet, &painter, &mut space, &mut draws);
                }
            }
            Content::Blank => {}
            Content::Aside(aside) => aside.draw(faces, &mut painter, &mut space, &mut draws),
        }
        if let Some(inking) = self.inking {
            draws = inking::printed(inking, draws);
        }
        let before = space.taken();
        furniture::draw(sheet, file, self, rulers, &mut painter, &mut space, &mut draws);
        if !rims.is_empty() {
            marks::rims(&rims, space.taken_since(before), &mut draws);
        }
        let component = Arc::clone(&sheet.component.name);
        let drawn = painter.finish(component, sheet.size, draws);
        if let Some(Watch(watch)) = self.watch {
            watch();
        }
        drawn
    }
}
