//! A page that shows where the sheets of a component are cut, and in which order.

use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Shape as _, Size};

use super::pen::{Pen, TextSide};
use super::steps::{self, Step};
use crate::base::hex::Orientation;
use crate::base::identity::{CUT_PLAN, Feature, Identity, Single};
use crate::base::units::{Mm, Trimmed, several};
use crate::layout::draw::frame::Frame;
use crate::layout::draw::painter::Painter;
use crate::layout::impose::{CutLine, PackFit, Packing, Slot, row_of};
use crate::model::{Deck, Outline};
use crate::print::paper::sheet_name;
use crate::scene::{Draw, Ink, Stroke};

/// Where sheets are cut that are all alike.
#[derive(Debug)]
pub struct CutPlan<'a> {
    /// The components on them, and how many pieces of each.
    pub of: Vec<(Arc<str>, usize)>,
    /// The cuts that part blocks, which are made first.
    pub between: Arc<[CutLine]>,
    /// What lies in each block; mostly there is one.
    pub blocks: Vec<Block<'a>>,
    /// The first and the last of their pages in the file, from 1.
    pub pages: (usize, usize),
}

/// Pieces of one size and outline, on part of a sheet.
#[derive(Debug)]
pub struct Block<'a> {
    /// A deck of them.
    pub deck: &'a Deck,
    /// How they lie.
    pub fit: PackFit,
    /// How many there are.
    pub pieces: usize,
}

/// The colours of cuts that are made together, and the dashes and gaps of their lines in mm: in black, and to eyes that
/// see few colours, dashes alone tell them apart.
const GROUPS: [(&str, [u8; 3], &[f64]); 4] = [
    ("#000000", [0; 3], &[]),
    ("#0072B2", [0, 0x72, 0xB2], &[3.0, 1.2]),
    ("#B34700", [0xB3, 0x47, 0], &[0.7, 0.7]),
    ("#6A3D9A", [0x6A, 0x3D, 0x9A], &[4.0, 0.8, 0.8, 0.8]),
];

fn group_ink(step: &Step) -> Ink {
    let (name, rgb, _) = GROUPS[step.group % GROUPS.len()];
    Ink::new(name, rgb)
}

/// A line as the cuts have it that are made together with this one.
fn group_line(step: &Step, from: Point, to: Point) -> Draw {
    let (.., dash) = GROUPS[step.group % GROUPS.len()];
    let stroke = Stroke { dash: dash.to_vec(), ..Stroke::solid(0.25, group_ink(step)) };
    Draw::line(from, to, stroke.with_dashes_for(from.distance(to)))
}

/// Above the small sheet and on its left, for the numbers of cuts, in mm.
const NUMBERS: f64 = 9.0;

