//! Proposes a colour that makes a text legible.

use crate::colour_vision::contrast;
use crate::facts::PageContext;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::units::{PT_PER_MM, ShortNumber};
use hexpress_read::{Item, Rgb, Text};

/// Returns a hint on how to make a text legible on all colours behind it. Usually, the hint proposes a
/// black or white text. If neither is legible, it proposes a halo.
///
/// A text in a colour is legible if the contrast between this colour and each colour in `grounds` is at
/// least `least`.
pub(crate) fn readable_on(
    context: &PageContext<'_>,
    (item, text): (&Item, &Text),
    grounds: &[Rgb],
    least: f64,
) -> String {
    let [of_black, of_white] = [Rgb([0; 3]), Rgb([255; 3])]
        .map(|ink| grounds.iter().map(|ground| contrast(ink, *ground)).fold(f64::INFINITY, f64::min));
    let (colour, below) = if of_black >= of_white { ("black", "dark") } else { ("white", "light") };
    let is_readable = of_black.max(of_white) >= least;
    if !is_readable && grounds.len() > 1 {
        return "parts of the text are on light areas, and parts on dark areas: move the text, or give it \
            a halo: halo = \"0.6mm white\""
            .to_owned();
    }
    if !is_readable {
        return "make the background lighter or darker, or give the text a halo: halo = \"0.6mm white\""
            .to_owned();
    }
    let feature = item.id.as_deref().and_then(Identity::feature);
    let label = context.board().filter(|board| {
        let kind = match feature {
            Some(Feature::Cell(address)) => {
                board.cells.iter().find(|cell| cell.address == *address).map(|cell| cell.kind)
            }
            _ => None,
        };
        kind.and_then(|kind| board.kinds.get(kind)).is_some_and(|kind| *kind.label == *text.string)
    });
    match feature {
        _ if label.is_some() => format!(
            "replace `label` with draw = [{{ text = {:?}, font = \"bold {}pt\", colour = \"{colour}\" }}]",
            text.string,
            ShortNumber((text.size * PT_PER_MM * 4.0).round() / 4.0)
        ),
        Some(Feature::Name(_)) => {
            format!("set names-colour = \"{colour}\" for the board, or show-names = \"outside\"")
        }
        _ => format!("set colour = \"{colour}\" for this text, or draw something {below} behind it"),
    }
}
