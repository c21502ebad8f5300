//! Escapes texts for XML, and limits the number of attributes of XML elements. The number is checked
//! before a parser reads the file.
//!
//! - In: a text, or the text of a file.
//! - Out: the escaped text, or whether an element has too many attributes.
//! - Not here: parsing, and characters that XML does not allow.

/// The largest number of attributes that an element may have. The parser compares every attribute
/// with all others of the same element, so many attributes would take long.
pub const MAX_ATTRIBUTES: usize = 1_000;

/// Returns whether an element of the file has more than [`MAX_ATTRIBUTES`] attributes.
///
/// Attributes are counted by the quotes around their values. If the file declares entities, it may have
/// elements inside quotes. In this case, equals signs are counted instead.
pub fn has_too_many_attributes(text: &str) -> bool {
    let has_entities = memchr::memmem::find(text.as_bytes(), b"<!ENTITY").is_some();
    let mut rest = text.as_bytes();
    while let Some(start) = memchr::memchr(b'<', rest) {
        rest = &rest[start..];
        let skipped = [(&b"<!--"[..], &b"-->"[..]), (b"<![CDATA[", b"]]>"), (b"<?", b"?>")];
        if let Some((_, end)) = skipped.iter().find(|(begins, _)| rest.starts_with(begins)) {
            rest = memchr::memmem::find(rest, end).map_or(&[], |end| &rest[end..]);
            continue;
        }
        let count;
        (count, rest) = if has_entities { equals_signs(&rest[1..]) } else { attributes(&rest[1..]) };
        if count > MAX_ATTRIBUTES {
            return true;
        }
    }
    false
}

/// Escapes a text for the content of an element.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the number of attributes of a tag, and the text that follows the tag.
fn attributes(mut tag: &[u8]) -> (usize, &[u8]) {
    let mut count = 0;
    while let Some(at) = memchr::memchr3(b'"', b'\'', b'>', tag).filter(|at| tag[*at] != b'>') {
        let value = &tag[at + 1..];
        tag = memchr::memchr(tag[at], value).map_or(&[], |end| &value[end + 1..]);
        count += 1;
    }
    (count, tag)
}

/// Returns the number of equals signs before the next tag, and the text that begins with this tag.
fn equals_signs(text: &[u8]) -> (usize, &[u8]) {
    let (tag, rest) = text.split_at(memchr::memchr(b'<', text).unwrap_or(text.len()));
    (memchr::memchr_iter(b'=', tag).count(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted_wherever_they_stand() {
        let element = |count: usize| {
            let all: String = (0..count).map(|n| format!(" a{n}='>' b{n}=\"=\"")).collect();
            format!("<!-- don't --><?a '?><a>it's<![CDATA['<]]><b{all}/></a>")
        };
        assert_eq!([500, 501].map(|count| has_too_many_attributes(&element(count))), [false, true]);
        let entity =
            |count: usize| format!("<!DOCTYPE a [<!ENTITY e \"<b{}/>\">]><a>&e;</a>", " a='>'".repeat(count));
        assert_eq!([1000, 1001].map(|count| has_too_many_attributes(&entity(count))), [false, true]);
        assert!(
            !has_too_many_attributes("<a")
                && !has_too_many_attributes("<a b='")
                && !has_too_many_attributes("<!--")
        );
        assert!(!has_too_many_attributes(&format!("<a>{}</a>", "b='c' ".repeat(2000))));
    }
}
