//! Words put together from letters that were shaped before: very many names have few letters.

use harfrust::Script;

use super::shape::{Glyph, Shaper};
use super::{FontId, Manner};

/// The letters of many words, with their glyphs. Up to three in a row were shaped as they stand there: where that shows
/// that a letter depends on the next one alone, as with kerning, words are put together from them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Letters {
    /// The number of each character of ASCII, from 1; 0 of those that no word has.
    numbers: Vec<u8>,
    /// The glyph of each letter before each other one, and before the end, which has number 0. In thousandths of an em.
    pairs: Vec<Option<Glyph>>,
    /// How far each reaches from the baseline, in ems, y down.
    reaches: Vec<[f64; 2]>,
    /// Letters in a row of which one depends on more than the next, or joins with it.
    odd: Rows,
}

/// One more than there are letters at most: a number has a bit in 64.
const MOST: usize = 64;

/// Up to three letters in a row, by their numbers; 0 before the first one of a word.
type Row = [usize; 3];

/// Letters in a row: for each two of them a bit for each third.
#[derive(Debug, Clone, Default, PartialEq)]
struct Rows(Vec<u64>);

impl Rows {
    fn none() -> Self {
        Self(vec![0; MOST * MOST])
    }

    fn add(&mut self, [a, b, c]: Row) {
        if let Some(thirds) = self.0.get_mut(a * MOST + b) {
            *thirds |= 1 << c;
        }
    }

    fn has(&self, [a, b, c]: Row) -> bool {
        self.0.get(a * MOST + b).is_some_and(|thirds| thirds >> c & 1 == 1)
    }

    fn all(&self) -> impl Iterator<Item = Row> {
        let thirds = |bits: u64| (0..MOST).filter(move |c| bits >> c & 1 == 1);
        let pairs = self.0.iter().enumerate().filter(|(_, bits)| **bits != 0);
        pairs.flat_map(move |(at, bits)| thirds(*bits).map(move |c| [at / MOST, at % MOST, c]))
    }
}

