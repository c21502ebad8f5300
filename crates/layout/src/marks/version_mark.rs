//! Draws a mark that identifies the version of a piece. The mark consists of the version of the
//! game, and of four characters that depend on what the piece shows.
//!
//! - In: a piece with its drawings.
//! - Out: a line of small print in a corner of the piece where nothing else is drawn.
//! - Not here: computing the digest of a piece (`piece_look`).

use kurbo::{Affine, Point, Rect, Size};

use super::piece_look::{PieceLooker, outline_look};
use super::punch::PunchedHole;
use crate::draw::bounds::bounds;
use crate::draw::frame::Frame;
use crate::draw::painter::{OVERSHOOT, Painter, line_of_text};
use crate::impose::SheetPacking;
use hexpress_base::diag::codes;
use hexpress_base::geometry::winding;
use hexpress_base::identity::Feature;
use hexpress_base::units::Mm;
use hexpress_game::{PieceSet, PieceSide};
use hexpress_language::values::value::{Alignment, Anchor, ElementPlace, Pair};
use hexpress_scene::{Drawing, DrawingDigest, Ink, leaves};

/// The size of the letters, in pt.
const SIZE: f64 = 4.0;
/// The smallest distance between the mark and the cut, in mm.
const INSET: f64 = 2.0;
/// The smallest distance between the mark and other drawings, in mm.
const CLEAR: f64 = 0.5;
/// The places that are tried for the mark. The best place comes first.
const PLACES: [(Alignment, Alignment); 8] = [
    (Alignment::End, Alignment::End),
    (Alignment::Start, Alignment::End),
    (Alignment::End, Alignment::Start),
    (Alignment::Start, Alignment::Start),
    (Alignment::Middle, Alignment::End),
    (Alignment::Middle, Alignment::Start),
    (Alignment::End, Alignment::Middle),
    (Alignment::Start, Alignment::Middle),
];

/// Draws the version marks of a deck.
#[derive(Debug)]
pub struct VersionMarks<'d> {
    deck: &'d PieceSet,
    packing: SheetPacking,
    looker: PieceLooker<'d>,
    /// The digest of the outline. `None` until the first piece is drawn.
    outline: Option<DrawingDigest>,
}

impl<'d> VersionMarks<'d> {
    pub fn new(deck: &'d PieceSet, packing: &SheetPacking) -> Self {
        Self { deck, packing: packing.clone(), looker: PieceLooker::new(deck, packing), outline: None }
    }

    /// Returns the mark of the piece at `index`. `drawings` are the drawings of the piece. If the
    /// piece has no free corner, reports this and returns `None`. Also returns `None` if there is
    /// no font.
    pub fn draw(
        &mut self,
        painter: &mut Painter<'_, '_>,
        index: usize,
        drawings: &[Drawing],
        frame: &Frame,
    ) -> Option<Drawing> {
        let Self { deck, packing, looker, outline } = self;
        let mut own_painter = Painter::new(painter.game, painter.shaper, painter.component().clone());
        let look = looker.look(&mut own_painter, index);
        let outline = *outline.get_or_insert_with(|| outline_look(deck, packing, painter.shaper.fonts()));
        let signs = look.with_outline(outline).short();
        let version = painter.game.version.trim();
        let text = format!("{version} {signs}");
        let font = painter.shaper.default_font()?;
        // If the font lacks letters of the version, the mark consists only of the four characters in `signs`.
        let shaped = painter.shaper.shape(font, text.trim()).or_else(|_| painter.shaper.shape(font, &signs));
        let shaped = shaped.ok()?;
        let em = Mm::from_pt(SIZE).0;
        let cap = painter.shaper.cap_height(font) * em;
        let size = Size::new(shaped.advance * em, cap);
        let Some(spot) = Corners { deck, packing, frame, drawings }.free(size) else {
            let name = painter.identity(Feature::piece(deck.number(index), PieceSide::Front)).to_string();
            let message = format!("{name} has no version mark: all of its corners are in use");
            let hint = "leave 8 x 2 mm free in one corner, or delete `version-mark`";
            let warning = codes::DOES_NOT_FIT.warning(message).hint(hint);
            painter
                .add_finding(deck.version_mark.into_iter().fold(warning, |warning, place| warning.at(place)));
            return None;
        };
        let origin = Point::new(spot.rect.x0, spot.rect.y1);
        let ink = if spot.is_light { Ink::black() } else { Ink::white() };
        Some(line_of_text(&shaped, em, origin, ink))
    }
}

/// A place for a mark.
struct MarkPlace {
    rect: Rect,
    /// Whether the background is light.
    is_light: bool,
}

/// The corners of a piece, and the drawings that may cover them.
struct Corners<'c> {
    deck: &'c PieceSet,
    packing: &'c SheetPacking,
    frame: &'c Frame,
    drawings: &'c [Drawing],
}

impl Corners<'_> {
    /// Returns the first place where a mark of this size would be on a single colour. Returns `None` if there
    /// is no such place.
    fn free(&self, size: Size) -> Option<MarkPlace> {
        // Round letters extend a little below their baseline.
        let inset = self.frame.safe.max(INSET) + OVERSHOOT;
        let inside = self.frame.grown(-inset);
        PLACES.into_iter().find_map(|(across, down)| {
            let place = ElementPlace::Anchor(Anchor { across, down });
            let centre = self.frame.centre(place, Pair { x: inset, y: inset }, size);
            let rect = Rect::from_center_size(centre, size);
            let is_free = inside.holds(rect, Affine::IDENTITY) && !self.is_punched(rect);
            let is_light = is_free.then(|| self.ground(rect.inflate(CLEAR, CLEAR))).flatten()?;
            Some(MarkPlace { rect, is_light })
        })
    }

    fn is_punched(&self, rect: Rect) -> bool {
        use kurbo::Shape as _;
        let holes = PunchedHole::all(self.deck, self.packing.piece, PieceSide::Front);
        holes.iter().any(|hole| hole.path().bounding_box().overlaps(rect))
    }

    /// Returns whether the colour behind a box is light. Returns `None` if the colour changes
    /// inside the box, or if anything else is drawn there.
    fn ground(&self, rect: Rect) -> Option<bool> {
        let mut is_light = true;
        for leaf in leaves(self.drawings, Affine::IDENTITY).with_shared() {
            let covered = bounds(std::slice::from_ref(leaf.draw))?;
            if !leaf.frame.transform_rect_bbox(covered).overlaps(rect) {
                continue;
            }
            let Drawing::Path { path, fill: Some(ink), stroke: None } = leaf.draw else { return None };
            let to_path = leaf.frame.inverse();
            let corners = hexpress_base::geometry::corners(rect);
            let inside = corners.iter().filter(|corner| winding(path, to_path * **corner) != 0).count();
            let is_plain = ink.shade.is_none() && ink.pattern.is_none();
            if inside != corners.len() || !is_plain {
                return None;
            }
            is_light = ink.is_light();
        }
        Some(is_light)
    }
}
