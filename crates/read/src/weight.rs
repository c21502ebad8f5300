//! Estimates how much work drawing a page will take.
//!
//! - In: the contents and resources of pages.
//! - Out: an error if the pages draw more than the limits allow.
//! - Not here: drawing the pages.
//!
//! The estimate is needed because forms (form XObjects, which are reusable drawings) may draw other forms. So
//! even a small file may take an unreasonable time to draw.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ReadError;
use super::hayro::{Dict, Name, Object, ObjectIdentifier, Resources, Stream, UntypedIter};
use crate::limits::{MAX_BYTES, MAX_CONTENTS_BYTES, MAX_DEPTH};

/// A form without resources, and the form whose resources it uses. The second value is `None` if the
/// form uses the resources of its page.
type InheritingFormKey = (ObjectIdentifier, Option<ObjectIdentifier>);

/// The weights of the forms in a file. A weight is the number of bytes that are interpreted to draw the
/// form once.
pub(super) struct Weights {
    /// The weights of forms that contain their own resources.
    known: HashMap<ObjectIdentifier, u64>,
    /// The weight of all pages together. All threads share this number.
    total: Arc<AtomicU64>,
    /// The number of the current page, for error messages.
    number: usize,
    /// The form that is being weighed, and the forms that contain it.
    open: Vec<ObjectIdentifier>,
    /// The weights of forms without resources. Such a form uses the resources of the page or form
    /// that draws it, so its weight may vary.
    inheriting: HashMap<InheritingFormKey, u64>,
}

impl Weights {
    /// Creates an empty table of weights. The weights of all pages are added to `total`.
    pub(super) fn new(total: &Arc<AtomicU64>) -> Self {
        let (known, inheriting) = (HashMap::new(), HashMap::new());
        Self { known, total: Arc::clone(total), number: 0, open: Vec::new(), inheriting }
    }

    /// Weighs the contents of a page.
    ///
    /// # Errors
    /// A form is damaged, or the weight of the page or of all pages exceeds a limit.
    pub(super) fn page(
        &mut self,
        number: usize,
        resources: &Resources<'_>,
        contents: &[u8],
    ) -> Result<(), ReadError> {
        self.number = number;
        self.add(contents.len() as u64)?;
        self.open.clear();
        self.inheriting.clear();
        let weight = self.forms(resources, contents, None)?;
        self.add(weight)
    }

    /// Weighs the appearance of an annotation.
    ///
    /// # Errors
    /// The same as for [`Self::page`].
    pub(super) fn annotation(
        &mut self,
        number: usize,
        resources: &Resources<'_>,
        appearance: &Stream<'_>,
    ) -> Result<(), ReadError> {
        self.number = number;
        self.open.clear();
        self.inheriting.clear();
        let weight = self.form(appearance, resources, None)?;
        self.add(weight)
    }

    /// Adds `weight` to the weight of all pages.
    fn add(&self, weight: u64) -> Result<(), ReadError> {
        // The weight is limited before it is added, so that the sum cannot overflow.
        let before = self.total.fetch_add(weight.min(MAX_BYTES + 1), Ordering::Relaxed);
        match before.saturating_add(weight) {
            _ if weight > MAX_BYTES => Err(ReadError::TooMuchOnPage(self.number)),
            all if all > MAX_BYTES => Err(ReadError::TooMuchDrawn),
            _ => Ok(()),
        }
    }

    /// Returns the total weight, in bytes, of the forms that `contents` draws. `lender` is the form to
    /// which `resources` belong, or `None` for a page.
    fn forms(
        &mut self,
        resources: &Resources<'_>,
        contents: &[u8],
        lender: Option<ObjectIdentifier>,
    ) -> Result<u64, ReadError> {
        let mut by_name: HashMap<Vec<u8>, u64> = HashMap::new();
        let mut sum = self.patterns_and_glyphs(resources)?;
        let mut add = |name: &[u8]| -> Result<(), ReadError> {
            let weight = match by_name.get(name) {
                Some(weight) => *weight,
                None => {
                    let stream = resources.get_x_object(&Name::new_unescaped(name));
                    let weighed = stream.map_or(Ok(0), |stream| self.form(&stream, resources, lender))?;
                    by_name.insert(name.to_vec(), weighed);
                    weighed
                }
            };
            sum = sum.saturating_add(weight);
            Ok(())
        };
        match plain_names(contents) {
            Some(names) => names.into_iter().try_for_each(&mut add)?,
            None => for_each_drawn(contents, &mut add)?,
        }
        Ok(sum)
    }

