//! HX601 to HX606: rules for drawings without a layout, and descriptions of these drawings.
//!
//! - In: the contents of pages that other programs made.
//! - Out: faults that can be found without a layout, and a description of each page.
//! - Not here: comparing drawings with a layout, see `against_rules`.

use kurbo::{Rect, Size};

use super::against_lines::is_compared;
use super::in_rows;
use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::closest_drawing::{boards, is_board};
use crate::facts::foreign_page::{ForeignPage, OpenLines};
use crate::facts::qr_codes::{FoundCode, quoted_text};
use crate::facts::shape::NamedShape;
use crate::facts::{Facts, Format, FoundSheet, PageContext, visible_bounds};
use crate::fault::{Fault, Findings, counted, format_mm, point};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::bounds_of_points;
use hexpress_base::geometry::overhang;
use hexpress_base::tiling::Tiling;
use hexpress_base::units::ShortNumber;
use hexpress_game::Game;
use hexpress_game::shape::BoardShape;
use hexpress_read::ItemKind;
use hexpress_read::find::LooseEnd;
use hexpress_scene::print::paper::PAPERS;

pub const RULES: &[Rule] = &[
    Rule {
        title: "a board with a regular shape has no missing cell",
        why: "A single missing cell on one side is almost always a slip. If several cells are missing, they \
            may be left out on purpose, so each one is only reported as a note. Cells that are left out \
            evenly all round, or in the middle, are not reported.",
        right: "61 hexagons that form a hexhex 5",
        wrong: "60 hexagons that form a hexhex 5 without one cell of its border",
        ..Rule::error(codes::SHAPE_LACKS, RuleFunction::EachBoard(report_missing_cells))
    },
    Rule {
        title: "a board with a regular shape has no extra cell",
        why: "A single cell that sticks out of a shape is almost always a slip. If there are several, they \
            may be there on purpose, so each one is only reported as a note.",
        right: "61 hexagons that form a hexhex 5",
        wrong: "a hexhex 5 with one more hexagon next to it",
        ..Rule::error(codes::SHAPE_EXTRA, RuleFunction::EachBoard(report_extra_cells))
    },
    Rule {
        title: "lines between cells meet at the corners",
        why: "A line that is too short leaves a gap where three cells meet. A line that is too long sticks out.",
        right: "three lines that end in one point",
        wrong: "two lines that end in one point, and a third that ends 0.4 mm before it",
        ..Rule::error(codes::LINES_APART, RuleFunction::Sheet(lines_meet))
    },
    Rule {
        title: "every page has the size of a standard paper",
        why: "The printer scales or cuts off a page of another size, so a cell drawn with 30 mm may measure 28 mm.",
        right: "a page of 297 x 420 mm, which is A3",
        wrong: "a page of 290 x 400 mm",
        ..Rule::warning(codes::NO_PAPER, RuleFunction::Sheet(of_paper))
    },
    Rule {
        title: "drawings keep a distance from the edges of the paper",
        why: "Home printers cannot print a strip along each edge, up to a quarter of an inch wide.",
        right: "a board that ends 7 mm before the edge of the page",
        wrong: "a board that ends 2 mm before the edge of the page",
        ..Rule::warning(codes::NEAR_EDGE, RuleFunction::Sheet(off_edges))
    },
    Rule {
        title: "lines are wide enough to be printed",
        why: "A line without a width is printed as thin as the printer can. It looks fine on a screen and \
            on cheap printers, and vanishes on good ones.",
        right: "lines of 0.2 mm",
        wrong: "lines of 0.02 mm",
        ..Rule::warning(codes::HAIRLINE, RuleFunction::Sheet(no_hairlines))
    },
    in_rows::RULE,
];

/// The width of the strip along the edges of the paper in which home printers do not print, in mm.
const UNPRINTABLE_STRIP_MM: f64 = 6.35;
/// The width of the thinnest line that every printer prints, in mm. For comparison, a quarter of a
/// point is 0.088 mm.
const MIN_LINE_WIDTH: f64 = 0.05;
/// If a page has more lines with loose ends than this, they are reported as one fault.
const MAX_LOOSE_ENDS: usize = 20;
/// At most this number of descriptions are listed. In files with many pages of pieces, the descriptions
/// are similar, so the first ones are enough.
const MAX_DESCRIPTIONS: usize = 100;
/// The sheet sizes of print shops, in mm. Smaller sizes are in `PAPERS`.
const PRINT_SHOP_SHEETS_MM: [(f64, f64); 5] =
    [(420.0, 594.0), (594.0, 841.0), (841.0, 1189.0), (304.8, 457.2), (457.2, 609.6)];

