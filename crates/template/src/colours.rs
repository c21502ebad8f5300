//! The colours of a game, for the filters `icon` and `contrast`.

use hexpress_base::diag::Result;

/// The colours of a game, which are found by their names.
pub trait Colours: Send + Sync {
    /// Returns the icon of a colour. Returns `None` if the colour has no icon or does not exist.
    fn icon(&self, colour: &str) -> Option<&str>;

    /// Returns whether black text is easier to read than white text on this colour.
    ///
    /// # Errors
    /// The colour does not exist.
    fn is_light(&self, colour: &str) -> Result<bool>;
}
