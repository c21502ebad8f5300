//! Fields and columns that nothing of a component asks for: what a row says there is printed nowhere.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::column_names::Asking;
use super::families::families;
use crate::diag::Place;
use crate::model::edges::edge_number;
use crate::resolve::context::Compiler;
use crate::resolve::doubts::{Doubt, is_noted};
use crate::spec::tables::layout::Pieces;
use crate::spec::values::scalar::Scalar;

/// Fields that mean something by themselves.
const MEANT: [&str; 5] = ["copies", "edges", "paths", "edge", "path"];

/// Names that every piece has.
const PROVIDED: [&str; 12] = [
    "copies", "edges", "paths", "edge", "number", "of", "title", "author", "rights", "source", "version",
    "language",
];

/// What the program says of every piece, and what people call a column of the same meaning.
const GIVEN: [(&str, &str, &str); 3] = [
    (
        "title",
        "the title of the game",
        "name names heading caption card cards card_name label headline nom nombre",
    ),
    ("number", "the number of the piece", "no nr num value rank level cost price"),
    ("author", "the author of the game", "artist illustrator by"),
];

/// What takes a field with a name like this.
const TAKEN: [(&str, &str); 5] = [
    (
        "image images picture pictures pic art artwork photo img file",
        "{ image = \"{{ NAME }}\", size = \"40 x 40mm\" }",
    ),
    ("icon icons symbol", "{ icon = \"{{ NAME }}\", size = \"10mm\" }"),
    ("colour color fill background ground", "{ fill = \"{{ NAME }}\" }"),
    ("line border", "{ box = \"100% x 100%\", line = \"{{ NAME }}\" }"),
    ("", "{ text = \"{{ NAME }}\", font = \"9pt\" }"),
];

/// Notes every field of the rows that nothing asks for; `told` are those that something else was said of.
pub fn check(p: &Pieces, asking: &Asking<'_>, told: &BTreeSet<String>, compiler: &mut Compiler<'_>) {
    let by_rule = p.must.as_ref().is_some_and(|must| must.have.names().any(|name| name != "pieces"));
    let shows = p.face.is_some() || p.back.is_some();
    if by_rule || !shows || p.deck.is_some() {
        return;
    }
    let fields = fields(p, compiler);
    // A name that nothing has is a mistake, and may be meant for a field that nothing asks for.
    let is_known = |name: &&str| {
        fields.iter().any(|(_, field, _)| **field == **name)
            || p.set.get(name).is_some()
            || PROVIDED.contains(name)
            || edge_number(name).is_some()
    };
    if !asking.all().iter().all(is_known) {
        let asked = fields.iter().filter(|(_, name, _)| asking.asks(name));
        compiler.doubts.asked.extend(asked.map(|(rows, name, _)| (*rows, Arc::clone(name))));
        return;
    }
    // A field of the only row says what the pieces are.
    let is_one = p.rows.as_ref().is_some_and(|rows| rows.value.len() == 1);
    for (rows, name, place) in fields {
        let asked = asking.asks(&name) || by_word(p, &name);
        if asked {
            compiler.doubts.asked.insert((rows, Arc::clone(&name)));
            continue;
        }
        let known = MEANT.contains(&&*name) || is_noted(&name) || edge_number(&name).is_some();
        if known || told.contains(&*name) || said(p, &name).all(|value| value.to_string().trim().is_empty()) {
            continue;
        }
        if numbers_rows(p, &name) {
            continue;
        }
        if compiler.doubts.written.contains(&*name) || (is_one && replaced(p, &name, compiler).is_none()) {
            continue;
        }
        let hint = hint(p, asking, &name, compiler);
        compiler.doubts.doubted.push(Doubt { rows, column: name, meant: None, place, hint, sure: false });
    }
}

