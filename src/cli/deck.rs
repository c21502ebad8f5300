//! `hexpress deck`: chooses the tiles of the random decks of a game, and shows them.
//!
//! - In: a layout, a seed and a count.
//! - Out: tiles and statistics as a table or JSON, or the tiles of one deck as CSV.

use serde_json::{Value, json};

use super::args::{Deck as Args, DeckFormat};
use super::folder;
use super::io::{Output, RunContext};
use super::read_input;
use super::seed::{DeckChoices, no_deck};
use crate::make::{self, DeckStatistics, Input, PreparedGame, random_deck};
use hexpress_base::diag::{Diagnostic, Report, Severity, codes};
use hexpress_game::{Component, RandomTiles};
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

/// Chooses the tiles of the decks of a game, and shows them.
///
/// # Errors
/// The layout or the arguments have mistakes, or the game has no random deck.
pub fn run(args: &Args, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    let mut report = Report::default();
    let asked = DeckChoices::parse(args.seed.as_deref(), args.count.as_deref(), &mut report);
    if args.format == DeckFormat::Csv && output.json {
        let message = "--json and --format csv cannot be used together";
        report.push(codes::BAD_OPTION.error(message).hint("delete one of them"));
    }
    let game = folder::single(Some(&args.game), "deck", run_context);
    let inputs = game.and_then(|game| read_input::one(&game, run_context, &mut report));
    let input = report.ok_or_report(inputs).and_then(|mut inputs| inputs.pop());
    let Some(input) = input.filter(|_| !report.has_errors()) else { return Err(report) };
    let fonts = Fonts::bundled();
    let PreparedGame { game, options, draws, warnings, .. } =
        make::read(&input, options_for(&input, args, &asked), &mut output.sources, &fonts)?;
    let mut names = options.only.iter();
    if let Some(unknown) = names.find(|name| game.components.iter().all(|c| **name != *c.name)) {
        return Err(game.unknown_component(unknown).into());
    }
    let decks: Vec<(&Component, &RandomTiles)> =
        game.components.iter().filter(|c| c.is_among(&options.only)).filter_map(random_deck).collect();
    let [(first, csv), others @ ..] = &decks[..] else {
        let hint = "write a random deck as [tiles.deck]; see docs/reference/decks.md";
        return Err(no_deck(&game.id, "", &options).hint(hint).into());
    };
    if !draws {
        // No tiles are chosen at random, because they come from a file. A seed or a count would have no
        // effect.
        asked.expect_unused(&game, &options)?;
    }
    // The table of tiles shows every field, including fields that no face uses. Warnings about such
    // fields are therefore dropped.
    let mut shown = Report::default();
    warnings.into_items().into_iter().filter(|w| w.code != codes::IDLE_KEY).for_each(|w| shown.push(w));
    output.report(&shown);
    if args.format == DeckFormat::Csv {
        if !others.is_empty() && !output.quiet {
            let message = format!("CSV contains only one deck: `{}`", first.name);
            let names: Vec<_> = others.iter().map(|(component, _)| component.name.as_ref()).collect();
            let hint = format!("for the others, write --only {}", names.join(", --only "));
            let note = codes::BAD_OPTION.warning(message).hint(hint);
            output.report(&Diagnostic { severity: Severity::Note, ..note }.into());
        }
        output.result(&csv.csv(), Value::Null);
        return Ok(());
    }
    let figures: Vec<_> = decks.iter().map(|(c, deck)| DeckStatistics::new(&c.name, deck)).collect();
    if output.json {
        let values: Value = figures.iter().map(DeckStatistics::to_json).collect();
        output.result("", json!({ "game": game.id, "title": game.title, "decks": values }));
    } else {
        output.result(&figures.iter().map(DeckStatistics::text).collect::<Vec<_>>().join("\n"), Value::Null);
    }
    Ok(())
}

/// Returns the default options. If `input` is from a PDF, the seed, the count and the components are
/// those that the PDF was built with. Options that the user typed replace these.
fn options_for(input: &Input, args: &Args, asked: &DeckChoices) -> Options {
    let mut options = Options::defaults();
    if let Some(Options { seed, count, only, .. }) = &input.options {
        options = Options { seed: *seed, count: count.clone(), only: only.clone(), ..options };
    }
    asked.replace_in(&mut options);
    if !args.only.is_empty() {
        options.only.clone_from(&args.only);
    }
    options
}
