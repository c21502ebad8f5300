//! What can be printed but is probably not meant: warnings.

use crate::diag::{Few, codes};
use crate::model::element::{Element, Shape, Value};
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::Pieces;
use crate::spec::values::scalar::Scalar;

/// Looks at the pieces of one component, whose faces are these.
pub fn check(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    faces.into_iter().for_each(|face| covered(face, compiler));
    braces(p, faces, compiler);
    line_ends(p, faces, compiler);
}

/// Rows of a file, or tiles that are drawn at random, and nothing that shows them.
pub fn shows_no_row(p: &Pieces, compiler: &mut Compiler<'_>) {
    let data = p.data.as_ref().map(|data| (compiler.place(data), "{ text = \"{{ name }}\" }"));
    let deck = p
        .deck
        .as_ref()
        .map(|deck| (compiler.place(deck), "{ edge-band = \"{{ edge }}\", at = \"each edge\" }"));
    if let Some((place, example)) = data.or(deck).filter(|_| p.face.is_none()) {
        let warning = codes::IDLE_KEY.warning("nothing of this stands on the pieces").at(place);
        compiler.warnings.push(warning.hint(format!("say what does: face = [{example}]")));
    }
}

/// A fill covers the whole piece, and with it all that was drawn before.
fn covered(face: &[Element], compiler: &mut Compiler<'_>) {
    for element in face.iter().skip(1) {
        let opaque = matches!(element.fill, Some(Value::Fixed(Some(_))));
        if matches!(element.shape, Shape::Fill) && opaque && element.when.is_none() {
            let message = "this fill covers everything that is drawn before it";
            let warning = codes::IDLE_KEY.warning(message).at(element.place);
            compiler.warnings.push(warning.hint("elements are drawn in their order: put it first"));
        }
    }
}

/// `{ name }` in a text is printed as it stands.
fn braces(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let columns = table.iter().flat_map(|table| table.columns.iter().map(AsRef::as_ref));
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.names());
    let each = p.each.iter().flat_map(|each| each.value.names());
    let mut words: Vec<&str> = columns.chain(rows).chain(each).chain(p.set.names()).collect();
    words.sort_unstable();
    words.dedup();
    for element in faces.into_iter().flatten() {
        let Shape::Text(text) = &element.shape else { continue };
        if let Some(word) =
            single_braces(text.template.source()).find(|word| words.binary_search(word).is_ok())
        {
            let message = format!("`{{ {word} }}` is printed as it stands");
            let warning = codes::BAD_TEMPLATE.warning(message).at(element.place);
            compiler.warnings.push(warning.hint(format!("the word of the row is {{{{ {word} }}}}")));
        }
    }
}

/// What stands in a text between one brace and the next one that closes, be that doubled or not.
fn single_braces(source: &str) -> impl Iterator<Item = &str> {
    source.match_indices('{').filter_map(|(at, _)| {
        let (word, _) = source.get(at + 1..)?.split_once('}')?;
        let doubled = word.starts_with('{') || source[..at].ends_with('{');
        (!doubled).then_some(word.trim())
    })
}

/// `\n` in a cell is no new line.
fn line_ends(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let Some(table) = p.data.as_ref().and_then(|data| data.value.table.clone()) else { return };
    let asked = |column: &str| faces.into_iter().flatten().any(|element| element.needs().contains(&column));
    let columns = table.columns.iter().enumerate().filter(|(_, column)| asked(column));
    let columns: Vec<usize> = columns.map(|(index, _)| index).collect();
    let mut few = Few::default();
    for row in 0..table.len() {
        for &column in &columns {
            let typed = table.row(row).get(column);
            if matches!(typed, Some(Scalar::Text(text)) if text.contains("\\n")) && few.more() {
                let warning = codes::BAD_DATA.warning("`\\n` in a cell is printed as it stands");
                let hint = "a new line in a cell is a real one; in .csv such a cell stands in quotes";
                compiler.warnings.push(warning.at(table.cell_place(row, column)).hint(hint));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::single_braces;

    #[test]
    fn words_in_single_braces() {
        let words = |source| single_braces(source).collect::<Vec<_>>();
        assert_eq!(words("{ name } and {cost}} {"), ["name", "cost"]);
        assert_eq!(words("{{ name }} {% if a %}{x"), ["% if a %"]);
        assert_eq!(words("{{ name }} { name }"), ["name"]);
    }
}
