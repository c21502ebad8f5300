//! Typesets the texts of the pages. Texts are from layouts, so they may be in any script.
//!
//! - In: strings, styles, and places in mm.
//! - Out: texts in the default font. Characters that this font lacks are taken from other fonts.
//! - Not here: deciding where texts are placed.

use std::ops::Range;
use std::sync::Arc;

use kurbo::Point;

use hexpress_base::units::Mm;
use hexpress_scene::text::{DEFAULT_FAMILY, FontId, NoGlyph, Shaped, Shaper, Style};
use hexpress_scene::{Drawing, Ink, Text};

/// The text that replaces a character that no font has.
const UNKNOWN: &str = "?";

/// The look of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// The size in pt.
    pub size: f64,
    pub is_bold: bool,
    /// The grey level, from 0 (black) to 255 (white).
    pub grey: u8,
}

impl TextStyle {
    pub const fn regular(size: f64) -> Self {
        Self { size, is_bold: false, grey: 0 }
    }

    pub const fn bold(size: f64) -> Self {
        Self { size, is_bold: true, grey: 0 }
    }

    /// Returns the style of grey text with the size `size`, in pt.
    pub const fn quiet(size: f64) -> Self {
        Self { size, is_bold: false, grey: 0x60 }
    }

    /// Returns the distance between two baselines, in mm.
    pub fn leading(self) -> f64 {
        self.em() * 1.32
    }

    /// Returns the height of capital letters, in mm.
    pub fn capitals(self) -> f64 {
        self.em() * 0.66
    }

    fn em(self) -> f64 {
        Mm::from_pt(self.size).0
    }
}

/// A line of text, shaped but not placed.
pub struct Line {
    runs: Vec<Arc<Shaped>>,
    style: TextStyle,
    /// The length in mm.
    pub length: f64,
}

impl Line {
    /// Returns the distance from this line to the next one, in mm.
    pub fn height(&self) -> f64 {
        self.style.leading()
    }

    /// Returns the height of capital letters, in mm.
    pub fn capitals(&self) -> f64 {
        self.style.capitals()
    }

    /// Returns the characters of the line.
    pub fn string(&self) -> String {
        self.runs.iter().map(|run| &*run.string).collect()
    }

    /// Draws the line. Its baseline begins at the point `start`.
    pub fn at(&self, start: Point) -> Vec<Drawing> {
        let (mut pen, size) = (start, self.style.em());
        let mut drawings = Vec::with_capacity(self.runs.len());
        for shaped in &self.runs {
            drawings.push(Drawing::Text(Text {
                string: Arc::clone(&shaped.string),
                font: shaped.font,
                size,
                origin: pen,
                glyphs: Arc::clone(&shaped.glyphs),
                ink: Ink::from_rgb([self.style.grey; 3]),
                is_leftward: false,
            }));
            pen.x += shaped.advance * size;
        }
        drawings
    }
}

/// Typesets texts.
pub struct Typesetter<'s, 'f> {
    shaper: &'s Shaper<'f>,
    regular: FontId,
    bold: FontId,
}

impl<'s, 'f> Typesetter<'s, 'f> {
    pub fn new(shaper: &'s Shaper<'f>) -> Self {
        let find = |style| shaper.fonts().find(DEFAULT_FAMILY, style).unwrap_or_default();
        Self { shaper, regular: find(Style::REGULAR), bold: find(Style::BOLD) }
    }

    /// Typesets a line. Control characters become spaces.
    pub fn line(&self, text: &str, style: TextStyle) -> Line {
        let font = if style.is_bold { self.bold } else { self.regular };
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut runs = Vec::new();
        self.shape(&text, font, &mut runs);
        let length = runs.iter().map(|run| run.advance).sum::<f64>() * style.em();
        Line { runs, style, length }
    }

    /// Shapes a text. A character that the font lacks is shaped with the first font family that has it.
    fn shape(&self, text: &str, font: FontId, runs: &mut Vec<Arc<Shaped>>) {
        let mut rest = text;
        while !rest.is_empty() {
            let missing = match self.shaper.shape(font, rest) {
                Ok(shaped) => return runs.push(shaped),
                Err(NoGlyph::Missing(character) | NoGlyph::Broken(character)) => character,
            };
            let Range { start, end } = run_of(rest, |c| self.is_missing(c, font), missing);
            if let Ok(shaped) = self.shaper.shape(font, &rest[..start]) {
                runs.extend((start > 0).then_some(shaped));
            }
            runs.extend(self.substitute(&rest[start..end], missing, font));
            rest = &rest[end..];
        }
    }

