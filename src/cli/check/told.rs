//! A verdict, told to people and to programs.

use crate::base::map::Map;
use std::path::Path;

use kurbo::{Point, Rect};
use serde_json::{Value, json};

use crate::check::{BoardShown, CellShown, Fault, PieceShown, Verdict, hex};
use crate::cli::io::{Output, Status};
use crate::diag::{Code, Diagnostic, Sources, place_value, seen_name};

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
    text.push_str(&format!("{}: {}\n", seen_name(what), verdict.summary()));
    let mut value = match output.tells_values() {
        true => value(what, verdict, &output.sources),
        false => Value::Null,
    };
    for (key, path) in [("picture", picture), ("layout", layout)] {
        let Some(path) = path.map(|path| path.display().to_string()) else { continue };
        let without = if key == "layout" { left_out(verdict) } else { String::new() };
        text.push_str(&format!("{key}: {path}{without}\n"));
        value[key] = json!(path);
    }
    output.result(&text, value);
}

/// What a layout that was written of a drawing leaves out.
fn left_out(verdict: &Verdict) -> String {
    let letters = verdict.layout.iter().flat_map(|layout| &layout.left_out);
    let letters: Vec<String> = letters.map(|&c| format!("`{c}` (U+{:04X})", u32::from(c))).collect();
    let mut text = String::new();
    if !letters.is_empty() {
        text = format!(", without {}: the font does not have it", letters.join(", "));
    }
    for page in verdict.layout.iter().flat_map(|layout| &layout.without_points) {
        text.push_str(&format!(", without the board of points on page {page}"));
    }
    text
}

/// Tells what is wrong, the worst first; with a picture, the number that each has there. Errors are the run's status.
pub fn faults(verdict: &Verdict, picture: Option<&Path>, output: &mut Output) {
    if verdict.has_errors() {
        output.worsen(Status::Faults);
    }
    let mut of: Map<Code, usize> = Map::new();
    let mut shown: Vec<Diagnostic> = Vec::new();
    for (number, cause) in (1..).zip(verdict.causes()) {
        let count = of.entry(cause.first.code).or_default();
        *count += 1;
        if *count <= SHOWN {
            let mut diagnostic = cause.diagnostic(&verdict.files);
            if picture.is_some() && cause.first.spot.is_some() {
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
pub fn value(what: &str, verdict: &Verdict, sources: &Sources) -> Value {
    let allowed = verdict.allowed.iter().map(
        |(code, count, because)| json!({ "code": code.to_string(), "count": count, "because": because }),
    );
    let shown = &verdict.shown;
    let shapes = shown.shapes.iter().map(|(on, shape)| {
        let file = verdict.files.get(on.file);
        json!({ "shape": shape.what, "file": file, "page": on.page, "at-mm": area(Some(shape.rect)) })
    });
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
        "worst-deviation-mm": rounded(verdict.worst),
        "faults": verdict.faults.iter().map(|f| fault(f, verdict, sources)).collect::<Vec<_>>(),
        "allowed": allowed.collect::<Vec<_>>(),
        "found": verdict.found,
        "boards": shown.boards.iter().map(|found| board(found, verdict)).collect::<Vec<_>>(),
        "pieces-found": shown.pieces.iter().map(|found| piece(found, verdict)).collect::<Vec<_>>(),
        "shapes-found": shapes.collect::<Vec<_>>(),
        "not-judged": verdict.not_judged,
    })
}

/// A number in whole ten-thousandths: what is measured is no finer.
fn rounded(number: f64) -> f64 {
    // Nothing is told as -0.
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

fn at(point: Point) -> Value {
    json!({ "x": rounded(point.x), "y": rounded(point.y) })
}

fn area(rect: Option<Rect>) -> Value {
    let Some(Rect { x0, y0, x1, y1 }) = rect else { return Value::Null };
    json!({ "x": rounded(x0), "y": rounded(y0), "width": rounded(x1 - x0), "height": rounded(y1 - y0) })
}

/// A board that was found.
fn board(found: &BoardShown, verdict: &Verdict) -> Value {
    let named = found.shape();
    json!({
        "name": found.name.as_deref(),
        "file": verdict.files.get(found.on.file),
        "page": found.on.page,
        "cells": named.cells,
        "shape": named.shape_text(),
        "missing": named.shape.as_ref().map_or(0, |known| known.missing.len()),
        "extra": named.shape.as_ref().map_or(0, |known| known.extra.len()),
        "parts": named.parts,
        "holes": named.holes,
        "stands": named.tiling.word(),
        "across-mm": rounded(named.across),
        "gap-mm": rounded(named.gap),
        "turned-degrees": rounded(named.turned),
        "cells-found": found.cells.iter().map(cell).collect::<Vec<_>>(),
    })
}

fn cell(found: &CellShown) -> Value {
    json!({
        "piece": found.id.as_ref().map(ToString::to_string),
        "at-mm": at(found.centre),
        "colour": found.fill.map(hex),
        "words": found.words,
    })
}

fn piece(found: &PieceShown, verdict: &Verdict) -> Value {
    json!({
        "piece": found.id.as_ref().map(ToString::to_string),
        "file": verdict.files.get(found.on.file),
        "page": found.on.page,
        "at-mm": area(found.rect),
        "words": &*found.words,
    })
}

fn fault(fault: &Fault, verdict: &Verdict, sources: &Sources) -> Value {
    let spot = fault.spot.as_ref();
    let mut value = fault.value();
    value["by-mm"] = json!(rounded(fault.by));
    value["shift-mm"] = fault.shift.map_or(Value::Null, |shift| at(shift.way().to_point()));
    value["piece"] = json!(fault.id.as_ref().map(ToString::to_string));
    value["file"] = json!(spot.and_then(|spot| verdict.files.get(spot.file)));
    value["page"] = json!(spot.map(|spot| spot.page));
    value["at-mm"] = area(spot.and_then(|spot| spot.rect));
    value["layout"] = place_value(sources, fault.place);
    value
}
