//! Encodes texts as QR codes (ISO/IEC 18004).
//!
//! - In: a text, and the fraction of the code that may be damaged.
//! - Out: the modules (dark or light squares) of the code, and the outline of the dark modules.
//! - Not here: sizes on paper, colours, or reading codes (`hexpress-read`).
//!
//! Only this file uses the library `qrcodegen`.

use kurbo::{BezPath, Point};
use qrcodegen::{QrCode, QrCodeEcc, QrSegment};

use hexpress_base::word_enum::word_enum;

/// The largest length of a text that fits in a code with the lowest correction, in bytes.
const MAX_BYTES: usize = 2953;

word_enum! {
    /// The fraction of a QR code that may be damaged without making the text unreadable.
    Correction:
    /// About 7 % may be damaged.
    Low = "low",
    /// About 15 % may be damaged.
    Medium = "medium",
    /// About 25 % may be damaged.
    Quartile = "quartile",
    /// About 30 % may be damaged.
    High = "high",
}

impl Correction {
    fn level(self) -> QrCodeEcc {
        match self {
            Self::Low => QrCodeEcc::Low,
            Self::Medium => QrCodeEcc::Medium,
            Self::Quartile => QrCodeEcc::Quartile,
            Self::High => QrCodeEcc::High,
        }
    }

    /// Returns how many characters of the kind `kind` fit in the largest code (ISO/IEC 18004, table 7).
    fn most(self, kind: TextKind) -> usize {
        let [digits, capitals, bytes] = match self {
            Self::Low => [7089, 4296, MAX_BYTES],
            Self::Medium => [5596, 3391, 2331],
            Self::Quartile => [3993, 2420, 1663],
            Self::High => [3057, 1852, 1273],
        };
        match kind {
            TextKind::Digits => digits,
            TextKind::Capitals => capitals,
            TextKind::Bytes => bytes,
        }
    }
}

/// The set of characters that a text uses. With a smaller set, a longer text fits in a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextKind {
    Digits,
    /// Digits, capital letters, spaces and `$%*+-./:`.
    Capitals,
    Bytes,
}

impl TextKind {
    fn from_text(text: &str) -> Self {
        if QrSegment::is_numeric(text) {
            Self::Digits
        } else if QrSegment::is_alphanumeric(text) {
            Self::Capitals
        } else {
            Self::Bytes
        }
    }
}

/// A text that is too long for the largest QR code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong {
    /// The length of the text. If `in_bytes` is true, it is in bytes. Otherwise, it is in characters.
    pub length: usize,
    /// The largest length that a text with these characters can have, in the same unit.
    pub most: usize,
    /// Whether both lengths are in bytes. False if the text has only digits, or only digits, capital letters
    /// and a few symbols.
    pub in_bytes: bool,
}

/// The modules of a QR code: dark or light squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QrModules {
    side: usize,
    /// For each module, whether it is dark. The modules are listed row by row from the top left.
    dark: Vec<bool>,
}

/// A direction along the edges of modules. A clockwise outline around one module has these directions in the
/// order of the variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Right,
    Down,
    Left,
    Up,
}

impl Direction {
    fn bit(self) -> u8 {
        1 << self as u8
    }

    fn clockwise(self) -> Self {
        match self {
            Self::Right => Self::Down,
            Self::Down => Self::Left,
            Self::Left => Self::Up,
            Self::Up => Self::Right,
        }
    }

    fn anticlockwise(self) -> Self {
        self.clockwise().clockwise().clockwise()
    }

    /// Returns the index of the next corner in this direction. A row has `width` corners.
    fn step(self, corner: usize, width: usize) -> usize {
        match self {
            Self::Right => corner + 1,
            Self::Down => corner + width,
            Self::Left => corner.saturating_sub(1),
            Self::Up => corner.saturating_sub(width),
        }
    }
}

