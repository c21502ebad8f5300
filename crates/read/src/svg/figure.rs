//! Shapes that are no paths: rectangles, circles, lines and polygons.

use kurbo::{BezPath, Point, Rect, Shape as _, Size};
use roxmltree::Node;

use super::style::State;
use crate::base::round;

/// The outline of a shape, in its own units; none where it has no size.
pub fn figure(node: Node<'_, '_>, state: &State) -> Option<BezPath> {
    let (w, h) = state.frame;
    let (across, down) = (|key: &str| state.length(node, key, w), |key: &str| state.length(node, key, h));
    let name = node.tag_name().name();
    match name {
        "rect" => {
            let (x, y) = (across("x").unwrap_or(0.0), down("y").unwrap_or(0.0));
            let rect = Rect::new(x, y, x + across("width")?, y + down("height")?);
            if !(rect.width() > 0.0 && rect.height() > 0.0) {
                return None;
            }
            let (rx, ry) = (across("rx").filter(|r| *r > 0.0), down("ry").filter(|r| *r > 0.0));
            Some(rx.or(ry).map_or_else(|| rect.to_path(0.01), |radius| round::rectangle(rect, radius)))
        }
        "circle" => {
            let centre = (across("cx").unwrap_or(0.0), down("cy").unwrap_or(0.0));
            let radius = state.length(node, "r", state.diagonal()).filter(|r| *r > 0.0)?;
            Some(round::circle(centre.into(), radius))
        }
        "ellipse" => {
            let centre = (across("cx").unwrap_or(0.0), down("cy").unwrap_or(0.0));
            let (rx, ry) = (across("rx").or_else(|| down("ry"))?, down("ry").or_else(|| across("rx"))?);
            (rx > 0.0 && ry > 0.0).then(|| round::ellipse(centre.into(), Size::new(2.0 * rx, 2.0 * ry)))
        }
        "line" => {
            let end = |x: &str, y: &str| (across(x).unwrap_or(0.0), down(y).unwrap_or(0.0));
            let mut path = BezPath::new();
            path.move_to(end("x1", "y1"));
            path.line_to(end("x2", "y2"));
            Some(path)
        }
        _ => {
            let points = super::transform::numbers(node.attribute("points")?)?;
            let points: Vec<Point> = points.chunks_exact(2).map(|p| Point::new(p[0], p[1])).collect();
            let mut path = crate::base::hex::polygon(&points);
            if name == "polygon" {
                return (points.len() > 2).then_some(path);
            }
            path.pop();
            (points.len() > 1).then_some(path)
        }
    }
}
