//! What a page asks of a layout, and the answers: the same for the page that `preview` serves and for the one that carries
//! the library along as WebAssembly. Nothing here reads a file, a clock or another core's work.

mod begin;
mod judge;
mod lines;
mod mistakes;
mod sheets;
mod take;
mod target;

use std::sync::Arc;

use serde_json::{Value, json};

pub use target::Target;

use crate::build::{self, Figures, Input};
use crate::diag::{Report, Result, Sources};
use crate::model::Body;
use crate::record::Options;
use crate::text::Fonts;

/// What a page asks.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// What for.
    pub target: &'a Target,
    /// The layout, or why there is none.
    pub input: &'a Result<Arc<Input>>,
    /// What is asked for where the page does not choose.
    pub options: &'a Options,
    /// The fonts.
    pub fonts: &'a Fonts,
    /// A file that was dropped on the page.
    pub body: &'a [u8],
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// As in HTTP: 200 where all is well.
    pub status: u16,
    /// What `body` is.
    pub kind: String,
    /// The name of a file to be saved.
    pub name: Option<String>,
    /// The contents.
    pub body: Vec<u8>,
}

impl Answer {
    /// That all is well.
    pub fn ok(kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, kind: kind.to_owned(), name: None, body: body.into() }
    }

    /// A value for the page.
    pub fn json(value: &Value) -> Self {
        Self::ok("application/json", value.to_string())
    }

    /// A file to be saved.
    pub fn file(name: String, kind: &str, body: Vec<u8>) -> Self {
        Self { name: Some(name), ..Self::ok(kind, body) }
    }

    /// What is wrong with what was asked.
    pub fn wrong(status: u16, words: &str) -> Self {
        Self { status, ..Self::ok("text/plain; charset=utf-8", format!("{words}\n")) }
    }

    /// As bytes: a line of JSON with all but the body, then the body. `more` travels in that line.
    pub fn to_bytes(&self, more: &Value) -> Vec<u8> {
        let Self { status, kind, name, body } = self;
        let head = json!({ "status": status, "kind": kind, "name": name, "more": more });
        [format!("{head}\n").as_bytes(), body].concat()
    }

    /// The same read back, and what travelled along; none where it was cut short.
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

/// Answers.
pub fn answer(asked: &Asked<'_>) -> Answer {
    let Asked { target, input, fonts, body, .. } = *asked;
    let bundled = target.value("game").and_then(crate::bundled::find);
    let bundled = bundled.map(|game| Input::bundled(game).map(Arc::new));
    let input = bundled.as_ref().unwrap_or(input);
    let options = match target.options(asked.options) {
        Ok(options) => options,
        Err(wrong) => return Answer::wrong(400, &wrong),
    };
    match target.path.as_str() {
        "/papers" => Answer::json(&begin::papers(&asked.options.paper)),
        "/begin" => begin::begin(target.value("like")),
        "/schema" => Answer::ok("application/json", crate::spec::SCHEMA),
        "/judge" => {
            let name = target.value("name").unwrap_or("the file");
            Answer::json(&judge::foreign(name, body, fonts, target.value("pictures") != Some("none")))
        }
        "/sheets" => Answer::json(&sheets::sheets(input, options, target.value("draw"), fonts)),
        "/verdict" => Answer::json(&judge::own(input, options, fonts)),
        "/deck" => with(input, |input| decks(input, options.clone(), fonts)),
        "/take" => with(input, |input| take::take(input, options.clone(), target, fonts)),
        _ => Answer::wrong(404, "there is nothing here"),
    }
}

/// What a layout gives; mistakes are told elsewhere on the page.
fn with(input: &Result<Arc<Input>>, work: impl Fn(&Input) -> Result<Answer, Report>) -> Answer {
    let made = input.as_ref().map_err(|wrong| Report::from(wrong.clone())).and_then(|input| work(input));
    made.unwrap_or_else(|_| Answer::wrong(409, "the layout has mistakes; the page tells them"))
}

/// How many there are of each thing, and figures of random decks.
fn decks(input: &Input, options: Options, fonts: &Fonts) -> Result<Answer, Report> {
    let game = build::read(input, options, &mut Sources::default(), fonts)?.game;
    let counts = game.components.iter().map(|component| match &component.body {
        Body::Board(board) => json!({ "name": &*component.name, "cells": board.cells.len() }),
        Body::Deck(deck) => {
            json!({ "name": &*component.name, "pieces": deck.pieces.len(), "different": deck.values.len() })
        }
    });
    let counts: Vec<Value> = counts.collect();
    let decks = game.components.iter().filter_map(build::drawn);
    let decks: Vec<Value> =
        decks.map(|(component, drawn)| Figures::of(&component.name, drawn).json()).collect();
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
