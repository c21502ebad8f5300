//! Plans the sheets of pieces that a machine cuts. The machine finds the pieces with the help of
//! registration marks.
//!
//! - In: a deck, and a setup with a cutting machine. The machine needs registration marks, or its
//!   program has printed a page that shows where it cuts (a captured page).
//! - Out: sheets, or the reason why there can be none. No piece on the sheets is near a
//!   registration mark. All pieces are at the places where the machine cuts.
//!
//! The module `marks::registration` draws the marks.

use kurbo::{BezPath, Size};

use super::component_sheets::piece_sheets;
use super::{Content, Plan, SheetPlan};
use crate::draw::frame::Frame;
use crate::impose::{self, SheetPacking, duplex};
use crate::marks::punch::PunchedHole;
use crate::setup::Setup;
use hexpress_base::diag::{Result, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::{Component, PieceSet, PieceSide};
use hexpress_scene::print::capture::{CapturedJob, CapturedPage, Mismatch, shapes_of};
use hexpress_scene::print::paper::sheet_name;

/// Returns the sheets of a deck. Returns `None` for die-cut sheets, and if the cutting tool does not
/// repeat one job for all sheets.
///
/// # Errors
/// The sheets are folded, the printer cannot print the marks, the marks leave too little space, or no
/// captured page shows the deck's job.
pub fn sheets<'a>(
    component: &'a Component,
    deck: &'a PieceSet,
    piece: Size,
    setup: &Setup,
) -> Result<Option<Vec<SheetPlan<'a>>>> {
    let Some(cut) = setup.print_setup.cut.filter(|cut| cut.repeats_a_job()) else { return Ok(None) };
    if deck.die_sheet.is_some() {
        return Ok(None);
    }
    if duplex::folds(deck, setup.print_setup.backs_or_default()) {
        let message = format!(
            "--backs fold cannot be used with --cut {cut}: the machine cannot read marks on a folded sheet"
        );
        let hint = "print backs on the other side of the sheet: --backs flip-long";
        return Err(codes::BAD_OPTION.error(message).hint(hint));
    }
    let Some(marks) = setup.registration() else {
        let sheets = match &setup.capture {
            Some(capture) => captured_sheets(component, deck, piece, capture, setup)?,
            None => setup_sheets(component, deck, piece, setup)?,
        };
        return Ok(Some(sheets));
    };
    if setup.margin.widest() > marks.ink_start_mm() {
        let message = format!(
            "the marks of --cut {cut} are {} mm from the edges of the sheet, so they would be inside the margins of {}",
            ShortNumber(marks.ink_start_mm()),
            setup.margin
        );
        let hint =
            format!("use margins of at most {0} mm: --margin {0}mm", ShortNumber(marks.ink_start_mm()));
        return Err(codes::NO_ROOM.error(message).hint(hint));
    }
    let paper = setup.paper.sheet(component.class);
    let count = deck.pieces.len();
    let fits = setup.for_pieces().into_iter().filter_map(|setup| {
        let mut packing = impose::best_packing_for(count, deck, piece, paper, &setup)?;
        // `print_area` limits the pieces and also their crop marks, so that no crop mark is in a corner with
        // a registration mark.
        packing.print_area = Some(setup.margin.inside(packing.sheet));
        Some(piece_sheets(component, deck, &packing, &setup))
    });
    if let Some(fewest) = fits.min_by_key(Vec::len) {
        return Ok(Some(fewest));
    }
    let message = format!(
        "a piece of `{}` ({} x {} mm) leaves no room on a sheet of {} for the marks of --cut {cut}: each mark needs an \
         empty square of {} mm in a corner",
        component.name,
        ShortNumber(piece.width),
        ShortNumber(piece.height),
        sheet_name(paper),
        ShortNumber(marks.clear_side_mm())
    );
    let hint = "use larger paper, or --cut plotter, which needs no marks";
    Err(codes::DOES_NOT_FIT.error(message).hint(hint))
}

/// The largest difference between the size of a captured page and the size of its sheet, in mm.
const SAME_SHEET: f64 = 0.5;

/// Returns sheets of a deck for making a job. A job is the list of cuts that the machine repeats on every
/// sheet. The user makes it from these sheets, with the program of the machine.
///
/// # Errors
/// No piece fits on the paper.
fn setup_sheets<'a>(
    component: &'a Component,
    deck: &'a PieceSet,
    piece: Size,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>> {
    let paper = setup.paper.sheet(component.class);
    let packing = job_packing(deck, piece, paper, setup).ok_or_else(|| no_room(component, piece, paper))?;
    Ok(piece_sheets(component, deck, &packing, setup))
}

/// Returns the places of a deck's pieces for a job. They are the same on all sheets of the job. Returns
/// `None` if no piece fits on the paper.
fn job_packing(deck: &PieceSet, piece: Size, paper: Size, setup: &Setup) -> Option<SheetPacking> {
    let mut packing = impose::best_packing_for(deck.pieces.len(), deck, piece, paper, setup)?;
    packing.print_area = Some(setup.margin.inside(packing.sheet));
    Some(packing)
}

