//! Breaks texts into lines, where UAX 14 allows it.
//!
//! - In: runs of text in one face, and icons.
//! - Out: the lines at a width, and their parts.
//! - Not here: sizes and places. Every word is shaped once, at an em of 1.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use kurbo::Rect;
use unicode_linebreak::{BreakOpportunity, linebreaks};

use super::inline::is_silent;
use super::{FontId, LetterStyle, NoGlyph, Shaped, Shaper};

/// A part of a paragraph: text in one face, or an icon.
#[derive(Debug, Clone, PartialEq)]
pub enum ParagraphPart<'r> {
    /// Text in a face.
    Words(&'r str, FontId),
    /// An icon: its advance, and its bounding box from the start of the baseline, y down. Both are
    /// in ems.
    Icon(f64, Rect),
}

/// A part of a word: text in one face, or an icon.
#[derive(Debug, Clone, PartialEq)]
pub enum WordPart {
    /// Shaped text.
    Words(Arc<Shaped>),
    /// An icon.
    Icon {
        /// The index of its run in the paragraph.
        index: usize,
        /// The advance in ems.
        advance: f64,
        /// The bounding box in ems, from the start of the baseline, y down.
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

    /// Returns the bounding box in ems, from the start of the baseline, y down.
    fn ink(&self) -> Rect {
        match self {
            Self::Words(shaped) => shaped.ink,
            Self::Icon { ink, .. } => *ink,
        }
    }
}

/// The text between two places where a line may break.
#[derive(Debug, Clone, PartialEq, Default)]
struct Word {
    /// The indices of its parts in the paragraph.
    parts: Range<usize>,
    /// The advance in ems, without the spaces behind it.
    advance: f64,
    /// The spaces behind it, which are dropped at the end of a line.
    spaces: Option<WordPart>,
    /// The hyphen that is drawn if the line breaks behind it.
    hyphen: Option<WordPart>,
    /// Whether a line always ends behind it.
    ends_line: bool,
}

impl Word {
    fn space_advance(&self) -> f64 {
        self.spaces.as_ref().map_or(0.0, WordPart::advance)
    }

    fn hyphen_advance(&self) -> f64 {
        self.hyphen.as_ref().map_or(0.0, WordPart::advance)
    }
}

/// A text whose words are shaped.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Paragraph {
    words: Vec<Word>,
    parts: Vec<WordPart>,
}

/// One line of a [`Paragraph`].
#[derive(Debug, Clone, PartialEq)]
pub struct TextLine {
    /// The indices of its words in the paragraph.
    words: Range<usize>,
    /// The width in ems, without spaces at the end.
    pub advance: f64,
}

