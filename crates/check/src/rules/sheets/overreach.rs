//! Reports drawings that reach out of an area of the sheet. The rules say which of them matter.

use std::sync::Arc;

use kurbo::{Rect, Shape as _};

use crate::base::geometry::{beyond, common_box};
use crate::base::identity::Identity;
use crate::check::facts::cut::is_cut;
use crate::check::facts::{PageContext, covers, is_furniture};
use crate::check::fault::{Findings, mm};
use crate::read::{Item, ItemKind};

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
pub(super) enum Weight {
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

pub(super) fn reach(
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
pub(super) fn ends_there(item: &Item, by: f64) -> bool {
    let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind else { return false };
    is_cut(item) && by < (stroke.width / 2.0 + 0.01).max(0.1)
}
