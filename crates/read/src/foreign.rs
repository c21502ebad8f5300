//! What is read of a PDF of another program beside its drawings: shapes that clips cut out of what is filled, and colours
//! as they are seen on white.

use std::rc::Rc;

use kurbo::BezPath;

use super::Rgb;
use super::item::{covers, is_upright};

/// What is open on a page of another program.
#[derive(Default)]
pub(super) struct Foreign {
    /// For each open clip, the outline that the clips leave, in mm, where it is that of one of them and no rectangle.
    cuts: Vec<Option<Rc<BezPath>>>,
    /// For each open group, how much of its drawings covers what is below.
    groups: Vec<f64>,
    /// How many areas are filled with a pattern that is not read.
    patterns: usize,
}

impl Foreign {
    /// Makes ready for the next page; how many patterns of this one were not read.
    pub(super) fn finish(&mut self) -> usize {
        std::mem::take(self).patterns
    }

    /// Opens a clip.
    pub(super) fn open_clip(&mut self, path: &BezPath) {
        let outer = self.cuts.last().cloned().flatten();
        let cut = match outer {
            _ if !is_upright(path) => Some(Rc::new(path.clone())),
            // A rectangle round a cut takes nothing away from it.
            Some(outer) if covers(path, &outer) => Some(outer),
            _ => None,
        };
        self.cuts.push(cut);
    }

    /// Closes the innermost clip.
    pub(super) fn close_clip(&mut self) {
        self.cuts.pop();
    }

    /// The outline that is seen of a path: that of the clip, if the path covers all of it.
    pub(super) fn cut(&self, path: &BezPath) -> Option<BezPath> {
        let cut = self.cuts.last()?.as_ref()?;
        covers(path, cut).then(|| BezPath::clone(cut))
    }

    /// Opens a group of which so much covers what is below.
    pub(super) fn open_group(&mut self, opacity: f64) {
        self.groups.push(self.groups.last().unwrap_or(&1.0) * opacity);
    }

    /// Closes the innermost group.
    pub(super) fn close_group(&mut self) {
        self.groups.pop();
    }

    /// A colour as it is seen on white, of which so much covers what is below, the groups round it left out.
    pub(super) fn on_white(&self, colour: Rgb, cover: f64) -> Rgb {
        super::item::on_white(colour, cover * self.groups.last().unwrap_or(&1.0))
    }

    /// Counts a pattern that is not read.
    pub(super) fn skip_pattern(&mut self) {
        self.patterns += 1;
    }
}
