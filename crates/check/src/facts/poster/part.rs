//! Finds the part of a poster that a page shows, and the seams on the page.
//!
//! - Not here: putting the parts together; the parent module does that.

use std::sync::Arc;

use kurbo::{Point, Rect};

use hexpress_base::identity::{Feature, Identity};
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::{ItemKind, Page};

/// The part of a poster that a page shows.
#[derive(Debug, Clone)]
pub struct PosterPart {
    /// The id of the front or the back of the piece, such as `mats/2/back`. `None` for a board.
    pub piece: Option<Arc<Identity>>,
    /// The seams, by name.
    pub seams: SortedMap<Arc<str>, Seam>,
    /// The area of the page that shows the poster, in mm.
    pub window: Rect,
    /// The area inside the seams, in mm. Drawings are clipped to it.
    pub clip: Option<Rect>,
}

/// The line along which a page meets a neighbouring page.
#[derive(Debug, Clone)]
pub struct Seam {
    pub id: Arc<Identity>,
    /// The points where the seam bends, in mm on the page.
    pub corners: Vec<Point>,
}

impl PosterPart {
    /// Returns the part of a poster that a page shows. Returns `None` if the page has no seams.
    pub fn from_page(page: &Page) -> Option<Self> {
        let mut seams = SortedMap::new();
        let (mut piece, mut clip) = (None, None);
        let mut window = Rect::from_origin_size((0.0, 0.0), page.media.size());
        for item in &page.items {
            let Some(id) = &item.id else { continue };
            let Identity::Of(component, Feature::Seam(side, name)) = &**id else { continue };
            if piece.is_none()
                && let Some(side) = *side
            {
                piece = Some(Identity::Of(Arc::clone(component), Feature::Piece(side)).into());
            }
            if let ItemKind::Path { path, .. } = &item.kind {
                let corners = path.ends().collect();
                seams.insert(Arc::clone(name), Seam { id: Arc::clone(id), corners });
                window = item.clip.map_or(window, |clip| window.intersect(clip));
                clip = clip.or(item.clip);
            }
        }
        (!seams.is_empty()).then_some(Self { piece, seams, window, clip })
    }
}
