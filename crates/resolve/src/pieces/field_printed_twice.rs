//! Finds two elements that print the same field, while a field next to it is not printed.
//!
//! The user has probably copied an element, and forgotten to change the field in the copy.
//!
//! - In: the warnings about unused fields (`unused_columns`), and the faces of the component.
//! - Out: better hints for these warnings.
//! - Not here: adding these warnings.

use crate::context::Resolver;
use hexpress_base::diag::SourceSpan;
use hexpress_game::element::{Element, Shape};
use hexpress_language::tables::layout::Pieces;

/// Improves the hints of the warnings about unused fields of a component. In `resolver.unused_columns`,
/// these warnings begin at the index `first`.
pub fn improve_hints(p: &Pieces, faces: [&[Element]; 2], first: usize, resolver: &mut Resolver<'_>) {
    let names = field_names(p);
    let mut candidates = std::mem::take(&mut resolver.unused_columns.candidates);
    for column in candidates.iter_mut().skip(first).filter(|column| column.intended.is_none()) {
        let name = &*column.column;
        let neighbours = neighbours(&names, name);
        let mended = neighbours.into_iter().find_map(|other| hint_for_twin(faces, other, name, resolver));
        if let Some(hint) = mended {
            column.hint = hint;
        }
    }
    resolver.unused_columns.candidates = candidates;
}

/// Returns the names of all fields, in the order of the columns of the data file. Without a data file,
/// returns the fields of the first row of the layout.
fn field_names(p: &Pieces) -> Vec<&str> {
    match p.data.as_ref().and_then(|data| data.value.table.as_ref()) {
        Some(table) => table.columns.iter().map(AsRef::as_ref).collect(),
        None => {
            let row = p.rows.iter().flat_map(|rows| rows.value.first());
            row.flat_map(|row| row.value.iter().map(|(key, _)| key.value.as_str())).collect()
        }
    }
}

/// Returns the names directly before and after `name` in a list.
fn neighbours<'n>(names: &[&'n str], name: &str) -> Vec<&'n str> {
    let at = names.iter().position(|other| *other == name);
    let beside = at.map_or([None, None], |at| [at.checked_sub(1), Some(at + 1)]);
    beside.into_iter().flatten().filter_map(|at| names.get(at).copied()).collect()
}

/// Returns a hint if two elements of a face print the field `other` with the same text. One of them
/// probably ought to print the field `name`. Otherwise returns `None`.
fn hint_for_twin(faces: [&[Element]; 2], other: &str, name: &str, resolver: &Resolver<'_>) -> Option<String> {
    faces.into_iter().find_map(|face| {
        let mut texts = face.iter().filter_map(|element| match &element.shape {
            Shape::Text(template, _) if template.needs().eq([other]) => Some((template.source(), element)),
            _ => None,
        });
        let (source, first) = texts.next()?;
        // Equal texts in opposite corners are intended, as on playing cards. They usually differ in
        // their rotation, by 180 degrees.
        let (_, second) = texts.next().filter(|(text, second)| {
            *text == source && second.turn == first.turn && second.when.is_none() && first.when.is_none()
        })?;
        if texts.next().is_some() {
            return None;
        }
        let lines = [line_number(first.place, resolver)?, line_number(second.place, resolver)?];
        Some(format!(
            "`{source}` is printed twice, on lines {} and {}: write {{{{ {name} }}}} in one of them",
            lines[0], lines[1]
        ))
    })
}

/// Returns the line of the layout on which a place begins, counted from 1. Returns `None` if the place
/// is in another file.
fn line_number(place: SourceSpan, resolver: &Resolver<'_>) -> Option<usize> {
    let before = resolver.text.get(..place.start as usize).filter(|_| place.file == resolver.file)?;
    Some(before.matches('\n').count() + 1)
}
