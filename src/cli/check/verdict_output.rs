//! Shows a verdict as text for people, or as JSON for programs.
//!
//! - In: a verdict, and the paths of the picture and the layout that were saved together with it.
//! - Out: findings, a few lines of text or one JSON object, and the exit status.

use std::path::Path;

use kurbo::{Point, Rect};
use serde_json::{Value, json};

use crate::cli::io::{Output, Status};
use hexpress_base::diag::{Code, Diagnostic, Sources, escape_name, place_to_json};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::count_with_noun;
use hexpress_check::{AllowedFaults, BoardShown, CellShown, Fault, PieceShown, Verdict, hex_code};

/// The largest number of faults that the text shows for one code. A limit is needed, because one
/// mistake in a board often causes the same fault in every cell.
const MAX_SHOWN: usize = 3;

/// The files that were written together with a verdict.
#[derive(Default)]
pub struct SavedFiles<'s> {
    /// The file of `--picture`.
    pub picture: Option<&'s Path>,
    /// The file of `--write-layout`.
    pub layout: Option<&'s Path>,
}

/// Shows a verdict, in this order:
///
/// - the faults and the allowed faults,
/// - what was found, and what was not judged,
/// - the verdict in one line,
/// - the files that were written.
pub fn show(what: &str, verdict: &Verdict, saved: &SavedFiles<'_>, output: &mut Output) {
    show_faults(verdict, saved.picture, output);
    let mut text = String::new();
    for AllowedFaults { code, count, reason } in &verdict.allowed {
        text.push_str(&format!("allowed: {code}, {}: {reason}\n", count_with_noun(*count, "time")));
    }
    for found in &verdict.found {
        text.push_str(&format!("found: {found}\n"));
    }
    for why in &verdict.not_judged {
        text.push_str(&format!("not judged: {why}\n"));
    }
    text.push_str(&format!("{}: {}\n", escape_name(what), verdict.summary()));
    let mut value = if output.is_json() { to_json(what, verdict, &output.sources) } else { Value::Null };
    if let Some(picture) = saved.picture {
        let path = picture.display().to_string();
        text.push_str(&format!("picture: {path}\n"));
        value["picture"] = Value::from(path);
    }
    if let Some(layout) = saved.layout {
        let path = layout.display().to_string();
        text.push_str(&format!("layout: {path}{}\n", left_out(verdict)));
        value["layout"] = Value::from(path);
    }
    output.result(&text, value);
}

/// Returns a text that says what the derived layout lacks, compared with the drawing.
///
/// The text follows the path of the layout in a message, e.g. `, without the board of points on page
/// 2`. It is empty if the layout lacks nothing.
fn left_out(verdict: &Verdict) -> String {
    let Some(layout) = &verdict.layout else { return String::new() };
    let mut text = String::new();
    let letters: Vec<String> =
        layout.left_out.iter().map(|&c| format!("`{c}` (U+{:04X})", u32::from(c))).collect();
    if !letters.is_empty() {
        let what = if letters.len() == 1 { "this letter" } else { "these letters" };
        text = format!(", without {}: the font does not have {what}", letters.join(", "));
    }
    for page in &layout.without_points {
        text.push_str(&format!(", without the board of points on page {page}"));
    }
    text
}

/// Shows the faults, the worst first, and sets the exit status.
///
/// If there is a picture, each fault is shown with its number in the picture.
pub fn show_faults(verdict: &Verdict, picture: Option<&Path>, output: &mut Output) {
    if verdict.has_errors() {
        output.raise_status(Status::Faults);
    }
    let mut counts: SortedMap<Code, usize> = SortedMap::new();
    let mut shown: Vec<Diagnostic> = Vec::new();
    for (number, cause) in (1..).zip(verdict.causes()) {
        let count = counts.entry(cause.first.code).or_default();
        *count += 1;
        if *count > MAX_SHOWN {
            continue;
        }
        let mut diagnostic = cause.diagnostic(&verdict.files);
        if picture.is_some() && cause.first.spot.is_some() {
            let hint = diagnostic.hint.map_or_else(String::new, |hint| format!("{hint}; "));
            diagnostic.hint = Some(format!("{hint}see number {number} in the picture"));
        }
        shown.push(diagnostic);
    }
    for (code, count) in counts.into_iter().filter(|(_, count)| *count > MAX_SHOWN) {
        if let Some(last) = shown.iter_mut().rev().find(|diagnostic| diagnostic.code == code) {
            let hint = last.hint.take().map_or_else(String::new, |hint| format!("{hint}\n"));
            let more = count_with_noun(count - MAX_SHOWN, "more fault");
            last.hint = Some(format!("{hint}add --json to list {more} of {code}"));
        }
    }
    output.findings(&shown.iter().collect::<Vec<_>>());
}