/// Describes the pages of the files without a record. If several pages of a file have the same
/// description, it is listed once, with the numbers of all these pages.
pub fn descriptions(facts: &Facts<'_>, known: &[(String, Game)]) -> Vec<String> {
    let mut described: Vec<Described> = Vec::new();
    for sheet in &facts.sheets {
        if facts.files.get(sheet.file).is_none_or(|file| file.record.is_some()) {
            continue;
        }
        let boards = sheet.boards();
        let mut here: Vec<String> =
            boards.filter_map(|board| board_description(sheet, board, known)).collect();
        if let Some(drawing) = sheet.foreign() {
            describe_others(drawing, here.is_empty() && !is_compared(facts, sheet), &mut here);
        }
        here.extend(sheet.codes.codes.iter().filter_map(qr_code_description));
        for what in here {
            // A page may have two equal boards, and each needs its own description. So a description
            // that already has this page is not used again.
            let is_same = |one: &&mut Described| {
                one.file == sheet.file && one.what == what && one.pages.last() != Some(&sheet.number)
            };
            if let Some(known) = described.iter_mut().find(is_same) {
                known.pages.push(sheet.number);
            } else if described.len() < MAX_DESCRIPTIONS {
                described.push(Described { file: sheet.file, pages: vec![sheet.number], what });
            }
        }
    }
    let place = |one: &Described| match facts.files.as_slice() {
        [_] => pages(&one.pages),
        files => format!("{}, {}", files[one.file].name, pages(&one.pages)),
    };
    described.iter().map(|one| format!("{}: {}", place(one), one.what)).collect()
}

/// Describes a QR code. Returns `None` if the code cannot be read.
fn qr_code_description(code: &FoundCode) -> Option<String> {
    let text = code.reading.text()?;
    Some(format!("a QR code at {} that reads \"{}\"", point(code.rect.center()), quoted_text(text)))
}

/// A description, and the pages of a file to which it applies.
struct Described {
    file: usize,
    pages: Vec<usize>,
    what: String,
}

/// Returns page numbers in words, e.g. `page 3` or `pages 1 to 4, 7`.
fn pages(numbers: &[usize]) -> String {
    let runs: Vec<String> = numbers
        .chunk_by(|a, b| a + 1 == *b)
        .filter_map(|run| match (run.first()?, run.last()?) {
            (first, last) if first == last => Some(first.to_string()),
            (first, last) => Some(format!("{first} to {last}")),
        })
        .collect();
    format!("{} {}", if numbers.len() == 1 { "page" } else { "pages" }, runs.join(", "))
}

/// Describes the shape of a board, and names the known games that have the same board.
fn board_description(sheet: &FoundSheet, board: &FoundBoard, known: &[(String, Game)]) -> Option<String> {
    let mut text = board.named.as_ref()?.words();
    if let Some([across, down]) = points_between(sheet, board) {
        text.push_str(&format!("; its lines meet in a grid of {across} x {down} points"));
    }
    let same =
        known.iter().filter(|(_, game)| boards(game).any(|(_, own_board)| is_board(own_board, sheet, board)));
    let games: Vec<&str> = same.map(|(name, _)| name.as_str()).collect();
    if !games.is_empty() {
        text.push_str(&format!("; as in {}", games.join(" and in ")));
    }
    Some(text)
}

/// Returns how many columns and rows of points a board of squares has. The points are where the lines
/// around the squares meet. A game may be played on these points instead of the squares.
///
/// Returns `None` if each square has its own outline, because the squares are then cells.
pub(super) fn points_between(sheet: &FoundSheet, board: &FoundBoard) -> Option<[u32; 2]> {
    let known = board.named.as_ref()?.shape.as_ref().filter(|known| known.is_exact())?;
    let BoardShape::Rectangle { columns, rows } = known.shape else { return None };
    let items = &sheet.page.as_ref()?.items;
    let is_between_lines = board.lattice.grid.tiling == Tiling::Square
        && board.cells.iter().all(|cell| {
            let kind = items.get(cell.outline.item).map(|item| &item.kind);
            matches!(kind, Some(ItemKind::Path { path, fill: None, .. }) if !path.closes())
        });
    is_between_lines.then_some([columns + 1, rows + 1])
}

