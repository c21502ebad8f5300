//! HX470: colours that do not extend to the end of the bleed.
//!
//! The rule examines points all around the cut of a piece. At each point, it reads the colour just
//! inside the cut. Then it finds out how far this colour continues outwards through the bleed.

use kurbo::{PathEl, Point, Rect, Size, Vec2};

use crate::colour_vision::hex_code;
use crate::facts::cut::{Axis, CropMark, Cut, crop_marks, is_cut};
use crate::facts::pieces::{FoundPiece, elements_of};
use crate::facts::{PageContext, is_furniture, visible_bounds};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::geometry::{corners, winding};
use hexpress_base::identity::Identity;
use hexpress_base::piece_side::PieceSide;
use hexpress_game::{Element, PieceSet, Shape};
use hexpress_read::{Item, ItemKind, Outline, Rgb};

pub const RULE: Rule = Rule {
    title: "artwork extends beyond the cut by the bleed of the layout",
    why: "If the colour ends exactly at the cut, white paper shows wherever the cut is slightly off.",
    right: "bleed = \"2mm\", and a blue card whose blue extends 2 mm beyond its cut",
    wrong: "bleed = \"2mm\", and a blue that ends at the cut",
    ..Rule::error(codes::NO_BLEED, RuleFunction::Whole(no_bleed))
};

/// The distance from the cut at which the colour of a piece is read, in mm. It is measured inwards.
const INSIDE_SAMPLE_MM: f64 = 0.2;
/// The largest allowed gap between a colour and the outer edge of the bleed, in mm.
const MAX_BLEED_GAP_MM: f64 = 0.1;
/// The largest distance between two neighbouring examined points on a cut, in mm.
const MAX_SAMPLE_STEP_MM: f64 = 4.0;
/// The number of examined points on the cut of a disc.
const PLACES_ON_DISC: u8 = 24;

/// An area in one colour, or a picture.
struct Area<'page> {
    item: &'page Item,
    bounds: Rect,
    /// The colour of the area; `None` for a picture.
    colour: Option<Rgb>,
}

impl<'page> Area<'page> {
    /// Returns a drawing as an area. Returns `None` if it is a line, a text or a row of a pattern.
    fn from_item(item: &'page Item) -> Option<Self> {
        let bounds = visible_bounds(item).filter(|_| !is_pattern(item))?;
        let colour = match &item.kind {
            ItemKind::Path { fill: Some(fill), .. } => Some(*fill),
            ItemKind::Image { .. } => None,
            ItemKind::Path { .. } | ItemKind::Text(_) => return None,
        };
        Some(Self { item, bounds, colour })
    }

    fn contains(&self, point: Point) -> bool {
        if !self.bounds.contains(point) {
            return false;
        }
        match &self.item.kind {
            ItemKind::Path { path, .. } => winding(path, point) != 0,
            ItemKind::Image { corners, .. } => {
                let following = corners.iter().cycle().skip(1);
                let sides: Vec<f64> =
                    corners.iter().zip(following).map(|(&a, &b)| (b - a).cross(point - a)).collect();
                sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
            }
            ItemKind::Text(_) => false,
        }
    }
}

/// Returns whether a drawing is a row of dots or lines in a pattern.
///
/// Such a row may end anywhere, because the background of the pattern continues. The parts of a row do
/// not touch each other, unlike the parts of an area with bleed.
fn is_pattern(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Path { path, .. } if item.clip.is_some() && path.parts() > 1 => !first_parts_touch(path),
        _ => false,
    }
}

/// Returns whether the first two parts of a path touch each other.
fn first_parts_touch(path: &Outline) -> bool {
    let mut boxes: Vec<Rect> = Vec::new();
    for element in path.elements() {
        let Some(end) = element.end_point() else { continue };
        if matches!(element, PathEl::MoveTo(_)) {
            if boxes.len() == 2 {
                break;
            }
            boxes.push(Rect::from_points(end, end));
        } else if let Some(rect) = boxes.last_mut() {
            *rect = rect.union_pt(end);
        }
    }
    matches!(*boxes.as_slice(), [a, b] if a.overlaps(b))
}

/// A point on the cut of a piece, with the outward direction at this point.
#[derive(Clone, Copy)]
struct CutPlace {
    point: Point,
    outward: Vec2,
}

