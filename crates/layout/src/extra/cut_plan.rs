//! Draws the page that shows where and in which order to cut the sheets of a component.
//!
//! - In: the cuts and the blocks of pieces. All sheets to which the page applies have the same cuts
//!   and blocks.
//! - Out: a page with instructions, a small picture of the sheet with numbered cuts, and a table with
//!   the distances of the cuts.
//! - Not here: finding the cuts (`impose`).

use std::ops::RangeInclusive;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Shape as _, Size};

use super::cut_numbers::draw_numbers;
use super::cut_steps::{self, CutStep};
use super::cut_table::CutTable;
use super::text_pen::{TextPen, TextSide};
use crate::draw::frame::Frame;
use crate::draw::painter::Painter;
use crate::impose::{CutLine, PackingPattern, SheetPacking, Slot, row_of};
use hexpress_base::identity::{CUT_PLAN, Feature, Identity, Single};
use hexpress_base::tiling::hex::Orientation;
use hexpress_game::{Outline, PieceSet};
use hexpress_scene::{Drawing, Ink, Stroke};

/// The cut plan for sheets that are all cut in the same way.
#[derive(Debug)]
pub struct CutPlan<'a> {
    /// The components on the sheets, each with its number of pieces on one sheet.
    pub components: Vec<(Arc<str>, usize)>,
    /// The cuts between blocks. They are made before all other cuts.
    pub block_cuts: Arc<[CutLine]>,
    /// The blocks of pieces. Most sheets have only one.
    pub blocks: Vec<CutBlock<'a>>,
    /// The page numbers of the sheets in the file, counted from 1.
    pub pages: RangeInclusive<usize>,
}

/// A block: all pieces in one part of a sheet. All pieces of a block have the same size and
/// outline.
#[derive(Debug)]
pub struct CutBlock<'a> {
    /// One of the decks whose pieces are in the block. The pieces of all these decks have the same size
    /// and outline.
    pub deck: &'a PieceSet,
    /// The places of the pieces.
    pub packing: SheetPacking,
    pub pieces: usize,
}

/// The ink and the dashes of the lines of a group. A group contains consecutive steps that are
/// measured from the same place (see [`CutStep::group`]).
struct GroupLook {
    name: &'static str,
    rgb: [u8; 3],
    /// The lengths of dashes and gaps, in mm. Because of the dashes, readers can distinguish groups
    /// even in black print or if they are colour-blind.
    dash: &'static [f64],
}

const GROUP_LOOKS: [GroupLook; 4] = [
    GroupLook { name: "#000000", rgb: [0; 3], dash: &[] },
    GroupLook { name: "#0072B2", rgb: [0, 0x72, 0xB2], dash: &[3.0, 1.2] },
    GroupLook { name: "#B34700", rgb: [0xB3, 0x47, 0], dash: &[0.7, 0.7] },
    GroupLook { name: "#6A3D9A", rgb: [0x6A, 0x3D, 0x9A], dash: &[4.0, 0.8, 0.8, 0.8] },
];

impl GroupLook {
    fn of_step(step: &CutStep) -> &'static Self {
        &GROUP_LOOKS[step.group % GROUP_LOOKS.len()]
    }
}

/// Returns the ink for the lines of a step.
pub(super) fn group_ink(step: &CutStep) -> Ink {
    let GroupLook { name, rgb, .. } = *GroupLook::of_step(step);
    Ink::new(name, rgb)
}

/// Returns a line with the ink and the dashes that belong to a step.
pub(super) fn group_line(step: &CutStep, from: Point, to: Point) -> Drawing {
    let dash = GroupLook::of_step(step).dash.to_vec();
    let stroke = Stroke { dash, ..Stroke::solid(0.25, group_ink(step)) };
    Drawing::line(from, to, stroke.with_dashes_for(from.distance(to)))
}

/// On each side of the small picture of the sheet, a strip is kept free for the numbers of cuts. This is its
/// width, in mm.
const NUMBER_ROOM: f64 = 9.0;
/// The largest height of the table, in mm.
const MAX_TABLE_HEIGHT: f64 = 110.0;
/// The smallest height of the small picture of the sheet, in mm.
const MIN_SHEET_HEIGHT: f64 = 30.0;
/// The largest scale of the small picture of the sheet: the size of the picture divided by the size
/// of the sheet.
const MAX_SCALE: f64 = 0.7;

/// The cuts of a plan, and the steps in which users make these cuts.
struct Schedule {
    cuts: Vec<CutLine>,
    steps: Vec<CutStep>,
}

