//! Form objects may use each other, and a small file can thus ask for more
//! drawing than can be done in reasonable time. Here the work is measured beforehand.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ReadError;
use super::hayro::{Dict, Name, Object, ObjectIdentifier, Resources, Stream, UntypedIter};
use crate::read::limits::{MAX_BYTES, MAX_DEPTH, MOST_OF_CONTENTS};

/// A form, and the form whose resources it borrows if it has none of its own.
type Key = (ObjectIdentifier, Option<ObjectIdentifier>);

/// What the forms of a file weigh.
pub(super) struct Weights {
    /// Bytes to be interpreted for one drawing of a form.
    known: HashMap<ObjectIdentifier, u64>,
    /// What all pages weigh, on whichever core they are read.
    total: Arc<AtomicU64>,
    /// The page that is weighed, for what is said of it.
    number: usize,
    /// The forms of this page that are being weighed, one in another.
    open: Vec<ObjectIdentifier>,
    /// Forms without resources of their own borrow those of the page, so their weight is another on every page.
    borrowed: HashMap<Key, u64>,
}

impl Weights {
    /// Adds to `total`.
    pub(super) fn new(total: &Arc<AtomicU64>) -> Self {
        let (known, borrowed) = (HashMap::new(), HashMap::new());
        Self { known, total: Arc::clone(total), number: 0, open: Vec::new(), borrowed }
    }

    /// Weighs a page's contents.
    pub(super) fn page(
        &mut self,
        number: usize,
        resources: &Resources<'_>,
        contents: &[u8],
    ) -> Result<(), ReadError> {
        self.number = number;
        self.add(contents.len() as u64)?;
        self.open.clear();
        self.borrowed.clear();
        let weight = self.used(resources, contents, None)?;
        self.add(weight)
    }

    /// Weighs what an annotation draws.
    pub(super) fn annotation(
        &mut self,
        number: usize,
        resources: &Resources<'_>,
        appearance: &Stream<'_>,
    ) -> Result<(), ReadError> {
        self.number = number;
        self.open.clear();
        self.borrowed.clear();
        let weight = self.form(appearance, resources, None)?;
        self.add(weight)
    }

    /// Adds to what all pages weigh.
    fn add(&self, weight: u64) -> Result<(), ReadError> {
        // No single page can weigh so much that the sum wraps round: each is bounded before it is added.
        let before = self.total.fetch_add(weight.min(MAX_BYTES + 1), Ordering::Relaxed);
        match before.saturating_add(weight) {
            _ if weight > MAX_BYTES => Err(ReadError::TooMuchNesting),
            all if all > MAX_BYTES => Err(ReadError::TooMuchDrawn),
            _ => Ok(()),
        }
    }

    /// The weight of all forms that `contents` draws.
    fn used(
        &mut self,
        resources: &Resources<'_>,
        contents: &[u8],
        lender: Option<ObjectIdentifier>,
    ) -> Result<u64, ReadError> {
        let mut by_name: HashMap<Vec<u8>, u64> = HashMap::new();
        let mut sum = self.beside(resources)?;
        let mut weigh = |name: &[u8]| -> Result<u64, ReadError> {
            if let Some(weight) = by_name.get(name) {
                return Ok(*weight);
            }
            let stream = resources.get_x_object(&Name::new_unescaped(name));
            let weight = stream.map_or(Ok(0), |stream| self.form(&stream, resources, lender))?;
            by_name.insert(name.to_vec(), weight);
            Ok(weight)
        };
        if let Some(names) = plainly_drawn(contents) {
            for name in names {
                sum = sum.saturating_add(weigh(name)?);
            }
            return Ok(sum);
        }
        let mut operators = UntypedIter::new(contents);
        while let Some(instruction) = operators.next() {
            let operator: &[u8] = instruction.operator.as_ref();
            if operator != b"Do" {
                continue;
            }
            let Some(Object::Name(name)) = instruction.operands().last() else { continue };
            sum = sum.saturating_add(weigh(name)?);
        }
        Ok(sum)
    }