impl CutPlan<'_> {
    /// The page's drawings in `room`.
    pub fn draws(&self, room: Rect, painter: &Painter<'_, '_>) -> Vec<Draw> {
        let Some(Block { fit, .. }) = self.blocks.first() else { return Vec::new() };
        // What is folded is cut folded.
        let sheet = fit.duplex.cut_sheet(fit.sheet);
        let (cuts, steps) = self.steps(sheet);
        let mut pen = Pen::new(painter.shaper);
        let pages = match self.pages {
            (a, b) if a == b => format!("page {a}"),
            (a, b) => format!("pages {a} to {b}"),
        };
        let names: Vec<&str> = self.of.iter().map(|(name, _)| &**name).collect();
        let title = format!("Cutting {pages}: {}", names.join(", "));
        pen.write(&title, 14.0, Point::new(room.x0, room.y0 + 4.5), TextSide::Right);
        let mut at = Point::new(room.x0, room.y0 + 10.5);
        for paragraph in self.words(&steps) {
            at = pen.paragraph(&paragraph, 9.0, at, room.width());
            at.y += 0.8;
        }
        let top = at.y + NUMBERS - 2.0;
        let table = (table_lines(&steps, columns(room)).0 as f64 * ROW + 4.0).min(110.0);
        let table = if steps.is_empty() { 0.0 } else { table };
        let most = Size::new(room.width() - 2.0 * NUMBERS, (room.y1 - top - NUMBERS - table).max(30.0));
        let scale = (most.width / sheet.width).min(most.height / sheet.height).min(0.7);
        let left = room.x0 + (room.width() - sheet.width * scale) / 2.0;
        let to_page = Affine::translate((left, top)) * Affine::scale(scale);
        pen.draws.extend(self.sheet(sheet, to_page));
        for (number, step) in (1..).zip(&steps) {
            for line in step.lines.iter().filter_map(|i| cuts.get(*i)) {
                let line = group_line(step, to_page * line.from, to_page * line.to);
                pen.draws.push(Draw::named(of_plan(Feature::Step(number)), vec![line]));
            }
        }
        numbers(&steps, &cuts, sheet, to_page, &mut pen);
        let below = top + sheet.height * scale + NUMBERS;
        table_of(&steps, Rect::new(room.x0, below, room.x1, room.y1), &mut pen);
        pen.draws
    }

    /// All straight cuts.
    pub fn cuts(&self) -> impl Iterator<Item = &CutLine> {
        self.between.iter().chain(self.blocks.iter().flat_map(|block| block.fit.cuts_of(block.pieces)))
    }

    /// All cuts, and the steps that they are made in: first between blocks, then block by block.
    fn steps(&self, sheet: Size) -> (Vec<CutLine>, Vec<Step>) {
        let mut steps = steps::of(&self.between, sheet, &[]);
        let mut cuts = self.between.to_vec();
        for block in &self.blocks {
            let own: Vec<CutLine> = block.fit.cuts_of(block.pieces).copied().collect();
            let groups = steps.last().map_or(0, |last| last.group + 1);
            steps.extend(steps::of(&own, sheet, &block.strips()).into_iter().map(|step| {
                let lines = step.lines.iter().map(|line| line + cuts.len()).collect();
                Step { group: step.group + groups, lines, ..step }
            }));
            cuts.extend(own);
        }
        (cuts, steps)
    }

    /// What there is to know before the first cut.
    fn words(&self, steps: &[Step]) -> Vec<String> {
        let Some(Block { fit, .. }) = self.blocks.first() else { return Vec::new() };
        let (paper, fold) = (sheet_name(fit.sheet), fit.duplex.fold);
        let folded = if fold { ", folded" } else { "" };
        let blocks: Vec<String> = self.blocks.iter().map(Block::words).collect();
        let lies = match blocks.as_slice() {
            [one] => one.replacen(": ", &format!(" on {paper}{folded}: "), 1),
            more => format!("On {paper}{folded}: {}", more.join("; ")),
        };
        let lies = format!("{lies}.");
        if steps.is_empty() {
            return std::iter::once(lies).chain(self.uncut()).collect();
        }
        let made: usize = steps.iter().map(|step| step.lines.len()).sum();
        let mut cuts = several(steps.len(), "cut");
        if made > steps.len() {
            cuts += &format!(" ({made} if strips are cut one by one)");
        }
        let sheet = if fold {
            "folded sheet, glued and dry, with the fold on the right or below"
        } else {
            "sheet as it is printed, with this side up"
        };
        let mut words = vec![
            format!("{lies} {cuts}, in the order of their numbers."),
            format!(
                "Distances are millimetres on the {sheet}, before anything was cut off; what a cut leaves stays where it was, or \
                 strips are stacked edge to edge."
            ),
        ];
        words.extend(self.uncut());
        for Block { deck, fit, pieces } in self.blocks.iter().filter(|block| block.is_cut()) {
            if fit.gap > 0.0 && *pieces > 1 {
                let gap = Trimmed::hundredths(fit.gap);
                words.push(format!("Between two pieces lie {gap} mm, so that two cuts part them."));
            }
            if let Outline::Rectangle(radius) = deck.outline
                && radius > 0.0
            {
                let radius = Trimmed::hundredths(radius);
                words.push(format!("Last of all the corners: with a corner punch of {radius} mm."));
            }
        }
        words
    }

    /// How pieces are parted where no straight cut does it.
    fn uncut(&self) -> impl Iterator<Item = String> {
        let alone = self.blocks.len() == 1;
        self.blocks.iter().filter(|block| !block.is_cut()).map(move |block| {
            let them = |what| if alone { "them" } else { what };
            match block.deck.outline {
                Outline::Disc => format!(
                    "No straight cut parts {}: take a punch or scissors, or have a plotter cut them.",
                    them("the discs")
                ),
                Outline::Regular(_) => format!(
                    "Cut {} out with a knife and a ruler, with scissors, or on a plotter.",
                    them(&format!("the {}s", block.deck.outline.called()))
                ),
                Outline::Hexagon(_) => {
                    "No straight cut runs through the sheet without cutting into a hexagon: take a knife and a \
                     ruler, scissors or a plotter. Built with --cut guillotine, they lie so that straight cuts part them."
                        .to_owned()
                }
                Outline::Rectangle(_) => {
                    format!("No straight cuts part {}: take a knife and a ruler.", them("the rectangles"))
                }
            }
        })
    }

    /// The sheet and its pieces.
    fn sheet(&self, size: Size, to_page: Affine) -> [Draw; 2] {
        let path = to_page * size.to_rect().to_path(0.1);
        let (fill, stroke) = (Some(Ink::white()), Some(Stroke::solid(0.15, Ink::black())));
        let pieces = self.blocks.iter().flat_map(|Block { deck, fit, pieces }| {
            let frame = Frame::piece(deck.outline, fit.piece).outline();
            fit.slots.iter().take(*pieces).map(move |slot| {
                let outline = to_page * slot.transform() * frame.clone();
                Draw::filled(outline, Ink::new("#EBEBE6", [0xEB, 0xEB, 0xE6]))
            })
        });
        let named = |single, draws| Draw::named(of_plan(Feature::Single(single)), draws);
        [
            named(Single::Sheet, vec![Draw::Path { path, fill, stroke }]),
            named(Single::Pieces, pieces.collect()),
        ]
    }
}

