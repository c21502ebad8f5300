//! Outlines of any shape, which a layout gives as SVG paths.
//!
//! - In: the text of a path.
//! - Out: an outline whose middle is the origin. It can be stretched to the size of a piece.
//! - Not here: the bleed around the outline (`hexpress_base::contour`).

use kurbo::{Affine, BezPath, PathEl, Shape as _, Size};

use crate::path;
use hexpress_base::contour::Contour;
use hexpress_base::diag::{Result, codes};

/// The largest number of lines and curves in an outline.
pub const MAX_SEGMENTS: usize = 200;

/// An outline: a single closed path that does not cross itself.
#[derive(Debug, Clone, PartialEq)]
pub struct PathOutline {
    /// The path from the layout, moved so that the middle of its bounding box is the origin.
    path: BezPath,
    /// The size of the bounding box.
    size: Size,
    /// The area inside the outline, as a fraction of the area of its bounding box.
    share: f64,
}

impl PathOutline {
    /// Parses an SVG path in mm. An open path is closed.
    ///
    /// # Errors
    /// The text is not a path. Or the path consists of several paths, encloses no area, crosses
    /// itself, or has more than `MAX_SEGMENTS` lines and curves.
    pub fn read(text: &str) -> Result<Self> {
        Self::read_as(text, "an outline")
    }

    /// Parses an SVG path like [`Self::read`]. `called` is the name of the path in messages, such as
    /// `an outline`.
    ///
    /// # Errors
    /// As for [`Self::read`].
    pub fn read_as(text: &str, called: &str) -> Result<Self> {
        let mut path = path::curve(text)?;
        let parts = path.elements().iter().filter(|element| matches!(element, PathEl::MoveTo(_))).count();
        if parts != 1 {
            let message = format!("{called} must be one closed path, but this one consists of {parts} paths");
            let hint = "write M only once, and write each hole as an entry of `holes`: holes = [{ outline = \"…\" }, \
                { outline = \"…\" }]";
            return Err(codes::BAD_VALUE.error(message).hint(hint));
        }
        let segments = path.segments().count();
        if segments > MAX_SEGMENTS {
            let message =
                format!("{called} has at most {MAX_SEGMENTS} lines and curves, but this has {segments}");
            return Err(codes::BAD_VALUE.error(message));
        }
        if path.elements().last() != Some(&PathEl::ClosePath) {
            path.close_path();
        }
        let bounds = path.bounding_box();
        let contour = Contour::new(&path);
        let share = contour.area() / bounds.area();
        let no_area =
            || codes::BAD_VALUE.error("this outline has no area").hint("write three corners or more");
        if contour.points().len() < 3 || bounds.area() < 1e-6 {
            return Err(no_area());
        }
        if contour.crossing().is_some() {
            let hint = "let the path go around the piece once, without touching itself";
            return Err(codes::BAD_VALUE.error("this outline crosses itself").hint(hint));
        }
        if share.is_nan() || share < 1e-3 {
            return Err(no_area());
        }
        path.apply_affine(Affine::translate(-bounds.center().to_vec2()));
        Ok(Self { path, size: bounds.size(), share })
    }

    /// Returns the size of the path's bounding box before it is stretched, in mm.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of lines and curves.
    pub fn segments(&self) -> usize {
        self.path.segments().count()
    }

    /// Returns the area inside the outline, as a fraction of the area of its bounding box.
    pub fn share(&self) -> f64 {
        self.share
    }

    /// Returns the outline around the origin, stretched so that its bounding box has this size.
    pub fn stretched(&self, size: Size) -> BezPath {
        let (x, y) = (size.width / self.size.width, size.height / self.size.height);
        Affine::scale_non_uniform(x, y) * &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_has_the_size_of_its_piece() {
        let form = PathOutline::read("M 0 0 h 30 v 10 q -5 10 -30 10").unwrap();
        let rect = form.stretched(Size::new(60.0, 50.0)).bounding_box();
        assert!((rect.width() - 60.0).abs() < 1e-9 && (rect.height() - 50.0).abs() < 1e-9);
        assert!(rect.center().to_vec2().hypot() < 1e-9);
    }

    #[test]
    fn an_outline_is_one_path_around_an_area() {
        for wrong in ["M 0 0 L 5 5", "M 0 0 h 9 v 9 Z M 20 0 h 9 v 9 Z", "M 0 0 L 9 9 L 9 0 L 0 9 Z", "M 0 0"]
        {
            assert!(PathOutline::read(wrong).is_err(), "{wrong}");
        }
        let zigzag = |corners: usize| {
            let tops: String = (1..corners).map(|x| format!("L {x} -{} ", x % 2)).collect();
            format!("M 0 0 {tops} V 30 Z")
        };
        assert!(PathOutline::read(&zigzag(MAX_SEGMENTS - 1)).is_ok());
        assert!(PathOutline::read(&zigzag(MAX_SEGMENTS)).is_err());
    }
}
