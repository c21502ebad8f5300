//! What a process with bounds says of a layout to the one that shows it.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

use super::desk::{Pdf, Shown};

/// The sheets of a choice, or what is wrong with the layout, and the files that it names.
pub(super) fn answer(shown: &Shown, named: &[(PathBuf, Option<u64>)]) -> String {
    let named: Vec<Value> =
        named.iter().map(|(path, length)| json!([path.to_string_lossy(), length])).collect();
    let Shown { title, language, sheets, files, mistakes, good, own_seed } = shown;
    json!({
        "title": title, "language": language, "sheets": **sheets, "files": files, "mistakes": mistakes,
        "good": good, "seed": own_seed, "named": named,
    })
    .to_string()
}

/// The sheets of an answer; while there are mistakes, the last good ones.
pub(super) fn shown(mut answer: Value, earlier: Option<&Shown>) -> Shown {
    let mistakes = answer["mistakes"].take();
    if answer["good"] != true {
        return Shown::with_mistakes(mistakes, earlier);
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (sheets, files) = (Arc::new(list(answer["sheets"].take())), list(answer["files"].take()));
    let (title, language) = (text(&answer["title"]), text(&answer["language"]));
    Shown { title, language, sheets, files, mistakes, good: true, own_seed: answer["seed"].as_u64() }
}

/// The files that the layout of an answer names, and how long they were.
pub(super) fn files(answer: &Value) -> Vec<(PathBuf, Option<u64>)> {
    let all = answer["named"].as_array().into_iter().flatten();
    all.filter_map(|file| Some((PathBuf::from(file[0].as_str()?), file[1].as_u64()))).collect()
}

fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list,
        _ => Vec::new(),
    }
}

/// PDFs as an answer: a line of JSON with the name and length of each, then their bytes.
pub(super) fn pdf_answer(pdfs: &[Pdf]) -> Vec<u8> {
    let head: Vec<Value> = pdfs.iter().map(|(name, bytes)| json!([name, bytes.len()])).collect();
    let mut answer = format!("{}\n", Value::Array(head)).into_bytes();
    pdfs.iter().for_each(|(_, bytes)| answer.extend(bytes));
    answer
}

/// The PDFs of an answer; none of one that was cut short.
pub(super) fn pdfs(answer: &[u8]) -> Vec<Pdf> {
    let end = answer.iter().position(|byte| *byte == b'\n').unwrap_or(answer.len());
    let (head, mut rest) = answer.split_at(end);
    rest = rest.get(1..).unwrap_or_default();
    let head: Vec<(String, usize)> = serde_json::from_slice(head).unwrap_or_default();
    let mut pdfs = Vec::with_capacity(head.len());
    for (name, length) in head {
        let Some((bytes, more)) = rest.split_at_checked(length) else { return Vec::new() };
        pdfs.push((name, bytes.to_vec()));
        rest = more;
    }
    pdfs
}