/// Adds to `here` descriptions of everything on a page except its boards. If `no_board` is true, also
/// says why no board was found.
fn describe_others(drawing: &ForeignPage, no_board: bool, here: &mut Vec<String>) {
    /// The largest number of forms and sizes of shapes that are listed.
    const MAX_LISTED_SHAPES: usize = 4;
    for (count, what) in drawing.pieces.iter().take(MAX_LISTED_SHAPES) {
        // A single shape that is not a hexagon is probably a line around the page, and not a piece.
        if *count > 1 || what.starts_with("hexagon") {
            let many = if *count == 1 { what.clone() } else { what.replacen(' ', "s ", 1) };
            here.push(format!("{count} {many}"));
        }
    }
    if !no_board {
        return;
    }
    let OpenLines { count, ends, usual_length } = drawing.lines;
    let why = if count >= 12 {
        let meet = match ends {
            0 => "their ends meet, but they do not form hexagons",
            _ => "their ends do not meet, so they do not enclose cells: draw each line from corner to corner",
        };
        format!("{count} straight lines, most of them {usual_length:.2} mm long; {meet}")
    } else if drawing.pictures > 0 {
        let pictures = match drawing.pictures {
            1 => "a picture".to_owned(),
            n => format!("{n} pictures"),
        };
        format!("{pictures} made of pixels, in which lines cannot be measured")
    } else if drawing.bent >= 3 {
        let what = "closed shapes with curved sides or rounded corners; a cell must have straight sides";
        format!("{} {what}", drawing.bent)
    } else if drawing.empty && drawing.white > 0 {
        let drawings = counted(drawing.white, "drawing", "drawings");
        format!("{drawings} in white on white paper cannot be seen")
    } else if drawing.empty {
        "the page is empty".to_owned()
    } else {
        "the page has no hexagons, squares or triangles that share edges".to_owned()
    };
    here.push(format!("no board: {why}{}", not_read(drawing)));
}

/// Describes shapes on a page that look like parts of a board, although no board was found there.
fn not_read(drawing: &ForeignPage) -> String {
    /// The smallest number of equal discs that may be points of a board.
    const MIN_POINTS: usize = 9;
    /// The smallest number of equal squares that may be cells of a board.
    const MIN_CELLS: usize = 8;
    /// The smallest number of narrow rectangles that may be lines of a board.
    const MIN_BARS: usize = 6;
    let mut words = String::new();
    if has_pieces(drawing, MIN_POINTS, "disc") {
        words.push_str("; to check points joined by lines, name their layout with --against");
    }
    if has_pieces(drawing, MIN_CELLS, "rectangle") {
        words.push_str(
            "; squares that touch only at their corners count as cells only if the squares between them are \
                filled",
        );
    }
    if drawing.bars >= MIN_BARS {
        let bars = drawing.bars;
        words.push_str(&format!(
            "; {bars} narrow rectangles look like lines, but only stroked lines are read as lines"
        ));
    }
    words
}

/// Checks whether a page has at least `least` equal shapes whose name begins with `kind`, e.g. `disc`.
fn has_pieces(drawing: &ForeignPage, least: usize, kind: &str) -> bool {
    drawing.pieces.iter().any(|(count, name)| *count >= least && name.starts_with(kind))
}

/// Returns the board that is judged, and the named shape to which it is most similar.
///
/// Returns `None` if the differences from the shape are intended.
fn shape<'s>(context: &PageContext<'s>) -> Option<(&'s FoundBoard, &'s NamedShape)> {
    let board = context.found?;
    let known = board.named.as_ref()?.shape.as_ref()?;
    (!known.differs_on_purpose).then_some((board, known))
}

impl NamedShape {
    /// Checks whether exactly one cell is missing or extra, which is probably a mistake.
    ///
    /// Larger differences may be intended.
    fn is_slip(&self) -> bool {
        self.missing.len() + self.extra.len() == 1
    }
}

/// Makes a fault less severe if the difference from the named shape may be intended.
///
/// There are three such cases:
///
/// - several cells differ from the shape
/// - hexpress made the file, but left its layout out
/// - the page has another board before this one, so this one may be an example
fn may_be_meant(context: &PageContext<'_>, known: &NamedShape, fault: &mut Fault) {
    let is_first = context.sheet.board().zip(context.found).is_none_or(|(a, b)| std::ptr::eq(a, b));
    if !known.is_slip() || !is_first {
        fault.note();
    } else if !context.sheet.is_foreign() {
        fault.warning();
    }
}

