//! Breaks texts into lines at the points that UAX 14 allows.
//!
//! - In: runs of text in one face, and icons.
//! - Out: the lines for a given width, and their parts.
//! - Not here: sizes and positions. Every word is shaped only once, at a size of one em.

pub mod fill_lines;
mod hanging;
mod part;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use kurbo::Rect;
use unicode_linebreak::{BreakOpportunity, linebreaks};

use super::direction::Levels;
use super::inline::is_silent;
use super::{Direction, FontId, Glyph, NoGlyph, Shaped, Shaper};

pub use part::{ParagraphPart, ParagraphStyle, PartContent, PlacedPart, WordPart};

/// A word: the text between two points where a line may break.
#[derive(Debug, Clone, PartialEq, Default)]
struct Word {
    /// The indices of the word's parts in the paragraph.
    parts: Range<usize>,
    /// The length in ems. The spaces after the word are not included.
    advance: f64,
    /// The spaces after the word. At the end of a line, they are dropped. `None` if there are none.
    spaces: Option<WordPart>,
    /// The hyphen that is drawn if the line breaks after this word. `None` if no hyphen is drawn.
    hyphen: Option<WordPart>,
    /// Whether the line must end after this word.
    ends_line: bool,
    /// How far the first character may hang over the left side, in ems.
    hang_left: f64,
    /// How far the last character may hang over the right side, in ems.
    hang_right: f64,
    /// How far the hyphen may hang over the right side, in ems.
    hyphen_hang: f64,
}

impl Word {
    fn space_advance(&self) -> f64 {
        self.spaces.as_ref().map_or(0.0, WordPart::advance)
    }

    fn hyphen_advance(&self) -> f64 {
        self.hyphen.as_ref().map_or(0.0, WordPart::advance)
    }
}

/// A text with shaped words.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Paragraph {
    words: Vec<Word>,
    parts: Vec<WordPart>,
    /// The additional space after each letter, in ems.
    tracking: f64,
    /// The main direction of the text. `None` if the whole text runs from left to right.
    direction: Option<Direction>,
}

/// A line of a [`Paragraph`].
#[derive(Debug, Clone, PartialEq)]
pub struct TextLine {
    /// The indices of the line's words in the paragraph.
    words: Range<usize>,
    /// The width in ems. Spaces at the end of the line and characters that hang over a side do not count.
    pub advance: f64,
    /// The additional width of each space between words, in ems.
    pub stretch: f64,
    /// How far the first character of the line extends beyond the left side of the text, in ems. For
    /// example, an opening quotation mark hangs over the side.
    pub hang: f64,
    /// The width that stays empty before the line, in ems.
    pub indent: f64,
}

impl TextLine {
    fn plain(words: Range<usize>, advance: f64) -> Self {
        Self { words, advance, stretch: 0.0, hang: 0.0, indent: 0.0 }
    }

    /// Returns the distance from the text's left side to the end of the line, in ems.
    pub fn end(&self) -> f64 {
        self.indent + self.advance
    }
}

