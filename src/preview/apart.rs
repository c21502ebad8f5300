//! What a process with bounds says of a layout to the one that shows it.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

use super::desk::{Pdf, Shown};
use crate::diag::{Diagnostic, Report, codes};

/// The sheets of a choice, or what is wrong with the layout, and the files that it names.
pub(super) fn answer(shown: &Shown, files: &[(PathBuf, Option<u64>)]) -> String {
    let files: Vec<Value> =
        files.iter().map(|(path, length)| json!([path.to_string_lossy(), length])).collect();
    let Shown { title, language, sheets, mistakes, good, own_seed } = shown;
    json!({
        "title": title, "language": language, "sheets": **sheets, "mistakes": mistakes, "good": good,
        "seed": own_seed, "files": files,
    })
    .to_string()
}

/// The sheets of an answer; while there are mistakes, the last good ones.
pub(super) fn shown(mut answer: Value, earlier: Option<&Shown>) -> Shown {
    let good = answer["good"] == true;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let known = earlier.filter(|_| !good);
    let sheets = match answer["sheets"].take() {
        Value::Array(sheets) => sheets,
        _ => Vec::new(),
    };
    Shown {
        title: known.map_or_else(|| text(&answer["title"]), |known| known.title.clone()),
        language: known.map_or_else(|| text(&answer["language"]), |known| known.language.clone()),
        sheets: known.map_or_else(|| Arc::new(sheets), |known| Arc::clone(&known.sheets)),
        mistakes: answer["mistakes"].take(),
        good,
        own_seed: known.map_or_else(|| answer["seed"].as_u64(), |known| known.own_seed),
    }
}

/// The files that the layout of an answer names, and how long they were.
pub(super) fn files(answer: &Value) -> Vec<(PathBuf, Option<u64>)> {
    let all = answer["files"].as_array().into_iter().flatten();
    all.filter_map(|file| Some((PathBuf::from(file[0].as_str()?), file[1].as_u64()))).collect()
}

/// The PDF of an answer.
///
/// # Errors
/// An answer that holds none.
pub(super) fn pdf(answer: &[u8]) -> Result<Pdf, Report> {
    let end = answer.iter().position(|byte| *byte == b'\n');
    let parts = end.and_then(|end| Some((answer.get(..end)?, answer.get(end + 1..)?)));
    let (name, bytes) = parts.ok_or_else(|| Diagnostic::error(codes::NOTHING, "there is no sheet"))?;
    Ok((String::from_utf8_lossy(name).into_owned(), bytes.to_vec()))
}
