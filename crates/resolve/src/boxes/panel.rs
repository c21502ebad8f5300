//! Places the panels of a box on its flat part.
//!
//! - In: a tree of panels. Each panel except the first is joined to an edge of another panel, which
//!   is called its parent.
//! - Out: the outline of the flat box, its folds, slits and glue flaps, and the place of each face.
//! - Not here: deciding which panels a box has.
//!
//! Each panel has its own coordinates. The edge that joins it to its parent leads from (0, 0) to
//! (width, 0). The `y` axis points up, so the panel is above this edge. Edges are listed in clockwise
//! order.

use kurbo::{Affine, BezPath, Line, Point, Rect, Shape as _, Size, Vec2};

use super::bleed_strips::bleed_strips;
use hexpress_base::round_shapes::QUARTER_HANDLE;
use hexpress_game::pieces::Net;

/// The width of the printed strip along the fold of a glue flap, in mm. The artwork of the next panel
/// continues on this strip. The rest of the flap is white.
const AROUND_FOLD: f64 = 1.0;

/// A face of a box on which elements can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    Front,
    Back,
    Left,
    Right,
    Top,
    Bottom,
}

/// The purpose of a panel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Use {
    /// The panel shows a face of the box. On the flat box, the face is rotated clockwise by this
    /// angle, in degrees. With an angle of 0, the upper side of the face points up.
    Shows(Face, f64),
    /// The panel is folded into the box.
    Flap,
    /// The panel is glued to the inside of another panel.
    Glue,
}

/// A panel of a flat box.
#[derive(Debug, Clone)]
pub struct Panel {
    /// The width is the length of the near edge, which joins the panel to its parent. The height is the
    /// distance from the near edge to the far edge. Both are in mm.
    size: Size,
    use_: Use,
    /// The edges in the order left, far, right and near. The near edge joins the panel to its parent.
    /// Only the first panel, which has no parent, can have another panel at its near edge.
    edges: [Edge; 4],
    /// How far the left end and the right end of the far edge are moved inwards, in mm.
    taper: [f64; 2],
    /// The radii of the corners at the left end and the right end of the far edge, in mm.
    radii: [f64; 2],
}

/// The shape of an edge of a panel, or the panel that is joined to the edge.
#[derive(Debug, Clone, Default)]
enum Edge {
    #[default]
    Free,
    /// The edge has a notch for a thumb, with this width and depth in mm.
    Notch(Size),
    Joined(Joint),
}

/// Another panel that is joined to an edge.
#[derive(Debug, Clone)]
struct Joint {
    panel: Box<Panel>,
    /// The length of the slits at the two ends of the fold, in mm.
    slit: f64,
    is_folded: bool,
}

/// The edges of a panel, in clockwise order.
#[derive(Debug, Clone, Copy)]
pub enum PanelEdge {
    Left,
    Far,
    Right,
    /// The edge that joins the panel to its parent. Only the first panel, which has no parent, can have
    /// another panel at this edge.
    Near,
}

impl Panel {
    pub fn new(use_: Use, width: f64, height: f64) -> Self {
        let edges = [const { Edge::Free }; 4];
        Self { size: Size::new(width, height), use_, edges, taper: [0.0; 2], radii: [0.0; 2] }
    }

    /// Joins another panel to the middle of an edge, with a fold.
    pub fn with(self, side: PanelEdge, panel: Self) -> Self {
        self.with_slits(side, panel, 0.0)
    }

    /// Joins another panel with a fold. The fold has a slit of this length at both ends.
    pub fn with_slits(mut self, side: PanelEdge, panel: Self, slit: f64) -> Self {
        self.edges[side as usize] = Edge::Joined(Joint { panel: Box::new(panel), slit, is_folded: true });
        self
    }

    /// Joins another panel without a fold.
    pub fn with_flat(mut self, side: PanelEdge, panel: Self) -> Self {
        self.edges[side as usize] =
            Edge::Joined(Joint { panel: Box::new(panel), slit: 0.0, is_folded: false });
        self
    }

    pub fn with_notch(mut self, side: PanelEdge, notch: Size) -> Self {
        self.edges[side as usize] = Edge::Notch(notch);
        self
    }

    /// Moves the far corners inwards by the lengths in `taper`, and rounds them by `radii`.
    pub fn with_far_corners(mut self, taper: [f64; 2], radii: [f64; 2]) -> Self {
        (self.taper, self.radii) = (taper, radii);
        self
    }

    /// Returns the corners in clockwise order: near left, far left, far right, near right.
    fn corners(&self) -> [Point; 4] {
        let Size { width, height } = self.size;
        let [left, right] = self.taper;
        [Point::ZERO, Point::new(left, height), Point::new(width - right, height), Point::new(width, 0.0)]
    }
}

/// A box that is unfolded flat. All coordinates are in mm from the middle of its bounding box, and
/// `y` points down.
#[derive(Debug, Clone, PartialEq)]
pub struct Flat {
    pub outline: BezPath,
    pub size: Size,
    pub net: Net,
    pub faces: Vec<FlatFace>,
}

