//! Breaks a text into evenly filled lines.
//!
//! - In: a measured text, and the width of its lines.
//! - Out: the lines for which the sum of penalties is smallest. Penalties are given for wide or
//!   narrow spaces, for hyphens, and for short last lines.
//! - Not here: the simpler method that fills each line as far as possible ([`Paragraph::lines`]).

use std::ops::Range;

use super::{Paragraph, TextLine};

/// The space that is available for the lines of a text, in ems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineRoom {
    /// The width of a line without an indent.
    pub width: f64,
    /// The width of the indent of the first lines. The indent leaves space for something else, such
    /// as a large first letter.
    pub indent: f64,
    /// The number of lines that have the indent.
    pub indented_lines: usize,
}

/// The rules for the left and the right side of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FillRules {
    /// Whether spaces are stretched so that lines have the full width.
    pub justify: bool,
    /// Whether punctuation hangs over the left side.
    pub hang_left: bool,
    /// Whether punctuation hangs over the right side.
    pub hang_right: bool,
}

/// How much wider a space may become before readers notice it, as a fraction of its width.
const STRETCH: f64 = 0.6;
/// How much narrower a space may become, as a fraction of its width. With even narrower spaces,
/// words would seem to touch.
const SHRINK: f64 = 0.15;
/// The largest width of a space, in ems. A line that would need wider spaces is not justified.
const MAX_SPACE_EMS: f64 = 0.8;
/// The largest empty width at the end of a line that readers do not notice, in ems. It applies to text that
/// is not justified.
const RAGGED: f64 = 2.0;
/// The upper limit of the ratio `r` in the penalty for a line. To get `r`, the difference between the line
/// and a full line is divided by the largest difference that readers do not notice.
const MAX_RATIO: f64 = 15.0;
/// The penalty for a line that ends with a hyphen.
const HYPHEN: f64 = 2_500.0;
/// The penalty for a hyphen directly below another hyphen, or directly above the last line.
const SECOND_HYPHEN: f64 = 40_000.0;
/// The penalty for a last line that is shorter than [`SHORT_LAST_LINE_EMS`].
const SHORT_END: f64 = 20_000.0;
/// The length below which a last line counts as short, in ems.
const SHORT_LAST_LINE_EMS: f64 = 3.0;
/// The penalty for a word that is wider than its line.
const WIDE_WORD_PENALTY: f64 = 1e12;
/// The largest difference that counts as a rounding error, in ems.
const ROUNDING_EMS: f64 = 1e-9;

/// A possible start of a line. `penalty` is the smallest possible sum of penalties for the lines before it.
#[derive(Debug, Clone, Copy)]
struct LineStart {
    penalty: f64,
    /// The index of the start of the previous line, in the list of all possible starts.
    previous_start: usize,
}

/// The total lengths of words and spaces in a line.
#[derive(Debug, Clone, Copy, Default)]
struct LineSums {
    /// The length up to the end of the last word, in ems.
    advance: f64,
    /// The total width of the spaces between words, in ems.
    spaces: f64,
    /// The number of spaces between words.
    gaps: u32,
}

impl LineRoom {
    /// Returns the width that is available for a line. Lines are counted from 0. From the line `indented_lines` on,
    /// lines have no indent, and therefore the same width.
    fn width_of(self, line: usize) -> f64 {
        self.width - self.indent_of(line)
    }

    fn indent_of(self, line: usize) -> f64 {
        if line < self.indented_lines { self.indent } else { 0.0 }
    }
}

impl LineSums {
    /// Adds the lengths of a word and of the spaces before it.
    fn add(&mut self, space: f64, advance: f64) {
        self.advance += space + advance;
        self.spaces += space;
        self.gaps += u32::from(space > 0.0);
    }
}

impl Paragraph {
    /// Returns the most evenly filled lines. A word that is too wide gets its own line.
    pub fn filled_lines(&self, room: LineRoom, rules: FillRules) -> Vec<TextLine> {
        let count = self.words.len();
        let layers = room.indented_lines + 1;
        // A line can start at any word, in any layer: the index is `word * layers + layer`. Each indented
        // line has its own layer. All later lines have the same width, so they share one layer.
        let mut starts: Vec<Option<LineStart>> = vec![None; (count + 1) * layers];
        starts[0] = Some(LineStart { penalty: 0.0, previous_start: 0 });
        for at in 0..count * layers {
            let Some(LineStart { penalty, .. }) = starts[at] else { continue };
            let (first, layer) = (at / layers, at % layers);
            self.lines_from(first, room.width_of(layer), rules, |end, line_penalty| {
                let next = &mut starts[end * layers + (layer + 1).min(room.indented_lines)];
                let sum = penalty + line_penalty;
                if next.is_none_or(|next| sum < next.penalty) {
                    *next = Some(LineStart { penalty: sum, previous_start: at });
                }
            });
        }
        let ends = (count * layers..(count + 1) * layers).filter_map(|at| Some((at, starts[at]?)));
        let Some((mut at, _)) = ends.min_by(|a, b| a.1.penalty.total_cmp(&b.1.penalty)) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        while at >= layers {
            let previous_start = starts[at].map_or(0, |start| start.previous_start);
            lines.push(self.filled_line(
                previous_start / layers..at / layers,
                previous_start % layers,
                room,
                rules,
            ));
            at = previous_start;
        }
        lines.reverse();
        lines
    }

