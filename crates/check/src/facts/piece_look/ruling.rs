//! Recognizes patterns of parallel lines.
//!
//! - In: a drawing.
//! - Out: the number of directions of its lines, and the distance between them.

use kurbo::{PathEl, Point, Vec2};

use hexpress_read::{Item, ItemKind, Outline};

/// A pattern of straight lines, such as `lines`, `hatch` or `grid`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ruling {
    /// The number of directions of the lines.
    pub directions: usize,
    /// The distance between the first two parallel lines, in mm.
    pub spacing: f64,
}

/// A straight line, as its start and the vector to its end.
struct RuledLine {
    from: Point,
    along: Vec2,
}

impl RuledLine {
    fn is_parallel(&self, other: &Self) -> bool {
        /// Two lines count as parallel if the sine of the angle between them is at most this.
        const MAX_PARALLEL_SINE: f64 = 0.01;
        self.along.cross(other.along).abs() <= MAX_PARALLEL_SINE * self.along.hypot() * other.along.hypot()
    }
}

impl Ruling {
    /// Returns the pattern that a drawing shows. Returns `None` for these drawings:
    ///
    /// - drawings without a clip
    /// - drawings with a part that is not a single straight line
    /// - lines that have more than two directions
    /// - lines without a distance between them, because no two of them are parallel and at different places
    pub fn from_item(item: &Item) -> Option<Self> {
        match &item.kind {
            ItemKind::Path { path, fill: None, stroke: Some(_) } if item.clip.is_some() => {
                Self::of_path(path)
            }
            _ => None,
        }
    }

    fn of_path(path: &Outline) -> Option<Self> {
        /// The largest number of directions in a pattern.
        const MAX_DIRECTIONS: usize = 2;
        let mut directions: Vec<RuledLine> = Vec::new();
        let mut spacing = None;
        for mut part in path.subpaths() {
            let (Some(PathEl::MoveTo(from)), Some(PathEl::LineTo(to)), None) =
                (part.next(), part.next(), part.next())
            else {
                return None;
            };
            let line = RuledLine { from, along: to - from };
            match directions.iter().find(|known| known.is_parallel(&line)) {
                Some(known) => {
                    let distance = (line.from - known.from).cross(known.along) / known.along.hypot();
                    spacing.get_or_insert(distance.abs());
                }
                None if directions.len() < MAX_DIRECTIONS => directions.push(line),
                None => return None,
            }
        }
        Some(Self { directions: directions.len(), spacing: spacing.filter(|spacing| *spacing > 0.0)? })
    }
}

#[cfg(test)]
mod tests {
    use kurbo::BezPath;

    use super::*;

    fn ruling(path: &str) -> Option<Ruling> {
        Ruling::of_path(&BezPath::from_svg(path).unwrap().into())
    }

    #[test]
    fn parallel_lines_are_a_ruling() {
        let found = ruling("M0 0L10 10M2 0L10 8M4 0L10 6").unwrap();
        assert_eq!(found.directions, 1);
        assert!((found.spacing - 2.0_f64.sqrt()).abs() < 1e-9);
        assert_eq!(ruling("M0 1H9M0 4H9M3 0V9"), Some(Ruling { directions: 2, spacing: 3.0 }));
    }

    #[test]
    fn other_drawings_are_no_ruling() {
        for other in
            ["M0 0H9", "M0 0H9V9M0 2H9", "M0 0H9M0 2H9M0 0V9M0 0L9 9", "M0 0H9M3 0V9", "M0 0H9M0 0H9"]
        {
            assert_eq!(ruling(other), None, "{other}");
        }
    }
}
