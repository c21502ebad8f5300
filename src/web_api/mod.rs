//! Answers requests of two web pages. One is the page of `hexpress preview`. The other is the editor,
//! which runs this library as WebAssembly.
//!
//! - In: a [`Target`], a layout, and a file that was dropped on the page.
//! - Out: an [`Answer`], mostly JSON.
//! - Not here: reading files, reading clocks, or starting threads.

mod downloads;
mod first_choices;
mod judge;
mod layout_lines;
mod mistakes;
#[cfg(feature = "scans")]
mod prints;
mod request;
mod sheets;
mod table_cards;
mod versions;

use std::sync::Arc;

use serde_json::{Value, json};

use judge::PagePictures;
pub use request::Target;

use crate::editor::page as editing;
use crate::make::{self, DeckStatistics, Input};
use hexpress_base::diag::{Report, Result, Sources};
use hexpress_game::Body;
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

/// A request of a web page, and the data that is needed to answer it.
#[derive(Clone, Copy)]
pub struct PageRequest<'a> {
    /// The path and the query of the request. They state the kind of answer, and what the user chose.
    pub target: &'a Target,
    /// The layout, or the error that says why it cannot be read.
    pub input: &'a Result<Arc<Input>>,
    /// An earlier version of the layout, for requests that compare two versions.
    pub earlier: Option<&'a Result<Arc<Input>>>,
    /// The options of a build. Values in the query replace some of them.
    pub options: &'a Options,
    /// The bundled fonts.
    pub fonts: &'a Fonts,
    /// A file that was dropped on the page. Empty if there is no such file.
    pub body: &'a [u8],
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The media type of the body.
    pub kind: String,
    /// The file name under which the browser saves the body. `None` if the page shows the body.
    pub name: Option<String>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Creates an answer with status 200. The page shows the body.
    pub fn ok(kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, kind: kind.to_owned(), name: None, body: body.into() }
    }

    /// Creates an answer that contains a JSON value.
    pub fn json(value: &Value) -> Self {
        Self::ok("application/json", value.to_string())
    }

    /// Creates an answer that the browser saves as a file.
    pub fn file(name: String, kind: &str, body: Vec<u8>) -> Self {
        Self { name: Some(name), ..Self::ok(kind, body) }
    }

    /// Creates an answer with an error message.
    pub fn error(status: u16, message: &str) -> Self {
        Self { status, ..Self::ok("text/plain; charset=utf-8", format!("{message}\n")) }
    }

    /// Returns the answer as bytes: a line of JSON, followed by the body.
    ///
    /// The JSON contains the status, the media type and the name. It also contains `more`, a value of
    /// the caller that is not a part of the answer.
    pub fn to_bytes(&self, more: &Value) -> Vec<u8> {
        let Self { status, kind, name, body } = self;
        let head = json!({ "status": status, "kind": kind, "name": name, "more": more });
        [format!("{head}\n").as_bytes(), body].concat()
    }

    /// Reads an answer and the value `more` from bytes. Returns `None` if the bytes are not
    /// complete.
    pub fn from_bytes(bytes: &[u8]) -> Option<(Self, Value)> {
        let end = memchr::memchr(b'\n', bytes)?;
        let mut head: Value = serde_json::from_slice(bytes.get(..end)?).ok()?;
        let answer = Self {
            status: u16::try_from(head["status"].as_u64()?).ok()?,
            kind: head["kind"].as_str()?.to_owned(),
            name: head["name"].as_str().map(str::to_owned),
            body: bytes.get(end + 1..)?.to_vec(),
        };
        Some((answer, head["more"].take()))
    }
}

