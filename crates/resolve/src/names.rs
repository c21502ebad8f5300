//! Resolves the names that a layout defines: its colours and directions.
//!
//! - In: `[colours]` and `[directions]` of a layout.
//! - Out: the names that the compiler knows, and errors for values that are not colours.
//! - Not here: how the names are used.

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_game::{Direction, default_colours};
use hexpress_language::tables::layout::Cells;
use hexpress_language::values::spanned::NameOr;
use hexpress_scene::Ink;

/// Adds the colours and directions of a layout to the names of the compiler.
pub(crate) fn add(resolver: &mut Resolver<'_>) {
    let layout = resolver.layout;
    let cells = layout.board.first().and_then(|board| board.cells.as_deref());
    resolver.names.pointy_top = cells == Some(&Cells::PointyTop);
    for (name, typed) in layout.colours.iter() {
        let (value, place, icon) = match &typed.value {
            NameOr::Name(text) => (text.as_str(), resolver.place(typed), None),
            NameOr::Full(colour) => match &colour.fill {
                Some(fill) => (fill.value.0.as_str(), resolver.place(fill), colour.icon.as_ref()),
                None => {
                    let hint = "for example, write { fill = \"#A40122\", icon = \"circle\" }";
                    resolver.error_with_hint(codes::MISSING_KEY, typed, "a colour needs a `fill`", hint);
                    ("black", resolver.place(typed), None)
                }
            },
        };
        // The value of a colour may use colours that are defined before it.
        let made = resolver
            .names
            .area(value)
            .map_err(|diagnostic| colour_error(value, &name.value, diagnostic, resolver));
        // An invalid colour becomes black, so that elements in this colour cause no further errors.
        let ink = resolver.ok_or_report(made, place).unwrap_or_else(Ink::black);
        if let Some(icon) = icon {
            resolver.ok_or_report(resolver.pictures.icon(icon), icon);
        }
        resolver.names.colours.push(Ink { name: name.value.as_str().into(), ..ink });
        resolver.names.icons.push(icon.map(|i| i.value.as_str().into()));
    }
    if layout.decks_without_colours() {
        default_colours::add(&mut resolver.names);
    }
    for (name, heading) in layout.directions.iter() {
        let names = &mut resolver.names;
        let degrees = if names.pointy_top { heading.pointy_top } else { heading.flat_top };
        names.directions.push(Direction { name: name.value.as_str().into(), degrees });
    }
}

/// The keys of `[game]` whose values are texts. A user may write them below the header `[colours]`
/// by mistake.
const OF_GAME: [&str; 6] = ["title", "author", "rights", "source", "version", "language"];

/// Returns the error for an invalid colour value. The hint explains two common mistakes: the value uses
/// a colour that is defined later, or the key belongs to `[game]`.
fn colour_error(value: &str, name: &str, diagnostic: Diagnostic, resolver: &Resolver<'_>) -> Diagnostic {
    const DIGITS: &str = "write hex digits such as \"#CFE8CF\"";
    let mut below = resolver.layout.colours.names().skip(resolver.names.colours.len());
    let later = below
        .find(|later| value.strip_prefix(later).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')));
    let (message, hint) = match later {
        Some(later) if later == name => {
            (format!("`{later}` cannot be computed from itself"), DIGITS.to_owned())
        }
        Some(later) => (
            format!(
                "`{later}` is defined further down: a colour can be computed only from colours defined \
                above it"
            ),
            format!("move the line of `{later}` above this one"),
        ),
        None if OF_GAME.contains(&name) => {
            let hint =
                "move this line below the line [game]; if there is none, write [game] at the top of the file";
            (format!("`{name}` belongs to [game], not to [colours]"), hint.to_owned())
        }
        None if diagnostic.hint.is_none() => return diagnostic.hint(DIGITS),
        None => return diagnostic,
    };
    diagnostic.code.error(message).hint(hint)
}
