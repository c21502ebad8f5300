//! Returns the colour of the paper that a component is printed on.

use crate::check::color_vision::contrast;
use crate::check::facts::PageContext;
use crate::read::Rgb;

/// The paper that a component is printed on, as far as its name says a colour: `pale green` is. None of a colour that
/// may be anything, as `green` may; where there are several, of the darkest.
pub(super) fn paper(context: &PageContext<'_>) -> Option<Rgb> {
    const WHITE: Rgb = Rgb([0xFF; 3]);
    let Some(stock) = context.component().and_then(|component| component.stock.as_deref()) else {
        return Some(WHITE);
    };
    let mut darkest = WHITE;
    for one in stock.to_ascii_lowercase().split(" or ") {
        let words = || one.split(|c: char| !c.is_alphanumeric());
        let Some(rgb) = words().find_map(crate::model::literal_colour) else { continue };
        let said = words().any(|word| ["pale", "light", "pastel"].contains(&word));
        let paper = if said {
            // As pale as coloured paper for office printers is: an eighth of the colour.
            Rgb(rgb.map(|channel| 0xFF - (0xFF - channel) / 8))
        } else if contrast(Rgb(rgb), WHITE) < 1.3 {
            // Ivory and its like are pale themselves.
            Rgb(rgb)
        } else {
            return None;
        };
        if contrast(paper, WHITE) > contrast(darkest, WHITE) {
            darkest = paper;
        }
    }
    Some(darkest)
}
