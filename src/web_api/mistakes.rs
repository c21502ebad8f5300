//! Converts mistakes to JSON for the web page. As in the terminal, each mistake is shown with its line
//! of the file.
//!
//! - In: a report.
//! - Out: JSON, in the order of the text. Repetitions of a mistake are only counted.

use serde_json::{Value, json};

use hexpress_base::diag::{Diagnostic, Located, Report, SourceSpan, Sources, grouped, locate};

/// If mistakes have the same place and the same code, only this number of them are shown. For example,
/// a mistake in a face is repeated for every card.
const MAX_SIMILAR_MISTAKES: usize = 3;
/// The largest number of mistakes that are shown.
const MAX_MISTAKES: usize = 100;

/// Returns the mistakes and warnings of a report as JSON. If several findings have the same cause, only
/// the first is shown. In the JSON, `more` is the number of similar findings that are not shown.
pub fn to_json(report: &Report, sources: &Sources) -> Value {
    let sorted = report.sorted();
    let groups = grouped(&sorted);
    let mut shown: Vec<Value> = Vec::new();
    for run in groups.chunk_by(|group, next| is_repeated(group.first, next.first)) {
        if shown.len() >= MAX_MISTAKES {
            break;
        }
        for (number, group) in (1..).zip(run.iter().take(MAX_SIMILAR_MISTAKES)) {
            let more = if number == MAX_SIMILAR_MISTAKES { run.len() - MAX_SIMILAR_MISTAKES } else { 0 };
            shown.push(diagnostic_to_json(group.first, sources, more + group.other_count()));
        }
    }
    Value::Array(shown)
}

/// Returns whether two findings have the same code and the same place.
fn is_repeated(first: &Diagnostic, next: &Diagnostic) -> bool {
    first.place.is_some() && (first.code, first.place) == (next.code, next.place)
}

/// Returns one finding as JSON. `more` is the number of similar findings that are not shown.
pub fn diagnostic_to_json(diagnostic: &Diagnostic, sources: &Sources, more: usize) -> Value {
    let mut value = diagnostic.value();
    value["place"] = diagnostic.place.and_then(|place| line(place, sources)).unwrap_or_default();
    value["also"] = Value::Null;
    if let Some(related) = &diagnostic.related_place
        && let Some(mut also) = line(related.place, sources)
    {
        also["what"] = related.remark.clone().into();
        value["also"] = also;
    }
    value["fix"] = fix(diagnostic, sources).unwrap_or_default();
    value["more"] = more.into();
    value
}

/// Returns the correction of a mistake: the place of the old text, the new text, and the label of a
/// button. Returns `None` if there is no correction.
fn fix(diagnostic: &Diagnostic, sources: &Sources) -> Option<Value> {
    let file = diagnostic.place?.file;
    let source = sources.get(file)?.text();
    let edit = diagnostic.edit(source)?;
    let title = crate::editor::fix_title(&edit, source);
    let typed = source.get(edit.range.clone())?.to_owned();
    let Located { file, line, column } = locate(sources, SourceSpan::new(file, edit.range))?;
    Some(json!({
        "file": file, "line": line, "column": column, "typed": typed, "text": edit.text, "title": title,
    }))
}

/// Returns the line that contains a place, and the part of this line to mark. Returns `None` if the
/// line cannot be found.
fn line(place: SourceSpan, sources: &Sources) -> Option<Value> {
    let Located { file, line, column } = locate(sources, place)?;
    let source = sources.get(place.file)?.text();
    let text = source.lines().nth(line - 1)?;
    // A place may extend over several lines. Only its part in the first line is marked.
    let marked = source.get(place.start as usize..place.end as usize).unwrap_or("");
    let length = marked.lines().next().unwrap_or("").chars().count().max(1);
    Some(json!({ "file": file, "line": line, "column": column, "text": text, "length": length }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::diag::codes;

    #[test]
    fn a_mistake_has_its_line_and_repetitions_are_counted() {
        let mut sources = Sources::default();
        let file = sources.add("a.toml", "a = 1\nb = \"é\" # x\n");
        let mut report = Report::default();
        for number in 0..5 {
            let place = SourceSpan::new(file, 10..14);
            let also = SourceSpan::new(file, 4..5);
            let diagnostic = codes::BAD_VALUE.error(format!("card {number}")).at(place);
            report.push(diagnostic.related_place(also, "asked for here"));
        }
        report.push(codes::NOTHING.warning("no place"));
        let value = to_json(&report, &sources);
        let mistakes = value.as_array().unwrap();
        assert_eq!(mistakes.len(), 4);
        assert_eq!((&mistakes[0]["severity"], &mistakes[0]["place"]), (&"warning".into(), &Value::Null));
        let place = json!({ "file": "a.toml", "line": 2, "column": 5, "text": "b = \"é\" # x", "length": 3 });
        assert_eq!((&mistakes[1]["place"], &mistakes[1]["more"]), (&place, &0.into()));
        assert_eq!(mistakes[3]["more"], 2);
        let also = json!({ "file": "a.toml", "line": 1, "column": 5, "text": "a = 1", "length": 1, "what": "asked for here" });
        assert_eq!(mistakes[1]["also"], also);
    }
}
