//! What is read aloud of the pages of a PDF: the words of the elements that the tree of tags has for each page
//! (ISO 32000-1, 14.7 and 14.9).

use std::collections::BTreeMap;

use super::hayro::{Array, Dict, ObjRef, Object, Pdf, PdfString};
use super::text_string::decode;

/// The most elements that are looked at: pages may have their elements in common.
const MOST_ELEMENTS: usize = 1_000_000;

/// Returns the words of each page, in the order of its marks; none of a file without tags.
pub(super) fn heard(pdf: &Pdf) -> Option<Vec<Vec<String>>> {
    let xref = pdf.xref();
    let catalogue: Dict<'_> = xref.get(xref.root_id())?;
    let parents = catalogue.get::<Dict<'_>>("StructTreeRoot")?.get::<Dict<'_>>("ParentTree")?;
    let mut lists = BTreeMap::new();
    let mut left = MOST_ELEMENTS;
    lists_of(&parents, 0, &mut left, &mut lists);
    let page = |number: Option<i32>| {
        let mut words = Vec::new();
        let mut last: Option<ObjRef> = None;
        for element in number.and_then(|number| lists.get(&number)).into_iter().flat_map(Array::raw_iter) {
            let Some(reference) = element.as_obj_ref().filter(|own| last.replace(*own) != Some(*own)) else {
                continue;
            };
            left = left.saturating_sub(1);
            if left == 0 {
                break;
            }
            let Some(element) = xref.get::<Dict<'_>>(reference.into()) else { continue };
            let own =
                element.get::<PdfString<'_>>("Alt").or_else(|| element.get::<PdfString<'_>>("ActualText"));
            words.extend(own.map(|own| decode(&own)));
        }
        words
    };
    Some(pdf.pages().iter().map(|page| page.raw().get::<i32>("StructParents")).map(page).collect())
}

/// The deepest that nodes of a tree of numbers may stand in one another.
const DEEPEST: usize = 16;

/// Gathers the lists of a tree of numbers.
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
        if depth < DEEPEST && *left > 0 {
            lists_of(&child, depth + 1, left, lists);
        }
    }
}
