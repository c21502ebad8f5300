//! Describes patterns, which fill an area with rows of small drawings.
//!
//! - In: the name of a motif, an ink, and distances in mm.
//! - Out: a [`Pattern`], which an [`Ink`] contains.
//! - Not here: drawing the motifs, which is done where an area is drawn.

use std::sync::Arc;

use super::Ink;

/// A small drawing that repeats in rows.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Motif {
    /// The name of the motif in layouts.
    pub name: &'static str,
    /// The distance between two rows, in hundredths of the motif's width.
    pub height: u32,
    /// The default width of the motif, in µm.
    pub width: u32,
    /// The motif as an SVG path, in hundredths of its width, with y pointing down.
    ///
    /// A line that ends at one side of the motif continues at the opposite side of the next copy.
    pub path: &'static str,
    /// Whether the path is a filled area. If not, it is a line.
    pub filled: bool,
}

/// A motif with its ink and distances.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    pub motif: &'static Motif,
    /// If `part` is [`PatternPart::Undrawn`], the ink of the lines or dots. Otherwise, the ink of the area
    /// under the motifs. If the user prints with less ink, the colours depend on both the area and the lines.
    pub other_ink: Ink,
    /// The distance between two motifs in a row, in nm.
    pub across: u32,
    /// The distance between two rows, in nm.
    pub down: u32,
    /// The width of the lines, in nm.
    pub line: u32,
    /// This pattern is stored in an [`Ink`]. The ink draws this part of the pattern.
    pub part: PatternPart,
}

/// The part of a pattern that is drawn with an ink.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PatternPart {
    /// The whole pattern of an area. When the area is drawn, the pattern is split into two drawings: the
    /// ground and the lines.
    Undrawn,
    /// The area on which the motifs are drawn.
    Ground,
    /// The lines or dots of the motifs.
    Lines,
}

/// The smallest and the largest usual width of lines, in nm.
const USUAL_LINES: [u32; 2] = [150_000, 300_000];

/// How many times as wide or as high as a cell a pattern may be, so that it is still adapted to cells.
const MAX_SQUEEZE: f64 = 10.0;

impl Motif {
    pub fn from_name(name: &str) -> Option<&'static Self> {
        MOTIFS.iter().find(|motif| motif.name == name)
    }
}

impl Pattern {
    /// Returns a pattern. `across` is the distance between two motifs in a row, and `line` is the
    /// width of lines, both in mm.
    ///
    /// If `across` is `None`, it is the width of the motif. If `line` is `None`, lines are 1/30 of `across`
    /// wide. The two `USUAL_LINES` are the smallest and the largest width that such lines can have.
    pub fn new(motif: &'static Motif, ink: Ink, across: Option<f64>, line: Option<f64>) -> Self {
        let across_nm = to_nanometres(across.unwrap_or(f64::from(motif.width) / 1e3));
        let down_nm = to_nanometres(f64::from(across_nm) / 1e8 * f64::from(motif.height));
        let [thinnest, thickest] = USUAL_LINES;
        let line_nm = line.map_or((across_nm / 30).clamp(thinnest, thickest), to_nanometres);
        Self {
            motif,
            other_ink: ink,
            across: across_nm,
            down: down_nm,
            line: line_nm,
            part: PatternPart::Undrawn,
        }
    }

    /// Returns the pattern with its distances adapted to cells. The motifs then repeat a whole number of
    /// times in every cell, and continue in the next cell without a break.
    ///
    /// `across` and `down` are the horizontal and the vertical distance between cells, in mm. A pattern that
    /// is more than `MAX_SQUEEZE` times as wide or as high is returned as it is: no cell is as large as one
    /// repeat, so no cell has a motif.
    fn fitted(&self, across: f64, down: f64) -> Self {
        let is_too_large = |step: u32, cell: f64| f64::from(step) > cell * 1e6 * MAX_SQUEEZE;
        if is_too_large(self.across, across) || is_too_large(self.down, down) {
            return self.clone();
        }
        Self {
            across: nearest_divisor(across, self.across),
            down: nearest_divisor(down, self.down),
            ..self.clone()
        }
    }
}

/// Divides `length` into equal parts that are about as long as `step`. Returns the length of a part.
///
/// `length` is in mm. `step` and the result are in nm.
fn nearest_divisor(length: f64, step: u32) -> u32 {
    let count = (length * 1e6 / f64::from(step)).round().max(1.0);
    to_nanometres(length / count)
}

impl Ink {
    /// Returns the ink without its pattern.
    pub fn plain(self) -> Self {
        Self { pattern: None, ..self }
    }

    /// Returns the ink with its pattern adapted to cells. `across` is the horizontal distance
    /// between cells, and `down` is the vertical distance, in mm.
    pub fn fitted(self, across: f64, down: f64) -> Self {
        let pattern = self.pattern.as_ref().map(|pattern| Arc::new(pattern.fitted(across, down)));
        Self { pattern, ..self }
    }

    /// Returns the default ink for the lines or dots of a pattern that is drawn on this ink.
    ///
    /// The result is darker than a light ink, and lighter than a dark ink.
    pub fn pattern_ink(&self) -> Self {
        let (target, share) = if self.is_light() { (0.0, 0.3) } else { (255.0, 0.35) };
        Self::from_rgb(self.rgb.map(|channel| {
            let value = f64::from(channel);
            (value + (target - value) * share).round() as u8
        }))
    }
}

fn to_nanometres(mm: f64) -> u32 {
    (mm * 1e6).round().clamp(1.0, 4e9) as u32
}

