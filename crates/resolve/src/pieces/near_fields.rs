//! Fields that no element asks for, and whose name is nearly one that is asked for: slips that would go unseen.

use std::collections::BTreeSet;

use super::column_names::Asking;
use crate::diag::codes;
use crate::diag::near::is_slip;
use crate::resolve::context::Compiler;
use crate::spec::data::{Table, column_name};
use crate::spec::tables::layout::Pieces;
use crate::spec::values::place::At;
use crate::spec::values::scalar::Scalar;

/// Warns of fields of rows, of lists of `each`, and of columns that nothing asks for, if another field with nearly the same
/// name is asked for, and this row lacks it.
/// Gives the names that it warned of.
pub fn check(p: &Pieces, asking: &Asking<'_>, compiler: &mut Compiler<'_>) -> Vec<String> {
    let all: BTreeSet<&str> =
        p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.names()).collect();
    let asked = asking.all();
    let has = |name: &str| p.set.get(name).is_some();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let mut all_told: Vec<String> = Vec::new();
    let doubt = |key: &At<String>, own: &dyn Fn(&str) -> bool, compiler: &mut Compiler<'_>| {
        let name = key.value.as_str();
        let meant = asked
            .iter()
            .find(|asked| !own(asked) && (all.contains(*asked) || has(asked)) && is_near(name, asked))?;
        warn(name, meant, compiler.place(key), compiler);
        Some(())
    };
    for row in p.rows.iter().flat_map(|rows| rows.value.iter()) {
        for (key, _) in row.value.iter() {
            let name = key.value.as_str();
            if !asks(p, asking, name)
                && !told.contains(name)
                && doubt(key, &|asked| row.value.get(asked).is_some(), compiler).is_some()
            {
                told.insert(name);
                all_told.push(name.to_owned());
            }
        }
    }
    let each = p.each.iter().flat_map(|each| each.value.iter().map(|(key, _)| key));
    let own = |asked: &str| p.each.iter().any(|each| each.value.get(asked).is_some());
    for key in each.filter(|key| !asks(p, asking, &key.value)) {
        if doubt(key, &own, compiler).is_some() {
            all_told.push(key.value.clone());
        }
    }
    let Some(table) = p.data.as_ref().and_then(|data| data.value.table.clone()) else { return all_told };
    for (index, column) in table.columns.iter().enumerate().filter(|(_, column)| !asks(p, asking, column)) {
        let own = |asked: &str| table.columns.iter().any(|column| column.as_ref() == asked);
        let meant = asked.iter().find(|asked| has(asked) && !own(asked) && is_near(column, asked));
        if let Some(meant) = meant {
            warn(column, meant, table.column_place(index), compiler);
            all_told.push(column.to_string());
        }
    }
    all_told
}

/// Whether an element, a condition or a word of `set` asks for a field.
fn asks(p: &Pieces, asking: &Asking<'_>, name: &str) -> bool {
    let by_word = |value: &At<Scalar>| matches!(&value.value, Scalar::Text(text) if text.contains('{') && text.contains(name));
    ["copies", "edges"].contains(&name) || asking.asks(name) || p.set.iter().any(|(_, value)| by_word(value))
}

fn warn(name: &str, meant: &str, place: crate::diag::Place, compiler: &mut Compiler<'_>) {
    let message = format!("no element asks for the field `{name}`, and `{meant}` is missing here");
    let warning = codes::UNKNOWN_KEY.warning(message).at(place);
    compiler.warnings.push(warning.hint(format!("did you mean `{meant}`?")));
}

/// Whether two names are one but for capitals, signs between words, an `s`, or a slip of the finger.
fn is_near(name: &str, asked: &str) -> bool {
    let [one, other] = [name, asked].map(|name| column_name(name).replace('_', ""));
    let many = |one: &str, other: &str| one.strip_suffix('s') == Some(other);
    one == other
        || many(&one, &other)
        || many(&other, &one)
        || (one.chars().count().min(other.chars().count()) >= 4 && is_slip(&one, &other))
}

/// Whether a column that nothing asks for seems to say how often each piece is printed: its name has a word of counting, and
/// its cells are small numbers that do not only number the rows.
pub fn seems_to_count(table: &Table, column: usize) -> bool {
    const WORDS: [&str; 20] = [
        "no", "nr", "num", "number", "cards", "card", "pieces", "pcs", "times", "many", "count", "qty",
        "quantity", "copies", "deck", "amount", "prints", "anzahl", "stück", "nombre",
    ];
    const MOST: i64 = 100;
    let Some(name) = table.columns.get(column) else { return false };
    let says = name.split('_').any(|word| WORDS.contains(&word));
    let cells: Vec<&Scalar> = (0..table.len()).filter_map(|row| table.row(row).get(column)).collect();
    let number = |cell: &&Scalar| match cell {
        Scalar::Whole(n) => Some(*n).filter(|n| (0..=MOST).contains(n)),
        _ => None,
    };
    let filled = cells.iter().filter(|cell| **cell != Scalar::empty());
    let Some(numbers) = filled.map(number).collect::<Option<Vec<i64>>>() else { return false };
    // 1, 2, 3 and 10, 20, 30 number the rows.
    let steps: Vec<i64> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let numbering = steps.iter().all(|step| *step != 0 && Some(step) == steps.first());
    says && numbers.iter().any(|n| *n > 1) && !numbering
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn names_that_are_nearly_one() {
        for (name, asked) in [
            ("nmae", "name"),
            ("Name", "name"),
            ("hit-points", "hit_points"),
            ("costs", "cost"),
            ("detials", "details"),
        ] {
            assert!(is_near(name, asked), "{name} {asked}");
        }
        for (name, asked) in [("red", "bed"), ("note", "name"), ("cost", "name"), ("a", "b")] {
            assert!(!is_near(name, asked), "{name} {asked}");
        }
    }
}
