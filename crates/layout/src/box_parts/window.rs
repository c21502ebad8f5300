//! Shows a part of a larger picture on a piece. Here, the larger picture is a whole box, and the piece
//! is one part of the divided box.
//!
//! - In: drawings on the whole box.
//! - Out: the drawings that are visible on the part, clipped to the part and its bleed.
//! - Not here: dividing boxes.

use kurbo::{Affine, BezPath, Rect};

use super::Region;
use crate::draw::bounds::bounds;
use crate::draw::frame::Frame;
use hexpress_game::PieceSet;
use hexpress_scene::{Drawing, Group};

/// The part of a larger picture that a piece shows.
#[derive(Debug)]
pub struct Window {
    /// The frame of the whole picture. Elements are placed in this frame.
    pub whole: Frame,
    /// Maps the whole picture to the piece.
    to_piece: Affine,
    /// The outline of the piece with its bleed.
    clip: BezPath,
    /// The bounding box of the piece with its bleed, in the coordinates of the whole picture.
    bounds: Rect,
    /// The piece without its strips for glue, in the coordinates of the whole picture. Texts are shown
    /// only inside this region.
    region: Region,
}

impl Window {
    /// Returns the window of the pieces of a deck. `piece` is the frame of a piece. Returns `None` if
    /// the pieces do not show a part of a larger picture.
    pub fn new(deck: &PieceSet, piece: &Frame) -> Option<Self> {
        let part = deck.net.as_deref()?.part.as_deref()?;
        let to_piece = Affine::translate(-part.at);
        let clip = piece.bled().outline();
        Some(Self {
            whole: Frame::piece(&part.whole.outline, part.whole.size)
                .with_bleed_and_safe(piece.bleed, piece.safe),
            to_piece,
            bounds: to_piece.inverse().transform_rect_bbox(hexpress_base::geometry::bounds(&clip)),
            region: Region::new(&(to_piece.inverse() * part.own.clone())),
            clip,
        })
    }

    /// Returns the drawings on the whole picture that are visible on a piece, clipped to the piece.
    pub fn shown(&self, drawings: Vec<Drawing>) -> Vec<Drawing> {
        let shown = self.visible(drawings, Affine::IDENTITY);
        if shown.is_empty() {
            return shown;
        }
        vec![Drawing::clipped(self.clip.clone(), vec![Drawing::moved(self.to_piece, shown)])]
    }

    /// Returns the drawings that are at least partly visible. `transform` maps them to the whole
    /// picture.
    fn visible(&self, drawings: Vec<Drawing>, transform: Affine) -> Vec<Drawing> {
        drawings.into_iter().filter_map(|drawing| self.visible_part(drawing, transform)).collect()
    }

    fn visible_part(&self, drawing: Drawing, transform: Affine) -> Option<Drawing> {
        let covered = transform.transform_rect_bbox(bounds(std::slice::from_ref(&drawing))?);
        // The box is enlarged because the box of a horizontal or vertical line has no area.
        if !covered.inflate(0.01, 0.01).overlaps(self.bounds) {
            return None;
        }
        match drawing {
            Drawing::Text(_) | Drawing::Group(Group { actual_text: Some(_), .. }) => {
                self.region.overlaps(covered).then_some(drawing)
            }
            Drawing::Group(group) => {
                let drawings = self.visible(group.drawings, transform * group.transform);
                (!drawings.is_empty()).then(|| Drawing::Group(Group { drawings, ..group }))
            }
            other => Some(other),
        }
    }
}
