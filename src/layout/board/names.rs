//! The names of cells on paper: in the cells, along the border, or beside the board, once for each line.

use std::collections::{BTreeMap, HashMap};

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::cell_names;
use super::fit::{BESIDE, BoardFit, FURTHER, band};
use crate::base::box_index::BoxIndex;
use crate::base::hex::Hex;
use crate::base::identity::Feature;
use crate::diag::{Diagnostic, Place, codes};
use crate::layout::draw::frame::turn;
use crate::layout::draw::painter::{Painter, line_of_text};
use crate::layout::draw::space::Space;
use crate::model::{Board, NameStyle, ShowNames};
use crate::scene::{Draw, Group, Ink, luminance};

/// In how many steps a name goes further out.
const STEPS: u32 = 12;

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
        ShowNames::Inside => cell_names::draw(board, fit, names, false, painter, draws),
        ShowNames::Edge => cell_names::draw(board, fit, names, true, painter, draws),
        ShowNames::Outside => outside(board, fit, names, painter, space, draws),
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
        Some(fill) if luminance(fill.rgb) < LIGHT => {
            if fill.reads_black() {
                Ink::black()
            } else {
                Ink::new("white", [255; 3])
            }
        }
        _ => ink(),
    }
}

/// A word about the origin, its box, and its drawing.
fn word(text: &str, style: NameStyle, place: Place, painter: &mut Painter<'_, '_>) -> Option<(Size, Draw)> {
    match painter.shaped(style.font, text) {
        Ok(shaped) => {
            let cap = painter.shaper.cap_height(style.font) * style.size;
            let size = Size::new(shaped.advance * style.size, cap);
            let origin = Point::new(-size.width / 2.0, cap / 2.0);
            Some((size, line_of_text(&shaped, style.font, style.size, origin, ink())))
        }
        Err(wrong) => {
            painter.wrong(wrong.at(place));
            None
        }
    }
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
    let reach = band(board) + board.name_style.size * (BESIDE - 0.9);
    let apart = board.name_style.size * 0.2;
    let printable = space.printable();
    let (mut taken, mut pile) = (Vec::new(), BoxIndex::default());
    let seats = if board.name_style.each_seat { painter.game.seats } else { 1 };
    for lines in &lines {
        let ways: Vec<_> = lines.values().map(|cells| outward(cells, &rank)).collect();
        // A line of one cell goes the way of its neighbours.
        let usual = ways.iter().find_map(|[(_, way), _]| *way).unwrap_or(Vec2::new(0.0, -1.0));
        for ((text, _), [first, last]) in lines.iter().zip(ways) {
            let style = board.name_style;
            let Some((size, drawing)) = word(text, style, style.place, painter) else { return };
            let ends = [(first, usual), (last, -usual)];
            // Readers on several sides find the name at both ends of its line.
            for ((end, way), usual) in ends.into_iter().take(if seats > 1 { 2 } else { 1 }) {
                let along = hex_vector(board, way.unwrap_or(usual));
                let out = along / along.hypot().max(1e-9);
                let turned = turn(nearest_seat(out, seats));
                let covered = turned.transform_rect_bbox(Rect::from_center_size(Point::ZERO, size));
                let spot = |further: f64| at(end) + out * (fit.side * 0.9 + reach + further * style.size);
                let mut free = |spot: &Point| {
                    let own = (covered + spot.to_vec2()).inflate(apart, apart);
                    let on_sheet = printable.union(covered + spot.to_vec2()) == printable;
                    on_sheet && !pile.meets(taken.len(), own, |i| taken.get(i).copied())
                };
                // Where a name of the other family stands, one goes a little further out.
                let further = (0..=STEPS).map(|step| spot(FURTHER * f64::from(step) / f64::from(STEPS)));
                let spot = further.into_iter().find(&mut free).unwrap_or(spot(0.0));
                let covered = covered + spot.to_vec2();
                taken.push(covered);
                // A ruler that ends right beside a number would seem to count.
                space.take(covered.inflate(3.0, 3.0));
                let transform = Affine::translate(spot.to_vec2()) * turned;
                let id = painter.identity(Feature::Line(text.as_str().into()));
                draws.push(Draw::Group(Group::piece(id, transform, vec![drawing.clone()])));
            }
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