fn report_missing_cells(context: &PageContext<'_>, findings: &mut Findings) {
    let Some((board, known)) = shape(context) else { return };
    for address in &known.missing {
        let rect = bounds_of_points(&board.lattice.corners(*address));
        let shape = known.shape_text();
        let other = context.sheet.foreign().and_then(|drawing| {
            let at = rect.center();
            drawing.others.iter().find(|other| other.centre.distance(at) < board.lattice.side)
        });
        let across = board.lattice.across();
        let there = match other {
            Some(other) if other.irregularity() < 0.02 * board.lattice.side => format!(
                ": the hexagon there measures {:.2} mm across flats, and the others {across:.2} mm",
                other.across_flats()
            ),
            Some(_) => ": the shape there is too irregular to be a cell".to_owned(),
            None => String::new(),
        };
        // Some cells are only gaps between lines, and share these lines with their neighbours. To add
        // such a cell, it may be enough to draw the missing lines.
        let shared = context.sheet.foreign().is_some_and(|drawing| drawing.lines.count > 0)
            && board.cells.iter().any(|cell| is_between_lines(context, cell));
        let how = match (other, shared) {
            (None, true) => "draw the missing lines around it, from corner to corner",
            _ if !board.lattice.grid.tiling.is_hexagons() => {
                "draw a closed shape there, with the size of the other cells"
            }
            _ => "draw a closed hexagon there, with six straight sides and the size of the other cells",
        };
        let message = format!("a cell of a {shape} is missing here{there}");
        let fault = context.fault(findings, rect, message).hint(how).deviation(2.0 * board.lattice.side);
        may_be_meant(context, known, fault);
    }
}

/// Checks whether a cell has no outline of its own. Such a cell is only a gap between lines.
fn is_between_lines(context: &PageContext<'_>, cell: &FoundCell) -> bool {
    let kind = context.page.items.get(cell.outline.item).map(|item| &item.kind);
    matches!(kind, Some(ItemKind::Path { path, .. }) if path.kinds().len() < 6)
}

/// Returns how many cells of the same form and size are on other boards of the page.
fn count_similar_cells_elsewhere(context: &PageContext<'_>, board: &FoundBoard) -> usize {
    let side = board.lattice.side;
    let alike = context.sheet.boards().filter(|other| {
        !std::ptr::eq(*other, board)
            && other.lattice.grid.tiling == board.lattice.grid.tiling
            && (other.lattice.side - side).abs() < 0.02 * side
    });
    alike.map(|other| other.cells.len()).sum()
}

fn report_extra_cells(context: &PageContext<'_>, findings: &mut Findings) {
    let Some((board, known)) = shape(context) else { return };
    // Cells of the same size on another board may belong to this board. Then it is not certain which
    // shape the board should have.
    let similar_cells = count_similar_cells_elsewhere(context, board);
    for address in &known.extra {
        let rect = bounds_of_points(&board.lattice.corners(*address));
        let mut message = format!("this cell is not part of a {}", known.shape_text());
        let mut hint = "remove it, or keep it if the board is meant to have another shape";
        if similar_cells > 0 {
            let others = counted(similar_cells, "cell of the same size is", "cells of the same size are");
            message = format!("{message}, and {others} separate from this board");
            hint = "if these cells belong to the board, move them to their places on it";
        }
        let fault = context.fault(findings, rect, message).hint(hint).deviation(2.0 * board.lattice.side);
        may_be_meant(context, known, fault);
    }
}

fn lines_meet(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(drawing) = context.sheet.foreign() else { return };
    let wrong: Vec<_> =
        drawing.loose.iter().filter(|loose| findings.measured(gap(loose), context.tolerance)).collect();
    let rects = wrong.iter().map(|loose| Rect::from_points(loose.end, loose.target));
    if wrong.len() > MAX_LOOSE_ENDS {
        let (count, by) = (wrong.len(), wrong.iter().map(|loose| gap(loose)).fold(0.0, f64::max));
        let message =
            format!("{count} lines stop up to {} short of the corners that they should reach", format_mm(by));
        let rect = rects.reduce(|a, b| a.union(b)).unwrap_or_default();
        let hint = "make the lines end in the same points, for example by snapping them to a grid";
        context.fault(findings, rect, message).hint(hint).deviation(by);
        return;
    }
    for (loose, rect) in wrong.iter().zip(rects) {
        let by = gap(loose);
        let short = format!("a line ends {} before the corner that it should reach", format_mm(by));
        let hint = format!("end it at {}", point(loose.target));
        let fault = context.fault(findings, rect.inflate(1.0, 1.0), short).hint(hint);
        fault.deviation(by).shifted(loose.end, loose.target);
    }
}

/// Returns the distance between the end of a line and the corner that the line should reach, in mm.
fn gap(loose: &LooseEnd) -> f64 {
    loose.end.distance(loose.target)
}

