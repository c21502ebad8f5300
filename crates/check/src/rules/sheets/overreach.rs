//! Reports drawings that extend beyond an area of the sheet. Each rule decides which drawings
//! matter.

use std::sync::Arc;

use kurbo::{Rect, Shape as _};

use crate::facts::cut::is_cut;
use crate::facts::text::is_ground;
use crate::facts::{PageContext, covers, is_furniture};
use crate::fault::{Findings, mm};
use hexpress_base::geometry::{beyond, common_box};
use hexpress_base::identity::Identity;
use hexpress_read::{Item, ItemKind};

/// The way in which a drawing extends beyond an area. This decides how serious it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Overreach {
    /// Nothing to report.
    Fine,
    /// The picture around a board, such as a sea, continues beyond the sheet.
    CutOff,
    /// A background or a picture in a drawing by another program continues beyond the edge, like
    /// bleed.
    Bleed,
    /// A drawing by another program is completely outside the sheet.
    Unseen,
    Wrong,
}

/// A drawing that extends beyond an area.
pub(super) struct OverreachingItem<'page> {
    pub item: &'page Item,
    pub rect: Rect,
    /// How far the drawing extends beyond the area, in mm.
    pub by: f64,
}

/// Reports drawings that extend beyond `area`.
///
/// For one drawing, `judge` returns how serious this is. `describe` returns words for the place
/// into which the box of the drawing extends.
pub(super) fn report_overreach(
    context: &PageContext<'_>,
    area: Rect,
    out: &mut Findings,
    describe: impl Fn(Rect) -> String,
    judge: impl Fn(&OverreachingItem<'_>) -> Overreach,
) {
    let mut last: Option<&Arc<Identity>> = None;
    for item in &context.page.items {
        let Some(found) = overreaching_item(context, item, area) else { continue };
        let overreach = judge(&found);
        // A drawing that consists of many items is reported only once.
        if overreach == Overreach::Fine || item.id.is_some() && item.id.as_ref() == last {
            continue;
        }
        last = item.id.as_ref();
        let problem = match overreach {
            Overreach::Unseen => "is outside the sheet, where it is not printed".to_owned(),
            _ => format!("extends {} {}", mm(found.by), describe(found.rect)),
        };
        let message = format!("{} {problem}", item_name(item));
        let fault = context.fault_of(out, found.rect, item.id.as_ref(), message).by(found.by).cause(problem);
        match overreach {
            Overreach::Unseen | Overreach::Bleed => drop(fault.warning()),
            Overreach::CutOff => drop(fault.note()),
            Overreach::Fine | Overreach::Wrong => {}
        }
    }
}

/// If an item extends beyond an area by more than the tolerance, returns the item and how far it
/// extends.
fn overreaching_item<'page>(
    context: &PageContext<'_>,
    item: &'page Item,
    area: Rect,
) -> Option<OverreachingItem<'page>> {
    let rect = covers(item)?;
    let at_most = beyond(rect, area);
    if at_most <= context.tolerance {
        return None;
    }
    // The box of an item with wide curves or a clip is larger than its visible part. Computing the
    // visible part is slow, so it is done only if the box extends too far.
    let by = at_most.min(beyond(visible_bounds(item, rect)?, area));
    (by > context.tolerance).then_some(OverreachingItem { item, rect, by })
}

/// Returns the bounds of the visible part of an item, exact to a hundredth of a millimetre.
///
/// Returns `None` if clips hide the whole item. `rect` is a box around the item. Butt caps are
/// assumed.
fn visible_bounds(item: &Item, rect: Rect) -> Option<Rect> {
    let drawn = match &item.kind {
        ItemKind::Path { path, stroke: Some(stroke), fill } => {
            let style =
                kurbo::Stroke::new(stroke.width).with_caps(kurbo::Cap::Butt).with_join(kurbo::Join::Miter);
            let mut outline = kurbo::stroke(path.elements(), &style, &kurbo::StrokeOpts::default(), 0.01);
            outline.extend(path.elements().filter(|_| fill.is_some()));
            outline
        }
        ItemKind::Path { path, stroke: None, .. } => path.elements().collect(),
        _ => rect.to_path(0.01),
    };
    match &item.cuts {
        None => Some(drawn.bounding_box().intersect(rect)),
        Some(clips) => {
            let areas: Vec<_> = clips.iter().cloned().chain([drawn, rect.to_path(0.01)]).collect();
            common_box(&areas)
        }
    }
}

/// Returns the name of an item for messages.
fn item_name(item: &Item) -> String {
    match &item.kind {
        ItemKind::Text(text) => format!("\"{}\"", text.string),
        ItemKind::Image { .. } => "a picture".to_owned(),
        ItemKind::Path { .. } if is_cut(item) => "a crop mark".to_owned(),
        ItemKind::Path { .. } if is_ground(item) => "a drawing below the text".to_owned(),
        ItemKind::Path { .. } if is_furniture(item) => "a ruler".to_owned(),
        ItemKind::Path { .. } => match item.id.as_deref() {
            Some(id) => format!("a drawing of {id}"),
            None => "a drawing".to_owned(),
        },
    }
}

/// Returns whether a drawing is a cut line of which only half the width is outside the area.
///
/// Such a line runs along the edge of the area, which is allowed.
pub(super) fn is_cut_line_on_edge(found: &OverreachingItem<'_>) -> bool {
    let ItemKind::Path { stroke: Some(stroke), .. } = &found.item.kind else { return false };
    is_cut(found.item) && found.by < (stroke.width / 2.0 + 0.01).max(0.1)
}
