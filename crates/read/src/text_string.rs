//! Decodes the text strings of a PDF (ISO 32000-1, 7.9.2.2), such as titles, names and languages.
//!
//! - In: the bytes of a string.
//! - Out: the text of the string.

/// The characters of `PDFDocEncoding` from 0x18 to 0x1F.
const ACCENTS: [char; 8] =
    ['\u{2D8}', '\u{2C7}', '\u{2C6}', '\u{2D9}', '\u{2DD}', '\u{2DB}', '\u{2DA}', '\u{2DC}'];
/// The characters of `PDFDocEncoding` from 0x80 to 0xA0.
const SIGNS: [char; 33] = [
    '\u{2022}', '\u{2020}', '\u{2021}', '\u{2026}', '\u{2014}', '\u{2013}', '\u{192}', '\u{2044}',
    '\u{2039}', '\u{203A}', '\u{2212}', '\u{2030}', '\u{201E}', '\u{201C}', '\u{201D}', '\u{2018}',
    '\u{2019}', '\u{201A}', '\u{2122}', '\u{FB01}', '\u{FB02}', '\u{141}', '\u{152}', '\u{160}', '\u{178}',
    '\u{17D}', '\u{131}', '\u{142}', '\u{153}', '\u{161}', '\u{17E}', '\u{FFFD}', '\u{20AC}',
];

/// Decodes a text string. If the string has a byte order mark, it is in UTF-16 or UTF-8. Otherwise,
/// it is in `PDFDocEncoding`.
pub(super) fn decode(bytes: &[u8]) -> String {
    if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        return utf16(rest, u16::from_be_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        return utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return String::from_utf8_lossy(rest).into_owned();
    }
    bytes.iter().map(|&b| doc_encoding(b)).collect()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|&pair| unit(pair)))
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

fn doc_encoding(byte: u8) -> char {
    let table: (&[char], u8) = match byte {
        0x18..=0x1F => (&ACCENTS, 0x18),
        0x80..=0xA0 => (&SIGNS, 0x80),
        _ => return char::from(byte),
    };
    table.0.get(usize::from(byte - table.1)).copied().unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn reads_every_encoding() {
        assert_eq!(decode(b"plain \x80 \xA0 \x18 \xE9"), "plain \u{2022} \u{20AC} \u{2D8} \u{E9}");
        assert_eq!(decode(b"\xFE\xFF\x00H\x26\x00\xD8\x3C\xDF\xB2"), "H\u{2600}\u{1F3B2}");
        assert_eq!(decode(b"\xFF\xFEH\x00"), "H");
        assert_eq!(decode(b"\xEF\xBB\xBF\xC3\xA9"), "\u{E9}");
    }

    #[test]
    fn half_a_character_is_replaced() {
        assert_eq!(decode(b"\xFE\xFF\xD8\x3C"), "\u{FFFD}");
        assert_eq!(decode(b"\xFE\xFF\x00"), "");
    }
}
