//! Imposition: which piece lies on which sheet, and each sheet as drawings in millimetres.
//!
//! [`plan`] is pure arithmetic; afterwards "page m of n" is known, and [`Plan::sheet`] draws any one sheet by
//! itself, on any core.

mod board;
pub(crate) mod draw;
pub(crate) mod elements;
pub mod extra;
mod impose;
pub(crate) mod marks;
mod overlay;
pub(crate) mod plan;
mod poster;

use crate::layout::draw::inking;
use crate::layout::elements::face;
use crate::layout::impose::duplex;
use crate::layout::marks::crop;
use crate::layout::marks::furniture;
use crate::layout::plan::fit;
use crate::layout::plan::no_fit;
use crate::layout::plan::sheets;
use crate::layout::plan::space;
use std::sync::Arc;

use kurbo::{Affine, Rect, Size};

use crate::diag::{Diagnostic, Report, codes};
use crate::model::{Board, Body, Component, Deck, Game};
use crate::print::paper::{PaperChoice, SheetClass};
use crate::print::profile::Profile;
use crate::print::setup::{Backs, House, Inking};
use crate::scene::{Draw, Sheet};
use crate::text::{Fonts, Shaper};

pub use draw::cache::Workbench;
pub use extra::Aside;
pub use extra::single::{Each, Picture, Shows};
pub use impose::cuts::Cuts;
pub use impose::duplex::{Behind, Job, Sides};
pub use impose::{CutLine, Marks, OneMore, PackFit, Packing, Slot};
pub use overlay::Draft;
pub use plan::fit::BoardFit;
pub use poster::{Poster, Shows as PosterShows};

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
    /// Part of a board or a piece that is larger than its sheet: which, from 0.
    Poster(Arc<Poster<'a>>, usize),
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
            report.push(game.has_no(name));
        }
    }
    let sheets = sheets::all(game, fonts, setup, &mut report);
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
    let sheets = sheets::all(game, fonts, setup, &mut report);
    Plan::of(game, fonts, setup, sheets).tell(&mut report);
    report
}

/// Every packing that comes into question for the pieces of a sheet, the one that was taken first. None for a board,
/// and for a sheet that is cut already.
#[must_use]
pub fn tried(sheet: &SheetPlan<'_>, setup: &Setup) -> Vec<PackFit> {
    match &sheet.content {
        Content::Fronts(deck, fit, _) | Content::Backs(deck, fit, _) if deck.die_sheet.is_none() => {
            impose::tried(deck, fit.piece, setup.paper.sheet(sheet.component.class), setup)
        }
        _ => Vec::new(),
    }
}

/// How the pieces of a poster could be printed whole: what to type, in words. None for a board, and where no paper with
/// a name is large enough.
#[must_use]
pub fn whole(sheet: &SheetPlan<'_>, setup: &Setup) -> Option<String> {
    let Content::Poster(poster, _) = &sheet.content else { return None };
    let PosterShows::Piece { fit, .. } = &poster.shows else { return None };
    no_fit::whole(sheet.component, fit.sheet, setup)
}

/// How many boards ask for large sheets, and how many sheets of `paper` they take if nothing larger is at hand; none
/// where one of them cannot be printed so.
#[must_use]
pub fn boards_on(game: &Game, setup: &Setup, paper: &PaperChoice) -> Option<(usize, usize)> {
    let printed = |c: &&Component| c.is_among(&setup.only);
    let own = game.components.iter().filter(printed);
    let own = own.filter(|c| c.print > 0 && c.class == SheetClass::Large);
    let boards = own.filter_map(|component| match &component.body {
        Body::Board(board) => Some((component, board)),
        Body::Deck(_) => None,
    });
    let setup = Setup { paper: paper.clone(), ..setup.clone() };
    let count = |(component, board): (&Component, &Board)| {
        let needs = fit::Room::of(board, setup.margin);
        let side = sheets::cell_side(component, board, &needs, &setup).ok()?;
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
            Content::Poster(poster, index) => {
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
                    let side = impose::Side { deck, fit, range: range.clone(), back };
                    rims.extend(impose::draw(&side, faces, &mut painter, &mut space, draws));
                };
                side(back, &mut draws);
                if fit.behind.fold {
                    side(true, &mut draws);
                    duplex::fold(fit.behind.axis, fit.sheet, &painter, &mut space, &mut draws);
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
            crop::rims(&rims, space.taken_since(before), &mut draws);
        }
        let component = Arc::clone(&sheet.component.name);
        let drawn = painter.finish(component, sheet.size, draws);
        if let Some(Watch(watch)) = self.watch {
            watch();
        }
        drawn
    }
}
