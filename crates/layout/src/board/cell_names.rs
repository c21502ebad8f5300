//! Draws the name of each cell inside the cell.
//!
//! - In: a board, its place on the sheet, and the names of its cells.
//! - Out: one drawing that contains all names. Names that differ only in their letters share a look. A look
//!   is a drawing that is stored once. Each cell fills in its own letters.
//! - Not here: drawing names outside the board (`outside_names`).
//!
//! All names have the same size and the same place in their cells. The names keep clear of the lines along
//! the edges of cells.

use std::sync::Arc;

use kurbo::{Point, Size, Vec2};
use rustc_hash::FxHashMap;

use super::cell_interior::{CellInterior, NameSpot};
use super::fit::BoardFit;
use super::has_free_edge;
use super::name_ink::ink_on;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::identity::Feature;
use hexpress_base::units::{Mm, PT_PER_MM, ShortNumber};
use hexpress_game::naming::CellNames;
use hexpress_game::{Board, Cell, EdgeOrCorner};
use hexpress_scene::text::{FontId, Letters};
use hexpress_scene::{
    CellDrawings, CellRow, CellSubject, Drawing, Group, Ink, Look, Stroke, Text, WordTable,
};
use hexpress_settle::Effects;

/// Names do not shrink below this size, in pt. Smaller letters would be hard to read.
const MIN_PT: f64 = 4.5;
/// How much a name shrinks in one step, in pt.
const STEP_PT: f64 = 0.25;
/// If a board has more names than this, each letter is shaped only once. Names are then put together
/// from these letters, which is faster than shaping every name.
const MAX_WHOLE_NAMES: usize = 4000;

/// The cells of a board that show their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedCells {
    All,
    /// Only cells at the edge of the board: at least one of their sides has no neighbour.
    AlongTheEdge,
}

impl NamedCells {
    fn contains(self, board: &Board, cell: CellAddress) -> bool {
        self == Self::All || has_free_edge(board, cell)
    }
}

#[derive(Clone, Copy)]
struct NamedCell<'n> {
    cell: &'n Cell,
    name: &'n str,
}

/// Draws the names of the cells in `shown`.
///
/// # Errors
/// The names do not fit their cells, or the font lacks a letter.
pub fn draw(
    board: &Board,
    fit: &BoardFit,
    names: &CellNames,
    shown: NamedCells,
    page: &mut SheetBuilder<'_, '_>,
) -> Result<()> {
    let named: Vec<NamedCell<'_>> = board
        .cells
        .iter()
        .zip(names.iter())
        .filter(|(cell, name)| !name.is_empty() && shown.contains(board, cell.address))
        .map(|(cell, name)| NamedCell { cell, name })
        .collect();
    let font = board.name_style.font;
    let SetNames { words, ascent, descent } = SetNames::new(&named, font, page)?;
    let em_box = Size::new(words.widest(), descent - ascent);
    let seats = if board.name_style.each_seat { page.painter.game.seats } else { 1 };
    let interiors: Vec<CellInterior<'_>> = (0..board.grid.tiling.polygons())
        .map(|k| {
            CellInterior::new(board, CellAddress { polygon: k, ..CellAddress::new(0, 0) }, fit.side, seats)
        })
        .collect();
    let Some(fitted) = FittedNames::largest(&interiors, em_box, board.name_style.size) else {
        return Err(too_large(board, &named, &interiors, em_box, page));
    };
    let mut looks = NameLooks::new(board, &interiors, fitted, em_box, -(ascent + descent) / 2.0);
    let places = (0_u32..)
        .zip(&named)
        .map(|(word, NamedCell { cell, .. })| CellRow {
            address: cell.address,
            look: looks.number(cell),
            word,
        })
        .collect();
    let drawn = CellDrawings {
        component: Arc::clone(page.painter.component()),
        subject: CellSubject::Name,
        lattice: fit.lattice(),
        looks: looks.looks.into(),
        words: Arc::new(words),
        places,
    };
    match &board.names_halo {
        Some(halo) => draw_with_halo(&drawn, halo, page),
        None => page.push_cells(drawn),
    }
    Ok(())
}

/// Draws each name with its own halo. Names cannot share a look here, because a halo has the shape of
/// the letters.
fn draw_with_halo(names: &CellDrawings, halo: &Stroke, page: &mut SheetBuilder<'_, '_>) {
    let effects = Effects::halo(Some(halo.clone()));
    for placed in &names.places {
        let Group { transform, drawings, .. } = names.group(*placed);
        let haloed = page.painter.with_effects(&effects, drawings);
        page.push(Feature::Name(placed.address), transform, haloed);
    }
}