    fn is_missing(&self, character: char, font: FontId) -> bool {
        self.shaper.shape(font, character.encode_utf8(&mut [0; 4])).is_err()
    }

    fn substitute(&self, text: &str, first: char, font: FontId) -> Option<Arc<Shaped>> {
        let family = self.shaper.family_with(first);
        let other = family.and_then(|family| self.shaper.fonts().find(family, Style::REGULAR));
        let shaped = other.and_then(|other| self.shaper.shape(other, text).ok());
        shaped.or_else(|| self.shaper.shape(font, &UNKNOWN.repeat(text.chars().count())).ok())
    }

    /// Breaks a text into lines that are at most `width` mm long. A word that is longer than this is
    /// broken at any character.
    pub fn wrapped(&self, text: &str, style: TextStyle, width: f64) -> Vec<Line> {
        let fits = |line: &str| self.line(line, style).length <= width;
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut().map(|line| (format!("{line} {word}"), line)) {
                Some((longer, line)) if fits(&longer) => *line = longer,
                _ => lines.extend(broken(word, fits)),
            }
        }
        lines.iter().map(|line| self.line(line, style)).collect()
    }

    /// Typesets a text in one line. If the text is longer than `width` mm, it is cut and ends with an
    /// ellipsis.
    pub fn shortened(&self, text: &str, style: TextStyle, width: f64) -> Line {
        let whole = self.line(text, style);
        if whole.length <= width {
            return whole;
        }
        let ends: Vec<usize> = text.char_indices().map(|(index, _)| index).collect();
        let fits = |end: &usize| self.line(&format!("{}…", text[..*end].trim_end()), style).length <= width;
        let end = ends.partition_point(fits).checked_sub(1).and_then(|last| ends.get(last)).copied();
        self.line(&format!("{}…", text[..end.unwrap_or(0)].trim_end()), style)
    }
}

/// Returns the byte range of the first run of characters that are missing in the font.
fn run_of(text: &str, is_missing: impl Fn(char) -> bool, first: char) -> Range<usize> {
    // A font may have every single character of a text, but lack the combination of a letter with its
    // accent. The run then begins at the character `first`.
    let start = text.find(&is_missing).or_else(|| text.find(first)).unwrap_or(0);
    let rest = &text[start..];
    let end = rest.char_indices().skip(1).find(|(_, c)| !is_missing(*c)).map_or(rest.len(), |(end, _)| end);
    start..start + end
}

/// Breaks a word into parts that fit in a line. Each part has at least one character.
fn broken(word: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    if fits(word) {
        return vec![word.to_owned()];
    }
    for character in word.chars() {
        let Some(part) = parts.last_mut() else { break };
        part.push(character);
        if part.chars().nth(1).is_some() && !fits(part) {
            part.pop();
            parts.push(character.to_string());
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_scene::text::Fonts;

    fn strings(lines: &[Line]) -> Vec<String> {
        lines.iter().map(Line::string).collect()
    }

    #[test]
    fn lines_are_as_long_as_their_width_allows() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let typesetter = Typesetter::new(&shaper);
        let style = TextStyle::regular(9.0);
        let width = typesetter.line("one two", style).length;
        assert_eq!(strings(&typesetter.wrapped("one  two three", style, width)), ["one two", "three"]);
        assert_eq!(strings(&typesetter.wrapped("one two", style, width - 0.01)), ["one", "two"]);
        let long = typesetter.wrapped("onetwothreefourfive", style, width);
        assert!(long.len() > 1 && long.iter().all(|line| line.length <= width));
        assert_eq!(strings(&long).concat(), "onetwothreefourfive");
        let short = typesetter.shortened("one two three", style, width);
        assert!(short.length <= width && strings(&[short])[0].ends_with('…'));
    }

    #[test]
    fn characters_that_no_font_has_are_replaced() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let typesetter = Typesetter::new(&shaper);
        let line = typesetter.line("Ann \u{4E00}\u{4E8C}!\n", TextStyle::bold(9.0));
        assert_eq!(strings(&[line]), ["Ann ??! "]);
    }
}
