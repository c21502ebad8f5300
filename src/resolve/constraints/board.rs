//! What must hold of a board, looked up.

use std::sync::Arc;

use super::known::Known;
use crate::diag::{Place, codes};
use crate::model::constraints::{
    Add, BoardConstraints, BoardIs, Count, Have, Matching, Open, Reach, Symmetry,
};
use crate::model::{Board, Component};
use crate::spec::tables::constraints as spec;
use crate::spec::values::place::{At, Named};

/// The rules of a board.
pub fn rules(
    given: &At<spec::BoardMust>,
    component: &Component,
    board: &Board,
    known: &mut Known<'_>,
) -> BoardConstraints {
    let mut all: Vec<&str> = board.kinds.iter().map(|kind| &*kind.name).collect();
    all.extend(board.marks.iter().map(|mark| &*mark.name));
    let mut seen: Vec<&str> = Vec::with_capacity(all.len());
    for name in all {
        if !name.is_empty() && !seen.contains(&name) {
            seen.push(name);
        }
    }
    let what = format!("no kind and no mark of `{}`", component.name);
    let scope = Scope { board, names: seen, what };
    let mut must = BoardConstraints { have: scope.have(&given.have, known), ..BoardConstraints::default() };
    if let Some(at) = &given.be {
        for is in &at.value.0 {
            if *is == BoardIs::OneWinner {
                scope.sides(at, known);
            }
            must.be.push((*is, known.place(&at.span)));
        }
    }
    if let Some(at) = &given.match_ {
        let ways = [
            (Symmetry::HalfTurn, &at.half_turn),
            (Symmetry::Mirror, &at.mirror),
            (Symmetry::Sixfold, &at.sixfold),
        ];
        for (symmetry, table) in ways {
            let Some(table) = table else { continue };
            let swaps = scope.swaps(&table.value, known);
            must.matches.push(Matching { symmetry, swaps, place: known.place(&at.span) });
        }
    }
    must.apart = given.apart.as_ref().map(|at| (scope.each(at, known), known.place(&at.span)));
    must.centre = given.centre.as_ref().and_then(|at| scope.one(at, known));
    if let Some(at) = given.lines.as_ref().filter(|at| at.value < 2) {
        let message = "`lines` is how many cells lie in a row: 2 at least".to_owned();
        known.wrong(codes::BAD_COUNT, &at.span, message, None);
    }
    must.lines = given.lines.as_ref().map(|at| (at.value, known.place(&at.span)));
    if let Some(at) = &given.names {
        if board.names.is_none() {
            let message = "the cells of this board have no names".to_owned();
            known.wrong(codes::MISSING_KEY, &at.span, message, Some("names = \"lines\"".to_owned()));
        }
        must.names = Some(known.place(&at.span));
    }
    if let Some(at) = &given.sides {
        scope.sides(at, known);
        must.sides = Some(known.place(&at.span));
    }
    must.reach = given.reach.as_ref().and_then(|at| scope.reach(at, known));
    must.open = given.open.as_ref().and_then(|at| scope.open(at, known));
    must.add = given.add.as_ref().and_then(|at| scope.add(at, known));
    must
}

/// What the rules of one board may name.
struct Scope<'b> {
    board: &'b Board,
    names: Vec<&'b str>,
    what: String,
}

impl Scope<'_> {
    fn each(&self, at: &At<String>, known: &mut Known<'_>) -> Vec<Arc<str>> {
        known.each(at, &self.names, &self.what)
    }

    fn one(&self, at: &At<String>, known: &mut Known<'_>) -> Option<(Arc<str>, Place)> {
        let place = known.place(&at.span);
        self.each(at, known).into_iter().next().map(|name| (name, place))
    }

    fn have(&self, given: &Named<At<Count>>, known: &mut Known<'_>) -> Vec<Have> {
        let mut names = self.names.clone();
        names.push("cells");
        let mut all = Vec::new();
        for (key, count) in given.iter() {
            let names = known.each(key, &names, &self.what);
            all.push(Have { names, count: known.count(count), place: known.place(&key.span) });
        }
        all
    }

    fn swaps(&self, given: &Named<At<String>>, known: &mut Known<'_>) -> Vec<(Arc<str>, Arc<str>)> {
        let mut swaps = Vec::new();
        for (key, value) in given.iter() {
            let both = (self.one(key, known), self.one(value, known));
            if let (Some((a, _)), Some((b, _))) = both {
                swaps.push((a, b));
            }
        }
        swaps
    }

    fn sides<T>(&self, at: &At<T>, known: &mut Known<'_>) {
        if self.board.sides.is_empty() {
            let message = "this board has no sides of its own colours".to_owned();
            let hint = "[board.sides] colours = [\"red\", \"blue\", \"red\", \"blue\"]".to_owned();
            known.wrong(codes::MISSING_KEY, &at.span, message, Some(hint));
        }
    }

    fn reach(&self, at: &At<spec::Reach>, known: &mut Known<'_>) -> Option<Reach> {
        let (Some(from), Some(moves)) = (&at.from, &at.moves) else {
            let hint = "reach = { from = \"start\", moves = \"cards\" }".to_owned();
            let message = "`reach` says from where, and by the moves of which cards".to_owned();
            known.wrong(codes::MISSING_KEY, &at.span, message, Some(hint));
            return None;
        };
        let from = self.each(from, known);
        Some(Reach { from, moves: known.pieces(moves)?, place: known.place(&at.span) })
    }

    fn open(&self, at: &At<spec::Open>, known: &mut Known<'_>) -> Option<Open> {
        let Some(moves) = at.moves.as_ref().filter(|_| at.from.iter().next().is_some()) else {
            let hint = "open = { moves = \"cards\", from = { start = \"North, East\" } }".to_owned();
            let message = "`open` says by the moves of which cards, and who may go which way".to_owned();
            known.wrong(codes::MISSING_KEY, &at.span, message, Some(hint));
            return None;
        };
        let mut from = Vec::new();
        for (key, ways) in at.from.iter() {
            let ways = known.directions(ways);
            from.extend(self.one(key, known).map(|(start, place)| (start, ways, place)));
        }
        let mut each = |at: &Option<At<String>>| at.as_ref().map_or_else(Vec::new, |at| self.each(at, known));
        let (blocked, never_on) = (each(&at.blocked_by), each(&at.never_end_on));
        Some(Open { moves: known.pieces(moves)?, from, blocked, never_on })
    }

    fn add(&self, at: &At<spec::Add>, known: &mut Known<'_>) -> Option<Add> {
        let (Some(of), Some(_)) = (&at.of, &at.touching) else {
            let hint = "add = { of = \"white grey\", touching = \"more others than its own\" }".to_owned();
            let message = "`add` says of which kinds pieces are, and what they touch".to_owned();
            known.wrong(codes::MISSING_KEY, &at.span, message, Some(hint));
            return None;
        };
        if let (Some(left), None) = (&at.left, &at.pieces) {
            let message = "`left` counts pieces, and `pieces` does not say which".to_owned();
            known.wrong(codes::MISSING_KEY, &left.span, message, Some("pieces = \"tiles\"".to_owned()));
        }
        let of = self.each(of, known);
        let pieces = at.pieces.as_ref().and_then(|at| known.pieces(at));
        let left = at.left.as_ref().map(|at| known.count(at));
        Some(Add { of, pieces, left, place: known.place(&at.span) })
    }
}
