//! Reads areas that are filled with a pattern, and shapes that a clip cuts out of a picture.
//!
//! - In: a `pattern` element and an area, or a picture and its clip.
//! - Out: the items of the tiles, or the outline of the clip.
//! - Not here: files that hexpress made. Their patterns are compared, but not drawn.

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size, Vec2};
use roxmltree::Node;

use super::style::State;
use super::transform::{into_frame, numbers, transform};
use super::walk::{Output, Walk};
use crate::item::{Look, covers, is_upright};
use crate::tiles::Tiling;
use crate::{Item, ItemKind, ReadError, Rgb};
use hexpress_base::geometry::polygon;

/// The maximum number of patterns that are followed in a chain. In a chain, each pattern refers to
/// the next one.
const MAX_LINKS: usize = 8;

impl<'a, 'i> Walk<'a, 'i, '_> {
    /// Returns the pattern to which a fill refers. Returns `None` if hexpress made the file.
    pub(super) fn fill_pattern(&self, state: &State) -> Option<Node<'a, 'i>> {
        let node = self.by_id.get(&**state.fill.paint_server.as_ref()?).copied()?;
        (!self.is_ours && node.tag_name().name() == "pattern").then_some(node)
    }

    /// Draws the pattern that fills an area, tile by tile. `area` is the outline of the area in mm.
    ///
    /// If the pattern cannot be drawn, adds 1 to `out.patterns` instead.
    ///
    /// # Errors
    /// An element in the pattern is damaged, or the file exceeds a limit.
    pub(super) fn draw_pattern(
        &mut self,
        node: Node<'a, 'i>,
        state: &State,
        area: &BezPath,
    ) -> Result<(), ReadError> {
        let bounds = area.bounding_box();
        let visible = state.clip_box.map_or(bounds, |clip| clip.intersect(bounds));
        // Tiles are drawn only if the area is a rectangle. In other areas, a pattern is usually a
        // hatching.
        let tiling = if is_upright(area) { self.tiling(node, state, visible) } else { None };
        let Some((tiling, content)) = tiling else {
            self.out.patterns += 1;
            return Ok(());
        };
        let tile = self.tile_items(&tiling, content)?;
        let Some(items) = tiling.fill(&tile, visible) else {
            self.out.patterns += 1;
            return Ok(());
        };
        items.into_iter().try_for_each(|item| {
            let clipped = State { clip_box: item.clip, ..state.clone() };
            self.push(&clipped, item.kind, Look::default())
        })
    }

    /// Returns the items of one tile. `content` is the element that contains the drawings of the
    /// pattern.
    fn tile_items(&mut self, tiling: &Tiling, content: Node<'a, 'i>) -> Result<Vec<Item>, ReadError> {
        let start = self.out.items.len();
        let mut state = self.state(content, &State::outermost(Affine::IDENTITY, tiling.tile.size()))?;
        state.transform = tiling.to_page * view(content, tiling.tile);
        state.detach();
        // A pattern may be filled with itself, so patterns inside a tile must not be drawn. The
        // reader never draws patterns if hexpress made the file. So the tile is read as if hexpress
        // had made it.
        let is_ours = std::mem::replace(&mut self.is_ours, true);
        let output = std::mem::replace(&mut self.output, Output::Items);
        let patterns = self.out.patterns;
        let drawn = self.children(content, &state, 1);
        (self.is_ours, self.output, self.out.patterns) = (is_ours, output, patterns);
        drawn?;
        Ok(self.out.items.split_off(start))
    }

    /// Returns two results: how a pattern fills an area, and the element that contains the drawings
    /// of the pattern. Returns `None` if the pattern is not understood.
    fn tiling(&self, node: Node<'a, 'i>, state: &State, area: Rect) -> Option<(Tiling, Node<'a, 'i>)> {
        let mut chain = vec![node];
        while let Some(next) = self.target(*chain.last()?).filter(|_| chain.len() < MAX_LINKS) {
            chain.push(next);
        }
        let pattern = PatternChain(chain);
        let content = pattern.0.iter().copied().find(Node::has_children).unwrap_or(node);
        let own_transform =
            pattern.attribute("patternTransform").map_or(Some(Affine::IDENTITY), transform)?;
        if pattern.attribute("patternContentUnits") == Some("objectBoundingBox") {
            return None;
        }
        let is_relative = pattern.attribute("patternUnits") != Some("userSpaceOnUse");
        let unit = if is_relative { Size::new(1.0, 1.0) } else { state.viewport };
        let x = pattern.length("x", unit.width, state).unwrap_or(0.0);
        let y = pattern.length("y", unit.height, state).unwrap_or(0.0);
        let size =
            (pattern.length("width", unit.width, state)?, pattern.length("height", unit.height, state)?);
        let mut tile = Rect::from_origin_size((x, y), size);
        if is_relative {
            // The lengths in the attributes are fractions of the bounding box of the area.
            let bounds = state.transform.inverse().transform_rect_bbox(area);
            let to_bounds = Affine::new([bounds.width(), 0.0, 0.0, bounds.height(), bounds.x0, bounds.y0]);
            tile = Rect::from_points(to_bounds * tile.origin(), to_bounds * Point::new(tile.x1, tile.y1));
        }
        let to_page = state.transform * own_transform;
        let step = Vec2::new(tile.width(), tile.height());
        Some((Tiling { to_page, tile, step }, content))
    }

    /// Draws the shape that a clip cuts out of a picture.
    ///
    /// # Errors
    /// The file has too many items.
    pub(super) fn draw_clip_of_picture(
        &mut self,
        state: &State,
        corners: &[Point; 4],
    ) -> Result<(), ReadError> {
        let picture = polygon(corners);
        let Some(clip) = state.innermost_clip.as_ref().filter(|clip| covers(&picture, clip)) else {
            return Ok(());
        };
        let path = BezPath::clone(clip).into();
        self.push(state, ItemKind::Path { path, fill: Some(Rgb::PATTERN), stroke: None }, Look::default())
    }
}

/// A pattern, and the patterns to which it refers. If a pattern has no drawings or lacks an
/// attribute, it uses the drawings or the attribute of the next pattern.
struct PatternChain<'a, 'i>(Vec<Node<'a, 'i>>);

impl<'a> PatternChain<'a, '_> {
    /// Returns the value of an attribute, from the first pattern in the chain that has this attribute.
    /// Returns `None` if no pattern has it.
    fn attribute(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find_map(|node| node.attribute(key))
    }

    /// Returns the length in an attribute, from the first pattern in the chain that has this attribute. A
    /// percentage is relative to `whole`. Returns `None` if no pattern has the attribute, or if it is not a
    /// length.
    fn length(&self, key: &str, whole: f64, state: &State) -> Option<f64> {
        self.0.iter().find(|node| node.has_attribute(key)).and_then(|node| state.length(*node, key, whole))
    }
}

/// Returns the transform from the coordinates of a pattern's drawings to the coordinates of its tiles.
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
