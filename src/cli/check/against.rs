//! Games that drawings are held against: the one that is named, and those that everybody has.

use std::path::Path;

use crate::build::{self, Input};
use crate::check::Against;
use crate::cli::{Workplace, folder, input};
use crate::diag::{Report, Sources};
use crate::model::Game;
use crate::record::Options;
use crate::text::Fonts;

/// The game of `--against`.
pub struct Held {
    game: Game,
    shown: String,
}

impl Held {
    /// Reads it; none where nothing is named.
    ///
    /// # Errors
    /// No such game, or the mistakes in its layout.
    pub fn read(
        named: Option<&Path>,
        place: &Workplace,
        fonts: &Fonts,
        sources: &mut Sources,
    ) -> Result<Option<Self>, Report> {
        let Some(named) = named else { return Ok(None) };
        let mut report = Report::default();
        let named = folder::single(Some(named), "--against", place)?;
        let inputs = input::one(&named, place, &mut report)?;
        let [input] = inputs.as_slice() else { return Err(report) };
        Ok(Some(Self { game: game(input, fonts, sources)?, shown: input.shown.clone() }))
    }

    /// What drawings are held against.
    pub fn against(&self) -> Against<'_> {
        Against { game: &self.game, shown: &self.shown }
    }
}

fn game(input: &Input, fonts: &Fonts, sources: &mut Sources) -> Result<Game, Report> {
    let options = Options::usual();
    build::read(input, options, sources, fonts).map(|ready| ready.game)
}
