//! Writes numbers, paths and transforms for SVG as short text. Numbers are exact to half a unit of the
//! last decimal.

use kurbo::{Affine, BezPath, PathEl, Point};

use crate::number::{push, push_scaled, scaled};

/// The number of decimals of a coordinate in mm.
const PLACES: u32 = 3;
/// The number of decimals of a shift in mm. The rounding errors of nested groups add up, so shifts need more
/// decimals than coordinates.
const SHIFT_PLACES: u32 = 4;
/// The number of decimals of the coefficients of a matrix. With 7 decimals, a point at a distance
/// of 400 mm from the origin moves by less than 0.1 µm.
const CELL_PLACES: u32 = 7;

/// Returns a number as text with at most `places` decimals.
pub fn number(value: f64, places: u32) -> String {
    let mut out = String::new();
    push(&mut out, value, places);
    out
}

/// Returns a length in mm as text.
pub fn length(value: f64) -> String {
    number(value, PLACES)
}

/// Returns the attribute `d` of a path whose coordinates are in mm.
pub fn data(path: &BezPath) -> String {
    path_data(path, PLACES, 'M')
}

/// Returns the attribute `d` of a path whose coordinates are in font units.
pub fn font_data(path: &BezPath) -> String {
    path_data(path, 1, 'M')
}

/// Returns the commands of a path in font units. They draw the path relative to the current point. For
/// example, after `M10 20`, the path is shifted by 10 units along x and by 20 units along y.
pub fn relative_font_data(path: &BezPath) -> String {
    path_data(path, 1, 'm')
}

/// Returns the commands of a path. `move_letter` is the first command of each subpath. With `m`, the start of
/// the subpath is relative to the current point. With `M`, it is absolute.
fn path_data(path: &BezPath, places: u32, move_letter: char) -> String {
    let mut pen = Pen { out: String::new(), places, move_letter, letter: ' ', at: (0, 0), start: (0, 0) };
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => pen.move_to(p),
            PathEl::LineTo(p) => pen.line_to(p),
            PathEl::QuadTo(c, p) => pen.curve('q', &[c, p]),
            PathEl::CurveTo(a, b, p) => pen.curve('c', &[a, b, p]),
            PathEl::ClosePath => pen.close(),
        }
    }
    pen.out
}

/// Writes a path as relative commands, because they are short. The numbers are differences between rounded
/// points, so rounding errors do not add up.
struct Pen {
    out: String,
    places: u32,
    /// The first command of each subpath: `M`, or `m` if the start of the subpath is relative to the current
    /// point.
    move_letter: char,
    /// The letter of the last command.
    letter: char,
    /// The current point, in units of the last decimal.
    at: (i64, i64),
    /// The start of the current subpath, in units of the last decimal.
    start: (i64, i64),
}

impl Pen {
    /// Converts a point to whole numbers, in units of the last decimal.
    fn round(&self, point: Point) -> (i64, i64) {
        (scaled(point.x, self.places), scaled(point.y, self.places))
    }

    /// Writes the letter of a command. Writes nothing if the previous command has the same letter.
    fn letter(&mut self, letter: char) {
        if self.letter != letter {
            self.out.push(letter);
            self.letter = letter;
        }
    }

    /// Writes a number. A space precedes it if its first digit would otherwise be read as a part of the
    /// previous number.
    fn number(&mut self, value: i64) {
        if value >= 0 && self.out.ends_with(|c: char| c.is_ascii_digit()) {
            self.out.push(' ');
        }
        push_scaled(&mut self.out, value, self.places);
    }

    fn move_to(&mut self, point: Point) {
        let to = self.round(point);
        let from = if self.move_letter == 'm' { self.at } else { (0, 0) };
        // Every subpath gets its own letter. If several pairs of coordinates follow one `M`, SVG reads the
        // later pairs as the ends of lines.
        self.out.push(self.move_letter);
        self.letter = self.move_letter;
        self.number(to.0 - from.0);
        self.number(to.1 - from.1);
        (self.at, self.start) = (to, to);
    }

