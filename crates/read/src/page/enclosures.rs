//! Combines the clips and transparency groups around a drawing.
//!
//! - In: each clip and group when it is opened, in mm.
//! - Out: the combined effect that all open clips and groups have on a drawing.
//! - Not here: the shapes that clips cut out in files made by other programs (`foreign`).

use std::sync::Arc;

use kurbo::{BezPath, Rect};

use crate::item::Look;

/// The combined effect of all open clips and groups.
#[derive(Clone)]
pub(super) struct Enclosure {
    /// The intersection of the bounding boxes of all clips, in mm. `None` if there are no clips.
    pub clip: Option<Rect>,
    /// The outlines of all clips that are not upright rectangles. See
    /// [`Item::clip_outlines`](crate::Item::clip_outlines).
    pub clip_outlines: Option<Arc<[BezPath]>>,
    /// The look that all clips and groups give to a drawing. See
    /// [`Item::effect`](crate::Item::effect).
    pub look: Look,
    /// The product of the opacities of all groups, from 0 to 1.
    pub opacity: f64,
}

impl Default for Enclosure {
    fn default() -> Self {
        Self { clip: None, clip_outlines: None, look: Look::default(), opacity: 1.0 }
    }
}

/// The open clips and groups. Each entry includes the effects of all earlier entries.
#[derive(Default)]
pub(super) struct Enclosures(Vec<Enclosure>);

impl Enclosures {
    /// Returns the combined effect of all open clips and groups.
    pub fn current(&self) -> Enclosure {
        self.0.last().cloned().unwrap_or_default()
    }

    /// Returns the box that all open clips leave visible, in mm. Returns `None` if no clip is open.
    pub fn clip(&self) -> Option<Rect> {
        self.0.last().and_then(|enclosure| enclosure.clip)
    }

    /// Opens a clip that is an upright rectangle.
    pub fn open_rect(&mut self, rect: Rect) {
        let outer = self.current();
        let clip = outer.clip.map_or(rect, |outer| outer.intersect(rect));
        // A rectangular clip changes only the box, not the look.
        self.0.push(Enclosure { clip: Some(clip), ..outer });
    }

    /// Opens a clip that leaves only the inside of an outline visible. The outline is not an
    /// upright rectangle. `bounds` is its bounding box.
    pub fn open_outline(&mut self, outline: BezPath, bounds: Rect) {
        self.open_rect(bounds);
        if let Some(own_enclosure) = self.0.last_mut() {
            own_enclosure.look = own_enclosure.look.and(Look::from_digest(1));
            let outer = own_enclosure.clip_outlines.iter().flat_map(|outlines| outlines.iter().cloned());
            own_enclosure.clip_outlines = Some(outer.chain([outline]).collect());
        }
    }

    /// Opens a transparency group.
    pub fn open_group(&mut self, opacity: f64, look: Look) {
        let outer = self.current();
        self.0.push(Enclosure { look: outer.look.and(look), opacity: outer.opacity * opacity, ..outer });
    }

    pub fn close(&mut self) {
        self.0.pop();
    }

    pub fn close_all(&mut self) {
        self.0.clear();
    }
}
