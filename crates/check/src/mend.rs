//! What would mend a fault of a layout, in words that can be typed.

use super::color_vision::contrast;
use super::facts::PageContext;
use crate::base::identity::{Feature, Identity};
use crate::base::units::{PT_PER_MM, Trimmed};
use crate::read::{Item, Rgb, Text};

/// What to write so that words can be read on their ground, whose contrast to black or white is to be `least`.
pub(crate) fn readable_on(
    context: &PageContext<'_>,
    (item, text): (&Item, &Text),
    ground: Rgb,
    least: f64,
) -> String {
    let [on_black, on_white] = [Rgb([0; 3]), Rgb([255; 3])].map(|colour| contrast(colour, ground));
    let (colour, below) = if on_black >= on_white { ("black", "dark") } else { ("white", "light") };
    if on_black.max(on_white) < least {
        return "make the ground lighter or darker, or give the words a halo: halo = \"0.6mm white\""
            .to_owned();
    }
    let feature = item.id.as_deref().and_then(Identity::feature);
    let label = context.board().filter(|board| {
        let kind = match feature {
            Some(Feature::Cell(hex)) => {
                board.cells.iter().find(|cell| cell.hex == *hex).map(|cell| cell.kind)
            }
            _ => None,
        };
        kind.and_then(|kind| board.kinds.get(kind)).is_some_and(|kind| *kind.label == *text.string)
    });
    match feature {
        _ if label.is_some() => format!(
            "in the place of this label: draw = [{{ text = {:?}, font = \"bold {}pt\", colour = \"{colour}\" }}]",
            text.string,
            Trimmed((text.size * PT_PER_MM * 4.0).round() / 4.0)
        ),
        Some(Feature::Name(_)) => {
            format!("names-colour = \"{colour}\" on the board, or show-names = \"outside\"")
        }
        _ => format!("write colour = \"{colour}\" in its element, or draw something {below} below the words"),
    }
}
