//! The sheet: what the printer reaches, its size, its boxes, its rulers.

use std::collections::HashSet;
use std::sync::Arc;

use kurbo::{PathEl, Rect, Shape, Size};

use crate::base::geometry::{beyond, common_box, is_outside};
use crate::base::identity::{Identity, Ruler};
use crate::base::units::{Mm, split_number};
use crate::check::facts::cut::{Cut, crop_marks, cuts, is_cut};
use crate::check::facts::{PageContext, covers, is_furniture};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::print::paper::sheet_name;
use crate::read::{Item, ItemKind, Page};

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "nothing lies outside the sheet",
        why: "What lies outside is not printed, and nobody sees that it is missing until it is cut.",
        right: "a card that ends 6.35 mm before the edge of the sheet",
        wrong: "a card half of which is below the sheet",
        ..Rule::error(codes::OUTSIDE_SHEET, Run::Sheet(on_sheet))
    },
    Rule {
        title: "nothing lies in the strip that printers do not reach",
        why: "Home printers leave a strip along each edge white. A word that ends in it ends too soon. Which strip was \
              meant stands in the file's record.",
        right: "words that end 6.35 mm before the edge of the sheet",
        wrong: "a line of text 4 mm from the edge",
        ..Rule::error(codes::OUTSIDE_MARGIN, Run::Sheet(in_reach))
    },
    Rule {
        title: "pages have the size of the paper that was asked for",
        why: "A page of another size is scaled by the printer, or cut off.",
        right: "--paper iso, and pages of 297 x 420 mm and 210 x 297 mm",
        wrong: "--paper iso, and a page of 11 x 17 inches",
        ..Rule::error(codes::WRONG_PAPER, Run::Sheet(paper))
    },
    Rule {
        title: "the boxes of a page say that the whole sheet is meant",
        why: "A crop box hides what lies outside it; a trim box tells a print shop where to cut the sheet.",
        right: "a trim box of the sheet's size, and no crop box",
        wrong: "a crop box that leaves 10 mm of the page out",
        ..Rule::error(codes::WRONG_BOXES, Run::Sheet(boxes))
    },
    Rule {
        title: "rulers are as long as they say",
        why: "They are what a player holds her own ruler to. A false one makes a wrong print look right.",
        right: "a line of 100 mm that says 100 mm",
        wrong: "a line of 97 mm that says 100 mm",
        of_words: true,
        ..Rule::error(codes::RULER_FALSE, Run::Sheet(rulers))
    },
];

/// How far out of a sheet a drawing may lie that was put aside, in mm. What lies farther away is a slip in its numbers.
const FAR: f64 = 1e6;
/// The share of each side of a sheet that a ground covers at least.
const GROUND: f64 = 0.95;

/// What an item is called in messages.
fn called(item: &Item) -> String {
    match &item.kind {
        ItemKind::Text(text) => format!("\"{}\"", text.string),
        ItemKind::Image { .. } => "a picture".to_owned(),
        ItemKind::Path { .. } if is_cut(item) => "a mark for cutting".to_owned(),
        ItemKind::Path { .. } if is_furniture(item) => "a ruler".to_owned(),
        ItemKind::Path { .. } => match item.id.as_deref() {
            Some(id) => format!("a drawing of {id}"),
            None => "a drawing".to_owned(),
        },
    }
}

/// What it means that a drawing reaches out of where it should be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// Nothing.
    Fine,
    /// A picture round a board goes on beyond the sheet, as a sea does.
    CutOff,
    /// A ground or a picture of another program goes on beyond the edge, as bleed does.
    Bleed,
    /// All of it lies there, in the drawing of another program.
    Unseen,
    Wrong,
}

fn reach(
    context: &PageContext<'_>,
    room: Rect,
    out: &mut Findings,
    what: impl Fn(Rect) -> String,
    weigh: impl Fn(&Item, Rect, f64) -> Weight,
) {
    let mut last: Option<Arc<Identity>> = None;
    for item in &context.page.items {
        let Some(rect) = covers(item) else { continue };
        let mut by = beyond(rect, room);
        if by > context.tolerance {
            // A wide curve was taken to be as wide at its ends, and a clip to be its box; only now it is worth the exact
            // answer.
            let Some(seen) = exactly(item, rect) else { continue };
            by = by.min(beyond(seen, room));
        }
        let weight = if by > context.tolerance { weigh(item, rect, by) } else { Weight::Fine };
        if weight != Weight::Fine {
            // A drawing of many strokes reaches out once.
            if item.id.is_some() && item.id == last {
                continue;
            }
            last.clone_from(&item.id);
            let how = match weight {
                Weight::Unseen => "lies outside the sheet, where nobody sees it".to_owned(),
                _ => format!("reaches {} {}", mm(by), what(rect)),
            };
            let message = format!("{} {how}", called(item));
            let fault = context.fault_of(out, rect, item.id.as_ref(), message).by(by).cause(how);
            match weight {
                Weight::Unseen | Weight::Bleed => drop(fault.warning()),
                Weight::CutOff => drop(fault.note()),
                Weight::Fine | Weight::Wrong => {}
            }
        }
    }
}