fn no_room(component: &Component, piece: Size, paper: Size) -> hexpress_base::diag::Diagnostic {
    let message = format!(
        "a piece of `{}` is {} x {} mm, which does not fit on a sheet of {} for --cut captured",
        component.name,
        ShortNumber(piece.width),
        ShortNumber(piece.height),
        sheet_name(paper),
    );
    codes::DOES_NOT_FIT.error(message).hint("use larger paper or smaller margins")
}

/// Returns sheets on which each piece is at the place of a captured shape.
///
/// # Errors
/// No captured page shows the job of the deck.
fn captured_sheets<'a>(
    component: &'a Component,
    deck: &'a PieceSet,
    piece: Size,
    capture: &CapturedJob,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>> {
    let mut wrong: Vec<String> = Vec::new();
    for (index, page) in capture.pages.iter().enumerate() {
        match packing_on_page(component, deck, piece, page, setup) {
            Ok(packing) => {
                let packing = SheetPacking { captured_page: Some(index), ..packing };
                return Ok(piece_sheets(component, deck, &packing, setup));
            }
            Err(why) => wrong.push(why),
        }
    }
    let name = &capture.name;
    let message = match &wrong[..] {
        [why] => format!("{name} is not the cutting job of `{}`: {why}", component.name),
        _ => {
            let pages: Vec<String> =
                wrong.iter().enumerate().map(|(index, why)| format!("page {}: {why}", index + 1)).collect();
            format!("no page of {name} is the cutting job of `{}` ({})", component.name, pages.join("; "))
        }
    };
    Err(codes::BAD_OPTION.error(message).hint(HINT))
}

/// The hint for users if their captured page shows another job.
const HINT: &str =
    "print the job at 100 % and without changes, and use the paper and the margins of --format cut-setup";

/// Returns the places of a deck's pieces on a captured page, or the reason why the page shows another job.
fn packing_on_page(
    component: &Component,
    deck: &PieceSet,
    piece: Size,
    page: &CapturedPage,
    setup: &Setup,
) -> Result<SheetPacking, String> {
    let paper = setup.paper.sheet(component.class);
    let is_like = |a: Size, b: Size| (a.width - b.width).abs().max((a.height - b.height).abs()) <= SAME_SHEET;
    // The size of the captured page may differ from that of the paper by a rounding error. In this case, the
    // size of the paper is used, and otherwise the size of the page.
    let paper = if is_like(page.size, paper) || is_like(page.size, Size::new(paper.height, paper.width)) {
        paper
    } else {
        page.size
    };
    let packing = job_packing(deck, piece, paper, setup).ok_or("no piece fits on its page")?;
    let place = page.place(&shapes(deck, &packing)).map_err(|mismatch: Mismatch| mismatch.to_string())?;
    if !is_like(packing.sheet, page.size) {
        let turned = if packing.sheet.width > packing.sheet.height { "landscape" } else { "portrait" };
        return Err(format!("its page must be {turned}"));
    }
    let mut packing = packing.shifted(place.shift);
    packing.sheet = page.size;
    packing.print_area = Some(page.size.to_rect());
    let bleed = duplex::widest_bleed(deck, setup.print_setup.backs_or_default());
    for (index, slot) in packing.slots.iter().take(deck.pieces.len()).enumerate() {
        let covers = slot.covers(piece);
        let drawn = covers.inflate(bleed, bleed);
        if drawn.intersect(page.size.to_rect()) != drawn {
            return Err(format!("piece {} extends beyond the edge of the page", index + 1));
        }
        if page.marks.iter().any(|mark| mark.meets(drawn)) {
            return Err(format!("a mark of the machine is on piece {}", index + 1));
        }
    }
    Ok(packing)
}

/// Returns the outlines of the pieces on a full sheet, with their holes, in mm.
fn shapes(deck: &PieceSet, packing: &SheetPacking) -> Vec<BezPath> {
    let outline = Frame::piece(&deck.outline, packing.piece).outline();
    let holes = PunchedHole::all(deck, packing.piece, PieceSide::Front);
    let shape = |slot: &crate::impose::Slot| {
        let own = [slot.transform() * &outline];
        let outlines: Vec<BezPath> =
            own.into_iter().chain(holes.iter().map(|hole| hole.in_slot(slot))).collect();
        shapes_of(&outlines).into_iter().next().unwrap_or_default()
    };
    packing.slots.iter().take(deck.pieces.len()).map(shape).collect()
}

impl Plan<'_> {
    /// Returns the shapes that a machine cuts on the sheet with this index: the outlines of pieces with
    /// their holes, in mm. Returns `None` for sheets that no machine cuts.
    pub fn job_shapes(&self, index: usize) -> Option<Vec<BezPath>> {
        match &self.sheets.get(index)?.content {
            Content::Fronts(deck, packing, _) if deck.die_sheet.is_none() => Some(shapes(deck, packing)),
            _ => None,
        }
    }

    /// Returns the number of the captured page that shows where the machine cuts the sheet with this index.
    /// Pages are numbered from 1. Returns `None` for sheets that belong to no captured page.
    pub fn captured_page(&self, index: usize) -> Option<usize> {
        let Content::Fronts(_, packing, _) = &self.sheets.get(index)?.content else { return None };
        packing.captured_page.map(|page| page + 1)
    }
}
