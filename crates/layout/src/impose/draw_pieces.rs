//! Draws the pieces of a deck in their slots, and the marks and lines that show where to cut.
//!
//! - In: some pieces of a deck, and which side of them to draw.
//! - Out: drawings on a page. The area that they cover is marked as taken, so that no printer's mark
//!   is placed there.
//! - Not here: positioning the pieces (`choose_packing`), and drawing their faces (`face_cache`).

use std::sync::Arc;

use kurbo::{Affine, Line, Point, Rect, Vec2};

use super::cut_outline::{CutOutline, SheetOutlines};
use super::face_cache::{Face, FaceCache};
use super::sheet_packing::{Marks, SheetPacking};
use super::slot::Slot;
use crate::draw::{beyond_cut, bounds::shared, space::Space};
use crate::marks::punch::{self, PunchedHole};
use crate::marks::{crease, crop, net, part_labels, sticker_names};
use crate::piece_run::PieceRun;
use crate::setup::TOLERANCE;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::identity::{Feature, Single};
use hexpress_base::round_shapes;
use hexpress_game::{Outline, PieceSet, PieceSide};
use hexpress_scene::{Drawing, Group, Ink, Shared, leaves};

/// Paper counts as visible between two pieces if the gap between the pieces is at least this wide, in
/// mm.
const VISIBLE_GAP_MM: f64 = 0.5;

/// One side of some pieces of a deck.
#[derive(Debug, Clone)]
pub struct DeckSide<'s> {
    pub deck: &'s PieceSet,
    pub packing: &'s SheetPacking,
    pub run: PieceRun,
    pub side: PieceSide,
}

impl DeckSide<'_> {
    /// Returns how far the drawings of pieces extend beyond the cut, in mm.
    fn bleed(&self) -> f64 {
        self.deck.bleed_of(self.side)
    }

    /// Returns whether the bleed of a piece may cover a neighbouring piece. If so, the bleeds of all pieces
    /// are drawn before the pieces themselves.
    fn bleeds_onto_neighbours(&self) -> bool {
        self.bleed() > self.deck.bleed && self.packing.gap < 2.0 * self.bleed() - TOLERANCE
    }

    /// Returns whether the line around a piece may be invisible on its face. Returns false if white paper is
    /// visible between the pieces, because their edges are then visible without the line.
    fn may_hide_outlines(&self) -> bool {
        has_outlines(self.packing) && (self.bleed() > 0.0 || self.packing.gap < VISIBLE_GAP_MM)
    }
}

