//! HX470: colours that end before the bleed does.

use kurbo::{Point, Rect, Vec2};

use crate::base::geometry::{corners, winding};
use crate::check::color_vision::hex;
use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{PageContext, covers};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{Item, ItemKind, Rgb};

/// The rule behind HX470.
pub const RULE: Rule = Rule {
    title: "colours go on beyond the cut where the layout says so",
    why: "A cut that is a little off shows white paper where the colour ends exactly at the edge.",
    right: "bleed = \"2mm\", and a blue card whose blue goes on for 2 mm beyond its cut",
    wrong: "bleed = \"2mm\", and a blue that ends at the cut",
    ..Rule::error(codes::NO_BLEED, Run::Whole(no_bleed))
};

/// How far inside the cut the colour is looked up, in mm.
const INSIDE: f64 = 0.2;

/// Where a drawing should end, it may end so much sooner, in mm.
const SOONER: f64 = 0.1;

/// Between two places on the cut that are looked at, at most, in mm.
const STEP: f64 = 4.0;

/// An area of one colour, or a picture.
struct Area<'i> {
    item: &'i Item,
    covers: Rect,
    /// None for a picture.
    colour: Option<Rgb>,
}

impl Area<'_> {
    fn has(&self, point: Point) -> bool {
        if !self.covers.contains(point) {
            return false;
        }
        match &self.item.kind {
            ItemKind::Path { path, .. } => winding(path, point) != 0,
            ItemKind::Image { corners, .. } => {
                let next = corners.iter().cycle().skip(1);
                let sides: Vec<f64> =
                    corners.iter().zip(next).map(|(&a, &b)| (b - a).cross(point - a)).collect();
                sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0)
            }
            ItemKind::Text(_) => false,
        }
    }
}

/// Reports colours that end before the bleed does.
fn no_bleed(context: &PageContext<'_>, out: &mut Findings) {
    let Some(deck) = context.deck().filter(|deck| deck.back_bleed > 0.0) else { return };
    for piece in &context.sheet.pieces {
        let bleed = deck.bleed_of(piece.back);
        let Some(cut) = piece.cut.as_ref().filter(|_| bleed > 0.0) else { continue };
        let Some((at, colour, reach)) = shortest(context, piece, cut, bleed) else { continue };
        let by = bleed - reach;
        out.measured(by, SOONER);
        let what = colour.map_or_else(|| "a picture".to_owned(), hex);
        let ends = if reach <= 0.0 { "at".to_owned() } else { format!("{} beyond", mm(reach)) };
        let name = piece.name_or("a piece");
        let message = format!("{what} ends {ends} the cut of {name}, and its bleed should be {}", mm(bleed));
        let rect = Rect::from_center_size(at, (1.0, 1.0));
        context.fault_of(out, rect, piece.id.as_ref(), message).by(by).hint(
            "what covers the edge must cover the bleed too: a larger figure, or `crop = true` for a picture",
        );
    }
}

/// Whether a drawing is a row of a pattern: single dots and lines may end anywhere, and the ground below goes on.
fn is_pattern(item: &Item) -> bool {
    matches!(&item.kind, ItemKind::Path { path, .. } if item.clip.is_some() && path.parts() > 1)
}

/// Where on the cut the colour goes on for the least, which colour, and how far; none where it goes on everywhere.
fn shortest(
    context: &PageContext<'_>,
    piece: &FoundPiece,
    cut: &Cut,
    bleed: f64,
) -> Option<(Point, Option<Rgb>, f64)> {
    let inner = cut.bounds().inflate(-1.0, -1.0);
    let areas: Vec<Area<'_>> = piece
        .items
        .iter()
        .filter_map(|&i| {
            let item = &context.page.items[i];
            let covers = covers(item).filter(|_| !is_pattern(item))?;
            let colour = match &item.kind {
                ItemKind::Path { fill: Some(fill), .. } => Some(*fill),
                ItemKind::Image { .. } => None,
                ItemKind::Path { .. } | ItemKind::Text(_) => return None,
            };
            Some(Area { item, covers, colour })
        })
        .collect();
    // What lies well inside a rectangle is not at its edge.
    let boxed = matches!(cut, Cut::Box(..));
    let near = |area: &&Area<'_>| !boxed || inner.union(area.covers) != inner;
    let areas: Vec<&Area<'_>> = areas.iter().filter(near).collect();
    let mut worst: Option<(Point, Option<Rgb>, f64)> = None;
    for (at, out) in places(cut) {
        let Some(top) = areas.iter().rev().find(|area| area.has(at - out * INSIDE)) else { continue };
        let white = Rgb([0xFF; 3]);
        if top.colour == Some(white) {
            continue;
        }
        let along = Vec2::new(-out.y, out.x);
        // Something that crosses the cut askew goes on to one side.
        let goes_on = |far: f64| {
            [0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0].iter().any(|aside| {
                let point = at + out * far + along * (aside * bleed);
                areas.iter().any(|area| area.colour == top.colour && area.has(point))
            })
        };
        if goes_on(bleed - SOONER) {
            continue;
        }
        let tenths = (bleed * 10.0) as u32;
        let reach = (1..tenths)
            .map(|t| f64::from(t) / 10.0)
            .take_while(|far| goes_on(*far - 0.02))
            .last()
            .unwrap_or(0.0);
        if worst.as_ref().is_none_or(|(.., least)| reach < *least) {
            worst = Some((at, top.colour, reach));
        }
    }
    worst
}

/// Places along a cut, each with the way out; not at the corners.
fn places(cut: &Cut) -> Vec<(Point, Vec2)> {
    let (corners, round): (Vec<Point>, f64) = match cut {
        Cut::Disc(disc) => {
            return (0..24u8)
                .map(|k| {
                    let angle = f64::from(k) * std::f64::consts::TAU / 24.0;
                    let out = Vec2::new(libm::cos(angle), libm::sin(angle));
                    (disc.centre + out * disc.radius, out)
                })
                .collect();
        }
        Cut::Polygon(hexagon) => (hexagon.corners.to_vec(), 0.0),
        Cut::Box(rect, radius) => (corners(*rect).to_vec(), *radius),
    };
    let centre = cut.centre();
    let mut places = Vec::new();
    for (i, from) in corners.iter().enumerate() {
        let to = corners[(i + 1) % corners.len()];
        let (length, way) = (from.distance(to), (to - *from).normalize());
        let out = Vec2::new(way.y, -way.x);
        let out = if out.dot(*from - centre) > 0.0 { out } else { -out };
        let free = length - 2.0 * (round + 0.5);
        let count = (free / STEP).ceil().max(1.0) as u32;
        for k in 0..count {
            let along = round + 0.5 + free * (f64::from(k) + 0.5) / f64::from(count);
            places.push((*from + way * along, out));
        }
    }
    places
}
