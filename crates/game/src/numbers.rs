//! Numbers of elements as text: what a layout says in quotes, or what a row gives.

use kurbo::Size;

use super::path::LARGEST;
use crate::base::units::{Mm, Trimmed};
use crate::diag::{Diagnostic, Result, codes};
use crate::spec::values::value::Extent;

/// Degrees, as text.
///
/// # Errors
/// It is no finite number.
pub fn degrees(text: &str) -> Result<f64> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let digits = text.trim().trim_end_matches("degrees").trim_end_matches("deg").trim_end_matches('°').trim();
    let meant = digits.parse::<f64>().ok().map_or_else(|| "30".to_owned(), |_| digits.to_owned());
    let wrong = || {
        codes::BAD_VALUE.error(format!("`{text}` is no number of degrees")).hint(format!("turn = {meant}"))
    };
    number.ok_or_else(wrong)
}

/// A whole number, as text.
///
/// # Errors
/// It is none.
pub fn whole(text: &str) -> Result<u32> {
    let wrong = || codes::BAD_VALUE.error(format!("`{text}` is no whole number"));
    text.trim().parse().map_err(|_| wrong())
}

/// A length above 0 that an element may have, in mm; `name` is what it is called.
///
/// # Errors
/// It is none.
pub fn length(Mm(mm): Mm, name: &str) -> Result<f64> {
    if mm > 0.0 && mm <= LARGEST { Ok(mm) } else { Err(beyond(name)) }
}

/// A size above 0 that an element may have; a share of the piece is taken of 100 mm.
///
/// # Errors
/// It is none.
pub fn extent(extent: Extent, name: &str) -> Result<Extent> {
    let size = extent.of(Size::new(100.0, 100.0));
    let fits = |mm: f64| mm > 0.0 && mm <= LARGEST;
    if fits(size.width) && fits(size.height) { Ok(extent) } else { Err(beyond(name)) }
}

fn beyond(what: &str) -> Diagnostic {
    codes::BAD_SIZE.error(format!("{what} lies above 0 and up to {}mm", Trimmed(LARGEST)))
}
