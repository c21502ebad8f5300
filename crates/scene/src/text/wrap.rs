//! Lines: where a text may break (UAX 14), and where it does at a given width.
//!
//! Every word is shaped and measured once, at an em of 1; setting the text at another size is arithmetic.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use kurbo::Rect;
use unicode_linebreak::{BreakOpportunity, linebreaks};

use super::inline::is_silent;
use super::{FontId, Manner, NoGlyph, Shaped, Shaper};

/// A run of one style, or an icon, before it is measured.
#[derive(Debug, Clone, PartialEq)]
pub enum Run<'r> {
    /// Words in a face.
    Words(&'r str, FontId),
    /// Something as wide as this, and what it covers, in ems from the start of the baseline, y down.
    Icon(f64, Rect),
}

/// A piece of a word: of one face, or an icon.
#[derive(Debug, Clone, PartialEq)]
pub enum WordPart {
    /// Shaped words.
    Words(Arc<Shaped>),
    /// The icon that was given as run number `index`.
    Icon {
        /// Which run.
        index: usize,
        /// In ems.
        advance: f64,
        /// In ems from the start of the baseline, y down.
        ink: Rect,
    },
}

impl WordPart {
    /// How far it moves the pen, in ems.
    pub fn advance(&self) -> f64 {
        match self {
            Self::Words(shaped) => shaped.advance,
            Self::Icon { advance, .. } => *advance,
        }
    }

    fn ink(&self) -> Rect {
        match self {
            Self::Words(shaped) => shaped.ink,
            Self::Icon { ink, .. } => *ink,
        }
    }
}

/// What stands between two places where a line may break.
#[derive(Debug, Clone, PartialEq, Default)]
struct Word {
    /// Which parts of the paragraph.
    parts: Range<usize>,
    /// In ems, without the spaces that follow.
    advance: f64,
    /// The spaces that follow, and their advance; they are left out at the end of a line.
    spaces: Option<WordPart>,
    /// A hyphen that stands here only where the line breaks.
    hyphen: Option<WordPart>,
    /// Whether the line ends here in any case.
    ends: bool,
}

impl Word {
    fn space(&self) -> f64 {
        self.spaces.as_ref().map_or(0.0, WordPart::advance)
    }

    fn hyphen(&self) -> f64 {
        self.hyphen.as_ref().map_or(0.0, WordPart::advance)
    }
}

/// A text, measured.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Paragraph {
    words: Vec<Word>,
    parts: Vec<WordPart>,
}

/// One line of a [`Paragraph`].
#[derive(Debug, Clone, PartialEq)]
pub struct TextLine {
    first: usize,
    last: usize,
    /// How wide it is, in ems.
    pub advance: f64,
}

impl Paragraph {
    /// Measures a text that is made of these runs.
    ///
    /// # Errors
    /// The first character that a font does not have.
    pub fn measure(runs: &[Run<'_>], manner: Manner, shaper: &Shaper<'_>) -> Result<Self, NoGlyph> {
        let source = Source::of(runs, manner, shaper);
        let (mut words, mut parts) = (Vec::new(), Vec::new());
        let mut from = 0;
        for (to, opportunity) in linebreaks(&source.text) {
            let mut word = source.word(from..to, &mut parts)?;
            word.ends = opportunity == BreakOpportunity::Mandatory;
            words.push(word);
            from = to;
        }
        Ok(Self { words, parts })
    }

    /// The lines at a width in ems. A word that is wider than that has a line of its own.
    pub fn lines(&self, width: f64) -> Vec<TextLine> {
        let mut lines = Vec::new();
        let mut first = 0;
        while first < self.words.len() {
            let line = self.line(first, width);
            first = line.last;
            lines.push(line);
        }
        lines
    }

    /// The longest line from the word `first` that is not wider than `width`.
    fn line(&self, first: usize, width: f64) -> TextLine {
        let mut best: Option<TextLine> = None;
        let mut pen = 0.0;
        for (index, word) in self.words.iter().enumerate().skip(first) {
            let end = pen + word.advance;
            // A part of a word may fit where the hyphen that it would need here does not.
            if best.is_some() && end > width {
                break;
            }
            let whole = end + word.hyphen();
            if best.is_none() || whole <= width {
                best = Some(TextLine { first, last: index + 1, advance: whole });
            }
            if word.ends || end > width {
                break;
            }
            pen = end + word.space();
        }
        best.unwrap_or(TextLine { first, last: first + 1, advance: 0.0 })
    }

    /// What a line is made of, in order.
    pub fn parts(&self, line: &TextLine) -> impl Iterator<Item = &WordPart> {
        let words = self.words.get(line.first..line.last).unwrap_or(&[]);
        let last = words.len().saturating_sub(1);
        words.iter().enumerate().flat_map(move |(index, word)| {
            let after = if index == last { &word.hyphen } else { &word.spaces };
            self.parts_of(word).iter().chain(after)
        })
    }

    fn parts_of(&self, word: &Word) -> &[WordPart] {
        self.parts.get(word.parts.clone()).unwrap_or_default()
    }

    /// What a line covers, in ems from the start of its baseline, y down.
    pub fn ink(&self, line: &TextLine) -> Rect {
        let mut pen = 0.0;
        let mut ink: Option<Rect> = None;
        for part in self.parts(line) {
            let own = part.ink() + kurbo::Vec2::new(pen, 0.0);
            if own.width() > 0.0 {
                ink = Some(ink.map_or(own, |ink| ink.union(own)));
            }
            pen += part.advance();
        }
        ink.unwrap_or_default()
    }

    /// What the widest word is made of.
    pub fn widest(&self) -> impl Iterator<Item = &WordPart> {
        let widest = self.words.iter().max_by(|a, b| a.advance.total_cmp(&b.advance));
        widest.into_iter().flat_map(|word| self.parts_of(word))
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}') || is_end(c)
}

fn is_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// All runs as one text, and where each stands in it. An icon is a letter there, so that it stays with what
/// it touches.
struct Source<'r, 'f> {
    text: String,
    runs: Vec<(Range<usize>, &'r Run<'r>)>,
    manner: Manner,
    shaper: &'r Shaper<'f>,
}

impl<'r, 'f> Source<'r, 'f> {
    fn of(given: &'r [Run<'r>], manner: Manner, shaper: &'r Shaper<'f>) -> Self {
        let mut text = String::new();
        let mut runs = Vec::with_capacity(given.len());
        for run in given {
            let start = text.len();
            text.push_str(if let Run::Words(string, _) = run { string } else { "a" });
            runs.push((start..text.len(), run));
        }
        Self { text, runs, manner, shaper }
    }