impl Paragraph {
    /// Shapes the words of a text.
    ///
    /// # Errors
    /// A font does not have a character, or cannot draw it. The error contains the first such
    /// character.
    pub fn measure(
        runs: &[ParagraphPart<'_>],
        style: ParagraphStyle,
        shaper: &Shaper<'_>,
    ) -> Result<Self, NoGlyph> {
        JoinedRuns::new(runs, style, shaper).measured()
    }

    /// Shapes the words of a text that contains many soft hyphens.
    ///
    /// Each word is shaped as a whole. So letters next to a soft hyphen have the same distance as in
    /// the whole word, and no ligature is split.
    ///
    /// # Errors
    /// See [`Self::measure`].
    pub fn measure_syllables(
        runs: &[ParagraphPart<'_>],
        style: ParagraphStyle,
        shaper: &Shaper<'_>,
    ) -> Result<Self, NoGlyph> {
        JoinedRuns { keeps_words: true, ..JoinedRuns::new(runs, style, shaper) }.measured()
    }

    /// Returns the lines for an available width, in ems. A word that is too wide gets its own line.
    pub fn lines(&self, width: f64) -> Vec<TextLine> {
        let mut lines = Vec::new();
        let mut first = 0;
        while first < self.words.len() {
            let line = self.line(first, width);
            first = line.words.end;
            lines.push(line);
        }
        lines
    }

    /// Returns the longest line that starts with the word `first` and is at most `width` ems wide. If this
    /// word is wider, it gets its own line.
    fn line(&self, first: usize, width: f64) -> TextLine {
        let mut best: Option<TextLine> = None;
        let mut pen = 0.0;
        for (index, word) in self.words.iter().enumerate().skip(first) {
            let end = pen + word.advance;
            // If a word fits but its hyphen does not, the search continues, because the line may end after a
            // later word.
            if best.is_some() && end > width {
                break;
            }
            let advance = end + word.hyphen_advance();
            if best.is_none() || advance <= width {
                best = Some(TextLine::plain(first..index + 1, advance));
            }
            if word.ends_line || end > width {
                break;
            }
            pen = end + word.space_advance();
        }
        best.unwrap_or(TextLine::plain(first..first + 1, 0.0))
    }

    /// Returns the parts of a line, each with the additional space after it in ems. The hyphen at the end of
    /// the line is included, and the spaces there are left out.
    pub fn parts(&self, line: &TextLine) -> impl Iterator<Item = (&WordPart, f64)> {
        let words = self.words.get(line.words.clone()).unwrap_or_default();
        let (last, stretch) = (words.len().saturating_sub(1), line.stretch);
        words.iter().enumerate().flat_map(move |(index, word)| {
            let (after, space) = if index == last { (&word.hyphen, 0.0) } else { (&word.spaces, stretch) };
            let letters = self.parts_of(word).iter().map(|part| (part, 0.0));
            letters.chain(after.iter().map(move |part| (part, space)))
        })
    }

    /// Returns the parts of a line like [`Self::parts`], with their places. Returns `None` if the whole text
    /// runs from left to right, so that each part follows the one before.
    pub fn placed_parts(&self, line: &TextLine) -> Option<Vec<PlacedPart<'_>>> {
        self.direction.map(|_| part::placed(self.parts(line)))
    }

    /// Returns whether the text as a whole runs from right to left.
    pub fn runs_leftwards(&self) -> bool {
        self.direction == Some(Direction::RightToLeft)
    }

    /// Returns the number of parts before the first space in a line.
    pub fn parts_of_first_word(&self, line: &TextLine) -> usize {
        let words = self.words.get(line.words.clone()).unwrap_or_default();
        let end = words.iter().position(|word| word.spaces.is_some()).map_or(words.len(), |at| at + 1);
        words[..end].iter().map(|word| word.parts.len()).sum()
    }

    /// Returns whether a line ends a paragraph.
    pub fn ends_paragraph(&self, line: &TextLine) -> bool {
        let last = line.words.end.checked_sub(1).and_then(|last| self.words.get(last));
        last.is_none_or(|word| word.ends_line)
    }

    fn parts_of(&self, word: &Word) -> &[WordPart] {
        self.parts.get(word.parts.clone()).unwrap_or_default()
    }

    /// Returns the bounding box of a line in ems, relative to the start of its baseline.
    ///
    /// y points down.
    pub fn ink_bounds(&self, line: &TextLine) -> Rect {
        let mut pen = 0.0;
        let mut ink: Option<Rect> = None;
        let mut add = |part: &WordPart, left: f64| {
            let part_ink = part.ink_bounds() + kurbo::Vec2::new(left, 0.0);
            if part_ink.width() > 0.0 {
                ink = Some(ink.map_or(part_ink, |ink| ink.union(part_ink)));
            }
        };
        match self.placed_parts(line) {
            Some(placed) => placed.iter().for_each(|placed| add(placed.part, placed.left)),
            None => {
                for (part, space) in self.parts(line) {
                    add(part, pen);
                    pen += part.advance() + space;
                }
            }
        }
        ink.unwrap_or_default()
    }

    /// Returns the parts of the widest word.
    pub fn widest(&self) -> impl Iterator<Item = &WordPart> {
        let widest = self.words.iter().max_by(|a, b| a.advance.total_cmp(&b.advance));
        widest.into_iter().flat_map(|word| self.parts_of(word))
    }
}

/// Returns whether a character is dropped at the end of a line.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}') || is_line_end(c)
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A run, and the bytes that it covers in the joined text.
struct PlacedRun<'r> {
    span: Range<usize>,
    index: usize,
    run: &'r ParagraphPart<'r>,
}

