//! What is looked at in an XML file before it is read as a tree.

/// The most attributes of an element: the reader of XML compares each with every other one.
pub const MOST_ATTRIBUTES: usize = 1_000;

/// Whether an element has more than [`MOST_ATTRIBUTES`]. Entities may stand for elements, so their texts count as well.
pub fn is_crowded(text: &str) -> bool {
    let unfolds = memchr::memmem::find(text.as_bytes(), b"<!ENTITY").is_some();
    let mut rest = text.as_bytes();
    while let Some(start) = memchr::memchr(b'<', rest) {
        rest = &rest[start..];
        let skipped = [(&b"<!--"[..], &b"-->"[..]), (b"<![CDATA[", b"]]>"), (b"<?", b"?>")];
        if let Some((_, end)) = skipped.iter().find(|(begins, _)| rest.starts_with(begins)) {
            rest = memchr::memmem::find(rest, end).map_or(&[], |end| &rest[end..]);
            continue;
        }
        let count;
        (count, rest) = if unfolds { signs(&rest[1..]) } else { attributes(&rest[1..]) };
        if count > MOST_ATTRIBUTES {
            return true;
        }
    }
    false
}

/// How many attributes a tag has, and what follows them.
fn attributes(mut tag: &[u8]) -> (usize, &[u8]) {
    let mut count = 0;
    while let Some(at) = memchr::memchr3(b'"', b'\'', b'>', tag).filter(|at| tag[*at] != b'>') {
        let value = &tag[at + 1..];
        tag = memchr::memchr(tag[at], value).map_or(&[], |end| &value[end + 1..]);
        count += 1;
    }
    (count, tag)
}

/// How many signs of equality stand before the next tag.
fn signs(tag: &[u8]) -> (usize, &[u8]) {
    let (tag, rest) = tag.split_at(memchr::memchr(b'<', tag).unwrap_or(tag.len()));
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
        assert_eq!([500, 501].map(|count| is_crowded(&element(count))), [false, true]);
        let entity =
            |count: usize| format!("<!DOCTYPE a [<!ENTITY e \"<b{}/>\">]><a>&e;</a>", " a='>'".repeat(count));
        assert_eq!([1000, 1001].map(|count| is_crowded(&entity(count))), [false, true]);
        assert!(!is_crowded("<a") && !is_crowded("<a b='") && !is_crowded("<!--"));
        assert!(!is_crowded(&format!("<a>{}</a>", "b='c' ".repeat(2000))));
    }
}
