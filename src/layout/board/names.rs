//! The names of cells on paper: in the cells, along the border, or beside the board, once for each line.

use crate::base::map::Map;
use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::cell_names;
use super::fit::{BESIDE, BoardFit, FURTHER, band};
use crate::base::box_index::BoxIndex;
use crate::base::hex::Hex;
use crate::base::identity::Feature;
use crate::base::tiling::Tiling;
use crate::diag::{Result, codes};
use crate::layout::draw::{frame::turn, painter::line_of_text};
use crate::layout::page::Page;
use crate::model::style::Style;
use crate::model::template::NoRow;
use crate::model::{Board, ShowNames};
use crate::scene::{Ink, luminance};

/// In how many steps a name goes further out.
const STEPS: u32 = 12;

/// Draws the names of a board's cells where its layout wants them.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let Some(names) = &board.names else { return };
    let drawn = match board.name_style.show {
        ShowNames::None => Ok(()),
        ShowNames::Inside => cell_names::draw(board, fit, names, false, page),
        ShowNames::Edge => cell_names::draw(board, fit, names, true, page),
        ShowNames::Outside => outside(board, fit, names, page),
    };
    if let Err(wrong) = drawn {
        let place = wrong.place.unwrap_or(board.name_style.place);
        page.painter.wrong(wrong.at(place));
    }
}

/// The colour of names.
pub fn ink() -> Ink {
    Ink::new("#444444", [0x44; 3])
}

/// The colour of names on cells of this colour: the usual grey where that stands out, else black or white.
pub fn ink_on(fill: Option<&Ink>) -> Ink {
    // By WCAG 2: (l + 0.05) / (0.0578 + 0.05) is 4.5 or more.
    const LIGHT: f64 = 0.4352;
    match fill {
        Some(fill) if luminance(fill.rgb) >= LIGHT => ink(),
        Some(fill) if fill.reads_black() => Ink::black(),
        Some(_) => Ink::white(),
        None => ink(),
    }
}

/// Letters and numbers beside the board, each at the end of its line where counting begins.
fn outside(board: &Board, fit: &BoardFit, names: &[Arc<str>], page: &mut Page<'_, '_>) -> Result<()> {
    let style = board.name_style;
    if board.tiling.polygons() > 1 || board.tiling == Tiling::Brick {
        let message =
            format!("{} cells lie in no lines that have their names beside the board", board.tiling);
        let wrong = codes::BAD_VALUE.error(message);
        return Err(wrong.hint("show-names = \"inside\""));
    }
    let mut lines: [Map<&str, Vec<Hex>>; 2] = [Map::new(), Map::new()];
    for (cell, name) in board.cells.iter().zip(names).filter(|(_, name)| !name.is_empty()) {
        let Some((first, second)) = split(name) else {
            let message = format!(
                "`{name}` is not made of two parts, so lines have no names to print beside the board"
            );
            let wrong = codes::BAD_VALUE.error(message).at(board.names_place);
            return Err(wrong.hint("show-names = \"inside\""));
        };
        lines[0].entry(first).or_default().push(cell.hex);
        lines[1].entry(second).or_default().push(cell.hex);
    }
    let rank = ranks(&lines);
    let reach = band(board) + style.size * (BESIDE - 0.9);
    // From the middle of a cell to where its names begin, in sides: lines of hexagons run through corners as well.
    let edge = |out: Vec2| match board.tiling.is_hexagons() {
        true => 0.9,
        false => board.grid().apothem_along(Hex::new(0, 0), out),
    };
    let apart = style.size * 0.2;
    let printable = page.space.printable();
    let (mut taken, mut pile) = (Vec::new(), BoxIndex::default());
    let seats = if style.each_seat { page.painter.game.seats } else { 1 };
    let cap = page.painter.shaper.cap_height(style.font) * style.size;
    for lines in &lines {
        let ways: Vec<_> = lines.values().map(|cells| outward(cells, &rank)).collect();
        // A line of one cell goes the way of its neighbours.
        let usual = ways.iter().find_map(|[(_, way), _]| *way).unwrap_or(Vec2::new(0.0, -1.0));
        for (text, [first, last]) in lines.keys().zip(ways) {
            let shaped = page.painter.shaped(style.font, text)?;
            let size = Size::new(shaped.advance * style.size, cap);
            let origin = Point::new(-size.width / 2.0, cap / 2.0);
            let drawing =
                line_of_text(&shaped, style.size, origin, board.names_ink.clone().unwrap_or_else(ink));
            let drawing =
                page.painter.styled(&Style::halo(board.names_halo.clone()), vec![drawing], &NoRow)?;
            let ends = [(first, usual), (last, -usual)];
            // Readers on several sides find the name at both ends of its line.
            for ((end, way), usual) in ends.into_iter().take(if seats > 1 { 2 } else { 1 }) {
                let along = hex_vector(board, way.unwrap_or(usual));
                let out = along / along.hypot().max(1e-9);
                let turned = turn(nearest_seat(out, seats));
                let covered = turned.transform_rect_bbox(Rect::from_center_size(Point::ZERO, size));
                let spot = |further: f64| {
                    fit.middle(end) + out * (fit.side * edge(out) + reach + further * style.size)
                };
                let mut free = |spot: &Point| {
                    let own = covered + spot.to_vec2();
                    let own_room = own.inflate(apart, apart);
                    printable.contains_rect(own)
                        && !pile.meets(taken.len(), own_room, |i| taken.get(i).copied())
                };
                // Where a name of the other family stands, one goes a little further out.
                let further = (0..=STEPS).map(|step| spot(FURTHER * f64::from(step) / f64::from(STEPS)));
                let spot = further.into_iter().find(&mut free).unwrap_or(spot(0.0)).to_vec2();
                taken.push(covered + spot);
                page.space.take_name(covered + spot);
                let transform = Affine::translate(spot) * turned;
                page.push(Feature::Line((*text).into()), transform, drawing.clone());
            }
        }
    }
    Ok(())
}

