//! Draws the text at an edge of a sheet. The text says how to print the sheet, and what the sheet
//! shows.
//!
//! - In: the parts of the text, and the free space of a page.
//! - Out: all parts of the text at one edge, in as few lines as the edge has space for.
//! - Not here: choosing the content of the text (`printer_marks`).

use kurbo::{Affine, Point};

use super::ruler::DrawnRulers;
use crate::draw::angle::turn;
use crate::draw::painter::line_of_text;
use crate::draw::space::{Gap, SheetEdge};
use crate::sheet_builder::SheetBuilder;
use hexpress_base::units::Mm;
use hexpress_scene::print::furniture::WordsEdge;
use hexpress_scene::print::language::translate_note;
use hexpress_scene::text::{Shaped, Shaper};
use hexpress_scene::{Drawing, Group};

/// The edges at which the text may be printed. The first edge with enough space is used.
const EDGES: [SheetEdge; 4] = [SheetEdge::Bottom, SheetEdge::Top, SheetEdge::Left, SheetEdge::Right];
/// The sizes that are tried with the usual gap around the text, in pt. The preferred size comes first.
const SIZES: [f64; 2] = [6.0, 5.0];
/// The sizes that are tried with a smaller gap if the text does not fit with the usual gap, in pt.
const TIGHT_SIZES: [f64; 3] = [6.0, 5.0, 4.0];
/// The largest number of lines.
const MAX_LINES: usize = 5;
/// If the whole text does not fit, the parts that come from the layout are shortened to a fraction of their
/// length. These fractions are tried in order.
const SHARES: [f64; 5] = [1.0, 0.5, 0.25, 0.125, 0.0625];
/// The minimum number of letters in a shortened text. A text that would have to be even shorter is left out.
const MIN_LETTERS: usize = 12;
/// The bottom edge is the first choice for the text only if at least this fraction of the edge is free. If
/// less is free, the game probably prints a line of its own there. Readers could mistake the text for a part
/// of this line.
const FREE_SHARE: f64 = 0.55;
/// The distance between baselines, in ems.
const LEADING: f64 = 1.3;
/// The characters that extend farthest below the baseline.
const TAILS: &str = "(gjpqy)";
/// On the sheets of a poster, the space below the baseline is computed for text of this size, in pt. The
/// fixed size keeps the texts on all sheets at the same height.
const LEVEL: f64 = 6.0;
/// The separator between two parts of the text.
const SEPARATOR: &str = " · ";

#[derive(Debug, Default)]
pub struct EdgeText {
    /// The parts that hexpress writes, translated into the language of the game.
    program: Vec<String>,
    /// The index of the part that contains the page number.
    heading: usize,
    /// The parts that the layout sets. They may be shortened.
    layout: Vec<String>,
}

struct Line {
    shaped: Shaped,
    has_heading: bool,
}

impl Line {
    /// Returns the width of the line, in the same unit as the text size `size`. If the last letter extends
    /// beyond its advance, the width includes all of the letter.
    fn width(&self, size: f64) -> f64 {
        self.shaped.advance.max(self.shaped.ink.x1) * size
    }
}

impl EdgeText {
    /// Returns a text with the parts that hexpress writes. They are translated into the language of the
    /// game. `heading` is the index of the part that contains the page number.
    pub fn new(parts: Vec<String>, heading: usize, language: &str) -> Self {
        let program = parts.into_iter().map(|part| translate_note(language, part)).collect();
        Self { program, heading, layout: Vec::new() }
    }

    /// Adds a part to the end of the parts that hexpress writes, and translates it.
    pub fn push(&mut self, part: String, language: &str) {
        self.program.push(translate_note(language, part));
    }

    /// Adds parts that the layout sets. They are not translated.
    pub fn extend(&mut self, parts: impl IntoIterator<Item = String>) {
        self.layout.extend(parts);
    }

    /// Draws the text at the first edge with enough space. Returns the drawing of the line that
    /// contains the page number. The caller adds this drawing as the heading of the page. Returns
    /// `None` if no such line is drawn.
    pub fn draw(&self, rulers: DrawnRulers, page: &mut SheetBuilder<'_, '_>) -> Option<Drawing> {
        let edges = edges(page)?;
        let shaper = page.painter.shaper;
        let layout: Vec<String> = self.layout.iter().filter_map(|part| written(part, shaper)).collect();
        for share in SHARES {
            let kept: Vec<String> = layout.iter().filter_map(|part| shortened(part, share)).collect();
            let parts: Vec<&str> = self.program.iter().chain(&kept).map(String::as_str).collect();
            let mut arrangements: Vec<Vec<Line>> = Vec::new();
            for (gap, sizes) in [(Gap::Clear, &SIZES[..]), (Gap::Tight, &TIGHT_SIZES)] {
                page.space.set_gap(gap);
                // Several lines at the usual edge are better than one line at another edge. Readers look for
                // the text at the same place on all sheets.
                for (size, edge) in sizes.iter().flat_map(|size| edges.map(|edge| (*size, edge))) {
                    for count in 1..=MAX_LINES {
                        if arrangements.len() < count {
                            let Some(lines) = self.lines(&parts, count, shaper) else { break };
                            arrangements.push(lines);
                        }
                        if let Some(drawn) = draw_block(&arrangements[count - 1], size, edge, rulers, page) {
                            return drawn;
                        }
                    }
                }
            }
        }
        None
    }

