//! Defines the panels of each kind of box.
//!
//! - In: the kind, and the size of the inside.
//! - Out: the flat parts from which the box is folded. A tray with a lid has two parts, and any other
//!   box has one.
//! - Not here: the place of a panel on its flat part (`panel.rs`).
//!
//! The proportions of flaps, tongues and slits come from programs that draw tuck boxes, such as
//! `sumpfork/tuckboxes`. The notch for the thumb and the order of the panels come from the template
//! `PokerTuckBox54` of The Game Crafter.

use kurbo::Size;

use super::panel::{Face, Panel, PanelEdge, Use};
use hexpress_language::tables::layout::BoxKind;
use hexpress_language::values::inside::Inside;

/// The gap between a flap and the panels next to it in the folded box, in mm.
const FLAP_GAP_MM: f64 = 0.5;
/// How far the two outer corners of a glue flap are moved inwards, in mm. The outer corners are
/// opposite the fold.
const GLUE_TAPER: f64 = 2.0;
/// The largest depth of a flap that is glued inside a tray or a cube, in mm.
const MAX_TAB_DEPTH_MM: f64 = 12.0;
/// The inside of a lid is wider and higher than the inside of its tray by this length, in mm. The lid
/// needs space for two layers of cardboard on each side, and for some air.
const LID_AIR: f64 = 1.5;
/// The height of the panel that has the hole for a hook, in mm.
const HOOK_HEIGHT: f64 = 28.0;
/// The diameter of the hole for a hook, in mm. Narrow boxes have a smaller hole.
const HOOK_HOLE: f64 = 8.0;

/// A flat part of a box.
pub struct BoxPanel {
    /// The text that is appended to the name of the component. Empty if a box has only one part.
    pub suffix: &'static str,
    pub panel: Panel,
    /// The size of the inside. `None` if nothing can be put into this part.
    pub inside: Option<Inside>,
    pub hook: Option<HookHole>,
}

/// A round hole for a hook. It is above the middle of the back.
pub struct HookHole {
    /// The distance between the middle of the hole and the top edge of the back, in mm.
    pub above: f64,
    /// The diameter in mm.
    pub diameter: f64,
}

impl BoxPanel {
    fn new(panel: Panel, inside: Option<Inside>) -> Self {
        Self { suffix: "", panel, inside, hook: None }
    }
}

/// Returns the flat parts of a box.
pub fn parts(kind: BoxKind, inside: Inside) -> Vec<BoxPanel> {
    let open = |panel| BoxPanel::new(panel, Some(inside));
    match kind {
        BoxKind::Tuck => vec![open(tuck(inside))],
        BoxKind::Hook => {
            let diameter = HOOK_HOLE.min(inside.width / 3.0);
            vec![BoxPanel {
                hook: Some(HookHole { above: HOOK_HEIGHT / 2.0, diameter }),
                ..open(hook(inside))
            }]
        }
        BoxKind::Sleeve => vec![open(sleeve(inside))],
        BoxKind::Screen => vec![BoxPanel::new(screen(inside), None)],
        BoxKind::Standee => vec![BoxPanel::new(standee(inside), None)],
        BoxKind::Die => vec![BoxPanel::new(die(inside), None)],
        BoxKind::TrayAndLid => {
            let wider = lid_inside(inside);
            let lid = BoxPanel::new(tray(Face::Top, wider), Some(wider));
            vec![
                BoxPanel { suffix: "-tray", ..open(tray(Face::Bottom, inside)) },
                BoxPanel { suffix: "-lid", ..lid },
            ]
        }
    }
}

/// Returns the faces on which elements can be drawn, for a kind of box.
pub fn faces(kind: BoxKind) -> &'static [Face] {
    use Face::{Back, Bottom, Front, Left, Right, Top};
    match kind {
        BoxKind::Tuck | BoxKind::Hook | BoxKind::TrayAndLid | BoxKind::Die => {
            &[Front, Back, Left, Right, Top, Bottom]
        }
        BoxKind::Sleeve => &[Front, Back, Left, Right],
        BoxKind::Screen => &[Front, Left, Right],
        BoxKind::Standee => &[Front, Back],
    }
}

/// Returns a panel that shows a face. The face is not rotated on the flat box.
fn face(face: Face, width: f64, height: f64) -> Panel {
    Panel::new(Use::Shows(face, 0.0), width, height)
}

