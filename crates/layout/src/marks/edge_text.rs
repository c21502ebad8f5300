//! Draws lines of text along the edges of a sheet, for the printer and the reader of the sheet.
//!
//! - In: lines of text, and the free room of a page.
//! - Out: the lines in the largest size that has room, in one stretch or each on its own.
//! - Not here: choosing what the lines say (`printer_marks`).

use kurbo::Rect;

use crate::draw::space::{SheetEdge, Stretch};
use crate::page::{Page, centred_words};
use hexpress_base::units::Mm;
use hexpress_scene::Draw;
use hexpress_scene::print::language::said;

/// The edges that text may be on; the first one with room is used.
const EDGES: [SheetEdge; 4] = [SheetEdge::Bottom, SheetEdge::Top, SheetEdge::Left, SheetEdge::Right];
/// The place of text in the middle of its edge.
const MIDDLE: f64 = 0.5;
/// The sizes of all lines in one stretch, in pt.
const STRETCH_SIZES: [f64; 3] = [7.0, 6.0, 5.0];
/// The sizes of a line on its own, in pt.
const LINE_SIZES: [f64; 4] = [7.0, 6.0, 5.0, LEAST_SIZE];
/// The smallest size, in pt.
const LEAST_SIZE: f64 = 4.0;
/// The sizes of the measure of a sheet without a ruler, in pt.
const MEASURE_SIZES: [f64; 3] = [6.0, 5.0, LEAST_SIZE];
/// The fewest letters of a shortened line that are worth their room.
const LEAST_LETTERS: usize = 12;
/// The share of the width that has to be free at the bottom edge, so that text is not read as one
/// with the bottom line.
const FREE_SHARE: f64 = 0.55;
/// The letters with the lowest tails.
const TAILS: &str = "(gjpqy)";
/// The size of the tails on all sheets that are put together, in pt.
const LEVEL: f64 = 7.0;

/// Lines of text for the edges of a sheet.
pub struct EdgeText {
    lines: Vec<String>,
    /// The index of the line with the page number. Text without such a line may be shortened.
    heading: Option<usize>,
}

impl EdgeText {
    /// Text of the layout, which is in its own language.
    pub fn of_layout(lines: Vec<String>) -> Self {
        Self { lines, heading: None }
    }

    /// Text of the program, translated into the language of the game.
    pub fn of_program(lines: Vec<String>, heading: usize, language: &str) -> Self {
        let lines = lines.into_iter().map(|line| said(language, line)).collect();
        Self { lines, heading: Some(heading) }
    }

    /// Draws the lines in one stretch if there is room; else each line on its own. Returns the
    /// drawing of the heading, which the page marks as such, if there is one.
    pub fn draw(&self, page: &mut Page<'_, '_>) -> Option<Draw> {
        let edges = free_edges(page);
        if set_line(&self.lines.join(" · "), MIDDLE, &STRETCH_SIZES, &edges, page) {
            return self.heading.and_then(|_| page.draws.pop());
        }
        let mut heading = None;
        // Lines along one edge are read in their order.
        for (number, line) in self.lines.iter().enumerate() {
            let wish = (number as f64 + 0.5) / self.lines.len() as f64;
            match set_line(line, wish, &LINE_SIZES, &edges, page) {
                true if self.heading == Some(number) => heading = page.draws.pop(),
                false if self.heading.is_none() => set_shortened(line, &edges, page),
                _ => {}
            }
        }
        heading
    }
}

/// Draws the measure of a sheet, in the language of the game.
pub fn draw_measure(measure: String, page: &mut Page<'_, '_>) {
    let line = said(&page.painter.game.language, measure);
    set_line(&line, MIDDLE, &MEASURE_SIZES, &EDGES, page);
}

/// Returns the edges in the order in which text is on them: the bottom edge comes second if the
/// game has a line there.
fn free_edges(page: &Page<'_, '_>) -> [SheetEdge; 4] {
    let wanted = page.space.printable().width() * FREE_SHARE;
    let bottom_is_free = page.space.free(SheetEdge::Bottom, 2.0).iter().any(|free| free.length() > wanted);
    let mut edges = EDGES;
    if !bottom_is_free {
        edges.swap(0, 1);
    }
    edges
}

/// Draws as much of a line as there is room for, without the letters that the font lacks; `…`
/// replaces the rest.
fn set_shortened(line: &str, edges: &[SheetEdge], page: &mut Page<'_, '_>) {
    let shaper = page.painter.shaper;
    let size = Mm::from_pt(LEAST_SIZE).0;
    let room = edges
        .iter()
        .flat_map(|edge| page.space.free(*edge, 1.2 * size))
        .map(Stretch::length)
        .fold(0.0, f64::max);
    let mut text = String::new();
    let (mut length, mut letters) = (0.0, 0);
    for letter in line.chars().chain([' ']) {
        let shaped = shaper.plain(letter.encode_utf8(&mut [0; 4]));
        if shaped.is_none() && text.ends_with('…') {
            continue;
        }
        // One em is left for the sign at the end.
        length += shaped.as_ref().map_or(1.0, |shaped| shaped.advance) * size;
        if length + size > room {
            text = text.trim_end().to_owned() + "…";
            break;
        }
        text.push(if shaped.is_some() { letter } else { '…' });
        letters += usize::from(shaped.is_some());
    }
    let is_worth_it = letters > LEAST_LETTERS || length + size <= room;
    if is_worth_it && text.contains(char::is_alphanumeric) {
        set_line(text.trim_end(), MIDDLE, &LINE_SIZES, edges, page);
    }
}

/// Draws a line in the first of these sizes, in pt, that has room. It is as near to `wish` along
/// its edge as possible: 0 is left or top, 1 is right or bottom. Returns whether there was room.
fn set_line(line: &str, wish: f64, sizes: &[f64], edges: &[SheetEdge], page: &mut Page<'_, '_>) -> bool {
    let Some(mut shaped) = page.painter.shaper.plain(line) else { return false };
    let tails = page.painter.shaper.plain(TAILS).filter(|_| page.is_part);
    for points in sizes {
        let size = Mm::from_pt(*points).0;
        // The box includes the tails of letters, so that the edge of the printable area cuts
        // nothing off. Lines of sheets that are put together are level, whatever their letters and
        // sizes.
        let below = tails.as_ref().map(|tails| tails.ink.y1 * Mm::from_pt(LEVEL).0 / size);
        let ink = Rect { y1: below.unwrap_or(shaped.ink.y1), ..shaped.ink };
        let claimed = page.space.claim(edges, wish, shaped.advance * size, ink.height() * size);
        let Some((rect, edge)) = claimed else { continue };
        let degrees = match edge {
            SheetEdge::Bottom | SheetEdge::Top => 0.0,
            SheetEdge::Left => 270.0,
            SheetEdge::Right => 90.0,
        };
        shaped.ink = ink;
        page.draws.push(centred_words(&shaped, size, rect.center(), degrees));
        return true;
    }
    false
}
