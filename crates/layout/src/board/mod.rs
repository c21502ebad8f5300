//! A board on its sheet: cells, marks, labels, drawings beside them.

mod beside;
pub(crate) mod cell_names;
pub(crate) mod cells;
pub(crate) mod details;
pub(crate) mod fit;
pub(crate) mod names;
pub(crate) mod points;
pub(crate) mod rim;
pub(crate) mod roads;
pub(crate) mod sides;

use kurbo::{Affine, Point, Rect, Size, Vec2};

use self::fit::BoardFit;
use super::draw::frame::Frame;
use super::draw::painter::{Context, Painter, line_of_text};
use super::draw::share::bounds;
use super::page::Page;
use crate::base::identity::{Feature, Single};
use crate::base::units::{Mm, Trimmed};
use crate::diag::{Result, codes};
use crate::model::template::Template;
use crate::model::{Board, Element, GameWords, PerRow, Shape, Stated, Words};
use crate::scene::{Draw, Ink, leaves};

/// Draws a board, and takes the room of everything on it.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    buried(board, fit, &mut page.painter);
    too_round(board, fit, &mut page.painter);
    hidden_picture(board, fit, &mut page.painter);
    on_sheet(fit, Feature::Under, &board.under, page);
    rim::draw(board, fit, page);
    let sides_outline = sides::draw(board, fit, page);
    cells::draw(board, fit, page);
    // Others lie behind these, as seen from the edges of the sheet.
    let is_open = |hex| board.tiling.neighbours(hex).any(|next| board.cell_at(next).is_none());
    for cell in board.cells.iter().filter(|cell| is_open(cell.hex)) {
        let middle = fit.middle(cell.hex);
        let corners = board.grid().sharp_corners(cell.hex);
        page.space.take_polygon(&corners.map(|c| middle + c * fit.side).collect::<Vec<_>>());
    }
    page.draws.extend(sides_outline);
    details::draw(board, fit, page);
    names::draw(board, fit, page);
    on_sheet(fit, Feature::Draw, &board.draw, page);
    head(board, fit, page);
    if let (Some(Stated { what: template, place }), Some(baseline)) = (&board.bottom_line, fit.bottom_line)
        && let Err(wrong) = bottom_line(template, baseline, page)
    {
        page.painter.wrong(wrong.at(*place));
    }
    if let (Some(Err(wrong)), Some(alt)) = (page.painter.game.heard_of(board), &board.alt) {
        page.painter.wrong(wrong.at(alt.place));
    }
}

/// Tells lines so wide that little is left of their cells.
fn buried(board: &Board, fit: &BoardFit, painter: &mut Painter<'_, '_>) {
    let across = board.grid().across(fit.side);
    for kind in &board.kinds {
        let (width, place) = match &kind.line {
            Some(line) => (line.width, kind.place),
            None => (board.line.width, board.line_place),
        };
        if width > across / 2.0 {
            let message =
                format!("lines of {} mm bury cells that are {} mm across", Trimmed(width), Trimmed(across));
            let hint = "a line is at most half as wide as its cell";
            painter.wrong(codes::BAD_SIZE.error(message).at(place).hint(hint));
        }
    }
}

/// Warns of a picture below the cells that they hide: all of them have a fill, they touch, and it is no larger than they are.
fn hidden_picture(board: &Board, fit: &BoardFit, painter: &mut Painter<'_, '_>) {
    /// The share of their box that cells cover which lie together: a hexagon of hexagons covers three quarters.
    const TOGETHER: f64 = 0.65;
    /// How much larger than the cells a picture is that shows round them.
    const ROUND: f64 = 1.2;
    let has_fill = |kind: usize| board.kinds.get(kind).is_some_and(|kind| kind.fill.is_some());
    if board.points.is_some() || !board.cells.iter().all(|cell| has_fill(cell.kind)) {
        return;
    }
    let area = |corners: &[Vec2]| {
        let turned = corners.iter().cycle().skip(1);
        corners.iter().zip(turned).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs() / 2.0
    };
    let grid = board.grid();
    let covered: f64 =
        board.cells.iter().map(|cell| area(&grid.sharp_corners(cell.hex).collect::<Vec<_>>())).sum();
    if covered * fit.side * fit.side < TOGETHER * fit.cells.area() {
        return;
    }
    for element in board.under.iter().filter(|element| matches!(element.shape, Shape::Image(_))) {
        let Some(PerRow::Fixed(size)) = &element.size else { continue };
        let size = size.of_both(fit.sheet);
        if size.width <= ROUND * fit.cells.width() && size.height <= ROUND * fit.cells.height() {
            let message = "the cells hide this picture: each of them has a fill";
            let warning = codes::IDLE_KEY.warning(message).at(element.place);
            painter.wrong(warning.hint("fill = \"none\" in [board.key] or [board.cell] lets it be seen"));
        }
    }
}

/// Reports corners that are rounded until nothing is left of the sides.
fn too_round(board: &Board, fit: &BoardFit, painter: &mut Painter<'_, '_>) {
    let most = board.grid().across(fit.side) / 2.0;
    let Some(place) = board.round_place.filter(|_| board.round > most + 1e-6) else { return };
    let (round, half) = (Trimmed(board.round), Trimmed((most * 100.0).round() / 100.0));
    let message =
        format!("corners of {round} mm are too round for cells that measure {half} mm to the middle");
    let hint = format!("make it smaller: round = \"{}mm\"", Trimmed((most / 4.0).ceil().min(most)));
    painter.wrong(codes::BAD_SIZE.error(message).at(place).hint(hint));
}

