//! Computes what the two sides of a piece look like, without bleed, cut lines and marks.
//!
//! - In: a deck, and the size of its pieces.
//! - Out: a digest for each side of each piece, and a digest for the outline.
//! - Not here: reporting mistakes in drawings. They are reported when sheets are drawn.

use kurbo::Affine;

use super::punch::PunchedHole;
use crate::draw::frame::Frame;
use crate::draw::painter::Painter;
use crate::impose::SheetPacking;
use crate::impose::face_cache::FaceCache;
use hexpress_game::{PieceSet, PieceSide, fold_across};
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::text::Fonts;
use hexpress_scene::{Drawing, DrawingDigest, DrawingHasher, Ink, Stroke};

/// The digests of the two sides of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceDigests {
    pub front: DrawingDigest,
    pub back: DrawingDigest,
}

impl PieceDigests {
    /// Returns the digest of everything that a piece shows. `outline` is the digest of its outline.
    pub fn with_outline(self, outline: DrawingDigest) -> DrawingDigest {
        DrawingDigest::of_all([outline, self.front, self.back])
    }
}

/// Computes the digests of the pieces of a deck. Threads cannot share this value, so each thread needs its
/// own.
#[derive(Debug)]
pub struct PieceLooker<'d> {
    front: FaceCache<'d>,
    back: FaceCache<'d>,
    /// Two calculators of digests. The first one is for fronts. The second one is for backs, whose
    /// outline is mirrored. Both ignore everything outside the outline.
    digests: [DrawingHasher; 2],
}

impl<'d> PieceLooker<'d> {
    pub fn new(deck: &'d PieceSet, packing: &SheetPacking) -> Self {
        let furniture = Furniture::default();
        let side = |side| FaceCache::new(deck, side, packing, &furniture).without_bleed_or_safe();
        let [front, back] = PieceSide::BOTH.map(side);
        let digests = [&front, &back].map(|side| DrawingHasher::within(&side.frame.outline()));
        Self { front, back, digests }
    }

    /// Removes cached drawings that are unlikely to be used again.
    pub fn begin_sheet(&mut self) {
        self.front.begin_sheet();
        self.back.begin_sheet();
    }

    /// Returns the digests of the piece at `index`. The mistakes that this call reports to `painter`
    /// must be ignored, because they are also reported when sheets are drawn.
    pub fn look(&mut self, painter: &mut Painter<'_, '_>, index: usize) -> PieceDigests {
        let fonts = painter.shaper.fonts();
        let Self { front, back, digests } = self;
        let [of_front, of_back] = digests;
        let [front, back] = [(front, of_front), (back, of_back)].map(|(side, digests)| {
            let drawings = side.piece(painter, index).map(|face| face.drawings).unwrap_or_default();
            digests.digest(&drawings, Affine::IDENTITY, fonts)
        });
        PieceDigests { front, back }
    }
}

/// Returns the digest of the outline, the holes and the folds of a piece.
pub fn outline_look(deck: &PieceSet, packing: &SheetPacking, fonts: &Fonts) -> DrawingDigest {
    let cut = |path| Drawing::filled(path, Ink::black());
    let mut drawings = vec![cut(Frame::piece(&packing.outline, packing.piece).outline())];
    let holes = PunchedHole::all(deck, packing.piece, PieceSide::Front);
    drawings.extend(holes.iter().map(|hole| cut(hole.path())));
    drawings.extend(deck.folds.iter().map(|fold| {
        let line = fold_across(*fold, packing.piece);
        Drawing::line(line.p0, line.p1, Stroke::solid(1.0, Ink::black()))
    }));
    let net = deck.net.iter().flat_map(|net| net.folds.iter().chain(&net.slits));
    drawings.extend(net.map(|line| Drawing::line(line.p0, line.p1, Stroke::solid(1.0, Ink::black()))));
    DrawingHasher::new().digest(&drawings, Affine::IDENTITY, fonts)
}
