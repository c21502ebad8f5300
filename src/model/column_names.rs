//! Words of a component that say something to the program itself, and slips in their spelling.

use super::compile::Compiler;
use super::element::Element;
use crate::diag::codes;
use crate::diag::near::nearest;
use crate::spec::tables::layout::Pieces;
use crate::spec::values::place::At;

/// The words of a row that mean something by themselves.
const MEANT: [&str; 2] = ["copies", "edges"];

/// What people write for `copies`.
const COUNTS: [&str; 4] = ["print", "count", "quantity", "amount"];

/// Tells words that no element asks for and that are nearly one of [`MEANT`], and those of [`MEANT`] that stand where
/// they mean nothing.
pub fn check(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let mut told: Vec<&str> = Vec::new();
    let rows =
        p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.iter().map(|(key, _)| key));
    let each = p.each.iter().flat_map(|each| each.value.iter().map(|(key, _)| key));
    let set = p.set.iter().map(|(key, _)| key);
    for key in rows.chain(each).chain(set) {
        let name = key.value.as_str();
        if MEANT.contains(&name) || told.contains(&name) {
            continue;
        }
        if COUNTS.contains(&name) {
            told.push(name);
            if !asked(name, faces) {
                let message = format!("no element asks for the word `{name}`");
                let hint = "`copies` is how often this piece is printed".to_owned();
                compiler.wrong((codes::UNKNOWN_KEY, message, Some(hint)), compiler.place(key));
            }
            continue;
        }
        // A slip is a letter or two; most words are told from these by their first letter.
        let Some(near) = nearest(name, MEANT) else { continue };
        told.push(name);
        if !asked(name, faces) {
            let message = format!("no element asks for the word `{name}`");
            let hint = format!("did you mean `{near}`?");
            compiler.wrong((codes::UNKNOWN_KEY, message, Some(hint)), compiler.place(key));
        }
    }
    let set = p.set.iter().map(|(key, _)| (key, "set"));
    let each = p.each.iter().flat_map(|each| each.value.iter().map(|(key, _)| (key, "each")));
    for (key, table) in set.chain(each) {
        if key.value == "copies" && !asked("copies", faces) {
            copies(key, table, compiler);
        }
    }
}

fn copies(key: &At<String>, table: &str, compiler: &mut Compiler<'_>) {
    let message = format!("`copies` in `{table}` is a word like any other, and no element asks for it");
    let hint = "for all pieces it stands beside `face`: copies = 2; for one piece in its row".to_owned();
    compiler.wrong((codes::IDLE_KEY, message, Some(hint)), compiler.place(key));
}

fn asked(name: &str, faces: [&[Element]; 2]) -> bool {
    faces.into_iter().flatten().any(|element| element.needs().contains(&name))
}
