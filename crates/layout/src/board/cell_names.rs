//! Names in their cells: all of one size, all at one place of their cells, clear of the lines.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, Point, Size, Vec2};
use rustc_hash::FxHashMap;

use super::fit::BoardFit;
use super::names::ink_on;
use crate::base::hex::Hex;
use crate::base::identity::Feature;
use crate::base::units::{Mm, PT_PER_MM, Trimmed};
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::frame::turn;
use crate::layout::page::Page;
use crate::model::naming::CellNames;
use crate::model::{Board, DetailSpot};
use crate::scene::{CellSubject, Draw, Group, Look, Many, Placed, Stroke, Text, Words};
use crate::settle::Effects;
use crate::spec::values::value::Where;
use crate::text::{FontId, Letters};

/// Names whose letters each have a line round them: each is drawn by itself.
fn with_halo(names: &Many, halo: &Stroke, page: &mut Page<'_, '_>) -> Result<()> {
    let effects = Effects::halo(Some(halo.clone()));
    for placed in &names.places {
        let Group { transform, draws, .. } = names.group(*placed);
        let draws = page.painter.seen(&effects, draws);
        page.push(Feature::Name(placed.hex), transform, draws);
    }
    Ok(())
}

/// Between a name and the lines of its cell, in ems.
const GAP: f64 = 0.35;
/// Between the names for two readers, in ems.
const APART: f64 = 0.3;
/// Names that are too large shrink to this size, in pt.
const LEAST_PT: f64 = 4.5;
/// More names than this have fewer letters in a row than there are names.
const MANY: usize = 4000;

/// Draws the names of all cells, or of those along the edge of the board.
pub fn draw(
    board: &Board,
    fit: &BoardFit,
    names: &CellNames,
    edge_only: bool,
    page: &mut Page<'_, '_>,
) -> Result<()> {
    let is_shown =
        |hex: Hex| !edge_only || board.tiling.neighbours(hex).any(|next| board.cell_at(next).is_none());
    let style = board.name_style;
    let named = board.cells.iter().zip(names.iter());
    let named = named.filter(|(cell, name)| !name.is_empty() && is_shown(cell.hex));
    let SetNames { words, reach: [top, bottom] } =
        set(named.clone().map(|(_, name)| name), style.font, page)?;
    let widest = words.widest();
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
            let is_wide = |name: &str| {
                let wide = page.painter.shaped(style.font, name).map_or(widest, |shaped| shaped.advance);
                sorts.iter().any(|inside| inside.spots(em_box(wide), size, &inside.lines).is_none())
            };
            let wide = named.filter(|(_, name)| is_wide(name));
            return Err(too_large(&wide.map(|(_, name)| name).collect::<Vec<_>>(), size));
        }
        size = (size - 0.25 / PT_PER_MM).max(least);
    };
    let thick = thick_edges(board);
    let mut looks: Vec<Look> = Vec::new();
    // By sort, kind, and the cell itself where thick edges are in the way.
    let mut numbers: FxHashMap<(u8, usize, Option<Hex>), u32> = FxHashMap::default();
    let mut places = Vec::new();
    // Most names look as the one before.
    let mut last = None;
    for (word, (cell, _)) in (0_u32..).zip(named) {
        let k = usize::from(cell.hex.k);
        let thick = thick.get(&cell.hex);
        let key = (cell.hex.k, cell.kind, thick.map(|_| cell.hex));
        let known = last.filter(|(before, _)| *before == key).map(|(_, look)| look);
        let look = known.unwrap_or_else(|| {
            *numbers.entry(key).or_insert_with(|| {
                // Further in from thick edges, where there is room; else over them.
                let own = thick.and_then(|lines| sorts[k].spots(em_box(widest), size, lines));
                let spots = own.as_deref().unwrap_or(&spots[k]);
                let fill = board.kinds.get(cell.kind).and_then(|kind| kind.fill.as_ref());
                let below = board.names_halo.as_ref().map(|halo| &halo.ink).or(fill);
                let ink = board.names_ink.clone().unwrap_or_else(|| ink_on(below));
                let origin = Point::new(0.0, -(top + bottom) / 2.0 * size);
                let (string, glyphs) = ("".into(), [].into());
                let text = || {
                    let (string, glyphs) = (Arc::clone(&string), Arc::clone(&glyphs));
                    Draw::Text(Text { string, font: style.font, size, origin, glyphs, ink: ink.clone() })
                };
                looks.push(match spots {
                    [one] => Look { shift: one.middle, draws: vec![text()] },
                    several => {
                        let turned = several.iter().map(|spot| {
                            let transform = Affine::translate(spot.middle) * turn(spot.degrees);
                            Draw::Group(Group { transform, ..Group::plain(vec![text()]) })
                        });
                        Look { shift: Vec2::ZERO, draws: turned.collect() }
                    }
                });
                looks.len() as u32 - 1
            })
        });
        last = Some((key, look));
        places.push(Placed { hex: cell.hex, look, word });
    }
    let (component, lattice) = (Arc::clone(page.painter.component()), fit.lattice());
    let words = Arc::new(words);
    let names = Many { component, subject: CellSubject::Name, lattice, looks: looks.into(), words, places };
    match &board.names_halo {
        Some(halo) => with_halo(&names, halo, page),
        None => {
            page.push_many(names);
            Ok(())
        }
    }
}

/// Names as they are set.
struct SetNames {
    words: Words,
    /// How far they reach from the baseline, in ems, y down, so that all stand on the same spot.
    reach: [f64; 2],
}

/// Sets names. Many of them are put together from their letters, where those are as they are in any name.
fn set<'n>(
    names: impl Iterator<Item = &'n str> + Clone,
    font: FontId,
    page: &Page<'_, '_>,
) -> Result<SetNames> {
    let letters =
        names.clone().nth(MANY).map(|_| Letters::from_words(page.painter.shaper, font, names.clone()));
    let mut words = Words::with_letters(letters.unwrap_or_default());
    let (mut glyphs, mut reach) = (Vec::new(), [0.0_f64; 2]);
    for name in names {
        if !words.spell(name, &mut glyphs) {
            // One name tells what the font lacks.
            let shaped = page.painter.shaped(font, name)?;
            reach = [reach[0].min(shaped.ink.y0), reach[1].max(shaped.ink.y1)];
            words.add(&shaped);
        }
    }
    let [top, bottom] = words.reach();
    Ok(SetNames { words, reach: [reach[0].min(top), reach[1].max(bottom)] })
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
