//! Draws a board on its sheet.
//!
//! - In: a board, its place on the sheet, and an empty page.
//! - Out: the drawings of the board on the page. The area that they cover is marked as taken, so
//!   that no printer's mark is placed there.
//! - Not here: dividing a board into a poster, or drawing printer's marks.

pub(crate) mod area;
mod cell_interior;
pub(crate) mod cell_names;
pub(crate) mod cell_outline;
pub(crate) mod cell_parts;
pub(crate) mod cells;
pub(crate) mod details;
pub(crate) mod fit;
mod irregular_lines;
pub(crate) mod name_ink;
mod named_line;
mod names;
mod outside_names;
mod plain_lines;
mod plate;
pub(crate) mod points;
pub(crate) mod rim;
pub(crate) mod roads;
pub(crate) mod sides;

use kurbo::{Affine, Point, Rect, Vec2};

use self::fit::BoardFit;
use super::draw::bounds::bounds;
use super::draw::frame::Frame;
use super::draw::painter::{Context, Painter, line_of_text};
use super::sheet_builder::SheetBuilder;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Result, codes};
use hexpress_base::identity::{Feature, Single};
use hexpress_base::units::{Mm, ShortNumber};
use hexpress_game::{Board, Element, Located, PerRow, Shape, SheetFields, TextFormat};
use hexpress_scene::{Drawing, Ink, leaves};
use hexpress_template::Template;

/// Draws a board, and marks the area that it covers as taken.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    report_wide_lines(board, fit, &mut page.painter);
    report_round_corners(board, fit, &mut page.painter);
    report_hidden_picture(board, fit, &mut page.painter);
    plate::draw(board, fit, page);
    draw_on_sheet(board, fit, Feature::Under, &board.under, page);
    let first = page.drawings.len();
    rim::draw(board, fit, page);
    // Bands with an outline are drawn after the cells. They then cover the outer half of the lines around
    // cells, which would otherwise be visible next to the outline.
    let is_outlined = board.sides_outline.is_some();
    if !is_outlined {
        sides::draw(board, fit, page);
    }
    cells::draw(board, fit, page);
    take_cells(board, fit, page);
    if is_outlined {
        sides::draw(board, fit, page);
    }
    details::draw(board, fit, page);
    fit.area.extend_cells_into_bleed(first, page);
    names::draw(board, fit, page);
    fit.area.keep_texts_safe(board, first, page);
    draw_on_sheet(board, fit, Feature::Draw, &board.draw, page);
    draw_head(board, fit, page);
    if let (Some(Located { value: template, place }), Some(baseline)) = (&board.bottom_line, fit.bottom_line)
        && let Err(diagnostic) = draw_bottom_line(template, baseline, fit.area.face, page)
    {
        page.painter.add_finding(diagnostic.at(*place));
    }
    if let (Some(Err(diagnostic)), Some(alt)) = (page.painter.game.board_alt_text(board), &board.alt) {
        page.painter.add_finding(diagnostic.at(alt.place));
    }
}

/// Returns whether a cell is at the edge of the board: at least one of its sides has no neighbour.
fn has_free_edge(board: &Board, cell: CellAddress) -> bool {
    board.grid.tiling.neighbours(cell).any(|next| board.cell_at(next).is_none())
}

/// Marks the areas of the cells along the border as taken. This is enough, because printer's marks are
/// placed from the outside inwards and never reach the other cells.
fn take_cells(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    // The line around a cell extends outside the cell by half of the line's width. A rim extends
    // outside the cells by its whole visible width.
    let outside = (board.widest_line() / 2.0).max(board.rim.as_ref().map_or(0.0, |rim| rim.width));
    let side = fit.side * (1.0 + outside / (board.grid.across(fit.side) / 2.0));
    for cell in board.cells.iter().filter(|cell| has_free_edge(board, cell.address)) {
        let centre = fit.centre(cell.address);
        let corners = board.grid.sharp_corners(cell.address);
        page.space.take_polygon(&corners.map(|corner| centre + corner * side).collect::<Vec<_>>());
    }
}

/// Reports lines whose width is more than half of the width of a cell.
fn report_wide_lines(board: &Board, fit: &BoardFit, painter: &mut Painter<'_, '_>) {
    let across = board.grid.across(fit.side);
    for kind in &board.kinds {
        let (width, place) = match &kind.line {
            Some(line) => (line.width, kind.place),
            None => (board.line.width, board.line_place),
        };
        if width > across / 2.0 {
            let message = format!(
                "lines of {} mm are too wide for cells that are {} mm across",
                ShortNumber(width),
                ShortNumber(across)
            );
            let half = ShortNumber((across / 2.0 * 100.0).floor() / 100.0);
            let hint = format!("make the lines at most {half} mm wide, half the width of a cell");
            painter.add_finding(codes::BAD_SIZE.error(message).at(place).hint(hint));
        }
    }
}