/// What is seen of an item, to a hundredth of a millimetre, where `rect` is a box round it; none where clips hide all of
/// it. The ends of a line are cut.
fn exactly(item: &Item, rect: Rect) -> Option<Rect> {
    let drawn = match &item.kind {
        ItemKind::Path { path, stroke: Some(stroke), fill } => {
            let style =
                kurbo::Stroke::new(stroke.width).with_caps(kurbo::Cap::Butt).with_join(kurbo::Join::Miter);
            let mut all = kurbo::stroke(path.elements(), &style, &kurbo::StrokeOpts::default(), 0.01);
            all.extend(path.elements().filter(|_| fill.is_some()));
            all
        }
        ItemKind::Path { path, stroke: None, .. } => path.elements().collect(),
        _ => rect.to_path(0.01),
    };
    let Some(cuts) = &item.cuts else { return Some(drawn.bounding_box().intersect(rect)) };
    common_box(&cuts.iter().cloned().chain([drawn, rect.to_path(0.01)]).collect::<Vec<_>>())
}

/// Whether no more lies beyond an edge than half of the line that a piece is cut along, which may lie on it.
fn ends_there(item: &Item, by: f64) -> bool {
    let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind else { return false };
    is_cut(item) && by < (stroke.width / 2.0 + 0.01).max(0.1)
}

/// Whether nothing lies beyond an edge but the outer half of a line that runs along the cut of its piece.
fn is_cut_off(context: &PageContext<'_>, item: &Item, room: Rect, by: f64) -> bool {
    let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind else { return false };
    let own = context.sheet.pieces.iter().filter(|piece| piece.id.is_some() && piece.id == item.id);
    let mut cuts = own.filter_map(|piece| piece.cut.as_ref());
    by <= stroke.width / 2.0 + 0.01 && cuts.any(|cut| beyond(cut.bounds(), room) <= context.tolerance)
}

fn on_sheet(context: &PageContext<'_>, out: &mut Findings) {
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let is_foreign = context.sheet.foreign.is_some();
    let cells =
        context.sheet.boards().flat_map(|board| &board.cells).map(|cell| cell.bounds().size().max_side());
    let widest = if is_foreign { cells.fold(0.0, f64::max) } else { 0.0 };
    let cells = context.sheet.boards().flat_map(|board| &board.cells);
    let drawn: HashSet<*const Item> =
        cells.filter_map(|cell| context.page.items.get(cell.outline.item)).map(std::ptr::from_ref).collect();
    let weigh = |item: &Item, rect: Rect, by: f64| {
        let is_fine = ends_there(item, by) || is_foreign && is_about(item, sheet, by);
        let is_path = matches!(item.kind, ItemKind::Path { .. });
        let is_picture = widest > 0.0 && is_art(item) && !drawn.contains(&std::ptr::from_ref(item));
        match (is_fine, is_picture) {
            (true, _) => Weight::Fine,
            _ if is_foreign && is_path && by < FAR && is_outside(rect, sheet) => Weight::Unseen,
            (_, true) if rect.size().max_side() > 1.5 * widest => Weight::CutOff,
            _ if is_foreign && is_bleed(item, rect, sheet, by) => Weight::Bleed,
            _ => Weight::Wrong,
        }
    };
    reach(context, sheet, out, |_| "out of the sheet".to_owned(), weigh);
}

/// Whether a drawing is an area or a bent line, and so no line of a grid.
fn is_art(item: &Item) -> bool {
    let ItemKind::Path { path, fill, .. } = &item.kind else { return false };
    let is_bent = |kind: &PathEl| matches!(kind, PathEl::QuadTo(..) | PathEl::CurveTo(..));
    fill.is_some() || path.kinds().iter().any(is_bent)
}

