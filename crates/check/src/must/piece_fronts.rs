//! Finds the fronts of the pieces of components that have rules.
//!
//! - In: the facts, and the rules of the layout (`must`).
//! - Out: fronts with their sheets, and notes about what cannot be judged.

use std::collections::BTreeSet;

use crate::facts::cut::Cut;
use crate::facts::pieces::FoundPiece;
use crate::facts::{Facts, FoundSheet};
use crate::fault::{Fault, Findings};
use hexpress_base::diag::SourceSpan;
use hexpress_game::constraints::PiecesConstraints;
use hexpress_game::{Body, Component, PieceSet};
use hexpress_template::Row;

/// The fronts of a component's pieces, as found on the pages.
pub struct Fronts<'e> {
    pub component: &'e Component,
    pub deck: &'e PieceSet,
    /// The fronts with their sheets, in order.
    pub all: Vec<(&'e FoundSheet, &'e FoundPiece)>,
}

impl<'e> Fronts<'e> {
    /// Returns the place in the layout of the value that the piece has in `column`.
    ///
    /// If the piece has no value in this column, returns the place of another of its values. If it has
    /// no values, returns the place of the component.
    pub fn place(&self, piece: &FoundPiece, column: &str) -> SourceSpan {
        let index = piece.number.unwrap_or(0).saturating_sub(1);
        let place = self.deck.piece(index).and_then(|piece| {
            piece.place(column).or_else(|| piece.names().into_iter().find_map(|name| piece.place(name)))
        });
        place.unwrap_or(self.component.place)
    }

    pub fn fault<'f>(
        &self,
        findings: &'f mut Findings,
        (sheet, piece): (&FoundSheet, &FoundPiece),
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let rect = piece.cut.as_ref().map(Cut::bounds).or(piece.drawn_bounds);
        findings.fault(message).at(sheet.file, sheet.number, rect).about(piece.id.as_ref())
    }

    /// Reports a fault that concerns all pieces. The place of the fault is the first page that
    /// shows one of these pieces.
    pub fn fault_of_all<'f>(&self, findings: &'f mut Findings, message: impl Into<String>) -> &'f mut Fault {
        let fault = findings.fault(message);
        if let Some((sheet, _)) = self.all.first() {
            fault.at(sheet.file, sheet.number, Some(sheet.size.to_rect()));
        }
        fault
    }
}

/// Returns the fronts of a component's pieces, as found on the pages.
///
/// If the fronts cannot be judged, adds a note to `findings` and returns `None`.
pub fn fronts<'e>(facts: &'e Facts<'_>, name: &str, findings: &mut Findings) -> Option<Fronts<'e>> {
    match judged_fronts(facts, name)? {
        Ok(fronts) => Some(fronts),
        Err(why) => {
            findings.not_judged(format!("rules of `{name}`: {why}"));
            None
        }
    }
}

/// Returns the fronts of a component's pieces, as found on the pages. Returns `None` for a board, or if
/// there is no layout.
///
/// # Errors
/// The fronts cannot be judged. The error contains the reason.
fn judged_fronts<'e>(facts: &'e Facts<'_>, name: &str) -> Option<Result<Fronts<'e>, &'static str>> {
    let Some((index, component)) = facts.expected?.component(name) else {
        return Some(Err("its pieces are not on these pages"));
    };
    let Body::Pieces(deck) = &component.body else { return None };
    if deck.picked.is_some() {
        return Some(Err("only some of its pieces were printed"));
    }
    let all: Vec<_> = facts.fronts_of(index).filter(|(_, piece)| piece.id.is_some()).collect();
    Some(if all.is_empty() {
        Err("its pieces are not on these pages")
    } else if !has_all_sheets(facts) {
        Err("some of its sheets are missing")
    } else {
        Ok(Fronts { component, deck, all })
    })
}

/// Returns whether all sheets of the build were given.
///
/// If the build wrote each sheet to its own file, the number of files is compared with the number of
/// sheets.
fn has_all_sheets(facts: &Facts<'_>) -> bool {
    let sheets = facts.files.iter().filter_map(|file| file.sheet);
    let numbers: BTreeSet<usize> = sheets.clone().map(|sheet| sheet.number).collect();
    sheets.map(|sheet| sheet.count).max().is_none_or(|count| numbers.len() >= count)
}

/// Calls `demand` with the rules of each component. If it returns a value, returns the fronts of the
/// component with this value.
pub fn decks<'e, T>(
    facts: &'e Facts<'_>,
    findings: &mut Findings,
    demand: impl Fn(&'e PiecesConstraints) -> Option<T>,
) -> Vec<(Fronts<'e>, T)> {
    let all = facts.expected.iter().flat_map(|expected| &expected.game.constraints.pieces);
    all.filter_map(|(name, must)| {
        demand(must).and_then(|demand| Some((fronts(facts, name, findings)?, demand)))
    })
    .collect()
}
