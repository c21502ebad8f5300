//! Corrections that an editor offers for the mistakes in a layout.
//!
//! - In: published diagnostics, and a range.
//! - Out: the answer to `textDocument/codeAction`.

use serde_json::{Value, json};

use super::position::range;
use hexpress_base::diag::{Diagnostic, Edit};

/// Returns the correction of a mistake as JSON, for the field `data` of a diagnostic of the protocol.
/// Returns null if there is no correction.
pub fn data(found: &Diagnostic, text: &str) -> Value {
    let Some(edit) = found.edit(text) else { return Value::Null };
    let title = fix_title(&edit, text);
    json!({ "title": title, "range": range(text, edit.range), "newText": edit.text })
}

/// Returns the text of a button that applies a correction.
pub fn fix_title(edit: &Edit, text: &str) -> String {
    let typed = text.get(edit.range.clone()).unwrap_or_default();
    match typed.is_empty() || typed.contains('\n') {
        true => format!("Write `{}`", edit.text),
        false => format!("Replace `{typed}` with `{}`", edit.text),
    }
}

/// Answers `textDocument/codeAction`. Corrections are taken from the published diagnostics of a layout.
pub fn actions(published: &[Value], uri: &str, params: &Value) -> Value {
    let only = params["context"]["only"].as_array();
    let is_wanted = |kind: &str| {
        only.is_none_or(|kinds| {
            let mut kinds = kinds.iter().filter_map(Value::as_str);
            kinds.any(|wanted| {
                kind == wanted || kind.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'))
            })
        })
    };
    let fixable = || published.iter().filter(|diagnostic| diagnostic["data"].is_object());
    let mut actions = Vec::new();
    if is_wanted("quickfix") {
        actions.extend(fixable().filter(|diagnostic| meets(&diagnostic["range"], &params["range"])).map(
            |diagnostic| {
                json!({
                    "title": diagnostic["data"]["title"],
                    "kind": "quickfix",
                    "diagnostics": [diagnostic],
                    "isPreferred": true,
                    "edit": { "changes": { uri: [edit(diagnostic)] } },
                })
            },
        ));
    }
    if is_wanted(FIX_ALL) {
        let edits = without_overlaps(fixable().map(edit).collect());
        if edits.len() > 1 {
            let title = format!("Fix {} mistakes of this layout", edits.len());
            actions.push(json!({ "title": title, "kind": FIX_ALL, "edit": { "changes": { uri: edits } } }));
        }
    }
    Value::Array(actions)
}

/// The kind of the action that applies all corrections.
const FIX_ALL: &str = "source.fixAll.hexpress";

fn edit(diagnostic: &Value) -> Value {
    json!({ "range": diagnostic["data"]["range"], "newText": diagnostic["data"]["newText"] })
}

/// Sorts edits by position, and removes every edit that overlaps an earlier edit.
fn without_overlaps(mut edits: Vec<Value>) -> Vec<Value> {
    edits.sort_by_key(|edit| at(&edit["range"]["start"]));
    let mut end = (0, 0);
    edits.retain(|edit| {
        let is_free = at(&edit["range"]["start"]) >= end;
        end = end.max(at(&edit["range"]["end"]));
        is_free
    });
    edits
}

/// Returns whether two ranges overlap or touch.
fn meets(one: &Value, other: &Value) -> bool {
    at(&one["start"]) <= at(&other["end"]) && at(&other["start"]) <= at(&one["end"])
}

fn at(position: &Value) -> (u64, u64) {
    let number = |key: &str| position[key].as_u64().unwrap_or(0);
    (number("line"), number("character"))
}
