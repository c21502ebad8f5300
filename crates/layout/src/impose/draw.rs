//! Draws pieces where they lie, and where to cut.

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Line, Point, Rect, Vec2};

use super::face_cache::{Cut, Face, FaceCache, Full};
use super::lines::CutLine;
use super::pack_fit::{Marks, PackFit};
use super::slot::Slot;
use crate::base::identity::Feature;
use crate::base::round;
use crate::layout::draw::{beyond_cut, bounds::shared, space::Space};
use crate::layout::marks::crop;
use crate::layout::page::Page;
use crate::layout::setup::TOLERANCE;
use crate::model::{Deck, Outline};
use crate::scene::{Draw, Group, Ink, Shared, leaves};

/// Pieces farther apart than this show paper between them, in mm.
const APART: f64 = 0.5;

/// One side of some of a deck's pieces.
#[derive(Debug, Clone)]
pub struct DeckSide<'s> {
    /// The deck.
    pub deck: &'s Deck,
    /// Where its pieces lie.
    pub fit: &'s PackFit,
    /// Which of them, from the first to before the second.
    pub range: Range<usize>,
    /// Whether it is their backs.
    pub back: bool,
}

/// Draws pieces. Gives their places.
pub fn draw(side: &DeckSide<'_>, faces: &mut FaceCache<'_>, page: &mut Page<'_, '_>) -> Vec<Slot> {
    let &DeckSide { deck, fit, ref range, back } = side;
    faces.begin();
    let mut places = Vec::with_capacity(range.len());
    let triangles = fit.triangles(deck.bleed);
    let bleed = deck.bleed_of(back);
    // Where what goes on beyond the cut of one piece lies on its neighbour, the pieces come after all of that.
    let beneath = bleed > deck.bleed && fit.gap < 2.0 * bleed - TOLERANCE;
    let clip = if beneath { Some(faces.frame.outline()) } else { triangles };
    // Dark pieces apart from each other end at their cuts, as anybody can see.
    let may_hide_cuts = outlined(fit) && (bleed > 0.0 || fit.gap < APART);
    let mut above = Vec::new();
    for (slot, index) in fit.places(back).zip(range.clone()) {
        let Some(Face { draws: mut content, rim }) = faces.piece(&mut page.painter, index) else { continue };
        let light = (may_hide_cuts && rim.is_dark()).then(|| under_cut(&faces.cut));
        let feature = Feature::piece(deck.number(index), back);
        let clipped = |content| match &clip {
            Some(clip) => vec![Draw::Group(Group { clip: Some(clip.clone()), ..Group::plain(content) })],
            None => content,
        };
        if beneath {
            content.extend(white_point(&content));
            let beyond = beyond_cut::parts(&content, Affine::IDENTITY, &faces.frame);
            page.push(feature.clone(), slot.transform(), beyond);
            let id = page.painter.identity(feature);
            let mut content = clipped(content);
            content.extend(light);
            above.push(Draw::Group(Group::piece(id, slot.transform(), content)));
        } else {
            content = clipped(content);
            content.extend(white_point(&content));
            content.extend(light);
            page.push(feature, slot.transform(), content);
        }
        places.push(slot);
    }
    page.draws.append(&mut above);
    places
}

/// Draws what shows where to cut pieces in these places, and takes the room of both. Gives the parts of cuts that go on
/// to the edge of the sheet, for which there may be room when all else is drawn.
pub fn cuts(
    &DeckSide { deck, fit, back, .. }: &DeckSide<'_>,
    places: &[Slot],
    faces: &mut FaceCache<'_>,
    page: &mut Page<'_, '_>,
) -> Vec<Line> {
    let space = &mut page.space;
    let bleed = deck.bleed_of(back);
    // Marks keep off the bleed; both halves of a folded sheet show their cuts alike.
    let kept = deck.bleed_of(back || fit.duplex.fold);
    let rects: Vec<Rect> = places.iter().map(|slot| slot.covers(fit.piece)).collect();
    let mut cuts = if outlined(fit) {
        outlines(fit, places, bleed, faces, space)
    } else {
        // What is said at the edges keeps off colours beyond the cut too, and off marks at corners.
        let free = if fit.marks == Marks::Corners { bleed.max(fit.gap / 2.0) } else { bleed };
        rects.iter().for_each(|rect| space.take(rect.inflate(free, free)));
        Vec::new()
    };
    // Marks of a folded sheet stay on their side of the fold.
    let reached = fit.duplex.reached(fit.sheet, space.printable(), back);
    let mut own = Space::new(fit.own_part(reached, back));
    let mirrored = |line: &CutLine| if back { line.behind(fit.duplex, fit.sheet) } else { *line };
    let lines = fit.cuts_of(places.len()).map(mirrored);
    let mut rims = Vec::new();
    match fit.marks {
        Marks::Ends if matches!(fit.outline, Outline::Rectangle(_)) => {
            cuts.extend(crop::ends(&rects, kept, false, &mut own));
        }
        Marks::Ends => {
            let block = rects.into_iter().reduce(|a, b| a.union(b)).unwrap_or_default();
            cuts.push(crop::stubs(lines, block, kept, &mut own));
        }
        Marks::OutlinesAndEnds => cuts.extend(crop::ends(&rects, kept, true, &mut own)),
        Marks::Lines => cuts.push(crop::lines(lines, fit.block(back), &mut rims, &mut own)),
        Marks::Corners => {
            let outlines: Vec<_> = places.iter().map(|place| fit.corners(place)).collect();
            cuts.push(crop::corners(&outlines, kept, fit.gap));
        }
        Marks::Outlines | Marks::Bold | Marks::None => {}
    }
    space.take_all(own.taken_since(0));
    page.draws.extend((!cuts.is_empty()).then(|| crop::cuts(cuts)));
    rims
}