/// The place on a cut where the bleed is shortest: the colour there extends the least far beyond the cut.
struct ShortBleed {
    place: Point,
    /// The colour that ends here; `None` for a picture.
    colour: Option<Rgb>,
    /// The distance by which the colour extends beyond the cut, in mm.
    distance_beyond_cut: f64,
}

impl ShortBleed {
    /// Returns two parts of a message: what ends too early, such as `a picture`, and where, such as
    /// `1.5 mm beyond`.
    fn words(&self) -> [String; 2] {
        let what = self.colour.map_or_else(|| "a picture".to_owned(), hex_code);
        let ends = if self.distance_beyond_cut <= 0.0 {
            "at".to_owned()
        } else {
            format!("{} beyond", format_mm(self.distance_beyond_cut))
        };
        [what, ends]
    }
}

fn no_bleed(context: &PageContext<'_>, findings: &mut Findings) {
    board_bleed(context, findings);
    let Some(deck) = context.deck().filter(|deck| deck.back_bleed > 0.0) else { return };
    for piece in context.sheet.pieces() {
        let bleed = deck.bleed_of(piece.side);
        let Some(cut) = piece.cut.as_ref().filter(|_| bleed > 0.0) else { continue };
        let areas = areas_at_edge(context, piece, cut);
        let Some(short) = shortest_bleed(&areas, cut, bleed) else { continue };
        let missing = bleed - short.distance_beyond_cut;
        findings.measured(missing, MAX_BLEED_GAP_MM);
        let [what, ends] = short.words();
        let name = piece.name_or("a piece");
        let message = format!(
            "{what} ends {ends} the cut of {name}, but must reach {} beyond the cut",
            format_mm(bleed)
        );
        let rect = Rect::from_center_size(short.place, (1.0, 1.0));
        let picture = if short.colour.is_none() { picture_of(deck, piece.side) } else { None };
        let fault = context.fault_of(findings, rect, piece.id.as_ref(), message).deviation(missing);
        let place = picture.or(fault.place);
        fault.cause(format!("{what} {ends}")).in_layout(place).hint(match short.colour {
            None => "add crop = true to the picture, so that it covers its piece and the bleed",
            Some(_) => "make the element that covers the edge large enough to cover the bleed too",
        });
    }
}

/// Judges the bleed of a board that is cut out of its sheet. The parts of a poster are left out,
/// because none of them shows the whole cut.
fn board_bleed(context: &PageContext<'_>, findings: &mut Findings) {
    let Some((component, board)) = context.component().and_then(|c| Some((c, c.board()?))) else { return };
    let Some(cut) = board.cut.filter(|_| context.sheet.poster_part().is_none()) else { return };
    let name = &component.name;
    let Some(trim) = trim_by_marks(context, cut.trim) else {
        let message = match cut.trim {
            Some(Size { width, height }) => {
                format!(
                    "no crop marks show the cut of `{name}`, {} x {}",
                    format_mm(width),
                    format_mm(height)
                )
            }
            None => format!("no crop marks show the cut of `{name}`"),
        };
        context.fault(findings, context.page.media, message);
        return;
    };
    let bled = trim.inflate(cut.bleed, cut.bleed);
    // All crop marks of the board are in one path, and the box of this path surrounds the board. So the
    // path is left out here, and the marks are measured one by one instead.
    let furniture = context.page.items.iter().filter(|item| is_furniture(item) && !is_cut(item));
    let marks = crop_marks(context.page);
    let places = furniture.filter_map(visible_bounds).chain(marks.iter().map(CropMark::bounds));
    let reach = |place: &Rect| -gap_between(*place, bled);
    if let Some(place) = places.max_by(|a, b| reach(a).total_cmp(&reach(b)))
        && reach(&place) > context.tolerance
    {
        let message =
            format!("a mark for the printer is {} inside the bleed of `{name}`", format_mm(reach(&place)));
        context.fault(findings, place, message).deviation(reach(&place));
    }
    if cut.bleed == 0.0 {
        return;
    }
    let inner = trim.inflate(-1.0, -1.0);
    let art = context.page.items.iter().filter(|item| !is_furniture(item));
    let areas: Vec<Area<'_>> =
        art.filter_map(Area::from_item).filter(|area| inner.union(area.bounds) != inner).collect();
    let outline = Cut::Box { rect: trim, corner_radius: 0.0 };
    let Some(short) = shortest_bleed(&areas, &outline, cut.bleed) else { return };
    let missing = cut.bleed - short.distance_beyond_cut;
    findings.measured(missing, MAX_BLEED_GAP_MM);
    let [what, ends] = short.words();
    let message = format!(
        "{what} ends {ends} the cut of `{name}`, but must reach {} beyond the cut",
        format_mm(cut.bleed)
    );
    let rect = Rect::from_center_size(short.place, (1.0, 1.0));
    context.fault(findings, rect, message).deviation(missing).cause(format!("{what} {ends}"));
}

