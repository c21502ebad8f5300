//! What can be said of a drawing that no layout stands behind: what it shows, and what is wrong with it by itself.

use kurbo::{Rect, Size};

use super::against_lines::is_held;
use crate::base::geometry::beyond;
use crate::base::hex::bounds;
use crate::base::tiling::Tiling;
use crate::base::units::Trimmed;
use crate::check::facts::against::{boards, is_board};
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::foreign_page::{ForeignPage, OpenLines};
use crate::check::facts::shape::Known;
use crate::check::facts::{Facts, Format, FoundSheet, PageContext, covers};
use crate::check::fault::{Fault, Findings, counted, mm, point};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::find::Loose;
use crate::model::Game;
use crate::model::shape::Shape;
use crate::print::paper::PAPERS;
use crate::read::ItemKind;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "a board that is a shape but for a cell has that cell",
        why: "A shape that lacks one cell at one side is seldom meant. Where more cells are other than in a shape, they \
              may be meant, and a note tells of each; where they are left out evenly all round, or in the middle, \
              nothing is said.",
        right: "61 hexagons that are a hexhex 5",
        wrong: "60 hexagons that would be a hexhex 5 with one more, at its border",
        ..Rule::error(codes::SHAPE_LACKS, Run::EachBoard(lacks))
    },
    Rule {
        title: "a board that is a shape with a cell more does not have that cell",
        why: "A cell that sticks out of a shape is seldom meant. Where more cells are other than in a shape, they may be \
              meant, and a note tells of each.",
        right: "61 hexagons that are a hexhex 5",
        wrong: "a hexhex 5 and one more hexagon beside it",
        ..Rule::error(codes::SHAPE_EXTRA, Run::EachBoard(extra))
    },
    Rule {
        title: "lines that cells share meet at their corners",
        why: "Where each edge is drawn once, a line that stops short leaves a gap at the corner of three cells, and one \
              that is too long sticks out.",
        right: "three lines with one end in common",
        wrong: "two lines with one end in common, and a third that ends 0.4 mm before it",
        ..Rule::error(codes::LINES_APART, Run::Sheet(lines_meet))
    },
    Rule {
        title: "a page has the size of some paper",
        why: "A page of another size is scaled or cut off by the printer, and cells that were drawn with 30 mm measure \
              28.",
        right: "a page of 297 x 420 mm, which is A3",
        wrong: "a page of 290 x 400 mm",
        ..Rule::warning(codes::NO_PAPER, Run::Sheet(of_paper))
    },
    Rule {
        title: "drawings keep off the edges of the paper",
        why: "Home printers leave a strip along each edge white, up to a quarter of an inch.",
        right: "a board that ends 7 mm before the edge of the page",
        wrong: "a board that ends 2 mm before the edge of the page",
        ..Rule::warning(codes::NEAR_EDGE, Run::Sheet(off_edges))
    },
    Rule {
        title: "lines are wide enough to be printed",
        why: "A line without a width is as thin as the printer can draw it: well seen on a screen and on cheap printers, \
              and gone on good ones.",
        right: "lines of 0.2 mm",
        wrong: "lines of 0.02 mm",
        ..Rule::warning(codes::HAIRLINE, Run::Sheet(no_hairlines))
    },
];

/// The strip that home printers leave white, in mm.
const STRIP: f64 = 6.35;
/// Thinner lines than this break up, in mm: a quarter of a point is 0.088.
const THIN: f64 = 0.05;
/// Sizes of sheets that shops print, in mm, beside the papers that layouts know.
const LARGE: [(f64, f64); 5] =
    [(420.0, 594.0), (594.0, 841.0), (841.0, 1189.0), (304.8, 457.2), (457.2, 609.6)];

/// The side of a cell in mm up to which lengths are judged as they are. Larger cells are printed smaller, or seen from
/// farther away, and are judged as if they were scaled down to it.
const AS_IS: f64 = 12.0;
/// How much the width and the height of a board may differ from those of regular cells, as a share: paper itself grows
/// and shrinks by as much.
const STRETCH: f64 = 0.001;

