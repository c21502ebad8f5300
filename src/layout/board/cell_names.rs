//! Names in their cells: all of one size, all at one place of their cells, clear of the lines.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kurbo::{Affine, Point, Size, Vec2};

use super::fit::BoardFit;
use super::names::ink_on;
use crate::base::hex::Hex;
use crate::base::identity::Feature;
use crate::base::units::{Mm, PT_PER_MM, Trimmed};
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::{frame::turn, painter::line_of_text};
use crate::layout::page::Page;
use crate::model::style::Style;
use crate::model::template::NoRow;
use crate::model::{Board, Cell, DetailSpot};
use crate::scene::{Draw, Group};
use crate::spec::values::value::Where;
use crate::text::Shaped;

/// Between a name and the lines of its cell, in ems.
const GAP: f64 = 0.35;
/// Between the names for two readers, in ems.
const APART: f64 = 0.3;
/// Names that are too large shrink to this size, in pt.
const LEAST_PT: f64 = 4.5;

/// Draws the names of all cells, or of those along the edge of the board.
pub fn draw(
    board: &Board,
    fit: &BoardFit,
    names: &[Arc<str>],
    edge_only: bool,
    page: &mut Page<'_, '_>,
) -> Result<()> {
    let border: Option<HashSet<Hex>> = edge_only.then(|| {
        let hexes: Vec<Hex> = board.cells.iter().map(|c| c.hex).collect();
        crate::model::cells::border_edges(board.tiling, &hexes).into_iter().map(|(hex, _)| hex).collect()
    });
    let is_shown = |cell: &Cell| border.as_ref().is_none_or(|border| border.contains(&cell.hex));
    let style = board.name_style;
    let named = board.cells.iter().zip(names).filter(|(cell, name)| is_shown(cell) && !name.is_empty());
    // One name tells what the font lacks.
    let shown = named.map(|(cell, name)| Ok((cell, page.painter.shaped(style.font, name)?)));
    let shown = shown.collect::<Result<Vec<(&Cell, Arc<Shaped>)>>>()?;
    // A box that holds every name, so that all stand on the same spot.
    let (mut widest, mut top, mut bottom) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (_, shaped) in &shown {
        widest = widest.max(shaped.advance);
        top = top.min(shaped.ink.y0);
        bottom = bottom.max(shaped.ink.y1);
    }
    let em_box = |width: f64| Size::new(width, bottom - top);
    let seats = if style.each_seat { page.painter.game.seats } else { 1 };
    let of = |k: u8| Inside::new(board, Hex { k, ..Hex::new(0, 0) }, fit.side, seats);
    // Cells of all sorts have names of one size.
    let sorts: Vec<Inside<'_>> = (0..board.tiling.polygons()).map(of).collect();
    let least = style.size.min(Mm::from_pt(LEAST_PT).0);
    let mut size = style.size;
    let spots = loop {
        let fits = |inside: &Inside<'_>| inside.spots(em_box(widest), size, &inside.lines);
        if let Some(spots) = sorts.iter().map(fits).collect::<Option<Vec<_>>>() {
            break spots;
        }
        if size <= least {
            let is_wide = |shaped: &Shaped| {
                sorts.iter().any(|inside| inside.spots(em_box(shaped.advance), size, &inside.lines).is_none())
            };
            let wide = shown.iter().filter(|(_, shaped)| is_wide(shaped));
            let wide: Vec<&str> = wide.map(|(_, shaped)| &*shaped.string).collect();
            return Err(too_large(&wide, size));
        }
        size = (size - 0.25 / PT_PER_MM).max(least);
    };
    let thick = thick_edges(board);
    let look = Style::halo(board.names_halo.clone());
    for (cell, shaped) in &shown {
        let k = usize::from(cell.hex.k);
        // Further in from thick edges, where there is room; else over them.
        let own = thick.get(&cell.hex).and_then(|lines| sorts[k].spots(em_box(widest), size, lines));
        let spots = own.as_deref().unwrap_or(&spots[k]);
        let origin = Point::new(-shaped.advance / 2.0 * size, -(top + bottom) / 2.0 * size);
        let fill = board.kinds.get(cell.kind).and_then(|kind| kind.fill.as_ref());
        let below = board.names_halo.as_ref().map(|halo| &halo.ink).or(fill);
        let ink = board.names_ink.clone().unwrap_or_else(|| ink_on(below));
        let word = vec![line_of_text(shaped, size, origin, ink)];
        let word = page.painter.styled(&look, word, &NoRow)?;
        let centre = fit.middle(cell.hex).to_vec2();
        let feature = Feature::Name(cell.hex);
        if let [one] = spots {
            page.push(feature, Affine::translate(centre + one.middle), word);
            continue;
        }
        let turned = spots.iter().map(|spot| {
            let transform = Affine::translate(spot.middle) * turn(spot.degrees);
            Draw::Group(Group { transform, ..Group::plain(word.clone()) })
        });
        page.push(feature, Affine::translate(centre), turned.collect());
    }
    Ok(())
}