impl Block<'_> {
    /// The middles of strips that are cut by themselves: from the top, or from the left.
    fn strips(&self) -> Vec<f64> {
        let fit = &self.fit;
        let middle = |slot: &Slot| match (fit.packing, self.deck.outline) {
            (Packing::Strips, Outline::Hexagon(Orientation::FlatTop)) => Some(slot.middle.y),
            (Packing::Strips, Outline::Hexagon(Orientation::PointyTop)) => Some(slot.middle.x),
            (Packing::Interlocked, _) if fit.gap > 0.0 => Some(row_of(slot, fit.piece).center().y),
            _ => None,
        };
        fit.slots.iter().filter_map(middle).collect()
    }

    /// How many pieces there are, and how they lie.
    fn words(&self) -> String {
        format!("{}: {}", several(self.pieces, self.deck.outline.called()), self.fit.packing.description())
    }

    fn is_cut(&self) -> bool {
        self.fit.cuts_of(self.pieces).next().is_some()
    }
}

fn of_plan(feature: Feature) -> Identity {
    Identity::Of(CUT_PLAN.into(), feature)
}

/// The numbers of cuts, each beyond the end of its line.
fn numbers(steps: &[Step], cuts: &[CutLine], sheet: Size, to_page: Affine, pen: &mut Pen<'_, '_>) {
    const POINTS: f64 = 6.0;
    const AWAY: f64 = 1.2;
    let within = to_page.transform_rect_bbox(sheet.to_rect());
    let mut taken: Vec<Rect> = Vec::new();
    for (number, step) in (1..).zip(steps) {
        pen.ink = group_ink(step);
        for line in step.lines.iter().filter_map(|i| cuts.get(*i)) {
            let (a, b) = (to_page * line.from, to_page * line.to);
            // The end that is nearer to the top left.
            let (end, other) = if a.x + a.y <= b.x + b.y { (a, b) } else { (b, a) };
            let out = (end - other).normalize();
            let size = Size::new(if number < 10 { 1.4 } else { 2.6 }, 1.8);
            // Outside the sheet, one behind another where they would lie on each other; inside a strip, on its line.
            let inner = within.inset(-0.5).contains(end);
            let way = if inner { -out } else { out };
            let first = if inner { 2.0 } else { AWAY };
            let spot = |place: u8| end + way * (first + 2.1 * f64::from(place));
            let around = |spot: Point| Rect::from_center_size(spot, size).inflate(0.25, 0.15);
            let is_free = |spot: &Point| taken.iter().all(|t| t.intersect(around(*spot)).is_zero_area());
            // Last of all beyond the other end.
            let beyond = inner.then_some(other + way * AWAY);
            let spot = (0..6).map(spot).chain(beyond).find(is_free).unwrap_or_else(|| spot(6));
            taken.push(around(spot));
            if inner {
                let back = Rect::from_center_size(spot, size).inflate(0.2, 0.2);
                pen.draws.push(Draw::filled(back.to_path(0.1), Ink::white()));
            }
            let baseline = Point::new(spot.x, spot.y + 0.75);
            pen.write(&number.to_string(), POINTS, baseline, TextSide::Middle);
        }
    }
}

