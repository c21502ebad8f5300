//! The panels of each kind of box.
//!
//! - In: the kind, and the size of the inside.
//! - Out: the flat parts that are folded: one, or two for a tray and its lid.
//! - Not here: where a panel is on the flat part (`panel`).
//!
//! The proportions of flaps, tongues and slits are those of generators of tuck boxes such as
//! `sumpfork/tuckboxes`. The notch for the thumb and the order of the panels are those of the
//! template `PokerTuckBox54` of The Game Crafter.

use kurbo::Size;

use super::panel::{At, Face, Panel, Use};
use hexpress_language::tables::layout::BoxKind;
use hexpress_language::values::inside::Inside;

/// How much narrower a flap is than the space that it moves in, in mm at each end.
const PLAY: f64 = 0.5;
/// How far the far corners of a glue flap move inwards, in mm.
const GLUE_TAPER: f64 = 2.0;
/// The deepest flap that is glued inside a tray or a cube, in mm.
const DEEPEST_TAB: f64 = 12.0;
/// How much larger a lid is than its tray inside, in mm: twice the card on both sides, and air.
const LID_AIR: f64 = 1.5;
/// The height of the panel with the hole of a hook, in mm.
const HOOK_HEIGHT: f64 = 28.0;
/// The diameter of the hole for a hook, in mm.
pub const HOOK_HOLE: f64 = 8.0;

/// A flat part of a box.
pub struct Part {
    /// What is appended to the name of the component. Empty if a box has one part.
    pub suffix: &'static str,
    pub panel: Panel,
    /// The size of the inside; `None` if nothing can be put inside.
    pub inside: Option<Inside>,
    /// The middle of a hole for a hook: its distance from the top edge of the flat part, in mm.
    pub hook: Option<f64>,
}

impl Part {
    fn new(panel: Panel, inside: Option<Inside>) -> Self {
        Self { suffix: "", panel, inside, hook: None }
    }
}

/// Returns the flat parts of a box.
pub fn parts(kind: BoxKind, inside: Inside) -> Vec<Part> {
    let open = |panel| Part::new(panel, Some(inside));
    match kind {
        BoxKind::Tuck => vec![open(tuck(inside))],
        BoxKind::Hook => vec![Part { hook: Some(HOOK_HEIGHT / 2.0), ..open(hook(inside)) }],
        BoxKind::Sleeve => vec![open(sleeve(inside))],
        BoxKind::Screen => vec![Part::new(screen(inside), None)],
        BoxKind::Standee => vec![Part::new(standee(inside), None)],
        BoxKind::Die => vec![Part::new(die(inside), None)],
        BoxKind::TrayAndLid => {
            let wider = lid_inside(inside);
            let lid = Part::new(tray(Face::Top, wider), Some(wider));
            vec![Part { suffix: "-tray", ..open(tray(Face::Bottom, inside)) }, Part { suffix: "-lid", ..lid }]
        }
    }
}

/// Returns the faces of a kind of box that elements can be drawn on.
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

/// A panel that shows an upright face.
fn face(face: Face, width: f64, height: f64) -> Panel {
    Panel::new(Use::Shows(face, 0.0), width, height)
}

/// A flap that is glued: as long as its edge, and this deep.
fn glue(length: f64, depth: f64) -> Panel {
    let taper = GLUE_TAPER.min(depth / 2.0);
    Panel::new(Use::Glue, length - PLAY, depth).with_far_corners([taper; 2], [0.0; 2])
}

/// A flap that closes a part of an open end, before the lid does.
fn dust_flap(inside: Inside) -> Panel {
    let Inside { width, depth, .. } = inside;
    let reach = (0.6 * depth).min(width / 2.0 - PLAY);
    let length = depth - 2.0 * PLAY;
    let radius = reach.min(length) / 3.0;
    Panel::new(Use::Flap, length, reach).with_far_corners([0.0; 2], [radius; 2])
}

/// A lid with a tongue.
fn lid(turn: f64, inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let reach = (5.0 + 0.3 * depth).min(height / 2.0);
    let length = width - 2.0 * PLAY;
    let radius = reach.min(length / 3.0);
    let tongue = Panel::new(Use::Flap, length, reach).with_far_corners([0.0; 2], [radius; 2]);
    let slit = (0.3 * depth).min(length / 4.0);
    Panel::new(Use::Shows(Face::Top, turn), width, depth).with_slits(At::Far, tongue, slit)
}

/// The notch that lets a thumb pull the lid.
fn notch(inside: Inside) -> Size {
    let width = (0.94 * inside.depth).min(18.2).min(inside.width / 2.0);
    Size::new(width, (0.467 * width).min(inside.height / 4.0))
}

/// The flap of the front that the bottom is glued to.
fn bottom_flap(inside: Inside) -> Panel {
    glue(inside.width - PLAY, 0.6 * inside.depth)
}

