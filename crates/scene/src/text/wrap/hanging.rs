//! The punctuation that hangs over the sides of a text, so that its sides look straight.
//!
//! - In: the first or the last character of a line.
//! - Out: the share of its advance that is outside.

/// Returns the share of its advance by which a sign hangs over the left side.
pub fn left_share(sign: char) -> f64 {
    match sign {
        '"' | '\'' | '“' | '”' | '‘' | '’' | '„' | '‚' | '«' | '‹' | '»' | '›' => 0.7,
        '-' | '–' | '—' => 0.4,
        '(' | '[' | '¿' | '¡' => 0.2,
        _ => 0.0,
    }
}

/// Returns the share of its advance by which a sign hangs over the right side.
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
