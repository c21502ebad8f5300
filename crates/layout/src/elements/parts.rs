//! Draws several elements as one element: the parts of a group or of a stack. In a stack, the parts are
//! placed one after another.
//!
//! - In: the parts of a settled element (all its values are computed), and its place in the frame.
//! - Out: the drawings of the parts in the frame of the element, or the error that the parts do not
//!   fit.
//! - Not here: drawing one element (`face`).

use std::cell::Cell;

use kurbo::{Affine, Rect, Size, Vec2};

use super::knock_out::knock_out;
use crate::draw::frame::Frame;
use crate::draw::painter::{Context, OVERSHOOT, Painter};
use crate::draw::placing::{CopyStep, Placing};
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::element::{Arrangement, StackAxis};
use hexpress_scene::{Drawing, Group};
use hexpress_settle::SettledParts;
use hexpress_template::RowWith;

impl Painter<'_, '_> {
    /// Draws several elements as one. `size` is the size of the frame of the parts. If `size` is `None`, the
    /// parts use the frame of the element that contains them.
    ///
    /// # Errors
    /// The parts of a stack do not fit.
    pub(super) fn parts(
        &mut self,
        parts: &SettledParts<'_>,
        size: Option<Size>,
        at: &Placing<'_>,
    ) -> Result<Vec<Drawing>> {
        let frame = part_frame(size, at);
        let row = RowWith::new(at.context.row, &parts.fields);
        let context = Context { frame: &frame, row: &row, step: CopyStep::NONE, covered: None, ..at.context };
        match parts.arrangement {
            Arrangement::Free { clipped } => {
                let mut drawings: Vec<Drawing> = Vec::with_capacity(parts.elements.len());
                for part in parts.elements {
                    let drawn = self.element(part, context);
                    let share = self.settler().knock_out(part, context.piece_context(), self.report());
                    if let Some(amount) = share {
                        drawings = knock_out(drawings, part, &drawn, amount);
                    }
                    drawings.extend(drawn);
                }
                if clipped && !drawings.is_empty() {
                    let edge = frame.bled().outline();
                    drawings = vec![Drawing::Group(Group { clip: Some(edge), ..Group::plain(drawings) })];
                }
                Ok(at.placed(frame.size, drawings))
            }
            Arrangement::Stack { axis, gap } => {
                let stack = Stack { axis, gap, room: size.is_some().then_some(frame.size) };
                self.stack(parts, stack, context, at)
            }
        }
    }

    /// Draws elements in a stack: one below another, or one next to another.
    ///
    /// # Errors
    /// All elements together are longer than the space for them.
    fn stack(
        &mut self,
        parts: &SettledParts<'_>,
        stack: Stack,
        context: Context<'_>,
        at: &Placing<'_>,
    ) -> Result<Vec<Drawing>> {
        let (mut drawings, mut whole) = (Vec::new(), Rect::ZERO);
        for part in parts.elements {
            let covered = Cell::new(None);
            let drawn = self.element(part, Context { covered: Some(&covered), ..context });
            let (Some(covered), false) = (covered.get(), drawn.is_empty()) else { continue };
            let moved = if drawings.is_empty() { Vec2::ZERO } else { stack.move_behind(whole, covered) };
            let placed = covered + moved;
            whole = if drawings.is_empty() { placed } else { whole.union(placed) };
            drawings.push(Drawing::moved(Affine::translate(moved), drawn));
        }
        if let Some(excess) = stack.excess(whole.size()) {
            return Err(excess);
        }
        let centred = Affine::translate(-stack.centre(whole));
        let object = stack.object(whole, context.frame.size);
        Ok(at.placed(object, vec![Drawing::moved(centred, drawings)]))
    }
}

/// Returns the frame of the parts. If a size is set, the frame is a rectangle of this size. Otherwise,
/// the frame has the outline of the whole piece. It also has the bleed and the safe zone of the piece,
/// unless the element is moved or rotated.
fn part_frame(size: Option<Size>, at: &Placing<'_>) -> Frame {
    let whole = at.context.frame;
    let Some(size) = size else {
        let is_moved = !at.covers_frame(whole.size);
        let (bleed, safe) = if is_moved { (0.0, 0.0) } else { (whole.bleed, whole.safe) };
        return whole.clone().with_bleed_and_safe(bleed, safe);
    };
    Frame::rectangle(size)
}

/// The direction, the gap and the space of a stack.
#[derive(Clone, Copy)]
struct Stack {
    axis: StackAxis,
    /// The distance between two parts, in mm.
    gap: f64,
    /// The largest size of all parts together. `None` means that the size is not limited.
    room: Option<Size>,
}

impl Stack {
    /// Returns the vector that moves a part to its place in the stack. `drawn` is the box of all parts that
    /// are already in the stack, and `part` is the box of the new part.
    fn move_behind(self, drawn: Rect, part: Rect) -> Vec2 {
        match self.axis {
            StackAxis::Down => Vec2::new(0.0, drawn.y1 + self.gap - part.y0),
            StackAxis::Across => Vec2::new(drawn.x1 + self.gap - part.x0, 0.0),
        }
    }

    /// Returns the middle of all parts in the direction of the stack. The other coordinate is 0, because
    /// parts do not move at a right angle to this direction.
    fn centre(self, whole: Rect) -> Vec2 {
        let centre = whole.center();
        match self.axis {
            StackAxis::Down => Vec2::new(0.0, centre.y),
            StackAxis::Across => Vec2::new(centre.x, 0.0),
        }
    }

    /// Returns the size of the box that is placed for the whole stack. In the direction of the stack, the box
    /// is as long as all parts together. At a right angle to this direction, the box fills the available
    /// space.
    fn object(self, whole: Rect, frame: Size) -> Size {
        let room = self.room.unwrap_or(frame);
        match self.axis {
            StackAxis::Down => Size::new(room.width, whole.height()),
            StackAxis::Across => Size::new(whole.width(), room.height),
        }
    }

    /// Returns an error if all parts together are longer than the space for them. Returns `None` if
    /// they fit.
    fn excess(self, size: Size) -> Option<Diagnostic> {
        let room = self.room?;
        let (is, most, long) = match self.axis {
            StackAxis::Down => (size.height, room.height, "tall"),
            StackAxis::Across => (size.width, room.width, "wide"),
        };
        if is <= most + OVERSHOOT {
            return None;
        }
        let excess = ShortNumber(((is - most) * 10.0).ceil() / 10.0);
        let message = format!("the parts of this stack together are {excess} mm too {long} for its `size`");
        let hint = "use a larger `size`, a smaller `gap`, or fewer or smaller parts";
        Some(codes::TEXT_TOO_LARGE.error(message).hint(hint))
    }
}
