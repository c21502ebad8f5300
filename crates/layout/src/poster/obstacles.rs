//! Finds the obstacles for the seams of a poster.
//!
//! - In: the drawings of a whole board or piece.
//! - Out: the bounding boxes of texts, marks and small drawings.
//!
//! The module `possible_seams` determines which obstacles a seam crosses.

use kurbo::{Affine, Rect};
use rustc_hash::FxHashMap;

use crate::board::fit::BoardFit;
use crate::draw::bounds::{DESCENT_EMS, bounds};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::{Feature, Identity};
use hexpress_scene::{CellDrawings, Drawing, Group, Text};

/// The largest size of a mark, as a fraction of the width of its cell. A larger drawing counts as
/// filling its cell, so seams may cross it.
const MAX_MARK_SHARE: f64 = 0.69;
/// The distance that a seam keeps from the drawings of a piece if there is enough space, in mm.
const PIECE_CLEARANCE: f64 = 3.0;

/// The obstacles for seams, in the coordinates of the whole picture.
#[derive(Debug, Default)]
pub struct Obstacles {
    /// Texts, icons that replace words, and marks in cells. A seam must not cross them.
    pub texts: Vec<Rect>,
    /// Other small drawings. A seam crosses them only if it cannot avoid them.
    pub drawings: Vec<Rect>,
}

impl Obstacles {
    /// Returns the obstacles on a whole board.
    pub fn on_board(drawings: &[Drawing], fit: &BoardFit) -> Self {
        let mut obstacles = Self::default();
        for drawing in drawings {
            obstacles.add(drawing, fit);
        }
        obstacles
    }

    /// Returns the obstacles on a whole piece: its texts, and all its elements. Elements that are texts are
    /// in both lists.
    pub fn on_piece(drawings: &[Drawing]) -> Self {
        let mut obstacles = Self::default();
        for drawing in drawings {
            collect_texts(drawing, Affine::IDENTITY, &mut obstacles.texts);
            if let Drawing::Group(group) = drawing {
                let elements = group.drawings.iter().filter_map(|drawing| covered(drawing, group.transform));
                obstacles
                    .drawings
                    .extend(elements.map(|rect| rect.inflate(PIECE_CLEARANCE, PIECE_CLEARANCE)));
            }
        }
        obstacles
    }

    fn add(&mut self, drawing: &Drawing, fit: &BoardFit) {
        if let Drawing::Cells(cells) = drawing {
            return self.add_cells(cells, fit);
        }
        collect_texts(drawing, Affine::IDENTITY, &mut self.texts);
        let Drawing::Group(group) = drawing else { return };
        match group.id.as_ref().and_then(Identity::feature) {
            Some(Feature::Cell(address)) => self.add_marks(group, *address, fit),
            Some(Feature::Draw(_)) => self.drawings.extend(covered(drawing, Affine::IDENTITY)),
            _ => {}
        }
    }

    /// Adds the marks and icons of a cell. Leaves out drawings that fill the cell.
    fn add_marks(&mut self, cell: &Group, address: CellAddress, fit: &BoardFit) {
        // If the tiling has several polygons, cells have different sizes, and a mark in a large cell may be
        // as large as a small cell. Each cell is therefore measured separately.
        let across = match fit.grid.tiling.polygons() {
            1 => fit.grid.across(fit.side),
            _ => 2.0 * fit.grid.tiling.apothem(address) * fit.side,
        };
        let boxes = cell.drawings.iter().filter_map(|drawing| covered(drawing, Affine::IDENTITY));
        let marks = boxes.filter(|mark| mark.width().max(mark.height()) < MAX_MARK_SHARE * across);
        self.texts.extend(marks.map(|mark| cell.transform.transform_rect_bbox(mark)));
    }

    /// Adds the obstacles in many cells. A look is a drawing that many cells share. If a look consists only
    /// of references to shared drawings, its obstacles are computed only once.
    fn add_cells(&mut self, cells: &CellDrawings, fit: &BoardFit) {
        let mut boxes_by_look: FxHashMap<u32, Vec<Rect>> = FxHashMap::default();
        let mut glyphs = Vec::new();
        for placed in &cells.places {
            let Some(look) = cells.looks.get(placed.look as usize) else { continue };
            let centre = cells.lattice.centre(placed.address).to_vec2();
            if let [Drawing::Text(text)] = &look.drawings[..] {
                let width = cells.words.glyphs(placed.word, &mut glyphs) * text.size;
                self.texts.push(text_box(text, width) + centre + look.shift);
            } else if look.drawings.iter().all(|drawing| matches!(drawing, Drawing::Use { .. })) {
                let boxes = boxes_by_look.entry(placed.look).or_insert_with(|| {
                    let mut one = Self::default();
                    let transform = Affine::translate(look.shift);
                    one.add(&Drawing::Group(Group { transform, ..cells.group(*placed) }), fit);
                    one.texts
                });
                self.texts.extend(boxes.iter().map(|rect| *rect + centre));
            } else {
                self.add(&Drawing::Group(cells.group(*placed)), fit);
            }
        }
    }
}

/// Returns the box of a line of text that is `width` mm wide and centred on the origin.
fn text_box(text: &Text, width: f64) -> Rect {
    let (left, base) = (-width / 2.0, text.origin.y);
    Rect::new(left, base - text.size, left + width, base + DESCENT_EMS * text.size)
}

/// Returns the bounding box of a drawing after `transform`, or `None` if the drawing is empty.
pub fn covered(drawing: &Drawing, transform: Affine) -> Option<Rect> {
    bounds(std::slice::from_ref(drawing)).map(|rect| transform.transform_rect_bbox(rect))
}

/// Adds the bounding boxes of the texts in a drawing, and of icons that replace words.
fn collect_texts(drawing: &Drawing, transform: Affine, texts: &mut Vec<Rect>) {
    match drawing {
        Drawing::Text(_) | Drawing::Group(Group { actual_text: Some(_), .. }) => {
            texts.extend(covered(drawing, transform))
        }
        Drawing::Group(group) => {
            group.drawings.iter().for_each(|inner| collect_texts(inner, transform * group.transform, texts));
        }
        Drawing::Use { shared, transform: own_transform } => {
            shared.drawings.iter().for_each(|inner| collect_texts(inner, transform * *own_transform, texts));
        }
        Drawing::Cells(cells) => {
            cells.groups().for_each(|group| collect_texts(&Drawing::Group(group), transform, texts));
        }
        Drawing::Path { .. } | Drawing::EvenOdd { .. } | Drawing::Image { .. } => {}
    }
}
