//! Colours of the layout that nothing asks for, where another colour with nearly the same name is printed.

use std::collections::BTreeSet;

use super::context::Compiler;
use crate::diag::near::is_slip;
use crate::diag::{Diagnostic, codes};
use crate::model::names::literal_colour;
use crate::resolve::pieces::families;
use crate::spec::values::scalar::Scalar;

/// Filters that make one name of another: which colours are asked for is known only piece by piece.
const CHANGING: [&str; 6] = ["lower", "upper", "capitalize", "title", "replace", "first"];

/// Warns of each colour of the layout that is named nowhere else, and is a CSS colour that is named but for its capitals or a
/// letter.
pub fn warn(compiler: &mut Compiler<'_>) {
    let found = colours(compiler);
    compiler.warnings.extend(found);
}

fn colours(compiler: &Compiler<'_>) -> Vec<Diagnostic> {
    let layout = compiler.layout;
    // A random deck takes all colours.
    if layout.colours.0.is_empty() || !layout.decks().is_empty() {
        return Vec::new();
    }
    let mut words: Vec<&str> = compiler.text.split(is_between).filter(|word| !word.is_empty()).collect();
    let mut filters = compiler.text.split('|').skip(1).map(str::trim_start);
    if filters.any(|behind| CHANGING.iter().any(|filter| behind.starts_with(filter))) {
        return Vec::new();
    }
    let families = families(layout);
    let pieces = families.iter().flat_map(|family| family.given.iter());
    let tables = pieces.filter_map(|given| given.value.data.as_ref()?.value.table.as_ref());
    let boards = layout.board.iter().filter_map(|board| board.value.data.as_ref()?.value.table.as_ref());
    for table in tables.chain(boards) {
        let texts = (0..table.len()).flat_map(|row| table.row(row)).filter_map(|value| match value {
            Scalar::Text(text) => Some(text.as_ref()),
            _ => None,
        });
        // What is long is no name of a colour.
        words.extend(texts.filter(|text| text.len() <= 60).flat_map(|text| text.split(is_between)));
    }
    let different: BTreeSet<&str> = words.iter().copied().collect();
    let own = |word: &str| layout.colours.get(word).is_some();
    let mut found = Vec::new();
    for (name, _) in layout.colours.iter().filter(|(_, given)| !compiler.is_of_theme(given)) {
        let name_of = name.value.as_str();
        let is_plain = !name_of.contains(is_between);
        if !is_plain || words.iter().filter(|word| **word == name_of).count() != 1 {
            continue;
        }
        let is_meant = |word: &&&str| {
            let same = word.to_lowercase() == name_of.to_lowercase();
            let near = name_of.chars().count() >= 4 && is_slip(word, &name_of.to_lowercase());
            (same || near) && !own(word) && literal_colour(word).is_some()
        };
        if let Some(other) = different.iter().find(is_meant) {
            let message = format!("nothing asks for the colour `{name_of}`: `{other}` is the CSS colour");
            let hint =
                format!("write `{name_of}` in both places: a name is the same only with the same capitals");
            found.push(codes::IDLE_KEY.warning(message).at(compiler.place(name)).hint(hint));
        }
    }
    found
}

/// Whether a character parts the words of a layout.
fn is_between(c: char) -> bool {
    !c.is_alphanumeric() && c != '_' && c != '-'
}
