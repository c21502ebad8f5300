//! Warns about an unused colour of the layout, if the layout uses a CSS colour of nearly the same name.
//! The user probably meant the colour of the layout.
//!
//! Also warns about patterns without a background colour.
//!
//! - In: the text of the layout and its data files.
//! - Out: warnings.

use std::collections::BTreeMap;

use crate::context::Resolver;
use crate::pieces::families;
use hexpress_base::diag::near::is_slip;
use hexpress_base::diag::{Diagnostic, SourceSpan, codes};
use hexpress_game::names::literal_colour;
use hexpress_language::values::scalar::Scalar;
use hexpress_scene::MOTIFS;

/// The largest length of a text that may be a colour, in bytes.
const MAX_NAME_LENGTH: usize = 60;

/// Template filters that may change the name of a colour. In a layout with such a filter, it is unknown
/// which colours are used.
const CHANGING_FILTERS: [&str; 6] = ["lower", "upper", "capitalize", "title", "replace", "first"];

/// Warns about an unused colour of the layout, if the layout uses a CSS colour with nearly the same
/// name. The two names differ only in capitals or in one letter.
pub fn warn(resolver: &mut Resolver<'_>) {
    let found = colours(resolver);
    resolver.warnings.extend(found);
    groundless(resolver);
}

/// Warns about patterns without a background colour, such as `waves steelblue`. The user may think that
/// `steelblue` is the colour of the background, but it is the colour of the lines.
fn groundless(resolver: &mut Resolver<'_>) {
    for motif in &MOTIFS {
        let begins = format!("\"{} ", motif.name);
        for (at, _) in resolver.text.match_indices(&begins) {
            let rest = resolver.text.get(at + begins.len()..).unwrap_or_default();
            let Some((style, _)) = rest.split_once('"') else { continue };
            let is_value = resolver.text.get(..at).is_some_and(|before| before.trim_end().ends_with('='));
            let line_colour = style.split(' ').next().unwrap_or_default();
            if !is_value
                || style.len() > MAX_NAME_LENGTH
                || resolver.names.colour(motif.name).is_ok()
                || resolver.names.colour(line_colour).is_err()
            {
                continue;
            }
            let place = SourceSpan::new(resolver.file, at..at + begins.len() + style.len() + 1);
            let message = format!(
                "this draws {} in {style} on white, because no colour is written before the pattern",
                motif.name
            );
            let hint = format!(
                "write \"{style} {0}\" for a background in {style}, or \"white {0} {style}\" for {0} in {style} \
                    on white",
                motif.name
            );
            resolver.warnings.push(codes::IDLE_KEY.warning(message).at(place).hint(hint));
        }
    }
}

/// Returns a warning for each unused colour of the layout, if the layout uses a CSS colour with nearly
/// the same name. The user probably meant the colour of the layout.
fn colours(resolver: &Resolver<'_>) -> Vec<Diagnostic> {
    let layout = resolver.layout;
    // A random deck may use any colour of the layout.
    if layout.colours.0.is_empty() || !layout.decks().is_empty() {
        return Vec::new();
    }
    let mut words: Vec<&str> = resolver.text.split(is_between).filter(|word| !word.is_empty()).collect();
    let mut filters = resolver.text.split('|').skip(1).map(str::trim_start);
    if filters.any(|behind| CHANGING_FILTERS.iter().any(|filter| behind.starts_with(filter))) {
        return Vec::new();
    }
    let families = families(layout);
    let pieces = families.iter().flat_map(|family| family.tables.iter());
    let tables = pieces.filter_map(|table| table.value.data.as_ref()?.value.table.as_ref());
    let boards = layout.board.iter().filter_map(|board| board.value.data.as_ref()?.value.table.as_ref());
    for table in tables.chain(boards) {
        let texts = (0..table.len()).flat_map(|row| table.row(row)).filter_map(|value| match value {
            Scalar::Text(text) => Some(text.as_ref()),
            _ => None,
        });

        words.extend(
            texts.filter(|text| text.len() <= MAX_NAME_LENGTH).flat_map(|text| text.split(is_between)),
        );
    }
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    words.iter().for_each(|word| *times.entry(word).or_default() += 1);
    // The CSS colours that the layout uses, with their names in lower case.
    let others: Vec<(&str, String)> = times
        .keys()
        .copied()
        .filter(|word| layout.colours.get(word).is_none() && literal_colour(word).is_some())
        .map(|word| (word, word.to_lowercase()))
        .collect();
    let mut found = Vec::new();
    for (name, _) in layout.colours.iter().filter(|(_, typed)| !resolver.is_of_theme(typed)) {
        let name_of = name.value.as_str();
        if name_of.contains(is_between) || times.get(name_of) != Some(&1) {
            continue;
        }
        let small = name_of.to_lowercase();
        let is_long = small.chars().count() >= 4;
        let intended = others
            .iter()
            .find(|(word, small_word)| *small_word == small || (is_long && is_slip(word, &small)));
        if let Some((other, _)) = intended {
            let message = format!(
                "nothing uses your colour `{name_of}`: the layout says `{other}`, which is the CSS colour"
            );
            let why = match other.to_lowercase() == small {
                true => "upper and lower case differ".to_owned(),
                false => format!("`{other}` is a different colour"),
            };
            let hint = format!("write `{name_of}` where you mean your own colour: {why}");
            found.push(codes::IDLE_KEY.warning(message).at(resolver.place(name)).hint(hint));
        }
    }
    found
}

/// Returns whether a character separates words.
fn is_between(c: char) -> bool {
    !c.is_alphanumeric() && c != '_' && c != '-'
}