impl Paragraph {
    /// Shapes the words of a text.
    ///
    /// # Errors
    /// The first character that a font does not have or cannot draw.
    pub fn measure(
        runs: &[ParagraphPart<'_>],
        letter_style: LetterStyle,
        shaper: &Shaper<'_>,
    ) -> Result<Self, NoGlyph> {
        let source = JoinedRuns::new(runs, letter_style, shaper);
        let (mut words, mut parts) = (Vec::new(), Vec::new());
        let mut start = 0;
        for (end, opportunity) in linebreaks(&source.text) {
            let mut word = source.shape_word(start..end, &mut parts)?;
            word.ends_line = opportunity == BreakOpportunity::Mandatory;
            words.push(word);
            start = end;
        }
        Ok(Self { words, parts })
    }

    /// Returns the lines at a width in ems. A wider word gets a line to itself.
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

    /// Returns the longest line from the word `first` on that is at most `width` ems wide. It has
    /// at least one word.
    fn line(&self, first: usize, width: f64) -> TextLine {
        let mut best: Option<TextLine> = None;
        let mut pen = 0.0;
        for (index, word) in self.words.iter().enumerate().skip(first) {
            let end = pen + word.advance;
            // A word may fit although its hyphen does not: the line can then go on to a later
            // break.
            if best.is_some() && end > width {
                break;
            }
            let advance = end + word.hyphen_advance();
            if best.is_none() || advance <= width {
                best = Some(TextLine { words: first..index + 1, advance });
            }
            if word.ends_line || end > width {
                break;
            }
            pen = end + word.space_advance();
        }
        best.unwrap_or(TextLine { words: first..first + 1, advance: 0.0 })
    }

    /// Returns the parts of a line, with its hyphen and without spaces at its end.
    pub fn parts(&self, line: &TextLine) -> impl Iterator<Item = &WordPart> {
        let words = self.words.get(line.words.clone()).unwrap_or_default();
        let last = words.len().saturating_sub(1);
        words.iter().enumerate().flat_map(move |(index, word)| {
            let after = if index == last { &word.hyphen } else { &word.spaces };
            self.parts_of(word).iter().chain(after)
        })
    }

    fn parts_of(&self, word: &Word) -> &[WordPart] {
        self.parts.get(word.parts.clone()).unwrap_or_default()
    }

    /// Returns the bounding box of a line in ems, from the start of its baseline, y down.
    pub fn ink(&self, line: &TextLine) -> Rect {
        let mut pen = 0.0;
        let mut ink: Option<Rect> = None;
        for part in self.parts(line) {
            let part_ink = part.ink() + kurbo::Vec2::new(pen, 0.0);
            if part_ink.width() > 0.0 {
                ink = Some(ink.map_or(part_ink, |ink| ink.union(part_ink)));
            }
            pen += part.advance();
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

/// A run and its bytes in the joined text.
struct PlacedRun<'r> {
    span: Range<usize>,
    index: usize,
    run: &'r ParagraphPart<'r>,
}

/// All runs as one text. An icon is a letter in it, so that it is not separated from the letters it
/// touches.
struct JoinedRuns<'r, 'f> {
    text: String,
    runs: Vec<PlacedRun<'r>>,
    letter_style: LetterStyle,
    shaper: &'r Shaper<'f>,
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
        Self { text, runs: placed, letter_style, shaper }
    }

    /// Returns the runs that have bytes in `range`, each with these bytes.
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
            if let Some(letters) = self.shape(font, shared.start..shared.end.min(letters_end))? {
                word.advance += letters.advance;
                parts.push(WordPart::Words(letters));
            }
            // Spaces in two styles are rare. Only those of the last style are kept.
            if let Some(spaces) = self.shape(font, shared.start.max(letters_end)..shared.end)? {
                word.spaces = Some(WordPart::Words(spaces));
            }
        }
        if text.ends_with('\u{ad}')
            && let Some(font) = last_font
        {
            word.hyphen = Some(WordPart::Words(self.shaper.shape_as(font, self.letter_style, "-")?));
        }
        word.parts.end = parts.len();
        Ok(word)
    }

    /// Shapes the visible characters in `range`; `None` if there are none.
    fn shape(&self, font: FontId, range: Range<usize>) -> Result<Option<Arc<Shaped>>, NoGlyph> {
        let visible = visible(self.text.get(range).unwrap_or(""));
        if visible.is_empty() {
            return Ok(None);
        }
        self.shaper.shape_as(font, self.letter_style, &visible).map(Some)
    }
}

/// Returns a text without the characters that end lines, or that allow or forbid a break.
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

    /// Returns the text of each line at a width.
    fn lines(text: &str, width: f64) -> Vec<String> {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let paragraph =
            Paragraph::measure(&[ParagraphPart::Words(text, FontId(0))], LetterStyle::default(), &shaper)
                .unwrap();
        let lines = paragraph.lines(width);
        for line in &lines {
            assert!(line.advance <= width || paragraph.parts(line).count() == 1, "{text}");
            let total: f64 = paragraph.parts(line).map(WordPart::advance).sum();
            assert!((total - line.advance).abs() < 1e-9);
        }
        lines.iter().map(|line| paragraph.parts(line).filter_map(string).collect()).collect()
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
        // The letters fit, but the hyphen after them does not.
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