    /// Calls `line` for each possible line that starts with the word `first`. The arguments are the
    /// index after the last word of the line, and the penalty for the line.
    fn lines_from(&self, first: usize, width: f64, rules: FillRules, mut line: impl FnMut(usize, f64)) {
        let mut sums = LineSums::default();
        let mut space = 0.0;
        for (index, word) in self.words.iter().enumerate().skip(first) {
            sums.add(space, word.advance);
            space = word.space_advance();
            let words = first..index + 1;
            let slack = width - self.advance_of(&words, sums, rules);
            if let Some(penalty) = self.penalty(&words, slack, sums, rules) {
                line(index + 1, penalty);
            }
            // A line with more words may still fit if it needs no hyphen, or if its last character hangs over
            // the side. Therefore, the search stops only when the line is 2 ems too long.
            if word.ends_line || slack + sums.spaces * SHRINK < -2.0 {
                break;
            }
        }
    }

    /// Returns the length of the words of a line, including the hyphen at its end.
    fn advance_of(&self, words: &Range<usize>, sums: LineSums, rules: FillRules) -> f64 {
        let Some(last) = self.words.get(words.end - 1) else { return 0.0 };
        let right = if last.hyphen.is_some() { last.hyphen_hang } else { last.hang_right };
        let hang = if rules.hang_right { right } else { 0.0 };
        // In justified text, the tracking after the last letter does not count.
        let behind = if rules.justify { self.tracking } else { 0.0 };
        sums.advance + last.hyphen_advance() - hang - behind - self.left_hang(words, rules)
    }

    fn left_hang(&self, words: &Range<usize>, rules: FillRules) -> f64 {
        let first = self.words.get(words.start).filter(|_| rules.hang_left);
        first.map_or(0.0, |word| word.hang_left)
    }

    fn is_last(&self, words: &Range<usize>) -> bool {
        words.end == self.words.len() || self.words.get(words.end - 1).is_some_and(|word| word.ends_line)
    }

    fn ends_in_hyphen(&self, end: usize) -> bool {
        end.checked_sub(1).and_then(|last| self.words.get(last)).is_some_and(|word| word.hyphen.is_some())
    }

    /// Returns the penalty for a line in which `slack` ems stay empty. Returns `None` if the line is too
    /// long.
    ///
    /// The penalty is (1 + 10 r³)², plus the penalties for hyphens and short last lines. For `r`, see
    /// [`MAX_RATIO`]. Knuth and Plass (1981) use a formula of the same form.
    fn penalty(&self, words: &Range<usize>, slack: f64, sums: LineSums, rules: FillRules) -> Option<f64> {
        let is_last = self.is_last(words);
        let shrink = if rules.justify { sums.spaces * SHRINK } else { 0.0 };
        if slack < -shrink - ROUNDING_EMS {
            return (words.len() == 1).then_some(WIDE_WORD_PENALTY * (1.0 - slack));
        }
        let ratio = if slack < 0.0 {
            -slack / shrink.max(ROUNDING_EMS)
        } else if is_last {
            0.0
        } else if rules.justify {
            slack / (sums.spaces * STRETCH).max(ROUNDING_EMS)
        } else {
            slack / RAGGED
        };
        let ratio = ratio.min(MAX_RATIO);
        let unevenness = 1.0 + 10.0 * ratio * ratio * ratio;
        let mut penalty = unevenness * unevenness;
        let below_hyphen = self.ends_in_hyphen(words.start);
        if !is_last && self.ends_in_hyphen(words.end) {
            penalty += if below_hyphen { SECOND_HYPHEN } else { HYPHEN };
        } else if is_last && below_hyphen {
            penalty += SECOND_HYPHEN;
        }
        if is_last && words.start > 0 && sums.advance < SHORT_LAST_LINE_EMS {
            penalty += SHORT_END;
        }
        Some(penalty)
    }