/// Returns the distance between two boxes, in mm, along the axis on which they are farther apart. The
/// result is negative if the boxes overlap.
fn gap_between(a: Rect, b: Rect) -> f64 {
    (a.x0 - b.x1).max(b.x0 - a.x1).max(a.y0 - b.y1).max(b.y0 - a.y1)
}

/// Returns the box of a board after it is cut out. Crop marks show where it is cut. `size` is its
/// expected size in mm. If `size` is `None`, the outermost marks are used.
fn trim_by_marks(context: &PageContext<'_>, size: Option<Size>) -> Option<Rect> {
    let marks = crop_marks(context.page);
    let along = |axis: Axis, length: Option<f64>| -> Option<(f64, f64)> {
        // Pieces on the same sheet have marks too. So two marks are chosen whose distance is closest to
        // the size of the board.
        let of_axis = marks.iter().filter(|mark| mark.axis() == axis);
        let mut cuts: Vec<f64> = of_axis.map(CropMark::position).collect();
        cuts.sort_by(f64::total_cmp);
        let Some(length) = length else { return Some((*cuts.first()?, *cuts.last()?)) };
        let pairs = cuts.iter().flat_map(|from| cuts.iter().map(move |to| (*from, *to)));
        let off = |pair: &(f64, f64)| (pair.1 - pair.0 - length).abs();
        pairs.min_by(|a, b| off(a).total_cmp(&off(b))).filter(|pair| off(pair) <= context.tolerance)
    };
    let (x0, x1) = along(Axis::Vertical, size.map(|size| size.width))?;
    let (y0, y1) = along(Axis::Horizontal, size.map(|size| size.height))?;
    Some(Rect::new(x0, y0, x1, y1))
}

/// If this side of the pieces has exactly one picture, returns its place in the layout. Otherwise
/// returns `None`.
fn picture_of(deck: &PieceSet, side: PieceSide) -> Option<SourceSpan> {
    let elements = Element::with_parts(elements_of(deck, side));
    let mut places = elements.iter().filter_map(|element| match &element.shape {
        Shape::Image(image) => Some(image.place),
        _ => None,
    });
    places.next().filter(|_| places.next().is_none())
}

/// Returns the areas of a piece that may be at its cut. For a rectangular piece, areas that are at
/// least 1 mm inside the cut are left out.
fn areas_at_edge<'page>(context: &'page PageContext<'_>, piece: &FoundPiece, cut: &Cut) -> Vec<Area<'page>> {
    let drawn = piece.items.iter().map(|&index| &context.page.items[index]);
    // A box that is glued together has white areas for the glue, which cover its artwork. They count as
    // areas of the piece.
    let glue = context.page.items.iter().filter(|item| item.id.as_deref() == Some(&Identity::Glue));
    let areas = drawn.chain(glue).filter_map(Area::from_item);
    let inner = cut.bounds().inflate(-1.0, -1.0);
    let is_box = matches!(cut, Cut::Box { .. });
    areas.filter(|area| !is_box || inner.union(area.bounds) != inner).collect()
}

