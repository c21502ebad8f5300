//! Keeps track of the marked content around a drawing (ISO 32000-1, 14.6).
//!
//! - In: the tags and properties of marked content when it begins and ends.
//! - Out: the identity and the tag of the drawings in the marked content.
//! - Not here: what an identity means (`hexpress_base::identity`).

use std::collections::HashMap;
use std::sync::Arc;

use crate::hayro::{Dict, PdfString};
use crate::hidden_effects;
use crate::limits::MAX_MARKS;
use crate::text_string::decode;
use hexpress_base::identity::Identity;

/// The tag that marks the copies of repeated elements.
const COPY_TAG: &[u8] = b"Copy";
/// The tag around glyphs that run from right to left.
const LEFTWARD_TAG: &[u8] = b"Leftward";

/// The properties that marked content gives to the drawings in it.
#[derive(Default, Clone)]
pub(super) struct Mark {
    pub id: Option<Arc<Identity>>,
    pub tag: Option<Arc<str>>,
    /// The name of the copy to which the drawings belong, such as `track/17`. `None` if they are not a part
    /// of a copy of a repeated element.
    pub copy: Option<Arc<str>>,
    /// True if the glyphs run from right to left. They are then in the reverse of reading order.
    pub is_leftward: bool,
    /// True if the drawings may look different in print than on a screen.
    pub is_by_printer: bool,
}

/// The open marks of a page. A mark is a marked-content sequence.
#[derive(Default)]
pub(super) struct OpenMarkedContent {
    /// The open marks, with the innermost mark last.
    open: Vec<Mark>,
    /// The number of open marks that exceed the limit. These marks are not stored.
    excess: usize,
    /// The number of times that a mark has been opened or closed.
    changes: u64,
    /// Each tag as text. Items with the same tag share this text.
    tags: HashMap<Vec<u8>, Arc<str>>,
    /// The component in the most recent identity. Consecutive identities with the same component share it.
    component: Option<Arc<str>>,
}

impl OpenMarkedContent {
    /// Returns the innermost mark, including the properties inherited from the marks around it.
    pub fn innermost(&self) -> Mark {
        self.open.last().cloned().unwrap_or_default()
    }

    /// Returns whether glyphs run from right to left.
    pub fn is_leftward(&self) -> bool {
        self.open.last().is_some_and(|mark| mark.is_leftward)
    }

    /// Returns the number of times that a mark has been opened or closed. Two drawings are joined
    /// into one item only if this number is the same for both.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Counts a mark that begins. Returns false if the limit does not allow another open mark.
    pub fn has_room(&mut self) -> bool {
        self.changes += 1;
        let has_room = self.open.len() < MAX_MARKS;
        self.excess += usize::from(!has_room);
        has_room
    }

    pub fn open(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        let outer = self.innermost();
        if tag == COPY_TAG
            && let Some(name) = properties.and_then(|properties| properties.get::<PdfString<'_>>("Name"))
        {
            let copy = Some(decode(&name).into());
            return self.open.push(Mark { copy, ..outer });
        }
        if tag == LEFTWARD_TAG {
            return self.open.push(Mark { is_leftward: true, ..outer });
        }
        let tag = self.shared_tag(tag);
        let id = match properties.and_then(|properties| properties.get::<PdfString<'_>>("Id")) {
            Some(id) => Some(Arc::new(Identity::read(&decode(&id), &mut self.component))),
            None => outer.id,
        };
        let is_by_printer = outer.is_by_printer || properties.is_some_and(hidden_effects::is_by_printer);
        self.open.push(Mark {
            id,
            tag: Some(tag),
            copy: outer.copy,
            is_leftward: outer.is_leftward,
            is_by_printer,
        });
    }

    /// Opens a mark with the same properties as the innermost one.
    pub fn open_same(&mut self) {
        self.open.push(self.innermost());
    }

    /// Opens a mark around a drawing that may look different in print than on a screen.
    pub fn open_by_printer(&mut self) {
        self.open.push(Mark { is_by_printer: true, ..self.innermost() });
    }

    /// Closes all marks, and opens a mark for annotations.
    pub fn open_annotations(&mut self, tag: &str) {
        self.open.clear();
        self.open.push(Mark { tag: Some(tag.into()), ..Mark::default() });
        self.changes += 1;
    }

    /// Closes the innermost mark that the contents opened.
    pub fn close(&mut self) {
        self.changes += 1;
        match self.excess.checked_sub(1) {
            Some(excess) => self.excess = excess,
            None => self.close_own(),
        }
    }

    /// Closes the innermost stored mark, and does not count this as a change. Call it directly only for a
    /// mark that hexpress opened. No operator in the contents closes such a mark.
    pub fn close_own(&mut self) {
        self.open.pop();
    }

    /// Closes all stored marks.
    pub fn close_all(&mut self) {
        self.open.clear();
    }

    /// Closes all marks at the end of a page.
    pub fn finish(&mut self) {
        self.open.clear();
        self.excess = 0;
    }

    fn shared_tag(&mut self, tag: &[u8]) -> Arc<str> {
        if let Some(known) = self.tags.get(tag) {
            return Arc::clone(known);
        }
        let text: Arc<str> = String::from_utf8_lossy(tag).into();
        self.tags.insert(tag.to_vec(), Arc::clone(&text));
        text
    }
}