impl Letters {
    /// The letters of these words in a face, as far as they are of ASCII, and not too many.
    pub fn of<'w>(shaper: &Shaper<'_>, font: FontId, words: impl Iterator<Item = &'w str>) -> Self {
        let mut letters = Self {
            numbers: vec![0; 128],
            pairs: vec![None; MOST * MOST],
            reaches: vec![[0.0; 2]; MOST],
            odd: Rows::none(),
        };
        let mut characters = vec![' '];
        // Figures are shaped by the rules of the letters beside them, or by those of no script.
        let (mut latin, mut common) = (Rows::none(), Rows::none());
        for word in words.filter(|word| word.is_ascii()) {
            let is_latin = word.bytes().any(|byte| byte.is_ascii_alphabetic());
            let rows = if is_latin { &mut latin } else { &mut common };
            let mut row = [0; 3];
            for byte in word.bytes() {
                let Some(number) = letters.numbers.get_mut(usize::from(byte)) else { continue };
                if *number == 0 && characters.len() < MOST {
                    *number = characters.len() as u8;
                    characters.push(char::from(byte));
                    // By itself, for how far it reaches.
                    rows.add([0, 0, usize::from(*number)]);
                }
                row = [row[1], row[2], usize::from(*number)];
                rows.add(row);
            }
        }
        for (rows, script) in [(latin, Some(Script::LATIN)), (common, None)] {
            for row in rows.all() {
                if letters.learn(shaper, font, row, &characters, script).is_none() {
                    letters.odd.add(row);
                }
            }
        }
        letters
    }

    /// Shapes letters in a row; none where one is not as it was in another row, or is no glyph of its own.
    fn learn(
        &mut self,
        shaper: &Shaper<'_>,
        font: FontId,
        row: Row,
        characters: &[char],
        script: Option<Script>,
    ) -> Option<()> {
        let numbers: Vec<usize> = row.into_iter().filter(|number| *number > 0).collect();
        let text: String = numbers.iter().filter_map(|number| characters.get(*number)).collect();
        let shaped = shaper.shape_in(font, Manner::default(), &text, script).ok()?;
        let is_plain =
            |(at, glyph): (usize, &Glyph)| glyph.cluster as usize == at && glyph.offset == (0.0, 0.0);
        if shaped.glyphs.len() != numbers.len() || !shaped.glyphs.iter().enumerate().all(is_plain) {
            return None;
        }
        if let [one] = numbers[..] {
            *self.reaches.get_mut(one)? = [shaped.ink.y0, shaped.ink.y1];
        }
        let next = numbers.iter().skip(1).chain([&0]);
        let places = numbers.iter().zip(next).map(|(number, next)| number * MOST + next);
        let glyphs = || places.clone().zip(shaped.glyphs.iter().map(|glyph| Glyph { cluster: 0, ..*glyph }));
        let is_known = |place: usize| self.pairs.get(place).copied().flatten();
        if glyphs().any(|(place, glyph)| is_known(place).is_some_and(|known| known != glyph)) {
            return None;
        }
        for (place, glyph) in glyphs() {
            *self.pairs.get_mut(place)? = Some(glyph);
        }
        Some(())
    }

    /// Puts the glyphs of one of the words in the place of what `out` holds. Gives a bit for each letter that it has; none
    /// where the word has to be shaped as a whole.
    pub fn spell(&self, word: &str, out: &mut Vec<Glyph>) -> Option<u64> {
        out.clear();
        let number =
            |byte: &u8| self.numbers.get(usize::from(*byte)).map_or(0, |number| usize::from(*number));
        let (mut row, mut used) = ([0; 3], 0_u64);
        let bytes = word.as_bytes();
        let mut own = bytes.first().map_or(0, number);
        for cluster in 0..bytes.len() {
            let next = bytes.get(cluster + 1).map_or(0, number);
            row = [row[1], row[2], own];
            let glyph = self.pairs.get(own * MOST + next).copied().flatten()?;
            if own == 0 || self.odd.has(row) {
                return None;
            }
            used |= 1 << own;
            out.push(Glyph { cluster: cluster as u32, ..glyph });
            own = next;
        }
        Some(used)
    }

    /// How far letters reach from the baseline at most, in ems, y down: those that have a bit.
    pub fn reach(&self, used: u64) -> [f64; 2] {
        let own = self.reaches.iter().enumerate().filter(|(number, _)| used >> number & 1 == 1);
        own.fold([0.0; 2], |[top, bottom], (_, [y0, y1])| [top.min(*y0), bottom.max(*y1)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::Fonts;
    use super::*;

    /// How many of these words can be put together, each of which is then as it is shaped.
    fn spelled(shaper: &Shaper<'_>, font: FontId, words: &[String]) -> usize {
        let letters = Letters::of(shaper, font, words.iter().map(String::as_str));
        let (mut glyphs, mut count) = (Vec::new(), 0);
        for word in words {
            let shaped = shaper.shape(font, word).unwrap();
            let Some(used) = letters.spell(word, &mut glyphs) else { continue };
            assert_eq!(glyphs, *shaped.glyphs, "{word}");
            assert_eq!(letters.reach(used), [shaped.ink.y0.min(0.0), shaped.ink.y1.max(0.0)], "{word}");
            count += 1;
        }
        count
    }

    #[test]
    fn words_of_letters_are_as_they_are_shaped() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let letter = |n: u32| char::from(b'A' + (n % 26) as u8);
        // Steps that have no part in common with 26: all letters, and most pairs of them.
        let upper: Vec<String> =
            (0..400).map(|n| format!("{}{}{}", letter(n), letter(n * 7 / 5), n * 37)).collect();
        let lower: Vec<String> = upper.iter().map(|name| name.to_lowercase()).collect();
        let figures: Vec<String> = (0..400).map(|n| format!("{n},-{}", n * 11)).collect();
        let both: Vec<String> = figures.iter().chain(&upper).chain(&lower).cloned().collect();
        for font in (0..fonts.0.len() as u16).map(FontId) {
            for words in [&upper, &lower, &figures, &both] {
                let count = spelled(&shaper, font, words);
                assert!(count >= words.len() * 9 / 10, "{font:?}: {count} of {}, {}", words.len(), words[0]);
            }
        }
    }

    #[test]
    fn words_whose_letters_join_are_shaped_as_a_whole() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let font = fonts.find("serif", false, false).unwrap();
        assert!(shaper.shape(font, "ffi").unwrap().glyphs.len() < 3);
        let words = ["affi1", "fa1", "é1", "ai1"].map(str::to_owned);
        let letters = Letters::of(&shaper, font, words.iter().map(String::as_str));
        let mut glyphs = Vec::new();
        let is_spelled = words.map(|word| letters.spell(&word, &mut glyphs).is_some());
        assert_eq!(is_spelled, [false, true, false, true]);
        assert_eq!(Letters::default().spell("a", &mut glyphs), None);
    }
}