/// The place of a face on a flat box.
#[derive(Debug, Clone, PartialEq)]
pub struct FlatFace {
    pub face: Face,
    pub centre: Point,
    /// The width and height of the face in mm, before it is rotated.
    pub size: Size,
    /// The rotation in degrees clockwise.
    pub turn: f64,
    /// The strips of bleed along the edges to which no other panel is joined. A strip overlaps its own
    /// face, but no other panel.
    pub bleed: Vec<Rect>,
}

/// Unfolds a box. `panel` is its first panel, and `bleed` is in mm.
pub fn flat(panel: &Panel, bleed: f64) -> Flat {
    let mut tracer = OutlineTracer { bleed, ..OutlineTracer::default() };
    // In the coordinates of panels, `y` points up. This transform is the only place at which `y` is
    // flipped.
    let upright = Affine::FLIP_Y;
    tracer.path.move_to(upright * Point::ZERO);
    tracer.around(panel, upright);
    let near = [panel.corners()[3], Point::ZERO];
    tracer.edge(&panel.edges[PanelEdge::Near as usize], near, upright);
    tracer.path.close_path();
    let bounds = tracer.path.bounding_box();
    let centred = Affine::translate(-bounds.center().to_vec2());
    let net = Net {
        inside: None,
        folds: tracer.folds.iter().map(|line| centred * *line).collect(),
        slits: tracer.slits.iter().map(|line| centred * *line).collect(),
        glue: tracer.glue.iter().map(|path| centred * path).collect(),
        seams: tracer.folds_without_slits.iter().map(|line| centred * *line).collect(),
        panels: tracer.middles.iter().map(|centre| centred * *centre).collect(),
        part: None,
    };
    let faces = tracer.faces.iter().map(|found| FlatFace {
        face: found.face,
        centre: centred * found.area.center(),
        size: found.size(),
        turn: found.turn,
        bleed: bleed_strips(found.area, found.with_bleed, &tracer.panels)
            .into_iter()
            .map(|strip| centred.transform_rect_bbox(strip))
            .collect(),
    });
    let faces: Vec<FlatFace> = faces.collect();
    Flat { outline: centred * tracer.path, size: bounds.size(), net, faces }
}

/// A face of a flat box, found while the outline is followed.
struct TracedFace {
    face: Face,
    /// The rotation in degrees clockwise.
    turn: f64,
    area: Rect,
    /// The area of the face, with the bleed along those of its edges to which no other panel is joined.
    with_bleed: Rect,
}

impl TracedFace {
    /// Returns the width and height of the face before it is rotated, in mm.
    fn size(&self) -> Size {
        let is_lying = (self.turn / 90.0) % 2.0 != 0.0;
        if is_lying { Size::new(self.area.height(), self.area.width()) } else { self.area.size() }
    }
}

/// Follows the outline of a flat box, and collects the outline, the folds, the slits and the faces.
#[derive(Default)]
struct OutlineTracer {
    /// The bleed in mm.
    bleed: f64,
    path: BezPath,
    folds: Vec<Line>,
    slits: Vec<Line>,
    glue: Vec<BezPath>,
    /// The lines in `folds` that have no slits at their ends.
    folds_without_slits: Vec<Line>,
    /// The middles of all panels.
    middles: Vec<Point>,
    faces: Vec<TracedFace>,
    /// The areas of all panels except glue flaps. Artwork of other faces must not extend into these
    /// areas.
    panels: Vec<Rect>,
}

impl OutlineTracer {
    /// Follows the outline of a panel, from the start of its near edge to the end of this edge.
    fn around(&mut self, panel: &Panel, place: Affine) {
        self.record(panel, place);
        let corners = panel.corners();
        let radii = panel.radii;
        // If a corner is rounded, the edge from this corner to the corner `towards` begins later. Returns
        // the point at which it begins, `radius` mm from the corner.
        let cut = |corner: usize, towards: usize, radius: f64| {
            let (from, to) = (corners[corner], corners[towards]);
            from + (to - from).normalize() * radius
        };
        let left = [corners[0], cut(1, 0, radii[0])];
        let far = [cut(1, 2, radii[0]), cut(2, 1, radii[1])];
        let right = [cut(2, 3, radii[1]), corners[3]];
        self.edge(&panel.edges[PanelEdge::Left as usize], left, place);
        self.round(place, left[1], corners[1], far[0]);
        self.edge(&panel.edges[PanelEdge::Far as usize], far, place);
        self.round(place, far[1], corners[2], right[0]);
        self.edge(&panel.edges[PanelEdge::Right as usize], right, place);
    }

    /// Rounds a corner: adds a curve from the point `from`, which is before the corner, to the point
    /// `to`, which is after it.
    fn round(&mut self, place: Affine, from: Point, corner: Point, to: Point) {
        if from == to {
            return;
        }
        let handles = [from, to].map(|end| place * end.lerp(corner, QUARTER_HANDLE));
        self.path.curve_to(handles[0], handles[1], place * to);
    }