impl CutPlan<'_> {
    pub fn drawings(&self, room: Rect, painter: &Painter<'_, '_>) -> Vec<Drawing> {
        let Some(CutBlock { packing, .. }) = self.blocks.first() else { return Vec::new() };
        // A folded sheet is cut while it is folded, so only half of its size counts.
        let sheet = packing.duplex.cut_sheet(packing.sheet);
        let Schedule { cuts, steps } = self.schedule(sheet);
        let mut pen = TextPen::new(painter.shaper);
        pen.write(&self.title(), 14.0, Point::new(room.x0, room.y0 + 4.5), TextSide::Right);
        let mut at = Point::new(room.x0, room.y0 + 10.5);
        for paragraph in self.instructions(&steps) {
            at = pen.paragraph(&paragraph, 9.0, at, room.width());
            at.y += 0.8;
        }
        let table = CutTable::new(&steps, room.width());
        let top = at.y + NUMBER_ROOM - 2.0;
        let most = Size::new(
            room.width() - 2.0 * NUMBER_ROOM,
            (room.y1 - top - NUMBER_ROOM - table.height().min(MAX_TABLE_HEIGHT)).max(MIN_SHEET_HEIGHT),
        );
        let scale = (most.width / sheet.width).min(most.height / sheet.height).min(MAX_SCALE);
        let left = room.x0 + (room.width() - sheet.width * scale) / 2.0;
        let to_page = Affine::translate((left, top)) * Affine::scale(scale);
        pen.drawings.extend(self.small_sheet(sheet, to_page));
        for (number, step) in (1..).zip(&steps) {
            for cut in step.lines.iter().filter_map(|index| cuts.get(*index)) {
                let line = group_line(step, to_page * cut.from, to_page * cut.to);
                pen.drawings.push(Drawing::named(plan_identity(Feature::Step(number)), vec![line]));
            }
        }
        draw_numbers(&steps, &cuts, sheet, to_page, &mut pen);
        let below = top + sheet.height * scale + NUMBER_ROOM;
        table.draw(Rect::new(room.x0, below, room.x1, room.y1), &mut pen);
        pen.drawings
    }

    fn title(&self) -> String {
        let pages = match (self.pages.start(), self.pages.end()) {
            (first, last) if first == last => format!("page {first}"),
            (first, last) => format!("pages {first} to {last}"),
        };
        let names: Vec<&str> = self.components.iter().map(|(name, _)| &**name).collect();
        format!("Cutting {pages}: {}", names.join(", "))
    }

    /// Returns all straight cuts.
    pub fn cuts(&self) -> impl Iterator<Item = &CutLine> {
        self.block_cuts.iter().chain(self.blocks.iter().flat_map(|block| block.packing.cuts_of(block.pieces)))
    }

    /// Returns the cuts and their steps. The cuts between blocks come first, then the cuts of each
    /// block.
    fn schedule(&self, sheet: Size) -> Schedule {
        let mut steps = cut_steps::steps(&self.block_cuts, sheet, &[]);
        let mut cuts = self.block_cuts.to_vec();
        for block in &self.blocks {
            let own_cuts: Vec<CutLine> = block.packing.cuts_of(block.pieces).copied().collect();
            let groups = steps.last().map_or(0, |last| last.group + 1);
            for step in cut_steps::steps(&own_cuts, sheet, &block.strip_middles()) {
                let lines = step.lines.iter().map(|line| line + cuts.len()).collect();
                steps.push(CutStep { group: step.group + groups, lines, ..step });
            }
            cuts.extend(own_cuts);
        }
        Schedule { cuts, steps }
    }

    fn small_sheet(&self, size: Size, to_page: Affine) -> [Drawing; 2] {
        let path = to_page * size.to_rect().to_path(0.1);
        let (fill, stroke) = (Some(Ink::white()), Some(Stroke::solid(0.15, Ink::black())));
        let mut pieces = Vec::new();
        for CutBlock { deck, packing, pieces: count } in &self.blocks {
            let outline = Frame::piece(&deck.outline, packing.piece).outline();
            pieces.extend(packing.slots.iter().take(*count).map(|slot| {
                let placed = to_page * slot.transform() * outline.clone();
                Drawing::filled(placed, Ink::new("#EBEBE6", [0xEB, 0xEB, 0xE6]))
            }));
        }
        [
            Drawing::named(
                plan_identity(Feature::Single(Single::Sheet)),
                vec![Drawing::Path { path, fill, stroke }],
            ),
            Drawing::named(plan_identity(Feature::Single(Single::Pieces)), pieces),
        ]
    }
}

impl CutBlock<'_> {
    /// Returns, for each piece, the middle of the strip that contains it, in mm from the top or left edge of
    /// the sheet. A strip is a row or a column of pieces that is cut off before its pieces are cut apart. The
    /// list is empty if the pieces are not in strips.
    fn strip_middles(&self) -> Vec<f64> {
        self.packing.slots.iter().filter_map(|slot| self.strip_middle(slot)).collect()
    }

    fn strip_middle(&self, slot: &Slot) -> Option<f64> {
        match (self.packing.pattern, &self.deck.outline) {
            (PackingPattern::Strips, Outline::Hexagon(Orientation::FlatTop)) => Some(slot.centre.y),
            (PackingPattern::Strips, Outline::Hexagon(Orientation::PointyTop)) => Some(slot.centre.x),
            (PackingPattern::Interlocked, _) if self.packing.gap > 0.0 => {
                Some(row_of(slot, self.packing.piece).center().y)
            }
            _ => None,
        }
    }

    /// Returns whether straight cuts can separate the pieces.
    pub(super) fn has_cuts(&self) -> bool {
        self.packing.cuts_of(self.pieces).next().is_some()
    }
}

fn plan_identity(feature: Feature) -> Identity {
    Identity::Of(CUT_PLAN.into(), feature)
}
