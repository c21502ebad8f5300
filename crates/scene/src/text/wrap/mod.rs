//! Breaks texts into lines at the points that UAX 14 allows.
//!
//! - In: runs of text in one face, and icons.
//! - Out: the lines for a given width, and their parts.
//! - Not here: sizes and positions. Every word is shaped only once, at a size of one em.

pub mod fill_lines;
mod hanging;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use kurbo::Rect;
use unicode_linebreak::{BreakOpportunity, linebreaks};

use super::inline::is_silent;
use super::{FontId, Glyph, LetterStyle, NoGlyph, Shaped, Shaper};

/// A part of a paragraph: text in one face, or an icon.
#[derive(Debug, Clone, PartialEq)]
pub enum ParagraphPart<'r> {
    /// Text in one face.
    Words(&'r str, FontId),
    /// An icon, with its advance and its bounding box in ems. The box is relative to the start of
    /// the baseline, with y pointing down.
    Icon(f64, Rect),
}

/// A part of a word: text in one face, or an icon.
#[derive(Debug, Clone, PartialEq)]
pub enum WordPart {
    Words(Arc<Shaped>),
    Icon {
        /// The index of the icon's run in the paragraph.
        index: usize,
        /// The advance in ems.
        advance: f64,
        /// The bounding box in ems, relative to the start of the baseline, with y pointing down.
        ink: Rect,
    },
}

impl WordPart {
    /// Returns the advance in ems.
    pub fn advance(&self) -> f64 {
        match self {
            Self::Words(shaped) => shaped.advance,
            Self::Icon { advance, .. } => *advance,
        }
    }

    /// Returns the bounding box in ems, relative to the start of the baseline, with y pointing
    /// down.
    fn ink(&self) -> Rect {
        match self {
            Self::Words(shaped) => shaped.ink,
            Self::Icon { ink, .. } => *ink,
        }
    }
}

/// A word: the text between two points where a line may break.
#[derive(Debug, Clone, PartialEq, Default)]
struct Word {
    /// The indices of the word's parts in the paragraph.
    parts: Range<usize>,
    /// The length in ems. The spaces after the word are not included.
    advance: f64,
    /// The spaces after the word, which are dropped at the end of a line.
    spaces: Option<WordPart>,
    /// The hyphen that is drawn if the line breaks after this word.
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
}

