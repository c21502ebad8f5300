//! A verdict, told to people and to programs.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::check::{Fault, FoundShape, Verdict};
use crate::cli::io::{Output, Status};
use crate::diag::{Code, Diagnostic, Sources, place_value};

/// How many faults of one rule are shown to people: a board that is wrong is wrong in every cell.
const SHOWN: usize = 3;

/// Tells what is wrong, what was found and what was not judged, and the verdict in one line; and where a picture and a
/// layout were written.
pub fn tell(
    what: &str,
    verdict: &Verdict,
    picture: Option<&Path>,
    layout: Option<&Path>,
    output: &mut Output,
) {
    faults(verdict, picture, output);
    let mut text = String::new();
    for (code, count, because) in &verdict.allowed {
        text.push_str(&format!("allowed: {code}, {count} times: {because}\n"));
    }
    for what in &verdict.found {
        text.push_str(&format!("found: {what}\n"));
    }
    for why in &verdict.not_judged {
        text.push_str(&format!("not judged: {why}\n"));
    }
    text.push_str(&format!("{what}: {}\n", verdict.summary()));
    let mut value = value(what, verdict, &output.sources);
    for (key, path) in [("picture", picture), ("layout", layout)] {
        let Some(path) = path.map(|path| path.display().to_string()) else { continue };
        text.push_str(&format!("{key}: {path}\n"));
        value[key] = json!(path);
    }
    output.result(&text, value);
}

/// Tells what is wrong, the worst first; with a picture, the number that each has there. Errors are the run's status.
pub fn faults(verdict: &Verdict, picture: Option<&Path>, output: &mut Output) {
    if verdict.has_errors() {
        output.worsen(Status::Faults);
    }
    let mut of: BTreeMap<Code, usize> = BTreeMap::new();
    let mut shown: Vec<Diagnostic> = Vec::new();
    for (number, fault) in (1..).zip(&verdict.faults) {
        let count = of.entry(fault.code).or_default();
        *count += 1;
        if *count <= SHOWN {
            let mut diagnostic = fault.diagnostic(&verdict.files);
            if picture.is_some() && fault.spot.is_some() {
                let hint = diagnostic.hint.map_or_else(String::new, |hint| format!("{hint}; "));
                diagnostic.hint = Some(format!("{hint}number {number} in the picture"));
            }
            shown.push(diagnostic);
        }
    }
    // The last that is shown says how many more there are.
    for (code, count) in of.into_iter().filter(|(_, count)| *count > SHOWN) {
        if let Some(last) = shown.iter_mut().rev().find(|d| d.code == code) {
            let hint = last.hint.take().map_or_else(String::new, |hint| format!("{hint}\n"));
            let more = count - SHOWN;
            last.hint = Some(format!("{hint}{more} more of {code} are not shown here; --json has them all"));
        }
    }
    output.findings(&shown.iter().collect::<Vec<_>>());
}

/// A verdict for programs.
#[must_use]
pub fn value(what: &str, verdict: &Verdict, sources: &Sources) -> Value {
    let allowed = verdict.allowed.iter().map(
        |(code, count, because)| json!({ "code": code.to_string(), "count": count, "because": because }),
    );
    json!({
        "what": what,
        "files": verdict.files,
        "files-of-the-build": verdict.part_of.unwrap_or(verdict.files.len()),
        "clean": !verdict.has_errors(),
        "pages": verdict.pages,
        "cells": verdict.cells,
        "adjacencies": verdict.adjacencies,
        "pieces": verdict.pieces,
        "rules": verdict.rules,
        "worst-deviation-mm": verdict.worst,
        "faults": verdict.faults.iter().map(|f| fault(f, verdict, sources)).collect::<Vec<_>>(),
        "allowed": allowed.collect::<Vec<_>>(),
        "found": verdict.found,
        "boards": verdict.boards.iter().map(board).collect::<Vec<_>>(),
        "not-judged": verdict.not_judged,
    })
}

/// A board of a file that does not say what it shows.
fn board((page, named): &(usize, FoundShape)) -> Value {
    json!({
        "page": page,
        "cells": named.cells,
        "shape": named.shape_text(),
        "missing": named.shape.as_ref().map_or(0, |known| known.missing.len()),
        "extra": named.shape.as_ref().map_or(0, |known| known.extra.len()),
        "parts": named.parts,
        "holes": named.holes,
        "stands": named.orientation.word(),
        "across-mm": named.across,
        "gap-mm": named.gap,
        "turned-degrees": named.turned,
    })
}

fn fault(fault: &Fault, verdict: &Verdict, sources: &Sources) -> Value {
    let spot = fault.spot.as_ref();
    let mut value = fault.value();
    value["by-mm"] = json!(fault.by);
    value["piece"] = json!(fault.id.as_ref().map(ToString::to_string));
    value["file"] = json!(spot.and_then(|spot| verdict.files.get(spot.file)));
    value["page"] = json!(spot.map(|spot| spot.page));
    let rect = spot.and_then(|spot| spot.rect);
    value["at-mm"] = rect
        .map_or(Value::Null, |r| json!({ "x": r.x0, "y": r.y0, "width": r.width(), "height": r.height() }));
    value["layout"] = place_value(sources, fault.place);
    value
}
