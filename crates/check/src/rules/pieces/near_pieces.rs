//! Finds pairs of pieces that are close to each other on a page.

use kurbo::Rect;

use crate::check::facts::PageContext;
use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;

/// Two pieces that lie near each other.
pub(super) struct Pair<'e> {
    pub one: &'e FoundPiece,
    pub other: &'e FoundPiece,
    /// How far their cuts are apart, in mm; negative where they overlap.
    pub gap: f64,
    /// The box round both.
    pub rect: Rect,
}

/// The pieces of a page, two and two, whose boxes are less than `reach` mm apart.
pub(super) fn pairs<'e>(context: &PageContext<'e>, reach: f64) -> Vec<Pair<'e>> {
    let mut cuts: Vec<(&FoundPiece, &Cut, Rect)> =
        context.sheet.pieces.iter().filter_map(|p| p.cut.as_ref().map(|c| (p, c, c.bounds()))).collect();
    cuts.sort_by(|a, b| a.2.x0.total_cmp(&b.2.x0));
    let mut pairs = Vec::new();
    for (i, (one, cut, rect)) in cuts.iter().enumerate() {
        let near = cuts[i + 1..].iter().take_while(|(_, _, r)| r.x0 < rect.x1 + reach);
        let near = near.filter(|(_, _, r)| r.y0 < rect.y1 + reach && rect.y0 < r.y1 + reach);
        pairs.extend(near.map(|(other, other_cut, other_rect)| Pair {
            one,
            other,
            gap: -cut.overlap(other_cut),
            rect: rect.union(*other_rect),
        }));
    }
    pairs
}