/// Every field: the rows that it stands in, its name, and where that is first.
fn fields(p: &Pieces, compiler: &Compiler<'_>) -> Vec<(Place, Arc<str>, Place)> {
    let typed = p.rows.as_ref().map(|rows| {
        let keys = rows.value.iter().flat_map(|row| row.value.iter().map(|(key, _)| key));
        (compiler.place(rows), keys.collect::<Vec<_>>())
    });
    let listed = p
        .each
        .as_ref()
        .map(|each| (compiler.place(each), each.value.iter().map(|(key, _)| key).collect::<Vec<_>>()));
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (rows, keys) in typed.into_iter().chain(listed) {
        for key in keys.into_iter().filter(|key| seen.insert(key.value.as_str())) {
            if !compiler.is_of_theme(key) {
                found.push((rows, key.value.as_str().into(), compiler.place(key)));
            }
        }
    }
    if let Some(table) = p.data.as_ref().and_then(|data| data.value.table.as_ref()) {
        let columns = table.columns.iter().enumerate();
        found.extend(
            columns.map(|(at, name)| (table.header_place(), Arc::clone(name), table.column_place(at))),
        );
    }
    found
}

/// What the rows say in a field.
fn said<'p>(p: &'p Pieces, name: &'p str) -> impl Iterator<Item = &'p Scalar> {
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).filter_map(move |row| row.value.get(name));
    let each = p.each.iter().filter_map(move |each| each.value.get(name)).flat_map(|list| list.value.iter());
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let of_file = table.into_iter().flat_map(move |table| {
        let column = table.columns.iter().position(|column| column.as_ref() == name);
        (0..table.len()).filter_map(move |row| table.row(row).get(column?))
    });
    rows.chain(each).map(|value| &value.value).chain(of_file)
}

/// Whether a field numbers the rows: 1, 2, 3.
fn numbers_rows(p: &Pieces, name: &str) -> bool {
    let number = |value: &Scalar| value.to_string().parse::<usize>().ok();
    let all: Vec<Option<usize>> = said(p, name).map(number).collect();
    all.len() > 1 && all.iter().zip(1..).all(|(number, at)| *number == Some(at) || *number == Some(at - 1))
}

/// Whether a word of `set` is worked out from a field.
fn by_word(p: &Pieces, name: &str) -> bool {
    let names = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let is_one = |value: &Scalar| matches!(value, Scalar::Text(text) if text.contains('{') && names(text));
    p.set.iter().any(|(_, value)| is_one(&value.value))
}

/// What may be meant.
fn hint(p: &Pieces, asking: &Asking<'_>, name: &str, compiler: &Compiler<'_>) -> String {
    if let Some(other) = replaced(p, name, compiler) {
        return format!(
            "`face` here takes the place of the one of `{other}`: say its elements here too, or give them a name: \
             [look] {other} = [ … ]"
        );
    }
    let has = |word: &str| p.set.get(word).is_some() || said(p, word).next().is_some();
    let given = GIVEN.iter().find(|(word, _, meant)| {
        asking.asks(word) && !has(word) && meant.split_whitespace().any(|one| one == name)
    });
    if let Some((word, what, _)) = given {
        return format!("{{{{ {word} }}}} is {what}: {{{{ {name} }}}} prints this field");
    }
    if asking.asks("number") && !has("number") && super::column_names::is_count(name) {
        return format!("{{{{ number }}}} is the number of the piece: {{{{ {name} }}}} prints this field");
    }
    if matches!(name, "size" | "shape" | "bleed" | "safe" | "round" | "across") {
        return format!("all pieces of a component have one `{name}`: others are a component of their own");
    }
    if matches!(name, "back" | "face") {
        return format!(
            "`{name}` of the component says what is drawn: {name} = [{{ image = \"{{{{ {name} }}}}\", size = \"40 x 40mm\" }}]"
        );
    }
    let is_for = |(names, _): &&(&str, &str)| names.is_empty() || names.split(' ').any(|one| one == name);
    let taken = TAKEN.iter().find(is_for).map_or("", |(_, taken)| *taken);
    format!("an element shows it: {}", taken.replace("NAME", name))
}

/// The component that this one is `like`, where its face asks for a field and the face here took its place.
fn replaced<'c>(p: &'c Pieces, name: &str, compiler: &Compiler<'c>) -> Option<&'c str> {
    let (like, face) = (p.like.as_ref()?, p.face.as_ref()?);
    let families = families(compiler.layout);
    let mut all =
        families.iter().flat_map(|family| family.given.iter().map(|one| (family.name_of(one), one)));
    let (_, base) = all.find(|(of, _)| *of == like.value)?;
    let below = base.face.as_ref().filter(|below| below.span != face.span)?;
    let text = compiler.text.get(below.span.clone())?;
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|word| word == name)
        .then_some(like.value.as_str())
}
