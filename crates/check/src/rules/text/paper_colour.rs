//! Finds the colour of the paper on which a component is printed.
//!
//! - In: the key `stock` of the component, such as `pale green card`.
//! - Out: a colour.

use crate::colour_vision::contrast;
use crate::facts::PageContext;
use hexpress_read::Rgb;

/// Pale paper is named after a colour, but is closer to white than this colour, by this factor.
const PALE_SHARE: u8 = 8;

/// A colour such as ivory counts as pale if its contrast with white is below this.
///
/// Paper that is named after a pale colour has exactly this colour.
const MAX_PALE_CONTRAST: f64 = 1.3;

/// Returns the colour of the paper on which a component is printed. It is white if `stock` names no
/// colour.
///
/// Returns `None` if the colour is ambiguous: `green` may mean any shade, but `pale green` is clear. If
/// `stock` contains several colours with `or`, returns the darkest one.
pub(super) fn paper_colour(context: &PageContext<'_>) -> Option<Rgb> {
    let Some(stock) = context.component().and_then(|component| component.stock.as_deref()) else {
        return Some(Rgb::WHITE);
    };
    let mut darkest = Rgb::WHITE;
    for name in stock.to_ascii_lowercase().split(" or ") {
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
        let Some(rgb) = words.iter().find_map(|word| hexpress_game::literal_colour(word)) else { continue };
        let is_pale = words.iter().any(|word| ["pale", "light", "pastel"].contains(word));
        let paper = if is_pale { pale(Rgb(rgb)) } else { Some(Rgb(rgb)).filter(is_named_exactly)? };
        if contrast(paper, Rgb::WHITE) > contrast(darkest, Rgb::WHITE) {
            darkest = paper;
        }
    }
    Some(darkest)
}

/// Returns the colour of pale paper. The argument is the colour in its name, such as green for pale
/// green paper.
fn pale(Rgb(channels): Rgb) -> Rgb {
    Rgb(channels.map(|channel| 0xFF - (0xFF - channel) / PALE_SHARE))
}

/// Returns whether paper with the name of this colour has exactly this colour.
///
/// This is true of pale colours such as ivory. In contrast, green paper is usually paler than green.
fn is_named_exactly(colour: &Rgb) -> bool {
    contrast(*colour, Rgb::WHITE) < MAX_PALE_CONTRAST
}