/// Returns a flap that is glued to another panel. `length` is the length of the edge along which the
/// flap is folded.
fn glue(length: f64, depth: f64) -> Panel {
    let taper = GLUE_TAPER.min(depth / 2.0).min(length / 5.0);
    Panel::new(Use::Glue, length - FLAP_GAP_MM, depth).with_far_corners([taper; 2], [0.0; 2])
}

/// Returns a small flap at an open end. It is folded in before the lid is closed.
fn dust_flap(inside: Inside) -> Panel {
    let Inside { width, depth, .. } = inside;
    let reach = (0.6 * depth).min(width / 2.0 - FLAP_GAP_MM);
    let length = depth - 2.0 * FLAP_GAP_MM;
    let radius = reach.min(length) / 3.0;
    Panel::new(Use::Flap, length, reach).with_far_corners([0.0; 2], [radius; 2])
}

/// Returns a lid with a tongue. `turn` is the rotation of the top face on the flat box, in degrees
/// clockwise.
fn lid(turn: f64, inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let reach = (5.0 + 0.3 * depth).min(height / 2.0);
    let length = width - 2.0 * FLAP_GAP_MM;
    let radius = reach.min(length / 3.0);
    let tongue = Panel::new(Use::Flap, length, reach).with_far_corners([0.0; 2], [radius; 2]);
    let slit = (0.3 * depth).min(length / 4.0);
    Panel::new(Use::Shows(Face::Top, turn), width, depth).with_slits(PanelEdge::Far, tongue, slit)
}

/// Returns the size of the notch at which a thumb pulls the lid open.
fn notch(inside: Inside) -> Size {
    let width = (0.94 * inside.depth).min(18.2).min(inside.width / 2.0);
    Size::new(width, (0.467 * width).min(inside.height / 4.0))
}

/// Returns the flap of the front. The bottom is glued onto this flap.
fn bottom_flap(inside: Inside) -> Panel {
    glue(inside.width - FLAP_GAP_MM, 0.6 * inside.depth)
}

/// Returns a tuck box. From left to right, it has the left side, the back, the right side, the
/// front, and a glue flap as wide as a side.
fn tuck(inside: Inside) -> Panel {
    let front = face(Face::Front, inside.height, inside.width).with_notch(PanelEdge::Left, notch(inside));
    closed(front, inside).with(PanelEdge::Far, lid(180.0, inside))
}

/// Returns a box that hangs on a hook. It differs from a tuck box in two ways. Its lid is joined to the
/// front, and a panel with a hole is above the back.
fn hook(inside: Inside) -> Panel {
    let radius = 6.0_f64.min(inside.width / 4.0);
    let hook = Panel::new(Use::Flap, inside.width, HOOK_HEIGHT).with_far_corners([0.0; 2], [radius; 2]);
    let front = face(Face::Front, inside.height, inside.width).with(PanelEdge::Left, lid(0.0, inside));
    closed(front, inside).with_flat(PanelEdge::Far, hook)
}

/// Returns the parts that tuck boxes and hanging boxes have in common: the back, to which the bottom and
/// the sides are joined, and the front, which is joined to the right side. Nothing is joined to the top
/// edge of the back yet.
fn closed(front: Panel, inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let front = front
        .with(PanelEdge::Right, bottom_flap(inside))
        .with(PanelEdge::Far, glue(height, depth - FLAP_GAP_MM));
    let side = |shows| {
        face(shows, height, depth)
            .with(PanelEdge::Left, dust_flap(inside))
            .with(PanelEdge::Right, dust_flap(inside))
    };
    face(Face::Back, width, height)
        .with(PanelEdge::Near, Panel::new(Use::Shows(Face::Bottom, 180.0), width, depth))
        .with(PanelEdge::Left, side(Face::Left))
        .with(PanelEdge::Right, side(Face::Right).with(PanelEdge::Far, front))
}

/// Returns a sleeve. From left to right, it has the left side, the back, the right side, the front,
/// and a glue flap as wide as a side.
fn sleeve(inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let front = face(Face::Front, height, width).with(PanelEdge::Far, glue(height, depth - FLAP_GAP_MM));
    face(Face::Back, width, height)
        .with(PanelEdge::Left, face(Face::Left, height, depth))
        .with(PanelEdge::Right, face(Face::Right, height, depth).with(PanelEdge::Far, front))
}