    /// Returns the weight of the forms that are drawn by patterns and by glyphs of Type 3 fonts.
    /// The patterns and glyphs themselves have no weight, because their contents are interpreted
    /// only once.
    fn patterns_and_glyphs(&mut self, resources: &Resources<'_>) -> Result<u64, ReadError> {
        let mut sum = 0_u64;
        let patterns =
            resources.patterns.keys().filter_map(|name| resources.patterns.get::<Stream<'_>>(&*name));
        for pattern in patterns {
            let own_resources = Resources::new(pattern.dict().get("Resources").unwrap_or_default());
            sum = sum.saturating_add(self.program(&pattern, &own_resources)?);
        }
        let fonts = resources.fonts.keys().filter_map(|name| resources.fonts.get::<Dict<'_>>(&*name));
        for font in
            fonts.filter(|font| font.get::<Name<'_>>("Subtype").is_some_and(|name| name.as_ref() == b"Type3"))
        {
            let font_resources = Resources::new(font.get("Resources").unwrap_or_default());
            let programs = font.get::<Dict<'_>>("CharProcs").unwrap_or_default();
            for glyph in programs.keys().filter_map(|name| programs.get::<Stream<'_>>(&*name)) {
                let glyph_resources = glyph.dict().get("Resources").map(Resources::new);
                let resources = glyph_resources.as_ref().unwrap_or(&font_resources);
                sum = sum.saturating_add(self.program(&glyph, resources)?);
            }
        }
        Ok(sum)
    }

    /// Returns the weight of the forms that a pattern or glyph draws. The pattern or glyph may have
    /// its own resources.
    fn program(&mut self, stream: &Stream<'_>, resources: &Resources<'_>) -> Result<u64, ReadError> {
        let id = stream.obj_id();
        if resources.x_objects.is_empty() && resources.patterns.is_empty() && resources.fonts.is_empty() {
            return Ok(0);
        }
        if let Some(weight) = self.known.get(&id) {
            return Ok(*weight);
        }
        let contents = self.enter(stream)?;
        let weight = self.forms(resources, &contents, Some(id))?;
        self.open.pop();
        self.known.insert(id, weight);
        Ok(weight)
    }

    /// Returns the contents of a stream, and adds the stream to [`Self::open`]. The caller must remove
    /// the stream from this list afterwards.
    fn enter<'s>(&mut self, stream: &Stream<'s>) -> Result<Cow<'s, [u8]>, ReadError> {
        let id = stream.obj_id();
        if self.open.contains(&id) || self.open.len() >= MAX_DEPTH {
            return Err(ReadError::DEEP_DRAWINGS);
        }
        let contents = super::inflate::decode_stream(stream, MAX_CONTENTS_BYTES)
            .map_err(|broken| broken.into_read_error(ReadError::Contents(self.number)))?;
        self.open.push(id);
        Ok(contents)
    }

    /// Returns the weight of an external object. Returns 0 if the object is not a form. A form
    /// without resources uses the resources `outer`, which belong to `lender`.
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
        let own_resources = dict.get("Resources").map(Resources::new);
        let known = match &own_resources {
            Some(_) => self.known.get(&id),
            None => self.inheriting.get(&(id, lender)),
        };
        if let Some(weight) = known {
            return Ok(*weight);
        }
        let contents = self.enter(stream)?;
        let length = u64::try_from(contents.len()).unwrap_or(u64::MAX);
        let inner = match &own_resources {
            Some(resources) => self.forms(resources, &contents, Some(id))?,
            None => self.forms(outer, &contents, lender)?,
        };
        self.open.pop();
        let weight = length.saturating_add(inner).saturating_add(1);
        match own_resources {
            Some(_) => self.known.insert(id, weight),
            None => self.inheriting.insert((id, lender), weight),
        };
        Ok(weight)
    }
}

/// Calls `visit` with the name of each external object that `contents` draws. Stops at the first
/// error that `visit` returns.
fn for_each_drawn<E>(contents: &[u8], visit: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let mut operators = UntypedIter::new(contents);
    while let Some(instruction) = operators.next() {
        let operator: &[u8] = instruction.operator.as_ref();
        if operator == b"Do"
            && let Some(Object::Name(name)) = instruction.operands().last()
        {
            visit(name)?;
        }
    }
    Ok(())
}

/// Returns the names of drawn objects. Does not parse operators, and so is faster than
/// [`for_each_drawn`].
///
/// Returns `None` if the contents have a `#` or a `%`, or a `Do` that is not a token after a name. The result
/// may include names inside strings, so the weight may be too large, but never too small.
fn plain_names(contents: &[u8]) -> Option<Vec<&[u8]>> {
    const DO: &[u8] = b"Do";
    // A `#` may begin an escape, such as `#6F` for `o`, and a `%` begins a comment. Both could hide a
    // `Do`.
    if memchr::memchr2(b'#', b'%', contents).is_some() {
        return None;
    }
    let mut names = Vec::new();
    for start in memchr::memmem::find_iter(contents, DO) {
        let (before, after) = (contents.get(..start)?, contents.get(start + DO.len()..)?);
        let is_token = after.first().is_none_or(is_space);
        let gap = before.iter().rev().take_while(|byte| is_space(byte)).count();
        let operands = before.get(..start - gap)?;
        let length = operands.iter().rev().take_while(|byte| is_regular(byte)).count();
        let (head, name) = operands.split_at(operands.len() - length);
        if !is_token || gap == 0 || !head.ends_with(b"/") {
            return None;
        }
        names.push(name);
    }
    Some(names)
}

fn is_space(byte: &u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// Returns whether a name can contain this byte without an escape.
fn is_regular(byte: &u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/".contains(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_seen_without_reading_operators() {
        let names = |contents: &'static str| plain_names(contents.as_bytes());
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
        let error = one(1).unwrap_err();
        assert_eq!(error, ReadError::TooMuchDrawn);
        assert_eq!(error.to_string(), "its pages have more than 1 GiB of drawings: too many to read");
    }
}