/// All runs, joined into one text. An icon is represented by a letter, so that a line never breaks
/// between an icon and letters that touch it.
struct JoinedRuns<'r, 'f> {
    text: String,
    runs: Vec<PlacedRun<'r>>,
    style: ParagraphStyle,
    /// The bidirectional levels of the text. `None` if the whole text runs from left to right.
    levels: Option<Levels>,
    shaper: &'r Shaper<'f>,
    /// Whether a word with soft hyphens is shaped as a whole, instead of syllable by syllable.
    keeps_words: bool,
}

impl<'r, 'f> JoinedRuns<'r, 'f> {
    fn new(runs: &'r [ParagraphPart<'r>], style: ParagraphStyle, shaper: &'r Shaper<'f>) -> Self {
        let mut text = String::new();
        // For finding the directions, each icon is represented by `!`, which has no direction of its own.
        let mut directed = String::new();
        let mut placed = Vec::with_capacity(runs.len());
        for (index, run) in runs.iter().enumerate() {
            let start = text.len();
            text.push_str(if let ParagraphPart::Words(string, _) = run { string } else { "a" });
            directed.push_str(if let ParagraphPart::Words(string, _) = run { string } else { "!" });
            placed.push(PlacedRun { span: start..text.len(), index, run });
        }
        let levels = Levels::new(&directed, style.direction);
        Self { text, runs: placed, style, levels, shaper, keeps_words: false }
    }

    fn measured(&self) -> Result<Paragraph, NoGlyph> {
        let (mut words, mut parts) = (Vec::new(), Vec::new());
        let mut start = 0;
        for (end, opportunity) in linebreaks(&self.text) {
            if self.keeps_words && self.levels.is_none() && self.is_in_ligature(end)? {
                continue;
            }
            let mut word = self.shape_word(start..end, &mut parts)?;
            word.ends_line = opportunity == BreakOpportunity::Mandatory;
            words.push(word);
            start = end;
        }
        let direction = self.levels.as_ref().map(|levels| levels.base);
        Ok(Paragraph { words, parts, tracking: self.style.letter_style.tracking(), direction })
    }

    /// Returns the runs that overlap `range`, each with the part of `range` that it covers.
    fn runs_in(&self, range: Range<usize>) -> impl Iterator<Item = (&PlacedRun<'r>, Range<usize>)> {
        let first = self.runs.partition_point(|placed| placed.span.end <= range.start);
        self.runs[first..].iter().take_while(move |placed| placed.span.start < range.end).filter_map(
            move |placed| {
                let shared = placed.span.start.max(range.start)..placed.span.end.min(range.end);
                (!shared.is_empty()).then_some((placed, shared))
            },
        )
    }

    /// Shapes the word in `range` and appends its parts to `parts`.
    fn shape_word(&self, range: Range<usize>, parts: &mut Vec<WordPart>) -> Result<Word, NoGlyph> {
        let text = self.text.get(range.clone()).unwrap_or("");
        let letters_end = range.start + text.trim_end_matches(is_space).len();
        let mut word = Word { parts: parts.len()..parts.len(), ..Word::default() };
        let mut last_font = None;
        for (placed, shared) in self.runs_in(range) {
            let index = placed.index;
            let font = match placed.run {
                ParagraphPart::Icon(advance, ink) => {
                    word.advance += advance;
                    let shows = PartContent::Icon { advance: *advance, ink: *ink };
                    parts.push(WordPart { index, level: self.level_at(shared.start), shows });
                    continue;
                }
                ParagraphPart::Words(_, font) => *font,
            };
            last_font = Some((font, index));
            for (letters, level) in self.divided(shared.start..shared.end.min(letters_end)) {
                if let Some(letters) = self.shape_letters(placed, font, letters, level)? {
                    word.advance += letters.advance;
                    parts.push(WordPart { index, level, shows: PartContent::Words(letters) });
                }
            }
            // If the spaces after a word have two styles, which is rare, only those in the last
            // style are kept.
            let spaces = shared.start.max(letters_end)..shared.end;
            let level = self.level_at(spaces.start);
            if let Some(spaces) = self.shape(font, spaces, level)? {
                word.spaces = Some(WordPart { index, level, shows: PartContent::Words(spaces) });
            }
        }
        if text.ends_with('\u{ad}')
            && let Some((font, index)) = last_font
        {
            let hyphen = self.shaper.shape_as(font, self.style.letter_style, "-")?;
            word.hyphen_hang = hanging::right_share('-') * hyphen.advance;
            let level = parts.last().map_or(0, |part| part.level);
            word.hyphen = Some(WordPart { index, level, shows: PartContent::Words(hyphen) });
        }
        word.parts.end = parts.len();
        let own = parts.get(word.parts.clone()).unwrap_or_default();
        if let Some(shaped) = own.first().and_then(WordPart::shaped) {
            let (sign, glyph) = (shaped.string.chars().next(), shaped.glyphs.first());
            word.hang_left = hanging::hang(sign.map(hanging::left_share), glyph);
        }
        if let Some(shaped) = own.last().and_then(WordPart::shaped) {
            let (sign, glyph) = (shaped.string.chars().next_back(), shaped.glyphs.last());
            word.hang_right = hanging::hang(sign.map(hanging::right_share), glyph);
        }
        Ok(word)
    }

    /// Divides a range into ranges that run in one direction, each with its level.
    fn divided(&self, range: Range<usize>) -> Vec<(Range<usize>, u8)> {
        match &self.levels {
            Some(levels) => levels.divided(range),
            None => vec![(range, 0)],
        }
    }

    fn level_at(&self, at: usize) -> u8 {
        self.divided(at..at + 1).first().map_or(0, |(_, level)| *level)
    }

    /// Shapes the visible characters in `range`, which is inside one word and has one level. If words are
    /// shaped as a whole, shapes the word, and returns those of its glyphs that belong to `range`.
    fn shape_letters(
        &self,
        placed: &PlacedRun<'_>,
        font: FontId,
        range: Range<usize>,
        level: u8,
    ) -> Result<Option<Arc<Shaped>>, NoGlyph> {
        let keeps_word = self.keeps_words && self.levels.is_none();
        let word = if keeps_word { self.word_around(placed, &range) } else { range.clone() };
        let before = visible(self.text.get(word.start..range.start).unwrap_or("")).len();
        let Some(alone) = self.shape(font, range.clone(), level)? else { return Ok(None) };
        let Some(whole) = self.shape(font, word.clone(), level)?.filter(|_| word != range) else {
            return Ok(Some(alone));
        };
        let clusters = before as u32..(before + alone.string.len()) as u32;
        let own = whole.glyphs.iter().filter(|glyph| clusters.contains(&glyph.cluster));
        let glyphs: Arc<[Glyph]> =
            own.map(|glyph| Glyph { cluster: glyph.cluster - clusters.start, ..*glyph }).collect();
        let advance = glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() / 1000.0;
        Ok(Some(Arc::new(Shaped { glyphs, advance, ..(*alone).clone() })))
    }

    /// Extends `range` to the whole word: in both directions up to the next space, or to the end of
    /// the run.
    fn word_around(&self, placed: &PlacedRun<'_>, range: &Range<usize>) -> Range<usize> {
        let before = self.text.get(placed.span.start..range.start).unwrap_or("");
        let after = self.text.get(range.end..placed.span.end).unwrap_or("");
        let start =
            range.start - (before.len() - before.rfind(is_space).map_or(0, |at| after_char(before, at)));
        start..range.end + after.find(is_space).unwrap_or(after.len())
    }

    /// Returns whether a soft hyphen before the byte with the index `at` would split a ligature.
    fn is_in_ligature(&self, at: usize) -> Result<bool, NoGlyph> {
        let placed = self.runs.iter().find(|placed| placed.span.start < at && at < placed.span.end);
        let Some(PlacedRun { run: ParagraphPart::Words(_, font), .. }) = placed else { return Ok(false) };
        let (Some(placed), true) = (placed, self.text[..at].ends_with('\u{ad}')) else { return Ok(false) };
        let word = self.word_around(placed, &(at..at));
        let before = visible(self.text.get(word.start..at).unwrap_or("")).len();
        let Some(whole) = self.shape(*font, word, 0)? else { return Ok(false) };
        let is_inside = before > 0 && before < whole.string.len();
        Ok(is_inside && !whole.glyphs.iter().any(|glyph| glyph.cluster as usize == before))
    }

    /// Shapes the visible characters in `range`. Returns `None` if there are no such characters.
    fn shape(&self, font: FontId, range: Range<usize>, level: u8) -> Result<Option<Arc<Shaped>>, NoGlyph> {
        let visible = visible(self.text.get(range).unwrap_or(""));
        if visible.is_empty() {
            return Ok(None);
        }
        let direction = self.levels.as_ref().map(|_| Direction::of_level(level));
        self.shaper.shape_towards(font, self.style.letter_style, direction, &visible).map(Some)
    }
}

