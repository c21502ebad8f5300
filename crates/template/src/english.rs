//! Writes numbers in English words, and forms the plural of English words.

const UP_TO_NINETEEN: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen \
    fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";
const SCALES: [(u64, &str); 6] = [
    (1_000_000_000_000_000_000, "quintillion"),
    (1_000_000_000_000_000, "quadrillion"),
    (1_000_000_000_000, "trillion"),
    (1_000_000_000, "billion"),
    (1_000_000, "million"),
    (1_000, "thousand"),
];

/// Writes a number in words: 121 becomes `one hundred and twenty-one`.
pub fn in_words(n: i64) -> String {
    let words = positive(n.unsigned_abs());
    if n < 0 { format!("minus {words}") } else { words }
}

fn nth(words: &'static str, n: u64) -> &'static str {
    words.split(' ').nth(n as usize).unwrap_or_default()
}

fn positive(n: u64) -> String {
    if n < 20 {
        return nth(UP_TO_NINETEEN, n).to_owned();
    }
    if n < 100 {
        let (tens, ones) = (nth(TENS, n / 10 - 2), n % 10);
        return if ones == 0 { tens.to_owned() } else { format!("{tens}-{}", nth(UP_TO_NINETEEN, ones)) };
    }
    if n < 1000 {
        let hundreds = format!("{} hundred", nth(UP_TO_NINETEEN, n / 100));
        return if n.is_multiple_of(100) {
            hundreds
        } else {
            format!("{hundreds} and {}", positive(n % 100))
        };
    }
    let (scale, name) = SCALES.into_iter().find(|(scale, _)| n >= *scale).unwrap_or((1000, "thousand"));
    let (head, rest) = (positive(n / scale), n % scale);
    match rest {
        0 => format!("{head} {name}"),
        1..100 => format!("{head} {name} and {}", positive(rest)),
        _ => format!("{head} {name} {}", positive(rest)),
    }
}

/// Returns the plural of a word: for example, `Pounds` if `word` is `Pound` and `n` is 5. If `n` is
/// 1, returns the word unchanged.
pub fn plural(word: &str, n: i64) -> String {
    if n == 1 {
        return word.to_owned();
    }
    let lower = word.to_lowercase();
    let before_y = lower.chars().rev().nth(1).unwrap_or('a');
    if lower.ends_with('y') && !"aeiou".contains(before_y) {
        return format!("{}ies", &word[..word.len() - 1]);
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| lower.ends_with(end)) {
        return format!("{word}es");
    }
    format!("{word}s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (n, words) in [
            (0, "zero"),
            (5, "five"),
            (20, "twenty"),
            (42, "forty-two"),
            (100, "one hundred"),
            (121, "one hundred and twenty-one"),
            (1_005, "one thousand and five"),
            (2_340_000, "two million three hundred and forty thousand"),
            (-3, "minus three"),
        ] {
            assert_eq!(in_words(n), words);
        }
        assert!(in_words(i64::MIN).starts_with("minus nine quintillion"));
    }

    #[test]
    fn plurals() {
        for (word, many) in [("Pound", "Pounds"), ("penny", "pennies"), ("day", "days"), ("box", "boxes")] {
            assert_eq!(plural(word, 2), many);
            assert_eq!(plural(word, 1), word);
        }
    }
}
