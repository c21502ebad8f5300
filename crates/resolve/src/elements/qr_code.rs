//! Compiles QR codes.
//!
//! - In: an element with the key `qr`.
//! - Out: the template of the code's text, and its checked keys. A fixed text is encoded once, to
//!   check that this is possible.
//! - Not here: the size and the colours of the code, which are checked when the code is drawn.

use crate::context::Resolver;
use hexpress_game::element::{QUIET, QrCode, Shape, encoded, quiet_zone};
use hexpress_language::tables::element::Element as ElementTable;
use hexpress_language::values::per_row::is_template;
use hexpress_language::values::spanned::Spanned;
use hexpress_scene::qr_code::Correction;

impl Resolver<'_> {
    /// Returns a QR code. Reports a fixed text that is too long for a QR code. Returns `None` after an
    /// error.
    pub(super) fn qr_code(&mut self, text: &Spanned<String>, e: &ElementTable) -> Option<Shape> {
        let correction = e.correction.as_ref().map_or(Correction::Medium, |given| given.value.into());
        let quiet = match e.quiet.as_deref() {
            Some(given) => self.ok_or_report(quiet_zone(given.value), given),
            None => Some(QUIET),
        };
        if !is_template(text) {
            self.ok_or_report(encoded(text, correction), text)?;
        }
        let template = self.template(text, self.place(text));
        Some(Shape::QrCode(Box::new(QrCode { text: template?, correction, quiet: quiet? })))
    }
}
