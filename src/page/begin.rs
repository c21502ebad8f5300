//! What there is to begin from: papers, bundled games, and starts.

use serde_json::{Map, Value, json};

use super::Answer;
use crate::bundled::starts::STARTS;
use crate::bundled::{Bundled, GALLERY, GAMES};
use crate::print::paper::{PAPERS, sheet_name};

/// The papers to choose from, and the one to begin with.
pub fn papers(first: &str) -> Value {
    let families = [("iso", "A3 and A4"), ("us", "11 x 17 and 8.5 x 11 in"), ("both", "pages for either")];
    let families = families.into_iter().map(|(name, note)| (name.to_owned(), note.to_owned()));
    let single = PAPERS.iter().map(|paper| {
        let size = kurbo::Size::new(paper.size.0, paper.size.1);
        (paper.name.to_owned(), sheet_name(size))
    });
    let mut all: Vec<(String, String)> = families.chain(single).collect();
    if !all.iter().any(|(name, _)| name == first) {
        all.insert(0, (first.to_owned(), String::new()));
    }
    let papers: Vec<_> = all.into_iter().map(|(name, note)| json!({ "name": name, "note": note })).collect();
    json!({ "first": first, "papers": papers })
}

/// The names of all games and starts; or the files of one of them, and which of them is the layout.
pub fn begin(like: Option<&str>) -> Answer {
    let Some(like) = like else {
        let names = |games: &[Bundled]| games.iter().map(|game| game.id).collect::<Vec<_>>();
        let starts: Vec<_> = STARTS.iter().map(|s| json!({ "name": s.name, "what": s.what })).collect();
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
    } else if let Some(start) = STARTS.iter().find(|start| start.name == like) {
        files.insert(layout.clone(), start.titled("New game").into());
        files.extend(start.beside.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())));
    } else {
        return Answer::wrong(404, "there is nothing of this name to begin from");
    }
    Answer::json(&json!({ "layout": layout, "files": files }))
}