/// Returns how far from right a length may be on a page, in mm. A drawing that is a little off in every corner is judged
/// by its own measure, up to three times as coarse: what is wrong with one cell must stand out.
pub fn tolerance(sheet: &FoundSheet, asked: f64) -> f64 {
    if sheet.foreign.is_none() {
        return asked;
    }
    let side = sheet.boards().map(|board| board.lattice.side).reduce(f64::min).unwrap_or(AS_IS);
    let of_size = asked * (side / AS_IS).max(1.0);
    let mut off: Vec<f64> =
        sheet.boards().flat_map(|b| b.cells.iter().map(|cell| cell.outline.irregularity())).collect();
    off.sort_by(f64::total_cmp);
    let usual = off.get(off.len() / 2).copied().unwrap_or(0.0);
    (3.0 * usual).clamp(of_size, of_size.max(3.0 * asked))
}

/// Returns how far the outermost cells of a board may lie from where regular ones would, in mm.
pub(crate) fn stretch_allowed(context: &PageContext<'_>, board: &FoundBoard) -> f64 {
    let half = board.bounds().size().to_vec2().hypot() / 2.0;
    let own = if context.sheet.foreign.is_some() { STRETCH * half } else { 0.0 };
    own.max(context.tolerance)
}

/// What was found on all pages of files that do not say what they show, in words.
pub fn told(facts: &Facts<'_>, known: &[(String, Game)]) -> Vec<String> {
    let mut told = Vec::new();
    let silent = |sheet: &&FoundSheet| facts.files.get(sheet.file).is_some_and(|file| file.record.is_none());
    for sheet in facts.sheets.iter().filter(silent) {
        let place = match facts.files.as_slice() {
            [_] => format!("page {}", sheet.number),
            files => format!("{}, page {}", files[sheet.file].name, sheet.number),
        };
        let named = sheet.boards().filter_map(|board| Some((board, board.named.as_ref()?)));
        let mut here: Vec<String> = named
            .map(|(board, named)| {
                let shows = |game| boards(game).any(|(_, own)| is_board(own, sheet, board));
                let games = known.iter().filter(|(_, game)| shows(game));
                let games: Vec<&str> = games.map(|(name, _)| name.as_str()).collect();
                let points = points_between(sheet, board);
                let points =
                    points.map(|[across, down]| format!("; its lines meet in {across} x {down} points"));
                let points = points.unwrap_or_default();
                match games.as_slice() {
                    [] => format!("{}{points}", named.words()),
                    games => format!("{}{points}; as in {}", named.words(), games.join(" and in ")),
                }
            })
            .collect();
        if let Some(drawing) = &sheet.foreign {
            others(drawing, here.is_empty() && !is_held(facts, sheet), &mut here);
        }
        // Many pages of pieces are alike.
        if told.len() < 100 {
            told.extend(here.into_iter().map(|what| format!("{place}: {what}")));
        }
    }
    told
}

/// Of squares that no drawing goes round, the points where their lines meet: it may be these that are played on.
pub(super) fn points_between(sheet: &FoundSheet, board: &FoundBoard) -> Option<[u32; 2]> {
    let known = board.named.as_ref()?.shape.as_ref().filter(|known| known.is_exact())?;
    let Shape::Rectangle { columns, rows } = known.shape else { return None };
    let items = &sheet.page.as_ref()?.items;
    let is_line = |cell: &FoundCell| match &items.get(cell.outline.item)?.kind {
        ItemKind::Path { path, fill: None, .. } => Some(!path.closes()),
        _ => None,
    };
    let between =
        board.lattice.tiling == Tiling::Square && board.cells.iter().all(|c| is_line(c) == Some(true));
    between.then_some([columns + 1, rows + 1])
}