/// Answers a request. If the query has a value `game`, the answer is about the bundled game with this
/// name, and not about the layout.
pub fn answer(asked: &PageRequest<'_>) -> Answer {
    let PageRequest { target, fonts, body, .. } = *asked;
    let bundled =
        target.value("game").and_then(crate::bundled::find).map(|game| Input::bundled(game).map(Arc::new));
    let input = bundled.as_ref().unwrap_or(asked.input);
    let options = match target.options(asked.options) {
        Ok(options) => options,
        Err(message) => return Answer::error(400, &message),
    };
    match target.path.as_str() {
        "/papers" => Answer::json(&first_choices::papers(&asked.options.paper)),
        "/begin" => first_choices::begin(target.value("like")),
        "/schema" => Answer::ok("application/json", hexpress_language::SCHEMA),
        #[cfg(feature = "scans")]
        "/judge" if target.value("print").is_some() => {
            Answer::json(&prints::judged(input, options, target, body, fonts))
        }
        "/judge" => {
            let name = target.value("name").unwrap_or("the file");
            let pictures = match target.value("pictures") {
                Some("none") => PagePictures::Omit,
                _ => PagePictures::Include,
            };
            Answer::json(&judge::dropped_file(name, body, fonts, pictures))
        }
        "/complete" => with_place(input, target, |input, at| editing::completions(input, at, fonts)),
        "/hover" => with_place(input, target, |input, at| editing::meaning(input, at, fonts)),
        "/colours" => with_place(input, target, |input, _| editing::swatches(&input.text)),
        "/sheets" => Answer::json(&sheets::sheets(input, options, target.value("draw"), fonts)),
        "/verdict" => Answer::json(&judge::layout(input, options, fonts)),
        "/from-table" => {
            Answer::json(&input.as_ref().map_or(Value::Null, |input| table_cards::from_table(input, target)))
        }
        "/with-picture" => Answer::json(
            &input.as_ref().map_or(Value::Null, |input| table_cards::with_picture(input, target)),
        ),
        "/changes" | "/take-changes" => {
            let Some(earlier) = asked.earlier else {
                return Answer::error(404, "no version to compare with");
            };
            let compared = versions::Compared { earlier, input, options, target, fonts };
            if target.path == "/changes" { Answer::json(&compared.changes()) } else { compared.take() }
        }
        "/deck" => with_layout(input, |input| decks(input, options.clone(), fonts)),
        "/take" => with_layout(input, |input| downloads::take(input, options.clone(), target, fonts)),
        _ => Answer::error(404, "not found"),
    }
}

/// Answers a request about a position in the text of a layout. Answers null if the layout cannot be
/// read.
fn with_place(
    input: &Result<Arc<Input>>,
    target: &Target,
    answer: impl Fn(&Input, usize) -> Value,
) -> Answer {
    let at = target.value("at").and_then(|at| at.parse().ok()).unwrap_or(0);
    Answer::json(&input.as_ref().map_or(Value::Null, |input| answer(input, at)))
}

/// Answers a request for the files or the statistics of a layout.
///
/// If the layout has mistakes, the answer is an error without a list of them. The page already has this
/// list from the answer to `/sheets`.
fn with_layout(input: &Result<Arc<Input>>, make: impl Fn(&Input) -> Result<Answer, Report>) -> Answer {
    let made = input.as_ref().ok().and_then(|input| make(input).ok());
    made.unwrap_or_else(|| Answer::error(409, "the layout has mistakes, which the page lists"))
}

/// Returns the number of cells and pieces of every component, and the statistics of random decks.
fn decks(input: &Input, options: Options, fonts: &Fonts) -> Result<Answer, Report> {
    let game = make::read(input, options, &mut Sources::default(), fonts)?.game;
    let counts: Vec<Value> = game
        .components
        .iter()
        .map(|component| match &component.body {
            Body::Board(board) => json!({ "name": &*component.name, "cells": board.cells.len() }),
            Body::Pieces(deck) => {
                let (pieces, different) = (deck.pieces.len(), deck.values.len());
                json!({ "name": &*component.name, "pieces": pieces, "different": different })
            }
            Body::Pages(_) => json!({ "name": &*component.name }),
        })
        .collect();
    let decks: Vec<Value> = game
        .components
        .iter()
        .filter_map(make::random_deck)
        .map(|(component, drawn)| DeckStatistics::new(&component.name, drawn).to_json())
        .collect();
    Ok(Answer::json(&json!({ "counts": counts, "decks": decks })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_back_from_bytes() {
        let answer = Answer::file("a b.pdf".to_owned(), "application/pdf", b"%PDF\n\n1".to_vec());
        let more = json!([["x.csv", 3]]);
        assert_eq!(Answer::from_bytes(&answer.to_bytes(&more)), Some((answer, more)));
        assert_eq!(Answer::from_bytes(b"{}"), None);
    }
}
