//! The names of cells on paper: in the cells, along the border, or beside the board, once for each line.

use crate::base::map::Map;
use std::collections::HashMap;

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::beside;
use super::cell_names;
use super::fit::{BESIDE, BoardFit, FURTHER, band};
use crate::base::box_index::BoxIndex;
use crate::base::hex::Hex;
use crate::base::identity::Feature;
use crate::diag::{Result, codes};
use crate::layout::draw::{frame::turn, painter::line_of_text};
use crate::layout::page::Page;
use crate::model::naming::{CellNames, parts};
use crate::model::{Board, ShowNames};
use crate::scene::{Ink, luminance};
use crate::settle::Effects;

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
        Some(fill) if fill.is_light() => Ink::black(),
        Some(_) => Ink::white(),
        None => ink(),
    }
}

/// A line of cells that has its name beside the board.
pub struct NamedLine<'n> {
    /// What it is called.
    pub text: &'n str,
    /// Its two ends; that where counting begins comes first.
    pub ends: [End; 2],
}

/// An end of such a line.
#[derive(Debug, Clone, Copy)]
pub struct End {
    /// The middle of the last cell, on a grid of side 1.
    pub at: Point,
    /// The unit vector that leads out of the board there.
    pub out: Vec2,
    /// How far from there the name stands, in mm; none where it stands clear of all cells.
    pub far: Option<f64>,
}

/// Letters and numbers beside the board, each at the end of its line where counting begins.
fn outside(board: &Board, fit: &BoardFit, names: &CellNames, page: &mut Page<'_, '_>) -> Result<()> {
    let style = board.name_style;
    let rim = board.rim.as_ref().map_or(0.0, |rim| rim.width);
    // Clear of a wide rim as well.
    let reach = band(board) + (style.size * (BESIDE - 0.9)).max(rim + style.size * 0.7);
    let lines = match board.has_plain_lines() {
        true => of_one_sort(board, fit, names, reach),
        false => beside::lines(board, names)?,
    };
    let mut cells: Option<beside::Cells> = None;
    let apart = style.size * 0.2;
    let printable = page.space.printable();
    let (mut taken, mut pile) = (Vec::new(), BoxIndex::default());
    let seats = if style.each_seat { page.painter.game.seats } else { 1 };
    let cap = page.painter.shaper.cap_height(style.font) * style.size;
    let halo = Effects::halo(board.names_halo.clone());
    for NamedLine { text, ends } in lines {
        let shaped = page.painter.shaped(style.font, text)?;
        let size = Size::new(shaped.advance * style.size, cap);
        let origin = Point::new(-size.width / 2.0, cap / 2.0);
        let ink = board.names_ink.clone().unwrap_or_else(ink);
        let drawing = vec![line_of_text(&shaped, style.size, origin, ink)];
        let drawing = page.painter.seen(&halo, drawing);
        // Readers on several sides find the name at both ends of its line.
        for End { at, out, far } in ends.into_iter().take(if seats > 1 { 2 } else { 1 }) {
            let middle = fit.point(at);
            let turned = turn(nearest_seat(out, seats));
            let covered = turned.transform_rect_bbox(Rect::from_center_size(Point::ZERO, size));
            let least = far.unwrap_or_else(|| {
                let cells = cells.get_or_insert_with(|| beside::Cells::new(board, fit));
                cells.clear(middle, out, covered, reach)
            });
            let spot = |further: f64| middle + out * (least + further * style.size);
            let mut free = |spot: &Point| {
                let own = covered + spot.to_vec2();
                let own_room = own.inflate(apart, apart);
                printable.contains_rect(own) && !pile.meets(taken.len(), own_room, |i| taken.get(i).copied())
            };
            // Where a name of the other family stands, one goes a little further out.
            let further = (0..=STEPS).map(|step| spot(FURTHER * f64::from(step) / f64::from(STEPS)));
            let found = further.into_iter().find(&mut free);
            if found.is_none() && far.is_none() {
                let message =
                    format!("`{text}` has no room beside the board, among the names of other lines");
                let hint = "smaller `names-font`, larger cells, or show-names = \"inside\"";
                return Err(codes::TEXT_TOO_LARGE.error(message).hint(hint));
            }
            let spot = found.unwrap_or(spot(0.0)).to_vec2();
            taken.push(covered + spot);
            page.space.take_name(covered + spot);
            let transform = Affine::translate(spot) * turned;
            page.push(Feature::Line(text.into()), transform, drawing.clone());
        }
    }
    Ok(())
}