/// Returns a verdict as the JSON object that `check --json` prints.
pub fn to_json(what: &str, verdict: &Verdict, sources: &Sources) -> Value {
    let shown = &verdict.inventory;
    let allowed: Vec<Value> = verdict
        .allowed
        .iter()
        .map(|AllowedFaults { code, count, reason }| {
            json!({ "code": code.to_string(), "count": count, "because": reason })
        })
        .collect();
    let shapes: Vec<Value> = shown
        .shapes
        .iter()
        .map(|(on, shape)| {
            let file = verdict.files.get(on.file);
            json!({ "shape": shape.what, "file": file, "page": on.page, "at-mm": area(Some(shape.rect)) })
        })
        .collect();
    let faults: Vec<Value> =
        verdict.faults.iter().map(|fault| fault_to_json(fault, verdict, sources)).collect();
    let boards: Vec<Value> = shown.boards.iter().map(|board| board_to_json(board, verdict)).collect();
    let pieces: Vec<Value> = shown.pieces.iter().map(|piece| piece_to_json(piece, verdict)).collect();
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
        "worst-deviation-mm": rounded(verdict.largest_deviation),
        "faults": faults,
        "allowed": allowed,
        "found": verdict.found,
        "boards": boards,
        "pieces-found": pieces,
        "shapes-found": shapes,
        "not-judged": verdict.not_judged,
        "checked": verdict.checked.as_ref().map(|checked| json!({
            "standard": checked.standard.map(|standard| standard.name()),
            "codes": checked.codes.iter().map(Code::to_string).collect::<Vec<_>>(),
        })),
    })
}

/// Rounds a length in mm or an angle in degrees to four decimals, the precision of measurements.
fn rounded(number: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

fn position(point: Point) -> Value {
    json!({ "x": rounded(point.x), "y": rounded(point.y) })
}

fn area(rect: Option<Rect>) -> Value {
    let Some(Rect { x0, y0, x1, y1 }) = rect else { return Value::Null };
    json!({ "x": rounded(x0), "y": rounded(y0), "width": rounded(x1 - x0), "height": rounded(y1 - y0) })
}

fn board_to_json(board: &BoardShown, verdict: &Verdict) -> Value {
    let found = board.shape();
    json!({
        "name": board.name.as_deref(),
        "file": verdict.files.get(board.on.file),
        "page": board.on.page,
        "cells": found.cells,
        "shape": found.shape_text(),
        "missing": found.shape.as_ref().map_or(0, |known| known.missing.len()),
        "extra": found.shape.as_ref().map_or(0, |known| known.extra.len()),
        "parts": found.parts,
        "holes": found.holes,
        "stands": found.tiling.word(),
        "across-mm": rounded(found.across),
        "gap-mm": rounded(found.gap),
        "turned-degrees": rounded(found.turned),
        "cells-found": board.cells.iter().map(cell_to_json).collect::<Vec<_>>(),
    })
}

fn cell_to_json(cell: &CellShown) -> Value {
    json!({
        "piece": cell.id.as_ref().map(ToString::to_string),
        "at-mm": position(cell.centre),
        "colour": cell.fill.map(hex_code),
        "words": cell.words,
    })
}

fn piece_to_json(piece: &PieceShown, verdict: &Verdict) -> Value {
    json!({
        "piece": piece.id.as_ref().map(ToString::to_string),
        "file": verdict.files.get(piece.on.file),
        "page": piece.on.page,
        "at-mm": area(piece.rect),
        "words": &*piece.words,
    })
}

fn fault_to_json(fault: &Fault, verdict: &Verdict, sources: &Sources) -> Value {
    let spot = fault.spot.as_ref();
    let mut value = fault.value();
    value["by-mm"] = json!(rounded(fault.deviation));
    value["shift-mm"] = fault.shift.map_or(Value::Null, |shift| position(shift.offset().to_point()));
    value["piece"] = json!(fault.id.as_ref().map(ToString::to_string));
    value["file"] = json!(spot.and_then(|spot| verdict.files.get(spot.file)));
    value["page"] = json!(spot.map(|spot| spot.page));
    value["at-mm"] = area(spot.and_then(|spot| spot.rect));
    value["layout"] = place_to_json(sources, fault.place);
    value
}
