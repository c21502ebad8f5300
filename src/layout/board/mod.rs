//! A board on its sheet: cells, marks, labels, drawings beside them.

pub(crate) mod cell_names;
pub(crate) mod cells;
pub(crate) mod details;
pub(crate) mod fit;
pub(crate) mod names;
pub(crate) mod sides;

use kurbo::{Affine, Point, Rect, Size};

use super::draw::frame::Frame;
use super::draw::painter::{Context, Painter, line_of_text};
use super::draw::share::bounds;
use super::draw::space::Space;
use crate::base::identity::{Feature, Single};
use crate::base::units::{Mm, Trimmed};
use crate::diag::{Diagnostic, codes};
use crate::layout::board::fit::BoardFit;
use crate::model::template::{Of, Row};
use crate::model::{Board, Element, Game};
use crate::scene::{Draw, Group, Ink};
use crate::spec::values::scalar::Scalar;

/// Draws a board, and takes the room of everything on it.
pub fn draw(
    board: &Board,
    fit: &BoardFit,
    printable: Rect,
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    buried(board, fit, painter);
    on_sheet(fit, printable, (Feature::Under, &board.under), painter, space, draws);
    let frame = Frame::hexagon(board.orientation, fit.side);
    let sides_outline = sides::draw(board, fit, painter, space, draws);
    cells::draw(board, fit, &frame, painter, draws);
    for cell in &board.cells {
        let middle = fit.origin + board.orientation.unit_centre(cell.hex).to_vec2() * fit.side;
        space.take_polygon(&board.orientation.unit_corners().map(|c| middle + c * fit.side));
    }
    draws.extend(sides_outline);
    details::draw(board, fit, &frame, painter, draws);
    names::draw(board, fit, painter, space, draws);
    on_sheet(fit, printable, (Feature::Draw, &board.draw), painter, space, draws);
    foot(board, fit, printable, painter, space, draws);
}

/// Tells lines so wide that little is left of their cells.
fn buried(board: &Board, fit: &BoardFit, painter: &mut Painter<'_, '_>) {
    let across = crate::base::hex::across_from_side(fit.side);
    for kind in &board.kinds {
        let (width, place) = match &kind.line {
            Some(line) => (line.width, kind.place),
            None => (board.line.width, board.line_place),
        };
        if width > across / 2.0 {
            let message =
                format!("lines of {} mm bury cells that are {} mm across", Trimmed(width), Trimmed(across));
            let hint = "a line is at most half as wide as its cell";
            painter.wrong(Diagnostic::error(codes::BAD_SIZE, message).at(place).hint(hint));
        }
    }
}

/// Drawings that stand on the sheet, and which feature of the board each of them is, by its number.
fn on_sheet(
    fit: &BoardFit,
    printable: Rect,
    (feature, elements): (fn(usize) -> Feature, &[Element]),
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    if elements.is_empty() {
        return;
    }
    let about = About::new(painter.game);
    let bottom = fit.bottom_line.map_or(0.0, |_| crate::layout::board::fit::BOTTOM_LINE);
    // The strip of small print is left out at both ends, so that seats face each other evenly.
    let frame = Frame::rectangle(Size::new(printable.width(), printable.height() - 2.0 * bottom));
    for (index, element) in elements.iter().enumerate() {
        let context = Context { frame: &frame, row: &about, who: "", edge: None };
        let content = painter.element(element, context);
        let at = Affine::translate(printable.center().to_vec2());
        for draw in &content {
            if let Some(covered) = bounds(std::slice::from_ref(draw)) {
                space.take(at.transform_rect_bbox(covered));
            }
        }
        let id = painter.identity(feature(index + 1));
        draws.push(Draw::Group(Group::piece(id, at, content)));
    }
}

/// The small print at the foot of the sheet.
fn foot(
    board: &Board,
    fit: &BoardFit,
    printable: Rect,
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    if let (Some((template, place)), Some(baseline)) = (&board.bottom_line, fit.bottom_line) {
        match painter.game.engine.render(template, &About::new(painter.game)) {
            Ok(line) => small_print(&line, baseline, printable, *place, painter, space, draws),
            Err(wrong) => painter.wrong(wrong.at(*place)),
        }
    }
}

/// One line across the foot of the sheet, as small as it must be to fit.
fn small_print(
    line: &str,
    baseline: f64,
    printable: Rect,
    place: crate::diag::Place,
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    let Some(font) = painter.shaper.default_font() else { return };
    let line = line.trim().replace('\n', " ");
    let shaped = match painter.shaped(font, &line) {
        Ok(shaped) => shaped,
        Err(wrong) => {
            painter.wrong(wrong.at(place));
            return;
        }
    };
    let (largest, least) = (Mm::from_pt(7.0).0, Mm::from_pt(4.5).0);
    let size = (printable.width() / shaped.advance.max(0.001)).min(largest);
    if size < least {
        let message = "the bottom line is too long for its sheet, even at 4.5 pt".to_owned();
        painter.wrong(Diagnostic::error(codes::TEXT_TOO_LARGE, message).at(place));
        return;
    }
    let width = shaped.advance * size;
    let origin = Point::new(printable.center().x - width / 2.0, baseline);
    let ink = Ink::new("#555555", [0x55; 3]);
    let text = line_of_text(&shaped, font, size, origin, ink);
    space.take(Rect::new(origin.x, baseline - size, origin.x + width, printable.y1));
    let id = painter.identity(Feature::Single(Single::BottomLine));
    draws.push(Draw::Group(Group::piece(id, Affine::IDENTITY, vec![text])));
}

/// The game's own words for templates on its sheets.
struct About {
    values: Vec<(&'static str, Scalar)>,
}

impl About {
    fn new(game: &Game) -> Self {
        let values = game.words().map(|(name, value)| (name, Scalar::Text(value.to_owned()))).into();
        Self { values }
    }
}

impl Row for About {
    fn of(&self) -> Of {
        Of::Sheet
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        self.values.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    fn names(&self) -> Vec<&str> {
        self.values.iter().map(|(name, _)| *name).collect()
    }
}