/// Warns about a picture that the cells hide. The cells hide a picture if all of them have a fill and touch,
/// and if the picture is hardly larger than all cells together.
fn report_hidden_picture(board: &Board, fit: &BoardFit, painter: &mut Painter<'_, '_>) {
    /// Cells count as touching if they cover at least this fraction of their common bounding box. For
    /// example, hexagons that form a large hexagon cover three quarters of their box.
    const TOGETHER: f64 = 0.65;
    /// A picture that is larger than all cells together by more than this factor counts as visible, because
    /// readers see it around the cells.
    const MIN_PICTURE_SCALE: f64 = 1.2;
    let is_filled =
        board.cells.iter().all(|cell| board.kinds.get(cell.kind).is_some_and(|kind| kind.fill.is_some()));
    if board.points.is_some() || !is_filled {
        return;
    }
    let covered: f64 = board
        .cells
        .iter()
        .map(|cell| polygon_area(&board.grid.sharp_corners(cell.address).collect::<Vec<_>>()))
        .sum();
    if covered * fit.side * fit.side < TOGETHER * fit.cells.area() {
        return;
    }
    for element in board.under.iter().filter(|element| matches!(element.shape, Shape::Image(_))) {
        let Some(PerRow::Fixed(size)) = &element.size else { continue };
        let size = size.of_both(fit.sheet);
        if size.width <= MIN_PICTURE_SCALE * fit.cells.width()
            && size.height <= MIN_PICTURE_SCALE * fit.cells.height()
        {
            let message = "the cells hide this picture, because every cell has a fill";
            let warning = codes::IDLE_KEY.warning(message).at(element.place);
            let hint = "to show the picture, write fill = \"none\" in `cell` or `key` of this board";
            painter.add_finding(warning.hint(hint));
        }
    }
}

/// Returns the area of a polygon, computed by the shoelace formula.
fn polygon_area(corners: &[Vec2]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.cross(*b)).sum::<f64>().abs() / 2.0
}

/// Reports round corners with a radius so large that the sides of a cell have no straight part.
fn report_round_corners(board: &Board, fit: &BoardFit, painter: &mut Painter<'_, '_>) {
    let most = board.grid.across(fit.side) / 2.0;
    let Some(place) = board.round_place.filter(|_| board.round > most + 1e-6) else { return };
    let half = ShortNumber::hundredths(most);
    let message = format!("`round` must be at most {half} mm, half the width of a cell");
    let hint =
        format!("write a smaller radius: round = \"{}mm\"", ShortNumber((most / 4.0).ceil().min(most)));
    painter.add_finding(codes::BAD_SIZE.error(message).at(place).hint(hint));
}

/// Returns the largest distance by which a letter, such as an italic f, extends beyond its advance
/// width, in mm.
pub fn overhang(drawings: &[Drawing]) -> f64 {
    /// How far a letter may extend beyond its advance width, in ems.
    const OVERHANG: f64 = 0.1;
    let sizes = leaves(drawings, Affine::IDENTITY).filter_map(|leaf| match leaf.draw {
        Drawing::Text(text) => Some(text.size),
        _ => None,
    });
    OVERHANG * sizes.fold(0.0, f64::max)
}

/// Draws the elements that are placed on the sheet of a board, not in its cells: `under` and `draw`.
/// Returns the bounding box of these drawings, which may be slightly too large. Returns `None` if
/// nothing is drawn.
pub fn drawn_on_sheet(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) -> Option<Rect> {
    draw_on_sheet(board, fit, Feature::Under, &board.under, page);
    draw_on_sheet(board, fit, Feature::Draw, &board.draw, page);
    let overhang = overhang(&page.drawings);
    Some(bounds(&page.drawings)?.inflate(overhang, overhang))
}

/// Draws elements whose places are relative to the sheet. `feature` returns the identity of an element for
/// its number, such as `draw:2` for the number 2. The first element has the number 1.
fn draw_on_sheet(
    board: &Board,
    fit: &BoardFit,
    feature: fn(usize) -> Feature,
    elements: &[Element],
    page: &mut SheetBuilder<'_, '_>,
) {
    if elements.is_empty() {
        return;
    }
    let row = SheetFields::new(page.painter.game);
    let face = fit.area.face;
    // If the board is cut along the edge of `face`, elements may extend to the cut. The small print then gets
    // no space of its own.
    let has_strip = fit.bottom_line.is_some() && fit.area.trim != Some(face);
    let bottom = if has_strip { fit::BOTTOM_LINE } else { 0.0 };
    // The height of the small print is left out at the bottom and also at the top. Readers on opposite sides
    // of the sheet then see the same arrangement.
    let part = Rect::from_center_size(face.center(), (face.width(), face.height() - 2.0 * bottom));
    let frame = fit.area.frame(part);
    let at = Affine::translate(face.center().to_vec2());
    for (number, element) in (1..).zip(elements) {
        let context = Context::new(&frame, &row, "");
        let mut content = page.painter.element(element, context);
        fit.area.keep_safe(board, element, &content, part, page);
        fit.area.extend_into_bleed(&mut content, part);
        for covered in content.iter().filter_map(|drawing| bounds(std::slice::from_ref(drawing))) {
            page.space.take(at.transform_rect_bbox(covered));
        }
        page.push(feature(number), at, content);
    }
}

