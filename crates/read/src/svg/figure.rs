//! Computes the outlines of basic shapes: rectangles, circles, ellipses, lines and polygons.
//!
//! - In: an element.
//! - Out: the outline of the element, in user units.
//! - Not here: the outlines of paths (`walk`).

use kurbo::{BezPath, Point, Rect, Shape as _, Size};
use roxmltree::Node;

use super::style::State;
use hexpress_base::round_shapes;

/// Returns the outline of a shape in user units. Returns `None` if the shape has no size or is not
/// a basic shape.
pub fn figure(node: Node<'_, '_>, state: &State) -> Option<BezPath> {
    let Size { width: w, height: h } = state.viewport;
    let (across, down) = (|key: &str| state.length(node, key, w), |key: &str| state.length(node, key, h));
    let name = node.tag_name().name();
    match name {
        "rect" => {
            let Point { x, y } = point(node, state, ["x", "y"]);
            let rect = Rect::new(x, y, x + across("width")?, y + down("height")?);
            if !(rect.width() > 0.0 && rect.height() > 0.0) {
                return None;
            }
            let (rx, ry) = (across("rx").filter(|r| *r > 0.0), down("ry").filter(|r| *r > 0.0));
            Some(rx.or(ry).map_or_else(|| rect.to_path(0.01), |radius| round_shapes::rectangle(rect, radius)))
        }
        "circle" => {
            let radius = state.length(node, "r", state.diagonal()).filter(|r| *r > 0.0)?;
            Some(round_shapes::circle(point(node, state, ["cx", "cy"]), radius))
        }
        "ellipse" => {
            let (rx, ry) = (across("rx").or_else(|| down("ry"))?, down("ry").or_else(|| across("rx"))?);
            let centre = point(node, state, ["cx", "cy"]);
            (rx > 0.0 && ry > 0.0).then(|| round_shapes::ellipse(centre, Size::new(2.0 * rx, 2.0 * ry)))
        }
        "line" => {
            let mut path = BezPath::new();
            path.move_to(point(node, state, ["x1", "y1"]));
            path.line_to(point(node, state, ["x2", "y2"]));
            Some(path)
        }
        _ => {
            let numbers = super::transform::numbers(node.attribute("points")?)?;
            let points: Vec<Point> = numbers.chunks_exact(2).map(|p| Point::new(p[0], p[1])).collect();
            let mut outline = hexpress_base::geometry::polygon(&points);
            if name == "polygon" {
                return (points.len() > 2).then_some(outline);
            }
            outline.pop();
            (points.len() > 1).then_some(outline)
        }
    }
}

/// Returns the point whose horizontal and vertical coordinates are in two attributes. A missing
/// coordinate is 0.
fn point(node: Node<'_, '_>, state: &State, [x, y]: [&str; 2]) -> Point {
    let Size { width: w, height: h } = state.viewport;
    Point::new(state.length(node, x, w).unwrap_or(0.0), state.length(node, y, h).unwrap_or(0.0))
}
