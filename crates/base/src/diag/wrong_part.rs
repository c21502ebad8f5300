//! Records which part of a value is wrong, and which field of a row contains the value.
//!
//! - In: a mistake, and the value in which it was found.
//! - Out: the mistake with a narrower place.

use std::ops::Range;

use super::{Diagnostic, Fix};

/// The wrong part of a value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WrongPart {
    /// The range of the wrong bytes in the text. `None` if the whole text is wrong.
    pub part: Option<Range<usize>>,
    /// The name of the field that contains the value. `None` if the value is not in a row.
    pub field: Option<Box<str>>,
    /// The correction that the hint proposes, for editors.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Marks `part` as wrong. `part` must be a slice of `text`. If some bytes of `part` are already
    /// marked, only these bytes stay marked. Their range is converted to a range in `text`.
    pub fn within(mut self, text: &str, part: &str) -> Self {
        let offset = part.as_ptr().addr().checked_sub(text.as_ptr().addr());
        let start = offset.filter(|offset| offset + part.len() <= text.len());
        let inner = self.part().unwrap_or(0..part.len());
        let bytes = start.map(|start| start + inner.start..start + inner.end);
        self.wrong_part.get_or_insert_default().part = bytes;
        self
    }

    /// Sets the range of the wrong bytes in the value. `None` means that the whole value is wrong.
    pub fn in_part(mut self, part: Option<Range<usize>>) -> Self {
        self.wrong_part.get_or_insert_default().part = part;
        self
    }

    /// Sets the name of the field that has the wrong value.
    pub fn in_field(mut self, field: Option<&str>) -> Self {
        self.wrong_part.get_or_insert_default().field = field.map(Into::into);
        self
    }

    /// Returns the range of the wrong bytes in the value. Returns `None` if the whole value is
    /// wrong, or if the mistake is not about a value.
    pub fn part(&self) -> Option<Range<usize>> {
        self.wrong_part.as_ref()?.part.clone()
    }

    /// Returns the name of the field whose value is wrong. Returns `None` if the value is not in a row.
    pub fn field(&self) -> Option<&str> {
        self.wrong_part.as_ref()?.field.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::codes;

    #[test]
    fn a_part_of_a_part_is_found_in_the_whole() {
        let text = "1-4 navi 20% lighter, 2-3 red";
        let way = &text[..20];
        let name = &way[4..8];
        let diagnostic = codes::UNKNOWN_COLOUR.error("no such colour").within(way, name).within(text, way);
        assert_eq!(diagnostic.part(), Some(4..8));
        assert_eq!(codes::BAD_VALUE.error("no number").within(text, &text[22..]).part(), Some(22..29));
        assert_eq!(codes::BAD_VALUE.error("no number").within(way, text).part(), None);
    }
}