/// Returns the place on the cut where a colour extends the least far beyond the cut.
///
/// Returns `None` if all colours reach the end of the bleed.
fn shortest_bleed(areas: &[Area<'_>], cut: &Cut, bleed: f64) -> Option<ShortBleed> {
    let mut shortest: Option<ShortBleed> = None;
    for place in places_on_cut(cut) {
        let inside = place.point - place.outward * INSIDE_SAMPLE_MM;
        let Some(topmost) = areas.iter().rev().find(|area| area.contains(inside)) else { continue };
        let wanted = room_for_bleed(cut, place, bleed) - MAX_BLEED_GAP_MM;
        if topmost.colour == Some(Rgb::WHITE)
            || wanted <= 0.0
            || continues(areas, topmost, place, bleed, wanted)
        {
            continue;
        }
        let tenths = (bleed * 10.0) as u32;
        let distance_beyond_cut = (1..tenths)
            .map(|tenth| f64::from(tenth) / 10.0)
            .take_while(|distance| continues(areas, topmost, place, bleed, distance - 0.02))
            .last()
            .unwrap_or(0.0);
        if shortest.as_ref().is_none_or(|known| distance_beyond_cut < known.distance_beyond_cut) {
            shortest = Some(ShortBleed { place: place.point, colour: topmost.colour, distance_beyond_cut });
        }
    }
    shortest
}

/// Returns how far the bleed can extend outwards from a place on a cut, in mm. In a narrow dent of the
/// outline, the bleeds from both sides meet in the middle, so there is less room.
fn room_for_bleed(cut: &Cut, place: CutPlace, bleed: f64) -> f64 {
    /// The distance between two neighbouring examined points, in mm.
    const BLEED_PROBE_STEP_MM: f64 = 0.1;
    /// The largest error of a measured distance from the cut, in mm.
    const MAX_MEASURING_ERROR_MM: f64 = 0.02;
    let Cut::Path(form) = cut else { return bleed };
    let steps = 1..=(bleed / BLEED_PROBE_STEP_MM) as u32;
    let distances = steps.map(|step| BLEED_PROBE_STEP_MM * f64::from(step));
    // The bleed of `place` ends in the middle of a dent. A point beyond the middle is nearer to the
    // opposite side of the dent than to `place`.
    let is_near = |distance: &f64| {
        -form.contour.depth(place.point + place.outward * *distance) >= distance - MAX_MEASURING_ERROR_MM
    };
    match distances.take_while(is_near).last() {
        Some(reach) if reach > bleed - 1.5 * BLEED_PROBE_STEP_MM => bleed,
        Some(reach) => reach - BLEED_PROBE_STEP_MM,
        None => 0.0,
    }
}

/// Returns whether the colour of an area is present at a distance of `distance` mm outside the cut.
///
/// An area may cross the cut at a slant. So points farther left and right along the cut are examined too.
fn continues(areas: &[Area<'_>], area: &Area<'_>, place: CutPlace, bleed: f64, distance: f64) -> bool {
    let along = Vec2::new(-place.outward.y, place.outward.x);
    [0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0].iter().any(|aside| {
        let point = place.point + place.outward * distance + along * (aside * bleed);
        areas.iter().any(|other| other.colour == area.colour && other.contains(point))
    })
}

/// Returns points along a cut, except at its corners.
fn places_on_cut(cut: &Cut) -> Vec<CutPlace> {
    match cut {
        Cut::Disc(disc) => (0..PLACES_ON_DISC)
            .map(|number| {
                let angle = f64::from(number) * std::f64::consts::TAU / f64::from(PLACES_ON_DISC);
                let outward = Vec2::new(libm::cos(angle), libm::sin(angle));
                CutPlace { point: disc.centre + outward * disc.radius, outward }
            })
            .collect(),
        Cut::Path(form) => form
            .contour
            .places(MAX_SAMPLE_STEP_MM)
            .map(|(point, outward)| CutPlace { point, outward })
            .collect(),
        Cut::Polygon(polygon) => places_on_sides(&polygon.corners, 0.0, cut.centre()),
        Cut::Box { rect, corner_radius: radius } => places_on_sides(&corners(*rect), *radius, cut.centre()),
    }
}

/// Returns points along the sides of a polygon whose corners are rounded by `radius` mm.
fn places_on_sides(corners: &[Point], radius: f64, centre: Point) -> Vec<CutPlace> {
    let from_corner = radius + 0.5;
    let mut places = Vec::new();
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let direction = (*to - *from).normalize();
        let normal = Vec2::new(direction.y, -direction.x);
        let outward = if normal.dot(*from - centre) > 0.0 { normal } else { -normal };
        let length = from.distance(*to) - 2.0 * from_corner;
        let count = (length / MAX_SAMPLE_STEP_MM).ceil().max(1.0) as u32;
        places.extend((0..count).map(|number| {
            let along = from_corner + length * (f64::from(number) + 0.5) / f64::from(count);
            CutPlace { point: *from + direction * along, outward }
        }));
    }
    places
}