    /// Distributes the parts over `count` lines of similar length. Returns `None` if there are
    /// fewer parts than lines.
    fn lines(&self, parts: &[&str], count: usize, shaper: &Shaper<'_>) -> Option<Vec<Line>> {
        let widths: Vec<f64> =
            parts.iter().map(|part| shaper.plain(part).map_or(0.0, |shaped| shaped.advance)).collect();
        let groups = split(&widths, count)?;
        let mut lines = Vec::with_capacity(groups.len());
        let mut first = 0;
        for group in groups {
            let range = first..first + group;
            let shaped = shaper.plain(&parts.get(range.clone())?.join(SEPARATOR))?;
            lines.push(Line { shaped, has_heading: range.contains(&self.heading) });
            first = range.end;
        }
        Some(lines)
    }
}

/// Returns the edges in the order in which they are tried, beginning with the edge that the user chose. If
/// the user chose the bottom edge, but the game prints a line there, this edge is tried second. Returns
/// `None` if the user wants no text.
fn edges(page: &SheetBuilder<'_, '_>) -> Option<[SheetEdge; 4]> {
    let preferred = match page.painter.furniture.words {
        WordsEdge::Bottom => SheetEdge::Bottom,
        WordsEdge::Top => SheetEdge::Top,
        WordsEdge::Left => SheetEdge::Left,
        WordsEdge::Right => SheetEdge::Right,
        WordsEdge::None => return None,
    };
    let printable = page.space.printable();
    let bottom = page.space.free(SheetEdge::Bottom, 2.0);
    // A ruler may be at the bottom edge, too. Readers do not mistake it for a line of text, so its length
    // counts as free.
    let rulers = page.painter.furniture.length;
    let wanted = FREE_SHARE * printable.width() - f64::from(rulers) * 10.0;
    let is_free = bottom.iter().any(|free| free.length() > wanted.max(printable.width() / 4.0));
    let mut edges = EDGES;
    edges.sort_by_key(|edge| *edge != preferred);
    if preferred == SheetEdge::Bottom && !is_free {
        edges.swap(0, 1);
    }
    Some(edges)
}

/// Replaces letters that the font lacks by `…`. Returns `None` if no letter is left.
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

/// Returns the beginning of a text, followed by `…`. `share` is the fraction of the letters that are
/// kept. Returns `None` if the beginning is too short to be useful.
fn shortened(text: &str, share: f64) -> Option<String> {
    let letters = text.chars().count();
    let kept = (letters as f64 * share) as usize;
    if kept == letters {
        return Some(text.to_owned());
    }
    let beginning: String = text.chars().take(kept).collect();
    (kept >= MIN_LETTERS).then(|| format!("{}…", beginning.trim_end()))
}

/// Distributes parts over lines, so that the longest line is as short as possible. Returns the
/// number of parts on each line, or `None` if there are fewer parts than lines.
fn split(widths: &[f64], lines: usize) -> Option<Vec<usize>> {
    if lines > widths.len() {
        return None;
    }
    let ranges = (0..widths.len()).flat_map(|from| (from + 1..=widths.len()).map(move |to| from..to));
    let mut limits: Vec<f64> = ranges.map(|range| widths[range].iter().sum()).collect();
    limits.sort_by(f64::total_cmp);
    limits.into_iter().map(|limit| filled(widths, limit + 1e-9)).find(|groups| groups.len() <= lines)
}

/// Fills lines with parts, up to the width `limit`. Returns the number of parts on each line.
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

/// Draws lines of text at an edge, with letters of `points` pt. Returns the drawing of the line with the page
/// number, which the caller adds to the page.
///
/// The outer `Option` is `None` if the edge has not enough space. The inner `Option` is `None` if no line
/// contains the page number.
fn draw_block(
    lines: &[Line],
    points: f64,
    edge: SheetEdge,
    rulers: DrawnRulers,
    page: &mut SheetBuilder<'_, '_>,
) -> Option<Option<Drawing>> {
    let size = Mm::from_pt(points).0;
    let (first, last) = (lines.first()?, lines.last()?);
    // On the sheets of a poster, the texts must be at the same height, even if their letters and
    // sizes differ.
    let tails = page.painter.shaper.plain(TAILS).filter(|_| page.is_part);
    let below = tails.map_or(last.shaped.ink.y1 * size, |tails| tails.ink.y1 * Mm::from_pt(LEVEL).0);
    // The box includes the parts of letters below the baseline, so that these parts are also inside
    // the printable area.
    let top = first.shaped.ink.y0 * size;
    let height = (lines.len() - 1) as f64 * LEADING * size + below - top;
    let width = lines.iter().map(|line| line.width(size)).fold(0.0, f64::max);
    let (rect, _) = page.space.claim(&[edge], far_from_rulers(edge, rulers), width, height)?;
    let degrees = match edge {
        SheetEdge::Bottom | SheetEdge::Top => 0.0,
        SheetEdge::Left => 270.0,
        SheetEdge::Right => 90.0,
    };
    // The text is at the end of the edge that is farther from the rulers. All lines are aligned with
    // this end.
    let is_flush_right = match edge {
        SheetEdge::Left => far_from_rulers(edge, rulers) == 0.0,
        _ => far_from_rulers(edge, rulers) == 1.0,
    };
    let place = Affine::translate(rect.center().to_vec2()) * turn(degrees);
    let mut heading = None;
    for (number, line) in lines.iter().enumerate() {
        let x = if is_flush_right { width / 2.0 - line.width(size) } else { -width / 2.0 };
        let origin = Point::new(x, number as f64 * LEADING * size - height / 2.0 - top);
        let text = line_of_text(&line.shaped, size, origin, page.painter.furniture.words_ink.clone());
        let drawing = Drawing::Group(Group { transform: place, ..Group::plain(vec![text]) });
        if line.has_heading { heading = Some(drawing) } else { page.drawings.push(drawing) }
    }
    Some(heading)
}

/// Returns which end of an edge is farther from the rulers: 0 for the left or upper end, and 1 for
/// the right or lower end.
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
