//! Whether cells have names of their own, seen from the numbers that names are made of.

use rustc_hash::FxHashMap;

use super::{Form, Piece, Scheme, Written};

/// Whether names differ because their numbers do, which takes less room to see than the names themselves: where a name
/// can be taken apart again, and no two cells have the same two numbers. If not, they may differ all the same.
pub(super) fn has_one_for_each(
    form: &Form<'_>,
    [firsts, seconds]: [&Written<'_>; 2],
    pairs: &[(i64, i64)],
    scheme: Scheme,
) -> bool {
    let (earlier, between, later) = match form.0[..] {
        [Piece::Words(_), Piece::First, Piece::Words(between), Piece::Second, Piece::Words(_)] => {
            (firsts, between, seconds)
        }
        [Piece::Words(_), Piece::Second, Piece::Words(between), Piece::First, Piece::Words(_)] => {
            (seconds, between, firsts)
        }
        _ => return false,
    };
    // Their middle cell, and the light squares, are called otherwise.
    if matches!(scheme, Scheme::Ring | Scheme::Draughts) || !firsts.all_differ() || !seconds.all_differ() {
        return false;
    }
    let begins = |text: &str, is_of: &[bool; 256]| text.bytes().next().is_none_or(|b| is_of[usize::from(b)]);
    let mut is_of = [false; 256];
    earlier.known.values().flat_map(|text| text.bytes()).for_each(|byte| is_of[usize::from(byte)] = true);
    let goes_on = match between {
        "" => later.known.values().any(|text| begins(text, &is_of)),
        between => begins(between, &is_of),
    };
    let numbered = |of: &Written<'_>| of.known.keys().copied().zip(0_usize..).collect::<FxHashMap<_, _>>();
    let (rows, columns) = (numbered(firsts), numbered(seconds));
    let places = rows.len().saturating_mul(columns.len());
    // A table of eight bytes for each name is smaller than one of the names.
    if goes_on || places > 8 * pairs.len() + 64 {
        return false;
    }
    let mut taken = vec![false; places];
    let at = |(first, second): &(i64, i64)| Some(rows.get(first)? * columns.len() + columns.get(second)?);
    pairs.iter().all(|pair| {
        let place = at(pair).and_then(|at| taken.get_mut(at));
        place.is_some_and(|taken| !std::mem::replace(taken, true))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Count, Form, Piece, Scheme, Written};
    use super::*;

    /// Whether it is seen that cells of so many columns and rows have names of their own.
    fn is_seen(form: &str, counts: [&Count; 2], again: bool) -> bool {
        let form = Form::read(form).unwrap();
        let [mut firsts, mut seconds] = counts.map(Written::new);
        let mut pairs: Vec<(i64, i64)> = (0..30).flat_map(|c| (0..40).map(move |r| (c, r))).collect();
        pairs.extend(again.then_some((7, 9)));
        for (first, second) in &pairs {
            assert!(firsts.of(*first).is_ok() && seconds.of(*second).is_ok());
        }
        assert!(matches!(form.0[0], Piece::Words(_)));
        has_one_for_each(&form, [&firsts, &seconds], &pairs, Scheme::Chess)
    }

    #[test]
    fn names_differ_where_they_can_be_taken_apart_and_numbers_differ() {
        let (letters, figures) = (&Count::lower(), &Count::numbers());
        assert!(is_seen("{column}{row}", [letters, figures], false));
        assert!(is_seen("x-{row}{column}!", [letters, figures], false));
        assert!(is_seen("{column}-{row}", [figures, figures], false));
        // 1 and 11, 11 and 1.
        assert!(!is_seen("{column}{row}", [figures, figures], false));
        assert!(!is_seen("{column}0{row}", [figures, figures], false));
        assert!(!is_seen("{row}", [letters, figures], false));
        assert!(!is_seen("{column}{row}", [letters, figures], true));
    }

    /// Numbers from 0 that are written as these texts.
    fn written<'c>(count: &'c Count, texts: [&str; 2]) -> Written<'c> {
        Written { count, known: (0..).zip(texts.map(str::to_owned)).collect() }
    }

    #[test]
    fn names_do_not_differ_if_two_numbers_are_written_the_same() {
        let form = Form::read("{column}{row}").unwrap();
        let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let (letters, figures) = (Count::lower(), Count::numbers());
        for (columns, rows, differ) in
            [(["a", "b"], ["1", "2"], true), (["a", "a"], ["1", "2"], false), (["a", "b"], ["1", "1"], false)]
        {
            let (columns, rows) = (written(&letters, columns), written(&figures, rows));
            assert_eq!(has_one_for_each(&form, [&columns, &rows], &pairs, Scheme::Chess), differ);
        }
    }
}
