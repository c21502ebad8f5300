//! QR codes, with all names resolved.
//!
//! - In: the values of the keys `qr`, `correction` and `quiet`.
//! - Out: checked values.
//! - Not here: encoding texts (`hexpress-scene`), and computing the text for a row
//!   (`hexpress-settle`).

use hexpress_base::diag::{Result, codes};
use hexpress_scene::qr_code::{Correction, QrModules, TooLong};
use hexpress_template::Template;

/// A QR code.
#[derive(Debug, Clone, PartialEq)]
pub struct QrCode {
    pub text: Template,
    pub correction: Correction,
    /// The width of the quiet zone around the code, in modules. A module is one of the small squares of
    /// the code. The size of the element includes the zone.
    pub quiet: u32,
}

/// Checks the text of a QR code, and encodes it.
///
/// # Errors
/// The text is empty or too long.
pub fn encoded(typed: &str, correction: Correction) -> Result<QrModules> {
    let text = typed.trim();
    if text.is_empty() {
        let message = "this QR code has no text";
        let hint = "write an address, such as qr = \"https://example.org\", or delete the code";
        return Err(codes::BAD_QR_CODE.error(message).hint(hint));
    }
    QrModules::encode(text, correction).map_err(|TooLong { length, most, in_bytes }| {
        let unit = if in_bytes { "bytes" } else { "characters" };
        let message = format!(
            "this text has {length} {unit}; a QR code with `correction = \"{correction}\"` has room for {most}"
        );
        let hint = match correction {
            Correction::Low => "shorten the text, or publish it on a page and write the address of the page",
            _ => "shorten the text, or write correction = \"low\"",
        };
        codes::BAD_QR_CODE.error(message).hint(hint)
    })
}

/// The default width of the quiet zone around a QR code, in modules (ISO/IEC 18004, 6.3.8).
pub const QUIET: u32 = 4;
/// The largest width of the quiet zone around a QR code, in modules.
const MAX_QUIET_MODULES: u32 = 20;

/// Checks the width of the quiet zone around a QR code.
///
/// # Errors
/// The width is too large.
pub fn quiet_zone(modules: u32) -> Result<u32> {
    super::check_range(modules, &(0..=MAX_QUIET_MODULES), "quiet").map_err(|diagnostic| {
        diagnostic.hint("write the width of the empty border as a number of small squares: quiet = 4")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quiet_zone_has_at_most_twenty_modules() {
        assert_eq!(quiet_zone(MAX_QUIET_MODULES).unwrap(), MAX_QUIET_MODULES);
        assert!(quiet_zone(MAX_QUIET_MODULES + 1).is_err());
    }

    #[test]
    fn a_code_has_a_text_that_fits() {
        assert!(encoded(" \n", Correction::Low).unwrap_err().message.contains("no text"));
        let diagnostic = encoded(&"é".repeat(1166), Correction::Medium).unwrap_err();
        assert!(
            diagnostic.message.contains("2332 bytes") && diagnostic.message.contains("room for 2331"),
            "{}",
            diagnostic.message
        );
    }
}
