//! The names of cells on paper: in the cells, along the border, or beside the board, once for each line.

use std::collections::{BTreeMap, HashMap};

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::face::{Painter, line_of_text};
use super::fit::{BoardFit, border};
use super::furniture::Space;
use super::round;
use crate::diag::{Diagnostic, codes};
use crate::hex::Hex;
use crate::model::{Board, NameStyle, ShowNames};
use crate::scene::{Draw, Group, Ink};

/// Draws the names of a board's cells where its layout wants them.
pub fn draw(
    board: &Board,
    fit: &BoardFit,
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    let Some(names) = &board.names else { return };
    match board.name_style.show {
        ShowNames::None => {}
        ShowNames::Inside => {
            for (cell, name) in board.cells.iter().zip(names) {
                inside(board, fit, cell.hex, name, painter, draws);
            }
        }
        ShowNames::Edge => {
            let hexes: Vec<Hex> = board.cells.iter().map(|c| c.hex).collect();
            let edges = crate::model::cells::border_edges(&hexes);
            let border: std::collections::HashSet<Hex> = edges.into_iter().map(|(hex, _)| hex).collect();
            for (cell, name) in board.cells.iter().zip(names).filter(|(cell, _)| border.contains(&cell.hex)) {
                inside(board, fit, cell.hex, name, painter, draws);
            }
        }
        ShowNames::Outside => outside(board, fit, names, painter, space, draws),
    }
}

fn ink() -> Ink {
    Ink::new("#444444", [0x44; 3])
}

/// A word about the origin, its box, and its drawing.
fn word(text: &str, style: NameStyle, painter: &mut Painter<'_, '_>) -> Option<(Size, Draw)> {
    match painter.shaped(style.font, text) {
        Ok(shaped) => {
            let cap = painter.shaper.metrics(style.font).cap_height * style.size;
            let size = Size::new(shaped.advance * style.size, cap);
            let origin = Point::new(-size.width / 2.0, cap / 2.0);
            Some((size, line_of_text(&shaped, style.font, style.size, origin, ink())))
        }
        Err((code, message, hint)) => {
            let mut diagnostic = Diagnostic::error(code, message);
            diagnostic.hint = hint;
            painter.wrong(diagnostic);
            None
        }
    }
}

/// In the foot of its cell.
fn inside(
    board: &Board,
    fit: &BoardFit,
    hex: Hex,
    name: &str,
    painter: &mut Painter<'_, '_>,
    draws: &mut Vec<Draw>,
) {
    let Some((size, text)) = word(name, board.name_style, painter) else { return };
    let frame = super::frame::Frame::hexagon(board.orientation, fit.side);
    // As deep in the foot of the cell as its width allows, a millimetre from the sides.
    let spot = (0..200)
        .map(|step| frame.size.height / 2.0 - size.height / 2.0 - 0.8 - f64::from(step) * fit.side / 100.0)
        .find(|y| {
            let rect = Rect::from_center_size((0.0, *y), (size.width + 1.6, size.height + 1.0));
            frame.excess(rect, Affine::IDENTITY) <= 0.0
        });
    let Some(y) = spot else {
        let message = format!("the name `{name}` is wider than its cell");
        let hint = "a smaller names-font, or show-names = \"outside\"";
        painter.wrong(Diagnostic::error(codes::TEXT_TOO_LARGE, message).hint(hint));
        return;
    };
    let centre = fit.origin + board.orientation.unit_centre(hex).to_vec2() * fit.side + Vec2::new(0.0, y);
    let id = format!("{}/name:{},{}", painter.component(), hex.q, hex.r);
    draws.push(Draw::Group(Group::piece(id, Affine::translate(centre.to_vec2()), vec![text])));
}

