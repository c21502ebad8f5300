//! What there is to say of files that are no sheets: pictures of pieces and decks, and cuts.

use serde_json::json;

use super::{Printed, Told, chosen, title};
use crate::base::units::{Trimmed, counted, several};
use crate::build::{CutFile, Shown};
use crate::layout::{Content, Plan};

/// The ticket of pictures that lie in `folder`, for people and for programs.
pub fn pictures(plan: &Plan<'_>, pieces: &str, folder: &str, printed: &[Printed], shown: &[Shown]) -> Told {
    let dpi = shown.first().map_or(0, |one| one.dpi);
    let mut text = head(plan, folder, printed, "picture", &format!(", {dpi} pixels to the inch"));
    let name = |at: usize| {
        let path = printed.get(at).map_or("", |file| file.path.as_str());
        let below = path.rsplit_once(folder).map_or(path, |(_, below)| below);
        below.trim_start_matches(['/', '\\']).to_owned()
    };
    let mut at = 0;
    while let Some(one) = shown.get(at) {
        // A run of what is alike but for its pieces. Backs lie between their fronts: they are told with them.
        let alike = |other: &&Shown| {
            let sides = other.back == one.back || !(one.back || other.of_all);
            sides && other.component == one.component && other.grid == one.grid && other.pixels == one.pixels
        };
        let run = shown[at..].iter().take_while(alike).count();
        let own: Vec<usize> = (at..at + run).filter(|i| shown[*i].back == one.back).collect();
        let times = one.times as usize;
        let count: usize = own.iter().map(|i| shown[*i].pieces.len()).sum();
        // A grid has what is printed once; a name says how often its piece is needed in all.
        let count = if one.grid.is_some() { count } else { count * times };
        let (w, h) = one.pixels;
        let what = match (one.grid, one.pieces.is_empty(), one.of_all) {
            (Some((columns, rows)), ..) => {
                let often = if times > 1 { format!(", {times} times each") } else { String::new() };
                format!("{columns} columns, {rows} rows, {}{often}", several(count, "piece"))
            }
            (None, true, _) => "whole".to_owned(),
            (None, false, true) => "the back of all".to_owned(),
            (None, false, false) if count > own.len() => {
                format!("{} for {count} pieces", several(own.len(), "picture"))
            }
            (None, false, false) => several(count, "piece"),
        };
        let bleed = match one.bleed {
            0.0 => String::new(),
            bleed => format!(", with {} mm of bleed", Trimmed(bleed)),
        };
        let two = if run > own.len() { ", each with its back" } else { "" };
        text.push_str(&format!("    {:<14} {what}{two}{bleed}; {w} x {h} pixels\n", one.component));
        let (first, last) = (name(at), name(at + run - 1));
        let names = if run == 1 { first } else { format!("{first} … {last}") };
        text.push_str(&format!("                   {names}\n"));
        at += run.max(1);
    }
    text.push_str(&chosen(plan, pieces));
    text.push('\n');
    let files = printed.iter().zip(shown).map(|(file, one)| {
        json!({
            "path": file.path,
            "bytes": file.bytes,
            "component": one.component,
            "side": if one.back { "back" } else { "front" },
            "pieces": one.pieces,
            "times": one.times,
            "pixels": [one.pixels.0, one.pixels.1],
            "dpi": one.dpi,
            "bleed-mm": one.bleed,
            "mm": [one.size.width, one.size.height],
            "columns": one.grid.map(|grid| grid.0),
            "rows": one.grid.map(|grid| grid.1),
        })
    });
    Told { text, value: files.collect() }
}

/// The ticket of cuts that lie in `folder`, for people and for programs.
pub fn cuts(plan: &Plan<'_>, pieces: &str, folder: &str, printed: &[Printed], cuts: &[CutFile]) -> Told {
    let mut text = head(plan, folder, printed, "file of cuts", "");
    for (file, cut) in printed.iter().zip(cuts) {
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path);
        let (pdf, page) = &cut.printed;
        text.push_str(&format!(
            "    {name:<28} {}, {} m of cuts; cuts page {page} of {pdf}{}\n",
            several(cut.pieces, "piece"),
            Trimmed((cut.length / 10.0).round() / 100.0),
            if cut.folded { ", folded and glued" } else { "" },
        ));
    }
    text.push_str("  Print that PDF at 100 %, and cut with the same sheet: red lines are cuts, blue ones only show where the paper lies.\n");
    let large = plan.sheets.iter().filter(|sheet| matches!(sheet.content, Content::Poster(..)));
    let mut large: Vec<&str> = large.map(|sheet| &*sheet.component.name).collect();
    large.dedup();
    if !large.is_empty() {
        let names = large.join(", ");
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
            "cuts": cut.printed.0,
            "page": cut.printed.1,
            "pieces": cut.pieces,
            "folded": cut.folded,
            "length-mm": (cut.length * 1000.0).round() / 1000.0,
        })
    });
    Told { text, value: files.collect() }
}

/// The lines that every ticket of such files begins with.
fn head(plan: &Plan<'_>, folder: &str, printed: &[Printed], word: &str, more: &str) -> String {
    let bytes: usize = printed.iter().map(|file| file.bytes).sum();
    let files = match word {
        "file of cuts" => counted(printed.len(), word, "files of cuts"),
        _ => several(printed.len(), word),
    };
    format!("{}  {folder}   {files}, {} KB{more}\n", title(plan), bytes.div_ceil(1000))
}
