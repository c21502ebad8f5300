//! Areas that are filled with a pattern, and shapes that a clip cuts out of a picture.

use kurbo::{Affine, BezPath, Point, Rect, Size, Vec2};
use roxmltree::Node;

use super::style::State;
use super::transform::{into_frame, numbers, transform};
use super::walk::Walk;
use crate::item::covers;
use crate::tiles::Tiling;
use crate::{ItemKind, ReadError, Rgb};
use hexpress_base::geometry::polygon;

/// The most patterns in a chain of patterns that refer to one another.
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
        let pattern = PatternChain(chain);
        let content = pattern.0.iter().copied().find(Node::has_children).unwrap_or(node);
        let own = pattern.attribute("patternTransform").map_or(Some(Affine::IDENTITY), transform)?;
        if pattern.attribute("patternContentUnits") == Some("objectBoundingBox") {
            return None;
        }
        let is_relative = pattern.attribute("patternUnits") != Some("userSpaceOnUse");
        let unit = if is_relative { Size::new(1.0, 1.0) } else { Size::from(state.frame) };
        let x = pattern.length("x", unit.width, state).unwrap_or(0.0);
        let y = pattern.length("y", unit.height, state).unwrap_or(0.0);
        let size =
            (pattern.length("width", unit.width, state)?, pattern.length("height", unit.height, state)?);
        let mut tile = Rect::from_origin_size((x, y), size);
        if is_relative {
            // The lengths are shares of the box around the area.
            let bounds = state.transform.inverse().transform_rect_bbox(area);
            let to_bounds = Affine::new([bounds.width(), 0.0, 0.0, bounds.height(), bounds.x0, bounds.y0]);
            tile = Rect::from_points(to_bounds * tile.origin(), to_bounds * Point::new(tile.x1, tile.y1));
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

/// A pattern, and the patterns that it takes missing attributes and drawings from.
struct PatternChain<'a, 'i>(Vec<Node<'a, 'i>>);

impl<'a> PatternChain<'a, '_> {
    /// Returns the value of an attribute in the first pattern that has it.
    fn attribute(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find_map(|node| node.attribute(key))
    }

    /// Returns a length in the first pattern that has it. A percentage is a share of `whole`.
    fn length(&self, key: &str, whole: f64, state: &State) -> Option<f64> {
        self.0.iter().find(|node| node.has_attribute(key)).and_then(|node| state.length(*node, key, whole))
    }
}

/// Returns the transform from the units in which a pattern is drawn to those of its tiles.
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