/// A line of a [`Paragraph`].
#[derive(Debug, Clone, PartialEq)]
pub struct TextLine {
    /// The indices of the line's words in the paragraph.
    words: Range<usize>,
    /// The width in ems.
    /// Spaces at the end of the line are not included. Neither are characters that hang over a
    /// side.
    pub advance: f64,
    /// The additional width of each space between words, in ems.
    pub stretch: f64,
    /// How far the line begins to the left of the text's left side, in ems, because its first
    /// character hangs over the side.
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
        letter_style: LetterStyle,
        shaper: &Shaper<'_>,
    ) -> Result<Self, NoGlyph> {
        JoinedRuns::new(runs, letter_style, shaper).measured()
    }

    /// Shapes the words of a text that contains many soft hyphens.
    ///
    /// The distances of the letters next to a soft hyphen are the same as in the whole word, and
    /// ligatures stay whole.
    ///
    /// # Errors
    /// See [`Self::measure`].
    pub fn measure_syllables(
        runs: &[ParagraphPart<'_>],
        letter_style: LetterStyle,
        shaper: &Shaper<'_>,
    ) -> Result<Self, NoGlyph> {
        JoinedRuns { keeps_words: true, ..JoinedRuns::new(runs, letter_style, shaper) }.measured()
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

    /// Returns the longest line that starts with the word `first` and is at most `width` ems wide.
    /// A word that is wider is a line of its own.
    fn line(&self, first: usize, width: f64) -> TextLine {
        let mut best: Option<TextLine> = None;
        let mut pen = 0.0;
        for (index, word) in self.words.iter().enumerate().skip(first) {
            let end = pen + word.advance;
            // A line with the letters of this word but without its hyphen may fit, so a later break
            // is tried.
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

    /// Returns the parts of a line, each with the additional space after it in ems. Includes the
    /// hyphen at the end of the line, but not the spaces there.
    pub fn parts(&self, line: &TextLine) -> impl Iterator<Item = (&WordPart, f64)> {
        let words = self.words.get(line.words.clone()).unwrap_or_default();
        let (last, stretch) = (words.len().saturating_sub(1), line.stretch);
        words.iter().enumerate().flat_map(move |(index, word)| {
            let (after, space) = if index == last { (&word.hyphen, 0.0) } else { (&word.spaces, stretch) };
            let letters = self.parts_of(word).iter().map(|part| (part, 0.0));
            letters.chain(after.iter().map(move |part| (part, space)))
        })
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
    pub fn ink(&self, line: &TextLine) -> Rect {
        let mut pen = 0.0;
        let mut ink: Option<Rect> = None;
        for (part, space) in self.parts(line) {
            let part_ink = part.ink() + kurbo::Vec2::new(pen, 0.0);
            if part_ink.width() > 0.0 {
                ink = Some(ink.map_or(part_ink, |ink| ink.union(part_ink)));
            }
            pen += part.advance() + space;
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
    letter_style: LetterStyle,
    shaper: &'r Shaper<'f>,
    /// Whether the syllables of a word are shaped together, as parts of the word.
    keeps_words: bool,
}

impl<'r, 'f> JoinedRuns<'r, 'f> {
    fn new(runs: &'r [ParagraphPart<'r>], letter_style: LetterStyle, shaper: &'r Shaper<'f>) -> Self {
        let mut text = String::new();
        let mut placed = Vec::with_capacity(runs.len());
        for (index, run) in runs.iter().enumerate() {
            let start = text.len();
            text.push_str(if let ParagraphPart::Words(string, _) = run { string } else { "a" });
            placed.push(PlacedRun { span: start..text.len(), index, run });
        }
        Self { text, runs: placed, letter_style, shaper, keeps_words: false }
    }

    fn measured(&self) -> Result<Paragraph, NoGlyph> {
        let (mut words, mut parts) = (Vec::new(), Vec::new());
        let mut start = 0;
        for (end, opportunity) in linebreaks(&self.text) {
            if self.keeps_words && self.is_in_ligature(end)? {
                continue;
            }
            let mut word = self.shape_word(start..end, &mut parts)?;
            word.ends_line = opportunity == BreakOpportunity::Mandatory;
            words.push(word);
            start = end;
        }
        Ok(Paragraph { words, parts, tracking: self.letter_style.tracking() })
    }

    /// Returns the runs that overlap `range`. Each comes with the part of `range` that it covers,
    /// as byte indices.
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
            let font = match placed.run {
                ParagraphPart::Icon(advance, ink) => {
                    word.advance += advance;
                    parts.push(WordPart::Icon { index: placed.index, advance: *advance, ink: *ink });
                    continue;
                }
                ParagraphPart::Words(_, font) => *font,
            };
            last_font = Some(font);
            if let Some(letters) =
                self.shape_letters(placed, font, shared.start..shared.end.min(letters_end))?
            {
                word.advance += letters.advance;
                parts.push(WordPart::Words(letters));
            }
            // If the spaces after a word have two styles, which is rare, only those in the last
            // style are kept.
            if let Some(spaces) = self.shape(font, shared.start.max(letters_end)..shared.end)? {
                word.spaces = Some(WordPart::Words(spaces));
            }
        }
        if text.ends_with('\u{ad}')
            && let Some(font) = last_font
        {
            let hyphen = self.shaper.shape_as(font, self.letter_style, "-")?;
            word.hyphen_hang = hanging::right_share('-') * hyphen.advance;
            word.hyphen = Some(WordPart::Words(hyphen));
        }
        word.parts.end = parts.len();
        let own = parts.get(word.parts.clone()).unwrap_or_default();
        if let Some(WordPart::Words(shaped)) = own.first() {
            let (sign, glyph) = (shaped.string.chars().next(), shaped.glyphs.first());
            word.hang_left = hang(sign.map(hanging::left_share), glyph);
        }
        if let Some(WordPart::Words(shaped)) = own.last() {
            let (sign, glyph) = (shaped.string.chars().next_back(), shaped.glyphs.last());
            word.hang_right = hang(sign.map(hanging::right_share), glyph);
        }
        Ok(word)
    }

    /// Shapes the visible characters in `range`. The range is inside one word.
    fn shape_letters(
        &self,
        placed: &PlacedRun<'_>,
        font: FontId,
        range: Range<usize>,
    ) -> Result<Option<Arc<Shaped>>, NoGlyph> {
        let word = if self.keeps_words { self.word_around(placed, &range) } else { range.clone() };
        let before = visible(self.text.get(word.start..range.start).unwrap_or("")).len();
        let Some(alone) = self.shape(font, range.clone())? else { return Ok(None) };
        let Some(whole) = self.shape(font, word.clone())?.filter(|_| word != range) else {
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
        let Some(whole) = self.shape(*font, word)? else { return Ok(false) };
        let is_inside = before > 0 && before < whole.string.len();
        Ok(is_inside && !whole.glyphs.iter().any(|glyph| glyph.cluster as usize == before))
    }

    /// Shapes the visible characters in `range`. Returns `None` if there are no such characters.
    fn shape(&self, font: FontId, range: Range<usize>) -> Result<Option<Arc<Shaped>>, NoGlyph> {
        let visible = visible(self.text.get(range).unwrap_or(""));
        if visible.is_empty() {
            return Ok(None);
        }
        self.shaper.shape_as(font, self.letter_style, &visible).map(Some)
    }
}

/// Returns the byte index after the character at the byte index `at`.
fn after_char(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}

/// Returns how far a glyph hangs over a side of the text, in ems. `share` is the fraction of its
/// width.
fn hang(share: Option<f64>, glyph: Option<&Glyph>) -> f64 {
    share.unwrap_or(0.0) * glyph.map_or(0.0, |glyph| glyph.advance / 1000.0)
}

/// Returns a text without its invisible characters: those that end lines, or allow or forbid line
/// breaks.
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
            Paragraph::measure(&[ParagraphPart::Words(text, FontId(0))], LetterStyle::default(), &shaper)
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
        match part {
            WordPart::Words(shaped) => Some(&shaped.string),
            WordPart::Icon { .. } => None,
        }
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
        let paragraph = Paragraph::measure(&runs, LetterStyle::default(), &shaper).unwrap();
        let lines = paragraph.lines(1.6);
        let parts: Vec<_> = lines.iter().map(|line| paragraph.parts(line).count()).collect();
        assert_eq!(parts, [1, 3, 2], "pay; the number and two icons; an icon and the stop");
        assert_eq!(paragraph.widest().count(), 3);
        assert!(paragraph.ink(&lines[2]).x1 > 1.0);
    }
}
