//! Parses the size of the inside of a box: `"66 x 91 x 20mm"`.
//!
//! - In: the text of one value.
//! - Out: an [`Inside`], or an error that says what is expected.
//! - Not here: sizes that follow from the pieces in a box.

use std::str::FromStr;

use super::bad;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::{Mm, ShortNumber, split_number};

/// The least width, height and depth of the inside of a box, in mm.
pub const MIN_SIDE_MM: f64 = 4.0;
/// The largest width, height and depth of the inside of a box, in mm.
const MAX_SIDE_MM: f64 = 600.0;

/// The size of the inside of a box, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inside {
    /// From the left side to the right side.
    pub width: f64,
    /// From the bottom to the top.
    pub height: f64,
    /// From the front to the back.
    pub depth: f64,
}

impl Inside {
    /// Checks that the width, the height and the depth are possible.
    ///
    /// # Errors
    /// A measure is too small or too large.
    pub fn check(&self) -> Result<()> {
        let names = [("width", self.width), ("height", self.height), ("depth", self.depth)];
        match names.into_iter().find(|(_, mm)| !(MIN_SIDE_MM..=MAX_SIDE_MM).contains(mm)) {
            Some((name, mm)) => Err(codes::BAD_SIZE.error(format!(
                "the {name} of a box must be {MIN_SIDE_MM} to {MAX_SIDE_MM} mm, not {} mm",
                ShortNumber::hundredths(mm)
            ))),
            None => Ok(()),
        }
    }
}

impl FromStr for Inside {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let parts: Vec<&str> = text.split(['x', '×']).map(str::trim).collect();
        // A length without a unit has the unit of the last length.
        let last_unit = parts.last().map_or("", |last| split_number(last).1);
        let measures = parts.iter().map(|part| {
            let with_unit = format!("{part}{last_unit}");
            let has_unit = !split_number(part).1.is_empty();
            (if has_unit { part } else { with_unit.as_str() })
                .parse::<Mm>()
                .map(|mm| mm.0)
                .map_err(Diagnostic::from)
        });
        let measures: Vec<f64> = measures.collect::<Result<_>>()?;
        let [width, height, depth] = match *measures.as_slice() {
            [edge] => [edge; 3],
            [width, height, depth] => [width, height, depth],
            _ => {
                let diagnostic = bad("expected a width, a height and a depth");
                return Err(diagnostic.hint("write \"66 x 91 x 20mm\""));
            }
        };
        Ok(Self { width, height, depth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_measures_share_a_unit_and_one_is_a_cube() {
        let inside = |text: &str| text.parse::<Inside>().map(|i| [i.width, i.height, i.depth]).ok();
        assert_eq!(inside("66 x 91 x 20mm"), Some([66.0, 91.0, 20.0]));
        assert_eq!(inside("2in x 10mm x 1cm"), Some([50.8, 10.0, 10.0]));
        assert_eq!(inside("16mm"), Some([16.0; 3]));
        assert_eq!([inside("66 x 91mm"), inside("1 x 2 x 3"), inside("x x 3mm"), inside("")], [None; 4]);
    }

    #[test]
    fn a_box_has_possible_sizes() {
        let cube = |mm| Inside { width: mm, height: mm, depth: mm }.check().is_ok();
        assert_eq!(
            [cube(MIN_SIDE_MM), cube(MIN_SIDE_MM - 0.01), cube(MAX_SIDE_MM), cube(MAX_SIDE_MM + 0.01)],
            [true, false, true, false]
        );
    }
}
