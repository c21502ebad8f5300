//! Composes the glyphs of words from the glyphs of letters. Each combination of letters is shaped only once.
//!
//! - In: words that are set in one face.
//! - Out: the glyphs of each word, without shaping the whole word.
//! - Not here: words with characters other than ASCII, or with letters that join.
//!
//! This saves time, because even thousands of names are made of only a few different letters.

use harfrust::Script;

use super::shape::{Glyph, Shaped, ShapedAs, Shaper};
use super::{FontId, LetterStyle};

/// Letters have numbers from 1 to 63, and 0 stands for the start or the end of a word. A set of letters is
/// stored as the bits of a `u64`, so there are no more than 64 numbers.
const LETTER_NUMBERS: usize = 64;

/// The glyphs of letters. The glyph of a letter may depend on the next letter.
///
/// Every sequence of up to three letters that occurs in the words is shaped. If each glyph depends only
/// on the next letter, as in kerning, every word can be put together from these glyphs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Letters {
    /// The number of each ASCII character, from 1 to 63. Characters that do not occur in the words have the
    /// number 0.
    numbers: Vec<u8>,
    /// For each pair of letters: the glyph that the first letter has before the second. The end of
    /// a word counts as a letter with the number 0.
    pairs: Vec<Option<Glyph>>,
    /// The top and the bottom of each letter, in ems from the baseline, with y pointing down.
    vertical_extents: Vec<[f64; 2]>,
    /// The sequences of three letters that cannot be put together from `pairs`. In such a sequence, a glyph
    /// depends on more than the next letter, or two letters form one glyph.
    irregular: TripleSet,
}

/// The numbers of three successive letters. The number before the first letter of a word is 0.
type Triple = [usize; 3];

/// A set of triples. For each possible first and second letter, the set stores 64 bits: one for each possible
/// third letter.
#[derive(Debug, Clone, Default, PartialEq)]
struct TripleSet(Vec<u64>);

impl TripleSet {
    fn new() -> Self {
        Self(vec![0; LETTER_NUMBERS * LETTER_NUMBERS])
    }

    fn insert(&mut self, [a, b, c]: Triple) {
        if let Some(thirds) = self.0.get_mut(pair_index(a, b)) {
            *thirds |= 1 << c;
        }
    }

    fn contains(&self, [a, b, c]: Triple) -> bool {
        self.0.get(pair_index(a, b)).is_some_and(|thirds| thirds >> c & 1 == 1)
    }

    /// Returns all triples in ascending order.
    fn iter(&self) -> impl Iterator<Item = Triple> {
        let pairs = self.0.iter().enumerate().filter(|(_, thirds)| **thirds != 0);
        pairs.flat_map(|(index, thirds)| {
            let present = (0..LETTER_NUMBERS).filter(move |third| thirds >> third & 1 == 1);
            present.map(move |third| [index / LETTER_NUMBERS, index % LETTER_NUMBERS, third])
        })
    }
}

fn pair_index(first: usize, second: usize) -> usize {
    first * LETTER_NUMBERS + second
}

/// The letters and triples that occur in words.
struct Occurrences {
    numbers: Vec<u8>,
    /// The character that each number stands for. The number 0 is not used.
    characters: Vec<char>,
    /// The triples in words that contain Latin letters, such as `A12`.
    latin: TripleSet,
    /// The triples in words that contain no Latin letters, such as `12`. These words are shaped without
    /// the rules of a script.
    common: TripleSet,
}

impl Occurrences {
    fn new<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let mut found = Self {
            numbers: vec![0; 128],
            characters: vec![' '],
            latin: TripleSet::new(),
            common: TripleSet::new(),
        };
        words.filter(|word| word.is_ascii()).for_each(|word| found.add(word));
        found
    }

    fn add(&mut self, word: &str) {
        let is_latin = word.bytes().any(|byte| byte.is_ascii_alphabetic());
        let triples = if is_latin { &mut self.latin } else { &mut self.common };
        let mut triple = [0; 3];
        for byte in word.bytes() {
            let Some(number) = self.numbers.get_mut(usize::from(byte)) else { continue };
            if *number == 0 && self.characters.len() < LETTER_NUMBERS {
                *number = self.characters.len() as u8;
                self.characters.push(char::from(byte));
                // Each letter is also shaped on its own, so that its top and bottom can be measured.
                triples.insert([0, 0, usize::from(*number)]);
            }
            triple = [triple[1], triple[2], usize::from(*number)];
            triples.insert(triple);
        }
    }
}