/// What there is beside boards; where there is no board, also what none could be made of.
fn others(drawing: &ForeignPage, no_board: bool, here: &mut Vec<String>) {
    const SORTS: usize = 4;
    for (count, what) in drawing.pieces.iter().take(SORTS) {
        // One frame is no piece.
        if *count > 1 || what.starts_with("hexagon") {
            let many = if *count == 1 { what.clone() } else { what.replacen(' ', "s ", 1) };
            here.push(format!("{count} {many}"));
        }
    }
    if !no_board {
        return;
    }
    let OpenLines { count, ends, usual } = drawing.lines;
    let why = if count >= 12 {
        let meet = match ends {
            0 => "their ends meet, but not to hexagons",
            _ => "their ends do not meet, so that they close no cells: draw each from corner to corner",
        };
        format!("{count} straight lines, most of {usual:.2} mm; {meet}")
    } else if drawing.pictures > 0 {
        let many = match drawing.pictures {
            1 => "a picture".to_owned(),
            n => format!("{n} pictures"),
        };
        format!("{many} made of pixels, in which no lines can be measured")
    } else if drawing.bent >= 3 {
        let what =
            "closed shapes with bent sides or rounded corners; cells are measured by six straight sides";
        format!("{} {what}", drawing.bent)
    } else if drawing.empty && drawing.white > 0 {
        let many = counted(drawing.white, "drawing", "drawings");
        format!("{many} in white on bare paper cannot be seen")
    } else if drawing.empty {
        "nothing is drawn".to_owned()
    } else {
        "no hexagons, squares or triangles lie edge to edge".to_owned()
    };
    here.push(format!("no board: {why}{}", not_read(drawing)));
}

/// Returns what a drawing without a board shows that boards are made of and that is not read as one, in words.
fn not_read(drawing: &ForeignPage) -> String {
    /// So many discs may be points, so many squares cells, and so many narrow rectangles lines.
    const POINTS: usize = 9;
    const CELLS: usize = 8;
    const BARS: usize = 6;
    let has = |least: usize, what: &str| {
        drawing.pieces.iter().any(|(count, name)| *count >= least && name.starts_with(what))
    };
    let mut words = String::new();
    if has(POINTS, "disc") {
        words.push_str("; points that lines join are only compared with a layout (--against)");
    }
    if has(CELLS, "rectangle") {
        words.push_str(
            "; squares that touch at their corners are cells only on a ground that shows the others",
        );
    }
    if drawing.bars >= BARS {
        let bars = drawing.bars;
        words
            .push_str(&format!("; {bars} rectangles are as narrow as lines, which are only read as strokes"));
    }
    words
}

/// Returns the board that is judged, and the shape that it nearly is; `None` if cells are left out on purpose.
fn shape<'s>(context: &PageContext<'s>) -> Option<(&'s FoundBoard, &'s Known)> {
    let board = context.found?;
    let known = board.named.as_ref()?.shape.as_ref()?;
    (!known.meant).then_some((board, known))
}

impl Known {
    /// Whether all but one of its cells are there, so that the one is a slip. Where more are other, they may be meant.
    fn is_slip(&self) -> bool {
        self.missing.len() + self.extra.len() == 1
    }
}

/// What may be meant is no error: where several cells are other than in a shape, in a file whose layout was left out, and on
/// a page with a larger board, next to which the others may be examples.
fn may_be_meant(context: &PageContext<'_>, known: &Known, fault: &mut Fault) {
    let is_first = context.sheet.board.as_ref().zip(context.found).is_none_or(|(a, b)| std::ptr::eq(a, b));
    if !known.is_slip() || !is_first {
        fault.note();
    } else if context.sheet.foreign.is_none() {
        fault.warning();
    }
}