    /// Shapes what stands in `range` of the text, whose parts come behind the others.
    fn word(&self, range: Range<usize>, parts: &mut Vec<WordPart>) -> Result<Word, NoGlyph> {
        let Self { text, runs, manner, shaper } = self;
        let whole = text.get(range.clone()).unwrap_or("");
        let core = range.start + whole.trim_end_matches(is_space).len();
        let mut out = Word { parts: parts.len()..parts.len(), ..Word::default() };
        let mut face = None;
        // The runs stand one after another.
        let first = runs.partition_point(|(span, _)| span.end <= range.start);
        for (index, (span, run)) in runs.iter().enumerate().skip(first) {
            if span.start >= range.end {
                break;
            }
            let (from, to) = (span.start.max(range.start), span.end.min(range.end));
            if from >= to {
                continue;
            }
            let font = match run {
                Run::Icon(advance, ink) => {
                    out.advance += advance;
                    parts.push(WordPart::Icon { index, advance: *advance, ink: *ink });
                    continue;
                }
                Run::Words(_, font) => *font,
            };
            face = Some(font);
            let shown = |from: usize, to: usize| shown(text.get(from..to.max(from)).unwrap_or(""));
            let letters = shown(from, to.min(core));
            if !letters.is_empty() {
                let shaped = shaper.shape_as(font, *manner, &letters)?;
                out.advance += shaped.advance;
                parts.push(WordPart::Words(shaped));
            }
            let spaces = shown(from.max(core), to);
            // Spaces of two styles in a row are rare, and the last one will do.
            if !spaces.is_empty() {
                out.spaces = Some(WordPart::Words(shaper.shape_as(font, *manner, &spaces)?));
            }
        }
        if whole.ends_with('\u{ad}')
            && let Some(font) = face
        {
            out.hyphen = Some(WordPart::Words(shaper.shape_as(font, *manner, "-")?));
        }
        out.parts.end = parts.len();
        Ok(out)
    }
}

/// What is seen of a text: without the signs that say where lines end, or may.
fn shown(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    text.chars().filter(|c| !is_silent(*c) && !is_end(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Fonts;

    /// The lines of a text at a width, each as it reads.
    fn lines(text: &str, width: f64) -> Vec<String> {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let paragraph =
            Paragraph::measure(&[Run::Words(text, FontId(0))], Manner::default(), &shaper).unwrap();
        let read = |line: &TextLine| {
            assert!(line.advance <= width || paragraph.parts(line).count() == 1, "{text}");
            let total: f64 = paragraph.parts(line).map(WordPart::advance).sum();
            assert!((total - line.advance).abs() < 1e-9);
            let strings = paragraph.parts(line).filter_map(|part| match part {
                WordPart::Words(shaped) => Some(shaped.string.to_string()),
                WordPart::Icon { .. } => None,
            });
            strings.collect::<String>()
        };
        paragraph.lines(width).iter().map(read).collect()
    }

    #[test]
    fn breaks_at_words_and_where_it_must() {
        assert_eq!(lines("one two three", 3.9), ["one two", "three"]);
        assert_eq!(lines("one two three", f64::INFINITY), ["one two three"]);
        assert_eq!(lines("one\n\ntwo", 9.0), ["one", "", "two"]);
        assert_eq!(lines("one  two", 2.0), ["one", "two"], "spaces at the end of a line go");
        assert_eq!(lines("(a) b-c, d", 1.6), ["(a)", "b-c,", "d"]);
        assert_eq!(lines("5\u{a0}km", 1.0), ["5\u{a0}km"], "a space that does not break");
    }

    #[test]
    fn soft_hyphens_are_seen_only_where_a_line_breaks() {
        assert_eq!(lines("hyphen\u{ad}ation", 9.0), ["hyphenation"]);
        assert_eq!(lines("hyphen\u{ad}ation", 4.0), ["hyphen-", "ation"]);
        // There is room for the letters, but not for the hyphen after them.
        assert_eq!(lines("a in\u{ad}side", 1.5), ["a", "in-", "side"]);
    }

    #[test]
    fn icons_stay_with_what_they_touch() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let icon = || Run::Icon(1.0, Rect::new(0.0, -0.7, 1.0, 0.0));
        let words = |string| Run::Words(string, FontId(0));
        let runs = [words("pay 3"), icon(), icon(), words(" "), icon(), words(".")];
        let paragraph = Paragraph::measure(&runs, Manner::default(), &shaper).unwrap();
        let lines = paragraph.lines(1.6);
        let parts: Vec<_> = lines.iter().map(|line| paragraph.parts(line).count()).collect();
        assert_eq!(parts, [1, 3, 2], "pay; the number and two icons; an icon and the stop");
        assert_eq!(paragraph.widest().count(), 3);
        assert!(paragraph.ink(&lines[2]).x1 > 1.0);
    }
}
