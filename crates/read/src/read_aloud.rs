//! Extracts the text that a screen reader reads on each page of a PDF (ISO 32000-1, 14.7 and 14.9).
//!
//! - In: a PDF with tags.
//! - Out: the text of the tagged elements of each page.
//! - Not here: text that is drawn (`glyphs`).

use std::collections::BTreeMap;

use super::hayro::{Array, Dict, ObjRef, Object, Pdf, PdfString, XRef};
use super::text_string::decode;

/// The largest number of elements that are read. If several pages refer to an element, each
/// reference counts.
const MAX_ELEMENTS: usize = 1_000_000;

/// Returns the texts of each page, in the order of the page's marked content. Returns `None` if the
/// file has no tags.
pub(super) fn spoken_text(pdf: &Pdf) -> Option<Vec<Vec<String>>> {
    let xref = pdf.xref();
    let catalogue: Dict<'_> = xref.get(xref.root_id())?;
    let parents = catalogue.get::<Dict<'_>>("StructTreeRoot")?.get::<Dict<'_>>("ParentTree")?;
    let mut lists = BTreeMap::new();
    let mut left = MAX_ELEMENTS;
    lists_of(&parents, 0, &mut left, &mut lists);
    let numbers = pdf.pages().iter().map(|page| page.raw().get::<i32>("StructParents"));
    let page_lists = numbers.map(|number| number.and_then(|number| lists.get(&number)));
    Some(page_lists.map(|list| list.map_or_else(Vec::new, |list| texts_of(list, xref, &mut left))).collect())
}

/// Returns the texts of the elements of a page. Subtracts the number of these elements from `left`,
/// the number that may still be read.
fn texts_of(elements: &Array<'_>, xref: &XRef, left: &mut usize) -> Vec<String> {
    let mut texts = Vec::new();
    let mut last: Option<ObjRef> = None;
    for entry in elements.raw_iter() {
        // An element with several pieces of marked content is listed several times in a row, but its
        // text is read only once.
        let Some(reference) = entry.as_obj_ref().filter(|own| last.replace(*own) != Some(*own)) else {
            continue;
        };
        *left = left.saturating_sub(1);
        if *left == 0 {
            break;
        }
        let Some(element) = xref.get::<Dict<'_>>(reference.into()) else { continue };
        let text = element.get::<PdfString<'_>>("Alt").or_else(|| element.get::<PdfString<'_>>("ActualText"));
        texts.extend(text.map(|text| decode(&text)));
    }
    texts
}

/// The largest number of levels of a number tree that are read.
const MAX_DEPTH: usize = 16;

/// Collects the arrays in a number tree. The key of an array is the number that it has in the tree.
fn lists_of<'a>(node: &Dict<'a>, depth: usize, left: &mut usize, lists: &mut BTreeMap<i32, Array<'a>>) {
    if let Some(entries) = node.get::<Array<'_>>("Nums") {
        let mut number = None;
        for entry in entries.iter::<Object<'_>>() {
            match (entry, number.take()) {
                (Object::Number(own), _) => number = i32::try_from(own.as_i64()).ok(),
                (Object::Array(list), Some(number)) => _ = lists.insert(number, list),
                _ => {}
            }
        }
    }
    for child in
        node.get::<Array<'_>>("Kids").into_iter().flat_map(|kids| kids.iter::<Dict<'_>>().collect::<Vec<_>>())
    {
        *left = left.saturating_sub(1);
        if depth < MAX_DEPTH && *left > 0 {
            lists_of(&child, depth + 1, left, lists);
        }
    }
}
