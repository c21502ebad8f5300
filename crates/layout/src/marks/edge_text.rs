//! Draws the line of text at an edge of a sheet, for the printer and the reader of the sheet.
//!
//! - In: the parts of the text, and the free room of a page.
//! - Out: all parts in one line at one edge; if no edge has room for it, in a few lines at one
//!   place.
//! - Not here: choosing what the text says (`printer_marks`).

use kurbo::{Affine, Point};

use super::ruler::DrawnRulers;
use crate::draw::angle::turn;
use crate::draw::painter::line_of_text;
use crate::draw::space::{Gap, SheetEdge};
use crate::page::Page;
use hexpress_base::units::Mm;
use hexpress_scene::print::furniture::WordsEdge;
use hexpress_scene::print::language::said;
use hexpress_scene::text::{Shaped, Shaper};
use hexpress_scene::{Draw, Group};

/// The edges that text may be on; the first one with room is used.
const EDGES: [SheetEdge; 4] = [SheetEdge::Bottom, SheetEdge::Top, SheetEdge::Left, SheetEdge::Right];
/// The number of lines and their size in pt, the preferred ones first.
const BLOCKS: [Block; 7] =
    [block(1, 6.0), block(1, 5.0), block(2, 6.0), block(2, 5.0), block(3, 6.0), block(3, 5.0), block(4, 5.0)];
/// The same for text that has no room at the usual gap.
const TIGHT_BLOCKS: [Block; 8] = [
    block(1, 6.0),
    block(1, 5.0),
    block(2, 5.0),
    block(3, 5.0),
    block(1, 4.0),
    block(2, 4.0),
    block(3, 4.0),
    block(5, 4.0),
];
/// The shares of the text of the layout that are kept if there is no room for all of it.
const SHARES: [f64; 5] = [1.0, 0.5, 0.25, 0.125, 0.0625];
/// The fewest letters of a shortened text that are worth their room.
const LEAST_LETTERS: usize = 12;
/// The share of the width that has to be free at the bottom edge, so that text is not read as one
/// with the bottom line.
const FREE_SHARE: f64 = 0.55;
/// The distance of two baselines, in ems.
const LEADING: f64 = 1.3;
/// The letters with the lowest tails.
const TAILS: &str = "(gjpqy)";
/// The size of the tails on all sheets that are put together, in pt.
const LEVEL: f64 = 6.0;
/// The sign between two parts.
const BETWEEN: &str = " · ";

/// A number of lines in one size.
#[derive(Debug, Clone, Copy)]
struct Block {
    lines: usize,
    /// In pt.
    size: f64,
}

const fn block(lines: usize, size: f64) -> Block {
    Block { lines, size }
}

/// The text at the edge of a sheet.
#[derive(Debug, Default)]
pub struct EdgeText {
    /// The parts of the program, in the language of the game.
    program: Vec<String>,
    /// The index of the part with the page number.
    heading: usize,
    /// The parts of the layout, which may be shortened.
    layout: Vec<String>,
}

/// A line of the text.
struct Line {
    shaped: Shaped,
    has_heading: bool,
}

impl EdgeText {
    /// Returns text of the program, translated into the language of the game. The part at `heading`
    /// has the page number.
    pub fn new(parts: Vec<String>, heading: usize, language: &str) -> Self {
        let program = parts.into_iter().map(|part| said(language, part)).collect();
        Self { program, heading, layout: Vec::new() }
    }

    /// Adds a part of the program behind those that it has.
    pub fn push(&mut self, part: String, language: &str) {
        self.program.push(said(language, part));
    }

    /// Adds parts of the layout, which are in its own language.
    pub fn extend(&mut self, parts: impl IntoIterator<Item = String>) {
        self.layout.extend(parts);
    }