/// A step in axial coordinates as a vector on the sheet.
fn hex_vector(board: &Board, way: Vec2) -> Vec2 {
    let first = board.grid().middle(Hex::new(0, 0));
    let q = board.grid().middle(Hex::new(1, 0)) - first;
    let r = board.grid().middle(Hex::new(0, 1)) - first;
    q * way.x + r * way.y
}

/// For each cell, how far along its lines it stands: the sum of the places of its two parts.
fn ranks(lines: &[Map<&str, Vec<Hex>>; 2]) -> HashMap<Hex, usize> {
    let mut rank = HashMap::new();
    for lines in lines {
        let mut sorted: Vec<(&&str, &Vec<Hex>)> = lines.iter().collect();
        sorted.sort_by_key(|(key, _)| key.len());
        for (place, (_, cells)) in sorted.into_iter().enumerate() {
            for hex in cells {
                *rank.entry(*hex).or_insert(0) += place;
            }
        }
    }
    rank
}

/// The cells at a line's two ends, where counting begins first, and the steps, in axial coordinates, that lead
/// out of the line there.
fn outward(cells: &[Hex], rank: &HashMap<Hex, usize>) -> [(Hex, Option<Vec2>); 2] {
    let mut sorted: Vec<Hex> = cells.to_vec();
    sorted.sort_by_key(|hex| (rank.get(hex).copied().unwrap_or(0), *hex));
    let end = |cells: &mut dyn Iterator<Item = &Hex>| {
        let end = cells.next().copied().unwrap_or(Hex::new(0, 0));
        let next = cells.next().filter(|next| end.distance(**next) <= 2);
        let way = next.map(|next| Vec2::new(f64::from(end.q - next.q), f64::from(end.r - next.r)));
        (end, way)
    };
    [end(&mut sorted.iter()), end(&mut sorted.iter().rev())]
}

/// How far the reader is turned who sits nearest to what lies that way, in degrees. Between two readers, it is
/// the one on whose left it lies.
fn nearest_seat(out: Vec2, seats: u32) -> f64 {
    let degrees = (0..seats).map(|seat| f64::from(seat) * 360.0 / f64::from(seats));
    let near = |degrees: f64| {
        let seen = turn(-degrees) * out.to_point();
        seen.y - 1e-3 * seen.x
    };
    degrees.max_by(|a, b| near(*a).total_cmp(&near(*b))).unwrap_or(0.0)
}

/// `e5` is `e` and `5`; `5-3` is `5` and `3`.
fn split(name: &str) -> Option<(&str, &str)> {
    let kind = |c: char| (c.is_alphabetic(), c.is_numeric());
    let first_kind = kind(name.chars().next()?);
    let cut = name.find(|c| kind(c) != first_kind)?;
    let (first, rest) = name.split_at(cut);
    let second = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    (first_kind != (false, false) && !second.is_empty()).then_some((first, second))
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