fn lacks(context: &PageContext<'_>, out: &mut Findings) {
    let Some((board, known)) = shape(context) else { return };
    for hex in &known.missing {
        let rect = bounds(&board.lattice.corners(*hex));
        let shape = known.shape_text();
        let other = context.sheet.foreign.as_ref().and_then(|drawing| {
            let at = rect.center();
            drawing.others.iter().find(|other| other.centre.distance(at) < board.lattice.side)
        });
        let across = board.lattice.across();
        let there = match other {
            Some(other) if other.irregularity() < 0.02 * board.lattice.side => format!(
                ": the hexagon that lies there measures {:.2} mm from flat to flat, and the others {across:.2} mm",
                other.across_flats()
            ),
            Some(_) => ": what lies there is too crooked to be a cell".to_owned(),
            None => String::new(),
        };
        // Cells between lines are not drawn by themselves.
        let shared = context.sheet.foreign.as_ref().is_some_and(|drawing| drawing.lines.count > 0)
            && board.cells.iter().any(|cell| is_between_lines(context, cell));
        let how = match (other, shared) {
            (None, true) => "draw the lines that are missing round it, from corner to corner",
            _ if !board.lattice.tiling.is_hexagons() => "draw one of the size of the others there, closed",
            _ => "draw a hexagon of the size of the others there, closed and of six straight sides",
        };
        let message = format!("a cell is missing here for a {shape}{there}");
        let fault = context.fault(out, rect, message).hint(how).by(2.0 * board.lattice.side);
        may_be_meant(context, known, fault);
    }
}

/// Whether no drawing goes round a cell, so that it lies between the lines of its neighbours.
fn is_between_lines(context: &PageContext<'_>, cell: &FoundCell) -> bool {
    let kind = context.page.items.get(cell.outline.item).map(|item| &item.kind);
    matches!(kind, Some(ItemKind::Path { path, .. }) if path.kinds().len() < 6)
}

/// Returns how many cells as large as those of a board lie on the same page and not on its lattice, or not next to it.
fn apart(context: &PageContext<'_>, board: &FoundBoard) -> usize {
    let side = board.lattice.side;
    let is_alike = |other: &&FoundBoard| {
        !std::ptr::eq(*other, board)
            && other.lattice.tiling == board.lattice.tiling
            && (other.lattice.side - side).abs() < 0.02 * side
    };
    context.sheet.boards().filter(is_alike).map(|other| other.cells.len()).sum()
}

fn extra(context: &PageContext<'_>, out: &mut Findings) {
    let Some((board, known)) = shape(context) else { return };
    // Where other cells lie beside their places, a shape of the rest is a guess.
    let apart = apart(context, board);
    for hex in &known.extra {
        let rect = bounds(&board.lattice.corners(*hex));
        let mut message = format!("a cell is here that a {} does not have", known.shape_text());
        let mut hint = "take it away; if the shape is meant to be another one, leave it";
        if apart > 0 {
            let others = counted(apart, "cell of the same size lies", "cells of the same size lie");
            message = format!("{message}, and {others} apart from this board");
            hint = "if all of them are one board, move those that lie apart to their places";
        }
        let fault = context.fault(out, rect, message).hint(hint).by(2.0 * board.lattice.side);
        may_be_meant(context, known, fault);
    }
}

fn lines_meet(context: &PageContext<'_>, out: &mut Findings) {
    let Some(drawing) = &context.sheet.foreign else { return };
    let off = |loose: &&Loose| loose.end.distance(loose.meant);
    let wrong: Vec<_> =
        drawing.loose.iter().filter(|loose| out.measured(off(loose), context.tolerance)).collect();
    let rects = wrong.iter().map(|loose| Rect::from_points(loose.end, loose.meant));
    // Where all ends stop short, that is told once.
    if wrong.len() > 20 {
        let (count, by) = (wrong.len(), wrong.iter().map(off).fold(0.0, f64::max));
        let message = format!("{count} lines end before the corners that they should meet, up to {}", mm(by));
        let rect = rects.reduce(|a, b| a.union(b)).unwrap_or_default();
        let hint = "let lines end in the same points: snap them to a grid";
        context.fault(out, rect, message).hint(hint).by(by);
        return;
    }
    for (loose, rect) in wrong.iter().zip(rects) {
        let by = off(loose);
        let message = format!("a line ends {} from the corner that it should meet", mm(by));
        let hint = format!("end it at {}", point(loose.meant));
        context.fault(out, rect.inflate(1.0, 1.0), message).hint(hint).by(by).shifted(loose.end, loose.meant);
    }
}

