//! `check --against`: the game that finished files are compared with.

use std::path::Path;

use crate::cli::{RunContext, folder, read_input};
use crate::make::{self, Input};
use hexpress_base::diag::{Report, Sources};
use hexpress_check::ReferenceLayout;
use hexpress_game::Game;
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

pub struct ReferenceGame {
    game: Game,
    /// The name of the layout, as messages show it.
    display_name: String,
}

impl ReferenceGame {
    /// Reads the game that `--against` names. Returns `None` if no game is named.
    ///
    /// # Errors
    /// The game is unknown, or its layout has mistakes.
    pub fn read(
        named: Option<&Path>,
        run_context: &RunContext,
        fonts: &Fonts,
        sources: &mut Sources,
    ) -> Result<Option<Self>, Report> {
        let Some(named) = named else { return Ok(None) };
        let mut report = Report::default();
        let layout = folder::single(Some(named), "--against", run_context)?;
        let inputs = read_input::one(&layout, run_context, &mut report)?;
        let [input] = inputs.as_slice() else { return Err(report) };
        Ok(Some(Self { game: read_game(input, fonts, sources)?, display_name: input.display_name.clone() }))
    }

    pub fn as_against(&self) -> ReferenceLayout<'_> {
        ReferenceLayout { game: &self.game, shown: &self.display_name }
    }
}

fn read_game(input: &Input, fonts: &Fonts, sources: &mut Sources) -> Result<Game, Report> {
    make::read(input, Options::defaults(), sources, fonts).map(|ready| ready.game)
}