    /// The weight of the forms that patterns and the glyphs of Type 3 fonts draw. What they draw themselves is drawn once.
    fn beside(&mut self, resources: &Resources<'_>) -> Result<u64, ReadError> {
        let mut sum = 0_u64;
        let patterns =
            resources.patterns.keys().filter_map(|name| resources.patterns.get::<Stream<'_>>(&*name));
        for pattern in patterns {
            let own = Resources::new(pattern.dict().get("Resources").unwrap_or_default());
            sum = sum.saturating_add(self.program(&pattern, &own)?);
        }
        let fonts = resources.fonts.keys().filter_map(|name| resources.fonts.get::<Dict<'_>>(&*name));
        for font in
            fonts.filter(|font| font.get::<Name<'_>>("Subtype").is_some_and(|name| name.as_ref() == b"Type3"))
        {
            let lent = Resources::new(font.get("Resources").unwrap_or_default());
            let programs = font.get::<Dict<'_>>("CharProcs").unwrap_or_default();
            for glyph in programs.keys().filter_map(|name| programs.get::<Stream<'_>>(&*name)) {
                let own = glyph.dict().get("Resources").map(Resources::new);
                sum = sum.saturating_add(self.program(&glyph, own.as_ref().unwrap_or(&lent))?);
            }
        }
        Ok(sum)
    }

    /// The weight of the forms that a drawing with resources of its own uses.
    fn program(&mut self, stream: &Stream<'_>, resources: &Resources<'_>) -> Result<u64, ReadError> {
        let id = stream.obj_id();
        if resources.x_objects.is_empty() && resources.patterns.is_empty() && resources.fonts.is_empty() {
            return Ok(0);
        }
        if let Some(weight) = self.known.get(&id) {
            return Ok(*weight);
        }
        let contents = self.enter(stream)?;
        let weight = self.used(resources, &contents, Some(id))?;
        self.open.pop();
        self.known.insert(id, weight);
        Ok(weight)
    }

    /// The contents of a stream, which is open until its identifier is taken off [`Self::open`].
    fn enter<'s>(&mut self, stream: &Stream<'s>) -> Result<Cow<'s, [u8]>, ReadError> {
        let id = stream.obj_id();
        if self.open.contains(&id) || self.open.len() >= MAX_DEPTH {
            return Err(ReadError::TooMuchNesting);
        }
        let contents = super::inflate::whole(stream, MOST_OF_CONTENTS)
            .map_err(|broken| broken.or(ReadError::Contents(self.number)))?;
        self.open.push(id);
        Ok(contents)
    }

    fn form(
        &mut self,
        stream: &Stream<'_>,
        outer: &Resources<'_>,
        lender: Option<ObjectIdentifier>,
    ) -> Result<u64, ReadError> {
        let dict = stream.dict();
        if dict.get::<Name<'_>>("Subtype").is_none_or(|name| name.as_ref() != b"Form") {
            return Ok(0);
        }
        let id = stream.obj_id();
        let own = dict.get("Resources").map(Resources::new);
        let known = match &own {
            Some(_) => self.known.get(&id),
            None => self.borrowed.get(&(id, lender)),
        };
        if let Some(weight) = known {
            return Ok(*weight);
        }
        let contents = self.enter(stream)?;
        let length = u64::try_from(contents.len()).unwrap_or(u64::MAX);
        let (resources, lender) = match &own {
            Some(own) => (own, Some(id)),
            None => (outer, lender),
        };
        let inner = self.used(resources, &contents, lender)?;
        self.open.pop();
        let weight = length.saturating_add(inner).saturating_add(1);
        match own {
            Some(_) => self.known.insert(id, weight),
            None => self.borrowed.insert((id, lender), weight),
        };
        Ok(weight)
    }
}

/// The names of what `contents` draw, where the bytes say it plainly: each `Do` stands by itself behind a name. None where
/// the operators have to be read to know it. A name in a string may be among them, which weighs too much, never too little.
fn plainly_drawn(contents: &[u8]) -> Option<Vec<&[u8]>> {
    const DO: &[u8] = b"Do";
    let is_space = |byte: u8| matches!(byte, b'\0' | b'\t' | b'\n' | 0x0c | b'\r' | b' ');
    // The letters of an operator may be written as numbers, and what follows a `%` is a comment.
    if memchr::memchr2(b'#', b'%', contents).is_some() {
        return None;
    }
    let mut names = Vec::new();
    for at in memchr::memmem::find_iter(contents, DO) {
        let (before, after) = (contents.get(..at)?, contents.get(at + DO.len()..)?);
        let ends = after.first().is_none_or(|byte| is_space(*byte));
        let gap = before.iter().rev().take_while(|byte| is_space(**byte)).count();
        let before = before.get(..at - gap)?;
        let is_regular = |byte: &u8| !is_space(*byte) && !b"()<>[]{}/".contains(byte);
        let length = before.iter().rev().take_while(|byte| is_regular(byte)).count();
        let (head, name) = before.split_at(before.len() - length);
        if !ends || gap == 0 || !head.ends_with(b"/") {
            return None;
        }
        names.push(name);
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_seen_without_reading_operators() {
        let names = |contents: &'static str| plainly_drawn(contents.as_bytes());
        assert_eq!(names("q 1 0 0 1 5 5 cm /F0 Do Q\n/a/b\r\nDo"), Some(vec![&b"F0"[..], b"b"]));
        assert_eq!(names("0 0 m 1 1 l S"), Some(Vec::new()));
        for hidden in ["/F0 D#6f", "/F%x\nDo", "/F0 %x\nDo", "(x)Do", "5 Do", "/F0 Do(x)", "/F0Do", "/F0 Do1"]
        {
            assert_eq!(names(hidden), None, "{hidden}");
        }
    }

    #[test]
    fn pages_that_each_may_be_read_are_too_many_together() {
        let total = Arc::new(AtomicU64::new(0));
        let one = |weight| Weights::new(&total).add(weight);
        assert_eq!(one(MAX_BYTES / 2), Ok(()));
        assert_eq!(one(MAX_BYTES / 2), Ok(()));
        let wrong = one(1).unwrap_err();
        assert_eq!(wrong, ReadError::TooMuchDrawn);
        assert_eq!(
            wrong.to_string(),
            "its pages come to more than 1 GiB of drawings: they are too many to read"
        );
    }
}
