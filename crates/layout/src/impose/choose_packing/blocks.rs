//! Packs pieces of several sizes on one sheet.
//!
//! - In: groups of pieces, which are called lots. All pieces of a lot have the same size.
//! - Out: for each lot, a block of columns and rows with space for marks. Also the straight cuts
//!   that separate the blocks.
//!
//! The module `plan::shared_sheets` decides which components share a sheet.

use kurbo::{Point, Rect, Size, Vec2};

use super::{PackingRule, PrintArea};
use crate::impose::duplex::{Axis, Duplex, widest_bleed};
use crate::impose::grid::transposed;
use crate::impose::requested_marks::RequestedMarks;
use crate::impose::sheet_packing::SheetPacking;
use crate::impose::slot::Slot;
use crate::impose::straight_cuts::CutLine;
use crate::setup::{Setup, TOLERANCE};
use hexpress_game::{Outline, PieceSet, PieceSide};
use hexpress_language::values::value::Grid;

/// A lot: pieces of the same size, which are placed as one block.
#[derive(Debug, Clone, Copy)]
pub struct PieceLot<'d> {
    /// A deck whose pieces have this size and outline.
    pub deck: &'d PieceSet,
    /// The width and height of a piece, in mm.
    pub piece: Size,
    pub count: usize,
}

/// The blocks on a sheet.
#[derive(Debug)]
pub struct Blocks {
    /// For each lot, the places of its pieces.
    pub packings: Vec<SheetPacking>,
    /// The cuts that separate the blocks, in the order in which they are made.
    pub block_cuts: Vec<CutLine>,
}

/// The width of the strip around the bleed of a block, in mm. The strip contains a gap of 1 mm and a
/// mark of 3 mm.
const RIM: f64 = 4.0;

/// One possible arrangement of the pieces of a lot, e.g. in two columns.
#[derive(Debug)]
struct BlockShape {
    packing: SheetPacking,
    /// The width and height of the block in mm, including its bleed and the strip around the bleed. The
    /// strip is [`RIM`] mm wide.
    size: Size,
}

/// A rule that chooses places for blocks.
#[derive(Debug, Clone, Copy)]
struct PlacingRule {
    /// Whether the longest blocks are placed first. If false, the blocks with the largest area are
    /// placed first.
    longest_first: bool,
    /// Whether a block should fill the width or the height of its place as far as possible. If false,
    /// the block should be as small as possible.
    fills_place: bool,
    /// How the free space next to a block is divided into two places. If true, the place to the right of the
    /// block has the full height. If false, the place below the block has the full width.
    keeps_right_whole: bool,
}

/// The place that is chosen for the block of a lot.
#[derive(Debug, Clone, Copy, Default)]
struct Placement {
    /// The index of the shape that is chosen for the block.
    shape: usize,
    rect: Rect,
}

impl PlacingRule {
    /// Returns all rules, in the order in which they are tried.
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self {
            longest_first: bits & 4 != 0,
            fills_place: bits & 2 != 0,
            keeps_right_whole: bits & 1 != 0,
        })
    }

    /// Returns a place in `area` for each lot. Places do not overlap. Returns `None` if the rule
    /// finds no place for a lot.
    fn place(self, lots: &[Vec<BlockShape>], area: Rect) -> Option<Vec<Placement>> {
        let sizes: Vec<f64> = lots.iter().map(|shapes| self.least_size(shapes)).collect();
        let mut order: Vec<usize> = (0..lots.len()).collect();
        order.sort_by(|a, b| sizes[*b].total_cmp(&sizes[*a]));
        let mut free = vec![area];
        let mut placements = vec![Placement::default(); lots.len()];
        for lot in order {
            let choice = self.best_choice(&free, &lots[lot])?;
            let place = free.swap_remove(choice.place);
            let rect = Rect::from_origin_size(place.origin(), lots[lot][choice.shape].size);
            placements[lot] = Placement { shape: choice.shape, rect };
            let (right, below) = (Rect { x0: rect.x1, ..place }, Rect { y0: rect.y1, ..place });
            free.extend(match self.keeps_right_whole {
                true => [right, Rect { x1: rect.x1, ..below }],
                false => [Rect { y1: rect.y1, ..right }, below],
            });
        }
        Some(placements)
    }

    /// Returns the sort key of a lot: the smallest length, or the smallest area, that its block may have.
    fn least_size(self, shapes: &[BlockShape]) -> f64 {
        let sizes = shapes.iter().map(|shape| match self.longest_first {
            true => shape.size.width.max(shape.size.height),
            false => shape.size.area(),
        });
        sizes.fold(f64::INFINITY, f64::min)
    }

    /// Returns the best free place for a lot, and the best shape for that place. Returns `None` if no shape
    /// fits in any free place.
    fn best_choice(self, free: &[Rect], shapes: &[BlockShape]) -> Option<Choice> {
        let choices = free.iter().enumerate().flat_map(|(place_index, place)| {
            shapes.iter().enumerate().filter_map(move |(shape_index, shape)| {
                let rank = self.rank(*place, shape.size)?;
                Some((rank, Choice { place: place_index, shape: shape_index }))
            })
        });
        let best = choices
            .min_by(|([a, a_next], _), ([b, b_next], _)| a.total_cmp(b).then(a_next.total_cmp(b_next)));
        best.map(|(_, choice)| choice)
    }

    /// Returns a rank for a block of size `size` in a place. Smaller ranks are better. Returns `None`
    /// if the block is larger than the place.
    ///
    /// The second number of a rank matters only if the first numbers of two ranks are equal.
    fn rank(self, place: Rect, size: Size) -> Option<[f64; 2]> {
        let spare = (place.width() - size.width).min(place.height() - size.height);
        if spare <= -TOLERANCE {
            return None;
        }
        Some(if self.fills_place { [spare, size.area()] } else { [size.area(), spare] })
    }
}

