//! Says how far punctuation hangs over the sides of a text. With hanging punctuation, the sides look
//! straighter.
//!
//! - In: the first or the last character of a line.
//! - Out: the fraction of the character's width that hangs over the side.
//! - Not here: placing the lines.

use super::super::Glyph;

/// Returns how far a character hangs over the left side, as a fraction of its width.
pub fn left_share(sign: char) -> f64 {
    match sign {
        '"' | '\'' | '“' | '”' | '‘' | '’' | '„' | '‚' | '«' | '‹' | '»' | '›' => 0.7,
        '-' | '–' | '—' => 0.4,
        '(' | '[' | '¿' | '¡' => 0.2,
        _ => 0.0,
    }
}

/// Returns how far a character hangs over the right side, as a fraction of its width.
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

/// Returns how far a glyph hangs over a side of the text, in ems. `share` is this length as a fraction of the
/// glyph's width. `None` stands for 0.
pub fn hang(share: Option<f64>, glyph: Option<&Glyph>) -> f64 {
    share.unwrap_or(0.0) * glyph.map_or(0.0, |glyph| glyph.advance / 1000.0)
}
