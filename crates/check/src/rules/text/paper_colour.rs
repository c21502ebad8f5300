//! Reads the colour of the paper on which a component is printed.
//!
//! - In: the `stock` of the component.
//! - Out: a colour.

use crate::color_vision::contrast;
use crate::facts::PageContext;
use hexpress_read::Rgb;

const WHITE: Rgb = Rgb([0xFF; 3]);

/// Coloured office paper is paler than the colour after which it is named. Its difference from
/// white is smaller by this factor.
const PALE_SHARE: u8 = 8;

/// A colour counts as pale, such as ivory, if its contrast with white is below this.
///
/// If paper is named after a pale colour, it has exactly that colour.
const MAX_PALE_CONTRAST: f64 = 1.3;

/// Returns the colour of the paper on which a component is printed, if `stock` names a colour.
///
/// The name must be clear, such as `pale green`. Returns `None` for a name such as `green`, which
/// may mean any shade. If `stock` names several colours, returns the darkest one.
pub(super) fn paper_colour(context: &PageContext<'_>) -> Option<Rgb> {
    let Some(stock) = context.component().and_then(|component| component.stock.as_deref()) else {
        return Some(WHITE);
    };
    let mut darkest = WHITE;
    for name in stock.to_ascii_lowercase().split(" or ") {
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
        let Some(rgb) = words.iter().find_map(|word| hexpress_game::literal_colour(word)) else { continue };
        let is_pale = words.iter().any(|word| ["pale", "light", "pastel"].contains(word));
        let paper = if is_pale { pale(Rgb(rgb)) } else { Some(Rgb(rgb)).filter(is_named_exactly)? };
        if contrast(paper, WHITE) > contrast(darkest, WHITE) {
            darkest = paper;
        }
    }
    Some(darkest)
}

/// Returns the colour of office paper that is named after a colour. Such paper is paler.
fn pale(Rgb(channels): Rgb) -> Rgb {
    Rgb(channels.map(|channel| 0xFF - (0xFF - channel) / PALE_SHARE))
}

/// Returns whether paper that is named after this colour has exactly this colour.
///
/// Ivory is a pale colour, and ivory paper has exactly this colour. But green paper is usually
/// paler than green.
fn is_named_exactly(colour: &Rgb) -> bool {
    contrast(*colour, WHITE) < MAX_PALE_CONTRAST
}