/// The lines of hexagons, squares and triangles: they lead as their first two cells lie.
fn of_one_sort<'n>(board: &Board, fit: &BoardFit, names: &'n CellNames, reach: f64) -> Vec<NamedLine<'n>> {
    let mut lines: [Map<&str, Vec<Hex>>; 2] = [Map::new(), Map::new()];
    for (cell, name) in board.cells.iter().zip(names.iter()) {
        let Some((first, second)) = parts(name) else { continue };
        lines[0].entry(first).or_default().push(cell.hex);
        lines[1].entry(second).or_default().push(cell.hex);
    }
    let rank = ranks(&lines);
    // From the middle of a cell to where its names begin, in sides: lines of hexagons run through corners as well.
    let edge = |out: Vec2| match board.tiling.is_hexagons() {
        true => 0.9,
        false => board.grid().apothem_along(Hex::new(0, 0), out),
    };
    let end = |cell: Hex, way: Hex| {
        let along = hex_vector(board, way);
        let out = along / along.hypot().max(1e-9);
        End { at: board.grid().middle(cell), out, far: Some(fit.side * edge(out) + reach) }
    };
    let mut all = Vec::new();
    for lines in &lines {
        let ways: Vec<_> = lines.values().map(|cells| outward(cells, &rank)).collect();
        // A line of one cell goes the way of its neighbours.
        let usual = ways.iter().find_map(|[(_, way), _]| *way).unwrap_or(Hex::new(0, -1));
        let out = |(cell, way): (Hex, Option<Hex>), usual: Hex| {
            end(cell, way.unwrap_or_else(|| free_way(cell, usual, &rank)))
        };
        let named = lines.keys().zip(ways).map(|(text, [first, last])| NamedLine {
            text,
            ends: [out(first, usual), out(last, Hex::new(-usual.q, -usual.r))],
        });
        all.extend(named);
    }
    all
}

/// A step in axial coordinates as a vector on the sheet.
fn hex_vector(board: &Board, way: Hex) -> Vec2 {
    let first = board.grid().middle(Hex::new(0, 0));
    let q = board.grid().middle(Hex::new(1, 0)) - first;
    let r = board.grid().middle(Hex::new(0, 1)) - first;
    q * f64::from(way.q) + r * f64::from(way.r)
}

/// For each cell, how far along its lines it stands: the sum of the places of its two parts.
pub fn ranks(lines: &[Map<&str, Vec<Hex>>; 2]) -> HashMap<Hex, usize> {
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
fn outward(cells: &[Hex], rank: &HashMap<Hex, usize>) -> [(Hex, Option<Hex>); 2] {
    let mut sorted: Vec<Hex> = cells.to_vec();
    sorted.sort_by_key(|hex| (rank.get(hex).copied().unwrap_or(0), *hex));
    let end = |cells: &mut dyn Iterator<Item = &Hex>| {
        let end = cells.next().copied().unwrap_or(Hex::new(0, 0));
        let next = cells.next().filter(|next| end.distance(**next) <= 2);
        let way = next.map(|next| free_way(end, end - *next, rank));
        (end, way)
    };
    [end(&mut sorted.iter()), end(&mut sorted.iter().rev())]
}

/// Returns the step that leads out of a line at its last cell: that of the line, or the one next to it where a line that
/// zigzags would lead into another cell. `rank` has all cells.
fn free_way(end: Hex, way: Hex, rank: &HashMap<Hex, usize>) -> Hex {
    let (right, left) = (way.turned(), Hex::new(-way.s(), -way.q));
    [way, right, left].into_iter().find(|way| !rank.contains_key(&(end + *way))).unwrap_or(way)
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
