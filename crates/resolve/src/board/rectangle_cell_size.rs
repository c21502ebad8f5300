//! Reads the size of rectangular cells.

use hexpress_language::values::value::{Extent, Measure};

const BAD_RECTANGLE: &str =
    "each side of a cell must be 1 to 2000 mm, and the longer side at most ten times the shorter one";

/// Returns the width and height of rectangular cells in mm, or an error message.
pub fn rectangle_cell_size(extent: &Extent) -> Result<(f64, f64), String> {
    let Extent { width: Measure::Mm(width), height: Some(Measure::Mm(height)) } = *extent else {
        return Err("the `size` of cells must be a width and a height in mm".to_owned());
    };
    let allowed = 1.0..=2000.0;
    if !(allowed.contains(&width) && allowed.contains(&height) && (0.1..=10.0).contains(&(width / height))) {
        return Err(BAD_RECTANGLE.to_owned());
    }
    Ok((width, height))
}
