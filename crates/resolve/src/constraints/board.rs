//! Compiles the rules that a board must satisfy.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::known::or_copies;
use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_game::constraints::{
    AddRule, BoardConstraints, BoardIs, CountCondition, CountRule, Counted, FirstMoveRule, Located, Matching,
    ReachRule, Start, Symmetry,
};
use hexpress_game::{Board, Component, Element};
use hexpress_language::tables::constraints as tables;
use hexpress_language::values::spanned::{NamedEntries, Spanned};

/// Compiles the table `must` of a board. Reports kinds, marks and components that do not exist.
pub fn rules(
    own_table: &Spanned<tables::BoardMust>,
    component: &Component,
    board: &Board,
    resolver: &mut Resolver<'_>,
) -> BoardConstraints {
    let scope = Scope::new(component, board);
    let mut must =
        BoardConstraints { have: scope.have(&own_table.have, resolver), ..BoardConstraints::default() };
    if let Some(at) = &own_table.be {
        for is in &at.value.0 {
            if *is == BoardIs::OneWinner {
                scope.check_sides(at, resolver);
            }
            must.be.push(Located { value: *is, place: resolver.place(at) });
        }
    }
    if let Some(at) = &own_table.match_ {
        let symmetries = [
            (Symmetry::HalfTurn, &at.half_turn),
            (Symmetry::Mirror, &at.mirror),
            (Symmetry::Sixfold, &at.sixfold),
            (Symmetry::Threefold, &at.threefold),
            (Symmetry::Fourfold, &at.fourfold),
        ];
        for (symmetry, table) in symmetries {
            let Some(table) = table else { continue };
            let swaps = scope.swaps(&table.value, resolver);
            must.matches.push(Matching { symmetry, swaps, place: resolver.place(at) });
        }
    }
    must.apart = own_table.apart.as_ref().map(|at| scope.each(at, resolver));
    must.centre = own_table.centre.as_ref().and_then(|at| scope.first(at, resolver));
    if let Some(at) = own_table.lines.as_ref().filter(|at| at.value < 2) {
        resolver.error(
            codes::BAD_COUNT,
            at,
            "`lines` must be at least 2, because a straight line has at least two cells",
        );
    }
    must.lines = own_table.lines.as_deref().copied();
    if let Some(at) = &own_table.names {
        if board.names.is_none() {
            let message = "the rule `names` needs names, but the cells of this board have none";
            let hint = "name the cells in [[board]]: names = \"lines\"";
            resolver.error_with_hint(codes::MISSING_KEY, at, message, hint);
        }
        must.names = Some(resolver.place(at));
    }
    if let Some(at) = &own_table.sides {
        scope.check_sides(at, resolver);
        must.sides = Some(resolver.place(at));
    }
    must.reach = own_table.reach.as_ref().and_then(|at| scope.reach(at, resolver));
    must.open = own_table.open.as_ref().and_then(|at| scope.open(at, resolver));
    must.add = own_table.add.as_ref().and_then(|at| scope.add(at, resolver));
    must
}

/// The names that are allowed in the rules of one board.
struct Scope<'b> {
    board: &'b Board,
    /// The names of the kinds and of the marks on the board, without repetitions.
    names: Vec<&'b str>,
    /// The names that the layout gives to the copies of repeated elements on the board.
    copies: BTreeSet<&'b str>,
    /// The first part of the message about an unknown name.
    what: String,
}