/// The narrowest columns of the table, in mm, and how many there are at most.
const COLUMN: f64 = 56.0;
const COLUMNS: usize = 3;
/// A column of so many lines is not split for the sake of shorter ones.
const UNSPLIT: usize = 14;
/// The line in its headings that is drawn as the cuts are, in mm.
const SAMPLE: f64 = 12.6;
/// The height of its rows, in mm.
const ROW: f64 = 4.0;

/// Steps that are measured alike, one after the other.
fn groups(steps: &[Step]) -> Vec<&[Step]> {
    steps.chunk_by(|a, b| a.group == b.group).collect()
}

fn columns(room: Rect) -> usize {
    ((room.width() / COLUMN) as usize).clamp(1, COLUMNS)
}

/// How many lines the table's columns have, and where each step stands: its column, its line, and whether two lines of
/// heading go before it.
fn table_lines(steps: &[Step], columns: usize) -> (usize, Vec<(usize, usize, bool)>) {
    let groups = groups(steps);
    let all = steps.len() + 2 * groups.len();
    let longest = groups.iter().map(|group| group.len() + 2).max().unwrap_or_default();
    // A column for each way of measuring, unless that takes far more lines.
    let apart = groups.len() <= columns && longest <= UNSPLIT;
    let fewest = if apart { longest } else { all.div_ceil(columns).max(4) };
    let mut places = Vec::new();
    for lines in fewest..=all.max(fewest) {
        places.clear();
        let (mut column, mut line) = (0, 0);
        for group in &groups {
            if apart && line > 0 {
                (column, line) = (column + 1, 0);
            }
            for i in 0..group.len() {
                let head = if i == 0 { 2 } else { 0 };
                // A heading does not stand alone at the foot of a column.
                if line + head + 1 > lines {
                    (column, line) = (column + 1, 0);
                }
                line += head;
                places.push((column, line, i == 0));
                line += 1;
            }
        }
        if column < columns {
            return (lines, places);
        }
    }
    (all, places)
}

/// The table: for each way of measuring a heading, and a line for each cut.
fn table_of(steps: &[Step], room: Rect, pen: &mut Pen<'_, '_>) {
    let columns = columns(room);
    let width = room.width() / columns as f64;
    let (lines, places) = table_lines(steps, columns);
    // Smaller where there are many.
    let row = ROW.min(room.height() / lines as f64).max(2.3);
    let points = (row * 2.1).clamp(5.0, 8.5);
    for ((number, step), (column, line, heads)) in (1..).zip(steps).zip(places) {
        let x = room.x0 + column as f64 * width;
        let y = |line: usize| room.y0 + (line as f64 + 0.8) * row;
        pen.ink = group_ink(step);
        if heads {
            let said = pen.write("mm from", points, Point::new(x, y(line - 2)), TextSide::Right);
            let sample = Point::new(x + said + 2.0, y(line - 2) - Mm::from_pt(points).0 * 0.25);
            pen.draws.push(group_line(step, sample, sample + (SAMPLE, 0.0)));
            let words = step.from.words();
            let fits = (width - 3.0) / pen.length(words, 1.0);
            let at = Point::new(x, y(line - 1));
            pen.write(words, (points * 0.86).min(fits), at, TextSide::Right);
        }
        let mut write = |text: &str, at: f64, side: TextSide| {
            pen.write(text, points, Point::new(x + at, y(line)), side);
        };
        write(&number.to_string(), 5.0, TextSide::Left);
        write(&tenths(step.at), 19.0, TextSide::Left);
        if let Some(more) = step.step {
            write(&format!("+ {}", tenths(more)), 33.0, TextSide::Left);
        }
        if step.lines.len() > 1 {
            write(&format!("in {} strips", step.lines.len()), 36.0, TextSide::Right);
        }
    }
}

/// Millimetres with one decimal place.
fn tenths(mm: f64) -> String {
    format!("{:.1}", (mm * 10.0).round() / 10.0)
}
