//! Reads the files that are attached to a PDF.
//!
//! - In: the catalogue of a PDF.
//! - Out: the names and bytes of its attachments.
//! - Not here: what the attachments mean, for example that one of them is the record of a build
//!   (`build_data`).

use std::collections::HashSet;

use super::hayro::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, PdfString, Stream, XRef};
use super::inflate::StreamError;
use super::text_string::decode;
use super::{Attachment, ReadError};
use crate::limits::{MAX_ATTACHED, MAX_NAMES};

/// Returns the attached files, in the order of the PDF's name tree.
pub(super) fn attachments(catalogue: &Dict<'_>, xref: &XRef) -> Result<Vec<Attachment>, ReadError> {
    attachments_within(MAX_ATTACHED, MAX_NAMES, catalogue, xref)
}

/// Returns the attached files. Fails if all attachments together have more than `left` bytes. Also fails if
/// the name tree has more than `names` nodes and entries in total. Each attachment has two entries in the
/// tree: its name and its file.
pub(super) fn attachments_within(
    mut left: usize,
    names: usize,
    catalogue: &Dict<'_>,
    xref: &XRef,
) -> Result<Vec<Attachment>, ReadError> {
    let root = catalogue.get::<Dict<'_>>("Names").and_then(|n| n.get::<Dict<'_>>("EmbeddedFiles"));
    let mut stack: Vec<Dict<'_>> = root.into_iter().collect();
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    let mut found = Vec::new();
    let mut nodes = 0;
    while let Some(node) = stack.pop() {
        let (pairs, kids) = (entries(&node, "Names"), entries(&node, "Kids"));
        nodes += 1 + pairs.len();
        if nodes + stack.len() + kids.len() > names {
            return Err(ReadError::TooMuchAttached);
        }
        for pair in pairs.chunks_exact(2) {
            let [key, value] = pair else { continue };
            let Some(Object::Dict(spec)) = resolve(value, xref) else { continue };
            let tree_name = match resolve(key, xref) {
                Some(Object::String(name)) => decode(&name),
                _ => String::new(),
            };
            found.extend(attachment(&spec, tree_name, &mut left)?);
        }
        // `stack` is emptied from its end, so the children are pushed in reverse order.
        for kid in kids.into_iter().rev() {
            if kid.as_obj_ref().is_none_or(|r| seen.insert(r.into()))
                && let Some(Object::Dict(kid)) = resolve(&kid, xref)
            {
                stack.push(kid);
            }
        }
    }
    Ok(found)
}

/// Returns the entries of the array `key` of a node. Returns an empty list if the node lacks this
/// array.
fn entries<'a>(node: &Dict<'a>, key: &str) -> Vec<MaybeRef<Object<'a>>> {
    node.get::<Array<'_>>(key).map(|list| list.raw_iter().collect()).unwrap_or_default()
}

/// Reads the attached file that the dictionary `spec` describes. Returns `None` if `spec` contains no file.
/// Fails if the file has more than `left` bytes. Otherwise subtracts its size from `left`. If `spec` states
/// no name, `tree_name` becomes the name of the file.
fn attachment(spec: &Dict<'_>, tree_name: String, left: &mut usize) -> Result<Option<Attachment>, ReadError> {
    let file_name = ["UF", "F"].iter().find_map(|k| spec.get::<PdfString<'_>>(k));
    let name = file_name.map_or(tree_name, |name| decode(&name));
    let Some(files) = spec.get::<Dict<'_>>("EF") else { return Ok(None) };
    let Some(stream) = ["F", "UF"].iter().find_map(|k| files.get::<Stream<'_>>(k)) else { return Ok(None) };
    if stream.raw_data().len() > *left {
        return Err(ReadError::TooMuchAttached);
    }
    let bytes = match super::inflate::decode_stream(&stream, *left) {
        Ok(bytes) => bytes,
        Err(StreamError::TooLarge) => return Err(ReadError::TooMuchAttached),
        Err(StreamError::Damaged) => return Err(ReadError::Attachment(name)),
    };
    *left = left.checked_sub(bytes.len()).ok_or(ReadError::TooMuchAttached)?;
    let mime = stream.dict().get::<Name<'_>>("Subtype").map(|m| m.as_str().to_owned());
    Ok(Some(Attachment { name, mime, bytes: bytes.into_owned() }))
}

/// Returns the object that a reference leads to. If `object` is not a reference, returns it unchanged.
/// Returns `None` if the reference leads to no object.
fn resolve<'a>(object: &MaybeRef<Object<'a>>, xref: &'a XRef) -> Option<Object<'a>> {
    match object {
        MaybeRef::Ref(r) => xref.get((*r).into()),
        MaybeRef::NotRef(object) => Some(object.clone()),
    }
}