/// A white line round a dark piece: the line to cut along lies on it, and would be lost on the piece.
fn under_cut(cut: &Cut) -> Draw {
    Draw::Use { shared: Arc::clone(&cut.light), transform: Affine::IDENTITY }
}

/// Whether any of these drawings leaves ink.
fn is_seen(draws: &[Draw]) -> bool {
    leaves(draws, Affine::IDENTITY).with_shared().any(|leaf| match leaf.draw {
        Draw::Path { fill, stroke, .. } => fill.is_some() || stroke.as_ref().is_some_and(|s| s.width > 0.0),
        Draw::Text(text) => !text.string.trim().is_empty(),
        _ => true,
    })
}

/// What a piece bears that shows nothing: the file then says that it is there and where it lies, and paper shows
/// nothing all the same. None beside drawings that are seen.
fn white_point(content: &[Draw]) -> Option<Draw> {
    let fill = Some(Ink::new("white", [0xFF; 3]));
    (!is_seen(content)).then(|| Draw::Path { path: round::dot(0.05), fill, stroke: None })
}

/// Whether a line goes round each piece. Lines through the sheet go round those in a grid.
fn outlined(fit: &PackFit) -> bool {
    match fit.marks {
        Marks::Outlines | Marks::OutlinesAndEnds | Marks::Bold => true,
        Marks::Lines => fit.outline != Outline::Rectangle(0.0),
        Marks::Ends | Marks::Corners | Marks::None => false,
    }
}

/// A line round each piece, and the space that pieces and what goes on beyond them take.
fn outlines(
    fit: &PackFit,
    places: &[Slot],
    bleed: f64,
    faces: &mut FaceCache<'_>,
    space: &mut Space,
) -> Vec<Draw> {
    // What is said at the edges keeps off colours beyond the cut too.
    let half = fit.piece / 2.0;
    let grown = match fit.outline {
        Outline::Rectangle(_) => Vec2::new(1.0 + bleed / half.width, 1.0 + bleed / half.height),
        Outline::Hexagon(_) | Outline::Regular(_) | Outline::Disc => {
            let times = 1.0 + bleed / half.width.min(half.height);
            Vec2::new(times, times)
        }
    };
    if !faces.once || places.len() != fit.slots.len() || fit.bed.is_some() {
        return cut_out(places, &faces.cut, grown, space);
    }
    let Full { lines, taken } = faces.full.get_or_insert_with(|| {
        let mut own = Space::new(space.printable());
        let cuts = cut_out(places, &faces.cut, grown, &mut own);
        let lines = Arc::new(Shared { large: true, ..shared(cuts) });
        Full { lines, taken: own.taken_since(0).to_vec() }
    });
    space.take_all(taken);
    vec![Draw::Use { shared: Arc::clone(lines), transform: Affine::IDENTITY }]
}

/// A line round each piece, which takes as much of the space as one that is `grown` so much larger.
fn cut_out(places: &[Slot], cut: &Cut, grown: Vec2, space: &mut Space) -> Vec<Draw> {
    let mut cuts = Vec::with_capacity(places.len());
    for place in places {
        let transform = place.transform();
        cuts.push(Draw::Use { shared: Arc::clone(&cut.line), transform });
        let larger = |corner: &Point| transform * Point::new(corner.x * grown.x, corner.y * grown.y);
        let corners: Vec<Point> = cut.corners.iter().map(larger).collect();
        space.take_polygon(&corners);
    }
    cuts
}
