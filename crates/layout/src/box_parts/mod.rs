//! Divides flat boxes along their folds if they are larger than a sheet.
//!
//! - In: a game, and the setup with its paper.
//! - Out: the same game. A box that is too large is replaced by its parts. Users glue the parts
//!   together, and then fold the box.
//! - Not here: boxes with a panel that is larger than a sheet. Such boxes become posters.

mod divide;
mod region;
mod window;

use std::sync::Arc;

use kurbo::{Affine, BezPath, Line, Rect, Shape as _, Size, Vec2};

use crate::draw::frame::Frame;
use crate::plan::no_fit::PieceRoom;
use crate::plan::piece_size::piece_size;
use crate::setup::Setup;
use divide::{Divider, Division, Join};
use hexpress_base::geometry::bounds;
use hexpress_game::element::Element;
use hexpress_game::pieces::{Hole, Joint, Net, NetPart, PartJoint, PathOutline, WholeNet};
use hexpress_game::{Body, Component, Figure, Game, Outline, PerRow, PieceSet, PieceSize, Shape};
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::value::{ElementPlace, Extent, Measure, Pair};
pub use region::Region;
use region::{Strip, regions};
pub use window::Window;

/// How far the artwork of a panel continues on its strip for glue, in mm. If it ended at the fold, panels
/// that are not glued exactly along the fold would leave a white gap.
const UNDER_SEAM: f64 = 2.0;

/// Replaces each box that is larger than its sheet by the parts of the box.
pub fn divide_boxes(game: &mut Game, setup: &Setup) {
    let divided: Vec<Option<Vec<Component>>> =
        game.components.iter().map(|component| parts_of(game, component, setup)).collect();
    if divided.iter().all(Option::is_none) {
        return;
    }
    let components = std::mem::take(&mut game.components).into_iter().zip(divided);
    game.components =
        components.flat_map(|(component, parts)| parts.unwrap_or_else(|| vec![component])).collect();
}

/// Returns the size, with bleed, of the largest panel that does not fit `room`. Returns `None` if every panel
/// fits, or if the deck is not a box.
pub fn larger_panel(deck: &PieceSet, size: Size, room: &PieceRoom) -> Option<Size> {
    let divider = divider(deck, size)?;
    let larger = divider.panel_sizes().filter(|panel| !room.holds(*panel));
    larger.max_by(|a, b| a.area().total_cmp(&b.area()))
}

/// Returns whether a box can be divided along its folds into parts that fit.
pub fn is_divisible(deck: &PieceSet, size: Size, room: &PieceRoom) -> bool {
    divider(deck, size).is_some_and(|divider| divider.divide(&|size| room.holds(size)).is_some())
}

fn divider(deck: &PieceSet, size: Size) -> Option<Divider> {
    let net = deck.net.as_deref()?;
    let region = Region::new(&Frame::piece(&deck.outline, size).outline());
    Some(Divider::new(&region, &net.seams, deck.bleed))
}

/// Returns the parts of a box. Returns `None` if a component is not a box, fits on its sheet, or
/// cannot be divided along folds.
fn parts_of(game: &Game, component: &Component, setup: &Setup) -> Option<Vec<Component>> {
    let deck = component.deck()?;
    let net = deck.net.as_deref().filter(|net| net.part.is_none())?;
    let size = piece_size(game, deck, setup).ok()?;
    let fits = PieceRoom::new(component, deck, setup);
    if fits.holds(hexpress_base::geometry::grown(size, deck.bleed)) {
        return None;
    }
    let region = Region::new(&Frame::piece(&deck.outline, size).outline());
    let divider = Divider::new(&region, &net.seams, deck.bleed);
    let division = divider.divide(&|size| fits.holds(size))?;
    DividedBox { component, deck, size, region }.parts(&divider, &division, net)
}

/// A box component that is replaced by its parts. `region` is the outline of the flat box.
struct DividedBox<'b> {
    component: &'b Component,
    deck: &'b PieceSet,
    size: Size,
    region: Region,
}

/// A part of a box, in the coordinates of the whole box.
struct BoxPart {
    index: usize,
    /// The part without its strips for glue.
    region: Region,
    /// The outline of the part with its strips for glue.
    outline: BezPath,
}

