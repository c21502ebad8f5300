//! Mistakes for the page: each with its line, as the terminal shows them.

use serde_json::{Value, json};

use crate::diag::{Diagnostic, Located, Place, Report, Sources, locate};

/// How many are told of one kind at one place: a face that is wrong is wrong on every card.
const ALIKE: usize = 3;
/// How many are told in all.
const MOST: usize = 100;

/// All findings, in the order of the text. Where many are alike, the last one told says in `more` how many are not.
pub fn json(report: &Report, sources: &Sources) -> Value {
    let sorted = report.sorted();
    let mut told: Vec<Value> = Vec::new();
    let mut rest = sorted.as_slice();
    while let Some(first) = rest.first()
        && told.len() < MOST
    {
        let same = |d: &&Diagnostic| d.place.is_some() && (d.code, d.place) == (first.code, first.place);
        let count = rest.iter().take_while(|d| same(d)).count().max(1);
        let (run, after) = rest.split_at(count);
        for (number, diagnostic) in run.iter().take(ALIKE).enumerate() {
            let more = if number + 1 == ALIKE { count - ALIKE } else { 0 };
            told.push(one(diagnostic, sources, more + diagnostic.more));
        }
        rest = after;
    }
    Value::Array(told)
}

/// One finding; `more` others are like it.
pub fn one(diagnostic: &Diagnostic, sources: &Sources, more: usize) -> Value {
    let mut value = diagnostic.value();
    value["place"] = diagnostic.place.and_then(|place| line(place, sources)).unwrap_or_default();
    value["also"] = Value::Null;
    if let Some(beside) = &diagnostic.also
        && let Some(mut also) = line(beside.place, sources)
    {
        also["what"] = beside.what.clone().into();
        value["also"] = also;
    }
    value["more"] = more.into();
    value
}

/// The line of a place, and which part of it is meant.
fn line(place: Place, sources: &Sources) -> Option<Value> {
    let Located { file, line, column } = locate(sources, place)?;
    let whole = sources.get(place.file)?.text();
    let text = whole.lines().nth(line - 1)?;
    // The mark ends with the line, at the latest.
    let marked = whole.get(place.start as usize..place.end as usize).unwrap_or("");
    let length = marked.lines().next().unwrap_or("").chars().count().max(1);
    Some(json!({ "file": file, "line": line, "column": column, "text": text, "length": length }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::codes;

    #[test]
    fn shows_the_line_and_counts_what_is_alike() {
        let mut sources = Sources::default();
        let file = sources.add("a.toml", "a = 1\nb = \"é\" # x\n");
        let mut report = Report::default();
        for number in 0..5 {
            let place = Place::new(file, 10..14);
            let also = Place::new(file, 4..5);
            let wrong = codes::BAD_VALUE.error(format!("card {number}")).at(place);
            report.push(wrong.also(also, "asked for here"));
        }
        report.push(codes::NOTHING.warning("no place"));
        let value = json(&report, &sources);
        let told = value.as_array().unwrap();
        assert_eq!(told.len(), 4);
        assert_eq!((&told[0]["severity"], &told[0]["place"]), (&"warning".into(), &Value::Null));
        let place = json!({ "file": "a.toml", "line": 2, "column": 5, "text": "b = \"é\" # x", "length": 3 });
        assert_eq!((&told[1]["place"], &told[1]["more"]), (&place, &0.into()));
        assert_eq!(told[3]["more"], 2);
        let also = json!({ "file": "a.toml", "line": 1, "column": 5, "text": "a = 1", "length": 1, "what": "asked for here" });
        assert_eq!(told[1]["also"], also);
    }
}