/// Returns whether a drawing goes on beyond the edges of a sheet as the ground of a print does: a picture that is larger than
/// the sheet, or a picture or an area without a line that goes far across the sheet.
fn is_bleed(item: &Item, rect: Rect, sheet: Rect, by: f64) -> bool {
    /// How far print shops ask a ground to go on, at most, in mm.
    const BLEED: f64 = 6.35;
    /// The share of a side of the sheet that an area goes along at least.
    const FAR_ACROSS: f64 = 0.5;
    let seen = rect.intersect(sheet);
    let share = [seen.width() / sheet.width(), seen.height() / sheet.height()];
    let is_ground = by <= BLEED && share.iter().any(|share| *share > FAR_ACROSS);
    match &item.kind {
        ItemKind::Image { .. } => is_ground || rect.width() > sheet.width() || rect.height() > sheet.height(),
        ItemKind::Path { fill: Some(_), stroke: None, .. } => is_ground,
        _ => false,
    }
}

/// Whether a drawing lies about a sheet and shows nothing that its edge cuts off: a ground of one colour that covers all of
/// it, or nearly all, or a line along its edge.
fn is_about(item: &Item, sheet: Rect, by: f64) -> bool {
    let ItemKind::Path { path, stroke, .. } = &item.kind else { return false };
    match stroke {
        None => {
            let seen = path.bounding_box().intersect(sheet).size();
            path.kinds().len() <= 6
                && seen.width > GROUND * sheet.width()
                && seen.height > GROUND * sheet.height()
        }
        Some(stroke) => by <= stroke.width / 2.0 + 0.01,
    }
}

fn in_reach(context: &PageContext<'_>, out: &mut Findings) {
    let Some(expected) = context.expected else { return };
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let margin = expected.options.margin;
    let room = margin.inside(context.sheet.size);
    let what = |rect: Rect| match margin.uniform() {
        Some(mm) => format!("into the margin of {}", Mm(mm)),
        None => {
            let own = margin.on_page(context.sheet.size);
            // How far it reaches into each of them.
            let sides = [
                (room.y0 - rect.y0, own.y0, "top"),
                (rect.x1 - room.x1, own.x1, "right"),
                (rect.y1 - room.y1, own.y1, "bottom"),
                (room.x0 - rect.x0, own.x0, "left"),
            ];
            let worst = sides.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
            worst.map_or_else(String::new, |(_, mm, side)| format!("into the {side} margin of {}", Mm(mm)))
        }
    };
    reach(context, room, out, what, |item, rect, by| {
        // Pieces may end where the margin begins. What lies outside the sheet has been reported.
        let is_fine = ends_there(item, by)
            || is_cut_off(context, item, room, by)
            || beyond(rect, sheet) > context.tolerance;
        if is_fine { Weight::Fine } else { Weight::Wrong }
    });
}

fn paper(context: &PageContext<'_>, out: &mut Findings) {
    let (Some(expected), Some(component)) = (context.expected, context.component()) else { return };
    let Some(asked) = expected.paper().map(|paper| paper.sheet(component.class)) else { return };
    let found = context.sheet.size;
    let sorted = |s: Size| (s.width.min(s.height), s.width.max(s.height));
    let ((a, b), (c, d)) = (sorted(asked), sorted(found));
    let by = (a - c).abs().max((b - d).abs());
    if out.measured(by, context.tolerance) {
        let message = format!(
            "the page measures {:.1} x {:.1} mm, and {} was asked for",
            found.width,
            found.height,
            sheet_name(asked)
        );
        let (sheet, line) = (context.sheet, Some(component.place));
        out.fault(message).at(sheet.file, sheet.number, None).line(line).by(by);
    }
}

fn boxes(context: &PageContext<'_>, out: &mut Findings) {
    if context.format == crate::check::Format::Svg {
        out.not_judged("boxes: an SVG has none");
        return;
    }
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let [crop, trim, bleed] = context.sheet.boxes;
    let whole = context.expected.is_some();
    let mut fault = |message: String, rect: Rect, by: f64| {
        context.fault(out, rect, message).by(by);
    };
    let over = |inner: Rect, outer: Rect| Some(beyond(inner, outer)).filter(|by| *by > context.tolerance);
    if let Some((crop, by)) = crop.and_then(|crop| Some((crop, over(sheet, crop)?))) {
        fault(format!("the crop box hides up to {} of the page", mm(by)), crop, by);
    }
    let Some(trim) = trim else {
        if whole {
            fault("the page has no trim box".to_owned(), sheet, 0.0);
        }
        return;
    };
    let out_of = over(trim, sheet);
    if let Some(by) = over(sheet, trim).into_iter().chain(out_of).reduce(f64::max).filter(|_| whole) {
        fault(format!("the trim box is not the sheet: it differs by up to {}", mm(by)), trim, by);
    } else if let Some(by) = out_of {
        fault(format!("the trim box reaches {} out of the page", mm(by)), trim, by);
    }
    if let Some((bleed, by)) = bleed.and_then(|bleed| Some((bleed, over(trim, bleed)?))) {
        fault(format!("the bleed box is smaller than the trim box, by {}", mm(by)), bleed, by);
    }
}