impl<'b> Scope<'b> {
    fn new(component: &Component, board: &'b Board) -> Self {
        let kinds = board.kinds.iter().map(|kind| &*kind.name);
        let mut names: Vec<&str> = Vec::new();
        for name in kinds.chain(board.marks.iter().map(|mark| &*mark.name)) {
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        let copies = Element::copy_names(board.elements());
        Self { board, names, copies, what: format!("unknown kind or mark of `{}`:", component.name) }
    }

    /// Returns all kinds or marks that a text names.
    fn each(&self, at: &Spanned<String>, resolver: &mut Resolver<'_>) -> Vec<Arc<str>> {
        resolver.each_of(at, &self.names, &self.what)
    }

    /// Returns the first kind or mark that a text names. Returns `None` if the text names no known kind
    /// or mark.
    fn first(&self, at: &Spanned<String>, resolver: &mut Resolver<'_>) -> Option<Located<Arc<str>>> {
        let place = resolver.place(at);
        self.each(at, resolver).into_iter().next().map(|what| Located { value: what, place })
    }

    /// Compiles `have`: how many cells with a kind or mark, or how many copies, the board must have.
    fn have(
        &self,
        table: &NamedEntries<Spanned<CountCondition>>,
        resolver: &mut Resolver<'_>,
    ) -> Vec<CountRule> {
        let mut known = self.names.clone();
        known.push("cells");
        let all: Vec<&str> = known.iter().chain(&self.copies).copied().collect();
        let mut counts = Vec::new();
        for (key, count) in table.iter() {
            let (counted, names) = match resolver
                .copies_called(key, &self.copies, &known, |name| self.meaning(name))
            {
                Some(name) => (Counted::Copies, vec![name]),
                None if resolver.mixes_copies(key, &self.copies, &known) => {
                    (Counted::CellsOrPieces, Vec::new())
                }
                None => {
                    (Counted::CellsOrPieces, resolver.each_of(key, or_copies(key, &known, &all), &self.what))
                }
            };
            counts.push(CountRule {
                counted,
                names,
                count: resolver.count(count),
                place: resolver.place(key),
            });
        }
        counts
    }

    /// Returns what a name in `have` means, for messages: a kind, a mark, or all cells.
    fn meaning(&self, name: &str) -> String {
        let is_kind = self.board.kinds.iter().any(|kind| *kind.name == *name);
        let meaning = match name {
            _ if is_kind => "a kind on this board",
            "cells" => "the name for all cells",
            _ => "a mark on this board",
        };
        meaning.to_owned()
    }

    /// Returns the pairs of kinds or marks that a symmetry swaps. With `mirror = { dark = "pale" }`,
    /// the mirror image of a dark cell must be pale.
    fn swaps(
        &self,
        table: &NamedEntries<Spanned<String>>,
        resolver: &mut Resolver<'_>,
    ) -> Vec<(Arc<str>, Arc<str>)> {
        let mut swaps = Vec::new();
        for (key, value) in table.iter() {
            let both = (self.first(key, resolver), self.first(value, resolver));
            if let (Some(a), Some(b)) = both {
                swaps.push((a.value, b.value));
            }
        }
        swaps
    }

    /// Reports a rule about the sides of the board if the board has no sides.
    fn check_sides<T>(&self, at: &Spanned<T>, resolver: &mut Resolver<'_>) {
        if self.board.sides.is_empty() {
            let message = "the sides of this board have no colours";
            let hint = "add [board.sides] with colours = [\"red\", \"blue\", \"red\", \"blue\"], and describe \
                the board by a `shape` instead of a `map`";
            resolver.error_with_hint(codes::MISSING_KEY, at, message, hint);
        }
    }

    /// Compiles `reach`: the cells where moves begin, and the component whose cards describe the moves.
    /// Returns `None` after an error.
    fn reach(&self, at: &Spanned<tables::Reach>, resolver: &mut Resolver<'_>) -> Option<ReachRule> {
        let (Some(from), Some(moves)) = (&at.from, &at.moves) else {
            let hint = "for example, write reach = { from = \"start\", moves = \"cards\" }";
            let message = "`reach` needs both `from` and `moves`";
            return resolver.error_with_hint(codes::MISSING_KEY, at, message, hint).none();
        };
        let from = self.each(from, resolver);
        Some(ReachRule { from, moves: resolver.pieces_called(moves)?, place: resolver.place(at) })
    }

    /// Compiles `open`: the cells from which players must be able to move. Returns `None` after an
    /// error.
    fn open(&self, at: &Spanned<tables::Open>, resolver: &mut Resolver<'_>) -> Option<FirstMoveRule> {
        let Some(moves) = at.moves.as_ref().filter(|_| at.from.iter().next().is_some()) else {
            let hint = "for example, write open = { moves = \"cards\", from = { start = \"North, East\" } }";
            let message = "`open` needs both `moves` and `from`";
            return resolver.error_with_hint(codes::MISSING_KEY, at, message, hint).none();
        };
        let mut from = Vec::new();
        for (key, ways) in at.from.iter() {
            let ways = resolver.directions(ways);
            let start = self.first(key, resolver);
            from.extend(start.map(|Located { value: name, place }| Start { name, ways, place }));
        }
        let blocked = at.blocked_by.as_ref().map_or_else(Vec::new, |names| self.each(names, resolver));
        let never_on = at.never_end_on.as_ref().map_or_else(Vec::new, |names| self.each(names, resolver));
        Some(FirstMoveRule { moves: resolver.pieces_called(moves)?, from, blocked, never_on })
    }

    /// Compiles `add`: the pieces that players must be able to place next to other pieces. Returns
    /// `None` after an error.
    fn add(&self, at: &Spanned<tables::Add>, resolver: &mut Resolver<'_>) -> Option<AddRule> {
        let (Some(of), Some(_)) = (&at.of, &at.touching) else {
            let hint = "write both keys, for example add = { of = \"white grey\", touching = \"more others than its own\" }";
            let message = "`add` needs both `of` and `touching`";
            return resolver.error_with_hint(codes::MISSING_KEY, at, message, hint).none();
        };
        if let (Some(left), None) = (&at.left, &at.pieces) {
            let uncounted = "`left` counts pieces, but `pieces` is missing";
            let hint = "add the name of these pieces: pieces = \"tiles\"";
            resolver.error_with_hint(codes::MISSING_KEY, left, uncounted, hint);
        }
        let of = self.each(of, resolver);
        let pieces = at.pieces.as_ref().and_then(|at| resolver.pieces_called(at));
        let left = at.left.as_ref().map(|at| resolver.count(at));
        Some(AddRule { kinds: of, pieces, left, place: resolver.place(at) })
    }
}
