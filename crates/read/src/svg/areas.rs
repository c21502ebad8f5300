//! Areas that are filled with a pattern, and shapes that a clip cuts out of what lies below.

use kurbo::{Affine, BezPath, Point, Rect, Vec2};
use roxmltree::Node;

use super::style::State;
use super::transform::{into_frame, numbers, transform};
use super::walk::Walk;
use crate::base::hex::polygon;
use crate::read::item::covers;
use crate::read::tiles::Tiling;
use crate::read::{ItemKind, ReadError, Rgb};

/// So many patterns may take what they do not say from one another.
const MOST_LINKS: usize = 8;

impl<'a, 'i> Walk<'a, 'i, '_> {
    /// The pattern that areas are filled with, in files of other programs.
    pub(super) fn server(&self, state: &State) -> Option<Node<'a, 'i>> {
        let node = self.by_id.get(&**state.server.as_ref()?).copied()?;
        (!self.ours && node.tag_name().name() == "pattern").then_some(node)
    }

    /// Draws the tiles of a pattern that an area on the page is filled with. One that is not drawn is counted.
    pub(super) fn pattern(
        &mut self,
        node: Node<'a, 'i>,
        state: &State,
        area: Rect,
        is_rect: bool,
    ) -> Result<(), ReadError> {
        let area = state.clip.map_or(area, |clip| clip.intersect(area));
        // What only gives a shape its look, as a hatching does, is no drawing of its own.
        let tiling = if is_rect { self.tiling(node, state, area) } else { None };
        let Some((tiling, content)) = tiling else {
            self.out.patterns += 1;
            return Ok(());
        };
        let start = self.out.items.len();
        let frame = (tiling.tile.width(), tiling.tile.height());
        let mut own = self.state(content, &State::outermost(Affine::IDENTITY, frame))?;
        own.transform = tiling.to_page * view(content, tiling.tile);
        (own.id, own.clip, own.clips, own.cut) = (None, None, Vec::new(), None);
        // A pattern that is filled with itself would go on without end: patterns in patterns are counted.
        let (ours, before) = (std::mem::replace(&mut self.ours, true), self.out.patterns);
        let paints = std::mem::replace(&mut self.paints, false);
        let drawn = self.children(content, &own, 1);
        (self.ours, self.paints, self.out.patterns) = (ours, paints, before);
        drawn?;
        let tile = self.out.items.split_off(start);
        match tiling.fill(&tile, area) {
            Some(items) => items.into_iter().try_for_each(|item| {
                let seen = State { clip: item.clip, ..state.clone() };
                self.push(&seen, item.kind, 0)
            }),
            None => {
                self.out.patterns += 1;
                Ok(())
            }
        }
    }

    /// How a pattern is repeated in an area, and the element that holds its drawings.
    fn tiling(&self, node: Node<'a, 'i>, state: &State, area: Rect) -> Option<(Tiling, Node<'a, 'i>)> {
        let mut chain = vec![node];
        while let Some(next) = self.target(*chain.last()?).filter(|_| chain.len() < MOST_LINKS) {
            chain.push(next);
        }
        let said = |key: &str| chain.iter().find_map(|node| node.attribute(key));
        let content = *chain.iter().find(|node| node.has_children()).unwrap_or(&node);
        let from = *chain.iter().find(|node| node.has_attribute("width")).unwrap_or(&node);
        let own = said("patternTransform").map_or(Some(Affine::IDENTITY), transform)?;
        if said("patternContentUnits") == Some("objectBoundingBox") {
            return None;
        }
        let (w, h) = state.frame;
        let length = |key: &str, whole: f64| {
            chain.iter().find(|node| node.has_attribute(key)).and_then(|node| state.length(*node, key, whole))
        };
        let shares = said("patternUnits") != Some("userSpaceOnUse");
        let unit = if shares { Rect::new(0.0, 0.0, 1.0, 1.0) } else { Rect::new(0.0, 0.0, w, h) };
        let x = length("x", unit.width()).unwrap_or(0.0);
        let y = length("y", unit.height()).unwrap_or(0.0);
        let size = (state.length(from, "width", unit.width())?, length("height", unit.height())?);
        let mut tile = Rect::from_origin_size((x, y), size);
        if shares {
            // Shares of the box round the area.
            let bounds = state.transform.inverse().transform_rect_bbox(area);
            let part = |v: f64, low: f64, whole: f64| low + v * whole;
            tile = Rect::new(
                part(tile.x0, bounds.x0, bounds.width()),
                part(tile.y0, bounds.y0, bounds.height()),
                part(tile.x1, bounds.x0, bounds.width()),
                part(tile.y1, bounds.y0, bounds.height()),
            );
        }
        let to_page = state.transform * own;
        let step = Vec2::new(tile.width(), tile.height());
        Some((Tiling { to_page, tile, step }, content))
    }

    /// Draws the shape that a clip cuts out of a picture.
    pub(super) fn seen_through(&mut self, state: &State, corners: [Point; 4]) -> Result<(), ReadError> {
        let Some(cut) = state.cut.clone().filter(|cut| covers(&polygon(&corners), cut)) else {
            return Ok(());
        };
        self.push(
            state,
            ItemKind::Path { path: BezPath::clone(&cut).into(), fill: Some(Rgb::PATTERN), stroke: None },
            0,
        )
    }
}

/// From the units in which a pattern is drawn to those of its tiles.
fn view(node: Node<'_, '_>, tile: Rect) -> Affine {
    let view = node.attribute("viewBox").and_then(numbers).and_then(|view| <[f64; 4]>::try_from(view).ok());
    match view {
        Some(view) if view[2] > 0.0 && view[3] > 0.0 => {
            let into = into_frame(view, (tile.width(), tile.height()), node.attribute("preserveAspectRatio"));
            Affine::translate(tile.origin().to_vec2()) * into
        }
        _ => Affine::IDENTITY,
    }
}
