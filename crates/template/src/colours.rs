//! The colours of a game, as the filters `icon` and `contrast` use them.

use hexpress_base::diag::Result;

/// Colours by name.
pub trait Colours: Send + Sync {
    /// Returns the icon of a colour; `None` if it has none, or if no colour has this name.
    fn icon(&self, colour: &str) -> Option<&str>;

    /// Returns whether black is easier to read than white on a colour.
    ///
    /// # Errors
    /// No colour has this name.
    fn is_light(&self, colour: &str) -> Result<bool>;
}