/// Checks whether a page has the size of a paper on sale, or of a sheet of print shops.
fn is_paper(size: Size) -> bool {
    /// The largest difference between a side of a page and a side of the paper, in mm. Programs round
    /// sizes to points or pixels.
    const ROUNDING_MM: f64 = 0.6;
    let (short, long) = (size.width.min(size.height), size.width.max(size.height));
    let mut papers = PAPERS.iter().map(|paper| paper.size).chain(PRINT_SHOP_SHEETS_MM);
    papers.any(|(width, height)| (width - short).abs() < ROUNDING_MM && (height - long).abs() < ROUNDING_MM)
}

/// Checks whether the page will be cut to its trim box after printing. Such a page is meant for a print
/// shop, which prints it on larger paper.
fn is_trimmed(context: &PageContext<'_>) -> bool {
    /// The width of the narrowest bleed, in mm.
    const MIN_BLEED: f64 = 0.5;
    let Size { width, height } = context.sheet.size;
    context.sheet.boxes.trim.is_some_and(|trim| {
        width - trim.width() > 2.0 * MIN_BLEED && height - trim.height() > 2.0 * MIN_BLEED
    })
}

fn of_paper(context: &PageContext<'_>, findings: &mut Findings) {
    if !context.sheet.is_foreign() || is_paper(context.sheet.size) || is_trimmed(context) {
        return;
    }
    let Size { width, height } = context.sheet.size;
    let [width, height] = [width, height].map(ShortNumber::tenths);
    let size = format!("{width} x {height} mm");
    // A page of a PDF is printed as it is, so a page of a wrong size is a fault. An SVG can still be
    // placed on a sheet of another size.
    if context.format == Format::Svg {
        findings.not_judged(format!(
            "margins: the drawing measures {size}, which is not a paper size; print it at 100 % on larger paper"
        ));
        return;
    }
    findings
        .fault(format!("the page measures {size}, which is not a standard paper size"))
        .at(context.sheet.file, context.sheet.number, None)
        .hint(
            "put the board on a page of A4, A3, Letter or 11 x 17 in: printers scale or cut off pages of \
            other sizes",
        );
}

fn off_edges(context: &PageContext<'_>, findings: &mut Findings) {
    if !context.sheet.is_foreign() || !is_paper(context.sheet.size) {
        return;
    }
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let room = sheet.inset(-UNPRINTABLE_STRIP_MM);
    let mut worst: Option<(f64, Rect)> = None;
    let mut count = 0_usize;
    for item in &context.page.items {
        let Some(rect) = visible_bounds(item) else { continue };
        let by = overhang(rect, room);
        // A drawing that is about as wide or as high as the page is its background, and may extend to
        // the edges. Another rule reports drawings that extend beyond the page.
        let is_ground = rect.width() >= 0.95 * sheet.width() || rect.height() >= 0.95 * sheet.height();
        if by <= context.tolerance || is_ground || overhang(rect, sheet) > context.tolerance {
            continue;
        }
        count += 1;
        if worst.is_none_or(|(most, _)| by > most) {
            worst = Some((by, rect));
        }
    }
    if let Some((by, rect)) = worst {
        let many = if count == 1 { "a drawing ends".to_owned() } else { format!("{count} drawings end") };
        let where_to = match UNPRINTABLE_STRIP_MM - by {
            left if left < 0.005 => "at".to_owned(),
            left if count == 1 => format!("{} from", format_mm(left)),
            left => format!("as close as {} to", format_mm(left)),
        };
        let message = format!(
            "{many} {where_to} the edge of the paper; many printers do not print the last \
            {UNPRINTABLE_STRIP_MM} mm"
        );
        context.fault(findings, rect, message).deviation(by);
    }
}

fn no_hairlines(context: &PageContext<'_>, findings: &mut Findings) {
    if !context.sheet.is_foreign() {
        return;
    }
    let mut thin: Vec<(Rect, f64)> = Vec::new();
    for item in &context.page.items {
        if let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind
            && stroke.width < MIN_LINE_WIDTH
        {
            thin.extend(visible_bounds(item).map(|rect| (rect, stroke.width)));
        }
    }
    if let Some(&(rect, _)) = thin.first() {
        let least = thin.iter().map(|(_, width)| *width).fold(MIN_LINE_WIDTH, f64::min);
        let many = match thin.len() {
            1 => "a line is".to_owned(),
            n => format!("{n} lines are"),
        };
        let message = format!(
            "{many} {least:.3} mm wide; the thinnest line that every printer can print is \
            {MIN_LINE_WIDTH} mm"
        );
        context.fault(findings, rect, message).hint("use at least 0.2 mm").deviation(MIN_LINE_WIDTH - least);
    }
}