/// All names of a board as shaped text.
struct SetNames {
    words: WordTable,
    /// The `y` coordinate of the top of the highest letter in all names, in ems from the baseline.
    /// The value is negative, because y points down.
    ascent: f64,
    /// The `y` coordinate of the bottom of the lowest letter in all names, in ems from the
    /// baseline.
    descent: f64,
}

impl SetNames {
    /// Shapes the names. If there are more than [`MAX_WHOLE_NAMES`] names, they are put together from single
    /// letters where possible. A name with a ligature, for example, is still shaped as a whole.
    fn new(named: &[NamedCell<'_>], font: FontId, page: &SheetBuilder<'_, '_>) -> Result<Self> {
        let names = named.iter().map(|named| named.name);
        let letters = (named.len() > MAX_WHOLE_NAMES)
            .then(|| Letters::from_words(page.painter.shaper, font, names.clone()));
        let mut words = WordTable::with_letters(letters.unwrap_or_default());
        let mut glyphs = Vec::new();
        let (mut ascent, mut descent) = (0.0_f64, 0.0_f64);
        for name in names {
            if !words.spell(name, &mut glyphs) {
                // If the font lacks letters of several names, only the first of these names is
                // reported.
                let shaped = page.painter.shaped(font, name)?;
                (ascent, descent) = (ascent.min(shaped.ink.y0), descent.max(shaped.ink.y1));
                words.add(&shaped);
            }
        }
        let [top, bottom] = words.vertical_extent();
        Ok(Self { words, ascent: ascent.min(top), descent: descent.max(bottom) })
    }
}

/// Returns the error for names that do not fit their cells even at the smallest size.
fn too_large(
    board: &Board,
    named: &[NamedCell<'_>],
    interiors: &[CellInterior<'_>],
    em_box: Size,
    page: &SheetBuilder<'_, '_>,
) -> Diagnostic {
    let style = board.name_style;
    let size = least_size(style.size);
    let is_too_wide = |name: &str| {
        let shaped = page.painter.shaped(style.font, name);
        let name_box = Size::new(shaped.map_or(em_box.width, |shaped| shaped.advance), em_box.height);
        interiors.iter().any(|interior| interior.usual_spots(name_box, size).is_none())
    };
    let names: Vec<&str> = named.iter().map(|named| named.name).filter(|name| is_too_wide(name)).collect();
    let at = ShortNumber(size * PT_PER_MM);
    let message = match names[..] {
        [name] => format!("the name `{name}` is too large for its cell, even at {at} pt"),
        _ => {
            let some: Vec<String> = names.iter().take(3).map(|name| format!("`{name}`")).collect();
            let more = if names.len() > some.len() { " …" } else { "" };
            let count = names.len();
            format!("{count} names are too large for their cells, even at {at} pt: {}{more}", some.join(", "))
        }
    };
    let hint = "make the cells larger or the names shorter, or write show-names = \"outside\"";
    codes::TEXT_TOO_LARGE.error(message).hint(hint)
}

/// Returns the size at which names stop shrinking, in mm. This is [`MIN_PT`], or `wanted` if the layout sets
/// an even smaller size.
fn least_size(wanted: f64) -> f64 {
    wanted.min(Mm::from_pt(MIN_PT).0)
}

/// The common size of all names, and the places of the names inside their cells.
struct FittedNames {
    /// The size of an em, in mm.
    size: f64,
    /// For each polygon of the tiling, the spots of a name: one spot for each reader.
    spots: Vec<Vec<NameSpot>>,
}

impl FittedNames {
    /// Returns the largest size, up to `wanted` mm, at which names fit into every polygon of the
    /// tiling. `em_box` is the size of the box of a name, in ems. Returns `None` if even the
    /// smallest size is too large.
    fn largest(interiors: &[CellInterior<'_>], em_box: Size, wanted: f64) -> Option<Self> {
        let least = least_size(wanted);
        let mut size = wanted;
        loop {
            let spots = interiors.iter().map(|interior| interior.usual_spots(em_box, size)).collect();
            match spots {
                Some(spots) => return Some(Self { size, spots }),
                None if size <= least => return None,
                None => size = (size - STEP_PT / PT_PER_MM).max(least),
            }
        }
    }
}

/// The properties on which the look of a name depends. Names with the same key share a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct NameLookKey {
    polygon: u8,
    kind: usize,
    /// The address of the cell if the layout puts a line, such as a wall, on one of its edges. This line may
    /// move the name. `None` for all other cells, because their looks do not depend on the address.
    lined_cell: Option<CellAddress>,
}

/// A cache for the looks of names. A look is made for the first cell that needs it.
struct NameLooks<'s> {
    board: &'s Board,
    interiors: &'s [CellInterior<'s>],
    fitted: FittedNames,
    /// The bounding box of the widest name, in ems.
    em_box: Size,
    /// How far the baseline is below the middle of the name, in ems.
    baseline: f64,
    /// The cells to whose edges the layout adds lines, such as walls. The value for a cell contains the width
    /// of the line along each of its edges, in mm.
    edge_lines: FxHashMap<CellAddress, Vec<f64>>,
    looks: Vec<Look>,
    numbers: FxHashMap<NameLookKey, u32>,
    /// The key and the look of the previous cell. The next cell usually has the same key. `None` before the
    /// first cell.
    last: Option<(NameLookKey, u32)>,
}

impl<'s> NameLooks<'s> {
    fn new(
        board: &'s Board,
        interiors: &'s [CellInterior<'s>],
        fitted: FittedNames,
        em_box: Size,
        baseline: f64,
    ) -> Self {
        Self {
            board,
            interiors,
            fitted,
            em_box,
            baseline,
            edge_lines: edge_lines(board),
            looks: Vec::new(),
            numbers: FxHashMap::default(),
            last: None,
        }
    }