fn too_large(names: &[&str], size: f64) -> Diagnostic {
    let at = Trimmed(size * PT_PER_MM);
    let message = match names {
        [name] => format!("the name `{name}` is too large for its cell, even at {at} pt"),
        _ => {
            let some: Vec<String> = names.iter().take(3).map(|name| format!("`{name}`")).collect();
            let more = if names.len() > some.len() { " …" } else { "" };
            let count = names.len();
            format!("{count} names are too large for their cells, even at {at} pt: {}{more}", some.join(", "))
        }
    };
    let hint = "larger cells, shorter names, or show-names = \"outside\"";
    codes::TEXT_TOO_LARGE.error(message).hint(hint)
}

/// Where a name stands for one reader: its middle, from the middle of the cell, and how it is turned.
#[derive(Debug, Clone, Copy)]
struct Spot {
    middle: Vec2,
    degrees: f64,
}

/// The inside of a board's cells of one sort.
struct Inside<'b> {
    board: &'b Board,
    /// One of them.
    hex: Hex,
    /// The side of a cell, mm.
    side: f64,
    /// How wide the lines along its edges are at most, mm.
    lines: Vec<f64>,
    seats: u32,
}

impl<'b> Inside<'b> {
    fn new(board: &'b Board, hex: Hex, side: f64, seats: u32) -> Self {
        let lines = vec![board.widest_line(); board.tiling.edges(hex)];
        Self { board, hex, side, lines, seats }
    }

    /// Where names of `em_box` ems stand for each reader, at `size` mm for an em; none where they do not fit
    /// between `lines`, or not beside one another.
    fn spots(&self, em_box: Size, size: f64, lines: &[f64]) -> Option<Vec<Spot>> {
        let object = em_box * size;
        let mut spots = Vec::with_capacity(self.seats as usize);
        for seat in 0..self.seats {
            let degrees = f64::from(seat) * 360.0 / f64::from(self.seats);
            let halo = self.board.names_halo.as_ref().map_or(0.0, |halo| halo.width);
            let middle = self.spot(object, halo.max(size * GAP), degrees, lines)?;
            spots.push(Spot { middle: rotate(middle, degrees), degrees });
        }
        let room = object + Size::new(APART, APART) * size;
        let apart = |(i, a): (usize, &Spot)| spots[..i].iter().all(|b| apart(*a, *b, room));
        spots.iter().enumerate().all(apart).then_some(spots)
    }

    /// The middle of a box as one reader sees the cell: as near to the place it asks for as can be.
    fn spot(&self, object: Size, gap: f64, degrees: f64, lines: &[f64]) -> Option<Vec2> {
        let tiling = self.board.tiling;
        let at = self.board.name_style.at;
        let way = match at {
            Where::Offset(offset) => Vec2::new(offset.x, offset.y),
            Where::Anchor(anchor) => {
                let (size, along) =
                    (self.board.grid().bounds(self.hex).size(), |side: u8| f64::from(side) - 1.0);
                Vec2::new(along(anchor.column) * size.width, along(anchor.row) * size.height)
            }
            Where::EachCorner | Where::EachEdge => Vec2::ZERO,
        };
        // How far it may go that way until it meets the first edge.
        let mut far = f64::INFINITY;
        for (edge, line) in lines.iter().enumerate() {
            let normal = rotate(tiling.edge_normal(self.hex, edge), -degrees);
            let half = (normal.x.abs() * object.width + normal.y.abs() * object.height) / 2.0;
            let inner = self.side * self.board.grid().apothem(self.hex, edge);
            let room = inner - line / 2.0 - gap - half;
            if room < 0.0 {
                return None;
            }
            let towards = normal.dot(way);
            if towards > 1e-9 {
                far = far.min(room / towards);
            }
        }
        match at {
            Where::Offset(_) => (far >= 1.0).then_some(way),
            _ if far.is_finite() => Some(way * far),
            _ => Some(Vec2::ZERO),
        }
    }
}

fn rotate(v: Vec2, degrees: f64) -> Vec2 {
    if degrees == 0.0 { v } else { (turn(degrees) * v.to_point()).to_vec2() }
}

/// Whether two boxes of this size do not touch: some side of one of them parts them.
fn apart(a: Spot, b: Spot, size: Size) -> bool {
    let axes =
        |spot: Spot| [rotate(Vec2::new(1.0, 0.0), spot.degrees), rotate(Vec2::new(0.0, 1.0), spot.degrees)];
    let half = |spot: Spot, axis: Vec2| {
        let [x, y] = axes(spot);
        (x.dot(axis).abs() * size.width + y.dot(axis).abs() * size.height) / 2.0
    };
    let between = b.middle - a.middle;
    let mut all = axes(a).into_iter().chain(axes(b));
    all.any(|axis| between.dot(axis).abs() >= half(a, axis) + half(b, axis))
}

/// The lines along the edges of cells that have an edge with a wider line of its own.
fn thick_edges(board: &Board) -> HashMap<Hex, Vec<f64>> {
    let mut thick = HashMap::new();
    for detail in &board.details {
        let (DetailSpot::Edge(edge), Some(line)) = (detail.spot, &detail.line) else { continue };
        for (hex, edge) in [(detail.hex, edge), board.tiling.across(detail.hex, edge)] {
            let usual = || vec![board.widest_line(); board.tiling.edges(hex)];
            let widths = thick.entry(hex).or_insert_with(usual);
            widths[edge] = widths[edge].max(line.width);
        }
    }
    thick
}
