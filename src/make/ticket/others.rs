//! Tickets of files that are not sheets: pictures of pieces and decks, and cut lines.
//!
//! - Goes in: the files, and what each of them shows.
//! - Comes out: a [`TextAndJson`].

use std::ops::Range;

use serde_json::json;

use super::{Printed, TextAndJson, chosen, title};
use crate::make::{CutFile, GridSize, Shown};
use hexpress_base::units::{Trimmed, counted, several};
use hexpress_layout::{Content, Plan};
use hexpress_scene::PixelSize;

/// Writes the ticket of pictures in a folder. `printed` and `shown` are about the same files, in the same order.
pub fn pictures(
    plan: &Plan<'_>,
    pieces: &str,
    folder: &str,
    printed: &[Printed],
    shown: &[Shown],
) -> TextAndJson {
    let dpi = shown.first().map_or(0, |picture| picture.dpi);
    let count = several(printed.len(), "picture");
    let mut text = first_lines(plan, folder, printed, &count, &format!(", {dpi} pixels to the inch"));
    for run in runs(shown) {
        text.push_str(&describe(&shown[run.clone()]));
        let (first, last) =
            (path_in_folder(printed, run.start, folder), path_in_folder(printed, run.end - 1, folder));
        let names = if run.len() == 1 { first.to_owned() } else { format!("{first} … {last}") };
        text.push_str(&format!("                   {names}\n"));
    }
    text.push_str(&chosen(plan, pieces));
    text.push('\n');
    let files = printed.iter().zip(shown).map(|(file, picture)| {
        json!({
            "path": file.path,
            "bytes": file.bytes,
            "component": picture.component,
            "side": if picture.back { "back" } else { "front" },
            "pieces": picture.pieces,
            "times": picture.times,
            "pixels": [picture.pixels.width, picture.pixels.height],
            "dpi": picture.dpi,
            "bleed-mm": picture.bleed,
            "mm": [picture.size.width, picture.size.height],
            "columns": picture.grid.map(|grid| grid.columns),
            "rows": picture.grid.map(|grid| grid.rows),
        })
    });
    TextAndJson { text, value: files.collect() }
}

fn path_in_folder<'p>(printed: &'p [Printed], index: usize, folder: &str) -> &'p str {
    let path = printed.get(index).map_or("", |file| file.path.as_str());
    let below = path.rsplit_once(folder).map_or(path, |(_, below)| below);
    below.trim_start_matches(['/', '\\'])
}

/// Returns the runs of pictures that differ only in their pieces.
fn runs(shown: &[Shown]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    while let Some(first) = shown.get(start) {
        let length = shown[start..].iter().take_while(|picture| shares_a_line(first, picture)).count().max(1);
        runs.push(start..start + length);
        start += length;
    }
    runs
}

/// Whether a picture is described together with the first one of its run.
fn shares_a_line(first: &Shown, picture: &Shown) -> bool {
    // The back of a piece follows its front, and belongs to the same line.
    let is_same_side = picture.back == first.back || !(first.back || picture.of_all);
    is_same_side
        && picture.component == first.component
        && picture.grid == first.grid
        && picture.pixels == first.pixels
}

/// Returns the line about a run of pictures.
fn describe(run: &[Shown]) -> String {
    let Some(first) = run.first() else { return String::new() };
    let same_side: Vec<&Shown> = run.iter().filter(|picture| picture.back == first.back).collect();
    let pieces: usize = same_side.iter().map(|picture| picture.pieces.len()).sum();
    let times = first.times as usize;
    let what = match first.grid {
        // A grid has every piece as often as one copy of the deck does.
        Some(GridSize { columns, rows }) => {
            let repeated = if times > 1 { format!(", {times} times each") } else { String::new() };
            format!("{columns} columns, {rows} rows, {}{repeated}", several(pieces, "piece"))
        }
        None if first.pieces.is_empty() => "whole".to_owned(),
        None if first.of_all => "the back of all".to_owned(),
        // File names count a piece in all copies of the deck.
        None if pieces * times > same_side.len() => {
            format!("{} for {} pieces", several(same_side.len(), "picture"), pieces * times)
        }
        None => several(pieces * times, "piece"),
    };
    let backs = if run.len() > same_side.len() { ", each with its back" } else { "" };
    let bleed = match first.bleed {
        0.0 => String::new(),
        bleed => format!(", with {} mm of bleed", Trimmed(bleed)),
    };
    let PixelSize { width, height } = first.pixels;
    format!("    {:<14} {what}{backs}{bleed}; {width} x {height} pixels\n", first.component)
}

/// Writes the ticket of files of cut lines in a folder. `printed` and `cuts` are about the same files, in the same order.
pub fn cuts(
    plan: &Plan<'_>,
    pieces: &str,
    folder: &str,
    printed: &[Printed],
    cuts: &[CutFile],
) -> TextAndJson {
    let count = counted(printed.len(), "file of cuts", "files of cuts");
    let mut text = first_lines(plan, folder, printed, &count, "");
    for (file, cut) in printed.iter().zip(cuts) {
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path);
        text.push_str(&format!(
            "    {name:<28} {}, {} m of cuts; cuts page {} of {}{}\n",
            several(cut.pieces, "piece"),
            Trimmed((cut.length / 10.0).round() / 100.0),
            cut.page,
            cut.pdf,
            if cut.folded { ", folded and glued" } else { "" },
        ));
    }
    text.push_str("  Print that PDF at 100 %, and cut with the same sheet: red lines are cuts, blue ones only show where the paper lies.\n");
    let posters = plan.sheets.iter().filter(|sheet| matches!(sheet.content, Content::Poster(..)));
    let mut poster_names: Vec<&str> = posters.map(|sheet| &*sheet.component.name).collect();
    poster_names.dedup();
    if !poster_names.is_empty() {
        let names = poster_names.join(", ");
        text.push_str(&format!(
            "  No cuts are made for posters ({names}): they are put together first, and cut by hand.\n"
        ));
    }
    text.push_str(&chosen(plan, pieces));
    text.push('\n');
    let files = printed.iter().zip(cuts).map(|(file, cut)| {
        json!({
            "path": file.path,
            "bytes": file.bytes,
            "cuts": cut.pdf,
            "page": cut.page,
            "pieces": cut.pieces,
            "folded": cut.folded,
            "length-mm": (cut.length * 1000.0).round() / 1000.0,
        })
    });
    TextAndJson { text, value: files.collect() }
}

/// Returns the title of the game, and the folder with `count` files in it.
fn first_lines(plan: &Plan<'_>, folder: &str, printed: &[Printed], count: &str, more: &str) -> String {
    let bytes: usize = printed.iter().map(|file| file.bytes).sum();
    format!("{}  {folder}   {count}, {} KB{more}\n", title(plan), bytes.div_ceil(1000))
}