/// The number and the unit of a length that a page prints, in mm: `100 mm`.
fn said_length(text: &str) -> Option<f64> {
    let (number, unit) = split_number(text.trim());
    let value: f64 = number.parse().ok()?;
    let unit = crate::base::units::UNITS.iter().find(|(name, _)| *name == unit.trim())?;
    Some(value * unit.1)
}

fn rulers(context: &PageContext<'_>, out: &mut Findings) {
    for ruler in [Ruler::Across, Ruler::Down] {
        let id = Arc::new(Identity::Ruler(ruler));
        let own = |item: &&Item| item.id.as_ref() == Some(&id);
        let told = context.page.items.iter().filter(own).find_map(|item| match &item.kind {
            ItemKind::Text(text) => said_length(&text.string),
            _ => None,
        });
        let drawn = context.page.items.iter().filter(own).filter_map(|item| match &item.kind {
            ItemKind::Path { path, .. } => Some(path.bounding_box()),
            _ => None,
        });
        let Some(rect) = drawn.reduce(|a, b| a.union(b)) else { continue };
        let length = rect.width().max(rect.height());
        let Some(told) = told else {
            context.fault(out, rect, format!("a ruler of {length:.2} mm does not say how long it is"));
            continue;
        };
        let by = (length - told).abs();
        if out.measured(by, context.tolerance) {
            let message = format!("a ruler says {told} mm and measures {length:.2} mm");
            context.fault(out, rect, message).about(Some(&id)).by(by);
        }
    }
    all_in_all(context, out);
}

/// Where no ruler fits, the page says how far the outermost cuts, or cells, are apart.
fn all_in_all(context: &PageContext<'_>, out: &mut Findings) {
    let Some((item, rect, w, h)) = context.page.items.iter().find_map(|item| line_of_lengths(item)) else {
        return;
    };
    let all = match context.found {
        Some(board) => Some(board.bounds()),
        None => outermost(context.page, context),
    };
    let Some(all) = all else { return };
    // Where the pieces of a last sheet do not fill it, the printed lengths are those of the whole block.
    let (by_w, by_h) = ((all.width() - w).abs(), (all.height() - h).abs());
    let less = all.width() < w - context.tolerance || all.height() < h - context.tolerance;
    let partial = context.found.is_none() && less;
    let by = by_w.max(by_h);
    // Thousandths are printed.
    if !partial && out.measured(by, context.tolerance) {
        let message = format!(
            "the page says that all measures {w} x {h} mm, and it measures {:.2} x {:.2} mm",
            all.width(),
            all.height()
        );
        context.fault(out, rect, message).about(item.id.as_ref()).by(by);
    }
}

fn line_of_lengths(item: &Item) -> Option<(&Item, Rect, f64, f64)> {
    let ItemKind::Text(text) = &item.kind else { return None };
    if !is_furniture(item) {
        return None;
    }
    let (w, h) = text.string.strip_prefix("all in all ")?.strip_suffix(" mm")?.split_once(" x ")?;
    Some((item, text.outline, w.parse().ok()?, h.parse().ok()?))
}

/// What the cuts of a page lie round.
fn outermost(page: &Page, context: &PageContext<'_>) -> Option<Rect> {
    let marks = crop_marks(page);
    let (xs, ys) = (cuts(&marks, true), cuts(&marks, false));
    if let ([x0, .., x1], [y0, .., y1]) = (xs.as_slice(), ys.as_slice()) {
        return Some(Rect::new(*x0, *y0, *x1, *y1));
    }
    let cuts = context.sheet.pieces.iter().filter_map(|piece| piece.cut.as_ref());
    cuts.map(Cut::bounds).reduce(|a, b| a.union(b))
}