    fn number(&mut self, cell: &Cell) -> u32 {
        let lined_cell = self.edge_lines.contains_key(&cell.address).then_some(cell.address);
        let key = NameLookKey { polygon: cell.address.polygon, kind: cell.kind, lined_cell };
        if let Some((_, number)) = self.last.filter(|(before, _)| *before == key) {
            return number;
        }
        let number = self.numbers.get(&key).copied().unwrap_or_else(|| {
            let number = self.looks.len() as u32;
            self.looks.push(self.look(cell));
            self.numbers.insert(key, number);
            number
        });
        self.last = Some((key, number));
        number
    }

    /// Returns the look of a cell's name, without the letters of the name.
    ///
    /// The look contains an empty text for each reader. When the page is drawn, each cell with this
    /// look shows its own name in place of the empty text.
    fn look(&self, cell: &Cell) -> Look {
        let polygon = usize::from(cell.address.polygon);
        // If there is enough space, the name keeps clear of the lines that the layout puts on edges.
        // Otherwise the name is drawn over these lines.
        let cleared = self
            .edge_lines
            .get(&cell.address)
            .and_then(|lines| self.interiors[polygon].spots(self.em_box, self.fitted.size, lines));
        let spots = cleared.as_deref().unwrap_or(&self.fitted.spots[polygon]);
        let text = Drawing::Text(Text {
            string: "".into(),
            font: self.board.name_style.font,
            size: self.fitted.size,
            origin: Point::new(0.0, self.baseline * self.fitted.size),
            glyphs: [].into(),
            ink: self.ink(cell),
            is_leftward: false,
        });
        match spots {
            [spot] => Look { shift: spot.centre, drawings: vec![text] },
            several => Look {
                shift: Vec2::ZERO,
                drawings: several
                    .iter()
                    .map(|spot| Drawing::moved(spot.transform(), vec![text.clone()]))
                    .collect(),
            },
        }
    }

    /// Returns the ink for a cell's name. If the layout sets no ink, chooses one that is legible on the halo,
    /// or on the cell if the names have no halo.
    fn ink(&self, cell: &Cell) -> Ink {
        self.board.names_ink.clone().unwrap_or_else(|| {
            let halo = self.board.names_halo.as_ref().map(|halo| &halo.ink);
            let fill = self.board.kinds.get(cell.kind).and_then(|kind| kind.fill.as_ref());
            ink_on(halo.or(fill))
        })
    }
}

/// Returns the cells to whose edges the layout adds lines, such as walls. The value for a cell contains the
/// width of the line along each of its edges, in mm.
fn edge_lines(board: &Board) -> FxHashMap<CellAddress, Vec<f64>> {
    let usual = board.widest_line();
    let mut edge_lines = FxHashMap::default();
    for detail in &board.details {
        let (EdgeOrCorner::Edge(edge), Some(line)) = (detail.spot, &detail.line) else { continue };
        for (address, edge) in [(detail.address, edge), board.grid.tiling.across(detail.address, edge)] {
            let widths =
                edge_lines.entry(address).or_insert_with(|| vec![usual; board.grid.tiling.edges(address)]);
            widths[edge] = widths[edge].max(line.width);
        }
    }
    edge_lines
}
