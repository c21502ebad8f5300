//! Draws pieces where they lie, and where to cut.

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Line, Point, Vec2};

use super::face_cache::{Cut, FaceCache, Full};
use super::lines::CutLine;
use super::pack_fit::{Marks, PackFit};
use super::slot::Slot;
use crate::base::identity::{Feature, Identity};
use crate::base::round;
use crate::layout::draw::beyond_cut;
use crate::layout::draw::painter::Painter;
use crate::layout::draw::share::shared;
use crate::layout::draw::space::Space;
use crate::layout::marks::crop;
use crate::layout::setup::TOLERANCE;
use crate::model::{Deck, Outline};
use crate::scene::{Draw, Group, Ink, Role, Shared};

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

/// Draws the pieces of `range`, their fronts or their backs, and where to cut. Gives the parts of cuts that go on to the
/// edge of the sheet, for which there may be room when all else is drawn.
pub fn draw(
    side: &DeckSide<'_>,
    faces: &mut FaceCache<'_>,
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) -> Vec<Line> {
    let DeckSide { deck, fit, range, back } = side.clone();
    faces.begin();
    let mut places = Vec::with_capacity(range.len());
    let triangles = fit.triangles(deck.bleed);
    let bleed = deck.bleed_of(back);
    // Where what goes on beyond the cut of one piece lies on its neighbour, the pieces come after all of that.
    let beneath = bleed > deck.bleed && fit.gap < 2.0 * bleed - TOLERANCE;
    let mut above = Vec::new();
    for (slot, index) in fit.places(back).zip(range) {
        let Some(mut content) = faces.piece(painter, index) else { continue };
        if let Some(clip) = triangles.as_ref().filter(|_| !beneath) {
            content = vec![Draw::Group(Group { clip: Some(clip.clone()), ..Group::plain(content) })];
        }
        if !is_seen(&content) {
            content.push(white_point());
        }
        let id = painter.identity(Feature::piece(deck.number(index), back));
        if beneath {
            let beyond = beyond_cut::parts(&content, Affine::IDENTITY, faces.frame());
            draws.push(Draw::Group(Group::piece(id.clone(), slot.transform(), beyond)));
            let clip = Some(faces.frame().outline());
            let piece = vec![Draw::Group(Group { clip, ..Group::plain(content) })];
            above.push(Draw::Group(Group::piece(id, slot.transform(), piece)));
        } else {
            draws.push(Draw::Group(Group::piece(id, slot.transform(), content)));
        }
        places.push(slot);
    }
    draws.append(&mut above);
    // Marks keep off the bleed; both halves of a folded sheet show their cuts alike.
    let kept = deck.bleed_of(back || fit.duplex.fold);
    let mut cuts = if outlined(fit) {
        outlines(fit, &places, bleed, faces, space)
    } else {
        // What is said at the edges keeps off colours beyond the cut too, and off marks at corners.
        let free = if fit.marks == Marks::Corners { bleed.max(fit.gap / 2.0) } else { bleed };
        let rects = places.iter().map(|slot| slot.covers(fit.piece));
        rects.for_each(|rect| space.take(rect.inflate(free, free)));
        Vec::new()
    };
    let rects = || places.iter().map(|slot| slot.covers(fit.piece)).collect::<Vec<_>>();
    let mirrored = |line: &CutLine| if back { line.behind(fit.duplex, fit.sheet) } else { *line };
    let lines = || fit.cuts_of(places.len()).map(mirrored);
    let mut rims = Vec::new();
    match fit.marks {
        Marks::Ends if matches!(fit.outline, Outline::Rectangle(_)) => {
            cuts.extend(on_its_half(fit, back, space, |space| crop::crop(&rects(), kept, space)));
        }
        Marks::Ends => {
            let block = rects().into_iter().reduce(|a, b| a.union(b)).unwrap_or_default();
            let stubs = |space: &mut Space| crop::stubs(lines(), block, kept, space);
            cuts.push(on_its_half(fit, back, space, stubs));
        }
        Marks::OutlinesAndEnds => {
            cuts.push(on_its_half(fit, back, space, |space| crop::ends(&rects(), kept, space).drawn));
        }
        Marks::Lines => {
            let block = fit.block_of(back);
            let drawn = on_its_half(fit, back, space, |space| crop::lines(lines(), block, space));
            cuts.push(drawn.drawn);
            rims = drawn.rims;
        }
        Marks::Corners => {
            let outlines: Vec<_> = places.iter().map(|place| fit.corners(place)).collect();
            cuts.push(crop::corners(&outlines, kept, fit.gap));
        }
        Marks::Outlines | Marks::Bold | Marks::None => {}
    }
    if !cuts.is_empty() {
        draws.push(Draw::Group(Group { role: Role::Cut, id: Some(Identity::Cut), ..Group::plain(cuts) }));
    }
    rims
}

/// Whether any of these drawings leaves ink.
fn is_seen(draws: &[Draw]) -> bool {
    draws.iter().any(|draw| match draw {
        Draw::Path { fill, stroke, .. } => fill.is_some() || stroke.as_ref().is_some_and(|s| s.width > 0.0),
        Draw::Text(text) => !text.string.trim().is_empty(),
        Draw::EvenOdd { .. } | Draw::Image { .. } => true,
        Draw::Group(group) => is_seen(&group.draws),
        Draw::Use { shared, .. } => is_seen(&shared.draws),
    })
}

/// What a piece bears that shows nothing: the file then says that it is there and where it lies, and paper shows
/// nothing all the same.
fn white_point() -> Draw {
    let path = round::dot(0.05);
    Draw::Path { path, fill: Some(Ink::new("white", [0xFF; 3])), stroke: None }
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
        Outline::Hexagon(_) | Outline::Disc => {
            let times = 1.0 + bleed / half.width.min(half.height);
            Vec2::new(times, times)
        }
    };
    if !faces.once() || places.len() != fit.slots.len() {
        return cut_out(places, &faces.cut, grown, space);
    }
    let Full { lines, taken } = faces.full.get_or_insert_with(|| {
        let before = space.clone();
        let cuts = cut_out(places, &faces.cut, grown, space);
        let taken = space.taken_since(before.taken()).to_vec();
        *space = before;
        Full { lines: Arc::new(Shared { large: true, ..shared(cuts) }), taken }
    });
    space.take_all(taken);
    vec![Draw::Use { shared: Arc::clone(lines), transform: Affine::IDENTITY }]
}

/// Marks of a folded sheet stay on their side of the fold.
fn on_its_half<T>(fit: &PackFit, back: bool, space: &mut Space, draw: impl FnOnce(&mut Space) -> T) -> T {
    if !fit.duplex.fold {
        return draw(space);
    }
    let mut half = Space::new(fit.duplex.marks(fit.sheet, space.printable(), back));
    let drawn = draw(&mut half);
    space.take_all(half.taken_since(0));
    drawn
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