/// From left to right: left side, back, right side, front, and a glue flap as wide as a side.
fn tuck(inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let front = face(Face::Front, height, width)
        .with_notch(At::Left, notch(inside))
        .with(At::Right, bottom_flap(inside))
        .with(At::Far, glue(height, depth - PLAY));
    let right = face(Face::Right, height, depth)
        .with(At::Left, dust_flap(inside))
        .with(At::Right, dust_flap(inside))
        .with(At::Far, front);
    let left =
        face(Face::Left, height, depth).with(At::Left, dust_flap(inside)).with(At::Right, dust_flap(inside));
    face(Face::Back, width, height)
        .with(At::Far, lid(180.0, inside))
        .with(At::Near, Panel::new(Use::Shows(Face::Bottom, 180.0), width, depth))
        .with(At::Left, left)
        .with(At::Right, right)
}

/// Like a tuck box, but the lid is at the front, and a panel with a hole is above the back.
fn hook(inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let front = face(Face::Front, height, width)
        .with(At::Left, lid(0.0, inside))
        .with(At::Right, bottom_flap(inside))
        .with(At::Far, glue(height, depth - PLAY));
    let right = face(Face::Right, height, depth)
        .with(At::Left, dust_flap(inside))
        .with(At::Right, dust_flap(inside))
        .with(At::Far, front);
    let left =
        face(Face::Left, height, depth).with(At::Left, dust_flap(inside)).with(At::Right, dust_flap(inside));
    let hook =
        Panel::new(Use::Flap, width, HOOK_HEIGHT).with_far_corners([0.0; 2], [6.0_f64.min(width / 4.0); 2]);
    face(Face::Back, width, height)
        .with_flat(At::Far, hook)
        .with(At::Near, Panel::new(Use::Shows(Face::Bottom, 180.0), width, depth))
        .with(At::Left, left)
        .with(At::Right, right)
}

/// From left to right: left side, back, right side, front, and a glue flap as wide as a side.
fn sleeve(inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let front = face(Face::Front, height, width).with(At::Far, glue(height, depth - PLAY));
    face(Face::Back, width, height)
        .with(At::Left, face(Face::Left, height, depth))
        .with(At::Right, face(Face::Right, height, depth).with(At::Far, front))
}

/// A floor with four walls. The walls on the left and the right have flaps that are glued to the
/// inside of the other two walls. A lid is a tray that is turned over.
fn tray(floor: Face, inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let tab = || glue(depth, DEEPEST_TAB.min(width / 2.0 - PLAY));
    let wall = |side, turn, length| Panel::new(Use::Shows(side, turn), length, depth);
    // The words on the walls of a lid are upright when the lid is on the tray. Those of a tray are
    // upright when its floor is at the bottom.
    let (outwards, inwards) = (180.0, 0.0);
    let is_lid = floor == Face::Top;
    // Seen from above, the left wall of a lid is on the left. The floor of a tray is seen from below.
    let (left, right) = if is_lid { (Face::Left, Face::Right) } else { (Face::Right, Face::Left) };
    let turn = |down: f64| if is_lid { down } else { (down + 180.0) % 360.0 };
    face(floor, width, height)
        .with(At::Left, wall(left, turn(90.0), height).with(At::Left, tab()).with(At::Right, tab()))
        .with(At::Right, wall(right, turn(270.0), height).with(At::Left, tab()).with(At::Right, tab()))
        .with(At::Far, wall(Face::Back, turn(outwards), width))
        .with(At::Near, wall(Face::Front, turn(inwards), width))
}

/// The inside of the lid of a tray with this inside.
fn lid_inside(inside: Inside) -> Inside {
    let Inside { width, height, depth } = inside;
    let depth_of_lid = (0.4 * depth).max(10.0).min(depth);
    Inside { width: width + LID_AIR, height: height + LID_AIR, depth: depth_of_lid }
}

/// A panel in the middle, and one on each side that stands forward.
fn screen(inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    face(Face::Front, width, height)
        .with(At::Left, face(Face::Left, height, depth))
        .with(At::Right, face(Face::Right, height, depth))
}

/// A front and a back that lean against each other. Their feet are glued onto each other.
fn standee(inside: Inside) -> Panel {
    let Inside { width, height, depth } = inside;
    let back = Panel::new(Use::Shows(Face::Back, 180.0), width, height).with(At::Far, glue(width, depth));
    face(Face::Front, width, height).with(At::Far, back).with(At::Near, Panel::new(Use::Flap, width, depth))
}

/// A cross of six faces, with a glue flap at each edge that no fold joins.
fn die(inside: Inside) -> Panel {
    let edge = inside.width;
    let tab = || {
        let depth = DEEPEST_TAB.min(edge / 3.0);
        Panel::new(Use::Glue, edge - 2.0 * PLAY, depth).with_far_corners([depth * 0.8; 2], [0.0; 2])
    };
    let left = face(Face::Left, edge, edge).with(At::Left, tab()).with(At::Far, tab()).with(At::Right, tab());
    let right = face(Face::Right, edge, edge)
        .with(At::Left, tab())
        .with(At::Far, face(Face::Back, edge, edge))
        .with(At::Right, tab());
    face(Face::Front, edge, edge)
        .with(At::Far, face(Face::Top, edge, edge).with(At::Far, tab()))
        .with(At::Near, face(Face::Bottom, edge, edge).with(At::Far, tab()))
        .with(At::Left, left)
        .with(At::Right, right)
}