/// The index of a free place, and the index of a shape for the block.
struct Choice {
    place: usize,
    shape: usize,
}

/// Places all lots on one sheet. Returns `None` if they do not fit.
pub fn pack_blocks(lots: &[PieceLot<'_>], paper: Size, setup: &Setup) -> Option<Blocks> {
    let first = lots.first()?.deck;
    let room_for_marks = lots
        .iter()
        .map(|lot| RequestedMarks::new(lot.deck, &setup.print_setup).room(lot.deck))
        .fold(0.0, f64::max);
    let bleed = widest_bleed(first, setup.print_setup.backs_or_default());
    PrintArea::all(first, paper, setup, -bleed).iter().find_map(|print_area| {
        let shapes: Vec<Vec<BlockShape>> =
            lots.iter().map(|lot| block_shapes(lot, print_area, setup)).collect();
        // If there is not enough space, the marks at the edges of the sheet are left out, unless the layout
        // asks for them.
        [0.0, RIM - room_for_marks].into_iter().find_map(|more| {
            let area = print_area.within.inflate(more, more);
            let placements = PlacingRule::all().find_map(|rule| rule.place(&shapes, area))?;
            let sheet = print_area.duplex.cut_sheet(print_area.sheet).to_rect();
            Some(spread(&shapes, &placements, Region { sheet, area }, Vec::new()))
        })
    })
}

/// Places all lots on a strip of a sheet. The rest of the sheet shows something else.
///
/// Returns `None` if the lots do not fit. The first cut in [`Blocks::block_cuts`] cuts off the
/// strip.
pub fn pack_on_strip(lots: &[PieceLot<'_>], sheet: Size, strip: &Strip, setup: &Setup) -> Option<Blocks> {
    let first = lots.first()?.deck;
    let backs = setup.print_setup.backs_or_default();
    let print_area = PrintArea {
        sheet,
        within: strip.area,
        duplex: Duplex::flip(backs, sheet),
        marks: strip.area,
        bleed: widest_bleed(first, backs),
    };
    let shapes: Vec<Vec<BlockShape>> = lots.iter().map(|lot| block_shapes(lot, &print_area, setup)).collect();
    // As on other sheets, marks at the edges of the sheet are left out if there is not enough
    // space.
    [strip.area, strip.area_without_marks(RIM)].into_iter().find_map(|area| {
        let placements = PlacingRule::all().find_map(|rule| rule.place(&shapes, area))?;
        Some(spread(&shapes, &placements, strip.region(area), vec![strip.cut()]))
    })
}

/// A strip along an edge of a sheet. The rest of the sheet shows something else.
#[derive(Debug, Clone, Copy)]
pub struct Strip {
    /// The whole strip, up to the edges of the sheet.
    pub sheet: Rect,
    /// The printable part of the strip.
    pub area: Rect,
    pub edge: StripEdge,
}

/// The edge of the sheet along which a strip runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StripEdge {
    Top,
    Bottom,
    Left,
    Right,
}

impl Strip {
    /// Returns the cut that separates the strip from the rest of the sheet. The cut runs from edge
    /// to edge of the sheet.
    fn cut(&self) -> CutLine {
        let Rect { x0, y0, x1, y1 } = self.sheet;
        let [from, to] = match self.edge {
            StripEdge::Top => [(x0, y1), (x1, y1)],
            StripEdge::Bottom => [(x0, y0), (x1, y0)],
            StripEdge::Left => [(x1, y0), (x1, y1)],
            StripEdge::Right => [(x0, y0), (x0, y1)],
        };
        CutLine { from: from.into(), to: to.into(), stage: 0 }
    }

    /// Returns the printable area of the strip, enlarged by `rim` mm on the sides that are edges of
    /// the sheet.
    fn area_without_marks(&self, rim: f64) -> Rect {
        let larger = self.area.inflate(rim, rim);
        match self.edge {
            StripEdge::Top => Rect { y1: self.area.y1, ..larger },
            StripEdge::Bottom => Rect { y0: self.area.y0, ..larger },
            StripEdge::Left => Rect { x1: self.area.x1, ..larger },
            StripEdge::Right => Rect { x0: self.area.x0, ..larger },
        }
    }

    fn region(&self, area: Rect) -> Region {
        Region { sheet: self.sheet, area }
    }
}

/// Returns the possible shapes of a lot's block: with one column, with two columns, and so on.
fn block_shapes(lot: &PieceLot<'_>, print_area: &PrintArea, setup: &Setup) -> Vec<BlockShape> {
    let PieceLot { deck, piece, .. } = *lot;
    let bleed = widest_bleed(deck, setup.print_setup.backs_or_default());
    // The bleed is subtracted from the print area, so that pieces are as far from the edge of the sheet as on
    // other sheets.
    let own_bed = PrintArea { within: print_area.within.inset(-bleed), bleed, ..*print_area };
    let may_turn = matches!(deck.outline, Outline::Rectangle(_))
        && piece.width != piece.height
        && deck.grid.is_none()
        && deck.pack.is_none();
    let mut shapes = Vec::new();
    for turn in 0..=u8::from(may_turn) {
        let size = if turn == 0 { piece } else { transposed(piece) };
        let requested = RequestedMarks::new(deck, &setup.print_setup);
        let rule = PackingRule::new(deck, size, setup, requested);
        add_shapes(&mut shapes, lot, turn, &rule, &own_bed);
    }
    shapes
}

/// Adds the possible shapes of a lot's block, with all pieces rotated by `turn` times 90°.
fn add_shapes(
    shapes: &mut Vec<BlockShape>,
    lot: &PieceLot<'_>,
    turn: u8,
    rule: &PackingRule<'_>,
    print_area: &PrintArea,
) {
    let PieceLot { deck, piece, count } = *lot;
    let around = print_area.bleed + RIM;
    let most = deck.grid.unwrap_or(Grid { columns: u32::MAX, rows: u32::MAX });
    for pattern in rule.patterns {
        for columns in 1..=most.columns.min(count as u32) {
            let requested_grid = Grid { columns, rows: most.rows };
            let Some(packed) = rule.packed(*pattern, Some(requested_grid), print_area) else { break };
            if packed.slots.len() < count {
                continue;
            }
            let slots = packed.slots.iter().take(count);
            let turned_slots = slots.map(|slot| Slot { turn: slot.turn + turn, ..*slot });
            let packing = SheetPacking { slots: turned_slots.collect(), piece, ..packed };
            let block = packing.block(PieceSide::Front);
            if shapes.last().is_some_and(|last| last.packing.block(PieceSide::Front).width() >= block.width())
            {
                // One more column has not made the block wider, so no more columns fit.
                break;
            }
            shapes.push(BlockShape { packing, size: block.inflate(around, around).size() });
        }
    }
}

/// Computes the cuts between the blocks on a sheet. Then moves each block to the middle of its part of the
/// sheet, so that the free space is distributed evenly.
///
/// `before` contains the cuts that are made earlier.
fn spread(lots: &[Vec<BlockShape>], placements: &[Placement], whole: Region, before: Vec<CutLine>) -> Blocks {
    let stage = before.iter().map(|cut| cut.stage + 1).max().unwrap_or(0);
    let mut parts = Parts { regions: vec![whole; lots.len()], between: before };
    let placed: Vec<PlacedLot> = placements
        .iter()
        .enumerate()
        .map(|(lot, placement)| PlacedLot { lot, rect: placement.rect })
        .collect();
    parts.divide(&placed, whole, stage);
    let packings = placements.iter().zip(lots).zip(&parts.regions).map(|((placement, shapes), region)| {
        let packing = &shapes[placement.shape].packing;
        let shift: Vec2 = region.area.center() - packing.block(PieceSide::Front).center();
        let slots = packing.slots.iter().map(|slot| Slot { centre: slot.centre + shift, ..*slot });
        let mut moved =
            SheetPacking { slots: slots.collect(), print_area: Some(region.sheet), ..packing.clone() };
        moved.add_cuts();
        moved
    });
    Blocks { packings: packings.collect(), block_cuts: parts.between }
}

/// A part of a sheet, bounded by cuts or by the edges of the sheet.
#[derive(Debug, Clone, Copy)]
struct Region {
    /// The whole part, including the area that is not printable.
    sheet: Rect,
    /// The area that blocks may cover.
    area: Rect,
}

impl Region {
    /// Returns a strip of the region, parallel to `axis`. `sheet` contains the start and the end of the whole
    /// strip, and `area` those of the part that blocks may cover. All four are coordinates at a right angle
    /// to `axis`.
    fn cropped(self, axis: Axis, sheet: [f64; 2], area: [f64; 2]) -> Self {
        Self { sheet: cropped(self.sheet, axis, sheet), area: cropped(self.area, axis, area) }
    }
}

/// Returns a strip of a box, parallel to `axis`. `from` and `to` are the coordinates of its edges, measured
/// at a right angle to `axis`.
fn cropped(rect: Rect, axis: Axis, [from, to]: [f64; 2]) -> Rect {
    axis.swap_rect(Rect { y0: from, y1: to, ..axis.swap_rect(rect) })
}

/// The index of a lot, and the place of its block.
#[derive(Debug, Clone, Copy)]
struct PlacedLot {
    lot: usize,
    rect: Rect,
}

/// A group of lots. No straight cut parallel to the axis can separate the lots of a group from one another.
struct Group {
    /// The coordinates at which the group starts and ends, in mm. They are measured at a right angle to
    /// the axis.
    from: f64,
    to: f64,
    lots: Vec<PlacedLot>,
}

/// Divides lots into groups. Cuts that are parallel to `axis` can separate the groups from one another.
fn groups(lots: &[PlacedLot], axis: Axis) -> Vec<Group> {
    let mut sorted: Vec<PlacedLot> = lots.to_vec();
    sorted.sort_by(|a, b| axis.swap_rect(a.rect).y0.total_cmp(&axis.swap_rect(b.rect).y0));
    let mut groups: Vec<Group> = Vec::new();
    for lot in sorted {
        let Rect { y0: from, y1: to, .. } = axis.swap_rect(lot.rect);
        match groups.last_mut() {
            Some(group) if from < group.to - TOLERANCE => {
                group.to = group.to.max(to);
                group.lots.push(lot);
            }
            _ => groups.push(Group { from, to, lots: vec![lot] }),
        }
    }
    groups
}

/// The parts into which a sheet is divided, and the cuts between them. The cuts are added one after
/// the other.
struct Parts {
    /// The region that belongs to each lot.
    regions: Vec<Region>,
    between: Vec<CutLine>,
}

impl Parts {
    /// Divides a region by cuts, so that each lot gets its own region.
    ///
    /// If horizontal cuts can separate some lots, horizontal cuts are made first. Otherwise,
    /// vertical cuts are made first.
    fn divide(&mut self, lots: &[PlacedLot], region: Region, stage: u8) {
        if let [PlacedLot { lot, .. }] = lots {
            self.regions[*lot] = region;
            return;
        }
        for axis in [Axis::Horizontal, Axis::Vertical] {
            let groups = groups(lots, axis);
            if groups.len() > 1 {
                self.cut_between(groups, axis, region, stage);
                return;
            }
        }
    }

    /// Divides a region into one part for each group of lots. Then divides each part further, until
    /// every lot has its own part.
    fn cut_between(&mut self, groups: Vec<Group>, axis: Axis, region: Region, stage: u8) {
        let needs: f64 = groups.iter().map(|group| group.to - group.from).sum();
        let [sheet, area] = [region.sheet, region.area].map(|rect| axis.swap_rect(rect));
        let spare = (area.y1 - area.y0 - needs) / groups.len() as f64;
        let last = groups.len() - 1;
        let (mut area_start, mut sheet_start) = (area.y0, sheet.y0);
        for (index, Group { from, to, lots }) in groups.into_iter().enumerate() {
            let area_end = area_start + to - from + spare;
            let sheet_end = if index == last { sheet.y1 } else { area_end };
            let part = region.cropped(axis, [sheet_start, sheet_end], [area_start, area_end]);
            self.divide(&lots, part, stage + 1);
            if index < last {
                let line = cropped(region.sheet, axis, [sheet_end, sheet_end]);
                let end = Point::new(line.x1, line.y1);
                self.between.push(CutLine { from: line.origin(), to: end, stage });
            }
            (area_start, sheet_start) = (area_end, sheet_end);
        }
    }
}