impl DividedBox<'_> {
    fn parts(&self, divider: &Divider, division: &Division, net: &Net) -> Option<Vec<Component>> {
        let (joins, order) = divider.joins(division);
        let cut = divider.lines(division);
        let regions = regions(&self.region, cut.iter().copied());
        let middles = divider.middles(division);
        let joint = |join: &Join| Joint { strip_of: join.strip_of, over: join.over, seam: join.strip.edge };
        let whole = Arc::new(WholeNet {
            outline: self.deck.outline.clone(),
            size: self.size,
            net: net.clone(),
            joints: joins.iter().map(joint).collect(),
        });
        let parts = order.iter().enumerate().map(|(index, place)| {
            let own_region = regions.iter().find(|region| region.contains(middles[*place]))?;
            let strips = joins.iter().filter(|join| join.strip_of == index);
            let with_strips = strips.fold(own_region.clone(), |region, join| region.with_strip(&join.strip));
            let part = BoxPart { index, region: own_region.clone(), outline: with_strips.path() };
            self.component_of(&part, &whole, &joins, order.len())
        });
        parts.collect()
    }

    fn component_of(
        &self,
        part: &BoxPart,
        whole: &Arc<WholeNet>,
        joins: &[Join],
        count: usize,
    ) -> Option<Component> {
        let at = bounds(&part.outline).center().to_vec2();
        let size = bounds(&part.outline).size();
        let centred = Affine::translate(-at);
        let form = PathOutline::read(&(centred * part.outline.clone()).to_svg()).ok()?;
        let name: Arc<str> =
            format!("{}-{}", self.component.name, NetPart::letter(part.index).to_lowercase()).into();
        let joints: Vec<PartJoint> =
            joins.iter().filter_map(|join| part_joint(join, part.index, centred)).collect();
        let net_part = NetPart {
            of: Arc::clone(&self.component.name),
            index: part.index,
            count,
            whole: Arc::clone(whole),
            at,
            own: centred * part.region.path(),
            joints,
        };
        let deck = PieceSet {
            size: PieceSize::Fixed(size),
            outline: Outline::Path(Arc::new(form)),
            holes: self.deck.holes.iter().filter_map(|hole| moved_hole(hole, part, at)).collect(),
            net: Some(Arc::new(part_net(&whole.net, part, joins, centred, net_part))),
            face: self.face(part, joins),
            ..self.deck.clone()
        };
        let Component { table, class, stock, print, share, sheets, place, .. } = self.component;
        Some(Component {
            name,
            table,
            class: *class,
            stock: stock.clone(),
            print: *print,
            share: *share,
            sheets: sheets.clone(),
            body: Body::Pieces(Box::new(deck)),
            place: *place,
        })
    }
}

impl DividedBox<'_> {
    /// Returns the elements of a part, in the coordinates of the whole box. At each edge that is glued over a
    /// strip, the fill of the panel extends into the bleed.
    fn face(&self, part: &BoxPart, joins: &[Join]) -> Vec<Element> {
        let mut face = Vec::new();
        for element in self.deck.face.iter().filter(|element| is_on(element, &part.region)) {
            let edges = joins.iter().filter(|join| join.over == part.index).map(|join| &join.strip);
            face.extend(edges.filter_map(|strip| fill_beyond(element, strip, self.deck.bleed)));
            face.push(element.clone());
        }
        face
    }
}

/// Returns an element that extends the fill of a panel into the bleed, at the edge that is glued over
/// `strip`. `face` is the element that shows the artwork of the panel. Returns `None` if the panel is
/// not at this edge, or if its artwork does not begin with a plain fill.
fn fill_beyond(face: &Element, strip: &Strip, bleed: f64) -> Option<Element> {
    /// How far the edge of `face` may be from the edge of its part, in mm.
    const SAME_EDGE_MM: f64 = 0.01;
    let Shape::Parts(parts) = &face.shape else { return None };
    let first = parts.elements.first().filter(|first| first.shape == Shape::Fill && first.when.is_none())?;
    let area = fixed_area(face)?;
    let centre = strip.edge.midpoint();
    if !area.inflate(SAME_EDGE_MM, SAME_EDGE_MM).contains(centre)
        || area.inset(-SAME_EDGE_MM).contains(centre)
        || bleed == 0.0
    {
        return None;
    }
    // The strip is inside the area of `face`, so the bleed is on the other side of the edge.
    if !area.contains(centre + strip.out) {
        return None;
    }
    let along = (strip.edge.p1 - strip.edge.p0).normalize() * bleed;
    let corners = [strip.edge.p0 - along - strip.out * bleed, strip.edge.p1 + along + strip.out * bleed];
    let rect = Rect::from_points(corners[0], corners[1]);
    let extent = Extent { width: Measure::Mm(rect.width()), height: Some(Measure::Mm(rect.height())) };
    Some(Element {
        shape: Shape::Figure { figure: Figure::Box, extent: PerRow::Fixed(extent), marks: Vec::new() },
        places: vec![PerRow::Fixed(ElementPlace::Offset(Pair { x: rect.center().x, y: rect.center().y }))],
        fill: first.fill.clone(),
        ..Element::nothing(first.place)
    })
}