/// Returns a tray: a floor with four walls. The left wall and the right wall have flaps that are glued
/// to the inside of the other two walls. A lid is a tray that is turned over.
fn tray(floor: Face, inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let tab = || glue(depth, MAX_TAB_DEPTH_MM.min(width / 2.0 - FLAP_GAP_MM));
    let wall = |side, turn, length| Panel::new(Use::Shows(side, turn), length, depth);
    // The rotations of the far wall and the near wall of a lid. Texts on the walls of the lid and of the
    // tray are upright when the floor of the tray is at the bottom.
    let (far, near) = (180.0, 0.0);
    let is_lid = floor == Face::Top;
    // The outer side of a lid is seen from above, so its left wall is on the left. The outer side
    // of a tray's floor is seen from below, so left and right are exchanged.
    let (left, right) = if is_lid { (Face::Left, Face::Right) } else { (Face::Right, Face::Left) };
    // Returns the rotation of a wall. `down` is the rotation that this wall has on a lid, whose walls
    // have their upper side next to the floor. The walls of a tray have their lower side next to the
    // floor, so they are rotated by 180° more.
    let turn = |down: f64| if is_lid { down } else { (down + 180.0) % 360.0 };
    face(floor, width, height)
        .with(
            PanelEdge::Left,
            wall(left, turn(90.0), height).with(PanelEdge::Left, tab()).with(PanelEdge::Right, tab()),
        )
        .with(
            PanelEdge::Right,
            wall(right, turn(270.0), height).with(PanelEdge::Left, tab()).with(PanelEdge::Right, tab()),
        )
        .with(PanelEdge::Far, wall(Face::Back, turn(far), width))
        .with(PanelEdge::Near, wall(Face::Front, turn(near), width))
}

/// Returns the size of the inside of a lid. `inside` is the inside of its tray.
fn lid_inside(inside: Inside) -> Inside {
    let Inside { width, height, depth } = inside;
    let depth_of_lid = (0.4 * depth).max(10.0).min(depth);
    Inside { width: width + LID_AIR, height: height + LID_AIR, depth: depth_of_lid }
}

/// Returns a screen: a panel in the middle, and on each side a panel that can be folded forwards.
fn screen(inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    face(Face::Front, width, height)
        .with(PanelEdge::Left, face(Face::Left, height, depth))
        .with(PanelEdge::Right, face(Face::Right, height, depth))
}

/// Returns a standee: a front and a back that lean against each other. Their feet are glued to each
/// other.
fn standee(inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let back =
        Panel::new(Use::Shows(Face::Back, 180.0), width, height).with(PanelEdge::Far, glue(width, depth));
    face(Face::Front, width, height)
        .with(PanelEdge::Far, back)
        .with(PanelEdge::Near, Panel::new(Use::Flap, width, depth))
}

/// Returns a die: six faces in the form of a cross. Where two faces meet without a fold, one of them
/// has a glue flap.
fn die(inside: Inside) -> Panel {
    let edge = inside.width;
    let tab = || {
        let depth = MAX_TAB_DEPTH_MM.min(edge / 3.0);
        Panel::new(Use::Glue, edge - 2.0 * FLAP_GAP_MM, depth).with_far_corners([depth * 0.8; 2], [0.0; 2])
    };
    let left = face(Face::Left, edge, edge)
        .with(PanelEdge::Left, tab())
        .with(PanelEdge::Far, tab())
        .with(PanelEdge::Right, tab());
    let right = face(Face::Right, edge, edge)
        .with(PanelEdge::Left, tab())
        .with(PanelEdge::Far, face(Face::Back, edge, edge))
        .with(PanelEdge::Right, tab());
    face(Face::Front, edge, edge)
        .with(PanelEdge::Far, face(Face::Top, edge, edge).with(PanelEdge::Far, tab()))
        .with(PanelEdge::Near, face(Face::Bottom, edge, edge).with(PanelEdge::Far, tab()))
        .with(PanelEdge::Left, left)
        .with(PanelEdge::Right, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::panel::flat;
    use hexpress_base::contour::Contour;
    use hexpress_language::values::inside::MIN_SIDE_MM;

    /// Checks that the outlines of thin, flat and long boxes do not cross themselves.
    #[test]
    fn boxes_of_any_proportions_have_an_outline() {
        use BoxKind::{Die, Hook, Screen, Sleeve, Standee, TrayAndLid, Tuck};
        let lengths = [MIN_SIDE_MM, 20.0, 600.0];
        for kind in [Tuck, Hook, TrayAndLid, Sleeve, Screen, Standee, Die] {
            for width in lengths {
                for height in lengths {
                    for depth in lengths {
                        for part in parts(kind, Inside { width, height, depth }) {
                            let contour = Contour::new(&flat(&part.panel, 3.0).outline);
                            assert!(contour.crossing().is_none(), "{kind:?} {width} x {height} x {depth}");
                        }
                    }
                }
            }
        }
    }
}
