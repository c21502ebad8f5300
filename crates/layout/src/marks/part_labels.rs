//! Labels the edges at which the parts of a divided box are glued together.
//!
//! - In: the joints of a part, and the slots of its pieces.
//! - Out: a text on each strip for glue, and a text next to each edge that is glued over a strip.
//! - Not here: the strips themselves (`net`).

use kurbo::{Line, Point, Rect, Shape as _, Size};

use crate::impose::Slot;
use crate::sheet_builder::{SheetBuilder, centred_words};
use hexpress_base::geometry::grown;
use hexpress_base::identity::Single;
use hexpress_base::units::Mm;
use hexpress_game::pieces::{NetPart, PartJoint};
use hexpress_scene::print::language::translate_note;
use hexpress_scene::text::Shaped;
use hexpress_scene::{Drawing, Group};

/// The size of the labels, in points.
const LABEL_PT: f64 = 7.0;
/// The empty space around a label, in mm.
const LABEL_MARGIN_MM: f64 = 0.6;
/// The distance between the bleed and the middle of a label outside the part, in mm.
const BEYOND_BLEED: f64 = 2.0;

/// A label on a piece. Coordinates are in mm from the middle of the piece.
pub struct PartLabel {
    shaped: Shaped,
    centre: Point,
    /// The clockwise rotation of the label, in degrees.
    degrees: f64,
    pub covers: Rect,
}

impl PartLabel {
    fn new(shaped: Shaped, centre: Point, edge: Line) -> Self {
        let is_upright = (edge.p0.x - edge.p1.x).abs() < (edge.p0.y - edge.p1.y).abs();
        let em = em();
        let long = grown(Size::new(shaped.advance * em, em), LABEL_MARGIN_MM);
        let size = if is_upright { Size::new(long.height, long.width) } else { long };
        let degrees = if is_upright { 270.0 } else { 0.0 };
        Self { shaped, centre, degrees, covers: Rect::from_center_size(centre, size) }
    }
}

fn em() -> f64 {
    Mm::from_pt(LABEL_PT).0
}

/// Returns the labels on the strips of a part. Strips that are too small get no label.
pub fn on_strips(part: &NetPart, page: &SheetBuilder<'_, '_>) -> Vec<PartLabel> {
    let own = NetPart::letter(part.index);
    let labels = part.joints.iter().filter_map(|joint| {
        let area = joint.strip.as_ref()?;
        let other = NetPart::letter(joint.other);
        let centre = area.bounding_box().center();
        [format!("{own}: glue under {other}"), own.clone()].into_iter().find_map(|text| {
            let label = label(&text, centre, joint, page)?;
            let corners = hexpress_base::geometry::corners(label.covers);
            corners.iter().all(|corner| area.winding(*corner) != 0).then_some(label)
        })
    });
    labels.collect()
}

/// Returns the labels outside a part, next to the edges that are glued over strips of other parts.
/// `bleed` is in mm.
fn beside_edges(part: &NetPart, bleed: f64, page: &SheetBuilder<'_, '_>) -> Vec<PartLabel> {
    let own = NetPart::letter(part.index);
    let open = part.joints.iter().filter(|joint| joint.strip.is_none());
    let labels = open.filter_map(|joint| {
        let other = NetPart::letter(joint.other);
        let centre = joint.edge.midpoint() + joint.out * (bleed + BEYOND_BLEED);
        label(&format!("{own}: over the strip of {other}"), centre, joint, page)
    });
    labels.collect()
}

fn label(text: &str, centre: Point, joint: &PartJoint, page: &SheetBuilder<'_, '_>) -> Option<PartLabel> {
    let shaped = page.painter.shaper.plain(&translate_note(&page.painter.game.language, text.to_owned()))?;
    Some(PartLabel::new(shaped, centre, joint.edge))
}

/// Draws the labels of the parts in these slots. A label outside a part is left out if there is no
/// space for it.
///
/// `bleed` is the width of the bleed in mm. `labels` contains the labels that [`on_strips`] returns.
pub fn draw(
    part: &NetPart,
    labels: &[PartLabel],
    slots: &[Slot],
    bleed: f64,
    page: &mut SheetBuilder<'_, '_>,
) {
    let beside = beside_edges(part, bleed, page);
    let mut drawings = Vec::new();
    for slot in slots {
        let to_sheet = slot.transform();
        let outside = beside.iter().filter(|label| {
            let covers = to_sheet.transform_rect_bbox(label.covers);
            let is_free = page.space.printable().contains_rect(covers)
                && hexpress_base::geometry::corners(label.covers)
                    .iter()
                    .all(|corner| part.own.winding(*corner) == 0);
            if is_free {
                page.space.take(covers);
            }
            is_free
        });
        let outside: Vec<&PartLabel> = outside.collect();
        let ink = page.painter.furniture.words_ink.clone();
        let words = labels
            .iter()
            .chain(outside)
            .map(|label| centred_words(&label.shaped, em(), label.centre, label.degrees, ink.clone()));
        drawings.push(Drawing::Group(Group { transform: to_sheet, ..Group::plain(words.collect()) }));
    }
    if !drawings.is_empty() {
        page.push_marks(Single::PrinterMarks, kurbo::Affine::IDENTITY, drawings);
    }
}
