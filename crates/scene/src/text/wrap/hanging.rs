//! Finds how far punctuation hangs over the sides of a text, so that the sides look straight.
//!
//! - In: the first or the last character of a line.
//! - Out: the share of its width that is outside.

/// Returns how much of a sign hangs over the left side, as a share of its width.
pub fn left_share(sign: char) -> f64 {
    match sign {
        '"' | '\'' | '“' | '”' | '‘' | '’' | '„' | '‚' | '«' | '‹' | '»' | '›' => 0.7,
        '-' | '–' | '—' => 0.4,
        '(' | '[' | '¿' | '¡' => 0.2,
        _ => 0.0,
    }
}

/// Returns how much of a sign hangs over the right side, as a share of its width.
pub fn right_share(sign: char) -> f64 {
    match sign {
        '.' | ',' | '-' | '\u{2010}' | '"' | '\'' | '“' | '”' | '’' | '‘' | '»' | '›' | '«' | '‹' => {
            0.7
        }
        ':' | ';' => 0.5,
        '–' | '—' | '…' => 0.3,
        '!' | '?' | ')' | ']' => 0.2,
        _ => 0.0,
    }
}
