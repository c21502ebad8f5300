//! What makes a page a part of a poster: the seams on it.

use std::sync::Arc;

use kurbo::{Point, Rect};

use crate::base::identity::{Feature, Identity};
use crate::base::map::Map;
use crate::read::{ItemKind, Page};

/// What makes a page a part of a poster.
#[derive(Debug, Clone)]
pub struct PosterPart {
    /// The piece that it is a part of, or its back: `mats/2/back`; none for a board.
    pub piece: Option<Arc<Identity>>,
    /// Its seams, by name.
    pub seams: Map<Arc<str>, Seam>,
    /// What of the page is seen of the poster.
    pub window: Rect,
    /// The box of the clip that seams make.
    pub clip: Option<Rect>,
}

/// Where a page meets another one.
#[derive(Debug, Clone)]
pub struct Seam {
    /// Its drawing.
    pub id: Arc<Identity>,
    /// In mm on the page.
    pub corners: Vec<Point>,
}

impl PosterPart {
    /// The seams of a page; none where it has none.
    pub fn of(page: &Page) -> Option<Self> {
        let mut seams = Map::new();
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