/// Letters and numbers beside the board, each at the end of its line where counting begins.
fn outside(
    board: &Board,
    fit: &BoardFit,
    names: &[std::sync::Arc<str>],
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    let mut lines: [BTreeMap<String, Vec<Hex>>; 2] = [BTreeMap::new(), BTreeMap::new()];
    for (cell, name) in board.cells.iter().zip(names) {
        let Some((first, second)) = split(name) else {
            let message = format!(
                "`{name}` is not made of two parts, so lines have no names to print beside the board"
            );
            let hint = "show-names = \"inside\"";
            painter.wrong(Diagnostic::error(codes::BAD_VALUE, message).at(board.names_place).hint(hint));
            return;
        };
        lines[0].entry(first.to_owned()).or_default().push(cell.hex);
        lines[1].entry(second.to_owned()).or_default().push(cell.hex);
    }
    let rank: HashMap<Hex, usize> = ranks(&lines);
    let at = |hex: Hex| fit.origin + board.orientation.unit_centre(hex).to_vec2() * fit.side;
    let reach = border(board) - board.name_style.size * 0.9;
    for (family, lines) in lines.iter().enumerate() {
        let ways: Vec<_> = lines.values().map(|cells| outward(cells, &rank)).collect();
        // A line of one cell goes the way of its neighbours.
        let usual = ways.iter().find_map(|(_, way)| *way).unwrap_or(Vec2::new(0.0, -1.0));
        for ((text, _), (end, way)) in lines.iter().zip(ways) {
            let Some((size, drawing)) = word(text, board.name_style, painter) else { return };
            let way = way.unwrap_or(usual);
            let along = board.orientation.unit_centre(Hex::new(0, 0)).to_vec2() + hex_vector(board, way);
            let out = along / along.hypot().max(1e-9);
            let spot = at(end) + out * (fit.side * 0.9 + reach);
            let id = format!("{}/line:{text}", painter.component());
            let _ = family;
            space.take(Rect::from_center_size(spot, size).inflate(0.5, 0.5));
            draws.push(Draw::Group(Group::piece(id, Affine::translate(spot.to_vec2()), vec![drawing])));
        }
    }
}

/// A step in axial coordinates as a vector on the sheet.
fn hex_vector(board: &Board, way: Vec2) -> Vec2 {
    let q = board.orientation.unit_centre(Hex::new(1, 0)).to_vec2();
    let r = board.orientation.unit_centre(Hex::new(0, 1)).to_vec2();
    q * way.x + r * way.y
}

/// For each cell, how far along its lines it stands: the sum of the places of its two parts.
fn ranks(lines: &[BTreeMap<String, Vec<Hex>>; 2]) -> HashMap<Hex, usize> {
    let mut rank = HashMap::new();
    for lines in lines {
        let mut keys: Vec<&String> = lines.keys().collect();
        keys.sort_by_key(|key| (key.len(), key.as_str()));
        for (place, key) in keys.into_iter().enumerate() {
            for hex in &lines[key] {
                *rank.entry(*hex).or_insert(0) += place;
            }
        }
    }
    rank
}

/// The cell at a line's beginning, and the step, in axial coordinates, that leads out of the line there.
fn outward(cells: &[Hex], rank: &HashMap<Hex, usize>) -> (Hex, Option<Vec2>) {
    let mut sorted: Vec<Hex> = cells.to_vec();
    sorted.sort_by_key(|hex| (rank.get(hex).copied().unwrap_or(0), *hex));
    let end = sorted.first().copied().unwrap_or(Hex::new(0, 0));
    let next = sorted.get(1).filter(|next| end.distance(**next) <= 2);
    let way = next.map(|next| Vec2::new(f64::from(end.q - next.q), f64::from(end.r - next.r)));
    (end, way)
}

/// `e5` is `e` and `5`; `5-3` is `5` and `3`.
fn split(name: &str) -> Option<(&str, &str)> {
    let kind = |c: char| {
        if c.is_alphabetic() {
            1
        } else if c.is_numeric() {
            2
        } else {
            0
        }
    };
    let first_kind = kind(name.chars().next()?);
    let cut = name.char_indices().find(|(_, c)| kind(*c) != first_kind).map(|(i, _)| i)?;
    let (first, rest) = name.split_at(cut);
    let second = rest.trim_start_matches(|c: char| kind(c) == 0);
    (first_kind != 0 && !second.is_empty()).then_some((first, second))
}

/// A word on a small white plate, for edges and corners.
pub fn plate(text: &str, style: NameStyle, painter: &mut Painter<'_, '_>) -> Vec<Draw> {
    if text.is_empty() {
        return Vec::new();
    }
    let Some((size, text)) = word(text, style, painter) else { return Vec::new() };
    let rect = Rect::from_center_size(Point::ZERO, size).inflate(0.9, 0.8);
    let white = Ink::new("white", [0xFF; 3]);
    let path = round::rectangle(rect, 0.8);
    vec![Draw::Path { path, fill: Some(white), stroke: None }, text]
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn names_have_two_parts() {
        assert_eq!(split("e5"), Some(("e", "5")));
        assert_eq!(split("aa12"), Some(("aa", "12")));
        assert_eq!(split("5-3"), Some(("5", "3")));
        assert_eq!(split("17"), None);
    }
}
