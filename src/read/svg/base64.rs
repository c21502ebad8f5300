//! Base 64, read (RFC 4648, section 4).

/// The bytes of a text; none where it is not base 64. Spaces and line breaks are passed over.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count, mut ended) = (0_u32, 0, false);
    for c in text.bytes().filter(|c| !c.is_ascii_whitespace()) {
        let digit = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                ended = true;
                continue;
            }
            _ => return None,
        };
        if ended {
            return None;
        }
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 255) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn says_what_the_standard_says() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9v\nYmFy")] {
            assert_eq!(decode(text).unwrap(), bytes.as_bytes());
        }
        assert_eq!(decode("//4A").unwrap(), [0xff, 0xfe, 0x00]);
        assert_eq!(decode("Z-=="), None);
        assert_eq!(decode("Zg==Zg"), None);
    }
}
