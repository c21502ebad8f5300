//! Writes values as the text of a PDF.
//!
//! - In: values of a PDF.
//! - Out: bytes that any program reads as the same values.
//! - Not here: references and streams.

use std::io::Write as _;

use hexpress_scene::picture::{PdfKey, PdfObject, PdfReference};

/// The largest number that is written. PDF/A allows larger numbers, but nothing that is drawn with
/// them is visible.
const MAX_NUMBER: f64 = 1e12;

/// The text of an object that is being written.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    references: Vec<PdfReference>,
}

impl Text {
    /// Adds a reference to another object.
    pub(super) fn reference(&mut self, to: PdfKey) {
        self.space();
        self.references.push(PdfReference { at: self.bytes.len(), to });
    }

    /// Adds characters unchanged.
    pub(super) fn raw(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Adds a space between the last value and the next one.
    pub(super) fn space(&mut self) {
        self.bytes.push(b' ');
    }

    pub(super) fn number(&mut self, number: f64) {
        self.space();
        push_number(number, &mut self.bytes);
    }

    pub(super) fn name(&mut self, name: &[u8]) {
        push_name(name, &mut self.bytes);
    }

    pub(super) fn string(&mut self, string: &[u8]) {
        push_string(string, &mut self.bytes);
    }

    /// Adds the text to the end of an existing object.
    pub(super) fn append_to(self, object: &mut PdfObject) {
        let start = object.text.len();
        object.text.extend(self.bytes);
        let moved = self.references.into_iter().map(|it| PdfReference { at: it.at + start, ..it });
        object.references.extend(moved);
    }

    /// Returns the text as a finished object that is not a stream.
    pub(super) fn into_object(self, key: PdfKey) -> PdfObject {
        PdfObject { key, text: self.bytes, references: self.references, stream: None }
    }
}

/// Appends a number with at most nine decimals.
pub(super) fn push_number(number: f64, out: &mut Vec<u8>) {
    let number = if number.is_finite() { number.clamp(-MAX_NUMBER, MAX_NUMBER) } else { 0.0 };
    // The results of `write!` are ignored, because writing to memory cannot fail.
    if number.fract() == 0.0 {
        let _ = write!(out, "{}", number as i64);
        return;
    }
    let _ = write!(out, "{number:.9}");
    while out.last() == Some(&b'0') {
        out.pop();
    }
    if out.last() == Some(&b'.') {
        out.pop();
    }
    if out.ends_with(b"-0") {
        out.truncate(out.len() - 2);
        out.push(b'0');
    }
}

/// Appends a name. A character that cannot be in a name is written as `#` and two hexadecimal
/// digits.
pub(super) fn push_name(name: &[u8], out: &mut Vec<u8>) {
    out.push(b'/');
    for byte in name {
        if byte.is_ascii_graphic() && !b"()<>[]{}/%#".contains(byte) {
            out.push(*byte);
        } else {
            let _ = write!(out, "#{byte:02X}");
        }
    }
}

/// Appends a string in parentheses.
pub(super) fn push_string(string: &[u8], out: &mut Vec<u8>) {
    out.push(b'(');
    for byte in string {
        match byte {
            b'(' | b')' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\n' => out.extend_from_slice(b"\\n"),
            _ => out.push(*byte),
        }
    }
    out.push(b')');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> String {
        let mut out = Vec::new();
        push_number(value, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_short_and_have_no_exponent() {
        for (value, text) in [
            (1.0, "1"),
            (-0.5, "-0.5"),
            (0.1, "0.1"),
            (1e-12, "0"),
            (-1e-12, "0"),
            (1e300, "1000000000000"),
            (f64::NAN, "0"),
            (841.889_763_78, "841.88976378"),
            (100.0, "100"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn names_and_strings_are_escaped() {
        let mut out = Vec::new();
        push_name(b"A b#(\xff", &mut out);
        push_string(b"(a)\\\r\n\xff", &mut out);
        assert_eq!(out, b"/A#20b#23#28#FF(\\(a\\)\\\\\\r\\n\xff)");
    }
}