    /// Draws the text at the first edge that has room. Returns the drawing of the line with the
    /// page number, which the page marks as such.
    pub fn draw(&self, rulers: DrawnRulers, page: &mut Page<'_, '_>) -> Option<Draw> {
        let edges = edges(page)?;
        let shaper = page.painter.shaper;
        let layout: Vec<String> = self.layout.iter().filter_map(|part| written(part, shaper)).collect();
        for share in SHARES {
            let kept: Vec<String> = layout.iter().filter_map(|part| shortened(part, share)).collect();
            let parts: Vec<&str> = self.program.iter().chain(&kept).map(String::as_str).collect();
            for (gap, blocks) in [(Gap::Clear, &BLOCKS[..]), (Gap::Tight, &TIGHT_BLOCKS)] {
                page.space.set_gap(gap);
                for block in blocks {
                    let Some(lines) = self.lines(&parts, block.lines, shaper) else { continue };
                    if let Some(drawn) = draw_block(&lines, block.size, &edges, rulers, page) {
                        return drawn;
                    }
                }
            }
        }
        None
    }

    /// Returns the parts in this number of lines of similar lengths; `None` if they need fewer.
    fn lines(&self, parts: &[&str], count: usize, shaper: &Shaper<'_>) -> Option<Vec<Line>> {
        let widths: Vec<f64> =
            parts.iter().map(|part| shaper.plain(part).map_or(0.0, |shaped| shaped.advance)).collect();
        let groups = split(&widths, count)?;
        let mut lines = Vec::with_capacity(groups.len());
        let mut first = 0;
        for group in groups {
            let range = first..first + group;
            let shaped = shaper.plain(&parts.get(range.clone())?.join(BETWEEN))?;
            lines.push(Line { shaped, has_heading: range.contains(&self.heading) });
            first = range.end;
        }
        Some(lines)
    }
}

/// Returns the edges in the order in which they are tried; `None` if there is no text. The bottom
/// edge comes second if the game has a line there.
fn edges(page: &Page<'_, '_>) -> Option<Vec<SheetEdge>> {
    let wish = match page.painter.furniture.words {
        WordsEdge::Bottom => SheetEdge::Bottom,
        WordsEdge::Top => SheetEdge::Top,
        WordsEdge::Left => SheetEdge::Left,
        WordsEdge::Right => SheetEdge::Right,
        WordsEdge::None => return None,
    };
    let printable = page.space.printable();
    let bottom = page.space.free(SheetEdge::Bottom, 2.0);
    // A ruler there takes room, but is no line of text.
    let rulers = page.painter.furniture.length;
    let wanted = FREE_SHARE * printable.width() - f64::from(rulers) * 10.0;
    let is_free = bottom.iter().any(|free| free.length() > wanted.max(printable.width() / 4.0));
    let mut edges = vec![wish];
    edges.extend(EDGES.into_iter().filter(|edge| *edge != wish));
    if wish == SheetEdge::Bottom && !is_free {
        edges.swap(0, 1);
    }
    Some(edges)
}

/// Returns a text without the letters that the font lacks; `…` replaces them. `None` if no letter
/// is left.
fn written(text: &str, shaper: &Shaper<'_>) -> Option<String> {
    if shaper.plain(text).is_some() {
        return (!text.trim().is_empty()).then(|| text.to_owned());
    }
    let mut written = String::new();
    for letter in text.chars() {
        if shaper.plain(letter.encode_utf8(&mut [0; 4])).is_some() {
            written.push(letter);
        } else if !written.ends_with('…') {
            written.push('…');
        }
    }
    written.contains(char::is_alphanumeric).then_some(written)
}

/// Returns the beginning of a text, with `…` at its end; `None` if it is too short to be worth its
/// room.
fn shortened(text: &str, share: f64) -> Option<String> {
    let letters = text.chars().count();
    let kept = (letters as f64 * share) as usize;
    if kept == letters {
        return Some(text.to_owned());
    }
    let beginning: String = text.chars().take(kept).collect();
    (kept >= LEAST_LETTERS).then(|| format!("{}…", beginning.trim_end()))
}

/// Returns how many parts are in each line, so that the longest line is as short as possible; `None`
/// if there are fewer parts than lines.
fn split(widths: &[f64], lines: usize) -> Option<Vec<usize>> {
    if lines > widths.len() {
        return None;
    }
    let ranges = (0..widths.len()).flat_map(|from| (from + 1..=widths.len()).map(move |to| from..to));
    let mut limits: Vec<f64> = ranges.map(|range| widths[range].iter().sum()).collect();
    limits.sort_by(f64::total_cmp);
    limits.into_iter().map(|limit| filled(widths, limit + 1e-9)).find(|groups| groups.len() <= lines)
}

