//! Warns about unused names in the layout.
//!
//! - In: the names, and records of their use.
//! - Out: a warning for each unused name.
//! - Not here: columns and fields of rows (`unused_columns.rs`).

use std::collections::BTreeMap;

use crate::context::Resolver;
use crate::uses::{DeckNumber, FieldSource, Override, SetField, SetFieldUse, UnusedCandidate, Uses};
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_language::values::spanned::Spanned;
use hexpress_scene::text::{DEFAULT_FAMILY, Style};

/// An unused name, with the text of the warning about it.
struct Idle {
    place: SourceSpan,
    message: String,
    hint: String,
}

/// Warns about every unused name. Must only be called for a layout without errors, because after an
/// error, not all uses of names are recorded.
pub fn warn(resolver: &mut Resolver<'_>) {
    let uses = std::mem::take(&mut resolver.uses);
    let theme = resolver.theme_place();
    let mut idle = looks(&uses, resolver);
    // Unused looks are not compiled, so the places and fonts that they use are not recorded. Places and
    // fonts are therefore reported only if all looks of the layout are used.
    if idle.iter().all(|name| Some(name.place) == theme) {
        idle.extend(places(&uses, resolver));
    }
    if idle.iter().all(|name| Some(name.place) == theme) {
        idle.extend(fonts(&uses, resolver));
    }
    idle.extend(set_fields(uses.set_fields));
    idle.extend(numbers(uses.numbers));
    let mut hidden = uses.signs;
    hidden.retain(|_, sign| !sign.is_shown);
    idle.extend(overridden(&mut hidden, &uses.overrides));
    idle.extend(hidden.into_iter().map(|(place, UnusedCandidate { message, hint, .. })| Idle {
        place,
        message,
        hint: hint.to_owned(),
    }));
    for Idle { place, message, hint } in idle.into_iter().filter(|name| Some(name.place) != theme) {
        resolver.warnings.push(codes::IDLE_KEY.warning(message).at(place).hint(hint));
    }
}

/// Returns the place where the layout defines a name. For a name from the theme, returns the place
/// where the layout names the theme.
fn definition<T>(name: &Spanned<String>, value: &Spanned<T>, resolver: &Resolver<'_>) -> SourceSpan {
    if resolver.is_of_theme(value) { resolver.place(value) } else { resolver.place(name) }
}

/// Returns the unused looks.
fn looks(uses: &Uses, resolver: &Resolver<'_>) -> Vec<Idle> {
    let unused = resolver.layout.look.iter().filter(|(name, _)| !uses.looks.contains(&name.value));
    unused
        .map(|(name, look)| Idle {
            place: definition(name, look, resolver),
            message: format!("nothing uses the look `{}`", name.value),
            hint: format!("to use it, write face = \"{}\" in a table such as [[cards]]", name.value),
        })
        .collect()
}

/// Returns the unused named places.
fn places(uses: &Uses, resolver: &Resolver<'_>) -> Vec<Idle> {
    let unused = resolver.layout.places.iter().filter(|(name, _)| !uses.places.contains(&name.value));
    unused
        .map(|(name, table)| Idle {
            place: definition(name, table, resolver),
            message: format!("no element uses the place `{}`", name.value),
            hint: format!("to use it, give an element this key: in = \"{}\"", name.value),
        })
        .collect()
}

/// Returns the unused font families.
fn fonts(uses: &Uses, resolver: &Resolver<'_>) -> Vec<Idle> {
    let stand_in = postscript_name(resolver, DEFAULT_FAMILY);
    let unused = resolver.layout.fonts.iter().filter(|(name, _)| !uses.fonts.contains(&name.value));
    unused
        // A family whose file is unreadable has the face of the default font. It is left out here,
        // because the file has already been reported.
        .filter(|(name, _)| postscript_name(resolver, &name.value).is_some_and(|own| Some(own) != stand_in))
        .map(|(name, _)| Idle {
            place: resolver.place(name),
            message: format!("no element uses the font `{}`", name.value),
            hint: format!("to use it, give an element this key: font = \"{} 12pt\"", name.value),
        })
        .collect()
}