impl QrModules {
    /// Encodes a text in the smallest possible code with at least the correction `correction`. If this code
    /// has space for a higher correction, the higher correction is used.
    ///
    /// # Errors
    /// The text is too long.
    pub fn encode(text: &str, correction: Correction) -> Result<Self, TooLong> {
        let code = QrCode::encode_text(text, correction.level()).map_err(|_| {
            let kind = TextKind::from_text(text);
            TooLong { length: text.len(), most: correction.most(kind), in_bytes: kind == TextKind::Bytes }
        })?;
        let size = code.size();
        let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).map(|(x, y)| code.get_module(x, y));
        Ok(Self { dark: dark.collect(), side: size.unsigned_abs() as usize })
    }

    /// Returns the number of modules along each side.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns whether a module is dark. Modules outside the code are light.
    pub fn is_dark(&self, column: usize, row: usize) -> bool {
        column < self.side && self.dark.get(row * self.side + column).copied().unwrap_or(false)
    }

    /// Returns the outline of all dark modules, to be filled with the non-zero rule. The side length of
    /// a module is 1, and the origin is the top-left corner of the code.
    ///
    /// There is no line between neighbouring dark modules, so no viewer shows a seam between them.
    pub fn outline(&self) -> BezPath {
        let width = self.side + 1;
        let edges = self.edges();
        let mut left = edges.clone();
        let mut path = BezPath::new();
        for start in 0..edges.len() {
            // Corners are visited row by row from the top. The first corner of an outline is therefore at a
            // top edge, and this edge runs to the right.
            if left[start] & Direction::Right.bit() == 0 {
                continue;
            }
            let (mut corner, mut direction) = (start, Direction::Right);
            path.move_to(point(corner, width));
            loop {
                left[corner] &= !direction.bit();
                corner = direction.step(corner, width);
                let Some(next) = next_direction(edges[corner], direction) else { break };
                if left[corner] & next.bit() == 0 {
                    break;
                }
                if next != direction {
                    path.line_to(point(corner, width));
                }
                direction = next;
            }
            path.close_path();
        }
        path
    }

    /// Returns, for each corner of a module, the directions of the edges that begin there, as bits.
    /// Each edge has a dark module on its right.
    fn edges(&self) -> Vec<u8> {
        let width = self.side + 1;
        let mut edges = vec![0; width * width];
        for row in 0..self.side {
            for column in (0..self.side).filter(|column| self.is_dark(*column, row)) {
                let corner = row * width + column;
                let is_dark_above = row > 0 && self.is_dark(column, row - 1);
                let is_dark_on_left = column > 0 && self.is_dark(column - 1, row);
                for (is_inside, start, direction) in [
                    (is_dark_above, corner, Direction::Right),
                    (self.is_dark(column + 1, row), corner + 1, Direction::Down),
                    (self.is_dark(column, row + 1), corner + width + 1, Direction::Left),
                    (is_dark_on_left, corner + width, Direction::Up),
                ] {
                    if !is_inside {
                        edges[start] |= direction.bit();
                    }
                }
            }
        }
        edges
    }
}

/// Returns the direction in which an outline continues at a corner, or `None` if no edge begins there.
///
/// If two dark modules touch only at this corner, the outline stays at the module whose edge it has followed.
fn next_direction(edges: u8, direction: Direction) -> Option<Direction> {
    let turns = [direction.clockwise(), direction, direction.anticlockwise()];
    turns.into_iter().find(|turn| edges & turn.bit() != 0)
}

fn point(corner: usize, width: usize) -> Point {
    Point::new((corner % width) as f64, (corner / width) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Shape as _;

    #[test]
    fn the_outline_contains_the_dark_modules_and_no_others() {
        for text in ["A", "https://example.org/rules", &"river crossing ".repeat(40)] {
            let code = QrModules::encode(text, Correction::Medium).unwrap();
            let outline = code.outline();
            let mut dark = 0;
            for row in 0..code.side() {
                for column in 0..code.side() {
                    let centre = Point::new(column as f64 + 0.5, row as f64 + 0.5);
                    let is_dark = code.is_dark(column, row);
                    assert_eq!(outline.winding(centre), i32::from(is_dark), "{text}: {centre:?}");
                    dark += usize::from(is_dark);
                }
            }
            assert_eq!(outline.area(), dark as f64);
        }
    }

    #[test]
    fn the_longest_text_is_encoded_and_a_longer_one_is_not() {
        for correction in Correction::ALL {
            for (letter, kind) in [("7", TextKind::Digits), ("A", TextKind::Capitals), ("é", TextKind::Bytes)]
            {
                let most = correction.most(kind);
                let longest = letter.repeat(most / letter.len());
                assert_eq!(QrModules::encode(&longest, *correction).unwrap().side(), 177);
                let in_bytes = kind == TextKind::Bytes;
                let longer = longest + letter;
                let error = TooLong { length: longer.len(), most, in_bytes };
                assert_eq!(QrModules::encode(&longer, *correction), Err(error));
            }
        }
    }

    #[test]
    fn a_code_with_room_gets_more_correction_and_stays_as_large() {
        let [low, medium] =
            [Correction::Low, Correction::Medium].map(|correction| QrModules::encode("AB", correction));
        assert_eq!(low, medium);
    }
}