/// Returns how many parts are in each line of at most this width.
fn filled(widths: &[f64], limit: f64) -> Vec<usize> {
    let mut groups: Vec<usize> = Vec::new();
    let mut width = f64::INFINITY;
    for part in widths {
        match groups.last_mut().filter(|_| width + part <= limit) {
            Some(group) => {
                *group += 1;
                width += part;
            }
            None => {
                groups.push(1);
                width = *part;
            }
        }
    }
    groups
}

/// Draws lines in a size, in pt, at the first edge that has room. Returns the drawing of the line
/// with the page number, if there is one; `None` if no edge has room.
fn draw_block(
    lines: &[Line],
    points: f64,
    edges: &[SheetEdge],
    rulers: DrawnRulers,
    page: &mut Page<'_, '_>,
) -> Option<Option<Draw>> {
    let size = Mm::from_pt(points).0;
    let (first, last) = (lines.first()?, lines.last()?);
    // Lines of sheets that are put together are level, whatever their letters and sizes.
    let tails = page.painter.shaper.plain(TAILS).filter(|_| page.is_part);
    let below = tails.map_or(last.shaped.ink.y1 * size, |tails| tails.ink.y1 * Mm::from_pt(LEVEL).0);
    // The box includes the tails of letters, so that the edge of the printable area cuts nothing
    // off.
    let top = first.shaped.ink.y0 * size;
    let height = (lines.len() - 1) as f64 * LEADING * size + below - top;
    let width =
        lines.iter().map(|line| line.shaped.advance.max(line.shaped.ink.x1) * size).fold(0.0, f64::max);
    let claimed = edges
        .iter()
        .find_map(|edge| page.space.claim(&[*edge], far_from_rulers(*edge, rulers), width, height));
    let (rect, edge) = claimed?;
    let degrees = match edge {
        SheetEdge::Bottom | SheetEdge::Top => 0.0,
        SheetEdge::Left => 270.0,
        SheetEdge::Right => 90.0,
    };
    // Lines are flush with the end of the edge that they are at.
    let is_flush_right = match edge {
        SheetEdge::Left => far_from_rulers(edge, rulers) == 0.0,
        _ => far_from_rulers(edge, rulers) == 1.0,
    };
    let place = Affine::translate(rect.center().to_vec2()) * turn(degrees);
    let mut heading = None;
    for (number, line) in lines.iter().enumerate() {
        let advance = line.shaped.advance * size;
        let x = if is_flush_right { width / 2.0 - advance } else { -width / 2.0 };
        let origin = Point::new(x, number as f64 * LEADING * size - height / 2.0 - top);
        let text = line_of_text(&line.shaped, size, origin, page.painter.furniture.words_ink.clone());
        let draw = Draw::Group(Group { transform: place, ..Group::plain(vec![text]) });
        match line.has_heading {
            true => heading = Some(draw),
            false => page.draws.push(draw),
        }
    }
    Some(heading)
}

/// Returns the end of an edge that is away from the rulers: 0 is left or top, 1 is right or bottom.
fn far_from_rulers(edge: SheetEdge, rulers: DrawnRulers) -> f64 {
    let [across, down] = rulers.edges;
    let is_at_start = match edge {
        SheetEdge::Bottom | SheetEdge::Top => down != Some(SheetEdge::Right),
        SheetEdge::Left | SheetEdge::Right => across == Some(SheetEdge::Top),
    };
    if is_at_start { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_of_similar_lengths() {
        assert_eq!(split(&[3.0, 1.0, 1.0, 2.0], 1), Some(vec![4]));
        assert_eq!(split(&[3.0, 1.0, 1.0, 2.0], 2), Some(vec![2, 2]));
        assert_eq!(split(&[1.0, 1.0], 3), None);
    }

    #[test]
    fn a_text_is_shortened_to_a_share() {
        assert_eq!(shortened("a road to the sea", 1.0).as_deref(), Some("a road to the sea"));
        assert_eq!(shortened(&"a road ".repeat(8), 0.5).as_deref(), Some("a road a road a road a road…"));
        assert_eq!(shortened("a road to the sea", 0.5), None);
    }
}