/// Draws pieces, and returns their slots.
pub fn draw_pieces(
    pieces: &DeckSide<'_>,
    faces: &mut FaceCache<'_>,
    page: &mut SheetBuilder<'_, '_>,
) -> Vec<Slot> {
    let &DeckSide { deck, packing, run, side } = pieces;
    faces.begin_sheet();
    let bleeds_first = pieces.bleeds_onto_neighbours();
    let clip = if bleeds_first {
        Some(faces.frame.outline())
    } else {
        packing.outline_with_shared_bleed(deck.bleed)
    };
    let mut places = Vec::with_capacity(run.count());
    let (mut above, mut marks, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (slot, index) in packing.component_slots(side).zip(run.indices()) {
        let Some(Face { drawings, rim, mark }) = faces.piece(&mut page.painter, index) else { continue };
        let under_cut = (pieces.may_hide_outlines() && rim.hides_line()).then(|| faces.cut.light_line());
        let feature = Feature::piece(deck.number(index), side);
        if bleeds_first {
            let mut content = drawings;
            content.extend(point_if_invisible(&content));
            let beyond = beyond_cut::parts(&content, Affine::IDENTITY, &faces.frame);
            page.push(feature.clone(), slot.transform(), beyond);
            let id = page.painter.identity(feature);
            let mut piece = clipped(content, clip.as_ref());
            piece.extend(under_cut);
            above.push(Drawing::Group(Group::piece(id, slot.transform(), piece)));
        } else {
            let mut content = clipped(drawings, clip.as_ref());
            content.extend(point_if_invisible(&content));
            content.extend(under_cut);
            page.push(feature, slot.transform(), content);
        }
        if let Some(mark) = mark {
            marks.push(Drawing::moved(slot.transform(), vec![mark]));
        }
        if !deck.drawn_faces.is_empty() {
            names.extend(sticker_names::draw(deck, index, packing, slot, page));
        }
        places.push(slot);
    }
    if !names.is_empty() {
        page.push_marks(Single::PrinterMarks, Affine::IDENTITY, names);
    }
    page.drawings.append(&mut above);
    if !marks.is_empty() {
        page.push_marks(Single::VersionMarks, Affine::IDENTITY, marks);
    }
    places
}

/// Draws the marks and lines that show where to cut the pieces in `places`. Marks the areas of the
/// pieces and of their marks as taken.
///
/// If the marks are [`Marks::Lines`], also returns the outer parts of the cut lines, up to the edges of the
/// printable area. The caller draws these parts last, where there is space for them.
pub fn draw_cuts(
    pieces: &DeckSide<'_>,
    places: &[Slot],
    faces: &mut FaceCache<'_>,
    page: &mut SheetBuilder<'_, '_>,
) -> Vec<Line> {
    let &DeckSide { deck, packing, side, .. } = pieces;
    let furniture = page.painter.furniture.clone();
    let stroke = furniture.stroke();
    let space = &mut page.space;
    let bleed = pieces.bleed();
    // Marks stay outside the bleed. On a folded sheet, the bleed of the backs is used for both sides, because
    // fronts and backs have marks at the same places.
    let kept_off = deck.bleed_of(PieceSide::from_is_back(side.is_back() || packing.duplex.fold));
    let boxes: Vec<Rect> = places.iter().map(|slot| slot.covers(packing.piece)).collect();
    let mut cuts = if has_outlines(packing) {
        outlines(packing, places, bleed, faces, space)
    } else {
        // Texts at the edges of the sheet must not overlap bleeds or marks at corners.
        let around = if packing.marks == Marks::Corners { bleed.max(packing.gap / 2.0) } else { bleed };
        boxes.iter().for_each(|rect| space.take(rect.inflate(around, around)));
        Vec::new()
    };
    let reached = packing.duplex.reached(packing.sheet, space.printable(), side);
    let mut space_of_pieces = Space::new(packing.area_for_marks(reached, side));
    let cut_lines = packing.cuts_of(places.len()).map(|cut| match side {
        PieceSide::Front => *cut,
        PieceSide::Back => cut.on_back(packing.duplex, packing.sheet),
    });
    let mut outer_lines = Vec::new();
    match packing.marks {
        Marks::Ends if matches!(packing.outline, Outline::Rectangle(_)) => {
            cuts.extend(crop::ends(
                &boxes,
                kept_off,
                crop::Outlines::Absent,
                &furniture,
                &mut space_of_pieces,
            ));
        }
        Marks::Ends => {
            let block = boxes.into_iter().reduce(|a, b| a.union(b)).unwrap_or_default();
            cuts.push(crop::stubs(cut_lines, block, kept_off, &stroke, &mut space_of_pieces));
        }
        Marks::OutlinesAndEnds => {
            cuts.extend(crop::ends(&boxes, kept_off, crop::Outlines::Drawn, &furniture, &mut space_of_pieces))
        }
        Marks::Lines => cuts.push(crop::lines(
            cut_lines,
            packing.block(side),
            &mut outer_lines,
            &furniture.cut_stroke(),
            &mut space_of_pieces,
        )),
        Marks::Corners => {
            let corners: Vec<Vec<Point>> = places.iter().map(|place| packing.corners(place)).collect();
            cuts.push(crop::corners(&corners, kept_off, packing.gap, &stroke));
        }
        Marks::Outlines | Marks::Bold | Marks::None => {}
    }
    space.take_all(space_of_pieces.taken_since(0));
    if !cuts.is_empty() {
        page.drawings.push(crop::cuts(deck.cut, cuts));
    }
    if packing.marks != Marks::None {
        page.drawings.extend(punch::draw(
            deck.cut,
            &PunchedHole::all(deck, packing.piece, side),
            places,
            &furniture.cut_stroke(),
        ));
        page.drawings.extend(crease::draw(deck, packing, places, side, kept_off, &stroke, space));
        if let Some(net) = deck.net.as_ref().filter(|_| !side.is_back()) {
            let labels = net.part.iter().flat_map(|part| part_labels::on_strips(part, page));
            let labels: Vec<part_labels::PartLabel> = labels.collect();
            let covered: Vec<Rect> = labels.iter().map(|label| label.covers).collect();
            page.drawings.extend(net::draw(net, places, &covered, &furniture.cut_stroke(), &stroke));
            if let Some(part) = &net.part {
                part_labels::draw(part, &labels, places, kept_off, page);
            }
        }
    }
    outer_lines
}

/// Clips drawings to `clip`. If `clip` is `None`, returns the drawings unchanged.
fn clipped(drawings: Vec<Drawing>, clip: Option<&kurbo::BezPath>) -> Vec<Drawing> {
    match clip {
        Some(clip) => vec![Drawing::Group(Group { clip: Some(clip.clone()), ..Group::plain(drawings) })],
        None => drawings,
    }
}

fn is_visible(drawings: &[Drawing]) -> bool {
    leaves(drawings, Affine::IDENTITY).with_shared().any(|leaf| match leaf.draw {
        Drawing::Path { fill, stroke, .. } => {
            fill.is_some() || stroke.as_ref().is_some_and(|stroke| stroke.width > 0.0)
        }
        Drawing::Text(text) => !text.string.trim().is_empty(),
        _ => true,
    })
}

/// Returns a white point for a piece that shows nothing. The file then still contains the place of the piece.
/// Returns `None` if the piece shows something.
fn point_if_invisible(drawings: &[Drawing]) -> Option<Drawing> {
    let fill = Some(Ink::new("white", [0xFF; 3]));
    (!is_visible(drawings)).then(|| Drawing::Path { path: round_shapes::dot(0.05), fill, stroke: None })
}

/// Returns whether a line is drawn around each piece. Rectangles with [`Marks::Lines`] have no such
/// line, because cut lines run along all their sides.
fn has_outlines(packing: &SheetPacking) -> bool {
    match packing.marks {
        Marks::Outlines | Marks::OutlinesAndEnds | Marks::Bold => true,
        Marks::Lines => packing.outline != Outline::Rectangle(0.0),
        Marks::Ends | Marks::Corners | Marks::None => false,
    }
}

/// Draws a line around each piece. The areas of the pieces and their bleeds are marked as taken.
/// All full sheets share the same lines.
fn outlines(
    packing: &SheetPacking,
    places: &[Slot],
    bleed: f64,
    faces: &mut FaceCache<'_>,
    space: &mut Space,
) -> Vec<Drawing> {
    let growth = growth_with_bleed(packing, bleed);
    if !faces.shares_sheets || places.len() != packing.slots.len() || packing.print_area.is_some() {
        return draw_outlines(places, &faces.cut, growth, space);
    }
    let SheetOutlines { lines, taken } = faces.full_sheet.get_or_insert_with(|| {
        let mut space_of_pieces = Space::new(space.printable());
        let cuts = draw_outlines(places, &faces.cut, growth, &mut space_of_pieces);
        let lines = Arc::new(Shared { large: true, ..shared(cuts) });
        SheetOutlines { lines, taken: space_of_pieces.taken_since(0).to_vec() }
    });
    space.take_all(taken);
    vec![Drawing::Use { shared: Arc::clone(lines), transform: Affine::IDENTITY }]
}

/// Returns the factors by which the bleed enlarges a piece: one for the width, and one for the height.
fn growth_with_bleed(packing: &SheetPacking, bleed: f64) -> Vec2 {
    let half = packing.piece / 2.0;
    match &packing.outline {
        Outline::Rectangle(_) | Outline::Path(_) => {
            Vec2::new(1.0 + bleed / half.width, 1.0 + bleed / half.height)
        }
        Outline::Hexagon(_) | Outline::Regular(_) | Outline::Disc => {
            let factor = 1.0 + bleed / half.width.min(half.height);
            Vec2::new(factor, factor)
        }
    }
}

/// Draws a line around each piece. Also marks the areas inside these lines as taken, after enlarging
/// them by the factors `growth`.
fn draw_outlines(places: &[Slot], cut: &CutOutline, growth: Vec2, space: &mut Space) -> Vec<Drawing> {
    let mut cuts = Vec::with_capacity(places.len());
    for place in places {
        let transform = place.transform();
        cuts.push(Drawing::Use { shared: Arc::clone(&cut.line), transform });
        let larger = cut.corners.iter().map(|corner| Point::new(corner.x * growth.x, corner.y * growth.y));
        let corners: Vec<Point> = larger.map(|corner| transform * corner).collect();
        space.take_polygon(&corners);
    }
    cuts
}