/// Returns the PostScript name of the regular face of a family. Returns `None` for an unknown family.
fn postscript_name<'c>(resolver: &'c Resolver<'_>, family: &str) -> Option<&'c str> {
    let id = resolver.fonts.find(family, Style::REGULAR)?;
    resolver.fonts.get(id).map(|face| face.postscript_name.as_str())
}

/// Returns the fields of `set` that have no effect, because nothing uses them, or because every row has
/// its own value.
fn set_fields(fields: BTreeMap<SourceSpan, SetField>) -> impl Iterator<Item = Idle> {
    fields.into_iter().filter_map(|(place, SetField { name, usage })| match usage {
        SetFieldUse { is_used: false, .. } => Some(Idle {
            place,
            message: format!("nothing uses the field `{name}` of `set`"),
            hint: format!("to print it, write {{{{ {name} }}}} in a text"),
        }),
        SetFieldUse { is_needed_by_a_row: false, overridden_by, .. } => Some(Idle {
            place,
            message: match overridden_by {
                Some(FieldSource::File) => format!(
                    "the column `{name}` of the file overrides this value of `set`, even if a cell is empty"
                ),
                _ => format!("every row has a field `{name}`, so this value of `set` has no effect"),
            },
            hint: match overridden_by {
                Some(FieldSource::File) => {
                    format!("delete `{name}` from `set`, or delete the column `{name}` from the file")
                }
                Some(FieldSource::Each) => {
                    format!("delete `{name}` from `set`, or delete `{name}` from `each`")
                }
                _ => format!(
                    "delete `{name}` from `set`, or delete `{name}` from the rows that need the value of `set`"
                ),
            },
        }),
        SetFieldUse { .. } => None,
    })
}

/// Returns the unused numbers of random decks.
fn numbers(numbers: BTreeMap<SourceSpan, DeckNumber>) -> impl Iterator<Item = Idle> {
    numbers.into_iter().filter(|(_, number)| !number.is_used).map(|(place, DeckNumber { name, .. })| Idle {
        place,
        message: format!("nothing uses the number `{name}`"),
        hint: format!("to print it, write {{{{ {name} }}}} in a text"),
    })
}

/// Finds entries of `[board.at]` that override several values of earlier entries. Returns one warning for
/// each of them. Removes the overridden values from `hidden`, so that they get no separate warnings.
fn overridden(
    hidden: &mut BTreeMap<SourceSpan, UnusedCandidate>,
    overrides: &BTreeMap<SourceSpan, Override>,
) -> Vec<Idle> {
    let mut groups: BTreeMap<SourceSpan, Vec<(SourceSpan, &Override)>> = BTreeMap::new();
    for (place, value_override) in overrides.iter().filter(|(place, _)| hidden.contains_key(place)) {
        groups.entry(value_override.by).or_default().push((*place, value_override));
    }
    let mut idle = Vec::new();
    for (by, group) in groups.into_iter().filter(|(_, group)| group.len() > 1) {
        let mut keys: Vec<String> = Vec::new();
        let mut lines: Vec<&str> = Vec::new();
        let mut hint = "";
        for (place, value_override) in group {
            let key = format!("`{}`", value_override.key);
            if !keys.contains(&key) {
                keys.push(key);
            }
            if !lines.contains(&value_override.line.as_str()) {
                lines.push(&value_override.line);
            }
            hint = hidden.remove(&place).map_or(hint, |sign| sign.hint);
        }
        let earlier = match lines.as_slice() {
            [line] => format!("the earlier line `{line}`"),
            lines => format!("{} earlier lines", lines.len()),
        };
        let message =
            format!("this line replaces {} of {earlier}, so no cell shows those values", keys.join(" and "));
        idle.push(Idle { place: by, message, hint: hint.to_owned() });
    }
    idle
}