/// Returns the byte index after the character at the byte index `at`.
fn after_char(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}

/// Returns a text without its invisible characters, which end lines, or allow or forbid line breaks.
fn visible(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    text.chars().filter(|c| !is_silent(*c) && !is_line_end(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Fonts;

    /// Returns the text of each line if `width` ems are available.
    fn lines(text: &str, width: f64) -> Vec<String> {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let paragraph =
            Paragraph::measure(&[ParagraphPart::Words(text, FontId(0))], ParagraphStyle::default(), &shaper)
                .unwrap();
        let lines = paragraph.lines(width);
        for line in &lines {
            assert!(line.advance <= width || paragraph.parts(line).count() == 1, "{text}");
            let total: f64 = paragraph.parts(line).map(|(part, _)| part.advance()).sum();
            assert!((total - line.advance).abs() < 1e-9);
        }
        lines
            .iter()
            .map(|line| paragraph.parts(line).filter_map(|(part, _)| string(part)).collect())
            .collect()
    }

    fn string(part: &WordPart) -> Option<&str> {
        part.shaped().map(|shaped| &*shaped.string)
    }

    #[test]
    fn lines_break_between_words_and_at_line_ends() {
        assert_eq!(lines("one two three", 3.9), ["one two", "three"]);
        assert_eq!(lines("one two three", f64::INFINITY), ["one two three"]);
        assert_eq!(lines("one\n\ntwo", 9.0), ["one", "", "two"]);
        assert_eq!(lines("one  two", 2.0), ["one", "two"], "spaces at the end of a line are dropped");
        assert_eq!(lines("(a) b-c, d", 1.6), ["(a)", "b-c,", "d"]);
        assert_eq!(lines("5\u{a0}km", 1.0), ["5\u{a0}km"], "a no-break space");
    }

    #[test]
    fn soft_hyphens_are_drawn_only_at_the_end_of_a_line() {
        assert_eq!(lines("hyphen\u{ad}ation", 9.0), ["hyphenation"]);
        assert_eq!(lines("hyphen\u{ad}ation", 4.0), ["hyphen-", "ation"]);
        // The letters `in` fit, but the hyphen after them does not.
        assert_eq!(lines("a in\u{ad}side", 1.5), ["a", "in-", "side"]);
    }

    #[test]
    fn icons_are_not_separated_from_what_they_touch() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let icon = ParagraphPart::Icon(1.0, Rect::new(0.0, -0.7, 1.0, 0.0));
        let [pay, space, stop] = ["pay 3", " ", "."].map(|string| ParagraphPart::Words(string, FontId(0)));
        let runs = [pay, icon.clone(), icon.clone(), space, icon, stop];
        let paragraph = Paragraph::measure(&runs, ParagraphStyle::default(), &shaper).unwrap();
        let lines = paragraph.lines(1.6);
        let parts: Vec<_> = lines.iter().map(|line| paragraph.parts(line).count()).collect();
        assert_eq!(parts, [1, 3, 2], "pay; the number and two icons; an icon and the stop");
        assert_eq!(paragraph.widest().count(), 3);
        assert!(paragraph.ink_bounds(&lines[2]).x1 > 1.0);
    }
}