    fn line_to(&mut self, point: Point) {
        let to = self.round(point);
        let step = (to.0 - self.at.0, to.1 - self.at.1);
        let (letter, numbers): (_, &[i64]) = match step {
            (x, 0) => ('h', &[x]),
            (0, y) => ('v', &[y]),
            (x, y) => ('l', &[x, y]),
        };
        self.letter(letter);
        numbers.iter().for_each(|number| self.number(*number));
        self.at = to;
    }

    fn curve(&mut self, letter: char, points: &[Point]) {
        self.letter(letter);
        let from = self.at;
        for point in points {
            self.at = self.round(*point);
            self.number(self.at.0 - from.0);
            self.number(self.at.1 - from.1);
        }
    }

    fn close(&mut self) {
        self.out.push('z');
        self.letter = 'z';
        self.at = self.start;
    }
}

/// Returns the value of the attribute `transform`. Returns `None` for the identity.
pub fn transform(transform: Affine) -> Option<String> {
    let [a, b, c, d, x, y] = transform.as_coeffs();
    let shift = [x, y].map(|v| number(v, SHIFT_PLACES));
    let cells = [a, b, c, d].map(|v| number(v, CELL_PLACES));
    let is_shift = cells == ["1", "0", "0", "1"].map(str::to_owned);
    if is_shift && shift == ["0", "0"].map(str::to_owned) {
        return None;
    }
    if is_shift {
        return Some(format!("translate({})", shift.join(" ")));
    }
    Some(format!("matrix({} {})", cells.join(" "), shift.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_rounding_do_not_add_up() {
        let mut path = BezPath::new();
        path.move_to((1.0, 2.0));
        for step in 1..=3000 {
            path.line_to((1.0 + f64::from(step) / 30.0, 2.0 + f64::from(step) / 70.0));
        }
        path.line_to((5.0, 2.0 + 3000.0 / 70.0));
        path.quad_to((5.5, 1.0), (6.0, 2.0));
        path.curve_to((6.0, 1.0), (7.0, 1.0), (-7.0, 2.0));
        path.close_path();
        path.move_to((0.25, 0.5));
        path.line_to((0.25, -3.0));
        let back = BezPath::from_svg(&data(&path)).unwrap();
        assert_eq!(back.elements().len(), path.elements().len());
        for (a, b) in path.elements().iter().zip(back.elements()) {
            let (Some(a), Some(b)) = (a.end_point(), b.end_point()) else { continue };
            assert!((a.x - b.x).abs() <= 0.000_501 && (a.y - b.y).abs() <= 0.000_501, "{a:?} {b:?}");
        }
    }

    #[test]
    fn paths_are_short() {
        let mut path = BezPath::new();
        path.move_to((-1.0, 0.5));
        path.line_to((2.0, 0.5));
        path.line_to((2.0, 0.75));
        path.line_to((1.5, 0.5));
        path.line_to((2.0, 0.0));
        path.close_path();
        assert_eq!(data(&path), "M-1 .5h3v.25l-.5-.25 .5-.5z");
    }

    #[test]
    fn relative_paths_can_follow_each_other() {
        let path = BezPath::from_svg("M1 2H3V4ZM5 6h2v1z").unwrap();
        let relative = relative_font_data(&path);
        assert_eq!(relative, "m1 2h2v2zm4 4h2v1z");
        let moved = BezPath::from_svg(&format!("M10 20{relative}")).unwrap();
        assert_eq!(moved.elements().get(1..), Some((Affine::translate((10.0, 20.0)) * path).elements()));
    }

    #[test]
    fn transforms_are_short() {
        assert_eq!(transform(Affine::IDENTITY), None);
        assert_eq!(transform(Affine::translate((1.5, -2.0))).unwrap(), "translate(1.5 -2)");
        assert_eq!(transform(Affine::new([0.0, 1.0, -1.0, 0.0, 3.0, 0.0])).unwrap(), "matrix(0 1 -1 0 3 0)");
    }
}