/// Returns the net of a part: its folds, slits and glue areas. Coordinates are in mm from the middle of the
/// part.
fn part_net(whole: &Net, part: &BoxPart, joins: &[Join], centred: Affine, net_part: NetPart) -> Net {
    let own_region = &part.region;
    let strips = || joins.iter().filter(|join| join.strip_of == part.index).map(|join| join.strip);
    let inside = |line: &&Line| own_region.contains(line.midpoint());
    let folds = whole.folds.iter().filter(inside).copied().chain(strips().map(|strip| strip.fold()));
    let glue = whole.glue.iter().filter(|area| own_region.contains(area.bounding_box().center())).cloned();
    Net {
        inside: whole.inside,
        folds: folds.map(|line| centred * line).collect(),
        slits: whole.slits.iter().filter(inside).map(|line| centred * *line).collect(),
        glue: glue
            .chain(strips().map(|strip| strip.area_beyond(under_seam(strip.width))))
            .map(|area| centred * area)
            .collect(),
        seams: Vec::new(),
        panels: whole
            .panels
            .iter()
            .filter(|centre| own_region.contains(**centre))
            .map(|m| centred * *m)
            .collect(),
        part: Some(Box::new(net_part)),
    }
}

/// Returns the width of the artwork that continues on a strip of the width `width`, in mm.
fn under_seam(width: f64) -> f64 {
    UNDER_SEAM.min(width / 4.0)
}

/// Returns the glued edge of the part with this index, if the part belongs to the join. Returns `None` if the
/// join is between two other parts.
fn part_joint(join: &Join, index: usize, centred: Affine) -> Option<PartJoint> {
    let Join { strip_of, over, strip } = *join;
    let edge = centred * strip.edge;
    if strip_of == index {
        let area = centred * strip.area_beyond(under_seam(strip.width));
        return Some(PartJoint { other: over, edge, out: strip.out, strip: Some(area) });
    }
    (over == index).then(|| PartJoint { other: strip_of, edge, out: -strip.out, strip: None })
}

/// Converts a hole of the whole box to a hole of the part `part`. Returns `None` if the hole is not
/// in this part.
fn moved_hole(hole: &Hole, part: &BoxPart, at: Vec2) -> Option<Hole> {
    let ElementPlace::Offset(centre) = hole.at.value else { return None };
    if !part.region.contains((centre.x, centre.y).into()) {
        return None;
    }
    let centre = Pair { x: centre.x - at.x, y: centre.y - at.y };
    Some(Hole {
        at: OfWhole { value: ElementPlace::Offset(centre), percents: hole.at.percents },
        ..hole.clone()
    })
}

/// Returns whether an element may show something on a part. If the place or the size of an element is
/// not fixed, the element may be anywhere on the box.
fn is_on(element: &Element, own_region: &Region) -> bool {
    fixed_area(element).is_none_or(|area| own_region.overlaps(area))
}

/// Returns the area that an element covers, if its place and its size are fixed, and its rotation is a fixed
/// multiple of 90°. Otherwise, returns `None`.
fn fixed_area(element: &Element) -> Option<Rect> {
    let (Some(PerRow::Fixed(size)), [PerRow::Fixed(ElementPlace::Offset(at))], PerRow::Fixed(turn)) =
        (&element.size, element.places.as_slice(), &element.turn)
    else {
        return None;
    };
    let Size { width, height } = size.of(Size::ZERO);
    let size = match turn.rem_euclid(180.0) {
        0.0 => Size::new(width, height),
        90.0 => Size::new(height, width),
        _ => return None,
    };
    Some(Rect::from_center_size((at.x, at.y), size))
}