impl Letters {
    /// Shapes the ASCII letters of words in one face. Handles at most 63 different letters.
    pub fn from_words<'w>(shaper: &Shaper<'_>, font: FontId, words: impl Iterator<Item = &'w str>) -> Self {
        let Occurrences { numbers, characters, latin, common } = Occurrences::new(words);
        let mut letters = Self {
            numbers,
            pairs: vec![None; LETTER_NUMBERS * LETTER_NUMBERS],
            vertical_extents: vec![[0.0; 2]; LETTER_NUMBERS],
            irregular: TripleSet::new(),
        };
        for (triples, script) in [(latin, Some(Script::LATIN)), (common, None)] {
            for triple in triples.iter() {
                let present: Vec<usize> = triple.into_iter().filter(|number| *number > 0).collect();
                let text: String = present.iter().filter_map(|number| characters.get(*number)).collect();
                let how = ShapedAs { script, direction: None };
                let shaped = shaper.shape_in(font, LetterStyle::default(), &text, how).ok();
                if shaped.and_then(|shaped| letters.learn(&present, &shaped)).is_none() {
                    letters.irregular.insert(triple);
                }
            }
        }
        letters
    }

    /// Stores the glyphs of consecutive letters.
    ///
    /// Returns `None` if a pair of letters already has a different glyph, or if a glyph does not stand for
    /// exactly one letter.
    fn learn(&mut self, numbers: &[usize], shaped: &Shaped) -> Option<()> {
        let mut glyphs = shaped.glyphs.iter().enumerate();
        let are_separate =
            glyphs.all(|(index, glyph)| glyph.cluster as usize == index && glyph.offset == (0.0, 0.0));
        if shaped.glyphs.len() != numbers.len() || !are_separate {
            return None;
        }
        if let [number] = *numbers {
            *self.vertical_extents.get_mut(number)? = [shaped.ink.y0, shaped.ink.y1];
        }
        let followers = numbers.iter().skip(1).chain([&0]);
        let indices: Vec<usize> = numbers.iter().zip(followers).map(|(a, b)| pair_index(*a, *b)).collect();
        let glyphs: Vec<Glyph> = shaped.glyphs.iter().map(|glyph| Glyph { cluster: 0, ..*glyph }).collect();
        let differs = indices.iter().zip(&glyphs).any(|(index, glyph)| {
            self.pairs.get(*index).copied().flatten().is_some_and(|known| known != *glyph)
        });
        if differs {
            return None;
        }
        for (index, glyph) in indices.into_iter().zip(glyphs) {
            *self.pairs.get_mut(index)? = Some(glyph);
        }
        Some(())
    }

    /// Replaces the contents of `out` with the glyphs of a word.
    ///
    /// Returns the set of the word's letters as bits. Returns `None` if the word must be shaped
    /// instead.
    pub fn spell(&self, word: &str, out: &mut Vec<Glyph>) -> Option<u64> {
        out.clear();
        let mut numbers = word.bytes().map(|byte| self.number(byte)).chain([0]);
        let (mut triple, mut used) = ([0; 3], 0_u64);
        let mut current = numbers.next()?;
        for (index, next) in numbers.enumerate() {
            triple = [triple[1], triple[2], current];
            let glyph = self.pairs.get(pair_index(current, next)).copied().flatten()?;
            if current == 0 || self.irregular.contains(triple) {
                return None;
            }
            used |= 1 << current;
            out.push(Glyph { cluster: index as u32, ..glyph });
            current = next;
        }
        Some(used)
    }

    /// Returns the number of an ASCII character. Returns 0 if the character is unknown.
    fn number(&self, byte: u8) -> usize {
        self.numbers.get(usize::from(byte)).map_or(0, |number| usize::from(*number))
    }

    /// Returns the highest top and the lowest bottom of the letters in a set. Both are in ems from the
    /// baseline, with y pointing down.
    ///
    /// `used` has a bit for each letter.
    pub fn vertical_extent(&self, used: u64) -> [f64; 2] {
        let vertical_extents =
            self.vertical_extents.iter().enumerate().filter(|(number, _)| used >> number & 1 == 1);
        vertical_extents.fold([0.0; 2], |[top, bottom], (_, [y0, y1])| [top.min(*y0), bottom.max(*y1)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fonts, Style};
    use super::*;

    /// Returns how many words can be put together from letters. Checks that shaping these words
    /// results in the same glyphs.
    fn spelled(shaper: &Shaper<'_>, font: FontId, words: &[String]) -> usize {
        let letters = Letters::from_words(shaper, font, words.iter().map(String::as_str));
        let (mut glyphs, mut count) = (Vec::new(), 0);
        for word in words {
            let shaped = shaper.shape(font, word).unwrap();
            let Some(used) = letters.spell(word, &mut glyphs) else { continue };
            assert_eq!(glyphs, *shaped.glyphs, "{word}");
            assert_eq!(
                letters.vertical_extent(used),
                [shaped.ink.y0.min(0.0), shaped.ink.y1.max(0.0)],
                "{word}"
            );
            count += 1;
        }
        count
    }

    fn letter(n: u32) -> char {
        char::from(b'A' + (n % 26) as u8)
    }

    #[test]
    fn composed_words_equal_shaped_words() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        // From name to name, the second letter changes 7/5 times as fast as the first, so most pairs of
        // letters occur.
        let upper: Vec<String> =
            (0..400).map(|n| format!("{}{}{}", letter(n), letter(n * 7 / 5), n * 37)).collect();
        let lower: Vec<String> = upper.iter().map(|name| name.to_lowercase()).collect();
        let figures: Vec<String> = (0..400).map(|n| format!("{n},-{}", n * 11)).collect();
        let both: Vec<String> = figures.iter().chain(&upper).chain(&lower).cloned().collect();
        for font in fonts.faces().map(|(font, _)| font) {
            for words in [&upper, &lower, &figures, &both] {
                let count = spelled(&shaper, font, words);
                assert!(count >= words.len() * 9 / 10, "{font:?}: {count} of {}, {}", words.len(), words[0]);
            }
        }
    }

    #[test]
    fn words_with_ligatures_or_beyond_ascii_are_not_composed() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let font = fonts.find("serif", Style::REGULAR).unwrap();
        assert!(shaper.shape(font, "ffi").unwrap().glyphs.len() < 3);
        let words = ["affi1", "fa1", "é1", "ai1"].map(str::to_owned);
        let letters = Letters::from_words(&shaper, font, words.iter().map(String::as_str));
        let mut glyphs = Vec::new();
        let is_spelled = words.map(|word| letters.spell(&word, &mut glyphs).is_some());
        assert_eq!(is_spelled, [false, true, false, true]);
        assert_eq!(Letters::default().spell("a", &mut glyphs), None);
    }
}
