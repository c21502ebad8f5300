//! Texts as they may be meant: with plain digits, hyphens and quotes, and with decimals in place of fractions.

/// How a text may be meant in a key that takes lengths, sizes and the like, the likeliest first; none if it is written plainly.
pub fn candidates(text: &str) -> Vec<String> {
    let plain = plain(text);
    let decimal = without_fractions(&plain);
    let mut all = Vec::new();
    let printed = of_screens(&plain);
    // A comma in a number is that of a decimal.
    let parted = match with_decimal_comma(&plain) {
        true => plain.replace([';', '|', '/'], " "),
        false => plain.replace([',', ';', '|', '/'], " "),
    };
    let spaced = parted.split_whitespace().collect::<Vec<_>>().join(" ");
    let spelt = spaced.replace("center", "centre").replace("small-caps", "small-capitals");
    let spelt = spelt.replace("smallcaps", "small-capitals").replace("oldstyle", "old-style");
    for one in [
        plain.clone(),
        printed,
        decimal.clone(),
        decimal.replace(" - ", " x "),
        spaced.clone(),
        spelt,
        spaced.to_lowercase(),
        decimal.replace('-', " x "),
        if spaced.contains(|c: char| c.is_ascii_digit()) { spaced.clone() } else { spaced.replace('-', " ") },
        if spaced.contains(" x ") { spaced.clone() } else { spaced.replace(' ', " x ") },
    ] {
        if one != text && !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

/// Whether a comma stands between two digits.
fn with_decimal_comma(text: &str) -> bool {
    text.as_bytes()
        .windows(3)
        .any(|three| three[1] == b',' && three[0].is_ascii_digit() && three[2].is_ascii_digit())
}

/// A text of a screen as it is printed: pixels are 3/4 of a point, and a line is solid without saying so.
fn of_screens(text: &str) -> String {
    // How large a piece is in pixels says nothing of its size on paper.
    if text.contains(" x ") {
        return text.to_owned();
    }
    let words = text.split_whitespace().filter(|word| !["solid", "!important"].contains(word));
    let printed = words.map(|word| match word.strip_suffix("px").and_then(|n| n.parse::<f64>().ok()) {
        Some(pixels) => format!("{}pt", pixels * 0.75),
        None => word.to_owned(),
    });
    printed.collect::<Vec<_>>().join(" ")
}

/// A text with the hyphens, digits and signs of a keyboard, without characters that nobody sees.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '–' | '—' | '−' | '‒' | '‐' | '‑' | '－' => plain.push('-'),
            '０'..='９' => plain.extend(char::from_u32(u32::from(c) - u32::from('０') + u32::from('0'))),
            '×' | '✕' | '✖' => plain.push('x'),
            '．' => plain.push('.'),
            '％' => plain.push('%'),
            '＃' => plain.push('#'),
            '½' => plain.push_str(" 1/2"),
            '¼' => plain.push_str(" 1/4"),
            '¾' => plain.push_str(" 3/4"),
            '″' | '”' | '“' => plain.push_str("in"),
            '\u{200B}' | '\u{200E}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}' => {}
            c if c.is_whitespace() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain.trim().to_owned()
}

/// A text with decimals for fractions: `2 1/2in` is `2.5in`.
fn without_fractions(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let Some(decimal) = fraction(word) else {
            words.push(word.to_owned());
            continue;
        };
        let (value, unit) = decimal;
        let whole = words.last().and_then(|last| last.parse::<u32>().ok());
        if whole.is_some() {
            words.pop();
        }
        words.push(format!("{}{unit}", f64::from(whole.unwrap_or(0)) + value));
    }
    words.join(" ")
}

/// The number that a fraction is, and what stands behind it: `1/2in`.
fn fraction(word: &str) -> Option<(f64, &str)> {
    let (above, below) = word.split_once(['/', '⁄'])?;
    let end = below.find(|c: char| !c.is_ascii_digit()).unwrap_or(below.len());
    let (below, unit) = below.split_at(end);
    let (above, below) = (above.parse::<u16>().ok()?, below.parse::<u16>().ok()?);
    // Other numbers on both sides are a width and a height.
    if ![2, 3, 4, 8, 16, 32].contains(&below) {
        return None;
    }
    let is_sign = |c: char| c.is_ascii_alphabetic() || c == '"';
    (below > 0 && unit.chars().all(is_sign)).then(|| (f64::from(above) / f64::from(below), unit))
}

/// The whole number that a text may be meant to be: `x3`, `3 copies`, `two`, `３`.
pub fn whole(text: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let text = plain(text).to_lowercase();
    if let Some(number) = WORDS.iter().position(|word| *word == text) {
        return u32::try_from(number).ok();
    }
    let digits = text.trim_matches(|c: char| !c.is_ascii_digit());
    let others = text.replace(digits, "");
    let is_unit =
        ["", "x", "×", "copies", "copy", "pcs", "pieces", "cards", "times"].contains(&others.trim());
    digits.parse().ok().filter(|_| is_unit)
}

#[cfg(test)]
mod tests {
    use super::{candidates, whole};

    #[test]
    fn texts_from_web_pages_and_word_processors() {
        for (text, meant) in [
            ("0 –5mm", "0 -5mm"),
            ("６３ x ８８mm", "63 x 88mm"),
            ("2 1/2 x 3 1/2in", "2.5 x 3.5in"),
            ("½in", "0.5in"),
            ("63 – 88mm", "63 x 88mm"),
            ("63mm\u{200B}", "63mm"),
            ("2.5″", "2.5in"),
        ] {
            assert!(candidates(text).iter().any(|one| one == meant), "{text}: {:?}", candidates(text));
        }
        assert!(candidates("63 x 88mm").is_empty());
    }

    #[test]
    fn numbers_of_copies() {
        for (text, number) in [
            ("x3", Some(3)),
            ("3x", Some(3)),
            ("two", Some(2)),
            ("３", Some(3)),
            ("4 copies", Some(4)),
            ("2.5", None),
            ("a", None),
        ] {
            assert_eq!(whole(text), number, "{text}");
        }
    }
}
