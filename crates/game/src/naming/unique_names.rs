//! Proves that the names of all cells are different, without writing the names.
//!
//! - In: the form of names, the texts of their numbers, and the two numbers of each cell.
//! - Out: whether all names are proved to be different. Without a proof, the names may still be
//!   different.
//! - Not here: comparing the names themselves, which takes more memory.

use rustc_hash::FxHashMap;

use super::index::CellNumbers;
use super::{FormPart, NameForm, Scheme, WrittenNumbers};

struct ByteSet([bool; 256]);

impl ByteSet {
    fn from_texts(texts: impl IntoIterator<Item = u8>) -> Self {
        let mut set = [false; 256];
        for byte in texts {
            set[usize::from(byte)] = true;
        }
        Self(set)
    }

    /// Returns whether it is unclear where a number ends if `text` follows it. The set contains the bytes
    /// of such numbers. The end is unclear if `text` is empty or begins with one of these bytes.
    fn is_ambiguous_before(&self, text: &str) -> bool {
        text.bytes().next().is_none_or(|byte| self.0[usize::from(byte)])
    }
}

/// Returns whether all names are certainly different.
///
/// Returns true if two conditions are met. Every name can be split into its two numbers in only one
/// way, and no two cells have the same two numbers.
pub(super) fn are_provably_unique(
    form: &NameForm<'_>,
    [firsts, seconds]: [&WrittenNumbers<'_>; 2],
    numbers: &[Option<CellNumbers>],
    scheme: Scheme,
) -> bool {
    let (earlier, between, later) = match form.parts[..] {
        [
            FormPart::Text(_),
            FormPart::First,
            FormPart::Text(between),
            FormPart::Second,
            FormPart::Text(_),
        ] => (firsts, between, seconds),
        [
            FormPart::Text(_),
            FormPart::Second,
            FormPart::Text(between),
            FormPart::First,
            FormPart::Text(_),
        ] => (seconds, between, firsts),
        _ => return false,
    };
    // In these two schemes, some cells do not follow the form: the centre cell of rings, and the light
    // squares of draughts.
    if matches!(scheme, Scheme::Ring | Scheme::Draughts) || !firsts.all_differ() || !seconds.all_differ() {
        return false;
    }
    // `earlier` contains the texts of the number that comes first in a name. A name can be split in only
    // one way if the byte after this number occurs in none of these texts.
    let earlier_bytes = ByteSet::from_texts(earlier.known.values().flat_map(|text| text.bytes()));
    let is_ambiguous = match between {
        "" => later.known.values().any(|text| earlier_bytes.is_ambiguous_before(text)),
        between => earlier_bytes.is_ambiguous_before(between),
    };
    !is_ambiguous && all_numbers_differ(numbers, &numbered(firsts), &numbered(seconds))
}

/// Returns a different index for each written number, in any order.
fn numbered(numbers: &WrittenNumbers<'_>) -> FxHashMap<i64, usize> {
    numbers.known.keys().copied().zip(0..).collect()
}

fn all_numbers_differ(
    numbers: &[Option<CellNumbers>],
    firsts: &FxHashMap<i64, usize>,
    seconds: &FxHashMap<i64, usize>,
) -> bool {
    let places = firsts.len().saturating_mul(seconds.len());
    // The table has one byte for each possible pair of numbers. With more than about eight bytes for
    // each cell, it would need more memory than the names themselves.
    if places > 8 * numbers.len() + 64 {
        return false;
    }
    let mut taken = vec![false; places];
    numbers.iter().flatten().all(|cell| {
        let (Some(first), Some(second)) = (firsts.get(&cell.first), seconds.get(&cell.second)) else {
            return false;
        };
        let place = taken.get_mut(first * seconds.len() + second);
        place.is_some_and(|taken| !std::mem::replace(taken, true))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{FormPart, NameForm, NumberStyle, Scheme, WrittenNumbers};
    use super::*;

    /// Returns whether the cells of a board with 30 columns and 40 rows are proved to have different
    /// names.
    ///
    /// If `again` is true, one cell of the board occurs twice.
    fn are_unique(form: &str, counts: [&NumberStyle; 2], again: bool) -> bool {
        let form = NameForm::read(form).unwrap();
        let [mut firsts, mut seconds] = counts.map(WrittenNumbers::new);
        let all = (0..30).flat_map(|c| (0..40).map(move |r| Some(CellNumbers::new(c, r))));
        let mut numbers: Vec<Option<CellNumbers>> = all.collect();
        numbers.extend(again.then_some(Some(CellNumbers::new(7, 9))));
        for CellNumbers { first, second } in numbers.iter().flatten() {
            assert!(firsts.text(*first).is_ok() && seconds.text(*second).is_ok());
        }
        assert!(matches!(form.parts[0], FormPart::Text(_)));
        are_provably_unique(&form, [&firsts, &seconds], &numbers, Scheme::Chess)
    }

    #[test]
    fn names_differ_if_they_split_in_one_way_and_numbers_differ() {
        let (letters, figures) = (&NumberStyle::lower(), &NumberStyle::numbers());
        assert!(are_unique("{column}{row}", [letters, figures], false));
        assert!(are_unique("x-{row}{column}!", [letters, figures], false));
        assert!(are_unique("{column}-{row}", [figures, figures], false));
        // In the form `{column}{row}`, column 1 with row 11 has the same name as column 11 with row 1.
        assert!(!are_unique("{column}{row}", [figures, figures], false));
        assert!(!are_unique("{column}0{row}", [figures, figures], false));
        assert!(!are_unique("{row}", [letters, figures], false));
        assert!(!are_unique("{column}{row}", [letters, figures], true));
    }

    /// Returns the numbers 0 and 1 as if they were written with these two texts.
    fn written<'c>(count: &'c NumberStyle, texts: [&str; 2]) -> WrittenNumbers<'c> {
        WrittenNumbers { count, known: (0..).zip(texts.map(str::to_owned)).collect() }
    }

    #[test]
    fn names_do_not_differ_if_two_numbers_are_written_the_same() {
        let form = NameForm::read("{column}{row}").unwrap();
        let numbers =
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(first, second)| Some(CellNumbers::new(first, second)));
        let (letters, figures) = (NumberStyle::lower(), NumberStyle::numbers());
        for (columns, rows, expected) in
            [(["a", "b"], ["1", "2"], true), (["a", "a"], ["1", "2"], false), (["a", "b"], ["1", "1"], false)]
        {
            let (firsts, seconds) = (written(&letters, columns), written(&figures, rows));
            assert_eq!(are_provably_unique(&form, [&firsts, &seconds], &numbers, Scheme::Chess), expected);
        }
    }
}
