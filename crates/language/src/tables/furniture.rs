//! The table `[furniture]` of a layout and of a printer's profile.
//!
//! - In: the values that serde reads from a file.
//! - Out: [`FurnitureSettings`], and the errors in the table.
//! - Not here: applying defaults.

use crate::values::choice::{RulersAt, WordsAt};
use crate::values::spanned::Spanned;
use crate::values::style::Opacity;
use crate::values::value::Length;
use hexpress_base::diag::{Diagnostic, FileId, Result, SourceSpan, codes};
use hexpress_base::units::ShortNumber;
use hexpress_scene::print::furniture::FurnitureSettings;

toml_tables! {
    /// Rulers, marks, cut lines, and the line of text on every sheet.
    pub struct Furniture {
        /// How dark rulers, marks and cut lines are: `100%` is black, less is grey.
        /// Default: `40%`. Example: `ink = "60%"`.
        pub ink: Option<Spanned<Opacity>>,
        /// The width of the lines of rulers and marks; cut lines have two thirds of this width.
        /// From 0.02 mm to 1 mm. Default: `0.15mm`. Example: `weight = "0.1mm"`.
        pub weight: Option<Spanned<Length>>,
        /// The corner where both rulers meet, if there is enough space; `none` for no rulers.
        /// Default: `bottom-left`. Example: `rulers = "top-left"`.
        pub rulers: Option<Spanned<RulersAt>>,
        /// The length of all rulers, in whole centimetres.
        /// From 10 mm to 200 mm. Default: `50mm`. Example: `length = "100mm"`.
        pub length: Option<Spanned<Length>>,
        /// The edge of the sheet at which the line of text is printed, if there is enough space;
        /// `none` for no text.
        /// Default: `bottom`. Example: `words = "top"`.
        pub words: Option<Spanned<WordsAt>>,
        /// The text of a QR code on every sheet with enough space, such as an address.
        /// Default: none. Example: `qr = "https://example.org/?{{ digest }}"`.
        pub qr: Option<Box<Spanned<String>>>,
    }
}

/// The smallest and the largest width of lines, in mm.
const WEIGHTS: [f64; 2] = [0.02, 1.0];
/// The smallest and the largest length of rulers, in cm.
const LENGTHS: [f64; 2] = [1.0, 20.0];
/// The largest difference from a whole number of centimetres that counts as a rounding error, in cm.
const ROUNDING: f64 = 1e-6;

impl Furniture {
    /// Returns the valid settings of the table, and reports the invalid ones. `file` is the file that
    /// contains the table.
    pub fn settings(&self, file: FileId, report: &mut Vec<Diagnostic>) -> FurnitureSettings {
        let weight =
            self.weight.as_ref().and_then(|weight| valid(weight_in_mm(weight), weight, file, report));
        let length =
            self.length.as_ref().and_then(|length| valid(length_in_cm(length), length, file, report));
        FurnitureSettings {
            ink: self.ink.as_ref().map(|ink| ink.value.0),
            weight,
            rulers: self.rulers.as_ref().map(|rulers| rulers.value.into()),
            length,
            words: self.words.as_ref().map(|words| words.value.into()),
        }
    }
}

/// Returns the value of a key. Returns `None` after an error, which is added to `report`.
fn valid<T>(
    value: Result<T>,
    typed: &Spanned<Length>,
    file: FileId,
    report: &mut Vec<Diagnostic>,
) -> Option<T> {
    value.map_err(|diagnostic| report.push(diagnostic.at(SourceSpan::new(file, typed.span.clone())))).ok()
}

/// Returns the width of lines, in mm.
///
/// # Errors
/// The lines would be too thin or too wide.
fn weight_in_mm(value: &Spanned<Length>) -> Result<f64> {
    let Length(mm) = value.value;
    if (WEIGHTS[0]..=WEIGHTS[1]).contains(&mm) {
        return Ok(mm);
    }
    let message = format!("`weight` must be from 0.02 mm to 1 mm, but is {} mm", ShortNumber(mm));
    Err(codes::BAD_SIZE.error(message))
}

/// Returns the length of rulers, in cm.
///
/// # Errors
/// The length is not a whole number of centimetres, or is not from 1 cm to 20 cm.
fn length_in_cm(value: &Spanned<Length>) -> Result<u8> {
    let cm = value.value.0 / 10.0;
    if (cm - cm.round()).abs() < ROUNDING && (LENGTHS[0]..=LENGTHS[1]).contains(&cm.round()) {
        return Ok(cm.round() as u8);
    }
    let message = format!(
        "the length of a ruler must be a whole number of centimetres, at most 20 cm, not {} mm",
        ShortNumber(value.value.0)
    );
    let nearest = ShortNumber(cm.round().clamp(LENGTHS[0], LENGTHS[1]) * 10.0);
    let hint = format!("write length = \"{nearest}mm\"");
    Err(codes::BAD_SIZE.error(message).hint(hint))
}
