//! Keeps the additional state that is needed while reading a PDF made by another program.
//!
//! - In: the clips and transparency groups of a page.
//! - Out: the visible outlines of fills and pictures to which a clip applies, and colours as they look on
//!   white paper.
//! - Not here: files made by hexpress. Their colours are the colours of the inks.

use std::rc::Rc;

use kurbo::BezPath;

use super::Rgb;
use super::item::{covers, is_upright};

/// The open clips and groups of a page that another program made.
#[derive(Default)]
pub(super) struct ForeignState {
    /// For each open clip: the outline of the area that is still visible, in mm. It is the outline of the
    /// innermost clip that is not an upright rectangle. `None` if all clips are upright rectangles, or if a
    /// rectangular clip inside the outline may hide a part of it.
    clip_outlines: Vec<Option<Rc<BezPath>>>,
    /// For each open group: the product of its own opacity and the opacities of all groups around
    /// it, from 0 to 1.
    group_opacities: Vec<f64>,
    /// The number of fills with a pattern that hexpress does not read.
    unread_patterns: usize,
}

impl ForeignState {
    /// Prepares for the next page. Returns how many fills on the finished page have a pattern that hexpress
    /// does not read.
    pub(super) fn finish(&mut self) -> usize {
        std::mem::take(self).unread_patterns
    }

    pub(super) fn open_clip(&mut self, path: &BezPath) {
        let outer = self.clip_outlines.last().cloned().flatten();
        let clip = match outer {
            _ if !is_upright(path) => Some(Rc::new(path.clone())),
            // The rectangular clip covers the whole outline, so it hides no part of the outline.
            Some(outer) if covers(path, &outer) => Some(outer),
            _ => None,
        };
        self.clip_outlines.push(clip);
    }

    pub(super) fn close_clip(&mut self) {
        self.clip_outlines.pop();
    }

    /// Returns the outline of the visible area if `path` covers all of it. The visible part of `path` then
    /// has this outline. Returns `None` if `path` does not cover the whole outline, or if the outline is
    /// unknown.
    pub(super) fn outline_if_covered(&self, path: &BezPath) -> Option<BezPath> {
        let clip = self.clip_outlines.last()?.as_ref()?;
        covers(path, clip).then(|| BezPath::clone(clip))
    }

    /// Opens a group with an opacity from 0 to 1.
    pub(super) fn open_group(&mut self, opacity: f64) {
        self.group_opacities.push(self.group_opacities.last().unwrap_or(&1.0) * opacity);
    }

    pub(super) fn close_group(&mut self) {
        self.group_opacities.pop();
    }

    /// Returns a translucent colour as it looks on white paper. `opacity` is the opacity of the colour
    /// itself, and is multiplied by the opacities of the open groups.
    pub(super) fn on_white(&self, colour: Rgb, opacity: f64) -> Rgb {
        super::item::on_white(colour, opacity * self.group_opacities.last().unwrap_or(&1.0))
    }

    /// Counts a fill with a pattern that hexpress does not read.
    pub(super) fn skip_pattern(&mut self) {
        self.unread_patterns += 1;
    }
}
