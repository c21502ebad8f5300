//! The choices on a web page that has no layout yet: papers, bundled games and start layouts.
//!
//! - In: the initial paper, or the name of a game or a start layout.
//! - Out: lists of names, or the files of one game or start layout, as JSON.

use serde_json::{Map, Value, json};

use super::Answer;
use crate::bundled::starts::STARTS;
use crate::bundled::{Bundled, GALLERY, GAMES};
use hexpress_scene::print::paper::{PAPERS, sheet_name};

/// The papers that stand for two sheet sizes, each with a note that names the sizes.
const FAMILIES: [(&str, &str); 3] =
    [("iso", "A3 and A4"), ("us", "Tabloid and Letter"), ("both", "for A4 and Letter")];

/// Returns the papers that the user can choose. `first` is the initial paper.
pub fn papers(first: &str) -> Value {
    let mut papers: Vec<Value> = Vec::new();
    let mut known = FAMILIES.iter().map(|(name, _)| *name).chain(PAPERS.iter().map(|paper| paper.name));
    if !known.any(|name| name == first) {
        papers.push(json!({ "name": first, "note": "" }));
    }
    papers.extend(FAMILIES.map(|(name, note)| json!({ "name": name, "note": note })));
    papers.extend(PAPERS.iter().map(|paper| {
        let size = kurbo::Size::new(paper.size.0, paper.size.1);
        json!({ "name": paper.name, "note": sheet_name(size) })
    }));
    json!({ "first": first, "papers": papers })
}

/// Returns the names of all games and start layouts.
///
/// If `like` names one of them, returns only its files and the name of its layout.
pub fn begin(like: Option<&str>) -> Answer {
    let Some(like) = like else {
        let starts: Vec<_> =
            STARTS.iter().map(|start| json!({ "name": start.name, "what": start.what })).collect();
        return Answer::json(&json!({
            "games": names(GAMES),
            "gallery": names(GALLERY),
            "starts": starts,
        }));
    };
    let mut files = Map::new();
    let layout = format!("{like}.toml");
    if let Some(game) = crate::bundled::find(like) {
        files.insert(layout.clone(), game.text.into());
        files.extend(texts(game.beside));
    } else if let Some(start) = STARTS.iter().find(|start| start.name == like) {
        files.insert(layout.clone(), start.titled("New game").into());
        files.extend(texts(start.beside));
    } else {
        return Answer::error(404, "unknown start layout or game");
    }
    Answer::json(&json!({ "layout": layout, "files": files }))
}

/// Returns the names of files, with their contents as JSON.
fn texts(files: &[(&str, &str)]) -> impl Iterator<Item = (String, Value)> {
    files.iter().map(|(name, text)| ((*name).to_owned(), (*text).into()))
}

fn names(games: &[Bundled]) -> Vec<&str> {
    games.iter().map(|game| game.id).collect()
}