const fn lines(name: &'static str, width: u32, height: u32, path: &'static str) -> Motif {
    Motif { name, height, width, path, filled: false }
}

const fn areas(name: &'static str, width: u32, height: u32, path: &'static str) -> Motif {
    Motif { name, height, width, path, filled: true }
}

/// All motifs. They were drawn for this program.
pub static MOTIFS: [Motif; 17] = [
    lines("waves", 6500, 24, "M0 12C14 4 36 4 50 12S86 20 100 12"),
    lines("hills", 7000, 70, "M4 28C10 8 36 8 42 28M54 63C60 43 86 43 92 63"),
    lines(
        "marsh",
        6500,
        70,
        "M6 28H42M16 23L13 15M24 23V10M32 23L35 15M56 63H92M66 58L63 50M74 58V45M82 58L85 50",
    ),
    lines("forest", 7000, 90, "M24 6L38 30H10ZM24 30V40M74 51L88 75H60ZM74 75V85"),
    lines(
        "desert",
        8000,
        70,
        "M6 26C16 14 30 14 38 22S46 27 50 26M56 61C66 49 80 49 88 57S95 62 99 61M64 20H67M80 28H83M74 10H77M14 55H17M30 63H33M24 45H27",
    ),
    lines(
        "fields",
        9000,
        100,
        "M4 10H46M4 25H46M4 40H46M60 4V46M75 4V46M90 4V46M10 54V96M25 54V96M40 54V96M54 60H96M54 75H96M54 90H96",
    ),
    lines("hatch", 2000, 100, "M0 100L100 0"),
    lines("crosshatch", 2600, 100, "M0 100L100 0M0 0L100 100"),
    lines(
        "contour",
        16000,
        60,
        "M0 14C20 2 34 4 50 16S80 26 100 14M0 34C18 24 36 20 50 36S82 44 100 34M0 54C24 46 34 44 50 54S76 62 100 54",
    ),
    lines("brick", 6000, 60, "M0 0H100M0 30H100M25 0V30M75 30V60"),
    lines(
        "stone",
        8000,
        100,
        "M0 30L28 22L46 36L74 26L100 30M0 78L20 70L52 80L80 68L100 78M0 30L20 70M46 36L52 80M74 26L80 68M0 78L28 122M52 80L74 126",
    ),
    lines("chevron", 4000, 50, "M0 38L50 12L100 38"),
    lines(
        "scales",
        4500,
        100,
        "M0 0C0 28 22 50 50 50S100 28 100 0M-50 50C-50 78 -28 100 0 100S50 78 50 50S72 100 100 100",
    ),
    lines("lines", 1800, 100, "M0 50H100"),
    lines("grid", 3000, 100, "M0 50H100M50 0V100"),
    areas(
        "dots",
        2400,
        100,
        "M25 12A13 13 0 0 1 25 38A13 13 0 0 1 25 12ZM75 62A13 13 0 0 1 75 88A13 13 0 0 1 75 62Z",
    ),
    areas(
        "stipple",
        5000,
        100,
        "M12 5A5 5 0 0 1 12 15A5 5 0 0 1 12 5ZM46 14A5 5 0 0 1 46 24A5 5 0 0 1 46 14ZM82 3A5 5 0 0 1 82 13A5 5 0 0 1 82 3ZM66 33A5 5 0 0 1 66 43A5 5 0 0 1 66 33ZM26 36A5 5 0 0 1 26 46A5 5 0 0 1 26 36ZM92 44A5 5 0 0 1 92 54A5 5 0 0 1 92 44ZM48 57A5 5 0 0 1 48 67A5 5 0 0 1 48 57ZM8 62A5 5 0 0 1 8 72A5 5 0 0 1 8 62ZM74 70A5 5 0 0 1 74 80A5 5 0 0 1 74 70ZM32 80A5 5 0 0 1 32 90A5 5 0 0 1 32 80ZM58 88A5 5 0 0 1 58 98A5 5 0 0 1 58 88Z",
    ),
];

#[cfg(test)]
mod tests {
    use kurbo::BezPath;

    use super::*;

    #[test]
    fn every_motif_is_a_path_that_continues_in_the_next_one() {
        for motif in &MOTIFS {
            let path = BezPath::from_svg(motif.path).unwrap();
            let ends: Vec<_> = path.elements().iter().filter_map(kurbo::PathEl::end_point).collect();
            // A line that ends at the right edge must begin again at the left edge, at the same
            // height.
            for end in ends.iter().filter(|end| end.x == 100.0 && !motif.filled) {
                let next = ends
                    .iter()
                    .any(|start| start.x == 0.0 && (start.y - end.y).abs() % f64::from(motif.height) == 0.0);
                assert!(next, "{} at {end}", motif.name);
            }
        }
    }

    #[test]
    fn motifs_repeat_a_whole_number_of_times_per_cell() {
        let motif = Motif::from_name("waves").unwrap();
        let pattern = Pattern::new(motif, Ink::black(), Some(4.0), None).fitted(15.0, 8.66);
        assert_eq!((pattern.across, pattern.down), (3_750_000, 962_222));
    }

    #[test]
    fn a_pattern_much_larger_than_a_cell_keeps_its_size() {
        let dots = |across| Pattern::new(Motif::from_name("dots").unwrap(), Ink::black(), Some(across), None);
        let fitted = |across: f64| dots(across).fitted(20.0, 10.0);
        assert_eq!((fitted(100.0).across, fitted(100.0).down), (20_000_000, 10_000_000));
        assert_eq!(fitted(100.1), dots(100.1));
    }
}