/// Whether a page has the size of paper that can be had.
fn is_paper(size: Size) -> bool {
    let (w, h) = (size.width.min(size.height), size.width.max(size.height));
    // Programs round to points, and some to pixels.
    let same = |(a, b): (f64, f64)| (a - w).abs() < 0.6 && (b - h).abs() < 0.6;
    PAPERS.iter().any(|paper| same(paper.size)) || LARGE.iter().any(|size| same(*size))
}

fn of_paper(context: &PageContext<'_>, out: &mut Findings) {
    if context.sheet.foreign.is_none() || is_paper(context.sheet.size) {
        return;
    }
    let Size { width, height } = context.sheet.size;
    let tenths = |v: f64| Trimmed((v * 10.0).round() / 10.0);
    let size = format!("{} x {} mm", tenths(width), tenths(height));
    // An SVG is a drawing that will be placed on paper; a PDF is printed as it is.
    if context.format == Format::Svg {
        out.not_judged(format!(
            "margins: the drawing of {size} is no sheet of paper; print it at 100 %, on one that is larger"
        ));
        return;
    }
    out.fault(format!("the page measures {size}, which is the size of no paper"))
        .at(context.sheet.file, context.sheet.number, None)
        .hint("printers scale such pages, or cut them off: put the board on a page of A4, A3, Letter or 11 x 17 in");
}

fn off_edges(context: &PageContext<'_>, out: &mut Findings) {
    if context.sheet.foreign.is_none() || !is_paper(context.sheet.size) {
        return;
    }
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let room = sheet.inset(-STRIP);
    let mut worst: Option<(f64, Rect)> = None;
    let mut count = 0_usize;
    for item in &context.page.items {
        let Some(rect) = covers(item) else { continue };
        let over = |outer: Rect| beyond(rect, outer);
        // What covers the page is its ground, and meant to end where the printer does; what lies outside is told.
        let ground = rect.width() >= 0.95 * sheet.width() || rect.height() >= 0.95 * sheet.height();
        if over(room) <= context.tolerance || ground || over(sheet) > context.tolerance {
            continue;
        }
        count += 1;
        if worst.is_none_or(|(most, _)| over(room) > most) {
            worst = Some((over(room), rect));
        }
    }
    if let Some((by, rect)) = worst {
        let (many, up_to) = match count {
            1 => ("a drawing ends".to_owned(), ""),
            n => (format!("{n} drawings end"), "up to "),
        };
        let where_to = match STRIP - by {
            left if left < 0.005 => "at".to_owned(),
            left => format!("{up_to}{} from", mm(left)),
        };
        let message = format!("{many} {where_to} the edge of the paper; many printers reach {STRIP} mm");
        context.fault(out, rect, message).by(by);
    }
}

fn no_hairlines(context: &PageContext<'_>, out: &mut Findings) {
    if context.sheet.foreign.is_none() {
        return;
    }
    let thin = context.page.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Path { stroke: Some(stroke), .. } if stroke.width < THIN => {
            Some((covers(item)?, stroke.width))
        }
        _ => None,
    });
    let thin: Vec<(Rect, f64)> = thin.collect();
    if let Some(&(rect, _)) = thin.first() {
        let least = thin.iter().map(|(_, width)| *width).fold(THIN, f64::min);
        let many = match thin.len() {
            1 => "a line is".to_owned(),
            n => format!("{n} lines are"),
        };
        let message = format!("{many} {least:.3} mm wide; {THIN} mm can be printed everywhere");
        context.fault(out, rect, message).hint("0.2 mm is a fine line").by(THIN - least);
    }
}
