//! A board drawn whole, to be cut over sheets.

use std::sync::Arc;

use kurbo::{Affine, Rect, Size};

use super::{Divider, MOST, Poster, Shows, seam};
use crate::base::geometry::grown;
use crate::base::identity::{Feature, Single};
use crate::diag::Result;
use crate::layout::board;
use crate::layout::board::fit::{self, BoardFit, Room};
use crate::layout::page::Page;
use crate::layout::setup::TOLERANCE;
use crate::model::Board;
use crate::scene::{Draw, leaves};
use crate::text::Shaper;

/// The board on a sheet that holds it whole, and what is to be seen of that.
fn whole(
    divider: &Divider<'_>,
    board: &Board,
    needs: &Room,
    side: f64,
    design: Size,
) -> Option<(BoardFit, Rect)> {
    let margin = needs.margin;
    let fit = fit::board(board, needs, side, design)
        .or_else(|size| fit::board(board, needs, side, grown(size, margin.widest() + TOLERANCE)));
    let fit = fit.ok()?;
    let printable = margin.inside(fit.sheet);
    let bottom = fit.bottom_line.map_or(0.0, |_| fit::BOTTOM_LINE);
    let own = if fit.head > 0.0 { fit.cells.union(fit.strip(printable)) } else { fit.cells };
    let shaper = Shaper::new(divider.fonts);
    let mut page = Page::new(divider.game, &shaper, &divider.component.name, printable);
    let beside = board::drawn_on_sheet(board, &fit, &mut page);
    let Some(beside) = beside else { return Some((fit, own)) };
    // Where it takes no more sheets, what stands on the sheet stands as far from its edges as on one sheet.
    let on_one = printable.inflate(0.0, -bottom);
    let tight = own.union(beside.intersect(on_one));
    let roomy = own.union(on_one);
    let as_many = divider.count(roomy.size()) == divider.count(tight.size());
    Some((fit, if as_many { roomy } else { tight }))
}

/// How many sheets a board takes at least whose cells have sides of `side` mm; 1 where it fits on one.
fn fewest(divider: &Divider<'_>, board: &Board, needs: &Room, side: f64, design: Size) -> Option<usize> {
    if fit::board(board, needs, side, divider.paper).is_ok() {
        return Some(1);
    }
    let (_, content) = whole(divider, board, needs, side, design)?;
    divider.count(content.size())
}

/// How many sheets a board takes whose cells have sides of `side` mm. Its seams are looked for where they have less than a
/// cell to choose from. None where it cannot be a poster.
pub fn sheets(divider: &Divider<'_>, board: &Board, needs: &Room, side: f64, design: Size) -> Option<usize> {
    if fit::board(board, needs, side, divider.paper).is_ok() {
        return Some(1);
    }
    let (_, content) = whole(divider, board, needs, side, design)?;
    let least = divider.count(content.size()).filter(|least| *least <= MOST)?;
    let looser = grown(content.size(), board.grid().across(side) / 2.0);
    if divider.count(looser) == Some(least) {
        return Some(least);
    }
    Some(poster(divider, board, needs, side, design).ok()?.grid.count())
}

/// What a board needs of its sheets: without the title that its theme gives it, where that alone takes one more of them.
pub fn room(divider: &Divider<'_>, board: &Board, needs: Room, side: f64, design: Size) -> Room {
    let count = |needs: &Room| fewest(divider, board, needs, side, design);
    let bare = needs.without_head();
    let gives_way = board.head.gives_way && count(&bare).is_some_and(|fewer| Some(fewer) < count(&needs));
    if gives_way { bare } else { needs }
}

/// Cuts a board over sheets whose cells have sides of `side` mm, and which was made for the sheet `design`.
///
/// # Errors
/// A board that takes too many sheets, or cannot be cut without cutting words.
pub fn poster<'a>(
    divider: &Divider<'_>,
    board: &'a Board,
    needs: &Room,
    side: f64,
    design: Size,
) -> Result<Poster<'a>> {
    let Some((fit, content)) = whole(divider, board, needs, side, design) else {
        return Err(divider.too_large(Size::ZERO, None));
    };
    divider.allows(content.size())?;
    let shaper = Shaper::new(divider.fonts);
    let printable = divider.margin.inside(fit.sheet);
    let mut page = Page::new(divider.game, &shaper, &divider.component.name, printable);
    board::draw(board, &fit, &mut page);
    let foot = Some(page.painter.identity(Feature::Single(Single::BottomLine)));
    let is_foot = |draw: &mut Draw| matches!(draw, Draw::Group(group) if group.id == foot);
    let small_print: Vec<Draw> = page.draws.extract_if(.., is_foot).collect();
    let credit = leaves(&small_print, Affine::IDENTITY).find_map(|leaf| match leaf.draw {
        Draw::Text(text) => Some(Arc::clone(&text.string)),
        _ => None,
    });
    let drawn = page.finish(fit.sheet);
    let draws = drawn.as_ref().map_or(&[][..], |sheet| &sheet.draws);
    let obstacles = seam::Obstacles::of_board(draws, &fit);
    let ground = |axis| seam::Ground::new(content, axis, &obstacles).with_cells(board, &fit);
    let (grid, across, down) = divider.divide(content.size(), ground)?;
    Ok(Poster { grid, shows: Shows::Board(board, fit), content, drawn, credit, across, down })
}
