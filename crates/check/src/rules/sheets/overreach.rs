//! Reports drawings that extend beyond an area of the sheet. The rule that uses this module decides
//! which drawings matter.

use std::sync::Arc;

use kurbo::{Rect, Shape as _};

use crate::facts::cut::is_cut;
use crate::facts::text::is_ground;
use crate::facts::{PageContext, is_furniture, visible_bounds};
use crate::fault::{Findings, format_mm};
use hexpress_base::geometry::{common_box, overhang};
use hexpress_base::identity::Identity;
use hexpress_read::{Item, ItemKind};

/// The way in which a drawing extends beyond an area. It decides whether the drawing gets an error,
/// a warning or a note.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Overreach {
    /// The drawing may extend beyond the area, so it is not reported.
    Fine,
    /// A picture around a board, such as a sea, continues beyond the sheet. Such a picture gets a
    /// note.
    CutOff,
    /// A background or a picture by another program continues beyond the edge, like bleed. Such a
    /// drawing gets a warning.
    Bleed,
    /// A drawing by another program is completely outside the sheet. Such a drawing gets a warning.
    Unseen,
    /// Every other drawing that extends beyond the area. It has the severity of the rule.
    Wrong,
}

/// A drawing that extends beyond an area.
pub(super) struct OverreachingItem<'page> {
    pub item: &'page Item,
    pub rect: Rect,
    /// The distance by which the drawing extends beyond the area, in mm.
    pub by: f64,
}

/// Reports drawings that extend beyond `area`.
///
/// `judge` decides how serious a fault is. `describe` returns the words of a message that say where a
/// drawing extends, such as `beyond the sheet`.
pub(super) fn report_overreach(
    context: &PageContext<'_>,
    area: Rect,
    findings: &mut Findings,
    describe: impl Fn(Rect) -> String,
    judge: impl Fn(&OverreachingItem<'_>) -> Overreach,
) {
    let mut last: Option<&Arc<Identity>> = None;
    for item in &context.page.items {
        let Some(found) = overreaching_item(context, item, area) else { continue };
        let overreach = judge(&found);
        // A drawing may consist of several items. It is reported only once.
        if overreach == Overreach::Fine || item.id.is_some() && item.id.as_ref() == last {
            continue;
        }
        last = item.id.as_ref();
        let problem = match overreach {
            Overreach::Unseen => "is outside the sheet, where it is not printed".to_owned(),
            _ => format!("extends {} {}", format_mm(found.by), describe(found.rect)),
        };
        let message = format!("{} {problem}", item_name(item));
        let fault = context
            .fault_of(findings, found.rect, item.id.as_ref(), message)
            .deviation(found.by)
            .cause(problem);
        match overreach {
            Overreach::Unseen | Overreach::Bleed => drop(fault.warning()),
            Overreach::CutOff => drop(fault.note()),
            Overreach::Fine | Overreach::Wrong => {}
        }
    }
}

/// Returns an item with the distance by which it extends beyond an area. Returns `None` if this
/// distance is within the tolerance.
fn overreaching_item<'page>(
    context: &PageContext<'_>,
    item: &'page Item,
    area: Rect,
) -> Option<OverreachingItem<'page>> {
    let rect = visible_bounds(item)?;
    let at_most = overhang(rect, area);
    if at_most <= context.tolerance {
        return None;
    }
    // The box of an item with curves or a clip may be larger than its visible part. Computing the
    // visible part is slow, so it is done only for boxes that extend too far.
    let by = at_most.min(overhang(exact_visible_bounds(item, rect)?, area));
    (by > context.tolerance).then_some(OverreachingItem { item, rect, by })
}

/// Returns the bounds of the visible part of an item, exact to a hundredth of a millimetre.
///
/// Returns `None` if clips hide the whole item. `rect` is a box around the item. Lines are measured as
/// if they had butt caps.
fn exact_visible_bounds(item: &Item, rect: Rect) -> Option<Rect> {
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
    match &item.clip_outlines {
        None => Some(drawn.bounding_box().intersect(rect)),
        Some(clips) => {
            let areas: Vec<_> = clips.iter().cloned().chain([drawn, rect.to_path(0.01)]).collect();
            common_box(&areas)
        }
    }
}

/// Returns what messages call an item, such as `a crop mark`.
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

/// Returns whether a drawing is a cut line along the edge of the area.
///
/// Half of the width of such a line is outside the area, which is allowed.
pub(super) fn is_cut_line_on_edge(found: &OverreachingItem<'_>) -> bool {
    let ItemKind::Path { stroke: Some(stroke), .. } = &found.item.kind else { return false };
    is_cut(found.item) && found.by < (stroke.width / 2.0 + 0.01).max(0.1)
}