    /// Returns a line with these words.
    ///
    /// `number` is the number of the line, or of any other line with the same available width.
    fn filled_line(&self, words: Range<usize>, number: usize, room: LineRoom, rules: FillRules) -> TextLine {
        let mut sums = LineSums::default();
        let mut space = 0.0;
        for word in self.words.get(words.clone()).unwrap_or_default() {
            sums.add(space, word.advance);
            space = word.space_advance();
        }
        let advance = self.advance_of(&words, sums, rules);
        let slack = room.width_of(number) - advance;
        let is_filled = rules.justify
            && sums.gaps > 0
            && (slack < 0.0 || !self.is_last(&words))
            && slack >= -sums.spaces * SHRINK - ROUNDING_EMS;
        let filling = if is_filled {
            slack.min((f64::from(sums.gaps) * MAX_SPACE_EMS - sums.spaces).max(0.0))
        } else {
            0.0
        };
        TextLine {
            stretch: filling / f64::from(sums.gaps.max(1)),
            advance: advance + filling,
            hang: self.left_hang(&words, rules),
            indent: room.indent_of(number),
            words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::wrap::{ParagraphPart, ParagraphStyle, WordPart};
    use crate::text::{FontId, Fonts, Shaper};

    const TEXT: &str = "Each player takes three tiles and puts two of them on the board, so that every \
        edge touches an edge of the same colour; “otherwise,” the tile goes back.";

    fn filled(text: &str, room: LineRoom, rules: FillRules) -> Vec<(String, TextLine)> {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let runs = [ParagraphPart::Words(text, FontId(0))];
        let paragraph = Paragraph::measure_syllables(&runs, ParagraphStyle::default(), &shaper).unwrap();
        let lines = paragraph.filled_lines(room, rules);
        let string = |(part, _): (&WordPart, f64)| {
            part.shaped().map_or_else(String::new, |shaped| shaped.string.to_string())
        };
        lines.into_iter().map(|line| (paragraph.parts(&line).map(string).collect(), line)).collect()
    }

    const ROOM: LineRoom = LineRoom { width: 16.0, indent: 0.0, indented_lines: 0 };

    #[test]
    fn justified_lines_fill_their_room_and_the_last_one_does_not() {
        let lines = filled(TEXT, ROOM, FillRules { justify: true, ..FillRules::default() });
        let (last, full) = lines.split_last().unwrap();
        assert!(full.len() > 3);
        for (string, line) in full {
            assert!((line.advance - 16.0).abs() < 1e-6, "{string} {line:?}");
        }
        assert!(last.1.advance < 15.0 && last.1.stretch == 0.0);
        assert_eq!(lines.iter().map(|(string, _)| string.as_str()).collect::<Vec<_>>().join(" "), TEXT);
    }

    #[test]
    fn hanging_signs_are_outside() {
        let rules = FillRules { justify: true, hang_left: true, hang_right: true };
        let lines = filled("one, two, three, four, five, six", LineRoom { width: 4.0, ..ROOM }, rules);
        assert!(lines[0].0.ends_with(','), "{lines:?}");
        let plain = filled("“one” two", LineRoom { width: 3.0, ..ROOM }, rules);
        assert!(plain[0].1.hang > 0.1, "{plain:?}");
    }

    #[test]
    fn the_first_lines_begin_behind_their_indent() {
        let room = LineRoom { width: 16.0, indent: 4.0, indented_lines: 2 };
        let lines = filled(TEXT, room, FillRules { justify: true, ..FillRules::default() });
        let ends: Vec<_> = lines.iter().map(|(_, line)| (line.indent, line.indent + line.advance)).collect();
        assert_eq!(ends.iter().map(|(indent, _)| *indent).collect::<Vec<_>>()[..3], [4.0, 4.0, 0.0]);
        assert!(ends[..3].iter().all(|(_, end)| (end - 16.0).abs() < 1e-6), "{ends:?}");
    }

    #[test]
    fn a_word_that_is_too_wide_has_a_line_to_itself() {
        let lines = filled("a wonderful tale", LineRoom { width: 2.0, ..ROOM }, FillRules::default());
        assert_eq!(
            lines.iter().map(|(string, _)| string.as_str()).collect::<Vec<_>>(),
            ["a", "wonderful", "tale"]
        );
        assert!(filled("", ROOM, FillRules::default()).len() <= 1);
    }

    #[test]
    fn syllables_are_as_close_as_in_their_whole_word() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let advance = |text: &str| {
            let runs = [ParagraphPart::Words(text, FontId(0))];
            let paragraph = Paragraph::measure_syllables(&runs, ParagraphStyle::default(), &shaper).unwrap();
            paragraph.lines(f64::INFINITY)[0].advance
        };
        assert!((advance("A\u{ad}Vo\u{ad}ca\u{ad}Te") - advance("AVocaTe")).abs() < 1e-9);
    }
}