/// Draws the elements of the strip above the cells. If there is no space for the strip, reports a
/// note instead.
fn draw_head(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    if fit.head == 0.0 {
        if let Some(element) = board.head.draw.first() {
            let message =
                "the title above the board is left out: with it, the board would need one more sheet";
            let hint = "to print the title anyway, give the board its own `head`; to print no title, write head = \
                    \"none\"";
            page.painter.add_finding(codes::DOES_NOT_FIT.note(message).hint(hint).at(element.place));
        }
        return;
    }
    let row = SheetFields::new(page.painter.game);
    let strip = fit.head_strip();
    let frame = Frame::rectangle(strip.size());
    let at = Affine::translate(strip.center().to_vec2());
    let mut drawings = Vec::new();
    for element in &board.head.draw {
        let context = Context::new(&frame, &row, "");
        if let Some(element) = with_available_font(element, &row, &mut page.painter) {
            let drawn = page.painter.element(&element, context);
            fit.area.keep_safe(board, &element, &drawn, strip, page);
            drawings.extend(drawn);
        }
    }
    fit.area.extend_into_bleed_at(&mut drawings, strip);
    if let Some(covered) = bounds(&drawings) {
        page.space.take(at.transform_rect_bbox(covered));
        page.push(Feature::Single(Single::Head), at, drawings);
    }
}

/// Returns an element of the strip in a font that has all letters of its texts. If the font in the
/// layout lacks a letter, for example a letter of the game's title, another font is used.
///
/// If no font has all letters of a text, the text is reported and left out. If the whole element is
/// this text, returns `None`.
fn with_available_font(
    element: &Element,
    row: &SheetFields,
    painter: &mut Painter<'_, '_>,
) -> Option<Element> {
    let (template, format) = match &element.shape {
        Shape::Text(template, format) => (template, format),
        Shape::Parts(parts) => {
            let mut parts = parts.clone();
            let elements = parts.elements.iter();
            parts.elements = elements.filter_map(|part| with_available_font(part, row, painter)).collect();
            return Some(Element { shape: Shape::Parts(parts), ..element.clone() });
        }
        _ => return Some(element.clone()),
    };
    let shaper = painter.shaper;
    let Ok(string) = painter.settler().text(template, row) else { return Some(element.clone()) };
    let Err(missing) = shaper.shape(format.font, &string) else { return Some(element.clone()) };
    let family = shaper
        .family_with(missing.character())
        .and_then(|family| shaper.fonts().find(family, hexpress_scene::text::Style::REGULAR));
    match family.filter(|font| shaper.shape(*font, &string).is_ok()) {
        Some(font) => Some(Element {
            shape: Shape::Text(template.clone(), TextFormat { font, ..*format }),
            ..element.clone()
        }),
        None => {
            let message =
                format!("\"{string}\" above the board is left out, because no font has all its letters");
            let warning = codes::NO_GLYPH.warning(message).at(element.place);
            painter.add_finding(warning.hint("add a font that has them to [fonts], and use it in a `head`"));
            None
        }
    }
}

/// Draws one line of small print at the bottom of the sheet. If the line is too long, its letters
/// become smaller.
fn draw_bottom_line(
    template: &Template,
    baseline: f64,
    face: Rect,
    page: &mut SheetBuilder<'_, '_>,
) -> Result<()> {
    let Some(font) = page.painter.shaper.default_font() else { return Ok(()) };
    let row = SheetFields::new(page.painter.game);
    let shaped = page.painter.settler().line(template, &row, font)?;
    let (largest, least) = (Mm::from_pt(7.0).0, Mm::from_pt(4.5).0);
    let size = (face.width() / shaped.advance.max(0.001)).min(largest);
    if size < least {
        let message = "the bottom line is too long for its sheet, even at 4.5 pt";
        return Err(codes::TEXT_TOO_LARGE.error(message).hint("shorten `bottom-line`"));
    }
    let width = shaped.advance * size;
    let origin = Point::new(face.center().x - width / 2.0, baseline);
    let text = line_of_text(&shaped, size, origin, Ink::new("#555555", [0x55; 3]));
    page.space.take(Rect::new(origin.x, baseline - size, origin.x + width, face.y1));
    page.push(Feature::Single(Single::BottomLine), Affine::IDENTITY, vec![text]);
    Ok(())
}
