//! HX445: rulers that are not as long as they say.

use std::sync::Arc;

use kurbo::{Rect, Shape as _};

use crate::base::identity::{Identity, Ruler};
use crate::base::units::split_number;
use crate::check::facts::cut::{Cut, crop_marks, cuts};
use crate::check::facts::{PageContext, is_furniture};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{Item, ItemKind, Page};

/// The rule behind HX445.
pub const RULE: Rule = Rule {
    title: "rulers are as long as they say",
    why: "They are what a player holds her own ruler to. A false one makes a wrong print look right.",
    right: "a line of 100 mm that says 100 mm",
    wrong: "a line of 97 mm that says 100 mm",
    of_words: true,
    ..Rule::error(codes::RULER_FALSE, Run::Sheet(ruler_false))
};

/// The number and the unit of a length that a page prints, in mm: `100 mm`.
fn said_length(text: &str) -> Option<f64> {
    let (number, unit) = split_number(text.trim());
    let value: f64 = number.parse().ok()?;
    let unit = crate::base::units::UNITS.iter().find(|(name, _)| *name == unit.trim())?;
    Some(value * unit.1)
}

/// Reports rulers that are not as long as they say.
fn ruler_false(context: &PageContext<'_>, out: &mut Findings) {
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
