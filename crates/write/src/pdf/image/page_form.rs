//! Writes pages that were copied from other PDFs.
//!
//! - In: the objects of a page of another PDF.
//! - Out: the same objects in the document. Pages of the same file share their fonts and pictures.

use std::collections::HashMap;
use std::sync::Arc;

use lopdf::{Document, ObjectId};

use crate::pdf::written_objects::WrittenObjects;
use hexpress_scene::picture::{PageForm, PdfKey};

/// Identifies an object of another PDF by the name of the file and the key of the object.
type CopyKey = (Arc<str>, PdfKey);

/// The objects of other PDFs that have been copied into the document.
#[derive(Debug, Default)]
pub struct CopiedObjects {
    numbers: HashMap<CopyKey, ObjectId>,
}

impl CopiedObjects {
    /// Adds a page of another PDF to the document. Returns the form that draws this page.
    pub fn add(
        &mut self,
        document: &mut Document,
        written_objects: &mut WrittenObjects,
        form: &PageForm,
    ) -> ObjectId {
        let key = |key: PdfKey| (Arc::clone(&form.file), key);
        let new: Vec<_> =
            form.objects.iter().filter(|object| !self.numbers.contains_key(&key(object.key))).collect();
        for object in &new {
            self.numbers.insert(key(object.key), document.new_object_id());
        }
        let number = |to: PdfKey| self.numbers.get(&key(to)).map_or(0, |(number, _)| *number);
        for object in new {
            let text = object.written(number);
            match &object.stream {
                Some(bytes) => written_objects.add_written_stream(number(object.key), text, bytes),
                None => written_objects.add_written(number(object.key), &text),
            }
        }
        let first = form.objects.first().and_then(|object| self.numbers.get(&key(object.key)));
        first.copied().unwrap_or_default()
    }
}