/// How far letters may reach beyond the width that they take, in ems: a bold Y, an italic f.
const OVERHANG: f64 = 0.1;

/// What a board's drawings below and beside its cells cover at most; none where it has none.
pub fn drawn_on_sheet(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) -> Option<Rect> {
    on_sheet(fit, Feature::Under, &board.under, page);
    on_sheet(fit, Feature::Draw, &board.draw, page);
    let sizes = leaves(&page.draws, Affine::IDENTITY).filter_map(|leaf| match leaf.draw {
        Draw::Text(text) => Some(text.size),
        _ => None,
    });
    let overhang = OVERHANG * sizes.fold(0.0, f64::max);
    Some(bounds(&page.draws)?.inflate(overhang, overhang))
}

/// Drawings that stand on the sheet; `feature` says which one each of them is, by its number.
fn on_sheet(fit: &BoardFit, feature: fn(usize) -> Feature, elements: &[Element], page: &mut Page<'_, '_>) {
    if elements.is_empty() {
        return;
    }
    let about = GameWords::new(page.painter.game);
    let printable = page.space.printable();
    let bottom = fit.bottom_line.map_or(0.0, |_| fit::BOTTOM_LINE);
    // The strip of the bottom line is left out at both ends, so that seats face each other evenly.
    let frame = Frame::rectangle(Size::new(printable.width(), printable.height() - 2.0 * bottom));
    let at = Affine::translate(printable.center().to_vec2());
    for (number, element) in (1..).zip(elements) {
        let context = Context { frame: &frame, row: &about, who: "", edge: None };
        let content = page.painter.element(element, context);
        for covered in content.iter().filter_map(|draw| bounds(std::slice::from_ref(draw))) {
            page.space.take(at.transform_rect_bbox(covered));
        }
        page.push(feature(number), at, content);
    }
}

/// What stands in the strip above the cells.
fn head(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let about = GameWords::new(page.painter.game);
    if fit.head == 0.0 {
        if let Some(element) = board.head.draw.first() {
            let message =
                "the title above the board is left out: with it the board would take one more sheet";
            let hint = "a `head` of the board's own is always printed; head = \"none\" says that it has none";
            page.painter.wrong(codes::DOES_NOT_FIT.note(message).hint(hint).at(element.place));
        }
        return;
    }
    let strip = fit.strip(page.space.printable());
    let frame = Frame::rectangle(strip.size());
    let at = Affine::translate(strip.center().to_vec2());
    let mut draws = Vec::new();
    for element in &board.head.draw {
        let context = Context { frame: &frame, row: &about, who: "", edge: None };
        let written = writable(element, &about, &mut page.painter);
        draws.extend(written.map_or_else(Vec::new, |element| page.painter.element(&element, context)));
    }
    if let Some(covered) = bounds(&draws) {
        page.space.take(at.transform_rect_bbox(covered));
        page.push(Feature::Single(Single::Head), at, draws);
    }
}

/// An element whose words are the game's own, as its title is, in a font that has their letters; none where there is no
/// such font, which is told.
fn writable(element: &Element, about: &GameWords, painter: &mut Painter<'_, '_>) -> Option<Element> {
    let Shape::Text(template, words) = &element.shape else { return Some(element.clone()) };
    let shaper = painter.shaper;
    let Ok(string) = painter.settler().text(template, about) else { return Some(element.clone()) };
    let Err(missing) = shaper.shape(words.font, &string) else { return Some(element.clone()) };
    let family =
        shaper.family_with(missing.character()).and_then(|family| shaper.fonts().find(family, false, false));
    match family.filter(|font| shaper.shape(*font, &string).is_ok()) {
        Some(font) => Some(Element {
            shape: Shape::Text(template.clone(), Words { font, ..*words }),
            ..element.clone()
        }),
        None => {
            let message =
                format!("no font has all letters of \"{string}\", which is left out above the board");
            let warning = codes::NO_GLYPH.warning(message).at(element.place);
            painter.wrong(warning.hint("a font of your own in [fonts], and a `head` that uses it"));
            None
        }
    }
}

/// One line across the foot of the sheet, as small as it must be to fit.
fn bottom_line(template: &Template, baseline: f64, page: &mut Page<'_, '_>) -> Result<()> {
    let Some(font) = page.painter.shaper.default_font() else { return Ok(()) };
    let printable = page.space.printable();
    let about = GameWords::new(page.painter.game);
    let shaped = page.painter.settler().line(template, &about, font)?;
    let (largest, least) = (Mm::from_pt(7.0).0, Mm::from_pt(4.5).0);
    let size = (printable.width() / shaped.advance.max(0.001)).min(largest);
    if size < least {
        let message = "the bottom line is too long for its sheet, even at 4.5 pt";
        return Err(codes::TEXT_TOO_LARGE.error(message));
    }
    let width = shaped.advance * size;
    let origin = Point::new(printable.center().x - width / 2.0, baseline);
    let text = line_of_text(&shaped, size, origin, Ink::new("#555555", [0x55; 3]));
    page.space.take(Rect::new(origin.x, baseline - size, origin.x + width, printable.y1));
    page.push(Feature::Single(Single::BottomLine), Affine::IDENTITY, vec![text]);
    Ok(())
}
