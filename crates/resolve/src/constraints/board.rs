//! What must hold of a board, looked up.

use std::sync::Arc;

use crate::diag::codes;
use crate::model::constraints::{
    Add, BoardConstraints, BoardIs, Count, Have, Matching, Open, Reach, Start, Stated, Symmetry,
};
use crate::model::{Board, Component};
use crate::resolve::context::Compiler;
use crate::spec::tables::constraints as spec;
use crate::spec::values::place::{At, Named};

/// The rules of a board.
pub fn rules(
    given: &At<spec::BoardMust>,
    component: &Component,
    board: &Board,
    compiler: &mut Compiler<'_>,
) -> BoardConstraints {
    let mut all: Vec<&str> = board.kinds.iter().map(|kind| &*kind.name).collect();
    all.extend(board.marks.iter().map(|mark| &*mark.name));
    let mut distinct: Vec<&str> = Vec::with_capacity(all.len());
    for name in all {
        if !name.is_empty() && !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    let what = format!("no kind and no mark of `{}`", component.name);
    let scope = Scope { board, names: distinct, what };
    let mut must =
        BoardConstraints { have: scope.have(&given.have, compiler), ..BoardConstraints::default() };
    if let Some(at) = &given.be {
        for is in &at.value.0 {
            if *is == BoardIs::OneWinner {
                scope.sides(at, compiler);
            }
            must.be.push(Stated { what: *is, place: compiler.place(at) });
        }
    }
    if let Some(at) = &given.match_ {
        let ways = [
            (Symmetry::HalfTurn, &at.half_turn),
            (Symmetry::Mirror, &at.mirror),
            (Symmetry::Sixfold, &at.sixfold),
            (Symmetry::Fourfold, &at.fourfold),
        ];
        for (symmetry, table) in ways {
            let Some(table) = table else { continue };
            let swaps = scope.swaps(&table.value, compiler);
            must.matches.push(Matching { symmetry, swaps, place: compiler.place(at) });
        }
    }
    must.apart = given.apart.as_ref().map(|at| scope.each(at, compiler));
    must.centre = given.centre.as_ref().and_then(|at| scope.one(at, compiler));
    if let Some(at) = given.lines.as_ref().filter(|at| at.value < 2) {
        compiler.error(codes::BAD_COUNT, at, "`lines` is how many cells lie in a row: 2 at least");
    }
    must.lines = given.lines.as_deref().copied();
    if let Some(at) = &given.names {
        if board.names.is_none() {
            let message = "the cells of this board have no names";
            compiler.hinted(codes::MISSING_KEY, at, message, "names = \"lines\"");
        }
        must.names = Some(compiler.place(at));
    }
    if let Some(at) = &given.sides {
        scope.sides(at, compiler);
        must.sides = Some(compiler.place(at));
    }
    must.reach = given.reach.as_ref().and_then(|at| scope.reach(at, compiler));
    must.open = given.open.as_ref().and_then(|at| scope.open(at, compiler));
    must.add = given.add.as_ref().and_then(|at| scope.add(at, compiler));
    must
}

/// What the rules of one board may name.
struct Scope<'b> {
    board: &'b Board,
    names: Vec<&'b str>,
    what: String,
}

impl Scope<'_> {
    fn each(&self, at: &At<String>, compiler: &mut Compiler<'_>) -> Vec<Arc<str>> {
        compiler.each_of(at, &self.names, &self.what)
    }

    fn one(&self, at: &At<String>, compiler: &mut Compiler<'_>) -> Option<Stated<Arc<str>>> {
        let place = compiler.place(at);
        self.each(at, compiler).into_iter().next().map(|what| Stated { what, place })
    }

    fn have(&self, given: &Named<At<Count>>, compiler: &mut Compiler<'_>) -> Vec<Have> {
        let mut names = self.names.clone();
        names.push("cells");
        let mut all = Vec::new();
        for (key, count) in given.iter() {
            let names = compiler.each_of(key, &names, &self.what);
            all.push(Have { names, count: compiler.count(count), place: compiler.place(key) });
        }
        all
    }

    fn swaps(&self, given: &Named<At<String>>, compiler: &mut Compiler<'_>) -> Vec<(Arc<str>, Arc<str>)> {
        let mut swaps = Vec::new();
        for (key, value) in given.iter() {
            let both = (self.one(key, compiler), self.one(value, compiler));
            if let (Some(a), Some(b)) = both {
                swaps.push((a.what, b.what));
            }
        }
        swaps
    }

    fn sides<T>(&self, at: &At<T>, compiler: &mut Compiler<'_>) {
        if self.board.sides.is_empty() {
            let message = "this board has no sides of its own colours";
            let hint = "[board.sides] colours = [\"red\", \"blue\", \"red\", \"blue\"]";
            compiler.hinted(codes::MISSING_KEY, at, message, hint);
        }
    }

    fn reach(&self, at: &At<spec::Reach>, compiler: &mut Compiler<'_>) -> Option<Reach> {
        let (Some(from), Some(moves)) = (&at.from, &at.moves) else {
            let hint = "reach = { from = \"start\", moves = \"cards\" }";
            let message = "`reach` says from where, and by the moves of which cards";
            return compiler.hinted(codes::MISSING_KEY, at, message, hint).none();
        };
        let from = self.each(from, compiler);
        Some(Reach { from, moves: compiler.pieces_called(moves)?, place: compiler.place(at) })
    }

    fn open(&self, at: &At<spec::Open>, compiler: &mut Compiler<'_>) -> Option<Open> {
        let Some(moves) = at.moves.as_ref().filter(|_| at.from.iter().next().is_some()) else {
            let hint = "open = { moves = \"cards\", from = { start = \"North, East\" } }";
            let message = "`open` says by the moves of which cards, and who may go which way";
            return compiler.hinted(codes::MISSING_KEY, at, message, hint).none();
        };
        let mut from = Vec::new();
        for (key, ways) in at.from.iter() {
            let ways = compiler.directions(ways);
            let start = self.one(key, compiler);
            from.extend(start.map(|Stated { what: name, place }| Start { name, ways, place }));
        }
        let mut each =
            |at: &Option<At<String>>| at.as_ref().map_or_else(Vec::new, |at| self.each(at, compiler));
        let (blocked, never_on) = (each(&at.blocked_by), each(&at.never_end_on));
        Some(Open { moves: compiler.pieces_called(moves)?, from, blocked, never_on })
    }

    fn add(&self, at: &At<spec::Add>, compiler: &mut Compiler<'_>) -> Option<Add> {
        let (Some(of), Some(_)) = (&at.of, &at.touching) else {
            let hint = "add = { of = \"white grey\", touching = \"more others than its own\" }";
            let message = "`add` says of which kinds pieces are, and what they touch";
            return compiler.hinted(codes::MISSING_KEY, at, message, hint).none();
        };
        if let (Some(left), None) = (&at.left, &at.pieces) {
            let message = "`left` counts pieces, and `pieces` does not say which";
            compiler.hinted(codes::MISSING_KEY, left, message, "pieces = \"tiles\"");
        }
        let of = self.each(of, compiler);
        let pieces = at.pieces.as_ref().and_then(|at| compiler.pieces_called(at));
        let left = at.left.as_ref().map(|at| compiler.count(at));
        Some(Add { kinds: of, pieces, left, place: compiler.place(at) })
    }
}