    /// Follows an edge. If a panel is joined to the edge, also follows the outline of this panel.
    fn edge(&mut self, edge: &Edge, [from, to]: [Point; 2], place: Affine) {
        let along = (to - from).normalize();
        let length = (to - from).hypot();
        let end = place * to;
        match edge {
            Edge::Free => {}
            Edge::Notch(notch) => {
                let centre = from + along * (length / 2.0);
                let inwards = Vec2::new(along.y, -along.x) * notch.height;
                let half = along * (notch.width / 2.0);
                let (start, deepest, stop) = (centre - half, centre + inwards, centre + half);
                self.path.line_to(place * start);
                self.round(place, start, start + inwards, deepest);
                self.round(place, deepest, stop + inwards, stop);
            }
            Edge::Joined(joint) => {
                let panel = &joint.panel;
                let start = from + along * ((length - panel.size.width) / 2.0);
                let stop = start + along * panel.size.width;
                // The `x` axis of the joined panel leads along the edge, and its `y` axis points
                // outwards.
                let axes = Affine::new([along.x, along.y, -along.y, along.x, start.x, start.y]);
                if start.distance(from) > 1e-9 {
                    self.path.line_to(place * start);
                }
                let fold = Line::new(start + along * joint.slit, stop - along * joint.slit);
                if joint.is_folded {
                    self.folds.push(place * fold);
                    self.folds_without_slits.extend((joint.slit == 0.0).then(|| place * fold));
                }
                if joint.slit > 0.0 {
                    self.slits.push(place * Line::new(start, fold.p0));
                    self.slits.push(place * Line::new(stop, fold.p1));
                }
                self.around(panel, place * axes);
                if stop.distance(to) <= 1e-9 {
                    return;
                }
            }
        }
        self.path.line_to(end);
    }

    /// Records the face or the glue area of a panel.
    fn record(&mut self, panel: &Panel, place: Affine) {
        let area = place.transform_rect_bbox(Rect::from_origin_size(Point::ZERO, panel.size));
        self.middles.push(area.center());
        if panel.use_ != Use::Glue {
            self.panels.push(area);
        }
        match panel.use_ {
            Use::Shows(face, turn) => {
                let [left, far, right, near] = panel.edges.each_ref().map(|edge| match edge {
                    Edge::Free | Edge::Notch(_) => self.bleed,
                    Edge::Joined(_) => 0.0,
                });
                // Only the first panel has bleed at its near edge, because the near edge of any other
                // panel joins it to its parent.
                let near = if self.faces.is_empty() { near } else { 0.0 };
                let Size { width, height } = panel.size;
                let with_bleed = Rect::new(-left, -near, width + right, height + far);
                let with_bleed = place.transform_rect_bbox(with_bleed);
                self.faces.push(TracedFace { face, turn, area, with_bleed });
            }
            Use::Flap => {}
            Use::Glue => {
                let [a, b, c, d] = panel.corners();
                let up = AROUND_FOLD / panel.size.height;
                let mut area = BezPath::new();
                area.move_to(a.lerp(b, up));
                for corner in [b, c, d.lerp(c, up)] {
                    area.line_to(corner);
                }
                area.close_path();
                self.glue.push(place * area);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_is_joined_at_the_edge_that_it_names() {
        let side = |face| Panel::new(Use::Shows(face, 0.0), 60.0, 10.0);
        let front = Panel::new(Use::Shows(Face::Front, 0.0), 40.0, 60.0)
            .with(PanelEdge::Left, side(Face::Left))
            .with(PanelEdge::Right, side(Face::Right));
        let flat = flat(&front, 3.0);
        assert_eq!(flat.size, Size::new(60.0, 60.0));
        let bleed = &flat.faces[1].bleed;
        assert!(bleed.contains(&Rect::new(-33.0, -33.0, -20.0, 33.0)), "{bleed:?}");
        let middles: Vec<_> = flat.faces.iter().map(|face| (face.face, face.centre.x)).collect();
        assert_eq!(middles, [(Face::Front, 0.0), (Face::Left, -25.0), (Face::Right, 25.0)]);
        assert_eq!(flat.faces[1].size, Size::new(10.0, 60.0));
        let folds: Vec<f64> = flat.net.folds.iter().map(|fold| fold.p0.x).collect();
        assert_eq!(folds, [-20.0, 20.0]);
    }

    #[test]
    fn a_fold_with_slits_is_shorter_than_its_panel() {
        let lid = Panel::new(Use::Shows(Face::Top, 0.0), 40.0, 10.0).with_slits(
            PanelEdge::Far,
            Panel::new(Use::Flap, 38.0, 8.0).with_far_corners([0.0; 2], [4.0; 2]),
            3.0,
        );
        let flat = flat(&lid, 3.0);
        assert_eq!(flat.net.folds.iter().map(|fold| fold.p0.distance(fold.p1)).collect::<Vec<_>>(), [32.0]);
        assert!(flat.net.slits.iter().all(|slit| (slit.p0.distance(slit.p1) - 3.0).abs() < 1e-9));
        assert_eq!(flat.size, Size::new(40.0, 18.0));
    }
}
